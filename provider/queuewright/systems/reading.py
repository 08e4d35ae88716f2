"""All that a system has of some kinds, and what a reading of everything leaves out.

An IBM i tells what is in the libraries of its configuration. The libraries that a program declares,
or a state has, may be in others: it is asked for by name before anybody takes it to be absent. So
is what a queue manager ought to have: a DISPLAY of several leaves out what the user may not see.
"""

from collections.abc import Collection, Iterable, Iterator

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Lifecycle
from queuewright.graph.references import secured_by
from queuewright.ibmi.base import in_library
from queuewright.kinds import is_ibmi, is_mq, is_optional, is_record, spec_of
from queuewright.world.snapshot import Snapshot

from .limits import read_for, with_limits
from .protocol import FEW_NAMES, System

_OF_USERS = ("QGPL", "QUSRSYS")


def observe_all(
    system: System,
    kinds: Collection[str],
    named: Iterable[Key] = (),
    *,
    expected: Iterable[Key] = (),
    status: bool = False,
) -> list[Observed]:
    """Everything of `kinds`, each object once, and those of `named` wherever they are. Keys of
    other systems and kinds may be among them. expected: those that ought to be there, as a state
    has them. Raises what `System.observe` raises, also where the user may not see one of these."""
    kinds, wanted = read_for(kinds), kinds
    found = with_limits(system, wanted, list(system.observe(kinds, status=status)))
    for kind, names in _optional(system, kinds, named, found).items():
        found += system.observe((kind,), sorted(names), status=status)
    found += _unseen(system, kinds, expected, found, status=status)
    asked = _to_ask(system, kinds, named, found)
    if asked:
        there = {one.key for one in found}
        of_ibmi = [kind for kind in kinds if is_ibmi(kind)]
        more = system.observe(of_ibmi, sorted(asked), status=status)
        found += [one for one in more if one.key not in there]
    return found


def on_member(
    system: System, group: str | None, shared: Collection[Key], known: Snapshot | None = None
) -> Snapshot | None:
    """A queue manager with the status of these shared queues as it has it, and who has what open
    there; None for one that is not in the queue-sharing group. known: what else is known of it.
    Raises what `System.observe` raises."""
    if not group or system.facts.queue_sharing_group != group:
        return None
    kinds, names = sorted({key.kind for key in shared}), sorted({key.name for key in shared})
    found = list(system.observe(kinds, names, status=True))
    known = known or Snapshot.of((), None, system.facts)
    return known.noted(found).opened_by(system.handles())


def _optional(
    system: System, kinds: Collection[str], named: Iterable[Key], found: Collection[Observed]
) -> dict[str, set[str]]:
    """The named objects of kinds that a reading of everything may leave out: a queue manager that
    does not show them has to say why."""
    there = {one.key for one in found}
    asked: dict[str, set[str]] = {}
    for key in named:
        is_asked = key.system == system.name and key.kind in kinds and key not in there
        if is_asked and is_optional(key.kind) and _can_exist(key):
            asked.setdefault(key.kind, set()).add(key.name)
    return asked


def _unseen(
    system: System,
    kinds: Collection[str],
    expected: Iterable[Key],
    found: Collection[Observed],
    *,
    status: bool,
) -> Iterator[Observed]:
    """Expected objects that a DISPLAY of several did not show, by their names. Of those that the
    user may not see a queue manager says nothing there, and refuses each by its name."""
    there = {one.key for one in found}
    asked: dict[str, list[str]] = {}
    for key in expected:
        is_asked = key.system == system.name and key.kind in kinds and key not in there
        if is_asked and _is_hidden_alone(key.kind) and _can_exist(key):
            asked.setdefault(key.kind, []).append(key.name)
    for kind, names in asked.items():
        for start in range(0, len(names), FEW_NAMES):
            few = sorted(names[start : start + FEW_NAMES])
            yield from system.observe((kind,), few, status=status)


def _is_hidden_alone(kind: str) -> bool:
    """Whether a user may see some objects of the kind and not others: records, and the queue
    manager itself, are seen by whoever may see the queue manager."""
    return is_mq(kind) and not is_optional(kind) and spec_of(kind).lifecycle is Lifecycle.OBJECT


def presumable(kind: str) -> bool:
    """Whether an object of the kind may be there that no reading shows: it is asked for by name."""
    service = spec_of(kind).sql
    return service is not None and bool(service.of_active)


def is_part_of_others(kind: str) -> bool:
    """Whether other objects show what objects of the kind say, as they do of their users: a reading
    of everything has it there."""
    return is_record(kind) and is_ibmi(kind)


def is_left_out(kind: str) -> bool:
    """Whether a reading of everything leaves out objects of the kind, or may: they are asked for by
    name."""
    return presumable(kind) or is_part_of_others(kind)


def _can_exist(key: Key) -> bool:
    """Whether the name is one; the mistake in one that is not is reported with the declaration."""
    names = spec_of(key.kind).names_in(key.name)
    _, problems = spec_of(key.kind).validate_values(names)
    return not any(problem.is_error and problem.attribute in names for problem in problems)


def library_of(key: Key) -> str:
    """The library of an object, "" for one that is in none; a library itself."""
    spec = spec_of(key.kind)
    if Role.LIBRARY in spec.roles:
        return key.name
    return spec.names_in(key.name).get("library", "") if spec.in_library else ""


def of_users(library: str) -> bool:
    """Whether *ALLUSR means a library. There are more that begin with Q: they cost a question by
    name, where something in them is named."""
    return library in _OF_USERS or not library.startswith(("Q", "#"))


def left_out(facts: SystemFacts, key: Key) -> bool:
    """Whether a reading of everything does not show the object: only its name does."""
    library = library_of(key)
    return bool(library) and not facts.takes_in(library)


def _to_ask(
    system: System, kinds: Collection[str], named: Iterable[Key], found: Collection[Observed]
) -> set[str]:
    """Names in libraries that were not read; also in those from which nothing came, as one that the
    user may not read looks like one that is empty."""
    named = [*named, *(secured for key in named for secured in secured_by(key))]
    mine = [key for key in named if key.system == system.name and key.kind in kinds]
    mine = [key for key in mine if library_of(key) and _can_exist(key)]
    facts = system.facts
    if not mine or facts.libraries_read is None:
        return set()
    there = {one.key for one in found}
    seen = {library_of(one.key) for one in found if spec_of(one.key.kind).in_library}
    missing = {in_library(key, facts) for key in mine} - there
    return {key.name for key in missing if left_out(facts, key) or library_of(key) not in seen}
