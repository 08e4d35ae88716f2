"""Files that are there whole or not at all."""

import os
import stat
import threading
from pathlib import Path

import pytest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.whole_files import write_whole


def test_a_file_is_replaced_with_its_permissions_and_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "metrics.prom"
    write_whole(file, "one\n")
    file.chmod(0o640)
    write_whole(file, "zwei é\n")
    assert file.read_text(encoding="utf-8") == "zwei é\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["metrics.prom"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real" / "file")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "file").read_text() == "text"


def test_a_disk_that_is_full_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "page.html"
    write_whole(file, "old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(QueuewrightError, match=r"page\.html: No space left on device; give a path"):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_path_that_cannot_be_is_named(tmp_path: Path) -> None:
    with pytest.raises(QueuewrightError, match="x: No such file or directory; give a path"):
        write_whole(tmp_path / "none" / "x", "text")
    with pytest.raises(QueuewrightError, match="Is a directory"):
        write_whole(tmp_path, "text")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, "text")
    reader.join(10)
    assert got == ["text"]
    assert pipe.is_fifo()
