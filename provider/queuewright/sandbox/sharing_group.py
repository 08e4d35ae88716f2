"""Queue sharing groups of z/OS: where a command runs, and group objects with their copies.

Source: Change Queue (PCF) CommandScope and QSGDisposition, table 2. The active queue managers of a
group are the systems of the file that are in it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.kinds import MQ_KINDS, spec_of

from .force import force_needed
from .holders import HOLDING
from .reasons import refused
from .rows import CLASS_OF, Stored, Transaction

_DISPOSITION = "queue_sharing_group_disposition"


def scope_of(
    facts: SystemFacts, systems: Callable[[], Iterable[SystemFacts]], values: Mapping[str, Any]
) -> tuple[list[str], Mapping[str, Any]]:
    """The queue managers that a command to one runs on, the first of which answers, and its values
    without CommandScope. systems: all of the file. Raises CommandFailed where the one that
    CommandScope names is not in the group."""
    scope = str(values.get("command_scope", "")).strip()
    if facts.platform is not Platform.ZOS:
        return [facts.name], values
    own = {name: value for name, value in values.items() if name != "command_scope"}
    if scope in ("", facts.name):
        return [facts.name], own
    group = facts.queue_sharing_group
    members = [
        member.name
        for member in systems()
        if group and member.queue_sharing_group == group and member.name != facts.name
    ]
    if scope == "*":
        return [facts.name, *members], own
    if not group:
        text = f"CommandScope {scope} needs a queue sharing group, and {facts.name} is in none"
        raise refused(facts.name, "MQRCCF_Q_MGR_NOT_IN_QSG", text, "leave CommandScope out")
    if scope not in members:
        text = f"{scope} is not an active queue manager of {group}"
        raise refused(facts.name, "MQRC_Q_MGR_NAME_ERROR", text, "name one that is")
    return [scope], own


def group_object(tx: Transaction, key: Key) -> Stored | None:
    """The object of this name in the shared repository, whoever defined it."""
    return tx.group_object(CLASS_OF[key.kind], key.name)


def copied(tx: Transaction, key: Key) -> dict[str, Any]:
    """The source of a copy: "the MQQSGD_GROUP object of the same name", whatever it is made
    like. Raises CommandFailed where there is none."""
    stored = group_object(tx, key)
    if stored is None or stored.kind != key.kind:
        text = "there is no group object of this name"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", text, "define it with disposition group")
    return {**stored.attributes, _DISPOSITION: "copy"}


def refresh_copies(tx: Transaction, stored: Stored) -> None:
    """DEFINE REPLACE QSGDISP(COPY), which a command on a group object sends to every active queue
    manager. It fails where the name is taken by an object of its own, or where the copy is in use
    and only Force would change it; nothing else does."""
    object_class = CLASS_OF[stored.kind]
    copy = Stored(stored.kind, stored.name, {**stored.attributes, _DISPOSITION: "copy"})
    for member in (tx, *members_of(tx)):
        local = member.get(object_class, stored.name)
        is_copy = local is not None and local.attributes.get(_DISPOSITION) == "copy"
        refreshed = is_copy and local is not None and local.kind == stored.kind
        if local is None or (refreshed and not _kept_in_use(member, local, copy)):
            member.put(copy)


def join(tx: Transaction) -> None:
    """A queue manager that starts makes its copies of the group objects that there are."""
    kinds = [kind for kind in MQ_KINDS if _DISPOSITION in spec_of(kind).attributes()]
    for stored in list(tx.group_objects(kinds)):
        if tx.get(CLASS_OF[stored.kind], stored.name) is None:
            copy = {**stored.attributes, _DISPOSITION: "copy"}
            tx.put(Stored(stored.kind, stored.name, copy))


def _kept_in_use(member: Transaction, local: Stored, copy: Stored) -> bool:
    """Change Queue (PCF) Replace: not where the change would need Force and it is open."""
    need = force_needed(member, local, copy.attributes)
    return need is not None and bool(member.holders(local.name, HOLDING))


def drop_copies(tx: Transaction, stored: Stored) -> None:
    """DELETE QSGDISP(COPY), of local queues with NOPURGE, which the deletion of a group object
    sends to every active queue manager: copies that are open or hold messages stay."""
    object_class = CLASS_OF[stored.kind]
    for member in (tx, *members_of(tx)):
        local = member.get(object_class, stored.name)
        if local is None or local.attributes.get(_DISPOSITION) != "copy":
            continue
        used = member.holders(stored.name, HOLDING) or member.depth(stored.name).any
        if not used:
            member.drop(object_class, stored.name)


def members_of(tx: Transaction) -> Iterator[Transaction]:
    """The other queue managers of the group."""
    group = tx.facts.queue_sharing_group
    if not group:
        return
    names = [row[0] for row in tx.connection.execute("SELECT name FROM system ORDER BY name")]
    for name in names:
        other = Transaction.on(tx.connection, name, tx.now)
        if other is not None and other.id != tx.id and other.facts.queue_sharing_group == group:
            yield other
