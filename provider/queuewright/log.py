"""The log, on standard error: commands and answers of systems, how long they took,
and the traceback of a bug. Nothing, unless `--debug` or QUEUEWRIGHT_LOG=text|json asks for it.

structlog is imported only then: it would cost every command its time.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.hiding import Hiding

VARIABLE = "QUEUEWRIGHT_LOG"
_FORMATS = ("text", "json")
_logger: Any = None
_secrets = Hiding()


class InvalidLogging(QueuewrightError, ValueError):
    """QUEUEWRIGHT_LOG asks for a format that there is not."""


def configure(*, debug: bool = False) -> None:
    """Log from now on if the option or the environment asks for it; nothing is hidden yet. Raises
    InvalidLogging."""
    global _logger, _secrets
    _secrets = Hiding()
    log_format = os.environ.get(VARIABLE, "")
    if log_format not in ("", *_FORMATS):
        text = f"{VARIABLE}={shown(log_format)}: use {' or '.join(_FORMATS)}"
        raise InvalidLogging(one_line(text))
    if not debug and not log_format:
        _logger = None
        return
    import structlog

    renderer: Any = structlog.dev.ConsoleRenderer(colors=False)
    if log_format == "json":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    _logger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Plain tracebacks: those of structlog show local variables, secrets among them.
            structlog.processors.format_exc_info,
            _redact,
            renderer,
        ],
    )


def enabled() -> bool:
    """Whether anything is logged."""
    return _logger is not None


def debug(event: str, **fields: Any) -> None:
    """Log an event, such as a command that was sent."""
    if _logger is not None:
        _logger.debug(event, **fields)


def failure(event: str, error: BaseException, **fields: Any) -> None:
    """Log an exception with its traceback."""
    if _logger is not None:
        _logger.error(event, exc_info=error, **fields)


def hide(values: Iterable[object]) -> None:
    """Never write these texts: secrets that a program, a state or a configuration has."""
    _secrets.add(values)


def _redact(logger: Any, method: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: _secrets.of(value) for name, value in event.items()}
