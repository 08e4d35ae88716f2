"""Sources: what each kind of record says of a system, and records that cannot be trusted."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from queuewright.diff.compare import drift
from queuewright.drift.fleet import Environment, SourceConfig
from queuewright.drift.sources import SourceFailed, observe, systems_of
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.systems.registry import systems_from

HEAD = "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
DUMP = HEAD + "".join(
    f"DEFINE QLOCAL('{name}') MAXDEPTH({depth}) DESCR('Orders') NOSHARE REPLACE\n"
    for name, depth in (("A", 5), ("B", 7))
)


def observed(tmp_path: Path, **source: Any) -> dict[tuple[str, str], Any]:
    objects = list(observe("QM1", SourceConfig(**source), str(tmp_path)).objects)
    keyed = {(each.key.kind, each.key.name): each for each in objects}
    assert len(keyed) == len(objects)
    return keyed


def refused(tmp_path: Path, **source: Any) -> str:
    with pytest.raises(SourceFailed) as caught:
        observe("QM1", SourceConfig(**source), str(tmp_path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What mqweb answers to DISPLAY QUEUE(*) ALL, NAMELIST(*) ALL, CHANNEL(*) ALL and QMGR ALL: values
# are those of MQSC, in upper case; a keyword without value has "yes"; names come unpadded.
COMMON = {"altdate": "2026-11-01", "alttime": "10.00.00", "descr": "Orders", "defprty": 0,
          "defpsist": "NO", "put": "ENABLED", "cluster": "", "clusnl": "",
          "defbind": "OPEN"}  # fmt: skip
QUEUES: list[dict[str, Any]] = [
    {**COMMON, "queue": "A", "type": "QLOCAL", "maxdepth": 5, "maxmsgl": 4194304, "curdepth": 2,
     "ipprocs": 1, "opprocs": 0, "noshare": "yes", "hardenbo": "yes", "notrigger": "yes",
     "usage": "NORMAL", "crdate": "2026-01-01", "boqname": "", "bothresh": 0, "get": "ENABLED"},
    {**COMMON, "queue": "B", "type": "QALIAS", "target": "A", "targtype": "QUEUE"},
    {**COMMON, "queue": "C", "type": "QREMOTE", "rname": "D", "rqmname": "QM2", "xmitq": ""},
]  # fmt: skip
NAMELIST = {"namelist": "NL", "names": ["X", "Y"], "descr": "", "nltype": "CLUSTER"}
RECEIVER = {"channel": "TO.QM1", "chltype": "CLUSRCVR", "cluster": "", "clusnl": "NL",
            "conname": "h(1414)", "trptype": "TCP", "descr": ""}  # fmt: skip
QMGR = {"qmname": "QM1", "platform": "WINDOWSNT", "cmdlevel": 930, "ccsid": 1208,
        "maxmsgl": 4194304, "repos": "Y", "reposnl": "", "deadq": "DLQ"}  # fmt: skip


def answer(*objects: dict[str, Any], completion: int = 0) -> dict[str, Any]:
    results = [
        {"completionCode": completion, "reasonCode": 0, "parameters": parameters}
        for parameters in objects
    ]
    return {"commandResponse": results, "overallCompletionCode": 0, "overallReasonCode": 0}


ANSWERS = [answer(*QUEUES), answer(NAMELIST), answer(RECEIVER), answer(QMGR)]


def mqweb(tmp_path: Path, content: Any, **options: Any) -> dict[tuple[str, str], Any]:
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "answers.json").write_text(text)
    return observed(tmp_path, type="mqweb-json", path="answers.json", **options)


def mqweb_refused(tmp_path: Path, content: Any, **options: Any) -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "answers.json").write_text(text)
    return refused(tmp_path, type="mqweb-json", path="answers.json", **options)


DESIRED: dict[tuple[str, str], dict[str, Any]] = {
    ("mq:LocalQueue", "A"): {
        "max_queue_depth": 5, "queue_description": "Orders", "shareability": "not_shareable",
        "harden_get_backout": "backout_hardened", "trigger_control": "off",
        "max_message_length": 4194304, "inhibit_get": "get_allowed", "usage": "normal",
        "default_persistence": "not_persistent",
    },
    ("mq:AliasQueue", "B"): {"base_object_name": "A", "queue_description": "Orders"},
    ("mq:RemoteQueue", "C"): {"remote_queue_name": "D", "remote_queue_manager_name": "QM2",
                              "xmit_queue_name": ""},
    ("mq:Namelist", "NL"): {"names": ("X", "Y")},
    ("mq:Cluster", "X"): {"full_repository": "no"},
    ("mq:Cluster", "Y"): {"full_repository": "yes"},
}  # fmt: skip


def differing(objects: dict[tuple[str, str], Any]) -> set[tuple[str, str, Any, Any]]:
    differences = set()
    for (kind, name), expected in DESIRED.items():
        assert expected.keys() <= spec_of(kind).attributes().keys()
        assert expected.keys() <= objects[kind, name].attributes.keys()
        for change in drift(kind, expected, objects[kind, name].attributes):
            differences.add((name, change.name, change.before, change.after))
    return differences


@pytest.mark.parametrize("form", ["list", "lines", "mark"])
def test_answers_of_mqweb_say_what_the_definitions_say(form: str, tmp_path: Path) -> None:
    text = "\n".join(map(json.dumps, ANSWERS)) if form == "lines" else json.dumps(ANSWERS)
    objects = mqweb(tmp_path, "\ufeff" + text if form == "mark" else text)
    others = {("mq:ClusterReceiverChannel", "TO.QM1"), ("mq:QueueManagerAttributes", "QMGR")}
    assert objects.keys() == DESIRED.keys() | others
    assert differing(objects) == set()
    status = objects["mq:LocalQueue", "A"].status
    assert (status.depth, status.open_input) == (2, 1)


def test_drift_in_answers_of_mqweb_is_exactly_what_was_changed(tmp_path: Path) -> None:
    local = {**QUEUES[0], "maxdepth": 6, "get": "DISABLED", "descr": "orders", "share": "yes"}
    del local["noshare"]
    remote = {**QUEUES[2], "xmitq": "QM2.XMIT"}
    lists = {**NAMELIST, "names": ["X"]}
    manager = {**QMGR, "repos": ""}
    bodies = [answer(local, QUEUES[1]), answer(remote),
              answer(lists, {**NAMELIST, "namelist": "L2"}), answer({**RECEIVER, "clusnl": "L2"}),
              answer(manager)]  # fmt: skip
    assert differing(mqweb(tmp_path, bodies)) == {
        ("A", "max_queue_depth", 5, 6),
        ("A", "inhibit_get", "get_allowed", "get_inhibited"),
        ("A", "queue_description", "Orders", "orders"),
        ("A", "shareability", "not_shareable", "shareable"),
        ("C", "xmit_queue_name", "", "QM2.XMIT"),
        ("NL", "names", ("X", "Y"), ("X",)),
        ("Y", "full_repository", "yes", "no"),
    }


def test_two_answers_about_one_queue_are_one_object(tmp_path: Path) -> None:
    depths = {"queue": "A", "type": "QLOCAL", "curdepth": 9, "ipprocs": 0, "opprocs": 0}
    status = {"queue": "A", "type": "QUEUE", "curdepth": 9, "uncom": "YES"}
    objects = mqweb(tmp_path, [*ANSWERS, answer(depths), answer(status)])
    assert differing(objects) == set()
    assert objects["mq:LocalQueue", "A"].status.depth == 9


def test_answers_of_mqweb_that_cannot_be_trusted(tmp_path: Path) -> None:
    text = json.dumps(ANSWERS)
    assert "not JSON, or cut off" in mqweb_refused(tmp_path, text[:500])
    assert "not JSON, or cut off" in mqweb_refused(tmp_path, "")
    assert "not JSON, or cut off" in mqweb_refused(tmp_path, "[" * 100_000)
    lines = "\n".join(map(json.dumps, ANSWERS))
    assert "not JSON, or cut off" in mqweb_refused(tmp_path, lines[:-9])
    message = mqweb_refused(tmp_path, [answer({**QMGR, "qmname": "OTHER"}), *ANSWERS])
    assert "of queue manager OTHER, not QM1" in message
    assert "name no object" in mqweb_refused(tmp_path, [])
    alone = mqweb(tmp_path, answer(QMGR | {"repos": ""}))
    assert alone.keys() == {("mq:QueueManagerAttributes", "QMGR")}
    error = {"error": [{"type": "rest", "msgId": "MQWB0009E", "completionCode": 2,
                        "reasonCode": 2059, "message": "Could not query the queue manager QM1.",
                        "explanation": "", "action": "Start it."}]}  # fmt: skip
    assert "response 5: Could not query" in mqweb_refused(tmp_path, [*ANSWERS, error])
    denied = {"commandResponse": [{"completionCode": 2, "reasonCode": 2035,
                                   "message": ["AMQ8135E: Not authorized."]}],
              "overallCompletionCode": 2, "overallReasonCode": 3008}  # fmt: skip
    assert "AMQ8135E: Not authorized. (completion 2, reason 2035)" in mqweb_refused(
        tmp_path, [denied, *ANSWERS]
    )
    none = {"commandResponse": [{"completionCode": 2, "reasonCode": 2085, "message": ["none"]}],
            "overallCompletionCode": 2, "overallReasonCode": 3008}  # fmt: skip
    assert mqweb(tmp_path, [none, *ANSWERS]).keys() == mqweb(tmp_path, ANSWERS).keys()
    assert "expected commandResponse or error" in mqweb_refused(tmp_path, {"name": "x"})
    renamed = [*ANSWERS[:3], answer({**QMGR, "qmname": "PROD7"})]
    assert mqweb(tmp_path, renamed, queue_manager="PROD7")
    assert mqweb(tmp_path, renamed, queue_manager="*")


def test_a_plan_knows_the_queue_manager_that_mqweb_told_of(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text(json.dumps(ANSWERS))
    source = SourceConfig(type="mqweb-json", path="answers.json")
    facts = systems_of(Environment(name="e", systems={"QM1": source}), tmp_path)["QM1"].facts
    assert (str(facts.platform), facts.command_level, facts.ccsid) == ("windows", 930, 1208)


@pytest.fixture
def dumps(tmp_path: Path) -> Path:
    folder = tmp_path / "dumps"
    folder.mkdir()
    old = DUMP.replace("(5)", "(1)")
    (folder / "QM1.2026-11-20.mqsc").write_text(old)
    (folder / "QM1.2026-11-21.mqsc.gz").write_bytes(gzip.compress(DUMP.encode()))
    (folder / "QM1.plain").write_bytes(gzip.compress(DUMP.encode()))  # not by its name
    (folder / "QM1.2026-12-directory").mkdir()
    return folder


@pytest.mark.parametrize("remote", [False, True])
def test_files_are_local_or_remote_compressed_or_the_newest(remote: bool, dumps: Path) -> None:
    start = dumps.as_uri() if remote else "dumps"

    def depth(name: str) -> int:
        objects = observed(dumps.parent, type="mqsc", path=f"{start}/{name}")
        return int(objects["mq:LocalQueue", "A"].attributes["max_queue_depth"])

    assert depth("QM1.2026-11-20.mqsc") == 1
    assert depth("QM1.2026-11-21.mqsc.gz") == 5
    assert depth("QM1.plain") == 5
    assert depth("QM1.*") == 5  # .plain comes last
    assert depth("QM1.2026-*") == 5  # the directory is none of them
    assert depth("QM1.*.mqsc") == 1
    for name in ("QM2.*", "none.mqsc", "2026", "QM1.2026-12-directory"):
        message = refused(dumps.parent, type="mqsc", path=f"{start}/{name}")
        assert name in message


def test_files_that_cannot_be_read_are_named(dumps: Path) -> None:
    data = (dumps / "QM1.plain").read_bytes()
    (dumps / "cut.gz").write_bytes(data[:-12])
    (dumps / "bad.gz").write_bytes(data[:20] + b"\xff\xff\xff" + data[23:])
    for name in ("cut.gz", "bad.gz"):
        message = refused(dumps, type="mqsc", path=name)
        assert name in message
        assert "gzip file is damaged or cut off" in message
    assert "Is a directory" in refused(dumps.parent, type="mqsc", path="dumps")
    message = refused(dumps, type="mqsc", path="gopher://host/x")
    assert "gopher is not a file system" in message
    message = refused(dumps, type="mqsc", path="gopher://key:hunter2@host/x")
    assert "hunter2" not in message
    assert "[secret]@host" in message


def test_options_that_nobody_knows_are_no_options(tmp_path: Path) -> None:
    (tmp_path / "one.mqsc").write_text(DUMP)
    assert "is not an option" in refused(tmp_path, type="mqsc", path="one.mqsc", foter=True)
    assert "give true or false" in refused(tmp_path, type="mqsc", path="one.mqsc", footer="no")
    message = refused(tmp_path, type="mqsc", path="one.mqsc", encoding="klingon")
    assert '"klingon" is not known' in message
    (tmp_path / "ebcdic.mqsc").write_bytes(DUMP.encode("cp1140"))
    assert len(observed(tmp_path, type="mqsc", path="ebcdic.mqsc", encoding="cp1140")) == 2


def test_defined_twice_is_one_object(tmp_path: Path) -> None:
    (tmp_path / "one.mqsc").write_text(DUMP + DUMP.replace("(5)", "(6)").replace(HEAD, ""))
    objects = observed(tmp_path, type="mqsc", path="one.mqsc")
    assert objects["mq:LocalQueue", "A"].attributes["max_queue_depth"] == 6


def test_a_partition_of_the_sandbox_is_read_whole(tmp_path: Path) -> None:
    """Message queues, data queues, DDM data queues and authorization lists of an IBM i."""
    entry = {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDERS"], "path": "i.db"}
    system = systems_from({"QM1": entry}, base=tmp_path)["QM1"]
    specs: list[tuple[str, dict[str, Any]]] = [
        ("ibmi:MessageQueue", {"library": "ORDERS", "name": "MSGS"}),
        ("ibmi:DataQueue", {"library": "ORDERS", "name": "DTAQ", "max_entry_length": 100}),
        ("ibmi:DdmDataQueue", {"library": "ORDERS", "name": "DDMQ",
                               "remote_data_queue_library": "FAR", "remote_data_queue": "FARQ",
                               "remote_location": "SITE2"}),
        ("ibmi:AuthorizationList", {"name": "AUTL", "authority": "change"}),
        ("mq:LocalQueue", {"name": "Q"}),
    ]  # fmt: skip
    for kind, values in specs:
        system.create(spec_of(kind).checked(values))
    objects = observed(tmp_path, type="sandbox", path="i.db")
    names = {("ibmi:MessageQueue", "ORDERS/MSGS"), ("ibmi:DataQueue", "ORDERS/DTAQ"),
             ("ibmi:DdmDataQueue", "ORDERS/DDMQ"), ("ibmi:AuthorizationList", "AUTL")}  # fmt: skip
    assert {place for place in objects if place[0] in IBMI_KINDS} >= names
    assert objects["ibmi:DataQueue", "ORDERS/DTAQ"].attributes["max_entry_length"] == 100


def test_a_type_that_nobody_knows_is_told_with_those_there_are(tmp_path: Path) -> None:
    message = refused(tmp_path, type="pigeon")
    known = "use one of mqsc, dmpmqcfg, mqweb-json, mapepire, mqweb, pcf, runmqsc, sandbox, ssh"
    assert f'QM1: type "pigeon" is not known; {known}' in message
