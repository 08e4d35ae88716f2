"""CL by a user whose own authorities count. The tables are typed from IBM's "Authority required for
objects used by commands", the pages of RNMOBJ, MOVOBJ, CHGLIB, CHGOBJOWN and ADDJOBQE, QMHQCDQ, and
of IBM MQ's commands from "Access authorities for IBM MQ objects on IBM i"."""

from collections.abc import Iterator, Mapping
from itertools import count

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.cl.tables import commands
from queuewright.kinds import is_ibmi
from queuewright.sandbox import cl_commands, command_needs, mqsc_commands
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

# Nobody but its owner, QSECOFR, may do anything with these.
SETUP = """
CRTAUTL AUTL(CLERKS) AUT(*EXCLUDE)
ADDAUTLE AUTL(CLERKS) USER(BOB) AUT(*USE)
CRTDTAQ DTAQ(ORDERS/IN) MAXLEN(10) AUT(*EXCLUDE)
CRTDTAQ DTAQ(STOCK/Q) MAXLEN(10) AUT(*EXCLUDE)
CRTMSGQ MSGQ(ORDERS/NIGHT) AUT(*EXCLUDE)
CRTOUTQ OUTQ(ORDERS/OWN) AUT(*EXCLUDE)
CRTOUTQ OUTQ(ORDERS/ANY) AUTCHK(*DTAAUT) AUT(*EXCLUDE)
CRTJOBQ JOBQ(ORDERS/BATCH) AUT(*EXCLUDE)
CALL PGM(QUSCRTUQ) PARM('USRQ      ORDERS    ' ' ' 'F' 0 100 10 10 '*EXCLUDE' ' ')
GRTOBJAUT OBJ(ORDERS) OBJTYPE(*LIB) USER(*PUBLIC) AUT(*EXCLUDE)
GRTOBJAUT OBJ(STOCK) OBJTYPE(*LIB) USER(*PUBLIC) AUT(*EXCLUDE)
GRTOBJAUT OBJ(EMPTY) OBJTYPE(*LIB) USER(*PUBLIC) AUT(*EXCLUDE)
GRTOBJAUT OBJ(QSYS) OBJTYPE(*LIB) USER(*PUBLIC) AUT(*EXCLUDE)
"""
USE = "*OBJOPR *READ *EXECUTE"
IN, NIGHT, LIST = "ORDERS/IN *DTAQ", "ORDERS/NIGHT *MSGQ", "CLERKS *AUTL"
ORDERS, STOCK, EMPTY, QSYS = "ORDERS *LIB", "STOCK *LIB", "EMPTY *LIB", "QSYS *LIB"
FOUND, OTHERS, SECURITY = ("CPF2189", "CPF2182"), ("CPF9802", "CPF9820"), ("CPF2207", "CPF9820")
NEW = {ORDERS: "*READ *ADD"}
# Command, what it needs, and what refuses it: for the object, for its library.
TABLE: tuple[tuple[str, Mapping[str, str], tuple[str, str]], ...] = (
    ("CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(5)", NEW, OTHERS),
    ("DLTDTAQ DTAQ(ORDERS/IN)", {IN: "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("DLTDTAQ DTAQ(ORDERS/I*)", {IN: "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("CALL PGM(QSYS/QMHQCDQ) PARM('IN        ORDERS    ' X'000000010000006400000001F1' "
     "X'00000000')", {IN: "*OBJMGT", ORDERS: "*EXECUTE"}, OTHERS),
    ("CRTMSGQ MSGQ(ORDERS/NEW)", NEW, ("", "CPF2182")),
    ("CHGMSGQ MSGQ(ORDERS/NIGHT) SEV(20)", {NIGHT: f"{USE} *DLT", ORDERS: "*EXECUTE"},
     ("CPF2408", "CPF2182")),
    ("DLTMSGQ MSGQ(ORDERS/NIGHT)", {NIGHT: f"*OBJEXIST {USE} *DLT", ORDERS: "*EXECUTE"}, FOUND),
    ("CRTOUTQ OUTQ(ORDERS/NEW) DTAQ(ORDERS/IN) MSGQ(ORDERS/NIGHT)",
     {ORDERS: "*READ *ADD *EXECUTE", IN: "*READ", NIGHT: "*OBJOPR *ADD"}, OTHERS),
    ("CHGOUTQ OUTQ(ORDERS/ANY) SEQ(*JOBNBR)",
     {"ORDERS/ANY *OUTQ": "*OBJMGT *READ *ADD *DLT", ORDERS: "*EXECUTE"}, SECURITY),
    ("DLTOUTQ OUTQ(ORDERS/OWN)", {"ORDERS/OWN *OUTQ": "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("CRTJOBQ JOBQ(ORDERS/NEW)", NEW, OTHERS),
    ("DLTJOBQ JOBQ(ORDERS/BATCH)", {"ORDERS/BATCH *JOBQ": "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("DLTUSRQ USRQ(ORDERS/USRQ)", {"ORDERS/USRQ *USRQ": "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("ADDAUTLE AUTL(CLERKS) USER(TIM) AUT(*USE)",
     {LIST: f"{USE} *AUTLMGT", QSYS: "*EXECUTE"}, SECURITY),
    ("CHGAUTLE AUTL(CLERKS) USER(BOB) AUT(*READ)",
     {LIST: "*READ *AUTLMGT", QSYS: "*EXECUTE"}, SECURITY),
    ("CHGAUTLE AUTL(CLERKS) USER(*PUBLIC) AUT(*USE)",
     {LIST: f"{USE} *AUTLMGT", QSYS: "*EXECUTE"}, SECURITY),
    ("RMVAUTLE AUTL(CLERKS) USER(BOB)",
     {LIST: f"{USE} *AUTLMGT", QSYS: "*EXECUTE"}, SECURITY),
    ("CHGLIB LIB(EMPTY) TEXT('x')", {EMPTY: "*OBJMGT"}, ("CPF2182", "CPF2182")),
    ("DLTLIB LIB(EMPTY)", {EMPTY: f"{USE} *OBJEXIST"}, ("CPF2182", "CPF2182")),
    ("CLRLIB LIB(STOCK)", {STOCK: USE, "STOCK/Q *DTAQ": "*OBJEXIST"}, FOUND),
    ("RNMLIB LIB(EMPTY) NEWLIB(FULL)",
     {EMPTY: "*OBJMGT", QSYS: "*UPD *EXECUTE"}, ("CPF2182", "CPF2182")),
    ("CHGOBJD OBJ(ORDERS/IN) OBJTYPE(*DTAQ) TEXT('x')",
     {IN: "*OBJMGT", ORDERS: "*EXECUTE"}, FOUND),
    ("CHGOBJD OBJ(CLERKS) OBJTYPE(*AUTL) TEXT('x')", {LIST: "*OBJMGT", QSYS: "*EXECUTE"}, FOUND),
    ("DLTOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ)", {IN: "*OBJEXIST", ORDERS: "*EXECUTE"}, FOUND),
    ("RNMOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) NEWOBJ(OUT)",
     {IN: "*OBJMGT", ORDERS: "*UPD *EXECUTE"}, FOUND),
    ("RNMOBJ OBJ(CLERKS) OBJTYPE(*AUTL) NEWOBJ(SELLERS)",
     {LIST: "*AUTLMGT", QSYS: "*UPD *READ"}, FOUND),
    ("MOVOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) TOLIB(STOCK)",
     {IN: "*OBJMGT", ORDERS: "*DLT *EXECUTE", STOCK: "*READ *ADD"}, FOUND),
    ("CRTDUPOBJ OBJ(IN) FROMLIB(ORDERS) OBJTYPE(*DTAQ) TOLIB(STOCK)",
     {IN: f"*OBJMGT {USE}", ORDERS: USE, STOCK: f"{USE} *ADD"}, FOUND),
    ("GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(TIM) AUT(*READ *OBJEXIST)",
     {IN: "*OBJMGT *READ *OBJEXIST", ORDERS: "*EXECUTE"}, SECURITY),
    ("GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*USE)",
     {IN: f"*OBJMGT {USE}", ORDERS: "*EXECUTE"}, SECURITY),
    ("GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) AUTL(CLERKS)",
     {IN: f"*OBJMGT {USE} *OBJEXIST *OBJALTER *OBJREF *ADD *UPD *DLT", ORDERS: "*EXECUTE"},
     SECURITY),
    ("CHGOBJOWN OBJ(ORDERS/IN) OBJTYPE(*DTAQ) NEWOWN(TIM)",
     {IN: "*OBJEXIST", ORDERS: "*EXECUTE", "TIM *USRPRF": "*ADD", "QSECOFR *USRPRF": "*DLT"},
     SECURITY),
    ("CHGOBJOWN OBJ(EMPTY) OBJTYPE(*LIB) NEWOWN(ANN)",
     {EMPTY: "*OBJOPR *OBJEXIST", QSYS: "*EXECUTE", "QSECOFR *USRPRF": "*DLT"}, SECURITY),
    ("STRJRNOBJ OBJ(ORDERS/IN) OBJTYPE(*DTAQ) JRN(STOCK/JRN)",
     {IN: "*OBJOPR *OBJMGT", ORDERS: "*EXECUTE", STOCK: "*EXECUTE",
      "STOCK/JRN *JRN": "*OBJOPR *OBJMGT"}, OTHERS),
    ("ADDJOBQE SBSD(STOCK/SUB) JOBQ(ORDERS/BATCH)",
     {"STOCK/SUB *SBSD": "*OBJOPR *OBJMGT *READ", STOCK: "*EXECUTE"}, OTHERS),
)  # fmt: skip


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    return Sandbox(tmp_path_factory.mktemp("authority") / "s.db")


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    return count()


@pytest.fixture
def machine(sandbox: Sandbox, numbers: Iterator[int]) -> EmbeddedSystem:
    return partition(sandbox, numbers)


def partition(sandbox: Sandbox, numbers: Iterator[int]) -> EmbeddedSystem:
    given = ("ORDERS", "STOCK", "EMPTY")
    made = sandbox.create_system(
        f"AS{next(numbers)}", platform=Platform.IBMI, libraries=given, ccsid=37
    )
    done(made, SETUP)
    return made


def ran(system: EmbeddedSystem, commands: str) -> list[Answer]:
    who = system.operator
    user = who.user if who is not None else ""
    lines = commands.strip().splitlines()
    return [
        answer
        for line in lines
        for answer in cl_commands.run(system, line, is_partition=True, user=user)
    ]


def done(system: EmbeddedSystem, commands: str) -> None:
    for answer in ran(system, commands):
        assert answer.ok, answer.message


def refused(system: EmbeddedSystem, command: str) -> Answer:
    [answer] = ran(system, command)
    assert not answer.ok, command
    return answer


def ann(system: EmbeddedSystem, *groups: str) -> EmbeddedSystem:
    return system.sandbox.system(system.name, Operator("ANN", groups))


def grant(place: str, words: str, user: str = "ANN") -> str:
    name, of_type = place.split()
    if of_type == "*AUTL":
        return f"ADDAUTLE AUTL({name}) USER({user}) AUT({words})"
    return f"GRTOBJAUT OBJ({name}) OBJTYPE({of_type}) USER({user}) AUT({words})"


def granted(
    system: EmbeddedSystem, needs: Mapping[str, str], but: tuple[str, str] = ("", "")
) -> None:
    """Everything that is needed, but one authority to one object."""
    for place, words in needs.items():
        left = " ".join(w for w in words.split() if (place, w) != but)
        done(system, grant(place, left or "*EXCLUDE"))


@pytest.mark.parametrize(("command", "needs", "identifiers"), TABLE, ids=lambda v: str(v)[:40])
def test_a_command_needs_what_the_table_says(
    sandbox: Sandbox,
    numbers: Iterator[int],
    command: str,
    needs: Mapping[str, str],
    identifiers: tuple[str, str],
) -> None:
    machine = partition(sandbox, numbers)
    refused(ann(machine), command)
    granted(machine, needs)
    done(ann(machine), command)
    for place, words in needs.items():
        for word in words.split():
            machine = partition(sandbox, numbers)
            granted(machine, needs, (place, word))
            answer = refused(ann(machine), command)
            name, of_type = place.split()
            assert f"user ANN has no {word}" in answer.message, answer.message
            is_profile = of_type == "*USRPRF"
            assert answer.message_id in (("CPF2217",) if is_profile else identifiers)
            assert name in answer.message
            assert len(answer.message.splitlines()) == 1


CHANGE = "CHGOBJD OBJ(ORDERS/IN) OBJTYPE(*DTAQ) TEXT('x')"


def test_the_first_source_that_says_anything_decides(machine: EmbeddedSystem) -> None:
    """The user's own, the list's, the groups' together, *PUBLIC's; too little ends the search."""
    done(machine, grant(ORDERS, "*USE", "*PUBLIC"))
    on_object = "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) REPLACE(*YES) USER({}) AUT({})".format
    done(machine, on_object("*PUBLIC", "*ALL"))
    done(ann(machine), CHANGE)
    done(machine, on_object("DEV", "*USE"))  # a group's before *PUBLIC's
    assert "(group DEV)" in refused(ann(machine, "DEV"), CHANGE).message
    done(ann(machine, "OTHERS"), CHANGE)
    done(machine, on_object("OPS", "*OBJMGT"))
    done(ann(machine, "DEV", "OPS"), CHANGE)  # they add up
    done(machine, "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) AUTL(CLERKS)")
    done(machine, "ADDAUTLE AUTL(CLERKS) USER(ANN) AUT(*USE)")
    assert "(list CLERKS)" in refused(ann(machine, "DEV", "OPS"), CHANGE).message
    done(machine, "CHGAUTLE AUTL(CLERKS) USER(ANN) AUT(*ALL)")
    done(ann(machine), CHANGE)
    done(machine, on_object("ANN", "*EXCLUDE"))
    assert "(its own authority)" in refused(ann(machine, "OPS"), CHANGE).message
    done(machine, "CHGOBJOWN OBJ(ORDERS/IN) OBJTYPE(*DTAQ) NEWOWN(ANN)")
    done(ann(machine), CHANGE)
    done(machine, "CHGOBJOWN OBJ(ORDERS/IN) OBJTYPE(*DTAQ) NEWOWN(DEV)")
    done(machine, "RMVAUTLE AUTL(CLERKS) USER(ANN)")
    done(machine, on_object("*PUBLIC", "*EXCLUDE"))
    refused(ann(machine), CHANGE)
    done(ann(machine, "DEV"), CHANGE)


def test_public_is_what_the_list_says_where_the_object_says_so(machine: EmbeddedSystem) -> None:
    done(machine, grant(ORDERS, "*USE", "*PUBLIC"))
    done(machine, "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) AUTL(CLERKS)")
    done(machine, "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*AUTL)")
    assert "(*PUBLIC of list CLERKS)" in refused(ann(machine), CHANGE).message
    done(machine, "CHGAUTLE AUTL(CLERKS) USER(*PUBLIC) AUT(*ALL)")
    done(ann(machine), CHANGE)
    # Whoever owns the list has every authority to what it secures, by the list.
    done(machine, "CHGAUTLE AUTL(CLERKS) USER(*PUBLIC) AUT(*EXCLUDE)")
    done(machine, "CHGOBJOWN OBJ(CLERKS) OBJTYPE(*AUTL) NEWOWN(ANN)")
    done(ann(machine), CHANGE)


def test_whoever_creates_an_object_owns_it(machine: EmbeddedSystem) -> None:
    done(machine, grant(ORDERS, "*USE *ADD".replace("*USE", USE)))
    done(machine, grant(STOCK, f"{USE} *ADD"))
    done(machine, grant(IN, f"*OBJMGT {USE}"))
    done(ann(machine), "CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(5) AUT(*EXCLUDE)")
    done(ann(machine), "CRTDUPOBJ OBJ(IN) FROMLIB(ORDERS) OBJTYPE(*DTAQ) TOLIB(STOCK)")
    done(ann(machine), "CRTLIB LIB(MINE) AUT(*EXCLUDE)")
    owners = {
        each.key.name: each.attributes["owner"]
        for each in machine.observe(("ibmi:DataQueue", "ibmi:Library"))
    }
    assert owners["ORDERS/IN"] == "QSECOFR"
    assert owners["ORDERS/NEW"] == owners["STOCK/IN"] == owners["MINE"] == "ANN"
    done(ann(machine), "DLTDTAQ DTAQ(ORDERS/NEW)")
    done(ann(machine), "DLTLIB LIB(MINE)")


@pytest.mark.parametrize(
    ("words", "command", "why"),
    [
        ("*ALL", "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(TIM) AUT(*ALL)", "grants *OBJMGT"),
        ("*ALL", "GRTOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(TIM) AUT(*OBJMGT)", "*OBJMGT"),
        ("*OBJMGT *READ", "RVKOBJAUT OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(TIM) AUT(*ADD)", "*ADD"),
        ("*ALL", "CHGOUTQ OUTQ(ORDERS/OWN) SEQ(*JOBNBR)", "not the owner, who is QSECOFR"),
        ("*ALL", "DLTAUTL AUTL(CLERKS)", "not the owner"),
        ("*ALL", "CHGOBJOWN OBJ(CLERKS) OBJTYPE(*AUTL) NEWOWN(ANN)", "not the owner"),
        ("*ALL *AUTLMGT", "ADDAUTLE AUTL(CLERKS) USER(TIM) AUT(*USE *AUTLMGT)", "grants *AUTLMGT"),
        ("*READ *AUTLMGT", "RMVAUTLE AUTL(CLERKS) USER(BOB)", "no *OBJOPR *EXECUTE"),
    ],
)
def test_what_nobody_but_an_owner_may_do(
    machine: EmbeddedSystem, words: str, command: str, why: str
) -> None:
    done(machine, grant(ORDERS, "*USE"))
    done(machine, grant(QSYS, "*CHANGE"))
    place = next((p for p in (IN, LIST) if p.split()[0].partition("/")[2] in command), LIST)
    place = "ORDERS/OWN *OUTQ" if "OUTQ" in command else LIST if "CLERKS" in command else place
    done(machine, grant(place, words))
    assert why in refused(ann(machine), command).message
    name, of_type = place.split()
    done(machine, f"CHGOBJOWN OBJ({name}) OBJTYPE({of_type}) NEWOWN(ANN)")
    done(machine, grant("QSECOFR *USRPRF", "*CHANGE"))
    done(ann(machine), command)


def test_whoever_manages_an_object_takes_away_what_it_has_itself(machine: EmbeddedSystem) -> None:
    on_object = "OBJ(ORDERS/IN) OBJTYPE(*DTAQ) USER(TIM)"
    granted(machine, {IN: "*OBJMGT *READ", ORDERS: "*EXECUTE"})
    done(machine, f"GRTOBJAUT {on_object} AUT(*OBJMGT *READ *ADD)")
    done(ann(machine), f"RVKOBJAUT {on_object} AUT(*OBJMGT *READ)")
    assert "no *ADD" in refused(ann(machine), f"RVKOBJAUT {on_object} AUT(*ADD)").message
    done(machine, "ADDAUTLE AUTL(CLERKS) USER(TIM) AUT(*USE *AUTLMGT)")
    granted(machine, {LIST: f"{USE} *AUTLMGT", QSYS: "*EXECUTE"})
    done(ann(machine), "RMVAUTLE AUTL(CLERKS) USER(TIM)")


def test_all_object_special_authority(machine: EmbeddedSystem) -> None:
    refused(ann(machine), CHANGE)
    done(ann(machine, "QSECOFR"), CHANGE)


def test_what_is_deleted_before_the_one_that_is_refused_stays_deleted(
    machine: EmbeddedSystem,
) -> None:
    done(machine, "CRTDTAQ DTAQ(ORDERS/A) MAXLEN(1) AUT(*ALL)")
    granted(machine, {ORDERS: f"{USE} *OBJEXIST", "ORDERS/A *DTAQ": "*OBJEXIST"})
    assert refused(ann(machine), "DLTLIB LIB(ORDERS)").message_id == "CPF2189"
    names = {each.key.name for each in machine.observe(("ibmi:DataQueue",))}
    assert names == {"ORDERS/IN", "STOCK/Q"}


def test_what_is_not_there_is_not_found_by_whomever(machine: EmbeddedSystem) -> None:
    assert refused(ann(machine), "DLTDTAQ DTAQ(ORDERS/NO)").message_id == "CPF2182"
    done(machine, grant(ORDERS, "*EXECUTE"))
    assert refused(ann(machine), "DLTDTAQ DTAQ(ORDERS/NO)").message_id == "CPF2105"
    assert refused(ann(machine), "DLTDTAQ DTAQ(NO/NO)").message_id == "CPF2110"


# Command of IBM MQ, and the authorities of the same one of MQSC besides CONNECT and DSP on the
# queue manager; "": QMQMADM only.
OF_MQ = (
    ("CRTMQMQ QNAME(B) QTYPE(*LCL)",
     "('@class') QUEUE CRT; (SYSTEM.DEFAULT.LOCAL.QUEUE) QUEUE DSP"),
    ("CRTMQMQ QNAME(A) QTYPE(*LCL) REPLACE(*YES)",
     "(A) QUEUE CHG; (SYSTEM.DEFAULT.LOCAL.QUEUE) QUEUE DSP"),
    ("CPYMQMQ FROMQ(A) TOQ(C)", "('@class') QUEUE CRT; (A) QUEUE DSP"),
    ("CHGMQMQ QNAME(A) TEXT('x')", "(A) QUEUE CHG"),
    ("CRTMQMNL NAMELIST(N)", "('@class') NAMELIST CRT; (SYSTEM.DEFAULT.NAMELIST) NAMELIST DSP"),
    ("CHGMQMCHL CHLNAME(CH) CHLTYPE(*SDR) TEXT('x')", "(CH) CHANNEL CHG"),
    ("DLTMQMPRC PRCNAME(P)", "(P) PROCESS DLT"),
    ("DLTMQMQ QNAME(A)", "(A) QUEUE DLT"),
    ("GRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(TIM) AUT(*GET)", ""),
    ("RVKMQMAUT OBJ(A) OBJTYPE(*Q) USER(TIM) AUT(*GET)", ""),
)  # fmt: skip


@pytest.mark.parametrize(("command", "needed"), OF_MQ)
def test_a_command_of_mq_needs_the_command_and_what_mqsc_needs(
    machine: EmbeddedSystem, command: str, needed: str
) -> None:
    def of_mqsc(text: str) -> None:
        assert all(answer.ok for answer in mqsc_commands.run(machine, text)), text

    def record(line: str, word: str) -> None:
        profile, of_type, words = line.split()
        given = f" PROFILE{profile}" if profile != "-" else ""
        of_mqsc(f"SET AUTHREC{given} OBJTYPE({of_type}) PRINCIPAL('ANN') {word}({words})")

    of_mqsc("DEFINE QLOCAL(A)\nDEFINE PROCESS(P)")
    of_mqsc("DEFINE CHANNEL(CH) CHLTYPE(SDR) CONNAME('q') XMITQ(X)")
    name = command.split()[0]
    lines = needed.split("; ") if needed else []
    for line in (*lines, "- QMGR CONNECT,DSP"):
        record(line, "AUTHADD")
    assert refused(ann(machine), command).message_id == "CPF0006"
    use = f"OBJ(QMQM/{name}) OBJTYPE(*CMD) USER(ANN) AUT(*USE)"
    assert refused(ann(machine), f"GRTOBJAUT {use}").message_id == "CPF2207"
    done(ann(machine, "QMQMADM"), f"GRTOBJAUT {use}")
    for line in (*lines, "- QMGR CONNECT", "- QMGR DSP"):
        record(line, "AUTHRMV")
        answer = refused(ann(machine), command)
        assert answer.reason_name == "MQRC_NOT_AUTHORIZED"
        assert "ANN" in answer.message
        record(line, "AUTHADD")
    if needed:
        done(ann(machine), command)
        done(machine, f"RVKOBJAUT {use}")
    else:
        assert "not in QMQMADM" in refused(ann(machine), command).message
        done(ann(machine, "QMQMADM"), command)
    refused(ann(machine), command)


def test_a_command_of_the_system_may_be_taken_away(machine: EmbeddedSystem) -> None:
    granted(machine, NEW)
    done(machine, "GRTOBJAUT OBJ(QSYS/CRTDTAQ) OBJTYPE(*CMD) USER(*PUBLIC) AUT(*EXCLUDE)")
    answer = refused(ann(machine), "CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(5)")
    assert answer.message_id == "CPF0006"
    assert "not authorized to command CRTDTAQ (*PUBLIC)" in answer.message
    done(machine, "GRTOBJAUT OBJ(QSYS/CRTDTAQ) OBJTYPE(*CMD) USER(DEV) AUT(*USE)")
    done(ann(machine, "DEV"), "CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(5)")


def test_every_command_that_the_sandbox_runs_is_in_the_table() -> None:
    of_ibmi = {name for name, table in commands().items() if is_ibmi(table.kinds[0])}
    assert of_ibmi == {*command_needs.COMMANDS, *command_needs.NOT_CHECKED, "DLTOBJ"}
