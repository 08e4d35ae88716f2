"""Rules of others: entry points of the group `queuewright.lint`, each a `Check` or several."""

from collections.abc import Iterable
from importlib.metadata import EntryPoint

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.extensions import bad_extension, extensions, load

from .check import Check
from .rulebook import OWN, Rulebook, code_of
from .settings import InvalidLint

GROUP = "queuewright.lint"


def every_rule() -> Rulebook:
    """Queuewright's own rules, and those that installed packages add. Raises InvalidLint."""
    rules, checks = list(OWN.rules), list(OWN.checks)
    for point in extensions(GROUP):
        for check in _checks(point):
            taken = set(map(code_of, rules))
            for rule in check.rules:
                code = code_of(rule)
                if code in taken or code.startswith("QW") or not code.isalnum():
                    raise _wrong(point, f"code {code!r} is taken, begins with QW or has signs")
            if not check.rules:
                raise _wrong(point, "a check has no rules")
            rules += check.rules
            checks.append(check)
    return Rulebook(tuple(rules), tuple(checks))


def _checks(point: EntryPoint) -> Iterable[Check]:
    loaded = load(point, InvalidLint)
    checks = [loaded] if isinstance(loaded, Check) else loaded
    if not isinstance(checks, list | tuple) or not all(isinstance(one, Check) for one in checks):
        raise _wrong(point, f"gives {type(loaded).__name__}, and no Check or list of them")
    return checks


def _wrong(point: EntryPoint, reason: str) -> QueuewrightError:
    return bad_extension(point, reason, InvalidLint)
