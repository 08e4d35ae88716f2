"""CL to the sandbox: one answer a command, with IBM i's message identifier or MQ's reason.

What the command analyzer of IBM i refuses by itself is CPF0006 ("Errors occurred in command"), as
there. MONMSG, and what constants of a program decide, is followed. Where only the running program
knows what comes next, it is refused: before anything is run, if no command has to fail for that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import NOTHING_GIVEN, Given
from queuewright.dialects.rearrangement import Rearrangement, Rearranging
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.owner import OWNER, is_owned
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.interpreter.control import MESSAGES_OF_MQ, Control
from queuewright.kinds import IBMI_KINDS, is_ibmi, spec_of

from . import cl_authority, libraries
from .answers import Answer, answered, run_definition, with_left_out
from .engine import EmbeddedSystem
from .held_authorities import TYPES
from .held_authorities import change as change_held
from .object_authorities import grant, own, revoke
from .partition import existing_object, messages_of
from .reasons import OF_THE_COMMAND, not_modelled, refused, refused_on_ibmi
from .rows import CLASS_OF

_LIST = AuthorizationListSpec.kind
_ANY_LIBRARY = "*LIBL/"
_NOT_REACHED = "not run: what the program monitors for does not lead here"


def run(
    system: EmbeddedSystem,
    text: str,
    *,
    file: str = "-",
    given: Given = NOTHING_GIVEN,
    is_partition: bool = False,
    user: str = "",
) -> Iterator[Answer]:
    """Run a program's commands, one transaction each, as one job: what it has in QTEMP goes at its
    end. The language's own commands (PGM, DCL, ...) are passed over. given: values of variables
    that the program does not have of itself. is_partition: MQMNAME names a queue manager of the
    sandbox, and not whichever is meant. user: who owns what is created, "" for the sandbox's own
    user. Raises SystemUnavailable."""
    platform = system.facts().platform
    script = cl.read_program(text, given.variables)
    lines = text.splitlines()
    if stopped := _unknown(script.steps):
        yield _stopped(system, 1, stopped, lines)
        return
    todo: list[tuple[int, int, cl.ClCommand | Diagnostic]] = [
        *((step.line, step.column, step) for step in script.steps),
        *((problem.line, problem.column, problem) for problem in script.problems),
    ]
    todo.sort(key=lambda item: item[:2])
    job = _Job(system, platform, _queue_managers(script), is_partition, user.upper())
    control = Control(tuple(script.monitors))
    index = 0
    for line, _, item in todo:
        if isinstance(item, Diagnostic):
            index += 1
            source = lines[line - 1].strip() if line <= len(lines) else ""
            yield answered(index, source, line, partial(_unreadable, system, item))
            continue
        runs = control.runs(item)
        if control.stopped is not None:
            break
        is_language = item.name in cl.LANGUAGE | cl.CURRENT_LIBRARY or item.defaults_known
        if is_language or not item.name:
            if runs:
                control.ended(item, None)
            continue
        index += 1
        if not runs:
            yield Answer(index, item.text, True, _NOT_REACHED, line=line)
            continue
        decided = item.conditional and not (item.runs_on and control.is_known)
        answer = answered(index, item.text, line, partial(job.run, item, decided))
        if control.ended(item, _messages(answer)):
            yield replace(answer, monitored=True)
        else:
            yield answer
    control.finish()
    job.end()
    if control.stopped is not None:
        yield _stopped(system, index + 1, control.stopped, lines)


def _unknown(steps: Iterable[cl.ClCommand]) -> Diagnostic | None:
    """Why it is not known what the program does where no command fails, if so."""
    control = Control()
    for step in steps:
        control.reaches(step)
    return control.stopped


def _stopped(
    system: EmbeddedSystem, index: int, stopped: Diagnostic, lines: Sequence[str]
) -> Answer:
    source = lines[stopped.line - 1].strip() if stopped.line <= len(lines) else ""
    return answered(index, source, stopped.line, partial(_unreadable, system, stopped))


def _messages(answer: Answer) -> tuple[str, ...] | None:
    """The message that a program receives; None: nothing was run."""
    if answer.ok:
        return ()
    if answer.reason_name == "MQRC_FUNCTION_NOT_SUPPORTED":
        return None
    return (
        (answer.message_id,) if answer.message_id else MESSAGES_OF_MQ.get(answer.reason, ("AMQ",))
    )


def _queue_managers(script: cl.ClProgram) -> set[str]:
    """Those that the program names by a literal MQMNAME."""
    return {definition.system for definition in cl.definitions(script)} - {""}


def _unreadable(system: EmbeddedSystem, diagnostic: Diagnostic) -> str:
    raise refused_on_ibmi(system.name, "CPF0006", str(diagnostic), "correct the command")


@dataclass(frozen=True, slots=True)
class _Job:
    """A job on a partition. queue_managers: those that its program names; a single one is the
    partition's own, whatever the sandbox calls that."""

    system: EmbeddedSystem
    platform: Platform
    queue_managers: set[str]
    is_partition: bool = False
    user: str = ""

    def run(self, command: cl.ClCommand, decided: bool = False) -> str:
        """Run a command; gives what was done. decided: the running program alone knows whether it
        does. Raises CommandFailed."""
        system = self.system
        if self.platform is not Platform.IBMI:
            text = f"CL runs on IBM i, and {system.name} is {self.platform}"
            remediation = "use a system whose platform is ibmi"
            raise refused_on_ibmi(system.name, "CPF0001", text, remediation)
        for problem in command.problems:
            if problem.is_error:
                _unreadable(system, problem)
        if decided:
            raise not_modelled(
                system.name, "a command that only a running program decides on", "IBM i"
            )
        rearrangement = cl.rearrangement(command)
        if rearrangement is not None and rearrangement.kinds:
            if rearrangement.library == "*CURLIB" and command.current_library:
                rearrangement = replace(rearrangement, library=command.current_library)
            if rearrangement.verb is Rearranging.CHANGE:
                return self._changed(command.name, rearrangement)
            return libraries.rearrange(system, rearrangement, command.name, self.user)
        if (grant := cl.other_grant(command)) is not None and grant.object_type in TYPES:
            return _held(system, grant)
        read = cl.definitions_in(command) if command.is_ours else ()
        if not read:
            about = f"{command.name} of such an object" if command.is_ours else command.name
            raise not_modelled(system.name, about, "IBM i")
        for each in read:
            self._check(each)
        return "; ".join([self._done(command.name, each) for each in read])

    def _changed(self, command: str, asked: Rearrangement) -> str:
        """Change each object that a generic name stands for. Raises CommandFailed: what was changed
        before the one that is refused stays so."""
        there = [each.key for each in self.system.observe(asked.kinds)]
        found = [key for key in there if asked.matches(key.kind, key.name)]
        if not found:
            key = f"{self.system.name} {asked.kinds[0]} {asked}"
            raise refused_on_ibmi(key, "CPF2105", "it does not exist", "name one that does")
        changes = (change for key in found for change in asked.changes_of(key.kind, key.name))
        return "; ".join([self._done(command, change) for change in changes])

    def _done(self, command: str, definition: Definition) -> str:
        """Run what one command says of one object. Raises CommandFailed."""
        self._check(definition)
        target = self._of(definition.system)
        placed = _placed(target, definition)
        if (who := self.system.operator) is not None:
            with self.system.reading() as tx:
                cl_authority.require_use(tx, who, command, of_mq=not is_ibmi(placed.kind))
            with target.reading() as tx:
                checked = replace(placed, values=definition.values)
                cl_authority.require(tx, who, command, checked)
        takes_part = placed.action in (Action.ADD, Action.REMOVE) or PRIVATE in placed.values
        if takes_part and spec_of(placed.kind).is_secured():
            return _granted(target, placed)
        if command == "CHGOBJOWN":
            return _owned(target, placed)
        if "journal" in placed.values and placed.action is Action.CHANGE:
            _check_journal(target, placed)
        if self.user and placed.action is Action.CREATE and is_owned(spec_of(placed.kind)):
            placed = replace(placed, values={"owner": self.user, **placed.values})
        try:
            done = run_definition(target, placed)
        except CommandFailed as error:
            if error.reason_name in OF_THE_COMMAND:
                # IBM i's command analyzer finds it before IBM MQ sees the command.
                numbers = f" ({error.reason_name}, {error.reason})"
                text = f"{str(error).removesuffix(numbers)} (CPF0006)"
                raise CommandFailed(text, completion=2, message_id="CPF0006") from None
            raise
        unmanaged = [warning for warning in definition.warnings if warning.code == "not-managed"]
        return with_left_out(done, [str(warning.attribute) for warning in unmanaged])

    def _check(self, definition: Definition) -> None:
        """Raises CommandFailed for what cannot be read."""
        system = self.system
        if definition.errors:
            _unreadable(system, definition.errors[0])
        variables = [
            warning
            for warning in definition.warnings
            if warning.code == "not-literal" and warning.attribute != "MQMNAME"
        ]
        if variables:
            raise not_modelled(system.name, f"{variables[0].attribute} with a value of the program")

    def end(self) -> None:
        """QTEMP goes with the job."""
        if self.platform is Platform.IBMI:
            with self.system.writing() as tx:
                for stored in list(tx.objects(IBMI_KINDS)):
                    if stored.name.startswith("QTEMP/"):
                        tx.drop_messages(messages_of(stored))
                        tx.drop(CLASS_OF[stored.kind], stored.name)

    def _of(self, queue_manager: str) -> EmbeddedSystem:
        """The system of the queue manager that a command names."""
        system = self.system
        is_only = len(self.queue_managers) < 2 and not self.is_partition
        if is_only or queue_manager in ("", system.name):
            return system
        if system.sandbox.has(queue_manager):
            named = system.sandbox.system(queue_manager)
            if not self.is_partition or named.facts().platform is Platform.IBMI:
                return named
        text = f"MQMNAME({queue_manager}) is another queue manager"
        remediation = f"create it with: queuewright sandbox create {queue_manager} --platform ibmi"
        raise refused(system.name, "MQRC_Q_MGR_NAME_ERROR", text, remediation)


def _held(system: EmbeddedSystem, grant: cl.OtherGrant) -> str:
    """GRTOBJAUT and RVKOBJAUT of an object that is not here. Raises CommandFailed."""
    with system.writing() as tx:
        if (who := system.operator) is not None:
            cl_authority.require_other_grant(tx, who, grant)
        change_held(tx, grant)
    return f"{system.name} {grant.object_type} {grant.name} authorities changed"


def _granted(system: EmbeddedSystem, definition: Definition) -> str:
    """GRTOBJAUT that takes nothing away, or is about some users; RVKOBJAUT. Raises
    CommandFailed."""
    kind = _kind_there(system, definition)
    with system.writing() as tx:  # another job may grant something to another user
        if definition.action is Action.REMOVE:
            stored = revoke(tx, kind, definition.name, definition.values)
        else:
            replaces = definition.action is Action.CHANGE
            stored = grant(tx, kind, definition.name, definition.values, replaces=replaces)
    return f"{system.name} {kind} {stored.name} changed"


def _owned(system: EmbeddedSystem, definition: Definition) -> str:
    """CHGOBJOWN. Raises CommandFailed."""
    kind, keeps = _kind_there(system, definition), bool(definition.given.get("CUROWNAUT"))
    with system.writing() as tx:
        owner = str(definition.values["owner"])
        stored = own(tx, kind, definition.name, owner, keeps=keeps)
    return f"{system.name} {kind} {stored.name} changed"


def _check_journal(system: EmbeddedSystem, definition: Definition) -> None:
    """STRJRNOBJ: "The object must not be journaling changes to another journal"; ENDJRNOBJ needs
    one that is journaled. Raises CommandFailed."""
    with system.reading() as tx:
        stored = existing_object(tx, definition.kind, definition.name)
        key = tx.key(stored.kind, stored.name)
    had, ends = stored.attributes.get("journal", "none"), definition.values["journal"] == "none"
    if ends and had == "none":
        raise refused_on_ibmi(key, "CPF700B", "it is not journaled", "leave ENDJRNOBJ out")
    if not ends and had != "none":
        text = f"it is journaled to {had}"
        raise refused_on_ibmi(key, "CPF0006", text, "end that first, by ENDJRNOBJ")


def _kind_there(system: EmbeddedSystem, definition: Definition) -> str:
    """Which of the kinds that a command may mean the object is."""
    found = system.observe(definition.kinds, [definition.name])
    return next((each.key.kind for each in found), definition.kind)


def _placed(system: EmbeddedSystem, definition: Definition) -> Definition:
    """The definition with the library that *LIBL finds, and with all users of a list."""
    placed = definition
    if placed.name.startswith(_ANY_LIBRARY):
        placed = replace(placed, name=_in_library_list(system, placed))
    users = placed.values.get("users")
    if placed.kind == _LIST and placed.action is Action.CHANGE and isinstance(users, Mapping):
        placed = replace(
            placed, values={**placed.values, "users": _together(system, placed, users)}
        )
    return placed


def _in_library_list(system: EmbeddedSystem, definition: Definition) -> str:
    """The first object of that name: in the current library, then in the others by their names.

    One that is nowhere is looked for in the current library, so that the command says so.
    """
    simple = definition.name.removeprefix(_ANY_LIBRARY)
    current = f"{system.facts().current_library}/{simple}"
    names = [
        observed.key.name
        for observed in system.observe(definition.kinds or (definition.kind,))
        if observed.key.name.rpartition("/")[2] == simple
    ]
    return current if current in names or not names else sorted(names)[0]


def _together(
    system: EmbeddedSystem, definition: Definition, users: Mapping[str, Any]
) -> dict[str, Any]:
    """CHGAUTLE changes the users that it names, and leaves the others on the list as they are."""
    observed = system.observe((_LIST,), (definition.name,))
    where = f"{system.name} {_LIST} {definition.name}"
    if not observed:
        raise refused_on_ibmi(where, "CPF2283", "it does not exist", "create it with CRTAUTL")
    listed = observed[0].attributes.get("users")
    known = dict(listed) if isinstance(listed, Mapping) else {}
    for user in users:
        if user not in (*known, observed[0].attributes.get(OWNER)):
            text = f"user {user} is not on the list"
            raise refused_on_ibmi(where, "CPF2285", text, "add it with ADDAUTLE")
    return {**known, **users}
