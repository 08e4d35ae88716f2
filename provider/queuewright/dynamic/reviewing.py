"""Parts of a decision that a reviewer of `pulumi preview` would not see: the engine has no place
for warnings, FORCE, drift and adoption, and shows what a provider writes to standard error under
the stack.
"""

import sys
import threading
from collections.abc import Iterator

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.key import Key
from queuewright.diff.types import Decision

_lock = threading.Lock()
_said: set[str] = set()


def remarks(key: Key, decision: Decision) -> Iterator[str]:
    """One line each. Attributes are named and their values are not: the engine does not tell a
    dynamic provider which of them are secret."""
    if decision.with_force:
        uses = first_few([str(use) for use in decision.force.uses], 4)
        yield one_line(f"{key}: FORCE is sent: {'; '.join((decision.force.reason, *uses))}")
    for change in decision.drift:
        yield one_line(f"{key}: drift: {change.name} differs from the value last applied")
    yield from (one_line(f"{key}: {reason}") for reason in decision.reasons)
    yield from (f"warning: {problem}" for problem in decision.warnings)


def remark(key: Key, decision: Decision) -> None:
    """Say it, each line once in this process, however often the engine asks."""
    with _lock:
        fresh = [line for line in remarks(key, decision) if line not in _said]
        _said.update(fresh)
    for line in fresh:
        print(line, file=sys.stderr, flush=True)
