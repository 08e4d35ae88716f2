"""The sandbox's IBM i by a user whose own authorities count, with clients that we did not write."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from ibmi_carriers import PASSWORD, authority, machine, mapepire_server, ssh_key, ssh_server
from queuewright.sandbox import cl_commands
from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.serving import in_thread
from queuewright.servers.shell import Shell
from queuewright.servers.users import ADMIN, OWN, READ_ONLY, User

IN = "OBJ(ORDERS/IN) OBJTYPE(*DTAQ)"


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedSystem:
    made = machine(tmp_path, "AS1")
    given = {"max_entry_length": 100, "authority": "use"}
    made.create("ibmi:DataQueue", "ORDERS/IN", given)
    return made


def done(embedded: EmbeddedSystem, command: str) -> None:
    [answer] = cl_commands.run(embedded, command, is_partition=True)
    assert answer.ok, answer.message


# Mapepire's own client


@pytest.fixture
def mapepire(embedded: EmbeddedSystem) -> Iterator[int]:
    server = mapepire_server(embedded)
    with in_thread([server]):
        yield server.port


own_client = pytest.mark.filterwarnings("ignore:connect.. must be used:DeprecationWarning")


def job(port: int) -> Any:
    from mapepire_python.client.sql_job import SQLJob
    from mapepire_python.data_types import DaemonServer

    ca = authority().certificate.read_text()
    return SQLJob(DaemonServer("localhost", "dev", PASSWORD, port, ca=ca))


@own_client
def test_over_mapepire(mapepire: int, embedded: EmbeddedSystem) -> None:
    delete = "DLTDTAQ DTAQ(ORDERS/IN)"
    with job(mapepire) as connected:
        special = "VALUES QSYS2.SQL_CHECK_SPECIAL_AUTHORITY('*ALLOBJ')"
        assert [*connected.query_and_run(special)["data"][0].values()] == [0]
        reported = connected.query_and_run(delete, opts={"isClCommand": True})
        assert reported["error"] == "[CPF2189] Not authorized to object IN in ORDERS type *DTAQ."
        why, escape = reported["data"]
        text = "User DEV has no *OBJEXIST to it (*PUBLIC)."
        assert (why["MESSAGE_ID"], why["MESSAGE_TEXT"]) == ("CPD0006", text)
        assert (
            "Cause . . . . . :   User DEV has no *OBJEXIST" in escape["MESSAGE_SECOND_LEVEL_TEXT"]
        )
        grant = f"GRTOBJAUT {IN} USER(DEV) AUT(*OBJEXIST)"
        assert grant in escape["MESSAGE_SECOND_LEVEL_TEXT"]
        with pytest.raises(RuntimeError, match=r"CPF2189.*-443|-443.*CPF2189"):
            connected.query_and_run(f"CALL QSYS2.QCMDEXC('{delete}')")
        with pytest.raises(RuntimeError, match="CPF2207"):
            connected.query_and_run(f"CALL QSYS2.QCMDEXC('{grant}')")
        done(embedded, grant.replace("DEV", "OPS"))
        assert connected.query_and_run(f"CALL QSYS2.QCMDEXC('{delete}')")["success"]
        make = "CRTDTAQ DTAQ(ORDERS/MINE) MAXLEN(5)"
        assert connected.query_and_run(make, opts={"isClCommand": True})["success"]
    [made] = embedded.observe(("ibmi:DataQueue",))
    assert made.attributes["owner"] == "DEV"


@own_client
def test_services_show_what_the_user_may_see(mapepire: int, embedded: EmbeddedSystem) -> None:
    embedded.create("ibmi:DataQueue", "STOCK/IN", {"max_entry_length": 1})
    embedded.create("ibmi:OutputQueue", "ORDERS/OUT", {})
    embedded.create("ibmi:MessageQueue", "ORDERS/NIGHT", {})
    embedded.put("ORDERS/NIGHT")
    questions = (
        "SELECT DATA_QUEUE_LIBRARY AS PLACE FROM QSYS2.DATA_QUEUE_INFO",
        "SELECT OUTPUT_QUEUE_NAME AS PLACE FROM QSYS2.OUTPUT_QUEUE_INFO",
        "SELECT MESSAGE_QUEUE_NAME AS PLACE FROM QSYS2.MESSAGE_QUEUE_INFO",
        "SELECT DISTINCT OBJLIB AS PLACE FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALLUSR', 'ALL'))",
    )
    with job(mapepire) as connected:

        def shown() -> list[list[str]]:
            answers = (connected.query_and_run(sql)["data"] for sql in questions)
            return [sorted(row["PLACE"] for row in rows) for rows in answers]

        both = ["ORDERS", "STOCK"]
        assert shown() == [both, ["OUT"], ["NIGHT"], both]
        for place in ("IN) OBJTYPE(*DTAQ", "OUT) OBJTYPE(*OUTQ", "NIGHT) OBJTYPE(*MSGQ"):
            done(embedded, f"GRTOBJAUT OBJ(ORDERS/{place}) USER(DEV) AUT(*OBJOPR)")
        assert shown() == [["STOCK"], [], [], both]
        done(embedded, "GRTOBJAUT OBJ(STOCK) OBJTYPE(*LIB) USER(DEV) AUT(*READ)")
        assert shown() == [[], [], [], ["ORDERS"]]


@own_client
def test_runmqsc_is_for_administrators_over_mapepire(
    mapepire: int, embedded: EmbeddedSystem
) -> None:
    with job(mapepire) as connected:
        write = "CALL QSYS2.IFS_WRITE_UTF8(PATH_NAME => '/tmp/a', LINE => 'DISPLAY QMGR')"
        connected.query_and_run(write)
        line = "QSH CMD('/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM AS1 < /tmp/a > /tmp/b')"
        connected.query_and_run(line, opts={"isClCommand": True})
        sql = "SELECT LINE FROM TABLE(QSYS2.IFS_READ_UTF8(PATH_NAME => '/tmp/b')) X"
        lines = [row["LINE"] for row in connected.query_and_run(sql)["data"]]
    assert lines[-1] == "AMQ8135E: Not authorized."


@pytest.mark.parametrize(("groups", "code"), [(("OPS",), 20), (("QMQMADM",), 0), (("QSECOFR",), 0)])
def test_runmqsc_is_for_members_of_qmqmadm(
    embedded: EmbeddedSystem, groups: tuple[str, ...], code: int
) -> None:
    system = embedded.sandbox.system("AS1", Operator("DEV", groups))
    line = "qsh -c '/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM AS1'"
    ran = Shell(system, user="DEV").run(line, "DEFINE QLOCAL(A)\n")
    assert ran.code == code
    assert bool(embedded.observe(("mq:LocalQueue",), ("A",))) is (code == 0)


# asyncssh


@pytest.fixture
def ssh(embedded: EmbeddedSystem) -> Iterator[int]:
    server = ssh_server(embedded)
    with in_thread([server]):
        yield server.port


def stated(port: int, *commands: str) -> list[tuple[int, str]]:
    """Exit status and standard error of each."""

    async def ask() -> list[tuple[int, str]]:
        known = asyncssh.import_known_hosts(
            f"[127.0.0.1]:{port} {ssh_key().with_suffix('.pub').read_text()}"
        )
        async with asyncssh.connect(
            "127.0.0.1", port, username="dev", password=PASSWORD, known_hosts=known
        ) as connection:
            answers = [await connection.run(f'system "{each}"') for each in commands]
        return [(int(each.exit_status or 0), str(each.stderr)) for each in answers]

    return asyncio.run(ask())


def test_over_ssh(ssh: int, embedded: EmbeddedSystem) -> None:
    change = f"CHGOBJD {IN} TEXT('x')"
    [(code, reported)] = stated(ssh, change)
    assert code == 255
    assert reported.splitlines() == [
        "CPD0006: User DEV has no *OBJMGT to it (*PUBLIC).",
        "CPF2189: Not authorized to object IN in ORDERS type *DTAQ.",
    ]
    done(embedded, f"GRTOBJAUT {IN} USER(DEV) AUT(*OBJMGT)")
    assert stated(ssh, change) == [(0, "")]
    done(embedded, "GRTOBJAUT OBJ(ORDERS) OBJTYPE(*LIB) USER(DEV) AUT(*USE)")
    [(code, reported)] = stated(ssh, "CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(5)")
    assert reported.splitlines()[1] == "CPF9820: Not authorized to use library ORDERS."


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("CHGLIB LIB(STOCK) TEXT('x')", "CPF2182: Not authorized to library STOCK."),
        ("MOVOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) TOLIB(STOCK)",
         "CPF2182: Not authorized to library STOCK."),
        ("CHGOBJOWN OBJ(STOCK) OBJTYPE(*LIB) NEWOWN(DEV)",
         "CPF2207: Not authorized to use object STOCK in library QSYS type *LIB."),
        ("CHGOBJOWN OBJ(ORDERS/IN) OBJTYPE(*DTAQ) NEWOWN(TIM)",
         "CPF2217: Not authorized to user profile QSECOFR."),
        ("CHGMSGQ MSGQ(ORDERS/NIGHT) SEV(5)", "CPF2408: Not authorized to message queue NIGHT."),
        ("DLTAUTL AUTL(CLERKS)", "CPF2189: Not authorized to object CLERKS in QSYS type *AUTL."),
        ("GRTOBJAUT OBJ(QMQM/CRTMQMQ) OBJTYPE(*CMD) USER(DEV) AUT(*USE)",
         "CPF2207: Not authorized to use object CRTMQMQ in library QMQM type *CMD."),
    ],
)  # fmt: skip
def test_messages_name_the_object(
    ssh: int, embedded: EmbeddedSystem, command: str, message: str
) -> None:
    embedded.create("ibmi:MessageQueue", "ORDERS/NIGHT", {"authority": "exclude"})
    embedded.create("ibmi:AuthorizationList", "CLERKS", {})
    done(embedded, f"GRTOBJAUT {IN} USER(DEV) AUT(*ALL)")
    done(embedded, "GRTOBJAUT OBJ(STOCK) OBJTYPE(*LIB) USER(DEV) AUT(*READ)")
    [(code, reported)] = stated(ssh, command)
    assert code == 255
    diagnostic, escape = reported.splitlines()
    assert diagnostic.startswith("CPD0006: User DEV ")
    assert escape == message


def test_commands_of_mq_over_ssh(ssh: int, embedded: EmbeddedSystem) -> None:
    make = "CRTMQMQ QNAME(A) QTYPE(*LCL) MQMNAME(AS1)"
    grant = "GRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(OPS) AUT(*GET) MQMNAME(AS1)"
    [(_, without), (_, granting)] = stated(ssh, make, grant)
    assert without.splitlines() == [
        "CPD0032: Not authorized to command CRTMQMQ in library *LIBL.",
        "CPF0006: Errors occurred in command.",
    ]
    assert "CPD0032: Not authorized to command GRTMQMAUT" in granting
    done(embedded, "GRTOBJAUT OBJ(QMQM/CRTMQMQ) OBJTYPE(*CMD) USER(OPS) AUT(*USE)")
    assert stated(ssh, make) == [(255, "AMQ8135: Not authorized.\n")]
    for of_type, name, words in (
        ("*MQM", "AS1", "*CONNECT *ADMDSP *ADMCRT"),
        ("*Q", "SYSTEM.DEFAULT.LOCAL.QUEUE", "*ADMDSP"),
    ):
        done(embedded, f"GRTMQMAUT OBJ({name}) OBJTYPE({of_type}) USER(OPS) AUT({words})")
    assert stated(ssh, make) == [(0, "")]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("CHKOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) AUT(*USE)", ""),
        ("CHKOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) AUT(*OBJMGT)",
         "CPF9802: Not authorized to object IN in ORDERS."),
        ("CHKOBJ OBJ(QSYS/ORDERS) OBJTYPE(*LIB) AUT(*READ *ADD)", ""),
        ("CHKOBJ OBJ(QSYS/ORDERS) OBJTYPE(*LIB) AUT(*OBJEXIST)",
         "CPF9802: Not authorized to object ORDERS in QSYS."),
        ("CHKOBJ OBJ(QSYS/CRTDTAQ) OBJTYPE(*CMD) AUT(*USE)", ""),
        ("CHKOBJ OBJ(QMQM/CRTMQMQ) OBJTYPE(*CMD) AUT(*USE)",
         "CPF9802: Not authorized to object CRTMQMQ in QMQM."),
        ("CHKOBJ OBJ(QSYS/DEV) OBJTYPE(*USRPRF) AUT(*ADD)", ""),
        ("CHKOBJ OBJ(QSYS/TIM) OBJTYPE(*USRPRF) AUT(*ADD)",
         "CPF9802: Not authorized to object TIM in QSYS."),
        ("CHKOBJ OBJ(STOCK/IN) OBJTYPE(*DTAQ)", "CPF9820: Not authorized to use library STOCK."),
    ],
)  # fmt: skip
def test_chkobj_says_what_the_user_has(
    ssh: int, embedded: EmbeddedSystem, question: str, answer: str
) -> None:
    embedded.create("ibmi:DataQueue", "STOCK/IN", {"max_entry_length": 1})
    done(embedded, "GRTOBJAUT OBJ(STOCK) OBJTYPE(*LIB) USER(DEV) AUT(*EXCLUDE)")
    [(_, reported)] = stated(ssh, question)
    assert reported.strip() == answer


@pytest.mark.parametrize(
    ("roles", "may_change"),
    [([ADMIN], True), ([ADMIN, READ_ONLY], True), ([OWN], True), ([READ_ONLY], False),
     ([READ_ONLY, OWN], False), ([], False)],
)  # fmt: skip
def test_whoever_has_several_roles_has_the_first(roles: list[str], may_change: bool) -> None:
    user = User(roles=roles)
    assert user.may_change is may_change
    assert (user.operator("dev") is not None) is (roles == [OWN])
