"""A queue manager by PCF messages: many in flight, replies in parts, and what can go wrong."""

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_server import InMemory, failing
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.pcf.answers import Refusal, fail
from queuewright.dialects.pcf.constants import MQRCCF
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.structures import MQCFIN
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.pcf_extended import one_set
from queuewright.systems.mq import pcf
from queuewright.systems.mq.commands import Display
from queuewright.systems.mq.exchange import Connection
from queuewright.systems.mq.ibmmq_connection import IbmmqConnection
from queuewright.systems.mq.pcf_configuration import PcfConfiguration
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.pcf import PcfCarrier
from queuewright.systems.registry import InvalidConfiguration, systems_from

SPEC = LocalQueueSpec(name="ORDERS", max_queue_depth=7)
KIND = "mq:LocalQueue"


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1")


def over(connection: Connection, timeout: float = 5.0) -> MqSystem:
    return MqSystem("QM1", PcfCarrier("QM1", "QM1 at mq1(1414)", lambda: connection, timeout))


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(SystemUnavailable) as caught:
        ask()
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_many_threads_share_a_connection(qm1: EmbeddedSystem) -> None:
    connection = InMemory(qm1)
    system = over(connection)
    specs = [LocalQueueSpec(name=f"Q{n}", max_queue_depth=n) for n in range(100)]
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(system.create, specs))
    assert [each.attributes["max_queue_depth"] for each in made] == [*range(100)]
    assert connection.opened == 1


def test_replies_in_any_order(qm1: EmbeddedSystem) -> None:
    """MQCFC_LAST may come before the others, and replies of one command among those of others."""
    for number in range(30):
        qm1.create(KIND, f"Q{number}", {})
    chance = random.Random(1)

    def shuffled(replies: list[bytes]) -> list[bytes]:
        return chance.sample(replies, len(replies))

    system = over(InMemory(qm1, tamper=shuffled, order="little"))
    names = [o.key.name for o in system.observe([KIND])]
    assert len(names) == len(list(qm1.observe([KIND])))


def test_a_request_is_one_for_the_command_server(qm1: EmbeddedSystem) -> None:
    connection = InMemory(qm1)
    system = over(connection)
    assert system.facts.queue_sharing_group == ""
    connection.requests.clear()
    system.create(SPEC)
    create, inquire = map(decode, connection.requests)
    assert (create.header.command, inquire.header.command) == (11, 13)  # MQCMD_CREATE_Q, INQUIRE_Q


def test_a_refusal_names_reason_and_parameter(qm1: EmbeddedSystem) -> None:
    system = over(InMemory(qm1))
    system.create(SPEC)
    with pytest.raises(CommandFailed) as caught:
        system.create(SPEC)
    assert caught.value.reason_name == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert str(caught.value).startswith("QM1 mq:LocalQueue ORDERS: MQRCCF_OBJECT_ALREADY_EXISTS;")


@pytest.mark.parametrize(
    ("call", "reason", "words"),
    [
        ("MQCONNX", 2035, "MQCONNX failed: MQRC_NOT_AUTHORIZED, 2035; correct user and password"),
        ("MQCONNX", 2058, "MQRC_Q_MGR_NAME_ERROR, 2058; correct queue_manager"),
        ("MQCONNX", 2540, "MQRC_UNKNOWN_CHANNEL_NAME, 2540; correct channel"),
        ("MQCONNX", 2393, "MQRC_SSL_INITIALIZATION_ERROR, 2393; correct cipher"),
        ("MQCONNX", 2543, "MQRC_STANDBY_Q_MGR, 2543; address the active instance"),
        ("MQCONNX", 2538, "MQRC_HOST_NOT_AVAILABLE, 2538; correct address"),
        ("MQCONNX", 2161, "MQRC_Q_MGR_QUIESCING, 2161; run it again"),
    ],
)
def test_a_connection_that_is_not_made(
    qm1: EmbeddedSystem, call: str, reason: int, words: str
) -> None:
    system = over(InMemory(qm1, fail=failing(call, reason, times=99)))
    for ask in (lambda: system.facts, lambda: system.create(SPEC)):
        text = refused(ask)
        assert text.startswith("QM1: QM1 at mq1(1414): ")
        assert words in text
    assert list(qm1.observe([KIND], ["ORDERS"])) == []


def test_a_queue_manager_that_is_down_for_a_moment(qm1: EmbeddedSystem) -> None:
    """Nothing was put: a change is sent again."""
    connection = InMemory(qm1, fail=failing("MQCONNX", 2059))
    assert over(connection).create(SPEC).attributes["max_queue_depth"] == 7


def test_a_connection_that_breaks_before_the_answer(qm1: EmbeddedSystem) -> None:
    """The command was run: the object is looked for, and the command not sent again."""
    connection = InMemory(qm1, fail=failing("MQGET", 2009))
    assert over(connection).create(SPEC).attributes["max_queue_depth"] == 7
    commands = [decode(request).header.command for request in connection.requests]
    assert commands.count(11) == 1
    assert connection.opened == 2


def test_a_put_that_fails_may_have_been_made(qm1: EmbeddedSystem) -> None:
    connection = InMemory(qm1, fail=failing("MQPUT", 2009))
    text = refused(lambda: over(connection).create(SPEC))
    assert "its answer was lost, and it is not done" in text
    assert over(connection).create(SPEC).attributes["max_queue_depth"] == 7


def test_a_command_server_that_is_down(qm1: EmbeddedSystem) -> None:
    system = over(InMemory(qm1, tamper=lambda replies: []), timeout=0.1)
    assert "no answer in 0.1 seconds; start the command server (strmqcsv)" in refused(
        lambda: system.facts
    )


@pytest.mark.parametrize(
    "tamper",
    [lambda replies: replies[:-1], lambda replies: [replies[0][:20]], lambda replies: [b"<html>"]],
    ids=["not the last", "half of one", "no message"],
)
def test_answers_that_are_not_whole(qm1: EmbeddedSystem, tamper: Any) -> None:
    system = over(InMemory(qm1, tamper=tamper), timeout=0.2)
    text = refused(lambda: list(system.observe([KIND])))
    assert "no answer" in text or "cannot be read" in text


# --- z/OS: IBM, Extended responses; PCF command messages ---------------------------------------


@pytest.fixture
def group(tmp_path: Path) -> EmbeddedSystem:
    """A member of a queue sharing group, MQ21; the other one is MQ22."""
    sandbox = Sandbox(tmp_path / "sandbox.db")
    for name in ("MQ22", "MQ21"):
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="QSG1")
    return sandbox.system("MQ21")


def test_a_command_for_zos_asks_for_extended_responses(group: EmbeddedSystem) -> None:
    connection = InMemory(group)
    system = over(connection)
    assert system.create(SPEC).attributes["max_queue_depth"] == 7
    with pytest.raises(CommandFailed, match="MQRCCF_OBJECT_ALREADY_EXISTS"):
        system.create(SPEC)
    assert system.change(SPEC.model_copy(update={"max_queue_depth": 8})) is not None
    assert [o.key.name for o in system.observe([KIND], ["ORDERS", "NONE"], status=True)] == [
        "ORDERS"
    ]
    system.delete(Key("QM1", KIND, "ORDERS"))
    assert system.facts.platform is Platform.ZOS
    headers = [decode(request).header for request in connection.requests]
    assert {(header.type, header.version) for header in headers} == {(16, 3)}  # MQCFT_COMMAND_XR


def test_a_command_that_goes_to_every_member(group: EmbeddedSystem) -> None:
    spec = LocalQueueSpec(name="ORDERS", max_queue_depth=7, command_scope="*")
    over(InMemory(group)).create(spec)
    other = group.sandbox.system("MQ22")
    assert [o.key.name for o in other.observe([KIND], ["ORDERS"])] == ["ORDERS"]


def test_a_member_that_refuses_what_the_queue_manager_itself_has_done(
    group: EmbeddedSystem,
) -> None:
    group.sandbox.system("MQ22").create(KIND, "ORDERS", {})
    carrier = PcfCarrier("MQ21", "memory", lambda: InMemory(group), 5.0)
    spec = {"max_queue_depth": 7, "command_scope": "*"}
    [reply] = carrier.send([Definition(KIND, "ORDERS", values=spec)])
    assert (reply.ok, reply.text) == (True, "MQ22: MQRCCF_OBJECT_ALREADY_EXISTS")
    only_there = {**spec, "command_scope": "MQ22"}
    [reply] = carrier.send([Definition(KIND, "ORDERS", values=only_there)])
    assert (reply.ok, reply.text) == (False, "MQ22: MQRCCF_OBJECT_ALREADY_EXISTS")
    [reply] = carrier.send([Definition(KIND, "B", values={**spec, "command_scope": "MQ99"})])
    assert (reply.ok, reply.text) == (False, "MQRC_Q_MGR_NAME_ERROR")


def test_an_answer_waits_for_the_members(group: EmbeddedSystem) -> None:
    """The first set has its last long before the others come; without one it is not an answer."""
    spec = LocalQueueSpec(name="ORDERS", max_queue_depth=7, command_scope="*")
    held: list[bytes] = []

    def without_the_end(replies: list[bytes]) -> list[bytes]:
        held.extend(replies)
        creates = decode(replies[0], ccsid=500).header.command == 11
        return replies[:-1] if creates and len(replies) > 3 else replies

    system = over(InMemory(group, tamper=without_the_end), timeout=0.2)
    # The object is looked for, and is there: the command is not sent again.
    assert system.create(spec).attributes["max_queue_depth"] == 7
    creations = [m for m in map(partial(decode, ccsid=500), held) if m.header.command == 11]
    assert [m.header.control for m in creations] == [1, 1, 1, 1]


def test_an_inquiry_that_finds_nothing_on_zos(group: EmbeddedSystem) -> None:
    """MQRCCF_NONE_FOUND: IBM, PCF reason codes."""

    def none_found(replies: list[bytes]) -> list[bytes]:
        if decode(replies[0], ccsid=500).header.command != 13:
            return replies
        failed = fail(13, [Refusal(MQRCCF.NONE_FOUND)])
        return [encode(m, ccsid=500) for m in one_set("MQ21", failed)]

    assert over(InMemory(group, tamper=none_found)).observe([KIND]) == []


def test_group_objects_alone_are_asked_for(group: EmbeddedSystem) -> None:
    message = pcf.message(Display("QUEUE", "*", {"QSGDISP": "GROUP"}))
    assert MQCFIN(63, 3) in message.parameters  # MQIA_QSG_DISP, MQQSGD_GROUP


def test_ibms_client_is_told_where_commands_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """On z/OS the command server reads SYSTEM.COMMAND.INPUT: MQINQ tells which platform it is."""
    opened: list[Any] = []
    codes = SimpleNamespace(MQIA_PLATFORM=32, MQOO_INPUT_EXCLUSIVE=4, MQOO_OUTPUT=16)

    class Manager:
        def __init__(self, name: object) -> None: ...
        def connect_with_options(self, name: str) -> None: ...
        def inquire(self, selector: int) -> int:
            return {32: platform}[selector]

    client = SimpleNamespace(
        CMQC=codes, MQMIError=OSError, QueueManager=Manager, OD=SimpleNamespace,
        Queue=lambda manager, described, options: opened.append(described),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "ibmmq", client)
    for platform, given, queue in (
        (1, None, b"SYSTEM.COMMAND.INPUT"),
        (3, None, b"SYSTEM.ADMIN.COMMAND.QUEUE"),
        (1, "OWN.COMMANDS", b"OWN.COMMANDS"),
    ):
        entry = PcfConfiguration(type="pcf", command_queue=given)
        connection = IbmmqConnection("QM1", entry, lambda: None)
        connection.open()
        assert (connection.zos, opened[-1]) == (platform == 1, queue)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"channel": "C"}, "channel and address belong together"),
        ({"user": "u"}, "user and password belong together"),
        ({"user": "u", "password": "hunter2"}, "a literal credential"),
        ({"cipher": "ANY_TLS12"}, "cipher and key_repository are of a client"),
        ({"timeout": -1}, "give a value of more than 0"),
        ({"queue_manager": 3}, "QM1.queue_manager is 3; give a text"),
        ({"host": "mq1"}, "unknown key"),
    ],
)
def test_a_configuration_that_cannot_be_used(
    tmp_path: Path, entry: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        systems_from({"QM1": {"type": "pcf", **entry}}, base=tmp_path)
    assert words in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_without_ibms_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ibmmq", None)
    entry = {"type": "pcf", "channel": "C", "address": "mq1(1414)"}
    system = systems_from({"QM1": entry}, base=tmp_path)["QM1"]
    assert refused(lambda: system.facts) == (
        "QM1: type pcf needs IBM's client and its package ibmmq; install IBM MQ's client, then: "
        "pip install 'queuewright[pcf]'"
    )
