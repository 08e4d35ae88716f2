"""MQSC, both ways: scripts into commands and definitions, definitions into commands.

words: verbs, objects, synonyms. lines: physical lines into commands' lines. scan: a line into
words and values. parse: a file into an `MqscScript`. reader, reading: a command into a
`Definition`; queue_manager: ALTER QMGR. render: a definition into a command.
"""

from .parse import decoded, parse
from .reader import definition, definitions, kinds_of
from .script import Header, MqscCommand, MqscParameter, MqscScript

__all__ = [
    "Header",
    "MqscCommand",
    "MqscParameter",
    "MqscScript",
    "decoded",
    "definition",
    "definitions",
    "kinds_of",
    "parse",
]
