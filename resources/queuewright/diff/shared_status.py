"""Who has a shared queue open on the other queue managers of its queue-sharing group.

Source: DISPLAY QSTATUS, IPPROCS and OPPROCS: for a shared queue they count what is open on the
queue manager that answers, not on all of the group. TYPE(HANDLE) shows the same handles.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Resolved
from queuewright.world.snapshot import Snapshot

from .sharing import SHARED, disposition_of


def shared_among(found: Iterable[Observed]) -> list[Key]:
    """The shared queues among objects that were read with their status."""
    return [one.key for one in found if one.status is not None and _is_shared(one)]


def opened_in_group(
    found: Iterable[Observed], shared: Collection[Key], members: Iterable[Snapshot]
) -> list[Observed]:
    """The objects of a queue manager with their status, where its shared queues have the handles of
    the other members of the group too. members: these, with the status of the shared queues and
    their handles."""
    now = {one.key: one for one in found}
    for member in members:
        now |= {key: _with_handles(now[key], member) for key in shared}
    return list(now.values())


def _is_shared(observed: Observed) -> bool:
    return disposition_of(observed.attributes) == SHARED


def _with_handles(observed: Observed, member: Snapshot) -> Observed:
    """The queue with the handles of another queue manager, unless that one has a queue of its own
    of this name."""
    other, status = member.get(observed.key.kind, observed.key.name), observed.status
    if other is None or other.status is None or status is None or not _is_shared(other):
        return observed
    # As those of the queue itself: the aliases of the member are not known here.
    path = (Resolved("local", other.key.name),)
    uses = (replace(use, path=path, member=member.name) for use in member.uses_of_object(other))
    return replace(
        observed,
        status=replace(
            status,
            handles=(*status.handles, *uses),
            handles_known=status.handles_known and other.status.handles_known,
            open_input=status.open_input + other.status.open_input,
            open_output=status.open_output + other.status.open_output,
        ),
    )
