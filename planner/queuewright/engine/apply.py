"""Doing what a plan says: as much at once as its order allows, recorded as it happens."""

import signal
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from graphlib import TopologicalSorter
from operator import itemgetter
from queue import SimpleQueue
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.diff.normalise import canonical_values, spec_for
from queuewright.diff.removal import loss
from queuewright.diff.sharing import disposition_of, meant, selecting
from queuewright.diff.types import Verb
from queuewright.kinds import is_limit
from queuewright.mq.security_refresh import command
from queuewright.state.deployment import Deployment, holds_secret
from queuewright.state.journal import Journal, replay
from queuewright.state.store import StackStore
from queuewright.systems.limits import keep_limit
from queuewright.systems.protocol import System
from queuewright.systems.replacement import (
    PutBack,
    as_applied,
    create_or_put_back,
    creates_now,
)
from queuewright.world.snapshot import Snapshot

from .errors import PlanError
from .plan import PARALLEL
from .recording import Recorder
from .steps import Plan, Step


class PlanBlocked(PlanError):
    """Something stands in the way of the plan: one line a problem. Nothing was sent."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("\n".join(map(str, plan.obstacles)))
        self.plan = plan


class Outcome(StrEnum):
    """The outcome of a step.

    AWAITED: Ctrl-C came after it was sent, and its end is waited for. REFRESHED: it was done
    before, and REFRESH SECURITY was sent for it.
    SKIPPED: what it needs failed, or the update was interrupted.
    """

    STARTED = "started"
    AWAITED = "awaited"
    DONE = "done"
    REFRESHED = "refreshed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Event:
    """The outcome of a step, after `seconds`; `text`: in one line why it was not done."""

    step: Step
    outcome: Outcome
    seconds: float = 0.0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Applied:
    """The result: `state` is saved already. interrupted: Ctrl-C ended it early."""

    state: Deployment
    done: tuple[Step, ...] = ()
    failed: tuple[Event, ...] = ()
    skipped: tuple[Event, ...] = ()
    interrupted: bool = False

    @property
    def ok(self) -> bool:
        return not self.failed and not self.skipped and not self.interrupted


Progress = Callable[[Event], None]


def apply(
    plan: Plan,
    systems: Mapping[str, System],
    store: StackStore,
    *,
    outputs: Mapping[str, Any] | None = None,
    secret_outputs: Iterable[str] = (),
    configuration: Mapping[str, str] | None = None,
    parallel: int = PARALLEL,
    progress: Progress | None = None,
) -> Applied:
    """Do what the plan says and save the state.

    outputs: the stack's, None to leave them as they are; secret_outputs are not written.
    configuration: the stack's, full key to text without secrets, for Pulumi to find in the state.
    parallel: how many commands run at once. progress: called in this thread.

    One step's failure ends only what depends on it. After Ctrl-C what runs is waited for; a second
    one ends at once, and the next run carries on from the journal.

    Raises PlanBlocked, before anything is sent; StackLocked; PlanError when the state has changed
    since the plan was made; StateError.
    """
    if plan.obstacles:
        raise PlanBlocked(plan)
    with store.locked():
        if store.load() != plan.state:
            raise PlanError(
                f"stack {store.project}/{store.stack} was updated by someone else since the plan "
                "was made; run it again"
            )
        recorder = Recorder(plan, systems, configuration)
        journal = store.journal()
        try:
            run = _Run(plan, systems, recorder, journal, progress or (lambda _: None))
            run.all(max(1, parallel))
            replayed = replay(plan.state, journal.records)
            state = recorder.finished(replayed, outputs, frozenset(secret_outputs))
            store.save(state)
        finally:
            journal.close()
        return Applied(
            store.load(), tuple(run.done), tuple(run.failed), tuple(run.skipped), run.interrupted
        )


@dataclass
class _Run:
    plan: Plan
    systems: Mapping[str, System]
    recorder: Recorder
    journal: Journal
    progress: Progress

    def __post_init__(self) -> None:
        self._steps = {step.key: step for step in self.plan.changes}
        self._order: TopologicalSorter[Key | None] = TopologicalSorter()
        for key, step in self._steps.items():
            self._order.add(key, *self._needs(step))
            # None stands between what is late and everything else.
            self._order.add(*((key, None) if step.late else (None, key)))
        self._order.prepare()
        # None wakes up who waits here for a step's end.
        self._ended: SimpleQueue[Future[float] | None] = SimpleQueue()
        self._culprits: dict[Key, Key] = {}
        self.done: list[Step] = []
        self.failed: list[Event] = []
        self.skipped: list[Event] = []
        self.interrupted = False

    def all(self, parallel: int) -> None:
        if not self._steps:
            return
        for resource in self.recorder.foundations():
            self.journal.done(resource)
        pool = ThreadPoolExecutor(parallel, "queuewright-apply")
        running: dict[Future[float], Key] = {}
        wait = True
        try:
            try:
                with _first_interrupt(self._interrupt):
                    self._start_all(pool, running)
            except KeyboardInterrupt:  # raised by somebody else's handler, or by `progress`
                self.interrupted = True
            # Wait for what has been sent; start nothing.
            for future in list(running):
                if future.cancel():
                    del running[future]
            for key in running.values():
                self.progress(Event(self._steps[key], Outcome.AWAITED))
            # Not from the queue: what somebody's KeyboardInterrupt lost there is found here.
            for future in as_completed(list(running)):
                self._finish(future, running)
            self._refresh_security()
        except KeyboardInterrupt:
            wait = False
            raise
        finally:
            pool.shutdown(wait=wait, cancel_futures=True)
        ended = {step.key for step in (*self.done, *(f.step for f in self.failed + self.skipped))}
        for key, step in self._steps.items():
            if key not in ended:
                text = "interrupted before it was started"
                self._tell(self.skipped, Event(step, Outcome.SKIPPED, text=text))

    def _interrupt(self) -> None:
        self.interrupted = True
        self._ended.put(None)

    def _start_all(self, pool: ThreadPoolExecutor, running: dict[Future[float], Key]) -> None:
        while self._order.is_active():
            for key in self._ready():
                if self.interrupted:
                    return
                self.progress(Event(self._steps[key], Outcome.STARTED))
                future = pool.submit(self._work, self._steps[key])
                running[future] = key
                future.add_done_callback(self._ended.put)
            if running:
                ended = self._ended.get()
                if ended is not None:
                    self._finish(ended, running)
            if self.interrupted:
                return

    def _needs(self, step: Step) -> list[Key]:
        return [other for other in step.depends if other in self._steps and other != step.key]

    def _ready(self) -> list[Key]:
        """The steps that can be started now. A step that needs a failed one, however far away, is
        skipped."""
        ready = []
        while fresh := self._order.get_ready():
            for key in fresh:
                if key is not None:
                    needs = self._needs(self._steps[key])
                    culprit = next((self._culprits[k] for k in needs if k in self._culprits), None)
                    if culprit is None:
                        ready.append(key)
                        continue
                    self._culprits[key] = culprit
                    text = f"needs {culprit}, which failed"
                    self._tell(self.skipped, Event(self._steps[key], Outcome.SKIPPED, text=text))
                self._order.done(key)
        return ready

    def _finish(self, future: Future[float], running: dict[Future[float], Key]) -> None:
        """Tell how a step ended."""
        step = self._steps[running.pop(future)]
        self._order.done(step.key)
        error = future.exception()
        if error is None:
            self.done.append(step)
            self.progress(Event(step, Outcome.DONE, future.result()))
            return
        text = "; ".join(str(error).splitlines())
        if not isinstance(error, QueuewrightError | OSError):
            text = f"{step.key}: {type(error).__name__}: {error}"
        self._culprits[step.key] = step.key
        text = one_line(self.plan.hide(text))
        self._tell(self.failed, Event(step, Outcome.FAILED, text=text))

    def _refresh_security(self) -> None:
        """When everything else is done, once for each queue manager and type. Not where a change
        that waits for it failed: the others would count without it. It stays pending then."""
        waiting: dict[tuple[str, str], list[Step]] = {}
        for step in self._steps.values():
            for security in step.decision.refreshes:
                waiting.setdefault((step.key.system, security), []).append(step)
        left = {step.key: set(step.decision.refreshes) for step in self.done}
        for (system, security), steps in sorted(waiting.items(), key=itemgetter(0)):
            undone = [step.key for step in steps if step.key not in left]
            done = [step for step in steps if step.key in left]
            if self.interrupted or not done:
                continue
            if undone:
                text = f"{command(security)} is not sent without the change of {undone[0]}"
                event = Event(done[0], Outcome.SKIPPED, text=f"{text}; the next update sends it")
                self._tell(self.skipped, event)
                continue
            started = time.monotonic()
            try:
                self.systems[system].refresh_security(security)
            except (QueuewrightError, OSError) as error:
                text = one_line(self.plan.hide(f"{command(security)}: {error}"))
                self._tell(self.failed, Event(done[0], Outcome.FAILED, text=text))
                continue
            for step in done:
                left[step.key].discard(security)
                self._note_left(step, left[step.key])
            seconds = time.monotonic() - started
            self.progress(Event(done[0], Outcome.REFRESHED, seconds, command(security)))

    def _note_left(self, step: Step, types: Collection[str]) -> None:
        if types:
            self.journal.stopped(self.recorder.unrefreshed(step, types))
        else:
            self.journal.ended(step.urn)

    def _tell(self, events: list[Event], event: Event) -> None:
        events.append(event)
        self.progress(event)

    def _work(self, step: Step) -> float:
        """Runs in a thread of the pool; seconds that it took."""
        started = time.monotonic()
        system, verb, prior = self.systems[step.key.system], step.verb, step.prior
        former, in_progress, restarts, refreshes = None, False, False, False
        is_gone = self.recorder.is_half_replaced(step)
        try:
            if verb is Verb.REPLACE:
                # With what the old object has: whatever ends this process, it is not forgotten.
                there = _look(step, system)
                if there is not None:
                    before = step.observed
                    creates = creates_now(step.desired, step.decision, before, there, system)
                    step = step._replace(desired=creates)
                self.journal.begin(self.recorder.in_progress(step))
                in_progress = True
                former = _delete(step, system, "replaced", there, keep_authorities=True)
                former = former and as_applied(former, _applied(step), system.facts)
                self.journal.begin(self.recorder.in_progress(step), instead_of=prior)
                is_gone = True
            if verb is Verb.CREATE:
                self.journal.begin(self.recorder.in_progress(step))
                in_progress = True
            if step.decision.with_restart and _runs(step, system):
                # Whatever ends this process, it is not forgotten that it ran.
                self.journal.stopped(self.recorder.stopped(step))
                restarts = True
            if step.decision.refreshes and not in_progress:
                self.journal.stopped(self.recorder.unrefreshed(step, step.decision.refreshes))
                refreshes = True
            observed = _sent(step, system, former, restarts=restarts)
        except CommandFailed as error:
            # Refused: it did not happen. Anything else may have happened before it was lost. An
            # object that is gone and could not be put back stays pending, with what it had.
            is_back = isinstance(error, PutBack)
            is_undone = in_progress and (is_back or not is_gone)
            if is_undone:
                self.journal.failed(step.urn)
            if is_back and prior is not None:
                self.journal.done(prior)
            if refreshes or (is_undone and step.decision.refreshes):
                # Types that an update before has left to be sent are left still.
                self._note_left(step, self.recorder.unrefreshed_before(step))
            if restarts:
                with suppress(QueuewrightError):
                    if _runs(step, system):
                        self.journal.failed(step.urn)
            raise
        if verb is Verb.DELETE:
            self.journal.deleted(step.urn, prior.id if prior is not None else step.key.id)
        else:
            replaces = [prior.urn] if prior is not None and prior.urn != step.urn else []
            left = None
            if step.decision.starts is None:  # it may still be stopped
                left = self.recorder.stopped(step)
            elif step.decision.refreshes:
                left = self.recorder.unrefreshed(step, step.decision.refreshes)
            self.journal.done(self.recorder.entry(step, observed), replaces, left)
        return time.monotonic() - started


@contextmanager
def _first_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C calls `act`, wherever this thread stands; the next one is raised as ever.

    Raised anywhere, it could come between a step's end and the note of it. Does nothing outside
    the main thread, and leaves a handler alone that somebody else has set.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def interrupted(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        act()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _sent(
    step: Step, system: System, former: Observed | None, *, restarts: bool
) -> Observed | None:
    """Send the step's command: the object as it is then, None when it is no more.

    former: what was deleted to be replaced. restarts: it runs still, and is to be stopped and
    started with the change. Raises CommandFailed (PutBack where a replacement
    ended as it began), SystemUnavailable.
    """
    decision, key = step.decision, step.key
    if is_limit(key.kind) and not decision.keep:
        return keep_limit(system, key, decision.changes, step.desired)
    if decision.verb is Verb.CREATE:
        made = system.create(spec_for(key, step.desired), like=step.options.like)
        return meant(made, disposition_of(step.desired))
    if decision.verb is Verb.REPLACE:
        made = create_or_put_back(system, key, step.desired, former)
        return meant(made, disposition_of(step.desired))
    if decision.verb in (Verb.UPDATE, Verb.ADOPT, Verb.IMPORT):
        try:
            return _changed(step, system, restarts=restarts)
        finally:
            if decision.starts:  # also where the change is refused
                system.start(key)
    if decision.deletes:
        keeps = decision.successor is not None
        _delete(step, system, "deleted", _look(step, system), keep_authorities=keeps)
    return None


def _changed(step: Step, system: System, *, restarts: bool) -> Observed | None:
    decision, which = step.decision, selecting(step.observed)
    if not decision.changes:
        return step.observed
    values = {c.name: step.desired.get(c.name, c.after) for c in decision.changes}
    spec = spec_for(step.key, {**which, **values})
    made = system.change(spec, force=decision.with_force, restart=restarts)
    return meant(made, disposition_of(which))


def _runs(step: Step, system: System) -> bool:
    """Whether it runs now: somebody may have stopped it since the plan was made."""
    found = _look(step, system)
    return found is not None and found.status is not None and bool(found.status.running)


def _delete(
    step: Step,
    system: System,
    verb: str,
    observed: Observed | None,
    *,
    keep_authorities: bool = False,
) -> Observed | None:
    """The object that was deleted, None where there was none. observed: as it is just now; its
    messages and handles may stand in the way only now."""
    key, purge = step.key, step.decision.purge
    if observed is None and step.decision.authorities_only:
        # Authority records go with the object that they are of, by whatever way it is reached.
        observed = system.create(spec_for(key, {}))
    if observed is None:
        return None
    on_delete = OnDelete.PURGE if purge else OnDelete.REFUSE_IF_IN_USE
    snapshot = Snapshot.of([observed], facts=system.facts)
    problems = loss(key, observed, snapshot, on_delete, verb)
    blocked = [f"{p} (since the plan was made)" for p in problems if p.is_error]
    if blocked:
        raise CommandFailed("\n".join(blocked))
    which = disposition_of(selecting(observed))
    try:
        system.delete(key, purge=purge, keep_authorities=keep_authorities, disposition=which)
    except CommandFailed:
        if _look(step, system) is not None:
            raise
    return observed


def _applied(step: Step) -> dict[str, Value]:
    """The attributes that were last applied, as far as the state tells."""
    given = {} if step.prior is None else step.prior.inputs
    return canonical_values(step.key.kind, {n: v for n, v in given.items() if not holds_secret(v)})


def _look(step: Step, system: System) -> Observed | None:
    objects = system.observe([step.key.kind], [step.key.name], status=True)
    found = next((observed for observed in objects if observed.key == step.key), None)
    if found is not None and found.presumed and step.prior is None:
        return None
    return meant(found, step.disposition)
