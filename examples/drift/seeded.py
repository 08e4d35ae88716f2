"""A fleet with drift that is known: made from one dump, for the demo, tests and figures.

Every environment has a dump of the same queue manager; in some of them attributes are changed,
objects removed and objects added, decided by a seed. The program defines what the first dump has.
"""

import json
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc import definitions, parse
from queuewright.dialects.mqsc.render import render
from queuewright.drift.dump import FOOTER
from queuewright.drift.fingerprint import shown_value
from queuewright.kinds import KINDS, QUEUE_KINDS, kinds_of

_KINDS = (*QUEUE_KINDS, *kinds_of(Role.NAMELIST))


@dataclass(frozen=True, slots=True, order=True)
class Planted:
    """One difference that must be found. Values as the drift table has them (JSON)."""

    environment: str
    key: Key
    drift: str
    attribute: str = ""
    desired: str | None = None
    observed: str | None = None

    @property
    def row(self) -> tuple[str | None, ...]:
        """environment, system, kind, name, drift, attribute, desired, observed."""
        key = self.key
        return (
            self.environment, key.system, key.kind, key.name, self.drift, self.attribute,
            self.desired, self.observed,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seeds:
    """environments: how many. drifted: the share of them that has drift. changed, removed, added:
    how many objects of each of those (one attribute of a changed one)."""

    environments: int = 100
    drifted: float = 0.1
    changed: int = 5
    removed: int = 1
    added: int = 1
    seed: int = 5


def inventory(text: str) -> list[Definition]:
    """The queues and namelists of a dump; the fleet's program defines these."""
    return [definition for definition in definitions(parse(text)) if definition.kind in _KINDS]


def planted_changes(
    base: Sequence[Definition], system: str, seeds: Seeds
) -> Iterator[tuple[str, list[Planted], dict[tuple[str, str], Definition | None]]]:
    """For each environment its name, what must be found, and which objects differ from the base:
    (kind, name) -> another definition, None for one that is removed."""
    chance = random.Random(seeds.seed)
    count = round(seeds.environments * seeds.drifted)
    drifted = set(chance.sample(range(seeds.environments), count))
    width = len(str(max(seeds.environments - 1, 1)))
    for number in range(seeds.environments):
        name = f"env-{number:0{width}}"
        planted: list[Planted] = []
        other: dict[tuple[str, str], Definition | None] = {}
        if number in drifted:
            chosen = chance.sample(base, min(len(base), seeds.changed + seeds.removed))
            for definition in chosen[: seeds.removed]:
                other[definition.kind, definition.name] = None
                planted.append(
                    Planted(name, Key(system, definition.kind, definition.name), "missing")
                )
            for definition in chosen[seeds.removed :]:
                attribute, value = _another(definition, chance)
                changed = {**definition.values, attribute: value}
                other[definition.kind, definition.name] = replace(definition, values=changed)
                planted.append(
                    Planted(
                        name,
                        Key(system, definition.kind, definition.name),
                        "changed",
                        attribute,
                        shown_value(definition.values[attribute]),
                        shown_value(value),
                    )
                )
            for extra in range(seeds.added):
                like = base[chance.randrange(len(base))]
                added = replace(like, name=f"ADDED.{number}.{extra}")
                other[added.kind, added.name] = added
                planted.append(Planted(name, Key(system, added.kind, added.name), "unexpected"))
        yield name, planted, other


def make_fleet(directory: Path, text: str, seeds: Seeds, *, system: str = "QM1") -> list[Planted]:
    """Write a fleet below `directory`: fleet.yaml, program/, dumps/<environment>.mqsc.

    A dump is `text` itself, comments and authorities included, as if of a queue manager named
    `system`; commands stand in it that were changed. Environments without drift are links to one
    file. Returns what must be found; rows with drift
    "unexpected" only with `unmanaged`.
    """
    base = inventory(text)
    dump = _Dump.of(text, system)
    commands = {(definition.kind, definition.name): render(definition) for definition in base}
    program = directory / "program"
    dumps = directory / "dumps"
    program.mkdir(parents=True)
    dumps.mkdir()
    (program / "Pulumi.yaml").write_text("name: fleet\nruntime: python\n", encoding="utf-8")
    (program / "Pulumi.main.yaml").write_text("config: {}\n", encoding="utf-8")
    (program / "__main__.py").write_text(_PROGRAM, encoding="utf-8")
    script = _script(system, commands.values())
    (program / "definition.mqsc").write_text(script, encoding="utf-8")
    (dumps / "same.mqsc").write_text(dump.with_others({}), encoding="utf-8")
    planted: list[Planted] = []
    names = []
    for name, differences, other in planted_changes(base, system, seeds):
        names.append(name)
        planted += differences
        target = dumps / f"{name}.mqsc"
        if not other:
            os.link(dumps / "same.mqsc", target)
            continue
        target.write_text(dump.with_others(other), encoding="utf-8")
    (directory / "fleet.yaml").write_text(_fleet(system, names), encoding="utf-8")
    return planted


@dataclass(frozen=True, slots=True)
class _Dump:
    """A dump's lines, and which of them (from, to) define what."""

    lines: Sequence[str]
    places: Mapping[tuple[str, str], tuple[int, int]]

    @classmethod
    def of(cls, text: str, system: str) -> "_Dump":
        script = parse(text)
        starts = [command.line - 1 for command in script.commands]
        ends = dict(zip(starts, [*starts[1:], None], strict=True))
        name = f"Queue manager name: {script.header.queue_manager}"
        lines = text.replace(name, f"Queue manager name: {system}", 1).splitlines()
        if FOOTER not in text:
            lines.append(f"{FOOTER} 2026-11-21   at 09.30.01")
        return cls(
            lines,
            {
                (definition.kind, definition.name): (
                    definition.line - 1,
                    ends[definition.line - 1] or len(lines) - 1,
                )
                for definition in definitions(script)
                if definition.kind in _KINDS
            },
        )

    def with_others(self, other: Mapping[tuple[str, str], Definition | None]) -> str:
        """The dump with other definitions, None for one that is removed; new ones are last."""
        lines: list[str] = []
        done = 0
        new = [
            definition
            for place, definition in other.items()
            if definition and place not in self.places
        ]
        changed = [
            (self.places[place], definition)
            for place, definition in other.items()
            if place in self.places
        ]
        for (start, end), definition in sorted(changed, key=lambda change: change[0]):
            lines += [*self.lines[done:start], *([render(definition)] if definition else [])]
            done = end
        lines += [*self.lines[done:-1], *map(render, new), self.lines[-1]]
        return "\n".join(lines) + "\n"


def _another(definition: Definition, chance: random.Random) -> tuple[str, Value]:
    """An attribute of a definition, and a value that it does not have."""
    described = KINDS[definition.kind].attributes()
    for attribute in chance.sample(list(definition.values), len(definition.values)):
        others = _other_values(described[attribute], definition.values[attribute], chance)
        for value in chance.sample(others, len(others)):
            given = {"name": definition.name, **definition.values, attribute: value}
            _, problems = KINDS[definition.kind].validate_values(given)
            if not any(p.is_error and p.attribute == attribute for p in problems):
                return attribute, value  # what no queue manager has, no dump of one has
    raise ValueError(f"{definition.kind} {definition.name} has no attribute to change")


def _other_values(attribute: Attribute, value: Any, chance: random.Random) -> list[Value]:
    if not attribute.observable or attribute.mqsc is None:
        return []
    if isinstance(value, int):
        top = attribute.maximum
        return [value + 1 if top is None or value < top else value - 1]
    if attribute.choices:
        usual = [choice for choice in attribute.choices if choice.mqsc and not choice.resolved]
        return [choice.value for choice in usual if choice.value != value]
    another = f"DRIFT{chance.randrange(1000)}"  # a legal name, and legal text
    if isinstance(value, str) and (attribute.max_length or 0) >= len(another):
        return [another]
    return [(*value, another)] if isinstance(value, tuple) else []


def _script(system: str, commands: Iterable[str]) -> str:
    lines = [
        "* Script generated on 2026-11-21   at 09.30.00",
        f"* Queue manager name: {system}",
        "* Queue manager platform: UNIX",
        "* Queue manager command level: (750/750)",
        "* Command issued: dmpmqcfg -a",
        *commands,
        f"{FOOTER} 2026-11-21   at 09.30.01",
    ]
    return "\n".join(lines) + "\n"


def _fleet(system: str, names: Iterable[str]) -> str:
    path = "dumps/{environment}.mqsc"
    entries: list[Mapping[str, Any]] = [{"name": name} for name in names]
    lines = [
        "defaults:",
        "  program: program",
        "  stack: main",
        "  systems:",
        f'    {system}: {{type: mqsc, path: "{path}", footer: true}}',
        "environments:",
        *(f"  - {json.dumps(entry)}" for entry in entries),
    ]
    return "\n".join(lines) + "\n"


_PROGRAM = '''"""Declares everything that definition.mqsc defines, attribute for attribute."""

from pathlib import Path

from queuewright import mq
from queuewright.dialects.mqsc import definitions, parse

script = parse(Path(__file__).with_name("definition.mqsc").read_text(encoding="utf-8"))
system = mq.QueueManager(script.header.queue_manager)
for definition in definitions(script):
    resource = getattr(mq, definition.kind.removeprefix("mq:"))
    resource(definition.name, system=system, **definition.values)
'''
