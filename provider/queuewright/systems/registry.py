"""From the stack's configuration to systems: the value of `queuewright:systems`.

    QM1:
      type: sandbox
      ...           # what that type of system needs: see its module

An entry holds addresses and references to credentials, never the credentials. A module registers a
type: its configuration, a pydantic model with `type`, and how to build it. It is one of this
package, or what an installed package names in an entry point of the group `queuewright.systems`,
as the sandbox is. The model may say which of its fields tell where the system is (`where`), or what
does (`place`).
"""

import os
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ValidationError

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.extensions import extensions, load
from queuewright.encryption import Encrypted, Encryption, Secret, is_encrypted
from queuewright.mq.connection_name import addresses_in
from queuewright.yaml_reader import read_yaml

from .credentials import agrees, with_secrets
from .protocol import System
from .values import File, OwnName, is_loopback

CONFIGURATION = "queuewright:systems"  # the key in a stack's configuration


class InvalidConfiguration(QueuewrightError, ValueError):
    """The configuration of systems cannot be used; one line that names the entry and the key."""


@dataclass(frozen=True, slots=True)
class SystemContext:
    """base: the directory of Pulumi.yaml. shared: what several systems of one configuration use
    together, such as an open file. stack: whose configuration it is, "" for none."""

    base: Path
    shared: dict[Any, Any] = field(default_factory=dict)
    stack: str = ""


# Builds the system of that name from its configuration; nothing is connected yet.
Build = Callable[[str, Any, SystemContext], System]
_types: dict[str, tuple[type[BaseModel], Build]] = {}


def register(name: str, configuration: type[BaseModel], build: Build) -> None:
    """Make a type of system known. A validator's ValueError is the text for people."""
    _types[name] = configuration, build


@cache
def _modules() -> frozenset[str]:
    package = import_module("queuewright.systems")
    return frozenset(module.name for module in pkgutil.iter_modules(package.__path__))


@cache
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in extensions("queuewright.systems")}


def system_type(name: str) -> tuple[type[BaseModel], Build] | None:
    """A type of system. Its module is called as it is, and is imported when it is used. Raises
    BadExtension for one of another package that cannot be loaded."""
    if name not in _types and name in _modules():
        import_module(f"queuewright.systems.{name}")
    elif name not in _types and (point := _installed().get(name)):
        load(point)
    return _types.get(name)


@cache
def system_types() -> Mapping[str, tuple[type[BaseModel], Build]]:
    """Every type of system by its name."""
    for name in (*_modules(), *_installed()):
        system_type(name)
    return MappingProxyType(dict(sorted(_types.items())))


def project_directory(start: Path) -> Path:
    """The nearest folder with a Pulumi.yaml at or above `start`; `start` itself without one."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / "Pulumi.yaml").is_file() or (folder / "Pulumi.yml").is_file():
            return folder
    return here


def stack_of(config: Any, base: Path) -> str:
    """The stack that has this configuration, for who is not told: the only one of the project, or
    the only one that says the same. Raises InvalidConfiguration where several do and each of them
    is to have systems of its own."""
    files = _stack_files(base)
    alike = [name for name, path in files.items() if agrees(_systems_in(path), config)]
    if len(files) == 1 or len(alike) == 1:
        return (alike or [*files])[0]
    has_own = isinstance(config, Mapping) and all(
        isinstance(entry, Mapping) and (entry.get("type") != "sandbox" or entry.get("path"))
        for entry in config.values()
    )
    if not alike or has_own or os.environ.get("QUEUEWRIGHT_SANDBOX"):
        return ""
    raise _invalid(
        f" is the same in the stacks {', '.join(alike)}, and which of them this is nobody says",
        f"give each system of type sandbox a path, such as .queuewright/sandbox-{alike[0]}.db",
    )


def decrypted(config: Any, base: Path) -> Any:
    """A configuration from Pulumi's engine, with what a stack's file has encrypted marked as such:
    a credential may be that, and no other literal."""
    for file in _stack_files(base).values():
        in_file = _systems_in(file)
        if agrees(in_file, config):
            config = with_secrets(in_file, config)
    return config


def _stack_files(base: Path) -> dict[str, Path]:
    return {
        path.name.removeprefix("Pulumi.").removesuffix(path.suffix): path
        for path in sorted(base.glob("Pulumi.*.y*ml"))
    }


def _systems_in(file: Path) -> Any:
    try:
        content = read_yaml(file.read_text(encoding="utf-8"), as_pulumi=True)
    except (OSError, ValueError, yaml.YAMLError):
        return None
    config = content.get("config") if isinstance(content, Mapping) else None
    return config.get(CONFIGURATION) if isinstance(config, Mapping) else None


def systems_from(
    config: Mapping[str, Any], *, base: Path, stack: str = "", encryption: Encryption | None = None
) -> Mapping[str, System]:
    """Every system that the configuration names; nothing is connected yet.

    config: name -> entry. base: the directory of Pulumi.yaml. stack: whose configuration it is.
    encryption: how that stack encrypts, where somebody knows. Raises InvalidConfiguration.
    """
    if not isinstance(config, Mapping):
        raise _invalid(f" is {shown(config)}", "write it as NAME: {type: sandbox, platform: linux}")
    if encryption is not None:
        config = encryption.marked(dict(config))
    project = SystemContext(base, stack=stack)
    systems: dict[str, System] = {}
    for name, entry in config.items():
        where = f": {name}"
        if not isinstance(entry, Mapping):
            raise _invalid(f"{where} is {shown(entry)}", "write it as {type: sandbox, ...}")
        word = entry.get("type")
        registered = system_type(word) if isinstance(word, str) else None
        if registered is None:
            reason = (
                "has no type" if word is None else f"has type {shown(word)}, which is not known"
            )
            raise _invalid(f"{where} {reason}", f"use one of {', '.join(system_types())}")
        configuration, build = registered
        systems[str(name)] = build(str(name), _configured(where, entry, configuration), project)
    return MappingProxyType(systems)


def places_of(config: Any, *, base: Path, stack: str = "") -> Mapping[str, object]:
    """Where each system of a configuration is, for whom to compare: two stacks that give the same
    place under one name have the same system. An entry that cannot be used is left out."""
    places: dict[str, object] = {}
    for name, entry in config.items() if isinstance(config, Mapping) else ():
        word = entry.get("type") if isinstance(entry, Mapping) else None
        registered = system_type(word) if isinstance(word, str) else None
        if registered is None:
            continue
        try:
            configuration = _configured("", entry, registered[0])
            places[str(name)] = word, _place(configuration, SystemContext(base, stack=stack))
        except InvalidConfiguration:
            continue
    return places


def _place(configuration: Any, project: SystemContext) -> object:
    own = getattr(configuration, "place", None)
    if own is not None:
        return own(project)
    where = getattr(configuration, "where", None) or type(configuration).model_fields
    return [getattr(configuration, name) for name in where]


def moved(
    entry: Mapping[str, Any], base: Path, to: Path, *, stack: str, renamed: str = ""
) -> dict[str, Any]:
    """The entry as a project in another folder has it: relative files are given from there.

    base: the directory that they start at. stack: whose entry it is. renamed: what the system was
    called, where the other project calls it otherwise.
    """
    registered = system_type(str(entry.get("type")))
    fields = registered[0].model_fields if registered else {}
    result = dict(entry)
    for key, field_there in fields.items():
        value = entry.get(key)
        for mark in field_there.metadata:
            if isinstance(mark, File) and (name := value or (not renamed and mark.left_out(stack))):
                result[key] = _from(name, base, to)
            elif isinstance(mark, OwnName) and renamed and value is None:
                result[key] = renamed
        if isinstance(value, Mapping) and isinstance(value.get("file"), str):
            result[key] = {**value, "file": _from(value["file"], base, to)}
    return result


def _from(name: Any, base: Path, to: Path) -> Any:
    """A file's name as it is from another folder; one that is not relative stays as it is."""
    if not isinstance(name, str) or name.startswith("~") or Path(name).is_absolute():
        return name
    return Path(os.path.relpath(base / name, to)).as_posix()


_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text",
    "list": "a list",
    "tuple": "a list",
    "model": "keys and values",
    "dict": "keys and values",
}


def _configured(where: str, entry: Mapping[str, Any], model: type[BaseModel]) -> BaseModel:
    """The entry as its model. Raises InvalidConfiguration for the first key that is wrong; the
    value is shown where it is a plain one: what holds keys of its own may hold anything."""
    try:
        return model.model_validate({str(key): value for key, value in entry.items()})
    except ValidationError as failed:
        keys = [*(str(key) for key in entry), *model.model_fields]
        errors = sorted(
            failed.errors(include_url=False),
            key=lambda error: keys.index(str(error["loc"][0])) if error["loc"] else len(keys),
        )
    error = errors[0]
    place = [str(part) for part in error["loc"] if not isinstance(part, int)]
    key = ".".join(place)
    if error["type"] == "extra_forbidden":
        known = ", ".join(_fields_at(model, place[:-1]))
        own = "".join(f".{part}" for part in place[:-1])
        raise _invalid(f"{where}{own} has an unknown key {shown(place[-1])}", f"use one of {known}")
    if error["type"] == "value_error":
        about = f"{where}.{key}" if key else where
        raise _invalid(f"{about}: {error['ctx']['error']}", "correct it")
    if error["type"] == "missing":
        raise _invalid(f"{where} has no {key}", f"give it: {key}: ...")
    value = error["input"]
    if isinstance(value, Encrypted) or is_encrypted(value):
        raise _invalid(f"{where}.{key} is encrypted", "write it in clear: it is not a credential")
    is_plain = isinstance(value, str | int | float) and not isinstance(value, Secret)
    given = shown(value) if is_plain else "not of the right form"
    if len(place) < len(error["loc"]):
        raise _invalid(f"{where}.{key} has {given} in it", "give a list of names")
    text = next((words for start, words in _WORDS.items() if error["type"].startswith(start)), "")
    raise _invalid(f"{where}.{key} is {given}", f"give {text or _expected(error)}")


def _expected(error: Any) -> str:
    """Pydantic's limit or choice in words: `a value of at least 1`, `one of 'a' or 'b'`."""
    context = error.get("ctx", {})
    limits = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    bounds = [f"{words} {context[name]}" for name, words in limits.items() if name in context]
    if bounds:
        return f"a value of {' and '.join(bounds)}"
    return f"one of {context['expected']}" if "expected" in context else "another value"


def _fields_at(model: type[BaseModel], place: Iterable[str]) -> Iterable[str]:
    """The keys of a model, or of the model in one of its fields."""
    for name in place:
        field_there = model.model_fields.get(name)
        annotation = field_there.annotation if field_there else None
        choices = [c for c in (annotation, *get_args(annotation)) if isinstance(c, type)]
        model = next((c for c in choices if issubclass(c, BaseModel)), model)
    return model.model_fields


def _invalid(text: str, remediation: str) -> InvalidConfiguration:
    return InvalidConfiguration(one_line(f"queuewright:systems{text}; {remediation}"))


def hosts_of(configured: Any) -> dict[str, frozenset[str]]:
    """Host, in lower case -> the systems there. configured: `queuewright:systems`. An address of
    this machine tells nothing, nor one of a gateway in front of the queue manager."""
    found: dict[str, frozenset[str]] = {}
    for name, entry in configured.items() if isinstance(configured, Mapping) else ():
        if not isinstance(entry, Mapping) or entry.get("gateway"):
            continue
        for host in _hosts(entry):
            if not is_loopback(host):
                found[host] = found.get(host, frozenset()) | {str(name)}
    return found


def _hosts(entry: Mapping[str, Any]) -> set[str]:
    hosts = {address.host for address in addresses_in(entry.get("address"))}
    for option in ("url", "host"):
        text = entry.get(option)
        if not isinstance(text, str):
            continue
        try:
            host = urlsplit(text if "//" in text else f"//{text}").hostname
        except ValueError:
            continue
        hosts.update({host} if host else ())
    return hosts
