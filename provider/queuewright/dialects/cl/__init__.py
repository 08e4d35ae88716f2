"""IBM i control language: programs read into commands, definitions written as commands.

source: lines into statements (continuation, comments). parser: statements into commands.
expressions, program: what constants of a program decide. altering: what is refused.
tables: which commands and keywords there are, derived from the catalogue. values: the text forms
of values, both ways. reading, reader, entries: a command into a `Definition`. render: a definition
into commands. calls: APIs of IBM i, and commands that QCMDEXC runs.
"""

from .altering import granted_by_library
from .other_objects import OtherGrant, other_grant
from .parser import ClCommand, ClProgram, parse
from .program import read_program
from .reader import created_library, definition, definitions, definitions_in
from .rearranging import rearrangement
from .render import render, wrapped
from .words import CHANGES_LIBRARY, CREATE_LIBRARY, CURRENT_LIBRARY, LANGUAGE

__all__ = [
    "CHANGES_LIBRARY",
    "CREATE_LIBRARY",
    "CURRENT_LIBRARY",
    "LANGUAGE",
    "ClCommand",
    "ClProgram",
    "OtherGrant",
    "created_library",
    "definition",
    "definitions",
    "definitions_in",
    "granted_by_library",
    "other_grant",
    "parse",
    "read_program",
    "rearrangement",
    "render",
    "wrapped",
]
