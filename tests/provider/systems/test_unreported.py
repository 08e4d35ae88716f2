"""What a way of reaching a system cannot read follows from the names that an attribute has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pytest

import ibmi_carriers
from carriers import SandboxCarrier as MqscCarrier
from carriers import machine as queue_manager
from queuewright import kinds
from queuewright.catalogue.attribute import Attribute, Cl, Sql
from queuewright.catalogue.options import ObjectOptions
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import CRTDTAQ, PCF_COMMANDS
from queuewright.catalogue.spec import Spec
from queuewright.diff.decision import decide
from queuewright.diff.request import DecisionRequest
from queuewright.ibmi.common_attributes import IBMI, YES_NO
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.output_queue import OutputQueueSpec
from queuewright.kinds import IBMI_KINDS, MQ_KINDS, spec_of
from queuewright.mq.namelist import NamelistSpec
from queuewright.systems.ibmi import services
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.pcf import PcfCarrier
from queuewright.world.snapshot import Snapshot

ENFORCED = Attribute(
    title="Enforce data queue locks",
    sources=(CRTDTAQ.at("ENFORCE"),),
    cl=Cl("ENFORCE"),
    platforms=IBMI,
    **YES_NO,
)
TOLD = ENFORCED.but(sql=Sql("DATA_QUEUE_INFO", "ENFORCE_DATA_QUEUE_LOCKS"))


class WithoutColumn(DataQueueSpec):
    enforce_locks: Annotated[str | None, ENFORCED] = None


class WithColumn(DataQueueSpec):
    enforce_locks: Annotated[str | None, TOLD] = None


class WithoutKeyword(NamelistSpec):
    remark: Annotated[
        str | None, Attribute(title="Remark", sources=(PCF_COMMANDS.at("Remark"),), shipped="")
    ] = None


@pytest.fixture
def registered() -> Iterator[None]:
    """Whatever is registered goes again afterwards."""
    known = (kinds._KINDS, kinds._EVERY)
    before = [dict(each) for each in known]
    yield
    for each, specs in zip(known, before, strict=True):
        each.clear()
        each.update(specs)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("spec", "hidden"), [(WithoutColumn, frozenset({"enforce_locks"})), (WithColumn, frozenset())]
)
def test_an_attribute_without_a_column_is_reported_as_unreadable(
    tmp_path: Path, spec: type[Spec], hidden: frozenset[str]
) -> None:
    kinds._KINDS[spec.kind] = kinds._EVERY[spec.kind] = spec
    embedded = ibmi_carriers.machine(tmp_path, "AS1")
    wanted = {"max_entry_length": 10, "enforce_locks": "no"}
    embedded.create(spec.kind, "ORDERS/IN", {**wanted, "enforce_locks": "yes"})
    system = IbmiSystem("AS1", ibmi_carriers.SandboxCarrier(embedded))
    assert system.facts.unreported.get(spec.kind, frozenset()) == hidden
    (seen,) = system.observe([spec.kind], ["ORDERS/IN"])
    reported = seen.attributes.keys()
    assert ("enforce_locks" in reported) is not bool(hidden)
    lines = list(system.facts.unreported_lines([spec.kind]))
    says = ["AS1 does not report enforce_locks of ibmi:DataQueue"] if hidden else []
    assert lines == says
    request = DecisionRequest(
        key=seen.key, desired=wanted, options=ObjectOptions(), observed=seen, last=wanted,
        owned=True, snapshot=Snapshot.of([seen], (), system.facts),
    )  # fmt: skip
    # What the system has otherwise is a difference where it can be seen.
    assert [change.name for change in decide(request).changes] == sorted({"enforce_locks"} - hidden)


@pytest.mark.parametrize("kind", IBMI_KINDS)
def test_every_column_of_the_catalogue_is_read(tmp_path: Path, kind: str) -> None:
    """An attribute whose column nobody asks for would be taken for one that is read."""
    embedded = ibmi_carriers.machine(tmp_path, "AS1")
    given = {
        "ibmi:DataQueue": {"max_entry_length": 10, "sequence": "keyed", "key_length": 4},
        "ibmi:DdmDataQueue": {
            "remote_data_queue": "IN",
            "remote_location": "rdb",
            "relational_database": "OTHER",
        },
        "ibmi:UserQueue": {
            "queue_type": "fifo",
            "maximum_message_size": 10,
            "initial_number_of_messages": 1,
            "additional_number_of_messages": 1,
            "extended_attribute": "MINE",
        },
        "ibmi:RelationalDatabaseEntry": {
            "remote_location": "far.example.com",
            "remote_location_type": "ip",
            "port": "5000",
        },
    }.get(kind, {})
    name = "ORDERS/IN" if spec_of(kind).in_library else "SECURED"
    if kind == "ibmi:JobQueueEntry":
        name, given = "QSYS.QBATCH:ORDERS.IN", {"sequence_number": 7, "text_description": None}
        embedded.create("ibmi:JobQueue", "ORDERS/IN", {})
    if kind == "ibmi:ObjectAuthority":
        name, given = "ORDERS.IN:jobq:AMY", {"authorities": ("use",), "text_description": None}
        embedded.create("ibmi:JobQueue", "ORDERS/IN", {})
    wanted = {"text_description": "*Text", **given}
    embedded.create(kind, name, {n: v for n, v in wanted.items() if v is not None})
    system = IbmiSystem("AS1", ibmi_carriers.SandboxCarrier(embedded))
    (seen,) = system.observe([kind], [name])
    (held,) = embedded.observe([kind], [name])
    readable = {n for n, each in spec_of(kind).attributes().items() if services.reads(each)}
    assert dict(seen.attributes) == {n: held.attributes[n] for n in readable}


def test_what_nobody_reads_of_an_ibm_i() -> None:
    """DATA_QUEUE_INFO and AUTHORIZATION_LIST_USER_INFO have it all; MESSAGE_QUEUE_INFO has
    messages, and nothing of the queue; of output queues some columns are not certain."""
    hidden = kinds.unreported(IBMI_KINDS, services.reads)
    assert hidden == {
        MessageQueueSpec.kind: hidden[MessageQueueSpec.kind],
        OutputQueueSpec.kind: {
            "internet_address", "image_configuration", "host_print_transform", "spooled_file_asp",
            "separator_page", "maximum_spooled_file_size", "vm_mvs_class", "forms_control_buffer",
            "user_data_transform", "user_defined_option", "user_defined_object",
            "user_defined_data", "user_driver_program",
        },
        "ibmi:RelationalDatabaseEntry": {
            "device", "local_location", "remote_network_identifier", "mode", "transaction_program",
            "application_requester_driver",
        },
        "ibmi:JobQueueEntry": {f"maximum_active_priority_{number}" for number in range(1, 10)},
        "ibmi:UserQueue": {
            "queue_type", "key_length", "maximum_message_size", "initial_number_of_messages",
            "additional_number_of_messages", "domain", "pointers", "number_of_queue_extensions",
            "reclaim_storage",
        },
    }  # fmt: skip
    everything = MessageQueueSpec.attributes().keys() - {"reset_old_messages"}
    readable = {"text_description", "authority", "authorization_list", "private_authorities"}
    readable.add("owner")
    assert hidden[MessageQueueSpec.kind] == everything - readable


@pytest.mark.usefixtures("registered")
def test_an_attribute_without_a_keyword_is_reported_as_unreadable(tmp_path: Path) -> None:
    carrier = MqscCarrier(queue_manager(tmp_path, "QM1", Platform.LINUX))
    assert MqSystem("QM1", carrier).facts.unreported == {}
    kinds._KINDS[WithoutKeyword.kind] = kinds._EVERY[WithoutKeyword.kind] = WithoutKeyword
    assert MqSystem("QM1", carrier).facts.unreported == {WithoutKeyword.kind: {"remark"}}


def test_pcf_reads_what_has_a_parameter_and_a_keyword() -> None:
    carrier = PcfCarrier("QM1", "nowhere", lambda: pytest.fail("nothing is sent"), 1.0)
    for kind in MQ_KINDS:
        for attribute in spec_of(kind).attributes().values():
            if kind in ("mq:Cluster", "mq:QueueManagerAttributes"):
                continue  # the one follows from others; of the other PCF has a part
            assert carrier.reads(attribute)
            assert not carrier.reads(attribute.but(pcf=None))
            assert not carrier.reads(attribute.but(mqsc=None))
