"""Content addresses: of one definition, and of everything that one system holds. Comparing two.

Equal definitions have equal fingerprints whichever environment they are in, so that a fleet that
repeats itself is stored and compared once.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any
from zlib import crc32

from queuewright.catalogue.attribute import Value
from queuewright.diff.compare import drift
from queuewright.kinds import spec_of

SIZE = 16  # bytes: 128 bits
BUCKETS = 256  # of one system's objects, by name: where two inventories differ, only some do


def canonical_json(attributes: Mapping[str, Value]) -> str:
    """The attributes as JSON with sorted keys and no blanks; tuples become arrays."""
    return json.dumps(
        attributes, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain
    )


def fingerprint(kind: str, canonical: str) -> bytes:
    """16 bytes for a definition: its kind and `canonical_json` of its attributes."""
    return blake2b(f"{kind}\n{canonical}".encode(), digest_size=SIZE).digest()


def inventory_digest(objects: Iterable[tuple[str, str, bytes]]) -> bytes:
    """16 bytes for everything on a system: (kind, name, fingerprint) of each object, any order."""
    digest = blake2b(digest_size=SIZE)
    for kind, name, address in sorted(objects):
        digest.update(f"{kind}\n{name}\n".encode())
        digest.update(address)
    return digest.digest()


def bucket_digests(objects: Iterable[tuple[str, str, bytes]]) -> list[int]:
    """A digest of each bucket of a system's objects, any order: signed integers of 64 bits.

    An object's bucket is CRC-32 of its kind, a line feed and its name, modulo `BUCKETS`. Buckets
    of equal objects have equal digests; an empty one has 0.
    """
    digests = [0] * BUCKETS
    for kind, name, address in objects:
        place = f"{kind}\n{name}".encode()
        digest = blake2b(place + address, digest_size=8).digest()
        digests[crc32(place) % BUCKETS] ^= int.from_bytes(digest, "little", signed=True)
    return digests


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)


def compare_pair(kind: str, desired: str, observed: str) -> Iterator[tuple[str, str, str, str]]:
    """(attribute, desired, observed, change class) of each managed attribute that differs.

    `desired` and `observed` are `canonical_json`; values come back as JSON. A lake has rows of
    earlier releases, with the attributes that the kind had then.
    """
    now = spec_of(kind).as_of_now
    for change in drift(kind, now(decode(desired)), now(decode(observed))):
        yield change.name, shown_value(change.before), shown_value(change.after), change.cost.value


def decode(canonical: str) -> dict[str, Value]:
    """`canonical_json` back to canonical values: arrays become tuples."""
    loaded: dict[str, Any] = json.loads(canonical)
    for name, value in loaded.items():
        if isinstance(value, list):
            loaded[name] = tuple(value)
        elif isinstance(value, dict):
            loaded[name] = {user: tuple(granted) for user, granted in value.items()}
    return loaded


def shown_value(value: Value | None) -> str:
    """A value as the drift table has it: JSON."""
    return "null" if value is None else canonical_json({"": value})[4:-1]
