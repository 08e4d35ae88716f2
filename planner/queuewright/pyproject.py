"""Tables of the pyproject.toml beside Pulumi.yaml, where a shop says its rules."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

FILE = "pyproject.toml"
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
        table = table.get(part, {}) if isinstance(table, Mapping) else {}
    try:
        return model.model_validate(table)
    except ValidationError as failed:
        first = failed.errors(include_url=False)[0]
        place = ".".join(map(str, (name, *first["loc"])))
        raise error(one_line(f"{file}: {place}: {first['msg']}; correct it")) from None
