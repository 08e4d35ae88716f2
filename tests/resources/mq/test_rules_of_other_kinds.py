"""Rules of channels, listeners and authentication information: what each document says."""

from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.kinds import KINDS

SYSTEMS = {platform: SystemFacts("QM1", platform) for platform in Platform}
RECEIVER, MQTT, LISTENER = "mq:ReceiverChannel", "mq:MqttChannel", "mq:Listener"
CRL, OCSP = "mq:CrlAuthentication", "mq:OcspAuthentication"
LDAP, OS = "mq:LdapAuthentication", "mq:OperatingSystemAuthentication"


def codes(kind: str, values: dict[str, Any], facts: SystemFacts) -> list[str]:
    _, problems = KINDS[kind].validate_values({"name": "A", **values}, facts)
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("cipher", "level", "found"),
    [
        ("ANY_TLS13", 910, ["cipher-later"]), ("ANY_TLS12", 900, ["cipher-later"]),
        ("TLS_AES_256_GCM_SHA384", 910, ["cipher-later"]), ("ANY_TLS13", 915, []),
        ("ANY_TLS12_OR_HIGHER", 920, []), ("ECDHE_RSA_AES_256_GCM_SHA384", 800, []),
        ("*TLS_RSA_WITH_AES_128_GCM_SHA256", 910, []), ("009C", 910, []), ("", 910, []),
        ("RC4_MD5_US", 930, []), ("TLS_BOGUS", 930, ["cipher-unknown"]),
        ("any_tls12", 930, ["cipher-unknown"]),
    ],
)  # fmt: skip
def test_cipher_specs(cipher: str, level: int, found: list[str]) -> None:
    facts = SystemFacts("QM1", command_level=level)
    assert codes(RECEIVER, {"ssl_cipher_specification": cipher}, facts) == found
    if cipher != "TLS_BOGUS":
        return
    _, [problem] = KINDS[RECEIVER].validate_values(
        {"name": "A", "ssl_cipher_specification": "any_tls12"}, facts
    )
    assert (problem.is_error, "ANY_TLS12" in problem.remediation) == (False, True)


def test_telemetry_channels_have_other_names() -> None:
    """DEFINE CHANNEL (MQTT): cipher suites of Java."""
    given = {"ssl_cipher_specification": "SSL_RSA_WITH_AES_128_CBC_SHA"}
    assert codes(MQTT, given, SYSTEMS[Platform.LINUX]) == []


@pytest.mark.parametrize(
    ("kind", "given", "platform", "found"),
    [
        (OS, {"check_client_binding": "required_admin"}, Platform.ZOS, ["platform"]),
        (OS, {"check_client_binding": "required_admin"}, Platform.LINUX, []),
        (OS, {"check_client_binding": "required"}, Platform.ZOS, []),
        (OS, {"authentication_method": "pam"}, Platform.LINUX, []),
        (OS, {"authentication_method": "pam"}, Platform.WINDOWS, ["platform"]),
        (OS, {"authentication_method": "pam"}, Platform.IBMI, ["platform"]),
        (LDAP, {"connection_name": "h"}, Platform.ZOS, ["platform"]),
        (LDAP, {"connection_name": "h"}, Platform.LINUX, []),
        (LDAP, {"connection_name": ""}, Platform.LINUX, ["server-missing"]),
        (CRL, {"connection_name": ""}, Platform.LINUX, ["server-missing"]),
        (OCSP, {"ocsp_responder_url": ""}, Platform.LINUX, ["server-missing"]),
        (LISTENER, {"transport_type": "lu62"}, Platform.LINUX, ["platform"]),
        (LISTENER, {"transport_type": "lu62", "tp_name": "T"}, Platform.WINDOWS, []),
        (LISTENER, {"transport_type": "netbios", "port": 1414}, Platform.WINDOWS,
         ["other-transport"]),
        (LISTENER, {"transport_type": "netbios", "port": 0}, Platform.WINDOWS, []),
        (LISTENER, {"transport_type": "spx", "backlog": 5, "socket": 1}, Platform.WINDOWS, []),
        (LISTENER, {"transport_type": "tcp", "port": 1414, "backlog": 5}, Platform.LINUX, []),
    ],
)  # fmt: skip
def test_what_a_platform_or_a_type_has(
    kind: str, given: dict[str, Any], platform: Platform, found: list[str]
) -> None:
    assert codes(kind, given, SYSTEMS[platform]) == found


def test_what_is_only_advised_blocks_nothing() -> None:
    values = {"name": "A", "connection_name": ""}
    blocking = {k: KINDS[k].validate_values(values, SYSTEMS[Platform.AIX])[0] for k in (CRL, LDAP)}
    assert blocking[CRL] is None
    assert blocking[LDAP] is not None
