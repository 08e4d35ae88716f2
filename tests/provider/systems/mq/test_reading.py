"""What answers of a queue manager tell.

DISPLAY CONN: IBM MQ, DISPLAY CONN (handle attributes have no APPLTAG, connection attributes have);
objects: pymqrest's reader of nested objects. DISPLAY QMGR: IBM MQ, DISPLAY QMGR.
"""

import pytest

from queuewright.catalogue.observed import Handle, OpenFor, Resolved
from queuewright.catalogue.platform import Platform
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.reading import (
    counts,
    handles,
    manager_facts,
    names_applications,
    observed,
)
from queuewright.systems.mq.refusals import is_not_found, message_id, reason_of


def test_handles_are_joined_with_their_connections() -> None:
    of_handles = [
        {
            "conn": "577C425321295301",
            "type": "HANDLE",
            "objects": [
                {"objname": "A", "objtype": "QUEUE", "openopts": ["MQOO_OUTPUT", "MQOO_INQUIRE"]},
                {"objname": "QM1", "objtype": "QMGR", "openopts": ["MQOO_INQUIRE"]},
                {"objname": "A", "objtype": "QUEUE", "openopts": ["MQOO_OUTPUT", "MQOO_INQUIRE"]},
            ],
        },
        {"CONN": "2", "OBJNAME": "N", "OBJTYPE": "NAMELIST", "OPENOPTS": "MQOO_INQUIRE"},
    ]
    people = [
        {"conn": "577C425321295301", "appltag": "shop", "userid": "ann", "channel": "APP.SVRCONN"},
        {"conn": "2", "appltag": "audit", "userid": "bob", "channel": " "},
    ]
    assert not names_applications(of_handles)
    use = frozenset({OpenFor.OUTPUT, OpenFor.INQUIRE})
    assert handles(of_handles, people) == [
        Handle("A", "shop", "ann", use, "APP.SVRCONN", count=2),
        Handle(
            "N", "audit", "bob", frozenset({OpenFor.INQUIRE}), path=(Resolved("namelist", "N"),)
        ),
    ]


@pytest.mark.parametrize(
    ("word", "platform"),
    [("UNIX", Platform.AIX), ("WINDOWSNT", Platform.WINDOWS), ("MVS", Platform.ZOS),
     ("OS400", Platform.IBMI), ("APPLIANCE", Platform.LINUX), ("NEW", Platform.LINUX)],
)  # fmt: skip
def test_the_queue_manager_says_what_it_is(word: str, platform: Platform) -> None:
    row = {"qmname": "QM1", "platform": word, "cmdlevel": "940", "ccsid": 819, "maxmsgl": 4194304}
    facts = manager_facts("QM1", {**row, "defxmitq": "DXQ ", "qsgname": " "})
    assert (facts.platform, facts.command_level, facts.ccsid) == (platform, 940, 819)
    assert facts.max_message_length == 4_194_304
    assert facts.default_transmission_queue == "DXQ"
    assert facts.queue_sharing_group == ""


def test_uncommitted_work_is_a_number_or_yes() -> None:
    rows = [
        {"queue": "A", "curdepth": 3, "uncom": 2, "ipprocs": 1, "opprocs": 0},
        {"queue": "B", "curdepth": "0", "uncom": "YES", "ipprocs": 0, "opprocs": 1},
        {"queue": "C", "curdepth": 0, "uncom": "NO"},
    ]
    found = counts(rows)
    assert [found[name].uncommitted for name in "ABC"] == [2, 1, 0]
    assert [found[name].depth for name in "ABC"] == [3, 0, 0]


def test_dynamic_queues_are_told_from_others() -> None:
    rows = [
        {"queue": "A", "type": "QLOCAL", "deftype": "PREDEFINED"},
        {"queue": "B", "type": "QLOCAL", "deftype": "TEMPDYN"},
        {"queue": "C", "type": "QCLUSTER"},
        {"channel": "D", "chltype": "NEW"},
    ]
    defined = {each.key.name: each.definition_type for each in observed("QM1", rows)}
    assert defined == {"A": "predefined", "B": "temporary_dynamic"}


ZOS = (
    "CSQN205I    COUNT=    4, RETURN=0000000C, REASON=00000008 "
    "CSQM125I +CSQ1 CSQMUQLC QLOCAL (Q2) QSGDISP(QMGR) WAS NOT FOUND "
    "CSQM090E +CSQ1 CSQMUQLC FAILURE REASON CODE X'00D44002' "
    "CSQ9023E +CSQ1 CSQMUQLC ' DELETE QLOCAL' ABNORMAL COMPLETION"
)


def test_a_message_says_what_its_number_does_not() -> None:
    """IBM MQ for z/OS, Examples of commands and their replies."""
    reply = MqReply(2, 3008, message_id(ZOS), ZOS)
    assert reply.message_id == "CSQM125I"
    assert reason_of(reply) == 2085
    assert is_not_found(reply)
    assert reason_of(MqReply(2, 0, "", "AMQ8143E: IBM MQ queue not empty.")) == 2055
    assert reason_of(MqReply(2, 4004, "", "AMQ8143E")) == 4004
    assert reason_of(MqReply(2, 0, "", "something else")) == 0


@pytest.mark.parametrize(
    ("shown", "has"),
    [
        ("BROWSE, PUT", ("browse", "output")),
        (["BROWSE", "FUTURE"], ("browse",)),
        ("FUTURE", ()),
        ("NONE", ("none",)),
    ],
)
def test_a_word_that_is_not_known_hides_no_others(shown: object, has: tuple[str, ...]) -> None:
    """The whole list counted as not reported, and so as what was last applied."""
    row = {"profile": "A", "objtype": "QUEUE", "entity": "ann", "enttype": "PRINCIPAL"}
    [record] = observed("QM1", [{**row, "authlist": shown}])
    assert record.attributes["authorities"] == has
