"""Validates one PCF command alone: everything in the documents that needs no system."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import CCSID, LENGTH, PLATFORM
from queuewright.catalogue.ccsid import byte_length
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, DELETE_QUEUE, PCF_COMMANDS
from queuewright.catalogue.spec import MISSING
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.rules import UNKNOWN_COMMAND
from queuewright.dialects.validation import copied, option_problem, validated_alone
from queuewright.kinds import spec_of

from .constants import MQCFT
from .forms import COPIED, FORMS, NAMES, Form
from .read import definition, first, kinds_of, parameter_of, parameter_problems, plain
from .script import PcfEntry
from .structures import MQCFST, PcfMessage
from .vocabulary import vocabulary

NOT_DESCRIBED_COMMAND = UNKNOWN_COMMAND.but(
    reason="command {command} is not described here, so that its parameters are not validated",
    remediation="see MQCMD",
    sources=(PCF_COMMANDS.at("commands"),),
    severity=Severity.WARNING,
)
NO_COMMAND = Rule(
    "no-command",
    "A PCF message is not a command",
    "MQCFH {field} is {found}; {expected}",
    sources=(PCF_COMMANDS.at("MQCFH"),),
)
HEADER = NO_COMMAND.but(code="header", title="The header of a PCF message is wrong")
NAME_BLANK = MISSING.but(
    reason="{parameter} is blank", remediation="give the name of the object", attribute="name"
)
ONLY_ON_ZOS = PLATFORM.but(
    reason="{name} exists only on zos, and {system} is {platform}", remediation="leave it out"
)
NOT_ON_ZOS = PLATFORM.but(
    reason="AuthRec does not apply to zos",
    remediation="leave it out",
    sources=(DELETE_QUEUE.at("Authrec"),),
    attribute="AuthRec",
)


def validate(entry: PcfEntry, facts: SystemFacts | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a command of a file, or odd (warnings), in its place.

    facts: of the system it is for; None when it is not known, then platforms are not validated and
    lengths are counted in characters.
    """
    diagnostics = list(entry.problems)
    message = entry.message or entry.partial
    if message is not None:
        for diagnostic in validate_message(message, facts):
            if entry.message is None and diagnostic.code in ("missing", "sequence"):
                continue  # what could not be read may be what is missing
            bare = replace(diagnostic, value=NO_VALUE)
            column = _column(entry, message, diagnostic)
            diagnostics.append(replace(bare, line=entry.line, column=column, offset=entry.offset))
    return diagnostics


def _column(entry: PcfEntry, message: PcfMessage, diagnostic: Diagnostic) -> int:
    """Where the parameter stands in a JSON line; 0 where it does not."""
    form = FORMS.get(message.header.command)
    if not entry.line or form is None or diagnostic.attribute is None:
        return 0
    known = parameter_of(form, diagnostic.attribute)
    names = [diagnostic.attribute]
    if known is not None:
        others = (spelled for other in known.synonyms for spelled in other)
        names = [known.name, *others, known.constant, str(known.id)]
    places = (entry.text.find(f'"{name}"') for name in names)
    return next((place + 1 for place in places if place >= 0), 0)


def validate_message(message: PcfMessage, facts: SystemFacts | None = None) -> list[Diagnostic]:
    """The same of a message that stands in no file."""
    diagnostics = list(_header(message))
    form = FORMS.get(message.header.command)
    if form is None:
        return [*diagnostics, NOT_DESCRIBED_COMMAND(command=message.header.command)]
    definition_read = definition(message)
    if definition_read is not None:
        diagnostics += definition_read.problems
        diagnostics += _of_definition(form, definition_read, message, facts)
    else:
        diagnostics += parameter_problems(form, message, kinds_of(form, message))
    diagnostics += _lengths(form, message, facts)
    return _once(diagnostics)


def _once(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """A rule that two places know is said once for an attribute."""
    reported: set[tuple[str, str | None]] = set()
    kept = []
    for diagnostic in diagnostics:
        if (diagnostic.code, diagnostic.attribute) not in reported or diagnostic.attribute is None:
            kept.append(diagnostic)
        reported.add((diagnostic.code, diagnostic.attribute))
    return kept


def _header(message: PcfMessage) -> Iterator[Diagnostic]:
    header = message.header
    lowest = 3 if header.type == MQCFT.COMMAND_XR else 1
    needed = max([lowest, *(structure.version for structure in message.parameters)])
    commands = (MQCFT.COMMAND, MQCFT.COMMAND_XR)
    fields = (
        ("Type", header.type, header.type in commands, "a command has MQCFT_COMMAND (1)"),
        ("Control", header.control, header.control == 1, "a command has MQCFC_LAST (1)"),
        ("MsgSeqNumber", header.sequence, header.sequence == 1, "a command has 1"),
        (
            "Version",
            header.version,
            header.version >= needed,
            f"its type and structures need {needed}",
        ),
    )
    for field, value, fits, expected in fields:
        if not fits:
            rule = NO_COMMAND if field == "Type" else HEADER
            yield rule(attribute=field, field=field, found=value, expected=expected)


def _of_definition(
    form: Form, definition: Definition, message: PcfMessage, facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    if form.object == "Q" and form.attributes and len(definition.kinds) > 1:
        return
    named = bool(definition.name)
    action = definition.action
    if action is Action.DELETE or action is Action.INQUIRE:
        if action is Action.DELETE and not named:
            yield from _blank(form, definition)
        elif action is Action.DELETE:
            names = spec_of(definition.kind).identity()
            of_name = _values(definition, _named(definition), facts)
            yield from (problem for problem in of_name if problem.attribute in names)
        if definition.purge:
            yield from _option("Purge", form, definition)
        yield from _elsewhere(definition, facts)
        return
    values: dict[str, Any] = {**_named(definition), **definition.values, **definition.removed}
    if not named:
        yield from _blank(form, definition)
        values["name"] = "NAME"
    for problem in _values(definition, values, facts):
        if validated_alone(problem.code, definition):
            yield problem
    if definition.like is not None:
        yield from copied(definition, facts, COPIED[form.object][0], form.sources)
    force = vocabulary(form.object).names.get("Force")
    if force is not None and first(message, force.id) is not None:
        yield from _option("Force", form, definition)
    yield from _elsewhere(definition, facts)


def _named(definition: Definition) -> dict[str, str]:
    return spec_of(definition.kind).names_in(definition.name)


def _blank(form: Form, definition: Definition) -> Iterator[Diagnostic]:
    if any(problem.code in ("missing", "structure") for problem in definition.problems):
        return
    is_copy = definition.like is not None
    parameter = COPIED[form.object][1] if is_copy else NAMES[form.object][0]
    yield NAME_BLANK(sources=form.sources, parameter=parameter)


def _values(
    definition: Definition, values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    for problem in spec_of(definition.kind).validate_values(values, facts)[1]:
        yield replace(problem, object="")


def _option(option: str, form: Form, definition: Definition) -> Iterator[Diagnostic]:
    problem = option_problem(option, definition.action, definition.kinds, option, form.name)
    if problem is not None and (problem.is_error or definition.force):
        yield problem


def _elsewhere(definition: Definition, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """Parameters that are not attributes of the kind, and exist on some platforms alone."""
    if facts is None:
        return
    zos = facts.platform == "zos"
    for name in ("CommandScope", "QSGDisposition"):
        if name in definition.given and not zos:
            sources, platform = (CHANGE_QUEUE.at(name),), facts.platform
            yield ONLY_ON_ZOS(
                attribute=name, sources=sources, name=name, system=facts.name, platform=platform
            )
    if "AuthRec" in definition.given and zos:
        yield NOT_ON_ZOS()


def _lengths(form: Form, message: PcfMessage, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """Strings that are not attributes: those of attributes are the catalogue's to validate."""
    words = vocabulary(form.object)
    name = NAMES[form.object][0]
    validated = (name, *COPIED.get(form.object, ()), "RepositoryName")
    for structure in message.parameters:
        known = words.numbers.get(structure.parameter)
        if not isinstance(structure, MQCFST) or known is None or known.length is None:
            continue
        if (known.fields and form.attributes) or known.name in validated:
            continue
        value = plain(structure)
        size = len(value) if facts is None else byte_length(value, facts.ccsid)
        if size is None:
            assert facts is not None
            found = CCSID(ccsid=facts.ccsid, system=facts.name)
        elif size > known.length:
            found = LENGTH(limit=f"{known.length} bytes", length=size)
        else:
            continue
        reason = f"{known.name}={shown(value)}: {found.text}"
        yield replace(
            found, attribute=known.name, reason=reason, remediation="", sources=known.sources
        )
