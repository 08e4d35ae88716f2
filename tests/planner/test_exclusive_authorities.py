"""mq:AuthorityRecordsExclusive: nobody else has authority records on a profile."""

from collections.abc import Callable
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Action
from queuewright.diff.refusals import cannot_have
from queuewright.diff.types import Verb
from queuewright.drift.desired import definition_groups
from queuewright.drift.evaluate import Evaluated, defined
from queuewright.drift.fleet import Environment, Fleet, SourceConfig
from queuewright.drift.watch.comparing import Asked, Desired, differences
from queuewright.engine.apply import apply
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.system import SandboxSystem
from queuewright.saved.document import document_of
from queuewright.saved.reading import document_from, plan_of
from queuewright.script.commands import commands_of
from worlds import Rehearsed

RECORD, LIMIT = AuthorityRecordSpec.kind, AuthorityRecordsExclusiveSpec.kind
PROFILE = "ORDERS.**"


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def grant(world: Rehearsed, who: str, words: str = "GET", profile: str = PROFILE) -> None:
    line = f"SET AUTHREC PROFILE('{profile}') OBJTYPE(QUEUE) {who} AUTHADD({words})"
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, line))


def held(world: Rehearsed) -> set[str]:
    return {each.key.name for each in world.machine.observe([RECORD])}


def declare(world: Rehearsed, *groups: str, profile: str = PROFILE) -> None:
    for group in groups:
        given = {"object_type": "q", "group": group, "authorities": ["input"]}
        world.declare(RECORD, profile, resource=f"{profile}/{group}", **given)
    limits = {"object_type": "q", "groups": list(groups), "principals": []}
    world.declare(LIMIT, profile, resource=profile, **limits)


def test_records_of_others_go_and_the_plan_says_so(world: Rehearsed) -> None:
    declare(world, "app", "ops")
    assert world.up().failed == ()
    assert set(world.verbs().values()) == {Verb.SAME}
    grant(world, "GROUP('old') ", "GET,PUT")
    grant(world, "PRINCIPAL('bob')")
    grant(world, "GROUP('mqm')", "ALL")  # of an administrator
    grant(world, "GROUP('old')", profile="OTHER.**")
    plan = world.plan()
    [step] = plan.changes
    assert (step.key.kind, step.verb, step.key.name) == (LIMIT, Verb.UPDATE, "ORDERS.**/q")
    changes = [(each.name, each.before, each.after) for each in step.decision.changes]
    assert changes == [
        ("groups", ("app", "old", "ops"), ("app", "ops")),
        ("principals", ("bob",), ()),
    ]
    assert [line for line in step.decision.reasons if "removes" in line] == [
        "removes the record of group old, which has input, output",
        "removes the record of principal bob, which has input",
    ]
    lost = {(str(each.entity), each.lost) for each in plan.accesses}
    assert lost == {("group old", ("input", "output")), ("principal bob", ("input",))}
    assert [risk.kind for risk in risks_of(plan) if risk.kind.is_loss] == [RiskKind.AUTHORITIES]
    assert world.up().failed == ()
    assert held(world) == {
        "ORDERS.**/q/app/", "ORDERS.**/q/ops/", "ORDERS.**/q/mqm/", "OTHER.**/q/old/",
    }  # fmt: skip
    assert set(world.verbs().values()) == {Verb.SAME}


def test_it_is_taken_at_once_and_given_up_without_a_command(world: Rehearsed) -> None:
    grant(world, "GROUP('old')")
    declare(world, "app")
    plan = world.plan()
    verbs = {step.key.kind: step.verb for step in plan.steps}
    assert verbs == {RECORD: Verb.CREATE, LIMIT: Verb.ADOPT}
    assert plan.obstacles == ()
    assert world.up().failed == ()
    assert held(world) == {"ORDERS.**/q/app/"}
    world.declared = [each for each in world.declared if each.type.endswith(RECORD)]
    [step] = world.plan().changes
    assert (step.key.kind, step.decision.keep) == (LIMIT, True)
    assert world.up().failed == ()
    grant(world, "GROUP('old')")
    assert set(world.verbs().values()) == {Verb.SAME}


def test_an_update_that_is_cut_off_goes_on(
    world: Rehearsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused, or lost, between two records: the next plan removes the rest."""
    declare(world, "app")
    assert world.up().failed == ()
    for error in (CommandFailed("refused"), SystemUnavailable("gone")):
        for name in "abc":
            grant(world, f"GROUP('{name}')")
        removed: list[Key] = []
        delete = SandboxSystem.delete

        def once(
            self: SandboxSystem, key: Key, error=error, removed=removed, delete=delete
        ) -> None:  # type: ignore[no-untyped-def]
            if removed:
                raise error
            delete(self, key)
            removed.append(key)

        with monkeypatch.context() as patched:
            patched.setattr(SandboxSystem, "delete", once)
            assert len(world.up().failed) == 1
        assert len(held(world)) == 3
        [step] = world.plan().changes
        assert len([line for line in step.decision.reasons if "removes" in line]) == 2
        assert world.up().failed == ()
        assert held(world) == {"ORDERS.**/q/app/"}


def _once(
    delete: Callable[[SandboxSystem, Key], None], removed: list[Key], error: Exception
) -> Callable[[SandboxSystem, Key], None]:
    def once(system: SandboxSystem, key: Key) -> None:
        if removed:
            raise error
        delete(system, key)
        removed.append(key)

    return once


def test_only_records_that_the_preview_showed_go(world: Rehearsed) -> None:
    declare(world, "app")
    grant(world, "GROUP('old')")
    plan = world.plan()
    grant(world, "GROUP('late')")
    assert apply(plan, world.systems, world.store).failed == ()
    assert held(world) == {"ORDERS.**/q/app/", "ORDERS.**/q/late/"}
    [step] = world.plan().changes
    assert step.decision.changes[0].before == ("app", "late")


def test_what_contradicts_it_is_blocked(world: Rehearsed) -> None:
    """A record of the same program; a record of another stack; the plan's own right to connect;
    a way that reads no records."""
    names_only = SystemFacts("QM1", kinds=frozenset(("mq:LocalQueue",)))
    problems = cannot_have(Key("QM1", LIMIT, "ORDERS.**/q"), {}, names_only, new=True)
    assert [problem.code for problem in problems] == ["kind-not-reached"]
    declare(world, "app")
    ours = {"object_type": "q", "group": "ops", "authorities": ["input"]}
    extra = world.declare(RECORD, PROFILE, resource="ops", **ours)
    assert [problem.code for problem in world.plan().obstacles] == ["record-excluded"]
    world.declared.remove(extra)
    grant(world, "GROUP('old')")
    owned = Key("QM1", RECORD, "ORDERS.**/q/old/")
    plan = world.plan(owners=lambda keys: {owned: "orders/prod"} if owned in keys else {})
    [problem] = plan.obstacles
    assert (problem.code, problem.object) == ("of-another-stack", f"QM1 {LIMIT} ORDERS.**/q")
    assert "orders/prod has it" in problem.reason
    world.declared.clear()
    connect = "SET AUTHREC OBJTYPE(QMGR) GROUP('ops') AUTHADD(CONNECT,INQ)"
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, connect))
    own = {"object_type": "q_mgr", "groups": ["app"], "principals": []}
    world.declare(LIMIT, "self", resource="own", **own)
    assert world.plan().obstacles == ()
    world.systems["QM1"] = SandboxSystem(world.machine, who=("ann", ("ops",)))  # type: ignore[assignment]
    assert [problem.code for problem in world.plan().obstacles] == ["locked-out"]


def test_a_script_says_what_an_update_sends(world: Rehearsed) -> None:
    declare(world, "app")
    assert world.up().failed == ()
    grant(world, "GROUP('old')")
    plan = world.plan()
    [sent] = commands_of(plan, world.systems)
    assert [(each.kind, each.name, each.action) for each in sent.commands] == [
        (RECORD, "ORDERS.**/q/old/", Action.DELETE)
    ]
    assert held(world) == {"ORDERS.**/q/app/", "ORDERS.**/q/old/"}
    document = document_of(plan)  # a saved plan is read as it was written
    assert document_of(plan_of(document_from(document)))["steps"] == document["steps"]


def test_drift_reports_records_of_others(tmp_path: Path) -> None:
    """Whether or not objects that nobody declared are looked for: on other profiles they are not.
    Records are compared by all of their name."""
    names = {"system": "QM1", "name": PROFILE, "object_type": "q"}
    record = defined(RECORD, {**names, "group": "app", "authorities": ["input"]})
    limit = defined(LIMIT, {**names, "groups": ["app"], "principals": []})
    assert [str(record.key), str(limit.key)] == [
        f"QM1 {RECORD} ORDERS.**/q/app/", f"QM1 {LIMIT} ORDERS.**/q",
    ]  # fmt: skip
    systems = {"QM1": SourceConfig(type="sandbox", path="s.db")}
    fleet = Fleet(tmp_path / "fleet.yaml", (Environment(name="dev", systems=systems),), ())
    [group] = definition_groups(fleet, {"dev": Evaluated("v", (record, limit))})
    desired = Desired("v", {(row["kind"], row["name"]): row for row in group.objects})
    there = ["ORDERS.**/q/app/", "ORDERS.**/q/old/", "ORDERS.**/q/mqm/", "X.**/q/old/"]
    observed = [Observed(Key("QM1", RECORD, name), {"authorities": ("input",)}) for name in there]
    found = differences(desired, observed, Asked(whole=True))
    assert [(row["name"], row["drift"]) for row in found] == [("ORDERS.**/q/old/", "unexpected")]


def test_a_queue_manager_that_cannot_be_read_is_left_as_it_is(
    world: Rehearsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(world, "app")
    limits = {"object_type": "q", "groups": ["app"], "principals": []}
    world.declare(LIMIT, PROFILE, system="QM2", resource="QM2", **limits)
    assert world.up().failed == ()
    grant(world, "GROUP('old')")

    def away(*_: object, **__: object) -> None:
        raise SystemUnavailable("QM2: no answer")

    monkeypatch.setattr(world.systems["QM2"], "observe", away)
    plan = world.plan()
    assert list(plan.unreachable) == ["QM2"]
    assert [step.key.system for step in plan.changes] == ["QM1"]
