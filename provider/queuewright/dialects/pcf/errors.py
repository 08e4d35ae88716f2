"""The errors of PCF, as exceptions with a one-line text.

PcfError
    PcfDecodeError      bytes that are not a PCF message
    PcfEncodeError      a value that has no bytes
    PcfTextError        a JSON line that is not a command
    PcfAnswerError      responses that do not belong together
"""

from queuewright.catalogue.attribute import SYNTAX
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.rule import Rule


class PcfError(QueuewrightError, ValueError):
    """The root of this dialect's errors."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


class PcfDecodeError(PcfError):
    """Bytes that are not a PCF message: where (offset in the input), what must be there, what is.

    field: which one, in IBM's names: "MQCFST.StringLength"; "" when the input just ends or goes on.
    """

    def __init__(self, offset: int, expected: str, actual: str, field: str = "") -> None:
        super().__init__(f"offset {offset}: expected {expected}, found {actual}")
        self.offset = offset
        self.expected = expected
        self.actual = actual
        self.field = field


class PcfEncodeError(PcfError):
    """A value that has no bytes; the text names the parameter, the rule and the way out."""


class PcfTextError(PcfError):
    """A JSON line that is not a command. column counts from 1, 0 where it is not known; parameter
    is the wrong name in the line, None for the whole line. rule: that it breaks."""

    def __init__(
        self, message: str, *, column: int = 0, parameter: str | None = None, rule: Rule = SYNTAX
    ) -> None:
        super().__init__(message)
        self.column = column
        self.parameter = parameter
        self.rule = rule


class PcfAnswerError(PcfError):
    """Response messages that are not an answer: out of sequence, incomplete, or of two commands."""
