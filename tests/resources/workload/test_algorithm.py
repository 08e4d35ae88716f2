"""Where a put to a queue of a cluster goes: each rule of IBM's algorithm, and their order."""

from collections.abc import Sequence
from typing import Any

import pytest

from queuewright.workload.algorithm import (
    CHANNEL_PRIORITY,
    CHANNEL_RANK,
    LOCAL,
    MEMBERS,
    NETWORK,
    PUT_ALLOWED,
    QUEUE_PRIORITY,
    QUEUE_RANK,
    ROUTES,
    RULES,
    Channel,
    Instance,
    WorkloadChoice,
    choose,
)
from queuewright.workload.record import record_for

RANK, PRIORITY = "cluster_workload_queue_rank", "cluster_workload_queue_priority"
INHIBITED = {"inhibit_put": "put_inhibited"}
USE = "cluster_workload_use_queue"


def instance(
    manager: str,
    *channels: Channel,
    is_member: bool = True,
    kind: str = "mq:LocalQueue",
    **values: Any,
) -> Instance:
    """An instance of ORDERS, by one channel as IBM ships it where none is given."""
    record = record_for(
        kind, "ORDERS", {"cluster_name": "C", **values}, queue_manager_identifier=manager
    )
    assert record is not None
    ways = channels or (Channel(f"C.{manager}"),)
    return Instance(manager, kind, record, is_member, ways)


def reported(choice: WorkloadChoice) -> dict[str, str]:
    """Queue manager, and channel where it has several -> its part, or rule and reason."""
    managers = [row.instance.queue_manager for row in choice.rows]
    return {
        (
            row.instance.queue_manager
            if managers.count(row.instance.queue_manager) == 1 or row.channel is None
            else row.channel.name
        ): f"{row.share:.2f}" if row.rule is None else f"{row.rule.number} {row.reason}"
        for row in choice.rows
    }


def chosen(*instances: Instance, **options: Any) -> list[str]:
    return [row.instance.queue_manager for row in choose(instances, **options).chosen]


def test_alike_instances_share_the_messages() -> None:
    assert reported(choose([instance("QM1"), instance("QM2")])) == {"QM1": "0.50", "QM2": "0.50"}


def test_rule_1_only_who_shares_the_cluster() -> None:
    outside = [instance("QM1"), instance("QM2", is_member=False)]
    assert reported(choose(outside)) == {"QM1": "1.00", "QM2": "1 QM2 is not in the cluster"}
    assert reported(choose([instance("QM1")], putting="QM9", putting_is_member=False)) == {
        "QM1": "1 QM9 is not in the cluster"
    }
    local = choose([instance("QM9"), instance("QM1")], putting="QM9", putting_is_member=False)
    assert reported(local)["QM9"] == "1.00", "its own queue needs no cluster"


def test_rule_2_by_a_receiver_channel_in_the_cluster() -> None:
    none = instance("QM2")
    unreached = Instance("QM2", none.kind, none.record)
    assert reported(choose([instance("QM1"), unreached])) == {
        "QM1": "1.00",
        "QM2": "2 no cluster-receiver channel of QM2 is in the cluster",
    }
    assert chosen(unreached, putting="QM2") == ["QM2"], "the local instance needs none"


def test_rule_3_the_rank_of_channels() -> None:
    ways = [instance("QM1", Channel("A", rank=2)), instance("QM2", Channel("B", rank=1))]
    assert reported(choose(ways)) == {
        "QM1": "1.00",
        "QM2": "3 channel rank 1, and another one has 2",
    }


def test_rule_4_the_rank_of_queues() -> None:
    ways = [instance("QM1", **{RANK: 1}), instance("QM2", **{RANK: 9})]
    assert reported(choose(ways)) == {"QM1": "4 queue rank 1, and another one has 9", "QM2": "1.00"}


def test_rule_5_put_has_to_be_allowed() -> None:
    ways = [instance("QM1", inhibit_put="put_inhibited"), instance("QM2")]
    assert reported(choose(ways)) == {"QM1": "5 put is inhibited", "QM2": "1.00"}
    nowhere = choose([instance("QM1", inhibit_put="put_inhibited")])
    assert nowhere.chosen == ()
    assert nowhere.failure == "MQRC_CLUSTER_PUT_INHIBITED (2268)"
    own = choose([instance("QM1", inhibit_put="put_inhibited")], putting="QM1")
    assert own.failure == "MQRC_PUT_INHIBITED (2051)"


def test_rank_comes_before_put_so_that_nothing_falls_back_to_a_lower_one() -> None:
    ways = [instance("QM1", inhibit_put="put_inhibited", **{RANK: 9}), instance("QM2")]
    assert chosen(*ways) == []
    assert choose(ways).failure == "MQRC_CLUSTER_PUT_INHIBITED (2268)"


def test_priority_comes_after_put_so_that_a_lower_one_is_in_reserve() -> None:
    ways = [instance("QM1", inhibit_put="put_inhibited", **{PRIORITY: 9}), instance("QM2")]
    assert chosen(*ways) == ["QM2"]


@pytest.mark.parametrize(
    ("use", "manager_use", "expected"),
    [
        ("useq_local", "useq_any", ["QM1"]),
        ("useq_any", "useq_local", ["QM1", "QM2"]),
        ("useq_as_q_mgr", "useq_local", ["QM1"]),
        ("useq_as_q_mgr", "useq_any", ["QM1", "QM2"]),
    ],
)
def test_rule_6_the_local_instance(use: str, manager_use: str, expected: list[str]) -> None:
    values = {"cluster_name": "C", USE: use}
    record = record_for(
        "mq:LocalQueue", "ORDERS", values, queue_manager_identifier="QM1",
        queue_manager_use_queue=manager_use,
    )  # fmt: skip
    assert record is not None
    own = Instance("QM1", "mq:LocalQueue", record, channels=(Channel("C.QM1"),))
    assert chosen(own, instance("QM2"), putting="QM1") == expected
    assert chosen(own, instance("QM2"), putting="QM3") == ["QM1", "QM2"], "elsewhere, not local"


def test_rule_6_does_not_hold_for_a_local_instance_that_is_out_already() -> None:
    inhibited = instance("QM1", inhibit_put="put_inhibited")
    assert chosen(inhibited, instance("QM2"), putting="QM1") == ["QM2"]
    outranked = [instance("QM1"), instance("QM2", **{RANK: 1})]
    assert chosen(*outranked, putting="QM1") == ["QM2"]


def test_rule_7_the_net_priority_of_the_channels_of_one_queue_manager() -> None:
    two = instance("QM1", Channel("FAST", net_priority=5), Channel("SLOW"))
    assert reported(choose([two, instance("QM2")])) == {
        "FAST": "0.50",
        "SLOW": "7 channel NETPRTY 0, and another one has 5",
        "QM2": "0.50",
    }


def test_rule_8_the_priority_of_channels() -> None:
    ways = [instance("QM1", Channel("A", priority=1)), instance("QM2", Channel("B", priority=4))]
    assert reported(choose(ways)) == {
        "QM1": "8 channel priority 1, and another one has 4",
        "QM2": "1.00",
    }


def test_rule_9_the_priority_of_queues() -> None:
    ways = [instance("QM1", **{PRIORITY: 1}), instance("QM2")]
    assert reported(choose(ways)) == {
        "QM1": "1.00",
        "QM2": "9 queue priority 0, and another one has 1",
    }


def test_rule_10_the_number_of_channels_is_told() -> None:
    ways = [instance("QM1"), instance("QM2"), instance("QM3")]
    assert choose(ways, channels=3).notes == ()
    (note,) = choose(ways, channels=2).notes
    assert note.startswith("CLWLMRUC is 2: of these 3 channels only the 2 that were chosen last")


def test_rule_11_weights() -> None:
    ways = [instance("QM1", Channel("A", weight=20)), instance("QM2", Channel("B", weight=60))]
    assert reported(choose(ways)) == {"QM1": "0.25", "QM2": "0.75"}


def test_nothing_in_the_cluster_is_nowhere_to_go() -> None:
    assert choose([]).failure.startswith("MQRC_UNKNOWN_OBJECT_NAME (2085)")


def test_aliases_and_remote_queues_are_instances_too() -> None:
    ways = [instance("QM1", kind="mq:AliasQueue", base_object_name="X"), instance("QM2")]
    assert chosen(*ways, putting="QM1") == ["QM1", "QM2"], "CLWLUSEQ is for local queues alone"


def test_every_rule_says_where_it_is_published() -> None:
    assert [rule.number for rule in RULES] == list(range(1, 12))
    assert all(rule.sources and rule.title for rule in RULES)


@pytest.mark.parametrize(
    "worse",
    [
        (MEMBERS, instance("QM2", is_member=False)),
        (ROUTES, Instance("QM2", "mq:LocalQueue", instance("QM2").record)),
        (CHANNEL_RANK, instance("QM2", Channel("B"), **{RANK: 9, PRIORITY: 9})),
        (
            QUEUE_RANK,
            instance("QM2", Channel("B", rank=5, priority=9), inhibit_put="put_inhibited"),
        ),
        (
            PUT_ALLOWED,
            instance("QM2", Channel("B", rank=5), inhibit_put="put_inhibited", **{RANK: 5}),
        ),
        (CHANNEL_PRIORITY, instance("QM2", Channel("B", rank=5), **{RANK: 5, PRIORITY: 9})),
        (QUEUE_PRIORITY, instance("QM2", Channel("B", rank=5, priority=5), **{RANK: 5})),
    ],
)
def test_the_first_rule_that_fits_eliminates(worse: tuple[Any, Instance]) -> None:
    rule, other = worse
    best = instance("QM1", Channel("A", rank=5, priority=5), **{RANK: 5, PRIORITY: 5})
    rows: Sequence[Any] = choose([best, other]).rows
    assert [row.rule for row in rows] == [None, rule]
    assert LOCAL.number < NETWORK.number < CHANNEL_PRIORITY.number
