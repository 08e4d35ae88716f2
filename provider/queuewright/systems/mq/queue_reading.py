"""A queue of event messages over a connection that may break: opened when it is needed, and again
after it was lost."""

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from queuewright.dialects.pcf.events import EventMessage

from .exchange import ConnectionFailed


class QueueConnection(Protocol):
    """A connection to a queue manager that reads one queue of it, which is open for exclusive input
    while it is read. One thread at a time calls it. Every method raises ConnectionFailed."""

    def open(self) -> None:
        """Connect."""
        ...

    def browse(self, most: int) -> list[EventMessage]:
        """The messages that are there, from the oldest on, as it is on the queue: nothing is
        converted."""
        ...

    def remove(self, ids: Collection[bytes]) -> None:
        """Get the messages of these MsgIds; one that is not there is no error."""
        ...

    def close(self) -> None: ...


class ConnectedQueue:
    """The queue. connect: makes a connection, not yet open; failure: what one that failed means."""

    def __init__(
        self,
        place: str,
        connect: Callable[[], QueueConnection],
        failure: Callable[[ConnectionFailed], Exception],
    ) -> None:
        self.place = place
        self._connect = connect
        self._failure = failure
        self._using = threading.Lock()
        self._connection: QueueConnection | None = None

    def browse(self, most: int) -> list[EventMessage]:
        with self._opened() as connection:
            return connection.browse(most)

    def remove(self, ids: Collection[bytes]) -> None:
        if not ids:
            return
        with self._opened() as connection:
            connection.remove(ids)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(ConnectionFailed):
                connection.close()

    @contextmanager
    def _opened(self) -> Iterator[QueueConnection]:
        with self._using:
            try:
                if self._connection is None:
                    self._connection = self._connect()
                    self._connection.open()
                yield self._connection
            except ConnectionFailed as error:
                self.close()
                raise self._failure(error) from error
            except BaseException:
                self.close()
                raise
