"""The errors that keep a plan from being made at all. Each text has one line a problem, with the
remediation."""

from queuewright.catalogue.errors import QueuewrightError


class PlanError(QueuewrightError):
    """The declarations, the state or the options cannot be planned with."""
