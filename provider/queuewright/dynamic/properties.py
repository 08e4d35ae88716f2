"""The properties of one resource as the engine hands them over."""

from collections.abc import Mapping
from typing import Any

import pulumi

from queuewright.diff.normalise import Inputs, read_inputs
from queuewright.program.pulumi_internals import Unknown


def is_unknown(value: Any) -> bool:
    return isinstance(value, Unknown)


def is_output(value: Any) -> bool:
    """Whether a value of a program may be known only later."""
    return isinstance(value, pulumi.Output)


def read(kind: str, properties: Mapping[str, Any]) -> Inputs:
    """Inputs, or old outputs, as they come from the engine."""
    return read_inputs(kind, properties, is_unknown=is_unknown)
