"""Lint itself: objects beside the rules, less what the settings leave out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .check import Check, Finding
from .declarations import INVALID, is_left_out, misnamed
from .pages import Page
from .references import about
from .rulebook import OWN, Rulebook, code_of
from .settings import Settings
from .subject import Subject

SubjectProblem = tuple[Subject, Diagnostic]


class RuleFailed(QueuewrightError):
    """A rule of somebody else's raised something; one line that names it."""


def lint(
    subjects: Sequence[Subject],
    systems: Mapping[str, Snapshot],
    settings: Settings | None = None,
    *,
    world: World | None = None,
    reported: Iterable[SubjectProblem] = (),
    book: Rulebook = OWN,
) -> list[Finding]:
    """The findings about the objects, by file and line; silences are not looked at here.

    systems: as they were read. world: everything else that there will be; only the subjects when
    left out. reported: what others (a validation, an interpreter, a plan) have found of the
    subjects already.

    Pure. Raises RuleFailed.
    """
    settings = settings or Settings()
    world = world or World({s.key: s.values for s in subjects}, systems, ships=True)
    found: list[Finding] = []
    known: set[tuple[object, ...]] = set()
    own = _checked(subjects, world, settings, book.checks), misnamed(subjects, settings)
    # Of two commands that are refused for the same reason, each is.
    every = chain(
        ((*each, each[0].line) for each in reported), ((*each, None) for each in chain(*own))
    )
    for subject, diagnostic, line in every:
        page = book.page_of(diagnostic)
        if page is None and diagnostic.is_error:
            page = book.pages[INVALID.page]
        if page is None or not settings.takes(page.code):
            continue
        once = subject.key, diagnostic.code, diagnostic.attribute, diagnostic.reason
        if (*once, line) not in known or page.code not in OWN.pages:
            known.update(((*once, line), (*once, None)))
            found.append(_finding(page, subject, diagnostic, settings))
    files = {subject.file: number for number, subject in reversed([*enumerate(subjects)])}
    return sorted(found, key=lambda f: (files.get(f.place[0], -1), f.place[1]))


def _finding(page: Page, subject: Subject, diagnostic: Diagnostic, settings: Settings) -> Finding:
    key = subject.key if subject.key.kind else None
    # A problem that would block a plan is an error, whatever else the page says.
    is_error = diagnostic.is_error and page.code in OWN.pages
    severity = Severity.ERROR if is_error else page.severity
    placed = replace(
        diagnostic if key is None else about(subject, diagnostic),
        code=page.code,
        severity=settings.severity.get(page.code, severity),
        file=diagnostic.file or subject.file,
        line=diagnostic.line or subject.line,
    )
    return Finding(placed, page.title, key)


def _checked(
    subjects: Iterable[Subject], world: World, settings: Settings, checks: Iterable[Check]
) -> Iterator[SubjectProblem]:
    taken = [
        (check, check in OWN.checks, [rule.code for rule in check.rules])
        for check in checks
        if any(settings.takes(code_of(rule)) for rule in check.rules)
    ]
    for subject in subjects:
        if is_left_out(subject, world):
            continue
        for check, own, codes in taken:
            try:
                for diagnostic in check(subject, world):
                    if not own and diagnostic.code not in codes:
                        diagnostic = replace(diagnostic, code=codes[0])
                    yield subject, diagnostic
            except Exception as error:
                if own:
                    raise
                text, code = f"{type(error).__name__}: {error}", code_of(check.rules[0])
                raise RuleFailed(
                    f"rule {code} failed on {subject.key}: {shown(text)[1:-1]}; mend it, "
                    f'or leave it out with ignore = ["{code}"]'
                ) from None
