"""The JSON documents of a plan and of lint: what `--json` writes, and their JSON Schemas.

Fields are only ever added. Values are canonical, those of secret inputs "[secret]".
"""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, PlainSerializer

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.sources import Citation, Source, citation
from queuewright.diff.compare import changed_inside
from queuewright.diff.normalise import json_value
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact, Opened
from queuewright.lint.linted import Report
from queuewright.lint.rulebook import OWN

from .document_fields import JsonDocument, aside, field
from .outputs import OutputChange
from .words import shown_steps

FORMAT: Literal[2] = 2
LINT_FORMAT: Literal[1] = 1

JsonValue = Annotated[Any, BeforeValidator(json_value)]
Sources = tuple[
    Annotated[Source, BeforeValidator(lambda s: citation(s) if isinstance(s, Citation) else s)], ...
]
Texts = tuple[str, ...]
Count = Literal[
    "same", "create", "update", "replace", "delete", "adopt", "import", "read", "forget",
    "blocked", "drifted", "options", "left", "skipped",
]  # fmt: skip
Ids = Annotated[Texts, BeforeValidator(lambda keys: [getattr(key, "id", key) for key in keys])]
OpenedFor = Annotated[frozenset[OpenFor], PlainSerializer(sorted, return_type=list[str])]
Share = Annotated[float, BeforeValidator(lambda share: round(share, 3))]

_ID = "SYSTEM/KIND/NAME"
_NAME = "LIBRARY/NAME on IBM i"
_PLACE = "file and line of the declaration, or empty"
_MESSAGE = "all of it in one line"
_CLUSTER = "in which the name is found, or empty"


def _id(key: Key | None) -> str:
    return "" if key is None else key.id


def _successor(step: Step) -> Any:
    successor = step.decision.successor
    return NO_VALUE if successor is None else successor.id


def _lint_code(problem: Diagnostic) -> Any:
    page = OWN.page_of(problem)
    return NO_VALUE if page is None else page.code


class RiskSubject(JsonDocument):
    """An object, or a system, a rule of the policy, puts to a queue of a cluster."""

    id: str = field(f"{_ID}, or empty if it is not an object", of=lambda each: _id(each.key))
    name: str
    detail: str = field("how many messages, which applications; or empty")
    place: str = field(_PLACE)


class RiskDocument(JsonDocument):
    """One thing that the plan risks, with everything that is at risk."""

    risk: RiskKind = field(of="kind")
    headline: str = field("what happens, with the count")
    messages: int | None = field("that are lost, where that is known; null for other risks")
    loss: bool = field("something is gone afterwards", of="kind.is_loss")
    subjects: tuple[RiskSubject, ...]


class Problem(JsonDocument):
    """A problem of an object or a plan, its reason and its remediation."""

    code: str
    attribute: str | None
    reason: str
    remediation: str
    sources: Sources
    object: str = field("system, kind and name; a system or stack for policy")
    message: str = field(_MESSAGE, of=str)
    lint: str = field("the code of lint for the same", of=_lint_code, default=str)
    value: JsonValue = field(default=lambda: NO_VALUE)


class PolicyProblem(Problem):
    overridden: bool = field("by --override", of=lambda problem: not problem.is_error)


class OptionChanged(JsonDocument):
    """An option of the program's that is another one now; `before` null for one that is new."""

    option: str = field(of="name")
    before: JsonValue
    after: JsonValue


class AttributeChanged(JsonDocument):
    """A change of an attribute: from what the system has to what is declared, null for none."""

    attribute: str = field(of="name")
    before: JsonValue
    after: JsonValue
    cost: Change = field("what the change takes")
    drift: bool = field("the system differs from what was last applied", of="drifted")
    inside: Texts = field(
        "what differs inside of a list or mapping",
        of=changed_inside,
    )


class Drifted(JsonDocument):
    """A difference between the system and what was last applied."""

    attribute: str = field(of="name")
    applied: JsonValue = field(of="before")
    observed: JsonValue = field(of="after")


class OpenUse(JsonDocument):
    """An application that has the object open, itself or through other names."""

    opened: str = field(of="object_name")
    open_for: OpenedFor
    through: Texts = field("names between, nearest first")
    application: str
    user: str
    channel: str
    count: int
    member: str = field(
        "the other queue manager of its group where it is open, or empty", default=str
    )


class Force(JsonDocument):
    """Whether a change in place needs FORCE, because of whom."""

    verdict: ForceVerdict = field(of="force.verdict")
    reason: str = field(of="force.reason")
    attributes: Texts = field(of="force.attributes")
    sent: bool = field("FORCE is part of the command", of="with_force")
    remediation: str = field(of="force.remediation")
    uses: tuple[OpenUse, ...] = field(of="force.uses")


class DependentDocument(JsonDocument):
    """An object that depends on the one of the step."""

    id: str = field(_ID, of="key.id")
    system: str = field(of="key.system")
    kind: str = field(of="key.kind")
    name: str = field(of="key.name")
    attribute: str = field("by which it names it, or the next on the way")
    cluster: str = field(_CLUSTER)
    through: Ids = field("ids of the objects between, nearest first")
    declared: bool = field("the program says so")
    observed: bool = field("its system has it so now")


class _OpenedWhere(JsonDocument):
    system: str
    towards: str = field(
        "id of the object there that leads to this one, or empty", of=lambda each: _id(each.towards)
    )
    cluster: str = field(_CLUSTER)


class OpenedDocument(OpenUse, _OpenedWhere):
    """An application that has the object open now, on whichever queue manager."""

    @classmethod
    def parts(cls, about: Opened) -> dict[str, Any]:
        return {**_OpenedWhere.parts(about), **OpenUse.parts(about.use)}


class ImpactDocument(JsonDocument):
    """The effects of a step beside its object."""

    dependents: tuple[DependentDocument, ...]
    opened: tuple[OpenedDocument, ...]
    unknown: Texts = field("what is not known, and why")


NO_IMPACT = ImpactDocument.model_validate(Impact())


class StepDocument(JsonDocument):
    """The step for one object."""

    urn: str
    resource: str = field("its name in the program", of="name")
    id: str = field(_ID, of="key.id")
    system: str = field(of="key.system")
    kind: str = field(of="key.kind")
    name: str = field(_NAME, of="key.name")
    place: str = field(_PLACE, of=lambda step: "" if step.declared is None else step.declared.place)
    verb: Verb = field(of="decision.verb")
    generation: int = field("steps of one generation wait for no other of it")
    depends: Ids = field("ids of steps that come first")
    keep: bool = field("a delete that only forgets: nothing is sent", of="decision.keep")
    purge: bool = field("messages are lost", of="decision.purge")
    successor: str = field(
        "the id of the object that takes the name of a deleted one as another kind, and keeps its "
        "authority records; only where there is one",
        of=_successor,
        default=str,
    )
    messages: int | None = field(
        "on an object that is deleted or replaced; null: not known, or none",
        of="decision.messages",
        default=lambda: None,
    )
    creates: dict[str, JsonValue] = field(
        "attributes of a new object, or a replaced one", of="decision.creates"
    )
    options: tuple[OptionChanged, ...] = field(of="option_changes")
    changes: tuple[AttributeChanged, ...] = field(of="decision.changes")
    drift: tuple[Drifted, ...] = field(of="decision.drift")
    force: Force = field(of="decision")
    blocked: tuple[Problem, ...]
    warnings: tuple[Problem, ...] = field(of="decision.warnings")
    reasons: Texts = field(of="decision.reasons")
    impact: ImpactDocument = field(of=aside, default=lambda: NO_IMPACT)


class DestinationDocument(JsonDocument):
    """Where a put may go, or by which rule of the cluster workload algorithm it may not."""

    id: str = field(f"{_ID} of the queue", of="key.id")
    system: str = field(of="key.system")
    kind: str = field(of="key.kind")
    name: str = field(of="key.name")
    channel: str = field("the cluster-receiver channel, or empty")
    chosen: bool
    share: Share = field("of the messages, from 0 to 1, by weights")
    rule: int = field("that eliminates it, as docs/impact.md counts; or 0")
    reason: str


class ReroutedDocument(JsonDocument):
    """A queue of a cluster that puts go elsewhere to."""

    queue: str
    cluster: str
    put_from: str = field(
        "the putting queue manager, or empty for those without an instance", of="putting"
    )
    lost: bool = field("no instance is left that a put can go to")
    before: tuple[DestinationDocument, ...]
    after: tuple[DestinationDocument, ...]
    failure: str = field("what applications get, where nothing is left")
    notes: Texts


class RouteChangeDocument(JsonDocument):
    """A route that the plan breaks or mends."""

    system: str = field("where the message is put")
    queue: str
    before: str = field('"arrives", "breaks" or "not known"; empty for a new queue')
    after: str = field('"arrives", "breaks" or "not known"')
    end: str = field("where the message ends after the plan")
    reasons: Texts = field("what breaks it, after the plan or before it")


class AccessChangeDocument(JsonDocument):
    """Authorities that a group or principal gains and loses alike on several objects."""

    system: str
    entity_type: Literal["group", "principal"] = field(of="entity.field")
    entity: str = field(of="entity.name")
    object_type: str
    gained: Texts
    lost: Texts
    before: str = field('the profile that counted, "own" for the name of each object, or empty')
    after: str = field("the profile that counts then, likewise")
    objects: Texts = field("their names; none where no object fits the profile yet")


class LeftToPulumi(JsonDocument):
    urn: str
    type: str
    name: str


class LoggedMessage(JsonDocument):
    """The log of the program."""

    severity: Literal["info", "warning", "error"]
    text: str
    urn: str


class FindingDocument(JsonDocument):
    """A finding of lint about an object."""

    code: str = field("QW101, or what a rule of others has", of="diagnostic.code")
    severity: Severity = field(of="diagnostic.severity")
    title: str
    system: str = field(of=lambda finding: finding.key.system if finding.key else "")
    kind: str = field(of=lambda finding: finding.key.kind if finding.key else "")
    name: str = field(_NAME, of=lambda each: each.key.name if each.key else each.diagnostic.object)
    file: str = field(of="diagnostic.file")
    line: int = field("0 where it is not known", of="diagnostic.line")
    attribute: str | None = field(of="diagnostic.attribute")
    reason: str = field(of="diagnostic.reason")
    remediation: str = field(of="diagnostic.remediation")
    sources: Sources = field(of="diagnostic.sources")
    message: str = field(_MESSAGE, of="diagnostic.message")
    value: JsonValue = field(of="diagnostic.value", default=lambda: NO_VALUE)


class LintSummary(JsonDocument):
    """How many of what."""

    objects: int = field("that were looked at")
    error: int
    warning: int
    note: int
    silenced: int
    codes: dict[str, int] = field("findings by their code")


def _lint_summary(report: Report) -> LintSummary:
    return LintSummary(
        objects=report.objects,
        **{severity: report.counts.get(severity, 0) for severity in Severity},
        silenced=len(report.silenced),
        codes=dict(sorted(Counter(finding.code for finding in report.findings).items())),
    )


class LintDocument(JsonDocument):
    """The findings of lint about programs and scripts."""

    format: Literal[1] = field(of=lambda _: LINT_FORMAT)
    findings: tuple[FindingDocument, ...]
    silenced: tuple[FindingDocument, ...] = field("known and accepted findings")
    summary: LintSummary = field(of=_lint_summary)
    exit_code: int = field(of=aside)


def _summary(plan: Plan) -> dict[str, int]:
    return {
        **{verb.value: plan.counts.get(verb, 0) for verb in Verb},
        "forget": len(plan.kept),
        "blocked": plan.blocked_count,
        "drifted": sum(1 for _ in plan.drifted),
        "options": len(plan.with_option_changes),
        "left": len(plan.left),
        "skipped": len(plan.skipped),
    }


class PlanDocument(JsonDocument):
    model_config = ConfigDict(title="Plan of Queuewright")

    format: Literal[2] = field(of=lambda _: FORMAT)
    project: str
    stack: str
    risks: tuple[RiskDocument, ...] = field("the worst first", of=risks_of, default=tuple)
    steps: tuple[StepDocument, ...] = field("in the order of their generations", of=aside)
    policy: tuple[PolicyProblem, ...]
    findings: tuple[FindingDocument, ...] = field("what lint says and no step does", default=tuple)
    workload: tuple[ReroutedDocument, ...] = field(of="rerouted", default=tuple)
    routes: tuple[RouteChangeDocument, ...] = field("that break or are mended", default=tuple)
    accesses: tuple[AccessChangeDocument, ...] = field(
        "who gains and who loses authorities, over the objects that there are afterwards",
        default=tuple,
    )
    left: tuple[LeftToPulumi, ...] = field("resources of other providers")
    skipped: Texts = field("URNs that were not looked at", of=lambda plan: sorted(plan.skipped))
    unread: Texts = field(
        "those of them whose system cannot be read", of=lambda plan: sorted(plan.unread)
    )
    unreachable: dict[str, str] = field("why, by system")
    not_compared: Texts = field(
        "declared attributes that a system does not report, a line a kind", default=tuple
    )
    refreshed: bool = field("false with --no-refresh", of="is_refreshed", default=lambda: True)
    summary: dict[Count, int] = field(
        "steps by verb, and other counts; delete counts none of forget",
        of=_summary,
    )
    changes: bool = field(of=lambda plan: bool(plan.changes or plan.with_option_changes))
    exit_code: Literal[0, 1, 2, 3] = field(
        "0 no changes, 2 changes, 3 blocked, 1 where a system cannot be read"
    )
    outputs: dict[str, JsonValue] = field("of the stack", of=aside, default=dict)
    output_changes: tuple[OutputChange, ...] = field(of=aside, default=tuple)
    messages: tuple[LoggedMessage, ...] = field(of=aside, default=tuple)


def plan_document(plan: Plan, *, show_sames: bool = False, **aside: Any) -> dict[str, Any]:
    """The document as plain data; `summary` counts steps that stay the same in any case. aside:
    what becomes of the stack's `outputs`, its `output_changes`, and `messages` of the program."""
    parts = {**PlanDocument.parts(plan), "steps": (), **aside}
    document = PlanDocument.model_validate(parts).json_data()
    # One after the other: the models of all steps at once are what garbage collection is slow with.
    document["steps"] = [
        step_document(step, plan.impacts.get(step.key, NO_IMPACT))
        for step in shown_steps(plan, show_sames)
    ]
    return document


def step_document(step: Step, impact: Impact | ImpactDocument = NO_IMPACT) -> dict[str, Any]:
    """One step as `steps` has it."""
    return StepDocument.model_validate({**StepDocument.parts(step), "impact": impact}).json_data()


def lint_document(report: Report, exit_code: int) -> dict[str, Any]:
    """The document of `lint --json`. Fields are only ever added to it."""
    parts = {**LintDocument.parts(report), "exit_code": exit_code}
    return LintDocument.model_validate(parts).json_data()


def schema_of(document: type[JsonDocument]) -> dict[str, Any]:
    """The JSON Schema of a document."""
    schema = document.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
