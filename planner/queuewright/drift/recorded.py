"""A system as a dump or an answer recorded it: it can be read and planned for, not changed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NoReturn

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.platform import Platform
from queuewright.systems.protocol import System

from .dump import Dump, default_object
from .fleet import Environment, SourceConfig
from .sources import RECORDED, live_system, read_record, within, without_secret


@dataclass(eq=False)
class RecordedSystem:
    """A `System` of what was recorded. Every command is refused with SystemUnavailable."""

    name: str
    _source: SourceConfig
    _base: str
    _timeout: float

    @property
    def facts(self) -> SystemFacts:
        header = self._record.header
        platform = Platform.parse(header.platform) if header.platform else Platform.LINUX
        facts = SystemFacts(self.name, platform, max_message_length=header.max_message_length)
        numbers = {"command_level": header.command_level, "ccsid": header.ccsid}
        given: dict[str, Any] = {
            name: number for name, number in numbers.items() if number is not None
        }
        return replace(facts, **given)

    @cached_property
    def _record(self) -> Dump:
        work = partial(read_record, self.name, self._source, self._base)
        return within(self.name, self._timeout, work)

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        """What was recorded; status only as far as a record has counts."""
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

    def create(self, *_: object, **__: object) -> NoReturn:
        raise SystemUnavailable(
            one_line(
                f"{self.name} is read from {without_secret(self._source.path or '')}, which "
                "cannot be changed; apply the plan where the system itself is configured"
            )
        )

    change = delete = create


def systems_of(
    environment: Environment, base: Path, *, timeout: float = 120.0
) -> Mapping[str, System]:
    """The systems of one environment; nothing is read yet. timeout: seconds to read a record."""
    return {
        name: (
            RecordedSystem(name, source, str(base), timeout)
            if source.type in RECORDED
            else live_system(name, source, str(base))
        )
        for name, source in environment.systems.items()
    }
