"""The table `[tool.queuewright.lint]` of the pyproject.toml beside Pulumi.yaml.

[tool.queuewright.lint]
select = ["QW1", "QW3"]                    # codes, or what they begin with; all when it is left out
ignore = ["QW110"]
severity = {QW302 = "error"}
names = {"mq:LocalQueue" = '[A-Z]+(\\.[A-Z0-9_]+)+'}     # kind = regular expression of whole names

[[tool.queuewright.lint.silences]]
code = "QW101"
object = "QM1/mq:AliasQueue/OLD.*"         # SYSTEM/KIND/NAME or a name; asterisks for anything
reason = "goes with the next release"
expires = 2027-01-31                       # the last day, UTC; it may be left out
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from queuewright.catalogue.diagnostic import Severity, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.kinds import managed_spec_of
from queuewright.pyproject import read_table

TABLE = "tool.queuewright.lint"


class InvalidLint(QueuewrightError, ValueError):
    """The settings of lint, or a rule of somebody else's, cannot be used; one line."""


def _kind(kind: str) -> str:
    managed_spec_of(kind)  # raises UnknownKind
    return kind


def _severity(word: str) -> Severity:
    return Severity(word)


def _expression(text: object) -> object:
    if not isinstance(text, str):
        return text
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"{shown(text)} is not a regular expression: {error}") from None


class _SettingsModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


_Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Silence(_SettingsModel):
    """A finding that is known and accepted. object: SYSTEM/KIND/NAME or a name, with asterisks.
    expires: the last day that it holds, UTC."""

    code: _Text
    object: _Text
    reason: _Text
    expires: date | None = None


class Settings(_SettingsModel):
    """The settings of the shop; without a table all rules as they are."""

    select: list[str] = []
    ignore: list[str] = []
    severity: Mapping[str, Annotated[Severity, BeforeValidator(_severity)]] = {}
    names: Mapping[
        Annotated[str, BeforeValidator(_kind)],
        Annotated[re.Pattern[str], BeforeValidator(_expression)],
    ] = {}
    silences: list[Silence] = []

    def takes(self, code: str) -> bool:
        """Whether the rule is looked at: the longest prefix of its code decides, `ignore` where
        both have the same."""
        taken = max((len(p) for p in self.select if code.startswith(p)), default=-1)
        left = max((len(p) for p in self.ignore if code.startswith(p)), default=-1)
        return left < taken if self.select else left < 0

    def check(self, codes: Iterable[str]) -> None:
        """Raises InvalidLint for a code that there is none of."""
        known = list(codes)
        prefixes = [("select", p) for p in self.select] + [("ignore", p) for p in self.ignore]
        whole = [("severity", code) for code in self.severity]
        whole += [("silences", silence.code) for silence in self.silences]
        for key, code in prefixes:
            if not any(one.startswith(code) for one in known):
                raise InvalidLint(f"{TABLE}.{key}: {unknown_code(code, known)}")
        for key, code in whole:
            if code not in known:
                raise InvalidLint(f"{TABLE}.{key}: {unknown_code(code, known)}")


def unknown_code(code: str, known: Iterable[str]) -> str:
    """The remediation for an unknown code."""
    near = get_close_matches(code, list(known), 1)
    remediation = f"did you mean {near[0]}?" if near else "see queuewright lint --rules"
    return f"{shown(code)} is not a code of a rule; {remediation}"


def load_settings(directory: Path) -> Settings:
    """The settings of the project in `directory`. Raises InvalidLint."""
    return read_table(directory, TABLE, Settings, InvalidLint)
