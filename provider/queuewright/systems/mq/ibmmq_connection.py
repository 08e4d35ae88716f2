"""The connection that IBM's client makes: package `ibmmq`, the extra `pcf`.

Not run against a queue manager here: IBM's libraries are on no build machine. Written from the
package's own documentation and examples.
"""

from collections.abc import Callable
from typing import Any

from queuewright.catalogue.errors import SystemUnavailable

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
        call = "MQCONNX"
        try:
            self._manager = mq.QueueManager(None)
            self._manager.connect_with_options(given.queue_manager or "", **self._options(mq))
            call = "MQINQ"
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

    def _options(self, mq: Any) -> dict[str, Any]:
        given = self._configuration
        options: dict[str, Any] = {}
        if given.user is not None:
            credentials = mq.CSP()
            credentials.CSPUserId = given.user
            credentials.CSPPassword = self._password()
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
        way_out = "install IBM MQ's client, then: pip install 'queuewright[pcf]'"
        raise SystemUnavailable(f"{name}: {text}; {way_out}") from error
    return ibmmq


def _quietly(mq: Any, call: Callable[[], object]) -> None:
    """It is given up anyway."""
    try:
        call()
    except (mq.MQMIError, mq.PYIFError):
        return
