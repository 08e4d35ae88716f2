"""Inquiries: what is asked of a queue manager, in bulk, and its own attributes.

Sources: IBM's Inquire Queue, Queue Status, Connection, Namelist, Channel and Queue Manager.
"""

from collections.abc import Mapping, Sequence

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.kinds import spec_of

from .constants import MQBACF, MQCA, MQCACH, MQCMD, MQIA, MQIACF, MQIACH, MQPL
from .errors import PcfAnswerError
from .forms import NAMES
from .read import plain
from .structures import MQCFBS, MQCFIL, MQCFIN, MQCFST, Message, Structure

_ALL = int(MQIACF.ALL)
_SELECTORS = {
    "Q": (MQCMD.INQUIRE_Q, MQCA.Q_NAME, MQIACF.Q_ATTRS),
    "NAMELIST": (MQCMD.INQUIRE_NAMELIST, MQCA.NAMELIST_NAME, MQIACF.NAMELIST_ATTRS),
    "CHANNEL": (MQCMD.INQUIRE_CHANNEL, MQCACH.CHANNEL_NAME, MQIACF.CHANNEL_ATTRS),
}
_PLATFORMS = {
    Platform.ZOS: MQPL.ZOS,
    Platform.AIX: MQPL.UNIX,
    Platform.LINUX: MQPL.UNIX,
    Platform.OTHER_UNIX: MQPL.UNIX,
    Platform.WINDOWS: MQPL.WINDOWS_NT,
    Platform.IBMI: MQPL.OS400,
}


def inquire(kind: str, name: str = "*", attributes: Sequence[int] = (_ALL,)) -> Message:
    """Every object of a kind whose name fits `name` (an asterisk at its end stands for anything).

    attributes: identifiers, MQIACF_ALL for every one. A cluster is asked of the queue manager.
    """
    object_name = spec_of(kind).commands.pcf_object or ""
    if object_name == "Q_MGR":
        return inquire_queue_manager()
    command, name_id, selector = _SELECTORS[object_name]
    parameters: list[Structure] = [MQCFST(int(name_id), name)]
    typed = spec_of(kind).commands.pcf_type
    if typed is not None:
        number = MQIA.Q_TYPE if NAMES[object_name][1] == "QType" else MQIACH.CHANNEL_TYPE
        parameters.append(MQCFIN(int(number), typed[2]))
    parameters.append(MQCFIL(int(selector), tuple(attributes)))
    return Message.command(int(command), tuple(parameters))


def inquire_queue_status(name: str = "*") -> Message:
    """Depth, counts of openers and uncommitted messages of local queues."""
    return _status(name, MQIACF.Q_STATUS)


def inquire_queue_handles(name: str = "*") -> Message:
    """The handles that local queues are open with."""
    return _status(name, MQIACF.Q_HANDLE)


def _status(name: str, status: MQIACF) -> Message:
    return Message.command(
        int(MQCMD.INQUIRE_Q_STATUS),
        (
            MQCFST(int(MQCA.Q_NAME), name),
            MQCFIN(int(MQIACF.Q_STATUS_TYPE), int(status)),
            MQCFIL(int(MQIACF.Q_STATUS_ATTRS), (_ALL,)),
        ),
    )


def inquire_connections() -> Message:
    """Every connection with its handles: alias and remote queues, which have no queue status."""
    return Message.command(
        int(MQCMD.INQUIRE_CONNECTION),
        (
            MQCFBS(int(MQBACF.GENERIC_CONNECTION_ID), b""),
            MQCFIN(int(MQIACF.CONN_INFO_TYPE), int(MQIACF.CONN_INFO_ALL)),
            MQCFIL(int(MQIACF.CONNECTION_ATTRS), (_ALL,)),
        ),
    )


def inquire_queue_manager() -> Message:
    """The queue manager's platform, command level, CCSID and repositories."""
    return Message.command(int(MQCMD.INQUIRE_Q_MGR), (MQCFIL(int(MQIACF.Q_MGR_ATTRS), (_ALL,)),))


def facts_of(parameters: Sequence[Structure]) -> SystemFacts:
    """What the response to `inquire_queue_manager` says of the system.

    MQPL_UNIX is every UNIX and Linux: it is read as Linux. Raises PcfAnswerError when name,
    platform, command level or CCSID is missing or unknown.
    """
    values = {structure.parameter: plain(structure) for structure in parameters}

    def number(identifier: MQIA) -> int:
        value = values.get(int(identifier))
        if not isinstance(value, int):
            raise PcfAnswerError(
                f"expected MQIA_{identifier.name} in the response, found {shown(value)}"
            )
        return value

    given = number(MQIA.PLATFORM)
    platforms: Mapping[int, Platform] = {
        **{number: platform for platform, number in _PLATFORMS.items()},
        MQPL.UNIX: Platform.LINUX,
        MQPL.APPLIANCE: Platform.LINUX,
    }
    if given not in platforms:
        raise PcfAnswerError(f"MQIA_PLATFORM is {given}, a platform that is not known here")
    name = values.get(int(MQCA.Q_MGR_NAME))
    if not isinstance(name, str) or not name:
        raise PcfAnswerError(f"expected MQCA_Q_MGR_NAME in the response, found {shown(name)}")
    length = values.get(int(MQIA.MAX_MSG_LENGTH))
    return SystemFacts(
        name,
        platforms[given],
        number(MQIA.COMMAND_LEVEL),
        number(MQIA.CODED_CHAR_SET_ID),
        length if isinstance(length, int) else None,
    )


def queue_manager_parameters(
    facts: SystemFacts,
    *,
    description: str = "",
    dead_letter_queue: str = "",
    repository: str = "",
    repository_namelist: str = "",
) -> tuple[Structure, ...]:
    """What a queue manager answers to `inquire_queue_manager`."""
    length = facts.max_message_length
    return (
        MQCFST(int(MQCA.Q_MGR_NAME), facts.name),
        MQCFIN(int(MQIA.PLATFORM), int(_PLATFORMS[facts.platform])),
        MQCFIN(int(MQIA.COMMAND_LEVEL), facts.command_level),
        MQCFIN(int(MQIA.CODED_CHAR_SET_ID), facts.ccsid),
        *(() if length is None else (MQCFIN(int(MQIA.MAX_MSG_LENGTH), length),)),
        MQCFST(int(MQCA.Q_MGR_DESC), description),
        MQCFST(int(MQCA.DEAD_LETTER_Q_NAME), dead_letter_queue),
        MQCFST(int(MQCA.DEF_XMIT_Q_NAME), facts.default_transmission_queue),
        MQCFST(int(MQCA.REPOSITORY_NAME), repository),
        MQCFST(int(MQCA.REPOSITORY_NAMELIST), repository_namelist),
    )
