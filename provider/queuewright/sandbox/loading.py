"""Load a dump: what `dmpmqcfg` wrote becomes a queue manager of the sandbox, in one transaction.

What a script leaves is the interpreter's to say. Unlike commands, a load is never refused for what
is open. Live counts that dmpmqcfg leaves as comments (CURDEPTH,
IPPROCS, OPPROCS) become messages of unknown length and handles of an unknown application.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import UNKNOWN_APPLICATION, OpenFor, Resolved
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import QueueType
from queuewright.dialects.mqsc import MqscCommand
from queuewright.dialects.mqsc.dumped import is_of_everything, removed_records
from queuewright.dialects.protocol import Entry, Given, Script
from queuewright.dialects.registry import dialect
from queuewright.interpreter import Existing, Interpreter, Standing
from queuewright.kinds import is_derived, is_queue, is_record, is_single, queue_type, spec_of
from queuewright.world.shipped import shipped

from .engine import EmbeddedSystem, Sandbox, SandboxError
from .mqsc_commands import keeps, run_within
from .queue_manager import change_manager
from .record_commands import RECORDS
from .rows import CLASS_OF, Stored, StoredHandle, Transaction
from .shown import DEFINITION_TYPES

_DEFINITION_TYPES = {word: name for name, word in DEFINITION_TYPES.items()}


@dataclass(slots=True)
class Loaded:
    """The result of a load. taken: kind -> objects; kept: MQSC's word for an object -> how many
    that are kept as they are given. not_modelled: command -> how many; left_out: a
    parameter of a taken object -> how many; removed: records of a new queue manager that a dump of
    everything lacks; failed, warnings: one line each, with file and line."""

    system: str
    created: bool = False
    taken: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    authority_records: int = 0
    messages: int = 0
    openers: int = 0
    not_modelled: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    removed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The same, for JSON."""
        counts = {
            name: dict(sorted(getattr(self, name).items()))
            for name in ("kept", "not_modelled", "left_out")
        }
        plain = {known.name: getattr(self, known.name) for known in fields(self)}
        return plain | {"taken": dict(self.taken)} | counts


def load(
    sandbox: Sandbox,
    data: bytes | str,
    *,
    file: str = "-",
    system: str | None = None,
    platform: Platform | None = None,
) -> Loaded:
    """Load MQSC into `system`, else into the queue manager that the dump names; it is created as
    the dump's header or `platform` says when the sandbox has none of that name.

    What a queue manager would refuse is refused here, command by command: see `interpreter`.
    Raises SandboxError when neither says which, or when a new one's platform is not known.
    """
    content = data.encode() if isinstance(data, str) else data
    script = dialect("mqsc").read(content, file=file, given=Given(rendered=True))
    target, created = _target_system(sandbox, script, file, system, platform)
    loaded = Loaded(target.name, created)
    with target.writing() as tx:
        _Loading(sandbox, tx, loaded).load(script, file)
    return loaded


def _target_system(
    sandbox: Sandbox, script: Script, file: str, system: str | None, platform: Platform | None
) -> tuple[EmbeddedSystem, bool]:
    facts = script.facts
    name = system or facts.queue_manager
    if facts.several:
        raise SandboxError(one_line(f"{file}: {facts.several}"))
    if not name:
        text = f"{file} does not say which queue manager it is of; give --system NAME"
        raise SandboxError(one_line(text))
    if sandbox.has(name):
        return sandbox.system(name), False
    if not any(entry.text for entry in script.entries):
        raise SandboxError(one_line(f"{file} has no MQSC command; give another file"))
    known = platform or facts.platform
    if known is None:
        says = f"its platform, {shown(facts.platform_name)}, is not known here"
        if not facts.platform_name:
            says = f"{file} has no header that says its platform"
        text = f"system {shown(name)} is not in the sandbox, and {says}; give --platform, or"
        remediation = f"create it first with: queuewright sandbox create {name} --platform PLATFORM"
        raise SandboxError(one_line(f"{text} {remediation}"))
    level = facts.command_level or 930
    target = sandbox.create_system(name, platform=known, command_level=level, ccsid=facts.ccsid)
    return target, True


class _Loading:
    """The transaction of a load, and what is found on the way."""

    def __init__(self, sandbox: Sandbox, tx: Transaction, loaded: Loaded) -> None:
        self.sandbox = sandbox
        self.tx = tx
        self.loaded = loaded
        self.live: list[tuple[str, int, int]] = []
        self.kept: Counter[str] = Counter()  # command -> how many

    def load(self, script: Script, file: str) -> None:
        """Put down what the script leaves; what is refused is recorded, and the rest stays."""
        tx, loaded = self.tx, self.loaded
        interpreter = Interpreter(
            tx.facts, self._existing, lambda kind: shipped(kind, tx.facts), self._listed
        )
        interpreter.run(script, file)
        outcome = interpreter.outcome()
        for object_class, name in ((CLASS_OF[kind], name) for kind, name in outcome.deleted):
            tx.drop(object_class, name)
        for (kind, name), known in outcome.objects.items():
            if not is_derived(kind) and not is_single(kind):  # which follows from the rest
                self._put(kind, name, known)
        for (kind, name), known in outcome.in_repository.items():
            self._put(kind, name, known)
        if is_of_everything(script.headings):
            # A dump that shows no record of a kind at all may leave them out.
            kinds = {kind for kind, _ in outcome.objects}
            for kind, name in removed_records(kinds, outcome.objects):
                if tx.get(CLASS_OF[kind], name) is not None:
                    tx.drop(CLASS_OF[kind], name)
                    loaded.removed.append(name)
        loaded.failed += [_line(problem) for problem in outcome.problems() if problem.is_error]
        loaded.warnings += [_line(note) for note in outcome.notes if note.code == "after-end"]
        self._manager(outcome.queue_manager)
        for entry in script.entries:
            if any(problem.is_error for problem in entry.problems):  # which is told
                continue
            if not entry.definitions and entry.words and keeps(tx.facts, entry.source):
                self._keep(entry, file)
        loaded.not_modelled.update(outcome.not_managed)
        loaded.not_modelled -= self.kept
        self.resolve_live()

    def _listed(self, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((stored.kind, stored.name) for stored in self.tx.objects(kinds))

    def _existing(self, kind: str, name: str) -> Existing | None:
        stored = self.tx.get(CLASS_OF[kind], name)
        if stored is None:
            return None
        return Existing(stored.kind, stored.attributes, name.startswith("SYSTEM."))

    def _manager(self, values: Mapping[str, Value]) -> None:
        try:
            if values:
                change_manager(self.tx, values)
        except CommandFailed as error:
            self.loaded.failed.append(one_line(str(error)))

    def _keep(self, entry: Entry, file: str) -> None:
        """A command on what programs do not declare."""
        command: MqscCommand = entry.source
        try:
            run_within(self.sandbox, self.tx, command)
        except CommandFailed as error:
            self.loaded.failed.append(one_line(f"{file}:{entry.line}: {error}"))
        else:
            if command.object == "AUTHREC":
                self.loaded.authority_records += command.verb == "SET"
            elif command.verb in ("DEFINE", "SET"):
                self.loaded.kept[command.object] += 1
        self.kept[entry.words] += 1

    def _put(self, kind: str, name: str, known: Standing) -> None:
        attributes = spec_of(kind).attributes()
        kept = {n: v for n, v in known.attributes.items() if attributes[n].observable}
        word = known.definition.read_only.get("DEFTYPE", "")
        definition_type = _DEFINITION_TYPES.get(word, "predefined")
        record = RECORDS[kind].stored(name, kept) if is_record(kind) else None
        self.tx.put(record or Stored(kind, name, kept, definition_type))
        if spec_of(kind).grants:
            self.loaded.authority_records += 1
        else:
            self.loaded.taken[kind] += 1
        for warning in known.definition.warnings:
            if warning.code == "unknown-attribute":
                self.loaded.left_out[str(warning.attribute)] += 1
        if queue_type(kind) is QueueType.LOCAL:
            self._live(name, known.definition.read_only)

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
            if queue is None or not is_queue(queue.kind):
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


def _line(problem: Diagnostic) -> str:
    return one_line(f"{problem.place}: {problem.object}: {problem.text}".replace(": : ", ": "))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
