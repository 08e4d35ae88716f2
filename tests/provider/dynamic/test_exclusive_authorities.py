"""mq:AuthorityRecordsExclusive, and that of channel authentication, under Pulumi's engine."""

from typing import Any

import pytest
from pulumi.runtime.proto import provider_pb2

from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.mq.channel_authentication_records_exclusive import (
    ChannelAuthenticationRecordsExclusiveSpec,
)
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem

from .conftest import SYSTEMS, Answer, Project, Start

RECORD, LIMIT = AuthorityRecordSpec.kind, AuthorityRecordsExclusiveSpec.kind
NAMES = {"system": "QM1", "name": "ORDERS.**", "object_type": "q"}
ALONE: dict[str, Any] = {**NAMES, "groups": ["app"], "principals": []}


def grant(machine: EmbeddedSystem, line: str) -> None:
    assert all(answer.ok for answer in mqsc_commands.run(machine, f"SET AUTHREC {line}"))


def held(machine: EmbeddedSystem) -> set[str]:
    return {each.key.name for each in machine.observe([RECORD])}


def test_records_of_others_go_in_every_update(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    machine = project.machine("QM1")
    old = "PROFILE('ORDERS.**') OBJTYPE(QUEUE) GROUP('old') AUTHADD(GET,PUT)"
    grant(machine, old)
    plugin = start_plugin()
    limit, record = plugin.of(LIMIT), plugin.of(RECORD)
    app = {**NAMES, "group": "app", "authorities": ["input"]}
    for asked, inputs in ((record, app), (limit, ALONE)):
        _, failures = asked.check(inputs)
        assert failures == []
    assert "removes the record of group old, which has input, output" in capfd.readouterr().err
    record.create(app)
    id_, made = limit.create(ALONE)
    assert held(machine) == {"ORDERS.**/q/app/"}
    assert start_plugin().of(LIMIT).diff(id_, made, ALONE).changes is not True
    for _ in range(2):  # and again whenever somebody has one, each time in a process of its own
        grant(machine, old)
        plugin = start_plugin().of(LIMIT)
        assert plugin.check(ALONE, made)[1] == []
        assert plugin.diff(id_, made, ALONE).changes == provider_pb2.DiffResponse.DIFF_SOME
        made = plugin.update(id_, made, ALONE)
        assert held(machine) == {"ORDERS.**/q/app/"}
        same = start_plugin().of(LIMIT).diff(id_, made, ALONE)
        assert same.changes == provider_pb2.DiffResponse.DIFF_NONE
        assert plugin.read(id_, made)[0] == id_
    grant(machine, old)
    start_plugin().of(LIMIT).delete(id_, made)  # nothing is sent
    assert held(machine) == {"ORDERS.**/q/app/", "ORDERS.**/q/old/"}


def test_of_a_profile_that_nobody_has_yet(start_plugin: Start, project: Project) -> None:
    plugin = start_plugin().of(LIMIT)
    assert plugin.check(ALONE)[1] == []
    id_, made = plugin.create(ALONE)
    assert id_ == "QM1/mq:AuthorityRecordsExclusive/ORDERS.**/q"
    assert start_plugin().of(LIMIT).diff(id_, made, ALONE).changes == (
        provider_pb2.DiffResponse.DIFF_NONE
    )
    assert start_plugin().of(LIMIT).read(id_, made)[0] == id_


def test_a_default_rule_of_channel_authentication(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    machine, kind = project.machine("QM1"), ChannelAuthenticationRecordsExclusiveSpec.kind
    none: dict[str, Any] = {"system": "QM1", "name": "*", "type": "blockuser", "matches": []}
    plugin = start_plugin().of(kind)
    assert plugin.check(none)[1] == []
    reported = "removes the record of blockuser *, which has user_list *MQADMIN"
    assert reported in capfd.readouterr().err
    id_, made = plugin.create(none)
    record = "*/blockuser/////"
    of_channels = machine.observe(["mq:ChannelAuthenticationRecord"])
    assert record not in {each.key.name for each in of_channels}
    same = start_plugin().of(kind).diff(id_, made, none)
    assert same.changes == provider_pb2.DiffResponse.DIFF_NONE


def test_the_refusals_are_those_of_the_plan(start_plugin: Start, project: Project) -> None:
    """The right to connect of whoever runs it; a system that has no records, or is not there."""
    machine = project.machine("QM1")
    grant(machine, "OBJTYPE(QMGR) GROUP('ops') AUTHADD(CONNECT)")
    own = {"system": "QM1", "name": "self", "object_type": "q_mgr", "groups": [], "principals": []}
    acting = {**SYSTEMS, "QM1": {**SYSTEMS["QM1"], "user": "ann", "groups": ["ops"]}}
    plugin = start_plugin(acting).of(LIMIT)
    [failure] = plugin.check(own)[1]
    assert "you would lose CONNECT: ann is in group ops" in failure
    with pytest.raises(Answer, match="you would lose CONNECT"):
        plugin.create(own)
    assert held(machine) == {"self/q_mgr/ops/"}
    [failure] = plugin.check({**ALONE, "system": "QM2"})[1][:1]
    assert "exists only on" in failure
    away = {**SYSTEMS, "QM1": {"type": "sandbox", "path": "nowhere/x.db"}}
    assert start_plugin(away).of(LIMIT).check(ALONE)[1] != []


def test_plain_records_are_refused_alike(start_plugin: Start, project: Project) -> None:
    """A change and a delete; each one is judged alone, over what is there just now."""
    project.machine("QM1")
    acting = {**SYSTEMS, "QM1": {**SYSTEMS["QM1"], "user": "ann", "groups": ["ops", "dev"]}}
    given: dict[str, Any] = {"system": "QM1", "name": "self", "object_type": "q_mgr"}
    plugin = start_plugin(acting).of(RECORD)
    made = {}
    for group in ("ops", "dev", "app"):
        inputs = {**given, "group": group, "authorities": ["connect", "inquire"]}
        made[group] = plugin.create(inputs)
    plugin = start_plugin(acting).of(RECORD)
    # One record lets her in still: nothing is said, and it goes.
    less_of_dev = {**given, "group": "dev", "authorities": ["inquire"]}
    assert plugin.check(less_of_dev, made["dev"][1])[1] == []
    plugin = start_plugin(acting).of(RECORD)
    plugin.delete(*made["app"])
    plugin.delete(*made["dev"])
    less = {**given, "group": "ops", "authorities": ["inquire"]}
    lost = "you would lose CONNECT: ann is in group ops"
    [failure] = plugin.check(less, made["ops"][1])[1]
    assert lost in failure
    with pytest.raises(Answer, match=lost):
        plugin.update(*made["ops"], less)
    with pytest.raises(Answer, match=lost):
        start_plugin(acting).of(RECORD).delete(*made["ops"])
    assert held(project.machine("QM1")) == {"self/q_mgr/ops/"}
    # Nothing is known of who runs it: as before.
    start_plugin().of(RECORD).delete(*made["ops"])
