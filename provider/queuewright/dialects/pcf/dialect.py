"""PCF as a dialect: raw messages, or JSON lines."""

from collections.abc import Iterator
from functools import partial

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import NOTHING_GIVEN, DialectCodec, Entry, Given, Script
from queuewright.dialects.validation import for_platform

from .build import message_of
from .decode import decode_at
from .forms import FORMS, NAMES
from .inquire import inquiry
from .observe import observed_of
from .script import definition_of, read_script
from .text import to_text
from .validation import validate


class _Pcf(DialectCodec):
    name = "pcf"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        entries = []
        for command in read_script(data):
            definition = definition_of(command)
            definitions = () if definition is None else (definition,)
            place = command.line, int(command.line > 0)
            entries.append(Entry(command.text, definitions, command.problems, *place, command))
        return Script.in_order(self.name, entries)

    def validate(self, entry: Entry, platform: Platform | None) -> list[Diagnostic]:
        """Lengths count characters, as everywhere here; the rest is validated for the platform."""
        if entry.source is None:
            return list(entry.problems)
        return for_platform(partial(validate, entry.source), platform)

    def write(self, definition: Definition) -> list[str]:
        asks = definition.action is Action.INQUIRE
        return [to_text(inquiry(definition) if asks else message_of(definition))]

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        at = 0
        while at < len(answer):
            message, at = decode_at(answer, at)
            form = FORMS.get(message.header.command)
            if form is None or not NAMES[form.object][0]:
                continue
            observed = observed_of(form.object, message.parameters, system)
            if observed is not None:
                yield observed


DIALECT = _Pcf()
