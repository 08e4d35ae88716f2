"""The provider reference: short, by reference, the same everywhere and for ever."""

import base64
import pickle
import pickletools

import dill
import pytest
from pulumi.dynamic.dynamic import serialize_provider

from queuewright.dynamic.provider import QueueProvider
from queuewright.kinds import KINDS
from queuewright.provider_reference import ProviderReference, load_provider, provider_reference

# What the state of existing stacks holds. It must never change.
LOCAL_QUEUE = (
    "gASVSAAAAAAAAACMHnF1ZXVld3JpZ2h0LnByb3ZpZGVyX3JlZmVyZW5jZZSMDWxvYWRfcHJvdmlkZXKU"
    "k5SMDW1xOkxvY2FsUXVldWWUhZRSlC4="
)


def test_the_reference_is_what_every_state_holds() -> None:
    assert provider_reference("mq:LocalQueue") == LOCAL_QUEUE


@pytest.mark.parametrize("kind", KINDS)
def test_the_reference_is_short_and_unpickles_to_the_provider_of_its_kind(kind: str) -> None:
    text = provider_reference(kind)
    assert len(text) < 150
    loaded = dill.loads(base64.b64decode(text))
    assert isinstance(loaded, QueueProvider)
    assert loaded.kind == kind


def test_it_holds_names_and_no_code() -> None:
    words = [
        argument
        for _, argument, _ in pickletools.genops(base64.b64decode(LOCAL_QUEUE))
        if isinstance(argument, str)
    ]
    assert words == ["queuewright.provider_reference", "load_provider", "mq:LocalQueue"]


@pytest.mark.parametrize("protocol", [4, 5])
def test_what_the_sdk_would_store_is_the_same_provider(protocol: int) -> None:
    again = pickle.loads(pickle.dumps(ProviderReference("mq:Cluster"), protocol=protocol))
    assert isinstance(again, QueueProvider)
    assert again.kind == "mq:Cluster"


def test_it_is_byte_for_byte_what_the_sdk_stores_with_the_same_protocol() -> None:
    stored = base64.b64decode(serialize_provider(ProviderReference("mq:LocalQueue")))
    assert stored[2:] == base64.b64decode(LOCAL_QUEUE)[2:]


def test_it_is_no_secret() -> None:
    assert ProviderReference.serialize_as_secret_always is False
    assert load_provider("mq:Cluster").serialize_as_secret_always is False
