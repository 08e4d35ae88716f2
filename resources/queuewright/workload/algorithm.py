"""Which instances of a clustered queue a put may go to, and why the others may not.

IBM's cluster workload management algorithm, in its order since IBM MQ 8, over the fields of the
workload record (MQWQR) and the attributes of cluster-receiver channels. Facts that only a queue
manager knows (the state of channels, suspended queue managers, which channel was used
last) decide nothing here: every channel counts as inactive or running. docs/readings.md has what
the documents leave open.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from queuewright.catalogue.sources import (
    MQWQR,
    WORKLOAD,
    WORKLOAD_CHANNELS,
    WORKLOAD_MANAGERS,
    WORKLOAD_QUEUES,
    Citation,
    Sources,
)

from .record import QueueFlags, WorkloadRecord


@dataclass(frozen=True, slots=True)
class WorkloadRule:
    """One rule of the algorithm: its number here, what it says, where that is published."""

    number: int
    title: str
    sources: Sources


def _rule(number: int, title: str, *sources: Citation) -> WorkloadRule:
    return WorkloadRule(number, title, (WORKLOAD.at("the rules"), *sources))


MEMBERS = _rule(1, "instances that share no cluster with the putting queue manager are eliminated")
ROUTES = _rule(2, "cluster-receiver channels that are not in the queue's cluster are eliminated")
CHANNEL_RANK = _rule(3, "the highest CLWLRANK of channels", WORKLOAD_CHANNELS.at("CLWLRANK"))
QUEUE_RANK = _rule(
    4, "the highest CLWLRANK of queues", WORKLOAD_QUEUES.at("CLWLRANK"), MQWQR.at("CLWLQueueRank")
)
PUT_ALLOWED = _rule(5, "put disabled queues are eliminated", MQWQR.at("InhibitPut"))
LOCAL = _rule(
    6, "only the local instance, by CLWLUSEQ", WORKLOAD_QUEUES.at("CLWLUSEQ"), MQWQR.at("QFlags")
)
NETWORK = _rule(
    7, "the highest NETPRTY of each queue manager's channels", WORKLOAD_CHANNELS.at("NETPRTY")
)
CHANNEL_PRIORITY = _rule(8, "the highest CLWLPRTY of channels", WORKLOAD_CHANNELS.at("CLWLPRTY"))
QUEUE_PRIORITY = _rule(
    9,
    "the highest CLWLPRTY of queues",
    WORKLOAD_QUEUES.at("CLWLPRTY"),
    MQWQR.at("CLWLQueuePriority"),
)
CHANNELS = _rule(
    10, "the CLWLMRUC channels that were chosen last", WORKLOAD_MANAGERS.at("CLWLMRUC")
)
WEIGHTS = _rule(11, "the least recently used, by CLWLWGHT", WORKLOAD_CHANNELS.at("CLWLWGHT"))
RULES = (
    MEMBERS, ROUTES, CHANNEL_RANK, QUEUE_RANK, PUT_ALLOWED, LOCAL, NETWORK, CHANNEL_PRIORITY,
    QUEUE_PRIORITY, CHANNELS, WEIGHTS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Channel:
    """A cluster-receiver channel as far as it decides; defaults are those that IBM ships."""

    name: str
    rank: int = 0
    priority: int = 0
    weight: int = 50
    net_priority: int = 0


@dataclass(frozen=True, slots=True)
class Instance:
    """A queue of the cluster: its queue manager, its kind, its workload record, whether the queue
    manager is in the cluster, and the channels there that lead to it."""

    queue_manager: str
    kind: str
    record: WorkloadRecord
    is_member: bool = True
    channels: tuple[Channel, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkloadRow:
    """A destination: an instance over a channel (None: it is the local one, or none leads there).
    share: of the messages that are bound to nothing, 0 for one that is eliminated; rule: by
    which."""

    instance: Instance
    channel: Channel | None
    share: float = 0.0
    rule: WorkloadRule | None = None
    reason: str = ""

    @property
    def chosen(self) -> bool:
        return self.rule is None

    @property
    def record(self) -> WorkloadRecord:
        return self.instance.record

    @property
    def channel_rank(self) -> int | None:
        return None if self.channel is None else self.channel.rank

    @property
    def channel_priority(self) -> int | None:
        return None if self.channel is None else self.channel.priority


@dataclass(frozen=True, slots=True)
class WorkloadChoice:
    """Every destination of a put, in the order of the instances. failure: what MQOPEN or MQPUT
    says where nothing is left, "" where something is. notes: what is to be known besides."""

    rows: tuple[WorkloadRow, ...]
    failure: str = ""
    notes: tuple[str, ...] = ()

    @property
    def chosen(self) -> tuple[WorkloadRow, ...]:
        return tuple(row for row in self.rows if row.chosen)


@dataclass
class _Choosing:
    putting: str
    left: list[WorkloadRow]
    gone: list[WorkloadRow] = field(default_factory=list)

    def is_local(self, row: WorkloadRow) -> bool:
        return bool(self.putting) and row.instance.queue_manager == self.putting

    def eliminate(self, rule: WorkloadRule, because: Callable[[WorkloadRow], str]) -> None:
        """Take out each destination for which there is a reason."""
        kept = []
        for row in self.left:
            reason = because(row)
            if reason:
                self.gone.append(WorkloadRow(row.instance, row.channel, 0.0, rule, reason))
            else:
                kept.append(row)
        self.left = kept

    def highest(
        self, rule: WorkloadRule, word: str, of: Callable[[WorkloadRow], int | None]
    ) -> None:
        """Keep what has the most; None is what the rule does not speak of."""
        most = max((value for row in self.left if (value := of(row)) is not None), default=None)

        def lower(row: WorkloadRow) -> str:
            value = of(row)
            if value is None or most is None or value == most:
                return ""
            return f"{word} {value}, and another one has {most}"

        self.eliminate(rule, lower)


def choose(
    instances: Sequence[Instance],
    *,
    putting: str = "",
    putting_is_member: bool = True,
    channels: int | None = None,
) -> WorkloadChoice:
    """The instances that an application may reach that puts to the queue by its name only.

    putting: the queue manager that it is connected to, "" for one of the cluster without an
    instance. putting_is_member: whether that one is in the cluster. channels: its CLWLMRUC, None
    where it is not known.
    """
    choosing = _Choosing(putting, [])
    for instance in instances:
        local = bool(putting) and instance.queue_manager == putting
        ways: Iterable[Channel | None] = instance.channels if not local else ()
        choosing.left += [WorkloadRow(instance, channel) for channel in ways] or [
            WorkloadRow(instance, None)
        ]
    choosing.eliminate(MEMBERS, lambda row: _stranger(choosing, row, putting_is_member))
    choosing.eliminate(ROUTES, lambda row: _unreached(choosing, row))
    choosing.highest(CHANNEL_RANK, "channel rank", lambda row: row.channel_rank)
    choosing.highest(QUEUE_RANK, "queue rank", lambda row: row.record.cluster_workload_queue_rank)
    before_put = list(choosing.left)
    choosing.eliminate(PUT_ALLOWED, _inhibited)
    failure = _failure(choosing, before_put)
    _prefer_local(choosing)
    for manager in dict.fromkeys(row.instance.queue_manager for row in choosing.left):
        choosing.highest(NETWORK, "channel NETPRTY", partial(_net_priority, manager))
    choosing.highest(CHANNEL_PRIORITY, "channel priority", lambda row: row.channel_priority)
    choosing.highest(
        QUEUE_PRIORITY, "queue priority", lambda row: row.record.cluster_workload_queue_priority
    )
    notes = []
    used = len({row.channel for row in choosing.left if row.channel is not None})
    if channels is not None and used > channels:
        notes.append(
            f"CLWLMRUC is {channels}: of these {used} channels only the {channels} that were "
            "chosen last are used, and no definition says which these are (rule 10)"
        )
    rows = [*_shared(choosing.left), *choosing.gone]
    order = {id(instance): place for place, instance in enumerate(instances)}
    rows.sort(key=lambda row: (order[id(row.instance)], row.channel.name if row.channel else ""))
    return WorkloadChoice(tuple(rows), failure, tuple(notes))


def _stranger(choosing: _Choosing, row: WorkloadRow, putting_is_member: bool) -> str:
    if choosing.is_local(row):
        return ""
    if not row.instance.is_member:
        return f"{row.instance.queue_manager} is not in the cluster"
    return "" if putting_is_member else f"{choosing.putting} is not in the cluster"


def _unreached(choosing: _Choosing, row: WorkloadRow) -> str:
    if row.channel is not None or choosing.is_local(row):
        return ""
    return f"no cluster-receiver channel of {row.instance.queue_manager} is in the cluster"


def _inhibited(row: WorkloadRow) -> str:
    return "put is inhibited" if row.record.inhibit_put == "put_inhibited" else ""


def _net_priority(manager: str, row: WorkloadRow) -> int | None:
    if row.channel is None or row.instance.queue_manager != manager:
        return None
    return row.channel.net_priority


def _prefer_local(choosing: _Choosing) -> None:
    local = [row for row in choosing.left if choosing.is_local(row)]
    flags = local[0].record.queue_flags if local else QueueFlags.NONE
    if QueueFlags.CLWL_USEQ_LOCAL in flags:
        own = f"{choosing.putting} has an instance of its own, and its CLWLUSEQ is LOCAL"
        choosing.eliminate(LOCAL, lambda row: "" if choosing.is_local(row) else own)


def _failure(choosing: _Choosing, before_put: Sequence[WorkloadRow]) -> str:
    if choosing.left:
        return ""
    if not before_put:
        return "MQRC_UNKNOWN_OBJECT_NAME (2085); where open, MQRC_NO_DESTINATIONS_AVAILABLE (2270)"
    if any(choosing.is_local(row) for row in before_put):
        return "MQRC_PUT_INHIBITED (2051)"
    return "MQRC_CLUSTER_PUT_INHIBITED (2268)"


def _shared(rows: Sequence[WorkloadRow]) -> list[WorkloadRow]:
    """The destinations that are left, each with its part of the messages: by the weight of its
    channel."""
    weights = [row.channel.weight if row.channel is not None else _own_weight(row) for row in rows]
    total = sum(weights)
    return [
        WorkloadRow(row.instance, row.channel, weight / total)
        for row, weight in zip(rows, weights, strict=True)
    ]


def _own_weight(row: WorkloadRow) -> int:
    """Of the local instance: that of the channel by which others reach it."""
    return max((channel.weight for channel in row.instance.channels), default=Channel("").weight)
