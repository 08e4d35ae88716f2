"""Definitions written as CL, and read back: nothing is lost and nothing leaves its place."""

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from definitions import together
from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.spec import Spec
from queuewright.dialects import cl
from queuewright.dialects.cl.values import SAME_WORDS, shape
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import KINDS
from strategies import attribute_values, least, object_names, printable, specs


def create(kind: str, name: str, values: dict[str, Any], **options: Any) -> list[str]:
    return cl.render(Definition(kind, name, values=values, **options))


def change(kind: str, name: str, values: dict[str, Any], **options: Any) -> list[str]:
    return cl.render(Definition(kind, name, Action.CHANGE, values, **options))


def delete(kind: str, name: str, **options: Any) -> str:
    (command,) = cl.render(Definition(kind, name, Action.DELETE, **options))
    return command


HAVING_CL = [spec for spec in KINDS.values() if spec.cl.create]
# SETMQMSPL does not say whether the policy is there.
CHANGED_BY_CL = [s for s in KINDS.values() if s.cl.change and s.cl.change != s.cl.create]
QUEUE = KINDS["mq:LocalQueue"]


def implied(spec: type[Spec]) -> dict[str, Any]:
    """What CL means and cannot say: a listener is one of TCP."""
    described = spec.attributes()
    return {n: described[n].shipped for n in spec.selecting() if described[n].cl is None}


def _says(attribute: Attribute) -> bool:
    return attribute.cl is not None


def _special(spec: type[Spec], name: str) -> set[str | None]:
    attribute = spec.attributes()[name]
    return {*SAME_WORDS, "*N", attribute.cl_blank, *(choice.cl for choice in attribute.choices)}


def _expressible(values: dict[str, Any], spec: type[Spec]) -> dict[str, Any]:
    """Without words that CL does not have (MQXPT_SPX, ...), and texts that are special values."""
    attributes = spec.attributes()

    def can_be_said(name: str, value: str) -> bool:
        chosen = attributes[name].choice(value)
        return value not in _special(spec, name) if chosen is None else chosen.cl is not None

    return {
        name: value
        for name, value in values.items()
        if not isinstance(value, str | tuple)
        or all(can_be_said(name, each) for each in (value if type(value) is tuple else (value,)))
    }


def _canonical(value: Any) -> Any:
    """A text of blanks is a blank text."""
    return "" if isinstance(value, str) and not value.strip(" ") else value


_FOR_SPECS = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@pytest.mark.parametrize("spec", HAVING_CL, ids=lambda spec: spec.kind)
@pytest.mark.parametrize("wrap", [False, True])
@given(data=st.data())
@_FOR_SPECS
def test_a_creation_reads_back(spec: type[Spec], wrap: bool, data: st.DataObject) -> None:
    name, values = data.draw(specs(spec, _says))
    values = _expressible({**values, **implied(spec)}, spec)
    for attribute in ("authorization_list", "journal"):  # which a new object has not anyway
        if values.get(attribute) == "none":
            del values[attribute]
    listed = values.get("authorization_list", "none")
    assume(values.get("owner") not in values.get("private_authorities", {}))  # it has *ALL
    assume(values.get("authority") != "autl" or listed != "none" or not spec.is_secured())
    texts = create(spec.kind, name, values, system="QM.1")
    assert not [
        character
        for text in texts
        for character in text
        if character < " " or "\x7f" <= character < "\xa0"
    ]
    source = "".join(f"{cl.wrapped(text)}\n" for text in texts) if wrap else "\n".join(texts)
    assert not wrap or max(map(len, source.split("\n"))) <= 80
    script = cl.read_program(source)
    assert (script.skipped, script.problems) == ({}, [])
    definition = together(cl.definitions(script))
    assert definition.problems == ()
    assert (definition.kind, definition.name, definition.action) == (spec.kind, name, Action.CREATE)
    assert definition.values == {
        attribute: _canonical(value) for attribute, value in values.items()
    }
    assert definition.system == ("QM.1" if spec.kind.startswith("mq:") else "")


def _changes(attribute: Attribute) -> bool:
    return _says(attribute) and attribute.change is not Change.REPLACE


@pytest.mark.parametrize("spec", CHANGED_BY_CL, ids=lambda spec: spec.kind)
@given(data=st.data())
@_FOR_SPECS
def test_a_change_reads_back(spec: type[Spec], data: st.DataObject) -> None:
    name, values = data.draw(specs(spec, _says if spec.kind.startswith("mq:") else _changes))
    values = _expressible(values, spec)
    for name_left_out in implied(spec):
        values.pop(name_left_out, None)
    if values.get("authority") == "libcrtaut":
        del values["authority"]
    texts = change(spec.kind, name, values)
    definitions = cl.definitions(cl.read_program("\n".join(texts)))
    assert not [problem for definition in definitions for problem in definition.problems]
    together: dict[str, Any] = {}
    for definition in definitions:
        taken = definition.values == {"authorization_list": "none"}
        action = Action.REMOVE if taken else Action.CHANGE
        assert (definition.name, definition.action) == (name.replace("*LIBL/", ""), action)
        for word, value in definition.values.items():  # users have a command each
            together[word] = (
                {**together.get(word, {}), **value} if isinstance(value, dict) else value
            )
    given = {word: value for word, value in values.items() if value != {}}  # nobody: no command
    given |= implied(spec)
    assert together == {attribute: _canonical(value) for attribute, value in given.items()}


# Most parameters take a name or nothing, one a name and a type: of random texts hardly any fits.
_NAMES = st.text(st.sampled_from("ABXZ$#@019_"), min_size=1, max_size=10)
_TYPED = _NAMES.map("{} psfcfg".format)


def _string_parameters() -> list[tuple[type[Spec], str]]:
    return [
        (spec, name)
        for spec in HAVING_CL
        for name, attribute in spec.attributes().items()
        if attribute.cl and shape(spec, name).startswith("string")
    ]


@pytest.mark.parametrize(("spec", "name"), _string_parameters(), ids=str)
@given(text=printable(60) | _NAMES | _TYPED)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_no_text_leaves_its_parameter(spec: type[Spec], name: str, text: str) -> None:
    """Between two other commands: exactly the same commands come back, with exactly this text."""
    needed = {
        field: least(attribute)
        for field, attribute in spec.attributes().items()
        if attribute.required
    } | implied(spec)
    object_name = "L/Q" if spec.in_library else "Q"
    try:
        texts = create(spec.kind, object_name, {**needed, name: text})
    except CannotWrite:  # an IBM i name that is none, or a text that is a special value
        assume(False)
    script = cl.read_program("\n".join(["CRTMSGQ FIRST", *texts, "CRTMSGQ LAST"]))
    assert not script.problems
    assert not script.skipped
    definitions = cl.definitions(script)
    assert len(definitions) == len(texts) + 2
    own = together(definitions[1:-1])
    assert own.errors == ()
    read_value = own.values.get(name, "") if spec.cl.called else own.values[name]
    attribute = spec.attributes()[name]
    same = attribute.choice(text)
    assert read_value == (_canonical(text) if same is None else same.value)


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "\x00", "a\x85b", "a\u0090"])
def test_control_characters_are_refused(text: str) -> None:
    with pytest.raises(CannotWrite, match="control characters"):
        create("mq:LocalQueue", "Q", {"queue_description": text})
    with pytest.raises(CannotWrite):
        create("mq:LocalQueue", text, {})
    with pytest.raises(CannotWrite):
        create("ibmi:MessageQueue", f"L/{text}", {})


@pytest.mark.parametrize("name", ["A) TEXT('x", "A B", "A'", "", "A+", '"A', "*ALL", "a", "A/B/C"])
def test_no_ibmi_name_can_add_a_parameter(name: str) -> None:
    with pytest.raises(CannotWrite, match="not a name"):
        create("ibmi:MessageQueue", f"L/{name}", {})


@pytest.mark.parametrize("text", ["*BLANK", "*SAME", "*SYSDFTQ", "*N"])
def test_a_text_that_is_a_special_value_is_refused(text: str) -> None:
    with pytest.raises(CannotWrite, match="special value"):
        create("mq:LocalQueue", "Q", {"queue_description": text})


def test_what_crtmsgq_cannot_set_follows_in_chgmsgq() -> None:
    values = {"text_description": "x", "delivery": "break", "severity_code_filter": 40}
    assert create("ibmi:MessageQueue", "L/Q", values) == [
        "CRTMSGQ MSGQ(L/Q) TEXT('x')",
        "CHGMSGQ MSGQ(L/Q) DLVRY(*BREAK) SEV(40)",
    ]


def test_users_follow_in_addautle() -> None:
    values = {"authority": "use", "users": {"TOM": ("all", "autlmgt"), "ANN": ("use",)}}
    assert create("ibmi:AuthorizationList", "PAY", values) == [
        "CRTAUTL AUTL(PAY) AUT(*USE)",
        "ADDAUTLE AUTL(PAY) USER(TOM) AUT(*ALL *AUTLMGT)",
        "ADDAUTLE AUTL(PAY) USER(ANN) AUT(*USE)",
    ]
    assert change("ibmi:AuthorizationList", "PAY", {"authority": "change"}) == [
        "CHGAUTLE AUTL(PAY) USER(*PUBLIC) AUT(*CHANGE)"
    ]


def test_text_and_authority_of_a_data_queue_change_by_the_object_commands() -> None:
    by_list = {"authority": "autl", "authorization_list": "ORDERAUT"}
    assert change("ibmi:DataQueue", "L/Q", {"text_description": "it's", **by_list}) == [
        "CHGOBJD OBJ(L/Q) OBJTYPE(*DTAQ) TEXT('it''s')",
        "GRTOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) AUTL(ORDERAUT)",
        "GRTOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*AUTL)",
    ]
    without = {"authority": "use", "authorization_list": "none"}
    assert change("ibmi:DataQueue", "L/Q", without) == [
        "GRTOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*USE) REPLACE(*YES)",
        "GRTOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) AUTL(*NONE)",
    ]
    with pytest.raises(CannotWrite, match='authority="libcrtaut" is known only at creation'):
        change("ibmi:DataQueue", "L/Q", {"authority": "libcrtaut"})


def test_a_creation_with_each_of_both_authorities() -> None:
    values = {"max_entry_length": 9, "authorization_list": "ORDERAUT"}
    made = "CRTDTAQ DTAQ(L/Q) MAXLEN(9)"
    listed = "GRTOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) AUTL(ORDERAUT)"
    assert create("ibmi:DataQueue", "L/Q", values) == [made, listed]
    assert create("ibmi:DataQueue", "L/Q", {**values, "authority": "exclude"}) == [
        f"{made} AUT(*EXCLUDE)", listed,
    ]  # fmt: skip
    by_list = {**values, "authority": "autl"}
    assert create("ibmi:DataQueue", "L/Q", by_list) == [f"{made} AUT(ORDERAUT)"]
    none = {**by_list, "authorization_list": "none"}
    with pytest.raises(CannotWrite, match="give authorization_list"):
        create("ibmi:DataQueue", "L/Q", none)
    assert create("ibmi:DataQueue", "L/Q", {**none, "authority": "use"}) == [f"{made} AUT(*USE)"]


def test_copies_changes_and_deletions() -> None:
    assert create("mq:LocalQueue", "B", {"max_queue_depth": 5}, like="a", replace=True) == [
        "CPYMQMQ FROMQ('a') TOQ(B) QTYPE(*LCL) REPLACE(*YES) MAXDEPTH(5)"
    ]
    assert change("mq:LocalQueue", "B", {"usage": "transmission"}, force=True) == [
        "CHGMQMQ QNAME(B) QTYPE(*LCL) FORCE(*YES) USAGE(*TMQ)"
    ]
    assert delete("mq:AliasQueue", "B", system="QM1") == "DLTMQMQ QNAME(B) MQMNAME(QM1)"
    assert delete("ibmi:DataQueue", "*LIBL/Q") == "DLTDTAQ DTAQ(Q)"


@pytest.mark.parametrize(
    ("kind", "values", "word"),
    [
        ("mq:LocalQueue", {"stream_queue": "S"}, "stream_queue"),
        ("mq:LocalQueue", {"scope": "cell"}, "scope"),
        ("mq:ClusterSenderChannel", {"transport_type": "spx"}, "spx"),
        ("mq:Cluster", {"full_repository": "yes"}, "no command"),
    ],
)
def test_what_cl_has_no_words_for(kind: str, values: dict[str, Any], word: str) -> None:
    with pytest.raises(CannotWrite, match=word):
        create(kind, "Q", values)


def test_what_cannot_change() -> None:
    with pytest.raises(CannotWrite, match="max_entry_length"):
        change("ibmi:DataQueue", "L/Q", {"max_entry_length": 5})
    with pytest.raises(CannotWrite, match="known only at creation"):
        change("ibmi:DataQueue", "L/Q", {"authority": "libcrtaut"})


def test_a_definition_of_every_action() -> None:
    removal = Definition("ibmi:AuthorizationList", "A", Action.REMOVE, {"users": {"TOM": ()}})
    assert cl.render(removal) == ["RMVAUTLE AUTL(A) USER(TOM)"]
    change = Definition(
        "mq:LocalQueue", "A", Action.CHANGE, {"max_queue_depth": 5},
        kinds=("mq:LocalQueue", "mq:ModelQueue"),
    )  # fmt: skip
    assert cl.render(change) == ["CHGMQMQ QNAME(A) MAXDEPTH(5)"]
    with pytest.raises(CannotWrite):
        cl.render(Definition("mq:LocalQueue", "A", Action.INQUIRE))


def test_wrapping_breaks_long_texts_too() -> None:
    text = "word  " * 10 + "'-+ /* " * 60
    (command,) = create("mq:ClusterReceiverChannel", "C", {"ssl_peer_name": text})
    source = cl.wrapped(command)
    assert max(map(len, source.split("\n"))) <= 72
    (definition,) = cl.definitions(cl.read_program(source))
    assert definition.values == {"ssl_peer_name": text}


@given(st.data())
@settings(max_examples=60)
def test_names_read_back(data: st.DataObject) -> None:
    name = data.draw(object_names(QUEUE))
    depth = data.draw(attribute_values(QUEUE, "max_queue_depth"))
    (text,) = create("mq:LocalQueue", name, {"max_queue_depth": depth})
    (definition,) = cl.definitions(cl.read_program(text))
    assert (definition.name, definition.values) == (name, {"max_queue_depth": depth})


@pytest.mark.parametrize("text", ["gt", "cat", "not"])
def test_no_special_value_is_an_operator(text: str) -> None:
    with pytest.raises(CannotWrite, match="must be a special value"):
        create("ibmi:OutputQueue", "L/Q", {"image_configuration": text})


def test_revoked_authorities_are_those_of_the_command() -> None:
    """A conversion that writes *ALL for them takes everything from the user."""
    text = "RVKOBJAUT OBJ(L/Q) OBJTYPE(*DTAQ) USER(BOB) AUT(*ADD *UPD)"
    [definition] = cl.definitions(cl.parse(text))
    assert cl.render(definition) == [text]
