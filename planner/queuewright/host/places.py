"""Where a program declares something: file and line of the first frame that is the user's own."""

import asyncio
import contextlib
import functools
import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pulumi

import queuewright
from queuewright.program.pulumi_internals import source_pb2

_LIBRARIES = tuple(
    os.path.join(os.path.realpath(folder), "")  # noqa: PTH118 - a prefix, with its separator
    for folder in {
        *queuewright.__path__,
        *(str(Path(module.__file__ or "").parent) for module in (asyncio, pulumi)),
        sysconfig.get_path("stdlib"),
        sysconfig.get_path("purelib"),
    }
)


@functools.cache
def _is_library(file: str) -> bool:
    return file.startswith("<") or os.path.realpath(file).startswith(_LIBRARIES)


@functools.cache
def _uri(file: str) -> str:
    return Path(file).absolute().as_uri()


class UserPlace(NamedTuple):
    """uri: of the file, "" where it is not known."""

    uri: str = ""
    line: int = 0

    def __str__(self) -> str:
        """`__main__.py:12`, from the project's folder; "" where it is not known."""
        return f"{_relative(self.uri)}:{self.line}" if self.uri else ""


def user_place() -> UserPlace:
    """The place that constructs a resource."""
    if _known.uri:
        return _known
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_library(frame.f_code.co_filename):
        frame = frame.f_back
    return (
        UserPlace() if frame is None else UserPlace(_uri(frame.f_code.co_filename), frame.f_lineno)
    )


_known = UserPlace()


@contextlib.contextmanager
def constructed_at(place: UserPlace) -> Iterator[None]:
    """Meanwhile nothing of the program runs, and this is the place."""
    global _known
    _known = place
    try:
        yield
    finally:
        _known = UserPlace()


def user_position() -> source_pb2.StackTrace:
    """`user_place`, as the SDK sends it to an engine: only the first frame, which is all that a
    host in this process reads, and costs little."""
    place = user_place()
    if not place.uri:
        return source_pb2.StackTrace()
    position = source_pb2.SourcePosition(uri=place.uri, line=place.line)
    return source_pb2.StackTrace(frames=[source_pb2.StackFrame(pc=position)])


@functools.cache
def _relative(uri: str) -> str:
    path = Path(uri.removeprefix("file://"))
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path.name


def place_of(position: source_pb2.SourcePosition) -> str:
    """The place in the text that a declaration has."""
    return str(UserPlace(position.uri, position.line))
