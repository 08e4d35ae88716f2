"""What a program declares, from its process to the provider's."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from queuewright.catalogue.key import Key
from queuewright.dynamic.declared_file import DeclaredFile
from queuewright.program.declared_list import DeclaredList

A, B = (Key("QM1", "mq:LocalQueue", name) for name in "AB")


@pytest.mark.parametrize("with_proc", [True, False])
def test_what_the_program_lists_is_read(monkeypatch: pytest.MonkeyPatch, with_proc: bool) -> None:
    if not with_proc:
        monkeypatch.setattr(Path, "exists", lambda path: False)
    listed, read = DeclaredList(), DeclaredFile()
    listed.write({A: {}})
    read.read(listed.path)
    assert list(read.of(A.kind, "QM1")) == [A]
    assert list(read.of("mq:AliasQueue", "QM1")) == []
    assert list(read.of(A.kind, "QM2")) == []
    listed.write({B: {}, A: {}})
    read.read(listed.path)
    assert list(read.of(A.kind, "QM1")) == [A, B]
    listed.write({})
    read.read(listed.path)
    assert list(read.of(A.kind, "QM1")) == []
    listed.close()


def test_what_the_engine_asks_about_is_declared_though_the_list_lacks_it() -> None:
    """Its name is an Output, and known only by then."""
    listed, read = DeclaredList(), DeclaredFile()
    read.checked(B, {})
    assert list(read.of(B.kind, "QM1")) == [], "no program is known"
    listed.write({A: {}})
    read.read(listed.path)
    record = Key("QM1", "mq:AuthorityRecord", "B/q/app/")
    topic, other = (Key("QM1", "mq:Topic", name) for name in ("T", "U"))
    for key, values in ((B, {}), (record, {}), (topic, {"topic_string": "a/b"}), (B, {})):
        read.checked(key, values)
    for _ in range(2):
        assert list(read.of(B.kind, "QM1")) == [A, B]
        assert list(read.records_of(B)) == [record]
        assert list(read.holders(Key("QM1", "mq:AliasQueue", "B"), {})) == [B]
        assert list(read.holders(other, {"topic_string": "a/b"})) == [topic]
        listed.write({A: {}, other: {}})  # a program that waits in the middle declares more
        read.read(listed.path)
        assert list(read.of(A.kind, "QM1")) == [A, B]
    listed.close()


@pytest.mark.parametrize("text", [None, "", "[", '{"a": 1}', "[1, null]"])
def test_a_file_that_is_no_list_says_nothing(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "list"
    if text is not None:
        file.write_text(text)
    read = DeclaredFile()
    read.read(str(file))
    assert list(read.of(A.kind, "QM1")) == []


def test_no_file_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    listed = DeclaredList()
    listed.write({A: {}})
    listed.close()
    assert listed.path == ""


def test_what_a_queue_manager_is_declared_to_take() -> None:
    listed, read = DeclaredList(), DeclaredFile()
    manager = Key("QM1", "mq:QueueManagerAttributes", "QMGR")
    listed.write({A: {"max_message_length": 5}, manager: {"max_message_length": 9}})
    read.read(listed.path)
    assert (read.length_of("QM1"), read.length_of("QM2")) == (9, None)
    listed.close()


INTERRUPTED = """
import os, signal, threading, time
from queuewright.program.declared_list import DeclaredList
{before}
DeclaredList().end_when_interrupted()
threading.Thread(target=time.sleep, args=(60,)).start()
os.kill(os.getpid(), signal.SIGINT)
time.sleep(60)
"""


def test_a_program_that_is_interrupted_ends_quietly() -> None:
    """Pulumi's engine does that to one that waits for a resource which has failed."""
    # As in the foreground: what a shell starts in the background ignores SIGINT.
    before = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(before=before)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "")


def test_a_handler_of_the_users_own_stays() -> None:
    before = "signal.signal(signal.SIGINT, lambda *_: (print('mine', flush=True), os._exit(3)))"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(before=before)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "mine\n")
