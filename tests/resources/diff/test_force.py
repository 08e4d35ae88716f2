"""The table of Change Queue (PCF) Force, with who is named and what is said where it cannot be
known."""

import pytest

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import (
    UNKNOWN_APPLICATION,
    Handle,
    Observed,
    OpenFor,
    Resolved,
    Status,
)
from queuewright.diff.force import change_class, force_need
from queuewright.diff.types import AttributeChange, ForceNeed, ForceVerdict
from queuewright.kinds import KINDS, UnknownKind
from queuewright.world.snapshot import Snapshot

NEEDED, UNKNOWN, NOT_NEEDED = ForceVerdict.NEEDED, ForceVerdict.UNKNOWN, ForceVerdict.NOT_NEEDED
IDLE = Status(depth=0)
COUNTS = Status(depth=0, handles_known=False)


def handle(name: str, *open_for: OpenFor, queue_manager: str = "", count: int = 1) -> Handle:
    return Handle(
        name, "payd", "mqm", frozenset(open_for), queue_manager=queue_manager, count=count
    )


def putting(name: str, queue_manager: str = "") -> Handle:
    return handle(name, OpenFor.OUTPUT, queue_manager=queue_manager)


def counted(use: OpenFor) -> Handle:
    """D is open, as the counts of a dump say."""
    path = (Resolved("local", "D"),)
    return Handle("D", UNKNOWN_APPLICATION, "", frozenset({use}), path=path)


def getting(name: str, count: int = 1, application: str = "payd") -> Handle:
    return Handle(name, application, "mqm", frozenset({OpenFor.INPUT_SHARED}), count=count)


def need(
    kind: str,
    change: dict[str, Value],
    status: Status | None,
    *handles: Handle,
    others: tuple[Observed, ...] = (),
    before: dict[str, Value] | None = None,
) -> ForceNeed:
    attributes = before or {}
    observed = Observed(Key("QM1", kind, "Q"), attributes, status)
    changes = [
        AttributeChange(n, attributes.get(n), v, KINDS[kind].attributes()[n].change)
        for n, v in change.items()
    ]
    return force_need(kind, changes, observed, Snapshot.of([observed, *others], handles))


def alias_to_q(name: str = "ALIAS") -> Observed:
    return Observed(Key("QM1", "mq:AliasQueue", name), {"base_object_name": "Q"}, IDLE)


ALIAS, LOCAL, REMOTE, MODEL = (
    "mq:AliasQueue", "mq:LocalQueue", "mq:RemoteQueue", "mq:ModelQueue",
)  # fmt: skip
NOSHARE: dict[str, Value] = {"shareability": "not_shareable"}
XMITQ: dict[str, Value] = {"usage": "transmission"}


@pytest.mark.parametrize(
    ("kind", "change", "status", "handles", "verdict", "words"),
    [
        pytest.param(ALIAS, {"base_object_name": "B"}, IDLE, [], NOT_NEEDED, "", id="alias-idle"),
        pytest.param(
            ALIAS, {"base_object_name": "B"}, IDLE, [putting("Q")], NEEDED,
            "application has alias Q open", id="alias-open",
        ),
        pytest.param(
            ALIAS, {"target_type": "topic"}, IDLE, [putting("Q")], NOT_NEEDED, "",
            id="alias-open-target-type",
        ),
        pytest.param(
            ALIAS, {"base_object_name": "T", "target_type": "topic"}, IDLE, [putting("Q")],
            NOT_NEEDED, "", id="alias-open-to-a-topic",
        ),
        pytest.param(
            ALIAS, {"queue_description": "x"}, IDLE, [putting("Q")], NOT_NEEDED, "",
            id="alias-open-other-attribute",
        ),
        pytest.param(
            ALIAS, {"base_object_name": ""}, IDLE, [putting("Q")], NOT_NEEDED, "",
            id="alias-open-to-blank",
        ),
        pytest.param(
            ALIAS, {"base_object_name": "B"}, None, [], UNKNOWN, "status of alias Q is not known",
            id="alias-no-status",
        ),
        pytest.param(
            ALIAS, {"base_object_name": "B"}, COUNTS, [], UNKNOWN, "who has alias Q open",
            id="alias-handles-not-known",
        ),
        pytest.param(
            ALIAS, {"base_object_name": "B"}, Status(open_output=2, handles_known=False), [],
            NEEDED, "for output 2", id="alias-counted",
        ),
        pytest.param(LOCAL, NOSHARE, IDLE, [], NOT_NEEDED, "", id="not-shareable-idle"),
        pytest.param(
            LOCAL, NOSHARE, IDLE, [putting("Q")], NOT_NEEDED, "", id="not-shareable-putting"
        ),
        pytest.param(
            LOCAL, NOSHARE, IDLE, [getting("Q")], UNKNOWN, "FORCE may be needed",
            id="not-shareable-one-getter",
        ),
        pytest.param(
            LOCAL, NOSHARE, IDLE, [getting("Q", 2)], UNKNOWN, "one application has Q open",
            id="not-shareable-one-application-twice",
        ),
        pytest.param(
            LOCAL, NOSHARE, IDLE, [getting("Q"), getting("Q", 1, "audit")], NEEDED,
            "2 applications have Q open for input", id="not-shareable-two-applications",
        ),
        pytest.param(
            LOCAL, NOSHARE, IDLE, [getting("Q", 2, "")], NEEDED, "2 handles have Q open for input",
            id="not-shareable-nobody-knows-who",
        ),
        pytest.param(
            LOCAL, NOSHARE, Status(open_input=1, handles_known=False), [], UNKNOWN, "may",
            id="not-shareable-one-counted",
        ),
        pytest.param(
            LOCAL, NOSHARE, Status(open_input=83, handles_known=False), [], NEEDED, "83 handles",
            id="not-shareable-many-counted",
        ),
        pytest.param(
            LOCAL, NOSHARE, COUNTS, [], NOT_NEEDED, "", id="not-shareable-none-counted"
        ),
        pytest.param(
            LOCAL, NOSHARE, None, [], UNKNOWN, "status of Q is not known",
            id="not-shareable-no-status",
        ),
        pytest.param(
            LOCAL, {"shareability": "shareable"}, IDLE, [getting("Q", 2)], NOT_NEEDED, "",
            id="shareable-is-free",
        ),
        pytest.param(LOCAL, XMITQ, IDLE, [], NOT_NEEDED, "", id="usage-idle"),
        pytest.param(
            LOCAL, XMITQ, IDLE, [handle("Q", OpenFor.BROWSE)], NEEDED, "usage changes",
            id="usage-browsed",
        ),
        pytest.param(
            LOCAL, XMITQ, Status(depth=3), [], NEEDED, "holds 3 messages", id="usage-messages"
        ),
        pytest.param(
            LOCAL, XMITQ, Status(depth=0, uncommitted=1), [], NEEDED, "uncommitted work",
            id="usage-uncommitted",
        ),
        pytest.param(
            LOCAL, XMITQ, Status(depth=0, open_input=1, handles_known=False), [], NEEDED,
            "for input 1", id="usage-counted",
        ),
        pytest.param(
            LOCAL, XMITQ, COUNTS, [], UNKNOWN, "leave out browsers",
            id="usage-handles-not-known"
        ),
        pytest.param(LOCAL, XMITQ, None, [], UNKNOWN, "not known", id="usage-no-status"),
        pytest.param(
            LOCAL, XMITQ, None, [putting("Q")], NEEDED, "is open", id="usage-open-no-status"
        ),
        pytest.param(
            REMOTE, {"xmit_queue_name": "X"}, IDLE, [], NOT_NEEDED, "", id="remote-idle"
        ),
        pytest.param(
            REMOTE, {"xmit_queue_name": "X"}, IDLE, [putting("Q")], NEEDED, "remote queue Q open",
            id="remote-open",
        ),
        pytest.param(
            REMOTE, {"xmit_queue_name": ""}, IDLE, [putting("Q")], NEEDED, "remote queue Q open",
            id="remote-open-to-blank",
        ),
        pytest.param(
            REMOTE, {"remote_queue_name": "X"}, IDLE, [putting("Q")], NOT_NEEDED, "",
            id="remote-open-other-name",
        ),
        pytest.param(
            REMOTE, {"remote_queue_manager_name": "QM9"}, IDLE, [putting("ANY", "Q")], NEEDED,
            "queue manager alias", id="manager-alias-open",
        ),
        pytest.param(
            REMOTE, {"xmit_queue_name": ""}, IDLE, [putting("ANY", "Q")], NOT_NEEDED, "",
            id="manager-alias-open-transmission-queue-to-blank",
        ),
        pytest.param(
            REMOTE, {"remote_queue_manager_name": ""}, IDLE, [putting("ANY", "Q")], NOT_NEEDED,
            "", id="manager-alias-open-to-blank",
        ),
        pytest.param(
            REMOTE, {"remote_queue_manager_name": "QM9"}, None, [], UNKNOWN, "remote queue Q",
            id="remote-no-status",
        ),
        pytest.param(
            MODEL, {**XMITQ, **NOSHARE}, IDLE, [putting("Q")], NOT_NEEDED, "", id="model-never"
        ),
        pytest.param(
            "mq:Namelist", {"names": ("A",)}, IDLE, [putting("Q")], NOT_NEEDED, "", id="namelist"
        ),
    ],
)  # fmt: skip
def test_force(
    kind: str,
    change: dict[str, Value],
    status: Status | None,
    handles: list[Handle],
    verdict: ForceVerdict,
    words: str,
) -> None:
    needed = need(kind, change, status, *handles)
    assert needed.verdict is verdict
    assert words in needed.reason
    if verdict is NOT_NEEDED:
        assert needed == ForceNeed()
    else:
        assert needed.attributes == tuple(change)


def test_who_has_the_queue_open_through_an_alias_is_named() -> None:
    needed = need(LOCAL, XMITQ, IDLE, putting("ALIAS"), others=(alias_to_q(),))
    assert needed.verdict is NEEDED
    (use,) = needed.uses
    assert (use.object_name, use.application, use.user, use.through) == (
        "ALIAS", "payd", "mqm", ("ALIAS",),
    )  # fmt: skip
    assert str(use) == ('application "payd" (user mqm) has ALIAS open for output through ALIAS')


def test_getters_through_aliases_and_by_name_are_added_up() -> None:
    through, by_name = getting("ALIAS"), getting("Q", 1, "audit")
    needed = need(LOCAL, NOSHARE, IDLE, through, by_name, others=(alias_to_q(),))
    assert needed.verdict is NEEDED
    assert len(needed.uses) == 2


def test_a_transmission_queue_is_open_through_its_remote_queues() -> None:
    sender = Observed(Key("QM1", REMOTE, "R"), {"xmit_queue_name": "Q"}, IDLE)
    needed = need(LOCAL, {"usage": "normal"}, IDLE, putting("R"), others=(sender,))
    assert needed.verdict is NEEDED
    assert needed.uses[0].through == ("R",)


def test_an_open_base_queue_stands_in_the_way_of_an_unlisted_alias() -> None:
    base = Observed(Key("QM1", LOCAL, "BASE"), {}, Status(open_output=2, handles_known=False))
    needed = need(
        ALIAS, {"base_object_name": "B"}, Status(handles_known=False),
        others=(base,), before={"base_object_name": "BASE"},
    )  # fmt: skip
    assert needed.verdict is NEEDED
    assert "BASE behind it is open (for input 0, for output 2), perhaps by the alias" in (
        needed.reason
    )
    closed = Observed(Key("QM1", LOCAL, "BASE"), {}, COUNTS)
    needed = need(
        ALIAS, {"base_object_name": "B"}, Status(handles_known=False),
        others=(closed,), before={"base_object_name": "BASE"},
    )  # fmt: skip
    assert "behind it" not in needed.reason


def test_several_reasons_are_all_told_and_the_worst_decides() -> None:
    status = Status(depth=2)
    needed = need(LOCAL, {**XMITQ, **NOSHARE}, status, getting("Q"))
    assert needed.verdict is NEEDED
    assert needed.attributes == ("usage",)
    assert "holds 2 messages" in needed.reason
    assert "FORCE may be needed" in needed.reason
    assert len(needed.uses) == 1


@pytest.mark.parametrize(
    ("kind", "attribute", "after", "status", "expected"),
    [
        (LOCAL, "queue_description", "x", IDLE, Change.IN_PLACE),
        (LOCAL, "usage", "transmission", None, Change.MAY_FORCE),
        (LOCAL, "usage", "transmission", IDLE, Change.IN_PLACE),
        (LOCAL, "usage", "transmission", COUNTS, Change.MAY_FORCE),
        (LOCAL, "usage", "transmission", Status(depth=1), Change.MAY_FORCE),
        (LOCAL, "usage", "transmission", Status(depth=0, uncommitted=1), Change.MAY_FORCE),
        (LOCAL, "shareability", "shareable", None, Change.IN_PLACE),
        (LOCAL, "shareability", "not_shareable", Status(depth=1), Change.IN_PLACE),
        (LOCAL, "shareability", "not_shareable", Status(open_input=1), Change.MAY_FORCE),
        (ALIAS, "base_object_name", "B", Status(handles=(putting("Q"),)), Change.MAY_FORCE),
        (MODEL, "usage", "transmission", None, Change.IN_PLACE),
        ("ibmi:DataQueue", "max_entry_length", 10, None, Change.REPLACE),
    ],
)
def test_change_class(
    kind: str, attribute: str, after: Value, status: Status | None, expected: Change
) -> None:
    observed = Observed(Key("QM1", kind, "Q"), {}, status)
    assert change_class(kind, attribute, after, observed) is expected


@pytest.mark.parametrize(
    ("kind", "disposition", "expected"),
    [
        (LOCAL, "shared", Change.REPLACE),
        (LOCAL, "q_mgr", Change.IN_PLACE),
        (LOCAL, "copy", Change.IN_PLACE),
        (MODEL, "q_mgr", Change.IN_PLACE),
    ],
)
def test_the_structure_cannot_change_of_a_shared_local_queue_alone(
    kind: str, disposition: str, expected: Change
) -> None:
    """Change Queue (PCF) CFStructure."""
    values: dict[str, Value] = {"queue_sharing_group_disposition": disposition}
    observed = Observed(Key("MQZ1", kind, "Q"), values, IDLE)
    assert change_class(kind, "coupling_facility_structure", "S2", observed) is expected


def test_the_structure_of_a_model_queue_is_never_a_replacement() -> None:
    assert KINDS[MODEL].attributes()["coupling_facility_structure"].change is Change.IN_PLACE


def test_change_class_of_nothing_that_exists() -> None:
    with pytest.raises(UnknownKind):
        change_class("mq:Tropic", "usage", "x")
    with pytest.raises(KeyError):
        change_class(ALIAS, "usage", "x")


MANAGER = "mq:QueueManagerAttributes"
BY_DEFAULT = "sent by way of the default transmission queue D"
REMOTES = tuple(
    Observed(Key("QM1", kind, name), values)
    for kind, name, values in (
        (LOCAL, "D", {"usage": "transmission"}),
        (LOCAL, "X", {"usage": "transmission"}),
        (LOCAL, "QM3", {"usage": "transmission"}),
        (LOCAL, "L", {}),
        (REMOTE, "R2", {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2"}),
        (REMOTE, "R3", {"remote_queue_name": "Q", "remote_queue_manager_name": "QM3"}),
        (
            REMOTE, "RX",
            {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2", "xmit_queue_name": "X"},
        ),
        (REMOTE, "RD", {"remote_queue_name": "Q", "remote_queue_manager_name": "D"}),
        (
            REMOTE, "RXD",
            {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2", "xmit_queue_name": "D"},
        ),
        (REMOTE, "VIA", {"remote_queue_manager_name": "QM2"}),
        (ALIAS, "A2", {"base_object_name": "R2"}),
        (ALIAS, "AL", {"base_object_name": "L"}),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("default", "handles", "verdict", "words"),
    [
        pytest.param("D", [], NOT_NEEDED, "", id="nothing-open"),
        pytest.param("D", [putting("L"), putting("AL")], NOT_NEEDED, "", id="local"),
        pytest.param("D", [putting("R2")], NEEDED, BY_DEFAULT, id="remote"),
        pytest.param("D", [putting("A2")], NEEDED, BY_DEFAULT, id="alias-of-remote"),
        pytest.param("D", [putting("RX")], NOT_NEEDED, "", id="names-another"),
        pytest.param("D", [putting("RXD")], NOT_NEEDED, "", id="names-it"),
        pytest.param("D", [putting("R3")], NOT_NEEDED, "", id="named-like-the-queue-manager"),
        pytest.param("D", [putting("RD")], NOT_NEEDED, "", id="it-is-named-like-the-queue-manager"),
        pytest.param("D", [putting("Q", "QM2")], NEEDED, BY_DEFAULT, id="queue-manager-name"),
        pytest.param("D", [putting("Q", "QM3")], NOT_NEEDED, "", id="transmission-queue-of-name"),
        pytest.param("D", [putting("Q", "D")], NOT_NEEDED, "", id="by-its-own-name"),
        pytest.param("D", [putting("Q", "VIA")], NEEDED, BY_DEFAULT, id="queue-manager-alias"),
        pytest.param("D", [putting("R2", "QM1")], NEEDED, BY_DEFAULT, id="this-queue-manager"),
        pytest.param("D", [handle("R2", OpenFor.INQUIRE)], NOT_NEEDED, "", id="its-definition"),
        pytest.param(
            "D", [putting("THERE")], UNKNOWN, "may be a queue of another queue manager",
            id="unknown-name",
        ),
        pytest.param(
            "D", [counted(OpenFor.OUTPUT)], UNKNOWN, "by which name D is open for output",
            id="counted-in-a-dump",
        ),
        pytest.param("D", [counted(OpenFor.INPUT_SHARED)], NOT_NEEDED, "", id="counted-readers"),
        pytest.param("D", [putting("THERE"), putting("R2")], NEEDED, BY_DEFAULT, id="both"),
        pytest.param("D", None, UNKNOWN, "who has remote queues open is not known", id="not-asked"),
        pytest.param("", [putting("THERE")], NOT_NEEDED, "", id="none-before"),
        pytest.param("", None, NOT_NEEDED, "", id="none-before-not-asked"),
    ],
)  # fmt: skip
def test_the_default_transmission_queue(
    default: str, handles: list[Handle] | None, verdict: ForceVerdict, words: str
) -> None:
    """ALTER QMGR FORCE: "An application has a remote queue open, the resolution for which would be
    affected by this change"."""
    name = "default_transmission_queue"
    facts = SystemFacts("QM1", queue_manager={name: default})
    manager = Observed(Key("QM1", MANAGER, "QMGR"), {name: default}, Status())
    snapshot = Snapshot.of([manager, *REMOTES], handles, facts)
    changes = [
        AttributeChange(name, default, "X", change_class(MANAGER, name, "X", manager)),
        AttributeChange("description", "", "x", Change.IN_PLACE),
    ]
    needed = force_need(MANAGER, changes, manager, snapshot)
    assert needed.verdict is verdict
    assert words in needed.reason
    assert needed.attributes == (() if verdict is NOT_NEEDED else (name,))
    opened = {each.object_name for each in handles or []} if needed.reason else set()
    assert {use.object_name for use in needed.uses} == opened
    assert force_need(MANAGER, changes[1:], manager, snapshot) == ForceNeed()
