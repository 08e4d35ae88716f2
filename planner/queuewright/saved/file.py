"""The file of a saved plan: JSON, of one format, with a signature where somebody signed it.

    {"format": 2, "queuewright": version that wrote it, "at": UTC, "project", "stack",
     "options": {"targets", "excludes", "refresh", "purge", "overrides"}, "salt": hex,
     "plan": the document of what the plan touches (`saved.document`),
     "basis": {id of an object: {"declared", "state", "observed"}},
     "signature": {"algorithm": "ed25519", "value": hex}}

What is signed is everything but the signature, as JSON with sorted keys and no blanks. Format 1 had
the whole plan, with what stays the same, and each step in the basis too; it is still read.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from pydantic_core import to_json

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.private_files import open_private

from .migration import in_words_of_now, of_format_1, of_format_2
from .reading import first_error

FORMAT: Literal[3] = 3


class SavedPlanError(QueuewrightError):
    """A saved plan cannot be written, read or trusted; one line that names the file."""


class Options(BaseModel):
    """The options that the plan was made with, and is carried out with."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    targets: list[str] = []
    excludes: list[str] = []
    target_dependents: bool = False
    refresh: bool = True
    purge: list[str] = []
    overrides: list[str] = []


class Signature(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    algorithm: Literal["ed25519"]
    value: Annotated[str, Field(pattern="^[0-9a-f]{128}$")]


class SavedPlan(BaseModel):
    """A plan and what it was made from."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal[3] = FORMAT
    queuewright: str
    at: str
    project: str
    stack: str
    options: Options
    salt: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
    plan: Mapping[str, Any]
    basis: Mapping[str, Mapping[str, Any]]
    signature: Signature | None = None
    # As it was read, where it is of an earlier format: that is what was signed.
    _original: Mapping[str, Any] | None = PrivateAttr(None)

    def signed_part(self) -> bytes:
        """The signed content."""
        data = self._original or self.model_dump(exclude={"signature"})
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    def signed(self, key_file: Path) -> "SavedPlan":
        """The same with a signature by the Ed25519 private key (PEM) of the file.

        Raises SavedPlanError.
        """
        key = _key(key_file, private=True)
        value = key.sign(self.signed_part()).hex()
        signature = Signature(algorithm="ed25519", value=value)
        return self.model_copy(update={"signature": signature})

    def verify(self, key_file: Path, file: Path) -> None:
        """Raises SavedPlanError unless the owner of the Ed25519 public key (PEM) signed it."""
        from cryptography.exceptions import InvalidSignature

        key = _key(key_file, private=False)
        if self.signature is None:
            raise SavedPlanError(f"{file}: has no signature; save it with --sign KEY")
        try:
            key.verify(bytes.fromhex(self.signature.value), self.signed_part())
        except InvalidSignature:
            raise SavedPlanError(
                f"{file}: the signature is not of this plan by the key in {key_file}; it was "
                "changed, or somebody else signed it: make the plan again"
            ) from None

    def write(self, file: Path) -> None:
        """Raises SavedPlanError; what was there is then as it was."""
        temporary = file.with_name(f".{file.name}.{os.getpid()}.new")
        try:
            with open_private(temporary) as written:
                written.write(to_json(self, indent=1) + b"\n")
            temporary.replace(file)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise SavedPlanError(
                f"{file}: cannot be written: {error.strerror or error}; give another file"
            ) from None


def read_saved(file: Path) -> SavedPlan:
    """Raises SavedPlanError."""
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SavedPlanError(
            f"{file}: cannot be read: {error.strerror or error}; give a plan that preview "
            "--save-plan wrote"
        ) from None
    except (ValueError, RecursionError) as error:
        raise SavedPlanError(one_line(f"{file}: is not JSON ({error}); {_AGAIN}")) from None
    version = data.get("format") if isinstance(data, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise SavedPlanError(
            f"{file}: is of format {version}, and this Queuewright reads format {FORMAT}; use the "
            f"version that wrote it, or {_AGAIN}"
        )
    try:
        migrate = _MIGRATIONS.get(version) if isinstance(version, int) else None
        saved = SavedPlan.model_validate(data if migrate is None else migrate(data))
        now = _in_words_of_now(saved)
        if migrate is not None or now is not saved:
            now._original = {name: value for name, value in data.items() if name != "signature"}
        return now
    except ValidationError as failed:
        raise SavedPlanError(
            f"{file}: is not a saved plan: {first_error(failed)}; {_AGAIN}"
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError) as failed:
        text = f"{file}: is not a saved plan ({type(failed).__name__}: {failed}); {_AGAIN}"
        raise SavedPlanError(one_line(text)) from None


def _in_words_of_now(saved: SavedPlan) -> SavedPlan:
    """A plan that cannot be read stays as it is: who shows it or carries it out says why."""
    try:
        plan, basis = in_words_of_now(saved.plan, saved.basis)
    except (KeyError, TypeError, ValueError, AttributeError):
        return saved
    same = plan is saved.plan
    return saved if same else saved.model_copy(update={"plan": plan, "basis": basis})


_MIGRATIONS = {1: of_format_1, 2: of_format_2}
_AGAIN = "make it again with preview --save-plan"


def _key(file: Path, *, private: bool) -> Any:
    """The Ed25519 key of a PEM file. Raises SavedPlanError."""
    kind = "private" if private else "public"
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise SavedPlanError(
            "signatures need cryptography, which is missing; pip install 'queuewright[sign]'"
        ) from None
    try:
        content = file.read_bytes()
        if private:
            key: Any = serialization.load_pem_private_key(content, password=None)
        else:
            key = serialization.load_pem_public_key(content)
    except OSError as error:
        raise SavedPlanError(
            f"{file}: cannot be read: {error.strerror or error}; give a {kind} key"
        ) from None
    except (ValueError, TypeError):
        key = None
    wanted = ed25519.Ed25519PrivateKey if private else ed25519.Ed25519PublicKey
    if not isinstance(key, wanted):
        how = "openssl genpkey -algorithm ed25519" if private else "openssl pkey -pubout"
        raise SavedPlanError(f"{file}: is not an Ed25519 {kind} key in PEM; make one with {how}")
    return key
