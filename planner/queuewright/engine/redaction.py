"""Secrets: values that either the program or the state marks. A plan says that it changes, and not
what it is.

What the program gives in clear is its own: it is shown as what comes, though the state marks what
was there.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.hiding import LEAST, SECRET, Hiding, texts_of
from queuewright.catalogue.key import Key
from queuewright.diff.types import AttributeChange, Decision, Verb
from queuewright.impact.routing import ROUTING, Rerouted
from queuewright.kinds import spec_of
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.route.changes import RouteChange
from queuewright.state.deployment import Resource

from .declared import Declared

if TYPE_CHECKING:
    from .matching import MatchedObject


def secret_names(declared: Declared | None, prior: Resource | None) -> frozenset[str]:
    """The inputs of a resource that are secret as the program says it, or as the state does."""
    of_program = frozenset[str]() if declared is None else declared.secret_inputs
    return of_program if prior is None else of_program | prior.secret_names


def secret_in_state(declared: Declared, prior: Resource | None) -> frozenset[str]:
    """Values that the state has no plain text of: those that the program marks secret, and those
    that the state marks, until the program gives it in clear."""
    of_program = declared.secret_inputs | set(declared.additional_secret_outputs)
    of_state = frozenset[str]() if prior is None else prior.secret_names
    return of_program | (of_state - declared.inputs.keys())


class Secrets:
    """The secret values of the objects of a plan, and those that anybody may read.

    names: by object, which attributes. values: what they have: what comes, what is there, what was
    applied; not what the program gives in clear. everywhere: takes them out of whatever is said of
    any object. observed: of what is there under a key, an object and the group object of its name.
    """

    def __init__(
        self,
        items: Collection["MatchedObject"],
        observed: Callable[[Key], Iterable[Mapping[str, Any]]],
        decisions: Mapping[Key, Decision],
    ) -> None:
        self.names: dict[Key, frozenset[str]] = {}
        self.values: dict[Key, dict[str, list[Any]]] = {}
        for item in items:
            decision = decisions.get(item.key)
            if names := _names(item, decision):
                self.names[item.key] = names
                self.values[item.key] = _values(item, names, observed(item.key), decision)
        self._names_of_objects = ""
        self.everywhere = Hiding()
        if self.values:
            self._names_of_objects = "\n".join(_names_of(items))
            clear = {text for item in items for text in _texts_in_clear(item)}
            found = [list(values.values()) for values in self.values.values()]
            secret = set(texts_of(found))
            clear_text = "\n".join([self._names_of_objects, *clear])
            self.everywhere = Hiding(secret - clear, clear_text, LEAST)

    def __bool__(self) -> bool:
        return bool(self.values)

    def redacted(self, item: "MatchedObject", decision: Decision) -> Decision:
        """The decision about an object, without what is secret, old and new."""
        names = self.names.get(item.key)
        if names:
            own = Hiding(self.values[item.key].values(), self._names_of_objects)
            decision = redacted(decision, names, in_clear_of(item), own)
        elif not decision.reasons and not decision.problems and not decision.force.reason:
            return decision  # of many creates
        return redacted(decision, (), (), self.everywhere)

    def diagnostic(self, diagnostic: Diagnostic, key: Key | None) -> Diagnostic:
        """A diagnostic of an object, the same."""
        names = self.names.get(key) if key is not None else None
        if key is not None and names:
            own = Hiding(self.values[key].values(), self._names_of_objects)
            diagnostic = redacted_diagnostic(diagnostic, names, own)
        return redacted_diagnostic(diagnostic, (), self.everywhere)

    def routes(self, changes: Iterable[RouteChange]) -> tuple[RouteChange, ...]:
        """The routes that break or are mended, the same."""
        if not self:
            return tuple(changes)
        values = (value for own in self.values.values() for value in own.values())
        hide = Hiding(values, self._names_of_objects)
        return redacted_changes(changes, lambda text: self.everywhere(hide(text)))

    def rerouted(self, rerouted: Iterable[Rerouted]) -> tuple[Rerouted, ...]:
        """Where puts go, the same; short values of the queues and channels too."""
        if not self:
            return tuple(rerouted)
        hide = Hiding(_deciding(self), self._names_of_objects)
        return redacted_routes(rerouted, lambda text: self.everywhere(hide(text)))


def _names(item: "MatchedObject", decision: Decision | None) -> frozenset[str]:
    """Its secret attributes. Of what stays the same the state's marks are the program's."""
    declared, prior = item.declared, item.prior
    if decision is None or decision.verb is Verb.SAME:  # nearly every one is
        is_marked = prior is not None and "additionalSecretOutputs" in prior.raw
        if not is_marked and declared is not None and not declared.secret_inputs:
            return frozenset()
    return secret_names(declared, prior)


def _values(
    item: "MatchedObject",
    names: frozenset[str],
    observed: Iterable[Mapping[str, Any]],
    decision: Decision | None,
) -> dict[str, list[Any]]:
    """By attribute."""
    given = {} if item.inputs is None else item.inputs.attributes
    like = {} if item.inputs is None else {"like": item.inputs.options.like}
    raw = {} if item.declared is None else item.declared.inputs
    creates = {} if decision is None else decision.creates
    comes = names - in_clear_of(item)
    there = list(observed)
    found = {name: [each.get(name) for each in there] for name in names}
    for name in comes:
        found[name] += [each.get(name) for each in (given, raw, like, creates)]
    if decision is not None:
        for change in (*decision.changes, *decision.drift):
            if change.name in names:
                after = change.name in comes or change in decision.drift
                found[change.name] += [change.before, *([change.after] if after else [])]
    return found


def _names_of(items: Iterable["MatchedObject"]) -> list[str]:
    """Words that every plan has: systems, kinds, names of objects, resources and attributes."""
    keys = {item.key for item in items}
    names = [*{key.system for key in keys}, *{key.kind for key in keys}]
    names += [name for kind in {key.kind for key in keys} for name in spec_of(kind).attributes()]
    return [*names, *(key.name for key in keys), *(item.urn for item in items)]


def _texts_in_clear(item: "MatchedObject") -> Iterator[str]:
    """Values of the program that neither it nor the state marks secret, but for the shortest."""
    for name in in_clear_of(item):
        yield from texts_of(item.inputs.attributes[name] if item.inputs is not None else None)


def in_clear_of(item: "MatchedObject") -> frozenset[str]:
    """The attributes that the program gives, and does not mark secret."""
    if item.declared is None or item.inputs is None:
        return frozenset()
    return frozenset(item.inputs.attributes.keys() - item.declared.secret_inputs)


def redacted(
    decision: Decision, names: Collection[str], in_clear: Collection[str], hide: Hiding
) -> Decision:
    """The decision without the values of what is secret, old and new.

    names: what is secret. in_clear: what the program gives in clear. hide: what no text may say.
    """

    def hidden(change: AttributeChange, in_clear: Collection[str] = ()) -> AttributeChange:
        if change.name not in names:
            return change
        before, after = (None if v is None else SECRET for v in (change.before, change.after))
        comes = change.after if change.name in in_clear else after
        return replace(change, before=before, after=comes)

    return replace(
        decision,
        creates={
            n: SECRET if n in names and n not in in_clear else v
            for n, v in decision.creates.items()
        },
        changes=tuple(hidden(change, in_clear) for change in decision.changes),
        drift=tuple(map(hidden, decision.drift)),
        force=replace(decision.force, reason=hide(decision.force.reason)),
        problems=tuple(redacted_diagnostic(each, names, hide) for each in decision.problems),
        reasons=tuple(map(hide, decision.reasons)),
    )


def redacted_diagnostic(diagnostic: Diagnostic, names: Collection[str], hide: Hiding) -> Diagnostic:
    """A text about an object, without secrets. names: its secret attributes."""
    value = diagnostic.value
    return replace(
        diagnostic,
        value=SECRET if diagnostic.attribute in names else hide.of(value),
        reason=hide(diagnostic.reason),
        remediation=hide(diagnostic.remediation),
    )


def _deciding(secrets: Secrets) -> Iterator[Any]:
    """Secret values that decide where puts go."""
    of_channels = ClusterReceiverChannelSpec.kind
    for key, values in secrets.values.items():
        for name, each in values.items():
            if name in ROUTING or key.kind == of_channels:
                yield each


def redacted_changes(
    changes: Iterable[RouteChange], hide: Callable[[str], str]
) -> tuple[RouteChange, ...]:
    """Routes that break or are mended, without what is secret."""
    return tuple(
        replace(each, end=hide(each.end), reasons=tuple(map(hide, each.reasons)))
        for each in changes
    )


def redacted_routes(
    rerouted: Iterable[Rerouted], hide: Callable[[str], str]
) -> tuple[Rerouted, ...]:
    """Where puts go, without what is secret."""
    return tuple(
        replace(
            each,
            cluster=hide(each.cluster),
            before=tuple(replace(way, reason=hide(way.reason)) for way in each.before),
            after=tuple(replace(way, reason=hide(way.reason)) for way in each.after),
            failure=hide(each.failure),
            notes=tuple(map(hide, each.notes)),
        )
        for each in rerouted
    )
