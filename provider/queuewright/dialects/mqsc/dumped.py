"""Which objects a dump is of: by the command that made it, which dmpmqcfg writes at its head."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from queuewright.kinds import LIMITS, spec_of

_COMMAND = re.compile(r"Command issued: *(.+)")
# Options of dmpmqcfg by which it dumps only some objects, with the values that leave none out.
_SELECTING = {"-n": ("*", "all"), "-t": ("all",), "-x": ("all",)}


def is_of_everything(headings: Mapping[int, Sequence[str]]) -> bool:
    """Whether a dump says that it has all that its queue manager has: by the command that made
    it."""
    lines = (comment.strip("* \t") for comments in headings.values() for comment in comments)
    found = next(filter(None, map(_COMMAND.match, lines)), None)
    if found is None:
        return False
    words = found[1].replace("'", "").replace('"', "").split()
    given = dict(pairwise(words))
    return all(given.get(option, every[0]) in every for option, every in _SELECTING.items())


def removed_records(
    kinds: Collection[str], shown: Collection[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The records of a new queue manager that a dump lacks, by kind and name: they were removed.
    kinds: those of which it has all that there is; shown: what it has."""
    for kind in LIMITS:
        for fields in spec_of(kind).records if kind in kinds else ():
            if (kind, name := spec_of(kind).name_of(fields)) not in shown:
                yield kind, name
