"""The rules of CRTMQMQ, CRTMSGQ and CRTDTAQ on the page of `ibmi_parameters.py`: each command of
`refused_cl.py`, given to every part of the product."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibmi_carriers import IBMI_WIRES
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.dialects.scripts import Dialect, read_script, validate_entry
from queuewright.diff.normalise import identity_of
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.kinds import KINDS, spec_of
from queuewright.lint.generate import every_rule
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from
from refused_cl import WRONG

COMMANDS = ("CRTMQMQ", "CRTMSGQ", "CHGMSGQ", "CRTDTAQ")
# What only a text in CL can get wrong.
OF_CL = {
    "duplicate-keyword", "no-value", "too-many-values", "unknown-keyword", "unquoted-slash",
    "upper-case", "wrong-position",
}  # fmt: skip
OF_A_VALUE = {"blank", "length", "range", "special-value", "syntax", "wrong-type"}
REASONS = {
    "upper-case": "CRTMQMQ demands it of CUSTOM; MQSC, PCF and programs do not",
    "": "a program names attributes: it has no keywords, positions or elements",
}


@dataclass(frozen=True)
class RuleRow:
    """A rule of a command, and where a command that breaks it is refused."""

    command: str
    code: str
    parameters: tuple[str, ...]
    program: bool | None  # None: a program cannot say it
    imported: bool
    sandbox: bool
    wire: bool

    def cells(self) -> list[str]:
        yes = {True: "refused", False: "taken", None: ""}
        title = next(rule.title for rule in every_rule() if rule.code == self.code)
        reason = "" if self.program else REASONS.get(self.code, REASONS[""])
        parts = (self.program, self.imported, self.sandbox, self.wire)
        named = " ".join(self.parameters)
        return [self.command, title, named, *(yes[part] for part in parts), reason]


HEAD = """
## Rules

Each rule of these commands, with the parameters that break it in the tests: a program that declares
the same is blocked before anything is sent, `import` and `validate` report the command with its
line, and the sandbox refuses it, by its servers over ssh and Mapepire as well. `convert` writes
commands that keep the rules, and drift compares what there is, which has kept those of the system.
Rules about objects that are in use or hold something are in [plans](plans.md).

"""
COLUMNS = (
    *("command", "rule", "parameters", "program", "import", "sandbox", "ssh, Mapepire", "reason"),
)


def rules_text() -> str:
    lines = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    lines += [f"| {' | '.join(row.cells())} |" for row in rule_rows()]
    return HEAD + "\n".join(lines) + "\n"


@cache
def rule_rows() -> tuple[RuleRow, ...]:
    """In the order of the commands, of the rules by their first example."""
    tried: dict[tuple[str, str], list[tuple[str, str, str | None]]] = {}
    for case in WRONG:
        command = case[0].split()[0]
        if command in COMMANDS:
            tried.setdefault((command, case[1]), []).append(case)
    texts = [text for cases in tried.values() for text, _, _ in cases]
    with TemporaryDirectory() as folder:
        sandbox = Sandbox(Path(folder) / "sandbox.db")
        system = sandbox.create_system("AS1", platform=Platform.IBMI, libraries=["L"])
        ran = {text: [answer.ok for answer in cl_commands.run(system, text)] for text in texts}
        plans = SandboxSystem(system)
        refused = {case: _program_is_refused(plans, *case) for case in chain(*tried.values())}
        taken = set[str]()
        for wire in IBMI_WIRES.values():
            with wire(sandbox, ["AS1"]) as config:
                reached: Any = systems_from(config, base=Path(folder))["AS1"]
                taken |= {text for text in texts if reached._carrier.run(text).ok}
    return tuple(
        RuleRow(
            command,
            code,
            tuple(dict.fromkeys(filter(None, (_keyword(*case) for case in cases)))),
            _all(refused[case] for case in cases),
            all(_import_refuses(text, code) for text, _, _ in cases),
            not any(ok for text, _, _ in cases for ok in ran[text]),
            taken.isdisjoint(text for text, _, _ in cases),
        )
        for (command, code), cases in sorted(tried.items(), key=lambda at: COMMANDS.index(at[0][0]))
    )


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = [answer for answer in answers if answer is not None]
    return all(known) if known else None


def _keyword(text: str, _: str, attribute: str | None) -> str:
    """The parameter that is wrong, as CL calls it."""
    for spec in _specs(text) if attribute else ():
        described = spec.fields_described()
        if attribute in described and (cl := described[attribute].cl) is not None:
            return cl.keyword
    return attribute or ""


def _specs(text: str) -> list[type[Spec]]:
    """Those that the command may be about, its own first."""
    definitions = read_script(text.encode(), Dialect.CL).definitions
    own = [spec_of(definition.kind) for definition in definitions]
    return [*own, *(s for s in KINDS.values() if own and s.namespace == own[0].namespace)]


def _import_refuses(text: str, code: str) -> bool:
    [entry] = read_script(text.encode(), Dialect.CL).entries
    return code in {problem.code for problem in _errors(validate_entry(entry, Dialect.CL))}


def _program_is_refused(system: System, text: str, code: str, attribute: str | None) -> bool | None:
    """Whether a program that says the same cannot be carried out; None where none can say it."""
    definitions = read_script(text.encode(), Dialect.CL).definitions
    if code in OF_CL or attribute is None or attribute.isupper() or not definitions:
        return None
    kind, name = definitions[0].kind, definitions[0].name
    described = spec_of(kind).attributes().get(attribute)
    if code == "special-value" and described is not None and attribute == "text_description":
        return None  # it is a text like any other
    values: dict[str, Any] = {**identity_of(kind, name), **definitions[0].values}
    tried = [values | {attribute: each} for each in _said(text, attribute)]
    return any(
        attribute in _blocked(system, kind, each)
        for each in (tried if code in OF_A_VALUE else [values])
    )


def _blocked(system: System, kind: str, values: Mapping[str, Any]) -> set[str | None]:
    """The attributes that block a plan of one object."""
    type_ = TYPE_PREFIX + kind
    urn = f"urn:pulumi:dev::shop::{type_}::one"
    one = Declared(urn=urn, type=type_, name="one", inputs={"system": "AS1", **values})
    try:
        plan = make_plan([one], Deployment(()), {"AS1": system}, project="shop", stack="dev")
    except QueuewrightError as error:
        return {name for name in values if name in str(error)}
    return {problem.attribute for step in plan.steps for problem in step.blocked}


def _said(text: str, attribute: str) -> Iterator[Any]:
    """The elements of the parameter that sets an attribute, as a program would have them."""
    keyword = _keyword(text, "", attribute)
    given = dict(re.findall(r"\b([A-Z]+)\(((?:'[^']*'|[^()'])*)\)", text))
    reported = given.get(keyword, " ".join(given.values()))
    for each in (*re.findall(r"'[^']*'|\S+", reported), *re.findall(r"'[^']*'|[^\s/]+", reported)):
        plain = each.strip("'")
        if re.fullmatch(r"-?\d+", plain):
            yield int(plain)
        else:
            is_word = plain.startswith("*") and attribute not in ("name", "library")
            yield plain[1:].lower() if is_word else plain


def _errors(problems: Any) -> list[Diagnostic]:
    return [each for each in problems if each.severity is Severity.ERROR]
