"""PCF commands and responses to canonical values: what a message says in the catalogue's words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.validation import cell_scope_problem
from queuewright.kinds import spec_of

from .forms import FORMS, NAMES, Form
from .inquire import inquiry_of
from .structures import MQCFBF, MQCFIF, MQCFIN, MQCFSF, MQCFSL, MQCFST, Message, Structure
from .vocabulary import Field, Parameter, fields_of, specs_of, vocabulary


@cache
def _fields(kind: str) -> Mapping[int, Field]:
    return {field.number: field for field in fields_of(kind)}


def attributes_of(
    kind: str, parameters: Sequence[Structure]
) -> tuple[dict[str, Value], list[Structure]]:
    """The attributes of a kind among `parameters`, canonical; and the parameters that are none,
    or whose structure or number is not one that the attribute has. The first of two wins."""
    fields = _fields(kind)
    values: dict[str, Value] = {}
    others: list[Structure] = []
    for structure in parameters:
        field = fields.get(structure.parameter)
        if field is None or type(structure) is not field.structure or field.attribute in values:
            others.append(structure)
            continue
        if type(structure) is MQCFIN:
            value: Value | None = field.values.get(structure.value)
            if value is None and field.numeric:
                value = structure.value
        elif type(structure) is MQCFST:
            value = structure.value.rstrip(" \0")
        else:
            assert type(structure) is MQCFSL
            value = structure.values
        if value is None:
            others.append(structure)
        else:
            values[field.attribute] = value
    return values, others


def first(message: Message, number: int) -> Structure | None:
    """The first parameter with this identifier."""
    return next(
        (structure for structure in message.parameters if structure.parameter == number), None
    )


def plain(structure: Structure | None) -> Any:
    """The value of a parameter, trailing blanks of a string cut; None for None and for a group."""
    if isinstance(structure, MQCFST):
        return structure.value.rstrip(" \0")
    if structure is None:
        return None
    return structure.values if hasattr(structure, "values") else getattr(structure, "value", None)


def text_of_parameter(parameter: Parameter, structure: Structure) -> str:
    """A parameter as errors show it: name and value, MQ constants for numbers that have them."""
    value = plain(structure)
    if isinstance(value, int):
        return f"{parameter.name}={parameter.word(value) or value}"
    return f"{parameter.name}={shown(value.hex() if isinstance(value, bytes) else value)}"


def parameter_of(form: Form, attribute: str) -> Parameter | None:
    """The parameter of a command that the catalogue or the documents call so; "name" is that of
    the object which the command is about."""
    known = vocabulary(form.object)
    if attribute == "name":
        base = NAMES[form.object][0] or "RepositoryName"
        return known.names.get(f"To{base}" if form.copies else base)
    return next(
        (
            parameter
            for parameter in known.numbers.values()
            if attribute == parameter.name or attribute in parameter.fields.values()
        ),
        None,
    )


def kinds_of(form: Form, message: Message) -> tuple[str, ...]:
    """Every kind that the command may be about: one where its type says it, else all of the
    object; none for types that the catalogue does not have (MQCHT_SENDER)."""
    specs = tuple(specs_of(form.object))
    typed = NAMES[form.object][1]
    if not typed:
        return tuple(spec.kind for spec in specs)
    given = first(message, vocabulary(form.object).names[typed].id)
    if not isinstance(given, MQCFIN) or vocabulary(form.object).numbers[given.parameter].word(
        given.value
    ) in ("MQQT_ALL", "MQCHT_ALL"):
        return tuple(spec.kind for spec in specs)
    return tuple(
        spec.kind for spec in specs if spec.pcf.type is not None and spec.pcf.type[2] == given.value
    )


def definition(message: Message) -> Definition | None:
    """What a command says; None for commands and kinds that are not ours.

    `problems` has what the message itself does wrong: parameters that are missing, twice, in the
    wrong place, of the wrong structure or unknown. Values are validated by the catalogue, not here.
    `given` has the parameters that are no attributes, by their names, as constants or numbers.
    """
    form = FORMS.get(message.header.command)
    if form is None:
        return None
    if form.object == "Q_MGR":
        return _membership(form, message)
    kinds = kinds_of(form, message)
    if not kinds:
        return None
    values, others = attributes_of(kinds[0], message.parameters)
    if len(kinds) > 1 or not form.attributes:
        values, others = {}, list(message.parameters)
    words = vocabulary(form.object)
    given: dict[str, Any] = {}
    for structure in others:
        parameter = words.numbers.get(structure.parameter)
        if parameter is not None and parameter.name not in given:
            value = plain(structure)
            word = parameter.word(value) if isinstance(value, int) else None
            given[parameter.name] = word or value
    base, typed, _ = NAMES[form.object]
    if form.attributes or form.action is Action.INQUIRE:
        given.pop(typed, None)
    name = given.pop(f"To{base}" if form.copies else base, "")
    return Definition(
        kinds[0],
        name if isinstance(name, str) else "",
        form.action,
        values,
        like=given.pop(f"From{base}", None) if form.copies else None,
        replace=given.pop("Replace", None) == "MQRP_YES",
        force=given.pop("Force", None) == "MQFC_YES",
        purge=given.pop("Purge", None) == "MQPO_YES",
        kinds=kinds,
        given=given,
        problems=tuple(parameter_problems(form, message, kinds, others)),
        inquiry=inquiry_of(form, message, kinds, given),
    )


def _membership(form: Form, message: Message) -> Definition | None:
    """Change Queue Manager with RepositoryName is about a cluster, without it not ours."""
    repository = first(message, vocabulary("Q_MGR").names["RepositoryName"].id)
    if form.action is not Action.CHANGE or not isinstance(repository, MQCFST):
        return None
    name = plain(repository)
    values: dict[str, Value] = {"full_repository": "yes" if name else "no"}
    (kind,) = (spec.kind for spec in specs_of(form.object))
    problems = list(parameter_problems(form, message, (kind,)))
    given: dict[str, Any] = {}
    for structure in message.parameters:
        known = vocabulary("Q_MGR").numbers.get(structure.parameter)
        if known is not None and structure is not repository:
            given[known.name] = plain(structure)
            rule = (
                f"{text_of_parameter(known, structure)} is no part of a cluster: it is not "
                "managed here; send it in a command of its own"
            )
            problems.append(
                Diagnostic("not-managed", known.name, rule, "", known.sources, Severity.WARNING)
            )
    return Definition(
        kind, name, form.action, values, kinds=(kind,), given=given, problems=tuple(problems)
    )


def parameter_problems(
    form: Form, message: Message, kinds: Sequence[str], suspects: Sequence[Structure] | None = None
) -> Iterator[Diagnostic]:
    """What the message does wrong as a message: order, presence, structures, identifiers.

    suspects: the parameters that were not read as attributes, where that is known.
    """
    words = vocabulary(form.object)
    command = form.name
    places: dict[int, int] = {}
    for place, structure in enumerate(message.parameters):
        places.setdefault(structure.parameter, place)
    required = [words.numbers[words.names[name].id] for name in form.required]
    expected = 0  # what is missing is said once, and does not move the others
    for parameter in required:
        place_found = places.get(parameter.id)
        if place_found is None:
            rule = f"{command} needs {parameter.name} ({parameter.constant}); give it"
            yield Diagnostic("missing", parameter.name, rule, sources=parameter.sources)
            continue
        if place_found != expected:
            order = ", ".join(first.name for first in required)
            rule = (
                f"{parameter.name} is parameter {place_found + 1} of {command}; required parameters"
                f" come first, in the order {order}"
            )
            yield Diagnostic("sequence", parameter.name, rule, sources=form.sources)
        expected += 1
    if suspects is None or len(places) < len(message.parameters):
        suspects = message.parameters
    firsts = dict.fromkeys(places, True)
    for structure in suspects:
        known = words.of_number(structure.parameter)
        if not firsts[structure.parameter]:
            rule = f"{known.name} is given twice; leave one out"
            attribute = _attribute(known, kinds)
            yield Diagnostic("duplicate", attribute, rule, sources=form.sources)
        elif not known.type:
            yield _unknown(form, structure)
        else:
            yield from _structure(form, known, structure, kinds)
        firsts[structure.parameter] = False


def _unknown(form: Form, structure: Structure) -> Diagnostic:
    """Of the queue commands every parameter is known; other documents may have more."""
    complete = form.object == "Q" and form.attributes
    rule = one_line(
        f"{form.name} has no parameter {structure.parameter}"
        f" ({type(structure).__name__}) that the documents name; leave it out"
    )
    severity = Severity.ERROR if complete else Severity.WARNING
    number = str(structure.parameter)
    return Diagnostic("unknown-parameter", number, rule, "", form.sources, severity)


def _attribute(known: Parameter, kinds: Sequence[str]) -> str:
    """The catalogue's name of a parameter where it has one, else the document's."""
    return next((known.fields[kind] for kind in kinds if kind in known.fields), known.name)


def _structure(
    form: Form, known: Parameter, structure: Structure, kinds: Sequence[str]
) -> Iterator[Diagnostic]:
    structure_type = type(structure).__name__
    command = form.name
    if isinstance(structure, MQCFIF | MQCFSF | MQCFBF) and form.action is Action.INQUIRE:
        return  # a filter is named by the attribute that it looks at
    attribute = _attribute(known, kinds)
    allowed = known.name in form.required or known.name in form.optional
    managed = form.attributes and (known.fields or form.object == "Q_MGR")
    if not allowed and not managed:
        if known.name == "Replace" and form.action is Action.CHANGE:
            rule = f"Replace is not valid on {command}; leave it out, or send a Create"
        elif known.name == "Force":
            rule = f"Force is not valid on {command}; leave it out"
        else:
            rule = f"{known.name} ({known.constant}) is no parameter of {command}; leave it out"
        yield Diagnostic("not-allowed", attribute, rule, sources=known.sources)
        return
    if known.fields and form.attributes and kinds and not known.fields.keys() & set(kinds):
        text = text_of_parameter(known, structure)
        if text == "Scope=MQSCO_CELL":  # only model queues lack it
            yield cell_scope_problem(text)
            return
        attribute = next(iter(known.fields.values()))
        belongs = ", ".join(known.fields)
        rule = f"{text}: {kinds[0]} has no such attribute; it belongs to {belongs}; leave it out"
        yield Diagnostic("wrong-kind", attribute, rule, sources=known.sources)
    elif structure_type != known.type:
        rule = (
            f"{known.name} must be an {known.type}, not an {structure_type};"
            f" send it as {known.type}"
        )
        yield Diagnostic("structure", attribute, rule, sources=known.sources)
    elif (
        isinstance(structure, MQCFIN)
        and not known.numeric
        and structure.value not in (settable := _settable(form, known, kinds)).values()
    ):
        words = ", ".join(f"{word} ({number})" for word, number in settable.items())
        rule = f"{known.name}={structure.value}: must be {words}; use one of these"
        yield Diagnostic("choice", attribute, rule, sources=known.sources)


def _settable(form: Form, known: Parameter, kinds: Sequence[str]) -> Mapping[str, int]:
    """The constants that a command may set: a response has others too (MQQDT_PREDEFINED)."""
    if known.name == "QType" and form.attributes:
        types = (spec.pcf.type for spec in specs_of(form.object))
        return {typed[1]: typed[2] for typed in types if typed is not None}
    kind = next((kind for kind in kinds if kind in known.fields), None)
    if kind is None or not form.attributes:
        return known.words
    choices = spec_of(kind).attributes()[known.fields[kind]].choices
    return {choice.constant or "": choice.number for choice in choices if choice.number is not None}
