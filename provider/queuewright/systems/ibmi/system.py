"""An IBM i partition as a `System`: CL changes it, the SQL services tell what it has."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Spec
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.diff.compare import same
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.base import in_library
from queuewright.ibmi.common_attributes import AUTHORITIES
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import WHO
from queuewright.kinds import IBMI_KINDS, is_ibmi, is_record, kinds_of, spec_of
from queuewright.systems import sending
from queuewright.systems.checking import CheckFinding, clock
from queuewright.systems.reading import of_users

from . import examining, presumed, services, views
from .authorities import authorities_in, entries, owned, owner_before, steps, users_in
from .carrier import IbmiCarrier, IbmiReply, Query, QueryRefused, Row
from .reading import Reads
from .refusals import not_answered, refused

LIST = AuthorizationListSpec.kind
_DATA_QUEUES = (DataQueueSpec.kind, DdmDataQueueSpec.kind)
_NOT_CONVERTED = 65535  # QCCSID as it ships: *HEX


class IbmiSystem(Reads):
    """libraries: those that a reading of everything takes in, none for all that users made; what
    is asked for by name is read wherever it is. own_views: of kinds, for what no service tells."""

    def __init__(
        self,
        name: str,
        carrier: IbmiCarrier,
        libraries: Collection[str] = (),
        own_views: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._name = name
        self._own_views = own_views
        self._carrier = carrier
        self._libraries = tuple(libraries)
        self._lock = threading.Lock()
        self._facts: SystemFacts | None = None
        self._readable: set[str] = set()
        self._name_there: str | None = None
        self._owners: dict[str, str] = {}
        self._users: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self._name

    @property
    def facts(self) -> SystemFacts:
        with self._lock:
            if self._facts is None:
                self._facts = self._read_facts()
            return self._facts

    def release(self) -> str:
        """Version and release of the operating system: `7.5`."""
        row = next(iter(self._rows(services.RELEASE)), {})
        return f"{row.get('OS_VERSION')}.{row.get('OS_RELEASE')}"

    def examine(self, declared: Collection[Key]) -> Iterator[CheckFinding]:
        """Release, PTFs, user, special authorities, clock, and what CHKOBJ says is missing."""
        release = self.release()
        yield examining.release(self._name, release)
        yield examining.installed(self._name, release, self._answered)
        given = str(getattr(self._carrier, "user", ""))
        yield from examining.who(self._name, given, self._answered)
        yield clock(self._name, examining.time_there(self._rows(examining.CLOCK)))
        keys = [in_library(key, self.facts) for key in declared]
        # With status: a service that only a plan would ask is missed here already.
        names = [key.name for key in keys]
        existing = [one.key for one in self._observed(IBMI_KINDS, names, status=True)]
        missing = list(examining.lacking(self._asked, keys, existing, self.facts.libraries))
        for text in missing:
            yield CheckFinding(self._name, "authority", False, text)
        if not missing:
            text = "to what is declared: CHKOBJ reports no missing authority"
            yield CheckFinding(self._name, "authority", True, text)

    def _asked(self, command: str) -> IbmiReply:
        """A command that changes nothing."""
        return sending.read(partial(self._carrier.run, command))

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        """Raises SystemUnavailable also for a library that the user may not read: what is in it is
        not shown, and must not be taken to be gone."""
        observed = self._observed(kinds, names, status=status)
        if any(spec_of(kind).in_library or is_record(kind) for kind in kinds):
            self._check_readable(self._silent(observed, names))
        return observed

    def _silent(
        self, observed: Collection[Observed], names: Collection[str] | None
    ) -> Collection[str]:
        """The libraries that were asked for what did not come."""
        there = {one.key.name for one in observed}
        if names is None:
            # That a library is there does not say that its objects may be seen.
            placed = {name.partition("/")[0] for name in there if "/" in name}
            return set(self._libraries) - placed
        silent = [self._key(MessageQueueSpec.kind, name).name for name in names if "/" in name]
        records = {name for name in names if ":" in name} - there
        silent += [ObjectAuthoritySpec.names_in(name)["name"] for name in records]
        return {name.partition("/")[0] for name in silent if name not in there and "/" in name}

    def _check_readable(self, libraries: Collection[str]) -> None:
        """Each is asked about once. Raises SystemUnavailable."""
        for library in sorted(set(libraries) - self._readable):
            refusal = examining.not_readable(self._asked, library)
            if refusal:
                raise SystemUnavailable(one_line(f"{self.name}: {refusal}"))
            self._readable.add(library)

    def _observed(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        for kind in kinds:
            spec_of(kind)
        asked = [kind for kind in IBMI_KINDS if kind in kinds]
        if names is not None:
            names = [self._key(asked[0], name).name if "/" in name else name for name in names]
        scope = services.Scope(names, self._libraries)
        observed = list(self._objects(asked, scope)) if asked else []
        if status and observed:
            observed = list(self._with_status(observed, scope))
        elif not status:
            observed = [replace(one, status=None) for one in observed]
        place = {kind: number for number, kind in enumerate(asked)}
        return sorted(observed, key=lambda one: (place[one.key.kind], one.key.name))

    def handles(self) -> list[Handle]:
        scope = services.Scope(None, self._libraries)
        return [handle for _, handle in self._held(scope)]

    def defaults(self, kind: str) -> Observed | None:
        if not is_ibmi(kind):
            return None
        values = spec_of(kind).shipped(Platform.IBMI)
        reported = spec_of(kind).attributes()
        shown = {name: value for name, value in values.items() if reported[name].observable}
        if OWNER in reported and (user := self._user()):  # who creates an object owns it
            shown[OWNER] = user
        return Observed(Key(self.name, kind, ""), shown)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        key = self._key(spec.kind, spec.object_name)
        self._reached(key)
        values = spec.managed()
        if like is not None:
            values = {**self._copied(key, like), **values}
        own = {n: value for n, value in values.items() if n not in (OWNER, JOURNAL)}
        if OWNER in values:  # whose creator may be among the users
            own.pop(users_in(key, values)[0], None)
        first, *rest = self._written(Definition(key.kind, key.name, Action.CREATE, own))
        try:
            self._run(key, first, partial(self._is_as_asked, key, own))
        except CommandFailed as refusal:
            change = Definition(key.kind, key.name, Action.CHANGE, own)
            presumed.send_instead(self._send, change, refusal)
            return self._look(key)
        done = [first]
        try:
            for command in rest:
                self._run(key, command, partial(self._is_as_asked, key, own))
                done.append(command)
            for definition, leaves in self._read_first(key, values):
                for command in self._written(definition):
                    self._run(key, command, partial(self._is_as_asked, key, leaves))
                    done.append(command)
        except CommandFailed as refusal:
            raise self._undone(key, done, refusal) from None
        return self._look(key)

    def _send(self, definition: Definition) -> None:
        """Raises CommandFailed."""
        key = Key(self.name, definition.kind, definition.name)

        def is_done() -> bool:
            if definition.action is Action.DELETE:
                return not self._observed([key.kind], [key.name])
            return self._is_as_asked(key, definition.values)

        for command in self._written(definition):
            self._run(key, command, is_done)

    def start(self, key: Key) -> None:
        """Nothing runs there that a change stops."""

    def refresh_security(self, security: str) -> None:
        """Of queue managers only."""

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        """IBM i has no FORCE: what is in use is refused."""
        key = self._key(spec.kind, spec.object_name)
        self._reached(key)
        self._of_its_kind(key)
        values = spec.managed()
        done: list[str] = []
        for definition, leaves in self._parts(key, values):
            for command in self._written(definition):
                try:
                    self._run(key, command, partial(self._is_as_asked, key, leaves))
                except CommandFailed as refusal:
                    if not done:
                        whole = Definition(key.kind, key.name, Action.CREATE, values)
                        presumed.send_instead(self._send, whole, refusal)
                        return self._look(key)
                    before = f"{', '.join(c.partition(' ')[0] for c in done)} was done before it"
                    text = f"{refusal}; {before}, and the next run compares again"
                    raise CommandFailed(one_line(text), message_id=refusal.message_id) from None
                done.append(command)
        return self._look(key)

    def _parts(
        self, key: Key, values: Mapping[str, Value]
    ) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
        """The commands for an object that is there, in order, and its values then."""
        change = partial(Definition, key.kind, key.name)
        apart = {"users", OWNER, JOURNAL} | (WHO if spec_of(key.kind).is_secured() else frozenset())
        own = {name: value for name, value in values.items() if name not in apart}
        granted = {
            name: value for name, value in values.items() if name in AUTHORITIES - own.keys()
        }
        if own or not values:
            yield change(Action.CHANGE, own), own
        if apart.isdisjoint(values):
            return
        has = self._has(key)
        yield from self._journaled(key, values, has)
        before = owner_before(values, has, self._user)
        yield from self._used(key, values, has, before)
        if granted:
            for step in steps(authorities_in(has), granted):
                yield change(step.action, step.values), step.leaves
        # Last, as the user that changes the owner may have no authority to the object then.
        if before is not None:
            yield from owned(key, values, has, before)

    def _read_first(
        self, key: Key, values: Mapping[str, Value]
    ) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
        """The commands for what a new object may have by itself: a journal (data area QDFTJRN of
        its library), and an owner, who may be among the declared users."""
        if not {JOURNAL, OWNER}.isdisjoint(values):
            has = self._has(key)
            yield from self._journaled(key, values, has)
            if OWNER in values:
                before = owner_before(values, has, self._user)
                yield from self._used(key, values, has, before)
                if before is not None:
                    yield from owned(key, values, has, before)

    def _used(
        self,
        key: Key,
        values: Mapping[str, Value],
        has: Mapping[str, Value],
        before: str | None,
    ) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
        """The commands for the users of an object or a list, where they are given."""
        name, users = users_in(key, values)
        if name in values:
            yield from entries(key, name, users, has, before)

    def _has(self, key: Key) -> Mapping[str, Value]:
        """The attributes of an object now, none where it is not seen."""
        found = self._find(key)
        return {} if found is None else found.attributes

    def _journaled(
        self, key: Key, values: Mapping[str, Value], has: Mapping[str, Value]
    ) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
        """The commands that give a data queue its journal: one at a time, so that the one before
        ends first."""
        journal, before = values.get(JOURNAL), has.get(JOURNAL)
        if journal is None or before == journal:
            return
        steps: list[Value] = [] if before in (None, "none") else ["none"]
        if journal != "none":
            steps.append(journal)
        for step in steps:
            new = {JOURNAL: step}
            yield Definition(key.kind, key.name, Action.CHANGE, new), new

    def refuses_owner(self, user: str) -> str:
        """Why objects cannot be given to a user, "" where nothing is known against it. Each is
        asked about once."""
        if user not in self._owners:
            self._owners[user] = examining.not_given(self._asked, user, self._user())
        return self._owners[user]

    def lacks_user(self, user: str) -> str:
        """Why a user can get no authorities, "" where nothing is known against it."""
        if user not in self._users:
            self._users[user] = examining.no_user(self._asked, user)
        return self._users[user]

    def _user(self) -> str:
        """The user that the system has us for, "" where it does not say."""
        with self._lock:
            if self._name_there is None:
                try:
                    row = next(iter(self._answered(examining.USER)), {})
                except QueryRefused:
                    row = {}
                self._name_there = str(row.get("NAME") or "")
            return self._name_there

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        """The entries of a queue go with it."""
        key = self._key(key.kind, key.name)
        self._reached(key)
        self._of_its_kind(key)
        self._holds_nothing(key)
        if is_record(key.kind):
            if has := self._has(key):  # nothing is left to take away where somebody was quicker
                self._send(Definition(key.kind, key.name, Action.DELETE, has))
            return
        presumed.remove(self._send, key)

    def _holds_nothing(self, key: Key) -> None:
        """DLTLIB deletes everything that is in a library, whoever made it: it is sent for an empty
        one only. Raises CommandFailed."""
        if key.kind not in kinds_of(Role.LIBRARY):
            return
        found = next(iter(self._observed([key.kind], [key.name], status=True)), None)
        status = found.status if found is not None else None
        if status is not None and status.objects:
            text = f"{key}: it holds {status.objects} objects, which DLTLIB would delete too"
            raise CommandFailed(f"{text}; delete them, or move them, first")

    # Facts

    def _read_facts(self) -> SystemFacts:
        current = next(iter(self._rows(services.CURRENT_LIBRARY)), None)
        ccsid = next(iter(self._rows(services.CHARACTER_SET)), {}).get("CURRENT_NUMERIC_VALUE")
        known = isinstance(ccsid, int) and ccsid != _NOT_CONVERTED and ccsid in CCSIDS
        libraries = {str(row["OBJNAME"]): "" for row in self._rows(services.LIBRARIES)}
        return SystemFacts(
            self.name,
            Platform.IBMI,
            ccsid=int(ccsid) if known and ccsid else Platform.IBMI.usual_ccsid,
            current_library=str(current["SYSTEM_SCHEMA_NAME"]) if current else "QGPL",
            libraries=libraries or None,
            names={Role.LIBRARY: frozenset(libraries)} if libraries else {},
            is_ccsid_known=bool(known),
            libraries_read=frozenset(self._libraries or filter(of_users, libraries)),
            kinds=frozenset(IBMI_KINDS),
            unreported={k: n for k, n in views.not_reported().items() if k not in self._own_views},
        )

    def _key(self, kind: str, name: str) -> Key:
        if spec_of(kind).in_library and "/" not in name:
            name = f"*CURLIB/{name}"
        if not name.startswith("*CURLIB/"):
            return Key(self.name, kind, name)
        return in_library(Key(self.name, kind, name), self.facts)

    def _reached(self, key: Key) -> None:
        if not is_ibmi(key.kind):
            text = f"{key}: {self._carrier.address} is reached by CL and SQL, which know objects of"
            raise CommandFailed(
                f"{text} IBM i only; name a queue manager of it in its entry (queue_manager)"
            )

    def _of_its_kind(self, key: Key) -> None:
        """DLTDTAQ and CHGOBJD take a data queue of either type. Raises CommandFailed."""
        if key.kind not in _DATA_QUEUES:
            return
        for other in self._observed(
            [kind for kind in _DATA_QUEUES if kind != key.kind], [key.name]
        ):
            text = f"{key}: it is an {other.key.kind}; declare it as that kind (CPF2105)"
            raise CommandFailed(text, message_id="CPF2105")

    # Reading

    def _answered(self, query: Query) -> Sequence[Row]:
        """Raises QueryRefused."""
        return sending.read(partial(self._carrier.rows, query))

    def _rows(self, query: Query) -> Sequence[Row]:
        try:
            return self._answered(query)
        except QueryRefused as error:
            raise self._unanswered(query, error) from None

    def _unanswered(self, query: Query, error: QueryRefused) -> SystemUnavailable:
        return not_answered(self.name, self._carrier.address, query.source, error)

    def _find(self, key: Key) -> Observed | None:
        return next((o for o in self._observed([key.kind], [key.name]) if o.key == key), None)

    def _look(self, key: Key) -> Observed:
        """The object as it is after a command."""
        observed = self._find(key)
        if observed is None:
            text = f"{key}: it was made or changed, and {self._carrier.address} does not show it"
            raise SystemUnavailable(f"{text}; see that the profile may read it: docs/systems.md")
        return observed

    # Changing

    def _written(self, definition: Definition) -> list[str]:
        try:
            return DIALECT.write(definition)
        except CannotWrite as error:
            raise CommandFailed(str(error)) from None

    def _copied(self, key: Key, like: str) -> Mapping[str, Value]:
        """The values that a new object takes from another: no command copies one, so all of it has
        to be known."""
        source = self._find(self._key(key.kind, like))
        if source is None:
            raise CommandFailed(f"{key}: {like} is not an existing {key.kind}; name one that does")
        hidden = self.facts.unreported.get(key.kind)
        if hidden:
            text = (
                f"{key}: like {like}: {self.name} does not report its {', '.join(sorted(hidden))}"
            )
            raise CommandFailed(f"{text}; leave like out, and declare its attributes")
        # Whoever creates an object owns it, whatever it is like.
        return {name: value for name, value in source.attributes.items() if name != OWNER}

    def _run(self, key: Key, command: str, is_done: Callable[[], bool]) -> None:
        """Run one command; read the object where its answer was lost. Raises CommandFailed."""
        what = f"{key}: {command.partition(' ')[0]}"
        reply: IbmiReply | None = sending.change(partial(self._carrier.run, command), is_done, what)
        if reply is not None and not reply.ok:
            raise refused(key, reply)

    def _is_as_asked(self, key: Key, values: Mapping[str, Value]) -> bool:
        """Whether the object has what was asked, as far as anybody can tell."""
        observed = self._find(key)
        if observed is None:
            return False
        hidden = self.facts.unreported.get(key.kind, frozenset()) & values.keys()
        attributes = spec_of(key.kind).attributes()
        for name, value in values.items():
            attribute = attributes[name]
            choice = attribute.choice(value) if isinstance(value, str) else None
            if name in hidden or not attribute.observable or (choice and choice.resolved):
                continue
            if not same(attribute, observed.attributes.get(name), value):
                return False
        if hidden:
            raise sending.outcome_unknown(self.name, hidden)
        return True

    def _undone(self, key: Key, done: Sequence[str], refusal: CommandFailed) -> Exception:
        """A refused half of a creation takes the other half back."""
        with suppress(CommandFailed, SystemUnavailable):
            self.delete(key)
            return refusal
        names = ", ".join(command.partition(" ")[0] for command in done)
        text = f"{refusal}; {names} was done before it, and could not be taken back"
        # Not a refusal: the journal keeps it as begun, and the next run carries on.
        return SystemUnavailable(one_line(f"{text}; run it again, which carries on from there"))
