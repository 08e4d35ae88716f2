"""Records of what single users may do with objects of IBM i, over every way of reaching one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from ibmi_stack import Stack
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.risks import risks_of
from queuewright.kinds import spec_of
from queuewright.sandbox import cl_commands
from queuewright.systems.ibmi.system import IbmiSystem
from rehearsal import DATA, DDM, codes, resource, step_of

USER_QUEUE = {
    "queue_type": "fifo",
    "maximum_message_size": 5,
    "initial_number_of_messages": 1,
    "additional_number_of_messages": 1,
}
RECORD, QUEUE = "ibmi:ObjectAuthority", "ORDERS/IN"


def record(
    *words: str, user: str = "AMY", name: str = QUEUE, object_type: str = "dtaq", **more: Any
) -> Declared:
    fields = {"name": name, "object_type": object_type, "user": user}
    made = resource(RECORD, spec_of(RECORD).name_of(fields), "IBM1", f"{user} {name} {object_type}")
    return replace(made, inputs={**made.inputs, "authorities": list(words), **more})


def queue(length: int = 10, **given: Any) -> Declared:
    return resource(DATA, QUEUE, max_entry_length=length, **given)


def users(stack: Stack, kind: str = DATA, name: str = QUEUE) -> dict[str, set[str]]:
    [found] = stack.embedded.observe([kind], [name])
    granted = found.attributes["private_authorities"]
    assert isinstance(granted, dict)
    return {user: set(words) for user, words in granted.items()}


def cl(stack: Stack, *commands: str) -> None:
    for command in commands:
        assert [answer.ok for answer in cl_commands.run(stack.embedded, command)] == [True]


def up(stack: Stack, *program: Declared) -> Any:
    plan = stack.up(*program)
    assert {step.verb for step in stack.plan(*program).steps} <= {Verb.SAME}
    return plan


NAME = record().inputs and "ORDERS.IN:dtaq:AMY"


def test_from_up_to_destroy(stack: Stack) -> None:
    # The object before the record that is about it, and goes with it.
    plan = up(stack, record("use"), queue())
    assert step_of(plan, QUEUE).generation < step_of(plan, NAME).generation
    assert users(stack) == {"AMY": {"use"}}
    plan = stack.up(destroy=True)
    assert step_of(plan, QUEUE).generation < step_of(plan, NAME).generation
    assert not stack.embedded.observe([DATA])


def test_others_are_left_alone(stack: Stack) -> None:
    up(stack, queue())
    grant = f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ)"
    cl(stack, f"{grant} USER(EVE) AUT(*ALL)")
    up(stack, queue(), record("use"), record("exclude", user="BOB"))
    assert users(stack) == {"AMY": {"use"}, "BOB": {"exclude"}, "EVE": {"all"}}
    up(stack, queue(), record("objopr", "add"), record("exclude", user="BOB"))
    assert users(stack) == {"AMY": {"objopr", "add"}, "BOB": {"exclude"}, "EVE": {"all"}}
    up(stack, queue(), record("change"))
    assert users(stack) == {"AMY": {"change"}, "EVE": {"all"}}
    up(stack, queue())
    assert users(stack) == {"EVE": {"all"}}


def test_drift(stack: Stack) -> None:
    """More than is declared, less, and nothing at all."""
    program = (queue(), record("use"))
    up(stack, *program)
    about = f"OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(AMY)"
    for command, verb in (
        (f"GRTOBJAUT {about} AUT(*ADD)", Verb.UPDATE),
        (f"RVKOBJAUT {about} AUT(*READ)", Verb.UPDATE),
        (f"GRTOBJAUT {about} AUT(*EXCLUDE)", Verb.UPDATE),
        (f"RVKOBJAUT {about} AUT(*ALL)", Verb.CREATE),
    ):
        cl(stack, command)
        assert step_of(up(stack, *program), NAME).verb is verb
        assert users(stack) == {"AMY": {"use"}}


def test_the_word_and_what_it_stands_for_are_one(stack: Stack) -> None:
    up(stack, queue(), record("objopr", "read", "execute"))
    assert step_of(stack.plan(queue(), record("use")), NAME).verb is Verb.SAME


def test_one_that_is_there_is_adopted(stack: Stack) -> None:
    up(stack, queue())
    cl(stack, f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(AMY) AUT(*USE)")
    assert "exists-already" in codes(stack.plan(queue(), record("use", adopt="never")))[NAME]
    assert "exists-differently" in codes(stack.plan(queue(), record("all")))[NAME]
    assert step_of(up(stack, queue(), record("all", adopt="any")), NAME).verb is Verb.ADOPT
    assert users(stack) == {"AMY": {"all"}}


def test_the_plan_says_who_gains_and_loses(stack: Stack) -> None:
    plan = up(stack, queue(), record("use"))
    assert any("user AMY gains use on dtaq ORDERS/IN" in r.text(9) for r in risks_of(plan))
    plan = up(stack, queue(), record("change"))  # which has all that *USE has
    [text] = [r.text(9) for r in risks_of(plan) if "who may use" in r.text(9)]
    assert "user AMY gains add, dlt, upd on dtaq ORDERS/IN" in text
    assert "loses" not in text
    plan = up(stack, queue(), record("use"))
    assert any("AMY loses add, dlt, upd on dtaq" in r.text(9) for r in risks_of(plan))
    plan = up(stack, queue(), record("exclude"))
    [text] = [r.text(9) for r in risks_of(plan) if "who may use" in r.text(9)]
    assert "user AMY is kept out of dtaq ORDERS/IN" in text
    assert "user AMY loses use on dtaq ORDERS/IN" in text
    plan = up(stack, queue(), record("all"))
    assert any("is no longer kept out of dtaq" in r.text(9) for r in risks_of(plan))
    plan = up(stack, queue())
    assert any("user AMY loses all on dtaq ORDERS/IN" in r.text(9) for r in risks_of(plan))


def test_an_object_that_is_replaced_keeps_its_users(stack: Stack) -> None:
    up(stack, queue(), record("use"), record("all", user="BOB"))
    plan = up(stack, queue(20), record("use"), record("change", user="BOB"))
    verbs = {step.key.name: step.verb for step in plan.changes}
    assert verbs == {QUEUE: "replace", "ORDERS.IN:dtaq:BOB": "update"}
    assert users(stack) == {"AMY": {"use"}, "BOB": {"change"}}
    up(stack, queue(30), record("use"))  # the record of BOB goes after the object was made again
    assert users(stack) == {"AMY": {"use"}}


def test_another_kind_takes_the_name(stack: Stack) -> None:
    up(stack, queue(), record("use"))
    other = resource(
        DDM, QUEUE, remote_data_queue="FAR", remote_data_queue_library="LIB", remote_location="SYS"
    )
    plan = up(stack, other, record("use"))
    assert {(s.key.kind, s.verb.value) for s in plan.changes} == {
        (DATA, "delete"),
        (DDM, "create"),
        (RECORD, "create"),
    }
    assert users(stack, DDM) == {"AMY": {"use"}}


def test_an_object_that_goes_takes_its_records(stack: Stack) -> None:
    up(stack, queue(), record("use"))
    assert codes(stack.plan(record("use"))) == {NAME: ["reference-missing"]}
    plan = up(stack)
    assert {step.verb for step in plan.changes} == {Verb.DELETE}


def test_an_object_that_is_not_there(stack: Stack) -> None:
    assert codes(stack.plan(record("use"))) == {NAME: ["reference-missing"]}
    up(stack, queue())
    wrong = record("use", object_type="msgq")  # a data queue has the name
    assert [codes(stack.plan(queue(), wrong))[k] for k in ("ORDERS.IN:msgq:AMY",)] == [
        ["reference-missing"]
    ]
    nowhere = record("use", name="NOLIB/IN")
    assert "library-missing" in codes(stack.plan(nowhere))["NOLIB.IN:dtaq:AMY"]


def test_where_nothing_is_read_an_object_of_others_may_be_there(stack: Stack) -> None:
    stack.embedded.create(DATA, QUEUE, {"max_entry_length": 9})
    plan = make_plan(
        [record("use")],
        stack.store.load(),
        stack.systems,  # type: ignore[arg-type]
        project="shop",
        stack="dev",
        refresh=False,
    )
    assert codes(plan) == {}


def test_an_object_of_others_in_a_library_that_is_not_read(stack: Stack) -> None:
    stack.embedded.create(DATA, "QGPL/THEIRS", {"max_entry_length": 9})
    own = record("use", name="QGPL/THEIRS")
    up(stack, own)
    assert users(stack, DATA, "QGPL/THEIRS") == {"AMY": {"use"}}
    up(stack)
    assert users(stack, DATA, "QGPL/THEIRS") == {}


@pytest.mark.parametrize(
    ("kind", "values", "object_type"),
    [
        ("ibmi:MessageQueue", {}, "msgq"),
        ("ibmi:OutputQueue", {}, "outq"),
        ("ibmi:JobQueue", {}, "jobq"),
        ("ibmi:UserQueue", USER_QUEUE, "usrq"),
    ],
)
def test_every_type(stack: Stack, kind: str, values: dict[str, Any], object_type: str) -> None:
    made = resource(kind, QUEUE, **values)
    up(stack, record("use", object_type=object_type), made)
    assert users(stack, kind) == {"AMY": {"use"}}
    # Objects that nobody declares, of kinds that a reading of everything may leave out.
    up(stack, record("use", object_type=object_type), made)


def test_a_library(stack: Stack) -> None:
    own = record("use", name="QSYS/ORDERS", object_type="lib")
    up(stack, own)
    assert users(stack, "ibmi:Library", "ORDERS") == {"AMY": {"use"}}
    wrong = record("use", name="ORDERS/ORDERS", object_type="lib")
    assert "library-place" in codes(stack.plan(wrong))["ORDERS.ORDERS:lib:AMY"]


def test_all_users_or_each(stack: Stack) -> None:
    """An object that gives its users has no records beside it; the records hand them over."""
    up(stack, queue(), record("use"))
    together = queue(private_authorities={"AMY": ["use"], "BOB": ["all"]})
    assert codes(stack.plan(together, record("use"))) == {NAME: ["granted-twice"]}
    plan = up(stack, together)
    assert step_of(plan, NAME).decision.keep
    assert users(stack) == {"AMY": {"use"}, "BOB": {"all"}}
    up(stack, queue(), record("use"))
    assert users(stack) == {"AMY": {"use"}, "BOB": {"all"}}


def test_the_owner_has_every_authority(stack: Stack) -> None:
    given = queue(owner="AMY")
    assert codes(stack.plan(given, record("use"))) == {NAME: ["owner-listed"]}
    up(stack, given)
    assert codes(stack.plan(queue(), record("use"))) == {
        NAME: ["exists-differently", "owner-listed"]
    }


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (record(), "no-authorities"),
        (record("use", "add"), "mixed-authorities"),
        (record("autlmgt"), "choice"),
        (record("use", user="*PUBLIC"), "syntax"),
        (record("use", user="TOOLONGNAME"), "length"),
        (record("use", object_type="pgm"), "choice"),
        (record("use", name="IN"), "syntax"),
        (record("use", name="*LIBL/IN"), "syntax"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_record(tmp_path: Path, given: Declared, code: str) -> None:
    embedded = machine(tmp_path, "IBM1")
    stack = Stack(embedded, {"IBM1": IbmiSystem("IBM1", SandboxCarrier(embedded))}, tmp_path)
    [found] = codes(stack.plan(given, queue())).values()
    assert found[0] == code


def reported(stack: Stack, *program: Declared) -> list[str]:
    plan = stack.plan(*program)
    found = [p for step in plan.steps for p in step.decision.warnings]
    return [problem.reason for problem in found if problem.code == "has-more-without"]


@pytest.mark.parametrize("as_record", [True, False], ids=["record", "with the object"])
def test_who_has_more_without(stack: Stack, *, as_record: bool) -> None:
    """Source: IBM i, RVKOBJAUT, Security Risk."""

    def program(words: list[str] | None, **given: Any) -> list[Declared]:
        if as_record:
            return [queue(**given), *([record(*words)] if words else [])]
        return [queue(**given, private_authorities={"AMY": words} if words else {})]

    clerks = resource(
        "ibmi:AuthorizationList", "CLERKS", authority="exclude", users={"AMY": ["all"]}
    )
    up(stack, clerks, *program(["use"], authority="change"))
    others = "without its own authorities user AMY has what "
    assert reported(stack, clerks, *program(None, authority="change")) == [
        f"{others}*PUBLIC has, change"
    ]
    risks = risks_of(stack.plan(clerks, *program(None, authority="change")))
    assert any("AMY has what *PUBLIC has, change" in risk.text(9) for risk in risks)
    assert reported(stack, clerks, *program(None, authority="use")) == []
    assert reported(stack, clerks, *program(["use"], authority="change")) == []
    listed = {"authority": "autl", "authorization_list": "CLERKS"}
    up(stack, clerks, *program(["use"], **listed))
    assert reported(stack, clerks, *program(None, **listed)) == [
        f"{others}authorization list CLERKS gives it, all"
    ]
    up(stack, clerks, *program(["all"], **listed))
    assert reported(stack, clerks, *program(None, **listed)) == []


def test_nobody_has_more_of_an_object_that_goes(stack: Stack) -> None:
    up(stack, queue(authority="change"), record("use"))
    assert reported(stack) == []
