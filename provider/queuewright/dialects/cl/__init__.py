"""IBM i control language: programs read into commands, definitions written as commands.

source: lines into statements (continuation, comments). parser: statements into commands.
tables: which commands and keywords there are, derived from the catalogue. values: the text forms
of values, both ways. reading, reader, entries: a command into a `Definition`. render: a definition
into commands. reclaim: the one attribute that an API changes.
"""

from .parser import CREATE_LIBRARY, LANGUAGE, Command, Script, parse
from .reader import created_library, definition, definitions
from .reclaim import called_reclaim
from .render import render, wrapped

__all__ = [
    "CREATE_LIBRARY",
    "LANGUAGE",
    "Command",
    "Script",
    "called_reclaim",
    "created_library",
    "definition",
    "definitions",
    "parse",
    "render",
    "wrapped",
]
