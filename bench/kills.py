"""Updates whose process is killed at any moment, and the next one. Run: python -m bench.kills

    python -m bench.kills --kills 1000 --first 0

Each seed makes a world (`bench.world`) and a program that changes it. A child process applies it,
destroys it, or saves a refreshed state, and is killed with SIGKILL at a random effect: before or
after a command, before or after a record of the journal or in the middle of it, at a sync, a rename
or a removal of a file; between STOP, ALTER and START of what runs. Afterwards the state may be
refreshed, or moved out and in again, or resources get other names in the program; then the same is
done again, and has to converge: everything as declared, nothing left to do, nothing pending,
nothing of others touched, no message and no authority record lost, none of what is destroyed left
behind, and what ran runs.
"""

import argparse
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.engine.apply import apply
from queuewright.engine.plan import make_plan
from queuewright.engine.refresh import refreshed
from queuewright.engine.steps import Plan
from queuewright.kinds import MQ_KINDS, spec_of
from queuewright.sandbox import running
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.deployment import Deployment
from queuewright.state.journal import Journal
from queuewright.state.store import StackStore
from queuewright.systems.protocol import System

from .fidelity import Outcome, Scenario, counted, run
from .records import Grant, profile_of
from .watched import Log, Sent, Watched
from .world import Program


class Killer(Log):
    """Kills this process at the nth effect."""

    def __init__(self, nth: int, torn: bool) -> None:
        super().__init__()
        self._left, self._torn = nth, torn
        for name in ("fsync", "replace", "unlink", "truncate"):
            setattr(os, name, self._around(getattr(os, name)))
        # After STOP, and before START.
        setattr(EmbeddedSystem, "change", self._around(EmbeddedSystem.change))  # noqa: B010
        setattr(running, "start", self._around(running.start))  # noqa: B010
        write = Journal._write

        def killed_write(journal: Journal, record: Mapping[str, Any]) -> None:
            self.effect(lambda: self._tear(journal, record))
            write(journal, record)
            self.effect()

        setattr(Journal, "_write", killed_write)  # noqa: B010 - mypy knows it as a method

    def effect(self, last_words: Callable[[], None] | None = None) -> None:
        self._left -= 1
        if self._left <= 0:
            if last_words is not None and self._torn:
                last_words()
            os.kill(os.getpid(), signal.SIGKILL)

    def send(self, sent: Sent, command: Callable[[], Observed | None]) -> Observed | None:
        self.effect()
        answer = super().send(sent, command)
        self.effect()
        return answer

    def _around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def killed(*arguments: Any, **options: Any) -> Any:
            self.effect()
            answer = function(*arguments, **options)
            self.effect()
            return answer

        return killed

    def _tear(self, journal: Journal, record: Mapping[str, Any]) -> None:
        """Half of a record, as a full disk or a power cut leaves it."""
        line = json.dumps(record).encode()
        if journal._path.exists():
            with journal._path.open("ab") as file:
                file.write(line[: len(line) // 2])


class Kill(Scenario):
    """One world, one kill."""

    def run(self, outcome: Outcome) -> None:
        program = self.settled()
        self.others()
        after = self.unblocked(self.changed(program), program)
        what = self.random.choice(("up", "up", "up", "destroy", "refresh"))
        before, granted, ran = self.everything(), self.authorities(), self.running()
        try:
            plan = self._plan_of(what, after)
        except QueuewrightError as error:
            outcome.kind = type(error).__name__
            return
        if plan.blocked or (what != "refresh" and plan.is_empty):
            outcome.kind = "nothing to kill"
            return
        nth, torn = self.random.randint(1, 4 + 8 * len(plan.changes)), self.chance(0.3)
        parallel = self.random.choice((1, 4))
        child = os.fork()
        if child == 0:
            self._in_child(what, after, nth, torn, parallel)
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status)
        outcome.kind = f"{what} killed" if killed else f"{what} had ended"
        if not killed and os.WEXITSTATUS(status):
            outcome.kind = f"{what} failed"
        if what == "refresh":
            self.store.load()
            return
        after = self.in_between(after)
        outcome.differences += self.made_good(what, plan, after, before)
        if not outcome.differences:
            outcome.differences += self.grants(what, plan, granted)
            stopped = ran - self.running() - self.gone(ran)
            outcome.differences += [f"left stopped: {key}" for key in sorted(stopped)]

    def running(self) -> set[Key]:
        """The objects that run."""
        kinds = [kind for kind in MQ_KINDS if spec_of(kind).runs is not None]
        found = (o for m in self.machines.values() for o in m.observe(kinds, status=True))
        return {each.key for each in found if each.status is not None and each.status.running}

    def gone(self, keys: set[Key]) -> set[Key]:
        return keys - self.everything().keys()

    def in_between(self, program: Program) -> Program:
        """What else is done to the stack before the next update; the program as it is then."""
        what = self.random.choice(("", "", "refresh", "export and import", "rename"))
        with self.store.locked():
            state = self.store.load()
            if what == "refresh":
                with suppress(QueuewrightError):
                    self.store.save(refreshed(state, self.systems).state)
            elif what == "export and import":
                self.store.save(Deployment.read(state.write()))
        return self.renamed(program) if what == "rename" else program

    def grants(self, what: str, plan: Plan, before: list[Grant]) -> Iterator[str]:
        """Authority records go with what is deleted, and stay with everything else."""
        if what == "up":
            yield from self.grants_lost(plan, before)
            return
        there = set(map(profile_of, self.everything()))
        gone = {profile_of(step.key) for step in plan.steps if step.deletes} - there
        for grant in self.authorities():
            if grant.profile in gone and grant in before:
                yield f"authority {grant} is left behind"

    def _plan_of(self, what: str, program: Program) -> Plan:
        return self._destroying() if what == "destroy" else self.plan(program)

    def _destroying(self) -> Plan:
        state = self.store.load()
        return make_plan((), state, self.systems, project="shop", stack="dev", destroy=True)

    def _in_child(self, what: str, program: Program, nth: int, torn: bool, parallel: int) -> None:
        """Never returns. A connection of the parent's is not used here."""
        code = 1
        try:
            sandbox = Sandbox(self.sandbox.path)
            own: dict[str, System] = {
                name: SandboxSystem(sandbox.system(name)) for name in self.machines
            }
            self.systems, self.store = own, StackStore(self.sandbox.path.parent, "shop", "dev")
            if what == "refresh":
                state = refreshed(self.store.load(), own).state
                Killer(nth, torn)
                with self.store.locked():
                    self.store.save(state)
                code = 0
            else:
                plan = self._plan_of(what, program)
                killer = Killer(nth, torn)
                watched = {name: Watched(system, killer) for name, system in own.items()}
                code = 0 if apply(plan, watched, self.store, parallel=parallel).ok else 2
        finally:
            os._exit(code)

    def made_good(
        self, what: str, first: Plan, program: Program, before: Mapping[Key, Observed]
    ) -> Iterator[str]:
        plans = [first]
        wrong = list(self.carried_on(partial(self._plan_of, what, program), plans))
        if wrong:
            yield from wrong
            return
        yield from self.lost(plans, before)
        yield from self.left_to_do(program if what == "up" else {}, [], f"a killed {what}")
        if self.store.load().pending:
            yield f"still pending: {self.store.load().pending}"
        left = [path.name for path in self.store.path.parent.iterdir() if ".new" in path.name]
        if left or self.store.journal_path.exists():
            yield f"left over: {left or self.store.journal_path.name}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Killed updates, and what the next one makes.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args(arguments)
    outcomes = _until_killed(options.kills, options.first)
    return counted(outcomes, f"kills: {options.kills} kills")


def _until_killed(kills: int, seed: int) -> Iterator[Outcome]:
    """One seed after the other, until so many of them were killed."""
    while kills > 0:
        outcome = run(seed, Kill)
        kills -= outcome.kind.endswith("killed")
        yield outcome
        seed += 1


if __name__ == "__main__":
    raise SystemExit(main())
