"""What Queuewright logs, on standard error: commands and answers of systems, how long they took,
and the traceback of a bug. Nothing, unless `--debug` or QUEUEWRIGHT_LOG=text|json asks for it.

structlog is imported only then: it would cost every command its time.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError

VARIABLE = "QUEUEWRIGHT_LOG"
_FORMATS = ("text", "json")
_HIDDEN = "[secret]"

_logger: Any = None
_secrets: set[str] = set()


class InvalidLogging(QueuewrightError, ValueError):
    """QUEUEWRIGHT_LOG asks for a format that there is not."""


def configure(*, debug: bool = False) -> None:
    """Log from now on if the option or the environment asks for it. Raises InvalidLogging."""
    global _logger
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
    """Never write these texts: secrets that a program or a configuration has."""
    _secrets.update(text for value in values for text in _texts(value) if text)


def _texts(value: object) -> Iterable[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _redact(logger: Any, method: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
    longest_first = sorted(_secrets, key=len, reverse=True)
    return {name: _redacted(value, longest_first) for name, value in event.items()}


def _redacted(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _redacted(item, secrets) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(item, secrets) for item in value]
    if isinstance(value, int) and str(value) in secrets:
        return _HIDDEN
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, _HIDDEN)
    return value
