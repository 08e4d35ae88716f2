"""An object as a system reports it: attributes and status apart."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from .attribute import Value
from .key import Key


class OpenFor(StrEnum):
    """The purpose of an open handle (MQOO_ options)."""

    INPUT_SHARED = "input-shared"
    INPUT_EXCLUSIVE = "input-exclusive"
    OUTPUT = "output"
    BROWSE = "browse"
    INQUIRE = "inquire"
    SET = "set"


# Types of object that programs open beside queues; each is a role of `Resolved`, and a name space.
APART = ("namelist", "process")
# Another one: what a program publishes or subscribes to.
TOPIC = "topic"
DISPOSITION = "queue_sharing_group_disposition"
# The application of a handle that only a count tells of, as in a dump.
UNKNOWN_APPLICATION = "unknown (from dump)"


@dataclass(frozen=True, slots=True)
class Resolved:
    """One object that a handle holds: `role` is alias, local, remote, queue-manager-alias,
    transmission, topic, one of `APART` or object (of IBM i)."""

    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Handle:
    """One open handle: the name given to MQOPEN (an alias keeps the alias's), who, what for.

    `queue_manager` is the ObjectQMgrName given to MQOPEN, "" for none: a handle opened through a
    queue manager alias has the alias's name there. `count` handles alike are one entry.
    `path` is what the name resolved to when it was opened, and is held until it is closed; None
    where the system does not tell, as queue managers do not of queues. `member` is the other queue
    manager of a queue-sharing group that has a shared queue open, "" for the system's own handles.
    """

    object_name: str
    application: str
    user: str
    open_for: frozenset[OpenFor]
    channel: str = ""
    queue_manager: str = ""
    count: int = 1
    path: tuple[Resolved, ...] | None = None
    member: str = field(default="", kw_only=True)

    @property
    def who(self) -> tuple[str, str, str] | None:
        """The application: its name, user and channel; None where it is not known. Two handles of
        it are of one application."""
        if self.application in ("", UNKNOWN_APPLICATION):
            return None
        return self.application, self.user, self.channel

    @property
    def opened_as(self) -> str:
        """The type of object that is open, as in OBJTYPE of DISPLAY CONN: `QUEUE`, or one with a
        name space of its own, so that a queue of this name is not what is open."""
        roles = [step.role for step in self.path or () if step.role in (*APART, TOPIC)]
        return roles[0].upper() if roles else "QUEUE"

    @property
    def for_input(self) -> bool:
        return bool(self.open_for & {OpenFor.INPUT_SHARED, OpenFor.INPUT_EXCLUSIVE})


@dataclass(frozen=True, slots=True)
class RunningInstance:
    """A running instance of a channel, listener or service, or what is kept of one that ended.

    state: the word of its STATUS, "RUNNING", "RETRYING"; "" for what is kept. partner: what it
    talks to. in_doubt: whether the batch that it sent last is neither committed nor backed out.
    """

    state: str
    partner: str = ""
    in_doubt: bool = False
    is_running: bool = True

    def __str__(self) -> str:
        words = [self.state or "ended", f"to {self.partner}" if self.partner else ""]
        return " ".join(filter(None, (*words, "(in doubt)" if self.in_doubt else "")))


@dataclass(frozen=True, slots=True)
class Status:
    """Status of one object. `depth` is messages on a local queue, None where it does not apply.

    `uncommitted` puts or gets hide behind a depth of 0. `open_input` and `open_output` are the
    counts of the system (IPPROCS, OPPROCS), known also where the handles themselves are not;
    `handles` are those opened by this object's own name; `handles_known` is False when the system
    could not list them (a dump has only counts). `longest_message`: bytes of the longest message,
    None where the system does not report it, as queue managers do not. `instances`: of what runs,
    None where the system does not tell. `objects`: in a library, of whatever type, None for what is
    no library and where the system does not tell.
    """

    depth: int | None = None
    uncommitted: int = 0
    open_input: int = 0
    open_output: int = 0
    handles: tuple[Handle, ...] = ()
    handles_known: bool = True
    longest_message: int | None = None
    instances: tuple[RunningInstance, ...] | None = ()
    objects: int | None = None

    @property
    def running(self) -> tuple[RunningInstance, ...]:
        """The instances that run now."""
        return tuple(each for each in self.instances or () if each.is_running)

    @property
    def in_doubt(self) -> bool:
        """Whether some batch is in doubt."""
        return any(each.in_doubt for each in self.instances or ())

    @property
    def in_use(self) -> bool:
        return bool(self.handles or self.open_input or self.open_output)


@dataclass(frozen=True, slots=True)
class Observed:
    """One object as its system reports it. `status` is None unless it was asked for.

    `attributes` has every attribute that the system reports, canonical values. `definition_type`
    tells dynamic queues ("permanent_dynamic", ...) from "predefined" ones.

    z/OS, Change Queue (PCF) QSGDisposition: a queue manager of a queue-sharing group can have an
    object that is live there (q_mgr, copy, shared) and see one of the same name in the shared
    repository (group), which may be somebody else's. `group` has the attributes of the latter
    beside the former, None where there is none; an object that is in the repository only is its
    `attributes`. `diff.sharing.meant` says which of the two a declaration means. presumed: nobody
    reports whether it is there, nor its attributes: it is for whoever has made it.
    """

    key: Key
    attributes: Mapping[str, Value] = field(default_factory=dict)
    status: Status | None = None
    definition_type: str = "predefined"
    group: Mapping[str, Value] | None = None
    presumed: bool = False

    @property
    def in_repository(self) -> bool:
        """Whether it is an object of the shared repository."""
        return self.attributes.get(DISPOSITION) == "group"

    @property
    def has_group_object(self) -> bool:
        """Whether the shared repository has an object of its key: this one, or one beside it."""
        return self.in_repository or self.group is not None

    @property
    def depth(self) -> int | None:
        """Messages on it, None where that is not known or it holds none."""
        return None if self.status is None else self.status.depth


def with_groups(found: Iterable[Observed]) -> list[Observed]:
    """One for each key, the first; an object of the shared repository stands beside the live one of
    its key."""
    live: dict[Key, Observed] = {}
    groups: dict[Key, Observed] = {}
    for each in found:
        (groups if each.in_repository else live).setdefault(each.key, each)
    for key, group in groups.items():
        beside = live.get(key)
        live[key] = group if beside is None else replace(beside, group=group.attributes)
    return list(live.values())
