"""Parts of a decision that a reviewer of `pulumi preview` would not see: the engine has no place
for warnings, FORCE, drift and adoption, and shows what a provider writes to standard error under
the stack. And errors, without the traceback that the plugin would show.
"""

import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.hiding import LEAST, Hiding
from queuewright.catalogue.key import Key
from queuewright.diff.types import Decision

_lock = threading.Lock()
_reviewed: set[str] = set()
_secrets = Hiding(least=LEAST)
_of_objects: dict[Key, Hiding] = {}


def keep_secret(key: Key | None, values: Iterable[Any]) -> None:
    """Nothing that this process says has these values from now on; of the object not even short
    ones."""
    given = list(values)
    with _lock:
        _secrets.add(given)
        if key is not None:
            _of_objects.setdefault(key, Hiding()).add(given)


def without_secrets(text: str, key: Key | None = None) -> str:
    """A text as it may be said. key: the object that it is about."""
    own = None if key is None else _of_objects.get(key)
    return _secrets(text if own is None else own(text))


def remarks(key: Key, decision: Decision) -> Iterator[str]:
    """One line each. Attributes are named and their values are not: what the state marks secret
    the engine does not tell a dynamic provider."""
    if decision.with_force:
        uses = first_few([str(use) for use in decision.force.uses], 4)
        yield one_line(f"{key}: FORCE is sent: {'; '.join((decision.force.reason, *uses))}")
    for change in decision.drift:
        yield one_line(f"{key}: drift: {change.name} differs from the value last applied")
    yield from (one_line(f"{key}: {reason}") for reason in decision.reasons)
    yield from (f"warning: {problem}" for problem in decision.warnings)


def remark(key: Key, decision: Decision) -> None:
    """Say in a preview what the engine would not show of a decision."""
    say(without_secrets(line, key) for line in remarks(key, decision))


def say(lines: Iterable[str]) -> None:
    """Lines of a preview, each once in this process, however often the engine asks."""
    with _lock:
        fresh = [line for line in lines if line not in _reviewed]
        _reviewed.update(fresh)
    for line in fresh:
        print(line, file=sys.stderr, flush=True)


def format_error() -> str:
    """As `traceback.format_exc`, but only the text of an error that a person can act on."""
    error = sys.exc_info()[1]
    text = str(error) if isinstance(error, QueuewrightError) else traceback.format_exc()
    return without_secrets(text)


def shorten_errors() -> None:
    """Have the plugin's process show our errors in one line; other providers' stay as they are.

    The plugin formats whatever a provider raises with `traceback.format_exc`, and offers no other
    way to fail. Only the name that its main module uses is replaced. Nothing is replaced in an
    SDK that works otherwise: it shows a traceback.
    """
    plugin: Any = sys.modules.get("__main__")
    if hasattr(plugin, "_abort_with_traceback") and (
        getattr(plugin, "traceback", None) is traceback
    ):
        plugin.traceback = SimpleNamespace(format_exc=format_error)
