"""What depends on an object, and who has it open: through aliases, remote queues and clusters."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.impact.radius import Impact, Impacts, impact_of
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World
from worlds import ALIAS, LOCAL, REMOTE

NAMELIST, CLUSTER = "mq:Namelist", "mq:Cluster"
RECEIVER = "mq:ClusterReceiverChannel"
OUTPUT = frozenset({OpenFor.OUTPUT})

Objects = Mapping[tuple[str, str, str], Mapping[str, Any]]


def reading(
    system: str, objects: Objects, handles: Iterable[Handle] = (), default: str = ""
) -> Snapshot:
    there = (
        Observed(Key(*place), dict(values))
        for place, values in objects.items()
        if place[0] == system
    )
    facts = SystemFacts(system, queue_manager={"default_transmission_queue": default})
    return Snapshot.of(there, handles, facts)


def world(
    there: Objects,
    declared: Objects | None = None,
    handles: Mapping[str, Iterable[Handle]] | None = None,
) -> World:
    """`there`: what the systems have, by system, kind and name."""
    systems = dict.fromkeys(["QM1", "QM2", *(place[0] for place in there)])
    opened = handles or {}
    return World(
        {Key(*place): dict(values) for place, values in (declared or {}).items()},
        {name: reading(name, there, opened.get(name, ())) for name in systems},
    )


def names(key: Key, of: World) -> list[str]:
    return [str(dependent) for dependent in impact_of(key, of).dependents]


def test_an_alias_depends_on_its_base_queue_in_the_program_and_on_the_system() -> None:
    base = Key("QM1", LOCAL, "BASE")
    both = world(
        {
            ("QM1", LOCAL, "BASE"): {},
            ("QM1", ALIAS, "OURS"): {"base_object_name": "BASE"},
            ("QM1", ALIAS, "THEIRS"): {"base_object_name": "BASE"},
            ("QM1", ALIAS, "LEAVES"): {"base_object_name": "BASE"},
        },
        {
            ("QM1", ALIAS, "OURS"): {"base_object_name": "BASE"},
            ("QM1", ALIAS, "NEW"): {"base_object_name": "BASE"},
            ("QM1", ALIAS, "LEAVES"): {"base_object_name": "OTHER"},
        },
    )
    found = {
        each.key.name: (each.declared, each.observed) for each in impact_of(base, both).dependents
    }
    assert found == {
        "OURS": (True, True),
        "NEW": (True, False),
        "THEIRS": (False, True),
        "LEAVES": (False, True),
    }


def test_a_remote_queue_on_another_queue_manager_depends_on_the_queue() -> None:
    """And so does what leads to the remote queue; a backout queue is named, and no more."""
    there = world(
        {
            ("QM2", LOCAL, "X"): {},
            ("QM1", REMOTE, "TO.X"): {
                "remote_queue_name": "X", "remote_queue_manager_name": "QM2",
                "xmit_queue_name": "QM2.XMIT",
            },
            ("QM1", LOCAL, "QM2.XMIT"): {"usage": "transmission"},
            ("QM1", ALIAS, "APP.OUT"): {"base_object_name": "TO.X"},
            ("QM2", LOCAL, "MAIN"): {"backout_requeue_name": "X"},
            ("QM2", ALIAS, "MAIN.ALIAS"): {"base_object_name": "MAIN"},
            ("QM1", REMOTE, "ELSEWHERE"): {
                "remote_queue_name": "X", "remote_queue_manager_name": "QM3",
            },
        }
    )  # fmt: skip
    assert names(Key("QM2", LOCAL, "X"), there) == [
        "QM1 mq:RemoteQueue TO.X (remote_queue_name)",
        "QM2 mq:LocalQueue MAIN (backout_requeue_name)",
        "QM1 mq:AliasQueue APP.OUT (base_object_name through TO.X)",
    ]
    assert names(Key("QM1", LOCAL, "QM2.XMIT"), there) == [
        "QM1 mq:RemoteQueue TO.X (xmit_queue_name)",
        "QM1 mq:AliasQueue APP.OUT (base_object_name through TO.X)",
    ]


def test_a_queue_manager_alias_at_the_other_end_leads_there() -> None:
    there = world(
        {
            ("QM2", LOCAL, "X"): {},
            ("QM2", REMOTE, "PAYMENTS"): {"remote_queue_manager_name": "QM2"},
            ("QM1", REMOTE, "TO.X"): {
                "remote_queue_name": "X", "remote_queue_manager_name": "PAYMENTS",
            },
            ("QM2", REMOTE, "OWN"): {
                "remote_queue_name": "X", "remote_queue_manager_name": "PAYMENTS",
            },
        }
    )  # fmt: skip
    assert names(Key("QM2", LOCAL, "X"), there) == ["QM1 mq:RemoteQueue TO.X (remote_queue_name)"]
    assert names(Key("QM2", REMOTE, "PAYMENTS"), there) == [
        "QM1 mq:RemoteQueue TO.X (remote_queue_manager_name)"
    ]


def test_a_clustered_queue_has_dependents_where_its_name_is_found_in_the_cluster() -> None:
    there = world(
        {
            ("QM2", LOCAL, "X"): {"cluster_name": "C"},
            ("QM2", RECEIVER, "C.QM2"): {"cluster_name": "C"},
            ("QM1", RECEIVER, "C.QM1"): {"cluster_namelist": "CLUSTERS"},
            ("QM1", NAMELIST, "CLUSTERS"): {"names": ("B", "C")},
            ("QM1", ALIAS, "APP.OUT"): {"base_object_name": "X"},
            ("QM3", ALIAS, "OUTSIDE"): {"base_object_name": "X"},
            ("QM4", RECEIVER, "C.QM4"): {"cluster_name": "C"},
            ("QM4", ALIAS, "OWN.X"): {"base_object_name": "X"},
            ("QM4", LOCAL, "X"): {},
        }
    )
    queue = "QM1 mq:AliasQueue APP.OUT (base_object_name in cluster C)"
    assert names(Key("QM2", LOCAL, "X"), there) == [queue]
    assert names(Key("QM4", LOCAL, "X"), there) == ["QM4 mq:AliasQueue OWN.X (base_object_name)"]


def test_a_cluster_receiver_channel_carries_what_is_in_its_cluster() -> None:
    there = world(
        {
            ("QM2", RECEIVER, "C.QM2"): {"cluster_name": "C"},
            ("QM2", CLUSTER, "C"): {"full_repository": "no"},
            ("QM2", LOCAL, "X"): {"cluster_name": "C"},
        }
    )
    assert names(Key("QM2", RECEIVER, "C.QM2"), there) == [
        "QM2 mq:Cluster C (membership)",
        "QM2 mq:LocalQueue X (cluster_name through C)",
    ]


def test_who_has_it_open_through_what_on_which_queue_manager() -> None:
    there = world(
        {
            ("QM2", LOCAL, "X"): {"cluster_name": "C"},
            ("QM2", ALIAS, "X.ALIAS"): {"base_object_name": "X"},
            ("QM2", RECEIVER, "C.QM2"): {"cluster_name": "C"},
            ("QM1", RECEIVER, "C.QM1"): {"cluster_name": "C"},
            ("QM1", REMOTE, "TO.X"): {
                "remote_queue_name": "X", "remote_queue_manager_name": "QM2",
            },
            ("QM1", REMOTE, "GATE"): {"remote_queue_manager_name": "QM2"},
            ("QM1", LOCAL, "QM2"): {"usage": "transmission"},
            ("QM1", ALIAS, "A"): {"base_object_name": "TO.X"},
        },
        handles={
            "QM2": [Handle("X.ALIAS", "getter", "u2", frozenset({OpenFor.INPUT_SHARED}))],
            "QM1": [
                Handle("A", "through alias", "u1", OUTPUT),
                Handle("X", "by manager", "u1", OUTPUT, queue_manager="QM2"),
                Handle("X", "by manager alias", "u1", OUTPUT, queue_manager="GATE"),
                Handle("X", "by cluster", "u1", OUTPUT, count=3),
                Handle("OTHER", "stranger", "u1", OUTPUT),
            ],
        },
    )  # fmt: skip
    key = Key("QM2", LOCAL, "X")
    assert {each.text(key) for each in impact_of(key, there).opened} == {
        'application "getter" (user u2) has X.ALIAS open for input-shared through X.ALIAS',
        'application "through alias" (user u1) has A open for output through A on QM1, which leads '
        "here through TO.X",
        'application "by manager" (user u1) has X open for output on QM1',
        'application "by manager alias" (user u1) has X open for output through GATE on QM1',
        'application "by cluster" (user u1) has X open for output 3 times on QM1 (cluster C)',
    }


def test_what_could_not_be_read_is_said() -> None:
    base = world({("QM1", LOCAL, "X"): {}})
    unread, handles_unknown = {"QM2": "QM2: cannot be reached"}, {"QM1": "not authorized"}
    blind = replace(base, unread=unread, handles_unknown=handles_unknown)
    seen = impact_of(Key("QM1", LOCAL, "X"), blind)
    assert seen.unknown == (
        "QM2: cannot be reached",
        "who has what open on QM1 is not known: not authorized",
    )


def test_what_jobs_have_allocated_is_not_asked_for_everything() -> None:
    place = "PROD", "ibmi:DataQueue", "L/DQ"
    (unknown,) = impact_of(Key(*place), world({place: {}})).unknown
    assert unknown.startswith("who has L/DQ allocated was not asked for")


def test_nothing_is_looked_at_before_it_is_asked_for() -> None:
    """A plan of ten thousand steps costs nothing more until it is shown."""
    asked: list[int] = []

    def make() -> World:
        asked.append(1)
        return world({("QM1", LOCAL, "X"): {}})

    key = Key("QM1", LOCAL, "X")
    impacts = Impacts({key: None}, make)
    assert (len(impacts), list(impacts), asked) == (1, [key], [])
    assert not impacts[key]
    assert not impacts[key]
    assert asked == [1]
    with pytest.raises(KeyError):
        impacts[Key("QM1", LOCAL, "OTHER")]


def test_cycles_end_and_each_object_comes_once() -> None:
    there = world(
        {
            ("QM1", ALIAS, "A"): {"base_object_name": "R"},
            ("QM1", REMOTE, "R"): {"remote_queue_name": "B", "remote_queue_manager_name": "QM2"},
            ("QM2", ALIAS, "B"): {"base_object_name": "S"},
            ("QM2", REMOTE, "S"): {"remote_queue_name": "A", "remote_queue_manager_name": "QM1"},
        }
    )
    assert names_of(impact_of(Key("QM1", ALIAS, "A"), there)) == ["S", "B", "R"]


def test_an_alias_of_an_alias_opens_nothing() -> None:
    """It names the one that it cannot be opened through; what is behind it is no way to anything,
    so that a chain of thousands costs each of them two."""
    chain = {("QM1", ALIAS, f"A{n}"): {"base_object_name": f"A{n - 1}"} for n in range(1, 3000)}
    there = world({("QM1", LOCAL, "A0"): {}, **chain})
    assert names_of(impact_of(Key("QM1", LOCAL, "A0"), there)) == ["A1", "A2"]
    assert names_of(impact_of(Key("QM1", ALIAS, "A7"), there)) == ["A8"]


def names_of(impact: Impact) -> list[str]:
    return [each.key.name for each in impact.dependents]
