"""A queue manager of the sandbox as MQSC, in the form of `dmpmqcfg -a`: `load` reads it back."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc.render import quoted, render
from queuewright.kinds import IBMI_KINDS, KINDS, MQ_KINDS
from queuewright.mq.cluster import ClusterSpec

from . import channel_authentication, other_channels, other_objects
from .authority import authority_rows
from .display import live_values, manager_times, shown_times
from .engine import EmbeddedSystem
from .manager import ATTRIBUTES, kept_values, manager_values
from .observing import observe_stored
from .rows import Transaction
from .times import kept_times, plain

_STARS = "*" * 72
_KINDS = tuple(kind for kind in MQ_KINDS if kind != ClusterSpec.kind)


def dump(system: EmbeddedSystem) -> Iterator[str]:
    """The queue manager, its objects and authority records, one command an item, in one view of
    the file. Raises SystemUnavailable."""
    with system.reading() as tx:
        yield from _header(tx)
        yield from _manager(tx)
        yield from _objects(tx)
        yield from _kept(tx)
        for row in authority_rows(tx):
            name = quoted(row["ENTITY"])
            words = ",".join(row["AUTHLIST"])
            entity = "GROUP" if row["ENTTYPE"] == "GROUP" else "PRINCIPAL"
            yield (
                f"SET AUTHREC PROFILE({quoted(row['PROFILE'])}) +\n   {entity}({name}) +\n"
                f"   OBJTYPE({row['OBJTYPE']}) AUTHADD({words})"
            )


def _header(tx: Transaction) -> Iterator[str]:
    facts = tx.facts
    level = facts.command_level
    yield (
        f"{_STARS}\n* Queue manager name: {one_line(facts.name)}\n"
        f"* Queue manager platform: {facts.platform.value}\n"
        f"* Queue manager command level: ({level}/{level})\n"
        "* Command issued: queuewright sandbox dump\n" + _STARS
    )
    counts = list(tx.objects(IBMI_KINDS)) if tx.on_ibmi else []
    if counts:
        yield f"* {len(counts)} objects of IBM i are not here: MQSC has no words for them"


def _manager(tx: Transaction) -> Iterator[str]:
    lines = ["ALTER QMGR", *_comments({"CCSID": tx.facts.ccsid} | manager_times(tx))]
    values = manager_values(tx)
    for keyword, name in ATTRIBUTES.items():
        value = values[name]
        lines.append(f"   {keyword}({value if isinstance(value, int) else quoted(value)})")
    for keyword, value in kept_values(tx, given=True).items():
        lines.append(f"   {keyword}({value if isinstance(value, int) else quoted(value)})")
    yield " +\n".join([*lines, "   FORCE"])


def _kept(tx: Transaction) -> Iterator[str]:
    """What is kept as it was given."""
    for name, values in other_channels.given(tx):
        times = kept_times(tx, values)
        yield _as_given(f"DEFINE CHANNEL({quoted(name)})", times, values, "REPLACE")
    for word, name, values in other_objects.given(tx):
        times = other_objects.shown_times(tx, word, values)
        yield _as_given(f"DEFINE {word}({quoted(name)})", times, values, "REPLACE")
    for record in channel_authentication.given(tx):
        rest = {word: value for word, value in record.items() if word != "CHLAUTH"}
        times = kept_times(tx, record)
        first = f"SET CHLAUTH({quoted(record['CHLAUTH'])})"
        yield _as_given(first, times, rest, "ACTION(REPLACE)")


def _comments(reported: Mapping[str, Any]) -> list[str]:
    """What no command sets, as dmpmqcfg writes it: a comment inside the command."""
    return [f"*  {word}({value})" for word, value in reported.items()]


def _as_given(first: str, times: Mapping[str, str], values: Mapping[str, Any], last: str) -> str:
    lines = [first, *_comments(times)]
    for keyword, value in plain(values).items():
        if value == other_channels.HIDDEN:
            continue
        items = value if isinstance(value, list) else [value]
        texts = (item if isinstance(item, int) else quoted(item) for item in items)
        lines.append(f"   {keyword}({','.join(map(str, texts))})")
    return " +\n".join([*lines, f"   {last}"])


def _objects(tx: Transaction) -> Iterator[str]:
    for stored, observed in observe_stored(tx, _KINDS, status=True, in_repository=True):
        kind, described = observed.key.kind, KINDS[observed.key.kind].attributes()
        values = {
            name: value
            for name, value in observed.attributes.items()
            if described[name].mqsc is not None
        }
        declared = Definition(kind, observed.key.name, values=values, replace=True)
        first, _, rest = render(declared).partition("\n")
        reported = _comments(shown_times(tx, stored) | live_values(observed))
        yield "\n".join([first, *(f"{line} +" for line in reported), rest]) if rest else first
