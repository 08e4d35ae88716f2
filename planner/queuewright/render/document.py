"""The JSON documents of a plan and of lint: what `--json` writes, and their JSON Schemas.

Fields are only ever added. Values are canonical, those of secret inputs "[secret]".
"""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity
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

from .document_fields import ASIDE, Document, Of
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
# What names the object that a document is about.
Id = Annotated[str, Of("key.id"), Field(description="SYSTEM/KIND/NAME")]
System = Annotated[str, Of("key.system")]
Kind = Annotated[str, Of("key.kind")]
Name = Annotated[str, Of("key.name"), Field(description="LIBRARY/NAME on IBM i")]
Ids = Annotated[Texts, BeforeValidator(lambda keys: [getattr(key, "id", key) for key in keys])]


class RiskSubject(Document):
    """An object, or a system, a rule of the policy, puts to a queue of a cluster."""

    id: Annotated[
        str,
        Of(lambda subject: "" if subject.key is None else subject.key.id),
        Field(description="SYSTEM/KIND/NAME, or empty where it is no object"),
    ]
    name: str
    detail: Annotated[str, Field(description="how many messages, which applications; or empty")]
    place: Annotated[str, Field(description="file and line of the declaration, or empty")]


class RiskDocument(Document):
    """One thing that the plan risks, with everything that is at risk."""

    risk: Annotated[RiskKind, Of("kind")]
    headline: Annotated[str, Field(description="what happens, with the count")]
    messages: Annotated[
        int | None, Field(description="that are lost, as far as is known; null for other risks")
    ]
    loss: Annotated[bool, Of("kind.is_loss"), Field(description="something is gone afterwards")]
    subjects: tuple[RiskSubject, ...]


def _lint_code(problem: Diagnostic) -> Any:
    page = OWN.page_of(problem)
    return NO_VALUE if page is None else page.code


class Problem(Document):
    """What is wrong with an object or a plan, why, and what to do about it."""

    code: str
    attribute: str | None
    reason: str
    remediation: str
    sources: Sources
    object: Annotated[str, Field(description="system, kind and name; a system or stack for policy")]
    message: Annotated[str, Of(str), Field(description="all of it in one line")]
    lint: Annotated[
        str,
        Of(_lint_code),
        Field(description="the code of lint for the same", default_factory=str),
    ]
    value: Annotated[JsonValue, Field(default_factory=lambda: NO_VALUE)]


class PolicyProblem(Problem):
    overridden: Annotated[
        bool, Of(lambda problem: not problem.is_error), Field(description="by --override")
    ]


class OptionChanged(Document):
    """An option of the program's that is another one now; `before` null for one that is new."""

    option: Annotated[str, Of("name")]
    before: JsonValue
    after: JsonValue


class AttributeChanged(Document):
    """What is set: from what the system has to what is declared, null for none."""

    attribute: Annotated[str, Of("name")]
    before: JsonValue
    after: JsonValue
    cost: Annotated[Change, Field(description="what the change takes")]
    drift: Annotated[
        bool, Of("drifted"), Field(description="the system differs from what was last applied")
    ]
    inside: Annotated[
        Texts,
        Of(lambda change: changed_inside(change.before, change.after)),
        Field(description="what differs inside of a list or mapping"),
    ]


class Drifted(Document):
    """What differs on the system from what was last applied."""

    attribute: Annotated[str, Of("name")]
    applied: Annotated[JsonValue, Of("before")]
    observed: Annotated[JsonValue, Of("after")]


class OpenUse(Document):
    """An application that has the object open, itself or through other names."""

    opened: Annotated[str, Of("object_name")]
    open_for: Annotated[frozenset[OpenFor], PlainSerializer(sorted, return_type=list[str])]
    through: Annotated[Texts, Field(description="names between, nearest first")]
    application: str
    user: str
    channel: str
    count: int


class Force(Document):
    """Whether a change in place needs FORCE, because of whom."""

    verdict: Annotated[ForceVerdict, Of("force.verdict")]
    reason: Annotated[str, Of("force.reason")]
    attributes: Annotated[Texts, Of("force.attributes")]
    sent: Annotated[bool, Of("with_force"), Field(description="FORCE is part of the command")]
    remediation: Annotated[str, Of("force.remediation")]
    uses: Annotated[tuple[OpenUse, ...], Of("force.uses")]


class DependentDocument(Document):
    """An object that depends on the one of the step."""

    id: Id
    system: System
    kind: Kind
    name: Name
    attribute: Annotated[str, Field(description="by which it names it, or the next on the way")]
    cluster: Annotated[str, Field(description="in which the name is found, or empty")]
    through: Annotated[Ids, Field(description="ids of the objects between, nearest first")]
    declared: Annotated[bool, Field(description="the program says so")]
    observed: Annotated[bool, Field(description="its system has it so now")]


class _OpenedWhere(Document):
    system: str
    towards: Annotated[
        str,
        Of(lambda opened: "" if opened.towards is None else opened.towards.id),
        Field(description="id of the object there that leads to this one, or empty"),
    ]
    cluster: Annotated[str, Field(description="in which the name is found, or empty")]


class OpenedDocument(OpenUse, _OpenedWhere):
    """An application that has the object open now, on whichever queue manager."""

    @classmethod
    def parts(cls, about: Opened) -> dict[str, Any]:
        return {**_OpenedWhere.parts(about), **OpenUse.parts(about.use)}


class ImpactDocument(Document):
    """What a step touches beside its object."""

    dependents: tuple[DependentDocument, ...]
    opened: tuple[OpenedDocument, ...]
    unknown: Annotated[Texts, Field(description="what is not known, and why")]


NO_IMPACT = ImpactDocument.model_validate(Impact())


class StepDocument(Document):
    """What is done with one object."""

    urn: str
    resource: Annotated[str, Of("name"), Field(description="its name in the program")]
    id: Id
    system: System
    kind: Kind
    name: Name
    place: Annotated[
        str,
        Of(lambda step: "" if step.declared is None else step.declared.place),
        Field(description="file and line of the declaration, or empty"),
    ]
    verb: Annotated[Verb, Of("decision.verb")]
    generation: Annotated[int, Field(description="steps of one generation wait for no other of it")]
    depends: Annotated[Ids, Field(description="ids of steps that come first")]
    keep: Annotated[
        bool,
        Of("decision.keep"),
        Field(description="a delete that only forgets: nothing is sent"),
    ]
    purge: Annotated[bool, Of("decision.purge"), Field(description="messages are lost")]
    messages: Annotated[
        int | None,
        Of("decision.messages"),
        Field(
            description="on an object that is deleted or replaced; null: not known, or none",
            default_factory=lambda: None,
        ),
    ]
    creates: Annotated[
        dict[str, JsonValue],
        Of("decision.creates"),
        Field(description="attributes of a new object, or a replaced one"),
    ]
    options: Annotated[tuple[OptionChanged, ...], Of("option_changes")]
    changes: Annotated[tuple[AttributeChanged, ...], Of("decision.changes")]
    drift: Annotated[tuple[Drifted, ...], Of("decision.drift")]
    force: Annotated[Force, Of("decision")]
    blocked: tuple[Problem, ...]
    warnings: Annotated[tuple[Problem, ...], Of("decision.warnings")]
    reasons: Annotated[Texts, Of("decision.reasons")]
    impact: Annotated[ImpactDocument, ASIDE, Field(default_factory=lambda: NO_IMPACT)]


class DestinationDocument(Document):
    """Where a put may go, or by which rule of the cluster workload algorithm it may not."""

    id: Id
    system: System
    kind: Kind
    name: Name
    channel: Annotated[str, Field(description="the cluster-receiver channel, or empty")]
    chosen: bool
    share: Annotated[
        float,
        BeforeValidator(lambda share: round(share, 3)),
        Field(description="of the messages, from 0 to 1, by weights"),
    ]
    rule: Annotated[int, Field(description="that eliminates it, as docs/impact.md counts; or 0")]
    reason: str


class ReroutedDocument(Document):
    """A queue of a cluster that puts go elsewhere to."""

    queue: str
    cluster: str
    put_from: Annotated[
        str,
        Of("putting"),
        Field(description="the putting queue manager, or empty for those without an instance"),
    ]
    lost: Annotated[bool, Field(description="no instance is left that a put can go to")]
    before: tuple[DestinationDocument, ...]
    after: tuple[DestinationDocument, ...]
    failure: Annotated[str, Field(description="what applications get, where nothing is left")]
    notes: Texts


class LeftToPulumi(Document):
    urn: str
    type: str
    name: str


class LoggedMessage(Document):
    """What the program logged."""

    severity: Literal["info", "warning", "error"]
    text: str
    urn: str


class FindingDocument(Document):
    """What lint says of an object."""

    code: Annotated[
        str, Of("diagnostic.code"), Field(description="QW101, or what a rule of others has")
    ]
    severity: Annotated[Severity, Of("diagnostic.severity")]
    title: str
    system: Annotated[str, Of(lambda finding: finding.key.system if finding.key else "")]
    kind: Annotated[str, Of(lambda finding: finding.key.kind if finding.key else "")]
    name: Annotated[
        str,
        Of(lambda finding: finding.key.name if finding.key else finding.diagnostic.object),
        Field(description="LIBRARY/NAME on IBM i"),
    ]
    file: Annotated[str, Of("diagnostic.file")]
    line: Annotated[int, Of("diagnostic.line"), Field(description="0 where it is not known")]
    attribute: Annotated[str | None, Of("diagnostic.attribute")]
    reason: Annotated[str, Of("diagnostic.reason")]
    remediation: Annotated[str, Of("diagnostic.remediation")]
    sources: Annotated[Sources, Of("diagnostic.sources")]
    message: Annotated[str, Of("diagnostic.message"), Field(description="all of it in one line")]
    value: Annotated[JsonValue, Of("diagnostic.value")] = Field(default_factory=lambda: NO_VALUE)


class LintSummary(Document):
    """How many of what."""

    objects: Annotated[int, Field(description="that were looked at")]
    error: int
    warning: int
    note: int
    silenced: int
    codes: Annotated[dict[str, int], Field(description="findings by their code")]


def _lint_summary(report: Report) -> LintSummary:
    return LintSummary(
        objects=report.objects,
        **{severity: report.counts.get(severity, 0) for severity in Severity},
        silenced=len(report.silenced),
        codes=dict(sorted(Counter(finding.code for finding in report.findings).items())),
    )


class LintDocument(Document):
    """What lint says of programs and scripts."""

    format: Annotated[Literal[1], Of(lambda _: LINT_FORMAT)]
    findings: tuple[FindingDocument, ...]
    silenced: Annotated[
        tuple[FindingDocument, ...], Field(description="what is known and accepted")
    ]
    summary: Annotated[LintSummary, Of(_lint_summary)]
    exit_code: Annotated[int, ASIDE]


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


class PlanDocument(Document):
    model_config = ConfigDict(title="Plan of Queuewright")

    format: Annotated[Literal[2], Of(lambda _: FORMAT)]
    project: str
    stack: str
    risks: Annotated[tuple[RiskDocument, ...], Of(risks_of)] = Field(
        default_factory=tuple, description="the worst first"
    )
    steps: Annotated[
        tuple[StepDocument, ...], ASIDE, Field(description="in the order of their generations")
    ]
    policy: tuple[PolicyProblem, ...]
    findings: tuple[FindingDocument, ...] = Field(
        default_factory=tuple, description="what lint says and no step does"
    )
    workload: Annotated[tuple[ReroutedDocument, ...], Of("rerouted")] = Field(default_factory=tuple)
    left: Annotated[tuple[LeftToPulumi, ...], Field(description="resources of other providers")]
    skipped: Annotated[
        Texts,
        Of(lambda plan: sorted(plan.skipped)),
        Field(description="URNs that were not looked at"),
    ]
    unread: Annotated[
        Texts,
        Of(lambda plan: sorted(plan.unread)),
        Field(description="those of them whose system cannot be read"),
    ]
    unreachable: Annotated[dict[str, str], Field(description="why, by system")]
    refreshed: Annotated[bool, Of("is_refreshed")] = Field(
        default_factory=lambda: True, description="false with --no-refresh"
    )
    summary: Annotated[
        dict[Count, int],
        Of(_summary),
        Field(description="steps by verb, and other counts; delete counts none of forget"),
    ]
    changes: Annotated[bool, Of(lambda plan: bool(plan.changes or plan.with_option_changes))]
    exit_code: Annotated[
        Literal[0, 1, 2, 3],
        Field(description="0 no changes, 2 changes, 3 blocked, 1 where a system cannot be read"),
    ]
    outputs: Annotated[dict[str, JsonValue], ASIDE] = Field(
        default_factory=dict, description="of the stack"
    )
    output_changes: Annotated[tuple[OutputChange, ...], ASIDE] = Field(default_factory=tuple)
    messages: Annotated[tuple[LoggedMessage, ...], ASIDE] = Field(default_factory=tuple)


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


def schema_of(document: type[Document]) -> dict[str, Any]:
    """The JSON Schema of a document."""
    schema = document.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
