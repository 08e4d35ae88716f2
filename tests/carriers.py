"""Every way of reaching a queue manager that the contract of `System` is tested over.

Each gives the system, and the sandbox's own queue manager behind it for what no command does.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqweb import displayed
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.mq.carrier import Reply
from queuewright.systems.mq.commands import Command, in_mqsc
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from


@dataclass(frozen=True)
class Reached:
    system: System
    machine: EmbeddedSystem


Reach = Callable[[Path, str, Platform], AbstractContextManager[Reached]]


def machine(folder: Path, name: str, platform: Platform) -> EmbeddedSystem:
    return Sandbox(folder / "sandbox.db").create_system(name, platform=platform, exist_ok=True)


@contextmanager
def in_process(folder: Path, name: str, platform: Platform) -> Iterator[Reached]:
    embedded = machine(folder, name, platform)
    config = {name: {"type": "sandbox", "path": str(embedded.sandbox.path)}}
    yield Reached(systems_from(config, base=folder)[name], embedded)


class SandboxCarrier:
    """The sandbox's own MQSC in this process: the shared part without any wire."""

    address = "in this process"

    def __init__(self, embedded: EmbeddedSystem) -> None:
        self._embedded = embedded
        self.sent: list[str] = []

    def send(self, commands: Sequence[Command]) -> list[Reply]:
        return [self._reply(in_mqsc(command)) for command in commands]

    def _reply(self, command: str) -> Reply:
        self.sent.append(command)
        [answer] = mqsc_commands.run(self._embedded, command)
        rows = [displayed(shown) for shown in answer.objects]
        return Reply(answer.completion, answer.reason, "", answer.message, rows)


@contextmanager
def mqsc(folder: Path, name: str, platform: Platform) -> Iterator[Reached]:
    embedded = machine(folder, name, platform)
    yield Reached(MqSystem(name, SandboxCarrier(embedded), attempts=1), embedded)


# Name -> how a queue manager is reached; each carrier adds itself here.
CARRIERS: dict[str, Reach] = {"sandbox": in_process, "mqsc": mqsc}
