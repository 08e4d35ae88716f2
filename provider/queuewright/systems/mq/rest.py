"""mqweb as a carrier: one request a command, over a pool of connections.

Sources: IBM MQ, POST /admin/action/qmgr/{qmgrName}/mqsc; REST API error handling; Using
token-based authentication with the REST API.
"""

import json
import ssl
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects import mqweb
from queuewright.dialects.definition import Definition
from queuewright.dialects.pcf.constants import MQRC
from queuewright.systems import sending
from queuewright.systems.sending import AnswerLost, NotSent, unavailable
from queuewright.systems.values import file_of

from .carrier import Identity, MqReply
from .commands import Command, ControlCommand, in_mqsc
from .mqweb_configuration import MqwebConfiguration
from .refusals import message_id

CSRF_HEADER = "ibm-mq-rest-csrf-token"
GATEWAY_HEADER = "ibm-mq-rest-gateway-qmgr"
_COOKIES = "LtpaToken2"  # the start of their names
_LONGEST_WAIT = 10.0  # seconds for a connection
# Messages of mqweb: a token that is over; an object or queue manager that it does not know; a
# resource that it does not have; a request whose CSRF header went missing or was changed.
_UNKNOWN, _NO_RESOURCE, _NO_HEADER = "MQWB0009E", "MQWB0116E", ("MQWB0100E", "MQWB0101E")
_JSON = "application/json"
_ALWAYS = {"Accept-Encoding": "gzip, deflate", "User-Agent": "queuewright"}
# mqweb did not reach the queue manager, or it did not let the command in.
_NOT_RUN = frozenset(
    (
        MQRC.Q_MGR_NAME_ERROR,
        MQRC.Q_MGR_NOT_AVAILABLE,
        MQRC.Q_MGR_QUIESCING,
        MQRC.Q_MGR_STOPPING,
        MQRC.NOT_AUTHORIZED,
    )
)


class RestCarrier:
    """The REST API of one queue manager. Nothing is connected before the first command."""

    def __init__(self, name: str, configuration: MqwebConfiguration, base: Path) -> None:
        self._name = name
        self._configuration = configuration
        self._base = base
        self._version = configuration.version
        self._tokens = _Tokens()
        self._lock = threading.Lock()
        self._transport: httpx2.HTTPTransport | None = None
        waiting = configuration.timeout
        connecting = min(_LONGEST_WAIT, waiting)
        self._waits = httpx2.Timeout(waiting, connect=connecting).as_dict()

    @property
    def address(self) -> str:
        return self._configuration.url

    def reads(self, attribute: Attribute) -> bool:
        return attribute.mqsc is not None

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        return [self._sent(command) for command in commands]

    def identity(self) -> Identity:
        """Who is logged in, its roles, and the time that mqweb's answer bears, as far as it tells.
        Raises SystemUnavailable where it does not answer the question."""
        headers, _ = self._headers(None)
        response = self._request("GET", "login", headers, None)
        if not response.is_success:
            self._reply(response)  # which raises, but for a command's own refusal
            reason = f"HTTP {response.status_code} to the question who is logged in"
            raise SystemUnavailable(self._text(reason, _CREDENTIALS))
        user, roles = _logged_in(response.content)
        return Identity(user, roles, _date(response.headers.get("date", "")))

    # One command

    def _sent(self, command: Command) -> MqReply:
        body = self._body(command)
        response = self._posted(body)
        if response.status_code == 404 and self._version == "v3" and _lacks_resource(response):
            self._version = "v2"
            response = self._posted(body)
        return self._reply(response)

    def _body(self, command: Command) -> dict[str, Any]:
        if self._configuration.commands == "text":
            return {"type": "runCommand", "parameters": {"command": in_mqsc(command)}}
        return in_json(command)

    def _posted(self, body: Mapping[str, Any]) -> httpx2.Response:
        """The answer, after one more login where the credentials were not taken."""
        path = f"admin/action/qmgr/{quote(self._queue_manager, safe='')}/mqsc"
        headers, used = self._headers(None)
        response = self._request("POST", path, headers, body)
        if response.status_code == 401 and self._can_log_in_again(response):
            headers, _ = self._headers(used)
            response = self._request("POST", path, headers, body)
        return response

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, Any] | None
    ) -> httpx2.Response:
        """Raises NotSent, AnswerLost, SystemUnavailable."""
        url = _url(f"{self.address}/ibmmq/rest/{self._version}/{path}")
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        extensions = {"timeout": self._waits}
        try:
            request = httpx2.Request(
                method, url, headers={**_ALWAYS, **headers}, content=content, extensions=extensions
            )
            with closing(self._connected().handle_request(request)) as response:
                response.read()
            return response
        except httpx2.ConnectTimeout as error:
            raise NotSent(self._text(f"no connection in time{self._through}", _FIREWALL)) from error
        except httpx2.ProxyError as error:
            raise self._refused_by_proxy(sending.reason_of(error)) from error
        except httpx2.PoolTimeout as error:
            remediation = "raise connections or timeout"
            raise NotSent(self._text("every connection is in use", remediation)) from error
        except httpx2.ConnectError as error:
            raise self._not_connected(error) from error
        except (httpx2.UnsupportedProtocol, httpx2.LocalProtocolError) as error:
            raise SystemUnavailable(self._text(sending.reason_of(error), "correct url")) from error
        except httpx2.ReadTimeout as error:
            reason = f"no answer in {self._configuration.timeout:g} seconds"
            raise AnswerLost(
                self._text(reason, "raise timeout, or see mqweb's messages.log")
            ) from error
        except httpx2.HTTPError as error:
            raise AnswerLost(
                self._text(f"the connection broke: {sending.reason_of(error)}", _AGAIN)
            ) from error

    def _not_connected(self, error: httpx2.ConnectError) -> SystemUnavailable:
        found = next((e for e in _chain(error) if isinstance(e, ssl.SSLError)), None)
        if isinstance(found, ssl.SSLCertVerificationError):
            reason = f"its certificate is not trusted: {found.verify_message}"
            return SystemUnavailable(self._text(reason, "give its authority as ca, or correct url"))
        if isinstance(found, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            reason = "the connection ended while it was made"
            return NotSent(self._text(reason, "correct url, or see whether mqweb has only begun"))
        if found is not None:
            reason = f"no TLS: {found.reason or found}"
            return SystemUnavailable(self._text(reason, "correct url, ca or certificate"))
        reason, url = sending.reason_of(error), "correct url"
        if self._through:
            # The proxy reports what goes wrong behind it.
            url = "correct proxy, or leave it out"
        if "Name or service not known" in reason or "nodename" in reason or "getaddrinfo" in reason:
            return NotSent(self._text(f"the host is not known{self._through}", url))
        if "refused" in reason:
            remediation = url if self._through else f"start mqweb (strmqweb), or {url}"
            return NotSent(self._text(f"the connection is refused{self._through}", remediation))
        return NotSent(self._text(f"no connection{self._through}: {reason}", _FIREWALL))

    @property
    def _through(self) -> str:
        proxy = self._configuration.proxy
        return f", of its proxy {proxy}" if proxy else ""

    def _refused_by_proxy(self, reason: str) -> SystemUnavailable:
        """reason: HTTP status and reason that it answers to CONNECT. mqweb was sent nothing."""
        text = f"its proxy {self._configuration.proxy} answers {reason}"
        if reason.startswith("407"):
            remediation = (
                "let it admit this machine without credentials, or run a proxy that has them"
            )
            return SystemUnavailable(self._text(text, remediation))
        if reason.startswith("5"):
            return NotSent(self._text(text, "see whether it reaches mqweb, and correct url"))
        return SystemUnavailable(self._text(text, "let it connect to this host and port"))

    # Who asks

    def _headers(self, refused: int | None) -> tuple[dict[str, str], int]:
        """Headers of a request, and the number of the credential in them.

        refused: the number of the one that was not taken. Raises SystemUnavailable.
        """
        given = self._configuration
        headers = {CSRF_HEADER: "", "Content-Type": f"{_JSON};charset=utf-8", "Accept": _JSON}
        if given.gateway is not None:
            headers[GATEWAY_HEADER] = given.gateway
        again = refused is not None
        if given.token is not None:
            token = given.token.read(f"{self._name}.token", self._base, again=again)
            headers["Authorization"] = f"Bearer {token}"
        elif given.user is not None and given.login == "ltpa":
            headers["Cookie"], number = self._tokens.current(refused, self._log_in)
            return headers, number
        elif given.user is not None:
            pair = httpx2.BasicAuth(given.user, self._password(again=again))
            headers["Authorization"] = next(
                pair.auth_flow(httpx2.Request("POST", self.address))
            ).headers["Authorization"]
        return headers, 0

    def _can_log_in_again(self, response: httpx2.Response) -> bool:
        """A token that is over is fetched again, and a credential that a command gives asked for
        again; what is written down is as it was."""
        given = self._configuration
        if given.user is not None and given.login == "ltpa":
            return True
        reference = given.token or given.password
        return reference is not None and bool(reference.command)

    def _password(self, *, again: bool = False) -> str:
        reference = self._configuration.password
        assert reference is not None  # it belongs to the user
        return reference.read(f"{self._name}.password", self._base, again=again)

    def _log_in(self, *, again: bool) -> str:
        """Log in; the cookies that say so. Raises SystemUnavailable."""
        user = self._configuration.user
        body = {"username": user, "password": self._password(again=again)}
        headers = {"Content-Type": f"{_JSON};charset=utf-8", CSRF_HEADER: ""}
        response = self._request("POST", "login", headers, body)
        if response.status_code == 404 and self._version == "v3" and _lacks_resource(response):
            self._version = "v2"
            response = self._request("POST", "login", headers, body)
        if response.is_success:
            tokens = [
                f"{name}={value}" for name, value in _cookies(response) if name.startswith(_COOKIES)
            ]
            if tokens:
                return "; ".join(tokens)
            raise SystemUnavailable(self._text("its login gave no token", "use login: basic"))
        self._reply(response)  # which raises
        raise SystemUnavailable(self._text("its login was refused", _CREDENTIALS))

    # Answers

    def _reply(self, response: httpx2.Response) -> MqReply:
        """Raises NotSent, AnswerLost, SystemUnavailable for what is not a reply to a command."""
        status = response.status_code
        results = self._results(response)
        if results is None:
            raise self._no_answer(response)
        first = results[0] if results else mqweb.MqwebAnswer()
        if first.message_id:
            return self._refusal(status, first)
        failed = [answer for answer in results if not answer.ok]
        # Several members of a queue sharing group answer alike: the queue manager's own counts.
        own = next((a for a in results if self._queue_manager in a.message), first)
        deciding = own if own.message and not own.parameters else next(iter(failed), first)
        text = " ".join(dict.fromkeys(answer.message for answer in results if answer.message))
        rows = [answer.parameters for answer in results]
        if self._configuration.commands == "text":
            texts = [text for answer in results if answer.ok for text in answer.texts]
            rows = [mqweb.displayed_row(text) for text in texts]
        return MqReply(
            deciding.completion,
            deciding.reason,
            message_id(text),
            one_line(text),
            [row for row in rows if row],
        )

    def _results(self, response: httpx2.Response) -> list[mqweb.MqwebAnswer] | None:
        """The answer of mqweb; None where it is not mqweb's."""
        try:
            return mqweb.answers(json.loads(response.content))
        except (ValueError, RecursionError):
            return None

    def _refusal(self, status: int, answer: mqweb.MqwebAnswer) -> MqReply:
        """An error of mqweb itself. Raises where it is about more than this command."""
        reason = one_line(answer.message)
        if status == 401:
            raise SystemUnavailable(self._text(reason, _CREDENTIALS))
        if status == 429:
            raise NotSent(self._text(reason, _AGAIN))
        if answer.message_id == _UNKNOWN or answer.reason == MQRC.Q_MGR_NAME_ERROR:
            remediation = "correct queue_manager, or give the gateway that reaches it"
            raise SystemUnavailable(self._text(reason, remediation))
        if status == 404:
            raise SystemUnavailable(self._text(reason, "correct url"))
        if answer.reason == MQRC.NO_MSG_AVAILABLE:
            # The command waits on the command queue: it may run later.
            remediation = "start the command server (strmqcsv), and run it again"
            raise AnswerLost(self._text(reason, remediation))
        if status >= 500 and answer.reason not in _NOT_RUN:
            raise AnswerLost(self._text(reason, "see mqweb's messages.log"))
        remediation = ""
        if status == 403 and answer.reason != MQRC.NOT_AUTHORIZED:
            # mqweb itself refuses: setmqaut is for what the queue manager refuses.
            remediation = _HEADER if answer.message_id in _NO_HEADER else _ROLE
        completion = max(answer.completion, 2)
        return MqReply(
            completion, answer.reason, answer.message_id, reason, remediation=remediation
        )

    def _no_answer(self, response: httpx2.Response) -> SystemUnavailable:
        """The error for an answer that is not mqweb's: of a proxy, a gateway, half of one."""
        status, kind = response.status_code, response.headers.get("content-type", "")
        what = "an HTML page" if "html" in kind else f"what is not mqweb's ({kind or 'no type'})"
        reason = f"HTTP {status} with {what}"
        if status == 401:
            return SystemUnavailable(self._text(reason, _CREDENTIALS))
        if status == 403:
            return SystemUnavailable(self._text(reason, _ROLE))
        if status == 429:
            return NotSent(self._text(reason, _AGAIN), sending.retry_after(response.headers))
        if response.is_redirect:
            target = shown(response.headers.get("location", ""), 80)
            return SystemUnavailable(self._text(f"it redirects to {target}", "correct url"))
        if status == 404:
            return SystemUnavailable(self._text(reason, "correct url: is mqweb there?"))
        if response.is_success and "json" in kind:
            return AnswerLost(self._text("half an answer, or none that can be read", _AGAIN))
        return AnswerLost(self._text(reason, "is there a gateway or proxy in between? correct url"))

    def _text(self, reason: str, remediation: str) -> str:
        return unavailable(self._name, self.address, reason, remediation)

    @property
    def _queue_manager(self) -> str:
        return self._configuration.queue_manager or self._name

    def _connected(self) -> httpx2.HTTPTransport:
        """The pool of connections, made once. It follows no redirect, keeps no cookie and reads no
        environment: a token goes where this module sends it, and nowhere else."""
        with self._lock:
            if self._transport is None:
                most = self._configuration.connections
                self._transport = httpx2.HTTPTransport(
                    verify=self._trusted() if self.address.startswith("https:") else False,
                    limits=httpx2.Limits(max_connections=most, max_keepalive_connections=most),
                    trust_env=False,
                    proxy=self._configuration.proxy,
                )
                weakref.finalize(self, self._transport.close)
            return self._transport

    def _trusted(self) -> ssl.SSLContext:
        """Raises SystemUnavailable for a file that cannot be used."""
        given = self._configuration
        named = {"ca": given.ca, "certificate": given.certificate, "key": given.key}
        files = {name: str(self._file(file)) for name, file in named.items() if file is not None}
        used: Iterable[str] = ()
        try:
            for name, file in files.items():
                used = (name,)
                Path(file).open("rb").close()
            used = ("ca",)
            if given.certificate is None:
                return _trusting(files.get("ca"))
            context = ssl.create_default_context(cafile=files.get("ca"))
            where, passphrase = f"{self._name}.passphrase", given.passphrase
            read = "" if passphrase is None else passphrase.read(where, self._base)
            used = ("certificate", "key")
            # Without a passphrase OpenSSL would ask the terminal.
            context.load_cert_chain(files["certificate"], files.get("key"), password=read)
        except (OSError, ssl.SSLError) as error:
            which = " with ".join(f"{name} {files[name]}" for name in used if name in files)
            reason = f"{which} cannot be used: {error.strerror or sending.reason_of(error)}"
            raise SystemUnavailable(self._text(reason, "correct the file")) from None
        return context

    def _file(self, name: str) -> Path:
        return file_of(self._base, name)


_FIREWALL = "see whether a firewall is in between"
_AGAIN = "run it again"
_CREDENTIALS = "correct user and password, token or certificate"
_HEADER = f"configure proxies and gateways before mqweb to pass on the header {CSRF_HEADER}"
_ROLE = (
    "give the user a role of mqweb in mqwebuser.xml: MQWebAdmin or MQWebUser (MQWebAdminRO changes "
    "nothing)"
)


@lru_cache(1024)
def _url(text: str) -> httpx2.URL:
    """Parsed once: it is the same for every command to a queue manager."""
    return httpx2.URL(text)


@cache
def _trusting(ca: str | None) -> ssl.SSLContext:
    """Shared by every system that trusts the same: reading the authorities takes its time."""
    return ssl.create_default_context(cafile=ca)


class _Tokens:
    """The cookies of one login, shared by every thread: whoever finds them over logs in again, once
    for all that found the same."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cookies = ""
        self._number = 0

    def current(self, refused: int | None, log_in: Any) -> tuple[str, int]:
        """The session cookies and their generation. refused: the generation the server rejected."""
        with self._lock:
            if not self._number or refused == self._number:
                self._cookies = log_in(again=refused is not None)
                self._number += 1
            return self._cookies, self._number


def in_json(command: Command) -> dict[str, Any]:
    """The command as runCommandJSON. Raises CannotWrite."""
    if isinstance(command, Definition):
        return mqweb.request(command)
    if isinstance(command, ControlCommand):
        given = {word.lower(): value.lower() for word, value in command.parameters.items()}
        return _display(command.verb.lower(), command.object.lower(), command.name, given)
    parameters = {word.lower(): value.lower() for word, value in command.parameters.items()}
    parameters |= {word.lower(): text for word, text in command.texts.items()}
    if command.where is not None:
        parameters["where"] = " ".join(command.where)
    asked = [word.lower() for word in command.attributes]
    body = _display("display", command.object.lower(), command.name, parameters)
    return {**body, "responseParameters": asked}


def _display(verb: str, qualifier: str, name: str, parameters: Mapping[str, str]) -> dict[str, Any]:
    body: dict[str, Any] = {"type": "runCommandJSON", "command": verb, "qualifier": qualifier}
    if name:
        body["name"] = name
    return {**body, "parameters": dict(parameters)} if parameters else body


def _logged_in(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Name and roles in {"user": [{"name", "role": [...]}]}; "" and () of any other answer."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return "", ()
    users = body.get("user") if isinstance(body, Mapping) else None
    first = users[0] if isinstance(users, list) and users else None
    if not isinstance(first, Mapping):
        return "", ()
    name, roles = first.get("name"), first.get("role")
    named = tuple(r for r in roles if isinstance(r, str)) if isinstance(roles, list) else ()
    return (name, named) if isinstance(name, str) else ("", named)


def _date(text: str) -> datetime | None:
    """The time of a Date header; None where it has none."""
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def _lacks_resource(response: httpx2.Response) -> bool:
    return _NO_RESOURCE in response.text or _UNKNOWN not in response.text


def _cookies(response: httpx2.Response) -> Iterator[tuple[str, str]]:
    for header in response.headers.get_list("set-cookie"):
        name, _, value = header.partition(";")[0].partition("=")
        yield name.strip(), value.strip()


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
