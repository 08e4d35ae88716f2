"""Which commands of a CL program run: MONMSG with EXEC, GOTO and RETURN. Source: IBM i, MONMSG.

What constants decide is decided before (cl/program.py). Where the program comes to what only the
running program knows, it stops here: `stopped`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.dialects.protocol import (
    END_OF_PROGRAM,
    Entry,
    Jump,
    Mark,
    Monitored,
    ProgramStep,
    Script,
    Stop,
)
from queuewright.dialects.rules import NOT_FOLLOWED

# Messages of IBM MQ's CL commands. The commands' documents name none: these are the numbers of
# the reasons that they stand for.
MESSAGES_OF_MQ = {
    2085: ("AMQ8147",),  # object not found
    4001: ("AMQ8150",),  # object already exists
    4042: ("AMQ8150",),
    4004: ("AMQ8148",),  # object in use
    2055: ("AMQ8143",),  # queue not empty
}


LEADS_BACK = NOT_FOLLOWED.but(
    reason="it fails, and the program monitors for that with GOTO {label}, which leads back or "
    "nowhere: loops are not followed, and nothing behind it is taken"
)


@dataclass(slots=True)
class Control:
    """Where a program is. throughout: what it monitors for, whatever command fails."""

    throughout: tuple[Monitored, ...] = ()
    stopped: Diagnostic | None = field(default=None, init=False)
    _failed: tuple[str, ...] | None = ()
    _label: str = field(default="", init=False)
    _from: tuple[int, int] = field(default=(0, 0), init=False)

    def runs(self, step: ProgramStep) -> bool:
        """Whether the program comes to this step. Steps are asked about in their order."""
        if not self.reaches(step):
            return False
        if not step.runs_on or self._failed is None:
            return True
        return any(is_monitored(self._failed, message) for message in step.runs_on)

    def reaches(self, step: ProgramStep) -> bool:
        """Whether it comes to this step, or to a MONMSG that has it."""
        self._pass(step.labels)
        return not self._label and not step.skipped

    def finish(self, ending: Iterable[Mark] = ()) -> None:
        """The script is at its end. ending: what it passes behind its last step."""
        self._pass(ending)
        if self._label not in ("", END_OF_PROGRAM) and self.stopped is None:
            line, column = self._from
            label = shown(self._label, 20)[1:-1]
            self.stopped = LEADS_BACK(label=label).at(line, column)

    def _pass(self, marks: Iterable[Mark]) -> None:
        """Go by labels and jumps."""
        for mark in marks:
            if isinstance(mark, str):
                self._label = "" if mark == self._label else self._label
            elif not self._label and self._comes_to(mark):
                if isinstance(mark, Stop):
                    self.stopped, self._label = mark.diagnostic, END_OF_PROGRAM
                else:
                    self._label = mark.label

    def _comes_to(self, mark: Jump | Stop) -> bool:
        if not mark.on:
            return True
        if self._failed is None:  # nobody knows: what can only be guessed is not passed over
            return isinstance(mark, Stop)
        return any(is_monitored(self._failed, message) for message in mark.on)

    @property
    def is_known(self) -> bool:
        """Whether the command before was run, so that what depends on its failure is known."""
        return self._failed is not None

    def ended(self, step: ProgramStep, messages: Iterable[str] | None = ()) -> bool:
        """Note how a step ended: with none of `messages`, or failed with one that each of them
        stands for; None: not known, because nobody ran it. Gives whether its failure is monitored,
        so that the program goes on as if nothing were wrong."""
        known = None if messages is None else tuple(messages)
        if not step.runs_on:
            self._failed = known
        if not known:
            return False
        for message, label in (*step.monitors, *self.throughout):
            if is_monitored(known, message):
                self._label, self._from = label, (step.line, step.column)
                return True
        return False


def come_to(script: Script) -> tuple[list[Entry], Diagnostic | None]:
    """The commands that a program comes to where none fails, with those that MONMSG runs; and why
    that cannot be told, where it cannot."""
    control = Control()
    found = [entry for entry in script.entries if control.reaches(entry)]
    return found, control.stopped


def is_monitored(messages: Iterable[str], monitored: str) -> bool:
    """Whether one of the messages is the monitored one: CPF2105, generic CPF2100 or CPF0000."""
    return any(
        message == monitored
        or (monitored.endswith("00") and message[:5] == monitored[:5])
        or (monitored.endswith("0000") and message[:3] == monitored[:3])
        for message in messages
    )
