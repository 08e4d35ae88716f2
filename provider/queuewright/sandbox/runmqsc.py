"""`runmqsc` on the sandbox: the same header, echo, messages, columns, summary and exit codes.

Scripts that are written for a queue manager's own command processor run against it.

Sources: IBM MQ, runmqsc; AMQ8xxx: Administration; transcripts named in the tests.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.mqsc import MqscCommand, parse
from queuewright.dialects.mqsc.columns import layout
from queuewright.dialects.mqsc.report import summary

from . import mqsc_commands
from .answers import Answer
from .authorization import Operator
from .engine import Sandbox

COPYRIGHT = "5724-H72 (C) Copyright IBM Corp. 1994, 2024."
NOT_RUN, SOME_FAILED = 20, 10  # exit codes beside 0

_READS = ("DISPLAY", "PING")
_VERBS = ("DEFINE", "ALTER", "DELETE")
# Object -> what a DISPLAY of it says above each row.
_DETAILS: Mapping[str, str] = MappingProxyType(
    {
        "QMGR": "AMQ8408I: Display Queue Manager details.",
        "NAMELIST": "AMQ8550I: Display namelist details.",
        "CHANNEL": "AMQ8414I: Display Channel details.",
        "QSTATUS": "AMQ8450I: Display queue status details.",
        "CONN": "AMQ8276I: Display Connection details.",
        "AUTHINFO": "AMQ8566I: Display authentication information details.",
        "AUTHREC": "AMQ8864I: Display authority record details.",
        "CHLAUTH": "AMQ8878I: Display channel authentication record details.",
        "COMMINFO": "AMQ8857I: Display comminfo details.",
        "LISTENER": "AMQ8630I: Display listener information details.",
        "LSSTATUS": "AMQ8631I: Display listener status details.",
        "PROCESS": "AMQ8407I: Display Process details.",
        "QMSTATUS": "AMQ8705I: Display Queue Manager Status Details.",
        "SERVICE": "AMQ8629I: Display service information details.",
        "SUB": "AMQ8096I: IBM MQ subscription inquired.",
        "SVSTATUS": "AMQ8632I: Display service status details.",
        "TOPIC": "AMQ8633I: Display topic details.",
        "ENTAUTH": "AMQ8866I: Display entity authority details.",
        "POLICY": "AMQ9086I: Display IBM MQ Advanced Message Security policy details.",
    }
)
_OF_QUEUES = "AMQ8409I: Display Queue details."
# Object -> what is said where it was created, changed and deleted.
_DONE: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "NAMELIST": (
            "AMQ8552I: IBM MQ namelist created.",
            "AMQ8551I: IBM MQ namelist changed.",
            "AMQ8553I: IBM MQ namelist deleted.",
        ),
        "CHANNEL": (
            "AMQ8014I: IBM MQ channel created.",
            "AMQ8016I: IBM MQ channel changed.",
            "AMQ8015I: IBM MQ channel deleted.",
        ),
        "PROCESS": (
            "AMQ8010I: IBM MQ process created.",
            "AMQ8012I: IBM MQ process changed.",
            "AMQ8011I: IBM MQ process deleted.",
        ),
        "AUTHINFO": (
            "AMQ8563I: IBM MQ authentication information object created.",
            "AMQ8567I: IBM MQ authentication information changed.",
            "AMQ8564I: IBM MQ authentication information object deleted.",
        ),
        "COMMINFO": (
            "AMQ8858I: IBM MQ comminfo created.",
            "AMQ8856I: IBM MQ comminfo changed.",
            "AMQ8859I: IBM MQ comminfo deleted.",
        ),
        "LISTENER": (
            "AMQ8626I: IBM MQ listener created.",
            "AMQ8623I: IBM MQ listener changed.",
            "AMQ8628I: IBM MQ listener object deleted.",
        ),
        "SERVICE": (
            "AMQ8625I: IBM MQ service created.",
            "AMQ8624I: IBM MQ service changed.",
            "AMQ8627I: IBM MQ service object deleted.",
        ),
        "STGCLASS": (
            "CSQ9022I: 'DEFINE STGCLASS' NORMAL COMPLETION",
            "CSQ9022I: 'ALTER STGCLASS' NORMAL COMPLETION",
            "CSQ9022I: 'DELETE STGCLASS' NORMAL COMPLETION",
        ),
        "CFSTRUCT": (
            "CSQ9022I: 'DEFINE CFSTRUCT' NORMAL COMPLETION",
            "CSQ9022I: 'ALTER CFSTRUCT' NORMAL COMPLETION",
            "CSQ9022I: 'DELETE CFSTRUCT' NORMAL COMPLETION",
        ),
        "SUB": (
            "AMQ8094I: IBM MQ subscription created.",
            "AMQ8093I: IBM MQ subscription changed.",
            "AMQ8095I: IBM MQ subscription deleted.",
        ),
        "TOPIC": (
            "AMQ8690I: IBM MQ topic created.",
            "AMQ8691I: IBM MQ topic changed.",
            "AMQ8692I: IBM MQ topic object deleted.",
        ),
        "QMGR": ("", "AMQ8005I: IBM MQ queue manager changed.", ""),
        "POLICY": ("", "", "AMQ9088I: IBM MQ Advanced Message Security policy deleted."),
        "AUTHREC": ("", "", "AMQ8863I: IBM MQ authority record deleted."),
    }
)
_QUEUE_DONE = (
    "AMQ8006I: IBM MQ queue created.",
    "AMQ8008I: IBM MQ queue changed.",
    "AMQ8007I: IBM MQ queue deleted.",
)
_OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "DISPLAY CMDSERV": "CSQN011I: COMMAND SERVER STATUS IS RUNNING",
        "CLEAR QLOCAL": "AMQ8022I: IBM MQ queue cleared.",
        "SET AUTHREC": "AMQ8862I: IBM MQ authority record set.",
        "REFRESH SECURITY": "AMQ8560I: IBM MQ security cache refreshed.",
        "SET POLICY": "AMQ9087I: IBM MQ Advanced Message Security policy set.",
        "SET CHLAUTH": "AMQ8877I: IBM MQ channel authentication record set.",
        "START CHANNEL": "AMQ8018I: Start IBM MQ channel accepted.",
        "START LISTENER": "AMQ8021I: Request to start IBM MQ listener accepted.",
        "START SERVICE": "AMQ8733I: Request to start Service accepted.",
        "STOP CHANNEL": "AMQ8019I: Stop IBM MQ channel accepted.",
        "STOP LISTENER": "AMQ8706I: Request to stop IBM MQ listener accepted.",
        "STOP SERVICE": "AMQ8732I: Request to stop Service accepted.",
        "PING QMGR": "AMQ8415I: Ping IBM MQ Queue Manager command complete.",
    }
)
NOT_AUTHORIZED = "AMQ8135E: Not authorized."
# Reason -> message; of the others the number alone is said. {name}: the object.
_REFUSED: Mapping[str, str] = MappingProxyType(
    {
        "MQRC_NOT_AUTHORIZED": NOT_AUTHORIZED,
        "MQRC_OBJECT_IN_USE": "AMQ8148E: IBM MQ object in use.",
        "MQRC_Q_NOT_EMPTY": "AMQ8143E: IBM MQ queue not empty.",
        "MQRC_UNKNOWN_OBJECT_NAME": "AMQ8147E: IBM MQ object {name} not found.",
        "MQRCCF_CHANNEL_ALREADY_EXISTS": "AMQ8226E: Channel {name} already exists.",
        "MQRCCF_CHANNEL_NOT_ACTIVE": "AMQ9533W: Channel '{name}' is not currently active.",
        "MQRCCF_CHLAUTH_NOT_FOUND": "AMQ8884E: Channel authentication record not found.",
        "MQRCCF_CHL_STATUS_NOT_FOUND": "AMQ8420I: Channel Status not found.",
        "MQRCCF_LISTENER_RUNNING": "AMQ8730W: Listener already active.",
        "MQRCCF_CHANNEL_NOT_FOUND": "AMQ8227E: Channel {name} not found.",
        "MQRCCF_CONNECTION_ID_ERROR": "AMQ8461I: Connection identifier not found.",
        "MQRCCF_OBJECT_ALREADY_EXISTS": "AMQ8150E: IBM MQ object already exists.",
        "MQRCCF_OBJECT_OPEN": "AMQ8148E: IBM MQ object in use.",
        "MQRCCF_Q_STATUS_NOT_FOUND": "AMQ8147E: IBM MQ object {name} not found.",
    }
)


def reason_message(reason_name: str, reason: int, name: str) -> str:
    """The message for a reason: that of its own, or the one that tells the number."""
    known = _REFUSED.get(reason_name)
    if known is None:
        return f"AMQ8101S: IBM MQ error ({reason:X}) has occurred."
    return known.format(name=name)


def done_message(object_word: str, verb: str) -> str:
    """The message for what was done: DEFINE, ALTER or DELETE of such an object."""
    return _DONE.get(object_word, _QUEUE_DONE)[_VERBS.index(verb)]


_SYNTAX = "AMQ8405I: Syntax error detected at or near end of command segment below:-"


@dataclass(slots=True)
class RunmqscSession:
    """One run. say: prints a line; echo: whether commands are repeated (without -e); verify: -v.
    may_change: whether the user has authority to change anything. operator: whose authorities
    count, None for nobody's.

    count: commands read, END not among them. quit: END was read.
    """

    sandbox: Sandbox
    queue_manager: str
    say: Callable[[str], None]
    echo: bool = True
    verify: bool = False
    may_change: bool = True
    operator: Operator | None = None
    count: int = 0
    syntax_errors: int = 0
    failed: int = 0
    quit: bool = False
    _lines: list[str] = field(default_factory=list)

    def start(self, gateway: str = "") -> bool:
        """The header. gateway: -m, the queue manager through which another one is asked. False
        where there is no such queue manager: the run is over, with exit code NOT_RUN."""
        self.say(COPYRIGHT)
        missing = [n for n in (gateway, self.queue_manager) if n and not self.sandbox.has(n)]
        if missing or not self.queue_manager:
            self.say("AMQ8118E: IBM MQ queue manager does not exist.")
            self._summary()
            return False
        self.say(f"Starting MQSC for queue manager {self.queue_manager}.")
        self.say("")
        self.say("")
        return True

    def feed(self, line: str) -> None:
        """A line of input; a command that ends with it is run and answered."""
        line = line.rstrip("\r\n")
        self._lines.append(line)
        text = line.strip()
        if not text.startswith("*") and (text.endswith(("+", "-")) or (not text and self._goes_on)):
            return
        if text.startswith("*") and self._goes_on:
            return
        lines, self._lines = self._lines, []
        self._run(lines)

    def end(self) -> int:
        """The end of the input. The exit code."""
        if self._lines and not self.quit:
            lines, self._lines = self._lines, []
            self._run(lines)
        self._summary()
        return SOME_FAILED if self.syntax_errors or self.failed else 0

    @property
    def _goes_on(self) -> bool:
        """Whether the lines before the last one ask for more."""
        before = [line.strip() for line in self._lines[:-1] if not line.lstrip().startswith("*")]
        return any(line.endswith(("+", "-")) for line in before)

    def _run(self, lines: list[str]) -> None:
        commands = parse("\n".join(lines), columns=0).commands
        if not commands:
            self._repeat(lines, numbered=False)
        for index, command in enumerate(commands):
            alone = len(commands) == 1
            ends = command.verb == "END" and not command.problems
            if not ends:
                self.count += 1
            number = self.count + ends
            self._repeat(lines if alone else [command.text], number=number)
            if ends:
                self.quit = True
                return
            for message in self._answer(index, command):
                self.say(message)

    def _repeat(self, lines: Iterable[str], *, number: int = 0, numbered: bool = True) -> None:
        if not self.echo:
            return
        for line in lines:
            is_first = numbered and line.strip() and not line.lstrip().startswith("*")
            self.say(f"{number if is_first else '':>6} : {line}")
            numbered = numbered and not is_first

    def _answer(self, index: int, command: MqscCommand) -> Iterator[str]:
        if command.problems:
            self.syntax_errors += 1
            yield from (_SYNTAX, command.text, "")
        elif not self.may_change and command.verb not in _READS:
            self.failed += 1
            yield NOT_AUTHORIZED
        elif not self.verify:
            system = self.sandbox.system(self.queue_manager, self.operator)
            answer = mqsc_commands.answer(system, index, command)
            is_syntax = answer.reason_name == "MQRCCF_PARM_SYNTAX_ERROR"
            self.syntax_errors += is_syntax
            self.failed += not answer.ok and not is_syntax
            yield from messages(command, answer)

    def _summary(self) -> None:
        for line in summary(self.count, self.syntax_errors, self.failed):
            self.say(line)


def messages(command: MqscCommand, answer: Answer) -> Iterator[str]:
    """The message of runmqsc for one of the sandbox."""
    if not answer.ok:
        yield from _refusal(command, answer)
    elif answer.inquired and command.object != "CMDSERV":
        for row in answer.objects:
            yield _DETAILS.get(command.object, _OF_QUEUES)
            yield from layout(row)
    elif command.verb in _VERBS and f"{command.verb} {command.object}" not in _OTHERS:
        yield done_message(command.object, command.verb)
    else:
        words = f"{command.verb} {command.object}".strip()
        yield _OTHERS.get(words, "AMQ8005I: IBM MQ queue manager changed.")


def _refusal(command: MqscCommand, answer: Answer) -> Iterator[str]:
    if answer.reason_name == "MQRCCF_PARM_SYNTAX_ERROR":
        yield from (_SYNTAX, command.text, "")
        return
    reason_name = answer.reason_name
    is_about_definitions = command.verb in ("DISPLAY", *_VERBS)
    if is_about_definitions and answer.reason_name == "MQRCCF_CHANNEL_NOT_FOUND":
        reason_name = "MQRC_UNKNOWN_OBJECT_NAME"
    yield reason_message(reason_name, answer.reason, command.name)


def default_queue_manager(sandbox: Sandbox) -> str:
    """The one that is meant where none is named: the only one there is, "" where several are."""
    try:
        names = [facts.name for facts in sandbox.systems()]
    except SystemUnavailable:
        return ""
    return names[0] if len(names) == 1 else ""
