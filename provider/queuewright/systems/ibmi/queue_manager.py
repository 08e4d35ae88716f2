"""A queue manager of an IBM i, by its own commands: CL changes it, MQSC reads it.

What CL has no words for is sent as MQSC as well: the queue manager's own attributes with REPOS and
REPOSNL, a deletion that takes the messages with it or leaves authority records, and attributes that
came after the commands (STREAMQ, ...). Sources: CRTMQMQ and IBM's other MQ commands.
"""

import re
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.cl.tables import commands as cl_commands
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.report import Reader, read
from queuewright.dialects.pcf.constants import MQRCCF
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import is_queue, is_record, spec_of
from queuewright.systems.mq import reading
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.commands import Command, Display, in_lines
from queuewright.systems.mq.reports import remediation_for, reply_of
from queuewright.systems.sending import AnswerLost, unavailable

from .carrier import IbmiCarrier, IbmiReply
from .command_processors import CommandProcessor, NoProcessor, last_words
from .refusals import remediation_of

# "IBM MQ error (7D5) has occurred.": the reason, in hexadecimal (AMQ8101).
_REASON = re.compile(r"\(([0-9A-Fa-f]{3,8})\)")
_OF_MQ = "AMQ"
_NO_COMMAND = "CPD0030"  # Command &1 in library &2 not found


class QueueManagerCarrier:
    """Carries the commands of one queue manager. name: of the system, for people. Its command
    processor is found out once."""

    def __init__(
        self,
        name: str,
        carrier: IbmiCarrier,
        queue_manager: str,
        processors: Callable[[], Sequence[CommandProcessor]],
    ) -> None:
        self._name = name
        self._carrier = carrier
        self._queue_manager = queue_manager
        self._processors = processors
        self._finding = threading.Lock()
        self._found: CommandProcessor | None = None

    @property
    def address(self) -> str:
        return f"{self._carrier.address} {self._queue_manager}"

    @property
    def processor(self) -> str:
        """How it is read, for people; "" before anything was."""
        return self._found.title if self._found is not None else ""

    def reads(self, attribute: Attribute) -> bool:
        return attribute.mqsc is not None

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        replies: list[MqReply] = []
        waiting: list[Command] = []
        for command in commands:
            texts, other = self._in_cl(command), self._of_another_kind(command)
            if texts is None and other is None:
                waiting.append(command)
                continue
            replies += self._by_mqsc(waiting)
            waiting.clear()
            replies.append(other or self._by_cl(texts or ()))
        return [*replies, *self._by_mqsc(waiting)]

    def _in_cl(self, command: Command) -> list[str] | None:
        """The command in CL; None for what only MQSC says. GRTMQMAUT does not tell a group from a
        user, and SET AUTHREC does."""
        if not isinstance(command, Definition) or is_record(command.kind):
            return None
        try:
            return DIALECT.write(replace(command, system=self._queue_manager))
        except CannotWrite:
            return None

    def _of_another_kind(self, command: Command) -> MqReply | None:
        """The refusal of a deletion where the name is that of an object of another type: DLTMQMQ
        and DLTMQMCHL, like DELETE CHANNEL, do not say which is meant."""
        if not isinstance(command, Definition) or command.action is not Action.DELETE:
            return None
        spec = spec_of(command.kind)
        if not spec.cl.delete or len(cl_commands()[spec.cl.delete].kinds) < 2:
            return None
        [reply] = self._by_mqsc([Display(spec.mqsc.display, command.name)])
        others = {each.key.kind for each in reading.observed(self._name, reply.rows)}
        if not others or command.kind in others:
            return None
        reason = MQRCCF.Q_WRONG_TYPE if is_queue(command.kind) else MQRCCF.OBJECT_WRONG_TYPE
        return MqReply(2, reason, "AMQ8151", f"it is an {', '.join(sorted(others))}")

    def _by_cl(self, texts: Sequence[str]) -> MqReply:
        reply = MqReply()
        for text in texts:
            reply = _reply(self._carrier.run(text), text.partition(" ")[0])
            if not reply.ok:
                break
        return reply

    # MQSC

    def _by_mqsc(self, commands: Collection[Command]) -> list[MqReply]:
        """One run for all of them."""
        if not commands:
            return []
        text = "\n".join([*map(in_lines, commands), "END", ""])
        report = read(self._printed(text))
        answers = report.answers[: len(commands)]
        if report.fatal is not None and not answers:
            reason = f"{report.fatal.id}: {report.fatal.text}"
            raise SystemUnavailable(self._text(reason, remediation_for(report.fatal)))
        if len(answers) < len(commands):
            reason = f"its report has {len(answers)} answers to {len(commands)} commands"
            raise AnswerLost(self._text(reason, "see the job log, and the queue manager's log"))
        return [reply_of(answer) for answer in answers]

    def _printed(self, text: str) -> str:
        """The report, by the first way that answers. Raises SystemUnavailable where none does."""
        with self._finding:
            found = self._found
            if found is None:
                refusals: list[str] = []
                for processor in self._processors():
                    try:
                        printed = self._asked(processor, text)
                    except NoProcessor as error:
                        refusals.append(f"{processor.title}: {error}")
                        continue
                    self._found = processor
                    return printed
                reason = f"no command processor answers: {'; '.join(refusals)}"
                remediation = "see that IBM MQ is installed, and that the user may use QMQM"
                raise SystemUnavailable(self._text(reason, remediation))
        try:
            return self._asked(found, text)
        except NoProcessor as error:  # which it was before
            raise AnswerLost(self._text(f"{found.title}: {error}", "run it again")) from None

    def _asked(self, processor: CommandProcessor, text: str) -> str:
        printed = processor.ask(self._queue_manager, text)
        report = read(printed)
        if not _is_report(report):
            raise NoProcessor(last_words(printed))
        return printed

    def _text(self, reason: str, remediation: str) -> str:
        return unavailable(self._name, self.address, reason, remediation)


def _is_report(report: Reader) -> bool:
    return bool(report.answers) or report.fatal is not None


def _reply(done: IbmiReply, command: str) -> MqReply:
    """The messages of a CL command as a reply: those of IBM MQ before the others."""
    if done.ok:
        return MqReply()
    ours = [message for message in done.messages if message.id.startswith(_OF_MQ)]
    message = ours[-1] if ours else done.failure
    found = _REASON.search(message.text) if ours else None
    text = message.text
    if not ours and done.diagnostics:
        text = " ".join(done.diagnostics)
    remediation = "" if ours else remediation_of(message.id)
    if any(each.id == _NO_COMMAND for each in done.messages):
        remediation = f"install IBM MQ, and see that {command} is in the library list (QMQM)"
    reason = int(found[1], 16) if found else 0
    return MqReply(2, reason, message.id, text.rstrip(". "), remediation=remediation)
