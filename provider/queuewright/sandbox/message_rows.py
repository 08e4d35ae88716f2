"""Messages of the queues of one system, as rows of the file."""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Depth:
    """Messages of one queue. `depth` counts uncommitted puts and not what is got uncommitted."""

    committed: int = 0
    put: int = 0
    get: int = 0

    @property
    def depth(self) -> int:
        return self.committed + self.put

    @property
    def uncommitted(self) -> int:
        return self.put + self.get

    @property
    def any(self) -> int:
        return self.committed + self.put + self.get


class Messages:
    """Of the system `id`; now: the time of everything that changes."""

    connection: sqlite3.Connection
    id: int
    now: int

    def owner(self, queue: str) -> int:
        """The system whose rows a queue has."""
        return self.id

    def shared_elsewhere(self, names: Collection[str] | None = None) -> Collection[tuple[int, str]]:
        """The queues, of these names, whose rows are another system's: that system and the name."""
        return ()

    def delete_rows(self, table: str, *, of: int | None = None, **columns: object) -> None:
        """Delete the rows of this system, or of another one, that have these values."""
        where = " AND ".join(f"{column} = ?" for column in ("system", *columns))
        query = f"DELETE FROM {table} WHERE {where}"  # noqa: S608 - fixed names
        self.connection.execute(query, (self.id if of is None else of, *columns.values()))

    def depth(self, queue: str) -> Depth:
        return self.depths(queue).get(queue, Depth())

    def depths(self, queue: str | None = None) -> dict[str, Depth]:
        """Message counts of every queue that has any, or of one."""
        if queue is not None:
            return self._depths(self.owner(queue), queue)
        depths = self._depths(self.id)
        for owner, name in self.shared_elsewhere():
            depths |= self._depths(owner, name)
        return depths

    def _depths(self, system: int, queue: str | None = None) -> dict[str, Depth]:
        query = "SELECT queue, state, sum(count) FROM message WHERE system = ?"
        values: tuple[Any, ...] = (system,)
        if queue is not None:
            query, values = query + " AND queue = ?", (system, queue)
        depths: dict[str, Depth] = {}
        for name, state, count in self.connection.execute(query + " GROUP BY queue, state", values):
            depths[name] = replace(depths.get(name, Depth()), **{state: count})
        return depths

    def longest_messages(self) -> dict[str, int]:
        """Bytes of the longest message of every queue, as far as lengths are known: a dump tells
        only how many there are."""
        query = "SELECT queue, max(size) FROM message WHERE system = ? AND size > 0"
        longest = dict(self.connection.execute(f"{query} GROUP BY queue", (self.id,)))
        for owner, name in self.shared_elsewhere():
            of_queue = f"{query} AND queue = ? GROUP BY queue"
            longest |= dict(self.connection.execute(of_queue, (owner, name)))
        return longest

    def add_messages(self, queue: str, count: int, size: int, state: str) -> None:
        self.connection.execute(
            "INSERT INTO message (system, queue, size, state, count) VALUES (?, ?, ?, ?, ?)",
            (self.owner(queue), queue, size, state, count),
        )

    def add_content(self, queue: str, data: bytes, correlation: bytes) -> None:
        """A message whose content is kept."""
        self.connection.execute(
            "INSERT INTO message (system, queue, size, state, count, data, correlation, put)"
            " VALUES (?, ?, ?, 'committed', 1, ?, ?, ?)",
            (self.owner(queue), queue, len(data), data, correlation, self.now),
        )

    def contents(self, queue: str, most: int) -> list[tuple[int, bytes, bytes, int]]:
        """Number, content, correlation identifier and time of committed messages whose content is
        kept, the oldest first."""
        query = (
            "SELECT id, data, correlation, put FROM message WHERE system = ? AND queue = ?"
            " AND state = 'committed' AND data IS NOT NULL ORDER BY id LIMIT ?"
        )
        return list(self.connection.execute(query, (self.owner(queue), queue, most)))

    def drop_contents(self, queue: str, numbers: Collection[int]) -> None:
        for number in numbers:
            self.delete_rows("message", of=self.owner(queue), queue=queue, id=number)

    def sizes(self, queue: str) -> list[tuple[int, int]]:
        """Length and number of the messages of a queue, the oldest first."""
        query = "SELECT size, count FROM message WHERE system = ? AND queue = ? ORDER BY id"
        return list(self.connection.execute(query, (self.owner(queue), queue)))

    def stored_bytes(self, queue: str) -> int:
        """How long the messages of a queue are together."""
        return sum(size * count for size, count in self.sizes(queue))

    def rename_messages(self, before: str, after: str) -> None:
        """The messages of a queue that has another name now."""
        query = "UPDATE message SET queue = ? WHERE system = ? AND queue = ?"
        self.connection.execute(query, (after, self.id, before))

    def drop_messages(self, queue: str) -> None:
        self.delete_rows("message", of=self.owner(queue), queue=queue)
