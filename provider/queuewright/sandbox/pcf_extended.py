"""Extended responses: what the command server of z/OS answers, a set for each queue manager.

Source: IBM, Extended responses: items for what is found, messages for what is wrong, a summary at
the end; with CommandScope the queue manager that was asked answers first and last.
"""

from collections.abc import Sequence
from dataclasses import replace

from queuewright.dialects.pcf.constants import MQBACF, MQCACF, MQCC, MQCFT, MQCMDI, MQIACF, MQRCCF
from queuewright.dialects.pcf.structures import (
    MQCFBS,
    MQCFH,
    MQCFIN,
    MQCFST,
    PcfMessage,
    Structure,
)


def one_set(manager: str, standard: Sequence[PcfMessage]) -> list[PcfMessage]:
    """The standard responses of one queue manager, as z/OS gives them."""
    return _of_manager(manager, _identifier(1), [*_typed(standard)])


def several_sets(
    manager: str, members: Sequence[tuple[str, Sequence[PcfMessage]]]
) -> list[PcfMessage]:
    """The answers of the members of a queue sharing group to a command that `manager` passed on to
    them by its CommandScope: name and standard responses of each."""
    command = members[0][1][0].header.command
    last = _identifier(len(members) + 2)
    sets = [
        (name, _identifier(place), [*_typed(standard)])
        for place, (name, standard) in enumerate(members, 2)
    ]
    structures: list[Structure] = [
        MQCFIN(int(MQIACF.COMMAND_INFO), int(MQCMDI.CMDSCOPE_ACCEPTED)),
        MQCFIN(int(MQIACF.CMDSCOPE_Q_MGR_COUNT), len(members)),
    ]
    announced = [identifier for _, identifier, _ in sets] + [last]
    structures += [MQCFBS(int(MQBACF.RESPONSE_SET), identifier) for identifier in announced]
    failed = any(m.header.completion != MQCC.OK for _, _, messages in sets for m in messages)
    info = MQCFIN(int(MQIACF.COMMAND_INFO), int(MQCMDI.CMDSCOPE_COMPLETED))
    summary = _summary(command, failed=failed, structures=() if failed else (info,))
    first = PcfMessage(MQCFH(command, int(MQCFT.XR_MSG), 3), tuple(structures))
    messages = _of_manager(manager, _identifier(1), [first])
    for name, identifier, standard in sets:
        messages += _of_manager(name, identifier, standard)
    return messages + _of_manager(manager, last, [summary])


def _typed(standard: Sequence[PcfMessage]) -> Sequence[PcfMessage]:
    """Items, messages and the summary in place of standard responses."""
    typed = []
    for message in standard:
        failed = message.header.completion != MQCC.OK
        if message.header.reason != MQRCCF.COMMAND_FAILED and (failed or message.parameters):
            number = int(MQCFT.XR_MSG if failed else MQCFT.XR_ITEM)
            typed.append(replace(message, header=replace(message.header, type=number)))
    failed = any(message.header.completion != MQCC.OK for message in standard)
    return [*typed, _summary(standard[0].header.command, failed=failed)]


def _summary(command: int, *, failed: bool, structures: tuple[Structure, ...] = ()) -> PcfMessage:
    completion, reason = (MQCC.FAILED, int(MQRCCF.COMMAND_FAILED)) if failed else (MQCC.OK, 0)
    header = MQCFH(command, int(MQCFT.XR_SUMMARY), 3, completion=int(completion), reason=reason)
    return PcfMessage(header, structures)


def _of_manager(
    manager: str, identifier: bytes, messages: Sequence[PcfMessage]
) -> list[PcfMessage]:
    """Numbered from 1, each with where it comes from."""
    place: tuple[Structure, ...] = (
        MQCFBS(int(MQBACF.RESPONSE_ID), identifier),
        MQCFST(int(MQCACF.RESPONSE_Q_MGR_NAME), manager.ljust(48)),
    )
    return [
        PcfMessage(
            replace(
                message.header, version=3, sequence=number, control=int(number == len(messages))
            ),
            (*place, *message.parameters),
        )
        for number, message in enumerate(messages, 1)
    ]


def _identifier(number: int) -> bytes:
    return number.to_bytes(24, "big")
