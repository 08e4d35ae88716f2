"""Reads one system of an environment: a live system, a dump, mqweb JSON or a sandbox file.

Runs where Spark's workers run. Credentials are resolved here, from references in the source's
configuration, and never travel.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.problem import one_line
from queuewright.dialects.mqsc import Header, decoded, parse
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.systems.protocol import System

from .dump import read_dump
from .fleet import SourceConfig

__all__ = ["DUMPS", "RECORDED", "SourceFailed", "live_system", "observe", "recorded_header"]

DUMPS = ("mqsc", "dmpmqcfg")
RECORDED = (*DUMPS, "mqweb-json")


class SourceFailed(QueuewrightError):
    """A system of an environment cannot be read; the text is one line."""


def observe(system: str, source: SourceConfig, base: str) -> Iterator[Observed]:
    """Everything that the system reports. Raises SourceFailed, in one line, for any reason."""
    try:
        if source.type in DUMPS:
            yield from _dump(system, source, _text(source, base))
        elif source.type == "mqweb-json":
            yield from _mqweb(system, _text(source, base))
        else:
            yield from _live(system, source, base)
    except SourceFailed:
        raise
    except QueuewrightError as error:
        raise SourceFailed(one_line(str(error))) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SourceFailed(one_line(f"{system}: {type(error).__name__}: {error}")) from None


def _path(source: SourceConfig, base: str) -> str:
    if not source.path:
        raise SourceFailed(f"source of type {source.type} has no path; give one")
    return source.path if "://" in source.path else str(Path(base) / source.path)


def _text(source: SourceConfig, base: str) -> str:
    """The file, from a directory or an object store that pyarrow reaches."""
    path = _path(source, base)
    try:
        if "://" in path:
            from pyarrow import fs

            filesystem, inner = fs.FileSystem.from_uri(path)
            with filesystem.open_input_stream(inner) as stream:
                data = stream.read()
        else:
            data = Path(path).read_bytes()
    except OSError as error:
        raise SourceFailed(f"{path}: {error.strerror or one_line(str(error))}") from None
    if encoding := source.options.get("encoding"):
        return str(data.decode(encoding, "replace"))
    return decoded(data)


def _dump(system: str, source: SourceConfig, text: str) -> Iterator[Observed]:
    options = source.options
    yield from read_dump(
        system,
        text,
        queue_manager=options.get("queue_manager"),
        footer=bool(options.get("footer", False)),
    )


def _mqweb(system: str, text: str) -> Iterator[Observed]:
    from queuewright.dialects.mqweb import observed_from_responses

    loaded = json.loads(text)
    responses: Iterable[Any] = loaded if isinstance(loaded, list) else [loaded]
    yield from observed_from_responses(system, responses)


def live_system(system: str, source: SourceConfig, base: str) -> System:
    """The system itself. Who only looks creates nothing: a sandbox's system must exist."""
    from queuewright.systems.registry import sandbox_file, systems_from

    config = {"type": source.type, **source.options}
    if source.path is not None:
        config["path"] = source.path
    if source.type == "sandbox":
        file = sandbox_file(Path(base), source.path)
        if not file.is_file():
            raise SourceFailed(f"{system}: {file}: no such sandbox file; correct its path")
        config = {name: value for name, value in config.items() if name in ("type", "path")}
    return systems_from({system: config}, base=Path(base))[system]


def recorded_header(system: str, source: SourceConfig, base: str) -> Header:
    """What a dump says of its queue manager; empty for other records. Raises SourceFailed."""
    if source.type not in DUMPS:
        return Header()
    return parse(_text(source, base), file=system).header


def _live(system: str, source: SourceConfig, base: str) -> Iterator[Observed]:
    reached = live_system(system, source, base)
    kinds = (*MQ_KINDS, *IBMI_KINDS) if reached.facts.platform is Platform.IBMI else MQ_KINDS
    yield from reached.observe(kinds, status=True)
