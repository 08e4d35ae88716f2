"""Programs run in this process: what they declare, and how they fail."""

import asyncio
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pulumi
import pytest

import queuewright.host.sdk_patches as sdk_patches
from queuewright.catalogue.key import Key
from queuewright.engine.declared import Declared
from queuewright.host.failure import ProgramFailed
from queuewright.host.monitor import Monitor
from queuewright.host.project import ConfigurationError, load_project, load_stack
from queuewright.host.run import ProgramRun, run

ROOT = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
QUEUE = "pulumi-python:dynamic/mq:LocalQueue"
HEAD = """
import pulumi
from pulumi import ResourceOptions as Opts, Alias
from queuewright import ibmi, mq

def local(name, opts=None, **more):
    return mq.LocalQueue(name, system="QM1", opts=opts, **more)

class Other(pulumi.CustomResource):
    found: pulumi.Output[str]
    def __init__(self, name, opts=None, **given):
        super().__init__("cloud:index:Thing", name, {"found": None, **given}, opts)

class Group(pulumi.ComponentResource):
    def __init__(self, name, opts=None):
        super().__init__("my:mod:Group", name, {}, opts)
"""

Runner = Callable[..., ProgramRun]


def echo(declared: Declared) -> Mapping[str, Any]:
    """As if every object were there, with one attribute that the program left out."""
    return {"max_queue_depth": 5000, **declared.inputs}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs a program text; `config` is the text of Pulumi.dev.yaml. The stack's own resource,
    always the first, is left out of what is declared."""
    monkeypatch.delenv("PULUMI_STACK", raising=False)

    def go(text: str, *, config: str = "", head: str = HEAD, **options: Any) -> ProgramRun:
        ran = text_of(text, config, head, options)
        stack = ran.declared[0]
        assert (stack.urn, stack.custom, stack.parent, stack.index) == (ROOT, False, "", 0)
        return replace(ran, declared=ran.declared[1:])

    def text_of(text: str, config: str, head: str, options: dict[str, Any]) -> ProgramRun:
        settings = options.pop("project", "")
        (tmp_path / "Pulumi.yaml").write_text(f"name: shop\nruntime: python\nmain: src\n{settings}")
        (tmp_path / "Pulumi.dev.yaml").write_text(config)
        (tmp_path / "src").mkdir(exist_ok=True)
        (tmp_path / "src" / "__main__.py").write_text(head + textwrap.dedent(text))
        project = load_project(tmp_path)
        return run(project, load_stack(project), **{"answer": echo, **options})

    return go


def by_name(ran: ProgramRun) -> dict[str, Declared]:
    return {resource.name: resource for resource in ran.declared}


def test_what_is_declared_in_the_order_of_the_program(program: Runner) -> None:
    ran = program("""
        mq.AliasQueue("OUT", system="QM1", base_object_name="IN")
        local("IN", max_queue_depth=7)
        ibmi.MessageQueue("MSGS", system="PROD01", library="ORDERS")
    """)
    assert [resource.name for resource in ran.declared] == ["OUT", "IN", "MSGS"]
    out, queue, messages = ran.declared
    assert queue.urn == f"urn:pulumi:dev::shop::{QUEUE}::IN"
    assert (queue.type, queue.custom, queue.parent) == (QUEUE, True, ROOT)
    assert queue.inputs == {"system": "QM1", "name": "IN", "max_queue_depth": 7}
    assert type(queue.inputs["max_queue_depth"]) is int
    assert out.dependencies == (queue.urn,)
    assert messages.inputs["library"] == "ORDERS"
    assert "__provider" not in messages.inputs


def test_outputs_come_from_the_answer(program: Runner) -> None:
    ran = program("""
        queue = local("IN")
        pulumi.export("depth", queue.max_queue_depth)
        pulumi.export("twice", queue.max_queue_depth.apply(lambda n: n * 2))
        pulumi.export("id", queue.id)
        pulumi.export("missing", queue.usage)
        pulumi.export("nested", {"a": [queue.name]})
    """)
    assert ran.outputs == {
        "depth": 5000,
        "twice": 10000,
        "id": "QM1/mq:LocalQueue/IN",
        "nested": {"a": ["IN"]},
    }
    assert ran.unknown_outputs == {"missing"}


def test_an_unknown_answer_stays_unknown(program: Runner) -> None:
    text = """
        queue = local("IN")
        seen = []
        queue.max_queue_depth.apply(seen.append)
        local("COPY", max_queue_depth=queue.max_queue_depth)
        pulumi.export("depth", queue.max_queue_depth)
    """
    for preview in (True, False):
        ran = program(text, answer=lambda _: None, preview=preview)
        assert ran.unknown_outputs == {"depth"}
        assert by_name(ran)["COPY"].unknown_inputs == {"max_queue_depth"}
        assert "max_queue_depth" not in by_name(ran)["COPY"].inputs


def test_dependencies_of_outputs_and_options(program: Runner) -> None:
    ran = by_name(
        program("""
        first = local("FIRST")
        local("SECOND", queue_description=first.name.apply(str.lower))
        local("THIRD", opts=Opts(depends_on=[first]))
    """)
    )
    first = ran["FIRST"].urn
    assert ran["SECOND"].dependencies == (first,)
    assert ran["SECOND"].property_dependencies == {"queue_description": (first,)}
    assert ran["SECOND"].inputs["queue_description"] == "first"
    assert ran["THIRD"].dependencies == (first,)
    assert ran["THIRD"].property_dependencies == {}


def test_every_option_arrives(program: Runner) -> None:
    ran = by_name(
        program("""
        plain = local("PLAIN")
        local("FULL", opts=Opts(
            protect=True, retain_on_delete=True, ignore_changes=["max_queue_depth"],
            replace_on_changes=["usage"], delete_before_replace=True,
            import_="QM1/mq:LocalQueue/FULL",
            additional_secret_outputs=["custom"], aliases=[Alias(name="OLD")]))
        local("NOT", opts=Opts(delete_before_replace=False))
    """)
    )
    full, plain = ran["FULL"], ran["PLAIN"]
    assert (full.protect, full.retain_on_delete, full.delete_before_replace) == (True, True, True)
    assert full.ignore_changes == ("max_queue_depth",)
    assert full.replace_on_changes == ("usage",)
    assert full.import_id == "QM1/mq:LocalQueue/FULL"
    assert full.additional_secret_outputs == ("custom",)
    assert full.aliases == (f"urn:pulumi:dev::shop::{QUEUE}::OLD",)
    plain_options = plain.protect, plain.retain_on_delete, plain.delete_before_replace
    assert plain_options == (False, False, None)
    assert plain.aliases == ()
    assert ran["NOT"].delete_before_replace is False


def test_components_and_what_children_have_from_them(program: Runner) -> None:
    ran = by_name(
        program("""
        group = Group("new", Opts(protect=True, retain_on_delete=True, aliases=[Alias(name="old")]))
        local("new-queue", opts=Opts(parent=group))
    """)
    )
    group, queue = ran["new"], ran["new-queue"]
    assert (group.custom, group.type) == (False, "my:mod:Group")
    assert queue.parent == group.urn
    assert queue.urn == f"urn:pulumi:dev::shop::my:mod:Group${QUEUE}::new-queue"
    assert (queue.protect, queue.retain_on_delete) == (True, True)
    assert queue.aliases == (f"urn:pulumi:dev::shop::my:mod:Group${QUEUE}::old-queue",)


def test_depending_on_a_component_is_depending_on_its_children(program: Runner) -> None:
    ran = by_name(
        program("""
        group = Group("g")
        local("CHILD", opts=Opts(parent=group))
        local("AFTER", opts=Opts(depends_on=[group]))
    """)
    )
    assert ran["CHILD"].urn in ran["AFTER"].dependencies


def test_secrets_are_known_and_never_logged(program: Runner) -> None:
    ran = program(
        """
        token = pulumi.Config().require_secret("token")
        queue = local("IN", custom=token)
        pulumi.log.warn("the token is tok-en-1")
        pulumi.export("token", queue.custom)
    """,
        config="config: {shop:token: tok-en-1}",
    )
    [queue] = ran.declared
    assert queue.secret_inputs == {"custom"}
    assert ran.secret_outputs == {"token"}
    assert [(resource.severity, resource.text) for resource in ran.messages] == [
        ("warning", "the token is [secret]")
    ]


def test_messages_keep_their_resource(program: Runner) -> None:
    ran = program("""
        queue = local("IN")
        pulumi.log.info("one", queue)
        pulumi.log.error("two")
    """)
    assert {(resource.severity, resource.text, resource.urn) for resource in ran.messages} == {
        ("info", "one", ran.declared[0].urn),
        ("error", "two", ""),
    }


def test_configuration(program: Runner) -> None:
    ran = program(
        """
        config = pulumi.Config()
        pulumi.export("n", config.require_int("n"))
        pulumi.export("flag", config.get_bool("flag"))
        pulumi.export("object", config.require_object("object"))
        pulumi.export("none", config.get("none") or "-")
        pulumi.export("names", [pulumi.get_project(), pulumi.get_stack()])
        pulumi.export("preview", pulumi.runtime.is_dry_run())
    """,
        config="config: {shop:n: 5, shop:flag: true, shop:object: {a: [1]}}",
        preview=False,
    )
    assert ran.outputs == {
        "n": 5,
        "flag": True,
        "object": {"a": [1]},
        "none": "-",
        "names": ["shop", "dev"],
        "preview": False,
    }


def test_an_encrypted_value_is_an_error_only_when_it_is_asked_for(
    program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = "config: {shop:token: {secure: v1:abc}}"
    program('local("IN")', config=config)
    with pytest.raises(ProgramFailed) as raised:
        program('pulumi.Config().require("token")', config=config)
    assert "shop:token is encrypted" in str(raised.value)
    assert "PULUMI_CONFIG_SHOP_TOKEN" in str(raised.value)
    assert raised.value.report == ""
    monkeypatch.setenv("PULUMI_CONFIG_SHOP_TOKEN", "from-outside")
    ran = program(
        """
        pulumi.log.info(pulumi.Config().require("token"))
        pulumi.export("token", pulumi.Config().require_secret("token"))
    """,
        config=config,
    )
    assert ran.messages[0].text == "[secret]"
    assert ran.secret_outputs == {"token"}


def test_old_and_new_transforms(program: Runner) -> None:
    ran = by_name(
        program("""
        def old(args):
            return pulumi.ResourceTransformationResult(
                {**args.props, "max_queue_depth": 1}, args.opts)

        def stack(args):
            if args.custom:
                args.props["queue_description"] = "seen " + args.props["name"]
                args.opts.protect = True
            return pulumi.ResourceTransformResult(args.props, args.opts)

        async def own(args):
            args.props["trigger_data"] = "own"
            args.opts.ignore_changes = ["usage"]
            return pulumi.ResourceTransformResult(args.props, args.opts)

        before = local("BEFORE")
        pulumi.runtime.register_resource_transform(stack)
        local("AFTER", opts=Opts(depends_on=[before]))
        local("OLD", opts=Opts(transformations=[old]))
        group = Group("g", Opts(transforms=[own]))
        local("OWN", opts=Opts(parent=group, aliases=[Alias(name="X")]))
    """)
    )
    assert ran["BEFORE"].inputs.get("queue_description") is None
    assert ran["AFTER"].inputs["queue_description"] == "seen AFTER"
    assert ran["AFTER"].protect
    assert ran["AFTER"].dependencies == (ran["BEFORE"].urn,)
    assert ran["OLD"].inputs["max_queue_depth"] == 1
    assert ran["OWN"].inputs["trigger_data"] == "own"
    assert ran["OWN"].ignore_changes == ("usage",)
    assert ran["OWN"].aliases == (f"urn:pulumi:dev::shop::my:mod:Group${QUEUE}::X",)
    assert not ran["g"].ignore_changes or ran["g"].ignore_changes == ("usage",)


def test_what_is_of_other_providers_is_passed_through(program: Runner) -> None:
    text = """
        thing = Other("thing", given="known")
        pulumi.export("given", thing.given)
        pulumi.export("found", thing.found)
        pulumi.export("id", thing.id)
        local("IN", queue_description=thing.found)
    """
    for preview in (True, False):
        ran = program(text, preview=preview)
        cloud, queue = ran.declared
        assert (cloud.type, cloud.custom) == ("cloud:index:Thing", True)
        assert ran.outputs == {"given": "known"}
        assert ran.unknown_outputs == {"found", "id"}
        assert queue.unknown_inputs == {"queue_description"}


def test_provider_resources_are_passed_through(program: Runner) -> None:
    ran = by_name(
        program("""
        provider = pulumi.ProviderResource("cloud", "north", {"region": "north"})
        Other("thing", Opts(provider=provider))
    """)
    )
    assert ran["north"].type == "pulumi:providers:cloud"
    assert ran["thing"].provider.startswith(ran["north"].urn + "::")


def test_reading_what_exists(program: Runner) -> None:
    ran = program(
        """
        class Existing(pulumi.CustomResource):
            max_queue_depth: pulumi.Output[int]
            def __init__(self, name, id):
                super().__init__("pulumi-python:dynamic/mq:LocalQueue", name,
                                 {"max_queue_depth": None}, Opts(id=id))
        pulumi.export("depth", Existing("there", "QM1/mq:LocalQueue/OTHER").max_queue_depth)
    """
    )
    assert ran.declared == ()
    assert ran.only_read == {Key("QM1", "mq:LocalQueue", "OTHER")}
    assert ran.outputs == {"depth": 5000}


def test_other_stacks(program: Runner) -> None:
    text = """
        other = pulumi.StackReference("organization/net/dev")
        pulumi.export("a", other.get_output("address"))
    """
    ran = program(text, stack_outputs={"organization/net/dev": {"address": "x"}}.get)
    assert ran.outputs == {"a": "x"}
    with pytest.raises(ProgramFailed, match=r"organization/net/dev.*another project has its state"):
        program(text)
    with pytest.raises(ProgramFailed, match=r"prod.*has no state here"):
        program('pulumi.StackReference("organization/shop/prod")')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('pulumi.runtime.invoke("cloud:index:get", {})', "the program calls cloud:index:get"),
        ('pulumi.runtime.call("cloud:index:do", {})', "the program calls the method cloud:index"),
        ('local("A"); Group("A"); Group("A")', "two resources have the URN"),
        ('pulumi.Config().require("depth")', "shop:depth"),
        ("raise pulumi.RunError('enough\\nof it')", "enough of it"),
        ('local("A"); mq.LocalQueue("B", system="QM1", name="A")', "both declare it"),
        ('local("A", stream_queue="B"); local("B", stream_queue="A")', "a cycle"),
    ],
)
def test_what_a_person_can_put_right_is_one_line(program: Runner, text: str, says: str) -> None:
    with pytest.raises(ProgramFailed) as raised:
        program(text)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.report == ""


@pytest.mark.parametrize(
    "text",
    [
        'local("A", backout_requeue_name="B"); local("B", backout_requeue_name="A")',
        'local("B", backout_requeue_name="A"); local("A", backout_requeue_name="B")',
        'b = local("B", backout_requeue_name="A"); local("A", backout_requeue_name=b)',
        'a = local("A", backout_requeue_name="B"); local("B", backout_requeue_name=a)',
    ],
)
def test_queues_may_name_each_other(program: Runner, text: str) -> None:
    ran = by_name(program(text))
    assert ran["A"].dependencies == ()
    assert ran["B"].dependencies == (ran["A"].urn,)
    assert {resource.inputs["backout_requeue_name"] for resource in ran.values()} == {"A", "B"}


def test_a_cycle_with_what_a_component_waits_for(program: Runner) -> None:
    ran = by_name(
        program("""
        a = mq.AliasQueue("A", system="QM1", base_object_name="B")
        local("B", opts=Opts(parent=Group("g", Opts(depends_on=[a]))))
    """)
    )
    assert ran["A"].dependencies == ()
    assert ran["g"].dependencies == (ran["A"].urn,)


def test_an_exception_is_shown_as_python_shows_it(program: Runner, tmp_path: Path) -> None:
    with pytest.raises(ProgramFailed) as raised:
        program("""
            def wrong():
                return {}["key"]

            wrong()
        """)
    line = HEAD.count("\n") + 3
    assert str(raised.value) == f"src/__main__.py:{line}: KeyError: 'key'"
    report = raised.value.report.splitlines()
    assert report[0] == "Traceback (most recent call last):"
    assert report[-1] == "KeyError: 'key'"
    files = {resource.split('"')[1] for resource in report if resource.strip().startswith("File ")}
    assert files == {str(tmp_path / "src" / "__main__.py")}


def test_an_exception_in_an_apply(program: Runner, tmp_path: Path) -> None:
    with pytest.raises(ProgramFailed, match="ZeroDivisionError") as raised:
        program("""
            local("A").max_queue_depth.apply(lambda depth: depth / 0)
        """)
    files = {
        resource.split('"')[1]
        for resource in raised.value.report.splitlines()
        if resource.strip().startswith("File ")
    }
    assert files == {str(tmp_path / "src" / "__main__.py")}


def test_a_syntax_error_names_its_line(program: Runner) -> None:
    with pytest.raises(ProgramFailed, match=r"src/__main__.py:3: SyntaxError") as raised:
        program("x = (", head="import pulumi\n\n")
    assert "^" in raised.value.report


def test_a_missing_module_says_where_to_install_it(program: Runner) -> None:
    with pytest.raises(ProgramFailed, match=r"No module named 'nowhere'.*install it there"):
        program("import nowhere")


def test_a_secret_is_not_in_an_exceptions_text(program: Runner) -> None:
    with pytest.raises(ProgramFailed) as raised:
        program(
            """
            def show(token):
                raise ValueError(token)
            queue = local("A", custom=pulumi.Config().require_secret("token"))
            queue.custom.apply(show)
        """,
            config="config: {shop:token: tok-en-1}",
        )
    assert "tok-en-1" not in str(raised.value) + raised.value.report
    assert "[secret]" in raised.value.report


def test_ending_with_sys_exit(program: Runner) -> None:
    assert [
        resource.name for resource in program('local("A")\nimport sys; sys.exit(0)').declared
    ] == ["A"]
    with pytest.raises(ProgramFailed, match=r"ended itself with sys.exit\(3\)"):
        program("import sys; sys.exit(3)")


def test_waiting_for_ever_is_found_out(program: Runner) -> None:
    with pytest.raises(ProgramFailed, match=r"waits forever.*LATER"):
        program("""
            import asyncio
            never = pulumi.Output.from_input(asyncio.get_event_loop().create_future())
            local("LATER", queue_description=never)
        """)


def test_what_a_thread_does_is_waited_for(program: Runner) -> None:
    ran = program("""
        import asyncio, time
        async def later():
            await asyncio.to_thread(time.sleep, 0.05)
            return await asyncio.get_running_loop().run_in_executor(None, lambda: "done")
        local("A", queue_description=pulumi.Output.from_input(later()))
    """)
    assert ran.declared[0].inputs["queue_description"] == "done"


def test_a_program_that_does_not_end_is_stopped(program: Runner) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("only the main thread has alarms")
    with pytest.raises(ProgramFailed, match=r"src/__main__.py:\d+: .*not ended after 0.2 seconds"):
        program(
            """
            while True:
                try:
                    sum(range(1000))
                except Exception:
                    pass
        """,
            timeout=0.2,
        )


def test_async_programs(program: Runner) -> None:
    if not hasattr(pulumi, "run"):
        pytest.skip("this SDK has no pulumi.run")
    ran = program("""
        async def main():
            queue = local("A")
            return {"depth": await queue.max_queue_depth.future()}
        pulumi.run(main)
    """)
    assert ran.outputs == {"depth": 5000}


def test_one_run_leaves_nothing_for_the_next(program: Runner, tmp_path: Path) -> None:
    before = (Path.cwd(), list(sys.path), list(sys.argv), sys.dont_write_bytecode, sys.stdout)
    monitor = pulumi.runtime.settings.get_monitor()
    (tmp_path / "src").mkdir()
    for name in ("ONE", "TWO"):
        (tmp_path / "src" / "names.py").write_text(f'NAME = "{name}"\n')
        ran = program("""
            import os, sys, names
            local(names.NAME)
            pulumi.export("here", [os.getcwd(), sys.argv[0], __name__])
        """)
        assert [resource.name for resource in ran.declared] == [name]
        source = str(tmp_path / "src")
        assert ran.outputs == {"here": [source, source, "__main__"]}
        assert "names" not in sys.modules
    with pytest.raises(ProgramFailed):
        program("raise ValueError")
    assert before == (
        Path.cwd(),
        list(sys.path),
        list(sys.argv),
        sys.dont_write_bytecode,
        sys.stdout,
    )
    assert not list((tmp_path / "src").glob("__pycache__"))
    assert pulumi.runtime.settings.get_monitor() is monitor


def test_what_a_program_prints_is_not_standard_output(
    program: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    program('print("hello")')
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "hello\n")


def test_the_quick_way_declares_what_the_sdk_declares(
    program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
        first = local("FIRST", custom=pulumi.Output.secret("hush"), max_queue_depth=3)
        group = Group("g", Opts(depends_on=[first]))
        local("SECOND", opts=Opts(parent=group), queue_description=first.usage.apply(str),
              custom=first.custom, trigger_depth=first.max_queue_depth)
        other = Other("other", text=first.id)
        pulumi.export("all", [first.max_queue_depth, first.custom, other.text, first.trigger_data])
    """
    quick = program(text)
    assert sdk_patches._KNOWN_SHAPE, "the installed SDK works differently inside"
    monkeypatch.setattr(sdk_patches, "_KNOWN_SHAPE", False)
    slow = program(text)

    def without_places(ran: ProgramRun) -> ProgramRun:
        return replace(ran, declared=tuple(replace(d, place="") for d in ran.declared))

    assert without_places(slow) == without_places(quick)
    places = [d.place.partition(":") for d in quick.declared if d.kind is not None]
    assert {file for file, _, _ in places} == {"__main__.py"}
    assert "custom" in quick.declared[2].secret_inputs


def test_existing_objects_have_to_be_named_by_id(program: Runner) -> None:
    text = """
        class Existing(pulumi.CustomResource):
            def __init__(self, id):
                super().__init__("pulumi-python:dynamic/mq:LocalQueue", "there", {}, Opts(id=id))
        Existing({id!r})
    """
    for mistake in ("OTHER", "QM1/mq:AliasQueue/OTHER", "QM1/mq:LocalQueue/"):
        with pytest.raises(ProgramFailed, match="write it as SYSTEM/mq:LocalQueue/NAME"):
            program(text.replace("{id!r}", repr(mistake)))


def test_reading_what_other_providers_have(program: Runner) -> None:
    ran = program("""
        class Thing(pulumi.CustomResource):
            found: pulumi.Output[str]
            def __init__(self, name):
                super().__init__("cloud:index:Thing", name, {"found": None}, Opts(id="its-id"))
        thing = Thing("there")
        pulumi.export("id", thing.id)
        pulumi.export("found", thing.found)
    """)
    assert ran.declared == ()
    assert ran.outputs == {"id": "its-id"}
    assert ran.unknown_outputs == {"found"}


def test_transforms_of_invokes_are_accepted(program: Runner) -> None:
    ran = program("""
        pulumi.runtime.register_invoke_transform(lambda args: None)
        pulumi.require_pulumi_version(">=3.0.0")
        local("A")
    """)
    assert [resource.name for resource in ran.declared] == ["A"]


def test_an_sdk_that_asks_for_features_one_by_one(
    program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unimplemented(grpc.RpcError):
        def code(self) -> grpc.StatusCode:
            return grpc.StatusCode.UNIMPLEMENTED

    def refuse(self: Monitor, request: Any) -> Any:
        raise Unimplemented

    monkeypatch.setattr(Monitor, "GetDeploymentInfo", refuse)
    ran = program("""
        token = pulumi.Output.secret("hush")
        local("A", custom=token, opts=Opts(aliases=[Alias(name="B")]))
    """)
    [queue] = ran.declared
    assert queue.secret_inputs == {"custom"}
    assert queue.aliases == (f"urn:pulumi:dev::shop::{QUEUE}::B",)


def test_what_is_not_declared_cannot_be_asked_for(program: Runner) -> None:
    with pytest.raises(ProgramFailed, match="is not declared; use the URN of one that is"):
        program('pulumi.runtime.invoke("pulumi:pulumi:getResource", {"urn": "urn:x"})')


def test_a_thread_of_its_own_may_run_a_program(program: Runner) -> None:
    ran: list[ProgramRun] = []
    thread = threading.Thread(target=lambda: ran.append(program('local("A")', timeout=5)))
    thread.start()
    thread.join()
    assert [resource.name for resource in ran[0].declared] == ["A"]


def test_ending_the_process_is_no_success(tmp_path: Path) -> None:
    """In a process of its own, for it ends."""
    write = {"Pulumi.yaml": "name: shop\nruntime: python\n", "Pulumi.dev.yaml": ""}
    write["__main__.py"] = (
        "import os\nif os.fork() == 0:\n    os._exit(0)\nos.wait()\nos._exit(0)\n"
    )
    for name, text in write.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "queuewright.cli.main", "preview"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "error: the program ended itself with os._exit(0)\n"


def test_nothing_that_a_program_says_has_a_secret_in_it(
    program: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed, logged or warned of, whole or inside an object, used as an input or not."""
    ran = program(
        """
        import json, logging, sys
        config = pulumi.Config()
        account = json.loads(config.require("account"))
        pulumi.Output.secret({"never": ["used-anywhere"]})
        print("1", config.require("password"), end=" ")
        print("2", account["user"], account["pin"])
        log = logging.getLogger("shop")
        log.propagate = False
        log.addHandler(logging.StreamHandler())
        log.warning("3 %s", config.require("password"))
        print("4", account["user"], file=sys.stderr)
        sys.stderr.write("5 used-")
        sys.stderr.write("anywhere")
        pulumi.log.warn("6 used-anywhere")
        """,
        config="config: {'shop:account': {user: robert, pin: 998877}, 'shop:password': hunter2}",
        project="config:\n  account: {type: object, secret: true}\n"
        "  password: {type: string, secret: true}\n",
    )
    reported = capsys.readouterr().err + str(ran.messages)
    assert "1 [secret] 2 [secret] [secret]\n" in reported
    assert all(f"{number} [secret]" in reported for number in (3, 4, 5, 6))
    for secret in ("hunter2", "998877", "robert", "used-anywhere"):
        assert secret not in reported


def test_a_secret_of_the_wrong_type_is_not_shown(program: Runner) -> None:
    given = "config: {'shop:pin': hunter2}"
    with pytest.raises(ConfigurationError) as raised:
        program("", config=given, project="config:\n  pin: {type: integer, secret: true}\n")
    assert "[secret]; Pulumi.yaml declares it as integer" in str(raised.value)
    text = "pulumi.Config().require_int('pin')"
    with pytest.raises(ProgramFailed) as failed:
        program(text, config=given, project="config:\n  pin: {type: string, secret: true}\n")
    assert "hunter2" not in str(failed.value) + failed.value.report


def test_a_secret_name_is_refused(program: Runner) -> None:
    with pytest.raises(ProgramFailed) as raised:
        program("mq.LocalQueue('A', system='QM1', name=pulumi.Output.secret('HIDDEN'))")
    assert "mq:LocalQueue 'A': name is secret" in str(raised.value)
    assert "HIDDEN" not in str(raised.value) + raised.value.report
    ran = program("mq.LocalQueue('A', system='QM1', name=pulumi.Output.from_input('SHOWN'))")
    assert [declared.inputs["name"] for declared in ran.declared] == ["SHOWN"]


def test_options_that_only_an_engine_acts_on_are_as_the_state_has_them(program: Runner) -> None:
    ran = program("""
        hook = pulumi.ResourceHook("look", lambda args: None)
        base = local("BASE")
        local("A", opts=Opts(
            hooks=pulumi.ResourceHookBinding(before_delete=[hook]),
            custom_timeouts=pulumi.CustomTimeouts(create="1h30m", delete="1.5s"),
            deleted_with=base, replace_with=[base], replacement_trigger={"version": 2},
            hide_diffs=["max_queue_depth"],
        ))
        local("B", opts=Opts(replacement_trigger=pulumi.Output.secret("hush")))

        class Part(pulumi.ComponentResource):
            def __init__(self, name):
                super().__init__("my:mod:Part", name, {})
                self.register_outputs({"shown": 1, "kept": pulumi.Output.secret(2)})

        Part("part")
    """)
    base = f"urn:pulumi:dev::shop::{QUEUE}::BASE"
    declared = by_name(ran)
    assert declared["A"].engine_fields == {
        "resourceHooks": {"BeforeDelete": ["look"]},
        "customTimeouts": {"create": 5400.0, "delete": 1.5},
        "deletedWith": base,
        "hideDiff": ["max_queue_depth"],
        "replaceWith": [base],
        "replacementTrigger": {"version": 2},
    }
    assert declared["B"].engine_fields == {}
    assert declared["BASE"].engine_fields == {}
    assert declared["part"].outputs == {"shown": 1}


def test_a_chain_is_waited_for_once(program: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not everything that is left, again and again, whenever one of its members is made."""
    looked_at = 0
    wait = asyncio.wait

    async def counted(tasks: Any, **how: Any) -> Any:
        nonlocal looked_at
        looked_at += len(tasks)
        return await wait(tasks, **how)

    monkeypatch.setattr(asyncio, "wait", counted)
    declared = program(
        """
for n in range(200):
    mq.AliasQueue(f"A{n}", system="QM1", base_object_name=f"A{n - 1}")
"""
    ).declared
    assert len(declared) == 200
    assert looked_at < 200 * 20


@pytest.mark.parametrize(
    ("source", "settled"),
    [
        ('pulumi.export("name", local("IN").name)', True),
        ('pulumi.export("id", local("IN").id)', True),
        ('pulumi.export("depth", local("IN", max_queue_depth=5).max_queue_depth)', True),
        # What the object has besides, and whether this is a preview, may be another thing later.
        ('pulumi.export("depth", local("IN").max_queue_depth)', False),
        ('local("IN") if pulumi.runtime.is_dry_run() else None', False),
        ("from pulumi.runtime.settings import is_dry_run; is_dry_run()", False),
        ("bool(pulumi.runtime.settings.SETTINGS.dry_run)", False),
        ('local("IN", opts=pulumi.ResourceOptions(ignore_changes=["max_queue_depth"]))', False),
        ('mq.LocalQueue.get("IN", "QM1/mq:LocalQueue/IN")', False),
    ],
)
def test_whether_an_update_could_change_what_a_program_sees(
    program: Runner, source: str, settled: bool
) -> None:
    assert program(source).settled is settled


def test_a_fleets_value_takes_the_place_of_an_encrypted_one(tmp_path: Path) -> None:
    """`config:` of an environment is what its stack has instead."""
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text("config: {shop:token: {secure: v1:abc}}")
    (tmp_path / "__main__.py").write_text(
        "import pulumi\npulumi.export('token', pulumi.Config().require_secret('token'))\n"
    )
    project = load_project(tmp_path)
    stack = replace(load_stack(project), values={"shop:token": "given"})
    ran = run(project, stack, answer=echo)
    assert ran.outputs == {"token": "given"}
    assert ran.secret_outputs == {"token"}
