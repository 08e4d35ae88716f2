"""IBM i: CRTMSGQ, CRTDTAQ, authorization lists, with each command's own messages."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.engine import EmbeddedSystem

Refusal = Callable[..., CommandFailed]


MSGQ, DTAQ, DDM, AUTL = (
    "ibmi:MessageQueue",
    "ibmi:DataQueue",
    "ibmi:DdmDataQueue",
    "ibmi:AuthorizationList",
)
LENGTH = {"max_entry_length": 100}
REMOTE = {"remote_data_queue": "SALES", "remote_location": "NEWYORK"}
MINIMAL = {MSGQ: {}, DTAQ: LENGTH, DDM: REMOTE}


class TestMessageQueue:
    def test_the_documents_example_is_created_in_the_current_library(
        self, ibmi: EmbeddedSystem
    ) -> None:
        """002: CRTMSGQ MSGQ(MYQ) SIZE(3 3 *NOMAX) TEXT('...') AUT(*CHANGE)."""
        text = "Message queue for inventory transactions"
        values = {
            "initial_storage_size": 3,
            "increment_storage_size": 3,
            "max_increments": "nomax",
            "text_description": text,
            "authority": "change",
        }
        made = ibmi.create(MSGQ, "*CURLIB/MYQ", values)
        assert made.key.name == "QGPL/MYQ"
        assert {name: made.attributes[name] for name in values} == values

    def test_these_attributes_are_initialized_when_it_is_created(
        self, ibmi: EmbeddedSystem
    ) -> None:
        """002: DLVRY *HOLD, PGM *DSPMSG *ALWRPY, SEV 00."""
        values = ibmi.create(MSGQ, "ORDERS/Q", {}).attributes
        assert values["delivery"] == "hold"
        assert (values["program"], values["allow_reply"]) == ("dspmsg", "alwrpy")
        assert values["severity_code_filter"] == 0

    def test_chgmsgq_changes_them_and_no_command_the_size(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        ibmi.create(MSGQ, "ORDERS/Q", {})
        ibmi.change(MSGQ, "ORDERS/Q", {"delivery": "notify", "severity_code_filter": 40})
        failed = refusal(ibmi.change, MSGQ, "ORDERS/Q", {"initial_storage_size": 9})
        assert failed.message_id == "CPF0006"

    def test_library_and_existing_object(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(ibmi.create, MSGQ, "NOLIB/Q", {}).message_id == "CPF2402"
        ibmi.create(MSGQ, "ORDERS/Q", {})
        assert refusal(ibmi.create, MSGQ, "ORDERS/Q", {}).message_id == "CPF2112"

    def test_ccsid_values(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        """002 CCSID: *HEX is 65535, *MSG 65534, *JOB the CCSID of the job; 1 to 65535."""
        assert ibmi.create(MSGQ, "ORDERS/A", {}).attributes["coded_character_set_id"] == "hex"
        for given, has in ((65534, "msg"), ("job", 37), (1208, 1208), (65535, "hex")):
            values = {"coded_character_set_id": given}
            made = ibmi.create(MSGQ, f"ORDERS/Q{str(given).upper()}", values)
            assert made.attributes["coded_character_set_id"] == has
        beyond = {"coded_character_set_id": 65536}
        assert refusal(ibmi.create, MSGQ, "ORDERS/Z", beyond).message_id == "CPF0006"

    def test_a_queue_in_use_is_neither_changed_nor_deleted(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        ibmi.create(MSGQ, "ORDERS/Q", {})
        handle = ibmi.open("ORDERS/Q", {OpenFor.INPUT_SHARED}, application="JOB1")
        values = {"text_description": "x"}
        assert refusal(ibmi.change, MSGQ, "ORDERS/Q", values).message_id == "CPF2451"
        assert refusal(ibmi.delete, MSGQ, "ORDERS/Q").message_id == "CPF2114"
        ibmi.close_handle(handle.id)
        ibmi.delete(MSGQ, "ORDERS/Q")
        assert refusal(ibmi.delete, MSGQ, "ORDERS/Q").message_id == "CPF2105"
        assert refusal(ibmi.change, MSGQ, "ORDERS/Q", values).message_id == "CPF2403"
        assert refusal(ibmi.delete, MSGQ, "NOLIB/Q").message_id == "CPF2110"

    def test_deleting_it_deletes_any_messages_in_it(self, ibmi: EmbeddedSystem) -> None:
        ibmi.create(MSGQ, "ORDERS/Q", {})
        ibmi.put("ORDERS/Q", count=2)
        status = ibmi.observe([MSGQ], status=True)[0].status
        assert status is not None
        assert status.depth == 2
        ibmi.delete(MSGQ, "ORDERS/Q")
        ibmi.create(MSGQ, "ORDERS/Q", {})
        status = ibmi.observe([MSGQ], status=True)[0].status
        assert status is not None
        assert status.depth == 0


class TestDataQueue:
    def test_library_and_existing_object(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(ibmi.create, DTAQ, "NOLIB/Q", LENGTH).message_id == "CPF9810"
        ibmi.create(DTAQ, "ORDERS/Q", LENGTH)
        assert refusal(ibmi.create, DTAQ, "ORDERS/Q", LENGTH).message_id == "CPF9870"
        # Both types are *DTAQ; a message queue of that name is another object.
        assert refusal(ibmi.create, DDM, "ORDERS/Q", REMOTE).message_id == "CPF9870"
        ibmi.create(MSGQ, "ORDERS/Q", {})

    def test_maxlen_is_required_with_std(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        assert refusal(ibmi.create, DTAQ, "ORDERS/Q", {}).message_id == "CPF0006"
        for length in (0, 64513):
            values = {"max_entry_length": length}
            assert refusal(ibmi.create, DTAQ, "ORDERS/Q", values).message_id == "CPF0006"

    def test_keylen_is_valid_only_with_keyed_and_then_required(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        alone = {**LENGTH, "key_length": 8}
        keyed = {**LENGTH, "sequence": "keyed"}
        assert refusal(ibmi.create, DTAQ, "ORDERS/Q", alone).message_id == "CPF0006"
        assert refusal(ibmi.create, DTAQ, "ORDERS/Q", keyed).message_id == "CPF0006"
        ibmi.create(DTAQ, "ORDERS/Q", {**keyed, "key_length": 8})

    def test_ddm_needs_the_remote_data_queue_and_location(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        for name in REMOTE:
            values = {attribute: REMOTE[attribute] for attribute in REMOTE if attribute != name}
            assert refusal(ibmi.create, DDM, "ORDERS/Q", values).message_id == "CPF0006"
        ibmi.create(DDM, "ORDERS/SALES", REMOTE)

    def test_std_parameters_are_refused_with_ddm_and_the_reverse(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        std, ddm = {**REMOTE, "sequence": "fifo"}, {**LENGTH, "mode": "netatr"}
        assert refusal(ibmi.create, DDM, "ORDERS/Q", std).message_id == "CPF0006"
        assert refusal(ibmi.create, DTAQ, "ORDERS/Q", ddm).message_id == "CPF0006"

    def test_rdb_is_required_with_rdb_and_refused_with_a_named_location(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        by_name = {**REMOTE, "remote_location": "rdb"}
        both = {**REMOTE, "relational_database": "DB1"}
        assert refusal(ibmi.create, DDM, "ORDERS/Q", by_name).message_id == "CPF0006"
        assert refusal(ibmi.create, DDM, "ORDERS/Q", both).message_id == "CPF0006"
        ibmi.create(DDM, "ORDERS/Q", {**by_name, "relational_database": "DB1"})

    def test_in_use_it_is_not_deleted(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        ibmi.create(DTAQ, "ORDERS/Q", LENGTH)
        ibmi.open("ORDERS/Q", {OpenFor.INPUT_SHARED})
        assert refusal(ibmi.delete, DTAQ, "ORDERS/Q").message_id == "CPF2114"
        assert refusal(ibmi.delete, DDM, "ORDERS/Q").message_id == "CPF2105"

    def test_entries(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        ibmi.create(DTAQ, "ORDERS/Q", {**LENGTH, "max_number_of_entries": 2})
        ibmi.put("ORDERS/Q", size=100, count=2)
        assert refusal(ibmi.put, "ORDERS/Q").message_id == "CPF950A"
        assert refusal(ibmi.put, "ORDERS/Q", size=101).message_id == "CPF9506"
        assert ibmi.get("ORDERS/Q", count=2) == "ORDERS/Q"
        assert refusal(ibmi.get, "ORDERS/Q").reason == 2033
        assert refusal(ibmi.put, "ORDERS/Q", uncommitted=True).message_id == "CPF9506"

    def test_like_takes_the_rest_from_another(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        ibmi.create(DTAQ, "ORDERS/A", {**LENGTH, "sequence": "lifo"})
        made = ibmi.create(DTAQ, "ORDERS/B", {}, like="ORDERS/A")
        assert (made.attributes["sequence"], made.attributes["max_entry_length"]) == ("lifo", 100)
        assert refusal(ibmi.create, DTAQ, "ORDERS/C", {}, like="ORDERS/Z").message_id == "CPF2105"


BY_STAFF = {"authority": "autl", "authorization_list": "STAFF"}


class TestAuthorityOfObjects:
    @pytest.mark.parametrize("kind", [MSGQ, DTAQ, DDM])
    def test_the_authorization_list_must_exist_when_the_object_is_created(
        self, ibmi: EmbeddedSystem, refusal: Refusal, kind: str
    ) -> None:
        values = {**MINIMAL[kind], **BY_STAFF}
        assert refusal(ibmi.create, kind, "ORDERS/Q", values).message_id == "CPF2283"
        assert ibmi.observe([kind]) == []
        ibmi.create(AUTL, "STAFF", {})
        made = ibmi.create(kind, "ORDERS/Q", values).attributes
        assert made == {**made, **BY_STAFF}

    def test_libcrtaut_is_determined_by_the_library(self, ibmi: EmbeddedSystem) -> None:
        assert ibmi.create(MSGQ, "ORDERS/Q", {}).attributes["authority"] == "change"
        with ibmi.writing() as tx:
            tx.add_library("SAFE", "exclude")
        assert ibmi.create(MSGQ, "SAFE/Q", {}).attributes["authority"] == "exclude"
        # "If the value specified for the CRTAUT parameter is changed, the new value will not
        # affect any existing objects."
        assert ibmi.change(MSGQ, "SAFE/Q", {"authority": "use"}).attributes["authority"] == "use"

    def test_grtobjaut_with_a_list_that_does_not_exist(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        ibmi.create(DTAQ, "ORDERS/Q", LENGTH)
        failed = refusal(ibmi.change, DTAQ, "ORDERS/Q", {"authorization_list": "STAFF"})
        assert failed.message_id == "CPF2283"
        failed = refusal(ibmi.change, DTAQ, "ORDERS/Q", {"authority": "autl"})
        assert failed.message_id == "CPF22A9"

    def test_each_of_both_changes_without_the_other(self, ibmi: EmbeddedSystem) -> None:
        ibmi.create(AUTL, "STAFF", {})
        ibmi.create(DTAQ, "ORDERS/Q", {**LENGTH, "authority": "exclude"})

        def both(**values: str) -> tuple[object, object]:
            changed = ibmi.change(DTAQ, "ORDERS/Q", values).attributes
            return changed["authority"], changed["authorization_list"]

        assert both(authorization_list="STAFF") == ("exclude", "STAFF")
        assert both(authority="use") == ("use", "STAFF")
        assert both(authority="autl") == ("autl", "STAFF")
        # Nobody says any more what *PUBLIC may do.
        assert both(authorization_list="none") == ("exclude", "none")


class TestAuthorizationList:
    def test_create_change_delete(self, ibmi: EmbeddedSystem, refusal: Refusal) -> None:
        users = {"BOB": ("use",), "ANN": ("change", "autlmgt")}
        made = ibmi.create(AUTL, "STAFF", {"users": users, "text_description": "Staff"})
        assert made.attributes["users"] == users
        assert made.attributes["authority"] == "change"
        assert refusal(ibmi.create, AUTL, "STAFF", {}).message_id == "CPF2112"
        ibmi.change(AUTL, "STAFF", {"users": {"BOB": ("all",)}, "authority": "exclude"})
        assert ibmi.observe([AUTL])[0].attributes["users"] == {"BOB": ("all",)}
        ibmi.delete(AUTL, "STAFF")
        assert refusal(ibmi.delete, AUTL, "STAFF").message_id == "CPF2105"

    def test_it_is_not_deleted_while_it_secures_objects(
        self, ibmi: EmbeddedSystem, refusal: Refusal
    ) -> None:
        ibmi.create(AUTL, "STAFF", {})
        ibmi.create(MSGQ, "ORDERS/Q", {"authority": "use", "authorization_list": "STAFF"})
        failed = refusal(ibmi.delete, AUTL, "STAFF")
        assert "ORDERS/Q" in str(failed)
        ibmi.change(MSGQ, "ORDERS/Q", {"authorization_list": "none"})
        ibmi.delete(AUTL, "STAFF")

    @pytest.mark.parametrize(
        ("granted", "message"),
        [
            (("exclude", "use"), "CPF2290"),
            (("use", "change"), "CPF0006"),
            (("use", "read"), "CPF0006"),
            (("everything",), "CPF0006"),
            ((), "CPF0006"),
        ],
    )
    def test_authorities_that_do_not_go_together(
        self, ibmi: EmbeddedSystem, refusal: Refusal, granted: tuple[str, ...], message: str
    ) -> None:
        failed = refusal(ibmi.create, AUTL, "STAFF", {"users": {"BOB": granted}})
        assert failed.message_id == message


@pytest.mark.parametrize("name", ["ORDERS/lower", "ORDERS/ELEVENCHARS", "ORDERS/1Q", "A B/Q"])
def test_names_are_ten_characters_of_ibm_i_names(
    ibmi: EmbeddedSystem, refusal: Refusal, name: str
) -> None:
    assert refusal(ibmi.create, MSGQ, name, {}).message_id in ("CPF0006", "CPF2402")


def test_these_kinds_live_on_ibmi_only(qm: EmbeddedSystem, refusal: Refusal) -> None:
    assert "PROD01" not in str(refusal(qm.create, MSGQ, "QGPL/Q", {}))
    assert qm.defaults(MSGQ) is None
    assert qm.observe([MSGQ]) == []


def test_the_current_library_is_what_curlib_means(ibmi: EmbeddedSystem) -> None:
    """002 MSGQ: *CURLIB, or QGPL without one."""
    ibmi.create(MSGQ, "Q", {})
    assert ibmi.observe([MSGQ], ["*CURLIB/Q"])[0].key.name == "QGPL/Q"
    assert ibmi.observe([MSGQ], ["QGPL/Q"])[0].key.name == "QGPL/Q"
