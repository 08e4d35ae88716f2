"""Sandboxes to try the documents' sentences on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

Refusal = Callable[..., CommandFailed]


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path / "sandbox.db", lambda: 1_790_000_000)


@pytest.fixture
def qm(sandbox: Sandbox) -> EmbeddedSystem:
    """A queue manager on Linux at command level 930."""
    return sandbox.create_system("QM1", platform=Platform.LINUX)


@pytest.fixture
def ibmi(sandbox: Sandbox) -> EmbeddedSystem:
    """An IBM i partition with a queue manager on it, and library ORDERS."""
    return sandbox.create_system("PROD01", platform=Platform.IBMI, libraries=("ORDERS",))


@pytest.fixture
def zos(sandbox: Sandbox) -> EmbeddedSystem:
    """A z/OS queue manager that is in no queue sharing group."""
    return sandbox.create_system("MQZ1", platform=Platform.ZOS)


@pytest.fixture
def refusal() -> Refusal:
    """Call something that must be refused; gives the refusal, whose text is one line."""

    def call(command: Callable[..., object], *args: object, **options: object) -> CommandFailed:
        with pytest.raises(CommandFailed) as caught:
            command(*args, **options)
        text = str(caught.value)
        assert "\n" not in text
        assert (caught.value.reason_name or caught.value.message_id) in text
        return caught.value

    return call
