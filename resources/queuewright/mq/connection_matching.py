"""Which connections the patterns of channel authentication records match, and which pattern is the
most specific: channel names, addresses, distinguished names.

Sources: IBM's SET CHLAUTH, "Channel authentication records" (Interaction between channel
authentication records), "Generic IP addresses for channel authentication records", "IBM MQ rules
for SSLPEER values".
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

_Place = tuple[int, int]
_LITERAL: _Place = (0, 0)
_ANY: _Place = (2, 0)
_END: _Place = (3, 0)
_MAPPED_PARTS = (0, 0, 0, 0, 0, 0xFFFF)  # those that an IPv4-mapped address begins with (RFC 4291)
# The attribute types of a distinguished name, the one that says most first; with their other names:
# all that SSLPEER takes, in the order of IBM's "Distinguished Names".
_TYPES = (
    "SERIALNUMBER", "MAIL", "UID", "CN", "T", "OU", "DC", "O", "STREET", "L", "ST", "PC", "C",
    "UNSTRUCTUREDNAME", "UNSTRUCTUREDADDRESS", "DNQ",
)  # fmt: skip
_SAME_TYPE = {"E": "MAIL", "USERID": "UID", "SP": "ST", "S": "ST"}
_OF_CERTIFICATES = {**_SAME_TYPE, "EMAILADDRESS": "MAIL"}
_RDN = re.compile(r'\s*([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)=("(?:[^"]|"")*"|[^,;]*)\s*(?:[,;]|\Z)')


@lru_cache(4096)
def text_pattern(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """The texts that fit a pattern with * for any characters."""
    parts = (".*" if part == "*" else re.escape(part) for part in re.split(r"(\*)", pattern))
    return re.compile("".join(parts), re.IGNORECASE if ignore_case else 0)


def fits(pattern: str, text: str, *, ignore_case: bool = False) -> bool:
    """Whether the text fits a pattern with * for any characters: a channel profile, a QMNAME."""
    return text_pattern(pattern, ignore_case=ignore_case).fullmatch(text) is not None


def text_specificity(pattern: str) -> tuple[bool, tuple[_Place, ...]]:
    """Sorts such patterns that fit one text, the most specific first: one without * comes first,
    then the one whose * stands further to the right, then the longer one."""
    places = (_ANY if character == "*" else _LITERAL for character in pattern)
    return "*" in pattern, (*places, _END)


def is_address(text: str) -> bool:
    """Whether the text is an IP address, and not the name of a host."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def names_host(pattern: str) -> bool:
    """Whether the pattern is about names of hosts: only a name has letters, and no colon."""
    return ":" not in pattern and re.search(r"[A-Za-z]", pattern) is not None


def is_generic_address(pattern: str) -> bool:
    """Whether the text is an IP address, or a pattern of some: numbers, ranges and asterisks as its
    parts, as many as an address has, or fewer with an asterisk that stands for several. None stands
    beside the one at the end, which ends no address with "::"."""
    if is_address(pattern) or pattern == "*":
        return True
    separator, most, base, limit = (":", 8, 16, 0xFFFF) if ":" in pattern else (".", 4, 10, 255)
    parts = pattern.split(separator)
    if "::" in pattern:
        if parts[-1] == "*" or pattern.count("::") > 1:
            return False
        parts = _pattern_parts(pattern, separator)
    is_short = len(parts) < most and "*" not in parts
    if len(parts) > most or is_short or parts[-2:] == ["*", "*"]:
        return False
    return all(part == "*" or _is_range(part, base, limit) for part in parts)


def _is_range(part: str, base: int, limit: int) -> bool:
    low, dash, high = part.partition("-")
    texts = (low, high if dash else low)
    bounds = [_number(text, base) if text.isascii() and text.isalnum() else None for text in texts]
    return None not in bounds and (bounds[0] or 0) <= (bounds[1] or 0) <= limit


def address_fits(pattern: str, address: str) -> bool | None:
    """Whether an address fits a generic IP address, or the name of a host that of one; None where
    one is an IP address and the other a name: only the queue manager's name server knows. An IPv4
    address and the same one mapped in IPv6 are one ("Generic IP addresses")."""
    if pattern == "*":
        return True
    if names_host(pattern) is is_address(address):
        return None
    if names_host(pattern):
        return fits(pattern, address, ignore_case=True)
    separator = ":" if ":" in pattern else "."
    wanted = _pattern_parts(pattern, separator)
    parts = _parts_of(address, separator, is_mapped=_is_mapped(wanted))
    return _parts_fit(wanted, parts, 16 if separator == ":" else 10)


def address_specificity(pattern: str) -> tuple[bool, tuple[_Place, ...]]:
    """Sorts such patterns that fit one address: addresses before names, then from left to right a
    number before a range, a narrower range before a wider one, and those before *."""
    if names_host(pattern):
        return True, text_specificity(pattern)[1]
    separator = ":" if ":" in pattern else "."
    parts = _pattern_parts(pattern, separator)
    places = [_place(part, separator) for part in parts]
    if separator == ":" and _is_mapped(parts):  # beside IPv4 patterns, which have two parts for one
        own = places[len(_MAPPED_PARTS) :]
        places = [each for place in own for each in (place,) * (1 if place == _ANY else 2)]
    return False, (*places, _END)


def _place(part: str, separator: str) -> _Place:
    if part == "*":
        return _ANY
    low, dash, high = part.partition("-")
    base = 16 if separator == ":" else 10
    return (1, (_number(high, base) or 0) - (_number(low, base) or 0)) if dash else _LITERAL


def _parts_of(address: str, separator: str, *, is_mapped: bool) -> list[str]:
    """The parts of an address in IPv6 or IPv4, none where it has none. is_mapped: of an IPv4
    address those in IPv6."""
    known = ip_address(address)
    mapped = known if isinstance(known, IPv4Address) else known.ipv4_mapped
    if separator == ".":
        return [] if mapped is None else mapped.exploded.split(".")
    if mapped is None:
        return known.exploded.split(":")
    return IPv6Address(0xFFFF << 32 | int(mapped)).exploded.split(":") if is_mapped else []


def _is_mapped(parts: Sequence[str]) -> bool:
    """Whether a pattern of these parts is about IPv4 addresses mapped in IPv6."""
    first = parts[: len(_MAPPED_PARTS)]
    return tuple(_number(part, 16) for part in first) == _MAPPED_PARTS


def _pattern_parts(pattern: str, separator: str) -> list[str]:
    """The parts of a pattern; "::" stands for as many zeros as there is room for."""
    if separator == ":" and "." in pattern and is_address(pattern):  # ::ffff:192.0.2.6
        return ip_address(pattern).exploded.split(separator)
    if "::" not in pattern:
        return pattern.split(separator)
    left, _, right = pattern.partition("::")
    before, after = (side.split(":") if side else [] for side in (left, right))
    return [*before, *["0"] * max(8 - len(before) - len(after), 1), *after]


def _parts_fit(pattern: Sequence[str], parts: Sequence[str], base: int) -> bool:
    """* stands for one part, or for several where the pattern has fewer parts than the address."""
    if not pattern or not parts:
        return not pattern and not parts
    first, *others = pattern
    if first != "*":
        return _part_fits(first, parts[0], base) and _parts_fit(others, parts[1:], base)
    most = len(parts) - len(others)
    return any(_parts_fit(others, parts[taken:], base) for taken in range(1, most + 1))


def _part_fits(pattern: str, part: str, base: int) -> bool:
    low, dash, high = pattern.partition("-")
    bounds = _number(low, base), _number(high if dash else low, base)
    number = int(part, base)
    return None not in bounds and (bounds[0] or 0) <= number <= (bounds[1] or 0)


def _number(text: str, base: int) -> int | None:
    try:
        return int(text, base)
    except ValueError:
        return None


NAME_SYNTAX = 'give TYPE=VALUE, separated by commas, such as "CN=app,O=shop"'


class BadName(ValueError):
    """A text that is no distinguished name."""


@lru_cache(1024)
def distinguished_name(text: str, *, of_certificate: bool = False) -> tuple[tuple[str, str], ...]:
    """The attributes of a distinguished name in their order, each with its value. of_certificate:
    it may have attributes that no pattern takes (IBM's "Distinguished Names"). Raises BadName for a
    text that is not one."""
    found, at = [], 0
    same = _OF_CERTIFICATES if of_certificate else _SAME_TYPE
    while at < len(text.rstrip()):
        match = _RDN.match(text, at)
        kind = match[1].upper() if match else ""
        kind = same.get(kind, kind)
        if match is None or not (of_certificate or kind in _TYPES):
            raise BadName(text[at:].strip())
        value = match[2].strip()
        if value.startswith('"'):
            value = value[1:-1].replace('""', '"')
        found.append((kind, value))
        at = match.end()
    return tuple(found)


def name_fits(pattern: str, name: str) -> bool:
    """Whether a certificate's name fits an SSLPEER pattern: it has each attribute of the pattern,
    those of one type (OU) in the same order and from the first on; case does not count. Raises
    BadName where either is no distinguished name."""
    has = distinguished_name(name, of_certificate=True)
    for kind, wanted in _by_type(distinguished_name(pattern)):
        values = [value for other, value in has if other == kind]
        if len(values) < len(wanted):
            return False
        if not all(fits(p, v, ignore_case=True) for p, v in zip(wanted, values, strict=False)):
            return False
    return True


def name_specificity(pattern: str) -> tuple[object, ...]:
    """Sorts SSLPEER patterns that fit one name, the most specific first: from the attribute type
    that says most to the one that says least, to have it is more specific. Of several OU or DC the
    pattern with more of them is, even where one is *; else they are compared from the highest level
    down, which is the first OU and the last DC (IBM's "Channel authentication records")."""
    wanted = dict(_by_type(distinguished_name(pattern)))
    return tuple(_of_type(kind, wanted.get(kind, [])) for kind in _TYPES)


def _of_type(kind: str, values: list[str]) -> tuple[object, ...]:
    levels = reversed(values) if kind == "DC" else values
    return -len(values), [_value_specificity(value) for value in levels]


def _value_specificity(value: str) -> tuple[int, int, str]:
    """A value without * first, then with one of them, with two, then * itself; of two alike the
    longer one, then the first by its letters without *."""
    only = value.strip("*") == ""
    wildcards = 3 if only and value else min(value.count("*"), 2)
    return wildcards, -len(value), value.replace("*", "").casefold()


def _by_type(attributes: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    kinds = dict.fromkeys(kind for kind, _ in attributes)
    for each in kinds:
        yield each, [value for kind, value in attributes if kind == each]
