"""The effect of a change in place on a queue that is in use now. It is a warning: nothing is lost.

| changed                               | and                                                    |
|---------------------------------------|--------------------------------------------------------|
| max_queue_depth is lowered            | as many messages are on the queue, or more             |
| max_message_length is lowered         | a longer message is on the queue, where that is known  |
| inhibit_put, inhibit_get              | an application has the queue open for it               |
| trigger_control, trigger_type: off    | as many messages wait as would start a program         |

Sources: Change Queue (PCF), the attributes themselves.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor, Status
from queuewright.catalogue.rule import Rule
from queuewright.kinds import spec_of
from queuewright.world.resolving import Use
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange

FULL_AT_ONCE = Rule(
    "full-at-once",
    "A queue is full as soon as it is changed",
    "{messages} on it now: it is full, and puts fail with MQRC_Q_FULL (2053)",
    "have them read first, or leave it above {depth}",
    severity=Severity.WARNING,
)
LONGER_MESSAGE_THERE = Rule(
    "longer-message-there",
    "A message on the queue is longer than its new limit",
    "a message of {longest} bytes is on it now: applications that size their buffers by this "
    "attribute fail with MQRC_TRUNCATED_MSG_FAILED (2080)",
    "have it read first, or leave it at {longest} or above",
    severity=Severity.WARNING,
)
PUT_WHILE_OPEN = Rule(
    "put-while-open",
    "Applications that have a queue open can no longer put",
    "{who}: its puts fail with MQRC_PUT_INHIBITED (2051)",
    "stop it first",
    severity=Severity.WARNING,
)
GET_WHILE_OPEN = PUT_WHILE_OPEN.but(
    code="get-while-open",
    title="Applications that have a queue open can no longer get",
    reason="{who}: its gets fail with MQRC_GET_INHIBITED (2016)",
)
TRIGGER_OFF_WITH_MESSAGES = Rule(
    "trigger-off-with-messages",
    "Messages wait, and no program is started for them any more",
    "{messages} on it now, and no program is started for them any more",
    "have them read first, or leave triggering on",
    severity=Severity.WARNING,
)

# The words for the templates of an attribute's rule; None where it does not apply.
_Words = Mapping[str, Any] | None
_Find = Callable[[AttributeChange, Status, Observed, tuple[Use, ...]], _Words]


def in_live_use(
    key: Key, changes: tuple[AttributeChange, ...], observed: Observed, snapshot: Snapshot
) -> Iterator[Diagnostic]:
    """A warning for each change that the messages on the queue, or its openers, will notice."""
    watched = [change for change in changes if needs_status(change)]
    if observed.status is None or not watched:
        return
    uses, attributes = snapshot.uses_of_object(observed), spec_of(key.kind).attributes()
    for change in watched:
        rule, find = _RULES[change.name]
        words = find(change, observed.status, observed, uses)
        if words is not None:
            name, sources = change.name, attributes[change.name].sources
            yield rule(key, change.after, attribute=name, sources=sources, **words)


def needs_status(change: AttributeChange) -> bool:
    """Whether what such a change does depends on the messages on the queue, or on its openers."""
    if change.name not in _RULES:
        return False
    if change.name in _LIMITS:
        before, after = change.before, change.after
        return not (isinstance(before, int) and isinstance(after, int)) or after < before
    return change.after in _OFF


def disables(change: AttributeChange) -> bool:
    """Whether puts or gets are no longer allowed after it, whoever has the queue open; with a
    topic, whether publications or subscriptions are not."""
    return change.after in _DISABLED


def _fewer(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Words:
    depth, most = status.depth or 0, change.after
    if not isinstance(most, int) or depth < max(most, 1):
        return None
    return {"messages": _messages(depth), "depth": depth}


def _shorter(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Words:
    longest, most = status.longest_message, change.after
    if longest is None or not isinstance(most, int) or longest <= most:
        return None
    return {"longest": longest}


def _no_more_puts(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Words:
    own = [use for use in uses if OpenFor.OUTPUT in use.open_for]
    return _stopped(own, status.open_output, "output")


def _no_more_gets(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Words:
    own = [use for use in uses if use.for_input or OpenFor.BROWSE in use.open_for]
    return _stopped(own, status.open_input, "input")


def _stopped(uses: list[Use], handles: int, purpose: str) -> _Words:
    who = "; ".join(first_few([str(use) for use in uses]))
    if not who and handles:
        who = f"it is open for {purpose} {handles} times, by whom is not known"
    return {"who": who} if who else None


def _not_triggered(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Words:
    values, depth = observed.attributes, status.depth or 0
    threshold = _threshold(values)
    if values.get("trigger_control") != "on" or threshold is None or depth < threshold:
        return None
    return {"messages": _messages(depth)}


def _threshold(values: Mapping[str, Value]) -> int | None:
    """How many messages make the queue manager start a program; None where none do."""
    kind, depth = values.get("trigger_type"), values.get("trigger_depth")
    if kind == "depth":
        return depth if isinstance(depth, int) else None
    return 1 if kind in ("first", "every") else None


def _messages(depth: int) -> str:
    return "1 message is" if depth == 1 else f"{depth} messages are"


_LIMITS = ("max_queue_depth", "max_message_length")
# Tuples, as a value may be a list, which no set has.
_INHIBITED = ("put_inhibited", "get_inhibited")
_DISABLED = (*_INHIBITED, "pub_inhibited", "sub_inhibited", "durable_inhibited")
_OFF: tuple[Value, ...] = (*_INHIBITED, "off", "none")
_RULES: Mapping[str, tuple[Rule, _Find]] = {
    "max_queue_depth": (FULL_AT_ONCE, _fewer),
    "max_message_length": (LONGER_MESSAGE_THERE, _shorter),
    "inhibit_put": (PUT_WHILE_OPEN, _no_more_puts),
    "inhibit_get": (GET_WHILE_OPEN, _no_more_gets),
    "trigger_control": (TRIGGER_OFF_WITH_MESSAGES, _not_triggered),
    "trigger_type": (TRIGGER_OFF_WITH_MESSAGES, _not_triggered),
}
CODES = frozenset(rule.code for rule, _ in _RULES.values())
"""Codes of these warnings. Their texts have numbers that change from one minute to the next."""
