"""Random scenarios: what a plan says beside what applying it does. Run: python -m bench.fidelity

    python -m bench.fidelity --scenarios 100000 --first 0 --processes 2 [--by-commands]

With --by-commands the systems are reached as real ones are: by MQSC, and by CL and SQL.

Each seed makes a program of every kind over two queue managers and an IBM i, applies it, lets
others change, open, fill, grant and delete, changes the program at random, and plans again.

- A plan that nothing blocks is carried out whole and leaves nothing to do. What is sent is what it
  says, FORCE and purge too; the state is then as a refresh would make it.
- Objects of others, attributes that nobody manages, messages and authorities are as before, unless
  the plan said otherwise.
- Where commands are refused, do not arrive, or their answer is lost, the next update converges.
- Where a system cannot be read, what is on it and what moves there or from there stays as it is.
- What others change after the plan was made, and the plan does not set, is as they left it.
- A plan that is blocked sends nothing; where one object alone is to be changed or deleted, the
  command itself is refused too.

Differences are printed with their seed.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from queuewright.catalogue.errors import CommandFailed, QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.limits import removing
from queuewright.diff.removal import AUTHORITIES_LOST
from queuewright.diff.sharing import SHARED, disposition_of, selecting
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.apply import Applied, apply
from queuewright.engine.garbage import rarely_collected
from queuewright.engine.refresh import refreshed
from queuewright.engine.steps import Plan, Step
from queuewright.kinds import kinds_of, spec_of
from queuewright.sandbox.clusters import REPOSITORIES
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.systems.protocol import System

from .commanded import commanded
from .losses import copy_lost, disposition, is_copy, nobody_can_know, object_lost
from .records import Grant, besides, profile_of, users_changed, without_users
from .watched import Log, Silent, Watched
from .world import PARTITIONS, Program, World

FAILURES = ("refused", "unreachable", "answer lost")
_OF_AUTHORITIES = ("mq:AuthorityRecord", "mq:AuthorityRecordsExclusive")
_OF_OBJECTS = ("mq:AuthorityRecord", "ibmi:ObjectAuthority")
# What a queue manager or an IBM i refuses by itself; the other blocks are the product's own care.
REFUSED = ("force-needed", "in-use", "list-in-use", "exists-as-other-kind", "uncommitted")


class Unsure(Exception):
    """The system refused what depends on the machine."""


@dataclass
class Outcome:
    """What became of one seed: `kind` for the count, `differences` empty where all is well."""

    seed: int
    kind: str = ""
    differences: list[str] = field(default_factory=list)


class Scenario(World):
    def run(self, outcome: Outcome) -> None:
        program = self.settled()
        self.others()
        after = self.changed(program)
        if self.chance(0.8):
            after = self.unblocked(after, program)
        targets = self.random.sample(list(after), 1) if after and self.chance(0.1) else []
        before, granted = self.everything(), self.authorities()
        try:
            plan = self.plan(after, targets)
        except QueuewrightError as error:
            outcome.kind = type(error).__name__
            return
        if plan.blocked:
            outcome.kind = "blocked"
            outcome.differences += self.blocked(plan, before)
            return
        if self.chance(0.1) and not targets:  # whose plan says nothing of the whole program
            outcome.kind = "one system unread"
            outcome.differences += self.with_one_unread(after, before)
            return
        if not plan.is_empty and self.chance(0.1):
            outcome.kind = "changed meanwhile"
            outcome.differences += self.after_changes_of_others(plan, after, targets)
            return
        outcome.kind = "empty" if plan.is_empty else "applied"
        fails = not plan.is_empty and self.chance(0.2)
        number = self.random.randint(1, max(1, len(plan.changes)))
        log = Log({number: self.random.choice(FAILURES)} if fails else None)
        applied = self.apply(plan, log)
        described = _described(plan)
        if fails and not applied.ok:
            outcome.kind = "failed as told, converged"
            outcome.differences += self.moved_into_nothing(plan, after)
            outcome.differences += self.converges(plan, after, targets, before)
            return
        if not applied.ok:
            texts = [event.text for event in (*applied.failed, *applied.skipped)]
            unsure = any(s.decision.force.verdict is ForceVerdict.UNKNOWN for s in plan.steps)
            if unsure or nobody_can_know(plan, texts):
                outcome.kind = "said to be unsure"
                return
            outcome.differences.append(f"{described} failed: {texts}")
            return
        outcome.differences += self.other_than_shown(plan, log)
        outcome.differences += self.lost([plan], before)
        outcome.differences += self.grants_lost(plan, granted)
        outcome.differences += self.left_to_do(after, targets, described)
        outcome.differences += self.state_other_than([plan])

    def with_one_unread(self, program: Program, before: Mapping[Key, Observed]) -> Iterator[str]:
        """One system does not answer; then it does again, and the same program is carried out."""
        name = self.random.choice(list(self.systems))
        answering, self.systems = self.systems, {**self.systems, name: Silent(name)}
        plans = []
        try:
            plan = self.plan(program)
        except QueuewrightError:  # nothing but that system
            self.systems = answering
            return
        if plan.is_empty and not plan.unreachable:
            self.systems = answering
            return
        blocked_there = any(step.key.system == name for step in plan.blocked)
        if plan.unreachable and not plan.unread and not blocked_there:
            yield f"{name} is unreachable, and nothing is said to be left out"
        if not plan.blocked:
            plans.append(plan)
            self.apply(plan, Log())
            yield from self.moved_into_nothing(plan, program)
            yield from (
                f"{key} was changed, and could not be read"
                for key, observed in self.everything().items()
                if key.system == name and observed != before.get(key)
                # These a queue manager that answers changes for all of its group.
                if not spec_of(key.kind).of_group
                if SHARED not in (disposition(observed), disposition(before.get(key)))
                if not (is_copy(before.get(key, observed)) and self.told_not_known(plan, key))
                if not _implied(key.kind, before.get(key), observed)  # by a copy that changed
            )
        self.systems = answering
        wrong = list(self.carried_on(partial(self.plan, program), plans))
        if wrong:
            yield from (line for line in wrong if "blocked" not in line)
            return
        yield from self.lost(plans, before)
        yield from self.left_to_do(program, [], "a system was not read")

    def told_not_known(self, plan: Plan, key: Key) -> bool:
        """Whether a step on the copy's group object says that nobody knows what it overwrites."""
        return any(
            warning.code == "copies-not-known" and key.system in warning.reason
            for step in plan.changes
            if (step.key.kind, step.key.name) == (key.kind, key.name)
            for warning in step.decision.warnings
        )

    def moved_into_nothing(self, plan: Plan, program: Program) -> Iterator[str]:
        """Objects that were deleted though the one that takes their place was not made."""
        there = self.everything()
        moved = {d.urn: d.key for d in program.values() if not d.delete_before_replace}
        for step in plan.changes:
            new = moved.get(step.urn) or step.key
            if not step.deletes or step.key in there or new in there or new == step.key:
                continue
            if any(place in there for place in self.places(step)):
                continue
            if not spec_of(step.key.kind).implied_by({}) and not self.makes_room(plan, step):
                yield f"{step.key} is gone, and {new} was not made"

    def makes_room(self, plan: Plan, gone: Step) -> bool:
        """Whether another kind takes the name of what goes, directly or of what that needs gone, or
        another topic its topic string."""
        string = gone.observed and gone.observed.attributes.get("topic_string")
        if string and any(
            step.key.system == gone.key.system and step.desired.get("topic_string") == string
            for step in plan.steps
            if step.key != gone.key and step.declared is not None
        ):
            return True
        places = {(step.key.system, step.key.name) for step in plan.steps if step.deletes}
        return any(
            (step.key.system, step.key.name) in places and step.key.system == gone.key.system
            for step in plan.steps
            if step.declared is not None
        )

    def after_changes_of_others(
        self, plan: Plan, program: Program, targets: list[str]
    ) -> Iterator[str]:
        """Others are faster than the update that was decided before."""
        self.changed_meanwhile()
        between = self.everything()
        plans = [plan]
        if not self.apply(plan, Log()).ok:
            wrong = list(self.carried_on(partial(self.plan, program, targets), plans))
            yield from (line for line in wrong if "blocked" not in line)
            return
        yield from self.lost(plans, between, meanwhile=True)

    def apply(self, plan: Plan, log: Log) -> Applied:
        """In the order of the plan, or in another that what steps depend on allows too."""
        systems = {name: Watched(system, log) for name, system in self.systems.items()}
        steps = list(plan.steps)
        if self.chance(0.5):
            self.random.shuffle(steps)
        plan = replace(plan, steps=tuple(steps))
        return apply(plan, systems, self.store, parallel=self.random.choice((1, 16)))

    def converges(
        self, first: Plan, program: Program, targets: list[str], before: Mapping[Key, Observed]
    ) -> Iterator[str]:
        """After a failure the same command again does the rest."""
        plans = [first]
        wrong = list(self.carried_on(partial(self.plan, program, targets), plans))
        if wrong:
            yield from wrong
            return
        yield from self.lost(plans, before)
        yield from self.left_to_do(program, targets, "a failure")
        yield from self.state_other_than(plans)

    def carried_on(self, planned: Callable[[], Plan], plans: list[Plan]) -> Iterator[str]:
        """The same command again, until it has nothing to do, with what it says to `plans`; twice,
        as a lost answer may show only in what the next plan finds. Each reaches the systems anew,
        as a command does."""
        for _ in range(2):
            self.reach()
            plan = planned()
            if plan.blocked:
                problems = [str(problem) for step in plan.blocked for problem in step.blocked]
                yield f"blocked after a failure: {problems}"
                return
            plans.append(plan)
            applied = self.apply(plan, Log())
            if not applied.ok:
                texts = [event.text for event in (*applied.failed, *applied.skipped)]
                if nobody_can_know(plan, texts):
                    raise Unsure
                yield f"failed again: {_described(plan)} {texts}"
                return

    def left_to_do(self, program: Program, targets: list[str], described: str) -> Iterator[str]:
        again = self.plan(program, targets)
        for step in (*again.changes, *again.blocked):
            changes = [(c.name, c.before, c.after) for c in step.decision.changes]
            yield f"left to do after {described}: {step.verb} {step.key} {changes} {step.blocked}"

    def state_other_than(self, plans: list[Plan], failed: Collection[Key] = ()) -> Iterator[str]:
        """What a refresh would still find of objects that were changed. failed: by the first plan,
        for all it knew; what the next one finds as it is declared stays as the state has it."""
        first, *later = plans
        done = [step for step in first.changes if step.key not in failed]
        steps = chain(done, *(plan.changes for plan in later))
        changing = list(steps)
        changed = {step.key for step in changing if step.declared is not None}
        users = users_changed(changing)  # whose records come after their objects
        for differing in refreshed(self.store.load(), self.systems, parallel=self.readers).objects:
            if differing.key in changed:
                own = users.get(differing.key, ())
                pairs = [({c.name: c.before}, {c.name: c.after}) for c in differing.changes]
                if own:
                    pairs = [(without_users(b, own), without_users(a, own)) for b, a in pairs]
                changes = [each for each in pairs if each[0] != each[1]]
                if changes or differing.deleted:
                    yield f"state: {differing.key} {'gone' if differing.deleted else changes}"

    def other_than_shown(self, plan: Plan, log: Log) -> Iterator[str]:
        """Commands that no step tells of, and options that a step does not show."""
        steps = {step.key: step for step in plan.changes}
        by_limits = removing({key: step.decision for key, step in steps.items()})
        for sent in log.sent:
            step = steps.get(sent.key)
            decision = step.decision if step is not None else None
            if step is None or decision is None:
                if sent.verb != "delete" or sent.key not in by_limits:
                    yield f"sent without a step: {sent}"
            elif sent.verb == "change" and sent.armed is not decision.with_force:
                yield f"FORCE {sent.armed}, said {decision.with_force}: {sent.key}"
            elif sent.verb == "delete" and sent.armed is not decision.purge:
                yield f"purge {sent.armed}, said {decision.purge}: {sent.key}"

    def blocked(self, plan: Plan, before: Mapping[Key, Observed]) -> Iterator[str]:
        """Nothing was sent; and what is said to be refused is."""
        if self.everything() != before:
            yield "a plan has changed something"
        changes = [*plan.changes, *(s for s in plan.blocked if s not in plan.changes)]
        if len(changes) != 1:
            return
        step = changes[0]
        codes = {problem.code for problem in step.blocked}
        if len(codes) == 1 and codes <= set(REFUSED) and not self.refuses(step):
            yield f"blocked without need: {step.verb} {step.key} {step.blocked[0]}"

    def refuses(self, step: Step) -> bool:
        """Whether the system refuses the step's own command."""
        machine, key = self.machines[step.key.system], step.key
        which = selecting(step.observed)
        values = {c.name: c.after for c in step.decision.changes if c.after is not None}
        try:
            if step.verb is Verb.CREATE:
                machine.create(key.kind, key.name, dict(step.decision.creates))
            elif step.verb in (Verb.DELETE, Verb.REPLACE):
                purge, meant_one = step.decision.purge, disposition_of(which)
                machine.delete(key.kind, key.name, purge=purge, disposition=meant_one)
            else:
                machine.change(key.kind, key.name, {**which, **values})
        except CommandFailed:
            return True
        return False

    def lost(
        self, plans: list[Plan], before: Mapping[Key, Observed], *, meanwhile: bool = False
    ) -> Iterator[str]:
        """Objects that are gone or changed, though no step said so. meanwhile: others
        changed copies after the plan had looked at them."""
        steps: dict[Key, list[Step]] = {}
        for step in (step for plan in plans for step in plan.steps):
            for place in self.places(step):
                steps.setdefault(place, []).append(step)
        clusters = kinds_of(*spec_of("mq:Cluster").roles)
        after = self.everything()
        users = users_changed(step for plan in plans for step in plan.steps)
        limited = {
            record
            for plan in plans
            for record in removing({step.key: step.decision for step in plan.changes})
        }
        for key, observed in before.items():
            if key.kind in clusters or key.name == REPOSITORIES:
                continue  # follow from channels, namelists and memberships
            if key in limited and key not in after:
                continue  # a limit says so
            taken = steps.get(key, [])
            if key.kind in _OF_OBJECTS and all(s.decision.keep for s in taken):
                continue  # goes with its object: see grants_lost
            if is_copy(observed):
                group = self.machines[key.system].facts().queue_sharing_group or ""
                place = key._replace(system=group)
                shared = [s for s in steps.get(place, []) if s.changes_anything]
                own = steps.get(key, [])
                if shared and not any(s.deletes for s in own):
                    there = (observed, after.get(key), before.get(place))
                    yield from () if meanwhile else copy_lost(key, shared, own, *there)
                    continue
            own = users.get(key, ())
            was, now = besides(observed, own), besides(after.get(key), own)
            yield from () if was is None else object_lost(key, steps.get(key, []), was, now)

    def grants_lost(self, plan: Plan, before: list[Grant]) -> Iterator[str]:
        """Authority records go with a delete (but not where another kind takes the name), by a step
        of their own, with a replacement that says so (DELETE AUTHINFO has no AUTHREC(NO)), and by
        nothing else."""
        deleted = {
            profile_of(step.key)
            for step in plan.steps
            if (step.deletes and step.decision.successor is None)
            or (step.changes_anything and step.key.kind in _OF_AUTHORITIES)
            or any(warning.code == AUTHORITIES_LOST.code for warning in step.decision.warnings)
        }
        after = self.authorities()
        for grant in before:
            if grant not in after and grant.profile not in deleted:
                yield f"authority {grant} is gone"


class ByCommands(Scenario):
    """The same, with MQSC, CL and SQL between the plan and the systems."""

    def reached(self, machine: EmbeddedSystem) -> System:
        return commanded(machine, is_partition=machine.name in PARTITIONS)


def _implied(kind: str, *states: Observed | None) -> bool:
    """Whether nothing but other objects made what was there and what is there now."""
    return all(spec_of(kind).implied_by(state.attributes) for state in states if state is not None)


def _described(plan: Plan) -> str:
    return " ".join(f"{step.verb} {step.key};" for step in plan.changes)


def run(seed: int, kind: type[Scenario] = Scenario) -> Outcome:
    """One scenario, in a folder of its own."""
    outcome = Outcome(seed)
    with tempfile.TemporaryDirectory() as folder:
        scenario = kind(seed, Path(folder))
        try:
            scenario.run(outcome)
        except Unsure:
            outcome.kind = "said to be unsure"
        except Exception as error:
            outcome.differences.append(f"{type(error).__name__}: {error}")
        finally:
            scenario.sandbox.close()
    return outcome


def _run_all(kind: type[Scenario], seeds: tuple[int, ...]) -> list[Outcome]:
    with rarely_collected():  # a sixth of the time
        return [run(seed, kind) for seed in seeds]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Random scenarios of preview and outcome.")
    parser.add_argument("--scenarios", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--by-commands", action="store_true", help="by MQSC, CL and SQL")
    options = parser.parse_args(arguments)
    kind = ByCommands if options.by_commands else Scenario
    seeds = range(options.first, options.first + options.scenarios)
    with ProcessPoolExecutor(options.processes) as pool:
        parts = [tuple(seeds[place : place + 50]) for place in range(0, len(seeds), 50)]
        outcomes = chain.from_iterable(pool.map(partial(_run_all, kind), parts))
        return counted(outcomes, f"fidelity: {options.scenarios} scenarios")


def counted(outcomes: Iterable[Outcome], title: str) -> int:
    """Print the differences as they come, and what became of all; 1 where there are any."""
    kinds: Counter[str] = Counter()
    wrong = 0
    for outcome in outcomes:
        kinds[outcome.kind] += 1
        wrong += bool(outcome.differences)
        for difference in outcome.differences:
            print(f"seed {outcome.seed}: {difference}", flush=True)
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"{title}, {wrong} with differences; {counts}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
