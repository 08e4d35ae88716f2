"""Authority and channel authentication records of a random world: several fields name each."""

import random
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.engine.steps import Step
from queuewright.graph.references import secured_by
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.kinds import spec_of
from queuewright.mq.authorities import authorities_of
from queuewright.mq.authority_record import OBJECT_TYPE, AuthorityRecordSpec, object_type_of
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.mq.channel_authentication_record import TAKES, ChannelAuthenticationRecordSpec
from queuewright.mq.channel_authentication_records_exclusive import (
    ChannelAuthenticationRecordsExclusiveSpec,
)
from queuewright.sandbox.engine import EmbeddedSystem

GROUPS, PEOPLE = ("staff", "app"), ("bob", "ann")
_TYPES = ("q", "q", "q", "namelist", "process", "topic", "channel", "auth_info")
# Type -> what the record matches connections by.
_MATCHED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "blockuser": {},
    "blockaddr": {},
    "addressmap": {"address": ("10.0.0.1", "10.0.0.*", "*")},
    "usermap": {"client_user": PEOPLE, "address": ("", "", "10.0.0.*")},
    "qmgrmap": {"remote_queue_manager": ("QM2", "QM*")},
    "sslpeermap": {"ssl_peer_name": ("CN=ANN", "O=SHOP"), "address": ("", "", "10.0.0.*")},
}
_OF_ANY_TYPE = ("record_description", "warn")


class Grant(NamedTuple):
    """An authority record. profile: system, object type and name."""

    profile: tuple[str, str, str]
    granted: str


def profile_of(key: Key) -> tuple[str, str, str]:
    """Under which the authorities of an object are kept, and that of a record."""
    names = spec_of(key.kind).names_in(key.name)
    of_type = names.get("object_type") or object_type_of(spec_of(key.kind).namespace)
    choice = OBJECT_TYPE.choice(of_type)
    return key.system, key.kind if choice is None else choice.mqsc.lower(), names["name"]


def record_name(kind: str, simple: str, random: random.Random) -> str | None:
    """The name in a key of a record about the objects of a simple name; None for other kinds."""
    pick, names = random.choice, {"name": simple}
    match kind:
        case AuthorityRecordSpec.kind:
            entity = pick((("group", GROUPS), ("group", GROUPS), ("principal", PEOPLE)))
            names |= {"object_type": pick(_TYPES), entity[0]: pick(entity[1])}
        case AuthorityRecordsExclusiveSpec.kind:
            names |= {"object_type": pick(_TYPES)}
        case ChannelAuthenticationRecordsExclusiveSpec.kind:
            names |= {"type": pick(list(_MATCHED))}
        case ChannelAuthenticationRecordSpec.kind:
            of_type = pick(list(_MATCHED))
            matched = {name: pick(texts) for name, texts in _MATCHED[of_type].items()}
            names |= {"type": of_type, **matched}
        case ObjectAuthoritySpec.kind:
            return of_user(DataQueueSpec.kind, f"LIB/{simple}", random)[1]
        case _:
            return None
    if random.random() < 0.2:
        names["name"] = f"{simple[0]}*"
    if names.get("type") == "blockaddr":
        names["name"] = "*"
    return spec_of(kind).name_of(names)


def of_user(kind: str, name: str, random: random.Random) -> tuple[str, str]:
    """The kind of a record of what some user may do with an object, and its name in a key."""
    user = random.choice(("BOB", "ANN"))
    return ObjectAuthoritySpec.kind, ObjectAuthoritySpec.name_on(
        spec_of(kind).namespace, name, user
    )


def users_of(machine: EmbeddedSystem, objects: Iterable[Observed]) -> list[Observed]:
    """The records of what single users may do with these objects."""
    names = []
    for each in objects:
        of_type = spec_of(each.key.kind).namespace
        users: Any = each.attributes.get("private_authorities") or ()
        names += [ObjectAuthoritySpec.name_on(of_type, each.key.name, user) for user in users]
    return machine.observe((ObjectAuthoritySpec.kind,), names)


def users_changed(steps: Iterable[Step]) -> dict[Key, set[str]]:
    """The objects that records of these steps are about, with the users of those that change."""
    found: dict[Key, set[str]] = {}
    for step in steps:
        for key in secured_by(step.key) if step.changes_anything else ():
            user = ObjectAuthoritySpec.names_in(step.key.name)["user"]
            found.setdefault(key, set()).add(user)
    return found


def besides(observed: Observed | None, users: Collection[str]) -> Observed | None:
    """The object without what these users may do."""
    if observed is None or not users:
        return observed
    return replace(observed, attributes=without_users(observed.attributes, users))


def without_users(values: Mapping[str, Any], users: Collection[str]) -> dict[str, Any]:
    """Attributes of an object without what these users may do."""
    known = values.get(PRIVATE) or {}
    left = {user: words for user, words in known.items() if user not in users}
    return {**values, PRIVATE: left}


def fitting(
    kind: str, name: str, inputs: Mapping[str, Any], random: random.Random
) -> dict[str, Any]:
    """The inputs of a record as far as its type takes them, with what it cannot do without. name:
    in its key."""
    names, given = spec_of(kind).names_in(name), dict(inputs)
    match kind:
        case AuthorityRecordSpec.kind:
            words = sorted(authorities_of(names["object_type"]) - {"none"})
            return given | {"authorities": random.sample(words, random.randint(0, 3))}
        case ObjectAuthoritySpec.kind:
            words = random.choice((["use"], ["change"], ["all"], ["exclude"], ["objopr", "add"]))
            return given | {"authorities": words}
        case AuthorityRecordsExclusiveSpec.kind:
            groups = random.sample(GROUPS, random.randint(0, 2))
            return given | {"groups": groups, "principals": random.sample(PEOPLE, 1)}
        case ChannelAuthenticationRecordsExclusiveSpec.kind:
            fields = list(_MATCHED[names["type"]].values())
            texts = list(fields[0]) if fields else []
            texts += [f"{text} at 10.0.0.*" for text in texts if len(fields) > 1]
            return given | {"matches": random.sample(texts, random.randint(0, len(texts)))}
        case ChannelAuthenticationRecordSpec.kind:
            of_type = names["type"]
            takes = {*TAKES[of_type], *_OF_ANY_TYPE} - {*spec_of(kind).identity()}
            given = {name: value for name, value in given.items() if name in takes}
            if of_type == "blockuser":
                return given | {"user_list": random.sample(PEOPLE, 1)}
            if of_type == "blockaddr":
                return given | {"address_list": [random.choice(("10.0.0.9", "10.0.1.*"))]}
            if random.random() < 0.5:
                return given | {"user_source": "map", "mca_user_identifier": "app"}
            given.pop("mca_user_identifier", None)
            return given | {"user_source": random.choice(("channel", "noaccess"))}
    return given
