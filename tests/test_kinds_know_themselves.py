"""Knowledge of a kind stands on the kind: others ask what they need of it, not which it is."""

from pathlib import Path

from kind_tests import ROOT, kind_tests

# Of all kinds there will be. Types of queues are MQ's own words, not kinds: names of queues resolve
# by them.
_MOST, _FILES_OF_CLUSTER = 40, 6


def test_few_places_ask_which_kind_it_is(tmp_path: Path) -> None:
    found = kind_tests()
    assert 0 < len(found) <= _MOST, found


def test_such_places_are_found(tmp_path: Path) -> None:
    path = tmp_path / "planner" / "shop.py"
    path.parent.mkdir()
    path.write_text(
        "_LIST = NamelistSpec.kind\n"
        "a = key.kind == LocalQueueSpec.kind\n"
        "b = key.kind in QUEUE_KINDS\n"
        "c = kind != _LIST\n"
        "d = kind.startswith('mq:')\n"
        "e = {'mq:Cluster': 1}\n"
        "f = isinstance(spec, ClusterSpec)\n"
        "g = key.kind in kinds_of(Role.CLUSTER)\n"
        "h = key.kind == other.kind\n"
    )
    assert kind_tests(tmp_path) == [f"planner/shop.py:{line}" for line in range(2, 8)]


def test_the_membership_of_a_cluster_is_known_in_few_files() -> None:
    layers = (ROOT / layer for layer in ("resources", "provider", "planner"))
    named = [p for layer in layers for p in layer.rglob("*.py") if "ClusterSpec" in p.read_text()]
    assert 0 < len(named) <= _FILES_OF_CLUSTER, named
