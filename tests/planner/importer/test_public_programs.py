"""Public CL programs: programs with the commands of each in the same order, written for this test,
and all that `import` says of them. docs/import.md has the list with what import says of each."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from command_line import app

PAGE = Path(__file__).parents[3] / "docs" / "import.md"


class Case(NamedTuple):
    """source: repository, path and commit. given: of --set. declares: the program from its first
    object on, "" where the message `says` is all; notes: what it says besides."""

    source: tuple[str, str, str]
    text: str
    given: tuple[str, ...]
    declares: str
    others: Mapping[str, int]
    notes: tuple[str, ...] = ()
    says: str = ""


# Clears its library, then fills it: a message queue, and much that is not managed.
BUILD_TOOL = """\
             PGM        PARM(&TOOLLIB &SRC)
             DCL        VAR(&TOOLLIB) TYPE(*CHAR) LEN(10)
             DCL        VAR(&SRC) TYPE(*CHAR) LEN(10)
             DCL        VAR(&PATH) TYPE(*CHAR) LEN(60)
             SNDMSG     MSG(&SRC) TOUSR(*REQUESTER)
             ADDLIBLE   LIB(&SRC)
             MONMSG     MSGID(CPF2103)
             CLRLIB     LIB(&TOOLLIB)
             MONMSG     MSGID(CPF2103)
             CRTPRTF    FILE(&TOOLLIB/TOOLPRT) DEV(*JOB) DEVTYPE(*SCS)
             /* where the tool reports */
             CRTMSGQ    MSGQ(&TOOLLIB/TOOLMSGQ)
             CRTMSGF    MSGF(&TOOLLIB/TOOLMSGF)
             ADDMSGD    MSGID(TLS0001) MSGF(&TOOLLIB/TOOLMSGF) MSG('Server ''&1'' does not +
                          answer.') SECLVL('See &1 (with ''*'').') FMT((*CHAR 10))
             CHGVAR     VAR(&PATH) VALUE('/home' *TCAT '/tool.c')
             CPYFRMSTMF FROMSTMF(&PATH) TOMBR('/QSYS.LIB/X.LIB/Y.FILE/Z.MBR')
             RMVLIBLE   LIB(&SRC)
             ENDPGM
"""
# A global monitor, two data queues with every parameter, programs that are compiled and called.
TWO_QUEUES = """\
     Pgm    &WorkLib
     Dcl    &WorkLib        *Char     10
     MonMsg      CPF0000    *N        GoTo Failed

     CrtDtaQ     DtaQ( &WorkLib/ORDERIN )   +
                 MaxLen( 4096 ) Force( *NO ) Seq( *FIFO ) SenderId( *NO ) +
                 Size( *MAX2GB 16 )  AutoRcl( *YES )                      +
                 Text( 'Orders that come in' )
     CrtDtaQ     DtaQ( &WorkLib/ORDEROUT )  +
                 MaxLen( 4096 ) Force( *NO ) Seq( *KEYED ) KeyLen( 12 )   +
                 SenderId( *NO ) Size( *MAX2GB 16 ) AutoRcl( *YES )       +
                 Text( 'Answers' )
     CrtBndDir   BndDir( &WorkLib/ORDERBND )  Aut( *USE )
     CrtRpgMod   &WorkLib/ORDER1  SrcFile( &WorkLib/QRPGLESRC )
     SndPgmMsg   Msg( 'Done.' ) MsgType( *COMP )
     Return
Failed:
     Call        QMHMOVPM ( '    ' '*DIAG' x'00000001' '*PGMBDY' x'00000001' )
EndPgm:
     EndPgm
"""
ONE_QUEUE = """\
PGM
CRTDTAQ    DTAQ(SHOP/TEXTQ) MAXLEN(900) SEQ(*FIFO) +
            SIZE(*MAX2GB) AUTORCL(*YES) +
            TEXT('Texts to be sent') AUT(*USE)
ENDPGM
"""
# Copied with what SEU shows around a member; a library, and members where it is new.
NEW_LIBRARY = """\
 ...+... 1 ...+... 2 ...+... 3 ...+... 4 ...+... 5 ...+... 6 ...+... 7 ...+...
*************** Beginning of data ********************************************
             PGM        PARM(&NEW &TXT &DSP)
             DCL        VAR(&NEW  )   TYPE(*CHAR) LEN(10)
             DCL        VAR(&TXT  )   TYPE(*CHAR) LEN(50)
             DCL        VAR(&DSP  )   TYPE(*CHAR) LEN(1)
             DCL        VAR(&THERE)   TYPE(*DEC) LEN(1)
             CRTLIB     LIB(&NEW) TYPE(*PROD) TEXT(&TXT)
             MONMSG     MSGID(CPF2111) EXEC(CHGVAR VAR(&THERE) +
                          VALUE(1))
             IF         COND(&THERE *NE 1) THEN(DO)
             CRTSRCPF   FILE(&NEW/SRC) RCDLEN(112) TEXT(&TXT)
             MONMSG     MSGID(CPF0000 CPF9999)
             IF         COND(&DSP *EQ 'Y') THEN(DO)
             CRTSRCPF   FILE(&NEW/SRCDSP) RCDLEN(112)
             ENDDO
             ENDDO
             ELSE       CMD(DO)
             SNDPGMMSG  MSG('It exists.')
             ENDDO
             ENDPGM
****************** End of data ***********************************************
"""
# A stack of handles in QTEMP, made where CHKOBJ does not find it.
STACK = """\
             PGM        PARM(&WHO &PWD)
             DCL        VAR(&WHO) TYPE(*CHAR) LEN(10)
             DCL        VAR(&PWD) TYPE(*CHAR) LEN(128)
             DCL        VAR(&Q) TYPE(*CHAR) LEN(10) VALUE(@STACK)
             DCL        VAR(&L) TYPE(*CHAR) LEN(10) VALUE(QTEMP)
             DCL        VAR(&EC) TYPE(*CHAR) LEN(4) VALUE(X'00000000')
             IF         COND(&WHO *NE '*EXIT') THEN(GOTO +
                          CMDLBL(IN))
             ELSE       CMD(GOTO CMDLBL(OUT))
 IN:         CHKOBJ     OBJ(&L/&Q) OBJTYPE(*DTAQ)
             MONMSG     MSGID(CPF9801) EXEC(DO)
             CRTDTAQ    DTAQ(QTEMP/@STACK) MAXLEN(12) SEQ(*LIFO) +
                          AUT(*CHANGE)
             ENDDO      /* made when it is +
                          not there */
             IF         COND(%SST(&PWD 1 6) *EQ '*NOPWD') THEN(CALL +
                          PGM(QSYGETPH) PARM(&WHO &PWD))
             ELSE       CMD(DO)
             CALL       PGM(QSYGETPH) PARM(&WHO &PWD &EC)
             ENDDO
             GOTO       CMDLBL(BYE)
 OUT:        CALL       PGM(QRCVDTAQ) PARM(&Q &L)
 BYE:        ENDPGM
"""
# A copy of a data queue whose attributes an API gives: every one of them from a variable.
COPY = """\
             PGM        PARM(&FROM &TO)
             DCL        VAR(&FROM) TYPE(*CHAR) LEN(20)
             DCL        VAR(&NAME) TYPE(*CHAR) LEN(10)
             DCL        VAR(&TO) TYPE(*CHAR) LEN(10)
             DCL        VAR(&GOT) TYPE(*CHAR) LEN(80)
             DCL        VAR(&TYPE) TYPE(*CHAR) LEN(4)
             DCL        VAR(&MAX) TYPE(*DEC) LEN(5)
             DCL        VAR(&SEQ) TYPE(*CHAR) LEN(6)
             DCL        VAR(&KEY) TYPE(*DEC) LEN(3)
             DCL        VAR(&MSGID) TYPE(*CHAR) LEN(7)
             MONMSG     MSGID(CPF0000 CPA0000) EXEC(GOTO CMDLBL(ERROR))
             CHGVAR     VAR(&NAME) VALUE(%SST(&FROM 1 10))
             CALL       PGM(QMHQRDQD) PARM(&GOT 'RDQD0100' &FROM)
             CHGVAR     VAR(&TYPE) VALUE('*STD')
             CHGVAR     VAR(&MAX) VALUE(%BIN(&GOT 9 4))
             IF         COND(%SST(&GOT 17 1) *EQ 'F') THEN(CHGVAR +
                          VAR(&SEQ) VALUE('*FIFO'))
             ELSE       CMD(IF COND(%SST(&GOT 17 1) *EQ 'K') +
                          THEN(CHGVAR VAR(&SEQ) VALUE('*KEYED')))
             IF         COND(&TYPE = '*STD' *AND &SEQ = '*KEYED') +
                          THEN(CRTDTAQ DTAQ(&TO/&NAME) TYPE(&TYPE) +
                          MAXLEN(&MAX) SEQ(&SEQ) KEYLEN(&KEY))
             ELSE       CMD(CRTDTAQ DTAQ(&TO/&NAME) TYPE(&TYPE) +
                          MAXLEN(&MAX) SEQ(&SEQ))
             SNDPGMMSG  MSG('Data queue' *BCAT &NAME *BCAT 'made.')
             RETURN
 ERROR:      RCVMSG     MSGTYPE(*DIAG) MSGID(&MSGID)
             MONMSG     MSGID(CPF0000)
             IF         COND(&MSGID *NE ' ') THEN(DO)
             GOTO       CMDLBL(ERROR)
             ENDDO
 ENDPGM:     ENDPGM
"""
# Deletes and makes a queue in QTEMP, and sends to it.
SCRATCH = """\
             PGM
             DCL        VAR(&Q) TYPE(*CHAR) LEN(10) +
                          VALUE('SCRATCH')
             DCL        VAR(&L) TYPE(*CHAR) LEN(10) VALUE('QTEMP')
             DLTDTAQ    DTAQ(&L/&Q)
             MONMSG     MSGID(CPF0000)
             CRTDTAQ    DTAQ(&L/&Q) MAXLEN(1024)
             CALL       PGM(QSNDDTAQ) PARM(&Q &L)
             ENDPGM
"""
# Makes a queue where it is missing, then reads from it until the job ends.
SERVER = """\
     Pgm       ( &Name  &Lib )
     Dcl        &Name        *Char       10
     Dcl        &Lib         *Char       10
     Dcl        &Ends        *Char        1
     MonMsg      CPF0000   *None       Goto Error
     ChkObj      &Lib     *LIB
     ChkObj      &Lib/&Name     *DTAQ
     MonMsg      CPF9801     *N        Do
     RcvMsg      MsgType( *EXCP )      Rmv( *YES )
     CrtDtaQ     DtaQ( &Lib/&Name )  +
                 MaxLen( 128 )  Seq( *FIFO )  Size( *MAX2GB )  AutoRcl( *YES )
     EndDo
Again:
     RtvJobA     EndSts( &Ends )
     If        ( &Ends  =  '0' )     Do
     Call        QRCVDTAQ   ( &Name &Lib )
     GoTo        Again
     EndDo
     Return
Error:
     Call        QMHRSNEM    ( '    ' x'0000000800000000' )
EndPgm:
     EndPgm
"""
# Break delivery for the message queues of the job's work station and user: none of the program's.
BREAKS = """\
     Pgm
     Dcl        &MsgQ        *Char     10
     Dcl        &Handler     *Char     10     'BREAKS'
     MonMsg     CPF0000
     RtvJobA    Job( &MsgQ )
     AlcObj     Obj(( &MsgQ  *MSGQ  *EXCL ))   Wait( 0 )
     MonMsg   ( CPF1002  CPF1085 )     *N     Do
     RcvMsg     MsgType( *EXCP )  Rmv( *YES )
     GoTo       Next
     EndDo
     ChgMsgQ    MsgQ( *WRKSTN )  Dlvry( *BREAK )  Pgm( QGPL/&Handler  *NOALWRPY )
     MonMsg     CPF2451
Next:
     ChgMsgQ    MsgQ( *USRPRF )  Dlvry( *BREAK )  Pgm( QGPL/&Handler  *NOALWRPY )
     MonMsg     CPF2451
EndPgm:
     EndPgm
"""
# The queue of a tracer: positional parameters, and most of the program is about jobs.
TRACER = """\
     Pgm      ( &JobId  &Cmd )
     Dcl        &JobId        *Char       26
     Dcl        &JobNbr       *Char        6
     Dcl        &Cmd          *Char     1024
     Dcl        &Answer       *Char        1
     Dcl        &Lib          *Char       10    'QGPL'
     MonMsg     CPF0000       *N        GoTo Error
     ChgVar     &JobNbr      %Sst( &JobId  21   6 )
     ChkObj     &Lib/TRACEQ     *DTAQ
     MonMsg     CPF9801          *N     Do
     RcvMsg     MsgType( *EXCP )  Rmv( *YES )
     CrtDtaQ    &Lib/TRACEQ     +
                MaxLen( 2048 )  Seq( *KEYED )  KeyLen( 26 )  AutoRcl( *YES )
     RcvMsg     MsgType( *LAST )  Rmv( *YES )
     EndDo
     If      (( &JobNbr  > ' ' )  *And  ( &JobId > ' ' ))      Do
     StrSrvJob  Job( &JobNbr )
     EndDo
     Else Do
     StrSrvJob  Job( &JobId )  DupJobOpt( *Select )
     EndDo
     Call       QRCVDTAQ   ( 'TRACEQ' &Lib &Answer )
     If        ( &Answer    =  '0' )      Do
     SndPgmMsg  Msg( 'Good.' )  MsgType( *COMP )
     EndDo
     Else Do
     SndPgmMsg  Msg( 'Bad.' )  MsgType( *COMP )
     EndDo
     GoTo        EndPgm
Error:
     Call       QMHRSNEM    ( '    ' x'0000000800000000' )
EndPgm:
     EndPgm
"""
# The queue and the subsystem of a server's jobs.
SUBSYSTEM = """\
             PGM
             CRTJOBQ    JOBQ(WEBLIB/WEBJOBQ) TEXT('Jobs of the server')
             CRTJOBD    JOBD(WEBLIB/WEBJOBD) JOBQ(WEBLIB/WEBJOBQ) RQSDTA('CALL +
                          WEBLIB/WEBSTART')
             CRTCLS     CLS(WEBLIB/WEBCLS) RUNPTY(50)
             CRTSBSD    SBSD(WEBLIB/WEBSBS) POOLS((1 *BASE))
             ADDJOBQE   SBSD(WEBLIB/WEBSBS) JOBQ(WEBLIB/WEBJOBQ) MAXACT(*NOMAX)
             ADDRTGE    SBSD(WEBLIB/WEBSBS) SEQNBR(999) CMPVAL(*ANY) PGM(QCMD)
             ENDPGM
"""
ENTRY = """
# Job queue entries of subsystems
ibmi.JobQueueEntry(
    "WEBLIB/WEBSBS/WEBLIB/WEBJOBQ",
    name="WEBLIB/WEBSBS",
    job_queue="WEBLIB/WEBJOBQ",
    system=system,
    maximum_active_jobs="nomax",
)
"""
# Copies objects one by one in a loop, into a library that a subroutine makes.
COPIES = """\
             PGM        PARM(&FROM &TO)
             DCL        VAR(&FROM) TYPE(*CHAR) LEN(10)
             DCL        VAR(&TO) TYPE(*CHAR) LEN(10)
             DCL        VAR(&BAD) TYPE(*INT) VALUE(0)
             DCLF       FILE(QSYS/QADSPOBJ)
             MONMSG     MSGID(CPF0000) EXEC(GOTO CMDLBL($ABEND))
             CHKOBJ     OBJ(QSYS/&TO) OBJTYPE(*LIB)
               MONMSG     MSGID(CPF9801) EXEC(CALLSUBR SUBR($NEW) RTNVAL(&BAD))
             IF         COND(&BAD = 1) THEN(GOTO CMDLBL($ABEND))
 $LOOP:      RCVF
               MONMSG     MSGID(CPF0864) EXEC(GOTO CMDLBL($EOF))
             DLTOBJ     OBJ(&TO/&ODOBNM) OBJTYPE(&ODOBTP)
             CRTDUPOBJ  OBJ(&ODOBNM) FROMLIB(&FROM) OBJTYPE(&ODOBTP) TOLIB(&TO)
             CHGOBJOWN  OBJ(&TO/&ODOBNM) OBJTYPE(&ODOBTP) NEWOWN(&ODOBOW)
             GOTO       CMDLBL($LOOP)
 $EOF:
             RETURN
 $ABEND:
             SNDPGMMSG  MSGID(CPF9898) MSGF(QCPFMSG) MSGTYPE(*ESCAPE)
             SUBR       SUBR($NEW)
             CRTLIB     LIB(&TO)
             ENDSUBR
             ENDPGM
"""
_CONDITIONAL = (
    "runs only when the program decides so; validated as if it did [IBM i, CRTDTAQ: conditional]"
)
_QTEMP = "QTEMP goes with the job, and the object with it: not taken"
_NOTHING = "p.clle: no object in it can be declared: "
_CF_API = "e17f28a7029b3af5b778aab41955cc3f644afab7"
_VPC20 = "a0606dff10cf089578c45010caf89b1480403188"


def _queue(library: str, name: str, *attributes: str) -> str:
    lines = (f'"{library}/{name}"', f'name="{name}"', f'library="{library}"', "system=system")
    return "\n".join(
        ["ibmi.DataQueue(", *(f"    {each}," for each in (*lines, *attributes)), ")\n"]
    )


JOB_QUEUE = "# Job queues\n" + _queue(
    "WEBLIB", "WEBJOBQ", 'text_description="Jobs of the server"'
).replace("Data", "Job")
_BIG = ('max_number_of_entries="max2gb"', 'automatic_reclaim="yes"')
CASES = (
    Case(
        (
            "OSSILE/OSSILE",
            "main/c_ftpclnt/qclsrc/crtobjs.clle",
            "7201a67f7e704d73b7da82abd8c520826dd05741",
        ),
        BUILD_TOOL,
        ("TOOLLIB=TOOLS", "SRC=SOURCES"),
        "# where the tool reports\n"
        'ibmi.MessageQueue("TOOLS/TOOLMSGQ", name="TOOLMSGQ", library="TOOLS", system=system)\n',
        dict.fromkeys("ADDLIBLE CRTPRTF CRTMSGF ADDMSGD CPYFRMSTMF RMVLIBLE".split(), 1),
    ),
    Case(
        (
            "OSSILE/OSSILE",
            "main/c_ftpclnt/qclsrc/crtobjs.clle",
            "7201a67f7e704d73b7da82abd8c520826dd05741",
        ),
        BUILD_TOOL,
        (),
        "",
        {},
        says=f"{_NOTHING}1 command that only the running program knows (&TOOLLIB): give values "
        "with --set TOOLLIB=VALUE; 1 not valid, the first is p.clle:8:14: CLRLIB changes which "
        "objects there are, and &TOOLLIB is not known; give its value with --set TOOLLIB=VALUE; "
        "commands on other objects: ADDLIBLE 1, CRTPRTF 1, CRTMSGF 1, ADDMSGD 1, CPYFRMSTMF 1 "
        "and 1 more",
    ),
    Case(
        ("vengoal/CF_API_CBX", "CBX169/CBX169M.clp", "805e4bc01456077664822a24e8c85bbff06312ce"),
        TWO_QUEUES,
        ("WORKLIB=ORDERS",),
        _queue(
            "ORDERS",
            "ORDERIN",
            "max_entry_length=4096",
            *_BIG,
            'text_description="Orders that come in"',
        )
        + _queue(
            "ORDERS",
            "ORDEROUT",
            "max_entry_length=4096",
            'sequence="keyed"',
            "key_length=12",
            *_BIG,
            'text_description="Answers"',
        ),
        {"CRTBNDDIR": 1, "CRTRPGMOD": 1, "CALL": 1},
    ),
    Case(
        (
            "IBM/ibmi-oss-examples",
            "nodejs/Send-SMS-with-Twilio-from-IBM-i/CRTSMSQ.CLLE",
            "37f17dc6527e1f28314e055c050bb426f5cfe0f1",
        ),
        ONE_QUEUE,
        (),
        _queue(
            "SHOP",
            "TEXTQ",
            "max_entry_length=900",
            *_BIG,
            'text_description="Texts to be sent"',
            'authority="use"',
        ),
        {},
    ),
    Case(
        ("bojasv/1960s", "INIT/INITZ.clle", "45c5028f6ae63d8aa96278a3171519bc8cc4ab8b"),
        NEW_LIBRARY,
        ("NEW=PROJECT", "TXT=The project", "DSP=Y"),
        'ibmi.Library("PROJECT", system=system, text_description="The project")\n',
        {"CRTSRCPF": 2},
    ),
    Case(
        ("bojasv/1960s", "INIT/INITZ.clle", "45c5028f6ae63d8aa96278a3171519bc8cc4ab8b"),
        NEW_LIBRARY,
        (),
        "",
        {},
        says=f"{_NOTHING}1 command that only the running program knows (&NEW, &TXT): give values "
        "with --set NEW=VALUE; commands on other objects: CRTSRCPF 2",
    ),
    Case(
        (
            "vengoal/AS400Tools",
            "Security/SU/su.clle",
            "e487c70155942c1c3af39ecf34c367231e3bce40",
        ),
        STACK,
        ("WHO=OPER", "PWD=*NOPWD"),
        "",
        {},
        says=f"{_NOTHING}1 object in QTEMP, the first is p.clle:12:14: "
        f"ibmi:DataQueue QTEMP/@STACK: {_QTEMP}"
        "; commands on other objects: CALL 2, CHKOBJ 1",
    ),
    Case(
        ("vpc20/as400-stuff", "misc/vpc/crtdupdq.clp", _VPC20),
        COPY,
        ("FROM=PICK      ORDERS", "TO=COPIES", "SEQ=*KEYED", "MAX=10", "KEY=3"),
        _queue("COPIES", "PICK", "max_entry_length=10", 'sequence="keyed"', "key_length=3"),
        {"CALL": 1},
    ),
    Case(
        ("vpc20/as400-stuff", "misc/vpc/dtaqcl.clp", _VPC20),
        SCRATCH,
        (),
        "",
        {},
        says=f"{_NOTHING}1 object in QTEMP, the first is p.clle:7:14: "
        f"ibmi:DataQueue QTEMP/SCRATCH: {_QTEMP}"
        "; commands on other objects: CALL 1",
    ),
    Case(
        ("liwj1020/CF_API", "cbx910/cbx910.clp", _CF_API),
        SERVER,
        ("NAME=SPOOLQ", "LIB=SHOP"),
        _queue("SHOP", "SPOOLQ", "max_entry_length=128", *_BIG),
        {"CHKOBJ": 2, "CALL": 2},
        (f"ibmi:DataQueue SHOP/SPOOLQ: {_CONDITIONAL}",),
    ),
    Case(
        ("liwj1020/CF_API", "cbx921/cbx921c.clp", _CF_API),
        BREAKS,
        (),
        "",
        {},
        says=f"{_NOTHING}commands on other objects: CHGMSGQ 2, ALCOBJ 1",
    ),
    Case(
        ("liwj1020/CF_API", "cbx935/cbx9351.clp", _CF_API),
        TRACER,
        (),
        _queue(
            "QGPL",
            "TRACEQ",
            "max_entry_length=2048",
            'sequence="keyed"',
            "key_length=26",
            'automatic_reclaim="yes"',
        ),
        {"CHKOBJ": 1, "STRSRVJOB": 2, "CALL": 2},
        (f"ibmi:DataQueue QGPL/TRACEQ: {_CONDITIONAL}",),
    ),
    Case(
        (
            "lgalhoz/AS400-Framework",
            "qclsrc/config.clp",
            "ef53ea1a5a3be72f73c823d57e1d449b8fc308ab",
        ),
        SUBSYSTEM,
        (),
        "# Job queues\n"
        + _queue("WEBLIB", "WEBJOBQ", 'text_description="Jobs of the server"').replace(
            "Data", "Job"
        )
        + ENTRY,
        dict.fromkeys("CRTJOBD CRTCLS CRTSBSD ADDRTGE".split(), 1),
    ),
    Case(
        (
            "alloppi/ibmi",
            "cl/qcllesrc/DUPOBJC.clle",
            "c13bb5af9e8b00e63e7fc536aaad8baefb1ec3e2",
        ),
        COPIES,
        ("FROM=A", "TO=B"),
        "",
        {},
        says=f"{_NOTHING}p.clle:8:47: CALLSUBR: it runs a subroutine, which is not followed; "
        "nothing of the program is taken that follows from a guess",
    ),
)


def _imported(tmp_path: Path, case: Case) -> tuple[str, Mapping[str, Any], str]:
    file, out = tmp_path / "p.clle", tmp_path / "out"
    file.write_text(case.text, encoding="utf-8")
    given = [word for each in case.given for word in ("--set", each)]
    arguments = ["import", str(file), "--system", "AS400", "--out", str(out), "--json", *given]
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not result.stdout:
        return "", {}, str(result.exception)
    program = (out / "__main__.py").read_text(encoding="utf-8")
    _, _, declares = program.partition('system = ibmi.System("AS400")\n\n')
    return declares, json.loads(result.stdout), ""


def test_programs_like_public_ones(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for number, case in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        declares, report, says = _imported(folder, case)
        assert (declares, says) == (case.declares, case.says), case.source
        others = {each["command"]: each["count"] for each in report.get("not_taken", ())}
        notes = tuple(f"{each['object']}: {each['message']}" for each in report.get("notes", ()))
        assert (others, notes) == (dict(case.others), case.notes), case.source
        assert not report.get("problems"), case.source
        repository, path, commit = case.source
        assert f"| {repository} `{path}` @{commit[:12]} |" in page
