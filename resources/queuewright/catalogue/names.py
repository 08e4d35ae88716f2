"""Name syntax. Each check yields (reason, remediation) pairs, none when the name is well formed."""

import re
from collections.abc import Callable, Iterator

Syntax = Callable[[str], Iterator[tuple[str, str]]]

_CUSTOM_PAIR = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\(((?:[^()']|'(?:[^']|'')*')*)\)(?:\s+|$)")


_REWRITE = "write it with those characters"
_UPPER = "write it in upper case with those characters"


def _matches(pattern: str, reason: str, remediation: str, *, blank: bool = True) -> Syntax:
    """blank: MQ leaves a name out by a blank, IBM i by a special value or not at all."""
    compiled = re.compile(pattern)

    def check(text: str) -> Iterator[tuple[str, str]]:
        if (text or not blank) and not compiled.fullmatch(text):
            yield reason, remediation

    return check


mq_name = _matches(
    r"[A-Za-z0-9._/%]+",
    "an IBM MQ name has only A-Z a-z 0-9 . / _ %",
    "rename it with those characters",
)
channel_name = mq_name
# A queue manager, or an IBM i.
system_name = _matches(
    r"[A-Za-z0-9._/%$#@]+",
    "a system's name has only A-Z a-z 0-9 . / _ % $ # @",
    "give one with those characters",
    blank=False,
)
generic_channel_name = _matches(
    r"[A-Za-z0-9._/%*]+",
    "a generic channel name has only A-Z a-z 0-9 . / _ % and asterisks",
    _REWRITE,
)
# A profile of authority records: a name, or one of "Using wildcard characters in OAM profiles"; a
# queue manager has @class too.
_profile = _matches(
    r"[A-Za-z0-9._/%*?]+|@class",
    "a profile has only A-Z a-z 0-9 . / _ % and the generic characters ? * **",
    _REWRITE,
    blank=False,
)


def generic_profile(text: str) -> Iterator[tuple[str, str]]:
    """The double asterisk stands once, as the entire name or as a qualifier of it."""
    yield from _profile(text)
    if [part for part in text.split(".") if "**" in part] not in ([], ["**"]):
        yield (
            "** stands once in a profile, as a qualifier of its own (A.**.B) or as the whole name",
            "write * for characters of a qualifier, ** for any qualifiers",
        )


cf_structure = _matches(
    r"[A-Z][A-Z0-9]*",
    "a coupling facility structure name starts with A-Z and has only A-Z and 0-9",
    _REWRITE,
)
_BASIC = r"[A-Z$#@][A-Z0-9$#@_.]*"
_BASIC_QUOTED = re.compile(rf'"{_BASIC}"')
_ibmi_name = _matches(
    rf"""{_BASIC}|\"[^\"'*?\s\x00-\x20\x7f]+\"""",
    "an IBM i name starts with A-Z $ # @, then has A-Z 0-9 $ # @ _ . , or is quoted",
    _UPPER,
    blank=False,
)


def ibmi_name(text: str) -> Iterator[tuple[str, str]]:
    """Of any length, which the attribute validates. IBM i takes the quotation marks off a name that
    needs none: "ABC" is ABC (Names, *NAME), and is never shown otherwise."""
    if _BASIC_QUOTED.fullmatch(text):
        yield "an IBM i name with only A-Z 0-9 $ # @ _ . has no quotation marks", "leave them out"
        return
    yield from _ibmi_name(text)


communications_name = _matches(
    r"[A-Z$#@][A-Z0-9$#@]*",
    "a communications name starts with A-Z $ # @ and has only A-Z 0-9 $ # @",
    _UPPER,
    blank=False,
)
command_scope = _matches(
    r"\*|[A-Z$#@][A-Z0-9$#@]*",
    "a command scope is blank, a queue manager name or *",
    "leave it out to run the command where it is entered",
)
relational_database = _matches(
    r"[A-Z$#@][A-Z0-9$#@_.]*",
    "a relational database name starts with A-Z $ # @ and has only A-Z 0-9 $ # @ _ .",
    _UPPER,
    blank=False,
)


def no_control_characters(text: str) -> Iterator[tuple[str, str]]:
    """Text is one line: a line break inside it could end a command in a script. Half a character
    (a lone surrogate) has no bytes in any CCSID."""
    if text.isprintable():
        return
    if any(ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029" for c in text):
        yield "text has no control characters or line breaks", "remove them"
    if any("\ud800" <= c <= "\udfff" for c in text):
        yield "text has no halves of characters", "remove them"


def hexadecimal(digits: int) -> Syntax:
    """So many hexadecimal digits, two for each byte."""
    reason = f"must be {digits} hexadecimal digits"
    return _matches(f"[0-9A-Fa-f]{{{digits}}}", reason, "pad it with zeros", blank=False)


def custom_pairs(text: str) -> Iterator[tuple[str, str]]:
    """The pairs NAME(VALUE) at the start of a CUSTOM, as far as it has that form."""
    position = 0
    while pair := _CUSTOM_PAIR.match(text, position):
        yield pair[1], pair[2]
        position = pair.end()


def capexpry(text: str) -> Iterator[tuple[str, str]]:
    """CUSTOM: pairs NAME(VALUE) separated by blanks. An invalid CAPEXPRY is not an error (Change
    Queue (PCF))."""
    yield from no_control_characters(text)
    position = 0
    while position < len(text.rstrip()):
        pair = _CUSTOM_PAIR.match(text, position)
        if pair is None:
            yield (
                "custom has pairs NAME(VALUE), separated by blanks",
                "write it as for example CAPEXPRY(600)",
            )
            return
        position = pair.end()


def exit_program(text: str) -> Iterator[tuple[str, str]]:
    """The name of an exit: of a function and its library, or as the system has it. On IBM i that is
    a program, padded to ten characters, and its library; in CL LIBRARY/PROGRAM."""
    yield from no_control_characters(text)
