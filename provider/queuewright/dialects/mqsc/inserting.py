"""Inserts of a script, `+QMNAME+`, and those of templates, `{{ .Name }}` and `${NAME}`, that people
give the values of. Sources: IBM MQ, Automatic configuration from an MQSC script at startup; Go,
package text/template; Jinja; envsubst. Whatever else a template does is named by `actions`."""

import re

from queuewright.dialects.templates import Expression, expression

# A name, the last of a path (`.Values.name`), and what a template makes of its value.
_TEMPLATE = re.compile(
    r"\{\{-?\s*\.?(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)\s*(?:\|[^{}]*)?-?\}\}|\$\{([A-Za-z_]\w*)\}"
)
_ACTION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\$\{[^{}]*\}")


def inserts(text: str) -> tuple[str, ...]:
    """`+QMNAME+` and the like in a text, which the queue manager fills in as it runs a script, and
    `{{ .Name }}` and `${NAME}`, which are filled in before."""
    if "+" not in text and "{" not in text:  # nearly every one
        return ()
    names = [found[0] for found in _TEMPLATE.finditer(text)]
    parts = text.split("+")
    index = 1
    while index < len(parts) - 1:
        if parts[index] and parts[index].isalnum() and parts[index] == parts[index].upper():
            names.append(f"+{parts[index]}+")
            index += 1
        index += 1
    return tuple(names)


def in_one_word(text: str) -> str:
    """The same with no blank in an insert of a template."""
    return _TEMPLATE.sub(lambda found: "".join(found[0].split()), text)


def insert_of(insert: str) -> Expression | None:
    """The expression of an insert; None for one that cannot be read."""
    if insert.startswith("{{"):
        return expression(insert[2:-2].strip("-"))
    return expression(insert.strip("+${}"))


def actions(text: str) -> tuple[str, ...]:
    """The parts of a text that a template fills in or acts on."""
    return tuple(found[0] for found in _ACTION.finditer(text)) if "{" in text else ()
