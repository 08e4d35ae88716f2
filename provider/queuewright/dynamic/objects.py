"""Decisions about objects, as the plan engine makes them, over the systems of a stack."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, first_few
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions, RefreshSecurity, Restart
from queuewright.catalogue.references import Role
from queuewright.diff.absent import NOWHERE, absent
from queuewright.diff.authorities import letting_in, locked_out, locking, with_removed
from queuewright.diff.decision import decide
from queuewright.diff.held_alone import held_alone
from queuewright.diff.normalise import Inputs, read_inputs
from queuewright.diff.object_users import (
    GRANTED_TWICE,
    STILL_GRANTED,
    forgotten,
    giving_object,
    granted_nothing,
    of_owner,
    records_about,
)
from queuewright.diff.owning import not_given, not_granted
from queuewright.diff.refreshing import refreshed_again, types
from queuewright.diff.request import DecisionRequest
from queuewright.diff.running import started_again, stopped_by_whom
from queuewright.diff.sharing import (
    COPY,
    GROUP,
    SHARED,
    as_a_source,
    changes_copies,
    disposition_of,
    may_uncover,
    meant,
    overwritten,
    shared_behind,
)
from queuewright.diff.types import Decision, Verb
from queuewright.graph.references import Target, secured_by
from queuewright.ibmi.base import in_library
from queuewright.ibmi.owner import OWNER
from queuewright.kinds import (
    IBMI_KINDS,
    is_ibmi,
    is_limit,
    is_refreshed,
    kinds_in,
    kinds_of,
    limit_spec,
    spec_of,
)
from queuewright.systems.checking import acting_as, lacking, refusal_of_owner
from queuewright.systems.reading import is_part_of_others
from queuewright.world.authority_records import RECORDS
from queuewright.world.snapshot import Snapshot, namespace

from .cached_system import CachedSystem
from .connections import Connections, NotConfigured
from .properties import is_output
from .unfinished import Notes


def which(*known: Inputs | None) -> str | None:
    """The disposition that the first of these says."""
    return disposition_of(*(each.attributes for each in known if each is not None))


def done_already(old: Inputs, desired: Inputs, observed: Observed) -> list[str]:
    """The attributes of which the outputs of the state say otherwise than the object, which already
    has them as they are declared now: others have changed them, or an update that was cut off."""
    return [
        name
        for name, value in desired.attributes.items()
        if name in old.attributes
        and old.attributes[name] != value
        and observed.attributes.get(name) == value
    ]


class Objects:
    """The objects of one kind on the systems of a stack.

    connections is None, and misconfigured says why, when the configuration cannot be used.
    declared: what the program declares of the kind of a key on its system, as far as is known.
    groups: the group objects of its name that it declares on other systems. gives_users: whether
    it gives all users of an object with it.
    """

    def __init__(
        self,
        kind: str,
        connections: Connections | None = None,
        misconfigured: QueuewrightError | None = None,
        declared: Callable[[Key], Collection[Key]] = lambda _: (),
        groups: Callable[[Key], Collection[Key]] = lambda _: (),
        gives_users: Callable[[Key], bool] = lambda _: False,
    ) -> None:
        self.kind = kind
        self._declared, self._groups, self._gives_users = declared, groups, gives_users
        # The values that checked objects have and get, for those that are made like them.
        self._expected: dict[Key, tuple[Mapping[str, Value], Mapping[str, Value]]] = {}
        self._connections = connections
        self._misconfigured = misconfigured

    @property
    def notes(self) -> Notes:
        """The notes of what updates before have begun."""
        return Notes() if self._connections is None else self._connections.notes

    def place(self, key: Key) -> tuple[CachedSystem, Key]:
        """How the key's system is reached, and the key as that system says it.

        Raises NotConfigured, UnknownSystem, SystemUnavailable.
        """
        if self._connections is None:
            raise self._misconfigured or NotConfigured("the provider is not configured")
        cached = self._connections.system(key.system)
        return cached, in_library(key, cached.system.facts)

    def find(self, cached: CachedSystem, key: Key, *known: Inputs | None) -> Observed | None:
        """The object as it was read last; known: what says which one of its name is meant, the
        state first."""
        return meant(cached.find(key, self._declared(key)), which(*known))

    def look(
        self, cached: CachedSystem, key: Key, *known: Inputs | None, status: bool = True
    ) -> Observed | None:
        """The object as it is now."""
        return meant(cached.look(key, status=status), which(*known))

    def owned(
        self, cached: CachedSystem, key: Key, old: Inputs, desired: Inputs
    ) -> Observed | None:
        """An object that the state has, as it was read last. Where that reading does not show it,
        it is asked for by name: the user may not see it."""
        observed = self.find(cached, key, old, desired)
        return self.look(cached, key, old, desired) if observed is None else observed

    def is_shared(self, key: Key) -> bool:
        """Whether the name is that of a shared queue on the key's queue manager, as it was read
        last."""
        cached, own = self.place(key)
        live = self.find(cached, own)
        return live is not None and disposition_of(live.attributes) == SHARED

    def fits_beside(self, former: Key, old: Inputs, key: Key, desired: Inputs) -> bool:
        """Whether an object is made before the one whose place it takes is deleted: not where the
        program wants it otherwise, or both have what only one can have."""
        held = set(held_alone(former, old.attributes))
        return not desired.delete_first and held.isdisjoint(held_alone(key, desired.attributes))

    def group_of_both(self, key: Key, other: Key) -> str | None:
        """The queue-sharing group that the queue managers of both objects are in."""
        groups = {self.place(each)[0].system.facts.queue_sharing_group for each in (key, other)}
        return groups.pop() if len(groups) == 1 else None

    def copies_to_come(self, key: Key, desired: Inputs) -> list[Key]:
        """The declared copies that a new object, if it is a group object, makes where nothing of
        its name is."""
        if self._connections is None or disposition_of(desired.attributes) != GROUP:
            return []
        group = self._connections.system(key.system).system.facts.queue_sharing_group or ""
        found, _ = self._connections.members(key, group)
        new = [key._replace(system=name) for name, live in found.items() if live is None]
        return [copy for copy in new if copy != key and copy in self._declared(copy)]

    def with_copies(self, key: Key, decision: Decision, observed: Observed | None) -> Decision:
        """The decision with what it does to the copies of a group object that the stack can see,
        and with the shared queue that it uncovers."""
        uncovers = decision.verb is Verb.REPLACE and may_uncover(decision, observed)
        changes = changes_copies(decision, observed)
        if self._connections is None or not (uncovers or changes):
            return decision
        cached = self._connections.system(key.system)
        group = cached.system.facts.queue_sharing_group or ""
        if group and uncovers:
            live: list[Observed | None] = []
            for kind in kinds_in(namespace(key.kind)):
                live += self._connections.members(key._replace(kind=kind), group)[0].values()
            decision = decision.but(*shared_behind(key, key.kind, live))
        if not changes:
            return decision
        found, unread = self._connections.members(key, group)
        defaults = cached.defaults(key.kind)
        return overwritten(key, decision, observed, found, unread, group, defaults=defaults)

    def decide(
        self,
        cached: CachedSystem,
        key: Key,
        desired: Inputs | None,
        old: Inputs | None,
        observed: Observed | None,
        options: ObjectOptions | None = None,
        *,
        ahead: bool = False,
    ) -> Decision:
        """As the plan engine decides. desired: None for an object of the stack that is no longer
        declared; old: None for what the stack does not have. options: `desired`'s when left out.
        ahead: for a check, long before it is done: records that were checked before are taken as
        they will be by then."""
        request = self._request(cached, key, desired, old, observed, options)
        if ahead and desired is not None:
            request = replace(request, source=self._source(cached, key, desired, observed))
            self._expect(request)
        decision = decide(request)
        decision = _with_owner(cached, key, decision)
        if desired is not None and is_limit(key.kind):
            records = Key(key.system, spec_of(key.kind).limits, "")
            problems = limit_spec(key.kind).excluded(
                key, desired.attributes, self._declared(records)
            )
            decision = decision.but(*problems)
        decision = decision.but(*self._locked_out(cached, key, decision, ahead=ahead))
        decision = self._with_object(cached, key, desired, observed, decision)
        if desired is not None and decision.verb is not Verb.SAME and not decision.blocked:
            decision = decision.but(*self._absent(cached, key, desired, decision))
        if desired is not None:
            decision = self._made_good(key, desired, old, observed, decision)
        return decision

    def _source(
        self, cached: CachedSystem, key: Key, desired: Inputs, observed: Observed | None
    ) -> Mapping[str, Value] | None:
        """The values that a new object is made like: as they will be by then, where the program
        declares that one."""
        like = desired.options.like
        if observed is not None or not like:
            return None
        other = in_library(key._replace(name=like), cached.system.facts)
        if other in self._expected:
            has, gets = self._expected[other]
            return as_a_source({**has, **gets})
        live = cached.snapshot(key.kind).get(other.kind, other.name)
        return None if live is None else as_a_source(live.attributes)

    def _expect(self, request: DecisionRequest) -> None:
        """Note the values that the object will have."""
        desired = request.desired or {}
        if disposition_of(desired) == GROUP:  # `like` means a live one
            return
        has = request.defaults if request.source is None else request.source
        if request.observed is not None:
            has = request.observed.attributes
        self._expected[request.key] = has or {}, desired

    def _with_object(
        self,
        cached: CachedSystem,
        key: Key,
        desired: Inputs | None,
        observed: Observed | None,
        decision: Decision,
    ) -> Decision:
        """The decision about a record of what a user may do with an object of IBM i, with what the
        object says of it."""
        secured = secured_by(key)
        other = giving_object(key, self._gives_users)
        if desired is None:
            if other is None:
                return decision
            return Decision(Verb.DELETE, keep=True, reasons=(forgotten(other),))
        if other is not None:
            decision = decision.but(GRANTED_TWICE(key, other=f"{other.kind} {other.name}"))
        there = [each for each in map(cached.find, secured) if each is not None]
        for each in there:
            decision = decision.but(*of_owner(key, each.attributes.get(OWNER)))
        if there or observed is not None:
            return decision

        def is_there(each: Key) -> bool:
            is_library = each.kind in kinds_of(Role.LIBRARY)
            listed = is_library and cached.system.facts.exists(Role.LIBRARY, each.name)
            return bool(listed) or self._is_declared(cached, each)

        return decision.but(*granted_nothing(key, is_there, NOWHERE))

    def _absent(
        self, cached: CachedSystem, key: Key, desired: Inputs, decision: Decision
    ) -> Iterator[Diagnostic]:
        """Names that the command looks for, of objects that are neither there nor declared. Only
        where the program says what it declares, which this object is among, is that known."""
        is_new = decision.verb in (Verb.CREATE, Verb.REPLACE)
        sent = desired.attributes
        if not is_new:
            changed = {change.name for change in decision.changes}
            sent = {name: value for name, value in sent.items() if name in changed}
        like = desired.options.like if decision.verb is Verb.CREATE else None
        for problem in absent(key, sent, like, partial(self._is_absent, cached)):
            if self._is_declared(cached, key):
                yield problem

    def _is_absent(self, cached: CachedSystem, target: Target) -> bool:
        facts = cached.system.facts
        if facts.queue_sharing_group:  # another member may have it, or make it
            return False
        for kind in target.kinds:
            named = in_library(Key(target.system, kind, target.name), facts)
            if cached.find(named) is not None or self._is_declared(cached, named):
                return False
            if cached.snapshot(kind).exists(kind, named.name) is not False:
                return False  # it is not known
        return True

    def _is_declared(self, cached: CachedSystem, key: Key) -> bool:
        declared, facts = self._declared(key), cached.system.facts
        return key in declared or any(in_library(each, facts) == key for each in declared)

    def still_granted(self, key: Key) -> Iterator[Diagnostic]:
        """An object that is to go while the program declares records of its users."""
        if not is_ibmi(key.kind) or not spec_of(key.kind).is_secured():
            return
        kinds = (kind for kind in IBMI_KINDS if is_part_of_others(kind))
        declared = (each for kind in kinds for each in self._declared(key._replace(kind=kind)))
        if records := records_about(key, declared):
            yield STILL_GRANTED(key, records=", ".join(first_few([r.name for r in records])))

    def _locked_out(
        self, cached: CachedSystem, key: Key, decision: Decision, *, ahead: bool
    ) -> Sequence[Diagnostic]:
        """Where whoever runs this could not connect any more. The engine asks about one record at a
        time: others that were asked about count as they will be; when it is about to be done, those
        that are to give the right then count as they are just now."""
        if self._connections is None or not (key.kind in RECORDS or is_limit(key.kind)):
            return ()
        with self._connections.deciding:  # two that are asked about at once do not both go
            foreseen = self._connections.foreseen
            foreseen.pop(key, None)
            about, _ = with_removed({key: decision})
            if locking(about, cached.snapshot(key.kind)):
                reading = cached.anew(key.kind)
                later = () if ahead else set(letting_in(foreseen, reading))
                every = {k: each for k, each in foreseen.items() if k not in later}
                every[key] = decision
                found = locked_out(every, reading, partial(acting_as, cached.system))
                if problems := [problem for of, problem in found if of == key]:
                    return problems
            if not decision.blocked and decision.verb is not Verb.SAME:
                foreseen[key] = decision
        return ()

    def foresee(
        self, cached: CachedSystem, declared: Iterable[tuple[Key, Mapping[str, Any]]]
    ) -> None:
        """Take authority records as the program declares them, where nobody has asked about them
        in this process. declared: with the inputs of each; what is an output is not known."""
        if self._connections is None:
            return
        for key, inputs in declared:
            desired = read_inputs(key.kind, inputs, is_unknown=is_output)
            observed = self.find(cached, key, desired)
            request = self._request(cached, key, desired, desired, observed, None)
            self._connections.foreseen[key] = decide(request)

    def _made_good(
        self,
        key: Key,
        desired: Inputs,
        old: Inputs | None,
        observed: Observed | None,
        decision: Decision,
    ) -> Decision:
        """The decision with what an update that was cut off has left to be done: as its note says,
        or as the state does, which has other values than the object that is as declared."""
        if spec_of(key.kind).runs is None and not is_refreshed(key.kind):
            return decision
        left, option = self.notes.of(key), desired.options.refresh_security
        if observed is None:  # it was deleted to be replaced
            return refreshed_again(option, decision, left.unrefreshed)
        status = observed.status
        if left.stopped and status is not None and status.running:
            left = replace(left, stopped=False)  # by now somebody has started it
            self.notes.write(key, left)
        changed = [] if old is None else done_already(old, desired, observed)
        late = types(key.kind, changed) if option is RefreshSecurity.WHEN_NEEDED else ()
        if left.unrefreshed or late:
            decision = refreshed_again(option, decision, {*left.unrefreshed, *late})
        if left.stopped:
            return started_again(key, decision, observed)
        if changed and desired.options.restart is Restart.WHEN_RUNNING:
            return decision.but(*stopped_by_whom(key, observed))
        return decision

    def replaced(
        self, cached: CachedSystem, key: Key, desired: Inputs, observed: Observed
    ) -> Decision:
        """The decision about a replacement that the user asked for: --replace, a taint, a
        trigger."""
        request = self._request(cached, key, desired, desired, observed, None)
        asked = replace(request, replace_because="the engine was asked to replace it")
        return _with_owner(cached, key, decide(asked))

    def as_it_was(self, cached: CachedSystem, key: Key, desired: Inputs, old: Inputs) -> Inputs:
        """The declaration of an object that is gone. Where it was made like one that is gone too,
        it gets the values that it had, as in the plan engine."""
        like = desired.options.like
        if not like or cached.find(in_library(key._replace(name=like), cached.system.facts)):
            return desired
        attributes = {**old.attributes, **desired.attributes}
        return desired._replace(attributes=attributes, options=replace(desired.options, like=None))

    def _snapshot(self, cached: CachedSystem) -> Snapshot:
        """Of a system when what the program declares is there."""
        snapshot = cached.snapshot(self.kind)
        kinds = kinds_of(*snapshot.facts.names)
        places = (Key(snapshot.name, kind, "") for kind in kinds)
        declared = (key for place in places for key in self._declared(place))
        known = self._connections
        length = None if known is None else known.program.length_of(snapshot.name)
        return snapshot.expecting(declared, length)

    def _with_its_group_object(self, key: Key, snapshot: Snapshot) -> Snapshot:
        """The system of a copy when its group object is there, which the program declares on
        another queue manager of the group."""
        facts = snapshot.facts
        is_declared = any(self.group_of_both(key, group) for group in self._groups(key))
        if facts.group_objects is None or not is_declared:
            return snapshot
        groups = facts.group_objects | {(key.kind, key.name)}
        return snapshot.with_facts(replace(facts, group_objects=groups))

    def _request(
        self,
        cached: CachedSystem,
        key: Key,
        desired: Inputs | None,
        old: Inputs | None,
        observed: Observed | None,
        options: ObjectOptions | None,
    ) -> DecisionRequest:
        chosen = options or (ObjectOptions() if desired is None else desired.options)
        goes_on = desired is not None and old is None and self._was_begun(key, observed)
        snapshot = self._snapshot(cached)
        if desired is not None and disposition_of(desired.attributes) == COPY:
            snapshot = self._with_its_group_object(key, snapshot)
        return DecisionRequest(
            key=key,
            desired=None if desired is None else desired.attributes,
            options=chosen,
            last=None if old is None else _known_of(old, desired),
            observed=observed,
            snapshot=snapshot,
            defaults=None if desired is None else cached.defaults(self.kind),
            owned=desired is None or old is not None or goes_on,
            replace_on=() if desired is None or goes_on else desired.replace_on,
            ignore=() if desired is None else desired.ignore,
            determined={} if old is None else old.determined,
            digests={} if old is None else old.digests,
            carried=None if desired is None else self.notes.of(key).carried,
        )

    def _was_begun(self, key: Key, observed: Observed | None) -> bool:
        """Whether an update of the stack has made the object and did not end: the engine's state
        may not have it."""
        left = self.notes.of(key)
        return observed is not None and (bool(left.unrefreshed) or left.came)


def _known_of(old: Inputs, desired: Inputs | None) -> Mapping[str, Any]:
    """The values last applied of attributes whose value now is known, or that are left out."""
    if desired is None or not desired.unknown:
        return old.attributes
    return {n: v for n, v in old.attributes.items() if n not in desired.unknown}


def _with_owner(cached: CachedSystem, key: Key, decision: Decision) -> Decision:
    """The decision with what is known against the owner that it gives the object, and against users
    to whom it grants authorities."""
    refusal = partial(refusal_of_owner, cached.system)
    lacks = partial(lacking, cached.system)
    return decision.but(*not_given(key, decision, refusal), *not_granted(key, decision, lacks))
