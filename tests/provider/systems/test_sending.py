"""What is sent again, and what a lost answer means."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.systems import sending
from queuewright.systems.sending import AnswerLost, NotSent, change, read


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_FIRST_WAIT", 0.0)


def failing(*errors: Exception) -> tuple[Callable[[], str], list[int]]:
    """Raises one after the other, then answers; and how often it was called."""
    left, calls = list(errors), [0]

    def send() -> str:
        calls[0] += 1
        if left:
            raise left.pop(0)
        return "answer"

    return send, calls


def never() -> bool:
    raise AssertionError("nobody may look")


@pytest.mark.parametrize("error", [NotSent("no"), AnswerLost("lost"), NotSent("wait", 0.0)])
def test_a_read_is_tried_as_often_as_it_may(error: Exception) -> None:
    send, calls = failing(error, error)
    assert read(send, 3) == "answer"
    assert calls == [3]
    send, calls = failing(error, error, error)
    with pytest.raises(type(error)):
        read(send, 3)
    assert calls == [3]
    send, calls = failing(error)
    with pytest.raises(type(error)):
        read(send, 1)
    assert calls == [1]


@pytest.mark.parametrize("error", [SystemUnavailable("wrong password"), CommandFailed("no")])
def test_what_asking_again_does_not_change_is_told_at_once(error: Exception) -> None:
    for attempt in (lambda send: read(send, 3), lambda send: change(send, never, "Q: create", 3)):
        send, calls = failing(error)
        with pytest.raises(type(error)):
            attempt(send)
        assert calls == [1]


def test_a_change_that_was_not_sent_is_sent_again() -> None:
    send, calls = failing(NotSent("no"), NotSent("no"))
    assert change(send, never, "Q: create", 3) == "answer"
    assert calls == [3]


@pytest.mark.parametrize("before", [(), (NotSent("no"),)])
def test_a_change_whose_answer_was_lost_is_looked_at(before: tuple[Exception, ...]) -> None:
    send, calls = failing(*before, AnswerLost("lost"))
    assert change(send, lambda: True, "Q: create", 3) is None
    assert calls == [len(before) + 1]
    send, calls = failing(*before, AnswerLost("lost"))
    with pytest.raises(AnswerLost, match="Q: create: its answer was lost, and it is not done"):
        change(send, lambda: False, "Q: create", 3)
    assert calls == [len(before) + 1]


def test_where_nobody_can_look_it_says_that_it_is_not_known() -> None:
    def cannot_look() -> bool:
        raise NotSent("still down")

    send, _ = failing(AnswerLost("lost"))
    with pytest.raises(SystemUnavailable, match="whether it was done is not known") as caught:
        change(send, cannot_look, "Q: create", 3)
    assert "still down" in str(caught.value)
    assert "\n" not in str(caught.value)
