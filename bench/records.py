"""Authority and channel authentication records of a random world: several fields name each."""

import random
from collections.abc import Mapping
from typing import Any

from queuewright.kinds import spec_of
from queuewright.mq.authorities import authorities_of
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.mq.channel_authentication_record import TAKES, ChannelAuthenticationRecordSpec

GROUPS, PEOPLE = ("staff", "app"), ("bob", "ann")
_TYPES = ("q", "q", "q", "namelist", "process", "topic", "channel", "auth_info")
# Type -> what the record matches connections by.
_MATCHED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "blockuser": {},
    "blockaddr": {},
    "addressmap": {"address": ("10.0.0.1", "10.0.0.*", "*")},
    "usermap": {"client_user": PEOPLE},
    "qmgrmap": {"remote_queue_manager": ("QM2", "QM*")},
    "sslpeermap": {"ssl_peer_name": ("CN=ANN", "O=SHOP")},
}
_OF_ANY_TYPE = ("record_description", "warn")


def record_name(kind: str, simple: str, random: random.Random) -> str | None:
    """The name in a key of a record about the objects of a simple name; None for other kinds."""
    pick, names = random.choice, {"name": simple}
    match kind:
        case AuthorityRecordSpec.kind:
            entity = pick((("group", GROUPS), ("group", GROUPS), ("principal", PEOPLE)))
            names |= {"object_type": pick(_TYPES), entity[0]: pick(entity[1])}
        case AuthorityRecordsExclusiveSpec.kind:
            names |= {"object_type": pick(_TYPES)}
        case ChannelAuthenticationRecordSpec.kind:
            of_type = pick(list(_MATCHED))
            matched = {name: pick(texts) for name, texts in _MATCHED[of_type].items()}
            names |= {"type": of_type, **matched}
        case _:
            return None
    if random.random() < 0.2:
        names["name"] = f"{simple[0]}*"
    if names.get("type") == "blockaddr":
        names["name"] = "*"
    return spec_of(kind).name_of(names)


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
        case AuthorityRecordsExclusiveSpec.kind:
            groups = random.sample(GROUPS, random.randint(0, 2))
            return given | {"groups": groups, "principals": random.sample(PEOPLE, 1)}
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
