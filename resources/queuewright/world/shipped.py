"""The objects of a new queue manager: the SYSTEM.DEFAULT objects and the queues that it works with.

Sources: the default objects of each kind; public dumps of new queue managers for the others.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.kinds import EVERY
from queuewright.mq.client_channels import ServerConnectionChannelSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.message_channels import ReceiverChannelSpec
from queuewright.mq.model_queue import ModelQueueSpec

# Kind -> the object whose attributes Create takes where a command gives none.
DEFAULT_OBJECT: Mapping[str, str] = {
    kind: spec.default_object for kind, spec in EVERY.items() if spec.default_object is not None
}
_LOCAL, _MODEL = LocalQueueSpec.kind, ModelQueueSpec.kind
_EXCLUSIVE = {"default_input_open_option": "input_exclusive", "shareability": "not_shareable"}
_TRANSMISSION = {"usage": "transmission", "shareability": "shareable"}
_TRANSMISSION_MODEL = {**_TRANSMISSION, "definition_type": "permanent_dynamic"}

# Name, kind, what differs from the default, the command level that has it, platforms without it.
_OTHERS: tuple[tuple[str, str, dict[str, Any], int, frozenset[Platform]], ...] = (
    ("SYSTEM.ADMIN.CHANNEL.EVENT", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.ADMIN.COMMAND.EVENT", _LOCAL, {}, 600, frozenset()),
    ("SYSTEM.ADMIN.COMMAND.QUEUE", _LOCAL, {}, 0, frozenset({Platform.ZOS})),
    ("SYSTEM.ADMIN.CONFIG.EVENT", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.ADMIN.PERFM.EVENT", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.ADMIN.QMGR.EVENT", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.CHANNEL.INITQ", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.CHANNEL.SYNCQ", _LOCAL, _EXCLUSIVE, 0, frozenset()),
    ("SYSTEM.CLUSTER.COMMAND.QUEUE", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.CLUSTER.HISTORY.QUEUE", _LOCAL, {}, 800, frozenset()),
    ("SYSTEM.CLUSTER.REPOSITORY.QUEUE", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.CLUSTER.TRANSMIT.MODEL.QUEUE", _MODEL, _TRANSMISSION_MODEL, 750, frozenset()),
    ("SYSTEM.CLUSTER.TRANSMIT.QUEUE", _LOCAL, _TRANSMISSION, 0, frozenset()),
    ("SYSTEM.DEAD.LETTER.QUEUE", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.DEFAULT.INITIATION.QUEUE", _LOCAL, {}, 0, frozenset()),
    ("SYSTEM.JMS.TEMPQ.MODEL", _MODEL, {}, 0, frozenset()),
    ("SYSTEM.MQEXPLORER.REPLY.MODEL", _MODEL, {}, 0, frozenset({Platform.ZOS})),
    ("SYSTEM.MQSC.REPLY.QUEUE", _MODEL, {}, 0, frozenset({Platform.ZOS})),
    ("SYSTEM.COMMAND.INPUT", _LOCAL, {}, 0, frozenset(Platform) - {Platform.ZOS}),
    ("SYSTEM.COMMAND.REPLY.MODEL", _MODEL, {}, 0, frozenset(Platform) - {Platform.ZOS}),
    ("SYSTEM.AUTO.RECEIVER", ReceiverChannelSpec.kind, {}, 0, frozenset()),
    ("SYSTEM.AUTO.SVRCONN", ServerConnectionChannelSpec.kind, {}, 0, frozenset()),
)


def is_on(kind: str, facts: SystemFacts) -> bool:
    """Whether such a system has objects of the kind."""
    return EVERY[kind].fields_described()["name"].applies(facts)


def shipped(kind: str, facts: SystemFacts) -> dict[str, Any]:
    """IBM's default of a kind on such a system, canonical values."""
    values = EVERY[kind].shipped(facts.platform, facts.command_level)
    reported = EVERY[kind].attributes()
    return {name: value for name, value in values.items() if reported[name].observable}


def shipped_objects(facts: SystemFacts) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Kind, name and attributes of each object that a new queue manager has."""
    for kind, name in DEFAULT_OBJECT.items():
        if is_on(kind, facts) and facts.command_level >= EVERY[kind].default_since:
            yield kind, name, shipped(kind, facts)
    for name, kind, differing, since, without in _OTHERS:
        if facts.command_level >= since and facts.platform not in without:
            yield kind, name, {**shipped(kind, facts), **differing}
    for kind, spec in EVERY.items():
        for fields in spec.records if is_on(kind, facts) else ():
            yield kind, *record(kind, fields)


def record(kind: str, fields: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name and attributes of a record, from its fields."""
    spec = EVERY[kind]
    own = {name: value for name, value in fields.items() if name in spec.attributes()}
    return spec.name_of(fields), {**spec.in_full(fields, own)}
