"""How MQSC reaches a queue manager of an IBM i, and what its command processor prints.

DSPMQMQ has OUTPUT(*) and OUTPUT(*PRINT) only, and WRKMQMQ a display: neither has an output file, so
that they can be read by people alone. RUNMQSC reads standard input and writes the report that it
writes everywhere. Sources: IBM MQ, DSPMQMQ, WRKMQMQ, RUNMQSC; IBM i, SQL services: IFS_WRITE_UTF8,
IFS_READ_UTF8; docs/readings.md: Queue managers of an IBM i.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

PROGRAM = "/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM"  # which Qshell starts, and PASE's own shell does not
IN_PASE = "runmqsc"  # where somebody has put one on the PATH


class NoProcessor(Exception):
    """A way that does not answer here: nothing was run. The text: why, in a few words."""


class CommandProcessor(NamedTuple):
    """One way. title: for people. ask: the queue manager and the commands, each on lines of its
    own, to what is printed; it raises NoProcessor, and what a carrier of commands raises."""

    title: str
    ask: Callable[[str, str], str]


class RunsMqsc(Protocol):
    """A carrier that knows ways to a command processor, in the order in which they are tried."""

    def command_processors(self) -> Sequence[CommandProcessor]: ...


def last_words(text: str) -> str:
    """The last line that was printed, for people."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:160] if lines else "it printed nothing"
