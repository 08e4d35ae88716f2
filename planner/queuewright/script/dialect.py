"""The dialects of scripts: a choice of the command line."""

from enum import StrEnum


class ScriptDialect(StrEnum):
    """MQSC and CL as people write them; PCF and the bodies of REST requests as JSON, one a line."""

    MQSC = "mqsc"
    CL = "cl"
    PCF = "pcf"
    REST = "rest"

    @property
    def suffix(self) -> str:
        """Of a file of such a script."""
        return ".jsonl" if self in (ScriptDialect.PCF, ScriptDialect.REST) else f".{self.value}"
