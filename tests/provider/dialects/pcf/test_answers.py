"""Answers of several messages, reasons and error parameters."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects.pcf.answers import (
    Refusal,
    collect,
    fail,
    reason_for,
    reason_name,
    refuse,
    succeed,
)
from queuewright.dialects.pcf.constants import MQCC, MQCFT, MQRCCF
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.errors import PcfAnswerError
from queuewright.dialects.pcf.responses import Responses
from queuewright.dialects.pcf.script import read_script
from queuewright.dialects.pcf.structures import (
    MQCFBS,
    MQCFH,
    MQCFIN,
    MQCFIN64,
    MQCFST,
    PcfMessage,
    Structure,
)
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.dialects.pcf.validation import validate_message

SETS: list[tuple[Structure, ...]] = [(MQCFST(2016, name), MQCFIN(15, 5)) for name in "ABC"]


def test_responses_are_numbered_and_the_last_is_marked() -> None:
    messages = succeed(13, SETS)
    headers = [message.header for message in messages]
    assert [(header.type, header.sequence, header.control) for header in headers] == [
        (2, 1, 0), (2, 2, 0), (2, 3, 1),
    ]  # fmt: skip
    answer = collect([decode(encode(message, "little")) for message in messages])
    assert (answer.completion, answer.reason) == (0, 0)
    assert list(answer.sets) == SETS
    assert answer.refusals == ()


def test_a_command_without_data_has_one_response() -> None:
    (message,) = succeed(11)
    assert (message.header.control, message.parameters) == (1, ())
    assert collect([message]).sets == ()


def test_a_failure_ends_with_command_failed() -> None:
    refusal = Refusal(MQRCCF.ATTR_VALUE_ERROR, (MQCFIN(1012, 15),))
    messages = fail(11, [refusal])
    assert [(m.header.completion, m.header.reason) for m in messages] == [(2, 4005), (2, 3008)]
    answer = collect([decode(encode(message)) for message in messages])
    assert (answer.completion, answer.reason) == (MQCC.FAILED, 4005)
    assert answer.refusals == (refusal,)
    assert collect(fail(11, [])).reason == MQRCCF.COMMAND_FAILED


def test_the_version_covers_the_structures() -> None:
    assert succeed(13, [(MQCFIN64(9, 1),)])[0].header.version == 3
    assert succeed(13)[0].header.version == 1


@given(st.integers(1, 6), st.sampled_from((8, 11, 12, 13)))
def test_every_answer_comes_back(count: int, command: int) -> None:
    sets: list[tuple[Structure, ...]] = [(MQCFIN(15, place),) for place in range(count)]
    answer = collect(succeed(command, sets))
    assert (answer.command, list(answer.sets)) == (command, sets)


def _broken() -> dict[str, list[PcfMessage]]:
    first, second, third = succeed(13, SETS)
    return {
        "expected at least one response": [],
        "response 1: MQCFH Type is 1, no response": [PcfMessage.command(13)],
        "response 3 is not the last one": [
            first, second, replace(third, header=replace(third.header, control=0)),
        ],
        "response 2 is not the last one": [first, second],
        "response 3: expected MsgSeqNumber 3, found 2": [first, second, second],
        "response 2: expected MsgSeqNumber 2, found 3": [first, third],
        "response 2 comes after the last one": [
            replace(first, header=replace(first.header, control=1)), second,
        ],
        "response 2 answers command 11, the first 13": [
            first, replace(second, header=replace(second.header, command=11)),
        ],
    }  # fmt: skip


@pytest.mark.parametrize("text", _broken())
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(PcfAnswerError, match=text):
        collect(_broken()[text])


@pytest.mark.parametrize(
    ("parameters", "reason", "number"),
    [
        ('{"QName":"A","QType":"MQQT_LOCAL","MaxQDepth":-1}', "ATTR_VALUE_ERROR", 15),
        ('{"QName":"A","QType":99}', "Q_TYPE_ERROR", 20),
        ('{"QName":"A"}', "PARM_COUNT_TOO_SMALL", 20),
        ('[{"QName":"A"},{"MaxQDepth":1},{"QType":1}]', "PARM_SEQUENCE_ERROR", 20),
        ('{"QName":"A","QType":1,"2999":5}', "CFIN_PARM_ID_ERROR", 2999),
        ('{"QName":"A","QType":1,"2999":"x"}', "CFST_PARM_ID_ERROR", 2999),
        ('{"QName":"A","QType":1,"BaseQName":"x"}', "CFST_PARM_ID_ERROR", 2002),
        ('[{"QName":"A"},{"QType":1},{"QType":1}]', "CFIN_DUPLICATE_PARM", 20),
        ('[{"QName":"A"},{"QName":"A"},{"QType":1}]', "PARM_SEQUENCE_ERROR", 20),
        ('{"QName":"A","QType":1,"Replace":7}', "REPLACE_VALUE_ERROR", 1006),
        ('{"QName":"A","QType":1,"15":{"type":"MQCFST","value":""}}', "STRUCTURE_TYPE_ERROR", 15),
        ('{"QName":"A","QType":1,"ClusterName":"C","ClusterNamelist":"N"}',
         "CLUSTER_NAME_CONFLICT", 2029),
        ('{"QName":"A","QType":1,"ClusterName":"C","Usage":1}', "CLUSTER_Q_USAGE_ERROR", 2029),
        ('{"QName":"A B","QType":1}', "OBJECT_NAME_ERROR", 2016),
        ('{"QName":"A","QType":1,"QDesc":"' + "x" * 65 + '"}', "CFST_STRING_LENGTH_ERR", 2013),
    ],
)  # fmt: skip
def test_what_validate_finds_has_a_reason_and_its_parameter(
    parameters: str, reason: str, number: int
) -> None:
    message = from_text(f'{{"command":"MQCMD_CREATE_Q","parameters":{parameters}}}')
    answer = collect(refuse(message, validate_message(message)))
    assert answer.refusals[0] == Refusal(MQRCCF[reason], (MQCFIN(1012, number),))
    assert answer.reason == MQRCCF[reason]


def test_a_queue_manager_refuses_too() -> None:
    message = from_text('{"command":"MQCMD_CHANGE_Q_MGR","parameters":{"RepositoryName":"A B"}}')
    answer = collect(refuse(message, validate_message(message)))
    assert answer.refusals == (Refusal(MQRCCF.ATTR_VALUE_ERROR, (MQCFIN(1012, 2035),)),)


def test_what_cannot_be_read_has_a_reason_and_its_offset() -> None:
    data = bytearray(encode(PcfMessage.command(11, (MQCFST(2016, "AB"),))))
    data[55] = 99  # StringLength
    (entry,) = read_script(bytes(data))
    answer = collect(refuse(PcfMessage.command(11), entry.problems))
    assert answer.refusals == (Refusal(MQRCCF.CFST_STRING_LENGTH_ERR, (MQCFIN(1018, 52),)),)


def test_every_trouble_has_a_reason() -> None:
    message = PcfMessage.command(11, (MQCFIN(20, 5), MQCFIN(20, 5), MQCFST(9999, "x")))
    for diagnostic in validate_message(message):
        assert reason_for(diagnostic) in MQRCCF


def test_names_of_reasons() -> None:
    assert reason_name(3008) == "MQRCCF_COMMAND_FAILED"
    assert reason_name(2085) == "MQRC_UNKNOWN_OBJECT_NAME"
    assert reason_name(0) == "MQRC_NONE"
    assert reason_name(9999) == "9999"


# --- Extended responses of z/OS: IBM, Extended responses ---------------------------------------


def _extended(
    kind: MQCFT, manager: str, identifier: str, *parameters: Structure, last: bool = True,
    sequence: int = 1, completion: int = 0, reason: int = 0, command: int = 13,
) -> PcfMessage:  # fmt: skip
    header = MQCFH(command, kind, 3, sequence, int(last), completion, reason)
    place = MQCFBS(7004, identifier.encode()), MQCFST(3070, manager.ljust(48))
    return PcfMessage(header, (*place, *parameters))


def _announcing(*identifiers: str, kind: int = 1) -> PcfMessage:
    """What the queue manager that was asked says first: MQIACF_COMMAND_INFO, the number of queue
    managers, and the sets that will come."""
    sets = [MQCFBS(7003, identifier.encode()) for identifier in identifiers]
    return _extended(MQCFT.XR_MSG, "MQ21", "1", MQCFIN(1120, kind), MQCFIN(1121, 2), *sets)


def _summary(manager: str, identifier: str, reason: int = 0, **more: Any) -> PcfMessage:
    completion = 2 if reason else 0
    return _extended(
        MQCFT.XR_SUMMARY, manager, identifier, completion=completion, reason=reason, **more
    )


def _item(manager: str, identifier: str, name: str, **more: Any) -> PcfMessage:
    return _extended(MQCFT.XR_ITEM, manager, identifier, MQCFST(2016, name), last=False, **more)


def _error(manager: str, identifier: str, reason: int = 4001) -> PcfMessage:
    failed = {"completion": 2, "reason": reason, "last": False}
    return _extended(MQCFT.XR_MSG, manager, identifier, MQCFIN(1012, 20), **failed)  # type: ignore[arg-type]


def test_items_messages_and_a_summary() -> None:
    """Of the responses to an inquiry the items alone are objects; what informs is none."""
    messages = [
        _item("MQ21", "1", "A"),
        _extended(MQCFT.XR_MSG, "MQ21", "1", MQCFIN(1120, 12), last=False, sequence=2),
        _item("MQ21", "1", "B", sequence=3),
        _summary("MQ21", "1", sequence=4),
    ]
    answer = collect([decode(encode(message, "little", 500), ccsid=500) for message in messages])
    assert (answer.completion, answer.reason, answer.refusals) == (0, 0, ())
    assert answer.sets == ((MQCFST(2016, "A"),), (MQCFST(2016, "B"),))


def test_what_z_os_refuses() -> None:
    answer = collect([_error("MQ21", "1"), _summary("MQ21", "1", 3008, sequence=2)])
    assert (answer.completion, answer.reason) == (2, 4001)
    assert answer.refusals == (Refusal(4001, (MQCFIN(1012, 20),)),)


MEMBERS = [
    _announcing("2", "3", "4"),
    _summary("MQ21", "2"),
    _error("MQ22", "3"),
    _summary("MQ22", "3", 3008, sequence=2),
    _summary("MQ21", "4", 3008),
]


def test_the_queue_manager_that_was_asked_decides() -> None:
    """CommandScope(*): it was done there, and another member refused it, which is told."""
    answer = collect(MEMBERS)
    assert (answer.completion, answer.reason) == (0, 0)
    assert answer.refusals == (Refusal(4001, (MQCFIN(1012, 20),), "MQ22"),)


def test_where_it_ran_on_another_member_alone_that_one_decides() -> None:
    messages = [_announcing("3", "4"), *MEMBERS[2:]]
    answer = collect(messages)
    assert (answer.completion, answer.reason) == (2, 4001)
    assert [refusal.manager for refusal in answer.refusals] == ["MQ22"]


def test_a_command_is_answered_when_every_set_has_had_its_last() -> None:
    """Whatever is announced has to come; sets may come one among another."""
    first, own, error, ended, summary = MEMBERS
    for order in ([first, own, error, ended, summary], [first, ended, summary, error, own]):
        responses = Responses()
        whole = []
        for message in order:
            responses.take(message)
            whole.append(responses.whole)
        assert whole == [False, False, False, False, True]
        kept = [message for each in responses.sets for message in each.messages]
        assert collect(kept) == collect(MEMBERS)


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        (MEMBERS[:4], "a set of responses is announced, and none of it came"),
        ([MEMBERS[0], *MEMBERS[2:3], *MEMBERS[4:]], "announced, and none"),
        ([_announcing("2"), _summary("MQ21", "2", command=11)], "answer different commands"),
        ([_announcing("2"), _item("MQ21", "2", "A")], "is not the last one"),
        ([_item("MQ21", "1", "A"), _summary("MQ21", "1", sequence=3)], "expected MsgSeqNumber 2"),
    ],
)
def test_what_is_no_extended_answer(messages: list[PcfMessage], text: str) -> None:
    with pytest.raises(PcfAnswerError, match=text):
        collect(messages)
