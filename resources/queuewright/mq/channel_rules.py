"""The needs of channels, by type. Source: IBM's Change, Copy and Create Channel (PCF)."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_CHANNEL

# Validated whatever is declared: the default definitions have no address and no queue.
CONNECTION_MISSING = Rule(
    "connection-missing",
    "A channel has no address",
    "a cluster-sender channel needs the address of a full repository",
    'give it as "host(port)"',
    (CHANGE_CHANNEL.at("ConnectionName"),),
    "connection_name",
)
ADDRESS_MISSING = CONNECTION_MISSING.but(
    reason="a channel of this type needs the address of the other end"
)
TRANSMISSION_QUEUE_MISSING = Rule(
    "transmission-queue-missing",
    "A channel that sends messages has no transmission queue",
    "a channel that sends messages needs a transmission queue",
    'give the name of a local queue with usage="transmission"',
    (CHANGE_CHANNEL.at("XmitQName"),),
    "xmit_queue_name",
)


def _needs(rule: Rule) -> JointCheck:
    attribute = str(rule.attribute)

    @joint(rule, of=("name", attribute), are_given=True)
    def check(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
        # IBM's own default definitions, SYSTEM.DEF.SENDER and the others, have none.
        default = str(values.get("name", "")).startswith("SYSTEM.DEF.")
        if values.get(attribute) == "" and not default:
            yield rule()

    return check


NEEDS_REPOSITORY = _needs(CONNECTION_MISSING)
NEEDS_CONNECTION = _needs(ADDRESS_MISSING)
NEEDS_TRANSMISSION_QUEUE = _needs(TRANSMISSION_QUEUE_MISSING)
