"""Which commands of a CL program run: MONMSG with EXEC, GOTO and RETURN. Source: IBM i, MONMSG.

A command of an IF, or of a loop, runs when the program decides so: that is not known here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from queuewright.dialects.protocol import Monitored, Step

# Messages of IBM MQ's CL commands. The commands' documents name none: these are the numbers of
# the reasons that they stand for.
MESSAGES_OF_MQ = {
    2085: ("AMQ8147",),  # object not found
    4001: ("AMQ8150",),  # object already exists
    4042: ("AMQ8150",),
    4004: ("AMQ8148",),  # object in use
    2055: ("AMQ8143",),  # queue not empty
}


@dataclass(slots=True)
class Control:
    """Where a program is. throughout: what it monitors for, whatever command fails."""

    throughout: tuple[Monitored, ...] = ()
    _failed: tuple[str, ...] | None = ()
    _label: str = field(default="", init=False)

    def runs(self, step: Step) -> bool:
        """Whether the program comes to this step. Steps are asked about in their order."""
        if self._label:
            if self._label not in step.labels:
                return False
            self._label = ""
        if not step.runs_on or self._failed is None:
            return True
        return any(is_monitored(self._failed, message) for message in step.runs_on)

    @property
    def is_known(self) -> bool:
        """Whether the command before was run, so that what depends on its failure is known."""
        return self._failed is not None

    def ended(self, step: Step, messages: Iterable[str] | None = ()) -> bool:
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
                self._label = label
                return True
        return False


def is_monitored(messages: Iterable[str], monitored: str) -> bool:
    """Whether one of the messages is the monitored one: CPF2105, generic CPF2100 or CPF0000."""
    return any(
        message == monitored
        or (monitored.endswith("00") and message[:5] == monitored[:5])
        or (monitored.endswith("0000") and message[:3] == monitored[:3])
        for message in messages
    )
