"""`queuewright access`: of a system, of what up leaves there, and of a dump."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran
from queuewright.render.access import AccessDocument
from queuewright.sandbox.engine import Sandbox

Cli = Callable[..., Ran]
RIGHTS = """
mq.Authorities(
    "orders", system="QM1", profiles=["IN", "O*"],
    groups={"app": ["all_mqi"], "ops": ["browse", "display"]}, principals={"bob": ["output"]},
)
mq.Authorities(
    "connect", system="QM1", profiles=["self"], object_type="q_mgr",
    principals={"ann": ["connect"], "bob": ["connect"]},
)
mq.ServerConnectionChannel("APP", system="QM1", mca_user_identifier="bob")
mq.ChannelAuthenticationRecord(
    "by-address", system="QM1", name="APP", type="addressmap", address="10.*",
    mca_user_identifier="ann",
)
"""


@pytest.fixture
def there(project: Path, cli: Cli) -> Path:
    """The project with rights, not yet applied."""
    program = project / "__main__.py"
    program.write_text(program.read_text() + RIGHTS)
    return project


def test_of_a_system_before_and_after(there: Path, cli: Cli) -> None:
    ran = cli("access", "QM1", "--group", "app")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Rights of group app on QM1 (as it is)\n"
        "who is in mqm may do everything, whatever the records say\n"
        "no record gives anything\n"
    )
    later = cli("access", "QM1", "--declared", "--group", "app")
    assert (later.code, later.err) == (0, "")
    assert later.out == (
        "Rights of group app on QM1 (as up leaves it)\n"
        "type   object  who        may     through\n"
        "QUEUE  IN      group app  ALLMQI  IN\n"
        "QUEUE  OUT     group app  ALLMQI  O*\n"
        "who is in mqm may do everything, whatever the records say\n"
    )
    assert cli("up", "--yes").code == 0
    now = cli("access", "QM1", "--group", "app")
    assert now.out == later.out.replace("as up leaves it", "as it is")
    whole = cli("access", "QM1").out
    assert whole.startswith("Who may do what on QM1 (as it is): 4 groups and users, 8 authority")
    assert "QUEUE  OUT     principal bob  PUT" in whole


def test_what_the_program_no_longer_declares_is_gone_afterwards(there: Path, cli: Cli) -> None:
    assert cli("up", "--yes").code == 0
    program = there / "__main__.py"
    program.write_text(program.read_text().replace('"ops": ["browse", "display"]', ""))
    assert "group ops" in cli("access", "QM1").out
    later = cli("access", "QM1", "--declared")
    assert "group ops" not in later.out
    assert "group app" in later.out
    preview = cli("preview").out
    assert "QM1: group ops loses BROWSE, DSP on queue IN, its own record is gone\n" in preview


def test_of_a_user_and_of_a_connection(there: Path, cli: Cli) -> None:
    assert cli("up", "--yes").code == 0
    ran = cli("access", "QM1", "--user", "bob", "--group", "ops", "--object", "IN")
    assert ran.out == (
        "Rights of user bob, in group ops on QM1 (as it is)\n"
        "type   object  who            may             through\n"
        "QUEUE  IN      principal bob  BROWSE DSP PUT  IN; group ops IN\n"
        "records of nobody count where neither bob nor a group of it has one\n"
    )
    ran = cli("access", "QM1", "--channel", "APP", "--address", "10.0.0.9", "--user", "eve")
    assert ran.code == 0
    assert ran.out.startswith(
        "A connection from 10.0.0.9 of user eve over channel APP on QM1 (as it is)\n"
        "  CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS(10.*) maps it to MCAUSER(ann)\n"
    )
    assert "  it works as user ann\n" in ran.out
    elsewhere = cli("access", "QM1", "--channel", "APP", "--address", "192.0.2.1")
    assert "  MCAUSER(bob) of APP is its user\n" in elsewhere.out
    assert "QUEUE  OUT     principal bob  PUT" in elsewhere.out
    system = cli("access", "QM1", "--channel", "SYSTEM.DEF.SVRCONN", "--address", "192.0.2.1")
    assert "REFUSED: applications get MQRC_NOT_AUTHORIZED (2035)" in system.out


LETS_IN = """
from queuewright import mq

mq.AuthorityRecord(
    "ops", system="QM1", name="self", object_type="q_mgr", group="ops", authorities=["connect"]
)
"""


def test_groups_of_the_deployer_are_in_the_configuration(project: Path, cli: Cli) -> None:
    stack = project / "Pulumi.dev.yaml"
    text = stack.read_text().replace("linux}", "linux, user: joe, groups: [ops]}")
    stack.write_text(text)
    (project / "__main__.py").write_text(LETS_IN)
    assert cli("up", "--yes").code == 0
    (project / "__main__.py").write_text("")
    ran = cli("preview", "--detailed-exitcode")
    assert ran.code == 3
    assert "you would lose CONNECT: joe is in group ops" in ran.out
    stack.write_text(text.replace("[ops]", "[ops, mqm]"))
    assert cli("preview", "--detailed-exitcode").code == 2
    stack.write_text(text.replace("[ops]", "ops"))
    ran = cli("preview")
    assert ran.code == 1
    assert "groups" in ran.err


DUMP = """* Queue manager name: PROD
DEFINE QLOCAL('ORDERS.IN')
SET AUTHREC PROFILE('ORDERS.**') OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET,PUT)
SET AUTHREC PROFILE('GONE.*') OBJTYPE(QUEUE) GROUP('<b>') AUTHADD(GET)
"""


def test_of_a_dump_without_a_project(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "prod.mqsc").write_text(DUMP)
    ran = cli("access", "--dump", "prod.mqsc")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == (
        f"Who may do what on {lines[0].split()[5]} (dump prod.mqsc): 2 groups and users, 2 "
        "authority records"
    )
    assert lines[2] == "QUEUE  ORDERS.IN  group app  GET PUT  ORDERS.**"
    assert lines[-1] == "1 record fits no object: QUEUE GONE.*"
    assert cli("access", "--dump", "-", stdin=DUMP).out.splitlines()[2:] == lines[2:]
    document = json.loads(cli("access", "--dump", "prod.mqsc", "--json").out)
    assert document["format"] == 1
    AccessDocument.model_validate(document)
    (right,) = document["rights"]
    assert right["authorities"] == ["input", "output"]
    assert right["through"][0]["profile"] == "ORDERS.**"
    assert document["unused"][0]["entity"] == "<b>"
    text = cli("access", "--dump", "prod.mqsc", "--markdown").out
    assert "| QUEUE | ORDERS\\.IN | group app | GET PUT | ORDERS\\.\\*\\* |" in text
    page = cli("access", "--dump", "prod.mqsc", "--html").out
    assert "<td>GET PUT</td>" in page
    assert "<b>" not in page
    connected = cli(
        "access", "--dump", "prod.mqsc", "--channel", "NO.SUCH", "--user", "bob", "--json"
    )
    assert json.loads(connected.out)["connection"]["outcome"] == "refused"


def test_records_of_a_dump_that_are_not_taken_are_named(tmp_path: Path, cli: Cli) -> None:
    two = "SET AUTHREC PROFILE('Q') OBJTYPE(QUEUE) GROUP('g1','g2') AUTHADD(GET)\n"
    (tmp_path / "prod.mqsc").write_text(DUMP + two)
    ran = cli("access", "--dump", "prod.mqsc", "--json")
    line = DUMP.count("\n") + 1
    assert ran.err.startswith(f"warning: prod.mqsc:{line}: ")
    assert "GROUP takes one value" in ran.err
    assert "g1" not in ran.out


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        ((), "it needs the name of a system; give one, or --dump FILE"),
        (("QM9",), "'QM9' is not a system of stack dev"),
        (("QM1", "--address", "1.2.3.4"), "--address: a connection comes over a channel"),
        (("QM1", "--channel", "APP", "--address", "10.0.0.999"), "--address '10.0.0.999': give an"),
        (("QM1", "--channel", "APP", "--address", "10.*"), "--address '10.*': give an IP address"),
        (("QM1", "--object", "NO.SUCH"), "nothing on QM1 has this name"),
        (("QM1", "--json", "--html"), "--json and --html: choose one of them"),
        (("QM1", "--dump", "x", "--declared"), "--dump and --declared: choose one of them"),
        (("--dump", "missing.mqsc"), "missing.mqsc: No such file or directory"),
        (
            ("QM1", "--channel", "APP", "--certificate", "me"),
            "is not part of a distinguished name; give TYPE=VALUE",
        ),
    ],
)
def test_bad_input(there: Path, cli: Cli, words: tuple[str, ...], reported: str) -> None:
    (there / "by.mqsc").write_text("DISPLAY QMGR\n")
    if "--certificate" in words:
        text = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12)\n"
        text += "SET CHLAUTH(APP) TYPE(SSLPEERMAP) SSLPEER('CN=a') MCAUSER('b')\n"
        (there / "by.mqsc").write_text(text)
        words = ("--dump", "by.mqsc", *words[1:])
    ran = cli("access", *words)
    assert ran.code != 0
    assert reported.replace("'", '"') in ran.err.replace("'", '"')
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


def test_a_system_that_cannot_be_read(there: Path, cli: Cli) -> None:
    (there / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n    QM1: {type: runmqsc, command: [/no/such/command]}\n"
        "    PROD01: {type: sandbox, platform: ibmi}\n"
    )
    ran = cli("access", "QM1")
    assert ran.code == 1
    assert "QM1" in ran.err
    assert ran.err.count("\n") == 1


def test_secrets_are_not_shown(there: Path, cli: Cli) -> None:
    program = there / "__main__.py"
    program.write_text(
        program.read_text().replace(
            'mca_user_identifier="ann"', 'mca_user_identifier=pulumi.Output.secret("hidden-ann")'
        )
    )
    for words in ((), ("--json",), ("--html",), ("--markdown",)):
        caller = ("--channel", "APP", "--address", "10.0.0.9")
        ran = cli("access", "QM1", "--declared", *caller, *words)
        assert "hidden-ann" not in ran.out + ran.err


def test_a_dump_of_the_sandbox_says_the_same(there: Path, cli: Cli) -> None:
    from queuewright.sandbox.dumping import dump

    assert cli("up", "--yes").code == 0
    machine = Sandbox(there / ".queuewright" / "sandbox-dev.db").system("QM1")
    (there / "qm1.mqsc").write_text("\n".join(dump(machine)))
    system = cli("access", "QM1").out.split("\n", 1)[1]
    dumped = cli("access", "QM1", "--dump", "qm1.mqsc").out.split("\n", 1)[1]
    assert dumped == system


def test_a_rehearsal_shows_who_is_refused(there: Path, cli: Cli) -> None:
    assert cli("up", "--yes").code == 0
    opened = ("sandbox", "open", "QM1", "IN", "--for", "input", "--user", "eve")
    assert cli(*opened).code == 0
    refused = cli(*opened, "--group", "app", "--check-authority")
    assert refused.code == 1
    assert refused.errors == [
        "error: QM1 the queue manager: user eve in app has no connect on it; grant it with SET "
        "AUTHREC (MQRC_NOT_AUTHORIZED, 2035)"
    ]
    assert cli(*opened, "--group", "mqm", "--check-authority").code == 0
    over = ("--channel", "SYSTEM.DEF.SVRCONN", "--address", "10.0.0.9", "--check-authority")
    assert "gives no access" in cli(*opened, *over).err
    assert "they need --check-authority" in cli(*opened, "--group", "app").err
    assert "2 open" in cli("sandbox", "status", "QM1").out


def test_authorities_of_all_objects_of_cl_are_said_to_be_missing(cli: Cli, tmp_path: Path) -> None:
    program = tmp_path / "p.clle"
    program.write_text(
        "CRTMQMQ QNAME(A) QTYPE(*LCL)\nGRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(BOB) AUT(*GET)\n"
        "RVKMQMAUT OBJ(*ALL) OBJTYPE(*PRC) USER(BOB) AUT(*ALL)\n"
    )
    ran = cli("access", "--dump", str(program))
    assert ran.err.startswith(f"warning: {program}:3: *ALL: RVKMQMAUT with *ALL is about the ")
    assert ran.err.endswith("; the answer is without it\n")


def test_of_a_list_of_records_and_of_several_dumps(cli: Cli, tmp_path: Path) -> None:
    """What dmpmqaut printed has no objects: profiles stand for themselves, unless a dump beside it
    has them."""
    records, objects = tmp_path / "a.txt", tmp_path / "q.mqsc"
    lines = "profile: {}\nobject type: queue\nentity: app\ntype: group\nauthority: {}\n"
    records.write_text(lines.format("IN", "get,put") + lines.format("O.*", "browse"))
    objects.write_text("DEFINE QLOCAL(O.1)\nDEFINE QLOCAL(IN)\n")
    ran = cli("access", "--dump", str(records), "--group", "app")
    assert ran.code == 0
    assert ran.out.splitlines()[1:4] == [
        "type   object  who        may      through",
        "QUEUE  IN      group app  GET PUT  IN",
        "QUEUE  O.*     group app  BROWSE   O.*",
    ]
    ran = cli("access", "QM1", "--dump", str(records), "--dump", str(objects))
    assert "QUEUE  O.1     group app  BROWSE   O.*\n" in ran.out
    assert "fit" not in ran.out
