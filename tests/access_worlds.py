"""Small queue managers for tests of access, from scripts."""

from queuewright.access.connection import InboundCaller
from queuewright.access.report import Access, Question, access
from queuewright.lint.scripts import of_files
from queuewright.world.world import World

QUEUES = """
DEFINE QLOCAL(ORDERS.IN)
DEFINE QLOCAL(ORDERS.OUT)
DEFINE QLOCAL(ORDERS.EU.IN)
DEFINE QLOCAL(STOCK)
"""


def world_of(script: str, name: str = "QM1") -> World:
    return of_files([(f"{name}.mqsc", script.encode())], system=name).world


def asked(script: str, *groups: str, user: str = "", named: str = "", **caller: str) -> Access:
    """caller: of a connection; its user is `user`."""
    who = InboundCaller(user=user, groups=groups, **caller) if caller else None
    question = Question("" if who else user, groups, named, who)
    return access(world_of(script), "QM1", question, "a script")


def may(answer: Access) -> dict[tuple[str, str], str]:
    """Authorities by object and who."""
    return {(r.place.name, str(r.who)): " ".join(r.authorities) for r in answer.rights}
