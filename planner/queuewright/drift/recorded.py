"""A system as a dump or an answer recorded it: it can be read and planned for, not changed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.systems.protocol import System

from .dump import Dump, default_object
from .files import without_secret
from .fleet import Environment, SourceConfig
from .sources import RECORDED, live_system, read_record, within


class RecordedSystem:
    """A `System` of what was recorded. Every command is refused with SystemUnavailable."""

    def __init__(self, name: str, source: SourceConfig, base: str, timeout: float) -> None:
        self._timeout = timeout
        self._name = name
        self._source = source
        self._base = base
        self._record: Dump | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def facts(self) -> SystemFacts:
        header = self._read().header
        facts = SystemFacts(
            self._name,
            Platform.parse(header.platform) if header.platform else Platform.LINUX,
            max_message_length=header.max_message_length,
        )
        if header.command_level is not None:
            facts = replace(facts, command_level=header.command_level)
        if header.ccsid is not None:
            facts = replace(facts, ccsid=header.ccsid)
        return facts

    def _read(self) -> Dump:
        if self._record is None:
            work = partial(read_record, self._name, self._source, self._base)
            self._record = within(self._name, self._timeout, work)
        return self._record

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        """What was recorded; status only as far as a record has counts."""
        return [
            observed if status else replace(observed, status=None)
            for observed in self._read().objects
            if observed.key.kind in kinds and (names is None or observed.key.name in names)
        ]

    def handles(self) -> Iterable[Handle]:
        """None: a record has counts of openers at most."""
        return ()

    def defaults(self, kind: str) -> Observed | None:
        """The default object of a kind, where the record has it."""
        name = default_object(kind)
        objects = self._read().objects
        return next((o for o in objects if (o.key.kind, o.key.name) == (kind, name)), None)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        self._refuse()

    def change(self, spec: Spec, *, force: bool = False) -> Observed:
        self._refuse()

    def delete(self, key: Key, *, purge: bool = False, keep_authorities: bool = False) -> None:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise SystemUnavailable(
            one_line(
                f"{self._name} is read from {without_secret(self._source.path or '')}, which "
                "cannot be changed; apply the plan where the system itself is configured"
            )
        )


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
