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


class UnknownDialect(QueuewrightError, ValueError):
    """No such dialect; the text names those that exist."""

    def __init__(self, name: str, known: Iterable[str] = DIALECTS) -> None:
        super().__init__(f"dialect {shown(name)} is not known; use one of {', '.join(known)}")


@cache
def dialect(name: str) -> DialectCodec:
    """The dialect of that name. Raises UnknownDialect."""
    if name not in DIALECTS:
        raise UnknownDialect(name)
    module = import_module(f"queuewright.dialects.{name}.dialect")
    return cast(DialectCodec, module.DIALECT)
