"""Saying it on the pull request: the comment that is there is changed, none is repeated."""

from collections.abc import Callable
from dataclasses import dataclass

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.systems.sending import read

from .client import ForgeRefused, TooLong
from .comments import ForgeComments, comments_of
from .request import TOKENS, NoComment, PipelineRun, PullRequest

_ATTEMPTS = 4
_SHORTER = 0.5  # of the limit, where the forge counts otherwise than we do


@dataclass(frozen=True, slots=True)
class Published:
    """How it ended. url: of the comment, where the forge tells it."""

    updated: bool
    url: str = ""


def publish(request: PullRequest, mark: str, body: Callable[[int], str]) -> Published:
    """Write the comment, or change the one that begins with `mark`.

    body: the text, at most so many characters long. Raises NoComment.
    """
    with comments_of(request) as comments:
        try:
            # Asked again from the start: a comment whose answer was lost is found then.
            return read(lambda: _put(comments, mark, body), _ATTEMPTS)
        except SystemUnavailable as error:
            raise NoComment(str(error)) from None


def reason_against(run: PipelineRun) -> str | None:
    """Why nothing can be said at all, and the way out; None where it can be tried."""
    if run.request is None:
        return run.reason_for_none
    if not run.request.token:
        names = " or ".join(TOKENS[run.request.forge])
        fork = "; a fork's pipeline is given none" if run.from_fork else ""
        return f"no token: {names} is not set{fork}"
    return None


def _put(comments: ForgeComments, mark: str, body: Callable[[int], str]) -> Published:
    try:
        return _put_text(comments, mark, body(comments.limit))
    except TooLong:
        return _put_text(comments, mark, body(int(comments.limit * _SHORTER)))


def _put_text(comments: ForgeComments, mark: str, text: str) -> Published:
    for comment in comments.all():
        if comment.own and comment.body.startswith(mark):
            try:
                return Published(True, comments.change(comment, text))
            except TooLong:
                raise
            except ForgeRefused as error:
                if error.status not in (403, 404):
                    raise
                break  # somebody deleted it meanwhile, or it may not be changed
    return Published(False, comments.write(text))
