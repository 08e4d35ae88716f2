"""REFRESH SECURITY after a change: which types it waits for, and whether they are sent.

Source: IBM MQ, REFRESH SECURITY.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from queuewright.catalogue.options import RefreshSecurity
from queuewright.kinds import is_refreshed, spec_of
from queuewright.mq.security_refresh import command, noticed

from .types import Decision, Verb

_CHANGES = (Verb.UPDATE, Verb.ADOPT, Verb.IMPORT)


def with_refreshes(kind: str, option: RefreshSecurity, decision: Decision) -> Decision:
    """The decision with the types of REFRESH SECURITY that are sent after its change. An object
    that is new waits for none: nothing names it until something else is changed."""
    if not is_refreshed(kind):
        return decision
    if decision.verb in _CHANGES:
        return _sending(option, decision, types(kind, (c.name for c in decision.changes)))
    if decision.verb is Verb.REPLACE:
        found = types(kind, spec_of(kind).attributes())
        decision = replace(decision, reasons=(*decision.reasons, *map(_made_again, found)))
        return _sending(option, decision, found)
    return decision


def types(kind: str, names: Iterable[str]) -> tuple[str, ...]:
    """The types that changes of these attributes wait for, in order."""
    attributes = spec_of(kind).attributes()
    found = {attributes[name].refreshed_by for name in names if name in attributes}
    return tuple(sorted(found - {""}))


def refreshed_again(
    option: RefreshSecurity, decision: Decision, unsent: Collection[str]
) -> Decision:
    """The decision about an object that was changed, or made again, by an update which was cut off
    before it sent REFRESH SECURITY of the types `unsent`."""
    if decision.verb not in (Verb.SAME, Verb.CREATE, Verb.REPLACE, *_CHANGES):
        return decision
    late = [security for security in sorted(unsent) if security not in decision.refreshes]
    if not late:
        return decision
    commands = ", ".join(map(command, late))
    if option is RefreshSecurity.NEVER:
        return decision.but(reason=f"{commands}, which was left to be sent, is not sent any more")
    verb = Verb.UPDATE if decision.verb is Verb.SAME else decision.verb
    reason = f"{commands} may not have been sent after the last change: it is sent"
    every = tuple(sorted({*decision.refreshes, *late}))
    return replace(decision.but(reason=reason), verb=verb, refreshes=every)


def _made_again(security: str) -> str:
    return f"it is made again: that works after {noticed(security)}"


def _sending(option: RefreshSecurity, decision: Decision, found: tuple[str, ...]) -> Decision:
    if option is RefreshSecurity.NEVER or not found:
        return decision
    sent = tuple(f"{command(security)} is sent afterwards" for security in found)
    return replace(decision, refreshes=found, reasons=(*decision.reasons, *sent))
