"""The text forms of values in CL, both ways.

A canonical value becomes a special value (`*NOMAX`), a number, an unquoted name where it can only
be read back as that name, or a quoted string. Nothing can leave its place: apostrophes are
doubled, control characters refused, and a text that CL would take for a special value as well.
"""

import re
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Attribute, Unit, Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.names import exit_program, no_control_characters
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.schema import type_name
from queuewright.catalogue.sources import CRTMQMQ
from queuewright.catalogue.spec import Spec
from queuewright.dialects.protocol import CannotWrite
from queuewright.ibmi.common_attributes import described
from queuewright.ibmi.printing import host_class, page_limit
from queuewright.ibmi.relational_database_entry import location, service_name
from queuewright.ibmi.remote_writers import LIBRARY_LIST, address, printer_word, searched
from queuewright.kinds import is_ibmi

from .elements import has_elements
from .rules import NUMBER, SPECIAL_VALUE, TOO_MANY_VALUES, UNQUOTED_SLASH, UPPER_CASE
from .tables import SAME_WORDS

_PLAIN = re.compile(r"[A-Z$#@][A-Z0-9$#@_.]*\Z")
_IBMI_QUOTED = re.compile(r'"[^"\'*?()/\s\x00-\x20\x7f]+"\Z')
_LIBRARIES = ("*LIBL/", "*CURLIB/")  # of CHGMSGQ PGM, where they may stand before a name
# The syntax of texts that need not be names.
_TEXTS = (no_control_characters, described, address, location, service_name, host_class)
_PROGRAM_LENGTH = 10  # and that of its library, in the name of an exit
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}\Z")


class BadValue(ValueError):
    """A CL value that is not one of the attribute: the rule that it breaks, and its words."""

    def __init__(self, rule: Rule, **words: Any) -> None:
        super().__init__(rule.code)
        self.rule, self.words = rule, words


@cache
def shape(spec: type[Spec], name: str) -> str:
    """integer, integer or choice, choice, string, string or choice, list, map."""
    return type_name(spec, name, spec.attributes()[name])


def quoted(text: str) -> str:
    """`text` in apostrophes. Raises CannotWrite for control characters."""
    if any(True for _ in no_control_characters(text)):
        raise CannotWrite(
            f"{shown(text)} has control characters, which CL text cannot hold; remove them"
        )
    return "'" + text.replace("'", "''") + "'"


def word(text: str) -> str:
    """A name as CL has it: unquoted where that reads back the same, else in apostrophes."""
    return text if _PLAIN.match(text) else quoted(text)


def ibmi_word(text: str) -> str:
    """An IBM i object name. Raises CannotWrite for what is none, rather than let it out."""
    if _PLAIN.match(text) or _IBMI_QUOTED.match(text):
        return text
    raise CannotWrite(f"{shown(text)} is not a name that CL can say; write it as an IBM i name")


def to_text(spec: type[Spec], name: str, value: Value) -> str:
    """One attribute's value as CL text, without the parentheses of its keyword.

    Raises CannotWrite where CL has no such value.
    """
    attribute = spec.attributes()[name]
    if isinstance(value, tuple):
        if not value:
            return _blank(attribute)
        return " ".join(_item(attribute, name, item) for item in value)
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise CannotWrite(f"{name} has no single value in CL")
    chosen = attribute.choice(value)
    if chosen is not None:
        if chosen.cl is None:
            raise CannotWrite(f"CL has no word for {name}={shown(value)}; leave it out for IBM i")
        return chosen.cl
    if attribute.choices and attribute.syntax is None:
        raise CannotWrite(f"{name} has no value {shown(value)}")
    if attribute.syntax is printer_word:
        _well_formed(attribute, name, value)
        return f"*{value.upper()}"
    if has_elements(attribute):
        return _elements(attribute, name, value)
    if value == "" and attribute.cl_blank:
        return attribute.cl_blank
    if is_ibmi(spec.kind) and attribute.syntax not in _TEXTS:
        return _object(value)
    if value == "":
        return _blank(attribute)
    return _string(attribute, value)


def _object(name: str) -> str:
    """`LIBRARY/NAME` or only `NAME`, in CL. The library may be *LIBL or *CURLIB."""
    library = next((word for word in _LIBRARIES if name.startswith(word)), "")
    return library + "/".join(map(ibmi_word, name.removeprefix(library).split("/", 1)))


def _elements(attribute: Attribute, name: str, text: str) -> str:
    """A list of elements: each of several in parentheses, (40 0800 1600), or QGPL/PDF *PSFCFG."""
    _well_formed(attribute, name, text)
    if attribute.syntax is page_limit:
        return f"({text.replace(':', '')})"
    object_name, _, kind = text.rpartition(" ")
    return f"{_object(object_name)} *{kind.upper()}"


def _well_formed(attribute: Attribute, name: str, text: str) -> None:
    """Raise CannotWrite for a text that is not one of the attribute."""
    for reason, remediation in attribute.syntax(text) if attribute.syntax else ():
        raise CannotWrite(f"{name} {reason}; {remediation}")


def _item(attribute: Attribute, name: str, value: str) -> str:
    if has_elements(attribute):
        return _elements(attribute, name, value)
    chosen = attribute.choice(value)
    if chosen is None:
        return _string(attribute, value)
    if chosen.cl is None:
        raise CannotWrite(f"CL has no word for {name}={shown(value)}; leave it out for IBM i")
    return chosen.cl


def _blank(attribute: Attribute) -> str:
    return attribute.cl_blank or "' '"


def _string(attribute: Attribute, text: str) -> str:
    specials = {choice.cl for choice in attribute.choices} | {attribute.cl_blank, "*N"}
    if text in specials | SAME_WORDS:
        raise CannotWrite(
            f"{shown(text)} is a special value of {attribute.cl.keyword if attribute.cl else ''},"
            " also in apostrophes; choose another text"
        )
    if not text.strip(" "):
        return _blank(attribute)
    if attribute.syntax is exit_program:
        return _program(text)
    if _upper_case_only(attribute, text):
        raise CannotWrite(f"{shown(text)} must be in upper case in CL [{CRTMQMQ.at('CUSTOM')}]")
    is_text = attribute.cl is not None and attribute.cl.keyword == "TEXT"
    return quoted(text) if is_text else word(text)


def _program(exit_name: str) -> str:
    """`LIBRARY/PROGRAM`. Raises CannotWrite for the name of an exit elsewhere, such as
    `path(function)`."""
    program, library = exit_name[:_PROGRAM_LENGTH].rstrip(), exit_name[_PROGRAM_LENGTH:].rstrip()
    if len(library) > _PROGRAM_LENGTH or not library:
        reason = "is not a program in ten characters and its library in the next ten"
        raise CannotWrite(f"{shown(exit_name)} {reason}; write it so for IBM i")
    return _object(f"{library}/{program}")


def _exit_name(keyword: str, text: str) -> str:
    """`PROGRAM   LIBRARY`, as MQSC and PCF have it. Raises BadValue."""
    library, _, program = text.partition("/")
    if not program or max(len(library), len(program)) > _PROGRAM_LENGTH:
        words = "*NONE or a program with its library, LIBRARY/PROGRAM"
        raise BadValue(SPECIAL_VALUE, keyword=keyword, words=words, found=shown(text, 40))
    return f"{program:<{_PROGRAM_LENGTH}}{library}"


def _upper_case_only(attribute: Attribute, text: str) -> bool:
    """CRTMQMQ CUSTOM: pairs "must be specified in uppercase" (docs/readings.md: in CL only)."""
    return attribute.cl is not None and attribute.cl.keyword == "CUSTOM" and text != text.upper()


def listed(attribute: Attribute, unset: frozenset[str]) -> str:
    """The allowed values of an attribute, for a message: `*SYSDFTQ or *NO or *YES`, `0-9`."""
    words = [*sorted(unset), *(choice.cl for choice in attribute.choices if choice.cl)]
    if attribute.cl_blank is not None:
        words.append(attribute.cl_blank)
    if attribute.minimum is not None:
        least, most = attribute.minimum, attribute.maximum
        words.append(f"a number from {least}" if most is None else f"{least}-{most}")
    return " or ".join(words) or "a text"


def from_text(
    spec: type[Spec], name: str, keyword: str, texts: list[tuple[str, bool]], unset: frozenset[str]
) -> Value:
    """The canonical value of CL text: (text, whether it was quoted) for each item.

    Raises BadValue; ranges, lengths and syntax are left to the spec.
    """
    attribute = spec.attributes()[name]
    kind = shape(spec, name)
    if kind == "list":
        if len(texts) == 1 and texts[0][0] in (attribute.cl_blank, "*BLANKS"):
            return ()
        chosen_by = {choice.cl: choice.value for choice in attribute.choices if choice.cl}
        if chosen_by:
            wrong = next((text for text, _ in texts if text not in chosen_by), None)
            if wrong is not None:
                listed_words, found = listed(attribute, unset), shown(wrong, 40)
                raise BadValue(SPECIAL_VALUE, keyword=keyword, words=listed_words, found=found)
            return tuple(chosen_by[text] for text, _ in texts)
        return tuple(_text(attribute, keyword, text, unset, quote) for text, quote in texts)
    if len(texts) != 1:
        instead = "quote a text"
        count = len(texts)
        raise BadValue(
            TOO_MANY_VALUES, keyword=keyword, most="one value", count=count, instead=instead
        )
    text, quote = texts[0]
    chosen = next((choice.value for choice in attribute.choices if choice.cl == text), None)
    if chosen is not None:
        return chosen
    number = kind.startswith("integer")
    if number and _NUMBER.match(text):
        return int(text)
    if number or kind == "choice":
        rule = NUMBER if number and not text.startswith("*") else SPECIAL_VALUE
        words, found = listed(attribute, unset), shown(text, 40)
        raise BadValue(rule, keyword=keyword, words=words, found=found)
    return _text(attribute, keyword, text, unset, quote)


def _text(attribute: Attribute, keyword: str, text: str, unset: frozenset[str], quote: bool) -> str:
    if attribute.cl_blank is not None and text == attribute.cl_blank:
        return ""
    if attribute.syntax is exit_program:
        return _exit_name(keyword, text)
    if keyword == "SSLCIPH" and text.startswith("*") and not quote:
        return text[1:]  # CRTMQMCHL has the CipherSpecs as special values, *TLS_RSA_...
    if _upper_case_only(attribute, text):
        raise BadValue(UPPER_CASE, keyword=keyword, found=shown(text))
    # CLCHNAME: "the asterisks can be at the beginning", so that `*` and `*.A` are names.
    generic = keyword == "CLCHNAME" and text not in SAME_WORDS and text != "*BLANK"
    if keyword == "PGM" and text.startswith(_LIBRARIES):
        return text
    if attribute.syntax is printer_word and text.startswith("*"):
        return text[1:].lower()
    if attribute.syntax is searched and not quote:
        return text.removeprefix(LIBRARY_LIST)
    if text.startswith("*") and not quote and not generic:
        words = f"{listed(attribute, unset)} or a text in apostrophes"
        raise BadValue(SPECIAL_VALUE, keyword=keyword, words=words, found=shown(text, 40))
    if not quote and "/" in text and attribute.unit is Unit.BYTES:
        raise BadValue(UNQUOTED_SLASH, keyword=keyword, found=shown(text, 40))
    return text if text.strip(" ") else ""
