"""MQRC_NOT_AUTHORIZED where a rehearsal asks for it, beside what `access` says of the same."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carriers import CARRIERS
from queuewright.access.connection import ConnectionOutcome, InboundCaller, connection_of
from queuewright.access.rights import Rights
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.kinds import MQ_KINDS
from queuewright.mq.authority_record import specificity
from queuewright.sandbox import authorization, mqsc_commands
from queuewright.sandbox.authorization import Applicant
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.world.authority_records import ProtectedObject
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

INPUT, OUTPUT = OpenFor.INPUT_SHARED, OpenFor.OUTPUT
CONNECT = "SET AUTHREC PROFILE(SELF) OBJTYPE(QMGR) GROUP('app') AUTHADD(CONNECT)\n"
QUEUES = "DEFINE QLOCAL(A.B)\nDEFINE QLOCAL(A.C)\n"


@pytest.fixture
def machine(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1", platform=Platform.LINUX)


def run(machine: EmbeddedSystem, script: str) -> None:
    answers = list(mqsc_commands.run(machine, script))
    assert [answer.message for answer in answers if not answer.ok] == []


def refusal(machine: EmbeddedSystem, name: str, use: OpenFor, *groups: str, **given: Any) -> str:
    """Why it is refused, "" where it is not."""
    asks = ("address", "certificate", "issuer", "partner", "password")
    who: dict[str, Any] = {n: given.pop(n) for n in asks if n in given}
    try:
        handle = machine.open(name, {use}, applicant=Applicant(groups, **who), **given)
    except CommandFailed as error:
        return str(error)
    machine.close_handle(handle.id)
    return ""


def test_connecting_and_opening_need_authorities(machine: EmbeddedSystem) -> None:
    run(machine, QUEUES)
    assert refusal(machine, "A.B", INPUT, "app", user="bob") == (
        "QM1 the queue manager: user bob in app has no connect on it; grant it with SET AUTHREC "
        "(MQRC_NOT_AUTHORIZED, 2035)"
    )
    run(machine, CONNECT + "SET AUTHREC PROFILE(A.**) OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET)")
    assert refusal(machine, "A.B", INPUT, "app", user="bob") == ""
    assert "has no output" in refusal(machine, "A.B", OUTPUT, "app", user="bob")
    assert "has no connect" in refusal(machine, "A.B", INPUT, user="bob")
    run(machine, "SET AUTHREC PROFILE(A.B) OBJTYPE(QUEUE) GROUP('app') AUTHADD(PUT)")
    assert "has no input" in refusal(machine, "A.B", INPUT, "app", user="bob")
    assert refusal(machine, "A.C", INPUT, "app", user="bob") == ""
    assert refusal(machine, "A.B", OUTPUT, "mqm", user="bob") == ""
    assert machine.open("A.B", {INPUT}, user="bob").id  # nobody asked


def test_other_objects_and_queue_managers(machine: EmbeddedSystem) -> None:
    run(machine, CONNECT + "DEFINE NAMELIST(N)\nDEFINE QLOCAL(QM2) USAGE(XMITQ)\n")
    assert "namelist N: user bob" in refusal(machine, "N", OpenFor.INQUIRE, "app", user="bob")
    run(machine, "SET AUTHREC PROFILE(N) OBJTYPE(NAMELIST) GROUP('app') AUTHADD(INQ)")
    assert refusal(machine, "N", OpenFor.INQUIRE, "app", user="bob") == ""
    there = {"user": "bob", "queue_manager": "QM2"}
    # Against the transmission queue: RQMNAME is for queues of a cluster.
    run(machine, "SET AUTHREC PROFILE(QM2) OBJTYPE(RQMNAME) GROUP('app') AUTHADD(PUT)")
    assert "q QM2: user bob" in refusal(machine, "X", OUTPUT, "app", **there)
    run(machine, "SET AUTHREC PROFILE(QM2) OBJTYPE(QUEUE) GROUP('app') AUTHADD(PUT)")
    assert refusal(machine, "X", OUTPUT, "app", **there) == ""


TOPICS = """
DEFINE TOPIC(PRICE) TOPICSTR('price')
DEFINE TOPIC(FRUIT) TOPICSTR('price/fruit')
DEFINE TOPIC(APPLE) TOPICSTR('price/fruit/apple')
DEFINE TOPIC(NEWS) TOPICSTR('news')
DEFINE QALIAS(TO.NEWS) TARGET(NEWS) TARGTYPE(TOPIC)
DEFINE QLOCAL(NEWS)
SET AUTHREC PROFILE(FRUIT) OBJTYPE(TOPIC) GROUP('app') AUTHADD(PUB)
SET AUTHREC PROFILE(PRICE) OBJTYPE(TOPIC) GROUP('app') AUTHADD(SUB)
SET AUTHREC PROFILE(APPLE) OBJTYPE(TOPIC) GROUP('app') AUTHADD(RESUME)
SET AUTHREC PROFILE(SYSTEM.BASE.TOPIC) OBJTYPE(TOPIC) GROUP('all') AUTHADD(PUB)
SET AUTHREC PROFILE(NEWS) OBJTYPE(QUEUE) GROUP('app') AUTHADD(PUT, GET)
SET AUTHREC PROFILE(TO.NEWS) OBJTYPE(QUEUE) GROUP('app') AUTHADD(PUT)
"""


@pytest.mark.parametrize(
    ("topic", "groups", "expected"),
    [
        ("PRICE", ["app"], {"subscribe"}),
        ("FRUIT", ["app"], {"publish", "subscribe"}),
        ("APPLE", ["app"], {"publish", "subscribe"}),
        ("NEWS", ["app"], set()),
        ("NEWS", ["app", "all"], {"publish"}),
        ("NEWS", ["mqm"], {"publish", "subscribe"}),
        ("SYSTEM.BASE.TOPIC", ["app"], set()),
        ("SYSTEM.BASE.TOPIC", ["all", "app"], {"publish"}),
    ],
)
def test_who_may_publish_and_subscribe(
    machine: EmbeddedSystem, topic: str, groups: list[str], expected: set[str]
) -> None:
    """One authority on the way up the topic tree is enough; `access` says the same."""
    run(machine, CONNECT + TOPICS)
    given = {"user": "bob", "object_class": "topic"}
    for word, use in (("publish", OUTPUT), ("subscribe", INPUT)):
        why = refusal(machine, topic, use, *groups, **given)
        assert bool(why) is (word not in expected)
        who = f"user bob in {', '.join(groups)}"
        assert not why or f"topic {topic}: {who} has no {word} on it" in why
    if "mqm" not in groups:
        known = rights(machine)
        way = known.of_user("bob", groups, [ProtectedObject("topic", topic)])
        words = {word for right in way for word in right.authorities}
        assert words & {"publish", "subscribe"} == expected


def test_an_open_topic(machine: EmbeddedSystem) -> None:
    run(machine, CONNECT + TOPICS)
    as_topic = {"user": "bob", "object_class": "topic"}
    assert "MQRC_UNKNOWN_OBJECT_NAME" in refusal(machine, "X", OUTPUT, "mqm", **as_topic)
    browsing = refusal(machine, "NEWS", OpenFor.BROWSE, "mqm", **as_topic)
    assert "MQRC_OPTION_NOT_VALID_FOR_TYPE" in browsing
    # An alias is opened by its own authority, and a queue of the topic's name is another object.
    assert refusal(machine, "TO.NEWS", OUTPUT, "app", user="bob") == ""
    assert refusal(machine, "NEWS", OUTPUT, "app", user="bob") == ""
    machine.open("NEWS", {OUTPUT}, **as_topic)
    run(machine, "DELETE QLOCAL(NEWS)\nDELETE TOPIC(NEWS)")
    (answer,) = mqsc_commands.run(machine, "DISPLAY CONN(*) TYPE(HANDLE)")
    (shown,) = answer.objects
    assert (shown["OBJNAME"], shown["OBJTYPE"], shown["OPENOPTS"]) == (
        "NEWS", "TOPIC", "MQOO_OUTPUT",
    )  # fmt: skip


RULES = """
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP)
DEFINE CHANNEL(OWN) CHLTYPE(SVRCONN) TRPTYPE(TCP) MCAUSER('owner')
SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('10.*') MCAUSER('near')
SET CHLAUTH('A*') TYPE(USERMAP) CLNTUSER('bob') MCAUSER('mapped')
SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('10.6.*')
SET CHLAUTH('O*') TYPE(ADDRESSMAP) ADDRESS('11.*') USERSRC(NOACCESS)
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"channel": "APP", "user": "eve", "address": "10.1.1.1"}, "near"),
        ({"channel": "APP", "user": "bob", "address": "10.1.1.1"}, "near"),
        ({"channel": "APP", "user": "bob", "address": "12.1.1.1"}, "mapped"),
        ({"channel": "APP", "user": "eve", "address": "12.1.1.1"}, "eve"),
        ({"channel": "APP", "user": "eve", "address": "10.6.1.1"}, ""),
        ({"channel": "OWN", "user": "eve", "address": "12.1.1.1"}, "owner"),
        ({"channel": "OWN", "user": "eve", "address": "11.1.1.1"}, ""),
        ({"channel": "APP", "user": "mqm", "address": "12.1.1.1"}, ""),
        ({"channel": "SYSTEM.DEF.SVRCONN", "user": "eve", "address": "12.1.1.1"}, ""),
        ({"channel": "NO.SUCH", "user": "eve", "address": "12.1.1.1"}, ""),
    ],
)
def test_a_connection_works_as_access_says(
    machine: EmbeddedSystem, given: dict[str, str], expected: str
) -> None:
    run(machine, QUEUES + RULES)
    users = {"near", "mapped", "eve", "owner"}
    for user in users - {expected}:
        run(machine, f"SET AUTHREC PROFILE(A.B) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(GET)")
    if expected:
        named = f"OBJTYPE(QUEUE) PRINCIPAL('{expected}') AUTHADD(PUT)"
        run(machine, f"SET AUTHREC PROFILE(A.B) {named}")
        run(
            machine,
            f"SET AUTHREC PROFILE(X) OBJTYPE(QMGR) PRINCIPAL('{expected}') AUTHADD(CONNECT)",
        )
    assert bool(refusal(machine, "A.B", OUTPUT, **dict(given))) is not bool(expected)
    found = connection_of(
        rights(machine), InboundCaller(given["channel"], given["address"], user=given["user"])
    )
    assert found.user == expected or found.outcome is ConnectionOutcome.REFUSED
    assert (found.outcome is ConnectionOutcome.ALLOWED) is bool(expected)
    run(machine, "ALTER QMGR CHLAUTH(DISABLED)")
    if given["channel"] == "APP" and expected == "eve":
        assert refusal(machine, "A.B", OUTPUT, **dict(given)) == ""


TLS_RULES = """
DEFINE CHANNEL(APP.TLS) CHLTYPE(SVRCONN) TRPTYPE(TCP) SSLCIPH(ANY_TLS12) SSLPEER('O=shop')
DEFINE CHANNEL(APP.OPEN) CHLTYPE(SVRCONN) TRPTYPE(TCP) SSLCIPH(ANY_TLS12) SSLCAUTH(OPTIONAL)
DEFINE CHANNEL(APP.PEER) CHLTYPE(SVRCONN) LIKE(APP.TLS) SSLCAUTH(OPTIONAL)
DEFINE CHANNEL(TO.QM1) CHLTYPE(RCVR) TRPTYPE(TCP)
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH('APP.*') TYPE(SSLPEERMAP) SSLPEER('CN=app') SSLCERTI('CN=ours') MCAUSER('ours')
SET CHLAUTH('APP.*') TYPE(SSLPEERMAP) SSLPEER('CN=app') MCAUSER('others') CHCKCLNT(REQUIRED)
SET CHLAUTH('TO.*') TYPE(QMGRMAP) QMNAME('QM2') MCAUSER('mover')
SET CHLAUTH('TO.*') TYPE(QMGRMAP) QMNAME('QM*') USERSRC(NOACCESS)
SET AUTHREC PROFILE(X) OBJTYPE(QMGR) PRINCIPAL('ours') AUTHADD(CONNECT)
SET AUTHREC PROFILE(X) OBJTYPE(QMGR) PRINCIPAL('others') AUTHADD(CONNECT)
SET AUTHREC PROFILE(X) OBJTYPE(QMGR) PRINCIPAL('mover') AUTHADD(CONNECT)
"""


def test_certificates_callers_and_passwords(machine: EmbeddedSystem) -> None:
    """Whom it refuses, and why; `access` sees the same record."""
    run(machine, QUEUES + TLS_RULES)
    for user in ("ours", "others", "mover"):
        run(machine, f"SET AUTHREC PROFILE(A.B) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(PUT)")
    for channel, who, reason in (
        ("APP.TLS", {}, "SSLCAUTH(REQUIRED) asks for a certificate"),
        ("APP.PEER", {}, "SSLPEER(O=shop) asks for a certificate"),
        ("APP.OPEN", {}, "gives no access"),
        ("APP.TLS", {"certificate": "CN=app,O=x"}, "does not fit SSLPEER(O=shop)"),
        ("APP.TLS", {"certificate": "CN=app,O=shop", "issuer": "CN=ours"}, ""),
        ("APP.TLS", {"certificate": "CN=app,O=shop", "issuer": "CN=x"}, "asks user others for a"),
        ("APP.TLS", {"certificate": "CN=app,O=shop", "issuer": "CN=x", "password": True}, ""),
        ("TO.QM1", {"partner": "QM2"}, ""),
        ("TO.QM1", {"partner": "QM3"}, "gives no access"),
    ):
        why = refusal(machine, "A.B", OUTPUT, channel=channel, user="eve", **who)
        assert reason in why, (channel, who, why)
        assert bool(reason) is bool(why)
        caller = InboundCaller(
            channel, "", str(who.get("certificate", "")), "eve", str(who.get("partner", "")),
            str(who.get("issuer", "")),
        )  # fmt: skip
        found = connection_of(rights(machine), caller)
        if "access" in reason or "SSLPEER" in reason:
            assert found.outcome is ConnectionOutcome.REFUSED
        elif "certificate" in who:
            # Who gives a password, as CHCKCLNT asks it to, may be adopted (ADOPTCTX).
            assert found.user == ("ours" if who["issuer"] == "CN=ours" else "")
    run(machine, "SET CHLAUTH('APP.OPEN') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)")
    run(machine, "SET CHLAUTH('APP.OPEN') TYPE(BLOCKUSER) USERLIST('nobody')")
    known = refusal(machine, "A.B", OUTPUT, channel="APP.OPEN", user="mqm")
    assert "CHCKCLNT of AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) asks user mqm" in known
    given = {"channel": "APP.OPEN", "user": "mqm", "password": True}
    assert refusal(machine, "A.B", OUTPUT, **given) == ""


def test_a_password_that_makes_its_user_the_one_that_counts(machine: EmbeddedSystem) -> None:
    """ADOPTCTX(YES), before MCAUSER of the channel and not before that of a record."""
    run(machine, QUEUES + RULES + "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('eve') AUTHADD(CONNECT)\n")
    run(machine, "SET AUTHREC PROFILE(A.B) OBJTYPE(QUEUE) PRINCIPAL('eve') AUTHADD(PUT)")
    given = {"user": "eve", "address": "10.1.1.1"}
    assert "user owner" in refusal(machine, "A.B", OUTPUT, channel="OWN", **given)
    assert refusal(machine, "A.B", OUTPUT, channel="OWN", password=True, **given) == ""
    assert "user near" in refusal(machine, "A.B", OUTPUT, channel="APP", password=True, **given)
    run(machine, "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) ADOPTCTX(NO)")
    assert "user owner" in refusal(machine, "A.B", OUTPUT, channel="OWN", password=True, **given)


def rights(machine: EmbeddedSystem) -> Rights:
    read = Snapshot.of(machine.observe(MQ_KINDS), None, SystemFacts("QM1"))
    return Rights(World({}, {"QM1": read}), "QM1")


_PROFILES = st.lists(st.text("AB.*?", min_size=1, max_size=5), min_size=1, max_size=5, unique=True)


@given(_PROFILES, st.text("AB.", min_size=1, max_size=5))
def test_both_agree_which_of_ibms_examples_is_more_specific(profiles: list[str], name: str) -> None:
    """Where profiles only differ in what IBM's page says; where one of two goes on, it does not."""
    fitting = [p for p in profiles if authorization.profile_fits(p, name)]
    for one in fitting:
        for other in fitting:
            first = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), None)
            if first is None or "**" in one + other:
                continue
            same = authorization.priority(one) < authorization.priority(other)
            assert same is (specificity(one) < specificity(other)), (one, other)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["A.B", "A.*", "A.**", "A.?", "**", "A.C"]),
            st.sampled_from(
                ["GROUP('app')", "GROUP('ops')", "PRINCIPAL('bob')", "GROUP('nobody')"]
            ),
            st.sampled_from(["GET", "PUT", "BROWSE", "NONE", "ALLMQI"]),
        ),
        max_size=8,
    )
)
def test_the_sandbox_and_access_say_the_same(
    tmp_path_factory: pytest.TempPathFactory, sets: list[tuple[str, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("same")
    machine = Sandbox(folder / "sandbox.db").create_system("QM1", platform=Platform.LINUX)
    run(machine, QUEUES)
    for profile, who, word in sets:
        run(machine, f"SET AUTHREC PROFILE('{profile}') OBJTYPE(QUEUE) {who} AUTHADD({word})")
    known = rights(machine)
    for name in ("A.B", "A.C"):
        for groups in ((), ("app",), ("app", "ops")):
            through = known.grants_of("bob", groups, ProtectedObject("q", name))
            expected = {word for grant in through for word in grant.authorities}
            with machine.reading() as tx:
                found = authorization.authorities(tx, "bob", groups, "q", name)
            assert found == expected


@pytest.mark.parametrize("carrier", ["runmqsc", "mqweb", "mqweb in text", "pcf"])
def test_it_is_the_same_whichever_way_it_is_read(carrier: str, tmp_path: Path) -> None:
    with CARRIERS[carrier](tmp_path, "QM1", Platform.LINUX) as reached:
        run(reached.machine, QUEUES + RULES + CONNECT)
        run(reached.machine, "SET AUTHREC PROFILE(A.**) OBJTYPE(QUEUE) GROUP('app') AUTHADD(ALL)")
        read = Snapshot.of(reached.system.observe(MQ_KINDS), None, reached.system.facts)
        known, own = Rights(World({}, {"QM1": read}), "QM1"), rights(reached.machine)
        for groups in ((), ("app",)):
            ways = (list(each.of_user("bob", groups, each.places)) for each in (known, own))
            assert [[(r.place, r.authorities) for r in way] for way in ways] == [
                [(r.place, r.authorities) for r in own.of_user("bob", groups, own.places)]
            ] * 2
        caller = InboundCaller("APP", "10.1.1.1", user="eve")
        assert connection_of(known, caller).user == "near"


LATER = """
ALTER QMGR CONNAUTH(' ')
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP) MCAUSER('owner')
DEFINE CHANNEL(TLS) CHLTYPE(SVRCONN) TRPTYPE(TCP) MCAUSER('owner') SSLCIPH(ANY_TLS12)
SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('10.*') MCAUSER('near')
SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('10.1.*') USERSRC(NOACCESS) WARN(YES)
SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('11.*') MCAUSER('near') CHCKCLNT(REQUIRED)
SET CHLAUTH(TLS) TYPE(SSLPEERMAP) SSLPEER('O=shop') USERSRC(NOACCESS)
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('owner') AUTHADD(CONNECT)
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('near') AUTHADD(CONNECT)
SET AUTHREC PROFILE(A.B) OBJTYPE(QUEUE) PRINCIPAL('near') AUTHADD(PUT)
SET AUTHREC PROFILE(A.C) OBJTYPE(QUEUE) PRINCIPAL('owner') AUTHADD(PUT)
"""
OF_SHOP = "CN=app1,GIVENNAME=x,O=shop"


@pytest.mark.parametrize(
    ("connection", "queue", "expected"),
    [
        ({"channel": "APP", "address": "10.1.1.1"}, "A.B", ""),  # the one that warns sets no user
        ({"channel": "APP", "address": "10.1.1.1"}, "A.C", "user near has no output"),
        ({"channel": "APP", "address": "11.1.1.1"}, "A.B", "CONNAUTH is blank"),
        ({"channel": "APP", "address": "11.1.1.1", "password": True}, "A.B", "CONNAUTH is blank"),
        ({"channel": "APP", "address": "12.1.1.1"}, "A.C", ""),
        ({"channel": "APP"}, "A.C", "looks at the address that the connection comes from"),
        ({"channel": "APP", "address": "10.1.2.999"}, "A.C", "is not an IP address"),
        ({"channel": "TLS", "address": "1.1.1.1", "certificate": OF_SHOP}, "A.C", "no access"),
        ({"channel": "TLS", "address": "1.1.1.1", "certificate": "CN=x"}, "A.C", ""),
        ({"channel": "TLS", "address": "1.1.1.1", "certificate": "shop"}, "A.C",
         '"shop" is not part of a distinguished name'),
        ({"channel": "TLS", "address": "1.1.1.1", "certificate": "CN=x", "issuer": "me"}, "A.C",
         '"me" is not part of a distinguished name'),
    ],
)  # fmt: skip
def test_connections_of_which_nothing_is_guessed(
    machine: EmbeddedSystem, connection: dict[str, Any], queue: str, expected: str
) -> None:
    run(machine, QUEUES + LATER)
    refused = refusal(machine, queue, OUTPUT, user="bob", **dict(connection))
    assert expected in refused
    assert bool(refused) is bool(expected)


def test_administrators_of_windows_have_no_case(tmp_path: Path) -> None:
    machine = Sandbox(tmp_path / "windows.db").create_system("QM1", platform=Platform.WINDOWS)
    run(machine, QUEUES + "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('Bob') AUTHADD(CONNECT)")
    assert refusal(machine, "A.B", OUTPUT, "administrators", user="carl") == ""
    assert refusal(machine, "A.B", OUTPUT, user="MUSR_MqAdmin") == ""
    assert "has no output" in refusal(machine, "A.B", OUTPUT, user="bob")
