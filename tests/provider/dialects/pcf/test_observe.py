"""Inquiries, and what queue managers answer to them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Resolved, Status
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.answers import collect, succeed
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.inquire import (
    inquire,
    inquire_connections,
    inquire_queue_manager,
    inquire_queue_status,
)
from queuewright.dialects.pcf.observe import (
    connection_handles,
    connection_parameters,
    observed_of,
    observed_parameters,
    queue_handle_parameters,
    queue_manager_parameters,
    status_of,
    status_parameters,
)
from queuewright.dialects.pcf.read import plain
from queuewright.dialects.pcf.structures import MQCFIN, MQCFST, Structure
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.pcf.validation import validate_message
from queuewright.kinds import KINDS, MQ_KINDS, is_record
from strategies import printable, specs

OBJECTS = tuple(
    kind for kind in MQ_KINDS if kind not in ("mq:Cluster", "mq:QueueManagerAttributes")
)


def sent(command: int, sets: list[tuple[Structure, ...]]) -> list[tuple[Structure, ...]]:
    """What arrives of an answer, through bytes."""
    messages = [decode(encode(message, "little", 819), ccsid=819) for message in
                succeed(command, sets)]  # fmt: skip
    return list(collect(messages).sets)


def shown(command: int, parameters: tuple[Structure, ...]) -> Any:
    """What arrives of a response, by the names of the documents."""
    (message,) = succeed(command, [parameters])
    return json.loads(to_text(decode(encode(message, "little", 819), ccsid=819)))["parameters"]


def reported(attribute: Attribute) -> bool:
    return attribute.pcf is not None and attribute.observable and not attribute.write_only


@st.composite
def observations(draw: st.DrawFn) -> Observed:
    kind = draw(st.sampled_from(OBJECTS))
    name, values = draw(specs(KINDS[kind], reported))
    attributes = KINDS[kind].attributes()

    def is_reported(name: str, value: Any) -> bool:  # not a word that the system resolves
        choice = attributes[name].choice(value) if isinstance(value, str) else None
        return choice is None or choice.resolved is None

    clean: dict[str, Any] = {
        field: value.rstrip(" ") if isinstance(value, str) else value
        for field, value in values.items()
        if is_reported(field, value)
    }
    if is_record(kind):  # nothing is said of an empty list
        clean = {**{n: () for n, each in attributes.items() if each.repeated}, **clean}
    defined = "predefined"
    if kind == "mq:LocalQueue":
        defined = draw(st.sampled_from(("predefined", "permanent_dynamic", "temporary_dynamic")))
    return Observed(Key("QM1", kind, name), clean, None, defined)


@given(st.lists(observations(), min_size=1, max_size=4))
def test_observations_come_back(observed: list[Observed]) -> None:
    object_name = KINDS[observed[0].key.kind].pcf.object or ""
    alike = [queue for queue in observed if KINDS[queue.key.kind].pcf.object == object_name]
    messages = succeed(13, [observed_parameters(queue) for queue in alike])
    arrived = collect([decode(encode(message, "big", 1208)) for message in messages]).sets
    assert [observed_of(object_name, parameters, "QM1") for parameters in arrived] == alike


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
        ("CHANNEL", (MQCFST(3501, "A"), MQCFIN(1511, 99))),  # of a type to come
        ("NAMELIST", ()),
    ],
)
def test_what_is_no_definition_of_ours(object_name: str, parameters: tuple[Structure, ...]) -> None:
    assert observed_of(object_name, parameters, "QM1") is None


@given(
    st.one_of(st.none(), st.integers(0, 10**9)),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_status_comes_back(depth: int | None, uncommitted: int, reads: int, writes: int) -> None:
    status = Status(depth, uncommitted, reads, writes, handles_known=False)
    (arrived,) = sent(41, [status_parameters("A.B", status)])
    assert status_of(arrived) == ("A.B", status)


HANDLES = st.builds(
    Handle,
    st.just("A.B"),
    printable(28).map(lambda text: text.encode("latin-1", "ignore").decode("latin-1").strip()),
    st.sampled_from(("", "mqm", "user1")),
    st.frozensets(st.sampled_from(OpenFor), min_size=1).filter(
        lambda uses: not {OpenFor.INPUT_SHARED, OpenFor.INPUT_EXCLUSIVE} <= uses
    ),
    st.sampled_from(("", "TO.A")),
)


@given(st.lists(HANDLES, max_size=4), st.sampled_from(("", "QM2")))
def test_connection_handles_come_back(handles: list[Handle], manager: str) -> None:
    given_handles = [
        Handle(
            handle.object_name,
            handle.application,
            handle.user,
            handle.open_for,
            handle.channel,
            manager,
        )
        for handle in handles
    ]
    responses = connection_parameters(given_handles)
    if responses:
        assert connection_handles(sent(85, responses)) == given_handles
    assert connection_handles([]) == []


def test_a_handle_opened_as_the_queue_says() -> None:
    opened = (MQCFIN(1110, 1112), MQCFST(3046, "A"), MQCFIN(1016, 1), MQCFIN(1022, 1))
    (handle,) = connection_handles([opened])
    assert handle.open_for == {OpenFor.INPUT_SHARED}
    assert status_of(()) is None


def test_handles_on_namelists_are_told_from_those_on_queues() -> None:
    """IBM, Inquire Connection (Response): ObjectName and ObjectType of what is open."""
    namelist = (MQCFIN(1110, 1112), MQCFST(3046, "N"), MQCFIN(1016, 2), MQCFIN(1022, 32))
    queue = (MQCFIN(1110, 1112), MQCFST(3046, "N"), MQCFIN(1016, 1), MQCFIN(1022, 32))
    inquire = frozenset({OpenFor.INQUIRE})
    found = connection_handles([namelist, queue])
    assert found == [
        Handle("N", "", "", inquire, path=(Resolved("namelist", "N"),)),
        Handle("N", "", "", inquire),
    ]
    assert connection_handles(sent(85, connection_parameters(found))) == found


def test_handles_on_other_objects_are_left_out() -> None:
    topic = (MQCFIN(1110, 1112), MQCFST(3046, "T"), MQCFIN(1016, 8), MQCFIN(1022, 16))
    assert connection_handles([topic]) == []


@pytest.mark.parametrize(
    ("platform", "number"),
    [
        (Platform.LINUX, 3),
        (Platform.AIX, 3),  # a queue manager says UNIX for both
        (Platform.WINDOWS, 11),
        (Platform.IBMI, 4),
        (Platform.ZOS, 1),
    ],
)
def test_facts_of_a_queue_manager(platform: Platform, number: int) -> None:
    facts = SystemFacts("QM1", platform, 940, 819)
    own = {"max_message_length": 4_194_304, "repository": "C1"}
    (arrived,) = sent(2, [queue_manager_parameters(facts, own)])
    values = {parameter.parameter: plain(parameter) for parameter in arrived}
    assert {each: values[each] for each in (2015, 32, 31, 2, 13)} == {
        2015: "QM1", 32: number, 31: 940, 2: 819, 13: 4_194_304,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            inquire("mq:AliasQueue", "A*"),
            '{"command": "MQCMD_INQUIRE_Q", "parameters": {"QName": "A*", "QType": "MQQT_ALIAS",'
            ' "QAttrs": ["MQIACF_ALL"]}}',
        ),
        (
            inquire("mq:Namelist", "N", (2020,)),
            '{"command": "MQCMD_INQUIRE_NAMELIST", "parameters": {"NamelistName": "N",'
            ' "NamelistAttrs": ["MQCA_NAMES"]}}',
        ),
        (
            inquire("mq:ClusterSenderChannel"),
            '{"command": "MQCMD_INQUIRE_CHANNEL", "parameters": {"ChannelName": "*",'
            ' "ChannelType": "MQCHT_CLUSSDR", "ChannelAttrs": ["MQIACF_ALL"]}}',
        ),
        (
            inquire("mq:QueueManagerAttributes"),
            '{"command": "MQCMD_INQUIRE_Q_MGR", "parameters": {"QMgrAttrs": ["MQIACF_ALL"]}}',
        ),
        (
            inquire_queue_status(),
            '{"command": "MQCMD_INQUIRE_Q_STATUS", "parameters": {"QName": "*",'
            ' "StatusType": "MQIACF_Q_STATUS", "QStatusAttrs": ["MQIACF_ALL"]}}',
        ),
        (
            inquire_connections(),
            '{"command": "MQCMD_INQUIRE_CONNECTION", "parameters": {"GenericConnectionId": "",'
            ' "ConnInfoType": "MQIACF_CONN_INFO_ALL", "ConnectionAttrs": ["MQIACF_ALL"]}}',
        ),
    ],
)
def test_inquiries(message: Any, line: str) -> None:
    assert to_text(message) == line
    assert validate_message(message) == []
    assert validate_message(inquire_queue_manager()) == []


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
    facts = SystemFacts("QM1", platform, 940, 819)
    own = {"max_message_length": 4_194_304, "description": "", "repository": "C1",
           "cluster_workload_use_queue": "useq_any", "channel_event": "disabled"}  # fmt: skip
    assert shown(2, queue_manager_parameters(facts, own)) == {
        "QMgrName": "QM1", "Platform": word, "CommandLevel": 940, "CodedCharSetId": 819,
        "MaxMsgLength": 4_194_304, "QMgrDesc": "", "RepositoryName": "C1",
        "CLWLUseQ": "MQCLWL_USEQ_ANY", "ChannelEvent": "MQEVR_DISABLED",
    }  # fmt: skip
