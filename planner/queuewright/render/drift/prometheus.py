"""A run's summary for Prometheus: a file for the textfile collector of node_exporter.

Source: Prometheus, Exposition formats, Text-based format.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .metrics import Measurement, measurements

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

_UNITS = {"s": "_seconds"}


def prometheus(summary: "Summary") -> str:
    """The text; every name and value in a label comes from outside and is escaped."""
    return "".join(
        line + "\n" for measurement in measurements(summary) for line in _lines(measurement)
    )


def _lines(measurement: Measurement) -> list[str]:
    name = measurement.name.replace(".", "_") + _UNITS.get(measurement.unit, "")
    if not measurement.samples:
        return []
    return [
        f"# HELP {name} {measurement.text}",
        f"# TYPE {name} gauge",
        *(f"{name}{_labels(labels)} {value:.17g}" for labels, value in measurement.samples),
    ]


def _labels(labels: Mapping[str, str]) -> str:
    given = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{given}}}" if given else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
