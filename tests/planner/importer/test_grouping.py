"""Which module an object stands in."""

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.importer.grouping import GROUPS, group_of, modules_of
from queuewright.kinds import KINDS


def snapshot(names: list[str], kind: str = "mq:LocalQueue") -> dict[Key, Definition]:
    return {Key("QM1", kind, name): Definition(kind, name) for name in names}


def modules(objects: dict[Key, Definition], lines: int) -> dict[str, list[str]]:
    grouped = modules_of(list(objects), objects, dict.fromkeys(objects, lines))
    return {module.name: [key.name for key in module.keys] for module in grouped}


def test_every_kind_has_one_group() -> None:
    for kind in KINDS:
        for usage in ("normal", "transmission"):
            declared = Definition(
                kind, "A", values={"usage": usage} if kind == "mq:LocalQueue" else {}
            )
            assert group_of(declared) in GROUPS


def test_what_fits_is_one_module() -> None:
    objects = snapshot(["B", "A"]) | snapshot(["A"], "mq:AliasQueue")
    assert modules(objects, 10) == {"local_queues": ["A", "B"], "alias_queues": ["A"]}


def test_transmission_queues_stand_before_others() -> None:
    objects = snapshot(["A", "B"])
    objects[Key("QM1", "mq:LocalQueue", "B")].values["usage"] = "transmission"
    assert list(modules(objects, 10)) == ["transmission_queues", "local_queues"]


def test_names_with_the_same_front_stay_together() -> None:
    names = [f"{front}.{n}" for front in ("A", "B", "C") for n in range(3)]
    assert modules(snapshot(names), 100) == {
        "local_queues_a_0_to_2": ["A.0", "A.1", "A.2"],
        "local_queues_b_0_to_2": ["B.0", "B.1", "B.2"],
        "local_queues_c_0_to_2": ["C.0", "C.1", "C.2"],
    }


def test_small_neighbours_share_a_module() -> None:
    grouped = modules(snapshot(["A.1", "B.1", "C.1", "D.1"]), 200)
    assert grouped == {"local_queues_a_to_b": ["A.1", "B.1"], "local_queues_c_to_d": ["C.1", "D.1"]}


def test_names_that_have_no_front_are_halved() -> None:
    grouped = modules(snapshot([f"Q{n}" for n in range(8)]), 200)
    assert [len(keys) for keys in grouped.values()] == [2, 2, 2, 2]
    assert next(iter(grouped)) == "local_queues_q0_to_q1"


def test_an_object_that_is_too_long_stands_alone() -> None:
    assert modules(snapshot(["A", "B"]), 1000) == {"local_queues_a": ["A"], "local_queues_b": ["B"]}


def test_names_of_modules_are_unique() -> None:
    grouped = modules(snapshot(["VERYLONGNAME1", "VERYLONGNAME2"]), 400)
    assert list(grouped) == ["local_queues_verylongna", "local_queues_verylongna_2"]


def test_a_name_without_letters() -> None:
    assert all(name.isidentifier() for name in modules(snapshot(["...", "///", "A"]), 400))
