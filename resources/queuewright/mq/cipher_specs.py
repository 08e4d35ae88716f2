"""CipherSpecs: which IBM has deprecated, and which two ends agree on.

Sources: IBM MQ, Enabling CipherSpecs; Deprecated CipherSpecs.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

_SSL_3 = (
    "AES_SHA_US DES_SHA_EXPORT DES_SHA_EXPORT1024 FIPS_WITH_DES_CBC_SHA FIPS_WITH_3DES_EDE_CBC_SHA"
    " NULL_MD5 NULL_SHA RC2_MD5_EXPORT RC4_MD5_EXPORT RC4_MD5_US RC4_SHA_US RC4_56_SHA_EXPORT1024"
    " TRIPLE_DES_SHA_US"
)
_TLS_1_0 = (
    "TLS_RSA_EXPORT_WITH_RC2_40_MD5 TLS_RSA_EXPORT_WITH_RC4_40_MD5 TLS_RSA_WITH_DES_CBC_SHA"
    " TLS_RSA_WITH_NULL_MD5 TLS_RSA_WITH_NULL_SHA TLS_RSA_WITH_RC4_128_MD5"
    " TLS_RSA_WITH_AES_128_CBC_SHA TLS_RSA_WITH_AES_256_CBC_SHA TLS_RSA_WITH_3DES_EDE_CBC_SHA"
)
_TLS_1_2 = (
    "ECDHE_ECDSA_NULL_SHA256 ECDHE_ECDSA_RC4_128_SHA256 ECDHE_RSA_NULL_SHA256"
    " ECDHE_RSA_RC4_128_SHA256 TLS_RSA_WITH_NULL_SHA256 TLS_RSA_WITH_RC4_128_SHA256"
    " ECDHE_ECDSA_3DES_EDE_CBC_SHA256 ECDHE_RSA_3DES_EDE_CBC_SHA256"
)
_TLS_1_2_USUAL = (
    "ECDHE_ECDSA_AES_128_CBC_SHA256 ECDHE_ECDSA_AES_256_CBC_SHA384 ECDHE_ECDSA_AES_128_GCM_SHA256"
    " ECDHE_ECDSA_AES_256_GCM_SHA384 ECDHE_RSA_AES_128_CBC_SHA256 ECDHE_RSA_AES_256_CBC_SHA384"
    " ECDHE_RSA_AES_128_GCM_SHA256 ECDHE_RSA_AES_256_GCM_SHA384 TLS_RSA_WITH_AES_128_CBC_SHA256"
    " TLS_RSA_WITH_AES_256_CBC_SHA256 TLS_RSA_WITH_AES_128_GCM_SHA256"
    " TLS_RSA_WITH_AES_256_GCM_SHA384"
)
_TLS_1_3 = (
    "TLS_CHACHA20_POLY1305_SHA256 TLS_AES_256_GCM_SHA384 TLS_AES_128_GCM_SHA256"
    " TLS_AES_128_CCM_SHA256 TLS_AES_128_CCM_8_SHA256"
)
# CipherSpec that IBM calls deprecated -> its protocol.
DEPRECATED: Mapping[str, str] = MappingProxyType(
    {
        name: protocol
        for protocol, names in (("SSL 3.0", _SSL_3), ("TLS 1.0", _TLS_1_0), ("TLS 1.2", _TLS_1_2))
        for name in names.split()
    }
)
_NEW = re.compile(r"TLS_(AES|CHACHA20)_")  # TLS 1.3: they name no key exchange
# Alias CipherSpec -> the versions of TLS that it stands for.
_ALIASES: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        "ANY": frozenset((12, 13)),
        "ANY_TLS12": frozenset((12,)),
        "ANY_TLS12_OR_HIGHER": frozenset((12, 13)),
        "ANY_TLS13": frozenset((13,)),
        "ANY_TLS13_OR_HIGHER": frozenset((13,)),
    }
)
# The command level that all platforms have TLS 1.3 and the aliases from: "From IBM MQ 9.2.0"
# (CipherSpec order in TLS handshake; Relationship between alias CipherSpec settings). Releases
# between 9.1.0 and it had some of them already.
COMPLETE_FROM, NONE_UP_TO = 920, 910
# Names that came after MQ 9.1.0.
LATER = frozenset((*_TLS_1_3.split(), *_ALIASES))
KNOWN = LATER | DEPRECATED.keys() | set(_TLS_1_2_USUAL.split())
_CODE = re.compile(r"[0-9A-F]{4}")  # z/OS and IBM i know them by their codes too


def plain_name(name: str) -> str:
    """Without the asterisk of IBM i; "" for a code."""
    plain = name.strip().removeprefix("*")
    return "" if _CODE.fullmatch(plain.upper()) else plain


def agree(one: str, other: str) -> bool | None:
    """Whether two ends of a channel can agree on a CipherSpec: the same at both, "" for no TLS, or
    one that the other's alias stands for. None where that is not known."""
    one, other = one.strip().upper(), other.strip().upper()
    if one == other:
        return True
    if not one or not other:
        return False
    if one not in _ALIASES and other not in _ALIASES:
        return False
    versions = [_versions(each) for each in (one, other)]
    if not all(versions):
        return None
    return not versions[0].isdisjoint(versions[1])


def _versions(name: str) -> frozenset[int]:
    """Of TLS, as 12 for 1.2; empty where they are not known."""
    if name in _ALIASES:
        return _ALIASES[name]
    if name in DEPRECATED:
        return frozenset((12,)) if DEPRECATED[name] == "TLS 1.2" else frozenset((10,))
    if _NEW.match(name):
        return frozenset((13,))
    return frozenset((12,)) if re.match(r"(ECDHE|TLS_RSA)_", name) else frozenset()
