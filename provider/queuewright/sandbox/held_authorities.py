"""Authorities to objects that the sandbox does not have: commands, user profiles, journals and
subsystem descriptions. They are kept with the system, and nothing else of the object is.

Sources: IBM MQ, "IBM MQ authorities on IBM i": its commands are owned by QMQM, QMQMADM has *USE,
and *PUBLIC is excluded; IBM i, "Planning command security": most commands are for anyone;
CHGOBJOWN: "All users have add and delete authorities for their own user profiles"; CRTUSRPRF AUT,
whose default is *EXCLUDE. Of journals and subsystem descriptions it counts that *PUBLIC does not
manage them.
"""

from typing import Any

from queuewright.dialects.cl import OtherGrant
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import PRIVATE, without

from .object_authorities import granted_to
from .rows import Stored, Transaction

MQ_LIBRARY = "QMQM"
COMMAND, PROFILE = "*CMD", "*USRPRF"
TYPES = (COMMAND, PROFILE, "*JRN", "*SBSD")
_SETTING = "held_authorities"


def held(tx: Transaction, object_type: str, name: str) -> Stored:
    """The object `LIBRARY/NAME`, with what says who may use it."""
    kept = (tx.settings.get(_SETTING) or {}).get(f"{object_type} {name}")
    return Stored(object_type, name, {**_shipped(object_type, name), **(kept or {})})


def _shipped(object_type: str, name: str) -> dict[str, Any]:
    library, _, simple = name.partition("/")
    if object_type == PROFILE:
        own = {simple: ("objmgt", "change")}
        return {OWNER: "QSECOFR", "authority": "exclude", PRIVATE: own}
    if library == MQ_LIBRARY:
        of_administrators = {"QMQMADM": ("use",)}
        return {OWNER: MQ_LIBRARY, "authority": "exclude", PRIVATE: of_administrators}
    return {OWNER: "QSYS", "authority": "use", PRIVATE: {}}


def change(tx: Transaction, grant: OtherGrant) -> None:
    """GRTOBJAUT and RVKOBJAUT of such an object."""
    secured = held(tx, grant.object_type, grant.name)
    values = dict(secured.attributes)
    users = dict.fromkeys(grant.users, grant.authorities)
    public = users.pop("*PUBLIC", None)
    if grant.revokes:
        own = dict(values[PRIVATE])
        for user in users:
            own[user] = without(own.get(user, ()), grant.authorities)
        values[PRIVATE] = {user: words for user, words in own.items() if words}
        if public is not None:
            left = without((values["authority"],), grant.authorities)
            values["authority"] = left[0] if len(left) == 1 else "exclude"
    else:
        values[PRIVATE] = granted_to(secured, users, replaces=grant.replaces)
        if public is not None:
            values["authority"] = public[0]
    kept = {**(tx.settings.get(_SETTING) or {}), f"{grant.object_type} {grant.name}": values}
    tx.settings[_SETTING] = kept
    tx.save_settings()
