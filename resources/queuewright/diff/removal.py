"""What stands in the way of a delete, alone or as half of a replacement.

Sources: IBM's Delete Queue (PCF) and DELETE QLOCAL: refused while the queue, or anything that
resolves to it, is open; with committed messages unless purged; with uncommitted messages always.
DELETE NAMELIST: refused while it is open. DLTMSGQ and DLTDTAQ: refused while a job has the object
allocated. DLTAUTL: refused while the list secures objects.
"""

from collections.abc import Collection

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    DELETE_QUEUE,
    DLTAUTL,
    MQSC,
    Sources,
    cl_command,
)
from queuewright.kinds import QUEUE_KINDS, kinds_of, spec_of

from .snapshot import SystemSnapshot

_SHOWN = 5


def delete_sources(kind: str) -> Sources:
    """The documents that say when an object of the kind can be deleted."""
    commands = spec_of(kind).commands
    if kind in QUEUE_KINDS:
        return (DELETE_QUEUE.at("Delete Queue"), MQSC.at(f"DELETE {commands.mqsc}"))
    if commands.mqsc is not None:
        return (MQSC.at(f"DELETE {commands.mqsc}"),)
    command = commands.cl_delete or ""
    return (cl_command(command).at(command),) if command else ()


def loss(
    key: Key,
    observed: Observed,
    snapshot: SystemSnapshot,
    on_delete: OnDelete,
    verb: str,
    way_out: str = 'set on_delete="purge"',
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What blocks deleting `observed`, and what to warn of. `verb`: "deleted" or "replaced".
    way_out: what the user has to do so that messages may be lost."""
    blocked, warnings = [], []
    status, sources = observed.status, delete_sources(key.kind)
    users = opened(observed, snapshot)
    if users:
        rule = f"cannot be {verb} while it is open: {users}"
        blocked.append(_problem(key, "in-use", rule, "close it first", sources))
    if status is None:
        if spec_of(key.kind).holds_messages:
            rule = f"is to be {verb}, and whether it is open or holds messages is not known"
            unsure = _problem(key, "status-unknown", rule, "look first", sources, warning=True)
            warnings.append(unsure)
        return blocked, warnings
    if status.uncommitted:
        rule = f"cannot be {verb} with uncommitted work on it"
        remediation = "end the units of work first"
        blocked.append(_problem(key, "uncommitted", rule, remediation, sources))
    if status.depth:
        messages = f"{status.depth} message{'s' if status.depth > 1 else ''}"
        if on_delete is OnDelete.PURGE:
            rule = f'{messages} are lost (on_delete="purge")'
            remediation = "move them first"
            warnings.append(
                _problem(key, "messages-purged", rule, remediation, sources, warning=True)
            )
        else:
            rule = f"would lose {messages} if it were {verb}"
            remediation = f"empty the queue, or {way_out} to lose them"
            blocked.append(_problem(key, "data-loss", rule, remediation, sources))
    return blocked, warnings


def opened(observed: Observed, snapshot: SystemSnapshot) -> str:
    """Who has the object open, "" for nobody; by the queue's name or one that resolves to it."""
    uses = snapshot.uses_of_object(observed)
    if uses:
        texts = [str(use) for use in uses[:_SHOWN]]
        texts += [f"and {len(uses) - _SHOWN} more"] if len(uses) > _SHOWN else []
        return "; ".join(texts)
    status = observed.status
    if status is not None and (status.open_input or status.open_output):
        return (
            f"{status.open_input} handles for input, {status.open_output} for output, by whom "
            "is not known"
        )
    return ""


def dependents(
    key: Key, snapshot: SystemSnapshot, pending_deletes: Collection[Key] | None
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What blocks a delete, and what to warn of, because other objects name this one.

    pending_deletes: keys that the same plan deletes; None when that is not known, and then
    nothing blocks.
    MQ deletes a queue that others name; IBM i refuses for an authorization list.
    """
    naming = [
        (k, a) for k, a in snapshot.named_by(key) if k != key and k not in (pending_deletes or ())
    ]
    if not naming:
        return [], []
    names = [f"{other.name} ({attribute})" for other, attribute in naming[:_SHOWN]]
    names += [f"and {len(naming) - _SHOWN} more"] if len(naming) > _SHOWN else []
    rule, remediation = f"others name it: {', '.join(names)}", "change or delete those first"
    if key.kind in kinds_of(Role.AUTHORIZATION_LIST):
        refused = pending_deletes is not None
        rule = f"an authorization list that secures objects cannot be deleted; {rule}"
        sources = (DLTAUTL.at("DLTAUTL"),)
        problem = _problem(key, "list-in-use", rule, remediation, sources, warning=not refused)
        return ([problem], []) if refused else ([], [problem])
    if pending_deletes is None:
        return [], []
    sources = (CHANGE_QUEUE.at("BaseObjectName, XmitQName"),)
    return [], [_problem(key, "left-dangling", rule, remediation, sources, warning=True)]


def _problem(
    key: Key,
    code: str,
    rule: str,
    remediation: str,
    sources: Sources,
    *,
    warning: bool = False,
) -> Diagnostic:
    severity = Severity.WARNING if warning else Severity.ERROR
    return Diagnostic(code, None, rule, remediation, sources, severity).on(str(key), None)
