"""Authority records of single objects: those that the program declares outlive the object."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.attribute import Change
from queuewright.engine.declared import Declared
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.kinds import spec_of
from rehearsal import ALIAS, LOCAL, Rehearsal, codes, resource, step_of

RECORD = "mq:AuthorityRecord"
# Kind -> the type that records know it by, and what it cannot be made without.
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    LOCAL: ("q", {}),
    "mq:Process": ("process", {}),
    "mq:Listener": ("listener", {"transport_type": "tcp"}),
    "mq:Topic": ("topic", {"topic_string": "a/b"}),
    "mq:CrlAuthentication": ("auth_info", {"connection_name": "h"}),
}


def record(object_type: str, *words: str, name: str = "P", group: str = "staff") -> Declared:
    fields = {"name": name, "object_type": object_type, "group": group}
    key = spec_of(RECORD).name_of(fields)
    return resource(RECORD, key, "QM1", f"{group} {name}", authorities=list(words))


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    world = Rehearsal(tmp_path)
    world.system()
    return world


@pytest.mark.parametrize("kind", KINDS)
def test_a_declared_record_is_set_again_after_its_object_went(world: Rehearsal, kind: str) -> None:
    object_type, needed = KINDS[kind]
    own = record(object_type, "display")
    world.up(resource(kind, "P", **needed), own)
    plan = world.up(own)  # after which nothing is left to do
    gone, again = plan.changes
    assert (gone.verb, again.verb) == ("delete", "create")
    assert again.generation > gone.generation
    assert again.decision.reasons == (f"the deletion of {kind} P takes it away: it is set again",)
    assert plan.accesses == ()
    assert RiskKind.AUTHORITIES not in {risk.kind for risk in risks_of(plan)}
    assert world.attributes(RECORD, again.key.name)["authorities"] == ("display",)


def test_records_that_nobody_declares_go_with_the_object(world: Rehearsal) -> None:
    own, wide = record("q", "input"), record("q", "input", name="P*")
    world.up(resource(LOCAL, "P"), own, wide)
    world.machines["QM1"].create(RECORD, "P/q/others/", {"authorities": ("output",)})
    world.up(own, wide)
    assert [o.key.name for o in world.machines["QM1"].observe([RECORD]) if "P" in o.key.name] == [
        "P*/q/staff/",
        "P/q/staff/",
    ]


def test_a_record_that_goes_as_well_is_deleted_only(world: Rehearsal) -> None:
    own = record("q", "input")
    world.up(resource(LOCAL, "P"), own)
    plan = world.up()
    assert {step.verb for step in plan.changes} == {"delete"}


def test_a_changed_record_of_an_object_that_goes(world: Rehearsal) -> None:
    world.up(resource(LOCAL, "P"), record("q", "input"))
    world.up(record("q", "output", "browse"))
    assert world.attributes(RECORD, "P/q/staff/")["authorities"] == ("browse", "output")


@pytest.mark.parametrize(
    "options",
    [
        {"engine_fields": {"replacementTrigger": 1}},
        {"replace_on_changes": ("authorities",)},
    ],
    ids=["trigger", "change"],
)
def test_a_replaced_record_of_an_object_that_goes(
    world: Rehearsal, options: dict[str, Any]
) -> None:
    """Nothing of it is left to delete by then: it is only made."""
    before = replace(record("q", "input"), engine_fields={"replacementTrigger": 0})
    world.up(resource(LOCAL, "P"), before)
    after = replace(before, inputs=record("q", "browse").inputs, **options)
    plan = world.up(after)
    gone, again = plan.changes
    assert (gone.verb, again.verb) == ("delete", "create")
    assert again.generation > gone.generation
    assert {change.cost for change in again.decision.changes} == {Change.IN_PLACE}
    assert world.attributes(RECORD, again.key.name)["authorities"] == ("browse",)


@pytest.mark.parametrize("ignored", ["authorities", "*"])
def test_authorities_that_are_ignored_are_set_again_as_they_were(
    world: Rehearsal, ignored: str
) -> None:
    """Others have added one, which the program leaves to them; what it says is not looked at."""
    own = replace(record("q", "input"), ignore_changes=(ignored,))
    world.up(resource(LOCAL, "P"), own)
    machine = world.machines["QM1"]
    machine.change(RECORD, own_name(own), {"authorities": ("input", "output")})
    reported = replace(own, inputs={**own.inputs, "authorities": ["browse"]})
    plan = world.up(reported)
    assert [step.verb for step in plan.changes] == ["delete", "create"]
    assert plan.accesses == ()
    assert world.attributes(RECORD, own_name(own))["authorities"] == ("input", "output")


def test_another_kind_takes_the_name(world: Rehearsal) -> None:
    own = record("q", "input")
    world.up(resource(LOCAL, "P"), own)
    plan = world.up(resource(ALIAS, "P", logical="other"), own)
    assert [step.verb for step in plan.changes] == ["delete", "create"]
    assert world.attributes(RECORD, own_name(own))["authorities"] == ("input",)


def test_records_that_nobody_declares_stay_where_another_kind_takes_the_name(
    world: Rehearsal,
) -> None:
    """As with a replacement: whoever may put to the queue may put through the alias."""
    world.up(resource(LOCAL, "P", max_queue_depth=9), resource(LOCAL, "Q"))
    world.machines["QM1"].create(RECORD, "P/q/others/", {"authorities": ("output",)})
    alias = resource(ALIAS, "P", base_object_name="Q")
    plan = world.up(alias, resource(LOCAL, "Q"))
    assert [step.verb for step in plan.changes] == ["delete", "create"]
    assert world.attributes(RECORD, "P/q/others/")["authorities"] == ("output",)
    assert plan.accesses == ()
    gone = plan.changes[0].decision
    assert gone.reasons == ("its authority records stay, for mq:AliasQueue P",)
    risks = {risk.kind: [str(each) for each in risk.subjects] for risk in risks_of(plan)}
    assert RiskKind.DELETED not in risks
    assert risks[RiskKind.REPLACED] == ["QM1 mq:LocalQueue P (as mq:AliasQueue)"]


def test_records_go_where_the_other_kind_is_left_out(world: Rehearsal) -> None:
    world.up(resource(LOCAL, "P"), resource(LOCAL, "Q"))
    world.machines["QM1"].create(RECORD, "P/q/others/", {"authorities": ("output",)})
    alias = resource(ALIAS, "P", logical="other", base_object_name="Q")
    world.apply(world.plan(alias, resource(LOCAL, "Q"), excludes=["other"]))
    assert world.machines["QM1"].observe([RECORD], ["P/q/others/"]) == []


def test_another_kind_takes_the_name_where_no_deletion_keeps_records(world: Rehearsal) -> None:
    """DELETE AUTHINFO has no AUTHREC(NO)."""
    world.up(resource("mq:CrlAuthentication", "P", connection_name="h"))
    ocsp = resource("mq:OcspAuthentication", "P", ocsp_responder_url="http://h")
    gone, made = world.up(ocsp).changes
    assert (gone.verb, made.verb) == ("delete", "create")
    assert [warning.code for warning in gone.decision.warnings] == ["authorities-lost"]


def test_a_replaced_object_whose_commands_keep_no_records(world: Rehearsal) -> None:
    own = record("process", "display")

    def process(trigger: int) -> Declared:
        fields = {"replacementTrigger": trigger}
        return resource("mq:Process", "P", opt_engine_fields=fields)

    world.up(process(0), own)
    plan = world.up(process(1), own)
    assert [step.verb for step in plan.changes] == ["replace", "create"]
    assert codes(plan) == {}
    queue = resource(LOCAL, "Q", opt_engine_fields={"replacementTrigger": 0})
    world.up(process(1), own, queue, record("q", "input", name="Q"))
    queue = resource(LOCAL, "Q", opt_engine_fields={"replacementTrigger": 1})
    kept = world.up(process(1), own, queue, record("q", "input", name="Q"))  # by AUTHREC(NO)
    assert [step.verb for step in kept.changes] == ["replace"]
    assert step_of(kept, "Q").verb == "replace"


@pytest.mark.parametrize(
    ("kind", "selection", "blocked"),
    [
        ("mq:Process", {"excludes": ["staff P"]}, "leave --exclude of them out"),
        ("mq:Process", {"targets": ["P"]}, "give --target-dependents"),
        ("mq:Process", {"targets": ["P"], "target_dependents": True}, ""),
        ("mq:Process", {"excludes": ["P"]}, ""),
        (LOCAL, {"excludes": ["staff P"]}, ""),  # AUTHREC(NO) keeps its records
    ],
)
def test_a_record_is_left_out_whose_object_is_replaced(
    world: Rehearsal, kind: str, selection: dict[str, Any], blocked: str
) -> None:
    own = record(KINDS[kind][0], "display")
    old, new = (resource(kind, "P", opt_engine_fields={"replacementTrigger": n}) for n in (0, 1))
    world.up(old, own)
    plan = world.plan(new, own, **selection)
    stated = [str(problem) for step in plan.blocked for problem in step.blocked]
    assert codes(plan) == ({"P": ["dependents-left-out"]} if blocked else {})
    assert blocked in "".join(stated)


@pytest.mark.parametrize("adopt", ["never", "any"])
def test_a_new_record_of_an_object_that_goes(world: Rehearsal, adopt: str) -> None:
    """It is made, or taken over, after the object is gone."""
    world.up(resource(LOCAL, "P"))
    own = record("q", "input")
    own = replace(own, inputs={**own.inputs, "adopt": adopt})
    if adopt == "any":
        world.machines["QM1"].create(RECORD, own_name(own), {"authorities": ("output",)})
    plan = world.up(own)
    assert [step.verb for step in plan.changes] == ["delete", "create"]
    assert world.attributes(RECORD, own_name(own))["authorities"] == ("input",)


def test_a_record_that_is_to_stay_goes_with_its_object(world: Rehearsal) -> None:
    own = record("q", "input")
    own = replace(own, inputs={**own.inputs, "on_delete": "retain"})
    world.up(resource(LOCAL, "P"), own)
    plan = world.up()
    [step] = [step for step in plan.changes if step.key.kind == RECORD]
    [problem] = step.decision.problems
    assert (problem.code, problem.is_error) == ("taken-with-object", False)
    assert "the deletion of mq:LocalQueue P takes it away" in problem.text
    assert world.observed(RECORD, own_name(own)) is None
    world.up(resource(LOCAL, "P"), own)
    [step] = world.up(resource(LOCAL, "P")).changes
    assert step.decision.problems == ()
    assert world.observed(RECORD, own_name(own)) is not None


def own_name(declared: Declared) -> str:
    return spec_of(RECORD).name_of(declared.inputs)
