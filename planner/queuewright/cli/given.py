"""Facts that people give about scripts: `--set NAME=VALUE`."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc.parse import says_ebcdic
from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import WITH_VARIABLES

from .common import UsageProblem

SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="The value of a variable: of CL or a shell script, of +NAME+ in MQSC. Repeat it.",
    ),
]
CcsidOption = Annotated[
    int | None,
    typer.Option("--ccsid", help="The CCSID of an EBCDIC file.", show_default="1047"),
]
_NAME = re.compile(r"&?[A-Za-z$#@][A-Za-z0-9$#@_]{0,9}\Z|[A-Za-z_]\w*(\.\w+)*\Z|[1-9]\Z", re.ASCII)


def variables_of(given: Iterable[str] | None, dialect: str | None) -> Mapping[str, str]:
    """Values of variables by name in upper case, without &. dialect: None where files say theirs.
    Raises UsageProblem."""
    variables: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not _NAME.match(name):
            raise UsageProblem(f"--set {shown(text)}: give NAME=VALUE, such as LIB=ORDERS")
        if dialect is not None and dialect not in WITH_VARIABLES:
            raise UsageProblem(
                f"--set {shown(text)}: only CL, MQSC, shell scripts and YAML have variables; "
                "leave it out"
            )
        name = name.upper().removeprefix("&")
        if name in variables:
            raise UsageProblem(f"--set {name} is given twice; leave one out")
        variables[name] = value
    return variables


def given_of(variables: Iterable[str] | None, dialect: str | None, ccsid: int | None) -> Given:
    """The facts about scripts in the options of a command. Raises UsageProblem."""
    if ccsid is not None and not says_ebcdic(ccsid):
        raise UsageProblem(
            f"--ccsid {ccsid} is not known as EBCDIC of one byte a character: give one such as 37,"
            " 273 or 1047, and leave it out for a file in UTF-8, UTF-16 or Windows-1252"
        )
    return Given(variables_of(variables, dialect), ccsid)


def require_used(scripts: Iterable[Script]) -> None:
    """Raises UsageProblem for a variable that was given and that none of these scripts has."""
    unused: frozenset[str] | None = None
    for script in scripts:
        if script.unused is not None:
            unused = script.unused if unused is None else unused & script.unused
    require_none(unused)


def require_none(unused: Iterable[str] | None) -> None:
    """Raises UsageProblem for these variables, which no script has."""
    for name in sorted(unused or ()):
        raise UsageProblem(f"--set {name}: no script has a variable {name}; correct the name")
