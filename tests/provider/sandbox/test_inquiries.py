"""Whole answers to inquiries, against what was set: PCF's inquiries and MQSC's DISPLAY."""

import json
from typing import Any

import pytest

from queuewright.catalogue.observed import OpenFor
from queuewright.kinds import KINDS
from queuewright.sandbox import mqsc_commands, pcf_commands
from queuewright.sandbox.engine import EmbeddedSystem

# Kind -> what is set, and how PCF and MQSC show it, typed from the documents.
SET: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "mq:LocalQueue": (
        {"max_queue_depth": 7, "queue_description": "orders", "inhibit_put": "put_inhibited",
         "cluster_namelist": "NL", "trigger_type": "depth", "shareability": "not_shareable"},
        {"MaxQDepth": 7, "QDesc": "orders", "InhibitPut": "MQQA_PUT_INHIBITED",
         "ClusterNamelist": "NL", "TriggerType": "MQTT_DEPTH",
         "Shareability": "MQQA_NOT_SHAREABLE"},
        {"MAXDEPTH": 7, "DESCR": "orders", "PUT": "DISABLED", "CLUSNL": "NL",
         "TRIGTYPE": "DEPTH", "NOSHARE": ""},
    ),
    "mq:AliasQueue": (
        {"base_object_name": "BASE", "target_type": "topic", "default_priority": 3},
        {"BaseObjectName": "BASE", "TargetType": "MQOT_TOPIC", "DefPriority": 3},
        {"TARGET": "BASE", "TARGTYPE": "TOPIC", "DEFPRTY": 3},
    ),
    "mq:RemoteQueue": (
        {"remote_queue_name": "R", "remote_queue_manager_name": "QM2", "xmit_queue_name": "X"},
        {"RemoteQName": "R", "RemoteQMgrName": "QM2", "XmitQName": "X"},
        {"RNAME": "R", "RQMNAME": "QM2", "XMITQ": "X"},
    ),
    "mq:ModelQueue": (
        {"definition_type": "permanent_dynamic", "max_message_length": 9},
        {"DefinitionType": "MQQDT_PERMANENT_DYNAMIC", "MaxMsgLength": 9},
        {"DEFTYPE": "PERMDYN", "MAXMSGL": 9},
    ),
    "mq:Namelist": (
        {"names": ("A", "B"), "namelist_description": "two"},
        {"Names": ["A", "B"], "NamelistDesc": "two"},
        {"NAMES": ("A", "B"), "DESCR": "two"},
    ),
    "mq:ClusterReceiverChannel": (
        {"cluster_name": "C", "connection_name": "host(1414)", "batch_size": 7},
        {"ClusterName": "C", "ConnectionName": "host(1414)", "BatchSize": 7},
        {"CLUSTER": "C", "CONNAME": "host(1414)", "BATCHSZ": 7},
    ),
    "mq:ClusterSenderChannel": (
        {"cluster_name": "C", "connection_name": "host(1414)", "disconnect_interval": 8},
        {"ClusterName": "C", "ConnectionName": "host(1414)", "DiscInterval": 8},
        {"CLUSTER": "C", "CONNAME": "host(1414)", "DISCINT": 8},
    ),
}  # fmt: skip
INQUIRE = {
    "Q": ("INQUIRE_Q", "QName"),
    "NAMELIST": ("INQUIRE_NAMELIST", "NamelistName"),
    "CHANNEL": ("INQUIRE_CHANNEL", "ChannelName"),
}
TOGGLES = {"SHARE": "NOSHARE"}


def pcf(qm: EmbeddedSystem, command: str, **parameters: Any) -> list[dict[str, Any]]:
    line = json.dumps({"command": f"MQCMD_{command}", "parameters": parameters})
    (answer,) = pcf_commands.run(qm, line)
    assert answer.ok, answer.message
    return [dict(displayed) for displayed in answer.objects]


def display(qm: EmbeddedSystem, command: str) -> list[dict[str, Any]]:
    (answer,) = mqsc_commands.run(qm, command)
    assert answer.ok, answer.message
    return [dict(displayed) for displayed in answer.objects]


@pytest.mark.parametrize("kind", SET)
def test_definitions_in_pcf(qm: EmbeddedSystem, kind: str) -> None:
    values, expected, _ = SET[kind]
    command, name = INQUIRE[str(KINDS[kind].pcf.object)]
    default = str(KINDS[kind].default_object)
    (shipped,) = pcf(qm, command, **{name: default})
    qm.create(kind, "IT", values)
    (displayed,) = pcf(qm, command, **{name: "IT"})
    assert displayed == {**shipped, name: "IT", **expected}


@pytest.mark.parametrize("kind", SET)
def test_definitions_in_mqsc(qm: EmbeddedSystem, kind: str) -> None:
    values, _, expected = SET[kind]
    word = KINDS[kind].mqsc.word
    default = KINDS[kind].default_object
    (shipped,) = display(qm, f"DISPLAY {word}('{default}') ALL")
    qm.create(kind, "IT", values)
    (displayed,) = display(qm, f"DISPLAY {word}('IT') ALL")
    shipped = {k: v for k, v in shipped.items() if TOGGLES.get(k) not in expected}
    shipped[next(iter(shipped))] = "IT"
    assert displayed == {**shipped, **expected}


MANAGER = {
    "description": "orders", "dead_letter_queue": "DLQ", "default_transmission_queue": "XMIT",
    "max_message_length": 50_000, "cluster_workload_use_queue": "useq_any",
    "cluster_workload_channels": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    "repository", [{"repository": "C1"}, {"repository_namelist": "NL"}], ids=lambda v: next(iter(v))
)
def test_the_queue_manager(qm: EmbeddedSystem, repository: dict[str, str]) -> None:
    qm.set_manager({**MANAGER, **repository})
    cluster, clusters = repository.get("repository", ""), repository.get("repository_namelist", "")
    [reported] = pcf(qm, "INQUIRE_Q_MGR")
    dates = {"AlterationDate", "AlterationTime", "CreationDate", "CreationTime"}
    assert reported.keys() >= {"StatisticsInterval", "SSLKeyRepository", "MaxHandles", *dates}
    assert reported.items() >= (
        {"QMgrName": "QM1", "Platform": "MQPL_UNIX", "CommandLevel": 930, "CodedCharSetId": 1208,
         "MaxMsgLength": 50_000, "QMgrDesc": "orders", "DeadLetterQName": "DLQ",
         "DefXmitQName": "XMIT", "RepositoryName": cluster, "RepositoryNamelist": clusters,
         "CLWLUseQ": "MQCLWL_USEQ_ANY", "CLWLMRUChannels": 3,
         "DefClusterXmitQueueType": "MQCLXQ_SCTQ", "ConfigurationEvent": "MQEVR_DISABLED"}.items()
    )  # fmt: skip
    [row] = display(qm, "DISPLAY QMGR ALL")
    assert row.items() >= (
        {"QMNAME": "QM1", "PLATFORM": "UNIX", "CMDLEVEL": 930, "CCSID": 1208, "MAXMSGL": 50_000,
         "DESCR": "orders", "DEADQ": "DLQ", "DEFXMITQ": "XMIT",
         "REPOS": cluster, "REPOSNL": clusters, "CLWLUSEQ": "ANY", "CLWLMRUC": 3}.items()
    )  # fmt: skip


def test_status_and_handles(qm: EmbeddedSystem) -> None:
    qm.create("mq:LocalQueue", "A", {})
    qm.create("mq:AliasQueue", "ALIAS", {"base_object_name": "A"})
    qm.put("A", count=2)
    qm.put("A", uncommitted=True)
    opened = {OpenFor.INPUT_SHARED, OpenFor.OUTPUT}
    handle = qm.open("ALIAS", opened, application="APP", user="bob", channel="SVR")
    assert pcf(qm, "INQUIRE_Q_STATUS", QName="A") == [
        {"QName": "A", "StatusType": "MQIACF_Q_STATUS", "CurrentQDepth": 3, "OpenInputCount": 1,
         "OpenOutputCount": 1, "UncommittedMsgs": 1}
    ]  # fmt: skip
    (held,) = pcf(qm, "INQUIRE_Q_STATUS", QName="A", StatusType="MQIACF_Q_HANDLE")
    assert held == {
        "QName": "A", "StatusType": "MQIACF_Q_HANDLE", "ApplTag": "APP", "UserIdentifier": "bob",
        "ChannelName": "SVR", "OpenOptions": 0x2 | 0x10, "OpenInputType": "MQQSO_SHARED",
        "OpenOutput": "MQQSO_YES", "OpenBrowse": "MQQSO_NO", "OpenInquire": "MQQSO_NO",
        "OpenSet": "MQQSO_NO",
    }  # fmt: skip
    counts = {"QUEUE": "A", "TYPE": "QUEUE", "CURDEPTH": 3, "IPPROCS": 1, "OPPROCS": 1, "UNCOM": 1}
    [status] = display(qm, "DISPLAY QSTATUS(A) ALL")
    assert {word: status[word] for word in counts} == counts
    words = {
        "APPLTAG": "APP", "USERID": "bob", "CHANNEL": "SVR", "COUNT": 1,
        "OPENOPTS": "MQOO_INPUT_SHARED,MQOO_OUTPUT",
    }  # fmt: skip
    assert display(qm, "DISPLAY QSTATUS(A) TYPE(HANDLE) ALL") == [
        {"QUEUE": "A", "TYPE": "HANDLE", **words}
    ]
    connection, opened = {"CONN": f"{handle.id:016X}"}, ("OPENOPTS", "COUNT")
    of_handle = {"OBJNAME": "ALIAS", "OBJTYPE": "QUEUE"} | {word: words[word] for word in opened}
    of_handle |= {"HSTATE": "INACTIVE", "READA": "NO"}
    of_application = {word: words[word] for word in words if word not in opened}
    # What clients of others look up in each connection: the parser of the MQRestAPI classes.
    of_application |= {"APPLTYPE": "USER", "CONNOPTS": "MQCNO_SHARED_BINDING"}
    of_application |= dict.fromkeys(("APPLDESC", "CONNAME", "CONNTAG"), "")
    for kind, shown in (
        ("HANDLE", of_handle),
        ("CONN", of_application),
        ("*", of_handle | of_application),
    ):
        [row] = display(qm, f"DISPLAY CONN(*) TYPE({kind}) ALL")
        assert row == {**connection, "TYPE": kind, **shown}
    assert display(qm, "DISPLAY CONN(*) WHERE(OBJNAME EQ 'ALIAS')") == [
        {**connection, "TYPE": "CONN", **of_application}
    ]
