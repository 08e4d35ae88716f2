"""Lint itself: objects beside the rules, less what the settings leave out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from queuewright.catalogue.diagnostic import Diagnostic, Severity, problem, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import LINT
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .queues import dead_letter
from .references import about
from .rule import Check, Finding, Rule, facts_of
from .settings import Settings
from .subject import QUEUE_MANAGER, Subject
from .table import INVALID, RULES

OF_IBM = ("SYSTEM.", "AMQ.")  # that every queue manager ships with, or makes itself
Said = tuple[Subject, Diagnostic]


class RuleFailed(QueuewrightError):
    """A rule of somebody else's raised something; one line that names it."""


def lint(
    subjects: Sequence[Subject],
    systems: Mapping[str, Snapshot],
    settings: Settings | None = None,
    *,
    world: World | None = None,
    said: Iterable[Said] = (),
    rules: Mapping[str, Rule] = RULES,
) -> list[Finding]:
    """What the rules say of the objects, by file and line; silences are not looked at here.

    systems: as they were read. world: everything else that there will be; only the subjects when
    left out. said: what others (a validation, an interpreter, a plan) have found of the subjects
    already. rules: by code.

    Pure. Raises RuleFailed.
    """
    settings = settings or Settings()
    world = world or World({s.key: s.values for s in subjects}, systems, ships=True)
    taken = {code: rule for code, rule in rules.items() if settings.takes(code)}
    by_fact = facts_of(rules)
    checks: dict[Check, list[Rule]] = {}
    for rule in taken.values():
        if rule.check is not None:
            checks.setdefault(rule.check, []).append(rule)
    found: list[Finding] = []
    known: set[tuple[Key, str, str | None, str]] = set()
    for subject, diagnostic in chain(
        said, _checked(subjects, world, checks), _named(subjects, settings)
    ):
        rule_found = by_fact.get(f"{diagnostic.code}:{diagnostic.attribute}")
        rule_found = rule_found or by_fact.get(diagnostic.code)
        if rule_found is None and diagnostic.is_error:
            rule_found = rules[INVALID]
        if rule_found is None or rule_found.code not in taken:
            continue
        once = subject.key, diagnostic.code, diagnostic.attribute, diagnostic.rule
        if once not in known or rule_found.code not in RULES:
            known.add(once)
            found.append(_finding(rule_found, subject, diagnostic, settings))
    files = {subject.file: number for number, subject in reversed([*enumerate(subjects)])}
    return sorted(found, key=lambda f: (files.get(f.place[0], -1), f.place[1]))


def _finding(rule: Rule, subject: Subject, diagnostic: Diagnostic, settings: Settings) -> Finding:
    key = subject.key if subject.key.kind else None
    # What a plan would be blocked by is an error, whatever else the rule says.
    is_error = diagnostic.is_error and rule.code in RULES
    severity = Severity.ERROR if is_error else rule.severity
    placed = replace(
        diagnostic if key is None else about(subject, diagnostic),
        code=rule.code,
        severity=settings.severity.get(rule.code, severity),
        file=diagnostic.file or subject.file,
        line=diagnostic.line or subject.line,
    )
    return Finding(placed, rule.title, key)


def _checked(
    subjects: Iterable[Subject], world: World, checks: Mapping[Check, Sequence[Rule]]
) -> Iterator[Said]:
    for subject in subjects:
        if subject.key.name.startswith(OF_IBM):
            continue
        of_manager = subject.key.kind == QUEUE_MANAGER
        for check, rules in checks.items():
            if of_manager != (check is dead_letter):
                continue
            own = rules[0].code in RULES
            try:
                for diagnostic in check(subject, world):
                    if not own and diagnostic.code != rules[0].code:
                        diagnostic = replace(diagnostic, code=rules[0].code)
                    yield subject, diagnostic
            except Exception as error:
                if own:
                    raise
                text = f"{type(error).__name__}: {error}"
                raise RuleFailed(
                    f"rule {rules[0].code} failed on {subject.key}: {shown(text)[1:-1]}; mend it, "
                    f'or leave it out with ignore = ["{rules[0].code}"]'
                ) from None


def _named(subjects: Iterable[Subject], settings: Settings) -> Iterator[Said]:
    """Names that the shop would write otherwise."""
    if not settings.names:
        return
    for subject in subjects:
        key = subject.key
        pattern = settings.names.get(key.kind)
        if pattern is None or key.name.startswith(OF_IBM):
            continue
        if pattern.fullmatch(key.name) is None:
            rule = f"a name of {key.kind} matches {shown(pattern.pattern)} here"
            way_out, sources = "give it another name", (LINT.at("names"),)
            yield subject, problem(key, "name-convention", rule, way_out, sources, warning=True)
