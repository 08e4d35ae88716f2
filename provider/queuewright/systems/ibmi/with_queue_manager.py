"""An IBM i together with a queue manager on it: one system of the configuration, two of them."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec
from queuewright.kinds import is_ibmi, is_mq
from queuewright.systems.checking import CheckFinding
from queuewright.systems.mq.system import MqSystem

from .queue_manager import QueueManagerCarrier
from .system import IbmiSystem


class IbmiWithQueueManager:
    """Each kind is the partition's or the queue manager's. queue_manager: its name there."""

    def __init__(
        self, partition: IbmiSystem, manager: MqSystem, carrier: QueueManagerCarrier, name: str
    ) -> None:
        self._partition = partition
        self._manager = manager
        self._carrier = carrier
        self._queue_manager = name

    @property
    def name(self) -> str:
        return self._partition.name

    @cached_property
    def facts(self) -> SystemFacts:
        """The partition's, and what programs need to know of the queue manager. The character set
        is the partition's, which a queue manager there takes too; where QCCSID says nothing, the
        queue manager's."""
        partition, manager = self._partition.facts, self._manager.facts
        known = partition if partition.is_ccsid_known else manager
        return replace(
            partition,
            command_level=manager.command_level,
            ccsid=known.ccsid,
            is_ccsid_known=known.is_ccsid_known,
            queue_manager=manager.queue_manager,
            queue_sharing_group=manager.queue_sharing_group,
            names=manager.names,
            refused=manager.refused,
            kinds=(partition.kinds or frozenset()) | (manager.kinds or frozenset()),
            unreported={**partition.unreported, **manager.unreported},
        )

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        of_manager = [kind for kind in kinds if is_mq(kind)]
        of_partition = [kind for kind in kinds if not is_mq(kind)]
        found: list[Observed] = []
        if of_manager:
            found += self._manager.observe(of_manager, names, status=status)
        if of_partition:
            own = None if names is None else [name for name in names if _may_be_ibmi(name)]
            found += self._partition.observe(of_partition, own, status=status)
        return found

    def handles(self) -> list[Handle]:
        return [*self._manager.handles(), *self._partition.handles()]

    def defaults(self, kind: str) -> Observed | None:
        return self._of(kind).defaults(kind)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        return self._of(spec.kind).create(spec, like=like)

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        return self._of(spec.kind).change(spec, force=force, restart=restart)

    def start(self, key: Key) -> None:
        self._of(key.kind).start(key)

    def refresh_security(self, security: str) -> None:
        self._manager.refresh_security(security)

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

    def examine(self, declared: Collection[Key]) -> Iterator[CheckFinding]:
        """The findings of both, and how the queue manager is reached."""
        yield from self._partition.examine([key for key in declared if is_ibmi(key.kind)])
        manager = self._queue_manager
        how = f"{manager}: changed by CL (CRTMQMQ, ...), read by {self._carrier.processor}"
        yield CheckFinding(self.name, "queue manager", True, how)
        if any(is_mq(key.kind) for key in declared):
            text = f"{manager}: the authorities of a profile there; a member of QMQMADM may do"
            text = f"{text} everything, others need GRTMQMAUT and the commands of QMQM"
            yield CheckFinding(self.name, "authority", None, text)

    @property
    def queue_manager(self) -> str:
        """Its name there."""
        return self._queue_manager

    @property
    def address(self) -> str:
        """Where the queue manager is, for people."""
        return self._manager.address

    def alterations(self) -> dict[tuple[str, str], str]:
        """Those of the queue manager: the partition does not say when its objects were altered."""
        return self._manager.alterations()

    def repositories(self) -> tuple[str, str]:
        """REPOS and REPOSNL of the queue manager."""
        return self._manager.repositories()

    def lacks_user(self, user: str) -> str:
        """Why a user of the partition can get no authorities, "" where nothing is known."""
        return self._partition.lacks_user(user)

    def refuses_owner(self, user: str) -> str:
        """Why objects of the partition cannot be given to a user, "" where nothing is known."""
        return self._partition.refuses_owner(user)

    def _of(self, kind: str) -> MqSystem | IbmiSystem:
        return self._manager if is_mq(kind) else self._partition


def _may_be_ibmi(name: str) -> bool:
    """Whether `LIBRARY/NAME`, the name of an authorization list, or that of an entry or record, may
    be one of IBM i."""
    if ":" in name and "/" not in name:
        return True
    parts = name.removeprefix("*CURLIB/").split("/")
    problems = (problem for part in parts for problem in ibmi_name(part))
    return '"' in name or (len(parts) < 3 and next(problems, None) is None)
