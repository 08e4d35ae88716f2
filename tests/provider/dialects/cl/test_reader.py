"""CL commands read into definitions: CRTMQMQ, CRTMSGQ and CRTDTAQ hold, their examples among
them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.cl.tables import commands
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.validation import validate

PROGRAMS = Path(__file__).parent / "programs"
LOCAL = "CRTMQMQ QNAME(A) QTYPE(*LCL) "


def _read(text: str) -> Definition:
    (command,) = cl.parse(text).commands
    definition = cl.definition(command)
    assert definition is not None
    return definition


def _errors(text: str) -> list[tuple[str, str | None]]:
    """(code, attribute) of every error, validated as on IBM i."""
    diagnostics = validate(_read(text), Platform.IBMI)
    return [
        (diagnostic.code, diagnostic.attribute)
        for diagnostic in diagnostics
        if diagnostic.severity == "error"
    ]


def test_example_of_002() -> None:
    definition = _read(
        "CRTMSGQ   MSGQ(MYQ)  SIZE(3 3 *NOMAX)\n"
        "          TEXT('Message queue for inventory transactions')\n"
        "          AUT(*CHANGE)"
    )
    assert (definition.kind, definition.name, definition.action) == (
        "ibmi:MessageQueue", "*CURLIB/MYQ", Action.CREATE
    )  # fmt: skip
    assert definition.values == {
        "initial_storage_size": 3,
        "increment_storage_size": 3,
        "max_increments": "nomax",
        "text_description": "Message queue for inventory transactions",
        "authority": "change",
    }
    assert not definition.errors


@pytest.mark.parametrize(
    ("text", "kind", "name", "values"),
    [
        (
            "CRTDTAQ DTAQ(DEPTADTA) MAXLEN(100) AUT(*EXCLUDE)\n"
            "TEXT('Special data + files for DEPTA')",
            "ibmi:DataQueue",
            "*CURLIB/DEPTADTA",
            {
                "max_entry_length": 100,
                "authority": "exclude",
                "text_description": "Special data + files for DEPTA",
            },
        ),
        (
            "CRTDTAQ DTAQ(SOURCE/SALES) TYPE(*DDM)\nRMTDTAQ(REMOTE/SALES) RMTLOCNAME(NEWYORK)",
            "ibmi:DdmDataQueue",
            "SOURCE/SALES",
            {
                "remote_data_queue": "SALES",
                "remote_data_queue_library": "REMOTE",
                "remote_location": "NEWYORK",
            },
        ),
        (
            "CRTDTAQ DTAQ(MYLIB/MYDTAQ) MAXLEN(80)\nSIZE(*MAX2GB 100) AUTORCL(*YES)",
            "ibmi:DataQueue",
            "MYLIB/MYDTAQ",
            {
                "max_entry_length": 80,
                "max_number_of_entries": "max2gb",
                "initial_number_of_entries": 100,
                "automatic_reclaim": "yes",
            },
        ),
    ],
)
def test_examples_of_004(text: str, kind: str, name: str, values: dict[str, Any]) -> None:
    definition = _read(text)
    assert (definition.kind, definition.name, definition.values) == (kind, name, values)
    assert not [
        diagnostic
        for diagnostic in validate(definition, Platform.IBMI)
        if diagnostic.severity == "error"
    ]


@pytest.mark.parametrize(
    ("text", "text_of_problem"),
    [
        ("ADDAUTLE AUTL(A*) USER(X)", "AUTL(A*) may name several objects; give each in a"),
        ("DLTMSGQ MSGQ(L/A*)", "MSGQ(L/A*) may name several objects; give each in a"),
        (f"{LOCAL} TEXT(A (B))", "TEXT does not take a list inside a list"),
        (f"{LOCAL} MAXDEPTH(X)", 'MAXDEPTH must be *SYSDFTQ or 0-999999999, not "X"'),
        (f"{LOCAL} MAXDEPTH()", "MAXDEPTH has no value; give one, or leave MAXDEPTH out"),
        (f"{LOCAL} MQMNAME({'A' * 49})", "must have at most 48 bytes, not 49; shorten it"),
    ],
)
def test_a_problem_names_the_parameter_and_what_it_takes(text: str, text_of_problem: str) -> None:
    assert any(text_of_problem in problem.text for problem in _read(text).errors), _read(text)


def test_every_position_of_crtmqmq() -> None:
    """000, table 1: 55 positions in order, 56 does not exist, 57 is IMGRCOVQ."""
    values = (
        "A *LCL QM1 *YES 'text' *NO 5 *YES PRC *YES *NO *NO *NO *FIFO *NO *DEPTH 7 3 DATA 24 100"
        " 200 4 BK INIT *TMQ *SYSDFTQ *SYSDFTQ *SYSDFTQ *SYSDFTQ *SYSDFTQ 70 10 *NO *YES *YES 60"
        " *HIGH *YES *NONE *NONE *GROUP 1 2 *ANY *HIGH *ON *OFF *HIGH *YES *ASYNC *FORCE *SYSDFTQ"
        " 'CAPEXPRY(5)' TO.*"
    )
    assert len(values.split()) == 55
    definition = _read(f"CRTMQMQ {values}")
    assert not definition.errors
    assert (definition.system, definition.replace) == ("QM1", True)
    assert definition.values == {
        "queue_description": "text", "inhibit_put": "put_inhibited", "default_priority": 5,
        "default_persistence": "persistent", "process_name": "PRC", "trigger_control": "on",
        "inhibit_get": "get_inhibited", "shareability": "not_shareable",
        "default_input_open_option": "input_exclusive", "message_delivery_sequence": "fifo",
        "harden_get_backout": "backout_not_hardened", "trigger_type": "depth",
        "trigger_depth": 7, "trigger_message_priority": 3, "trigger_data": "DATA",
        "retention_interval": 24, "max_queue_depth": 100, "max_message_length": 200,
        "backout_threshold": 4, "backout_requeue_name": "BK", "initiation_queue_name": "INIT",
        "usage": "transmission", "queue_depth_high_limit": 70, "queue_depth_low_limit": 10,
        "queue_depth_max_event": "disabled", "queue_depth_high_event": "enabled",
        "queue_depth_low_event": "enabled", "queue_service_interval": 60,
        "queue_service_interval_event": "high", "distribution_lists": "supported",
        "cluster_name": "", "cluster_namelist": "", "default_bind": "bind_on_group",
        "cluster_workload_queue_rank": 1, "cluster_workload_queue_priority": 2,
        "cluster_workload_use_queue": "useq_any", "queue_monitoring": "high",
        "queue_statistics": "on", "queue_accounting": "off",
        "non_persistent_message_class": "class_high", "default_read_ahead": "yes",
        "default_put_response": "async_response", "property_control": "force_mqrfh2",
        "custom": "CAPEXPRY(5)", "cluster_channel_name": "TO.*",
    }  # fmt: skip
    assert _errors(f"CRTMQMQ {values} *YES") == [("wrong-position", None)]
    at_57 = _read(f"CRTMQMQ {values} *N *YES")
    assert (at_57.problems, at_57.values["image_recover_queue"]) == ((), "yes")


def test_positions_of_the_other_types() -> None:
    remote = _read("CRTMQMQ R *RMT " + "*N " * 26 + "FAR FARQM TMQ")
    assert remote.values == {
        "remote_queue_name": "FAR",
        "remote_queue_manager_name": "FARQM",
        "xmit_queue_name": "TMQ",
    }
    model = _read("CRTMQMQ M *MDL DFNTYPE(*PERMDYN)")
    assert model.values == {"definition_type": "permanent_dynamic"}
    data = _read("CRTDTAQ MYLIB/Q 80")
    assert (data.name, data.values) == ("MYLIB/Q", {"max_entry_length": 80})
    change = _read("CHGMQMQ A QM1 *LCL *YES 'new'")
    assert (change.system, change.force, change.action) == ("QM1", True, Action.CHANGE)
    assert change.values == {"queue_description": "new"}
    copy = _read("CPYMQMQ A B QM1 *LCL *YES 'new'")
    assert (copy.name, copy.like, copy.replace, copy.action) == ("B", "A", True, Action.CREATE)


@pytest.mark.parametrize("word", ["*SYSDFTQ", "*sysdftq"])
def test_sysdftq_is_not_given(word: str) -> None:
    definition = _read(f"{LOCAL} MAXDEPTH({word}) TEXT({word}) TGTQNAME({word}) IMGRCOVQ(*SAME)")
    assert (definition.values, definition.problems) == ({}, ())


def test_same_is_not_given() -> None:
    definition = _read("CHGMQMQ A QTYPE(*LCL) MAXDEPTH(*SAME) TEXT(*SAME) TGTQNAME(*SAME)")
    assert (definition.values, definition.problems) == ({}, ())


def test_blanks() -> None:
    definition = _read(f"{LOCAL} TEXT(*BLANK) BKTQNAME(*NONE) TRGDATA(' ') CUSTOM('*BLANK')")
    assert set(definition.values.values()) == {""}
    assert len(definition.values) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CRTMQMQ QTYPE(*LCL)", [("missing", "QNAME")]),
        ("CRTMQMQ QNAME(A)", [("missing", "QTYPE")]),
        ("CRTMQMQ QNAME(A) QTYPE(*FOO)", [("special-value", "QTYPE")]),
        (LOCAL + "STREAMQ(B)", [("unknown-keyword", "STREAMQ")]),
        (LOCAL + "SCOPE(*QMGR)", [("unknown-keyword", "SCOPE")]),
        (LOCAL + "FROMQ(B)", [("unknown-keyword", "FROMQ")]),
        (LOCAL + "FORCE(*YES)", [("unknown-keyword", "FORCE")]),
        (LOCAL + "MAXDEPTH(1) maxdepth(2)", [("duplicate-keyword", "MAXDEPTH")]),
        ("CRTMQMQ A *LCL QNAME(A)", [("duplicate-keyword", "QNAME")]),
        ("CRTMQMQ QNAME(A) *LCL", [("wrong-position", None), ("missing", "QTYPE")]),
        (LOCAL + "MAXDEPTH()", [("no-value", "MAXDEPTH")]),
        (LOCAL + "MAXDEPTH(1 2)", [("too-many-values", "max_queue_depth")]),
        (LOCAL + "MAXDEPTH(X)", [("number", "max_queue_depth")]),
        (LOCAL + "MAXDEPTH(*NOMAX)", [("special-value", "max_queue_depth")]),
        (LOCAL + "MAXDEPTH(*SAME)", [("special-value", "max_queue_depth")]),
        (LOCAL + "IMGRCOVQ(*SYSDFTQ)", [("special-value", "image_recover_queue")]),
        (LOCAL + "MAXDEPTH(1000000000)", [("range", "max_queue_depth")]),
        (LOCAL + "DFTPTY(10)", [("range", "default_priority")]),
        (LOCAL + "TRGDEPTH(0)", [("range", "trigger_depth")]),
        (LOCAL + "PUTENBL(*MAYBE)", [("special-value", "inhibit_put")]),
        (LOCAL + "PUTENBL(YES)", [("special-value", "inhibit_put")]),
        (LOCAL + "BKTQNAME(*BLANK)", [("special-value", "backout_requeue_name")]),
        (LOCAL + "BKTQNAME(A/B)", [("unquoted-slash", "backout_requeue_name")]),
        (LOCAL + "BKTQNAME('A B')", [("syntax", "backout_requeue_name")]),
        (LOCAL + f"TEXT('{'x' * 65}')", [("length", "queue_description")]),
        (LOCAL + "TGTQNAME(B)", [("wrong-type", "base_object_name")]),
        (LOCAL + "DFNTYPE(*TEMPDYN)", [("wrong-type", "definition_type")]),
        ("CRTMQMQ A *ALS MAXDEPTH(5)", [("wrong-type", "max_queue_depth")]),
        ("CRTMQMQ A *RMT INITQNAME(*NONE)", [("wrong-type", "initiation_queue_name")]),
        (LOCAL + "CLUSTER(C) CLUSNL(N)", [("cluster-exclusive", "cluster_name")]),
        (LOCAL + "CLUSTER(C) USAGE(*TMQ)", [("cluster-restricted", "cluster_name")]),
        (LOCAL + "CLCHNAME('TO.*')", [("transmission-only", "cluster_channel_name")]),
        (
            "CRTMQMQ A *MDL DFNTYPE(*TEMPDYN) DFTMSGPST(*YES)",
            [("temporary-persistent", "definition_type")],
        ),
        ("CRTMQMQ QNAME('A B') QTYPE(*LCL)", [("syntax", "name")]),
        (f"CRTMQMQ QNAME({'A' * 49}) QTYPE(*LCL)", [("length", "name")]),
        (LOCAL + "CUSTOM('capexpry(5)')", [("upper-case", "custom")]),
        (LOCAL + "CUSTOM('CAPEXPRY')", [("syntax", "custom")]),
        ("CRTMSGQ", [("missing", "MSGQ")]),
        ("CRTMSGQ A B", [("wrong-position", None)]),
        ("CRTMSGQ *LIBL/A", [("special-value", "MSGQ")]),
        ("CRTMSGQ A DLVRY(*BREAK)", [("unknown-keyword", "DLVRY")]),
        ("CRTMSGQ A SIZE(0)", [("range", "initial_storage_size")]),
        ("CRTMSGQ A SIZE(1 1 1 1)", [("too-many-values", "SIZE")]),
        ("CRTMSGQ A CCSID(65536)", [("range", "coded_character_set_id")]),
        ("CRTMSGQ A MSGQFULL(*NOMAX)", [("special-value", "message_queue_full_action")]),
        ("CRTMSGQ TOOLONGNAME", [("length", "name")]),
        ("CRTMSGQ 9A", [("syntax", "name")]),
        ("CRTMSGQ L/", [("qualified-name", "MSGQ")]),
        (f"CRTMSGQ A TEXT('{'x' * 51}')", [("length", "text_description")]),
        ("CRTDTAQ A", [("missing", "max_entry_length")]),
        ("CRTDTAQ A 64513", [("range", "max_entry_length")]),
        ("CRTDTAQ A 0", [("range", "max_entry_length")]),
        ("CRTDTAQ A 5 SEQ(*KEYED)", [("key-length-missing", "key_length")]),
        ("CRTDTAQ A 5 KEYLEN(5)", [("key-length-unkeyed", "key_length")]),
        ("CRTDTAQ A 5 SEQ(*KEYED) KEYLEN(257)", [("range", "key_length")]),
        ("CRTDTAQ A 5 RMTDTAQ(B)", [("wrong-type", "remote_data_queue")]),
        (
            "CRTDTAQ A TYPE(*DDM)",
            [("missing", "remote_data_queue"), ("missing", "remote_location")],
        ),
        (
            "CRTDTAQ A TYPE(*DDM) RMTDTAQ(B) RMTLOCNAME(C) FORCE(*NO)",
            [("wrong-type", "force_to_auxiliary_storage")],
        ),
        (
            "CRTDTAQ A TYPE(*DDM) RMTDTAQ(B) RMTLOCNAME(*RDB)",
            [("database-missing", "relational_database")],
        ),
        (
            "CRTDTAQ A TYPE(*DDM) RMTDTAQ(B) RMTLOCNAME(C) RDB(D)",
            [("database-unused", "relational_database")],
        ),
        ("ADDAUTLE A USER(B) AUT(*FOO)", [("special-value", "AUT")]),
        ("ADDAUTLE A USER(B) AUT(*USE *ADD)", [("user-authority", "users")]),
        ("ADDAUTLE A USER(*PUBLIC)", [("special-value", "USER")]),
        ("DLTMQMQ", [("missing", "QNAME")]),
        ("DLTMQMQ 'A B'", [("syntax", "name")]),
        ("CHGMQMQ A USAGE(*TMQ) TGTQNAME(B)", [("wrong-type", "base_object_name")]),
    ],
)
def test_what_the_documents_refuse(text: str, expected: list[tuple[str, str | None]]) -> None:
    errors = _errors(text)
    assert sorted(map(str, errors)) == sorted(map(str, expected))


@pytest.mark.parametrize(
    "text",
    [
        LOCAL,
        LOCAL + "CLUSTER(C) CLUSNL(*NONE)",
        LOCAL + "CLCHNAME('TO.*') USAGE(*TMQ)",
        "CRTMQMQ QNAME('a/B%') QTYPE(*RMT) RMTQNAME('any (name)')",
        "CRTMSGQ A CCSID(*HEX)",
        'CRTMSGQ "my.q"',
        "CRTDTAQ A 5 SEQ(*KEYED) KEYLEN(256)",
        "CRTDTAQ A TYPE(*DDM) RMTDTAQ(*CURLIB/B) RMTLOCNAME(*RDB) RDB(C) RMTNETID(*NONE)",
        "CHGMQMQ A CLUSTER(C)",
        "CHGMSGQ A PGM(*DSPMSG) SEV(99) RESET(*YES)",
    ],
)
def test_what_the_documents_allow(text: str) -> None:
    assert _errors(text) == []


def test_a_variable_is_reported_and_not_validated() -> None:
    definition = _read("CRTDTAQ &LIB/A MAXLEN(5) SEQ(&SEQ) KEYLEN(5)")
    diagnostics = validate(definition, Platform.IBMI)
    assert [diagnostic.code for diagnostic in diagnostics] == ["not-literal", "not-literal"]
    assert {diagnostic.severity.value for diagnostic in diagnostics} == {"warning"}
    assert definition.unknown == {"name", "library", "sequence"}


def test_a_change_without_type_fits_every_kind_that_has_its_keywords() -> None:
    assert _read("CHGMQMQ A MAXDEPTH(5)").kinds == ("mq:LocalQueue", "mq:ModelQueue")
    assert _read("CHGMQMQ A TGTQNAME(B)").kinds == ("mq:AliasQueue",)


def test_list_elements_and_null_values() -> None:
    assert _read("CRTMSGQ A SIZE(*N 5)").values == {"increment_storage_size": 5}
    assert _read("CHGMSGQ L/A PGM(L/P *NOALWRPY)").values == {
        "program": "L/P",
        "allow_reply": "noalwrpy",
    }


def test_commands_on_authorities() -> None:
    script = cl.parse((PROGRAMS / "security.clp").read_text(encoding="utf-8"))
    definitions = cl.definitions(script)
    assert not [error for definition in definitions for error in definition.errors]
    plain = [
        (definition.kind.split(":")[1], definition.name, definition.action.value, definition.values)
        for definition in definitions
    ]
    users = {"SHOP1": ("change",), "SHOP2": ("change",)}
    assert plain[:6] == [
        ("AuthorizationList", "ORDERAUT", "create",
         {"text_description": "Order system", "authority": "exclude"}),
        ("AuthorizationList", "ORDERAUT", "add", {"users": users}),
        ("AuthorizationList", "ORDERAUT", "add", {"users": {"OPS": ("all", "autlmgt")}}),
        ("AuthorizationList", "ORDERAUT", "change",
         {"users": {"SHOP2": ("objopr", "read", "add")}}),
        ("AuthorizationList", "ORDERAUT", "change", {"authority": "use"}),
        ("AuthorizationList", "ORDERAUT", "remove", {"users": {"SHOP1": ()}}),
    ]  # fmt: skip
    by_text = {definition.text: definition for definition in definitions}
    text = next(definition for line, definition in by_text.items() if line.startswith("CHGOBJD"))
    assert (text.name, text.values) == (
        "ORDERLIB/FARQ", {"text_description": "On the far system"}
    )  # fmt: skip
    assert text.kinds == ("ibmi:DataQueue", "ibmi:DdmDataQueue")
    channel = next(
        definition for line, definition in by_text.items() if line.startswith("CRTMQMCHL")
    )
    assert channel.given == {"MCANAME": "*NONE"}
    plain = next(definition for line, definition in by_text.items() if "PLAIN" in line)
    assert plain.kind == "mq:SenderChannel"
    names = next(definition for line, definition in by_text.items() if line.startswith("CRTMQMNL"))
    assert names.values == {"names": ("CLUS1", "Clus2")}


def test_an_authority_from_the_creation() -> None:
    made = _read("CRTMSGQ L/A AUT(LIST)")
    assert made.values == {"authority": "autl", "authorization_list": "LIST"}
    assert not validate(made, Platform.IBMI)
    lost = _read("CRTMSGQ L/A AUT(*AUTL)")
    assert [problem.code for problem in validate(lost, Platform.IBMI)] == ["list-missing"]


@pytest.mark.parametrize(
    ("command", "action", "values"),
    [
        ("GRTOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) AUTL(LIST)",
         Action.CHANGE, {"authorization_list": "LIST"}),
        ("GRTOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) AUTL(*NONE)",
         Action.REMOVE, {"authorization_list": "none"}),
        ("GRTOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) USER(*PUBLIC) AUT(*USE)",
         Action.ADD, {"authority": "use"}),
        ("GRTOBJAUT L/A *MSGQ *PUBLIC", Action.ADD, {"authority": "change"}),
        ("GRTOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) USER(*PUBLIC) AUT(*USE) REPLACE(*YES)",
         Action.CHANGE, {"authority": "use"}),
        ("GRTOBJAUT L/A *MSGQ *PUBLIC *EXCLUDE", Action.CHANGE, {"authority": "exclude"}),
        ("GRTOBJAUT L/A *MSGQ *PUBLIC *AUTL", Action.CHANGE, {"authority": "autl"}),
        ("RVKOBJAUT L/A *MSGQ *PUBLIC *ALL", Action.REMOVE, {"authority": "all"}),
        ("GRTOBJAUT L/A *MSGQ *PUBLIC (*OBJOPR *READ *EXECUTE)", Action.ADD, {"authority": "use"}),
        ("RVKOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) AUTL(LIST)",
         Action.REMOVE, {"authorization_list": "LIST"}),
    ],
)  # fmt: skip
def test_authorities_of_an_object(command: str, action: Action, values: dict[str, object]) -> None:
    read = _read(command)
    assert (read.kind, read.action, read.values) == ("ibmi:MessageQueue", action, values)
    assert read.problems == ()


def test_authorities_of_users_and_of_other_objects() -> None:
    revoked = _read("RVKOBJAUT OBJ(L/A) OBJTYPE(*MSGQ) USER(ANN) AUT(*ALL)")
    assert (revoked.values, revoked.problems) == ({"private_authorities": {"ANN": ("all",)}}, ())
    (other,) = cl.parse("GRTOBJAUT OBJ(L/A) OBJTYPE(*PGM) USER(X) AUT(*USE)").commands
    assert cl.definition(other) is None


def test_places_of_values() -> None:
    definition = _read(f"{LOCAL} +\n  MAXDEPTH(1000000000)")
    (diagnostic,) = validate(definition, Platform.IBMI)
    assert (diagnostic.line, diagnostic.column) == (2, 3)


def test_cipher_specifications_are_special_values() -> None:
    definition = _read("CHGMQMCHL C CHLTYPE(*CLUSSDR) SSLCIPH(*TLS_RSA_WITH_AES_128_CBC_SHA256)")
    assert definition.values == {"ssl_cipher_specification": "TLS_RSA_WITH_AES_128_CBC_SHA256"}


_VALUES = st.sampled_from(
    ["*YES", "*NO", "*LCL", "*ALS", "*STD", "*DDM", "*SAME", "*N", "*NONE", "*BLANK", "*MSGQ", "5",
     "-1", "9" * 30, "'x'", "''", "' '", "L/A", "/", "A/", "*LIBL/A", "&A", "(A B)", "((1) 2)",
     "*CAT", "%SST(&A 1 2)", "X'C1'", "'a' *CAT 'b'", '"q"', "\u20ac", "*PUBLIC", "A*"]
)  # fmt: skip


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_no_command_makes_it_fail(data: st.DataObject) -> None:
    """Any keyword of any command with any value: read and validated, never raised."""
    table = data.draw(st.sampled_from(sorted(commands().values(), key=lambda table: table.name)))
    keywords = st.sampled_from([*sorted(table.keywords), "FOO"])
    parts = data.draw(
        st.lists(st.one_of(st.builds("{}({})".format, keywords, _VALUES), _VALUES), max_size=6)
    )
    for command in cl.parse(f"{table.name} {' '.join(parts)}").commands:
        definition = cl.definition(command)
        if definition is None:
            continue
        for diagnostic in validate(definition, Platform.IBMI):
            assert diagnostic.message.isprintable()
            assert diagnostic.line == 1
        if not definition.errors and not definition.unknown:
            try:
                texts = cl.render(definition)
            except CannotWrite:
                continue
            again = cl.definitions(cl.parse("\n".join(texts)))
            assert not [error for definition in again for error in definition.errors]


def test_the_exits_of_a_channel() -> None:
    """A program in ten characters and its library in the next ten (RCVEXIT); a client's are texts.
    A security exit that is lost leaves a channel without its check."""
    texts = [
        "CRTMQMCHL CHLNAME(A) CHLTYPE(*SVRCN) SCYEXIT(EXITS/CHECK) SNDEXIT(L/ABCDEFGHIJ *LIBL/B)",
        "CRTMQMCHL CHLNAME(A) CHLTYPE(*CLTCN) CSCYEXIT('/opt/check(go)')",
        "CHGMQM CHADEXIT(L/E)",
    ]
    server, client, manager = cl.definitions(cl.parse("\n".join(texts)))
    assert server.values == {
        "security_exit": "CHECK     EXITS",
        "send_exit": ("ABCDEFGHIJL", "B         *LIBL"),
    }
    assert client.values == {"security_exit": "/opt/check(go)"}
    assert manager.values == {"channel_auto_definition_exit": "E         L"}
    assert [one for each in (server, client, manager) for one in cl.render(each)] == texts
    start = "CRTMQMCHL CHLNAME(A) CHLTYPE(*SVRCN) "
    for wrong in ("CHECK", "L/ABCDEFGHIJK", "''''"):
        (definition,) = cl.definitions(cl.parse(f"{start}SCYEXIT({wrong})"))
        assert [error.attribute for error in definition.errors] == ["security_exit"]
    path = Definition("mq:ServerConnectionChannel", "A", values={"security_exit": "/a(b)"})
    with pytest.raises(CannotWrite, match="not a program in ten characters and its library"):
        cl.render(path)
