"""The way of a message: what each part of it is, what breaks it, and what nobody knows."""

import re
from dataclasses import replace

import pytest

from queuewright.route.model import HopKind, Verdict
from queuewright.route.network import Network
from queuewright.route.tracing import MOST_WAYS, Tracer

from .two_managers import QM1, QM2, codes, kinds, network, route

STAYS = "on transmission queue TO.QM2 of QM1"
DEAD = "in dead-letter queue DEAD of QM2"
STOPS = "nowhere: the channel stops, or the message is lost at QM2"
ERROR = "nowhere: an application at QM1 gets an error"


def test_a_message_that_arrives() -> None:
    found = route()
    assert found.verdict is Verdict.ARRIVES
    assert kinds(found) == [
        "remote queue", "transmission queue", "sending channel", "listener", "receiving channel",
        "channel authentication", "authority", "queue",
    ]  # fmt: skip
    [way] = found.ways
    assert way.end == "in queue ORDERS.IN of QM2"
    assert [hop.system for hop in way.hops] == ["QM1"] * 3 + ["QM2"] * 5
    assert way.hops[2].text == "to host2(1415), a message starts it"
    assert way.hops[6].text == "may put to ORDERS.IN"
    assert (way.longest, way.narrowest) == (4_190_304, "transmission queue TO.QM2 of QM1")


def test_an_alias_and_a_topic() -> None:
    assert kinds(route("SHOP"))[:2] == ["alias queue", "remote queue"]
    assert route("SHOP").verdict is Verdict.ARRIVES
    news = route("NEWS")
    assert kinds(news) == ["alias queue", "topic"]
    assert news.ways[0].end == "with the subscribers of topic PRICES"
    gone = route("NEWS", QM1.replace("DEFINE TOPIC(PRICES) TOPICSTR(prices)\n", ""))
    assert codes(gone) == ["route-no-topic"]


@pytest.mark.parametrize(
    ("there", "instead", "code", "end"),
    [
        ("QREMOTE(ORDERS)", "QREMOTE(OTHER)", "route-no-queue", ERROR),
        ("RNAME(ORDERS.IN)", "RNAME(' ')", "route-remote-name-blank", ERROR),
        ("RQMNAME(QM2)", "RQMNAME(QM1)", "route-remote-manager-own", ERROR),
        ("RQMNAME(QM2)", "RQMNAME(QM2) PUT(DISABLED)", "route-put-inhibited", ERROR),
        ("QLOCAL(TO.QM2)", "QLOCAL(TO.QM3)", "route-no-transmission-queue", ERROR),
        (" XMITQ(TO.QM2)\nDEFINE QALIAS(SHOP)", "\nDEFINE QALIAS(SHOP)",
         "route-no-way-to-manager", ERROR),
        ("USAGE(XMITQ)", "USAGE(NORMAL)", "route-not-transmission", ERROR),
        ("USAGE(XMITQ)", "USAGE(XMITQ) PUT(DISABLED)", "route-put-inhibited", ERROR),
        ("USAGE(XMITQ)", "USAGE(XMITQ) GET(DISABLED)", "route-get-inhibited", STAYS),
        ("') XMITQ(TO.QM2)", "') XMITQ(TO.QM9)", "route-nothing-sends", STAYS),
        ("host2(1415)", "host2(1416)", "route-port", STAYS),
        ("host2(1415)", "host2", "route-port", STAYS),
        ("XMITQ(TO.QM2)\n", "XMITQ(TO.QM2) SSLCIPH(ANY_TLS12)\n", "route-ciphers", STAYS),
        ("CHLTYPE(SDR) CONNAME('host2(1415)')", "CHLTYPE(SVR)", "route-no-address", STAYS),
    ],
)  # fmt: skip
def test_what_breaks_it_here(there: str, instead: str, code: str, end: str) -> None:
    changed = QM1.replace(there, instead)
    if code == "route-ciphers":
        changed = QM1.replace("1415)') XMITQ(TO.QM2)", "1415)') XMITQ(TO.QM2) SSLCIPH(ANY_TLS12)")
    assert changed != QM1
    found = route("ORDERS", changed)
    assert found.verdict is Verdict.BREAKS
    assert codes(found)[0] == code
    assert found.ways[0].end == end


@pytest.mark.parametrize(
    ("there", "instead", "code", "end"),
    [
        ("CHLTYPE(RCVR)", "CHLTYPE(SVRCONN)", "route-types", STAYS),
        ("CHLTYPE(RCVR)", "CHLTYPE(RCVR) SSLCIPH(ANY_TLS12)", "route-ciphers", STAYS),
        ("CHLTYPE(RCVR)", "CHLTYPE(RCVR) SEQWRAP(9999)", "route-sequence-wrap", STAYS),
        ("CHANNEL(QM1.QM2)", "CHANNEL(OTHER)", "route-no-receiver", STAYS),
        ("PORT(1415)", "PORT(1420)", "route-port", STAYS),
        ("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.OUT)", "route-no-queue", DEAD),
        ("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.IN) PUT(DISABLED)", "route-put-inhibited", DEAD),
        ("QLOCAL(ORDERS.IN)", "QMODEL(ORDERS.IN)", "route-model-queue", DEAD),
        ("AUTHADD(PUT,SETALL)", "AUTHADD(GET)", "route-may-not-put", DEAD),
        ("PRINCIPAL('mover')", "PRINCIPAL('other')", "route-may-not-put", STOPS),
    ],
)
def test_what_breaks_it_there(there: str, instead: str, code: str, end: str) -> None:
    changed = QM2.replace(there, instead)
    assert changed != QM2
    found = route("ORDERS", QM1, changed)
    assert (found.verdict, codes(found)[0]) == (Verdict.BREAKS, code)
    assert found.ways[0].end == end


def test_the_length_of_a_message() -> None:
    at_end = QM2.replace("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.IN) MAXMSGL(1000)")
    assert route("ORDERS", QM1, at_end, length=1000).verdict is Verdict.ARRIVES
    long = route("ORDERS", QM1, at_end, length=1001)
    assert codes(long) == ["route-too-long"]
    assert long.ways[0].end == DEAD
    channel = QM2.replace("MCAUSER('mover')", "MCAUSER('mover') MAXMSGL(2000)")
    [way] = route("ORDERS", QM1, channel).ways
    assert (way.longest, way.narrowest) == (2000, "receiving channel QM1.QM2 of QM2")
    [way] = route("ORDERS", QM1, channel, length=2001).ways
    assert way.end == STAYS
    assert "MQRC_MSG_TOO_BIG_FOR_CHANNEL" in str(next(way.problems))
    own = QM1.replace("USAGE(XMITQ)", "USAGE(XMITQ) MAXMSGL(5000)")
    assert route("ORDERS", own, length=1001).ways[0].end == ERROR


def test_channel_authentication() -> None:
    def answer(*commands: str, qm2: str = QM2) -> tuple[Verdict, str]:
        found = route("ORDERS", QM1, qm2 + "\n".join(commands) + "\n")
        [hop] = [h for h in found.ways[0].hops if h.kind is HopKind.AUTHENTICATION]
        return hop.verdict, hop.text or hop.problems[0].reason

    block = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)"
    allow = "SET CHLAUTH(QM1.QM2) TYPE(QMGRMAP) QMNAME(QM1) USERSRC(CHANNEL)"
    named = "SET CHLAUTH('QM1.*') TYPE(ADDRESSMAP) ADDRESS('10.1.1.*') USERSRC(NOACCESS)"
    assert answer() == (Verdict.ARRIVES, "the channel works as user mover")
    verdict, why = answer(block)
    assert verdict is Verdict.BREAKS
    assert why == "record * addressmap address * blocks channel QM1.QM2 from QM1"
    assert answer(block, allow) == (Verdict.ARRIVES, "lets QM1 in as user mover")
    as_other = allow.replace("USERSRC(CHANNEL)", "MCAUSER('other')")
    assert answer(block, as_other) == (Verdict.ARRIVES, "lets QM1 in as user other")
    for_qm3 = allow.replace("QMNAME(QM1)", "QMNAME(QM3)")
    assert answer(block, for_qm3)[0] is Verdict.BREAKS
    assert answer(block + " WARN(YES)")[0] is Verdict.ARRIVES
    # Of generic names, the type of record goes before how many letters the name has.
    longer, shorter = block.replace("'*')", "'QM1.QM*')", 1), allow.replace("QM1.QM2", "'QM1.*'")
    assert answer(longer, shorter)[0] is Verdict.ARRIVES
    # Of one type, the name whose asterisk stands further to the right.
    right, left = block.replace("'*')", "'QM*')", 1), block.replace("'*')", "'Q*1.QM2')", 1)
    lets_in = left.replace("USERSRC(NOACCESS)", "USERSRC(CHANNEL)")
    assert answer(right, lets_in)[0] is Verdict.BREAKS
    assert answer(right + " WARN(YES)", lets_in)[0] is Verdict.ARRIVES
    assert answer(right + " WARN(YES)", left)[0] is Verdict.BREAKS
    # Whether the address fits is not among the definitions.
    assert answer(named)[0] is Verdict.UNKNOWN
    assert answer(block, named, allow)[0] is Verdict.ARRIVES
    off = QM2.replace("DEADQ(DEAD)", "DEADQ(DEAD) CHLAUTH(DISABLED)")
    assert answer(block, qm2=off) == (Verdict.ARRIVES, "the channel works as user mover")
    # A list of users is for clients; a certificate matters where the channel has TLS.
    users = "SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('mover')"
    assert answer(users)[0] is Verdict.ARRIVES
    peer = "SET CHLAUTH('*') TYPE(SSLPEERMAP) SSLPEER('CN=*') USERSRC(NOACCESS)"
    assert answer(peer)[0] is Verdict.ARRIVES
    tls = QM2.replace("MCAUSER('mover')", "MCAUSER('mover') SSLCIPH(ANY_TLS12)")
    assert answer(peer, qm2=tls)[0] is Verdict.UNKNOWN


def test_the_right_of_a_group_is_not_known() -> None:
    group = QM2.replace("PRINCIPAL('mover')", "GROUP('movers')")
    found = route("ORDERS", QM1, group)
    assert found.verdict is Verdict.UNKNOWN
    assert "its groups are not known" in " ".join(found.ways[0].hops[6].unknown)
    # The most specific profile of a user counts.
    own = "SET AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE) PRINCIPAL('mover') AUTHADD(GET)\n"
    assert codes(route("ORDERS", QM1, QM2 + own)) == ["route-may-not-put"]
    privileged = QM2.replace("MCAUSER('mover')", "").replace("PRINCIPAL('mover')", "PRINCIPAL('a')")
    assert route("ORDERS", QM1, privileged).verdict is Verdict.ARRIVES


def test_the_rights_that_a_channel_needs() -> None:
    """IBM's "Channel authorization", PUTAUT, "Authorizations for MQI calls"."""

    def lacks(qm2: str, queue: str = "ORDERS", qm1: str = QM1) -> str:
        found = route(queue, qm1, qm2)
        [problem] = [p for way in found.ways for p in way.problems if p.is_error]
        assert problem.code == "route-may-not-put"
        return problem.reason.partition("it has no ")[2].partition(":")[0]

    assert lacks(QM2.replace("PUT,SETALL", "PUT")) == "set_all_context on ORDERS.IN"
    assert lacks(QM2.replace("CONNECT,SETALL", "CONNECT")) == "set_all_context on the queue manager"
    # The user of the message needs PUT, that of the channel may speak for it.
    context = QM2.replace("MCAUSER('mover')", "MCAUSER('mover') PUTAUT(CTX)")
    context = context.replace("PUT,SETALL", "SETALL")
    assert lacks(context) == "alt_user_authority on the queue manager"
    trusted = context.replace("CONNECT,SETALL", "CONNECT,SETALL,ALTUSR")
    found = route("ORDERS", QM1, trusted)
    assert found.verdict is Verdict.UNKNOWN
    assert "the user in each message" in str(found.ways[0].hops)
    # The name in the message is checked, not what it resolves to.
    alias = QM2.replace("QLOCAL(ORDERS.IN)", "QLOCAL(X)\nDEFINE QALIAS(ORDERS.IN) TARGET(X)")
    assert route("ORDERS", QM1, alias).verdict is Verdict.ARRIVES
    other = alias.replace("'ORDERS.**'", "X")
    assert lacks(other) == "output on ORDERS.IN, set_all_context on ORDERS.IN"


def test_what_is_not_a_dump_may_have_more() -> None:
    """Nothing is said to be missing on a queue manager that is known in part."""
    for qm2 in (
        QM2.replace("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.OUT)"),
        QM2.replace("PORT(1415)", "PORT(1420)"),
        QM2.replace("PRINCIPAL('mover')", "PRINCIPAL('other')"),
    ):
        found = route("ORDERS", QM1, qm2, heads=False)
        assert (found.verdict, codes(found)) == (Verdict.UNKNOWN, [])
    assert route("NOWHERE", heads=False).verdict is Verdict.UNKNOWN
    no_channel = QM1.replace("DEFINE CHANNEL(QM1.QM2)", "DEFINE CHANNEL(QM1.QM2.OLD)")
    assert route("ORDERS", no_channel.replace("') XMITQ(TO.QM2)", "') XMITQ(OLD)"), heads=False
                 ).verdict is Verdict.UNKNOWN  # fmt: skip


def test_who_is_at_an_address() -> None:
    other = ("QM3", QM2)
    found = route("ORDERS", QM1, QM2, other)
    # The one that the remote queue names, where both would fit.
    assert found.ways[0].last.system == "QM2"
    elsewhere = QM1.replace("RQMNAME(QM2)", "RQMNAME(FAR)")
    found = route("ORDERS", elsewhere, QM2, other)
    assert found.verdict is Verdict.UNKNOWN
    assert "which of QM2, QM3 is at host2(1415)" in found.ways[0].hops[-1].unknown[0]
    by_host = {"hosts": {"host2": frozenset({"QM3"})}}
    found = route("ORDERS", QM1, QM2, other, **by_host)
    assert found.ways[0].hops[3].system == "QM3"
    nobody = route("ORDERS", QM1, "DEFINE QLOCAL(A)\n")
    assert nobody.verdict is Verdict.UNKNOWN
    assert "who is at host2(1415)" in nobody.ways[0].hops[-1].unknown[0]


def test_two_that_call_one_hub_do_not_call_each_other() -> None:
    spoke = QM1.replace("RQMNAME(QM2)", "RQMNAME(HUB)").replace("QM1.QM2", "TO.HUB")
    other = spoke.replace("QREMOTE(ORDERS)", "QREMOTE(OTHERS)")
    found = route("ORDERS", spoke, other)
    assert (found.verdict, codes(found)) == (Verdict.UNKNOWN, [])
    assert "who is at host2(1415)" in found.ways[0].hops[-1].unknown[0]
    # But where the message is for the other one, its channel is of the wrong type.
    wrong = QM2.replace("CHLTYPE(RCVR) MCAUSER('mover')", "CHLTYPE(SDR) CONNAME('h') XMITQ(Y)")
    assert codes(route("ORDERS", QM1, wrong)) == ["route-types"]


def test_queue_manager_aliases_and_the_default_transmission_queue() -> None:
    alias = QM1 + "DEFINE QREMOTE(FAR) RNAME(' ') RQMNAME(QM2) XMITQ(TO.QM2)\n"
    found = route("ORDERS.IN", alias, manager="FAR")
    assert kinds(found)[0] == "queue manager alias"
    assert found.verdict is Verdict.ARRIVES
    closed = alias.replace("RNAME(' ')", "RNAME(' ') PUT(DISABLED)")
    found = route("ORDERS.IN", closed, manager="FAR")
    assert (codes(found), found.ways[0].end) == (["route-put-inhibited"], ERROR)
    own = QM1 + "DEFINE QREMOTE(SELF) RNAME(' ') RQMNAME(QM1) PUT(DISABLED)\nDEFINE QLOCAL(L)\n"
    assert codes(route("L", own, manager="SELF")) == ["route-put-inhibited"]
    wrong = alias.replace("RNAME(' ')", "RNAME(A)")
    assert codes(route("ORDERS.IN", wrong, manager="FAR")) == ["route-not-manager-alias"]
    default = QM1.replace(" XMITQ(TO.QM2)\nDEFINE QALIAS(SHOP)", "\nDEFINE QALIAS(SHOP)")
    default += "ALTER QMGR DEFXMITQ(TO.QM2)\n"
    assert route("ORDERS", default).verdict is Verdict.ARRIVES
    # The other end takes the message for a name of its own.
    entry = QM1.replace("RQMNAME(QM2)", "RQMNAME(ENTRY)")
    there = QM2 + "DEFINE QREMOTE(ENTRY) RNAME(' ') RQMNAME(QM2)\n"
    assert route("ORDERS", entry, there).ways[0].end == "in queue ORDERS.IN of QM2"
    assert codes(route("ORDERS", entry)) == ["route-no-way-to-manager"]


@pytest.mark.parametrize(
    ("manager", "use_queue", "ends"),
    [
        ("", "", ["QM3"]),
        ("", "LOCAL", ["QM2"]),
        ("", "ANY", ["QM2", "QM3"]),
        ("QM2", "ANY", ["QM2"]),
    ],
)
def test_a_queue_manager_alias_of_a_gateway(manager: str, use_queue: str, ends: list[str]) -> None:
    """ "Configuring workload balancing from outside a cluster": a blank RQMNAME opens the name anew
    without a queue manager."""
    instance = "DEFINE QLOCAL(ORDERS.IN) CLUSTER(C) CLWLUSEQ({})\n"
    gateway = QM2.replace("DEFINE QLOCAL(ORDERS.IN)\n", "").replace(" MCAUSER('mover')", "")
    gateway += f"DEFINE QREMOTE(ENTRY) RNAME(' ') RQMNAME('{manager}')\n"
    gateway += CLUSTER.format("QM2", "host2", 1415).replace("(TCP) ", "(OWN) ")
    gateway += instance.format(use_queue) if use_queue else ""
    far = CLUSTER.format("QM3", "host3", 1416) + instance.format("ANY")
    outside = QM1.replace("RQMNAME(QM2)", "RQMNAME(ENTRY)")
    found = route("ORDERS", outside, gateway, ("QM3", far))
    assert (found.verdict, [way.last.system for way in found.ways]) == (Verdict.ARRIVES, ends)
    # By the gateway's own name: IBM's table of names says nothing of a queue that others have.
    named = route("ORDERS", QM1, gateway, ("QM3", far))
    is_own = bool(use_queue)
    assert named.verdict is (Verdict.ARRIVES if is_own else Verdict.UNKNOWN)
    if not is_own:
        assert named.ways[0].last.unknown == (
            "whether QM2, which is named, takes queue ORDERS.IN of another queue manager of"
            " cluster C",
        )


@pytest.mark.parametrize(
    ("alias", "queue", "ends", "code"),
    [
        ("RQMNAME(QM2)", "ORDERS.IN", "QM2", ""),
        ("RQMNAME(QM3) XMITQ(X)", "ONLY.3", "QM3", ""),
        ("RQMNAME(QM2) PUT(DISABLED)", "ORDERS.IN", "QM1", "route-nowhere-in-cluster"),
        # From a cluster channel, CLWLUSEQ does not apply.
        ("RQMNAME(' ')", "BOTH", "QM2", ""),
    ],
)
def test_a_queue_manager_alias_of_a_cluster(alias: str, queue: str, ends: str, code: str) -> None:
    """ "Queue manager aliases and clusters": an alias with CLUSTER is for all that are there."""
    both = "DEFINE QLOCAL(BOTH) CLUSTER(C) CLWLUSEQ(ANY)\n"
    gateway = CLUSTER.format("QM2", "host2", 1415) + both + (
        "DEFINE QLOCAL(ORDERS.IN)\nDEFINE QLOCAL(X) USAGE(XMITQ)\n"
        f"DEFINE QREMOTE(YORK) RNAME(' ') CLUSTER(C) {alias}\n"
        "DEFINE CHANNEL(QM2.QM3) CHLTYPE(SDR) CONNAME('host3(1416)') XMITQ(X)\n"
    )  # fmt: skip
    far = CLUSTER.format("QM3", "host3", 1416).replace("CLUSTER(C)", "CLUSTER(D)") + (
        "DEFINE QLOCAL(ONLY.3)\nDEFINE CHANNEL(QM2.QM3) CHLTYPE(RCVR)\n"
    )
    here = CLUSTER.format("QM1", "host1", 1414) + both
    here += f"DEFINE QREMOTE(GO) RNAME({queue}) RQMNAME(YORK)\n"
    for found in (
        route(queue, here, gateway, ("QM3", far), manager="YORK"),
        route("GO", here, gateway, ("QM3", far)),
    ):
        assert codes(found) == [code] * bool(code)
        assert [way.last.system for way in found.ways] == [ends]
    # Outside of the cluster nobody knows it.
    outside = here.replace("CLUSTER(C) CONNAME", "CLUSTER(E) CONNAME")
    assert codes(route("GO", outside, gateway)) == ["route-no-way-to-manager"]


def test_over_several_queue_managers_and_round() -> None:
    qm2 = QM2 + (
        "DEFINE QREMOTE(QM3) RNAME(' ') RQMNAME(QM3) XMITQ(TO.QM3)\n"
        "DEFINE QLOCAL(TO.QM3) USAGE(XMITQ)\n"
        "DEFINE CHANNEL(QM2.QM3) CHLTYPE(SDR) CONNAME('host3(1416)') XMITQ(TO.QM3)\n"
    )
    qm3 = (
        "DEFINE QLOCAL(ORDERS.IN)\nDEFINE CHANNEL(QM2.QM3) CHLTYPE(RCVR)\n"
        "DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(1416) CONTROL(QMGR)\n"
    )
    far = QM1.replace("RQMNAME(QM2)", "RQMNAME(QM3)")
    # On the way through, the channel's user puts to the transmission queue.
    found = route("ORDERS", far, qm2, ("QM3", qm3))
    assert (codes(found), found.ways[0].end) == (
        ["route-may-not-put"], "in dead-letter queue DEAD of QM2",
    )  # fmt: skip
    [refused] = [p for p in found.ways[0].problems if p.is_error]
    assert "it has no output on TO.QM3, set_all_context on TO.QM3" in refused.reason
    # To a remote queue of QM2, by its own name.
    by_name = qm2.replace("QLOCAL(ORDERS.IN)", "QREMOTE(ORDERS.IN) RNAME(X) RQMNAME(QM3)")
    assert "route-may-not-put" not in codes(route("ORDERS", QM1, by_name, ("QM3", qm3)))
    qm2 += "SET AUTHREC PROFILE('TO.*') OBJTYPE(QUEUE) PRINCIPAL('mover') AUTHADD(PUT,SETALL)\n"
    found = route("ORDERS", far, qm2, ("QM3", qm3))
    assert (found.verdict, found.ways[0].end) == (Verdict.ARRIVES, "in queue ORDERS.IN of QM3")
    assert [p.code for p in found.ways[0].problems] == ["route-not-started"]
    back = qm2.replace("QLOCAL(ORDERS.IN)", "QALIAS(ORDERS.IN) TARGET(BACK)") + (
        "DEFINE QREMOTE(BACK) RNAME(ORDERS) RQMNAME(QM1) XMITQ(TO.QM1)\n"
        "DEFINE QLOCAL(TO.QM1) USAGE(XMITQ)\n"
        "DEFINE CHANNEL(QM2.QM1) CHLTYPE(SDR) CONNAME('host1(1414)') XMITQ(TO.QM1)\n"
    )
    here = QM1 + (
        "DEFINE CHANNEL(QM2.QM1) CHLTYPE(RCVR)\n"
        "DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR)\n"
    )
    assert "route-cycle" in codes(route("ORDERS", here, back))


def test_servers_and_requesters() -> None:
    server = QM1.replace("CHLTYPE(SDR)", "CHLTYPE(SVR)")
    assert route("ORDERS", server).verdict is Verdict.ARRIVES
    asked = QM1.replace("CHLTYPE(SDR) CONNAME('host2(1415)')", "CHLTYPE(SVR)")
    asks = QM2.replace("CHLTYPE(RCVR)", "CHLTYPE(RQSTR) CONNAME('host1(1414)')")
    found = route("ORDERS", asked, asks)
    assert codes(found) == []
    assert found.ways[0].end == "in queue ORDERS.IN of QM2"
    # The other end calls, and a listener has to be here.
    assert "whether something listens on port 1414 of QM1" in str(found.ways[0].hops)
    there = "DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT({}) CONTROL(QMGR)\n"
    assert route("ORDERS", asked + there.format(1414), asks).verdict is Verdict.ARRIVES
    assert codes(route("ORDERS", asked + there.format(1415), asks)) == ["route-port"]


@pytest.mark.parametrize(
    ("record", "at_server"),
    [
        ("TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)", "route-blocked"),
        ("TYPE(QMGRMAP) QMNAME(QM2) USERSRC(NOACCESS)", "route-blocked"),
        ("TYPE(BLOCKADDR) ADDRLIST('*')", "route-address-blocked"),
        ("TYPE(ADDRESSMAP) ADDRESS('*') MCAUSER('nobody')", ""),
    ],
)
def test_the_end_that_is_called_lets_a_requester_in(record: str, at_server: str) -> None:
    """MQRC_CHANNEL_BLOCKED: "An inbound channel attempted to connect to the queue manager"."""
    record = f"SET CHLAUTH('*') {record}\n"
    asked = QM1.replace("CHLTYPE(SDR) CONNAME('host2(1415)')", "CHLTYPE(SVR)")
    asks = QM2.replace("CHLTYPE(RCVR)", "CHLTYPE(RQSTR) CONNAME('host1(1414)')")
    found = route("ORDERS", asked + record, asks)
    assert codes(found) == [at_server] * bool(at_server)
    assert found.ways[0].end == (STAYS if at_server else "in queue ORDERS.IN of QM2")
    assert codes(route("ORDERS", asked, asks + record)) == []
    # A server that has an address calls.
    calls = QM1.replace("CHLTYPE(SDR)", "CHLTYPE(SVR)")
    called = codes(route("ORDERS", calls, asks + record.replace("QMNAME(QM2)", "QMNAME(QM1)")))
    assert called == [at_server or "route-may-not-put"]


@pytest.mark.parametrize(
    ("qm1", "qm2", "unknown"),
    [
        ("SSLCIPH(ANY_TLS12)", "SSLCIPH(ANY_TLS12) SSLPEER('CN=QM9')",
         "whether the certificate of QM1 fits SSLPEER(CN=QM9) of channel QM1.QM2 at QM2"),
        ("SSLCIPH(ANY_TLS12) SSLPEER('CN=QM9')", "SSLCIPH(ANY_TLS12)",
         "whether the certificate of QM2 fits SSLPEER(CN=QM9) of channel QM1.QM2 at QM1"),
        ("", "SSLPEER('CN=QM9')", ""),  # without TLS nobody looks at it
        ("TRPTYPE(LU62)", "TRPTYPE(LU62)", "whether something listens at QM2"),
    ],
)  # fmt: skip
def test_what_no_definition_says(qm1: str, qm2: str, unknown: str) -> None:
    sender = QM1.replace("XMITQ(TO.QM2)\n", f"XMITQ(TO.QM2) {qm1}\n")
    sender = sender.replace(f"RQMNAME(QM2) XMITQ(TO.QM2) {qm1}", "RQMNAME(QM2) XMITQ(TO.QM2)")
    found = route("ORDERS", sender, QM2.replace("MCAUSER('mover')", f"MCAUSER('mover') {qm2}"))
    assert found.verdict is (Verdict.UNKNOWN if unknown else Verdict.ARRIVES)
    reported = [each for hop in found.ways[0].hops for each in hop.unknown]
    assert reported == ([unknown] if unknown else [])


def test_several_channels_from_one_queue() -> None:
    second = "DEFINE CHANNEL(SECOND) CHLTYPE(SDR) CONNAME('host2(1415)') XMITQ(TO.QM2)\n"
    there = "DEFINE CHANNEL(SECOND) CHLTYPE(RCVR) MCAUSER('mover')\n"
    found = route("ORDERS", QM1 + second, QM2 + there)
    assert (found.verdict, len(found.ways)) == (Verdict.ARRIVES, 2)
    assert "route-several-send" in {p.code for p in found.ways[0].problems}


CLUSTER = """\
DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{1}({2})')
DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT({2}) CONTROL(QMGR)
"""


def test_a_cluster() -> None:
    qm1 = CLUSTER.format("QM1", "host1", 1414)
    queue = "DEFINE QLOCAL(ORDERS) CLUSTER(C) DEFBIND(NOTFIXED){}\n"
    qm2 = CLUSTER.format("QM2", "host2", 1415) + queue.format("")
    qm3 = CLUSTER.format("QM3", "host3", 1416) + queue.format("")
    found = route("ORDERS", qm1, qm2, ("QM3", qm3))
    assert found.verdict is Verdict.ARRIVES
    assert [(way.share, way.last.system) for way in found.ways] == [(0.5, "QM2"), (0.5, "QM3")]
    assert [str(hop.kind) for hop in found.ways[0].hops][:4] == [
        "cluster", "transmission queue", "listener", "receiving channel",
    ]  # fmt: skip
    closed = qm3.replace("DEFBIND(NOTFIXED)", "DEFBIND(NOTFIXED) PUT(DISABLED)")
    found = route("ORDERS", qm1, qm2, ("QM3", closed))
    assert [way.last.system for way in found.ways] == ["QM2"]
    none = route("ORDERS", qm1, qm2.replace(" DEFBIND", " PUT(DISABLED) DEFBIND"))
    assert codes(none) == ["route-nowhere-in-cluster"]
    wrong = qm2.replace("PORT(1415)", "PORT(1417)")
    assert codes(route("ORDERS", qm1, wrong)) == ["route-port"]
    named = route("ORDERS", qm1, qm2, ("QM3", qm3), manager="QM3")
    assert [way.last.system for way in named.ways] == ["QM3"]
    assert codes(route("GONE", qm1, qm2)) == ["route-no-queue"]


BALANCED = CLUSTER + "DEFINE QLOCAL(CQ) CLUSTER(C) CLWLUSEQ({3})\nDEFINE QALIAS(AL) TARGET(CQ)\n"


@pytest.mark.parametrize("queue", ["CQ", "AL"])
@pytest.mark.parametrize(
    ("here", "manager", "ends"),
    [
        ("ANY", "", [("QM1", 0.5), ("QM2", 0.5)]),
        ("LOCAL", "", [("QM1", 1.0)]),
        ("LOCAL) PUT(DISABLED", "", [("QM2", 1.0)]),
        ("ANY", "QM1", [("QM1", 1.0)]),
    ],
)
def test_a_cluster_queue_with_an_instance_here(
    queue: str, here: str, manager: str, ends: list[tuple[str, float]]
) -> None:
    """CLWLUSEQ; name resolution, "Local queue with CLUSTER attribute": workload management chooses
    where the queue manager is blank."""
    qm1 = BALANCED.format("QM1", "host1", 1414, here)
    qm2 = BALANCED.format("QM2", "host2", 1415, "ANY") + "ALTER QLOCAL(CQ) MAXMSGL(1000)\n"
    found = route(queue, qm1, qm2, manager=manager)
    assert (found.verdict, codes(found)) == (Verdict.ARRIVES, [])
    assert [(way.last.system, way.share) for way in found.ways] == ends
    too_long = route(queue, qm1, qm2, manager=manager, length=2000)
    assert codes(too_long) == ["route-too-long"] * (("QM2", ends[-1][1]) in ends)


def test_a_cluster_queue_that_no_instance_takes() -> None:
    closed = BALANCED.format("QM1", "host1", 1414, "LOCAL) PUT(DISABLED")
    there = CLUSTER.format("QM2", "host2", 1415)
    assert codes(route("CQ", closed, there)) == ["route-nowhere-in-cluster"]
    named = network(closed, there)
    unread = replace(named, world=replace(named.world, unread={"QM3": "cannot be reached"}))
    assert Tracer(unread).route("QM1", "CQ").verdict is Verdict.UNKNOWN
    # One that is named is opened, whatever the cluster has.
    assert codes(route("CQ", closed, there, manager="QM1")) == ["route-put-inhibited"]


def test_a_queue_of_two_clusters_is_one_way() -> None:
    both = "DEFINE NAMELIST(N) NAMES(C,D)\n" + BALANCED.replace("CLUSTER(C)", "CLUSNL(N)")
    found = route("CQ", *(both.format(f"QM{n}", f"host{n}", 1413 + n, "ANY") for n in (1, 2)))
    assert [(way.last.system, way.share) for way in found.ways] == [("QM1", 0.5), ("QM2", 0.5)]


def test_a_queue_of_its_own_and_a_model() -> None:
    assert kinds(route("A", "DEFINE QLOCAL(A)\n")) == ["queue"]
    assert codes(route("A", "DEFINE QLOCAL(A) PUT(DISABLED)\n")) == ["route-put-inhibited"]
    assert route("M", "DEFINE QMODEL(M)\n").ways[0].end == "in a new queue of QM1"
    both = "DEFINE QALIAS(A) TARGET(B)\nDEFINE QALIAS(B) TARGET(A)\n"
    assert codes(route("A", both)) == ["route-alias-of-alias"]


STREAM = "DEFINE QLOCAL({}) STREAMQ(STR) STRMQOS(MUSTDUP)\n"


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        ("DEFINE QLOCAL(STR)\n", ""),
        ("DEFINE QLOCAL(STR) PUT(DISABLED)\n", "route-put-inhibited"),
        ("DEFINE QLOCAL(STR) MAXDEPTH(0)\n", "route-full"),
        ("DEFINE QLOCAL(STR) MAXMSGL(999)\n", "route-too-long"),
        ("", "route-no-queue"),
        ("DEFINE QALIAS(STR) TARGET(CLOSED)\n", "route-put-inhibited"),
        ("DEFINE QREMOTE(STR) RNAME(X) RQMNAME(QM9)\n", "route-no-way-to-manager"),
        # On its transmission queue the copy is delivered, as far as this queue manager knows.
        ("DEFINE QREMOTE(STR) RNAME(X) RQMNAME(XQ)\nDEFINE QLOCAL(XQ) USAGE(XMITQ)\n", ""),
    ],
)
def test_a_queue_that_takes_no_message_without_a_copy(stream: str, code: str) -> None:
    """STRMQOS(MUSTDUP): "the original message is not delivered to its queue and the application
    receives MQCC_FAILED"."""
    stream += "DEFINE QLOCAL(CLOSED) PUT(DISABLED)\n"
    found = route("SRC", STREAM.format("SRC") + stream, length=1000)
    assert codes(found) == [code] * bool(code)
    assert found.ways[0].end == (ERROR if code else "in queue SRC of QM1")
    assert (found.ways[0].last.name, found.ways[0].hops[0].name) == ("SRC", "STR")
    best_effort = STREAM.format("SRC").replace("MUSTDUP", "BESTEF")
    assert codes(route("SRC", best_effort + stream, length=1000)) == []
    there = QM2.replace("DEFINE QLOCAL(ORDERS.IN)\n", STREAM.format("ORDERS.IN"))
    found = route("ORDERS", QM1, there + stream, length=1000)
    assert codes(found) == [code] * bool(code)
    assert found.ways[0].end == (DEAD if code else "in queue ORDERS.IN of QM2")


def test_the_longest_message_of_which_a_copy_is_taken() -> None:
    short = STREAM.format("SRC") + "DEFINE QLOCAL(STR) MAXMSGL(999)\n"
    [way] = route("SRC", short).ways
    assert (way.longest, way.narrowest) == (999, "queue STR of QM1")
    in_part = route("SRC", STREAM.format("SRC"), heads=False)
    assert (in_part.verdict, codes(in_part)) == (Verdict.UNKNOWN, [])
    # A dynamic queue is made with the attributes of its model.
    assert codes(route("SRC", STREAM.format("SRC").replace("QLOCAL", "QMODEL"))) == [
        "route-no-queue"
    ]


def test_many_ways_are_cut() -> None:
    queue = "DEFINE QLOCAL(ORDERS) CLUSTER(C) DEFBIND(NOTFIXED)\n"
    others = [
        (f"QM{n}", CLUSTER.format(f"QM{n}", f"host{n}", 1400 + n) + queue)
        for n in range(3, MOST_WAYS + 5)
    ]
    found = route("ORDERS", CLUSTER.format("QM1", "host1", 1414), "", *others)
    assert (len(found.ways), found.is_cut) == (MOST_WAYS, True)


def test_a_listener_that_nobody_starts() -> None:
    by_hand = QM2.replace(" CONTROL(QMGR)", "")
    found = route("ORDERS", QM1, by_hand)
    assert found.verdict is Verdict.ARRIVES
    assert [p.code for p in found.ways[0].problems] == ["route-listener-manual"]


def test_names_that_lead_away() -> None:
    assert [(key.system, key.name) for key in network().remote_queues()] == [("QM1", "ORDERS")]


def test_the_time_grows_with_the_number_of_routes() -> None:
    """What routes share is looked at once: no question grows with the queues there are."""
    many = "".join(
        f"DEFINE QREMOTE(R{n}) RNAME(ORDERS.IN) RQMNAME(QM2) XMITQ(TO.QM2)\n" for n in range(300)
    )
    asked: list[str] = []

    class Counting(Network):
        def of_kind(self, system: str, kind: str) -> object:  # type: ignore[override]
            asked.append(kind)
            return super().of_kind(system, kind)

    world = network(QM1 + many).world
    tracer = Tracer(Counting(world))
    verdicts = {tracer.route("QM1", f"R{n}").verdict for n in range(300)}
    assert verdicts == {Verdict.ARRIVES}
    assert len(asked) < 10


def test_every_error_says_what_to_do() -> None:
    [problem] = [p for way in route("GONE").ways for p in way.problems]
    assert re.search(r"QM1 has no queue GONE: MQRC_UNKNOWN_OBJECT_NAME; define it", str(problem))


@pytest.mark.parametrize(
    ("qm1", "qm2", "narrowest", "end"),
    [
        (QM1, QM2.replace("DEADQ(DEAD)", "DEADQ(DEAD) MAXMSGL(40000)"), "queue manager QM2", STOPS),
        (QM1 + "ALTER QMGR MAXMSGL(40000)\n", QM2, "queue manager QM1", ERROR),
    ],
)
def test_a_message_that_is_too_long_for_a_queue_manager(
    qm1: str, qm2: str, narrowest: str, end: str
) -> None:
    """2031: the lesser of what the queue and its queue manager take counts."""
    assert route("ORDERS", qm1, qm2, length=40_000).verdict is Verdict.ARRIVES
    found = route("ORDERS", qm1, qm2, length=40_001)
    [way] = found.ways
    assert (way.end, way.longest, way.narrowest) == (end, 40_000, narrowest)
    assert codes(found) == ["route-too-long-for-manager"]
    [problem] = [each for each in way.problems if each.is_error]
    assert problem.object.endswith("mq:QueueManagerAttributes QMGR")
    assert problem.reason.endswith("this one has 40001: MQRC_MSG_TOO_BIG_FOR_Q_MGR")


def test_a_queue_for_no_message() -> None:
    full = QM2.replace("QLOCAL(ORDERS.IN)", "QLOCAL(ORDERS.IN) MAXDEPTH(0)")
    assert codes(route("ORDERS", QM1, full)) == ["route-full"]
    here = QM1.replace("USAGE(XMITQ)", "USAGE(XMITQ) MAXDEPTH(0)")
    assert codes(route("ORDERS", here)) == ["route-full"]
