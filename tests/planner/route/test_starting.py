"""Whether a message starts a channel, or somebody has to."""

import pytest

from queuewright.route.model import HopKind, Verdict

from .two_managers import QM1, route

INITQ = "DEFINE QLOCAL({}){}\n"
OWN = QM1.replace("SYSTEM.CHANNEL.INITQ", "MINE")


@pytest.mark.parametrize(
    ("qm1", "text", "why"),
    [
        (QM1, "a message starts it", ""),
        (QM1.replace(" TRIGGER", " NOTRIGGER"), "", "its transmission queue TO.QM2 has no trigger"),
        (QM1.replace(" INITQ(SYSTEM.CHANNEL.INITQ)", ""), "",
         "its transmission queue TO.QM2 has no trigger"),
        (QM1.replace("TRIGTYPE(FIRST)", "TRIGTYPE(NONE)"), "",
         "the trigger_type of TO.QM2 is none"),
        (QM1.replace("INITQ(", "TRIGDATA(QM1.QM2) INITQ("), "a message starts it", ""),
        (QM1.replace("INITQ(", "TRIGDATA(OTHER) INITQ("), "",
         "the trigger_data of TO.QM2 names OTHER"),
        (QM1 + INITQ.format("SYSTEM.CHANNEL.INITQ", ""), "a message starts it", ""),
        (QM1 + INITQ.format("SYSTEM.CHANNEL.INITQ", " GET(DISABLED)"), "",
         "get is inhibited on initiation queue SYSTEM.CHANNEL.INITQ"),
        (QM1 + INITQ.format("SYSTEM.CHANNEL.INITQ", " PUT(DISABLED)"), "",
         "put is inhibited on initiation queue SYSTEM.CHANNEL.INITQ"),
        (OWN, "", "initiation queue MINE is not there"),
        (OWN + "DEFINE QALIAS(MINE) TARGET(A)\n", "", "initiation queue MINE is not a local queue"),
        (OWN + INITQ.format("MINE", ""),
         "a message starts it, where a channel initiator serves MINE", ""),
    ],
)  # fmt: skip
def test_what_starts_a_channel(qm1: str, text: str, why: str) -> None:
    found = route("ORDERS", qm1)
    assert found.verdict is Verdict.ARRIVES
    [sender] = [hop for hop in found.ways[0].hops if hop.kind is HopKind.SENDER]
    assert sender.text.removeprefix("to host2(1415)").removeprefix(", ") == text
    problems = [p for p in sender.problems if p.code == "route-not-started"]
    assert [p.is_error for p in problems] == ([False] if why else [])
    for problem in problems:
        assert problem.reason.startswith(f"QM1 starts it for no message: {why}")
        assert problem.remediation.endswith(", or start it by hand")


def test_a_channel_initiator_that_nobody_starts() -> None:
    by_hand = QM1 + "ALTER QMGR SCHINIT(MANUAL)\n"
    found = route("ORDERS", by_hand)
    assert found.verdict is Verdict.ARRIVES
    [problem] = found.ways[0].problems
    assert (problem.code, problem.is_error) == ("route-initiator-manual", False)
    assert problem.object == "QM1 mq:QueueManagerAttributes QMGR"
    # Of an initiation queue of its own, a channel initiator is started by hand or by a service.
    assert list(route("ORDERS", by_hand.replace("SYSTEM.CHANNEL.INITQ", "MINE")
                      + INITQ.format("MINE", "")).ways[0].problems) == []  # fmt: skip
