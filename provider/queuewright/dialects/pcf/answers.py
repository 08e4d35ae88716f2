"""Answers to PCF commands: several response messages, completion, reason and error parameters.

Sources: IBM's PCF responses, Extended responses. Every response but the last has MQCFC_NOT_LAST; a
command that fails is answered with a message for each error and then one with
MQRCCF_COMMAND_FAILED.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from queuewright.catalogue.diagnostic import Diagnostic

from .constants import MQCC, MQCFC, MQCFT, MQIACF, MQRC, MQRCCF
from .errors import PcfAnswerError
from .forms import FORMS
from .read import parameter_of
from .responses import EXTENDED, Responses, ResponseSet, own_parameters
from .structures import MQCFH, MQCFIL, MQCFIN, MQCFSL, MQCFST, STRUCTURES, PcfMessage, Structure


@dataclass(frozen=True, slots=True)
class Refusal:
    """One error: its reason (MQRCCF_ or MQRC_) and its parameters (MQIACF_PARAMETER_ID, ...).
    manager: the queue manager that says so, where it is another one than was asked."""

    reason: int
    parameters: tuple[Structure, ...] = ()
    manager: str = ""


@dataclass(frozen=True, slots=True)
class PcfAnswer:
    """All responses to one command together.

    sets: the parameters of each response that tells of an object. refusals: the errors, without
    the closing MQRCCF_COMMAND_FAILED; also those of other members of a queue sharing group, which
    do not make a command fail that was done on the queue manager that was asked.
    """

    command: int
    completion: int
    reason: int
    sets: tuple[tuple[Structure, ...], ...] = ()
    refusals: tuple[Refusal, ...] = ()


def succeed(
    command: int, sets: Iterable[tuple[Structure, ...]] = (), *, version: int = 1
) -> tuple[PcfMessage, ...]:
    """The responses of a command that worked: one a set of parameters, at least one."""
    results = [Refusal(MQRC.NONE, parameters) for parameters in list(sets) or [()]]
    return _responses(command, MQCC.OK, results, version)


def fail(command: int, refusals: Sequence[Refusal], *, version: int = 1) -> tuple[PcfMessage, ...]:
    """The responses of a command that did not: each error, then MQRCCF_COMMAND_FAILED."""
    results = [*refusals, Refusal(MQRCCF.COMMAND_FAILED)]
    return _responses(command, MQCC.FAILED, results, version)


def _responses(
    command: int, completion: MQCC, results: Sequence[Refusal], version: int
) -> tuple[PcfMessage, ...]:
    messages = []
    for place, result in enumerate(results, 1):
        lowest = max([version, *(structure.version for structure in result.parameters)])
        control = int(MQCFC.LAST if place == len(results) else MQCFC.NOT_LAST)
        header = MQCFH(
            command, MQCFT.RESPONSE, lowest, place, control, int(completion), int(result.reason)
        )
        messages.append(PcfMessage(header, result.parameters))
    return tuple(messages)


def collect(messages: Sequence[PcfMessage]) -> PcfAnswer:
    """The answer that `messages` are: standard responses in the order in which they came, or sets
    of extended ones. Raises PcfAnswerError when one is not a response, is missing, is out of
    sequence, or comes after the last.

    Where CommandScope sent the command to several members of a queue sharing group, its completion
    is that of the queue manager that was asked; where it ran on others alone, that of all of them.
    """
    if not messages:
        raise PcfAnswerError("expected at least one response, found none")
    if messages[0].header.type not in EXTENDED:
        return _of_set(messages)
    responses = Responses()
    for message in messages:
        responses.take(message)
    sets = responses.sets
    if not all(each.messages for each in sets):
        raise PcfAnswerError("a set of responses is announced, and none of it came")
    answers = [_of_set(each.messages) for each in sets]
    if len({answer.command for answer in answers}) > 1:
        raise PcfAnswerError("sets of responses answer different commands")
    deciding = _deciding(sets)
    completion = max(answers[place].completion for place in deciding)
    refusals = [
        replace(refusal, manager=each.manager if each.manager != sets[0].manager else "")
        for each, answer in zip(sets, answers, strict=True)
        for refusal in answer.refusals
    ]
    reasons = [answers[place].reason for place in deciding]
    known = [reason for reason in reasons if reason not in (MQRC.NONE, MQRCCF.COMMAND_FAILED)]
    reason = next(iter(known), max(reasons)) if completion != MQCC.OK else int(MQRC.NONE)
    found = tuple(parameters for answer in answers for parameters in answer.sets)
    return PcfAnswer(answers[0].command, completion, reason, found, tuple(refusals))


def _deciding(sets: Sequence[ResponseSet]) -> Sequence[int]:
    """Places of the sets that say whether the command was done.

    With CommandScope the first set is that of the queue manager that was asked, which passes the
    command on, and the last of it sums up what all have said; between them are a set or more for
    each queue manager that the command ran on.
    """
    own = [place for place, each in enumerate(sets) if each.manager == sets[0].manager]
    ran_here = len(own) > 2
    return own[:-1] if ran_here else range(len(sets))


def _of_set(messages: Sequence[PcfMessage]) -> PcfAnswer:
    """One set of responses, or all standard ones. Raises PcfAnswerError."""
    command = messages[0].header.command
    for place, message in enumerate(messages, 1):
        header = message.header
        if header.type != MQCFT.RESPONSE and header.type not in EXTENDED:
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
            text = f"response {place} is not the last one"
            if place < len(messages):
                text = f"response {place + 1} comes after the last one"
            raise PcfAnswerError(f"{text}; read until MQCFC_LAST")
    completion = max(message.header.completion for message in messages)
    refusals = tuple(
        Refusal(message.header.reason, own_parameters(message))
        for message in messages
        if message.header.completion != MQCC.OK
        and message.header.reason not in (MQRC.NONE, MQRCCF.COMMAND_FAILED)
    )
    # A response that informs of the command (MQCFT_XR_MSG) or sums it up is not an object.
    sets = tuple(
        parameters
        for message in messages
        if message.header.completion == MQCC.OK
        and message.header.type in (MQCFT.RESPONSE, MQCFT.XR_ITEM)
        and (parameters := own_parameters(message))
    )
    reason = refusals[0].reason if refusals else messages[-1].header.reason
    return PcfAnswer(command, completion, reason, sets, refusals)


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
_UNKNOWN = {
    structure: MQRCCF[f"{structure.__name__[2:]}_PARM_ID_ERROR"]
    for structure in (MQCFIN, MQCFST, MQCFSL, MQCFIL)
}
_TWICE = {
    structure: MQRCCF[f"{structure.__name__[2:]}_DUPLICATE_PARM"]
    for structure in (MQCFIN, MQCFST, MQCFSL)
}
_VALUES = {
    "QType": MQRCCF.Q_TYPE_ERROR,
    "ChannelType": MQRCCF.CHANNEL_TYPE_ERROR,
    "Force": MQRCCF.FORCE_VALUE_ERROR,
    "Replace": MQRCCF.REPLACE_VALUE_ERROR,
    "Purge": MQRCCF.PURGE_VALUE_ERROR,
}

# The errors of a decoder, by the field (PcfDecodeError.field).
_ENDINGS = {
    "Type": "TYPE_ERROR",
    "Version": "VERSION_ERROR",
    "StrucLength": "LENGTH_ERROR",
    "ParameterCount": "PARM_COUNT_ERROR",
    "Count": "COUNT_ERROR",
    "StringLength": "STRING_LENGTH_ERR",
    "FilterValueLength": "FILTER_VAL_LEN_ERR",
}
_FIELDS = {"CodedCharSetId": MQRCCF.CCSID_ERROR, "Type": MQRCCF.STRUCTURE_TYPE_ERROR} | {
    f"{structure}.{name}": MQRCCF[reason]
    for structure, (name, ending) in product(("MQCFH", *STRUCTURES), _ENDINGS.items())
    if (reason := f"{structure[2:].removesuffix('64')}_{ending}") in MQRCCF.__members__
}


def reason_for(diagnostic: Diagnostic, structure: Structure | None = None) -> MQRCCF:
    """The command server's reason for what `validate` found in `structure`."""
    if diagnostic.code in ("unknown-parameter", "not-allowed", "wrong-kind", "platform"):
        return _UNKNOWN.get(type(structure), MQRCCF.CFIN_PARM_ID_ERROR)  # type: ignore[arg-type]
    if diagnostic.code == "duplicate":
        return _TWICE.get(type(structure), MQRCCF.CFIN_DUPLICATE_PARM)  # type: ignore[arg-type]
    if diagnostic.code == "decode":
        return _FIELDS.get(diagnostic.attribute or "", MQRCCF.MSG_LENGTH_ERROR)
    if diagnostic.code == "choice" and diagnostic.attribute in _VALUES:
        return _VALUES[diagnostic.attribute]
    if diagnostic.code == "syntax" and diagnostic.attribute == "name":
        return MQRCCF.OBJECT_NAME_ERROR
    return _REASONS.get(diagnostic.code, MQRCCF.ATTR_VALUE_ERROR)


def refuse(message: PcfMessage, diagnostics: Iterable[Diagnostic]) -> tuple[PcfMessage, ...]:
    """The responses to a command that `validate` found errors in: each with its reason and the
    identifier of the parameter (MQIACF_PARAMETER_ID), or the offset of what could not be read
    (MQIACF_ERROR_OFFSET)."""
    form = FORMS.get(message.header.command)
    refusals = []
    for diagnostic in diagnostics:
        attribute = diagnostic.attribute or ""
        known = None if form is None else parameter_of(form, attribute)
        number = None if known is None else known.id
        if known is None and attribute.isascii() and attribute.isdigit():
            number = int(attribute)
        structure = next((p for p in message.parameters if p.parameter == number), None)
        parameters: tuple[Structure, ...] = ()
        if number is not None:
            parameters = (MQCFIN(int(MQIACF.PARAMETER_ID), number),)
        elif diagnostic.offset is not None:
            parameters = (MQCFIN(int(MQIACF.ERROR_OFFSET), diagnostic.offset),)
        refusals.append(Refusal(reason_for(diagnostic, structure), parameters))
    return fail(message.header.command, refusals)


def reason_name(reason: int) -> str:
    """IBM's name of a reason that answers give; the number where it is not one of them."""
    for table in (MQRCCF, MQRC):
        if reason in table.__members__.values():
            return f"{table.__name__}_{table(reason).name}"
    return str(reason)
