"""The Pulumi dynamic provider: a thin adapter between the engine, the systems and the rules.

The engine's process asks it over gRPC, from four threads. What a person must act on (a broken
rule, FORCE that is needed and not allowed, messages that would be lost) is a failure of `check`,
one line each, in the preview already. `diff`, `create`, `update` and `delete` decide with the same
rules as the plan engine.
"""

from collections.abc import Iterator, Mapping
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
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.problem import (
    Finding,
    InvalidDeclaration,
    Problem,
    Severity,
    one_line,
    shown,
)
from queuewright.catalogue.spec import Key
from queuewright.change.decision import decide
from queuewright.change.normalise import identity_of
from queuewright.change.types import Decision, Verb
from queuewright.ibmi.base import in_library
from queuewright.kinds import spec_of

from .brief import brief_errors
from .connections import CONFIGURATION, Connections, NotConfigured, connect
from .desired import Desired, key_of, outputs, plain, read
from .replacing import Replacing
from .snapshot import Reader

__all__ = ["QueueProvider"]


class QueueProvider(ResourceProvider):
    """The provider of one kind. Programs refer to it by `queuewright.declare.reference`."""

    serialize_as_secret_always = False

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self._connections: Connections | None = None
        self._misconfigured: QueuewrightError | None = None
        self._replacing = Replacing()

    def configure(self, req: ConfigureRequest) -> None:
        """Read `queuewright:systems`. A mistake in it is told by the first check, briefly."""
        brief_errors()
        try:
            self._connections = connect(req.config.get(CONFIGURATION), Path.cwd())
        except QueuewrightError as error:
            self._misconfigured = error

    # What the engine asks.

    def check(self, _olds: dict[str, Any], news: dict[str, Any]) -> CheckResult:
        """Normalise the inputs, and say everything that is wrong with them."""
        given = {name: value for name, value in news.items() if name != "__provider"}
        # No property is named: Pulumi would put the value before a line that has it already.
        failures = [CheckFailure("", one) for one in self._failures(_olds, given)]
        return CheckResult(plain(self.kind, given), failures)

    def diff(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> DiffResult:
        """What would be done, decided over the system as it is."""
        desired = read(self.kind, _news)
        old = read(self.kind, _olds)
        if desired.key is None:
            return DiffResult(changes=True)
        reader, key = self._place(desired.key)
        moved = self._moved(_id, desired.key)
        if moved:
            options = desired.inputs.options
            self._replacing.expect(self._place(self._key(_id))[1], key, options)
            return DiffResult(changes=True, replaces=moved, delete_before_replace=True)
        observed = reader.find(key)
        if observed is None:
            return DiffResult(changes=True)
        decision = self._decide(reader, key, desired, old, observed)
        if decision.verb is Verb.REPLACE:
            causes = [one.name for one in decision.changes if one.cost is Change.REPLACE]
            self._replacing.expect(key, key, desired.inputs.options)
            return DiffResult(changes=True, replaces=causes, delete_before_replace=True)
        # What a delete does is read from the outputs, so that a new answer must get there.
        changes = (
            decision.verb is not Verb.SAME
            or bool(desired.inputs.unknown)
            or desired.inputs.options.on_delete is not old.inputs.options.on_delete
        )
        return DiffResult(changes=changes)

    def create(self, props: dict[str, Any]) -> CreateResult:
        """Create the object, or take over one that exists, as `adopt` allows.

        After a crash between the command and the state the object exists already, and agrees.
        """
        desired = self._declared(props)
        made = self._made(desired, props)
        return CreateResult(_id_of(self._known(desired)), made)

    def read(self, id_: str, props: dict[str, Any]) -> ReadResult:
        """The object as it is; without an id when it is gone."""
        key = self._key(id_)
        reader, place = self._place(key)
        observed = reader.look(place)
        if observed is None:
            return ReadResult(None, {})
        identity = {"system": key.system, **identity_of(self.kind, key.name)}
        found = outputs(self.kind, {**identity, **props}, observed, reader.system.facts)
        return ReadResult(id_, found)

    def update(self, _id: str, _olds: dict[str, Any], _news: dict[str, Any]) -> UpdateResult:
        """Change what differs; create again what has vanished."""
        desired = self._declared(_news)
        reader, key = self._place(self._known(desired))
        observed = reader.look(key)
        if observed is None:
            return UpdateResult(self._made(desired, _news))
        old = read(self.kind, _olds)
        decision = self._decide(reader, key, desired, old, observed)
        attributes = spec_of(self.kind).attributes()
        if any(attributes[one.name].change is Change.MAY_FORCE for one in decision.changes):
            reader.look_at_handles(self.kind)
            decision = self._decide(reader, key, desired, old, observed)
        _stop(decision)
        if decision.verb is Verb.REPLACE:
            raise QueuewrightError(
                one_line(
                    f"{key}: it has changed since the preview, and only a replacement makes it "
                    "as declared; run the command again"
                )
            )
        observed = self._changed(reader, desired, decision, observed)
        return UpdateResult(outputs(self.kind, _news, observed, reader.system.facts))

    def delete(self, _id: str, _props: dict[str, Any]) -> None:
        """Delete the object, as `on_delete` allows; one that is gone already is no error."""
        reader, key = self._place(self._key(_id))
        observed = reader.look(key)
        reader.look_at_handles(self.kind)
        decision = decide(
            self.kind,
            key,
            None,
            self._replacing.options(key) or read(self.kind, _props).inputs.options,
            None,
            observed,
            reader.estate(self.kind),
            reader.system.facts,
            None,
            owned=True,
        )
        _stop(decision)
        if decision.keep:
            return
        reader.system.delete(
            key, purge=decision.purge, keep_authorities=self._replacing.same_name(key)
        )
        reader.forget(key)

    # How.

    def _failures(self, olds: Mapping[str, Any], news: Mapping[str, Any]) -> Iterator[str]:
        desired = read(self.kind, news)
        yield from map(str, desired.inputs.problems)
        if self._connections is None:
            yield str(self._misconfigured or "the provider is not configured")
            return
        if desired.key is None:
            yield from self._unplaced(desired)
            return
        try:
            reader, key = self._place(desired.key)
            problems = list(self._blocks(reader, key, desired, olds))
        except QueuewrightError as error:
            yield str(error)
            return
        for problem in dict.fromkeys(problems):
            if problem.attribute not in desired.inputs.unknown:
                yield str(problem)

    def _unplaced(self, desired: Desired) -> Iterator[str]:
        """What can be said of a resource whose place is not known."""
        if not desired.inputs.unknown & {"system", *spec_of(self.kind).identity()}:
            for field in ("system", "name"):
                value = desired.inputs.system if field == "system" else (
                    desired.inputs.identity.get(field)
                )  # fmt: skip
                if not isinstance(value, str) or not value:
                    yield f"{self.kind}: {field}={shown(value)} must be text; give the {field}"
            return
        _, problems = spec_of(self.kind).judge(
            {"name": "?", **desired.inputs.identity, **desired.attributes}
        )
        aside = {*desired.inputs.unknown, *spec_of(self.kind).identity()}
        for problem in problems:
            if problem.severity is Severity.ERROR and problem.attribute not in aside:
                yield str(problem)

    def _blocks(
        self, reader: Reader, key: Key, desired: Desired, olds: Mapping[str, Any]
    ) -> Iterator[Problem]:
        """Everything that stops the resource, given its old inputs (none for a new one)."""
        old = read(self.kind, olds)
        if old.key is None:
            if self._replacing.follows(key):
                yield from self._errors_of_spec(reader, desired)
                return
            observed = reader.find(key)
            if observed is None and desired.imported:
                yield _not_there(key)
            yield from self._decide(reader, key, desired, None, observed).blocked
            return
        before, place = self._place(old.key)
        self._replacing.owned(place)
        if place == key:
            yield from self._decide(reader, key, desired, old, reader.find(key)).blocked
            return
        # Another name or system: what was there goes, and a new object is made.
        yield from decide(
            self.kind,
            place,
            None,
            desired.inputs.options,
            None,
            before.find(place),
            before.estate(self.kind),
            before.system.facts,
            None,
            owned=True,
        ).blocked
        yield from self._decide(reader, key, desired, None, reader.find(key)).blocked

    def _errors_of_spec(self, reader: Reader, desired: Desired) -> Iterator[Problem]:
        _, problems = spec_of(self.kind).judge(
            {**desired.inputs.identity, **desired.attributes}, reader.system.facts
        )
        yield from (one for one in problems if one.severity is Severity.ERROR)

    def _decide(
        self,
        reader: Reader,
        key: Key,
        desired: Desired,
        old: Desired | None,
        observed: Observed | None,
    ) -> Decision:
        return decide(
            self.kind,
            key,
            desired.attributes,
            desired.inputs.options,
            old.attributes if old is not None else None,
            observed,
            reader.estate(self.kind),
            reader.system.facts,
            reader.defaults(self.kind),
            owned=old is not None,
            replace_on=desired.replace_on,
        )

    def _made(self, desired: Desired, props: Mapping[str, Any]) -> dict[str, Any]:
        """Create or adopt; the outputs."""
        reader, key = self._place(self._known(desired))
        observed = reader.look(key)
        decision = self._decide(reader, key, desired, None, observed)
        _stop(decision)
        if observed is None:
            observed = reader.system.create(desired.spec(), like=desired.inputs.options.like)
            reader.note(observed)
        else:
            observed = self._changed(reader, desired, decision, observed)
        return outputs(self.kind, props, observed, reader.system.facts)

    def _changed(
        self, reader: Reader, desired: Desired, decision: Decision, observed: Observed
    ) -> Observed:
        changes = {one.name: one.after for one in decision.changes if one.after is not None}
        if not changes:
            return observed
        observed = reader.system.change(desired.spec(changes), force=decision.with_force)
        reader.note(observed)
        return observed

    def _place(self, key: Key) -> tuple[Reader, Key]:
        """How the key's system is reached, and the key as that system says it."""
        if self._connections is None:
            raise self._misconfigured or NotConfigured("the provider is not configured")
        reader = self._connections.reader(key.system)
        return reader, in_library(key, reader.system.facts)

    def _declared(self, props: Mapping[str, Any]) -> Desired:
        """Raises InvalidDeclaration: an engine may skip the check."""
        desired = read(self.kind, props)
        if desired.inputs.problems:
            raise InvalidDeclaration(desired.inputs.problems)
        return desired

    def _known(self, desired: Desired) -> Key:
        if desired.key is None:
            raise QueuewrightError(f"{self.kind}: system and name must be given as text")
        return desired.key

    def _key(self, id_: str) -> Key:
        key = key_of(id_)
        if key is None or key.kind != self.kind:
            raise QueuewrightError(
                one_line(
                    f"id {shown(id_)} does not name a {self.kind}; write it as "
                    f"SYSTEM/{self.kind}/NAME"
                )
            )
        return key

    def _moved(self, id_: str, key: Key) -> list[str]:
        """The fields that name the object and that now name another one."""
        before = self._key(id_)
        if self._place(before)[1] == self._place(key)[1]:
            return []
        fields = ["system"] if before.system != key.system else []
        was, now = identity_of(self.kind, before.name), identity_of(self.kind, key.name)
        return fields + [field for field in now if was.get(field) != now[field]]


def _id_of(key: Key) -> str:
    return f"{key.system}/{key.kind}/{key.name}"


def _not_there(key: Key) -> Problem:
    rule = f"does not exist on {key.system}, so that it cannot be imported"
    finding = Finding("import-missing", None, rule, "leave import_ out to create it", "Pulumi")
    return Problem(str(key), None, None, finding)


def _stop(decision: Decision) -> None:
    if decision.blocked:
        raise InvalidDeclaration(decision.blocked)
