"""A run's summary as measurements: the same names and labels in Prometheus and OpenTelemetry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from queuewright.drift.policy import DRIFT, DriftSeverity

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

Sample = tuple[Mapping[str, str], float]


@dataclass(frozen=True, slots=True)
class Measurement:
    """A gauge. name: of OpenTelemetry, whose dots are Prometheus' underscores. unit: of UCUM, as
    OpenTelemetry has it. samples: one a set of labels, which is the same set in every run, so that
    what is over goes to 0."""

    name: str
    text: str
    samples: Sequence[Sample]
    unit: str = "1"

    @classmethod
    def of(cls, name: str, text: str, value: float, unit: str = "1") -> "Measurement":
        """One without labels."""
        return cls(f"queuewright.drift.{name}", text, [({}, value)], unit)


def measurements(summary: "Summary") -> list[Measurement]:
    """Counts of the run, when it was, and whether it was whole. Single environments are labels only
    where there is something to say of them."""
    counts = summary.counts
    severities = [
        ({"severity": word.value}, summary.by_severity.get(word.value, 0)) for word in DriftSeverity
    ]
    drifts = [({"drift": word}, summary.by_drift.get(word, 0)) for word in DRIFT]
    statuses = [({"status": word}, counts[word]) for word in ("new", "persisting")]
    worst = [({"environment": row["environment"]}, row["drift"]) for row in summary.environments]
    old = [
        ({"environment": row["environment"], "system": row["system"]}, 3600.0 * row["hours"])
        for row in summary.stale
        if row["last_read"]
    ]
    at = datetime.fromisoformat(summary.at).timestamp()
    prefix = "queuewright.drift."
    return [
        Measurement.of("run.time", "When the last run was, in seconds since 1970.", at, "s"),
        Measurement.of("run.exit_code", "How the last run ended: 0, 2 or 4.", summary.exit_code),
        Measurement.of("environments", "Environments of the run.", counts["environments"]),
        Measurement.of("environments.failed", "Environments that failed.", counts["failed"]),
        Measurement.of("objects", "Objects that were read.", counts["objects"]),
        Measurement(f"{prefix}differences", "Differences, by severity.", severities),
        Measurement(f"{prefix}differences.sort", "Differences, by kind of difference.", drifts),
        Measurement(f"{prefix}differences.status", "Differences, new or not.", statuses),
        Measurement.of("resolved", "Differences that the run found resolved.", counts["resolved"]),
        Measurement.of("ignored", "Differences that a rule hides.", counts["ignored"]),
        Measurement.of("systems.stale", "Systems read too long ago.", len(summary.stale)),
        Measurement(
            f"{prefix}environment.differences", "Differences of the 50 worst environments.", worst
        ),
        Measurement(f"{prefix}system.age", "How long ago a stale system was read.", old, "s"),
    ]
