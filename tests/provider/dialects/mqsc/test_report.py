"""What `runmqsc` answers: transcripts re-typed from public material, and what could be there."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects.mqsc.columns import layout, rows
from queuewright.dialects.mqsc.report import Reader, read, summary


def lines(text: str) -> str:
    """The text without the indentation that a test has it with."""
    return "\n".join(line.removeprefix("    ") for line in text.split("\n")[1:])


# A queue manager's setup for RDQM: github.com/ibm-messaging, a lab with ansible, its README.
CREATED = lines("""
    5724-H72 (C) Copyright IBM Corp. 1994, 2021.
    Starting MQSC for queue manager QM1.


         1 : define ql(queue1) maxdepth(50000)
    AMQ8006I: IBM MQ queue created.
         2 : define channel(sample.svrconn) chltype(svrconn) trptype(tcp)
    AMQ8014I: IBM MQ channel created.
         3 : set authrec profile(queue1) objtype(queue) principal('mquser') authadd(allmqi)
    AMQ8862I: IBM MQ authority record set.
         4 : end
    3 MQSC commands read.
    No commands have a syntax error.
    All valid MQSC commands were processed.
""")


def test_each_command_has_its_answer() -> None:
    report = read(CREATED)
    assert [(a.number, a.command) for a in report.answers[:2]] == [
        (1, "define ql(queue1) maxdepth(50000)"),
        (2, "define channel(sample.svrconn) chltype(svrconn) trptype(tcp)"),
    ]
    assert [a.messages[0].id for a in report.answers[:3]] == ["AMQ8006I", "AMQ8014I", "AMQ8862I"]
    assert all(a.ok for a in report.answers[:3])
    assert report.heading[1] == "Starting MQSC for queue manager QM1."
    assert report.fatal is None


# A file of MQ Managed File Transfer, run by a script: a guide to MFT in Spanish on GitHub (2022).
SEVERAL_LINES = lines("""
    5724-H72 (C) Copyright IBM Corp. 1994, 2018.
    Starting MQSC for queue manager CRC01CRD.


         1 : ALTER QLOCAL(SYSTEM.FTE) DESCR('Stream for MQMFT Pub/Sub interface')
    AMQ8008I: IBM MQ queue changed.
           : * Altering namelist: SYSTEM.QPUBSUB.QUEUE.NAMELIST
           : * Value prior to alteration:
         2 : DISPLAY NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST)
    AMQ8550I: Display namelist details.
       NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST)
       NAMCOUNT(2)                          
       NAMES(SYSTEM.BROKER.DEFAULT.STREAM   
            ,SYSTEM.BROKER.ADMIN.STREAM)    
       DESCR(A list of queues for the queued Pub/Sub interface to monitor)
       ALTDATE(2022-09-06)                     ALTTIME(17.07.08)
         3 : ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) +
           :  NAMES(SYSTEM.BROKER.DEFAULT.STREAM+
           :  ,SYSTEM.BROKER.ADMIN.STREAM,SYSTEM.FTE)
    AMQ8551I: IBM MQ namelist changed.
           : * Altering PSMODE.  Value prior to alteration:
         4 : DISPLAY QMGR PSMODE
    AMQ8408I: Display Queue Manager details.
       QMNAME(CRC01CRD)                        PSMODE(ENABLED)
    4 MQSC commands read.
    No commands have a syntax error.
    All valid MQSC commands were processed.
""")  # noqa: W291 - runmqsc pads with blanks


def test_a_list_that_wraps_and_commands_of_several_lines() -> None:
    report = read(SEVERAL_LINES)
    assert report.answers[1].rows == [
        {
            "NAMELIST": "SYSTEM.QPUBSUB.QUEUE.NAMELIST",
            "NAMCOUNT": "2",
            "NAMES": ["SYSTEM.BROKER.DEFAULT.STREAM", "SYSTEM.BROKER.ADMIN.STREAM"],
            "DESCR": "A list of queues for the queued Pub/Sub interface to monitor",
            "ALTDATE": "2022-09-06",
            "ALTTIME": "17.07.08",
        }
    ]
    assert report.answers[2].command.splitlines()[-1].endswith("SYSTEM.FTE)")
    assert report.answers[3].rows == [{"QMNAME": "CRC01CRD", "PSMODE": "ENABLED"}]
    assert len(report.comments) == 3


# The same guide.
REFUSED = lines("""
         1 : CLEAR QLOCAL ( CRC01CMM )
    AMQ8148E: IBM MQ object in use.
         2 : 	START CHANNEL (CRC01CRD.A.SRVFSAGN)
    AMQ8227E: Channel CRC01CRD.A.SRVFSAGN not found.
           : 
         3 : DEFINE QREMOTE (R) RNAME (RECEIVER.Q) RQMNAME (QMB') XMITQ (QMB)
    AMQ8405I: Syntax error detected at or near end of command segment below:-
    DEFINE QREMOTE (R) RNAME (RECEIVER.Q) RQMNAME (QMB'

    3 MQSC commands read.
    One command has a syntax error.
    2 valid MQSC commands could not be processed.
""")  # noqa: W291


def test_refusals_and_syntax_errors() -> None:
    answers = read(REFUSED).answers
    assert [answer.ok for answer in answers] == [False, False, False]
    texts = [answer.message.text for answer in answers if answer.message]
    assert texts[0] == "IBM MQ object in use."
    assert texts[2].endswith("below:- DEFINE QREMOTE (R) RNAME (RECEIVER.Q) RQMNAME (QMB'")


# Before 9.1 messages have no letter: a Japanese blog on deleting queues (yukun, 2013).
OLD = lines("""
    delete ql(QL.A)
         1 : delete ql(QL.A)
    AMQ8143: WebSphere MQ queue not empty.
    clear ql(QL.A)
         2 : clear ql(QL.A)
    AMQ8022: WebSphere MQ queue cleared.
    dis ql(QL.B) curdepth
         3 : dis ql(QL.B) curdepth
    AMQ8409: Display Queue details.
       QUEUE(QL.B)                             TYPE(QLOCAL)
       CURDEPTH(1)
    end
         4 : end
""")


def test_messages_without_a_letter() -> None:
    answers = read(OLD).answers
    assert [answer.ok for answer in answers[:3]] == [False, True, True]
    assert answers[0].messages[0].id == "AMQ8143"
    assert answers[2].rows == [{"QUEUE": "QL.B", "TYPE": "QLOCAL", "CURDEPTH": "1"}]


# A damaged queue among others: github.com/ibm-messaging/mq-mqi-python, its page on PCF responses.
DAMAGED = lines("""
        1 : dis q(X*)
    AMQ8149S: IBM MQ object damaged.
    AMQ8409I: Display Queue details.
       QUEUE(X1)                               TYPE(QLOCAL)
    AMQ8409I: Display Queue details.
       QUEUE(X2)                               TYPE(QLOCAL)
""")


# A syntax error with what would be valid: IBM MQ 9.0, Using MQSC commands interactively (AMQ8426);
# AMQ8427 is laid out as AMQ8xxx: Administration says.
SYNTAX = lines("""
         1 : dis ql(A) foo
    AMQ8405I: Syntax error detected at or near end of command segment below:-
    dis ql(A) f
    AMQ8427I: Valid syntax for the MQSC command:

       DISPLAY QLOCAL( generic_q_name )
          [ ALL ]
         2 : enter
    AMQ8405: Syntax error detected at or near end of command segment below:-
    AMQ8426: Valid MQSC commands are:
       ALTER
       CLEAR
""")


def test_what_would_be_valid_is_no_row() -> None:
    answers = read(SYNTAX).answers
    assert [(answer.ok, answer.rows) for answer in answers] == [(False, []), (False, [])]
    assert answers[0].message is not None
    assert answers[0].message.id == "AMQ8405I"


def test_a_message_among_the_rows_is_kept() -> None:
    [answer] = read(DAMAGED).answers
    assert [row["QUEUE"] for row in answer.rows] == ["X1", "X2"]
    assert answer.message is not None
    assert answer.message.id == "AMQ8149S"


# A client's connection: an issue on failover of a uniform cluster (2025).
CONNECTION = lines("""
         1 : DIS CONN(*) WHERE(APPLTAG EQ 'V2-1757099034949') ALL
    AMQ8276I: Display Connection details.
       CONN(6147BA6800DD0740)                
       EXTCONN(414D5143514D31202020202020202020)
       TYPE(CONN)                            
       PID(3079)                               TID(15) 
       APPLDESC(IBM MQ Channel)                APPLTAG(V2-1757099034949)
       CHANNEL(APP.SVRCONN)                    CLIENTID( )
       CONNAME(10.10.10.2)                  
       CONNOPTS(MQCNO_HANDLE_SHARE_BLOCK,MQCNO_SHARED_BINDING,MQCNO_RECONNECT)
       USERID(mqm)                             UOWLOG( )
       EXTURID(XA_FORMATID[] XA_GTRID[] XA_BQUAL[])
       QMURID(0.0)                             UOWSTATE(NONE)
       CONNTAG(MQCT6147BA6800D90740QM1_2025-09-05_02.13.44V2-1757099034949)
""")  # noqa: W291


def test_a_connection() -> None:
    [row] = read(CONNECTION).answers[0].rows
    assert (row["PID"], row["TID"], row["UOWLOG"]) == ("3079", "15", "")
    assert (row["APPLDESC"], row["APPLTAG"]) == ("IBM MQ Channel", "V2-1757099034949")
    assert row["CONNOPTS"].endswith(",MQCNO_RECONNECT")


# Handles of a connection stand in groups below it, as IBM's DISPLAY CONN shows TYPE(HANDLE).
HANDLES = lines("""
         1 : DIS CONN(577C425321295301) TYPE(HANDLE) ALL
    AMQ8276: Display Connection details.
       CONN(577C425321295301)
       EXTCONN(414D5143514D5FB0)
       TYPE(HANDLE)

       OBJNAME(ORDERS.IN)                      OBJTYPE(QUEUE)
       ASTATE(NONE)                            HSTATE(INACTIVE)
       OPENOPTS(MQOO_INPUT_SHARED,MQOO_INQUIRE,MQOO_SAVE_ALL_CONTEXT)
       READA(NO)

       OBJNAME(ORDERS.OUT)                     OBJTYPE(QUEUE)
       OPENOPTS(MQOO_OUTPUT)                   READA(NO)
""")


def test_the_handles_of_a_connection() -> None:
    [row] = read(HANDLES).answers[0].rows
    assert row["CONN"] == "577C425321295301"
    names = [(each["OBJNAME"], each["OPENOPTS"].split(",")[0]) for each in row["objects"]]
    assert names == [("ORDERS.IN", "MQOO_INPUT_SHARED"), ("ORDERS.OUT", "MQOO_OUTPUT")]


# A channel whose first column is full: a parser's test of a check script (2026).
FULL = lines("""
         1 : DIS CHSTATUS(*)
    AMQ8417I: Display Channel Status details.
       CHANNEL(TO.PARTNER)                     CHLTYPE(SDR)
       CONNAME(partner.example.internal(1414)) CURRENT
       RQMNAME(PARTNER_QM)                     STATUS(RUNNING)
""")


def test_a_first_column_that_is_full() -> None:
    [row] = read(FULL).answers[0].rows
    assert row["CONNAME"] == "partner.example.internal(1414)"
    assert (row["CURRENT"], row["STATUS"]) == ("yes", "RUNNING")


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("AMQ8146E: IBM MQ queue manager not available.", 8146),
        ("AMQ8118: WebSphere MQ queue manager does not exist.", 8118),
        ("AMQ8478E: Standby queue manager.", 8478),
        ("AMQ8118E: Der IBM MQ-Warteschlangenmanager ist nicht vorhanden.", 8118),
    ],
)
def test_a_queue_manager_that_is_not_there(line: str, number: int) -> None:
    report = read(f"5724-H72 (C) Copyright IBM Corp. 1994, 2024.\n{line}\n\n")
    assert report.answers == []
    assert report.fatal is not None
    assert report.fatal.number == number


# German, its messages from IBM's page AMQ8xxx: Verwaltung.
GERMAN = lines("""
    MQSC für Warteschlangenmanager QM1 wird gestartet.

         1 : DEFINE QLOCAL(A)
    AMQ8006I: IBM MQ-Warteschlange wurde erstellt.
         2 : DISPLAY QLOCAL(A) MAXDEPTH
    AMQ8409I: Details zur Warteschlange anzeigen.
       QUEUE(A)                                TYPE(QLOCAL)
       MAXDEPTH(5000)
         3 : DELETE QLOCAL(B)
    AMQ8147E: IBM MQ-Objekt B nicht gefunden.
    3 MQSC-Befehle wurden gelesen.
""")


def test_another_language() -> None:
    answers = read(GERMAN).answers
    assert [answer.ok for answer in answers] == [True, True, False]
    assert answers[1].rows == [{"QUEUE": "A", "TYPE": "QLOCAL", "MAXDEPTH": "5000"}]


def test_a_reason_that_no_message_has_a_text_for() -> None:
    """Source: AMQ8xxx, AMQ8101: the reason is hexadecimal."""
    [answer] = read("     1 : X\nAMQ8101S: IBM MQ error (7D5) has occurred.\n").answers
    assert answer.reason == 2005


def test_the_last_lines() -> None:
    assert summary(1, 0, 0)[0] == "One MQSC command read."
    assert summary(0, 0, 0)[0] == "No MQSC commands read."
    assert summary(3, 1, 1) == [
        "3 MQSC commands read.",
        "One command has a syntax error.",
        "One valid MQSC command could not be processed.",
    ]
    assert summary(9, 2, 2)[1:] == [
        "2 commands have a syntax error.",
        "2 valid MQSC commands could not be processed.",
    ]


characters = st.characters(codec="utf-8", categories=("L", "N", "P", "S"), include_characters=" ()")
texts = st.text(characters, max_size=64).map(str.strip)


@given(
    texts,
    texts,
    st.integers(0, 999_999_999),
    st.lists(st.from_regex("[A-Z.]{1,48}", fullmatch=True), max_size=9),
)
def test_whatever_texts_hold_they_are_read_as_they_were(
    description: str, trigger_data: str, depth: int, names: list[str]
) -> None:
    row: dict[str, Any] = {
        "QUEUE": "Q", "TYPE": "QLOCAL", "DESCR": description, "MAXDEPTH": depth, "SHARE": "",
        "TRIGDATA": trigger_data, "NOTRIGGER": "", "CUSTOM": "", "NAMES": names, "PUT": "ENABLED",
    }  # fmt: skip
    [shown] = rows(layout(row))
    expected = {name: str(value) for name, value in row.items()}
    assert shown == {**expected, "NAMES": names, "SHARE": "yes", "NOTRIGGER": "yes"}


@pytest.mark.parametrize(
    "description", ["orders (EU", "orders EU)", ")(", "((((", "a) b", "a (b) c) (", "(new) ) x"]
)
@pytest.mark.parametrize("following", ["GET", "UNKNOWN1"])
def test_a_text_with_any_parentheses_leaves_the_second_column_alone(
    description: str, following: str
) -> None:
    row = {"QUEUE": "Q", "TYPE": "QLOCAL", "DESCR": description, following: "DISABLED", "PUT": "X"}
    assert rows(layout(row)) == [row]


# The words of a queue's texts that could be taken for another attribute at its column.
imitations = st.tuples(
    st.sampled_from(["", "x", "(", "a (b", "orders)"]),
    st.sampled_from([")", " ", "(x)"]),
    st.sampled_from(
        ["GET(ENABLED", "PUT(DISABLED)", "TRIGDATA(x", "NOSHARE", "DESCR((", "CUSTOM( "]
    ),
    st.integers(-2, 2),
)


def _imitation(keyword: str, parts: tuple[str, str, str, int]) -> str:
    start, end, attribute, off = parts
    column = 40 - len(keyword) - 1 + off
    return f"{start + end:<{column}}{attribute}"


@given(
    imitations, imitations, st.permutations(["GET", "PUT", "TRIGDATA", "DESCR", "CUSTOM", "USAGE"])
)
def test_a_text_that_looks_like_another_column_is_a_text(
    first: tuple[str, str, str, int], second: tuple[str, str, str, int], order: list[str]
) -> None:
    values = {
        "GET": "DISABLED", "PUT": "ENABLED", "TRIGDATA": "t (1", "USAGE": "NORMAL",
        "DESCR": _imitation("DESCR", first).strip(), "CUSTOM": _imitation("CUSTOM", second).strip(),
    }  # fmt: skip
    row: dict[str, Any] = {"QUEUE": "Q", "TYPE": "QLOCAL", "SHARE": ""}
    row |= {keyword: values[keyword] for keyword in order}
    assert rows(layout(row)) == [row | {"SHARE": "yes"}]


@given(st.text(max_size=400))
def test_no_text_is_too_bad(text: str) -> None:
    report = read(text)
    for answer in report.answers:
        assert isinstance(answer.rows, list)
        assert answer.ok in (True, False)


@given(st.lists(st.sampled_from(CREATED.split("\n") + SEVERAL_LINES.split("\n")), max_size=30))
def test_lines_in_any_order(chosen: list[str]) -> None:
    """An answer is never that of a command before or after it: numbers follow each other."""
    reader = Reader()
    for line in chosen:
        reader.feed(line)
    reader.close()
    assert [answer.number for answer in reader.answers] == [*range(1, len(reader.answers) + 1)]
