"""The examples of pipelines: every command in them exists with its options, and they do what they
say: the plan is on the request, and what was reviewed is what is applied."""

import atexit
import base64
import importlib.metadata
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click
import pytest
import typer
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import forked
from command_line import app
from forges import TOKEN, Forge, served, serving
from key_pairs import key_pair

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "pipelines"
ACTIONS = ROOT / ".github" / "actions"
ACTION, COMMENT = (ACTIONS / name / "action.yml" for name in ("preview", "comment"))
TEMPLATE = ROOT / ".gitlab" / "preview.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PIPELINES = [
    *(path for path in EXAMPLES.iterdir() if path.suffix != ".sh"),
    ACTION,
    COMMENT,
    TEMPLATE,
]
FILES = [*PIPELINES, HOOKS]
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
    assert found or file.name == "github-review.yml"  # an action does it there
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


@cache
def quick_commands() -> Path:
    """A folder with a `queuewright` that begins at once."""
    folder = Path(mkdtemp(prefix="queuewright-commands-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "queuewright"
    file.write_text(f'#!/bin/sh\nexec {shlex.join(forked.command())} "$@"\n')
    file.chmod(0o755)
    return folder


def run(script: str, folder: Path, environment: Mapping[str, str], code: int = 0) -> str:
    """A script as a pipeline's shell runs it; what it printed."""
    own = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    path = f"{quick_commands()}:{BIN}:{os.environ['PATH']}"
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
    own = example[name]
    if "extends" in own:
        base = yaml.safe_load(TEMPLATE.read_text())[own["extends"]]
        given = {**base["variables"], **own.get("variables", {})}
        own = {**base, **own, "variables": given}
    return own


def lines(own: Mapping[str, Any], *parts: str) -> str:
    """The scripts of a job, but for what installs."""
    each = [line for part in parts for line in own.get(part, ())]
    return "\n".join(line for line in each if not line.startswith("python -m pip"))


ARTIFACTS = "comment.json", "plan.json", "plan.html"  # the artifacts of the preview's job


@pytest.mark.slow
def test_what_was_reviewed_at_gitlab_is_what_is_applied(
    forge: Forge, origin: Path, tmp_path: Path
) -> None:
    variables = {"GITLAB_CI": "true", "CI_DEFAULT_BRANCH": "main", "CI_PROJECT_ID": "77"}
    variables |= {"CI_API_V4_URL": f"{forge.url}/api/v4", "CI_MERGE_REQUEST_IID": "12"}
    private, public = key_pair(tmp_path, "key")
    _, of_others = key_pair(tmp_path, "other")
    preview, comment, apply = job("preview prod"), job("comment prod"), job("apply prod")
    for name in ("request", "review", "main"):
        git(tmp_path, "clone", "--quiet", str(origin), name)
    request, review, main = (tmp_path / name for name in ("request", "review", "main"))
    (request / "__main__.py").write_text(PROGRAM.replace(")", ", max_queue_depth=7)"))
    # Neither the request's own script nor what it requires runs where the token is.
    (request / "pipelines" / "kept.sh").write_text("echo hijacked\n")
    git(request, "commit", "--quiet", "-a", "-m", "Deeper")
    run(lines(preview, "script"), request, {**preview["variables"], **variables})
    assert not forge.bodies
    assert set(preview["artifacts"]["paths"]) == {
        f"$QUEUEWRIGHT_DIRECTORY/{name}" for name in ARTIFACTS
    }
    git(review, "fetch", "--quiet", str(request), "main")
    git(review, "checkout", "--quiet", "FETCH_HEAD")
    for name in ARTIFACTS:
        (request / name).rename(review / name)
    commit = git(review, "rev-parse", "HEAD").strip()
    of_review = {**comment["variables"], **variables, "CI_COMMIT_SHA": commit}
    of_review |= {"GITLAB_TOKEN": TOKEN, "PLAN_KEY": private.read_text()}
    reported = run(lines(comment, "before_script", "script"), review, of_review)
    reported += run(lines(comment, "after_script"), review, of_review)
    assert "hijacked" not in reported
    [body] = forge.bodies
    assert "1 to create" in body
    assert "<html" in (review / "plan.html").read_text()
    # Merged by a fast-forward; the pipeline of main has nothing but what was kept.
    (request / "pipelines" / "kept.sh").write_text((EXAMPLES / "kept.sh").read_text())
    git(request, "push", "--quiet", "origin", "HEAD:main")
    git(main, "pull", "--quiet")
    git(main, "checkout", "--quiet", "HEAD", "--", ".")
    (main / "pipelines" / "kept.sh").write_text((EXAMPLES / "kept.sh").read_text())
    of_apply = variables | {"PLAN_PUBLIC_KEY": of_others.read_text()}
    own = lines(apply, "before_script", "script")
    assert "the signature is not of this plan" in run(own, main, of_apply, code=1)
    of_apply["PLAN_PUBLIC_KEY"] = public.read_text()
    assert "1 created" in run(own, main, of_apply)
    # A second update starts from the state that the first one kept, and its plan is not there.
    git(tmp_path, "clone", "--quiet", str(origin), "again")
    again = tmp_path / "again"
    (again / "pipelines" / "kept.sh").write_text((EXAMPLES / "kept.sh").read_text())
    run(lines(apply, "before_script"), again, of_apply)
    assert "No changes" in run("queuewright preview -s prod", again, {})
    (again / "__main__.py").write_text(PROGRAM)
    git(again, "commit", "--quiet", "-a", "-m", "Pushed past the review")
    reported = run(own, again, of_apply, code=1)
    assert "plan.json: cannot be read: No such file" in reported


def of_action(action: Path, **given: str) -> tuple[str, dict[str, str]]:
    """The script of an action, and what its step has in the environment."""
    read = yaml.safe_load(action.read_text())
    [step] = read["runs"]["steps"]
    assert step["shell"] == "bash"
    inputs = {name: str(each.get("default", "")) for name, each in read["inputs"].items()}
    assert inputs.keys() >= given.keys()
    inputs |= given

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)

    return step["run"], {name: filled(text) for name, text in step["env"].items()}


def test_the_actions_preview_and_comment_in_two_jobs(
    forge: Forge, origin: Path, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", str(origin), "request")
    folder = tmp_path / "request"
    (tmp_path / "event.json").write_text('{"pull_request": {"number": 12}}')
    private, public = key_pair(tmp_path, "key")
    runner = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ACTION.parent),
        "GITHUB_API_URL": forge.url,
        "GITHUB_REPOSITORY": "shop/queues",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }
    given = {"comment": "comment.json", "plan": "plan.json"}

    def both(options: str, code: int) -> None:
        script, own = of_action(ACTION, stack="prod", options=options, **given)
        assert not [name for name in own if "TOKEN" in name or "KEY" in name]
        run(script, folder, {**runner, **own}, code=code)
        script, own = of_action(COMMENT, token=TOKEN, key=private.read_text(), **given)
        run(script, folder, {**runner, **own}, code=code)

    both("--detailed-exitcode\n--exclude\nNONE OF THEM\n", 1)
    assert "NONE OF THEM" in forge.bodies[0]  # a word of several is one argument
    assert not (folder / "plan.json").exists()
    both("--detailed-exitcode", 2)
    [body] = forge.bodies
    assert "1 to create" in body
    codes = (tmp_path / "output").read_text().splitlines()
    assert codes == ["exit-code=1"] * 2 + ["exit-code=2"] * 2
    assert "<html" in (folder / "plan.html").read_text()
    up = f"queuewright up -s prod --yes --plan plan.json --verify {public}"
    assert "1 created" in run(up, folder, {})


# What pull requests cannot reach


def job_parts(text: str) -> dict[str, str]:
    """The jobs of an example in YAML, by name, each as text."""
    read = yaml.safe_load(text)
    jobs = read.get("jobs") or {n: j for n, j in read.items() if isinstance(j, dict)}
    if "stages" in read and isinstance(read["stages"][0], dict):
        jobs = {
            each.get("job") or each["deployment"]: each
            for stage in read["stages"]
            for each in stage["jobs"]
        }
    return {name: yaml.safe_dump(each) for name, each in jobs.items()}


@pytest.mark.parametrize("file", [f for f in PIPELINES if f.suffix == ".yml"])
def test_no_job_that_runs_the_pull_request_has_a_token_or_a_key(file: Path) -> None:
    text = file.read_text()
    secrets = r"TOKEN|PLAN_KEY|KEPT_KEY|inputs\.key|github\.token|: write|environment: prod$"
    previews = [
        part
        for name, part in job_parts(text).items()
        if "comment --save" in part or name.startswith("preview")
    ]
    for part in previews:
        assert not re.search(secrets, part, re.MULTILINE), part
        assert "kept.sh keep" not in part
    if file.parent == EXAMPLES and "review" not in file.name:
        assert previews
        assert "that nobody has reviewed" in text  # it says whose credentials the preview has


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_no_token_is_written_to_disk(file: Path) -> None:
    text = file.read_text()
    assert "persistCredentials" not in text
    assert not re.search(r"(remote set-url|git config|> *\S+).*TOKEN", text)
    checkouts = text.count("uses: actions/checkout")
    assert text.count("persist-credentials: false") == checkouts


def test_the_jenkinsfile_gives_the_preview_no_token() -> None:
    text = (EXAMPLES / "Jenkinsfile").read_text()
    preview = text[text.index("stage('Preview')") : text.index("stage('Apply')")]
    assert "mq-reader" in preview
    assert not re.search("github-token|plan-key|mq-deployer|KEPT_TOKEN", preview)
    assert "agent none" in text


def test_a_kept_files_token_is_sent_and_written_nowhere(origin: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(origin), "own")
    work, heads = tmp_path / "own", []

    async def answer(request: Request) -> Response:
        heads.append(request.headers.get("authorization"))
        return Response("no", 404)

    with serving(Starlette(routes=[Route("/{path:path}", answer)])) as url:
        git(work, "remote", "set-url", "origin", url.replace("//", "//runner:old@") + "/q.git")
        script = "pipelines/kept.sh fetch states prod.json state.json"
        for scheme in ("Basic", "Bearer"):
            given = {"KEPT_TOKEN": TOKEN, "KEPT_SCHEME": scheme}
            run(script, work, given, code=128)
    basic = "Basic " + base64.b64encode(f"token:{TOKEN}".encode()).decode()
    assert heads == [basic, f"Bearer {TOKEN}"]
    for file in (work / ".git").rglob("*"):
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes()


# What the actions install


def test_the_actions_install_what_is_pinned_by_its_hash() -> None:
    """Whatever queuewright and what it needs names itself, as constraints.txt has it."""
    pins = dict(
        re.findall(r"^([\w.-]+)==(\S+)", (ACTIONS / "requirements.txt").read_text(), re.MULTILINE)
    )
    blocks = re.split(r"\n(?=\w)", (ACTIONS / "requirements.txt").read_text().strip())
    assert all("--hash=sha256:" in block and "http" not in block.split(" ")[-1] for block in blocks)
    constraints = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().split() if line
    )
    known = {canonicalize_name(name): version for name, version in constraints.items()}
    pinned = {canonicalize_name(name): version for name, version in pins.items()}
    assert {n: v for n, v in pinned.items() if known.get(n, v) != v} == {}
    needed, waiting = set(), [("queuewright", {"", "ibmi", "secrets", "sign"})]
    while waiting:
        name, extras = waiting.pop()
        for text in importlib.metadata.requires(name) or ():
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": each}) for each in extras or {""}):
                own = canonicalize_name(requirement.name)
                if own not in needed:
                    needed.add(own)
                    waiting.append((own, {"", *requirement.extras}))
    assert needed - pinned.keys() == set()
    assert "hatchling" in pinned  # what builds it
    script = (ACTIONS / "install.sh").read_text()
    assert "--require-hashes --only-binary :all:" in script
    assert "--no-deps --no-index --no-build-isolation" in script


def test_two_jobs_never_overwrite_what_the_other_kept(origin: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        git(tmp_path, "clone", "--quiet", str(origin), name)
    one, two = tmp_path / "one", tmp_path / "two"
    script = "pipelines/kept.sh"
    (one / "state.json").write_text("{}")
    run(f"{script} fetch kept states/prod.json state.json", one, {})
    assert not (one / "state.json").exists()  # none was kept, and an old one is not taken for it
    for folder, text in ((one, "one"), (two, "two")):
        (folder / "state.json").write_text(text)
        run(f"{script} keep kept states/{text}.json state.json", folder, {})
    run(f"{script} fetch kept states/one.json fetched.json", two, {})
    assert (two / "fetched.json").read_text() == "one"
    assert len(git(origin, "log", "--format=%s", "kept").splitlines()) == 2
    git(two, "remote", "set-url", "origin", str(tmp_path / "gone.git"))
    run(f"{script} fetch kept states/one.json fetched.json", two, {}, code=128)
