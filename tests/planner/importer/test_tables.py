"""Which objects stand in a table together."""

from typing import Any

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.importer.tables import Table, tabled


def tables(*objects: tuple[str, dict[str, Any]], kind: str = "mq:LocalQueue") -> list[Table]:
    defined = {Key("QM1", kind, n): Definition(kind, n, values=values) for n, values in objects}
    return tabled(list(defined), defined, defined)


def names(table: Table) -> list[str]:
    return [key.name for key in table.keys]


def test_names_and_texts_are_columns() -> None:
    own = [(name, {"remote_queue_name": name, "remote_queue_manager_name": "M"}) for name in "ABC"]
    (table,) = tables(*own, kind="mq:RemoteQueue")
    assert (table.columns, table.named) == ((), ("remote_queue_name",))
    assert table.same == {"remote_queue_manager_name": "M"}


def test_few_values_divide_a_table() -> None:
    objects = [
        (f"Q{n}", {"remote_queue_name": f"R{n}", "remote_queue_manager_name": "AB"[n // 6]})
        for n in range(12)
    ]
    first, second = tables(*objects, kind="mq:RemoteQueue")
    assert first.same == {"remote_queue_manager_name": "A"}
    assert second.same == {"remote_queue_manager_name": "B"}
    assert first.columns == second.columns == ("remote_queue_name",)


def test_what_is_said_differs_no_table() -> None:
    assert tables(("A", {"max_queue_depth": 1}), ("B", {}), ("C", {"max_queue_depth": 3})) == []


def test_an_object_made_like_another_stands_alone() -> None:
    keys = [Key("QM1", "mq:LocalQueue", name) for name in "ABC"]
    objects = {key: Definition(key.kind, key.name, like="X") for key in keys}
    assert tabled(keys, objects, keys) == []
