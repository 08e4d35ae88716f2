"""CipherSpecs that a queue manager does not know. Sources: IBM MQ, CipherSpecs."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_CHANNEL, CIPHER_SPECS

from .cipher_specs import COMPLETE_FROM, KNOWN, LATER, NONE_UP_TO, plain_name

_CIPHER = "ssl_cipher_specification"
CIPHER_LATER = Rule(
    "cipher-later",
    "A CipherSpec that came later than the queue manager",
    "needs command level {level}, and {system} is at {own}",
    "use one of TLS 1.2, such as ECDHE_RSA_AES_256_GCM_SHA384, or correct command_level in "
    "queuewright:systems",
    (CIPHER_SPECS.at("CipherSpec order in TLS handshake, Alias CipherSpecs"),),
    _CIPHER,
)
CIPHER_UNKNOWN = Rule(
    "cipher-unknown",
    "A CipherSpec that IBM's lists do not have",
    "is not in IBM's lists of CipherSpecs: a queue manager refuses a name that it does not know",
    "{meant}",
    (CIPHER_SPECS.at("Enabling CipherSpecs"), CHANGE_CHANNEL.at("SSLCipherSpec")),
    _CIPHER,
    Severity.WARNING,
    "QW908",
)


@joint(CIPHER_LATER, CIPHER_UNKNOWN, of=(_CIPHER,))
def known_cipher(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    name = plain_name(str(values.get(_CIPHER) or ""))
    if name and name not in KNOWN:
        near = get_close_matches(name.upper(), sorted(KNOWN), 1)
        meant = f'did you mean "{near[0]}"?' if near else "correct the name"
        yield CIPHER_UNKNOWN(meant=meant)
    if facts is not None and name in LATER and facts.command_level <= NONE_UP_TO:
        yield CIPHER_LATER(level=COMPLETE_FROM, system=facts.name, own=facts.command_level)
