"""A queue manager by its own command processor: the sandbox's, and what can go wrong around it."""

import shlex
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import forked
from ibmi_carriers import ssh_key, ssh_user_key
from openssh import real_sshd
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.dialects.mqsc.report import Reader
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.mq.commands import Command, Display
from queuewright.systems.mq.processes import Processes
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, systems_from
from queuewright.systems.runmqsc import RunmqscCarrier

SPEC = LocalQueueSpec(name="ORDERS", max_queue_depth=7)
KIND = "mq:LocalQueue"


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1")


@pytest.fixture
def processor(qm1: EmbeddedSystem) -> str:
    """The sandbox's runmqsc, for a shell."""
    return shlex.join(forked.command("sandbox", "runmqsc", "QM1", "--file", str(qm1.sandbox.path)))


IMPATIENT = {None: 0.2, False: 0.1, True: 5.0}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that says nothing is given its end of input soon."""
    monkeypatch.setattr("queuewright.systems.mq.processes._SILENCE", IMPATIENT)


def system(*command: str, **more: Any) -> System:
    config = {"QM1": {"type": "runmqsc", "command": list(command), **more}}
    return systems_from(config, base=Path.cwd())["QM1"]


def shell(script: str, **more: Any) -> System:
    return system("sh", "-c", script, **more)


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(SystemUnavailable) as caught:
        ask()
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_many_threads_share_a_process(qm1: EmbeddedSystem, processor: str, tmp_path: Path) -> None:
    reached = shell(f"echo started >> {tmp_path}/starts; exec {processor}")
    specs = [LocalQueueSpec(name=f"Q{n}", max_queue_depth=n) for n in range(60)]
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(reached.create, specs))
    assert [each.attributes["max_queue_depth"] for each in made] == [*range(60)]
    assert (tmp_path / "starts").read_text().count("started") < 4


@pytest.mark.usefixtures("impatient")
def test_answers_that_wait_in_a_buffer(qm1: EmbeddedSystem, processor: str, tmp_path: Path) -> None:
    """As a program writes to a pipe that does not flush: all of it when it ends."""
    script = f'echo started >> {tmp_path}/starts; all="$({processor})"; printf "%s\\n" "$all"'
    reached = shell(script)
    specs = [LocalQueueSpec(name=f"Q{n}", max_queue_depth=n) for n in range(32)]
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(reached.create, specs))
    assert [each.attributes["max_queue_depth"] for each in made] == [*range(32)]
    assert (tmp_path / "starts").read_text().count("started") < 16


def test_more_than_a_pipe_holds(qm1: EmbeddedSystem, processor: str) -> None:
    carrier = RunmqscCarrier("QM1", ["sh", "-c", processor], 30)
    displays: list[Command] = [Display("QUEUE", f"{'Q' * 40}{n}") for n in range(1500)]
    replies = carrier.send(displays)
    assert len(replies) == 1500
    assert {reply.message_id for reply in replies} == {"AMQ8147E"}
    assert replies[77].text == f"IBM MQ object {'Q' * 40}77 not found."


def test_a_command_that_is_longer_than_a_line(qm1: EmbeddedSystem, processor: str) -> None:
    names = tuple(f"{'NAME' * 10}.{n}" for n in range(200))
    made = shell(processor).create(NamelistSpec(name="LONG", names=names))
    assert made.attributes["names"] == names


@pytest.mark.parametrize(
    "through",
    [
        r"sed -u 's/^\(AMQ[0-9]*\)[A-Z]:/\1:/'",  # before 9.1
        r"sed -u 's/^\(AMQ[0-9]*[A-Z]\): .*/\1: Bitte beachten Sie die Bedeutung./'",
        r"sed -u 's/^Starting.*/MQSC gestartet/; s/commands/Befehle/'",
        "(echo 'Welcome to mq1'; echo; cat)",
        r"sed -u 's/$/\r/'",
    ],
)
def test_releases_languages_and_banners(qm1: EmbeddedSystem, processor: str, through: str) -> None:
    reached = shell(f"({processor}) | {through}")
    assert reached.create(SPEC).attributes["max_queue_depth"] == 7
    with pytest.raises(CommandFailed) as caught:
        reached.create(SPEC)
    assert caught.value.reason_name == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert list(reached.observe([KIND], ["NOT.THERE"])) == []


@pytest.mark.parametrize("description", ["orders (EU", "a) b", "orders)        GET(ENABLED", "((("])
def test_no_text_hides_the_attribute_beside_it(
    qm1: EmbeddedSystem, processor: str, description: str
) -> None:
    given = LocalQueueSpec(
        name="ORDERS", queue_description=description, inhibit_get="get_inhibited", trigger_data="(x"
    )
    seen = shell(processor).create(given)
    [own] = qm1.observe([KIND], ["ORDERS"])
    assert seen.attributes == own.attributes
    assert seen.attributes["inhibit_get"] == "get_inhibited"


def test_a_refusal_names_the_message(qm1: EmbeddedSystem, processor: str) -> None:
    with pytest.raises(CommandFailed) as caught:
        shell(processor).change(SPEC)
    assert caught.value.message_id == "AMQ8147E"
    assert str(caught.value).startswith("QM1 mq:LocalQueue ORDERS: IBM MQ object ORDERS not found;")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 'mq1: Permission denied (publickey).' >&2; exit 255", "denied (publickey)."),
        ("echo 'Host key verification failed.' >&2; exit 255", "Host key verification failed."),
        ("echo 'Error: No such container: mq' >&2; exit 1", "No such container: mq"),
        ("no-runmqsc-here", "exit code 127"),
        ("echo 'AMQ8118E: IBM MQ queue manager does not exist.'; exit 20", "correct the queue"),
        ("echo 'AMQ8146E: IBM MQ queue manager not available.'; exit 20", "start the queue"),
        ("echo 'AMQ8478: Standby queue manager.'; exit 20", "this is its standby"),
        ("echo 'AMQ8135E: Not authorized.'; exit 20", "mqm, or use setmqaut"),
        ("cat >/dev/null; echo '<html>502 Bad Gateway</html>'", "which has to start runmqsc"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("impatient")
def test_nothing_was_run(tmp_path: Path, script: str, words: str) -> None:
    """One line, and not asked again: it would be the same."""
    reached = shell(f"echo started >> {tmp_path}/starts; {script}")
    text = refused(lambda: reached.facts)
    assert text.startswith("QM1: sh -c ")
    assert words in text
    assert (tmp_path / "starts").read_text().count("started") == 1
    text = refused(lambda: reached.create(SPEC))
    assert words in text
    assert (tmp_path / "starts").read_text().count("started") == 2


def test_a_program_that_is_not_there() -> None:
    text = refused(lambda: system("no-such-program", "runmqsc", "QM1").facts)
    assert text == (
        "QM1: no-such-program runmqsc QM1: cannot be started: No such file or directory; install "
        "it, or correct `command`"
    )


def test_a_machine_that_refuses_is_asked_again(
    qm1: EmbeddedSystem, processor: str, tmp_path: Path
) -> None:
    """A change too: nothing was run."""
    why = "ssh: connect to host mq1 port 22: Connection refused"
    first = f'[ -e {tmp_path}/up ] || {{ touch {tmp_path}/up; echo "{why}" >&2; exit 255; }}'
    assert shell(f"{first}; exec {processor}").create(SPEC).attributes["max_queue_depth"] == 7
    text = refused(lambda: shell(f'echo "{why}" >&2; exit 255').facts)
    assert f"exit code 255: {why}; see that the machine can be reached" in text


def once(folder: Path, lossy: str, processor: str) -> System:
    """The first process is the lossy one; all are counted."""
    first = f"if [ ! -e {folder}/lost ]; then touch {folder}/lost; {lossy}; fi"
    return shell(f"{first}; exec {processor}")


@pytest.mark.usefixtures("impatient")
def test_a_change_whose_answer_was_lost_is_looked_for(
    qm1: EmbeddedSystem, processor: str, tmp_path: Path
) -> None:
    """It was done: it is not sent again."""
    lossy = f"{processor} -v > /dev/null < /dev/null; {processor} > /dev/null; exit 255"
    reached = once(tmp_path, lossy, processor)
    assert reached.create(SPEC).attributes["max_queue_depth"] == 7
    assert [o.key.name for o in qm1.observe([KIND], ["ORDERS"])] == ["ORDERS"]


@pytest.mark.usefixtures("impatient")
def test_a_change_that_was_lost_is_not_sent_again(
    qm1: EmbeddedSystem, processor: str, tmp_path: Path
) -> None:
    reached = once(tmp_path, "cat > /dev/null; kill -9 $$", processor)
    text = refused(lambda: reached.create(SPEC))
    assert "its answer was lost, and it is not done" in text
    assert "exit code -9" in text
    assert list(qm1.observe([KIND], ["ORDERS"])) == []
    assert reached.create(SPEC).attributes["max_queue_depth"] == 7


def test_a_process_that_dies_after_some_answers(
    qm1: EmbeddedSystem, processor: str, tmp_path: Path
) -> None:
    """What was answered is answered; the answer that may be cut is not taken."""
    qm1.create(KIND, "A", {})
    cut = f"{processor} | head -n 20; exit 1"
    carrier = RunmqscCarrier("QM1", ["sh", "-c", cut], 5)
    with pytest.raises(SystemUnavailable, match="without 2 answers"):
        carrier.send([Display("QLOCAL", "NONE"), Display("QLOCAL", "A"), Display("QMGR")])


def test_a_process_that_hangs(tmp_path: Path) -> None:
    reached = shell("sleep 60; echo", timeout=0.3)
    text = refused(lambda: reached.create(SPEC))
    assert "gave no answer in 0.3 seconds" in text


@pytest.mark.usefixtures("impatient")
def test_answers_to_other_commands_are_not_taken(qm1: EmbeddedSystem) -> None:
    """Somebody else's report, or one that the line mixed up."""
    other = r"     1 : DEFINE QLOCAL(OTHER)\nAMQ8006I: IBM MQ queue created.\n"
    reached = shell(f"cat > /dev/null; printf {shlex.quote(other)}; exit 0")
    text = refused(lambda: reached.create(SPEC))
    assert "without an answer" in text


LOST = "AMQ8416E: MQSC timed out waiting for a response from the command server."


@pytest.mark.parametrize("was_done", [True, False])
def test_an_answer_that_a_remote_queue_manager_did_not_send_in_time(
    qm1: EmbeddedSystem, processor: str, tmp_path: Path, was_done: bool
) -> None:
    """runmqsc -w sends a command on, and waits: the remote queue manager may run it later."""
    sent = "" if was_done else "s/^DEFINE .*/PING QMGR/"
    (tmp_path / "sent").write_text(sent)
    (tmp_path / "said").write_text(
        "s/ : PING QMGR/ : DEFINE QLOCAL('ORDERS') MAXDEPTH(7)/\n"
        f"/^ *[0-9]* : DEFINE/,/^AMQ/s/^AMQ.*/{LOST}/"
    )
    script = f"cd {tmp_path}; tee -a log | sed -u -f sent | {processor} | sed -u -f said"
    reached = shell(script)
    if was_done:
        assert reached.create(SPEC).attributes["max_queue_depth"] == 7
    else:
        text = refused(lambda: reached.create(SPEC))
        assert "its answer was lost, and it is not done" in text
        assert "AMQ8416E" in text
        assert "raise -w" in text
    assert (tmp_path / "log").read_text().count("DEFINE") == 1


def test_a_password_is_the_first_line(
    qm1: EmbeddedSystem, processor: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QM1_PASSWORD", "hunter2")
    script = f"tee {tmp_path}/input | {processor} -u joe"
    command = ["sh", "-c", script, "runmqsc", "-u", "joe"]
    reached = system(*command, password={"env": "QM1_PASSWORD"})
    reached.create(SPEC)
    assert (tmp_path / "input").read_text().startswith("hunter2\nDEFINE QLOCAL")
    monkeypatch.delenv("QM1_PASSWORD")
    again = system(*command, password={"env": "QM1_PASSWORD"})
    text = refused(lambda: again.facts)
    assert text == 'QM1.password: environment variable "QM1_PASSWORD" is not set; set it'


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({}, "QM1 has no command"),
        ({"command": "runmqsc QM1"}, 'QM1.command is "runmqsc QM1"; give a list'),
        ({"command": []}, "QM1.command is not of the right form"),
        ({"command": ["runmqsc", ""]}, "a word of the command is empty"),
        ({"command": ["runmqsc", "-e", "QM1"]}, "leave -e of runmqsc out"),
        ({"command": ["runmqsc", "-f", "x", "QM1"]}, "leave -f of runmqsc out"),
        ({"command": ["/opt/mqm/bin/runmqsc", "-v", "QM1"]}, "leave -v of runmqsc out"),
        ({"command": ["docker", "exec", "mq", "runmqsc", "QM1"]}, "exec needs -i"),
        ({"command": ["kubectl", "exec", "-it", "mq-0", "--", "runmqsc"]}, "leave -t of exec out"),
        ({"command": ["runmqsc", "-u", "joe", "QM1"]}, "give password: {env: NAME}"),
        ({"command": ["runmqsc", "QM1"], "password": {"env": "X"}}, "password belongs to -u USER"),
        ({"command": ["runmqsc", "-u", "j"], "password": "hunter2"}, "a literal credential"),
        ({"command": ["runmqsc", "QM1"], "timeout": 0}, "give a value of more than 0"),
        ({"command": ["runmqsc", "QM1"], "timeout": "long"}, 'is "long"; give a number'),
        ({"command": ["runmqsc", "QM1"], "host": "mq1"}, "unknown key"),
    ],
)  # fmt: skip
def test_a_configuration_that_cannot_be_used(
    tmp_path: Path, entry: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        systems_from({"QM1": {"type": "runmqsc", **entry}}, base=tmp_path)
    text = str(caught.value)
    assert words in text
    assert text.startswith("queuewright:systems: QM1")
    assert "\n" not in text
    assert "hunter2" not in text


@pytest.mark.parametrize(
    "command",
    [
        ["runmqsc", "QM1"],
        ["ssh", "-i", "key", "mq1", "runmqsc", "QM1"],
        ["kubectl", "exec", "-i", "mq-0", "--", "runmqsc", "QM1"],
        ["docker", "exec", "-i", "mq", "runmqsc", "-w", "30", "-m", "GW", "QM1"],
        ["/opt/ours/mqsc", "QM1"],
    ],
)
def test_commands_that_reach_a_queue_manager(tmp_path: Path, command: list[str]) -> None:
    systems_from({"QM1": {"type": "runmqsc", "command": command}}, base=tmp_path)


def test_through_openssh(qm1: EmbeddedSystem, processor: str, tmp_path: Path) -> None:
    """Debian's ssh and sshd between: what it says where it lets nobody in, or nobody is there."""
    if shutil.which("ssh") is None:
        pytest.skip("OpenSSH's client is not installed")
    with real_sshd(tmp_path) as port:
        known = tmp_path / "known_hosts"
        key = ssh_key().with_suffix(".pub").read_text().split()[:2]
        known.write_text(f"[127.0.0.1]:{port} {' '.join(key)}\n")
        secret = tmp_path / "key"
        shutil.copy(ssh_user_key(), secret)
        secret.chmod(0o600)
        options = ["-F", "none", "-o", "BatchMode=yes", "-p", str(port), "-i", str(secret)]
        ssh = ["ssh", *options, "-o", f"UserKnownHostsFile={known}"]
        reached = system(*ssh, "127.0.0.1", processor)
        specs = [LocalQueueSpec(name=f"Q{n}", max_queue_depth=n) for n in range(20)]
        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(reached.create, specs))
        assert [each.attributes["max_queue_depth"] for each in made] == [*range(20)]
        text = refused(lambda: system(*ssh, "nobody-like-this@127.0.0.1", processor).facts)
        assert "Permission denied (publickey" in text
        empty = ["ssh", *options, "-o", "UserKnownHostsFile=/dev/null"]
        text = refused(lambda: system(*empty, "127.0.0.1", processor).facts)
        assert "Host key verification failed." in text
        text = refused(lambda: system(*ssh, "127.0.0.1", "no-runmqsc-here QM1").facts)
        assert "exit code 127" in text
    text = refused(lambda: system(*ssh, "127.0.0.1", processor).facts)
    assert "Connection refused" in text
    assert "see that the machine can be reached" in text


@pytest.mark.parametrize(
    ("client", "command"),
    [
        ("docker", ["docker", "-H", "tcp://127.0.0.1:1", "exec", "-i", "mq", "runmqsc", "QM1"]),
        ("kubectl", ["kubectl", "-s", "http://127.0.0.1:1", "exec", "-i", "mq-0", "--", "runmqsc"]),
    ],
)
def test_containers_whose_host_is_not_there(client: str, command: list[str]) -> None:
    """What the real clients say."""
    if shutil.which(client) is None:
        pytest.skip(f"{client} is not installed")
    text = refused(lambda: system(*command).facts)
    assert "see that the machine can be reached" in text


def test_a_mistake_of_ours_in_the_reading_thread_ends_the_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an answer that was lost, not as a caller that waits for ever."""

    def fail(reader: Reader) -> None:
        raise AssertionError(reader)

    raised: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: raised.append(args.exc_type.__name__))
    monkeypatch.setattr(Reader, "close", fail)
    processes = Processes(["sh", "-c", "exit 1"], lambda: None, 5.0)
    answers, ended = processes.ask(["DISPLAY QMGR"])
    assert answers == []
    assert ended is not None
    assert processes._open is not None
    processes._open._threads[-1].join(10)
    assert raised == ["AssertionError"]
