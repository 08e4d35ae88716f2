"""What a name resolves to on one system, and who has it open."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Resolved, Status
from queuewright.graph.references import targets
from queuewright.kinds import KINDS, QUEUE_KINDS
from queuewright.world.resolving import Resolution
from queuewright.world.snapshot import Snapshot, namespace

GET = frozenset({OpenFor.INPUT_SHARED})
PUT = frozenset({OpenFor.OUTPUT})


def local(name: str, status: Status | None = None, **attributes: Value) -> Observed:
    return Observed(Key("QM1", "mq:LocalQueue", name), attributes, status)


def alias(name: str, base: str, target_type: str = "q") -> Observed:
    attributes = {"base_object_name": base, "target_type": target_type}
    return Observed(Key("QM1", "mq:AliasQueue", name), attributes)


def remote(name: str, queue: str, manager: str, xmit: str = "") -> Observed:
    return Observed(
        Key("QM1", "mq:RemoteQueue", name),
        {
            "remote_queue_name": queue,
            "remote_queue_manager_name": manager,
            "xmit_queue_name": xmit,
        },
    )


def handle(name: str, queue_manager: str = "", open_for: frozenset[OpenFor] = PUT) -> Handle:
    return Handle(name, "app", "user", open_for, queue_manager=queue_manager)


def names(steps: Iterable[Resolution]) -> list[str]:
    return [step.name for step in steps]


TOPOLOGY = [
    local("ORDERS"),
    alias("ORDERS.IN", "ORDERS"),
    alias("NEWS", "NEWS.TOPIC", "topic"),
    alias("DANGLING", "NOWHERE"),
    alias("TWICE", "ORDERS.IN"),
    alias("CIRCLE.A", "CIRCLE.B"),
    alias("CIRCLE.B", "CIRCLE.A"),
    local("XQ", usage="transmission"),
    local("QM2", usage="transmission"),
    local("DEFAULT.XQ", usage="transmission"),
    remote("R.NAMED", "REMOTE.Q", "QM3", "XQ"),
    remote("R.LIKE", "REMOTE.Q", "QM2"),
    remote("R.DEFAULT", "REMOTE.Q", "QM9"),
    alias("R.ALIAS", "R.NAMED"),
    remote("QM.ALIAS", "", "QM3", "XQ"),
    remote("QM.SELF", "", "QM1"),
    remote("QM.ANY", "", ""),
]
ESTATE = Snapshot.of(
    TOPOLOGY, facts=SystemFacts("QM1", queue_manager={"default_transmission_queue": "DEFAULT.XQ"})
)


@pytest.mark.parametrize(
    ("name", "manager", "expected"),
    [
        pytest.param("ORDERS", "", ["ORDERS"], id="local"),
        pytest.param("ORDERS", "QM1", ["ORDERS"], id="local-by-its-own-manager"),
        pytest.param("ORDERS.IN", "", ["ORDERS.IN", "ORDERS"], id="alias"),
        pytest.param("NEWS", "", ["NEWS"], id="alias-of-a-topic"),
        pytest.param("DANGLING", "", ["DANGLING", "NOWHERE"], id="dangling-alias"),
        pytest.param("TWICE", "", ["TWICE", "ORDERS.IN", "ORDERS"], id="alias-of-an-alias"),
        pytest.param("CIRCLE.A", "", ["CIRCLE.A", "CIRCLE.B"], id="cycle"),
        pytest.param("R.NAMED", "", ["R.NAMED", "XQ"], id="remote-with-transmission-queue"),
        pytest.param("R.LIKE", "", ["R.LIKE", "QM2"], id="remote-by-manager-name"),
        pytest.param("R.DEFAULT", "", ["R.DEFAULT", "DEFAULT.XQ"], id="remote-by-default"),
        pytest.param("R.ALIAS", "", ["R.ALIAS", "R.NAMED", "XQ"], id="alias-of-a-remote"),
        pytest.param("ANY", "QM.ALIAS", ["QM.ALIAS", "XQ"], id="queue-manager-alias"),
        pytest.param("ORDERS.IN", "QM.SELF", ["QM.SELF", "ORDERS.IN", "ORDERS"], id="self-alias"),
        pytest.param("ORDERS.IN", "QM.ANY", ["QM.ANY", "ORDERS.IN", "ORDERS"], id="blank-alias"),
        pytest.param("ANY", "QM2", ["QM2"], id="transmission-queue-like-manager"),
        pytest.param("ANY", "QM8", ["DEFAULT.XQ"], id="unknown-manager"),
        pytest.param("MISSING", "", ["MISSING"], id="no-such-queue"),
    ],
)
def test_path(name: str, manager: str, expected: list[str]) -> None:
    assert names(ESTATE.path(name, manager)) == expected


def test_only_the_queue_manager_alias_is_marked() -> None:
    assert [s.as_queue_manager for s in ESTATE.path("ANY", "QM.ALIAS")] == [True, False]


def test_what_is_opened_to_inquire_alone_stands_for_itself() -> None:
    look, get_too = {OpenFor.INQUIRE, OpenFor.SET}, {OpenFor.INQUIRE, OpenFor.INPUT_SHARED}
    assert names(ESTATE.path("ORDERS.IN", open_for=look)) == ["ORDERS.IN"]
    assert names(ESTATE.path("R.NAMED", open_for=look)) == ["R.NAMED"]
    assert names(ESTATE.path("ORDERS.IN", open_for=get_too)) == ["ORDERS.IN", "ORDERS"]
    looking = Snapshot.of(TOPOLOGY, [handle("ORDERS.IN", open_for=frozenset(look))])
    assert looking.uses_of("ORDERS") == ()
    assert len(looking.uses_of("ORDERS.IN")) == 1


def test_without_a_default_transmission_queue_the_path_ends() -> None:
    snapshot = Snapshot.of([remote("R", "Q", "QM9")])
    assert names(snapshot.path("R")) == ["R"]
    assert names(snapshot.path("ANY", "QM9")) == []


def test_uses_name_what_they_go_through_nearest_first() -> None:
    snapshot = Snapshot.of(TOPOLOGY, [handle("R.ALIAS"), handle("ANY", "QM.ALIAS")])
    on_xq = {(use.object_name, use.through, use.as_queue_manager) for use in snapshot.uses_of("XQ")}
    assert on_xq == {("R.ALIAS", ("R.NAMED", "R.ALIAS"), False), ("ANY", ("QM.ALIAS",), False)}
    (on_remote,) = snapshot.uses_of("R.NAMED")
    assert on_remote.through == ("R.ALIAS",)
    (on_alias,) = snapshot.uses_of("R.ALIAS")
    assert on_alias.through == ()
    (on_manager,) = snapshot.uses_of("QM.ALIAS")
    assert on_manager.as_queue_manager
    assert snapshot.uses_of("ORDERS") == ()


def test_handles_of_the_status_are_counted_once() -> None:
    own = handle("ORDERS", open_for=GET)
    other = handle("ORDERS")
    status = Status(open_input=1, handles=(own, other))
    snapshot = Snapshot.of([local("ORDERS", status)], [own])
    assert sorted(u.for_input for u in snapshot.uses_of("ORDERS")) == [False, True]


def test_uses_of_an_object_that_is_not_in_the_estate() -> None:
    observed = local("ORDERS", Status(handles=(handle("ORDERS"),)))
    empty = Snapshot.of([])
    assert empty.uses_of("ORDERS") == ()
    assert [use.object_name for use in empty.uses_of_object(observed)] == ["ORDERS"]
    assert len(Snapshot.of([observed]).uses_of_object(observed)) == 1


def test_one_name_space_for_queues_and_one_for_channels() -> None:
    assert {namespace(kind) for kind in QUEUE_KINDS} == {"queue"}
    assert namespace("mq:ClusterSenderChannel") == namespace("mq:ClusterReceiverChannel")
    assert namespace("ibmi:DataQueue") == namespace("ibmi:DdmDataQueue")
    assert len({namespace(kind) for kind in KINDS}) == len(KINDS) - 15


def test_get_and_holder() -> None:
    assert ESTATE.get("mq:AliasQueue", "ORDERS") is None
    holder = ESTATE.holder("mq:AliasQueue", "ORDERS")
    assert holder is not None
    assert holder.key.kind == "mq:LocalQueue"
    assert ESTATE.get("mq:LocalQueue", "ORDERS") is holder


def test_named_by() -> None:
    key = Key("QM1", "mq:LocalQueue", "XQ")
    assert {(k.name, a) for k, a in ESTATE.named_by(key)} == {
        ("R.NAMED", "xmit_queue_name"),
        ("QM.ALIAS", "xmit_queue_name"),
    }
    like = Key("QM1", "mq:LocalQueue", "QM2")
    assert [(k.name, a) for k, a in ESTATE.named_by(like)] == [
        ("R.LIKE", "remote_queue_manager_name")
    ]
    assert ESTATE.named_by(Key("QM1", "mq:LocalQueue", "DEFAULT.XQ")) == ()


SOME = st.sampled_from(["A", "B", "C", "D"])
QUEUES = st.lists(
    st.one_of(
        st.builds(alias, SOME, SOME),
        st.builds(remote, SOME, SOME, SOME, SOME | st.just("")),
        st.builds(local, SOME),
    ),
    max_size=6,
)


@given(QUEUES, SOME, SOME | st.just(""))
def test_every_path_ends_and_passes_nothing_twice_as_queue(
    queues: list[Observed], name: str, manager: str
) -> None:
    path = Snapshot.of(queues).path(name, manager)
    assert len(path) <= 6
    queue_steps = names(step for step in path[:-1] if not step.as_queue_manager)
    assert len(queue_steps) == len(set(queue_steps))


def test_a_path_that_the_system_tells_is_not_worked_out_from_what_is_defined_now() -> None:
    held = (Resolved("alias", "ORDERS.IN"), Resolved("local", "OLD"))
    reported = replace(handle("ORDERS.IN"), path=held)
    snapshot = Snapshot.of([*TOPOLOGY, local("OLD")], [reported])
    assert snapshot.uses_of("ORDERS") == ()
    assert [use.through for use in snapshot.uses_of("OLD")] == [("ORDERS.IN",)]
    assert snapshot.strays("ORDERS") == ()
    namelist = replace(handle("ORDERS"), path=(Resolved("namelist", "ORDERS"),))
    assert Snapshot.of(TOPOLOGY, [namelist]).uses_of("ORDERS") == ()


def test_what_was_opened_before_names_led_elsewhere() -> None:
    blanked = alias("A", "")
    snapshot = Snapshot.of([blanked, local("Q")], [handle("A")])
    assert [use.object_name for use in snapshot.strays("Q")] == ["A"]


NAMES = ("A", "B", "QM2", "LIB/A")
REFERRING = sorted(k for k, s in KINDS.items() if any(a.reference for a in s.attributes().values()))


@st.composite
def observed_objects(draw: st.DrawFn) -> list[Observed]:
    """Objects of any kind that name others, by texts and lists, some in a shared repository."""
    found = {}
    for kind in draw(st.lists(st.sampled_from(REFERRING), max_size=6)):
        given: dict[str, Value] = {}
        for name, attribute in KINDS[kind].attributes().items():
            if not (attribute.reference or name == "remote_queue_manager_name"):
                continue
            texts = st.lists(st.sampled_from(("", *NAMES)), max_size=3).map(tuple)
            text = draw(texts if attribute.max_items else st.sampled_from(("", *NAMES)))
            if text and draw(st.booleans()):
                given[name] = text
        if draw(st.integers(0, 4)) == 0:
            given["qsg_disposition"] = "group"
        key = Key("QM1", kind, draw(st.sampled_from(NAMES)))
        found[key] = Observed(key, given)
    return list(found.values())


@given(observed_objects())
def test_named_by_is_what_the_targets_say(objects: list[Observed]) -> None:
    snapshot = Snapshot.of(objects)
    live = {each.key for each in objects if not each.in_repository}
    expected: dict[Key, list[tuple[Key, str]]] = {}
    for each in objects:
        for target in targets(each.key, each.attributes) if each.key in live else ():
            meant = (Key(target.system, kind, target.name) for kind in target.kinds)
            first = next((key for key in meant if key in live), None)
            if first is not None:
                expected.setdefault(first, []).append((each.key, target.attribute))
    assert {key: list(snapshot.named_by(key)) for key in expected} == expected
    assert all(not snapshot.named_by(each.key) for each in objects if each.key not in expected)
