"""What environments desire: programs in processes of their own, and what can go wrong in them."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from typer.testing import CliRunner

from command_line import app
from drift_fleets import applied
from queuewright.catalogue.key import Key
from queuewright.drift.desired import definition_groups
from queuewright.drift.evaluate import Evaluated, EvaluatedObject, defined, evaluate_fleet
from queuewright.drift.fleet import Fleet, load_fleet
from queuewright.drift.tables import ALLOWED, OWNED, desired_wide_schema


def fleet_of(tmp_path: Path, *entries: dict[str, Any], **defaults: Any) -> Fleet:
    systems = {"QM1": {"type": "mqsc", "path": "none"}}
    file = tmp_path / "fleet.yaml"
    content = {"defaults": {"stack": "main", "systems": systems, **defaults},
             "environments": list(entries)}  # fmt: skip
    file.write_text(yaml.safe_dump(content))
    fleet = load_fleet(file)
    assert fleet.problems == ()
    return fleet


def test_equal_environments_share_one_evaluation(tmp_path: Path, program: Path) -> None:
    fleet = fleet_of(
        tmp_path,
        {"name": "one"}, {"name": "two"},
        {"name": "deep", "config": {"depth": 7}},
        {"name": "also", "config": {"app:depth": 7}},
        {"name": "named", "config": {"queues": "X"}},
        program=str(program),
    )  # fmt: skip
    steps: list[tuple[int, int]] = []
    answers = evaluate_fleet(fleet, progress=lambda done, total: steps.append((done, total)))
    assert all(answer.error is None for answer in answers.values())
    assert answers["one"] is answers["two"]
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert answers["deep"].version == answers["also"].version != answers["one"].version
    assert [d.key.name for d in answers["named"].definitions] == ["X"]
    assert dict(answers["deep"].definitions[0].attributes or {}) == {
        "max_queue_depth": 7, "queue_description": "",
    }  # fmt: skip
    groups = definition_groups(fleet, answers)
    assert [group.environments for group in groups] == [["one", "two"], ["deep", "also"], ["named"]]


BAD = {
    "nameless": (
        "from queuewright import mq; mq.AuthorityRecord('R', system='QM1', name='A', "
        "object_type=None, group='g', authorities=['input'])",
        "QM1 mq:AuthorityRecord A: object_type: object_type is required; give object_type",
    ),
    "raises": ("raise ValueError('no\\nway')", "ValueError"),
    "syntax": ("def", "SyntaxError"),
    "exits": ("import os; os._exit(3)", "ended with 3"),
    "hangs": ("import time; time.sleep(60)", "2"),
    "range": (
        "from queuewright import mq; mq.LocalQueue('A', system='QM1', max_queue_depth=-1)",
        "QM1 mq:LocalQueue A: max_queue_depth=-1: must be 0 to 999999999 messages",
    ),
    "joint": (
        "from queuewright import mq\nfor name in 'AB':\n    mq.LocalQueue(name, system='QM1', "
        "cluster_name='X', cluster_namelist='Y')",
        "; and 1 more, see queuewright preview",
    ),
    "prints": ("import os; os.write(1, b'x' * 100000); print('hello')", None),
    "elsewhere": (
        "from queuewright import mq; mq.LocalQueue('A', system=mq.QueueManager('QM9'))",
        None,
    ),
}


def test_a_program_that_fails_costs_its_own_environment(tmp_path: Path) -> None:
    for name, (text, _) in BAD.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
        (tmp_path / name / "Pulumi.main.yaml").write_text("config: {}\n")
        (tmp_path / name / "__main__.py").write_text(text)
    fleet = fleet_of(tmp_path, *({"name": name, "program": name} for name in BAD))
    answers = evaluate_fleet(fleet, timeout=2.0)
    for name, (_, message) in BAD.items():
        error = answers[name].error
        assert (error is None) == (message is None), (name, error)
        assert message is None or message in (error or "")
        assert "\n" not in (error or "")
    rows = [row for group in definition_groups(fleet, answers) for row in group.inventories]
    assert [row["error"] for row in rows if row["system"] == "QM9"] == [
        "the program declares system QM9, which the fleet does not list here"
    ]


def test_memberships_that_channels_make_may_be_there(tmp_path: Path) -> None:
    """Whether or not they are declared."""

    def defined(kind: str, name: str, **attributes: Any) -> EvaluatedObject:
        return EvaluatedObject(Key("QM1", kind, name), attributes)

    program = Evaluated(
        "v",
        (
            defined("mq:ClusterReceiverChannel", "TO.A", cluster_name="BY.NAME"),
            defined("mq:ClusterReceiverChannel", "TO.B", cluster_namelist="LIST"),
            defined("mq:Namelist", "LIST", names=("BY.LIST", "DECLARED")),
            defined("mq:Cluster", "DECLARED", full_repository="no"),
            defined("mq:Cluster", "LONE", full_repository="no"),
            defined("mq:Cluster", "FULL", full_repository="yes"),
            EvaluatedObject(Key("QM1", "mq:Cluster", "LEFT"), None),
        ),
    )
    fleet = fleet_of(tmp_path, {"name": "one", "program": "."})
    (group,) = definition_groups(fleet, {"one": program})
    clusters = {r["name"]: r["fingerprint"] for r in group.objects if r["kind"] == "mq:Cluster"}
    allowed = {name for name, address in clusters.items() if address == ALLOWED}
    assert allowed == {"BY.NAME", "BY.LIST"}
    assert clusters.keys() - allowed == {"DECLARED", "LONE", "FULL", "LEFT"}
    assert clusters["LEFT"] == OWNED
    assert len(group.objects) == len(program.definitions) + 2


def test_secrets_are_not_compared(tmp_path: Path, program: Path) -> None:
    text = (program / "__main__.py").read_text()
    text = text.replace('config.get("text") or ""', 'pulumi.Output.secret("hush")')
    (program / "__main__.py").write_text(text)
    answer = evaluate_fleet(fleet_of(tmp_path, {"name": "one"}, program=str(program)))["one"]
    assert dict(answer.definitions[0].attributes or {}) == {"max_queue_depth": 100}
    assert answer.definitions[0].not_compared == ("queue_description",)
    assert "hush" not in repr(answer)


IGNORING = """
import pulumi
from queuewright import mq

for name, ignored in (("A", "max_queue_depth"), ("B", "*"), ("C", "queue_description")):
    options = pulumi.ResourceOptions(ignore_changes=[ignored])
    mq.LocalQueue(name, system="QM1", max_queue_depth=7, queue_description="x", opts=options)
"""


def test_attributes_that_a_program_ignores_are_not_desired(tmp_path: Path, program: Path) -> None:
    """Nor does the state of its stack desire them; the objects are."""
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    (program / "Pulumi.main.yaml").write_text(
        yaml.safe_dump({"config": {"queuewright:systems": systems}})
    )
    (program / "__main__.py").write_text(IGNORING)
    up = CliRunner().invoke(app, ["up", "--yes", "-C", str(program)])
    assert up.exit_code == 0, up.output
    for desired in ("program", "state"):
        fleet = fleet_of(tmp_path, {"name": "one", "desired": desired}, program=str(program))
        answer = evaluate_fleet(fleet)["one"]
        assert {d.key.name: dict(d.attributes or {}) for d in answer.definitions} == {
            "A": {"queue_description": "x"}, "B": {}, "C": {"max_queue_depth": 7},
        }  # fmt: skip
        assert not any(definition.not_compared for definition in answer.definitions)


@pytest.mark.parametrize(
    ("ignored", "values", "error"),
    [
        ("max_queue_depth", "max_queue_depth=-1", None),
        ("*", "max_queue_depth=-1", None),
        ("queue_description", "max_queue_depth=-1", "max_queue_depth=-1: must be"),
        # What is left to others is still there for a rule that joins it with another.
        ("queue_depth_low_limit", "queue_depth_high_limit=20, queue_depth_low_limit=10", None),
        ("queue_depth_high_limit", "queue_depth_high_limit=2, queue_depth_low_limit=10", None),
    ],
)
def test_values_that_a_program_ignores_break_no_rule(
    tmp_path: Path, program: Path, ignored: str, values: str, error: str | None
) -> None:
    """A plan lets them pass: nothing is done with them where the object is there."""
    (program / "__main__.py").write_text(
        "import pulumi\nfrom queuewright import mq\n"
        f"options = pulumi.ResourceOptions(ignore_changes=[{ignored!r}])\n"
        f'mq.LocalQueue("A", system="QM1", {values}, opts=options)\n'
    )
    answer = evaluate_fleet(fleet_of(tmp_path, {"name": "one"}, program=str(program)))["one"]
    assert answer.error is None if error is None else error in str(answer.error)


def test_a_state_that_is_not_there_is_an_error(tmp_path: Path, program: Path) -> None:
    fleet = fleet_of(tmp_path, {"name": "one", "desired": "state"}, program=str(program))
    answer = evaluate_fleet(fleet)["one"]
    reason = "stack main has no state here, which is to say what is desired; bring it with"
    assert reason in (answer.error or "")
    plan = CliRunner().invoke(app, ["drift", "plan", "one", "--fleet", str(fleet.path)])
    assert plan.exit_code == 4
    assert "has no state here" in plan.stderr


def test_values_that_only_a_system_knows_are_not_compared(tmp_path: Path, program: Path) -> None:
    text = """
from queuewright import mq

a = mq.LocalQueue("A", system="QM1", max_queue_depth=7)
mq.LocalQueue("B", system="QM1", max_queue_depth=a.max_message_length, backout_threshold=1)
"""
    (program / "__main__.py").write_text(text)
    fleet = fleet_of(tmp_path, {"name": "one"}, program=str(program))
    answers = evaluate_fleet(fleet)
    b = answers["one"].definitions[1]
    assert (b.attributes, b.not_compared) == ({"backout_threshold": 1}, ("max_queue_depth",))
    (group,) = definition_groups(fleet, answers)
    assert group.inventories[0]["secret"] == ["mq:LocalQueue B max_queue_depth"]

    (program / "__main__.py").write_text(
        text + 'mq.LocalQueue("third", name=a.queue_description, system="QM1")\n'
    )
    error = evaluate_fleet(fleet)["one"].error
    assert error == (
        '__main__.py:6: mq:LocalQueue "third": its name comes from a value that only a system or '
        "an update knows, and drift asks none for what is desired; declare that value, or take it "
        "from configuration"
    )


def test_secrets_of_a_state_are_not_compared(tmp_path: Path, program: Path) -> None:
    """Neither what the state has encrypted, in whole or in part, nor what it leaves out."""
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    text = (
        "import pulumi\nfrom queuewright import mq\nhush = pulumi.Output.secret('HUSH')\n"
        "mq.LocalQueue('A', system='QM1', queue_description=hush, max_queue_depth=7)\n"
        "mq.Namelist('N', system='QM1', names=['A'], namelist_description='x')\n"
    )
    applied(program, systems, text)
    file = program / ".queuewright" / "stacks" / "app" / "main.json"
    mark = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}
    state = json.loads(file.read_text())
    for resource in state["deployment"]["resources"]:
        if "names" in (resource.get("inputs") or {}):
            resource["inputs"]["names"] = ["A", {**mark, "ciphertext": "v1:abc:def"}]
    file.write_text(json.dumps(state))
    fleet = fleet_of(tmp_path, {"name": "one", "desired": "state"}, program=str(program))
    answer = evaluate_fleet(fleet)["one"]
    found = {d.key.name: (dict(d.attributes or {}), d.not_compared) for d in answer.definitions}
    assert found == {
        "A": ({"max_queue_depth": 7}, ("queue_description",)),
        "N": ({"namelist_description": "x"}, ("names",)),
    }


STAYING = """
import pulumi
from queuewright import mq

if pulumi.Config().get("all"):
    mq.LocalQueue("GOES", system="QM1")
    mq.LocalQueue("KEPT", system="QM1", on_delete="retain")
    mq.LocalQueue("OURS", system="QM1", opts=pulumi.ResourceOptions(retain_on_delete=True))
    mq.LocalQueue("SYSTEM.DEFAULT.LOCAL.QUEUE", system="QM1", max_queue_depth=5000, adopt="any")
    mq.QueueManagerAttributes("own", system="QM1", description="", adopt="any")
"""


def test_what_stays_when_nobody_declares_it_is_not_the_stacks_any_more(
    tmp_path: Path, program: Path
) -> None:
    """A plan deletes one of these; the stack forgets the others."""
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    config = {"queuewright:systems": systems, "app:all": "yes"}
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump({"config": config}))
    (program / "__main__.py").write_text(STAYING)
    up = CliRunner().invoke(app, ["up", "--yes", "-C", str(program)])
    assert up.exit_code == 0, up.output
    fleet = fleet_of(tmp_path, {"name": "one", "config": {"app:all": ""}}, program=str(program))
    answer = evaluate_fleet(fleet)["one"]
    assert answer.error is None
    assert [(d.key.name, d.attributes) for d in answer.definitions] == [("GOES", None)]


def test_the_current_library_is_the_systems_own(tmp_path: Path, program: Path) -> None:
    (program / "__main__.py").write_text(
        "from queuewright import ibmi\n"
        "ibmi.MessageQueue('MSGS', system=ibmi.System('QM1'), library='curlib')\n"
    )
    systems = {"QM1": {"type": "sandbox", "current_library": "ORDERS"}}
    fleet = fleet_of(
        tmp_path, {"name": "one"}, {"name": "two", "systems": systems}, program=str(program)
    )
    groups = definition_groups(fleet, evaluate_fleet(fleet))
    assert [[row["name"] for row in group.objects] for group in groups] == [
        ["QGPL/MSGS"], ["ORDERS/MSGS"],
    ]  # fmt: skip


def test_export_is_one_wide_table(tmp_path: Path, program: Path) -> None:
    fleet_of(
        tmp_path, {"name": "one"}, {"name": "two"}, {"name": "bad", "stack": "none"},
        program=str(program),
    )  # fmt: skip
    output = tmp_path / "desired.parquet"
    result = CliRunner().invoke(
        app, ["desired", "export", "--fleet", str(tmp_path / "fleet.yaml"), "-o", str(output)]
    )
    assert result.exit_code == 4
    assert "6 objects of 3 environments, 1 distinct definitions, 1 failed" in result.stdout
    table = pq.read_table(output)
    assert table.schema.equals(desired_wide_schema())
    rows = table.to_pylist()
    assert [(r["environment"], r["name"]) for r in rows if r["error"] is None] == [
        (environment, name) for environment in ("one", "two") for name in "ABC"
    ]
    first = rows[0]
    assert set(first["managed"]) == {"queue_description", "max_queue_depth"}
    assert (first["max_queue_depth"], len(first["fingerprint"])) == (100, 16)
    assert "no Pulumi.none.yaml" in rows[-1]["error"]
    missing = CliRunner().invoke(
        app,
        ["desired", "export", "--fleet", str(tmp_path / "fleet.yaml"), "-o", "/nowhere/x.parquet"],
    )
    assert "/nowhere: no such directory" in str(missing.exception)


def test_records_are_known_by_all_of_their_name() -> None:
    """As systems report them: by their profile alone, neither is found."""
    names = {"system": "QM1", "name": "IN", "object_type": "q", "group": "app"}
    record = defined("mq:AuthorityRecord", {**names, "authorities": ["input"]})
    assert record.key == Key("QM1", "mq:AuthorityRecord", "IN/q/app/")
    names = {"system": "QM1", "name": "APP", "type": "addressmap", "address": "10.*"}
    mapped = defined("mq:ChannelAuthenticationRecord", {**names, "mca_user_identifier": "ann"})
    assert mapped.key.name == "APP/addressmap///10.*//"
