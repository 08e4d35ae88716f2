"""The shell of the sandbox's IBM i, and what its jobs are told."""

from pathlib import Path

import pytest

from ibmi_carriers import machine
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers import ibmi_cl
from queuewright.servers.shell import Shell
from queuewright.systems.ibmi.carrier import IbmiMessage, messages_in


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedSystem:
    made = machine(tmp_path, "AS1")
    made.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    made.create("ibmi:MessageQueue", "ORDERS/NIGHT", {})
    made.create("ibmi:OutputQueue", "ORDERS/PRT", {})
    made.create("ibmi:AuthorizationList", "CLERKS", {"users": {"BOB": ["use"]}})
    made.create(
        "ibmi:DataQueue",
        "STOCK/IN",
        {"max_entry_length": 1, "authority": "autl", "authorization_list": "CLERKS"},
    )
    return made


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("CRTDTAQ DTAQ(ORDERS/IN) MAXLEN(1)", "CPF9870: Object IN type *DTAQ already exists in"),
        ("CRTMSGQ MSGQ(ORDERS/NIGHT)", "CPF2112: Object NIGHT in ORDERS type *MSGQ already exists"),
        ("CRTAUTL AUTL(CLERKS)", "CPF2112: Object CLERKS in QSYS type *AUTL already exists."),
        ("CRTLIB LIB(ORDERS)", "CPF2111: Library ORDERS already exists."),
        ("CRTMSGQ MSGQ(NO/A)", "CPF2402: Library NO not found"),
        ("CRTDTAQ DTAQ(NO/A) MAXLEN(3)", "CPF9810: Library NO not found."),
        ("DLTDTAQ DTAQ(ORDERS/NO)", "CPF2105: Object NO in ORDERS type *DTAQ not found."),
        ("DLTMSGQ MSGQ(NO/A)", "CPF2110: Library NO not found."),
        ("DLTLIB LIB(NO)", "CPF2110: Library NO not found."),
        ("CHGLIB LIB(NO) TEXT('x')", "CPF2110: Library NO not found."),
        ("CRTOUTQ OUTQ(ORDERS/PRT)", "CPF3353: Output queue PRT in ORDERS already exists."),
        ("RNMOBJ OBJ(ORDERS/PRT) OBJTYPE(*OUTQ) NEWOBJ(PRT)",
         "CPF2112: Object PRT in ORDERS type *OUTQ already exists."),
        ("DLTAUTL AUTL(NO)", "CPF2105: Object NO in QSYS type *AUTL not found."),
        ("DLTAUTL AUTL(CLERKS)", "CPF2125: No objects deleted."),
        ("CHGMSGQ MSGQ(ORDERS/NO) TEXT(A)", "CPF2403: Message queue NO in ORDERS not found."),
        ("CRTMSGQ MSGQ(ORDERS/A) CCSID(99)", "CPF247E: CCSID 99 is not valid."),
        ("CRTMSGQ MSGQ(ORDERS/A) SIZE(20000)", "CPF2497: Size for A in ORDERS exceeds machine"),
        ("CRTDTAQ DTAQ(ORDERS/A) MAXLEN(5) AUT(NO)", "CPF2283: Authorization list NO does not"),
        ("ADDAUTLE AUTL(NO) USER(BOB) AUT(*USE)", "CPF2283: Authorization list NO does not exist."),
        ("ADDAUTLE AUTL(CLERKS) USER(BOB) AUT(*USE)", "CPF2282: 1 error(s) adding users, 1 auth"),
        ("RMVAUTLE AUTL(CLERKS) USER(TIM)", "CPF2285: 1 error(s) removing users, 1 authorizat"),
        ("ADDAUTLE AUTL(CLERKS) USER(TIM) AUT(*EXCLUDE *USE)", "CPF2290: *EXCLUDE cannot be sp"),
        ("CHKOBJ OBJ(ORDERS/NO) OBJTYPE(*DTAQ)", "CPF9801: Object NO in library ORDERS not found."),
    ],
)  # fmt: skip
def test_a_job_is_told_in_ibms_words(embedded: EmbeddedSystem, command: str, message: str) -> None:
    done = Shell(embedded).run(f'system "{command}"')
    assert (done.code, done.out) == (255, "")
    assert done.err.startswith(message)
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "diagnostic"),
    [
        ("CRTDTAQ DTAQ(ORDERS/A)", "CPD0071: Parameter MAXLEN required."),
        ("DLTMSGQ", "CPD0071: Parameter MSGQ required."),
        ("CRTMSGQ MSGQ(ORDERS/A) FROB(1)", "CPD0043: Keyword FROB not valid for this command."),
        ("CRTMSGQ MSGQ(ORDERS/A", "CPD0013: A matching parenthesis not found."),
        ("WRKACTJOB", "CPD0030: Command WRKACTJOB in library *LIBL not found."),
        ("CRTDTAQ DTAQ(ORDERS/A) MAXLEN(X)", 'CPD0006: MAXLEN must be 1-64512, not "X".'),
        (
            "CRTDTAQ DTAQ(ORDERS/A) MAXLEN(5) SEQ(*KEYED)",
            "CPD0006: Key_length belongs to a keyed queue",
        ),
        ("CHKOBJ OBJ(ORDERS/IN)", "CPD0071: Parameter OBJTYPE required."),
    ],
)
def test_the_command_analyzer_says_what_is_wrong_first(
    embedded: EmbeddedSystem, command: str, diagnostic: str
) -> None:
    first, second = Shell(embedded).run(f'system "{command}"').err.splitlines()
    assert first.startswith(diagnostic)
    assert second == "CPF0006: Errors occurred in command."


def test_the_second_level_says_why_and_the_way_out(embedded: EmbeddedSystem) -> None:
    [message] = ibmi_cl.run(embedded, "DLTAUTL AUTL(CLERKS)").messages
    assert message.second == (
        "Cause . . . . . :   It secures STOCK/IN. Recovery  . . . :   Take it away from them first."
    )


def test_the_second_level_is_not_taken_for_the_first() -> None:
    """Where a job log is printed; what follows a message without an identifier belongs to it."""
    printed = """\
CPF2105: Object NO in ORDERS
  type *DTAQ not found.
  Cause . . . . . :   No object was found for the name
    or type specified.
 Recovery  . . . :   Specify the correct name. CPF2105: is what it is.
CPF0006:  Errors occurred in command.
Ursache  . . . . :   Wie oben.
"""
    assert list(messages_in(printed)) == [
        IbmiMessage("CPF2105", "Object NO in ORDERS type *DTAQ not found."),
        IbmiMessage("CPF0006", "Errors occurred in command."),
    ]


@pytest.mark.parametrize(
    ("line", "out", "code"),
    [
        ("exit 3", "", 3),
        ("exit", "", 0),
        ("false; exit", "", 1),
        ("echo a; exit 7; echo b", "a\n", 7),
        ("true && exit 7; echo b", "", 7),
        ("false && exit 7; echo b", "b\n", 0),
        ("system 'DLTDTAQ ORDERS/NO' || exit 6", "", 6),
        ("exit 300", "", 44),
        ("exit x; echo b", "", 2),
        ("echo a\nexit 5\necho b", "a\n", 5),
        ("qsh -c 'exit 4'", "", 4),
        ("qsh -c 'exit 4'; echo b", "b\n", 0),
    ],
)
def test_exit_ends_the_shell(embedded: EmbeddedSystem, line: str, out: str, code: int) -> None:
    done = Shell(embedded).run(line)
    assert (done.out, done.code) == (out, code)


def test_an_object_with_a_quoted_name_is_found(embedded: EmbeddedSystem) -> None:
    embedded.create("ibmi:MessageQueue", 'ORDERS/"a/b"', {})
    check = "CHKOBJ OBJ({}) OBJTYPE(*MSGQ)"
    assert ibmi_cl.run(embedded, check.format('ORDERS/"a/b"')).ok
    assert ibmi_cl.run(embedded, check.format('orders/"a/b"')).ok
    assert not ibmi_cl.run(embedded, check.format('ORDERS/"A/B"')).ok
