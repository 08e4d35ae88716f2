"""`queuewright comment` beside servers that behave as GitHub's, GitLab's and Azure DevOps' do."""

import json
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import forked
from command_line import Ran, queuewright
from forges import TOKEN, Forge, served
from queuewright.render.escape import markdown_text
from queuewright.state.store import StackStore

MARKER = "<!-- queuewright: shop/dev -->"
PROJECT = "name: shop\nruntime: python\n"
STACK = "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux}\n"
PROGRAM = 'from queuewright import mq\nmq.LocalQueue("ORDERS.IN", system="QM1")\n'
# The pipeline that runs the tests is none of ours.
NOWHERE = dict.fromkeys(
    ("GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN"), ""
) | dict.fromkeys(("SYSTEM_ACCESSTOKEN", "GIT_COMMIT", "BUILD_URL"), "")


@pytest.fixture
def forge() -> Iterator[Forge]:
    with served() as forge:
        yield forge


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text(PROJECT)
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return tmp_path


def github(forge: Forge, folder: Path, *, fork: bool = False) -> dict[str, str]:
    """The variables of a workflow for pull request 12."""
    own = {"repo": {"full_name": "shop/queues"}}
    head = {"repo": {"full_name": "bob/queues"}} if fork else own
    event = {"pull_request": {"number": 12, "head": {**head, "sha": "a" * 40}, "base": own}}
    (folder / "event.json").write_text(json.dumps(event))
    return NOWHERE | {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": forge.url,
        "GITHUB_SERVER_URL": forge.url,
        "GITHUB_REPOSITORY": "shop/queues",
        "GITHUB_RUN_ID": "99",
        "GITHUB_EVENT_PATH": str(folder / "event.json"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "GITHUB_TOKEN": TOKEN,
    }


def gitlab(forge: Forge) -> dict[str, str]:
    return NOWHERE | {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": f"{forge.url}/api/v4",
        "CI_PROJECT_ID": "78",  # of the fork that it runs in
        "CI_MERGE_REQUEST_PROJECT_ID": "77",
        "CI_MERGE_REQUEST_IID": "12",
        "CI_COMMIT_SHA": "b" * 40,
        "CI_JOB_URL": f"{forge.url}/shop/queues/-/jobs/5",
        "GITLAB_TOKEN": TOKEN,
    }


def azure(forge: Forge) -> dict[str, str]:
    return NOWHERE | {
        "TF_BUILD": "True",
        "SYSTEM_COLLECTIONURI": f"{forge.url}/org/",
        "SYSTEM_TEAMPROJECT": "shop",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "12",
        "BUILD_REPOSITORY_PROVIDER": "TfsGit",
        "BUILD_REPOSITORY_ID": "queues",
        "SYSTEM_ACCESSTOKEN": TOKEN,
    }


def environment(which: str, forge: Forge, folder: Path) -> dict[str, str]:
    if which == "github":
        return github(forge, folder)
    return gitlab(forge) if which == "gitlab" else azure(forge)


def printing(out: str, err: str = "", code: int = 0) -> list[str]:
    """A command that says this."""
    text = f"import sys; sys.stdout.write({out!r}); sys.stderr.write({err!r}); sys.exit({code})"
    return [sys.executable, "-c", text]


def without_tokens(variables: Mapping[str, str]) -> dict[str, str]:
    """What the job has that runs the command."""
    return {name: "" if value == TOKEN else value for name, value in variables.items()}


def commented(project: Path, variables: Mapping[str, str], *words: str) -> Ran:
    """In two jobs, as the examples have it: one runs the command, the other has the token."""
    command = next(n for n, word in enumerate(words) if word in (sys.executable, "sh"))
    address = list(words[:2]) if words[0] == "--pull-request" else []
    own = [*words[len(address) : command], "--save", "said.json", *words[command:]]
    first = queuewright(project, "comment", *own, environment=without_tokens(variables))
    (project / "summary.md").unlink(missing_ok=True)
    ran = queuewright(project, "comment", *address, "--from", "said.json", environment=variables)
    assert TOKEN not in first.out + first.err + ran.out + ran.err
    assert (ran.code, ran.out) == (first.code, "")
    return Ran(ran.code, first.out, first.err + ran.err)


FORGES = ["github", "gitlab", "azure"]


@pytest.mark.parametrize("which", FORGES)
def test_a_comment_is_updated_and_not_repeated(which: str, forge: Forge, project: Path) -> None:
    variables = environment(which, forge, project)
    for number in range(7):  # more than a page, none of them ours
        forge.add(f"{MARKER}\nsomebody else's {number}")
    first = commented(project, variables, *printing("### Plan for shop/dev\n\n1 to create\n"))
    assert (first.code, first.out) == (0, "### Plan for shop/dev\n\n1 to create\n")
    assert "comment written" in first.err
    second = commented(project, variables, *printing("### Plan for shop/dev\n\nNo changes\n"))
    assert "comment updated" in second.err
    assert len(forge.comments) == 8
    body = forge.bodies[-1]
    assert body.startswith(f"{MARKER}\n### Plan for shop/dev\n\nNo changes\n")
    assert "exit code 0" in body


def test_each_stack_has_a_comment_of_its_own(forge: Forge, project: Path) -> None:
    (project / "Pulumi.prod.yaml").write_text(STACK)
    variables = github(forge, project)
    for stack in ("dev", "prod", "dev"):
        commented(project, variables, "-s", stack, *printing("### Plan\n"))
    commented(project, variables, "-s", "dev", "--name", "shop/dev lint", *printing("### Lint\n"))
    markers = [body.partition("\n")[0] for body in forge.bodies]
    assert markers == [MARKER, MARKER.replace("dev", "prod"), MARKER.replace("dev", "dev lint")]


# What Pulumi's CLI (3.260) printed where its provider refuses FORCE, with what it says of the
# program that it interrupted cut off.
BLOCKED_BY_THE_PROVIDER = {
    "config": {"queuewright:systems": '{"QM1":{"type":"sandbox","platform":"linux"}}'},
    "steps": [
        {
            "op": "same",
            "urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev",
            "newState": {
                "urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev",
                "custom": False,
                "type": "pulumi:pulumi:Stack",
            },
        }
    ],
    "diagnostics": [
        {
            "urn": "urn:pulumi:dev::shop::pulumi-python:dynamic/mq:AliasQueue::AL",
            "message": "error: pulumi-python:dynamic/mq:AliasQueue resource 'AL' has a problem: "
            'QM1 mq:AliasQueue AL: base_object_name="B": needs FORCE: an application has alias AL '
            'open; application "billing" (user sandbox) has AL open for output; close it, or set '
            'force="when-needed" [IBM MQ, Change Queue (PCF): Force]\n',
            "severity": "error",
        },
        {"message": "Traceback (most recent call last):\n\n", "severity": "info#err"},
        {"message": "KeyboardInterrupt\n\n", "severity": "info#err"},
    ],
    "duration": 2412867209,
    "changeSummary": {"same": 1},
}


@pytest.mark.parametrize(
    ("option", "code", "ended"),
    [("--detailed-exitcode", 3, "exit code 3 (blocked)"), ("", 1, "exit code 1")],
)
def test_what_the_provider_has_blocked_in_pulumis_preview(
    option: str, code: int, ended: str, forge: Forge, project: Path
) -> None:
    """`pulumi preview` ends with 1 and prints JSON with an error: explain says what is blocked, and
    so does the comment."""
    (project / "preview.json").write_text(json.dumps(BLOCKED_BY_THE_PROVIDER))
    us = shlex.join(forked.command("explain", "--markdown"))
    script = f"(cat preview.json; false) | {us} {option}"
    ran = commented(project, github(forge, project), "-s", "dev", "sh", "-c", script)
    assert ran.code == code
    [body] = forge.bodies
    assert 'BLOCKED QM1 mq:AliasQueue AL: base_object_name="B": needs FORCE' in body
    assert "Traceback" not in body
    assert ended in body
    assert ("failed" in body) == (code == 1)
    assert r"explain \-\-markdown" in body  # the script, and not the shell alone


@pytest.mark.parametrize("code", [0, 1, 2, 3, 17])
def test_the_exit_code_is_the_commands(code: int, forge: Forge, project: Path) -> None:
    ran = commented(project, github(forge, project), *printing("### Plan\n", code=code))
    assert (ran.code, len(forge.comments)) == (code, 1)


def test_a_real_preview_is_commented(forge: Forge, project: Path) -> None:
    command = forked.command("preview", "--markdown")
    variables = github(forge, project)
    ran = commented(project, variables, "-s", "dev", *command, "--detailed-exitcode")
    assert ran.code == 2
    [body] = forge.bodies
    assert "1 to create" in body
    assert "exit code 2 (changes)" in body
    assert f"commit aaaaaaaaaa; [log]({forge.url}/shop/queues/actions/runs/99)" in body
    # The stack is locked, and the program fails: each says so in the same comment.
    with StackStore(project, "shop", "dev").locked():
        commented(project, variables, "-s", "dev", *command)
    assert "warning: stack shop/dev is locked by process" in forge.bodies[0]
    (project / "__main__.py").write_text("import nowhere\n")
    ran = commented(project, variables, "-s", "dev", *command)
    assert ran.code == 1
    [body] = forge.bodies
    assert "failed**: it ended with exit code 1" in body
    assert "No module named 'nowhere'" in body


def test_a_system_that_cannot_be_reached_is_in_the_comment(forge: Forge, project: Path) -> None:
    more = "    QM2: {type: mqweb, url: 'https://127.0.0.1:1', user: a, password: {env: MQ_P}, "
    (project / "Pulumi.dev.yaml").write_text(f"{STACK}{more}attempts: 1}}\n")
    (project / "__main__.py").write_text(f'{PROGRAM}mq.LocalQueue("Q", system="QM2")\n')
    command = forked.command("preview", "--markdown")
    ran = commented(project, github(forge, project), *command)  # without secrets: MQ_P is not set
    assert ran.code == 1
    [body] = forge.bodies
    assert "error: QM2" in body
    assert "MQ_P" in body
    assert "ORDERS\\.IN" in body  # the other system is planned
    assert "1 not looked at" in body


# What a forge answers

STRANGE = {
    "null": (b"null", {}),
    "a number": (b"5", {}),
    "a text": (b'"text"', {}),
    "an empty object": (b"{}", {}),
    "an empty list": (b"[]", {}),
    "a list of nothing": (b"[null, 5, []]", {}),
    "fields of other types": (
        b'{"login": [], "username": {}, "authenticatedUser": [], "value": 5, "id": null}',
        {},
    ),
    "a page": (b"<html>Log in</html>", {"Content-Type": "text/html"}),
    "nothing": (b"", {}),
    "deep": (b"[" * 100_000, {}),
    "not UTF-8": (b"\xff\xfe{}", {}),
    "half a character": (b'{"login": "\\ud800", "username": "\\ud800"}', {}),
    "a wrong link": (b"[]", {"Link": "<http://[::1>; rel=next"}),
    "a wrong wait": (b"[]", {"Retry-After": "soon", "x-ratelimit-reset": "9" * 400,
                             "x-ratelimit-remaining": "0"}),
}  # fmt: skip


@pytest.mark.parametrize("which", FORGES)
@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize("status", [200, 403, 500])
def test_whatever_a_forge_answers_the_exit_code_is_the_commands(
    what: str, status: int, which: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queuewright.review.publishing._ATTEMPTS", 1)
    with answering(status, *STRANGE[what]) as url:
        forge = Forge(url=url)
        ran = commented(project, environment(which, forge, project), *printing("### P\n", code=3))
    assert (ran.code, ran.out) == (3, "### P\n")
    (line,) = ran.err.splitlines()
    assert line.startswith(("warning: no comment: ", "comment written")), line


def test_a_forge_that_never_answers_is_not_waited_for(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queuewright.cli.comment._PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        forge = Forge(url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        ran = commented(project, github(forge, project), *printing("### P\n", code=2))
    assert ran.code == 2
    assert "warning: no comment: GitHub 12: gave no answer in 0.3 seconds; run it again" in ran.err


@contextmanager
def answering(status: int, content: bytes, headers: Mapping[str, str]) -> Iterator[str]:
    """A server that gives everybody this one answer."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = answer

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


@pytest.mark.parametrize(
    ("status", "headers", "message", "says"),
    [
        (401, {}, "Bad credentials", "GITHUB_TOKEN or GH_TOKEN is not valid"),
        (403, {}, "Resource not accessible by integration", "permissions: pull-requests: write"),
        (404, {}, "Not Found", "see the repository"),
        (429, {"Retry-After": "3600"}, "slow down", "its limit ends in 3600 seconds"),
        (422, {}, "Validation Failed", "HTTP 422: Validation Failed"),
    ],
)
def test_what_is_refused_is_told_and_in_the_summary(
    status: int,
    headers: dict[str, str],
    message: str,
    says: str,
    forge: Forge,
    project: Path,
) -> None:
    forge.faults.extend([(status, headers, message)] * 3)
    ran = commented(project, github(forge, project), *printing("### Plan\n", code=3))
    assert ran.code == 3
    assert (
        f"warning: no comment: GitHub 12: {forge.url}/repos/shop/queues: HTTP {status}" in ran.err
    )
    assert says in ran.err
    assert not forge.comments
    summary = (project / "summary.md").read_text()
    assert summary.startswith(f"{MARKER}\n### Plan\n")
    assert "> No comment: GitHub 12" in summary
    assert TOKEN not in summary


@pytest.mark.parametrize("form", [markdown_text, lambda token: token[:-4]])
def test_the_token_is_in_no_comment_in_any_form(
    form: Callable[[str], str], forge: Forge, project: Path
) -> None:
    reported = form(TOKEN)
    ran = commented(project, github(forge, project), *printing(f"### Plan\n\nit is {reported}\n"))
    assert ran.code == 0
    (body,) = forge.bodies
    assert reported not in body
    assert "nobody" not in body + (project / "summary.md").read_text()


@pytest.mark.parametrize("which", FORGES)
def test_what_passes_is_asked_again(which: str, forge: Forge, project: Path) -> None:
    forge.faults.extend([(503, {}, ""), (500, {}, "")])
    ran = commented(project, environment(which, forge, project), *printing("### Plan\n"))
    assert ran.code == 0
    assert len(forge.comments) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry-After": "1"},
        {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(2_000_000_000)},
    ],
)
def test_a_rate_limit_is_waited_for(
    headers: dict[str, str], forge: Forge, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_999_999_999.0)
    begun = time.monotonic()
    forge.faults.append((403, headers, "You have exceeded a secondary rate limit"))
    ran = commented(project, github(forge, project), *printing("### Plan\n"))
    assert (ran.code, len(forge.comments)) == (0, 1)
    assert time.monotonic() - begun >= 1


def test_a_comment_whose_answer_was_lost_is_not_repeated(forge: Forge, project: Path) -> None:
    forge.lost = True
    commented(project, github(forge, project), *printing("### Plan\n"))
    assert len(forge.comments) == 1


def test_a_workflows_token_knows_its_comments_by_their_kind(forge: Forge, project: Path) -> None:
    forge.myself = None
    forge.add(f"{MARKER}\nnot yours", "mallory")
    for text in ("### One\n", "### Two\n"):
        commented(project, github(forge, project), *printing(text))
    assert forge.bodies[0].endswith("not yours")
    [body] = forge.bodies[1:]
    assert "### Two" in body


def test_a_comment_that_was_deleted_meanwhile_is_written_anew(forge: Forge, project: Path) -> None:
    commented(project, github(forge, project), *printing("### One\n"))
    forge.found = lambda number: None  # type: ignore[method-assign]
    ran = commented(project, github(forge, project), *printing("### Two\n"))
    assert "comment written" in ran.err
    assert len(forge.comments) == 2


def test_nobody_is_there(project: Path) -> None:
    with served() as forge:
        pass
    ran = commented(project, github(forge, project), *printing("### Plan\n", code=2))
    assert ran.code == 2
    assert "no connection" in ran.err


# Length


ROWS = "".join(f"| {number} | {'x' * 60} |\n" for number in range(5000))
FOLDED = f"### Plan\n\n<details>\n<summary>All</summary>\n\n```mermaid\n{ROWS}```\n</details>\n"
SHOW = [sys.executable, "-c", "print(open('long.md').read(), end='')"]


def test_a_long_comment_is_cut_by_lines_and_says_so(forge: Forge, project: Path) -> None:
    (project / "long.md").write_text(FOLDED)
    commented(project, github(forge, project), *SHOW)
    [body] = forge.bodies
    assert 60_000 < len(body) <= 65_536
    assert body.count("```") == 2
    assert body.count("</details>") == 1
    assert "Left out, because it does not fit in here: 4" in body
    assert "[the log](" in body
    assert "exit code 0" in body
    assert ROWS in (project / "summary.md").read_text()


def test_what_stays_too_long_is_told(forge: Forge, project: Path) -> None:
    forge.longest["github"] = 20_000  # half of GitHub's is more
    (project / "long.md").write_text(FOLDED)
    ran = commented(project, github(forge, project), *SHOW)
    assert "HTTP 422: Validation Failed; body is too long" in ran.err
    assert not forge.comments


def test_a_comment_that_the_server_finds_too_long_is_halved(forge: Forge, project: Path) -> None:
    forge.longest["github"] = 40_000
    text = "### Plan\n\n" + "one line\n" * 7_000
    commented(project, github(forge, project), *printing(text))
    [body] = forge.bodies
    assert 30_000 < len(body) <= 32_768


def test_a_long_log_keeps_its_end(forge: Forge, project: Path) -> None:
    err = "".join(f"line {number}\n" for number in range(500)) + "error: the reason\n"
    commented(project, github(forge, project), *printing("", err, 1))
    [body] = forge.bodies
    assert "... 461 lines before these" in body
    assert "error: the reason" in body


def test_long_lines_of_a_log_leave_room_for_the_plan(forge: Forge, project: Path) -> None:
    text = "import sys; print('### Plan\\n\\n' + 'one line\\n' * 9000)"
    loop = "[sys.stderr.write(f'error: {n} {chr(121) * 5000}' + chr(10)) for n in range(60)]"
    commented(project, github(forge, project), sys.executable, "-c", f"{text}; {loop}")
    [body] = forge.bodies
    assert len(body) <= 65_536
    assert "error: 59 yyy" in body
    assert "one line\none line" in body
    assert "Left out, because it does not fit in here" in body


def test_warnings_do_not_push_errors_and_the_plan_out(forge: Forge, project: Path) -> None:
    err = "error: the reason\n" + "".join(f"warning: {n} {'w' * 900}\n" for n in range(60))
    commented(project, github(forge, project), *printing("### Plan\n\nits risks\n", err))
    [body] = forge.bodies
    assert "error: the reason" in body
    assert "its risks" in body
    assert body.index("error: the reason") < body.index("warning: 0 ")
    assert len(body) < 10_000
    assert "lines more" in body


def test_a_row_that_is_too_long_does_not_cost_those_after_it(forge: Forge, project: Path) -> None:
    table = f"| a |\n|---|\n| {'long ' * 20_000} |\n| after |\n"
    out = f"### Plan\n\nbefore\n\n{table}\n<details>\n<summary>All</summary>\n\nx\n</details>\n"
    (project / "long.md").write_text(out)
    commented(project, github(forge, project), *SHOW)
    [body] = forge.bodies
    assert "| after |" in body
    assert "<summary>All</summary>" in body
    assert "Left out, because it does not fit in here: 1 line;" in body


# Forks, other pipelines, and none


def test_a_fork_without_secrets_has_its_summary(forge: Forge, project: Path) -> None:
    variables = github(forge, project, fork=True) | {"GITHUB_TOKEN": ""}
    ran = commented(project, variables, *printing("### Plan\n", code=1))
    assert ran.code == 1
    text = "no token: GITHUB_TOKEN or GH_TOKEN is not set; a fork's pipeline is given none"
    assert f"warning: no comment: {text}" in ran.err
    assert "a fork's pipeline is given none" in (project / "summary.md").read_text()
    assert forge.asked == []


def test_a_push_has_a_summary_alone(forge: Forge, project: Path) -> None:
    variables = github(forge, project)
    (project / "event.json").write_text("{}")
    ran = commented(project, variables, *printing("### Plan\n"))
    assert "this run is for no pull request; give one with --pull-request URL" in ran.err
    assert (project / "summary.md").exists()


@pytest.mark.parametrize(
    ("path", "token"),
    [
        ("shop/queues/pull/12", "GITHUB_TOKEN"),
        ("shop/queues/pull/12/files", "GH_TOKEN"),
        ("shop/ops/queues/-/merge_requests/12", "GITLAB_TOKEN"),
        ("org/shop/_git/queues/pullrequest/12", "SYSTEM_ACCESSTOKEN"),
    ],
)
def test_any_pipeline_gives_the_address(path: str, token: str, forge: Forge, project: Path) -> None:
    address = f"{forge.url}/{path}"
    variables = NOWHERE | {token: TOKEN, "GIT_COMMIT": "c" * 40}
    ran = commented(project, variables, "--pull-request", address, *printing("### Plan\n"))
    assert ran.code == 0, ran.err
    [body] = forge.bodies
    assert "commit cccccccccc" in body


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://example.com/12", "is the address of no pull or merge request"),
        ("http://example.com/a/b/pull/12", "a token is only sent over HTTPS"),
    ],
)
def test_an_address_that_cannot_be(address: str, says: str, project: Path) -> None:
    words = ("comment", "--pull-request", address, *printing("### Plan\n"))
    ran = queuewright(project, *words, environment=NOWHERE)
    assert (ran.code, ran.out) == (1, "")
    [line] = ran.errors
    assert says in line


def test_a_command_that_is_not_there(project: Path) -> None:
    ran = queuewright(project, "comment", "no-such-command", environment=NOWHERE)
    assert ran.code == 1
    [line] = ran.errors
    assert '"no-such-command": cannot be run: No such file or directory' in line


# What nobody may see, and what nobody may do


# Looks for the token in the environment of every process that it can look into.
LOOKING = f"""
import os, pathlib
print("### Plan", os.environ["PULUMI_STACK"])
for process in pathlib.Path("/proc").glob("[0-9]*/environ"):
    try:
        print("found" * ({TOKEN.encode()[:7]!r} + {TOKEN.encode()[7:]!r} in process.read_bytes()))
    except OSError:
        pass
"""


def test_no_process_beside_the_command_has_the_token(forge: Forge, project: Path) -> None:
    """As two processes, because what a process was started with is what others see of it."""
    (project / "look.py").write_text(LOOKING)
    variables = {**os.environ, **github(forge, project)}
    comment = forked.command("comment")
    run = {"cwd": project, "text": True, "capture_output": True, "check": False}
    look = ["-s", "dev", "--save", "said.json", sys.executable, "look.py"]
    first = subprocess.run([*comment, *look], env=without_tokens(variables), **run)
    assert (first.returncode, first.stdout.strip()) == (0, "### Plan dev"), first.stderr
    second = subprocess.run([*comment, "--from", "said.json"], env=variables, **run)
    assert (second.returncode, second.stdout) == (0, "")
    assert "### Plan dev" in forge.bodies[0]


@pytest.mark.parametrize("save", [[], ["--save", "said.json"]])
def test_nothing_is_run_that_could_read_the_token(
    save: list[str], forge: Forge, project: Path
) -> None:
    command = [*save, *printing("### Plan\n")]
    ran = queuewright(project, "comment", *command, environment=github(forge, project))
    assert (ran.code, ran.out, forge.bodies) == (1, "", [])
    [line] = ran.errors
    assert line.startswith("error: GITHUB_TOKEN: code that the command runs can read it from ")
    variables = github(forge, project) | {"GITLAB_TOKEN": "another"}
    words = ["comment", "--with-token", *command]
    ran = queuewright(project, *words, environment=variables)
    assert (ran.code, ran.out) == (0, "### Plan\n")
    assert len(forge.bodies) == (0 if save else 1)


def test_the_comment_has_no_token(forge: Forge, project: Path) -> None:
    out = f"print('### Plan'); print({TOKEN[:7]!r} + {TOKEN[7:]!r})"
    words = ("comment", "--with-token", sys.executable, "-c", out)
    queuewright(project, *words, environment=github(forge, project))
    assert TOKEN not in forge.bodies[0]
    assert "[secret]" in forge.bodies[0]


def test_what_follows_the_run_of_a_pull_request_comments_on_it(forge: Forge, project: Path) -> None:
    variables = github(forge, project)
    queuewright(
        project, "comment", "--save", "said.json", *printing("### Plan\n"), environment=NOWHERE
    )
    own = {"full_name": "shop/queues"}
    followed = {
        "id": 77,
        "head_sha": "d" * 40,
        "head_repository": own,
        "repository": own,
        "pull_requests": [{"number": 12}],
    }
    (project / "event.json").write_text(json.dumps({"workflow_run": followed}))
    ran = queuewright(project, "comment", "--from", "said.json", environment=variables)
    assert "comment written" in ran.err
    [body] = forge.bodies
    assert f"commit dddddddddd; [log]({forge.url}/shop/queues/actions/runs/77)" in body
    followed |= {"head_repository": {"full_name": "bob/queues"}, "pull_requests": []}
    (project / "event.json").write_text(json.dumps({"workflow_run": followed}))
    ran = queuewright(project, "comment", "--from", "said.json", environment=variables)
    assert "this run is for no pull request; give one with --pull-request URL" in ran.err


def test_a_saved_plan_is_shown_in_place_of_what_was_printed(forge: Forge, project: Path) -> None:
    """A program can print what it likes; the plan is what is applied."""
    command = forked.command("preview", "--save-plan", "plan.json")
    (project / "lie.py").write_text("print('### Plan'); print('nothing to see here')")
    script = f"{shlex.join(command)} > /dev/null; {shlex.join([sys.executable, 'lie.py'])}"
    save = ["--save", "said.json", "-s", "dev", "sh", "-c", script]
    ran = queuewright(project, "comment", *save, environment=NOWHERE)
    assert ran.out == "### Plan\nnothing to see here\n"
    words = ["comment", "--from", "said.json", "--plan", "plan.json"]
    queuewright(project, *words, environment=github(forge, project))
    [body] = forge.bodies
    assert "1 to create" in body
    assert "nothing to see here" not in body


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file or directory; give what comment --save wrote"),
        ("x", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "was not written by comment --save: it: Input should be"),
        ('{"name": "a"}', "was not written by comment --save: command: Field required"),
        ('{"name":"a","command":[],"code":-1,"out":"","err":""}', "comment --save: code: Input"),
        ('{"name":"a","command":[],"code":0,"out":"","err":"","url":1}', "url: Extra inputs"),
        (" " * ((32 << 20) + 1), "has more than 32 MB"),
    ],
)
def test_what_was_not_saved_is_not_commented(
    content: str | None, says: str, forge: Forge, project: Path
) -> None:
    if content is not None:
        (project / "said.json").write_text(content)
    words = ("comment", "--from", "said.json")
    ran = queuewright(project, *words, environment=github(forge, project))
    assert (ran.code, ran.out, forge.asked) == (1, "", [])
    [line] = ran.errors
    assert says in line


def test_half_a_character_is_commented_as_a_question_mark(forge: Forge, project: Path) -> None:
    reported = '{"name":"a","command":["\\ud800"],"code":0,"out":"### \\udfff","err":""}'
    (project / "said.json").write_text(reported)
    words = ("comment", "--from", "said.json")
    assert queuewright(project, *words, environment=github(forge, project)).code == 0
    assert "### ?" in forge.bodies[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "there is no command; give one that prints Markdown, or --from FILE"),
        (["--save", "a", "--from", "b"], "--save and --from: one runs the command, the other"),
        (["--from", "a", "echo"], "--from: nothing is run with it"),
        (["--plan", "a", "echo"], "--plan belongs to --from FILE"),
        (["--save", "no/such/folder", "true"], "no/such/folder: cannot be written"),
    ],
)
def test_what_does_not_go_together(words: list[str], says: str, project: Path) -> None:
    ran = queuewright(project, "comment", *words, environment=NOWHERE)
    [line] = ran.errors
    assert says in line


def test_text_that_is_no_markdown_is_code(forge: Forge, project: Path) -> None:
    hostile = "plan\n```\n@everybody <b>\n/close\n"
    commented(project, gitlab(forge), *printing(hostile, "error: ```` here\n", 1))
    [body] = forge.bodies
    assert "````text\nplan\n```\n@everybody <b>\n/close\n````" in body
    assert "`````text\nerror: ```` here\n`````" in body


def test_no_line_tells_gitlab_to_do_something(forge: Forge, project: Path) -> None:
    commented(project, gitlab(forge), *printing("### Plan\n\n/approve\n  /merge\n```\n/x\n```\n"))
    [body] = forge.bodies
    assert "\n\\/approve\n  \\/merge\n```\n/x\n```\n" in body


def test_a_next_page_at_another_server_is_not_asked(forge: Forge, project: Path) -> None:
    forge.add("hello")
    page = forge.paged

    def elsewhere(request, items):  # type: ignore[no-untyped-def]
        answer = page(request, items)
        answer.headers["Link"] = '<http://127.0.0.1:1/steal>; rel="next"'
        return answer

    forge.paged = elsewhere  # type: ignore[method-assign]
    ran = commented(project, github(forge, project), *printing("### Plan\n"))
    assert "it points to another server" in ran.err
