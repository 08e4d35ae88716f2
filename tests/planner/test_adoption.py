"""Objects that were there before the stack: what a plan says of them, and who may delete them."""

import json
from pathlib import Path

import pytest

from command_line import Ran, queuewright
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

PROGRAM = """
from queuewright import mq
mq.LocalQueue("ours", name="OURS", system="QM1")
mq.LocalQueue("theirs", name="THEIRS", system="QM1", max_queue_depth=7{options})
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    for stack in ("a", "b"):
        configure(tmp_path, stack, "shared.db")
    write(tmp_path)
    Sandbox(tmp_path / "shared.db").create_system("QM1")
    return tmp_path


def configure(folder: Path, stack: str, path: str) -> None:
    text = f"config:\n  queuewright:systems:\n    QM1: {{type: sandbox, path: {path}}}\n"
    (folder / f"Pulumi.{stack}.yaml").write_text(text)


def write(folder: Path, options: str = "", program: str = PROGRAM) -> None:
    (folder / "__main__.py").write_text(program.replace("{options}", options))


def machine(project: Path) -> EmbeddedSystem:
    return Sandbox(project / "shared.db").system("QM1")


def theirs(project: Path, depth: int = 7) -> None:
    machine(project).create("mq:LocalQueue", "THEIRS", {"max_queue_depth": depth})


def names(project: Path) -> set[str]:
    found = machine(project).observe(("mq:LocalQueue",))
    return {each.key.name for each in found if not each.key.name.startswith("SYSTEM.")}


def on(project: Path, stack: str, *words: str, stdin: str = "") -> Ran:
    return queuewright(project, *words, "--stack", stack, stdin=stdin)


def step(project: Path, stack: str, name: str, *words: str) -> dict[str, object]:
    document = json.loads(on(project, stack, *(words or ("preview",)), "--json").out)
    (found,) = [step for step in document["steps"] if step["name"] == name]
    return dict(found)


def test_a_plan_says_adopt_and_counts_it(project: Path) -> None:
    theirs(project)
    plan = on(project, "a", "preview")
    assert "= QM1 mq:LocalQueue THEIRS (theirs) adopt" in plan.out
    assert "1 to adopt" in plan.out
    done = on(project, "a", "up", "--yes")
    assert "QM1 LocalQueue THEIRS adopted" in done.err
    assert {"1 created", "1 adopted"} == set(done.out.splitlines()[-1].split(", "))


READING = """
from queuewright import mq
mq.LocalQueue("ours", name="OURS", system="QM1")
mq.LocalQueue.get("theirs", "QM1/mq:LocalQueue/THEIRS")
"""


def test_an_object_that_the_program_only_reads_from_now_on_stays(project: Path) -> None:
    assert on(project, "a", "up", "--yes").code == 0
    write(project, program=READING)
    plan = on(project, "a", "preview")
    assert "QM1 mq:LocalQueue THEIRS (theirs) forget" in plan.out
    assert "the program reads it, and no longer manages it: it stays on QM1" in plan.out
    done = on(project, "a", "up", "--yes")
    assert (done.code, names(project)) == (0, {"OURS", "THEIRS"})
    assert "No changes: the systems are as declared." in on(project, "a", "preview").out
    assert on(project, "a", "destroy", "--yes").code == 0
    assert names(project) == {"THEIRS"}


def test_import_says_import(project: Path) -> None:
    theirs(project)
    import_ = ', opts=pulumi.ResourceOptions(import_="QM1/mq:LocalQueue/THEIRS")'
    write(project, import_, "import pulumi" + PROGRAM)
    assert step(project, "a", "THEIRS")["verb"] == "import"
    assert on(project, "a", "up", "--yes").code == 0
    assert "--adopted delete" in on(project, "a", "destroy", "--yes").errors[0]


@pytest.mark.parametrize(
    ("adopt", "depth", "verb", "blocked"),
    [
        ("never", 7, "create", True),
        ("never", 8, "create", True),
        ("matching", 7, "adopt", False),
        ("matching", 8, "adopt", True),
        ("any", 7, "adopt", False),
        ("any", 8, "adopt", False),
        # As programs and states of before have them.
        ("if-identical", 8, "adopt", True),
        ("always", 8, "adopt", False),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_what_may_be_adopted(
    project: Path, adopt: str, depth: int, verb: str, blocked: bool, shared: bool
) -> None:
    theirs(project, depth)
    if shared:
        write(project, "")
        machine(project).change("mq:LocalQueue", "THEIRS", {"max_queue_depth": 7})
        assert on(project, "b", "up", "--yes").code == 0
        machine(project).change("mq:LocalQueue", "THEIRS", {"max_queue_depth": depth})
    only = PROGRAM.replace('mq.LocalQueue("ours", name="OURS", system="QM1")\n', "")
    write(project, f', adopt="{adopt}"', only)
    found = step(project, "a", "THEIRS")
    reported = adopt in ("any", "always")
    assert found["verb"] == verb
    assert bool(found["blocked"]) is (blocked or (shared and not reported))
    stated = "stack shop/b has it" in json.dumps(found)
    assert stated is (shared and adopt != "never")


def test_another_stack_of_another_queue_manager_is_none_of_ours(project: Path) -> None:
    theirs(project)
    configure(project, "b", "another.db")
    Sandbox(project / "another.db").create_system("QM1")
    assert on(project, "b", "up", "--yes").code == 0
    plan = on(project, "a", "up", "--yes")
    assert plan.code == 0
    assert "shop/b" not in plan.out


@pytest.mark.parametrize("gone", ["configuration", "state"])
def test_another_stack_that_cannot_be_read(project: Path, gone: str) -> None:
    theirs(project)
    assert on(project, "b", "up", "--yes").code == 0
    if gone == "configuration":
        (project / "Pulumi.b.yaml").unlink()
    else:
        (project / ".queuewright" / "stacks" / "shop" / "b.json").write_text("{")
    write(project, "", PROGRAM.replace("OURS", "MORE"))
    plan = on(project, "a", "preview")
    assert ("stack shop/b has it" in plan.out) is (gone == "configuration")


def test_what_was_adopted_is_deleted_with_a_warning(project: Path) -> None:
    theirs(project)
    assert on(project, "a", "up", "--yes").code == 0
    for change in ("max_queue_depth=8", "max_queue_depth=9"):  # it stays adopted when it changes
        write(project, "", PROGRAM.replace("max_queue_depth=7", change))
        assert on(project, "a", "up", "--yes").code == 0
    assert on(project, "a", "refresh", "--yes").code == 0
    write(project, "", 'from queuewright import mq\nmq.LocalQueue("OURS", system="QM1")\n')
    plan = on(project, "a", "preview")
    assert "warning: it was there before the stack adopted it" in plan.out
    assert on(project, "a", "up", "--yes").code == 0
    assert names(project) == {"OURS"}


def test_what_was_created_again_is_the_stacks_own(project: Path) -> None:
    theirs(project)
    assert on(project, "a", "up", "--yes").code == 0
    machine(project).delete("mq:LocalQueue", "THEIRS")
    assert on(project, "a", "up", "--yes").code == 0
    assert on(project, "a", "destroy", "--yes").code == 0
    assert names(project) == set()


def test_destroy_asks_in_words_of_its_own(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs(project)
    assert on(project, "a", "up", "--yes").code == 0
    refused = on(project, "a", "destroy", "--yes")
    assert refused.code == 1
    assert refused.errors == [
        "error: 1 object was there before the stack adopted it: QM1 mq:LocalQueue THEIRS; give "
        "--adopted delete to delete it as well, or --adopted keep to leave it there"
    ]
    assert names(project) == {"OURS", "THEIRS"}
    with monkeypatch.context() as patch:
        patch.setattr("queuewright.cli.common._is_interactive", lambda: True)
        done = on(project, "a", "destroy", stdin="n\ny\n")
    assert done.code == 0
    assert "Delete it as well? No leaves it on the system." in done.err
    assert "it was there before the stack adopted it: it stays on QM1" in done.out
    assert names(project) == {"THEIRS"}
    assert on(project, "a", "preview", "--detailed-exitcode").code == 2


@pytest.mark.parametrize(("fate", "left"), [("keep", {"THEIRS"}), ("delete", set())])
def test_destroy_in_a_pipeline_says_which(project: Path, fate: str, left: set[str]) -> None:
    theirs(project)
    assert on(project, "a", "up", "--yes").code == 0
    assert on(project, "a", "destroy", "--yes", "--adopted", fate).code == 0
    assert names(project) == left
    assert on(project, "a", "destroy", "--yes").code == 0


def test_what_another_stack_has_is_not_deleted(project: Path) -> None:
    """b has created it, and a has adopted it."""
    assert on(project, "b", "up", "--yes").code == 0
    write(project, ', adopt="any"', PROGRAM.replace("OURS", "MORE"))
    assert on(project, "a", "up", "--yes").code == 0
    refused = step(project, "b", "THEIRS", "destroy")
    assert "stack shop/a has it as well" in json.dumps(refused["blocked"])
    assert on(project, "a", "destroy", "--yes").code == 0  # without --adopted: it is kept anyway
    assert names(project) == {"OURS", "THEIRS"}
    assert on(project, "b", "destroy", "--yes").code == 0
    assert names(project) == set()
