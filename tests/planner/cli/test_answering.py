"""What others do while `up` and `destroy` wait for an answer: the plan is made again, and shown
where it is another one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
import typer

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem

from .conftest import Cli

Act = Callable[[EmbeddedSystem], object]
QUEUE = "mq:LocalQueue"
HEAD = "import pulumi\nfrom queuewright import mq\n"
OPTION = "opts=pulumi.ResourceOptions(replace_on_changes=['*'])"


class Person:
    """Somebody who says yes, and takes so long that others act before each answer."""

    def __init__(self, project: Path) -> None:
        self.asked: list[str] = []
        self.acts: Iterator[Act] = iter(())
        self._file = project / ".queuewright" / "sandbox-dev.db"

    def __call__(self, question: str, **_: object) -> bool:
        self.asked.append(question)
        act = next(self.acts, None)
        if act is not None:
            sandbox = Sandbox(self._file)
            act(sandbox.system("QM1"))
            sandbox.close()
        return True


@pytest.fixture
def person(project: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    person = Person(project)
    monkeypatch.setattr("queuewright.cli.common._is_interactive", lambda: True)
    monkeypatch.setattr(typer, "confirm", person)
    return person


def declared(project: Path, *, more: str = "", **attributes: object) -> None:
    given = "".join(f", {name}={value!r}" for name, value in attributes.items())
    line = f'mq.LocalQueue("Q1", system="QM1"{given}{f", {more}" if more else ""})\n'
    (project / "__main__.py").write_text(HEAD + line)


def made_anew(machine: EmbeddedSystem) -> None:
    machine.delete(QUEUE, "Q1")
    machine.create(QUEUE, "Q1", {"queue_description": "of others"})


def of_others(project: Path) -> dict[str, object]:
    sandbox = Sandbox(project / ".queuewright" / "sandbox-dev.db")
    (queue,) = sandbox.system("QM1").observe([QUEUE], ["Q1"])
    sandbox.close()
    return dict(queue.attributes)


def test_nothing_changed_and_nothing_is_asked_again(
    cli: Cli, project: Path, person: Person
) -> None:
    declared(project, max_queue_depth=7)
    ran = cli("up")
    assert (ran.code, len(person.asked)) == (0, 1)
    assert "changed since" not in ran.err
    assert of_others(project)["max_queue_depth"] == 7


def test_a_replacement_keeps_what_others_set_meanwhile_and_says_so(
    cli: Cli, project: Path, person: Person
) -> None:
    declared(project, queue_description="one", more=OPTION)
    assert cli("up", "--yes").code == 0
    declared(project, queue_description="two", more=OPTION)
    values = {"inhibit_get": "get_inhibited", "max_queue_depth": 777}
    person.acts = iter([lambda machine: machine.change(QUEUE, "Q1", values)])
    ran = cli("up")
    assert (ran.code, len(person.asked)) == (0, 2)
    lines = [text for text in ran.err.splitlines() if text.startswith("changed since")]
    assert all(
        text.startswith("changed since it was shown: QM1 mq:LocalQueue Q1") for text in lines
    )
    assert "max_queue_depth: 777 now" in "\n".join(lines)
    after = of_others(project)
    assert {name: after[name] for name in values} == values


@pytest.mark.parametrize("gone", [False, True])
def test_a_queue_that_others_made_anew_is_shown_before_it_is_changed_or_deleted(
    cli: Cli, project: Path, person: Person, gone: bool
) -> None:
    declared(project, queue_description="one")
    assert cli("up", "--yes").code == 0
    declared(project, queue_description="two")
    if gone:
        (project / "__main__.py").write_text(HEAD)
    person.acts = iter([made_anew])
    ran = cli("up")
    assert len(person.asked) == 2
    lines = [text for text in ran.err.splitlines() if text.startswith("changed since")]
    assert '"of others"' in lines[0]
    assert ran.out.count('"of others"') == (0 if gone else 1)


def test_it_is_asked_until_it_is_what_was_shown(cli: Cli, project: Path, person: Person) -> None:
    declared(project, max_queue_depth=7)
    assert cli("up", "--yes").code == 0
    declared(project, max_queue_depth=8)
    depths = (5, 6)
    person.acts = iter(
        [
            lambda machine, depth=depth: machine.change(QUEUE, "Q1", {"max_queue_depth": depth})
            for depth in depths
        ]
    )
    assert cli("up").code == 0
    assert len(person.asked) == 3


def test_what_was_done_by_others_is_not_done_again(cli: Cli, project: Path, person: Person) -> None:
    declared(project, max_queue_depth=7)
    assert cli("up", "--yes").code == 0
    declared(project, max_queue_depth=8)
    person.acts = iter([lambda machine: machine.change(QUEUE, "Q1", {"max_queue_depth": 8})])
    ran = cli("up")
    assert (ran.code, len(person.asked)) == (0, 1)
    assert "nothing is left to do; the plan had: update" in ran.err


def test_messages_that_arrive_before_a_destroy_is_answered_stop_it(
    cli: Cli, project: Path, person: Person
) -> None:
    declared(project, max_queue_depth=7)
    assert cli("up", "--yes").code == 0
    person.acts = iter([lambda machine: machine.put("Q1", count=3)])
    ran = cli("destroy")
    assert (ran.code, len(person.asked)) == (1, 1)
    assert of_others(project)["max_queue_depth"] == 7


def test_a_system_that_is_lost_while_it_waits(
    cli: Cli, project: Path, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared(project, max_queue_depth=7)
    assert cli("up", "--yes").code == 0
    declared(project, max_queue_depth=8)

    def refused(*_: object, **__: object) -> NoReturn:
        raise SystemUnavailable("QM1: nobody answers; start it")

    person.acts = iter([lambda _: monkeypatch.setattr(SandboxSystem, "observe", refused)])
    ran = cli("up")
    assert ran.code == 1
    assert ran.errors == ["error: QM1: nobody answers; start it"]
    monkeypatch.undo()
    assert of_others(project)["max_queue_depth"] == 7
