"""Loops that a GOTO back to a label makes, and that change nothing but variables.

A program that waits until an object is there (`AGAIN: CHKOBJ ...`, DLYJOB, GOTO AGAIN) leaves the
same behind however often it goes back: it can be followed past such a loop if it is left at all.
Source: IBM i, CL programming.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .parser import ClCommand
from .variables import named_in, parameters_of, word_of
from .words import ALTERING, CREATE_LIBRARY, RUNS_COMMAND

# Label -> its place among the steps, and the groups that it stands in.
Labels = Mapping[str, tuple[int, tuple[int, ...]]]
LOOPS = frozenset(("DOWHILE", "DOUNTIL", "DOFOR"))
# Commands that give nothing back in a variable: verbs of IBM's.
_READS = re.compile(
    r"(?:ADD|ALC|CHG|CHK|CLR|CPY|CRT|DLC|DLT|DLY|DSP|END|GRT|HLD|INZ|MOV|OVR|RLS|RMV|RNM|RST|RVK|SAV|SBM|"
    r"SNDMSG|SNDPGMMSG|STR|WRK)[A-Z]*\Z|(?:IF|ELSE|WHEN|OTHERWISE|DO|SELECT|GOTO|RETURN|PGM|DCL|SUBR|MONMSG)\Z"
)


def matters(step: ClCommand) -> bool:
    """Whether what a program leaves depends on whether it runs."""
    return step.is_ours or step.name in ALTERING | {CREATE_LIBRARY, RUNS_COMMAND}


def returns(step: ClCommand) -> bool:
    """Whether it is a command of others that may change each variable that it names."""
    return not step.is_ours and not _READS.match(step.name)


@dataclass(slots=True)
class Loops:
    """The loops that are known so far: place of the label among `steps` -> of the last GOTO that
    leads back to it. exits: place of a GOTO that leaves one on some condition -> of its label,
    behind the loop. grown: whether one was found in this walk."""

    ends: dict[int, int] = field(default_factory=dict)
    exits: dict[int, int] = field(default_factory=dict)
    grown: bool = False

    def add(self, steps: Sequence[ClCommand], start: int, end: int) -> bool:
        """Whether the steps from `start` to `end` change nothing but variables: a loop then."""
        body = steps[start : end + 1]
        if any(matters(step) or step.name in ("CALLSUBR", "RETURN") for step in body):
            return False
        if self.ends.get(start, -1) < end:
            self.ends[start], self.grown = end, True
        return True

    def leave(self, steps: Sequence[ClCommand], index: int, target: int, labels: Labels) -> bool:
        """Whether a GOTO from `index` to `target`, if its condition holds, leaves a loop that
        another GOTO begins again, and passes over nothing that matters."""
        if any(matters(s) or s.name in ("CALLSUBR", "RETURN") for s in steps[index + 1 : target]):
            return False
        begins_again = False
        for place in range(index + 1, target):
            if steps[place].name == "GOTO":
                to = labels.get(word_of(steps[place], "CMDLBL"), (-1, ()))[0]
                if to < 0 or place < to != target:  # it goes on elsewhere
                    return False
                begins_again = begins_again or to <= index
        if not begins_again:
            return False
        self.exits[index] = target
        return True

    def is_left(self, start: int, end: int) -> bool:
        """Whether a GOTO within the loop leaves it on some condition."""
        return any(start <= place <= end < target for place, target in self.exits.items())

    def changed(self, steps: Sequence[ClCommand], start: int) -> set[str] | None:
        """The variables that the loop from this place on changes, with their &, and those that a
        GOTO out of a loop to this place may have passed over; None for any. No loop starts or ends
        there: none."""
        body = list(steps[start : self.ends.get(start, -1) + 1])
        for place in (place for place, target in self.exits.items() if target == start):
            body += steps[place:start]
        if any(step.name in LOOPS for step in body):
            return None
        return {name for step in body for name in _changed(step)}


def _changed(step: ClCommand) -> Iterator[str]:
    if step.name == "CHGVAR":
        yield from named_in(parameters_of(step, ("VAR", "VALUE")).get("VAR", ()))
    elif returns(step):
        yield from named_in(step.arguments)
