"""From the stack's configuration to systems: the value of `queuewright:systems`.

    QM1:
      type: sandbox
      platform: linux          # aix, linux, windows, ibmi, zos, other-unix
      command_level: 930
      ccsid: 1208
      path: rehearsal.db       # optional, relative to the project's directory
      libraries: [ORDERS]      # platform ibmi only, as is current_library

An entry holds addresses and references to credentials, never the credentials.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import Sandbox

from .protocol import System
from .sandbox import SandboxSystem

__all__ = [
    "ENVIRONMENT",
    "TYPES",
    "InvalidConfiguration",
    "project_directory",
    "sandbox_file",
    "systems_from",
]

ENVIRONMENT = "QUEUEWRIGHT_SANDBOX"
_SANDBOX_KEYS = {
    "type": str,
    "platform": str,
    "command_level": int,
    "ccsid": int,
    "path": str,
    "libraries": list,
    "current_library": str,
    "queue_sharing_group": str,
}


class InvalidConfiguration(QueuewrightError, ValueError):
    """The configuration of systems cannot be used; one line that names the entry and the key."""


def project_directory(start: Path) -> Path:
    """The nearest folder with a Pulumi.yaml at or above `start`; `start` itself without one."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / "Pulumi.yaml").is_file() or (folder / "Pulumi.yml").is_file():
            return folder
    return here


def sandbox_file(base: Path, path: str | None = None) -> Path:
    """The sandbox file: `path` (from `base`), else $QUEUEWRIGHT_SANDBOX, else the project's own
    `.queuewright/sandbox.db`."""
    if path:
        return base / Path(path).expanduser()
    named = os.environ.get(ENVIRONMENT)
    return Path(named).expanduser() if named else base / ".queuewright" / "sandbox.db"


def systems_from(config: Mapping[str, Any], *, base: Path) -> Mapping[str, System]:
    """Every system that the configuration names; nothing is connected yet.

    config: name -> entry. base: the directory of Pulumi.yaml. Raises InvalidConfiguration.
    """
    if not isinstance(config, Mapping):
        raise _wrong(f" is {shown(config)}", "write it as NAME: {type: sandbox, platform: linux}")
    files: dict[Path, Sandbox] = {}
    systems: dict[str, System] = {}
    for name, entry in config.items():
        where = f": {name}"
        if not isinstance(entry, Mapping):
            raise _wrong(f"{where} is {shown(entry)}", "write it as {type: sandbox, ...}")
        kind = entry.get("type")
        build = _TYPES.get(kind) if isinstance(kind, str) else None
        if build is None:
            known = ", ".join(_TYPES)
            said = "has no type" if kind is None else f"has type {shown(kind)}, which is not known"
            raise _wrong(f"{where} {said}", f"use one of {known}")
        systems[str(name)] = build(str(name), entry, base, files)
    return MappingProxyType(systems)


def _sandbox(name: str, entry: Mapping[str, Any], base: Path, files: dict[Path, Sandbox]) -> System:
    values = _checked(name, entry)
    path = sandbox_file(base, values.get("path"))
    sandbox = files.setdefault(path, Sandbox(path))
    platform = values.get("platform")
    if platform is None:
        return SandboxSystem(sandbox.system(name))

    def prepare() -> None:
        sandbox.create_system(
            name,
            platform=platform,
            command_level=values.get("command_level", 930),
            ccsid=values.get("ccsid"),
            libraries=values.get("libraries", ()),
            current_library=values.get("current_library", "QGPL"),
            queue_sharing_group=values.get("queue_sharing_group", ""),
            exist_ok=True,
        )

    return SandboxSystem(sandbox.system(name), prepare)


def _checked(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in entry.items():
        wanted = _SANDBOX_KEYS.get(key)
        if wanted is None:
            raise _wrong(f": {name} has an unknown key {shown(key)}", _known_keys())
        if wanted is int and isinstance(value, str) and value.strip().isdigit():
            value = int(value)
        if wanted is int and isinstance(value, float) and value.is_integer():
            value = int(value)  # Pulumi hands numbers over as floats
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise _wrong(f": {name}.{key} is {shown(value)}", f"give a {_WORDS[wanted]}")
        values[key] = value
    if any(not isinstance(library, str) for library in values.get("libraries", ())):
        raise _wrong(f": {name}.libraries is {shown(values['libraries'])}", "give a list of names")
    if "platform" in values:
        try:
            values["platform"] = Platform.parse(values["platform"])
        except ValueError as error:
            raise _wrong(f": {name}.platform: {error}", "correct it") from error
    return values


_WORDS = {str: "text", int: "whole number", list: "list"}
_TYPES: Mapping[str, Callable[[str, Mapping[str, Any], Path, dict[Path, Sandbox]], System]] = (
    MappingProxyType({"sandbox": _sandbox})
)
TYPES = tuple(_TYPES)


def _known_keys() -> str:
    return f"use one of {', '.join(_SANDBOX_KEYS)}"


def _wrong(what: str, remediation: str) -> InvalidConfiguration:
    return InvalidConfiguration(one_line(f"queuewright:systems{what}; {remediation}"))
