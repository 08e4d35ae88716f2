"""The JSON of mqweb, IBM MQ's administrative REST interface: runCommandJSON, both ways.

requests: definitions into request bodies and back. responses: what mqweb answers, and how it says
that something failed. dialect: files of either. No network here.
"""

from .requests import command, definition, display, request
from .responses import (
    BadResponse,
    MqwebAnswer,
    answers,
    displayed,
    observed_from_responses,
    observed_values,
    response,
)
from .texts import displayed_row

__all__ = [
    "BadResponse",
    "MqwebAnswer",
    "answers",
    "command",
    "definition",
    "display",
    "displayed",
    "displayed_row",
    "observed_from_responses",
    "observed_values",
    "request",
    "response",
]
