"""The Pulumi dynamic provider: a thin adapter between the engine, the systems and the rules.

The engine's process asks it over gRPC, from four threads. Messages that a person must act on (a
broken rule, FORCE that is needed and not allowed, messages that would be lost) is a failure of
`check`, one line each, in the preview already. `diff`, `create`, `update` and `delete` decide with
the same rules as the plan engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pulumi.dynamic import (
    CheckFailure,
    CheckResult,
    ConfigureRequest,
    CreateResult,
    DiffResult,
    ReadResult,
    ResourceProvider,
    UpdateResult,
)

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import InvalidDeclaration, one_line
from queuewright.catalogue.errors import CommandFailed, QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import Adopt
from queuewright.diff.normalise import ADOPTED, Inputs, determined_of, identity_of, spec_for
from queuewright.diff.outputs import outputs, plain
from queuewright.diff.sharing import SHARED, disposition_of, is_of_group, meant, selecting
from queuewright.diff.types import Decision, Verb
from queuewright.diff.write_only import DIGESTS
from queuewright.kinds import is_limit, spec_of
from queuewright.systems.limits import keep_limit
from queuewright.systems.registry import CONFIGURATION
from queuewright.systems.replacement import PutBack, as_applied, create_or_put_back, creates_now

from .cached_system import CachedSystem
from .checking import failures, goes_on
from .connections import UnknownSystem, connect
from .objects import Objects, done_already, which
from .properties import is_unknown, key_of, read, taken_apart
from .replacing import Replacement, Replacing
from .reviewing import remark, shorten_errors
from .unfinished import Unfinished


class QueueProvider(ResourceProvider):
    """The provider of one kind. Programs refer to it by `queuewright.provider_reference`."""

    serialize_as_secret_always = False

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self._objects = Objects(kind)
        self._replacing = Replacing()

    def configure(self, req: ConfigureRequest) -> None:
        """Read `queuewright:systems`. The first check reports a mistake in it."""
        shorten_errors()
        try:
            connections = connect(req.config.get(CONFIGURATION), Path.cwd())
            self._replacing = Replacing(connections.program)
            self._objects = Objects(
                self.kind,
                connections,
                declared=self._replacing.declared,
                groups=self._replacing.group_objects,
                gives_users=self._replacing.gives_users,
            )
        except QueuewrightError as error:
            self._objects = Objects(self.kind, misconfigured=error)

    # Questions of the engine.

    def check(self, _olds: dict[str, Any], news: dict[str, Any]) -> CheckResult:
        """Normalise the inputs, and say everything that is wrong with them."""
        given, program = taken_apart(news)
        self._replacing.read_program(program.listed_in)
        # No property is named: Pulumi would put the value before a line that has it already.
        lines = failures(self._objects, self._replacing, _olds, given, program)
        return CheckResult(
            plain(self.kind, given, is_unknown=is_unknown),
            [CheckFailure("", line) for line in lines],
        )

    def diff(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> DiffResult:
        """The decision, made over the system as it is."""
        desired = read(self.kind, _news)
        old = read(self.kind, _olds)
        if desired.key is None:
            return DiffResult(changes=True)
        cached, key = self._objects.place(desired.key)
        moved = self._moved(_id, desired.key)
        if moved:
            former = self._objects.place(key_of(self.kind, _id))[1]
            successor = desired if self._objects.fits_beside(former, old, key, desired) else None
            self._replacing.expect(former, Replacement(key, desired.options, successor=successor))
            return DiffResult(changes=True, replaces=moved, delete_before_replace=True)
        observed = self._objects.owned(cached, key, old, desired)
        decision = self._objects.decide(cached, key, desired, old, observed, ahead=True)
        if decision.verb is Verb.REPLACE:
            # A check does not know which object of a group the state has.
            if any(problem.attribute not in desired.unknown for problem in decision.blocked):
                raise InvalidDeclaration(decision.blocked)
            causes = [change.name for change in decision.changes if change.cost is Change.REPLACE]
            self._replacing.expect(key, Replacement(key, desired.options, decision, observed))
            return DiffResult(changes=True, replaces=causes, delete_before_replace=True)
        # A delete is decided from the outputs, so that a new answer must get there; and
        # whoever reviews a preview has to see an option that arms something.
        changes = (
            decision.verb is not Verb.SAME
            or bool(desired.unknown)
            or replace(desired.options, like=None) != replace(old.options, like=None)
            or (observed is not None and bool(done_already(old, desired, observed)))
        )
        return DiffResult(changes=changes)

    def create(self, props: dict[str, Any]) -> CreateResult:
        """Create the object, or take over one that exists, as `adopt` allows.

        After a crash between the command and the state the object exists already, and agrees.
        """
        desired = self._declared(props)
        made = self._made(desired, props)
        # With the library that *CURLIB means, as the plan engine has it.
        return CreateResult(self._objects.place(self._known(desired))[1].id, made)

    def read(self, id_: str, props: dict[str, Any]) -> ReadResult:
        """The object as it is; without an id when it is gone."""
        key = key_of(self.kind, id_)
        cached, place = self._objects.place(key)
        observed = self._objects.look(cached, place, read(self.kind, props))
        if observed is None and props.keys() <= {
            "system",
            "__provider",
            *spec_of(self.kind).identity(),
        }:
            # `get` of a program: a refresh hands over every output that the state has.
            raise QueuewrightError(f"{place}: does not exist; only an existing object can be read")
        if observed is None:
            if spec_of(self.kind).implied_by(props):
                return ReadResult(id_, dict(props))
            return ReadResult(None, {})
        identity = {"system": key.system, **identity_of(self.kind, key.name)}
        determined = determined_of(props)
        declared = {name: word for name, (word, _) in determined.items()}
        given = {**identity, **props, **declared}
        facts, adopted = cached.system.facts, bool(props.get(ADOPTED))
        properties = outputs(self.kind, given, observed, facts, determined, adopted=adopted)
        if kept := props.get(DIGESTS):
            properties[DIGESTS] = kept
        return ReadResult(id_, properties)

    def update(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> UpdateResult:
        """Change what differs; create again what has vanished."""
        desired = self._declared(_news)
        cached, key = self._objects.place(self._known(desired))
        old = read(self.kind, _olds)
        observed = self._objects.look(cached, key, old, desired, status=False)
        if observed is None:
            return UpdateResult(
                self._made(self._objects.as_it_was(cached, key, desired, old), _news)
            )
        decision = self._objects.decide(cached, key, desired, old, observed)
        _stop(decision)
        if decision.verb is Verb.REPLACE:
            raise QueuewrightError(
                one_line(
                    f"{key}: it has changed since the preview, and only a replacement makes it "
                    "as declared; run the command again"
                )
            )
        try:
            observed = self._changed(cached, decision, observed)
        except CommandFailed:
            # Who has it open may be others by now, and FORCE needed that was not.
            now = self._objects.look(cached, key, old, desired)
            cached.look_at_handles(self.kind)
            again = self._objects.decide(cached, key, desired, old, now)
            _stop(again)
            if now is None or again.with_force is decision.with_force:
                raise
            observed = self._changed(cached, again, now)
        facts, adopted = cached.system.facts, bool(_olds.get(ADOPTED))
        after = outputs(
            self.kind, _news, observed, facts, old.determined, adopted=adopted, digests=old.digests
        )
        return UpdateResult(after)

    def delete(self, _id: str, _props: dict[str, Any]) -> None:
        """Delete the object, as `on_delete` allows; one that is gone already is not an error."""
        try:
            cached, key = self._objects.place(key_of(self.kind, _id))
        except UnknownSystem as error:
            gone = "where it is gone for good, remove the resource with pulumi state delete"
            raise QueuewrightError(f"{error}; {gone}") from None
        with self._made_first(key), self._replacing.alone(key):
            if not (self._replacing.is_kept(key) or self._goes_on(key)):
                self._delete(cached, key, _props)

    # How.

    def _goes_on(self, key: Key) -> bool:
        """Whether the resource gives the object up and another one of the program takes it."""
        return self._replacing.moves(key) and goes_on(self._objects, self._replacing, key)

    @contextmanager
    def _made_first(self, key: Key) -> Iterator[None]:
        """Around the delete of an object that has another name or system now: its successor is
        made before. Where it is refused nothing is deleted; where the delete is refused, it goes
        again."""
        replacement = self._replacing.of(key)
        desired = None if replacement is None else replacement.successor
        if desired is None or self._replacing.is_made(self._known(desired)):
            yield  # delete_before_replace=False: the engine had it created before
            return
        cached, place = self._objects.place(self._known(desired))
        with self._replacing.alone(place):
            is_new = self._objects.look(cached, place, desired) is None
            self._there(cached, place, desired)
            if is_new:
                self._objects.notes.write(place, Unfinished(came=True))
            self._replacing.made_first(place)
        try:
            yield
        except QueuewrightError:
            if is_new:
                with suppress(QueuewrightError):
                    cached.system.delete(place, disposition=which(desired))
                cached.forget(place)
            raise

    def _delete(self, cached: CachedSystem, key: Key, props: Mapping[str, Any]) -> None:
        observed = self._objects.look(cached, key, read(self.kind, props))
        cached.look_at_handles(self.kind)
        replacement = self._replacing.of(key)
        anew = self._replacing.anew(key)
        if replacement is None and anew is not None and observed is not None:
            # The engine was told to replace it (--replace, a taint) and asks for no difference.
            decision = self._objects.replaced(cached, key, anew, observed)
            remark(key, decision)
            replacement = Replacement(key, anew.options, decision, observed)
            self._replacing.expect(key, replacement)
        options = replacement.options if replacement else read(self.kind, props).options
        decision = self._objects.decide(cached, key, None, None, observed, options)
        if observed is not None and replacement is None and not decision.keep:
            decision = decision.but(*self._objects.still_granted(key))
        _stop(decision)
        if decision.keep or self._is_elsewhere(key, observed, replacement):
            return
        if replacement is not None and replacement.decision is not None and observed is not None:
            again = self._as_it_is_now(replacement, replacement.decision, observed, cached)
            applied = read(self.kind, props).attributes
            former = as_applied(observed, applied, cached.system.facts)
            left = self._objects.notes.of(key).unrefreshed
            self._replacing.expect(key, replace(again, former=former, unrefreshed=left))
        made_anew = None if replacement is None else replacement.decision
        keeps = self._replacing.keeps_authorities(key)
        lost = self._taken_away(cached, key, observed, decision, made_anew, keep_authorities=keeps)
        noted = self._replacing.of(key)
        if noted is not None and noted.decision is not None:
            # At once: the engine may never ask for it, where another resource has failed.
            self._put_in_its_place(cached, key, replace(noted, records=lost), noted.decision)
            self._replacing.made_first(key)

    def _taken_away(
        self,
        cached: CachedSystem,
        key: Key,
        observed: Observed | None,
        decision: Decision,
        made_anew: Decision | None,
        *,
        keep_authorities: bool,
    ) -> Sequence[Observed]:
        """Delete it; the declared records that went with it, which are set again now, or with the
        object. made_anew: where it is to be replaced, the decision about that: what is sent after
        it is noted first."""
        notes = self._objects.notes
        records = cached.taken_with(key, self._replacing.records_of(key))
        carried = None if made_anew is None else made_anew.carried
        refreshes = () if made_anew is None else made_anew.refreshes
        with notes.due(key, refreshes, carried):
            cached.system.delete(
                key,
                purge=decision.purge,
                keep_authorities=keep_authorities,
                disposition=disposition_of(selecting(observed)),
            )
        cached.forget(key)
        left = frozenset() if made_anew is None else notes.of(key).unrefreshed
        notes.write(key, Unfinished(unrefreshed=left, carried=carried))
        if made_anew is None:
            cached.set_again(records)
        return records

    def _is_elsewhere(
        self, key: Key, observed: Observed | None, replacement: Replacement | None
    ) -> bool:
        """Whether it is an object of a group that is declared on another queue manager of it now:
        the same one."""
        if observed is None or not is_of_group(key.kind, observed.attributes):
            return False
        others = [each for each in self._replacing.of_groups(key) if each.kind == key.kind]
        if disposition_of(observed.attributes) == SHARED:
            # Others may mean it by its name only.
            others += filter(self._objects.is_shared, self._replacing.namesakes(key))
        desired = None if replacement is None else replacement.successor
        if desired is not None:
            both = (observed.attributes, desired.attributes)
            other = self._known(desired)
            is_same = len({disposition_of(each) for each in both}) == 1
            if is_same and other == key._replace(system=other.system):
                others.append(other)
        return any(self._objects.group_of_both(key, other) for other in others)

    def _as_it_is_now(
        self, replacement: Replacement, decision: Decision, now: Observed, cached: CachedSystem
    ) -> Replacement:
        """The replacement with what the object has now to be carried over."""
        before = replacement.former
        creates = creates_now(decision.creates, decision, before, now, cached.system)
        return replace(replacement, decision=replace(decision, creates=creates))

    def _made(self, desired: Inputs, props: Mapping[str, Any]) -> dict[str, Any]:
        """Create or adopt; the outputs.

        An object of the stack is there where an earlier replacement was refused and put back: the
        engine has it down as deleted, and asks for the create alone.
        """
        cached, key = self._objects.place(self._known(desired))
        with self._replacing.alone(key):
            observed, verb = self._there(cached, key, desired)
            self._replacing.made(key)
        if verb is Verb.CREATE and desired.options.adopt is Adopt.NEVER:
            # The next update may have to take over what this one has made.
            self._objects.notes.write(key, Unfinished(came=True))
        adopted = verb is Verb.ADOPT
        return outputs(self.kind, props, observed, cached.system.facts, adopted=adopted)

    def _there(self, cached: CachedSystem, key: Key, desired: Inputs) -> tuple[Observed, Verb]:
        """The object as it is then, and what was done."""
        replacement = self._replacing.of(key)
        if self._objects.find(cached, key, desired) is None and replacement is None:
            decision = self._objects.decide(cached, key, desired, None, None)
            _stop(decision)
            try:
                made = self._created(cached, key, desired, decision)
            except CommandFailed:
                if self._objects.look(cached, key, desired) is None:
                    raise
            else:
                self._refresh_security(cached, key, decision)
                return made, decision.verb
        return self._taken(cached, key, desired, replacement)

    def _created(
        self, cached: CachedSystem, key: Key, desired: Inputs, decision: Decision
    ) -> Observed:
        """The new object. It is noted first if REFRESH SECURITY follows, or declared copies come
        with it."""
        if is_limit(key.kind):
            return keep_limit(cached.system, key, (), desired.attributes)
        spec, notes = spec_for(key, decision.creates), self._objects.notes
        copies = self._objects.copies_to_come(key, desired)
        like = desired.options.like if notes.of(key).carried is None else None
        with notes.due(key, decision.refreshes), notes.coming(copies):
            made = cached.system.create(spec, like=like)
        cached.note(made)
        return meant(made, which(desired)) or made

    def _taken(
        self, cached: CachedSystem, key: Key, desired: Inputs, replacement: Replacement | None
    ) -> tuple[Observed, Verb]:
        """The object where one of its name is there, or was until it was deleted to be replaced."""
        observed = self._objects.look(cached, key, desired)
        is_ours = self._replacing.follows(key) or self._replacing.is_made_first(key)
        old = desired if observed is not None and is_ours else None
        decision = self._objects.decide(cached, key, desired, old, observed)
        if observed is not None and decision.verb is Verb.REPLACE:
            cached.look_at_handles(self.kind)
            decision = self._objects.decide(cached, key, desired, old, observed)
            _stop(decision)
            left = self._objects.notes.of(key).unrefreshed
            lost = self._taken_away(
                cached, key, observed, decision, decision, keep_authorities=True
            )
            replacement = Replacement(
                key, desired.options, decision, observed, unrefreshed=left, records=lost
            )
            observed = None
        if observed is not None:
            _stop(decision)
            return self._changed(cached, decision, observed), decision.verb
        if replacement is None or replacement.decision is None:
            _stop(decision)
            made = self._created(cached, key, desired, decision)
            self._refresh_security(cached, key, decision)
            return made, decision.verb
        return self._put_in_its_place(cached, key, replacement, replacement.decision), decision.verb

    def _put_in_its_place(
        self, cached: CachedSystem, key: Key, replacement: Replacement, decision: Decision
    ) -> Observed:
        """The new object. decision: made before the old one was deleted; what is refused now puts
        that back."""
        creates, former = decision.creates, replacement.former
        try:
            made = create_or_put_back(cached.system, key, creates, former)
        except PutBack:
            cached.set_again(replacement.records)
            left = replacement.unrefreshed
            self._objects.notes.write(key, Unfinished(unrefreshed=left))
            raise
        cached.note(made)
        cached.set_again(replacement.records)
        self._refresh_security(cached, key, decision)
        return meant(made, disposition_of(creates)) or made

    def _changed(self, cached: CachedSystem, decision: Decision, observed: Observed) -> Observed:
        key, notes = observed.key, self._objects.notes
        if decision.with_restart and not self._runs(cached, key):  # stopped since it was read
            decision = replace(decision, with_restart=False)
        before = notes.of(key)
        stops = decision.with_restart or decision.starts is not False or before.stopped
        begun = Unfinished(stops, before.unrefreshed.union(decision.refreshes))
        if begun:
            notes.write(key, begun)
        try:
            made = self._altered(cached, decision, observed)
            if decision.starts:
                cached.system.start(key)
        except CommandFailed:
            # Refused: nothing more is left of it than before, where it runs again.
            if begun and (not stops or self._runs(cached, key)):
                notes.write(key, before)
            raise
        self._refresh_security(cached, key, decision)
        return made

    def _refresh_security(self, cached: CachedSystem, key: Key, decision: Decision) -> None:
        """The last command. Nothing is left then, unless nobody knows whether the object runs."""
        for security in decision.refreshes:
            cached.refresh_security(security)
        notes, left = self._objects.notes, Unfinished(decision.starts is None)
        if left or notes.of(key):
            notes.write(key, left)

    def _runs(self, cached: CachedSystem, key: Key) -> bool:
        found = self._objects.look(cached, key)
        return found is not None and found.status is not None and bool(found.status.running)

    def _altered(self, cached: CachedSystem, decision: Decision, observed: Observed) -> Observed:
        changes = {c.name: c.after for c in decision.changes if c.after is not None}
        if not changes:
            return observed
        if is_limit(observed.key.kind):
            made = keep_limit(cached.system, observed.key, decision.changes, changes)
            cached.note(made)
            return made
        selected = selecting(observed)
        spec = spec_for(observed.key, {**selected, **changes})
        made = cached.system.change(spec, force=decision.with_force, restart=decision.with_restart)
        cached.note(made)
        return meant(made, disposition_of(selected)) or made

    def _declared(self, props: Mapping[str, Any]) -> Inputs:
        """Raises InvalidDeclaration: an engine may skip the check."""
        desired = read(self.kind, props)
        if desired.problems:
            raise InvalidDeclaration(desired.problems)
        return desired

    def _known(self, desired: Inputs) -> Key:
        if desired.key is None:
            raise QueuewrightError(f"{self.kind}: system and name must be given as text")
        return desired.key

    def _moved(self, id_: str, key: Key) -> list[str]:
        """The fields that name the object and that now name another one."""
        before = key_of(self.kind, id_)
        if self._objects.place(before)[1] == self._objects.place(key)[1]:
            return []
        fields = ["system"] if before.system != key.system else []
        was, now = identity_of(self.kind, before.name), identity_of(self.kind, key.name)
        return fields + [field for field in now if was.get(field) != now[field]]


def _stop(decision: Decision) -> None:
    if decision.blocked:
        raise InvalidDeclaration(decision.blocked)
