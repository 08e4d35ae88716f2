"""What a resource takes, what it refuses at once, and what a program can read of it."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pulumi
import pytest

from queuewright import ibmi, mq
from queuewright.catalogue.options import Force
from queuewright.provider_reference import provider_reference

Run = Callable[..., Any]


def test_inputs_are_what_was_given_and_no_more(run_program: Run) -> None:
    def program() -> None:
        mq.LocalQueue(
            "orders", system=mq.QueueManager("QM1"), name="ORDERS.IN", max_queue_depth=10,
            force="when-needed", on_delete="purge", adopt="any",
        )  # fmt: skip

    ran = run_program(program)
    assert ran.types["orders"] == "pulumi-python:dynamic/mq:LocalQueue"
    assert ran.inputs["orders"] == {
        "system": "QM1",
        "name": "ORDERS.IN",
        "max_queue_depth": 10,
        "force": "when-needed",
        "on_delete": "purge",
        "adopt": "any",
        "__provider": provider_reference("mq:LocalQueue"),
    }


def test_the_name_is_the_resource_name_unless_it_is_given(run_program: Run) -> None:
    ran = run_program(lambda: ibmi.MessageQueue("OPS", system="PROD"))
    assert ran.inputs["OPS"]["name"] == "OPS"
    assert ran.inputs["OPS"]["library"] == "curlib"


def test_references_take_resources_outputs_and_names(run_program: Run) -> None:
    def program() -> None:
        cluster = mq.Cluster("C", system="QM1")
        names = mq.Namelist("NL", system="QM1", names=[cluster, "D", cluster.name])
        base = mq.LocalQueue("IN", system="QM1", cluster_namelist=names)
        mq.AliasQueue("A", system="QM1", base_object_name=base, like=None)
        mq.LocalQueue("COPY", system="QM1", like=base)
        far = ibmi.DataQueue("Q", system="P2", library="LIB", max_entry_length=9)
        ibmi.DdmDataQueue("D", system="P1", remote_location="P2", remote_data_queue=far)
        ibmi.DataQueue("Q2", system="P2", library="LIB", max_entry_length=9, like=far)
        jobs = ibmi.JobQueue("JOBS", system="P2", library="LIB")
        ibmi.JobQueueEntry("QGPL/QBATCH", system="P2", job_queue=jobs)
        ibmi.ObjectAuthority(
            "MAY", system="P2", name=far, object_type="dtaq", user="AMY", authorities=["use"]
        )

    ran = run_program(program)
    assert ran.inputs["NL"]["names"] == ["C", "D", "C"]
    assert ran.inputs["IN"]["cluster_namelist"] == "NL"
    assert ran.inputs["A"]["base_object_name"] == "IN"
    assert ran.inputs["COPY"]["like"] == "IN"
    assert ran.inputs["D"]["remote_data_queue"] == "Q"
    assert ran.inputs["D"]["remote_data_queue_library"] == "LIB"
    assert ran.inputs["Q2"]["like"] == "LIB/Q"
    assert ran.needs["A"] == {"IN"}
    assert ran.needs["D"] == {"Q"}
    assert ran.inputs["QGPL/QBATCH"]["job_queue"] == "LIB/JOBS"
    assert ran.needs["QGPL/QBATCH"] == {"JOBS"}
    assert ran.inputs["MAY"]["name"] == "LIB/Q"
    assert ran.needs["MAY"] == {"Q"}


def test_every_attribute_that_names_an_object_takes_its_resource(run_program: Run) -> None:
    def program() -> None:
        on: Any = {"system": "QM1"}
        queue, model = mq.LocalQueue("DLQ", **on), mq.ModelQueue("M", **on)
        topic, fast = mq.Topic("T", **on, topic_string="t"), mq.StorageClass("FAST", **on)
        names = {"dead_letter_queue": queue, "default_transmission_queue": queue}
        mq.QueueManagerAttributes("QMGR", **on, **names)
        mq.LocalQueue("Q", **on, storage_class=fast)
        mq.AmqpChannel("AMQP", **on, temporary_model=model)
        mq.AliasQueue("A", **on, base_object_name=topic, target_type="topic")

    ran = run_program(program)
    manager = ran.inputs["QMGR"]
    assert (manager["dead_letter_queue"], manager["default_transmission_queue"]) == ("DLQ", "DLQ")
    assert ran.inputs["A"]["base_object_name"] == "T"
    needs = {name: ran.needs[name] for name in ("QMGR", "Q", "AMQP", "A")}
    assert needs == {"QMGR": {"DLQ"}, "Q": {"FAST"}, "AMQP": {"M"}, "A": {"T"}}


def test_records_take_the_resource_that_they_are_about(run_program: Run) -> None:
    def program() -> None:
        on: Any = {"system": "QM1"}
        queue, channel = mq.LocalQueue("Q", **on), mq.ServerConnectionChannel("APP", **on)
        mq.AuthorityRecord("one", **on, name=queue, object_type="q", group="app")
        mq.ChannelAuthenticationRecord("two", **on, name=channel, type="blockuser")
        groups = {"app": ["input"]}
        mq.Authorities("all", **on, profiles=[queue, "A.**"], principals=groups)

    ran = run_program(program)
    names = {each: ran.inputs[each]["name"] for each in ("one", "two", "all/Q/principal app")}
    assert names == {"one": "Q", "two": "APP", "all/Q/principal app": "Q"}
    assert ran.needs["one"] == {"Q"}


@pytest.mark.parametrize("field", ["job_queue", "library"])
def test_a_name_is_of_an_object_on_the_same_system(run_program: Run, field: str) -> None:
    def program() -> None:
        library = ibmi.Library("LIB", system="P1")
        jobs = ibmi.JobQueue("JOBS", system="P1", library=library)
        if field == "library":
            ibmi.JobQueue("OTHER", system="P2", library=library)
        else:
            ibmi.JobQueueEntry("QGPL/QBATCH", system="P2", job_queue=jobs)

    with pytest.raises(ValueError, match=f"{field} refers to .* of P1, but this is on P2"):
        run_program(program)


def test_every_attribute_can_be_an_output_or_an_awaitable(run_program: Run) -> None:
    async def later() -> int:
        await asyncio.sleep(0)
        return 7

    def program() -> None:
        text = pulumi.Output.from_input("some").apply(str.upper)
        mq.LocalQueue("Q", system="QM1", name=text, max_queue_depth=later())
        users = {"ANNA": pulumi.Output.from_input(["use"])}
        ibmi.AuthorizationList("L", system="P", users=users)

    ran = run_program(program)
    assert ran.inputs["Q"]["name"] == "SOME"
    assert ran.inputs["Q"]["max_queue_depth"] == 7
    assert ran.inputs["L"]["users"] == {"ANNA": ["use"]}


def test_what_may_be_a_resource_can_be_an_output(run_program: Run) -> None:
    """Such as the name that another resource gives: an Output has any attribute that it is asked
    for, and fails when it is known."""

    def program() -> None:
        queue = mq.LocalQueue("Q", system="QM1")
        mq.AuthorityRecord("one", system="QM1", name=queue.name, object_type="q", group="app")
        users = ibmi.AuthorizationList("AUTL", system="P1")
        orders: Any = {"library": pulumi.Output.from_input("LIB"), "max_entry_length": 9}
        data = ibmi.DataQueue("D", system="P1", authority=users.name, **orders)
        about: Any = {"object_type": "dtaq", "user": "ANNA", "authorities": ["use"]}
        ibmi.ObjectAuthority("anna", system="P1", name=data.object_name, **about)

    ran = run_program(program)
    assert ran.inputs["one"]["name"] == "Q"
    assert ran.inputs["D"]["authority"] == "AUTL"
    assert ran.inputs["anna"]["name"] == "LIB/D"


def test_outputs_are_there_for_what_is_given_and_for_what_the_system_reports(
    run_program: Run,
) -> None:
    values: dict[str, Any] = {}

    def program() -> None:
        queue = mq.LocalQueue("Q", system="QM1", max_queue_depth=10)
        for name in ("name", "system", "max_queue_depth", "default_priority", "usage"):
            getattr(queue, name).apply(lambda value, name=name: values.update({name: value}))
        queue.id.apply(lambda value: values.update(id=value))

    run_program(program)
    assert values == {
        "name": "Q",
        "system": "QM1",
        "max_queue_depth": 10,
        "default_priority": 7,
        "usage": None,
        "id": "id-Q",
    }
    assert all(type(values[name]) is int for name in ("max_queue_depth", "default_priority"))


def test_what_a_preview_cannot_know_yet_is_unknown(run_program: Run) -> None:
    values: list[str] = []

    def program() -> None:
        queue = mq.LocalQueue("Q", system="QM1")
        queue.usage.apply(lambda _: values.append("usage"))
        queue.default_priority.apply(lambda _: values.append("default_priority"))

    run_program(program, preview=True)
    assert values == ["default_priority"]


def test_an_attribute_that_no_queue_has_is_an_attribute_error(run_program: Run) -> None:
    def program() -> None:
        queue: Any = mq.LocalQueue("Q", system="QM1")
        assert not hasattr(queue, "max_depth")
        queue.max_depth  # noqa: B018

    with pytest.raises(AttributeError, match="'LocalQueue' object has no attribute 'max_depth'"):
        run_program(program)


@pytest.mark.parametrize(
    ("keywords", "error", "text"),
    [
        ({"max_queue_depth": "10"}, TypeError, "max_queue_depth must be an integer, not '10'"),
        ({"max_queue_depth": True}, TypeError, "max_queue_depth must be an integer, not True"),
        ({"max_queue_depth": 1.5}, TypeError, "max_queue_depth must be an integer, not 1.5"),
        ({"usage": 1}, TypeError, 'usage must be "normal" or "transmission", not 1'),
        ({"inhibit_put": True}, TypeError, "inhibit_put must be "),
        (
            {"protect": True},
            TypeError,
            "protect; it is an option of Pulumi: write opts=pulumi.ResourceOptions(protect=...)",
        ),
        (
            {"base_object_name": "X"},
            TypeError,
            "it is an attribute of mq:AliasQueue, not of mq:LocalQueue: give it there, or leave",
        ),
        ({"max_queue_file_size": []}, TypeError, "must be an integer or text, not"),
        ({"name": 5}, TypeError, "name must be text, not 5"),
        ({"system": None}, TypeError, "a system is named by plain text"),
        ({"system": ""}, ValueError, "system name '' must have"),
        ({"force": "yes"}, ValueError, """force="yes" must be 'never', 'when-needed'"""),
        ({"on_delete": 1}, ValueError, "on_delete=1 must be 'refuse-if-in-use'"),
        ({"adopt": "maybe"}, ValueError, "adopt="),
        ({"like": 5}, TypeError, "like must be a name or a resource, not 5"),
        ({"max_dept": 5}, TypeError, "there is no argument max_dept; did you mean max_queue_depth"),
    ],
)
def test_mistakes_of_type_are_told_where_they_are_made(
    keywords: dict[str, Any], error: type[Exception], text: str, run_program: Run
) -> None:
    def program() -> None:
        mq.LocalQueue("Q", **{"system": "QM1", **keywords})

    with pytest.raises(error) as caught:
        run_program(program)
    assert text in str(caught.value)
    assert "LocalQueue" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["", "  ", None, 5])
def test_a_resource_has_a_name(name: Any, run_program: Run) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        run_program(lambda: mq.LocalQueue(name, system="QM1"))
    assert str(caught.value).startswith("mq:LocalQueue: the first argument is ")
    assert str(caught.value).endswith('give that of the object, as in LocalQueue("ORDERS.IN", ...)')


@pytest.mark.parametrize(
    "keywords", [{}, {"library": "LIB"}, {"library": "OTHER"}, {"name": "LIB/NAME"}]
)
def test_a_library_is_an_argument_of_its_own(keywords: dict[str, str], run_program: Run) -> None:
    name = "a/b" if "name" in keywords else "LIB/NAME"  # a resource is called as one likes

    def program() -> None:
        ibmi.DataQueue(name, system="AS1", max_entry_length=5, **keywords)  # type: ignore[arg-type]

    text = 'name="LIB/NAME" has the library in it; give name="NAME" and library="LIB"'
    with pytest.raises(ValueError, match=re.escape(text)):
        run_program(program)


def wrong_kind() -> None:
    mq.AliasQueue("A", system="QM1", base_object_name=mq.Namelist("N", system="QM1"))  # type: ignore[arg-type]


def wrong_system() -> None:
    mq.AliasQueue("A", system="QM1", base_object_name=mq.LocalQueue("N", system="QM2"))


def no_reference() -> None:
    mq.AliasQueue("A", system="QM1", custom=mq.LocalQueue("N", system="QM1"))  # type: ignore[arg-type]


def wrong_like() -> None:
    mq.AliasQueue("A", system="QM1", like=mq.LocalQueue("N", system="QM1"))  # type: ignore[arg-type]


def names_as_text() -> None:
    mq.Namelist("A", system="QM1", names="ONE")


def numbers_as_names() -> None:
    mq.Namelist("A", system="QM1", names=[1])  # type: ignore[list-item]


def wrong_import() -> None:
    opts = pulumi.ResourceOptions(import_="QM1/mq:AliasQueue/B")
    mq.AliasQueue("A", system="QM1", opts=opts)


@pytest.mark.parametrize(
    ("program", "text"),
    [
        (wrong_kind, "base_object_name refers to mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue"),
        (wrong_system, "of QM2, but this is on QM1"),
        (no_reference, "custom takes a value, not a resource"),
        (wrong_like, "like must be a mq:AliasQueue of QM1"),
        (names_as_text, "names must be a list of text, not 'ONE'"),
        (numbers_as_names, "names must hold text, not 1"),
        (wrong_import, "must be 'QM1/mq:AliasQueue/A'"),
    ],
)
def test_references_that_cannot_be_meant_are_refused(
    program: Callable[[], None], text: str, run_program: Run
) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        run_program(program)
    assert text in str(caught.value)


def test_options_take_the_words_and_the_enumeration(run_program: Run) -> None:
    options: Any = {"force": Force.WHEN_NEEDED}
    ran = run_program(lambda: mq.LocalQueue("Q", system="QM1", **options))
    assert ran.inputs["Q"]["force"] == "when-needed"


def test_what_the_engine_cannot_do_for_dynamic_resources_is_handed_to_the_provider(
    run_program: Run,
) -> None:
    def program() -> None:
        mq.LocalQueue(
            "Q",
            system="QM1",
            opts=pulumi.ResourceOptions(
                replace_on_changes=["usage"],
                ignore_changes=["max_queue_depth"],
                import_="QM1/mq:LocalQueue/Q",
            ),
        )

    inputs = run_program(program).inputs["Q"]
    assert inputs["__ignore_changes"] == ["max_queue_depth"]
    assert inputs["__replace_on_changes"] == ["usage"]
    assert inputs["__import_id"] == "QM1/mq:LocalQueue/Q"


def test_what_transformations_say_is_handed_over_too(run_program: Run) -> None:
    def ignoring(name: str) -> Any:
        def transformation(args: Any) -> Any:
            more = pulumi.ResourceOptions(ignore_changes=[name], replace_on_changes=["usage"])
            opts = pulumi.ResourceOptions.merge(args.opts, more)
            return pulumi.ResourceTransformationResult(args.props, opts)

        return transformation

    class Orders(pulumi.ComponentResource):
        def __init__(self, name: str, opts: Any = None) -> None:
            super().__init__("shop:Orders", name, None, opts)
            mq.LocalQueue(f"{name}.IN", system="QM1", opts=pulumi.ResourceOptions(parent=self))

    def program() -> None:
        def own(*names: str) -> Any:
            return pulumi.ResourceOptions(transformations=[ignoring(name) for name in names])

        mq.LocalQueue("Q", system="QM1", opts=own("usage", "max_queue_depth"))
        mq.LocalQueue("ALL", system="QM1", opts=own("*"))
        Orders("O", own("usage"))
        pulumi.runtime.register_stack_transformation(ignoring("custom"))
        mq.LocalQueue("LATER", system="QM1")
        Orders("P")

    inputs = run_program(program).inputs
    ours = [name for name in inputs if name not in ("O", "P")]
    ignored = {name: inputs[name]["__ignore_changes"] for name in ours}
    assert ignored == {
        "Q": ["usage", "max_queue_depth"],
        "ALL": ["*"],
        "O.IN": ["usage"],
        "LATER": ["custom"],
        "P.IN": ["custom"],
    }
    assert inputs["P.IN"]["__replace_on_changes"] == ["usage"]


@pytest.mark.parametrize(
    ("opts", "text"),
    [
        ({}, "opts={} must be pulumi.ResourceOptions(...)"),
        (
            pulumi.ResourceOptions(ignore_changes="usage"),  # type: ignore[arg-type]
            'ignore_changes="usage" must be a list of names',
        ),
        (
            pulumi.ResourceOptions(ignore_changes=["max_depth"]),
            'ignore_changes="max_depth": there is no such attribute; did you mean max_queue_depth?',
        ),
        (
            pulumi.ResourceOptions(replace_on_changes=["MAXDEPTH"]),
            'replace_on_changes="MAXDEPTH": there is no such attribute; did you mean max_queue',
        ),
        (
            pulumi.ResourceOptions(ignore_changes=["xyzzy[0]"]),
            'ignore_changes="xyzzy": there is no such attribute; see queuewright schema',
        ),
        (
            pulumi.ResourceOptions(ignore_changes=["custom.x"]),
            'ignore_changes="custom.x" is a part of an attribute; name all of it, "custom"',
        ),
        (
            pulumi.ResourceOptions(replace_on_changes=["custom[0]"]),
            'replace_on_changes="custom[0]" is a part of an attribute; name all of it, "custom"',
        ),
        (
            pulumi.ResourceOptions(protect="yes"),  # type: ignore[arg-type]
            'opts: protect="yes" must be True or False',
        ),
        (
            pulumi.ResourceOptions(retain_on_delete=1),  # type: ignore[arg-type]
            "opts: retain_on_delete=1 must be True or False",
        ),
        (
            pulumi.ResourceOptions(delete_before_replace="no"),  # type: ignore[arg-type]
            'opts: delete_before_replace="no" must be True or False',
        ),
    ],
)
def test_resource_options_that_mean_nothing_are_refused(
    run_program: Run, opts: Any, text: str
) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        run_program(lambda: mq.LocalQueue("Q", system="QM1", opts=opts))
    assert text in str(caught.value)


def test_names_and_options_can_be_ignored_too(run_program: Run) -> None:
    ignored = ["users", "name", "system", "*", "on_delete"]
    opts = pulumi.ResourceOptions(ignore_changes=ignored)
    ran = run_program(lambda: ibmi.AuthorizationList("L", system="P1", opts=opts))
    assert ran.inputs["L"]["__ignore_changes"] == ignored


def test_specs_need_no_pulumi() -> None:
    import subprocess
    import sys

    code = (
        "import sys; import queuewright.kinds, queuewright.graph.references, queuewright.mq; "
        "from queuewright.mq import QueueManager; assert 'pulumi' not in sys.modules; "
        "assert 'LocalQueue' in dir(queuewright.mq)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'Queue'"):
        mq.Queue  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'Queue'"):
        ibmi.Queue  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("max_depth", "max_queue_depth"),
        ("maxdepth", "max_queue_depth"),
        ("MAXDEPTH", "max_queue_depth"),
        ("MaxQDepth", "max_queue_depth"),
        ("DEFPSIST", "default_persistence"),
        ("queue_desc", "queue_description"),
    ],
)
def test_an_argument_that_is_not_there_is_named_as_it_should_be(given: str, meant: str) -> None:
    with pytest.raises(TypeError, match=rf"mq:LocalQueue 'Q': .*{given}; did you mean {meant}\?"):
        mq.LocalQueue("Q", system="QM1", **{given: 5})  # type: ignore[arg-type]


def test_a_derived_class_is_of_the_type_it_derives_from(run_program: Any) -> None:
    class MyQueue(mq.LocalQueue):
        """With something of one's own."""

    class Deep(MyQueue):
        def __init__(self, name: str) -> None:
            super().__init__(name, system="QM1", max_queue_depth=7)

    def program() -> None:
        MyQueue("A", system="QM1")
        Deep("B")

    ran = run_program(program)
    token = "pulumi-python:dynamic/mq:LocalQueue"
    assert ran.types == {"A": token, "B": token}


def test_an_id_of_another_kind_cannot_be_read() -> None:
    with pytest.raises(ValueError, match=r"id \"QM1/mq:AliasQueue/A\" is not SYSTEM/mq:LocalQueue"):
        mq.LocalQueue.get("A", "QM1/mq:AliasQueue/A")


def test_only_the_name_stands_without_a_keyword() -> None:
    make: Any = mq.LocalQueue  # whatever a type checker says
    with pytest.raises(ValueError, match='the first argument is "", and must be a name'):
        make(system="QM1")
    with pytest.raises(TypeError, match='"B" stands without a keyword; write which argument it is'):
        make("A", "B", system="QM1")


def test_a_blank_library_is_not_the_current_one(run_program: Run) -> None:
    with pytest.raises(ValueError, match='library="" must be a name, or left out'):
        run_program(lambda: ibmi.MessageQueue("M", system="IBM1", library=""))
