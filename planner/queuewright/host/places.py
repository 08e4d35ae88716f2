"""Where a program declares something: file and line of the first frame that is the user's own."""

import asyncio
import functools
import os
import sys
import sysconfig
from pathlib import Path

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


def user_position() -> source_pb2.StackTrace:
    """The place that constructs a resource, as the SDK sends it to an engine: only the first frame,
    which is all that a host in this process reads, and costs little."""
    frame = sys._getframe(1)
    while frame is not None and _is_library(frame.f_code.co_filename):
        if frame.f_back is None:
            return source_pb2.StackTrace()
        frame = frame.f_back
    uri = _uri(frame.f_code.co_filename)
    position = source_pb2.SourcePosition(uri=uri, line=frame.f_lineno)
    return source_pb2.StackTrace(frames=[source_pb2.StackFrame(pc=position)])


@functools.cache
def _relative(uri: str) -> str:
    path = Path(uri.removeprefix("file://"))
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path.name


def place_of(position: source_pb2.SourcePosition) -> str:
    """`__main__.py:12`, from the project's folder; "" where it is not known."""
    return f"{_relative(position.uri)}:{position.line}" if position.uri else ""
