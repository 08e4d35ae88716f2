"""The name in a key, and the fields that name an object: one codec both ways."""

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.key import Key
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.base import LibraryObjectSpec
from queuewright.kinds import KINDS, is_record
from queuewright.mq.local_queue import LocalQueueSpec


class Several(Spec):
    name: str
    place: str
    owner: str | None = None
    in_library: ClassVar[bool] = False

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "place", "owner")


TEXTS = st.text(min_size=1) | st.text("/%2F5 ", min_size=1)


@given(st.fixed_dictionaries({"name": TEXTS, "place": TEXTS}, optional={"owner": TEXTS}))
def test_what_several_fields_name_comes_back(values: dict[str, str]) -> None:
    name = Several.name_of(values)
    assert Several.names_in(name) == values
    assert Several.name_of(Several.names_in(name)) == name
    assert Key.parse(f"QM1/mq:Several/{name}") == Key("QM1", "mq:Several", name)


@given(*[st.fixed_dictionaries({"name": TEXTS, "place": TEXTS}, optional={"owner": TEXTS})] * 2)
def test_two_objects_have_two_names(one: dict[str, str], other: dict[str, str]) -> None:
    assert (Several.name_of(one) == Several.name_of(other)) is (one == other)


@pytest.mark.parametrize("name", ["A", "A/B", "A/B/C/D", ""])
def test_a_name_of_another_form_lacks_fields(name: str) -> None:
    assert Several.names_in(name) == {"name": name}


@given(TEXTS)
def test_one_name_is_as_it_is(name: str) -> None:
    assert LocalQueueSpec.name_of({"name": name}) == name
    assert LocalQueueSpec.names_in(name) == {"name": name}


OBJECTS = [spec for kind, spec in KINDS.items() if not is_record(kind) and not spec.limits]


@pytest.mark.parametrize("spec", OBJECTS, ids=lambda spec: spec.kind)
def test_kinds_say_whether_they_are_in_a_library(spec: type[Spec]) -> None:
    assert spec.in_library is issubclass(spec, LibraryObjectSpec)
    assert spec.identity()[0] == "name"
    values = {"name": "A"} if spec.has_one_name() else {"name": "L/A", "job_queue": "M/B.C"}
    values = {"name": "A", "library": "L"} if spec.in_library else values
    assert spec.names_in(spec.name_of(values)) == values


@pytest.mark.parametrize("name", ['"ABC"', '"A.B_1"', '"$"', '"ABCDEFGHIJ"'])
def test_quotation_marks_that_a_name_does_not_need(name: str) -> None:
    """Names (*NAME): "If a name enclosed in quotation marks is a valid unquoted basic name, the
    quotation marks are removed"."""
    assert [remediation for _, remediation in ibmi_name(name)] == ["leave them out"]
    assert not list(ibmi_name(name.lower())) or name == '"$"'
