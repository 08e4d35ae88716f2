"""Queues and channels as the resources of version 1 of the REST API have them: JSON in groups.

    {"name": "A", "type": "local", "storage": {"maximumDepth": 5000}, "trigger": {"enabled": true}}

Source: IBM MQ, /admin/qmgr/{qmgrName}/queue GET and POST (attributes, status, filter).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.diagnostic import shown

from .resource_tables import CHANNEL_TYPES, NOT_KEPT, QUEUE_TYPES, TIMESTAMPS, RestAttribute


class BadAttribute(ValueError):
    """A name in a body or a query is not an attribute of the resource; one line."""


def parameters(table: tuple[RestAttribute, ...], groups: Mapping[str, Any]) -> dict[str, Any]:
    """The groups of a body as parameters of runCommandJSON. Raises BadAttribute."""
    by_path = {attribute.path: attribute for attribute in table}
    given: dict[str, Any] = {}
    for path, value in _leaves(groups):
        attribute = by_path.get(path)
        if attribute is None:
            raise BadAttribute(f"{shown(path, 60)} is not an attribute of the resource")
        word = _word(attribute, value)
        if not attribute.keyword:
            given[word.lower()] = "yes"
            continue
        keyword = attribute.keyword.lower()
        off = attribute.words.get(False)
        if given.get(keyword, off) not in (off, word) and word != off:
            raise BadAttribute(f"{path} cannot be true together with another of its group")
        if word != off or keyword not in given:
            given[keyword] = word
    return given


def _leaves(groups: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in groups.items():
        if isinstance(value, Mapping) and before.count(".") < 2:
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _word(attribute: RestAttribute, value: Any) -> Any:
    path = attribute.path
    if attribute.words:
        # A number is not a truth value, though True == 1.
        is_switch = set(attribute.words) == {True, False}
        right = isinstance(value, bool) if is_switch else isinstance(value, str)
        if not right or value not in attribute.words:
            words = "true, false" if is_switch else ", ".join(attribute.words)
            raise BadAttribute(f"{path} is {shown(value, 40)}, and not one of {words}")
        return attribute.words[value]
    if attribute.is_number:
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadAttribute(f"{path} is {shown(value, 40)}, and not an integer")
    elif not isinstance(value, str):
        raise BadAttribute(f"{path} is {shown(value, 40)}, and not a string")
    return value


class AttributeSelection:
    """Which attributes a request asks for: `*`, groups and attributes, separated by commas."""

    def __init__(self, tables: tuple[tuple[RestAttribute, ...], ...], asked: str | None) -> None:
        """Raises BadAttribute for a name that the tables do not have."""
        self.names = [name for name in (asked or "").split(",") if name]
        types = [*QUEUE_TYPES, *CHANNEL_TYPES]
        paths = {a.path.replace("TYPE", t) for table in tables for a in table for t in types}
        for name in self.names:
            known = name == "*" or any(f"{path}.".startswith(f"{name}.") for path in paths)
            if not known and name.split(".")[0] not in NOT_KEPT:
                raise BadAttribute(f"{shown(name, 60)} is not an attribute of the resource")

    def __contains__(self, path: str) -> bool:
        return any(name == "*" or f"{path}.".startswith(f"{name}.") for name in self.names)

    def __bool__(self) -> bool:
        return bool(self.names)


def resource(
    table: tuple[RestAttribute, ...],
    kind: Mapping[str, str],
    row: Mapping[str, Any],
    choice: AttributeSelection,
) -> dict[str, Any]:
    """A displayed object as the resource has it. kind: its name and type."""
    shown_resource: dict[str, Any] = dict(kind)
    for attribute in table:
        path = attribute.path.replace("TYPE", kind["type"])
        if path not in choice and not attribute.always:
            continue
        value = in_json(attribute, kind["type"], row)
        if value is None:
            continue
        *groups, name = path.split(".")
        place = shown_resource
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return shown_resource


def in_json(attribute: RestAttribute, resource_type: str, row: Mapping[str, Any]) -> Any:
    """The value of an attribute of a displayed object; None where that has none."""
    group = attribute.path.split(".")[0]
    if group in (*QUEUE_TYPES, *CHANNEL_TYPES) and group != resource_type:
        return None
    value = attribute.in_json(row)
    if attribute.keyword in ("CONNAME", "LOCLADDR") and value is not None:
        return [_address(part) for part in str(value).split(",") if part]
    return value


def _address(text: str) -> dict[str, Any]:
    """`host(port)`; a text of another form is a host alone, as IBM says."""
    host, opens, rest = text.strip(" ").partition("(")
    port = rest.removesuffix(")")
    if opens and rest.endswith(")") and port.isascii() and port.isdigit():
        return {"host": host, "port": int(port[:9])}
    return {"host": text.strip(" ")}


@dataclass(frozen=True, slots=True)
class Filter:
    """`storage.maximumDepth:greaterThan:5000`; a text may end with an asterisk, a time stamp
    anywhere in it: `timestamps.altered:equalTo:2026-11-2*`."""

    attribute: RestAttribute
    operator: str
    value: Any

    @classmethod
    def of(cls, tables: tuple[tuple[RestAttribute, ...], ...], text: str) -> "Filter":
        """Raises BadAttribute."""
        path, _, rest = text.partition(":")
        operator, colon, value = rest.partition(":")
        by_path = {attribute.path: attribute for table in tables for attribute in table}
        attribute = by_path.get(path)
        if path in ("name", "type") or attribute is None or not colon:
            raise BadAttribute(f"filter={shown(text, 60)} is not attribute:operator:value")
        known = _OPERATORS if attribute.is_number else ("equalTo", "notEqualTo")
        if operator not in known:
            rule = f"{shown(operator, 40)} is not one of {', '.join(known)}, which {path} can have"
            raise BadAttribute(rule)
        if attribute.is_number:
            if not value.removeprefix("-").isdecimal() or len(value) > 20:
                raise BadAttribute(f"filter of {path}: {shown(value, 40)} is not an integer")
            return cls(attribute, operator, int(value))
        if set(attribute.words) == {True, False}:
            if value not in ("true", "false"):
                raise BadAttribute(f"filter of {path}: {shown(value, 40)} is not true or false")
            return cls(attribute, operator, value == "true")
        if attribute in TIMESTAMPS and not value.endswith(("*", "Z")):
            value += _FRACTION  # a filter has none: YYYY-MM-DDThh:mm:ss
        return cls(attribute, operator, value)

    def passes(self, resource_type: str, row: Mapping[str, Any]) -> bool:
        found = in_json(self.attribute, resource_type, row)
        if found is None:
            return False
        if self.attribute.is_number:
            return isinstance(found, int) and _OPERATORS[self.operator](found, self.value)
        same = found == self.value
        if isinstance(self.value, str) and self.value.endswith("*"):
            same = str(found).startswith(self.value[:-1])
        return same is (self.operator == "equalTo")


_FRACTION = ".000Z"
_OPERATORS: Mapping[str, Any] = {
    "lessThan": int.__lt__,
    "greaterThan": int.__gt__,
    "equalTo": int.__eq__,
    "notEqualTo": int.__ne__,
    "lessThanOrEqualTo": int.__le__,
    "greaterThanOrEqualTo": int.__ge__,
}
