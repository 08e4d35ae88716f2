"""Reads a dmpmqcfg dump, or any MQSC script that defines a whole queue manager, as what it holds.

A fleet's dumps repeat each other: the text of one command, its comments apart, is parsed once a
process, whichever dumps it stands in. A dump with anything out of the ordinary is parsed whole, so
that a problem is named with its line.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status, with_groups
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc import Header, MqscScript, parse
from queuewright.dialects.mqsc.dialect import of_parsed
from queuewright.dialects.mqsc.dumped import is_named_by, names_of, selecting_command
from queuewright.dialects.mqsc.words import UNMANAGED
from queuewright.dialects.protocol import Script
from queuewright.interpreter import Base, Existing, Shipped, interpreted, new_system
from queuewright.kinds import KINDS, MQ_KINDS, is_derived, is_record, is_single, spec_of
from queuewright.mq.membership import memberships_of

_KEPT = 50_000  # commands remembered in one process: some tens of megabytes
FOOTER = "* Script ended on"
_HEAD = 4096  # characters in which dmpmqcfg says how a dump was made

# Stands for the end of a line that is continued, so that what is left ends a command: searching
# for plain text is several times as fast as an expression that looks back.
_JOIN = "\x01"
_COMMENT = re.compile(r"\x01\*[^\x01]*")
_COUNT = re.compile(r"\x01\*\s+(CURDEPTH|IPPROCS|OPPROCS)\((\d{1,12})\)")
# Understood only with the rest of the script: cluster memberships and namelists.
_TOGETHER = ("ALTER QMGR", "DEFINE NAMELIST")
_ALONE = ("DEFINE ", *(f"SET {KINDS[kind].mqsc.word}" for kind in MQ_KINDS if is_record(kind)))
# Of the queue manager itself, whose name says the same as "self".
_OWN = re.compile(r"OBJTYPE\(QMGR\)")
_OWN_PROFILE = re.compile(r"PROFILE\('(self|@class)'\)")


_UNKNOWN = "unknown-attribute"


class DumpDamaged(QueuewrightError):
    """The text is not a whole dump of that queue manager; one line with the place."""


_Object = tuple[str, str, Mapping[str, Value]]  # kind, name, attributes


@dataclass(slots=True)
class _Known:
    """The meaning of commands on such a system, with these default objects: text -> objects."""

    facts: SystemFacts
    base: Base
    shipped: Shipped
    commands: dict[str, "_Understood"] = field(default_factory=dict)


class _Understood(NamedTuple):
    """The objects of a command, and the parts that were not taken."""

    objects: tuple[_Object, ...]
    warnings: tuple[str, ...] = ()


_known: dict[tuple[str, ...], _Known] = {}


def default_object(kind: str) -> str | None:
    """The name of the default object of a kind, None where it has none."""
    return KINDS[kind].default_object


@dataclass(frozen=True, slots=True)
class Dump:
    """The facts of a dump about its queue manager, and everything that it defines. problems:
    commands that are not taken, one line each: a queue manager would refuse them, or they cannot be
    read. warnings: keywords that are not known, one line each, which are not compared. ended:
    whether the text ends as dmpmqcfg ends it. selected: the command by which it has only some
    objects, "" where it does not say so."""

    header: Header
    objects: Sequence[Observed]
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    ended: bool | None = None
    selected: str = ""

    def lacking(self, desired: Collection[Key], *, is_dump: bool) -> str:
        """Why nobody knows whether one of the desired objects is there, "" where this tells of each
        of their kinds.

        Every queue manager has records and default objects of its own: what has none of a sort was
        not asked for them. Of a dump only the command at its head says so; without is_dump these
        are answers to commands.
        """
        if is_dump and not self.selected:
            return ""
        names = names_of(self.selected) if is_dump else ""
        there = {spec_of(observed.key.kind).namespace for observed in self.objects}
        for key in desired:
            spec = spec_of(key.kind)
            if names and spec.mqsc.dumped and not is_named_by(_dumped_name(key, names), names):
                return (
                    f"{key.kind} {key.name} is desired, and the dump has only objects and profiles "
                    f"named {names}: it was made by {self.selected}; dump everything, without -n"
                )
            always = spec.default_object or is_record(key.kind) or is_single(key.kind)
            if spec.namespace in there or not always:
                continue
            if not is_dump:
                return (
                    f"the answers have no {key.kind}, and {key.name} is desired; save the answer "
                    f"to DISPLAY {spec.mqsc.word} too"
                )
            if spec.mqsc.dumped:
                return (
                    f"the dump has no {key.kind}, and {key.name} is desired: it was made by "
                    f"{self.selected}; dump everything, with -x all"
                )
        return ""


def _dumped_name(key: Key, selected: str) -> str:
    """The name by which dmpmqcfg selects an object: of a record its profile. The queue manager, and
    what follows from other objects, has none."""
    if is_single(key.kind) or is_derived(key.kind):
        return selected
    return spec_of(key.kind).names_in(key.name).get("name", key.name)


def read_dump(
    system: str, text: str, *, queue_manager: str | None = None, footer: bool = False
) -> Dump:
    """Read a dump as objects of `system`. Of an ordinary dump no command is parsed twice.

    queue_manager: the name that the dump must be of, default `system`; "*" takes any. footer: the
    dump must end as dmpmqcfg ends it, so that one cut off between two commands is noticed.
    Raises DumpDamaged.
    """
    ended = FOOTER in text[-2000:]
    if footer and not ended:
        raise DumpDamaged(f"{system}: the dump does not end as dmpmqcfg ends it: it was cut off")
    dump = _quickly(system, text, queue_manager) or _wholly(system, text, queue_manager)
    if not dump.objects and not dump.problems:
        raise DumpDamaged(f"{system}: the dump defines nothing: it is empty or cut off")
    objects = [*dump.objects, *_memberships(system, dump.objects)]
    selected = selecting_command(text[:_HEAD].splitlines())
    return replace(dump, objects=objects, ended=ended, selected=selected)


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
            reason = problems[0].text if problems else "it ends without REPLACE"
            raise DumpDamaged(
                f"{system}: the last command, {definition.kind} {definition.name}: {reason}: "
                "the dump has no end of line there: it was cut off"
            )


def _memberships(system: str, found: Sequence[Observed]) -> Iterator[Observed]:
    """Clusters that the queue manager is a member of because a cluster-receiver channel says so;
    those of which it is a full repository are found already."""
    objects = {(observed.key.kind, observed.key.name): observed.attributes for observed in found}
    for membership in memberships_of(system, objects):
        if (membership.key.kind, membership.key.name) not in objects:
            yield membership


def _wholly(system: str, text: str, queue_manager: str | None) -> Dump:
    script = parse(text, file=system)
    damage = [problem for problem in script.problems if problem.is_error]
    if damage:
        first = damage[0]
        raise DumpDamaged(f"{system}: line {first.line}: {first.message}: the dump is damaged")
    _check_name(system, script.header, queue_manager)
    read = _lenient(of_parsed(script, rendered=True))
    base, shipped = _new_system(script.header)
    outcome = interpreted([(system, read)], read.facts.system_facts(system), base, shipped)
    objects = [
        Observed(Key(system, kind, name), known.attributes, _status(known.definition.read_only.get))
        for (kind, name), known in (*outcome.objects.items(), *outcome.in_repository.items())
    ]
    objects = with_groups(objects)
    if objects:
        _check_end(system, text, read.definitions)
    problems = [problem for problem in outcome.problems() if problem.is_error]
    known = _warnings(known.definition for known in outcome.objects.values())
    return Dump(script.header, objects, tuple(map(_line, problems)), known)


def _lenient(script: Script) -> Script:
    """A keyword that a person misspelt is an error; a queue manager wrote this, maybe a newer one
    than is known here."""

    def known(definition: Definition) -> Definition:
        if not any(problem.code == _UNKNOWN for problem in definition.problems):
            return definition
        problems = (
            replace(p, severity=Severity.WARNING) if p.code == _UNKNOWN else p
            for p in definition.problems
        )
        return replace(definition, problems=tuple(problems))

    entries = (
        replace(entry, definitions=tuple(map(known, entry.definitions))) for entry in script.entries
    )
    return replace(script, entries=tuple(entries))


def _warnings(definitions: Iterable[Definition]) -> tuple[str, ...]:
    """Keywords that MQSC has not. Those that it has, and that are not managed, are no news."""
    return tuple(
        one_line(f"{definition.kind} {definition.name}: {problem.text}")
        for definition in definitions
        for problem in definition.problems
        if problem.code == _UNKNOWN and problem.attribute not in UNMANAGED
    )


def _line(problem: Diagnostic) -> str:
    return one_line(f"line {problem.line}: {problem.object}: {problem.text}")


def _check_name(system: str, header: Header, queue_manager: str | None) -> None:
    expected = queue_manager or system
    if header.others:
        raise DumpDamaged(f"{system}: the file has a dump of {header.others[0]} too; part them")
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
        elif command.startswith(_ALONE):
            body = _COMMENT.sub("", command)
            if _OWN.search(body) and not _OWN_PROFILE.search(body):
                return None
            commands.append((body, command))
            if "('SYSTEM.DEF" in body[:40]:
                defaults.append(body)
        elif command.startswith("*") and _JOIN not in command:
            head.append(command)
        elif command and not command.startswith("SET "):
            return None
    script = parse(_lines([*head, *together]), file=system)
    if script.problems:
        return None
    _check_name(system, script.header, queue_manager)
    known = _context(script.header, defaults)
    shared = None if known is None else _understood(known, script)
    if known is None or shared is None:
        return None
    observed = [Observed(Key(system, kind, name), values) for kind, name, values in shared.objects]
    warnings = list(shared.warnings)
    for body, command in commands:
        understood = known.commands.get(body)
        if understood is None:
            parsed = parse(_lines([body]))
            understood = None if parsed.problems else _understood(known, parsed)
            if understood is None:
                return None
            if len(known.commands) >= _KEPT:
                known.commands.clear()
            known.commands[body] = understood
        counts = dict(_COUNT.findall(command)) if "CURDEPTH(" in command else None
        status = _status(counts.get) if counts else None
        warnings += understood.warnings
        for kind, name, values in understood.objects:
            observed.append(Observed(Key(system, kind, name), values, status))
    count, observed = len(observed), with_groups(observed)
    spaces = {(KINDS[one.key.kind].namespace, one.key.name, one.in_repository) for one in observed}
    several = sum(one.group is not None for one in observed)
    # The result of a name that stands twice depends on the order of the commands.
    if len(spaces) + several != count:
        return None
    return Dump(script.header, observed, warnings=tuple(warnings))


def _lines(chunks: Iterable[str]) -> str:
    return "\n".join(chunks).replace(_JOIN, "\n")


def _context(header: Header, defaults: list[str]) -> _Known | None:
    key = (header.platform, str(header.command_level), str(header.ccsid), *defaults)
    known = _known.get(key)
    if known is None:
        base, shipped = _new_system(header)
        known = _Known(
            of_parsed(MqscScript("", (), (), header)).facts.system_facts(""), base, shipped
        )
        scripts = [parse(_lines([body])) for body in defaults]
        understood = [None if s.problems else _understood(known, s) for s in scripts]
        own: dict[tuple[str, str], Existing] = {}
        for body, each in zip(defaults, understood, strict=True):
            if each is None:
                return None
            known.commands[body] = each
            own |= {(KINDS[k].namespace, n): Existing(k, v, True) for k, n, v in each.objects}
        known.base = lambda kind, name: own.get((KINDS[kind].namespace, name)) or base(kind, name)
        if len(_known) > 100:
            _known.clear()
        _known[key] = known
    return known


def _new_system(header: Header) -> tuple[Base, Shipped]:
    """IBM's defaults there, of attributes that every release has."""
    platform = Platform.parse(header.platform) if header.platform else Platform.LINUX

    def shipped(kind: str) -> Mapping[str, Value]:
        return KINDS[kind].shipped(platform, 0)

    return new_system(shipped), shipped


def _understood(known: _Known, script: MqscScript) -> _Understood | None:
    """The objects that commands define by themselves; None where they say anything else."""
    any_name = replace(script, header=replace(script.header, queue_manager="*"))
    read = _lenient(of_parsed(any_name, rendered=True))
    outcome = interpreted([("", read)], known.facts, known.base, known.shipped)
    if outcome.refused or outcome.notes:
        return None
    standing = [*outcome.objects.items(), *outcome.in_repository.items()]
    return _Understood(
        tuple((*key, one.attributes) for key, one in standing),
        _warnings(one.definition for _, one in standing),
    )


def _status(count: Callable[[str], str | None]) -> Status | None:
    texts = [count(name) or "" for name in ("CURDEPTH", "IPPROCS", "OPPROCS")]
    # No count of messages or openers has more digits.
    numbers = [int(text) if re.fullmatch("[0-9]{1,12}", text) else None for text in texts]
    if not any(number is not None for number in numbers):
        return None
    depth, inputs, outputs = (number or 0 for number in numbers)
    return Status(depth, 0, inputs, outputs, handles_known=False)
