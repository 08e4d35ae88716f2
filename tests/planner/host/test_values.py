"""Property values, both ways."""

import asyncio
from typing import Any

import pulumi
import pytest
from google.protobuf import struct_pb2
from hypothesis import given
from hypothesis import strategies as st
from pulumi.runtime import rpc

from queuewright.host.values import UNKNOWN, decode, encode

PLAIN = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | st.text().filter(lambda text: text != UNKNOWN),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=8), PLAIN))
def test_decode_undoes_encode(values: dict[str, Any]) -> None:
    decoded = decode(encode(values, frozenset()))
    assert decoded.values == values
    assert not decoded.secret
    assert not decoded.unknown


@given(st.dictionaries(st.text(max_size=8), PLAIN, min_size=1))
def test_secrets_stay_known_to_be_so(values: dict[str, Any]) -> None:
    name = next(iter(values))
    decoded = decode(encode(values, {name}))
    assert decoded.values == values
    assert decoded.secret == {name}


def test_the_sdk_reads_what_is_written() -> None:
    written = encode({"a": ("x", 1), "b": "hush", "c": None}, {"b"})
    read = rpc.deserialize_properties(written)
    assert read["a"] == ["x", 1.0]
    assert rpc.is_rpc_secret(read["b"])
    assert rpc.unwrap_rpc_secret(read["b"]) == "hush"
    assert "c" not in read


def serialized(**properties: Any) -> struct_pb2.Struct:
    async def serialize() -> struct_pb2.Struct:
        return await rpc.serialize_properties(properties, {})

    loop = asyncio.new_event_loop()  # asyncio.run would leave the thread without one
    try:
        return loop.run_until_complete(serialize())
    finally:
        loop.close()


def test_unknowns_are_told_by_name() -> None:
    given = serialized(
        wholly=pulumi.UNKNOWN, part=["a", pulumi.UNKNOWN], known="b", nothing=None, half=1.5, n=2
    )
    decoded = decode(given)
    assert decoded.unknown == {"wholly", "part"}
    assert decoded.values == {"part": ["a", None], "known": "b", "half": 1.5, "n": 2}
    assert type(decoded.values["n"]) is int


@pytest.mark.parametrize("secret", [True, False])
def test_output_values(secret: bool) -> None:
    given = struct_pb2.Struct()
    given.update(
        {
            "o": {
                "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4",
                "value": "x",
                "secret": secret,
            },
            "u": {"4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4"},
            "r": {
                "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
                "urn": "urn:pulumi:a::b::c::d",
            },
            "i": {
                "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
                "urn": "urn:pulumi:a::b::c::d",
                "id": "its id",
            },
        }
    )
    decoded = decode(given)
    assert decoded.values == {"o": "x", "r": "urn:pulumi:a::b::c::d", "i": "its id"}
    assert decoded.secret == ({"o"} if secret else set())
    assert decoded.unknown == {"u"}
