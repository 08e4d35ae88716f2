"""Differences that somebody has looked at and accepted for a while, one by one, by their id.

    acknowledged:
      - id: 3f9a2b11c0de
        until: 2026-12-01
        by: anna
        reason: load test until Friday
        what: prod-eu-1 QM1 mq:LocalQueue ORDERS.IN changed max_queue_depth

The file belongs beside the fleet, under version control: who accepted what is reviewed there.
`queuewright drift acknowledge` writes it anew, sorted, without the comments of others.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.whole_files import write_whole
from queuewright.yaml_reader import read_yaml

from .fleet import first_problem
from .identity import DIGITS

FILE = "acknowledged.yaml"  # beside the policy, or the fleet
HIDDEN = "acknowledged by "  # how `ignored` begins in the rows of the lake
_HEADING = (
    "# Differences that are accepted for a while. Written by queuewright drift acknowledge, which\n"
    "# leaves out comments.\n"
)


class AcknowledgementError(QueuewrightError):
    """A file of acknowledgements cannot be read, or an acknowledgement cannot be."""


class Acknowledgement(BaseModel):
    """One difference, until the end of a day in UTC. what: the difference, for people who review;
    nothing depends on it."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    id: str = Field(pattern=rf"^[0-9a-f]{{{DIGITS}}}$")
    until: date
    by: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    what: str = ""

    @field_validator("id", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        # YAML takes 012345678901 and 1234e5678901 for numbers where nobody quoted them.
        if isinstance(value, int | float):
            raise ValueError(f"{shown(value)} is a number in YAML; put it in quotes")
        return value

    @field_validator("until", mode="before")
    @classmethod
    def _day(cls, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.date()
        try:
            return value if isinstance(value, date) else date.fromisoformat(value)
        except (TypeError, ValueError):
            raise ValueError(f"{shown(value)} is not a day; write it as 2026-12-01") from None

    @property
    def owner(self) -> str:
        """As rules say whose they are; with the reason it is what `ignored` of a row says."""
        return f"{HIDDEN}{self.by} until {self.until}"

    @property
    def words(self) -> str:
        """In one line: id, what, by whom, until when and why."""
        what = f" ({self.what})" if self.what else ""
        return one_line(f"{self.id}{what} by {self.by} until {self.until}: {self.reason}")


def load_acknowledgements(path: Path) -> Mapping[str, Acknowledgement]:
    """The acknowledgements of a file, by id. Raises AcknowledgementError."""
    try:
        loaded = read_yaml(path.read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise AcknowledgementError(
            f"{path}: {error.strerror}; give the path of a file of acknowledgements"
        ) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise AcknowledgementError(one_line(f"{path}: {error}; correct the file")) from None
    listed = loaded.get("acknowledged") if isinstance(loaded, Mapping) else loaded
    if not isinstance(loaded, Mapping) or set(loaded) - {"acknowledged"}:
        raise AcknowledgementError(f"{path}: holds {shown(loaded)}; write a list acknowledged:")
    if not isinstance(listed or [], list):
        raise AcknowledgementError(f"{path}: acknowledged is {shown(listed)}; write it as a list")
    found: dict[str, Acknowledgement] = {}
    for position, entry in enumerate(listed or [], 1):
        one = acknowledgement(entry, f"{path}: acknowledged {position}")
        if one.id in found:
            raise AcknowledgementError(f"{path}: {one.id} is there twice; leave one of them")
        found[one.id] = one
    return found


def acknowledgement(given: Any, where: str) -> Acknowledgement:
    """One of them. where: for people. Raises AcknowledgementError."""
    try:
        return Acknowledgement.model_validate(given)
    except ValidationError as error:
        place, problem = first_problem(error)
        if place == "id" and "pattern" in problem:
            value = shown(given["id"])
            problem = f"{value} is not an id; a report shows it, {DIGITS} digits of 0-9 a-f"
        raise AcknowledgementError(
            one_line(f"{where}{f'.{place}' if place else ''}: {problem}; correct it")
        ) from None


def save_acknowledgements(path: Path, every: Iterable[Acknowledgement]) -> None:
    """Replace the file in one step. Raises QueuewrightError."""
    ordered = sorted(every, key=lambda one: (one.until, one.id))
    listed = [
        {name: value for name, value in one.model_dump().items() if value != ""} for one in ordered
    ]
    text = yaml.safe_dump({"acknowledged": listed}, sort_keys=False, allow_unicode=True, width=100)
    write_whole(path, _HEADING + text)


def not_found(
    every: Mapping[str, Acknowledgement], seen: Iterable[str], today: date
) -> Sequence[Acknowledgement]:
    """Those that still hold and that no difference has: what they hid is over, or the id is
    misspelt. seen: ids of the differences that an acknowledgement hides."""
    known = set(seen)
    return [one for one in every.values() if one.until >= today and one.id not in known]
