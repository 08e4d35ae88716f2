"""What every way of reaching an IBM i does alike: the contract of `System`."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from carriers import Reached
from ibmi_carriers import IBMI_CARRIERS, QUEUE_MANAGERS
from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.diff.compare import differences
from queuewright.diff.normalise import spec_for
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.job_queue import JobQueueSpec
from queuewright.ibmi.library import LibrarySpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.output_queue import OutputQueueSpec
from queuewright.ibmi.owner import is_owned
from queuewright.kinds import IBMI_KINDS, MQ_KINDS, spec_of
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.systems.protocol import System

HOSTILE = "a'b''c \"d\" (e) ; * + - $(id) `x` äß"
SPECS: list[Spec] = [
    AuthorizationListSpec(
        name="ORDAUT", authority="exclude", users={"BOB": ("use",), "AMY": ("change", "autlmgt")}
    ),
    DataQueueSpec(
        name="IN", library="ORDERS", max_entry_length=100, text_description=HOSTILE, authority="use"
    ),
    DataQueueSpec(
        name="KEYED",
        library="ORDERS",
        max_entry_length=9,
        sequence="keyed",
        key_length=4,
        max_number_of_entries=70,
        initial_number_of_entries=3,
        include_sender_id="yes",
        automatic_reclaim="yes",
        force_to_auxiliary_storage="yes",
    ),
    DdmDataQueueSpec(
        name="FAR",
        library="STOCK",
        remote_data_queue="IN",
        remote_data_queue_library="ORDERS",
        remote_location="CHICAGO",
        mode="BLANK",
    ),
    DdmDataQueueSpec(
        name="FARTHER",
        library="STOCK",
        remote_data_queue="IN",
        remote_location="rdb",
        relational_database="CHICAGO_DB",
    ),
    MessageQueueSpec(name="NIGHT", library="ORDERS", text_description="Night; shift's"),
    MessageQueueSpec(
        name="LOUD",
        library="ORDERS",
        delivery="break",
        severity_code_filter=40,
        program="ORDERS/ALARM",
        allow_reply="noalwrpy",
        initial_storage_size=8,
        max_increments=7,
        message_queue_full_action="wrap",
    ),
    OutputQueueSpec(
        name="PRINT",
        library="ORDERS",
        private_authorities={"DAN": ("objmgt", "read"), "BOB": ("exclude",), "CAROL": ("all",)},
        order_of_files="jobnbr",
        display_any_file="owner",
        job_separators=3,
        operator_controlled="no",
        authority_to_check="dtaaut",
        text_description=HOSTILE,
        authority="exclude",
    ),
    OutputQueueSpec(name="PLAIN", library="ORDERS", job_separators="msg", data_queue="none"),
    JobQueueSpec(
        name="BATCH",
        library="STOCK",
        operator_controlled="no",
        authority_to_check="dtaaut",
        text_description=HOSTILE,
        authority="change",
    ),
    LibrarySpec(
        name="NEWLIB",
        library_type="test",
        text_description=HOSTILE,
        authority="exclude",
        auxiliary_storage_pool=2,
        create_authority="use",
        create_object_auditing="usrprf",
    ),
]


LIBRARIES = ("ORDERS", "STOCK")  # that the partition has from the start
EVERY = {**IBMI_CARRIERS, **QUEUE_MANAGERS}


@pytest.fixture(params=list(EVERY))
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    with EVERY[request.param](tmp_path, "AS1") as reached:
        yield reached


@pytest.fixture(scope="module", params=list(EVERY))
def standing(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reached]:
    """One for every kind of object: who makes one here deletes it again."""
    with EVERY[request.param](tmp_path_factory.mktemp("standing"), "AS1") as reached:
        yield reached


def look(system: System, spec: Spec, *, status: bool = False) -> Observed | None:
    found = list(system.observe([spec.kind], [spec.object_name], status=status))
    assert len(found) < 2
    return found[0] if found else None


def reported(reached: Reached, own: Observed) -> Mapping[str, Value]:
    """What the partition has, without what this way of reaching it does not tell."""
    hidden = reached.system.facts.unreported.get(own.key.kind, frozenset())
    return {name: value for name, value in own.attributes.items() if name not in hidden}


def test_the_facts_are_the_partitions_own(reached: Reached) -> None:
    facts, own = reached.system.facts, reached.machine.facts()
    assert (facts.name, facts.platform) == ("AS1", Platform.IBMI)
    assert (facts.ccsid, facts.current_library) == (own.ccsid, own.current_library)
    assert facts.libraries is not None
    assert own.libraries is not None
    assert set(facts.libraries) == set(own.libraries)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_what_is_created_is_seen_as_the_partition_has_it_until_it_is_deleted(
    standing: Reached, spec: Spec
) -> None:
    made = standing.system.create(spec)
    assert made == look(standing.system, spec)
    [own] = standing.machine.observe([spec.kind], [spec.object_name])
    assert made.key == own.key == spec.key("AS1")
    assert dict(made.attributes) == reported(standing, own)
    for name, value in spec.managed().items():
        assert own.attributes[name] == value  # also what nobody can read back was set
    bulk = [each for each in standing.system.observe([spec.kind]) if each.key == made.key]
    assert bulk == [made]
    standing.system.delete(spec.key("AS1"))
    assert look(standing.system, spec) is None
    left = {one.key.name for one in standing.machine.observe([spec.kind])}
    assert left <= set(LIBRARIES)


def test_all_kinds_are_read_in_bulk_as_they_are(reached: Reached) -> None:
    for spec in SPECS:
        reached.machine.create(spec.kind, spec.object_name, spec.managed())
    found = list(reached.system.observe(tuple(IBMI_KINDS)))
    own = {each.key: reported(reached, each) for each in reached.machine.observe(IBMI_KINDS)}
    assert {each.key: dict(each.attributes) for each in found} == own
    assert len(found) == len(SPECS) + len(LIBRARIES)


def test_only_the_names_are_observed_that_are_asked_for(reached: Reached) -> None:
    for number in range(60):
        reached.machine.create("ibmi:DataQueue", f"ORDERS/Q{number}", {"max_entry_length": 1})
        reached.machine.create("ibmi:MessageQueue", f"STOCK/Q{number}", {})
    few = ["ORDERS/Q1", "STOCK/Q2", "ORDERS/NOTHERE", "NOLIST"]
    assert {each.key.name for each in reached.system.observe(IBMI_KINDS, few)} == set(few[:2])
    many = [f"ORDERS/Q{number}" for number in range(2, 59)]
    found = {each.key.name for each in reached.system.observe(IBMI_KINDS, many)}
    assert found == set(many)
    assert not list(reached.system.observe(IBMI_KINDS, []))


def test_the_current_library_is_where_a_name_without_one_is(reached: Reached) -> None:
    made = reached.system.create(DataQueueSpec(name="HERE", max_entry_length=5))
    assert made.key == Key("AS1", "ibmi:DataQueue", "QGPL/HERE")
    assert [o.key for o in reached.system.observe(["ibmi:DataQueue"], ["*CURLIB/HERE"])] == [
        made.key
    ]


def test_like_gives_what_the_spec_leaves_out(reached: Reached) -> None:
    values = {"max_entry_length": 77, "sequence": "lifo"}
    reached.machine.create("ibmi:DataQueue", "ORDERS/SOURCE", values)
    spec = DataQueueSpec(name="COPY", library="ORDERS", max_entry_length=5)
    made = reached.system.create(spec, like="ORDERS/SOURCE")
    assert (made.attributes["max_entry_length"], made.attributes["sequence"]) == (5, "lifo")


def test_a_message_queue_is_copied_only_where_all_of_it_can_be_read(reached: Reached) -> None:
    reached.machine.create("ibmi:MessageQueue", "ORDERS/SOURCE", {"delivery": "break"})
    spec = MessageQueueSpec(name="COPY", library="ORDERS")
    if not reached.system.facts.unreported:
        made = reached.system.create(spec, like="ORDERS/SOURCE")
        assert made.attributes["delivery"] == "break"
        return
    with pytest.raises(CommandFailed, match=r"does not report its .*delivery.*leave like out"):
        reached.system.create(spec, like="ORDERS/SOURCE")
    assert look(reached.system, spec) is None


def test_create_never_replaces(reached: Reached) -> None:
    spec = DataQueueSpec(name="IN", library="ORDERS", max_entry_length=5)
    reached.system.create(spec)
    with pytest.raises(CommandFailed, match="ORDERS/IN") as caught:
        reached.system.create(DataQueueSpec(name="IN", library="ORDERS", max_entry_length=6))
    assert caught.value.message_id == "CPF9870"
    assert "\n" not in str(caught.value)
    found = look(reached.system, spec)
    assert found is not None
    assert found.attributes["max_entry_length"] == 5


def test_change_sets_what_is_given_and_nothing_else(reached: Reached) -> None:
    reached.machine.create(
        "ibmi:MessageQueue", "ORDERS/NIGHT", {"delivery": "break", "text_description": "mine"}
    )
    changed = MessageQueueSpec(name="NIGHT", library="ORDERS", severity_code_filter=50)
    assert reached.system.change(changed).attributes["text_description"] == "mine"
    [own] = reached.machine.observe(["ibmi:MessageQueue"], ["ORDERS/NIGHT"])
    assert own.attributes["severity_code_filter"] == 50
    assert own.attributes["delivery"] == "break"
    blank = MessageQueueSpec(name="NIGHT", library="ORDERS", text_description="")
    assert reached.system.change(blank).attributes["text_description"] == ""


def test_text_and_authority_of_a_data_queue_change(reached: Reached) -> None:
    reached.machine.create("ibmi:AuthorizationList", "ORDAUT", {})
    reached.machine.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 5})

    def changed(**values: str) -> Mapping[str, Value]:
        spec = DataQueueSpec.observed({"name": "IN", "library": "ORDERS", **values})
        return reached.system.change(spec).attributes

    assert changed(text_description=HOSTILE)["text_description"] == HOSTILE
    assert changed(authority="exclude")["authority"] == "exclude"
    # GRTOBJAUT without REPLACE(*YES) would take nothing away.
    assert changed(authority="all")["authority"] == "all"
    assert changed(authority="use")["authority"] == "use"


@pytest.mark.parametrize("kind", ["ibmi:DataQueue", "ibmi:MessageQueue"])
def test_both_authorities_change_each_by_itself(reached: Reached, kind: str) -> None:
    for name in ("ORDAUT", "NEWAUT"):
        reached.machine.create("ibmi:AuthorizationList", name, {})
    key = Key(reached.system.name, kind, 'ORDERS/"in.q"')
    needed = {"max_entry_length": 5} if kind == "ibmi:DataQueue" else {}

    def both(observed: Observed) -> tuple[object, object]:
        [seen] = reached.system.observe([kind], [key.name])
        assert seen.attributes == observed.attributes
        return seen.attributes["authority"], seen.attributes["authorization_list"]

    def changed(authority: str = "", listed: str = "") -> tuple[object, object]:
        given = {"authority": authority, "authorization_list": listed}
        spec = spec_for(key, {name: value for name, value in given.items() if value})
        return both(reached.system.change(spec))

    made = {**needed, "authority": "exclude", "authorization_list": "ORDAUT"}
    assert both(reached.system.create(spec_for(key, made))) == ("exclude", "ORDAUT")
    assert changed("use") == ("use", "ORDAUT")
    assert changed(listed="NEWAUT") == ("use", "NEWAUT")
    assert changed("autl", "ORDAUT") == ("autl", "ORDAUT")
    assert changed("change", "none") == ("change", "none")
    assert changed("autl", "NEWAUT") == ("autl", "NEWAUT")
    reached.system.delete(key)
    by_list = {**needed, "authority": "autl", "authorization_list": "ORDAUT"}
    assert both(reached.system.create(spec_for(key, by_list))) == ("autl", "ORDAUT")


def test_the_users_of_a_list_become_those_that_are_given(reached: Reached) -> None:
    before = {"BOB": ("use",), "AMY": ("change",), "EVE": ("all",)}
    reached.machine.create("ibmi:AuthorizationList", "ORDAUT", {"users": before})
    after = {"AMY": ("objopr", "read", "autlmgt"), "ZOE": ("exclude",), "EVE": ("all",)}
    spec = AuthorizationListSpec(name="ORDAUT", authority="use", users=after)
    made = reached.system.change(spec)
    assert isinstance(made.attributes["users"], Mapping)
    assert {u: set(granted) for u, granted in made.attributes["users"].items()} == {
        user: set(granted) for user, granted in after.items()
    }
    assert made.attributes["authority"] == "use"


def test_authorities_that_a_word_stands_for_are_that_word(reached: Reached) -> None:
    spec = AuthorizationListSpec(
        name="ORDAUT", users={"BOB": ("execute", "read", "objopr"), "AMY": ("change",)}
    )
    made = reached.system.create(spec)
    assert differences(spec.kind, spec.managed(), made.attributes, {}, reached.system.facts) == ()


@pytest.mark.parametrize("spec", [SPECS[1], SPECS[5], SPECS[0]], ids=lambda spec: spec.kind)
def test_what_is_not_there_cannot_be_changed_or_deleted(reached: Reached, spec: Spec) -> None:
    for command in (
        lambda: (
            reached.system.change(
                type(spec).observed({**spec.model_dump(), "users": None, "text_description": "x"})
            )
            if spec.kind != "ibmi:DataQueue"
            else reached.system.delete(spec.key("AS1"))
        ),
        lambda: reached.system.delete(spec.key("AS1")),
    ):
        with pytest.raises(CommandFailed, match=spec.name) as caught:
            command()
        assert caught.value.message_id.startswith("CPF2")


def test_what_a_job_uses_is_neither_changed_nor_deleted(reached: Reached) -> None:
    spec = MessageQueueSpec(name="NIGHT", library="ORDERS", delivery="break")
    reached.system.create(spec)
    reached.machine.open("ORDERS/NIGHT", [OpenFor.INPUT_SHARED], application="QPADEV1", user="BOB")
    with pytest.raises(CommandFailed) as caught:
        reached.system.change(MessageQueueSpec(name="NIGHT", library="ORDERS", delivery="hold"))
    assert caught.value.message_id == "CPF2451"
    with pytest.raises(CommandFailed) as caught:
        reached.system.delete(spec.key("AS1"))
    assert caught.value.message_id == "CPF2114"
    found = look(reached.system, spec, status=True)
    assert found is not None
    assert found.status is not None
    assert [(h.application, h.user) for h in found.status.handles] == [("QPADEV1", "BOB")]
    assert [h.object_name for h in reached.system.handles()] == ["ORDERS/NIGHT"]


def test_status_tells_how_many_entries_there_are(reached: Reached) -> None:
    data, messages = SPECS[1], SPECS[5]
    for spec in (data, messages):
        reached.system.create(spec)
        reached.machine.put(spec.object_name, count=3)
    for spec in (data, messages):
        found = look(reached.system, spec, status=True)
        assert found is not None
        assert found.status is not None
        assert found.status.depth == 3
        plain = look(reached.system, spec)
        assert plain is not None
        assert plain.status is None
    depths = {o.key.name: o.status for o in reached.system.observe(IBMI_KINDS, status=True)}
    assert {name: status.depth for name, status in depths.items() if status} == {
        "ORDERS/IN": 3,
        "ORDERS/NIGHT": 3,
        **dict.fromkeys(LIBRARIES),
    }
    held = {name: status.objects for name, status in depths.items() if status}
    assert (held["ORDERS"], held["STOCK"], held["ORDERS/IN"]) == (2, 0, None)


def test_a_library_that_is_not_there_is_named(reached: Reached) -> None:
    with pytest.raises(CommandFailed, match="NOLIB") as caught:
        reached.system.create(DataQueueSpec(name="IN", library="NOLIB", max_entry_length=5))
    assert caught.value.message_id == "CPF9810"


@pytest.mark.parametrize("kind", IBMI_KINDS)
def test_defaults_are_what_the_commands_take(standing: Reached, kind: str) -> None:
    own = standing.machine.defaults(kind)
    found = standing.system.defaults(kind)
    assert own is not None
    assert found is not None
    shown = dict(found.attributes)
    owner = shown.pop("owner", None)
    assert (owner is not None) is is_owned(spec_of(kind))
    assert shown == dict(own.attributes)
    mine = MessageQueueSpec(name="MINE", library="ORDERS")
    made = standing.system.create(mine)
    standing.system.delete(mine.key("AS1"))
    assert owner in (None, made.attributes["owner"])


def test_what_is_in_the_systems_own_library_is_read_where_it_is_named(reached: Reached) -> None:
    reached.machine.create("ibmi:MessageQueue", "QSYS/QSYSOPR", {"text_description": "operator"})
    for names in (["QSYS/QSYSOPR"], ["QSYS/QSYSOPR", "ORDERS/NO", "NOLIST"]):
        found = reached.system.observe(["ibmi:MessageQueue"], names)
        assert [(o.key.name, o.attributes["text_description"]) for o in found] == [
            ("QSYS/QSYSOPR", "operator")
        ]
    changed = MessageQueueSpec(name="QSYSOPR", library="QSYS", severity_code_filter=70)
    reached.system.change(changed)
    [own] = reached.machine.observe(["ibmi:MessageQueue"], ["QSYS/QSYSOPR"])
    assert own.attributes["severity_code_filter"] == 70


def test_objects_of_mq_are_not_reached_by_cl_and_sql(reached: Reached) -> None:
    kinds = reached.system.facts.kinds
    if kinds is None or kinds.intersection(MQ_KINDS):
        return
    assert not list(reached.system.observe(MQ_KINDS))
    assert reached.system.defaults("mq:LocalQueue") is None
    with pytest.raises(CommandFailed, match="know objects of IBM i only"):
        reached.system.create(LocalQueueSpec(name="Q"))
