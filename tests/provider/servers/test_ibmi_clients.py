"""The sandbox's IBM i, asked by clients that we did not write; our client against a real sshd."""

import getpass
import json
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import (
    PASSWORD,
    authority,
    known_hosts,
    machine,
    mapepire_server,
    ssh_entry,
    ssh_key,
    ssh_server,
    ssh_user_key,
)
from openssh import real_sshd
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.serving import in_thread
from queuewright.systems.registry import systems_from

SSH = shutil.which("ssh")


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedSystem:
    made = machine(tmp_path, "AS1")
    made.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    return made


# Mapepire's own client


@pytest.fixture
def mapepire(embedded: EmbeddedSystem) -> Iterator[int]:
    server = mapepire_server(embedded)
    with in_thread([server]):
        yield server.port


def job(port: int, user: str = "ann", password: str = PASSWORD) -> Any:
    from mapepire_python.client.sql_job import SQLJob
    from mapepire_python.data_types import DaemonServer

    ca = authority().certificate.read_text()
    return SQLJob(DaemonServer("localhost", user, password, port, ca=ca))


# Its way of connecting is deprecated by the websockets library.
own_client = pytest.mark.filterwarnings("ignore:connect.. must be used:DeprecationWarning")


@own_client
def test_mapepires_client_asks_and_runs_commands(mapepire: int, embedded: EmbeddedSystem) -> None:
    with job(mapepire) as connected:
        sql = "SELECT * FROM QSYS2.DATA_QUEUE_INFO WHERE DATA_QUEUE_LIBRARY = 'ORDERS'"
        answer = connected.query_and_run(sql)
        [row] = answer["data"]
        assert (row["DATA_QUEUE_NAME"], row["MAXIMUM_MESSAGE_LENGTH"]) == ("IN", 100)
        assert answer["metadata"].job.endswith("/QUSER/QZDASOINIT")
        command = "CRTMSGQ MSGQ(ORDERS/NIGHT) TEXT('it''s night')"
        done = connected.query_and_run(command, opts={"isClCommand": True})
        assert done["success"]
        assert done["data"][0]["MESSAGE_ID"] == "CPC9801"
        assert [o.key.name for o in embedded.observe(["ibmi:MessageQueue"])] == ["ORDERS/NIGHT"]
        again = connected.query_and_run(command, opts={"isClCommand": True})
        assert not again["success"]
        assert again["error"].startswith("[CPF2112] ")
        call = "CALL QSYS2.QCMDEXC('DLTMSGQ MSGQ(ORDERS/NIGHT)')"
        assert connected.query_and_run(call)["success"]
        with pytest.raises(RuntimeError, match="CPF2105"):
            connected.query_and_run(call)


@own_client
def test_mapepires_client_reads_in_blocks(mapepire: int, embedded: EmbeddedSystem) -> None:
    for number in range(250):
        embedded.create("ibmi:DataQueue", f"STOCK/Q{number}", {"max_entry_length": 1})
    with job(mapepire) as connected:
        query = connected.query("SELECT DATA_QUEUE_NAME FROM QSYS2.DATA_QUEUE_INFO")
        answer = query.run(rows_to_fetch=100)
        names = [row["DATA_QUEUE_NAME"] for row in answer.data]
        while not answer.is_done:
            answer = query.fetch_more(rows_to_fetch=100)
            names += [row["DATA_QUEUE_NAME"] for row in answer.data]
        assert len(names) == len(set(names)) == 251
        half = connected.query("SELECT DATA_QUEUE_NAME FROM QSYS2.DATA_QUEUE_INFO")
        half.run(rows_to_fetch=5)
        assert half.close().success
        terse = connected.query("SELECT 1 AS ONE FROM SYSIBM.SYSDUMMY1", {"isTerseResults": True})
        assert terse.run().data == [[1]]


@own_client
def test_mapepires_client_prepares_with_parameters(mapepire: int) -> None:
    with job(mapepire) as connected:
        sql = "SELECT DATA_QUEUE_NAME FROM QSYS2.DATA_QUEUE_INFO WHERE DATA_QUEUE_LIBRARY = ?"
        found = connected.query_and_run(sql, opts={"parameters": ["ORDERS"]})
        assert [row["DATA_QUEUE_NAME"] for row in found["data"]] == ["IN"]
        assert connected.query_and_run(sql, opts={"parameters": ["X"]})["data"] == []


@own_client
def test_mapepires_client_is_told_what_is_wrong(mapepire: int) -> None:
    with job(mapepire) as connected:
        with pytest.raises(RuntimeError, match=r"42704.*-204|-204.*42704"):
            connected.query_and_run("SELECT * FROM QSYS2.NOTHING")
        with pytest.raises(RuntimeError, match="42703"):
            connected.query_and_run('SELECT "NOTHING" FROM QSYS2.DATA_QUEUE_INFO')
        with pytest.raises(RuntimeError, match=r"42601|42612"):
            connected.query_and_run("SELEC")
        assert connected.query_and_run("VALUES 1")["success"]
    with pytest.raises(Exception, match="rejected the connection"), job(mapepire, "ann", "no"):
        pass


@own_client
def test_mapepires_pool_and_cursor(mapepire: int) -> None:
    """Its DB-API, as other programs use it."""
    import mapepire_python
    from mapepire_python.data_types import DaemonServer

    ca = authority().certificate.read_text()
    server = DaemonServer("localhost", "ann", PASSWORD, mapepire, ca=ca)
    with mapepire_python.connect(server) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT OBJNAME FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALLSIMPLE', 'LIB'))")
        assert {row[0] for row in cursor.fetchall()} >= {"ORDERS", "QGPL"}


def test_other_requests_of_the_protocol(mapepire: int) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    tls = ssl.create_default_context(cafile=str(authority().certificate))
    import base64

    def header(text: str) -> dict[str, str]:
        return {"Authorization": text}

    coded = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
    url = f"wss://localhost:{mapepire}/db/"
    with connect(url, additional_headers=header(f"Basic {coded}"), ssl=tls) as socket_:

        def ask(request: object) -> dict[str, Any]:
            socket_.send(request if isinstance(request, str) else json.dumps(request))
            answer = json.loads(socket_.recv(timeout=10))
            assert isinstance(answer, dict)
            return answer

        assert ask({"id": "0", "type": "ping"})["db_alive"] is False
        assert ask({"id": "1", "type": "connect", "props": ""})["success"]
        assert ask({"id": "2", "type": "ping"})["alive"] is True
        assert ask({"id": "3", "type": "getversion"})["version"]
        assert ask({"id": "4", "type": "getdbjob"})["job"].endswith("QZDASOINIT")
        prepared = ask({"id": "5", "type": "prepare_sql", "sql": "SELECT ? AS A FROM SYSDUMMY1"})
        assert prepared["parameter_count"] == 1
        executed = ask({"id": "6", "type": "execute", "cont_id": "5", "parameters": ["x"]})
        assert executed["data"] == [{"A": "x"}]
        assert ask({"id": "7", "type": "sqlmore", "cont_id": "none"})["error"]
        assert "Unknown request type" in ask({"id": "8", "type": "dance"})["error"]
        assert ask("{no json")["unparseable"] == "{no json"
        assert ask({"type": "ping"})["success"] is False
        assert ask({"id": "9", "type": "exit"})["success"]
    for text, status in ((None, 403), ("Bearer x", 403), ("Basic !", 403)):
        with pytest.raises(InvalidStatus) as caught:
            connect(url, additional_headers=header(text) if text else {}, ssl=tls).__enter__()
        assert caught.value.response.status_code == status
    with pytest.raises(InvalidStatus):
        connect(f"wss://localhost:{mapepire}/other", ssl=tls).__enter__()


# OpenSSH's client


@pytest.fixture
def ssh_port(embedded: EmbeddedSystem) -> Iterator[int]:
    server = ssh_server(embedded)
    with in_thread([server]):
        yield server.port


def openssh(folder: Path, port: int, *words: str, given: str = "") -> tuple[int, str, str]:
    if SSH is None:
        pytest.skip("OpenSSH's client is not installed")
    command = [SSH, "-F", "none", "-p", str(port), "-i", str(ssh_user_key())]
    command += ["-o", f"UserKnownHostsFile={known_hosts(folder, port)}"]
    command += ["-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=yes", "ann@localhost", *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_openssh_runs_commands(tmp_path: Path, ssh_port: int, embedded: EmbeddedSystem) -> None:
    made = openssh(tmp_path, ssh_port, "system \"CRTMSGQ MSGQ(ORDERS/NIGHT) TEXT('it''s')\"")
    assert made == (0, "CPC9801: Object NIGHT type *MSGQ created in library ORDERS.\n", "")
    [own] = embedded.observe(["ibmi:MessageQueue"])
    assert own.attributes["text_description"] == "it's"
    code, out, err = openssh(tmp_path, ssh_port, 'system "CRTMSGQ MSGQ(ORDERS/NIGHT)"')
    assert (code, out) == (255, "")
    assert err.startswith("CPF2112: ")
    code, _, err = openssh(tmp_path, ssh_port, 'system "WRKACTJOB"')
    assert code == 255
    assert err.splitlines()[-1] == "CPF0006: Errors occurred in command."
    qshell = openssh(tmp_path, ssh_port, "qsh -c 'system \"DLTMSGQ ORDERS/NOTHING\"'")
    assert qshell[0] == 1
    assert qshell[2].startswith("CPF2105:  ")
    assert openssh(tmp_path, ssh_port, "rm -rf /") == (127, "", "sh: rm:  not found.\n")
    both = 'system "DLTDTAQ DTAQ(ORDERS/IN)" && system "DLTMSGQ ORDERS/NIGHT"; uname'
    assert openssh(tmp_path, ssh_port, both)[1].splitlines()[-1] == "OS400"
    assert not embedded.observe(["ibmi:MessageQueue", "ibmi:DataQueue"])


def test_openssh_asks_the_db2_utility(tmp_path: Path, ssh_port: int) -> None:
    sql = "SELECT DATA_QUEUE_NAME, MAXIMUM_MESSAGE_LENGTH, KEY_LENGTH FROM QSYS2.DATA_QUEUE_INFO"
    table = """
DATA_QUEUE_NAME MAXIMUM_MESSAGE_LENGTH KEY_LENGTH
--------------- ---------------------- ----------
IN                                 100 -         \n
  1 RECORD(S) SELECTED.

"""
    assert openssh(tmp_path, ssh_port, f'db2 "{sql}"') == (0, table, "")
    utility = "LC_ALL=EN_US.UTF-8 system \"call QSYS/QZDFMDB2 PARM('-d' '-i' '-t')\""
    code, out, _ = openssh(tmp_path, ssh_port, utility, given=f"{sql};\n")
    assert (code, out) == (0, f"DB2>\n{table}DB2>\n")
    code, out, _ = openssh(tmp_path, ssh_port, utility, given="SELECT * FROM QSYS2.X;\n")
    assert code == 4
    assert " **** CLI ERROR *****\n         SQLSTATE: 42704\nNATIVE ERROR CODE: -204\n" in out


def test_openssh_gives_a_shell(tmp_path: Path, ssh_port: int) -> None:
    typed = "uname\nsystem 'DLTDTAQ ORDERS/IN'\nexit\n"
    code, out, _ = openssh(tmp_path, ssh_port, given=typed)
    assert code == 0
    assert out == "OS400\nCPC2191: Object IN in ORDERS type *DTAQ deleted.\n"
    ended = openssh(tmp_path, ssh_port, given="uname\nexit 3\nuname\n")
    assert ended[:2] == (3, "OS400\n")
    assert openssh(tmp_path, ssh_port, given="false\nexit\n")[0] == 1
    assert openssh(tmp_path, ssh_port, "uname; exit 4")[:2] == (4, "OS400\n")


def test_openssh_does_not_trust_another_key(tmp_path: Path, ssh_port: int) -> None:
    assert ssh_key().exists()
    if SSH is None:
        pytest.skip("OpenSSH's client is not installed")
    (tmp_path / "empty").write_text("")
    command = [SSH, "-F", "none", "-p", str(ssh_port), "-o", "BatchMode=yes"]
    command += ["-o", f"UserKnownHostsFile={tmp_path / 'empty'}", "ann@localhost", "uname"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 255
    assert "Host key verification failed" in done.stderr


# Our client and a real sshd: no IBM i behind it, but what is on the wire is OpenSSH's own


def test_our_client_and_a_real_sshd(tmp_path: Path) -> None:
    with real_sshd(tmp_path) as port:
        entry = ssh_entry(tmp_path, port, key=str(ssh_user_key()), user=getpass.getuser())
        system = systems_from({"AS1": entry}, base=tmp_path)["AS1"]
        with pytest.raises(SystemUnavailable, match="it has no utility `system`"):
            system.observe(["ibmi:DataQueue"])
        wrong = {**entry, "user": "nobody-like-this"}
        system = systems_from({"AS1": wrong}, base=tmp_path)["AS1"]
        with pytest.raises(SystemUnavailable, match="is not let in"):
            system.observe(["ibmi:DataQueue"])
