"""`queuewright impact`: the blast radius of one object, from program and systems."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.engine import Sandbox

Cli = Callable[..., Ran]


@pytest.fixture
def there(project: Path, cli: Cli) -> Path:
    """The project, applied, and an application that has the queue open through its alias."""
    assert cli("up", "--yes").code == 0
    manager = Sandbox(project / ".queuewright" / "sandbox-dev.db").system("QM1")
    manager.create("mq:AliasQueue", "THEIRS", {"base_object_name": "IN"})
    manager.open("OUT", {OpenFor.OUTPUT}, application="billing", user="bob")
    return project


def test_impact_of_a_queue(there: Path, cli: Cli) -> None:
    ran = cli("impact", "QM1/mq:LocalQueue/IN")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "QM1 mq:LocalQueue IN (in the program and on the system)\n"
        "2 depend on it:\n"
        "  QM1 mq:AliasQueue OUT (base_object_name): in the program and on the system\n"
        "  QM1 mq:AliasQueue THEIRS (base_object_name): only on the system\n"
        "open now:\n"
        '  application "billing" (user bob) has OUT open for output through OUT\n'
    )


def test_impact_as_json_and_markdown(there: Path, cli: Cli) -> None:
    document = json.loads(cli("impact", "QM1/mq:LocalQueue/IN", "--json").out)
    assert document["format"] == 1
    assert document["object"] == {
        "id": "QM1/mq:LocalQueue/IN", "system": "QM1", "kind": "mq:LocalQueue", "name": "IN",
        "declared": True, "observed": True,
    }  # fmt: skip
    assert [each["id"] for each in document["dependents"]] == [
        "QM1/mq:AliasQueue/OUT",
        "QM1/mq:AliasQueue/THEIRS",
    ]
    (opened,) = document["opened"]
    assert (opened["application"], opened["opened"], opened["through"]) == (
        "billing", "OUT", ["OUT"],
    )  # fmt: skip
    text = cli("impact", "QM1/mq:LocalQueue/IN", "--markdown").out
    assert text.startswith("### QM1 mq\\:LocalQueue IN\n")
    assert "- QM1 mq\\:AliasQueue THEIRS \\(base\\_object\\_name\\)\\: only on the system\n" in text


def test_the_plan_tells_it_in_one_line(there: Path, cli: Cli) -> None:
    (there / "Pulumi.dev.yaml").write_text(
        (there / "Pulumi.dev.yaml").read_text() + "  shop:depth: 200\n"
    )
    line = (
        "      2 depend on it: QM1 mq:AliasQueue OUT (base_object_name), QM1 mq:AliasQueue THEIRS "
        '(base_object_name); open: application "billing" (user bob) has OUT open for output '
        "through OUT\n"
    )
    text = cli("preview").out
    assert line in text
    saved = there / "plan.json"
    assert cli("preview", "--save-plan", saved).out == text
    assert cli("show", saved).out == text
    again = Sandbox(there / ".queuewright" / "sandbox-dev.db").system("QM1")
    again.create("mq:AliasQueue", "LATER", {"base_object_name": "IN"})
    assert cli("up", "--yes", "--plan", saved).code == 0, "who else names it binds no plan"


@pytest.mark.parametrize(
    ("named", "line"),
    [
        ("IN", 'error: "IN" names no object; give it as SYSTEM/KIND/NAME'),
        ("QM1/mq:Queue/IN", "error: kind 'mq:Queue' is not known; use one of "),
        ("QM9/mq:LocalQueue/IN", 'error: "QM9" is not a system of stack dev (there: QM1); '),
        (
            "QM1/mq:AliasQueue/IN",
            "error: QM1 mq:AliasQueue IN is neither declared nor on QM1; there is mq:LocalQueue "
            "IN; correct system, kind or name",
        ),
    ],
)
def test_what_names_nothing_is_one_line(project: Path, cli: Cli, named: str, line: str) -> None:
    ran = cli("impact", named)
    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith(line)
