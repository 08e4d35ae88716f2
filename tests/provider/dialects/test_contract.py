"""What every dialect keeps to, one test for all of them."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from definitions import together
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.answers import succeed
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.observe import observed_parameters
from queuewright.dialects.registry import DIALECTS, READ_ONLY, SOURCES, UnknownDialect, dialect
from queuewright.dialects.scripts import read_script, validate_entry, write
from queuewright.kinds import KINDS
from strategies import specs

FEW = settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)


def says(name: str, spec: type[Spec]) -> bool:
    """Whether a dialect has words for a kind."""
    return bool({"cl": spec.cl.create, "pcf": spec.pcf.object}.get(name, spec.mqsc.word))


@cache
def has(name: str) -> Callable[[Attribute], bool]:
    """Whether a dialect has a word for an attribute."""
    word = {"cl": attrgetter("cl"), "pcf": attrgetter("pcf")}.get(name, attrgetter("mqsc"))
    return lambda attribute: word(attribute) is not None


def stored(value: Any) -> Any:
    """A system pads with blanks: those at the end say nothing."""
    if isinstance(value, tuple):
        return tuple(stored(item) for item in value)
    if isinstance(value, dict):
        return {user: tuple(sorted(granted)) for user, granted in value.items()}
    return value.rstrip(" ") if isinstance(value, str) else value


PAIRS = [(name, kind) for name in DIALECTS for kind, spec in KINDS.items() if says(name, spec)]


@pytest.mark.parametrize(("name", "kind"), PAIRS)
@given(data=st.data())
@FEW
def test_what_is_written_is_read_again(name: str, kind: str, data: st.DataObject) -> None:
    object_name, values = data.draw(specs(KINDS[kind], has(name)))
    membership = "full_repository" in KINDS[kind].attributes()
    if membership:  # "no" is said of the queue manager alone: no name stands in it
        values = {"full_repository": "yes"}
    assume(values.get("owner") not in values.get("private_authorities", {}))  # it has *ALL
    definition = Definition(kind, object_name, values=values)
    try:
        commands = write(definition, name)
    except QueuewrightError:
        reject()
    script = read_script("\n".join(commands).encode(), name)
    assert len(script.entries) == len(commands)  # no name and no value adds a command
    read = script.definitions
    assert [problem for definition in read for problem in definition.errors] == []
    again = together(read)
    assert (again.kind, again.name) == (kind, object_name)
    if name == "cl":  # which makes listeners of TCP, and says nothing about it
        described = KINDS[kind].attributes()
        silent = {n: described[n].shipped for n in KINDS[kind].selecting() if not described[n].cl}
        assume(values.items() >= silent.items())
    if name == "cl":  # what is created has neither a list nor a journal: no command says so
        usual = {"authorization_list": "none", "journal": "none"}.items()
        values = {n: value for n, value in values.items() if (n, value) not in usual}
    expected = {attribute: stored(value) for attribute, value in values.items()}
    assert {attribute: stored(value) for attribute, value in again.values.items()} == expected


@pytest.mark.parametrize("name", SOURCES)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@FEW
def test_unknown_bytes_never_raise_and_diagnostics_have_a_place(name: str, data: bytes) -> None:
    for entry in read_script(data, name).entries:
        for diagnostic in validate_entry(entry, name):
            assert diagnostic.place or entry.line
            assert "\n" not in str(diagnostic)


NASTY = ["A') DELETE QLOCAL(B", "A'\nDELETE QLOCAL('B", "A);DELETE QLOCAL(B", "A','B", '"}\n{"x":"']


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("name", DIALECTS)
def test_names_and_values_cannot_add_a_command(name: str, text: str) -> None:
    kind, described = "mq:LocalQueue", "queue_description"
    for definition in (
        Definition(kind, text),
        Definition(kind, "A", values={described: text}),
        Definition(kind, "A", like=text),
        Definition(kind, text, Action.DELETE),
    ):
        try:
            commands = write(definition, name)
        except QueuewrightError:
            continue
        script = read_script("\n".join(commands).encode(), name)
        assert len(script.entries) == len(commands) == 1
        (again,) = script.definitions
        assert (again.name, again.like) == (definition.name, definition.like)
        assert again.values == definition.values


ANSWERS = {
    "mqsc": b"DEFINE QLOCAL('A') MAXDEPTH(5)",
    "cl": b"CRTMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH(5)",
    "mqweb": b'{"commandResponse":[{"completionCode":0,"reasonCode":0,"parameters":{"queue":"A",'
    b'"type":"QLOCAL","maxdepth":5}}],"overallCompletionCode":0,"overallReasonCode":0}',
}


@pytest.mark.parametrize("name", DIALECTS)
def test_an_answer_is_observed(name: str) -> None:
    (known,) = dialect("mqsc").observe("QM1", ANSWERS["mqsc"])
    answer = ANSWERS.get(name) or b"".join(
        encode(message) for message in succeed(13, [observed_parameters(known)])
    )
    (observed,) = dialect(name).observe("QM1", answer)
    assert (observed.key, observed.attributes) == (known.key, {"max_queue_depth": 5})


@pytest.mark.parametrize("name", ["pcf", "mqweb"])
def test_what_is_no_answer(name: str) -> None:
    with pytest.raises(QueuewrightError):
        list(dialect(name).observe("QM1", b"\x00nothing"))


def test_a_dialect_that_is_not_known() -> None:
    with pytest.raises(UnknownDialect, match="use one of mqsc, cl, pcf, mqweb"):
        read_script(b"", "cobol")


@pytest.mark.parametrize("name", READ_ONLY)
def test_what_others_write_is_only_read(name: str) -> None:
    with pytest.raises(
        QueuewrightError, match=r"mq:LocalQueue A: .* is only read here; write mqsc"
    ):
        dialect(name).write(Definition("mq:LocalQueue", "A"))
    with pytest.raises(QueuewrightError, match=r"QM1: .* is not an answer of a system"):
        list(dialect(name).observe("QM1", b""))
