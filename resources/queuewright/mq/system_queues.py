"""The queues of a new queue manager: what crtmqm and CRTMQM make beside the default objects, and
IBM's samples on z/OS (CSQ4INSG, CSQ4INSX). Descriptions, which each release words anew, are left
blank.

Sources: IBM MQ, System and default objects (also for IBM i); Distributed publish/subscribe system
queues; Defining system objects for IBM MQ for z/OS; public dumps of new queue managers.
"""

from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.system_object import SystemObject

_ZOS = frozenset({Platform.ZOS})

_UNTRIGGERED = {"trigger_type": "none"}
_EXCLUSIVE = {"default_input_open_option": "input_exclusive", "shareability": "not_shareable"}
_EVENTS = _UNTRIGGERED | _EXCLUSIVE
_INITIATION = _UNTRIGGERED | {"max_queue_depth": 1000}
_DATA = _UNTRIGGERED | {
    "max_queue_depth": 3000,
    "queue_statistics": "off",
    "queue_accounting": "off",
}
_DEEP = {"max_queue_depth": 999_999_999}
_LONG = _DEEP | {"max_message_length": 104_857_600}
_KEPT = _DEEP | {"default_persistence": "persistent"}
_STREAM = {"default_persistence": "persistent", "message_delivery_sequence": "fifo"}
_SHARED = {"default_input_open_option": "input_shared", "shareability": "shareable"}
_PERMANENT = {"definition_type": "permanent_dynamic"}

QUEUES = (
    SystemObject("SYSTEM.ADMIN.ACCOUNTING.QUEUE", _DATA, 600, MULTIPLATFORMS),
    SystemObject("SYSTEM.ADMIN.ACTIVITY.QUEUE", {}, 600),
    SystemObject(
        "SYSTEM.ADMIN.CHANNEL.EVENT",
        _EVENTS | {"max_queue_depth": 3000, "max_message_length": 9000},
    ),
    SystemObject("SYSTEM.ADMIN.COMMAND.EVENT", _EVENTS, 600),
    SystemObject(
        "SYSTEM.ADMIN.COMMAND.QUEUE",
        _EVENTS | {"max_queue_depth": 3000, "max_message_length": 32_762},
        platforms=MULTIPLATFORMS,
    ),
    SystemObject("SYSTEM.ADMIN.CONFIG.EVENT", _EVENTS),
    SystemObject(
        "SYSTEM.ADMIN.LOGGER.EVENT",
        _EVENTS | {"max_queue_depth": 3000, "max_message_length": 9000},
        600,
        MULTIPLATFORMS,
    ),
    SystemObject(
        "SYSTEM.ADMIN.PERFM.EVENT",
        _EVENTS | {"max_queue_depth": 3000, "max_message_length": 9000},
    ),
    SystemObject("SYSTEM.ADMIN.PUBSUB.EVENT", {}, 750),
    SystemObject(
        "SYSTEM.ADMIN.QMGR.EVENT",
        _EVENTS | {"max_queue_depth": 3000, "max_message_length": 32_762},
    ),
    SystemObject("SYSTEM.ADMIN.STATISTICS.QUEUE", _DATA, 600, MULTIPLATFORMS),
    SystemObject("SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE", _DATA, 710, MULTIPLATFORMS),
    SystemObject("SYSTEM.ADMIN.TRACE.ROUTE.QUEUE", {}, 600),
    SystemObject("SYSTEM.AUTH.DATA.QUEUE", _DEEP, platforms=MULTIPLATFORMS),
    SystemObject("SYSTEM.BROKER.ADMIN.STREAM", _STREAM, 700),
    SystemObject("SYSTEM.BROKER.CONTROL.QUEUE", _STREAM, 700),
    SystemObject("SYSTEM.BROKER.DEFAULT.STREAM", _STREAM, 700),
    SystemObject(
        "SYSTEM.BROKER.INTER.BROKER.COMMUNICATIONS",
        _LONG | _STREAM | {"shareability": "not_shareable"},
        700,
        MULTIPLATFORMS,
    ),
    SystemObject("SYSTEM.CHANNEL.INITQ", _INITIATION | _EXCLUSIVE | {"max_message_length": 2000}),
    SystemObject(
        "SYSTEM.CHANNEL.SYNCQ",
        _UNTRIGGERED
        | {
            "default_persistence": "persistent",
            "max_queue_depth": 20_000,
            "max_message_length": 20_000,
            "queue_depth_low_limit": 40,
        },
    ),
    SystemObject("SYSTEM.CHLAUTH.DATA.QUEUE", _LONG, 710),
    SystemObject(
        "SYSTEM.CICS.INITIATION.QUEUE",
        _INITIATION | {"max_message_length": 1000},
        platforms=MULTIPLATFORMS,
    ),
    SystemObject("SYSTEM.CLUSTER.COMMAND.QUEUE", _DEEP),
    SystemObject("SYSTEM.CLUSTER.HISTORY.QUEUE", _DEEP, 750),
    SystemObject("SYSTEM.CLUSTER.REPOSITORY.QUEUE", _DEEP),
    SystemObject("SYSTEM.CLUSTER.TRANSMIT.QUEUE", _DEEP | {"usage": "transmission"}),
    SystemObject("SYSTEM.COMMAND.INPUT", platforms=_ZOS),
    SystemObject("SYSTEM.DEAD.LETTER.QUEUE", _UNTRIGGERED | _DEEP),
    SystemObject("SYSTEM.DEFAULT.INITIATION.QUEUE", _INITIATION | {"max_message_length": 1000}),
    SystemObject("SYSTEM.DOTNET.XARECOVERY.QUEUE", _KEPT, 710, MULTIPLATFORMS),
    SystemObject("SYSTEM.DURABLE.SUBSCRIBER.QUEUE", _LONG, 700),
    SystemObject("SYSTEM.HIERARCHY.STATE", _KEPT, 700),
    SystemObject("SYSTEM.INTER.QMGR.CONTROL", _KEPT, 700),
    SystemObject("SYSTEM.INTER.QMGR.FANREQ", _KEPT, 700),
    SystemObject("SYSTEM.INTER.QMGR.PUBS", _KEPT, 700),
    SystemObject(
        "SYSTEM.INTERNAL.REPLY.QUEUE",
        _DEEP | {"max_message_length": 32_762},
        700,
        MULTIPLATFORMS,
    ),
    SystemObject(
        "SYSTEM.PENDING.DATA.QUEUE",
        _DEEP
        | _EXCLUSIVE
        | {"message_delivery_sequence": "fifo", "queue_depth_max_event": "disabled"},
        platforms=MULTIPLATFORMS,
    ),
    SystemObject("SYSTEM.PROTECTION.ERROR.QUEUE", _KEPT, 750, MULTIPLATFORMS),
    SystemObject("SYSTEM.PROTECTION.POLICY.QUEUE", _KEPT, 750, MULTIPLATFORMS),
    SystemObject("SYSTEM.RETAINED.PUB.QUEUE", _LONG, 700),
    SystemObject("SYSTEM.SELECTION.EVALUATION.QUEUE", _LONG, 700, MULTIPLATFORMS),
    SystemObject("SYSTEM.SELECTION.VALIDATION.QUEUE", _DEEP, 700, MULTIPLATFORMS),
)
MODELS = (
    SystemObject(
        "SYSTEM.CLUSTER.TRANSMIT.MODEL.QUEUE",
        _DEEP | _SHARED | _PERMANENT | {"usage": "transmission"},
        750,
    ),
    SystemObject("SYSTEM.COMMAND.REPLY.MODEL", platforms=_ZOS),
    SystemObject("SYSTEM.DURABLE.MODEL.QUEUE", _DEEP | _SHARED | _PERMANENT, 700),
    SystemObject("SYSTEM.JMS.TEMPQ.MODEL", _SHARED | {"max_message_length": 104_857_600}),
    SystemObject("SYSTEM.MQEXPLORER.REPLY.MODEL", {"default_read_ahead": "yes"}, 0, MULTIPLATFORMS),
    SystemObject(
        "SYSTEM.MQSC.REPLY.QUEUE",
        _UNTRIGGERED | {"max_queue_depth": 3000, "max_message_length": 32_762},
        platforms=MULTIPLATFORMS,
    ),
    SystemObject(
        "SYSTEM.NDURABLE.MODEL.QUEUE", _DEEP | _SHARED | {"default_read_ahead": "yes"}, 700
    ),
)
