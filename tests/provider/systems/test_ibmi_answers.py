"""What an IBM i prints, re-typed from public material, and how it is read.

Sources of the printed answers: issues of Code for IBM i on GitHub (494, 2370, 2607, 2705) for the
`system` utility and for errors of the db2 utility; its tests of the result sets of the db2 utility;
IBM's documentation of PASE's `system` utility and of Qshell's db2 utility; the Mapepire server's
requests for what CL leaves in an answer.
"""

import pytest

from queuewright.systems.ibmi import db2_utility, services
from queuewright.systems.ibmi.carrier import (
    Column,
    IbmiMessage,
    IbmiReply,
    Query,
    QueryRefused,
    messages_in,
)
from queuewright.systems.ibmi.refusals import refused

TWO = Query((Column("NAME"), Column("DEPTH", 0)), "QSYS2.SOMETHING", "NAME IN ('A')")


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param(
            "CPF2111: Library ILEDITOR already exists.",
            [("CPF2111", "Library ILEDITOR already exists.")],
            id="pase",
        ),
        pytest.param(
            "CPF9801:  Object QCPTOIMPF in library QSYS not found.\n"
            "CPC2206:  Ownership of object QZSHSYSTEM in QTEMP type *USRSPC changed.",
            [
                ("CPF9801", "Object QCPTOIMPF in library QSYS not found."),
                ("CPC2206", "Ownership of object QZSHSYSTEM in QTEMP type *USRSPC changed."),
            ],
            id="qshell",
        ),
        pytest.param(
            "CPFA0A9:  Object not found.  Object is EN_US.UTF-8.\n"
            "CPF2111:  Library ILEDITOR already exists.",
            [
                ("CPFA0A9", "Object not found.  Object is EN_US.UTF-8."),
                ("CPF2111", "Library ILEDITOR already exists."),
            ],
            id="without-the-locale",
        ),
        pytest.param(
            "CPF0006: Errors occurred in\n command.\n",
            [("CPF0006", "Errors occurred in command.")],
            id="over-two-lines",
        ),
        pytest.param("Welcome to AS400!\n\n", [], id="none"),
    ],
)
def test_messages_of_the_system_utility(printed: str, expected: list[tuple[str, str]]) -> None:
    assert [(message.id, message.text) for message in messages_in(printed)] == expected


@pytest.mark.parametrize(
    ("printed", "identifier"),
    [
        ("CPF2111:  Library X exists.\nCPC2206:  Ownership changed.", "CPF2111"),
        ("CPFA0A9:  Object is EN_US.UTF-8.\nCPF2112: Object exists.", "CPF2112"),
        ("CPD0043: Keyword X not valid.\nCPF0006: Errors occurred in command.", "CPF0006"),
        ("CPFA0A9:  Object not found.", "CPFA0A9"),
        ("CPD0030: Command X not found.", "CPD0030"),
    ],
)
def test_the_message_that_tells_why(printed: str, identifier: str) -> None:
    assert IbmiReply(False, list(messages_in(printed))).failure.id == identifier


def test_a_refusal_names_object_message_and_way_out() -> None:
    reply = IbmiReply(
        False, [IbmiMessage("CPF2112", "Object NIGHT in ORDERS type *MSGQ already exists.")]
    )
    text = "AS1 ibmi:MessageQueue ORDERS/NIGHT: Object NIGHT in ORDERS type *MSGQ already exists; "
    text += "change it, or delete it first (CPF2112)"
    assert str(refused("AS1 ibmi:MessageQueue ORDERS/NIGHT", reply)) == text
    silent = refused("X", IbmiReply(False, (), "line one\nline two"))
    assert "\n" not in str(silent)


def test_what_the_command_analyzer_found_is_told() -> None:
    printed = "CPD0043: Keyword DELIVRY not valid for this command.\n"
    printed += "CPF0006: Errors occurred in command."
    error = refused("X", IbmiReply(False, list(messages_in(printed))))
    assert str(error) == (
        "X: Keyword DELIVRY not valid for this command; correct the value (CPF0006)"
    )


def digits(text: str) -> str:
    return text.encode().hex().upper()


def printed_rows(*rows: str, count: int | None = None) -> str:
    """As the db2 utility shows a column that is wider than its values."""
    width = 60
    lines = ["DB2>", "  ?>", "  ?>", "", "00001".ljust(width), "-" * width]
    lines += [row.ljust(width) for row in rows]
    number = len(rows) if count is None else count
    return "\n".join([*lines, "", f"  {number} RECORD(S) SELECTED.", "", "DB2>"])


def test_rows_are_read_whatever_the_code_page_is() -> None:
    name = "Ä#@$'| {[]}"
    rows = (f". {digits(name)} 12 .", ". - - .", f". {digits('B')} -1 .", ".  0 .")
    printed = printed_rows(*rows)
    assert [dict(row) for row in db2_utility.rows(TWO, printed)] == [
        {"NAME": name, "DEPTH": 12},
        {"NAME": None, "DEPTH": None},
        {"NAME": "B", "DEPTH": -1},
        {"NAME": "", "DEPTH": 0},
    ]
    assert db2_utility.rows(TWO, printed_rows()) == []


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "DB2>",  # as it was seen where sshd had not started rightly
        printed_rows(f". {digits('A')} 1 .", count=2),
        printed_rows(f". {digits('A')} .", count=1),
        printed_rows(". 4G 1 .", count=1),
        printed_rows(". 414 1 ."),
        printed_rows(f". {digits('A')} 1 .")[:-60],
    ],
    ids=["nothing", "prompt", "fewer-rows", "fewer-columns", "no-digit", "half-a-byte", "cut"],
)
def test_half_an_answer_is_no_answer(printed: str) -> None:
    with pytest.raises(db2_utility.NotWhole):
        db2_utility.rows(TWO, printed)


ERROR = """DB2>
  ?>

 **** CLI ERROR *****
         SQLSTATE: 42884
NATIVE ERROR CODE: -440
Routine QCMDEXC in QSYS2 not found with specified parameters."""


def test_an_error_of_the_db2_utility() -> None:
    with pytest.raises(QueryRefused, match="Routine QCMDEXC in QSYS2 not found") as caught:
        db2_utility.rows(TWO, ERROR)
    assert caught.value.state == "42884"


def test_a_warning_of_the_db2_utility_comes_with_rows() -> None:
    """SQLSTATE 01548: partial information, for want of authority."""
    warning = " **** CLI ERROR *****\n SQLSTATE: 01548\nNATIVE ERROR CODE: 462\nPartial.\n"
    assert len(db2_utility.rows(TWO, warning + printed_rows(f". {digits('A')} 1 ."))) == 1


def test_the_statement_asks_for_digits_alone() -> None:
    statement = db2_utility.statement(TWO)
    assert statement == (
        "SELECT '. ' CONCAT COALESCE(HEX(CAST(NAME AS VARCHAR(30) CCSID 1208)), '-')"
        " CONCAT ' ' CONCAT\n"
        "COALESCE(CAST(DEPTH AS VARCHAR(20)), '-') CONCAT ' .'\n"
        "FROM QSYS2.SOMETHING\n"
        "WHERE NAME IN ('A');\n"
    )


def test_a_name_with_a_quote_stays_in_its_literal() -> None:
    query = services.data_queues(services.Scope(["O'X/Q' OR '1'='1"]))
    assert query.where == (
        "DATA_QUEUE_LIBRARY IN ('O''X') AND DATA_QUEUE_NAME IN ('Q'' OR ''1''=''1')"
    )


STANDARD = {
    "DATA_QUEUE_LIBRARY": "COOLSTUFF",
    "DATA_QUEUE_NAME": "KEYEDDQ",
    "DATA_QUEUE_TYPE": "STANDARD",
    "MAXIMUM_MESSAGE_LENGTH": 64000,
    "SEQUENCE": "KEYED",
    "KEY_LENGTH": 8,
    "INCLUDE_SENDER_ID": "YES",
    "CURRENT_MESSAGES": 0,
    "SPECIFIED_MAXIMUM_MESSAGES": -2,
    "INITIAL_MESSAGE_ALLOCATION": 16,
    "FORCE": "NO",
    "AUTOMATIC_RECLAIM": "NO",
    "TEXT_DESCRIPTION": "DQueue Time",
}


def test_a_row_of_data_queue_info() -> None:
    """CRTDTAQ DTAQ(COOLSTUFF/KEYEDDQ) MAXLEN(64000) SEQ(*KEYED) KEYLEN(8) SENDERID(*YES)
    SIZE(*MAX2GB) TEXT('DQueue Time'), as IBM's examples of the service create it."""
    assert services.data_queue(STANDARD) == (
        "ibmi:DataQueue",
        "COOLSTUFF/KEYEDDQ",
        {
            "max_entry_length": 64000,
            "force_to_auxiliary_storage": "no",
            "sequence": "keyed",
            "key_length": 8,
            "include_sender_id": "yes",
            "max_number_of_entries": "max2gb",
            "initial_number_of_entries": 16,
            "automatic_reclaim": "no",
            "text_description": "DQueue Time",
        },
    )


def test_a_row_of_a_ddm_data_queue_has_nothing_but_where_it_leads() -> None:
    row = dict.fromkeys(STANDARD) | {
        "DATA_QUEUE_LIBRARY": "STOCK",
        "DATA_QUEUE_NAME": "FAR",
        "DATA_QUEUE_TYPE": "DDM",
        "REMOTE_DATA_QUEUE": "IN",
        "REMOTE_DATA_QUEUE_LIBRARY": "*LIBL",
        "REMOTE_LOCATION": "*RDB",
        "RELATIONAL_DATABASE_NAME": "CHICAGO",
        "APPC_DEVICE_DESCRIPTION": "*LOC",
        "LOCAL_LOCATION": "*LOC",
        "MODE": "*NETATR",
        "REMOTE_NETWORK_ID": "*LOC",
    }
    kind, name, values = services.data_queue(row)
    assert (kind, name) == ("ibmi:DdmDataQueue", "STOCK/FAR")
    assert values == {
        "remote_data_queue": "IN",
        "remote_data_queue_library": "libl",
        "remote_location": "rdb",
        "relational_database": "CHICAGO",
        "appc_device_description": "loc",
        "local_location": "loc",
        "mode": "netatr",
        "remote_network_identifier": "loc",
        "text_description": "",
    }


def entry(user: str, authority: str, manages: str = "NO", *words: str) -> dict[str, str]:
    specific = dict.fromkeys(services._SPECIFIC, "NO") | dict.fromkeys(words, "YES")
    row = {"AUTHORIZATION_LIST": "PAY", "AUTHORIZATION_NAME": user, "OWNER": "QSECOFR"}
    row |= {"OBJECT_AUTHORITY": authority, "AUTHORIZATION_LIST_MANAGEMENT": manages}
    return {**row, **specific}


def test_rows_of_an_authorization_list() -> None:
    lists = services.authorization_lists(
        [
            entry("*PUBLIC", "*EXCLUDE"),
            entry("QSECOFR", "*ALL", "YES"),
            entry("ZOE", "*CHANGE"),
            entry("ANN", "USER DEFINED", "YES", "OBJECT_OPERATIONAL", "DATA_READ"),
            entry("BOB", "*USE"),
        ]
    )
    assert lists == {
        "PAY": {
            "owner": "QSECOFR",
            "authority": "exclude",
            "users": {
                "ANN": ("objopr", "read", "autlmgt"),
                "BOB": ("use",),
                "ZOE": ("change",),
            },
        }
    }
    assert list(lists["PAY"]["users"]) == ["ANN", "BOB", "ZOE"]  # type: ignore[arg-type]


def test_an_owner_who_was_given_less_is_shown() -> None:
    lists = services.authorization_lists([entry("QSECOFR", "*USE")])
    assert lists["PAY"]["users"] == {"QSECOFR": ("use",)}
