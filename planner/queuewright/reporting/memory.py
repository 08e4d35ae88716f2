"""The memory of a webhook: a small file that names references, never addresses."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.identity import identity_of
from queuewright.whole_files import write_whole

MEMORY = "_webhook.json"  # in the directory of a lake; Spark takes no file that begins with _

Row = Mapping[str, Any]


class NotRemembered(QueuewrightError):
    """A webhook did not take what it was told; the run is what it is."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The last run that a webhook was told of: its name, time, and the ids that it took."""

    run: str
    at: str
    ids: Sequence[str] = ()

    def leaves(self, rows: Sequence[Row], run: str) -> list[Row]:
        """Which of the rows it has not been told."""
        known = set(self.ids) if run == self.run else set()
        return [
            row
            for row in rows
            if identity_of(row) not in known
            and (row["first_seen"] > self.at or (run == self.run and row["status"] == "new"))
        ]


@dataclass(frozen=True, slots=True)
class Memory:
    """Which webhook was told what, in a small file. It names references, never addresses."""

    path: Path

    def of(self, webhook: str) -> Announced | None:
        """Raises NotRemembered for a file that cannot be read."""
        known = self._read().get(webhook)
        return None if known is None else Announced(known["run"], known["at"], known["ids"])

    def remember(self, webhook: str, announced: Announced) -> None:
        """Raises QueuewrightError."""
        known = {"run": announced.run, "at": announced.at, "ids": list(announced.ids)}
        text = json.dumps({"told": {**self._read(), webhook: known}}, indent=1, ensure_ascii=False)
        write_whole(self.path, text + "\n")

    def _read(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self.path.read_text(encoding="utf-8"))["told"]
            for each in loaded.values():
                Announced(str(each["run"]), str(each["at"]), list(each["ids"]))
            return dict(loaded)
        except FileNotFoundError:
            return {}
        except OSError as error:
            reason = error.strerror
        except (ValueError, KeyError, TypeError, AttributeError):
            reason = "it is not what a webhook's memory looks like"
        raise NotRemembered(
            f"{self.path}: {reason}; delete it: the next run then reports what is new"
        )


def memory_of(lake: str | None, given: Path | None) -> Memory:
    """Where it is remembered: the file that was given, else in the directory of the lake. Raises
    NotRemembered."""
    if given is not None:
        return Memory(given)
    if lake is None or "://" in lake:
        where = "tables" if lake is None else shown(lake)
        raise NotRemembered(
            f"{where}: the messages sent to a webhook cannot be remembered there; give "
            "--webhook-memory FILE that stays"
        )
    return Memory(Path(lake) / MEMORY)
