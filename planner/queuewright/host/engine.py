"""The engine's side of a program: what it logs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from google.protobuf import empty_pb2

from queuewright.program.pulumi_internals import engine_pb2

_SEVERITIES = {
    engine_pb2.INFO: "info",
    engine_pb2.WARNING: "warning",
    engine_pb2.ERROR: "error",
}


@dataclass(frozen=True, slots=True)
class Message:
    """One `pulumi.log` message. severity: info, warning or error; `urn` "" for none."""

    severity: str
    text: str
    urn: str = ""


class Engine:
    """Takes the place of the SDK's EngineStub. Secrets are taken out of messages by `redact`,
    when they are asked for: what is a secret may become known after it was logged."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        self._messages: list[Message] = []
        self._redact = redact

    @property
    def messages(self) -> tuple[Message, ...]:
        """Everything logged so far."""
        return tuple(
            replace(message, text=self._redact(message.text)) for message in self._messages
        )

    def Log(self, request: Any) -> empty_pb2.Empty:
        severity = _SEVERITIES.get(request.severity)  # debug messages are the SDK's own
        if severity is not None:
            self._messages.append(Message(severity, request.message, request.urn))
        return empty_pb2.Empty()

    def RequirePulumiVersion(self, request: Any) -> empty_pb2.Empty:
        """Any version will do: there is no Pulumi CLI here to be too old."""
        return empty_pb2.Empty()
