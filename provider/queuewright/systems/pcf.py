"""A queue manager by PCF messages, carried by IBM's client (`ibmmq`, the extra `pcf`).

QM1:
  type: pcf
  queue_manager: QM1
  channel: DEV.ADMIN.SVRCONN          # a client; without it and address, the queue manager is local
  address: mq1(1414)                  # several, separated by commas
  user: admin
  password: {env: MQ_PASSWORD}
  cipher: ANY_TLS12_OR_HIGHER
  key_repository: /var/mqm/ssl/key    # of the client, with the certificates that it trusts
  timeout: 30                         # seconds without an answer
  command_queue: SYSTEM.ADMIN.COMMAND.QUEUE   # on z/OS: SYSTEM.COMMAND.INPUT
  model_queue: SYSTEM.DEFAULT.MODEL.QUEUE
  event_queue: SYSTEM.ADMIN.CONFIG.EVENT      # of configuration events
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.pcf.constants import reason_name
from queuewright.dialects.pcf.errors import PcfEncodeError, PcfError
from queuewright.dialects.pcf.events import QUEUE as EVENT_QUEUE
from queuewright.dialects.pcf.structures import PcfMessage
from queuewright.dialects.protocol import CannotWrite

from .events import EventQueue
from .mq import pcf
from .mq.carrier import Identity, MqReply
from .mq.commands import Command, Display
from .mq.exchange import Connection, ConnectionFailed, Exchange, PcfRequest, TimedOut
from .mq.pcf_configuration import PcfConfiguration
from .mq.queue_reading import ConnectedQueue, QueueConnection
from .mq.system import MqSystem
from .protocol import System
from .registry import SystemContext, register
from .sending import AnswerLost, NotSent, unavailable

# Reason of the MQI -> its name where PCF has none, and the way out.
_REASONS: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        2009: ("MQRC_CONNECTION_BROKEN", "see that the queue manager and the network are up"),
        2035: ("MQRC_NOT_AUTHORIZED", "correct user and password, and see CHLAUTH and setmqaut"),
        2058: ("MQRC_Q_MGR_NAME_ERROR", "correct queue_manager, channel or address"),
        2059: ("MQRC_Q_MGR_NOT_AVAILABLE", "start the queue manager and its listener"),
        2085: ("MQRC_UNKNOWN_OBJECT_NAME", "correct command_queue or model_queue"),
        2161: ("MQRC_Q_MGR_QUIESCING", "run it again when the queue manager is up"),
        2162: ("MQRC_Q_MGR_STOPPING", "run it again when the queue manager is up"),
        2203: ("MQRC_CONNECTION_STOPPING", "run it again when the queue manager is up"),
        2393: ("MQRC_SSL_INITIALIZATION_ERROR", "correct cipher and key_repository"),
        2397: ("MQRC_JSSE_ERROR", "correct cipher and key_repository"),
        2537: ("MQRC_CHANNEL_NOT_AVAILABLE", "start the channel, or correct channel"),
        2538: ("MQRC_HOST_NOT_AVAILABLE", "correct address, and start the listener"),
        2539: ("MQRC_CHANNEL_CONFIG_ERROR", "correct channel and cipher"),
        2540: ("MQRC_UNKNOWN_CHANNEL_NAME", "correct channel"),
        2543: ("MQRC_STANDBY_Q_MGR", "address the active instance as well"),
    }
)
# The same of a call on the queue of events.
_OF_QUEUE: Mapping[int, str] = MappingProxyType(
    {
        2016: "allow gets: ALTER QLOCAL(...) GET(ENABLED)",
        2035: "grant the user +browse +get on it",
        2042: "another program reads it: let that stop, or stream a copy to a queue of your own "
        "(STREAMQ) and name it as event_queue",
        2045: "name a local queue, or an alias of one, as event_queue",
        2085: "define it as IBM ships it, or correct event_queue",
    }
)
# Where trying again at once may help.
_AGAIN = frozenset((2009, 2059, 2538))


class PcfCarrier:
    """Commands as PCF messages over a connection. connect: makes one, not yet open; read: makes one
    that reads the queue of events."""

    def __init__(
        self,
        name: str,
        address: str,
        connect: Callable[[], Connection],
        timeout: float,
        user: str = "",
        read: Callable[[], QueueConnection] | None = None,
        event_queue: str = EVENT_QUEUE,
    ) -> None:
        self._name = name
        self._address = address
        self._timeout = timeout
        self._user = user
        self._exchange = Exchange(connect, timeout)
        self._read = read
        self._event_queue = event_queue

    @property
    def address(self) -> str:
        return self._address

    def identity(self) -> Identity:
        return Identity(self._user)

    def event_queue(self) -> EventQueue:
        """The queue of configuration events, on a connection of its own."""
        if self._read is None:
            raise SystemUnavailable(f"{self._name}: nothing reads its queues here")
        place = f"{self._event_queue} of {self._address}"
        return ConnectedQueue(place, self._read, self._unread)

    def _unread(self, failed: ConnectionFailed) -> SystemUnavailable:
        """The error of a failed call on the queue of events."""
        name, remediation = _REASONS.get(failed.reason, ("", ""))
        if failed.call != "MQCONNX":
            remediation = _OF_QUEUE.get(failed.reason, remediation)
        code = name or reason_name(failed.reason) or "reason"
        reason = f"{failed.call} of {self._event_queue} failed: {code}, {failed.reason}"
        text = self._text(reason, remediation or "see the queue manager's error log")
        return NotSent(text) if failed.reason in _AGAIN else SystemUnavailable(text)

    def reads(self, attribute: Attribute) -> bool:
        """Its answers are rows in MQSC's words, made of parameters."""
        return attribute.mqsc is not None and attribute.pcf is not None

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        messages = [_message(command) for command in commands]
        asked = iter(
            self._exchange.ask([each for each in messages if isinstance(each, PcfMessage)])
        )
        return [
            self._reply(command, next(asked)) if isinstance(message, PcfMessage) else message
            for command, message in zip(commands, messages, strict=True)
        ]

    def _reply(self, command: Command, request: PcfRequest) -> MqReply:
        if isinstance(request.failed, PcfEncodeError):
            raise CannotWrite(str(request.failed)) from request.failed
        if request.failed is not None:
            raise self._failure(request, request.failed)
        try:
            return pcf.reply(command, request.replies)
        except PcfError as error:
            remediation = "see the command server's error log"
            raise AnswerLost(
                self._text(f"its answer cannot be read: {error}", remediation)
            ) from error

    def _failure(self, request: PcfRequest, failed: Exception) -> SystemUnavailable:
        if isinstance(failed, TimedOut):
            reason = f"no answer in {self._timeout:g} seconds"
            return AnswerLost(self._text(reason, "start the command server (strmqcsv)"))
        if isinstance(failed, SystemUnavailable):
            return failed
        if not isinstance(failed, ConnectionFailed):
            return AnswerLost(
                self._text(f"its answer cannot be read: {failed}", "ask IBM's client")
            )
        name, remediation = _REASONS.get(failed.reason, ("", ""))
        code = name or reason_name(failed.reason) or "reason"
        reason = f"{failed.call} failed: {code}, {failed.reason}"
        text = self._text(reason, remediation or "see the queue manager's error log")
        if request.put:
            return AnswerLost(text)
        return NotSent(text) if failed.reason in _AGAIN else SystemUnavailable(text)

    def _text(self, reason: str, remediation: str) -> str:
        return unavailable(self._name, self._address, reason, remediation)


def _message(command: Command) -> PcfMessage | MqReply:
    """The message; for a question that PCF is not asked here, that as its reply. Raises
    CannotWrite."""
    try:
        return pcf.message(command)
    except PcfError as error:
        raise CannotWrite(str(error)) from error
    except CannotWrite as error:
        if isinstance(command, Display):
            return MqReply(2, 0, "", str(error))
        raise


def _build(name: str, configuration: PcfConfiguration, project: SystemContext) -> System:
    from .mq.ibmmq_connection import IbmmqConnection, IbmmqEventQueue

    reference = configuration.password

    def password() -> str | None:
        return None if reference is None else reference.read(f"{name}.password", Path(project.base))

    def connect() -> Connection:
        return IbmmqConnection(name, configuration, password)

    def read() -> QueueConnection:
        return IbmmqEventQueue(name, configuration, password)

    place = configuration.address or "this machine"
    address = f"{configuration.queue_manager or 'the default queue manager'} at {place}"
    return MqSystem(
        name,
        PcfCarrier(
            name,
            address,
            connect,
            configuration.timeout,
            configuration.user or "",
            read,
            configuration.event_queue,
        ),
        groups=configuration.groups,
    )


register("pcf", PcfConfiguration, _build)
