"""The examples of pipelines: every command in them exists with its options, and they do what they
say: the plan is on the request, and what was reviewed is what is applied."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import pytest
import typer
import yaml

from command_line import app
from forges import TOKEN, Forge, served

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "pipelines"
ACTION = ROOT / ".github" / "actions" / "preview" / "action.yml"
TEMPLATE = ROOT / ".gitlab" / "preview.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
FILES = [
    *(path for path in EXAMPLES.iterdir() if path.suffix != ".sh"),
    ACTION,
    TEMPLATE,
    HOOKS,
]
COMMANDS: click.Group = typer.main.get_command(app)  # type: ignore[assignment]
BIN = str(Path(sys.executable).parent)


def commands(text: str) -> Iterator[list[str]]:
    """Every `queuewright` command in a text, without what its shell does around it."""
    for line in re.sub(r"\\\n *", " ", text).splitlines():
        for found in re.findall(r"(?:^|[\s'])queuewright [a-z].*", line):
            part = re.split(r" \|\| | \| | && |; |;$|'$| > ", found.strip(" '"))[0]
            words = shlex.split(part)
            yield words[1:]
            if "queuewright" in words[1:]:  # comment, and what it runs
                yield words[words.index("queuewright", 1) + 1 :]


def parsed(words: list[str]) -> None:
    """Raises UsageError for a command or an option that there is not."""
    command: click.Command = COMMANDS
    while isinstance(command, click.Group):
        found = command.commands.get(words[0])
        assert found is not None, words
        command, words = found, words[1:]
    if isinstance(command, click.Command):
        command.make_context(command.name or "", list(words), resilient_parsing=False)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_command_and_option_is_there(file: Path) -> None:
    text = "\n".join(
        line for line in file.read_text().splitlines() if not line.lstrip().startswith(("#", "//"))
    )
    found = list(commands(text))
    assert found
    for words in found:
        if '"$@"' in words or words[-1] in ("$@", "${arguments[@]}"):
            continue  # the action's and the template's are run below
        if not any("name:" in word for word in words):
            parsed(words)


@pytest.mark.parametrize("file", [f for f in FILES if f.suffix in (".yml", ".yaml")])
def test_each_is_yaml(file: Path) -> None:
    assert yaml.safe_load(file.read_text())


def test_the_jenkinsfile_is_whole() -> None:
    text = (EXAMPLES / "Jenkinsfile").read_text()
    assert text.count("{") == text.count("}")
    assert text.count("'''") % 2 == 0


def scripts(entry: Any) -> Iterator[str]:
    """What the steps of a pipeline give to a shell."""
    if isinstance(entry, dict):
        for key, below in entry.items():
            if key in ("run", "bash", "script", "before_script", "after_script"):
                yield "\n".join(below) if isinstance(below, list) else below
            else:
                yield from scripts(below)
    elif isinstance(entry, list):
        for below in entry:
            yield from scripts(below)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_script_is_one(file: Path) -> None:
    text = file.read_text()
    if file.name == "Jenkinsfile":
        found = re.findall(r"sh '''(.*?)'''", text, re.DOTALL)
        found += re.findall(r"sh '([^'\n]+)'$", text, re.MULTILINE)
    else:
        found = list(scripts(yaml.safe_load(text)))
    assert found or file == HOOKS
    for script in found:
        done = subprocess.run(
            ["bash", "-n", "-c", script], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_hooks_take_what_they_are_given() -> None:
    hooks = yaml.safe_load(HOOKS.read_text())
    for hook in hooks:
        files = ["a", "b"] if hook.get("pass_filenames", True) else []
        parsed([*hook["entry"].split()[1:], *files])
    taken = {
        name: [
            hook["id"].removeprefix("queuewright-")
            for hook in hooks
            if re.search(hook["files"], name)
        ]
        for name in ("a.mqsc", "a.clle", "a/__main__.py", "Pulumi.dev.yaml", "a.txt")
    }
    assert taken == {
        "a.mqsc": ["validate-mqsc", "lint-scripts"],
        "a.clle": ["validate-cl", "lint-scripts"],
        "a/__main__.py": ["lint"],
        "Pulumi.dev.yaml": ["lint"],
        "a.txt": [],
    }


# What they do

PROGRAM = 'from queuewright import mq\nmq.LocalQueue("ORDERS.IN", system="QM1")\n'
STACK = "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux, path: %s}\n"


def run(script: str, folder: Path, environment: Mapping[str, str], code: int = 0) -> str:
    """A script as a pipeline's shell runs it; what it printed."""
    own = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    path = f"{BIN}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env={**own, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert TOKEN not in done.stdout + done.stderr
    return done.stdout + done.stderr


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=ann", "-c", "user.email=ann@example.com"]
    done = subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def forge() -> Iterator[Forge]:
    with served() as forge:
        yield forge


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A repository with a program, and the example's script beside it."""
    origin, work = tmp_path / "origin.git", tmp_path / "work"
    git(tmp_path, "init", "--quiet", "--bare", "-b", "main", str(origin))
    git(tmp_path, "clone", "--quiet", str(origin), str(work))
    (work / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (work / "Pulumi.prod.yaml").write_text(STACK % (tmp_path / "production.db"))
    (work / "__main__.py").write_text(PROGRAM)
    (work / ".gitignore").write_text(".queuewright/\n__pycache__/\n*.json\n*.html\n")
    (work / "pipelines").mkdir()
    script = work / "pipelines" / "kept.sh"
    script.write_text((EXAMPLES / "kept.sh").read_text())
    script.chmod(0o755)
    git(work, "checkout", "--quiet", "-b", "main")
    git(work, "add", ".")
    git(work, "commit", "--quiet", "-m", "Queues")
    git(work, "push", "--quiet", "origin", "main")
    return origin


def job(name: str) -> dict[str, Any]:
    """A job of the GitLab example, with what it extends."""
    example = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text())
    own = {"before_script": example["default"]["before_script"], **example[name]}
    if "extends" in own:
        base = yaml.safe_load(TEMPLATE.read_text())[own["extends"]]
        own = {**base, **own, "variables": {**base["variables"], **own["variables"]}}
    return own


def lines(own: Mapping[str, Any], *parts: str) -> str:
    """The scripts of a job, but for what installs and what logs in."""
    each = [line for part in parts for line in own.get(part, ())]
    return "\n".join(line for line in each if not re.match(r"python -m pip|git remote", line))


@pytest.mark.slow
def test_what_was_reviewed_at_gitlab_is_what_is_applied(
    forge: Forge, origin: Path, tmp_path: Path
) -> None:
    variables = {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": f"{forge.url}/api/v4",
        "CI_PROJECT_ID": "77",
        "CI_MERGE_REQUEST_IID": "12",
        "GITLAB_TOKEN": TOKEN,
    }
    preview, apply = job("preview prod"), job("apply prod")
    for name in ("request", "main"):
        git(tmp_path, "clone", "--quiet", str(origin), name)
    request, main = tmp_path / "request", tmp_path / "main"
    (request / "__main__.py").write_text(PROGRAM.replace(")", ", max_queue_depth=7)"))
    git(request, "commit", "--quiet", "-a", "-m", "Deeper")
    of_request = {**preview["variables"], **variables}
    run(lines(preview, "before_script", "script"), request, of_request)
    run(lines(preview, "after_script"), request, of_request)
    [body] = forge.bodies
    assert "1 to create" in body
    assert "<html" in (request / "plan.html").read_text()
    # Merged by a fast-forward; the pipeline of main has nothing but what was kept.
    git(request, "push", "--quiet", "origin", "HEAD:main")
    git(main, "pull", "--quiet")
    assert "1 created" in run(lines(apply, "before_script", "script"), main, variables)
    # A second update starts from the state that the first one kept, and its plan is not there.
    git(tmp_path, "clone", "--quiet", str(origin), "again")
    again = tmp_path / "again"
    run(lines(apply, "before_script"), again, variables)
    assert "No changes" in run("queuewright preview -s prod", again, {})
    (again / "__main__.py").write_text(PROGRAM)
    git(again, "commit", "--quiet", "-a", "-m", "Pushed past the review")
    said = run(lines(apply, "before_script", "script"), again, variables, code=1)
    assert "plan.json: cannot be read: No such file" in said


def test_the_action_previews_comments_and_ends_as_the_preview(
    forge: Forge, origin: Path, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", str(origin), "request")
    folder = tmp_path / "request"
    (tmp_path / "event.json").write_text('{"pull_request": {"number": 12}}')
    action = yaml.safe_load(ACTION.read_text())
    [step] = action["runs"]["steps"]
    assert step["shell"] == "bash"
    inputs = {name: str(given.get("default", "")) for name, given in action["inputs"].items()}
    inputs |= {"stack": "prod", "plan": "plan.json", "token": TOKEN}
    inputs["options"] = "--detailed-exitcode\n--exclude\nNONE OF THEM\n"

    def variables() -> dict[str, str]:
        given = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)
            for name, text in step["env"].items()
        }
        return {
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": forge.url,
            "GITHUB_REPOSITORY": "shop/queues",
            "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            **given,
        }

    run(step["run"], folder, variables(), code=1)
    assert "NONE OF THEM" in forge.bodies[0]  # a word of several is one argument
    assert not (folder / "plan.json").exists()
    inputs["options"] = "--detailed-exitcode"
    run(step["run"], folder, variables(), code=2)
    [body] = forge.bodies
    assert "1 to create" in body
    assert (tmp_path / "output").read_text().splitlines() == ["exit-code=1", "exit-code=2"]
    assert "<html" in (folder / "plan.html").read_text()


def test_two_jobs_never_overwrite_what_the_other_kept(origin: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        git(tmp_path, "clone", "--quiet", str(origin), name)
    one, two = tmp_path / "one", tmp_path / "two"
    script = "pipelines/kept.sh"
    (one / "state.json").write_text("{}")
    run(f"{script} fetch states/prod.json state.json", one, {})
    assert not (one / "state.json").exists()  # none was kept, and an old one is not taken for it
    for folder, text in ((one, "one"), (two, "two")):
        (folder / "state.json").write_text(text)
        run(f"{script} keep states/{text}.json state.json", folder, {})
    run(f"{script} fetch states/one.json fetched.json", two, {})
    assert (two / "fetched.json").read_text() == "one"
    assert len(git(origin, "log", "--format=%s", "queuewright-kept").splitlines()) == 2
    git(two, "remote", "set-url", "origin", str(tmp_path / "gone.git"))
    run(f"{script} fetch states/one.json fetched.json", two, {}, code=128)
