"""A queue manager behind any carrier, as a `System`."""

import random
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.commands import RunCommands
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import (
    DISPOSITION,
    Handle,
    Observed,
    RunningInstance,
    with_groups,
)
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.diff.compare import differences, resolved_words
from queuewright.diff.compare import unreported as not_reported
from queuewright.diff.sharing import disposition_of, meant
from queuewright.kinds import (
    KINDS,
    MQ_KINDS,
    is_derived,
    is_mq,
    is_record,
    is_single,
    spec_of,
    unreported,
)
from queuewright.mq.membership import JOINING_KINDS
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.systems import sending
from queuewright.systems.checking import CheckFinding
from queuewright.systems.events import EventQueue

from . import asking, clusters, reading
from .carrier import MqCarrier, MqReply, ReadsEvents, Row
from .commands import Command, ControlCommand, Display
from .examining import examine, own_user
from .refusals import is_not_found, require_ok

# Objects that a shared repository can have; of channels there the catalogue knows nothing.
_SHARED = [KINDS[kind].mqsc.display for kind in MQ_KINDS if DISPOSITION in KINDS[kind].attributes()]
_GROUP = (*dict.fromkeys(_SHARED), "CHANNEL")
_EVERYWHERE = frozenset(Platform)
_ATTEMPTS = 4
_ALTERED = ("ALTDATE", "ALTTIME")
_ALTERABLE = tuple(k for k in MQ_KINDS if not (is_derived(k) or is_single(k) or is_record(k)))
_MANAGER = Display("QMGR")
_PROCESSES = Display("PROCESS", "*", attributes=())  # their names
_STOPS = 120  # so often is asked whether something has stopped
SETTLES = 0.25  # seconds: others have written by then what they had read before


@dataclass(frozen=True, slots=True)
class _Manager:
    facts: SystemFacts
    row: Row


class MqSystem:
    """A queue manager. Nothing is asked before it is needed.

    name: what programs call it. attempts: how often a read is tried.
    """

    def __init__(
        self,
        name: str,
        carrier: MqCarrier,
        *,
        attempts: int = sending.ATTEMPTS,
        groups: Sequence[str] = (),
    ) -> None:
        self._name = name
        self._carrier = carrier
        self._attempts = attempts
        self._groups = tuple(groups)
        self._asking = threading.Lock()
        self._joining = threading.Lock()
        self._facts: SystemFacts | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def facts(self) -> SystemFacts:
        """Asked for once."""
        with self._asking:
            if self._facts is None:
                facts = self._read_facts()
                if facts.queue_sharing_group:
                    facts = replace(facts, group_objects=self._group_objects())
                self._facts = facts
            return self._facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        kinds = tuple(kind for kind in kinds if self._has(kind))
        if not kinds or (names is not None and not names):
            return []
        with_memberships = any(map(is_derived, kinds))
        asked = asking.displays([k for k in kinds if not is_derived(k)], names)
        if asked and self.facts.queue_sharing_group:
            asked = [asking.of_all_dispositions(display) for display in asked]
        if asked and self.facts.command_level >= asking.SHOWS_AS_DEFINED:
            asked = [asking.as_defined(display) for display in asked]
        rows = self._rows(asked)
        objects = [
            each
            for each in reading.observed(self.name, rows)
            if each.key.kind in kinds and (names is None or each.key.name in names)
        ]
        if with_memberships:
            everything = objects if names is None and set(JOINING_KINDS) <= set(kinds) else None
            found = self._deciding(everything).memberships_of(self.name)
            objects += [each for each in found if names is None or each.key.name in names]
        unique = with_groups(objects)  # members of a group answer alike
        ordered = sorted(unique, key=lambda each: kinds.index(each.key.kind))
        return self._with_status(ordered, names) if status else ordered

    def _has(self, kind: str) -> bool:
        """Whether such a queue manager has objects of the kind, and they are read here."""
        everywhere = spec_of(kind).platforms() >= _EVERYWHERE
        is_there = everywhere or self.facts.platform in spec_of(kind).platforms()
        if spec_of(kind).of_group and not (is_there and self.facts.queue_sharing_group):
            return False  # which refuses the question
        return spec_of(kind).kind in asking.named() and is_there

    def handles(self) -> list[Handle]:
        return self._handles(None)

    def defaults(self, kind: str) -> Observed | None:
        spec = spec_of(kind)
        if not is_mq(kind) or not self._has(kind):
            return None
        default = spec.default_object
        if default is None:
            facts = self.facts
            values = spec.shipped(facts.platform, facts.command_level)
            return Observed(Key(self.name, kind, ""), values)
        return next(iter(self.observe((kind,), (default,))), None)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        key, values = self._asked(spec, spec.created() if like is None else None)
        if is_derived(key.kind):
            full = values.get("full_repository", "no")
            self._membership(key, "create", full, clusters.check_creation)
            return Observed(key, {"full_repository": full})
        if is_single(key.kind):  # it is there
            return self.change(spec)
        anew = is_record(key.kind)
        made = Definition(key.kind, key.name, values=values, like=like, replace=anew)
        self._change(key, made, "create")
        return self._made(key, values)

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        key, values = self._asked(spec)
        if is_derived(key.kind):
            if "full_repository" in values:
                self._membership(key, "change", values["full_repository"])
            # One that a channel made may be gone by now: what is left is what was asked for.
            left = self.observe((key.kind,), (key.name,))
            return next(iter(left), Observed(key, {"full_repository": "no"}))
        with self._stopped(key) if restart else nullcontext():
            self._alter(spec, key, values, force)
        return self._made(key, values)

    def _alter(self, spec: Spec, key: Key, values: Mapping[str, Value], force: bool) -> None:
        definition = Definition(key.kind, key.name, Action.CHANGE, values, force=force)
        if is_record(key.kind):
            now = next(iter(self.observe((key.kind,), (key.name,))), None)
            there = now.attributes if now else {}
            if spec.mqsc.set_anew is None:
                definition = definition.from_what_is_there(there)
            else:  # what the command leaves out would be as in a new one
                definition = replace(definition, values={**there, **values})
        self._change(key, definition, "change")

    @contextmanager
    def _stopped(self, key: Key) -> Iterator[None]:
        """The object is stopped, and started again whatever happens between. Raises CommandFailed
        where it does not stop in time: it may go on running."""
        runs = spec_of(key.kind).runs
        assert runs is not None
        word = spec_of(key.kind).mqsc.word
        self._change(key, ControlCommand("STOP", word, key.name, dict(runs.stop)), "stop")
        try:
            self._wait_until_stopped(key)
            yield
        finally:
            self.start(key)

    def start(self, key: Key) -> None:
        word = spec_of(key.kind).mqsc.word
        self._change(key, ControlCommand("START", word, key.name), "start")

    def refresh_security(self, security: str) -> None:
        refresh = ControlCommand("REFRESH", "SECURITY", "", {"TYPE": security})
        self._change(Key(self.name, QueueManagerSpec.kind, QMGR), refresh, "refresh security")

    def _wait_until_stopped(self, key: Key) -> None:
        for _ in range(_STOPS):
            known = self._instances([key.kind], key.name).get(key.kind, {})
            if not any(each.is_running for each in known.get(key.name, ())):
                return
            time.sleep(SETTLES)
        reason = f"it did not stop within {_STOPS * SETTLES:g} seconds; nothing was changed"
        raise CommandFailed(one_line(f"{key}: {reason}; stop it by hand, and run it again"))

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        if is_derived(key.kind):
            self._membership(key, "delete", "no", clusters.check_deletion)
            return
        given = {"AUTHREC": "NO"} if keep_authorities else {}
        values = {} if disposition is None else {DISPOSITION: disposition}
        definition = Definition(key.kind, key.name, Action.DELETE, values, purge=purge, given=given)
        self._change(key, definition, "delete")

    def user(self) -> str:
        """Whose authorities count: nobody's own for an administrator of mqweb, whose commands run
        as the user that mqweb runs as."""
        return own_user(self._carrier)

    def groups(self) -> tuple[str, ...]:
        """The groups of that user, as the configuration says."""
        return self._groups

    def examine(self, declared: Collection[Key]) -> list[CheckFinding]:
        """Who we are there, and which authorities that user lacks."""
        observed = self.observe(MQ_KINDS)
        return list(examine(self.name, self._carrier, self._ask, declared, observed, self._groups))

    def repositories(self) -> tuple[str, str]:
        """REPOS and REPOSNL, "" where they are blank. Raises SystemUnavailable where the answer is
        empty: what is there would be overwritten."""
        row = self._manager().row
        if not row:
            reason = "its answer to DISPLAY QMGR is empty"
            remediation = "see that nothing in between cuts answers, and run it again"
            address = self._carrier.address
            raise SystemUnavailable(sending.unavailable(self.name, address, reason, remediation))
        return reading.text(row, "REPOS"), reading.text(row, "REPOSNL")

    # Changes of the queue manager's objects

    @property
    def address(self) -> str:
        """Where it is, for people."""
        return self._carrier.address

    def event_queue(self) -> EventQueue | None:
        """The queue of its configuration events, where the carrier can read one."""
        carrier = self._carrier
        return carrier.event_queue() if isinstance(carrier, ReadsEvents) else None

    def writes_events(self) -> bool | None:
        """Whether CONFIGEV is ENABLED; None where it is not told."""
        setting = reading.text(self._manager().row, "CONFIGEV").upper()
        return setting == "ENABLED" if setting else None

    def alterations(self) -> dict[tuple[str, str], str]:
        """(kind, name) -> ALTDATE, ALTTIME of every queue, namelist and cluster channel, and of the
        queue manager itself as ("", "")."""
        reached = asking.reached(self.facts.platform)
        kinds = [kind for kind in _ALTERABLE if kind in reached]
        asked = [replace(each, attributes=_ALTERED) for each in asking.displays(kinds, None)]
        rows = self._rows([*asked, Display("QMGR", attributes=_ALTERED)])
        return dict(reading.altered(rows))

    # Sending

    def _asked(
        self, spec: Spec, given: Mapping[str, Value] | None = None
    ) -> tuple[Key, Mapping[str, Value]]:
        """The object and its values; PCF has no number for a word that the system resolves."""
        key, values = spec.key(self.name), spec.managed() if given is None else given
        if resolved_words(key.kind, values):
            values = spec.resolved(key.name, values, self.facts)
        return key, values

    def _ask(self, commands: Sequence[Command]) -> Sequence[MqReply]:
        return sending.read(lambda: self._carrier.send(commands), self._attempts)

    def _rows(self, displays: Sequence[Display]) -> list[Row]:
        """The rows that they show; one that finds nothing shows none. Raises CommandFailed."""
        rows: list[Row] = []
        for display, reply in zip(displays, self._ask(displays) if displays else (), strict=True):
            rows += reply.rows
            if not is_not_found(reply) and not display.may_be_refused:
                about = f"{self.name} {display.object} {display.name}".rstrip()
                require_ok(reply, self.name, self._carrier.address, about)
        return rows

    def _change(self, key: Key, command: Command, verb: str) -> None:
        """Send a change. Raises CommandFailed, SystemUnavailable."""

        def send() -> MqReply:
            return self._carrier.send([command])[0]

        def is_done() -> bool:
            return self._is_done(command)

        try:
            reply = sending.change(send, is_done, f"{key}: {verb}", self._attempts)
        except CannotWrite as error:
            raise CommandFailed(str(error)) from error
        if reply is not None:
            require_ok(reply, self.name, self._carrier.address, key)

    def _is_done(self, command: Command) -> bool:
        """Whether what the command asks for is there: for one whose answer was lost."""
        if not isinstance(command, Definition):
            return False
        kind, name = command.kind, command.name
        found = next(iter(self.observe((kind,), (name,))), None)
        found = meant(found, command.disposition)
        if command.action is Action.DELETE and found is not None:
            wanted = command.disposition or "q_mgr"  # the value that is the default
            found = found if found.attributes.get(DISPOSITION) in (None, wanted) else None
        if command.action is Action.DELETE or found is None:
            return (found is None) is (command.action is Action.DELETE)
        hidden = not_reported(kind, self.facts) & command.values.keys()
        desired, has = command.values, found.attributes
        if differences(kind, desired, has, None, self.facts, ignore=hidden):
            return False
        if hidden:
            raise sending.outcome_unknown(self.name, hidden)
        return True

    def _made(self, key: Key, values: Mapping[str, Value]) -> Observed:
        """The object as it is after a change. Raises CommandFailed where it is not to be seen."""
        found = next(iter(self.observe((key.kind,), (key.name,))), None)
        if found is None or meant(found, disposition_of(values)) is None:
            reason = "the command was taken, and the object cannot be seen"
            raise CommandFailed(one_line(f"{key}: {reason}; grant +dsp on it to the user"))
        return found

    # The queue manager, memberships, status

    def _read_facts(self) -> SystemFacts:
        """Those of the queue manager, and which processes there are, in one question."""
        manager, processes = self._ask((_MANAGER, _PROCESSES))
        facts = self._manager_in(manager).facts
        # The one that ships is seen by everybody who may see any.
        names = reading.names(processes.rows, _PROCESSES.object) if processes.ok else frozenset()
        return replace(
            facts,
            names={Role.PROCESS: names} if names else {},
            refused=frozenset() if names else frozenset({Role.PROCESS}),
            unreported=unreported(MQ_KINDS, self._carrier.reads),
            kinds=asking.reached(facts.platform),
        )

    def _manager(self) -> _Manager:
        return self._manager_in(self._ask([_MANAGER])[0])

    def _manager_in(self, reply: MqReply) -> _Manager:
        """The queue manager from an answer to DISPLAY QMGR. Raises CommandFailed."""
        if not is_not_found(reply):
            require_ok(reply, self.name, self._carrier.address, f"{self.name} QMGR")
        row = next(map(reading.words, reply.rows), {})
        return _Manager(reading.manager_facts(self.name, row), row)

    def _group_objects(self) -> frozenset[tuple[str, str]]:
        """Kind and name of what is in the shared repository of the group."""
        asked = [Display(word, "*", {"QSGDISP": "GROUP"}) for word in _GROUP]
        found = reading.observed(self.name, self._rows(asked))
        return frozenset((o.key.kind, o.key.name) for o in found)

    def _deciding(self, objects: Sequence[Observed] | None = None) -> clusters.ClusterObjects:
        """The objects that decide on memberships. objects: all channels and namelists, where they
        are read."""
        if objects is None:
            rows = self._rows(asking.displays(JOINING_KINDS, None))
            objects = reading.observed(self.name, rows)
        found = {(each.key.kind, each.key.name): each.attributes for each in objects}
        return clusters.ClusterObjects(found, *self.repositories())

    def _membership(
        self,
        key: Key,
        verb: str,
        full_repository: object,
        allowed: Callable[[Key, clusters.ClusterObjects], None] | None = None,
    ) -> None:
        """Send what a membership needs, from what is there. allowed: refuses what is not.

        Several clusters share REPOS and REPOSNL, and no command changes them only if they are as
        they were read. So they are read back, later than another client that has read them before
        writes them, and what is missing then is sent again.
        """
        with self._joining:
            now = self._deciding()
            if allowed is not None:
                allowed(key, now)
            for attempt in range(1, _ATTEMPTS + 1):
                commands = clusters.commands(key.name, full_repository, now)
                if not commands:
                    return
                try:
                    for command in commands:
                        self._change(key, command, verb)
                except CommandFailed:
                    before, now = now, self._deciding()
                    if now == before or attempt == _ATTEMPTS:
                        raise
                    continue
                time.sleep(random.uniform(SETTLES, 2 * SETTLES))
                now = self._deciding()
            if clusters.commands(key.name, full_repository, now):
                reason = "others change REPOS and REPOSNL at the same time; run it again"
                raise CommandFailed(one_line(f"{key}: {reason}"))

    def _with_status(
        self, objects: Sequence[Observed], names: Collection[str] | None
    ) -> list[Observed]:
        queues = [each.key.name for each in objects if spec_of(each.key.kind).holds_messages]
        asked = (
            [queues[0]]
            if len(queues) == 1 and names is not None
            else [asking.generic_name(queues, names)]
        )
        displays = [Display("QSTATUS", name, {"TYPE": "QUEUE"}) for name in asked if queues]
        statuses = reading.counts(self._rows(displays))
        openable = {each.key.name for each in objects if spec_of(each.key.kind).opened_as}
        only = next(iter(openable)) if len(openable) == 1 and names is not None else None
        opened = self._handles(only) if openable else []
        known = reading.with_status(objects, statuses, opened)
        run = [each.key for each in objects if spec_of(each.key.kind).runs]
        if not run:
            return known
        alone = run[0].name if len(run) == 1 and names is not None else "*"
        instances = self._instances({key.kind for key in run}, alone)
        return reading.with_instances(known, instances)

    def _instances(
        self, kinds: Collection[str], name: str
    ) -> Mapping[str, Mapping[str, tuple[RunningInstance, ...]]]:
        """kind -> name -> what runs of it, of all objects of a status in one question; without the
        kinds of which the queue manager does not tell."""
        found: dict[str, Mapping[str, tuple[RunningInstance, ...]]] = {}
        by_status: dict[RunCommands, list[str]] = {}
        for kind in kinds:
            if (runs := spec_of(kind).runs) is not None:
                by_status.setdefault(runs, []).append(kind)
        for runs, those in by_status.items():
            asked = [Display(runs.status, name, dict(runs.given))]
            if runs.saved:
                asked.append(Display(runs.status, name, attributes=(runs.saved, "ALL")))
            try:
                answers = [self._rows([display]) for display in asked]
            except (CommandFailed, CannotWrite):
                continue
            word = spec_of(those[0]).mqsc.word
            by_name = reading.instances(runs, word, *answers)
            found |= dict.fromkeys(those, by_name)
        return found

    def _handles(self, name: str | None) -> list[Handle]:
        """Open handles; of one object where it is named."""
        where = None if name is None else ("OBJNAME", "EQ", name)
        rows = self._rows([Display("CONN", "*", {"TYPE": "HANDLE"}, where)])
        people: list[Row] = []
        if rows and not reading.names_applications(rows):
            people = self._rows([Display("CONN", "*", {"TYPE": "CONN"})])
        return reading.handles(rows, people)
