"""Change Queue and Force: Change Queue (PCF)."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.engine import EmbeddedSystem

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)
MANAGER = "mq:QueueManagerAttributes"


def value(qm: EmbeddedSystem, kind: str, name: str, attribute: str) -> object:
    return qm.observe([kind], [name])[0].attributes[attribute]


def test_for_omitted_parameters_the_value_does_not_change(qm: EmbeddedSystem) -> None:
    made = qm.create(LOCAL, "Q1", {"max_queue_depth": 9})
    changed = qm.change(LOCAL, "Q1", {"queue_description": "new"})
    assert changed.attributes == {**made.attributes, "queue_description": "new"}


def test_the_type_must_match_the_queue_being_changed(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(LOCAL, "Q1", {})
    assert refusal(qm.change, ALIAS, "Q1", {}).reason_name == "MQRCCF_Q_WRONG_TYPE"
    assert refusal(qm.change, LOCAL, "ABSENT", {}).reason == 2085


def test_force_is_not_valid_for_model_queues(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(MODEL, "M", {})
    failed = refusal(qm.change, MODEL, "M", {"max_queue_depth": 1}, force=True)
    assert failed.reason_name == "MQRCCF_FORCE_VALUE_ERROR"
    qm.change(MODEL, "M", {"max_queue_depth": 1, "usage": "transmission"})


class TestAlias:
    """BaseQName is specified with a queue name and an application has the alias queue open."""

    @pytest.fixture(autouse=True)
    def queues(self, qm: EmbeddedSystem) -> None:
        for name in ("Q1", "Q2"):
            qm.create(LOCAL, name, {})
        qm.create(ALIAS, "A", {"base_object_name": "Q1"})

    def test_closed_needs_no_force(self, qm: EmbeddedSystem) -> None:
        qm.change(ALIAS, "A", {"base_object_name": "Q2"})
        assert value(qm, ALIAS, "A", "base_object_name") == "Q2"

    @pytest.mark.parametrize("use", list(OpenFor))
    def test_open_needs_force_whatever_for(
        self, qm: EmbeddedSystem, refusal: Refusal, use: OpenFor
    ) -> None:
        qm.open("A", {use}, application="payroll", user="bob")
        failed = refusal(qm.change, ALIAS, "A", {"base_object_name": "Q2"})
        assert failed.reason_name == "MQRCCF_OBJECT_OPEN"
        assert "payroll of bob" in str(failed)
        assert value(qm, ALIAS, "A", "base_object_name") == "Q1"
        qm.change(ALIAS, "A", {"base_object_name": "Q2"}, force=True)
        assert value(qm, ALIAS, "A", "base_object_name") == "Q2"

    def test_specified_counts_also_with_the_value_that_it_has(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.open("A", {OpenFor.OUTPUT})
        assert refusal(qm.change, ALIAS, "A", {"base_object_name": "Q1"}).reason == 4004

    def test_the_base_opened_by_its_own_name_is_no_matter(self, qm: EmbeddedSystem) -> None:
        qm.open("Q1", {OpenFor.OUTPUT})
        qm.change(ALIAS, "A", {"base_object_name": "Q2"})

    @pytest.mark.parametrize(
        "values",
        [
            {"target_type": "topic"},
            {"base_object_name": "T", "target_type": "topic"},
            {"base_object_name": ""},
        ],
    )
    def test_the_rule_speaks_of_a_queue_name(
        self, qm: EmbeddedSystem, values: dict[str, str]
    ) -> None:
        qm.open("A", {OpenFor.OUTPUT})
        qm.change(ALIAS, "A", values)

    def test_other_attributes_never_need_it(self, qm: EmbeddedSystem) -> None:
        qm.open("A", {OpenFor.OUTPUT})
        qm.change(ALIAS, "A", {"queue_description": "new", "inhibit_put": "put_inhibited"})


class TestLocal:
    @pytest.fixture(autouse=True)
    def queue(self, qm: EmbeddedSystem) -> None:
        qm.create(LOCAL, "Q1", {})

    def test_not_shareable_while_more_than_one_application_has_it_open_for_input(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        values = {"shareability": "not_shareable"}
        qm.open("Q1", {OpenFor.INPUT_SHARED})
        qm.open("Q1", {OpenFor.OUTPUT})
        qm.open("Q1", {OpenFor.BROWSE})
        qm.change(LOCAL, "Q1", values)  # one for input only (docs/readings.md: more than one)
        qm.change(LOCAL, "Q1", {"shareability": "shareable"})
        qm.open("Q1", {OpenFor.INPUT_SHARED})
        qm.change(LOCAL, "Q1", values)  # two handles of one application
        qm.change(LOCAL, "Q1", {"shareability": "shareable"})
        qm.open("Q1", {OpenFor.INPUT_SHARED}, application="audit")
        assert refusal(qm.change, LOCAL, "Q1", values).reason == 4004
        qm.change(LOCAL, "Q1", values, force=True)
        assert value(qm, LOCAL, "Q1", "shareability") == "not_shareable"

    def test_openers_for_input_through_an_alias_count(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "Q1"})
        qm.open("Q1", {OpenFor.INPUT_SHARED})
        qm.open("A", {OpenFor.INPUT_SHARED}, application="audit")
        failed = refusal(qm.change, LOCAL, "Q1", {"shareability": "not_shareable"})
        assert failed.reason == 4004

    @pytest.mark.parametrize("use", list(OpenFor))
    def test_usage_is_changed_while_one_or_more_applications_has_it_open(
        self, qm: EmbeddedSystem, refusal: Refusal, use: OpenFor
    ) -> None:
        qm.open("Q1", {use})
        assert refusal(qm.change, LOCAL, "Q1", {"usage": "transmission"}).reason == 4004
        qm.change(LOCAL, "Q1", {"usage": "normal"})  # not changed
        qm.change(LOCAL, "Q1", {"usage": "transmission"}, force=True)

    def test_usage_is_changed_while_there_are_one_or_more_messages(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.put("Q1")
        assert refusal(qm.change, LOCAL, "Q1", {"usage": "transmission"}).reason == 2055
        qm.change(LOCAL, "Q1", {"usage": "transmission"}, force=True)

    def test_a_message_got_and_not_committed_is_still_on_the_queue(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.put("Q1")
        qm.get("Q1", uncommitted=True)
        assert refusal(qm.change, LOCAL, "Q1", {"usage": "transmission"}).reason == 2055

    def test_a_transmission_queue_that_remote_queues_resolve_to_is_open(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.change(LOCAL, "Q1", {"usage": "transmission"})
        qm.create(
            REMOTE,
            "R",
            {
                "remote_queue_name": "X",
                "remote_queue_manager_name": "QM2",
                "xmit_queue_name": "Q1",
            },
        )
        qm.open("R", {OpenFor.OUTPUT})
        assert refusal(qm.change, LOCAL, "Q1", {"usage": "normal"}).reason == 4004

    def test_the_depth_may_become_less_than_what_is_on_the_queue_000(
        self, qm: EmbeddedSystem
    ) -> None:
        qm.put("Q1", count=5)
        qm.change(LOCAL, "Q1", {"max_queue_depth": 1})
        status = qm.observe([LOCAL], ["Q1"], status=True)[0].status
        assert status is not None
        assert status.depth == 5

    def test_exclusion_is_validated_on_the_resultant_values(
        self, qm: EmbeddedSystem, refusal: Refusal
    ) -> None:
        qm.change(LOCAL, "Q1", {"cluster_name": "C"})
        assert refusal(qm.change, LOCAL, "Q1", {"cluster_namelist": "NL"}).reason == 3088
        assert refusal(qm.change, LOCAL, "Q1", {"usage": "transmission"}).reason == 3090
        qm.change(LOCAL, "Q1", {"cluster_name": "", "cluster_namelist": "NL"})

    def test_cluster_attributes_do_not_need_force(self, qm: EmbeddedSystem) -> None:
        """001 ClusterName: changes do not affect instances of the queue that are open."""
        qm.open("Q1", {OpenFor.INPUT_SHARED})
        qm.change(LOCAL, "Q1", {"cluster_name": "C", "default_bind": "bind_not_fixed"})


class TestRemote:
    @pytest.fixture(autouse=True)
    def queues(self, qm: EmbeddedSystem) -> None:
        for name in ("X1", "X2", "QM2"):
            qm.create(LOCAL, name, {"usage": "transmission"})
        qm.create(
            REMOTE,
            "R",
            {
                "remote_queue_name": "Q",
                "remote_queue_manager_name": "QM2",
                "xmit_queue_name": "X1",
            },
        )
        qm.create(REMOTE, "MGR", {"remote_queue_manager_name": "QM2", "xmit_queue_name": "X1"})

    @pytest.mark.parametrize("queue", ["X2", ""])
    def test_xmit_queue_name_is_specified_or_blank_and_the_remote_queue_is_open(
        self, qm: EmbeddedSystem, refusal: Refusal, queue: str
    ) -> None:
        qm.open("R", {OpenFor.OUTPUT})
        assert refusal(qm.change, REMOTE, "R", {"xmit_queue_name": queue}).reason == 4004
        qm.change(REMOTE, "R", {"xmit_queue_name": queue}, force=True)
        assert value(qm, REMOTE, "R", "xmit_queue_name") == queue

    def test_open_through_an_alias_counts(self, qm: EmbeddedSystem, refusal: Refusal) -> None:
        qm.create(ALIAS, "A", {"base_object_name": "R"})
        qm.open("A", {OpenFor.OUTPUT})
        assert refusal(qm.change, REMOTE, "R", {"xmit_queue_name": "X2"}).reason == 4004

    def test_the_other_names_need_no_force_for_a_remote_queue(self, qm: EmbeddedSystem) -> None:
        qm.open("R", {OpenFor.OUTPUT})
        qm.change(REMOTE, "R", {"remote_queue_name": "OTHER", "remote_queue_manager_name": "QM3"})

    @pytest.mark.parametrize(
        "values",
        [
            {"remote_queue_name": "Q"},
            {"remote_queue_manager_name": "QM3"},
            {"xmit_queue_name": "X2"},
        ],
    )
    def test_a_queue_is_open_that_resolved_through_it_as_a_queue_manager_alias(
        self, qm: EmbeddedSystem, refusal: Refusal, values: dict[str, str]
    ) -> None:
        qm.open("ANY.QUEUE", {OpenFor.OUTPUT}, queue_manager="MGR")
        assert refusal(qm.change, REMOTE, "MGR", values).reason == 4004
        qm.change(REMOTE, "MGR", values, force=True)

    def test_a_blank_is_no_queue_or_queue_manager_name(self, qm: EmbeddedSystem) -> None:
        qm.open("ANY.QUEUE", {OpenFor.OUTPUT}, queue_manager="MGR")
        qm.change(REMOTE, "MGR", {"xmit_queue_name": ""})
        qm.change(REMOTE, "MGR", {"remote_queue_manager_name": ""})

    def test_as_a_reply_to_queue_definition_only_force_is_not_required(
        self, qm: EmbeddedSystem
    ) -> None:
        qm.change(REMOTE, "R", {"remote_queue_name": "REPLY", "xmit_queue_name": "X2"})


def test_a_handle_that_was_changed_by_force_must_be_opened_again(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    """MQRC_OBJECT_CHANGED: definitions that affect the object have been changed since MQOPEN."""
    for name in ("Q1", "Q2"):
        qm.create(LOCAL, name, {})
    qm.create(ALIAS, "A", {"base_object_name": "Q1"})
    handle = qm.open("A", {OpenFor.OUTPUT})
    assert qm.put("A", handle=handle.id) == "Q1"
    qm.change(ALIAS, "A", {"base_object_name": "Q2"}, force=True)
    assert refusal(qm.put, "A", handle=handle.id).reason_name == "MQRC_OBJECT_CHANGED"
    assert qm.put("A") == "Q2"
    # What it holds is held until it is closed.
    assert [step.name for step in qm.open_handles()[0].path] == ["A", "Q1"]
    assert refusal(qm.delete, LOCAL, "Q1", purge=True).reason_name == "MQRCCF_OBJECT_OPEN"
    qm.close_handle(handle.id)
    qm.delete(LOCAL, "Q1", purge=True)


def test_a_transmission_queue_is_held_by_what_was_opened_to_another_queue_manager(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    """A local queue of the name that was opened over there has nothing to do with it."""
    qm.create(LOCAL, "QM2", {"usage": "transmission"})
    qm.create(LOCAL, "ORDERS", {})
    qm.open("ORDERS", {OpenFor.OUTPUT}, queue_manager="QM2")
    qm.change(LOCAL, "QM2", {"usage": "normal"}, force=True)
    qm.delete(LOCAL, "ORDERS")
    assert refusal(qm.delete, LOCAL, "QM2").reason_name == "MQRCCF_OBJECT_OPEN"


def test_a_handle_keeps_what_still_exists_on_its_way(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(LOCAL, "QM2", {"usage": "transmission"})
    values = {"remote_queue_name": "X", "remote_queue_manager_name": "QM2"}
    qm.create(REMOTE, "R", values)
    qm.create(REMOTE, "MGR", {"remote_queue_manager_name": "QM2"})
    qm.create(ALIAS, "A", {"base_object_name": "R"})
    qm.open("A", {OpenFor.OUTPUT})
    qm.open("ANY", {OpenFor.OUTPUT}, queue_manager="MGR")
    qm.change(LOCAL, "QM2", {"usage": "normal"}, force=True)
    for kind, name in ((ALIAS, "A"), (REMOTE, "R"), (REMOTE, "MGR"), (LOCAL, "QM2")):
        assert refusal(qm.delete, kind, name).reason == 4004


class TestDefaultTransmissionQueue:
    """ALTER QMGR FORCE: DEFXMITQ is specified, and "an application has a remote queue open, the
    resolution for which would be affected by this change"."""

    @pytest.fixture(autouse=True)
    def queues(self, qm: EmbeddedSystem) -> None:
        for name in ("D", "X", "QM3"):
            qm.create(LOCAL, name, {"usage": "transmission"})
        for name, manager, transmission in (
            ("R2", "QM2", ""), ("R3", "QM3", ""), ("RX", "QM2", "X"), ("RXD", "QM2", "D"),
            ("RD", "D", ""),
        ):  # fmt: skip
            values = {"remote_queue_name": "Q", "remote_queue_manager_name": manager}
            qm.create(REMOTE, name, {**values, "xmit_queue_name": transmission})
        qm.create(REMOTE, "VIA", {"remote_queue_manager_name": "QM2"})
        qm.create(ALIAS, "A2", {"base_object_name": "R2"})
        qm.set_manager({"default_transmission_queue": "D"})

    @pytest.mark.parametrize(
        ("name", "queue_manager"),
        [("R2", ""), ("A2", ""), ("R2", "QM1"), ("Q", "QM2"), ("Q", "VIA")],
    )
    def test_open_by_default_needs_force(
        self, qm: EmbeddedSystem, refusal: Refusal, name: str, queue_manager: str
    ) -> None:
        handle = qm.open(name, {OpenFor.OUTPUT}, queue_manager=queue_manager, application="payd")
        changed = {"default_transmission_queue": "X"}
        failed = refusal(qm.change, MANAGER, "QMGR", changed)
        assert failed.reason_name == "MQRCCF_OBJECT_OPEN"
        assert "payd" in str(failed)
        assert qm.manager()["default_transmission_queue"] == "D"
        qm.change(MANAGER, "QMGR", {"description": "x"})
        qm.change(MANAGER, "QMGR", changed, force=True)
        assert qm.manager()["default_transmission_queue"] == "X"
        assert refusal(qm.put, name, handle=handle.id).reason_name == "MQRC_OBJECT_CHANGED"

    @pytest.mark.parametrize(
        ("name", "queue_manager"),
        [("R3", ""), ("RX", ""), ("RXD", ""), ("RD", ""), ("X", ""), ("Q", "QM3"), ("Q", "D")],
    )
    def test_open_otherwise_needs_none(
        self, qm: EmbeddedSystem, name: str, queue_manager: str
    ) -> None:
        qm.open(name, {OpenFor.OUTPUT}, queue_manager=queue_manager)
        qm.open("R2", {OpenFor.INQUIRE})
        qm.change(MANAGER, "QMGR", {"default_transmission_queue": "X"})
        assert qm.manager()["default_transmission_queue"] == "X"
