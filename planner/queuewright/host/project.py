"""Pulumi.yaml and Pulumi.<stack>.yaml: where the program is, and its configuration.

Both files are read as Pulumi reads them. Encrypted values (`secure:`) are decrypted when they are
asked for, so that a program runs as far as it does not need one that cannot be decrypted.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.encryption import Encryption, has_encrypted
from queuewright.yaml_reader import read_yaml

SYSTEMS_KEY = "queuewright:systems"
_PROJECT_FILES = ("Pulumi.yaml", "Pulumi.yml")
_STACK_FILE = re.compile(r"Pulumi\.(?P<name>[A-Za-z0-9._-]+)\.ya?ml\Z")
_RUNTIME_OPTIONS = ("virtualenv", "toolchain", "typechecker")
# The characters that Pulumi accepts in names of projects and stacks (sdk/go/common/tokens).
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}\Z")
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str, int, float),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}
_SPELLINGS = {"boolean": r"true|false", "integer": r"-?\d+", "number": r"-?\d+(\.\d+)?"}


class ProjectError(QueuewrightError):
    """Pulumi.yaml is missing or malformed."""


class StackError(QueuewrightError):
    """No such stack, no stack chosen, or its file is malformed."""


class ConfigurationError(QueuewrightError):
    """A configuration value is missing, of the wrong type, or encrypted."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One entry of `config:` in Pulumi.yaml: a default, or a type that stacks must fill.

    `given` tells a default (or value) from a mere declaration.
    """

    key: str
    value: Any = None
    given: bool = False
    type: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Project:
    """A Pulumi project. `program` is the absolute path of its directory or .py file."""

    name: str
    directory: Path
    file: Path
    program: Path
    settings: tuple[Setting, ...] = ()
    stack_directory: Path = field(default_factory=Path)

    @property
    def program_directory(self) -> Path:
        """The working directory of the program."""
        return self.program if self.program.is_dir() else self.program.parent


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack and its configuration: full key ("orders:max") -> value as YAML gave it.

    `encrypted` has the values that are encrypted, or have something in them that is, as the file
    has them; `encryption` is how. `secrets` are marked secret by the project. `file` is where the
    values stand, for messages. `configured_systems` may have encrypted values in it, which only
    what needs them asks for.
    """

    name: str
    project: Project
    file: Path
    values: Mapping[str, Any] = field(default_factory=dict)
    encrypted: Mapping[str, Any] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    configured_systems: Any = None
    encryption: Encryption = field(default_factory=lambda: Encryption(Path()))

    @property
    def systems(self) -> Any:
        """The value of `queuewright:systems`, {} when there is none."""
        configured = self.configured_systems
        if isinstance(configured, dict) and set(configured) == {"secure"}:
            raise ConfigurationError(
                f"{self.file}: {SYSTEMS_KEY} is encrypted; write it in clear, it holds references "
                "to credentials and never the credentials"
            )
        return configured or {}

    def texts(self) -> dict[str, str]:
        """Every readable value as `pulumi.Config` sees it: text, structured ones as JSON."""
        return {key: text_of(value) for key, value in self.values.items()}


def text_of(value: Any) -> str:
    """A value of the configuration as `pulumi.Config` sees it."""
    if isinstance(value, bool | dict | list):
        return json.dumps(value, separators=(",", ":"), sort_keys=True, default=str)
    return "" if value is None else str(value)


def is_in_project(start: Path) -> bool:
    """Whether there is a Pulumi.yaml in `start` or above it."""
    return _project_file(start.absolute()) is not None


def find_project(start: Path) -> Path:
    """The Pulumi.yaml of `start` or the nearest folder above it. Raises ProjectError."""
    start = start.absolute()
    if not start.is_dir():
        raise ProjectError(f"{start}: no such directory; give -C the directory of a Pulumi.yaml")
    file = _project_file(start)
    if file is not None:
        return file
    raise ProjectError(
        f"no Pulumi.yaml in {start} or above it; change to the directory of a project or give it "
        "with -C DIR"
    )


def _project_file(start: Path) -> Path | None:
    files = (folder / name for folder in (start, *start.parents) for name in _PROJECT_FILES)
    return next((file for file in files if file.is_file()), None)


def load_project(start: Path) -> Project:
    """The project of `start`; its program may be missing, see `require_program`. Raises
    ProjectError with one line a fault."""
    file = find_project(start)
    content = _mapping(file, ProjectError)
    name = content.get("name")
    if not isinstance(name, str) or not _NAME.match(name):
        raise ProjectError(
            f"{file}: name is {shown(name)}; give the project a name of letters, digits, "
            "'-', '_' and '.'"
        )
    _check_runtime(file, content.get("runtime"))
    directories = {"stackConfigDir": "a directory", "main": "the program's directory"}
    for field_name, meaning in directories.items():
        path = content.get(field_name, ".")
        if not isinstance(path, str):
            raise ProjectError(f"{file}: {field_name} is {shown(path)}; give it {meaning}")
    return Project(
        name=name,
        directory=file.parent,
        file=file,
        program=Path(os.path.normpath(file.parent / content.get("main", "."))),
        settings=_settings(file, name, content.get("config")),
        stack_directory=file.parent / content.get("stackConfigDir", "."),
    )


def require_program(project: Project) -> None:
    """Raise ProjectError where there is no program: only what runs it needs one."""
    path = project.program
    if path.is_dir():
        if not (path / "__main__.py").is_file():
            raise ProjectError(
                f"{project.file}: no program: {path} has no __main__.py; write it, or point main: "
                "at the program"
            )
    elif not path.is_file():
        name = os.path.relpath(path, project.directory)
        raise ProjectError(
            f"{project.file}: main is {shown(name)}: no such file or directory; correct it"
        )


def stack_names(project: Project) -> list[str]:
    """The stacks that have a Pulumi.<stack>.yaml, sorted."""
    directory = project.stack_directory
    if not directory.is_dir():
        return []
    matches = (_STACK_FILE.match(entry.name) for entry in directory.iterdir() if entry.is_file())
    return sorted({match["name"] for match in matches if match})


def select_stack(project: Project, name: str | None = None) -> str:
    """The stack to work on: `name`, else PULUMI_STACK, else the only one there is.

    "organization/project/stack" means its last part. Raises StackError naming the stacks.
    """
    chosen = name if name is not None else os.environ.get("PULUMI_STACK") or None
    known = stack_names(project)
    if chosen is None:
        if len(known) == 1:
            return known[0]
        if known:
            raise StackError(
                f"{project.file}: the project has the stacks {', '.join(known)}; choose one with "
                "-s STACK"
            )
        raise StackError(
            f"{project.stack_directory}: no stack; write a Pulumi.dev.yaml with the configuration "
            "of a stack named dev"
        )
    chosen = chosen.rsplit("/", 1)[-1]
    if chosen in known:
        return chosen
    if not _NAME.match(chosen):
        raise StackError(
            f"stack {shown(chosen)}: not a name; use letters, digits, '-', '_' and '.'"
        )
    choices = f"the stacks are {', '.join(known)}" if known else "there is no stack yet"
    raise StackError(
        f"stack {chosen}: no Pulumi.{chosen}.yaml in {project.stack_directory}; {choices}; write "
        "that file or choose another with -s STACK"
    )


def load_stack(project: Project, name: str | None = None) -> Stack:
    """A stack with its configuration over the project's. Raises StackError, ConfigurationError."""
    name = select_stack(project, name)
    file = project.stack_directory / f"Pulumi.{name}.yaml"
    if not file.is_file():
        file = project.stack_directory / f"Pulumi.{name}.yml"
    content = _mapping(file, StackError)
    given = content.get("config") or {}
    if not isinstance(given, dict):
        raise StackError(f"{file}: config is {shown(given)}; give it keys and values")
    own = {_full_key(file, project.name, key): value for key, value in given.items()}
    encrypted = {key: value for key, value in own.items() if has_encrypted(value)}
    values = {setting.key: setting.value for setting in project.settings if setting.given}
    values.update(own)
    systems = values.get(SYSTEMS_KEY)
    stack = Stack(
        name=name,
        project=project,
        file=file,
        values={key: value for key, value in values.items() if key not in encrypted},
        encrypted=encrypted,
        secrets=frozenset(setting.key for setting in project.settings if setting.secret),
        configured_systems=systems,
        encryption=_encryption(file, content),
    )
    _check_types(stack)
    return stack


def _mapping(file: Path, error: type[QueuewrightError]) -> dict[str, Any]:
    try:
        content = read_yaml(file.read_text(encoding="utf-8"), as_pulumi=True)
    except OSError as caught:
        raise error(f"{file}: {caught.strerror}; make it readable") from None
    except UnicodeDecodeError:
        raise error(f"{file}: not UTF-8 text; save it as UTF-8") from None
    except yaml.YAMLError as caught:
        mark = getattr(caught, "problem_mark", None)
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        problem = one_line(str(getattr(caught, "problem", None) or caught))
        raise error(f"{file}{place}: not YAML: {problem}; correct that line") from None
    if content is None:
        content = {}
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise error(f"{file}: holds {shown(content)}; it must hold keys and values")
    return content


def _check_runtime(file: Path, runtime: Any) -> None:
    name, options = runtime, None
    if isinstance(runtime, dict):
        name, options = runtime.get("name"), runtime.get("options")
    if name != "python":
        raise ProjectError(
            f"{file}: runtime is {shown(name)}; queuewright runs programs of runtime: python"
        )
    if options is None:
        return
    if not isinstance(options, dict):
        raise ProjectError(f"{file}: runtime options is {shown(options)}; give it keys and values")
    for option in options:
        if option not in _RUNTIME_OPTIONS:
            raise ProjectError(
                f"{file}: runtime option {shown(option)} is not known; "
                f"{_nearest(option, _RUNTIME_OPTIONS)}"
            )
    virtualenv = options.get("virtualenv")
    if virtualenv is not None and not (
        isinstance(virtualenv, str) and (file.parent / virtualenv).is_dir()
    ):
        raise ProjectError(
            f"{file}: runtime option virtualenv is {shown(virtualenv)}: no such folder; make it "
            "with pulumi install, or leave the option out"
        )


def _nearest(given: Any, known: Iterable[str]) -> str:
    near = get_close_matches(str(given), list(known), 1)
    return f"did you mean {near[0]}?" if near else f"use one of {', '.join(known)}"


def _full_key(file: Path, project: str, key: Any) -> str:
    text = str(key)
    namespace, colon, name = text.partition(":")
    if colon and (not namespace or not name):
        raise StackError(f"{file}: configuration key {shown(text)}; write it as namespace:name")
    full = text if colon else f"{project}:{text}"
    if full.startswith("queuewright:") and project != "queuewright" and full != SYSTEMS_KEY:
        raise StackError(
            f"{file}: configuration key {shown(full)} is not known; {_nearest(full, [SYSTEMS_KEY])}"
        )
    return full


def _settings(file: Path, project: str, config: Any) -> tuple[Setting, ...]:
    if isinstance(config, str) or config is None:  # text is the old spelling of stackConfigDir
        return ()
    if not isinstance(config, dict):
        raise ProjectError(f"{file}: config is {shown(config)}; give it keys and values")
    settings = []
    for name, entry in config.items():
        key = _full_key(file, project, name)
        if not isinstance(entry, dict):
            settings.append(Setting(key, entry, given=True))
            continue
        # Pulumi: a type and default for the project's own keys, a value for other namespaces.
        kind = entry.get("type")
        if kind is not None and kind not in tuple(_TYPES):
            raise ProjectError(
                f"{file}: config {key}: type is {shown(kind)}; use one of {', '.join(_TYPES)}"
            )
        given = next((word for word in ("value", "default") if word in entry), None)
        secret = entry.get("secret") is True
        settings.append(Setting(key, entry.get(given or ""), given is not None, kind, secret))
    return tuple(settings)


def _check_types(stack: Stack) -> None:
    for setting in stack.project.settings:
        if setting.key in stack.encrypted:
            continue
        if setting.key not in stack.values:
            raise ConfigurationError(
                f"{stack.file}: configuration value {setting.key} is missing; the project declares "
                f"it without a default; add it under config:"
            )
        value = stack.values[setting.key]
        if setting.type is not None and not _is_of(value, setting.type):
            given = "[secret]" if setting.secret else shown(value)
            raise ConfigurationError(
                f"{stack.file}: configuration value {setting.key} is {given}; "
                f"{stack.project.file.name} declares it as {setting.type}"
            )


def _is_of(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind in ("boolean", "string")
    if isinstance(value, str) and kind in _SPELLINGS:
        return re.fullmatch(_SPELLINGS[kind], value) is not None
    return isinstance(value, _TYPES[kind])


def _encryption(file: Path, content: Mapping[str, Any]) -> Encryption:
    """A salt counts for nothing beside another secrets provider."""
    provider, salt = content.get("secretsprovider"), content.get("encryptionsalt")
    with_passphrase = provider in (None, "", "default", "passphrase")
    salt = str(salt) if salt is not None and with_passphrase else ""
    return Encryption(file, salt, Path.cwd())
