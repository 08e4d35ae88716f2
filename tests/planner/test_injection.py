"""Nobody can add a command through a value: every text attribute and name, into every form.

A nasty value is refused in one line, or comes out at the other end as exactly that value, and no
other object has changed.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.schema import type_name
from queuewright.dialects.definition import Definition
from queuewright.dialects.registry import DIALECTS
from queuewright.dialects.scripts import Dialect, read_script, write
from queuewright.diff.normalise import identity_of
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.graph import build_graph
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.kinds import IBMI_KINDS, KINDS, MQ_KINDS, is_limit, is_single, spec_of
from queuewright.render.diagram import as_dot, as_mermaid
from queuewright.render.markdown import plan_markdown
from queuewright.render.text import plan_text
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.deployment import Deployment
from queuewright.state.store import StackStore
from strategies import least

NASTY = (
    "') DELETE QLOCAL(VICTIM) PURGE *",
    "x') ; DELETE QLOCAL('VICTIM') PURGE ; ('",
    "x\nDELETE QLOCAL(VICTIM)\n",
    "x\r\nDELETE QLOCAL(VICTIM)",
    "x+\nDELETE QLOCAL(VICTIM)",
    "ends in +",
    "ends in -",
    "* looks like a comment",
    "/* half a comment",
    "quote ' and \" and ''",
    "'",
    "A)B(C",
    "*NONE) DLTDTAQ(LIB/VICTIM",
    "&VARIABLE",
    "+QMNAME+",
    "nul \0 inside",
    "\x1b[2J\x07",
    "\x0b\x0c\x1c\x85\u2028\u2029",
    "snow \u2603 \U0001f409",
    "\ud800",
    "\u202egnp.exe",
    'x"""\n__import__("os").abort()\n"""',
    "{braces} ${x} %s %n \\n \\",
    "<script>alert(1)</script> | `code` @team #1 [a](b)",
    "X" * 40_000,
    " leading and trailing ",
)
SHARE = 5  # one of so many values


# The other fields of names that several fields make.
NAMED = {
    "mq:AuthorityRecord": {"object_type": "q", "group": "g"},
    "mq:ChannelAuthenticationRecord": {"type": "usermap", "client_user": "u"},
}


def as_named(kind: str, name: str) -> str:
    """The name in a key of an object whose first field this is."""
    spec = spec_of(kind)
    if kind in NAMED:
        return spec.name_of({"name": name, **NAMED[kind]})
    return f"LIB/{name}" if spec.in_library else name


def first_with(name: str, attribute: Attribute) -> str:
    """Kinds share many attributes: the first has each of the nasty values, the others some."""
    return next(kind for kind in KINDS if spec_of(kind).attributes().get(name) == attribute)


def shared(name: str) -> tuple[str, ...]:
    return NASTY[len(name) % SHARE :: SHARE]


def nasty_values(kind: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(attribute, nasty, values) of every attribute that takes text, derived from the catalogue."""
    spec = spec_of(kind)
    required = {
        name: least(attribute)
        for name, attribute in spec.attributes().items()
        if attribute.required
    }
    # Of channels, topics and subscriptions.
    needed = ("connection_name", "xmit_queue_name", "topic_string", "destination")
    required |= {name: "X" for name in needed if name in spec.attributes()}
    required |= {name: spec.attributes()[name].shipped for name in spec.selecting()}
    for name, attribute in spec.attributes().items():
        if attribute.write_only:  # which is shown nowhere: tests/planner/test_channels.py
            continue
        shape = type_name(spec, name, attribute)
        for nasty in NASTY if kind == first_with(name, attribute) else shared(name):
            value: Any = nasty
            if shape == "list":
                value = ["PLAIN", nasty]
            elif shape == "map":
                value = {nasty: ["use"]}
            yield name, nasty, {**required, name: value}


class World:
    def __init__(self, folder: Path, platform: Platform, *, group: str = "") -> None:
        self.folder = folder
        sandbox = Sandbox(folder / "sandbox.db")
        ibmi = platform is Platform.IBMI
        self.machine: EmbeddedSystem = sandbox.create_system(
            "QM1",
            platform=platform,
            ccsid=37 if ibmi else 819,
            libraries=["LIB"] if ibmi else [],
            queue_sharing_group=group,
        )
        self.machine.create("mq:LocalQueue", "VICTIM", {})
        if ibmi:
            self.machine.create("ibmi:DataQueue", "LIB/VICTIM", {"max_entry_length": 10})
        self.systems = {"QM1": SandboxSystem(self.machine)}
        self.store = StackStore(folder, "shop", "dev")

    def contents(self) -> dict[Key, Mapping[str, Any]]:
        kinds = (*MQ_KINDS, *IBMI_KINDS) if self.machine.facts().platform == "ibmi" else MQ_KINDS
        return {observed.key: observed.attributes for observed in self.machine.observe(kinds)}

    def plan(self, declared: list[Declared]) -> Plan:
        return make_plan(declared, self.store.load(), self.systems, project="shop", stack="dev")


def declare(kind: str, resource: str, inputs: Mapping[str, Any]) -> Declared:
    return Declared(
        urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::{resource}",
        type=TYPE_PREFIX + kind,
        name=resource,
        inputs={"system": "QM1", **inputs},
    )


def is_one_line(text: str) -> bool:
    # A space without width keeps a forge from taking a text for a mention.
    return text.replace("\u200b", "").isprintable()


def assert_one_line(text: str) -> None:
    assert is_one_line(text), text


def platform_of(kind: str) -> Platform:
    usual = Platform.IBMI if kind.startswith("ibmi:") else Platform.LINUX
    return usual if usual in spec_of(kind).platforms() else Platform.ZOS


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not is_single(kind)])
def test_through_every_attribute_into_the_sandbox(kind: str, tmp_path: Path) -> None:
    group = "QSG1" if spec_of(kind).of_group else ""
    world = World(tmp_path, platform_of(kind), group=group)
    before = world.contents()
    declared: dict[str, Declared] = {}
    expected: dict[str, dict[str, Any]] = {}
    for number, (_, _, values) in enumerate(nasty_values(kind)):
        name = as_named(kind, f"Q{number}")
        resource = declare(kind, f"r{number}", {**identity_of(kind, name), **values})
        declared[resource.urn], expected[resource.urn] = resource, values
    plan = world.plan(list(declared.values()))
    for step in plan.steps:
        assert step.verb is Verb.CREATE
        for problem in (*step.blocked, *step.decision.warnings):
            assert is_one_line(str(problem)), problem
            assert len(str(problem)) < 1000
    shown_plainly(plan)
    blocked = {step.urn for step in plan.blocked}
    free = world.plan([resource for urn, resource in declared.items() if urn not in blocked])
    assert not free.blocked
    applied = apply(free, world.systems, world.store)
    assert applied.ok, [failure.text for failure in applied.failed]
    after = world.contents()
    made = {step.key: expected[step.urn] for step in free.steps}
    assert set(after) == set(before) | set(made)
    for key, values in made.items():
        for name, value in values.items():
            assert plain(after[key][name]) == plain(value), (key, name)
    assert {key: after[key] for key in before} == before
    # Whatever takes free text at all has taken a good part of it.
    texts = {n: a for n, a in spec_of(kind).attributes().items() if "description" in n}
    taken = [10 if kind == first_with(name, attribute) else 3 for name, attribute in texts.items()]
    assert len(made) >= min(taken, default=0)
    assert world.plan(
        [resource for urn, resource in declared.items() if urn not in blocked]
    ).is_empty


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.rstrip(" ") if isinstance(value, str) else value  # MQ pads text with blanks


def shown_plainly(plan: Plan) -> None:
    """No form of a plan lets a value end its line, become markup or move the cursor."""
    text = plan_text(plan, show_sames=True).plain
    markdown = plan_markdown(plan, show_sames=True, limit=10**9)
    for form in (text, markdown):
        for line in form.split("\n"):
            assert is_one_line(line), line
    assert not re.search(r"^\s*DELETE QLOCAL", text, re.MULTILINE)
    assert "<script" not in markdown
    assert "@team" not in markdown
    rows = [line for line in markdown.split("\n") if line.startswith("| `")]
    assert len(rows) == len(plan.changes)
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 5
        assert "`code`" not in row.replace("\\`", "")


@pytest.mark.parametrize("field", ["name", "library", "system"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_through_names(kind: str, field: str, tmp_path: Path) -> None:
    """A nasty name, library or system is refused, before anything is sent."""
    if field == "library" and not spec_of(kind).in_library:
        pytest.skip("this kind has no library")
    world = World(tmp_path, platform_of(kind))
    before = world.contents()
    identity = identity_of(kind, as_named(kind, "Q"))
    for nasty in NASTY:
        values = {**next(nasty_values(kind))[2]}
        values = {name: value for name, value in values.items() if value not in NASTY}
        resource = declare(kind, "r", {**identity, **values, field: nasty})
        try:
            plan = world.plan([resource])
        except QueuewrightError as error:
            assert_one_line(str(error))
            continue
        if not plan.blocked:
            # Change Queue (PCF): the name of a remote queue is checked for its length only.
            assert kind == "mq:RemoteQueue"
            applied = apply(plan, world.systems, world.store)
            if applied.ok:
                made = Key("QM1", kind, nasty)
                after = world.contents()
                assert set(after) == {*before, made}
                assert {key: after[key] for key in before} == before
                assert apply(world.plan([]), world.systems, world.store).ok
            else:
                assert all(is_one_line(failed.text) for failed in applied.failed)
            continue
        shown_plainly(plan)
        assert all(is_one_line(str(p)) for step in plan.blocked for p in step.blocked)
    assert world.contents() == before


@pytest.mark.parametrize("dialect", [each for each in Dialect if each in DIALECTS])
@pytest.mark.parametrize("kind", list(KINDS))
def test_through_every_dialect(kind: str, dialect: Dialect) -> None:
    """Unvalidated on purpose: a renderer quotes or refuses whatever it is given."""
    library = spec_of(kind).in_library
    called = spec_of(kind).usual_names().get("name", as_named(kind, "Q"))
    written = 0
    cases = [
        (Definition(kind, called, values=frozen(values)), name)
        for name, _, values in nasty_values(kind)
    ]
    first = frozen({n: v for n, v in next(nasty_values(kind))[2].items() if v not in NASTY})
    named = () if is_single(kind) else NASTY
    cases += [(Definition(kind, as_named(kind, n), values=first), None) for n in named]
    copied = () if library or kind in NAMED else named
    cases += [(Definition(kind, "Q", values=first, like=n), None) for n in copied]
    for definition, attribute in cases:
        try:
            commands = write(definition, dialect)
        except QueuewrightError as error:
            assert_one_line(str(error))
            continue
        written += 1
        try:
            data = "\n".join(commands).encode()
        except UnicodeEncodeError:
            raise AssertionError(f"half a character was written: {definition}") from None
        script = read_script(data, dialect)
        read_back = script.definitions
        assert len(script.entries) == len(commands), data
        assert not script.skipped
        assert all(reading.kind == kind or kind in reading.kinds for reading in read_back), data
        names = [plain(identity_of(kind, reading.name)) for reading in read_back]
        is_unread = kind in NAMED and any(reading.errors for reading in read_back)
        assert is_unread or all(
            each == plain(identity_of(kind, definition.name)) for each in names
        ), data
        merged: dict[str, Any] = {}
        for reading in read_back:
            merged.update(reading.values)
        # A text where a number belongs is read back as the mistake that it is, or as it was given.
        has_errors = any(reading.errors for reading in read_back)
        if attribute is not None and not has_errors:
            given, read = plain(definition.values[attribute]), plain(merged[attribute])
            folds = dialect is Dialect.MQWEB and attribute == "command_scope"  # a word of MQSC
            assert read == (given.upper() if folds else given), data
        assert set(merged) <= set(definition.values), data
    no_texts = ("mq:Cluster", "mq:AuthorityRecord")
    assert (
        written
        or kind in no_texts
        or is_limit(kind)
        or kind.startswith("ibmi:")
        or dialect is Dialect.CL
    )


def frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    def canonical(value: Any) -> Any:
        if isinstance(value, list):
            return tuple(canonical(item) for item in value)
        return {n: canonical(v) for n, v in value.items()} if isinstance(value, dict) else value

    return {name: canonical(value) for name, value in values.items()}


def test_through_the_graph() -> None:
    keys = {Key("QM1", "mq:RemoteQueue", nasty): {} for nasty in NASTY if nasty != "\ud800"}
    keys[Key('"]; x["', "mq:LocalQueue", "Q")] = {}
    target = Key("QM1", "mq:LocalQueue", "Q")
    keys[target] = {}
    graph = build_graph(keys, {}, [(key, target, 'x"]\n') for key in keys])
    dot, mermaid = as_dot(graph), as_mermaid(graph)
    for form in (dot, mermaid):
        for line in form.split("\n"):
            assert is_one_line(line), line
    for line in mermaid.split("\n")[1:]:
        assert re.fullmatch(
            r'|  subgraph s\d+\["[^"<\[\]]*"\]|    n\d+\["[^"<\[\]]*<br/>\w+"\]|  end'
            r'|  n\d+ (-->|-\.->)\|"[^"<|]*"\| n\d+',
            line,
        ), line
    text = r'"(?:[^"\\]|\\.)*"'
    for line in dot.split("\n"):
        assert re.fullmatch(
            rf"|digraph queuewright \{{|  rankdir=LR;|  node \[shape=box\];"
            rf"|  subgraph cluster_\d+ \{{|    label={text};|    n\d+ \[label={text}\];|  \}}"
            rf"|  n\d+ -> n\d+ \[label={text}(, style=dotted)?\];|\}}",
            line,
        ), line


def test_through_an_imported_program(tmp_path: Path) -> None:
    """What a script may say becomes a program that declares just that."""
    values = {
        nasty: nasty
        for nasty in NASTY
        if nasty.isprintable() and len(nasty) <= 60 and nasty.encode("ascii", "ignore").decode()
    }
    commands = [
        write(Definition("mq:LocalQueue", f"Q{n}", values={"queue_description": text}),
              Dialect.MQSC)[0]
        for n, text in enumerate(values)
    ]  # fmt: skip
    source = tmp_path / "x.mqsc"
    source.write_text("\n".join(commands), encoding="utf-8")
    imported = import_sources(
        read_files([source], "mqsc"), ImportOptions("QM1", platform=Platform.LINUX, ccsid=1208)
    )
    calls: list[ast.Call] = []
    literals: set[object] = set()
    for name, text in imported.files.items():
        if name.endswith(".py"):
            nodes = list(ast.walk(ast.parse(text)))
            calls += [node for node in nodes if isinstance(node, ast.Call)]
            literals |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    assert {text.rstrip(" ") for text in values} <= literals or set(values) <= literals
    assert {ast.unparse(call.func) for call in calls} <= {"mq.LocalQueue", "mq.QueueManager"}


def test_an_identifier_that_is_none_stays_in_its_state(tmp_path: Path) -> None:
    """A state with nasty names in it is not followed outside of the object it names."""
    world = World(tmp_path, Platform.LINUX)
    before = world.contents()
    resource = declare("mq:LocalQueue", "r", {"name": "Q"})
    assert apply(world.plan([resource]), world.systems, world.store).ok
    state = world.store.load()
    evil = tuple(
        replace(r, raw={**r.raw, "id": "QM1/mq:LocalQueue/VICTIM') PURGE *"})
        if r.urn == resource.urn
        else r
        for r in state.resources
    )
    broken = Deployment(**{**vars_of(state), "resources": evil})
    try:
        plan = make_plan([], broken, world.systems, project="shop", stack="dev")
    except QueuewrightError as error:
        assert_one_line(str(error))
    else:
        assert all(step.key.name != "VICTIM" for step in plan.steps)
    assert set(world.contents()) == {*before, Key("QM1", "mq:LocalQueue", "Q")}


def vars_of(state: Deployment) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__dataclass_fields__}
