"""Which object of a name is meant on z/OS in a queue-sharing group, and the copies of a group
object that a command on it overwrites.

Source: Change Queue (PCF) QSGDisposition, table 2: what is live on a queue manager (MQQSGD_Q_MGR,
MQQSGD_COPY, MQQSGD_SHARED) and what is in the shared repository (MQQSGD_GROUP) are objects of their
own, also where they have one name; a command on a group object sends DEFINE REPLACE QSGDISP(COPY)
to every active queue manager of the group.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed, Status
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.kinds import spec_of

from .types import Decision, Verb

GROUP, COPY, SHARED = "group", "copy", "shared"
COPIES_OVERWRITTEN = Rule(
    "copies-overwritten",
    "A command on a group object changes its copies",
    "{verb}, with what these have of their own: {lost}",
    "declare it for the group, or give the local object another name",
    (CHANGE_QUEUE.at("QSGDisposition"),),
    severity=Severity.WARNING,
)
COPIES_NOT_KNOWN = COPIES_OVERWRITTEN.but(
    code="copies-not-known",
    reason="copies on {systems} are {done} too; their attributes are not known: not read",
    remediation="run it again when they can be read",
)
NO_COPY_MADE = COPIES_OVERWRITTEN.but(
    code="no-copy-made",
    title="Another object has the name of a copy",
    reason="no copy is made on {systems}: another object has the name there",
    remediation="delete that first, where the copy is wanted",
)
DECLARED_TWICE_IN_GROUP = Rule(
    "declared-twice-in-group",
    "A group object is declared on two queue managers",
    "resource {other} declares it on {system}, and {group} has one group object of a name",
    "declare it on one of its queue managers only",
    (CHANGE_QUEUE.at("QSGDisposition"),),
)
OTHER_KIND_IN_GROUP = DECLARED_TWICE_IN_GROUP.but(
    code="other-kind-in-group",
    title="Two kinds of group object have one name",
    reason="resource {other} declares {kind} of this name on {system}, and the two share the "
    "name space of {group}",
    remediation="give one of them another name",
)
SHARED_BEHIND = Rule(
    "shared-queue-behind",
    "A shared queue has the name when a private object is gone",
    "once the {private} of this name is deleted, {system} has the shared {kind} of its group",
    "delete the {private} with an update of its own first, or choose another name",
    (CHANGE_QUEUE.at("QSGDisposition"),),
)


def disposition_of(*declarations: Mapping[str, Value] | None) -> str | None:
    """The disposition that the first of these says, None where none does: the live object then.

    For an object that the stack has, what the state knows of it comes before what is declared now:
    a declaration that changes the disposition replaces that object by another one.
    """
    for declaration in declarations:
        if declaration and isinstance(disposition := declaration.get(DISPOSITION), str):
            return disposition
    return None


def is_own(disposition: object) -> bool:
    """Whether an object of this disposition is its queue manager's own: MQQSGD_Q_MGR, the
    default."""
    return disposition in (None, "q_mgr")


def is_of_group(kind: str, declared: Mapping[str, object]) -> bool:
    """Whether it is one object for all queue managers of a queue-sharing group: in the shared
    repository, whichever of them defined it."""
    return declared.get(DISPOSITION) in (GROUP, SHARED) or spec_of(kind).of_group


def of_group(kind: str, declared: Mapping[str, object]) -> str | None:
    """Which object of a queue-sharing group a declaration is of, GROUP or SHARED; None for one of
    its own queue manager."""
    if not is_of_group(kind, declared):
        return None
    return SHARED if declared.get(DISPOSITION) == SHARED else GROUP


def meant(observed: Observed | None, disposition: str | None) -> Observed | None:
    """The object that a declaration of this disposition means: that of the shared repository, or
    the live one; None where that one does not exist. Nobody opens an object of the repository, and
    it holds no messages."""
    if observed is None:
        return None
    if (in_repository := observed.in_repository) is (disposition == GROUP):
        return replace(observed, status=Status()) if in_repository else observed
    if disposition != GROUP or observed.group is None:
        return None
    return Observed(observed.key, observed.group, Status())


def selecting(observed: Observed | None) -> dict[str, Value]:
    """The parameters that point a command at this object and no other of the name, as it has
    them: its disposition, where that is not the default, MQQSGD_Q_MGR, and what `selects`."""
    if observed is None:
        return {}
    own = observed.attributes.get(DISPOSITION)
    disposition = {} if own is None or is_own(own) else {DISPOSITION: own}
    has, selects = observed.attributes, spec_of(observed.key.kind).selecting()
    return disposition | {name: has[name] for name in selects if name in has}


def as_a_source(attributes: Mapping[str, Value]) -> Mapping[str, Value]:
    """The values that an object made like this one takes from it: not its disposition."""
    return {name: value for name, value in attributes.items() if name != DISPOSITION}


def changes_copies(decision: Decision, observed: Observed | None) -> bool:
    """Whether a step makes, changes or deletes an object of the shared repository. observed: the
    one that is meant."""
    if decision.verb in (Verb.SAME, Verb.READ) or decision.keep:
        return False
    goes = decision.verb in (Verb.DELETE, Verb.REPLACE)
    sent = goes or bool(decision.changes)
    was = observed is not None and observed.in_repository and sent
    return was or decision.creates.get(DISPOSITION) == GROUP


def values_after(decision: Decision, observed: Observed | None) -> dict[str, Value]:
    """The attributes of an object after its step, as far as the decision says. observed: before."""
    if decision.verb in (Verb.CREATE, Verb.REPLACE):
        return dict(decision.creates)
    before = {} if observed is None else observed.attributes
    return {**before, **{c.name: c.after for c in decision.changes if c.after is not None}}


def overwritten(
    key: Key,
    decision: Decision,
    observed: Observed | None,
    members: Mapping[str, Observed | None],
    unread: Mapping[str, str],
    group: str,
    hidden: Collection[str] = (),
    defaults: Mapping[str, Value] | None = None,
) -> Decision:
    """The decision with what it does to the copies of a group object, where `changes_copies`.

    observed: the group object before. members: each queue manager of the group that was read, with
    what is live there under this name; unread: those that were not, and why. group: its name.
    hidden: attributes whose values are secret. defaults: what a new object has that the program
    does not declare.
    """
    before = {} if observed is None else observed.attributes
    after = values_after(decision, observed)
    if decision.verb is Verb.CREATE:
        after = {**(defaults or {}), **after}
    replaced = decision.verb is Verb.REPLACE and observed is not None
    frees = key.system if replaced and observed and not observed.in_repository else ""
    goes = decision.verb is Verb.DELETE or after.get(DISPOSITION) != GROUP
    lost, own = [], []
    for name, live in sorted(members.items()):
        if live is None or name == frees:
            continue
        if live.attributes.get(DISPOSITION) != COPY:
            own.append(f"{name} ({live.attributes.get(DISPOSITION)})")
            continue
        differing = [
            attribute
            if attribute in hidden
            else _shown(attribute, value, None if goes else after.get(attribute))
            for attribute, value in live.attributes.items()
            if attribute != DISPOSITION
            and (goes or attribute in after or decision.verb is not Verb.CREATE)
            and value != before.get(attribute)
            and (goes or value != after.get(attribute))
        ]
        if differing:
            lost.append(f"{name} ({', '.join(first_few(differing))})")
    if lost:
        verb = "deletes its copies where nobody uses them" if goes else "overwrites its copies"
        decision = decision.but(COPIES_OVERWRITTEN(key, verb=verb, lost="; ".join(lost)))
    done = "deleted" if goes else "overwritten"
    if unread:
        names = ", ".join(sorted(unread))
        decision = decision.but(COPIES_NOT_KNOWN(key, systems=names, done=done))
    if own and not goes:
        decision = decision.but(NO_COPY_MADE(key, systems=", ".join(own)))
    others = f"on queue managers of {group} that are not among the systems of the stack"
    reason = f"copies {others} are {done} too; their attributes are not known"
    return replace(decision, reasons=(*decision.reasons, reason))


def may_uncover(decision: Decision, holder: Observed | None) -> bool:
    """Whether something is made in the place of a private object, behind which there may be a
    shared queue. holder: what has the name on the queue manager now."""
    if holder is None or decision.verb not in (Verb.CREATE, Verb.REPLACE):
        return False
    live = disposition_of(holder.attributes)
    return live != SHARED and decision.creates.get(DISPOSITION) != GROUP


def shared_behind(
    key: Key, private: str, members: Iterable[Observed | None]
) -> Iterator[Diagnostic]:
    """The shared queue that a private object hides, where `may_uncover`: it has the name as soon as
    that is gone, and nothing else can be made. private: its kind. members: what the queue managers
    of the group have under the name, of every kind of its name space."""
    for live in members:
        if live is not None and disposition_of(live.attributes) == SHARED:
            yield SHARED_BEHIND(key, system=key.system, kind=live.key.kind, private=private)
            return


def _shown(attribute: str, before: Value | None, after: Value | None) -> str:
    text = f"{attribute}: {shown(before, 40)}"
    return text if after is None else f"{text} -> {shown(after, 40)}"
