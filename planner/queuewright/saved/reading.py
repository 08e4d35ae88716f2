"""A plan from its JSON document, to be shown like any other. It is never carried out."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from queuewright.access.changes import AccessChange
from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import Citation, Document
from queuewright.diff.normalise import canonical_value
from queuewright.diff.types import AttributeChange, Decision, ForceNeed, Verb
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.steps import OptionChange, Plan, Step
from queuewright.impact.radius import Dependent, Impact, Opened
from queuewright.impact.routing import Destination, Rerouted
from queuewright.kinds import spec_of
from queuewright.lint.check import Finding
from queuewright.render.document import (
    DestinationDocument,
    FindingDocument,
    ImpactDocument,
    OpenUse,
    PlanDocument,
    Problem,
    ReroutedDocument,
    Sources,
    StepDocument,
)
from queuewright.route.changes import RouteChange
from queuewright.state.deployment import Deployment
from queuewright.world.authority_records import Entity
from queuewright.world.resolving import Use


def document_from(data: Any) -> PlanDocument:
    """The document that `plan_document` wrote, or somebody else: every text in it but values, which
    are shown as JSON, is one line without control characters. Raises ValueError, one line that
    names the key, for what is no such document."""
    try:
        return PlanDocument.model_validate(_plain(data))
    except ValidationError as failed:
        raise ValueError(first_error(failed)) from None


def first_error(failed: ValidationError) -> str:
    """`steps.0.verb: Field required`."""
    error = failed.errors(include_url=False)[0]
    return one_line(f"{'.'.join(map(str, error['loc'])) or 'it'}: {error['msg']}")


def plan_of(document: PlanDocument) -> Plan:
    """The plan as it is shown. Raises ValueError for an id that names no object."""
    steps = tuple(map(_step, document.steps))
    listed = sum(step.verb is Verb.SAME for step in steps)
    return document.made(
        Plan,
        steps=steps,
        state=Deployment(),
        left=tuple(each.made(Declared) for each in document.left),
        skipped=frozenset(document.skipped),
        policy=tuple(
            _problem(each, Severity.WARNING if each.overridden else Severity.ERROR)
            for each in document.policy
        ),
        unread=frozenset(document.unread),
        impacts={
            step.key: _impact(each.impact) for step, each in zip(steps, document.steps, strict=True)
        },
        rerouted=tuple(map(_rerouted, document.workload)),
        routes=tuple(each.made(RouteChange) for each in document.routes),
        accesses=tuple(
            each.made(AccessChange, entity=Entity(each.entity_type, each.entity))
            for each in document.accesses
        ),
        findings=tuple(map(_finding, document.findings)),
        unlisted=max(document.summary.get("same", 0) - listed, 0),
    )


# Fields that hold a value.
_VALUES = frozenset(("before", "after", "applied", "observed", "value"))


def _plain(part: Any, *, is_value: bool = False) -> Any:
    if isinstance(part, str):
        return part if is_value else one_line(part)
    if isinstance(part, list):
        return [_plain(item, is_value=is_value) for item in part]
    if not isinstance(part, Mapping):
        return part
    return {
        one_line(name): _plain(item, is_value=is_value or name in _VALUES or name == "creates")
        for name, item in part.items()
    }


def _step(step: StepDocument) -> Step:
    declared = None
    if step.verb is not Verb.DELETE:
        declared = Declared(step.urn, TYPE_PREFIX + step.kind, step.resource, place=step.place)
    attributes = spec_of(step.kind).attributes().items()
    sets = {name for name, attribute in attributes if attribute.is_unordered}
    decision = step.made(
        Decision,
        "decision.",
        changes=tuple(
            each.made(
                AttributeChange,
                before=_value(each.before),
                after=_value(each.after),
                is_set=each.attribute in sets,
            )
            for each in step.changes
        ),
        creates={name: _value(value) for name, value in step.creates.items()},
        drift=tuple(
            each.made(
                AttributeChange,
                before=_value(each.applied),
                after=_value(each.observed),
                cost=Change.IN_PLACE,
            )
            for each in step.drift
        ),
        force=step.force.made(ForceNeed, "force.", uses=tuple(map(_use, step.force.uses))),
        problems=(
            *(_problem(each, Severity.ERROR) for each in step.blocked),
            *(_problem(each, Severity.WARNING) for each in step.warnings),
        ),
        with_force=step.force.sent,
        successor=_key(step.successor) if step.successor else None,
    )
    return step.made(
        Step,
        key=step.made(Key, "key."),
        decision=decision,
        depends=tuple(key for each in step.depends if (key := Key.parse(each)) is not None),
        declared=declared,
        option_changes=tuple(each.made(OptionChange) for each in step.options),
    )


def _impact(impact: ImpactDocument) -> Impact:
    return impact.made(
        Impact,
        dependents=tuple(
            each.made(Dependent, key=each.made(Key, "key."), through=tuple(map(_key, each.through)))
            for each in impact.dependents
        ),
        opened=tuple(
            each.made(Opened, use=_use(each), towards=_key(each.towards) if each.towards else None)
            for each in impact.opened
        ),
    )


def _rerouted(each: ReroutedDocument) -> Rerouted:
    before, after = (tuple(map(_destination, ways)) for ways in (each.before, each.after))
    return each.made(Rerouted, before=before, after=after)


def _destination(way: DestinationDocument) -> Destination:
    return way.made(Destination, key=way.made(Key, "key."))


def _key(id_: str) -> Key:
    key = Key.parse(id_)
    if key is None:
        raise ValueError(f"{id_!r} is not SYSTEM/KIND/NAME")
    return key


def _value(value: Any) -> Any:
    return canonical_value(None, value)


def _use(use: OpenUse) -> Use:
    return use.made(Use)


def _finding(finding: FindingDocument) -> Finding:
    key = Key(finding.system, finding.kind, finding.name) if finding.kind else None
    diagnostic = finding.made(
        Diagnostic,
        "diagnostic.",
        object="" if key is None else str(key),
        sources=_sources(finding.sources),
    )
    return Finding(diagnostic, finding.title, key)


def _problem(problem: Problem, severity: Severity) -> Diagnostic:
    return problem.made(Diagnostic, sources=_sources(problem.sources), severity=severity)


def _sources(sources: Sources) -> tuple[Citation, ...]:
    return tuple(
        Citation(Document(source["document"], "", "", "", source["url"]), source["section"])
        for source in sources
    )
