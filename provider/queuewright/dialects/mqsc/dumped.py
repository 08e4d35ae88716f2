"""Which objects a dump is of: by the command that made it, which dmpmqcfg writes at its head."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from queuewright.kinds import LIMITS, spec_of

_COMMAND = re.compile(r"Command issued: *(.+)")
# Options of dmpmqcfg by which it dumps only some objects, with the values that leave none out.
_SELECTING = {"-n": ("*", "all"), "-t": ("all",), "-x": ("all",)}


def is_of_everything(headings: Mapping[int, Sequence[str]]) -> bool:
    """Whether a dump says that it has all that its queue manager has: by the command that made
    it."""
    issued = _issued(comment for comments in headings.values() for comment in comments)
    return bool(issued) and not _selects(issued)


def selecting_command(comments: Iterable[str]) -> str:
    """The command by which a dump has only some objects, as its first comments say it; "" where it
    has all, or nothing says."""
    issued = _issued(comments)
    return issued if issued and _selects(issued) else ""


def _issued(comments: Iterable[str]) -> str:
    found = (_COMMAND.match(comment.lstrip("* \t")) for comment in comments)
    return next((match[1] for match in found if match is not None), "").strip()


def _selects(command: str) -> bool:
    given = _options(command)
    return any(given.get(option, every[0]) not in every for option, every in _SELECTING.items())


def _options(command: str) -> Mapping[str, str]:
    """Options and their values, also where a value follows its option without a blank."""
    text = command.replace("'", "").replace('"', "")
    return dict(re.findall(r"(?<!\S)(-[a-z]) *(?!-)(\S+)", text))


def names_of(command: str) -> str:
    """The object or profile name by which such a command selects, which may end with *; "" where
    it takes any."""
    name = _options(command).get("-n", "")
    return "" if name in _SELECTING["-n"] else name


def is_named_by(name: str, selected: str) -> bool:
    """Whether an object or profile of this name is among what `names_of` a command selects."""
    return name.startswith(selected[:-1]) if selected.endswith("*") else name == selected


def removed_records(
    kinds: Collection[str], shown: Collection[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The records of a new queue manager that a dump lacks, by kind and name: they were removed.
    kinds: those of which it has all that there is; shown: what it has."""
    for kind in LIMITS:
        for fields in spec_of(kind).records if kind in kinds else ():
            if (kind, name := spec_of(kind).name_of(fields)) not in shown:
                yield kind, name
