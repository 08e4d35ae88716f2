"""Verbs and objects of MQSC with the synonyms that IBM documents.

Synonyms are no minimum strings: DEFI is not DEFINE. Source: IBM MQ, Rules for using MQSC commands
and the Synonym line of each command. DEL, which IBM leaves out on purpose, is read all the same.
"""

from queuewright.dialects.definition import Action

_VERBS = """
    ALTER ARCHIVE BACKUP CLEAR DEFINE DELETE DISPLAY END MOVE PING PURGE RECOVER REFRESH RESET
    RESOLVE RESUME RVERIFY SET START STOP SUSPEND
""".split()  # noqa: SIM905 - a table of words
VERBS: dict[str, str] = {name: name for name in _VERBS} | {
    "ALT": "ALTER",
    "ARC": "ARCHIVE",
    "DEF": "DEFINE",
    "DEL": "DELETE",
    "DIS": "DISPLAY",
    "EXIT": "END",
    "QUIT": "END",
    "REC": "RECOVER",
    "REF": "REFRESH",
    "RES": "RESOLVE",
    "REV": "RVERIFY",
    "STA": "START",
}
ACTIONS = {
    "DEFINE": Action.CREATE,
    "ALTER": Action.CHANGE,
    "DELETE": Action.DELETE,
    "DISPLAY": Action.INQUIRE,
}
# Verbs of commands that leave nothing to declare.
ACTING = frozenset(
    (
        "ARCHIVE", "BACKUP", "CLEAR", "MOVE", "PING", "PURGE", "RECOVER", "REFRESH", "RESET",
        "RESOLVE", "RESUME", "RVERIFY", "START", "STOP", "SUSPEND",
    )
)  # fmt: skip
SETS = "SET"  # of a record, whether it is there or not
VERBS_OF_ACTIONS = {action: verb for verb, action in ACTIONS.items()}

# Verbs that are no parameter of another command: at the start of a line they begin a command,
# even where the line before asks for continuation.
STARTERS = frozenset(VERBS) - {"BACKUP", "END", "EXIT", "PURGE", "QUIT", "REC", "RES", "REV"}

_OBJECTS = """
    APSTATUS ARCHIVE AUTHINFO AUTHREC AUTHSERV BSDS BUFFPOOL CFSTATUS CFSTRUCT CHANNEL CHINIT
    CHLAUTH CHSTATUS CLUSQMGR CLUSTER CMDSERV COMMINFO CONN ENTAUTH GROUP INDOUBT LISTENER LOG
    LSSTATUS MAXSMSGS NAMELIST POLICY PROCESS PSID PUBSUB QALIAS QCLUSTER QLOCAL QMGR QMODEL
    QMSTATUS QREMOTE QSTATS QSTATUS QUEUE SBSTATUS SECURITY SERVICE SMDS SMDSCONN STGCLASS SUB
    SVSTATUS SYSTEM TCLUSTER THREAD TOPIC TOPICSTR TPIPE TPSTATUS TRACE USAGE
""".split()  # noqa: SIM905 - a table of words
OBJECTS: dict[str, str] = {name: name for name in _OBJECTS} | {
    "BP": "BUFFPOOL",
    "CHI": "CHINIT",
    "CHL": "CHANNEL",
    "CHS": "CHSTATUS",
    "CS": "CMDSERV",
    "LSTR": "LISTENER",
    "NL": "NAMELIST",
    "PRO": "PROCESS",
    "Q": "QUEUE",
    "QA": "QALIAS",
    "QC": "QCLUSTER",
    "QL": "QLOCAL",
    "QM": "QMODEL",
    "QR": "QREMOTE",
    "QS": "QSTATUS",
    "SEC": "SECURITY",
    "STC": "STGCLASS",
    "THD": "THREAD",
}
# Parameters of queues, namelists and channels that MQ has and the catalogue has not.
UNMANAGED = frozenset(
    """
    ALTDATE ALTTIME CAPEXPRY CLUSDATE CLUSQMGR CLUSQT CLUSTIME CRDATE CRTIME CURDEPTH DEFTYPE
    IPPROCS MONACLS OPPROCS OTELPCTL OTELTRAC QMID QTYPE RESETSEQ TPIPE
    """.split()  # noqa: SIM905 - a table of words
)

# Of WHERE. The last four look into lists and into generic values.
OPERATORS = ("LT", "EQ", "GT", "LE", "NE", "GE", "LK", "NL", "CT", "EX", "CTG", "EXG")
