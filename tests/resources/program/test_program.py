"""Names in any order of declaration, and cycles, against the SDK's own registration."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pulumi
import pytest

from queuewright import ibmi, mq
from queuewright.program import program as program_module
from queuewright.program.program import ProgramCycle
from queuewright.program.refusal import DeclaredTwice

Run = Callable[..., Any]


def test_what_is_named_is_registered_first_whatever_was_declared_first(run_program: Run) -> None:
    def program() -> None:
        mq.RemoteQueue("R", system="QM1", remote_queue_manager_name="QM2", remote_queue_name="IN")
        mq.AliasQueue("A", system="QM1", base_object_name="IN")
        mq.LocalQueue("IN", system="QM1", cluster_namelist="NL", backout_requeue_name="BOQ")
        mq.Namelist("NL", system="QM1", names=["C"])
        mq.LocalQueue("BOQ", system="QM1")
        mq.LocalQueue("QM2", system="QM1", usage="transmission", cluster_channel_name="TO.*")
        mq.ClusterSenderChannel("TO.QM2", system="QM1", cluster_name="C")
        mq.Cluster("C", system="QM1")
        mq.LocalQueue("IN-elsewhere", system="QM2", name="IN")

    ran = run_program(program)
    expected = {
        "R": {"QM2", "IN-elsewhere"},
        "A": {"IN"},
        "IN": {"NL", "BOQ"},
        "NL": {"C"},
        "BOQ": set(),
        "QM2": {"TO.QM2"},
        "TO.QM2": {"C"},
        "C": set(),
        "IN-elsewhere": set(),
    }
    assert ran.needs == expected
    place = {name: index for index, name in enumerate(ran.order)}
    assert all(place[need] < place[name] for name, needs in expected.items() for need in needs)


def test_names_of_another_system_are_not_confused(run_program: Run) -> None:
    def program() -> None:
        mq.AliasQueue("A", system="QM1", base_object_name="IN")
        mq.LocalQueue("IN", system="QM2")

    assert run_program(program).needs["A"] == set()


def test_names_outside_the_program_are_taken_as_they_are(run_program: Run) -> None:
    ran = run_program(lambda: mq.AliasQueue("A", system="QM1", base_object_name="ELSEWHERE"))
    assert ran.inputs["A"]["base_object_name"] == "ELSEWHERE"
    assert ran.needs["A"] == set()


def test_like_and_explicit_dependencies_count(run_program: Run) -> None:
    def program() -> None:
        made = mq.LocalQueue("NEW", system="QM1", like="TEMPLATE")
        mq.LocalQueue(
            "LATER", system="QM1", opts=pulumi.ResourceOptions(depends_on=[made])
        )  # fmt: skip
        mq.LocalQueue("TEMPLATE", system="QM1")

    ran = run_program(program)
    assert ran.needs == {"NEW": {"TEMPLATE"}, "LATER": {"NEW"}, "TEMPLATE": set()}


@pytest.mark.parametrize("is_pulumi", [True, False])
def test_the_right_to_connect_is_given_before_it_is_taken(
    run_program: Run, monkeypatch: pytest.MonkeyPatch, is_pulumi: bool
) -> None:
    """Pulumi's engine decides about one record at a time; our own orders by what changes."""
    monkeypatch.setattr(program_module, "has_engine", lambda: is_pulumi)

    def record(name: str, *words: str, profile: str = "QM1", system: str = "QM1") -> None:
        mq.AuthorityRecord(
            name,
            system=system,
            name=profile,
            object_type="q_mgr",
            group=name.lower(),
            authorities=list(words),
        )

    def program() -> None:
        record("OPS", "inquire")
        record("CLASS", "create", profile="@class")
        mq.AuthorityRecordsExclusive(
            "LIMIT", system="QM1", name="self", object_type="q_mgr", groups=["dev"], principals=[]
        )
        record("ELSEWHERE", "connect", system="QM2")
        record("DEV", "connect", "inquire")
        record("ALL", "all_mqi")
        mq.AuthorityRecord(
            "SOME", system="QM1", name="self", object_type="q_mgr", group="some",
            authorities=pulumi.Output.from_input(["connect"]),
        )  # fmt: skip
        mq.AuthorityRecord(
            "QUEUE", system="QM1", name="Q", object_type="q", group="ops", authorities=["input"]
        )

    needs = run_program(program).needs
    waiting = {name for name, needed in needs.items() if needed}
    assert waiting == ({"OPS", "LIMIT", "SOME"} if is_pulumi else set())
    assert all(needs[name] == {"DEV", "ALL"} for name in waiting)


@pytest.mark.parametrize("is_pulumi", [True, False])
def test_default_definitions_come_before_what_has_their_values(
    run_program: Run, monkeypatch: pytest.MonkeyPatch, is_pulumi: bool
) -> None:
    monkeypatch.setattr(program_module, "has_engine", lambda: is_pulumi)

    def program() -> None:
        mq.LocalQueue("Q", system="QM1")
        mq.LocalQueue("OF QM2", system="QM2", name="Q")
        mq.AliasQueue("A", system="QM1", base_object_name="Q")
        mq.LocalQueue("DEFAULT", system="QM1", name="SYSTEM.DEFAULT.LOCAL.QUEUE")

    first = {"DEFAULT"} if is_pulumi else set()
    needs = {"Q": first, "OF QM2": set(), "A": {"Q"}, "DEFAULT": set()}
    assert run_program(program).needs == needs


@pytest.mark.parametrize("is_pulumi", [True, False])
def test_a_group_object_comes_before_a_copy_of_it(
    run_program: Run, monkeypatch: pytest.MonkeyPatch, is_pulumi: bool
) -> None:
    """Pulumi's engine does not know who is in a group; ours does, and orders by itself."""
    monkeypatch.setattr(program_module, "has_engine", lambda: is_pulumi)

    def program() -> None:
        for resource, system, name, disposition in (
            ("COPY", "QG2", "Q", "copy"),
            ("OTHER", "QG2", "R", "copy"),
            ("OWN", "QG3", "Q", "q_mgr"),
            ("GROUP", "QG1", "Q", "group"),
        ):
            given: Any = {"queue_sharing_group_disposition": disposition}
            mq.LocalQueue(resource, system=system, name=name, **given)

    first = {"GROUP"} if is_pulumi else set()
    needs = {"COPY": first, "OTHER": set(), "OWN": set(), "GROUP": set()}
    assert run_program(program).needs == needs


def test_a_record_that_others_say_comes_first_is_not_waited_for(
    run_program: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "has_engine", lambda: True)

    def program() -> None:
        own: dict[str, Any] = {"system": "QM1", "name": "self", "object_type": "q_mgr"}
        ops = mq.AuthorityRecord("OPS", **own, group="ops", authorities=["inquire"])
        after = pulumi.ResourceOptions(depends_on=[ops])
        mq.AuthorityRecord("DEV", **own, group="dev", authorities=["connect"], opts=after)

    assert run_program(program).needs == {"OPS": set(), "DEV": {"OPS"}}


def test_what_is_declared_of_a_kind_is_listed_with_its_inputs(run_program: Run) -> None:
    found = {}

    def program() -> None:
        name = pulumi.Output.from_input("LATER")
        queue = mq.LocalQueue("Q", system="QM1")
        mq.AliasQueue("A", system="QM1", base_object_name=queue)
        mq.AliasQueue("B", system="QM1", name=name)
        mq.AliasQueue("C", system="QM2")
        listed = program_module.Program.current().declarations("mq:AliasQueue", "QM1")
        found.update({key.name: inputs["base_object_name"] for key, inputs in listed})

    run_program(program)
    assert found == {"A": "Q"}


def test_ibmi_objects_wait_for_their_list_and_their_remote_queue(run_program: Run) -> None:
    def program() -> None:
        ibmi.DdmDataQueue(
            "D", system="P1", remote_location="P2", remote_data_queue="Q",
            remote_data_queue_library="LIB",
        )  # fmt: skip
        ibmi.DataQueue("Q", system="P2", library="LIB", max_entry_length=9, authority="AUTL")
        ibmi.AuthorizationList("AUTL", system="P2")

    assert run_program(program).needs == {"D": {"Q"}, "Q": {"AUTL"}, "AUTL": set()}


def cycle_by_names() -> None:
    mq.LocalQueue("A", system="QM1", stream_queue="B")
    mq.LocalQueue("B", system="QM1", stream_queue="A")


def cycle_by_depends_on() -> None:
    a = mq.LocalQueue("A", system="QM1", stream_queue="B")
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(depends_on=a))


def cycle_by_depends_on_a_component() -> None:
    parent = pulumi.ComponentResource("test:index:Group", "group")
    mq.LocalQueue("A", system="QM1", stream_queue="B", opts=pulumi.ResourceOptions(parent=parent))
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(depends_on=[parent]))


def cycle_by_parent() -> None:
    a = mq.LocalQueue("A", system="QM1", stream_queue="B")
    group = pulumi.ComponentResource(
        "test:index:Group", "group", None, pulumi.ResourceOptions(parent=a)
    )
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(parent=group))


def cycle_by_resource() -> None:
    a = mq.LocalQueue("A", system="QM1", stream_queue="B")
    mq.LocalQueue("B", system="QM1", stream_queue=a)


def cycle_by_output() -> None:
    a = mq.LocalQueue("A", system="QM1", stream_queue="B")
    mq.LocalQueue("B", system="QM1", queue_description=a.name)


def cycle_by_derived_output() -> None:
    a = mq.LocalQueue("A", system="QM1", stream_queue="B")
    text = pulumi.Output.all(pulumi.Output.concat("for ", a.name), "x").apply("".join)
    mq.LocalQueue("B", system="QM1", queue_description=text)


@pytest.mark.parametrize(
    "program",
    [
        cycle_by_names,
        cycle_by_depends_on,
        cycle_by_depends_on_a_component,
        cycle_by_parent,
        cycle_by_resource,
        cycle_by_output,
        cycle_by_derived_output,
    ],
)
def test_a_cycle_is_one_error_that_names_its_members(
    program: Callable[[], None], run_program: Run
) -> None:
    with pytest.raises(ProgramCycle) as caught:
        run_program(program)
    text = str(caught.value)
    assert "QM1 mq:LocalQueue A (resource 'A', " in text
    assert re.search(r"test_program.py:\d+\) needs, by stream_queue,", text)
    assert "QM1 mq:LocalQueue B (resource 'B', " in text
    assert "\n" not in text
    # Pulumi shows the text of such an error, and no traceback.
    assert isinstance(caught.value, pulumi.RunError)


def test_a_long_cycle_is_told_at_bearable_length(run_program: Run) -> None:
    def program() -> None:
        for number in range(30):
            mq.LocalQueue(f"Q{number}", system="QM1", stream_queue=f"Q{(number + 1) % 30}")

    with pytest.raises(ProgramCycle, match=r"Q0 .*and so on, 19 more, QM1 .*Q29 .* Q0; "):
        run_program(program)


def test_nothing_is_registered_of_a_program_with_a_cycle(run_program: Run) -> None:
    registered: list[str] = []

    def program() -> None:
        registered.clear()
        cycle_by_resource()
        mq.LocalQueue("OTHER", system="QM1").urn.apply(registered.append)

    with pytest.raises(ProgramCycle):
        run_program(program)
    assert registered == []


@pytest.mark.parametrize(
    ("fails", "text"),
    [
        ('mq.LocalQueue("B", system="QM1", max_queue_dept=5)',
         "test_program.py:9: mq:LocalQueue 'B': there is no argument max_queue_dept; did you mean "
         "max_queue_depth?"),
        ('mq.LocalQueue("B", system="QM1", adopt="every")',
         "test_program.py:9: mq:LocalQueue 'B': adopt=\"every\" "
         "must be 'never', 'matching', 'any'"),
        ('mq.LocalQueue("B", system="QM1", name="A")',
         "test_program.py:9: QM1 mq:LocalQueue A: resources 'A' and 'B' both declare it; give one "
         "of them another name, or remove it"),
        ('mq.LocalQueue("B", system=7)',
         "test_program.py:9: mq:LocalQueue 'B': a system is named by plain text, not by int: names "
         "are resolved before the program runs; give the name as text or a handle"),
        ('mq.QueueManager("")',
         "test_program.py:9: system name '' must have 1 to 48 printable characters and no '/'; use "
         "the name that queuewright:systems has"),
        ('mq.Authorities("B", system="QM1", profiles=[], groups={"a": ["get"]})',
         "test_program.py:9: mq.Authorities 'B': profiles=[] must be a list of names that is not "
         "empty"),
        ("{}['no such key']", "KeyError: 'no such key'"),
        ("raise ValueError('no')", "ValueError: no"),
        ("assert False", "AssertionError"),
        ("import sys; sys.exit(3)", "the program ended itself with sys.exit(3)"),
    ],
)  # fmt: skip
def test_nothing_is_registered_of_a_program_that_fails_under_pulumi(
    run_program: Run,
    monkeypatch: pytest.MonkeyPatch,
    fails: str,
    text: str,
) -> None:
    """Its engine applied what was declared before, where no preview had failed first."""
    for module in ("program", "refusal"):
        monkeypatch.setattr(f"queuewright.program.{module}.has_engine", lambda: True)
    registered: list[str] = []
    source = compile("\n" * 8 + fails, "topology/test_program.py", "exec")

    def program() -> None:
        boq = mq.LocalQueue("A", system="QM1")
        mq.LocalQueue("OTHER", system="QM1", backout_requeue_name=boq).urn.apply(registered.append)
        exec(source, {"mq": mq, "__name__": "test_program"})

    with pytest.raises(pulumi.RunError) as caught:
        run_program(program)
    assert str(caught.value).splitlines()[-1] == text
    assert registered == []


def test_a_program_may_catch_what_is_refused(
    run_program: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "has_engine", lambda: True)
    registered: list[str] = []

    def program() -> None:
        mq.LocalQueue("A", system="QM1").urn.apply(registered.append)
        with pytest.raises(TypeError, match=r"^mq:LocalQueue 'B': there is no argument nothing;"):
            mq.LocalQueue("B", system="QM1", nothing=1)  # type: ignore[call-arg]

    run_program(program)
    assert len(registered) == 1


def circle_of_names() -> None:
    mq.LocalQueue("A", system="QM1", backout_requeue_name="B")
    mq.LocalQueue("B", system="QM1", backout_requeue_name="A")


def circle_of_names_in_another_order() -> None:
    mq.LocalQueue("B", system="QM1", backout_requeue_name="A")
    mq.LocalQueue("A", system="QM1", backout_requeue_name="B")


def circle_of_name_and_resource() -> None:
    a = mq.LocalQueue("A", system="QM1", backout_requeue_name="B")
    mq.LocalQueue("B", system="QM1", backout_requeue_name=a)


def circle_of_name_and_resource_in_another_order() -> None:
    b = mq.LocalQueue("B", system="QM1", backout_requeue_name="A")
    mq.LocalQueue("A", system="QM1", backout_requeue_name=b)


@pytest.mark.parametrize(
    "program",
    [
        circle_of_names,
        circle_of_names_in_another_order,
        circle_of_name_and_resource,
        circle_of_name_and_resource_in_another_order,
    ],
)
def test_soft_references_may_form_a_cycle(program: Callable[[], None], run_program: Run) -> None:
    ran = run_program(program)
    assert ran.needs == {"A": set(), "B": {"A"}}
    assert ran.order == ["A", "B"]
    assert ran.inputs["A"]["backout_requeue_name"] == "B"
    assert ran.inputs["B"]["backout_requeue_name"] == "A"


def hard_by_depends_on() -> None:
    a = mq.AliasQueue("A", system="QM1", base_object_name="B")
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(depends_on=a))


def hard_by_parent() -> None:
    a = mq.AliasQueue("A", system="QM1", base_object_name="B")
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(parent=a))


def hard_by_what_its_component_waits_for() -> None:
    a = mq.AliasQueue("A", system="QM1", base_object_name="B")
    group = pulumi.ComponentResource(
        "test:index:Group", "group", None, pulumi.ResourceOptions(depends_on=[a])
    )
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(parent=group))


def hard_by_another_providers_resource() -> None:
    a = mq.AliasQueue("A", system="QM1", base_object_name="B")
    other = pulumi.CustomResource("test:index:Thing", "other", {"text": a.urn})
    mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(depends_on=[other]))


def hard_by_output() -> None:
    a = mq.AliasQueue("A", system="QM1", base_object_name="B")
    mq.LocalQueue("B", system="QM1", queue_description=a.name)


def hard_by_required() -> None:
    b = mq.LocalQueue("B", system="QM1", stream_queue="A")
    mq.AliasQueue("A", system="QM1", base_object_name=b)


@pytest.mark.parametrize(
    "program",
    [
        hard_by_depends_on,
        hard_by_parent,
        hard_by_what_its_component_waits_for,
        hard_by_another_providers_resource,
        hard_by_output,
        hard_by_required,
    ],
)
def test_an_soft_reference_gives_way_to_what_is_hard(
    program: Callable[[], None], run_program: Run
) -> None:
    ran = run_program(program)
    assert [name for name in ran.order if name in ("A", "B")] == ["A", "B"]
    assert ran.needs["A"] == set()
    assert ran.inputs["A"]["base_object_name"] == "B"


def test_a_cycle_through_others_is_told_with_them(run_program: Run) -> None:
    def program() -> None:
        a = mq.LocalQueue("A", system="QM1", stream_queue="B")
        group = pulumi.ComponentResource(
            "test:index:Group", "group", None, pulumi.ResourceOptions(depends_on=[a])
        )
        mq.LocalQueue("B", system="QM1", opts=pulumi.ResourceOptions(parent=group))

    with pytest.raises(ProgramCycle, match="by parent, test:index:Group group needs, by depen"):
        run_program(program)


@pytest.mark.parametrize("by", ["name", "resource"])
def test_a_chain_may_be_longer_than_python_recurses(run_program: Run, by: str) -> None:
    def program() -> None:
        before: Any = None
        for number in range(400):
            queue = mq.LocalQueue(f"Q{number}", system="QM1", stream_queue=before)
            before = queue if by == "resource" else f"Q{number}"

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        ran = run_program(program)
    finally:
        sys.setrecursionlimit(limit)
    assert ran.order == [f"Q{number}" for number in range(400)]
    assert ran.needs["Q399"] == {"Q398"}


def test_a_resource_is_its_whole_name(run_program: Run) -> None:
    def program() -> None:
        slashed = mq.LocalQueue("resource", name="A/B//C", system="QM1")
        mq.AliasQueue("IN", system="QM1", base_object_name=slashed)
        securing = ibmi.AuthorizationList("AUTL", system="P1")
        on = {"system": "P1", "library": "LIB"}
        ibmi.MessageQueue("M", **on, authority="use", authorization_list=securing)
        ibmi.MessageQueue("BEFORE", **on, authority=securing)

    ran = run_program(program)
    assert ran.inputs["IN"]["base_object_name"] == "A/B//C"
    assert ran.needs["IN"] == {"resource"}
    assert ran.inputs["M"]["authority"] == "use"
    assert ran.inputs["BEFORE"]["authority"] == "autl"  # as programs said it once
    for name in ("M", "BEFORE"):
        assert ran.inputs[name]["authorization_list"] == "AUTL"
        assert ran.needs[name] == {"AUTL"}


def test_a_resource_in_a_list_is_its_name(run_program: Run) -> None:
    def program() -> None:
        cluster = mq.Cluster("C", system="QM1")
        mq.Namelist("NL", system="QM1", names=["X", cluster])

    ran = run_program(program)
    assert ran.inputs["NL"]["names"] == ["X", "C"]
    assert ran.needs["NL"] == {"C"}


def test_a_queue_may_name_itself(run_program: Run) -> None:
    ran = run_program(lambda: mq.LocalQueue("A", system="QM1", backout_requeue_name="A"))
    assert ran.needs["A"] == set()


def test_two_resources_cannot_declare_one_object(run_program: Run) -> None:
    def program() -> None:
        mq.LocalQueue("one", system="QM1", name="ORDERS")
        mq.LocalQueue("two", system=mq.QueueManager("QM1"), name="ORDERS")

    with pytest.raises(DeclaredTwice, match="'one' and 'two' both declare it"):
        run_program(program)


def test_programs_do_not_see_each_others_objects(run_program: Run) -> None:
    run_program(lambda: mq.LocalQueue("IN", system="QM1"))
    ran = run_program(lambda: mq.AliasQueue("A", system="QM1", base_object_name="IN"))
    assert ran.needs["A"] == set()


def test_an_error_of_the_program_comes_out_as_it_is(run_program: Run) -> None:
    def program() -> None:
        mq.AliasQueue("A", system="QM1", base_object_name="IN")
        raise RuntimeError("the program's own")

    with pytest.raises(RuntimeError, match="the program's own"):
        run_program(program)


def test_a_resource_that_cannot_be_made_leaves_nothing_waiting(run_program: Run) -> None:
    def program() -> None:
        mq.LocalQueue("A", system="QM1", opts=pulumi.ResourceOptions(parent="no resource"))  # type: ignore[arg-type]

    with pytest.raises(AttributeError, match="_transformations"):
        run_program(program)


def test_objects_that_are_declared_while_the_program_runs_on_find_earlier_ones(
    run_program: Run,
) -> None:
    def program() -> None:
        first = mq.LocalQueue("IN", system="QM1")
        first.name.apply(lambda _: mq.AliasQueue("A", system="QM1", base_object_name="IN"))

    assert run_program(program).needs["A"] == {"IN"}


TESTS = """
import pulumi
from pulumi.runtime import mocks

class Mocks(mocks.Mocks):
    def call(self, args): return {}
    def new_resource(self, args): return args.name + "-id", args.inputs

mocks.set_mocks(Mocks())
from queuewright import mq

def declare():
    alias = mq.AliasQueue("A", system="QM1", base_object_name="IN")
    mq.LocalQueue("IN", system="QM1", max_queue_depth=5)
    return pulumi.Output.all(alias.base_object_name, alias.id)

seen = []

@pulumi.runtime.test
def test_one():
    return declare().apply(seen.append)

@pulumi.runtime.test
def test_two():
    return declare().apply(seen.append)

test_one()
test_two()
assert seen == [["IN", "A-id"], ["IN", "A-id"]], seen
"""


def test_programs_can_be_tested_with_the_mocks_of_the_sdk() -> None:
    subprocess.run([sys.executable, "-c", TESTS], check=True, timeout=60)
