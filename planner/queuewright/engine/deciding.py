"""The decision about each object of a plan: the rules of `diff`, asked with all that the plan
knows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.options import Adopt, OnDelete
from queuewright.catalogue.references import Role
from queuewright.diff.decision import SAME, agrees, decide
from queuewright.diff.normalise import canonical_values, determined_of
from queuewright.diff.owning import not_given, not_granted
from queuewright.diff.request import DecisionRequest
from queuewright.diff.sharing import COPY, GROUP, as_a_source, disposition_of, meant
from queuewright.diff.types import Decision, Verb
from queuewright.diff.write_only import digests_of, write_only
from queuewright.ibmi.base import in_library
from queuewright.kinds import kinds_of
from queuewright.systems.checking import lacking, refusal_of_owner
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot

from .copies import Follower, changed_groups, followers, gone_elsewhere
from .declared import REPLACEMENT_REASON
from .guards import depends_on_status, guarded, is_noticed, known_names
from .matching import MatchedObject
from .system_reader import NotRead, read_status
from .taken_records import succeeded


class Decider:
    """Decides about the objects of one plan.

    declared: by key. readings: the systems as they were read, brought up to date where status is
    asked for. systems: that it is asked of. left_out: URNs that the plan does not
    look at. purge: ids of objects whose messages may be lost. refresh: False where no system is
    asked. parallel: how many are asked at once. staying: what is no longer declared and stays on
    its system, and why.
    """

    def __init__(
        self,
        declared: Mapping[Key, MatchedObject],
        readings: dict[str, Snapshot],
        systems: Mapping[str, System],
        left_out: Collection[str],
        purge: Collection[str],
        *,
        refresh: bool,
        parallel: int,
        staying: Mapping[Key, str] = MappingProxyType({}),
    ) -> None:
        self._declared = declared
        self._readings = readings
        self._systems = systems
        self._left_out = left_out
        self._refresh = refresh
        self._parallel = parallel
        self._purge = purge
        self._staying = staying
        self._pending_deletes: set[Key] = set()
        self._causes: dict[Key, str] = {}
        self._going: set[str] = set()
        self._letting: dict[Key, set[Key]] = {}
        self._replaced: set[Key] = set()
        self._sources: dict[Key, Mapping[str, Value] | None] = {}
        self.groups: Mapping[Key, Mapping[str, Value]] = {}
        self.followers: Mapping[Key, Follower] = {}

    def decide(self, items: Sequence[MatchedObject]) -> dict[Key, Decision]:
        """Decide about all without status first; only what is to change is then looked at, and what
        follows what is to change."""
        going = [item for item in items if item.inputs is None]
        self._pending_deletes = self._with_copies(going)
        self._going = {item.urn for item in going}
        for item in items:
            if item.inputs is not None and item.inputs.options.like:
                self._as_it_was(item)
        decisions: dict[Key, Decision] = {}
        differing = []
        for item in items:
            decision = decisions[item.key] = self._decision(item)
            if decision is not SAME:  # as few are of very many
                differing.append(item)
        self._replace_others(items, decisions)
        if self._causes:
            differing = [item for item in items if decisions[item.key] is not SAME]
        self.groups = dict(changed_groups(self._declared, decisions, self._readings))
        self.followers = dict(
            followers(self.groups, self._declared, decisions, self._readings, self._systems)
        )
        same = [key for key in self.followers if decisions[key] is SAME]
        differing += [self._declared[key] for key in same]
        hindered = {i.key for i in differing if depends_on_status(i.key.kind, decisions[i.key])}
        hindered.update(self.followers)
        hindered.update(i.key for i in differing if self._needs_name(i.key, decisions[i.key]))
        again = [i for i in differing if i.key in hindered or is_noticed(decisions[i.key])]
        if again and self._refresh:
            changed: dict[str, list[Key]] = {}
            for item in again:
                changed.setdefault(item.key.system, []).append(item.key)
            failed = read_status(self._systems, self._readings, changed, self._parallel)
            # Of what would only be noticed nothing is said where nobody tells.
            needed = {key.system for key in hindered}
            unreachable = {name: reason for name, reason in failed.items() if name in needed}
            if unreachable:
                raise NotRead(unreachable)
        self._overwrite_followers()
        replaced = {i.key for i in differing if decisions[i.key].verb is Verb.REPLACE}
        deleted = [item.key for item in differing if decisions[item.key].verb is Verb.DELETE]
        kept = {key for key in deleted if decisions[key].keep}
        self._replaced = replaced
        going = [item for item in going if item.key not in kept]
        self._pending_deletes = self._with_copies(going) | replaced
        if replaced or kept:
            # Objects that go are in nobody's way, those that stay are; only now is it known which
            # these are.
            again = [
                item
                for item in differing
                if decisions[item.key].verb is not Verb.SAME or item.key in self.followers
            ]
        for item in again:
            first = decisions[item.key]
            decisions[item.key] = self._decision(item, decisions)
            if item.key in self.followers:
                decisions[item.key] = _following(
                    self.followers[item.key], first, decisions[item.key]
                )
        for item in differing if self._refresh else ():
            key, decision = item.key, decisions[item.key]
            refusal = partial(refusal_of_owner, self._systems[key.system])
            lacks = partial(lacking, self._systems[key.system])
            problems = *not_given(key, decision, refusal), *not_granted(key, decision, lacks)
            decisions[key] = decision.but(*problems)
        decisions.update(succeeded({i.key: decisions[i.key] for i in differing}, self._systems))
        return decisions

    def _with_copies(self, going: Sequence[MatchedObject]) -> set[Key]:
        """These, with the copies on other queue managers that go with their group objects. Not of
        those that are replaced: what takes their place may be a group object again."""
        groups = (item.key for item in going if item.disposition == GROUP)
        return {item.key for item in going}.union(gone_elsewhere(groups, self._readings))

    def _needs_name(self, key: Key, decision: Decision) -> bool:
        """Whether a new object takes the name of a copy, which may stay when its group object is
        deleted."""
        reading = self._readings[key.system]
        if decision.verb is not Verb.CREATE or not reading.facts.queue_sharing_group:
            return False
        holder = reading.holder(key.kind, key.name)
        return holder is not None and disposition_of(holder.attributes) == COPY

    def _overwrite_followers(self) -> None:
        """From here on the copies are as their group objects leave them."""
        for key, follower in self.followers.items():
            reading = self._readings[key.system]
            found = reading.objects.get(key)
            if found is None or found.in_repository:
                group = None if found is None else found.attributes
                found = Observed(key, status=Status(), group=group)
            overwritten = replace(found, attributes=follower.values)
            self._readings[key.system] = reading.noted([overwritten])

    def _replace_others(
        self, items: Sequence[MatchedObject], decisions: dict[Key, Decision]
    ) -> None:
        """Replacements of objects that do not differ: Pulumi's taint, replacement_trigger,
        replace_with and deleted_with."""
        special = [
            item for item in items if item.prior is not None and _may_be_asked_to_replace(item)
        ]
        if not special:
            return
        replaced = {item.urn for item in items if decisions[item.key].verb is Verb.REPLACE}
        replaced |= {item.urn for item in items if item.moved_from is not None}  # for Pulumi, too
        while special:
            causes = {item.key: _replacement_cause(item, replaced) for item in special}
            fresh = [item for item in special if causes[item.key]]
            special = [item for item in special if not causes[item.key]]
            if not fresh:
                return
            for item in fresh:
                self._causes[item.key] = causes[item.key]
                decisions[item.key] = self._decision(item)
            replaced |= {i.urn for i in fresh if decisions[i.key].verb is Verb.REPLACE}

    def made(self, decisions: Mapping[Key, Decision]) -> dict[Key, Mapping[str, Value]]:
        """The values of created and replaced objects, as far as it is known: with what is
        copied."""
        made: dict[Key, Mapping[str, Value]] = {}
        for key, decision in decisions.items():
            if decision.verb is Verb.REPLACE:
                made[key] = decision.creates
            elif decision.verb is Verb.CREATE:
                source = self.source(key, self._declared[key].options.like)
                made[key] = {**(source or {}), **decision.creates}
        return made

    def freed(self, decisions: Mapping[Key, Decision]) -> list[tuple[Key, Key]]:
        """(replaced authorization list, object that names it no more): DLTAUTL needs the change of
        the object first."""
        return [
            (key, user)
            for key, decision in decisions.items()
            if decision.verb is Verb.REPLACE and key.kind in kinds_of(Role.AUTHORIZATION_LIST)
            for user in sorted(self._letting_go(key, self._readings[key.system]))
            if user in decisions
        ]

    def _decision(
        self, item: MatchedObject, before: Mapping[Key, Decision] | None = None
    ) -> Decision:
        """before: what was decided at first sight."""
        key, declared, inputs, last, prior = (
            item.key, item.declared, item.inputs, item.last, item.prior,
        )  # fmt: skip
        if self._staying and key in self._staying:
            return Decision(Verb.DELETE, keep=True, reasons=(self._staying[key],))
        reading = self._readings[key.system]
        observed = item.among(reading.objects)
        desired = None if inputs is None else inputs.attributes
        applied = None if last is None or prior is None else last.attributes
        begun = item.left_stopped or item.unrefreshed or item.carried is not None
        settled = key not in self._causes and not begun
        if settled and agrees(desired, applied, observed, _digests(item)):
            decision = SAME  # as `decide` says, without making all that it may ask for
        else:
            decision = decide(self._request(item, reading, observed, before))
        if inputs is None and prior is not None and not decision.keep:
            holder = str(prior.raw.get("deletedWith") or "")
            if holder in self._going:
                reason = f"it goes with {holder.split('::')[-1]} (deleted_with): nothing is sent"
                return Decision(Verb.DELETE, keep=True, reasons=(reason,))
        if decision.verb is Verb.SAME and declared is not None and inputs is not None:
            known = last is inputs or known_names(key.kind).issuperset(inputs.attributes)
            begun = item.in_progress or item.left_stopped or item.unrefreshed
            if known and not inputs.problems and not declared.unknown_inputs and not begun:
                return decision
        return guarded(item, decision, observed, reading)

    def _request(
        self,
        item: MatchedObject,
        reading: Snapshot,
        observed: Observed | None,
        before: Mapping[Key, Decision] | None,
    ) -> DecisionRequest:
        key, declared, inputs, last, prior = (
            item.key, item.declared, item.inputs, item.last, item.prior,
        )  # fmt: skip
        options = item.options
        if key in self.followers and self.followers[key].before is None:
            options = replace(options, adopt=Adopt.ANY)  # the group object's step makes it
        purged = self._purge and prior is not None and prior.id in self._purge
        if purged and options.on_delete is not OnDelete.RETAIN:
            options = replace(options, on_delete=OnDelete.PURGE)
        replaced = before is not None and before[key].verb is Verb.REPLACE
        pending = self._pending_deletes
        if key.kind in kinds_of(Role.AUTHORIZATION_LIST):
            pending = pending - self._replaced  # which it secures until the list is there again
        if inputs is None or replaced:
            pending = pending | self._letting_go(key, reading)
        adds = inputs is not None and (observed is None or replaced)
        return DecisionRequest(
            key=key,
            desired=None if inputs is None else inputs.attributes,
            options=options,
            last=None if last is None else last.attributes,
            observed=observed,
            snapshot=reading,
            defaults=reading.defaults(key.kind) if adds else None,
            owned=prior is not None or item.in_progress,
            # A creation that was cut off goes on; the program has not changed.
            replace_on=() if declared is None or prior is None else declared.replace_on_changes,
            ignore=() if declared is None else declared.ignore_changes,
            pending_deletes=pending,
            source=self.source(key, options.like) if adds and observed is None else None,
            replace_because=self._causes.get(key, ""),
            carried=item.carried,
            determined={} if prior is None else determined_of(prior.outputs),
            digests=_digests(item),
            purge_with="" if prior is None else f"give --purge {prior.id}",
        )

    def _as_it_was(self, item: MatchedObject) -> None:
        """An object that is gone, and was made like one that is gone too, gets the values that it
        had."""
        if item.last is None or item.inputs is None or item.prior is None or item.carried:
            return
        if (like := item.inputs.options.like) is None:
            return
        there = item.among(self._readings[item.key.system].objects)
        if there is None and self.source(item.key, like) is None:
            item.carried = canonical_values(item.key.kind, item.prior.outputs)

    def source(self, key: Key, like: str | None) -> Mapping[str, Value] | None:
        """The values of the object that a new one is made like, as far as is known; that one may
        be new as well, and made like something else."""
        chain: list[MatchedObject] = []
        known: Mapping[str, Value] | None = None
        while like:
            reading = self._readings[key.system]
            name = in_library(Key(key.system, key.kind, like), reading.facts)
            if name in self._sources:
                known = self._sources[name]
                break
            observed, item = meant(reading.objects.get(name), None), self._declared.get(name)
            if (
                item is None
                or item.inputs is None
                or item.urn in self._left_out
                or _is_hidden(item, observed)
            ):
                known = None if observed is None else observed.attributes
                break
            if item in chain:  # like itself: none of them can be the first
                return None
            chain.append(item)
            if observed is not None or item.carried is not None:
                known = item.carried if observed is None else observed.attributes
                break
            like = item.options.like
        for item in reversed(chain):
            assert item.inputs is not None
            base = known or self._readings[item.key.system].defaults(item.key.kind) or {}
            known = self._sources[item.key] = {**base, **item.inputs.attributes}
        return None if known is None else as_a_source(known)

    def _letting_go(self, key: Key, reading: Snapshot) -> set[Key]:
        """Objects that name `key` now, and by the program's will no longer do so. Those that they
        name does not hang on their status, so that it is found out once."""
        if key in self._letting:
            return self._letting[key]
        keys: set[Key] = set()
        for other, attribute in reading.named_by(key):
            item = self._declared.get(other)
            if item is None or item.inputs is None or item.urn in self._left_out:
                continue
            if item.ignores(attribute):
                continue
            named = item.inputs.attributes.get(attribute)
            holds = named if isinstance(named, tuple) else (named,)
            if named is not None and key.name not in holds:
                keys.add(other)
            elif key.kind in kinds_of(Role.CLUSTER) and other.kind in kinds_of(Role.NAMELIST):
                keys |= self._letting_go(other, reading)
        self._letting[key] = keys
        return keys


def _is_hidden(item: MatchedObject, live: Observed | None) -> bool:
    """Whether it is a group object whose name is that of another object on its queue manager."""
    other = live is not None and disposition_of(live.attributes) != COPY
    return other and item.disposition == GROUP


def _digests(item: MatchedObject) -> Mapping[str, str]:
    """Of what was last applied that nobody reads; few kinds have such an attribute."""
    if item.prior is None or not write_only(item.key.kind):
        return {}
    return digests_of(item.prior.outputs)


def _following(follower: Follower, first: Decision, decision: Decision) -> Decision:
    """The decision about a copy as its group object leaves it. first: about the copy as it was
    read, which says what had drifted."""
    drifted = {change.name for change in first.drift}
    changes = tuple(
        replace(change, drifted=change.drifted and change.name in drifted)
        for change in decision.changes
    )
    decision = replace(decision, changes=changes, drift=first.drift)
    if decision.verb is Verb.SAME:
        return decision
    group = follower.group
    return decision.but(reason=f"its group object, declared on {group.system}, changes it first")


def _may_be_asked_to_replace(item: MatchedObject) -> bool:
    """Whether Pulumi may have a reason to replace the resource, whatever differs: taint,
    replacement_trigger, replace_with, deleted_with."""
    declared, prior = item.declared, item.prior
    tainted = prior is not None and bool(prior.raw.get("taint"))
    return declared is not None and (tainted or bool(declared.engine_fields))


def _replacement_cause(item: MatchedObject, replaced: Collection[str]) -> str:
    """Why the resource is replaced, "" where it is not. replaced: URNs of those that are."""
    declared, prior = item.declared, item.prior
    if declared is None or prior is None:
        return ""
    if prior.raw.get("taint"):
        return "it is tainted (pulumi state taint)"
    if cause := declared.engine_fields.get(REPLACEMENT_REASON):
        return str(cause)
    before, after = (
        prior.raw.get("replacementTrigger"),
        declared.engine_fields.get("replacementTrigger"),
    )
    if before is not None and after is not None and before != after:
        return "its replacement_trigger has changed"
    others = [*declared.engine_fields.get("replaceWith", ())]
    others += filter(None, [declared.engine_fields.get("deletedWith")])
    for urn in others:
        if urn in replaced:
            return f"it is replaced with {urn.split('::')[-1]}"
    return ""
