"""Plans, states and sandboxes are their owner's, whatever the umask says."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.private_files import make_private, open_private
from queuewright.state.store import StackStore

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")


@pytest.fixture(autouse=True)
def everybody_may() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_file_that_a_stack_leaves_is_its_owners(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    stack = "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    (tmp_path / "Pulumi.dev.yaml").write_text(stack)
    program = 'from queuewright import mq\nmq.LocalQueue("IN", system="QM1")\n'
    (tmp_path / "__main__.py").write_text(program)
    given = set(tmp_path.rglob("*"))
    plan = tmp_path / "plan.json"
    plan.write_text("an older one, longer than what comes" * 1000)
    plan.chmod(0o644)
    for words in (
        ("preview", "--save-plan", "plan.json"),
        ("up", "--yes", "--plan", "plan.json"),
        ("stack", "export", "--file", "state.json"),
        ("comment", "--save", "said.json", sys.executable, "-c", ""),
    ):
        assert queuewright(tmp_path, *words).code == 0, words
    store = StackStore(tmp_path, "shop", "dev")
    with store.locked():
        journal = store.journal()
        journal.failed("x")
        journal.close()
        assert mode(store.journal_path) == 0o600
        again = store.journal()
        store.journal_path.chmod(0o644)
        again.failed("y")
        again.close()
    left = {path for path in tmp_path.rglob("*") if path.is_file()} - given
    locks = {path for path in left if path.suffix == ".lock" or "__pycache__" in path.parts}
    assert {path.name: oct(mode(path)) for path in left - locks if mode(path) & 0o077} == {}
    names = {path.name for path in left}
    assert {"plan.json", "state.json", "said.json", "dev.json", "dev.journal"} <= names
    assert any(path.suffix == ".db" for path in left)


def test_a_file_is_written_whole_and_appended_to(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("longer than that")
    file.chmod(0o666)
    with open_private(file) as opened:
        assert mode(file) == 0o600
        opened.write(b"one")
    with open_private(file, append=True) as opened:
        opened.write(b" two")
    assert (file.read_bytes(), mode(file)) == (b"one two", 0o600)
    make_private(file)  # there is one
    assert file.read_bytes() == b"one two"
    with open_private(Path("/dev/null")) as opened:  # what is not a file keeps its mode
        opened.write(b"x")
    with pytest.raises(FileNotFoundError):
        open_private(tmp_path / "no" / "where")
