"""`pulumi up` and `queuewright up` agree: what the dynamic provider answers, and the plan's step.

Each scenario is played twice on sandboxes that are alike, once by the plan engine and once by the
provider as Pulumi's engine would ask it; afterwards the sandboxes are compared.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bench.parity import as_sent
from pulumi.dynamic import Config, ConfigureRequest

from carriers import WIRES, Wire
from ibmi_carriers import MANAGER_WIRES
from ibmi_offline import PLAN_WIRES
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.catalogue.options import IGNORE_CHANGES, REPLACE_ON_CHANGES
from queuewright.catalogue.platform import Platform
from queuewright.diff.sharing import disposition_of, meant
from queuewright.diff.types import Verb
from queuewright.dynamic import connections
from queuewright.dynamic.provider import QueueProvider
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore
from queuewright.systems.registry import systems_from
from sandbox_files import sandbox_with

SYSTEMS = {
    "QM1": {"type": "sandbox", "platform": "linux"},
    "QZ": {"type": "sandbox", "platform": "zos"},
    "QG1": {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03"},
    "QG2": {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03"},
    "PROD": {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDLIB"]},
}
LOCAL, ALIAS, DATA = "mq:LocalQueue", "mq:AliasQueue", "ibmi:DataQueue"
AUTL, MESSAGES = "ibmi:AuthorizationList", "ibmi:MessageQueue"
Act = Callable[[Mapping[str, EmbeddedSystem]], object]
Inputs = dict[str, Any]
GET, PUT = {OpenFor.INPUT_SHARED}, {OpenFor.OUTPUT}


def nothing(machines: Mapping[str, EmbeddedSystem]) -> None:
    """Nobody does anything."""


def opened(name: str, use: set[OpenFor], application: str = "billing") -> Act:
    return lambda machines: machines["QM1"].open(name, use, application=application)


def put(name: str, *, uncommitted: bool = False, system: str = "QM1") -> Act:
    return lambda machines: machines[system].put(name, uncommitted=uncommitted)


def changed(name: str, kind: str = LOCAL, **values: Any) -> Act:
    return lambda machines: machines["QM1"].change(kind, name, values)


def created(name: str, kind: str = LOCAL, **values: Any) -> Act:
    system = "PROD" if kind.startswith("ibmi:") else "QM1"
    return lambda machines: machines[system].create(kind, name, values)


def changed_on_ibmi(name: str, kind: str, **values: Any) -> Act:
    return lambda machines: machines["PROD"].change(kind, name, values)


def deleted(name: str, kind: str = LOCAL, system: str = "QM1") -> Act:
    return lambda machines: machines[system].delete(kind, name)


@dataclass(frozen=True)
class Scenario:
    """An object ("Q") as the stack had it (None: not at all), what happened, what is wanted."""

    old: Inputs | None
    new: Inputs | None
    verb: Verb | None  # None: it is refused
    says: str = ""
    before: Act = nothing
    between: Act = nothing
    kind: str = LOCAL
    name: str = "Q"
    system: str = "QM1"
    fields: dict[str, Any] = field(default_factory=dict)
    of_pulumi: Verb | None = None  # where it is another: Pulumi writes outputs by an update alone


def in_group(system: str = "QG2", **values: Any) -> Act:
    """Others define a group object of the name, from another queue manager of the group."""
    group = {"queue_sharing_group_disposition": "group", **values}
    return lambda machines: machines[system].create(LOCAL, "Q", group)


def two(first: Act, second: Act) -> Act:
    return lambda machines: (first(machines), second(machines))


BASES = two(created("BASE"), created("OTHER"))
SHORT, LONG = {"max_entry_length": 200}, {"max_entry_length": 300}
ON_IBMI: dict[str, Any] = {"kind": DATA, "name": "ORDLIB/Q", "system": "PROD"}
MESSAGE_QUEUE: dict[str, Any] = {"kind": MESSAGES, "name": "ORDLIB/Q", "system": "PROD"}
OURS: dict[str, Any] = {"queue_description": "ours"}
LISTS = two(created("A", AUTL), created("B", AUTL))
BY_LIST = {"authorization_list": "A"}
GROUP, COPY, Q_MGR = (
    {"queue_sharing_group_disposition": word} for word in ("group", "copy", "q_mgr")
)
SHARED = {"queue_sharing_group_disposition": "shared", "coupling_facility_structure": "S1"}
IN_GROUP: dict[str, Any] = {"system": "QG1"}
OPEN_ON_A_MEMBER: dict[str, Any] = {
    **IN_GROUP, "between": lambda machines: machines["QG2"].open("Q", PUT, application="billing")
}  # fmt: skip
OF_OTHERS: dict[str, Any] = {**IN_GROUP, "between": in_group(queue_description="theirs")}
# Its own copy is deleted by others, and made again by the program.
OF_A_COPY: dict[str, Any] = {
    **IN_GROUP,
    "before": two(
        in_group(), lambda machines: machines["QG1"].delete(LOCAL, "Q", disposition="copy")
    ),
}
SENDER: dict[str, Any] = {"kind": "mq:SenderChannel"}
WAY: dict[str, Any] = {"connection_name": "h(1414)", "xmit_queue_name": "X"}
SECRET: dict[str, Any] = {**WAY, "password": "hush-hush"}


def runs(status: str = "RUNNING", *, in_doubt: bool = False) -> Act:
    return lambda machines: machines["QM1"].channel_runs("Q", status, in_doubt=in_doubt)


SCENARIOS = {
    "channel": Scenario(WAY, {**WAY, "batch_size": 7}, Verb.UPDATE, **SENDER),
    "channel-that-runs": Scenario(
        WAY, {**WAY, "batch_size": 7}, Verb.UPDATE, between=runs(), **SENDER
    ),
    "channel-that-is-restarted": Scenario(
        WAY,
        {**WAY, "batch_size": 7, "restart": "when-running"},
        Verb.UPDATE,
        between=runs(),
        **SENDER,
    ),
    "channel-that-runs-is-deleted": Scenario(
        WAY, None, None, "while it runs", between=runs(), **SENDER
    ),
    "channel-in-doubt-is-deleted": Scenario(
        WAY, None, None, "in doubt", between=runs("", in_doubt=True), **SENDER
    ),
    "channel-in-doubt-with-another-queue": Scenario(
        WAY,
        {**WAY, "xmit_queue_name": "Y"},
        None,
        "in doubt",
        between=runs("STOPPED", in_doubt=True),
        **SENDER,
    ),
    "channel-without-an-address": Scenario(
        None, {"xmit_queue_name": "X"}, None, "address of the other end", **SENDER
    ),
    "channel-of-another-type": Scenario(
        None, WAY, None, "exists", before=created("Q", "mq:ReceiverChannel"), **SENDER
    ),
    "password": Scenario(SECRET, SECRET, Verb.SAME, **SENDER),
    "password-changed": Scenario(SECRET, {**SECRET, "password": "another"}, Verb.UPDATE, **SENDER),
    "password-for-the-first-time": Scenario(WAY, SECRET, Verb.UPDATE, **SENDER),
    "password-no-longer-managed": Scenario(SECRET, WAY, Verb.SAME, **SENDER),
    "password-beside-another-change": Scenario(
        SECRET, {**SECRET, "batch_size": 7}, Verb.UPDATE, **SENDER
    ),
    "password-of-one-that-is-there": Scenario(
        None,
        SECRET,
        None,
        "does not report password",
        before=created("Q", "mq:SenderChannel", **SECRET),
        **SENDER,
    ),
    "password-too-long": Scenario(
        None, {**WAY, "password": "s" * 13}, None, "at most 12", **SENDER
    ),
    "client-channel-beside-one-of-its-name": Scenario(
        None,
        {"connection_name": "h"},
        Verb.CREATE,
        before=created("Q", "mq:ServerConnectionChannel"),
        kind="mq:ClientConnectionChannel",
    ),
    "group-of-others": Scenario(OURS, OURS, Verb.SAME, **OF_OTHERS),
    "group-of-others-update": Scenario(OURS, {"max_queue_depth": 6}, Verb.UPDATE, **OF_OTHERS),
    "group-of-others-delete": Scenario(OURS, None, Verb.DELETE, **OF_OTHERS),
    "group-of-others-replace": Scenario(
        OURS,
        {"queue_description": "new"},
        Verb.REPLACE,
        fields={"replace_on_changes": ("queue_description",)},
        **OF_OTHERS,
    ),
    "group-of-others-wanted": Scenario(
        None,
        {**OURS, **GROUP},
        None,
        "exists already and differs",
        system="QG1",
        before=in_group(queue_description="theirs"),
    ),
    "group-of-others-adopted": Scenario(
        None,
        {**OURS, **GROUP, "adopt": "any"},
        Verb.ADOPT,
        system="QG1",
        before=in_group(queue_description="theirs"),
    ),
    "group": Scenario(None, GROUP, Verb.CREATE, **IN_GROUP),
    "group-beside-what-others-have": Scenario(
        None,
        GROUP,
        Verb.CREATE,
        system="QG1",
        before=lambda machines: machines["QG1"].create(ALIAS, "Q", OURS),
    ),
    "group-update": Scenario(GROUP, {**GROUP, **OURS}, Verb.UPDATE, **IN_GROUP),
    "group-replaced": Scenario(
        GROUP,
        {**GROUP, **OURS},
        Verb.REPLACE,
        **IN_GROUP,
        fields={"replace_on_changes": ("queue_description",)},
    ),
    "group-delete": Scenario(GROUP, None, Verb.DELETE, **IN_GROUP),
    "group-no-longer-said": Scenario(GROUP, OURS, Verb.UPDATE, **IN_GROUP),
    "group-to-own": Scenario(GROUP, Q_MGR, Verb.REPLACE, **IN_GROUP),
    "own-to-group": Scenario(OURS, {**OURS, **GROUP}, Verb.REPLACE, **IN_GROUP),
    "own-to-group-retained": Scenario(
        OURS,
        {**OURS, **GROUP, "on_delete": "retain"},
        None,
        "must be deleted to be replaced",
        **IN_GROUP,
    ),
    "copy-update": Scenario(COPY, {**COPY, **OURS}, Verb.UPDATE, **OF_A_COPY),
    "copy-delete": Scenario(COPY, None, Verb.DELETE, **OF_A_COPY),
    "own-replaced-before-a-shared-one": Scenario(
        {},
        OURS,
        None,
        "once the mq:LocalQueue of this name is deleted, QG1 has the shared mq:LocalQueue",
        **IN_GROUP,
        between=lambda machines: machines["QG2"].create(LOCAL, "Q", SHARED),
        fields={"replace_on_changes": ("queue_description",)},
    ),
    "own-to-shared-before-a-shared-one": Scenario(
        {},
        SHARED,
        None,
        "delete the mq:LocalQueue with an update of its own first",
        **IN_GROUP,
        between=lambda machines: machines["QG2"].create(LOCAL, "Q", SHARED),
    ),
    "shared-update": Scenario(SHARED, {**SHARED, **OURS}, Verb.UPDATE, **IN_GROUP),
    "shared-delete": Scenario(SHARED, None, Verb.DELETE, **IN_GROUP),
    "shared-delete-open-on-a-member": Scenario(SHARED, None, None, "on QG2", **OPEN_ON_A_MEMBER),
    "shared-replace-open-on-a-member": Scenario(
        SHARED,
        {**SHARED, "coupling_facility_structure": "S2"},
        None,
        "for output on QG2",
        **OPEN_ON_A_MEMBER,
    ),
    "shared-change-open-on-a-member": Scenario(
        SHARED, {**SHARED, "usage": "transmission"}, None, "on QG2", **OPEN_ON_A_MEMBER
    ),
    "shared-force-open-on-a-member": Scenario(
        SHARED,
        {**SHARED, "usage": "transmission", "force": "when-needed"},
        Verb.UPDATE,
        **OPEN_ON_A_MEMBER,
    ),
    "create": Scenario(None, {"max_queue_depth": 5}, Verb.CREATE),
    "create-with-defaults": Scenario(None, {}, Verb.CREATE),
    "create-like": Scenario(
        None, {"like": "MODEL"}, Verb.CREATE, before=created("MODEL", max_queue_depth=7)
    ),
    "create-like-nothing": Scenario({}, {"like": "NOWHERE"}, Verb.SAME),
    "record-like-another-and-gone": Scenario(
        {"type": "blockaddr", "address_list": ["10.0.0.9"]},
        {"type": "blockaddr", "address_list": ["10.0.0.9"], "like": "OTHER"},
        None,
        "no command makes a mq:ChannelAuthenticationRecord like another one",
        kind="mq:ChannelAuthenticationRecord",
        name="*",
        between=lambda machines: machines["QM1"].delete(
            "mq:ChannelAuthenticationRecord", "*/blockaddr/////"
        ),
    ),
    "like-itself-and-gone": Scenario({}, {"like": "Q"}, Verb.CREATE, between=deleted("Q")),
    "replaced-and-an-address-no-longer-said": Scenario(
        WAY,
        {"xmit_queue_name": "X", "batch_size": 7},
        Verb.REPLACE,
        fields={"replace_on_changes": ("batch_size",)},
        **SENDER,
    ),
    "gone-with-what-it-was-made-like": Scenario(
        {"like": "MODEL"},
        {"like": "MODEL", **OURS},
        Verb.CREATE,
        before=created("MODEL", max_queue_depth=7),
        between=two(deleted("Q"), deleted("MODEL")),
    ),
    "create-on-zos": Scenario(None, {"storage_class": "FAST"}, Verb.CREATE, system="QZ"),
    "same": Scenario({"max_queue_depth": 5}, {"max_queue_depth": 5}, Verb.SAME),
    "update": Scenario({"max_queue_depth": 5}, {"max_queue_depth": 6}, Verb.UPDATE),
    "more-is-managed": Scenario({}, {"max_queue_depth": 6}, Verb.UPDATE),
    "no-longer-managed": Scenario({"max_queue_depth": 5}, {}, Verb.SAME),
    "drift": Scenario(
        {"max_queue_depth": 5},
        {"max_queue_depth": 5},
        Verb.UPDATE,
        between=changed("Q", max_queue_depth=9),
    ),
    "drift-of-what-is-not-managed": Scenario(
        {"max_queue_depth": 5},
        {"max_queue_depth": 5},
        Verb.SAME,
        between=changed("Q", queue_description="x"),
    ),
    "drift-to-what-is-wanted": Scenario(
        {"max_queue_depth": 5},
        {"max_queue_depth": 9},
        Verb.SAME,
        between=changed("Q", max_queue_depth=9),
        of_pulumi=Verb.UPDATE,
    ),
    "ignored": Scenario(
        {"max_queue_depth": 5},
        {"max_queue_depth": 6},
        Verb.SAME,
        fields={"ignore_changes": ("max_queue_depth",)},
    ),
    "vanished": Scenario({}, {}, Verb.CREATE, between=deleted("Q")),
    "vanished-and-no-longer-wanted": Scenario({}, None, Verb.DELETE, between=deleted("Q")),
    "force-not-needed": Scenario({}, {"usage": "transmission"}, Verb.UPDATE),
    "force-needed": Scenario(
        {}, {"usage": "transmission"}, None, "needs FORCE", between=opened("Q", GET)
    ),
    "force-needed-for-messages": Scenario(
        {}, {"usage": "transmission"}, None, "holds 1 messages", between=put("Q")
    ),
    "force-when-needed": Scenario(
        {},
        {"usage": "transmission", "force": "when-needed"},
        Verb.UPDATE,
        between=opened("Q", GET),
    ),
    "force-through-an-alias": Scenario(
        {"shareability": "shareable"},
        {"shareability": "not_shareable"},
        None,
        "through A",
        between=two(
            two(created("A", ALIAS, base_object_name="Q"), opened("A", GET)),
            opened("A", GET, application="audit"),
        ),
    ),
    "force-is-for-what-is-open": Scenario(
        {}, {"queue_description": "text"}, Verb.UPDATE, between=opened("Q", GET)
    ),
    "force-of-an-alias": Scenario(
        {"base_object_name": "BASE"},
        {"base_object_name": "OTHER"},
        None,
        "an application has alias Q open",
        before=BASES,
        between=opened("Q", PUT),
        kind=ALIAS,
    ),
    "force-of-a-quiet-alias": Scenario(
        {"base_object_name": "BASE"},
        {"base_object_name": "OTHER"},
        Verb.UPDATE,
        before=BASES,
        between=opened("BASE", PUT),
        kind=ALIAS,
    ),
    "force-unknown": Scenario(
        {"shareability": "shareable"},
        {"shareability": "not_shareable"},
        Verb.UPDATE,
        between=opened("Q", GET),
    ),
    "delete": Scenario({}, None, Verb.DELETE),
    "delete-open": Scenario({}, None, None, "while it is open", between=opened("Q", PUT)),
    "delete-with-messages": Scenario({}, None, None, "would lose 1 message", between=put("Q")),
    "delete-with-uncommitted": Scenario(
        {"on_delete": "purge"}, None, None, "uncommitted", between=put("Q", uncommitted=True)
    ),
    "purge": Scenario({"on_delete": "purge"}, None, Verb.DELETE, between=put("Q")),
    "retain": Scenario({"on_delete": "retain"}, None, Verb.DELETE, between=put("Q")),
    "retained-and-open": Scenario(
        {"on_delete": "retain"}, None, Verb.DELETE, between=opened("Q", PUT)
    ),
    "replace": Scenario(SHORT, LONG, Verb.REPLACE, **ON_IBMI),
    "replace-with-messages": Scenario(
        SHORT,
        LONG,
        None,
        "would lose 1 message if it were replaced",
        between=put("ORDLIB/Q", system="PROD"),
        **ON_IBMI,
    ),
    "replace-purged": Scenario(
        SHORT,
        {**LONG, "on_delete": "purge"},
        Verb.REPLACE,
        between=put("ORDLIB/Q", system="PROD"),
        **ON_IBMI,
    ),
    "replace-retained": Scenario(
        SHORT, {**LONG, "on_delete": "retain"}, None, "must be deleted to be replaced", **ON_IBMI
    ),
    "replace-vanished": Scenario(
        SHORT, LONG, Verb.CREATE, between=deleted("ORDLIB/Q", DATA, "PROD"), **ON_IBMI
    ),
    "replace-on-changes": Scenario(
        {"max_queue_depth": 5},
        {"max_queue_depth": 6},
        Verb.REPLACE,
        fields={"replace_on_changes": ("max_queue_depth",)},
    ),
    "authority-of-the-library": Scenario(
        {"authority": "libcrtaut"}, {"authority": "libcrtaut"}, Verb.SAME, **MESSAGE_QUEUE
    ),
    "authority-of-the-library-was-changed": Scenario(
        {"authority": "libcrtaut"},
        {"authority": "libcrtaut"},
        Verb.UPDATE,
        between=changed_on_ibmi("ORDLIB/Q", MESSAGES, authority="all"),
        **MESSAGE_QUEUE,
    ),
    "ccsid-of-the-job-was-changed": Scenario(
        {"coded_character_set_id": "job"},
        {"coded_character_set_id": "job"},
        Verb.UPDATE,
        between=changed_on_ibmi("ORDLIB/Q", MESSAGES, coded_character_set_id=273),
        **MESSAGE_QUEUE,
    ),
    "authority-of-the-library-from-now-on": Scenario(
        {"authority": "all"}, {"authority": "libcrtaut"}, Verb.UPDATE, **MESSAGE_QUEUE
    ),
    "adopt-with-another-authority": Scenario(
        None,
        {"authority": "libcrtaut"},
        None,
        'authority is "all", not "change"',
        before=created("ORDLIB/Q", MESSAGES, authority="all"),
        **MESSAGE_QUEUE,
    ),
    "adopt-with-the-authority-of-the-library": Scenario(
        None,
        {"authority": "libcrtaut"},
        Verb.ADOPT,
        before=created("ORDLIB/Q", MESSAGES),
        **MESSAGE_QUEUE,
    ),
    "authorities-both": Scenario(
        {}, {"authority": "exclude", **BY_LIST}, Verb.UPDATE, before=LISTS, **MESSAGE_QUEUE
    ),
    "authorities-as-once": Scenario(
        {"authority": "A"},
        {"authority": "autl", **BY_LIST},
        Verb.SAME,
        before=LISTS,
        **MESSAGE_QUEUE,
    ),
    "authorities-once-and-now": Scenario(
        {"authority": "A"},
        {"authority": "change", "authorization_list": "none"},
        Verb.UPDATE,
        before=LISTS,
        **MESSAGE_QUEUE,
    ),
    "list-swapped-by-others": Scenario(
        BY_LIST,
        BY_LIST,
        Verb.UPDATE,
        before=LISTS,
        between=changed_on_ibmi("ORDLIB/Q", MESSAGES, authorization_list="B"),
        **MESSAGE_QUEUE,
    ),
    "list-not-managed": Scenario(
        {"authority": "use"},
        {"authority": "use"},
        Verb.SAME,
        before=LISTS,
        between=changed_on_ibmi("ORDLIB/Q", MESSAGES, authorization_list="B"),
        **MESSAGE_QUEUE,
    ),
    "list-of-public-is-missing": Scenario(
        {}, {"authority": "autl"}, None, 'is required with authority "autl"', **MESSAGE_QUEUE
    ),
    "list-with-its-data-queue": Scenario(
        {**SHORT, **BY_LIST}, {**LONG, **BY_LIST}, Verb.REPLACE, before=LISTS, **ON_IBMI
    ),
    "update-on-ibmi": Scenario(
        {}, {"text_description": "x"}, Verb.UPDATE, kind=MESSAGES, name="ORDLIB/Q", system="PROD"
    ),
    "list-delete": Scenario({}, None, Verb.DELETE, kind=AUTL, name="Q", system="PROD"),
    "adopt-identical": Scenario(
        None, {"max_queue_depth": 5}, Verb.ADOPT, before=created("Q", max_queue_depth=5)
    ),
    "adopt-different": Scenario(
        None,
        {"max_queue_depth": 5},
        None,
        "exists already and differs",
        before=created("Q", max_queue_depth=6),
    ),
    "adopt-always": Scenario(
        None,
        {"max_queue_depth": 5, "adopt": "any"},
        Verb.ADOPT,
        before=created("Q", max_queue_depth=6),
    ),
    "adopt-never": Scenario(None, {"adopt": "never"}, None, "does not own it", before=created("Q")),
    "adopt-would-replace": Scenario(
        None,
        {**LONG, "adopt": "any"},
        None,
        "never deleted",
        before=created("ORDLIB/Q", DATA, **SHORT),
        **ON_IBMI,
    ),
    "adopt-needs-force": Scenario(
        None,
        {"usage": "transmission", "adopt": "any"},
        None,
        "needs FORCE",
        before=two(created("Q"), opened("Q", GET)),
    ),
    "another-kind-has-the-name": Scenario(
        None, {}, None, "exists", before=created("Q", ALIAS, base_object_name="X")
    ),
    "range": Scenario(None, {"max_queue_depth": -1}, None, "must be 0 to 999999999"),
    "range-of-an-update": Scenario({}, {"max_queue_depth": -1}, None, "must be 0 to 999999999"),
    "choice": Scenario(None, {"usage": "transmision"}, None, "'normal', 'transmission'"),
    "no-such-attribute": Scenario(None, {"depth": 5}, None, "has no such attribute"),
    "no-such-option": Scenario(None, {"force": "perhaps"}, None, 'force="perhaps"'),
    "conflict": Scenario(
        None, {"cluster_name": "A", "cluster_namelist": "B"}, None, "only one of cluster_name"
    ),
    "conflict-with-what-is-there": Scenario(
        {"usage": "transmission"}, {"cluster_name": "A", "usage": "transmission"}, None, "cluster"
    ),
    "name": Scenario(None, {}, None, "IBM MQ name", name="NO SPACES"),
    "platform": Scenario(None, {"storage_class": "FAST"}, None, "storage_class"),
    "required": Scenario(None, {}, None, "max_entry_length is required", **ON_IBMI),
    "key-length": Scenario(None, {**SHORT, "key_length": 3}, None, "key_length", **ON_IBMI),
}


class Side:
    """One sandbox; the systems that the scenario is about are reached over a wire, or as the others
    in this process."""

    def __init__(
        self, folder: Path, wire: Wire | None, stack: ExitStack, scenario: Scenario
    ) -> None:
        self.folder, self.scenario = folder, scenario
        made = {
            name: {key: value for key, value in entry.items() if key != "type"}
            | {"platform": Platform(str(entry["platform"]))}
            for name, entry in SYSTEMS.items()
        }
        if wire in MANAGER_WIRES.values():
            made["QM1"]["platform"] = Platform.IBMI
        sandbox = sandbox_with(folder / ".queuewright" / "sandbox.db", made)
        self.machines = {name: sandbox.system(name) for name in SYSTEMS}
        self.reached = ("QG1", "QG2") if scenario.system == "QG1" else (scenario.system,)
        entries = stack.enter_context(wire(sandbox, self.reached)) if wire else {}
        self.config = {**SYSTEMS, **entries}
        self.systems = systems_from(self.config, base=folder)

    def contents(self) -> list[Observed]:
        """Of the systems that the scenario is about."""
        moved = (self.scenario.new or {}).get("system")
        return [
            observed
            for name in dict.fromkeys((*self.reached, *([moved] if moved else [])))
            for observed in self.machines[name].observe(
                IBMI_KINDS if name == "PROD" else MQ_KINDS, status=True
            )
        ]


class Planner(Side):
    def __init__(
        self, folder: Path, wire: Wire | None, stack: ExitStack, scenario: Scenario
    ) -> None:
        super().__init__(folder, wire, stack, scenario)
        self.store = StackStore(folder, "shop", "dev")

    def plan(self, given: Inputs | None, **fields: Any) -> Plan:
        declared = []
        if given is not None:
            declared = [
                Declared(
                    urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{self.scenario.kind}::q",
                    type=TYPE_PREFIX + self.scenario.kind,
                    name="q",
                    inputs=inputs(self.scenario, given),
                    **fields,
                )
            ]
        return make_plan(declared, self.store.load(), self.systems, project="shop", stack="dev")

    def up(self, plan: Plan) -> None:
        applied = apply(plan, self.systems, self.store)
        assert applied.ok, applied.failed


class Refused(Exception):
    """What the provider would have stopped Pulumi's engine with: its lines."""


class Engine(Side):
    """The provider, asked in the order in which Pulumi's engine asks."""

    def __init__(
        self,
        folder: Path,
        wire: Wire | None,
        stack: ExitStack,
        scenario: Scenario,
        patch: pytest.MonkeyPatch,
    ) -> None:
        super().__init__(folder, wire, stack, scenario)
        self.patch = patch
        self.old: tuple[Inputs, str, Inputs] | None = None  # inputs, id, outputs

    def provider(self) -> QueueProvider:
        """As in a new process: it has read nothing yet."""
        self.patch.chdir(self.folder)
        self.patch.setattr(connections, "_connected", {})
        provider = QueueProvider(self.scenario.kind)
        provider.configure(ConfigureRequest(Config({"queuewright:systems": self.config}, "shop")))
        return provider

    def up(self, given: Inputs | None, fields: Mapping[str, Any]) -> Verb:
        """What was done. Raises Refused."""
        try:
            return self._up(self.provider(), given, fields)
        except QueuewrightError as error:
            raise Refused(str(error)) from None

    def _up(self, provider: QueueProvider, given: Inputs | None, fields: Mapping[str, Any]) -> Verb:
        if given is None:
            assert self.old is not None
            provider.delete(self.old[1], as_sent(self.old[2]))
            self.old = None
            return Verb.DELETE
        news = inputs(self.scenario, given)
        if "replace_on_changes" in fields:
            news[REPLACE_ON_CHANGES] = list(fields["replace_on_changes"])
        if "ignore_changes" in fields:
            news[IGNORE_CHANGES] = list(fields["ignore_changes"])
        if self.old is not None:
            for name in fields.get("ignore_changes", ()):  # the engine puts the old inputs there
                news[name] = self.old[0][name]
        olds = self.old[0] if self.old is not None else {}
        checked = provider.check(as_sent(olds), as_sent(news))
        if checked.failures:
            raise Refused("\n".join(failure.reason for failure in checked.failures))
        news = checked.inputs
        if self.old is not None:
            # `pulumi up` reads nothing by itself: an object that has gone shows in the difference.
            difference = provider.diff(self.old[1], as_sent(self.old[2]), as_sent(news))
            if not difference.changes:
                return Verb.SAME
            if not difference.replaces:
                exists = self.exists(given)
                outs = provider.update(self.old[1], as_sent(self.old[2]), as_sent(news)).outs
                self.old = (news, self.old[1], outs)
                return Verb.UPDATE if exists else Verb.CREATE
            assert difference.delete_before_replace
            provider.delete(self.old[1], as_sent(self.old[2]))
        exists = self.exists(given)
        made = provider.create(as_sent(news))
        verb = Verb.REPLACE if self.old else Verb.ADOPT if exists else Verb.CREATE
        self.old = (news, made.id, made.outs)
        return verb

    def exists(self, given: Inputs) -> bool:
        one = self.scenario
        found = next(iter(self.machines[one.system].observe((one.kind,), (one.name,))), None)
        return meant(found, disposition_of(given)) is not None


def inputs(scenario: Scenario, given: Inputs) -> Inputs:
    identity = {"system": scenario.system, "name": scenario.name}
    if "/" in scenario.name:
        library, _, name = scenario.name.partition("/")
        identity |= {"library": library, "name": name}
    return {**identity, **given}


def alike(lines: list[str]) -> list[str]:
    """Lines in an order of their own. How the messages of what is no longer declared are lost is
    another way for each engine: only ours has a command for it; and what else an object may be that
    exists is what Pulumi's does not tell a provider."""
    engine = re.compile(r"give --purge \S+|declare it again with .* and run up first,")
    may_be = re.compile(
        r"; where (the stack has it under|another resource of the program) .*(?= \[)"
    )
    return sorted(may_be.sub("", engine.sub("...", line)) for line in lines)


OVER: dict[str, Wire | None] = {"in process": None, **WIRES, **PLAN_WIRES, **MANAGER_WIRES}
# They rest on what an IBM i does not tell here: a message queue's CCSID, a library's CRTAUT.
NOT_TOLD = {
    "ccsid-of-the-job-was-changed", "authority-of-the-library-from-now-on",
    "adopt-with-another-authority",
}  # fmt: skip
# Every so many are played over these, others over each.
SHARE = {
    "mqweb": 7,
    "pcf": 7,
    "mqweb in text": 11,
    "runmqsc": 13,
    **dict.fromkeys(PLAN_WIRES, 5),
    **dict.fromkeys(MANAGER_WIRES, 17),
}
PLAYED = [
    pytest.param(OVER[over], name, id=f"{name} {over}")
    for first, over in enumerate(OVER)
    for place, (name, scenario) in enumerate(SCENARIOS.items())
    if over == "in process" or scenario.kind.startswith("ibmi:") == (over in PLAN_WIRES)
    if over not in MANAGER_WIRES or scenario.system == "QM1"
    if (place + first) % SHARE.get(over, 1) == 0 and not (over in PLAN_WIRES and name in NOT_TOLD)
]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize(("wire", "name"), PLAYED)
def test_both_do_the_same(
    wire: Wire | None,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stack: ExitStack,
) -> None:
    scenario = SCENARIOS[name]
    planner = Planner(tmp_path / "planner", wire, stack, scenario)
    engine = Engine(tmp_path / "engine", wire, stack, scenario, monkeypatch)
    for side in (planner, engine):
        scenario.before(side.machines)
    if scenario.old is not None:
        planner.up(planner.plan(scenario.old))
        assert engine.up(scenario.old, {}) is Verb.CREATE
        assert planner.contents() == engine.contents()
    for side in (planner, engine):
        scenario.between(side.machines)
    before = engine.contents()
    plan = planner.plan(scenario.new, **scenario.fields)
    [step] = plan.steps
    if scenario.verb is None:
        blocked = [str(problem) for problem in step.blocked]
        assert any(scenario.says in line for line in blocked), blocked
        with pytest.raises(Refused) as refused:
            engine.up(scenario.new, scenario.fields)
        assert alike(str(refused.value).split("\n")) == alike(blocked)
        assert engine.contents() == before
        return
    assert not step.blocked
    assert step.verb is scenario.verb
    assert step.verb is Verb.SAME or step.key.id.endswith(scenario.name)
    unsure = name == "force-unknown"
    if unsure:
        assert step.decision.warnings
    planner.up(plan)
    assert engine.up(scenario.new, scenario.fields) is (scenario.of_pulumi or scenario.verb)
    assert planner.contents() == engine.contents()
    # Nothing is left to do for either.
    if scenario.new is not None:
        assert planner.plan(scenario.new, **scenario.fields).is_empty
        assert engine.up(scenario.new, scenario.fields) is Verb.SAME


@pytest.mark.parametrize(
    ("moved", "between", "says"),
    [
        ({"name": "R"}, nothing, ""),
        ({"system": "QZ"}, nothing, ""),
        ({"name": "R"}, put("Q"), "would lose 1 message"),
        ({"name": "R"}, opened("Q", PUT), "while it is open"),
        ({"name": "R"}, created("R", max_queue_depth=5), ""),
        ({"name": "R"}, created("R", max_queue_depth=7), "exists already and differs"),
    ],
)
def test_another_name_or_system(
    moved: Inputs,
    between: Act,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stack: ExitStack,
) -> None:
    """The object of the old name goes, one of the new name comes."""
    scenario = Scenario({"max_queue_depth": 5}, {"max_queue_depth": 5, **moved}, None)
    planner = Planner(tmp_path / "planner", None, stack, scenario)
    engine = Engine(tmp_path / "engine", None, stack, scenario, monkeypatch)
    assert scenario.old is not None
    planner.up(planner.plan(scenario.old))
    engine.up(scenario.old, {})
    for side in (planner, engine):
        between(side.machines)
    before = engine.contents()
    plan = planner.plan(scenario.new)
    blocked = [str(problem) for step in plan.steps for problem in step.blocked]
    if says:
        assert any(says in line for line in blocked), blocked
        with pytest.raises(Refused) as refused:
            engine.up(scenario.new, {})
        # The provider is asked about one resource at a time, and does not see who else there is.
        hint = re.compile(
            "; where another resource of the program has it until now, [^;\\[]*(?= \\[)"
        )
        lines = [hint.sub("", line) for line in str(refused.value).split("\n")]
        assert alike(lines) == alike(blocked)
        assert engine.contents() == before
        return
    assert blocked == []
    planner.up(plan)
    engine.up(scenario.new, {})
    assert planner.contents() == engine.contents()
    assert planner.plan(scenario.new).is_empty
    assert engine.up(scenario.new, {}) is Verb.SAME


BOTH = ["connect", "inquire"]


@pytest.mark.parametrize(
    ("new", "is_blocked"),
    [
        ({"dev": ["connect"], "ops": ["inquire"]}, False),  # it moves
        ({"dev": BOTH, "ops": BOTH}, False),
        ({"dev": ["inquire"], "ops": ["inquire"]}, True),
        ({"dev": ["inquire"], "ops": ["connect"]}, False),
    ],
)
def test_the_right_to_connect(
    new: dict[str, list[str]],
    is_blocked: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stack: ExitStack,
) -> None:
    """Of two records; the provider is asked about the one that gives it first."""
    monkeypatch.setattr(SandboxSystem, "user", lambda _: "ann")
    monkeypatch.setattr(SandboxSystem, "groups", lambda _: ("ops", "dev"))
    record = Scenario(None, None, None, kind="mq:AuthorityRecord", name="self")
    planner = Planner(tmp_path / "planner", None, stack, record)
    engine = Engine(tmp_path / "engine", None, stack, record, monkeypatch)

    def given(group: str, words: list[str]) -> Inputs:
        values = {"object_type": "q_mgr", "group": group, "authorities": words}
        return inputs(record, values)

    def plan(words: Mapping[str, list[str]]) -> Plan:
        declared = [
            Declared(
                urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{record.kind}::{group}",
                type=TYPE_PREFIX + record.kind,
                name=group,
                inputs=given(group, listed),
            )
            for group, listed in words.items()
        ]
        return make_plan(
            declared, planner.store.load(), planner.systems, project="shop", stack="dev"
        )

    old = {"dev": ["inquire"], "ops": BOTH}
    planner.up(plan(old))
    provider = engine.provider()
    made = {group: provider.create(as_sent(given(group, words))) for group, words in old.items()}
    before, planned, provider = engine.contents(), plan(new), engine.provider()
    refused = []
    for group, words in new.items():
        outs, news = as_sent(made[group].outs), as_sent(given(group, words))
        refused += [each.reason for each in provider.check(outs, news).failures]
        provider.diff(made[group].id, outs, news)
    assert refused == [str(problem) for step in planned.steps for problem in step.blocked]
    assert bool(refused) is is_blocked
    if is_blocked:
        assert engine.contents() == before
        return
    planner.up(planned)
    provider = engine.provider()
    for group, words in new.items():
        outs, news = as_sent(made[group].outs), as_sent(given(group, words))
        assert not provider.check(outs, news).failures
        if provider.diff(made[group].id, outs, news).changes:
            provider.update(made[group].id, outs, news)
    assert planner.contents() == engine.contents()
