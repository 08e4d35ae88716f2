"""PCF commands as JSON lines."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects.definition import Definition
from queuewright.dialects.pcf.errors import PcfEncodeError, PcfTextError
from queuewright.dialects.pcf.structures import (
    MQCFBF,
    MQCFBS,
    MQCFGR,
    MQCFH,
    MQCFIF,
    MQCFIL,
    MQCFIL64,
    MQCFIN,
    MQCFIN64,
    MQCFSF,
    MQCFSL,
    MQCFST,
    PcfMessage,
    Structure,
)
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.pcf.text_parse import from_text, parse_line
from queuewright.dialects.scripts import write

CREATE = (
    '{"command": "MQCMD_CREATE_Q", "parameters": {"QName": "A", "QType": "MQQT_LOCAL",'
    ' "MaxQDepth": 5}}'
)


def test_the_form_of_the_documents() -> None:
    message = PcfMessage.command(11, (MQCFST(2016, "A"), MQCFIN(20, 1), MQCFIN(15, 5)))
    assert to_text(message) == CREATE
    assert from_text(CREATE) == message


@pytest.mark.parametrize(
    ("parameters", "structures"),
    [
        ({"QName": "A", "QType": 1}, (MQCFST(2016, "A"), MQCFIN(20, 1))),
        ({"QName": "A", "MQIA_MAX_Q_DEPTH": 5}, (MQCFST(2016, "A"), MQCFIN(15, 5))),
        ({"QName": "A", "BaseQName": "B"}, (MQCFST(2016, "A"), MQCFST(2002, "B"))),
        ({"QName": "A", "MQCA_BASE_Q_NAME": "B"}, (MQCFST(2016, "A"), MQCFST(2002, "B"))),
        ({"QName": "A", "15": 5}, (MQCFST(2016, "A"), MQCFIN(15, 5))),
        ({"QName": "A", "2999": "x"}, (MQCFST(2016, "A"), MQCFST(2999, "x"))),
        ({"QName": "A", "2999": ["x", ""]}, (MQCFST(2016, "A"), MQCFSL(2999, ("x", "")))),
        ({"QName": "A", "2999": [1, -2]}, (MQCFST(2016, "A"), MQCFIL(2999, (1, -2)))),
        (
            {"QName": "A", "15": {"type": "MQCFST", "value": "5", "ccsid": 37}},
            (MQCFST(2016, "A"), MQCFST(15, "5", 37)),
        ),
        (
            {"QName": "A", "7006": {"type": "MQCFBS", "value": "414d51"}},
            (MQCFST(2016, "A"), MQCFBS(7006, b"AMQ")),
        ),
        (
            {"QName": "A", "8001": {"type": "MQCFGR", "parameters": {"MaxQDepth": 5}}},
            (MQCFST(2016, "A"), MQCFGR(8001, (MQCFIN(15, 5),))),
        ),
        # An object has no order: required parameters go first. An array has one.
        ({"QType": 1, "QName": "A"}, (MQCFST(2016, "A"), MQCFIN(20, 1))),
        ([{"QType": 1}, {"QName": "A"}], (MQCFIN(20, 1), MQCFST(2016, "A"))),
        ([{"QName": "A"}, {"QName": "B"}], (MQCFST(2016, "A"), MQCFST(2016, "B"))),
    ],
)
def test_parameters(parameters: object, structures: tuple[Structure, ...]) -> None:
    line = json.dumps({"command": "MQCMD_CREATE_Q", "parameters": parameters})
    message = from_text(line)
    assert message.parameters == structures
    assert from_text(to_text(message)) == message


def test_lists_and_filters_of_an_inquiry() -> None:
    line = (
        '{"command": "MQCMD_INQUIRE_Q", "parameters": {"QName": "A*", "QType": "MQQT_ALL",'
        ' "QAttrs": ["MQIACF_ALL", "MQIA_MAX_Q_DEPTH", 4711], "IntegerFilterCommand":'
        ' {"parameter": "MQIA_MAX_Q_DEPTH", "operator": "MQCFOP_GREATER", "value": 3},'
        ' "StringFilterCommand":'
        ' {"parameter": "MQCA_Q_DESC", "operator": "MQCFOP_LIKE", "value": "x*"}}}'
    )
    message = from_text(line)
    assert message.parameters == (
        MQCFST(2016, "A*"),
        MQCFIN(20, 1001),
        MQCFIL(1002, (1009, 15, 4711)),
        MQCFIF(15, 4, 3),
        MQCFSF(2013, 18, "x*"),
    )
    assert to_text(message) == line


@pytest.mark.parametrize(
    "written",
    [
        '"MaxQDepth":{"type":"MQCFIF","operator":4,"value":3}',
        '"IntegerFilterCommand":{"parameter":"MaxQDepth","operator":"MQCFOP_GREATER","value":3}',
        '"IntegerFilterCommand":{"parameter":15,"operator":4,"value":3}',
    ],
)
def test_other_ways_to_write_a_filter(written: str) -> None:
    line = f'{{"command":"MQCMD_INQUIRE_Q","parameters":{{"QName":"A",{written}}}}}'
    assert from_text(line).parameters == (MQCFST(2016, "A"), MQCFIF(15, 4, 3))


def test_header_fields_of_a_response() -> None:
    response = PcfMessage(MQCFH(13, 2, 1, 3, 0, 2, 2085), (MQCFST(2016, "A"),))
    line = to_text(response)
    assert json.loads(line) == {
        "command": "MQCMD_INQUIRE_Q", "type": 2, "sequence": 3, "control": 0, "completion": 2,
        "reason": 2085, "parameters": {"QName": "A"},
    }  # fmt: skip
    assert from_text(line) == response


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
INT = st.integers(-(2**31), 2**31 - 1)
LONG = st.integers(-(2**63), 2**63 - 1)
ID = st.one_of(st.sampled_from((2016, 20, 15, 12, 1006, 2020, 7006, 2002, 1002)), INT)
CCSID = st.sampled_from((0, 37, 1208))
SIMPLE: st.SearchStrategy[Structure] = st.one_of(
    st.builds(MQCFIN, ID, st.one_of(st.integers(0, 9), INT)),
    st.builds(MQCFIN64, ID, LONG),
    st.builds(MQCFST, ID, TEXT, CCSID),
    st.builds(MQCFSL, ID, st.lists(TEXT, max_size=3).map(tuple), CCSID),
    st.builds(MQCFIL, ID, st.lists(INT, max_size=3).map(tuple)),
    st.builds(MQCFIL64, ID, st.lists(LONG, max_size=3).map(tuple)),
    st.builds(MQCFBS, ID, st.binary(max_size=9)),
    st.builds(MQCFIF, ID, INT, INT),
    st.builds(MQCFSF, ID, st.sampled_from((1, 18, 99)), TEXT, CCSID),
    st.builds(MQCFBF, ID, INT, st.binary(max_size=9)),
)
STRUCTURES = st.recursive(
    SIMPLE,
    lambda structures: st.builds(MQCFGR, ID, st.lists(structures, max_size=3).map(tuple)),
    max_leaves=5,
)


@given(
    st.builds(
        PcfMessage,
        st.builds(
            MQCFH, st.sampled_from((11, 13, 8, 85, 2, 32, 23, 4711)), INT, INT, INT, INT, INT
        ),
        st.lists(STRUCTURES, max_size=6).map(tuple),
    )
)
def test_every_message_comes_back_from_its_line(message: PcfMessage) -> None:
    line = to_text(message)
    assert "\n" not in line
    assert from_text(line) == message


@given(st.text(max_size=60))
def test_no_text_does_anything_but_an_error(text: str) -> None:
    for line in (text, '{"command":"MQCMD_CREATE_Q","parameters":' + text):
        message, errors = parse_line(line)
        assert errors or isinstance(message, PcfMessage)
        assert all(str(error).isprintable() for error in errors)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda nested: st.one_of(
        st.lists(nested, max_size=3),
        st.dictionaries(
            st.sampled_from(("type", "value", "operator", "parameters", "QName", "ccsid", "x")),
            nested,
        ),
    ),
    max_leaves=6,
)


@given(st.sampled_from(("QName", "MaxQDepth", "QType", "2999", "nope")), JSON)
def test_no_value_does_anything_but_an_error(name: str, value: object) -> None:
    line = json.dumps({"command": "MQCMD_CREATE_Q", "parameters": {name: value}})
    message, errors = parse_line(line)
    assert message is not None or errors
    assert message is None or len(message.parameters) + len(errors) == 1
    assert all(str(error).isprintable() for error in errors)


def _line(parameters: str) -> str:
    return f'{{"command":"MQCMD_CREATE_Q","parameters":{parameters}}}'


@pytest.mark.parametrize(
    ("line", "column", "parameter", "text"),
    [
        ("nope", 1, None, "not JSON"),
        ('{"command":"MQCMD_CREATE_Q",', 29, None, "not JSON"),
        ("[1]", 1, None, "write an object"),
        ("{}", 1, None, "has no command"),
        ('{"command":"MQCMD_CREAT_Q"}', 2, "command", "use one of MQCMD_CREATE_Q"),
        ('{"command":true}', 2, "command", "true is not an integer of 32 bits"),
        ('{"command":11,"x":1}', 15, "x", "not part of a command"),
        ('{"command":11,"parameters":5}', 15, "parameters", "neither an object nor an array"),
        (_line('{"QName":"A","Foo":1}'), 55, "Foo", '"Foo" is not a parameter'),
        (_line('{"QName":"A","maxqdepth":1}'), 55, "maxqdepth", "did you mean MaxQDepth?"),
        (_line('{"MaxQDepth":"5"}'), 43, "MaxQDepth", '"5" is not an MQ constant of MaxQDepth'),
        (_line('{"QType":"MQQT_LOCL"}'), 43, "QType", "use one of MQQT_LOCAL"),
        (_line('{"MaxQDepth":5.0}'), 43, "MaxQDepth", "5.0 is not an integer"),
        (_line('{"MaxQDepth":2147483648}'), 43, "MaxQDepth", "not an integer of 32 bits"),
        (_line('{"QName":5}'), 43, "QName", "5 is not a string"),
        (_line('{"QName":null}'), 43, "QName", "null is not a string"),
        (_line('{"2999":null}'), 43, "2999", "does not say its structure"),
        (_line('{"15":{"type":"MQCFXX","value":1}}'), 43, "15", "has no known type"),
        (_line('{"15":{"type":"MQCFIN"}}'), 43, "15", "it has no value"),
        (_line('{"15":{"type":"MQCFIN","value":1,"y":1}}'), 43, "15", '"y" is not part of it'),
        (_line('{"15":{"type":"MQCFIF","value":1}}'), 43, "15", "operator null is not known"),
        (_line('{"IntegerFilterCommand":5}'), 43, "IntegerFilterCommand", "5 is not a filter"),
        (_line('{"StringFilterCommand":{"parameter":"x"}}'), 43, "StringFilterCommand",
         '"x" is not an attribute'),
        (_line('{"StringFilterCommand":{"parameter":2016,"operator":18}}'), 43,
         "StringFilterCommand", "null is not a string"),
        (_line('{"15":{"type":"MQCFBS","value":"zz"}}'), 43, "15", "bytes in hexadecimal"),
        (_line('{"QName":"A","QName":"B"}'), 43, "QName", '"QName" is given twice'),
        (_line('{"MaxQDepth":NaN}'), 0, None, "NaN is not a JSON number"),
        (_line('{"99999999999":1}'), 43, "99999999999", "not an integer of 32 bits"),
        (_line("[" * 100_000), 0, None, "nested too deep"),
        (_line('{"MaxQDepth":' + "9" * 5000 + "}"), 0, None, "a number that is too long"),
        (
            _line('{"8001":{"type":"MQCFGR","parameters":' * 20 + "{}" + "}}" * 20),
            0, None, "groups stand more than 16 deep",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line(
    line: str, column: int, parameter: str | None, text: str
) -> None:
    with pytest.raises(PcfTextError) as raised:
        from_text(line)
    assert text in str(raised.value)
    assert (raised.value.column, raised.value.parameter) == (column, parameter)
    assert str(raised.value).isprintable()


def test_every_bad_parameter_of_a_line_is_reported() -> None:
    message, errors = parse_line(_line('{"QName":"A","Foo":1,"Usage":"XMITQ","MaxQDepth":5}'))
    assert message is not None
    assert message.parameters == (MQCFST(2016, "A"), MQCFIN(15, 5))
    assert [(error.rule.code, error.parameter) for error in errors] == [
        ("unknown-parameter", "Foo"),
        ("choice", "Usage"),
    ]


def test_a_nul_in_a_list_does_not_vanish() -> None:
    line = (
        '{"command": "MQCMD_CREATE_NAMELIST",'
        ' "parameters": {"NamelistName": "N", "Names": ["A\\u0000", "B"]}}'
    )
    with pytest.raises(PcfTextError, match=r"U\+0000"):
        from_text(line)
    with pytest.raises(PcfEncodeError, match=r"U\+0000"):
        write(Definition("mq:Namelist", "N", values={"names": ("A\0", "B")}), "pcf")
