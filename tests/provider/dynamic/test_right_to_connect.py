"""The right to connect of whoever runs `pulumi up`, where it moves from one authority record to
another: Pulumi's engine asks about one record at a time, in the order that the program gives."""

from typing import Any

import pytest

from queuewright.catalogue.options import DELETE_FIRST
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.sandbox.engine import EmbeddedSystem

from .conftest import SYSTEMS, Answer, Project, Start

RECORD, LIMIT = AuthorityRecordSpec.kind, AuthorityRecordsExclusiveSpec.kind
ANN = {**SYSTEMS, "QM1": {**SYSTEMS["QM1"], "user": "ann", "groups": ["ops", "dev", "app"]}}
OWN: dict[str, Any] = {"system": "QM1", "name": "self", "object_type": "q_mgr"}
LOST = "you would lose CONNECT: ann is in group ops"


def record(group: str, *words: str) -> dict[str, Any]:
    return {**OWN, "group": group, "authorities": list(words)}


def held(machine: EmbeddedSystem) -> dict[str, Any]:
    found = machine.observe([RECORD])
    return {each.key.name.split("/")[2]: each.attributes["authorities"] for each in found}


@pytest.fixture
def made(start_plugin: Start, project: Project) -> dict[str, Any]:
    """The records of the stack: only ops lets her in."""
    project.machine("QM1")
    plugin = start_plugin(ANN).of(RECORD)
    words = {"ops": ["connect", "inquire"], "dev": ["inquire"]}
    return {group: plugin.create(record(group, *words[group])) for group in words}


NEW = {"ops": record("ops", "inquire"), "dev": record("dev", "connect")}


@pytest.mark.process
def test_it_moves_in_one_update(start_plugin: Start, project: Project, made: Any) -> None:
    preview = start_plugin(ANN).of(RECORD)
    for group in ("dev", "ops"):
        assert preview.check(NEW[group], made[group][1])[1] == []
        assert preview.diff(*made[group], NEW[group]).changes == 2
    update = start_plugin(ANN).of(RECORD)
    for group in ("dev", "ops"):
        assert update.check(NEW[group], made[group][1])[1] == []
        update.diff(*made[group], NEW[group])
        update.update(*made[group], NEW[group])
    assert held(project.machine("QM1")) == {"ops": ("inquire",), "dev": ("connect",)}


def test_to_a_new_record(start_plugin: Start, project: Project, made: Any) -> None:
    plugin = start_plugin(ANN).of(RECORD)
    app = record("app", "connect")
    assert plugin.check(app)[1] == []
    assert plugin.check(NEW["ops"], made["ops"][1])[1] == []
    plugin.create(app)
    plugin.update(*made["ops"], NEW["ops"])
    assert held(project.machine("QM1"))["ops"] == ("inquire",)


@pytest.mark.parametrize("sent", ["update", "delete"])
def test_it_is_never_taken_before_it_is_given(
    start_plugin: Start, project: Project, made: Any, sent: str
) -> None:
    """The other record is not a target of the update, or could not be set."""
    plugin = start_plugin(ANN).of(RECORD)
    assert plugin.check(NEW["dev"], made["dev"][1])[1] == []
    given = (NEW["ops"],) if sent == "update" else ()
    for news in given:
        assert plugin.check(news, made["ops"][1])[1] == []
    with pytest.raises(Answer, match=LOST):
        getattr(plugin, sent)(*made["ops"], *given)
    assert held(project.machine("QM1"))["ops"] == ("connect", "inquire")


def test_a_record_that_is_refused_gives_nothing(
    start_plugin: Start, project: Project, made: Any
) -> None:
    machine = project.machine("QM1")
    machine.create(RECORD, "self/q_mgr/app/", {"authorities": ("inquire",)})
    plugin = start_plugin(ANN).of(RECORD)
    assert "exists already and differs" in plugin.check(record("app", "connect"))[1][0]
    assert LOST in plugin.check(NEW["ops"], made["ops"][1])[1][0]
    adopted = {**record("app", "connect"), "adopt": "any"}
    assert plugin.check(adopted)[1] == []
    assert plugin.check(NEW["ops"], made["ops"][1])[1] == []


def test_two_that_let_her_in_do_not_both_go(
    start_plugin: Start, project: Project, made: Any
) -> None:
    """The preview says it of the second; the update has done the first by then."""
    given = record("dev", "connect", "inquire")
    dev = start_plugin(ANN).of(RECORD).update(*made["dev"], given)
    less = record("dev", "inquire")
    plugin = start_plugin(ANN).of(RECORD)
    assert plugin.check(less, dev)[1] == []
    assert LOST in plugin.check(NEW["ops"], made["ops"][1])[1][0]
    # Where the first keeps it after all, the second may go.
    assert plugin.check(given, dev)[1] == []
    assert plugin.check(NEW["ops"], made["ops"][1])[1] == []


def test_two_that_let_her_in_do_not_go_at_once(
    start_plugin: Start, project: Project, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is asked about while the command of the first is on its way."""
    given = record("dev", "connect", "inquire")
    dev = start_plugin(ANN).of(RECORD).update(*made["dev"], given)
    plugin = start_plugin(ANN).of(RECORD)
    refused: list[str] = []
    change = EmbeddedSystem.change

    def second(machine: EmbeddedSystem, *given: Any, **others: Any) -> Any:
        monkeypatch.setattr(EmbeddedSystem, "change", change)
        with pytest.raises(Answer) as answer:
            plugin.update(*made["ops"], NEW["ops"])
        refused.append(str(answer.value))
        return change(machine, *given, **others)

    monkeypatch.setattr(EmbeddedSystem, "change", second)
    plugin.update(made["dev"][0], dev, record("dev", "inquire"))
    assert LOST in refused[0]
    assert held(project.machine("QM1")) == {"ops": ("connect", "inquire"), "dev": ("inquire",)}


@pytest.mark.parametrize("first", [True, False])
def test_one_record_that_is_of_another_group_now(
    start_plugin: Start, project: Project, first: bool
) -> None:
    """The same resource: its new record is set before the old one goes, but where the program says
    delete_before_replace=True."""
    plugin = start_plugin(ANN).of(RECORD)
    id_, outs = plugin.create(record("ops", "connect"))
    plugin = start_plugin(ANN).of(RECORD)
    news = {**record("app", "connect"), **({DELETE_FIRST: True} if first else {})}
    failures = plugin.check(news, outs)[1]
    if first:
        assert LOST in failures[0]
        return
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces == ["group"]
    plugin.delete(id_, outs)
    plugin.create(news)
    assert held(project.machine("QM1")) == {"app": ("connect",)}


def test_records_of_others_go_after_the_right_was_given(
    start_plugin: Start, project: Project
) -> None:
    machine = project.machine("QM1")
    machine.create(RECORD, "self/q_mgr/ops/", {"authorities": ("connect",)})
    plugin = start_plugin(ANN)
    app = record("app", "connect")
    limit = {**OWN, "groups": ["app"], "principals": []}
    assert plugin.of(RECORD).check(app)[1] == []
    assert plugin.of(LIMIT).check(limit)[1] == []
    with pytest.raises(Answer, match=LOST):
        plugin.of(LIMIT).create(limit)
    plugin.of(RECORD).create(app)
    plugin.of(LIMIT).create(limit)
    assert held(machine) == {"app": ("connect",)}


def test_the_group_of_all_users_lets_her_in(start_plugin: Start, project: Project) -> None:
    """Its record may not go, and no other one may take its place without the right."""
    machine = project.machine("QM1")
    nobody = start_plugin(ANN).of(RECORD).create(record("nobody", "connect"))
    plugin = start_plugin(ANN).of(RECORD)
    [problem] = plugin.check(record("ops", "inquire"))[1]
    assert LOST in problem
    assert plugin.check(record("other", "inquire"))[1] == []
    with pytest.raises(Answer, match="ann is in group nobody"):
        plugin.delete(*nobody)
    assert held(machine)["nobody"] == ("connect",)
    assert plugin.check(record("ops", "connect"))[1] == []
    plugin.create(record("ops", "connect"))
    plugin.delete(*nobody)
    assert list(held(machine)) == ["ops"]
