"""Texts without the values that are secret: whole, shortened, escaped, or a part of them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from .diagnostic import one_line

SECRET = "[secret]"
LEAST = 4  # shorter texts stand in too many innocent places to be taken out everywhere
RUN = 6  # so many characters in a row that are a secret's are not said
_QUOTES = ("'", '"', "\u2026")  # what stands around a value, or where it was cut
_WORDS = re.compile(r"[a-z]+(?: [a-z]+){0,2}")


class Hiding:
    """Takes values out of texts.

    values: what is secret, lists and mappings with everything in them. in_clear: what anybody may
    read, names of objects for instance, in one text: a part of a secret that stands there is left.
    least: texts with fewer characters are not hidden.

    Has `values`: the texts that it hides.
    """

    def __init__(self, values: Iterable[Any] = (), in_clear: str = "", least: int = 1) -> None:
        self._in_clear, self._least = in_clear, least
        self._short: dict[str, re.Pattern[str]] = {}
        self._documents: set[str] = set()
        self._runs: set[str] = set()
        self._whole: set[str] = set()
        self.values: set[str] = set()
        self.add(values)

    def __bool__(self) -> bool:
        """Whether there is anything to hide."""
        return bool(self._short or self._runs or self._documents)

    def add(self, values: Iterable[Any]) -> None:
        """Hide these too."""
        given = {text for value in values for text in texts_of(value)}
        given = {text for text in given if len(text) >= self._least}
        self.values |= given
        for text in given:
            # Of a document what is in it is secret, the names of its fields are not.
            if inside := _fields(text):
                self._documents |= _forms(text)
                self.add(inside)
                continue
            for form in _forms(text):
                self._whole.add(form)
                self._runs.update(form[i : i + RUN] for i in range(len(form) - RUN + 1))
                if len(form) < RUN and form not in self._short:
                    before, after = (
                        rf"(?{side}\w)" if edge.isalnum() or edge == "_" else ""
                        for side, edge in (("<!", form[0]), ("!", form[-1]))
                    )
                    self._short[form] = re.compile(before + re.escape(form) + after)

    def __call__(self, text: str) -> str:
        """The text with `SECRET` in place of every secret, and of every part of one."""
        if not self:
            return text
        for form in self._documents:
            text = text.replace(form, SECRET)
        parts, end = [], 0
        for start, stop in self._found(text):
            parts += [text[end:start], SECRET]
            end = stop
        text = "".join([*parts, text[end:]])
        for form in sorted(self._short, key=len, reverse=True):
            if form in text:
                text = self._short[form].sub(SECRET, text)
        return text

    def of(self, value: Any) -> Any:
        """A value with everything in it, lists and mappings, without the secrets."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, Mapping):
            return {self.of(name): self.of(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.of(item) for item in value]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return SECRET if is_number and str(value) in self._whole else value

    def _found(self, text: str) -> Iterator[tuple[int, int]]:
        """Where parts of secrets are, each as long as it goes."""
        parts = [text[place : place + RUN] for place in range(len(text) - RUN + 1)]
        if self._runs.isdisjoint(parts):  # nearly every text
            return
        start = stop = -1
        for place, part in enumerate(parts):
            if part in self._runs:
                if place > stop:
                    if stop > start and self._hides(text, start, stop):
                        yield start, stop
                    start = place
                stop = place + RUN
        if stop > start and self._hides(text, start, stop):
            yield start, stop

    def _hides(self, text: str, start: int, stop: int) -> bool:
        """Whether that part gives something away: not what stands elsewhere in clear, and not a few
        ordinary words that the message and the secret have in common."""
        part = text[start:stop]
        if part in self._whole:
            return True
        if part in self._in_clear:
            return False
        before, after = text[start - 1 : start], text[stop : stop + 1]
        is_quoted = before in _QUOTES or (after in _QUOTES and not part.endswith(" "))
        is_in_word = (before.isalnum() and part[0].isalnum()) or (
            after.isalnum() and part[-1].isalnum()
        )
        return is_quoted or is_in_word or _WORDS.fullmatch(part.strip()) is None


def texts_of(value: Any) -> Iterator[str]:
    """The texts and numbers that are somewhere in a value; what is true or false is not text."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield str(name)
            yield from texts_of(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from texts_of(item)
    elif value not in (None, "") and not isinstance(value, bool):
        yield str(value)


def _fields(text: str) -> list[Any]:
    """The values of a JSON object, such as a configuration value has; nothing of any other text."""
    if not text.startswith("{"):
        return []
    try:
        return _values(json.loads(text))
    except (ValueError, RecursionError):
        return []


def _values(document: Any) -> list[Any]:
    if isinstance(document, Mapping):
        document = list(document.values())
    if isinstance(document, list):
        return [value for each in document for value in _values(each)]
    return [document]


def _forms(text: str) -> set[str]:
    """The text as messages, scripts and documents write it."""
    plain = {text, text.strip(), text.replace("'", "''"), text.upper()}
    in_json = {json.dumps(text, ensure_ascii=ascii_only)[1:-1] for ascii_only in (False, True)}
    escaped = {repr(text)[1:-1], ascii(text)[1:-1], escape(text)}
    grouped = {f"{int(text):,}"} if text.isdecimal() and len(text) < RUN * 3 else set()
    forms = plain | in_json | escaped | grouped
    return {form for each in forms for form in (each, one_line(each)) if form}
