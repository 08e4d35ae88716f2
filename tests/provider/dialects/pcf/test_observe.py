"""Inquiries, and what queue managers answer to them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.observe import (
    observed_of,
    observed_parameters,
    queue_handle_parameters,
    queue_manager_parameters,
    status_parameters,
)
from queuewright.dialects.pcf.structures import MQCFH, MQCFIN, MQCFST, Message, Structure
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.dialects.pcf.validation import validate_message
from queuewright.kinds import KINDS, MQ_KINDS
from strategies import specs

OBJECTS = tuple(kind for kind in MQ_KINDS if kind != "mq:Cluster")


def sent(command: int, parameters: tuple[Structure, ...]) -> Message:
    """What arrives of a response, through bytes."""
    response = Message(MQCFH(command, type=2), parameters)
    return decode(encode(response, "little", 819), ccsid=819)


def shown(command: int, parameters: tuple[Structure, ...]) -> Any:
    """What arrives of a response, by the names of the documents."""
    return json.loads(to_text(sent(command, parameters)))["parameters"]


def reported(attribute: Attribute) -> bool:
    return attribute.pcf is not None and attribute.observable


@st.composite
def observations(draw: st.DrawFn) -> Observed:
    kind = draw(st.sampled_from(OBJECTS))
    name, values = draw(specs(KINDS[kind], reported))
    clean: dict[str, Any] = {
        field: value.rstrip(" ") if isinstance(value, str) else value
        for field, value in values.items()
    }
    defined = "predefined"
    if kind == "mq:LocalQueue":
        defined = draw(st.sampled_from(("predefined", "permanent_dynamic", "temporary_dynamic")))
    return Observed(Key("QM1", kind, name), clean, None, defined)


@given(observations())
def test_observations_come_back(observed: Observed) -> None:
    object_name = KINDS[observed.key.kind].commands.pcf_object or ""
    response = Message(MQCFH(13, type=2), observed_parameters(observed))
    arrived = decode(encode(response, "big", 1208)).parameters
    assert observed_of(object_name, arrived, "QM1") == observed


def test_a_response_as_a_queue_manager_pads_it() -> None:
    observed = observed_of(
        "Q",
        (MQCFST(2016, "A".ljust(48)), MQCFIN(20, 1), MQCFST(2013, " x ".ljust(64)), MQCFIN(7, 1),
         MQCFIN(3, 17), MQCFIN(12, 1), MQCFIN(9999, 1)),
        "QM1",
    )  # fmt: skip
    assert observed == Observed(
        Key("QM1", "mq:LocalQueue", "A"), {"queue_description": " x", "usage": "transmission"}
    )


@pytest.mark.parametrize(
    ("object_name", "parameters"),
    [
        ("Q", (MQCFST(2016, "A"), MQCFIN(20, 7))),  # a queue of a cluster
        ("Q", (MQCFIN(20, 1),)),
        ("CHANNEL", (MQCFST(3501, "A"), MQCFIN(1511, 1))),  # MQCHT_SENDER
        ("NAMELIST", ()),
    ],
)
def test_what_is_no_definition_of_ours(object_name: str, parameters: tuple[Structure, ...]) -> None:
    assert observed_of(object_name, parameters, "QM1") is None


@pytest.mark.parametrize("depth", [None, 0, 10**9])
def test_a_status(depth: int | None) -> None:
    status = Status(depth, uncommitted=1, open_input=2, open_output=3)
    depths = {} if depth is None else {"CurrentQDepth": depth}
    assert shown(41, status_parameters("A.B", status)) == {
        "QName": "A.B", "StatusType": "MQIACF_Q_STATUS", **depths, "OpenInputCount": 2,
        "OpenOutputCount": 3, "UncommittedMsgs": 1,
    }  # fmt: skip


USES = {
    OpenFor.INPUT_SHARED: ("MQOO_INPUT_SHARED", "OpenInputType", "MQQSO_SHARED"),
    OpenFor.INPUT_EXCLUSIVE: ("MQOO_INPUT_EXCLUSIVE", "OpenInputType", "MQQSO_EXCLUSIVE"),
    OpenFor.BROWSE: ("MQOO_BROWSE", "OpenBrowse", "MQQSO_YES"),
    OpenFor.OUTPUT: ("MQOO_OUTPUT", "OpenOutput", "MQQSO_YES"),
    OpenFor.INQUIRE: ("MQOO_INQUIRE", "OpenInquire", "MQQSO_YES"),
    OpenFor.SET: ("MQOO_SET", "OpenSet", "MQQSO_YES"),
}


@pytest.mark.parametrize("use", OpenFor)
def test_a_handle(use: OpenFor) -> None:
    options, name, word = USES[use]
    names = ("OpenInputType", "OpenOutput", "OpenBrowse", "OpenInquire", "OpenSet")
    handle = Handle("A.B", "app", "mqm", frozenset({use}), "TO.A")
    assert shown(41, queue_handle_parameters(handle)) == {
        "QName": "A.B", "StatusType": "MQIACF_Q_HANDLE", "ApplTag": "app", "UserIdentifier": "mqm",
        "ChannelName": "TO.A", "OpenOptions": options, **dict.fromkeys(names, "MQQSO_NO"),
        name: word,
    }  # fmt: skip


def test_the_options_of_a_handle_are_added() -> None:
    uses = frozenset({OpenFor.OUTPUT, OpenFor.INQUIRE})
    parameters = shown(41, queue_handle_parameters(Handle("A", "", "", uses)))
    assert parameters["OpenOptions"] == 16 + 32


@pytest.mark.parametrize(
    ("platform", "word"),
    [
        (Platform.LINUX, "MQPL_UNIX"),
        (Platform.AIX, "MQPL_UNIX"),
        (Platform.WINDOWS, "MQPL_WINDOWS_NT"),
        (Platform.IBMI, "MQPL_OS400"),
        (Platform.ZOS, "MQPL_ZOS"),
    ],
)
def test_a_queue_manager(platform: Platform, word: str) -> None:
    facts = SystemFacts("QM1", platform, 940, 819, 4_194_304)
    assert shown(2, queue_manager_parameters(facts, repository="C1")) == {
        "QMgrName": "QM1", "Platform": word, "CommandLevel": 940, "CodedCharSetId": 819,
        "MaxMsgLength": 4_194_304, "QMgrDesc": "", "DeadLetterQName": "", "DefXmitQName": "",
        "RepositoryName": "C1", "RepositoryNamelist": "",
    }  # fmt: skip


INQUIRIES = [
    '{"command": "MQCMD_INQUIRE_Q", "parameters": {"QName": "A*", "QType": "MQQT_ALIAS",'
    ' "QAttrs": ["MQIACF_ALL"]}}',
    '{"command": "MQCMD_INQUIRE_NAMELIST", "parameters": {"NamelistName": "N",'
    ' "NamelistAttrs": ["MQCA_NAMES"]}}',
    '{"command": "MQCMD_INQUIRE_CHANNEL", "parameters": {"ChannelName": "*",'
    ' "ChannelType": "MQCHT_CLUSSDR", "ChannelAttrs": ["MQIACF_ALL"]}}',
    '{"command": "MQCMD_INQUIRE_Q_MGR", "parameters": {"QMgrAttrs": ["MQIACF_ALL"]}}',
    '{"command": "MQCMD_INQUIRE_Q_STATUS", "parameters": {"QName": "*",'
    ' "StatusType": "MQIACF_Q_STATUS", "QStatusAttrs": ["MQIACF_ALL"]}}',
    '{"command": "MQCMD_INQUIRE_Q_STATUS", "parameters": {"QName": "A",'
    ' "StatusType": "MQIACF_Q_HANDLE", "QStatusAttrs": ["MQIACF_ALL"]}}',
    '{"command": "MQCMD_INQUIRE_CONNECTION", "parameters": {"GenericConnectionId": "",'
    ' "ConnInfoType": "MQIACF_CONN_INFO_ALL", "ConnectionAttrs": ["MQIACF_ALL"]}}',
]


@pytest.mark.parametrize("line", INQUIRIES)
def test_inquiries(line: str) -> None:
    message = from_text(line)
    assert to_text(message) == line
    assert validate_message(message) == []
