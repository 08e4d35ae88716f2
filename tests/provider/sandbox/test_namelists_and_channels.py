"""Namelists, cluster channels and cluster memberships."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.sandbox.clusters import REPOSITORIES
from queuewright.sandbox.engine import EmbeddedSystem

Refusal = Callable[..., CommandFailed]


NAMELIST, CLUSTER = "mq:Namelist", "mq:Cluster"
RECEIVER, SENDER = "mq:ClusterReceiverChannel", "mq:ClusterSenderChannel"


class TestNamelists:
    def test_create_change_copy_delete(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        made = qm.create(NAMELIST, "NL", {"names": ("A", "B")})
        assert made.attributes["names"] == ("A", "B")
        assert qm.create(NAMELIST, "NL2", {}, like="NL").attributes["names"] == ("A", "B")
        assert refusal(qm.create, NAMELIST, "NL", {}).reason == 4001
        qm.change(NAMELIST, "NL", {"namelist_description": "clusters"})
        assert qm.observe([NAMELIST], ["NL"])[0].attributes["names"] == ("A", "B")
        assert qm.create(NAMELIST, "NL", {}, replace=True).attributes["names"] == ()
        qm.delete(NAMELIST, "NL")
        assert refusal(qm.delete, NAMELIST, "NL").reason == 2085
        assert refusal(qm.change, NAMELIST, "NL", {}).reason == 2085
        assert refusal(qm.create, NAMELIST, "X", {}, like="ABSENT").reason == 2085

    def test_names_are_at_most_256_of_48_bytes(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        many = tuple(f"N{i}" for i in range(257))
        assert refusal(qm.create, NAMELIST, "NL", {"names": many}).reason == 3068
        assert refusal(qm.create, NAMELIST, "NL", {"names": ("X" * 49,)}).reason == 3069
        assert refusal(qm.create, NAMELIST, "NL", {"names": ("A B",)}).reason == 4008
        qm.create(NAMELIST, "NL", {"names": many[:256]})


class TestChannels:
    def test_names_have_at_most_20_bytes(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(qm.create, RECEIVER, "X" * 21, {}).reason == 4044
        qm.create(RECEIVER, "X" * 20, {"cluster_name": "C"})

    def test_both_types_share_one_name_space(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C"})
        sender = {"cluster_name": "C", "connection_name": "host(1414)"}
        assert refusal(qm.create, SENDER, "TO.QM1", sender).reason == 4041
        assert refusal(qm.delete, SENDER, "TO.QM1").reason == 4041
        assert refusal(qm.create, RECEIVER, "TO.QM1", {}).reason == 4042
        assert refusal(qm.change, SENDER, "ABSENT", {}).reason == 4032

    def test_a_cluster_sender_needs_a_connection_name(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        assert refusal(qm.create, SENDER, "TO.QM2", {"cluster_name": "C"}).reason == 4061
        qm.create(SENDER, "TO.QM2", {"cluster_name": "C", "connection_name": "host(1414)"})
        assert refusal(qm.change, SENDER, "TO.QM2", {"connection_name": ""}).reason == 4061
        # IBM's own default definition has none, and every dump replaces it.
        qm.create(SENDER, "SYSTEM.DEF.CLUSSDR", {"batch_size": 9}, replace=True)

    def test_only_one_of_the_resultant_cluster_attributes(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C"})
        values = {"cluster_namelist": "NL"}
        assert refusal(qm.change, RECEIVER, "TO.QM1", values).reason == 3088
        qm.change(RECEIVER, "TO.QM1", {**values, "cluster_name": ""})

    def test_copy_is_of_the_same_type(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C", "batch_size": 7})
        made = qm.create(RECEIVER, "TO.QM1.B", {}, like="TO.QM1")
        assert made.attributes["batch_size"] == 7
        assert refusal(qm.create, SENDER, "TO.QM2", {}, like="TO.QM1").reason == 4003


class TestClusters:
    def full(self, qm: EmbeddedSystem) -> dict[str, object]:
        clusters = qm.observe([CLUSTER])
        return {cluster.key.name: cluster.attributes["full_repository"] for cluster in clusters}

    def test_a_cluster_receiver_channel_makes_a_member(self, qm: EmbeddedSystem) -> None:
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C"})
        assert self.full(qm) == {"C": "no"}
        qm.create(NAMELIST, "NL", {"names": ("D", "E")})
        qm.change(RECEIVER, "TO.QM1", {"cluster_name": "", "cluster_namelist": "NL"})
        assert self.full(qm) == {"D": "no", "E": "no"}

    def test_full_repository_is_the_queue_managers_repos(self, qm: EmbeddedSystem) -> None:
        qm.create(CLUSTER, "C", {"full_repository": "yes"})
        assert qm.manager()["repository"] == "C"
        assert self.full(qm) == {"C": "yes"}
        qm.change(CLUSTER, "C", {"full_repository": "no"})
        assert qm.manager()["repository"] == ""
        assert self.full(qm) == {}

    def test_a_change_that_gives_nothing_changes_nothing(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(CLUSTER, "C", {"full_repository": "yes"})
        qm.change(CLUSTER, "C", {})
        assert self.full(qm) == {"C": "yes"}
        failed = refusal(qm.change, CLUSTER, "C", {"full_repository": "perhaps"})
        assert failed.reason_name == "MQRCCF_ATTR_VALUE_ERROR"

    def test_several_repositories_are_named_in_a_namelist(self, qm: EmbeddedSystem) -> None:
        for name in ("C", "D"):
            qm.create(CLUSTER, name, {"full_repository": "yes"})
        assert qm.manager()["repository"] == ""
        assert qm.manager()["repository_namelist"] == REPOSITORIES
        assert self.full(qm) == {"C": "yes", "D": "yes"}
        qm.delete(CLUSTER, "C")
        assert self.full(qm) == {"D": "yes"}

    def test_a_repository_is_not_made_twice(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(CLUSTER, "C", {"full_repository": "yes"})
        assert refusal(qm.create, CLUSTER, "C", {}).reason == 4001
        qm.change(CLUSTER, "D", {"full_repository": "yes"})
        assert self.full(qm) == {"C": "yes", "D": "yes"}

    def test_without_a_channel_a_partial_repository_is_nothing(self, qm: EmbeddedSystem) -> None:
        made = qm.create(CLUSTER, "C", {})
        assert made.attributes == {"full_repository": "no"}
        assert self.full(qm) == {}
        qm.delete(CLUSTER, "C")

    def test_a_channel_keeps_the_queue_manager_in_the_cluster(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(CLUSTER, "C", {"full_repository": "yes"})
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C"})
        assert refusal(qm.delete, CLUSTER, "C").reason_name == "MQRC_OBJECT_IN_USE"
        assert self.full(qm) == {"C": "yes"}
        qm.delete(RECEIVER, "TO.QM1")
        qm.delete(CLUSTER, "C")
        assert self.full(qm) == {}

    def test_what_a_channel_makes_can_be_asked_for(self, qm: EmbeddedSystem) -> None:
        qm.create(RECEIVER, "TO.QM1", {"cluster_name": "C"})
        qm.create(CLUSTER, "C", {})
        qm.delete(RECEIVER, "TO.QM1")
        assert self.full(qm) == {}

    def test_repos_and_reposnl_exclude_each_other(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.set_manager({"repository": "C"})
        failed = refusal(qm.set_manager, {"repository_namelist": "NL"})
        assert failed.reason_name == "MQRCCF_REPOS_NAME_CONFLICT"
        qm.set_manager({"repository": "", "repository_namelist": "NL"})

    def test_the_default_transmission_queue_is_not_the_cluster_one(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        values = {"default_transmission_queue": "SYSTEM.CLUSTER.TRANSMIT.QUEUE"}
        assert refusal(qm.set_manager, values).reason_name == "MQRCCF_DEF_XMIT_Q_CLUS_ERROR"


@pytest.mark.parametrize("kind", [NAMELIST, RECEIVER])
def test_names_of_objects_are_validated(qm: EmbeddedSystem, refusal: Refusal, kind: str) -> None:
    assert refusal(qm.create, kind, "A B", {}).completion == 2
    assert refusal(qm.create, kind, "", {}).completion == 2
