"""A process that is gone in the middle of its work."""

from typing import NoReturn

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.engine.apply import Event, Outcome
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem


class Crash(BaseException):
    """The process has ended."""


def crash(*_: object, **__: object) -> NoReturn:
    raise Crash


def die(event: Event) -> None:
    if event.outcome is Outcome.FAILED:
        raise Crash


def cut_off(patch: pytest.MonkeyPatch, at: str, *, refused: bool = False) -> None:
    """delete: before that command; deleted: after it. refused: the command is, instead."""
    if at == "refresh_security":
        patch.setattr(SandboxSystem, at, crash)
        return
    verb = at.removesuffix("d") if at != "created" else "create"
    own = getattr(EmbeddedSystem, verb)

    def cut(*given: object, **more: object) -> NoReturn:
        if at.endswith("d"):
            own(*given, **more)
        raise CommandFailed("no") if refused else Crash

    patch.setattr(EmbeddedSystem, verb, cut)
