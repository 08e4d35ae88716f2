"""The objects of an IBM i partition, as its SQL services tell them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.catalogue.references import Role
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.library import PLACE
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.kinds import IBMI_KINDS, is_record, kinds_of, spec_of
from queuewright.systems.reading import of_users

from . import services, views
from .carrier import Query, QueryRefused, Row
from .refusals import is_not_there

LIST = AuthorizationListSpec.kind
_LOCKED = tuple(dict.fromkeys(s.namespace for s in map(spec_of, IBMI_KINDS) if s.in_library))


def _has_journal(kind: str) -> bool:
    return JOURNAL in spec_of(kind).attributes()


def _is_listed(kind: str) -> bool:
    """Whether only OBJECT_STATISTICS lists the objects of a kind."""
    return spec_of(kind).sql is None and spec_of(kind).namespace != "*DTAQ"


class Reads:
    """The part of a system that reads."""

    _own_views: Mapping[str, str]

    @property
    def name(self) -> str:
        raise NotImplementedError

    def _rows(self, query: Query) -> Sequence[Row]:
        raise NotImplementedError

    def _answered(self, query: Query) -> Sequence[Row]:
        """Raises QueryRefused."""
        raise NotImplementedError

    def _unanswered(self, query: Query, error: QueryRefused) -> SystemUnavailable:
        raise NotImplementedError

    def _objects(self, kinds: Collection[str], scope: services.Scope) -> Iterator[Observed]:
        in_libraries = scope.names is None or bool(scope.libraries)
        types = {spec_of(kind).namespace for kind in kinds if spec_of(kind).in_library}
        types = types if in_libraries else set()
        found: list[tuple[str, str, dict[str, Value]]] = []
        statuses: dict[tuple[str, str], Status] = {}
        if "*DTAQ" in types:
            rows = self._rows(services.data_queues(scope))
            found += [one for one in map(services.data_queue, rows) if one[0] in kinds]
        journaled = {(kind, name): values for kind, name, values in found if _has_journal(kind)}
        described = sorted({kind for kind, _ in journaled})
        described += (k for k in kinds if spec_of(k).namespace in types and _is_listed(k))
        for kind, name, values in self._described(described, scope):
            if not _has_journal(kind):
                found.append((kind, name, values))
            elif (kind, name) in journaled:
                journaled[kind, name].update(values)
        for kind in kinds:
            placed = in_libraries if spec_of(kind).in_library else scope.lists != frozenset()
            service = spec_of(kind).sql
            if service is not None and service.of_active:
                if placed:
                    yield from self._job_queue_entries(kind, scope)
            elif service is not None and placed:
                for name, values, count in self._of_service(kind, scope):
                    found.append((kind, name, values))
                    statuses[kind, name] = Status(count or 0)
        found = [one for one in found if scope.has(one[1])]
        self._add_from_views(found, scope)
        public = self._authorities(types, scope.narrowed(name for _, name, _ in found))
        for kind, name, values in found:
            public_authorities = public.get((spec_of(kind).namespace, name), {})
            key = Key(self.name, kind, name)
            yield Observed(key, {**values, **public_authorities}, statuses.get((kind, name)))
        if scope.lists and any(map(is_record, kinds)):
            yield from self._granted(scope.lists)
        if LIST in kinds and scope.lists != frozenset():
            yield from self._lists(scope)
        for kind in set(kinds).intersection(kinds_of(Role.LIBRARY)):
            yield from self._libraries_themselves(kind, scope)

    def _add_from_views(
        self, found: Collection[tuple[str, str, dict[str, Value]]], scope: services.Scope
    ) -> None:
        """Add the attributes that only a view of the administrator's own has."""
        for kind, view in self._own_views.items():
            of_kind = {name: values for each, name, values in found if each == kind}
            if of_kind:
                for row in self._rows(views.question(kind, view, scope.narrowed(of_kind))):
                    try:
                        name, of_row = views.object_in(kind, row)
                    except ValueError as error:
                        text = f"{self.name}: the view {view}: {error}; correct the view"
                        raise SystemUnavailable(text) from None
                    of_kind.get(name, {}).update(of_row)

    def _described(
        self, kinds: Sequence[str], scope: services.Scope
    ) -> Iterator[tuple[str, str, dict[str, Value]]]:
        """Kind, `LIBRARY/NAME` and attributes of the objects of these kinds, one question a library
        or name; no journals where a release does not tell them."""
        of_type = {spec_of(kind).namespace: kind for kind in kinds}
        for library, simple in scope.places if kinds else ():
            query = services.objects(kinds, library, simple)
            try:
                rows = self._answered(query)
            except QueryRefused as error:
                others = [kind for kind in kinds if not _has_journal(kind)]
                if others == list(kinds) or not is_not_there(error):
                    raise self._unanswered(query, error) from None
                yield from self._described(others, scope)
                return
            for row in rows:
                kind = of_type[str(row["OBJTYPE"])]
                yield kind, f"{row['OBJLIB']}/{row['OBJNAME']}", services.object_values(kind, row)

    def _libraries_themselves(self, kind: str, scope: services.Scope) -> Iterator[Observed]:
        wanted = scope.of_libraries
        rows: Sequence[Row] = ()
        if wanted != frozenset():
            rows = self._of_optional(services.libraries(wanted), scope)
        found = {str(row["OBJNAME"]): row for row in rows}
        public: dict[tuple[str, str], dict[str, Value]] = {}
        if found:
            public = self._authorities([spec_of(kind).namespace], scope.of_the_system(found))
        for name, row in sorted(found.items()):
            public_authorities = public.get((spec_of(kind).namespace, f"{PLACE}/{name}"), {})
            status = Status(objects=int(row["OBJECT_COUNT"] or 0))
            values = {**services.library_values(row), **public_authorities}
            yield Observed(Key(self.name, kind, name), values, status)

    def _of_optional(self, query: Query, scope: services.Scope) -> Sequence[Row]:
        """The rows of a service that not every release has, nor all its columns: none where it is
        not there and nobody names an object of it."""
        if scope.names is None:
            try:
                return self._answered(query)
            except QueryRefused as error:
                if is_not_there(error):
                    return ()
                raise self._unanswered(query, error) from None
        return self._rows(query)

    def _authorities(
        self, types: Collection[str], scope: services.Scope
    ) -> dict[tuple[str, str], dict[str, Value]]:
        """Object type and name -> who may use the object."""
        if not scope.libraries:
            return {}
        return services.authorities(self._rows(services.privileges(scope, types)))

    def _granted(self, names: Collection[str]) -> Iterator[Observed]:
        """The records of these names, from the users of their objects."""
        spec = ObjectAuthoritySpec
        asked = [fields for fields in map(spec.names_in, names) if "user" in fields]
        scope = services.Scope({fields["name"] for fields in asked})
        types = {f"*{fields['object_type'].upper()}" for fields in asked}
        rows = self._rows(services.privileges(scope, types)) if asked else ()
        for object_type, place, user, words in services.granted_to(rows):
            name = spec.name_on(object_type, place, user)
            if name in names:
                yield Observed(Key(self.name, spec.kind, name), {spec.grants: words})

    def _of_service(
        self, kind: str, scope: services.Scope
    ) -> Iterator[tuple[str, dict[str, Value], int | None]]:
        """`LIBRARY/NAME`, attributes and number of entries of each object."""
        for row in self._of_optional(services.of_service(kind, scope), scope):
            name, values, count = services.object_of_service(kind, row)
            placed = spec_of(kind).in_library
            if not placed or not scope.everywhere or of_users(name.partition("/")[0]):
                yield name, values, count

    def _job_queue_entries(self, kind: str, scope: services.Scope) -> Iterator[Observed]:
        """Those of active subsystems, of job queues in the libraries that are read. One that is
        named is presumed to be there where its subsystem has ended, or its job queue is not there:
        no service has it then."""
        rows = self._of_optional(services.entries(kind), scope)
        entries = filter(None, map(partial(services.entry_of_row, kind), rows))
        found = {name: values for name, values in entries if scope.has(name)}
        if scope.names is None and scope.libraries:
            of = {name: spec_of(kind).names_in(name)["job_queue"] for name in found}
            read = frozenset(scope.libraries)
            found = {n: v for n, v in found.items() if of[n].partition("/")[0] in read}
        for name, values in found.items():
            yield Observed(Key(self.name, kind, name), values)
        missing = sorted((scope.lists or frozenset()) - found.keys())
        if not missing:
            return
        active = {
            f"{row['SUBSYSTEM_DESCRIPTION_LIBRARY']}/{row['SUBSYSTEM_DESCRIPTION']}"
            for row in self._rows(services.SUBSYSTEMS)
        }
        queues = set(map(services.job_queue_of_row, rows))
        for name in missing:
            names = spec_of(kind).names_in(name)
            is_named = names.keys() == set(spec_of(kind).identity())
            if is_named and not (names["name"] in active and names["job_queue"] in queues):
                yield Observed(Key(self.name, kind, name), presumed=True)

    def _lists(self, scope: services.Scope) -> Iterator[Observed]:
        lists = services.authorization_lists(self._rows(services.list_users(scope.lists)))
        rows = self._rows(services.objects([LIST], "QSYS"))
        others = {str(row["OBJNAME"]): services.object_values(LIST, row) for row in rows}
        for name, values in lists.items():
            if scope.has(name):
                yield Observed(Key(self.name, LIST, name), {**others.get(name, {}), **values})

    def _with_status(
        self, observed: Collection[Observed], scope: services.Scope
    ) -> Iterator[Observed]:
        kinds = {one.key.kind for one in observed}
        scope = scope.narrowed(one.key.name for one in observed)
        depths: dict[tuple[str, str], int] = {}
        if DataQueueSpec.kind in kinds:
            for row in self._rows(services.data_queues(scope)):
                _, name, _ = services.data_queue(row)
                depths["*DTAQ", name] = int(row["CURRENT_MESSAGES"] or 0)
        if MessageQueueSpec.kind in kinds:
            for row in self._rows(services.message_counts(scope)):
                name = f"{row['MESSAGE_QUEUE_LIBRARY']}/{row['MESSAGE_QUEUE_NAME']}"
                depths["*MSGQ", name] = int(row["MESSAGES"] or 0)
        held: dict[tuple[str, str], list[Handle]] = {}
        if any(spec_of(kind).in_library for kind in kinds):
            for object_type, handle in self._held(scope):
                held.setdefault((object_type, handle.object_name), []).append(handle)
        for one in observed:
            place = spec_of(one.key.kind).namespace, one.key.name
            holds = spec_of(one.key.kind).holds_messages
            status = one.status  # of what is reported with the object itself
            if status is None:
                status = Status(depths.get(place, 0) if holds else None)
            yield replace(one, status=replace(status, handles=tuple(held.get(place, ()))))

    def _held(self, scope: services.Scope) -> Iterator[tuple[str, Handle]]:
        """Object type and handle of each lock that a job holds; several alike are one."""
        counts: dict[tuple[str, Handle], int] = {}
        for row in self._rows(services.locks(scope, _LOCKED)):
            name = f"{row['SYSTEM_OBJECT_SCHEMA']}/{row['SYSTEM_OBJECT_NAME']}"
            _, _, rest = str(row["JOB_NAME"] or "").partition("/")
            user, _, job = rest.partition("/")
            alone = str(row["LOCK_STATE"]).startswith("*EXCL")
            use = frozenset({OpenFor.INPUT_EXCLUSIVE} if alone else set[OpenFor]())
            lock = str(row["OBJECT_TYPE"]), Handle(name, job, user, use)
            counts[lock] = counts.get(lock, 0) + 1
        for (object_type, handle), count in counts.items():
            yield object_type, replace(handle, count=count)
