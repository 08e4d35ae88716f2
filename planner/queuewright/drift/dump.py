"""Reads a dmpmqcfg dump, or any MQSC script that defines a whole queue manager, as what it holds.

A fleet's dumps repeat each other: the text of one command, its comments apart, is parsed once a
process, whichever dumps it stands in. A dump with anything out of the ordinary is parsed whole, so
that a problem is named with its line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc import Header, definitions, parse
from queuewright.kinds import KINDS
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.membership import MEMBERSHIP_KINDS, memberships

_KEPT = 50_000  # commands remembered in one process: some tens of megabytes
FOOTER = "* Script ended on"

# Stands for the end of a line that is continued, so that what is left ends a command: searching
# for plain text is several times as fast as an expression that looks back.
_JOIN = "\x01"
_COMMENT = re.compile(r"\x01\*[^\x01]*")
_COUNT = re.compile(r"\x01\*\s+(CURDEPTH|IPPROCS|OPPROCS)\((\d{1,12})\)")
# Understood only with the rest of the script: cluster memberships and namelists.
_TOGETHER = ("ALTER QMGR", "DEFINE NAMELIST")


class DumpDamaged(QueuewrightError):
    """The text is not a whole dump of that queue manager; one line with the place."""


@dataclass(slots=True)
class _Known:
    """What commands mean on a platform with these default objects: text -> (kind, name, values)."""

    defaults: Mapping[str, Mapping[str, Value]]
    commands: dict[str, tuple[tuple[str, str, Mapping[str, Value]], ...]] = field(
        default_factory=dict
    )


_known: dict[tuple[str, ...], _Known] = {}


def default_object(kind: str) -> str | None:
    """The name of the default object of a kind, None where it has none."""
    return KINDS[kind].commands.default_object


@dataclass(frozen=True, slots=True)
class Dump:
    """What a dump says of its queue manager, and everything that it defines."""

    header: Header
    objects: Sequence[Observed]


def read_dump(
    system: str, text: str, *, queue_manager: str | None = None, footer: bool = False
) -> Dump:
    """Read a dump as objects of `system`. Of an ordinary dump no command is parsed twice.

    queue_manager: the name that the dump must be of, default `system`; "*" takes any. footer: the
    dump must end as dmpmqcfg ends it, so that one cut off between two commands is noticed.
    Raises DumpDamaged.
    """
    if footer and FOOTER not in text[-2000:]:
        raise DumpDamaged(f"{system}: the dump does not end as dmpmqcfg ends it: it was cut off")
    dump = _quickly(system, text, queue_manager) or _wholly(system, text, queue_manager)
    if not dump.objects:
        raise DumpDamaged(f"{system}: the dump defines nothing: it is empty or cut off")
    return Dump(dump.header, [*dump.objects, *_memberships(system, dump.objects)])


def _check_end(system: str, text: str, defined: Sequence[Definition]) -> None:
    """A command cut off inside a keyword is still MQSC, with an unknown keyword."""
    if text.endswith(("\n", "\r")):
        return
    place = text.rfind("\nDEFINE ") + 1
    # dmpmqcfg ends every command with REPLACE: one without it was cut off between two attributes.
    short = "REPLACE" in text[:place] and "REPLACE" not in text[place:]
    first_line = text.count("\n", 0, place) + 1
    for definition in defined:
        if definition.line >= first_line and (definition.problems or short):
            problems = definition.problems
            why = problems[0].text if problems else "it ends without REPLACE"
            raise DumpDamaged(
                f"{system}: the last command, {definition.kind} {definition.name}: {why}: "
                "the dump has no end of line there: it was cut off"
            )


def _memberships(system: str, found: Sequence[Observed]) -> Iterator[Observed]:
    """Clusters that the queue manager is a member of because a cluster-receiver channel says so;
    those of which it is a full repository are found already."""
    objects = {
        (observed.key.kind, observed.key.name): observed.attributes
        for observed in found
        if observed.key.kind in MEMBERSHIP_KINDS
    }
    for name, full in memberships(objects).items():
        if (ClusterSpec.kind, name) not in objects:
            yield Observed(Key(system, ClusterSpec.kind, name), {"full_repository": full})


def _wholly(system: str, text: str, queue_manager: str | None) -> Dump:
    script = parse(text, file=system)
    if script.problems:
        first = script.problems[0]
        raise DumpDamaged(f"{system}: line {first.line}: {first.message}: the dump is damaged")
    _check_name(system, script.header, queue_manager)
    every = list(definitions(script))
    defined = [definition for definition in every if definition.action is Action.CREATE]
    defaults = _defaults(script.header, defined)
    objects = [
        Observed(Key(system, kind, name), values, _status(definition.read_only.get))
        for definition in defined
        for kind, name, values in _objects([definition], defaults)
    ]
    if objects:
        _check_end(system, text, every)
    return Dump(script.header, objects)


def _check_name(system: str, header: Header, queue_manager: str | None) -> None:
    expected = queue_manager or system
    if header.queue_manager and expected not in ("*", header.queue_manager):
        raise DumpDamaged(
            f"{system}: the dump says it is of queue manager {header.queue_manager}, not "
            f"{expected}; correct its path or give its queue_manager"
        )


def _quickly(system: str, text: str, queue_manager: str | None) -> Dump | None:
    """The same from remembered commands; None where the dump must be parsed as a whole."""
    odd = any(character in text for character in ("\r", "\0", _JOIN))
    if odd or not text.startswith("*") or not text.endswith("\n"):
        return None
    commands: list[tuple[str, str]] = []  # without comments, with them
    together, defaults, head = [], [], []
    for command in text.replace("+\n", "+" + _JOIN).replace("-\n", "-" + _JOIN).split("\n"):
        if command.startswith(_TOGETHER):
            together.append(command)
        elif command.startswith("DEFINE "):
            body = _COMMENT.sub("", command)
            commands.append((body, command))
            if "('SYSTEM.DEF" in body[:40]:
                defaults.append(body)
        elif command.startswith("*") and _JOIN not in command:
            head.append(command)
        elif command and not command.startswith(("SET ", "ALTER ")):
            return None
    script = parse(_lines([*head, *together]), file=system)
    if script.problems:
        return None
    _check_name(system, script.header, queue_manager)
    known = _context(script.header, defaults)
    if known is None:
        return None
    observed = [
        Observed(Key(system, kind, name), values)
        for kind, name, values in _objects(definitions(script), known.defaults)
    ]
    for body, command in commands:
        objects = known.commands.get(body)
        if objects is None:
            parsed = parse(_lines([body]))
            if parsed.problems:
                return None
            if len(known.commands) >= _KEPT:
                known.commands.clear()
            objects = tuple(_objects(definitions(parsed), known.defaults))
            known.commands[body] = objects
        if objects:
            counts = dict(_COUNT.findall(command)) if "CURDEPTH(" in command else None
            status = _status(counts.get) if counts else None
            for kind, name, values in objects:
                observed.append(Observed(Key(system, kind, name), values, status))
    return Dump(script.header, observed)


def _lines(chunks: Iterable[str]) -> str:
    return "\n".join(chunks).replace(_JOIN, "\n")


def _context(header: Header, defaults: list[str]) -> _Known | None:
    key = (header.platform, *defaults)
    known = _known.get(key)
    if known is None:
        scripts = [parse(_lines([body])) for body in defaults]
        if any(script.problems for script in scripts):
            return None
        defined = [list(definitions(script)) for script in scripts]
        if len(_known) > 100:
            _known.clear()
        known = _known[key] = _Known(_defaults(header, chain.from_iterable(defined)))
        for body, own in zip(defaults, defined, strict=True):
            known.commands[body] = tuple(_objects(own, known.defaults))
    return known


def _defaults(header: Header, defined: Iterable[Definition]) -> Mapping[str, Mapping[str, Value]]:
    """What a command leaves out, by kind: the default object's of the dump itself over what IBM
    ships in it there, of attributes that every release has."""
    platform = Platform.parse(header.platform) if header.platform else Platform.LINUX
    shipped = {kind: spec.shipped(platform, 0) for kind, spec in KINDS.items()}
    own = {d.kind: d.values for d in defined if d.name == default_object(d.kind)}
    return {kind: {**values, **own.get(kind, {})} for kind, values in shipped.items()}


def _objects(
    defined: Iterable[Definition], defaults: Mapping[str, Mapping[str, Value]]
) -> Iterator[tuple[str, str, Mapping[str, Value]]]:
    for definition in defined:
        if definition.action is Action.CREATE:
            kind = definition.kind
            yield kind, definition.name, {**defaults[kind], **definition.values}


def _status(count: Callable[[str], str | None]) -> Status | None:
    texts = [count(name) or "" for name in ("CURDEPTH", "IPPROCS", "OPPROCS")]
    if not any(text.isdigit() for text in texts):
        return None
    depth, inputs, outputs = (int(text) if text.isdigit() else 0 for text in texts)
    return Status(depth, 0, inputs, outputs, handles_known=False)
