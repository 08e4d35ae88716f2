"""The embedded sandbox as a `System`, and its entry in `queuewright:systems`.

QM1:
  type: sandbox
  platform: linux          # aix, linux, windows, ibmi, zos, other-unix
  command_level: 930
  ccsid: 1208
  path: rehearsal.db       # optional, relative to the project's directory
  libraries: [ORDERS]      # platform ibmi only, as is current_library
"""

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.sandbox.configuring import configure
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

from .protocol import System
from .registry import InvalidConfiguration, Project, register

ENVIRONMENT = "QUEUEWRIGHT_SANDBOX"


class SandboxConfiguration(BaseModel):
    """What an entry gives; without a platform the system must exist in the file."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    type: str
    platform: str | None = None
    command_level: int = 930
    ccsid: int | None = None
    path: str | None = None
    libraries: list[str] = []
    current_library: str = "QGPL"
    queue_sharing_group: str = ""

    @field_validator("platform")
    @classmethod
    def _known_platform(cls, value: str | None) -> str | None:
        return None if value is None else Platform.parse(value).value

    @field_validator("command_level", "ccsid", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        if isinstance(value, float) and value.is_integer():
            return int(value)  # Pulumi hands numbers over as floats
        is_number = isinstance(value, str) and value.strip().isdigit()
        return int(value) if is_number else value


def sandbox_file(base: Path, path: str | None = None) -> Path:
    """The sandbox file: `path` (from `base`), else $QUEUEWRIGHT_SANDBOX, else the project's own
    `.queuewright/sandbox.db`."""
    named = path or os.environ.get(ENVIRONMENT)
    try:
        given = Path(named or ".queuewright/sandbox.db").expanduser()
    except RuntimeError:
        raise InvalidConfiguration(
            one_line(f"sandbox file {shown(named)}: there is no such user; write the path in full")
        ) from None
    return base / given if path or not named else given


class SandboxSystem:
    """A queue manager or partition of a sandbox file.

    prepare: called before the first command when the file has no such system; it creates it from
    the stack's configuration. None: the system must exist. configured: what the stack says of it,
    where that is compared with a system that exists.
    """

    def __init__(
        self,
        system: EmbeddedSystem,
        prepare: Callable[[], None] | None = None,
        configured: Mapping[str, Any] | None = None,
    ) -> None:
        self._system = system
        self._prepare = prepare
        self._configured = configured or {}
        self._known: SystemFacts | None = None

    @property
    def name(self) -> str:
        return self._system.name

    @property
    def facts(self) -> SystemFacts:
        if self._known is None:
            if self._prepare is not None and not self._system.sandbox.has(self.name):
                self._prepare()
            configure(self._system, self._configured)
            self._known = self._system.facts()
        return self._known

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        return self._ready().observe(kinds, names, status=status)

    def handles(self) -> list[Handle]:
        return self._ready().handles()

    def defaults(self, kind: str) -> Observed | None:
        return self._ready().defaults(kind)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        return self._ready().create(spec.kind, spec.object_name, spec.managed(), like=like)

    def change(self, spec: Spec, *, force: bool = False) -> Observed:
        return self._ready().change(spec.kind, spec.object_name, spec.managed(), force=force)

    def delete(self, key: Key, *, purge: bool = False, keep_authorities: bool = False) -> None:
        self._ready().delete(key.kind, key.name, purge=purge, keep_authorities=keep_authorities)

    def _ready(self) -> EmbeddedSystem:
        _ = self.facts  # prepares the system when it is asked for the first time
        return self._system


def _build(name: str, configuration: SandboxConfiguration, project: Project) -> System:
    path = sandbox_file(project.base, configuration.path)
    sandbox: Sandbox = project.shared.setdefault(path, Sandbox(path))
    platform = configuration.platform
    given = configuration.model_dump(include=configuration.model_fields_set - {"type", "path"})
    if platform is None:
        return SandboxSystem(sandbox.system(name), configured=given)

    def prepare() -> None:
        settings = configuration.model_dump(exclude={"type", "path", "platform"})
        sandbox.create_system(name, platform=Platform(platform), **settings, exist_ok=True)

    return SandboxSystem(sandbox.system(name), prepare, given)


register("sandbox", SandboxConfiguration, _build)
