"""Tables of the pyproject.toml beside Pulumi.yaml, where a shop says its rules."""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

FILE = "pyproject.toml"
# The tables of tool.queuewright, and the keys of each.
SETTINGS: Mapping[str, Sequence[str]] = {
    "lint": ("select", "ignore", "severity", "names", "silences"),
    "policy": ("deletes", "changes", "names", "approval", "armed", "workload", "freeze"),
}
Table = TypeVar("Table", bound=BaseModel)


def read_table(
    directory: Path, name: str, model: type[Table], error: type[QueuewrightError]
) -> Table:
    """The table `name` of the file in `directory`; the model's defaults where there is none.

    Raises `error`, one line that names the file and the key.
    """
    file = directory / FILE
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return model()
    except (OSError, UnicodeDecodeError) as caught:
        raise error(one_line(f"{file}: cannot be read: {caught}; mend it")) from None
    if "queuewright" not in text:
        return model()
    try:
        table: Any = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as caught:
        raise error(one_line(f"{file}: is not TOML: {caught}; mend it")) from None
    for part in name.split("."):
        if part in SETTINGS:
            _check_tables(table, file, error)
        table = table.get(part, {}) if isinstance(table, Mapping) else {}
    try:
        return model.model_validate(table)
    except ValidationError as failed:
        errors = failed.errors(include_url=False)
        # A key that is misspelt is why another one is missing.
        first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
        place = ".".join(map(str, (name, *first["loc"])))
        reason = f"{first['msg'].removeprefix('Value error, ')}; correct it"
        if first["type"] == "extra_forbidden":
            reason = _unknown(str(first["loc"][-1]), _keys_at(model, first["loc"][:-1]))
        raise error(one_line(f"{file}: {place}: {reason}")) from None


def _check_tables(ours: Any, file: Path, error: type[QueuewrightError]) -> None:
    """Raises `error` for a key of tool.queuewright that is none of its tables."""
    for key in ours if isinstance(ours, Mapping) else ():
        if key not in SETTINGS:
            reason = _unknown(key, SETTINGS)
            raise error(one_line(f"{file}: tool.queuewright.{key}: {reason}"))


def _unknown(key: str, known: Collection[str]) -> str:
    """The remediation for an unknown key: the one that is meant, here or in a table."""
    near = get_close_matches(key, known, 1)
    if near:
        return f"no such setting; did you mean {near[0]}?"
    for table, keys in SETTINGS.items():
        near = get_close_matches(key, keys, 1)
        if near:
            meant = f"tool.queuewright.{table}.{near[0]}"
            return f"no such setting; did you mean {meant}?"
    return f"no such setting; use one of {', '.join(known)}"


def _keys_at(model: type[BaseModel], place: Iterable[str | int]) -> list[str]:
    """The keys of a table inside of a table."""
    for part in place:
        field = next((f for n, f in model.model_fields.items() if part in (n, f.alias)), None)
        annotation = field.annotation if field is not None else None
        choices = [c for c in (annotation, *get_args(annotation)) if isinstance(c, type)]
        model = next((c for c in choices if issubclass(c, BaseModel)), model)
    return [field.alias or name for name, field in model.model_fields.items()]
