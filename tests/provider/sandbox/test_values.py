"""Single values, by the catalogue's metadata: ranges, choices, lengths, platforms, levels."""

from collections.abc import Callable
from typing import Any

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.constants import REASONS
from queuewright.kinds import KINDS, MQ_KINDS, spec_of
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)
NUMBERS = [
    (kind, name, attribute)
    for kind in MQ_KINDS
    for name, attribute in KINDS[kind].attributes().items()
    if attribute.minimum is not None and attribute.maximum is not None
    if Platform.LINUX in attribute.platforms & KINDS[kind].platforms()
    and (attribute.since or 0) <= 930
    and (kind, name) != ("mq:QueueManagerAttributes", "coded_character_set_identifier")
]
# What an object of the kind needs besides.
EXTRA: dict[str, dict[str, Any]] = {
    "mq:ClusterSenderChannel": {"connection_name": "h(1)"},
    "mq:Listener": {"transport_type": "tcp"},
    "mq:Topic": {"topic_string": "a"},
    "mq:Subscription": {"topic_string": "a", "destination": "Q"},
    "mq:SecurityPolicy": {"encryption_algorithm": "aes256", "recipients": ("CN=A",)},
}


@pytest.mark.parametrize(
    ("kind", "name", "attribute"), NUMBERS, ids=[f"{kind}-{name}" for kind, name, _ in NUMBERS]
)
def test_every_number_is_held_in_its_range(
    qm: EmbeddedSystem, refusal: Refusal, kind: str, name: str, attribute: object
) -> None:
    from queuewright.catalogue.attribute import Attribute

    assert isinstance(attribute, Attribute)
    assert attribute.minimum is not None
    assert attribute.maximum is not None
    words = {choice.number for choice in attribute.choices}
    has = spec_of(kind).attributes().keys()
    needed = {"connection_name": "h(1)", "xmit_queue_name": "X"}
    extra = {n: v for n, v in needed.items() if n in has and kind.endswith("Channel")}
    extra |= EXTRA.get(kind, {})
    for number, beyond in enumerate({attribute.minimum - 1, attribute.maximum + 1} - words):
        failed = refusal(qm.create, kind, f"W{number}", {name: beyond, **extra})
        assert failed.reason_name == "MQRCCF_ATTR_VALUE_ERROR"
        assert name in str(failed)
    for number, right in enumerate((attribute.minimum, attribute.maximum)):
        if kind == "mq:Topic":
            extra["topic_string"] = f"a{number}"  # no two topics have one
        made = qm.create(kind, f"R{number}", {name: right, **extra})
        assert made.attributes[name] == right


def test_a_word_that_is_none(qm: EmbeddedSystem, refusal: Refusal) -> None:
    for value in ("sometimes", 5, ("a",), True, 1.5, None):
        failed = refusal(qm.create, LOCAL, "Q", {"usage": value})
        assert failed.reason_name == "MQRCCF_ATTR_VALUE_ERROR"
    assert refusal(qm.create, LOCAL, "Q", {"max_queue_depth": "5"}).reason == 4005


def test_a_word_given_as_its_number(qm: EmbeddedSystem) -> None:
    made = qm.create(LOCAL, "Q", {"max_queue_file_size": -1})
    assert made.attributes["max_queue_file_size"] == "default"


def test_unknown_attributes_by_the_type_of_their_parameter(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    assert refusal(qm.create, LOCAL, "Q", {"base_object_name": "X"}).reason == 3015
    assert refusal(qm.create, ALIAS, "Q", {"max_queue_depth": 1}).reason == 3014


def test_attributes_of_zos_and_of_later_command_levels(sandbox: Sandbox, refusal: Refusal) -> None:
    old = sandbox.create_system("OLD", command_level=750)
    assert refusal(old.create, LOCAL, "Q", {"stream_queue": ""}).reason == 3015
    assert "stream_queue" not in old.create(LOCAL, "Q", {}).attributes
    assert refusal(old.create, LOCAL, "Z", {"index_type": "none"}).reason == 3014
    zos = sandbox.create_system("MQZ1", platform=Platform.ZOS)
    assert zos.create(LOCAL, "Q", {"index_type": "msg_id"}).attributes["index_type"] == "msg_id"
    assert refusal(zos.create, LOCAL, "D", {"distribution_lists": "supported"}).reason == 3014


@pytest.mark.parametrize("name", ["", "A B", "A'B", "A;B", "A)B", "Ä", "A" * 49, "A\n"])
def test_names_that_cannot_be(qm: EmbeddedSystem, refusal: Refusal, name: str) -> None:
    for kind in (LOCAL, ALIAS, REMOTE, MODEL):
        assert refusal(qm.create, kind, name, {}).reason_name == "MQRCCF_OBJECT_NAME_ERROR"


def test_lengths_are_bytes_in_the_ccsid_of_the_queue_manager(
    sandbox: Sandbox, refusal: Refusal
) -> None:
    utf8 = sandbox.create_system("UTF8", ccsid=1208)
    latin = sandbox.create_system("LATIN", ccsid=819)
    text = "ä" * 64
    assert latin.create(LOCAL, "Q", {"queue_description": text}).attributes[
        "queue_description"
    ] == (text)
    assert refusal(utf8.create, LOCAL, "Q", {"queue_description": text}).reason == 3011
    utf8.create(LOCAL, "Q", {"queue_description": "ä" * 32})
    failed = refusal(latin.create, LOCAL, "Q2", {"queue_description": "Ω"})
    assert "CCSID 819" in str(failed)


def test_trailing_blanks_are_padding(qm: EmbeddedSystem) -> None:
    made = qm.create(LOCAL, "Q", {"queue_description": "text   ", "process_name": "  "})
    assert made.attributes["queue_description"] == "text"
    assert made.attributes["process_name"] == ""


def test_names_in_attributes_have_the_characters_of_names(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    assert refusal(qm.create, ALIAS, "A", {"base_object_name": "A B"}).reason == 4008
    assert refusal(qm.create, ALIAS, "A", {"base_object_name": "X" * 49}).reason == 3011
    # CRTMQMQ RMTQNAME: the name is not checked for the characters of queue names.
    qm.create(REMOTE, "R", {"remote_queue_name": "any thing#at;all"})
    assert refusal(qm.create, LOCAL, "Q", {"queue_description": "a\nb"}).reason == 4005


def test_an_invalid_capexpry_does_not_make_the_command_fail(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    """001 Custom."""
    qm.create(LOCAL, "Q", {"custom": "CAPEXPRY(0)"})
    assert refusal(qm.create, LOCAL, "Q2", {"custom": "nonsense("}).reason == 3355


def test_command_scope_is_no_attribute_of_the_object(zos: EmbeddedSystem) -> None:
    assert "command_scope" not in zos.create(LOCAL, "Q", {"command_scope": "MQZ1"}).attributes


def test_reason_numbers_are_unique() -> None:
    assert len(set(REASONS.values())) == len(REASONS)
