"""A system that writes down what it would be sent, and sends nothing.

Which commands those are is decided by what decides it for a system that sends them: `MqSystem` and
`IbmiSystem` themselves, over an `Overlay` of the real one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn, Protocol, runtime_checkable

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.keywords import in_mqsc
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.owner import OWNER
from queuewright.kinds import MQ_KINDS, is_derived, is_mq, is_single
from queuewright.mq.membership import JOINING_KINDS, REPOSITORIES

from .ibmi.carrier import IbmiReply, Query
from .ibmi.system import IbmiSystem
from .logged import unlogged
from .mq import clusters
from .mq.carrier import MqReply
from .mq.commands import Command
from .mq.system import MqSystem
from .overlay import Overlay
from .protocol import System

# A command of a queue manager, or one in CL; the object that it is sent for.
Written = Command | str
Record = Callable[[Key, Written], None]


@runtime_checkable
class _Repository(Protocol):
    """A queue manager that tells what it is a full repository of."""

    def repositories(self) -> tuple[str, str]: ...


@runtime_checkable
class _NamesItsManager(Protocol):
    """An IBM i together with a queue manager, which commands in CL name."""

    @property
    def queue_manager(self) -> str: ...


class _ScriptedReading:
    """Reads what commands would leave."""

    _over: Overlay

    @property
    def facts(self) -> SystemFacts:
        return self._over.facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        return self._over.observe(kinds, names, status=status)

    _observed = observe


class ScriptedSystem(_ScriptedReading):
    """Reads a system; what changes it is handed to `record`, in order, and taken to be done.

    known: objects of it as they were read already, with their status.
    """

    def __init__(self, system: System, record: Record, known: Mapping[Key, Observed]) -> None:
        self._over = Overlay(unlogged(system), known)
        self._mq = _Mq(system.name, self._over, record)
        self._ibmi = _Ibmi(system.name, self._over, record)

    @property
    def name(self) -> str:
        return self._over.system.name

    def handles(self) -> list[Handle]:
        return self._over.handles()

    def defaults(self, kind: str) -> Observed | None:
        return self._over.defaults(kind)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        return self._of(spec.kind).create(spec, like=like)

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        return self._of(spec.kind).change(spec, force=force, restart=restart)

    def start(self, key: Key) -> None:
        self._of(key.kind).start(key)

    def refresh_security(self, security: str) -> None:
        self._mq.refresh_security(security)

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        self._of(key.kind).delete(
            key, purge=purge, keep_authorities=keep_authorities, disposition=disposition
        )

    def _of(self, kind: str) -> "_Mq | _Ibmi":
        return self._mq if is_mq(kind) else self._ibmi


class _Silent:
    """Carries nothing."""

    address = "nowhere"

    def reads(self, attribute: Attribute) -> bool:
        """The overlay's facts say what is not read."""
        return True

    def send(self, commands: Sequence[Command]) -> Sequence[MqReply]:
        self._refuse(commands)

    def run(self, command: str) -> IbmiReply:
        self._refuse(command)

    def rows(self, query: Query) -> NoReturn:
        self._refuse(query)

    def _refuse(self, asked: object) -> NoReturn:
        raise AssertionError(f"a script sends nothing: {asked}")


class _Mq(_ScriptedReading, MqSystem):
    """Decides as a queue manager's system does."""

    def __init__(self, name: str, over: Overlay, record: Record) -> None:
        super().__init__(name, _Silent())
        self._over = over
        self._record = record
        self._settings: dict[str, str] = {}

    def repositories(self) -> tuple[str, str]:
        if not self._settings:
            repository, namelist = self._repositories_now()
            self._settings = {"REPOS": repository, "REPOSNL": namelist}
        return self._settings["REPOS"], self._settings["REPOSNL"]

    def _repositories_now(self) -> tuple[str, str]:
        if isinstance(self._over.system, _Repository):
            return self._over.system.repositories()
        members = self._over.observe([*filter(is_derived, MQ_KINDS)])
        full = [one.key.name for one in members if one.attributes.get("full_repository") == "yes"]
        return ("", REPOSITORIES) if full[1:] else ("".join(full), "")

    def _deciding(self, objects: Sequence[Observed] | None = None) -> clusters.ClusterObjects:
        return super()._deciding(self._over.observe(JOINING_KINDS) if objects is None else objects)

    def _change(self, key: Key, command: Command, verb: str) -> None:
        system = self._over.system
        if isinstance(command, Definition) and isinstance(system, _NamesItsManager):
            command = replace(command, system=system.queue_manager)
        self._record(key, command)
        if isinstance(command, Definition):
            if is_single(command.kind):
                self.repositories()
                self._settings.update(in_mqsc(command.kind, command.values))
            target = Key(self.name, command.kind, command.name)
            if command.action is Action.CREATE:
                like = None if command.like is None else target._replace(name=command.like)
                self._over.made(target, command.values, like)
            elif command.action is Action.CHANGE:
                self._over.changed(target, command.values)
            else:
                keeps = command.keeps_authorities
                self._over.gone(target, command.disposition, keeps_authorities=keeps)

    def _wait_until_stopped(self, key: Key) -> None:
        """Who runs the script sees."""

    def _made(self, key: Key, values: Mapping[str, Value]) -> Observed:
        found = self._over.find(key)
        return Observed(key) if found is None else found


class _Ibmi(_ScriptedReading, IbmiSystem):
    """Decides as an IBM i's system does."""

    def __init__(self, name: str, over: Overlay, record: Record) -> None:
        super().__init__(name, _Silent())
        self._over = over
        self._record = record

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        key = self._key(spec.kind, spec.object_name)
        super().create(spec, like=like)
        source = None if like is None else self._key(key.kind, like)
        self._over.made(key, spec.managed(), source)
        return Observed(key)

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        key = self._key(spec.kind, spec.object_name)
        super().change(spec, force=force)
        self._over.changed(key, spec.managed())
        return Observed(key)

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        super().delete(key, purge=purge, keep_authorities=keep_authorities)
        self._over.gone(self._key(key.kind, key.name))

    def _run(self, key: Key, command: str, is_done: Callable[[], bool]) -> None:
        self._record(key, command)

    def _look(self, key: Key) -> Observed:
        return Observed(key)

    def _user(self) -> str:
        """Whoever runs the script is taken to be the user that reads the system."""
        new = self._over.defaults(DataQueueSpec.kind)
        return "" if new is None else str(new.attributes.get(OWNER, ""))
