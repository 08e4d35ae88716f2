"""Declarations that a system cannot have, whatever the object itself says: as far as its facts
tell.

Sources: Change Queue (PCF) QSGDisposition and Scope; CRTMSGQ and CRTDTAQ, qualifier Library.
"""

from collections.abc import Collection, Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CRTDTAQ,
    CRTMSGQ,
    PROGRAMS,
    PULUMI,
    Sources,
    cl_command,
)
from queuewright.kinds import is_ibmi, is_queue, spec_of
from queuewright.mq.membership import REPOSITORIES
from queuewright.mq.namelist import NamelistSpec

from .types import AttributeChange

# *LIBL and the like are places, not libraries; which of them a command takes is the spec's rule.
_SPECIAL = "*"
_OF_A_GROUP: Collection[Value] = ("copy", "group", "shared")

CAUTION = Rule(
    "caution",
    "A change that the documents warn of",
    "was {before}; {caution}",
    "make sure that none does",
    severity=Severity.WARNING,
)
NO_GROUP_OBJECT = Rule(
    "no-group-object",
    "A copy without a group object",
    "a copy is made from the group object of its name and kind, and {there_is}",
    f'declare it with {DISPOSITION}="group": that makes the copies as well',
    (CHANGE_QUEUE.at("QSGDisposition"),),
    DISPOSITION,
)
GROUP_OBJECT_EXISTS = Rule(
    "group-object-exists",
    "A group has one group object of a name",
    "the group has a group object of this name already",
    "choose another name, or delete that first",
    (CHANGE_QUEUE.at("QSGDisposition"),),
    DISPOSITION,
)
KIND_NOT_REACHED = Rule(
    "kind-not-reached",
    "A system is reached in a way that does not have this kind",
    "{system} is reached in a way that knows only {kinds}",
    "give it a system of a type that reaches this kind, or name the queue manager of an IBM i in "
    "its entry (queue_manager)",
    (PROGRAMS.at("system"),),
)
LIKE_UNREPORTED = Rule(
    "like-unreported",
    "An object is made like one that is not wholly reported",
    "like {like}: {system} does not report its {attributes}",
    "leave like out, and declare its attributes",
    (PROGRAMS.at("like"),),
)
LIBRARY_MISSING = Rule(
    "library-missing",
    "A library is not there",
    "library {library} is not on {system}",
    "create the library first, or name one that is there",
    (CRTDTAQ.at("DTAQ"), CRTMSGQ.at("MSGQ")),
    "library",
    page="QW601",
)
NO_QUEUE_SHARING_GROUP = Rule(
    "no-queue-sharing-group",
    "A disposition of a group on a queue manager that is in none",
    "{system} is in no queue sharing group",
    'use "q_mgr"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
    DISPOSITION,
)
NO_GROUP_OF_KIND = NO_QUEUE_SHARING_GROUP.but(
    code="no-group-of-kind",
    title="An object of a group on a queue manager that is in none",
    reason="{system} is in no queue sharing group, and {kind} is an object of a group",
    remediation="declare it on a queue manager of the group",
    attribute="name",
)
LIKE_IGNORED = Rule(
    "like-ignored",
    "A copy is not made like another object",
    "like {like} is ignored: a copy has what the group object of its name has",
    "leave like out",
    (CHANGE_QUEUE.at("FromQName"),),
    severity=Severity.WARNING,
)
NO_CELL_DIRECTORY = Rule(
    "no-cell-directory",
    "A scope of the cell without a cell directory",
    "{system} has no name service with a cell directory",
    'use scope="q_mgr", or configure the name service',
    (CHANGE_QUEUE.at("Scope"),),
    "scope",
)
KEPT_BY_MEMBERSHIPS = Rule(
    "kept-by-memberships",
    "A namelist that the memberships of clusters write",
    "holds the clusters that the queue manager is a full repository of, and is written by their "
    "memberships",
    "leave it out, it stays as it is; or give the namelist another name",
    (PROGRAMS.at("Clusters"),),
)

DECIDED_BY_CLUSTERS = Rule(
    "decided-by-clusters",
    "A repository that memberships of clusters set",
    "is set by the memberships of clusters",
    "leave it out, and declare {decided_by}",
    (PROGRAMS.at("Clusters"),),
)

IMPORT_MISSING = Rule(
    "import-missing",
    "An object that is to be imported is not there",
    "is not on {system}, so it cannot be imported",
    "leave out import_ to create it, or correct the name",
    (PULUMI.at("import"),),
)


def name_sources(kind: str) -> Sources:
    """The documents that say that objects of a kind, and others, share their names."""
    if is_queue(kind):
        return (CHANGE_QUEUE.at("ToQName"),)
    return spec_of(kind).fields_described()["name"].sources


def cautions(key: Key, changes: Collection[AttributeChange]) -> Iterator[Diagnostic]:
    """The documents' warnings about changes of these attributes."""
    attributes = spec_of(key.kind).attributes()
    for change in changes:
        caution = attributes[change.name].caution
        if caution is not None and change.before is not None:
            name, sources = change.name, attributes[change.name].sources
            before, after = change.before, change.after
            yield CAUTION(
                key, after, attribute=name, sources=sources, before=before, caution=caution
            )


def group_conflict(
    key: Key,
    values: Mapping[str, Value],
    in_group: Collection[str] | None,
    replaced: Mapping[str, Value] | None = None,
) -> Iterator[Diagnostic]:
    """A copy is made from the group object of its name; a group has one group object of a name.
    in_group: the kinds of those that there are, None where that is not known. replaced: the
    attributes of the object that goes first."""
    disposition = values.get(DISPOSITION)
    if in_group is None:
        return
    goes = replaced is not None and replaced.get(DISPOSITION) == "group"
    there = () if goes else sorted(in_group)
    if disposition == "copy" and key.kind not in there:
        there_is = "there would be none" if goes else "there is none"
        if there:
            there_is = f"that is {there[0]}"
        yield NO_GROUP_OBJECT(key, disposition, there_is=there_is)
    elif disposition == "group" and there:
        yield GROUP_OBJECT_EXISTS(key, disposition)


def _library_of_new(key: Key) -> str:
    """The library that a new object needs: its own, or that of the object that an entry is of; ""
    for none."""
    spec = spec_of(key.kind)
    if not spec.in_library and (spec.has_one_name() or not is_ibmi(key.kind)):
        return ""
    placed = key.name if spec.in_library else spec.names_in(key.name).get("name", "")
    return placed.rpartition("/")[0]


def _lacks_library(facts: SystemFacts, library: str) -> bool:
    """Whether there is no such library, nor one that is declared; False where nobody knows."""
    known = facts.exists(Role.LIBRARY, library)
    if known is None:
        return facts.libraries is not None and library not in facts.libraries
    return not known


def cannot_have(
    key: Key, sent: Mapping[str, Value], facts: SystemFacts, *, new: bool, like: str | None = None
) -> Iterator[Diagnostic]:
    """Why the system would refuse the attributes that are sent, or the object if it is `new`.
    like: the object that a new one shall be made like."""
    if facts.kinds is not None and (spec_of(key.kind).limits or key.kind) not in facts.kinds:
        kinds = ", ".join(sorted(facts.kinds))
        yield KIND_NOT_REACHED(key, system=key.system, kinds=kinds)
    unseen = facts.unreported.get(key.kind, frozenset()) - sent.keys()
    if new and like and unseen:
        names = ", ".join(sorted(unseen))
        yield LIKE_UNREPORTED(key, like=like, system=key.system, attributes=names)
    if new and (library := _library_of_new(key)):
        is_named = not library.startswith(_SPECIAL)
        if is_named and _lacks_library(facts, library):
            commands = spec_of(key.kind).cl
            sources = spec_of(key.kind).fields_described()["name"].sources
            if commands.create:
                sources = (cl_command(commands.create).at(f"{commands.name}, qualifier 2"),)
            name = shown(library)
            yield LIBRARY_MISSING(key, library, sources=sources, library=name, system=key.system)
    disposition = sent.get(DISPOSITION)
    if facts.queue_sharing_group == "" and disposition in _OF_A_GROUP:
        yield NO_QUEUE_SHARING_GROUP(key, disposition, system=key.system)
    if facts.queue_sharing_group == "" and spec_of(key.kind).of_group:
        described = spec_of(key.kind).fields_described()["name"].sources
        yield NO_GROUP_OF_KIND(key, sources=described, system=key.system, kind=key.kind)
    if new and disposition == "copy" and like:
        yield LIKE_IGNORED(key, like=like)
    if sent.get("scope") == "cell" and facts.cell_directory is False:
        yield NO_CELL_DIRECTORY(key, "cell", system=key.system)


def is_reserved(key: Key) -> bool:
    """Whether the memberships of clusters write an object, and no program does."""
    return key.kind == NamelistSpec.kind and key.name == REPOSITORIES


def reserved(key: Key, declared: Mapping[str, Value]) -> Iterator[Diagnostic]:
    """The problem of declaring an object that the memberships of clusters write."""
    if is_reserved(key):
        yield KEPT_BY_MEMBERSHIPS(key)
    for name, attribute in spec_of(key.kind).attributes().items():
        if attribute.decided_by and name in declared:
            value, decided_by = declared[name], attribute.decided_by
            yield DECIDED_BY_CLUSTERS(key, value, attribute=name, decided_by=decided_by)
