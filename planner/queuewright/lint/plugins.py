"""Rules of others: entry points of the group `queuewright.lint`, each a `Rule` or several."""

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

from queuewright.catalogue.diagnostic import one_line

from .rule import Rule
from .settings import InvalidLint
from .table import RULES

GROUP = "queuewright.lint"


def every_rule() -> Mapping[str, Rule]:
    """The table, and what installed packages add to it. Raises InvalidLint."""
    rules = dict(RULES)
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        for rule in _rules(point):
            if rule.code in rules or rule.code.startswith("QW") or not rule.code.isalnum():
                raise _wrong(point, f"code {rule.code!r} is taken, begins with QW or has signs")
            if rule.check is None:
                raise _wrong(point, f"rule {rule.code} has no check")
            rules[rule.code] = rule
    return rules


def _rules(point: EntryPoint) -> Iterable[Rule]:
    try:
        loaded = point.load()
    except Exception as error:
        raise _wrong(point, f"{type(error).__name__}: {error}") from None
    rules = [loaded] if isinstance(loaded, Rule) else loaded
    if not isinstance(rules, list | tuple) or not all(isinstance(rule, Rule) for rule in rules):
        raise _wrong(point, f"gives {type(loaded).__name__}, and no Rule or list of them")
    return rules


def _wrong(point: EntryPoint, text: str) -> InvalidLint:
    package = point.dist.name if point.dist is not None else "?"
    return InvalidLint(
        one_line(f"{GROUP} {point.name} = {point.value} ({package}): {text}; mend or remove it")
    )
