"""The commands and keywords that CL has, against the documents."""

import pytest

from queuewright.dialects.cl.tables import commands, knows_keyword, object_type
from queuewright.dialects.definition import Action
from queuewright.kinds import KINDS


def test_positions_of_the_documents() -> None:
    """000, CRTMSGQ and CRTDTAQ, column Notes."""
    queue = commands()["CRTMQMQ"].positions
    assert len(queue) == 57
    expected = {
        1: "QNAME", 2: "QTYPE", 3: "MQMNAME", 4: "REPLACE", 5: "TEXT", 10: "TRGENBL", 20: "RTNITV",
        26: "USAGE", 28: "TGTQNAME", 32: "HIGHTHLD", 40: "CLUSTER", 47: "STATQ", 54: "CUSTOM",
        55: "CLCHNAME", 56: "-", 57: "IMGRCOVQ",
    }  # fmt: skip
    assert {place: queue[place - 1] for place in expected} == expected
    assert commands()["CRTMSGQ"].positions == ("MSGQ",)
    assert commands()["CRTDTAQ"].positions == ("DTAQ", "MAXLEN")


@pytest.mark.parametrize("name", ["CRTMQMQ", "CRTMSGQ", "CRTDTAQ", "CRTMQMNL", "CRTMQMCHL"])
def test_every_keyword_of_the_catalogue_is_one_of_its_command(name: str) -> None:
    table = commands()[name]
    for kind in table.kinds:
        spec = KINDS[kind]
        for attribute in spec.attributes().values():
            if attribute.cl is not None and attribute.cl.command is None:
                assert attribute.cl.keyword in table.keywords
                assert knows_keyword(name, attribute.cl.keyword)


def test_keywords_of_crtmqmq_are_those_of_000() -> None:
    assert commands()["CRTMQMQ"].keywords == set(commands()["CRTMQMQ"].positions) - {"-"}
    assert not knows_keyword("CRTMQMQ", "STREAMQ")
    assert not knows_keyword("CRTPF", "FILE")


def test_keywords_of_crtmsgq_and_crtdtaq() -> None:
    assert commands()["CRTMSGQ"].keywords == set(
        "MSGQ TEXT FORCE SIZE AUT ALWALR CCSID MSGQFULL".split()
    )
    assert commands()["CRTDTAQ"].keywords == set(
        "DTAQ TYPE MAXLEN FORCE SEQ KEYLEN SENDERID SIZE AUTORCL RMTDTAQ RMTLOCNAME RDB DEV"
        " LCLLOCNAME MODE RMTNETID TEXT AUT".split()
    )
    assert commands()["CHGMSGQ"].keywords == set(
        "MSGQ DLVRY PGM SEV RESET TEXT FORCE ALWALR CCSID MSGQFULL".split()
    )


def test_what_a_command_does() -> None:
    actions = {name: table.action for name, table in commands().items()}
    assert len(actions) == 74
    assert actions["SETMQMSPL"] is Action.CREATE
    assert actions["CPYMQMQ"] is Action.CREATE
    assert actions["GRTOBJAUT"] is Action.CHANGE
    assert actions["DLTMQMCHL"] is Action.DELETE
    assert (actions["ADDAUTLE"], actions["RMVAUTLE"]) == (Action.ADD, Action.REMOVE)
    assert [object_type(f"ibmi:{kind}") for kind in ("MessageQueue", "DataQueue")] == [
        "*MSGQ", "*DTAQ"
    ]  # fmt: skip
