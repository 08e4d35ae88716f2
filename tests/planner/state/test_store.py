"""Where states are: replaced at once or not at all, locked, refused when they are not ours."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from queuewright.state.deployment import Deployment, Resource
from queuewright.state.errors import StackLocked, StateError
from queuewright.state.store import StackStore, stored_stacks

ROOT = "urn:pulumi:dev::orders::pulumi:pulumi:Stack::orders-dev"
STATE = Deployment((Resource({"urn": ROOT, "custom": False, "type": "pulumi:pulumi:Stack"}),))


@pytest.fixture
def store(tmp_path: Path) -> StackStore:
    return StackStore(tmp_path, "orders", "dev")


def test_it_is_where_the_design_says(store: StackStore, tmp_path: Path) -> None:
    assert store.path == tmp_path / ".queuewright" / "stacks" / "orders" / "dev.json"
    assert not store.exists()
    assert store.load() == Deployment()
    assert not store.path.parent.exists()


def test_saved_and_loaded(store: StackStore, tmp_path: Path) -> None:
    store.save(STATE)
    assert store.load().resources == STATE.resources
    # What was saved is not read again, and is what anybody else reads.
    other = StackStore(tmp_path, store.project, store.stack)
    assert store.load() is store.load()
    assert store.load() == other.load()
    other.save(Deployment())
    assert store.load() == Deployment.read(Deployment().write())
    store.save(STATE)
    assert store.exists()
    assert list(stored_stacks(tmp_path, "orders")) == ["dev"]
    assert list(stored_stacks(tmp_path, "others")) == []
    assert [path.name for path in store.path.parent.iterdir()] == ["dev.json"]
    store.remove()
    assert list(stored_stacks(tmp_path, "orders")) == []


def test_a_journal_is_part_of_the_state_until_it_is_saved(store: StackStore) -> None:
    store.save(STATE)
    journal = store.journal()
    component = Resource(
        {"urn": "urn:pulumi:dev::orders::my:Comp::c", "custom": False, "type": "my:Comp"}
    )
    journal.done(component)
    journal.close()
    assert store.load().resources == (*STATE.resources, component)
    store.save(store.load())
    assert not store.journal_path.exists()
    assert store.load().resources == (*STATE.resources, component)


def test_killed_between_the_state_and_its_journal(
    store: StackStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal that is left is part of the state already; what is saved later is not undone."""
    store.save(STATE)
    journal = store.journal()
    gone = STATE.resources[-1]
    journal.deleted(gone.urn, gone.id)
    journal.close()
    after = store.load()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.save(after)
    assert store.journal_path.exists()
    assert store.load() == after
    # An import of another state, cut off at the same place, is that state.
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.save(STATE)
    assert store.load().resources == STATE.resources
    store.save(STATE)
    assert not store.journal_path.exists()


@pytest.mark.parametrize("name", ["", "a/b", "..", ".", "a\n", "a b", "x" * 101])
def test_a_name_cannot_lead_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(StateError, match="cannot name a project or stack"):
        StackStore(tmp_path, "orders", name)
    with pytest.raises(StateError, match="cannot name a project or stack"):
        StackStore(tmp_path, name, "dev")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ('{"version": 9}', "is newer than 4"),
        (json.dumps(STATE.write()).replace(":dev::", ":prod::"), "belongs to another stack"),
    ],
)
def test_a_file_that_is_no_state_of_ours_is_left_alone(
    store: StackStore, text: str, message: str
) -> None:
    store.path.parent.mkdir(parents=True)
    store.path.write_text(text)
    with pytest.raises(StateError, match=message) as caught:
        store.load()
    assert str(store.path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert store.path.read_text() == text


def test_bytes_that_are_no_text_are_one_line(store: StackStore) -> None:
    store.path.parent.mkdir(parents=True)
    store.path.write_bytes(b"\xff\xfe")
    with pytest.raises(StateError, match="cannot be read"):
        store.load()


def test_a_state_that_cannot_be_written_stays_as_it_was(
    store: StackStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save(STATE)
    before = store.path.read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StateError, match="No space left on device; make room"):
        store.save(Deployment())
    assert store.path.read_text() == before
    assert [path.name for path in store.path.parent.iterdir()] == ["dev.json"]


def test_the_lock_says_who_has_it_and_the_way_out(store: StackStore) -> None:
    with store.locked():
        with pytest.raises(StackLocked) as caught, store.locked():
            pass
        message = str(caught.value)
    assert f"process {os.getpid()} of" in message
    assert f"on {socket.gethostname()} since 20" in message
    assert message.endswith("; wait until it has ended, or stop it")
    assert not store.lock_path.with_suffix(".holder").exists()
    with store.locked():
        pass


def test_a_lock_is_released_when_its_work_fails(store: StackStore) -> None:
    with pytest.raises(ZeroDivisionError), store.locked():
        raise ZeroDivisionError
    with store.locked():
        pass


@pytest.mark.parametrize("ends", ["kill", "exit"])
def test_the_lock_of_a_process_that_has_ended_is_free(store: StackStore, ends: str) -> None:
    """However it ended; and what it left beside the lock names nobody any more."""
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from queuewright.state.store import StackStore\n"
        "with StackStore(Path(sys.argv[1]), 'orders', 'dev').locked():\n"
        "    if sys.argv[2] == 'kill':\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    os._exit(0)\n"
    )
    directory = store.path.parents[3]
    subprocess.run([sys.executable, "-c", program, str(directory), ends], check=False)
    holder = store.lock_path.with_suffix(".holder")
    assert holder.exists()
    with store.locked():
        assert json.loads(holder.read_text())["pid"] == os.getpid()


def test_a_holder_that_does_not_say_who_it_is(store: StackStore) -> None:
    with store.locked():
        store.lock_path.with_suffix(".holder").write_text("[]")
        message = "is locked by a process that does not say who it is; wait"
        with pytest.raises(StackLocked, match=message), store.locked():
            pass
