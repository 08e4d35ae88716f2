"""Constants of a CL program: values of its variables, branches, where it goes on.

A program is walked once, from its first command to its last. A variable that is given to commands
becomes its value where that is known: by DCL, by CHGVAR, or by whoever runs the program. That which
a known condition leaves out is marked as skipped; GOTO and RETURN become jumps, which `Control`
follows together with MONMSG. Where it is not known whether a command of ours runs, or which comes
next, a `Stop` stands: nothing is guessed. Source: IBM i, CL programming.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.protocol import END_OF_PROGRAM, Jump, Stop
from queuewright.dialects.rules import NOT_FOLLOWED

from .altering import changes_defaults, current_library, needs_current_library
from .calls import follow, spell_out
from .defaults import given_defaults, with_defaults
from .expressions import Value, evaluated, truth
from .looping import LOOPS, Loops, matters, returns
from .parser import (
    ClCommand,
    ClItem,
    ClProgram,
    ItemKind,
    parse,
    variables_in,
)
from .variables import (
    Variable,
    condition_of,
    first_of,
    fitted,
    item_of,
    named_in,
    parameters_of,
    text_of,
    typed,
    word_of,
)
from .words import (
    CHANGES_DEFAULTS,
    CURRENT_LIBRARY,
    LANGUAGE,
    REARRANGING,
    RUNS_COMMAND,
)

_GROUPS = frozenset(("DO", "SELECT", "SUBR")) | LOOPS
_ENDS = frozenset(("ENDDO", "ENDSELECT", "ENDSUBR"))
_NAMED = re.compile(r"&[A-Z$#@][A-Z0-9$#@_]*")
_CURRENT = "*CURLIB"  # among the variables
_LITERAL = (ItemKind.WORD, ItemKind.QUOTED)
_ELSEWHERE = "which the program does not come to from above"
_COMMAND_UNKNOWN = "the command that it runs ({}) is not known: write it out, or give it with --set"


@dataclass(slots=True)
class _Group:
    """A group of commands that is open. runs: whether the program comes to it, None for not known
    (why; line: of what decides). condition: of the last IF in it, which ELSE is about, with what
    that IF itself depends on. taken: whether a WHEN of this SELECT held."""

    runs: bool | None = True
    reason: str = ""
    line: int = 0
    condition: "tuple[_Group, bool | None, _Group] | None" = None
    taken: bool | None = False


@dataclass(slots=True)
class _Walk:
    """A walk through a program; see `followed`."""

    script: ClProgram
    given: Mapping[str, str]
    loops: Loops
    variables: dict[str, Variable] = field(default_factory=dict)
    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    # The values of variables where a jump to a label starts; None: nothing leads there yet.
    arriving: dict[str, dict[str, Value | None]] = field(default_factory=dict)
    labels: dict[str, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    nested: dict[int, tuple[int, ...]] = field(default_factory=dict)
    subroutines: set[str] = field(default_factory=set)  # that do something of ours
    carried: dict[int, _Group] = field(default_factory=dict)  # by id of the carrier
    unreachable: bool = False
    last: int = -1  # place of the last step that matters

    def run(self) -> None:
        self._survey()
        for index, step in enumerate(self.script.steps):
            self._step(index, step)

    def _survey(self) -> None:
        """Labels with the groups that they stand in, and what subroutines do."""
        open_groups: list[int] = []
        subroutine = ""
        for index, step in enumerate(self.script.steps):
            if step.name in _ENDS and open_groups:
                open_groups.pop()
            if step.name == "ENDSUBR":
                subroutine = ""
            self.nested[index] = tuple(open_groups)
            for label in step.labels:
                if isinstance(label, str):
                    self.labels.setdefault(label, (index, tuple(open_groups)))
            if step.name in _GROUPS:
                open_groups.append(index)
            if step.name == "SUBR":
                subroutine = word_of(step, "SUBR")
            elif subroutine and (matters(step) or step.name == "CALLSUBR"):
                self.subroutines.add(subroutine)
            if matters(step) or step.name == "CALLSUBR":
                self.last = index

    # One step

    def _step(self, index: int, step: ClCommand) -> None:
        if step.name in _ENDS:
            if len(self.groups) > 1:
                self.groups.pop()
            return
        for label in step.labels:
            if isinstance(label, str):
                self._arrive(label)
        in_loop = self.loops.changed(self.script.steps, index)
        self._forget(f"which a loop may change from line {step.line} on", in_loop)
        group = self._group_of(step)
        if group.runs is False:
            step.skipped = True
        elif group.runs is None and (matters(step) or self._leads(index, step)):
            self._stop(step, group.reason, group.line)
        self._fill_in(step)
        spell_out(step)
        if step.name == RUNS_COMMAND and not step.skipped:
            self._stop(step, _COMMAND_UNKNOWN.format(next(named_in(step.arguments), "")), step.line)
        held = self.variables.get(_CURRENT)
        if held is not None and step.is_ours and needs_current_library(step):
            self._in_library(step, held)
        elif held is not None and step.name in REARRANGING and isinstance(held.known, str):
            step.current_library = held.known
        if step.is_ours and (changed := self.variables.get(f"*{step.name}")) is not None:
            self._with_defaults(step, changed)
        if group.runs and (step.carrier is None or step.carrier.name != "SBMJOB"):
            step.conditional = bool(step.runs_on)
        if not step.skipped and step.name not in LANGUAGE:
            self._leave(index, step)
        self._language(index, step, group)

    def _leads(self, index: int, step: ClCommand) -> bool:
        """Whether it decides if a step runs that matters, or runs once more."""
        if step.name not in ("GOTO", "RETURN"):
            return False
        label = word_of(step, "CMDLBL") if step.name == "GOTO" else ""
        target, nested = self.labels.get(label, (index, ()))
        if min(index, target) > self.last or self._repeats(index, target, nested):
            return False
        is_within = nested == self.nested[index][: len(nested)] and self._may_go(step)
        return not (is_within and self.loops.leave(self.script.steps, index, target, self.labels))

    def _repeats(self, index: int, target: int, nested: tuple[int, ...]) -> bool:
        """Whether a GOTO starts a loop again that changes only variables, and is left some time."""
        steps, inside = self.script.steps, self.nested[index]
        if target >= index or nested != inside[: len(nested)] or steps[target].runs_on:
            return False
        around, group = self.groups[len(nested)], self._group_of(steps[index])
        if not around.runs or group.runs is False or not self.loops.add(steps, target, index):
            return False
        return self._may_go(steps[index]) or self.loops.is_left(target, index)

    def _may_go(self, step: ClCommand) -> bool:
        """Whether a GOTO depends on a condition that is not known."""
        return self._group_of(step).runs is None or bool(step.runs_on)

    def _group_of(self, step: ClCommand) -> _Group:
        return self.carried.get(id(step.carrier), self.groups[-1])

    def _language(self, index: int, step: ClCommand, group: _Group) -> None:
        """Runs a command of the language."""
        match step.name:
            case "PGM":
                for name in named_in(step.arguments):
                    self.variables[name] = Variable("*CHAR", reason="a parameter of the program")
            case "DCL":
                self._declare(step)
            case "CHGVAR":
                self._change(step, group)
            case name if name in CURRENT_LIBRARY:
                self._choose_library(step)
            case name if name == CHANGES_DEFAULTS:
                self._change_defaults(step)
            case "IF":
                within = self._condition(step, group)
                self.groups[-1].condition = (group, within.runs, within)
                self.carried[id(step)] = self._decided(group, within.runs, within)
            case "ELSE":
                self.carried[id(step)] = self._otherwise()
            case "WHEN":
                self.carried[id(step)] = self._when(step)
            case "OTHERWISE":
                select = self.groups[-1]
                holds = None if select.taken is None else not select.taken
                self.carried[id(step)] = self._decided(select, holds, select)
            case "GOTO" | "RETURN" if not step.skipped:
                self._go(index, step, group)
            case "CALLSUBR":
                if word_of(step, "SUBR") in self.subroutines and not step.skipped:
                    self._stop(step, "it runs a subroutine, which is not followed", step.line)
                self._forget(f"which a subroutine may change in line {step.line}")
            case name if name in _GROUPS:
                self._open(step, group)
            case _ if returns(step):
                self._returned(step)

    def _open(self, step: ClCommand, group: _Group) -> None:
        if step.name in LOOPS and group.runs is not False:
            reason = f"it stands in a loop ({step.name}), and loops are not followed: write it out"
            self.groups.append(_Group(None, reason, step.line))
            self._forget(f"which a loop may change in line {step.line}")
        elif step.name == "SUBR":
            self.groups.append(_Group(False))  # nobody comes to it from above
        else:
            self.groups.append(_Group(group.runs, group.reason, group.line))

    # Conditions

    def _condition(self, step: ClCommand, group: _Group) -> _Group:
        """Whether it holds, and why that is not known."""
        items = condition_of(step)
        holds = truth(items, self._value)
        if holds is not None:
            return _Group(holds)
        unknown = [f"&{name}" for name in variables_in(items) if self._value(f"&{name}") is None]
        if unknown:
            reason = f"it depends on {unknown[0]}, {self._reason(unknown[0])}; "
            reason += f"give its value with --set {unknown[0][1:]}=VALUE"
            return _Group(None, reason, step.line)
        reason = "it depends on a condition that is not evaluated here: write out the commands"
        return _Group(None, f"{reason} that it chooses", step.line)

    def _decided(self, group: _Group, holds: bool | None, because: _Group) -> _Group:
        """A part of a group, which runs where a condition holds besides."""
        if group.runs is False or holds is False:
            return _Group(False)
        if group.runs is None:
            return _Group(None, group.reason, group.line)
        return _Group(holds, because.reason, because.line)

    def _otherwise(self) -> _Group:
        condition = self.groups[-1].condition
        if condition is None:
            return _Group(None, "no IF stands before this ELSE", 0)
        group, holds, because = condition
        return self._decided(group, None if holds is None else not holds, because)

    def _when(self, step: ClCommand) -> _Group:
        select = self.groups[-1]
        if select.taken:
            return _Group(False)
        because = self._condition(step, select)
        holds = because.runs
        if select.taken is None and holds is not False:
            because, holds = _Group(None, select.reason, select.line), None
        if holds is None and select.taken is False and select.runs:
            select.reason, select.line = because.reason, because.line
        select.taken = None if holds is None else select.taken or holds
        return self._decided(select, holds, because)

    # Where it goes on

    def _go(self, index: int, step: ClCommand, group: _Group) -> None:
        if not self._leads(index, step):
            return
        label = END_OF_PROGRAM if step.name == "RETURN" else word_of(step, "CMDLBL")
        if label != END_OF_PROGRAM:
            target = self.labels.get(label)
            if target is None:
                self._stop(step, f"the program has no label {shown(label, 20)[1:-1]}", step.line)
                return
            line = self.script.steps[target[0]].line
            if target[0] <= index:
                reason = f"it goes back to line {line}, and loops are not followed: write it out"
                self._stop(step, reason, step.line)
                return
            if target[1] != self.nested[index][: len(target[1])]:
                reason = f"it goes into the group of commands of line {line}, which is not followed"
                self._stop(step, reason, step.line)
                return
            self._depart(label)
        step.labels += (Jump(label, step.runs_on),)
        self.unreachable = self.unreachable or (bool(group.runs) and not step.runs_on)

    def _leave(self, index: int, step: ClCommand) -> None:
        """Where the program goes on if this command fails."""
        for _, label in (*step.monitors, *self.script.monitors):
            if label and label != END_OF_PROGRAM and self.labels.get(label, (0, ()))[0] > index:
                self._depart(label)

    def _depart(self, label: str) -> None:
        if self.unreachable:
            return
        now = {name: variable.known for name, variable in self.variables.items()}
        before = self.arriving.get(label)
        if before is not None:
            now = {
                name: value if before.get(name) == value else None for name, value in now.items()
            }
        self.arriving[label] = now

    def _arrive(self, label: str) -> None:
        """Several ways lead to a label: what is known is what all of them know."""
        arriving = self.arriving.get(label)
        if self.unreachable and arriving is not None:
            self.unreachable = False
            for name, variable in self.variables.items():
                self._join(variable, arriving.get(name), label)
                variable.known = arriving.get(name)
        elif arriving is not None:
            for name, variable in self.variables.items():
                if arriving.get(name) != variable.known:
                    self._join(variable, None, label)

    def _join(self, variable: Variable, known: Value | None, label: str) -> None:
        if known is None and (variable.known is not None or not variable.reason):
            variable.reason = f"which differs by the way that leads to {label}"
        variable.known = known

    def _stop(self, step: ClCommand, reason: str, line: int) -> None:
        command = f"{step.name} in line {step.line}" if line != step.line else step.name
        column = step.column if line in (0, step.line) else 1
        problem = NOT_FOLLOWED(command=command, reason=reason).at(line or step.line, column)
        step.labels += (Stop(problem, step.runs_on),)

    # Variables

    def _declare(self, step: ClCommand) -> None:
        by_keyword = parameters_of(step, ("VAR", "TYPE", "LEN", "VALUE"))
        name = next(named_in(by_keyword.get("VAR", ())), "")
        if not name:
            return
        kind = first_of(by_keyword, "TYPE")
        is_parameter = name in self.variables
        length = first_of(by_keyword, "LEN")
        variable = Variable(kind, int(length) if length.isdigit() else 0)
        value = next(iter(by_keyword["VALUE"][0].values), None) if by_keyword.get("VALUE") else None
        if value is not None and not variable.length and kind == "*CHAR":
            variable.length = len(value.text)
        variable.length = variable.length or 32
        self.variables[name] = variable
        given = self.given.get(name[1:])
        if given is not None:
            variable.known = typed(variable, given)
        elif is_parameter:
            variable.reason = "a parameter of the program"
        elif "STG" in by_keyword or "BASPTR" in by_keyword:
            variable.reason = "which stands in storage of something else"
        elif value is None:
            variable.known = typed(variable, {"*CHAR": "", "*LGL": "0"}.get(kind, "0"))
        elif value.kind in (ItemKind.QUOTED, ItemKind.WORD):
            variable.known = typed(variable, value.text)
        else:
            variable.reason = f"whose value in line {step.line} is not evaluated here"

    def _change(self, step: ClCommand, group: _Group) -> None:
        by_keyword = parameters_of(step, ("VAR", "VALUE"))
        name = next(named_in(by_keyword.get("VAR", ())), "")
        variable = self.variables.get(name)
        if variable is None or step.skipped:
            return
        target = by_keyword["VAR"][0].values
        is_whole = len(target) == 1 and target[0].kind is ItemKind.VARIABLE
        values = by_keyword["VALUE"][0].values if by_keyword.get("VALUE") else ()
        value = evaluated(values, self._value)
        variable.known = None
        if group.runs and not step.runs_on and is_whole and value is not None:
            variable.known = fitted(variable, value)
        if variable.known is None:
            variable.reason = f"whose value by CHGVAR in line {step.line} is not known"

    def _choose_library(self, step: ClCommand) -> None:
        """CHGCURLIB: the library that objects are created in whose command names none."""
        values = current_library(step)
        if not values or step.skipped:
            return
        known = values[0].text if len(values) == 1 and values[0].kind in _LITERAL else None
        if step.runs_on or known is None:
            reason = f"which {step.name} in line {step.line} may have changed"
            self.variables[_CURRENT] = Variable("", known=None, reason=reason)
        else:
            name = "QGPL" if known == "*CRTDFT" else known  # CRTMSGQ MSGQ: *CURLIB
            self.variables[_CURRENT] = Variable("", known=name)

    def _in_library(self, step: ClCommand, held: Variable) -> None:
        """A command of ours, after the current library was chosen."""
        if isinstance(held.known, str):
            step.current_library = held.known
        elif not step.skipped:
            reason = "which library is the current one is not known: name it in the command"
            self._stop(step, f"{reason} (*CURLIB, {held.reason})", step.line)

    def _change_defaults(self, step: ClCommand) -> None:
        """CHGCMDDFT: other defaults of commands of ours from here on."""
        changed = changes_defaults(step)
        if not changed or step.skipped:
            return
        given = None if step.runs_on else given_defaults(step)
        for command in changed:
            name = f"*{command}"
            before = self.variables.get(name)
            reason = f"whose defaults {step.name} in line {step.line} changes"
            variable = Variable("", reason=reason)
            if given is not None and (before is None or isinstance(before.known, str)):
                variable.known = f"{given} {before.known if before else ''}".strip()
            self.variables[name] = variable
        step.defaults_known = given is not None

    def _with_defaults(self, step: ClCommand, changed: Variable) -> None:
        """A command of ours whose defaults were changed."""
        if isinstance(changed.known, str):
            with_defaults(step, changed.known)
        elif not step.skipped:
            self._stop(step, f"its defaults are not known ({changed.reason})", step.line)

    def _returned(self, step: ClCommand) -> None:
        """A command may change each variable that it names."""
        if step.skipped:
            return
        for name in named_in(step.arguments):
            variable = self.variables.setdefault(name, Variable(""))
            variable.known = None
            variable.reason = f"which {step.name} gives in line {step.line}"

    def _forget(self, reason: str, changed: Collection[str] | None = None) -> None:
        """Nothing is known any more of these variables; None: of any."""
        for name, variable in self.variables.items():
            if changed is None or name in changed:
                variable.known, variable.reason = None, reason

    def _value(self, name: str) -> Value | None:
        variable = self.variables.get(name)
        if variable is not None and variable.known is not None and not self.unreachable:
            return variable.known
        given = self.given.get(name[1:])
        return None if given is None else typed(variable or Variable("*CHAR"), given)

    def _reason(self, name: str) -> str:
        variable = self.variables.get(name)
        if self.unreachable:
            return _ELSEWHERE
        return (variable.reason if variable is not None else "") or "which is not declared"

    def _fill_in(self, step: ClCommand) -> None:
        """Put the values of variables in their place, where they are known."""
        if matters(step):
            step.arguments = tuple(
                argument._replace(values=tuple(map(self._literal, argument.values)))
                for argument in step.arguments
            )

    def _literal(self, item: ClItem) -> ClItem:
        if item.kind is ItemKind.GROUP:
            return item._replace(items=tuple(map(self._literal, item.items)))
        if item.kind is ItemKind.EXPRESSION and item.items:
            value = evaluated(item.items, self._value)
            return item if value is None else item_of(item, value)
        if item.kind is ItemKind.VARIABLE:
            value = self._value(item.text)
            return item if value is None else item_of(item, value)
        if item.kind not in (ItemKind.WORD, ItemKind.EXPRESSION) or "&" not in item.text:
            return item
        if '"' in item.text or item.text in ("&", "|"):
            return item
        values = {name: self._value(name) for name in _NAMED.findall(item.text)}
        if any(value is None for value in values.values()):
            return item._replace(kind=ItemKind.EXPRESSION)
        text = _NAMED.sub(lambda match: text_of(values[match[0]]), item.text)
        return item._replace(kind=ItemKind.WORD, text=text)


def read_program(text: str, given: Mapping[str, str] | None = None) -> ClProgram:
    """A program with what its constants decide. given: values of variables that it does not have
    of itself, by name without &, such as those of its parameters. Never raises."""
    values = {name.upper().removeprefix("&"): value for name, value in (given or {}).items()}
    loops = Loops()
    while True:
        script = parse(text)
        follow(script)
        _Walk(script, values, loops).run()
        if not loops.grown:
            break
        loops.grown = False  # from the first command again: what a loop changes is not known in it
    known = {name for step in script.steps for name in named_in(step.arguments)}
    known |= set(_NAMED.findall(text.upper()))
    script.unused = frozenset(name for name in values if f"&{name}" not in known)
    return script
