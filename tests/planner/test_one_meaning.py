"""A script means the same to every command: import, convert, load, drift give the same objects."""

import ast
import json
from pathlib import Path
from typing import Any

import ebcdic  # noqa: F401 - registers cp1047
import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.platform import Platform
from queuewright.dialects.registry import dialect
from queuewright.drift.dump import read_dump
from queuewright.importer.folding import fold
from queuewright.importer.reading import read
from queuewright.kinds import KINDS, MQ_KINDS, spec_of
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load

Objects = dict[tuple[str, str], dict[str, Any]]
SCRIPTS = {
    "refused": """\
ALTER QLOCAL(GONE) MAXDEPTH(5)
DEFINE QLOCAL(COPY) LIKE(GONE)
DEFINE QLOCAL(TWICE) MAXDEPTH(1)
DEFINE QLOCAL(TWICE) NOREPLACE MAXDEPTH(2)
DEFINE QALIAS(TWICE) TARGET(X) REPLACE
DEFINE QLOCAL(BOTH) CLUSTER(A) CLUSNL(B)
DEFINE QREMOTE(FAR) RNAME(X) RQMNAME('$QM_NAME')
""",
    "changed": """\
DEFINE QLOCAL(BEFORE)
ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)
DEFINE QLOCAL(AFTER) DESCR('it''s')
DEFINE QLOCAL(COPY) LIKE(AFTER) MAXDEPTH(7)
ALTER QLOCAL(AFTER) PUT(DISABLED)
DEFINE QLOCAL(AGAIN) MAXDEPTH(3)
DEFINE QLOCAL(AGAIN) REPLACE
DEFINE QALIAS(GONE) TARGET(AFTER)
DELETE QALIAS(GONE)
DEFINE NAMELIST(NL) NAMES(C1,C2)
ALTER QMGR REPOSNL(NL) DEADQ(AFTER)
DEFINE CHANNEL(TO.QM) CHLTYPE(CLUSRCVR) CLUSTER(C3) CONNAME('h(1414)')
END
DEFINE QLOCAL(LATE)
""",
}


def by_import(data: bytes) -> Objects:
    source = read("mqsc", "f", data)
    found = fold([source], source.facts.system_facts("QM"))
    return {key: dict(values) for key, values in found.attributes.items()}


def by_load(data: bytes, folder: Path) -> Objects:
    sandbox = Sandbox(folder / "sandbox.db")
    platform = dialect("mqsc").read(data).facts.platform or Platform.LINUX
    load(sandbox, data, system="QM", platform=platform)
    before = Sandbox(folder / "empty.db").create_system("QM", platform=platform)
    there = {(o.key.kind, o.key.name): dict(o.attributes) for o in before.observe(MQ_KINDS)}
    observed = sandbox.system("QM").observe(MQ_KINDS)
    return {
        (o.key.kind, o.key.name): dict(o.attributes)
        for o in observed
        if there.get((o.key.kind, o.key.name)) != o.attributes
    }


def by_drift(data: bytes) -> Objects:
    text = data.decode("latin-1")
    objects = read_dump("QM", text, queue_manager="*").objects
    return {(o.key.kind, o.key.name): dict(o.attributes) for o in objects}


def by_convert(data: bytes) -> set[tuple[str, str]]:
    result = CliRunner().invoke(app, ["convert", "-", "--from", "mqsc", "--to", "python"], data)
    declared = set()
    for node in ast.walk(ast.parse(result.stdout)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            kind = f"mq:{node.func.attr}"
            names = {n: given[n] for n in spec_of(kind).identity() if n in given}
            names = {"name": node.args[0], **names} if node.args else names
            fields = {n: ast.literal_eval(value) for n, value in names.items()}
            declared.add((kind, spec_of(kind).name_of(fields)))
    return declared


def own(objects: Objects) -> Objects:
    """Without what ships."""
    shipped = {
        (kind, spec.name_of(fields)) for kind, spec in KINDS.items() for fields in spec.records
    }
    return {
        key: values
        for key, values in objects.items()
        if not key[1].startswith("SYSTEM.") and key not in shipped
    }


def check(data: bytes, folder: Path) -> None:
    imported, loaded, drifted = (
        own(by_import(data)),
        own(by_load(data, folder)),
        own(by_drift(data)),
    )
    assert imported.keys() == loaded.keys() == drifted.keys()
    assert own({key: {} for key in by_convert(data)}).keys() == imported.keys()
    for key, values in imported.items():
        # A system reports no more than it observes, and of older releases drift knows less.
        reported = {n: v for n, v in loaded[key].items() if n != "coded_character_set_identifier"}
        assert {name: values[name] for name in reported} == reported, key
        shared = values.keys() & drifted[key].keys()
        assert {n: values[n] for n in shared} == {n: drifted[key][n] for n in shared}, key


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script(script: str, tmp_path: Path) -> None:
    check(SCRIPTS[script].encode(), tmp_path)


def test_what_is_left_of_them() -> None:
    assert list(by_import(SCRIPTS["refused"].encode())) == [("mq:LocalQueue", "TWICE")]
    left = by_import(SCRIPTS["changed"].encode())
    depths = {
        key[1]: values["max_queue_depth"]
        for key, values in left.items()
        if key[1] in "AFTER AGAIN BEFORE COPY"
    }
    assert depths == {"BEFORE": 5000, "AFTER": 100, "COPY": 7, "AGAIN": 100}


@pytest.mark.thorough
def test_every_public_script(shared_mqsc: Path, tmp_path: Path) -> None:
    for number, path in enumerate(sorted(shared_mqsc.rglob("*.mqsc"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        check(path.read_bytes(), folder)


TWO = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B) +\n   MAXDEPTH(7)\nEND\nDEFINE QLOCAL(C)\n"
PROGRAM = (
    "PGM\nCRTMQMQ QNAME(A) QTYPE(*LCL)\nCRTMQMQ QNAME(B) QTYPE(*LCL) +\n MAXDEPTH(7)\nENDPGM\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1047", "cp037", "cp500", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\x85"])
@pytest.mark.parametrize("name", ["mqsc", "cl"])
def test_every_command_reads_every_line_end_and_encoding(
    name: str, line_end: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUEUEWRIGHT_SANDBOX", str(tmp_path / "sandbox.db"))
    text = (TWO if name == "mqsc" else PROGRAM).replace("\n", line_end)
    data = text.encode(encoding)
    script = tmp_path / "script"
    script.write_bytes(data)
    platform = Platform.IBMI if name == "cl" else Platform.LINUX
    sandbox = Sandbox(tmp_path / "sandbox.db")
    for system in ("EXEC", "LOAD"):
        sandbox.create_system(system, platform=platform)
    dialect_given = ("--from", name)
    commands = [
        ("validate", script, *dialect_given),
        ("convert", script, *dialect_given, "--to", "pcf"),
        ("convert", script, *dialect_given, "--to", "python"),
        ("import", script, *dialect_given, "--system", "QM", "--out", tmp_path / "out"),
        ("sandbox", "exec", "EXEC", script, *dialect_given),
    ]
    if name == "mqsc":
        commands.append(("sandbox", "load", script, "--system", "LOAD"))
    results = [CliRunner().invoke(app, list(map(str, words))) for words in commands]
    assert [result.exit_code for result in results] == [0] * len(results), results[0].output
    converted = [json.loads(line)["parameters"] for line in results[1].stdout.splitlines()]
    assert [parameters["QName"] for parameters in converted] == ["A", "B"]
    assert results[2].stdout.count("mq.LocalQueue(") == 2
    assert (tmp_path / "out" / "__main__.py").read_text().count("mq.LocalQueue(") == 2
    for system in ("EXEC", "LOAD")[: 2 if name == "mqsc" else 1]:
        found = sandbox.system(system).observe(("mq:LocalQueue",), ("A", "B", "C"))
        assert [(o.key.name, o.attributes["max_queue_depth"]) for o in found] == [
            ("A", 5000), ("B", 7),
        ]  # fmt: skip
