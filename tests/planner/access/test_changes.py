"""Who gains and who loses what by a plan, in every form that a plan has."""

from pathlib import Path

import pytest

from plan_documents import validate
from queuewright.access.changes import AccessChange
from queuewright.access.rights import rights_of
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.engine.accesses import world_after
from queuewright.engine.steps import Plan
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.render.authorities import access_line, access_lines
from queuewright.render.document import plan_document
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.text import plan_text
from queuewright.saved.comparing import access_differences
from queuewright.saved.reading import document_from, plan_of
from queuewright.world.authority_records import Entity, ProtectedObject
from queuewright.world.snapshot import Snapshot
from worlds import LOCAL, Rehearsed

KIND = AuthorityRecordSpec.kind


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    world = Rehearsed(tmp_path)
    for name in ("ORDERS.A", "ORDERS.B", "ORDERS.C", "ORDERS.D", "STOCK"):
        world.declare(LOCAL, name)
    assert world.up().ok
    return world


def record(
    world: Rehearsed, profile: str, *words: str, group: str = "app", **given: object
) -> None:
    name = f"{profile}-{given.get('principal', group)}"
    who = {} if "principal" in given else {"group": group}
    inputs = {"object_type": "q", **who, "authorities": list(words), **given}
    world.declare(KIND, profile, resource=name, **inputs)


def again(world: Rehearsed, resource: str, *words: str) -> None:
    declared = next(each for each in world.declared if each.name == resource)
    world.again(declared, inputs={"authorities": list(words)})


def drop(world: Rehearsed, resource: str) -> None:
    world.declared[:] = [each for each in world.declared if each.name != resource]


def lines(plan: Plan) -> list[str]:
    return list(access_lines(plan.accesses))


def test_a_generic_profile_gives_on_all_objects_that_fit(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    plan = world.plan()
    line = (
        "QM1: group app gains PUT on 4 queues: ORDERS.A, ORDERS.B, ORDERS.C, and 1 more, "
        "through ORDERS.**"
    )
    assert lines(plan) == [line]
    assert f"Authorities:\n   {line}\n" in plan_text(plan).plain
    assert (
        "| QM1 | group app | PUT |  | 4 queues\\: ORDERS\\.A, ORDERS\\.B, ORDERS\\.C, ORDERS\\.D | "
        "through ORDERS\\.\\*\\* |" in plan_markdown(plan)
    )
    page = plan_page(plan)
    assert "<td>4 queues: ORDERS.A, ORDERS.B, ORDERS.C, ORDERS.D</td>" in page
    document = plan_document(plan)
    assert document["format"] == 2
    assert document["accesses"] == [
        {
            "system": "QM1", "entity_type": "group", "entity": "app", "object_type": "q",
            "gained": ["output"], "lost": [], "before": "", "after": "ORDERS.**",
            "objects": ["ORDERS.A", "ORDERS.B", "ORDERS.C", "ORDERS.D"],
        }
    ]  # fmt: skip
    assert plan_of(document_from(document)).accesses == plan.accesses
    validate(document)


def test_a_more_specific_profile_takes_rights_away(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output", "input")
    assert world.up().ok
    assert world.plan().accesses == ()
    record(world, "ORDERS.A", "browse")
    assert lines(world.plan()) == [
        "QM1: group app gains BROWSE and loses GET, PUT on queue ORDERS.A, through its own record, "
        "in place of ORDERS.**"
    ]
    record(world, "ORDERS.?", "output")
    (change, other) = sorted(world.plan().accesses, key=lambda each: len(each.objects))
    assert (change.after, change.objects) == ("own", ("ORDERS.A",))
    assert (other.gained, other.lost, other.before, other.after) == (
        (), ("input",), "ORDERS.**", "ORDERS.?",
    )  # fmt: skip
    assert other.objects == ("ORDERS.B", "ORDERS.C", "ORDERS.D")


def test_a_record_that_goes_uncovers_the_generic_one(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    record(world, "ORDERS.A", "browse")
    record(world, "STOCK", "browse")
    assert world.up().ok
    drop(world, "ORDERS.A-app")
    drop(world, "STOCK-app")
    assert lines(world.plan()) == [
        "QM1: group app loses BROWSE on queue STOCK, its own record is gone",
        "QM1: group app gains PUT and loses BROWSE on queue ORDERS.A, through ORDERS.**, in place "
        "of its own record",
    ]


def test_records_of_many_objects_are_one_line(world: Rehearsed) -> None:
    for name in "ABCD":
        record(world, f"ORDERS.{name}", "all_mqi")
    record(world, "ORDERS.A", "input", principal="bob")
    assert lines(world.plan()) == [
        "QM1: group app gains ALLMQI on 4 queues: ORDERS.A, ORDERS.B, ORDERS.C, and 1 more, "
        "through records of their own",
        "QM1: principal bob gains GET on queue ORDERS.A, through its own record",
    ]


def test_changed_words_and_objects_of_the_same_plan(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "input", "output")
    assert world.up().ok
    again(world, "ORDERS.**-app", "input", "browse")
    world.declare(LOCAL, "ORDERS.E")
    drop(world, "ORDERS.A")
    assert lines(world.plan()) == [
        "QM1: group app gains BROWSE and loses PUT on 4 queues: ORDERS.B, ORDERS.C, ORDERS.D, and "
        "1 more, through ORDERS.**"
    ]
    again(world, "ORDERS.**-app", "output", "input")
    assert world.plan().accesses == ()  # new queues fit a record that stays


def test_profiles_without_objects_and_other_types(world: Rehearsed) -> None:
    record(world, "LATER.**", "input")
    record(world, "LATER", "input")
    record(world, "QM1", "connect", object_type="q_mgr")
    record(world, "@class", "create", object_type="topic")
    record(world, "QM9", "output", object_type="remote_q_mgr_name")
    assert sorted(lines(world.plan())) == [
        "QM1: group app gains CONNECT on the queue manager, through its own record",
        "QM1: group app gains CRT on topic @class, through its own record",
        "QM1: group app gains GET on no queue that is there, through LATER.**",
        "QM1: group app gains GET on queue LATER, through its own record",
        "QM1: group app gains PUT on remote queue manager QM9, through its own record",
    ]


def test_topics_have_what_those_above_them_give(world: Rehearsed) -> None:
    for name, string in (("SALES", "sales"), ("EU", "sales/eu"), ("DE", "sales/eu/de"), ("Z", "z")):
        world.declare("mq:Topic", name, topic_string=string)
    record(world, "DE", "publish", object_type="topic")
    assert world.up().ok
    record(world, "EU", "publish", "subscribe", "display", object_type="topic")
    assert lines(world.plan()) == [
        "QM1: group app gains DSP, PUB, SUB on topic EU, through its own record",
        "QM1: group app gains SUB on topic DE, through its own record and EU, in place of its own "
        "record",
    ]
    assert world.up().ok
    again(world, "EU-app", "display")
    assert lines(world.plan()) == [
        "QM1: group app loses PUB, SUB on topic EU, through its own record",
        "QM1: group app loses SUB on topic DE, through its own record, in place of its own record "
        "and EU",
    ]
    drop(world, "EU-app")
    drop(world, "DE-app")
    assert lines(world.plan()) == [
        "QM1: group app loses DSP, PUB, SUB on topic EU, its own record is gone",
        "QM1: group app loses PUB, SUB on topic DE, its own record and EU are gone",
    ]


def test_a_topic_that_goes_with_its_record_takes_from_those_below(world: Rehearsed) -> None:
    top = world.declare("mq:Topic", "FRUIT", topic_string="fruit")
    apples = world.declare("mq:Topic", "APPLES", topic_string="fruit/apples")
    record(world, "FRUIT", "publish", object_type="topic")
    assert world.up().ok
    drop(world, "FRUIT-app")
    world.declared.remove(top)
    assert lines(world.plan()) == [
        "QM1: group app loses PUB on topic APPLES, FRUIT is gone",
        "QM1: group app loses PUB on topic FRUIT, its own record is gone",
    ]
    world.declared.append(top)
    record(world, "FRUIT", "subscribe", object_type="topic")
    world.again(apples, inputs={"topic_string": "apples"})
    assert lines(world.plan()) == [
        "QM1: group app loses PUB on topic APPLES, FRUIT is gone",
        "QM1: group app gains SUB and loses PUB on topic FRUIT, through its own record",
    ]


def test_a_topic_that_moves_in_the_tree(world: Rehearsed) -> None:
    """No record changes, and yet somebody gains."""
    top = world.declare("mq:Topic", "T1", topic_string="news")
    world.declare("mq:Topic", "T2", topic_string="payroll/x")
    record(world, "T1", "subscribe", object_type="topic")
    record(world, "T?", "display", object_type="topic", group="ops")
    assert world.up().ok
    top = world.again(top, inputs={"topic_string": "payroll"})
    assert lines(world.plan()) == ["QM1: group app gains SUB on topic T2, through T1"]
    assert world.up().ok
    world.declared.remove(top)
    drop(world, "T1-app")
    assert lines(world.plan()) == [
        "QM1: group app loses SUB on topic T2, T1 is gone",
        "QM1: group app loses SUB on topic T1, its own record is gone",
    ]


@pytest.fixture
def others(world: Rehearsed) -> Rehearsed:
    """Others have records of ORDERS.A, and the program one, so that records are read."""
    for names, words in (
        ({"name": "ORDERS.A", "group": "x"}, ("none",)),
        ({"name": "**", "group": "x"}, ("input", "output")),
        ({"name": "ORDERS.A", "group": "y"}, ("input",)),
    ):
        key = AuthorityRecordSpec.key_of({"object_type": "q", **names}, "QM1")
        world.machine.create(KIND, key.name, {"authorities": words})
    record(world, "STOCK", "browse")
    assert world.up().ok
    return world


def test_records_of_others_stay_with_a_name_that_another_kind_takes(others: Rehearsed) -> None:
    drop(others, "ORDERS.A")
    others.declare("mq:AliasQueue", "ORDERS.A", resource="alias", base_object_name="ORDERS.B")
    plan = others.plan()
    assert lines(plan) == []
    read = Snapshot.of(others.machine.observe([KIND, LOCAL]), facts=others.machine.facts())
    after = world_after(plan, "QM1", read)
    rights = rights_of(after, "QM1")
    place = ProtectedObject("q", "ORDERS.A")
    kept = {str(r.who): r.short for r in rights.table([place])}
    assert kept == {"group x": ("none",), "group y": ("input",)}
    assert others.up().ok
    left = others.machine.observe([KIND])
    assert len([each.key for each in left if each.key.name.startswith("ORDERS.A")]) == 2


def test_the_base_of_the_topic_tree_gives_on_every_topic(world: Rehearsed) -> None:
    world.declare("mq:Topic", "SALES", topic_string="sales")
    record(world, "SYSTEM.BASE.TOPIC", "subscribe", object_type="topic")
    assert lines(world.plan()) == [
        "QM1: group app gains SUB on 2 topics: SALES, SYSTEM.BROKER.ADMIN.STREAM, through"
        " SYSTEM.BASE.TOPIC",
        "QM1: group app gains SUB on topic SYSTEM.BASE.TOPIC, through its own record",
    ]


def test_records_of_others_count_too(world: Rehearsed) -> None:
    """The program does not declare them."""
    theirs = AuthorityRecordSpec.key_of(
        {"name": "ORDERS.A", "object_type": "q", "group": "app"}, "QM1"
    )
    world.machine.create(KIND, theirs.name, {"authorities": ("browse",)})
    record(world, "ORDERS.**", "output")
    (change,) = world.plan().accesses
    assert change.objects == ("ORDERS.B", "ORDERS.C", "ORDERS.D")


def test_administrators_have_everything_anyway(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output", group="mqm")
    record(world, "ORDERS.A", "output", principal="mqm")
    assert world.plan().accesses == ()


def test_two_systems_and_a_destroy(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    record(world, "ORDERS.**", "output", group="app2", system="QM2")
    assert [each.system for each in world.plan().accesses] == ["QM1", "QM2"]
    assert lines(world.plan())[1] == (
        "QM2: group app2 gains PUT on no queue that is there, through ORDERS.**"
    )
    assert world.up().ok
    world.declared.clear()
    assert lines(world.plan(destroy=True)) == [
        "QM1: group app loses PUT on no queue that is there, ORDERS.** is gone",
        "QM2: group app2 loses PUT on no queue that is there, ORDERS.** is gone",
    ]


def test_without_reading_it_is_what_the_state_has(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    assert world.up().ok
    again(world, "ORDERS.**-app", "browse")
    (change,) = world.plan(refresh=False).accesses
    assert (change.gained, change.lost) == (("browse",), ("output",))
    assert change.objects == ("ORDERS.A", "ORDERS.B", "ORDERS.C", "ORDERS.D")


def test_what_is_retained_takes_nothing_away(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output", on_delete="retain")
    assert world.up().ok
    drop(world, "ORDERS.**-app")
    assert world.plan().accesses == ()


def test_secret_authorities_are_left_out(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output", opt_secret_inputs=frozenset(("authorities",)))
    plan = world.plan()
    assert plan.accesses == ()
    assert "PUT" not in plan_text(plan).plain


def test_plans_without_authorities_say_nothing(world: Rehearsed) -> None:
    world.declare(LOCAL, "NEW")
    plan = world.plan()
    assert plan.accesses == ()
    assert "Authorities:" not in plan_text(plan).plain
    assert "gains" not in plan_page(plan)
    assert plan_document(plan)["accesses"] == []


def test_names_are_text_in_every_form() -> None:
    change = AccessChange(
        "QM1", Entity("group", "a\n<b>|c"), "q", ("output",), (), "", "X.*", ("A\x1b", "B")
    )
    line = access_line(change)
    assert "\n" not in line
    assert "\x1b" not in line
    many = [change] * 205
    assert list(access_lines(many))[-1] == "5 more changes of authority: see --json or --html"


def test_a_saved_plan_is_refused_where_more_is_given_by_now(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    saved = plan_document(world.plan())["accesses"]
    world.machine.create(LOCAL, "ORDERS.NEW", {})
    now = plan_document(world.plan())["accesses"]
    assert list(access_differences(saved, saved)) == []
    assert list(access_differences(now, saved)) == []
    assert list(access_differences(saved, now)) == [
        "QM1 group app: gains output on ORDERS.NEW now, which the plan does not say"
    ]


def test_another_group_in_place_of_one(world: Rehearsed) -> None:
    record(world, "ORDERS.A", "output")
    assert world.up().ok
    declared = next(each for each in world.declared if each.name == "ORDERS.A-app")
    world.again(declared, inputs={"group": "ops"})
    assert lines(world.plan()) == [
        "QM1: group app loses PUT on queue ORDERS.A, its own record is gone",
        "QM1: group ops gains PUT on queue ORDERS.A, through its own record",
    ]
    assert world.up().ok
    assert world.plan().accesses == ()


def test_another_profile_in_place_of_one(world: Rehearsed) -> None:
    record(world, "ORDERS.A", "output")
    assert world.up().ok
    declared = next(each for each in world.declared if each.name == "ORDERS.A-app")
    world.again(declared, inputs={"name": "ORDERS.*"})
    assert lines(world.plan()) == [
        "QM1: group app gains PUT on 3 queues: ORDERS.B, ORDERS.C, ORDERS.D, through ORDERS.*"
    ]


def test_an_adopted_record_that_differs(world: Rehearsed) -> None:
    name = AuthorityRecordSpec.name_of({"name": "ORDERS.A", "object_type": "q", "group": "app"})
    world.machine.create(KIND, name, {"authorities": ("browse", "input")})
    record(world, "ORDERS.A", "input", "output", adopt="any")
    assert lines(world.plan()) == [
        "QM1: group app gains PUT and loses BROWSE on queue ORDERS.A, through its own record"
    ]


def test_a_system_that_cannot_be_read_says_nothing(world: Rehearsed) -> None:
    record(world, "ORDERS.**", "output")
    record(world, "X", "output", system="QM2")

    def fails(*_: object, **__: object) -> None:
        raise SystemUnavailable("QM1: no answer")

    world.systems["QM1"].observe = fails  # type: ignore[method-assign,assignment]
    plan = world.plan()
    assert [each.system for each in plan.accesses] == ["QM2"]
