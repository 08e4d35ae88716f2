"""Edges between declared objects, each for the sentence that demands it."""

import pytest

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.graph.references import Directory, edges, of_connections, targets


def mq(kind: str, name: str, system: str = "QM1") -> Key:
    return Key(system, f"mq:{kind}", name)


def ibmi(kind: str, name: str, system: str = "PROD") -> Key:
    return Key(system, f"ibmi:{kind}", name)


LOCAL = mq("LocalQueue", "L")


@pytest.mark.parametrize(
    ("source", "values", "target"),
    [
        (mq("AliasQueue", "A"), {"base_object_name": "L"}, LOCAL),
        (mq("RemoteQueue", "R"), {"xmit_queue_name": "L"}, LOCAL),
        (mq("RemoteQueue", "R"), {"remote_queue_manager_name": "L"}, LOCAL),
        (mq("LocalQueue", "B"), {"backout_requeue_name": "L"}, LOCAL),
        (mq("LocalQueue", "B"), {"initiation_queue_name": "L"}, LOCAL),
        (mq("LocalQueue", "B"), {"stream_queue": "L"}, LOCAL),
        (LOCAL, {"cluster_name": "C"}, mq("Cluster", "C")),
        (LOCAL, {"cluster_namelist": "N"}, mq("Namelist", "N")),
        (mq("Namelist", "N"), {"names": ("C", "X")}, mq("Cluster", "C")),
        (LOCAL, {"cluster_channel_name": "TO.Q"}, mq("ClusterSenderChannel", "TO.Q")),
        (LOCAL, {"cluster_channel_name": "*.Q"}, mq("ClusterSenderChannel", "TO.Q")),
        (mq("ClusterReceiverChannel", "R"), {"cluster_name": "C"}, mq("Cluster", "C")),
        (
            mq("AliasQueue", "A"),
            {"base_object_name": "T", "target_type": "topic"},
            mq("Topic", "T"),
        ),
        (mq("QueueManagerAttributes", "QMGR"), {"dead_letter_queue": "L"}, LOCAL),
        (mq("QueueManagerAttributes", "QMGR"), {"default_transmission_queue": "L"}, LOCAL),
        (LOCAL, {"storage_class": "FAST"}, mq("StorageClass", "FAST")),
        (mq("AmqpChannel", "C"), {"temporary_model": "M"}, mq("ModelQueue", "M")),
        (mq("Topic", "T"), {"durable_model_queue_name": "M"}, mq("ModelQueue", "M")),
        (
            mq("RemoteQueue", "R"),
            {"remote_queue_name": "X", "remote_queue_manager_name": "QM2"},
            mq("LocalQueue", "X", "QM2"),
        ),
        (
            ibmi("MessageQueue", "QGPL/M"),
            {"authorization_list": "AUTL"},
            ibmi("AuthorizationList", "AUTL"),
        ),
        (
            ibmi("DdmDataQueue", "QGPL/D"),
            {"remote_data_queue": "Q", "remote_data_queue_library": "LIB"},
            ibmi("DataQueue", "LIB/Q", "OTHER"),
        ),
        (
            ibmi("DdmDataQueue", "QGPL/D"),
            {"remote_data_queue": "Q", "remote_data_queue_library": "libl"},
            ibmi("DataQueue", "LIB/Q", "OTHER"),
        ),
    ],
)
def test_what_is_named_is_needed(source: Key, values: dict[str, object], target: Key) -> None:
    targets_found = list(edges({source: values, target: {}}))
    assert [(edge.source, edge.target) for edge in targets_found] == [(source, target)]
    assert targets_found[0].attribute in values


@pytest.mark.parametrize(
    ("source", "values", "other"),
    [
        (mq("AliasQueue", "A"), {"base_object_name": "L", "target_type": "topic"}, LOCAL),
        (mq("AliasQueue", "A"), {"base_object_name": "T"}, mq("Topic", "T")),
        (mq("AliasQueue", "A"), {"base_object_name": ""}, LOCAL),
        (mq("AliasQueue", "A", "QM2"), {"base_object_name": "L"}, LOCAL),
        (
            mq("RemoteQueue", "R"),
            {"remote_queue_manager_name": "L", "xmit_queue_name": "OTHER"},
            LOCAL,
        ),
        (
            ibmi("DdmDataQueue", "QGPL/D"),
            {"remote_data_queue": "Q", "remote_data_queue_library": "LIB"},
            ibmi("DataQueue", "ELSE/Q", "OTHER"),
        ),
        (
            ibmi("DdmDataQueue", "LIB/D"),
            {"remote_data_queue": "Q", "remote_data_queue_library": "LIB"},
            ibmi("DataQueue", "LIB/Q"),
        ),
        (ibmi("MessageQueue", "QGPL/M"), {"authority": "use"}, ibmi("MessageQueue", "QGPL/use")),
    ],
)
def test_what_is_not_meant_is_not_needed(
    source: Key, values: dict[str, object], other: Key
) -> None:
    assert list(edges({source: values, other: {}})) == []


def test_channels_come_after_who_may_use_them_and_clients_after_channels() -> None:
    record = mq("ChannelAuthenticationRecord", "APP/blockuser/////")
    everywhere = mq("ChannelAuthenticationRecord", "*/blockuser/////")
    elsewhere = mq("ChannelAuthenticationRecord", "B*/blockuser/////")
    channel, listener = mq("ServerConnectionChannel", "APP"), mq("Listener", "L")
    here = mq("ClientConnectionChannel", "APP")
    there = mq("ClientConnectionChannel", "APP", "QM2")
    other = mq("ClientConnectionChannel", "APP", "QM3")
    called = {"connection_name": "h(1415)"}
    found = of_connections(
        {
            record: {}, everywhere: {}, elsewhere: {}, channel: {}, listener: {"port": 1415},
            here: called, there: {"queue_manager_name": "*QM1"}, other: called,
        }
    )  # fmt: skip
    assert {(edge.source, edge.target) for edge in found} == {
        (channel, record), (channel, everywhere), (here, channel), (here, listener),
        (there, channel),
    }  # fmt: skip


def test_an_object_does_not_need_itself() -> None:
    assert list(edges({LOCAL: {"backout_requeue_name": "L"}})) == []


def test_copy_from_is_needed() -> None:
    other = mq("LocalQueue", "B")
    (edge,) = edges({other: {}, LOCAL: {}}, like={other: "L"})
    assert (edge.source, edge.target, edge.attribute) == (other, LOCAL, "like")
    assert edge.strength is Strength.HARD


@pytest.mark.parametrize("of_clusters", [False, True])
def test_a_namelist_needs_the_one_that_it_is_made_from(of_clusters: bool) -> None:
    """Also where queues take the names in it for clusters."""
    one, other = mq("Namelist", "N"), mq("Namelist", "OTHER")
    declared: dict[Key, dict[str, object]] = {one: {}, other: {}}
    if of_clusters:
        declared[LOCAL] = {"cluster_namelist": "N"}
    found = {(e.source, e.target) for e in edges(declared, like={one: "OTHER", other: "N"})}
    assert {(one, other), (other, one)} <= found


def test_the_names_of_a_cluster_namelist_are_clusters_even_where_a_queue_has_the_name() -> None:
    namelist = mq("Namelist", "N")
    declared = {LOCAL: {"cluster_namelist": "N"}, namelist: {"names": ("L",)}}
    assert [(e.source, e.target) for e in edges(declared)] == [(LOCAL, namelist)]


def test_a_name_that_is_no_plain_text_names_nothing() -> None:
    assert list(targets(mq("AliasQueue", "A"), {"base_object_name": object()})) == []


@pytest.mark.parametrize(("named", "system"), [("", "QM1"), ("QM1", "QM1"), ("ADM", "ADM")])
def test_the_destination_of_a_subscription_is_on_the_queue_manager_that_it_names(
    named: str, system: str
) -> None:
    values = {"destination": "EVENTS", "destination_queue_manager": named}
    (target,) = targets(mq("Subscription", "S"), values)
    assert (target.system, target.name) == (system, "EVENTS")


def test_a_directory_finds_any_kind_that_a_reference_allows() -> None:
    alias, remote = mq("AliasQueue", "X"), mq("RemoteQueue", "Y")
    directory = Directory([alias, remote])
    (reached,) = targets(LOCAL, {"backout_requeue_name": "Y"})
    assert directory.find(reached, by=LOCAL) == [remote]
