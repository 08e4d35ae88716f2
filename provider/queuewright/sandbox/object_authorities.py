"""Who may use an object: GRTOBJAUT and RVKOBJAUT of *PUBLIC, and of authorization lists.

Sources: IBM's GRTOBJAUT ("gives the authority that you specify, but it does not remove any
authority that is greater", unless that is *EXCLUDE or REPLACE(*YES) is given) and RVKOBJAUT.
"""

from collections.abc import Mapping
from typing import Any

from .answers import not_modelled
from .partition import change_object, existing_object
from .rows import Stored, Transaction

# Each has what those before it have (CRTMSGQ AUT).
_WIDER = ("exclude", "use", "change", "all")


def grant(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """Without REPLACE(*YES): nothing is taken away. Raises CommandFailed."""
    has = existing_object(tx, kind, name).attributes.get("authority")
    given = dict(values)
    if has in _WIDER and given.get("authority") in _WIDER:
        given["authority"] = max(str(has), given["authority"], key=_WIDER.index)
    return change_object(tx, kind, name, given)


def revoke(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """The authority that *PUBLIC keeps; a list that secures the object does so no more. Raises
    CommandFailed."""
    existing = existing_object(tx, kind, name)
    if (listed := values.get("authorization_list")) is not None:
        if listed not in ("none", existing.attributes.get("authorization_list")):
            return existing
        return change_object(tx, kind, name, {"authorization_list": "none"})
    has, taken = str(existing.attributes.get("authority")), str(values["authority"])
    both = has in _WIDER and taken in _WIDER
    if has == taken or (both and _WIDER.index(has) <= _WIDER.index(taken)):
        return change_object(tx, kind, name, {"authority": "exclude"})
    if has == "autl" or taken in ("autl", "exclude"):
        return existing
    subject = f"what is left of *{has.upper()} without *{taken.upper()}"
    raise not_modelled(tx.name, subject, "IBM i")
