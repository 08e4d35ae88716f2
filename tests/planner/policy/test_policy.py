"""Rules of the shop: what they stop, what overrides them, and that they are said in every form."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from command_line import Ran, queuewright
from queuewright.policy.configuration import InvalidPolicy, load_policy

PROGRAM = """
import pulumi
from queuewright import mq

for number in range(pulumi.Config().require_int("count")):
    mq.LocalQueue(f"Q{number:02}", system="QM1")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return stack(tmp_path, 20)


def stack(project: Path, count: int) -> Path:
    (project / "Pulumi.dev.yaml").write_text(
        f"config:\n  shop:count: {count}\n"
        "  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    return project


def policy(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.queuewright.policy]\n{text}\n")


def blocked(ran: Ran) -> list[str]:
    return [line.strip() for line in ran.out.splitlines() if line.strip().startswith("BLOCKED")]


def up(project: Path, *words: object) -> Ran:
    return queuewright(project, "up", "--yes", *words)


def test_deletes_of_more_than_a_part_are_stopped_unless_overridden(project: Path) -> None:
    """What holds in every project: 30 %, from ten objects on."""
    assert up(project).code == 0
    stack(project, 11)
    assert queuewright(project, "preview", "--detailed-exitcode").code == 2, "nine are few"
    stack(project, 10)
    stopped = up(project)
    assert stopped.code == 1
    assert blocked(stopped) == [
        "BLOCKED QM1: 10 of the stack's 20 objects there would be deleted (50 %), and at most 30 % "
        "may be in one run; do it in several runs, or give --override deletes [pyproject.toml: "
        "tool.queuewright.policy.deletes]"
    ]
    assert "1 blocked; nothing was sent" in stopped.err
    document = json.loads(queuewright(project, "preview", "--json").out)
    assert (document["exit_code"], document["summary"]["blocked"]) == (3, 1)
    assert [(p["code"], p["overridden"]) for p in document["policy"]] == [("policy-deletes", False)]
    markdown = queuewright(project, "preview", "--markdown").out
    assert "**BLOCKED** QM1\\: 10 of the stack's 20 objects" in markdown
    known = up(project, "--override", "delete")
    assert "--override delete: is not a rule; use one of deletes, changes" in known.errors[0]
    overridden = up(project, "--override", "deletes")
    assert overridden.code == 0
    assert "warning: QM1: 10 of the stack's 20 objects" in overridden.out
    assert "it is overridden" in overridden.out


def test_a_saved_plan_keeps_what_is_overridden(project: Path) -> None:
    assert up(project).code == 0
    stack(project, 10)
    words = ("--save-plan", "plan.json", "--override", "deletes")
    assert queuewright(project, "preview", *words).code == 0
    shown = queuewright(project, "show", "plan.json")
    assert shown.out == queuewright(project, "preview", "--override", "deletes").out
    assert up(project, "--plan", "plan.json").code == 0


def test_a_destroy_says_itself_that_everything_goes(project: Path) -> None:
    assert up(project).code == 0
    assert queuewright(project, "destroy", "--yes").code == 0


def test_the_shops_own_limits(project: Path) -> None:
    assert up(project).code == 0
    policy(project, "deletes = {percent = 10, floor = 1}\nchanges = {objects = 2}")
    stack(project, 17)
    codes = [line.partition("--override ")[2].split()[0] for line in blocked(up(project))]
    assert codes == ["deletes", "changes"]
    stack(project, 18)
    assert up(project).code == 0


def test_a_freeze(project: Path) -> None:
    frozen = 'freeze = [{from = 2000-01-01, until = 2999-12-31, reason = "year end"}]'
    policy(project, frozen)
    stopped = blocked(up(project))
    assert stopped[0].startswith(
        "BLOCKED policy: nothing is changed until 3000-01-01T00:00:00Z: year end; wait, or give "
        "--override freeze"
    )
    policy(project, frozen.replace("2999-12-31", "2000-12-31"))
    assert up(project).code == 0
    policy(project, frozen)
    assert queuewright(project, "preview").code == 0, "nothing is to be changed"


def test_names_kinds_and_arms(project: Path) -> None:
    stack(project, 1)
    policy(project, 'names = ["ORDERS.*"]\napproval = ["mq:LocalQueue"]\narmed = "approval"')
    program = project / "__main__.py"
    program.write_text(PROGRAM.replace('"QM1")', '"QM1", on_delete="purge", force="when-needed")'))
    stopped = up(project)
    texts = [line.partition(" QM1 mq:LocalQueue Q00: ")[2].partition(";")[0]
             for line in blocked(stopped)]  # fmt: skip
    assert texts == [
        "create of mq:LocalQueue needs an approval",
        "this stack touches only ORDERS.*",
        "force=when-needed needs an approval",
        "on_delete=purge needs an approval",
    ]
    words = ("--override", "names", "--override", "approval", "--override", "armed")
    assert up(project, *words).code == 0
    policy(project, 'names = ["Q*"]')
    assert up(project).code == 0


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (
            "delete = {}",
            "tool.queuewright.policy.delete: no such setting; did you mean",
        ),
        (
            "deletes = {flor = 1}",
            "tool.queuewright.policy.deletes.flor: no such setting; did you mean floor?",
        ),
        (
            'freeze = [{form = 2026-12-20, until = 2027-01-03, reason = "x"}]',
            "no such setting; did you mean from?",
        ),
        (
            "silence = []",
            "silence: no such setting; did you mean tool.queuewright.lint.silences?",
        ),
        ("deletes = {percent = 200}", "deletes.percent: Input should be less than or equal to 100"),
        ("deletes = {percent = ", "is not TOML"),
        ('approval = ["mq:Queue"]', "approval.0: kind 'mq:Queue' is not known"),
        (
            'freeze = [{from = 2026-01-01T10:00:00, until = 2026-02-01, reason = ""}]',
            "freeze.0.from: a time needs a zone",
        ),
        (
            'freeze = [{from = 2026-12-20, until = 2026-01-03, reason = "year end"}]',
            "freeze.0: until is before from, 2026-12-20: it would freeze nothing; give a later day",
        ),
    ],
)
def test_what_is_wrong_is_one_line(project: Path, text: str, reported: str) -> None:
    policy(project, text)
    ran = up(project)
    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "pyproject.toml: " in ran.errors[0]
    assert reported in ran.errors[0]


def test_a_time_has_a_zone_and_a_day_is_a_whole_one(tmp_path: Path) -> None:
    policy(
        tmp_path,
        'freeze = [{from = 2026-12-20T18:00:00+01:00, until = 2026-12-31, reason = "x"}]',
    )
    (freeze,) = load_policy(tmp_path).freeze
    assert freeze.begin == datetime(2026, 12, 20, 17, tzinfo=UTC)
    assert freeze.end == datetime(2027, 1, 1, tzinfo=UTC)


def test_a_freeze_for_ever_and_of_one_day(tmp_path: Path) -> None:
    for day in ("9999-12-31", "2026-12-20"):
        policy(tmp_path, f'freeze = [{{from = 2026-12-20, until = {day}, reason = "x"}}]')
        (freeze,) = load_policy(tmp_path).freeze
        assert f"{freeze.end:%Y-%m-%d}" == {"2026-12-20": "2026-12-21"}.get(day, day)


def test_files_without_the_table_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    usual: Any = load_policy(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'queuewright'\n")
    assert load_policy(tmp_path) == usual
    (tmp_path / "pyproject.toml").unlink()
    (tmp_path / "pyproject.toml").mkdir()
    with pytest.raises(InvalidPolicy, match="cannot be read"):
        load_policy(tmp_path)
