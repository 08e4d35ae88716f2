"""What a plan risks is said first, in every form, and never folded."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree as ET

import pytest

from command_line import queuewright
from queuewright.catalogue.attribute import Change
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.observed import OpenFor, Status
from queuewright.diff import live
from queuewright.diff.types import AttributeChange, Verb
from queuewright.engine.declared import Declared
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.engine.steps import Plan
from queuewright.kinds import KINDS, is_ibmi, is_single, spec_of
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.mq.queue_manager_attributes import ZOS
from queuewright.render.document import plan_document
from queuewright.render.junit import plan_junit
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.sarif import plan_sarif
from queuewright.render.text import plan_text
from queuewright.sandbox.authority_records import grant
from queuewright.saved.reading import document_from, plan_of
from random_plans import random_plan
from rehearsal import ALIAS, CLUSTER, DATA, LIST, LOCAL, NAMELIST, RECEIVER, Rehearsal, resource
from worlds import World, key


@pytest.fixture
def stack(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path)


def by_kind(plan: Plan) -> Mapping[str, str]:
    risks = risks_of(plan)
    assert [risk.kind for risk in risks] == sorted(
        (risk.kind for risk in risks), key=list(RiskKind).index
    )
    return {risk.kind.value: risk.text(50) for risk in risks}


def everything(stack: Rehearsal) -> Plan:
    """A plan with one risk of nearly every kind, none of which blocks it."""
    machine, partition = stack.system(), stack.partition()
    old = [
        resource(LOCAL, "OLD", on_delete="purge"),
        resource(LOCAL, "GONE"),
        resource(LOCAL, "Q"),
        resource(LOCAL, "R"),
        resource(ALIAS, "A", base_object_name="Q", force="when-needed"),
        resource(DATA, "LIB/D", max_entry_length=10),
        resource(LIST, "PAY", authority="exclude"),
    ]
    stack.up(*old)
    machine.put("OLD", count=50)
    machine.open("A", {OpenFor.OUTPUT}, application="webshop", user="shop")
    machine.create(LOCAL, "THERE", {})
    assert partition.observe((DATA,))
    return stack.plan(
        resource(LOCAL, "Q", inhibit_get="get_inhibited"),
        resource(LOCAL, "R", cluster_name="SALES", on_delete="purge"),
        resource(ALIAS, "A", base_object_name="R", force="when-needed"),
        resource(ALIAS, "B", base_object_name="NOBODY"),
        resource(DATA, "LIB/D", max_entry_length=20),
        resource(LIST, "PAY", authority="use"),
        resource(LOCAL, "THERE", opt_place="queues.py:7"),
    )


EXPECTED = {
    "messages-lost": "50 messages are lost on 1 queue: QM1 mq:LocalQueue OLD (50)",
    "deleted": "2 objects are deleted, with the authorities on them: QM1 mq:LocalQueue OLD; "
    "QM1 mq:LocalQueue GONE",
    "replaced": "1 object is deleted and created again: IBM1 ibmi:DataQueue LIB/D",
    "force": 'FORCE is sent to 1 object in use: QM1 mq:AliasQueue A (application "webshop" (user '
    "shop) has A open for output)",
    "authorities": "who may use 1 object changes: IBM1 ibmi:AuthorizationList PAY (update)",
    "applications": "applications will notice the change of 1 object: QM1 mq:LocalQueue Q "
    "(inhibit_get: get_inhibited)",
    "leads-nowhere": "names of 2 objects lead nowhere: ",
    "clusters": "clusters are affected: QM1 mq:LocalQueue R (cluster_name: none -> SALES)",
    "armed": "an option lets something be lost or forced: QM1 mq:LocalQueue R (on_delete=purge)",
    "adopted": "1 object that the stack did not make is adopted: QM1 mq:LocalQueue THERE",
}


def test_every_kind_of_risk_is_named_with_what_is_at_risk(stack: Rehearsal) -> None:
    plan = everything(stack)
    found = dict(by_kind(plan))
    nowhere = found.pop("leads-nowhere")
    assert "mq:AliasQueue B (base_object_name" not in nowhere
    assert "QM1 mq:AliasQueue B (" in nowhere
    assert found == {name: text for name, text in EXPECTED.items() if name != "leads-nowhere"}
    assert not plan.blocked


MANAGER, RECORD = QueueManagerSpec.kind, ChannelAuthenticationRecordSpec.kind
ADMINISTRATORS = ChannelAuthenticationRecordSpec.name_of({"name": "*", "type": "blockuser"})
BACKSTOP = ChannelAuthenticationRecordSpec.name_of(
    {"name": "*", "type": "addressmap", "address": "*"}
)


@pytest.mark.parametrize(
    ("kind", "name", "before", "after", "stated"),
    [
        (MANAGER, QMGR, {"channel_authentication_records": "enabled"},
         {"channel_authentication_records": "disabled"},
         "channel_authentication_records: enabled -> disabled"),
        (MANAGER, QMGR, {"connection_authentication": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"},
         {"connection_authentication": ""},
         "connection_authentication: SYSTEM.DEFAULT.AUTHINFO.IDPWOS -> none"),
        (MANAGER, QMGR, {"description": "a"}, {"description": "b"}, ""),
        (RECORD, ADMINISTRATORS, None, {"user_list": ("nobody",)},
         "*MQADMIN is no longer blocked; nobody is blocked"),
        (RECORD, ADMINISTRATORS, None, {"warn": "yes", "user_list": ("*MQADMIN",)},
         "warn: no -> yes"),
        (RECORD, BACKSTOP, None, {"user_source": "noaccess"}, "create"),
        (RECORD, BACKSTOP, {"user_source": "noaccess"}, None, "delete"),
        (RECORD, BACKSTOP, {"user_source": "noaccess", "record_description": "a"},
         {"user_source": "noaccess", "record_description": "b"}, ""),
        (RECORD, BACKSTOP, {"mca_user_identifier": "a"}, {"mca_user_identifier": "b"},
         "mca_user_identifier: a -> b"),
    ],
)  # fmt: skip
def test_who_may_connect(
    stack: Rehearsal,
    kind: str,
    name: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    stated: str,
) -> None:
    stack.system()
    other = resource(LOCAL, "OTHER")
    stack.up(other, *([resource(kind, name, **before)] if before is not None else []))
    plan = stack.plan(other, *([resource(kind, name, **after)] if after is not None else []))
    expected = {"connections": f"who may connect changes: QM1 {kind} {name} ({stated})"}
    risks = by_kind(plan)
    found = {risk: text for risk, text in risks.items() if risk == "connections"}
    assert found == (expected if stated else {})


@pytest.mark.parametrize(
    ("connauth", "after", "stated"),
    [
        ("CHECKS", {"check_client_binding": "none"}, "check_client_binding: required -> none"),
        ("CHECKS", {"description": "b", "failure_delay": 3}, ""),
        ("SYSTEM.DEFAULT.AUTHINFO.IDPWOS", {"check_client_binding": "none"}, ""),
    ],
)
@pytest.mark.parametrize("is_declared", [True, False])
def test_who_may_connect_by_the_object_that_connauth_names(
    stack: Rehearsal, connauth: str, after: dict[str, Any], stated: str, is_declared: bool
) -> None:
    machine, kind = stack.system(), "mq:OperatingSystemAuthentication"
    before = {"check_client_binding": "required", "failure_delay": 1}
    manager = [resource(MANAGER, QMGR, connection_authentication=connauth)] if is_declared else []
    stack.up(resource(kind, "CHECKS", **before), *manager)
    machine.change(MANAGER, QMGR, {"connection_authentication": connauth})
    risks = by_kind(stack.plan(resource(kind, "CHECKS", **{**before, **after}), *manager))
    expected = f"who may connect changes: QM1 {kind} CHECKS ({stated})" if stated else None
    assert risks.get("connections") == expected


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("mq:ServerConnectionChannel", {}),
        ("mq:ReceiverChannel", {}),
        ("mq:RequesterChannel", {"connection_name": "h"}),
        ("mq:ClusterReceiverChannel", {"connection_name": "h"}),
        ("mq:AmqpChannel", {}),
    ],
)
def test_a_channel_that_lets_others_in(stack: Rehearsal, kind: str, needed: dict[str, Any]) -> None:
    """Its user and its TLS decide who may connect, and as whom; the rest of it does not."""
    stack.system()
    tls = {"ssl_cipher_specification": "ANY_TLS12_OR_HIGHER"}
    closed = {**needed, "mca_user_identifier": "app", **tls}
    stack.up(resource(kind, "C", **closed))
    opened = {**needed, "mca_user_identifier": "", "ssl_cipher_specification": ""}
    risk = by_kind(stack.plan(resource(kind, "C", **opened)))["connections"]
    assert "mca_user_identifier: app -> none" in risk
    assert "ssl_cipher_specification: ANY_TLS12_OR_HIGHER -> none" in risk
    other = resource(kind, "C", **closed, max_message_length=9000)
    if "max_message_length" in spec_of(kind).attributes():
        assert "connections" not in by_kind(stack.plan(other))


def test_a_channel_that_calls_others_lets_nobody_in(stack: Rehearsal) -> None:
    stack.system()
    queue = resource(LOCAL, "X", usage="transmission")
    sender = {"connection_name": "h", "xmit_queue_name": "X"}
    tls = {"ssl_cipher_specification": "ANY_TLS12_OR_HIGHER"}
    stack.up(queue, resource("mq:SenderChannel", "C", **sender, **tls))
    plan = stack.plan(
        queue, resource("mq:SenderChannel", "C", **sender, ssl_cipher_specification="")
    )
    assert "connections" not in by_kind(plan)


@pytest.mark.parametrize(
    ("attribute", "after"),
    [
        ("publications", "pub_inhibited"),
        ("subscriptions", "sub_inhibited"),
        ("durable_subscriptions", "durable_inhibited"),
    ],
)
def test_a_topic_that_applications_may_no_longer_use(
    stack: Rehearsal, attribute: str, after: str
) -> None:
    stack.system()
    topic = {"topic_string": "a/b"}
    stack.up(resource("mq:Topic", "T", **topic))
    risk = by_kind(stack.plan(resource("mq:Topic", "T", **topic, **{attribute: after})))
    assert f"QM1 mq:Topic T ({attribute}: {after})" in risk["applications"]


def test_a_change_of_a_list_disables_nothing() -> None:
    users = [{"user": "OPER", "authority": "use"}]
    assert not live.disables(AttributeChange("users", [], users, Change.IN_PLACE))


def text_first(plan: Plan) -> str:
    return plan_text(plan).plain.partition("\n\n")[0]


def markdown_first(plan: Plan) -> str:
    page = plan_markdown(plan)
    first = re.split(r"\n\| \| Object|<details>", page)[0]
    return re.sub(r"\\(.)", r"\1", unescape(first)).replace("**", "")


def page_first(plan: Plan) -> str:
    page = plan_page(plan)
    return unescape(re.sub(r"<[^>]+>", "", page.partition('<div class="tools">')[0]))


def json_first(plan: Plan) -> str:
    document = plan_document(plan)
    assert list(document).index("risks") < list(document).index("steps")
    lines = []
    for risk in document["risks"]:
        named = [f"{s['name']} ({s['detail']})" if s["detail"] else s["name"]
                 for s in risk["subjects"]]  # fmt: skip
        lines.append(f"{risk['headline']}: {'; '.join(named)}")
    return "\n".join(lines)


def junit_first(plan: Plan) -> str:
    cases = ET.fromstring(plan_junit(plan))[0].findall("testcase")
    risks = [case for case in cases if case.get("classname") == "risk"]
    assert cases[: len(risks)] == risks
    return "\n".join(
        f"{c.get('name')}: {'; '.join((c.findtext('system-out') or '').split(chr(10)))}"
        for c in risks
    )


def sarif_first(plan: Plan) -> str:
    results = plan_sarif(plan)["runs"][0]["results"]
    risks = [each for each in results if each["ruleId"].startswith("risk-")]
    assert results[: len(risks)] == risks
    return "\n".join(each["message"]["text"] for each in risks)


FORMS: Mapping[str, Callable[[Plan], str]] = {
    "text": text_first,
    "markdown": markdown_first,
    "html": page_first,
    "json": json_first,
    "junit": junit_first,
    "sarif": sarif_first,
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_begins_with_them(stack: Rehearsal, form: str) -> None:
    plan = everything(stack)
    reported = FORMS[form](plan)
    for text in EXPECTED.values():
        assert text in reported


@pytest.mark.parametrize("form", FORMS)
def test_a_plan_that_was_saved_says_the_same(stack: Rehearsal, form: str) -> None:
    plan = everything(stack)
    read = plan_of(document_from(plan_document(plan)))
    assert FORMS[form](read).replace("1 unchanged", "") == FORMS[form](plan).replace(
        "1 unchanged", ""
    )


@pytest.mark.parametrize("seed", range(15))
def test_no_form_leaves_one_out(seed: int, tmp_path: Path) -> None:
    plan = random_plan(seed, tmp_path)
    if plan is None:
        return
    for risk in risks_of(plan):
        assert risk.subjects
        for name, first in FORMS.items():
            assert risk.headline in first(plan), name


def test_what_is_at_risk_needs_a_look(stack: Rehearsal) -> None:
    """Nothing that a risk names is folded away as "other changes", but what is adopted as it is."""
    page = plan_markdown(everything(stack))
    before, _, after = page.partition("<details>")
    for name in ("OLD", "GONE", "A", "B", "LIB/D", "PAY", "Q", "R"):
        assert f" {name} |" in before, name
    assert "THERE |" in after
    rows = re.findall(r"^\| `[^`]+` \| ([^|]+) \|", before, re.MULTILINE)
    assert [row.split()[-1] for row in rows] == [
        "OLD", "GONE", "LIB/D", "A", "PAY", "Q", "R", "B",
    ]  # fmt: skip


def test_an_approved_loss_looks_like_one(stack: Rehearsal) -> None:
    plan = everything(stack)
    assert "\n      LOSS QW501 50 messages are lost, as it is purged" in plan_text(plan).plain
    assert "**LOSS** QW501 50 messages are lost" in plan_markdown(plan)
    assert '<p class="LOSS"><strong>LOSS</strong> QW501 50 messages' in plan_page(plan)


def test_how_many_messages_are_lost_as_far_as_is_known(tmp_path: Path) -> None:
    world = World(tmp_path)
    for name in ("A", "B", "C"):
        world.declare(LOCAL, name, on_delete="purge")
    world.up()
    world.declared.clear()

    def reported(**depths: int | None) -> tuple[str, int | None]:
        for name, depth in depths.items():
            world.qm1.set_status(key(name), Status(depth=depth))
        risk = risks_of(world.plan())[0]
        assert risk.kind is RiskKind.MESSAGES
        return risk.text(50), risk.messages

    text, count = reported(A=0, B=0, C=0)
    assert text.startswith("3 queues are purged, and empty now: what arrives is lost: ")
    assert count == 0
    assert reported(A=1)[0].startswith("1 message is lost on 3 queues: QM1 mq:LocalQueue A (1); ")
    text, count = reported(B=20, C=None)
    assert text.startswith("at least 21 messages are lost on 3 queues: ")
    assert text.endswith("QM1 mq:LocalQueue C (how many is not known)")
    assert count == 21


def test_what_the_stack_only_forgets_is_no_risk(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.declare(LOCAL, "Q", on_delete="retain")
    world.up()
    world.qm1.set_status(key("Q"), Status(depth=5))
    world.declared.clear()
    plan = world.plan()
    assert risks_of(plan) == ()
    assert "Risks: none known" in plan_text(plan).plain
    assert "No risk is known." in plan_markdown(plan)
    assert "No risk is known." in plan_page(plan)


def test_systems_that_were_not_read_are_named(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.declare(LOCAL, "Q")
    world.declare(LOCAL, "Q", system="QM2", resource="other")
    world.up()
    plan = world.plan(refresh=False)
    assert by_kind(plan) == {
        "not-read": "not read, so its objects are not known: every system (--no-refresh)"
    }
    read = plan_of(document_from(plan_document(plan)))
    assert by_kind(read) == by_kind(plan)
    for form in (plan_text(plan).plain, plan_markdown(plan), plan_page(plan)):
        assert "as declared" not in form

    plan = replace(world.plan(), unreachable={"QM2": "QM2: no connection"}, unread=frozenset("u"))
    assert by_kind(plan) == {
        "not-read": "not read, so its objects are not known: QM2 (QM2: no connection)"
    }
    for form in (plan_text(plan).plain, plan_markdown(plan), plan_page(plan)):
        assert "as declared" not in form
        assert "No changes on the systems that were read; not read" in form


def forms(plan: Plan) -> list[str]:
    return [plan_text(plan).plain, plan_markdown(plan), plan_page(plan)]


def test_what_was_not_looked_at_is_not_said_to_be_as_declared(tmp_path: Path) -> None:
    world = World(tmp_path)
    for plan in (world.plan(), world.plan(destroy=True), world.plan(refresh=False)):
        assert all("No system was read." in form for form in forms(plan))
        assert all("as declared" not in form for form in forms(plan))
    world.declare(LOCAL, "Q")
    world.declare(LOCAL, "Q", system="QM2", resource="other")
    world.up()
    assert all("No changes: the systems are as declared." in form for form in forms(world.plan()))
    for chosen in ({"targets": [key("Q").id]}, {"excludes": [key("Q").id]}):
        plan = world.plan(**chosen)
        read = plan_of(document_from(plan_document(plan)))
        for form in (*forms(plan), *forms(read)):
            assert "as declared" not in form
            assert "No changes to the selected objects" in form


def test_a_saved_plan_of_targets_does_not_say_that_the_systems_are_as_declared(
    tmp_path: Path,
) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "__main__.py").write_text(
        "from queuewright import mq\nfor n in 'AB':\n    mq.LocalQueue(n, system='QM1')\n"
    )
    assert queuewright(tmp_path, "up", "--yes").code == 0
    assert queuewright(tmp_path, "preview", "-t", "A", "--save-plan", "plan").code == 0
    for form in ("--diff", "--markdown", "--html"):
        assert "as declared" not in queuewright(tmp_path, "show", form, "plan").out
    assert queuewright(tmp_path, "preview", "--save-plan", "plan").code == 0
    assert "the systems are as declared" in queuewright(tmp_path, "show", "plan").out


def test_clusters_that_are_joined_left_or_listed(stack: Rehearsal) -> None:
    machine = stack.system()
    list_of_clusters = resource(NAMELIST, "CLUSTERS", names=["SALES"])
    channel = resource(RECEIVER, "TO.QM1", cluster_namelist="CLUSTERS", connection_name="h(1414)")
    other = resource(NAMELIST, "OTHERS", names=["X"])
    stack.up(list_of_clusters, channel, other)
    assert machine.observe((RECEIVER,))
    changed = resource(NAMELIST, "CLUSTERS", names=["SALES", "STOCK"])
    plan = stack.plan(changed, channel, resource(NAMELIST, "OTHERS", names=["Y"]),
                      resource(CLUSTER, "PAY", full_repository="yes"))  # fmt: skip
    text = by_kind(plan)["clusters"]
    assert "QM1 mq:Namelist CLUSTERS (a list of clusters)" in text
    assert "QM1 mq:Cluster PAY (create of a membership or channel)" in text
    assert "OTHERS" not in text
    assert "TO.QM1 (delete" in by_kind(stack.plan(changed, other))["clusters"]


def test_rules_that_are_overridden_are_named(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "pyproject.toml").write_text("[tool.queuewright.policy]\nnames = ['A.*']\n")
    (tmp_path / "__main__.py").write_text(
        "from queuewright import mq\nmq.LocalQueue('B', system='QM1')\n"
    )
    assert "overridden" not in queuewright(tmp_path, "preview").out
    reported = queuewright(tmp_path, "preview", "--override", "names").out
    assert reported.startswith(
        "Plan for shop/dev\nRisks:\n   ! a rule of the policy is overridden: names (QM1 "
        "mq:LocalQueue B: this stack touches only A.*)\n"
    )


def test_a_long_list_is_counted_in_text_and_whole_in_json(tmp_path: Path) -> None:
    world = World(tmp_path)
    for number in range(300):
        world.declare(LOCAL, f"SOME.QUALIFIED.NAME.OF.A.QUEUE.{number:04}")
    world.up()
    world.declared.clear()
    plan = world.plan()
    assert "0009; and 290 more\n" in plan_text(plan).plain
    (risk,) = plan_document(plan)["risks"]
    assert len(risk["subjects"]) == 300
    assert "0049; and 250 more</li>" in plan_page(plan)
    assert "0049; and 250 more" in json.dumps(plan_sarif(plan))
    for limit in (60_000, 4_000, 1_500):
        page = plan_markdown(plan, limit=limit)
        assert len(page) <= limit
        assert "**300 objects are deleted, with the authorities on them**" in page


def test_what_an_update_that_was_cut_off_has_made_is_not_adopted(stack: Rehearsal) -> None:
    machine = stack.system()
    create = machine.create

    def cut(*args: Any, **named: Any) -> Any:
        create(*args, **named)
        raise SystemUnavailable("the connection was cut")

    with patch.object(machine, "create", cut):
        assert not stack.apply(stack.plan(resource(LOCAL, "Q"))).ok
    plan = stack.plan(resource(LOCAL, "Q"))
    assert [step.verb for step in plan.changes] == [Verb.IMPORT]
    assert risks_of(plan) == ()
    assert risks_of(plan_of(document_from(plan_document(plan)))) == ()


def record(*authorities: str, **options: Any) -> Declared:
    return resource("mq:AuthorityRecord", "Q/q/app/", authorities=[*authorities], **options)


def test_what_is_adopted_as_it_is_changes_nothing_for_others(stack: Rehearsal) -> None:
    """No command is sent: nobody gains or loses a right, no route and nothing behind it changes."""
    machine, partition = stack.system(), stack.partition()
    machine.create(LOCAL, "Q", {})
    machine.create(ALIAS, "A", {"base_object_name": "Q"})
    with machine.writing() as tx:
        grant(tx, "q", "Q", "group app", ["output"])
    machine.open("A", {OpenFor.OUTPUT}, application="webshop", user="shop")
    partition.create(LIST, "PAY", {"authority": "use"})
    plan = stack.plan(
        resource(LOCAL, "Q"),
        resource(ALIAS, "A", base_object_name="Q"),
        record("output"),
        resource(LIST, "PAY", authority="use"),
    )
    assert {step.verb for step in plan.changes} == {Verb.ADOPT}
    assert by_kind(plan).keys() == {"adopted"}
    assert not plan.impacts
    assert not plan.routes
    assert "depend" not in plan_text(plan).plain


def test_what_is_adopted_and_changed_is_looked_at(stack: Rehearsal) -> None:
    machine = stack.system()
    machine.create(LOCAL, "Q", {})
    machine.create(ALIAS, "A", {"base_object_name": "Q"})
    with machine.writing() as tx:
        grant(tx, "q", "Q", "group app", ["output"])
    changed = resource(LOCAL, "Q", inhibit_put="put_inhibited", adopt="any")
    plan = stack.plan(changed, record("output", "input", adopt="any"))
    risks = by_kind(plan)
    assert {"adopted", "authorities", "applications"} <= risks.keys()
    assert "gains input" in risks["authorities"]
    (queue,) = (step.key for step in plan.changes if step.key.kind == LOCAL)
    assert "A" in {each.key.name for each in plan.impacts[queue].dependents}


def test_an_option_of_what_grants_rights_changes_no_right(stack: Rehearsal) -> None:
    for machine in (stack.system(), stack.partition()):
        assert not list(machine.observe((LIST,)))
    stack.up(resource(LIST, "PAY", authority="use"), record("output"))
    plan = stack.plan(
        resource(LIST, "PAY", authority="use", on_delete="retain"),
        record("output", on_delete="retain"),
    )
    assert len(plan.with_option_changes) == 2
    assert by_kind(plan) == {}


@pytest.mark.parametrize(
    "kind", [k for k, each in KINDS.items() if not is_single(k) and each.platforms() - ZOS]
)
def test_a_blank_name_blocks_the_step_of_any_kind(tmp_path: Path, kind: str) -> None:
    world, spec = World(tmp_path), spec_of(kind)
    given = {name: "x" for name in spec.identity() if name != "name"}
    world.declare(kind, "", "PROD01" if is_ibmi(kind) else "QM1", "r", **given)
    plan = world.plan()
    assert "\n" not in "".join(str(problem) for problem in plan.obstacles)
    assert "name" in {problem.attribute for problem in plan.obstacles}
    assert "BLOCKED" in plan_text(plan)
