"""The properties of one resource as the engine hands them over."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pulumi

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import LISTED_IN, RETAIN, SECRET_INPUTS
from queuewright.diff.normalise import Inputs, read_inputs
from queuewright.program.pulumi_internals import Unknown


class FromProgram(NamedTuple):
    """For the provider, besides the inputs. listed_in: the file that lists what the program
    declares. secret: inputs that it marks so. retains: Pulumi's retain_on_delete."""

    listed_in: str = ""
    secret: frozenset[str] = frozenset()
    retains: bool = False


def taken_apart(news: Mapping[str, Any]) -> tuple[dict[str, Any], FromProgram]:
    """The new inputs, and what no state has."""
    given = {name: value for name, value in news.items() if name != "__provider"}
    program = FromProgram(
        str(given.pop(LISTED_IN, "")),
        frozenset(map(str, given.pop(SECRET_INPUTS, None) or ())),
        bool(given.pop(RETAIN, False)),
    )
    return given, program


def is_unknown(value: Any) -> bool:
    return isinstance(value, Unknown)


def is_output(value: Any) -> bool:
    """Whether a value of a program may be known only later."""
    return isinstance(value, pulumi.Output)


def read(kind: str, properties: Mapping[str, Any]) -> Inputs:
    """Inputs, or old outputs, as they come from the engine."""
    return read_inputs(kind, properties, is_unknown=is_unknown)


def key_of(kind: str, id_: str) -> Key:
    """The object that an id names. Raises QueuewrightError for one of another kind."""
    key = Key.parse(id_)
    if key is None or key.kind != kind:
        text = f"id {shown(id_)} does not name a {kind}; write it as SYSTEM/{kind}/NAME"
        raise QueuewrightError(one_line(text))
    return key
