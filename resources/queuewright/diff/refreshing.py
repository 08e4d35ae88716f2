"""REFRESH SECURITY after a change: which types it waits for, and whether they are sent.

Sources: IBM MQ, REFRESH SECURITY; Refreshing the connection authentication configuration ("when ...
the details of the user repository to be used for connection authentication are changed").
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.catalogue.options import RefreshSecurity
from queuewright.graph.references import targets
from queuewright.kinds import is_refreshed, spec_of
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.mq.security_refresh import command, noticed
from queuewright.world.snapshot import Snapshot

from .request import DecisionRequest
from .types import Decision, Verb

_CHANGES = (Verb.UPDATE, Verb.ADOPT, Verb.IMPORT)


def with_refreshes(request: DecisionRequest, decision: Decision) -> Decision:
    """The decision with the types of REFRESH SECURITY that are sent after its change. A new object
    waits for them only where the queue manager names it already."""
    kind, option = request.kind, request.options.refresh_security
    if not is_refreshed(kind):
        return decision
    if decision.verb is Verb.CREATE and not decision.blocked:
        named = dict(_naming(request.key, request.snapshot))
        reasons = (
            f"{name} of the queue manager names it already: it works after {noticed(security)}"
            for security, name in named.items()
        )
        decision = replace(decision, reasons=(*decision.reasons, *reasons))
        return _sending(option, decision, tuple(named))
    if decision.verb in _CHANGES:
        return _sending(option, decision, types(kind, (c.name for c in decision.changes)))
    if decision.verb is Verb.REPLACE:
        found = types(kind, spec_of(kind).attributes())
        decision = replace(decision, reasons=(*decision.reasons, *map(_made_again, found)))
        return _sending(option, decision, found)
    return decision


def _naming(key: Key, snapshot: Snapshot) -> Iterable[tuple[str, str]]:
    """The types after which the queue manager takes notice of an object that it names, each with
    the attribute that names it."""
    manager = snapshot.get(QueueManagerSpec.kind, QMGR)
    for to in () if manager is None else targets(manager.key, manager.attributes):
        if to.name == key.name and key.kind in to.kinds:
            for security in types(QueueManagerSpec.kind, (to.attribute,)):
                yield security, to.attribute


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
