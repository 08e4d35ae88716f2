"""Two queue managers of dumps, between which messages pass, and what changes that."""

from queuewright.lint.scripts import of_files
from queuewright.route.model import Route
from queuewright.route.network import Network
from queuewright.route.tracing import Tracer
from queuewright.world.world import World

HEAD = """\
* Queue manager name: {0}
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
"""
QM1 = """\
DEFINE QREMOTE(ORDERS) RNAME(ORDERS.IN) RQMNAME(QM2) XMITQ(TO.QM2)
DEFINE QALIAS(SHOP) TARGET(ORDERS)
DEFINE QALIAS(NEWS) TARGET(PRICES) TARGTYPE(TOPIC)
DEFINE TOPIC(PRICES) TOPICSTR(prices)
DEFINE QLOCAL(TO.QM2) USAGE(XMITQ) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)
DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('host2(1415)') XMITQ(TO.QM2)
"""
QM2 = """\
ALTER QMGR DEADQ(DEAD)
DEFINE QLOCAL(DEAD)
DEFINE QLOCAL(ORDERS.IN)
DEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR) MCAUSER('mover')
DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(1415) CONTROL(QMGR)
SET AUTHREC PROFILE('ORDERS.**') OBJTYPE(QUEUE) PRINCIPAL('mover') AUTHADD(PUT,SETALL)
SET AUTHREC PROFILE(DEAD) OBJTYPE(QUEUE) PRINCIPAL('mover') AUTHADD(SETALL,PUT)
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mover') AUTHADD(CONNECT,SETALL)
"""


def network(
    qm1: str = QM1, qm2: str = QM2, *more: tuple[str, str], heads: bool = True, **options: object
) -> Network:
    """Of these scripts. more: name and script of others. heads: False for scripts that are no
    dumps: what they do not say may be there."""
    scripts = [("QM1", qm1), ("QM2", qm2), *more]
    head = HEAD if heads else ""
    linted = [
        of_files([(f"{name}.mqsc", (head.format(name) + text).encode())], system=name)
        for name, text in scripts
    ]
    return Network(World.joined([one.world for one in linted]), **options)  # type: ignore[arg-type]


def route(
    queue: str = "ORDERS",
    qm1: str = QM1,
    qm2: str = QM2,
    *more: tuple[str, str],
    manager: str = "",
    length: int | None = None,
    **options: object,
) -> Route:
    """From QM1."""
    found = network(qm1, qm2, *more, **options)  # type: ignore[arg-type]
    return Tracer(found, length).route("QM1", queue, manager)


def codes(found: Route) -> list[str]:
    """Of what breaks it."""
    return [p.code for way in found.ways for p in way.problems if p.is_error]


def kinds(found: Route) -> list[str]:
    """The hops of its only way."""
    [way] = found.ways
    return [str(hop.kind) for hop in way.hops]
