"""What nobody can read of an object: no guess, no drift, and set when the program says it."""

from typing import Any

import pytest

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.options import Adopt, ObjectOptions
from queuewright.catalogue.platform import Platform
from queuewright.diff.compare import differences, drift
from queuewright.diff.decision import decide
from queuewright.diff.request import DecisionRequest
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import IBMI_KINDS
from queuewright.world.snapshot import Snapshot

KIND = "ibmi:MessageQueue"
HIDDEN = frozenset({"delivery", "severity_code_filter", "initial_storage_size"})
FACTS = SystemFacts("AS1", Platform.IBMI, kinds=frozenset(IBMI_KINDS), unreported={KIND: HIDDEN})
SEEN: dict[str, Value] = {"text_description": "", "authority": "change"}
ALWAYS = ObjectOptions(adopt=Adopt.ANY)


def run(desired: dict[str, Value], **more: Any) -> Decision:
    given: dict[str, Any] = {
        "key": Key("AS1", KIND, "ORDERS/NIGHT"),
        "options": ObjectOptions(),
        "owned": True,
        **more,
    }
    key = given["key"]
    observed = Observed(key, SEEN, Status(depth=0)) if given.pop("there", True) else None
    others = [] if observed is None else [observed]
    snapshot = Snapshot.of(others, facts=FACTS)
    return decide(DecisionRequest(desired=desired, observed=observed, snapshot=snapshot, **given))


@pytest.mark.parametrize(
    ("desired", "last", "expected"),
    [
        pytest.param({"delivery": "hold"}, {"delivery": "hold"}, [], id="as-it-was-applied"),
        pytest.param(
            {"delivery": "break"},
            {"delivery": "hold"},
            [("delivery", "hold", "break")],
            id="changed",
        ),
        pytest.param(
            {"delivery": "hold"}, {}, [("delivery", None, "hold")], id="the-default-is-no-guess"
        ),
        pytest.param({"initial_storage_size": 8}, {}, [], id="not-replaced-on-a-guess"),
        pytest.param(
            {"initial_storage_size": 8},
            {"initial_storage_size": 3},
            [("initial_storage_size", 3, 8)],
            id="the-program-asks-for-another-size",
        ),
    ],
)
def test_only_what_was_applied_is_compared(
    desired: dict[str, Value], last: dict[str, Value], expected: list[tuple[Any, ...]]
) -> None:
    changes = differences(KIND, desired, SEEN, last, FACTS)
    assert [(change.name, change.before, change.after) for change in changes] == expected
    assert not any(change.drifted for change in changes)


def test_it_is_no_drift() -> None:
    assert drift(KIND, {"delivery": "break", "severity_code_filter": 40}, SEEN) == ()


def test_a_system_that_reports_it_is_compared_as_ever() -> None:
    facts = SystemFacts("AS1", Platform.IBMI)
    seen = {**SEEN, "delivery": "hold"}
    [change] = differences(KIND, {"delivery": "break"}, seen, {"delivery": "break"}, facts)
    assert (change.before, change.after, change.drifted) == ("hold", "break", True)


def test_a_size_that_is_said_first_now_is_told_and_left() -> None:
    decision = run({"initial_storage_size": 8}, last={})
    assert decision.verb is Verb.SAME
    [reason] = decision.reasons
    assert reason.startswith("initial_storage_size cannot be compared: AS1 does not report it")


def test_what_cannot_be_compared_is_not_adopted_as_identical() -> None:
    decision = run({"delivery": "hold", "text_description": ""}, owned=False)
    assert [problem.code for problem in decision.blocked] == ["cannot-compare"]
    assert 'set adopt="any" to set them, or leave them out' in str(decision.blocked[0])


def test_what_differs_and_what_cannot_be_compared_are_told_apart() -> None:
    decision = run({"delivery": "hold", "text_description": "x"}, owned=False)
    assert [problem.code for problem in decision.blocked] == [
        "cannot-compare",
        "exists-differently",
    ]
    assert "delivery" not in str(decision.blocked[1])


def test_adopting_always_sets_it() -> None:
    decision = run({"delivery": "hold", "initial_storage_size": 8}, owned=False, options=ALWAYS)
    assert not decision.blocked
    assert [(c.name, c.before, c.after) for c in decision.changes] == [("delivery", None, "hold")]
    assert any("initial_storage_size cannot be compared" in text for text in decision.reasons)


def test_a_creation_that_was_cut_off_is_completed() -> None:
    """Its first half was CRTMSGQ; nobody knows of CHGMSGQ."""
    decision = run({"delivery": "break", "initial_storage_size": 8}, last=None)
    assert decision.verb is Verb.UPDATE
    assert [change.name for change in decision.changes] == ["delivery"]


def test_a_replacement_says_what_it_cannot_keep() -> None:
    decision = run({"initial_storage_size": 8}, last={"initial_storage_size": 3})
    assert decision.verb is Verb.REPLACE
    assert any(
        "delivery, severity_code_filter" in text and "cannot be carried over" in text
        for text in decision.reasons
    )
    # RESET says what the command does: an object keeps nothing of it.
    assert not any("reset_old_messages" in text for text in decision.reasons)


def test_a_copy_of_what_cannot_be_read_is_blocked() -> None:
    options = ObjectOptions(like="ORDERS/SOURCE")
    [problem] = run({"delivery": "hold"}, there=False, options=options, owned=False).blocked
    assert problem.code == "like-unreported"
    assert "initial_storage_size, severity_code_filter" in str(problem)
    everything = {"delivery": "hold", "severity_code_filter": 0, "initial_storage_size": 3}
    assert not run(everything, there=False, options=options, owned=False).blocked


def test_a_kind_that_is_not_reached_that_way_is_told_in_the_plan() -> None:
    key = Key("AS1", "mq:LocalQueue", "Q")
    [problem] = run({"max_queue_depth": 5}, key=key, there=False, owned=False).blocked
    assert problem.code == "kind-not-reached"
    assert "\n" not in str(problem)
