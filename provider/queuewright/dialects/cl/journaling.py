"""Journaling of data queues in CL: STRJRNOBJ and ENDJRNOBJ."""

from collections.abc import Iterator

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.journal import JOURNAL
from queuewright.kinds import spec_of

from .reading import Reading
from .values import BadValue, from_text, to_text

_NONE = "none"


def journaled(reading: Reading) -> dict[str, Value]:
    """The journal that a data queue has after the command: ENDJRNOBJ leaves it none, whichever it
    names."""
    if reading.table.name == "ENDJRNOBJ":
        return {JOURNAL: _NONE}
    texts = reading.texts("JRN")
    if texts is None:
        reading.unknown.add(JOURNAL)
        return {}
    reading.place(JOURNAL, "JRN")
    spec = spec_of(reading.table.kinds[0])
    try:
        return {JOURNAL: from_text(spec, JOURNAL, "JRN", texts, frozenset())}
    except BadValue as error:
        reading.report(error.rule, "JRN", JOURNAL, **error.words)
        return {}


def commands_on(
    spec: type[Spec], object_word: str, journal: Value, *, is_new: bool
) -> Iterator[str]:
    """The command that gives a data queue its journal, or takes it away; a new one has none. Raises
    CannotWrite."""
    if journal != _NONE:
        yield f"STRJRNOBJ {object_word} JRN({to_text(spec, JOURNAL, journal)})"
    elif not is_new:
        yield f"ENDJRNOBJ {object_word}"
