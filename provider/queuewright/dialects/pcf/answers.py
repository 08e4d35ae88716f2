"""Answers to PCF commands: several response messages, completion, reason and error parameters.

Source: IBM's PCF responses. Every response but the last has MQCFC_NOT_LAST; a command that fails
is answered with a message for each error and then one with MQRCCF_COMMAND_FAILED.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import Diagnostic

from .constants import MQCC, MQCFC, MQCFT, MQIACF, MQRC, MQRCCF
from .errors import PcfAnswerError
from .forms import FORMS, NAMES
from .structures import MQCFH, MQCFIL, MQCFIN, MQCFSL, MQCFST, Message, Structure
from .vocabulary import vocabulary

__all__ = ["Answer", "Refusal", "collect", "fail", "reason_for", "reason_name", "refuse", "succeed"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One error: its reason (MQRCCF_ or MQRC_) and its parameters (MQIACF_PARAMETER_ID, ...)."""

    reason: int
    parameters: tuple[Structure, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What all responses to one command say together.

    sets: the parameters of each response that tells of an object. refusals: the errors, without
    the closing MQRCCF_COMMAND_FAILED.
    """

    command: int
    completion: int
    reason: int
    sets: tuple[tuple[Structure, ...], ...] = ()
    refusals: tuple[Refusal, ...] = ()


def succeed(
    command: int, sets: Iterable[tuple[Structure, ...]] = (), *, version: int = 1
) -> tuple[Message, ...]:
    """The responses of a command that worked: one a set of parameters, at least one."""
    responses = list(sets) or [()]
    return tuple(
        _response(command, place, len(responses), MQCC.OK, MQRC.NONE, parameters, version)
        for place, parameters in enumerate(responses, 1)
    )


def fail(command: int, refusals: Sequence[Refusal], *, version: int = 1) -> tuple[Message, ...]:
    """The responses of a command that did not: each error, then MQRCCF_COMMAND_FAILED."""
    every = [*refusals, Refusal(MQRCCF.COMMAND_FAILED)]
    return tuple(
        _response(
            command, place, len(every), MQCC.FAILED, refusal.reason, refusal.parameters, version
        )
        for place, refusal in enumerate(every, 1)
    )


def _response(
    command: int,
    place: int,
    count: int,
    completion: int,
    reason: int,
    parameters: tuple[Structure, ...],
    version: int,
) -> Message:
    version = max([version, *(structure.version for structure in parameters)])
    control = MQCFC.LAST if place == count else MQCFC.NOT_LAST
    header = MQCFH(
        command, MQCFT.RESPONSE, version, place, int(control), int(completion), int(reason)
    )
    return Message(header, parameters)


def collect(messages: Sequence[Message]) -> Answer:
    """The answer that `messages` are, in the order in which they came. Raises PcfAnswerError when
    one is no response, is missing, is out of sequence, or comes after the last.

    The extended responses of z/OS (MQCFT_XR_) are several such answers in one: they are refused.
    """
    if not messages:
        raise PcfAnswerError("expected at least one response, found none")
    command = messages[0].header.command
    for place, message in enumerate(messages, 1):
        header = message.header
        if header.type != MQCFT.RESPONSE:
            raise PcfAnswerError(f"response {place}: MQCFH Type is {header.type}, no response")
        if header.command != command:
            raise PcfAnswerError(
                f"response {place} answers command {header.command}, the first {command}"
            )
        if header.sequence != place:
            raise PcfAnswerError(
                f"response {place}: expected MsgSeqNumber {place}, found {header.sequence}"
            )
        if (header.control == MQCFC.LAST) != (place == len(messages)):
            what = "comes after the last one" if place < len(messages) else "is not the last one"
            raise PcfAnswerError(
                f"response {place + 1 if place < len(messages) else place} {what};"
                " read until MQCFC_LAST"
            )
    completion = max(message.header.completion for message in messages)
    refusals = tuple(
        Refusal(message.header.reason, message.parameters)
        for message in messages
        if message.header.completion != MQCC.OK
        and message.header.reason not in (MQRC.NONE, MQRCCF.COMMAND_FAILED)
    )
    sets = tuple(
        message.parameters
        for message in messages
        if message.header.completion == MQCC.OK and message.parameters
    )
    reason = refusals[0].reason if refusals else messages[-1].header.reason
    return Answer(command, completion, reason, sets, refusals)


_REASONS = {
    "no-command": MQRCCF.CFH_TYPE_ERROR,
    "header": MQRCCF.CFH_CONTROL_ERROR,
    "unknown-command": MQRCCF.CFH_COMMAND_ERROR,
    "missing": MQRCCF.PARM_COUNT_TOO_SMALL,
    "sequence": MQRCCF.PARM_SEQUENCE_ERROR,
    "structure": MQRCCF.STRUCTURE_TYPE_ERROR,
    "length": MQRCCF.CFST_STRING_LENGTH_ERR,
    "too-many": MQRCCF.CFSL_COUNT_ERROR,
    "cluster-exclusive": MQRCCF.CLUSTER_NAME_CONFLICT,
    "cluster-restricted": MQRCCF.CLUSTER_Q_USAGE_ERROR,
    "dynamic-scope": MQRCCF.DYNAMIC_Q_SCOPE_ERROR,
    "force-model": MQRCCF.FORCE_VALUE_ERROR,
    "purge-local": MQRCCF.CFIN_PARM_ID_ERROR,
}
_UNKNOWN: dict[type[Structure], MQRCCF] = {
    MQCFIN: MQRCCF.CFIN_PARM_ID_ERROR,
    MQCFST: MQRCCF.CFST_PARM_ID_ERROR,
    MQCFSL: MQRCCF.CFSL_PARM_ID_ERROR,
    MQCFIL: MQRCCF.CFIL_PARM_ID_ERROR,
}
_TWICE: dict[type[Structure], MQRCCF] = {
    MQCFIN: MQRCCF.CFIN_DUPLICATE_PARM,
    MQCFST: MQRCCF.CFST_DUPLICATE_PARM,
    MQCFSL: MQRCCF.CFSL_DUPLICATE_PARM,
}
_VALUES = {
    "QType": MQRCCF.Q_TYPE_ERROR,
    "ChannelType": MQRCCF.CHANNEL_TYPE_ERROR,
    "Force": MQRCCF.FORCE_VALUE_ERROR,
    "Replace": MQRCCF.REPLACE_VALUE_ERROR,
    "Purge": MQRCCF.PURGE_VALUE_ERROR,
}

# What a decoder finds wrong, by the field (PcfDecodeError.field).
_FIELDS = {
    "CodedCharSetId": MQRCCF.CCSID_ERROR,
    "Type": MQRCCF.STRUCTURE_TYPE_ERROR,
    "MQCFH.Type": MQRCCF.CFH_TYPE_ERROR,
    "MQCFH.StrucLength": MQRCCF.CFH_LENGTH_ERROR,
    "MQCFH.Version": MQRCCF.CFH_VERSION_ERROR,
    "MQCFH.ParameterCount": MQRCCF.CFH_PARM_COUNT_ERROR,
    "MQCFIN.StrucLength": MQRCCF.CFIN_LENGTH_ERROR,
    "MQCFIN64.StrucLength": MQRCCF.CFIN_LENGTH_ERROR,
    "MQCFST.StrucLength": MQRCCF.CFST_LENGTH_ERROR,
    "MQCFST.StringLength": MQRCCF.CFST_STRING_LENGTH_ERR,
    "MQCFSL.StrucLength": MQRCCF.CFSL_LENGTH_ERROR,
    "MQCFSL.StringLength": MQRCCF.CFSL_STRING_LENGTH_ERR,
    "MQCFSL.Count": MQRCCF.CFSL_COUNT_ERROR,
    "MQCFIL.StrucLength": MQRCCF.CFIL_LENGTH_ERROR,
    "MQCFIL64.StrucLength": MQRCCF.CFIL_LENGTH_ERROR,
    "MQCFIL.Count": MQRCCF.CFIL_COUNT_ERROR,
    "MQCFIL64.Count": MQRCCF.CFIL_COUNT_ERROR,
    "MQCFBS.StrucLength": MQRCCF.CFBS_LENGTH_ERROR,
    "MQCFBS.StringLength": MQRCCF.CFBS_STRING_LENGTH_ERR,
    "MQCFGR.StrucLength": MQRCCF.CFGR_LENGTH_ERROR,
    "MQCFGR.ParameterCount": MQRCCF.CFGR_PARM_COUNT_ERROR,
    "MQCFIF.StrucLength": MQRCCF.CFIF_LENGTH_ERROR,
    "MQCFSF.StrucLength": MQRCCF.CFSF_LENGTH_ERROR,
    "MQCFSF.FilterValueLength": MQRCCF.CFSF_FILTER_VAL_LEN_ERR,
    "MQCFBF.StrucLength": MQRCCF.CFBF_LENGTH_ERROR,
    "MQCFBF.FilterValueLength": MQRCCF.CFBF_FILTER_VAL_LEN_ERR,
}


def reason_for(trouble: Diagnostic, structure: Structure | None = None) -> MQRCCF:
    """The command server's reason for what `validate` found in `structure`."""
    if trouble.code in ("unknown-parameter", "not-allowed", "wrong-kind", "platform"):
        return _UNKNOWN.get(type(structure), MQRCCF.CFIN_PARM_ID_ERROR)  # type: ignore[arg-type]
    if trouble.code == "duplicate":
        return _TWICE.get(type(structure), MQRCCF.CFIN_DUPLICATE_PARM)  # type: ignore[arg-type]
    if trouble.code == "decode":
        return _FIELDS.get(trouble.attribute or "", MQRCCF.MSG_LENGTH_ERROR)
    if trouble.code == "choice" and trouble.attribute in _VALUES:
        return _VALUES[trouble.attribute]
    if trouble.code == "syntax" and trouble.attribute == "name":
        return MQRCCF.OBJECT_NAME_ERROR
    return _REASONS.get(trouble.code, MQRCCF.ATTR_VALUE_ERROR)


def refuse(message: Message, troubles: Iterable[Diagnostic]) -> tuple[Message, ...]:
    """The responses to a command that `validate` found errors in: each with its reason and the
    identifier of the parameter (MQIACF_PARAMETER_ID), or the offset of what could not be read
    (MQIACF_ERROR_OFFSET)."""
    words = {}
    form = FORMS.get(message.header.command)
    if form is not None:
        known = vocabulary(form.object)
        words = {parameter.name: parameter.id for parameter in known.numbers.values()} | {
            field: parameter.id
            for parameter in known.numbers.values()
            for field in parameter.fields.values()
        }
        base = NAMES[form.object][0] or "RepositoryName"
        name = known.names.get(f"To{base}" if form.copies else base)
        if name is not None:
            words["name"] = name.id
    refusals = []
    for trouble in troubles:
        attribute = trouble.attribute or ""
        number = words.get(attribute)
        if number is None and attribute.isascii() and attribute.isdigit():
            number = int(attribute)
        structure = next((p for p in message.parameters if p.parameter == number), None)
        parameters: tuple[Structure, ...] = ()
        if number is not None:
            parameters = (MQCFIN(int(MQIACF.PARAMETER_ID), number),)
        elif trouble.offset is not None:
            parameters = (MQCFIN(int(MQIACF.ERROR_OFFSET), trouble.offset),)
        refusals.append(Refusal(reason_for(trouble, structure), parameters))
    return fail(message.header.command, refusals)


def reason_name(reason: int) -> str:
    """IBM's name of a reason that answers give; the number where it is not one of them."""
    for table in (MQRCCF, MQRC):
        if reason in table.__members__.values():
            return f"{table.__name__}_{table(reason).name}"
    return str(reason)
