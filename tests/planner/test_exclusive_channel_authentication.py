"""mq:ChannelAuthenticationRecordsExclusive: a profile has no other records of a type."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.access.records import channel_records
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.diff.types import Verb
from queuewright.drift.desired import definition_groups
from queuewright.drift.evaluate import Evaluated, defined
from queuewright.drift.fleet import Environment, Fleet, SourceConfig
from queuewright.drift.watch.comparing import Asked, Desired, differences
from queuewright.engine.accesses import world_after
from queuewright.engine.impacts import everything_after
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.mq.channel_authentication_record import (
    MATCHING,
    ChannelAuthenticationRecordSpec,
)
from queuewright.mq.channel_authentication_records_exclusive import (
    ChannelAuthenticationRecordsExclusiveSpec,
)
from queuewright.sandbox import mqsc_commands
from queuewright.script.commands import commands_of
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World
from worlds import Rehearsed

RECORD = ChannelAuthenticationRecordSpec.kind
LIMIT = ChannelAuthenticationRecordsExclusiveSpec.kind
SHIPPED = {
    "SYSTEM.ADMIN.SVRCONN/addressmap///*//",
    "SYSTEM.*/addressmap///*//",
    "*/blockuser/////",
}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def run(world: Rehearsed, command: str) -> None:
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, command))


def held(world: Rehearsed) -> set[str]:
    return {each.key.name for each in world.machine.observe([RECORD])} - SHIPPED


def shipped(world: Rehearsed) -> set[str]:
    return {each.key.name for each in world.machine.observe([RECORD])} & SHIPPED


@pytest.mark.parametrize(
    ("profile", "of_type", "line"),
    [
        ("*", "blockuser", "blockuser *, which has user_list *MQADMIN"),
        ("SYSTEM.*", "addressmap", "addressmap SYSTEM.* *, which has user_source noaccess"),
    ],
)
def test_a_default_rule_is_gone(world: Rehearsed, profile: str, of_type: str, line: str) -> None:
    assert shipped(world) == SHIPPED
    limit = world.declare(LIMIT, profile, type=of_type, matches=[])
    plan = world.plan()
    [step] = plan.changes
    assert (step.verb, step.blocked) == (Verb.ADOPT, ())
    assert f"removes the record of {line}" in step.decision.reasons
    [risk] = [risk for risk in risks_of(plan) if risk.kind is RiskKind.CONNECTIONS]
    assert line in risk.subjects[0].detail
    assert world.up().failed == ()
    assert len(shipped(world)) == 2
    assert set(world.verbs().values()) == {Verb.SAME}
    world.declared.remove(limit)  # given up without a command
    assert world.up().failed == ()
    assert len(shipped(world)) == 2


def test_records_of_others_go_and_those_of_other_profiles_and_types_stay(world: Rehearsed) -> None:
    given = {"type": "addressmap", "user_source": "channel"}
    world.declare(RECORD, "APP.*", resource="own", address="10.1.*", **given)
    world.declare(LIMIT, "APP.*", resource="all", type="addressmap", matches=["10.1.*", "10.3.*"])
    assert world.up().failed == ()
    for profile, address in (("APP.*", "10.2.*"), ("APP.*", "10.3.*"), ("OPS.*", "10.2.*")):
        where = f"SET CHLAUTH('{profile}') TYPE(ADDRESSMAP) ADDRESS('{address}')"
        run(world, f"{where} USERSRC(NOACCESS)")
    run(world, "SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('bob') USERSRC(NOACCESS)")
    [step] = world.plan().changes
    assert [(c.name, c.before, c.after) for c in step.decision.changes] == [
        ("matches", ("10.1.*", "10.2.*", "10.3.*"), ("10.1.*", "10.3.*"))
    ]
    script = script_text(
        world.plan(), "QM1", commands_of(world.plan(), world.systems), ScriptDialect.MQSC, None
    )
    removal = "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.2.*') ACTION(REMOVE)"
    assert removal in script.splitlines()
    assert world.up().failed == ()
    assert held(world) == {
        "APP.*/addressmap///10.1.*//",
        "APP.*/addressmap///10.3.*//",
        "OPS.*/addressmap///10.2.*//",
        "APP.*/usermap////bob/",
    }
    assert set(world.verbs().values()) == {Verb.SAME}


def test_certificates_of_one_issuer(world: Rehearsed) -> None:
    for peer, issuer in (("CN=a,O=X", "CN=ca"), ("CN=a,O=X", "CN=other"), ("CN=b,O=X", "")):
        issued = f" SSLCERTI('{issuer}')" if issuer else ""
        where = f"SET CHLAUTH('APP.*') TYPE(SSLPEERMAP) SSLPEER('{peer}'){issued}"
        run(world, f"{where} USERSRC(MAP) MCAUSER('app')")
    allowed = ["CN=a,O=X issued by CN=ca"]
    world.declare(LIMIT, "APP.*", type="sslpeermap", matches=allowed)
    assert world.up().failed == ()
    assert held(world) == {"APP.*/sslpeermap/CN=a,O=X/CN=ca///"}


@given(
    of_type=st.sampled_from(sorted(MATCHING)),
    parts=st.lists(
        st.text(st.sampled_from(list("aC=,/%2 ")), min_size=1, max_size=5)
        | st.sampled_from(["CN=x at y", "O=a issued by b at c", " at ", "%20at "]),
        min_size=3,
        max_size=3,
    ),
    extra=st.tuples(st.booleans(), st.booleans()),
)
def test_a_match_is_read_back(of_type: str, parts: list[str], extra: tuple[bool, bool]) -> None:
    names = {"name": "APP.*", "type": of_type, MATCHING[of_type]: parts[0]}
    if of_type == "sslpeermap" and extra[0]:
        names["ssl_certificate_issuer"] = parts[1]
    if of_type != "addressmap" and extra[1]:
        names["address"] = parts[2]
    record = ChannelAuthenticationRecordSpec.key_of(names, "QM1")
    spec = ChannelAuthenticationRecordsExclusiveSpec
    [limit] = spec.seen_in([Observed(record, {})], Platform.LINUX)
    matches = limit.attributes["matches"]
    assert list(spec.removed(limit.key, [("matches", matches, ())])) == [record]
    assert list(spec.excluded(limit.key, {"matches": matches}, [record])) == []


def test_records_of_one_user_at_several_addresses(world: Rehearsed) -> None:
    for address in ("10.1.*", "10.2.*", ""):
        where = f"ADDRESS('{address}')" if address else ""
        run(world, f"SET CHLAUTH('A') TYPE(USERMAP) CLNTUSER('bob') {where} USERSRC(NOACCESS)")
    world.declare(LIMIT, "A", type="usermap", matches=["bob at 10.1.*"])
    assert world.up().failed == ()
    assert held(world) == {"A/usermap///10.1.*/bob/"}
    assert set(world.verbs().values()) == {Verb.SAME}


def test_what_the_program_contradicts(world: Rehearsed) -> None:
    given = {"type": "addressmap", "user_source": "channel"}
    world.declare(RECORD, "APP.*", resource="own", address="10.1.*", **given)
    world.declare(LIMIT, "APP.*", resource="all", type="addressmap", matches=["10.2.*"])
    world.declare(RECORD, "*", resource="users", type="blockuser", user_list=["bob"], adopt="any")
    world.declare(LIMIT, "*", resource="none", type="blockuser", matches=[])
    blocked = {
        step.key.name: [p.code for p in step.blocked] for step in world.plan().steps if step.blocked
    }
    assert blocked == {"APP.*/addressmap": ["record-excluded"], "*/blockuser": ["record-excluded"]}
    world.declared.clear()
    world.declare(LIMIT, "*", resource="none", type="blockuser", matches=["bob"])
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["lists-match-nothing"]


@pytest.mark.parametrize(
    ("record_type", "match", "reason"),
    [
        ("addressmap", "10.1.300", "address: is not a generic IP address"),
        ("usermap", "app*", "client_user: a user that a client asserts is one name, without *"),
        ("usermap", "bob at 10.1.*.300", "address: is not a generic IP address"),
        ("qmgrmap", "Q" * 49, "remote_queue_manager: must have at most 48 characters, not 49"),
        ("sslpeermap", "", "ssl_peer_name: type sslpeermap needs ssl_peer_name"),
        ("qmgrmap", "QM1 issued by CN=ca", "ssl_certificate_issuer: records of type qmgrmap take"),
    ],
)
def test_a_match_that_no_record_has_is_refused(
    world: Rehearsed, record_type: str, match: str, reason: str
) -> None:
    world.declare(LIMIT, "A", type=record_type, matches=[match])
    [step] = world.plan().steps
    [problem] = step.blocked
    assert (problem.code, problem.attribute) == ("matches-nothing", "matches")
    assert f"no record of type {record_type} matches" in problem.text
    assert reason in problem.text


def test_what_changes_nothing_is_validated_too(world: Rehearsed) -> None:
    limit = world.declare(LIMIT, "*", type="blockuser", matches=[])
    assert world.up().failed == ()
    world.again(limit, inputs={"matches": ["bob"]})
    [step] = world.plan().steps
    assert (step.verb, [p.code for p in step.blocked]) == (Verb.SAME, ["lists-match-nothing"])


def test_drift_reports_a_default_rule_that_is_back(tmp_path: Path) -> None:
    limit = defined(LIMIT, {"system": "QM1", "name": "*", "type": "blockuser", "matches": []})
    systems = {"QM1": SourceConfig(type="sandbox", path="s.db")}
    fleet = Fleet(tmp_path / "fleet.yaml", (Environment(name="dev", systems=systems),), ())
    [group] = definition_groups(fleet, {"dev": Evaluated("v", (limit,))})
    desired = Desired("v", {(row["kind"], row["name"]): row for row in group.objects})
    observed = [Observed(Key("QM1", RECORD, name), {}) for name in sorted(SHIPPED)]
    for unmanaged in (False, True):
        found = differences(desired, observed, Asked(whole=True), unmanaged=unmanaged)
        assert [(row["name"], row["drift"]) for row in found] == [
            ("*/blockuser/////", "unexpected")
        ]


def test_a_record_that_the_program_removes_blocks_nobody() -> None:
    """On a queue manager that nobody has read, too, which is taken to have those that ship."""
    limit = Key("QM1", LIMIT, "*/blockuser")
    channel = Key("QM1", "mq:ServerConnectionChannel", "APP")
    every = [
        {record.key.name for record in channel_records(World(declared, {}, ships=True), "QM1")}
        for declared in ({channel: {}}, {channel: {}, limit: {"matches": ()}})
    ]
    assert every == [SHIPPED, SHIPPED - {"*/blockuser/////"}]


def test_what_a_plan_leaves(world: Rehearsed) -> None:
    """The routes and rights after a plan are those without the records that it removes."""
    world.declare(LIMIT, "*", type="blockuser", matches=[])
    plan = world.plan()
    read = Snapshot.of(world.machine.observe([RECORD]), facts=world.systems["QM1"].facts)
    records = channel_records(world_after(plan, "QM1", read), "QM1")
    assert {record.key.name for record in records} == SHIPPED - {"*/blockuser/////"}
    decisions = {step.key: step.decision for step in plan.steps}
    after = everything_after(decisions, {"QM1": read})
    assert {record.key.name for record in channel_records(after, "QM1")} == SHIPPED - {
        "*/blockuser/////"
    }


def test_a_world_afterwards_has_what_a_limit_lets_stay(world: Rehearsed) -> None:
    """The record that the program declares, while another one is removed."""
    run(world, "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.*') MCAUSER('app')")
    given = {"type": "addressmap", "address": "10.1.*", "user_source": "noaccess"}
    world.declare(RECORD, "APP.*", **given)
    world.declare(LIMIT, "APP.*", type="addressmap", matches=["10.1.*"])
    plan = world.plan()
    reading = Snapshot.of(world.machine.observe([RECORD]), None, world.machine.facts())
    after = world_after(plan, "QM1", reading)
    left = {each.key.name for each in channel_records(after, "QM1")} - SHIPPED
    assert left == {"APP.*/addressmap///10.1.*//"}
