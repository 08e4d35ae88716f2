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
import shutil
import tempfile
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, field_validator

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.owner import is_owned
from queuewright.kinds import is_ibmi, spec_of
from queuewright.systems.events import EventQueue
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, SystemContext, register
from queuewright.systems.values import File

from . import controls, events, running
from .configuring import configure
from .engine import EmbeddedSystem, Sandbox
from .partition import OWNER
from .store import copy_file, stamp_of

if TYPE_CHECKING:
    from queuewright.dialects.pcf.events import EventMessage

ENVIRONMENT = "QUEUEWRIGHT_SANDBOX"


def _left_out(stack: str) -> str:
    return "" if os.environ.get(ENVIRONMENT) else _own_file(stack)


def _own_file(stack: str) -> str:
    return f".queuewright/sandbox-{stack}.db" if stack else ".queuewright/sandbox.db"


class SandboxConfiguration(BaseModel):
    """The keys of an entry; without a platform the system must exist in the file."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    type: str
    platform: str | None = None
    command_level: int = 930
    ccsid: int | None = None
    path: Annotated[str | None, File(_left_out)] = None
    libraries: list[str] = []
    current_library: str = "QGPL"
    queue_sharing_group: str = ""
    user: str = ""
    groups: list[str] = []

    def place(self, project: SystemContext) -> object:
        """The file, which stacks may share."""
        return sandbox_file(project.base, self.path, project.stack).resolve()

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


def sandbox_file(base: Path, path: str | None = None, stack: str = "") -> Path:
    """The sandbox file: `path` (from `base`), else $QUEUEWRIGHT_SANDBOX, else the stack's own
    `.queuewright/sandbox-STACK.db`, `.queuewright/sandbox.db` where there is no stack."""
    named = path or os.environ.get(ENVIRONMENT)
    try:
        given = Path(named or _own_file(stack)).expanduser()
    except RuntimeError:
        raise InvalidConfiguration(
            one_line(f"sandbox file {shown(named)}: there is no such user; write the path in full")
        ) from None
    return base / given if path or not named else given


class SandboxSystem:
    """A queue manager or partition of a sandbox file.

    create_on: makes the system on a sandbox, from the stack's configuration, where the file has
    none of its name; None: the system must exist. Until something is to be changed it is made
    elsewhere, so that a preview writes nothing. configured: what the stack says of it, where that
    is compared with a system that exists. who: user and groups, where the configuration names them.
    """

    def __init__(
        self,
        system: EmbeddedSystem,
        create_on: Callable[[Sandbox], EmbeddedSystem] | None = None,
        configured: Mapping[str, Any] | None = None,
        who: tuple[str, tuple[str, ...]] = ("", ()),
    ) -> None:
        self._system = system
        self._create_on = create_on
        self._configured = configured or {}
        self._who = who
        self._imagined: EmbeddedSystem | None = None
        self._was_there, self._agrees = False, True
        self._copied: object = None  # the state of the file that a copy was made of
        self._known: SystemFacts | None = None

    def user(self) -> str:
        """As whom plans work with it, as the configuration says; "" for nobody in particular."""
        return self._who[0]

    def groups(self) -> tuple[str, ...]:
        """The groups of that user, as the configuration says."""
        return self._who[1]

    @property
    def name(self) -> str:
        return self._system.name

    @property
    def facts(self) -> SystemFacts:
        if self._known is None:
            self._known = self._to_read().facts()
        return self._known

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        return self._to_read().observe(kinds, names, status=status)

    def handles(self) -> list[Handle]:
        return self._to_read().handles()

    def defaults(self, kind: str) -> Observed | None:
        found = self._to_read().defaults(kind)
        if found is None or not is_ibmi(kind) or not is_owned(spec_of(kind)):
            return found
        return replace(found, attributes={"owner": OWNER, **found.attributes})

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        machine = self._to_change()
        values = spec.created() if like is None else spec.managed()
        made = machine.create(spec.kind, spec.object_name, values, like=like)
        return self._beside_the_group(machine, made)

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        values = spec.managed()
        machine = self._to_change()
        key = spec.key(self.name)
        with self._stopped(machine, key) if restart else nullcontext():
            made = machine.change(spec.kind, spec.object_name, values, force=force)
        return self._beside_the_group(machine, made)

    @contextmanager
    def _stopped(self, machine: EmbeddedSystem, key: Key) -> Iterator[None]:
        """The object is stopped if it runs, and started again whatever happens between."""
        with machine.writing() as tx:
            ran = running.stop(tx, key)
        try:
            yield
        finally:
            if ran:
                self.start(key)

    def start(self, key: Key) -> None:
        with self._to_change().writing() as tx:
            running.start(tx, key)

    def refresh_security(self, security: str) -> None:
        with self._to_change().writing() as tx:
            controls.refresh_security(tx, security)

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        self._to_change().delete(
            key.kind,
            key.name,
            purge=purge,
            keep_authorities=keep_authorities,
            disposition=disposition,
        )

    def _beside_the_group(self, machine: EmbeddedSystem, made: Observed) -> Observed:
        """The object as `observe` has it: with what is in the shared repository."""
        if not self.facts.queue_sharing_group:
            return made
        return next(iter(machine.observe((made.key.kind,), (made.key.name,))), made)

    def repositories(self) -> tuple[str, str]:
        """REPOS and REPOSNL, "" where they are blank."""
        values = self._to_read().manager()
        return values.get("repository", ""), values.get("repository_namelist", "")

    def event_queue(self) -> EventQueue:
        """The queue of its configuration events."""
        from queuewright.dialects.pcf.events import QUEUE

        return _SandboxQueue(self._to_read(), QUEUE)

    def writes_events(self) -> bool:
        """Whether CONFIGEV is ENABLED."""
        with self._to_read().reading() as tx:
            return events.is_enabled(tx)

    def _to_read(self) -> EmbeddedSystem:
        """The system, or one as it will be when it is made."""
        if self._is_there():
            if self._agrees:
                self._imagined = None
                return self._system
            return self._as_configured()
        if self._imagined is None:
            if self._create_on is None:
                self._system.facts()  # which says that it is not there
                return self._system
            self._imagined = self._create_on(Sandbox(self._elsewhere()))
        return self._imagined

    def _to_change(self) -> EmbeddedSystem:
        if self._is_there():
            if not self._agrees:
                self._agrees = configure(self._system, self._configured)
                self._known = None
        elif self._create_on is not None:
            self._create_on(self._system.sandbox)
        return self._system

    def _is_there(self) -> bool:
        sandbox = self._system.sandbox
        if not self._was_there:
            self._was_there = sandbox.path.exists() and sandbox.has(self.name)
            if self._was_there:
                self._agrees = configure(self._system, self._configured, write=False)
        return self._was_there

    def _as_configured(self) -> EmbeddedSystem:
        """A copy with what the configuration adds: the sandbox gets it with the first change."""
        stamp = stamp_of(self._system.sandbox.path)
        if self._imagined is None or self._copied != stamp:
            self._copied, copy = stamp, self._elsewhere()
            copy_file(self._system.sandbox.path, copy)
            self._imagined = Sandbox(copy).system(self.name)
            configure(self._imagined, self._configured)
        return self._imagined

    def _elsewhere(self) -> Path:
        folder = tempfile.mkdtemp(prefix="queuewright-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return Path(folder) / "sandbox.db"


class _SandboxQueue:
    """SYSTEM.ADMIN.CONFIG.EVENT of a queue manager of the sandbox."""

    def __init__(self, machine: EmbeddedSystem, queue: str) -> None:
        self._machine, self._queue = machine, queue
        self.place = f"{queue} of {machine.name} in {machine.sandbox.path}"

    def browse(self, most: int) -> "Sequence[EventMessage]":
        return self._machine.browse_events(self._queue, most)

    def remove(self, ids: Collection[bytes]) -> None:
        self._machine.remove_events(self._queue, ids)

    def close(self) -> None: ...


def _build(name: str, configuration: SandboxConfiguration, project: SystemContext) -> System:
    path = sandbox_file(project.base, configuration.path, project.stack)
    sandbox: Sandbox = project.shared.setdefault(path, Sandbox(path))
    platform = configuration.platform
    ours = {"type", "path", "user", "groups"}  # what the file does not keep
    given = configuration.model_dump(include=configuration.model_fields_set - ours)
    who = configuration.user, tuple(configuration.groups)
    if platform is None:
        return SandboxSystem(sandbox.system(name), configured=given, who=who)

    def create_on(sandbox: Sandbox) -> EmbeddedSystem:
        settings = configuration.model_dump(exclude=ours | {"platform"})
        return sandbox.create_system(name, platform=Platform(platform), **settings, exist_ok=True)

    return SandboxSystem(sandbox.system(name), create_on, given, who)


register("sandbox", SandboxConfiguration, _build)
