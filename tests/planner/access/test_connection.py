"""What becomes of an inbound connection, by channel authentication records."""

import itertools

import pytest

from access_worlds import asked, may
from queuewright.access.connection import ConnectionOutcome, InboundConnection
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.connection_matching import (
    BadName,
    address_fits,
    address_specificity,
    distinguished_name,
    fits,
    name_fits,
    name_specificity,
    text_specificity,
)

CHANNELS = """
DEFINE CHANNEL(APP.TLS) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)
DEFINE CHANNEL(APP.PLAIN) CHLTYPE(SVRCONN)
DEFINE CHANNEL(APP.OWN) CHLTYPE(SVRCONN) MCAUSER('owner')
DEFINE CHANNEL(TO.QM1) CHLTYPE(RCVR)
"""


def rule(profile: str, kind: str, *more: str) -> str:
    return f"SET CHLAUTH('{profile}') TYPE({kind}) {' '.join(more)}\n"


def connect(script: str, *groups: str, user: str = "", **caller: str) -> InboundConnection:
    found = asked(CHANNELS + script, *groups, user=user, **caller).connection
    assert found is not None
    return found


ANYBODY = rule("*", "ADDRESSMAP", "ADDRESS('*')", "USERSRC(NOACCESS)")
BY_ADDRESS = rule("APP.*", "ADDRESSMAP", "ADDRESS('10.*')", "MCAUSER('byaddr')")
BY_USER = rule("APP.*", "USERMAP", "CLNTUSER('bob')", "MCAUSER('byuser')")
BY_NAME = rule("APP.*", "SSLPEERMAP", "SSLPEER('CN=app*')", "MCAUSER('byname')")
EXACT = rule("APP.TLS", "ADDRESSMAP", "ADDRESS('10.1.*')", "MCAUSER('exact')")


HEAD = """\
* Queue manager name: QM1
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
"""
BLOCKS = rule("*", "BLOCKUSER", "USERLIST('{}')", "ACTION({})")


@pytest.mark.parametrize(
    ("script", "is_blocked"),
    [
        ("", True),  # the record that ships
        (BY_USER, True),
        (HEAD, True),  # a dump that shows none need not be of all
        (HEAD + BLOCKS.format("*MQADMIN", "REPLACE"), True),
        (HEAD + BY_USER, False),  # a dump that shows any shows all
        (BLOCKS.format("nobody", "ADD"), True),
        (BLOCKS.format("nobody", "REPLACE"), False),
        (BLOCKS.format("*MQADMIN", "REMOVE"), False),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) ACTION(REMOVEALL)\n", False),
        ("ALTER QMGR CHLAUTH(DISABLED)\n", False),
    ],
)
def test_an_administrator_over_a_channel(script: str, is_blocked: bool) -> None:
    found = connect(script, user="mqm", channel="APP.PLAIN", address="192.0.2.1")
    assert (found.outcome is ConnectionOutcome.REFUSED) is is_blocked
    reported = "CHLAUTH(*) TYPE(BLOCKUSER) blocks user mqm, an administrator (*MQADMIN)"
    assert any(step.startswith(reported) for step in found.steps) is is_blocked


def test_channels_of_the_queue_manager_itself_ship_blocked() -> None:
    script = "DEFINE CHANNEL(SYSTEM.OWN) CHLTYPE(SVRCONN)\n"
    found = connect(script, user="bob", channel="SYSTEM.OWN", address="192.0.2.1")
    assert found.outcome is ConnectionOutcome.REFUSED
    assert "CHLAUTH(SYSTEM.*) TYPE(ADDRESSMAP) ADDRESS(*) gives no access" in found.steps[-1]
    assert any("those that ship are taken to be there" in step for step in found.steps)


@pytest.mark.parametrize(
    ("script", "user"),
    [
        (ANYBODY, None),
        (ANYBODY + BY_ADDRESS, "byaddr"),
        (ANYBODY + BY_ADDRESS + BY_USER, "byuser"),
        (ANYBODY + BY_ADDRESS + BY_USER + BY_NAME, "byname"),
        (ANYBODY + BY_ADDRESS + BY_USER + BY_NAME + EXACT, "exact"),
    ],
)
def test_the_channel_then_the_certificate_then_the_user_then_the_address(
    script: str, user: str | None
) -> None:
    for text in (script, "".join(reversed(script.splitlines(keepends=True)))):
        found = connect(
            text, user="bob", channel="APP.TLS", address="10.1.2.3", certificate="CN=app1,O=shop"
        )
        assert found.outcome is (ConnectionOutcome.ALLOWED if user else ConnectionOutcome.REFUSED)
        assert found.user == (user or "")
        assert found.rule is not None


def test_the_most_specific_of_a_type_counts() -> None:
    addresses = ("*", "10.*", "10.1.*", "10.1.2.*", "10.1.2.0-200", "10.1.2.0-9", "10.1.2.3")
    script = "".join(
        rule("APP.*", "ADDRESSMAP", f"ADDRESS('{each}')", f"MCAUSER('u{number}')")
        for number, each in enumerate(addresses)
    )
    expected = {"10.1.2.3": "u6", "10.1.2.4": "u5", "10.1.2.99": "u4", "10.1.2.250": "u3"}
    expected |= {"10.1.9.9": "u2", "10.9.9.9": "u1", "192.0.2.1": "u0"}
    for address, user in expected.items():
        assert connect(script, channel="APP.PLAIN", address=address).user == user
    names = rule("APP.P*", "ADDRESSMAP", "ADDRESS('*')", "MCAUSER('longer')")
    assert connect(script + names, channel="APP.PLAIN", address="10.1.2.3").user == "longer"


def test_an_address_narrows_the_other_types() -> None:
    script = rule("APP.*", "USERMAP", "CLNTUSER('bob')", "ADDRESS('10.*')", "MCAUSER('near')")
    script += rule("APP.*", "USERMAP", "CLNTUSER('bob')", "MCAUSER('far')")
    assert connect(script, user="bob", channel="APP.PLAIN", address="10.1.1.1").user == "near"
    assert connect(script, user="bob", channel="APP.PLAIN", address="11.1.1.1").user == "far"
    assert connect(script, user="bob", channel="APP.PLAIN").user == ""  # near or far
    assert connect(script, user="eve", channel="APP.PLAIN", address="10.1.1.1").user == "eve"


def test_the_users_of_channels() -> None:
    assert connect("", user="bob", channel="APP.PLAIN").user == "bob"
    assert connect("", user="bob", channel="APP.OWN").user == "owner"
    left = rule("APP.OWN", "ADDRESSMAP", "ADDRESS('*')", "USERSRC(CHANNEL)")
    assert connect(left, user="bob", channel="APP.OWN", address="1.2.3.4").user == "owner"
    unknown = connect("", channel="APP.PLAIN")
    assert (unknown.outcome, unknown.user) == (ConnectionOutcome.UNKNOWN, "")
    assert connect("", channel="TO.QM1", address="10.1.1.1").user == "mqm"
    missing = connect("", channel="NOT.THERE", user="bob")
    assert (missing.outcome, missing.channel) == (ConnectionOutcome.REFUSED, None)


def test_queue_managers_and_users_are_for_their_own_channels() -> None:
    script = rule("*", "QMGRMAP", "QMNAME('QM*')", "MCAUSER('partner')") + BY_USER
    assert connect(script, channel="TO.QM1", queue_manager="QM2").user == "partner"
    assert connect(script, channel="APP.PLAIN", queue_manager="QM2", user="eve").user == "eve"
    other = rule("TO.*", "USERMAP", "CLNTUSER('bob')", "MCAUSER('byuser')")
    assert connect(other, channel="TO.QM1", user="bob").user == "mqm"


def test_blocked_addresses_come_before_everything() -> None:
    script = BY_ADDRESS + rule("*", "BLOCKADDR", "ADDRLIST('10.6.*','10.1.2.3')")
    found = connect(script, channel="APP.PLAIN", address="10.6.1.1")
    assert found.outcome is ConnectionOutcome.REFUSED
    assert connect(script, channel="APP.PLAIN", address="::ffff:10.6.1.1").rule == found.rule
    assert found.steps[-1] == (
        "CHLAUTH(*) TYPE(BLOCKADDR) blocks address 10.6.*: the connection is refused"
    )
    assert connect(script, channel="NOT.THERE", address="10.6.1.1").rule == found.rule
    assert connect(script, channel="APP.PLAIN", address="10.7.1.1").user == "byaddr"
    warns = BY_ADDRESS + rule("*", "BLOCKADDR", "ADDRLIST('10.6.*')", "WARN(YES)")
    found = connect(warns, channel="APP.PLAIN", address="10.6.1.1")
    assert (found.outcome, found.user) == (ConnectionOutcome.ALLOWED, "byaddr")
    assert "CHLAUTH(*) TYPE(BLOCKADDR) only warns of address 10.6.*" in found.steps


def test_blocked_users_by_the_most_specific_channel() -> None:
    default = rule("*", "BLOCKUSER", "USERLIST('*MQADMIN')")
    assert connect(default, user="mqm", channel="APP.PLAIN").outcome is ConnectionOutcome.REFUSED
    assert (
        connect(default, "mqm", user="ann", channel="APP.PLAIN").outcome
        is ConnectionOutcome.REFUSED
    )
    assert (
        connect(default, "app", user="ann", channel="APP.PLAIN").outcome
        is ConnectionOutcome.ALLOWED
    )
    opened = default + rule("APP.PLAIN", "BLOCKUSER", "USERLIST('nobody')")
    assert connect(opened, user="mqm", channel="APP.PLAIN").outcome is ConnectionOutcome.ALLOWED
    assert connect(opened, user="nobody", channel="APP.PLAIN").outcome is ConnectionOutcome.REFUSED
    assert connect(opened, user="mqm", channel="APP.TLS").outcome is ConnectionOutcome.REFUSED
    mapped = default + rule("APP.*", "ADDRESSMAP", "ADDRESS('*')", "MCAUSER('mqm')")
    found = connect(mapped, user="ann", channel="APP.PLAIN", address="1.2.3.4")
    assert (found.outcome, found.user) == (ConnectionOutcome.REFUSED, "mqm")
    assert connect(default, channel="TO.QM1").outcome is ConnectionOutcome.ALLOWED  # only clients


def test_no_access_that_only_warns_leaves_the_user_to_the_channel() -> None:
    script = rule("APP.*", "ADDRESSMAP", "ADDRESS('*')", "USERSRC(NOACCESS)", "WARN(YES)")
    found = connect(script, user="bob", channel="APP.PLAIN", address="1.2.3.4")
    assert (found.outcome, found.user) == (ConnectionOutcome.ALLOWED, "bob")


def test_disabled_records_do_not_count() -> None:
    script = "ALTER QMGR CHLAUTH(DISABLED)\n" + ANYBODY + rule("*", "BLOCKADDR", "ADDRLIST('*')")
    found = connect(script, user="bob", channel="APP.PLAIN", address="1.2.3.4")
    assert (found.outcome, found.user) == (ConnectionOutcome.ALLOWED, "bob")
    assert found.steps[0] == "CHLAUTH is DISABLED: no channel authentication record counts"


def test_certificates_and_the_channels_own_rules() -> None:
    script = BY_NAME + "ALTER CHANNEL(APP.TLS) CHLTYPE(SVRCONN) SSLPEER('O=shop')\n"
    found = connect(script, channel="APP.TLS", certificate="CN=app1,O=shop")
    assert found.user == "byname"
    found = connect(script, channel="APP.TLS", certificate="CN=app1,O=other")
    assert (found.outcome, found.user) == (ConnectionOutcome.REFUSED, "")
    plain = connect(BY_NAME, user="bob", channel="APP.PLAIN", certificate="CN=app1")
    assert plain.user == "bob"
    assert "APP.PLAIN has no SSLCIPH: nobody looks at the certificate" in plain.steps
    for needs in ("SSLCAUTH(REQUIRED)", "SSLPEER('O=shop')"):
        needed = f"ALTER CHANNEL(APP.TLS) CHLTYPE(SVRCONN) {needs}\n"
        assert connect(needed, user="bob", channel="APP.TLS").outcome is ConnectionOutcome.UNKNOWN
    issued = rule(
        "APP.TLS", "SSLPEERMAP", "SSLPEER('CN=*')", "SSLCERTI('O=ca')", "MCAUSER('issued')"
    )
    for issuer, user in (("O=ca", "issued"), ("O=no", "byname"), ("", "issued")):
        found = connect(BY_NAME + issued, channel="APP.TLS", certificate="CN=app1", issuer=issuer)
        assert found.user == user


def test_patterns_that_are_no_names_fit_nothing() -> None:
    bad = rule("APP.*", "SSLPEERMAP", "SSLPEER('app1')", "MCAUSER('bad')")
    bad += rule("APP.TLS", "SSLPEERMAP", "SSLPEER('CN=*')", "SSLCERTI('x')", "MCAUSER('worse')")
    found = connect(bad + BY_NAME, channel="APP.TLS", certificate="CN=app1", issuer="O=ca")
    assert found.user == "byname"
    own = "ALTER CHANNEL(APP.TLS) CHLTYPE(SVRCONN) SSLPEER('app1')\n"
    found = connect(own, channel="APP.TLS", certificate="CN=app1")
    assert found.outcome is ConnectionOutcome.REFUSED
    for given in ({"certificate": "app1"}, {"certificate": "CN=a", "issuer": "ca"}):
        with pytest.raises(BadName):
            connect("", channel="APP.TLS", **given)


def test_host_names_are_not_guessed() -> None:
    script = rule("APP.*", "ADDRESSMAP", "ADDRESS('*.shop.example')", "MCAUSER('byhost')")
    assert connect(script, channel="APP.PLAIN", address="a.shop.example").user == "byhost"
    found = connect(script, user="bob", channel="APP.PLAIN", address="10.1.1.1")
    assert found.user == "bob"
    assert any("only the name server" in step for step in found.steps)


def test_passwords() -> None:
    base = "DEFINE AUTHINFO(OS) AUTHTYPE(IDPWOS) CHCKCLNT(OPTIONAL) ADOPTCTX(YES)\n"
    base += "ALTER QMGR CONNAUTH(OS)\n"
    found = connect(base, user="bob", channel="APP.PLAIN")
    assert found.check_client == "optional"
    assert any("ADOPTCTX(YES)" in step for step in found.steps)
    stricter = rule("APP.*", "ADDRESSMAP", "ADDRESS('*')", "USERSRC(CHANNEL)", "CHCKCLNT(REQUIRED)")
    found = connect(base + stricter, user="bob", channel="APP.PLAIN", address="1.2.3.4")
    assert found.check_client == "required"
    blank = connect("ALTER QMGR CONNAUTH('')\n", user="bob", channel="APP.PLAIN")
    assert blank.check_client == "none"
    assert connect(base, channel="TO.QM1").check_client == ""


@pytest.mark.parametrize(
    ("check", "rules", "user", "expected"),
    [
        ("REQUIRED", "", "bob", "bob"),
        ("REQUIRED", "", "", ""),
        ("REQUIRED", rule("*", "BLOCKUSER", "USERLIST('owner')"), "bob", "bob"),
        ("REQUIRED", BY_ADDRESS, "bob", ""),  # ChlauthEarlyAdopt decides
        ("REQUIRED", BY_ADDRESS, "byaddr", "byaddr"),
        ("REQDADM", "", "bob", "owner"),
        ("REQDADM", "ALTER CHANNEL(APP.OWN) CHLTYPE(SVRCONN) MCAUSER('mqm')\n", "bob", "bob"),
        ("OPTIONAL", BY_ADDRESS, "bob", "byaddr"),
        ("NONE", "", "bob", "owner"),
    ],
)
def test_a_user_who_has_to_give_a_password_is_adopted(
    check: str, rules: str, user: str, expected: str
) -> None:
    """IBM, "Determining which user is used for authorization"."""
    base = f"DEFINE AUTHINFO(OS) AUTHTYPE(IDPWOS) CHCKCLNT({check}) ADOPTCTX(YES)\n"
    script = base + "ALTER QMGR CONNAUTH(OS)\n" + rules
    found = connect(script, channel="APP.OWN", user=user, address="10.1.2.3")
    is_known = ConnectionOutcome.ALLOWED if expected else ConnectionOutcome.UNKNOWN
    assert (found.outcome, found.user) == (is_known, expected)
    assert any("ADOPTCTX(YES)" in step for step in found.steps) is (check != "NONE")


def test_the_rights_of_the_user_that_it_becomes() -> None:
    script = CHANNELS + BY_ADDRESS + "DEFINE QLOCAL(Q)\n"
    script += "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('byaddr') AUTHADD(CONNECT)\n"
    script += "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET)\n"
    script += "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(PUT)\n"
    answer = asked(script, "app", user="bob", channel="APP.PLAIN", address="10.1.1.1")
    both = {("Q", "principal byaddr"): "input", ("self", "principal byaddr"): "connect"}
    assert may(answer) == both
    refused = asked(
        script + ANYBODY + rule("*", "BLOCKADDR", "ADDRLIST('10.*')"), "app", user="bob",
        channel="APP.PLAIN", address="10.1.1.1",
    )  # fmt: skip
    assert refused.rights == ()


QUEUE = "DEFINE QLOCAL(Q)\nSET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET)\n"
TO_CONNECT = "SET AUTHREC OBJTYPE(QMGR) {} AUTHADD(CONNECT)\n"


@pytest.mark.parametrize(
    ("connect_by", "groups", "outcome"),
    [
        ("PRINCIPAL('owner')", [], ConnectionOutcome.ALLOWED),
        ("GROUP('app')", ["app"], ConnectionOutcome.ALLOWED),
        ("GROUP('app')", ["ops"], ConnectionOutcome.REFUSED),
        ("GROUP('app')", [], ConnectionOutcome.UNKNOWN),  # it may be in that group
        ("PRINCIPAL('bob')", [], ConnectionOutcome.REFUSED),
    ],
)
def test_the_right_to_connect(
    connect_by: str, groups: list[str], outcome: ConnectionOutcome
) -> None:
    script = HEAD + QUEUE + TO_CONNECT.format(connect_by)
    found = connect(script, *groups, channel="APP.OWN", address="10.1.1.1")
    assert found.outcome is outcome
    reported = any("has no CONNECT on the queue manager" in step for step in found.steps)
    assert reported is (outcome is not ConnectionOutcome.ALLOWED)


def test_a_script_need_not_have_every_record() -> None:
    found = connect(QUEUE, channel="APP.OWN", address="10.1.1.1")
    assert found.outcome is ConnectionOutcome.UNKNOWN
    assert "no record here gives user owner CONNECT on the queue manager" in found.steps


def test_without_records_nobody_says_who_may_connect() -> None:
    found = connect("", channel="APP.OWN", address="10.1.1.1")
    assert found.outcome is ConnectionOutcome.ALLOWED


@pytest.mark.parametrize(
    ("rules", "user", "outcome"),
    [
        (BY_ADDRESS, "", ConnectionOutcome.UNKNOWN),  # bob, or byaddr where it comes from there
        (BY_ADDRESS + ANYBODY, "", ConnectionOutcome.UNKNOWN),
        (BY_ADDRESS.replace("MCAUSER('byaddr')", "USERSRC(NOACCESS)") + ANYBODY, "",
         ConnectionOutcome.REFUSED),
        (rule("*", "BLOCKADDR", "ADDRLIST('10.*')"), "", ConnectionOutcome.UNKNOWN),
        (BY_USER + BY_ADDRESS, "byuser", ConnectionOutcome.ALLOWED),
    ],
)  # fmt: skip
def test_an_address_that_nobody_gives(rules: str, user: str, outcome: ConnectionOutcome) -> None:
    found = connect(rules, channel="APP.PLAIN", user="bob")
    assert found.outcome is outcome
    assert any("no --address is given" in step for step in found.steps) is (
        outcome is not ConnectionOutcome.ALLOWED
    )
    if user:
        assert found.user == user


FROM_QM2 = rule("TO.*", "QMGRMAP", "QMNAME('QM2')", "{}")
NO_ACCESS = "USERSRC(NOACCESS)"
BOB_NOT = rule("APP.*", "USERMAP", "CLNTUSER('bob')", NO_ACCESS)
ALLOWED, REFUSED, UNKNOWN = ConnectionOutcome


@pytest.mark.parametrize(
    ("channel", "rules", "missing", "outcome", "user"),
    [
        ("TO.QM1", FROM_QM2.format(NO_ACCESS), "--queue-manager", UNKNOWN, "mqm"),
        ("TO.QM1", FROM_QM2.format("MCAUSER('a')"), "--queue-manager", UNKNOWN, ""),
        ("TO.QM1", FROM_QM2.format("MCAUSER('a')") + ANYBODY, "--queue-manager", UNKNOWN, ""),
        ("TO.QM1", FROM_QM2.format("MCAUSER('mqm')"), "--queue-manager", UNKNOWN, "mqm"),
        # Each queue manager has a name.
        ("TO.QM1", FROM_QM2.replace("QM2", "*").format(NO_ACCESS), "", REFUSED, ""),
        ("TO.QM1", FROM_QM2.replace("QM2", "*").format("MCAUSER('a')"), "", ALLOWED, "a"),
        ("APP.PLAIN", FROM_QM2.replace("TO", "APP").format(NO_ACCESS) + BY_ADDRESS, "", ALLOWED,
         "byaddr"),
        ("APP.PLAIN", BOB_NOT + BY_ADDRESS, "--user", UNKNOWN, "byaddr"),
        ("APP.PLAIN", BY_USER + BY_ADDRESS, "--user", UNKNOWN, ""),
    ],
)  # fmt: skip
def test_a_user_or_queue_manager_that_nobody_gives(
    channel: str, rules: str, missing: str, outcome: ConnectionOutcome, user: str
) -> None:
    found = connect(rules, channel=channel, address="10.1.1.1")
    assert (found.outcome, found.user) == (outcome, user)
    assert any(f"where it fits: no {missing} is given" in s for s in found.steps) is bool(missing)


def test_what_only_warns_leaves_it_to_the_next_one() -> None:
    warns = rule("APP.*", "ADDRESSMAP", "ADDRESS('10.1.*')", "USERSRC(NOACCESS)", "WARN(YES)")
    found = connect(warns + BY_ADDRESS, channel="APP.OWN", address="10.1.2.3")
    assert (found.outcome, found.user) == (ConnectionOutcome.ALLOWED, "byaddr")
    found = connect(warns, channel="APP.OWN", address="10.1.2.3")
    assert (found.outcome, found.user) == (ConnectionOutcome.ALLOWED, "owner")
    found = connect(warns + ANYBODY, channel="APP.OWN", address="10.1.2.3")
    assert found.outcome is ConnectionOutcome.REFUSED


@pytest.mark.parametrize(
    ("word", "user", "outcome"),
    [
        ("REQUIRED", "byaddr", ConnectionOutcome.REFUSED),
        ("REQDADM", "byaddr", ConnectionOutcome.ALLOWED),
        ("REQDADM", "mqm", ConnectionOutcome.REFUSED),
        ("ASQMGR", "byaddr", ConnectionOutcome.ALLOWED),
    ],
)
def test_a_password_that_nothing_can_check(
    word: str, user: str, outcome: ConnectionOutcome
) -> None:
    """IBM, SET CHLAUTH CHCKCLNT: where CONNAUTH is blank the connection is not successful."""
    mapped = BY_ADDRESS.replace("byaddr", user).replace("\n", f" CHCKCLNT({word})\n")
    nobody = rule("*", "BLOCKUSER", "USERLIST('nobody')", "ACTION(REPLACE)")
    script = f"ALTER QMGR CONNAUTH(' ')\n{mapped}{nobody}"
    found = connect(script, channel="APP.PLAIN", address="10.1.2.3", user="bob")
    assert found.outcome is outcome
    reported = any("nothing can check while CONNAUTH is blank" in step for step in found.steps)
    assert reported is (outcome is ConnectionOutcome.REFUSED)


@pytest.mark.parametrize("name", ["CN=app1,GIVENNAME=x", "EMAILADDRESS=a@b,CN=app1,1.2.3.4=y"])
def test_a_certificate_may_have_attributes_that_no_pattern_takes(name: str) -> None:
    assert connect(BY_NAME, channel="APP.TLS", certificate=name, address="1.1.1.1").user == "byname"
    with pytest.raises(BadName):
        distinguished_name(name)
    assert name_fits("MAIL=a@*", "EMAILADDRESS=a@b")
    with pytest.raises(BadName):
        connect(BY_NAME, channel="APP.TLS", certificate="no name", address="1.1.1.1")


WINDOWS = "* Queue manager name: QM1\n* Queue manager platform: WINDOWS\n"


@pytest.mark.parametrize(("head", "is_blocked"), [(WINDOWS, True), (HEAD, False)])
def test_names_on_windows_have_no_case(head: str, is_blocked: bool) -> None:
    listed = rule("*", "BLOCKUSER", "USERLIST('evil')", "ACTION(REPLACE)")
    connects = TO_CONNECT.format("PRINCIPAL('Bob')") + TO_CONNECT.format("PRINCIPAL('EVIL')")

    def outcome(user: str) -> ConnectionOutcome:
        script = head + CHANNELS + listed + connects
        answer = asked(script, user=user, channel="APP.PLAIN", address="10.1.1.1")
        assert answer.connection is not None
        return answer.connection.outcome

    refused = ConnectionOutcome.REFUSED
    assert (outcome("EVIL") is refused) is is_blocked
    assert (outcome("bob") is refused) is not is_blocked


@pytest.mark.parametrize(
    ("pattern", "address", "expected"),
    [
        ("192.0.2.6", "192.0.2.6", True),
        ("192.0.2.0-24", "192.0.2.24", True),
        ("192.0.2.0-24", "192.0.2.25", False),
        ("192.*.6", "192.0.2.6", True),
        ("192.0.*.1-8", "192.0.7.8", True),
        ("192.0.*", "192.1.2.3", False),
        ("2001:DB8:*", "2001:db8::1", True),
        ("2001:DB8::1", "2001:db8:0:0:0:0:0:1", True),
        ("2001:DB8:0:0:0:0:0:0-F", "2001:db8::f", True),
        ("2001:DB8:*", "192.0.2.6", False),
        ("192.0.2.6", "2001:db8::1", False),
        ("192.0.*", "::FFFF:192.0.2.6", True),
        ("192.0.*", "::ffff:c000:206", True),
        ("192.1.*", "::ffff:192.0.2.6", False),
        ("::FFFF:192.0.2.6", "192.0.2.6", True),
        ("::ffff:c000:206", "::ffff:192.0.2.6", True),
        ("0:0:0:0:0:FFFF:C000:*", "192.0.2.6", True),
        ("0:0:0:0:0:FFFF:C000:100-2FF", "192.0.3.6", False),
        ("2001:*:206", "192.0.2.6", False),
        ("app*", "app1.example", True),
        ("APP1.example", "app1.EXAMPLE", True),
        ("192.0.2.6", "app1.example", None),
        ("app*", "192.0.2.6", None),
        ("192.0.2.x-y", "192.0.2.6", None),
        ("*", "anything", True),
    ],
)
def test_addresses(pattern: str, address: str, expected: bool | None) -> None:
    assert address_fits(pattern, address) is expected


def test_specificity() -> None:
    ordered = ["192.0.2.6", "192.0.2.0-24", "192.0.2.0-99", "192.0.2.*", "192.0.*.6", "192.*", "*"]
    assert sorted(sorted(ordered), key=address_specificity) == ordered
    assert address_specificity("*.example") > address_specificity("192.*")
    both = ["192.0.2.6", "0:0:0:0:0:FFFF:C000:*", "192.*"]
    assert sorted(sorted(both), key=address_specificity) == both
    channels = ["AB.C", "AB.C*", "AB.*D", "AB.*", "A*", "*"]
    assert sorted(sorted(channels), key=text_specificity) == channels
    names = ["SERIALNUMBER=1", "CN=app1,O=shop", "CN=app1", "CN=app*,O=shop", "CN=*", "O=shop"]
    assert sorted(sorted(names), key=name_specificity) == names


def test_distinguished_names() -> None:
    assert distinguished_name('CN=John Smith, O=IBM ;OU="a, b" , C=GB') == (
        ("CN", "John Smith"), ("O", "IBM"), ("OU", "a, b"), ("C", "GB"),
    )  # fmt: skip
    assert name_fits("cn=JOHN*", "CN=John Smith,O=IBM")
    assert name_fits("OU=a,OU=b", "OU=a,CN=x,OU=b,OU=c")
    assert not name_fits("OU=b,OU=a", "OU=a,OU=b")
    assert not name_fits("OU=a,OU=b,OU=c", "OU=a,OU=b")
    assert not name_fits("O=shop", "CN=app1")
    for text in ("app1", "CN", "XX=1", "CN=a,,O=b"):
        with pytest.raises(BadName):
            distinguished_name(text)
    assert fits("A.*", "A.B.C")
    assert not fits("A?", "AB")


def test_defaults_say_nothing_of_a_queue_manager_that_is_there() -> None:
    """One that a script changes in part may be of an older release."""
    for part in ("", "ALTER QMGR DESCR('x')\n", "ALTER QMGR CHLAUTH(ENABLED)\n"):
        steps = connect(part + ANYBODY, channel="APP.PLAIN", user="bob").steps
        is_known = "CHLAUTH" in part
        assert any("CHLAUTH of the queue manager is not known" in s for s in steps) is not is_known


def test_the_user_that_a_client_asserts_is_one_name() -> None:
    """MQRCCF_CHLAUTH_CLNTUSER_ERROR: no wildcard character."""
    names = {"name": "APP.*", "type": "usermap", "mca_user_identifier": "ann"}
    for user, codes in (("bob", []), ("b*", ["syntax"])):
        values = {**names, "client_user": user}
        _, problems = ChannelAuthenticationRecordSpec.validate_values(values)
        assert [problem.code for problem in problems] == codes


@pytest.mark.parametrize(
    "patterns",
    [
        # Whichever type says most: IBM's order of substrings.
        ("SERIALNUMBER=*,C=UK", "CN=a*", "OU=x,OU=y,O=IBM", "O=IBM", "C=UK"),
        # More OUs, even where one is *; then no *, one, two, and * itself.
        ("OU=*,OU=R&D,O=IBM", "OU=R&D,O=IBM"),
        ("OU=AB,O=IBM", "OU=A*,O=IBM", "OU=*A*,O=IBM", "OU=*,O=IBM"),
        # The first OU is the highest level, of DC the last.
        ("OU=A,OU=B*,O=IBM", "OU=A*,OU=B,O=IBM"),
        ("DC=b*,DC=a", "DC=b,DC=a*"),
        # Of two alike the longer one, then the letters without *, whatever their case.
        ("OU=ABC*,O=IBM", "OU=AB*,O=IBM"),
        ("OU=*ab,O=IBM", "OU=BC*,O=IBM"),
    ],
)
def test_the_order_of_distinguished_names(patterns: tuple[str, ...]) -> None:
    """Typed from "Channel authentication records", where two patterns fit one name."""
    for first, then in itertools.pairwise(patterns):
        assert name_specificity(first) < name_specificity(then), first
