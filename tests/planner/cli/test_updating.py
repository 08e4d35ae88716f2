"""preview, up and destroy as people and pipelines use them."""

import json
from pathlib import Path

import pytest

from plan_documents import validate
from queuewright.sandbox.engine import Sandbox

from .conftest import PROGRAM, Cli

URN = "urn:pulumi:dev::shop::pulumi-python:dynamic/mq:"


def exec_(cli: Cli, command: str) -> None:
    assert cli("sandbox", "exec", "QM1", stdin=command).code == 0


def is_there(cli: Cli, name: str) -> bool:
    ran = cli("sandbox", "exec", "QM1", stdin=f"DISPLAY QUEUE({name})")
    assert ran.code == 0 or "2085" in ran.err or "there is no sandbox" in ran.err, ran
    return ran.code == 0


def change(project: Path, before: str, after: str) -> None:
    program = project / "__main__.py"
    text = program.read_text()
    assert before in text
    program.write_text(text.replace(before, after))


def test_from_nothing_to_nothing(cli: Cli, project: Path) -> None:
    first = cli("preview")
    assert first.code == 0, "changes are not errors"
    assert "2 to create" in first.out
    assert first.err == ""
    assert cli("preview", "--detailed-exitcode").code == 2
    up = cli("up", "--yes")
    assert up.code == 0
    assert "2 created" in up.out
    assert "depth: 100" in up.out
    assert [line.split(" ", 1)[1] for line in up.err.splitlines()] == [
        "QM1 LocalQueue IN created",
        "QM1 AliasQueue OUT created",
    ]
    again = cli("preview", "--detailed-exitcode", "--expect-no-changes")
    assert (again.code, again.err) == (0, "")
    assert cli("up", "--yes", "--detailed-exitcode", "--expect-no-changes").code == 0
    destroyed = cli("destroy", "--yes", "--detailed-exitcode")
    assert destroyed.code == 2
    assert "2 deleted" in destroyed.out
    assert json.loads(cli("stack", "--json").out)["resources"] == {}
    assert cli("destroy", "--yes").code == 0


def test_preview_sends_and_writes_nothing(cli: Cli, project: Path) -> None:
    cli("preview")
    assert not (project / ".queuewright" / "stacks").exists()
    assert not is_there(cli, "IN")


def test_detailed_exit_codes_of_up(cli: Cli, project: Path) -> None:
    assert cli("up", "--yes", "--detailed-exitcode").code == 2
    assert cli("up", "--yes", "--detailed-exitcode").code == 0
    cli("sandbox", "open", "QM1", "OUT", "--for", "output", "--application", "webshop")
    change(project, "base_object_name=queue", "base_object_name='OTHER'")
    blocked = cli("up", "--yes", "--detailed-exitcode")
    assert blocked.code == 3
    assert "webshop" in blocked.out
    assert "nothing was sent" in blocked.errors[0]
    assert cli("up", "--yes").code == 1


def test_what_is_expected_not_to_change(cli: Cli, project: Path) -> None:
    expected = cli("preview", "--expect-no-changes")
    assert expected.code == 1
    assert "no changes were expected, but the plan has 2" in expected.errors[0]
    assert cli("up", "--yes", "--expect-no-changes").code == 1
    assert not (project / ".queuewright" / "stacks").exists()


def test_json_stands_alone_on_standard_output(cli: Cli, project: Path) -> None:
    change(project, "import pulumi", "import pulumi\nprint('hello')\npulumi.log.warn('careful')")
    shown = cli("preview", "--json")
    assert "hello" in shown.err
    document = json.loads(shown.out)
    assert [step["verb"] for step in document["steps"]] == ["create", "create"]
    assert document["outputs"] == {"depth": 100}
    assert [message["text"] for message in document["messages"]] == ["careful"]
    validate(document)
    up = cli("up", "--yes", "--json")
    document = json.loads(up.out)
    assert document["result"] == {
        "done": [f"{URN}LocalQueue::IN", f"{URN}AliasQueue::OUT"],
        "failed": [],
        "skipped": [],
        "kept": [],
        "interrupted": False,
    }
    destroyed = json.loads(cli("destroy", "--yes", "--json").out)
    assert [step["verb"] for step in destroyed["steps"]] == ["delete", "delete"]


def test_json_of_a_blocked_up(cli: Cli, project: Path) -> None:
    change(project, "max_queue_depth=depth", "max_queue_depth=-1")
    up = cli("up", "--yes", "--json")
    assert up.code == 1
    document = json.loads(up.out)
    assert document["summary"]["blocked"] == 1
    assert "result" not in document


def test_markdown(cli: Cli, project: Path) -> None:
    shown = cli("preview", "--markdown")
    assert shown.code == 0
    assert shown.out.startswith("### Plan for shop/dev")
    assert "| create |" in shown.out


def test_more_or_less_detail(cli: Cli, project: Path) -> None:
    assert "max_queue_depth: 100" in cli("preview").out
    cli("up", "--yes")
    assert "QM1 mq:LocalQueue IN" in cli("preview", "--show-sames").out
    assert "QM1 mq:LocalQueue IN" not in cli("preview").out


def test_an_option_that_arms_something_is_shown_counted_and_stored(cli: Cli, project: Path) -> None:
    cli("up", "--yes")
    program = project / "__main__.py"
    armed = program.read_text().replace("max_queue_depth=depth", "max_queue_depth=depth, %s")
    program.write_text(armed % 'on_delete="purge", force="when-needed"')
    preview = cli("preview", "--detailed-exitcode")
    assert preview.code == 2
    assert 'option force: "never" -> "when-needed"' in preview.out
    assert 'option on_delete: "refuse-if-in-use" -> "purge"' in preview.out
    assert "1 with changed options" in preview.out
    assert 'option on\\_delete\\: "refuse\\-if\\-in\\-use"' in cli("preview", "--markdown").out
    (step,) = json.loads(cli("preview", "--json").out)["steps"]
    assert step["options"] == [
        {"option": "force", "before": "never", "after": "when-needed"},
        {"option": "on_delete", "before": "refuse-if-in-use", "after": "purge"},
    ]
    assert cli("preview", "--expect-no-changes").code == 1
    assert cli("up", "--yes").code == 0
    assert cli("preview", "--detailed-exitcode").code == 0
    # Taken back, it is taken back in the outputs too, from which Pulumi deletes.
    program.write_text(armed % "")
    assert cli("up", "--yes").code == 0
    state = json.loads(cli("stack", "export").out)["deployment"]["resources"]
    (queue,) = [resource for resource in state if resource["urn"].endswith("LocalQueue::IN")]
    assert "on_delete" not in queue["inputs"]
    assert "on_delete" not in queue["outputs"]


def test_messages_are_lost_by_name_alone(cli: Cli, project: Path) -> None:
    cli("up", "--yes")
    Sandbox(project / ".queuewright" / "sandbox-dev.db").system("QM1").put("IN")
    refused = cli("destroy", "--yes", "--detailed-exitcode")
    assert refused.code == 3
    assert "give --purge QM1/mq:LocalQueue/IN to lose them" in refused.out
    wrong = cli("destroy", "--yes", "--purge", "IN")
    assert wrong.errors == [
        'error: --purge "IN": the stack has no such object; give it as SYSTEM/KIND/NAME'
    ]
    assert cli("destroy", "--yes", "--purge", "QM1/mq:LocalQueue/IN").code == 0


def test_targets_and_excludes(cli: Cli, project: Path) -> None:
    assert cli("up", "--yes", "--target", "IN").code == 0
    names = [step["name"] for step in json.loads(cli("preview", "--json").out)["steps"]]
    assert names == ["OUT"]
    excluded = cli("preview", "--exclude", f"{URN}AliasQueue::OUT", "--detailed-exitcode")
    assert excluded.code == 0
    assert cli("up", "--yes", "--target", "OUT", "--target", "IN").code == 0
    assert cli("destroy", "--yes", "--target", "OUT").code == 0
    assert [step["name"] for step in json.loads(cli("preview", "--json").out)["steps"]] == ["OUT"]


def test_without_reading_the_systems(cli: Cli, project: Path) -> None:
    cli("up", "--yes")
    exec_(cli, "ALTER QLOCAL(IN) MAXDEPTH(7)")
    assert cli("preview", "--detailed-exitcode").code == 2
    assert cli("preview", "--detailed-exitcode", "--refresh").code == 2
    assert cli("preview", "--detailed-exitcode", "--no-refresh").code == 0


def test_configuration_of_the_stack_is_what_the_program_sees(cli: Cli, project: Path) -> None:
    stack = project / "Pulumi.dev.yaml"
    stack.write_text(stack.read_text() + "  shop:depth: 300\n")
    cli("up", "--yes")
    assert json.loads(cli("stack", "--json").out)["outputs"] == {"depth": 300}


def test_stacks_stand_side_by_side(cli: Cli, project: Path) -> None:
    stack = (project / "Pulumi.dev.yaml").read_text()
    (project / "Pulumi.prod.yaml").write_text(
        stack.replace("QM1: {type: sandbox,", "QM1: {type: sandbox, path: prod.db,")
    )
    assert cli("up", "--yes", "-s", "dev").code == 0
    assert cli("preview", "-s", "prod", "--detailed-exitcode").code == 2
    assert cli("preview", "-s", "dev", "--detailed-exitcode").code == 0


def test_outputs_that_only_an_update_knows(cli: Cli, project: Path) -> None:
    change(
        project,
        'pulumi.export("depth", queue.max_queue_depth)',
        'pulumi.export("depth", queue.max_queue_depth)\n'
        'pulumi.export("usage", queue.usage)\n'
        'pulumi.export("preview", pulumi.runtime.is_dry_run())\n'
        'pulumi.export("token", pulumi.Output.secret("hush-hush"))',
    )
    up = cli("up", "--yes")
    assert "usage: normal" in up.out
    assert "preview: false" in up.out
    assert "token: [secret]" in up.out
    everything = up.out + up.err + cli("stack", "export").out + cli("stack").out
    assert "hush-hush" not in everything
    assert json.loads(cli("stack", "--json").out)["outputs"] == {
        "depth": 100,
        "preview": False,
        "token": "[secret]",
        "usage": "normal",
    }
    # A secret is known by name alone: it is neither new in each preview, nor ever seen to change.
    assert "token" not in cli("preview").out


def test_outputs_change_without_any_object(cli: Cli, project: Path) -> None:
    cli("up", "--yes")
    change(project, 'pulumi.export("depth"', 'pulumi.export("size"')
    up = cli("up", "--yes")
    assert up.code == 0
    assert json.loads(cli("stack", "--json").out)["outputs"] == {"size": 100}


def test_what_is_declared_only_outside_a_preview(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(
        PROGRAM + "if not pulumi.runtime.is_dry_run():\n    mq.LocalQueue('LATE', system='QM1')\n"
    )
    up = cli("up", "--yes")
    assert "LATE is declared only when the program does not preview" in up.err
    assert not is_there(cli, "LATE")
    assert is_there(cli, "IN")


def test_a_step_that_fails_leaves_the_others_done(
    cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from queuewright.catalogue.errors import CommandFailed
    from queuewright.sandbox.system import SandboxSystem

    create = SandboxSystem.create

    def refuse(self: SandboxSystem, spec: object, **options: object) -> object:
        if getattr(spec, "name", "") == "OUT":
            raise CommandFailed("QM1 mq:AliasQueue OUT: refused for the test; try again")
        return create(self, spec, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(SandboxSystem, "create", refuse)
    up = cli("up", "--yes")
    assert up.code == 1
    assert "refused for the test" in up.err
    assert "1 created, 1 failed" in up.out
    monkeypatch.undo()
    monkeypatch.chdir(project)
    assert json.loads(cli("preview", "--json").out)["summary"]["create"] == 1
    assert cli("up", "--yes").code == 0
    assert cli("preview", "--expect-no-changes").code == 0


def test_graph(cli: Cli, project: Path) -> None:
    assert '-->|"base_object_name"|' in cli("graph").out.replace("-.->", "-->")
    assert cli("graph", "--format", "dot").out.startswith("digraph")
    assert cli("graph", "--format", "svg").code == 1
    drawn = cli("graph", "*").out
    assert drawn == cli("graph").out
    some = cli("graph", "QM1/*/ORDERS*", "--depth", "0").out
    assert "-->" not in some.replace("-.->", "")
    [line] = cli("graph", "NOTHING").errors
    assert '"NOTHING" matches no object of the program; give a URN, a resource' in line
    [line] = cli("graph", "--depth", "2").errors
    assert "--depth: it counts from an object; name one" in line
    assert not (project / ".queuewright" / "stacks").exists()


CIRCLE = """
from queuewright import mq

b = mq.LocalQueue("B", system="QM1", backout_requeue_name="A", backout_threshold=1)
mq.LocalQueue("A", system="QM1", backout_requeue_name=b, backout_threshold=1)
mq.LocalQueue("OWN", system="QM1", backout_requeue_name="OWN", backout_threshold=1)
"""


def test_queues_that_name_each_other(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(CIRCLE)
    steps = json.loads(cli("preview", "--json").out)["steps"]
    assert [(step["name"], step["depends"]) for step in steps] == [
        ("A", []),
        ("OWN", []),
        ("B", ["QM1/mq:LocalQueue/A"]),
    ]
    assert not any(step["warnings"] or step["blocked"] for step in steps)
    assert '-.-x|"backout_requeue_name"|' in cli("graph").out
    assert cli("up", "--yes").code == 0
    assert cli("preview", "--expect-no-changes").code == 0
    assert cli("destroy", "--yes").code == 0
    (project / "__main__.py").write_text(CIRCLE.replace("backout_requeue_name", "stream_queue"))
    (error,) = cli("preview").errors
    assert "a cycle, so that none can be made first" in error
    assert "OWN" not in error


@pytest.mark.parametrize(("answer", "code", "created"), [("y\n", 0, True), ("n\n", 1, False)])
def test_asking_a_person(
    cli: Cli,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    code: int,
    created: bool,
) -> None:
    monkeypatch.setattr("queuewright.cli.common._is_interactive", lambda: True)
    ran = cli("up", stdin=answer)
    assert ran.code == code
    assert "Do this (2 steps) on stack dev of shop?" in ran.err
    assert is_there(cli, "IN") is created
    if not created:
        assert "error: declined; nothing was done" in ran.err


OTHERS = """
import pulumi
from queuewright import mq

class Bucket(pulumi.CustomResource):
    arn: pulumi.Output[str]
    def __init__(self, name):
        super().__init__("cloud:storage:Bucket", name, {"arn": None, "size": 5})

bucket = Bucket("files")
mq.LocalQueue("IN", system="QM1")
pulumi.export("arn", bucket.arn)
pulumi.export("size", bucket.size)
"""


def test_what_is_left_to_pulumi(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(OTHERS)
    shown = cli("preview")
    assert "cloud:storage:Bucket files left to Pulumi" in shown.out
    assert "1 left to Pulumi" in shown.out
    up = cli("up", "--yes")
    assert up.code == 0
    assert "arn: [unknown]" in up.out
    assert json.loads(cli("stack", "--json").out)["outputs"] == {"size": 5}
    assert cli("preview", "--expect-no-changes").code == 0


@pytest.mark.parametrize("attribute", ["queue_description", "name"])
def test_what_only_pulumi_can_know_stops_an_up(cli: Cli, project: Path, attribute: str) -> None:
    given = f'"IN", system="QM1", {attribute}=bucket.arn'
    (project / "__main__.py").write_text(OTHERS.replace('"IN", system="QM1"', given))
    up = cli("up", "--yes")
    assert up.code == 1
    assert f"{attribute} is known only when" in up.out
    assert not is_there(cli, "IN")


def test_the_outputs_of_another_stack(cli: Cli, project: Path) -> None:
    stack = (project / "Pulumi.dev.yaml").read_text()
    (project / "Pulumi.net.yaml").write_text(stack)
    program = project / "__main__.py"
    program.write_text("import pulumi\npulumi.export('depth', 77)\n")
    assert cli("up", "--yes", "-s", "net").code == 0
    program.write_text(
        "import pulumi\nfrom queuewright import mq\n"
        "net = pulumi.StackReference('organization/shop/net')\n"
        "mq.LocalQueue('IN', system='QM1', max_queue_depth=net.require_output('depth'))\n"
    )
    shown = cli("preview", "--diff", "-s", "dev")
    assert "max_queue_depth: 77" in shown.out
    program.write_text("import pulumi\npulumi.StackReference('organization/shop/none')\n")
    refused = cli("preview", "-s", "dev")
    assert refused.code == 1
    [line] = refused.errors
    assert "has no state here" in line


def test_what_becomes_of_outputs_is_shown_in_the_programs_order(cli: Cli, project: Path) -> None:
    program = (project / "__main__.py").read_text()

    def exporting(**outputs: str) -> None:
        lines = (f'pulumi.export("{name}", {value})' for name, value in outputs.items())
        (project / "__main__.py").write_text("\n".join((program, *lines)))

    exporting(zeta="1", alpha='"a"', hidden='pulumi.Output.secret("hush")', mid="[1, 2]")
    shown = cli("preview").out
    assert shown.partition("Outputs:\n")[2].splitlines()[:5] == [
        "   + depth: 100",
        "   + zeta: 1",
        '   + alpha: "a"',
        "   + hidden: [secret]",
        "   + mid: [1, 2]",
    ]
    up = cli("up", "--yes").out.rpartition("Outputs:\n")[2].splitlines()
    assert [line.partition(":")[0].strip() for line in up[:5]] == [
        "depth", "zeta", "alpha", "hidden", "mid",
    ]  # fmt: skip
    # Only the name of a secret is in the state, so that nobody can tell whether it changes.
    assert "hidden" not in cli("preview").out
    exporting(zeta="2", alpha='"a"', new='"n"')
    preview = cli("preview")
    assert (
        '   ~ zeta: 1 -> 2\n   + new: "n"\n   - hidden: [secret]\n   - mid: [1, 2]\n' in preview.out
    )
    assert "hush" not in preview.out
    assert "- `~` zeta\\: 1 \\-&gt; 2" in cli("preview", "--markdown").out
    document = json.loads(cli("preview", "--json").out)
    validate(document)
    assert document["output_changes"] == [
        {"name": "zeta", "before": 1, "after": 2},
        {"name": "new", "before": None, "after": "n"},
        {"name": "hidden", "before": "[secret]", "after": None},
        {"name": "mid", "before": [1, 2], "after": None},
    ]


KEEPING = """
from queuewright import mq
mq.LocalQueue("KEPT", system="QM1", on_delete="retain")
mq.LocalQueue("VANISHED", system="QM1")
mq.LocalQueue("GONE", system="QM1")
mq.LocalQueue("STAYS", system="QM1")
"""


def test_what_is_kept_is_said_to_be_kept(cli: Cli, project: Path) -> None:
    program = project / "__main__.py"
    program.write_text(KEEPING)
    assert cli("up", "--yes").code == 0
    exec_(cli, "DELETE QLOCAL(VANISHED)")
    program.write_text("".join(KEEPING.splitlines(keepends=True)[:2]) + KEEPING.splitlines()[-1])
    preview = cli("preview")
    assert "\n   - 1 to delete\n   - 2 to forget, and nothing is sent\n" in preview.out
    assert (
        "! 1 object is deleted, with the authorities on it: QM1 mq:LocalQueue GONE" in preview.out
    )
    summary = json.loads(cli("preview", "--json").out)["summary"]
    assert (summary["delete"], summary["forget"]) == (1, 2)
    assert "1 to delete, `-` 2 to forget" in cli("preview", "--markdown").out
    up = cli("up", "--yes")
    lines = [line.partition("] QM1 LocalQueue ")[2] for line in up.err.splitlines()]
    assert sorted(lines) == [
        "GONE deleted",
        'KEPT kept: on_delete="retain": it stays on its system, the stack forgets it',
        "VANISHED forgotten: it is gone from QM1 already",
    ]
    counted = set(up.out.splitlines()[-1].split(", "))
    assert counted == {"1 kept", "1 forgotten", "1 deleted", "1 unchanged"}
    assert is_there(cli, "KEPT")


def test_what_destroy_keeps_is_in_its_result(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(KEEPING)
    assert cli("up", "--yes").code == 0
    result = json.loads(cli("destroy", "--yes", "--json").out)["result"]
    assert result["kept"] == [f"{URN}LocalQueue::KEPT"]
    assert set(result["kept"]) < set(result["done"])


def test_the_question_names_what_is_lost_and_forced(
    cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queuewright.cli.common._is_interactive", lambda: True)
    assert cli("up", "--yes").code == 0
    asked = cli("destroy", stdin="n\n")
    assert (
        "Do this (2 steps; 2 objects are deleted, with the authorities on them) on stack dev of "
        "shop?"
    ) in asked.err
    change(project, "max_queue_depth=depth", "max_queue_depth=7")
    assert "Do this (1 step) on stack dev of shop?" in cli("up", stdin="n\n").err
