"""Objects of a queue-sharing group of z/OS that several of its queue managers give: one of them
declares each.

Source: Change Queue (PCF) QSGDisposition: a shared queue and a group object are one object of the
group, whichever of its queue managers shows it; a copy is made by its group object.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.dialects.definition import Action, Definition
from queuewright.diff.normalise import read_inputs
from queuewright.diff.sharing import COPY, GROUP, disposition_of, is_of_group, meant
from queuewright.diff.write_only import write_only
from queuewright.host.project import load_project, load_stack

from .evaluating import declared_with
from .folding import Folded, is_dynamic
from .reading import CannotImport

_GROUP_NAME = re.compile(r"[A-Z$#@][A-Z0-9$#@]{0,3}")  # of CSQ6SYSP QSGDATA

MAY_BE_ONE_GROUP = Rule(
    "may-be-one-group",
    "Files may be of queue managers of one queue-sharing group",
    "{place} defines it too: it is one object where the two are in one queue-sharing group, and is "
    "declared twice now",
    "import them with --queue-sharing-group NAME={systems}",
    (CHANGE_QUEUE.at("QSGDisposition"),),
    severity=Severity.WARNING,
)


@dataclass(frozen=True, slots=True)
class GroupObject:
    """An object of a queue-sharing group. system: the queue manager that declares it. attributes:
    as that one gives them. place: `FILE:LINE` of it, "" where no file gives it."""

    system: str
    attributes: Mapping[str, Value]
    place: str = ""

    def difference(self, kind: str, attributes: Mapping[str, Value]) -> str:
        """The first attribute that differs at another queue manager, with both values unless they
        are secret; "" for none. attributes: as that one gives them."""
        for name, value in attributes.items():
            if name not in self.attributes or self.attributes[name] == value:
                continue
            if name in write_only(kind):
                return name
            return f"{name} is {shown(self.attributes[name])} there and {shown(value)} here"
        return ""


# Of a queue-sharing group: its name, kind and name of each object that an import has taken.
OfGroups = dict[tuple[str, str, str], GroupObject]


def meant_by(observed: Observed) -> Observed:
    """The object to declare for what a queue manager has under a name: the group object in place of
    the copy that it makes."""
    live, shared = meant(observed, None), meant(observed, GROUP)
    is_in_place = live is None or disposition_of(live.attributes) == COPY
    one = shared if shared is not None and is_in_place else live
    assert one is not None
    return one


def is_declared_by_another(
    one: Observed, facts: SystemFacts, taken: OfGroups, there: Collection[Key] = (), place: str = ""
) -> bool:
    """Whether another queue manager of its group declares it, or the group object that makes this
    copy; else an object of the group is taken now. one: as of `meant_by`. there: what others will
    declare. place: `FILE:LINE` of the object."""
    group = facts.queue_sharing_group
    if not group:
        return False
    of_group = group, one.key.kind, one.key.name
    if is_of_group(one.key.kind, one.attributes):
        if of_group not in taken:
            taken[of_group] = GroupObject(facts.name, one.attributes, place)
            return False
        return True
    is_copy = disposition_of(one.attributes) == COPY
    return is_copy and (of_group in taken or one.key in there)


def declare_once(
    folded: Folded, facts: SystemFacts, taken: OfGroups, there: Collection[Key]
) -> Counter[str]:
    """Take from what files define whatever another queue manager of the group declares. taken,
    there: as of `is_declared_by_another`. Returns kind -> how many. Raises CannotImport, naming
    both places, where files differ about one object of the group."""
    left: Counter[str] = Counter()
    group = facts.queue_sharing_group
    for name, item in [*folded.objects.items()] if group else ():
        if is_dynamic(item):
            continue
        beside = folded.in_repository.get(name)
        has = folded.attributes[name]
        one = meant_by(
            Observed(Key(facts.name, *name), has, group=beside.attributes if beside else None)
        )
        made = beside.definition if beside and one.in_repository else item
        place = f"{made.file}:{made.line}"
        given = (
            taken.get((group or "", *name)) if is_of_group(one.key.kind, one.attributes) else None
        )
        if given is not None and (differs := given.difference(item.kind, one.attributes)):
            rule = f"it differs from {given.place or given.system}, and it is one object in"
            remediation = "give both the value that the group has, or leave one of them out"
            raise CannotImport(
                one_line(
                    f"{place}: {item.kind} {item.name}: {rule} {group}: {differs}; {remediation}"
                )
            )
        if is_declared_by_another(one, facts, taken, there, place):
            left[item.kind] += 1
            del folded.objects[name]
        else:
            folded.objects[name], folded.attributes[name] = made, one.attributes
    return left


def keys_of(taken: OfGroups, group: str | None, system: str) -> list[Key]:
    """The objects of a group that are taken, as objects of one of its queue managers."""
    return [Key(system, kind, name) for of_group, kind, name in taken if of_group == group]


def shared_by(definitions: Iterable[Definition]) -> dict[tuple[str, str], int]:
    """Kind and name of the objects of a group that commands create -> the line of the first."""
    found: dict[tuple[str, str], int] = {}
    for each in definitions:
        if each.action is Action.CREATE and is_of_group(each.kind, each.values):
            found.setdefault((each.kind, each.name), each.line)
    return found


def members(
    groups: Iterable[str], systems: Collection[str], configured: Mapping[str, str]
) -> dict[str, str]:
    """System -> its queue-sharing group, of those that have one. groups: `NAME` of all systems, or
    `NAME=SYSTEM,...`; configured: what the stack says. Raises CannotImport, in one line."""
    of = {name: group for name, group in configured.items() if name in systems}
    for argument in groups:
        group, equals, listed = argument.partition("=")
        named = [name.strip() for name in listed.split(",")] if equals else [*systems]
        if not _GROUP_NAME.fullmatch(group):
            rule = f"--queue-sharing-group {argument}: {shown(group)} must be 1 to 4 characters"
            remediation = "give NAME, or NAME=SYSTEM,SYSTEM"
            raise CannotImport(one_line(f"{rule} A-Z 0-9 $ # @, no digit first; {remediation}"))
        for name in named:
            if name not in systems:
                rule = f"--queue-sharing-group {argument}: no file is of {shown(name)}"
                raise CannotImport(one_line(f"{rule}; the files are of {', '.join(systems)}"))
            if of.setdefault(name, group) != group:
                rule = f"--queue-sharing-group {argument}: {name} is in {of[name]}"
                remediation = "a queue manager is in one queue-sharing group: correct one of them"
                raise CannotImport(one_line(f"{rule}; {remediation}"))
    return of


def groups_of_stack(directory: Path, stack: str) -> dict[str, str]:
    """System -> the queue-sharing group that the configuration of a stack gives it. Raises
    ProjectError, StackError."""
    project = load_project(directory)
    if not (project.stack_directory / f"Pulumi.{stack}.yaml").is_file():
        return {}
    dispositions = {
        name: entry.get("queue_sharing_group")
        for name, entry in load_stack(project, stack).systems.items()
    }
    return {name: group for name, group in dispositions.items() if isinstance(group, str) and group}


def of_project(directory: Path, stack: str) -> OfGroups:
    """The objects of queue-sharing groups that a project declares on systems whose group its stack
    says. Raises QueuewrightError where it says one, and the program cannot be run."""
    configured = groups_of_stack(directory, stack)
    found: OfGroups = {}
    for declared in declared_with(load_project(directory), stack, {}) if configured else ():
        key = declared.key
        group = configured.get(key.system) if key is not None else None
        if key is None or group is None:
            continue
        attributes = read_inputs(key.kind, declared.inputs).attributes
        if is_of_group(key.kind, attributes):
            of_group = group, key.kind, key.name
            found[of_group] = GroupObject(key.system, attributes, declared.place)
    return found


def may_be_one_group(
    systems: Mapping[str, Mapping[tuple[str, str], str]],
) -> dict[str, Diagnostic]:
    """A warning for the first system whose files define an object of a group that those of another
    define too. systems: each with kind and name -> place, of the objects of groups."""
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for system, shared in systems.items():
        for name, place in shared.items():
            other, elsewhere = first.setdefault(name, (system, place))
            if other != system:
                kind, called = name
                both = f"{other},{system}"
                warning = MAY_BE_ONE_GROUP(f"{kind} {called}", place=elsewhere, systems=both)
                file, _, line = place.rpartition(":")
                return {system: replace(warning, file=file, line=int(line))}
    return {}
