"""IBM i control language: programs read into commands, definitions written as commands.

source: lines into statements (continuation, comments). parser: statements into commands.
expressions, program: what constants of a program decide. altering: what is refused.
tables: which commands and keywords there are, derived from the catalogue. values: the text forms
of values, both ways. reading, reader, entries: a command into a `Definition`. render: a definition
into commands. reclaim: the one attribute that an API changes.
"""

from .altering import create_authority
from .parser import ClCommand, ClProgram, parse
from .program import read_program
from .reader import created_library, definition, definitions
from .reclaim import called_reclaim
from .render import render, wrapped
from .words import CREATE_LIBRARY, CURRENT_LIBRARY, LANGUAGE

__all__ = [
    "CREATE_LIBRARY",
    "CURRENT_LIBRARY",
    "LANGUAGE",
    "ClCommand",
    "ClProgram",
    "called_reclaim",
    "create_authority",
    "created_library",
    "definition",
    "definitions",
    "parse",
    "read_program",
    "render",
    "wrapped",
]
