"""What a change in place does to a queue that is in use now. It is a warning: nothing is lost.

| changed                               | and                                                    |
|---------------------------------------|--------------------------------------------------------|
| max_queue_depth is lowered            | as many messages are on the queue, or more             |
| max_message_length is lowered         | a longer message is on the queue, where that is known  |
| inhibit_put, inhibit_get              | an application has the queue open for it               |
| trigger_control, trigger_type: off    | as many messages wait as would start a program         |

Sources: Change Queue (PCF), the attributes themselves.
"""

from collections.abc import Callable, Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, first_few, problem
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor, Status
from queuewright.kinds import spec_of
from queuewright.world.resolving import Use
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange

# Rule and way out.
_Warning = tuple[str, str]
_Rule = Callable[[AttributeChange, Status, Observed, tuple[Use, ...]], _Warning | None]


def in_live_use(
    key: Key, changes: tuple[AttributeChange, ...], observed: Observed, snapshot: Snapshot
) -> Iterator[Diagnostic]:
    """A warning for each change that the messages on the queue, or its openers, will notice."""
    watched = [change for change in changes if needs_status(change)]
    if observed.status is None or not watched:
        return
    uses, attributes = snapshot.uses_of_object(observed), spec_of(key.kind).attributes()
    for change in watched:
        code, rule = _RULES[change.name]
        found = rule(change, observed.status, observed, uses)
        if found is not None:
            sources = attributes[change.name].sources
            yield problem(key, code, *found, sources, change.name, change.after, warning=True)


def needs_status(change: AttributeChange) -> bool:
    """Whether what such a change does depends on the messages on the queue, or on its openers."""
    if change.name not in _RULES:
        return False
    if change.name in _LIMITS:
        before, after = change.before, change.after
        return not (isinstance(before, int) and isinstance(after, int)) or after < before
    return change.after in _OFF


def disables(change: AttributeChange) -> bool:
    """Whether puts or gets are no longer allowed after it, whoever has the queue open."""
    return change.after in ("put_inhibited", "get_inhibited")


def _fewer(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Warning | None:
    depth, most = status.depth or 0, change.after
    if not isinstance(most, int) or depth < max(most, 1):
        return None
    rule = f"{_messages(depth)} on it now: it is full, and puts fail with MQRC_Q_FULL (2053)"
    return rule, f"have them read first, or leave it above {depth}"


def _shorter(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Warning | None:
    longest, most = status.longest_message, change.after
    if longest is None or not isinstance(most, int) or longest <= most:
        return None
    rule = (
        f"a message of {longest} bytes is on it now: applications that size their buffers by this "
        "attribute fail with MQRC_TRUNCATED_MSG_FAILED (2080)"
    )
    return rule, f"have it read first, or leave it at {longest} or above"


def _no_more_puts(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Warning | None:
    own = [use for use in uses if OpenFor.OUTPUT in use.open_for]
    return _stopped(own, status.open_output, "output", "puts", "MQRC_PUT_INHIBITED (2051)")


def _no_more_gets(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Warning | None:
    own = [use for use in uses if use.for_input or OpenFor.BROWSE in use.open_for]
    return _stopped(own, status.open_input, "input", "gets", "MQRC_GET_INHIBITED (2016)")


def _stopped(
    uses: list[Use], handles: int, purpose: str, calls: str, reason: str
) -> _Warning | None:
    who = "; ".join(first_few([str(use) for use in uses]))
    if not who and handles:
        who = f"it is open for {purpose} {handles} times, by whom is not known"
    return (f"{who}: its {calls} fail with {reason}", "stop it first") if who else None


def _not_triggered(
    change: AttributeChange, status: Status, observed: Observed, uses: tuple[Use, ...]
) -> _Warning | None:
    values, depth = observed.attributes, status.depth or 0
    threshold = _threshold(values)
    if values.get("trigger_control") != "on" or threshold is None or depth < threshold:
        return None
    rule = f"{_messages(depth)} on it now, and no program is started for them any more"
    return rule, "have them read first, or leave triggering on"


def _threshold(values: Mapping[str, Value]) -> int | None:
    """How many messages make the queue manager start a program; None where none do."""
    kind, depth = values.get("trigger_type"), values.get("trigger_depth")
    if kind == "depth":
        return depth if isinstance(depth, int) else None
    return 1 if kind in ("first", "every") else None


def _messages(depth: int) -> str:
    return "1 message is" if depth == 1 else f"{depth} messages are"


_LIMITS = ("max_queue_depth", "max_message_length")
_OFF: tuple[Value, ...] = ("put_inhibited", "get_inhibited", "off", "none")
# Attribute -> the code of its warning, and the rule.
_RULES: Mapping[str, tuple[str, _Rule]] = {
    "max_queue_depth": ("full-at-once", _fewer),
    "max_message_length": ("longer-message-there", _shorter),
    "inhibit_put": ("put-while-open", _no_more_puts),
    "inhibit_get": ("get-while-open", _no_more_gets),
    "trigger_control": ("trigger-off-with-messages", _not_triggered),
    "trigger_type": ("trigger-off-with-messages", _not_triggered),
}
CODES = frozenset(code for code, _ in _RULES.values())
"""Codes of these warnings. Their texts have numbers that change from one minute to the next."""
