"""Standard output and error that a command can go on without: a reader that has gone away, or a
full disk, stops no update midway."""

import errno
import io
import sys
from typing import Any, TextIO


class _Raw(io.FileIO):
    """A file descriptor. failed: why it takes no more; what is written after that is lost."""

    failed: OSError | None = None

    def write(self, data: Any) -> int:
        if self.failed is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failed = error
        return memoryview(data).nbytes


def _tolerant(stream: TextIO) -> tuple[TextIO, _Raw]:
    raw = _Raw(stream.fileno(), "w", closefd=False)
    is_unicode = is_utf(stream)
    text = io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors if is_unicode else "backslashreplace",
        line_buffering=stream.isatty() or stream is sys.__stderr__,
    )
    return text, raw


def is_utf(stream: TextIO) -> bool:
    """Whether a stream takes every character."""
    return (stream.encoding or "utf-8").lower().replace("-", "").startswith("utf")


class TolerantStreams:
    """Takes the place of the process's own standard output and error; see `finish`."""

    def __init__(self) -> None:
        self._raw: dict[str, _Raw] = {}
        for name, own in (("stdout", sys.__stdout__), ("stderr", sys.__stderr__)):
            if own is not None and getattr(sys, name) is own:
                try:
                    stream, self._raw[name] = _tolerant(own)
                except (OSError, ValueError):  # closed by who started this
                    continue
                setattr(sys, name, stream)

    def finish(self, code: int) -> int:
        """The exit code: 1 where standard output was not written, but for a reader that went away
        before the end, as `head` does."""
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
        failed = self._raw["stdout"].failed if "stdout" in self._raw else None
        if failed is None or failed.errno == errno.EPIPE:
            return code
        print(f"error: standard output: {failed.strerror}; not all of it is there", file=sys.stderr)
        return code or 1
