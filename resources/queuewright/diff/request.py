"""The request for a decision about one object."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.kinds import spec_of
from queuewright.world.snapshot import Snapshot

from .compare import Determined, unreported
from .normalise import identity_of, property_names
from .refusals import cannot_have


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """The facts that a decision about one object needs.

    desired: canonical managed attributes without the name fields, None when the program does not
    declare the object. last: the attributes last applied, None when it is not in the state.
    observed: None when it does not exist; without its status FORCE and data loss are not known.
    defaults: the attributes of the system's default definition. owned: created or adopted by the
    stack. replace_on, ignore: Pulumi's replace_on_changes and ignore_changes ("*" for all; of a
    path only the first name counts). pending_deletes: the keys that the same plan deletes or
    replaces, None when that is not known; they do not stand in the way of a delete. source: what
    the object named by `like` will have when it is copied, None for what it has in `snapshot`.
    determined: what the system made of words when the object was created (CRTMSGQ AUT *LIBCRTAUT).
    digests: of what was last applied to attributes that nobody reads.
    purge_with: how to lose the messages of what is no longer declared. replace_because: why the
    object is replaced whatever differs, "" where it is not. carried: what a replacement that was
    cut off was to give the new object; None where there was none.
    """

    key: Key
    desired: Mapping[str, Value] | None
    options: ObjectOptions
    observed: Observed | None
    snapshot: Snapshot
    owned: bool
    last: Mapping[str, Value] | None = None
    defaults: Mapping[str, Value] | None = None
    replace_on: Collection[str] = ()
    ignore: Collection[str] = ()
    pending_deletes: Collection[Key] | None = None
    source: Mapping[str, Value] | None = None
    replace_because: str = ""
    carried: Mapping[str, Value] | None = None
    determined: Determined = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    purge_with: str = 'declare it again with on_delete="purge" and run up first,'

    @property
    def facts(self) -> SystemFacts:
        """The facts of the object's system."""
        return self.snapshot.facts

    @property
    def kind(self) -> str:
        return self.key.kind

    @property
    def declared(self) -> Mapping[str, Value]:
        """`desired` of an object that is declared."""
        assert self.desired is not None
        return self.desired

    def validated(
        self, existing: Mapping[str, Any] | None, sent: Mapping[str, Value] | None = None
    ) -> list[Diagnostic]:
        """Problems of the declared values together with the object's others. sent: what a
        command would give; None for all, to a new object."""
        values: dict[str, Any] = {**identity_of(self.kind, self.key.name), **self.declared}
        _, problems = spec_of(self.kind).validate_values(values, self.facts, existing=existing)
        given = self.declared if sent is None else sent
        like, new = self.options.like, sent is None
        problems += cannot_have(self.key, given, self.facts, new=new, like=like)
        if self.options.like and existing:
            # Values that are not declared came from there, or will.
            copied = {name for name in existing if existing[name] and name not in self.declared}
            problems = [p for p in problems if p.code != "missing" or p.attribute not in copied]
        return [replace(p, object=str(self.key)) for p in problems]


def unreported_of(request: DecisionRequest) -> frozenset[str]:
    return unreported(request.kind, request.facts)


def without_ignored(request: DecisionRequest) -> DecisionRequest:
    ignore = property_names(request.ignore)
    if not ignore:
        return request
    ignored = frozenset(request.declared) if "*" in ignore else ignore
    desired = {name: value for name, value in request.declared.items() if name not in ignored}
    return replace(request, desired=desired)


def resultant(observed: Observed) -> dict[str, Any]:
    """The values of the object, for rules that join attributes: a dynamic queue is one of its
    facts."""
    return {"definition_type": observed.definition_type, **observed.attributes}
