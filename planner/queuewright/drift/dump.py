"""Reads a dmpmqcfg dump, or any MQSC script that defines a whole queue manager, as what it holds.

A fleet's dumps repeat each other: the text of one command, its comments apart, is parsed once a
process, whichever dumps it stands in. A dump with anything out of the ordinary is parsed whole, so
that a problem is named with its line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc import Header, Script, definitions, parse
from queuewright.kinds import KINDS
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.membership import MEMBERSHIP_KINDS, memberships

__all__ = ["FOOTER", "DumpDamaged", "read_dump"]

_KEPT = 50_000  # commands remembered in one process: some tens of megabytes
FOOTER = "* Script ended on"

# Stands for the end of a line that is continued, so that what is left ends a command: searching
# for plain text is several times as fast as an expression that looks back.
_JOIN = "\x01"
_COMMENT = re.compile(r"\x01\*[^\x01]*")
_COUNT = re.compile(r"\x01\*\s+(CURDEPTH|IPPROCS|OPPROCS)\((\d{1,12})\)")
# What cannot be understood without the rest of the script: cluster memberships and namelists.
_TOGETHER = ("ALTER QMGR", "DEFINE NAMELIST")


class DumpDamaged(QueuewrightError):
    """The text is not a whole dump of that queue manager; one line with the place."""


@dataclass(slots=True)
class _Known:
    """What commands mean on a platform with these default objects: text -> (kind, name, values)."""

    shipped: dict[str, dict[str, Value]] = field(default_factory=dict)
    commands: dict[str, tuple[tuple[str, str, Mapping[str, Value]], ...]] = field(
        default_factory=dict
    )


_known: dict[tuple[str, ...], _Known] = {}


def read_dump(
    system: str, text: str, *, queue_manager: str | None = None, footer: bool = False
) -> Iterator[Observed]:
    """Everything that a dump defines, as objects of `system`.

    queue_manager: the name that the dump must be of, default `system`; "*" takes any. footer: the
    dump must end as dmpmqcfg ends it, so that one cut off between two commands is noticed.
    Raises DumpDamaged.
    """
    if footer and FOOTER not in text[-2000:]:
        raise DumpDamaged(f"{system}: the dump does not end as dmpmqcfg ends it: it was cut off")
    found = _quickly(system, text, queue_manager)
    if found is None:
        found = _wholly(system, text, queue_manager)
    if not found:
        raise DumpDamaged(f"{system}: the dump defines nothing: it is empty or cut off")
    _check_end(system, text)
    yield from found
    yield from _memberships(system, found)


def _check_end(system: str, text: str) -> None:
    """A command cut off inside a keyword is still MQSC, with a keyword that nobody knows."""
    if text.endswith(("\n", "\r")):
        return
    place = text.rfind("\nDEFINE ") + 1
    last = text[place:]
    # dmpmqcfg ends every command with REPLACE: one without it was cut off between two attributes.
    short = "REPLACE" in text[:place] and "REPLACE" not in last
    for one in definitions(parse(last)):
        if one.problems or short:
            why = one.problems[0].text if one.problems else "it ends without REPLACE"
            raise DumpDamaged(
                f"{system}: the last command, {one.kind} {one.name}: {why}: "
                "the dump has no end of line there: it was cut off"
            )


def _memberships(system: str, found: Sequence[Observed]) -> Iterator[Observed]:
    """Clusters that the queue manager is a member of because a cluster-receiver channel says so;
    those of which it is a full repository are found already."""
    objects = {
        (one.key.kind, one.key.name): one.attributes
        for one in found
        if one.key.kind in MEMBERSHIP_KINDS
    }
    for name, full in memberships(objects).items():
        if (ClusterSpec.kind, name) not in objects:
            yield Observed(Key(system, ClusterSpec.kind, name), {"full_repository": full})


def _wholly(system: str, text: str, queue_manager: str | None) -> list[Observed]:
    script = parse(text, file=system)
    _check(system, script, queue_manager)
    own: dict[str, dict[str, Value]] = {}
    defined = [one for one in definitions(script) if one.action is Action.CREATE]
    shipped = _shipped(script.header)
    for one in defined:
        if one.name == KINDS[one.kind].commands.default_object:
            own[one.kind] = dict(one.values)
    return [
        Observed(Key(system, kind, name), values, _status(one.read_only.get))
        for one in defined
        for kind, name, values in _objects([one], shipped, own)
    ]


def _check(system: str, script: Script, queue_manager: str | None) -> None:
    if script.problems:
        first = script.problems[0]
        raise DumpDamaged(f"{system}: line {first.line}: {first.message}: the dump is damaged")
    _check_name(system, script.header, queue_manager)


def _check_name(system: str, header: Header, queue_manager: str | None) -> None:
    wanted = queue_manager or system
    if header.queue_manager and wanted not in ("*", header.queue_manager):
        raise DumpDamaged(
            f"{system}: the dump says it is of queue manager {header.queue_manager}, not {wanted}; "
            "correct its path or give its queue_manager"
        )


def _quickly(system: str, text: str, queue_manager: str | None) -> list[Observed] | None:
    """The same from remembered commands; None where the dump must be looked at as a whole."""
    if any(odd in text for odd in ("\r", "\0", _JOIN)) or not text.startswith("*"):
        return None
    chunks: list[tuple[str, str]] = []  # body, whole
    together, defaults, head = [], [], []
    for whole in text.replace("+\n", "+" + _JOIN).replace("-\n", "-" + _JOIN).split("\n"):
        if whole.startswith(_TOGETHER):
            together.append(whole)
        elif whole.startswith("DEFINE "):
            body = _COMMENT.sub("", whole)
            chunks.append((body, whole))
            if "('SYSTEM.DEF" in body[:40]:
                defaults.append(body)
        elif whole.startswith("*") and _JOIN not in whole:
            head.append(whole)
        elif whole and not whole.startswith(("SET ", "ALTER ")):
            return None
    script = parse(_lines([*head, *together]), file=system)
    if script.problems:
        return None
    _check_name(system, script.header, queue_manager)
    known = _context(script.header, defaults)
    if known is None:
        return None
    found = [
        Observed(Key(system, kind, name), values)
        for kind, name, values in _objects(definitions(script), known.shipped, {})
    ]
    for body, whole in chunks:
        objects = known.commands.get(body)
        if objects is None:
            parsed = parse(_lines([body]))
            if parsed.problems:
                return None
            if len(known.commands) >= _KEPT:
                known.commands.clear()
            objects = tuple(_objects(definitions(parsed), known.shipped, {}))
            known.commands[body] = objects
        if objects:
            counts = dict(_COUNT.findall(whole)) if "CURDEPTH(" in whole else None
            status = _status(counts.get) if counts else None
            for kind, name, values in objects:
                found.append(Observed(Key(system, kind, name), values, status))
    return found


def _lines(chunks: Iterable[str]) -> str:
    return "\n".join(chunks).replace(_JOIN, "\n")


def _context(header: Header, defaults: list[str]) -> _Known | None:
    key = (header.platform, *defaults)
    known = _known.get(key)
    if known is None:
        script = parse(_lines(defaults))
        if script.problems:
            return None
        shipped = {kind: dict(values) for kind, values in _shipped(header).items()}
        for one in definitions(script):
            if one.name == KINDS[one.kind].commands.default_object:
                shipped[one.kind].update(one.values)
        if len(_known) > 100:
            _known.clear()
        known = _known[key] = _Known(shipped)
    return known


def _shipped(header: Header) -> dict[str, Mapping[str, Value]]:
    """What IBM ships in the default objects there, of attributes that every release has."""
    platform = Platform.parse(header.platform) if header.platform else Platform.LINUX
    return {kind: spec.shipped(platform, 0) for kind, spec in KINDS.items()}


def _objects(
    defined: Iterable[Definition],
    shipped: Mapping[str, Mapping[str, Value]],
    own: Mapping[str, Mapping[str, Value]],
) -> Iterator[tuple[str, str, Mapping[str, Value]]]:
    """What a command leaves out is the default object's: the dump's own, else IBM's."""
    for one in defined:
        if one.action is Action.CREATE:
            yield one.kind, one.name, {
                **shipped[one.kind], **own.get(one.kind, {}), **one.values,
            }  # fmt: skip


def _status(count: Callable[[str], str | None]) -> Status | None:
    texts = [count(name) or "" for name in ("CURDEPTH", "IPPROCS", "OPPROCS")]
    if not any(text.isdigit() for text in texts):
        return None
    depth, inputs, outputs = (int(text) if text.isdigit() else 0 for text in texts)
    return Status(depth, 0, inputs, outputs, handles_known=False)
