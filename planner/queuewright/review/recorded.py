"""The output of a command, in a file: from the job that runs it to the job that comments.

    {"format": 1, "name": "shop/prod", "command": [...], "code": 0, "out": "...", "err": "..."}

The job that runs the command runs code of the pull request, so that nothing in the file is trusted:
it is text of a bounded size, and nothing in it says where a comment goes.
"""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import to_json

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.private_files import open_private

from .body import CommandOutput

LARGEST = 32 << 20  # bytes: a forge takes far less, the rest is left out of the comment
_AGAIN = "write it again with comment --save"


class RecordedError(QueuewrightError):
    """The file cannot be written or read; one line that names it."""


class Recorded(BaseModel):
    """name: what tells comments apart, PROJECT/STACK."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal[1] = 1
    name: str
    command: list[str]
    code: Annotated[int, Field(ge=0, le=255)]
    out: str
    err: str

    @field_validator("name", "out", "err")
    @classmethod
    def _text(cls, text: str) -> str:
        """Half of a surrogate pair is not a character, and no forge takes it."""
        return text.encode("utf-8", "replace").decode()

    @field_validator("command")
    @classmethod
    def _words(cls, words: list[str]) -> list[str]:
        return [word.encode("utf-8", "replace").decode() for word in words]

    @property
    def output(self) -> CommandOutput:
        return CommandOutput(self.command, self.code, self.out, self.err)


def write_recorded(file: Path, name: str, output: CommandOutput) -> None:
    """Raises RecordedError."""
    recorded = Recorded(
        name=name, command=list(output.command), code=output.code, out=output.out, err=output.err
    )
    try:
        with open_private(file) as written:
            written.write(to_json(recorded) + b"\n")
    except OSError as error:
        raise RecordedError(
            one_line(f"{file}: cannot be written: {error.strerror or error}; give another file")
        ) from None


def read_recorded(file: Path) -> Recorded:
    """Raises RecordedError."""
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}; give what comment --save wrote"
        raise RecordedError(one_line(f"{file}: {reason}")) from None
    if len(content) > LARGEST:
        raise RecordedError(f"{file}: has more than {LARGEST >> 20} MB; {_AGAIN}")
    try:
        data: Any = json.loads(content)
        return Recorded.model_validate(data)
    except ValidationError as failed:
        first = failed.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "it"
        text = f"{file}: was not written by comment --save: {place}: {first['msg']}; {_AGAIN}"
        raise RecordedError(one_line(text)) from None
    except (ValueError, RecursionError) as error:
        raise RecordedError(one_line(f"{file}: is not JSON ({error}); {_AGAIN}")) from None
