"""Reads one system of an environment: a live system, a dump, mqweb JSON or a sandbox file.

Runs where Spark's workers run. Credentials are resolved here, from references in the source's
configuration, and never travel.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property, partial
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeVar

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts, own_length
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, with_groups
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc import Header, decoded
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.systems.protocol import System
from queuewright.systems.reading import (
    is_left_out,
    is_part_of_others,
    library_of,
    observe_all,
    of_users,
)

from .dump import Dump, default_object, read_dump
from .fleet import Environment, SourceConfig
from .policy import LEAST_LOST, LOST_SHARE

DUMPS = ("mqsc", "dmpmqcfg")
RECORDED = (*DUMPS, "mqweb-json")
Read = TypeVar("Read")
_OPTIONS = {"path": str, "queue_manager": str, "footer": bool, "encoding": str}
_GZIP = b"\x1f\x8b"


CUT_OFF = (
    "the dump does not end as the last good one did: it was cut off; dump it again, or give it "
    "footer: false in the fleet file"
)


class SourceFailed(QueuewrightError):
    """A system of an environment cannot be read; the text is one line."""


class Inventory(NamedTuple):
    """Everything that a system has. warnings: what of a record was not understood, or a live system
    does not report, and is therefore not compared; one line each. ended: whether a dump ends as a
    whole one does; None where that says nothing."""

    objects: Sequence[Observed]
    warnings: Sequence[str] = ()
    ended: bool | None = None


def observe(
    system: str,
    source: SourceConfig,
    base: str,
    named: Collection[Key] = (),
    desired: Collection[Key] = (),
) -> Inventory:
    """Everything that the system reports, and what is named wherever it is. desired: some
    objects of each kind, the first and the last by name among them: a record must cover these.
    Raises SourceFailed, in one line, for any reason.
    """
    if source.type in RECORDED:
        record = read_record(system, source, base)
        _check_parts(system, source, record, desired)
        return Inventory(record.objects, record.warnings, _ended(source, record))
    with _one_line(system):
        live = live_system(system, source, base)
        objects = observed_by(live, named)
        lines = live.facts.unreported_lines(each.key.kind for each in objects)
        return Inventory(objects, tuple(lines))


def _check_parts(system: str, source: SourceConfig, record: Dump, desired: Collection[Key]) -> None:
    """Raises SourceFailed where a record does not tell of one of the desired kinds."""
    if lacks := record.lacking(desired, is_dump=source.type in DUMPS):
        raise SourceFailed(one_line(f"{system}: {lacks}"))


def _ended(source: SourceConfig, record: Dump) -> bool | None:
    """footer: false is said of a fleet whose dumps have none, or have them no more."""
    return None if source.options.get("footer") is False else record.ended


class LastReading(NamedTuple):
    """How a system was read when it was last read: with how many objects, and whether its dump
    ended as a whole one does."""

    objects: int
    ended: bool | None

    def check(self, system: str, source: SourceConfig, record: Dump) -> None:
        """Whether what is not in a record is missing. Raises SourceFailed."""
        if self.ended and _ended(source, record) is False:
            raise SourceFailed(f"{system}: {CUT_OFF}")
        count = len(record.objects)
        lost = self.objects - count
        if lost >= LEAST_LOST and lost >= self.objects * LOST_SHARE:
            raise SourceFailed(
                f"{system}: {count} objects, and {self.objects} when it was last read: whether the "
                "others are missing is not known; look at the dump, or plan without --lake"
            )


NOTHING_KNOWN: Mapping[str, LastReading] = MappingProxyType({})


def read_record(system: str, source: SourceConfig, base: str) -> Dump:
    """The contents of a file of type RECORDED; it is read and parsed once. Raises SourceFailed."""
    with _one_line(system):
        _check_options(system, source)
        if source.type in DUMPS:
            options = source.options
            name, footer = options.get("queue_manager"), bool(options.get("footer", False))
            record = read_dump(system, _text(source, base), queue_manager=name, footer=footer)
            if record.problems:
                count, first = len(record.problems), record.problems[0]
                raise SourceFailed(one_line(f"{system}: {count} commands not taken; {first}"))
        else:
            record = _mqweb(system, source, base)
        return replace(record, objects=_each_once(record.objects))


@contextmanager
def _one_line(system: str) -> Iterator[None]:
    try:
        yield
    except QueuewrightError as error:
        raise SourceFailed(one_line(str(error))) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SourceFailed(one_line(f"{system}: {type(error).__name__}: {error}")) from None


def within(system: str, timeout: float, work: Callable[[], Read]) -> Read:
    """The result of `work` on a system. Raises SourceFailed, also after `timeout` seconds."""
    future = in_background(system, work)
    wait((future,), timeout)
    if not future.done():
        raise SourceFailed(no_answer(system, timeout))
    return result_of(system, future)


def result_of(system: str, future: "Future[Read]") -> Read:
    """The objects of a system. Raises SourceFailed, for a defect of ours as well."""
    try:
        return future.result()
    except SourceFailed:
        raise
    except BaseException as error:
        raise SourceFailed(one_line(f"{system}: {type(error).__name__}: {error}")) from None


def in_background(name: str, work: Callable[[], Read]) -> "Future[Read]":
    """`work` in a thread of its own. One that hangs is left behind; it ends with the process."""
    future: Future[Read] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, name=f"read {name}", daemon=True).start()
    return future


def no_answer(system: str, timeout: float) -> str:
    """The error of a system that did not answer in `timeout` seconds."""
    return f"{system}: no answer in {timeout:g} s; raise the time-out or look at the system"


def _each_once(reported: Iterable[Observed]) -> Sequence[Observed]:
    """Each object once: defined twice, the later definition counts; answers to several commands
    about one object are put together. One of a shared repository is another than the live one."""
    every = list(reported)
    shared = [observed for observed in every if observed.in_repository]
    if shared and len(shared) < len(every):
        live = _each_once(one for one in every if not one.in_repository)
        return with_groups((*live, *_each_once(shared)))
    if len({observed.key for observed in every}) == len(every):
        return every
    merged: dict[Key, Observed] = {}
    for observed in every:
        before = merged.get(observed.key)
        if before is not None:
            observed = replace(
                observed,
                attributes={**before.attributes, **observed.attributes},
                status=before.status if observed.status is None else observed.status,
            )
        merged[observed.key] = observed
    return list(merged.values())


def _check_options(system: str, source: SourceConfig) -> None:
    """A misspelt option would silently leave out a check."""
    for name, value in source.options.items():
        expected = _OPTIONS.get(name)
        if expected is None:
            raise SourceFailed(
                f"{system}: {shown(name)} is not an option of type {source.type}; use "
                f"{', '.join(_OPTIONS)}"
            )
        if not isinstance(value, expected):
            words = "true or false" if expected is bool else "text"
            raise SourceFailed(f"{system}: {name} is {shown(value)}; give {words}")


def _text(source: SourceConfig, base: str) -> str:
    """The file, from a directory or an object store that pyarrow reaches."""
    if not source.path:
        raise SourceFailed(f"source of type {source.type} has no path; give one")
    path = source.path if "://" in source.path else str(Path(base) / source.path)
    data = read_file(path)
    encoding = source.options.get("encoding")
    if encoding is None:
        return decoded(data)
    try:
        return data.decode(str(encoding), "replace")
    except LookupError:
        raise SourceFailed(
            f"{path}: encoding {shown(encoding)} is not known; use one of Python's, as cp1140"
        ) from None


def _mqweb(system: str, source: SourceConfig, base: str) -> Dump:
    from queuewright.dialects.mqweb import observed_from_responses

    bodies = _bodies(system, source, base)
    header = _manager(bodies)
    expected = source.options.get("queue_manager") or system
    if header.queue_manager and expected not in ("*", header.queue_manager):
        raise SourceFailed(
            f"{system}: the answers say they are of queue manager {header.queue_manager}, not "
            f"{expected}; correct the path or give its queue_manager"
        )
    objects = list(observed_from_responses(system, bodies))
    if not objects:
        raise SourceFailed(
            f"{system}: the answers name no object; save those to DISPLAY QUEUE(*) ALL, "
            "NAMELIST(*), CHANNEL(*) and QMGR"
        )
    return Dump(header, objects)


def _bodies(system: str, source: SourceConfig, base: str) -> list[Any]:
    """The answers in a file: one, a list of them, or one a line."""
    text = _text(source, base).removeprefix("\ufeff")
    try:
        loaded = json.loads(text)
        return loaded if isinstance(loaded, list) else [loaded]
    except (ValueError, RecursionError) as error:
        lines = [line for line in text.splitlines() if line.strip()]
        with suppress(ValueError, RecursionError):
            if len(lines) > 1:
                return [json.loads(line) for line in lines]
        raise SourceFailed(
            one_line(f"{system}: not JSON, or cut off: {error}; save the answers again")
        ) from None


def _manager(bodies: Iterable[Any]) -> Header:
    """The facts in an answer to DISPLAY QMGR, as the header of a dump would."""
    for body in bodies:
        results = body.get("commandResponse") if isinstance(body, Mapping) else None
        for result in results if isinstance(results, list) else ():
            given = result.get("parameters") if isinstance(result, Mapping) else None
            if isinstance(given, Mapping) and isinstance(given.get("qmname"), str):
                numbers = (given.get(name) for name in ("cmdlevel", "ccsid", "maxmsgl"))
                level, ccsid, longest = (n if isinstance(n, int) else None for n in numbers)
                name, platform = given["qmname"].rstrip(" "), str(given.get("platform") or "")
                return Header(name, platform, level, ccsid, longest)
    return Header()


def live_system(system: str, source: SourceConfig, base: str) -> System:
    """The system itself. Nothing is created to be read: a sandbox's system must exist."""
    from queuewright.sandbox.system import sandbox_file
    from queuewright.systems.registry import system_type, system_types, systems_from

    if system_type(source.type) is None:
        raise SourceFailed(
            f"{system}: type {shown(source.type)} is not known; use one of "
            f"{', '.join((*RECORDED, *system_types()))}"
        )
    config = {"type": source.type, **source.options}
    if source.path is not None:
        config["path"] = source.path
    if source.type == "sandbox":
        file = sandbox_file(Path(base), source.path)
        if not file.is_file():
            raise SourceFailed(f"{system}: {file}: no such sandbox file; correct its path")
        config = {name: config[name] for name in ("type", "path") if name in config}
    return systems_from({system: config}, base=Path(base))[system]


def observed_by(system: System, named: Collection[Key] = ()) -> Sequence[Observed]:
    """Everything that a system reports, and what is named, which ought to be there, wherever it is;
    each object once. Raises SourceFailed, also where the user may not see what is named."""
    with _one_line(system.name):
        kinds = (*MQ_KINDS, *IBMI_KINDS) if system.facts.platform is Platform.IBMI else MQ_KINDS
        return _each_once(observe_all(system, kinds, named, expected=named, status=True))


def reads_whole(source: SourceConfig, key: Key) -> bool:
    """Whether a reading of everything shows an object, as far as the configuration tells."""
    library = library_of(key)
    if source.type in RECORDED:
        return True
    if source.type == "sandbox":
        return not is_part_of_others(key.kind)
    if not library:
        return not is_left_out(key.kind)
    libraries = source.options.get("libraries")
    return library in libraries if libraries else of_users(library)


def read_file(path: str) -> bytes:
    """The bytes of a path, or of a URI that pyarrow reaches (s3, gs, abfs, hdfs, file); gzip is
    undone, by what the file begins with and not by its name.

    `*` may stand in the last part of the path: of the names that match, the last one counts: put
    the date into names.
    Raises SourceFailed.
    """
    try:
        data = _remote(path) if "://" in path else _local(path)
        return gzip.decompress(data) if data.startswith(_GZIP) else data
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _failed(path, "the gzip file is damaged or cut off; copy it again") from None
    except OSError as error:
        raise _failed(path, f"{error.strerror or error}; correct its path") from None


def without_secret(path: str) -> str:
    """A URI without the password or key that somebody wrote into it; any other path as it is."""
    return re.sub(r"(?<=://)[^/@\s]*:[^@\s]*@", "[secret]@", path)


def _failed(path: str, reason: str) -> SourceFailed:
    return SourceFailed(one_line(without_secret(f"{path}: {reason}")))


def _local(path: str) -> bytes:
    file = Path(path)
    if "*" in file.name and not file.exists():
        matching = (entry.name for entry in file.parent.iterdir() if entry.is_file())
        file = file.parent / _last(path, [n for n in matching if fnmatchcase(n, file.name)])
    return file.read_bytes()


def _remote(path: str) -> bytes:
    import pyarrow as pa
    from pyarrow import fs

    scheme = path.partition("://")[0]
    try:
        system, inner = fs.FileSystem.from_uri(path)
    except pa.ArrowInvalid:
        reason = f"{scheme} is not a file system that can be read, or the URI is malformed"
        raise _failed(path, f"{reason}; use s3, gs, abfs, hdfs or file") from None
    parent, _, name = inner.rpartition("/")
    if "*" in name:
        infos = system.get_file_info(fs.FileSelector(parent, allow_not_found=True))
        names = [o.base_name for o in infos if o.is_file and fnmatchcase(o.base_name, name)]
        inner = f"{parent}/{_last(path, names)}"
    elif system.get_file_info(inner).type == fs.FileType.NotFound:
        raise _failed(path, "no such file; correct its path")
    # Not by its name: what a file is compressed with is seen in it.
    with system.open_input_stream(inner, compression=None) as stream:
        return bytes(stream.read())


def _last(path: str, names: list[str]) -> str:
    if not names:
        raise _failed(path, "no file matches; correct the path")
    return max(names)


@dataclass(eq=False)
class RecordedSystem:
    """A `System` of what was recorded. Every command is refused with SystemUnavailable."""

    name: str
    _source: SourceConfig
    _base: str
    _timeout: float
    _last: LastReading | None = None

    @property
    def facts(self) -> SystemFacts:
        header = self._record.header
        platform = Platform.parse(header.platform) if header.platform else Platform.LINUX
        facts = SystemFacts(
            self.name, platform, queue_manager=own_length(header.max_message_length)
        )
        numbers = {"command_level": header.command_level, "ccsid": header.ccsid}
        given: dict[str, Any] = {
            name: number for name, number in numbers.items() if number is not None
        }
        return replace(facts, **given)

    @cached_property
    def _record(self) -> Dump:
        work = partial(read_record, self.name, self._source, self._base)
        record = within(self.name, self._timeout, work)
        if self._last is not None:
            self._last.check(self.name, self._source, record)
        return record

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        """The recorded objects; status only as far as a record has counts."""
        return [
            observed if status else replace(observed, status=None)
            for observed in self._record.objects
            if observed.key.kind in kinds and (names is None or observed.key.name in names)
        ]

    def handles(self) -> Iterable[Handle]:
        """None: a record has counts of openers at most."""
        return ()

    def defaults(self, kind: str) -> Observed | None:
        """The default object of a kind, where the record has it."""
        name = default_object(kind)
        objects = self._record.objects
        return next((o for o in objects if (o.key.kind, o.key.name) == (kind, name)), None)

    def require(self, desired: Iterable[Key]) -> None:
        """Raises SourceFailed where the record does not tell of one of these kinds of objects. One
        that cannot be read says so when it is observed."""
        own = [key for key in desired if key.system == self.name]
        try:
            record = self._record
        except SourceFailed:
            return
        _check_parts(self.name, self._source, record, own)

    def create(self, *_: object, **__: object) -> NoReturn:
        raise SystemUnavailable(
            one_line(
                f"{self.name} is read from {without_secret(self._source.path or '')}, which "
                "cannot be changed; apply the plan where the system itself is configured"
            )
        )

    change = start = delete = refresh_security = create


def systems_of(
    environment: Environment,
    base: Path,
    *,
    timeout: float = 120.0,
    last: Mapping[str, LastReading] = NOTHING_KNOWN,
) -> Mapping[str, System]:
    """The systems of one environment; nothing is read yet. timeout: seconds to read a record. last:
    system -> how it was last read, where that is known."""
    return {
        name: (
            RecordedSystem(name, source, str(base), timeout, last.get(name))
            if source.type in RECORDED
            else live_system(name, source, str(base))
        )
        for name, source in environment.systems.items()
    }
