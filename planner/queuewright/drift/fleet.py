"""The fleet: which environments there are, what defines them, where they are observed.

A YAML or TOML file, or a table (Parquet, JSON lines) with the same fields as columns:

    defaults: {program: ../orders, labels: {owner: payments}}
    environments:
      - name: prod-eu-1
        labels: {region: eu, stage: prod}
        stack: prod
        config: {"orders:depth": 5000}
        systems:
          QM1: {type: mqsc, path: "dumps/{environment}/{system}.mqsc"}

`{environment}`, `{system}` and `{label}` of any label are filled in. Paths are relative to the
fleet file. An entry that cannot be read is a problem of its own; the others are kept.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import one_line, shown

__all__ = ["Environment", "Fleet", "FleetError", "SourceConfig", "chosen_of", "load_fleet"]


class FleetError(QueuewrightError):
    """The fleet file as a whole cannot be read."""


class SourceConfig(BaseModel):
    """Where one system of an environment is read. `options` go to the system's own configuration
    (addresses and references to credentials, never the credentials)."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str
    path: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.model_extra or {})


class Environment(BaseModel):
    """One environment. `program` is the directory of a Pulumi.yaml; with `stack`, its
    configuration; `desired` "state" takes the stack's state instead of running the program."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f/\\]+$")
    labels: dict[str, str] = {}
    program: str | None = None
    stack: str | None = None
    desired: Literal["program", "state"] = "program"
    config: dict[str, Any] = {}
    systems: dict[str, SourceConfig] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Fleet:
    """The environments that can be read, and one line for each entry that cannot."""

    path: Path
    environments: tuple[Environment, ...]
    problems: tuple[str, ...]

    @property
    def base(self) -> Path:
        return self.path.parent


def load_fleet(path: Path) -> Fleet:
    """Read a fleet file or table. Raises FleetError when it is not one at all."""
    entries, defaults = _entries(path)
    environments: dict[str, Environment] = {}
    problems = []
    for position, entry in enumerate(entries, 1):
        where = f"{path.name}: environment {position}"
        if not isinstance(entry, Mapping):
            problems.append(f"{where}: {shown(entry)} is not a mapping; give name and systems")
            continue
        named = f"{where} ({one_line(str(entry.get('name', 'no name')))})"
        try:
            environment = Environment.model_validate(_filled(_merged(defaults, entry)))
        except (ValidationError, KeyError, ValueError) as error:
            problems.append(f"{named}: {_reason(error)}")
            continue
        if environment.name in environments:
            problems.append(f"{named}: the name is taken already; give each environment its own")
            continue
        environments[environment.name] = environment
    return Fleet(path, tuple(environments.values()), tuple(problems))


def _entries(path: Path) -> tuple[list[Any], Mapping[str, Any]]:
    try:
        if path.suffix == ".parquet":
            return _parquet(path), {}
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jsonl":
            return [json.loads(line) for line in text.splitlines() if line.strip()], {}
        loaded = tomllib.loads(text) if path.suffix == ".toml" else yaml.load(text, _Loader)
    except OSError as error:
        raise FleetError(f"{path}: {error.strerror}; give the path of a fleet file") from None
    except (ValueError, yaml.YAMLError) as error:
        raise FleetError(f"{path}: {one_line(str(error))}; correct the file") from None
    if not isinstance(loaded, Mapping) or not isinstance(loaded.get("environments"), list):
        raise FleetError(f"{path}: has no list of environments; write `environments:` with entries")
    unknown = set(loaded) - {"defaults", "environments"}
    if unknown:
        raise FleetError(f"{path}: {sorted(unknown)[0]!r} is not known; use defaults, environments")
    defaults = loaded.get("defaults") or {}
    if not isinstance(defaults, Mapping):
        raise FleetError(f"{path}: defaults is not a mapping; write it as an environment's fields")
    return loaded["environments"], defaults


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The C loader where there is one: fleets have thousands of entries."""


def _parquet(path: Path) -> list[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(path).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise FleetError(f"{path}: {one_line(str(error))}; give a Parquet table") from None
    return [{name: _cell(name, value) for name, value in row.items() if value} for row in rows]


def _cell(name: str, value: Any) -> Any:
    """Maps arrive as lists of pairs, nested fields as JSON text."""
    if name in ("systems", "config") and isinstance(value, str):
        return json.loads(value)
    return dict(value) if name == "labels" and isinstance(value, list) else value


def _merged(defaults: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**defaults, **entry}
    for name in ("labels", "config", "systems"):
        if isinstance(defaults.get(name), Mapping) and isinstance(entry.get(name, {}), Mapping):
            merged[name] = {**defaults[name], **entry.get(name, {})}
    return merged


def _filled(entry: dict[str, Any]) -> dict[str, Any]:
    """Fill the places in texts of systems and program."""
    labels = entry.get("labels") or {}
    words = {**labels, "environment": entry.get("name", "")}
    if isinstance(entry.get("program"), str):
        entry["program"] = _fill(entry["program"], words)
    if isinstance(entry.get("stack"), str):
        entry["stack"] = _fill(entry["stack"], words)
    systems = entry.get("systems")
    if isinstance(systems, Mapping):
        entry["systems"] = {
            name: {
                key: _fill(value, {**words, "system": name}) if isinstance(value, str) else value
                for key, value in config.items()
            }
            if isinstance(config, Mapping)
            else config
            for name, config in systems.items()
        }
    return entry


def _fill(text: str, words: Mapping[str, Any]) -> str:
    for name, value in words.items():
        text = text.replace("{" + str(name) + "}", str(value))
    return text


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return one_line(f"{place}: {first['msg'].lower()}; correct that field")
    return one_line(str(error))


def chosen_of(fleet: Fleet, names: Sequence[str]) -> Fleet:
    """The fleet with only these environments, all of them without names. Raises FleetError."""
    if not names:
        return fleet
    known = {one.name for one in fleet.environments}
    missing = [name for name in names if name not in known]
    if missing:
        raise FleetError(
            f"{fleet.path}: environment {missing[0]!r} is not in the fleet; see its names there"
        )
    kept = tuple(one for one in fleet.environments if one.name in names)
    return Fleet(fleet.path, kept, fleet.problems)
