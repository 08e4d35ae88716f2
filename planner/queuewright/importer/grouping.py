"""Names of a generated program: identifiers, resource names, and which module an object stands in:
by its kind, then by the front of its name."""

import builtins
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.kinds import KINDS
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins)})


def words_of_kind(kind: str) -> str:
    """`mq:LocalQueue` -> `local_queue`."""
    name = kind.rpartition(":")[2]
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def snake(text: str) -> str:
    """The letters and digits of a name as an identifier: `ORDERS.IN` -> `orders_in`; "" when there
    are none."""
    return "_".join(re.findall(r"[A-Za-z0-9]+", text)).lower()


def identifiers(keys: Iterable[Key], taken: Iterable[str]) -> dict[Key, str]:
    """A readable identifier for each object, unique among them and not among `taken`; where two
    names would be alike, the second gets its kind, then a number."""
    used = {*taken, *_RESERVED}
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind)
        name = key.name.rpartition("/")[2] if "library" in KINDS[key.kind].identity() else key.name
        base = snake(name) or kind
        if base[0].isdigit():
            base = f"{kind.rpartition('_')[2]}_{base}"
        names[key] = unused(base, f"{base}_{kind.rpartition('_')[0] or kind}", used)
    return names


def unused(first: str, second: str, used: set[str]) -> str:
    """The first that is not used yet, of both names and the second with a number; it is then."""
    numbered = (f"{second}_{number}" for number in count(2))
    name = next(name for name in chain((first, second), numbered) if name not in used)
    used.add(name)
    return name


def resource_names(keys: Iterable[Key]) -> dict[Key, str]:
    """A name in the program for each object: its own; where two kinds share one, the second has
    its kind added, with a hyphen that no MQ name has."""
    used: set[str] = set()
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind).replace("_", "-")
        names[key] = unused(key.name, f"{key.name}-{kind}", used)
    return names


_LINES = 450  # of a module, about
_LONGEST = 10  # characters of each part of a name in a module's name


@dataclass(frozen=True, slots=True)
class Group:
    """Objects that belong together; groups stand in the order of what depends on what."""

    name: str
    title: str


_TRANSMISSION = ("transmission_queues", "Transmission queues")
# What others refer to comes first; then every other kind's module, in the order of the registry.
_FIRST = (
    ClusterSpec.module,
    NamelistSpec.module,
    ClusterReceiverChannelSpec.module,
    _TRANSMISSION,
    LocalQueueSpec.module,
    ModelQueueSpec.module,
    RemoteQueueSpec.module,
    AliasQueueSpec.module,
    AuthorizationListSpec.module,
)


def group_of(declared: Definition) -> Group:
    """The kind's group, but that transmission queues stand apart."""
    apart = declared.kind == LocalQueueSpec.kind and declared.values.get("usage") == "transmission"
    return Group(*(_TRANSMISSION if apart else KINDS[declared.kind].module))


GROUPS = tuple(
    Group(*module) for module in dict.fromkeys((*_FIRST, *(s.module for s in KINDS.values())))
)


@dataclass(frozen=True, slots=True)
class Module:
    """One file: its name without .py, its first sentence, what it declares."""

    name: str
    title: str
    keys: tuple[Key, ...]


def modules_of(
    ordered: Sequence[Key], objects: Mapping[Key, Definition], lengths: Mapping[Key, int]
) -> list[Module]:
    """The modules, in the order of what depends on what. lengths: lines of each declaration."""
    modules: list[Module] = []
    used: set[str] = set()
    members: dict[Group, list[Key]] = {group: [] for group in GROUPS}
    for key in sorted(ordered):
        members[group_of(objects[key])].append(key)
    for group, grouped in members.items():
        chunks = _packed(_split(grouped, lengths, 0), lengths) if grouped else []
        for keys in chunks:
            name, title = group.name, group.title
            if len(chunks) > 1:
                common, first, last = _span(keys[0], keys[-1])
                name = "_".join(filter(None, (group.name, _short(common), _short(first))))
                title = f"{title}, {'.'.join((*common, *first))}"
                if last != first:
                    name = f"{name}_to_{_short(last)}" if _short(last) else name
                    title = f"{title} to {'.'.join((*common, *last))}"
            name = unused(name, name, used)
            modules.append(Module(name, title, tuple(keys)))
    return modules


def _split(keys: Sequence[Key], lengths: Mapping[Key, int], depth: int) -> list[list[Key]]:
    """Runs of keys that fit a module each; names with the same front stay together if they fit."""
    if _size(keys, lengths) <= _LINES or len(keys) == 1:
        return [list(keys)]
    if all(len(_segments(key)) <= depth for key in keys):
        return [[key] for key in keys]
    alike: dict[tuple[str, ...], list[Key]] = {}
    for key in keys:
        alike.setdefault(_segments(key)[: depth + 1], []).append(key)
    return [run for members in alike.values() for run in _split(members, lengths, depth + 1)]


def _packed(runs: Sequence[list[Key]], lengths: Mapping[Key, int]) -> list[list[Key]]:
    """Neighbouring runs together, as far as they fit."""
    packed: list[list[Key]] = []
    for run in runs:
        if packed and _size(packed[-1], lengths) + _size(run, lengths) <= _LINES:
            packed[-1] += run
        else:
            packed.append(list(run))
    return packed


def _size(keys: Sequence[Key], lengths: Mapping[Key, int]) -> int:
    return sum(lengths[key] for key in keys)


def _segments(key: Key) -> tuple[str, ...]:
    return tuple(key.name.replace("/", ".").split("."))


def _span(first: Key, last: Key) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What two names have in common, and the next part of each."""
    start, end = _segments(first), _segments(last)
    depth = 0
    while depth < min(len(start), len(end)) - 1 and start[depth] == end[depth]:
        depth += 1
    return start[:depth], start[depth : depth + 1], end[depth : depth + 1]


def _short(parts: Sequence[str]) -> str:
    return "_".join(snake(part)[:_LONGEST].strip("_") for part in parts)
