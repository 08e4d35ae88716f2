"""One command validated by itself."""

from typing import Any

import pytest

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.dialects.validation import identity, validate
from queuewright.kinds import KINDS

LOCAL = "mq:LocalQueue"


def _codes(definition: Definition, platform: Platform | None = None) -> list[str]:
    return [diagnostic.code for diagnostic in validate(definition, platform)]


@pytest.mark.parametrize(
    ("kind", "name", "fields"),
    [
        (LOCAL, "A/B", {"name": "A/B"}),
        ("ibmi:MessageQueue", "L/A", {"library": "L", "name": "A"}),
        ("ibmi:MessageQueue", "*CURLIB/A", {"name": "A"}),
        ("ibmi:MessageQueue", "A", {"name": "A"}),
        ("ibmi:AuthorizationList", "A", {"name": "A"}),
    ],
)
def test_names_become_fields(kind: str, name: str, fields: dict[str, str]) -> None:
    assert identity(KINDS[kind], name) == fields


def test_a_creation_is_validated_over_what_ibm_ships() -> None:
    values = {"cluster_channel_name": "X"}
    assert _codes(Definition(LOCAL, "A", values=values)) == ["transmission-only"]
    assert _codes(Definition(LOCAL, "A", values=values, like="B")) == []
    assert _codes(Definition(LOCAL, "A", Action.CHANGE, values)) == []
    assert _codes(Definition(LOCAL, "A", values={**values, "usage": "transmission"})) == []


def test_a_change_needs_nothing_that_a_creation_needs() -> None:
    assert _codes(Definition("ibmi:DataQueue", "L/A")) == ["missing"]
    change = Definition("ibmi:DataQueue", "L/A", Action.CHANGE, {"text_description": "x"})
    assert _codes(change) == []


def test_lengths_count_characters_and_the_platform_is_validated() -> None:
    text = "\u00e9" * 64
    definition = Definition(LOCAL, "A", values={"queue_description": text, "storage_class": "X"})
    assert _codes(definition) == []
    assert _codes(definition, Platform.LINUX) == ["platform"]
    assert _codes(definition, Platform.ZOS) == []
    longer = Definition(LOCAL, "A", values={"queue_description": text + "x"})
    assert _codes(longer, Platform.IBMI) == ["length"]


def test_rules_do_not_validate_what_only_the_program_knows() -> None:
    values: dict[str, Any] = {"max_entry_length": 5, "key_length": 5}
    known = Definition("ibmi:DataQueue", "L/A", values=values)
    assert _codes(known) == ["key-length-unkeyed"]
    unknown = Definition("ibmi:DataQueue", "L/A", values=values, unknown=frozenset({"sequence"}))
    assert _codes(unknown) == []
    broken = {**values, "key_length": 500}
    data_queue = Definition("ibmi:DataQueue", "L/A", values=broken, unknown=frozenset({"sequence"}))
    assert _codes(data_queue) == ["range"]


def test_a_name_that_only_the_queue_manager_knows_is_not_validated() -> None:
    unknown = Definition(LOCAL, "A.+QMNAME+", unknown=frozenset({"name"}))
    assert _codes(unknown) == []
    assert _codes(Definition(LOCAL, "A.+QMNAME+")) == ["syntax"]


def test_ibm_s_default_channel_has_no_connection_name() -> None:
    kind, values = "mq:ClusterSenderChannel", {"connection_name": ""}
    assert _codes(Definition(kind, "SYSTEM.DEF.CLUSSDR", values=values)) == []
    assert _codes(Definition(kind, "TO.QM1", values=values)) == ["connection-missing"]


def test_several_kinds_are_wrong_only_when_all_of_them_are() -> None:
    kinds = (LOCAL, "mq:ModelQueue")
    values = {"definition_type": "permanent_dynamic"}
    assert _codes(Definition(LOCAL, "A", Action.CHANGE, values, kinds=kinds)) == []
    assert _codes(Definition(LOCAL, "A", Action.CHANGE, values)) == ["wrong-kind"]


def test_deletions_and_inquiries() -> None:
    assert _codes(Definition(LOCAL, "A B", Action.DELETE)) == ["syntax"]
    assert _codes(Definition("ibmi:DataQueue", "L/A", Action.DELETE)) == []
    assert _codes(Definition(LOCAL, "A*", Action.INQUIRE)) == []


def test_the_reader_s_problems_come_first_and_with_their_place() -> None:
    own = Diagnostic("paren-open", None, "expected )", line=1, column=9)
    definition = Definition(
        LOCAL, "A", values={"default_priority": 12}, problems=(own,), line=3, column=1,
        places={"default_priority": (3, 20)},
    )  # fmt: skip
    first, second = validate(definition)
    assert first is own
    assert (second.code, second.line, second.column) == ("range", 3, 20)
    assert str(second).startswith("3:20: default_priority=12: must be 0 to 9")


@pytest.mark.parametrize(
    ("to", "text", "written"),
    [
        ("cl", "ALTER LISTENER(L) PORT(1416)", "CHGMQMLSR LSRNAME(L) PORT(1416)"),
        ("cl", "DEFINE LISTENER(M) LIKE(L)", "CPYMQMLSR FROMLSR(L) TOLSR(M)"),
        ("mqsc", "CHGMQMLSR LSRNAME(L) PORT(1416)", "ALTER LISTENER('L') PORT(1416) TRPTYPE(TCP)"),
        ("mqsc", "CPYMQMLSR FROMLSR(L) TOLSR(M)", "DEFINE LISTENER('M') LIKE('L') TRPTYPE(TCP)"),
    ],
)
def test_what_a_command_leaves_as_it_is_is_not_validated(to: str, text: str, written: str) -> None:
    """What a new object has to be given, and this one has already."""
    source = "mqsc" if to == "cl" else "cl"
    (definition,) = dialect(source).read(text.encode()).definitions
    assert validate(definition, Platform.IBMI) == []
    assert " ".join(" ".join(dialect(to).write(definition)).replace("+", "").split()) == written
