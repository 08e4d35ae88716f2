"""The documents' names of parameters, by object: from the catalogue, and what it does not manage.

A name means the same identifier in every command of an object, so that text and bytes agree.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from queuewright.catalogue.attribute import Attribute, Pcf, PcfSynonym
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    DELETE_QUEUE,
    PCF_COMMANDS,
    SET_CHANNEL_AUTHENTICATION,
    SET_POLICY,
    Document,
    Sources,
)
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.kinds import EVERY, KINDS
from queuewright.mq.common_attributes import QUEUE_SHARING_GROUP_DISPOSITION

from .constants import MQDOPT, MQIACF, MQOO, MQQDT, MQQSGD
from .structures import STRUCTURES, Structure


@dataclass(frozen=True, slots=True)
class PcfParameter:
    """One parameter: its name in the documents, identifier, number, structure and values.

    words: MQ constant -> number. numeric: numbers are values too. length: bytes at most. fields:
    kind -> name in the catalogue, empty for what is not an attribute. synonyms: other names and
    constants of the same number (Change Queue (PCF) BaseQName).
    """

    name: str
    constant: str
    id: int
    type: str
    sources: Sources
    words: Mapping[str, int] = field(default_factory=dict)
    numeric: bool = True
    length: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    synonyms: tuple[PcfSynonym, ...] = ()
    one_apart: bool = False
    repeated: bool = False

    @property
    def types(self) -> tuple[str, ...]:
        """The structures that it may stand in."""
        return (self.type, "MQCFST") if self.one_apart else (self.type,)

    def word(self, number: int) -> str | None:
        """The MQ constant of a number; None when it has none here."""
        return next((word for word, value in self.words.items() if value == number), None)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The parameters of one object, by name (synonyms too), identifier and constant."""

    names: Mapping[str, PcfParameter]
    numbers: Mapping[int, PcfParameter]
    constants: Mapping[str, PcfParameter]

    def of_number(self, number: int) -> PcfParameter:
        """The parameter of an identifier; where it is not described one that has its number as
        name, and no constant and no structure."""
        return self.numbers.get(number) or PcfParameter(str(number), "", number, "", ())


@dataclass(frozen=True, slots=True)
class Field:
    """How an attribute of a kind, or an option ("Force"), stands in a message. numbers: value ->
    number; values: number -> value; numeric: any other number is a value too. one_apart: see
    `Pcf`. unordered: a set, whose items stand in the order of `values`. repeated: a list, whose
    items are a parameter each."""

    attribute: str
    name: str
    number: int
    structure: type[Structure]
    length: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[int, str] = field(default_factory=dict)
    numeric: bool = True
    one_apart: bool = False
    unordered: bool = False
    repeated: bool = False


def naming(spec: type[Spec]) -> tuple[str, ...]:
    """The fields that parameters of a command give to name a record, or one that several name."""
    is_record = spec.lifecycle is Lifecycle.RECORD
    return spec.identity() if is_record or not spec.has_one_name() else ()


def fields_of(kind: str) -> Iterator[Field]:
    """The attributes of a kind that PCF has."""
    for name, attribute in EVERY[kind].attributes().items():
        if attribute.pcf is not None:
            yield _field(name, attribute, attribute.pcf)


def names_of(kind: str) -> Iterator[Field]:
    """The parameters that name an object of a kind, of one that several of them name."""
    spec = EVERY[kind]
    for name in naming(spec):
        attribute = spec.fields_described()[name]
        if attribute.pcf is not None:
            yield _field(name, attribute, attribute.pcf)


def others_of(kind: str) -> Iterator[tuple[Field, bool]]:
    """The field that takes items out of a set, with True, and that of answers, with False."""
    for name, attribute in EVERY[kind].attributes().items():
        for pcf in (attribute.pcf_removed, attribute.pcf_shown):
            if pcf is not None:
                yield _field(name, attribute, pcf), pcf is attribute.pcf_removed


def _field(name: str, attribute: Attribute, pcf: Pcf) -> Field:
    choices = [
        (choice.value, choice.number) for choice in attribute.choices if choice.number is not None
    ]
    numeric = attribute.minimum is not None or not attribute.choices
    structure, length = STRUCTURES[pcf.type], attribute.max_length
    values = {number: value for value, number in choices}
    return Field(
        name,
        pcf.name,
        pcf.value,
        structure,
        length,
        dict(choices),
        values,
        numeric,
        pcf.one_apart,
        attribute.is_unordered,
        attribute.repeated,
    )


def _of(
    name: str,
    constant: str,
    number: int,
    source: Document | str | Sources,
    *,
    words: Mapping[str, int] | None = None,
    length: int | None = None,
) -> PcfParameter:
    """A parameter that the catalogue does not manage. Without `words` any number will do.

    source: a document with a section of that name; an inquiry's title; or sources as they are.
    """
    if isinstance(source, str):
        source = (PCF_COMMANDS.at(f"{source} {name}"),)
    elif isinstance(source, Document):
        source = (source.at(name),)
    structure = {"MQIA": "MQCFIN", "MQCA": "MQCFST", "MQBA": "MQCFBS"}[constant[:4]]
    if name.endswith("Attrs"):
        structure = "MQCFIL"
    if name.endswith("Names"):
        structure = "MQCFSL"
    numeric = words is None or words is _OPTIONS
    return PcfParameter(name, constant, number, structure, source, words or {}, numeric, length)


def _words(prefix: str, **members: int) -> Mapping[str, int]:
    """MQ constant -> number: of MQQT, LOCAL=1 is MQQT_LOCAL."""
    return {f"{prefix}_{name}": int(number) for name, number in members.items()}


def _managed(
    kind: str,
    name: str,
    attribute: Attribute,
    before: PcfParameter | None,
    pcf: Pcf | None = None,
) -> PcfParameter:
    pcf = pcf or attribute.pcf
    assert pcf is not None
    words = {
        choice.constant: choice.number
        for choice in attribute.choices
        if choice.constant is not None and choice.number is not None
    }
    return PcfParameter(
        pcf.name,
        pcf.id,
        pcf.value,
        pcf.type,
        attribute.sources,
        {**(before.words if before else {}), **words},
        attribute.minimum is not None or attribute.maximum is not None,
        attribute.max_length,
        {**(before.fields if before else {}), kind: name},
        pcf.synonyms,
        pcf.one_apart,
        attribute.repeated,
    )


_AUTHORITIES = _words("MQRAR", NO=0, YES=1)
_DEFINED = _words("MQQDT", **MQQDT.__members__)
# A system also reports MQQDT_PREDEFINED, and can be asked for dispositions that none has.
_WIDER = ("DefinitionType", "QSGDisposition", "ObjectType")
_ASKED = _words("MQQSGD", ALL=MQQSGD.ALL, LIVE=MQQSGD.LIVE)
_DISPLAYED = _words("MQDOPT", **MQDOPT.__members__)
_OPTIONS = _words("MQOO", **MQOO.__members__)
_ASKS = _of("QSGDisposition", "MQIA_QSG_DISP", 63, "Inquire Queue", words=_ASKED)
_HANDLE_STATES = _words("MQHSTATE", INACTIVE=0, ACTIVE=1)
_QUEUE_TYPES = _words("MQQT", LOCAL=1, MODEL=2, ALIAS=3, REMOTE=6, CLUSTER=7, ALL=1001)
_STATUSES = _words("MQIACF", Q_STATUS=MQIACF.Q_STATUS, Q_HANDLE=MQIACF.Q_HANDLE)
_HANDLES = _words("MQQSOT", ALL=1, INPUT=2, OUTPUT=3)
_INPUT_TYPES = _words("MQQSO", NO=0, SHARED=1, EXCLUSIVE=2)
_OPEN = _words("MQQSO", NO=0, YES=1)
_CHANNEL_TYPES = _words(
    "MQCHT", SENDER=1, SERVER=2, RECEIVER=3, REQUESTER=4, ALL=5, CLNTCONN=6, SVRCONN=7, CLUSRCVR=8,
    CLUSSDR=9, MQTT=10, AMQP=11,
)  # fmt: skip
_CHANNEL_STATES = _words(
    "MQCHS", INACTIVE=0, BINDING=1, STARTING=2, RUNNING=3, STOPPING=4, RETRYING=5, STOPPED=6,
    REQUESTING=7, PAUSED=8, DISCONNECTED=9, INITIALIZING=13, SWITCHING=14,
)  # fmt: skip
_STATES = _words("MQSVC_STATUS", STOPPED=0, STARTING=1, RUNNING=2, STOPPING=3, RETRYING=4)
_RUNNING = "Inquire {} Status"
_INSTANCES = _words("MQOT", CURRENT_CHANNEL=1011, SAVED_CHANNEL=1012, SHORT_CHANNEL=1015)
_DOUBTS = _words("MQCHIDS", NOT_INDOUBT=0, INDOUBT=1)
_MODES = _words("MQMODE", FORCE=0, QUIESCE=1, TERMINATE=2)
_CHANNEL_TABLES = _words("MQCHTAB", Q_MGR=1, CLNTCONN=2)
# MQPL_UNIX is Linux too.
_PLATFORMS = _words("MQPL", ZOS=1, UNIX=3, OS400=4, WINDOWS_NT=11, NSK=13, APPLIANCE=28)
_CONNECTIONS = _words("MQIACF", CONN_INFO_CONN=1111, CONN_INFO_HANDLE=1112, CONN_INFO_ALL=1113)
_OBJECTS = _words("MQOT", Q=1, NAMELIST=2, PROCESS=3, Q_MGR=5, CHANNEL=6, TOPIC=8)
_DELETIONS = (DELETE_QUEUE.at("Authrec"),)
_CHANNEL = (PCF_COMMANDS.at("Inquire Channel Status"),)
_QUEUE = (PCF_COMMANDS.at("Inquire Queue (Response)"),)
_STATUS = (PCF_COMMANDS.at("Inquire Queue Status (Response)"),)
_MANAGER = (PCF_COMMANDS.at("Inquire Queue Manager (Response)"),)
_RECORDS = "Inquire Authority Records"
_CHANNEL_RECORDS = "Inquire Channel Authentication Records"
ACTIONS = _words("MQACT", ADD=5, REPLACE=6, REMOVE=7, REMOVEALL=8)
POLICY_ACTIONS = _words("MQACT", ADD=5, REPLACE=6, REMOVE=7)
_MATCHES = _words("MQMATCH", GENERIC=0, RUNCHECK=1, EXACT=2, ALL=3)
_ENTITIES = _words("MQZAET", PRINCIPAL=1, GROUP=2)
_INQUIRY = "Inquire Connection"
_CONNECTION = (PCF_COMMANDS.at("Inquire Connection (Response)"),)
_NAMELIST = (PCF_COMMANDS.at("Inquire Namelist (Response)"),)
_SUBSCRIPTION = (PCF_COMMANDS.at("Inquire Subscription (Response)"),)
_ERRORS = (PCF_COMMANDS.at("Error codes"),)
_COMMON = (
    _of("Replace", "MQIACF_REPLACE", 1006, CHANGE_QUEUE, words=_words("MQRP", NO=0, YES=1)),
    _of("AuthRec", "MQIACF_REMOVE_AUTHREC", 1398, _DELETIONS, words=_AUTHORITIES),
    _of("AlterationDate", "MQCA_ALTERATION_DATE", 2027, _QUEUE, length=12),
    _of("AlterationTime", "MQCA_ALTERATION_TIME", 2028, _QUEUE, length=8),
    _of("ErrorIdentifier", "MQIACF_ERROR_ID", 1013, _ERRORS),
    _of("ErrorOffset", "MQIACF_ERROR_OFFSET", 1018, _ERRORS),
    _of("ParameterIdentifier", "MQIACF_PARAMETER_ID", 1012, _ERRORS),
    _of("ReasonQualifier", "MQIACF_REASON_QUALIFIER", 1020, _ERRORS),
    _of("ObjectQMgrName", "MQCACF_OBJECT_Q_MGR_NAME", 3023, _ERRORS, length=48),
    _of("CommandScope", "MQCACF_COMMAND_SCOPE", 3080, CHANGE_QUEUE, length=4),
)
_HANDLE = (
    _of("ApplTag", "MQCACF_APPL_TAG", 3058, _STATUS, length=28),
    _of("ApplType", "MQIA_APPL_TYPE", 1, _STATUS),
    _of("ChannelName", "MQCACH_CHANNEL_NAME", 3501, _STATUS, length=20),
    _of("ConnectionName", "MQCACH_CONNECTION_NAME", 3506, _STATUS),
    _of("UserIdentifier", "MQCACF_USER_IDENTIFIER", 3025, _STATUS),
    _of("OpenOptions", "MQIACF_OPEN_OPTIONS", 1022, _STATUS, words=_OPTIONS),
    _of("HandleState", "MQIACF_HANDLE_STATE", 1028, _STATUS, words=_HANDLE_STATES),
    _of("ProcessId", "MQIACF_PROCESS_ID", 1024, _STATUS),
    _of("ThreadId", "MQIACF_THREAD_ID", 1025, _STATUS),
)
_FORCE = _words("MQFC", NO=0, YES=1)
_OTHERS: Mapping[str, tuple[PcfParameter, ...]] = {
    "Q": (
        _of("QType", "MQIA_Q_TYPE", 20, CHANGE_QUEUE, words=_QUEUE_TYPES),
        _of("Force", "MQIACF_FORCE", 1005, CHANGE_QUEUE, words=_FORCE),
        _of("Purge", "MQIACF_PURGE", 1007, DELETE_QUEUE, words=_words("MQPO", NO=0, YES=1)),
        _of("ClusterInfo", "MQIACF_CLUSTER_INFO", 1083, "Inquire Queue"),
        _of("PageSetID", "MQIA_PAGESET_ID", 62, "Inquire Queue"),
        _of("DefinitionType", "MQIA_DEFINITION_TYPE", 7, CHANGE_QUEUE, words=_DEFINED),
        _of("CreationDate", "MQCA_CREATION_DATE", 2004, _QUEUE, length=12),
        _of("CreationTime", "MQCA_CREATION_TIME", 2005, _QUEUE, length=8),
        _of("CurrentQDepth", "MQIA_CURRENT_Q_DEPTH", 3, _QUEUE),
        _of("OpenInputCount", "MQIA_OPEN_INPUT_COUNT", 17, _QUEUE),
        _of("OpenOutputCount", "MQIA_OPEN_OUTPUT_COUNT", 18, _QUEUE),
        _of("StatusType", "MQIACF_Q_STATUS_TYPE", 1103, "Inquire Queue Status", words=_STATUSES),
        _of("OpenType", "MQIACF_OPEN_TYPE", 1023, "Inquire Queue Status", words=_HANDLES),
        _of("QStatusAttrs", "MQIACF_Q_STATUS_ATTRS", 1026, "Inquire Queue Status"),
        _of("UncommittedMsgs", "MQIACF_UNCOMMITTED_MSGS", 1027, _STATUS),
        _of("OldestMsgAge", "MQIACF_OLDEST_MSG_AGE", 1227, _STATUS),
        _of("OpenInputType", "MQIACF_OPEN_INPUT_TYPE", 1098, _STATUS, words=_INPUT_TYPES),
        _of("OpenOutput", "MQIACF_OPEN_OUTPUT", 1099, _STATUS, words=_OPEN),
        _of("OpenBrowse", "MQIACF_OPEN_BROWSE", 1102, _STATUS, words=_OPEN),
        _of("OpenInquire", "MQIACF_OPEN_INQUIRE", 1101, _STATUS, words=_OPEN),
        _of("OpenSet", "MQIACF_OPEN_SET", 1100, _STATUS, words=_OPEN),
        *_HANDLE,
    ),
    "NAMELIST": (_of("NameCount", "MQIA_NAME_COUNT", 19, _NAMELIST),),
    "CHANNEL": (
        replace(
            _managed("", "", QUEUE_SHARING_GROUP_DISPOSITION, None),
            sources=(CHANGE_CHANNEL.at("QSGDisposition"),),
            fields={},
        ),
        _of("ChannelType", "MQIACH_CHANNEL_TYPE", 1511, CHANGE_CHANNEL, words=_CHANNEL_TYPES),
        _of("ChannelTable", "MQIACH_CHANNEL_TABLE", 1526, "Delete Channel", words=_CHANNEL_TABLES),
        _of("IgnoreState", "MQIACF_IGNORE_STATE", 1423, "Delete Channel"),
        _of("ChannelStatus", "MQIACH_CHANNEL_STATUS", 1527, _CHANNEL, words=_CHANNEL_STATES),
        _of(
            "ChannelInstanceType", "MQIACH_CHANNEL_INSTANCE_TYPE", 1523, _CHANNEL, words=_INSTANCES
        ),
        _of("RemoteQMgrName", "MQCA_REMOTE_Q_MGR_NAME", 2017, _CHANNEL, length=48),
        _of("InDoubtStatus", "MQIACH_INDOUBT_STATUS", 1528, _CHANNEL, words=_DOUBTS),
        _of("Mode", "MQIACF_MODE", 1008, "Stop Channel", words=_MODES),
    ),
    "LISTENER": (
        _of(
            "Status",
            "MQIACH_LISTENER_STATUS",
            1599,
            _RUNNING.format("Channel Listener"),
            words=_STATES,
        ),
    ),
    "SERVICE": (
        _of("Status", "MQIACF_SERVICE_STATUS", 1260, _RUNNING.format("Service"), words=_STATES),
    ),
    "Q_MGR": (
        _of("Force", "MQIACF_FORCE", 1005, CHANGE_QUEUE_MANAGER, words=_FORCE),
        _of("QMgrAttrs", "MQIACF_Q_MGR_ATTRS", 1001, "Inquire Queue Manager"),
        _of("QMgrName", "MQCA_Q_MGR_NAME", 2015, _MANAGER, length=48),
        _of("QSGName", "MQCA_QSG_NAME", 2040, "Inquire Queue Manager", length=4),
        _of("QMgrIdentifier", "MQCA_Q_MGR_IDENTIFIER", 2032, _MANAGER, length=48),
        _of("CreationDate", "MQCA_CREATION_DATE", 2004, _MANAGER, length=12),
        _of("CreationTime", "MQCA_CREATION_TIME", 2005, _MANAGER, length=8),
        _of("Platform", "MQIA_PLATFORM", 32, _MANAGER, words=_PLATFORMS),
        _of("CommandLevel", "MQIA_COMMAND_LEVEL", 31, _MANAGER),
    ),
    "SUBSCRIPTION": (
        _of("CreationDate", "MQCA_CREATION_DATE", 2004, _SUBSCRIPTION, length=12),
        _of("CreationTime", "MQCA_CREATION_TIME", 2005, _SUBSCRIPTION, length=8),
        _of("DisplayType", "MQIA_DISPLAY_TYPE", 262, "Inquire Subscription", words=_DISPLAYED),
    ),
    "PROCESS_NAMES": (
        _of("ProcessName", "MQCA_PROCESS_NAME", 2012, "Inquire Process Names", length=48),
        _of("ProcessNames", "MQCACF_PROCESS_NAMES", 3012, "Inquire Process Names", length=48),
        _ASKS,
    ),
    "AUTH_REC": (
        _of("ObjectType", "MQIACF_OBJECT_TYPE", 1016, _RECORDS, words=_words("MQOT", ALL=1001)),
        _of("EntityName", "MQCACF_ENTITY_NAME", 3068, _RECORDS, length=1024),
        _of("EntityType", "MQIACF_ENTITY_TYPE", 1118, _RECORDS, words=_ENTITIES),
        _of("Options", "MQIACF_AUTH_OPTIONS", 1228, _RECORDS),
        _of("ProfileAttrs", "MQIACF_AUTH_PROFILE_ATTRS", 1114, _RECORDS),
        _of("ServiceComponent", "MQCACF_SERVICE_COMPONENT", 3069, _RECORDS),
    ),
    "PROT_POLICY": (
        _of("Action", "MQIACF_ACTION", 1086, SET_POLICY, words=POLICY_ACTIONS),
        _of("IgnoreState", "MQIACF_IGNORE_STATE", 1423, "Delete Policy"),
    ),
    "CHLAUTH_REC": (
        _of("Action", "MQIACF_ACTION", 1086, SET_CHANNEL_AUTHENTICATION, words=ACTIONS),
        _of("Match", "MQIACH_MATCH", 1637, _CHANNEL_RECORDS, words=_MATCHES),
        _of("ChannelAuthAttrs", "MQIACF_CHLAUTH_ATTRS", 1355, _CHANNEL_RECORDS),
    ),
    "CONNECTION": (
        *_HANDLE,
        _of("ConnectionId", "MQBACF_CONNECTION_ID", 7006, _INQUIRY, length=24),
        _of("GenericConnectionId", "MQBACF_GENERIC_CONNECTION_ID", 7007, _INQUIRY, length=24),
        _of("ConnInfoType", "MQIACF_CONN_INFO_TYPE", 1110, _INQUIRY, words=_CONNECTIONS),
        _of("ConnectionAttrs", "MQIACF_CONNECTION_ATTRS", 1107, _INQUIRY),
        _of("ObjectName", "MQCACF_OBJECT_NAME", 3046, _CONNECTION),
        _of("ObjectType", "MQIACF_OBJECT_TYPE", 1016, _CONNECTION, words=_OBJECTS),
    ),
}


def _of_commands(spec: type[Spec]) -> Iterator[PcfParameter]:
    """The name of an object, both names of a copy, and the list that an inquiry asks for."""
    name, title = spec.pcf.name, spec.pcf.title
    described = spec.fields_described()["name"]
    if described.pcf is None or spec.pcf.copied is None:
        return
    length, document = described.max_length, described.sources[0].document
    yield _of(name, described.pcf.id, described.pcf.value, document, length=length)
    spelled = spec.pcf.spelled[0] if spec.pcf.spelled else f"{spec.pcf.object}_NAME"
    ways = zip(("FROM", "TO"), spec.pcf.copied_names, spec.pcf.copied, strict=True)
    for way, parameter, number in ways:
        yield _of(parameter, f"MQCACF_{way}_{spelled}", number, document, length=length)
    constant = f"MQIACF_{spelled.removesuffix('_NAME')}_ATTRS"
    number = spec.pcf.attributes
    yield _of(f"{name.removesuffix('Name')}Attrs", constant, number, f"Inquire {title}")


def _type_of(specs: Sequence[type[Spec]]) -> Iterator[PcfParameter]:
    """The parameter that tells the kinds of an object apart."""
    typed = [spec.pcf for spec in specs if spec.pcf.type is not None]
    if typed and typed[0].type is not None and typed[0].type_number:
        name, (constant, *_), number = typed[0].type_name, typed[0].type, typed[0].type_number
        words = {pcf.type[1]: pcf.type[2] for pcf in typed if pcf.type is not None}
        document = specs[0].fields_described()["name"].sources[0].document
        yield _of(name, constant, number, document, words=words)


def specs_of(object_name: str) -> Iterator[type[Spec]]:
    """The kinds of the catalogue that a PCF object has, and its commands are about: four for Q."""
    own = (spec for spec in KINDS.values() if spec.pcf.object == object_name)
    return (spec for spec in own if spec.lifecycle is not Lifecycle.DERIVED)


@cache
def vocabulary(object_name: str) -> Vocabulary:
    """The parameters of an object: the catalogue's first, then the others; lists of attributes
    (QAttrs) take the identifiers of all of them as words."""
    parameters: dict[int, PcfParameter] = {}
    specs = tuple(specs_of(object_name))
    for spec in specs:
        for name, attribute in spec.attributes().items():
            if attribute.pcf is not None:
                before = parameters.get(attribute.pcf.value)
                parameters[attribute.pcf.value] = _managed(spec.kind, name, attribute, before)
        for name in naming(spec):
            attribute = spec.fields_described()[name]
            if attribute.pcf is not None:
                made = replace(_managed(spec.kind, name, attribute, None), fields={})
                parameters[attribute.pcf.value] = made
        for name, attribute in spec.attributes().items():
            for pcf in (attribute.pcf_removed, attribute.pcf_shown):
                if pcf is not None:
                    made = _managed(spec.kind, name, attribute, None, pcf)
                    parameters[pcf.value] = made
    named = [*(parameter for spec in specs for parameter in _of_commands(spec)), *_type_of(specs)]
    asks = [_ASKS] if _ASKS.id in parameters else []
    for parameter in (*named, *asks, *_OTHERS.get(object_name, ()), *_COMMON):
        known = parameters.get(parameter.id)
        if known is None:
            parameters[parameter.id] = parameter
        elif parameter.name in _WIDER:
            parameters[parameter.id] = replace(known, words={**known.words, **parameter.words})
    words = {"MQIACF_ALL": int(MQIACF.ALL)} | {p.constant: p.id for p in parameters.values()}
    words |= {other.id: p.id for p in parameters.values() for other in p.synonyms}
    for number, parameter in parameters.items():
        if parameter.name.endswith("Attrs"):
            parameters[number] = replace(parameter, words={**parameter.words, **words})
    names = {
        spelled: parameter
        for parameter in parameters.values()
        for spelled in (parameter.name, *(other.name for other in parameter.synonyms))
    }
    constants = {
        constant: parameter
        for parameter in parameters.values()
        for constant in (parameter.constant, *(other.id for other in parameter.synonyms))
    }
    return Vocabulary(names, parameters, constants)
