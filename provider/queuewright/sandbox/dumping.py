"""A queue manager of the sandbox as MQSC, in the form of `dmpmqcfg -a`: `load` reads it back."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.spec import Lifecycle
from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc.keywords import in_mqsc
from queuewright.dialects.mqsc.render import quoted, render
from queuewright.kinds import EVERY, IBMI_KINDS, MQ_KINDS, is_derived, is_record, is_single
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.mq.security_policy import SecurityPolicySpec

from . import channel_records
from .authority_records import authority_rows
from .defaults import system_objects
from .display import manager_times
from .engine import EmbeddedSystem
from .observing import observe, observe_stored
from .queue_manager import manager_attributes
from .rows import Transaction
from .shown import live_values, shown_times

_STARS = "*" * 72
_MANAGER = QueueManagerSpec.kind
_KINDS = (
    *(k for k in MQ_KINDS if not is_derived(k) and not is_single(k) and not is_record(k)),
    *(k for k, s in EVERY.items() if not s.is_managed and s.lifecycle is Lifecycle.OBJECT),
)


def dump(system: EmbeddedSystem) -> Iterator[str]:
    """The queue manager, its objects and authority records, one command an item, in one view of
    the file. Raises SystemUnavailable."""
    with system.reading() as tx:
        yield from _header(tx)
        yield from _manager(tx)
        yield from _objects(tx)
        yield from _channel_records(tx)
        for policy in tx.objects((SecurityPolicySpec.kind,)):
            values = {n: v for n, v in policy.attributes.items() if v != ()}
            yield render(Definition(policy.kind, policy.name, values=values, replace=True))
        for row in authority_rows(tx):
            words = ",".join(row["AUTHLIST"])
            yield (
                f"SET AUTHREC PROFILE({quoted(row['PROFILE'])}) +\n"
                f"   {row['ENTTYPE']}({quoted(row['ENTITY'])}) +\n"
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
    counts = list(observe(tx, IBMI_KINDS)) if tx.on_ibmi else []
    if counts:
        yield f"* {len(counts)} objects of IBM i are not here: MQSC has no words for them"


def _manager(tx: Transaction) -> Iterator[str]:
    lines = ["ALTER QMGR", *_comments(manager_times(tx))]
    described = EVERY[_MANAGER].attributes()
    known = {
        name: value
        for name, value in manager_attributes(tx).items()
        if described[name].applies(tx.facts)
    }
    for keyword, value in in_mqsc(_MANAGER, known).items():
        items = value if isinstance(value, tuple | list) else [value]
        texts = (str(item) if isinstance(item, int) else quoted(item) for item in items)
        lines.append(f"   {keyword}({','.join(texts)})")
    yield " +\n".join([*lines, "   FORCE"])


def _channel_records(tx: Transaction) -> Iterator[str]:
    for row, times in channel_records.dumped(tx):
        lines = [f"SET CHLAUTH({quoted(row.pop('CHLAUTH'))})", *_comments(times or {})]
        for keyword, value in row.items():
            items = value if isinstance(value, list) else [value]
            lines.append(f"   {keyword}({','.join(map(quoted, items))})")
        yield " +\n".join([*lines, f"   ACTION({'REMOVE' if times is None else 'REPLACE'})"])


def _comments(reported: Mapping[str, Any]) -> list[str]:
    """Values that no command sets, as dmpmqcfg writes it: a comment inside the command."""
    return [f"*  {word}({value})" for word, value in reported.items()]


def _objects(tx: Transaction) -> Iterator[str]:
    ships = {(each.kind, each.name): each.attributes for each in system_objects(tx.facts)}
    for stored, observed in observe_stored(tx, _KINDS, status=True, in_repository=True):
        kind, spec = stored.kind, EVERY[stored.kind]
        if not spec.is_managed and ships.get((kind, stored.name)) == stored.attributes:
            continue
        described = spec.attributes()
        values = {
            name: value
            for name, value in observed.attributes.items()
            if described[name].mqsc is not None and not described[name].write_only
        }
        declared = Definition(kind, observed.key.name, values=values, replace=True)
        first, _, rest = render(declared).partition("\n")
        reported = _comments(shown_times(tx, stored) | live_values(observed))
        yield "\n".join([first, *(f"{line} +" for line in reported), rest]) if rest else first
