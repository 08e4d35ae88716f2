"""The text of a DISPLAY in answers to runCommand: a message and runmqsc's columns, run together.

    AMQ8409I: Display Queue details.   QUEUE(ORDERS)                TYPE(QLOCAL)   DESCR( )

Source: IBM MQ, POST /admin/action/qmgr/{qmgrName}/mqsc, plain text MQSC command.
"""

import re
from functools import cache
from typing import Any

from queuewright.dialects.mqsc import displays
from queuewright.dialects.mqsc.keywords import (
    of_queue_manager,
    record_words,
    repeated_words,
    shown_keywords,
    toggles,
    type_keywords,
)
from queuewright.dialects.mqsc.words import UNMANAGED
from queuewright.kinds import MQ_KINDS

# "AMQ8409I: Display Queue details.", or on z/OS "CSQM401I !MQ21 ".
_HEADING = re.compile(r"(?:AMQ\d{4}[A-Z]?: [^()]*?[.:]|CSQM4\d\d[A-Z]\s+\S+)(?=\s)")
_WORD = re.compile(r"\s*([A-Z][A-Z0-9_]*)(\()?")
_END = re.compile(r"\)(?=\s*$|\s+([A-Z][A-Z0-9_]*)(\(|\s|$))")
_LISTS = frozenset(("NAMES", "AUTHLIST", "USERLIST", "ADDRLIST"))
_SHOWN = ("QUEUE", "CHANNEL", "NAMELIST", "QSTATUS", "QMSTATUS", "CONN", "CHSTATUS")
_OTHERS = frozenset(("COUNT", "QMNAME", "QSGDISP", "TYPE"))


def displayed_row(text: str) -> dict[str, Any]:
    """The keywords of the text with their values, "yes" for one that stands alone, a list for those
    that have several; none where nothing is displayed."""
    heading = _HEADING.match(text)
    row: dict[str, Any] = {}
    place = heading.end() if heading else len(text)
    while found := _WORD.match(text, place):
        word, place = found[1], found.end()
        if not found[2]:
            if word in toggles():
                row.setdefault(word, "yes")
            continue
        end = _end(text, place)
        value = text[place:end].strip(" ")
        place = end + 1
        if word in repeated_words():
            row.setdefault(word, []).append(value)
            continue
        items = [item.strip(" ") for item in value.split(",") if item.strip(" ")]
        row.setdefault(word, items if word in _LISTS else value)
    return row


def _end(text: str, start: int) -> int:
    """Where the value ends that starts there: a text that people write may hold parentheses, so
    that what follows its end has to be another keyword."""
    for found in _END.finditer(text, start):
        word, opens = found[1], found[2]
        if word is None or word in (_known() if opens == "(" else toggles()):
            return found.start()
    return len(text) - 1 if text.endswith(")") else len(text)


@cache
def _known() -> frozenset[str]:
    words = {word for kind in MQ_KINDS for word in (*shown_keywords(kind), *record_words(kind))}
    shown = {attribute for word in _SHOWN for attribute in displays.attributes(word)}
    shown |= UNMANAGED | of_queue_manager() | type_keywords()
    return frozenset(words | shown | _OTHERS)
