"""A kind of the catalogue as a page of Markdown: every attribute, in each dialect, and its cost."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from queuewright.catalogue.platform import Platform
from queuewright.catalogue.schema import kind_schema
from queuewright.catalogue.spec import Spec

from .escape import markdown_text

# The cost of a change of an attribute, by `queuewright.catalogue.attribute.Change`.
COSTS = {
    "in-place": "in place",
    "may-force": "in place; FORCE where the object is in use",
    "needs-stopped": "in place; a running instance works with it from its next start",
    "replace": "the object is deleted and created again",
    "fixed": "never: it is given at creation",
}


def kind_page(spec: type[Spec]) -> str:
    """The page: a table of the attributes first, then a section for each."""
    kind = kind_schema(spec)
    attributes = kind["attributes"]
    return "\n".join(
        [
            f"# {kind['kind']}",
            "",
            *_named(kind),
            "",
            "| attribute | MQSC | CL | cost of a change |",
            "|---|---|---|---|",
            *(_row(attribute) for attribute in attributes),
            "",
            *(line for attribute in attributes for line in _section(attribute)),
        ]
    )


def _named(kind: Mapping[str, Any]) -> Iterator[str]:
    module, _, name = kind["kind"].partition(":")
    yield f"In a program: `{module}.{name}`."
    words = [
        f"{dialect} `{kind[key]}`" for dialect, key in (("MQSC", "mqsc"), ("CL", "cl")) if kind[key]
    ]
    pcf = kind["pcf"]
    if pcf:
        words.insert(1, f"PCF `{pcf['id']}` = `{pcf['constant']}` ({pcf['value']})")
    if words:
        yield f"Elsewhere: {', '.join(words)}."


def _row(attribute: Mapping[str, Any]) -> str:
    name, cl = attribute["name"], attribute["cl"]
    mqsc = f"`{attribute['mqsc']}`" if attribute["mqsc"] else ""
    keyword = f"`{cl['keyword']}`" if cl else ""
    return f"| [`{name}`](#{name}) | {mqsc} | {keyword} | {COSTS[attribute['change']]} |"


def _section(attribute: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"## `{attribute['name']}`", "", f"{markdown_text(attribute['title'])}.", "")
    yield from ("| | |", "|---|---|")
    for what, value in _facts(attribute):
        yield f"| {what} | {value} |"
    yield ""
    choices = attribute["choices"]
    if choices:
        yield from ("| value | MQSC | PCF | CL | |", "|---|---|---|---|---|")
        yield from map(_choice, choices)
        yield ""


def _facts(attribute: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "type", f"{attribute['type']}{', required' * attribute['required']}"
    if values := _range(attribute):
        yield "range", values
    if attribute["shipped"] is not None:
        yield "ships as", _literal(attribute["shipped"])
    if attribute["default"] is not None:
        yield "if left out", _literal(attribute["default"])
    if attribute["inherited"] is not None:
        fallback = _literal(attribute["inherited"])
        yield "inherited", f"from the topic above; {fallback} where none above says otherwise"
    if attribute["mqsc"]:
        also = attribute["mqsc_synonyms"]
        more = f", also {', '.join(f'`{word}`' for word in also)}" if also else ""
        yield "MQSC", f"`{attribute['mqsc']}`{more}"
    pcf = attribute["pcf"]
    if pcf:
        yield "PCF", f"`{pcf['name']}`, `{pcf['id']}` ({pcf['value']}), `{pcf['type']}`"
    cl = attribute["cl"]
    if cl:
        element = f", element {cl['element']}" if cl["element"] is not None else ""
        yield "CL", f"`{cl['command']}` `{cl['keyword']}`{element}"
    yield "change", COSTS[attribute["change"]]
    if attribute["self_changing"]:
        yield "changes by itself", markdown_text(attribute["self_changing"])
    if attribute["decided_by"]:
        yield "not declared here", f"`{attribute['decided_by']}` decides it"
    if attribute["references"]:
        strength = "required" if attribute["references"]["strength"] == "hard" else "expected"
        roles = ", ".join(map(markdown_text, attribute["references"]["to"]))
        yield "refers to", f"{roles} ({strength})"
    if platforms := _platforms(attribute["platforms"]):
        yield "platforms", platforms
    if attribute["command_level"]:
        yield "since", f"command level {attribute['command_level']}"
    yield "sources", "<br>".join(map(_source, attribute["sources"]))


def _source(source: Mapping[str, str]) -> str:
    text = markdown_text(f"{source['document']}: {source['section']}")
    return f"[{text}]({source['url']})"


def _range(attribute: Mapping[str, Any]) -> str:
    parts = []
    least, most = attribute["minimum"], attribute["maximum"]
    if least is not None or most is not None:
        limits = f"{least} to {most}" if most is not None else f"at least {least}"
        parts.append(f"{limits} {markdown_text(attribute['quantity'] or '')}".strip())
    if attribute["max_length"] is not None:
        parts.append(f"at most {attribute['max_length']} {attribute['length_unit']}")
    if attribute["max_items"] is not None:
        parts.append(f"at most {attribute['max_items']} items")
    return ", ".join(parts)


def _choice(choice: Mapping[str, Any]) -> str:
    pcf = choice["pcf"]
    number = f"`{pcf['constant']}` ({pcf['value']})" if pcf else ""
    mqsc, cl = (f"`{choice[key]}`" if choice[key] else "" for key in ("mqsc", "cl"))
    platforms = _platforms(choice["platforms"])
    return f"| {_literal(choice['value'])} | {mqsc} | {number} | {cl} | {platforms} |"


def _platforms(names: Sequence[str]) -> str:
    """ "" where it is on every platform."""
    return "" if set(names) >= {platform.value for platform in Platform} else ", ".join(names)


def _literal(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if "`" not in text and "|" not in text else markdown_text(text)
