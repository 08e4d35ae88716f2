"""Which module an object stands in."""

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.importer.applications import Module, modules_of, parts_of


def estate(*names: str, **aliases: str) -> dict[Key, Definition]:
    """Local queues, and aliases: name (with _ for .) -> base object."""
    objects = {
        Key("QM1", "mq:LocalQueue", name): Definition("mq:LocalQueue", name) for name in names
    }
    for alias, base in aliases.items():
        name = alias.replace("_", ".")
        values = {"base_object_name": base}
        objects[Key("QM1", "mq:AliasQueue", name)] = Definition(
            "mq:AliasQueue", name, values=values
        )
    return objects


def modules(objects: dict[Key, Definition]) -> dict[str, list[str]]:
    return {module.name: [key.name for key in module.keys] for module in modules_of(objects)}


def test_an_application_is_the_front_of_a_name() -> None:
    names = [f"{front}.{end}" for front in ("BILLS", "ORDERS") for end in ("IN", "OUT", "ERROR")]
    assert modules(estate(*names)) == {
        "bills": ["BILLS.ERROR", "BILLS.IN", "BILLS.OUT"],
        "orders": ["ORDERS.ERROR", "ORDERS.IN", "ORDERS.OUT"],
    }


def test_what_every_name_begins_with_says_nothing() -> None:
    names = [f"PROD.{a}.{end}" for a in ("BILLS", "ORDERS", "STOCK") for end in ("IN", "O", "E")]
    assert list(modules(estate(*names))) == ["bills", "orders", "stock"]


def test_one_application_alone_keeps_its_name() -> None:
    assert list(modules(estate("ORDERS.IN", "ORDERS.OUT", "ORDERS.ERROR"))) == ["orders"]


def test_an_alias_stands_beside_its_target() -> None:
    """Also where it has another name, or leads there by another alias."""
    objects = estate(
        "ORDERS.IN", "ORDERS.OUT", "BILLS.IN", "BILLS.OUT", "BILLS.E",
        SHOP="ORDERS.IN", WEB_SHOP="SHOP",
    )  # fmt: skip
    assert modules(objects) == {
        "bills": ["BILLS.E", "BILLS.IN", "BILLS.OUT"],
        "orders": ["ORDERS.IN", "SHOP", "WEB.SHOP", "ORDERS.OUT"],
    }


def test_a_partners_queue_manager_gives_way_to_the_partner() -> None:
    """QMB.QMA.BANK.X: everything of QMB is of BANK, which aliases name alone."""
    bank = [f"QMB.QMA.BANK.{n}" for n in range(4)]
    shop = [f"QMC.QMA.SHOP.{n}" for n in range(4)]
    aliases = {f"{a}_{n}": f"{q}.QMA.{a}.{n}" for q, a in (("QMB", "BANK"), ("QMC", "SHOP"))
               for n in range(4)}  # fmt: skip
    found = modules(estate(*bank, *shop, **aliases))
    assert {name: len(keys) for name, keys in found.items()} == {"bank": 8, "shop": 8}


def test_aliases_in_a_circle_are_placed() -> None:
    objects = estate(A="B", B="C", C="A")
    assert sum(map(len, modules(objects).values())) == 3


def test_what_all_applications_share_stands_apart() -> None:
    objects = estate("A.1", "A.2", "A.3", "QM2")
    objects[Key("QM1", "mq:LocalQueue", "QM2")].values["usage"] = "transmission"
    for kind, name, values in (
        ("mq:RemoteQueue", "QM3", {"remote_queue_manager_name": "QM3"}),
        ("mq:Cluster", "CLUS", {}),
        ("mq:Namelist", "ALL", {}),
    ):
        objects[Key("QM1", kind, name)] = Definition(kind, name, values=values)
    assert modules(objects) == {
        "clusters": ["CLUS", "ALL"],
        "transmission_queues": ["QM2", "QM3"],
        "a": ["A.1", "A.2", "A.3"],
    }


def test_what_is_too_little_shares_a_module() -> None:
    assert modules(estate("A.1", "B.1", "C.1", "D.1", "D.2", "D.3")) == {
        "d": ["D.1", "D.2", "D.3"],
        "other": ["A.1", "B.1", "C.1"],
    }


def test_names_sort_as_people_count() -> None:
    (names,) = modules(estate(*(f"A.REPLY{n}" for n in (10, 2, 1)))).values()
    assert names == ["A.REPLY1", "A.REPLY2", "A.REPLY10"]


def test_a_long_module_is_divided_by_what_names_say() -> None:
    names = [f"A.{what}_{n}" for what in ("IN", "OUT") for n in range(20)] + ["A.REST"]
    objects = estate(*names)
    parts = parts_of(Module("a", "Queues of A", tuple(objects)), objects, 30, ())
    assert {part.name: len(part.keys) for part in parts} == {"a_in": 20, "a_out": 20, "a": 1}


def test_a_long_module_of_names_that_say_nothing_is_cut_into_runs() -> None:
    objects = estate(*(f"A.{n}" for n in range(100)))
    parts = parts_of(Module("a", "Queues of A", tuple(objects)), objects, 40, ())
    assert [part.name for part in parts] == ["a", "a_2", "a_3"]
    assert [key.name for part in parts for key in part.keys] == [f"A.{n}" for n in range(100)]


def test_a_module_is_always_a_name() -> None:
    objects = estate("...", "///", "1ST.A", "1ST.B", "1ST.C", "CLASS.A", "CLASS.B", "CLASS.C")
    assert all(name.isidentifier() for name in modules(objects))
