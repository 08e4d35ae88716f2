"""Commands validated alone, by the documents."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.pcf.build import extended, message_of
from queuewright.dialects.pcf.script import read_script
from queuewright.dialects.pcf.structures import MQCFH, MQCFIN, MQCFIN64, MQCFST, PcfMessage
from queuewright.dialects.pcf.validation import validate, validate_message

LINUX = SystemFacts("QM1", Platform.LINUX)
ZOS = SystemFacts("QM2", Platform.ZOS)


def validated(command: str, parameters: Any, facts: SystemFacts | None = None) -> list[Diagnostic]:
    line = json.dumps({"command": f"MQCMD_{command}", "parameters": parameters})
    (entry,) = read_script(line)
    return validate(entry, facts)


def errors(diagnostics: list[Diagnostic]) -> list[tuple[str, str | None]]:
    return [
        (diagnostic.code, diagnostic.attribute)
        for diagnostic in diagnostics
        if diagnostic.severity is Severity.ERROR
    ]


LOCAL = {"QName": "A", "QType": "MQQT_LOCAL"}
ALIAS = {"QName": "A", "QType": "MQQT_ALIAS"}
MODEL = {"QName": "A", "QType": "MQQT_MODEL"}
REMOTE = {"QName": "A", "QType": "MQQT_REMOTE"}


@pytest.mark.parametrize(
    ("command", "parameters"),
    [
        ("CREATE_Q", LOCAL | {"MaxQDepth": 5, "Replace": "MQRP_YES"}),
        ("CREATE_Q", ALIAS | {"BaseQName": "B", "TargetType": "MQOT_TOPIC"}),
        ("CREATE_Q", REMOTE | {"RemoteQName": "a b!", "XmitQName": ""}),
        ("CREATE_Q", MODEL | {"DefinitionType": "MQQDT_PERMANENT_DYNAMIC"}),
        ("CHANGE_Q", LOCAL | {"Usage": "MQUS_TRANSMISSION", "Force": "MQFC_YES"}),
        ("CHANGE_Q", LOCAL | {"MaxQFileSize": -1}),
        ("COPY_Q", {"FromQName": "A", "ToQName": "B", "QType": "MQQT_LOCAL", "MaxQDepth": 1}),
        ("DELETE_Q", {"QName": "A"}),
        ("DELETE_Q", LOCAL | {"Purge": "MQPO_YES", "AuthRec": "MQRAR_NO"}),
        ("INQUIRE_Q", {"QName": "A*", "QAttrs": ["MQIACF_ALL"]}),
        ("INQUIRE_Q_STATUS", {"QName": "*", "StatusType": "MQIACF_Q_HANDLE"}),
        ("INQUIRE_CONNECTION", {"GenericConnectionId": "", "ConnInfoType": "MQIACF_CONN_INFO_ALL"}),
        ("CREATE_NAMELIST", {"NamelistName": "A", "Names": ["B", "C"]}),
        ("DELETE_NAMELIST", {"NamelistName": "A", "AuthRec": 0}),
        (
            "CREATE_CHANNEL",
            {"ChannelName": "TO.A", "ChannelType": "MQCHT_CLUSSDR", "ConnectionName": "h(1414)"},
        ),
        ("DELETE_CHANNEL", {"ChannelName": "TO.A", "ChannelTable": "MQCHTAB_Q_MGR"}),
        ("CHANGE_Q_MGR", {"RepositoryName": "C1"}),
        ("CHANGE_Q_MGR", {"RepositoryName": ""}),
        ("CHANGE_Q_MGR", {"QMgrDesc": "x"}),
        ("INQUIRE_Q_MGR", {"QMgrAttrs": ["MQIACF_ALL"]}),
    ],
)
def test_what_the_documents_allow(command: str, parameters: dict[str, Any]) -> None:
    assert errors(validated(command, parameters)) == []
    assert errors(validated(command, parameters, LINUX)) == []


@pytest.mark.parametrize(
    ("command", "parameters", "expected"),
    [
        ("CREATE_Q", {"QName": "A"}, [("missing", "QType")]),
        ("CREATE_Q", {"QType": 1}, [("missing", "QName")]),
        ("CREATE_Q", LOCAL | {"QName": ""}, [("missing", "name")]),
        ("CREATE_Q", LOCAL | {"QName": "  "}, [("missing", "name")]),
        ("COPY_Q", LOCAL, [("missing", "FromQName"), ("missing", "ToQName"),
                           ("not-allowed", "QName")]),
        ("CREATE_Q", [{"QType": 1}, {"QName": "A"}],
         [("sequence", "QName"), ("sequence", "QType")]),
        ("CREATE_Q", [{"QName": "A"}, {"MaxQDepth": 1}, {"QType": 1}], [("sequence", "QType")]),
        ("CREATE_Q", [{"QName": "A"}, {"QType": 1}, {"MaxQDepth": 1}, {"MaxQDepth": 2}],
         [("duplicate", "max_queue_depth")]),
        ("CREATE_Q", [*[{k: v} for k, v in ALIAS.items()], {"BaseQName": "B"},
                      {"BaseObjectName": "C"}], [("duplicate", "base_object_name")]),
        ("CREATE_Q", LOCAL | {"QType": "MQQT_CLUSTER"}, [("choice", "QType")]),
        ("CREATE_Q", LOCAL | {"QType": "MQQT_ALL"}, [("choice", "QType")]),
        ("CREATE_Q", LOCAL | {"QType": 99}, [("choice", "QType")]),
        ("CREATE_Q", LOCAL | {"MaxQDepth": -1}, [("range", "max_queue_depth")]),
        ("CREATE_Q", LOCAL | {"MaxQDepth": 1_000_000_000}, [("range", "max_queue_depth")]),
        ("CREATE_Q", LOCAL | {"MaxQFileSize": 19}, [("range", "max_queue_file_size")]),
        ("CREATE_Q", LOCAL | {"QDepthHighLimit": 101}, [("range", "queue_depth_high_limit")]),
        ("CREATE_Q", LOCAL | {"TriggerDepth": 0}, [("range", "trigger_depth")]),
        ("CREATE_Q", LOCAL | {"Usage": 2}, [("choice", "usage")]),
        ("CREATE_Q", LOCAL | {"Usage": "MQUS_FAST"}, [("choice", "usage")]),
        ("CREATE_Q", LOCAL | {"QName": "A B"}, [("syntax", "name")]),
        ("CREATE_Q", LOCAL | {"QName": "A" * 49}, [("length", "name")]),
        ("CREATE_Q", LOCAL | {"QDesc": "x" * 65}, [("length", "queue_description")]),
        ("CREATE_Q", LOCAL | {"QDesc": "a\nb"}, [("syntax", "queue_description")]),
        ("CREATE_Q", LOCAL | {"BaseQName": "B"}, [("wrong-kind", "base_object_name")]),
        ("CREATE_Q", ALIAS | {"MaxQDepth": 5}, [("wrong-kind", "max_queue_depth")]),
        ("CREATE_Q", REMOTE | {"InhibitGet": 0}, [("wrong-kind", "inhibit_get")]),
        ("CREATE_Q", MODEL | {"ClusterName": "C"}, [("wrong-kind", "cluster_name")]),
        ("CREATE_Q", LOCAL | {"DefinitionType": 2}, [("wrong-kind", "definition_type")]),
        ("CREATE_Q", LOCAL | {"ClusterName": "C", "ClusterNamelist": "N"},
         [("cluster-exclusive", "cluster_name")]),
        ("CREATE_Q", LOCAL | {"ClusterName": "C", "Usage": 1},
         [("cluster-restricted", "cluster_name")]),
        ("CREATE_Q", LOCAL | {"ClusterChannelName": "C", "Usage": 0},
         [("transmission-only", "cluster_channel_name")]),
        ("CREATE_Q", LOCAL | {"Replace": 2}, [("choice", "Replace")]),
        ("CREATE_Q", LOCAL | {"Purge": "MQPO_YES"}, [("not-allowed", "Purge")]),
        ("CREATE_Q", LOCAL | {"2999": "x"}, [("unknown-parameter", "2999")]),
        ("CREATE_Q", LOCAL | {"MaxQDept": 5}, [("unknown-parameter", "MaxQDept")]),
        ("CREATE_Q", LOCAL | {"CurrentQDepth": 5}, [("not-allowed", "CurrentQDepth")]),
        ("CREATE_Q", LOCAL | {"MaxQDepth": {"type": "MQCFST", "value": "5"}},
         [("structure", "max_queue_depth")]),
        ("CREATE_Q", LOCAL | {"MaxQDepth": {"type": "MQCFIF", "operator": 4, "value": 5}},
         [("structure", "max_queue_depth")]),
        ("CHANGE_Q", LOCAL | {"Replace": "MQRP_YES"}, [("not-allowed", "Replace")]),
        ("CHANGE_Q", MODEL | {"Force": "MQFC_YES"}, [("force-model", "Force")]),
        ("CHANGE_Q", LOCAL | {"Force": 5}, [("choice", "Force")]),
        ("DELETE_Q", {"QName": ""}, [("missing", "name")]),
        ("DELETE_NAMELIST", {"NamelistName": " "}, [("missing", "name")]),
        ("COPY_Q", {"FromQName": "A B", "ToQName": "C", "QType": 1}, [("syntax", "FromQName")]),
        ("COPY_Q", {"FromQName": "A" * 49, "ToQName": "C", "QType": 1}, [("length", "FromQName")]),
        ("DELETE_Q", ALIAS | {"Purge": "MQPO_YES"}, [("purge-local", "Purge")]),
        ("DELETE_Q", LOCAL | {"MaxQDepth": 5}, [("not-allowed", "max_queue_depth")]),
        ("DELETE_Q", LOCAL | {"QName": "A B"}, [("syntax", "name")]),
        ("DELETE_Q", LOCAL | {"Force": 1}, [("not-allowed", "Force")]),
        ("CREATE_NAMELIST", {"NamelistName": "A", "Names": ["x y"]}, [("syntax", "names")]),
        ("CREATE_NAMELIST", {"NamelistName": "A", "Names": ["B"] * 257}, [("too-many", "names")]),
        ("CREATE_NAMELIST", {"NamelistName": "A", "Force": 1}, [("unknown-parameter", "Force")]),
        ("CREATE_CHANNEL", {"ChannelName": "A", "ChannelType": "MQCHT_CLUSSDR",
                            "NetworkPriority": 1}, [("wrong-kind", "network_priority")]),
        ("CREATE_CHANNEL", {"ChannelName": "A" * 21, "ChannelType": 8}, [("length", "name")]),
        ("CHANGE_Q_MGR", {"RepositoryName": "C" * 49}, [("length", "repository")]),
        ("CHANGE_Q_MGR", {"QMgrDesc": "x" * 65}, [("length", "description")]),
    ],
)  # fmt: skip
def test_what_the_documents_forbid(
    command: str, parameters: Any, expected: list[tuple[str, str]]
) -> None:
    diagnostics = validated(command, parameters)
    assert errors(diagnostics) == expected
    for diagnostic in diagnostics:
        assert diagnostic.line == 1
        assert diagnostic.message.isprintable()
        assert diagnostic.message


@pytest.mark.parametrize("disposition", ["MQQSGD_SHARED", "MQQSGD_PRIVATE"])
def test_a_change_is_not_validated_by_what_the_queue_has(disposition: str) -> None:
    """001 QSGDisposition says what a Change is about; CFStructure is what the queue has."""
    assert errors(validated("CHANGE_Q", LOCAL | {"QSGDisposition": disposition}, ZOS)) == []
    assert errors(validated("CREATE_Q", LOCAL | {"QSGDisposition": disposition}, ZOS)) != []


def test_the_column_of_a_parameter() -> None:
    line = '{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A B","QType":1,"MaxQDepth":-1}}'
    name, depth = validate(read_script(line)[0])
    assert (name.attribute, name.column) == ("name", line.index('"QName"') + 1)
    assert (depth.attribute, depth.column) == ("max_queue_depth", line.index('"MaxQDepth"') + 1)


def test_several_errors_are_all_reported() -> None:
    diagnostics = validated("CREATE_Q", LOCAL | {"MaxQDepth": -1, "Usage": "X", "BaseQName": "B"})
    assert set(errors(diagnostics)) == {
        ("range", "max_queue_depth"), ("choice", "usage"), ("wrong-kind", "base_object_name"),
    }  # fmt: skip
    assert all(diagnostic.sources for diagnostic in diagnostics if diagnostic.code != "choice")


@pytest.mark.parametrize(
    ("command", "parameters", "facts", "expected"),
    [
        ("CREATE_Q", LOCAL | {"CFStructure": "X"}, LINUX,
         [("platform", "coupling_facility_structure")]),
        ("CREATE_Q", LOCAL | {"CommandScope": ""}, LINUX, [("platform", "command_scope")]),
        ("CREATE_Q", LOCAL | {"CFStructure": "X"}, ZOS, []),
        ("CREATE_Q", LOCAL | {"DistLists": 1}, ZOS, [("platform", "distribution_lists")]),
        ("CREATE_Q", LOCAL | {"Scope": "MQSCO_CELL"}, SystemFacts("I", Platform.IBMI),
         [("platform", "scope")]),
        ("CREATE_Q", LOCAL | {"MaxMsgLength": 4_194_305}, SystemFacts("U", Platform.OTHER_UNIX),
         [("range", "max_message_length")]),
        ("CREATE_Q", LOCAL | {"StreamQ": "B"}, SystemFacts("O", command_level=910),
         [("command-level", "stream_queue")]),
        ("CREATE_Q", LOCAL | {"QDesc": "é" * 33}, LINUX, [("length", "queue_description")]),
        ("CREATE_Q", LOCAL | {"QDesc": "é" * 33}, SystemFacts("L", ccsid=819), []),
        ("CREATE_Q", LOCAL | {"QDesc": "€"}, SystemFacts("L", ccsid=819),
         [("ccsid", "queue_description")]),
        ("DELETE_Q", LOCAL | {"CommandScope": "*"}, LINUX, [("platform", "CommandScope")]),
        ("DELETE_Q", LOCAL | {"AuthRec": 0}, ZOS, [("platform", "AuthRec")]),
        ("CREATE_CHANNEL", {"ChannelName": "A", "ChannelType": 8, "QSGDisposition": "MQQSGD_GROUP"},
         LINUX, [("platform", "queue_sharing_group_disposition")]),
        ("CREATE_CHANNEL", {"ChannelName": "A", "ChannelType": 8, "QSGDisposition": "MQQSGD_GROUP",
                            "CommandScope": "*"}, ZOS, []),
    ],
)  # fmt: skip
def test_what_a_system_does_not_have(
    command: str, parameters: Any, facts: SystemFacts, expected: list[tuple[str, str]]
) -> None:
    assert errors(validated(command, parameters, facts)) == expected


@pytest.mark.parametrize(
    ("command", "parameters", "code"),
    [
        ("CREATE_Q", LOCAL | {"Force": "MQFC_YES"}, "force-ignored"),
        ("CREATE_Q", LOCAL | {"QDepthLowLimit": 90, "QDepthHighLimit": 80}, "limits-crossed"),
        ("CREATE_CHANNEL", {"ChannelName": "A", "ChannelType": 9, "3999": "x"},
         "unknown-parameter"),
    ],
)  # fmt: skip
def test_what_is_odd_is_a_warning(command: str, parameters: Any, code: str) -> None:
    diagnostics = validated(command, parameters)
    assert errors(diagnostics) == []
    assert [diagnostic.code for diagnostic in diagnostics] == [code]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (PcfMessage(MQCFH(11, 2), (MQCFST(2016, "A"), MQCFIN(20, 1))), "no-command"),
        (PcfMessage(MQCFH(11, control=0), (MQCFST(2016, "A"), MQCFIN(20, 1))), "header"),
        (PcfMessage(MQCFH(11, sequence=2), (MQCFST(2016, "A"), MQCFIN(20, 1))), "header"),
        (PcfMessage(MQCFH(11), (MQCFST(2016, "A"), MQCFIN(20, 1), MQCFIN64(15, 1))), "header"),
        (PcfMessage(MQCFH(11, 16), (MQCFST(2016, "A"), MQCFIN(20, 1))), "header"),
    ],
)
def test_the_header(message: PcfMessage, code: str) -> None:
    assert errors(validate_message(message))[0][0] == code


def test_a_command_for_zos() -> None:
    message = extended(message_of(Definition("mq:LocalQueue", "A")))
    assert (message.header.type, message.header.version) == (16, 3)
    assert validate_message(message, ZOS) == []


def test_a_command_that_is_not_described_is_reported() -> None:
    (diagnostic,) = validate_message(PcfMessage.command(28))
    assert (diagnostic.code, diagnostic.severity) == ("unknown-command", Severity.WARNING)


def test_a_line_that_is_none_is_only_its_problem() -> None:
    (entry,) = read_script("nope")
    assert [problem.code for problem in validate(entry)] == ["syntax"]


IDS = st.sampled_from((2016, 20, 15, 12, 1005, 1006, 2002, 2020, 2010, 3501, 1511, 3001, 2035, 9))
ANY = st.one_of(
    st.builds(MQCFIN, IDS, st.integers(-5, 12)),
    st.builds(MQCFST, IDS, st.text(max_size=60)),
    st.builds(MQCFIN64, IDS, st.integers(-5, 5)),
)


@given(
    st.sampled_from((1, 8, 10, 11, 12, 13, 21, 22, 23, 24, 32, 33, 34, 35, 36, 41, 85, 2, 99)),
    st.lists(ANY, max_size=6),
    st.sampled_from((None, LINUX, ZOS)),
)
def test_no_message_does_anything_but_troubles(
    command: int, parameters: list[Any], facts: SystemFacts | None
) -> None:
    for diagnostic in validate_message(PcfMessage.command(command, tuple(parameters)), facts):
        assert diagnostic.message.isprintable()
        assert diagnostic.code
