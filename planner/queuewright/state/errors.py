"""Errors about a stack's state. Each text is one line with the remediation."""

from queuewright.catalogue.errors import QueuewrightError


class StateError(QueuewrightError):
    """The state of a stack is malformed, of a newer format, or of another stack."""


class StackLocked(QueuewrightError):
    """Another process works on the stack, or one that was ended left its lock behind."""
