"""Which pull request a run is for: from the variables of its pipeline, or from its address.

GitHub Actions, GitLab CI and Azure Pipelines say it by themselves. Any other pipeline gives the
address, as Jenkins does in CHANGE_URL.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.systems.values import is_loopback

Forge = Literal["GitHub", "GitLab", "Azure DevOps"]
# Where its token is, the first that is set.
TOKENS: Mapping[Forge, tuple[str, ...]] = {
    "GitHub": ("GITHUB_TOKEN", "GH_TOKEN"),
    "GitLab": ("GITLAB_TOKEN",),
    "Azure DevOps": ("SYSTEM_ACCESSTOKEN",),
}


class NoComment(QueuewrightError):
    """Nothing can be said on the pull request; one line: why, and the way out. Never the token."""


@dataclass(frozen=True, slots=True)
class PullRequest:
    """A pull or merge request. api: the address of its repository in the forge's API."""

    forge: Forge
    api: str
    number: int
    token: str = field(repr=False, default="")

    def __post_init__(self) -> None:
        address = urlsplit(self.api)
        if address.scheme != "https" and not is_loopback(address.hostname):
            raise NoComment(
                f"{shown(self.api)}: a token is only sent over HTTPS; give an address of https:"
            )

    @property
    def where(self) -> str:
        """For people."""
        return f"{self.forge} {self.number}"


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """The facts of a run that a pipeline gives. summary: a file for what the job's page shows
    (GitHub)."""

    request: PullRequest | None = None
    reason_for_none: str = "this run is for no pull request; give one with --pull-request URL"
    commit: str = ""
    log: str = ""
    from_fork: bool = False
    summary: Path | None = None


def run_of(environment: Mapping[str, str], address: str | None = None) -> PipelineRun:
    """The run that these variables tell of. address: of its pull request, in place of theirs.

    Raises NoComment for an address that is of no pull request.
    """
    if environment.get("GITHUB_ACTIONS"):
        run = _github(environment)
    elif environment.get("GITLAB_CI"):
        run = _gitlab(environment)
    elif environment.get("TF_BUILD"):
        run = _azure(environment)
    else:
        run = PipelineRun(
            commit=environment.get("GIT_COMMIT", ""), log=environment.get("BUILD_URL", "")
        )
    if address is None:
        return run
    request = _addressed(address, environment)
    return PipelineRun(request, "", run.commit, run.log, run.from_fork, run.summary)


def _token(environment: Mapping[str, str], forge: Forge) -> str:
    names = TOKENS[forge]
    return next((environment[name] for name in names if environment.get(name)), "")


def tokens_in(environment: Mapping[str, str]) -> list[str]:
    """The variables that are set and hold a token which writes comments."""
    names = (name for names in TOKENS.values() for name in names)
    return [name for name in names if environment.get(name)]


def without_tokens(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without the tokens that write comments: what makes the plan needs none."""
    names = {name for names in TOKENS.values() for name in names}
    return {name: value for name, value in environment.items() if name not in names}


def _github(environment: Mapping[str, str]) -> PipelineRun:
    event = _event(environment.get("GITHUB_EVENT_PATH"))
    # The run of a pull request that this one follows (workflow_run).
    followed = event.get("workflow_run") or {}
    pulls = list(followed.get("pull_requests") or ())
    pull = event.get("pull_request") or (pulls[0] if len(pulls) == 1 else {})
    number = pull.get("number") or _commented(event)
    head, base = pull.get("head") or {}, pull.get("base") or {}
    repository = environment.get("GITHUB_REPOSITORY", "")
    server = environment.get("GITHUB_SERVER_URL", "https://github.com")
    run = followed.get("id") or environment.get("GITHUB_RUN_ID")
    summary = environment.get("GITHUB_STEP_SUMMARY")
    request = None
    if number and repository:
        api = environment.get("GITHUB_API_URL", "https://api.github.com")
        token = _token(environment, "GitHub")
        request = PullRequest("GitHub", f"{api}/repos/{repository}", int(number), token)
    return PipelineRun(
        request,
        commit=followed.get("head_sha") or head.get("sha") or environment.get("GITHUB_SHA", ""),
        log=f"{server}/{repository}/actions/runs/{run}" if run else "",
        from_fork=_from_fork(followed) if followed else _repository(head) != _repository(base),
        summary=Path(summary) if summary else None,
    )


def _from_fork(followed: Mapping[str, Any]) -> bool:
    """GitHub names no pull request for the run of a fork's."""
    names = [
        (followed.get(side) or {}).get("full_name") for side in ("head_repository", "repository")
    ]
    return names[0] != names[1]


def _repository(side: Mapping[str, Any]) -> Any:
    return (side.get("repo") or {}).get("full_name")


def _commented(event: Mapping[str, Any]) -> Any:
    """The pull request that somebody commented on."""
    issue = event.get("issue") or {}
    return issue.get("number") if issue.get("pull_request") else None


def _event(path: str | None) -> Mapping[str, Any]:
    if not path:
        return {}
    try:
        event: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return event if isinstance(event, dict) else {}


def _gitlab(environment: Mapping[str, str]) -> PipelineRun:
    number = environment.get("CI_MERGE_REQUEST_IID")
    own = environment.get("CI_PROJECT_ID", "")
    # A merge request of a fork runs in the fork's project, and is one of the other.
    project = environment.get("CI_MERGE_REQUEST_PROJECT_ID") or own
    source = environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID") or project
    request = None
    if number and project:
        api = environment.get("CI_API_V4_URL", "https://gitlab.com/api/v4")
        token = _token(environment, "GitLab")
        request = PullRequest("GitLab", f"{api}/projects/{project}", int(number), token)
    return PipelineRun(
        request,
        commit=environment.get("CI_COMMIT_SHA", ""),
        log=environment.get("CI_JOB_URL", ""),
        from_fork=source != project,
    )


def _azure(environment: Mapping[str, str]) -> PipelineRun:
    collection = environment.get("SYSTEM_COLLECTIONURI", "").rstrip("/")
    project = quote(environment.get("SYSTEM_TEAMPROJECT", ""))
    number = environment.get("SYSTEM_PULLREQUEST_PULLREQUESTID")
    build = environment.get("BUILD_BUILDID")
    request = None
    if number and environment.get("BUILD_REPOSITORY_PROVIDER", "TfsGit") == "TfsGit":
        repository = quote(environment.get("BUILD_REPOSITORY_ID", ""))
        api = f"{collection}/{project}/_apis/git/repositories/{repository}"
        token = _token(environment, "Azure DevOps")
        request = PullRequest("Azure DevOps", api, int(number), token)
    return PipelineRun(
        request,
        commit=environment.get("SYSTEM_PULLREQUEST_SOURCECOMMITID", ""),
        log=f"{collection}/{project}/_build/results?buildId={build}" if build else "",
        from_fork=environment.get("SYSTEM_PULLREQUEST_ISFORK", "").lower() == "true",
    )


_GITHUB = re.compile(r"/(?P<repository>[^/]+/[^/]+)/pull/(?P<number>\d+)")
_GITLAB = re.compile(r"/(?P<project>.+?)/-/merge_requests/(?P<number>\d+)")
_AZURE = re.compile(r"/(?P<project>.+)/_git/(?P<repository>[^/]+)/pullrequest/(?P<number>\d+)")


def _addressed(address: str, environment: Mapping[str, str]) -> PullRequest:
    """Raises NoComment."""
    parts = urlsplit(address)
    base = f"{parts.scheme}://{parts.netloc}"
    forge: Forge
    if found := _GITLAB.match(parts.path):
        forge, api = "GitLab", f"{base}/api/v4/projects/{quote(found['project'], safe='')}"
    elif found := _AZURE.match(parts.path):
        forge = "Azure DevOps"
        api = f"{base}/{found['project']}/_apis/git/repositories/{found['repository']}"
    elif found := _GITHUB.match(parts.path):
        forge = "GitHub"
        server = "https://api.github.com" if parts.netloc == "github.com" else f"{base}/api/v3"
        api = f"{server}/repos/{found['repository']}"
    else:
        raise NoComment(
            one_line(
                f"--pull-request {shown(address)}: is the address of no pull or merge request; "
                "give one such as https://github.com/OWNER/REPOSITORY/pull/12"
            )
        )
    return PullRequest(forge, api, int(found["number"]), _token(environment, forge))
