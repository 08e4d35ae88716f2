"""`pulumi preview --json | queuewright explain`: what Pulumi does not say, and the same gate."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran
from pulumi_previews import ROOT, UNKNOWN, export, kept, preview, state, step
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.state.deployment import SECRET_KEY, SECRET_VALUE

Cli = Callable[..., Ran]
LOCAL, ALIAS = "mq:LocalQueue", "mq:AliasQueue"


@pytest.fixture
def manager(project: Path) -> EmbeddedSystem:
    """QM1 with two queues, an alias that an application has open, and a message."""
    file = project / ".queuewright" / "sandbox-dev.db"
    file.parent.mkdir()
    made = Sandbox(file).create_system("QM1", platform=Platform.LINUX)
    made.create(LOCAL, "IN", {"max_queue_depth": 100})
    made.create(LOCAL, "OTHER", {})
    made.create(LOCAL, "OLD", {})
    made.create(ALIAS, "OUT", {"base_object_name": "IN"})
    made.put("OLD", count=2)
    made.open("OUT", {OpenFor.OUTPUT}, application="billing", user="bob")
    return made


OUT = state(ALIAS, "OUT", base_object_name="IN", raw_sourcePosition="project:///__main__.py#7")
RISKY = preview(
    step("create", None, state(LOCAL, "NEW", max_queue_depth=7, queue_description=UNKNOWN)),
    step("update", kept(OUT), {**OUT, "inputs": {**OUT["inputs"], "base_object_name": "OTHER"}}),
    step("delete", kept(state(LOCAL, "OLD"))),
)


def test_force_loss_values_and_blast_radius(manager: EmbeddedSystem, cli: Cli) -> None:
    ran = cli("explain", stdin=RISKY)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "Plan for shop/dev\n"
        "Risks:\n"
        "   ! 1 object is deleted, with the authorities on it: QM1 mq:LocalQueue OLD\n"
        "\n"
        "   + QM1 mq:LocalQueue NEW create\n"
        "      max_queue_depth: 7\n"
        "      queue_description is known only while pulumi runs: it is not compared\n"
        "   ~ QM1 mq:AliasQueue OUT update\n"
        '      base_object_name: "IN" -> "OTHER"\n'
        "      FORCE needed for base_object_name: an application has alias OUT open\n"
        '        application "billing" (user bob) has OUT open for output\n'
        '      BLOCKED close it, or set force="when-needed" [IBM MQ, Change Queue (PCF): Force] '
        "(__main__.py:7)\n"
        "   - QM1 mq:LocalQueue OLD delete\n"
        "      BLOCKED QW501 would lose 2 messages if it were deleted; empty the queue, or give "
        "--purge "
        "QM1/mq:LocalQueue/OLD to lose them "
        "[IBM MQ, Delete Queue (PCF): Delete Queue; IBM MQ, MQSC: DELETE QLOCAL]\n"
        "\n"
        "   + 1 to create\n"
        "   ~ 1 to update\n"
        "   - 1 to delete\n"
        "   ! 2 blocked\n"
        "Blocked: nothing is sent until every BLOCKED line is dealt with.\n"
    )
    assert cli("explain", "--detailed-exitcode", stdin=RISKY).code == 3
    # The way out that it names is one of its options, and what it means for `pulumi up` is said.
    purged = cli("explain", "--purge", "QM1/mq:LocalQueue/OLD", stdin=RISKY).out
    assert "! 2 messages are lost on 1 queue: QM1 mq:LocalQueue OLD (2)" in purged
    assert "LOSS QW501 2 messages are lost" in purged
    assert (
        'warning: pulumi up has no --purge, and refuses this until on_delete="purge" was applied; '
        'declare it with on_delete="purge" and run pulumi up first'
    ) in purged
    other = cli("explain", "--purge", "QM1/mq:LocalQueue/NONE", stdin=RISKY)
    assert "the stack has no such object" in other.errors[0]


def test_every_format_is_that_of_preview(manager: EmbeddedSystem, project: Path, cli: Cli) -> None:
    file = project / "preview.json"
    file.write_text(RISKY, encoding="utf-8")
    document = json.loads(cli("explain", file, "--json").out)
    assert (document["format"], document["exit_code"], document["messages"]) == (2, 3, [])
    assert [each["verb"] for each in document["steps"]] == ["create", "update", "delete"]
    assert cli("explain", file, "--markdown").out.startswith("### Plan for shop/dev\n")
    page = cli("explain", file, "--html").out
    assert page.startswith("<!doctype html>")
    assert "billing" in page
    assert "would lose 2 messages" in cli("explain", file, "--junit").out
    assert "force-needed" in cli("explain", file, "--sarif").out


def test_the_policy_of_the_project_is_the_gate(
    manager: EmbeddedSystem, project: Path, cli: Cli
) -> None:
    (project / "pyproject.toml").write_text('[tool.queuewright.policy]\nnames = ["IN*"]\n')
    small = preview(step("create", None, state(LOCAL, "X")))
    ran = cli("explain", "--detailed-exitcode", stdin=small)
    assert ran.code == 3
    assert "this stack touches only IN*" in ran.out
    assert cli("explain", "--detailed-exitcode", "--override", "names", stdin=small).code == 2
    assert cli("explain", "--detailed-exitcode", stdin=preview()).code == 0


def test_lint_speaks_of_what_changes(manager: EmbeddedSystem, cli: Cli) -> None:
    made = state(LOCAL, "NEW", queue_depth_high_limit=10, queue_depth_low_limit=90)
    ran = cli("explain", "--detailed-exitcode", stdin=preview(step("create", None, made)))
    assert ran.code == 2, "findings of lint are warnings"
    assert "      warning: QW307 queue_depth_" in ran.out
    nowhere = state(ALIAS, "A", base_object_name="NOWHERE")
    ran = cli("explain", stdin=preview(step("create", None, nowhere)))
    assert ran.out.count("warning: ") == 1, "the plan and lint say it alike: once"


def test_a_state_and_what_pulumi_sees_otherwise(
    manager: EmbeddedSystem, project: Path, cli: Cli
) -> None:
    before, after = (state(LOCAL, "IN", max_queue_depth=depth) for depth in (50, 100))
    reported = preview(step("update", kept(before), after), changeSummary={"same": 2, "update": 1})
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert ran.code == 0, "somebody has done it already"
    assert ran.err == (
        "warning: QM1 mq:LocalQueue IN: pulumi preview says update, now it is same\n"
        "warning: 1 of what stays the same is not in it, and counts in no rule of the policy: "
        "give --stack-export, or preview with --show-sames\n"
    )
    file = project / "state.json"
    file.write_text(export(kept(before), kept(OUT)))
    ran = cli("explain", "--stack-export", file, stdin=reported)
    assert ran.err.count("warning") == 1
    assert "     2 unchanged\n" in ran.out
    document = json.loads(cli("explain", "--stack-export", file, "--json", stdin=reported).out)
    assert [each["severity"] for each in document["messages"]] == ["warning"]


def test_a_preview_of_destroy_says_itself_that_everything_goes(
    manager: EmbeddedSystem, cli: Cli
) -> None:
    names = [f"Q{number}" for number in range(12)]
    for name in names:
        manager.create(LOCAL, name, {})
    gone = [step("delete", kept(state(LOCAL, name))) for name in names]
    ran = cli("explain", "--detailed-exitcode", stdin=preview(*gone))
    assert ran.code == 3, "one run may not delete so much"
    root = {"urn": ROOT, "custom": False, "type": "pulumi:pulumi:Stack"}
    document = json.loads(preview(*gone))
    document["steps"][0] = step("delete", root)
    ran = cli("explain", "--detailed-exitcode", stdin=json.dumps(document))
    assert (ran.code, ran.out.splitlines()[-1]) == (2, "   - 12 to delete")


def test_a_system_that_cannot_be_read(manager: EmbeddedSystem, project: Path, cli: Cli) -> None:
    stack = project / "Pulumi.dev.yaml"
    other = "QM9: {type: mqweb, url: 'https://127.0.0.1:1', user: u, password: {env: HOME}}"
    stack.write_text(stack.read_text().replace("{QM1:", f"{{{other}, QM1:"))
    reported = preview(
        step("create", None, state(LOCAL, "NEW")),
        step("create", None, state(LOCAL, "THERE", system="QM9")),
    )
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert ran.code == 1
    assert "   + QM1 mq:LocalQueue NEW create\n" in ran.out
    assert [line for line in ran.err.splitlines() if "QM9" in line] == ran.err.splitlines()
    assert len(ran.errors) == 1


@pytest.mark.parametrize(
    ("words", "stdin", "line"),
    [
        ((), "", "error: standard input: is empty: "),
        (("nothing.json",), "", "error: nothing.json: No such file or directory; give a file"),
        (("-s", "prod"), preview(), "error: standard input: is a preview of stack dev, not of"),
        (
            ("--stack-export", "-"), preview(),
            "error: -: only one of the preview and --stack-export is standard input",
        ),
        (
            ("--stack-export", "Pulumi.yaml"), preview(),
            "error: Pulumi.yaml: is not JSON (",
        ),
        (
            (), preview().replace("::shop::", "::other::"),
            "error: standard input: is a preview of project other, and ",
        ),
        ((), "Previewing update (dev)\n", "error: standard input: is the text of pulumi preview"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    project: Path, cli: Cli, words: tuple[str, ...], stdin: str, line: str
) -> None:
    ran = cli("explain", *words, stdin=stdin)
    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith(line)


def test_a_preview_that_the_provider_has_blocked_ends_as_blocked(project: Path, cli: Cli) -> None:
    message = "error: mq:LocalQueue resource 'IN' has a problem: QM1 mq:LocalQueue IN: is open\n"
    reported = preview(diagnostics=[{"severity": "error", "message": message}])
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("error: BLOCKED QM1 mq:LocalQueue IN: is open\n")
    assert cli("explain", stdin=reported).code == 1


def test_systems_that_only_pulumi_knows_are_those_of_the_preview(
    manager: EmbeddedSystem, project: Path, cli: Cli
) -> None:
    (project / "Pulumi.dev.yaml").write_text("config: {}\n")
    reported = preview(step("delete", kept(state(LOCAL, "OLD"))))
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert (ran.code, ran.err) == (3, "")
    assert "would lose 2 messages" in ran.out
    hidden = reported.replace('"{\\"QM1\\":{\\"type\\":\\"sandbox\\"}}"', '"[secret]"')
    assert hidden != reported
    ran = cli("explain", stdin=hidden)
    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "is not in queuewright:systems" in ran.err


def test_nothing_is_read_when_that_is_asked_for(
    manager: EmbeddedSystem, project: Path, cli: Cli
) -> None:
    stack = project / "Pulumi.dev.yaml"
    stack.write_text(stack.read_text().replace("QM1: {", "QM1: {path: elsewhere/none.db, "))
    reported = preview(step("delete", kept(state(LOCAL, "OLD"))))
    ran = cli("explain", "--no-refresh", stdin=reported)
    assert (ran.code, ran.err) == (0, "")
    assert "whether it is open or holds messages is not known" in ran.out


SECRET = {"queue_description": "[secret]"}


def test_a_secret_that_alone_changes_is_a_change(
    manager: EmbeddedSystem, project: Path, cli: Cli
) -> None:
    """The provider has compared it: Pulumi says update, and nobody else can tell."""
    given = state(LOCAL, "IN", max_queue_depth=100, **SECRET)
    reported = preview(step("update", kept(given), given))
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert (ran.code, ran.err) == (2, "")
    assert "   ~ QM1 mq:LocalQueue IN update\n      queue_description: " in ran.out
    assert "queue_description is secret: it is not compared" in ran.out
    assert cli("explain", "--expect-no-changes", stdin=reported).code == 1
    (project / "pyproject.toml").write_text(
        "[tool.queuewright.policy]\n"
        'freeze = [{from = 2000-01-01, until = 2999-12-31, reason = "year end"}]\n'
    )
    ran = cli("explain", "--detailed-exitcode", stdin=reported)
    assert ran.code == 3
    assert "year end" in ran.out
    same = preview(step("same", kept(given), given))
    assert cli("explain", "--detailed-exitcode", stdin=same).code == 0, "Pulumi has compared it"


def test_what_is_known_only_while_pulumi_runs_is_a_change(
    manager: EmbeddedSystem, cli: Cli
) -> None:
    before = state(LOCAL, "IN", max_queue_depth=100, queue_description="")
    after = state(LOCAL, "IN", max_queue_depth=100, queue_description=UNKNOWN)
    ran = cli("explain", "--detailed-exitcode", stdin=preview(step("update", kept(before), after)))
    assert ran.code == 2
    assert "queue_description is known only while pulumi runs" in ran.out


@pytest.mark.parametrize(
    ("reasons", "hidden", "why"),
    [
        (["id"], {}, "pulumi was asked to replace it (--replace)"),
        (["deletedWith"], {}, "it is replaced with another resource (deleted_with)"),
        (["queue_description"], SECRET, "because of queue_description, which it does not show"),
    ],
)
def test_what_pulumi_replaces_whatever_can_be_compared(
    manager: EmbeddedSystem, cli: Cli, reasons: list[str], hidden: dict[str, str], why: str
) -> None:
    given = state(LOCAL, "OLD", **hidden)
    replaced = {**step("replace", kept(given), given), "replaceReasons": reasons}
    ran = cli("explain", "--detailed-exitcode", stdin=preview(replaced))
    assert ran.code == 3, "two messages are on it"
    assert "+- QM1 mq:LocalQueue OLD replace" in ran.out
    assert why in ran.out
    assert "would lose 2 messages" in ran.out


def test_what_is_no_target_is_no_step(manager: EmbeddedSystem, project: Path, cli: Cli) -> None:
    """Pulumi has no step for it; that it has drifted is said."""
    before, after = (state(LOCAL, "IN", max_queue_depth=depth) for depth in (100, 200))
    drifted = kept(state(LOCAL, "OTHER", max_queue_depth=7))
    gone = kept(state(LOCAL, "GONE"))
    ciphertext = {SECRET_KEY: SECRET_VALUE, "ciphertext": "x"}
    secret = kept(state(LOCAL, "OLD", queue_description=ciphertext))
    file = project / "state.json"
    file.write_text(export(kept(before), drifted, gone, secret))
    reported = preview(step("update", kept(before), after), changeSummary={"same": 4, "update": 1})
    ran = cli("explain", "--stack-export", file, "--detailed-exitcode", stdin=reported)
    assert ran.code == 2
    assert ran.out.count("   ~ QM1") == 1
    assert "OTHER" not in ran.out
    assert ran.err == (
        "warning: QM1 mq:LocalQueue OTHER: pulumi preview has no step for it; now it would be "
        "update\n"
        "warning: QM1 mq:LocalQueue GONE: pulumi preview has no step for it; now it would be "
        "create\n"
    )
    document = json.loads(cli("explain", "--stack-export", file, "--json", stdin=reported).out)
    assert [each["name"] for each in document["steps"]] == ["IN"]
    assert {n: count for n, count in document["summary"].items() if count} == {
        "same": 3, "update": 1,
    }  # fmt: skip


def test_what_becomes_of_outputs_is_said_where_it_is_known(
    manager: EmbeddedSystem, cli: Cli
) -> None:
    reported = json.loads(preview())
    assert "output_changes" not in json.loads(
        cli("explain", "--json", stdin=json.dumps(reported)).out
    )
    before = {"depth": 5, "gone": 1, "text": "[secret]"}
    root = reported["steps"][0]["newState"]
    reported["steps"][0]["oldState"] = {**root, "outputs": before}
    reported["steps"][0]["newState"] = {**root, "outputs": {"depth": 6, "text": "[secret]"}}
    document = json.loads(cli("explain", "--json", stdin=json.dumps(reported)).out)
    assert document["output_changes"] == [
        {"name": "depth", "before": 5, "after": 6},
        {"name": "gone", "before": 1, "after": None},
    ]
