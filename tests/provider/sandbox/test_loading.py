"""Loading a dump, live counts and all, and writing one."""

from dataclasses import replace
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import DISPOSITION, UNKNOWN_APPLICATION, Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.dialects.mqsc import decoded
from queuewright.kinds import MQ_KINDS
from queuewright.sandbox.authority_records import grant, granted
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox, SandboxError
from queuewright.sandbox.loading import load

HEADER = """\
* Queue manager name: LIVE
* Queue manager platform: UNIX
* Queue manager command level: (920/920)
"""
QUEUES = """\
DEFINE QLOCAL('Q') +
*  CURDEPTH(5) +
*  DEFTYPE(PREDEFINED) +
*  IPPROCS(2) +
*  OPPROCS(1) +
   MAXDEPTH(9) +
   REPLACE
DEFINE QLOCAL('ALONE') +
*  IPPROCS(1) +
   NOSHARE REPLACE
DEFINE QLOCAL('DYN') +
*  DEFTYPE(PERMDYN) +
   REPLACE
DEFINE QALIAS('A') TARGET('Q') REPLACE
DEFINE QREMOTE('R') RNAME('X') RQMNAME('QM2') XMITQ('ALONE') REPLACE
DEFINE QALIAS('FAR') TARGET('R') REPLACE
DEFINE QALIAS('OTHER') TARGET('DYN') REPLACE
"""


def by_name(machine: EmbeddedSystem) -> dict[str, Observed]:
    return {queue.key.name: queue for queue in machine.observe(MQ_KINDS, status=True)}


def test_the_queue_manager_is_created_from_the_header(sandbox: Sandbox) -> None:
    loaded = load(sandbox, HEADER + QUEUES)
    assert loaded.created
    assert loaded.failed == []
    facts = sandbox.system("LIVE").facts()
    assert (facts.platform, facts.command_level) == (Platform.AIX, 920)
    assert not load(sandbox, HEADER + QUEUES).created


def test_live_counts_become_messages_and_openers(sandbox: Sandbox) -> None:
    loaded = load(sandbox, HEADER + QUEUES)
    assert (loaded.messages, loaded.openers) == (5, 4)
    status = by_name(sandbox.system("LIVE"))["Q"].status
    assert status is not None
    assert (status.depth, status.open_input, status.open_output) == (5, 2, 1)
    assert {handle.application for handle in status.handles} == {UNKNOWN_APPLICATION}
    assert not status.handles_known


def test_what_may_have_been_opened_by_another_name_is_not_known(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    queues = by_name(sandbox.system("LIVE"))
    known = {
        name: queue.status.handles_known
        for name, queue in queues.items()
        if queue.status is not None and name in QUEUES
    }
    expected = {"Q": False, "A": False, "ALONE": False, "R": False, "FAR": False}
    assert known == {**expected, "DYN": True, "OTHER": True}


def test_an_opener_of_a_queue_that_is_not_shared_is_exclusive(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    machine = sandbox.system("LIVE")
    with pytest.raises(CommandFailed) as caught:
        machine.open("ALONE", {OpenFor.INPUT_SHARED})
    assert caught.value.reason_name == "MQRC_OBJECT_IN_USE"


def test_the_definition_type_is_kept(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    assert by_name(sandbox.system("LIVE"))["DYN"].definition_type == "permanent_dynamic"


def test_loading_again_replaces_counts_and_definitions(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    again = QUEUES.replace("CURDEPTH(5)", "CURDEPTH(1)").replace("MAXDEPTH(9)", "MAXDEPTH(3)")
    load(sandbox, HEADER + again)
    queue = by_name(sandbox.system("LIVE"))["Q"]
    assert queue.status is not None
    assert (queue.status.depth, queue.status.open_input) == (1, 2)
    assert queue.attributes["max_queue_depth"] == 3


def test_what_is_changed_and_blocked_afterwards(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    machine = sandbox.system("LIVE")
    for name in ("Q", "ALONE"):
        with pytest.raises(CommandFailed) as caught:
            machine.change("mq:LocalQueue", name, {"usage": "transmission"})
        assert UNKNOWN_APPLICATION in str(caught.value)
    machine.change("mq:LocalQueue", "Q", {"queue_description": "new"})


def test_defaults_of_the_dump_are_those_of_what_it_leaves_out(sandbox: Sandbox) -> None:
    script = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(77) REPLACE\n"
    load(sandbox, HEADER + script)
    assert by_name(sandbox.system("LIVE"))["A"].attributes["max_queue_depth"] == 77


def test_what_is_not_modelled_is_counted_and_failures_are_placed(sandbox: Sandbox) -> None:
    script = (
        "DEFINE PSID(1)\nDEFINE BUFFPOOL(1)\nALTER QMGR REPOS(C)\n"
        "ALTER QMGR REPOS(D) MAXCHL(9)\nDEFINE QLOCAL(BAD) MAXDEPTH(-1)\nDEFINE QLOCAL(OPEN\n"
        "SET AUTHREC PROFILE(Q) "
        "OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)\nALTER QLOCAL(GOOD) DESCR('d')\n"
    )
    loaded = load(sandbox, HEADER + script, file="live.mqsc")
    assert loaded.not_modelled == {"DEFINE PSID": 1, "DEFINE BUFFPOOL": 1}
    assert [failure.split(":")[:2] for failure in loaded.failed] == [
        ["live.mqsc", "7"],
        ["live.mqsc", "8"],
        ["live.mqsc", "9"],
        ["live.mqsc", "11"],
    ]
    assert loaded.authority_records == 1
    assert sandbox.system("LIVE").manager()["repository"] == "C"


@pytest.mark.parametrize("is_new", [True, False])
def test_the_character_set_is_taken_wherever_it_stands(sandbox: Sandbox, is_new: bool) -> None:
    if not is_new:
        sandbox.create_system("LIVE")
    loaded = load(sandbox, HEADER + "ALTER QMGR DEADQ(D)\nALTER QMGR CCSID(819) MAXHANDS(5)\n")
    assert (loaded.failed, loaded.left_out) == ([], {})
    assert sandbox.system("LIVE").facts().ccsid == 819
    again = load(sandbox, HEADER + "ALTER QMGR CCSID(99)\n")
    assert "CCSID(99) is not known here" in again.failed[0]


@pytest.mark.parametrize(
    ("text", "system", "words"),
    [
        ("DEFINE QL(A)", None, "--system"),
        ("DEFINE QL(A)", "QM9", "queuewright sandbox create QM9"),
        ("", "QM9", "no MQSC command"),
        (HEADER.replace("UNIX", "VMS") + "DEFINE QL(A)", None, "VMS"),
    ],
)
def test_a_file_that_does_not_say_enough(
    sandbox: Sandbox, text: str, system: str | None, words: str
) -> None:
    with pytest.raises(SandboxError, match=words) as caught:
        load(sandbox, text, system=system)
    assert "\n" not in str(caught.value)
    assert sandbox.systems() == []


def test_into_another_system(sandbox: Sandbox) -> None:
    sandbox.create_system("REHEARSAL", platform=Platform.AIX)
    load(sandbox, HEADER + QUEUES, system="REHEARSAL")
    assert "Q" in by_name(sandbox.system("REHEARSAL"))
    assert not sandbox.has("LIVE")


def renamed(observed: list[Observed], system: str) -> list[Observed]:
    return [replace(item, key=item.key._replace(system=system)) for item in observed]


def copied(sandbox: Sandbox, machine: EmbeddedSystem) -> EmbeddedSystem:
    text = "\n".join(dump(machine))
    loaded = load(sandbox, text.replace(f"name: {machine.name}", "name: COPY"))
    assert loaded.failed == []
    assert loaded.not_modelled == {}
    return sandbox.system("COPY")


def test_a_dump_loads_back_as_it_was(sandbox: Sandbox) -> None:
    load(sandbox, HEADER + QUEUES)
    machine = sandbox.system("LIVE")
    machine.create("mq:Namelist", "NL", {"names": ("A", "B")})
    machine.create("mq:ClusterReceiverChannel", "TO.LIVE", {"cluster_name": "C"})
    machine.change("mq:LocalQueue", "Q", {"queue_description": 'it\'s ; * "here" + -'})
    machine.set_manager({"repository": "C", "max_message_length": 50_000})
    with machine.writing() as tx:
        grant(tx, "q", "Q", "group o'hara", ("input", "output"))
    copy = copied(sandbox, machine)
    before = renamed(machine.observe(MQ_KINDS, status=True), "COPY")
    assert copy.observe(MQ_KINDS, status=True) == before
    assert copy.manager() == machine.manager()
    with copy.reading() as tx:
        assert granted(tx, "q", "Q") == {"group o'hara": ("input", "output")}


@pytest.mark.parametrize("platform", list(Platform))
def test_a_new_queue_manager_of_every_platform_dumps_and_loads(
    sandbox: Sandbox, platform: Platform
) -> None:
    machine = sandbox.create_system("NEW", platform=platform, command_level=940)
    copy = copied(sandbox, machine)
    assert copy.facts().platform is platform
    assert copy.observe(MQ_KINDS, status=True) == renamed(
        machine.observe(MQ_KINDS, status=True), "COPY"
    )


def test_what_follows_the_end_of_a_script_is_told(sandbox: Sandbox) -> None:
    sandbox.create_system("QM1")
    loaded = load(sandbox, "DEF QL(A)\nEND\nDEF QL(B)\nDEF QL(C)\n", file="a.mqsc", system="QM1")
    assert loaded.taken == {"mq:LocalQueue": 1}
    assert loaded.failed == []
    (warning,) = loaded.warnings
    assert warning.startswith("a.mqsc:3:1: ")
    assert "2 commands, not read" in warning


def test_objects_of_ibmi_are_reported_and_left_out(ibmi: EmbeddedSystem) -> None:
    ibmi.create("ibmi:MessageQueue", "ORDERS/Q", {})
    text = "\n".join(dump(ibmi))
    assert "* 2 objects of IBM i are not here" in text  # with library ORDERS


def test_the_production_dump(sandbox: Sandbox, shared_mqsc: Path) -> None:
    """380 QLOCAL, 731 QALIAS, 271 QREMOTE, 10 QMODEL, 3 NAMELIST, 4,536 AUTHREC."""
    loaded = load(sandbox, decoded((shared_mqsc / "ABKA.mqsc").read_bytes()), file="ABKA.mqsc")
    assert loaded.failed == []
    assert loaded.created
    assert loaded.taken["mq:LocalQueue"] == 380
    assert loaded.taken["mq:AliasQueue"] == 731
    assert loaded.taken["mq:RemoteQueue"] == 271
    assert loaded.taken["mq:ModelQueue"] == 10
    assert loaded.taken["mq:Namelist"] == 3
    assert loaded.authority_records == 4536
    assert loaded.not_modelled == {}
    assert loaded.taken["mq:Process"] == 5
    taken = {"Listener": 2, "Service": 4, "Subscription": 3, "Topic": 7}
    taken["CommunicationInformation"] = 1
    taken["ChannelAuthenticationRecord"] = 3
    assert {kind: loaded.taken[f"mq:{kind}"] for kind in taken} == taken
    assert sum(n for kind, n in loaded.taken.items() if kind.endswith("Authentication")) == 2
    machine = sandbox.system("ABKA")
    copy = copied(sandbox, machine)
    assert copy.observe(MQ_KINDS, status=True) == renamed(
        machine.observe(MQ_KINDS, status=True), "COPY"
    )


def test_processes_are_known_by_their_names(tmp_path: Path) -> None:
    """Change Queue (PCF) ProcessName: it must be there for a trigger event to occur."""
    sandbox = Sandbox(tmp_path / "sandbox.db")
    sandbox.create_system("QM1")
    load(
        sandbox,
        "DEFINE PROCESS(PAY) APPLICID('x')\nDEFINE PROCESS(OLD)\nDELETE PROCESS(OLD)\n",
        system="QM1",
    )
    assert "PAY" in sandbox.system("QM1").facts().names[Role.PROCESS]
    assert "OLD" not in sandbox.system("QM1").facts().names[Role.PROCESS]


@pytest.mark.parametrize("system", [None, "OTHER"])
def test_dumps_of_two_in_one_file_are_not_one(tmp_path: Path, system: str | None) -> None:
    both = HEADER + QUEUES + HEADER.replace("LIVE", "SECOND") + "DEFINE QLOCAL('MORE')\n"
    sandbox = Sandbox(tmp_path / "s.db")
    with pytest.raises(SandboxError, match=r'several queue managers in one file: "LIVE", "SECOND"'):
        load(sandbox, both, system=system)
    assert not sandbox.has(system or "LIVE")


def test_group_objects_and_copies_are_dumped_and_loaded(sandbox: Sandbox) -> None:
    """z/OS: one name, two objects; and where the sandbox does not know of a group, too."""
    source = sandbox.create_system("MQZ1", platform=Platform.ZOS, queue_sharing_group="NY03")
    source.create("mq:LocalQueue", "A", {DISPOSITION: "group", "queue_description": "of all"})
    source.change("mq:LocalQueue", "A", {DISPOSITION: "copy", "queue_description": "local"})
    text = "\n".join(dump(source))
    for name, group in (("MQZ2", "NY04"), ("MQZ3", "")):
        target = sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group=group)
        assert load(sandbox, text, system=name).failed == []
        (loaded,) = target.observe(("mq:LocalQueue",), ("A",))
        assert loaded.attributes["queue_description"] == "local"
        assert loaded.group is not None
        assert loaded.group["queue_description"] == "of all"


RULES = "mq:ChannelAuthenticationRecord"
SHOWN = "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('app')\n"
LACKING = {"SYSTEM.*/addressmap///*//", "SYSTEM.ADMIN.SVRCONN/addressmap///*//", "*/blockuser/////"}


@pytest.mark.parametrize(
    ("issued", "text", "removed"),
    [
        ("* Command issued: dmpmqcfg -m LIVE -a\n", SHOWN, LACKING),
        ("* Command issued: dmpmqcfg -m LIVE -a\n", "", set()),  # it may leave them out
        ("* Command issued: dmpmqcfg -m LIVE -x object\n", SHOWN, set()),
        ("", SHOWN, set()),
    ],
)
def test_records_that_a_dump_of_everything_lacks_are_gone(
    issued: str, text: str, removed: set[str], sandbox: Sandbox
) -> None:
    loaded = load(sandbox, f"{HEADER}{issued}DEFINE QLOCAL('Q')\n{text}")
    assert set(loaded.removed) == removed
    there = {each.key.name for each in sandbox.system("LIVE").observe([RULES])}
    assert there == (LACKING - removed) | ({"APP.*/addressmap///10.*//"} if text else set())
    assert load(sandbox, f"{HEADER}{issued}DEFINE QLOCAL('Q')\n{text}").removed == []
