"""A plan in a file: carried out while everything is as it was, and not one command otherwise."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

from command_line import Ran, queuewright
from key_pairs import key_pair
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.engine.steps import Plan
from queuewright.render.document import plan_document
from queuewright.render.markdown import plan_markdown
from queuewright.render.text import plan_text
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.saved import basis
from queuewright.saved.basis import basis_of
from queuewright.saved.comparing import step_differences
from queuewright.saved.document import document_of
from queuewright.saved.reading import document_from, plan_of
from queuewright.state.deployment import Deployment
from random_plans import random_plan

PROGRAM = """
import pulumi
from queuewright import mq

mq.LocalQueue("IN", system="QM1", max_queue_depth=100,
              queue_description=pulumi.Output.secret("hush-hush"))
mq.AliasQueue("OUT", system="QM1", base_object_name="IN")
pulumi.export("depth", 100)
"""


@pytest.fixture(autouse=True)
def _digests_are_cheap(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess at a secret takes its time on purpose, and each plan of these tests makes one."""
    assert basis._COST["n"] == 2**15
    if "file" not in request.fixturenames:  # a plan with digests that were made before
        monkeypatch.setitem(basis._COST, "n", 2)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return tmp_path


def ran(project: Path, *words: object, stdin: str = "") -> Ran:
    return queuewright(project, *words, stdin=stdin)


def saved(project: Path, *words: object) -> Path:
    assert ran(project, "preview", "--save-plan", "plan.json", *words).errors == []
    return project / "plan.json"


def objects(project: Path) -> str:
    done = ran(project, "sandbox", "exec", "QM1", stdin="DISPLAY QUEUE(*) ALL")
    return done.out


def test_what_was_reviewed_is_what_is_done(project: Path) -> None:
    file = saved(project)
    assert "hush" not in file.read_text()
    preview = ran(project, "preview")
    shown = ran(project, "show", "plan.json")
    assert (shown.code, shown.out) == (0, preview.out)
    markdown = ran(project, "preview", "--markdown").out
    assert ran(project, "show", "plan.json", "--markdown").out == markdown
    as_json = json.loads(ran(project, "show", "plan.json", "--json").out)
    whole = json.loads(ran(project, "preview", "--json").out)
    assert as_json == {n: v for n, v in whole.items() if n not in ("outputs", "messages")}
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err.count("created")) == (0, 2)


def test_another_kind_that_takes_a_name_and_its_authorities(project: Path) -> None:
    ran(project, "up", "--yes")
    grant = "SET AUTHREC PROFILE(OUT) OBJTYPE(QUEUE) GROUP(staff) AUTHADD(PUT)"
    ran(project, "sandbox", "exec", "QM1", stdin=grant)
    program = project / "__main__.py"
    program.write_text(PROGRAM.replace("mq.AliasQueue", "mq.RemoteQueue").replace("base_", ""))
    program.write_text(program.read_text().replace("object_name=", "remote_queue_name="))
    file = saved(project)
    assert ran(project, "show", "plan.json").out == ran(project, "preview").out
    gone, _ = json.loads(file.read_text())["plan"]["steps"]
    assert (gone["verb"], gone["successor"]) == ("delete", "QM1/mq:RemoteQueue/OUT")
    assert ran(project, "up", "--plan", "plan.json", "--yes").errors == []
    shown = ran(project, "sandbox", "exec", "QM1", stdin="DISPLAY AUTHREC PROFILE(OUT)").out
    assert "ENTITY(STAFF)" in shown


def test_a_plan_that_is_applied_is_not_applied_again(project: Path) -> None:
    saved(project)
    assert ran(project, "up", "--yes", "--plan", "plan.json").code == 0
    before = objects(project)
    again = ran(project, "up", "--yes", "--plan", "plan.json", "--detailed-exitcode")
    assert (again.code, again.err) == (0, "plan.json: already applied; nothing is sent\n")
    assert "No changes" in again.out
    assert objects(project) == before
    # What goes, and what lets messages be lost by name, are applied once too.
    (project / "__main__.py").write_text(PROGRAM.replace("mq.AliasQueue", "# mq.AliasQueue"))
    assert ran(project, "sandbox", "put", "QM1", "IN", "--count", "2").code == 0
    purging = edit("mq.LocalQueue", "None and mq.LocalQueue")
    purging(project)
    saved(project, "--purge", "QM1/mq:LocalQueue/IN", "--target", "IN", "--target", "OUT")
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err.count("deleted")) == (0, 2)
    again = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (again.code, again.err) == (0, "plan.json: already applied; nothing is sent\n")


def edit(before: str, after: str) -> Callable[[Path], None]:
    def edited(project: Path) -> None:
        program = project / "__main__.py"
        assert before in program.read_text()
        program.write_text(program.read_text().replace(before, after))

    return edited


def command(text: str) -> Callable[[Path], None]:
    def run(project: Path) -> None:
        assert ran(project, "sandbox", "exec", "QM1", stdin=text).code == 0

    return run


def updated(project: Path) -> None:
    edit("depth=200", "depth=300")(project)
    assert ran(project, "up", "--yes").code == 0
    edit("depth=300", "depth=200")(project)


CHANGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "the program": (
        edit("depth=200", "depth=201"),
        "QM1 mq:LocalQueue IN: the program: max_queue_depth was 200, is 201 (__main__.py:5)",
    ),
    "an option": (
        edit("depth=200", "depth=200, on_delete='purge'"),
        'QM1 mq:LocalQueue IN: the program: on_delete was nothing, is "purge" (__main__.py:5)',
    ),
    "a secret": (
        edit("hush-hush", "whisper"),
        "QM1 mq:LocalQueue IN: the program: queue_description was another secret (__main__.py:5)",
    ),
    "it is gone from the program": (
        edit("mq.LocalQueue", "None and mq.LocalQueue"),
        "QM1 mq:LocalQueue IN: the program has it no more",
    ),
    "the state": (
        updated,
        "QM1 mq:LocalQueue IN: an update of this stack: max_queue_depth was 100, is 300 (20",
    ),
    "the system": (
        command("ALTER QLOCAL(IN) MAXDEPTH(7)"),
        "QM1 mq:LocalQueue IN: others, on QM1: max_queue_depth was 100, is 7",
    ),
    "what the plan left as it was": (
        command("ALTER QLOCAL(IN) DESCR('by hand')"),
        'QM1 mq:LocalQueue IN: by others, on QM1: queue_description: "[secret]" -> '
        '"[secret]" now, not in the plan',
    ),
    "a new object of the plan": (
        command("DEFINE QLOCAL(NEW) MAXDEPTH(6)"),
        "QM1 mq:LocalQueue NEW: others, on QM1 has it now",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_has_changed_since_is_named_with_who_and_nothing_is_sent(
    project: Path, what: str
) -> None:
    change, line = CHANGES[what]
    assert ran(project, "up", "--yes").code == 0
    edit("depth=100", "depth=200")(project)
    edit("pulumi.export", "mq.LocalQueue('NEW', system='QM1')\npulumi.export")(project)
    saved(project)
    change(project)
    before = objects(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 1
    assert [error for error in up.errors if error.startswith(f"error: {line}")], up.errors
    assert "nothing was sent" in up.errors[-1]
    assert objects(project) == before
    for secret in ("hush-hush", "whisper", "by hand"):
        assert secret not in up.err


TWO = """
import pulumi
from queuewright import mq
mq.LocalQueue("A", system="QM1", max_queue_depth=1)
mq.LocalQueue("B", system="QM1", max_queue_depth=1)
mq.AliasQueue("OUT", system="QM1", base_object_name="B")
pulumi.export("x", 1)
"""
REQUESTS = {
    "a value": ('"A", system="QM1", max_queue_depth=1', '"A", system="QM1", max_queue_depth=2'),
    "a new queue": ("pulumi.export", "mq.LocalQueue('NEW', system='QM1')\npulumi.export"),
    "a queue less": ('mq.LocalQueue("A", system="QM1", max_queue_depth=1)\n', ""),
    "what depends on the other": (
        "pulumi.export", "mq.AliasQueue('MORE', system='QM1', base_object_name='B')\npulumi.export"
    ),
    "an output": ('export("x", 1)', 'export("x", 1)\npulumi.export("y", 2)'),
}  # fmt: skip


@pytest.mark.parametrize("merged", ["one after the other", "both at once"])
@pytest.mark.parametrize("request_", REQUESTS)
def test_two_pull_requests_that_change_different_queues(
    project: Path, request_: str, merged: str
) -> None:
    """Each is previewed on the same base, and both are applied: as they were reviewed."""
    program = project / "__main__.py"
    program.write_text(TWO)
    assert ran(project, "up", "--yes").code == 0
    before, after = REQUESTS[request_]
    first = TWO.replace(before, after)
    own = '"B", system="QM1", max_queue_depth=1', '"B", system="QM1", max_queue_depth=9'
    for name, text in (("first", first), ("second", TWO.replace(*own))):
        program.write_text(text)
        assert ran(project, "preview", "--save-plan", f"{name}.json").code == 0
    both = first.replace(*own)
    program.write_text(first if merged == "one after the other" else both)
    up = ran(project, "up", "--yes", "--plan", "first.json")
    assert up.code == 0, up.err
    if merged == "both at once":
        assert "not in first.json, and left: QM1 mq:LocalQueue B update" in up.err
        assert "MAXDEPTH(9)" not in objects(project)
    program.write_text(both)
    up = ran(project, "up", "--yes", "--plan", "second.json")
    assert up.code == 0, up.err
    assert "MAXDEPTH(9)" in objects(project)
    assert ran(project, "preview", "--detailed-exitcode").code == 0


def test_what_others_have_changed_elsewhere_is_left(project: Path) -> None:
    assert ran(project, "up", "--yes").code == 0
    edit("depth=100", "depth=200")(project)
    saved(project)
    command("ALTER QALIAS(OUT) TARGET(OTHER)")(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 0
    assert "not in plan.json, and left: QM1 mq:AliasQueue OUT update" in up.err
    assert "TARGET(OTHER)" in objects(project)


def test_outputs_are_those_that_were_reviewed(project: Path) -> None:
    assert ran(project, "up", "--yes").code == 0
    edit('"depth", 100', '"depth", 7')(project)
    saved(project)
    edit('"depth", 7', '"depth", 8')(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert "error: output depth: the program gives 8 now, 7 in the plan" in up.errors
    edit('export("depth", 8)', 'export("depth", 7)\npulumi.export("more", 1)')(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err) == (0, "not in plan.json, and written: output more: 1\n")


def test_what_lint_finds_in_what_the_plan_touches(project: Path) -> None:
    program = project / "__main__.py"
    own = "backout_threshold=2, max_message_length=9, backout_requeue_name='C')"
    text = "from queuewright import mq\nmq.LocalQueue('A', system='QM1', max_queue_depth=1, "
    text += f"{own}\nmq.LocalQueue('C', system='QM1', max_message_length=8)\n"
    text += "mq.LocalQueue('OTHER', system='QM1', backout_requeue_name='OTHER')\n"
    program.write_text(text)
    assert ran(project, "up", "--yes").code == 0
    edit("depth=1", "depth=2")(project)
    saved(project)
    shown = ran(project, "show", "plan.json", "--markdown").out
    assert ("QW302" in shown, "QW301" in shown) == (True, False)
    up = edited(project, lambda d: d["plan"].update(findings=[]))
    assert up.code == 1
    assert any("QM1 mq:LocalQueue A: lint says now: QW302 " in error for error in up.errors)
    assert ran(project, "up", "--yes", "--plan", "plan.json").code == 0


LIVE = """
from queuewright import mq
mq.LocalQueue("Q", system="QM1", max_queue_depth=500, on_delete="purge")
mq.LocalQueue("R", system="QM1")
mq.AliasQueue("A", system="QM1", base_object_name="R", force="when-needed")
"""


def live(project: Path) -> None:
    """A purge of 5 messages, and FORCE under one application, saved."""
    (project / "__main__.py").write_text(LIVE)
    assert ran(project, "up", "--yes").code == 0
    assert ran(project, "sandbox", "put", "QM1", "Q", "--count", "5").code == 0
    opened(project, "A", "webshop")
    lines = LIVE.splitlines(keepends=True)
    (project / "__main__.py").write_text(
        "".join(lines[:2] + lines[3:]).replace('"R", force', '"S", force')
    )
    saved(project)


def opened(project: Path, name: str, application: str) -> None:
    words = ("sandbox", "open", "QM1", name, "--for", "output", "--application", application)
    assert ran(project, *words).code == 0


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (("put", "QM1", "Q"), "Q: by others, on QM1: 6 messages would "
                              "be lost now, 5 in the plan"),
        (("get", "QM1", "Q"), ""),
        (("close", "QM1", "--all"), ""),
        (("open", "QM1", "A", "--for", "output", "--application", "billing"),
         'A: by others, on QM1: application "billing" (user sandbox) has A open for output now, '
         "which it had not"),
    ],
)  # fmt: skip
def test_what_is_on_a_queue_may_be_less_and_never_more(
    project: Path, change: tuple[str, ...], reported: str
) -> None:
    live(project)
    assert ran(project, "sandbox", *change).code == 0
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == bool(reported), up.err
    if reported:
        assert [error for error in up.errors if reported in error], up.errors


def test_what_comes_to_depend_on_what_goes(project: Path) -> None:
    (project / "__main__.py").write_text(LIVE)
    assert ran(project, "up", "--yes").code == 0
    lines = LIVE.splitlines(keepends=True)
    (project / "__main__.py").write_text("".join(lines[:2] + lines[3:]))
    saved(project)
    command("DEFINE QALIAS(NEW) TARGET(Q)")(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 1
    assert any("it warns now: others name it: NEW (base_object_name)" in e for e in up.errors)
    assert any("QM1/mq:AliasQueue/NEW depends on it now" in e for e in up.errors)


def test_a_system_that_the_plan_touches_has_to_be_read(project: Path) -> None:
    config = project / "Pulumi.dev.yaml"
    text = config.read_text()
    config.write_text(text.replace("linux}}", "linux}, QM2: {type: sandbox, platform: linux}}"))
    program = project / "__main__.py"
    both = PROGRAM + "mq.LocalQueue('Q', name='Q', system='QM2', max_queue_depth=1)\n"
    program.write_text(both)
    assert ran(project, "up", "--yes").code == 0
    down = config.read_text().replace(
        "QM2: {type: sandbox, platform: linux}", "QM2: {type: runmqsc, command: [/nowhere/runmqsc]}"
    )
    there = config.read_text()
    program.write_text(both.replace("depth=100", "depth=200"))
    saved(project)
    config.write_text(down)
    up = ran(project, "up", "--yes", "--plan", "plan.json", "--detailed-exitcode")
    assert up.code == 2, "QM2 is none of its matter"
    config.write_text(there)
    program.write_text(both.replace("depth=100", "depth=200").replace("depth=1)", "depth=2)"))
    saved(project)
    config.write_text(down)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 1
    assert "already applied" not in up.err
    assert any("QM2 mq:LocalQueue Q: its system cannot be read: QM2: " in e for e in up.errors)


def test_what_was_done_before_it_broke_is_not_done_again(project: Path) -> None:
    """A step fails; what stood in its way goes, and the same plan is carried on with."""
    assert ran(project, "up", "--yes").code == 0
    edit("depth=100", "depth=200")(project)
    edit("pulumi.export", "mq.LocalQueue('NEW', system='QM1')\npulumi.export")(project)
    saved(project)
    with patch.object(EmbeddedSystem, "create", side_effect=CommandFailed("refused")):
        up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, "1 updated" in up.out, "1 failed" in up.out) == (1, True, True)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 0
    assert "plan.json: 1 of its 2 steps are done already" in up.err
    assert "1 created" in up.out


@pytest.mark.parametrize("where", ["before it is created", "after it was created"])
@pytest.mark.parametrize("what", ["create", "replace"])
def test_a_plan_that_was_cut_off_is_carried_on_with(project: Path, what: str, where: str) -> None:
    (project / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n    I: {type: sandbox, platform: ibmi, libraries: [L]}\n"
    )
    program = project / "__main__.py"
    declared = "from queuewright import ibmi\nibmi.DataQueue('D', name='D', library='L', "
    if what == "replace":
        program.write_text(f"{declared}system='I', max_entry_length=10)\n")
        assert ran(project, "up", "--yes").code == 0
    program.write_text(f"{declared}system='I', max_entry_length=20)\n")
    saved(project)
    create = EmbeddedSystem.create

    def cut(self: EmbeddedSystem, *args: Any, **named: Any) -> Any:
        if where == "after it was created":
            create(self, *args, **named)
        raise SystemUnavailable("the connection was cut")

    with patch.object(EmbeddedSystem, "create", cut):
        assert ran(project, "up", "--yes", "--plan", "plan.json").code == 1
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 0, up.err
    assert ran(project, "preview", "--detailed-exitcode").code == 0


def edited(project: Path, change: Callable[[dict[str, Any]], object]) -> Ran:
    """`up` with a plan that somebody has edited, which shows and sends nothing."""
    document = json.loads((project / "plan.json").read_text())
    change(document)
    (project / "edited.json").write_text(json.dumps(document))
    return ran(project, "up", "--yes", "--plan", "edited.json")


MANY = "from queuewright import mq\n"
MANY += "for n in {!r}: mq.LocalQueue(n, name=n, system='QM1')\n"


def test_steps_that_are_taken_out_of_a_plan_are_not_carried_out(project: Path) -> None:
    """Neither they nor the rules of the policy are decided by what nobody is shown."""
    program = project / "__main__.py"
    program.write_text(MANY.format("ABCDEFGHIJKL"))
    assert ran(project, "up", "--yes").code == 0
    program.write_text(MANY.format("A"))
    saved(project)
    before = objects(project)

    def without_deletes(document: dict[str, Any]) -> None:
        plan = document["plan"]
        plan["steps"] = [step for step in plan["steps"] if step["verb"] != "delete"]
        plan["policy"], plan["summary"] = [], {"same": 1}
        document["options"]["overrides"] = ["deletes"]

    up = edited(project, without_deletes)
    assert up.code == 1
    assert "the file was changed; make the plan again" in up.errors[0]
    assert "the file was changed" in ran(project, "show", "edited.json").errors[0]

    def consistently(document: dict[str, Any]) -> None:
        without_deletes(document)
        document["basis"] = {}
        plan = document["plan"]
        plan["risks"], plan["changes"], plan["exit_code"] = [], False, 0
        plan["summary"] = dict.fromkeys(plan_document(random_empty())["summary"], 0) | {"same": 1}

    up = edited(project, consistently)
    assert "deleted" not in up.err + up.out
    assert "not in edited.json, and left: QM1 mq:LocalQueue B delete" in up.err
    assert objects(project) == before


def random_empty() -> Plan:
    return Plan("shop", "dev", (), Deployment())


def test_an_override_that_the_plan_does_not_show_is_none(project: Path) -> None:
    program = project / "__main__.py"
    program.write_text(MANY.format("ABCDEFGHIJKL"))
    assert ran(project, "up", "--yes").code == 0
    program.write_text(MANY.format("A"))
    saved(project)
    up = edited(project, lambda d: d["options"].update(overrides=["deletes"]))
    assert up.code == 1
    assert (
        "error: policy: --override deletes is needed now, and the plan does not have it"
    ) in up.errors
    saved(project, "--override", "deletes")
    assert "overridden: deletes" in ran(project, "show", "plan.json").out
    assert ran(project, "up", "--yes", "--plan", "plan.json").code == 0


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a value": lambda d: d["plan"]["steps"][0]["creates"].update(max_queue_depth=7),
    "a warning": lambda d: d["plan"]["steps"][1].update(warnings=[]),
    "a reason": lambda d: d["plan"]["steps"][0].update(reasons=["harmless"]),
    "an option": lambda d: d["plan"]["steps"][0].update(options=[]),
    "a verb": lambda d: d["plan"]["steps"][0].update(verb="same"),
    "the risks": lambda d: d["plan"].update(risks=[]),
    "the summary": lambda d: d["plan"]["summary"].update(create=0),
    "an output": lambda d: d["plan"].update(output_changes=[{"name": "depth", "before": None,
                                                             "after": 1}]),
    "a step of the basis": lambda d: d["basis"].popitem(),
    "the stack": lambda d: d["plan"].update(stack="test"),
    "a resource": lambda d: d["plan"]["steps"][0].update(urn=d["plan"]["steps"][0]["urn"] + "X"),
    "a field of its own": lambda d: d["plan"].update(note="approved"),
    "another message": lambda d: d["plan"]["steps"][1]["warnings"][0].update(message="all is well"),
}  # fmt: skip


@pytest.mark.parametrize("what", EDITS)
def test_what_is_shown_is_bound_without_a_signature(project: Path, what: str) -> None:
    program = PROGRAM.replace("max_queue_depth=100", "max_queue_depth=100, on_delete='purge'")
    (project / "__main__.py").write_text(program.replace('name="IN"', 'name="NOBODY"'))
    saved(project)
    up = edited(project, EDITS[what])
    assert up.code == 1
    assert len(up.errors) >= 1
    assert (
        objects(project) == ran(project, "sandbox", "exec", "QM1", stdin="DISPLAY QUEUE(*) ALL").out
    )
    assert not (project / ".queuewright" / "sandbox-dev.db").exists()


@pytest.mark.thorough
def test_a_large_stack_has_a_small_plan(project: Path) -> None:
    program = "from queuewright import mq\nfor n in range(1300): mq.LocalQueue(f'APP.{{n:05}}', "
    program += "system='QM1', max_queue_depth={}, queue_description='x' * 60)\n"
    (project / "__main__.py").write_text(program.format("5"))
    assert ran(project, "up", "--yes").code == 0
    (project / "__main__.py").write_text(program.format("6 if n % 65 == 0 else 5"))
    file = saved(project)
    assert len(json.loads(file.read_text())["plan"]["steps"]) == 20
    assert file.stat().st_size < 200_000
    assert "1280 unchanged" in ran(project, "show", "plan.json").out
    file = saved(project, "--target", "APP.00000")
    assert file.stat().st_size < 20_000
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert "1 updated" in up.out
    assert "not in plan.json, and left" not in up.err, "it is a plan of one"


# Saved by the versions before this format: an update, a create, and a purge of 3 messages.
EARLIER = [Path(__file__).with_name(f"format_{number}.json") for number in (1, 2)]
BEFORE = PROGRAM.replace(
    "pulumi.export", "mq.LocalQueue('OLD', system='QM1', on_delete='purge')\npulumi.export"
)
AFTER = PROGRAM.replace("depth=100", "depth=200").replace(
    "pulumi.export", "mq.LocalQueue('NEW', system='QM1', max_queue_depth=5)\npulumi.export"
)


def of_an_earlier_format(project: Path) -> None:
    (project / "__main__.py").write_text(BEFORE)
    assert ran(project, "up", "--yes").code == 0
    assert ran(project, "sandbox", "put", "QM1", "OLD", "--count", "3").code == 0
    (project / "__main__.py").write_text(AFTER)


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_plan_of_an_earlier_format_is_still_carried_out(project: Path, file: Path) -> None:
    of_an_earlier_format(project)
    (project / "plan.json").write_text(file.read_text())
    shown = ran(project, "show", "plan.json").out
    assert shown == ran(project, "preview").out
    assert "3 messages are lost on 1 queue" in shown
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    done = set(up.out.splitlines()[-1].split(", "))
    assert (up.code, done) == (0, {"1 updated", "1 created", "1 deleted", "1 unchanged"})
    assert "already applied" in ran(project, "up", "--yes", "--plan", "plan.json").err


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_plan_of_an_earlier_format_is_as_bound_as_todays(project: Path, file: Path) -> None:
    of_an_earlier_format(project)
    (project / "plan.json").write_text(file.read_text())
    assert ran(project, "sandbox", "put", "QM1", "OLD").code == 0
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert any("4 messages would be lost now, 3 in the plan" in error for error in up.errors)
    edit("depth=200", "depth=201")(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert any("the program: max_queue_depth was 200, is 201" in error for error in up.errors)
    private, public = key_pair(project, "ours")
    document = json.loads(file.read_text())
    part = json.dumps(
        {n: v for n, v in document.items() if n != "signature"},
        sort_keys=True, separators=(",", ":"), ensure_ascii=False,
    )  # fmt: skip
    key = serialization.load_pem_private_key(private.read_bytes(), None)
    assert isinstance(key, ed25519.Ed25519PrivateKey)
    document["signature"] = {"algorithm": "ed25519", "value": key.sign(part.encode()).hex()}
    (project / "plan.json").write_text(json.dumps(document))
    assert ran(project, "show", "plan.json", "--verify", public).code == 0
    document["plan"]["steps"][0]["changes"] = []
    (project / "plan.json").write_text(json.dumps(document))
    refused = ran(project, "show", "plan.json", "--verify", public)
    assert "the signature is not of this plan" in refused.errors[0]


def test_options_of_the_plan_are_those_it_was_made_with(project: Path) -> None:
    saved(project, "--target", "IN")
    refused = ran(project, "up", "--yes", "--plan", "plan.json", "--target", "OUT")
    assert refused.errors == [
        "error: --target and --plan: plan.json says what is done; leave --target out, or make the "
        "plan again with it"
    ]
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err.count("created")) == (0, 1)


def test_a_plan_of_another_stack(project: Path) -> None:
    (project / "Pulumi.prod.yaml").write_text((project / "Pulumi.dev.yaml").read_text())
    assert ran(project, "preview", "-s", "dev", "--save-plan", "plan.json").code == 0
    up = ran(project, "up", "--yes", "-s", "prod", "--plan", "plan.json")
    assert up.errors == [
        "error: plan.json: is a plan of stack dev of shop, not of prod of shop; choose that stack "
        "with -s, or make the plan again"
    ]


def test_only_what_was_signed_is_carried_out(project: Path) -> None:
    private, public = key_pair(project, "ours")
    _, other = key_pair(project, "other")
    unsigned = saved(project)
    assert "has no signature" in ran(project, "show", unsigned, "--verify", public).errors[0]
    file = saved(project, "--sign", private)
    assert ran(project, "show", file, "--verify", public).code == 0
    wrong = ran(project, "up", "--yes", "--plan", file, "--verify", other)
    assert "the signature is not of this plan by the key in" in wrong.errors[0]
    document = json.loads(file.read_text())
    document["options"]["purge"] = ["QM1/mq:LocalQueue/IN"]
    file.write_text(json.dumps(document))
    assert "the signature is not" in ran(project, "show", file, "--verify", public).errors[0]
    saved(project)
    assert ran(project, "sign", file, "--key", private).code == 0
    assert ran(project, "up", "--yes", "--plan", file, "--verify", public).code == 0
    document = json.loads(saved(project).read_text())
    del document["plan"]["steps"]
    file.write_text(json.dumps(document))
    assert "its plan cannot be read" in ran(project, "sign", file, "--key", private).errors[0]
    assert json.loads(file.read_text())["signature"] is None
    for key in (public, project / "none.pem", project / "__main__.py"):
        refused = ran(project, "preview", "--save-plan", "p.json", "--sign", key)
        assert len(refused.errors) == 1, key
        assert "Ed25519 private key" in refused.errors[0] or "cannot be read" in refused.errors[0]
        assert not (project / "p.json").exists()


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        ("", "is not JSON"),
        ("[1]", "is not a saved plan"),
        ('{"format": 4}', "is of format 4, and this Queuewright reads format 3"),
        ('{"format": 3}', "is not a saved plan: queuewright: Field required"),
        ('{"format": 2}', "is not a saved plan (KeyError: 'plan')"),
        ('{"format": 1}', "is not a saved plan (KeyError: 'plan')"),
        ('{"format": 1, "plan": 5}', "is not a saved plan (TypeError: "),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_what_is_no_saved_plan(project: Path, content: str, reported: str) -> None:
    (project / "plan.json").write_text(content)
    for words in (("show", "plan.json"), ("up", "--yes", "--plan", "plan.json")):
        done = ran(project, *words)
        assert (done.code, len(done.errors)) == (1, 1)
        assert f"plan.json: {reported}" in done.errors[0]
    assert "cannot be read" in ran(project, "show", "none.json").errors[0]
    assert len(ran(project, "preview", "--save-plan", "no/where.json").errors) == 1


@pytest.mark.parametrize(
    ("damage", "reported"),
    [
        (lambda plan: plan["steps"][0].pop("verb"), "steps.0.verb: Field required"),
        (
            lambda plan: plan["steps"][0].update(verb="paint"),
            "steps.0.verb: Input should be 'same'",
        ),
        (lambda plan: plan["steps"].append("?"), "steps.2: Input should be a valid dictionary"),
        (lambda plan: plan["steps"][0]["force"].update(uses=None), "steps.0.force.uses: Input"),
        (lambda plan: plan["summary"].update(none=1), "summary.none"),
        (lambda plan: plan.update(format=9), "format: Input should be 2"),
    ],
)
def test_a_plan_that_is_damaged_names_the_key(
    project: Path, damage: Callable[[dict[str, Any]], object], reported: str
) -> None:
    document = json.loads(saved(project).read_text())
    assert len(document["plan"]["steps"]) == 2
    damage(document["plan"])
    (project / "plan.json").write_text(json.dumps(document))
    (line,) = ran(project, "show", "plan.json").errors
    assert f"plan.json: its plan cannot be read ({reported}" in line


HOSTILE = "x\x1b[31m\0\r\n::error::forged ##vso[task.setvariable variable=a]b"
VALUES = {"before", "after", "applied", "observed", "value"}
WORDS = {"verb", "cost", "verdict", "severity", "risk"}  # of a closed list each


def poisoned(part: Any, within: str = "") -> Any:
    """The document of a plan with something hostile in each name and text that is not a value."""
    if isinstance(part, dict):
        names = within in ("creates", "unreachable")
        return {
            (name + HOSTILE if names else name): poisoned(item, name) for name, item in part.items()
        }
    if isinstance(part, list):
        return [poisoned(item, within) for item in part]
    if not isinstance(part, str) or not part or within in VALUES | WORDS | {"open_for", "kind"}:
        return part
    return part + HOSTILE if "/mq:" in part else HOSTILE + part + HOSTILE  # an id stays one


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("form", ["", "--diff", "--markdown", "--html", "--junit", "--sarif"])
def test_nothing_of_a_plan_that_others_wrote_is_drawn_raw(
    project: Path, form: str, checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the names of attributes either; nothing is signed yet when a reviewer looks at it. A file
    whose parts do not match is refused, and no form relies on that."""
    ran(project, "up", "--yes")
    changed = PROGRAM.replace("100,", "200,").replace('="IN"', '="NONE"')
    new = 'mq.LocalQueue("NEW", system="QM1", max_queue_depth=7)\n'
    (project / "__main__.py").write_text(changed + new)
    ran(project, "sandbox", "open", "QM1", "OUT", "--for", "output", "--application", "webshop")
    ran(project, "preview", "--save-plan", "plan.json")  # FORCE is needed, and blocked
    file = project / "plan.json"
    document = json.loads(file.read_text())
    document["plan"] = poisoned(document["plan"])
    document["plan"]["unreachable"] = {f"QM2{HOSTILE}": HOSTILE}
    document["plan"]["unread"] = [HOSTILE]
    file.write_text(json.dumps(document))
    if not checked:
        monkeypatch.setattr("queuewright.saved.binding.check_consistent", lambda *_: None)
    shown = ran(project, "show", file, *filter(None, [form]))
    assert shown.code == (1 if checked else 0), shown.err
    reported = shown.out + shown.err
    assert checked or "forged" in reported
    assert all(line.isprintable() for line in reported.split("\n"))
    assert not [line for line in reported.split("\n") if line.lstrip().startswith("::")]
    assert "##vso[" not in reported


def test_openssl_makes_the_keys(project: Path) -> None:
    """As the documentation says it."""
    try:
        for words in (
            "openssl genpkey -algorithm ed25519 -out key.pem",
            "openssl pkey -in key.pem -pubout -out key.pub",
        ):
            subprocess.run(words.split(), cwd=project, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no openssl")
    saved(project, "--sign", "key.pem")
    assert ran(project, "show", "plan.json", "--verify", "key.pub").code == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_plan_is_read_as_it_was_written(seed: int, tmp_path: Path) -> None:
    plan = random_plan(seed, tmp_path)
    if plan is None:
        return
    document: dict[str, Any] = plan_document(plan, show_sames=True)
    read = plan_of(document_from(document))
    assert plan_document(read, show_sames=True) == document
    for diff in (False, True):
        assert plan_text(read, diff=diff).plain == plan_text(plan, diff=diff).plain
    assert plan_markdown(read) == plan_markdown(plan)
    basis = basis_of(plan, b"salt")
    assert json.loads(json.dumps(basis)) == basis
    own = document_of(plan)
    again = document_of(plan_of(document_from(own)))
    assert again == own
    for then, now in zip(own["steps"], again["steps"], strict=True):
        assert list(step_differences(then, now)) == []


# What nobody has made


def forged(project: Path, name: str, edit: Callable[[dict[str, Any]], None]) -> None:
    """The state with an entry for an object that this stack never made."""
    assert ran(project, "sandbox", "exec", "QM1", stdin=f"DEFINE QLOCAL({name})").code == 0
    exported = json.loads(ran(project, "stack", "export").out)
    resources = exported["deployment"]["resources"]
    own = next(each for each in resources if each.get("id") == "QM1/mq:LocalQueue/IN")
    entry = json.loads(json.dumps(own).replace("::IN", f"::{name}").replace("/IN", f"/{name}"))
    entry["inputs"]["name"] = entry["outputs"]["name"] = name
    edit(entry)
    resources.append(entry)
    (project / "forged.json").write_text(json.dumps(exported))
    assert ran(project, "stack", "import", "--file", "forged.json").code == 0


def without_outputs(entry: dict[str, Any]) -> None:
    del entry["outputs"]


def without_a_time(entry: dict[str, Any]) -> None:
    del entry["created"]


def with_a_wrong_time(entry: dict[str, Any]) -> None:
    entry["created"] = "yesterday"


def of_another_object(entry: dict[str, Any]) -> None:
    entry["outputs"]["name"] = "IN"


@pytest.mark.parametrize(
    "edit", [without_outputs, without_a_time, with_a_wrong_time, of_another_object]
)
def test_an_unsigned_plan_deletes_nothing_that_the_state_has_no_record_of(
    edit: Callable[[dict[str, Any]], None], project: Path
) -> None:
    private, public = key_pair(project, "ours")
    assert ran(project, "up", "--yes").code == 0
    forged(project, "PAYROLL", edit)
    file = saved(project)
    refused = ran(project, "up", "--yes", "--plan", file)
    assert (refused.code, refused.out) == (1, "")
    assert refused.errors[0] == (
        "error: QM1 mq:LocalQueue PAYROLL: would be deleted, and the state has no record that this "
        "stack made or adopted it (created, outputs)"
    )
    assert refused.errors[1].endswith("and give --verify KEY, or correct the state")
    assert "QUEUE(PAYROLL)" in objects(project)
    # Somebody who has the key has looked at it.
    assert ran(project, "sign", file, "--key", private).code == 0
    assert ran(project, "up", "--yes", "--plan", file).code == 1  # a signature that nobody verified
    assert ran(project, "up", "--yes", "--plan", file, "--verify", public).code == 0
    assert "QUEUE(PAYROLL)" not in objects(project)


def test_an_unsigned_plan_deletes_what_the_stack_made_or_adopted(project: Path) -> None:
    """By this engine; tests/provider/dynamic/test_pulumi_cli.py has states of Pulumi's."""
    assert ran(project, "sandbox", "create", "QM1", "--platform", "linux").code == 0
    script = "DEFINE QLOCAL(THERE)\nDEFINE QLOCAL(MOVED)"
    assert ran(project, "sandbox", "exec", "QM1", stdin=script).code == 0
    program = project / "__main__.py"
    own = 'mq.LocalQueue("THERE", system="QM1")\nmq.LocalQueue("OWN", system="QM1")\n'
    program.write_text(PROGRAM + own)
    assert ran(project, "up", "--yes").code == 0
    program.write_text(PROGRAM)
    done = ran(project, "up", "--yes", "--plan", saved(project))
    assert (done.code, done.err.count(" deleted")) == (0, 2)
    assert "QUEUE(THERE)" not in objects(project)


ON_IBMI = """
import pulumi
from queuewright import ibmi

on = {"system": "AS1"}
ibmi.AuthorizationList("STAFF", **on)
ibmi.AuthorizationList("OTHERS", **on)
ibmi.DataQueue("Q", **on, library="QGPL", max_entry_length=9, AUTHORITY)
"""


def before_two_authorities(part: Any) -> Any:
    """As an earlier release wrote it, in which the list that secures an object was `authority`."""
    if isinstance(part, list):
        return [
            before_two_authorities(item)
            for item in part
            if not (isinstance(item, dict) and item.get("attribute") == "authority")
        ]
    if not isinstance(part, dict):
        return part
    part = {name: before_two_authorities(value) for name, value in part.items()}
    if part.get("attribute") == "authorization_list":
        part["attribute"] = "authority"
    listed = part.pop("authorization_list", None)
    return part if listed is None else {**part, "authority": listed}


@pytest.mark.parametrize(
    ("first", "then"), [("", 'authority="STAFF"'), ('authority="STAFF"', 'authority="OTHERS"')]
)
def test_a_plan_from_before_the_two_authorities(project: Path, first: str, then: str) -> None:
    (project / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {AS1: {type: sandbox, platform: ibmi}}\n"
    )
    program = project / "__main__.py"
    if first:
        program.write_text(ON_IBMI.replace("AUTHORITY", first))
        assert ran(project, "up", "--yes").errors == []
    program.write_text(ON_IBMI.replace("AUTHORITY", then))
    file = saved(project)
    document = json.loads(file.read_text())
    earlier = before_two_authorities(document)
    assert earlier != document
    file.write_text(json.dumps(earlier))
    preview = ran(project, "preview")
    assert (ran(project, "show", "plan.json").out, preview.code) == (preview.out, 0)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.errors, up.code) == ([], 0)
    assert "No changes" in ran(project, "preview").out
    program.write_text(ON_IBMI.replace("AUTHORITY", 'authority="use"'))
    file.write_text(json.dumps({**earlier, "queuewright": "0.1.0"}))
    refused = ran(project, "up", "--yes", "--plan", "plan.json")
    assert refused.code == 1
    assert any("the program" in error for error in refused.errors)


@pytest.mark.parametrize("option", ["ignore_changes", "replace_on_changes"])
def test_options_of_a_program_from_before_the_two_authorities(project: Path, option: str) -> None:
    (project / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {AS1: {type: sandbox, platform: ibmi}}\n"
    )
    program = project / "__main__.py"
    options = f'opts=pulumi.ResourceOptions({option}=["authority"])'
    program.write_text(ON_IBMI.replace("AUTHORITY", f'authority="STAFF", {options}'))
    assert ran(project, "up", "--yes").errors == []
    program.write_text(ON_IBMI.replace("AUTHORITY", f'authority="OTHERS", {options}'))
    steps = json.loads(ran(project, "preview", "--json").out)["steps"]
    verbs = {step["verb"] for step in steps if step["name"] == "QGPL/Q"}
    assert verbs == ({"replace"} if option == "replace_on_changes" else set())


def test_a_plan_of_an_earlier_release_that_changes_a_set(project: Path) -> None:
    program = project / "__main__.py"
    text = (
        "from queuewright import mq\nmq.AuthorityRecord('app', system='QM1', name='Q', "
        "object_type='q', group='app', authorities=['input', WORDS])\n"
    )
    program.write_text(text.replace("WORDS", "'browse'"))
    assert ran(project, "up", "--yes").code == 0
    program.write_text(text.replace("WORDS", "'browse', 'output'"))
    file = saved(project)
    earlier = json.loads(file.read_text())
    for fresh in ("accesses", "routes", "not_compared"):
        assert fresh in earlier["plan"]
        del earlier["plan"][fresh]
    file.write_text(json.dumps(earlier))
    assert "output added" in ran(project, "show", "plan.json").out
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.errors, up.code) == ([], 0)
    assert "already applied" in ran(project, "up", "--yes", "--plan", "plan.json").err
    program.write_text(text.replace("WORDS", "'output'"))
    refused = ran(project, "up", "--yes", "--plan", "plan.json")
    assert refused.code == 1
    assert any("the program: authorities" in error for error in refused.errors)


def test_a_plan_that_was_cut_off_before_refresh_security(project: Path) -> None:
    program = project / "__main__.py"
    text = (
        "from queuewright import mq\nmq.OperatingSystemAuthentication('CHECKS', system='QM1', "
        "check_client_binding='WHO', refresh_security='when-needed')\n"
    )
    program.write_text(text.replace("WHO", "required"))
    assert ran(project, "up", "--yes").code == 0
    program.write_text(text.replace("WHO", "optional"))
    saved(project)
    lost = SystemUnavailable("the connection was cut")
    with patch.object(SandboxSystem, "refresh_security", side_effect=lost):
        up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, "REFRESH SECURITY TYPE(CONNAUTH): the connection was cut" in up.err) == (
        1,
        True,
    )
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 0, up.err
    assert "refreshed: REFRESH SECURITY TYPE(CONNAUTH)" in up.err + up.out
    assert ran(project, "preview", "--detailed-exitcode").code == 0
