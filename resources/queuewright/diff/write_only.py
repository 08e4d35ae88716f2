"""Attributes that a system takes and never reports: passwords.

What was last applied is known by a digest in the state, and by nothing else. Each digest has a salt
of its own, so that equal passwords do not show as equal; scrypt makes guessing costly. Whether what
the program gives is still that, is the one question that it answers.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.hiding import SECRET
from queuewright.kinds import spec_of

DIGESTS = "__write_only"
"""Output of a resource: attribute -> digest of what was last applied. Only there where the program
gives such an attribute."""

_METHOD = "scrypt"
_COST: Mapping[str, int] = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # about 30 ms
_SALT = 16  # bytes


@cache
def write_only(kind: str) -> frozenset[str]:
    """The attributes of a kind that nobody reads. Raises UnknownKind."""
    return frozenset(n for n, each in spec_of(kind).attributes().items() if each.write_only)


def digest_of(value: Value) -> str:
    """`scrypt$SALT$DIGEST`, in hexadecimal, with a new salt."""
    salt = secrets.token_bytes(_SALT)
    return f"{_METHOD}${salt.hex()}${_hashed(str(value), salt)}"


@lru_cache(1024)  # both the preview and the update ask, and a refresh before them
def _hashed(text: str, salt: bytes) -> str:
    return hashlib.scrypt(text.encode(), salt=salt, **_COST).hex()


def is_of(value: Value, digest: str) -> bool:
    """Whether the digest was made of this value. One of another form is of nothing."""
    method, _, rest = digest.partition("$")
    salt, _, hashed = rest.partition("$")
    try:
        key = bytes.fromhex(salt)
    except ValueError:
        return False
    return method == _METHOD and hmac.compare_digest(_hashed(str(value), key), hashed)


def digests_of(properties: Mapping[str, Any]) -> Mapping[str, str]:
    """The digests among the outputs of a resource."""
    kept = properties.get(DIGESTS)
    if not isinstance(kept, Mapping):  # nearly every resource
        return {}
    return {str(name): str(digest) for name, digest in kept.items()}


def digested(
    kind: str, given: Mapping[str, Any], before: Mapping[str, str], kept: Collection[str] = ()
) -> dict[str, str]:
    """The digests after a step that applied `given`. before: those of the state, which stay where
    the value is the same. kept: attributes whose digest stays, as they were not applied."""
    digests = {name: before[name] for name in kept if name in before}
    for name in sorted(write_only(kind) & given.keys() - digests.keys()):
        value, old = given[name], before.get(name)
        if isinstance(value, str):
            digests[name] = old if old is not None and is_of(value, old) else digest_of(value)
    return digests


def last_applied(
    kind: str, desired: Mapping[str, Any], digests: Mapping[str, str]
) -> dict[str, Value]:
    """Attribute -> what was last applied: the desired value where the digest is of it, else a word
    in its place."""
    return {
        name: desired[name] if is_of(desired[name], digests[name]) else SECRET
        for name in write_only(kind) & desired.keys() & digests.keys()
    }


def with_digests_of(outputs: dict[str, Any], declared: Collection[str]) -> dict[str, Any]:
    """The outputs without the digests of what the program does not give any more."""
    digests = digests_of(outputs)
    if not digests:
        return outputs
    kept = {name: digest for name, digest in digests.items() if name in declared}
    rest = {name: value for name, value in outputs.items() if name != DIGESTS}
    return dict(sorted({**rest, DIGESTS: kept}.items())) if kept else rest


def without_write_only(kind: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values without what nobody reads."""
    hidden = write_only(kind)
    if hidden.isdisjoint(values):  # nearly every object
        return values
    return {name: value for name, value in values.items() if name not in hidden}
