"""Inquiries: what is asked of a queue manager, in bulk, and its own attributes; an inquiry of any
dialect in PCF, and back.

Sources: IBM's Inquire Queue, Queue Status, Connection, Namelist, Channel and Queue Manager.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition, Inquiry
from queuewright.dialects.mqsc.keywords import keywords
from queuewright.kinds import KINDS, is_record, spec_of

from .build import object_of, structures, typed
from .constants import MQCFOP, MQIACF
from .errors import PcfEncodeError
from .forms import FORMS, NAMES, Form
from .structures import MQCFIF, MQCFIN, MQCFSF, STRUCTURES, PcfMessage, Structure
from .vocabulary import Field, fields_of, vocabulary

# Operators of MQSC's WHERE, and what DISPLAY shows that no command sets: the words of both.
OPERATORS: Mapping[str, MQCFOP] = {
    "LT": MQCFOP.LESS,
    "EQ": MQCFOP.EQUAL,
    "GT": MQCFOP.GREATER,
    "LE": MQCFOP.NOT_GREATER,
    "NE": MQCFOP.NOT_EQUAL,
    "GE": MQCFOP.NOT_LESS,
    "LK": MQCFOP.LIKE,
    "NL": MQCFOP.NOT_LIKE,
    "CT": MQCFOP.CONTAINS,
    "EX": MQCFOP.EXCLUDES,
    "CTG": MQCFOP.CONTAINS_GEN,
    "EXG": MQCFOP.EXCLUDES_GEN,
}
STATUS_WORDS = {
    "CURDEPTH": "CurrentQDepth",
    "IPPROCS": "OpenInputCount",
    "OPPROCS": "OpenOutputCount",
    "DEFTYPE": "DefinitionType",
    "CRDATE": "CreationDate",
    "CRTIME": "CreationTime",
    "ALTDATE": "AlterationDate",
    "ALTTIME": "AlterationTime",
    "CLUSQMGR": "ClusterQMgrName",
    "QTYPE": "QType",
}
_ALL = (int(MQIACF.ALL),)
_NUMBERS = {form.name: number for number, form in FORMS.items()}


def inquiry(definition: Definition) -> PcfMessage:
    """Inquire Queue and the like, of one kind or of all that share the command. Raises
    PcfEncodeError for what PCF has no identifier for."""
    if is_record(definition.kind):
        names = spec_of(definition.kind).names_in(definition.name)
        return inquire_records(definition.kind, names.get("name") or "*")
    definition.require_ordinary(PcfEncodeError)
    kind, asked = definition.kind, definition.inquiry
    object_name = object_of(kind)
    base = NAMES[object_name][0]
    words = vocabulary(object_name).names
    values: dict[str, Any] = {base: definition.name} if base else {}
    if len(definition.kinds) < 2:
        values |= typed(kind)
    if asked.clusters:
        values["ClusterInfo"] = 1
    everything = "ALL" in asked.attributes
    kinds = definition.kinds or (kind,)
    identifiers = [_identifier(kinds, word).number for word in asked.attributes if word != "ALL"]
    names_alone = (words[base or "QMgrName"].id,)
    numbers = (int(MQIACF.ALL),) if everything else tuple(identifiers) or names_alone
    values[f"{base.removesuffix('Name') or 'QMgr'}Attrs"] = numbers
    found = structures(object_name, values)
    if asked.where is not None:
        found = (*found, _filter(kinds, *asked.where))
    return PcfMessage.command(spec_of(kind).pcf.numbers["INQUIRE"], found)


def _filter(kinds: Sequence[str], word: str, operator: str, text: str) -> Structure:
    field, number = _identifier(kinds, word), int(OPERATORS[operator])
    if field.structure is not MQCFIN:
        return MQCFSF(field.number, number, text)
    chosen = _choice(kinds, word, text)
    if chosen is None and not text.removeprefix("-").isdecimal():
        raise PcfEncodeError(f"WHERE: {word} is compared with numbers in PCF, not {shown(text)}")
    return MQCFIF(field.number, number, int(text[:12]) if chosen is None else chosen)


def _identifier(kinds: Sequence[str], word: str) -> Field:
    """The field of an MQSC keyword, of the first of the kinds that has it."""
    for kind in kinds:
        keyword = keywords(kind).get(word)
        attribute = None if keyword is None else keyword.attribute
        for field in fields_of(kind):
            if field.attribute == attribute:
                return field
    known = vocabulary(object_of(kinds[0])).names.get(STATUS_WORDS.get(word, ""))
    if known is None:
        raise PcfEncodeError(f"{kinds[0]}: PCF has no identifier of {word} here; leave it out")
    return Field(word, known.name, known.id, STRUCTURES[known.type])


def _choice(kinds: Sequence[str], word: str, text: str) -> int | None:
    """The number of a word that the attribute takes."""
    for kind in kinds:
        keyword = keywords(kind).get(word)
        if keyword is not None:
            value = keyword.value if keyword.value is not None else keyword.read([text])
            choice = keyword.metadata.choice(value) if isinstance(value, str) else None
            return None if choice is None else choice.number
    return None


def inquiry_of(
    form: Form, message: PcfMessage, kinds: Sequence[str], given: dict[str, Any]
) -> Inquiry:
    """The attributes that an inquiry asks for, taken out of `given`; those without a word in MQSC
    stay."""
    if form.action is not Action.INQUIRE:
        return Inquiry()
    base = NAMES[form.object][0]
    words = _words_of(tuple(kinds))
    listed = f"{base.removesuffix('Name')}Attrs"
    numbers = given.get(listed, (int(MQIACF.ALL),))
    asked: tuple[str, ...] = ("ALL",)
    if isinstance(numbers, tuple) and int(MQIACF.ALL) not in numbers:
        name = vocabulary(form.object).names[base].id
        others = [number for number in numbers if number != name]
        if any(number not in words for number in others):
            return Inquiry()
        asked = tuple(words[number] for number in others)
    given.pop(listed, None)
    where = None
    for structure in message.parameters:
        if isinstance(structure, MQCFIF | MQCFSF) and structure.parameter in words:
            word = words[structure.parameter]
            operator = next((o for o, n in OPERATORS.items() if n == structure.operator), "EQ")
            where = (word, operator, _word_of(kinds, word, structure.value))
            given.pop(vocabulary(form.object).of_number(structure.parameter).name, None)
    return Inquiry(asked, where, given.pop("ClusterInfo", None) is not None)


def _word_of(kinds: Sequence[str], word: str, value: int | str) -> str:
    """A number as MQSC's word for it, where it has one."""
    for kind in kinds:
        keyword = keywords(kind).get(word)
        for choice in () if keyword is None else keyword.metadata.choices:
            if choice.number == value and choice.mqsc is not None:
                return choice.mqsc
    return str(value)


@cache
def _words_of(kinds: tuple[str, ...]) -> Mapping[int, str]:
    """Identifier -> MQSC keyword, of everything that these kinds can be asked for."""
    words: dict[int, str] = {}
    for kind in kinds:
        spec = KINDS[kind]
        for word, keyword in keywords(kind).items():
            pcf = spec.attributes()[keyword.attribute].pcf
            if pcf is not None:
                words.setdefault(pcf.value, word)
    names = vocabulary(KINDS[kinds[0]].pcf.object).names
    for word, name in STATUS_WORDS.items():
        if name in names:
            words.setdefault(names[name].id, word)
    return words


def inquire(kind: str, name: str = "*", attributes: Sequence[int] = _ALL) -> PcfMessage:
    """Every object of a kind whose name fits `name` (an asterisk at its end stands for anything).

    attributes: identifiers, MQIACF_ALL for every one. A cluster is asked of the queue manager.
    Raises PcfEncodeError for a kind that PCF does not have.
    """
    object_name = object_of(kind)
    if object_name == "Q_MGR":
        return inquire_queue_manager()
    if is_record(kind):
        return inquire_records(kind, name)
    base = NAMES[object_name][0]
    selector = {f"{base.removesuffix('Name')}Attrs": tuple(attributes)}
    return _inquiry(object_name, {base: name, **typed(kind), **selector})


# Every profile, and one: MQAUTHOPT_NAME_ALL_MATCHING, _ENTITY_EXPLICIT, _NAME_AS_WILDCARD, and
# MQAUTHOPT_NAME_EXPLICIT.
EVERY_PROFILE, ONE_PROFILE = 32 + 1 + 64, 16 + 1
_EVERY_TYPE = "MQOT_ALL"


def inquire_records(kind: str, profile: str = "*") -> PcfMessage:
    """The records of a kind: of every profile, or of one."""
    object_name, every = object_of(kind), profile == "*"
    form = FORMS[spec_of(kind).pcf.numbers["INQUIRE"]]
    if spec_of(kind).has_one_name():
        # Every policy: for the name of one that is not there, one that protects nothing comes back.
        return PcfMessage.command(form.number, structures(object_name, {form.required[0]: "*"}))
    values: dict[str, Any] = {"ProfileName": profile}
    if "Options" in form.required:
        options = EVERY_PROFILE if every else ONE_PROFILE
        values = {"Options": options, **values, "ObjectType": _EVERY_TYPE}
        values["ProfileAttrs"] = _ALL
    else:
        values |= {"Match": "MQMATCH_GENERIC" if every else "MQMATCH_EXACT"}
        values["ChannelAuthAttrs"] = _ALL
    return PcfMessage.command(form.number, structures(object_name, values))


def inquire_queue_status(name: str = "*") -> PcfMessage:
    """Depth, counts of openers and uncommitted messages of local queues."""
    values = {"QName": name, "StatusType": "MQIACF_Q_STATUS", "QStatusAttrs": _ALL}
    return _inquiry("Q", values, "Q_STATUS")


def inquire_connections() -> PcfMessage:
    """Every connection with its handles: alias and remote queues, which have no queue status."""
    every = {"GenericConnectionId": b"", "ConnInfoType": "MQIACF_CONN_INFO_ALL"}
    return _inquiry("CONNECTION", {**every, "ConnectionAttrs": _ALL})


def inquire_process_names(name: str = "*") -> PcfMessage:
    """The names of processes, all in one answer (IBM's Inquire Process Names)."""
    return _inquiry("PROCESS_NAMES", {"ProcessName": name})


def inquire_queue_manager() -> PcfMessage:
    """The queue manager's platform, command level, CCSID and repositories."""
    return _inquiry("Q_MGR", {"QMgrAttrs": _ALL})


def _inquiry(object_name: str, values: Mapping[str, Any], command: str = "") -> PcfMessage:
    number = _NUMBERS[f"MQCMD_INQUIRE_{command or object_name}"]
    return PcfMessage.command(number, structures(object_name, values))
