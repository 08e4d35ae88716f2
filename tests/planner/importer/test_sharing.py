"""What several systems of a project have alike stands in it once, with the values that differ;
plans stay as they are."""

import json
from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.api import Workspace
from queuewright.catalogue.platform import Platform
from queuewright.importer.into import write_into
from queuewright.importer.project import CannotWriteProject, write_project
from queuewright.importer.reading import read
from queuewright.importer.recording import recorded
from queuewright.importer.run import Imported, ImportOptions, import_sources

from .conftest import Declared, declared_in
from .test_run import tool

ALIKE = """
* What all of them have
DEF QL(DEAD.LETTER) DESCR('what nobody could take') DEFPSIST(YES)
DEF QL(AUDIT.IN) DEFPSIST(YES) BOQNAME(DEAD.LETTER)
DEF QA(AUDIT.OUT) TARGET(AUDIT.IN)
DEF NAMELIST(ALL.QUEUES) NAMES(AUDIT.IN, DEAD.LETTER)
"""
ROWS = "".join(f"DEF QA(IN.{n}) TARGET(AUDIT.IN) DESCR('entry {n}')\n" for n in range(9))
OWN = "DEF QL(ONLY.{0}) MAXDEPTH(77)\nDEF QL(DEPTH) MAXDEPTH({1})\n"
HEADS = {"QM1": OWN.format("ONE", 1), "QM2": OWN.format("TWO", 2), "QM3": OWN.format("THREE", 3)}


def taken_in(text: str, system: str, into: Path | None = None) -> Imported:
    source = read("mqsc", f"{system}.mqsc", text.encode())
    options = ImportOptions(system, platform=Platform.LINUX, ccsid=1208, into=into)
    return import_sources([source], options)


def add(folder: Path, text: str, system: str) -> Imported:
    made = taken_in(text, system, folder)
    write_into(made.files, folder, made.removed)
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """QM1, with what is alike, rows of a table, and what it has alone."""
    write_project(taken_in(ALIKE + ROWS + HEADS["QM1"], "QM1").files, tmp_path / "p")
    return tmp_path / "p"


def sources(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def on(folder: Path, system: str) -> list[Declared]:
    return sorted(d._replace(system="") for d in declared_in(folder) if d.system == system)


def apart(text: str, system: str, folder: Path, prefix: str) -> list[Declared]:
    """What an import into a project of its own declares."""
    write_project(taken_in(text, system).files, folder)
    return sorted(d._replace(resource=prefix + d.resource, system="") for d in declared_in(folder))


def checked(folder: Path) -> None:
    tool(folder, "ruff", "check", "--no-cache", ".")
    tool(folder, "ruff", "format", "--no-cache", "--check", ".")


def test_what_two_have_alike_stands_once(project: Path, tmp_path: Path) -> None:
    first = on(project, "QM1")
    text = ALIKE + ROWS + HEADS["QM2"]
    add(project, text, "QM2")
    assert on(project, "QM1") == first
    assert on(project, "QM2") == apart(text, "QM2", tmp_path / "alone", "QM2/")
    written = sources(project)
    for name in ("AUDIT.OUT", "ALL.QUEUES", "IN.7"):
        assert written.count(f'name="{name}"') + written.count(f'("{name}", "') == 1, name
    assert written.count('"entry 3"') == 1
    assert "for prefix, qm in systems:" in written
    assert "# What all of them have" in (project / "topology/shared/queues.py").read_text()
    assert 'max_queue_depth={"QM2": 2}.get(qm.name, 1)' in written
    assert "AUDIT" not in (project / "__main__.py").read_text()
    checked(project)


def test_a_third_one_is_a_line_where_it_has_all_of_it(project: Path) -> None:
    add(project, ALIKE + ROWS + HEADS["QM2"], "QM2")
    shared = (project / "topology/shared/queues.py").read_text()
    made = add(project, ALIKE + ROWS + OWN.format("THREE", 1), "QM3")
    assert (project / "topology/shared/queues.py").read_text() == shared
    assert '    ("QM3/", mq.QueueManager("QM3")),\n' in made.files["topology/shared/__init__.py"]
    assert len(on(project, "QM3")) == len(on(project, "QM2")) == len(on(project, "QM1")) == 15
    checked(project)


def test_a_third_one_that_has_a_part_of_it(project: Path, tmp_path: Path) -> None:
    """One row is missing there: it stays with the two."""
    add(project, ALIKE + ROWS + HEADS["QM2"], "QM2")
    before = on(project, "QM1"), on(project, "QM2")
    part = ALIKE.replace("nobody", "not one") + ROWS.replace("DEF QA(IN.4)", "DEF QA(IN.44)")
    add(project, part, "QM3")
    assert (on(project, "QM1"), on(project, "QM2")) == before
    assert on(project, "QM3") == apart(part, "QM3", tmp_path / "alone", "QM3/")
    assert sources(project).count('"entry 4"') == 2  # of IN.4 on two, and of IN.44
    assert sources(project).count('"entry 5"') == 1
    assert '"QM3"' in (project / "topology/shared/__init__.py").read_text()
    assert "IN.4" in (project / "topology/qm1_qm2/queues.py").read_text()
    assert '{"QM3": "what not one could take"}.get(qm.name, "what no' in sources(project)
    checked(project)


def test_a_module_in_which_nothing_is_left_goes(tmp_path: Path) -> None:
    many = "".join(f"DEF QL(APP{n % 4}.Q{n}) MAXDEPTH({n % 7 + 1})\n" for n in range(450))
    write_project(taken_in(many, "QM1").files, tmp_path / "p")
    made = add(tmp_path / "p", many, "QM2")
    assert made.removed
    assert [path.name for path in (tmp_path / "p/topology/qm1").iterdir()] == ["__init__.py"]
    assert len(declared_in(tmp_path / "p")) == 900
    checked(tmp_path / "p")


def changed(project: Path, before: str, after: str) -> None:
    main = project / "__main__.py"
    text = main.read_text(encoding="utf-8")
    assert text.count(before) == 1
    main.write_text(text.replace(before, after), encoding="utf-8")


def test_what_people_made_of_a_declaration_stays(project: Path) -> None:
    """A variable that is used otherwise, a declaration in a condition, a comment, a loop."""
    changed(
        project,
        'mq.Namelist("ALL.QUEUES", system=qm, names=["AUDIT.IN", "DEAD.LETTER"])',
        'if qm:\n    mq.Namelist("ALL.QUEUES", system=qm, names=["AUDIT.IN", "DEAD.LETTER"])',
    )
    table = "for name, description in ["
    changed(project, table, f"print(dead_letter.max_queue_depth)\n{table}")
    changed(project, 'mq.AliasQueue("AUDIT.OUT"', '# ours\nmq.AliasQueue("AUDIT.OUT"')
    before = on(project, "QM1")
    add(project, ALIKE + ROWS, "QM2")
    after = (project / "__main__.py").read_text(encoding="utf-8")
    assert "    mq.Namelist(" in after
    assert "dead_letter = mq.LocalQueue(" in after
    assert "AUDIT.OUT" not in after
    assert "# ours" in sources(project)
    assert "entry 1" not in after
    assert on(project, "QM1") == before


def test_a_protected_one_is_not_like_another(project: Path) -> None:
    changed(project, "from queuewright import mq\n", "import pulumi\nfrom queuewright import mq\n")
    options = "opts=pulumi.ResourceOptions(protect=True)"
    changed(project, '"AUDIT.OUT", system=qm,', f'"AUDIT.OUT", {options}, system=qm,')
    add(project, ALIKE, "QM2")
    assert options in (project / "__main__.py").read_text(encoding="utf-8")
    protected = [one.name for one in Workspace(project).program.declared if one.protect]
    assert protected == ["AUDIT.OUT"]


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("raise ValueError('no such day')\n", "ValueError: no such day"),
        ("import pulumi\npulumi.Config().require_secret('token')\n", "is encrypted"),
    ],
)
def test_a_project_that_cannot_be_run_gets_it_apart(project: Path, program: str, says: str) -> None:
    main, stack = project / "__main__.py", project / "Pulumi.dev.yaml"
    stack.write_text(stack.read_text() + "  qm1:token: {secure: v1:abc}\n")
    main.write_text(main.read_text(encoding="utf-8") + program, encoding="utf-8")
    made = add(project, ALIKE, "QM2")
    (note,) = (note for note in made.report.notes if note.code == "declared-again")
    assert says in note.message
    assert "\n" not in note.message
    assert not (project / "topology" / "shared").exists()
    assert (project / "topology" / "qm2" / "queues.py").exists()
    assert main.read_text(encoding="utf-8").count("AUDIT.OUT") == 1


def test_a_variable_that_another_module_imports(tmp_path: Path) -> None:
    """Without it the project does not run: nothing is moved."""
    many = "".join(f"DEF QL(APP.Q{n}) BOQNAME(APP.BOQ)\n" for n in range(450))
    write_project(taken_in(many + "DEF QL(APP.BOQ)", "QM1").files, tmp_path / "p")
    module = next((tmp_path / "p/topology/qm1").glob("app*.py"))
    text = module.read_text(encoding="utf-8")
    variable = "kept"
    module.write_text(
        text.replace('mq.LocalQueue("APP.BOQ"', f'{variable} = mq.LocalQueue("APP.BOQ"', 1)
    )
    other = tmp_path / "p/topology/ours.py"
    other.write_text(f"from topology.qm1.{module.stem} import {variable}\n\nprint({variable})\n")
    made = add(tmp_path / "p", "DEF QL(APP.BOQ)", "QM2")
    assert made.report.notes[0].code == "declared-again"
    assert variable in made.report.notes[0].message
    assert len(on(tmp_path / "p", "QM2")) == 1


def test_the_plan_against_sandboxes_of_both_is_adoption_alone(project: Path) -> None:
    texts = {"QM1": ALIKE + ROWS + HEADS["QM1"], "QM2": ALIKE + ROWS + HEADS["QM2"]}
    add(project, texts["QM2"], "QM2")
    agree_with_sandboxes(project, texts)


def test_public_definitions_of_two_queue_managers(tmp_path: Path, shared_mqsc: Path) -> None:
    names = {"QM1": "two-managers-qm1.mqsc", "QM2": "two-managers-qm2.mqsc"}
    texts = {system: (shared_mqsc / name).read_text("utf-8") for system, name in names.items()}
    write_project(taken_in(texts["QM1"], "QM1").files, tmp_path / "p")
    add(tmp_path / "p", texts["QM2"], "QM2")
    shared = (tmp_path / "p/topology/shared/queues.py").read_text(encoding="utf-8")
    assert shared.count("mq.LocalQueue(") == 2
    agree_with_sandboxes(tmp_path / "p", texts)


def agree_with_sandboxes(project: Path, texts: dict[str, str]) -> None:
    """Nothing is to do but to adopt, and nothing after that."""
    for system, text in texts.items():
        (project / f"{system}.mqsc").write_text(text, encoding="utf-8")
        where = ("--system", system, "--platform", "linux")
        loaded = queuewright(project, "sandbox", "load", f"{system}.mqsc", *where)
        assert loaded.code == 0, loaded.err
    first = queuewright(project, "preview", "--json")
    assert first.code == 0, first.err
    verbs = {step["verb"] for step in json.loads(first.out)["steps"]}
    assert verbs == {"adopt"}
    assert queuewright(project, "up", "--yes").code == 0
    again = queuewright(project, "preview", "--detailed-exitcode")
    assert again.code == 0, again.out


DIFFERENT = {
    "QM1": """
* Orders of the shop
DEF QL(ORD.1) MAXDEPTH(1000) DESCR('one')
DEF QL(ORD.2) MAXDEPTH(2000) DESCR('two')
DEF QL(ORD.3) MAXDEPTH(3000) DESCR('three')
DEF QL(ORD.4) MAXDEPTH(4000) DESCR('four')
DEF QL(LONE) MAXMSGL(2000) MAXDEPTH(7) DEFPSIST(YES) GET(DISABLED)
DEF QL(BOTH) USAGE(XMITQ)
DEF NL(BOTH) NAMES(A)
DEF NL(LIST) NAMES(A,B)
DEF QR(OUT) RNAME(X) RQMNAME(QM9) XMITQ(BOTH)
""",
    "QM2": """
DEF QL(ORD.1) MAXDEPTH(10) DESCR('one')
DEF QL(ORD.2) MAXDEPTH(2000) DESCR('two of two')
DEF QL(ORD.3) MAXDEPTH(3000) DESCR('three')
DEF QL(ORD.4) MAXDEPTH(4000) DESCR('four')
DEF QL(LONE) MAXMSGL(2001) MAXDEPTH(8)
DEF QL(BOTH) USAGE(XMITQ)
DEF NL(BOTH) NAMES(A)
DEF NL(LIST) NAMES(A)
DEF QR(OUT) RNAME(X) RQMNAME(QM8) XMITQ(BOTH)
""",
    "QM3": """
DEF QL(ORD.1) MAXDEPTH(10) DESCR('one')
DEF QL(ORD.2) MAXDEPTH(2000) DESCR('two')
DEF QL(ORD.3) DEFPSIST(YES) DESCR('three')
DEF QL(ORD.4) MAXDEPTH(4000) DESCR('four')
DEF QL(LONE) MAXMSGL(2001) MAXDEPTH(8)
DEF QL(BOTH) USAGE(XMITQ)
DEF NL(BOTH) NAMES(A)
DEF NL(LIST) NAMES(A)
DEF QR(OUT) RNAME(X) RQMNAME(QM7) XMITQ(BOTH)
""",
}


def one_after_the_other(folder: Path, texts: dict[str, str]) -> None:
    (first, text), *others = texts.items()
    write_project(taken_in(text, first).files, folder)
    for system, text in others:
        add(folder, text, system)


def test_what_differs_in_a_few_attributes_stands_once(tmp_path: Path) -> None:
    """Numbers, texts, words, lists, what only one of them gives; a queue and a namelist of one
    name. What differs in more stands apart."""
    one_after_the_other(tmp_path / "p", DIFFERENT)
    for system, text in DIFFERENT.items():
        prefix = "" if system == "QM1" else f"{system}/"
        wanted = apart(text, system, tmp_path / system, prefix)
        assert on(tmp_path / "p", system) == wanted
    shared = (tmp_path / "p/topology/shared/queues.py").read_text(encoding="utf-8")
    for reported in (
        '("ORD.1", 10, {"QM1": 1000}, "one", {}),',
        '("ORD.2", 2000, {}, "two", {"QM2": "two of two"}),',
        'max_queue_depth={"QM3": None}.get(qm.name, 3000)',
        'default_persistence="persistent" if qm.name == "QM3" else None',
        'names={"QM1": ["A", "B"]}.get(qm.name, ["A"])',
        'remote_queue_manager_name={"QM2": "QM8", "QM3": "QM7"}.get(qm.name, "QM9")',
        "xmit_queue_name=both",
        "# Orders of the shop",
    ):
        assert reported in shared, reported
    assert "LONE" in (tmp_path / "p/__main__.py").read_text(encoding="utf-8")
    assert "LONE" in (tmp_path / "p/topology/qm2_qm3/queues.py").read_text(encoding="utf-8")
    checked(tmp_path / "p")
    tool(tmp_path / "p", "mypy", "--strict", ".")
    agree_with_sandboxes(tmp_path / "p", DIFFERENT)


def test_what_a_person_computes_or_says_of_a_row_stays(tmp_path: Path) -> None:
    """A constant, an expression, a comment in a statement or above a row: none of them is lost."""
    folder = tmp_path / "p"
    rows = "".join(f"DEF QL(ROW.{n}) DESCR('row {n}')\n" for n in range(5))
    text = "DEF QL(A) MAXDEPTH(5)\nDEF QL(B) MAXDEPTH(6)\nDEF QL(C) MAXDEPTH(7)\n"
    text += "DEF QR(D) RNAME(X) RQMNAME(Y) DESCR('wide enough for more than one line of text')\n"
    write_project(taken_in(text + rows, "QM1").files, folder)
    changed(folder, "qm = mq", "DEPTH = 5\nqm = mq")
    main = folder / "__main__.py"
    written = main.read_text(encoding="utf-8")
    for before, after in (
        ('("A", 5),', '("A", DEPTH),'),
        ('("B", 6),', '("B", 2 * 3),'),
        ('("C", 7),', '("C", 7),  # agreed'),
        ('    ("ROW.3"', '    # the third one\n    ("ROW.3"'),
        ('    remote_queue_name="X",', '    remote_queue_name="X",  # of theirs'),
    ):
        assert written.count(before) == 1, written
        written = written.replace(before, after)
    main.write_text(written, encoding="utf-8")
    declared = on(folder, "QM1")
    add(folder, text + rows, "QM2")
    after = main.read_text(encoding="utf-8")
    assert on(folder, "QM1") == declared
    for kept in ("DEPTH),", "2 * 3", "# agreed", "# the third one", "# of theirs", "DEPTH = 5"):
        assert kept in after, kept
    assert "ROW.1" not in after
    assert sources(folder).count('"ROW.1"') == 1
    checked(folder)


def test_a_comment_of_a_module_that_moves_is_kept(tmp_path: Path) -> None:
    """In a loop too, which is taken apart when a third system has other values."""
    one_after_the_other(tmp_path / "p", {n: DIFFERENT[n] for n in ("QM1", "QM2")})
    module = tmp_path / "p/topology/shared/queues.py"
    text = module.read_text(encoding="utf-8")
    assert text.count("    mq.RemoteQueue(") == 1
    text = text.replace("    mq.RemoteQueue(", "    # ask the bank first\n    mq.RemoteQueue(")
    module.write_text(f"{text}\n# the end of it\n", encoding="utf-8")
    add(tmp_path / "p", DIFFERENT["QM3"], "QM3")
    assert "# ask the bank first" in sources(tmp_path / "p")
    assert "# the end of it" in sources(tmp_path / "p")
    assert len(on(tmp_path / "p", "QM3")) == 9


def test_a_system_whose_objects_the_project_declares(project: Path) -> None:
    """It was imported first, under its own names: nothing is declared twice."""
    before = sources(project)
    with pytest.raises(CannotWriteProject, match='declares an object of "QM1" already') as caught:
        add(project, ALIKE, "QM1")
    assert "\n" not in str(caught.value)
    assert sources(project) == before


def test_what_a_program_of_this_form_declares_is_told_without_running_it(tmp_path: Path) -> None:
    """Exactly what the host tells of it, but for what only an engine adds."""
    one_after_the_other(tmp_path / "p", DIFFERENT)
    texts = {
        path.relative_to(tmp_path / "p").as_posix(): path.read_text(encoding="utf-8")
        for path in (tmp_path / "p").rglob("*.py")
    }
    stated = recorded("__main__.py", texts)
    assert stated is not None
    ran = Workspace(tmp_path / "p").program.declared
    assert {(d.type, d.name): (dict(d.inputs), d.place) for d in stated} == {
        (d.type, d.name): (dict(d.inputs), d.place) for d in ran if d.type != "pulumi:pulumi:Stack"
    }


@pytest.mark.parametrize(
    "more",
    [
        "import os\n",
        "print(qm)\n",
        "while False:\n    pass\n",
        "try:\n    import pulumi\nexcept Exception:\n    pass\n",
        "mq.LocalQueue('X', system=qm, force='never')\n",
        "mq.LocalQueue('X', system=qm, max_depth=5)\n",
        "mq.LocalQueue('X', system=qm)\nmq.LocalQueue('X', system=qm)\n",
        "mq.LocalQueue(f'{mq.LocalQueue(\"X\", system=qm)}', system=qm)\n",
    ],
)
def test_a_program_that_does_more_has_to_be_run(more: str) -> None:
    text = 'from queuewright import mq\n\nqm = mq.QueueManager("QM1")\n'
    assert recorded("__main__.py", {"__main__.py": text}) == ()
    assert recorded("__main__.py", {"__main__.py": text + more}) is None


def test_what_is_secret_stays_where_it_is(project: Path) -> None:
    changed(project, "from queuewright import mq\n", "import pulumi\nfrom queuewright import mq\n")
    secret = 'pulumi.Output.secret("what nobody could take")'
    changed(project, '"what nobody could take"', secret)
    add(project, ALIKE, "QM2")
    assert sources(project).count(secret) == 1
    assert secret in (project / "__main__.py").read_text(encoding="utf-8")
    secrets = [d.name for d in Workspace(project).program.declared if d.secret_inputs]
    assert secrets == ["DEAD.LETTER"]
    assert "AUDIT.OUT" in (project / "topology/shared/queues.py").read_text(encoding="utf-8")
