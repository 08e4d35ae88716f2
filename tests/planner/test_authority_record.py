"""mq:AuthorityRecord in every part of the product: plans, order, adoption, import, dialects."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carriers import CARRIERS, Reached
from queuewright.api import Workspace
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.dialects.validation import validate
from queuewright.diff.types import Verb
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.engine.steps import Plan
from queuewright.importer.project import write_project
from queuewright.importer.run import Imported, ImportOptions, import_sources, read_files
from queuewright.interpreter import interpreted
from queuewright.mq.authorities import (
    ALL,
    ALL_ADMIN,
    ALL_MQI,
    AUTHORITIES,
    CREATE,
    OBJECT_TYPES,
    authorities_of,
    in_full,
    in_short,
)
from queuewright.mq.authority_record import AuthorityRecordSpec, generic_pattern
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.loading import load
from queuewright.sandbox.system import SandboxSystem
from queuewright.systems.logged import _LoggedSystem
from worlds import ALIAS, LOCAL, Rehearsed

KIND = AuthorityRecordSpec.kind
GROUP = {"object_type": "q", "group": "app"}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def authorities(plan: Plan) -> list[str]:
    found = (risk for risk in risks_of(plan) if risk.kind is RiskKind.AUTHORITIES)
    return [subject.detail for risk in found for subject in risk.subjects]


def held(world: Rehearsed) -> dict[str, tuple[str, ...]]:
    return {o.key.name: o.attributes["authorities"] for o in world.machine.observe([KIND])}


# The names of what the pages of SET AUTHREC and setmqaut say, in their words.
FULL = {
    "QUEUE": "BROWSE CHG CLR DLT DSP GET INQ PUT PASSALL PASSID SET SETALL SETID",
    "CHANNEL": "CHG DLT DSP CTRL CTRLX",
    "CLNTCONN": "CHG DLT DSP",
    "PROCESS": "CHG DLT DSP INQ SET",
    "SERVICE": "CHG DLT DSP CTRL",
    "LISTENER": "CHG DLT DSP CTRL",
    "TOPIC": "CHG CLR DLT DSP PASSALL PASSID SETALL SETID CTRL PUB SUB RESUME",
    "NAMELIST": "CHG DLT DSP INQ",
    "AUTHINFO": "CHG DLT DSP INQ",
    "COMMINFO": "CHG DLT DSP",
    "QMGR": "ALTUSR CHG CONNECT DLT DSP INQ SET SETALL SETID CTRL SYSTEM",
    "RQMNAME": "PUT",
}


@pytest.mark.parametrize("object_type", OBJECT_TYPES, ids=lambda each: each.value)
def test_what_all_stands_for(object_type: object) -> None:
    """As dumps of queue managers show what mqm has."""
    words = {each.value: str(each.mqsc) for each in AUTHORITIES}
    kind = object_type.value  # type: ignore[attr-defined]
    assert {words[word] for word in in_full(kind, [ALL])} == set(FULL[object_type.mqsc].split())  # type: ignore[attr-defined]
    assert (CREATE in authorities_of(kind)) is (kind != "remote_q_mgr_name")
    both = {*in_full(kind, [ALL_MQI]), *in_full(kind, [ALL_ADMIN])} - {"none"}
    assert both == set(in_full(kind, [ALL])) - {"system"}


@given(st.sampled_from(OBJECT_TYPES), st.data())
def test_the_short_form_means_the_same(object_type: object, data: st.DataObject) -> None:
    kind = object_type.value  # type: ignore[attr-defined]
    known = sorted(authorities_of(kind))
    words = data.draw(st.lists(st.sampled_from(known), unique=True))
    full = in_full(kind, words)
    assert in_full(kind, in_short(kind, full)) == full == in_full(kind, reversed(full))
    assert len(in_short(kind, full)) <= len(full)


@pytest.mark.parametrize(
    ("profile", "fits", "not_fits"),
    [
        ("A.B", "A.B", "A.C"),
        ("A.*", "A.B", "A.B.C"),
        ("A.**", "A.B.C", "AB"),
        ("A.**", "A", "AB.C"),
        ("**.B", "X.Y.B", "X.YB"),
        ("A.**.B", "A.B", "AXB"),
        ("A.**.B", "A.X.Y.B", "A.XB"),
        ("A?C", "ABC", "A.C"),
        ("A*", "ABC", "A.B"),
    ],
)
def test_generic_profiles(profile: str, fits: str, not_fits: str) -> None:
    assert generic_pattern(profile).fullmatch(fits)
    assert not generic_pattern(profile).fullmatch(not_fits)


@pytest.mark.parametrize(
    ("profile", "is_valid"),
    [
        ("**", True), ("A.**", True), ("**.A", True), ("A.**.B", True), ("A*.?B.*", True),
        ("A.*.**.B*", True), ("A", True), ("@class", True), ("A.*.**.B**", False),
        ("**.A.**", False), ("A**", False), ("***", False), ("A**B", False), ("**A", False),
    ],
)  # fmt: skip
def test_double_asterisks_stand_once_as_a_qualifier(
    world: Rehearsed, profile: str, is_valid: bool
) -> None:
    """IBM's "Using wildcard characters in OAM profiles"."""
    world.declare(KIND, profile, **GROUP, authorities=["input"])
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["syntax"] * (not is_valid)
    given = f"SET AUTHREC PROFILE('{profile}') OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET)"
    [answer] = mqsc_commands.run(world.machine, given)
    assert answer.ok is is_valid


def test_a_record_comes_after_its_object_and_goes_with_it(world: Rehearsed) -> None:
    """Whoever runs the plan may delete the object by what the record gives."""
    world.declare(KIND, "ORDERS", resource="app", **GROUP, authorities=["all_mqi"])
    world.declare(KIND, "ORDERS.**", resource="all", **GROUP, authorities=["browse"])
    world.declare(LOCAL, "ORDERS")
    names = [step.key.name for step in world.plan().steps]
    assert names.index("ORDERS") < names.index("ORDERS/q/app/")
    assert world.up().failed == ()
    assert set(world.verbs().values()) == {Verb.SAME}
    world.declared.clear()
    names = [step.key.name for step in world.plan().steps]
    assert names == ["ORDERS", "ORDERS/q/app/", "ORDERS.**/q/app/"]
    assert world.up().failed == ()
    assert held(world) == {}


def test_authorities_are_a_set_and_all_is_what_it_stands_for(world: Rehearsed) -> None:
    record = world.declare(KIND, "Q", resource="app", **GROUP, authorities=["output", "all_mqi"])
    world.up()
    named = {"name": "Q", **GROUP, "system": "QM1"}
    words = [*reversed(in_full("q", ["all_mqi"]))]
    record = world.again(record, inputs={**named, "authorities": words})
    assert set(world.verbs().values()) == {Verb.SAME}
    world.again(record, inputs={**named, "authorities": ["input", "display"]})
    assert authorities(world.plan()) == [
        "group app gains display on q Q; group app loses browse, inquire, output, "
        "pass_all_context, pass_identity_context, set, set_all_context, set_identity_context "
        "on q Q"
    ]
    world.up()
    assert held(world) == {"Q/q/app/": ("display", "input")}


def test_drift_of_a_record(world: Rehearsed) -> None:
    world.declare(KIND, "Q", resource="app", **GROUP, authorities=["input"])
    world.up()
    grant = "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('app') AUTHADD(CLR)"
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, grant))
    [step] = world.plan().steps
    assert [(change.name, change.drifted) for change in step.decision.changes] == [
        ("authorities", True)
    ]
    world.up()
    assert held(world) == {"Q/q/app/": ("input",)}


@pytest.mark.parametrize(
    ("names", "words", "code"),
    [
        ({"object_type": "q", "group": "a", "principal": "b"}, ["input"], "one-entity"),
        ({"object_type": "q"}, ["input"], "one-entity"),
        ({"object_type": "channel", "group": "a"}, ["output"], "no-such-authority"),
        ({"object_type": "q", "group": "a"}, ["get"], "choice"),
        ({"object_type": "queue", "group": "a"}, ["input"], "choice"),
    ],
)
def test_what_is_not_a_record(
    world: Rehearsed, names: dict[str, str], words: list[str], code: str
) -> None:
    world.declare(KIND, "Q", resource="r", **names, authorities=words)
    [step] = world.plan().steps
    assert code in [problem.code for problem in step.blocked]
    assert all("Q" in problem.object for problem in step.blocked)


def test_a_profile_that_is_not_a_generic_name(world: Rehearsed) -> None:
    world.declare(KIND, "A B", resource="r", **GROUP, authorities=["input"])
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["syntax"]


def test_zos_keeps_its_authorities_elsewhere() -> None:
    facts = SystemFacts("QM1", Platform.ZOS)
    values = {"name": "Q", **GROUP, "authorities": ("input",)}
    _, problems = AuthorityRecordSpec.validate_values(values, facts)
    assert [problem.code for problem in problems] == ["platform"]


def test_the_queue_manager_has_one_profile_of_its_own(world: Rehearsed) -> None:
    of_manager = {"object_type": "q_mgr", "group": "app"}
    world.declare(KIND, "QM1", resource="app", **of_manager, authorities=["connect"])
    world.declare(KIND, "@class", resource="class", **of_manager, authorities=["create"])
    world.up()
    assert held(world) == {"self/q_mgr/app/": ("connect",), "@class/q_mgr/app/": ("create",)}
    assert set(world.verbs().values()) == {Verb.SAME}
    text = "SET AUTHREC PROFILE(QM1) OBJTYPE(QMGR) GROUP('app') AUTHADD(INQ)"
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, text))
    assert held(world)["self/q_mgr/app/"] == ("connect", "inquire")


def test_what_was_there_is_adopted_as_objects_are(world: Rehearsed) -> None:
    world.machine.create(KIND, "Q/q/app/", {"authorities": ("input",)})
    world.machine.create(KIND, "Q/q/others/", {"authorities": ("input",)})
    record = world.declare(KIND, "Q", resource="app", **GROUP, authorities=["output"])
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["exists-differently"]
    world.again(record, inputs={"authorities": ["input"]})
    [step] = world.plan().steps
    assert (step.verb, step.decision.changes, step.blocked) == (Verb.ADOPT, (), ())
    world.up()
    world.declared.clear()
    [step] = world.plan().steps
    assert [problem.code for problem in step.decision.warnings] == ["adopted-deleted"]
    assert set(held(world)) == {"Q/q/app/", "Q/q/others/"}


def test_the_plans_own_user_stays_able_to_connect(
    world: Rehearsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SandboxSystem, "user", lambda _: "joe", raising=False)
    given = {"object_type": "q_mgr", "principal": "joe"}
    record = world.declare(
        KIND, "self", resource="joe", **given, authorities=["connect", "inquire"]
    )
    assert world.up().failed == ()
    named = {"name": "self", **given, "system": "QM1"}
    record = world.again(record, inputs={**named, "authorities": ["inquire"]})
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["locked-out"]
    assert "you would lose CONNECT: joe is the user" in str(step.blocked[0])
    world.again(record, inputs={**named, "authorities": ["connect"]})
    [step] = world.plan().steps
    assert step.blocked == ()


SELF = {"object_type": "q_mgr", "authorities": ["connect"]}


@pytest.mark.parametrize(
    ("user", "groups", "goes", "blocked"),
    [
        ("", ("ops",), ("ops",), "the user that the plan runs as is in group ops"),
        ("joe", ("ops",), ("ops",), ""),  # joe has a record of its own
        ("joe", ("ops",), ("joe",), ""),  # ops lets joe in
        ("joe", ("ops",), ("ops", "joe"), "joe is in group ops"),
        ("joe", ("ops", "dev"), ("ops", "joe"), ""),
        ("joe", (), ("joe",), "joe is the user that the plan runs as"),
        ("ann", ("ops",), ("joe",), ""),
        ("", (), ("ops", "joe"), ""),  # nobody knows who that is
        ("mqm", ("ops",), ("ops",), ""),
        ("joe", ("mqm",), ("ops", "joe"), ""),
    ],
)
def test_groups_of_the_plans_own_user_let_it_in(
    world: Rehearsed, user: str, groups: tuple[str, ...], goes: tuple[str, ...], blocked: str
) -> None:
    system = SandboxSystem(world.machine, who=(user, groups))
    world.systems["QM1"] = system  # type: ignore[assignment]
    for name in ("ops", "dev"):
        world.declare(KIND, "self", resource=name, group=name, **SELF)
    world.declare(KIND, "self", resource="joe", principal="joe", **SELF)
    assert world.up().failed == ()
    world.declared[:] = [each for each in world.declared if each.name not in goes]
    plan = world.plan()
    problems = [problem for step in plan.steps for problem in step.blocked]
    assert {problem.code for problem in problems} == ({"locked-out"} if blocked else set())
    assert blocked in " ".join(map(str, problems))
    assert [bool(step.blocked) for step in plan.steps if step.verb is Verb.SAME].count(True) == 0


FOR_ALL = "group nobody"


@pytest.mark.parametrize(
    ("before", "after", "blocked"),
    [
        ({"nobody": "connect"}, {}, FOR_ALL),
        ({"nobody": "connect"}, {"nobody": "inquire"}, FOR_ALL),
        ({"nobody": "connect"}, {"ops": "connect"}, ""),
        ({"nobody": "connect", "ops": "connect"}, {"ops": "connect"}, ""),
        # The records of group nobody do not count for who has another one.
        (
            {"nobody": "connect"},
            {"nobody": "connect", "joe": "inquire"},
            "only for users without others",
        ),
        (
            {"nobody": "connect"},
            {"nobody": "connect", "ops": "inquire"},
            "only for users without others",
        ),
        ({"nobody": "connect"}, {"nobody": "connect", "dev": "inquire"}, ""),
        ({"nobody": "connect", "dev": "connect"}, {"dev": "connect"}, FOR_ALL),
        ({"nobody": "connect", "joe": "inquire"}, {"joe": "inquire"}, ""),
        ({"ops": "connect"}, {"nobody": "connect"}, ""),
        ({"nobody": "inquire"}, {"ops": "inquire"}, ""),
    ],
)
def test_the_group_of_all_users_lets_the_plans_own_user_in(
    world: Rehearsed, before: dict[str, str], after: dict[str, str], blocked: str
) -> None:
    system = SandboxSystem(world.machine, who=("joe", ("ops",)))
    world.systems["QM1"] = system  # type: ignore[assignment]
    for program in (before, after):
        world.declared.clear()
        for name, word in program.items():
            own = {"principal" if name == "joe" else "group": name, "authorities": [word]}
            world.declare(KIND, "self", resource=name, object_type="q_mgr", **own)
        plan = world.plan()
        if program is before:
            assert world.up().failed == ()
    problems = [problem for step in plan.steps for problem in step.blocked]
    assert {problem.code for problem in problems} == ({"locked-out"} if blocked else set())
    assert blocked in " ".join(map(str, problems))


@pytest.mark.parametrize(
    ("user", "groups", "goes", "blocked"),
    [
        ("joe", ("OPS",), ("ops",), "joe is in group Ops"),
        ("joe", ("OPS", "DEV"), ("ops",), ""),
        ("DEP", ("x",), ("dep",), "DEP is the user that the plan runs as"),
        ("DEP", (), ("dep",), "DEP is the user that the plan runs as"),
        ("DEP", ("OPS",), ("ops",), ""),
        ("joe", ("OPS", "MQM"), ("ops",), ""),
        ("system", ("OPS",), ("ops",), ""),
    ],
)
def test_windows_compares_names_whatever_their_case(
    tmp_path: Path, user: str, groups: tuple[str, ...], goes: tuple[str, ...], blocked: str
) -> None:
    world = Rehearsed(tmp_path)
    machine = Sandbox(tmp_path / "windows.db").create_system("QM1", platform=Platform.WINDOWS)
    world.systems["QM1"] = SandboxSystem(machine, who=(user, groups))  # type: ignore[assignment]
    for name, group in (("ops", "Ops"), ("dev", "dev")):
        world.declare(KIND, "self", resource=name, group=group, **SELF)
    world.declare(KIND, "self", resource="dep", principal="Dep", **SELF)
    assert world.up().failed == ()
    world.declared[:] = [each for each in world.declared if each.name not in goes]
    problems = [problem for step in world.plan().steps for problem in step.blocked]
    assert {problem.code for problem in problems} == ({"locked-out"} if blocked else set())
    assert blocked in " ".join(map(str, problems))


@pytest.mark.parametrize("goes", ["update", "delete"])
def test_who_lets_the_plans_own_user_in_comes_first(
    world: Rehearsed, monkeypatch: pytest.MonkeyPatch, goes: str
) -> None:
    """Two records let it in afterwards, and lose something else: rights that go come last, and of
    those the last right to connect last."""
    system = SandboxSystem(world.machine, who=("joe", ("ops", "dev", "zap", "app")))
    world.systems["QM1"] = system  # type: ignore[assignment]
    both = ["connect", "inquire"]
    for group, words in (("ops", both), ("app", ["inquire"]), ("zap", ["inquire"]), ("dev", both)):
        world.declare(
            KIND, "self", resource=group, object_type="q_mgr", group=group, authorities=words
        )
    assert world.up().ok
    for declared in list(world.declared):
        if declared.name in ("app", "zap"):
            world.again(declared, inputs={"authorities": ["connect"]})
        elif goes == "delete" and declared.name == "ops":
            world.declared.remove(declared)
        else:
            world.again(declared, inputs={"authorities": ["inquire"]})
    sent: list[str] = []
    for verb in ("change", "delete"):
        own = getattr(EmbeddedSystem, verb)

        def noted(machine: EmbeddedSystem, *given: object, _own: Any = own, **more: object) -> Any:
            sent.append(str(given[1]).split("/")[2])
            return _own(machine, *given, **more)

        monkeypatch.setattr(EmbeddedSystem, verb, noted)
    assert world.up().ok
    assert set(sent[:2]) == {"app", "zap"}
    assert set(sent[2:]) == {"ops", "dev"}


@pytest.mark.parametrize("narrows", [True, False])
def test_rights_that_go_may_be_needed_to_delete(world: Rehearsed, narrows: bool) -> None:
    """A record that loses rights is changed after everything is deleted that may need them; the
    queue that a program makes like a deleted one is made before both."""
    own = {"object_type": "q_mgr", "group": "ops"}
    few, many = ["connect", "display"], ["change", "connect", "display", "system"]
    ops = world.declare(KIND, "self", resource="ops", **own, authorities=many)
    wide = world.declare(KIND, "ORD.**", resource="wide", **GROUP, authorities=["all"])
    world.declare(KIND, "AA.**", resource="zz", **GROUP, authorities=["input"])
    world.declare(KIND, "ORD.B", resource="b", **GROUP, authorities=["input"])
    world.declare(LOCAL, "ORD.B", max_queue_depth=7)
    world.declare(ALIAS, "ORD.A", base_object_name="ORD.B")
    assert world.up().ok
    world.again(ops, inputs={"authorities": few})
    world.again(wide, inputs={"authorities": ["display"] if narrows else ["all"]})
    world.declared[:] = [d for d in world.declared if d.name in ("ops", "wide", "ORD.A")]
    world.again(world.declared[-1], inputs={"base_object_name": "ORD.C"})
    world.declare(LOCAL, "ORD.C", like="ORD.B")
    names = [step.key.name for step in world.plan().changes]
    assert names[:2] == ["ORD.C", "ORD.A"]
    assert set(names[2:4]) == {"ORD.B", "ORD.B/q/app/"}
    assert set(names[4:-1]) == {"AA.**/q/app/", *["ORD.**/q/app/"] * narrows}
    assert names[-1] == "self/q_mgr/ops/"  # without which no record could be changed
    assert world.up().ok
    assert held(world)["self/q_mgr/ops/"] == tuple(few)
    assert world.machine.observe([LOCAL], ["ORD.C"])[0].attributes["max_queue_depth"] == 7


def test_what_is_deleted_may_not_wait_for_a_right_to_go(world: Rehearsed) -> None:
    """depends_on says the opposite, from the queue that goes to the record that loses the right."""
    own = {"object_type": "q_mgr", "group": "ops"}
    ops = world.declare(KIND, "self", resource="ops", **own, authorities=["connect", "system"])
    world.declare(LOCAL, "ORD.B", opt_dependencies=(ops.urn,))
    assert world.up().ok
    world.again(ops, inputs={"authorities": ["connect"]})
    world.declared[:] = world.declared[:1]
    assert [step.key.name for step in world.plan().changes] == ["ORD.B", "self/q_mgr/ops/"]
    assert world.up().ok


def test_the_plans_own_user_is_known_under_a_log_too(world: Rehearsed) -> None:
    world.systems["QM1"] = _LoggedSystem(  # type: ignore[assignment]
        SandboxSystem(world.machine, who=("joe", ()))
    )
    world.declare(KIND, "self", resource="joe", principal="joe", **SELF)
    assert world.up().failed == ()
    world.declared.clear()
    assert [problem.code for step in world.plan().steps for problem in step.blocked] == [
        "locked-out"
    ]


def test_like_makes_no_record_and_no_membership(world: Rehearsed) -> None:
    world.declare(KIND, "Q", resource="app", **GROUP, authorities=["input"], like="Q/q/other/")
    world.declare("mq:Cluster", "C1", like="C2")
    for step in world.plan().steps:
        assert "like-of-record" in [problem.code for problem in step.blocked], step.key


def test_a_record_that_is_as_declared_is_not_made_like_another(world: Rehearsed) -> None:
    record = world.declare(KIND, "Q", resource="app", **GROUP, authorities=["input"])
    assert world.up().ok
    world.again(record, inputs={"like": "Q/q/other/"})
    [step] = world.plan().steps
    [problem] = step.blocked
    assert (problem.code, problem.object) == ("like-of-record", "QM1 mq:AuthorityRecord Q/q/app/")
    world.again(world.declared[0], inputs={"like": None, "on_delete": "never"})
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["option"]


def test_like_makes_no_record_that_is_there_either(world: Rehearsed) -> None:
    world.machine.create(KIND, "Q/q/app/", {"authorities": ("output",)})
    given = {**GROUP, "authorities": ["input"], "adopt": "any"}
    world.declare(KIND, "Q", resource="app", **given, like="Q/q/other/")
    [step] = world.plan().steps
    assert "like-of-record" in [problem.code for problem in step.blocked]


@pytest.fixture(params=["runmqsc", "mqweb", "mqweb in text", "pcf"])
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    with CARRIERS[request.param](tmp_path, "QM1", Platform.LINUX) as reached:
        yield reached


def test_a_change_says_what_is_added_and_what_is_taken_away(reached: Reached) -> None:
    named = {"name": "A.**", "object_type": "q", "principal": "bob's"}
    made = AuthorityRecordSpec(**named, authorities=("display", "input"))
    reached.system.create(made)
    reached.machine.create(KIND, "A.**/q/others/", {"authorities": ("input",)})
    changed = reached.system.change(AuthorityRecordSpec(**named, authorities=("browse", "input")))
    assert changed.attributes == {"authorities": ("browse", "input")}
    nothing = reached.system.change(AuthorityRecordSpec(**named, authorities=("none",)))
    assert nothing.attributes == {"authorities": ("none",)}
    reached.system.delete(made.key("QM1"))
    assert [each.key.name for each in reached.system.observe([KIND])] == ["A.**/q/others/"]


SCRIPT = """\
* Queue manager name: QM1
* Queue manager platform: UNIX
DEFINE QLOCAL('ORDERS') REPLACE
SET AUTHREC PROFILE('self') GROUP('app') OBJTYPE(QMGR) AUTHADD(CONNECT,INQ)
SET AUTHREC PROFILE('ORDERS') GROUP('app') OBJTYPE(QUEUE) AUTHADD(ALL)
SET AUTHREC PROFILE('ORDERS') GROUP('app') OBJTYPE(QUEUE) AUTHRMV(PUT)
SET AUTHREC PROFILE('ORDERS.**') GROUP('app') OBJTYPE(QUEUE) AUTHADD(ALLMQI,DSP)
SET AUTHREC PROFILE('ORDERS.**') PRINCIPAL('bob') OBJTYPE(QUEUE) AUTHADD(NONE)
"""
LESS = tuple(word for word in in_full("q", ["all"]) if word != "output")


def imported(folder: Path) -> Imported:
    script = folder / "qm1.mqsc"
    script.write_text(SCRIPT)
    return import_sources(read_files([script], "mqsc"), ImportOptions("QM1"))


def test_what_import_writes_makes_them_and_finds_them_as_declared(tmp_path: Path) -> None:
    found = imported(tmp_path)
    assert found.report.declared == {KIND: 4, LOCAL: 1}
    assert not found.report.not_taken
    text = found.files["__main__.py"]
    assert 'groups={"app": ["all_mqi", "display"]}' in text
    assert 'principals={"bob": ["none"]}' in text
    write_project(found.files, tmp_path / "project")
    workspace = Workspace(tmp_path / "project")
    plan = workspace.preview()
    assert {step.verb for step in plan.steps} == {Verb.CREATE}
    workspace.up(plan)
    again = Workspace(tmp_path / "project")
    assert {step.verb for step in again.preview().steps} == {Verb.SAME}
    seen = {o.key.name: o.attributes["authorities"] for o in again.systems["QM1"].observe([KIND])}
    assert seen["ORDERS/q/app/"] == LESS
    assert seen["ORDERS.**/q//bob"] == ("none",)


def test_a_sandbox_loads_and_dumps_them(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    loaded = load(sandbox, SCRIPT)
    assert (loaded.failed, loaded.authority_records) == ([], 4)
    machine = sandbox.system("QM1")
    first = machine.observe([KIND])
    assert {o.key.name: o.attributes["authorities"] for o in first}["ORDERS/q/app/"] == LESS
    copy = load(sandbox, "\n".join(dump(machine)), system=sandbox.create_system("COPY").name)
    assert copy.failed == []
    again = sandbox.system("COPY").observe([KIND])
    assert [(o.key.name, o.attributes) for o in again] == [
        (o.key.name, o.attributes) for o in first
    ]
    sandbox.close()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEU) GROUP('g') AUTHADD(GET)", "ATTR_VALUE_ERROR"),
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUTT)", "ATTR_VALUE_ERROR"),
        ("SET AUTHREC PROFILE(A) OBJTYPE(CHANNEL) GROUP('g') AUTHADD(PUT)", "AUTH_VALUE_ERROR"),
        ("SET AUTHREC PROFILE(A) OBJTYPE(CHANNEL) GROUP('g') AUTHRMV(PUT)", "AUTH_VALUE_ERROR"),
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) AUTHADD(GET)", "PARM_MISSING"),
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') PRINCIPAL('p')", "PARM_CONFLICT"),
        ("DELETE AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g')", "UNKNOWN_OBJECT_NAME"),
    ],
)
def test_the_sandbox_refuses(world: Rehearsed, command: str, reason: str) -> None:
    [answer] = mqsc_commands.run(world.machine, command)
    assert not answer.ok
    assert answer.reason_name.endswith(reason), answer.message
    assert held(world) == {}


def test_records_go_with_their_object_and_stay_with_authrec_no(world: Rehearsed) -> None:
    for name in ("A", "B"):
        world.machine.create(LOCAL, name, {})
        world.machine.create(KIND, f"{name}/q/app/", {"authorities": ("input",)})
    world.machine.create(KIND, "A/topic/app/", {"authorities": ("publish",)})
    world.machine.delete(LOCAL, "A")
    world.machine.delete(LOCAL, "B", keep_authorities=True)
    assert set(held(world)) == {"B/q/app/", "A/topic/app/"}


@pytest.mark.parametrize("to", ["mqsc", "pcf", "mqweb"])
def test_dialects_write_what_they_read(to: str) -> None:
    names, codec = "A.**/q/it's; app%2F1/", dialect(to)
    made = Definition(KIND, names, values={"authorities": ("browse", "input")})
    less = Definition(KIND, names, Action.CHANGE, removed={"authorities": ("browse",)})
    gone = Definition(KIND, names, Action.DELETE)
    for definition in (made, less, gone):
        text = "\n".join(codec.write(definition))
        [entry] = codec.read(text.encode()).entries
        [back] = entry.definitions
        assert (back.kind, back.name, back.errors) == (KIND, names, ()), text
        assert dict(back.values) == dict(definition.values)
        assert dict(back.removed) == dict(definition.removed)
        assert (back.action is Action.DELETE) is (definition is gone)
        assert validate(back) == []


def test_a_script_that_is_wrong_is_not_taken() -> None:
    script = "SET AUTHREC PROFILE(A) OBJTYPE(CHANNEL) GROUP('g') AUTHADD(PUT)\n"
    outcome = interpreted([("f", dialect("mqsc").read(script.encode()))])
    assert [problem.code for problem in outcome.refused] == ["no-such-authority"]
    assert not outcome.objects


def test_a_queue_manager_that_has_none_reads_none(reached: Reached) -> None:
    assert list(reached.system.observe([KIND])) == []
    with pytest.raises(CommandFailed):
        reached.system.delete(AuthorityRecordSpec(name="A", object_type="q", group="g").key("QM1"))
