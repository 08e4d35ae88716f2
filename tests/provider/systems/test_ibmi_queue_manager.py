"""A queue manager on an IBM i: CL changes it, its command processor reads it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import asyncssh
import pytest

from ibmi_carriers import IBMI_WIRES, MANAGER_WIRES, SandboxCarrier, machine, ssh_entry
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.job_queue import JobQueueSpec
from queuewright.ibmi.job_queue_entry import JobQueueEntrySpec
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.process import ProcessSpec
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.shell import Shell
from queuewright.systems.checking import check
from queuewright.systems.events import TellsAlterations, TellsEvents
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply
from queuewright.systems.ibmi.command_processors import CommandProcessor, NoProcessor
from queuewright.systems.ibmi.entry import system_of
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, systems_from
from queuewright.systems.sending import AnswerLost

Ask = Callable[[str, str], str]


class Carrier(SandboxCarrier):
    """The sandbox's CL, SQL and RUNMQSC in this process, with what was sent of each."""

    def __init__(
        self, embedded: EmbeddedSystem, processors: Mapping[str, Ask] | None = None
    ) -> None:
        super().__init__(embedded)
        self.shell = Shell(embedded)
        self.mqsc: list[str] = []
        self.processors = processors or {"RUNMQSC": self.runmqsc}

    def command_processors(self) -> Sequence[CommandProcessor]:
        return [CommandProcessor(title, ask) for title, ask in self.processors.items()]

    def runmqsc(self, queue_manager: str, commands: str) -> str:
        self.mqsc += [line for line in commands.splitlines() if not line.startswith("DISPLAY")]
        program = f"/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM {queue_manager}"
        return self.shell.run(f"qsh -c '{program}'", commands).out

    @property
    def changes(self) -> list[str]:
        """Commands but for those that ask."""
        mqsc = [line for line in self.mqsc if line != "END"]
        return [line for line in (*self.sent, *mqsc) if not line.startswith("CHKOBJ")]


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    """The queue manager QM1 on the partition AS1."""
    partition = machine(tmp_path, "AS1")
    return partition.sandbox.create_system("QM1", platform=Platform.IBMI)


@pytest.fixture
def carrier(qm1: EmbeddedSystem) -> Carrier:
    return Carrier(qm1.sandbox.system("AS1"))


@pytest.fixture
def system(carrier: Carrier) -> System:
    return system_of("AS1", carrier, (), "QM1")


@pytest.mark.parametrize(
    ("spec", "command"),
    [
        (
            LocalQueueSpec(name="A", max_queue_depth=5, queue_description="it's"),
            "CRTMQMQ QNAME(A) QTYPE(*LCL) MQMNAME(QM1) TEXT('it''s') MAXDEPTH(5)",
        ),
        (
            AliasQueueSpec(name="b.Alias", base_object_name="A"),
            "CRTMQMQ QNAME('b.Alias') QTYPE(*ALS) MQMNAME(QM1) TGTQNAME(A)",
        ),
        (
            NamelistSpec(name="N", names=("one", "TWO")),
            "CRTMQMNL NAMELIST(N) MQMNAME(QM1) NAMES('one' TWO)",
        ),
        (
            ProcessSpec(name="P", application_identifier="CALL PGM(LIB/X)"),
            "CRTMQMPRC PRCNAME(P) MQMNAME(QM1) APPID('CALL PGM(LIB/X)')",
        ),
        (
            ClusterReceiverChannelSpec(name="TO.QM1", cluster_name="C1", connection_name="h(1414)"),
            "CRTMQMCHL CHLNAME(TO.QM1) CHLTYPE(*CLUSRCVR) MQMNAME(QM1) CLUSTER(C1) "
            "CONNAME('h(1414)')",
        ),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_each_kind_is_created_by_its_command(
    system: System, carrier: Carrier, qm1: EmbeddedSystem, spec: Spec, command: str
) -> None:
    made = system.create(spec)
    [sent] = carrier.changes
    assert sent == command
    [own] = qm1.observe([spec.kind], [spec.object_name])
    assert made.key == Key("AS1", spec.kind, spec.object_name)
    assert dict(made.attributes) == dict(own.attributes)
    assert not carrier._embedded.observe([spec.kind], [spec.object_name])
    system.delete(made.key)
    assert carrier.changes[-1].startswith("DLTMQM")
    assert "MQMNAME(QM1)" in carrier.changes[-1]
    assert not qm1.observe([spec.kind], [spec.object_name])


def test_changes_force_and_copies_by_cl(
    system: System, carrier: Carrier, qm1: EmbeddedSystem
) -> None:
    qm1.create("mq:LocalQueue", "A", {"shareability": "shareable"})
    qm1.open("A", [OpenFor.INPUT_SHARED])
    changed = LocalQueueSpec(name="A", usage="transmission")
    with pytest.raises(CommandFailed) as caught:
        system.change(changed)
    assert caught.value.message_id == "AMQ8148"
    assert str(caught.value) == (
        "AS1 mq:LocalQueue A: IBM MQ object in use; stop what uses it (MQRC_OBJECT_IN_USE, 2042)"
    )
    system.change(changed, force=True)
    system.create(LocalQueueSpec(name="B"), like="A")
    assert [command.partition(" ")[0] for command in carrier.changes] == [
        "CHGMQMQ", "CHGMQMQ", "CPYMQMQ",
    ]  # fmt: skip
    assert "FORCE(*YES)" in carrier.changes[1]
    assert carrier.changes[2].startswith("CPYMQMQ FROMQ(A) TOQ(B)")


@pytest.mark.parametrize(
    ("there", "deleted"),
    [
        ("mq:LocalQueue", "mq:AliasQueue"),
        ("mq:RemoteQueue", "mq:LocalQueue"),
        ("mq:ClusterSenderChannel", "mq:ClusterReceiverChannel"),
    ],
)
def test_an_object_of_another_type_is_not_deleted(
    system: System, carrier: Carrier, qm1: EmbeddedSystem, there: str, deleted: str
) -> None:
    """DLTMQMQ does not say which type of queue is meant."""
    values = {"connection_name": "h(1)"} if "Channel" in there else {}
    qm1.create(there, "A", values)
    with pytest.raises(CommandFailed, match=f"AS1 {deleted} A: "):
        system.delete(Key("AS1", deleted, "A"))
    assert qm1.observe([there], ["A"])
    assert carrier.sent == []
    system.delete(Key("AS1", there, "A"))
    assert carrier.sent[0].startswith("DLTMQM")
    assert not qm1.observe([there], ["A"])


def test_what_cl_has_no_words_for_is_sent_as_mqsc(
    system: System, carrier: Carrier, qm1: EmbeddedSystem
) -> None:
    qm1.create("mq:LocalQueue", "A", {})
    qm1.put("A", count=2)
    system.delete(Key("AS1", "mq:LocalQueue", "A"), purge=True)
    qm1.create("mq:LocalQueue", "B", {})
    system.delete(Key("AS1", "mq:LocalQueue", "B"), keep_authorities=True)
    qm1.create("mq:LocalQueue", "C", {})
    system.create(LocalQueueSpec(name="D", stream_queue="C"))
    system.change(QueueManagerSpec(description="night", channel_authentication_records="enabled"))
    system.create(ClusterSpec(name="C1", full_repository="yes"))
    assert carrier.sent == []
    assert [line.split(" ALL")[0] for line in carrier.changes] == [
        "DELETE QLOCAL('A') PURGE",
        "DELETE QLOCAL('B') AUTHREC(NO)",
        "DEFINE QLOCAL('D') STREAMQ('C')",
        "ALTER QMGR DESCR('night') CHLAUTH(ENABLED)",
        "ALTER QMGR REPOS('C1')",
    ]
    assert qm1.manager()["repository"] == "C1"
    system.change(QueueManagerSpec(description="day", dead_letter_queue="C"))
    assert carrier.sent == ["CHGMQM MQMNAME(QM1) TEXT('day') UDLMSGQ(C)"]
    assert qm1.manager()["dead_letter_queue"] == "C"


@pytest.mark.parametrize(
    ("do", "message", "says"),
    [
        (
            lambda system: system.create(LocalQueueSpec(name="THERE")),
            "AMQ8150",
            "IBM MQ object already exists; import it, or choose another name"
            " (MQRCCF_OBJECT_ALREADY_EXISTS, 4001)",
        ),
        (
            lambda system: system.change(LocalQueueSpec(name="NONE", max_queue_depth=5)),
            "AMQ8147",
            "IBM MQ object NONE not found; check the name, or create it"
            " (MQRC_UNKNOWN_OBJECT_NAME, 2085)",
        ),
        (
            lambda system: system.delete(Key("AS1", "mq:LocalQueue", "THERE")),
            "AMQ8143",
            "IBM MQ queue not empty; consume or purge its messages first (MQRC_Q_NOT_EMPTY, 2055)",
        ),
        (
            lambda system: system.create(LocalQueueSpec(name="NEW"), like="NONE"),
            "AMQ8147",
            "not found; check the name, or create it (MQRC_UNKNOWN_OBJECT_NAME, 2085)",
        ),
    ],
)
def test_messages_of_the_job_become_errors(
    system: System, qm1: EmbeddedSystem, do: Callable[[System], object], message: str, says: str
) -> None:
    qm1.create("mq:LocalQueue", "THERE", {})
    qm1.put("THERE")
    with pytest.raises(CommandFailed) as caught:
        do(system)
    assert caught.value.message_id == message
    assert str(caught.value).endswith(says)
    assert "\n" not in str(caught.value)


class Refusing(Carrier):
    """CL that a job refuses."""

    messages: Sequence[IbmiMessage] = ()

    def run(self, command: str) -> IbmiReply:
        return IbmiReply(False, self.messages)


@pytest.mark.parametrize(
    ("messages", "message", "says"),
    [
        (
            [("CPD0030", "Command CRTMQMQ in library *LIBL not found."), ("CPF0006", "Errors.")],
            "CPF0006",
            "Command CRTMQMQ in library *LIBL not found; install IBM MQ, and see that CRTMQMQ is in"
            " the library list (QMQM) (CPF0006)",
        ),
        (
            [("AMQ8101", "IBM MQ error (7F3) has occurred."), ("CPF0001", "Error on CRTMQMQ.")],
            "AMQ8101",
            "IBM MQ error (7F3) has occurred; grant the user the authority with setmqaut or SET"
            " AUTHREC (MQRC_NOT_AUTHORIZED, 2035)",
        ),
        (
            [("CPF9802", "Not authorized to object CRTMQMQ in QMQM.")],
            "CPF9802",
            "Not authorized to object CRTMQMQ in QMQM; ask for the profile to be authorized:"
            " docs/systems.md lists the authorities of each command (CPF9802)",
        ),
    ],
)
def test_other_messages_of_a_job(
    qm1: EmbeddedSystem, messages: list[tuple[str, str]], message: str, says: str
) -> None:
    carrier = Refusing(qm1.sandbox.system("AS1"))
    carrier.messages = [IbmiMessage(*each) for each in messages]
    with pytest.raises(CommandFailed) as caught:
        system_of("AS1", carrier, (), "QM1").create(LocalQueueSpec(name="A"))
    assert caught.value.message_id == message
    assert str(caught.value) == f"AS1 mq:LocalQueue A: {says}"


# Ways to the command processor


def test_the_first_way_that_answers_is_remembered(qm1: EmbeddedSystem) -> None:
    asked: list[str] = []

    def missing(queue_manager: str, commands: str) -> str:
        asked.append("missing")
        raise NoProcessor("sh: runmqsc: not found.")

    def silent(queue_manager: str, commands: str) -> str:
        asked.append("silent")
        return "qsh: 001-0019 Error found searching for command RUNMQSC.PGM.\n"

    carrier = Carrier(qm1.sandbox.system("AS1"))
    carrier.processors = {"first": missing, "second": silent, "third": carrier.runmqsc}
    system = system_of("AS1", carrier, (), "QM1")
    for _ in range(2):
        system.observe(["mq:LocalQueue"])
    assert asked == ["missing", "silent"]
    assert "read by third" in "\n".join(map(str, check(system, ())))
    carrier.processors = {"first": missing, "second": silent}
    with pytest.raises(SystemUnavailable) as caught:
        list(system_of("AS1", carrier, (), "QM1").observe(["mq:LocalQueue"]))
    assert str(caught.value) == (
        "AS1: in this process QM1: no command processor answers: first: sh: runmqsc: not found.; "
        "second: qsh: 001-0019 Error found searching for command RUNMQSC.PGM.; see that IBM MQ is "
        "installed, and that the user may use QMQM"
    )


def test_a_report_that_is_cut_leaves_a_change_unknown(qm1: EmbeddedSystem) -> None:
    cut = [False]

    def runmqsc(queue_manager: str, commands: str) -> str:
        text = Carrier.runmqsc(carrier, queue_manager, commands)
        if not cut[0] or commands.startswith("DISPLAY"):
            return text
        return text.partition("     1 : ")[0] + "\n"

    carrier = Carrier(qm1.sandbox.system("AS1"))
    carrier.processors = {"RUNMQSC": runmqsc}
    system = system_of("AS1", carrier, (), "QM1")
    qm1.create("mq:LocalQueue", "C", {})
    assert list(system.observe(["mq:LocalQueue"], ["C"]))
    cut[0] = True
    # It was run: the object is read, and is as it was asked for.
    system.create(LocalQueueSpec(name="D", stream_queue="C"))
    assert sum(line.startswith("DEFINE") for line in carrier.mqsc) == 1

    def nothing(queue_manager: str, commands: str) -> str:
        if commands.startswith("DISPLAY"):
            return runmqsc(queue_manager, commands)
        return "Starting MQSC for queue manager QM1.\n"

    carrier.processors["RUNMQSC"] = nothing
    system = system_of("AS1", carrier, (), "QM1")
    assert list(system.observe(["mq:LocalQueue"], ["C"]))
    with pytest.raises(AnswerLost, match="its answer was lost, and it is not done"):
        system.create(LocalQueueSpec(name="E", stream_queue="C"))


def test_a_queue_manager_that_is_not_there_is_named(qm1: EmbeddedSystem) -> None:
    qm1.sandbox.create_system("LINUX", platform=Platform.LINUX)
    for name in ("QM9", "LINUX"):  # which is on another machine
        system = system_of("AS1", Carrier(qm1.sandbox.system("AS1")), (), name)
        with pytest.raises(SystemUnavailable, match=f"{name}: AMQ8118E: .*does not exist"):
            list(system.observe(["mq:LocalQueue"]))


# Over the wires


@pytest.fixture(params=list(IBMI_WIRES))
def both(
    request: pytest.FixtureRequest, qm1: EmbeddedSystem, tmp_path: Path
) -> Iterator[tuple[System, EmbeddedSystem, EmbeddedSystem, Mapping[str, Any]]]:
    """AS1 with its queue manager QM1, in one entry."""
    partition = qm1.sandbox.system("AS1")
    with IBMI_WIRES[request.param](qm1.sandbox, ["AS1"]) as entries:
        entry = {**entries["AS1"], "queue_manager": "QM1"}
        yield systems_from({"AS1": entry}, base=tmp_path)["AS1"], partition, qm1, entry


Both = tuple[System, EmbeddedSystem, EmbeddedSystem, Mapping[str, Any]]


def test_one_entry_has_both_kinds_each_in_its_place(both: Both) -> None:
    system, partition, manager, _ = both
    queue = LocalQueueSpec(name="ORDERS/IN", max_queue_depth=5)
    data = DataQueueSpec(name="IN", library="ORDERS", max_entry_length=5)
    for spec in (queue, data):
        system.create(spec)
        assert system.observe([spec.kind], [spec.object_name])[0].key == spec.key("AS1")
    manager.put("ORDERS/IN", count=2)
    partition.put("ORDERS/IN", count=3, size=1)
    found = {
        each.key.kind: each.status.depth
        for each in system.observe([*MQ_KINDS, *IBMI_KINDS], ["ORDERS/IN"], status=True)
        if each.status is not None
    }
    assert found == {"mq:LocalQueue": 2, "ibmi:DataQueue": 3}
    assert [each.key.name for each in manager.observe(["mq:LocalQueue"], ["ORDERS/IN"])]
    assert not partition.observe(["mq:LocalQueue"], ["ORDERS/IN"])
    facts = system.facts
    assert (facts.name, facts.platform) == ("AS1", Platform.IBMI)
    assert facts.kinds is not None
    assert {"mq:LocalQueue", "ibmi:DataQueue"} <= facts.kinds
    assert facts.command_level == manager.facts().command_level


def test_entries_and_records_of_the_partition_are_read_by_name(both: Both) -> None:
    """Their names are none that objects of IBM i have, nor are those of a queue manager."""
    system = both[0]
    jobs = JobQueueSpec(name="NIGHT", library="ORDERS")
    entry = JobQueueEntrySpec(name="QSYS/QBATCH", job_queue="ORDERS/NIGHT")
    record = ObjectAuthoritySpec(
        name="ORDERS/NIGHT", object_type="jobq", user="AMY", authorities=("use",)
    )
    specs = (jobs, entry, record)
    for spec in specs:
        system.create(spec)
    names = [spec.object_name for spec in specs]
    found = {each.key for each in system.observe([*MQ_KINDS, *IBMI_KINDS], names)}
    assert found == {spec.key("AS1") for spec in specs}
    for spec in reversed(specs):
        system.delete(spec.key("AS1"))
        system.delete(spec.key("AS1")) if spec is record else None  # gone, by whomever
    left = system.observe([*MQ_KINDS, *IBMI_KINDS], names)
    assert all(each.presumed for each in left)


def test_the_queue_manager_is_watched_by_its_times_of_alteration(both: Both) -> None:
    """The partition's objects have none; `drift watch` reads them with everything."""
    system, partition, manager, _ = both
    assert isinstance(system, TellsAlterations)
    assert not isinstance(system, TellsEvents)
    assert system.address.endswith(" QM1")
    before = system.alterations()
    manager.create("mq:LocalQueue", "A", {})
    partition.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 5})
    assert system.alterations().keys() - before.keys() == {("mq:LocalQueue", "A")}


def test_check_says_how_the_queue_manager_is_read(both: Both) -> None:
    system = both[0]
    declared = [Key("AS1", "mq:LocalQueue", "A"), Key("AS1", "ibmi:DataQueue", "ORDERS/IN")]
    lines = [str(finding) for finding in check(system, declared)]
    assert not [line for line in lines if ": error:" in line], lines
    assert any(
        line.startswith(
            "AS1: queue manager: ok: QM1: changed by CL (CRTMQMQ, ...), read by RUNMQSC"
        )
        for line in lines
    )
    assert any("authority: not reported: QM1: " in line for line in lines)


def test_who_may_only_read_changes_nothing(both: Both, tmp_path: Path) -> None:
    _, _, manager, entry = both
    manager.create("mq:LocalQueue", "A", {})
    reader = systems_from({"AS1": {**entry, "user": "ro"}}, base=tmp_path)["AS1"]
    assert [each.key.name for each in reader.observe(["mq:LocalQueue"], ["A"])] == ["A"]
    with pytest.raises(CommandFailed, match="Not authorized"):
        reader.change(LocalQueueSpec(name="A", max_queue_depth=5))
    with pytest.raises(CommandFailed, match="Not authorized"):
        reader.delete(Key("AS1", "mq:LocalQueue", "A"), keep_authorities=True)
    assert manager.observe(["mq:LocalQueue"], ["A"])


def _has_ended(*_: object) -> NoReturn:
    raise BrokenPipeError("Channel not open for sending")


@pytest.mark.parametrize("reads", [True, False])
def test_where_no_command_processor_is_installed(
    both: Both, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """reads: whether it takes its input before it ends."""
    _, _, _, entry = both
    if not reads:
        monkeypatch.setattr(asyncssh.SSHClientChannel, "write", _has_ended, raising=False)
    for module in ("ssh", "mapepire"):
        monkeypatch.setattr(f"queuewright.systems.{module}.PROGRAM", "/QSYS.LIB/QMQM.LIB/NO.PGM")
    system = systems_from({"AS1": entry}, base=tmp_path)["AS1"]
    with pytest.raises(SystemUnavailable) as caught:
        list(system.observe(["mq:LocalQueue"]))
    text = str(caught.value)
    assert "no command processor answers: RUNMQSC " in text
    assert "/QSYS.LIB/QMQM.LIB/NO.PGM:  not found." in text
    assert ("; runmqsc in PASE: sh: runmqsc:  not found." in text) is (entry["type"] == "ssh")
    assert text.endswith("; see that IBM MQ is installed, and that the user may use QMQM")


def test_the_name_of_a_queue_manager_is_a_name(tmp_path: Path) -> None:
    for name in ("QM 1", "Q'M", "x" * 49):
        entry = {**ssh_entry(tmp_path, 22), "queue_manager": name}
        with pytest.raises(InvalidConfiguration, match=r"AS1\.queue_manager: the name of a queue"):
            systems_from({"AS1": entry}, base=tmp_path)


def test_a_name_in_lower_case_is_quoted(qm1: EmbeddedSystem) -> None:
    partition = qm1.sandbox.system("AS1")
    qm1.sandbox.create_system("qm2", platform=Platform.IBMI)
    carrier = Carrier(partition)
    system_of("AS1", carrier, (), "qm2").create(LocalQueueSpec(name="A"))
    assert carrier.changes == ["CRTMQMQ QNAME(A) QTYPE(*LCL) MQMNAME('qm2')"]
    assert partition.sandbox.system("qm2").observe(["mq:LocalQueue"], ["A"])


def test_wires_have_the_entry_of_the_partition() -> None:
    assert set(MANAGER_WIRES) == {f"{name} by CL" for name in IBMI_WIRES}
