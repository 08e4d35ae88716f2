"""Attributes for DISPLAY, and the words that stand for several of it.

"Parameters that are not relevant for a particular type of queue cause no output, nor is an error
raised" (DISPLAY QUEUE; DISPLAY CHANNEL says the same of channels): such a word is valid and shows
nothing, any other is a syntax error.

Sources: IBM MQ, MQSC: DISPLAY QUEUE, CHANNEL, NAMELIST, QMGR, QSTATUS, QMSTATUS, CONN, CHSTATUS,
SUB (syntax diagrams).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from queuewright.catalogue.spec import Spec
from queuewright.mq import queue_manager

from .keywords import keywords_of, queue_keywords, specs_of_object

# Of every DISPLAY: how it is asked, not what for.
OPTIONS = frozenset(
    """
    ALL CHLTYPE CLUSINFO CMDSCOPE DISTYPE MATCH QSGDISP TYPE URDISP WHERE
    """.split()  # noqa: SIM905 - a table of words
)
_MONITOR = ("LGETDATE", "LGETTIME", "LPUTDATE", "LPUTTIME", "MONQ", "MSGAGE", "QTIME")
_LOG = """
    ARCHLOG ARCHSZ CURRLOG DISKLSN LOGEXTSZ LOGFSSZ LOGFSUSE LOGINUSE LOGPATH LOGPRIM LOGSEC
    LOGSTRDA LOGSTRL LOGSTRTI LOGTYPE LOGUTIL MEDIALOG MEDIASZ RECLOG RECSZ REUSESZ
""".split()  # noqa: SIM905 - a table of words
_SUMMARY = ("DEST", "DURABLE", "SUBTYPE", "TOPICSTR")
# Object -> word -> what it stands for.
GROUPS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "QMGR": queue_manager.GROUPS,
        "QMSTATUS": {"LOG": tuple(_LOG)},
        "QSTATUS": {"MONITOR": _MONITOR},
        "CHSTATUS": {"CURRENT": (), "SAVED": (), "SHORT": (), "MONITOR": ()},
        "SUB": {"SUMMARY": _SUMMARY},
    }
)
_QUEUE = """
    ALTDATE ALTTIME CAPEXPRY CLUSDATE CLUSQMGR CLUSQT CLUSTIME CRDATE CRTIME CURDEPTH DEFTYPE
    IPPROCS OPPROCS OTELPCTL OTELTRAC PSID QMID QTYPE TPIPE
""".split()  # noqa: SIM905
_QUEUE_STATUS = """
    CURDEPTH CURFSIZE CURMAXFS IPPROCS MEDIALOG OPENTYPE OPPROCS UNCOM
    APPLDESC APPLTAG APPLTYPE ASID ASTATE BROWSE CHANNEL CONNAME HSTATE INPUT INQUIRE OPENOPTS
    OUTPUT PID PSBNAME PSTID QMURID SET TASKNO TID TRANSID URID URTYPE USERID
""".split()  # noqa: SIM905
_MANAGER_STATUS = """
    AUTOCLUS CHINIT CHKPTCNT CHKPTOPS CHKPTSZ CMDSERV CONNS DATFSSZ DATFSUSE DATPATH GRPLSN GRPNAME
    GRPROLE HOSTNAME INSTANCE INSTDESC INSTNAME INSTPATH LDAPCONN QMFSENC QMFSSZ QMFSUSE QMNAME
    QUORUM STANDBY STARTDA STARTTI STATUS UNICLUS
""".split()  # noqa: SIM905
_CONNECTION = """
    APPLDESC APPLTAG APPLTYPE ASID ASTATE CHANNEL CLIENTID CONNAME CONNOPTS CONNTAG DEST DESTQMGR
    EXTCONN EXTURID HSTATE NID OBJNAME OBJTYPE OPENOPTS PID PSBNAME PSTID QMURID READA SUBID SUBNAME
    TASKNO TID TOPICSTR TRANSID UOWLOG UOWLOGDA UOWLOGTI UOWSTATE UOWSTDA UOWSTTI URTYPE USERID
""".split()  # noqa: SIM905
_CHANNEL_STATUS = """
    AMQPKA BATCHES BATCHSZ BUFSRCVD BUFSSENT BYTSRCVD BYTSSENT CHSTADA CHSTATI COMPHDR COMPMSG
    COMPRATE COMPTIME CONNAME CONNS CURLUWID CURMSGS CURSEQNO CURSHCNV EXITTIME HBINT INDOUBT
    JOBNAME KAINT LOCLADDR LONGRTS LSTLUWID LSTMSGDA LSTMSGTI LSTSEQNO MAXMSGL MAXSHCNV MCASTAT
    MCAUSER MONCHL MSGS NETTIME NPMSPEED QMNAME RAPPLTAG RPRODUCT RQMNAME RVERSION SECPROT SHORTRTS
    SSLCERTI SSLCERTU SSLCIPH SSLKEYDA SSLKEYTI SSLPEER SSLRKEYS STATCHL STATUS STOPREQ SUBSTATE
    XBATCHSZ XMITQ XQMSGSA XQTIME
""".split()  # noqa: SIM905
_ALTERED = frozenset(("ALTDATE", "ALTTIME"))
_BY_OBJECT: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "CHANNEL": frozenset(("CHLTYPE", "RESETSEQ", *_ALTERED)),
        "CHSTATUS": frozenset((*_CHANNEL_STATUS, "CHANNEL")),
        "CONN": frozenset((*_CONNECTION, "CONN")),
        "NAMELIST": frozenset(("ALTDATE", "ALTTIME", "NAMCOUNT", "NLTYPE")),
        "QMGR": queue_manager.READ_ONLY | {"FORCE"},
        "QMSTATUS": frozenset((*_MANAGER_STATUS, *_LOG)),
        "QSTATUS": frozenset((*_QUEUE_STATUS, *_MONITOR, "QUEUE")),
        "SUB": frozenset(("CRDATE", "CRTIME", "DURABLE", "SUBID", "SUBTYPE", *_ALTERED)),
    }
)
_QUEUES = ("QUEUE", "QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "QCLUSTER")


@cache
def attributes(word: str) -> frozenset[str]:
    """The attributes of an object for DISPLAY, its name among it; nothing for an object whose
    attributes are not known here."""
    if word in _QUEUES:
        return frozenset((*queue_keywords(), *_QUEUE, "QUEUE"))
    own = {keyword for spec in specs_of_object(word) for keyword in keywords_of(spec)}
    own |= {keyword for spec in specs_of_object(word) for keyword in _naming(spec)}
    known = own | _BY_OBJECT.get(word, _ALTERED if own else frozenset())
    return frozenset((*known, word)) if known else frozenset()


def _naming(spec: type[Spec]) -> Iterable[str]:
    """Keywords of what names an object, and of what tells its type."""
    described = spec.fields_described()
    yield from filter(None, (described[name].mqsc for name in spec.identity()))
    yield from (keyword for keyword, _ in spec.mqsc.fixed)


def asked_for(word: str, parameters: Iterable[str]) -> list[str]:
    """The attributes that a DISPLAY asks for: words that stand for several are replaced."""
    groups = GROUPS.get(word, {})
    asked: list[str] = []
    for name in parameters:
        if name not in OPTIONS:
            asked += groups.get(name, (name,))
    return asked
