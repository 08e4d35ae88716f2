"""Filters of PCF inquiries: which responses pass IntegerFilterCommand or StringFilterCommand.

Source: PCF Inquire Queue, IntegerFilterCommand and StringFilterCommand; MQCFIF, MQCFSF. A filter
structure carries the identifier of the attribute that it looks at; one inquiry takes one filter.
"""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from queuewright.dialects.pcf.constants import MQCFOP
from queuewright.dialects.pcf.structures import (
    MQCFBF,
    MQCFIF,
    MQCFIL,
    MQCFIN,
    MQCFSF,
    MQCFSL,
    MQCFST,
    PcfMessage,
    Structure,
)

from .display import named
from .reasons import not_modelled, refused

Response = tuple[Structure, ...]
Filter = MQCFIF | MQCFSF
_ORDER: Mapping[int, Callable[[Any, Any], bool]] = {
    MQCFOP.LESS: operator.lt,
    MQCFOP.EQUAL: operator.eq,
    MQCFOP.NOT_GREATER: operator.le,
    MQCFOP.GREATER: operator.gt,
    MQCFOP.NOT_EQUAL: operator.ne,
    MQCFOP.NOT_LESS: operator.ge,
}
_LISTS = (MQCFOP.CONTAINS, MQCFOP.EXCLUDES)
_GENERIC = (MQCFOP.LIKE, MQCFOP.NOT_LIKE)
_GENERIC_LISTS = (MQCFOP.CONTAINS_GEN, MQCFOP.EXCLUDES_GEN)
_NEGATIVE = (MQCFOP.EXCLUDES, MQCFOP.NOT_LIKE, MQCFOP.EXCLUDES_GEN)


def passing(system: str, message: PcfMessage, responses: Iterable[Response]) -> list[Response]:
    """The responses that the command's filter lets through; all where it has none.

    Raises CommandFailed for two filters, an operator that its structure has not, and a filter on
    bytes, of which no response here has any.
    """
    filters = [
        structure
        for structure in message.parameters
        if isinstance(structure, MQCFIF | MQCFSF | MQCFBF)
    ]
    if not filters:
        return list(responses)
    if len(filters) > 1:
        text = "an inquiry takes one filter, and this one has more"
        raise refused(system, "MQRCCF_PARM_CONFLICT", text, "send one of them")
    (condition,) = filters
    if isinstance(condition, MQCFBF):
        raise not_modelled(system, "ByteStringFilterCommand")
    known = (*_ORDER, *_LISTS)
    if isinstance(condition, MQCFSF):
        known = (*known, *_GENERIC, *_GENERIC_LISTS)
    if condition.operator not in known:
        reason = f"MQRCCF_CF{'IF' if isinstance(condition, MQCFIF) else 'SF'}_OPERATOR_ERROR"
        text = f"operator {condition.operator} is not one of this filter's"
        raise refused(system, reason, text, "see MQCFOP")
    return [response for response in responses if _passes(condition, response)]


def _passes(condition: Filter, response: Response) -> bool:
    """An object without the attribute does not pass."""
    structure = next((p for p in response if p.parameter == condition.parameter), None)
    operand: int | str = (
        condition.value if isinstance(condition, MQCFIF) else condition.value.rstrip(" \0")
    )
    values: Sequence[int | str]
    match structure:
        case MQCFIN():
            values = (structure.value,)
        case MQCFST():
            values = (structure.value.rstrip(" \0"),)
        case MQCFIL() | MQCFSL():
            values = structure.values
        case _:
            return False
    if any(isinstance(value, int) is not isinstance(operand, int) for value in values):
        return False  # a filter on numbers looks at no text
    if condition.operator in _ORDER:
        single = isinstance(structure, MQCFIN | MQCFST)
        return single and _ORDER[condition.operator](values[0], operand)
    if condition.operator in _LISTS:
        among = operand in values
    else:
        among = any(named(str(value), str(operand)) for value in values)
    return among is not (condition.operator in _NEGATIVE)
