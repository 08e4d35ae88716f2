"""The documents' names of parameters, by object: from the catalogue, and what it does not manage.

A name means the same identifier in every command of an object, so that text and bytes agree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

from queuewright.catalogue.attribute import Attribute
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

__all__ = ["Parameter", "Vocabulary", "specs_of", "vocabulary"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its name in the documents, identifier, number, structure and values.

    words: MQ constant -> number. numeric: numbers are values too. length: bytes at most. fields:
    kind -> name in the catalogue, empty for what is no attribute. synonyms: other names of the
    same identifier (001 BaseQName).
    """

    name: str
    constant: str
    id: int
    type: str
    source: str
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


def _of(
    name: str,
    member: IntEnum,
    source: str,
    *,
    words: type[IntEnum] | tuple[IntEnum, ...] | None = None,
    structure: str | None = None,
    length: int | None = None,
) -> Parameter:
    """A parameter that the catalogue does not manage. Without `words` any number will do."""
    prefix = type(member).__name__[:4]
    plain = {"MQIA": "MQCFIN", "MQCA": "MQCFST", "MQBA": "MQCFBS"}[prefix]
    members = words.__members__.values() if isinstance(words, type) else words or ()
    named = (
        {f"{words.__name__}_{key}": int(value) for key, value in words.__members__.items()}
        if isinstance(words, type)
        else {full_name(one): int(one) for one in members}
    )
    return Parameter(
        name, full_name(member), int(member), structure or plain, source, named,
        not named or words is MQOO, length,
    )  # fmt: skip


_DISPOSITION = QUEUE_SHARING_GROUP_DISPOSITION.pcf
assert _DISPOSITION is not None
_CHANGE, _INQUIRE = "PCF Change, Copy and Create", "PCF Inquire"
_COMMON = (
    _of("Replace", MQIACF.REPLACE, "001 Replace", words=MQRP),
    _of("AuthRec", MQIACF.REMOVE_AUTHREC, "PCF Delete Queue Authrec", words=MQRAR),
    _of("AlterationDate", MQCA.ALTERATION_DATE, f"{_INQUIRE} Queue (Response)", length=12),
    _of("AlterationTime", MQCA.ALTERATION_TIME, f"{_INQUIRE} Queue (Response)", length=8),
    _of("ErrorIdentifier", MQIACF.ERROR_ID, "PCF error codes"),
    _of("ErrorOffset", MQIACF.ERROR_OFFSET, "PCF error codes"),
    _of("ParameterIdentifier", MQIACF.PARAMETER_ID, "PCF error codes"),
    _of("ReasonQualifier", MQIACF.REASON_QUALIFIER, "PCF error codes"),
    _of("ObjectQMgrName", MQCACF.OBJECT_Q_MGR_NAME, "PCF error codes", length=48),
    _of("CommandScope", MQCACF.COMMAND_SCOPE, "001 CommandScope", length=4),
)
_HANDLE = (
    _of("ApplTag", MQCACF.APPL_TAG, f"{_INQUIRE} Queue Status (Response)", length=28),
    _of("ApplType", MQIA.APPL_TYPE, f"{_INQUIRE} Queue Status (Response)"),
    _of("ChannelName", MQCACH.CHANNEL_NAME, f"{_INQUIRE} Queue Status (Response)", length=20),
    _of("ConnectionName", MQCACH.CONNECTION_NAME, f"{_INQUIRE} Queue Status (Response)"),
    _of("UserIdentifier", MQCACF.USER_IDENTIFIER, f"{_INQUIRE} Queue Status (Response)"),
    _of("OpenOptions", MQIACF.OPEN_OPTIONS, f"{_INQUIRE} Queue Status (Response)", words=MQOO),
    _of("HandleState", MQIACF.HANDLE_STATE, f"{_INQUIRE} Queue Status (Response)",
        words=MQHSTATE),
    _of("ProcessId", MQIACF.PROCESS_ID, f"{_INQUIRE} Queue Status (Response)"),
    _of("ThreadId", MQIACF.THREAD_ID, f"{_INQUIRE} Queue Status (Response)"),
)  # fmt: skip
_OTHERS: Mapping[str, tuple[Parameter, ...]] = {
    "Q": (
        _of("QName", MQCA.Q_NAME, "001 QName", length=48),
        _of("FromQName", MQCACF.FROM_Q_NAME, "001 FromQName", length=48),
        _of("ToQName", MQCACF.TO_Q_NAME, "001 ToQName", length=48),
        _of("QType", MQIA.Q_TYPE, "001 QType", words=MQQT),
        _of("Force", MQIACF.FORCE, "001 Force", words=MQFC),
        _of("Purge", MQIACF.PURGE, "PCF Delete Queue Purge", words=MQPO),
        _of("QAttrs", MQIACF.Q_ATTRS, f"{_INQUIRE} Queue QAttrs", structure="MQCFIL"),
        _of("ClusterInfo", MQIACF.CLUSTER_INFO, f"{_INQUIRE} Queue ClusterInfo"),
        _of("PageSetID", MQIA.PAGESET_ID, f"{_INQUIRE} Queue PageSetID"),
        _of("DefinitionType", MQIA.DEFINITION_TYPE, "001 DefinitionType", words=MQQDT),
        _of("CreationDate", MQCA.CREATION_DATE, f"{_INQUIRE} Queue (Response)", length=12),
        _of("CreationTime", MQCA.CREATION_TIME, f"{_INQUIRE} Queue (Response)", length=8),
        _of("CurrentQDepth", MQIA.CURRENT_Q_DEPTH, f"{_INQUIRE} Queue (Response)"),
        _of("OpenInputCount", MQIA.OPEN_INPUT_COUNT, f"{_INQUIRE} Queue (Response)"),
        _of("OpenOutputCount", MQIA.OPEN_OUTPUT_COUNT, f"{_INQUIRE} Queue (Response)"),
        _of("StatusType", MQIACF.Q_STATUS_TYPE, f"{_INQUIRE} Queue Status StatusType",
            words=(MQIACF.Q_STATUS, MQIACF.Q_HANDLE)),
        _of("OpenType", MQIACF.OPEN_TYPE, f"{_INQUIRE} Queue Status OpenType", words=MQQSOT),
        _of("QStatusAttrs", MQIACF.Q_STATUS_ATTRS, f"{_INQUIRE} Queue Status QStatusAttrs",
            structure="MQCFIL"),
        _of("UncommittedMsgs", MQIACF.UNCOMMITTED_MSGS, f"{_INQUIRE} Queue Status (Response)"),
        _of("OldestMsgAge", MQIACF.OLDEST_MSG_AGE, f"{_INQUIRE} Queue Status (Response)"),
        _of("OpenInputType", MQIACF.OPEN_INPUT_TYPE, f"{_INQUIRE} Queue Status (Response)",
            words=(MQQSO.NO, MQQSO.SHARED, MQQSO.EXCLUSIVE)),
        _of("OpenOutput", MQIACF.OPEN_OUTPUT, f"{_INQUIRE} Queue Status (Response)",
            words=(MQQSO.NO, MQQSO.YES)),
        _of("OpenBrowse", MQIACF.OPEN_BROWSE, f"{_INQUIRE} Queue Status (Response)",
            words=(MQQSO.NO, MQQSO.YES)),
        _of("OpenInquire", MQIACF.OPEN_INQUIRE, f"{_INQUIRE} Queue Status (Response)",
            words=(MQQSO.NO, MQQSO.YES)),
        _of("OpenSet", MQIACF.OPEN_SET, f"{_INQUIRE} Queue Status (Response)",
            words=(MQQSO.NO, MQQSO.YES)),
        *_HANDLE,
    ),
    "NAMELIST": (
        _of("NamelistName", MQCA.NAMELIST_NAME, f"{_CHANGE} Namelist NamelistName", length=48),
        _of("FromNamelistName", MQCACF.FROM_NAMELIST_NAME,
            f"{_CHANGE} Namelist FromNamelistName", length=48),
        _of("ToNamelistName", MQCACF.TO_NAMELIST_NAME,
            f"{_CHANGE} Namelist ToNamelistName", length=48),
        _of("NamelistAttrs", MQIACF.NAMELIST_ATTRS, f"{_INQUIRE} Namelist NamelistAttrs",
            structure="MQCFIL"),
        _of("NameCount", MQIA.NAME_COUNT, f"{_INQUIRE} Namelist (Response)"),
    ),
    "CHANNEL": (
        _of("ChannelName", MQCACH.CHANNEL_NAME, f"{_CHANGE} Channel ChannelName", length=20),
        _of("FromChannelName", MQCACF.FROM_CHANNEL_NAME, f"{_CHANGE} Channel FromChannelName",
            length=20),
        _of("ToChannelName", MQCACF.TO_CHANNEL_NAME, f"{_CHANGE} Channel ToChannelName",
            length=20),
        Parameter(
            "QSGDisposition", _DISPOSITION.id, _DISPOSITION.value, "MQCFIN",
            f"{_CHANGE} Channel QSGDisposition",
            {one.constant or "": one.number or 0
             for one in QUEUE_SHARING_GROUP_DISPOSITION.choices}, False,
        ),
        _of("ChannelType", MQIACH.CHANNEL_TYPE, f"{_CHANGE} Channel ChannelType", words=MQCHT),
        _of("ChannelTable", MQIACH.CHANNEL_TABLE, "PCF Delete Channel ChannelTable",
            words=MQCHTAB),
        _of("IgnoreState", MQIACF.IGNORE_STATE, "PCF Delete Channel IgnoreState"),
        _of("ChannelAttrs", MQIACF.CHANNEL_ATTRS, f"{_INQUIRE} Channel ChannelAttrs",
            structure="MQCFIL"),
    ),
    "Q_MGR": (
        _of("QMgrAttrs", MQIACF.Q_MGR_ATTRS, f"{_INQUIRE} Queue Manager QMgrAttrs",
            structure="MQCFIL"),
        _of("QMgrName", MQCA.Q_MGR_NAME, f"{_INQUIRE} Queue Manager (Response)", length=48),
        _of("QMgrIdentifier", MQCA.Q_MGR_IDENTIFIER, f"{_INQUIRE} Queue Manager (Response)",
            length=48),
        _of("QMgrDesc", MQCA.Q_MGR_DESC, "PCF Change Queue Manager QMgrDesc", length=64),
        _of("Platform", MQIA.PLATFORM, f"{_INQUIRE} Queue Manager (Response)", words=MQPL),
        _of("CommandLevel", MQIA.COMMAND_LEVEL, f"{_INQUIRE} Queue Manager (Response)"),
        _of("CodedCharSetId", MQIA.CODED_CHAR_SET_ID, "PCF Change Queue Manager CodedCharSetId"),
        _of("MaxMsgLength", MQIA.MAX_MSG_LENGTH, "PCF Change Queue Manager MaxMsgLength"),
        _of("DeadLetterQName", MQCA.DEAD_LETTER_Q_NAME,
            "PCF Change Queue Manager DeadLetterQName", length=48),
        _of("DefXmitQName", MQCA.DEF_XMIT_Q_NAME, "PCF Change Queue Manager DefXmitQName",
            length=48),
        _of("RepositoryName", MQCA.REPOSITORY_NAME, "PCF Change Queue Manager RepositoryName",
            length=48),
        _of("RepositoryNamelist", MQCA.REPOSITORY_NAMELIST,
            "PCF Change Queue Manager RepositoryNamelist", length=48),
        _of("DefClusterXmitQueueType", MQIA.DEF_CLUSTER_XMIT_Q_TYPE,
            "PCF Change Queue Manager DefClusterXmitQueueType", words=MQCLXQ),
        _of("CLWLMRUChannels", MQIA.CLWL_MRU_CHANNELS,
            "PCF Change Queue Manager CLWLMRUChannels"),
        _of("CLWLUseQ", MQIA.CLWL_USEQ, "PCF Change Queue Manager CLWLUseQ"),
    ),
    "CONNECTION": (
        *_HANDLE,
        _of("ConnectionId", MQBACF.CONNECTION_ID, f"{_INQUIRE} Connection ConnectionId",
            length=24),
        _of("GenericConnectionId", MQBACF.GENERIC_CONNECTION_ID,
            f"{_INQUIRE} Connection GenericConnectionId", length=24),
        _of("ConnInfoType", MQIACF.CONN_INFO_TYPE, f"{_INQUIRE} Connection ConnInfoType",
            words=(MQIACF.CONN_INFO_CONN, MQIACF.CONN_INFO_HANDLE, MQIACF.CONN_INFO_ALL)),
        _of("ConnectionAttrs", MQIACF.CONNECTION_ATTRS, f"{_INQUIRE} Connection ConnectionAttrs",
            structure="MQCFIL"),
        _of("ObjectName", MQCACF.OBJECT_NAME, f"{_INQUIRE} Connection (Response)"),
        _of("ObjectType", MQIACF.OBJECT_TYPE, f"{_INQUIRE} Connection (Response)", words=MQOT),
    ),
}  # fmt: skip
_ALL_ATTRIBUTES = full_name(MQIACF.ALL)


def specs_of(object_name: str) -> Iterator[type[Spec]]:
    """The kinds of the catalogue that a PCF object has: four for Q."""
    return (spec for spec in KINDS.values() if spec.commands.pcf_object == object_name)


@cache
def vocabulary(object_name: str) -> Vocabulary:
    """The parameters of an object: the catalogue's first, then the others; lists of attributes
    (QAttrs) take the identifiers of all of them as words."""
    found: dict[int, Parameter] = {}
    for spec in specs_of(object_name):
        if object_name == "Q_MGR":  # RepositoryName is a name there, the catalogue has yes and no
            continue
        for name, attribute in spec.attributes().items():
            if attribute.pcf is not None:
                before = found.get(attribute.pcf.value)
                found[attribute.pcf.value] = _managed(spec.kind, name, attribute, before)
    for one in (*_OTHERS[object_name], *_COMMON):
        known = found.get(one.id)
        if known is None:
            found[one.id] = one
        elif (
            one.name == "DefinitionType"
        ):  # what a system reports of a queue that is no dynamic one
            found[one.id] = _with_words(known, one.words)
    words = {_ALL_ATTRIBUTES: int(MQIACF.ALL)} | {p.constant: p.id for p in found.values()}
    for number, one in found.items():
        if one.name.endswith("Attrs"):
            found[number] = _with_words(one, words)
    names = {spelled: one for one in found.values() for spelled in (one.name, *one.synonyms)}
    return Vocabulary(names, found, {one.constant: one for one in found.values()})


def _managed(kind: str, name: str, attribute: Attribute, before: Parameter | None) -> Parameter:
    pcf = attribute.pcf
    assert pcf is not None
    words = {
        choice.constant: choice.number
        for choice in attribute.choices
        if choice.constant is not None and choice.number is not None
    }
    fields = dict(before.fields) if before else {}
    numeric = attribute.minimum is not None or attribute.maximum is not None
    return Parameter(
        pcf.name, pcf.id, pcf.value, pcf.type, attribute.source,
        {**(before.words if before else {}), **words}, numeric, attribute.max_length,
        {**fields, kind: name}, pcf.synonyms,
    )  # fmt: skip


def _with_words(one: Parameter, words: Mapping[str, int]) -> Parameter:
    return Parameter(
        one.name, one.constant, one.id, one.type, one.source, {**one.words, **words}, one.numeric,
        one.length, one.fields, one.synonyms,
    )  # fmt: skip
