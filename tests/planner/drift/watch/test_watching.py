"""From events to lines: what is read again, what is said, what is kept, and what is not known."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.events import QUEUE
from queuewright.drift.desired import definition_groups
from queuewright.drift.evaluate import Evaluated, EvaluatedObject
from queuewright.drift.fleet import load_fleet
from queuewright.drift.policy import load_policy
from queuewright.drift.watch.comparing import desired_by
from queuewright.drift.watch.places import places
from queuewright.drift.watch.records import FOLDER, Records, WatchError
from queuewright.drift.watch.source import EventSource, Offset
from queuewright.drift.watch.watching import Watch, WatchedChange, WatchOptions, in_words
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

NOW = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)
LOCAL = "mq:LocalQueue"
DECLARED: dict[tuple[str, str], dict[str, Any]] = {
    (LOCAL, "ORDERS"): {"max_queue_depth": 5000},
    (LOCAL, "RETURNS"): {"max_queue_depth": 5000},
}


@dataclass
class World:
    """A fleet on sandboxes, and a watch over it that may die and be begun again."""

    folder: Path
    declared: dict[str, dict[tuple[str, str], dict[str, Any]]]
    sandboxes: dict[str, str]
    options: WatchOptions = field(default_factory=WatchOptions)
    error: str | None = None
    secret: tuple[str, ...] = ()
    now: datetime = NOW
    beside: set[tuple[str, str]] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    changes: list[WatchedChange] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    offset: Offset = field(default_factory=dict)

    def machine(self, environment: str) -> EmbeddedSystem:
        return Sandbox(self.folder / self.sandboxes[environment]).system("QM1")

    def run(self, environment: str, *commands: str) -> None:
        for answer in mqsc_commands.run(self.machine(environment), "\n".join(commands)):
            assert answer.ok, answer.message

    def watch(self) -> Watch:
        entries = "".join(
            f"  - name: {name}\n    systems: {{QM1: {{type: sandbox, path: {path}}}}}\n"
            for name, path in self.sandboxes.items()
        )
        (self.folder / "fleet.yaml").write_text(f"environments:\n{entries}")
        self.fleet = load_fleet(self.folder / "fleet.yaml")
        evaluated = {
            name: Evaluated(
                "v" + json.dumps([*map(str, objects.items())]),
                tuple(
                    EvaluatedObject(Key("QM1", kind, called), values, self.secret)
                    for (kind, called), values in objects.items()
                ),
                self.error,
            )
            for name, objects in self.declared.items()
        }
        desired = desired_by(definition_groups(self.fleet, evaluated))

        def tell(change: WatchedChange) -> None:
            self.changes.append(change)
            self.lines.append(in_words(change))

        records = Records(str(self.folder / "lake"))
        return Watch(
            self.fleet, desired, records, self.options, tell, self.warnings.append,
            lambda: self.now, self.beside,
        )  # fmt: skip

    def begun(self) -> Watch:
        made = self.watch()
        made.begin()
        return made

    def go_on(self, watch: Watch) -> list[str]:
        """What one batch says."""
        source = EventSource(places(self.fleet)[0])
        before = len(self.lines)
        rows, end = source.read(self.offset)
        watch.apply(rows)
        source.commit(end)
        self.offset = end
        return self.lines[before:]


DEATHS = ["while it reads", "before it is kept", "before it is reported", "after"]
MakeWorld = Callable[..., World]


@pytest.fixture
def world(tmp_path: Path) -> MakeWorld:
    def make(*environments: str, declared: Any = None, shared: bool = False, **more: Any) -> World:
        names = environments or ("prod",)
        files = {name: "qm.db" if shared else f"{name}.db" for name in names}
        objects = DECLARED if declared is None else declared
        made = World(tmp_path, dict.fromkeys(names, objects), files, **more)
        for name in dict.fromkeys(files.values()):
            machine = Sandbox(tmp_path / name).create_system("QM1")
            for (kind, called), values in DECLARED.items():
                machine.create(kind, called, values)
            [answer] = mqsc_commands.run(machine, "ALTER QMGR CONFIGEV(ENABLED)")
            assert answer.ok
            machine.remove_events(QUEUE, [m.id for m in machine.browse_events(QUEUE, 1000)])
        return made

    return make


def short(lines: list[str]) -> list[str]:
    """Without who and when."""
    return [" ".join(line.partition(";")[0].split()) for line in lines]


def test_what_differs_and_no_more(world: MakeWorld) -> None:
    made = world()
    watch = made.begun()
    assert made.lines == []
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(100)", "DELETE QLOCAL(RETURNS)")
    first, second = made.go_on(watch)
    at = watch.state.open[next(iter(watch.state.open))]["first_seen"]
    assert at == "2026-11-23T09:30:00Z"
    assert short([first, second]) == [
        "new medium prod QM1 mq:LocalQueue ORDERS max_queue_depth is 100, not 5000",
        "new critical prod QM1 mq:LocalQueue RETURNS is missing",
    ]
    assert "; sandbox, 20" in first
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(70)")
    assert short(made.go_on(watch)) == [
        "changed medium prod QM1 mq:LocalQueue ORDERS max_queue_depth is 70, not 5000"
    ]
    assert len(watch.open) == 2
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(5000)", "DEFINE QLOCAL(RETURNS) MAXDEPTH(5000)")
    assert short(made.go_on(watch)) == [
        "resolved medium prod QM1 mq:LocalQueue ORDERS max_queue_depth is 5000 again",
        "resolved critical prod QM1 mq:LocalQueue RETURNS is there again",
    ]
    assert (watch.open, watch.failed, made.warnings) == ([], [], [])


def test_only_what_events_name_is_read(world: MakeWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()
    watch = made.begun()
    asked = []
    observe = EmbeddedSystem.observe

    def remembered(self: Any, kinds: Any, names: Any = None, **more: Any) -> Any:
        asked.append(names)
        return observe(self, kinds, names, **more)

    monkeypatch.setattr(EmbeddedSystem, "observe", remembered)
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(100)")
    asked.clear()
    assert len(made.go_on(watch)) == 1
    assert asked == [["ORDERS"]]


def test_what_differs_before_anything_is_told(world: MakeWorld) -> None:
    made = world()
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)")
    watch = made.begun()
    assert short(made.lines) == [
        "new medium prod QM1 mq:LocalQueue ORDERS max_queue_depth is 1, not 5000"
    ]
    assert made.go_on(watch) == []  # its event says nothing new
    made.lines.clear()
    made.begun()  # another day: nothing is read whole again, and nothing said again
    assert made.lines == []


def test_an_object_that_nobody_declared(world: MakeWorld) -> None:
    made = world()
    watch = made.begun()
    made.run("prod", "DEFINE QLOCAL(MINE)", "DEFINE NAMELIST(NL)")
    assert made.go_on(watch) == []
    made.options = WatchOptions(unmanaged=True)
    made.begun()
    assert short(made.lines) == [
        "new medium prod QM1 mq:LocalQueue MINE is there, and not declared",
        "new medium prod QM1 mq:Namelist NL is there, and not declared",
    ]


def test_a_refresh_is_looked_at_and_says_nothing_new(world: MakeWorld) -> None:
    made = world()
    watch = made.begun()
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(100)")
    assert len(made.go_on(watch)) == 1
    made.run("prod", "REFRESH QMGR TYPE(CONFIGEV)")
    assert made.go_on(watch) == []


def test_a_queue_that_is_of_another_type_now(world: MakeWorld) -> None:
    made = world()
    watch = made.begun()
    made.run("prod", "DELETE QLOCAL(ORDERS)", "DEFINE QALIAS(ORDERS) TARGET(RETURNS)")
    assert short(made.go_on(watch)) == ["new critical prod QM1 mq:LocalQueue ORDERS is missing"]


def test_two_queue_managers(world: MakeWorld) -> None:
    made = world("eu", "us")
    watch = made.begun()
    made.run("us", "ALTER QLOCAL(ORDERS) MAXDEPTH(2)")
    made.run("eu", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)")
    assert short(made.go_on(watch)) == [
        "new medium eu QM1 mq:LocalQueue ORDERS max_queue_depth is 1, not 5000",
        "new medium us QM1 mq:LocalQueue ORDERS max_queue_depth is 2, not 5000",
    ]


def test_two_environments_of_one_queue_manager(world: MakeWorld) -> None:
    """Each is compared with what it declares itself."""
    made = world("a", "b", shared=True)
    made.declared["b"] = {(LOCAL, "RETURNS"): {"max_queue_depth": 10}}
    watch = made.begun()
    assert short(made.lines) == [
        "new medium b QM1 mq:LocalQueue RETURNS max_queue_depth is 5000, not 10"
    ]
    made.run("a", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)", "ALTER QLOCAL(RETURNS) MAXDEPTH(10)")
    assert short(made.go_on(watch)) == [
        "new medium a QM1 mq:LocalQueue ORDERS max_queue_depth is 1, not 5000",
        "new medium a QM1 mq:LocalQueue RETURNS max_queue_depth is 10, not 5000",
        "resolved medium b QM1 mq:LocalQueue RETURNS max_queue_depth is 10 again",
    ]


def test_a_membership_follows_the_queue_manager(world: MakeWorld) -> None:
    made = world(declared={("mq:Cluster", "C1"): {"full_repository": "yes"}})
    watch = made.begun()
    assert len(made.lines) == 1
    made.run("prod", "ALTER QMGR REPOS(C1)")
    assert short(made.go_on(watch)) == ["resolved critical prod QM1 mq:Cluster C1 is there again"]
    made.run("prod", "ALTER QMGR REPOS(' ')")
    assert short(made.go_on(watch)) == ["new critical prod QM1 mq:Cluster C1 is missing"]


def test_what_an_event_cannot_say_is_read_whole(world: MakeWorld) -> None:
    made = world()
    watch = made.begun()
    machine = made.machine("prod")
    with machine.writing() as tx:  # as if its event had been lost
        tx.connection.execute("DELETE FROM object WHERE name = 'ORDERS'")
        tx.add_content(QUEUE, b"<html>", b"")
    assert short(made.go_on(watch)) == ["new critical prod QM1 mq:LocalQueue ORDERS is missing"]
    [warning] = made.warnings
    assert warning.startswith(f"{QUEUE} of QM1 in ")
    assert "expected an MQCFH" in warning
    assert "\n" not in warning


def test_one_that_cannot_be_read_is_read_whole_when_it_can(
    world: MakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world("eu", "us")
    watch = made.begun()
    made.run("us", "ALTER QLOCAL(ORDERS) MAXDEPTH(2)")
    made.run("eu", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)")
    system = Watch._system

    def down(self: Watch, member: tuple[str, str]) -> Any:
        if member[0] == "us":
            raise SystemUnavailable("QM1: it is down")
        return system(self, member)

    monkeypatch.setattr(Watch, "_system", down)
    assert [line.split()[2] for line in made.go_on(watch)] == ["eu"]
    assert made.warnings == ["us: QM1: it is down; it is read whole when it answers"]
    assert watch.failed == ["us QM1: us: QM1: it is down"]
    watch.retry()
    assert len(made.warnings) == 1  # once
    monkeypatch.setattr(Watch, "_system", system)
    again = made.watch()  # also after a restart
    assert again.failed == watch.failed
    again.retry()
    assert [line.split()[2] for line in made.lines] == ["eu", "us"]
    assert again.failed == []


@pytest.mark.parametrize("dies", DEATHS)
def test_a_batch_that_dies_is_carried_out_again(
    world: MakeWorld, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    made = world()
    watch = made.begun()
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(100)")
    rows, _ = EventSource(places(made.fleet)[0]).read({})
    method = {
        "while it reads": "_read", "before it is kept": "_classified",
        "before it is reported": "_send_unsent",
    }.get(dies)  # fmt: skip

    def die(*_: object, **__: object) -> None:
        raise MemoryError

    if method is not None:
        with monkeypatch.context() as patch:
            patch.setattr(Watch, method, die)
            with pytest.raises(MemoryError):
                watch.apply(rows)
        assert made.lines == []
    else:
        watch.apply(rows)
        assert len(made.lines) == 1
    again = made.begun()
    again.apply(rows)
    assert len(made.lines) == 1
    for part, count in (("events", 2), ("changes", 1)):
        files = sorted((made.folder / "lake" / FOLDER / part).glob("*"))
        assert sum(pq.read_table(file).num_rows for file in files) >= 1, part
        assert len(files) <= count


def test_what_is_kept(world: MakeWorld) -> None:
    made = world(secret=("queue_description",))
    watch = made.begun()
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(100) DESCR('hunter2')")
    made.go_on(watch)
    folder = made.folder / "lake" / FOLDER
    [events] = (folder / "events").glob("*.parquet")
    [changes] = (folder / "changes").glob("*.parquet")
    [event] = pq.read_table(events).to_pylist()
    assert (event["reason"], event["name"], event["user"]) == ("change", "ORDERS", "sandbox")
    assert set(event["changed"]) == {"queue_description", "max_queue_depth"}
    [change] = pq.read_table(changes).to_pylist()
    assert (change["status"], change["observed"], change["desired"]) == ("new", "100", "5000")
    everything = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert b"hunter2" not in everything
    assert "hunter2" not in "".join(made.lines)


def test_severities_and_what_is_ignored(world: MakeWorld, tmp_path: Path) -> None:
    rules = tmp_path / "policy.yaml"
    rules.write_text(
        "severities: [{name: RETURNS, severity: low}]\n"
        "ignore: [{name: ORDERS, owner: me, reason: test, expires: 2026-12-01}]\n"
    )
    made = world(options=WatchOptions(policy=load_policy(rules)))
    watch = made.begun()
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)", "ALTER QLOCAL(RETURNS) MAXDEPTH(1)")
    made.go_on(watch)
    assert [(c.row["name"], c.row["severity"], c.ignored) for c in made.changes] == [
        ("ORDERS", "medium", True),
        ("RETURNS", "low", False),
    ]
    assert [row["name"] for row in watch.open] == ["RETURNS"]


def test_events_that_are_disabled_are_said_with_the_way_out(world: MakeWorld) -> None:
    made = world()
    made.run("prod", "ALTER QMGR CONFIGEV(DISABLED)")
    watch = made.begun()
    line = "prod: QM1: CONFIGEV is DISABLED, so that no changes are reported; enable it with: "
    assert made.warnings == [f"{line}ALTER QMGR CONFIGEV(ENABLED)"]
    made.run("prod", "ALTER QMGR CONFIGEV(ENABLED)")
    made.go_on(watch)
    made.run("prod", "ALTER QMGR CONFIGEV(DISABLED)")  # meanwhile
    made.go_on(watch)
    assert made.warnings == [f"{line}ALTER QMGR CONFIGEV(ENABLED)"] * 2


def test_a_queue_that_is_full_has_lost_events(world: MakeWorld) -> None:
    made = world()
    made.begun()
    made.run("prod", f"ALTER QLOCAL({QUEUE}) MAXDEPTH(1)", "DEFINE QLOCAL(X)")
    made.run("prod", "DELETE QLOCAL(ORDERS)")
    made.begun()
    assert short(made.lines) == ["new critical prod QM1 mq:LocalQueue ORDERS is missing"]
    [warning] = made.warnings
    assert "is full, so that events are lost; raise MAXDEPTH(1)" in warning


def test_a_queue_that_is_not_there(world: MakeWorld) -> None:
    made = world()
    made.run("prod", f"DELETE QLOCAL({QUEUE})")
    watch = made.begun()
    made.go_on(watch)
    [warning] = made.warnings
    assert "MQRC_UNKNOWN_OBJECT_NAME" in warning
    assert "\n" not in warning
    made.go_on(watch)
    assert len(made.warnings) == 1
    assert [line.partition(":")[0] for line in watch.failed] == ["prod QM1"]
    made.begun()  # another run says it again
    assert len(made.warnings) == 2
    made.machine("prod").create(LOCAL, QUEUE, {})
    made.go_on(watch)
    assert watch.failed == []


def test_a_program_that_fails_is_no_drift(world: MakeWorld) -> None:
    made = world(error="program: no such file; correct program")
    watch = made.begun()
    made.run("prod", "DELETE QLOCAL(ORDERS)")
    assert made.go_on(watch) == []
    assert made.warnings == ["prod: program: no such file; correct program"]
    assert watch.failed == made.warnings


def test_events_that_came_while_a_program_failed(world: MakeWorld) -> None:
    """They are taken off for the others; what they said is read when the program is right again."""
    made = world()
    made.begun()
    made.error = "program: no such file"
    watch = made.begun()
    made.run("prod", "DELETE QLOCAL(ORDERS)")
    assert made.go_on(watch) == []
    made.error = None
    made.begun()
    assert short(made.lines) == ["new critical prod QM1 mq:LocalQueue ORDERS is missing"]


def test_an_environment_that_is_not_watched_now(world: MakeWorld) -> None:
    """It shares a queue manager whose events were taken off for another one."""
    made = world("a", "b", shared=True)
    made.begun()
    every = dict(made.declared)
    del made.declared["b"], made.sandboxes["b"]
    made.beside = {("b", "QM1")}
    watch = made.begun()
    made.run("a", "DELETE QLOCAL(ORDERS)")
    assert short(made.go_on(watch)) == ["new critical a QM1 mq:LocalQueue ORDERS is missing"]
    made.declared, made.sandboxes, made.beside = every, {"a": "qm.db", "b": "qm.db"}, set()
    made.begun()
    assert short(made.lines)[1:] == ["new critical b QM1 mq:LocalQueue ORDERS is missing"]


def test_what_is_ignored_no_more_is_new(world: MakeWorld, tmp_path: Path) -> None:
    rules = tmp_path / "policy.yaml"
    rules.write_text("ignore: [{name: ORDERS, owner: me, reason: test, expires: 2026-12-01}]\n")
    made = world(options=WatchOptions(policy=load_policy(rules)))
    made.run("prod", "ALTER QLOCAL(ORDERS) MAXDEPTH(1)")
    made.begun()
    assert [change.ignored for change in made.changes] == [True]
    made.options = WatchOptions()
    made.begun()
    assert [(change.row["status"], change.ignored) for change in made.changes[1:]] == [
        ("new", False)
    ]


def test_a_system_is_read_whole_after_so_many_hours(world: MakeWorld) -> None:
    made = world()
    made.begun()
    with made.machine("prod").writing() as tx:  # nothing tells of it
        tx.connection.execute("DELETE FROM object WHERE name = 'ORDERS'")
    made.now = NOW + timedelta(hours=23)
    made.begun()
    assert made.lines == []
    made.now = NOW + timedelta(hours=25)
    made.begun()
    assert len(made.lines) == 1


def test_a_clock_that_was_fast_keeps_no_system_from_being_read(world: MakeWorld) -> None:
    made = world()
    made.now = NOW + timedelta(days=4000)
    made.begun()
    with made.machine("prod").writing() as tx:  # nothing tells of it
        tx.connection.execute("DELETE FROM object WHERE name = 'ORDERS'")
    made.now = NOW
    made.begun()
    assert len(made.lines) == 1


def test_another_program_is_compared_at_once(world: MakeWorld) -> None:
    made = world()
    made.begun()
    made.declared["prod"] = {(LOCAL, "ORDERS"): {"max_queue_depth": 7}}
    made.begun()
    assert short(made.lines) == [
        "new medium prod QM1 mq:LocalQueue ORDERS max_queue_depth is 5000, not 7"
    ]


def test_a_group_object_and_its_copy(tmp_path: Path) -> None:
    """Of z/OS: the live object is compared, unless the group's is declared."""
    made = World(tmp_path, {"prod": {(LOCAL, "ORDERS"): {"max_queue_depth": 5}}}, {"prod": "q.db"})
    sandbox = Sandbox(tmp_path / "q.db")
    machine = sandbox.create_system("QM1", platform=Platform.ZOS, queue_sharing_group="QSG1")
    values = {"max_queue_depth": 5, "queue_sharing_group_disposition": "group"}
    machine.create(LOCAL, "ORDERS", values)
    made.begun()
    assert made.lines == []
    made.declared["prod"] = {(LOCAL, "ORDERS"): values}
    made.begun()
    assert made.lines == []


@pytest.mark.parametrize(
    ("content", "words"),
    [("{", "remove state.json there"), ('{"format": 9}', "format 9, and this program knows 1")],
)
def test_a_damaged_state_is_named(world: MakeWorld, content: str, words: str) -> None:
    made = world()
    made.begun()
    (made.folder / "lake" / FOLDER / "state.json").write_text(content)
    with pytest.raises(WatchError) as caught:
        made.watch()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_lake_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "lake").write_text("")
    with pytest.raises(WatchError, match="give a lake that can be written"):
        Records(str(tmp_path / "lake"))


def test_a_name_is_no_command_of_a_terminal() -> None:
    row = dict.fromkeys(("attribute", "desired", "observed", "user"), "\x1b[2J\n")
    row |= {
        "status": "new", "severity": "low", "environment": "e", "system": "s", "kind": LOCAL,
        "name": "\x1b]0;x\x07", "drift": "changed", "at": "t",
    }  # fmt: skip
    assert in_words(WatchedChange(row)).isprintable()
