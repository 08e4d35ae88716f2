"""Rules of the IBM i kinds: what CRTMSGQ and CRTDTAQ say."""

from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.kinds import KINDS

PROD = SystemFacts("PROD01", Platform.IBMI, ccsid=37)
MSGQ, DTAQ, DDM, AUTL = (
    "ibmi:MessageQueue",
    "ibmi:DataQueue",
    "ibmi:DdmDataQueue",
    "ibmi:AuthorizationList",
)
STD = {"name": "ORDERS", "max_entry_length": 100}
REMOTE = {"name": "SALES", "remote_data_queue": "SALES", "remote_location": "NEWYORK"}


def codes(kind: str, values: dict[str, Any], facts: SystemFacts | None = PROD) -> set[str]:
    return {problem.code for problem in KINDS[kind].validate_values(values, facts)[1]}


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (MSGQ, {"name": "MYQ", "initial_storage_size": 3, "increment_storage_size": 3}),
        (MSGQ, {"name": "MYQ", "max_increments": "nomax", "authority": "change"}),
        (MSGQ, {"name": "MYQ", "max_increments": 0, "authorization_list": "PAYAUTL"}),
        (MSGQ, {"name": "MYQ", "coded_character_set_id": "job"}),
        (MSGQ, {"name": "MYQ", "coded_character_set_id": 37, "program": "QGPL/BREAKPGM"}),
        (MSGQ, {"name": '"my-q"', "library": "QGPL"}),
        (DTAQ, STD | {"sequence": "keyed", "key_length": 256}),
        (DTAQ, STD | {"max_number_of_entries": "max2gb", "initial_number_of_entries": 100}),
        (DTAQ, STD | {"max_number_of_entries": 5000, "text_description": "Special data + files"}),
        (DDM, REMOTE | {"remote_data_queue_library": "REMOTE"}),
        (DDM, REMOTE | {"remote_location": "rdb", "relational_database": "NYRDB"}),
        (AUTL, {"name": "PAYAUTL", "users": {"BOB": ("use",), "ANN": ("change", "autlmgt")}}),
        (AUTL, {"name": "PAYAUTL", "users": {"BOB": ("objopr", "read", "add")}}),
    ],
    ids=lambda v: str(v)[:60],
)
def test_allowed(kind: str, values: dict[str, Any]) -> None:
    assert codes(kind, values) == set()


@pytest.mark.parametrize(
    ("code", "kind", "values"),
    [
        ("missing", DTAQ, {"name": "ORDERS"}),
        ("of-a-job", DTAQ, STD | {"library": "QTEMP"}),
        ("of-a-job", MSGQ, {"name": "MYQ", "library": "QTEMP"}),
        ("of-a-job", DDM, REMOTE | {"library": "QTEMP"}),
        ("range", DTAQ, {"name": "ORDERS", "max_entry_length": 64513}),
        ("range", DTAQ, {"name": "ORDERS", "max_entry_length": 0}),
        ("key-length-missing", DTAQ, STD | {"sequence": "keyed"}),
        ("key-length-unkeyed", DTAQ, STD | {"key_length": 5}),
        ("key-length-unkeyed", DTAQ, STD | {"sequence": "fifo", "key_length": 5}),
        ("range", DTAQ, STD | {"sequence": "keyed", "key_length": 257}),
        ("range", DTAQ, STD | {"max_number_of_entries": 0}),
        ("choice", DTAQ, STD | {"max_number_of_entries": "max4gb"}),
        ("range", DTAQ, STD | {"initial_number_of_entries": 0}),
        ("wrong-kind", DTAQ, STD | {"remote_location": "NEWYORK"}),
        ("wrong-kind", DDM, REMOTE | {"max_entry_length": 100}),
        ("wrong-kind", DDM, REMOTE | {"sequence": "fifo"}),
        ("missing", DDM, {"name": "SALES", "remote_location": "NEWYORK"}),
        ("missing", DDM, {"name": "SALES", "remote_data_queue": "SALES"}),
        ("database-missing", DDM, REMOTE | {"remote_location": "rdb"}),
        ("database-unused", DDM, REMOTE | {"relational_database": "NYRDB"}),
        ("length", DDM, REMOTE | {"remote_location": "NEWYORKCITY"}),
        ("syntax", DDM, REMOTE | {"remote_location": "NEW.YORK"}),
        ("length", DTAQ, STD | {"name": "ORDERQUEUE1"}),
        ("syntax", DTAQ, STD | {"name": "orders"}),
        ("syntax", DTAQ, STD | {"name": "1ORDER"}),
        ("syntax", DTAQ, STD | {"name": "A) TYPE(*"}),
        ("length", DTAQ, STD | {"text_description": "x" * 51}),
        ("range", MSGQ, {"name": "MYQ", "initial_storage_size": 0}),
        ("beyond-limit", MSGQ, {"name": "MYQ", "initial_storage_size": 20_000}),
        ("range", MSGQ, {"name": "MYQ", "increment_storage_size": 0}),
        ("range", MSGQ, {"name": "MYQ", "max_increments": -1}),
        ("range", MSGQ, {"name": "MYQ", "coded_character_set_id": 65536}),
        ("range", MSGQ, {"name": "MYQ", "severity_code_filter": 100}),
        ("choice", MSGQ, {"name": "MYQ", "message_queue_full_action": "*WRAP"}),
        ("choice", MSGQ, {"name": "MYQ", "authority": "*USE"}),
        ("syntax", MSGQ, {"name": "MYQ", "authorization_list": "payautl"}),
        ("list-missing", DDM, REMOTE | {"authority": "autl"}),
        ("list-missing", DTAQ, STD | {"authority": "autl", "authorization_list": "none"}),
        ("syntax", MSGQ, {"name": "MYQ", "program": "a/b"}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"BOB": ("all", "use")}}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"BOB": ("all", "read")}}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"BOB": ()}}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"BOB": ("own",)}}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"bob": ("use",)}}),
        ("user-authority", AUTL, {"name": "PAYAUTL", "users": {"BOBBYTABLES": ("use",)}}),
    ],
    ids=lambda v: str(v)[:60],
)
def test_refused(code: str, kind: str, values: dict[str, Any]) -> None:
    assert code in codes(kind, values)


def test_ibmi_kinds_need_an_ibmi() -> None:
    assert "platform" in codes(DTAQ, STD, SystemFacts("QM1"))


def test_the_text_of_a_data_queue_is_counted_in_characters() -> None:
    assert codes(DTAQ, STD | {"text_description": "\u00e9" * 50}) == set()


def test_keys_have_the_library() -> None:
    spec = KINDS[DTAQ].checked(STD | {"library": "APPLIB"}, PROD)
    assert str(spec.key("PROD01")) == "PROD01 ibmi:DataQueue APPLIB/ORDERS"
    assert KINDS[DTAQ].checked(STD).object_name == "*CURLIB/ORDERS"
    assert "library" not in spec.managed()


@pytest.mark.parametrize("kind", [MSGQ, DTAQ, DDM, AUTL])
@pytest.mark.parametrize(
    ("ccsid", "text", "reported"),
    [
        (37, "Größe, naïve ¢", set()),
        (37, "100 €", {"ccsid"}),
        (1140, "100 €", set()),
        (37, "受注", {"ccsid"}),
        (5035, "受注", set()),
        (870, "Gdańsk", set()),
        (273, "Gdańsk", {"ccsid"}),
        (1208, "ä" * 50, set()),
        (1208, "ä" * 51, {"length"}),
        (5035, "受" * 50, set()),  # characters count, not bytes
    ],
)
def test_a_text_has_characters_of_the_ccsid(
    kind: str, ccsid: int, text: str, reported: set[str]
) -> None:
    required = {MSGQ: {"name": "Q"}, DTAQ: STD, DDM: REMOTE, AUTL: {"name": "L"}}[kind]
    values = {**required, "text_description": text}
    facts = SystemFacts("PROD01", Platform.IBMI, ccsid=ccsid)
    assert codes(kind, values, facts) == reported
    unknown = SystemFacts("PROD01", Platform.IBMI, ccsid=ccsid, is_ccsid_known=False)
    assert codes(kind, values, unknown) == reported - {"ccsid"}


def test_output_queues_and_remote_systems() -> None:
    """CRTOUTQ RMTSYS, AUTOSTRWTR, INTNETADR, MFRTYPMDL, WSCST, MSGQ."""
    spec = KINDS["ibmi:OutputQueue"]
    for values, codes in (
        ({"writers_to_autostart": 2}, ["no-remote-system"]),
        ({"writers_to_autostart": 2, "remote_system": "PRT01"}, []),
        ({"writers_to_autostart": "none"}, []),
        ({"writers_to_autostart": 11, "remote_system": "PRT01"}, ["range"]),
        ({"remote_system": "intnetadr"}, ["address-missing"]),
        ({"remote_system": "intnetadr", "internet_address": "10.1.2.3"}, []),
        ({"internet_address": "10.1.2.3"}, ["address-unused"]),
        ({"manufacturer_type_and_model": "wscst"}, ["customizing-missing"]),
        (
            {
                "manufacturer_type_and_model": "wscst",
                "workstation_customizing_object": "QGPL/HP",
            },
            [],
        ),
        ({"manufacturer_type_and_model": "hp4"}, []),
        ({"manufacturer_type_and_model": "*HP4"}, ["syntax"]),
        ({"message_queue": "QSYS/QSYSOPR"}, []),
        ({"message_queue": "QSYSOPR"}, []),
        ({"message_queue": "*ALL/QSYSOPR"}, ["syntax"]),
        ({"remote_system": "prt\n.example.com"}, ["syntax"]),
    ):
        _, problems = spec.validate_values({"name": "P", "library": "L", **values}, None)
        assert [problem.code for problem in problems] == codes, values


@pytest.mark.parametrize("text", ["*BLANK", "*SAME", "*N", "*BLANK "])
def test_a_special_value_is_no_text(text: str) -> None:
    """CL reads it as that, in apostrophes too: no command can say it."""
    for kind, values in ((DTAQ, STD), (MSGQ, {"name": "M"}), (AUTL, {"name": "A"})):
        assert codes(kind, values | {"text_description": text}) == {"syntax"}
        assert not codes(kind, values | {"text_description": f"{text} it"})
