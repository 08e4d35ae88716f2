"""`queuewright route`: of a program, of systems as read, of dumps, in each format."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.cli.common import UsageProblem
from queuewright.cli.route import require_queue_manager
from queuewright.sandbox import channel_states
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

Cli = Callable[..., Ran]
STACK = "config:\n  queuewright:systems:\n" + "".join(
    f"    QM{n}: {{type: sandbox, platform: linux}}\n" for n in (1, 2)
)
PROGRAM = """
from queuewright import mq

mq.RemoteQueue("ORDERS", system="QM1", remote_queue_name="ORDERS.IN",
               remote_queue_manager_name="QM2", xmit_queue_name="TO.QM2")
mq.LocalQueue("ORDERS.IN", system="QM2")
"""


@pytest.fixture
def managers(project: Path) -> dict[str, EmbeddedSystem]:
    """A channel from QM1 to QM2; the program declares the queues of the route besides."""
    (project / "Pulumi.dev.yaml").write_text(STACK)
    (project / "__main__.py").write_text(PROGRAM)
    file = project / ".queuewright" / "sandbox-dev.db"
    file.parent.mkdir()
    made = {
        name: Sandbox(file).create_system(name, platform=Platform.LINUX) for name in ("QM1", "QM2")
    }
    triggered = {"trigger_control": "on", "initiation_queue_name": "SYSTEM.CHANNEL.INITQ"}
    made["QM1"].create("mq:LocalQueue", "TO.QM2", {"usage": "transmission", **triggered})
    way = {"connection_name": "host2(1415)", "xmit_queue_name": "TO.QM2"}
    made["QM1"].create("mq:SenderChannel", "QM1.QM2", way)
    made["QM2"].create("mq:ReceiverChannel", "QM1.QM2", {})
    tcp = {"transport_type": "tcp", "port": 1415, "start_mode": "control_q_mgr"}
    made["QM2"].create("mq:Listener", "TCP", tcp)
    return made


def test_the_route_of_a_program(managers: dict[str, EmbeddedSystem], cli: Cli) -> None:
    ran = cli("route", "QM1", "ORDERS")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "ORDERS at QM1: arrives"
    assert lines[2].startswith("arrives; the message ends in queue ORDERS.IN of QM2; the longest")
    assert lines[3:7] == [
        "  QM1",
        "      remote queue ORDERS: stands for ORDERS.IN of QM2",
        "      transmission queue TO.QM2",
        "      sending channel QM1.QM2: to host2(1415), a message starts it",
    ]
    assert lines[7:10] == ["      |", "      v", "  QM2"]
    assert lines[-1] == "      queue ORDERS.IN"


def test_as_read_the_program_counts_for_nothing(
    managers: dict[str, EmbeddedSystem], cli: Cli
) -> None:
    ran = cli("route", "QM1", "ORDERS", "--as-read")
    assert ran.code == 2
    assert "BREAKS: QM1 has no queue ORDERS: MQRC_UNKNOWN_OBJECT_NAME" in ran.out


def test_the_status_of_what_it_passes(managers: dict[str, EmbeddedSystem], cli: Cli) -> None:
    with managers["QM1"].writing() as tx:
        channel_states.set_state(tx, "QM1.QM2", "RUNNING")
    assert (
        "sending channel QM1.QM2: to host2(1415), running now" in cli("route", "QM1", "ORDERS").out
    )
    with managers["QM1"].writing() as tx:
        channel_states.set_state(tx, "QM1.QM2", "STOPPED")
    stopped = cli("route", "QM1", "ORDERS")
    assert stopped.code == 2
    assert "BREAKS: is stopped: no message starts it; start it" in stopped.out
    assert "the message ends on transmission queue TO.QM2 of QM1" in stopped.out
    with managers["QM1"].writing() as tx:
        channel_states.set_state(tx, "QM1.QM2", "RUNNING")
    managers["QM2"].change("mq:Listener", "TCP", {"start_mode": "control_manual"})
    assert "warning: start_mode" in cli("route", "QM1", "ORDERS").out


def test_a_full_queue(managers: dict[str, EmbeddedSystem], cli: Cli) -> None:
    managers["QM1"].change("mq:LocalQueue", "TO.QM2", {"max_queue_depth": 2})
    assert cli("sandbox", "put", "QM1", "TO.QM2", "--count", "2").code == 0
    ran = cli("route", "QM1", "ORDERS")
    assert ran.code == 2
    assert "BREAKS: max_queue_depth=2: has 2 messages, and takes 2: MQRC_Q_FULL" in ran.out


def test_a_system_that_cannot_be_read(
    managers: dict[str, EmbeddedSystem], project: Path, cli: Cli
) -> None:
    stack = STACK.replace(
        "QM2: {type: sandbox, platform: linux}", "QM2: {type: runmqsc, command: [/nowhere]}"
    )
    (project / "Pulumi.dev.yaml").write_text(stack)
    ran = cli("route", "QM1", "ORDERS")
    assert ran.code == 1
    assert "ORDERS at QM1: not known" in ran.out
    assert "who is at host2(1415): no system that is known has a channel QM1.QM2" in ran.out
    assert ran.errors


def test_an_ibmi_without_a_queue_manager() -> None:
    facts = SystemFacts("PROD01", Platform.IBMI)
    queue = Observed(Key("PROD01", "ibmi:DataQueue", "QGPL/Q"))
    world = World({}, {"PROD01": Snapshot.of([queue], None, facts)})
    with pytest.raises(UsageProblem, match="PROD01 is an IBM i and has no objects of a queue"):
        require_queue_manager("PROD01", world)
    queue = Observed(Key("PROD01", "mq:LocalQueue", "Q"))
    require_queue_manager("PROD01", World({}, {"PROD01": Snapshot.of([queue], None, facts)}))
    require_queue_manager("QM1", World({}, {"QM1": Snapshot(SystemFacts("QM1"))}))


def test_each_format(managers: dict[str, EmbeddedSystem], cli: Cli) -> None:
    document = json.loads(cli("route", "QM1", "ORDERS", "--json").out)
    assert (document["format"], document["verdict"], document["exit_code"]) == (1, "arrives", 0)
    [way] = document["ways"]
    assert [hop["kind"] for hop in way["hops"]][:3] == [
        "remote queue", "transmission queue", "sending channel",
    ]  # fmt: skip
    assert way["hops"][0]["id"] == "QM1/mq:RemoteQueue/ORDERS"
    assert document["unreachable"] == {}
    markdown = cli("route", "QM1", "ORDERS", "--markdown").out
    assert markdown.startswith("### ORDERS at QM1: arrives\n\n```mermaid\nflowchart LR\n")
    assert "| QM2 | queue ORDERS\\.IN | arrives |  |" in markdown
    page = cli("route", "QM1", "GONE<b>", "--html").out
    assert '<span class="breaks">breaks</span>' in page
    assert "GONE&lt;b&gt;" in page
    assert "GONE<b>" not in page
    mermaid = cli("route", "QM1", "GONE", "--mermaid").out
    assert mermaid.startswith("flowchart LR\n")
    assert "class n0 breaks" in mermaid


def test_of_dumps(cli: Cli, tmp_path: Path) -> None:
    head = "* Queue manager name: {}\n* Queue manager platform: UNIX\n" \
        "* Queue manager command level: (930/930)\n"  # fmt: skip
    for name, text in (
        ("QM1", "DEFINE QREMOTE(A) RNAME(B) RQMNAME(QM2) XMITQ(X)\nDEFINE QLOCAL(X) USAGE(XMITQ)\n"
         "DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('h') XMITQ(X)\n"),
        ("QM2", "DEFINE QLOCAL(B) MAXMSGL(100)\nDEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR)\n"),
    ):  # fmt: skip
        (tmp_path / f"{name}.mqsc").write_text(head.format(name) + text)
    both = ("--dump", "QM1=QM1.mqsc", "--dump", "QM2=QM2.mqsc")
    ran = cli("route", "QM1", "A", *both)
    assert (ran.code, ran.err) == (0, "")
    assert "not known: whether something listens on port 1414 of QM2" in ran.out
    assert cli("route", "QM1", "A", *both, "--length", "101").code == 2
    assert cli("route", "QM1", "B", *both, "--queue-manager", "QM2").code == 2
    alone = cli("route", "QM1", "A", "--dump", "QM1=QM1.mqsc")
    assert "not known: who is at h(1414)" in alone.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("QM9", "A"), "error: \"QM9\" is not a system of stack dev (there: QM1, QM2); add it"),
        (("QM1", "A", "--dump", "QM1"), 'error: --dump "QM1": give NAME=FILE, such as'),
        (("QM1", "A", "--dump", "QM1=gone"), "error: gone: No such file or directory; give"),
        (("QM1", "A", "--dump", "QM2=a.mqsc"), "is not among the dumps (there: QM2); add it"),
        (("QM1", "A", "--dump", "QM1=a.mqsc", "--dump", "QM1=a.mqsc"), "is given twice; leave"),
        (("QM1", "A", "--dump", "QM1=a.mqsc", "--as-read"), "a dump is read as it is; leave one"),
        (("QM1", "A", "--dump", "QM1=b.mqsc"), "it is a dump of OTHER; correct NAME"),
        (("QM1", "A", "--host", "h=QM9"), "\"QM9\" is not a system of stack dev (there: QM1, QM2)"),
        (("QM1", "A", "--dump", "QM1=a.mqsc", "--host", "h=QM9"),
         'error: "QM9" is not among the dumps (there: QM1); add it'),
        (("QM1", "A", "--host", "h"), 'error: --host "h": give HOST=SYSTEM, such as host2=QM2'),
        (("QM1", "A", "--html", "--json"), "choose one of them"),
    ],
)  # fmt: skip
def test_bad_input(
    managers: dict[str, EmbeddedSystem], project: Path, cli: Cli, words: tuple[str, ...], says: str
) -> None:
    (project / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    (project / "b.mqsc").write_text("* Queue manager name: OTHER\nDEFINE QLOCAL(A)\n")
    ran = cli("route", *words)
    assert ran.code == 1
    assert len(ran.errors) == 1
    assert says in ran.err
