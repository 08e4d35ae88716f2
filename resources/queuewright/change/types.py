"""The words of a decision: what changes, what it costs, what stands in the way."""

from dataclasses import dataclass, field
from enum import StrEnum

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.problem import Problem

__all__ = ["AttributeChange", "Decision", "ForceNeed", "ForceVerdict", "Use", "Verb"]


class Verb(StrEnum):
    """Pulumi's step verbs. IMPORT adopts an object that exists; READ only looks."""

    SAME = "same"
    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    DELETE = "delete"
    IMPORT = "import"
    READ = "read"


class ForceVerdict(StrEnum):
    """Whether an in-place change needs FORCE."""

    NOT_NEEDED = "not-needed"
    NEEDED = "needed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Use:
    """Who stands in the way of a change: `application` of `user` has `opened` open for
    `open_for`, which resolves to the changed object through `through` (alias or remote queue
    names, nearest first; empty when it was opened by its own name)."""

    opened: str
    application: str
    user: str
    open_for: frozenset[OpenFor]
    through: tuple[str, ...] = ()
    channel: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class ForceNeed:
    """The verdict, one sentence why (rule and numbers), who causes it, and which attributes."""

    verdict: ForceVerdict = ForceVerdict.NOT_NEEDED
    why: str = ""
    uses: tuple[Use, ...] = ()
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttributeChange:
    """One attribute: what it is now, what it shall be, its change class.

    `drifted` tells that the system differs from what was last applied (the program did not change
    it). None: unset there.
    """

    name: str
    before: Value | None
    after: Value | None
    cost: Change
    drifted: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with one object, and why.

    changes: attributes to set (update) or that cause a replace. drift: differences found while
    reading, whether or not they are put right. blocked: reasons that stop `up` before anything is
    sent. warnings: shown, never stopping. keep: a delete that leaves the object on its system
    (retain, or not ours). reasons: short sentences for people.
    """

    verb: Verb
    changes: tuple[AttributeChange, ...] = ()
    drift: tuple[AttributeChange, ...] = ()
    force: ForceNeed = field(default_factory=ForceNeed)
    blocked: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    purge: bool = False
    keep: bool = False
    reasons: tuple[str, ...] = ()
