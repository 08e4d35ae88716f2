"""A plan in a file: carried out while everything is as it was, and not one command otherwise."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import Ran, queuewright
from key_pairs import key_pair
from queuewright.render.document import plan_document
from queuewright.render.markdown import plan_markdown
from queuewright.render.text import plan_text
from queuewright.saved.basis import basis_of, differences
from queuewright.saved.reading import plan_of
from random_plans import random_plan

PROGRAM = """
import pulumi
from queuewright import mq

mq.LocalQueue("IN", system="QM1", max_queue_depth=100,
              queue_description=pulumi.Output.secret("hush-hush"))
mq.AliasQueue("OUT", system="QM1", base_object_name="IN")
pulumi.export("depth", 100)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return tmp_path


def ran(project: Path, *words: object, stdin: str = "") -> Ran:
    return queuewright(project, *words, stdin=stdin)


def saved(project: Path, *words: object) -> Path:
    assert ran(project, "preview", "--save-plan", "plan.json", *words).code == 0
    return project / "plan.json"


def objects(project: Path) -> str:
    done = ran(project, "sandbox", "exec", "QM1", stdin="DISPLAY QUEUE(*) ALL")
    return done.out


def test_what_was_reviewed_is_what_is_done(project: Path) -> None:
    file = saved(project)
    assert "hush" not in file.read_text()
    preview = ran(project, "preview")
    shown = ran(project, "show", "plan.json")
    assert (shown.code, shown.out) == (0, preview.out)
    markdown = ran(project, "preview", "--markdown").out
    assert ran(project, "show", "plan.json", "--markdown").out == markdown
    as_json = json.loads(ran(project, "show", "plan.json", "--json").out)
    assert as_json == json.loads(ran(project, "preview", "--json").out)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err.count("created")) == (0, 2)
    # It was done: what it was made from is no more.
    again = ran(project, "up", "--yes", "--plan", "plan.json")
    assert again.code == 1
    assert again.errors[0] == "error: QM1 mq:LocalQueue IN: the state has it now"


def edit(before: str, after: str) -> Callable[[Path], None]:
    def edited(project: Path) -> None:
        program = project / "__main__.py"
        assert before in program.read_text()
        program.write_text(program.read_text().replace(before, after))

    return edited


def command(text: str) -> Callable[[Path], None]:
    def run(project: Path) -> None:
        assert ran(project, "sandbox", "exec", "QM1", stdin=text).code == 0

    return run


def updated(project: Path) -> None:
    edit("depth=200", "depth=300")(project)
    assert ran(project, "up", "--yes").code == 0
    edit("depth=300", "depth=200")(project)


CHANGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "the program": (
        edit("depth=200", "depth=201"),
        "QM1 mq:LocalQueue IN: the program: inputs.max_queue_depth was 200, is 201",
    ),
    "an option": (
        edit("depth=200", "depth=200, on_delete='purge'"),
        'QM1 mq:LocalQueue IN: the program: inputs.on_delete was nothing, is "purge"',
    ),
    "a secret": (
        edit("hush-hush", "whisper"),
        "QM1 mq:LocalQueue IN: the program: inputs.queue_description was another secret",
    ),
    "a new object": (
        edit("pulumi.export", "mq.LocalQueue('NEW', system='QM1')\npulumi.export"),
        "QM1 mq:LocalQueue NEW: is new in the plan",
    ),
    "one less": (
        edit('mq.AliasQueue("OUT", system="QM1", base_object_name="IN")\n', ""),
        "QM1 mq:AliasQueue OUT: the program has it no more",
    ),
    "an output": (
        edit('"depth", 100', '"depth", 7'),
        "outputs: the program: depth was 100, is 7",
    ),
    "the state": (
        updated,
        "QM1 mq:LocalQueue IN: the state: inputs.max_queue_depth was 100, is 300",
    ),
    "the system": (
        command("ALTER QLOCAL(IN) MAXDEPTH(7)"),
        "QM1 mq:LocalQueue IN: the system: max_queue_depth was 100, is 7",
    ),
    "what was not to change": (
        command("ALTER QALIAS(OUT) TARGET(OTHER)"),
        "QM1 mq:AliasQueue OUT: the system has it now",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_has_changed_since_is_named_and_nothing_is_sent(project: Path, what: str) -> None:
    change, line = CHANGES[what]
    assert ran(project, "up", "--yes").code == 0
    edit("depth=100", "depth=200")(project)
    saved(project)
    change(project)
    before = objects(project)
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert up.code == 1
    assert f"error: {line}" in up.errors
    assert "nothing was sent" in up.errors[-1]
    assert "hush" not in up.err
    assert objects(project) == before
    for other in ("hush-hush", "whisper"):
        assert other not in up.err


def test_options_of_the_plan_are_those_it_was_made_with(project: Path) -> None:
    saved(project, "--target", "IN")
    refused = ran(project, "up", "--yes", "--plan", "plan.json", "--target", "OUT")
    assert refused.errors == [
        "error: --target and --plan: plan.json says what is done; leave --target out, or make the "
        "plan again with it"
    ]
    up = ran(project, "up", "--yes", "--plan", "plan.json")
    assert (up.code, up.err.count("created")) == (0, 1)


def test_a_plan_of_another_stack(project: Path) -> None:
    (project / "Pulumi.prod.yaml").write_text((project / "Pulumi.dev.yaml").read_text())
    assert ran(project, "preview", "-s", "dev", "--save-plan", "plan.json").code == 0
    up = ran(project, "up", "--yes", "-s", "prod", "--plan", "plan.json")
    assert up.errors == [
        "error: plan.json: is a plan of stack dev of shop, not of prod of shop; choose that stack "
        "with -s, or make the plan again"
    ]


def test_only_what_was_signed_is_carried_out(project: Path) -> None:
    private, public = key_pair(project, "ours")
    _, other = key_pair(project, "other")
    unsigned = saved(project)
    assert "has no signature" in ran(project, "show", unsigned, "--verify", public).errors[0]
    file = saved(project, "--sign", private)
    assert ran(project, "show", file, "--verify", public).code == 0
    wrong = ran(project, "up", "--yes", "--plan", file, "--verify", other)
    assert "the signature is not of this plan by the key in" in wrong.errors[0]
    document = json.loads(file.read_text())
    document["options"]["purge"] = ["QM1/mq:LocalQueue/IN"]
    file.write_text(json.dumps(document))
    assert "the signature is not" in ran(project, "show", file, "--verify", public).errors[0]
    saved(project)
    assert ran(project, "sign", file, "--key", private).code == 0
    assert ran(project, "up", "--yes", "--plan", file, "--verify", public).code == 0
    document = json.loads(saved(project).read_text())
    del document["plan"]["steps"]
    file.write_text(json.dumps(document))
    assert "its plan cannot be read" in ran(project, "sign", file, "--key", private).errors[0]
    assert json.loads(file.read_text())["signature"] is None
    for key in (public, project / "none.pem", project / "__main__.py"):
        refused = ran(project, "preview", "--save-plan", "p.json", "--sign", key)
        assert len(refused.errors) == 1, key
        assert "Ed25519 private key" in refused.errors[0] or "cannot be read" in refused.errors[0]
        assert not (project / "p.json").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is not JSON"),
        ("[1]", "is no saved plan"),
        ('{"format": 2}', "is of format 2, and this Queuewright reads format 1"),
        ('{"format": 1}', "is no saved plan: queuewright: Field required"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_what_is_no_saved_plan(project: Path, content: str, said: str) -> None:
    (project / "plan.json").write_text(content)
    for words in (("show", "plan.json"), ("up", "--yes", "--plan", "plan.json")):
        done = ran(project, *words)
        assert (done.code, len(done.errors)) == (1, 1)
        assert f"plan.json: {said}" in done.errors[0]
    assert "cannot be read" in ran(project, "show", "none.json").errors[0]
    assert len(ran(project, "preview", "--save-plan", "no/where.json").errors) == 1


HOSTILE = "x\x1b[31m\0\r\n::error::forged ##vso[task.setvariable variable=a]b"
VALUES = {"before", "after", "applied", "observed", "value", "verb", "cost", "verdict", "severity"}


def poisoned(part: Any, within: str = "") -> Any:
    """The document of a plan with something hostile in each name and text that is no value."""
    if isinstance(part, dict):
        names = within in ("creates", "unreachable")
        return {
            (name + HOSTILE if names else name): poisoned(item, name) for name, item in part.items()
        }
    if isinstance(part, list):
        return [poisoned(item, within) for item in part]
    if not isinstance(part, str) or not part or within in VALUES | {"open_for"}:
        return part
    return part + HOSTILE if "/mq:" in part else HOSTILE + part + HOSTILE  # an id stays one


@pytest.mark.parametrize("form", ["", "--diff", "--markdown", "--html", "--junit", "--sarif"])
def test_nothing_of_a_plan_that_others_wrote_is_drawn_raw(project: Path, form: str) -> None:
    """Not the names of attributes either; nothing is signed yet when a reviewer looks at it."""
    ran(project, "up", "--yes")
    changed = PROGRAM.replace("100,", "200,").replace('="IN"', '="NONE"')
    new = 'mq.LocalQueue("NEW", system="QM1", max_queue_depth=7)\n'
    (project / "__main__.py").write_text(changed + new)
    ran(project, "sandbox", "open", "QM1", "OUT", "--for", "output", "--application", "webshop")
    ran(project, "preview", "--save-plan", "plan.json")  # FORCE is needed, and blocked
    file = project / "plan.json"
    document = json.loads(file.read_text())
    document["plan"] = poisoned(document["plan"])
    document["plan"]["unreachable"] = {f"QM2{HOSTILE}": HOSTILE}
    document["plan"]["unread"] = [HOSTILE]
    file.write_text(json.dumps(document))
    shown = ran(project, "show", file, *filter(None, [form]))
    assert shown.code == 0, shown.err
    said = shown.out + shown.err
    assert "forged" in said
    assert all(line.isprintable() for line in said.split("\n"))
    assert not [line for line in said.split("\n") if line.lstrip().startswith("::")]
    assert "##vso[" not in said


def test_openssl_makes_the_keys(project: Path) -> None:
    """As the documentation says it."""
    try:
        for words in (
            "openssl genpkey -algorithm ed25519 -out key.pem",
            "openssl pkey -in key.pem -pubout -out key.pub",
        ):
            subprocess.run(words.split(), cwd=project, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no openssl")
    saved(project, "--sign", "key.pem")
    assert ran(project, "show", "plan.json", "--verify", "key.pub").code == 0


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_is_read_as_it_was_written(seed: int, tmp_path: Path) -> None:
    plan = random_plan(seed, tmp_path)
    if plan is None:
        return
    document: dict[str, Any] = json.loads(json.dumps(plan_document(plan, show_sames=True)))
    read = plan_of(document)
    assert json.loads(json.dumps(plan_document(read, show_sames=True))) == document
    for diff in (False, True):
        assert plan_text(read, diff=diff).plain == plan_text(plan, diff=diff).plain
    assert plan_markdown(read) == plan_markdown(plan)
    basis = basis_of(plan, b"salt")
    assert json.loads(json.dumps(basis)) == basis
    assert list(differences(basis, json.loads(json.dumps(basis)))) == []


# What nobody has made


def forged(project: Path, name: str, edit: Callable[[dict[str, Any]], None]) -> None:
    """The state with an entry for an object that this stack never made."""
    assert ran(project, "sandbox", "exec", "QM1", stdin=f"DEFINE QLOCAL({name})").code == 0
    exported = json.loads(ran(project, "stack", "export").out)
    resources = exported["deployment"]["resources"]
    own = next(each for each in resources if each.get("id") == "QM1/mq:LocalQueue/IN")
    entry = json.loads(json.dumps(own).replace("::IN", f"::{name}").replace("/IN", f"/{name}"))
    entry["inputs"]["name"] = entry["outputs"]["name"] = name
    edit(entry)
    resources.append(entry)
    (project / "forged.json").write_text(json.dumps(exported))
    assert ran(project, "stack", "import", "--file", "forged.json").code == 0


def without_outputs(entry: dict[str, Any]) -> None:
    del entry["outputs"]


def without_a_time(entry: dict[str, Any]) -> None:
    del entry["created"]


def with_a_wrong_time(entry: dict[str, Any]) -> None:
    entry["created"] = "yesterday"


def of_another_object(entry: dict[str, Any]) -> None:
    entry["outputs"]["name"] = "IN"


@pytest.mark.parametrize(
    "edit", [without_outputs, without_a_time, with_a_wrong_time, of_another_object]
)
def test_an_unsigned_plan_deletes_nothing_that_the_state_has_no_record_of(
    edit: Callable[[dict[str, Any]], None], project: Path
) -> None:
    private, public = key_pair(project, "ours")
    assert ran(project, "up", "--yes").code == 0
    forged(project, "PAYROLL", edit)
    file = saved(project)
    refused = ran(project, "up", "--yes", "--plan", file)
    assert (refused.code, refused.out) == (1, "")
    assert refused.errors[0] == (
        "error: QM1 mq:LocalQueue PAYROLL: would be deleted, and the state has no record that this "
        "stack made or adopted it (created, outputs)"
    )
    assert refused.errors[1].endswith("and give --verify KEY, or correct the state")
    assert "QUEUE(PAYROLL)" in objects(project)
    # Somebody who has the key has looked at it.
    assert ran(project, "sign", file, "--key", private).code == 0
    assert ran(project, "up", "--yes", "--plan", file).code == 1  # a signature that nobody verified
    assert ran(project, "up", "--yes", "--plan", file, "--verify", public).code == 0
    assert "QUEUE(PAYROLL)" not in objects(project)


def test_an_unsigned_plan_deletes_what_the_stack_made_or_adopted(project: Path) -> None:
    """By this engine; tests/provider/dynamic/test_pulumi_cli.py has states of Pulumi's."""
    assert ran(project, "sandbox", "create", "QM1", "--platform", "linux").code == 0
    script = "DEFINE QLOCAL(THERE)\nDEFINE QLOCAL(MOVED)"
    assert ran(project, "sandbox", "exec", "QM1", stdin=script).code == 0
    program = project / "__main__.py"
    own = 'mq.LocalQueue("THERE", system="QM1")\nmq.LocalQueue("OWN", system="QM1")\n'
    program.write_text(PROGRAM + own)
    assert ran(project, "up", "--yes").code == 0
    program.write_text(PROGRAM)
    done = ran(project, "up", "--yes", "--plan", saved(project))
    assert (done.code, done.err.count(" deleted")) == (0, 2)
    assert "QUEUE(THERE)" not in objects(project)
