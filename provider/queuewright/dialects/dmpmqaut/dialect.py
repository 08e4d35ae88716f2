"""The output of dmpmqaut as a dialect: each record as the SET AUTHREC that makes it, in the line
where the record begins.

Source: IBM's dmpmqaut, "Dumping profile settings": a record is a few lines of `word: value`, and
a line of dashes keeps two apart. `dmpmqaut -a` prints setmqaut commands, which are a shell script.
"""

import re
from collections.abc import Iterator, Mapping

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import DMPMQAUT
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.mqsc.render import quoted
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, ReadOnlyDialect, Script
from queuewright.dialects.shell.commands import Commands, add_lines, authority_word, type_word
from queuewright.dialects.shell.script import script_of
from queuewright.dialects.shell.words import Variables

_FIELD = re.compile(r"\s*(profile|object type|entity type|entity|type|authority)\s*:\s*(.*?)\s*\Z")
_APART = re.compile(r"[\s-]*\Z")
_NEEDED = ("profile", "object type", "entity", "type", "authority")
_ENTITIES: Mapping[str, str] = {"group": "GROUP", "principal": "PRINCIPAL"}

NOT_A_RECORD = Rule(
    "not-a-record",
    "A record in the output of dmpmqaut that cannot be read",
    "{reason}",
    "{remediation}",
    (DMPMQAUT.at("profile, object type, entity, type, authority"),),
)


class _Dmpmqaut(ReadOnlyDialect):
    name = "dmpmqaut"
    noun = "the output of dmpmqaut"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid).replace("\r\n", "\n")
        found = Commands()
        for line, fields in _records(text):
            command = _command(fields)
            if isinstance(command, Diagnostic):
                found.problems.append(command.at(line, 1))
            else:
                add_lines(found, line, command)
        return script_of(found, Variables(given=given.variables), file)


def _records(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The fields of each record, and the line where it begins. A list of authorities may go on in
    the next line; other lines are none of a record."""
    fields: dict[str, str] = {}
    begins, last = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _FIELD.match(line)
        word = match[1].removeprefix("entity ") if match else ""
        if (match and word in fields) or (not match and _APART.match(line) and "-" in line):
            yield begins, fields
            fields, last = {}, ""
        if match:
            begins = begins if fields else number
            fields[word], last = match[2], word
        elif last == "authority" and line.strip():
            fields[last] = f"{fields[last]} {line.strip()}"
    if fields:
        yield begins, fields


def _command(fields: Mapping[str, str]) -> str | Diagnostic:
    missing = [word for word in _NEEDED if word not in fields]
    if missing:
        return NOT_A_RECORD(
            reason=f"a record has no {', '.join(missing)}",
            remediation="dump it without -l, which leaves out who has what",
        )
    object_type, entity = type_word(fields["object type"]), _ENTITIES.get(fields["type"].lower())
    if object_type is None:
        found = shown(fields["object type"], 40)
        return NOT_A_RECORD(
            reason=f"object type {found} is not known", remediation="correct the file"
        )
    if entity is None:
        found = shown(fields["type"], 40)
        return NOT_A_RECORD(
            reason=f"type {found} must be group or principal", remediation="correct the file"
        )
    words = []
    for given in re.split(r"[,\s]+", fields["authority"].strip(" ,")):
        word = authority_word(given) if given else None
        if given and word is None:
            return NOT_A_RECORD(
                reason=f"{shown(given, 40)} is not an authority", remediation="correct the file"
            )
        words += [word] if word else []
    record = f"PROFILE({quoted(fields['profile'])}) OBJTYPE({object_type})"
    added = ",".join(words) or "NONE"
    return f"SET AUTHREC {record} {entity}({quoted(fields['entity'])}) AUTHADD({added})"


DIALECT = _Dmpmqaut()
