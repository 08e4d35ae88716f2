"""Values that mean the same, and what differs between two definitions."""

import pytest

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.diff.compare import changed_inside, differences, drift, known_value, same
from queuewright.diff.types import AttributeChange
from queuewright.kinds import KINDS, UnknownKind

IBMI = SystemFacts("PROD01", Platform.IBMI)
LINUX = SystemFacts("QM1", Platform.LINUX)


@pytest.mark.parametrize(
    ("kind", "attribute", "left", "right", "expected"),
    [
        pytest.param("mq:LocalQueue", "max_queue_depth", 5, 5, True, id="equal-numbers"),
        pytest.param("mq:LocalQueue", "max_queue_depth", 5, 6, False, id="other-number"),
        pytest.param(
            "ibmi:MessageQueue", "coded_character_set_id", 65535, "hex", True, id="65535-is-hex"
        ),
        pytest.param(
            "ibmi:MessageQueue", "coded_character_set_id", "msg", 65534, True, id="65534-is-msg"
        ),
        pytest.param(
            "ibmi:MessageQueue", "coded_character_set_id", 37, "hex", False, id="37-is-not-hex"
        ),
        pytest.param("mq:LocalQueue", "max_queue_file_size", -1, "default", True, id="minus-one"),
        pytest.param("mq:LocalQueue", "queue_description", "a ", "a", True, id="trailing-blanks"),
        pytest.param("mq:LocalQueue", "queue_description", " a", "a", False, id="leading-blanks"),
        pytest.param("mq:LocalQueue", "queue_description", "A", "a", False, id="case-counts"),
        pytest.param("mq:Namelist", "names", ("A", "B"), ("A", "B"), True, id="same-names"),
        pytest.param("mq:Namelist", "names", ("A", "B"), ("B", "A"), False, id="order-of-names"),
        pytest.param("mq:Namelist", "names", ["A"], ("A",), True, id="list-and-tuple"),
        pytest.param("mq:Namelist", "names", (), None, False, id="empty-is-not-unset"),
        pytest.param(
            "ibmi:AuthorizationList",
            "users",
            {"BOB": ("use", "autlmgt")},
            {"BOB": ("autlmgt", "read", "objopr", "execute")},
            True,
            id="a-word-and-what-it-stands-for",
        ),
        pytest.param(
            "ibmi:AuthorizationList",
            "users",
            {"BOB": ("use",)},
            {"BOB": ("read", "objopr")},
            False,
            id="less-than-a-word-stands-for",
        ),
        pytest.param(
            "ibmi:AuthorizationList",
            "users",
            {"BOB": ("add", "dlt")},
            {"BOB": ["dlt", "add"]},
            True,
            id="order-of-authorities",
        ),
        pytest.param(
            "ibmi:AuthorizationList",
            "users",
            {"BOB": ("add",)},
            {"BOB": ("add",), "ANN": ("use",)},
            False,
            id="one-more-user",
        ),
    ],
)
def test_same(kind: str, attribute: str, left: Value, right: Value, expected: bool) -> None:
    metadata = KINDS[kind].attributes()[attribute]
    assert same(metadata, left, right) is expected
    assert same(metadata, right, left) is expected


def names(
    kind: str,
    desired: dict[str, Value],
    observed: dict[str, Value],
    last: dict[str, Value] | None = None,
    facts: SystemFacts = LINUX,
) -> list[str]:
    return [c.name for c in differences(kind, desired, observed, last, facts)]


def test_only_managed_attributes_differ() -> None:
    observed: dict[str, Value] = {"max_queue_depth": 5000, "queue_description": "old"}
    assert names("mq:LocalQueue", {"queue_description": "old"}, observed) == []
    assert names("mq:LocalQueue", {"max_queue_depth": 1}, observed) == ["max_queue_depth"]


def test_differences_come_in_the_order_of_the_catalogue() -> None:
    desired: dict[str, Value] = {"usage": "transmission", "queue_description": "x"}
    observed: dict[str, Value] = {"usage": "normal", "queue_description": ""}
    assert names("mq:LocalQueue", desired, observed) == ["queue_description", "usage"]


def test_what_cannot_be_observed_never_differs() -> None:
    assert names("mq:LocalQueue", {"command_scope": "QM2"}, {}) == []
    assert names("ibmi:MessageQueue", {"reset_old_messages": "yes"}, {}, facts=IBMI) == []


@pytest.mark.parametrize(
    ("last", "observed", "expected"),
    [
        pytest.param("job", 37, [], id="applied"),
        pytest.param(None, 37, [], id="adopting"),
        pytest.param(500, 500, ["coded_character_set_id"], id="the-program-changes-to-it"),
    ],
)
def test_the_ccsid_of_the_job_cannot_be_compared(
    last: Value | None, observed: Value, expected: list[str]
) -> None:
    before = None if last is None else {"coded_character_set_id": last}
    changed = names(
        "ibmi:MessageQueue",
        {"coded_character_set_id": "job"},
        {"coded_character_set_id": observed},
        before,
        IBMI,
    )
    assert changed == expected


def test_the_authority_of_the_library_is_resolved_when_the_object_is_made() -> None:
    changed = names("ibmi:DataQueue", {"authority": "libcrtaut"}, {"authority": "use"}, facts=IBMI)
    assert changed == []
    changed = names("ibmi:DataQueue", {"authority": "all"}, {"authority": "use"}, facts=IBMI)
    assert changed == ["authority"]


@pytest.mark.parametrize(
    ("observed", "last", "expected"),
    [
        pytest.param({"stream_queue": "S"}, None, "S", id="reported"),
        pytest.param({}, "L", "L", id="not-reported-but-applied"),
        pytest.param({}, None, "", id="not-reported-shipped-blank"),
    ],
)
def test_known_value(observed: dict[str, Value], last: Value | None, expected: Value) -> None:
    attribute = KINDS["mq:LocalQueue"].attributes()["stream_queue"]
    assert known_value("stream_queue", attribute, observed, last, LINUX) == expected


def test_what_a_system_does_not_report_and_has_no_default_is_not_known() -> None:
    attribute = KINDS["ibmi:DataQueue"].attributes()["key_length"]
    assert known_value("key_length", attribute, {}, None, IBMI) is None
    assert names("ibmi:DataQueue", {"key_length": 4}, {}, facts=IBMI) == ["key_length"]


def test_an_attribute_that_is_not_reported_is_no_endless_difference() -> None:
    desired: dict[str, Value] = {"stream_queue": "S"}
    assert names("mq:LocalQueue", desired, {}) == ["stream_queue"]
    assert names("mq:LocalQueue", desired, {}, desired) == []
    assert names("mq:LocalQueue", {"stream_queue": ""}, {}) == []


def test_ignored_attributes_do_not_differ() -> None:
    changed = differences(
        "mq:LocalQueue",
        {"max_queue_depth": 1, "queue_description": "x"},
        {"max_queue_depth": 2, "queue_description": "y"},
        None,
        LINUX,
        ignore=["max_queue_depth"],
    )
    assert [c.name for c in changed] == ["queue_description"]


def test_who_caused_a_difference() -> None:
    desired: dict[str, Value] = {"max_queue_depth": 1, "queue_description": "new"}
    last: dict[str, Value] = {"max_queue_depth": 1, "queue_description": "old"}
    observed: dict[str, Value] = {"max_queue_depth": 2, "queue_description": "old"}
    changed = {c.name: c for c in differences("mq:LocalQueue", desired, observed, last, LINUX)}
    assert changed["max_queue_depth"].drifted
    assert (changed["max_queue_depth"].before, changed["max_queue_depth"].after) == (2, 1)
    assert not changed["queue_description"].drifted


def test_drift_is_from_applied_to_observed() -> None:
    last: dict[str, Value] = {"max_queue_depth": 1, "queue_description": "a", "trigger_data": "x"}
    observed: dict[str, Value] = {"max_queue_depth": 2, "queue_description": "a  "}
    (change,) = drift("mq:LocalQueue", last, observed)
    assert (change.name, change.before, change.after, change.drifted) == (
        "max_queue_depth",
        1,
        2,
        True,
    )


def test_no_drift_where_nothing_can_be_told() -> None:
    assert drift("ibmi:MessageQueue", {"coded_character_set_id": "job"}, {
        "coded_character_set_id": 37
    }) == ()  # fmt: skip


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownKind, match="mq:Tropic"):
        differences("mq:Tropic", {"a": "b"}, {}, None, LINUX)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("a", "b", (), id="plain-values"),
        pytest.param(None, ("A",), (), id="unset"),
        pytest.param(("A", "B"), ("A", "C", "D"), ("2: B -> C", "3 added: D"), id="list"),
        pytest.param(("A", "B"), ("A",), ("2 removed: B",), id="shorter"),
        pytest.param(
            {"BOB": ("use",), "EVE": ("add", "dlt")},
            {"BOB": ("all",), "ANN": ("use",), "EVE": ("dlt", "add")},
            ("ANN added: use", "BOB: use -> all"),
            id="users",
        ),
        pytest.param({"BOB": ("use",)}, {}, ("BOB removed: use",), id="removed"),
        pytest.param(
            {"BOB": ("use",)},
            {"JIM": ("all",), "ANN": ("exclude",)},
            ("ANN added: exclude", "BOB removed: use", "JIM added: all"),
            id="others",
        ),
        pytest.param(
            {}, {"B": ("use",), "A": ("all",)}, ("A added: all", "B added: use"), id="from nobody"
        ),
    ],
)
def test_changed_inside(before: Value, after: Value, expected: tuple[str, ...]) -> None:
    change = AttributeChange("a", before, after, Change.IN_PLACE)
    assert changed_inside(change) == expected


def test_changed_inside_of_a_set() -> None:
    change = AttributeChange("a", ("a", "b", "c"), ("c", "d", "a"), Change.IN_PLACE, is_set=True)
    assert changed_inside(change) == ("b removed", "d added")
