"""Authorities as people read them, and what a plan changes of them: a line, or a row of a table."""

from collections.abc import Iterator, Mapping, Sequence

from queuewright.access.changes import BETWEEN, OWN, AccessChange
from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.mq.authorities import AUTHORITIES, OBJECT_TYPES, in_short

CHANGES = ("system", "who", "gains", "loses", "on", "through")
_WORDS: Mapping[str, str] = {each.value: str(each.mqsc) for each in (*AUTHORITIES, *OBJECT_TYPES)}
# One object of a type, several of it.
_OBJECTS: Mapping[str, tuple[str, str]] = {
    "q": ("queue", "queues"),
    "q_mgr": ("queue manager profile", "queue manager profiles"),
    "channel": ("channel", "channels"),
    "clntconn_channel": ("client-connection channel", "client-connection channels"),
    "topic": ("topic", "topics"),
    "process": ("process", "processes"),
    "namelist": ("namelist", "namelists"),
    "auth_info": ("authentication information", "authentication information objects"),
    "comm_info": ("communication information", "communication information objects"),
    "listener": ("listener", "listeners"),
    "service": ("service", "services"),
    "remote_q_mgr_name": ("remote queue manager", "remote queue managers"),
}
_FEW = 3  # objects that a line names
_MANY = 50  # objects that a cell of a table names
MOST = 200  # lines of a text


def mqsc_word(value: str) -> str:
    """An authority or an object type as MQSC calls it."""
    return _WORDS.get(value, value.upper())


def mqsc_words(authorities: Sequence[str]) -> str:
    """As MQSC has them: `GET PUT`."""
    return " ".join(map(mqsc_word, authorities)) or "NONE"


def _short(change: AccessChange, words: Sequence[str]) -> str:
    if not words:
        return ""
    return ", ".join(map(mqsc_word, in_short(change.object_type, words)))


def _on(change: AccessChange, named: int) -> str:
    """`14 queues: A, B, C and 11 more`; `the queue manager`."""
    one, several = _OBJECTS.get(change.object_type, (change.object_type, change.object_type))
    names = change.objects
    if names == ("self",):
        return "the queue manager"
    if not names:
        return f"no {one} that is there"
    if len(names) == 1:
        return f"{one} {names[0]}"
    return f"{len(names)} {several}: {', '.join(first_few(list(names), named))}"


def _through(change: AccessChange) -> str:
    """The record that counts, beside the one that counted before."""
    before, after = (_profile(each, change) for each in (change.before, change.after))
    if change.before == change.after or not before:
        return f"through {after}"
    if not after:
        several = " and " in before or before.startswith("records")
        return f"{before} {'are' if several else 'is'} gone"
    return f"through {after}, in place of {before}"


def _profile(profiles: str, change: AccessChange) -> str:
    own = "records of their own" if len(change.objects) > 1 else "its own record"
    return " and ".join(own if each == OWN else each for each in profiles.split(BETWEEN))


def access_line(change: AccessChange) -> str:
    """`QM1: group app gains PUT on 14 queues: A, B, C and 11 more, through ORDERS.**`"""
    parts = [
        f"{verb} {_short(change, words)}"
        for verb, words in (("gains", change.gained), ("loses", change.lost))
        if words
    ]
    what = f"{change.entity} {' and '.join(parts)} on {_on(change, _FEW)}"
    return one_line(f"{change.system}: {what}, {_through(change)}")


def access_lines(changes: Sequence[AccessChange]) -> Iterator[str]:
    """A line a change; how many more there are, where there are very many."""
    yield from map(access_line, changes[:MOST])
    if changes[MOST:]:
        yield f"{len(changes) - MOST} more changes of authority: see --json or --html"


def change_rows(changes: Sequence[AccessChange]) -> list[tuple[str, ...]]:
    """A row a change, in the order of CHANGES."""
    return [
        (
            change.system,
            str(change.entity),
            _short(change, change.gained),
            _short(change, change.lost),
            _on(change, _MANY),
            _through(change),
        )
        for change in changes
    ]
