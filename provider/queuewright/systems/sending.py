"""Sending again: what may be, how often, and what an answer that was lost means.

A read may be repeated. A change whose answer was lost is never sent again blindly: the object is
read, and compared with what was asked.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from queuewright import log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable

if TYPE_CHECKING:
    from stamina.instrumentation import RetryDetails, RetryHook

Answer = TypeVar("Answer")
ATTEMPTS = 3
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0  # seconds, between attempts


class NotSent(SystemUnavailable):
    """Nothing was run: it may be sent again, after `wait` seconds where the system says so."""

    def __init__(self, text: str, wait: float | None = None) -> None:
        super().__init__(text)
        self.wait = wait


class AnswerLost(SystemUnavailable):
    """The command may have been run or not."""


def unavailable(name: str, address: str, reason: object, remediation: str) -> str:
    """The one line of a system that cannot be used."""
    return one_line(f"{name}: {address}: {reason}; {remediation}")


def outcome_unknown(name: str, attributes: Collection[str]) -> SystemUnavailable:
    """That nobody can tell whether a command was run whose answer was lost."""
    what = ", ".join(sorted(attributes))
    return SystemUnavailable(
        f"{name} does not report {what}, and the answer to the command that sets it was lost; "
        "run it again, which sets it again"
    )


def reason_of(error: BaseException) -> str:
    """The text of an error of a library, in a few words."""
    return one_line(str(error).strip() or type(error).__name__)[:200]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that an HTTP server asks for; None where it names none."""
    text = headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() else None


def read(ask: Callable[[], Answer], attempts: int = ATTEMPTS) -> Answer:
    """Ask, and ask again where the answer did not come. Raises SystemUnavailable."""
    return _retried(ask, (NotSent, AnswerLost), attempts)


def change(
    send: Callable[[], Answer],
    is_done: Callable[[], bool],
    what: str,
    attempts: int = ATTEMPTS,
) -> Answer | None:
    """Send a change once: again only where it was certainly not run.

    is_done: reads the object and compares it with what was asked; used where the answer was lost.
    what: object and change, for people. Returns the answer, None where it was lost and the change
    is there. Raises SystemUnavailable where it is not there, or where nobody can tell.
    """
    try:
        return _retried(send, (NotSent,), attempts)
    except AnswerLost as lost:
        try:
            done = is_done()
        except SystemUnavailable as error:
            text = f"{what}: whether it was done is not known ({lost}); then: {error}"
            raise SystemUnavailable(one_line(text)) from error
        if done:
            return None
        text = f"{what}: its answer was lost, and it is not done ({lost}); run it again"
        raise AnswerLost(one_line(text)) from lost


def _retried(
    send: Callable[[], Answer], again: tuple[type[SystemUnavailable], ...], attempts: int
) -> Answer:
    try:
        return send()  # which is all that happens nearly always
    except again as error:
        if attempts <= 1:
            raise
        failed = [error]

    def retry() -> Answer:
        if failed:
            raise failed.pop()
        return send()

    import stamina

    _quiet()

    def decide(error: Exception) -> bool | float:
        if not isinstance(error, again):
            return False
        wait = error.wait if isinstance(error, NotSent) else None
        return True if wait is None else min(wait, 60.0)

    waits = {"wait_initial": _FIRST_WAIT, "wait_max": _LONGEST_WAIT, "wait_jitter": _FIRST_WAIT}
    for attempt in stamina.retry_context(on=decide, attempts=attempts, timeout=None, **waits):
        with attempt:
            return retry()
    raise AssertionError("stamina either returns or raises")


@cache
def _quiet() -> None:
    """Our retries go to our log alone: stamina writes those of others as before."""
    from stamina.instrumentation import get_on_retry_hooks, set_on_retry_hooks

    def ours(details: "RetryDetails") -> None:
        log.debug(
            "retry",
            attempt=details.retry_num,
            seconds=details.wait_for,
            reason=str(details.caused_by),
        )

    def unless_ours(hook: "RetryHook") -> "RetryHook":
        def call(details: "RetryDetails") -> None:
            if not isinstance(details.caused_by, NotSent | AnswerLost):
                hook(details)

        return call

    def of_ours(details: "RetryDetails") -> None:
        if isinstance(details.caused_by, NotSent | AnswerLost):
            ours(details)

    hooks: Sequence[RetryHook] = get_on_retry_hooks()
    set_on_retry_hooks([of_ours, *map(unless_ours, hooks)])
