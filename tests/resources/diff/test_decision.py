"""The decision table: last applied, observed, desired, options -> what is to be done, and why."""

from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.catalogue.options import Adopt, Force, ObjectOptions, OnDelete
from queuewright.catalogue.platform import Platform
from queuewright.diff.decision import decide
from queuewright.diff.request import DecisionRequest
from queuewright.diff.types import Decision, ForceVerdict, Verb
from queuewright.diff.write_only import digest_of
from queuewright.kinds import KINDS, UnknownKind
from queuewright.world.snapshot import Snapshot

LOCAL, ALIAS, REMOTE, DATA = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "ibmi:DataQueue"
PUT = frozenset({OpenFor.OUTPUT})
IDLE = Status(depth=0)
NEVER, FORCE = ObjectOptions(), ObjectOptions(force=Force.WHEN_NEEDED)
PURGE, RETAIN = ObjectOptions(on_delete=OnDelete.PURGE), ObjectOptions(on_delete=OnDelete.RETAIN)
ADOPT, REFUSE = ObjectOptions(adopt=Adopt.ANY), ObjectOptions(adopt=Adopt.NEVER)

Values = dict[str, Value]


def run(
    desired: Values | None,
    observed: Values | None,
    *,
    last: Values | None = None,
    owned: bool = True,
    kind: str = LOCAL,
    name: str = "Q",
    options: ObjectOptions = NEVER,
    status: Status | None = IDLE,
    handles: Collection[Handle] = (),
    others: Collection[Observed] = (),
    defaults: Values | None = None,
    definition_type: str = "predefined",
    platform: Platform = Platform.LINUX,
    libraries: dict[str, str] | None = None,
    group_objects: frozenset[tuple[str, str]] | None = None,
    **more: Any,
) -> Decision:
    key = Key("QM1", kind, name)
    observation = None
    if observed is not None:
        observation = Observed(key, observed, status, definition_type)
    return decide(
        DecisionRequest(
            key=key,
            desired=desired,
            options=options,
            last=last,
            observed=observation,
            snapshot=Snapshot.of(
                [*others, *([observation] if observation else [])],
                handles,
                SystemFacts("QM1", platform, libraries=libraries, group_objects=group_objects),
            ),
            defaults=defaults,
            owned=owned,
            **more,
        )
    )


def codes(decision: Decision) -> list[str]:
    return [problem.code for problem in decision.blocked]


def warned(decision: Decision) -> list[str]:
    return [problem.code for problem in decision.warnings]


DEPTH_1: Values = {"max_queue_depth": 1}
DEPTH_2: Values = {"max_queue_depth": 2}
DQ: Values = {"max_entry_length": 10}
DQ_20: Values = {"max_entry_length": 20}
IBMI: dict[str, Any] = {"kind": DATA, "name": "LIB/Q", "platform": Platform.IBMI}


@pytest.mark.parametrize(
    ("case", "verb", "changed", "blocked"),
    [
        # -- the object is not there
        pytest.param(
            {"desired": DEPTH_1, "observed": None, "owned": False},
            Verb.CREATE, [], [], id="new",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": None, "last": DEPTH_1},
            Verb.CREATE, [], [], id="vanished",
        ),
        pytest.param(
            {"desired": {"max_queue_depth": -1}, "observed": None, "owned": False},
            Verb.CREATE, [], ["range"], id="new-out-of-range",
        ),
        pytest.param(
            {"desired": {"index_type": "none"}, "observed": None, "owned": False},
            Verb.CREATE, [], ["platform"], id="new-attribute-of-another-platform",
        ),
        # -- it is there, and not ours
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_1, "owned": False},
            Verb.ADOPT, [], [], id="adopt-identical",
        ),
        pytest.param(
            {"desired": {}, "observed": DEPTH_1, "owned": False},
            Verb.ADOPT, [], [], id="adopt-nothing-managed",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_2, "owned": False},
            Verb.ADOPT, ["max_queue_depth"], ["exists-differently"], id="adopt-differing",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_2, "owned": False, "options": ADOPT},
            Verb.ADOPT, ["max_queue_depth"], [], id="adopt-always",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_1, "owned": False, "options": REFUSE},
            Verb.CREATE, [], ["exists-already"], id="adopt-never",
        ),
        pytest.param(
            {"desired": DQ, "observed": DQ_20, "owned": False, "options": ADOPT, **IBMI},
            Verb.ADOPT, ["max_entry_length"], ["adopt-replaces"], id="adopt-never-replaces",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_2, "last": DEPTH_1, "owned": False},
            Verb.ADOPT, ["max_queue_depth"], ["exists-differently"], id="in-state-but-not-ours",
        ),
        # -- it is there, and ours
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_1, "last": DEPTH_1},
            Verb.SAME, [], [], id="same",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_1},
            Verb.SAME, [], [], id="same-after-a-crash-before-the-state-was-written",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_1, "last": DEPTH_1},
            Verb.UPDATE, ["max_queue_depth"], [], id="program-changed",
        ),
        pytest.param(
            {"desired": DEPTH_1, "observed": DEPTH_2, "last": DEPTH_1},
            Verb.UPDATE, ["max_queue_depth"], [], id="system-drifted",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_2, "last": DEPTH_1},
            Verb.SAME, [], [], id="both-changed-alike",
        ),
        pytest.param(
            {"desired": {}, "observed": DEPTH_2, "last": DEPTH_1},
            Verb.SAME, [], [], id="no-longer-managed",
        ),
        pytest.param(
            {"desired": {"max_queue_depth": -1}, "observed": DEPTH_1, "last": DEPTH_1},
            Verb.UPDATE, ["max_queue_depth"], ["range"], id="program-changed-out-of-range",
        ),
        pytest.param(
            {"desired": DQ_20, "observed": DQ, "last": DQ, **IBMI},
            Verb.REPLACE, ["max_entry_length"], [], id="cannot-change-in-place",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_1, "last": DEPTH_1,
             "replace_on": ["max_queue_depth"]},
            Verb.REPLACE, ["max_queue_depth"], [], id="replace-on-changes",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_1, "last": DEPTH_1, "replace_on": ["*"]},
            Verb.REPLACE, ["max_queue_depth"], [], id="replace-on-any-change",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_1, "last": DEPTH_1,
             "replace_on": ["trigger_data"]},
            Verb.UPDATE, ["max_queue_depth"], [], id="replace-on-another-change",
        ),
        pytest.param(
            {"desired": DEPTH_2, "observed": DEPTH_1, "last": DEPTH_1,
             "ignore": ["max_queue_depth"]},
            Verb.SAME, [], [], id="ignored-change",
        ),
        pytest.param(
            {"desired": {**DEPTH_2, "trigger_data": "x"}, "observed": DEPTH_1, "last": DEPTH_1,
             "ignore": ["*"]},
            Verb.SAME, [], [], id="everything-ignored",
        ),
        pytest.param(
            {"desired": {**DEPTH_2, "usage": "transmission"}, "last": DEPTH_1,
             "observed": {**DEPTH_1, "usage": "normal"}, "ignore": ["usage"]},
            Verb.UPDATE, ["max_queue_depth"], [], id="another-ignored",
        ),
        # -- data loss
        pytest.param(
            {"desired": DQ_20, "observed": DQ, "last": DQ, "status": Status(depth=2), **IBMI},
            Verb.REPLACE, ["max_entry_length"], ["data-loss"], id="replace-with-entries",
        ),
        pytest.param(
            {"desired": DQ_20, "observed": DQ, "last": DQ, "status": Status(depth=2),
             "options": PURGE, **IBMI},
            Verb.REPLACE, ["max_entry_length"], [], id="replace-with-entries-purged",
        ),
        pytest.param(
            {"desired": DQ_20, "observed": DQ, "last": DQ, "options": RETAIN, **IBMI},
            Verb.REPLACE, ["max_entry_length"], ["replace-retained"], id="replace-retained",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1, "status": Status(depth=1)},
            Verb.DELETE, [], ["data-loss"], id="delete-with-a-message",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1,
             "status": Status(depth=0, uncommitted=1)},
            Verb.DELETE, [], ["uncommitted"], id="delete-with-uncommitted-work",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1, "options": PURGE,
             "status": Status(depth=5, uncommitted=1)},
            Verb.DELETE, [], ["uncommitted"], id="purge-does-not-cover-uncommitted-work",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1, "options": PURGE,
             "status": Status(depth=5)},
            Verb.DELETE, [], [], id="delete-purging",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1, "options": PURGE,
             "status": Status(depth=0, open_input=1, handles_known=False)},
            Verb.DELETE, [], ["in-use"], id="delete-while-counted-open",
        ),
        pytest.param(
            {"desired": None, "observed": DEPTH_1, "last": DEPTH_1},
            Verb.DELETE, [], [], id="delete",
        ),
    ],
)  # fmt: skip
def test_decision(case: dict[str, Any], verb: Verb, changed: list[str], blocked: list[str]) -> None:
    decision = run(**case)
    assert decision.verb is verb
    assert [change.name for change in decision.changes] == changed
    assert codes(decision) == blocked
    assert all(str(p).startswith("QM1 ") and "\n" not in str(p) for p in decision.blocked)


# -- deletes that send nothing


@pytest.mark.parametrize(
    ("case", "words"),
    [
        pytest.param({"observed": None}, "gone from QM1 already", id="gone"),
        pytest.param({"observed": DEPTH_1, "owned": False}, "neither created", id="not-ours"),
        pytest.param({"observed": DEPTH_1, "options": RETAIN}, "forgets it", id="retained"),
    ],
)
def test_a_delete_that_sends_nothing(case: dict[str, Any], words: str) -> None:
    decision = run(None, last=DEPTH_1, status=Status(depth=9), **case)
    assert decision.verb is Verb.DELETE
    assert decision.keep
    assert not decision.blocked
    assert words in decision.reasons[0]


def test_purge_is_told_to_whoever_deletes() -> None:
    decision = run(None, DEPTH_1, last=DEPTH_1, status=Status(depth=5), options=PURGE)
    assert decision.purge
    assert warned(decision) == ["messages-purged"]
    assert not run(None, DEPTH_1, last=DEPTH_1).purge


# -- drift apart from what the program changes


def test_drift_is_told_apart() -> None:
    last: Values = {"max_queue_depth": 1, "queue_description": "old", "inhibit_put": "put_allowed"}
    now: Values = {"max_queue_depth": 9, "queue_description": "old", "inhibit_put": "put_inhibited"}
    decision = run({**last, "queue_description": "new"}, now, last=last)
    assert decision.verb is Verb.UPDATE
    assert {c.name: c.drifted for c in decision.changes} == {
        "queue_description": False, "inhibit_put": True, "max_queue_depth": True,
    }  # fmt: skip
    assert [(c.name, c.before, c.after) for c in decision.drift] == [
        ("inhibit_put", "put_allowed", "put_inhibited"),
        ("max_queue_depth", 1, 9),
    ]
    assert decision.reasons == (
        "drift of inhibit_put is of low severity: applications can set it (MQSET)",
    )


def test_drift_that_the_program_agrees_with_is_shown_and_left() -> None:
    decision = run(DEPTH_2, DEPTH_2, last=DEPTH_1)
    assert decision.verb is Verb.SAME
    assert [(c.before, c.after) for c in decision.drift] == [(1, 2)]


def test_drift_of_an_ignored_attribute_is_shown_and_left() -> None:
    decision = run(DEPTH_1, DEPTH_2, last=DEPTH_1, ignore=["max_queue_depth"])
    assert decision.verb is Verb.SAME
    assert [c.name for c in decision.drift] == ["max_queue_depth"]


def test_what_is_no_longer_managed_stays_and_is_told() -> None:
    decision = run({}, DEPTH_1, last=DEPTH_1)
    assert decision.reasons == ("max_queue_depth is no longer managed and stays as it is",)


def test_a_password_that_is_no_longer_managed_is_told_too() -> None:
    """Its digest is all that is known of it."""
    last: Values = {"mca_user_identifier": "app"}
    digests = {"password": digest_of("secret")}
    decision = run(last, last, last=last, kind="mq:SenderChannel", digests=digests)
    assert decision.verb is Verb.SAME
    assert decision.reasons == ("password is no longer managed and stays as it is",)


def test_an_equal_object_with_equal_words_is_the_same_whatever_their_spelling() -> None:
    kind: dict[str, Any] = {
        "kind": "ibmi:MessageQueue", "name": "LIB/M", "platform": Platform.IBMI,
    }  # fmt: skip
    hexadecimal: Values = {"coded_character_set_id": "hex"}
    decision = run(hexadecimal, {"coded_character_set_id": 65535}, last=hexadecimal, **kind)
    assert decision == Decision(Verb.SAME)


# -- force


def application(name: str, queue_manager: str = "") -> Handle:
    return Handle(name, "payd", "mqm", PUT, queue_manager=queue_manager)


B: Values = {"base_object_name": "B"}
C: Values = {"base_object_name": "C"}


def test_a_needed_force_that_is_not_allowed_blocks_and_names_who() -> None:
    decision = run(C, B, last=B, kind=ALIAS, name="A", handles=[application("A")])
    assert codes(decision) == ["force-needed"]
    assert decision.force.verdict is ForceVerdict.NEEDED
    assert decision.changes[0].cost is Change.MAY_FORCE
    assert not decision.with_force
    assert str(decision.blocked[0]) == (
        'QM1 mq:AliasQueue A: base_object_name="C": needs FORCE: an application has alias A open; '
        'application "payd" (user mqm) has A open for output; close it, or set '
        'force="when-needed" [IBM MQ, Change Queue (PCF): Force]'
    )


def test_a_needed_force_that_is_allowed_is_used() -> None:
    decision = run(C, B, last=B, kind=ALIAS, name="A", handles=[application("A")], options=FORCE)
    assert not decision.blocked
    assert decision.with_force
    assert decision.force.reason == "an application has alias A open"


def test_a_force_that_is_not_needed_is_not_used() -> None:
    decision = run(C, B, last=B, kind=ALIAS, name="A", options=FORCE)
    assert not decision.with_force
    assert decision.changes[0].cost is Change.IN_PLACE
    assert decision.force.verdict is ForceVerdict.NOT_NEEDED


def test_the_alias_through_which_it_is_open_is_named() -> None:
    other = Observed(Key("QM1", ALIAS, "A"), {"base_object_name": "Q"}, IDLE)
    decision = run(
        {"usage": "transmission"},
        {"usage": "normal"},
        last={"usage": "normal"},
        handles=[application("A")],
        others=[other],
    )
    assert codes(decision) == ["force-needed"]
    assert "has A open for output through A" in str(decision.blocked[0])


def test_a_force_of_which_nothing_is_known_warns() -> None:
    decision = run(C, B, last=B, kind=ALIAS, name="A", status=None)
    assert decision.force.verdict is ForceVerdict.UNKNOWN
    assert not decision.blocked
    assert warned(decision) == ["force-unknown"]
    assert "may need FORCE" in str(decision.warnings[0])
    allowed = run(C, B, last=B, kind=ALIAS, name="A", status=None, options=FORCE)
    assert allowed.with_force  # or the command could fail at night
    assert not allowed.warnings


def test_many_who_have_it_open_are_counted_not_listed() -> None:
    handles = [Handle("A", f"app{n}", "", PUT) for n in range(7)]
    decision = run(C, B, last=B, kind=ALIAS, name="A", handles=handles)
    text = str(decision.blocked[0])
    assert "app3" in text
    assert "app4" not in text
    assert "and 3 more" in text
    assert len(decision.force.uses) == 7


def test_forcing_a_usage_onto_messages_warns() -> None:
    case: dict[str, Any] = {"last": {"usage": "normal"}, "status": Status(depth=4)}
    decision = run({"usage": "transmission"}, {"usage": "normal"}, options=FORCE, **case)
    assert decision.with_force
    assert warned(decision) == ["usage-with-messages"]
    assert codes(run({"usage": "transmission"}, {"usage": "normal"}, **case)) == ["force-needed"]


def test_adopting_and_changing_needs_force_like_any_change() -> None:
    decision = run(
        C, B, kind=ALIAS, name="A", owned=False, handles=[application("A")], options=ADOPT
    )
    assert (decision.verb, codes(decision)) == (Verb.ADOPT, ["force-needed"])
    assert decision.reasons[0] == "it exists: adopted and changed"


# -- rules of the documents over resultant values


def test_a_rule_sees_what_the_object_has_besides() -> None:
    decision = run({"cluster_name": "C"}, {"cluster_namelist": "NL", "cluster_name": ""})
    assert codes(decision) == ["cluster-exclusive"]


def test_a_rule_sees_that_a_queue_is_dynamic() -> None:
    decision = run({"cluster_name": "C"}, {"cluster_name": ""}, definition_type="permanent_dynamic")
    assert codes(decision) == ["cluster-restricted"]


def test_a_rule_sees_the_defaults_of_a_new_object() -> None:
    defaults: Values = {"cluster_namelist": "NL"}
    decision = run({"cluster_name": "C"}, None, owned=False, defaults=defaults)
    assert codes(decision) == ["cluster-exclusive"]


def test_a_rule_sees_what_a_new_object_is_made_like() -> None:
    model = Observed(Key("QM1", LOCAL, "LIKE"), {"cluster_namelist": "NL"})
    options = ObjectOptions(like="LIKE")
    case: dict[str, Any] = {"owned": False, "options": options, "defaults": {}}
    decision = run({"cluster_name": "C"}, None, others=[model], **case)
    assert codes(decision) == ["cluster-exclusive"]
    assert decision.reasons == ("like LIKE: attributes left out come from it",)
    decision = run({"cluster_name": "C"}, None, **case)
    assert not decision.blocked
    assert decision.reasons == ("like LIKE, which is not there yet",)


def test_a_rule_sees_the_ignored_attribute_as_it_is() -> None:
    decision = run(
        {"cluster_name": "C", "cluster_namelist": "X"},
        {"cluster_name": "", "cluster_namelist": ""},
        last={},
        ignore=["cluster_namelist"],
    )
    assert [c.name for c in decision.changes] == ["cluster_name"]
    assert not decision.blocked


def test_odd_combinations_warn() -> None:
    decision = run({"backout_threshold": 3}, None, owned=False,
                   defaults={"backout_requeue_name": ""})  # fmt: skip
    assert not decision.blocked
    assert warned(decision) == ["backout-pair"]


def test_a_name_that_another_type_of_queue_has() -> None:
    other = Observed(Key("QM1", ALIAS, "Q"), {})
    decision = run(DEPTH_1, None, owned=False, others=[other])
    assert codes(decision) == ["exists-as-other-kind"]
    assert "mq:AliasQueue of this name exists" in str(decision.blocked[0])
    replaced = run(DEPTH_1, None, owned=False, others=[other], pending_deletes=[other.key])
    assert not replaced.blocked


def test_a_vanished_object_says_so() -> None:
    decision = run(DEPTH_1, None, last=DEPTH_1)
    assert decision.reasons == ("it is gone from QM1 since it was last applied",)


def test_what_differs_is_told_when_an_object_is_not_adopted() -> None:
    desired: Values = {
        "max_queue_depth": 1, "trigger_data": "a", "usage": "normal", "trigger_depth": 2,
        "backout_threshold": 1, "retention_interval": 1,
    }  # fmt: skip
    observed: Values = {
        "max_queue_depth": 2, "trigger_data": "b", "usage": "transmission", "trigger_depth": 1,
        "backout_threshold": 2, "retention_interval": 2,
    }  # fmt: skip
    text = str(run(desired, observed, owned=False).blocked[0])
    assert "max_queue_depth is 2, not 1" in text
    assert "and 1 more" in text
    assert 'adopt="any"' in text


def test_a_replacement_marks_what_causes_it() -> None:
    decision = run(
        {**DQ_20, "text_description": "new"}, {**DQ, "text_description": ""}, last=DQ, **IBMI
    )
    assert {c.name: c.cost for c in decision.changes} == {
        "max_entry_length": Change.REPLACE, "text_description": Change.IN_PLACE,
    }  # fmt: skip
    assert decision.reasons == ("only delete and create can change max_entry_length",)


def test_a_path_to_replace_on_counts_by_its_first_name() -> None:
    before: Values = {"names": ("A",)}
    decision = run(
        {"names": ("B",)}, before, last=before, kind="mq:Namelist", replace_on=["names[0]"]
    )
    assert decision.verb is Verb.REPLACE


def test_an_open_queue_is_not_replaced() -> None:
    decision = run(
        DEPTH_2, DEPTH_1, last=DEPTH_1, handles=[application("Q")], options=PURGE,
        replace_on=["*"],
    )  # fmt: skip
    assert codes(decision) == ["in-use"]
    assert '"payd" (user mqm) has Q open for output' in str(decision.blocked[0])


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownKind):
        run(DEPTH_1, None, kind="mq:Tropic")


# -- whatever is decided, doing it ends in nothing to do

DEPTHS = st.integers(0, 3)
ATTRIBUTES = st.fixed_dictionaries(
    {},
    optional={
        "max_queue_depth": DEPTHS,
        "usage": st.sampled_from(["normal", "transmission"]),
        "shareability": st.sampled_from(["shareable", "not_shareable"]),
        "queue_description": st.sampled_from(["", "a", "a "]),
        "cluster_name": st.sampled_from(["", "C"]),
        "command_scope": st.just(""),
    },
)
STATUSES = st.none() | st.builds(
    Status,
    depth=st.integers(0, 2),
    uncommitted=st.integers(0, 1),
    open_input=st.integers(0, 2),
    handles_known=st.booleans(),
)
OPTIONS = st.builds(
    ObjectOptions,
    force=st.sampled_from(Force),
    on_delete=st.sampled_from(OnDelete),
    adopt=st.sampled_from(Adopt),
)


@given(ATTRIBUTES, st.none() | ATTRIBUTES, ATTRIBUTES, STATUSES, OPTIONS, st.booleans())
def test_doing_what_is_decided_leaves_nothing_to_do(
    desired: Values,
    last: Values | None,
    observed: Values,
    status: Status | None,
    options: ObjectOptions,
    owned: bool,
) -> None:
    decision = run(desired, observed, last=last, status=status, options=options, owned=owned)
    assert decision.verb in (Verb.SAME, Verb.UPDATE, Verb.ADOPT, Verb.CREATE)
    if decision.verb is Verb.CREATE:
        assert codes(decision) == ["exists-already"]
    if decision.blocked:
        return
    needed = decision.force.verdict is ForceVerdict.NEEDED
    assert not needed or (decision.with_force and options.force is Force.WHEN_NEEDED)
    after = {**observed, **{c.name: c.after for c in decision.changes if c.after is not None}}
    again = run(desired, after, last=desired, status=status, options=options)
    assert again.verb is Verb.SAME
    assert not again.drift


@given(st.none() | ATTRIBUTES, ATTRIBUTES, STATUSES, OPTIONS, st.booleans())
def test_nothing_is_deleted_that_is_not_ours_or_holds_messages_unless_purged(
    last: Values | None,
    observed: Values,
    status: Status | None,
    options: ObjectOptions,
    owned: bool,
) -> None:
    decision = run(None, observed, last=last, status=status, options=options, owned=owned)
    assert decision.verb is Verb.DELETE
    sent = not decision.keep and not decision.blocked
    if sent:
        assert owned
        assert options.on_delete is not OnDelete.RETAIN
        assert status is None or not (status.open_input or status.uncommitted)
        assert status is None or not status.depth or options.on_delete is OnDelete.PURGE


def test_a_change_of_the_message_length_is_warned_of_and_a_new_queue_is_not() -> None:
    """Change Queue (PCF) MaxMsgLength: "it might cause an application to operate incorrectly"."""
    after: Values = {"max_message_length": 200}
    decision = run(after, {"max_message_length": 100}, last=after)
    assert decision.verb is Verb.UPDATE
    assert warned(decision) == ["caution"]
    assert "MaxMsgLength" in str(decision.warnings[0])
    assert warned(run(after, None)) == []


@pytest.mark.parametrize(
    ("status", "remediation"),
    [
        (Status(depth=3), "empty it, or set"),
        (Status(depth=0, open_output=1, handles_known=False), "close it, or set"),
        (Status(depth=3, open_output=1, handles_known=False), "close it and empty it, or set"),
    ],
)
def test_the_remedy_is_about_what_stands_in_the_way(status: Status, remediation: str) -> None:
    usage: Values = {"usage": "transmission"}
    (problem,) = run(usage, {"usage": "normal"}, last=usage, status=status).blocked
    assert problem.remediation.startswith(remediation)


@pytest.mark.parametrize(
    ("kind", "name", "other", "section"),
    [
        (LOCAL, "Q", ("mq:LocalQueue", "B", {"backout_requeue_name": "Q"}), "BackoutRequeueName"),
        (LOCAL, "Q", (ALIAS, "B", {"base_object_name": "Q"}), "TGTQNAME"),
        ("mq:Namelist", "N", (LOCAL, "B", {"cluster_namelist": "N"}), "ClusterNamelist"),
    ],
)
def test_what_a_delete_leaves_dangling_is_cited_where_it_is_named(
    kind: str, name: str, other: tuple[str, str, Values], section: str
) -> None:
    naming = Observed(Key("QM1", *other[:2]), other[2])
    decision = run(None, {}, kind=kind, name=name, others=[naming], pending_deletes=())
    (problem,) = [p for p in decision.warnings if p.code == "left-dangling"]
    assert section in str(problem)


MESSAGES: dict[str, Any] = {
    "kind": "ibmi:MessageQueue", "name": "LIB/Q", "platform": Platform.IBMI
}  # fmt: skip
LIBRARY_AUTHORITY: Values = {"authority": "libcrtaut"}


def test_what_the_library_gave_at_creation_is_managed_from_then_on() -> None:
    """CRTMSGQ AUT(*LIBCRTAUT): a changed CRTAUT "will not affect any existing objects"."""
    made = {"authority": ("libcrtaut", "use")}
    more = {"last": LIBRARY_AUTHORITY, "determined": made, **MESSAGES}
    assert run(LIBRARY_AUTHORITY, {"authority": "use"}, **more).verb is Verb.SAME
    decision = run(LIBRARY_AUTHORITY, {"authority": "all"}, **more)
    assert decision.verb is Verb.UPDATE
    assert [(c.name, c.before, c.after, c.drifted) for c in decision.changes] == [
        ("authority", "all", "use", True)
    ]
    assert [(c.before, c.after) for c in decision.drift] == [("use", "all")]


def test_of_an_object_of_others_a_known_library_tells() -> None:
    for authority, codes_of_it in (("change", []), ("all", ["exists-differently"])):
        decision = run(
            LIBRARY_AUTHORITY, {"authority": authority}, owned=False,
            libraries={"LIB": "change"}, **MESSAGES,
        )  # fmt: skip
        assert codes(decision) == codes_of_it
    decision = run(LIBRARY_AUTHORITY, {"authority": "all"}, owned=False, **MESSAGES)
    assert decision.verb is Verb.ADOPT
    assert decision.reasons[-1] == (
        'authority: libcrtaut is decided when an object is created; this one has "all", '
        "and keeps it"
    )


def test_the_ccsid_of_the_job_is_the_systems() -> None:
    job: Values = {"coded_character_set_id": "job"}
    decision = run(job, {"coded_character_set_id": 500}, last={}, **MESSAGES)
    assert [(c.before, c.after) for c in decision.changes] == [(500, 1208)]


def test_a_copy_is_made_like_its_group_object_alone() -> None:
    """Change Queue (PCF) FromQName: ignored if MQQSGD_COPY is specified."""
    copy: Values = {"queue_sharing_group_disposition": "copy"}
    decision = run(copy, None, options=ObjectOptions(like="OTHER"), platform=Platform.ZOS)
    assert "like-ignored" in warned(decision)


@pytest.mark.parametrize(
    ("kind", "name", "before", "after", "left"),
    [
        (
            DATA, "LIB/Q",
            {"max_entry_length": 9, "sequence": "keyed", "key_length": 5},
            {"max_entry_length": 9, "sequence": "fifo"},
            "key_length",
        ),
        (
            "ibmi:DdmDataQueue", "LIB/Q",
            {"remote_data_queue": "R", "remote_location": "rdb", "relational_database": "DB"},
            {"remote_data_queue": "R", "remote_location": "CHICAGO"},
            "relational_database",
        ),
    ],
)  # fmt: skip
def test_a_replacement_leaves_behind_what_no_longer_fits(
    kind: str, name: str, before: Values, after: Values, left: str
) -> None:
    """Leaving it out of the program is the remedy, and the program has left it out."""
    decision = run(after, before, last=before, kind=kind, name=name, platform=Platform.IBMI)
    assert decision.verb is Verb.REPLACE
    assert codes(decision) == []
    assert left not in decision.creates
    assert any(reason.startswith(f"{left} is not carried over") for reason in decision.reasons)


def test_what_exists_and_cannot_be_changed_is_not_said_to_be_changeable() -> None:
    decision = run(DQ, DQ_20, owned=False, **IBMI)
    differing = next(p for p in decision.blocked if p.code == "exists-differently")
    assert differing.remediation == "declare what it has"


def test_a_copy_needs_its_group_object_and_a_group_has_one_of_a_name() -> None:
    """Change Queue (PCF) QSGDisposition, table 2."""
    there = frozenset({("mq:LocalQueue", "Q")})
    other = frozenset({("mq:AliasQueue", "Q")})
    for disposition, known, blocked in (
        ("copy", frozenset(), ["no-group-object"]),
        ("copy", there, []),
        ("group", there, ["group-object-exists"]),
        ("copy", other, ["no-group-object"]),
        ("group", other, ["group-object-exists"]),
        ("group", frozenset(), []),
        ("copy", None, []),
    ):
        desired: Values = {"queue_sharing_group_disposition": disposition}
        decision = run(desired, None, platform=Platform.ZOS, group_objects=known)
        assert codes(decision) == blocked, (disposition, known)


def test_a_replaced_group_object_is_not_in_its_own_way_and_leaves_nothing_to_copy() -> None:
    there = frozenset({("mq:LocalQueue", "Q")})
    group: Values = {"queue_sharing_group_disposition": "group"}
    for disposition, blocked in (("q_mgr", []), ("copy", ["no-group-object"])):
        desired: Values = {"queue_sharing_group_disposition": disposition}
        decision = run(desired, group, last=group, platform=Platform.ZOS, group_objects=there)
        assert (decision.verb, codes(decision)) == (Verb.REPLACE, blocked)
    again = run(
        group, group, last=group, platform=Platform.ZOS, group_objects=there,
        replace_because="told to",
    )  # fmt: skip
    assert (again.verb, codes(again)) == (Verb.REPLACE, [])


@pytest.mark.parametrize(
    ("desired", "warned"),
    [
        ({"authority": "use"}, True),
        ({"authority": "exclude"}, True),
        ({"authority": "use", "authorization_list": "STAFF"}, False),
        ({"authority": "use", "authorization_list": "none"}, False),
        ({"text_description": "x"}, False),
    ],
)
def test_a_list_that_still_secures_an_object_is_warned_of(desired: Values, warned: bool) -> None:
    """`authority="STAFF"` of an earlier program became `authority="use"`: the list stays."""
    had: Values = {"authority": "autl", "authorization_list": "STAFF", "max_entry_length": 9}
    decision = run(
        {"max_entry_length": 9, **desired}, had, kind=DATA, name="L/Q", platform=Platform.IBMI
    )
    kept = [problem for problem in decision.problems if problem.code == "list-kept"]
    assert bool(kept) == warned
    assert all("STAFF still secures the object" in str(problem) for problem in kept)
    assert decision.verb is Verb.UPDATE


CHANNEL, RULE = "mq:ServerConnectionChannel", "mq:ChannelAuthenticationRecord"
SHIPPED = [
    pytest.param(CHANNEL, "SYSTEM.DEF.SVRCONN", Platform.LINUX, id="default"),
    pytest.param(LOCAL, "SYSTEM.ADMIN.STATISTICS.QUEUE", Platform.WINDOWS, id="system-queue"),
    pytest.param(LOCAL, "SYSTEM.DEFAULT.LOCAL.QUEUE", Platform.IBMI, id="on-ibmi"),
]


@pytest.mark.parametrize(("kind", "name", "platform"), SHIPPED)
def test_what_every_queue_manager_has_is_changed_and_stays(
    kind: str, name: str, platform: Platform
) -> None:
    attribute = "max_message_length"
    has, wanted = {attribute: 4_194_304}, {attribute: 9}
    there: dict[str, Any] = {"kind": kind, "name": name, "platform": platform}
    adopted = run(wanted, has, owned=False, **there)
    assert (adopted.verb, codes(adopted)) == (Verb.ADOPT, [])
    assert adopted.reasons[-1] == "it exists: adopted and changed"
    refused = run(wanted, has, owned=False, options=REFUSE, **there)
    assert codes(refused) == ["exists-already"]
    for status in (IDLE, Status(depth=3)):
        for options in (NEVER, PURGE):
            gone = run(None, wanted, last=wanted, status=status, options=options, **there)
            assert (gone.verb, gone.keep, gone.problems) == (Verb.DELETE, True, ())
            assert "every new system has it" in gone.reasons[0]


def test_a_name_of_another_kind_or_platform_is_an_ordinary_one() -> None:
    """SYSTEM.ADMIN.SVRCONN is of those who define it; z/OS has no SYSTEM.ADMIN.STATISTICS.QUEUE."""
    values: Values = {"max_message_length": 9}
    others = (
        (CHANNEL, "SYSTEM.ADMIN.SVRCONN", Platform.LINUX),
        (LOCAL, "SYSTEM.ADMIN.STATISTICS.QUEUE", Platform.ZOS),
        ("mq:ModelQueue", "SYSTEM.DEFAULT.LOCAL.QUEUE", Platform.LINUX),
    )
    for kind, name, platform in others:
        there: dict[str, Any] = {"kind": kind, "name": name, "platform": platform}
        adopted = run(values, {"max_message_length": 8}, owned=False, **there)
        assert codes(adopted) == ["exists-differently"], name
        gone = run(None, values, last=values, **there)
        assert (gone.verb, gone.keep) == (Verb.DELETE, False), name


def test_a_group_object_of_such_a_name_is_of_those_who_made_it() -> None:
    values: Values = {"queue_sharing_group_disposition": "group"}
    there: dict[str, Any] = {"kind": CHANNEL, "name": "SYSTEM.DEF.SVRCONN"}
    gone = run(None, values, last=values, platform=Platform.ZOS, **there)
    assert (gone.verb, gone.keep) == (Verb.DELETE, False)
    own = run(None, {}, last={}, platform=Platform.ZOS, **there)
    assert own.keep


def test_a_rule_that_every_queue_manager_has_stays() -> None:
    """Without it privileged users may connect: a program that no longer declares it never meant
    that."""
    (name,) = {
        KINDS[RULE].name_of(fields) for fields in KINDS[RULE].records if fields["name"] == "*"
    }
    values: Values = {"user_list": ("*MQADMIN",)}
    gone = run(None, values, last=values, kind=RULE, name=name)
    assert (gone.verb, gone.keep) == (Verb.DELETE, True)
