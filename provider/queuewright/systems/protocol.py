"""The interface of every way to reach a queue manager or an IBM i."""

from collections.abc import Collection, Iterable
from typing import Protocol

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec

FEW_NAMES = 16  # asked for one by one; more are read in bulk and chosen from


class System(Protocol):
    """A queue manager or an IBM i partition.

    Methods raise SystemUnavailable when it cannot be reached and CommandFailed when it refuses.
    They may be called from several threads at once.
    """

    @property
    def name(self) -> str: ...

    @property
    def facts(self) -> SystemFacts: ...

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        """Objects of `kinds`, in bulk; only `names` where given (a missing one is just absent). Up
        to FEW_NAMES are asked for one by one: one that the user may not see is refused.

        One for each key: an object of a group's shared repository stands in `group` of the live
        one. So do the answers of `create` and `change`.

        Every attribute that the system reports; status (handles, depth, uncommitted work) only
        when asked for.
        """
        ...

    def handles(self) -> Iterable[Handle]:
        """Every open handle on the system, in one question."""
        ...

    def defaults(self, kind: str) -> Observed | None:
        """The default definition of a kind (SYSTEM.DEFAULT.LOCAL.QUEUE, ...), or None."""
        ...

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        """Create an object that must not exist; what the spec leaves out comes from `like`, the
        name of an object of the same kind, or from the defaults. Never replaces."""
        ...

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        """Change the attributes that the spec gives, no others (ALTER, Change, CHG...). Its
        queue_sharing_group_disposition says which object of the name is meant. restart: what runs
        is stopped before (quiesce), and started again after it."""
        ...

    def start(self, key: Key) -> None:
        """Start what was stopped to be changed and was not started again."""
        ...

    def refresh_security(self, security: str) -> None:
        """REFRESH SECURITY of one TYPE, in MQSC's word, of a queue manager."""
        ...

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        """Delete an object; with `purge` also its messages; with `keep_authorities` its authority
        records stay (a replacement must not lose grants). disposition: of the object that is meant
        in a queue-sharing group of z/OS, None for the one of the queue manager alone."""
        ...
