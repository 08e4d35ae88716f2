"""ClusterTopology: memberships and channels of a whole cluster."""

from collections.abc import Callable
from typing import Any

import pytest

from queuewright import mq

Run = Callable[..., Any]
TYPES = "pulumi-python:dynamic/mq:"


def test_every_queue_manager_gets_what_a_working_cluster_needs(run_program: Run) -> None:
    def program() -> None:
        mq.ClusterTopology(
            "ORDERS",
            full_repositories={mq.QueueManager("QM1"): "host1(1414)", "QM2": "host2(1414)"},
            members={"QM3": "host3(1414)"},
            ssl_cipher_specification="ANY_TLS12_OR_HIGHER",
            channel_attributes={"heartbeat_interval": 60},
        )

    ran = run_program(program)
    clusters = {n: i for n, i in ran.inputs.items() if ran.types[n] == f"{TYPES}Cluster"}
    assert {(i["system"], i["name"], i["full_repository"]) for i in clusters.values()} == {
        ("QM1", "ORDERS", "yes"),
        ("QM2", "ORDERS", "yes"),
        ("QM3", "ORDERS", "no"),
    }
    receivers = [
        i for n, i in ran.inputs.items() if ran.types[n] == f"{TYPES}ClusterReceiverChannel"
    ]
    assert {(i["system"], i["name"], i["connection_name"]) for i in receivers} == {
        ("QM1", "ORDERS.QM1", "host1(1414)"),
        ("QM2", "ORDERS.QM2", "host2(1414)"),
        ("QM3", "ORDERS.QM3", "host3(1414)"),
    }
    senders = [i for n, i in ran.inputs.items() if ran.types[n] == f"{TYPES}ClusterSenderChannel"]
    assert {(i["system"], i["name"], i["connection_name"]) for i in senders} == {
        ("QM1", "ORDERS.QM2", "host2(1414)"),
        ("QM2", "ORDERS.QM1", "host1(1414)"),
        ("QM3", "ORDERS.QM1", "host1(1414)"),
    }
    for channel in (*receivers, *senders):
        assert channel["ssl_cipher_specification"] == "ANY_TLS12_OR_HIGHER"
        assert channel["heartbeat_interval"] == 60
        assert channel["cluster_name"] == "ORDERS"


def test_a_channel_needs_its_membership_and_a_sender_its_receiver(run_program: Run) -> None:
    ran = run_program(
        lambda: mq.ClusterTopology(
            "C", full_repositories={"QM1": "h1(1)"}, members={"QM2": "h2(1)"}
        )
    )
    assert ran.needs["C-QM2-receiver"] >= {"C-QM2"}
    assert ran.needs["C-QM2-to-QM1"] >= {"C-QM2", "C-QM2-receiver"}


def test_the_pattern_of_names_and_the_repository_can_be_chosen(run_program: Run) -> None:
    made: list[mq.ClusterTopology] = []

    def program() -> None:
        made.append(
            mq.ClusterTopology(
                "topology",
                cluster="ORDERS",
                full_repositories={"QM1": "h1(1)", "QM2": "h2(1)"},
                members={"QM3": "h3(1)"},
                channel_name="TO.{queue_manager}",
                repository_of={"QM3": mq.QueueManager("QM2")},
            )
        )

    ran = run_program(program)
    assert ran.inputs["topology-QM3"]["name"] == "ORDERS"
    assert ran.inputs["topology-QM3-to-QM2"]["name"] == "TO.QM2"
    assert "topology-QM3-to-QM1" not in ran.inputs
    assert set(made[0].senders) == {("QM1", "QM2"), ("QM2", "QM1"), ("QM3", "QM2")}
    assert set(made[0].memberships) == set(made[0].receivers) == {"QM1", "QM2", "QM3"}


@pytest.mark.parametrize(
    ("keywords", "text"),
    [
        ({"full_repositories": {}}, "needs a full repository"),
        ({"members": {"QM1": "h"}}, "QM1 is a full repository and a member"),
        ({"members": {"A.LONG.QUEUE.MANAGER": "h"}}, "has 27 bytes and may have 20"),
        (
            {"members": {"QM2": "h"}, "repository_of": {"QM2": "QM9"}},
            "repository_of 'QM2' is 'QM9', which is not a full repository; use one of QM1",
        ),
        ({"repository_of": {"QM9": "QM1"}}, "repository_of 'QM9', which is not a member"),
    ],
)
def test_a_topology_that_cannot_work_is_refused_before_anything_is_declared(
    keywords: dict[str, Any], text: str, run_program: Run
) -> None:
    def program() -> None:
        mq.ClusterTopology("ORDERS", **{"full_repositories": {"QM1": "h(1)"}, **keywords})

    with pytest.raises(ValueError, match=r"mq\.ClusterTopology 'ORDERS'") as caught:
        run_program(program)
    assert text in str(caught.value)
