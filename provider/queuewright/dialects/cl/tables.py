"""The CL commands and their keywords, derived from the catalogue.

What is added here is only what the catalogue does not hold: the positions of parameters that may
be given without keyword (CRTMQMQ, CRTMSGQ and CRTDTAQ for the creations, IBM's command reference
for the rest), and keywords of those commands that Queuewright does not manage.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.sources import CL, Document, cl_command
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action
from queuewright.kinds import IBMI_KINDS, KINDS

__all__ = [
    "SAME_WORDS",
    "CommandTable",
    "Place",
    "attribute_places",
    "command_names",
    "commands",
    "knows_keyword",
    "object_type",
]

_QUEUE = (
    "TEXT PUTENBL DFTPTY DFTMSGPST PRCNAME TRGENBL GETENBL SHARE DFTSHARE MSGDLYSEQ HDNBKTCNT"
    " TRGTYPE TRGDEPTH TRGMSGPTY TRGDATA RTNITV MAXDEPTH MAXMSGLEN BKTTHLD BKTQNAME INITQNAME"
    " USAGE DFNTYPE TGTQNAME RMTQNAME RMTMQMNAME TMQNAME HIGHTHLD LOWTHLD FULLEVT HIGHEVT LOWEVT"
    " SRVITV SRVEVT DISTLIST CLUSTER CLUSNL DEFBIND CLWLRANK CLWLPRTY CLWLUSEQ MONQ STATQ ACCTQ"
    " NPMCLASS MSGREADAHD DFTPUTRESP PROPCTL TARGTYPE CUSTOM CLCHNAME - IMGRCOVQ"
)
_CHANNEL = (
    "TRPTYPE TEXT TGTMQMNAME CONNAME TPNAME MODENAME TMQNAME MCANAME MCAUSRID MCATYPE BATCHINT"
    " BATCHSIZE DSCITV SHORTTMR SHORTRTY LONGTMR LONGRTY SCYEXIT CSCYEXIT SCYUSRDATA SNDEXIT"
    " CSNDEXIT SNDUSRDATA RCVEXIT CRCVEXIT RCVUSRDATA MSGEXIT MSGUSRDATA MSGRTYEXIT MSGRTYDATA"
    " MSGRTYNBR MSGRTYITV CVTMSG PUTAUT SEQNUMWRAP MAXMSGLEN HRTBTINTVL NPMSPEED CLUSTER CLUSNL"
    " NETPRTY SSLCIPH SSLCAUTH SSLPEER LOCLADDR BATCHHB USERID PASSWORD KAINT COMPHDR COMPMSG"
    " MONCHL STATCHL CLWLRANK CLWLPRTY CLWLWGHT SHARECNV PROPCTL MAXINST MAXINSTC CLNTWGHT"
    " AFFINITY BATCHLIM DFTRECON CERTLABL"
)
# Keywords in the order of their positions; "-" is a position that the document leaves out.
POSITIONS: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split())
    for name, words in {
        "CRTMQMQ": f"QNAME QTYPE MQMNAME REPLACE {_QUEUE}",
        "CHGMQMQ": f"QNAME MQMNAME QTYPE FORCE {_QUEUE}",
        "CPYMQMQ": f"FROMQ TOQ MQMNAME QTYPE REPLACE {_QUEUE}",
        "DLTMQMQ": "QNAME MQMNAME",
        "CRTMQMNL": "NAMELIST MQMNAME REPLACE TEXT NAMES",
        "CHGMQMNL": "NAMELIST MQMNAME TEXT NAMES",
        "CPYMQMNL": "FROMNL TONL MQMNAME REPLACE TEXT NAMES",
        "DLTMQMNL": "NAMELIST MQMNAME",
        "CRTMQMCHL": f"CHLNAME CHLTYPE MQMNAME REPLACE {_CHANNEL}",
        "CHGMQMCHL": f"CHLNAME MQMNAME CHLTYPE {_CHANNEL}",
        "CPYMQMCHL": f"FROMCHL TOCHL CHLTYPE MQMNAME REPLACE {_CHANNEL}",
        "DLTMQMCHL": "CHLNAME MQMNAME CHLTYPE",
        "CRTMSGQ": "MSGQ",
        "CHGMSGQ": "MSGQ DLVRY PGM SEV",
        "DLTMSGQ": "MSGQ",
        "CRTDTAQ": "DTAQ MAXLEN",
        "DLTDTAQ": "DTAQ",
        "CRTAUTL": "AUTL AUT",
        "ADDAUTLE": "AUTL USER AUT",
        "CHGAUTLE": "AUTL USER AUT",
        "RMVAUTLE": "AUTL USER",
        "DLTAUTL": "AUTL",
        "GRTOBJAUT": "OBJ OBJTYPE USER AUT",
        "CHGOBJD": "OBJ OBJTYPE TEXT",
    }.items()
}
# Besides those that the catalogue and the positions give.
_MORE: Mapping[str, tuple[str, ...]] = {
    "GRTOBJAUT": ("ASPDEV", "AUTL", "REFOBJ", "REFOBJTYPE", "REFASPDEV", "REPLACE"),
    "CHGOBJD": ("ASPDEV", "USECOUNT", "ALWCHGOBJOWN", "DAYS"),
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "CRTMQMQ": ("QTYPE",),
    "CRTMQMCHL": ("CHLTYPE",),
    "ADDAUTLE": ("USER",),
    "CHGAUTLE": ("USER",),
    "RMVAUTLE": ("USER",),
    "GRTOBJAUT": ("OBJTYPE",),
    "CHGOBJD": ("OBJTYPE",),
}
_FROM_AND_TO = {
    "CPYMQMQ": ("FROMQ", "TOQ"),
    "CPYMQMNL": ("FROMNL", "TONL"),
    "CPYMQMCHL": ("FROMCHL", "TOCHL"),
}
# Words that leave an attribute to the default definition, or as it is.
_DEFAULT_WORDS = {"MQMQ": "*SYSDFTQ", "MQMNL": "*SYSDFTNL", "MQMCHL": "*SYSDFTCHL"}
SAME_WORDS = frozenset(("*SAME", *_DEFAULT_WORDS.values()))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a kind's attribute stands in a command: keyword, element of a list (from 1), part of
    a qualified name (1: object, 2: library)."""

    keyword: str
    element: int | None = None
    qualifier: int | None = None


@dataclass(frozen=True, slots=True)
class CommandTable:
    """One command. `kinds` that it may mean; `type_keyword` (QTYPE, ...) tells them apart by
    `types` (special value -> kind), `default_type` where it may be left out. `unset` are the words
    that leave an attribute alone. `keywords` are all that the command has."""

    name: str
    action: Action
    kinds: tuple[str, ...]
    name_keyword: str
    positions: tuple[str, ...]
    keywords: frozenset[str]
    required: tuple[str, ...] = ()
    from_keyword: str | None = None
    type_keyword: str | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    default_type: str | None = None
    unset: frozenset[str] = frozenset()
    places: Mapping[str, Mapping[str, Place]] = field(default_factory=dict)
    document: Document = CL


@cache
def commands() -> Mapping[str, CommandTable]:
    """Every command of ours by its name."""
    found: dict[str, CommandTable] = {}
    for spec in KINDS.values():
        words = spec.commands
        for name, action in (
            (words.cl_create, Action.CREATE),
            (words.cl_change, Action.CHANGE),
            (words.cl_copy, Action.CREATE),
            (words.cl_delete, Action.DELETE),
        ):
            if name is not None and name not in found:
                found[name] = _table(name, action)
    users = ("ibmi:AuthorizationList",)
    for name, action in (
        ("ADDAUTLE", Action.ADD),
        ("CHGAUTLE", Action.CHANGE),
        ("RMVAUTLE", Action.REMOVE),
    ):
        found[name] = _plain(name, action, users, "AUTL")
    found["GRTOBJAUT"] = _plain("GRTOBJAUT", Action.CHANGE, IBMI_KINDS, "OBJ")
    found["CHGOBJD"] = _plain("CHGOBJD", Action.CHANGE, IBMI_KINDS, "OBJ")
    return found


@cache
def command_names() -> frozenset[str]:
    """The names of our commands."""
    return frozenset(commands())


def knows_keyword(command: str, keyword: str) -> bool:
    """Whether `command` is ours and has the keyword."""
    table = commands().get(command)
    return table is not None and keyword in table.keywords


@cache
def object_type(kind: str) -> str:
    """`*MSGQ` for a message queue, as OBJTYPE has it: from the name of the creation."""
    return "*" + str(KINDS[kind].commands.cl_create).removeprefix("CRT")


@cache
def attribute_places(spec: type[Spec], command: str, action: Action) -> Mapping[str, Place]:
    """Attribute -> place, of one kind in one of its commands, in the order of the catalogue."""
    found: dict[str, Place] = {}
    seen: set[str] = set()
    for name, attribute in spec.attributes().items():
        cl = attribute.cl
        if cl is None or not _belongs(spec, attribute, command, action):
            continue
        shared = sum(
            one.cl is not None and one.cl.keyword == cl.keyword and one.cl.command == cl.command
            for one in spec.attributes().values()
        )
        qualifier = None
        if cl.element is None and shared > 1:  # RMTDTAQ(LIBRARY/NAME) is two attributes
            qualifier = 2 if cl.keyword in seen else 1
        seen.add(cl.keyword)
        found[name] = Place(cl.keyword, cl.element, qualifier)
    return found


def _belongs(spec: type[Spec], attribute: Attribute, command: str, action: Action) -> bool:
    assert attribute.cl is not None
    own = attribute.cl.command
    if own is not None:
        return own == command
    if action is Action.CREATE or spec.kind not in IBMI_KINDS:
        return True
    # CHGMSGQ changes neither what only a new queue can have nor AUT (GRTOBJAUT does that).
    return attribute.change is not Change.REPLACE and attribute.cl.keyword != "AUT"


def _table(name: str, action: Action) -> CommandTable:
    specs = [
        spec
        for spec in KINDS.values()
        if name
        in (
            spec.commands.cl_create,
            spec.commands.cl_change,
            spec.commands.cl_copy,
            spec.commands.cl_delete,
        )
    ]
    words = specs[0].commands
    assert words.cl_name is not None
    copied = _FROM_AND_TO.get(name)
    name_keyword = copied[1] if copied else words.cl_name
    required = [name_keyword, *_REQUIRED.get(name, ())]
    keywords = {name_keyword, *POSITIONS[name], *_MORE.get(name, ())} - {"-"}
    if copied:
        required.append(copied[0])
    types = {special: spec.kind for spec in specs for keyword, special in spec.commands.cl_fixed}
    type_keyword = next((keyword for keyword, _ in words.cl_fixed), None)
    places: dict[str, Mapping[str, Place]] = {}
    if action is not Action.DELETE:
        if type_keyword is not None:
            keywords.add(type_keyword)
        for spec in specs:
            places[spec.kind] = attribute_places(spec, name, action)
            keywords |= {place.keyword for place in places[spec.kind].values()}
    # CRTDTAQ TYPE: a standard data queue where it is left out.
    default_type = "*STD" if name == "CRTDTAQ" else None
    changing = action is Action.CHANGE or copied is not None
    unset = {"*SAME"} if changing else set()
    default_word = _DEFAULT_WORDS.get(name[3:])
    if default_word is not None and not changing:
        unset.add(default_word)
    return CommandTable(
        name,
        action,
        tuple(spec.kind for spec in specs),
        name_keyword,
        POSITIONS[name],
        frozenset(keywords),
        tuple(required),
        copied[0] if copied else None,
        type_keyword,
        types,
        default_type,
        frozenset(unset),
        places,
        cl_command(name),
    )


def _plain(name: str, action: Action, kinds: tuple[str, ...], keyword: str) -> CommandTable:
    return CommandTable(
        name,
        action,
        kinds,
        keyword,
        POSITIONS[name],
        frozenset((*POSITIONS[name], *_MORE.get(name, ()))),
        (keyword, *_REQUIRED[name]),
        document=cl_command(name),
    )
