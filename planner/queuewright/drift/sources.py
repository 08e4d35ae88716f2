"""Reads one system of an environment: a live system, a dump, mqweb JSON or a sandbox file.

Runs where Spark's workers run. Credentials are resolved here, from references in the source's
configuration, and never travel.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.problem import one_line
from queuewright.catalogue.spec import Key
from queuewright.kinds import IBMI_KINDS, KINDS, MQ_KINDS

from .fleet import SourceConfig

__all__ = ["DUMPS", "SourceFailed", "observe"]

DUMPS = ("mqsc", "dmpmqcfg")
_DEFAULT_OBJECTS = {
    "SYSTEM.DEFAULT.LOCAL.QUEUE",
    "SYSTEM.DEFAULT.ALIAS.QUEUE",
    "SYSTEM.DEFAULT.REMOTE.QUEUE",
    "SYSTEM.DEFAULT.MODEL.QUEUE",
    "SYSTEM.DEFAULT.NAMELIST",
    "SYSTEM.DEF.CLUSRCVR",
    "SYSTEM.DEF.CLUSSDR",
}


class SourceFailed(QueuewrightError):
    """A system of an environment cannot be read; the text is one line."""


def observe(system: str, source: SourceConfig, base: str) -> Iterator[Observed]:
    """Everything that the system reports. Raises SourceFailed, in one line, for any reason."""
    try:
        if source.type in DUMPS:
            yield from _dump(system, _text(source, base))
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
    return str(data.decode(source.options.get("encoding", "utf-8"), "replace"))


def _dump(system: str, text: str) -> Iterator[Observed]:
    from queuewright.dialects.mqsc import definition, parse

    script = parse(text, file=system)
    if script.problems:
        first = script.problems[0]
        raise SourceFailed(f"{system}: line {first.line}: {first.message}; the dump is damaged")
    found = [one for one in map(definition, script.commands) if one is not None]
    told = script.header.queue_manager
    if told and told != system:
        raise SourceFailed(f"{system}: the dump says it is of queue manager {told}")
    if not found:
        raise SourceFailed(f"{system}: the dump defines nothing; it is empty or cut off")
    platform = Platform.parse(script.header.platform) if script.header.platform else Platform.LINUX
    own = {
        one.kind: one.values for one in found if one.name in _DEFAULT_OBJECTS and one.kind in KINDS
    }
    for one in found:
        yield _observed(
            system, one.kind, one.name, one.values, own, platform, _status(one.read_only)
        )


def _observed(
    system: str,
    kind: str,
    name: str,
    values: Mapping[str, Value],
    own_defaults: Mapping[str, Mapping[str, Value]],
    platform: Platform,
    status: Status | None,
) -> Observed:
    """Attributes that a dump leaves out are the default object's: its own, else IBM's."""
    whole = {
        attribute: shipped
        for attribute, described in KINDS[kind].attributes().items()
        if platform in described.platforms
        and described.observable
        and described.since is None
        and (shipped := described.shipped_for(platform)) is not None
    }
    whole.update(own_defaults.get(kind, {}))
    whole.update(values)
    return Observed(Key(system, kind, name), whole, status)


def _status(read_only: Mapping[str, str]) -> Status | None:
    counts = {name: read_only.get(name, "") for name in ("CURDEPTH", "IPPROCS", "OPPROCS")}
    if not any(text.isdigit() for text in counts.values()):
        return None
    depth, inputs, outputs = (int(t) if t.isdigit() else 0 for t in counts.values())
    return Status(depth, 0, inputs, outputs, handles_known=False)


def _mqweb(system: str, text: str) -> Iterator[Observed]:
    from queuewright.dialects.mqweb import observed_from_responses

    loaded = json.loads(text)
    responses: Iterable[Any] = loaded if isinstance(loaded, list) else [loaded]
    yield from observed_from_responses(system, responses)


def _live(system: str, source: SourceConfig, base: str) -> Iterator[Observed]:
    from queuewright.systems.registry import systems_from

    config = {"type": source.type, **source.options}
    if source.path is not None:
        config["path"] = source.path
    reached = systems_from({system: config}, base=Path(base))[system]
    kinds = IBMI_KINDS if reached.facts.platform is Platform.IBMI else MQ_KINDS
    mq_on_ibmi = MQ_KINDS if reached.facts.platform is Platform.IBMI else ()
    yield from reached.observe((*kinds, *mq_on_ibmi), status=True)
