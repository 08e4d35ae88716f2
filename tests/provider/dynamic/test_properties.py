"""What the engine hands over, taken apart, and what it gets back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulumi.output import Unknown

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.diff.outputs import outputs, plain
from queuewright.dynamic.properties import is_unknown, read

FACTS = SystemFacts("QM1")


def test_numbers_are_whole_and_none_is_left_out() -> None:
    given = {"system": "QM1", "name": "Q", "max_queue_depth": 5.0, "usage": None}
    assert plain("mq:LocalQueue", given) == {"system": "QM1", "name": "Q", "max_queue_depth": 5}


def test_lists_and_mappings_are_plain_and_unknowns_stay_where_they_are() -> None:
    unknown = Unknown()
    returned = plain("mq:Namelist", {"names": ["A", unknown]}, is_unknown=is_unknown)
    assert returned == {"names": ["A", unknown]}
    lists = plain("ibmi:AuthorizationList", {"users": {"ANNA": ["use", "autlmgt"]}})
    assert lists == {"users": {"ANNA": ["use", "autlmgt"]}}


def test_a_word_stands_for_its_number() -> None:
    returned = plain("ibmi:MessageQueue", {"coded_character_set_id": 65535.0})
    assert returned == {"coded_character_set_id": "hex"}


@pytest.mark.parametrize(
    ("properties", "key"),
    [
        ({"system": "QM1", "name": "Q"}, Key("QM1", "mq:LocalQueue", "Q")),
        ({"system": "QM1"}, None),
        ({"name": "Q"}, None),
        ({"system": "QM1", "name": ""}, None),
        ({"system": "QM1", "name": 5.0}, None),
        ({"system": Unknown(), "name": "Q"}, None),
        ({"system": "QM1", "name": Unknown()}, None),
    ],
)
def test_a_key_needs_system_and_name(properties: dict[str, Any], key: Key | None) -> None:
    assert read("mq:LocalQueue", properties).key == key


def test_a_library_is_part_of_the_key() -> None:
    known = {"system": "P", "name": "Q"}
    assert read("ibmi:DataQueue", known).key == Key("P", "ibmi:DataQueue", "*CURLIB/Q")
    with_library = read("ibmi:DataQueue", {**known, "library": "LIB"})
    assert with_library.key == Key("P", "ibmi:DataQueue", "LIB/Q")
    assert read("ibmi:DataQueue", {**known, "library": Unknown()}).key is None


@given(st.text(max_size=60))
def test_an_id_is_read_back_or_refused(name: str) -> None:
    key = Key("QM1", "mq:LocalQueue", name)
    assert Key.parse(key.id) == (key if name else None)
    assert Key.parse(name) is None or name.count("/") >= 2


def test_outputs_have_what_was_given_and_what_the_system_reports() -> None:
    observed = Observed(Key("QM1", "mq:LocalQueue", "Q"), {"max_queue_depth": 5, "usage": "normal"})
    props = {"system": "QM1", "name": "Q", "max_queue_depth": 5.0, "on_delete": "purge"}
    assert outputs("mq:LocalQueue", {**props, "__provider": "x"}, observed, FACTS) == {
        "system": "QM1",
        "name": "Q",
        "max_queue_depth": 5,
        "on_delete": "purge",
        "usage": "normal",
    }


def test_outputs_show_drift_and_keep_what_means_the_same() -> None:
    key = Key("P", "ibmi:MessageQueue", "QGPL/M")
    observed = Observed(
        key, {"text_description": "theirs", "authority": "change", "delivery": "hold"}
    )
    given = {
        "text_description": "ours",
        "authority": "libcrtaut",  # resolved when it was created
        "reset_old_messages": "no",  # never reported
        "delivery": "hold",
    }
    facts = SystemFacts("P", platform=Platform.IBMI)
    determined = {"authority": ("libcrtaut", "use")}
    returned = outputs("ibmi:MessageQueue", given, observed, facts, determined)
    assert returned == {
        "__determined": {"authority": ["libcrtaut", "use"]},
        "system": "P",
        "name": "M",
        "library": "QGPL",
        "text_description": "theirs",
        "authority": "change",
        "reset_old_messages": "no",
        "delivery": "hold",
    }
