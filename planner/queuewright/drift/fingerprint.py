"""Content addresses: of one definition, and of everything that one system holds.

Equal definitions have equal fingerprints whichever environment they are in, so that a fleet that
repeats itself is stored and compared once.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from queuewright.catalogue.attribute import Value

__all__ = ["SIZE", "canonical_json", "fingerprint", "inventory_digest"]

SIZE = 16  # bytes: 128 bits


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
    for kind, name, one in sorted(objects):
        digest.update(f"{kind}\n{name}\n".encode())
        digest.update(one)
    return digest.digest()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)
