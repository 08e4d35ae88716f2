"""Load a dump: what `dmpmqcfg` wrote becomes a queue manager of the sandbox, in one transaction.

Unlike commands, a load is never refused for what is open or for attributes that conflict: what a
queue manager had is taken as it was. Live counts that dmpmqcfg leaves as comments (CURDEPTH,
IPPROCS, OPPROCS) become messages of unknown length and handles of an unknown application.
"""

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor, Resolved
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc import Command, Script, definition, kinds_of, parse
from queuewright.kinds import QUEUE_KINDS
from queuewright.mq.local_queue import LocalQueueSpec

from .authority import set_authority
from .defaults import DEFAULT_OBJECT
from .display import DEFINITION_TYPES
from .engine import EmbeddedSystem, Sandbox, SandboxError
from .manager import ATTRIBUTES, change_manager
from .mqsc_commands import manager_changes
from .rows import CLASS_OF, Stored, StoredHandle, Transaction
from .values import checked_name, checked_values

UNKNOWN_APPLICATION = "unknown (from dump)"
_DEFINITION_TYPES = {word: name for name, word in DEFINITION_TYPES.items()}


@dataclass(slots=True)
class Loaded:
    """What a load did. taken: kind -> objects. not_modelled: command -> how many; left_out: a
    parameter of a taken object -> how many; failed: one line each, with file and line."""

    system: str
    created: bool = False
    taken: Counter[str] = field(default_factory=Counter)
    authority_records: int = 0
    messages: int = 0
    openers: int = 0
    not_modelled: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The same, for JSON."""
        counts = {
            name: dict(sorted(getattr(self, name).items())) for name in ("not_modelled", "left_out")
        }
        plain = {known.name: getattr(self, known.name) for known in fields(self)}
        return plain | {"taken": dict(self.taken)} | counts


def load(sandbox: Sandbox, text: str, *, file: str = "-", system: str | None = None) -> Loaded:
    """Load MQSC into `system`, else into the queue manager that the dump names; it is created
    as the dump's header says when the sandbox has none of that name.

    Raises SandboxError when neither says which, or when a new one's platform is not known.
    """
    script = parse(text, file=file)
    target, created = _target_system(sandbox, script, system)
    loaded = Loaded(target.name, created)
    with target.writing() as tx:
        loading = _Loading(tx, loaded)
        first = set(DEFAULT_OBJECT.values())
        # What a dump leaves out are the defaults' values: they come first.
        for command in sorted(script.commands, key=lambda command: command.name not in first):
            loading.take(command)
        loading.resolve_live()
    return loaded


def _target_system(
    sandbox: Sandbox, script: Script, system: str | None
) -> tuple[EmbeddedSystem, bool]:
    header = script.header
    name = system or header.queue_manager
    if not name:
        text = f"{script.file} does not say which queue manager it is of; give --system NAME"
        raise SandboxError(one_line(text))
    if sandbox.has(name):
        return sandbox.system(name), False
    if not script.commands:
        raise SandboxError(one_line(f"{script.file} has no MQSC command; give another file"))
    if not header.platform:
        text = f"system {shown(name)} is not in the sandbox, and {script.file} has no header that"
        remediation = f"create it first with: queuewright sandbox create {name} --platform PLATFORM"
        raise SandboxError(one_line(f"{text} says its platform; {remediation}"))
    try:
        platform = Platform.parse(header.platform)
    except ValueError as error:
        raise SandboxError(one_line(f"{script.file}: {error}; create the system first")) from error
    level = header.command_level or 930
    target = sandbox.create_system(name, platform=platform, command_level=level, ccsid=header.ccsid)
    return target, True


class _Loading:
    """The transaction of a load, and what is found on the way."""

    def __init__(self, tx: Transaction, loaded: Loaded) -> None:
        self.tx = tx
        self.loaded = loaded
        self.live: list[tuple[str, int, int]] = []

    def take(self, command: Command) -> None:
        """One command of the script; a failure is recorded, and the load continues."""
        try:
            self._take(command)
        except CommandFailed as error:
            self._failed(command, str(error))

    def _failed(self, command: Command, why: str) -> None:
        self.loaded.failed.append(one_line(f"{command.file}:{command.line}: {why}"))

    def _take(self, command: Command) -> None:
        words = f"{command.verb} {command.object}".strip()
        modelled = kinds_of(command) and command.verb != "DISPLAY"
        if command.problems:
            self._failed(command, command.problems[0].message)
        elif words == "ALTER QMGR":
            values = manager_changes(self.tx.name, command, strict=False)
            change_manager(self.tx, values)
            ignored = set(command.parameters) - set(ATTRIBUTES) - {"FORCE"}
            if ignored:
                self.loaded.left_out["ALTER QMGR"] += len(ignored)
        elif words == "SET AUTHREC":
            set_authority(self.tx, command)
            self.loaded.authority_records += 1
        elif (read := definition(command) if modelled else None) is None:
            self.loaded.not_modelled[command.words] += 1
        elif read.errors:
            self._failed(command, read.errors[0].text)
        else:
            self._define(read)

    def _define(self, definition: Definition) -> None:
        tx, kind, name = self.tx, definition.kind, definition.name
        key = tx.key(kind, name)
        object_class = CLASS_OF[kind]
        existing = tx.get(object_class, name)
        if definition.action is Action.DELETE:
            tx.drop(object_class, name)
            return
        checked_name(key, tx.facts.ccsid, 20 if object_class == "channel" else 48)
        given = checked_values(key, definition.values, tx.facts)
        base: dict[str, Any] = {}
        if definition.action is Action.CREATE:
            source = tx.get(object_class, definition.like or DEFAULT_OBJECT.get(kind, ""))
            base = source.attributes if source is not None and source.kind == kind else {}
        elif existing is not None and existing.kind == kind:
            base = existing.attributes
        word = definition.read_only.get("DEFTYPE", "")
        definition_type = _DEFINITION_TYPES.get(word, "predefined")
        tx.put(Stored(kind, name, {**base, **given}, definition_type))
        self.loaded.taken[kind] += 1
        for warning in definition.warnings:
            if warning.code == "unknown-attribute":
                self.loaded.left_out[str(warning.attribute)] += 1
        if kind == LocalQueueSpec.kind:
            self._live(name, definition.read_only)

    def _live(self, name: str, read_only: Any) -> None:
        """The counts of one local queue, where the dump has them."""
        if "CURDEPTH" in read_only:
            depth = _number(read_only["CURDEPTH"])
            self.tx.drop_messages(name)
            if depth:
                self.tx.add_messages(name, depth, 0, "committed")
                self.loaded.messages += depth
        if "IPPROCS" in read_only or "OPPROCS" in read_only:
            inputs, outputs = (_number(read_only.get(word, "")) for word in ("IPPROCS", "OPPROCS"))
            self.live.append((name, inputs, outputs))

    def resolve_live(self) -> None:
        """Openers as the dump counts them, in place of those of an earlier load."""
        counted = {name for name, _, _ in self.live}
        for handled in self.tx.handles():
            if handled.anonymous and handled.object_name in counted:
                self.tx.drop_handle(handled.id)
        for name, inputs, outputs in self.live:
            queue = self.tx.queue(name)
            if queue is None or queue.kind not in QUEUE_KINDS:
                continue
            alone = queue.attributes.get("shareability") == "not_shareable" and inputs == 1
            use = OpenFor.INPUT_EXCLUSIVE if alone else OpenFor.INPUT_SHARED
            self._opener(name, use, inputs)
            self._opener(name, OpenFor.OUTPUT, outputs)

    def _opener(self, name: str, use: OpenFor, count: int) -> None:
        if not count:
            return
        self.loaded.openers += count
        handled = StoredHandle(name, UNKNOWN_APPLICATION, "", frozenset({use}), count=count)
        path = (Resolved("local", name),)
        self.tx.add_handle(replace(handled, anonymous=True, path=path))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
