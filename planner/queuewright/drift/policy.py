"""Severities and ignore rules: how bad a difference is, and which ones are accepted for a while.

    severities:
      - {attribute: queue_description, severity: low}
      - {labels: {stage: prod}, attribute: "max_*", severity: high}
    ignore:
      - {name: "TEST.*", owner: payments, reason: load test, expires: 2026-12-01}

The first severity rule that matches wins; without one, `default_severity` decides. An expired
ignore rule no longer hides anything and is itself reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import one_line
from queuewright.kinds import KINDS

__all__ = ["IgnoreRule", "Policy", "PolicyError", "Severity", "SeverityRule", "load_policy"]


class PolicyError(QueuewrightError):
    """The policy file cannot be read."""


class Severity(StrEnum):
    """From what can wait to what cannot."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class _Match(BaseModel):
    """What a rule applies to: patterns as in file names (`*`, `?`); all that are given match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    environment: str = "*"
    system: str = "*"
    kind: str = "*"
    name: str = "*"
    attribute: str = "*"
    drift: str = "*"
    labels: dict[str, str] = {}

    def matches(self, row: Mapping[str, str], labels: Mapping[str, str]) -> bool:
        for field in ("environment", "system", "kind", "name", "attribute", "drift"):
            pattern = getattr(self, field)
            if pattern != "*" and not fnmatchcase(row.get(field) or "", pattern):
                return False
        return all(fnmatchcase(labels.get(k, ""), v) for k, v in self.labels.items())


class SeverityRule(_Match):
    severity: Severity


class IgnoreRule(_Match):
    """Every rule says whose it is, why, and until when (the last day on which it holds)."""

    owner: str
    reason: str
    expires: date


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules in the order of the file."""

    severities: tuple[SeverityRule, ...] = ()
    ignores: tuple[IgnoreRule, ...] = ()

    def severity(self, row: Mapping[str, str], labels: Mapping[str, str]) -> Severity:
        """`row`: environment, system, kind, name, attribute, drift, change (its class)."""
        for rule in self.severities:
            if rule.matches(row, labels):
                return rule.severity
        return default_severity(row)

    def ignored_by(
        self, row: Mapping[str, str], labels: Mapping[str, str], today: date
    ) -> IgnoreRule | None:
        """The first rule that hides this row today."""
        return next(
            (r for r in self.ignores if r.expires >= today and r.matches(row, labels)), None
        )

    def expired(self, today: date) -> Sequence[IgnoreRule]:
        """Rules that no longer hide anything."""
        return [rule for rule in self.ignores if rule.expires < today]


def default_severity(row: Mapping[str, str]) -> Severity:
    """Low: what changes without an administrator. Critical: an object is missing, or only a
    replacement puts it right. High: it may need FORCE. Medium: the rest."""
    if row.get("drift") == "missing":
        return Severity.CRITICAL
    if row.get("drift") == "unexpected":
        return Severity.MEDIUM
    if (row.get("kind"), row.get("attribute")) in _self_changing():
        return Severity.LOW
    costs = {Change.REPLACE.value: Severity.CRITICAL, Change.MAY_FORCE.value: Severity.HIGH}
    return costs.get(row.get("change") or "", Severity.MEDIUM)


@cache
def _self_changing() -> frozenset[tuple[str, str]]:
    return frozenset(
        (kind, name)
        for kind, spec in KINDS.items()
        for name, attribute in spec.attributes().items()
        if attribute.self_changing
    )


def load_policy(path: Path | None) -> Policy:
    """Read a policy file; None is the default policy. Raises PolicyError."""
    if path is None:
        return Policy()
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        unknown = set(loaded) - {"severities", "ignore"}
        if unknown:
            raise PolicyError(
                f"{path}: {sorted(unknown)[0]!r} is not known; use severities, ignore"
            )
        return Policy(
            tuple(SeverityRule.model_validate(rule) for rule in loaded.get("severities") or ()),
            tuple(IgnoreRule.model_validate(rule) for rule in loaded.get("ignore") or ()),
        )
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror}; give the path of a policy file") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise PolicyError(
            one_line(f"{path}: {place}: {first['msg'].lower()}; correct that rule")
        ) from None
    except (yaml.YAMLError, TypeError, ValueError) as error:
        raise PolicyError(one_line(f"{path}: {error}; correct the file")) from None
