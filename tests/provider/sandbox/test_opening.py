"""Opening: what names resolve to (Change Queue (PCF), CRTMQMQ), sharing for input, dynamic
queues."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.rows import StoredHandle

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)
OUT, IN, EXCLUSIVE = {OpenFor.OUTPUT}, {OpenFor.INPUT_SHARED}, {OpenFor.INPUT_EXCLUSIVE}


def path(handle: StoredHandle) -> list[tuple[str, str]]:
    return [(step.role, step.name) for step in handle.path]


def transmission(qm: EmbeddedSystem, name: str) -> None:
    qm.create(LOCAL, name, {"usage": "transmission"})


class TestNames:
    def test_an_unknown_name(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(qm.open, "ABSENT", OUT).reason_name == "MQRC_UNKNOWN_OBJECT_NAME"

    def test_the_target_must_exist_when_a_process_opens_the_alias_000(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "ABSENT"})
        assert refusal(qm.open, "A", OUT).reason_name == "MQRC_UNKNOWN_ALIAS_BASE_Q"

    def test_base_names_a_local_or_remote_queue(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "B"})
        qm.create(ALIAS, "B", {"base_object_name": "C"})
        assert refusal(qm.open, "A", OUT).reason_name == "MQRC_ALIAS_BASE_Q_TYPE_ERROR"
        qm.create(MODEL, "C", {})
        assert refusal(qm.open, "B", OUT).reason_name == "MQRC_ALIAS_BASE_Q_TYPE_ERROR"

    @pytest.mark.parametrize("use", [OpenFor.INQUIRE, OpenFor.SET])
    def test_inquire_and_set_are_of_the_alias_itself(
        self, qm: EmbeddedSystem, use: OpenFor
    ) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "ABSENT"})
        assert path(qm.open("A", {use})) == [("alias", "A")]

    def test_an_alias_of_a_topic_is_for_output(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "T", "target_type": "topic"})
        assert path(qm.open("A", OUT)) == [("alias", "A")]
        assert refusal(qm.open, "A", IN).reason_name == "MQRC_OPTION_NOT_VALID_FOR_TYPE"

    def test_opened_for_nothing_or_for_both_inputs(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(LOCAL, "Q1", {})
        assert refusal(qm.open, "Q1", set()).reason == 2046
        assert refusal(qm.open, "Q1", IN | EXCLUSIVE).reason == 2046


class TestRemote:
    def remote(self, qm: EmbeddedSystem, **values: str) -> None:
        named = {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2", **values}
        qm.create(REMOTE, "R", named, replace=True)

    def test_remote_queue_manager_name_must_not_be_blank_or_the_connected_one(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        transmission(qm, "X")
        for name in ("", "QM1"):
            self.remote(qm, remote_queue_manager_name=name, xmit_queue_name="X")
            assert refusal(qm.open, "R", OUT).reason_name == "MQRC_UNKNOWN_REMOTE_Q_MGR"

    def test_remote_queue_name_must_not_be_blank_when_the_open_occurs(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        transmission(qm, "QM2")
        self.remote(qm, remote_queue_name="")
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_REMOTE_Q_NAME_ERROR"

    def test_if_xmit_queue_name_is_blank_there_must_be_a_local_queue_of_that_name(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        self.remote(qm)
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_UNKNOWN_REMOTE_Q_MGR"
        transmission(qm, "QM2")
        assert path(qm.open("R", OUT)) == [("remote", "R"), ("transmission", "QM2")]

    def test_the_named_transmission_queue_is_local_and_of_that_usage(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        self.remote(qm, xmit_queue_name="X")
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_UNKNOWN_XMIT_Q"
        qm.create(ALIAS, "X", {})
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_XMIT_Q_TYPE_ERROR"
        qm.delete(ALIAS, "X")
        qm.create(LOCAL, "X", {})
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_XMIT_Q_USAGE_ERROR"
        qm.change(LOCAL, "X", {"usage": "transmission"})
        assert path(qm.open("R", OUT)) == [("remote", "R"), ("transmission", "X")]

    def test_the_default_transmission_queue(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        self.remote(qm)
        qm.set_manager({"default_transmission_queue": "D"})
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_UNKNOWN_DEF_XMIT_Q"
        qm.create(LOCAL, "D", {})
        assert refusal(qm.open, "R", OUT).reason_name == "MQRC_DEF_XMIT_Q_USAGE_ERROR"
        qm.change(LOCAL, "D", {"usage": "transmission"})
        assert path(qm.open("R", OUT)) == [("remote", "R"), ("transmission", "D")]

    def test_it_is_not_opened_for_input(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        transmission(qm, "QM2")
        self.remote(qm)
        for use in (IN, EXCLUSIVE, {OpenFor.BROWSE}):
            assert refusal(qm.open, "R", use).reason_name == "MQRC_OPTION_NOT_VALID_FOR_TYPE"
        assert path(qm.open("R", {OpenFor.INQUIRE})) == [("remote", "R")]


class TestQueueManagerAlias:
    def test_it_resolves_to_its_transmission_queue(self, qm: EmbeddedSystem) -> None:
        transmission(qm, "QM2")
        qm.create(REMOTE, "MGR", {"remote_queue_manager_name": "QM2"})
        steps = path(qm.open("ANY", OUT, queue_manager="MGR"))
        assert steps == [("queue-manager-alias", "MGR"), ("transmission", "QM2")]

    def test_its_xmit_queue_name_is_ignored_for_the_connected_queue_manager(
        self, qm: EmbeddedSystem
    ) -> None:
        values = {"remote_queue_manager_name": "QM1", "xmit_queue_name": "ABSENT"}
        qm.create(REMOTE, "MGR", values)
        qm.create(LOCAL, "Q1", {})
        steps = path(qm.open("Q1", IN, queue_manager="MGR"))
        assert steps == [("queue-manager-alias", "MGR"), ("local", "Q1")]

    def test_a_blank_one_leaves_the_name_to_the_connected_queue_manager(
        self, qm: EmbeddedSystem
    ) -> None:
        """ "Configuring workload balancing from outside a cluster"."""
        qm.create(REMOTE, "MGR", {})
        qm.create(LOCAL, "Q1", {})
        steps = path(qm.open("Q1", OUT, queue_manager="MGR"))
        assert steps == [("queue-manager-alias", "MGR"), ("local", "Q1")]

    def test_a_model_queue_is_not_opened_through_it(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(REMOTE, "MGR", {"remote_queue_manager_name": "QM1"})
        qm.create(MODEL, "M", {})
        failed = refusal(qm.open, "M", IN, queue_manager="MGR")
        assert failed.reason_name == "MQRC_Q_TYPE_ERROR"

    def test_remote_queue_name_must_be_blank(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        transmission(qm, "QM2")
        values = {"remote_queue_manager_name": "QM2", "remote_queue_name": "Q"}
        qm.create(REMOTE, "MGR", values)
        assert refusal(qm.open, "ANY", OUT, queue_manager="MGR").reason == 2086

    def test_a_transmission_queue_of_that_name(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(qm.open, "ANY", OUT, queue_manager="QM2").reason == 2086
        transmission(qm, "QM2")
        assert path(qm.open("ANY", OUT, queue_manager="QM2")) == [("transmission", "QM2")]
        assert refusal(qm.open, "ANY", IN, queue_manager="QM2").reason == 2045


class TestSharing:
    def test_exclusive_input_refuses_every_other_and_the_reverse(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(LOCAL, "Q1", {})
        handle = qm.open("Q1", EXCLUSIVE)
        assert refusal(qm.open, "Q1", IN).reason_name == "MQRC_OBJECT_IN_USE"
        assert refusal(qm.open, "Q1", EXCLUSIVE).reason_name == "MQRC_OBJECT_IN_USE"
        qm.open("Q1", OUT)
        qm.open("Q1", {OpenFor.BROWSE})
        qm.close_handle(handle.id)
        qm.open("Q1", IN)
        assert refusal(qm.open, "Q1", EXCLUSIVE).reason_name == "MQRC_OBJECT_IN_USE"
        qm.open("Q1", IN)

    def test_share_no_only_a_single_application_instance_for_input_000(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(LOCAL, "Q1", {"shareability": "not_shareable"})
        qm.create(ALIAS, "A", {"base_object_name": "Q1"})
        qm.open("A", IN)
        assert refusal(qm.open, "Q1", IN).reason_name == "MQRC_OBJECT_IN_USE"

    def test_handles_alike_are_counted_one_by_one(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(LOCAL, "Q1", {})
        assert refusal(qm.open, "Q1", EXCLUSIVE, count=2).reason == 2042
        qm.open("Q1", IN | OUT, count=3)
        status = qm.observe([LOCAL], ["Q1"], status=True)[0].status
        assert status is not None
        assert (status.open_input, status.open_output) == (3, 3)


class TestStatus:
    def test_counts_are_of_the_local_queue_handles_of_the_opened_name(
        self, qm: EmbeddedSystem
    ) -> None:
        qm.create(LOCAL, "Q1", {})
        qm.create(ALIAS, "A", {"base_object_name": "Q1"})
        qm.open("A", IN, application="reader", user="ann")
        qm.open("Q1", {OpenFor.BROWSE})  # IPPROCS excludes browsers
        local, alias = (
            queue.status for queue in qm.observe([LOCAL, ALIAS], ["A", "Q1"], status=True)[::-1]
        )
        assert local is not None
        assert alias is not None
        assert (local.open_input, local.open_output) == (1, 0)
        assert [handle.object_name for handle in local.handles] == ["Q1"]
        assert [handle.application for handle in alias.handles] == ["reader"]
        assert alias.in_use
        assert alias.handles_known

    def test_handles_are_listed_with_the_object_queue_manager_name(
        self, qm: EmbeddedSystem
    ) -> None:
        transmission(qm, "QM2")
        qm.open("ANY", OUT, queue_manager="QM2", channel="TO.APP", application="app", user="u")
        [handle] = qm.handles()
        assert (handle.object_name, handle.queue_manager) == ("ANY", "QM2")
        assert (handle.application, handle.user, handle.channel) == ("app", "u", "TO.APP")
        assert handle.open_for == OUT

    def test_close_all_closes_everything(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(LOCAL, "Q1", {})
        qm.open("Q1", IN, count=2)
        number = qm.open("Q1", OUT).id
        assert qm.close_all() == 3
        assert qm.handles() == []
        assert refusal(qm.close_handle, number).reason_name == "MQRC_HOBJ_ERROR"


class TestDynamic:
    """000 DFNTYPE: what MQOPEN creates when it is given the name of a model queue."""

    def test_a_temporary_dynamic_queue_goes_with_the_handle_that_created_it(
        self, qm: EmbeddedSystem
    ) -> None:
        qm.create(MODEL, "M", {"max_queue_depth": 7})
        handle = qm.open("M", IN | OUT, dynamic_name="REPLY.*")
        assert handle.object_name.startswith("REPLY.")
        [queue] = qm.observe([LOCAL], [handle.object_name])
        assert queue.definition_type == "temporary_dynamic"
        assert queue.attributes["max_queue_depth"] == 7
        assert "definition_type" not in queue.attributes
        qm.put(handle.object_name)
        qm.close_handle(handle.id)
        assert qm.observe([LOCAL], [handle.object_name]) == []

    def test_a_permanent_dynamic_queue_stays(self, qm: EmbeddedSystem) -> None:
        qm.create(MODEL, "M", {"definition_type": "permanent_dynamic"})
        handle = qm.open("M", OUT, dynamic_name="KEPT")
        qm.close_handle(handle.id)
        assert qm.observe([LOCAL], ["KEPT"])[0].definition_type == "permanent_dynamic"

    def test_names_differ(self, qm: EmbeddedSystem) -> None:
        qm.create(MODEL, "M", {"shareability": "shareable"})
        assert len({qm.open("M", OUT).object_name for _ in range(3)}) == 3

    def test_a_name_that_cannot_be(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(MODEL, "M", {})
        qm.create(LOCAL, "THERE", {})
        for name in ("", "A*B"):
            assert refusal(qm.open, "M", OUT, dynamic_name=name).reason == 2011
        assert refusal(qm.open, "M", OUT, dynamic_name="THERE").reason == 2100
        assert refusal(qm.open, "M", OUT, dynamic_name="A B").reason == 4008

    def test_cluster_cannot_be_set_for_it_and_scope_stays(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(MODEL, "M", {"definition_type": "permanent_dynamic"})
        qm.close_handle(qm.open("M", OUT, dynamic_name="D").id)
        assert refusal(qm.change, LOCAL, "D", {"cluster_name": "C"}).reason == 3090
        assert refusal(qm.change, LOCAL, "D", {"scope": "cell"}).reason == 4067
        assert qm.change(LOCAL, "D", {"queue_description": "x"}).definition_type == (
            "permanent_dynamic"
        )


def test_a_namelist_is_open_for_inquiry_and_then_not_deleted(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.create("mq:Namelist", "NL", {"names": ("A",)})
    assert refusal(qm.open, "NL", OUT).reason == 2045
    handle = qm.open("NL", {OpenFor.INQUIRE})
    assert refusal(qm.delete, "mq:Namelist", "NL").reason == 4004
    qm.close_handle(handle.id)
    qm.delete("mq:Namelist", "NL")
