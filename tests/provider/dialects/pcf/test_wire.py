"""The bytes of PCF: IBM's layouts, both ways, and what hostile bytes do."""

import tracemalloc
from struct import pack

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from queuewright.catalogue import ccsid as character_sets
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.dialects.pcf.answers import reason_for
from queuewright.dialects.pcf.constants import MQRCCF
from queuewright.dialects.pcf.decode import byte_order, decode, decode_at, extent
from queuewright.dialects.pcf.encode import MAX_DEPTH, encode
from queuewright.dialects.pcf.errors import PcfDecodeError, PcfEncodeError
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

CCSIDS = (437, 819, 1208, 37, 500, 1047)
ORDERS = ("big", "little")
INT = st.integers(-(2**31), 2**31 - 1)
LONG = st.integers(-(2**63), 2**63 - 1)


def texts(ccsid: int, size: int = 80) -> st.SearchStrategy[str]:
    if ccsid == 1208:
        return st.text(st.characters(codec="utf-8"), max_size=size)
    return st.binary(max_size=size).map(lambda data: character_sets.decode(data, ccsid))


def structures(ccsid: int) -> st.SearchStrategy[Structure]:
    own = st.sampled_from((0, ccsid))
    text = texts(ccsid)
    simple: st.SearchStrategy[Structure] = st.one_of(
        st.builds(MQCFIN, INT, INT),
        st.builds(MQCFIN64, INT, LONG),
        st.builds(MQCFST, INT, text, own),
        st.builds(MQCFSL, INT, st.lists(text, max_size=5).map(tuple), own),
        st.builds(MQCFIL, INT, st.lists(INT, max_size=5).map(tuple)),
        st.builds(MQCFIL64, INT, st.lists(LONG, max_size=5).map(tuple)),
        st.builds(MQCFBS, INT, st.binary(max_size=40)),
        st.builds(MQCFIF, INT, INT, INT),
        st.builds(MQCFSF, INT, INT, text, own),
        st.builds(MQCFBF, INT, INT, st.binary(max_size=40)),
    )
    return st.recursive(
        simple,
        lambda inner: st.builds(MQCFGR, INT, st.lists(inner, max_size=4).map(tuple)),
        max_leaves=6,
    )


HEADERS = st.builds(
    MQCFH, INT, st.sampled_from((1, 2, 7, 16, 18)), st.integers(1, 3), INT, INT, INT, INT
)


@st.composite
def messages(draw: st.DrawFn) -> tuple[PcfMessage, int]:
    ccsid = draw(st.sampled_from(CCSIDS))
    parameters = draw(st.lists(structures(ccsid), max_size=6))
    return PcfMessage(draw(HEADERS), tuple(parameters)), ccsid


EVERY = PcfMessage(
    MQCFH(11, version=3),
    (
        MQCFST(2016, "ABCDE"),
        MQCFIN(15, 5),
        MQCFSL(2020, ("A", "BBB")),
        MQCFIL(1002, (1, 2)),
        MQCFIN64(9999, 7),
        MQCFIL64(9998, (1, -2)),
        MQCFBS(7006, b"\1\2\3"),
        MQCFIF(15, 4, 10),
        MQCFSF(2016, 18, "AB*"),
        MQCFBF(7006, 2, b"\t"),
        MQCFGR(8001, (MQCFIN(15, 1), MQCFGR(8002, (MQCFST(2016, "X"),)))),
    ),
)


@given(messages(), st.sampled_from(ORDERS))
@example((EVERY, 1208), "big")
@example((EVERY, 37), "little")
def test_every_message_comes_back(drawn: tuple[PcfMessage, int], order: str) -> None:
    message, ccsid = drawn
    data = encode(message, order, ccsid)
    assert len(data) % 4 == 0
    assert decode(data, ccsid=ccsid) == message
    assert extent(data, 0) == len(data)
    if message.header.type in range(1, 28):
        assert byte_order(data) == order


def test_layout_of_the_header_and_a_padded_string() -> None:
    data = encode(PcfMessage.command(11, (MQCFST(2016, "ABCDE"), MQCFIN(15, -1))))
    assert data == pack(">9i", 1, 36, 1, 11, 1, 1, 0, 0, 2) + pack(
        ">5i8s4i", 4, 28, 2016, 0, 5, b"ABCDE   ", 3, 16, 15, -1
    )


@pytest.mark.parametrize("ccsid", [37, 500, 1047])
def test_padding_is_the_blank_of_the_character_set(ccsid: int) -> None:
    data = encode(PcfMessage.command(11, (MQCFST(2016, "A"),)), "big", ccsid)
    assert data[-4:] == b"\xc1\x40\x40\x40"


def test_the_character_sets_differ() -> None:
    message = PcfMessage.command(11, (MQCFST(2013, "[é^"),))
    tails = {ccsid: encode(message, "big", ccsid)[56:] for ccsid in CCSIDS}
    assert tails[437] == b"[\x82^ "
    assert tails[819] == b"[\xe9^ "
    assert tails[1208] == b"[\xc3\xa9^"
    assert tails[37] == b"\xba\x51\xb0\x40"
    assert tails[500] == b"\x4a\x51\x5f\x40"
    assert tails[1047] == b"\xad\x51\x5f\x40"


def test_a_string_in_its_own_character_set() -> None:
    data = encode(PcfMessage.command(11, (MQCFST(2016, "AB", 500),)), "big", 819)
    assert data[-4:] == b"\xc1\xc2\x40\x40"
    assert decode(data, ccsid=819).parameters == (MQCFST(2016, "AB", 500),)


@given(messages(), st.sampled_from(ORDERS), st.data())
def test_a_truncated_message_says_where(
    drawn: tuple[PcfMessage, int], order: str, data: st.DataObject
) -> None:
    message, ccsid = drawn
    encoded = encode(message, order, ccsid)
    cut = data.draw(st.integers(0, len(encoded) - 1))
    with pytest.raises(PcfDecodeError) as raised:
        decode(encoded[:cut], ccsid=ccsid)
    assert 0 <= raised.value.offset <= cut
    assert raised.value.expected
    assert raised.value.actual
    assert "\n" not in str(raised.value)


def read(data: bytes, ccsid: int = 1208) -> PcfMessage | int:
    """The message, or the offset of what is wrong with it."""
    try:
        return decode(data, ccsid=ccsid)
    except PcfDecodeError as error:
        return error.offset


@given(st.binary(max_size=400))
def test_random_bytes_never_do_anything_else(data: bytes) -> None:
    for start in (data, pack(">9i", 1, 36, 1, 11, 1, 1, 0, 0, 3) + data):
        result = read(start)
        if isinstance(result, PcfMessage):
            assert decode(encode(result)) == result
        else:
            assert 0 <= result <= len(start)


@given(messages(), st.sampled_from(ORDERS), st.data())
def test_damaged_bytes_never_do_anything_else(
    drawn: tuple[PcfMessage, int], order: str, data: st.DataObject
) -> None:
    message, ccsid = drawn
    damaged = bytearray(encode(message, order, ccsid))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at] = data.draw(st.sampled_from((0, 1, 4, 20, 0x7F, 0x80, 0xFF)))
    result = read(bytes(damaged), ccsid)
    assert isinstance(result, PcfMessage) or 0 <= result <= len(damaged)


def _with(*structures: bytes, count: int | None = None) -> bytes:
    number = len(structures) if count is None else count
    return pack(">9i", 1, 36, 3, 11, 1, 1, 0, 0, number) + b"".join(structures)


HUGE = 2**31 - 1


@pytest.mark.parametrize(
    ("data", "offset", "expected"),
    [
        (_with(count=HUGE), 32, "ParameterCount 0 to 0"),
        (_with(count=-1), 32, "ParameterCount 0 to 0"),
        (_with(pack(">4i", 3, 16, 15, 5), count=2), 32, "ParameterCount 0 to 1"),
        (_with(pack(">4i", 3, 20, 15, 5) + bytes(4)), 40, "MQCFIN StrucLength 16"),
        (_with(pack(">4i", 3, 0, 15, 5)), 40, "MQCFIN StrucLength 16"),
        (_with(pack(">4i", 99, 16, 15, 5)), 36, "a structure type"),
        (_with(pack(">5i", 4, 20, 2016, 0, 1)), 52, "StringLength 0 to 0"),
        (_with(pack(">5i", 4, 20, 2016, 0, -1)), 52, "StringLength 0 to 0"),
        (_with(pack(">5i", 4, 21, 2016, 0, 0) + bytes(1)), 40, "a multiple of four"),
        (_with(pack(">5i", 4, HUGE - 3, 2016, 0, HUGE)), 40, "StrucLength at most 20"),
        (_with(pack(">5i", 4, 24, 2016, 4711, 1) + b"A   "), 48, "a known CodedCharSetId"),
        (_with(pack(">5i", 4, 24, 2016, 1208, 2) + b"A\xff  "), 57, "a character of CCSID 1208"),
        (_with(pack(">6i", 6, 24, 2020, 0, HUGE, 0)), 52, "Count 0 to 16"),
        (_with(pack(">6i", 6, 24, 2020, 0, 1, HUGE)), 56, "StringLength 0 to 0"),
        (_with(pack(">6i", 6, 28, 2020, 0, HUGE, 4) + b"ABCD"), 52, "Count times StringLength"),
        (_with(pack(">4i", 5, 16, 1002, HUGE)), 48, "four times Count 0 to 0"),
        (_with(pack(">4i", 25, 16, 1002, -1)), 48, "eight times Count 0 to 0"),
        (_with(pack(">4i", 9, 16, 7006, 1)), 48, "StringLength 0 to 0"),
        (_with(pack(">4i", 20, 16, 8001, HUGE)), 48, "ParameterCount 0 to 0"),
        (_with(pack(">4i", 20, 16, 8001, 1)), 48, "ParameterCount 0 to 0"),
        (_with(pack(">4i", 14, 20, 2016, 18) + bytes(4)), 40, "MQCFSF StrucLength of at least 24"),
        (pack(">9i", 1, 36, 9, 11, 1, 1, 0, 0, 0), 8, "MQCFH Version 1 to 3"),
        (pack(">9i", 1, 40, 1, 11, 1, 1, 0, 0, 0), 0, "an MQCFH"),
        (pack(">9i", 3, 36, 1, 11, 1, 1, 0, 0, 0), 0, "an MQCFH"),
        (b"", 0, "an MQCFH of 36 bytes"),
        (_with() + b"more", 36, "the end of the message"),
    ],
)
def test_errors_are_reported_with_their_offset(data: bytes, offset: int, expected: str) -> None:
    with pytest.raises(PcfDecodeError) as raised:
        decode(data)
    assert raised.value.offset == offset
    assert expected in raised.value.expected
    diagnostic = Diagnostic("decode", raised.value.field, "", offset=offset)
    reason = reason_for(diagnostic)
    assert (reason is MQRCCF.MSG_LENGTH_ERROR) == (expected == "the end of the message")


def test_groups_without_end_are_refused_without_recursion() -> None:
    deep = b"".join(pack(">4i", 20, 16, 8001, 1) for _ in range(100_000))
    with pytest.raises(PcfDecodeError, match=f"groups at most {MAX_DEPTH} deep"):
        decode(_with(deep, pack(">4i", 3, 16, 15, 1), count=1))


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
def test_the_encoder_has_the_same_depth(depth: int) -> None:
    structure: Structure = MQCFIN(15, 1)
    for _ in range(depth):
        structure = MQCFGR(8001, (structure,))
    message = PcfMessage.command(11, (structure,))
    if depth > MAX_DEPTH:
        with pytest.raises(PcfEncodeError, match="deep"):
            encode(message)
    else:
        assert decode(encode(message)) == message


def test_hostile_counts_allocate_nothing() -> None:
    hostile = [
        _with(pack(">6i", 6, 24, 2020, 0, HUGE, 0)),
        _with(*[pack(">6i", 6, 24, 2020, 0, 16, 0)] * 1000),
        _with(pack(">4i", 5, 16, 1002, HUGE)),
        _with(pack(">4i", 20, 16, 8001, HUGE)),
        _with(count=HUGE),
    ]
    tracemalloc.start()
    try:
        for data in hostile:
            assert read(data) != b""
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_an_empty_list_needs_no_character_set() -> None:
    message = PcfMessage.command(11, (MQCFSL(2020, (), 4711),))
    assert decode(encode(message)) == message


@pytest.mark.parametrize("count", [0, 1, 16, 17, 256])
def test_lists_of_empty_strings(count: int) -> None:
    message = PcfMessage.command(33, (MQCFSL(2020, ("",) * count),))
    for ccsid in CCSIDS:
        assert decode(encode(message, "big", ccsid), ccsid=ccsid) == message


def test_messages_one_behind_the_other() -> None:
    data = encode(EVERY) + encode(PcfMessage.command(12, (MQCFST(2016, "B"),)), "little")
    first, end = decode_at(data, 0)
    second, last = decode_at(data, end)
    assert (first, second.header.command, last) == (EVERY, 12, len(data))


@pytest.mark.parametrize(
    ("structure", "text"),
    [
        (MQCFIN(15, 2**31), "2147483648 does not fit in 32 bits"),
        (MQCFIN64(15, 2**63), "does not fit in 64 bits"),
        (MQCFIL(15, (1, -(2**31) - 1)), "does not fit in 32 bits"),
        (MQCFST(2016, "€", 819), "has a character that CCSID 819 does not have, at position 1"),
        (MQCFST(2016, "A", 4711), "CCSID 4711 is not known"),
        (MQCFST(2016, "\ud800"), "has a character that CCSID 1208 does not have"),
    ],
)
def test_a_value_without_bytes_is_refused(structure: Structure, text: str) -> None:
    with pytest.raises(PcfEncodeError, match=text.replace("(", r"\(")) as raised:
        encode(PcfMessage.command(11, (structure,)))
    assert "\n" not in str(raised.value)
    assert str(raised.value).isprintable()
