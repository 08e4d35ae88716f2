"""When things were created and last altered: ALTDATE, ALTTIME, CRDATE, CRTIME.

Sources: IBM MQ, Attributes for queues (AlterationDate, AlterationTime, CreationDate, CreationTime:
formats, and whose time); DEFINE queues, REPLACE ("like issuing the ALTER command without the FORCE
parameter and with all the other parameters specified"); which object has which of them: a public
dump of dmpmqcfg -a.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clock import Clock, in_zone
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.kinds import MQ_KINDS
from queuewright.sandbox import pcf_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.loading import load

from .test_mqsc_commands import only_answer, reason, rows
from .test_runmqsc import run as runmqsc

MADE = {"ALTDATE": "2026-11-22", "ALTTIME": "18.05.12"}
CREATED = {"CRDATE": "2026-11-22", "CRTIME": "18.05.12"}
LATER = {"ALTDATE": "2027-01-02", "ALTTIME": "03.04.05"}
_LATER = "2027-01-02T03:04:05Z"
_TIMES = ("ALTDATE", "ALTTIME", "CRDATE", "CRTIME")


@pytest.fixture(autouse=True)
def utc() -> Iterator[None]:
    with in_zone("UTC"):
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sandbox(tmp_path: Path, clock: Clock) -> Sandbox:
    return Sandbox(tmp_path / "sandbox.db", clock)


def times(row: dict[str, Any]) -> dict[str, str]:
    return {word: row[word] for word in _TIMES if word in row}


def shown(qm: EmbeddedSystem, what: str) -> dict[str, str]:
    [row] = rows(qm, f"DISPLAY {what} ALL")
    return times(row)


def done(qm: EmbeddedSystem, *commands: str) -> None:
    for command in commands:
        answer = only_answer(qm, command)
        assert answer.ok, answer.message


# Object -> what defines it, what alters it, whether MQ tells when it was created.
OBJECTS = {
    "QLOCAL(A)": ("DEFINE QLOCAL(A)", "ALTER QLOCAL(A) DESCR('')", True),
    "QMODEL(A)": ("DEFINE QMODEL(A)", "ALTER QMODEL(A) DESCR('')", True),
    "QALIAS(A)": ("DEFINE QALIAS(A) TARGET(B)", "ALTER QALIAS(A) TARGET(C)", False),
    "QREMOTE(A)": ("DEFINE QREMOTE(A) RNAME(B) RQMNAME(C)", "ALTER QREMOTE(A) PUT(ENABLED)", False),
    "NAMELIST(A)": ("DEFINE NAMELIST(A) NAMES(B)", "ALTER NAMELIST(A) NAMES(B)", False),
    "CHANNEL(A)": (
        "DEFINE CHANNEL(A) CHLTYPE(SVRCONN)",
        "ALTER CHANNEL(A) CHLTYPE(SVRCONN) DESCR(B)",
        False,
    ),
    "CHANNEL(C)": (
        "DEFINE CHANNEL(C) CHLTYPE(CLUSSDR) CONNAME('h(1414)')",
        "ALTER CHANNEL(C) CHLTYPE(CLUSSDR) DESCR(B)",
        False,
    ),
    "LISTENER(A)": ("DEFINE LISTENER(A) TRPTYPE(TCP)", "ALTER LISTENER(A) PORT(1415)", False),
    "TOPIC(A)": ("DEFINE TOPIC(A) TOPICSTR('a/b')", "ALTER TOPIC(A) DESCR(B)", False),
    "SUB(A)": ("DEFINE SUB(A) TOPICSTR('a/b') DEST(Q)", "ALTER SUB(A) USERDATA(B)", True),
    "PROCESS(A)": ("DEFINE PROCESS(A)", "ALTER PROCESS(A) APPLICID(B)", False),
    "SERVICE(A)": ("DEFINE SERVICE(A) STARTCMD(B)", "ALTER SERVICE(A) STARTARG(C)", False),
    "AUTHINFO(A)": (
        "DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS)",
        "ALTER AUTHINFO(A) AUTHTYPE(IDPWOS) DESCR(B)",
        False,
    ),
    "COMMINFO(A)": ("DEFINE COMMINFO(A)", "ALTER COMMINFO(A) PORT(1415)", False),
    "CHLAUTH(A)": (
        "SET CHLAUTH(A) TYPE(USERMAP) CLNTUSER('u') USERSRC(CHANNEL)",
        "SET CHLAUTH(A) TYPE(USERMAP) CLNTUSER('u') USERSRC(NOACCESS) ACTION(REPLACE)",
        False,
    ),
}


@pytest.mark.parametrize("what", OBJECTS)
def test_created_altered_and_replaced(qm: EmbeddedSystem, clock: Clock, what: str) -> None:
    """What is replaced is as old as it was; what is deleted and defined again is new."""
    define, alter, tells_creation = OBJECTS[what]
    known = CREATED if tells_creation else {}
    done(qm, define)
    assert shown(qm, what) == MADE | known
    clock.move(_LATER)
    done(qm, alter)
    assert shown(qm, what) == LATER | known
    if what.startswith("CHLAUTH"):
        return
    clock.move("2027-02-03T04:05:06Z")
    done(qm, f"{define} REPLACE")
    newest = {"ALTDATE": "2027-02-03", "ALTTIME": "04.05.06"}
    assert shown(qm, what) == newest | known
    word = define.split()[1]
    done(qm, f"DELETE {word}", define)
    again = {"CRDATE": "2027-02-03", "CRTIME": "04.05.06"} if tells_creation else {}
    assert shown(qm, what) == newest | again


def test_an_alter_that_changes_nothing_alters(qm: EmbeddedSystem, clock: Clock) -> None:
    done(qm, "DEFINE QLOCAL(A) MAXDEPTH(7)")
    before = qm.observe(MQ_KINDS, status=True)
    clock.move(_LATER)
    done(qm, "ALTER QLOCAL(A) MAXDEPTH(7)")
    assert shown(qm, "QLOCAL(A)") == LATER | CREATED
    # Times are nothing that a plan or drift looks at.
    assert qm.observe(MQ_KINDS, status=True) == before


def test_what_is_refused_alters_nothing(qm: EmbeddedSystem, clock: Clock) -> None:
    done(qm, "DEFINE QLOCAL(A)")
    clock.move(_LATER)
    assert reason(qm, "ALTER QLOCAL(A) MAXDEPTH(-1)")
    assert reason(qm, "DEFINE QLOCAL(A)") == "MQRCCF_OBJECT_ALREADY_EXISTS"
    qm.put("A", count=3)  # "Changes to these attributes do not affect AlterationTime"
    assert shown(qm, "QLOCAL(A)") == MADE | CREATED


def test_the_queue_manager(qm: EmbeddedSystem, clock: Clock) -> None:
    clock.move(_LATER)
    done(qm, "DEFINE QLOCAL(A)", "DEFINE LISTENER(L) TRPTYPE(TCP)", "START LISTENER(L)")
    assert shown(qm, "QMGR") == MADE | CREATED
    done(qm, "ALTER QMGR DESCR(B)")
    assert shown(qm, "QMGR") == LATER | CREATED
    clock.move("2027-02-03T04:05:06Z")
    done(qm, "ALTER QMGR TRIGINT(1)")
    assert shown(qm, "QMGR")["ALTDATE"] == "2027-02-03"


def test_what_ships_is_as_old_as_the_queue_manager(qm: EmbeddedSystem, clock: Clock) -> None:
    clock.move(_LATER)
    shipped = {
        "QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE)": CREATED, "TOPIC(SYSTEM.DEFAULT.TOPIC)": {},
        "CHANNEL(SYSTEM.DEF.SVRCONN)": {}, "SUB(SYSTEM.DEFAULT.SUB)": CREATED,
    }  # fmt: skip
    for what, created in shipped.items():
        assert shown(qm, what) == MADE | created
    for row in rows(qm, "DISPLAY CHLAUTH(*) ALL"):
        assert times(row) == MADE
    done(qm, "ALTER TOPIC(SYSTEM.DEFAULT.TOPIC) DESCR(B)")
    assert shown(qm, "TOPIC(SYSTEM.DEFAULT.TOPIC)") == LATER
    done(qm, "ALTER SUB(SYSTEM.DEFAULT.SUB) USERDATA(B)")
    assert shown(qm, "SUB(SYSTEM.DEFAULT.SUB)") == LATER | CREATED


def test_a_dynamic_queue_is_created_when_it_is_opened(qm: EmbeddedSystem, clock: Clock) -> None:
    clock.move(_LATER)
    opened = qm.open("SYSTEM.DEFAULT.MODEL.QUEUE", {OpenFor.OUTPUT}, dynamic_name="DYN")
    assert opened.local_queue == "DYN"
    assert shown(qm, "QLOCAL(DYN)") == LATER | {"CRDATE": "2027-01-02", "CRTIME": "03.04.05"}


class TestAsked:
    @pytest.fixture(autouse=True)
    def queues(self, qm: EmbeddedSystem, clock: Clock) -> None:
        done(qm, "DEFINE QLOCAL(OLD)", "DEFINE QALIAS(ALIAS) TARGET(OLD)")
        clock.move(_LATER)
        done(qm, "DEFINE QLOCAL(NEW)", "DEFINE TOPIC(T) TOPICSTR('t')")

    def test_by_name(self, qm: EmbeddedSystem) -> None:
        assert rows(qm, "DIS QL(NEW) ALTDATE CRTIME") == [
            {"QUEUE": "NEW", "TYPE": "QLOCAL", "ALTDATE": "2027-01-02", "CRTIME": "03.04.05"}
        ]
        # amigoer/mq-studio asks for them with every topic.
        assert rows(qm, "DIS TOPIC(T*) TOPICSTR ALTDATE ALTTIME") == [
            {"TOPIC": "T", "TYPE": "LOCAL", "TOPICSTR": "t", **LATER}
        ]
        assert rows(qm, "DIS QMGR CRDATE") == [{"QMNAME": "QM1", "CRDATE": "2026-11-22"}]

    def test_an_alias_queue_has_no_time_of_creation(self, qm: EmbeddedSystem) -> None:
        assert rows(qm, "DIS QA(ALIAS) CRDATE ALTDATE") == [
            {"QUEUE": "ALIAS", "TYPE": "QALIAS", "ALTDATE": "2026-11-22"}
        ]

    def test_where(self, qm: EmbeddedSystem) -> None:
        names = [row["QUEUE"] for row in rows(qm, "DIS Q(*) WHERE(ALTDATE GT 2026-12-31)")]
        assert names == ["NEW"]
        old = rows(qm, "DIS QL(*) CRDATE WHERE(CRDATE EQ '2026-11-22')")
        assert "OLD" in {row["QUEUE"] for row in old}
        assert "NEW" not in {row["QUEUE"] for row in old}
        assert rows(qm, "DIS TOPIC(*) WHERE(ALTDATE LK 2027*)") == [
            {"TOPIC": "T", "TYPE": "LOCAL", "ALTDATE": "2027-01-02"}
        ]

    def test_runmqsc(self, qm: EmbeddedSystem) -> None:
        _, lines = runmqsc(qm, "DISPLAY QLOCAL(NEW) ALTDATE ALTTIME CRDATE", "QM1", echo=False)
        assert [line.rstrip() for line in lines[1:4]] == [
            "   QUEUE(NEW)                              TYPE(QLOCAL)",
            "   ALTDATE(2027-01-02)                     ALTTIME(03.04.05)",
            "   CRDATE(2027-01-02)",
        ]

    def test_pcf(self, qm: EmbeddedSystem) -> None:
        [found] = _pcf(qm, "INQUIRE_Q", QName="NEW")
        assert {name: found[name] for name in _IN_PCF} == _IN_PCF
        [alias] = _pcf(qm, "INQUIRE_Q", QName="ALIAS")
        assert (alias["AlterationDate"], "CreationDate" in alias) == ("2026-11-22", False)
        attributes = ["MQCA_ALTERATION_TIME", "MQCA_CREATION_DATE"]
        [asked] = _pcf(qm, "INQUIRE_Q", QName="NEW", QAttrs=attributes)
        assert {name: asked[name] for name in asked if name in _IN_PCF} == {
            "AlterationTime": "03.04.05", "CreationDate": "2027-01-02",
        }  # fmt: skip
        [manager] = _pcf(qm, "INQUIRE_Q_MGR", QMgrAttrs=["MQCA_CREATION_TIME"])
        assert manager["CreationTime"] == "18.05.12"
        new = {"parameter": "MQCA_CREATION_DATE", "operator": "MQCFOP_GREATER", "value": "2027"}
        filtered = _pcf(qm, "INQUIRE_Q", QName="*", StringFilterCommand=new)
        assert [each["QName"] for each in filtered] == ["NEW"]
        done(qm, "DEFINE NAMELIST(N)")
        [namelist] = _pcf(qm, "INQUIRE_NAMELIST", NamelistName="N")
        assert (namelist["AlterationDate"], namelist["AlterationTime"]) == (*LATER.values(),)
        done(qm, OBJECTS["CHANNEL(C)"][0])
        [channel] = _pcf(qm, "INQUIRE_CHANNEL", ChannelName="C")
        assert (channel["AlterationDate"], channel["AlterationTime"]) == (*LATER.values(),)


_IN_PCF = {
    "AlterationDate": "2027-01-02", "AlterationTime": "03.04.05",
    "CreationDate": "2027-01-02", "CreationTime": "03.04.05",
}  # fmt: skip


def _pcf(qm: EmbeddedSystem, command: str, **parameters: Any) -> list[dict[str, Any]]:
    line = json.dumps({"command": f"MQCMD_{command}", "parameters": parameters})
    (answer,) = pcf_commands.run(qm, line)
    assert answer.ok, answer.message
    return [dict(displayed) for displayed in answer.objects]


@pytest.mark.parametrize(
    ("platform", "expected"),
    [(Platform.LINUX, "13.05.13"), (Platform.ZOS, "18.05.13"), (Platform.IBMI, "18.05.13")],
)
def test_local_time_but_on_zos(tmp_path: Path, platform: Platform, expected: str) -> None:
    """ "On z/OS, the time is Greenwich Mean Time"; a partition of the sandbox says that its
    QUTCOFFSET is +0000."""
    sandbox = Sandbox(tmp_path / "sandbox.db", Clock("2026-11-22T18:05:13Z"))
    qm = sandbox.create_system("QMX", platform=platform)
    with in_zone("EST5EDT"):
        assert shown(qm, "QMGR")["ALTTIME"] == expected


def test_copies_of_a_group_object_are_altered_with_it(sandbox: Sandbox, clock: Clock) -> None:
    members = [
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="QSG1")
        for name in ("MQZ1", "MQZ2")
    ]
    done(members[0], "DEFINE QLOCAL(A) QSGDISP(GROUP)")
    clock.move(_LATER)
    done(members[0], "ALTER QLOCAL(A) QSGDISP(GROUP) MAXDEPTH(7)")
    for member in members:
        assert shown(member, "QLOCAL(A)") == LATER | CREATED


class TestDump:
    """As dmpmqcfg writes them: comments inside the command."""

    def test_written_as_comments(self, qm: EmbeddedSystem, clock: Clock) -> None:
        others_of_the_name = ("QMODEL(A)", "QALIAS(A)", "QREMOTE(A)")
        for what in OBJECTS.keys() - others_of_the_name:
            done(qm, OBJECTS[what][0])
        clock.move(_LATER)
        done(qm, "DEFINE QLOCAL(B)")
        commands = {text.split(" +", 1)[0]: text for text in dump(qm)}
        made = "*  ALTDATE(2026-11-22) +\n*  ALTTIME(18.05.12) +"
        created = "*  CRDATE(2026-11-22) +\n*  CRTIME(18.05.12) +"
        for first, text in commands.items():
            has_times = (
                first.startswith("DEFINE SUB(")
                or "QMGR" in first
                or "SYSTEM.DEFAULT.LOCAL" in first
            )
            if first.startswith(("DEFINE", "ALTER", "SET CHLAUTH")) and "'B'" not in first:
                assert made in text, text
                assert (created in text) or not has_times, text
        assert "*  ALTDATE(2027-01-02) +" in commands["DEFINE QLOCAL('B')"]

    def test_read_back_they_are_comments(
        self, sandbox: Sandbox, qm: EmbeddedSystem, clock: Clock
    ) -> None:
        for what in ("QLOCAL(A)", "SUB(A)", "CHLAUTH(A)", "CHANNEL(A)"):
            done(qm, OBJECTS[what][0])
        text = "\n".join(dump(qm))
        clock.move(_LATER)
        for name in ("COPY", "BARE"):
            without = re.sub(r"(?m)^\*  (ALT|CR)(DATE|TIME)\(.*\n", "", text)
            loaded = load(sandbox, text if name == "COPY" else without, system=name,
                          platform=Platform.LINUX)  # fmt: skip
            assert (loaded.failed, loaded.left_out) == ([], {})
        copy = sandbox.system("COPY")
        new = {"CRDATE": "2027-01-02", "CRTIME": "03.04.05"}
        for what, created in (("QLOCAL(A)", new), ("SUB(A)", new), ("CHANNEL(A)", {})):
            assert shown(copy, what) == LATER | created  # they are made now
        # dump says the same of both, but for the name.
        bare = "\n".join(dump(sandbox.system("BARE")))
        assert "\n".join(dump(copy)).replace("COPY", "BARE") == bare

    def test_loaded_again_a_queue_stays_as_old_as_it_is(
        self, sandbox: Sandbox, qm: EmbeddedSystem, clock: Clock
    ) -> None:
        done(qm, "DEFINE QLOCAL(A)")
        text = "\n".join(dump(qm))
        clock.move(_LATER)
        load(sandbox, text)
        assert shown(qm, "QLOCAL(A)") == LATER | CREATED
        load(sandbox, "DEFINE QLOCAL(Z)", system="QM1")
        assert shown(qm, "QMGR")["CRDATE"] == "2026-11-22"


def test_a_load_without_alter_qmgr_does_not_alter_it(
    sandbox: Sandbox, qm: EmbeddedSystem, clock: Clock
) -> None:
    clock.move(_LATER)
    load(sandbox, "DEFINE QLOCAL(Z)", system="QM1")
    assert shown(qm, "QMGR") == MADE | CREATED


def test_bulk_reads_take_as_many_statements_as_one_object(qm: EmbeddedSystem) -> None:
    counts = []
    for turn in "AB":
        statements: list[str] = []
        with qm.reading() as tx:
            tx.connection.set_trace_callback(statements.append)
        rows(qm, "DISPLAY QUEUE(*) ALL")
        with qm.reading() as tx:
            tx.connection.set_trace_callback(None)
        counts.append(len(statements))
        done(qm, *(f"DEFINE QLOCAL({turn}{number})" for number in range(30)))
    assert counts[0] == counts[1] > 0
