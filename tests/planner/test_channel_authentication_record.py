"""mq:ChannelAuthenticationRecord in every part of the product."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carriers import CARRIERS, Reached
from queuewright.catalogue.platform import Platform
from queuewright.diff.types import Verb
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.mq.channel_authentication_record import SHIPPED, ChannelAuthenticationRecordSpec
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load
from worlds import Rehearsed

KIND = ChannelAuthenticationRecordSpec.kind
MAPS = {"type": "addressmap", "address": "10.*"}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def ours(world: Rehearsed) -> list[dict[str, Any]]:
    """The records that did not ship."""
    shipped = {ChannelAuthenticationRecordSpec.name_of(each) for each in SHIPPED}
    found = world.machine.observe([KIND])
    return [dict(each.attributes) for each in found if each.key.name not in shipped]


def test_the_matcher_is_part_of_the_name(world: Rehearsed) -> None:
    world.declare(KIND, "APP.*", resource="a", **MAPS, mca_user_identifier="app")
    other = world.declare(
        KIND, "APP.*", resource="b", type="addressmap", address="10.1.*", user_source="noaccess"
    )
    assert world.up().failed == ()
    assert len(ours(world)) == 2
    assert set(world.verbs().values()) == {Verb.SAME}
    world.declared.remove(other)
    world.up()
    assert [each["mca_user_identifier"] for each in ours(world)] == ["app"]


def test_users_are_a_set(world: Rehearsed) -> None:
    named = {"name": "APP.*", "type": "blockuser", "system": "QM1"}
    record = world.declare(
        KIND, "APP.*", resource="a", type="blockuser", user_list=["ann", "*MQADMIN"]
    )
    world.up()
    record = world.again(record, inputs={**named, "user_list": ["*MQADMIN", "ann"]})
    assert set(world.verbs().values()) == {Verb.SAME}
    world.again(record, inputs={**named, "user_list": ["bob", "*MQADMIN"]})
    world.up()
    [found] = ours(world)
    assert set(found["user_list"]) == {"bob", "*MQADMIN"}
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_record_that_lets_in_again_asks_for_a_password_at_once(world: Rehearsed) -> None:
    """One that lets nobody in has no CHCKCLNT: it is set with the rest, and not an update later."""
    given = {**MAPS, "check_client": "required"}
    record = world.declare(KIND, "APP.*", resource="a", **given, user_source="noaccess")
    world.up()
    assert set(world.verbs().values()) == {Verb.SAME}
    world.again(record, inputs={"user_source": "channel"})
    [step] = world.plan().changes
    assert [(c.name, c.after) for c in step.decision.changes] == [
        ("user_source", "channel"),
        ("check_client", "required"),
    ]
    world.up()
    assert ours(world)[0]["check_client"] == "required"
    assert set(world.verbs().values()) == {Verb.SAME}


@pytest.mark.parametrize(
    ("name", "given", "code"),
    [
        ("A", {"type": "blockuser", "user_list": ["a"], "address": "*"}, "not-of-type"),
        ("A", {"type": "blockaddr", "address_list": ["10.*"]}, "blocks-everywhere"),
        ("A", {**MAPS, "user_source": "noaccess", "mca_user_identifier": "a"}, "user-without-map"),
        ("A", {**MAPS, "user_source": "channel", "warn": "yes"}, "warns-of-nothing"),
        ("A", {"type": "addressmap", "mca_user_identifier": "a"}, "missing"),
        ("A", {**MAPS}, "missing"),
    ],
)
def test_what_is_not_a_record(
    world: Rehearsed, name: str, given: dict[str, Any], code: str
) -> None:
    world.declare(KIND, name, resource="r", **given)
    [step] = world.plan().steps
    assert code in [problem.code for problem in step.blocked]


@pytest.mark.parametrize(
    ("address", "is_valid"),
    [
        ("192.0.2.0", True), ("192.0.2.*", True), ("192.0.*", True), ("192.0.*.2", True),
        ("192.*.2", True), ("*", True), ("192.0.2.1-8", True), ("192.0.*.1-8", True),
        ("192.*.2.*", True), ("2001:DB8:0:0:0:0:0:0", True), ("2001:DB8:0:0:0:*", True),
        ("2001:*:1", True), ("2001:DB8:0:0:0:0:0:0-8", True), ("2001:db8::1", True),
        ("::ffff:10.1.2.3", True), ("10.1.2.300", False), ("192.0.2", False), ("192.0*", False),
        ("192.0.*.*", False), ("2001::*", False), ("10.1.2.9-1", False), (" 10.1.2.3", False),
        ("1.2.3.4.5", False), ("10..1.2", False),
    ],
)  # fmt: skip
def test_generic_addresses(world: Rehearsed, address: str, is_valid: bool) -> None:
    """IBM's "Generic IP addresses for channel authentication records"."""
    maps = {"type": "addressmap", "address": address, "user_source": "noaccess"}
    world.declare(KIND, "A", resource="m", **maps)
    world.declare(KIND, "*", resource="b", type="blockaddr", address_list=[address])
    codes = [[problem.code for problem in step.blocked] for step in world.plan().steps]
    assert codes == [["syntax"] * (not is_valid)] * 2
    for given in (
        f"TYPE(ADDRESSMAP) ADDRESS('{address}') USERSRC(NOACCESS)",
        f"TYPE(BLOCKADDR) ADDRLIST('{address}')",
    ):
        name = "*" if "LIST" in given else "A"
        [answer] = mqsc_commands.run(world.machine, f"SET CHLAUTH('{name}') {given}")
        assert answer.ok is is_valid


def test_only_a_mapping_takes_the_name_of_a_host(world: Rehearsed) -> None:
    host = {"type": "addressmap", "address": "*.example.com", "user_source": "noaccess"}
    world.declare(KIND, "A", resource="m", **host)
    world.declare(KIND, "*", resource="b", type="blockaddr", address_list=["host.example.com"])
    steps = {step.declared.name: step for step in world.plan().steps if step.declared}
    assert not steps["m"].blocked
    assert [problem.attribute for problem in steps["b"].blocked] == ["address_list"]


def test_trailing_blanks_in_a_list_are_no_drift(world: Rehearsed) -> None:
    world.declare(KIND, "A", resource="b", type="blockuser", user_list=["a", "A", "b ", "a"])
    assert world.up().ok
    assert set(world.verbs().values()) == {Verb.SAME}


def test_what_shipped_is_adopted(world: Rehearsed) -> None:
    given = dict(SHIPPED[1])
    world.declare(KIND, str(given.pop("name")), resource="system", **given)
    [step] = world.plan().steps
    assert (step.verb, step.decision.changes, step.blocked) == (Verb.ADOPT, (), ())


def test_removed_defaults_stay_removed_after_dump_and_load(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    machine = sandbox.create_system("QM1")
    text = "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)"
    assert all(answer.ok for answer in mqsc_commands.run(machine, text))
    left = {each.key.name for each in machine.observe([KIND])}
    assert len(left) == len(SHIPPED) - 1
    copy = load(sandbox, "\n".join(dump(machine)), system=sandbox.create_system("COPY").name)
    assert copy.failed == []
    assert {each.key.name for each in sandbox.system("COPY").observe([KIND])} == left
    sandbox.close()


def test_import_takes_them(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    script.write_text(
        "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
        "SET CHLAUTH('APP.*') TYPE(BLOCKUSER) USERLIST('ann','bob')\n"
        "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('app')\n"
    )
    found = import_sources(read_files([script], "mqsc"), ImportOptions("QM1"))
    assert found.report.declared == {KIND: 2}
    assert not found.report.not_taken
    assert 'user_list=["ann", "bob"]' in found.files["__main__.py"]


@pytest.fixture(params=["runmqsc", "mqweb", "mqweb in text", "pcf"])
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    with CARRIERS[request.param](tmp_path, "QM1", Platform.LINUX) as reached:
        yield reached


def test_a_record_is_set_anew_and_removed(reached: Reached) -> None:
    named = {"name": "APP.*", **MAPS}
    made = ChannelAuthenticationRecordSpec(**named, mca_user_identifier="app")
    before = {each.key.name for each in reached.system.observe([KIND])}
    reached.system.create(made)
    changed = ChannelAuthenticationRecordSpec(
        **named, user_source="noaccess", mca_user_identifier="", warn="yes"
    )
    assert reached.system.change(changed).attributes["warn"] == "yes"
    reached.system.delete(made.key("QM1"))
    assert {each.key.name for each in reached.system.observe([KIND])} == before


def generations(world: Rehearsed, **options: Any) -> dict[str, int]:
    return {step.name: step.generation for step in world.plan(**options).steps}


@pytest.mark.parametrize("profile", ["APP.IN", "APP.*", "*"])
def test_no_channel_is_open_without_its_records(world: Rehearsed, profile: str) -> None:
    """They are set before it is made, and removed after it is deleted."""
    channel = world.declare("mq:ServerConnectionChannel", "APP.IN", resource="channel")
    deny = {"type": "addressmap", "address": "*", "user_source": "noaccess"}
    record = world.declare(KIND, profile, resource="record", **deny)
    other = world.declare(KIND, "OTHER.*", resource="other", **deny)
    found = generations(world)
    assert found["record"] < found["channel"]
    assert found["other"] == 0
    assert world.up().ok
    for each in (channel, record, other):
        world.declared.remove(each)
    found = generations(world)
    assert found["channel"] < found["record"]
    assert world.up().ok


def test_a_channel_that_is_renamed_with_its_record(world: Rehearsed) -> None:
    deny = {"type": "addressmap", "address": "*", "user_source": "noaccess"}
    for name in ("APP", "APP2"):
        world.declared.clear()
        world.declare("mq:ServerConnectionChannel", name, resource=f"channel {name}")
        world.declare(KIND, name, resource=f"record {name}", **deny)
        found = generations(world)
        assert world.up().ok
    assert found["record APP2"] < found["channel APP2"] < found["channel APP"] < found["record APP"]
