"""Who exists, and what each has: declared over read over shipped; of one system and of many."""

from dataclasses import replace
from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.catalogue.references import Role
from queuewright.world.snapshot import Snapshot, expecting
from queuewright.world.world import World

LOCAL, ALIAS, NAMELIST = "mq:LocalQueue", "mq:AliasQueue", "mq:Namelist"
CLUSTER, RECEIVER = "mq:Cluster", "mq:ClusterReceiverChannel"
UNSEEN = SystemFacts("QM1", refused=frozenset({Role.PROCESS}))
PROCESSES = SystemFacts("QM1", names={Role.PROCESS: frozenset({"JOB"})})


def observed(name: str, kind: str = LOCAL, system: str = "QM1", **attributes: Any) -> Observed:
    return Observed(Key(system, kind, name), attributes)


def snapshot(*objects: Observed, facts: SystemFacts | None = None, **known: Any) -> Snapshot:
    listed = {each.key: each for each in objects}
    return Snapshot(facts or SystemFacts("QM1"), listed, **known)


@pytest.mark.parametrize(
    ("known", "to", "name", "expected"),
    [
        pytest.param({}, LOCAL, "Q", True, id="read"),
        pytest.param({}, ALIAS, "Q", False, id="of-another-kind"),
        pytest.param({}, Role.QUEUE, "Q", True, id="by-its-role"),
        pytest.param({}, Role.QUEUE, "NOWHERE", False, id="not-there"),
        pytest.param({"is_part": True}, Role.QUEUE, "NOWHERE", None, id="a-part-of-a-system"),
        pytest.param({"is_part": True}, Role.QUEUE, "Q", True, id="in-the-part"),
        pytest.param({"is_read": False}, Role.QUEUE, "NOWHERE", None, id="not-read"),
        pytest.param({}, Role.PROCESS, "JOB", False, id="none-of-the-kind"),
        pytest.param({"facts": UNSEEN}, Role.PROCESS, "JOB", None, id="nobody-may-see-them"),
        pytest.param({"facts": PROCESSES}, Role.PROCESS, "JOB", True, id="known-by-name"),
        pytest.param({"facts": PROCESSES}, Role.PROCESS, "JAB", False, id="not-among-the-names"),
        pytest.param({"facts": PROCESSES}, Role.TOPIC, "JOB", False, id="names-of-another-role"),
    ],
)
def test_exists(known: dict[str, Any], to: Role | str, name: str, expected: bool | None) -> None:
    of_one = snapshot(observed("Q"), **known)
    assert of_one.exists(to, name) is expected
    assert World({}, {"QM1": of_one}).exists("QM1", to, name) is expected


def test_exists_with_what_is_declared_and_without_what_goes() -> None:
    new, goes = Key("QM1", LOCAL, "NEW"), Key("QM1", LOCAL, "GOES")
    world = World({new: {}}, {"QM1": snapshot(observed("GOES"))}, pending_deletes=[goes, new])
    assert world.exists("QM1", Role.LOCAL_QUEUE, "NEW") is True
    assert world.exists("QM1", LOCAL, "GOES") is False
    assert world.exists("QM9", LOCAL, "GOES") is None
    assert (new in world, goes in world) == (True, False)
    assert list(world.keys) == [new]


def test_a_group_object_exists_where_the_facts_or_the_objects_say_so() -> None:
    shared = observed("G", queue_sharing_group_disposition="group")
    beside = Observed(Key("QM1", LOCAL, "COPY"), {}, group={})
    facts = SystemFacts("QM1", group_objects=frozenset({(LOCAL, "LISTED")}))
    of_group = snapshot(shared, beside, observed("OWN"), facts=facts)
    found = {
        name: of_group.kinds_in_group(Key("QM1", ALIAS, name))
        for name in ("G", "COPY", "LISTED", "OWN")
    }
    assert found == {"G": {LOCAL}, "COPY": {LOCAL}, "LISTED": {LOCAL}, "OWN": set()}
    assert snapshot(shared).kinds_in_group(shared.key) is None
    assert of_group.get(LOCAL, "G") is None
    assert shared.key not in of_group.live


def test_declared_goes_over_read_and_that_over_shipped() -> None:
    there = snapshot(observed("Q", max_queue_depth=7, queue_description="theirs"))
    key, new, half = (Key("QM1", LOCAL, name) for name in ("Q", "NEW", "HALF"))
    declared: dict[Key, dict[str, Any]] = {key: {"queue_description": "ours"}, new: {}, half: {}}
    world = World(declared, {"QM1": there}, ships=True, unknown=[half])
    assert world.value(key, "queue_description") == "ours"
    assert world.value(key, "max_queue_depth") == 7
    assert world.value(key, "usage") is None  # the system did not report it
    assert world.value(new, "max_queue_depth") == 5000
    assert world.value(half, "max_queue_depth") is None
    assert World(declared, {"QM1": there}).value(new, "max_queue_depth") is None
    assert world.values(key) == {"max_queue_depth": 7, "queue_description": "ours"}


def test_secret_attributes_are_not_to_be_had() -> None:
    there = snapshot(observed("Q", max_queue_depth=7, queue_description="theirs"))
    key = Key("QM1", LOCAL, "Q")
    world = World({}, {"QM1": there}, hidden={key: {"queue_description"}})
    assert world.values(key) == {"max_queue_depth": 7}


def test_clusters_of_objects_and_of_their_queue_managers() -> None:
    one = snapshot(
        observed("LIST", NAMELIST, names=("A", "B")),
        observed("TO.QM1", RECEIVER, cluster_namelist="LIST"),
        observed("Q", cluster_name="A"),
        observed("LONE"),
    )
    other = snapshot(
        observed("TO.QM2", RECEIVER, "QM2", cluster_name="A"),
        observed("Q", LOCAL, "QM2", cluster_name="A"),
        facts=SystemFacts("QM2"),
    )
    full = Key("QM2", CLUSTER, "FULL")
    world = World({full: {"full_repository": "yes"}}, {"QM1": one, "QM2": other})
    assert world.memberships("QM1") == {"A": "no", "B": "no"}
    assert world.memberships("QM2") == {"A": "no", "FULL": "yes"}
    assert world.memberships("QM3") == {}
    assert world.is_member("QM2", "FULL")
    assert not world.is_member("QM1", "FULL")
    kinds = {"TO.QM1": RECEIVER, "LIST": NAMELIST, "Q": LOCAL, "LONE": LOCAL}
    meant = {n: list(world.clusters_meant(Key("QM1", kind, n))) for n, kind in kinds.items()}
    assert meant == {"TO.QM1": ["A", "B"], "LIST": ["A", "B"], "Q": ["A"], "LONE": []}
    assert list(world.clusters_meant(full)) == ["FULL"]
    assert [key.system for key, _ in world.instances("Q", ["A"])] == ["QM1", "QM2"]
    assert list(world.instances("Q", [])) == []
    assert world.is_shared("Q", "QM1")
    assert not world.is_shared("LONE", "QM1")
    assert world.clustered_on("QM2") == [Key("QM2", LOCAL, "Q")]
    assert world.receivers("QM1", "B") == [Key("QM1", RECEIVER, "TO.QM1")]
    assert world.used_namelists == {("QM1", "LIST")}


def test_a_snapshot_with_objects_as_they_are_now() -> None:
    before = snapshot(observed("A"), observed("I", ALIAS, base_object_name="A"))
    assert before.named_by(Key("QM1", LOCAL, "A"))
    now = before.noted([observed("A", ALIAS), observed("NEW", base_object_name="A")])
    assert [found.key.kind for found in (now.holder(LOCAL, "A"),) if found] == [ALIAS]
    assert now.get(LOCAL, "A") is None
    assert before.get(LOCAL, "A") is not None
    assert now.without(Key("QM1", ALIAS, "A")).queue("A") is None
    assert before.noted([observed("A")]).naming is before.naming
    assert now.naming is not before.naming


def test_handles_are_those_that_were_read_last() -> None:
    handle = Handle("A", "app", "user", frozenset({OpenFor.OUTPUT}))
    before = snapshot(observed("A"))
    assert (before.handles, before.uses_of("A")) == (None, ())
    now = before.opened_by([handle])
    assert [use.application for use in now.uses_of("A")] == ["app"]
    assert now.opened_by([handle]) is now
    assert now.opened_by([]).handles == ()


def test_declared_objects_are_among_those_that_are_known_by_name() -> None:
    """Of the system itself, and only where the names of their role are known."""
    facts = SystemFacts("QM1", names={Role.NAMELIST: frozenset({"LIST"})})
    systems = {"QM1": snapshot(facts=facts), "QM2": snapshot(facts=SystemFacts("QM2"))}
    new, other = Key("QM1", NAMELIST, "NEW"), Key("QM2", NAMELIST, "OTHER")
    after = expecting(systems, {key: {} for key in (new, other, Key("QM1", LOCAL, "Q"))})
    assert after["QM1"].facts.names == {Role.NAMELIST: {"LIST", "NEW"}}
    assert after["QM2"] is systems["QM2"]
    assert expecting(systems, {other: {}}) == systems


def test_default_definitions_are_asked_for_once_where_they_were_not_read() -> None:
    asked: list[str] = []

    def ships(kind: str) -> Observed:
        asked.append(kind)
        return observed("DEFAULT", kind, max_queue_depth=1)

    read = observed("SYSTEM.DEFAULT.ALIAS.QUEUE", ALIAS, queue_description="changed here")
    one = Snapshot.of([read], facts=SystemFacts("QM1"), ships=ships)
    assert one.defaults(ALIAS) == {"queue_description": "changed here"}
    for each in (one, one.noted([observed("Q")])):
        assert each.defaults(LOCAL) == {"max_queue_depth": 1}
    assert asked == [LOCAL]


def test_new_objects_have_what_a_default_definition_has_now() -> None:
    """Its values were asked for before it was changed."""
    default = observed("SYSTEM.DEFAULT.ALIAS.QUEUE", ALIAS, queue_description="before")
    read = Snapshot.of([default], facts=SystemFacts("QM1"))
    declared = read.with_default(LOCAL, {"max_queue_depth": 7})
    assert declared.defaults(ALIAS) == {"queue_description": "before"}
    now = declared.noted([replace(default, attributes={"queue_description": "now"})])
    assert now.defaults(ALIAS) == {"queue_description": "now"}
    assert now.defaults(LOCAL) == declared.defaults(LOCAL)
    assert declared.noted([default, observed("Q")]).defaults(ALIAS) == declared.defaults(ALIAS)
    assert read.defaults(ALIAS) == {"queue_description": "before"}
