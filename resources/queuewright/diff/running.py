"""Channels, listeners and services: what a change or a delete means while they run.

Sources: IBM's ALTER CHANNEL ("Changes take effect after the channel is next started"), Delete
Channel (PCF), RESOLVE CHANNEL, RESET CHANNEL.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import Restart
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, PROGRAMS
from queuewright.kinds import is_queue, spec_of
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange, Decision, Verb

WAITS_FOR_START = Rule(
    "waits-for-start",
    "A change of a running object waits for its next start",
    "{names} will work from its next start: now it runs, {instances}",
    'stop and start it, or set restart="when-running"',
    (MQSC.at("ALTER CHANNEL, Usage notes"),),
    severity=Severity.WARNING,
)
MAY_WAIT_FOR_START = WAITS_FOR_START.but(
    reason="{names} works from its next start; whether it runs now is not known",
    remediation="see whether it runs, and stop and start it",
)
LEFT_STOPPED = WAITS_FOR_START.but(
    code="left-stopped",
    title="An update that was cut off may have left an object stopped",
    reason="an update that was cut off stopped it, and whether it runs now is not known",
    remediation="see whether it runs, and start it",
    sources=(PROGRAMS.at("Channels"),),
)
STOPPED_BY_WHOM = LEFT_STOPPED.but(
    reason="it was changed since the state was written, and is stopped: by an update that was cut "
    "off, or by somebody",
    remediation="start it, if nobody stopped it on purpose",
)
RUNNING = Rule(
    "running",
    "A running object cannot be deleted",
    "cannot be {action} while it runs: {instances}",
    "stop it first",
    (MQSC.at("DELETE CHANNEL"),),
)
RUNNING_UNKNOWN = RUNNING.but(
    code="running-unknown",
    title="It is not known whether an object that goes runs",
    reason="is to be {action}, and whether it runs is not known",
    remediation="look first",
    severity=Severity.WARNING,
)
IN_DOUBT = Rule(
    "in-doubt",
    "A batch of messages is in doubt",
    "cannot be {action} while a batch is in doubt: {instances}",
    "let the channel resolve it, or use RESOLVE CHANNEL ACTION(COMMIT or BACKOUT)",
    (MQSC.at("RESOLVE CHANNEL"),),
)
SENT_FROM = Rule(
    "transmission-queue-in-use",
    "A channel sends from a queue that is changed or deleted",
    "cannot be {action} while channel {channel} sends from it: {instances}",
    "stop the channel first, and let it resolve what is in doubt",
    (MQSC.at("STOP CHANNEL"),),
)
# Of a transmission queue: what a channel that sends from it would notice.
_NOTICED = frozenset({"usage", "inhibit_get", "shareability"})
_SOURCE = "xmit_queue_name"
# These leave the object where it is.
_KEEPS = (Verb.SAME, Verb.UPDATE, Verb.ADOPT, Verb.IMPORT)


def waiting(
    key: Key, changes: Sequence[AttributeChange], observed: Observed, restart: Restart
) -> tuple[list[Diagnostic], list[str], bool]:
    """The meaning of a change in place for a running object: problems, reasons, and whether it is
    stopped and started with the change."""
    late = [change.name for change in changes if change.cost is Change.NEEDS_STOPPED]
    attributes = spec_of(key.kind).attributes()
    reasons = [
        f"{change.name}: {afterwards}"
        for change in changes
        if (afterwards := attributes[change.name].afterwards)
        and (change.before is not None or attributes[change.name].write_only)
    ]
    status = observed.status
    problems: list[Diagnostic] = []
    moved = any(change.name == _SOURCE for change in changes)
    if moved and status is not None and status.in_doubt:
        problems.append(_in_doubt(key, observed, "changed"))
    if not late:
        return problems, reasons, False
    names = ", ".join(late)
    if status is None or status.instances is None:
        problems.append(MAY_WAIT_FOR_START(key, names=names))
        return problems, reasons, False
    if restart is Restart.WHEN_RUNNING:
        runs = spec_of(key.kind).runs
        how = "stopped (quiesce)" if runs is not None and runs.stop else "stopped"
        reasons.append(f"it runs, and is {how}, changed and started: {_few(observed)}")
        return problems, reasons, True
    of_kind = (MQSC.at(f"ALTER {spec_of(key.kind).mqsc.word}, Usage notes"),)
    problems.append(WAITS_FOR_START(key, sources=of_kind, names=names, instances=_few(observed)))
    return problems, reasons, False


def started_again(key: Key, decision: Decision, observed: Observed | None) -> Decision:
    """The decision about an object that an update, which was cut off, stopped to change it."""
    if observed is None or decision.verb not in _KEEPS:
        return decision
    status = observed.status
    if status is None or status.instances is None:
        return replace(decision.but(LEFT_STOPPED(key)), starts=None)
    if status.running:
        return decision
    verb = Verb.UPDATE if decision.verb is Verb.SAME else decision.verb
    reason = "an update that was cut off stopped it: it is started"
    return replace(decision.but(reason=reason), verb=verb, starts=True)


def stopped_by_whom(key: Key, observed: Observed) -> Iterator[Diagnostic]:
    """Of an object that was changed, nobody knows by whom: it is stopped."""
    status = observed.status
    instances = () if status is None else status.instances or ()
    if any(each.state == "STOPPED" for each in instances) and status and not status.running:
        yield STOPPED_BY_WHOM(key)


def removal_of_what_runs(key: Key, observed: Observed, verb: str) -> Iterator[Diagnostic]:
    """The problems of deleting what runs, or has a batch in doubt."""
    status = observed.status
    if spec_of(key.kind).runs is None or status is None:
        return
    if status.instances is None:
        yield RUNNING_UNKNOWN(key, action=verb)
    elif status.running:
        of_kind = (MQSC.at(f"DELETE {spec_of(key.kind).mqsc.word}"),)
        yield RUNNING(key, sources=of_kind, action=verb, instances=_few(observed))
    if status.in_doubt:
        yield _in_doubt(key, observed, verb)


def senders(
    key: Key, snapshot: Snapshot, verb: str, changed: Sequence[str] | None = None
) -> Iterator[Diagnostic]:
    """The channels that send from a queue that is deleted, or of which this is changed."""
    if not is_queue(key.kind) or (changed is not None and not _NOTICED.intersection(changed)):
        return
    for other, attribute in snapshot.named_by(key):
        found = snapshot.objects.get(other)
        status = None if found is None else found.status
        if attribute != _SOURCE or spec_of(other.kind).runs is None or status is None:
            continue
        if found is not None and (status.running or status.in_doubt):
            yield SENT_FROM(key, action=verb, channel=other.name, instances=_few(found))


def _in_doubt(key: Key, observed: Observed, verb: str) -> Diagnostic:
    return IN_DOUBT(key, action=verb, instances=_few(observed))


def _few(observed: Observed) -> str:
    status = observed.status
    instances = [] if status is None else [*(status.running or status.instances or ())]
    texts = dict.fromkeys(map(str, instances))
    many = f"{len(instances)} instances: " if len(instances) > 1 else ""
    return f"{many}{'; '.join(first_few(list(texts)))}"
