"""PCF commands and responses to canonical values: what a message says in the catalogue's words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import CHOICE, Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.spec import MISSING, WRONG_KIND, Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.rules import NOT_ALLOWED
from queuewright.dialects.validation import cell_scope_problem
from queuewright.kinds import is_record, spec_of

from .forms import COPIED, FORMS, NAMES, Form
from .inquire import inquiry_of
from .structures import (
    MQCFBF,
    MQCFBS,
    MQCFIF,
    MQCFIL,
    MQCFIN,
    MQCFSF,
    MQCFSL,
    MQCFST,
    PcfMessage,
    Structure,
)
from .vocabulary import (
    Field,
    PcfParameter,
    fields_of,
    names_of,
    others_of,
    specs_of,
    vocabulary,
)

NEEDED = MISSING.but(reason="{command} needs {attribute} ({constant})", remediation="give it")
SEQUENCE = Rule(
    "sequence",
    "Required parameters of PCF come first",
    "{attribute} is parameter {number} of {command}; required parameters come first, in the order "
    "{order}",
)
DUPLICATE = Rule(
    "duplicate", "A parameter is given twice", "{parameter} is given twice", "leave one out"
)
UNKNOWN_PARAMETER = Rule(
    "unknown-parameter",
    "A parameter that the documents do not have",
    "{command} has no parameter {attribute} ({structure}) that the documents name",
    "leave it out",
)
PARAMETER_OF_OTHERS = WRONG_KIND.but(
    reason="{parameter}: {kind} has no such attribute; it belongs to {others}"
)
STRUCTURE = Rule(
    "structure",
    "A parameter is in a structure of another type",
    "{name} must be an {type}, not an {found}",
    "send it as {type}",
)
SEVERAL_ENTITIES = Rule(
    "several-values",
    "An object has one name",
    "{parameter} has several names, and each is a record",
    "send a message for each",
)
NUMBER_CHOICE = CHOICE.but(reason="{parameter}: must be {words}", remediation="use one of these")


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
        if field is not None and field.repeated and type(structure) is MQCFST:
            before, text = values.get(field.attribute, ()), structure.value.rstrip(" \0")
            assert isinstance(before, tuple)
            values[field.attribute] = (*before, *filter(None, (text,)))
            continue
        is_one = field is not None and field.one_apart and type(structure) is MQCFST
        if (
            field is None
            or field.attribute in values
            or not (type(structure) is field.structure or is_one)
        ):
            others.append(structure)
            continue
        if type(structure) is MQCFIN:
            value: Value | None = field.values.get(structure.value)
            if value is None and field.numeric:
                value = structure.value
        elif type(structure) is MQCFST:
            text = structure.value.rstrip(" \0")
            value = tuple(filter(None, (text,))) if is_one else text
        elif type(structure) is MQCFBS:
            value = structure.value.hex().upper()
        elif type(structure) is MQCFIL:
            value = _words(field, structure.values)
        else:
            assert type(structure) is MQCFSL
            value = structure.values
        if value is None:
            others.append(structure)
        else:
            values[field.attribute] = value
    return values, others


def _words(field: Field, numbers: Iterable[int]) -> tuple[str, ...] | None:
    """The items of a list of numbers, each of which stands for a word; None where one does not."""
    words = [field.values.get(number) for number in numbers]
    known = tuple(word for word in words if word is not None)
    if len(known) < len(words):
        return None
    in_order = tuple(word for word in field.values.values() if word in known)
    return in_order if field.unordered else known


def first(message: PcfMessage, number: int) -> Structure | None:
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


def text_of_parameter(parameter: PcfParameter, structure: Structure) -> str:
    """A parameter as errors show it: name and value, MQ constants for numbers that have them."""
    value = plain(structure)
    if isinstance(value, int):
        return f"{parameter.name}={parameter.word(value) or value}"
    return f"{parameter.name}={shown(value.hex() if isinstance(value, bytes) else value)}"


def parameter_of(form: Form, attribute: str) -> PcfParameter | None:
    """The parameter of a command that the catalogue or the documents call so; "name" is that of
    the object which the command is about."""
    known = vocabulary(form.object)
    if attribute == "name":
        copied = COPIED[form.object] if form.copies else ()
        return known.names.get(copied[1] if copied else NAMES[form.object][0])
    return next(
        (
            parameter
            for parameter in known.numbers.values()
            if attribute == parameter.name or attribute in parameter.fields.values()
        ),
        None,
    )


def kinds_of(form: Form, message: PcfMessage) -> tuple[str, ...]:
    """Every kind that the command may be about: one where its type says it, else all of the
    object; none for types that the catalogue does not have (MQCHT_SENDER)."""
    specs = tuple(specs_of(form.object))
    if form.action is Action.DELETE:
        specs = _removed_by(form, message, specs)
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


def _removed_by(
    form: Form, message: PcfMessage, specs: tuple[type[Spec], ...]
) -> tuple[type[Spec], ...]:
    """Those whose deletion takes just what the command gives: ChannelTable tells client-connection
    channels from the others."""

    def is_given(spec: type[Spec]) -> bool:
        known = vocabulary(form.object).names
        return all(
            plain(first(message, known[name].id)) == known[name].words[constant]
            for name, constant in spec.pcf.removal
        )

    meant = tuple(spec for spec in specs if spec.pcf.removal and is_given(spec))
    return meant or tuple(spec for spec in specs if not spec.pcf.removal)


def definition(message: PcfMessage) -> Definition | None:
    """The definition of a command; None for commands and kinds that are not ours.

    `problems` has what the message itself does wrong: parameters that are missing, twice, in the
    wrong place, of the wrong structure or unknown. Values are validated by the catalogue, not here.
    `given` has the parameters that are not attributes, by their names, as constants or numbers.
    """
    form = FORMS.get(message.header.command)
    if form is None:
        return None
    kinds = kinds_of(form, message)
    if not kinds:
        return None
    if is_record(kinds[0]):
        return _record(form, message, kinds[0])
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
    source, target = COPIED[form.object] if form.copies else ("", base)
    name = given.pop(target, "")
    name = spec_of(kinds[0]).usual_names().get("name", name)
    return Definition(
        kinds[0],
        name if isinstance(name, str) else "",
        form.action,
        values,
        like=given.pop(source, None) if form.copies else None,
        replace=given.pop("Replace", None) == "MQRP_YES",
        force=given.pop("Force", None) == "MQFC_YES",
        purge=given.pop("Purge", None) == "MQPO_YES",
        kinds=kinds,
        given=given,
        problems=tuple(parameter_problems(form, message, kinds, others)),
        inquiry=inquiry_of(form, message, kinds, given),
    )


def record_names(kind: str, parameters: Sequence[Structure]) -> dict[str, str]:
    """The name fields of a record among the parameters of a command."""
    names: dict[str, str] = {}
    found = {structure.parameter: plain(structure) for structure in reversed(parameters)}
    for field in names_of(kind):
        value = found.get(field.number)
        if isinstance(value, tuple) and value:
            value = value[0]
        if isinstance(value, int):
            value = field.values.get(value)
        if isinstance(value, str) and value.strip(" "):
            names[field.attribute] = value
    return dict(spec_of(kind).named(names))


def _record(form: Form, message: PcfMessage, kind: str) -> Definition:
    """Set, delete or inquire a record, which several parameters name."""
    spec, parameters = spec_of(kind), message.parameters
    values, others = attributes_of(kind, parameters)
    words, naming = vocabulary(form.object), {field.number for field in names_of(kind)}
    removing = {field.number: field for field, removes in others_of(kind) if removes}
    removed: dict[str, tuple[str, ...]] = {}
    given: dict[str, Any] = {}
    for structure in others:
        parameter, value = words.numbers.get(structure.parameter), plain(structure)
        field = removing.get(structure.parameter)
        if field is not None and isinstance(value, tuple):
            removed[field.attribute] = tuple(field.values[n] for n in value if n in field.values)
        elif parameter is not None and structure.parameter not in naming:
            word = parameter.word(value) if isinstance(value, int) else None
            given[parameter.name] = word or value
    problems = list(parameter_problems(form, message, (kind,)))
    several = [p for p in parameters if p.parameter in naming and _items(p) > 1]
    for structure in several:
        name = words.of_number(structure.parameter).name
        problems.append(SEVERAL_ENTITIES(attribute=name, sources=form.sources, parameter=name))
    names, action_word = record_names(kind, parameters), given.get("Action")
    action = form.action
    if action_word in ("MQACT_REMOVE", "MQACT_REMOVEALL"):
        lists = {n: v for n, v in values.items() if spec.attributes()[n].is_set}
        is_part = action_word == "MQACT_REMOVE" and (bool(lists) or spec.mqsc.anew_by_default)
        action = Action.CHANGE if is_part else Action.DELETE
        removed = {n: v for n, v in lists.items() if isinstance(v, tuple)} if is_part else {}
        values = {}
    elif action_word == "MQACT_ADD" and spec.mqsc.anew_by_default:  # it changes only the items
        values = {n: v for n, v in values.items() if spec.attributes()[n].is_set}
        action = Action.ADD
    usual = form.action is Action.CREATE and spec.mqsc.anew_by_default and action_word is None
    is_whole = spec.required_names() <= names.keys()
    return Definition(
        kind,
        spec.name_of(names) if is_whole else "",
        action,
        values,
        removed=removed,
        replace=action_word == "MQACT_REPLACE" or usual,
        kinds=(kind,),
        given=given,
        problems=tuple(problems),
    )


def _items(structure: Structure) -> int:
    values = getattr(structure, "values", ())
    return len(values) if isinstance(values, tuple) else 0


def parameter_problems(
    form: Form,
    message: PcfMessage,
    kinds: Sequence[str],
    suspects: Sequence[Structure] | None = None,
) -> Iterator[Diagnostic]:
    """Problems of the message as a message: order, presence, structures, identifiers.

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
            name, sources, needed = parameter.name, parameter.sources, parameter.constant
            yield NEEDED(attribute=name, sources=sources, command=command, constant=needed)
            continue
        if place_found != expected:
            order = ", ".join(first.name for first in required)
            yield SEQUENCE(
                attribute=parameter.name,
                sources=form.sources,
                number=place_found + 1,
                command=command,
                order=order,
            )
        expected += 1
    if suspects is None or len(places) < len(message.parameters):
        suspects = message.parameters
    firsts = dict.fromkeys(places, True)
    for structure in suspects:
        known = words.of_number(structure.parameter)
        if not firsts[structure.parameter] and not known.repeated:
            attribute = _attribute(known, kinds)
            yield DUPLICATE(attribute=attribute, sources=form.sources, parameter=known.name)
        elif not known.type:
            yield _unknown(form, structure)
        else:
            yield from _structure(form, known, structure, kinds)
        firsts[structure.parameter] = False


def _unknown(form: Form, structure: Structure) -> Diagnostic:
    """Of the queue commands every parameter is known; other documents may have more."""
    complete = form.object == "Q" and form.attributes
    return UNKNOWN_PARAMETER(
        attribute=str(structure.parameter),
        sources=form.sources,
        severity=Severity.ERROR if complete else Severity.WARNING,
        command=form.name,
        structure=type(structure).__name__,
    )


def _attribute(known: PcfParameter, kinds: Sequence[str]) -> str:
    """The catalogue's name of a parameter where it has one, else the document's."""
    return next((known.fields[kind] for kind in kinds if kind in known.fields), known.name)


def _structure(
    form: Form, known: PcfParameter, structure: Structure, kinds: Sequence[str]
) -> Iterator[Diagnostic]:
    structure_type = type(structure).__name__
    command = form.name
    if isinstance(structure, MQCFIF | MQCFSF | MQCFBF) and form.action is Action.INQUIRE:
        return  # a filter is named by the attribute that it looks at
    attribute = _attribute(known, kinds)
    allowed = known.name in form.required or known.name in form.optional
    managed = form.attributes and known.fields
    if not allowed and not managed:
        instead = ", or send a Create" if known.name == "Replace" else ""
        yield NOT_ALLOWED(
            attribute=attribute,
            sources=known.sources,
            option=known.name,
            command=command,
            instead=instead,
        )
        return
    if known.fields and form.attributes and kinds and not known.fields.keys() & set(kinds):
        text = text_of_parameter(known, structure)
        if text == "Scope=MQSCO_CELL":  # only model queues lack it
            yield cell_scope_problem(text)
            return
        attribute = next(iter(known.fields.values()))
        others, sources = ", ".join(known.fields), known.sources
        yield PARAMETER_OF_OTHERS(
            attribute=attribute, sources=sources, parameter=text, kind=kinds[0], others=others
        )
    elif structure_type not in known.types:
        yield STRUCTURE(
            attribute=attribute,
            sources=known.sources,
            name=known.name,
            type=known.type,
            found=structure_type,
        )
    elif (
        isinstance(structure, MQCFIN)
        and not known.numeric
        and structure.value not in (settable := _settable(form, known, kinds)).values()
    ):
        words = ", ".join(f"{word} ({number})" for word, number in settable.items())
        parameter = f"{known.name}={structure.value}"
        yield NUMBER_CHOICE(
            attribute=attribute, sources=known.sources, parameter=parameter, words=words
        )


def _settable(form: Form, known: PcfParameter, kinds: Sequence[str]) -> Mapping[str, int]:
    """The constants that a command may set: a response has others too (MQQDT_PREDEFINED)."""
    if known.name == "QType" and form.attributes:
        types = (spec.pcf.type for spec in specs_of(form.object))
        return {typed[1]: typed[2] for typed in types if typed is not None}
    kind = next((kind for kind in kinds if kind in known.fields), None)
    if kind is None or not form.attributes:
        return known.words
    choices = spec_of(kind).attributes()[known.fields[kind]].choices
    return {choice.constant or "": choice.number for choice in choices if choice.number is not None}
