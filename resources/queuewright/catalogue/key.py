"""The key of an object, and the resource id that a stack's state stores for it."""

from typing import NamedTuple


class Key(NamedTuple):
    """The key of an object: system, kind, name (`LIBRARY/NAME` on IBM i).

    A tuple, because plans look up millions of them.
    """

    system: str
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.system} {self.kind} {self.name}"

    @property
    def id(self) -> str:
        """The resource id, such as "QM1/mq:LocalQueue/ORDERS.IN"."""
        return f"{self.system}/{self.kind}/{self.name}"

    @classmethod
    def parse(cls, resource_id: str) -> "Key | None":
        """The object that a resource id names, of whatever kind; None when it names none."""
        system, _, rest = resource_id.partition("/")
        kind, _, name = rest.partition("/")
        return cls(system, kind, name) if system and kind and name else None
