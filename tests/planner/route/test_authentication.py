"""Channel authentication of a channel: records that match for sure, and those that may."""

import pytest

from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.route.model import HopKind, Verdict

from .two_managers import QM1, QM2, codes, route

TLS = QM2.replace("MCAUSER('mover')", "SSLCIPH(ANY_TLS12)")
TLS_1 = QM1.replace("1415)') XMITQ", "1415)') SSLCIPH(ANY_TLS12) XMITQ")
BACKSTOP = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
PEER = "SET CHLAUTH(QM1.QM2) TYPE(SSLPEERMAP) SSLPEER('CN=*') MCAUSER('{}')\n"


def answer(commands: str, **options: bool) -> tuple[Verdict, list[str], str]:
    """The verdict on the route, what breaks it, and the text of channel authentication."""
    found = route("ORDERS", TLS_1, TLS + commands, **options)
    [hop] = [each for each in found.ways[0].hops if each.kind is HopKind.AUTHENTICATION]
    return found.verdict, codes(found), hop.text


@pytest.mark.parametrize(
    "lets_in",
    [
        PEER.format("mover"),
        "SET CHLAUTH(QM1.QM2) TYPE(ADDRESSMAP) ADDRESS('10.1.*') MCAUSER('mover')\n",
        "SET CHLAUTH(QM1.QM2) TYPE(ADDRESSMAP) ADDRESS('qm1.example.com') MCAUSER('mover')\n",
        "SET CHLAUTH(QM1.QM2) TYPE(QMGRMAP) QMNAME(QM1) ADDRESS('10.1.*') MCAUSER('mover')\n",
    ],
)
def test_a_record_that_may_let_the_channel_in_before_one_that_blocks(lets_in: str) -> None:
    text = "blocks QM1, unless a record that counts before it lets the channel in"
    assert answer(BACKSTOP + lets_in) == (Verdict.UNKNOWN, [], text)
    # One that may block as well lets nobody in.
    blocks = lets_in.replace("MCAUSER('mover')", "USERSRC(NOACCESS)")
    assert answer(BACKSTOP + blocks)[:2] == (Verdict.BREAKS, ["route-blocked"])


def test_what_counts_later_lets_nobody_in() -> None:
    named = "SET CHLAUTH(QM1.QM2) TYPE(QMGRMAP) QMNAME(QM1) USERSRC(NOACCESS)\n"
    later = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('10.1.*') MCAUSER('mover')\n"
    assert answer(named + later)[:2] == (Verdict.BREAKS, ["route-blocked"])


def test_records_that_are_not_known_break_nothing() -> None:
    """A queue manager may have records that a script, unlike a dump, leaves out."""
    assert answer(BACKSTOP, heads=True)[:2] == (Verdict.BREAKS, ["route-blocked"])
    assert answer(BACKSTOP, heads=False)[:2] == (Verdict.UNKNOWN, [])


def test_whom_the_channel_may_work_as() -> None:
    others = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') MCAUSER('nobody')\n"
    # Only one of the two may put: which it is depends on the certificate.
    found = answer(others + PEER.format("mover"))
    assert found == (Verdict.UNKNOWN, [], "lets QM1 in as user mover or user nobody")
    # Neither of them may.
    found = answer(others + PEER.format("nobody2"))
    assert found[:2] == (Verdict.BREAKS, ["route-may-not-put"])
    # Only the record that may match lets anybody in, and that user may not put.
    assert answer(BACKSTOP + PEER.format("nobody"))[1] == ["route-may-not-put"]


def test_a_user_that_a_record_nobody_has_read_may_change() -> None:
    """MCAUSER('nobody') on the channel, and records that map it, which a plan has not read."""
    nobody = QM2.replace("MCAUSER('mover')", "MCAUSER('nobody')")
    assert codes(route("ORDERS", QM1, nobody)) == ["route-may-not-put"]
    unread = {"QM2": frozenset({ChannelAuthenticationRecordSpec.kind})}
    found = route("ORDERS", QM1, nobody, unread_kinds=unread)
    assert (found.verdict, codes(found)) == (Verdict.UNKNOWN, [])
    reported = [line for hop in found.ways[0].hops for line in hop.unknown]
    assert reported[-1].startswith(
        "whether the channel works as user nobody, who has no connect on"
    )


def test_what_only_warns_leaves_it_to_the_next_one() -> None:
    warns = "SET CHLAUTH(QM1.QM2) TYPE(QMGRMAP) QMNAME(QM1) USERSRC(NOACCESS) WARN(YES)\n"
    other = "SET CHLAUTH('QM1.*') TYPE(QMGRMAP) QMNAME(QM1) MCAUSER('{}')\n"
    assert answer(warns + other.format("mover"))[2] == "lets QM1 in as user mover"
    assert answer(warns + other.format("poor"))[:2] == (Verdict.BREAKS, ["route-may-not-put"])
    assert answer(warns + BACKSTOP)[:2] == (Verdict.BREAKS, ["route-blocked"])


@pytest.mark.parametrize(
    ("record", "verdict", "broken"),
    [
        ("ADDRLIST('10.1.*','*')", Verdict.BREAKS, ["route-address-blocked"]),
        ("ADDRLIST('10.1.*')", Verdict.UNKNOWN, []),
        ("ADDRLIST('*') WARN(YES)", Verdict.ARRIVES, []),
    ],
)
def test_blocked_addresses_count_before_any_other_record(
    record: str, verdict: Verdict, broken: list[str]
) -> None:
    """SET CHLAUTH, TYPE(BLOCKADDR): on every channel."""
    lets_in = "SET CHLAUTH(QM1.QM2) TYPE(QMGRMAP) QMNAME(QM1) MCAUSER('mover')\n"
    record = f"SET CHLAUTH('*') TYPE(BLOCKADDR) {record}\n"
    assert answer(lets_in + record)[:2] == (verdict, broken)
    assert answer(record, heads=False)[1] == broken
    off = QM2.replace("DEADQ(DEAD)", "DEADQ(DEAD) CHLAUTH(DISABLED)")
    assert route("ORDERS", QM1, off + record).verdict is Verdict.ARRIVES


def test_the_user_of_a_channel_needs_connect() -> None:
    without = QM2.replace("AUTHADD(CONNECT,SETALL)", "AUTHADD(SETALL)")
    assert codes(route("ORDERS", QM1, without)) == ["route-may-not-put"]
