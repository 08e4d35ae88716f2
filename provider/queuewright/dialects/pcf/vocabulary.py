"""The documents' names of parameters, by object: from the catalogue, and what it does not manage.

A name means the same identifier in every command of an object, so that text and bytes agree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_NAMELIST,
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    DELETE_QUEUE,
    PCF_COMMANDS,
    Document,
    Sources,
)
from queuewright.catalogue.spec import Spec
from queuewright.kinds import KINDS
from queuewright.mq.common_attributes import QUEUE_SHARING_GROUP_DISPOSITION

from .constants import (
    MQBACF,
    MQCA,
    MQCACF,
    MQCACH,
    MQCHT,
    MQCHTAB,
    MQCLXQ,
    MQFC,
    MQHSTATE,
    MQIA,
    MQIACF,
    MQIACH,
    MQOO,
    MQOT,
    MQPL,
    MQPO,
    MQQDT,
    MQQSO,
    MQQSOT,
    MQQT,
    MQRAR,
    MQRP,
    full_name,
)
from .structures import STRUCTURES, Structure


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its name in the documents, identifier, number, structure and values.

    words: MQ constant -> number. numeric: numbers are values too. length: bytes at most. fields:
    kind -> name in the catalogue, empty for what is no attribute. synonyms: other names of the
    same identifier (Change Queue (PCF) BaseQName).
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
    synonyms: tuple[str, ...] = ()

    def word(self, number: int) -> str | None:
        """The MQ constant of a number; None when it has none here."""
        return next((word for word, value in self.words.items() if value == number), None)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The parameters of one object, by name (synonyms too), identifier and constant."""

    names: Mapping[str, Parameter]
    numbers: Mapping[int, Parameter]
    constants: Mapping[str, Parameter]


@dataclass(frozen=True, slots=True)
class Field:
    """How an attribute of a kind, or an option ("Force"), stands in a message. numbers: value ->
    number; values: number -> value; numeric: any other number is a value too."""

    attribute: str
    name: str
    number: int
    structure: type[Structure]
    length: int | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[int, str] = field(default_factory=dict)
    numeric: bool = True


def fields_of(kind: str) -> Iterator[Field]:
    """The attributes of a kind that PCF has."""
    for name, attribute in KINDS[kind].attributes().items():
        pcf = attribute.pcf
        if pcf is not None:
            choices = [
                (choice.value, choice.number)
                for choice in attribute.choices
                if choice.number is not None
            ]
            numeric = attribute.minimum is not None or not attribute.choices
            structure, length = STRUCTURES[pcf.type], attribute.max_length
            values = {number: value for value, number in choices}
            yield Field(
                name, pcf.name, pcf.value, structure, length, dict(choices), values, numeric
            )


def _of(
    name: str,
    member: IntEnum,
    source: Document | str | Sources,
    *,
    words: type[IntEnum] | tuple[IntEnum, ...] | Mapping[str, int] | None = None,
    length: int | None = None,
) -> Parameter:
    """A parameter that the catalogue does not manage. Without `words` any number will do.

    source: a document with a section of that name; an inquiry's title; or sources as they are.
    """
    if isinstance(source, str):
        source = (PCF_COMMANDS.at(f"{source} {name}"),)
    elif isinstance(source, Document):
        source = (source.at(name),)
    prefix = type(member).__name__[:4]
    plain = {"MQIA": "MQCFIN", "MQCA": "MQCFST", "MQBA": "MQCFBS"}[prefix]
    if isinstance(words, type):
        named = {f"{words.__name__}_{key}": int(value) for key, value in words.__members__.items()}
    elif isinstance(words, Mapping):
        named = dict(words)
    else:
        named = {full_name(member): int(member) for member in words or ()}
    return Parameter(
        name,
        full_name(member),
        int(member),
        "MQCFIL" if name.endswith("Attrs") else plain,
        source,
        named,
        not named or words is MQOO,
        length,
    )


def _managed(kind: str, name: str, attribute: Attribute, before: Parameter | None) -> Parameter:
    pcf = attribute.pcf
    assert pcf is not None
    words = {
        choice.constant: choice.number
        for choice in attribute.choices
        if choice.constant is not None and choice.number is not None
    }
    return Parameter(
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
    )


_QUEUE = (PCF_COMMANDS.at("Inquire Queue (Response)"),)
_STATUS = (PCF_COMMANDS.at("Inquire Queue Status (Response)"),)
_MANAGER = (PCF_COMMANDS.at("Inquire Queue Manager (Response)"),)
_CONNECTION = (PCF_COMMANDS.at("Inquire Connection (Response)"),)
_NAMELIST = (PCF_COMMANDS.at("Inquire Namelist (Response)"),)
_ERRORS = (PCF_COMMANDS.at("Error codes"),)
_COMMON = (
    _of("Replace", MQIACF.REPLACE, CHANGE_QUEUE, words=MQRP),
    _of("AuthRec", MQIACF.REMOVE_AUTHREC, (DELETE_QUEUE.at("Authrec"),), words=MQRAR),
    _of("AlterationDate", MQCA.ALTERATION_DATE, _QUEUE, length=12),
    _of("AlterationTime", MQCA.ALTERATION_TIME, _QUEUE, length=8),
    _of("ErrorIdentifier", MQIACF.ERROR_ID, _ERRORS),
    _of("ErrorOffset", MQIACF.ERROR_OFFSET, _ERRORS),
    _of("ParameterIdentifier", MQIACF.PARAMETER_ID, _ERRORS),
    _of("ReasonQualifier", MQIACF.REASON_QUALIFIER, _ERRORS),
    _of("ObjectQMgrName", MQCACF.OBJECT_Q_MGR_NAME, _ERRORS, length=48),
    _of("CommandScope", MQCACF.COMMAND_SCOPE, CHANGE_QUEUE, length=4),
)
_HANDLE = (
    _of("ApplTag", MQCACF.APPL_TAG, _STATUS, length=28),
    _of("ApplType", MQIA.APPL_TYPE, _STATUS),
    _of("ChannelName", MQCACH.CHANNEL_NAME, _STATUS, length=20),
    _of("ConnectionName", MQCACH.CONNECTION_NAME, _STATUS),
    _of("UserIdentifier", MQCACF.USER_IDENTIFIER, _STATUS),
    _of("OpenOptions", MQIACF.OPEN_OPTIONS, _STATUS, words=MQOO),
    _of("HandleState", MQIACF.HANDLE_STATE, _STATUS, words=MQHSTATE),
    _of("ProcessId", MQIACF.PROCESS_ID, _STATUS),
    _of("ThreadId", MQIACF.THREAD_ID, _STATUS),
)
_STATUS_TYPES = (MQIACF.Q_STATUS, MQIACF.Q_HANDLE)
_INPUT_TYPES = {"MQQSO_NO": 0, "MQQSO_SHARED": 1, "MQQSO_EXCLUSIVE": 2}
_YES_NO = (MQQSO.NO, MQQSO.YES)
_OTHERS: Mapping[str, tuple[Parameter, ...]] = {
    "Q": (
        _of("QName", MQCA.Q_NAME, CHANGE_QUEUE, length=48),
        _of("FromQName", MQCACF.FROM_Q_NAME, CHANGE_QUEUE, length=48),
        _of("ToQName", MQCACF.TO_Q_NAME, CHANGE_QUEUE, length=48),
        _of("QType", MQIA.Q_TYPE, CHANGE_QUEUE, words=MQQT),
        _of("Force", MQIACF.FORCE, CHANGE_QUEUE, words=MQFC),
        _of("Purge", MQIACF.PURGE, DELETE_QUEUE, words=MQPO),
        _of("QAttrs", MQIACF.Q_ATTRS, "Inquire Queue"),
        _of("ClusterInfo", MQIACF.CLUSTER_INFO, "Inquire Queue"),
        _of("PageSetID", MQIA.PAGESET_ID, "Inquire Queue"),
        _of("DefinitionType", MQIA.DEFINITION_TYPE, CHANGE_QUEUE, words=MQQDT),
        _of("CreationDate", MQCA.CREATION_DATE, _QUEUE, length=12),
        _of("CreationTime", MQCA.CREATION_TIME, _QUEUE, length=8),
        _of("CurrentQDepth", MQIA.CURRENT_Q_DEPTH, _QUEUE),
        _of("OpenInputCount", MQIA.OPEN_INPUT_COUNT, _QUEUE),
        _of("OpenOutputCount", MQIA.OPEN_OUTPUT_COUNT, _QUEUE),
        _of("StatusType", MQIACF.Q_STATUS_TYPE, "Inquire Queue Status", words=_STATUS_TYPES),
        _of("OpenType", MQIACF.OPEN_TYPE, "Inquire Queue Status", words=MQQSOT),
        _of("QStatusAttrs", MQIACF.Q_STATUS_ATTRS, "Inquire Queue Status"),
        _of("UncommittedMsgs", MQIACF.UNCOMMITTED_MSGS, _STATUS),
        _of("OldestMsgAge", MQIACF.OLDEST_MSG_AGE, _STATUS),
        _of("OpenInputType", MQIACF.OPEN_INPUT_TYPE, _STATUS, words=_INPUT_TYPES),
        _of("OpenOutput", MQIACF.OPEN_OUTPUT, _STATUS, words=_YES_NO),
        _of("OpenBrowse", MQIACF.OPEN_BROWSE, _STATUS, words=_YES_NO),
        _of("OpenInquire", MQIACF.OPEN_INQUIRE, _STATUS, words=_YES_NO),
        _of("OpenSet", MQIACF.OPEN_SET, _STATUS, words=_YES_NO),
        *_HANDLE,
    ),
    "NAMELIST": (
        _of("NamelistName", MQCA.NAMELIST_NAME, CHANGE_NAMELIST, length=48),
        _of("FromNamelistName", MQCACF.FROM_NAMELIST_NAME, CHANGE_NAMELIST, length=48),
        _of("ToNamelistName", MQCACF.TO_NAMELIST_NAME, CHANGE_NAMELIST, length=48),
        _of("NamelistAttrs", MQIACF.NAMELIST_ATTRS, "Inquire Namelist"),
        _of("NameCount", MQIA.NAME_COUNT, _NAMELIST),
    ),
    "CHANNEL": (
        _of("ChannelName", MQCACH.CHANNEL_NAME, CHANGE_CHANNEL, length=20),
        _of("FromChannelName", MQCACF.FROM_CHANNEL_NAME, CHANGE_CHANNEL, length=20),
        _of("ToChannelName", MQCACF.TO_CHANNEL_NAME, CHANGE_CHANNEL, length=20),
        replace(
            _managed("", "", QUEUE_SHARING_GROUP_DISPOSITION, None),
            sources=(CHANGE_CHANNEL.at("QSGDisposition"),),
            fields={},
        ),
        _of("ChannelType", MQIACH.CHANNEL_TYPE, CHANGE_CHANNEL, words=MQCHT),
        _of("ChannelTable", MQIACH.CHANNEL_TABLE, "Delete Channel", words=MQCHTAB),
        _of("IgnoreState", MQIACF.IGNORE_STATE, "Delete Channel"),
        _of("ChannelAttrs", MQIACF.CHANNEL_ATTRS, "Inquire Channel"),
    ),
    "Q_MGR": (
        _of("QMgrAttrs", MQIACF.Q_MGR_ATTRS, "Inquire Queue Manager"),
        _of("QMgrName", MQCA.Q_MGR_NAME, _MANAGER, length=48),
        _of("QMgrIdentifier", MQCA.Q_MGR_IDENTIFIER, _MANAGER, length=48),
        _of("QMgrDesc", MQCA.Q_MGR_DESC, CHANGE_QUEUE_MANAGER, length=64),
        _of("Platform", MQIA.PLATFORM, _MANAGER, words=MQPL),
        _of("CommandLevel", MQIA.COMMAND_LEVEL, _MANAGER),
        _of("CodedCharSetId", MQIA.CODED_CHAR_SET_ID, CHANGE_QUEUE_MANAGER),
        _of("MaxMsgLength", MQIA.MAX_MSG_LENGTH, CHANGE_QUEUE_MANAGER),
        _of("DeadLetterQName", MQCA.DEAD_LETTER_Q_NAME, CHANGE_QUEUE_MANAGER, length=48),
        _of("DefXmitQName", MQCA.DEF_XMIT_Q_NAME, CHANGE_QUEUE_MANAGER, length=48),
        _of("RepositoryName", MQCA.REPOSITORY_NAME, CHANGE_QUEUE_MANAGER, length=48),
        _of("RepositoryNamelist", MQCA.REPOSITORY_NAMELIST, CHANGE_QUEUE_MANAGER, length=48),
        _of(
            "DefClusterXmitQueueType",
            MQIA.DEF_CLUSTER_XMIT_Q_TYPE,
            CHANGE_QUEUE_MANAGER,
            words=MQCLXQ,
        ),
        _of("CLWLMRUChannels", MQIA.CLWL_MRU_CHANNELS, CHANGE_QUEUE_MANAGER),
        _of("CLWLUseQ", MQIA.CLWL_USEQ, CHANGE_QUEUE_MANAGER),
    ),
    "CONNECTION": (
        *_HANDLE,
        _of("ConnectionId", MQBACF.CONNECTION_ID, "Inquire Connection", length=24),
        _of("GenericConnectionId", MQBACF.GENERIC_CONNECTION_ID, "Inquire Connection", length=24),
        _of(
            "ConnInfoType",
            MQIACF.CONN_INFO_TYPE,
            "Inquire Connection",
            words=(MQIACF.CONN_INFO_CONN, MQIACF.CONN_INFO_HANDLE, MQIACF.CONN_INFO_ALL),
        ),
        _of("ConnectionAttrs", MQIACF.CONNECTION_ATTRS, "Inquire Connection"),
        _of("ObjectName", MQCACF.OBJECT_NAME, _CONNECTION),
        _of("ObjectType", MQIACF.OBJECT_TYPE, _CONNECTION, words=MQOT),
    ),
}
_ALL_ATTRIBUTES = full_name(MQIACF.ALL)


def specs_of(object_name: str) -> Iterator[type[Spec]]:
    """The kinds of the catalogue that a PCF object has: four for Q."""
    return (spec for spec in KINDS.values() if spec.commands.pcf_object == object_name)


@cache
def vocabulary(object_name: str) -> Vocabulary:
    """The parameters of an object: the catalogue's first, then the others; lists of attributes
    (QAttrs) take the identifiers of all of them as words."""
    parameters: dict[int, Parameter] = {}
    for spec in specs_of(object_name):
        if object_name == "Q_MGR":  # RepositoryName is a name there, the catalogue has yes and no
            continue
        for name, attribute in spec.attributes().items():
            if attribute.pcf is not None:
                before = parameters.get(attribute.pcf.value)
                parameters[attribute.pcf.value] = _managed(spec.kind, name, attribute, before)
    for parameter in (*_OTHERS[object_name], *_COMMON):
        known = parameters.get(parameter.id)
        if known is None:
            parameters[parameter.id] = parameter
        elif parameter.name == "DefinitionType":  # a system also reports MQQDT_PREDEFINED
            parameters[parameter.id] = replace(known, words={**known.words, **parameter.words})
    words = {_ALL_ATTRIBUTES: int(MQIACF.ALL)} | {p.constant: p.id for p in parameters.values()}
    for number, parameter in parameters.items():
        if parameter.name.endswith("Attrs"):
            parameters[number] = replace(parameter, words={**parameter.words, **words})
    names = {
        spelled: parameter
        for parameter in parameters.values()
        for spelled in (parameter.name, *parameter.synonyms)
    }
    return Vocabulary(
        names, parameters, {parameter.constant: parameter for parameter in parameters.values()}
    )
