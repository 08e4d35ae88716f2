"""The provider under `pulumi up`, about names that a command would look for in vain."""

from typing import Any

import pytest

from queuewright.catalogue.key import Key

from .conftest import program

LOCAL, DATA, LIST = "mq:LocalQueue", "ibmi:DataQueue", "ibmi:AuthorizationList"
OUTPUT, MANAGER = "ibmi:OutputQueue", "mq:QueueManagerAttributes"
QUEUE = {"system": "QM1", "name": "NEW"}
IN_LIBRARY = {"system": "PROD", "name": "NEW", "library": "ORDLIB"}
ENTRIES = {**IN_LIBRARY, "max_entry_length": 10.0}
OWN = Key("QM1", LOCAL, "NEW")


@pytest.mark.parametrize(
    ("kind", "given", "missing", "words"),
    [
        (LOCAL, {**QUEUE, "like": "PATTERN"}, Key("QM1", LOCAL, "PATTERN"), 'like "PATTERN"'),
        (
            LOCAL,
            {**QUEUE, "stream_queue": "COPIES"},
            Key("QM1", "mq:AliasQueue", "COPIES"),
            'stream_queue="COPIES": queue "COPIES"',
        ),
        (
            DATA,
            {**ENTRIES, "authorization_list": "CLERKS"},
            Key("PROD", LIST, "CLERKS"),
            'authorization_list="CLERKS": AuthorizationList "CLERKS"',
        ),
        (
            OUTPUT,
            {**IN_LIBRARY, "data_queue": "ORDLIB/NOTICES"},
            Key("PROD", DATA, "ORDLIB/NOTICES"),
            'data_queue="ORDLIB/NOTICES": DataQueue "ORDLIB/NOTICES"',
        ),
    ],
)
def test_a_name_that_is_neither_there_nor_declared(
    kind: str, given: dict[str, Any], missing: Key, words: str, project: Any, start_plugin: Any
) -> None:
    """As in a plan; Pulumi's engine would have changed other objects before it finds out."""
    machines = {name: project.machine(name) for name in ("QM1", "PROD")}
    library = f"{given['library']}/" if "library" in given else ""
    own = Key(given["system"], kind, f"{library}{given['name']}")
    listed = program(project.folder, {own: given})
    _, failures = start_plugin().of(kind).check({**given, **listed})
    assert len(failures) == 1
    assert f"{words} is neither there nor declared" in failures[0]

    assert start_plugin().of(kind).check(given)[1] == []  # nobody says what is declared
    both = program(project.folder, {own: given, missing: {}})
    assert start_plugin().of(kind).check({**given, **both})[1] == []

    values = {"max_entry_length": 10} if missing.kind == DATA else {}
    machines[missing.system].create(missing.kind, missing.name, values)
    listed = program(project.folder, {own: given})
    assert start_plugin().of(kind).check({**given, **listed})[1] == []


def test_a_change_is_about_what_it_sends(project: Any, start_plugin: Any) -> None:
    """A streaming queue that others have deleted is looked for only where its name is sent."""
    machine = project.machine("QM1")
    machine.create(LOCAL, "COPIES", {})
    given = {**QUEUE, "stream_queue": "COPIES"}
    first = start_plugin()
    _, olds = first.create(first.check(given)[0])
    machine.delete(LOCAL, "COPIES")
    listed = program(project.folder, {OWN: given})
    deeper = {**given, "max_queue_depth": 7.0, **listed}
    assert start_plugin().check(deeper, olds)[1] == []
    other = {**given, "stream_queue": "ELSEWHERE", **listed}
    assert len(start_plugin().check(other, olds)[1]) == 1


@pytest.mark.parametrize("since", ["from the first", "from now on"])
def test_what_is_gone_with_what_it_was_made_like(
    since: str, project: Any, start_plugin: Any
) -> None:
    """It is made again as it was, as in a plan: the one that it was made like is not needed."""
    machine = project.machine("QM1")
    machine.create(LOCAL, "PATTERN", {"max_queue_depth": 7})
    given = {**QUEUE, "like": "PATTERN"}
    first = start_plugin()
    asked = given if since == "from the first" else {**QUEUE, "max_queue_depth": 7.0}
    id_, olds = first.create(first.check(asked)[0])
    for name in ("NEW", "PATTERN"):
        machine.delete(LOCAL, name)
    listed = program(project.folder, {OWN: given})
    again = start_plugin()
    news, failures = again.check({**given, **listed}, asked)
    assert failures == []
    assert again.diff(id_, olds, news).changes
    again.update(id_, olds, news)
    (made,) = machine.observe((LOCAL,), ("NEW",))
    assert made.attributes["max_queue_depth"] == 7


def test_on_a_member_of_a_group_another_one_may_have_it(project: Any, start_plugin: Any) -> None:
    systems = {
        name: {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03"}
        for name in ("QG1", "QG2")
    }
    plugin = start_plugin(systems)
    given = {"system": "QG1", "name": "NEW", "like": "PATTERN"}
    listed = program(project.folder, {Key("QG1", LOCAL, "NEW"): given})
    assert plugin.check({**given, **listed})[1] == []


@pytest.mark.parametrize(
    ("length", "warned"), [(None, True), (5_000_000, True), (9_000_000, False)]
)
def test_the_queue_manager_is_taken_as_it_is_declared(
    length: int | None,
    warned: bool,
    project: Any,
    start_plugin: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = {**QUEUE, "max_message_length": 8_388_608.0}
    own = {} if length is None else {"max_message_length": length}
    listed = program(project.folder, {OWN: given, Key("QM1", MANAGER, "QMGR"): own})
    assert start_plugin().check({**given, **listed})[1] == []
    assert ("greater than the queue manager's" in capsys.readouterr().err) is warned
