"""The facts of a system that validating a declaration needs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .platform import Platform
from .references import Role


def own_length(length: int | None) -> Mapping[str, Any]:
    """The attributes of a queue manager of which at most MaxMsgLength is known."""
    return {} if length is None else {"max_message_length": length}


@dataclass(frozen=True, slots=True)
class SystemFacts:
    """Platform, command level (930 is MQ 9.3.0) and CCSID of a system, from its configuration.

    `queue_manager` is what is known of the queue manager's own attributes, canonical values by
    their names in mq:QueueManager; a property that reads one is None where it is not known.
    `current_library` is what *CURLIB means on an IBM i (CRTMSGQ and CRTDTAQ: QGPL if unset).
    `is_ccsid_known` is False where the CCSID is only the usual one of the platform;
    `libraries_read` are those of an IBM i that a reading of everything takes in, None for all: what
    is in others is seen where it is asked for by name.
    None where it is not known: `libraries` that an IBM i has, each with the authority that new
    objects in it get (CRTLIB CRTAUT), "" where that is not known; `queue_sharing_group` of a queue
    manager, "" for none; `cell_directory`, whether a name service with one is configured;
    `group_objects`, kind and name of each object in the shared repository of its queue
    sharing group; `kinds` that can be reached the way the system is.
    `names`: of every object of a role, such as the processes of a queue manager, known by name
    only; of a role that is not among them nothing is known, and `refused` has those roles that were
    asked for and not reported, as the user may not see them.
    `unreported`: kind -> attributes of its objects that nobody can read the way it is reached,
    such as the delivery of a message queue: never taken for something, and no drift.
    """

    name: str
    platform: Platform = Platform.LINUX
    command_level: int = 930
    ccsid: int = 1208
    current_library: str = "QGPL"
    queue_manager: Mapping[str, Any] = field(default_factory=dict, hash=False)
    libraries: Mapping[str, str] | None = field(default=None, hash=False)
    is_ccsid_known: bool = True
    libraries_read: frozenset[str] | None = None
    queue_sharing_group: str | None = None
    cell_directory: bool | None = None
    group_objects: frozenset[tuple[str, str]] | None = None
    kinds: frozenset[str] | None = None
    names: Mapping[Role, frozenset[str]] = field(default_factory=dict, hash=False)
    refused: frozenset[Role] = frozenset()
    unreported: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)

    @property
    def max_message_length(self) -> int | None:
        """In bytes."""
        return self.queue_manager.get("max_message_length")

    @property
    def default_transmission_queue(self) -> str | None:
        """DefXmitQName, "" for none."""
        return self.queue_manager.get("default_transmission_queue")

    @property
    def dead_letter_queue(self) -> str | None:
        """DeadLetterQName, "" for none."""
        return self.queue_manager.get("dead_letter_queue")

    @property
    def cluster_workload_use_queue(self) -> str | None:
        """CLWLUSEQ: "useq_local", "useq_any"."""
        return self.queue_manager.get("cluster_workload_use_queue")

    @property
    def cluster_workload_channels(self) -> int | None:
        """CLWLMRUC."""
        return self.queue_manager.get("cluster_workload_channels")

    @property
    def substitutes(self) -> bool:
        """Whether a character that the CCSID has not is known to become another one: the texts of
        IBM i are kept in the job's CCSID."""
        return self.platform is Platform.IBMI and self.is_ccsid_known

    def exists(self, role: Role, name: str) -> bool | None:
        """Whether there is an object of that name, as far as `names` says; None where it does not
        say."""
        names = self.names.get(role)
        return None if names is None else name in names

    def takes_in(self, library: str) -> bool:
        """Whether a reading of everything shows what is in a library."""
        return self.libraries_read is None or library in self.libraries_read

    def unreported_lines(self, kinds: Iterable[str]) -> Iterator[str]:
        """One line for each of `kinds` that has what nobody can read."""
        for kind in sorted(set(kinds) & self.unreported.keys()):
            names = ", ".join(sorted(self.unreported[kind]))
            yield f"{self.name} does not report {names} of {kind}"
