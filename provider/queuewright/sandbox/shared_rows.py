"""Shared queues: one definition in the shared repository, which each member of the group has.

Sources: Change Queue (PCF) QSGDisposition, MQQSGD_SHARED: "The object is defined in the shared
repository. Messages are stored in the coupling facility and are available to any queue manager in
the queue sharing group"; OpenInputCount: "If the queue is a shared queue, the count does not
include opens for input that were performed for the queue at other queue managers".

The row of such a queue is that of the queue manager which defined it, and so are its messages.
"""

from collections.abc import Collection
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.mq.local_queue import LocalQueueSpec

from .message_rows import Messages

_QUEUES = LocalQueueSpec.namespace
_DISPOSITION = "json_extract(attributes, '$.queue_sharing_group_disposition')"
_SHARED = f"class = '{_QUEUES}' AND kind = '{LocalQueueSpec.kind}' AND {_DISPOSITION} = 'shared'"


def marks(values: Collection[object]) -> str:
    """The places of these values in a statement."""
    return ",".join("?" * len(values))


class SharedQueues(Messages):
    """The queues that one queue manager of a group has in common with the others."""

    facts: SystemFacts

    def members(self) -> tuple[int, ...]:
        """The systems of the file that are in the queue sharing group; only the system itself where
        it is in none, as one whose dump has group objects."""
        group = self.facts.queue_sharing_group
        if not group:
            return (self.id,)
        query = "SELECT id FROM system WHERE json_extract(settings, '$.queue_sharing_group') = ?"
        return tuple(row[0] for row in self.connection.execute(f"{query} ORDER BY name", (group,)))

    def owner(self, queue: str) -> int:
        """The system whose rows a queue has: another one's where only that has defined it, as a
        shared queue."""
        if not self.facts.queue_sharing_group:  # nearly every queue manager
            return self.id
        return next((place for place, _ in self.shared_elsewhere([queue])), self.id)

    def shared_elsewhere(self, names: Collection[str] | None = None) -> Collection[tuple[int, str]]:
        """The shared queues that only others of the group have defined, by the system that has: not
        those whose name the queue manager has itself."""
        others = [member for member in self.members() if member != self.id]
        if not others:
            return ()
        query = f"SELECT name, system FROM object WHERE system IN ({marks(others)}) AND {_SHARED}"  # noqa: S608 - marks only
        own = "SELECT name FROM object WHERE system = ? AND class = ?"
        values: tuple[Any, ...] = ()
        if names is not None:
            values = tuple(names)
            query, own = (f"{each} AND name IN ({marks(values)})" for each in (query, own))
        found = self.connection.execute(f"{query} ORDER BY system DESC", (*others, *values))
        places = dict(found)  # of two of one name, from before they were in one group, the first
        if places:
            for (name,) in self.connection.execute(own, (self.id, _QUEUES, *values)):
                places.pop(name, None)
        return sorted((place, name) for name, place in places.items())

    def users(self, queue: str) -> tuple[int, ...]:
        """The systems that mean the same queue by this name: of a shared one each queue manager of
        the group, but those that have a queue of their own of that name."""
        members = self.members()
        if len(members) == 1:
            return members
        rows = self.connection.execute(
            f"SELECT system, {_DISPOSITION} = 'shared' FROM object"  # noqa: S608 - marks only
            f" WHERE system IN ({marks(members)}) AND class = ? AND name = ?",
            (*members, _QUEUES, queue),
        )
        own, owner = dict(rows), self.owner(queue)
        if not own.get(owner):
            return (self.id,)
        return tuple(member for member in members if member == owner or member not in own)

    def give_shared(self, heir: int) -> None:
        """The queue manager goes: its shared queues stay in the repository, with their messages."""
        mine = f"SELECT name FROM object WHERE system = ? AND {_SHARED}"  # noqa: S608 - fixed
        theirs = "SELECT name FROM object WHERE system = ? AND class = ?"
        for table, column in (("message", "queue"), ("object", "name")):
            among = f" AND {_SHARED}" if table == "object" else ""
            self.connection.execute(
                f"UPDATE {table} SET system = ? WHERE system = ?{among}"  # noqa: S608 - fixed names
                f" AND {column} IN ({mine}) AND {column} NOT IN ({theirs})",
                (heir, self.id, self.id, heir, _QUEUES),
            )
