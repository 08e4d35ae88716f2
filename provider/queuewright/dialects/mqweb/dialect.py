"""The JSON of mqweb as a dialect."""

import json
from collections.abc import Iterator
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import Entry, Script

from .requests import request
from .responses import BadResponse, observed_from_responses
from .script import read_script


class _Mqweb:
    name = "mqweb"
    platform: Platform | None = None
    typed = True

    def read(self, data: bytes, *, file: str = "-") -> Script:
        entries = []
        for body in read_script(mqsc.decoded(data)):
            definition = body.definition
            definitions = () if definition is None else (replace(definition, line=body.line),)
            entries.append(
                Entry(body.index + 1, body.text, definitions, body.problems, body.line, 1, body)
            )
        return Script(self.name, tuple(entries))

    def validate(self, entry: Entry, platform: Platform | None) -> list[Diagnostic]:
        return list(entry.problems)

    def write(self, definition: Definition) -> list[str]:
        return [json.dumps(request(definition), ensure_ascii=False)]

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        try:
            body = json.loads(mqsc.decoded(answer))
        except (ValueError, RecursionError) as error:
            raise BadResponse(one_line(f"expected JSON: {error}")) from None
        yield from observed_from_responses(system, [body])


DIALECT = _Mqweb()
