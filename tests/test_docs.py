"""Every command that README and docs/ show is run here, in order, or listed with why it is not."""

import json
import re
import shlex
from pathlib import Path

import pytest

from command_line import Ran, queuewright
from key_pairs import key_pair
from pulumi_previews import export, preview, state, step

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "CONTRIBUTING.md", "docs/lint/index.md"]
PAGES += [f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")]
_COMMAND = re.compile(
    r"(?:    |\$ )((?:queuewright|pulumi|dmpmqcfg|make|pip|spark-submit|python|mkdir|echo)\b.*)"
)
# What cannot run here, by what it begins with.
NOT_RUN = {
    "pip install": "installs packages",
    "make ": "runs the test suite itself, or what CI runs besides",
    "dmpmqcfg ": "is IBM MQ's",
    "pulumi ": "is Pulumi's; tests/provider/dynamic/test_pulumi_cli.py runs it where it is",
    "python examples/drift/pack_environment.py": "packs a whole environment; a deploy test does",
    "spark-submit": "needs a cluster; a deploy test starts one",
    "queuewright drift run": "needs Java; tests/planner/drift runs each of its options",
    "queuewright drift collect": "needs Java, as drift run",
    "queuewright drift detect": "needs Java, as drift run",
    "queuewright drift report": "needs Java, as drift run",
    "queuewright drift acknowledge": "its day goes by; test_acknowledgements.py runs it",
    "queuewright drift watch": "needs Java; tests/planner/drift/test_watch_stream.py runs it",
    "queuewright comment": "needs a forge; tests/planner/review and tests/examples run it",
    "queuewright --debug COMMAND": "is a pattern",
    "queuewright sandbox serve": "serves until Ctrl-C; tests/planner/cli/test_serve.py runs it",
}
DUMP = """\
* Queue manager name: {0}
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
DEFINE QLOCAL('ORDERS.IN') +
   MAXDEPTH(500) +
*  CURDEPTH(2) +
   REPLACE
DEFINE QALIAS('SHOP') TARGET('ORDERS.IN') REPLACE
"""
PROGRAM = """
from queuewright import mq
mq.LocalQueue("ORDERS.IN", system="QM1", max_queue_depth=500)
"""
STACK = "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux}\n"
FLEET = """\
defaults: {program: ., stack: dev}
environments:
  - {name: ENV..., systems: {QM1: {type: mqsc, path: QM1.mqsc}}}
"""


def commands(page: str) -> list[str]:
    """The commands of a page in order, without what is said of them."""
    return _commands((ROOT / page).read_text(encoding="utf-8"))


def _commands(text: str) -> list[str]:
    found = [match[1] for line in text.splitlines() if (match := _COMMAND.match(line))]
    return [command.partition("  #")[0].partition(" # ")[0].strip() for command in found]


# Pages that say what is in a file, as `FILE`: above it or as its first line.
WRITING = ("docs/start.md", "docs/import.md")
_FENCE = re.compile(
    r"(?:^`(\S+)`:\n\n)?^```\w+\n(?:# (\S+)\n)?(.*?)^```$", re.MULTILINE | re.DOTALL
)


def events(page: str) -> list[tuple[str, str]]:
    """What a page says, in order: ("FILE", what is in it) and ("", command)."""
    if page not in WRITING:
        return [("", command) for command in commands(page)]
    text = (ROOT / page).read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    end = 0
    for match in _FENCE.finditer(text):
        found += [("", command) for command in _commands(text[end : match.start()])]
        name = match[1] or match[2]
        if name is not None and "/" not in name:
            found.append((name, match[3]))
        end = match.end()
    return found + [("", command) for command in _commands(text[end:])]


def reason(command: str) -> str:
    return next((why for start, why in NOT_RUN.items() if command.startswith(start)), "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the pages speak of: a project, dumps, scripts, what pulumi prints."""
    queue = state("mq:LocalQueue", "ORDERS.IN", max_queue_depth=500)
    files = {
        "Pulumi.yaml": "name: shop\nruntime: python\n",
        "Pulumi.dev.yaml": STACK,
        "__main__.py": PROGRAM,
        "QM1.mqsc": DUMP.format("QM1"),
        "QM2.mqsc": DUMP.format("QM2"),
        "changes.mqsc": "DEFINE QLOCAL(ORDERS.IN)\nALTER QLOCAL(ORDERS.IN) MAXDEPTH(7)\n",
        "program.cl": "CRTDTAQ DTAQ(QGPL/Q) MAXLEN(10)\n",
        "F": FLEET,
        "preview.json": preview(step("create", None, queue)),
        "state.json": export(),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    key_pair(tmp_path, "key")
    return tmp_path


def run(folder: Path, command: str, before: Ran | None = None) -> Ran:
    """One command; `&&` and `|` join what can run and what cannot."""
    ran = before
    for part in re.split(r"&&|\|(?![^\[]*\])", command):
        part, _, target = part.partition(" > ")
        words = shlex.split(part.replace("[", "").replace("]", ""))
        if words[:1] == ["echo"]:
            before = Ran(0, f"{words[1]}\n", "")
        if words[:1] != ["queuewright"]:
            continue
        ran = queuewright(folder, *words[1:], stdin=before.out if before else "")
        if target:
            (folder / target.strip()).write_text(ran.out, encoding="utf-8")
    assert ran is not None, command
    return ran


# page -> files of its own.
ROUTES = ROOT / "examples" / "routes"
FILES = {
    "docs/import.md": {
        f"{name}.mqsc": f"* Queue manager name: {name}\n* Queue manager platform: z/OS\n"
        f"DEFINE QLOCAL(SHARED.Q) QSGDISP(SHARED) CFSTRUCT(APP1)\nDEFINE QLOCAL(OF.{name})\n"
        for name in ("CSQ1", "CSQ2", "CSQ3")
    },
    "docs/pull-requests.md": {"Pulumi.prod.yaml": STACK},
    "docs/security.md": {
        "authorities.txt": "profile:     ORDERS.**\nobject type: queue\nentity:      app\n"
        "entity type: group\nauthority:   put get\n"
    },
    "docs/routes.md": {
        name: (ROUTES / name).read_text("utf-8") for name in ("__main__.py", "Pulumi.dev.yaml")
    },
}
# page -> what has to be there first, and the exit code of what does not end with 0.
BEFORE = {
    "docs/sandbox.md": ["queuewright sandbox create PROD01 --platform ibmi"],
    "docs/state.md": ["queuewright up --yes"],
    "docs/import.md": ["queuewright up --yes"],
    "docs/lint/index.md": ["queuewright sandbox create QM1 --platform linux"],
    "docs/testing.md": ["queuewright up --yes"],
    "docs/routes.md": [
        f"queuewright sandbox create {name} --platform linux" for name in ("QM1", "QM2")
    ],
    "docs/security.md": ["queuewright up --yes"],
    "docs/pull-requests.md": ["queuewright preview -s prod --save-plan plan.json"],
}
CODES = {"queuewright validate setup.clp --from cl": 1}
ENDS = {
    "queuewright preview --markdown --detailed-exitcode": (0, 2),
    "queuewright drift plan ENV... --fleet F": (0, 2),
    "queuewright drift plan ENV... --fleet F --accept": (0, 2),
    "queuewright drift check    --lake L [--set-aside]": (1,),  # nothing has written a lake
    "queuewright drift prune    --lake L --keep 90d [--dry-run]": (1,),
    "queuewright stack forget SYSTEM": (0, 1),
    "queuewright preview --detailed-exitcode": (3,),  # docs/start.md: something is in use
    "queuewright system check -s prod": (1,),  # there is no such queue manager
    "queuewright preview -s prod": (1,),
    # The folder has no cluster; tests/planner/cli/test_workload.py has one.
    "queuewright workload ORDERS --cluster C --from QM1 --bind not-fixed": (1,),
    "queuewright route QM1 ORDERS --length 5000000": (2,),
    # docs/sandbox.md has removed it by then.
    'echo "DISPLAY QLOCAL(ORDERS.*) CURDEPTH" | queuewright sandbox runmqsc -e QM1': (20,),
    "queuewright sandbox runmqsc QM1 -f changes.mqsc": (0, 10),
}
SHOWN_ELSEWHERE = {
    "docs/dialects.md": "tests/test_dialects_page.py compares what they print",
    "docs/systems.md": "tests/test_systems_page.py runs them against servers",
}


@pytest.mark.parametrize("page", [page for page in PAGES if page not in SHOWN_ELSEWHERE])
def test_every_command_of_a_page(page: str, folder: Path) -> None:
    for name, text in FILES.get(page, {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    for command in BEFORE.get(page, []):
        assert run(folder, command).code == 0
    last: Ran | None = None
    for file, command in events(page):
        if file:
            (folder / file).write_text(command, encoding="utf-8")
            continue
        if page == "README.md" and "estate" not in command:
            continue  # see test_the_readme_shows_what_is_printed
        piped = last if command.startswith("pulumi stack export | queuewright") else None
        if reason(command) and piped is None:
            continue
        if command == "queuewright sandbox create QM1 --platform linux --command-level 930":
            queuewright(folder, "sandbox", "remove", "QM1")
        last = run(folder, command, exported(folder) if piped else None)
        allowed = ENDS.get(command, (CODES.get(command, 0),))
        assert last.code in allowed, (command, last.out, last.err)


def exported(folder: Path) -> Ran:
    return queuewright(folder, "stack", "export")


def test_the_readme_shows_what_is_printed(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL))
    shown = text.partition("```\n$ ")[2].partition("```")[0].splitlines(keepends=True)
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(blocks["yaml"])
    (tmp_path / "__main__.py").write_text(blocks["python"])
    assert queuewright(tmp_path, "up", "--yes").code == 0
    program = blocks["python"].replace("50_000", "80_000")
    program = program.replace("base_object_name=orders", 'base_object_name="ORDERS.PRIORITY"')
    (tmp_path / "__main__.py").write_text(program)
    opened = queuewright(tmp_path, *shlex.split(shown[0])[1:])
    assert (opened.code, shown[1]) == (0, "$ queuewright preview\n")
    assert queuewright(tmp_path, "preview").out == "".join(shown[2:])


def test_the_readmes_queue_managers_are_an_entry(tmp_path: Path) -> None:
    """Nobody is there; but the entries are right, and each says that it is not reached."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [entry] = re.findall(r"```yaml\n# Pulumi.prod.yaml\n(.*?)```", text, re.DOTALL)
    entry = entry.replace("mq1.example.com", "127.0.0.1").replace("9443", "1")
    entry = entry.replace("[ssh, mq2,", "[ssh, -p1, 127.0.0.1,")
    first_project(tmp_path)
    (tmp_path / "Pulumi.dev.yaml").unlink()
    (tmp_path / "Pulumi.prod.yaml").write_text(entry)
    program = (tmp_path / "__main__.py").read_text()
    (tmp_path / "__main__.py").write_text(f'{program}\nmq.LocalQueue("B", system="QM2")\n')
    for command in commands("README.md")[:2]:
        words = shlex.split(command)[1:]
        ran = queuewright(tmp_path, *words, environment={"MQ_PASSWORD": "x"})
        assert ran.code == 1, command
        reported = ran.out + ran.err
        assert "https://127.0.0.1:1: the connection is refused" in reported, reported
        assert "ssh -p1 127.0.0.1 runmqsc QM2" in reported, reported


def first_project(folder: Path) -> Path:
    """What docs/start.md begins with."""
    files = [event for event in events("docs/start.md") if event[0]]
    for name, text in files[:3]:
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_graph_in_the_docs_is_that_of_the_first_project(tmp_path: Path) -> None:
    graph = queuewright(first_project(tmp_path), "graph").out
    assert f"```mermaid\n{graph}```" in (ROOT / "docs" / "plans.md").read_text(encoding="utf-8")


def test_the_test_of_a_topology_finds_what_it_looks_for(tmp_path: Path) -> None:
    first_project(tmp_path)
    text = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n# test_topology.py\n(.*?)```", text, re.DOTALL)
    names = {"__file__": str(tmp_path / "test_topology.py")}
    exec(example, names)
    [test] = [value for name, value in names.items() if name.startswith("test_")]
    assert callable(test)
    test()
    assert queuewright(tmp_path, "up", "--yes").code == 0
    test()  # what is there already is looked at too
    program = tmp_path / "__main__.py"
    program.write_text(program.read_text().replace("    backout_requeue_name=backout,\n", ""))
    with pytest.raises(AssertionError, match=r"ORDERS\.REGULAR"):
        test()


CLUSTER_STACK = "config:\n  queuewright:systems:\n" + "".join(
    f"    QM{n}: {{type: sandbox, platform: linux}}\n" for n in range(1, 5)
)


def test_the_page_of_clusters_is_what_happens(tmp_path: Path) -> None:
    """The cluster, what its changes cost, and the parts without the component."""
    text = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")
    whole, parts = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(CLUSTER_STACK)

    def counts(program: str, command: str = "preview") -> dict[str, int]:
        (tmp_path / "__main__.py").write_text(program)
        words = ("--json", "--yes") if command == "up" else ("--json",)
        ran = queuewright(tmp_path, command, *words)
        assert ran.code == 0, ran.err + ran.out
        document = json.loads(ran.out)
        assert not any(step["blocked"] for step in document["steps"])
        return {word: n for word, n in document["summary"].items() if n and word != "same"}

    assert counts(f"from queuewright import mq\n{parts}") == {"create": 3}
    assert counts(whole, "up") == {"create": 13}  # 4 memberships, 4 receivers, 4 senders, a queue
    assert counts(whole) == {}
    joins = whole.replace('"QM4": "mq4', '"QM5": "mq5.example.com(1414)", "QM4": "mq4')
    (tmp_path / "Pulumi.dev.yaml").write_text(
        f"{CLUSTER_STACK}    QM5: {{type: sandbox, platform: linux}}\n"
    )
    assert counts(joins) == {"create": 3}
    leaves = re.sub(r', "QM4": "mq4[^}]*|    repository_of=.*\n', "", whole)
    assert counts(leaves) == {"delete": 3}
    assert counts(whole.replace("mq1.example", "new.example")) == {"update": 3}
    full = whole.replace(
        '"QM2": "mq2.example.com(1414)"}',
        '"QM2": "mq2.example.com(1414)", \
"QM3": "mq3.example.com(1414)"}',
    ).replace('"QM3": "mq3.example.com(1414)", "QM4"', '"QM4"')
    assert counts(full) == {"create": 3, "update": 1}
    renamed = whole.replace('"ORDERS",\n', '"ORDERS",\n    channel_name="TO.{queue_manager}",\n')
    assert counts(renamed) == {"create": 8, "delete": 8}


def test_the_readmes_estate_composes(folder: Path) -> None:
    """A dump becomes a program, a copy of its queue manager, and both agree."""
    own = [c for c in commands("README.md") if "estate" in c]
    assert len(own) == 5
    for command in own[:4]:
        ran = run(folder, command)
        assert ran.code == 0, (command, ran.err)
    assert "No changes" in ran.out
    assert "2 unchanged" in ran.out
    ran = run(folder, own[4])
    assert ran.code == 0, ran.err
    assert "2 to create" in queuewright(folder, "preview", "-C", "estate").out


def test_what_is_not_run_is_shown_somewhere() -> None:
    every = [command for page in PAGES for command in commands(page)]
    for start in NOT_RUN:
        if start != "queuewright --debug COMMAND":
            assert any(command.startswith(start.strip()) for command in every), start


def test_every_page_is_known() -> None:
    assert {"README.md", "docs/import.md", "docs/sandbox.md"} <= set(PAGES)
    assert sum(len(commands(page)) for page in PAGES) > 40
