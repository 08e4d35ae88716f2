"""Programs under lint, without systems and with them."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from command_line import Ran, queuewright
from queuewright.api import Workspace
from queuewright.catalogue.diagnostic import Severity

STACK = "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    return tmp_path


def write(folder: Path, program: str) -> None:
    (folder / "__main__.py").write_text(f"import pulumi\nfrom queuewright import mq\n{program}")


def codes(ran: Ran) -> list[tuple[str, int]]:
    assert ran.out, ran.err
    return [(found["code"], found["line"]) for found in json.loads(ran.out)["findings"]]


def test_no_system_is_asked(folder: Path) -> None:
    (folder / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n"
        "    QM1: {type: mqweb, url: 'https://nowhere.invalid', user: {env: U}}\n"
    )
    write(folder, 'mq.AliasQueue("A", system="QM1", base_object_name="B")\n')
    ran = queuewright(folder, "lint", "--json")
    assert codes(ran) == [("QW101", 3)]
    assert ran.code == 2
    assert not (folder / ".queuewright").exists()


def test_what_systems_have_is_there(folder: Path) -> None:
    write(folder, 'mq.AliasQueue("A", system="QM1", base_object_name="B")\n')
    queuewright(folder, "sandbox", "create", "QM1", "--platform", "linux")
    made = queuewright(folder, "sandbox", "exec", "QM1", stdin="DEFINE QLOCAL(B)")
    assert made.code == 0, made.err
    assert codes(queuewright(folder, "lint", "--json")) == [("QW101", 3)]
    assert codes(queuewright(folder, "lint", "--json", "--observed")) == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("ALTER QMGR DEADQ(DEAD)", ["QW109"]),
        ("ALTER QMGR DEADQ(' ')", ["QW309"]),
        ("ALTER QMGR DEADQ(B)", []),
        ("DEFINE QALIAS(DEAD) TARGET(B)\nALTER QMGR DEADQ(DEAD)", ["QW308"]),
    ],
)
def test_the_dead_letter_queue_that_a_system_has(
    folder: Path, script: str, found: list[str]
) -> None:
    write(folder, 'mq.LocalQueue("B", system="QM1")\n')
    queuewright(folder, "sandbox", "create", "QM1", "--platform", "linux")
    queuewright(folder, "sandbox", "exec", "QM1", stdin=f"DEFINE QLOCAL(B)\n{script}")
    ran = queuewright(folder, "lint", "--json", "--observed")
    assert [code for code, _ in codes(ran)] == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("ALTER QLOCAL(B) BOQNAME(C)\nDEFINE QALIAS(A) TARGET(B)", []),
        ("ALTER QLOCAL(B) BOQNAME(GONE)", ["QW103"]),
        ("ALTER QLOCAL(C) MAXMSGL(10)\nALTER QLOCAL(B) BOQNAME(C)", ["QW302"]),
        ("DELETE QLOCAL(C)\nALTER QLOCAL(B) BOQNAME(C)", ["QW103"]),
        ("ALTER QLOCAL(GONE) MAXDEPTH(5)", ["QW003"]),
        ("DEFINE QLOCAL(B)", ["QW003"]),
        ("DEFINE QLOCAL(D) LIKE(B)", []),
        ("ALTER QMGR DEADQ(GONE)", ["QW109"]),
    ],
)
def test_a_script_on_top_of_what_a_system_has(folder: Path, script: str, found: list[str]) -> None:
    write(folder, "")
    queuewright(folder, "sandbox", "create", "QM1", "--platform", "linux")
    there = "DEFINE QLOCAL(B) DESCR(X)\nDEFINE QLOCAL(C)"
    queuewright(folder, "sandbox", "exec", "QM1", stdin=there)
    (folder / "changes.mqsc").write_text(script)
    ran = queuewright(folder, "lint", "changes.mqsc", "--system", "QM1", "--observed", "--json")
    assert [code for code, _ in codes(ran)] == found


def test_a_part_of_the_declaration_that_only_a_system_knows(folder: Path) -> None:
    write(
        folder,
        'a = mq.LocalQueue("A", system="QM1", max_message_length=100, queue_description="B")\n'
        'mq.LocalQueue("B", system="QM1", backout_threshold=1, max_message_length=200,\n'
        "    backout_requeue_name=a.queue_description)\n",
    )
    assert codes(queuewright(folder, "lint", "--json")) == [("QW301", 4)]


def test_from_python(folder: Path) -> None:
    """Linting leaves the workspace as it was: a plan sees the systems."""
    write(
        folder,
        'a = mq.LocalQueue("A", system="QM1")\n'
        'pulumi.export("text", a.queue_description)\n'
        'mq.AliasQueue("B", system="QM1", base_object_name="C")\n',
    )
    queuewright(folder, "sandbox", "create", "QM1", "--platform", "linux")
    queuewright(folder, "sandbox", "exec", "QM1", stdin="DEFINE QLOCAL(A) DESCR('there')")
    workspace = Workspace(folder)
    report = workspace.lint()
    assert [(f.code, str(f.key)) for f in report.findings] == [("QW101", "QM1 mq:AliasQueue B")]
    assert report.exit_code(Severity.WARNING) == 2
    assert workspace.program.outputs["text"] == "there"


def test_what_a_program_reads_is_there(folder: Path) -> None:
    write(
        folder,
        'there = mq.LocalQueue.get("B", id="QM1/mq:LocalQueue/B")\n'
        'mq.AliasQueue("A", system="QM1", base_object_name=there)\n'
        'mq.AliasQueue("C", system="QM1", base_object_name=there.name)\n'
        'mq.AliasQueue("D", system="QM1", base_object_name="E")\n',
    )
    assert codes(queuewright(folder, "lint", "--json")) == [("QW101", 6)]


def test_comments_stand_anywhere_in_a_declaration_or_above_it(folder: Path) -> None:
    write(
        folder,
        """
mq.AliasQueue("A", system="QM1", base_object_name="X")  # queuewright: ignore QW101: why
# queuewright: ignore QW101: why
mq.AliasQueue("B", system="QM1", base_object_name="X")
mq.AliasQueue(
    "C",
    system="QM1",
    base_object_name="X",  # queuewright: ignore QW101 until 2999-12-31: why
)
# queuewright: ignore QW101: why
for name in ("D", "E"):
    mq.AliasQueue(name, system="QM1", base_object_name="X")
for name in ("F", "G"):
    # queuewright: ignore QW101: why
    mq.AliasQueue(name, system="QM1", base_object_name="X")
mq.AliasQueue("H", system="QM1", base_object_name="X")
""",
    )
    ran = queuewright(folder, "lint", "--json")
    assert codes(ran) == [("QW101", 18)]
    assert json.loads(ran.out)["summary"]["silenced"] == 7


def test_secrets_stay_secret(folder: Path) -> None:
    write(
        folder,
        'mq.AliasQueue("A", system="QM1", base_object_name=pulumi.Output.secret("HUSH"))\n',
    )
    for form in ("--json", "--sarif", "--junit", "--markdown"):
        ran = queuewright(folder, "lint", form)
        assert "HUSH" not in ran.out + ran.err
        assert "QW101" in ran.out


def test_what_preview_blocks_is_an_error_here(folder: Path) -> None:
    write(
        folder,
        'mq.LocalQueue("A", system="QM1", max_queue_depth=-1)\n'
        'mq.AliasQueue("alias", name="A", system="QM1", base_object_name="A")\n',
    )
    ran = queuewright(folder, "lint", "--json", "--fail-on", "error")
    assert ("QW004", 3) in codes(ran)
    assert ran.code == 2


def test_programs_and_scripts_by_path(folder: Path) -> None:
    write(folder, 'mq.LocalQueue("A", system="QM1", backout_threshold=2)\n')
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A)")
    for path in (".", "__main__.py"):
        assert codes(queuewright(folder, "lint", path, "--json")) == [("QW303", 3)]
    away = folder / "elsewhere"
    away.mkdir()
    assert codes(queuewright(away, "lint", folder, "--json")) == [("QW303", 3)]
    for words, error in {
        (".", "a.mqsc"): "lint one program at a time",
        ("a.mqsc", "--observed"): '"a" is not in queuewright:systems (there: QM1)',
        ("--from", "mqsc"): "--from, --system, --set and --ccsid are for scripts",
        ("--json", "--sarif"): "choose one of them",
        ("no.mqsc",): "No such file",
    }.items():
        ran = queuewright(folder, "lint", *words)
        assert (ran.code, len(ran.errors)) == (1, 1)
        assert error in ran.err


def test_scripts_are_given_variables_and_their_ccsid(folder: Path) -> None:
    (folder / "a.clp").write_text("CRTDTAQ DTAQ(&LIB/IN) MAXLEN(5) AUT(STAFF)\n")
    for words, found in {
        ("--set", "LIB=ORDERS"): ["QW602"],
        ("--set", "LIB=ORDERS", "--ccsid", "273"): ["QW602"],
        (): [],
    }.items():
        ran = queuewright(folder, "lint", "a.clp", "--json", *words)
        assert [code for code, _ in codes(ran)] == found
    (folder / "b.clp").write_bytes("CRTAUTL STAFF TEXT('\xe4')\n".encode("cp273") * 1)
    assert queuewright(folder, "lint", "b.clp", "--ccsid", "273").code == 0
    for words, error in {
        ("--set", "LB=ORDERS"): "--set LB: no script has a variable LB",
        ("--ccsid", "1208"): "--ccsid 1208 is not known as EBCDIC",
    }.items():
        ran = queuewright(folder, "lint", "a.clp", *words)
        assert (ran.code, len(ran.errors)) == (1, 1)
        assert error in ran.err


def test_sarif_and_junit_say_where(folder: Path) -> None:
    write(folder, 'mq.AliasQueue("A", system="QM1", base_object_name="B")\n')
    (run,) = json.loads(queuewright(folder, "lint", "--sarif").out)["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["help"]["markdown"].startswith("# QW101: An alias leads nowhere")
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("QW101", "warning")
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "__main__.py"
    assert where["region"]["startLine"] == 3
    (case,) = ET.fromstring(queuewright(folder, "lint", "--junit").out).iter("testcase")
    assert (case.get("file"), case.get("line"), case.get("classname")) == (
        "__main__.py",
        "3",
        "QM1",
    )
    assert case.find("failure") is not None
    # The same fact has the same code in a plan.
    (planned,) = json.loads(queuewright(folder, "preview", "--sarif").out)["runs"]
    assert [found["ruleId"] for found in planned["results"]] == ["risk-leads-nowhere", "QW101"]


def plugin(folder: Path, module: str, value: str = "shop_lint:RULES") -> None:
    """A distribution with an entry point, as an installed package has one."""
    (folder / "shop_lint.py").write_text(module)
    metadata = folder / "shop_lint-1.0.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-lint\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[queuewright.lint]\nshop = {value}\n")


RULES = """
from queuewright.catalogue.rule import Rule
from queuewright.lint.check import finds

DESCRIBED = Rule(
    "SHOP1", "A queue says whose it is", "is blank", "say whose it is",
    attribute="queue_description", text="Ask.",
)

@finds(DESCRIBED)
def described(subject, world):
    if subject.key.kind == "mq:LocalQueue" and not subject.values.get("queue_description"):
        yield DESCRIBED(subject.key, "")

RULES = [described]
"""


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(place)
    monkeypatch.delitem(sys.modules, "shop_lint", raising=False)
    return place


def test_rules_of_others(folder: Path, site: Path) -> None:
    plugin(site, RULES)
    write(folder, 'mq.LocalQueue("A", system="QM1")\n')
    ran = queuewright(folder, "lint")
    assert ran.out.startswith("__main__.py:3: error SHOP1: QM1 mq:LocalQueue A: queue_description")
    assert ran.code == 2
    assert (
        "A queue says whose it is\n\nSeverity: error\n\nAsk."
        in queuewright(folder, "lint", "--explain", "SHOP1").out
    )
    (folder / "pyproject.toml").write_text('[tool.queuewright.lint]\nignore = ["SHOP"]\n')
    assert queuewright(folder, "lint").code == 0


@pytest.mark.parametrize(
    ("module", "value", "error"),
    [
        ("1/0", "shop_lint:RULES", "ZeroDivisionError: division by zero"),
        ("RULES = 3", "shop_lint:RULES", "gives int, and no Check"),
        ("", "shop_lint:RULES", "AttributeError"),
        ("", "shop_lost:RULES", "ModuleNotFoundError"),
        (RULES.replace("SHOP1", "QW101"), "shop_lint:RULES", "begins with QW"),
        (RULES.replace("finds(DESCRIBED)", "finds()"), "shop_lint:RULES", "a check has no rules"),
        (RULES.replace("if subject", "raise ValueError('a\\nb')\n    if subject"),
         "shop_lint:RULES", "rule SHOP1 failed on QM1 mq:LocalQueue A: ValueError: a"),
    ],
)  # fmt: skip
def test_errors_of_others_are_one_line(
    folder: Path, site: Path, module: str, value: str, error: str
) -> None:
    plugin(site, module, value)
    write(folder, 'mq.LocalQueue("A", system="QM1")\n')
    ran = queuewright(folder, "lint")
    (line,) = ran.errors
    assert error in line
    assert "Traceback" not in ran.err
    assert ran.code == 1


def test_previews_show_what_lint_finds(folder: Path) -> None:
    """In every format, saved and shown again; what a step says already is not said twice."""
    write(
        folder,
        'mq.LocalQueue("A", system="QM1", backout_threshold=2, max_message_length=9,\n'
        '    backout_requeue_name="C")\n'
        'mq.AliasQueue("B", system="QM1", base_object_name="NOWHERE")\n'
        'mq.LocalQueue("C", system="QM1", max_message_length=8)\n'
        "# queuewright: ignore QW301: why\n"
        'mq.LocalQueue("D", system="QM1", backout_requeue_name="D")\n',
    )
    plan = folder / "plan.json"
    document = json.loads(queuewright(folder, "preview", "--json", "--save-plan", plan).out)
    assert [found["code"] for found in document["findings"]] == ["QW302"]
    (warned,) = [w for step in document["steps"] for w in step["warnings"]]
    assert (warned["code"], warned["lint"]) == ("dangling", "QW101")
    for form in ("--markdown", "--html", "--sarif", "--junit"):
        shown = queuewright(folder, "preview", form).out
        assert "QW302" in shown
        assert queuewright(folder, "show", plan, form).out == shown
    up = queuewright(folder, "up", "--yes", "--plan", plan)
    assert up.code == 0, up.err
    (folder / "pyproject.toml").write_text('[tool.queuewright.lint]\nignore = ["QW302"]\n')
    found = json.loads(queuewright(folder, "preview", "--json").out)["findings"]
    assert [finding["code"] for finding in found] == ["QW101"]  # there is no step to say it now


def test_a_plan_of_a_part_says_nothing_of_silences_elsewhere(folder: Path) -> None:
    write(
        folder,
        'mq.LocalQueue("A", system="QM1", backout_requeue_name="A")\n'
        "# queuewright: ignore QW301: why\n"
        'mq.LocalQueue("B", system="QM1")\n',
    )
    for words, expected in {(): ["QW301", "QW002"], ("--target", "A"): ["QW301"]}.items():
        found = json.loads(queuewright(folder, "preview", "--json", *words).out)["findings"]
        assert [finding["code"] for finding in found] == expected


def test_a_channel_that_joins_a_cluster_needs_no_other_declaration(folder: Path) -> None:
    write(
        folder,
        'mq.ClusterReceiverChannel("SHOP.QM1", system="QM1", cluster_name="SHOP",\n'
        '    connection_name="host(1414)")\n'
        'mq.LocalQueue("A", system="QM1", cluster_name="SHOP")\n',
    )
    document = json.loads(queuewright(folder, "preview", "--json").out)
    assert [w for step in document["steps"] for w in step["warnings"]] == []
    assert document["findings"] == []


@pytest.mark.parametrize(("manager", "found"), [("YORK", []), ("LEEDS", ["QW102"])])
def test_a_queue_manager_alias_of_a_cluster_needs_no_transmission_queue(
    manager: str, found: list[str], folder: Path
) -> None:
    members = "".join(
        f'mq.ClusterReceiverChannel("SHOP.{name}", system="{name}", cluster_name="SHOP",\n'
        '    connection_name="host(1414)")\n'
        for name in ("QM1", "QM2")
    )
    write(
        folder,
        f'{members}mq.RemoteQueue("YORK", system="QM2", remote_queue_name="", xmit_queue_name="",\n'
        '    remote_queue_manager_name="QM2", cluster_name="SHOP")\n'
        'mq.RemoteQueue("GO", system="QM1", remote_queue_name="Q",\n'
        f'    remote_queue_manager_name="{manager}", xmit_queue_name="")\n',
    )
    assert [code for code, _ in codes(queuewright(folder, "lint", "--json"))] == found


def test_the_example_has_nothing_wrong() -> None:
    ran = queuewright(Path(__file__).parents[3], "lint", "--fail-on", "note")
    assert (ran.out, ran.code) == ("", 0)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ({"remote_queue_name": ""}, ["QW112"]),  # a queue manager alias
        ({"remote_queue_name": "REPLY"}, ["QW205", "QW112"]),  # at most a reply-to queue alias
        ({"remote_queue_manager_name": "QM2"}, ["QW102"]),
        ({"xmit_queue_name": ""}, []),
        ({"xmit_queue_name": "NORMAL"}, ["QW112"]),
        ({"xmit_queue_name": "NORMAL", "remote_queue_manager_name": "QM2"}, ["QW201"]),
    ],
)
def test_a_transmission_queue_that_is_ignored(
    names: dict[str, str], found: list[str], folder: Path
) -> None:
    given = {"remote_queue_name": "", "remote_queue_manager_name": "QM1", "xmit_queue_name": "X"}
    arguments = ", ".join(f"{name}={value!r}" for name, value in {**given, **names}.items())
    write(
        folder,
        f'mq.RemoteQueue("R", system="QM1", {arguments})\nmq.LocalQueue("NORMAL", system="QM1")\n',
    )
    assert [code for code, _ in codes(queuewright(folder, "lint", "--json"))] == found
    preview = queuewright(folder, "preview").out
    assert [code for code in ("QW102", "QW205", "QW112", "QW201") if code in preview] == found
    if "QW112" in found:
        assert "is ignored: QM1 is the queue manager itself" in preview
        assert "0 blocked" not in preview
        assert queuewright(folder, "up", "--yes").code == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("stream_queue='M'", "is an mq:ModelQueue, and must be an mq:LocalQueue, mq:AliasQueue or"),
        ("backout_requeue_name='M'", '"M" is an mq:ModelQueue, and must be an mq:LocalQueue, mq'),
        (
            "initiation_queue_name='AL'",
            '"AL" is an mq:AliasQueue, and must be an mq:LocalQueue; na',
        ),
    ],
)
def test_a_name_of_an_object_that_cannot_be_it(arguments: str, line: str, folder: Path) -> None:
    others = (
        'mq.ModelQueue("M", system="QM1")\nmq.AliasQueue("AL", system="QM1", base_object_name="B")'
    )
    queues = f'mq.LocalQueue("B", system="QM1")\nmq.LocalQueue("A", system="QM1", {arguments})\n'
    write(folder, f"{others}\n{queues}")
    for command in ("lint", "preview"):
        reported = queuewright(folder, command).out
        assert line in reported
        assert "declared" not in reported
    blocked = "1 blocked" in queuewright(folder, "preview").out
    assert blocked == ("stream" in arguments)
