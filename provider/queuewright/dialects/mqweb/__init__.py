"""The JSON of mqweb, IBM MQ's administrative REST interface: runCommandJSON, both ways.

requests: definitions into request bodies and back. responses: what mqweb answers, and how it says
that something failed. script: files of either. No network here.
"""

from queuewright.dialects.protocol import CannotWrite

from .requests import definition, request
from .responses import (
    Answer,
    BadResponse,
    answers,
    observed_from_responses,
    observed_values,
)
from .script import Entry, read_script

__all__ = [
    "Answer",
    "BadResponse",
    "CannotWrite",
    "Entry",
    "answers",
    "definition",
    "observed_from_responses",
    "observed_values",
    "read_script",
    "request",
]
