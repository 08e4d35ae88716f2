"""A script is what `up` sends: recorded on every wire, and run in its place."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import yaml
from bench.world import World as RandomWorld

from carriers import WIRES, Wire
from command_line import Ran, queuewright
from ibmi_carriers import IBMI_WIRES, MANAGER_WIRES
from queuewright.catalogue.observed import DISPOSITION, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.scripts import write
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.errors import PlanError
from queuewright.engine.steps import Plan
from queuewright.graph.dependency_graph import DependencyCycle
from queuewright.kinds import IBMI_KINDS, MQ_KINDS, is_record, spec_of
from queuewright.sandbox import cl_commands, mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.script.commands import commands_of, not_adopted
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from queuewright.systems.mapepire import MapepireCarrier
from queuewright.systems.mq.commands import in_mqsc
from queuewright.systems.mq.exchange import Exchange
from queuewright.systems.mq.processes import Processes
from queuewright.systems.mq.rest import RestCarrier
from queuewright.systems.ssh import SshCarrier
from rehearsal import ALIAS, CLUSTER, DATA, LIST, LOCAL, MESSAGES, Rehearsal, resource

BEFORE = """
from queuewright import mq
mq.LocalQueue("IN", system="QM1", max_queue_depth=100)
mq.LocalQueue("R", system="QM1", max_queue_depth=5, on_delete="purge")
mq.AliasQueue("OUT", system="QM1", base_object_name="IN", force="when-needed")
mq.LocalQueue("OLD", system="QM1", on_delete="purge")
mq.Namelist("NL", system="QM1", names=["A"])
mq.Cluster("C1", system="QM1", full_repository="yes")
"""
AFTER = """
import pulumi
from queuewright import mq
mq.LocalQueue("IN", system="QM1", max_queue_depth=200, inhibit_put="put_inhibited")
mq.LocalQueue("R", system="QM1", max_queue_depth=6, on_delete="purge",
              opts=pulumi.ResourceOptions(replace_on_changes=["max_queue_depth"]))
mq.AliasQueue("OUT", system="QM1", base_object_name="NEW", force="when-needed")
mq.LocalQueue("NEW", system="QM1", queue_description="it's + a */ (b) -", max_queue_depth=7)
mq.LocalQueue("COPY", system="QM1", like="NEW", max_queue_depth=8)
mq.RemoteQueue("FAR", system="QM1", remote_queue_name="X", remote_queue_manager_name="QM9",
               xmit_queue_name="XMIT")
mq.LocalQueue("XMIT", system="QM1", usage="transmission")
mq.Namelist("NL", system="QM1", names=["A", "B"])
mq.Cluster("C1", system="QM1", full_repository="yes")
mq.Cluster("C2", system="QM1", full_repository="yes")
mq.ClusterReceiverChannel("TO.QM1", system="QM1", cluster_name="C2", connection_name="h(1414)")
mq.LocalQueue("THERE", system="QM1", max_queue_depth=5000)
"""


def ran(folder: Path, *words: object, stdin: str = "") -> Ran:
    done = queuewright(folder, *words, stdin=stdin)
    assert done.errors == [], done
    return done


def project(folder: Path, systems: Mapping[str, Any], program: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    config = {"config": {"queuewright:systems": dict(systems)}}
    (folder / "Pulumi.dev.yaml").write_text(yaml.safe_dump(config))
    (folder / "__main__.py").write_text(program)
    return folder


def commands(script: str) -> list[str]:
    """The lines that are not comments."""
    lines = [line for line in script.splitlines() if line]
    return [line for line in lines if not line.startswith(("*", "#", "/*"))]


@contextmanager
def recorded() -> Iterator[list[str]]:
    """What goes over any wire and changes something, as it goes."""
    sent: list[str] = []
    asking, posting, putting = Processes.ask, RestCarrier._posted, Exchange.ask

    def ask(self: Processes, commands: Any) -> Any:
        sent.extend(text for text in commands if not text.startswith("DISPLAY"))
        return asking(self, commands)

    def posted(self: RestCarrier, body: Mapping[str, Any]) -> Any:
        if body.get("command") != "display":
            text = body.get("parameters", {}).get("command", json.dumps(body, ensure_ascii=False))
            sent.extend([] if body["type"] == "runCommand" and text.startswith("DISPLAY")
                        else [text])  # fmt: skip
        return posting(self, body)

    def put(self: Exchange, messages: Any) -> Any:
        texts = map(to_text, messages)
        sent.extend(text for text in texts if "MQCMD_INQUIRE" not in text)
        return putting(self, messages)

    def running(carrier: type[Any]) -> Callable[[Any, str], Any]:
        run = carrier.run

        def recording(self: Any, command: str) -> Any:
            if not command.startswith(("CHKOBJ", "DSP")):
                sent.append(command)
            return run(self, command)

        return recording

    with ExitStack() as patches:
        patches.enter_context(patch.object(Processes, "ask", ask))
        patches.enter_context(patch.object(RestCarrier, "_posted", posted))
        patches.enter_context(patch.object(Exchange, "ask", put))
        for carrier in (SshCarrier, MapepireCarrier):
            patches.enter_context(patch.object(carrier, "run", running(carrier)))
        yield sent


# The wire, and the dialect that its commands are written in.
SENT = {"runmqsc": "mqsc", "mqweb": "rest", "mqweb in text": "mqsc", "pcf": "pcf"}


@contextmanager
def queue_manager(folder: Path, wire: Wire) -> Iterator[tuple[Path, EmbeddedSystem]]:
    """A queue manager with messages and openers, reached over a wire, before a change."""
    machine = Sandbox(folder / "sandbox.db").create_system("QM1")
    with wire(machine.sandbox, ["QM1"]) as config:
        place = project(folder / "shop", config, BEFORE)
        ran(place, "up", "--yes")
        machine.put("OLD", count=3)
        machine.put("R", count=2)
        assert [answer.ok for answer in mqsc_commands.run(machine, "DEFINE QLOCAL(THERE)")] == [
            True
        ]
        machine.open("OUT", {OpenFor.OUTPUT}, application="webshop")
        (place / "__main__.py").write_text(AFTER)
        yield place, machine


@pytest.mark.parametrize("wire", SENT)
def test_it_is_what_up_sends_to_a_queue_manager(tmp_path: Path, wire: str) -> None:
    with queue_manager(tmp_path, WIRES[wire]) as (place, machine):
        script = ran(place, "preview", "--script", SENT[wire]).out
        before = machine.observe(("mq:LocalQueue",))
        with recorded() as sent:
            ran(place, "preview", "--script", SENT[wire])
            assert sent == [], "a script is written without sending anything"
            ran(place, "up", "--yes", "--parallel", "1")
        assert commands(script) == sent
        assert len(sent) == 13
        assert before != machine.observe(("mq:LocalQueue",))


@pytest.mark.parametrize("to", ["mqsc", "pcf"])
def test_somebody_else_runs_it_and_up_sends_nothing(tmp_path: Path, to: str) -> None:
    with queue_manager(tmp_path, WIRES["mqweb"]) as (place, machine):
        script = ran(place, "preview", "--script", to).out
        exec_ = ("sandbox", "exec", "QM1", "--file", machine.sandbox.path, "--from", to)
        ran(place, *exec_, stdin=script)
        with recorded() as sent:
            plan = json.loads(ran(place, "preview", "--json").out)
            steps = [step for step in plan["steps"] if step["verb"] != "same"]
            assert {step["name"]: step["verb"] for step in steps} == {
                "OLD": "delete", "NEW": "adopt", "COPY": "adopt", "FAR": "adopt",
                "XMIT": "adopt", "C2": "adopt", "TO.QM1": "adopt", "THERE": "adopt",
            }  # fmt: skip
            up = ran(place, "up", "--yes", "--detailed-exitcode")
        assert sent == []
        assert "7 adopted" in up.out
        assert "1 forgotten" in up.out
        ran(place, "preview", "--expect-no-changes")


def test_bodies_of_rest_do_what_they_say(tmp_path: Path) -> None:
    """Each line is POSTed as it is."""
    with queue_manager(tmp_path, WIRES["mqweb"]) as (place, _):
        script = ran(place, "preview", "--script", "rest").out
        (place / "QM1.jsonl").write_text(script)
        # The dialect reads its own comments.
        assert ran(place, "validate", "QM1.jsonl", "--from", "mqweb").code == 0
        carrier = queue_manager_carrier(place)
        for line in commands(script):
            assert carrier._reply(carrier._posted(json.loads(line))).ok
        with recorded() as sent:
            ran(place, "up", "--yes")
        assert sent == []


def queue_manager_carrier(place: Path) -> RestCarrier:
    from queuewright.api import Workspace

    system: Any = Workspace(place).systems["QM1"]
    carrier = system._carrier
    assert isinstance(carrier, RestCarrier)
    return carrier


IBMI_BEFORE = """
from queuewright import ibmi
own = {"system": "IBM1", "library": "ORDERS"}
ibmi.AuthorizationList("PAY", system="IBM1", authority="exclude",
                       users={"AMY": ["change"], "BOB": ["use"]})
ibmi.DataQueue("D", **own, max_entry_length=10, authority="PAY")
ibmi.MessageQueue("M", **own, text_description="old", authority="PAY")
ibmi.MessageQueue("OLD", **own, on_delete="purge")
"""
IBMI_AFTER = """
from queuewright import ibmi
own = {"system": "IBM1", "library": "ORDERS"}
ibmi.AuthorizationList("PAY", system="IBM1", authority="exclude",
                       users={"AMY": ["all"], "CARL": ["use"]})
ibmi.DataQueue("D", **own, max_entry_length=20, authority="PAY", journal="STOCK/JRN", owner="OPS")
ibmi.DataQueue("E", **own, max_entry_length=5, text_description="it's /* new */")
ibmi.MessageQueue("M", **own, text_description="new", authority="use", authorization_list="none")
ibmi.DdmDataQueue("F", **own, remote_data_queue="X", remote_data_queue_library="STOCK",
                  remote_location="THERE")
"""


@contextmanager
def partition(folder: Path, wire: Wire) -> Iterator[tuple[Path, EmbeddedSystem]]:
    machine = Sandbox(folder / "sandbox.db").create_system(
        "IBM1", platform=Platform.IBMI, libraries=["ORDERS", "STOCK"]
    )
    with wire(machine.sandbox, ["IBM1"]) as config:
        place = project(
            folder / "shop", {n: dict(entry) for n, entry in config.items()}, IBMI_BEFORE
        )
        ran(place, "up", "--yes")
        (place / "__main__.py").write_text(IBMI_AFTER)
        yield place, machine


@pytest.mark.parametrize("wire", IBMI_WIRES)
def test_it_is_what_up_sends_to_an_ibm_i(tmp_path: Path, wire: str) -> None:
    with partition(tmp_path, IBMI_WIRES[wire]) as (place, _):
        script = ran(place, "preview", "--script", "cl").out
        with recorded() as sent:
            ran(place, "up", "--yes", "--parallel", "1")
        assert commands(script) == sent
        words = [command.partition(" ")[0] for command in sent]
        assert set(words) >= {"CRTDTAQ", "DLTDTAQ", "DLTMSGQ", "ADDAUTLE", "CHGAUTLE", "RMVAUTLE"}
        assert {"GRTOBJAUT", "RVKOBJAUT", "STRJRNOBJ", "CHGOBJOWN"} <= set(words)


def test_cl_that_somebody_else_has_run(tmp_path: Path) -> None:
    with partition(tmp_path, IBMI_WIRES["ssh"]) as (place, machine):
        script = ran(place, "preview", "--script", "cl").out
        exec_ = ("sandbox", "exec", "IBM1", "--file", machine.sandbox.path, "--from", "cl")
        ran(place, *exec_, stdin=script)
        with recorded() as sent:
            up = ran(place, "up", "--yes")
        assert sent == []
        assert "2 adopted" in up.out


BOTH_BEFORE = """
from queuewright import ibmi, mq
ibmi.DataQueue("IN", system="IBM1", library="ORDERS", max_entry_length=5)
mq.LocalQueue("OLD", system="IBM1")
mq.LocalQueue("CHANGED", system="IBM1", max_queue_depth=5)
"""
BOTH_AFTER = """
from queuewright import ibmi, mq
ibmi.DataQueue("IN", system="IBM1", library="ORDERS", max_entry_length=5, text_description="x")
mq.LocalQueue("CHANGED", system="IBM1", max_queue_depth=6)
mq.Namelist("NEW", system="IBM1", names=["CHANGED"])
"""


@pytest.mark.parametrize("wire", MANAGER_WIRES)
def test_it_is_what_up_sends_to_a_queue_manager_on_an_ibm_i(tmp_path: Path, wire: str) -> None:
    machine = Sandbox(tmp_path / "sandbox.db").create_system(
        "IBM1", platform=Platform.IBMI, libraries=["ORDERS"]
    )
    with MANAGER_WIRES[wire](machine.sandbox, ["IBM1"]) as config:
        entries = {name: dict(entry) for name, entry in config.items()}
        place = project(tmp_path / "shop", entries, BOTH_BEFORE)
        ran(place, "up", "--yes")
        (place / "__main__.py").write_text(BOTH_AFTER)
        script = ran(place, "preview", "--script", "cl").out
        with recorded() as sent:
            ran(place, "up", "--yes", "--parallel", "1")
        assert commands(script) == sent
        of_mq = [command for command in sent if "MQM" in command]
        assert [command.partition(" ")[0] for command in of_mq] == [
            "CHGMQMQ",
            "CRTMQMNL",
            "DLTMQMQ",
        ]
        assert all("MQMNAME(IBM1)" in command for command in of_mq)
        assert "No changes" in ran(place, "preview").out


# The sandbox, which has no wire: in every dialect that its commands can be written in.


@pytest.fixture
def stack(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path)


def script(stack: Rehearsal, plan: Plan, system: str, to: ScriptDialect) -> str:
    sent = [s for s in commands_of(plan, stack.systems) if s.step.key.system == system]
    return script_text(plan, system, sent, to, stack.systems[system].facts.platform)


def run(machine: EmbeddedSystem, text: str, to: ScriptDialect) -> None:
    server = cl_commands.run if to is ScriptDialect.CL else mqsc_commands.run
    answers = list(server(machine, text))
    assert [answer.message for answer in answers if not answer.ok] == []


@pytest.mark.parametrize("to", [ScriptDialect.MQSC, ScriptDialect.CL])
def test_queues_of_ibm_i_in_either_dialect(stack: Rehearsal, to: ScriptDialect) -> None:
    machine = stack.system("IBM1", "ibmi", libraries=["LIB"])
    program = [
        resource(LOCAL, "Q", "IBM1", max_queue_depth=5),
        resource(ALIAS, "A", "IBM1", base_object_name="Q", force="when-needed"),
    ]
    stack.up(*program)
    after = [
        resource(LOCAL, "Q", "IBM1", max_queue_depth=6, queue_description="new"),
        resource(LOCAL, "NEW", "IBM1"),
        resource(ALIAS, "A", "IBM1", base_object_name="NEW", force="when-needed"),
    ]
    text = script(stack, stack.plan(*after), "IBM1", to)
    assert "CHGMQMQ" in text if to is ScriptDialect.CL else "ALTER QLOCAL" in text
    run(machine, text, to)
    verbs = {step.key.name: step.verb for step in stack.plan(*after).changes}
    assert verbs == {"NEW": Verb.ADOPT}


def rendered(calls: Sequence[tuple[str, tuple[Any, ...], Mapping[str, Any]]]) -> list[str]:
    """What the sandbox was asked for, in MQSC."""
    found = []
    for verb, args, options in calls:
        kind, name, *values = args
        given = {"AUTHREC": "NO"} if options.pop("keep_authorities", False) else {}
        if disposition := options.pop("disposition", None):
            values = [{DISPOSITION: disposition}]
        action = Action(verb)
        definition = Definition(kind, name, action, *values, **options, given=given)
        found += write(definition, "mqsc")
    return [" ".join(text.replace("+\n", " ").split()) for text in found]


# A cluster has no command of its own; records are set as they shall be, where commands of MQSC say
# what is added and removed, or give all of one anew.
APART = (CLUSTER, *filter(is_record, MQ_KINDS))


def test_a_record_that_goes_with_its_object_is_set_whole(stack: Rehearsal) -> None:
    """By then nothing is left that a command could add to or take from."""
    record = "mq:AuthorityRecord"
    fields = {"name": "P", "object_type": "q", "group": "staff"}
    name = spec_of(record).name_of(fields)

    def staff(*words: str) -> Declared:
        return resource(record, name, "QM1", "staff P", authorities=list(words))

    stack.system("QM1")
    stack.up(resource(LOCAL, "P", "QM1"), staff("input", "output"))
    text = script(stack, stack.plan(staff("input", "browse")), "QM1", ScriptDialect.MQSC)
    assert "AUTHADD(BROWSE,GET)" in text
    assert "AUTHRMV" not in text


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_up_asks_of_the_sandbox(seed: int, tmp_path: Path) -> None:
    world = RandomWorld(seed, tmp_path)
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def recording(verb: str) -> Callable[..., Any]:
        method = getattr(EmbeddedSystem, verb)

        def call(self: EmbeddedSystem, *args: Any, **options: Any) -> Any:
            if args[0] in MQ_KINDS and args[0] not in APART:
                calls.append((verb, args, dict(options)))
            return method(self, *args, **options)

        return call

    try:
        plan = world.plan(world.changed(world.settled()))
        if plan.blocked:
            return
        sent = [s for s in commands_of(plan, world.systems) if s.step.key.kind in MQ_KINDS]
        sent = [each for each in sent if each.step.key.kind not in APART]
        written = [in_mqsc(c) for s in sent for c in s.commands if not isinstance(c, str)]
        with ExitStack() as patches:
            for verb in ("create", "change", "delete"):
                patches.enter_context(patch.object(EmbeddedSystem, verb, recording(verb)))
            applied = apply(plan, world.systems, world.store, parallel=1)
        assert applied.ok
        assert [" ".join(text.split()) for text in written] == rendered(calls)
    except (PlanError, DependencyCycle):
        return
    finally:
        world.sandbox.close()


@pytest.mark.parametrize("seed", range(25))
def test_any_plan_that_somebody_else_carries_out(seed: int, tmp_path: Path) -> None:
    """Its script is run in place of `up`, by the sandbox's own readers of MQSC and CL: then `up`
    has nothing to send."""
    world = RandomWorld(seed, tmp_path)
    try:
        program = world.settled()
        if seed % 2:
            world.others()
        changed = {
            urn: replace(
                declared, inputs={n: v for n, v in declared.inputs.items() if n != "adopt"}
            )
            for urn, declared in world.changed(program).items()
        }
        plan = world.plan(changed)
        if plan.blocked:
            return
        sent = commands_of(plan, world.systems)
        if any(not_adopted(sent, world.systems)):
            return
        for each in sent:
            cl = each.step.key.kind in IBMI_KINDS
            to, machine = (
                ScriptDialect.CL if cl else ScriptDialect.MQSC,
                world.machines[each.step.key.system],
            )
            platform = machine.facts().platform
            run(machine, script_text(plan, machine.name, [each], to, platform), to)
        after = commands_of(world.plan(changed), world.systems)
        assert [each.commands for each in after if each.commands] == []
    except (PlanError, DependencyCycle):
        return
    finally:
        world.sandbox.close()


def test_comments_are_comments_whatever_names_and_values_there_are(stack: Rehearsal) -> None:
    machine = stack.system("IBM1", "ibmi", libraries=["LIB"])
    evil = "*/ DLTMSGQ X /* \nDELETE QLOCAL(Q) + "
    plan = stack.plan(
        resource(MESSAGES, "LIB/M", text_description="*/ DLTMSGQ MSGQ(LIB/X) /*"),
        resource(LOCAL, "Q", "IBM1", queue_description="ends in +", opt_place="a.py:1"),
        resource(DATA, "LIB/D", logical=evil, max_entry_length=7),
        resource(LIST, "PAY", text_description="-"),
    )
    ibmi = replace(plan, steps=tuple(s for s in plan.steps if s.key.kind in IBMI_KINDS))
    text = script(stack, ibmi, "IBM1", ScriptDialect.CL)
    run(machine, text, ScriptDialect.CL)
    assert [line.partition(" ")[0] for line in commands(text)] == ["CRTMSGQ", "CRTDTAQ", "CRTAUTL"]
    mq = replace(plan, steps=tuple(s for s in plan.steps if s.key.kind not in IBMI_KINDS))
    text = script(stack, mq, "IBM1", ScriptDialect.MQSC)
    run(machine, text, ScriptDialect.MQSC)
    assert len(commands(text)) == 1


SECRET = """
import pulumi
from queuewright import mq
mq.LocalQueue("Q", system="QM1", queue_description=pulumi.Output.secret("hush-hush"))
mq.LocalQueue("R", system="QM1", max_queue_depth=1)
"""


def test_a_secret_is_not_said_silently(tmp_path: Path) -> None:
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    place = project(tmp_path / "shop", systems, SECRET)
    refused = queuewright(place, "preview", "--script", "mqsc")
    assert (refused.code, refused.out) == (1, "")
    assert refused.errors == [
        "error: QM1 mq:LocalQueue Q: queue_description is secret, and the script would show it; "
        "give --show-secrets, or leave the object out with --exclude"
    ]
    assert "hush" not in refused.err
    without = ran(place, "preview", "--script", "mqsc", "--exclude", "Q").out
    assert len(commands(without)) == 1
    shown = ran(place, "preview", "--script", "mqsc", "--show-secrets").out
    assert "SECRET in the next lines: queue_description" in shown
    assert "DESCR('hush-hush')" in shown
    assert shown.count("hush-hush") == 1
    ran(place, "preview", "--script", "mqsc", "--show-secrets", "--out", "scripts")
    assert (place / "scripts" / "QM1.mqsc").stat().st_mode & 0o077 == 0
    # What is secret and not sent is in nobody's way.
    ran(place, "up", "--yes")
    (place / "__main__.py").write_text(SECRET.replace("depth=1", "depth=2"))
    assert "hush" not in ran(place, "preview", "--script", "mqsc").out


def test_systems_have_a_file_each(tmp_path: Path) -> None:
    systems = {name: {"type": "sandbox", "platform": "linux"} for name in ("QM1", "QM2")}
    program = "from queuewright import mq\n"
    program += "for n in ('QM1', 'QM2'): mq.LocalQueue(n, name='Q', system=n, max_queue_depth=1)\n"
    place = project(tmp_path / "shop", systems, program)
    both = queuewright(place, "preview", "--script", "mqsc")
    assert (both.code, both.out) == (1, "")
    assert "QM1, QM2 are sent something, each its own; give --out DIR" in both.errors[0]
    ran(place, "preview", "--script", "mqsc", "--out", "scripts")
    for name in systems:
        text = (place / "scripts" / f"{name}.mqsc").read_text()
        assert commands(text) == ["DEFINE QLOCAL('Q') MAXDEPTH(1)"]
        assert f"up for {name}: shop/dev" in text
        ran(place, "sandbox", "create", name)
        ran(place, "sandbox", "exec", name, f"scripts/{name}.mqsc")
    again = queuewright(place, "preview", "--script", "mqsc", "--out", "scripts")
    assert "scripts: is not empty; give --out another folder" in again.errors[0]
    assert "2 adopted" in ran(place, "up", "--yes").out
    nothing = ran(place, "preview", "--script", "mqsc").out
    assert "* Nothing is sent." in nothing
    assert commands(nothing) == []


def test_what_has_no_script_says_why(tmp_path: Path) -> None:
    systems = {
        "QM1": {"type": "sandbox", "platform": "linux"},
        "IBM1": {"type": "sandbox", "platform": "ibmi", "libraries": ["LIB"]},
    }
    declared = "from queuewright import ibmi, mq\n"
    queue, data = (
        "mq.LocalQueue('Q', system='QM1')\n",
        "ibmi.DataQueue('D', library='LIB', system='IBM1', max_entry_length=1)\n",
    )
    place = project(tmp_path / "shop", systems, declared + queue)
    for words, reported in (
        (("--script", "cl"), "QM1 runs on linux, and CL on IBM i only; give --script mqsc"),
        (("--script", "mqsc", "--json"), "--script and --json: choose one of them"),
        (("--out", "x"), "--out and --show-secrets are of --script"),
        (("--script", "sql"), "'sql' is not one of"),
    ):
        refused = queuewright(place, "preview", *words)
        assert (refused.code != 0, refused.out) == (True, ""), words
        assert reported in refused.errors[0]
    (place / "__main__.py").write_text(declared + data)
    refused = queuewright(place, "preview", "--script", "mqsc")
    assert "CRTDTAQ is a command in CL; give --script cl" in refused.errors[0]
    (place / "__main__.py").write_text(declared + queue.replace(")", ", max_queue_depth=-1)"))
    refused = queuewright(place, "preview", "--script", "mqsc")
    assert (refused.code, refused.out) == (1, "")
    assert refused.errors[0].startswith("error: BLOCKED QM1 mq:LocalQueue Q: max_queue_depth=-1")
    assert queuewright(place, "preview", "--script", "mqsc", "--detailed-exitcode").code == 3


def test_what_up_would_not_adopt_afterwards_is_said(tmp_path: Path) -> None:
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    program = "from queuewright import mq\nmq.LocalQueue('Q', system='QM1', adopt='never')\n"
    place = project(tmp_path / "shop", systems, program)
    done = ran(place, "preview", "--script", "mqsc")
    assert 'warning: QM1 mq:LocalQueue Q: adopt="never": after this script, up refuses' in done.err


def test_a_script_of_a_large_plan_asks_its_system_for_nothing_more(stack: Rehearsal) -> None:
    machine = stack.system()
    program = [resource(LOCAL, f"Q{n}", max_queue_depth=1) for n in range(50)]
    stack.up(*program)
    after = [resource(LOCAL, f"Q{n}", max_queue_depth=2) for n in range(40)]
    plan = stack.plan(*after)
    with patch.object(machine, "observe", side_effect=AssertionError("it was read")):
        sent = commands_of(plan, stack.systems)
    assert sum(len(each.commands) for each in sent) == 50


def test_a_system_that_cannot_be_read_has_no_part_in_it(tmp_path: Path) -> None:
    systems = {
        "QM1": {"type": "sandbox", "platform": "linux"},
        "QM2": {"type": "runmqsc", "command": ["/nowhere/runmqsc"]},
    }
    program = "from queuewright import mq\n"
    program += "for n in ('QM1', 'QM2'): mq.LocalQueue(n, name='Q', system=n, max_queue_depth=1)\n"
    place = project(tmp_path / "shop", systems, program)
    done = queuewright(place, "preview", "--script", "mqsc")
    assert done.code == 1
    assert commands(done.out) == ["DEFINE QLOCAL('Q') MAXDEPTH(1)"]
    assert "not read, so its objects are not known: QM2" in done.out.replace("\n*  ", "")
    assert done.errors[0].startswith("error: QM2: ")


def test_what_is_replaced_for_what_only_the_state_knows_is_said(stack: Rehearsal) -> None:
    stack.system()
    trigger = {"opt_engine_fields": {"replacementTrigger": 1}}
    stack.up(resource(LOCAL, "Q", **trigger))
    trigger = {"opt_engine_fields": {"replacementTrigger": 2}}
    sent = commands_of(stack.plan(resource(LOCAL, "Q", **trigger)), stack.systems)
    assert [len(each.commands) for each in sent] == [2]
    assert list(not_adopted(sent, stack.systems)) == [
        "QM1 mq:LocalQueue Q: its replacement_trigger has changed, which only the state knows: up "
        "replaces it once more"
    ]


def test_a_stack_that_was_destroyed_has_a_script_too(stack: Rehearsal) -> None:
    """Its state has no resources then, but says when and by what it was written."""
    stack.system()
    stack.up(resource(LOCAL, "Q"))
    assert stack.apply(stack.plan(destroy=True)).ok
    state = stack.store.load()
    assert (state.resources, state.pending) == ((), ())
    text = script(stack, stack.plan(resource(LOCAL, "Q")), "QM1", ScriptDialect.MQSC)
    assert commands(text) == ["DEFINE QLOCAL('Q')"]
