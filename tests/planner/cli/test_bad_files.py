"""Files that people name by mistake: every command that reads one says so in one line."""

from pathlib import Path

import pytest

from .conftest import Cli
from .test_bad_input import snapshot

READERS = [
    ("import", "{}", "--system", "QM9", "--out", "out"),
    ("sandbox", "load", "{}"),
    ("sandbox", "load", "{}", "--system", "QM9"),
    ("sandbox", "exec", "QM1", "{}"),
    ("validate", "{}", "--from", "mqsc"),
    ("validate", "{}", "--from", "cl"),
    ("validate", "{}", "--from", "pcf"),
    ("validate", "{}", "--from", "mqweb"),
    ("convert", "{}", "--from", "mqsc", "--to", "cl"),
    ("convert", "{}", "--from", "pcf", "--to", "mqsc"),
    ("stack", "import", "--file", "{}"),
]
JUNK = {
    "random bytes": bytes(range(256)) * 20,
    "half a command": b"DEFINE QLOCAL('A",
    "another language": b'{"a": [1, 2, {"b": null}]}',
    "nul bytes": b"\0" * 1000,
    "deep": b"[" * 100_000,
    "one long line": b"DEFINE QLOCAL(" + b"A" * 300_000 + b")",
}
# Nothing but blanks; a command of another language; and convert, which validates nothing.
HARMLESS = {("sandbox", "nul bytes"), ("validate", "one long line"), ("convert", "one long line")}


@pytest.fixture
def ready(cli: Cli, project: Path) -> Cli:
    assert cli("up", "--yes").code == 0
    return cli


def words(reader: tuple[str, ...], name: str) -> list[str]:
    return [word.replace("{}", name) for word in reader]


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_file_that_cannot_be_read(ready: Cli, project: Path, reader: tuple[str, ...]) -> None:
    (project / "folder").mkdir()
    dump = ready("sandbox", "dump", "QM1").out
    before = snapshot(project)
    for name in ("nowhere.txt", "folder", "line\nbreak.txt"):
        ran = ready(*words(reader, name))
        assert ran.code == 1, ran
        assert len(ran.errors) == 1, ran.err
        assert len(ran.err.splitlines()) == 1, ran.err
        assert name.partition("\n")[0] in ran.err
    assert snapshot(project) == before
    assert ready("sandbox", "dump", "QM1").out == dump


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_file_of_something_else(
    ready: Cli, project: Path, reader: tuple[str, ...], junk: str
) -> None:
    (project / "junk").write_bytes(JUNK[junk])
    dump = ready("sandbox", "dump", "QM1").out
    before = snapshot(project)
    ran = ready(*words(reader, "junk"))
    assert "Traceback" not in ran.err + ran.out
    assert all(line.isprintable() for line in ran.err.splitlines())
    assert all(len(line) < 2000 for line in ran.err.splitlines())
    if (reader[0], junk) in HARMLESS or (reader[0] == "import" and ran.code == 0):
        return  # the report of an import says what it could not take
    assert ran.code == 1, ran
    after = snapshot(project)
    assert after == before
    assert ready("sandbox", "dump", "QM1").out == dump
