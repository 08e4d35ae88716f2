"""Every dialect by its name, imported when it is first asked for."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import cast

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

from .protocol import DialectCodec

# A dialect is the package of that name here; its module `dialect` has it as DIALECT.
DIALECTS = ("mqsc", "cl", "pcf", "mqweb")
# One that says a single kind, and nothing else.
OF_POLICIES = "csq0util"
# Others write these; here they are only read.
READ_ONLY = ("shell", "yaml", "runmqsc", "dmpmqaut")
SOURCES = (*DIALECTS, *READ_ONLY, OF_POLICIES)
OF_SEVERAL = ("shell", "yaml")  # whose commands say which queue manager each is for
WITH_VARIABLES = ("cl", "mqsc", "shell", "yaml")


class UnknownDialect(QueuewrightError, ValueError):
    """No such dialect; the text names those that exist."""

    def __init__(self, name: str, known: Iterable[str] = SOURCES) -> None:
        super().__init__(f"dialect {shown(name)} is not known; use one of {', '.join(known)}")


@cache
def dialect(name: str) -> DialectCodec:
    """The dialect of that name. Raises UnknownDialect."""
    if name not in SOURCES:
        raise UnknownDialect(name)
    module = import_module(f"queuewright.dialects.{name}.dialect")
    return cast(DialectCodec, module.DIALECT)
