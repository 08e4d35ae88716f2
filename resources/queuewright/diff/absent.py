"""Names that lead nowhere: those that the command itself looks for are refused.

Sources: IBM's Change, Copy and Create Queue (PCF), whose reason codes say which names are looked
for when the object is defined; CRTDTAQ, CRTMSGQ and the other commands of IBM i, which find every
object that they name.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import Attribute, Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    CHANGE_SUBSCRIPTION,
    CRTAUTL,
    CRTDTAQ,
    CRTMQMQ,
    MQSC,
    PROGRAMS,
)
from queuewright.graph.references import LIKE, Target, targets
from queuewright.kinds import is_ibmi, is_queue, kinds_of, spec_of

_LOOKED_FOR = ("stream_queue",)
# Rules of kinds look for these, by the facts of the system; nobody reads the directory of databases
# where no program declares an entry of it.
OF_RULES = ("process_name", "relational_database")
NOWHERE = "is neither there nor declared"


DANGLING = Rule(
    "dangling",
    "A name leads nowhere",
    "{name} {nowhere}",
    "declare it, or correct the name",
    severity=Severity.WARNING,
)
_Q = CHANGE_QUEUE.at
_NO_TRANSMISSION = DANGLING.but(
    attribute="xmit_queue_name",
    page="QW102",
    title="A remote queue has no transmission queue",
    sources=(_Q("XmitQName"), _Q("RemoteQMgrName"), CRTMQMQ.at("TMQNAME")),
)
_PAGES = (
    DANGLING.but(
        attribute="base_object_name",
        page="QW101",
        title="An alias leads nowhere",
        sources=(_Q("BaseObjectName"), CRTMQMQ.at("TGTQNAME")),
    ),
    _NO_TRANSMISSION,
    _NO_TRANSMISSION.but(
        attribute="default_transmission_queue",
        sources=(CHANGE_QUEUE_MANAGER.at("DefXmitQName"), MQSC.at("ALTER QMGR DEFXMITQ")),
    ),
    DANGLING.but(
        attribute="destination",
        page="QW115",
        title="A subscription delivers to a queue that is not there",
        sources=(CHANGE_SUBSCRIPTION.at("Destination"),),
    ),
    DANGLING.but(
        attribute="backout_requeue_name",
        page="QW103",
        title="A backout queue is not there",
        sources=(_Q("BackoutRequeueName"),),
    ),
    DANGLING.but(
        attribute="initiation_queue_name",
        page="QW104",
        title="An initiation queue is not there",
        sources=(_Q("InitiationQName"),),
    ),
    DANGLING.but(
        attribute="stream_queue",
        page="QW106",
        title="A streaming queue is not there",
        sources=(_Q("StreamQ"),),
    ),
    DANGLING.but(
        attribute="cluster_namelist",
        page="QW111",
        title="A cluster namelist is not there",
        sources=(_Q("ClusterNamelist"),),
    ),
    DANGLING.but(
        attribute="coupling_facility_structure",
        page="QW113",
        title="A coupling facility structure is not there",
        remediation="declare it on a queue manager of the group, or correct the name",
        sources=(_Q("CFStructure"),),
    ),
    DANGLING.but(
        attribute="cluster_name",
        page="QW401",
        title="A cluster queue on a queue manager that is not a member",
        remediation="declare it, or a cluster-receiver channel that joins it",
        sources=(_Q("ClusterName"), CHANGE_CHANNEL.at("ClusterName")),
    ),
    DANGLING.but(
        attribute="authorization_list",
        page="QW602",
        title="An authorization list is not there",
        sources=(CRTAUTL.at("AUTL"), CRTDTAQ.at("AUT")),
    ),
    DANGLING.but(
        attribute="create_authority",
        page="QW602",
        title="An authorization list is not there",
        sources=(CRTAUTL.at("AUTL"), CRTDTAQ.at("AUT")),
    ),
)
DANGLING_BY_ATTRIBUTE: Mapping[str | None, Rule] = {rule.attribute: rule for rule in _PAGES}
# The system itself refuses a command that names such an object.
REFERENCE_MISSING_BY_ATTRIBUTE: Mapping[str | None, Rule] = {
    rule.attribute: rule.but(code="reference-missing", severity=Severity.ERROR) for rule in _PAGES
}
REFERENCE_MISSING = DANGLING.but(code="reference-missing", severity=Severity.ERROR)
LIKE_MISSING = Rule(
    "like-missing",
    "The object that a new one is made like does not exist",
    "like {name} {nowhere}",
    "name an object of this kind on this system",
    (_Q("FromQName"),),
    severity=Severity.WARNING,
    page="QW107",
)


def like_missing(
    key: Key, like: str, nowhere: str, severity: Severity = Severity.ERROR
) -> Diagnostic:
    """An object that would be made like one that is not there. nowhere: in words."""
    source = CHANGE_QUEUE.at("FromQName") if is_queue(key.kind) else PROGRAMS.at("like")
    name = shown(like)
    return LIKE_MISSING(key, sources=(source,), severity=severity, name=name, nowhere=nowhere)


def is_looked_for(key: Key, target: Target) -> bool:
    """Whether the command that sends the name looks for the object: other names are looked for only
    when a queue is opened."""
    is_sent = is_ibmi(key.kind) or target.attribute in _LOOKED_FOR
    return is_sent and target.strength is Strength.HARD and target.attribute not in OF_RULES


def words_of(target: Target) -> str:
    """The object that is meant, in words: its kind and name."""
    noun = "queue"
    if target.kinds != kinds_of(Role.QUEUE):
        noun = " or ".join(kind.partition(":")[2] for kind in target.kinds)
    return f"{noun} {shown(target.name)}"


def is_special(attribute: Attribute | None, name: str) -> bool:
    """Whether a name need not be among the objects: a special value, a system object, what ships or
    a generic name."""
    is_word = attribute is not None and (
        attribute.choice(name) is not None or name == attribute.shipped
    )
    return is_word or name.startswith("SYSTEM.") or "*" in name


def absent(
    key: Key,
    values: Mapping[str, Any],
    like: str | None,
    is_absent: Callable[[Target], bool],
) -> Iterator[Diagnostic]:
    """The names that the command about an object looks for in vain. values: those that are sent;
    like: what a new object is made like; is_absent: False where that is not known."""
    described = spec_of(key.kind).attributes()
    for target in targets(key, values, like):
        if target.attribute == LIKE:
            if is_absent(target):
                yield like_missing(key, str(like), NOWHERE)
            continue
        attribute = described.get(target.attribute)
        if attribute is None or target.system != key.system or not is_looked_for(key, target):
            continue
        if is_special(attribute, target.name) or not is_absent(target):
            continue
        rule = REFERENCE_MISSING_BY_ATTRIBUTE.get(target.attribute, REFERENCE_MISSING)
        name = words_of(target)
        value = values.get(target.attribute)
        yield rule(
            key, value, attribute=target.attribute, sources=attribute.sources, name=name,
            nowhere=NOWHERE,
        )  # fmt: skip
