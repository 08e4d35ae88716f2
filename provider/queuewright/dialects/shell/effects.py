"""How commands of a shell script change its variables. Pure.

Source: POSIX, Shell Command Language: 2.14 Special Built-In Utilities (dot, shift, unset); Bash
Reference Manual: Bash Builtin Commands (let, mapfile, read, printf -v), Shell Arithmetic.
"""

import re

from .words import PARAMETERS, SimpleCommand, Variables

NAME = re.compile(r"[A-Za-z_][\w.:-]*")
# Variables that arithmetic changes.
_CHANGED = re.compile(
    r"(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--|[-+*/%&|^<>]*=(?!=))"
)
_LEAVE_VARIABLES = ("setmqenv", "crtmqenv")  # that are read with `.`


def change(command: SimpleCommand, variables: Variables) -> None:
    """Forget what a command changes."""
    words = [word.text for word in command.words]
    name, arguments = (words[0], words[1:]) if words else ("", [])
    if name == "unset":
        for each in arguments:
            variables.unset(each)
    elif name == "let":
        arithmetic(";".join(arguments), variables)
    elif name in (".", "source"):
        if not arguments or not arguments[0].endswith(_LEAVE_VARIABLES):
            variables.forget()
    elif name == "shift":
        by = arguments[0] if arguments else "1"
        if by.isdecimal():
            variables.shift(int(by))
        else:
            variables.forget(PARAMETERS)
    elif name in ("mapfile", "read", "readarray", "getopts"):
        named = arguments[1:2] if name == "getopts" else arguments
        variables.forget([each for each in named if NAME.fullmatch(each)])
    elif name == "printf" and arguments[:1] == ["-v"]:
        variables.forget(arguments[1:2])


def arithmetic(text: str, variables: Variables) -> None:
    """`((...))`, which is not calculated."""
    variables.forget([first or second for first, second in _CHANGED.findall(text)])
