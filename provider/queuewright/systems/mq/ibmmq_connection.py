"""The connection that IBM's client makes: package `ibmmq`, the extra `pcf`.

Not run against a queue manager here: IBM's libraries are on no build machine. Written from the
package's own documentation and examples.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.pcf.events import EventMessage

from .exchange import ConnectionFailed
from .pcf_configuration import PcfConfiguration

_NO_MESSAGE = 2033  # MQRC_NO_MSG_AVAILABLE
_UTF8 = 1208
_ZOS = 1  # MQPL_ZOS
# Source: IBM MQ, PCF command messages: where the command server of a platform reads them.
_COMMANDS, _COMMANDS_OF_ZOS = "SYSTEM.ADMIN.COMMAND.QUEUE", "SYSTEM.COMMAND.INPUT"


class IbmmqConnection:
    """A client or local connection; see `exchange.Connection`. Replies are converted to UTF-8."""

    ccsid = _UTF8
    zos = False

    def __init__(
        self, name: str, configuration: PcfConfiguration, password: Callable[[], str | None]
    ) -> None:
        self._name = name
        self._configuration = configuration
        self._password = password
        self._manager: Any = None
        self._commands: Any = None
        self._replies: Any = None
        self._reply_queue = b""

    def open(self) -> None:
        mq = _client(self._name)
        given = self._configuration
        self._manager = _connected(mq, given, self._password)
        call = "MQINQ"
        try:
            self.zos = self._manager.inquire(mq.CMQC.MQIA_PLATFORM) == _ZOS
            call = "MQOPEN"
            described = mq.OD()
            described.ObjectName = given.model_queue.encode()
            described.DynamicQName = b"QUEUEWRIGHT.*"
            self._replies = mq.Queue(self._manager, described, mq.CMQC.MQOO_INPUT_EXCLUSIVE)
            self._reply_queue = described.ObjectName
            usual = _COMMANDS_OF_ZOS if self.zos else _COMMANDS
            target = given.command_queue or usual
            self._commands = mq.Queue(self._manager, target.encode(), mq.CMQC.MQOO_OUTPUT)
        except mq.MQMIError as error:
            raise ConnectionFailed(call, int(error.reason)) from error

    def put(self, request: bytes, expiry: float) -> bytes:
        mq = _client(self._name)
        descriptor = mq.MD()
        descriptor.Format = mq.CMQC.MQFMT_ADMIN
        descriptor.MsgType = mq.CMQC.MQMT_REQUEST
        descriptor.ReplyToQ = self._reply_queue
        descriptor.Persistence = mq.CMQC.MQPER_NOT_PERSISTENT
        descriptor.Expiry = max(1, int(expiry * 10))  # tenths of a second
        descriptor.Report = mq.CMQC.MQRO_PASS_DISCARD_AND_EXPIRY
        descriptor.Encoding = 273  # MQENC_INTEGER_NORMAL and its like: as the codec writes
        descriptor.CodedCharSetId = _UTF8
        options = mq.PMO()
        options.Options = mq.CMQC.MQPMO_NO_SYNCPOINT | mq.CMQC.MQPMO_NEW_MSG_ID
        options.Options |= mq.CMQC.MQPMO_FAIL_IF_QUIESCING
        try:
            self._commands.put(request, descriptor, options)
        except mq.MQMIError as error:
            raise ConnectionFailed("MQPUT", int(error.reason)) from error
        return bytes(descriptor.MsgId)

    def get(self, seconds: float) -> tuple[bytes, bytes] | None:
        mq = _client(self._name)
        descriptor = mq.MD()
        descriptor.Encoding = 273
        descriptor.CodedCharSetId = _UTF8
        options = mq.GMO()
        options.Options = mq.CMQC.MQGMO_NO_SYNCPOINT | mq.CMQC.MQGMO_CONVERT
        options.Options |= mq.CMQC.MQGMO_FAIL_IF_QUIESCING
        if seconds > 0:
            options.Options |= mq.CMQC.MQGMO_WAIT
            options.WaitInterval = max(1, int(seconds * 1000))
        try:
            data = self._replies.get(None, descriptor, options)
        except mq.MQMIError as error:
            if int(error.reason) == _NO_MESSAGE:
                return None
            raise ConnectionFailed("MQGET", int(error.reason)) from error
        return bytes(descriptor.CorrelId), bytes(data)

    def close(self) -> None:
        mq = _client(self._name)
        for one in (self._commands, self._replies):
            if one is not None:
                _quietly(mq, one.close)
        if self._manager is not None:
            _quietly(mq, self._manager.disconnect)


class IbmmqEventQueue:
    """A connection that reads one queue; see `queue_reading.QueueConnection`. The queue is open for
    exclusive input while it is read, and no longer. Messages are not converted: those of z/OS
    would not be.

    Source: IBM MQ, MQGMO Options (MQGMO_BROWSE_NEXT) and MatchOptions (MQMO_MATCH_MSG_ID).
    """

    def __init__(
        self, name: str, configuration: PcfConfiguration, password: Callable[[], str | None]
    ) -> None:
        self._name = name
        self._configuration = configuration
        self._password = password
        self._manager: Any = None

    def open(self) -> None:
        mq = _client(self._name)
        self._manager = _connected(mq, self._configuration, self._password)

    def browse(self, most: int) -> list[EventMessage]:
        mq = _client(self._name)
        move = mq.CMQC.MQGMO_BROWSE_FIRST
        found: list[EventMessage] = []
        with self._queue(mq) as queue:
            while len(found) < most:
                descriptor, options = mq.MD(), mq.GMO()
                options.Options = mq.CMQC.MQGMO_NO_SYNCPOINT | move
                options.Options |= mq.CMQC.MQGMO_FAIL_IF_QUIESCING
                data = _got(mq, queue, descriptor, options)
                if data is None:
                    break
                found.append(_event_message(descriptor, data))
                move = mq.CMQC.MQGMO_BROWSE_NEXT
        return found

    def remove(self, ids: Collection[bytes]) -> None:
        mq = _client(self._name)
        with self._queue(mq) as queue:
            for each in ids:
                descriptor, options = mq.MD(), mq.GMO()
                descriptor.MsgId = each
                options.Version = mq.CMQC.MQGMO_VERSION_2
                options.MatchOptions = mq.CMQC.MQMO_MATCH_MSG_ID
                options.Options = mq.CMQC.MQGMO_NO_SYNCPOINT | mq.CMQC.MQGMO_FAIL_IF_QUIESCING
                _got(mq, queue, descriptor, options)

    def close(self) -> None:
        mq = _client(self._name)
        if self._manager is not None:
            _quietly(mq, self._manager.disconnect)

    @contextmanager
    def _queue(self, mq: Any) -> Iterator[Any]:
        codes = mq.CMQC
        options = codes.MQOO_BROWSE | codes.MQOO_INPUT_EXCLUSIVE | codes.MQOO_FAIL_IF_QUIESCING
        try:
            queue = mq.Queue(self._manager, self._configuration.event_queue.encode(), options)
        except mq.MQMIError as error:
            raise ConnectionFailed("MQOPEN", int(error.reason)) from error
        try:
            yield queue
        finally:
            _quietly(mq, queue.close)


def _got(mq: Any, queue: Any, descriptor: Any, options: Any) -> bytes | None:
    """A message; None where there is none. Raises ConnectionFailed."""
    try:
        return bytes(queue.get(None, descriptor, options))
    except mq.MQMIError as error:
        if int(error.reason) == _NO_MESSAGE:
            return None
        raise ConnectionFailed("MQGET", int(error.reason)) from error


def _event_message(descriptor: Any, data: bytes) -> EventMessage:
    """PutDate is YYYYMMDD, PutTime HHMMSSTH, both Greenwich Mean Time (IBM MQ, MQMD)."""
    put = b"".join(bytes(part).rstrip(b"\0 ") for part in (descriptor.PutDate, descriptor.PutTime))
    moment = None
    with suppress(ValueError):
        moment = datetime.strptime(put[:14].decode("ascii"), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    correlation = bytes(descriptor.CorrelId)
    ccsid = int(descriptor.CodedCharSetId)
    return EventMessage(bytes(descriptor.MsgId), data, correlation, ccsid, moment)


def _connected(mq: Any, given: PcfConfiguration, password: Callable[[], str | None]) -> Any:
    """A queue manager. Raises ConnectionFailed."""
    manager = mq.QueueManager(None)
    try:
        options = _options(mq, given, password)
        manager.connect_with_options(given.queue_manager or "", **options)
    except mq.MQMIError as error:
        raise ConnectionFailed("MQCONNX", int(error.reason)) from error
    return manager


def _options(
    mq: Any, given: PcfConfiguration, password: Callable[[], str | None]
) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if given.user is not None:
        credentials = mq.CSP()
        credentials.CSPUserId = given.user
        credentials.CSPPassword = password()
        options["csp"] = credentials
    if given.channel is not None and given.address is not None:
        channel = mq.CD()
        channel.ChannelName = given.channel.encode()
        channel.ConnectionName = given.address.encode()
        channel.ChannelType = mq.CMQXC.MQCHT_CLNTCONN
        channel.TransportType = mq.CMQXC.MQXPT_TCP
        if given.cipher is not None:
            channel.SSLCipherSpec = given.cipher.encode()
        options["cd"] = channel
        options["opts"] = mq.CMQC.MQCNO_CLIENT_BINDING
    if given.key_repository is not None:
        tls = mq.SCO()
        tls.KeyRepository = given.key_repository.encode()
        options["sco"] = tls
    return options


def _client(name: str) -> Any:
    """IBM's package, which needs IBM's client libraries. Raises SystemUnavailable."""
    try:
        import ibmmq  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        text = "type pcf needs IBM's client and its package ibmmq"
        remediation = "install IBM MQ's client, then: pip install 'queuewright[pcf]'"
        raise SystemUnavailable(f"{name}: {text}; {remediation}") from error
    return ibmmq


def _quietly(mq: Any, call: Callable[[], object]) -> None:
    """It is given up anyway."""
    try:
        call()
    except (mq.MQMIError, mq.PYIFError):
        return
