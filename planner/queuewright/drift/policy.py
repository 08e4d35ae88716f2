"""Severities and ignore rules: how bad a difference is, and which ones are accepted for a while.

    severities:
      - {attribute: queue_description, severity: low}
      - {labels: {stage: prod}, attribute: "max_*", severity: high}
    ignore:
      - {name: "TEST.*", owner: payments, reason: load test, expires: 2026-12-01}
    lost_share: 0.5
    max_age: 24h

The first severity rule that matches wins; without one, `default_severity` decides. An expired
ignore rule no longer hides anything and is itself reported. A kind, attribute or drift that there
is not one of is an error: such a rule would never match, without a sign of it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from difflib import get_close_matches
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.kinds import KINDS
from queuewright.yaml_reader import read_yaml

from .acknowledgements import Acknowledgement, load_acknowledgements
from .fleet import first_problem
from .identity import IDENTITY, identity_of

_FIELDS = ("severities", "ignore", "lost_share", "max_age")
LOST_SHARE = 0.5
LEAST_LOST = 10  # objects: of a small system, half of them may well have been deleted
DRIFT = ("changed", "missing", "unexpected", "inconsistent")


class PolicyError(QueuewrightError):
    """The policy file cannot be read."""


class DriftSeverity(StrEnum):
    """From what can wait to what cannot."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class _Match(BaseModel):
    """The scope of a rule: patterns as in file names (`*`, `?`); all that are given match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    environment: str = "*"
    system: str = "*"
    kind: str = "*"
    name: str = "*"
    attribute: str = "*"
    drift: str = "*"
    labels: dict[str, str] = {}

    @field_validator("kind", "attribute", "drift")
    @classmethod
    def _known(cls, pattern: str, info: ValidationInfo) -> str:
        return known_pattern(str(info.field_name), pattern)

    def matches(self, row: Mapping[str, str], labels: Mapping[str, str]) -> bool:
        for column in IDENTITY:
            pattern = getattr(self, column)
            if pattern != "*" and not fnmatchcase(row.get(column) or "", pattern):
                return False
        return all(fnmatchcase(labels.get(k, ""), v) for k, v in self.labels.items())


class SeverityRule(_Match):
    severity: DriftSeverity


class IgnoreRule(_Match):
    """Every rule says whose it is, why, and until when (the last day on which it holds)."""

    owner: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    expires: date

    @field_validator("expires", mode="before")
    @classmethod
    def _day(cls, value: Any) -> Any:
        if not isinstance(value, str | date):  # 20261201 would be seconds since 1970
            raise ValueError(f"{shown(value)} is not a day; write it as 2026-12-01")
        return value.date() if isinstance(value, datetime) else value

    @model_validator(mode="after")
    def _narrow(self) -> Self:
        """One that lost its pattern hides everything, without a word."""
        if not self.model_fields_set & {*IDENTITY, "labels"}:
            raise ValueError("it hides every difference; give environment, name or the like")
        return self


@dataclass(frozen=True, slots=True)
class Expired:
    """An acknowledgement that no longer hides anything: whose it was, why, and its last day."""

    owner: str
    reason: str
    expires: date


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules in the order of the file. acknowledged: single differences, by id.

    lost_share: a system that has lost this share of its objects since it was read before, or more,
    is suspicious; 0: none is. max_age: hours after which a system that was not read is stale.
    """

    severities: tuple[SeverityRule, ...] = ()
    ignores: tuple[IgnoreRule, ...] = ()
    acknowledged: Mapping[str, Acknowledgement] = field(default_factory=dict)
    lost_share: float = LOST_SHARE
    max_age: float | None = None

    def severity(self, row: Mapping[str, str], labels: Mapping[str, str]) -> DriftSeverity:
        """`row`: environment, system, kind, name, attribute, drift, change (its class)."""
        for rule in self.severities:
            if rule.matches(row, labels):
                return rule.severity
        return default_severity(row)

    def ignored_by(
        self, row: Mapping[str, str], labels: Mapping[str, str], today: date
    ) -> IgnoreRule | Acknowledgement | None:
        """The reason why this row is hidden today: an acknowledgement, or else the first rule."""
        if self.acknowledged:
            one = self.acknowledged.get(identity_of(row))
            if one is not None and one.until >= today:
                return one
        return next(
            (r for r in self.ignores if r.expires >= today and r.matches(row, labels)), None
        )

    def unknown_labels(self, known: Collection[str]) -> Sequence[str]:
        """Labels that rules name, and that no environment has: such a rule matches nothing."""
        rules = (*self.severities, *self.ignores)
        return sorted({label for rule in rules for label in rule.labels} - set(known))

    def expired(self, today: date) -> Sequence[Expired]:
        """Rules and acknowledgements that no longer hide anything."""
        rules = [Expired(r.owner, r.reason, r.expires) for r in self.ignores if r.expires < today]
        return rules + [
            Expired(f"{one.by}, who acknowledged {one.id}", one.reason, one.until)
            for one in self.acknowledged.values()
            if one.until < today
        ]


def default_severity(row: Mapping[str, str]) -> DriftSeverity:
    """Low: what changes without an administrator. Critical: an object is missing, or only a
    replacement puts it right. High: it may need FORCE. Medium: the rest."""
    if row.get("drift") == "missing":
        return DriftSeverity.CRITICAL
    if row.get("drift") == "unexpected":
        return DriftSeverity.MEDIUM
    if (row.get("kind"), row.get("attribute")) in _self_changing():
        return DriftSeverity.LOW
    costs = {
        Change.REPLACE.value: DriftSeverity.CRITICAL,
        Change.MAY_FORCE.value: DriftSeverity.HIGH,
    }
    return costs.get(row.get("change") or "", DriftSeverity.MEDIUM)


@cache
def _self_changing() -> frozenset[tuple[str, str]]:
    return frozenset(
        (kind, name)
        for kind, spec in KINDS.items()
        for name, attribute in spec.attributes().items()
        if attribute.self_changing
    )


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    attributes = sorted({name for spec in KINDS.values() for name in spec.attributes()})
    # "": what is missing or unexpected as a whole
    return {"kind": tuple(KINDS), "attribute": ("", *attributes), "drift": DRIFT}


def known_pattern(field: str, pattern: str) -> str:
    """The pattern, where a kind, attribute or drift (`field`) that there is matches it. Raises
    ValueError."""
    words = _words()[field]
    if any(fnmatchcase(word, pattern) for word in words):
        return pattern
    close = get_close_matches(pattern, words, 3, 0.5) or sorted(words)[:3]
    raise ValueError(
        f"{shown(pattern)} matches no {field} that there is; perhaps {' or '.join(close)}"
    )


_Rule = TypeVar("_Rule", bound=_Match)


def load_policy(path: Path | None, acknowledgements: Path | None = None) -> Policy:
    """Read a policy file; None is the default policy. acknowledgements: their file, None for none.
    Raises PolicyError, AcknowledgementError."""
    policy = _load(path)
    if acknowledgements is None:
        return policy
    return replace(policy, acknowledged=load_acknowledgements(acknowledgements))


def _load(path: Path | None) -> Policy:
    if path is None:
        return Policy()
    try:
        loaded = read_yaml(path.read_text(encoding="utf-8")) or {}
        if not isinstance(loaded, Mapping):
            raise PolicyError(f"{path}: holds {shown(loaded)}; write severities: and ignore:")
        unknown = set(loaded) - set(_FIELDS)
        if unknown:
            raise PolicyError(
                f"{path}: {shown(min(unknown, key=str))} is not known; use {', '.join(_FIELDS)}"
            )
        return Policy(
            _rules(path, "severities", loaded, SeverityRule),
            _rules(path, "ignore", loaded, IgnoreRule),
            lost_share=_lost_share(path, loaded.get("lost_share", LOST_SHARE)),
            max_age=_max_age(path, loaded.get("max_age")),
        )
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror}; give the path of a policy file") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise PolicyError(one_line(f"{path}: {error}; correct the file")) from None


def _lost_share(path: Path, value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise PolicyError(
        f"{path}: lost_share is {shown(value)}; write a share from 0 to 1, 0 for no such check"
    )


def _max_age(path: Path, value: Any) -> float | None:
    """Hours."""
    if value is None:
        return None
    given = re.fullmatch(r"([0-9]{1,6})([hd])", value) if isinstance(value, str) else None
    if given is None or int(given[1]) == 0:
        raise PolicyError(f"{path}: max_age is {shown(value)}; write hours or days, as 24h or 7d")
    return int(given[1]) * (24.0 if given[2] == "d" else 1.0)


def _rules(
    path: Path, name: str, loaded: Mapping[str, Any], kind: type[_Rule]
) -> tuple[_Rule, ...]:
    listed = loaded.get(name) or []
    if not isinstance(listed, list):
        raise PolicyError(f"{path}: {name} is {shown(listed)}; write it as a list of rules")
    rules = []
    for position, rule in enumerate(listed, 1):
        try:
            rules.append(kind.model_validate(rule))
        except ValidationError as error:
            place, problem = first_problem(error)
            where = f"{position}.{place}" if place else str(position)
            raise PolicyError(
                one_line(f"{path}: {name} rule {where}: {problem}; correct that rule")
            ) from None
    return tuple(rules)
