"""The program's own functions (transforms), called directly instead of over a socket."""

from typing import Any

from google.protobuf.message import Message

from queuewright.program.pulumi_internals import CallbackServicer


class Callbacks(CallbackServicer):
    """Registers callbacks as the SDK does, without its server."""

    def __init__(self, monitor: Any) -> None:
        # The base class would open a port here; everything else of it is wanted.
        self._callbacks = {}
        self._transforms = {}
        self._state_migrations = {}
        self._monitor = monitor
        self._target = "in-process"

    async def serve(self) -> None:
        """There is nothing to start."""

    async def call(self, token: str, request: Message) -> Message:
        """What the program's function answers. Its exceptions pass through."""
        return await self._callbacks[token](request.SerializeToString())
