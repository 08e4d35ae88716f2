"""Updates over a network that fails, and the next one. Run: python -m bench.faults

    python -m bench.faults --runs 2000 --first 0 --processes 2

Each seed makes a world (`bench.world`) whose queue managers are reached over mqweb, a program that
changes it, and a proxy (`bench.proxy`) between the two that spoils what passes while the update
runs. Afterwards the network is well, and the same is done again: it has to converge. Nothing is
left to do, nothing of others is touched, no message is lost, and no command is done twice.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator, Mapping, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.dialects.mqsc import MqscCommand
from queuewright.engine.apply import Applied, apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.steps import Plan
from queuewright.kinds import KINDS
from queuewright.mq.cluster import ClusterSpec
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.certificate import Authority, Certified
from queuewright.servers.mqweb import commands
from queuewright.servers.mqweb.server import MqwebServer
from queuewright.servers.mqweb.sessions import Sessions
from queuewright.servers.serving import Address, in_thread
from queuewright.servers.users import User, Users, password_hash
from queuewright.systems.registry import systems_from

from .fidelity import Outcome, Scenario, counted
from .proxy import FaultProxy
from .watched import Log
from .world import Program

TIMEOUT = 0.4  # seconds that a client waits; what is late comes after it
PASSWORD = "not a secret"


_SECRETS = frozenset(
    attribute.mqsc
    for spec in KINDS.values()
    for attribute in spec.attributes().values()
    if attribute.write_only
)


def _words(command: tuple[str, ...]) -> set[str]:
    return {word.partition("(")[0] for word in command[4:]}


class Counted:
    """The commands that were done, by object, in the order in which the server did them."""

    def __init__(self) -> None:
        self.done: list[tuple[str, ...]] = []
        self.proxy: FaultProxy | None = None
        self._run = commands.run

    def __enter__(self) -> "Counted":
        commands.run = self.run
        return self

    def __exit__(self, *_: object) -> None:
        commands.run = self._run

    def run(self, system: EmbeddedSystem, asked: MqscCommand, *, as_text: bool) -> dict[str, Any]:
        answer = self._run(system, asked, as_text=as_text)
        ours = self.proxy is None or not self.proxy.repeating
        if ours and asked.verb != "DISPLAY" and answer["overallCompletionCode"] == 0:
            given = (f"{p.keyword}({p.text})" for p in asked.parameters.values())
            self.done.append((system.name, asked.object, asked.name, asked.verb, *sorted(given)))
        return answer

    def twice(self) -> Iterator[str]:
        """Commands that were done again with nothing else on their object in between."""
        last: dict[tuple[str, ...], tuple[str, ...]] = {}
        for command in self.done:
            about = command[:3]
            # A password whose answer was lost is not known to be set: it is sent again.
            if last.get(about) == command and not _SECRETS.intersection(_words(command)):
                yield f"done twice: {' '.join(command)}"
            last[about] = command


class Faulty(Scenario):
    """One world, one update over a network that fails."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed, folder)
        self._seed, self._stack = seed, ExitStack()
        self.counted = self._stack.enter_context(Counted())
        gateway = bool(seed % 2)
        sessions = Sessions(_users())
        address = Address("127.0.0.1", 0)
        tls = None if gateway else _certificate()
        server = MqwebServer(self.sandbox, sessions, address, tls=tls)
        self._stack.enter_context(in_thread([server]))
        self.proxy = self._stack.enter_context(
            FaultProxy(
                int(server.url.rpartition(":")[2]),
                gateway=gateway,
                expire=sessions.expire,
                delay=TIMEOUT * 1.5,
            ).running()
        )
        self.counted.proxy = self.proxy
        os.environ["FAULTS_PASSWORD"] = PASSWORD
        entry = {
            "type": "mqweb",
            "url": f"{server.url.partition(':')[0]}://127.0.0.1:{self.proxy.port}",
            "user": "ann",
            "password": {"env": "FAULTS_PASSWORD"},
            "login": self.random.choice(("basic", "ltpa")),
            "commands": self.random.choice(("json", "json", "text")),
            "ca": str(_authority().certificate),
            "timeout": TIMEOUT,
        }
        wired = systems_from(dict.fromkeys(("QM1", "QM2"), entry), base=folder)
        self.systems = {**self.systems, **wired}

    def run(self, outcome: Outcome) -> None:
        try:
            self._run(outcome)
        finally:
            self._stack.close()

    def declared(self, kind: str) -> Declared:
        """A membership that nothing makes is not an object: it has no place here."""
        declared = super().declared(kind)
        while declared.type == TYPE_PREFIX + ClusterSpec.kind:
            declared = super().declared("mq:LocalQueue")
        return declared

    def with_options(self, declared: Declared) -> Declared:
        """A gateway that sends a create twice, and gives the second answer, says that the object
        was there before: whose it is nobody can tell, and adopt="never" is then blocked."""
        declared = super().with_options(declared)
        if declared.inputs.get("adopt") != "never":
            return declared
        return replace(declared, inputs={**declared.inputs, "adopt": "matching"})

    def value(self, kind: str, name: str) -> Any:
        """No queue manager says whether it has a cell directory, which a scope of cell needs."""
        return "q_mgr" if name == "scope" else super().value(kind, name)

    def _run(self, outcome: Outcome) -> None:
        program = self.settled()
        self.others()
        after = self.unblocked(self.changed(program), program)
        before = self.everything()
        try:
            plan = self.plan(after)
        except QueuewrightError as error:
            outcome.kind = type(error).__name__
            return
        if plan.blocked or plan.is_empty:
            outcome.kind = "nothing to apply"
            return
        self.counted.done.clear()
        self.proxy.arm(self._seed, self.random.choice((0.02, 0.1, 0.3, 0.6)))
        applied = self.apply(plan, Log())
        self.proxy.disarm()
        self.proxy.settle()
        spoilt = "spoilt" if self.proxy.counts else "unspoilt"
        outcome.kind = f"{spoilt}, {'done' if applied.ok else 'failed'}"
        outcome.differences += self._told_in_one_line(applied)
        failed = {event.step.key for event in (*applied.failed, *applied.skipped)}
        outcome.differences += self._made_good(plan, failed, after, before)
        outcome.differences += self.counted.twice()

    def apply(self, plan: Plan, log: Log) -> Applied:
        return apply(plan, self.systems, self.store, parallel=self.random.choice((1, 16)))

    def _told_in_one_line(self, applied: Applied) -> Iterator[str]:
        for event in applied.failed:
            if "\n" in event.text or PASSWORD in event.text or "Error:" in event.text:
                yield f"told badly: {event.text!r}"

    def _made_good(
        self, first: Plan, failed: Set[Key], program: Program, before: Mapping[Key, Observed]
    ) -> Iterator[str]:
        plans = [first]
        wrong = list(self.carried_on(partial(self.plan, program), plans))
        if wrong:
            yield from wrong
            return
        yield from self.lost(plans, before)
        yield from self.left_to_do(program, [], "a failing network")
        yield from self.state_other_than(plans, failed)
        if self.store.load().pending:
            yield f"still pending: {self.store.load().pending}"


@cache
def _authority() -> Authority:
    return Authority(Path(tempfile.mkdtemp(prefix="queuewright-faults-")))


@cache
def _certificate() -> Certified:
    return _authority().server(())


@cache
def _users() -> Users:
    return Users({"ann": User(password=password_hash(PASSWORD))})


def run(seed: int) -> Outcome:
    """One seed, in a folder of its own."""
    from .fidelity import run as run_scenario

    return run_scenario(seed, Faulty)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Updates over a network that fails.")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.runs)
    with ProcessPoolExecutor(options.processes) as pool:
        outcomes = pool.map(run, seeds, chunksize=10)
        return counted(outcomes, f"faults: {options.runs} runs")


if __name__ == "__main__":
    raise SystemExit(main())
