"""CL as a dialect."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.parse import is_ebcdic, says_ebcdic
from queuewright.dialects.protocol import (
    NOTHING_GIVEN,
    DialectCodec,
    Entry,
    Given,
    Mark,
    Script,
    SourceFacts,
    Stop,
)
from queuewright.dialects.rules import NAME_UNKNOWN, NOT_FOLLOWED

from .altering import create_authority, granted_by_library, refusal
from .parser import ClCommand, ClProgram
from .program import read_program
from .reader import created_library, definitions, definitions_in, on_each_object
from .rearranging import rearrangement
from .render import render
from .rules import AS_THERE_ARE, OBJECT_NOT_MANAGED
from .tables import GRANT, REVOKE
from .variables import named_in
from .words import (
    ALTERING,
    CHANGES_LIBRARY,
    CREATE_LIBRARY,
    CURRENT_LIBRARY,
    FRAME,
)

# Besides commands on objects; each command that is about other objects is an entry of its own.
_FOLLOWED = CURRENT_LIBRARY | {CREATE_LIBRARY}

CCSID_ASSUMED = Rule(
    "ccsid-assumed",
    "A file is in EBCDIC, and its CCSID is assumed",
    "EBCDIC, read as CCSID 1047",
    "if it is of another, give --ccsid (273, 37, ...)",
    severity=Severity.WARNING,
)
FAILURE_UNKNOWN = NOT_FOLLOWED.but(
    reason="{command}: it is not known whether the command before fails that it is monitored for, "
    "and what follows depends on that"
)
LIBRARY_UNKNOWN = NAME_UNKNOWN.but(
    reason="{command}: the library's name is not known",
    remediation="give one, or the value of its variable (--set NAME=VALUE)",
)


class _Cl(DialectCodec):
    name = "cl"
    platform = Platform.IBMI  # it runs nowhere else
    typed = False

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = mqsc.decoded(data, given.ccsid)
        script = read_program(text, given.variables)
        lines = text.splitlines()
        # A comment above PGM belongs to the program as a whole, as if a blank line followed.
        whole = {step.statement.pieces[0][1] for step in script.steps if step.name == "PGM"}
        headings = {
            n: [*above, ""] if n in whole else above for n, above in script.headings.items()
        }
        ending: list[Mark] = []
        skipped = _passed_over(script)
        entries = list(_entries(script, ending))
        for problem in script.problems:
            source = lines[problem.line - 1].strip() if problem.line <= len(lines) else ""
            entries.append(Entry(source, (), (problem,), problem.line, problem.column))
        if entries and is_ebcdic(data) and not says_ebcdic(given.ccsid):
            assumed = (CCSID_ASSUMED().at(1, 1), *entries[0].problems)
            entries[0] = replace(entries[0], problems=assumed)
        return Script.in_order(
            self.name,
            entries,
            skipped=skipped,
            skipped_at=_lines(script, skipped),
            facts=SourceFacts(platform=Platform.IBMI),
            monitors=tuple(script.monitors),
            ending=tuple(ending),
            unused=script.unused,
            headings=headings,
        )

    def write(self, definition: Definition) -> list[str]:
        return render(definition)

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        for created in definitions(read_program(mqsc.decoded(answer))):
            if created.action is Action.CREATE:
                yield Observed(Key(system, created.kind, created.name), created.values)


def _passed_over(script: ClProgram) -> dict[str, int]:
    """The commands that change nothing here, by name, without those that a program is made of."""
    skipped = {n: count for n, count in script.skipped.items() if n not in _FOLLOWED | FRAME}
    for step in script.steps:
        if _is_taken(step):
            skipped[step.name] = skipped.get(step.name, 1) - 1
    return {name: n for name, n in skipped.items() if n > 0}


def _lines(script: ClProgram, names: Iterable[str]) -> dict[str, list[int]]:
    """The lines of the commands that are passed over, by name."""
    found: dict[str, list[int]] = {name: [] for name in names}
    for step in script.steps:
        if step.name in found and not _is_taken(step):
            found[step.name].append(step.line)
    return found


def _is_taken(step: ClCommand) -> bool:
    """Whether something is done about a command on no kind."""
    return step.name in ALTERING and bool(
        refusal(step) or _is_followed(step) or step.defaults_known
    )


def _entries(script: ClProgram, ending: list[Mark]) -> Iterator[Entry]:
    """Our commands, with the labels and jumps of those before that are not. The commands that
    MONMSG runs after one that is not ours is read as if it ran, and does not lead elsewhere:
    whether that one fails is not known. ending: takes what stands behind the last."""
    marks: list[Mark] = []
    is_known, is_guessed = False, False
    for step in script.steps:
        alters = step.name in ALTERING and (refusal(step) is not None or _is_followed(step))
        is_ours = step.is_ours or step.name == CREATE_LIBRARY or alters
        if not step.runs_on:
            is_known, is_guessed = is_ours, False
        marks += step.labels if is_known else _of_unknown(step, is_guessed)
        if is_ours:
            is_guessed = is_guessed or (bool(step.runs_on) and not is_known)
            yield _entry(step, tuple(marks), step.runs_on if is_known else ())
            marks.clear()
    ending += marks


def _is_followed(step: ClCommand) -> bool:
    """Whether a command that is about no kind changes what stands at the end, as far as it goes."""
    if step.name == CHANGES_LIBRARY:
        return bool(create_authority(step))
    return bool((found := rearrangement(step)) and found.kinds)


def _of_unknown(step: ClCommand, is_guessed: bool) -> Iterator[Mark]:
    """The marks of a step that runs if a command fails that is not ours. is_guessed: another one of
    the same MONMSG is read as if it ran."""
    for mark in step.labels:
        if isinstance(mark, str) or not mark.on:
            yield mark
        elif isinstance(mark, Stop):
            yield mark._replace(on=())
        elif is_guessed:
            yield Stop(FAILURE_UNKNOWN(command=step.name).at(step.line, step.column))


def _entry(step: ClCommand, labels: tuple[Mark, ...], runs_on: tuple[str, ...]) -> Entry:
    line, column = step.line, step.column
    of_library = step.name in (CREATE_LIBRARY, CHANGES_LIBRARY)
    named = created_library(step) if of_library else ""
    library = named if step.name == CREATE_LIBRARY else ""
    rearranged = rearrangement(step)
    if rearranged is not None and rearranged.library == "*CURLIB" and step.current_library:
        rearranged = replace(rearranged, library=step.current_library)
    read = definitions_in(step) if step.is_ours and rearranged is None else ()
    grants = granted_by_library(step) if named else None
    problem: Diagnostic | None = refusal(step)
    if problem is None and of_library and not named:
        variables = ", ".join(named_in(step.arguments)) or None
        problem = LIBRARY_UNKNOWN("", variables, command=step.name)
    elif problem is None and not (read or named or rearranged):
        of_records = step.name in (GRANT, REVOKE)
        problem = (AS_THERE_ARE if of_records else OBJECT_NOT_MANAGED)(command=step.name)
    if problem is not None:
        read = ()
    problems = () if read else tuple(step.problems)
    if rearranged is not None and rearranged.changes:
        problems = rearranged.changes[0].problems
    if problem is not None:
        problems = (*step.problems, problem.at(line, column))
    return Entry(
        step.text,
        read,
        problems,
        line,
        column,
        step,
        words=step.name,
        library=library,
        grants=None if grants is None else (named, grants),
        rearranged=rearranged,
        on_each=on_each_object(step) if step.is_ours else None,
        labels=labels,
        monitors=tuple(step.monitors),
        runs_on=runs_on,
        skipped=step.skipped,
    )


DIALECT = _Cl()
