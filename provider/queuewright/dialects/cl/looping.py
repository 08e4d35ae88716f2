"""Loops that a GOTO back to a label makes, and that change nothing but variables.

A program that waits until an object is there (`AGAIN: CHKOBJ ...`, DLYJOB, GOTO AGAIN) leaves the
same behind however often it goes back: it can be followed past such a loop if it is left at all.
Source: IBM i, CL programming.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .parser import ClCommand
from .variables import named_in, parameters_of
from .words import ALTERING, CREATE_LIBRARY, RUNS_COMMAND

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
    leads back to it. grown: whether one was found in this walk."""

    ends: dict[int, int] = field(default_factory=dict)
    grown: bool = False

    def add(self, steps: Sequence[ClCommand], start: int, end: int) -> bool:
        """Whether the steps from `start` to `end` change nothing but variables: a loop then."""
        body = steps[start : end + 1]
        if any(matters(step) or step.name in ("CALLSUBR", "RETURN") for step in body):
            return False
        if self.ends.get(start, -1) < end:
            self.ends[start], self.grown = end, True
        return True

    def changed(self, steps: Sequence[ClCommand], start: int) -> set[str] | None:
        """The variables that the loop from this place on changes, with their &; None for any. No
        loop starts there: none."""
        body = steps[start : self.ends.get(start, -1) + 1]
        if any(step.name in LOOPS for step in body):
            return None
        return {name for step in body for name in _changed(step)}


def _changed(step: ClCommand) -> Iterator[str]:
    if step.name == "CHGVAR":
        yield from named_in(parameters_of(step, ("VAR", "VALUE")).get("VAR", ()))
    elif returns(step):
        yield from named_in(step.arguments)
