"""Pulumi's preview as declarations and state, and what is none."""

import json

import pytest

from pulumi_previews import PROJECT, STACK, UNKNOWN, export, kept, preview, state, step, urn
from queuewright.explain.preview import PreviewUnusable, mixed_up, read_preview
from queuewright.state.deployment import Deployment

LOCAL, ALIAS = "mq:LocalQueue", "mq:AliasQueue"
SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "x"}


def test_steps_become_declarations_and_state() -> None:
    base = state(
        LOCAL, "IN", max_queue_depth=100.0, raw_protect=True, raw_ignoreChanges=["custom"],
        raw_sourcePosition="project:///queues.py#12,4", raw_dependencies=[urn(LOCAL, "BOQ")],
    )  # fmt: skip
    before = kept(state(LOCAL, "IN", max_queue_depth=50))
    gone = kept(state(LOCAL, "OLD"))
    read = read_preview(
        preview(step("update", before, base), step("delete", gone)).encode(), "preview.json"
    )
    assert (read.project, read.stack, read.unlisted) == (PROJECT, STACK, 0)
    root, declared = read.declared
    assert not root.custom
    assert declared.inputs == {"name": "IN", "system": "QM1", "max_queue_depth": 100.0}
    assert (declared.protect, declared.ignore_changes) == (True, ("custom",))
    assert (declared.place, declared.dependencies) == ("queues.py:12", (urn(LOCAL, "BOQ"),))
    assert [each.id for each in read.state.resources if each.custom] == [
        "QM1/mq:LocalQueue/IN",
        "QM1/mq:LocalQueue/OLD",
    ]
    assert read.operations[urn(LOCAL, "OLD")] == "delete"


def test_what_is_secret_or_not_known_is_left_out_and_named() -> None:
    made = state(
        LOCAL,
        "IN",
        queue_description="[secret]",
        custom=UNKNOWN,
        max_queue_depth=5,
        names=["[secret]"],
    )
    read = read_preview(preview(step("create", None, made)).encode(), "-")
    (_, declared) = read.declared
    assert declared.inputs == {"name": "IN", "system": "QM1", "max_queue_depth": 5}
    assert declared.unknown_inputs == {"queue_description", "custom", "names"}
    assert read.secrets == {urn(LOCAL, "IN"): {"queue_description", "names"}}


def test_a_replacement_and_a_renamed_resource_are_one_each() -> None:
    old, new = kept(state(LOCAL, "IN", raw_pendingReplacement=True)), state(LOCAL, "IN", usage="x")
    moved = {**state(LOCAL, "BOQ"), "urn": urn(LOCAL, "backout")}
    steps = [step("create-replacement", old, new), step("replace", old, new)]
    steps += [step("delete-replaced", old), step("same", kept(state(LOCAL, "BOQ")), moved)]
    read = read_preview(preview(*steps).encode(), "-")
    assert [declared.name for declared in read.declared[1:]] == ["IN", "backout"]
    assert read.declared[2].aliases == (urn(LOCAL, "BOQ"),)
    replaced = next(each for each in read.state.resources if each.name == "IN")
    assert "pendingReplacement" not in replaced.raw, "that is the preview's own mark"


@pytest.mark.parametrize(
    ("given", "why"), [("[secret]", "is secret"), (UNKNOWN, "is known only while pulumi runs")]
)
def test_an_object_on_a_system_that_nobody_knows(given: str, why: str) -> None:
    reported = preview(step("create", None, state(LOCAL, "IN", system=given)))
    with pytest.raises(PreviewUnusable) as refused:
        read_preview(reported.encode(), "p")
    assert str(refused.value) == (
        f"p: {urn(LOCAL, 'IN')}: its system {why}, so that nothing of it can be looked at; give it "
        "in clear"
    )


def test_what_a_refresh_finds_is_no_step_of_the_program() -> None:
    found, wanted = (state(LOCAL, "IN", max_queue_depth=depth) for depth in (7, 9))
    reported = preview(
        step("refresh", kept(found), kept(found)), step("update", kept(found), wanted)
    )
    read = read_preview(reported.encode(), "-")
    assert read.operations[urn(LOCAL, "IN")] == "update"
    assert read.declared[1].inputs["max_queue_depth"] == 9
    assert not read.destroy


def test_a_state_adds_what_stays_the_same() -> None:
    changed = state(LOCAL, "IN", max_queue_depth=1)
    reported = preview(
        step("update", kept(state(LOCAL, "IN")), changed), changeSummary={"update": 1, "same": 3}
    )
    read = read_preview(reported.encode(), "-")
    assert read.unlisted == 2
    same = kept(state(ALIAS, "OUT", base_object_name="IN", queue_description=SECRET))
    exported = Deployment.read(json.loads(export(kept(state(LOCAL, "IN")), same)))
    whole = read.with_state(exported)
    assert whole.unlisted == 0
    alias = whole.declared[-1]
    assert alias.inputs == {"name": "OUT", "system": "QM1", "base_object_name": "IN"}
    assert whole.secrets == {urn(ALIAS, "OUT"): {"queue_description"}}
    assert not any("providers" in declared.type for declared in whole.declared)


def test_a_state_of_another_time_is_told() -> None:
    read = read_preview(preview(step("delete", kept(state(LOCAL, "IN")))).encode(), "-")
    (line,) = mixed_up(read, Deployment.read(json.loads(export())), "state.json")
    assert line.startswith(f"state.json: {urn(LOCAL, 'IN')} is not in it, and the preview has it")


CHECK = (
    "error: pulumi-python:dynamic/mq:LocalQueue resource 'IN' has a problem: QM1 mq:LocalQueue IN: "
    "needs FORCE\n"
)
TRACE = 'Traceback (most recent call last):\n  File "x.py"\nRuntimeError: boom\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "p: is empty: pulumi preview --json printed nothing"),
        ("Previewing update (dev):\n  + x", "p: is the text of pulumi preview, with --diff or"),
        ("+ mq:LocalQueue", 'p: is not JSON (it begins with "+ mq:LocalQueue"); give what'),
        ('{"sequence":0,"timestamp":1}\n{"sequence":1}', "p: is a stream of engine events; unset"),
        ("[1]", "p: is [1] and no object; give what pulumi preview --json prints"),
        ("{}", "p: is not a preview of Pulumi's; give what"),
        (export(), "p: is a stack's state; give it as --stack-export"),
        ('{"format": 1, "exit_code": 0, "steps": []}', "p: is a plan of queuewright's"),
        ('{"steps": []}', "p: has no resource; give what"),
        ('{"steps": 1}', "p: steps must be a list; give what"),
        ('{"steps": [1]}', "p: step 0 has no op; give what"),
        ('{"steps": [{"op": "same", "urn": "x"}]}', 'p: step 0: urn "x" is not a URN; give what'),
        (preview(step("create", None, {"urn": urn(LOCAL, "A")})), "p: step 1: has no type; give"),
        (
            preview(diagnostics=[{"severity": "error", "message": TRACE}]),
            "pulumi preview failed: RuntimeError: boom",
        ),
        (
            preview(diagnostics=[{"severity": "error", "message": "error: no login"}]),
            "pulumi preview failed: no login",
        ),
        (
            preview(diagnostics=[{"severity": "error", "message": CHECK}]),
            "BLOCKED QM1 mq:LocalQueue IN: needs FORCE",
        ),
    ],
)
def test_what_is_no_preview_is_one_line(text: str, line: str) -> None:
    with pytest.raises(PreviewUnusable) as refused:
        read_preview(text.encode(), "p")
    lines = str(refused.value).splitlines()
    assert lines[0].startswith(line)
    if "failed" in line or "BLOCKED" in line:
        remediation = "p: correct it, and preview again; nothing else of it is explained"
        assert lines[1:] == [remediation]
    else:
        assert len(lines) == 1
    assert refused.value.blocked is line.startswith("BLOCKED")


def test_two_failures_of_which_one_is_none_of_ours_are_no_block() -> None:
    both = [{"severity": "error", "message": text} for text in (CHECK, TRACE)]
    with pytest.raises(PreviewUnusable) as refused:
        read_preview(preview(diagnostics=both).encode(), "p")
    assert not refused.value.blocked
