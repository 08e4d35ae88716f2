"""The commands of `queuewright drift`: importing their modules makes them known, in this order."""

from . import drift, drift_acknowledge, drift_plan, drift_upkeep, drift_watch

__all__ = ["drift", "drift_acknowledge", "drift_plan", "drift_upkeep", "drift_watch"]
