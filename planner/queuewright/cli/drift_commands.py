"""The commands of `queuewright drift`: importing their modules makes them known."""

from . import drift, drift_plan, drift_upkeep

__all__ = ["drift", "drift_plan", "drift_upkeep"]
