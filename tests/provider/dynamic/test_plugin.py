"""The provider's process over gRPC, request by request, as the engine sends them."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pulumi.runtime import rpc
from pulumi.runtime.proto import provider_pb2

from carriers import over_mqweb
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.dynamic.objects import Objects
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

from .conftest import SYSTEMS

QUEUE = {"system": "QM1", "name": "ORDERS", "max_queue_depth": 10.0}
ID = "QM1/mq:LocalQueue/ORDERS"
NONE, SOME = provider_pb2.DiffResponse.DIFF_NONE, provider_pb2.DiffResponse.DIFF_SOME


@pytest.mark.process
def test_a_queue_lives_through_every_request(start_plugin: Any, project: Any) -> None:
    plugin = start_plugin()
    inputs, failures = plugin.check(QUEUE)
    assert failures == []
    assert inputs == {"system": "QM1", "name": "ORDERS", "max_queue_depth": 10}
    id_, outputs = plugin.create(inputs)
    assert id_ == ID
    assert outputs["max_queue_depth"] == 10
    assert outputs["usage"] == "normal"  # what the system has besides is an output too
    assert plugin.diff(ID, outputs, inputs).changes == NONE
    assert plugin.read(ID, outputs) == (ID, outputs)

    wider, failures = plugin.check({**QUEUE, "max_queue_depth": 20.0}, inputs)
    assert failures == []
    answer = plugin.diff(ID, outputs, wider)
    assert (answer.changes, list(answer.replaces)) == (SOME, [])
    outputs = plugin.update(ID, outputs, wider)
    assert outputs["max_queue_depth"] == 20
    assert outputs["usage"] == "normal"  # an update keeps every output

    later = start_plugin()
    later.delete(ID, outputs)
    assert project.machine("QM1").observe(["mq:LocalQueue"], ["ORDERS"]) == []
    later.delete(ID, outputs)  # gone already is not an error


def test_a_resource_that_gets_another_name_in_the_program_keeps_its_object(
    start_plugin: Any, project: Any
) -> None:
    inputs, _ = start_plugin().check(QUEUE)
    _, outputs = start_plugin().create(inputs)
    plugin = start_plugin()
    # Under the new name it is new to the engine, which deletes the old one at the end.
    assert plugin.check(inputs)[1] == []
    # Nobody tells the provider whose it is: it was there before, as far as it knows.
    assert plugin.create(inputs) == (ID, {**outputs, "__adopted": True})
    plugin.delete(ID, outputs)
    assert len(project.machine("QM1").observe(["mq:LocalQueue"], ["ORDERS"])) == 1


@pytest.mark.process
def test_every_broken_rule_is_one_line_each(plugin: Any) -> None:
    _, failures = plugin.check(
        {
            **QUEUE,
            "name": "NO SPACES",
            "max_queue_depth": -1.0,
            "cluster_name": "A",
            "cluster_namelist": "B",
            "usage": "transmision",
            "max_depth": 5.0,
            "adopt": "perhaps",
        }
    )
    assert len(failures) == 6
    assert all("\n" not in failure for failure in failures)
    text = "\n".join(failures)
    for message in (
        "an IBM MQ name has only",
        "max_queue_depth=-1: must be 0 to 999999999 messages",
        "only one of cluster_name and cluster_namelist",
        "usage=\"transmision\": must be 'normal', 'transmission'",
        "has no such attribute",
        'adopt="perhaps"',
    ):
        assert message in text


def test_one_reading_serves_every_check_of_a_preview(plugin: Any, project: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    plugin.create(inputs)
    for application in ("billing", "audit"):
        project.machine("QM1").open("ORDERS", [OpenFor.INPUT_SHARED], application=application)
    again = {**inputs, "shareability": "not_shareable"}
    # The system was read before the queue was opened; another preview, or the update, looks again.
    assert plugin.check(again, inputs)[1] == []
    with pytest.raises(Exception, match="needs FORCE"):
        plugin.update(ID, inputs, again)


@pytest.mark.process
def test_a_preview_after_an_open_says_who_and_force_when_needed_is_enough(
    start_plugin: Any, project: Any
) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    machine = project.machine("QM1")
    machine.open("ORDERS", [OpenFor.INPUT_SHARED], application="billing", user="anna")
    machine.open("ORDERS", [OpenFor.INPUT_SHARED], application="billing", user="bert")

    second = start_plugin()
    again = {**inputs, "shareability": "not_shareable"}
    _, failures = second.check(again, inputs)
    assert len(failures) == 1
    assert "needs FORCE" in failures[0]
    assert '"billing" (user anna)' in failures[0]
    assert 'set force="when-needed"' in failures[0]
    with pytest.raises(Exception, match="needs FORCE") as caught:
        second.update(ID, outputs, again)
    assert "Traceback" not in str(caught.value)
    assert "\n" not in str(caught.value)

    forced, failures = second.check({**again, "force": "when-needed"}, inputs)
    assert failures == []
    assert second.diff(ID, outputs, forced).changes == SOME
    assert second.update(ID, outputs, forced)["shareability"] == "not_shareable"


def test_a_change_of_description_is_not_blocked_by_an_open_queue(
    start_plugin: Any, project: Any
) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    project.machine("QM1").open("ORDERS", [OpenFor.OUTPUT])
    described, failures = start_plugin().check({**inputs, "queue_description": "x"}, inputs)
    assert failures == []
    assert first.update(ID, outputs, described)["queue_description"] == "x"


KEYED = {
    "system": "PROD",
    "name": "ORDERS",
    "library": "ORDLIB",
    "max_entry_length": 100.0,
}
KEYED_ID = "PROD/ibmi:DataQueue/ORDLIB/ORDERS"


@pytest.mark.process
def test_a_replacement_is_deleted_first_and_checked_like_the_engine_does(
    start_plugin: Any,
) -> None:
    first = start_plugin().of("ibmi:DataQueue")
    inputs, failures = first.check(KEYED)
    assert failures == []
    id_, outputs = first.create(inputs)
    assert id_ == KEYED_ID
    data = start_plugin().of("ibmi:DataQueue")
    longer, failures = data.check({**KEYED, "max_entry_length": 200.0}, inputs)
    assert failures == []
    answer = data.diff(KEYED_ID, outputs, longer)
    assert (answer.changes, list(answer.replaces)) == (SOME, ["max_entry_length"])
    assert answer.deleteBeforeReplace
    # The engine checks the replacement as if it were new, while the old one is still there.
    longer, failures = data.check({**KEYED, "max_entry_length": 200.0})
    assert failures == []
    data.delete(KEYED_ID, outputs)
    _, outputs = data.create(longer)
    assert outputs["max_entry_length"] == 200


def test_a_replacement_that_would_lose_messages_is_a_failure_unless_they_are_purged(
    start_plugin: Any, project: Any
) -> None:
    first = start_plugin().of("ibmi:DataQueue")
    inputs, _ = first.check(KEYED)
    _, outputs = first.create(inputs)
    project.machine("PROD").put("ORDLIB/ORDERS", count=3)

    second = start_plugin().of("ibmi:DataQueue")
    longer = {**inputs, "max_entry_length": 200.0}
    _, failures = second.check(longer, inputs)
    assert len(failures) == 1
    assert "would lose 3 messages" in failures[0]
    with pytest.raises(Exception, match="would lose 3 messages"):
        start_plugin().of("ibmi:DataQueue").delete(KEYED_ID, outputs)

    purged, failures = second.check({**longer, "on_delete": "purge"}, inputs)
    assert failures == []
    assert list(second.diff(KEYED_ID, outputs, purged).replaces) == ["max_entry_length"]
    # The state says what the program said before; the program purges now.
    second.delete(KEYED_ID, outputs)
    assert second.create(purged)[1]["max_entry_length"] == 200


def test_another_name_is_another_object(plugin: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    renamed, failures = plugin.check({**inputs, "name": "OTHER"}, inputs)
    assert failures == []
    answer = plugin.diff(ID, outputs, renamed)
    assert list(answer.replaces) == ["name"]
    moved = plugin.diff(ID, outputs, {**inputs, "system": "QM2"})
    assert list(moved.replaces) == ["system"]


def to_another_name(start_plugin: Any, **more: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """A queue that an earlier run made gets another name in the program: the provider of this run,
    the outputs of the old one and the inputs of the new one."""
    first = start_plugin()
    inputs, _ = first.check({**QUEUE, **more})
    _, outputs = first.create(inputs)
    second = start_plugin()
    renamed, _ = second.check({**inputs, "name": "OTHER"}, inputs)
    second.diff(ID, outputs, renamed)
    return second, outputs, renamed


def test_the_object_of_another_name_is_made_before_the_old_one_goes(
    start_plugin: Any, project: Any
) -> None:
    second, outputs, renamed = to_another_name(start_plugin)
    machine = project.machine("QM1")
    # Since the preview: what has the new name differs.
    machine.create("mq:LocalQueue", "OTHER", {"max_queue_depth": 7})
    with pytest.raises(Exception, match="OTHER: exists already and differs"):
        second.delete(ID, outputs)
    assert names(machine) == {"ORDERS", "OTHER"}
    machine.delete("mq:LocalQueue", "OTHER")
    second.delete(ID, outputs)
    assert names(machine) == {"OTHER"}
    made = second.create(renamed)
    assert made[0].endswith("/OTHER")
    assert names(machine) == {"OTHER"}


def test_where_the_old_object_cannot_go_the_new_one_does_not_stay(
    start_plugin: Any, project: Any
) -> None:
    second, outputs, _ = to_another_name(start_plugin)
    machine = project.machine("QM1")
    machine.put("ORDERS")
    with pytest.raises(Exception, match="would lose 1 message"):
        second.delete(ID, outputs)
    assert names(machine) == {"ORDERS"}


def test_an_engine_may_have_made_it_before(start_plugin: Any, project: Any) -> None:
    second, outputs, renamed = to_another_name(start_plugin, adopt="never")
    second.create(renamed)
    second.delete(ID, outputs)
    assert names(project.machine("QM1")) == {"OTHER"}


def test_a_program_may_want_the_old_object_deleted_first(start_plugin: Any, project: Any) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    second = start_plugin()
    news = {**inputs, "name": "OTHER", "__delete_before_replace": True}
    renamed, _ = second.check(news, inputs)
    second.diff(ID, outputs, renamed)
    second.delete(ID, outputs)
    assert names(project.machine("QM1")) == set()


def names(machine: EmbeddedSystem) -> set[str]:
    found = machine.observe(["mq:LocalQueue"])
    return {each.key.name for each in found if not each.key.name.startswith("SYSTEM.")}


def test_a_name_that_another_resource_gives_up_is_no_strangers(
    start_plugin: Any, project: Any
) -> None:
    """The first of two that swap names can only be told that this may be so; the second is told
    what the other one becomes."""
    first = start_plugin()
    one, _ = first.check({**QUEUE, "name": "ONE", "max_queue_depth": 1.0})
    two, _ = first.check({**QUEUE, "name": "TWO", "max_queue_depth": 2.0})
    first.create(one)
    first.create(two)
    remediation = "rename one at a time, an update each, the first to a name that nothing has"
    second = start_plugin()
    (taken,) = second.check({**one, "name": "TWO"}, one)[1]
    assert "max_queue_depth is 2, not 1; declare what it has, or set adopt" in taken
    assert f"where another resource of the program has it until now, {remediation}" in taken
    (taken,) = second.check({**two, "name": "ONE"}, two)[1]
    assert "not 2; another resource of the program has it, which becomes TWO; " in taken
    assert f'or set adopt="any" to change it, or {remediation}' in taken


def listed(folder: Path, *names: str) -> dict[str, str]:
    """What each resource of a program hands to a check, and to nothing else."""
    file = folder / "declared.json"
    file.write_text(json.dumps([f"QM1/mq:LocalQueue/{name}" for name in names]))
    return {"__listed_in": str(file)}


def test_what_is_made_like_something_new_breaks_no_rule_by_what_it_leaves_out(
    start_plugin: Any,
) -> None:
    """Nobody knows yet what that will have."""
    plugin = start_plugin().of("mq:ClusterSenderChannel")
    given = {"system": "QM1", "name": "TO.HUB"}
    assert any("connection_name" in failure for failure in plugin.check(given)[1])
    assert plugin.check({**given, "like": "TO.OTHER"})[1] == []
    broken = {**given, "like": "TO.OTHER", "cluster_name": "C", "cluster_namelist": "N"}
    assert plugin.check(broken)[1] != []


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
@pytest.mark.parametrize("wanted", [{}, {"adopt": "any", "max_queue_depth": 7.0}])
def test_a_name_that_changes_hands_keeps_its_object(
    start_plugin: Any, project: Any, order: tuple[str, ...], wanted: dict[str, Any]
) -> None:
    """`one` takes the queue that `two` gives up, whichever the engine asks about first; alike, or
    with adopt="any" not. What nobody manages, and who may use it, stay."""
    first = start_plugin()
    before = {name: first.check({**QUEUE, "name": name})[0] for name in ("X", "Y")}
    made = {name: first.create(inputs)[1] for name, inputs in before.items()}
    machine = project.machine("QM1")
    machine.change("mq:LocalQueue", "Y", {"max_message_length": 2222})
    machine.put("Y", count=3)
    update = start_plugin()
    program = listed(project.folder, "Y", "Z")
    moves = {"one": ("X", {**QUEUE, **wanted, "name": "Y"}), "two": ("Y", {**QUEUE, "name": "Z"})}
    for resource in order:
        was, news = moves[resource]
        inputs, failures = update.check({**news, **program}, before[was])
        assert failures == []
        assert "__listed_in" not in inputs, "the state never has it"
        id_ = f"QM1/mq:LocalQueue/{was}"
        assert list(update.diff(id_, made[was], inputs).replaces) == ["name"]
        assert update.check({**news, **program})[1] == []
        update.delete(id_, made[was])
        update.create(inputs)
    assert names(machine) == {"Y", "Z"}
    (queue,) = machine.observe(["mq:LocalQueue"], ["Y"], status=True)
    assert queue.attributes["max_message_length"] == 2222
    assert queue.attributes["max_queue_depth"] == wanted.get("max_queue_depth", 10)
    assert queue.status is not None
    assert queue.status.depth == 3


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_a_name_that_changes_hands_is_refused_where_it_differs_and_nothing_is_deleted(
    start_plugin: Any, project: Any, order: tuple[str, ...]
) -> None:
    """Without a preview the engine has begun with the first before it asks about the second."""
    first = start_plugin()
    before = {
        name: first.check({**QUEUE, "name": name, "max_queue_depth": depth})[0]
        for name, depth in (("X", 1.0), ("Y", 2.0))
    }
    made = {name: first.create(inputs)[1] for name, inputs in before.items()}
    machine = project.machine("QM1")
    update = start_plugin()
    program = listed(project.folder, "Y", "Z")
    moves = {"one": ("X", {**before["X"], "name": "Y"}), "two": ("Y", {**before["Y"], "name": "Z"})}
    for resource in order:
        was, news = moves[resource]
        inputs, failures = update.check({**news, **program}, before[was])
        if resource == "one":
            assert "Y: exists already and differs: max_queue_depth is 2, not 1" in failures[0]
            break
        assert failures == []
        update.diff(f"QM1/mq:LocalQueue/{was}", made[was], inputs)
        update.delete(f"QM1/mq:LocalQueue/{was}", made[was])
        update.create(inputs)
    assert names(machine) >= {"X", "Y"}


def test_what_the_program_no_longer_declares_goes_when_its_resource_moves(
    start_plugin: Any, project: Any
) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    second = start_plugin()
    program = listed(project.folder, "OTHER", "ANOTHER")
    renamed, _ = second.check({**inputs, **program, "name": "OTHER"}, inputs)
    second.diff(ID, outputs, renamed)
    second.delete(ID, outputs)
    assert names(project.machine("QM1")) == {"OTHER"}


@pytest.mark.parametrize("declared", [True, False])
def test_declared_authority_records_outlive_their_queue(
    start_plugin: Any, project: Any, declared: bool
) -> None:
    first = start_plugin()
    gone, stays = (first.check({**QUEUE, "name": name})[0] for name in ("GONE", "STAYS"))
    _, outputs = first.create(gone)
    first.create(stays)
    record = Key("QM1", "mq:AuthorityRecord", "GONE/q/staff/")
    machine = project.machine("QM1")
    machine.create(record.kind, record.name, {"authorities": ("input",)})
    update = start_plugin()
    program = listed(project.folder, "STAYS")
    if declared:
        file = Path(program["__listed_in"])
        file.write_text(json.dumps([*json.loads(file.read_text()), record.id]))
    assert update.check({**stays, **program}, stays)[1] == []
    update.delete("QM1/mq:LocalQueue/GONE", outputs)
    assert names(machine) == {"STAYS"}
    assert len(machine.observe([record.kind], [record.name])) == declared


def test_a_check_says_what_happens_where_the_engine_was_told_to_replace_it(
    start_plugin: Any, project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """It asks about a tainted resource, and one of --replace, as if it was new."""
    first = start_plugin()
    inputs, _ = first.check({**QUEUE, "name": "REPLACED"})
    first.create(inputs)
    project.machine("QM1").change("mq:LocalQueue", "REPLACED", {"queue_description": "theirs"})
    project.machine("QM1").put("REPLACED")

    def reported() -> str:
        assert start_plugin().check(inputs)[1] == []
        lines = capsys.readouterr().err.splitlines()
        (line,) = (each for each in lines if "REPLACED: where the stack has it already" in each)
        return line

    assert "(--replace, a taint), that is refused: would lose 1 message" in reported()
    project.machine("QM1").clear("REPLACED")
    assert "it is deleted and made again, the new object keeps queue_description of" in reported()
    (failure,) = start_plugin().check({**inputs, "max_queue_depth": 11.0})[1]
    assert "(--replace, a taint), let it replace it as it was declared" in failure


def test_a_new_resource_name_is_told_of_aliases(start_plugin: Any) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    first.create(inputs)
    (failure,) = start_plugin().check({**inputs, "max_queue_depth": 11.0})[1]
    remediation = "where the stack has it under another resource name, give that name with aliases="
    assert remediation in failure


@pytest.mark.process
def test_replace_on_changes_is_honoured(plugin: Any) -> None:
    inputs, _ = plugin.check({**QUEUE, "__replace_on_changes": ["max_queue_depth"]})
    assert inputs["__replace_on_changes"] == ["max_queue_depth"]
    _, outputs = plugin.create(inputs)
    answer = plugin.diff(ID, outputs, {**inputs, "max_queue_depth": 11.0})
    assert list(answer.replaces) == ["max_queue_depth"]
    described = plugin.diff(ID, outputs, {**inputs, "queue_description": "x"})
    assert (described.changes, list(described.replaces)) == (SOME, [])


def test_what_exists_is_adopted_as_the_options_say(plugin: Any, project: Any) -> None:
    plugin.check(QUEUE)  # the system is made from the configuration
    machine = project.machine("QM1")
    machine.create("mq:LocalQueue", "ORDERS", {"max_queue_depth": 10})
    machine.create("mq:LocalQueue", "OTHER", {"max_queue_depth": 11})
    assert plugin.create(QUEUE)[0] == ID
    other = {**QUEUE, "name": "OTHER"}
    with pytest.raises(Exception, match="exists already and differs: max_queue_depth is 11"):
        plugin.create(other)
    with pytest.raises(Exception, match="the stack does not own it"):
        plugin.create({**QUEUE, "adopt": "never"})
    assert plugin.create({**other, "adopt": "any"})[1]["max_queue_depth"] == 10


def test_what_every_queue_manager_has_is_changed_and_never_deleted(
    start_plugin: Any, project: Any
) -> None:
    channel = {"system": "QM1", "name": "SYSTEM.DEF.SVRCONN", "mca_user_identifier": "nobody"}
    plugin = start_plugin().of("mq:ServerConnectionChannel")
    inputs, failures = plugin.check(channel)
    assert failures == []
    id_, outputs = plugin.create(inputs)
    assert outputs["__adopted"] is True
    machine = project.machine("QM1")
    assert "exists already" in plugin.check({**channel, "adopt": "never"})[1][0]
    start_plugin().of("mq:ServerConnectionChannel").delete(id_, outputs)
    (there,) = machine.observe(["mq:ServerConnectionChannel"], [channel["name"]])
    assert there.attributes["mca_user_identifier"] == "nobody"


def test_a_check_tells_what_adoption_would_refuse(start_plugin: Any, project: Any) -> None:
    start_plugin().check(QUEUE)
    project.machine("QM1").create("mq:LocalQueue", "ORDERS", {"max_queue_depth": 11})
    plugin = start_plugin()
    assert "exists already and differs" in plugin.check(QUEUE)[1][0]
    assert "adopt=" in plugin.check({**QUEUE, "adopt": "never"})[1][0]
    assert plugin.check({**QUEUE, "adopt": "any"})[1] == []
    missing = {**QUEUE, "name": "MISSING", "__import_id": "QM1/mq:LocalQueue/MISSING"}
    assert "cannot be imported" in plugin.check(missing)[1][0]


def test_a_crash_between_the_command_and_the_state_is_no_harm(plugin: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    first = plugin.create(inputs)
    assert plugin.check(inputs)[1] == []
    assert plugin.create(inputs) == (ID, {**first[1], "__adopted": True})
    wider = {**inputs, "max_queue_depth": 20.0}
    once = plugin.update(ID, first[1], wider)
    assert plugin.update(ID, first[1], wider) == once


@pytest.mark.process
def test_a_vanished_object_is_read_as_gone_and_made_again(plugin: Any, project: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    project.machine("QM1").delete("mq:LocalQueue", "ORDERS")
    assert plugin.read(ID, outputs) == ("", {})
    assert plugin.diff(ID, outputs, inputs).changes == SOME
    assert plugin.update(ID, outputs, inputs) == outputs


@pytest.mark.process
def test_a_refresh_tells_what_others_changed(plugin: Any, project: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    machine = project.machine("QM1")
    machine.change("mq:LocalQueue", "ORDERS", {"max_queue_depth": 3, "default_priority": 4})
    id_, refreshed = plugin.read(ID, outputs)
    assert id_ == ID
    assert refreshed == {**outputs, "max_queue_depth": 3, "default_priority": 4}
    # Unmanaged attributes are left alone; managed ones are put right.
    assert plugin.diff(ID, refreshed, inputs).changes == SOME
    repaired = plugin.update(ID, refreshed, inputs)
    assert (repaired["max_queue_depth"], repaired["default_priority"]) == (10, 4)


def test_outputs_are_written_where_others_have_set_what_is_declared(
    start_plugin: Any, project: Any
) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    project.machine("QM1").change("mq:LocalQueue", "ORDERS", {"max_queue_depth": 20})
    plugin, wider = start_plugin(), {**inputs, "max_queue_depth": 20.0}
    assert plugin.check(wider, inputs)[1] == []
    assert plugin.diff(ID, outputs, wider).changes == SOME
    updated = plugin.update(ID, outputs, wider)
    assert updated["max_queue_depth"] == 20
    assert plugin.diff(ID, updated, wider).changes == NONE


@pytest.mark.process
def test_an_object_is_read_by_its_id_alone(plugin: Any, project: Any) -> None:
    plugin.check(QUEUE)
    project.machine("QM1").create("mq:LocalQueue", "ORDERS", {"max_queue_depth": 10})
    id_, answer = plugin.read(ID, {"system": "QM1"})
    assert id_ == ID
    assert (answer["name"], answer["max_queue_depth"]) == ("ORDERS", 10)
    with pytest.raises(Exception, match="does not name a mq:LocalQueue"):
        plugin.read("QM1/mq:AliasQueue/ORDERS", {"system": "QM1"})
    with pytest.raises(
        Exception, match="GONE: does not exist; only an existing object can be read"
    ):
        plugin.read("QM1/mq:LocalQueue/GONE", {"system": "QM1", "name": "GONE"})


def test_a_delete_on_a_system_that_is_gone_says_how_to_forget_it(plugin: Any) -> None:
    plugin.check(QUEUE)
    with pytest.raises(Exception, match=r"'GONE' is not in .* pulumi state delete"):
        plugin.delete("GONE/mq:LocalQueue/ORDERS", {**QUEUE, "system": "GONE"})


def test_what_is_taken_over_while_another_resource_gives_it_up_stays(
    start_plugin: Any, project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine asks from several threads: a delete that comes in the middle waits."""
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    _, outputs = first.create(inputs)
    plugin = start_plugin()
    plugin.check({**inputs, "name": "OTHER"}, inputs)
    plugin.diff(ID, outputs, {**inputs, "name": "OTHER"})
    assert plugin.check(inputs)[1] == []  # another resource takes over the old name
    looked, go_on = threading.Event(), threading.Event()
    decide = Objects.decide

    def slow(self: Objects, *arguments: Any) -> Any:
        decided = decide(self, *arguments)
        if not looked.is_set():
            looked.set()
            go_on.wait(10)
        return decided

    monkeypatch.setattr(Objects, "decide", slow)
    with ThreadPoolExecutor(2) as threads:
        taken = threads.submit(plugin.create, inputs)
        assert looked.wait(10)
        deleted = threads.submit(plugin.delete, ID, outputs)
        with pytest.raises(TimeoutError):
            deleted.result(0.3)
        go_on.set()
        assert taken.result(10)[0] == ID
        deleted.result(10)
    assert len(project.machine("QM1").observe(["mq:LocalQueue"], ["ORDERS"])) == 1


def test_a_delete_in_use_is_refused_and_a_retained_object_stays(
    start_plugin: Any, project: Any
) -> None:
    inputs, _ = start_plugin().check(QUEUE)
    _, outputs = start_plugin().create(inputs)
    plugin = start_plugin()
    machine = project.machine("QM1")
    machine.open("ORDERS", [OpenFor.OUTPUT], application="billing")
    with pytest.raises(Exception, match="cannot be deleted while it is open") as caught:
        plugin.delete(ID, outputs)
    assert "Traceback" not in str(caught.value)
    plugin.delete(ID, {**outputs, "on_delete": "retain"})
    assert len(machine.observe(["mq:LocalQueue"], ["ORDERS"])) == 1
    machine.close_all()
    plugin.delete(ID, outputs)
    assert machine.observe(["mq:LocalQueue"], ["ORDERS"]) == []


def test_what_a_delete_does_reaches_the_state(plugin: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    kept, _ = plugin.check({**inputs, "on_delete": "retain"}, inputs)
    assert plugin.diff(ID, outputs, kept).changes == SOME
    assert plugin.update(ID, outputs, kept)["on_delete"] == "retain"


UNKNOWN = rpc.UNKNOWN


@pytest.mark.process
def test_unknown_values_are_not_validated_and_count_as_a_change(plugin: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    later = {**inputs, "max_queue_depth": UNKNOWN, "queue_description": UNKNOWN}
    checked, failures = plugin.check(later, inputs)
    assert failures == []
    assert checked == later
    assert plugin.diff(ID, outputs, later).changes == SOME
    # What is known is validated.
    assert len(plugin.check({**later, "usage": "x"}, inputs)[1]) == 1


def test_an_unknown_name_or_system_leaves_the_rest_to_be_validated(plugin: Any) -> None:
    for part in ("name", "system"):
        checked, failures = plugin.check({**QUEUE, part: UNKNOWN, "usage": "x"})
        assert checked[part] == UNKNOWN
        assert len(failures) == 1
        assert 'usage="x"' in failures[0]
        assert plugin.check({**QUEUE, part: UNKNOWN})[1] == []
    data = plugin.of("ibmi:DataQueue")
    assert data.check({**KEYED, "max_entry_length": UNKNOWN})[1] == []


@pytest.mark.process
def test_a_list_with_unknown_parts_stays_a_list(plugin: Any) -> None:
    names = plugin.of("mq:Namelist")
    checked, failures = names.check({"system": "QM1", "name": "N", "names": ["A", UNKNOWN]})
    assert failures == []
    assert checked["names"] == ["A", UNKNOWN]


def test_a_system_that_is_not_configured_is_one_line(plugin: Any) -> None:
    _, failures = plugin.check({**QUEUE, "system": "QM9"})
    assert failures == [
        "system 'QM9' is not in queuewright:systems (there: PROD, QM1, QM2); add it to the "
        "stack's configuration, or correct the name"
    ]


@pytest.mark.parametrize(
    ("systems", "configured", "text"),
    [
        ({}, False, "queuewright:systems is not configured"),
        ("{", True, "queuewright:systems is not JSON"),
        ("[]", True, "queuewright:systems"),
        ({"QM1": {"type": "mainframe"}}, True, 'has type "mainframe", which is not known'),
        ({"QM1": {"type": "sandbox", "platform": "vms"}}, True, "platform 'vms' is not known"),
    ],
)
def test_a_wrong_configuration_is_one_line_of_the_first_check(
    systems: Any, configured: bool, text: str, start_plugin: Any
) -> None:
    plugin = start_plugin(systems, configured=configured)
    _, failures = plugin.check(QUEUE)
    assert len(failures) == 1
    assert text in failures[0]
    assert "\n" not in failures[0]
    with pytest.raises(Exception, match="queuewright:systems") as caught:
        plugin.create(QUEUE)
    assert "Traceback" not in str(caught.value)


@pytest.mark.process
def test_a_file_that_is_no_sandbox_is_one_line(start_plugin: Any, project: Any) -> None:
    folder = project.folder / ".queuewright"
    folder.mkdir()
    (folder / "sandbox.db").write_text("not a database, certainly not", encoding="utf-8")
    _, failures = start_plugin().check(QUEUE)
    assert len(failures) == 1
    assert "sandbox.db" in failures[0]
    assert "\n" not in failures[0]


@pytest.mark.parametrize("name", ["A') DELETE QLOCAL(B", "A\nDELETE QLOCAL(B)", 'A"', "A;B"])
def test_no_name_can_add_a_command(name: str, plugin: Any, project: Any) -> None:
    _, failures = plugin.check({**QUEUE, "name": name})
    assert len(failures) == 1
    assert "\n" not in failures[0]
    assert "an IBM MQ name has only" in failures[0]


def test_a_value_that_a_library_means_is_no_change(plugin: Any) -> None:
    data = plugin.of("ibmi:DataQueue")
    inputs, _ = data.check({**KEYED, "library": "curlib"})
    id_, outputs = data.create(inputs)
    assert id_ == "PROD/ibmi:DataQueue/QGPL/ORDERS"
    assert outputs["library"] == "curlib"
    assert data.diff(id_, outputs, inputs).changes == NONE
    assert data.diff(id_, outputs, {**inputs, "library": "QGPL"}).changes == NONE
    assert list(data.diff(id_, outputs, {**inputs, "library": "ORDLIB"}).replaces) == ["library"]
    assert data.read(id_, outputs) == (id_, outputs)


@pytest.mark.process
def test_an_authorization_list_keeps_its_users(plugin: Any) -> None:
    lists = plugin.of("ibmi:AuthorizationList")
    given = {"system": "PROD", "name": "ORDERS", "users": {"ANNA": ["use"], "BOB": ["all"]}}
    inputs, failures = lists.check(given)
    assert failures == []
    id_, outputs = lists.create(inputs)
    assert outputs["users"] == given["users"]
    assert lists.diff(id_, outputs, inputs).changes == NONE
    assert lists.diff(id_, outputs, {**inputs, "users": {"ANNA": ["use"]}}).changes == SOME


@pytest.mark.process
def test_four_threads_at_once(plugin: Any, project: Any) -> None:
    queues = [{**QUEUE, "name": f"Q{number}"} for number in range(40)]
    with ThreadPoolExecutor(4) as threads:
        assert all(not failures for _, failures in threads.map(plugin.check, queues))
        made = list(threads.map(plugin.create, queues))
    assert sorted(id_ for id_, _ in made) == sorted(f"QM1/mq:LocalQueue/Q{n}" for n in range(40))
    assert len(project.machine("QM1").observe(["mq:LocalQueue"], [q["name"] for q in queues])) == 40


def test_wrong_users_are_told_like_any_mistake(plugin: Any) -> None:
    lists = plugin.of("ibmi:AuthorizationList")
    users = {"ANNA": ["use", "all"], "BOB": ["everything"]}
    _, failures = lists.check({"system": "PROD", "name": "ORDERS", "users": users})
    assert len(failures) == 2
    assert "ANNA" in failures[0]
    assert "BOB" in failures[1]


@pytest.mark.parametrize("given", [{"name": "Q"}, {"system": "QM1"}, {"system": "QM1", "name": 5}])
def test_a_resource_without_a_place_is_one_line(given: Any, plugin: Any) -> None:
    _, failures = plugin.check(given)
    assert len(failures) == 1
    assert "must be text; give the" in failures[0]
    with pytest.raises(Exception, match="system and name must be given"):
        plugin.create(given)


def test_an_unknown_name_is_a_change(plugin: Any) -> None:
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    assert plugin.diff(ID, outputs, {**inputs, "name": UNKNOWN}).changes == SOME


@pytest.mark.process
def test_options_that_are_none_stop_a_create(plugin: Any) -> None:
    with pytest.raises(Exception, match='adopt="perhaps"'):
        plugin.create({**QUEUE, "adopt": "perhaps"})


def test_an_update_never_replaces(plugin: Any) -> None:
    data = plugin.of("ibmi:DataQueue")
    inputs, _ = data.check(KEYED)
    _, outputs = data.create(inputs)
    with pytest.raises(Exception, match="only a replacement makes it as declared"):
        data.update(KEYED_ID, outputs, {**inputs, "max_entry_length": 200.0})


def test_what_was_adopted_stays_so_until_it_is_made_again(start_plugin: Any, project: Any) -> None:
    first = start_plugin()
    inputs, _ = first.check(QUEUE)
    machine = project.machine("QM1")
    machine.create("mq:LocalQueue", "ORDERS", {"max_queue_depth": 10})
    outputs = first.create(inputs)[1]
    assert outputs["__adopted"] is True
    second = start_plugin()
    outputs = second.update(ID, outputs, {**inputs, "max_queue_depth": 20.0})
    assert outputs["__adopted"] is True
    assert second.read(ID, outputs)[1]["__adopted"] is True
    machine.delete("mq:LocalQueue", "ORDERS")
    again = start_plugin().update(ID, outputs, {**inputs, "max_queue_depth": 20.0})
    assert "__adopted" not in again


def test_a_change_over_the_network_takes_few_requests(
    start_plugin: Any, project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status is asked for once for many, and again only where the system refuses."""
    project.machine("QM1")
    sent: list[str] = []
    send = httpx2.HTTPTransport.handle_request

    def counting(transport: httpx2.HTTPTransport, request: httpx2.Request) -> httpx2.Response:
        sent.append(str(request.url))
        return send(transport, request)

    with over_mqweb(Sandbox(project.folder / ".queuewright" / "sandbox.db"), ["QM1"]) as systems:
        monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", counting)
        plugin = start_plugin(systems)
        inputs = [plugin.check({**QUEUE, "name": f"ORDERS.{n}"})[0] for n in range(10)]
        sent.clear()
        made = [plugin.create(one) for one in inputs]
        assert len(sent) <= 2 * 10
        plugin = start_plugin(systems)
        wider = [{**one, "max_queue_depth": 20} for one in inputs]
        for (_, outputs), old, new in zip(made, inputs, wider, strict=True):
            checked, failures = plugin.check(new, old)
            assert failures == []
            assert plugin.diff(ID, outputs, checked).changes == SOME
        sent.clear()
        for (id_, outputs), new in zip(made, wider, strict=True):
            assert plugin.update(id_, outputs, new)["max_queue_depth"] == 20
        assert len(sent) <= 3 * 10


def test_force_that_an_application_makes_needed_after_the_preview_is_sent(
    start_plugin: Any, project: Any
) -> None:
    plugin = start_plugin()
    inputs, _ = plugin.check(QUEUE)
    _, outputs = plugin.create(inputs)
    forced = {**inputs, "shareability": "not_shareable", "force": "when-needed"}
    assert plugin.check(forced, inputs)[1] == []
    assert plugin.diff(ID, outputs, forced).changes == SOME
    for application in ("billing", "audit"):
        project.machine("QM1").open("ORDERS", [OpenFor.INPUT_SHARED], application=application)
    assert plugin.update(ID, outputs, forced)["shareability"] == "not_shareable"


def test_what_another_made_after_the_preview_is_not_taken_over_as_new(
    start_plugin: Any, project: Any
) -> None:
    plugin = start_plugin()
    inputs, _ = plugin.check(QUEUE)
    project.machine("QM1").create("mq:LocalQueue", "ORDERS", {"max_queue_depth": 7})
    with pytest.raises(Exception, match="exists already and differs: max_queue_depth is 7, not 10"):
        plugin.create(inputs)


@pytest.mark.parametrize("kind", ["mq:LocalQueue", "mq:CouplingFacilityStructure"])
def test_what_a_group_has_once_moves_to_another_queue_manager(
    start_plugin: Any, project: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """It is the same object there: it is not deleted where it was declared before."""
    for name in ("QG1", "QG2"):
        of_group = {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03"}
        monkeypatch.setitem(SYSTEMS, name, of_group)
        project.machine(name)
    props = {"system": "QG1", "name": "APP1"}
    if kind == "mq:LocalQueue":
        shared = {"queue_sharing_group_disposition": "shared"}
        props |= {**shared, "coupling_facility_structure": "APP1"}
    id_, made = start_plugin().of(kind).create(props)
    second = start_plugin().of(kind)
    moved, problems = second.check({**props, "system": "QG2"}, made)
    assert problems == []
    assert second.diff(id_, made, moved).replaces
    assert second.check(moved)[1] == []
    second.create(moved)
    second.delete(id_, made)
    assert project.machine("QG1").observe((kind,), ("APP1",))
