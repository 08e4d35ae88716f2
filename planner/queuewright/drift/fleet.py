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
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.yaml_reader import read_yaml


def first_problem(error: ValidationError) -> tuple[str, str]:
    """Pydantic's errors about a file, in the words of our errors: where the
    first problem is (`systems.QM1.type`, "" for the whole) and what it is."""
    first = error.errors(include_url=False)[0]
    text = first["msg"].removeprefix("Value error, ")
    return ".".join(map(str, first["loc"])), text[:1].lower() + text[1:]


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
    configuration; `desired` "state" takes the stack's state instead of running the program.

    `owns` says what is the environment's own beside what its program declares: "state", all that
    the stack's state has; "declared", nothing. Where the fleet does not say it, `load_fleet` does:
    a stack that several environments share cannot tell which of them has an object."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=200)
    labels: dict[str, str] = {}
    program: str | None = None
    stack: str | None = None
    desired: Literal["program", "state"] = "program"
    owns: Literal["state", "declared"] | None = None
    config: dict[str, Any] = {}
    systems: dict[str, SourceConfig] = Field(min_length=1)

    @field_validator("name")
    @classmethod
    def _plain(cls, name: str) -> str:
        # Commas separate names in options, and names stand in paths.
        if re.search(r"[\x00-\x1f/\\,]", name) or name != name.strip() or name in (".", ".."):
            raise ValueError(
                f"{shown(name)} has '/', '\\', ',', a control character or outer blanks"
            )
        return name

    @field_validator("systems")
    @classmethod
    def _named(cls, systems: dict[str, SourceConfig]) -> dict[str, SourceConfig]:
        if any(not name or name != name.strip() for name in systems):
            raise ValueError("a system has no name, or one with outer blanks")
        return systems


@dataclass(frozen=True, slots=True)
class Fleet:
    """The environments that can be read, and one line for each entry that cannot. broken: the
    names of such entries, where they have one: their earlier findings stay open."""

    path: Path
    environments: tuple[Environment, ...]
    problems: tuple[str, ...]
    broken: tuple[str, ...] = ()

    @property
    def base(self) -> Path:
        return self.path.parent


def load_fleet(path: Path) -> Fleet:
    """Read a fleet file or table. Raises FleetError when it is not one at all."""
    entries, defaults = _entries(path)
    environments: dict[str, Environment] = {}
    problems = []
    broken = []
    for position, entry in enumerate(entries, 1):
        where = f"{path.name}: environment {position}"
        if isinstance(entry, ValueError):
            problems.append(f"{where}: {entry}")
            continue
        if not isinstance(entry, Mapping):
            problems.append(f"{where}: {shown(entry)} is not a mapping; give name and systems")
            continue
        named = f"{where} ({one_line(str(entry.get('name', 'no name')))})"
        try:
            environment = Environment.model_validate(_filled(_merged(defaults, entry)))
        except ValueError as error:
            reason = str(error)
            if isinstance(error, ValidationError):
                reason = f"{': '.join(first_problem(error))}; correct that field"
            problems.append(f"{named}: {one_line(reason)}")
            broken.append(str(entry.get("name", "")))
            continue
        if environment.name in environments:
            problems.append(f"{named}: the name is taken already; give each environment its own")
            continue
        environments[environment.name] = environment
    lost = tuple(name for name in broken if name and name not in environments)
    # In full: systems are read while a program runs, in a folder of its own.
    return Fleet(path.absolute(), _owning(environments.values()), tuple(problems), lost)


def _owning(environments: Collection[Environment]) -> tuple[Environment, ...]:
    """Every environment with `owns`: by default the state of a stack that it has to itself."""
    users = Counter((environment.program, environment.stack) for environment in environments)

    def owns(environment: Environment) -> str:
        shared = users[environment.program, environment.stack] > 1
        return environment.owns or ("declared" if shared else "state")

    return tuple(each.model_copy(update={"owns": owns(each)}) for each in environments)


def _entries(path: Path) -> tuple[list[Any], Mapping[str, Any]]:
    """Entries and defaults. A row of a table that cannot be read is a ValueError."""
    defaults: Mapping[str, Any] = {}
    try:
        if path.suffix == ".parquet":
            entries = _parquet(path)
        elif path.suffix == ".jsonl":
            entries = _lines(path)
        else:
            text = path.read_text(encoding="utf-8")
            loaded = tomllib.loads(text) if path.suffix == ".toml" else read_yaml(text)
            entries, defaults = _parts(path, loaded)
    except OSError as error:
        raise FleetError(f"{path}: {error.strerror}; give the path of a fleet file") from None
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise FleetError(f"{path}: {one_line(str(error))}; correct the file") from None
    # A job that looks at nothing must not say that all is well.
    if not entries:
        raise FleetError(f"{path}: lists no environment; add one")
    return entries, defaults


def _parts(path: Path, loaded: Any) -> tuple[list[Any], Mapping[str, Any]]:
    if not isinstance(loaded, Mapping) or not isinstance(loaded.get("environments"), list):
        raise FleetError(f"{path}: has no list of environments; write `environments:` with entries")
    unknown = set(loaded) - {"defaults", "environments"}
    if unknown:
        raise FleetError(
            f"{path}: {shown(min(unknown, key=str))} is not known; use defaults, environments"
        )
    defaults = loaded.get("defaults") or {}
    if not isinstance(defaults, Mapping):
        raise FleetError(f"{path}: defaults is not a mapping; write it as an environment's fields")
    return loaded["environments"], defaults


def _lines(path: Path) -> list[Any]:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    entries = [_row(line, f"line {number}: ", "line") for number, line in lines if line.strip()]
    if entries and all(isinstance(entry, ValueError) for entry in entries):
        raise FleetError(f"{path}: {entries[0]}")
    return entries


def _parquet(path: Path) -> list[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(path).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise FleetError(f"{path}: {one_line(str(error))}; give a Parquet table") from None
    return [_row(row, "", "row") for row in rows]


def _row(row: Any, place: str, noun: str) -> Any:
    """A row of a table, which may be JSON text as its nested fields may be, as an entry without
    what is null; a ValueError when it cannot be read."""
    try:
        entry = json.loads(row) if isinstance(row, str) else row
        if not isinstance(entry, Mapping):
            return entry
        nested = {name: entry.get(name) for name in ("systems", "config", "labels")}
        texts = {name: text for name, text in nested.items() if isinstance(text, str)}
        decoded = {n: json.loads(text) if text.strip() else None for n, text in texts.items()}
        return _without_nulls({**entry, **decoded})
    except (ValueError, RecursionError) as error:
        return ValueError(one_line(f"{place}{error}; correct that {noun}"))


def _without_nulls(value: Any) -> Any:
    """Maps arrive as lists of pairs, and structs with every field of any row."""
    if isinstance(value, list) and value and all(isinstance(pair, tuple) for pair in value):
        value = dict(value)
    if isinstance(value, Mapping):
        return {n: _without_nulls(v) for n, v in value.items() if v is not None}
    return value


def _merged(defaults: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**defaults, **entry}
    for name in ("labels", "config", "systems"):
        if isinstance(defaults.get(name), Mapping) and isinstance(entry.get(name, {}), Mapping):
            merged[name] = {**defaults[name], **entry.get(name, {})}
    return merged


def _filled(entry: dict[str, Any]) -> dict[str, Any]:
    """Fill the places in texts of systems, program and stack. Raises ValueError."""
    labels = entry.get("labels")
    words = {
        **(labels if isinstance(labels, Mapping) else {}),
        "environment": entry.get("name", ""),
    }
    for field in ("program", "stack"):
        if isinstance(entry.get(field), str):
            entry[field] = _fill(entry[field], words, field)
    systems = entry.get("systems")
    if isinstance(systems, Mapping):
        entry["systems"] = {
            name: _filled_in(config, {**words, "system": name}, f"systems.{name}")
            for name, config in systems.items()
        }
    return entry


def _filled_in(value: Any, words: Mapping[str, Any], field: str) -> Any:
    """Also in what is nested: the words of a command, the file of a credential."""
    if isinstance(value, str):
        return _fill(value, words, field)
    if isinstance(value, list):
        return [_filled_in(each, words, field) for each in value]
    if isinstance(value, Mapping):
        return {key: _filled_in(each, words, f"{field}.{key}") for key, each in value.items()}
    return value


def _fill(text: str, words: Mapping[str, Any], field: str) -> str:
    def word(match: re.Match[str]) -> str:
        if match[1] not in words:
            if " " in match[1]:
                return match[0]  # no name: what a command has in braces, {print $1}
            raise ValueError(
                f"{field}: {shown(match[0])} is not a label of it, nor environment or system; give "
                "the label"
            )
        return str(words[match[1]])

    return re.sub(r"\{([^{}]*)\}", word, text)


def chosen_of(fleet: Fleet, names: Sequence[str]) -> Fleet:
    """The fleet with only these environments, all of them without names. Raises FleetError."""
    known = {environment.name: environment for environment in fleet.environments}
    chosen = dict.fromkeys(names or known)
    for name in chosen:
        if name not in known:
            raise _absent(fleet, name)
    kept = tuple(environment for name, environment in known.items() if name in chosen)
    return replace(fleet, environments=kept)


def _absent(fleet: Fleet, name: str) -> FleetError:
    """That there is no such environment, with what is wrong with its entry where there is one."""
    for problem in fleet.problems:
        if f" ({one_line(name)}): " in problem:
            return FleetError(f"{fleet.path.parent / problem}")
    close = get_close_matches(
        name, [environment.name for environment in fleet.environments], 1, 0.75
    )
    hint = f"; perhaps '{close[0]}'" if close else "; see its names there"
    return FleetError(f"{fleet.path}: environment '{one_line(name)}' is not in the fleet{hint}")
