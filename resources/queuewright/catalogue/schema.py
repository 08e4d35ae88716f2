"""The catalogue as plain data: what `queuewright schema --json` prints."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from queuewright.catalogue.sources import Document, citation

from .attribute import Attribute, Choice, Pcf, Rest, Value
from .spec import Spec


def schema(specs: Iterable[type[Spec]]) -> dict[str, Any]:
    """`{"kinds": [{"kind", "attributes": [...]}], "documents": [...]}`; None where a dialect has no
    such parameter."""
    specs = list(specs)
    return {
        "kinds": [kind_schema(spec) for spec in specs],
        "documents": [asdict(document) for document in documents_of(specs)],
    }


def documents_of(specs: Iterable[type[Spec]]) -> list[Document]:
    """The documents that kinds, their attributes and rules cite, in the order of their names."""
    cited = {
        source.document
        for spec in specs
        for sources in (
            *(attribute.sources for attribute in spec.fields_described().values()),
            *(rule.sources for check in spec.checks for rule in check.rules),
        )
        for source in sources
    }
    return sorted(cited, key=lambda document: document.name)


def kind_schema(spec: type[Spec]) -> dict[str, Any]:
    """One kind: its name, its words in each dialect, its attributes (the name fields first)."""
    pcf = spec.pcf.type
    return {
        "kind": spec.kind,
        "mqsc": spec.mqsc.word or None,
        "pcf": None if pcf is None else {"id": pcf[0], "constant": pcf[1], "value": pcf[2]},
        "cl": spec.cl.create or None,
        "attributes": [
            attribute_schema(spec, name, attribute)
            for name, attribute in spec.fields_described().items()
        ],
    }


def attribute_schema(spec: type[Spec], name: str, attribute: Attribute) -> dict[str, Any]:
    """One attribute, every fact of the catalogue about it."""
    reference, pcf = attribute.reference, attribute.pcf
    return {
        "name": name,
        "title": attribute.title,
        "type": type_name(spec, name, attribute),
        "required": attribute.required,
        "mqsc": attribute.mqsc,
        "mqsc_synonyms": list(attribute.mqsc_synonyms),
        "pcf": pcf and _pcf(pcf),
        "cl": _cl(spec, attribute),
        "sql": _sql(attribute),
        "rest": [{"path": rest.path, "words": _words(rest)} for rest in attribute.rest],
        "minimum": attribute.minimum,
        "maximum": attribute.maximum,
        "quantity": attribute.quantity,
        "max_length": attribute.max_length,
        "length_unit": None if attribute.max_length is None else attribute.unit.value,
        "max_items": attribute.max_items,
        "choices": [_choice(choice) for choice in attribute.choices],
        "default": _plain(attribute.default),
        "shipped": _plain(attribute.shipped),
        "inherited": _plain(attribute.inherited),
        "platforms": sorted(attribute.platforms),
        "command_level": attribute.since,
        "references": None
        if reference is None
        else {"to": list(reference.every), "strength": reference.strength.value},
        "change": attribute.change.value,
        "self_changing": attribute.self_changing,
        "decided_by": attribute.decided_by or None,
        "sources": [citation(source) for source in attribute.sources],
    }


def _pcf(pcf: Pcf) -> dict[str, Any]:
    named = {name: value for name, value in asdict(pcf).items() if name != "one_apart"}
    return named | {"synonyms": [other._asdict() for other in pcf.synonyms]}


def type_name(spec: type[Spec], name: str, attribute: Attribute) -> str:
    """integer, string, choice, list or map; "integer or choice" where a word stands for one."""
    kinds = spec.types(name)
    if int in kinds:
        return "integer or choice" if attribute.choices else "integer"
    if tuple in kinds:
        return "list"
    if dict in kinds:
        return "map"
    if attribute.choices:
        return "choice" if attribute.syntax is None else "string or choice"
    return "string"


def _cl(spec: type[Spec], attribute: Attribute) -> dict[str, Any] | None:
    cl = attribute.cl
    if cl is None:
        return None
    command = cl.command or spec.cl.create
    return {"command": command, "keyword": cl.keyword, "element": cl.element}


def _sql(attribute: Attribute) -> dict[str, str] | None:
    sql = attribute.sql
    return None if sql is None else {"service": sql.service, "column": sql.column}


def _words(rest: Rest) -> dict[str, str] | None:
    """`{"true": "SHARE", "false": "NOSHARE"}`: names of JSON are texts."""
    return {json.dumps(value).strip('"'): word for value, word in rest.words.items()} or None


def _choice(choice: Choice) -> dict[str, Any]:
    pcf = None
    if choice.constant is not None:
        pcf = {"constant": choice.constant, "value": choice.number}
    return {
        "value": choice.value,
        "mqsc": choice.mqsc,
        "pcf": pcf,
        "cl": choice.cl,
        "platforms": sorted(choice.platforms),
    }


def _plain(value: Value | None) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
