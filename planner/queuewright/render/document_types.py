"""The fields of a plan's JSON document: what `--json` writes, and its JSON Schema.

Fields are only ever added. Values are canonical, those of secret inputs "[secret]".
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.sources import Source
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.risks import RiskKind
from queuewright.lint.check import FindingDocument
from queuewright.lint.linted import LintDocument

FORMAT: Literal[2] = 2

JsonValue = Any
Count = Literal[
    "same", "create", "update", "replace", "delete", "adopt", "import", "read", "forget",
    "blocked", "drifted", "options", "left", "skipped",
]  # fmt: skip


class RiskSubject(TypedDict):
    """An object, or a system, a rule of the policy, puts to a queue of a cluster."""

    id: Annotated[str, Field(description="SYSTEM/KIND/NAME, or empty where it is no object")]
    name: str
    detail: Annotated[str, Field(description="how many messages, which applications; or empty")]
    place: Annotated[str, Field(description="file and line of the declaration, or empty")]


class RiskDocument(TypedDict):
    """One thing that the plan risks, with everything that is at risk."""

    risk: RiskKind
    headline: Annotated[str, Field(description="what happens, with the count")]
    messages: Annotated[
        int | None, Field(description="that are lost, as far as is known; null for other risks")
    ]
    loss: Annotated[bool, Field(description="something is gone afterwards")]
    subjects: list[RiskSubject]


class Problem(TypedDict):
    """What is wrong with an object or a plan, why, and what to do about it."""

    code: str
    lint: NotRequired[Annotated[str, Field(description="the code of lint for the same")]]
    attribute: str | None
    reason: str
    remediation: str
    sources: list[Source]
    object: Annotated[str, Field(description="system, kind and name; a system or stack for policy")]
    value: NotRequired[JsonValue]
    message: Annotated[str, Field(description="all of it in one line")]


class PolicyProblem(Problem):
    overridden: Annotated[bool, Field(description="by --override")]


class OptionChanged(TypedDict):
    """An option of the program's that is another one now; `before` null for one that is new."""

    option: str
    before: JsonValue
    after: JsonValue


class AttributeChanged(TypedDict):
    """What is set: from what the system has to what is declared, null for none."""

    attribute: str
    before: JsonValue
    after: JsonValue
    cost: Annotated[Change, Field(description="what the change takes")]
    drift: Annotated[bool, Field(description="the system differs from what was last applied")]
    inside: Annotated[list[str], Field(description="what differs inside of a list or mapping")]


class Drifted(TypedDict):
    """What differs on the system from what was last applied."""

    attribute: str
    applied: JsonValue
    observed: JsonValue


class OpenUse(TypedDict):
    """An application that has the object open, itself or through other names."""

    opened: str
    application: str
    user: str
    open_for: list[str]
    through: Annotated[list[str], Field(description="names between, nearest first")]
    channel: str
    count: int


class Force(TypedDict):
    """Whether a change in place needs FORCE, because of whom."""

    verdict: ForceVerdict
    reason: str
    attributes: list[str]
    sent: Annotated[bool, Field(description="FORCE is part of the command")]
    remediation: str
    uses: list[OpenUse]


class DependentDocument(TypedDict):
    """An object that depends on the one of the step."""

    id: Annotated[str, Field(description="SYSTEM/KIND/NAME")]
    system: str
    kind: str
    name: str
    attribute: Annotated[str, Field(description="by which it names it, or the next on the way")]
    cluster: Annotated[str, Field(description="in which the name is found, or empty")]
    through: Annotated[list[str], Field(description="ids of the objects between, nearest first")]
    declared: Annotated[bool, Field(description="the program says so")]
    observed: Annotated[bool, Field(description="its system has it so now")]


class OpenedDocument(OpenUse):
    """An application that has the object open now, on whichever queue manager."""

    system: str
    towards: Annotated[
        str, Field(description="id of the object there that leads to this one, or empty")
    ]
    cluster: Annotated[str, Field(description="in which the name is found, or empty")]


class ImpactDocument(TypedDict):
    """What a step touches beside its object."""

    dependents: list[DependentDocument]
    opened: list[OpenedDocument]
    unknown: Annotated[list[str], Field(description="what is not known, and why")]


class StepDocument(TypedDict):
    """What is done with one object."""

    urn: str
    resource: Annotated[str, Field(description="its name in the program")]
    id: Annotated[str, Field(description="SYSTEM/KIND/NAME")]
    system: str
    kind: str
    name: Annotated[str, Field(description="LIBRARY/NAME on IBM i")]
    place: Annotated[str, Field(description="file and line of the declaration, or empty")]
    verb: Verb
    generation: Annotated[int, Field(description="steps of one generation wait for no other of it")]
    depends: Annotated[list[str], Field(description="ids of steps that come first")]
    keep: Annotated[bool, Field(description="a delete that only forgets: nothing is sent")]
    purge: Annotated[bool, Field(description="messages are lost")]
    messages: NotRequired[
        Annotated[
            int | None,
            Field(description="on an object that is deleted or replaced; null: not known, or none"),
        ]
    ]
    creates: Annotated[
        dict[str, JsonValue], Field(description="attributes of a new object, or a replaced one")
    ]
    options: list[OptionChanged]
    changes: list[AttributeChanged]
    drift: list[Drifted]
    force: Force
    blocked: list[Problem]
    warnings: list[Problem]
    reasons: list[str]
    impact: NotRequired[ImpactDocument]


class DestinationDocument(TypedDict):
    """Where a put may go, or by which rule of the cluster workload algorithm it may not."""

    id: Annotated[str, Field(description="SYSTEM/KIND/NAME of the queue")]
    system: str
    kind: str
    name: str
    channel: Annotated[str, Field(description="the cluster-receiver channel, or empty")]
    chosen: bool
    share: Annotated[float, Field(description="of the messages, from 0 to 1, by weights")]
    rule: Annotated[int, Field(description="that eliminates it, as docs/impact.md counts; or 0")]
    reason: str


class ReroutedDocument(TypedDict):
    """A queue of a cluster that puts go elsewhere to."""

    queue: str
    cluster: str
    put_from: Annotated[
        str, Field(description="the putting queue manager, or empty for those without an instance")
    ]
    lost: Annotated[bool, Field(description="no instance is left that a put can go to")]
    before: list[DestinationDocument]
    after: list[DestinationDocument]
    failure: Annotated[str, Field(description="what applications get, where nothing is left")]
    notes: list[str]


class LeftToPulumi(TypedDict):
    urn: str
    type: str
    name: str


class OutputChanged(TypedDict):
    name: str
    before: JsonValue
    after: JsonValue


class LoggedMessage(TypedDict):
    """What the program logged."""

    severity: Literal["info", "warning", "error"]
    text: str
    urn: str


@with_config(ConfigDict(title="Plan of Queuewright"))
class PlanDocument(TypedDict):
    format: Literal[2]
    project: str
    stack: str
    risks: NotRequired[Annotated[list[RiskDocument], Field(description="the worst first")]]
    steps: Annotated[list[StepDocument], Field(description="in the order of their generations")]
    policy: list[PolicyProblem]
    findings: NotRequired[
        Annotated[list[FindingDocument], Field(description="what lint says and no step does")]
    ]
    workload: NotRequired[list[ReroutedDocument]]
    left: Annotated[list[LeftToPulumi], Field(description="resources of other providers")]
    skipped: Annotated[list[str], Field(description="URNs that were not looked at")]
    unread: Annotated[list[str], Field(description="those of them whose system cannot be read")]
    unreachable: Annotated[dict[str, str], Field(description="why, by system")]
    refreshed: NotRequired[Annotated[bool, Field(description="false with --no-refresh")]]
    summary: Annotated[
        dict[Count, int],
        Field(description="steps by verb, and other counts; delete counts none of forget"),
    ]
    changes: bool
    exit_code: Annotated[
        Literal[0, 1, 2, 3],
        Field(description="0 no changes, 2 changes, 3 blocked, 1 where a system cannot be read"),
    ]
    outputs: NotRequired[Annotated[dict[str, JsonValue], Field(description="of the stack")]]
    output_changes: NotRequired[list[OutputChanged]]
    messages: NotRequired[list[LoggedMessage]]


def plan_schema() -> dict[str, Any]:
    """The JSON Schema of a plan's document."""
    return _schema_of(PlanDocument)


def lint_schema() -> dict[str, Any]:
    """The JSON Schema of what `lint --json` writes."""
    return _schema_of(LintDocument)


def _schema_of(document: Any) -> dict[str, Any]:
    schema = TypeAdapter(document).json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
