"""Rules of others: entry points of the group `queuewright.lint`, each a `Check` or several."""

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from queuewright.catalogue.diagnostic import one_line

from .check import Check
from .rulebook import OWN, Rulebook, code_of
from .settings import InvalidLint

GROUP = "queuewright.lint"


def every_rule() -> Rulebook:
    """Queuewright's own rules, and those that installed packages add. Raises InvalidLint."""
    rules, checks = list(OWN.rules), list(OWN.checks)
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
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
    try:
        loaded = point.load()
    except Exception as error:
        raise _wrong(point, f"{type(error).__name__}: {error}") from None
    checks = [loaded] if isinstance(loaded, Check) else loaded
    if not isinstance(checks, list | tuple) or not all(isinstance(one, Check) for one in checks):
        raise _wrong(point, f"gives {type(loaded).__name__}, and no Check or list of them")
    return checks


def _wrong(point: EntryPoint, text: str) -> InvalidLint:
    package = point.dist.name if point.dist is not None else "?"
    return InvalidLint(
        one_line(f"{GROUP} {point.name} = {point.value} ({package}): {text}; mend or remove it")
    )
