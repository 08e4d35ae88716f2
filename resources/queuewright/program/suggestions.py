"""Which argument a program means by a name that a class does not have."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache

from queuewright.catalogue.spec import Spec


@cache
def _other_names(spec: type[Spec]) -> Mapping[str, str]:
    """What MQSC, PCF and CL call an attribute, in small letters, to the name that it has here."""
    names: dict[str, str] = {}
    for name, attribute in spec.attributes().items():
        cl = attribute.cl.keyword if attribute.cl is not None else None
        pcf = attribute.pcf.name if attribute.pcf is not None else None
        for other in (attribute.mqsc, pcf, cl):
            if isinstance(other, str):
                names.setdefault(other.casefold(), name)
    return names


def nearest_argument(spec: type[Spec], given: str, arguments: Iterable[str]) -> str:
    """The argument that `given` stands for in a document, or that is spelt like it; "" for none."""
    known = _other_names(spec).get(given.casefold().replace("_", ""))
    if known is not None:
        return known
    near = get_close_matches(given.casefold(), sorted(arguments), 1, 0.6)
    return near[0] if near else ""
