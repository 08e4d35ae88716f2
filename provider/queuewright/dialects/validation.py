"""The documents' rules for one command by itself, no system asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, DELETE_QUEUE, Sources
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.common_attributes import OF_JOB
from queuewright.kinds import KINDS, is_queue, spec_of
from queuewright.mq.queue_rules import DYNAMIC_SCOPE

from .definition import Action, Definition

_ANY_LEVEL = 99_999  # no command level is known: everything that the platform may have
_BY_SYSTEM = frozenset(("length", "ccsid"))


PURGE_LOCAL = Rule(
    "purge-local",
    "Purge is only for local queues",
    "{option} is valid only for local queues, and this is an {kind}",
    "leave it out",
    sources=(DELETE_QUEUE.at("Purge"),),
    attribute="Purge",
)
FORCE_IGNORED = Rule(
    "force-ignored",
    "Force has no effect on a creation",
    "{option} has no effect on {command}",
    "leave it out",
    sources=(CHANGE_QUEUE.at("Force"),),
    attribute="Force",
    severity=Severity.WARNING,
)
FORCE_MODEL = Rule(
    "force-model",
    "Force is not for model queues",
    "{option} is not valid for model queues",
    "leave it out",
    sources=(CHANGE_QUEUE.at("Force, QMODEL"),),
    attribute="Force",
)
MODEL_SCOPE = DYNAMIC_SCOPE.but(
    reason="{written}: a model queue cannot have cell scope", remediation="leave it out"
)


def validate(definition: Definition, platform: Platform | None = None) -> list[Diagnostic]:
    """Every problem of the command: the reader's own, then the catalogue's.

    A creation is validated with what IBM ships in the default definitions, a change and a copy by
    what they say alone. `platform` None: any platform. Lengths count characters, because only a
    system knows its CCSID. Values that are not literal are left out of every rule.
    """
    diagnostics = list(definition.problems)
    reported = {
        diagnostic.attribute for diagnostic in diagnostics if diagnostic.code != "conditional"
    }
    if definition.action is Action.INQUIRE:
        return diagnostics  # names may be generic, and nothing is set
    if definition.action in (Action.DELETE, Action.REMOVE):
        bare = replace(definition, values={}, action=Action.CHANGE, like=None)
        names = KINDS[definition.kind].identity()
        of_name = _of_kind(bare, None, reported)
        return diagnostics + [known for known in of_name if known.attribute in names]
    of_kinds = []
    for kind in definition.kinds or (definition.kind,):
        of_kinds.append(list(_of_kind(replace(definition, kind=kind), platform, reported)))
        if not any(diagnostic.is_error for diagnostic in of_kinds[-1]):
            return diagnostics + of_kinds[-1]
    return diagnostics + of_kinds[0]


def option_problem(
    option: str, action: Action, kinds: Sequence[str], word: str, command: str
) -> Diagnostic | None:
    """The documents' rules against Force or Purge on a command about `kinds`; word, command:
    how the dialect spells both."""
    if not is_queue(kinds[0]):
        return None
    if option == "Purge" and not any(spec_of(kind).holds_messages for kind in kinds):
        return PURGE_LOCAL(option=word, kind=kinds[0])
    if option == "Force" and action is Action.CREATE:
        return FORCE_IGNORED(option=word, command=command)
    if option == "Force" and action is Action.CHANGE and not spec_of(kinds[0]).can_force():
        return FORCE_MODEL(option=word)
    return None


def cell_scope_problem(written: str) -> Diagnostic:
    """Cell scope of a model queue; written: how the dialect says it."""
    return MODEL_SCOPE(written=written)


def for_platform(
    check: Callable[[SystemFacts | None], list[Diagnostic]], platform: Platform | None
) -> list[Diagnostic]:
    """The problems that `check` finds on any system of a platform: lengths count characters."""
    anywhere = check(None)
    if platform is None:
        return anywhere
    on_platform = check(SystemFacts("this system", platform, _ANY_LEVEL))
    lengths = [diagnostic for diagnostic in anywhere if diagnostic.code in _BY_SYSTEM]
    return [*(known for known in on_platform if known.code not in _BY_SYSTEM), *lengths]


def identity(spec: type[Spec], name: str) -> dict[str, str]:
    """A Key's name as the spec's name fields; a library that only a system knows is left out."""
    fields = spec.names_in(name)
    known = not spec.in_library or not name.startswith("*")
    return fields if known else {"name": fields["name"]}


def _of_kind(
    definition: Definition, platform: Platform | None, reported: set[str | None]
) -> Iterator[Diagnostic]:
    spec = KINDS[definition.kind]
    name = definition.name
    removed = definition.removed if definition.action is Action.CHANGE else {}
    values: dict[str, Any] = {**identity(spec, name), **removed, **definition.values}
    if not values.get("name") and (definition.errors or "name" in definition.unknown):
        values["name"] = "X"  # missing or not literal, which is reported already
    alone = definition.action is not Action.CREATE or definition.like is not None
    if alone:
        values = {**_stand_ins(spec), **values}
    if definition.like is not None:
        yield from copied(definition, None, "like")
    existing = None if alone else spec.shipped(platform)
    problems = for_platform(
        lambda facts: spec.validate_values(values, facts, existing=existing)[1], platform
    )
    ignored = _not_reported(spec, definition, values, existing)
    for problem in problems:
        if (
            problem.code in ignored
            or _reported(definition, problem, reported)
            or not validated_alone(problem.code, definition)
        ):
            continue
        line, column = definition.places.get(
            problem.attribute or "", (definition.line, definition.column)
        )
        yield replace(problem, object="", line=line, column=column)


def copied(
    definition: Definition, facts: SystemFacts | None, parameter: str, sources: Sources = ()
) -> Iterator[Diagnostic]:
    """Problems of the name of the object that is copied; parameter: what the dialect calls
    it."""
    spec = KINDS[definition.kind]
    values = {**_stand_ins(spec), **identity(spec, definition.like or "")}
    for problem in spec.validate_values(values, facts)[1]:
        if problem.is_error and problem.attribute in spec.identity():
            yield replace(
                problem,
                attribute=parameter,
                reason=f"{parameter}={shown(definition.like)}: {problem.reason}",
                sources=sources or problem.sources,
                severity=Severity.ERROR,
                object="",
                value=NO_VALUE,
                line=definition.line,
                column=definition.column,
            )


def validated_alone(code: str, definition: Definition) -> bool:
    """Whether a rule has something to say of this command without the object that it is about."""
    if code == OF_JOB.code:
        return False  # a job's own object is as good as any, as long as the job runs
    if code == "command-scope":
        return False  # which queue manager the command is for is not known here
    if code == "structure-missing":
        # The values that the object has already, or the copied one, are not seen here: it may have
        # one.
        is_complete = definition.action is Action.CREATE and definition.like is None
        return is_complete or "coupling_facility_structure" in definition.values
    # Change Queue (PCF) QSGDisposition, table 2: private is not permitted for Copy and Create
    # alone.
    return code != "disposition-private" or definition.action is Action.CREATE


def _reported(definition: Definition, problem: Diagnostic, reported: set[str | None]) -> bool:
    """Whether the reader has said it already."""
    attribute = problem.attribute
    if problem.code == "missing" and attribute in reported:
        return True
    return attribute in definition.unknown or (attribute == "name" and not definition.name)


@cache
def _stand_ins(spec: type[Spec]) -> Mapping[str, Any]:
    """Values for what a new object needs and a change leaves as it is."""
    return {
        name: _stand_in(attribute)
        for name, attribute in spec.attributes().items()
        if attribute.required
    }


def _stand_in(attribute: Attribute) -> Any:
    if attribute.minimum is not None:
        return attribute.minimum
    words = (attribute.shipped, *(choice.value for choice in attribute.choices), "X")
    return next(word for word in words if word is not None)


def _not_reported(
    spec: type[Spec],
    definition: Definition,
    values: Mapping[str, Any],
    existing: Mapping[str, Any] | None,
) -> set[str]:
    """Codes of rules that would validate a value that only the running program knows."""
    if not definition.unknown:
        return set()
    resultant = {**(existing or {}), **values}
    return {
        finding.code
        for check in spec.checks
        if definition.unknown.intersection(check.attributes)
        for finding in check.find(resultant, None)
    }
