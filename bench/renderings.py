"""Hostile names and values through every dialect. Run: python -m bench.renderings

    python -m bench.renderings --renderings 500000 --first 0

Each seed makes a definition of a random kind whose name, `like` and texts are put together from
what ends strings, comments, commands and lines somewhere, and writes it in every dialect. A dialect
may refuse it in one line. What it writes has to be read back as just that definition: as many
commands as were written, no other object, the same values.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.dialects.definition import Definition
from queuewright.dialects.scripts import Dialect, read_script, write
from queuewright.kinds import KINDS, is_record, is_single, spec_of

# Pieces that mean something to MQSC, CL, PCF text, JSON, Python, a shell or a terminal.
PIECES = (
    "'", "''", '"', '\\"', "\\", "`", "$(x)", "${x}", "%s", "{", "}", "[", "]", "(", ")", "<", ">",
    "|", "&", "&VAR", ";", ":", ",", "=", "#", "@", "!", "~", "?", "/", "//", "/*", "*/", "*", "--",
    "+", "-", "+\n", "-\n", "\n", "\r", "\r\n", "\t", "\0", "\x0b", "\x0c", "\x1a", "\x1b[2J",
    "\x7f",
    "\x85", "\xa0", "\u2028", "\u2029", "\u202e", "\ufeff", "\ufffd", "\U0001f409", "\ud800", "é",
    "DELETE QLOCAL(VICTIM)", "END", "DLTDTAQ LIB/VICTIM", "REPLACE", "*NONE", "*ALL", "MONMSG",
    "A", "b", "0", "9", ".", "_", " ", "  ", "X" * 60, "X" * 2000, "\\N{DRAGON}", "\\u0027", "0x",
)  # fmt: skip
_NUMBER = re.compile(r"\s*([+-]?[0-9]+)\s*")
SENSIBLE = ("A", "ORDERS.IN", "text", "yes", "1")


# Records, which several fields name, are among those of tests/planner/test_injection.py.
NAMED = tuple(kind for kind in KINDS if not is_record(kind))


class _Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        if self.random.random() < 0.2:
            return self.random.choice(SENSIBLE)
        return "".join(self.random.choices(PIECES, k=self.random.randint(1, 4)))

    def value(self, kind: str, name: str) -> Any:
        attribute = spec_of(kind).attributes()[name]
        if attribute.max_items is not None:
            return tuple(self.text() for _ in range(self.random.randint(0, 3)))
        if name == "users":
            return {self.text(): ("use",)}
        if attribute.minimum is not None and self.random.random() < 0.7:
            return attribute.minimum
        if attribute.choices and self.random.random() < 0.7:
            return self.random.choice(attribute.choices).value
        return self.text()

    def definition(self) -> Definition:
        kind = self.random.choice(NAMED)
        attributes = spec_of(kind).attributes()
        chosen = self.random.sample(tuple(attributes), min(3, len(attributes)))
        needed = [name for name, attribute in attributes.items() if attribute.required]
        values = {name: self.value(kind, name) for name in dict.fromkeys([*needed, *chosen])}
        if kind == "mq:Cluster":
            values = {"full_repository": "yes"}  # the end of a membership names no cluster
        library = spec_of(kind).in_library
        name = f"{self.text()}/{self.text()}" if library else self.text()
        if is_single(kind):  # which no command names
            name = spec_of(kind).usual_names()["name"]
        like = self.text() if self.random.random() < 0.1 and not library else None
        return Definition(kind, name, values=values, like=like)


def differences(definition: Definition, dialect: Dialect) -> Iterator[str]:
    """How what is written is other than what was to be written. Nothing where it is refused."""
    try:
        commands = write(definition, dialect)
    except QueuewrightError as error:
        if not str(error).isprintable():
            yield f"a refusal of more than one line: {error}"
        return
    data = "\n".join(commands).encode()
    script = read_script(data, dialect)
    if len(script.entries) != len(commands) or script.skipped:
        yield f"{len(commands)} commands are read as {len(script.entries)}: {data!r}"
        return
    merged: dict[str, Any] = {}
    for reading in script.definitions:
        if reading.kind != definition.kind and definition.kind not in reading.kinds:
            yield f"{definition.kind} is read as {reading.kind}: {data!r}"
        if _plain(reading.name) != _plain(definition.name):
            yield f"{definition.name!r} is read as {reading.name!r}: {data!r}"
        merged.update(reading.values)
        if reading.errors:
            return  # a text where a number belongs is read back as the mistake that it is
    for name, value in merged.items():
        given = definition.values.get(name)
        number = _NUMBER.fullmatch(given) if isinstance(given, str) else None
        if isinstance(value, int) and number is not None:
            given = int(number[1])  # a number that was given as text may come back as the number
        if name == "command_scope" and dialect is Dialect.MQWEB and isinstance(given, str):
            given = given.upper()  # a word of MQSC, as mqweb reads it
        if name not in definition.values or _plain(value) != _plain(given):
            yield f"{name}={given!r} is read as {value!r}: {data!r}"


def _plain(value: Any) -> Any:
    """Without the blanks that MQ pads texts with; a blank in a list of names is none."""
    if isinstance(value, Mapping):
        return {name.rstrip(" "): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value if item.strip(" ")]
    return value.rstrip(" ") if isinstance(value, str) else value


def _run(seeds: range) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    found = []
    for seed in seeds:
        definition = _Maker(seed).definition()
        for dialect in Dialect:
            counts["renderings"] += 1
            try:
                different = list(differences(definition, dialect))
            except Exception as error:
                different = [f"{type(error).__name__}: {error}"]
            found += [f"seed {seed}, {dialect.value}: {text[:500]}" for text in different]
    return counts, found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hostile definitions through every dialect.")
    parser.add_argument("--renderings", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first - (-options.renderings // len(Dialect)))
    parts = [seeds[place : place + 1000] for place in range(0, len(seeds), 1000)]
    total: Counter[str] = Counter()
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for counts, found in pool.map(_run, parts):
            total += counts
            wrong += len(found)
            for line in found:
                print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    print(f"renderings: {total['renderings']}, {wrong} with differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
