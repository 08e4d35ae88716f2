"""The dialect of a file, from its name and its content. Pure."""

import re
from collections.abc import Mapping
from pathlib import PurePath
from textwrap import dedent
from types import MappingProxyType

from .csq0util.records import is_job
from .mqsc.parse import decoded

_SUFFIXES: Mapping[str, str] = MappingProxyType(
    {
        ".bash": "shell",
        ".cl": "cl",
        ".clle": "cl",
        ".clp": "cl",
        ".json": "pcf",
        ".jsonl": "pcf",
        ".ksh": "shell",
        ".pcf": "pcf",
        ".sh": "shell",
        ".yaml": "yaml",
        ".yml": "yaml",
    }
)
_IMAGES = ("Containerfile", "Dockerfile")
_BEGINNING = 65_536  # bytes that are looked at
_REPORT = re.compile(
    r"^(5724-H72\b|Starting MQSC for queue manager\b| {0,5}1 : \S|AMQ8\d{3}[A-Z]?: )", re.MULTILINE
)
_SHELL = re.compile(r"\A#!|^[ \t]*(\S*[/\\])?setmq(aut|spl)(\.exe)?[ \t]+-", re.MULTILINE)


# Of CSQ0UTIL: parameters in records of their own.
_EXPORT = re.compile(r"^setmqspl\b[^\n]*\n[ \t]+-", re.MULTILINE)
_AUTHORITIES = re.compile(r"^profile:.*\r?\n(.*\n)?object type:", re.MULTILINE)


def names_image(file: str) -> bool:
    """Whether a file is called as Dockerfiles are."""
    return PurePath(file).name.startswith(_IMAGES) or file.lower().endswith(".dockerfile")


def dialect_of(file: str, data: bytes = b"", ccsid: int | None = None) -> str:
    """By the end of its name; of others by what it begins with: a report of runmqsc, the output of
    dmpmqaut, a job or an export of CSQ0UTIL, a script of setmqaut commands, MQSC else."""
    named = "shell" if names_image(file) else _SUFFIXES.get(PurePath(file).suffix.lower())
    if named is not None:
        return named
    text = decoded(data[:_BEGINNING], ccsid)
    if _REPORT.search(dedent(text)):
        return "runmqsc"
    if _AUTHORITIES.search(text):
        return "dmpmqaut"
    if is_job(text) or _EXPORT.search(text):
        return "csq0util"
    return "shell" if _SHELL.search(text) else "mqsc"
