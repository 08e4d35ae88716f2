"""The fate of a message that the other end of a channel cannot put: the dead-letter queue, or
nothing that takes it."""

import pytest

from queuewright.route.model import Verdict

from .two_managers import QM1, QM2, route

DEAD = "in dead-letter queue DEAD of QM2"
STOPS = "nowhere: the channel stops, or the message is lost at QM2"
CLOSED = QM2.replace("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.IN) PUT(DISABLED)")


@pytest.mark.parametrize(
    ("there", "instead", "why"),
    [
        ("DEADQ(DEAD)", "DEADQ(' ')", "QM2 has none"),
        ("DEADQ(DEAD)", "DEADQ(GONE)", "GONE is not there"),
        ("MCAUSER('mover')", "MCAUSER('mover') USEDLQ(NO)",
         "channel QM1.QM2 uses no dead-letter queue"),
        ("QLOCAL(DEAD)", "QLOCAL(DEAD) PUT(DISABLED)",
         "DEAD: put is inhibited: MQRC_PUT_INHIBITED"),
        ("QLOCAL(DEAD)", "QLOCAL(DEAD) MAXDEPTH(0)",
         "DEAD: has 0 messages, and takes 0: MQRC_Q_FULL"),
        ("QLOCAL(DEAD)", "QREMOTE(DEAD) RNAME(A) RQMNAME(B)", "DEAD is not a local queue"),
        ("QLOCAL(DEAD)", "QLOCAL(DEAD) MAXMSGL(5171)",
         "DEAD takes messages of 4999 bytes besides their dead-letter header, and this one has "
         "5000: MQRC_MSG_TOO_BIG_FOR_Q"),
        ("PRINCIPAL('mover') AUTHADD(SETALL,PUT)", "PRINCIPAL('mover') AUTHADD(GET)",
         "user mover has no output on DEAD, set_all_context on DEAD"),
    ],
)  # fmt: skip
def test_a_dead_letter_queue_that_takes_nothing(there: str, instead: str, why: str) -> None:
    assert there in CLOSED
    [way] = route("ORDERS", QM1, CLOSED.replace(there, instead), length=5000).ways
    assert (way.verdict, way.end) == (Verdict.BREAKS, STOPS)
    [problem] = way.hops[-1].problems
    assert (problem.code, problem.is_error) == ("route-no-dead-letter", False)
    assert problem.reason.startswith(f"{why}: the channel stops at a persistent message")


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("QLOCAL(DEAD)", "QLOCAL(DEAD) MAXMSGL(5172)"),
        ("MCAUSER('mover')", "MCAUSER('mover') PUTAUT(CTX)"),
    ],
)
def test_a_dead_letter_queue_that_takes_it(there: str, instead: str) -> None:
    [way] = route("ORDERS", QM1, CLOSED.replace(there, instead), length=5000).ways
    assert (way.verdict, way.end, way.hops[-1].unknown) == (Verdict.BREAKS, DEAD, ())


def test_who_may_put_to_it_is_not_always_known() -> None:
    group = CLOSED.replace(
        "PRINCIPAL('mover') AUTHADD(SETALL,PUT)", "GROUP('movers') AUTHADD(SETALL,PUT)"
    )
    [way] = route("ORDERS", QM1, group).ways
    assert (way.verdict, way.end) == (Verdict.BREAKS, DEAD)
    [unknown] = way.hops[-1].unknown
    assert unknown.startswith("whether user mover has output on DEAD")


def test_a_dead_letter_queue_that_nobody_tells_of() -> None:
    silent = QM2.replace("ALTER QMGR DEADQ(DEAD)\n", "").replace(
        "QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.IN) PUT(DISABLED)"
    )
    for heads in (True, False):
        found = route("ORDERS", QM1, silent, heads=heads)
        assert (found.verdict, found.ways[0].end) == (Verdict.BREAKS, "not known")
        assert found.ways[0].hops[-1].unknown == ("whether QM2 has a dead-letter queue",)
