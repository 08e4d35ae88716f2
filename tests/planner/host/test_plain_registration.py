"""A resource that is registered without messages is as the SDK registers it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import queuewright.host.sdk_patches as sdk_patches
from queuewright.engine.declared import Declared
from queuewright.host.failure import ProgramFailed
from queuewright.host.monitor import Monitor
from queuewright.host.project import load_project, load_stack
from queuewright.host.run import ProgramRun, run

HEAD = """
import pulumi
from pulumi import ResourceOptions as Opts
from queuewright import ibmi, mq

def local(name, opts=None, **more):
    return mq.LocalQueue(name, system="QM1", opts=opts, **more)

"""
PROGRAMS = {
    "values": """
local("A")
local("B", max_queue_depth=5, queue_description="Gr\\u00fc\\u00dfe \\U0001f600")
mq.Namelist("N", system="QM1", names=["A", "B"])
mq.Namelist("EMPTY", system="QM1", names=[])
rights = {"app": ["output"], "dev": ["input"]}
mq.Authorities("all", system="QM1", groups=rights, profiles=["A", "B"])
ibmi.AuthorizationList("L", system="PROD", users={"ANN": ["use"]})
ibmi.DataQueue("D", system="PROD", library="LIB", max_entry_length=80, authority="L")
local("LONG", max_message_length=104_857_600, like="A", adopt="any")
""",
    "what comes from others": """
a = local("A", max_queue_depth=7, queue_description="one")
b = mq.AliasQueue("B", system="QM1", base_object_name=a)
c = local("C", max_queue_depth=a.max_queue_depth)
local("D", queue_description=pulumi.Output.concat(a.queue_description, "!"))
pulumi.export("depth", a.max_queue_depth)
pulumi.export("urn", a.urn)
pulumi.export("id", a.id)
pulumi.export("name", a.name)
pulumi.export("left out", a.usage)
pulumi.export("is it", a.max_queue_depth.apply(lambda depth: type(depth).__name__))
names = mq.Namelist("N", system="QM1", names=["A", "B"])
pulumi.export("names", names.names)
""",
    "options": """
a = local("A", opts=Opts(protect=True))
local("B", opts=Opts(retain_on_delete=True, depends_on=[a]))
local("C", opts=Opts(depends_on=a, delete_before_replace=False))
local("D", opts=Opts(delete_before_replace=True))
local("E", opts=Opts(ignore_changes=["max_queue_depth"]), max_queue_depth=6)
local("F", opts=Opts(replace_on_changes=["*"]))
local("G", opts=Opts(aliases=[pulumi.Alias(name="OLD")]))
local("H", opts=Opts(import_="QM1/mq:LocalQueue/H"))
local("I", opts=Opts(parent=a))
local("J", opts=Opts(additional_secret_outputs=["queue_description"]), queue_description="s")
local("K", opts=Opts(version="1.2.3", custom_timeouts=pulumi.CustomTimeouts(create="5m")))
""",
    "parents": """
class Group(pulumi.ComponentResource):
    def __init__(self, name, opts=None):
        super().__init__("my:mod:Group", name, {}, opts)

    def own(self, name, **more):
        return local(name, opts=Opts(parent=self, **more))

plain = Group("plain")
plain.own("A")
plain.own("A2", protect=False, retain_on_delete=False)
kept = Group("kept", Opts(protect=True, retain_on_delete=True))
kept.own("B")
kept.own("B2", protect=False)
inner = Group("inner", Opts(parent=kept))
inner.own("C", depends_on=[plain])
former = Group("former", Opts(aliases=[pulumi.Alias(name="before")]))
former.own("former-D")
mq.Authorities("all", system="QM1", groups={"app": ["output"]}, profiles=["A"],
               opts=Opts(parent=former))

def wide(args):
    args.props["max_queue_depth"] = 9
    return pulumi.ResourceTransformResult(args.props, args.opts)

there = mq.LocalQueue.get("there", "QM1/mq:LocalQueue/THERE")
local("F", opts=Opts(parent=there))
wider = Group("wider", Opts(transforms=[wide]))
pulumi.export("depth", wider.own("E").urn)
""",
    "secrets": """
a = local("A", queue_description=pulumi.Output.secret("hush"))
local("B", queue_description=a.queue_description)
pulumi.export("text", a.queue_description)
""",
    "transforms": """
def wide(args):
    if args.name != "A":
        args.props["max_queue_depth"] = 9
    return pulumi.ResourceTransformResult(args.props, args.opts)

pulumi.runtime.register_resource_transform(wide)
a = local("A", queue_description="x")
b = local("B", max_queue_depth=4)
pulumi.export("depth", b.max_queue_depth)
pulumi.export("text", a.queue_description)
local("C", queue_description=b.max_queue_depth.apply(str))
""",
    "old transformations": """
def old(args):
    return pulumi.ResourceTransformationResult({**args.props, "max_queue_depth": 3}, args.opts)

local("A", opts=Opts(transformations=[old]))
""",
    "the same twice": """
local("A", queue_description="one")
local("A", queue_description="two")
""",
    "a failure among what it waits for": """
async def failing():
    raise RuntimeError("not today")

local("A", queue_description=pulumi.Output.from_input(failing()))
local("B")
""",
}

Runner = Callable[..., ProgramRun | str]


def _echo(declared: Declared) -> Mapping[str, Any]:
    return {"usage": "normal", "max_queue_depth": 5000, **declared.inputs}


@pytest.fixture
def outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs a program with or without messages: its declarations, or the text of its failure."""
    monkeypatch.delenv("PULUMI_STACK", raising=False)
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text("")
    plainly, register = sdk_patches.registering_plainly, Monitor.register_plain
    plain: list[str] = []

    def noting(monitor: Monitor, type_: str, name: str, *args: Any) -> Declared:
        plain.append(name)
        return register(monitor, type_, name, *args)

    monkeypatch.setattr(Monitor, "register_plain", noting)

    def go(program: str, *, by_messages: bool, preview: bool) -> ProgramRun | str:
        (tmp_path / "__main__.py").write_text(HEAD + program)
        instead = (lambda register, *_, **__: register) if by_messages else plainly
        monkeypatch.setattr(sdk_patches, "registering_plainly", instead)
        project = load_project(tmp_path)
        try:
            return run(project, load_stack(project), answer=_echo, preview=preview)
        except ProgramFailed as failed:
            return str(failed)

    go.plain = plain  # type: ignore[attr-defined]
    return go


def _plain(ran: ProgramRun | str) -> Any:
    return ran if isinstance(ran, str) else asdict(ran)


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "up"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_as_the_sdk_registers_it(outcome: Runner, name: str, preview: bool) -> None:
    program = PROGRAMS[name]
    expected = _plain(outcome(program, by_messages=True, preview=preview))
    assert _plain(outcome(program, by_messages=False, preview=preview)) == expected


def test_most_need_no_messages(outcome: Any) -> None:
    outcome(PROGRAMS["values"], by_messages=False, preview=True)
    assert {"A", "B", "N", "EMPTY", "D", "LONG", "all/A/app"} <= set(outcome.plain)
    outcome.plain.clear()
    outcome(PROGRAMS["options"], by_messages=False, preview=True)
    assert set(outcome.plain) == set("ABDI")
