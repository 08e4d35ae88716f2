"""Random scenarios through both engines: the plan engine, and the provider as Pulumi's engine asks
it. Run: python -m bench.parity

    python -m bench.parity --scenarios 2000 --first 0 --processes 2

Each seed makes a world (see `bench.fidelity`) twice. In one, plans are made and applied. In the
other, the provider checks and compares everything, in a process that knows nothing yet; and then
again, with the creates, updates and replacements in between, and the deletes at the end.

- What is blocked in a plan is refused by the provider, before or while it is done; nothing else is.
- What is not blocked leaves the same behind.

Resources that get another name, moves, and options that only an engine knows (import, protect,
retain) are left out: Pulumi's engine decides those.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stderr
from dataclasses import dataclass, replace
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

from pulumi.dynamic import Config, ConfigureRequest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.options import IGNORE_CHANGES, LISTED_IN, REPLACE_ON_CHANGES
from queuewright.dynamic import connections
from queuewright.dynamic.provider import QueueProvider
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.steps import Plan
from queuewright.program.declared_list import listing
from queuewright.world.snapshot import same_name

from .fidelity import Outcome, counted
from .world import Program, World


class Refused(Exception):
    """The lines with which the provider stops Pulumi's engine."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A resource as Pulumi's state has it."""

    kind: str
    inputs: Mapping[str, Any]
    id: str
    outputs: Mapping[str, Any]


class Engine:
    """Pulumi's engine, as far as a provider sees it. Systems are those of a world's folder."""

    def __init__(self, world: World, folder: Path) -> None:
        self.folder, self.state = folder, dict[str, Owned]()
        self.systems = {
            name: {
                "type": "sandbox",
                "path": "sandbox.db",
                "platform": str(machine.facts().platform),
            }
            for name, machine in world.machines.items()
        }
        self.listed = folder / "declared.json"
        (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")

    def up(self, program: Program, order: list[str], gone: list[str]) -> None:
        """Raises Refused."""
        keys = ((declared.key, declared.inputs) for declared in program.values())
        self.listed.write_text(listing({key: inputs for key, inputs in keys if key is not None}))
        try:
            with chdir(self.folder), redirect_stderr(StringIO()):  # of remarks
                providers = self.providers()
                for urn in order:
                    self.step(providers, program[urn], dry=True)
                providers = self.providers()
                for urn in order:
                    self.step(providers, program[urn], dry=False)
                for urn in gone:
                    owned = self.state[urn]
                    providers[owned.kind].delete(owned.id, as_sent(owned.outputs))
                    del self.state[urn]
        except QueuewrightError as error:
            raise Refused(str(error)) from None

    def left_to_do(self) -> str:
        """The changes that the engine would still make after an update, "" for none."""
        return ""

    def differences_at_the_end(self, planned: World) -> Iterator[str]:
        """After the last update; planned: the world in which plans were made."""
        return iter(())

    def providers(self) -> "Providers":
        """As in a new process: they have read nothing yet."""
        connections._connected.clear()
        return Providers(self.systems)

    def step(self, providers: "Providers", declared: Declared, *, dry: bool) -> None:
        """One resource: what Pulumi's engine asks about it, and does where it is not dry."""
        provider, owned = providers[declared.kind or ""], self.state.get(declared.urn)
        news = {**declared.inputs, LISTED_IN: str(self.listed)}
        if declared.replace_on_changes:
            news[REPLACE_ON_CHANGES] = list(declared.replace_on_changes)
        if declared.ignore_changes:
            news[IGNORE_CHANGES] = list(declared.ignore_changes)
        if owned is not None:
            ignored = set(declared.ignore_changes)
            kept = {name: value for name, value in owned.inputs.items() if name in ignored}
            news = {name: value for name, value in news.items() if name not in ignored} | kept
        inputs = checked(provider, {} if owned is None else owned.inputs, news)
        if owned is not None:
            outs = as_sent(owned.outputs)
            difference = provider.diff(owned.id, outs, as_sent(inputs))
            if not difference.changes:
                return
            if not difference.replaces:
                if not dry:
                    after = provider.update(owned.id, outs, as_sent(inputs)).outs or {}
                    self.state[declared.urn] = replace(owned, inputs=inputs, outputs=after)
                return
            inputs = checked(provider, {}, news)
            if not dry:
                provider.delete(owned.id, outs)
        if not dry:
            made = provider.create(as_sent(inputs))
            self.state[declared.urn] = Owned(provider.kind, inputs, made.id, made.outs)


class Providers(dict[str, QueueProvider]):
    """One for each kind, made when it is asked for."""

    def __init__(self, systems: Mapping[str, Any]) -> None:
        self.systems = systems

    def __missing__(self, kind: str) -> QueueProvider:
        provider = self[kind] = QueueProvider(kind)
        config = Config({"queuewright:systems": self.systems}, "shop")
        provider.configure(ConfigureRequest(config))
        return provider


def checked(
    provider: QueueProvider, olds: Mapping[str, Any], news: Mapping[str, Any]
) -> dict[str, Any]:
    """The inputs as the provider has them. Raises Refused."""
    result = provider.check(as_sent(olds), as_sent(news))
    if result.failures:
        raise Refused("; ".join(failure.reason for failure in result.failures))
    return dict(result.inputs)


def as_sent(value: Any) -> Any:
    """As the engine hands values over: whole numbers as floats, keys of None not at all."""
    if isinstance(value, Mapping):
        return {name: as_sent(item) for name, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [as_sent(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def plainly(program: Program) -> Program:
    """Without what only an engine decides on."""
    return {
        urn: replace(
            declared, import_id=None, protect=False, retain_on_delete=False,
            delete_before_replace=None, engine_fields={}, aliases=(),
        )
        for urn, declared in program.items()
    }  # fmt: skip


def without_names_that_change_hands(after: Program, before: Program) -> Program:
    """Without moves, renamed resources, and objects that take the name of another kind's: Pulumi
    makes what is new before it deletes what is gone."""
    kept: Program = {}
    taken = {
        place: urn
        for urn, declared in before.items()
        if declared.key is not None
        for place in (declared.key, *same_name(declared.key))
    }
    for urn, declared in after.items():
        key = declared.key
        if key is None or (urn in before and before[urn].key != key):
            continue
        if taken.get(key, urn) == urn:
            kept[urn] = declared
    return kept


def run(seed: int, engine: type[Engine] = Engine) -> Outcome:
    """One scenario, in folders of its own."""
    outcome = Outcome(seed)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        planned, asked = World(seed, Path(one)), World(seed, Path(other))
        try:
            outcome.differences += scenario(planned, asked, engine(asked, Path(other)), outcome)
        except Exception as error:
            outcome.differences.append(f"{type(error).__name__}: {error}")
        finally:
            planned.sandbox.close()
            asked.sandbox.close()
    return outcome


def scenario(planned: World, asked: World, engine: Engine, outcome: Outcome) -> Iterator[str]:
    program: Program = {}
    for place in range(3):
        if place:
            state = planned.random.getstate()
            for world in (planned, asked):
                world.random.setstate(state)
                world.others()
            if planned.everything() != asked.everything():
                outcome.kind = "others found other objects"
                return
        drawn = planned.changed(program) if place else planned.program(4)
        after = without_names_that_change_hands(plainly(drawn), program)
        after = planned.unblocked(after, program) if planned.chance(0.7) or not place else after
        planned.reach()
        try:
            plan = planned.plan(after)
        except QueuewrightError as error:
            outcome.kind = type(error).__name__
            return
        outcome.kind = "blocked" if plan.blocked else "applied"
        blocked = [str(p) for step in plan.blocked for p in step.blocked]
        order = [s.urn for s in plan.steps if s.declared is not None]
        gone = [urn for s in plan.steps if (urn := s.urn) in engine.state and urn not in after]
        try:
            engine.up(after, [*dict.fromkeys(order)], gone)
        except Refused as refused:
            if not plan.blocked:
                applied = apply(plan, planned.systems, planned.store, parallel=1)
                outcome.kind = "failed by both"
                if applied.ok:
                    yield f"refused, and planned: {did(plan)} {refused}"
            return
        if plan.blocked:
            yield f"blocked, and not refused: {blocked}"
            return
        applied = apply(plan, planned.systems, planned.store, parallel=1)
        if not applied.ok:
            outcome.kind = "failed"
            return
        yield from differing(planned, asked, did(plan))
        if left := engine.left_to_do():
            yield f"not settled after {did(plan)}: {left}"
        program = after
    yield from engine.differences_at_the_end(planned)


def differing(planned: World, asked: World, text: str) -> Iterator[str]:
    ours, theirs = planned.everything(), asked.everything()
    for key in sorted({*ours, *theirs}):
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None:
            yield f"{key}: {'only by the provider' if one is None else 'only by the plan'} ({text})"
        elif one != other:
            names = sorted({*one.attributes, *other.attributes})
            has = {
                n: (one.attributes.get(n), other.attributes.get(n))
                for n in names
                if one.attributes.get(n) != other.attributes.get(n)
            }
            yield f"{key}: {has or (one.status, other.status)} ({text})"
    if planned.authorities() != asked.authorities():
        yield f"other authorities ({text})"


def did(plan: Plan) -> str:
    return " ".join(f"{step.verb} {step.key};" for step in plan.changes)


def _run_all(seeds: tuple[int, ...]) -> list[Outcome]:
    return [run(seed) for seed in seeds]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Random scenarios through both engines.")
    parser.add_argument("--scenarios", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    os.environ.pop("QUEUEWRIGHT_SANDBOX", None)
    seeds = range(options.first, options.first + options.scenarios)
    with ProcessPoolExecutor(options.processes) as pool:
        parts = [tuple(seeds[place : place + 20]) for place in range(0, len(seeds), 20)]
        outcomes = chain.from_iterable(pool.map(_run_all, parts))
        return counted(outcomes, f"parity: {options.scenarios} scenarios")


if __name__ == "__main__":
    raise SystemExit(main())
