"""What a system cannot have, whatever the object itself says: as far as its facts tell.

Sources: Change Queue (PCF) QSGDisposition and Scope; CRTMSGQ and CRTDTAQ, qualifier Library.
"""

from collections.abc import Collection, Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, problem, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import CHANGE_QUEUE, PROGRAMS, Sources, cl_command
from queuewright.kinds import QUEUE_KINDS, spec_of
from queuewright.mq.membership import REPOSITORIES
from queuewright.mq.namelist import NamelistSpec

from .types import AttributeChange

# *LIBL and the like are places, not libraries; which of them a command takes is the spec's rule.
_SPECIAL = "*"
_OF_A_GROUP: Collection[Value] = ("copy", "group", "shared")
_SHARING = CHANGE_QUEUE.at("QSGDisposition")


def name_sources(kind: str) -> Sources:
    """The documents that say that objects of a kind, and others, share their names."""
    if kind in QUEUE_KINDS:
        return (CHANGE_QUEUE.at("ToQName"),)
    return spec_of(kind).fields_described()["name"].sources


def cautions(key: Key, changes: Collection[AttributeChange]) -> Iterator[Diagnostic]:
    """What the documents warn of where these attributes change."""
    attributes = spec_of(key.kind).attributes()
    for change in changes:
        caution = attributes[change.name].caution
        if caution is not None and change.before is not None:
            rule = f"was {change.before}; {caution}"
            way_out, sources = "make sure that none does", attributes[change.name].sources
            name, after = change.name, change.after
            yield problem(key, "caution", rule, way_out, sources, name, after, warning=True)


def group_conflict(
    key: Key,
    values: Mapping[str, Value],
    exists: bool | None,
    replaced: Mapping[str, Value] | None = None,
) -> Iterator[Diagnostic]:
    """A copy is made from the group object of its name; a group has one group object of a name.
    exists: whether there is one, None where that is not known. replaced: the attributes of the
    object that goes first."""
    attribute = "queue_sharing_group_disposition"
    disposition = values.get(attribute)
    if exists is None:
        return
    goes = replaced is not None and replaced.get(attribute) == "group"
    exists = exists and not goes
    if disposition == "copy" and not exists:
        code, rule = "no-group-object", "a copy is made from the group object of its name, and "
        rule += "there would be none" if goes else "there is none"
        way_out = f'declare it with {attribute}="group": that makes the copies as well'
    elif disposition == "group" and exists:
        code, rule = "group-object-exists", "the group has a group object of this name already"
        way_out = "choose another name, or delete that first"
    else:
        return
    yield problem(key, code, rule, way_out, (_SHARING,), attribute, disposition)


def cannot_have(
    key: Key, sent: Mapping[str, Value], facts: SystemFacts, *, new: bool, like: str | None = None
) -> Iterator[Diagnostic]:
    """Why the system would refuse the attributes that are sent, or the object if it is `new`.
    like: the object that a new one shall be made like."""
    if facts.kinds is not None and key.kind not in facts.kinds:
        rule = f"{key.system} is reached in a way that knows {', '.join(sorted(facts.kinds))} alone"
        way_out = "give it a system of a type that reaches this kind"
        yield problem(key, "kind-not-reached", rule, way_out, (PROGRAMS.at("system"),))
    unseen = facts.unreported.get(key.kind, frozenset()) - sent.keys()
    if new and like and unseen:
        rule = f"like {like}: {key.system} does not report its {', '.join(sorted(unseen))}"
        way_out = "leave like out, and declare what it shall have"
        yield problem(key, "like-unreported", rule, way_out, (PROGRAMS.at("like"),))
    if new and facts.libraries is not None and spec_of(key.kind).in_library:
        library = key.name.rpartition("/")[0]
        if library and not library.startswith(_SPECIAL) and library not in facts.libraries:
            commands = spec_of(key.kind).cl
            rule = f"library {shown(library)} is not on {key.system}"
            remediation = "create the library first, or name one that is there"
            section = f"{commands.name}, qualifier 2"
            sources = (cl_command(commands.create).at(section),)
            yield problem(key, "library-missing", rule, remediation, sources, "library", library)
    attribute = "queue_sharing_group_disposition"
    disposition = sent.get(attribute)
    if facts.queue_sharing_group == "" and disposition in _OF_A_GROUP:
        rule, sources = f"{key.system} is in no queue sharing group", (_SHARING,)
        code = "no-queue-sharing-group"
        yield problem(key, code, rule, 'use "q_mgr"', sources, attribute, disposition)
    if new and disposition == "copy" and like:
        rule = f"like {like} is ignored: a copy has what the group object of its name has"
        sources = (CHANGE_QUEUE.at("FromQName"),)
        yield problem(key, "like-ignored", rule, "leave like out", sources, warning=True)
    if sent.get("scope") == "cell" and facts.cell_directory is False:
        rule = f"{key.system} has no name service with a cell directory"
        remediation = 'use scope="q_mgr", or configure the name service'
        sources = (CHANGE_QUEUE.at("Scope"),)
        yield problem(key, "no-cell-directory", rule, remediation, sources, "scope", "cell")


def is_reserved(key: Key) -> bool:
    """Whether the memberships of clusters write an object, and no program does."""
    return key.kind == NamelistSpec.kind and key.name == REPOSITORIES


def reserved(key: Key) -> Iterator[Diagnostic]:
    """What is wrong with declaring an object that the memberships of clusters write."""
    if is_reserved(key):
        rule = "holds the clusters that the queue manager is a full repository of, and is written "
        rule += "by their memberships"
        way_out = "leave it out, it stays as it is; or give the namelist another name"
        yield problem(key, "kept-by-memberships", rule, way_out, (PROGRAMS.at("Clusters"),))
