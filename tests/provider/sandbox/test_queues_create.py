"""Create and Copy Queue: Change Queue (PCF), and CRTMQMQ for IBM i."""

from collections.abc import Callable
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)
KINDS = [LOCAL, ALIAS, REMOTE, MODEL]


@pytest.mark.parametrize("kind", KINDS)
def test_all_attributes_that_are_not_specified_are_set_to_the_default(
    qm: EmbeddedSystem, kind: str
) -> None:
    default = qm.defaults(kind)
    assert default is not None
    made = qm.create(kind, "Q1", {"queue_description": "text"})
    assert made.attributes == {**default.attributes, "queue_description": "text"}
    assert qm.observe([kind], ["Q1"]) == [made]


def test_a_changed_default_object_changes_later_creations(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "BEFORE", {})
    qm.change(LOCAL, "SYSTEM.DEFAULT.LOCAL.QUEUE", {"max_queue_depth": 77})
    assert qm.create(LOCAL, "AFTER", {}).attributes["max_queue_depth"] == 77
    assert qm.observe([LOCAL], ["BEFORE"])[0].attributes["max_queue_depth"] == 5000


def test_without_its_default_object_nothing_can_be_created(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.delete(ALIAS, "SYSTEM.DEFAULT.ALIAS.QUEUE")
    assert refusal(qm.create, ALIAS, "A", {}).reason == 2085


def test_create_fails_when_the_queue_exists_000_replace_no(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.create(LOCAL, "Q1", {})
    assert refusal(qm.create, LOCAL, "Q1", {}).reason_name == "MQRCCF_OBJECT_ALREADY_EXISTS"


@pytest.mark.parametrize("replace", [False, True])
def test_a_queue_of_another_type_and_the_same_name_makes_the_command_fail(
    qm: EmbeddedSystem, refusal: Refusal, replace: bool
) -> None:
    qm.create(ALIAS, "Q1", {"base_object_name": "X"})
    failed = refusal(qm.create, LOCAL, "Q1", {}, replace=replace)
    assert failed.reason_name == "MQRCCF_OBJECT_WRONG_TYPE"


def test_copy_takes_what_is_not_specified_from_the_existing_definition(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "FROM", {"max_queue_depth": 9, "queue_description": "source"})
    made = qm.create(LOCAL, "TO", {"queue_description": "copy"}, like="FROM")
    assert made.attributes["max_queue_depth"] == 9
    assert made.attributes["queue_description"] == "copy"


def test_copy_creates_a_queue_of_the_same_type_only(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(ALIAS, "FROM", {"base_object_name": "X"})
    assert refusal(qm.create, LOCAL, "TO", {}, like="FROM").reason == 4003
    assert refusal(qm.create, LOCAL, "TO", {}, like="ABSENT").reason == 2085


def test_replace_sets_all_attributes_the_replaced_objects_are_ignored(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "Q1", {"max_queue_depth": 9, "queue_description": "old"})
    made = qm.create(LOCAL, "Q1", {"queue_description": "new"}, replace=True)
    assert made.attributes["max_queue_depth"] == 5000
    assert made.attributes["queue_description"] == "new"


def test_any_messages_which_are_on_the_existing_queue_are_retained(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "Q1", {})
    qm.put("Q1", count=3)
    qm.create(LOCAL, "Q1", {"max_queue_depth": 50}, replace=True)
    status = qm.observe([LOCAL], ["Q1"], status=True)[0].status
    assert status is not None
    assert status.depth == 3


def test_replace_fails_when_it_would_need_force_and_the_object_is_open(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.create(ALIAS, "A", {"base_object_name": "Q1"})
    qm.create(LOCAL, "Q1", {})
    qm.open("A", {OpenFor.OUTPUT})
    values = {"base_object_name": "Q1"}
    assert refusal(qm.create, ALIAS, "A", values, replace=True).reason == 4004
    # The base is open too, but nothing that Replace sets there would need Force.
    qm.create(LOCAL, "Q1", {"queue_description": "new"}, replace=True)


def test_replace_that_would_need_force_succeeds_while_the_object_is_not_open(
    qm: EmbeddedSystem,
) -> None:
    qm.create(LOCAL, "Q1", {})
    qm.put("Q1")
    made = qm.create(LOCAL, "Q1", {"usage": "transmission"}, replace=True)
    assert made.attributes["usage"] == "transmission"


def test_on_ibmi_replace_fails_if_an_application_has_the_queue_open_000(
    ibmi: EmbeddedSystem, refusal: Refusal
) -> None:
    ibmi.create(LOCAL, "Q1", {})
    handle = ibmi.open("Q1", {OpenFor.BROWSE})
    values = {"queue_description": "new"}
    assert refusal(ibmi.create, LOCAL, "Q1", values, replace=True).reason == 4004
    ibmi.close_handle(handle.id)
    assert ibmi.create(LOCAL, "Q1", values, replace=True).attributes["queue_description"] == "new"


def test_on_ibmi_replace_fails_if_the_usage_attribute_is_changed_000(
    ibmi: EmbeddedSystem, refusal: Refusal
) -> None:
    ibmi.create(LOCAL, "Q1", {})
    failed = refusal(ibmi.create, LOCAL, "Q1", {"usage": "transmission"}, replace=True)
    assert failed.reason_name == "MQRCCF_ATTR_VALUE_FIXED"


def test_only_one_of_cluster_name_and_cluster_namelist_can_be_nonblank(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    both = {"cluster_name": "C", "cluster_namelist": "NL"}
    for kind in (LOCAL, ALIAS, REMOTE):
        assert refusal(qm.create, kind, "Q1", both).reason_name == "MQRCCF_CLUSTER_NAME_CONFLICT"


@pytest.mark.parametrize("attribute", ["cluster_name", "cluster_namelist"])
def test_cluster_cannot_be_set_for_transmission_and_system_queues_000(
    qm: EmbeddedSystem, refusal: Refusal, attribute: str
) -> None:
    values = {attribute: "C"}
    reason = "MQRCCF_CLUSTER_Q_USAGE_ERROR"
    transmission = {**values, "usage": "transmission"}
    assert refusal(qm.create, LOCAL, "Q1", transmission).reason_name == reason
    for name in ("SYSTEM.CHANNEL.X", "SYSTEM.CLUSTER.X", "SYSTEM.COMMAND.X"):
        assert refusal(qm.create, LOCAL, name, values).reason_name == reason
    qm.create(LOCAL, "SYSTEM.OTHER", values)


def test_cluster_channel_name_is_supported_only_on_transmission_queues(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    values = {"cluster_channel_name": "TO.*"}
    reason = "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR"
    assert refusal(qm.create, LOCAL, "Q1", values).reason_name == reason
    qm.create(LOCAL, "Q1", {**values, "usage": "transmission"})


def test_scope_cell_fails_without_a_cell_directory(qm: EmbeddedSystem, refusal: Refusal) -> None:
    failed = refusal(qm.create, LOCAL, "Q1", {"scope": "cell"})
    assert failed.reason_name == "MQRCCF_CELL_DIR_NOT_AVAILABLE"


def test_model_queues_cannot_have_cell_scope(qm: EmbeddedSystem, refusal: Refusal) -> None:
    failed = refusal(qm.create, MODEL, "M", {"scope": "cell"})
    assert failed.reason_name == "MQRCCF_DYNAMIC_Q_SCOPE_ERROR"


def test_cell_scope_is_not_supported_on_ibmi(ibmi: EmbeddedSystem, refusal: Refusal) -> None:
    failed = refusal(ibmi.create, LOCAL, "Q1", {"scope": "cell"})
    assert failed.reason_name == "MQRCCF_ATTR_VALUE_ERROR"


def test_temporary_dynamic_is_not_specified_with_default_persistence_000(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    failed = refusal(qm.create, MODEL, "M", {"default_persistence": "persistent"})
    assert failed.reason_name == "MQRCCF_Q_ATTR_CONFLICT"
    qm.create(
        MODEL, "M", {"default_persistence": "persistent", "definition_type": "permanent_dynamic"}
    )


def test_message_length_is_at_most_4_mb_on_other_unix_systems(
    sandbox: Sandbox, refusal: Refusal
) -> None:
    system = sandbox.create_system("HP", platform=Platform.OTHER_UNIX)
    failed = refusal(system.create, LOCAL, "Q1", {"max_message_length": 4_194_305})
    assert failed.reason_name == "MQRCCF_ATTR_VALUE_ERROR"
    system.create(LOCAL, "Q1", {"max_message_length": 4_194_304})


def test_a_stream_queue_that_does_not_exist_is_answered_not_authorized(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    """001 StreamQ: AMQ8135E is returned instead of AMQ8147E."""
    assert refusal(qm.create, LOCAL, "Q1", {"stream_queue": "S"}).reason == 2035
    qm.create(LOCAL, "S", {})
    qm.create(LOCAL, "Q1", {"stream_queue": "S"})
    assert refusal(qm.change, LOCAL, "S", {"stream_queue": "S"}).reason == 3387
    # IBM MQ, Streaming queue restrictions: STREAMQ is not the name of a model queue.
    qm.create(MODEL, "M", {})
    refused = refusal(qm.create, LOCAL, "Q2", {"stream_queue": "M"})
    assert refused.reason_name == "MQRCCF_STREAMQ_DEST_NOT_SUPP"


def test_other_names_need_not_exist_at_this_time(qm: EmbeddedSystem) -> None:
    """001 BackoutRequeueName; CRTMQMQ PRCNAME, INITQNAME, TGTQNAME, TMQNAME."""
    names = ("backout_requeue_name", "initiation_queue_name", "process_name")
    qm.create(LOCAL, "Q1", dict.fromkeys(names, "ABSENT"))
    qm.create(ALIAS, "A", {"base_object_name": "ABSENT"})
    qm.create(REMOTE, "R", {"remote_queue_manager_name": "QM9", "xmit_queue_name": "ABSENT"})


class TestZos:
    """001 QSGDisposition, CFStructure."""

    def test_group_and_shared_are_allowed_only_in_a_queue_sharing_group(
        self, zos: EmbeddedSystem, refusal: Refusal
    ) -> None:
        for value in ("group", "copy", "shared"):
            values = {"queue_sharing_group_disposition": value}
            failed = refusal(zos.create, LOCAL, "Q1", values)
            assert failed.reason_name == "MQRCCF_Q_MGR_NOT_IN_QSG"

    def test_private_is_not_permitted_on_create(
        self, zos: EmbeddedSystem, refusal: Refusal
    ) -> None:
        values = {"queue_sharing_group_disposition": "private"}
        failed = refusal(zos.create, LOCAL, "Q1", values)
        assert failed.reason_name == "MQRCCF_DISPOSITION_CONFLICT"

    def test_shared_needs_a_structure_an_index_and_an_ordinary_name(
        self, sandbox: Sandbox, refusal: Refusal
    ) -> None:
        system = sandbox.create_system("MQZ2", platform=Platform.ZOS, queue_sharing_group="NY03")
        shared = {"queue_sharing_group_disposition": "shared"}
        full = {**shared, "coupling_facility_structure": "PRODUCT7"}
        assert refusal(system.create, LOCAL, "Q1", shared).reason == 3223
        token = {**full, "index_type": "msg_token"}
        assert refusal(system.create, LOCAL, "Q1", token).reason == 3223
        assert refusal(system.create, ALIAS, "A", shared).reason == 3211
        system.delete(LOCAL, "SYSTEM.CHANNEL.INITQ")
        assert refusal(system.create, LOCAL, "SYSTEM.CHANNEL.INITQ", full).reason == 3208
        system.create(LOCAL, "Q1", full)
        moved = {**shared, "coupling_facility_structure": "OTHER"}
        assert refusal(system.change, LOCAL, "Q1", moved).reason == 3213

    def test_shared_dynamic_needs_a_structure(self, zos: EmbeddedSystem, refusal: Refusal) -> None:
        values = {"definition_type": "shared_dynamic"}
        assert refusal(zos.create, MODEL, "M", values).reason == 3223
        zos.create(MODEL, "M", {**values, "coupling_facility_structure": "S1"})


def test_a_queue_manager_that_joins_a_group_makes_its_copies(tmp_path: Path) -> None:
    """Of what has its name already there is none."""
    sandbox = Sandbox(tmp_path / "group.db")
    first = sandbox.create_system("QA", platform=Platform.ZOS, queue_sharing_group="QSG9")
    group = {"queue_sharing_group_disposition": "group", "queue_description": "of the group"}
    first.create(LOCAL, "SHARED.BY.ALL", group)
    second = sandbox.create_system("QB", platform=Platform.ZOS, queue_sharing_group="QSG9")
    other = sandbox.create_system("QC", platform=Platform.ZOS, queue_sharing_group="QSG8")
    [copy] = second.observe([LOCAL], ["SHARED.BY.ALL"])
    assert copy.attributes["queue_sharing_group_disposition"] == "copy"
    assert copy.attributes["queue_description"] == "of the group"
    assert other.observe([LOCAL], ["SHARED.BY.ALL"]) == []
