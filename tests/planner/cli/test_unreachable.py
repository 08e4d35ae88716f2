"""A system that cannot be read: it is named in one line, the others are planned and applied, and
the exit code says so."""

import json
from pathlib import Path

import pytest

from command_line import Ran, queuewright

PROGRAM = """
from queuewright import mq
for name in ("QM1", "QM2", "QM3"):
    mq.LocalQueue(f"{name}-orders", name="ORDERS", system=name, max_queue_depth=500)
"""
STACK = """\
config:
  queuewright:systems:
    QM1: {type: sandbox, platform: linux}
    QM2:
      type: mqweb
      url: https://127.0.0.1:1
      user: ann
      password: {env: MQ_PASSWORD}
      attempts: 1
    QM3: {type: sandbox, platform: linux}
"""
SAYS = "error: QM2: https://127.0.0.1:1: the connection is refused; start mqweb (strmqweb)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return tmp_path


def run(project: Path, *words: str) -> Ran:
    return queuewright(project, *words, environment={"MQ_PASSWORD": "s3cret"})


def one_line(ran: Ran) -> None:
    [line] = ran.errors
    assert line.startswith(SAYS)
    assert "s3cret" not in ran.out + ran.err


@pytest.mark.parametrize("detailed", [(), ("--detailed-exitcode",)])
def test_a_preview_plans_the_others(project: Path, detailed: tuple[str, ...]) -> None:
    ran = run(project, "preview", *detailed)
    assert ran.code == 1
    one_line(ran)
    assert "2 to create" in ran.out
    assert "1 not looked at: QM2 cannot be read" in ran.out
    document = json.loads(run(project, "preview", "--json").out)
    assert document["unreachable"].keys() == {"QM2"}
    assert document["summary"]["create"] == 2


def test_an_update_does_the_others_and_keeps_what_it_did_not_see(project: Path) -> None:
    done = run(project, "up", "--yes")
    assert done.code == 1
    one_line(done)
    assert "2 created" in done.out
    sandboxes = STACK.replace("type: mqweb", "type: sandbox, platform: linux}")
    whole = "\n".join(
        line if "QM2" not in line else "    QM2: {type: sandbox, platform: linux}"
        for line in sandboxes.splitlines()
        if not line.startswith("      ")
    )
    (project / "Pulumi.dev.yaml").write_text(whole)
    assert run(project, "up", "--yes").code == 0
    (project / "Pulumi.dev.yaml").write_text(STACK)
    (project / "__main__.py").write_text("")
    gone = run(project, "up", "--yes")
    assert gone.code == 1
    one_line(gone)
    assert "2 deleted" in gone.out
    exported = json.loads(run(project, "stack", "export").out)
    names = [resource["urn"].split("::")[-1] for resource in exported["deployment"]["resources"]]
    assert "QM2-orders" in names
    assert "QM1-orders" not in names


def test_where_nothing_can_be_read_nothing_is_planned(project: Path) -> None:
    (project / "__main__.py").write_text(PROGRAM.replace('("QM1", "QM2", "QM3")', '("QM2",)'))
    for command in (("preview",), ("up", "--yes")):
        ran = run(project, *command)
        assert ran.code == 1
        one_line(ran)
        assert ran.out == ""
    assert run(project, "preview", "--expect-no-changes").code == 1


def test_a_refresh_says_which_system_cannot_be_read(project: Path) -> None:
    assert run(project, "up", "--yes").code == 1
    assert run(project, "refresh", "--yes").code == 0  # the stack has nothing on QM2


def test_a_plan_that_is_not_all_is_not_saved(project: Path) -> None:
    ran = run(project, "preview", "--save-plan", "plan.json")
    assert ran.code == 1
    assert "plan.json is not written: not every system could be read" in ran.err
    assert not (project / "plan.json").exists()


def test_impact_and_workload_say_what_they_did_not_see(project: Path) -> None:
    (project / "__main__.py").write_text(PROGRAM.replace('"QM2", ', ""))
    assert run(project, "up", "--yes").code == 0
    ran = run(project, "impact", "QM1/mq:LocalQueue/ORDERS")
    assert ran.code == 1
    assert ran.out.startswith("QM1 mq:LocalQueue ORDERS (in the program and on the system)\n")
    (line,) = ran.errors
    assert line.startswith(SAYS)
    ran = run(project, "workload", "ORDERS")
    assert (ran.code, len(ran.errors)) == (1, 1), "it is in no cluster"
