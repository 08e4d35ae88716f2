"""The words of a decision: what changes, what it costs, what stands in the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.world.resolving import Use


class Verb(StrEnum):
    """Pulumi's step verbs, and ADOPT: an object exists that the stack does not have, and becomes
    the stack's own. IMPORT: the program asks for that by import_. READ only looks."""

    SAME = "same"
    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    DELETE = "delete"
    ADOPT = "adopt"
    IMPORT = "import"
    READ = "read"


class ForceVerdict(StrEnum):
    """Whether an in-place change needs FORCE."""

    NOT_NEEDED = "not-needed"
    NEEDED = "needed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ForceNeed:
    """The verdict, one sentence why (condition and numbers), which attributes, and who causes it.
    remediation: what makes it unnecessary."""

    verdict: ForceVerdict = ForceVerdict.NOT_NEEDED
    reason: str = ""
    attributes: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    remediation: str = "close it"


@dataclass(frozen=True, slots=True)
class AttributeChange:
    """One attribute: what it is now, what it shall be, its change class.

    `drifted` tells that the system differs from what was last applied (the program did not change
    it). None: unset there. In `Decision.drift`, `before` is what was last applied and `after`
    what the system has. is_set: a list whose order does not count.
    """

    name: str
    before: Value | None
    after: Value | None
    cost: Change
    drifted: bool = False
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision about one object, with its reasons.

    creates: every attribute that a create sets, alone or as half of a replacement. carries: names
    of those that are taken over from the object that is replaced; leaves: of its attributes that
    the new one cannot have. changes:
    attributes to set (update, or import of an object that differs) and, for a replace, everything
    that differs, with cost "replace" on what causes it. drift: differences found while reading,
    whether or not they are put right. problems: errors stop `up` before anything is sent,
    warnings are shown. with_force: FORCE is sent with the change. with_restart: what runs is
    stopped, changed and started. starts: it is started, because an update that was cut off has left
    it stopped; None where it may have, and whether it runs is not known. refreshes: the types of
    REFRESH SECURITY that are sent after everything else. purge: the delete
    (or that of a replace) takes the messages with it. keep: a delete that sends nothing (retained,
    not ours, or gone already). authorities_only: a delete of what is left of an object that was
    deleted to be replaced: its authority records. successor: the object of another kind that takes
    the name of a deleted one, and keeps its authority records. messages: how many are on an object
    that is deleted or replaced, None where that is not known. reasons: short sentences for people.
    """

    verb: Verb
    changes: tuple[AttributeChange, ...] = ()
    creates: Mapping[str, Value] = field(default_factory=dict)
    carries: frozenset[str] = frozenset()
    leaves: frozenset[str] = frozenset()
    drift: tuple[AttributeChange, ...] = ()
    force: ForceNeed = field(default_factory=ForceNeed)
    problems: tuple[Diagnostic, ...] = ()
    with_force: bool = False
    with_restart: bool = False
    starts: bool | None = False
    refreshes: tuple[str, ...] = ()
    purge: bool = False
    keep: bool = False
    authorities_only: bool = False
    successor: Key | None = None
    reasons: tuple[str, ...] = ()
    messages: int | None = None

    @property
    def deletes(self) -> bool:
        """Whether the object is gone afterwards."""
        return self.verb is Verb.DELETE and not self.keep

    @property
    def carried(self) -> dict[str, Value]:
        """The values that a replacement takes over of the old object."""
        return {name: self.creates[name] for name in self.carries if name in self.creates}

    @property
    def only_adopts(self) -> bool:
        """Whether the stack takes over an object as it is: no command is sent."""
        sent = self.changes or self.refreshes or self.starts is not False
        return self.verb in (Verb.ADOPT, Verb.IMPORT) and not sent

    @property
    def blocked(self) -> tuple[Diagnostic, ...]:
        return tuple([problem for problem in self.problems if problem.is_error])

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple([problem for problem in self.problems if not problem.is_error])

    def but(self, *problems: Diagnostic, reason: str = "") -> "Decision":
        """The decision with problems that it does not have yet, and a reason before its own."""
        fresh = [problem for problem in problems if problem not in self.problems]
        if not fresh and not reason:
            return self
        reasons = (reason, *self.reasons) if reason else self.reasons
        return replace(self, problems=(*self.problems, *fresh), reasons=reasons)
