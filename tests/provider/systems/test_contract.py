"""What every way of reaching a queue manager does alike: the contract of `System`."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from carriers import CARRIERS, Reached
from ibmi_carriers import QUEUE_MANAGERS
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.diff.write_only import without_write_only
from queuewright.kinds import KINDS, MQ_KINDS, QUEUE_KINDS, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.authentication_information import OperatingSystemAuthenticationSpec
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec, ClusterSenderChannelSpec
from queuewright.mq.client_channels import (
    AmqpChannelSpec,
    ClientConnectionChannelSpec,
    MqttChannelSpec,
    ServerConnectionChannelSpec,
)
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.communication_information import CommunicationInformationSpec
from queuewright.mq.coupling_facility_structure import CouplingFacilityStructureSpec
from queuewright.mq.listener import ListenerSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.message_channels import (
    ReceiverChannelSpec,
    RequesterChannelSpec,
    SenderChannelSpec,
    ServerChannelSpec,
)
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.process import ProcessSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.mq.security_policy import SecurityPolicySpec
from queuewright.mq.service import ServiceSpec
from queuewright.mq.subscription import SubscriptionSpec
from queuewright.mq.topic import TopicSpec
from queuewright.systems.protocol import System

SPECS = [
    LocalQueueSpec(name="A.LOCAL", max_queue_depth=7, queue_description="it's; two' ones"),
    AliasQueueSpec(name="An.Alias", base_object_name="A.LOCAL", default_persistence="persistent"),
    RemoteQueueSpec(name="A.REMOTE", remote_queue_name="X", remote_queue_manager_name="QM2"),
    ModelQueueSpec(name="A.MODEL", definition_type="permanent_dynamic"),
    NamelistSpec(name="A.LIST", names=("one", "TWO", "THREE")),
    ProcessSpec(name="a.Process", application_type="wlm", application_identifier='it\'s; "x"'),
    ClusterReceiverChannelSpec(name="TO.QM1", cluster_name="C1", connection_name="mq1(1414)"),
    ClusterSenderChannelSpec(name="TO.QM2", cluster_name="C1", connection_name="mq2(1414)"),
    AuthorityRecordSpec(
        name="A.**", object_type="q", group="it's; app/1", authorities=("display", "input")
    ),
    AuthorityRecordSpec(
        name="self", object_type="q_mgr", principal="bob", authorities=("connect",)
    ),
    ChannelAuthenticationRecordSpec(
        name="A.*",
        type="usermap",
        client_user="ann",
        address="10.1.*",
        user_source="noaccess",
        record_description="it's; closed",
    ),
    ChannelAuthenticationRecordSpec(name="A.*", type="blockuser", user_list=("nobody", "*MQADMIN")),
    SenderChannelSpec(
        name="TO.QM3", connection_name="mq3(1414),mq4(1414)", xmit_queue_name="A.LOCAL",
        message_compression=("zlibfast", "rle"), send_exit=("/opt/it's(A)", "/opt/b(C)"),
        message_exit=("/opt/one(A)",), keep_alive_interval=5,
    ),
    ServerChannelSpec(name="PUSH", xmit_queue_name="A.LOCAL", password="hush"),
    ReceiverChannelSpec(name="FROM.QM3", message_retry_count=3, message_retry_interval=7),
    RequesterChannelSpec(name="PULL", connection_name="mq3(1414)", header_compression=("system",)),
    ServerConnectionChannelSpec(name="APP", max_instances=9, channel_description="it's; 'one'"),
    ClientConnectionChannelSpec(name="APP", connection_name="mq1(1414)", queue_manager_name="*QM"),
    AmqpChannelSpec(name="JSON", port=5673, amqp_keep_alive="auto"),
    MqttChannelSpec(name="THINGS", port=1884, protocol=("http",), ssl_pass_phrase="hush"),
    TopicSpec(name="PRICES", topic_string="it's/prices", topic_description="of; all"),
    SubscriptionSpec(name="it's; ours", topic_string="prices/eu", destination="A.LOCAL"),
    SubscriptionSpec(
        name="below", topic_object="SYSTEM.BROKER.ADMIN.STREAM", topic_string="eu",
        destination_class="managed",
    ),
    ListenerSpec(name="L", port=1999, transport_type="tcp"),
    ServiceSpec(name="S", start_command="/opt/it's", start_arguments="+QMNAME+ 'a'; b"),
    OperatingSystemAuthenticationSpec(name="OS", failure_delay=3),
    CommunicationInformationSpec(name="M", group_address="239.0.0.5"),
    SecurityPolicySpec(
        name="A.LOCAL", signature_algorithm="sha256", encryption_algorithm="aes256",
        signers=("CN=it's me, O=Shop",), recipients=("CN=a(1),O=b", "CN=c;O=d", "CN=" + "e" * 99),
    ),
]  # fmt: skip


EVERY = {**CARRIERS, **QUEUE_MANAGERS}


@pytest.fixture(params=list(EVERY))
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    with EVERY[request.param](tmp_path, "QM1", Platform.LINUX) as reached:
        yield reached


@pytest.fixture(scope="module", params=list(EVERY))
def standing(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reached]:
    """One for every kind of object: who makes one here deletes it again."""
    folder = tmp_path_factory.mktemp("standing")
    with EVERY[request.param](folder, "QM1", Platform.LINUX) as reached:
        yield reached


def require_kind(reached: Reached, kind: str) -> None:
    platform = reached.system.facts.platform
    if platform not in KINDS[kind].platforms():
        pytest.skip(f"{platform.value} has no {kind}")


def look(system: System, spec: object, *, status: bool = False) -> Observed | None:
    kind, name = spec.kind, spec.object_name  # type: ignore[attr-defined]
    found = list(system.observe([kind], [name], status=status))
    assert len(found) < 2
    return found[0] if found else None


def test_the_facts_are_the_queue_managers_own(reached: Reached) -> None:
    reached.machine.set_manager({"default_transmission_queue": "DXQ"})
    facts = reached.system.facts
    own = reached.machine.facts()
    assert facts.name == "QM1"
    assert facts.platform.mqsc == own.platform.mqsc
    assert (facts.command_level, facts.ccsid) == (own.command_level, own.ccsid)
    assert facts.max_message_length == own.max_message_length
    assert facts.default_transmission_queue == "DXQ"
    assert facts.queue_sharing_group == ""


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.kind)
def test_what_is_created_is_seen_as_the_queue_manager_has_it_until_it_is_deleted(
    standing: Reached, spec: LocalQueueSpec
) -> None:
    require_kind(standing, spec.kind)
    made = standing.system.create(spec)
    assert made == look(standing.system, spec)
    [own] = standing.machine.observe([spec.kind], [spec.object_name])
    assert dict(made.attributes) == dict(own.attributes)
    assert made.key == own.key
    for name, value in without_write_only(spec.kind, spec.managed()).items():
        assert made.attributes[name] == value
    bulk = [each for each in standing.system.observe([spec.kind]) if each.key == made.key]
    assert bulk == [made]
    standing.system.delete(Key("QM1", spec.kind, spec.object_name))
    assert look(standing.system, spec) is None


def test_all_kinds_are_read_in_bulk_as_they_are(reached: Reached) -> None:
    platform = reached.system.facts.platform
    for spec in SPECS:
        if platform in spec.platforms():
            reached.machine.create(spec.kind, spec.object_name, spec.managed())
    found = {each.key: each for each in reached.system.observe(MQ_KINDS)}
    own = {each.key: each for each in reached.machine.observe(MQ_KINDS)}
    hidden = reached.system.facts.unreported
    for key, observed in own.items():
        left_out = hidden.get(key.kind, frozenset())
        shown = {n: v for n, v in observed.attributes.items() if n not in left_out}
        assert found.pop(key) == replace(observed, attributes=shown)
    assert found == {}
    assert Key("QM1", "mq:Cluster", "C1") in own


def test_only_the_names_are_observed_that_are_asked_for(reached: Reached) -> None:
    for number in range(40):
        reached.machine.create("mq:LocalQueue", f"Q{number}", {})
    reached.machine.create("mq:AliasQueue", "ALIAS", {"base_object_name": "Q1"})
    few = {each.key.name for each in reached.system.observe(MQ_KINDS, ["Q1", "ALIAS", "NOT.THERE"])}
    assert few == {"Q1", "ALIAS"}
    many = [f"Q{number}" for number in range(2, 30)]
    found = {each.key.name for each in reached.system.observe(QUEUE_KINDS, many)}
    assert found == set(many)
    assert not list(reached.system.observe(QUEUE_KINDS, []))


def test_like_gives_what_the_spec_leaves_out(reached: Reached) -> None:
    reached.machine.create(
        "mq:LocalQueue", "SOURCE", {"max_queue_depth": 9, "shareability": "shareable"}
    )
    made = reached.system.create(LocalQueueSpec(name="COPY", max_queue_depth=5), like="SOURCE")
    assert made.attributes["max_queue_depth"] == 5
    assert made.attributes["shareability"] == "shareable"


def test_create_never_replaces(reached: Reached) -> None:
    spec = LocalQueueSpec(name="ORDERS", max_queue_depth=5)
    reached.system.create(spec)
    with pytest.raises(CommandFailed, match="ORDERS") as caught:
        reached.system.create(LocalQueueSpec(name="ORDERS", max_queue_depth=6))
    assert caught.value.completion == 2
    assert caught.value.reason_name == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert "\n" not in str(caught.value)
    found = look(reached.system, spec)
    assert found is not None
    assert found.attributes["max_queue_depth"] == 5


def test_change_sets_what_is_given_and_nothing_else(reached: Reached) -> None:
    reached.system.create(
        LocalQueueSpec(name="ORDERS", max_queue_depth=5, queue_description="mine")
    )
    made = reached.system.change(LocalQueueSpec(name="ORDERS", max_queue_depth=6))
    assert made.attributes["max_queue_depth"] == 6
    assert made.attributes["queue_description"] == "mine"
    reached.system.change(LocalQueueSpec(name="ORDERS", queue_description=""))
    found = look(reached.system, LocalQueueSpec(name="ORDERS"))
    assert found is not None
    assert found.attributes["queue_description"] == ""


def test_a_change_of_what_is_open_needs_force(reached: Reached) -> None:
    spec = LocalQueueSpec(name="ORDERS", shareability="shareable")
    reached.system.create(spec)
    reached.machine.open("ORDERS", [OpenFor.INPUT_SHARED])
    changed = LocalQueueSpec(name="ORDERS", usage="transmission")
    with pytest.raises(CommandFailed) as caught:
        reached.system.change(changed)
    assert caught.value.reason_name in ("MQRCCF_OBJECT_OPEN", "MQRC_OBJECT_IN_USE")
    assert reached.system.change(changed, force=True).attributes["usage"] == "transmission"


def test_what_is_not_there_cannot_be_changed_or_deleted(reached: Reached) -> None:
    with pytest.raises(CommandFailed) as caught:
        reached.system.change(LocalQueueSpec(name="NONE", max_queue_depth=6))
    assert caught.value.reason == 2085
    with pytest.raises(CommandFailed) as caught:
        reached.system.delete(Key("QM1", "mq:LocalQueue", "NONE"))
    assert caught.value.reason == 2085


def test_a_queue_with_messages_is_deleted_with_purge_alone(reached: Reached) -> None:
    spec = LocalQueueSpec(name="ORDERS")
    reached.system.create(spec)
    reached.machine.put("ORDERS", count=3)
    key = Key("QM1", "mq:LocalQueue", "ORDERS")
    with pytest.raises(CommandFailed) as caught:
        reached.system.delete(key)
    assert caught.value.reason_name == "MQRC_Q_NOT_EMPTY"
    assert look(reached.system, spec) is not None
    reached.system.delete(key, purge=True)
    assert look(reached.system, spec) is None


@pytest.mark.parametrize("keep", [False, True])
def test_authority_records_stay_where_they_are_to_be_kept(reached: Reached, keep: bool) -> None:
    from queuewright.sandbox import mqsc_commands

    reached.system.create(LocalQueueSpec(name="ORDERS"))
    grant = "SET AUTHREC PROFILE('ORDERS') OBJTYPE(QUEUE) PRINCIPAL('ann') AUTHADD(GET)"
    [answer] = mqsc_commands.run(reached.machine, grant)
    assert answer.ok, answer
    reached.system.delete(Key("QM1", "mq:LocalQueue", "ORDERS"), keep_authorities=keep)
    [answer] = mqsc_commands.run(reached.machine, "DISPLAY AUTHREC PROFILE('ORDERS')")
    assert bool(answer.objects) is keep


def test_status_tells_of_depth_openers_and_uncommitted_work(reached: Reached) -> None:
    for spec in SPECS[:2]:
        reached.system.create(spec)
    reached.machine.put("A.LOCAL", count=3)
    reached.machine.put("A.LOCAL", count=2, uncommitted=True)
    reached.machine.open("A.LOCAL", [OpenFor.INPUT_SHARED, OpenFor.BROWSE], application="reader")
    reached.machine.open("An.Alias", [OpenFor.OUTPUT], application="writer", user="bob")
    names = ["A.LOCAL", "An.Alias"]
    found = {o.key.name: o.status for o in reached.system.observe(QUEUE_KINDS, names, status=True)}
    local, alias = found["A.LOCAL"], found["An.Alias"]
    assert local is not None
    assert alias is not None
    assert (local.depth, local.uncommitted) == (5, 2)
    assert (local.open_input, local.open_output) == (1, 1)
    assert [handle.application for handle in local.handles] == ["reader"]
    assert local.handles[0].open_for == {OpenFor.INPUT_SHARED, OpenFor.BROWSE}
    assert [(handle.application, handle.user) for handle in alias.handles] == [("writer", "bob")]
    [unasked] = list(reached.system.observe(["mq:LocalQueue"], ["A.LOCAL"]))
    assert unasked.status is None
    everything = {o.key.name: o.status for o in reached.system.observe(MQ_KINDS, status=True)}
    assert everything["A.LOCAL"] == local
    assert everything["An.Alias"] == alias


def test_handles_are_told_in_one_question(reached: Reached) -> None:
    assert list(reached.system.handles()) == []
    reached.system.create(SPECS[0])
    for _ in range(2):
        reached.machine.open(
            "A.LOCAL", [OpenFor.OUTPUT], application="app", user="ann", channel="C"
        )
    total = 0
    for handle in reached.system.handles():
        assert (handle.object_name, handle.application, handle.user) == ("A.LOCAL", "app", "ann")
        assert (handle.channel, handle.open_for) == ("C", {OpenFor.OUTPUT})
        total += handle.count
    assert total == 2


@pytest.mark.parametrize("kind", MQ_KINDS)
def test_defaults_are_those_of_the_default_object(standing: Reached, kind: str) -> None:
    found, own = standing.system.defaults(kind), standing.machine.defaults(kind)
    if standing.machine.facts().platform not in KINDS[kind].platforms():
        assert (found, own) == (None, None)
        return
    assert found is not None
    assert own is not None
    assert (found.key, dict(found.attributes)) == (own.key, dict(own.attributes))


def test_what_the_queue_manager_does_not_have_has_no_defaults(reached: Reached) -> None:
    if reached.system.facts.platform is Platform.IBMI:  # which has them beside it
        return
    assert reached.system.defaults("ibmi:DataQueue") is None
    assert not list(reached.system.observe(["ibmi:DataQueue"]))


def test_memberships_follow_from_channels_and_repositories(reached: Reached) -> None:
    system = reached.system
    for cluster in ("C1", "C2", "C3"):
        receiver = ClusterReceiverChannelSpec(
            name=f"TO.{cluster}", cluster_name=cluster, connection_name="mq1(1414)"
        )
        system.create(receiver)
    assert look(system, ClusterSpec(name="C1")) is not None
    system.create(ClusterSpec(name="C1", full_repository="yes"))
    assert reached.machine.manager()["repository"] == "C1"
    system.change(ClusterSpec(name="C2", full_repository="yes"))
    assert reached.machine.manager()["repository"] == ""
    found = {o.key.name: o.attributes["full_repository"] for o in system.observe(["mq:Cluster"])}
    assert found == {"C1": "yes", "C2": "yes", "C3": "no"}
    system.change(ClusterSpec(name="C1", full_repository="no"))
    with pytest.raises(CommandFailed) as caught:
        system.delete(Key("QM1", "mq:Cluster", "C1"))
    assert caught.value.reason_name == "MQRC_OBJECT_IN_USE"
    system.delete(Key("QM1", "mq:ClusterReceiverChannel", "TO.C1"))
    system.delete(Key("QM1", "mq:Cluster", "C1"))
    assert look(system, ClusterSpec(name="C1")) is None


def test_a_repository_that_others_overwrite_is_set_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two stacks make one queue manager a repository of a cluster each, at the same time: the one
    that has read before the other wrote takes REPOS away from it."""
    with CARRIERS["mqsc"](tmp_path, "QM1", Platform.LINUX) as reached:
        others = iter(["THEIRS"])

        def meanwhile(_: float) -> None:
            for cluster in others:
                reached.machine.set_manager({"repository": cluster})

        # The module's own `time`: threads of other tests sleep too.
        monkeypatch.setattr("queuewright.systems.mq.system.time", SimpleNamespace(sleep=meanwhile))
        reached.system.create(ClusterSpec(name="OURS", full_repository="yes"))
        found = {o.key.name for o in reached.system.observe(["mq:Cluster"])}
        assert found == {"OURS", "THEIRS"}


def test_where_others_set_repositories_all_the_time_that_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with CARRIERS["mqsc"](tmp_path, "QM1", Platform.LINUX) as reached:
        clear = {"repository": "", "repository_namelist": ""}
        sleeping = SimpleNamespace(sleep=lambda _: reached.machine.set_manager(clear))
        monkeypatch.setattr("queuewright.systems.mq.system.time", sleeping)
        with pytest.raises(CommandFailed, match="others change REPOS and REPOSNL"):
            reached.system.create(ClusterSpec(name="OURS", full_repository="yes"))


def test_hostile_texts_arrive_as_they_are(reached: Reached) -> None:
    text = "a'b''c\\ \"d\" (e) ; * + - END $(id) `x`"
    made = reached.system.create(LocalQueueSpec(name="ORDERS", queue_description=text))
    assert made.attributes["queue_description"] == text
    assert KINDS["mq:LocalQueue"].attributes()["queue_description"].observable


@pytest.mark.parametrize("kind", ["mq:Namelist", "mq:Process"])
def test_what_is_open_and_no_queue_is_no_queue_of_that_name(reached: Reached, kind: str) -> None:
    """Namelists, processes and queues have name spaces of their own."""
    reached.machine.create(kind, "SAME", {})
    reached.machine.open("SAME", {OpenFor.INQUIRE}, application="lists")
    reached.machine.create("mq:LocalQueue", "SAME", {})
    for names in (["SAME"], None):
        found = reached.system.observe([kind, "mq:LocalQueue"], names, status=True)
        used = {
            each.key.kind: [handle.application for handle in each.status.handles]
            for each in found
            if each.key.name == "SAME" and each.status is not None
        }
        assert used == {kind: ["lists"], "mq:LocalQueue": []}
    [handle] = reached.system.handles()
    assert (handle.object_name, handle.opened_as) == ("SAME", spec_of(kind).opened_as)


def test_what_runs_is_told_and_restarted(reached: Reached) -> None:
    sender = SenderChannelSpec(name="TO.QM3", connection_name="mq3(1414)", xmit_queue_name="X")
    reached.system.create(sender)
    reached.system.create(ServerConnectionChannelSpec(name="APP"))

    def now(name: str = "TO.QM3") -> list[tuple[str, str, bool, bool]]:
        kinds = (SenderChannelSpec.kind, ServerConnectionChannelSpec.kind)
        for names in ([name], ["TO.QM3", "APP"], None):
            found = reached.system.observe(kinds, names, status=True)
            [status] = [each.status for each in found if each.key.name == name]
            assert status is not None
            assert status.instances is not None
            reported = [(i.state, i.partner, i.in_doubt, i.is_running) for i in status.instances]
        return reported

    assert now() == now("APP") == []
    reached.machine.channel_runs("TO.QM3", in_doubt=True)
    assert now()[0] == ("RUNNING", "mq3(1414)", True, True)
    changed = SenderChannelSpec(name="TO.QM3", batch_size=7)
    made = reached.system.change(changed, restart=True)
    assert made.attributes["batch_size"] == 7
    assert now()[0] == ("RUNNING", "mq3(1414)", True, True)
    reached.machine.channel_runs("TO.QM3", "", in_doubt=True)
    assert now() == [("", "mq3(1414)", True, False)]
    reached.machine.channel_runs("TO.QM3", "STOPPED")
    assert [each[3] for each in now()] == [False]


def test_channels_of_amqp_clients_run_too(reached: Reached) -> None:
    """DISPLAY CHSTATUS shows them only where their type is asked for, and then no other."""
    kinds = (AmqpChannelSpec.kind, SenderChannelSpec.kind)
    reached.system.create(AmqpChannelSpec(name="JSON", port=5673))
    sender = SenderChannelSpec(name="TO.QM3", connection_name="mq3(1414)", xmit_queue_name="X")
    reached.system.create(sender)

    def now(names: list[str] | None = None) -> dict[str, list[str]]:
        found = reached.system.observe(kinds, names, status=True)
        return {
            each.key.name: [one.state for one in each.status.instances]
            for each in found
            if each.status is not None and each.status.instances is not None
        }

    idle = {name: states for name, states in now().items() if name in ("JSON", "TO.QM3")}
    assert idle == {"JSON": [], "TO.QM3": []}
    reached.machine.channel_runs("JSON")
    assert (now()["JSON"], now()["TO.QM3"], now(["JSON"])["JSON"]) == (["RUNNING"], [], ["RUNNING"])
    reached.system.change(AmqpChannelSpec(name="JSON", port=5674), restart=True)
    assert now(["JSON"]) == {"JSON": ["RUNNING"]}
    with pytest.raises(CommandFailed):
        reached.system.delete(Key(reached.system.name, AmqpChannelSpec.kind, "JSON"))
    reached.machine.channel_runs("JSON", "STOPPED")
    reached.system.delete(Key(reached.system.name, AmqpChannelSpec.kind, "JSON"))
    assert "JSON" not in now()


def test_listeners_and_services_are_restarted_too(reached: Reached) -> None:
    listener, service = ListenerSpec.kind, ServiceSpec.kind
    reached.system.create(ListenerSpec(name="TCP", transport_type="tcp", port=1415))
    reached.system.create(ServiceSpec(name="TRIGGER", service_type="type_server"))
    objects = {listener: "TCP", service: "TRIGGER"}

    def now(names: list[str] | None = None) -> dict[str, list[str]]:
        found = reached.system.observe((listener, service), names, status=True)
        own = [each for each in found if objects[each.key.kind] == each.key.name]
        assert len(own) == (1 if names else 2)
        reported = {}
        for each in own:
            assert each.status is not None
            assert each.status.instances is not None
            reported[each.key.kind] = [one.state for one in each.status.instances]
        return reported

    assert now() == {listener: [], service: []}
    assert now(["TCP"]) == {listener: []}
    reached.system.start(Key(reached.system.name, listener, "TCP"))
    assert now() == {listener: ["RUNNING"], service: []}
    reached.system.start(Key(reached.system.name, service, "TRIGGER"))
    assert now(["TRIGGER"]) == {service: ["RUNNING"]}
    reached.system.change(ListenerSpec(name="TCP", port=1416), restart=True)
    reached.system.change(ServiceSpec(name="TRIGGER", stop_command="x"), restart=True)
    assert now() == {listener: ["RUNNING"], service: ["RUNNING"]}
    [seen] = reached.machine.observe([listener], ["TCP"])
    assert seen.attributes["port"] == 1416
    with pytest.raises(CommandFailed):
        reached.system.delete(Key(reached.system.name, listener, "TCP"))


def test_security_is_refreshed(reached: Reached) -> None:
    from queuewright.sandbox.controls import refreshes

    for security in ("CONNAUTH", "SSL", "SSL"):
        reached.system.refresh_security(security)
    with reached.machine.reading() as tx:
        assert refreshes(tx) == {"CONNAUTH": 1, "SSL": 2}


def test_a_change_that_is_refused_leaves_what_runs_running(reached: Reached) -> None:
    sender = SenderChannelSpec(name="TO.QM3", connection_name="mq3(1414)", xmit_queue_name="X")
    reached.system.create(sender)
    reached.machine.channel_runs("TO.QM3")
    wrong = SenderChannelSpec.observed({"name": "TO.QM3", "batch_size": 0})
    with pytest.raises(CommandFailed):
        reached.system.change(wrong, restart=True)
    [seen] = reached.machine.observe([SenderChannelSpec.kind], ["TO.QM3"], status=True)
    assert seen.status is not None
    assert seen.status.running


def test_a_password_comes_back_from_nowhere(reached: Reached) -> None:
    kind = SenderChannelSpec.kind
    made = reached.system.create(
        SenderChannelSpec(name="A", connection_name="h", xmit_queue_name="X", password="hush-hush")
    )
    changed = reached.system.change(SenderChannelSpec(name="A", password="other"))
    for seen in (made, changed, *reached.system.observe([kind], ["A"])):
        assert "password" not in seen.attributes


def test_a_policy_is_changed_without_the_rest_of_it(reached: Reached) -> None:
    """SET POLICY gives all of it anew, and of one that is not there DISPLAY shows one that protects
    nothing."""
    policy, system = SPECS[-1], reached.system
    assert look(system, policy) is None
    system.create(policy)
    changed = SecurityPolicySpec(name="A.LOCAL", tolerate_unprotected="yes", signers=())
    made = system.change(changed)
    assert made.attributes == {**policy.managed(), **changed.managed(), "key_reuse": "disabled"}
    with pytest.raises(CommandFailed):
        system.delete(Key("QM1", policy.kind, "OTHER"))
    assert [each.key.name for each in system.observe([policy.kind])] == ["A.LOCAL"]


@pytest.mark.parametrize("carrier", sorted(CARRIERS.keys() - {"runmqsc"}))  # z/OS has none
def test_a_group_shows_its_structures(carrier: str, tmp_path: Path) -> None:
    with CARRIERS[carrier](tmp_path, "QM1", Platform.ZOS) as reached:
        system, kind = reached.system, CouplingFacilityStructureSpec.kind
        if system.facts.platform is not Platform.ZOS:
            pytest.skip(f"{carrier} does not reach z/OS")
        assert not list(system.observe([kind]))  # nobody is asked: there is no group
        with reached.machine.writing() as tx:
            tx.settings["queue_sharing_group"] = "QSG1"
            tx.save_settings()
    with CARRIERS[carrier](tmp_path, "QM1", Platform.ZOS) as reached:
        system = reached.system
        made = system.create(
            CouplingFacilityStructureSpec(
                name="APP1", coupling_facility_level=5, data_set_group="MQ.SMDS.*", recovery="yes",
                offload_size_1="16K", structure_description="it's; ours",
            )
        )  # fmt: skip
        (own,) = reached.machine.observe([kind])
        assert made == own
        assert list(system.observe([kind])) == [own]
        changed = system.change(CouplingFacilityStructureSpec(name="APP1", data_set_buffers=7))
        assert changed.attributes == {**own.attributes, "data_set_buffers": 7}
        system.delete(own.key)
        assert not list(system.observe([kind]))
