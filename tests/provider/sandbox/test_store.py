"""The sandbox's file: several processes, crashes, files that are none."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.kinds import EVERY
from queuewright.sandbox import store
from queuewright.sandbox.engine import Sandbox, SandboxError
from queuewright.sandbox.mqsc_commands import run
from queuewright.sandbox.store import SCHEMA_VERSION, Store

LOCAL = "mq:LocalQueue"


def started(program: str, *arguments: object) -> "subprocess.Popen[bytes]":
    """A Python process of its own that runs `program`."""
    return subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)])


def refused_file(path: Path, *words: str) -> None:
    with pytest.raises(SystemUnavailable) as caught:
        Sandbox(path).systems()
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    for word in words:
        assert word in text


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    path.write_text("not a database, and long enough to be looked at as one\n" * 100)
    before = path.read_bytes()
    refused_file(path, "give another file")
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (one TEXT)")
    connection.close()
    refused_file(path, "no sandbox")
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("theirs",)]


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    Sandbox(path).create_system("QM1")
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    refused_file(path, f"schema version {SCHEMA_VERSION + 1}", "upgrade")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    sandbox = Sandbox(path)
    sandbox.create_system("QM1")
    sandbox.close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(bytes(data))
    refused_file(path, "damaged")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE system SET platform = 'vms'",
        "UPDATE system SET settings = '{'",
        "UPDATE system SET settings = '5'",
        "UPDATE object SET attributes = '[1'",
        "UPDATE object SET attributes = 'null'",
    ],
)
def test_a_damaged_row_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "sandbox.db"
    sandbox = Sandbox(path)
    sandbox.create_system("QM1")
    sandbox.close()
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    with pytest.raises(SystemUnavailable, match=r"is damaged or no sandbox"):
        Sandbox(path).system("QM1").observe(("mq:LocalQueue",))


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    refused_file(tmp_path, "check the path")


def test_a_path_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused_file(tmp_path / "file" / "sandbox.db", "check the path")


def test_an_empty_file_becomes_a_sandbox(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    path.touch()
    Sandbox(path).create_system("QM1")
    assert [facts.name for facts in Sandbox(path).systems()] == ["QM1"]


def test_a_locked_file_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queuewright.sandbox.store._BUSY_MILLISECONDS", 50)
    path = tmp_path / "sandbox.db"
    Sandbox(path).create_system("QM1")
    other = Store(path)
    with other.write(), pytest.raises(SystemUnavailable, match="locked by another process"):
        Sandbox(path).create_system("QM2")


def test_a_reader_sees_the_state_before_an_unfinished_command(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    system = sandbox.create_system("QM1")
    with system.writing() as tx:
        tx.drop("queue", "SYSTEM.DEFAULT.LOCAL.QUEUE")
        assert system.defaults(LOCAL) is not None
    assert system.defaults(LOCAL) is None


def test_a_refused_command_changes_nothing(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    system = sandbox.create_system("QM1")
    before = system.observe([LOCAL])

    class Stop(Exception):
        pass

    def half_a_command() -> None:
        with system.writing() as tx:
            tx.drop("queue", before[0].key.name)
            raise Stop

    with pytest.raises(Stop):
        half_a_command()
    assert system.observe([LOCAL]) == before


CREATE_SOME = """
import sys
from pathlib import Path
from queuewright.sandbox.engine import Sandbox
from queuewright.catalogue.errors import CommandFailed
worker = sys.argv[2]
system = Sandbox(Path(sys.argv[1])).create_system("QM1", exist_ok=True)
for number in range(25):
    system.create("mq:LocalQueue", f"W{worker}.{number}", {})
for number in range(25):
    try:
        system.create("mq:LocalQueue", f"SHARED.{number}", {"queue_description": worker})
    except CommandFailed as error:
        if error.reason != 4001:
            raise
"""


def test_several_processes_create_the_file_and_write_to_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sandbox.db"
    workers = [started(CREATE_SOME, path, str(number)) for number in range(3)]
    for worker in workers:
        assert worker.wait(60) == 0
    names = {queue.key.name for queue in Sandbox(path).system("QM1").observe([LOCAL])}
    assert {f"W{worker}.{number}" for worker in range(3) for number in range(25)} <= names
    assert {f"SHARED.{number}" for number in range(25)} <= names


_FORKED = f"""
import os, sys
from pathlib import Path
from queuewright.sandbox.engine import Sandbox

system = Sandbox(Path(sys.argv[1])).create_system("QM1")
if child := os.fork():
    assert os.waitpid(child, 0)[1] == 0
    system.create("{LOCAL}", "PARENT", {{}})
else:
    system.create("{LOCAL}", "CHILD", {{}})
"""


def test_a_forked_process_opens_the_file_anew(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    # In a process of its own: threads of this one would leave their locks to the child.
    assert started(_FORKED, path).wait(60) == 0
    system = Sandbox(path).system("QM1")
    assert len(system.observe([LOCAL], ["CHILD", "PARENT"])) == 2


def test_a_thread_that_writes_waits_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the process, not in SQLite, which sleeps between two looks."""
    store_of_both = Store(tmp_path / "sandbox.db")
    order: list[str] = []

    def second() -> None:
        with store_of_both.write() as connection:
            order.append("second")
            connection.execute("PRAGMA application_id")

    waiting = threading.Thread(target=second)
    with store_of_both.write():
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
        with store_of_both.read():  # nobody who reads waits
            order.append("first")
    waiting.join(10)
    assert order == ["first", "second"]
    monkeypatch.setattr("queuewright.sandbox.store._BUSY_MILLISECONDS", 50)
    held, over = threading.Event(), threading.Event()

    def holding() -> None:
        with store_of_both.write():
            held.set()
            over.wait(10)

    holder = threading.Thread(target=holding)
    holder.start()
    assert held.wait(10)
    locked = pytest.raises(SystemUnavailable, match=r"locked by another thread; try again$")
    with locked, store_of_both.write():
        pass
    over.set()
    holder.join()
    with store_of_both.write():  # it is free again
        pass


_FORKED_IN_A_WRITE = f"""
import os, sys, threading
from pathlib import Path
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.sandbox import store
from queuewright.sandbox.engine import Sandbox
store._BUSY_MILLISECONDS = 200
sandbox = Sandbox(Path(sys.argv[1]))
system = sandbox.create_system("QM1")
held, ended = threading.Event(), threading.Event()
def write():
    with sandbox._store.write():
        held.set()
        ended.wait()
thread = threading.Thread(target=write)
thread.start()
held.wait()
child = os.fork()
if child == 0:
    try:
        system.create("{LOCAL}", "CHILD", {{}})
    except SystemUnavailable as error:
        os._exit(7 if "is locked by another process; try again" in str(error) else 8)
    os._exit(9)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
ended.set()
thread.join()
system.create("{LOCAL}", "PARENT", {{}})
sys.exit(code)
"""


def test_a_process_that_is_forked_while_a_thread_writes_is_refused(tmp_path: Path) -> None:
    """It does not wait for ever for a lock whose thread it does not have."""
    path = tmp_path / "sandbox.db"
    assert started(_FORKED_IN_A_WRITE, path).wait(60) == 7
    [found] = Sandbox(path).system("QM1").observe([LOCAL], ["CHILD", "PARENT"])
    assert found.key.name == "PARENT"


def test_threads_share_one_sandbox(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    system = sandbox.create_system("QM1")
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            for number in range(20):
                system.create(LOCAL, f"T{worker}.{number}", {})
                system.observe([LOCAL], [f"T{worker}.{number}"], status=True)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sum(queue.key.name.startswith("T") for queue in system.observe([LOCAL])) == 80


DIE_INSIDE = """
import os, signal, sys
from pathlib import Path
from queuewright.sandbox.engine import Sandbox
with Sandbox(Path(sys.argv[1])).system("QM1").writing() as tx:
    tx.drop("queue", "SYSTEM.DEFAULT.LOCAL.QUEUE")
    tx.settings["repository"] = "HALF"
    tx.save_settings()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_killed_in_a_command_leaves_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    system = Sandbox(path).create_system("QM1")
    assert started(DIE_INSIDE, path).wait(60) == -signal.SIGKILL
    assert system.defaults(LOCAL) is not None
    assert system.manager()["repository"] == ""
    system.create(LOCAL, "AFTER", {})


WRITE_UNTIL_KILLED = """
import sys
from pathlib import Path
from queuewright.sandbox.engine import Sandbox
system = Sandbox(Path(sys.argv[1])).system("QM1")
for number in range(100_000):
    system.create("mq:LocalQueue", f"Q.{number}", {})
    system.put(f"Q.{number}", count=2)
"""


def test_a_process_killed_at_any_time_leaves_whole_commands(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    system = Sandbox(path).create_system("QM1")
    child = started(WRITE_UNTIL_KILLED, path)
    deadline = time.monotonic() + 60
    while not system.observe([LOCAL], ["Q.5"]) and time.monotonic() < deadline:
        time.sleep(0.02)
    child.kill()
    child.wait(60)
    queues = [queue for queue in system.observe([LOCAL], status=True) if queue.key.name[:2] == "Q."]
    depths = [queue.status.depth for queue in queues if queue.status is not None]
    assert len(depths) >= 5
    assert set(depths) <= {0, 2}
    assert depths.count(0) <= 1
    defaults = system.defaults(LOCAL)
    assert defaults is not None
    assert all(queue.attributes == defaults.attributes for queue in queues)


def test_systems_of_one_file_are_apart(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    first, second = sandbox.create_system("QM1"), sandbox.create_system("QM2")
    first.create(LOCAL, "Q", {})
    first.put("Q")
    second.create(LOCAL, "Q", {"queue_description": "two"})
    second.delete(LOCAL, "Q")
    assert len(first.observe([LOCAL], ["Q"])) == 1
    sandbox.remove_system("QM1")
    assert [facts.name for facts in sandbox.systems()] == ["QM2"]
    with pytest.raises(SystemUnavailable, match="queuewright sandbox create QM1"):
        first.facts()
    assert sandbox.create_system("QM1").observe([LOCAL], ["Q"]) == []


def test_a_system_is_created_once(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    sandbox.create_system("QM1")
    with pytest.raises(SandboxError, match="exists"):
        sandbox.create_system("QM1")
    assert sandbox.create_system("QM1", exist_ok=True).name == "QM1"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("", {}),
        ("A B", {}),
        ("Q\n", {}),
        ("X" * 49, {}),
        ("QM1", {"command_level": 1}),
        ("QM1", {"ccsid": 4}),
        ("QM1", {"libraries": ("LIB",)}),
    ],
)
def test_a_system_that_cannot_be(tmp_path: Path, name: str, options: dict[str, object]) -> None:
    with pytest.raises(SandboxError) as caught:
        Sandbox(tmp_path / "sandbox.db").create_system(name, **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


# Until version 3.
LIBRARY = """
CREATE TABLE library (
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    create_authority TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT 0,
    altered INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (system, name)
) WITHOUT ROWID;
"""
AUTHORITY = """
CREATE TABLE authority (
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    object_type TEXT NOT NULL,
    profile TEXT NOT NULL,
    entity TEXT NOT NULL,
    granted TEXT NOT NULL,
    PRIMARY KEY (system, object_type, profile, entity)
) WITHOUT ROWID;
"""
# The rest of the schema of version 1, typed from a file of it.
VERSION_1 = """
CREATE TABLE system (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    platform TEXT NOT NULL,
    command_level INTEGER NOT NULL,
    ccsid INTEGER NOT NULL,
    settings TEXT NOT NULL
);
CREATE TABLE object (
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    definition_type TEXT NOT NULL,
    attributes TEXT NOT NULL,
    PRIMARY KEY (system, class, name)
) WITHOUT ROWID;
CREATE INDEX object_by_kind ON object (system, kind, name);
CREATE TABLE handle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    class TEXT NOT NULL,
    object_name TEXT NOT NULL,
    queue_manager TEXT NOT NULL,
    application TEXT NOT NULL,
    user TEXT NOT NULL,
    channel TEXT NOT NULL,
    open_for TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    anonymous INTEGER NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0,
    creator INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX handle_by_name ON handle (system, object_name);
CREATE TABLE resolved (
    handle INTEGER NOT NULL REFERENCES handle (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    system INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (handle, position)
) WITHOUT ROWID;
CREATE INDEX resolved_by_name ON resolved (system, name);
CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    queue TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('committed', 'put', 'get')),
    count INTEGER NOT NULL CHECK (count > 0)
);
CREATE INDEX message_by_queue ON message (system, queue, state);
CREATE TABLE library (
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    create_authority TEXT NOT NULL,
    PRIMARY KEY (system, name)
) WITHOUT ROWID;
PRAGMA application_id = 1364677442;
PRAGMA user_version = 1;
"""


def file_of_version_1(path: Path) -> None:
    """Queue manager QM1 with a queue, messages on it, a listener, and a library."""
    listener = '{"objects": {"LISTENER": {"L": {"TRPTYPE": "TCP"}}}, "description": "it"}'
    connection = sqlite3.connect(path)
    connection.executescript(AUTHORITY + VERSION_1)
    connection.execute("PRAGMA journal_mode = WAL")
    with connection:
        connection.execute("INSERT INTO system VALUES (1, 'QM1', 'ibmi', 930, 37, ?)", [listener])
        connection.execute(
            "INSERT INTO object VALUES (1, 'queue', 'A', 'mq:LocalQueue', 'predefined', ?)",
            ['{"max_queue_depth":7}'],
        )
        connection.execute("INSERT INTO message VALUES (NULL, 1, 'A', 100, 'committed', 3)")
        connection.execute("INSERT INTO library VALUES (1, 'ORDERS', 'change')")
    connection.close()
    written = datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC).timestamp()
    os.utime(path, (written, written))


def holds_what_version_1_held(sandbox: Sandbox) -> None:
    qm = sandbox.system("QM1")
    [queue] = qm.observe((LOCAL,), status=True)
    assert (queue.key.name, queue.attributes) == ("A", {"max_queue_depth": 7})
    assert queue.status is not None
    assert queue.status.depth == 3
    assert qm.manager()["description"] == "it"
    assert qm.facts().libraries == {"ORDERS": "change"}
    # All of it as old as the file: on IBM i in the partition's time, which is UTC.
    altered = {"ALTDATE": "2025-03-04", "ALTTIME": "05.06.07"}
    created = {"CRDATE": "2025-03-04", "CRTIME": "05.06.07"}
    for what in ("QLOCAL(A)", "LISTENER(L)", "QMGR"):
        (answer,) = run(qm, f"DISPLAY {what} ALL")
        [row] = answer.objects
        assert row.items() >= (altered if what == "LISTENER(L)" else altered | created).items()
    with qm.reading() as tx:
        library = tx.get("*LIB", "ORDERS")
        assert library is not None
        assert (library.created, library.altered) == (1741064767, 1741064767)
        assert library.attributes["create_authority"] == "change"


def test_a_file_of_version_1_becomes_one_of_today(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    file_of_version_1(path)
    sandbox = Sandbox(path)
    holds_what_version_1_held(sandbox)
    holds_what_version_1_held(Sandbox(path))  # and stays it
    sandbox.system("QM1").change(LOCAL, "A", {"max_queue_depth": 8})
    (answer,) = run(sandbox.system("QM1"), "DISPLAY QLOCAL(A) CRDATE ALTDATE")
    assert answer.objects[0]["CRDATE"] == "2025-03-04"
    assert answer.objects[0]["ALTDATE"] > "2025-03-04"
    # It has the columns that a new file has.
    Sandbox(tmp_path / "new.db").create_system("QM1")
    columns = []
    for name in ("sandbox.db", "new.db"):
        connection = sqlite3.connect(tmp_path / name)
        rows = connection.execute(
            "SELECT m.name, t.name, t.type FROM sqlite_master m, pragma_table_info(m.name) t"
            " WHERE m.type = 'table' ORDER BY m.name, t.name"
        ).fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()
        connection.close()
        columns.append((rows, version))
    assert columns[0] == columns[1]


def test_a_file_of_version_1_that_cannot_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sandbox.db"
    file_of_version_1(path)
    before = path.read_bytes()
    monkeypatch.setattr("os.access", lambda *asked: False)  # the tests may run as root
    sandbox = Sandbox(path)
    holds_what_version_1_held(sandbox)
    with pytest.raises(SystemUnavailable, match="sandbox"):
        sandbox.system("QM1").change(LOCAL, "A", {"max_queue_depth": 8})
    sandbox.close()
    assert path.read_bytes() == before


def test_a_half_done_upgrade_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sandbox.db"
    file_of_version_1(path)
    monkeypatch.setattr(store, "_TIMED", ("system", "object", "nothing"))
    with pytest.raises(SystemUnavailable, match="nothing"):
        Sandbox(path).systems()
    monkeypatch.undo()
    holds_what_version_1_held(Sandbox(path))


def test_threads_and_processes_upgrade_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    file_of_version_1(path)
    program = (
        "import sys; from queuewright.sandbox.engine import Sandbox; "
        "Sandbox(sys.argv[1]).system('QM1').facts()"
    )
    processes = [started(program, path) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0, 0, 0, 0]
    holds_what_version_1_held(Sandbox(path))


def test_a_file_of_version_2_becomes_one_of_today(tmp_path: Path) -> None:
    """It has no column for the content of messages."""
    path = tmp_path / "sandbox.db"
    made = Sandbox(path)
    made.create_system("QM1").put("SYSTEM.DEFAULT.LOCAL.QUEUE", count=3)
    made.close()
    connection = sqlite3.connect(path)
    for column in ("data", "correlation", "put"):
        connection.execute(f"ALTER TABLE message DROP COLUMN {column}")
    connection.executescript(AUTHORITY)
    connection.executescript(LIBRARY)
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    qm = Sandbox(path).system("QM1")
    [answer] = run(qm, "ALTER QMGR CONFIGEV(ENABLED)")
    assert answer.ok
    [queue] = qm.observe((LOCAL,), ["SYSTEM.DEFAULT.LOCAL.QUEUE"], status=True)
    assert queue.status is not None
    assert queue.status.depth == 3
    assert qm.browse_events("SYSTEM.DEFAULT.LOCAL.QUEUE", 10) == []
    assert len(qm.browse_events("SYSTEM.ADMIN.CONFIG.EVENT", 10)) == 10


# What a queue manager of version 3 kept beside its objects: by MQSC keyword, with when it was made
# and altered.
OF_VERSION_3 = {
    "description": "it",
    "max_message_length": 50_000,
    "cluster_workload_use_queue": "ANY",
    "queue_manager": {"CHLAUTH": "DISABLED", "MAXHANDS": 7, "SUITEB": "NONE"},
    "processes": ["BY.NAME", "JOB"],
    "running": {"LISTENER": ["L"]},
    "objects": {
        "LISTENER": {"L": {"TRPTYPE": "TCP", "PORT": 1414, "times": [100, 200]}},
        "TOPIC": {
            "T": {"TOPICSTR": "it's/a", "DURSUB": "NO", "times": [100, 100]},
            "SYSTEM.DEFAULT.TOPIC": {"DESCR": "new"},
        },
        "SUB": {"a free name": {"TOPICSTR": "a", "DEST": "Q", "SUBLEVEL": 2}},
        "PROCESS": {"JOB": {"APPLICID": "/bin/x", "APPLTYPE": "UNIX"}},
        "AUTHINFO": {
            "LDAP": {"AUTHTYPE": "IDPWLDAP", "CONNAME": "h", "LDAPPWD": "********"},
            "SYSTEM.DEFAULT.AUTHINFO.IDPWOS": {"AUTHTYPE": "IDPWOS", "CHCKCLNT": "NONE"},
        },
        "SERVICE": {"SYSTEM.DEFAULT.SERVICE": None},
    },
    "channels": {
        "APP": {"CHLTYPE": "SVRCONN", "MCAUSER": "app", "MAXINST": 9, "times": [100, 200]},
        "SYSTEM.DEF.SENDER": None,
    },
    "channel_authentication": [
        {"CHLAUTH": "APP", "TYPE": "USERMAP", "CLNTUSER": "u", "USERSRC": "CHANNEL"},
        {"CHLAUTH": "*", "TYPE": "BLOCKUSER", "USERLIST": ["a", "b"], "times": [100, 200]},
    ],
}


def test_a_file_of_version_3_keeps_what_programs_do_not_declare(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    made = Sandbox(path)
    made.create_system("QM1")
    made.close()
    connection = sqlite3.connect(path)
    connection.executescript(AUTHORITY)
    with connection:
        connection.execute("DELETE FROM object WHERE kind NOT IN ('mq:LocalQueue')")
        connection.execute("UPDATE system SET settings = ?", [json.dumps(OF_VERSION_3)])
        rows = [
            ("queue", "ORDERS.**", "group app", "GET PUT"),
            ("qmgr", "self", "principal bob", "CONNECT"),
        ]
        connection.executemany("INSERT INTO authority VALUES (1, ?, ?, ?, ?)", rows)
        connection.executescript(LIBRARY)
        connection.execute("PRAGMA user_version = 3")
    connection.close()
    qm = Sandbox(path).system("QM1")

    def shown(command: str) -> list[dict[str, object]]:
        (answer,) = run(qm, f"DISPLAY {command}")
        return [dict(row) for row in answer.objects]

    expected: dict[str, dict[str, object]] = {
        "LISTENER(L)": {"TRPTYPE": "TCP", "PORT": 1414, "BACKLOG": 0},
        "LSSTATUS(L)": {"STATUS": "RUNNING"},
        "TOPIC(T)": {"TOPICSTR": "it's/a", "DURSUB": "NO", "PUB": "ASPARENT"},
        "TOPIC(SYSTEM.DEFAULT.TOPIC)": {"DESCR": "new"},
        "SUB('a free name')": {"TOPICSTR": "a", "DEST": "Q", "SUBLEVEL": 2},
        "PROCESS(JOB)": {"APPLICID": "/bin/x", "APPLTYPE": "UNIX"},
        "PROCESS(BY.NAME)": {"APPLICID": ""},
        "AUTHINFO(LDAP)": {"AUTHTYPE": "IDPWLDAP", "CONNAME": "h", "LDAPPWD": "********"},
        "AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS)": {"CHCKCLNT": "NONE"},
        "CHANNEL(APP)": {"CHLTYPE": "SVRCONN", "MCAUSER": "app", "MAXINST": 9, "HBINT": 300},
        "QMGR": {"DESCR": "it", "MAXMSGL": 50_000, "CLWLUSEQ": "ANY", "CHLAUTH": "DISABLED",
                 "MAXHANDS": 7, "MONQ": "OFF"},
    }  # fmt: skip
    for what, values in expected.items():
        [row] = shown(f"{what} ALL")
        assert row.items() >= values.items(), what
    for gone in ("SERVICE(SYSTEM.DEFAULT.SERVICE)", "CHANNEL(SYSTEM.DEF.SENDER)"):
        assert shown(gone) == []
    assert [(row["CHLAUTH"], row.get("CLNTUSER"), row.get("USERLIST")) for row in
            shown("CHLAUTH(*)")] == [("APP", "u", None), ("*", None, ["a", "b"])]  # fmt: skip
    assert [(row["PROFILE"], row["ENTITY"], row["AUTHLIST"]) for row in shown("AUTHREC")] == [
        ("ORDERS.**", "app", ["GET", "PUT"]), ("self", "bob", ["CONNECT"]),
    ]  # fmt: skip
    with qm.reading() as tx:
        for kind in ("mq:Listener", "mq:ServerConnectionChannel"):
            [made_then] = [each for each in tx.objects([kind]) if each.name in ("L", "APP")]
            assert (made_then.created, made_then.altered) == (100, 200)
        assert not {"objects", "channels", "processes", "queue_manager"} & tx.settings.keys()
    assert qm.facts().names[Role.PROCESS] == {"BY.NAME", "JOB", "SYSTEM.DEFAULT.PROCESS"}


def test_a_file_of_version_4_tells_both_authorities_apart(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    made = Sandbox(path)
    made.create_system("PROD", platform=Platform.IBMI)
    prod = made.system("PROD")
    prod.create("ibmi:AuthorizationList", "STAFF", {"authority": "use"})
    for name, values in (("A", {"authority": "use"}), ("B", {})):
        prod.create("ibmi:MessageQueue", f"QGPL/{name}", values)
    before = prod.observe(["ibmi:AuthorizationList"])
    made.close()
    connection = sqlite3.connect(path)
    with connection:
        removed = "json_remove(attributes, '$.authorization_list')"
        connection.execute(f"UPDATE object SET attributes = {removed}")
        named = "json_set(attributes, '$.authority', 'STAFF')"
        connection.execute(f"UPDATE object SET attributes = {named} WHERE name = 'QGPL/A'")
        connection.executescript(LIBRARY)
        connection.execute("PRAGMA user_version = 4")
    connection.close()
    prod = Sandbox(path).system("PROD")
    both = [
        (one.attributes["authority"], one.attributes["authorization_list"])
        for one in prod.observe(["ibmi:MessageQueue"])
    ]
    assert both == [("autl", "STAFF"), ("change", "none")]
    assert prod.observe(["ibmi:AuthorizationList"]) == before
    with pytest.raises(CommandFailed, match="it secures QGPL/A"):
        prod.delete("ibmi:AuthorizationList", "STAFF")


def test_a_file_of_version_6_has_channels_of_clients_apart(tmp_path: Path) -> None:
    """Exits and compression are lists, two attributes have other names, and cluster channels have
    what they lacked."""
    path = tmp_path / "sandbox.db"
    made = Sandbox(path)
    qm = made.create_system("QM1", platform=Platform.LINUX)
    qm.create("mq:ClientConnectionChannel", "TABLE", {"connection_name": "h(1414)"})
    qm.create("mq:ServerConnectionChannel", "APP", {"max_instances": 9})
    lists = {"message_compression": ("rle", "zlibfast"), "receive_exit": ("/a(B)",)}
    qm.create("mq:ReceiverChannel", "FROM.QM2", lists)
    qm.create("mq:ClusterSenderChannel", "TO.C", {"connection_name": "h"})
    kinds = [kind for kind, spec in EVERY.items() if spec.mqsc.word == "CHANNEL"]
    before = qm.observe(kinds)
    made.close()
    connection = sqlite3.connect(path)
    with connection:
        rows = connection.execute(
            "SELECT class, name, attributes FROM object WHERE kind LIKE '%Channel'"
        ).fetchall()
        for of_class, name, text in rows:
            values = json.loads(text)
            values = {
                "maximum_instances" if n == "max_instances" else n:
                    ",".join(v).upper() if isinstance(v, list) and "compression" in n
                    else ",".join(v) if isinstance(v, list) else v
                for n, v in values.items()
                if not (name == "TO.C" and n in ("header_compression", "use_dead_letter_queue"))
            }  # fmt: skip
            connection.execute(
                "UPDATE object SET class = 'channel', attributes = ? WHERE class = ? AND name = ?",
                (json.dumps(values), of_class, name),
            )
        connection.executescript(LIBRARY)
        connection.execute("PRAGMA user_version = 6")
    connection.close()
    assert Sandbox(path).system("QM1").observe(kinds) == before
