"""Definitions as MQSC: what was meant comes back, and nothing else can."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import definitions
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc import MqscCommand, definition, parse
from queuewright.dialects.mqsc.keywords import keywords
from queuewright.dialects.mqsc.render import render
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import KINDS, MQ_KINDS, UnknownKind, is_record, is_single
from queuewright.mq.local_queue import LocalQueueSpec

KINDS_WITH_TEXT = [k for k in MQ_KINDS if k != "mq:Cluster" and not is_record(k)]
# Everything that MQSC can hold, with a liking for what could end a quote, a line or a command.
CHARACTERS = st.one_of(
    st.sampled_from("''\"();+-*, \u00a0\u3000&#$aZ\u00e4"),
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")),
)


def texts(attribute: Attribute | None = None) -> st.SearchStrategy[str]:
    longest = 200 if attribute is None else min(attribute.max_length or 64, 300)
    return st.text(CHARACTERS, max_size=longest)


def values(kind: str, name: str) -> st.SearchStrategy[Any]:
    keyword = next(
        parameter for parameter in keywords(kind).values() if parameter.attribute == name
    )
    attribute = keyword.metadata
    if keyword.is_list and attribute.choices:
        words = st.sampled_from([choice.value for choice in attribute.choices])
        return st.lists(words, min_size=1, max_size=4, unique=True).map(tuple)
    if keyword.is_list:
        return st.lists(texts(attribute).filter(lambda t: t.strip(" ")), max_size=9).map(tuple)
    options: list[st.SearchStrategy[Any]] = []
    if attribute.choices:
        options.append(st.sampled_from([choice.value for choice in attribute.choices]))
    if attribute.minimum is not None:
        options.append(st.integers(attribute.minimum, attribute.maximum))
    return st.one_of(options) if options else texts(attribute)


def define(spec: Spec, *, single_line: bool = False, **options: Any) -> str:
    return render(definitions.creation(spec, **options), single_line=single_line)


def alter(
    kind: str, name: str, values: Any, *, force: bool = False, single_line: bool = False
) -> str:
    return render(definitions.change(kind, name, values, force=force), single_line=single_line)


def delete(kind: str, name: str, **options: bool) -> str:
    return render(definitions.deletion(kind, name, **options), single_line=True)


NAMES = texts().filter(lambda text: bool(text.strip(" ")))


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    kind = draw(st.sampled_from([kind for kind in KINDS_WITH_TEXT if not is_single(kind)]))
    spec = KINDS[kind]
    attributes = [name for name, attribute in spec.attributes().items() if attribute.mqsc]
    chosen = draw(st.lists(st.sampled_from(attributes), unique=True, max_size=8))
    given = {name: draw(values(kind, name)) for name in chosen}
    return spec.observed({"name": draw(NAMES), **given})


def as_stored(value: Any) -> Any:
    """MQ pads with blanks: those at the end say nothing."""
    if isinstance(value, tuple):
        return tuple(as_stored(item) for item in value)
    return value.rstrip(" ") if isinstance(value, str) else value


def only(text: str) -> MqscCommand:
    script = parse(text)
    assert script.problems == ()
    (command,) = script.commands
    return command


def read(text: str) -> Definition:
    read_back = definition(only(text))
    assert read_back is not None
    assert not read_back.errors
    return read_back


@given(specs(), st.booleans(), st.booleans(), st.none() | NAMES)
@settings(max_examples=300)
def test_what_is_written_is_read_again(
    spec: Spec, single_line: bool, replace: bool, like: str | None
) -> None:
    text = define(spec, like=like, replace=replace, single_line=single_line)
    read_back = read(text)
    assert (read_back.kind, read_back.name) == (spec.kind, as_stored(spec.name))
    assert read_back.values == {name: as_stored(value) for name, value in spec.managed().items()}
    assert (read_back.replace, read_back.like) == (replace, as_stored(like))
    assert read_back.action is Action.CREATE
    lines = text.split("\n")
    assert len(lines) == 1 if single_line else max(map(len, lines)) <= 72


@given(st.data(), st.booleans())
@settings(max_examples=200)
def test_no_value_breaks_out(data: st.DataObject, single_line: bool) -> None:
    kind = data.draw(st.sampled_from(KINDS_WITH_TEXT))
    spec = KINDS[kind]
    name = data.draw(
        st.sampled_from(
            [
                n
                for n, attribute in spec.attributes().items()
                if attribute.mqsc
                and not attribute.choices
                and attribute.minimum is None
                and attribute.max_items is None
            ]
        )
    )
    value = data.draw(st.text())
    try:
        text = alter(kind, "A", {name: value}, single_line=single_line)
    except CannotWrite:
        assert any(ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029" or
                   0xD800 <= ord(c) < 0xE000 for c in value)  # fmt: skip
        return
    read_back = read(text)
    assert read_back.values == {name: as_stored(value)}
    assert read_back.action is Action.CHANGE
    assert not read_back.force


@pytest.mark.parametrize("kind", KINDS_WITH_TEXT)
@pytest.mark.parametrize(
    "evil",
    ["x') FORCE DELETE QLOCAL('Y", "'; DELETE QLOCAL(Y);'", "''", "+", "a-", "*", "')" * 40],
)
def test_injection_through_every_text(kind: str, evil: str) -> None:
    spec = KINDS[kind]
    for name, attribute in spec.attributes().items():
        if not attribute.mqsc or attribute.choices or attribute.minimum is not None:
            continue
        value: Any = (evil, evil) if attribute.max_items else evil
        for single_line in (True, False):
            described = spec.fields_described()
            names = {
                field: described[field].choices[0].value if described[field].choices else evil
                for field in spec.identity()
            } | dict(spec.usual_names())
            observed = spec.observed({**names, name: value})
            read_back = read(define(observed, single_line=single_line))
            assert (read_back.name, read_back.values) == (spec.name_of(names), {name: value})


@pytest.mark.parametrize("value", ["*" * 264, "' " * 132, " " * 200 + "x", "-+" * 132, "a*" * 132])
def test_long_values_are_continued(value: str) -> None:
    text = alter("mq:ClusterSenderChannel", "A", {"connection_name": value})
    assert len(text.split("\n")) > 4
    assert max(map(len, text.split("\n"))) <= 72
    assert read(text).values == {"connection_name": value.rstrip(" ")}


@pytest.mark.parametrize("bad", ["a\nb", "a\rb", "\0", "\t", "\x85", "\u2028", "\u2029", "\ud800"])
def test_what_mqsc_cannot_hold_is_refused(bad: str) -> None:
    with pytest.raises(CannotWrite, match="cannot hold") as caught:
        alter("mq:LocalQueue", "A", {"queue_description": f"x{bad}"})
    assert "\n" not in str(caught.value)
    with pytest.raises(CannotWrite):
        delete("mq:LocalQueue", bad)
    with pytest.raises(CannotWrite):
        alter("mq:Namelist", "A", {"names": (bad,)})
    with pytest.raises(CannotWrite):
        define(LocalQueueSpec.observed({"name": "A"}), like=bad)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"usage": "xmitq') DELETE"}, "has no word"),
        ({"usage": 1}, "has no word"),
        ({"shareability": "yes"}, "has no word"),
        ({"shareability": 1}, "has no word"),
        ({"max_queue_depth": "5) FORCE"}, "has no word"),
        ({"max_queue_depth": True}, "has no word"),
        ({"queue_description": 5}, "has no word"),
        ({"nonsense": "x"}, "no such parameter"),
    ],
)
def test_what_is_no_value_is_refused(values: dict[str, Any], why: str) -> None:
    with pytest.raises(CannotWrite, match=why):
        alter("mq:LocalQueue", "A", values)


def test_names_must_be_texts() -> None:
    with pytest.raises(CannotWrite, match="has no word"):
        alter("mq:Namelist", "A", {"names": "ABC"})
    with pytest.raises(CannotWrite, match="blank"):
        delete("mq:LocalQueue", " ")
    with pytest.raises(UnknownKind):
        delete("mq:Nothing", "A")
    with pytest.raises(CannotWrite, match="no such object"):
        delete("ibmi:MessageQueue", "A")


def test_the_form_of_a_definition() -> None:
    spec = LocalQueueSpec(name="ORDERS.in", queue_description="It's", max_queue_depth=5,
                          usage="normal", shareability="not_shareable")  # fmt: skip
    assert define(spec, like="X", replace=True) == (
        "DEFINE QLOCAL('ORDERS.in') +\n"
        "   LIKE('X') +\n"
        "   DESCR('It''s') +\n"
        "   MAXDEPTH(5) +\n"
        "   USAGE(NORMAL) +\n"
        "   NOSHARE +\n"
        "   REPLACE"
    )
    assert define(LocalQueueSpec(name="A", queue_description="")) == (
        "DEFINE QLOCAL('A') +\n   DESCR(' ')"
    )


def test_options_where_mqsc_has_them() -> None:
    put = {"inhibit_put": "put_inhibited"}
    assert alter("mq:LocalQueue", "A", put, force=True, single_line=True) == (
        "ALTER QLOCAL('A') PUT(DISABLED) FORCE"
    )
    assert alter("mq:ModelQueue", "A", put, force=True, single_line=True) == (
        "ALTER QMODEL('A') PUT(DISABLED)"
    )
    assert delete("mq:LocalQueue", "A", purge=True, keep_authorities=True) == (
        "DELETE QLOCAL('A') PURGE AUTHREC(NO)"
    )
    assert delete("mq:AliasQueue", "A", purge=True) == "DELETE QALIAS('A')"
    assert delete("mq:ClusterSenderChannel", "A") == "DELETE CHANNEL('A')"
    assert alter("mq:ClusterSenderChannel", "A", {"batch_size": 9}, single_line=True) == (
        "ALTER CHANNEL('A') CHLTYPE(CLUSSDR) BATCHSZ(9)"
    )


def test_display() -> None:
    def display(kind: str, name: str = "*") -> str:
        return render(Definition(kind, name, Action.INQUIRE))

    assert display("mq:LocalQueue") == "DISPLAY QLOCAL('*') ALL"
    assert display("mq:AliasQueue", "A*") == "DISPLAY QALIAS('A*') ALL"
    assert display("mq:ClusterSenderChannel") == (
        "DISPLAY CHANNEL('*') WHERE(CHLTYPE EQ CLUSSDR) ALL"
    )
    assert display("mq:QueueManagerAttributes", "QMGR") == "DISPLAY QMGR ALL"


def test_no_command_makes_a_membership() -> None:
    cluster = KINDS["mq:Cluster"]
    with pytest.raises(CannotWrite, match="MQSC has no such object"):
        define(cluster.observed({"name": "C", "full_repository": "yes"}))


def test_the_queue_manager_is_never_made_or_deleted() -> None:
    manager = KINDS["mq:QueueManagerAttributes"]
    text = define(manager.observed({"name": "QMGR", "repository": "C'"}))
    assert text == "ALTER QMGR +\n   REPOS('C''')"
    with pytest.raises(CannotWrite, match="MQSC has no delete"):
        delete("mq:QueueManagerAttributes", "QMGR")


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL('A') LIKE('B') MAXDEPTH(5) REPLACE",
        "ALTER QREMOTE('A') RNAME('B') FORCE",
        "DELETE QLOCAL('A') PURGE",
    ],
)
def test_a_definition_as_its_command(text: str) -> None:
    assert render(read(text), single_line=True) == text


def test_other_definitions() -> None:
    for text in (
        "DISPLAY QLOCAL('A')",
        "DISPLAY QUEUE('A*') MAXDEPTH CURDEPTH",
        "DISPLAY QLOCAL('*') WHERE(CURDEPTH GT 0) ALL",
        "DISPLAY QUEUE('*') WHERE(DESCR LK 'it''s *') DESCR",
        "DISPLAY CHANNEL('C')",
        "DISPLAY CHANNEL('C') TYPE(CLUSSDR) WHERE(CONNAME LK 'h*') CONNAME",
        "DISPLAY QUEUE('*') CLUSINFO ALL",
        "DISPLAY QALIAS('*') TARGET",
    ):
        assert render(read(text)) == text
    assert render(read("DIS Q(*) TYPE(QALIAS) TARGQ")) == "DISPLAY QALIAS('*') TARGET"
    asked = "DISPLAY QUEUE('*') WHERE(CLUSTER EQ C1) CLUSTER"
    assert render(read("DIS QUEUE(*) CLUSTER(C1)")) == asked
    open_one = definition(only("DEF CHL(A) CHLTYPE(CLUSSDR) CLUSTER(+AUTOCL+)"))
    assert open_one is not None
    with pytest.raises(CannotWrite, match="cluster_name"):
        render(open_one)
    with pytest.raises(CannotWrite, match="no add"):
        render(Definition("mq:LocalQueue", "A", Action.ADD))
