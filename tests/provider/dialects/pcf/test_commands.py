"""Specs as PCF commands, and commands as definitions: nothing is lost, and order is 001's."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import definitions
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.errors import PcfEncodeError
from queuewright.dialects.pcf.forms import FORMS
from queuewright.dialects.pcf.read import definition
from queuewright.dialects.pcf.structures import MQCFIN, MQCFST, PcfMessage
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.dialects.pcf.vocabulary import vocabulary
from queuewright.kinds import KINDS, MQ_KINDS, QUEUE_KINDS, is_record
from strategies import attribute_values, object_names, printable, specs

MANAGER = "mq:QueueManagerAttributes"
OBJECTS = tuple(
    kind for kind in MQ_KINDS if kind not in ("mq:Cluster", MANAGER) and not is_record(kind)
)
# The optional parameters in the order of Change Queue (PCF).
ORDER = """
BackoutRequeueName BackoutThreshold BaseObjectName CFStructure ClusterChannelName ClusterName
ClusterNamelist CLWLQueuePriority CLWLQueueRank CLWLUseQ CommandScope Custom DefaultPutResponse
DefBind DefinitionType DefInputOpenOption DefPersistence DefPriority DefReadAhead DistLists Force
HardenGetBackout ImageRecoverQueue IndexType InhibitGet InhibitPut InitiationQName MaxMsgLength
MaxQDepth MaxQFileSize MsgDeliverySequence NonPersistentMessageClass ProcessName PropertyControl
QDepthHighEvent QDepthHighLimit QDepthLowEvent QDepthLowLimit QDepthMaxEvent QDesc QServiceInterval
QServiceIntervalEvent QSGDisposition QueueAccounting QueueMonitoring QueueStatistics RemoteQMgrName
RemoteQName Replace RetentionInterval Scope Shareability StorageClass StreamQ StreamQService
TargetType TriggerControl TriggerData TriggerDepth TriggerMsgPriority TriggerType Usage XmitQName
""".split()


def create(spec: Spec, **options: Any) -> PcfMessage:
    return message_of(definitions.creation(spec, **options))


def change(kind: str, name: str, values: Mapping[str, Any], *, force: bool = False) -> PcfMessage:
    return message_of(definitions.change(kind, name, values, force=force))


def delete(kind: str, name: str, **options: bool) -> PcfMessage:
    return message_of(definitions.deletion(kind, name, **options))


def has_pcf(attribute: Attribute) -> bool:
    return attribute.pcf is not None


def names(message: PcfMessage) -> list[str]:
    form = FORMS[message.header.command]
    numbers = vocabulary(form.object).numbers
    return [numbers[parameter.parameter].name for parameter in message.parameters]


def carried(message: PcfMessage, order: Any, ccsid: int = 1208) -> Definition:
    """What arrives: through bytes, and through text."""
    arrived = decode(encode(message, order, ccsid), ccsid=ccsid)
    assert arrived == message
    assert from_text(to_text(arrived)) == message
    read = definition(arrived)
    assert read is not None
    return read


@st.composite
def declared(draw: st.DrawFn) -> tuple[str, str, dict[str, Any]]:
    kind = draw(st.sampled_from(OBJECTS))
    name, values = draw(specs(KINDS[kind], has_pcf))
    # Trailing blanks are not part of a value in MQ: they are padding.
    clean = {
        field: value.rstrip(" ") if isinstance(value, str) else value
        for field, value in values.items()
    }
    return kind, name, clean


@given(declared(), st.sampled_from(("big", "little")), st.booleans(), st.booleans())
def test_a_creation_comes_back(
    drawn: tuple[str, str, dict[str, Any]], order: str, copied: bool, replace: bool
) -> None:
    kind, name, values = drawn
    spec = KINDS[kind].observed({"name": name, **values})
    read = carried(create(spec, like="LIKE.IT" if copied else None, replace=replace), order)
    assert (read.kind, read.name, dict(read.values)) == (kind, name, values)
    assert read.action is Action.CREATE
    assert read.like == ("LIKE.IT" if copied else None)
    assert read.replace is replace
    assert not read.problems
    assert message_of(read) == create(spec, like=read.like, replace=replace)


@given(declared(), st.sampled_from(("big", "little")), st.booleans())
def test_a_change_comes_back(
    drawn: tuple[str, str, dict[str, Any]], order: str, force: bool
) -> None:
    kind, name, values = drawn
    read = carried(change(kind, name, values, force=force), order)
    assert (read.kind, read.name, dict(read.values)) == (kind, name, values)
    assert read.action is Action.CHANGE
    forced = kind in {*QUEUE_KINDS, "mq:QueueManagerAttributes"} - {"mq:ModelQueue"}
    assert read.force is (force and forced)
    assert not read.problems


# Typed from the pages of their Delete commands.
WITHOUT_AUTHREC = (
    "mq:Process", "mq:Subscription", "mq:Listener", "mq:Service", "mq:CrlAuthentication",
    "mq:LdapAuthentication", "mq:OperatingSystemAuthentication", "mq:OcspAuthentication",
    "mq:CommunicationInformation", "mq:StorageClass", "mq:CouplingFacilityStructure",
)  # fmt: skip


@given(
    st.sampled_from(OBJECTS).flatmap(
        lambda kind: st.tuples(st.just(kind), object_names(KINDS[kind]))
    ),
    st.booleans(),
    st.booleans(),
)
def test_a_deletion_comes_back(drawn: tuple[str, str], purge: bool, keep: bool) -> None:
    kind, name = drawn
    read = carried(delete(kind, name, purge=purge, keep_authorities=keep), "big")
    assert read.name == name
    assert kind in read.kinds
    assert read.action is Action.DELETE
    assert read.purge is (purge and kind in QUEUE_KINDS)
    if kind in WITHOUT_AUTHREC:
        assert "AuthRec" not in read.given
    elif not kind.endswith("Channel"):
        assert read.given.get("AuthRec") == ("MQRAR_NO" if keep else None)
        assert read.keeps_authorities is keep
        assert message_of(read) == delete(kind, name, purge=purge, keep_authorities=keep)
    assert not read.problems


STRINGS = [
    (kind, field)
    for kind in OBJECTS
    for field, attribute in KINDS[kind].attributes().items()
    if attribute.pcf is not None and attribute.pcf.type == "MQCFST"
]


def longest(kind: str, field: str) -> int:
    return KINDS[kind].attributes()[field].max_length or 20


@given(
    st.sampled_from(STRINGS).flatmap(
        lambda string: st.tuples(st.just(string), printable(longest(*string)))
    ),
    st.sampled_from(("big", "little")),
)
def test_no_string_leaves_its_place(drawn: tuple[tuple[str, str], str], order: str) -> None:
    (kind, field), text = drawn
    text = text.rstrip(" ")
    read = carried(change(kind, "A", {field: text}), order)
    assert read.values == {field: text}
    assert read.name == "A"


@given(st.sampled_from(OBJECTS), printable(20, 1), printable(20, 1))
def test_no_name_leaves_its_place(kind: str, name: str, like: str) -> None:
    name, like = f"{name}.", f"{like}."  # trailing blanks are padding
    spec = KINDS[kind].observed({"name": name[-20:]})
    read = carried(create(spec, like=like[-20:]), "little")
    assert (read.name, read.like, read.values) == (name[-20:], like[-20:], {})


@pytest.mark.parametrize("ccsid", [437, 819, 1208, 37, 500, 1047])
@pytest.mark.parametrize("kind", OBJECTS)
def test_every_attribute_in_every_character_set(kind: str, ccsid: int) -> None:
    spec = KINDS[kind]
    values = {
        field: attribute.shipped
        for field, attribute in spec.attributes().items()
        if attribute.pcf is not None and attribute.shipped is not None
    }
    longest = spec.fields_described()["name"].max_length
    read = carried(
        create(spec.observed({"name": "A.B%C/D_e"[:longest], **values})), "little", ccsid
    )
    assert dict(read.values) == values


@pytest.mark.parametrize("kind", QUEUE_KINDS)
def test_required_parameters_first_then_the_order_of_the_document(kind: str) -> None:
    spec = KINDS[kind]
    values: dict[str, Any] = {
        field: attribute.choices[0].value
        if attribute.choices
        else attribute.minimum
        if attribute.minimum
        else "X"
        for field, attribute in spec.attributes().items()
    }
    values |= {
        field: attribute.minimum
        for field, attribute in spec.attributes().items()
        if attribute.minimum is not None
    }
    message = create(spec.observed({"name": "A", **values}), replace=True)
    required, optional = names(message)[:2], names(message)[2:]
    assert required == ["QName", "QType"]
    assert optional == [parameter for parameter in ORDER if parameter in optional]
    assert "Replace" in optional
    assert set(optional) - {"Replace"} == {
        attribute.pcf.name for attribute in spec.attributes().values() if attribute.pcf
    }
    copied = create(spec.observed({"name": "A"}), like="B")
    assert names(copied) == ["FromQName", "ToQName", "QType"]
    assert names(change(kind, "A", {"queue_description": ""})) == ["QName", "QType", "QDesc"]


def test_the_numbers_of_a_message() -> None:
    message = change("mq:LocalQueue", "A", {"usage": "transmission"}, force=True)
    assert message.header.command == 8
    assert message.parameters == (
        MQCFST(2016, "A"),
        MQCFIN(20, 1),
        MQCFIN(1005, 1),
        MQCFIN(12, 1),
    )


def test_base_queue_name_is_the_base_object_name() -> None:
    for name in ("BaseQName", "BaseObjectName"):
        message = from_text(
            '{"command":"MQCMD_CREATE_Q","parameters":'
            f'{{"QName":"A","QType":"MQQT_ALIAS","{name}":"B"}}}}'
        )
        read = definition(message)
        assert read is not None
        assert read.values == {"base_object_name": "B"}
        assert message.parameters[2] == MQCFST(2002, "B")


@given(specs(KINDS[MANAGER], has_pcf), st.sampled_from(("big", "little")))
def test_the_queue_manager_is_changed(drawn: tuple[str, dict[str, Any]], order: str) -> None:
    name, values = drawn
    values = {n: v.rstrip(" ") if isinstance(v, str) else v for n, v in values.items()}
    for written in (change(MANAGER, name, values), create(KINDS[MANAGER].observed(values))):
        read = carried(written, order)
        assert (read.kind, read.name, read.action) == (MANAGER, "QMGR", Action.CHANGE)
        assert (dict(read.values), read.problems) == (values, ())
    with pytest.raises(PcfEncodeError, match="no command for delete"):
        delete(MANAGER, name)


def test_no_command_makes_a_membership() -> None:
    with pytest.raises(PcfEncodeError, match="PCF does not have it"):
        create(KINDS["mq:Cluster"].observed({"name": "C1", "full_repository": "yes"}))


def test_a_delete_without_type_may_be_any_queue() -> None:
    read = definition(PcfMessage.command(12, (MQCFST(2016, "A"),)))
    assert read is not None
    assert read.kinds == QUEUE_KINDS
    assert message_of(read) == PcfMessage.command(12, (MQCFST(2016, "A"),))


@pytest.mark.parametrize(
    "message",
    [
        PcfMessage.command(4711),
        PcfMessage.command(23, (MQCFST(3501, "A"), MQCFIN(1511, 99))),  # of a type to come
    ],
)
def test_what_is_not_ours_is_no_definition(message: PcfMessage) -> None:
    assert definition(message) is None


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [
        ("mq:LocalQueue", {"base_object_name": "A"}, '"base_object_name" has no parameter'),
        ("mq:LocalQueue", {"usage": "xmitq"}, 'Usage: "xmitq" has no value in MQCFIN'),
        ("mq:LocalQueue", {"max_queue_depth": "many"}, 'MaxQDepth: "many" has no value'),
        ("mq:LocalQueue", {"max_queue_depth": True}, "MaxQDepth: true has no value"),
        ("mq:LocalQueue", {"queue_description": "x" * 65}, "at most 64 are allowed"),
        ("ibmi:MessageQueue", {}, "not an object of a queue manager"),
    ],
)
def test_what_has_no_command_is_refused(kind: str, values: dict[str, Any], text: str) -> None:
    with pytest.raises(PcfEncodeError, match=text):
        change(kind, "A", values)


def test_a_definition_with_errors_or_of_another_dialect_is_refused() -> None:
    broken = Definition("mq:LocalQueue", "A", problems=(Diagnostic("range", None, "bad"),))
    with pytest.raises(PcfEncodeError, match="bad"):
        message_of(broken)
    variable = Definition("mq:LocalQueue", "A", unknown=frozenset({"usage"}))
    with pytest.raises(PcfEncodeError, match="usage has no literal value"):
        message_of(variable)
    untyped = Definition("mq:LocalQueue", "A", Action.CHANGE, kinds=QUEUE_KINDS)
    with pytest.raises(PcfEncodeError, match="PCF needs its type"):
        message_of(untyped)
    with pytest.raises(PcfEncodeError, match="no command for add"):
        message_of(Definition("mq:LocalQueue", "A", Action.ADD))


def test_values_of_every_attribute_have_a_structure() -> None:
    """Each word of each attribute is a number on the wire, and comes back as the word."""
    for kind in (*OBJECTS, MANAGER):
        for field, attribute in KINDS[kind].attributes().items():
            for choice in attribute.choices:
                if choice.resolved or attribute.pcf is None:  # before it is sent
                    continue
                assert choice.number is not None, (kind, field, choice)
                is_list = tuple in KINDS[kind].types(field)
                value = (choice.value,) if is_list else choice.value
                read = definition(change(kind, "A", {field: value}))
                assert read is not None
                assert read.values == {field: value}


@given(st.data())
def test_numbers_keep_their_values(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(OBJECTS))
    field = data.draw(st.sampled_from(sorted(KINDS[kind].attributes())))
    value = data.draw(attribute_values(KINDS[kind], field))
    if isinstance(value, int):
        read = definition(change(kind, "A", {field: value}))
        assert read is not None
        words = {choice.number: choice.value for choice in KINDS[kind].attributes()[field].choices}
        assert read.values[field] == words.get(value, value)
