"""Commands as PCF messages, and what the answers tell, in the words that all carriers share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.observed import Handle, OpenFor
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.keywords import (
    in_mqsc,
    is_named_partly,
    keywords,
    kinds_of_object,
    name_keywords,
    of_type,
)
from queuewright.dialects.pcf.answers import PcfAnswer, collect, reason_name
from queuewright.dialects.pcf.build import message_of, object_of, structures
from queuewright.dialects.pcf.constants import MQCC, MQDOPT, MQQSGD
from queuewright.dialects.pcf.forms import FORMS
from queuewright.dialects.pcf.inquire import (
    inquire_connections,
    inquire_process_names,
    inquire_queue_manager,
    inquire_queue_status,
    inquire_records,
    inquiry,
)
from queuewright.dialects.pcf.observe import (
    connection_handles,
    observed_of,
    process_names,
    status_of,
)
from queuewright.dialects.pcf.read import plain
from queuewright.dialects.pcf.running import (
    BY_STATUS,
    control,
    inquire_running,
    refresh_security,
    running_row,
)
from queuewright.dialects.pcf.structures import PcfMessage, Structure
from queuewright.dialects.pcf.vocabulary import vocabulary
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import EVERY, KINDS, is_record, spec_of
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.mq.queue_manager import QueueManagerSpec

from .carrier import MqReply, Row
from .commands import Command, ControlCommand, Display

_QUEUE_MANAGER = EVERY[QueueManagerSpec.kind].attributes().values()
# Keyword of DISPLAY QMGR and ALTER QMGR -> parameter of PCF.
_MANAGER = {each.mqsc: each.pcf.name for each in _QUEUE_MANAGER if each.mqsc and each.pcf} | {
    "QMNAME": "QMgrName",
    "PLATFORM": "Platform",
    "CMDLEVEL": "CommandLevel",
    "QSGNAME": "QSGName",
}
_NUMBERS = {form.name: number for number, form in FORMS.items()}
_DEFINED = {choice.value: choice.mqsc for choice in DEFINITION_TYPE.choices}


def message(command: Command) -> PcfMessage:
    """Raises PcfEncodeError, CannotWrite for what PCF is not asked here."""
    if isinstance(command, Definition):
        purge = command.purge and spec_of(command.kind).holds_messages
        return message_of(replace(command, purge=purge))
    if isinstance(command, ControlCommand) and command.object == "SECURITY":
        return refresh_security(command.parameters["TYPE"])
    if isinstance(command, ControlCommand):
        mode = command.parameters.get("MODE", "")
        return control(command.verb, command.object, command.name, mode)
    if command.object in BY_STATUS:
        asked_of = BY_STATUS[command.object]
        of_type, saved = command.parameters.get("CHLTYPE", ""), "SAVED" in command.attributes
        return inquire_running(asked_of, command.name, of_type, saved=saved)
    if command.object == "QMGR":
        return inquire_queue_manager()
    if command.object == "QSTATUS":
        return inquire_queue_status(command.name)
    if command.object == "CONN":
        return inquire_connections()
    if _asks_for_processes(command):
        return inquire_process_names(command.name)
    kinds = _kinds(command)
    if kinds and is_record(kinds[0]):
        profile = command.name or next(iter(command.texts.values()), "*")
        return inquire_records(kinds[0], profile)
    if not kinds:
        raise CannotWrite(f"DISPLAY {command.object} is not asked in PCF here")
    several = kinds if len(kinds) > 1 else ()
    asked = inquiry(Definition(kinds[0], command.name, Action.INQUIRE, kinds=several))
    how: dict[str, int] = {}
    if "QSGDISP" in command.parameters:
        how["QSGDisposition"] = MQQSGD[command.parameters["QSGDISP"]].value
    if "DISTYPE" in command.parameters:
        how["DisplayType"] = MQDOPT[command.parameters["DISTYPE"]].value
    added = structures(object_of(kinds[0]), how)
    return PcfMessage(asked.header, (*asked.parameters, *added)) if added else asked


def _asks_for_processes(display: Display) -> bool:
    """For their names, not for what they have."""
    return display.object == "PROCESS" and not display.attributes


def _kinds(display: Display) -> tuple[str, ...]:
    kinds = kinds_of_object().get(display.object, ())
    typed = display.parameters.get("TYPE")
    if display.object == "CHANNEL" and typed:
        return of_type(kinds, typed)
    return kinds


def reply(command: Command, messages: Sequence[PcfMessage]) -> MqReply:
    """The responses to a command. Raises PcfAnswerError for what is not an answer."""
    answer = collect(messages)
    if answer.completion >= MQCC.FAILED:
        return MqReply(answer.completion, answer.reason, "", _reason(answer))
    rows = _rows(command, answer.sets) if isinstance(command, Display) else []
    return MqReply(
        answer.completion, answer.reason, "", _reason(answer) if answer.refusals else "", rows
    )


def _reason(answer: PcfAnswer) -> str:
    """The reasons by their names, with the parameter that each is about."""
    form = FORMS.get(answer.command)
    texts = []
    for refusal in answer.refusals:
        known = {} if form is None else vocabulary(form.object).numbers
        about = [known[n].name for p in refusal.parameters if (n := plain(p)) in known]
        refused = " ".join([reason_name(refusal.reason), *about])
        texts.append(f"{refusal.manager}: {refused}" if refusal.manager else refused)
    return "; ".join(texts) or reason_name(answer.reason)


def _rows(display: Display, sets: Sequence[tuple[Structure, ...]]) -> list[Row]:
    if display.object in BY_STATUS:
        return [running_row(BY_STATUS[display.object], parameters) for parameters in sets]
    if display.object == "QMGR":
        return [_manager(parameters) for parameters in sets]
    if _asks_for_processes(display):
        return [{display.object: name} for parameters in sets for name in process_names(parameters)]
    if display.object == "QSTATUS":
        found = (status_of(parameters) for parameters in sets)
        return [
            {
                "QUEUE": name,
                "CURDEPTH": status.depth,
                "IPPROCS": status.open_input,
                "OPPROCS": status.open_output,
                "UNCOM": status.uncommitted,
            }
            for name, status in filter(None, found)
        ]
    if display.object == "CONN":
        named = display.where[2] if display.where is not None else None
        handles = connection_handles(sets)
        return [_handle(each) for each in handles if named in (None, each.object_name)]
    object_name = KINDS[_kinds(display)[0]].pcf.object
    objects = (observed_of(object_name, parameters, "") for parameters in sets)
    rows: list[Row] = []
    for each in objects:
        if each is None:
            continue
        kind = each.key.kind
        row: dict[str, Any] = _named(kind, each.key.name)
        if spec_of(kind).may_be_dynamic:
            row["DEFTYPE"] = _DEFINED.get(each.definition_type, "PREDEFINED")
        shown = in_mqsc(kind, each.attributes)
        alone = {word for word, value in shown.items() if value == "" and _stands_alone(kind, word)}
        row |= {word: "yes" if word in alone else value for word, value in shown.items()}
        rows.append({w: [*v] if isinstance(v, tuple) else v for w, v in row.items()})
    return rows


def _named(kind: str, name: str) -> dict[str, Any]:
    """The columns of DISPLAY that say which object it is."""
    spec = KINDS[kind]
    if spec.has_one_name():
        return {**spec.mqsc.row(name)}
    names = spec.names_in(name)
    first = {spec.mqsc.display: names["name"]} if is_named_partly(kind) else {}
    words = {k.attribute: (word, k) for word, k in name_keywords(kind).items()}
    for field, text in names.items():
        if field in words:
            word, known = words[field]
            choice = known.metadata.choice(text)
            first[word] = str(choice.mqsc) if choice is not None else text
    return first


def _stands_alone(kind: str, word: str) -> bool:
    return keywords(kind)[word].value is not None


def _manager(parameters: Sequence[Structure]) -> Row:
    known = vocabulary("Q_MGR")
    values = {structure.parameter: plain(structure) for structure in parameters}
    words = {(a.mqsc, choice.number): choice.mqsc for a in _QUEUE_MANAGER for choice in a.choices}
    row: dict[str, Any] = {}
    for word, name in _MANAGER.items():
        parameter = known.names.get(name)
        if parameter is None or parameter.id not in values:
            continue
        value = values[parameter.id]
        if word == "PLATFORM" and isinstance(value, int):
            value = (parameter.word(value) or "").removeprefix("MQPL_").replace("_", "")
        row[word] = words.get((word, value), value)
    return row


def _handle(handle: Handle) -> Row:
    return {
        "OBJNAME": handle.object_name,
        "OBJTYPE": handle.opened_as,
        "APPLTAG": handle.application,
        "USERID": handle.user,
        "CHANNEL": handle.channel,
        "OPENOPTS": [f"MQOO_{use.name}" for use in OpenFor if use in handle.open_for],
        "COUNT": handle.count,
    }
