"""The documents' sentences in MQSC: what is right, and its wrong neighbours. Each command is
validated alone, as `queuewright validate --from mqsc` does."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.platform import Platform
from queuewright.dialects.scripts import Dialect, read_script, validate_entry

ZOS, LINUX, IBMI = Platform.ZOS, Platform.LINUX, Platform.IBMI
QUEUES = {"L": "QLOCAL", "M": "QMODEL", "A": "QALIAS", "R": "QREMOTE"}


def _troubles(text: str, platform: Platform | None = None) -> list[Diagnostic]:
    script = read_script(text.encode(), Dialect.MQSC)
    assert len(script.entries) == 1, text
    return validate_entry(script.entries[0], Dialect.MQSC, platform)


def _errors(text: str, platform: Platform | None = None) -> list[tuple[str, str | None]]:
    return [
        (diagnostic.code, diagnostic.attribute)
        for diagnostic in _troubles(text, platform)
        if diagnostic.severity is Severity.ERROR
    ]


NUMBERS = {
    "BOTHRESH": ("backout_threshold", 0, 999_999_999),
    "CLWLPRTY": ("cluster_workload_queue_priority", 0, 9),
    "CLWLRANK": ("cluster_workload_queue_rank", 0, 9),
    "DEFPRTY": ("default_priority", 0, 9),
    "MAXMSGL": ("max_message_length", 0, 104_857_600),
    "MAXDEPTH": ("max_queue_depth", 0, 999_999_999),
    "MAXFSIZE": ("max_queue_file_size", 20, 267_386_880),
    "QDEPTHHI": ("queue_depth_high_limit", 0, 100),
    "QDEPTHLO": ("queue_depth_low_limit", 0, 100),
    "QSVCINT": ("queue_service_interval", 0, 999_999_999),
    "RETINTVL": ("retention_interval", 0, 999_999_999),
    "TRIGDPTH": ("trigger_depth", 1, 999_999_999),
    "TRIGMPRI": ("trigger_message_priority", 0, 9),
}


@pytest.mark.parametrize(("keyword", "limits"), NUMBERS.items(), ids=list(NUMBERS))
def test_a_value_in_the_range(keyword: str, limits: tuple[str, int, int]) -> None:
    attribute, least, most = limits
    for verb in ("DEFINE", "ALTER"):
        for value in (least, most):
            assert _errors(f"{verb} QLOCAL(A) {keyword}({value})") == []
        for value in (least - 1, most + 1):
            assert _errors(f"{verb} QLOCAL(A) {keyword}({value})") == [("range", attribute)]
        for word in ("FIVE", "1.5", "*NONE", ""):
            assert _errors(f"{verb} QLOCAL(A) {keyword}({word})") == [("value", attribute)]


WORDS = {
    "CLWLUSEQ": ("cluster_workload_use_queue", "L", "QMGR ANY LOCAL"),
    "DEFPRESP": ("default_put_response", "LMAR", "SYNC ASYNC"),
    "DEFBIND": ("default_bind", "LAR", "OPEN NOTFIXED GROUP"),
    "DEFTYPE": ("definition_type", "M", "PERMDYN TEMPDYN"),
    "DEFSOPT": ("default_input_open_option", "LM", "EXCL SHARED"),
    "DEFPSIST": ("default_persistence", "LMAR", "NO"),
    "DEFREADA": ("default_read_ahead", "LMA", "NO YES DISABLED"),
    "DISTL": ("distribution_lists", "LM", "YES NO"),
    "IMGRCOVQ": ("image_recover_queue", "LM", "YES NO QMGR"),
    "INDXTYPE": ("index_type", "LM", "NONE MSGID CORRELID MSGTOKEN GROUPID"),
    "GET": ("inhibit_get", "LMA", "ENABLED DISABLED"),
    "PUT": ("inhibit_put", "LMAR", "ENABLED DISABLED"),
    "MSGDLVSQ": ("message_delivery_sequence", "LM", "PRIORITY FIFO"),
    "NPMCLASS": ("non_persistent_message_class", "LM", "NORMAL HIGH"),
    "PROPCTL": ("property_control", "LMA", "COMPAT NONE ALL FORCE V6COMPAT"),
    "QDPHIEV": ("queue_depth_high_event", "LM", "ENABLED DISABLED"),
    "QDPLOEV": ("queue_depth_low_event", "LM", "ENABLED DISABLED"),
    "QDPMAXEV": ("queue_depth_max_event", "LM", "ENABLED DISABLED"),
    "QSVCIEV": ("queue_service_interval_event", "LM", "HIGH OK NONE"),
    "ACCTQ": ("queue_accounting", "LM", "QMGR OFF ON"),
    "MONQ": ("queue_monitoring", "LM", "OFF QMGR LOW MEDIUM HIGH"),
    "STATQ": ("queue_statistics", "LM", "QMGR OFF ON"),
    "SCOPE": ("scope", "LAR", "QMGR CELL"),
    "STRMQOS": ("stream_queue_service", "LM", "BESTEF MUSTDUP"),
    "TARGTYPE": ("target_type", "A", "QUEUE TOPIC"),
    "TRIGTYPE": ("trigger_type", "LM", "NONE EVERY FIRST DEPTH"),
    "USAGE": ("usage", "LM", "NORMAL XMITQ"),
}


@pytest.mark.parametrize(("keyword", "listed"), WORDS.items(), ids=list(WORDS))
def test_the_value_can_be_any_of(keyword: str, listed: tuple[str, str, str]) -> None:
    attribute, types, words = listed
    for letter, queue in QUEUES.items():
        for word in words.split():
            errors = _errors(f"DEFINE {queue}(A) {keyword}({word})")
            if (letter, word) == ("M", "CELL"):
                assert errors == [("dynamic-scope", "scope")]
                continue
            assert errors == ([] if letter in types else [("wrong-kind", attribute)])
    queue = QUEUES[types[0]]
    assert _errors(f"DEFINE {queue}(A) {keyword}({words.split()[0].lower()})") == []
    assert _errors(f"DEFINE {queue}(A) {keyword}(SOMETIMES)") == [("value", attribute)]
    assert _errors(f"DEFINE {queue}(A) {keyword}") == [("value", attribute)]
    assert all(
        diagnostic.sources for diagnostic in _troubles(f"DEFINE {queue}(A) {keyword}(SOMETIMES)")
    )


@pytest.mark.parametrize(
    ("keyword", "attribute"),
    [("SHARE", "shareability"), ("TRIGGER", "trigger_control"), ("HARDENBO", "harden_get_backout")],
)
def test_keywords_that_stand_alone(keyword: str, attribute: str) -> None:
    for word in (keyword, f"NO{keyword}"):
        assert _errors(f"DEFINE QLOCAL(A) {word}") == []
        assert _errors(f"DEFINE QLOCAL(A) {word}(YES)") == [("value", attribute)]
        assert _errors(f"DEFINE QALIAS(A) {word}") == [("wrong-kind", attribute)]
    assert _errors(f"DEFINE QLOCAL(A) {keyword} NO{keyword}") == [("repeated", attribute)]


TEXTS = {
    "BOQNAME": ("QLOCAL", "backout_requeue_name", 48),
    "TARGET": ("QALIAS", "base_object_name", 48),
    "TARGQ": ("QALIAS", "base_object_name", 48),
    "CFSTRUCT": ("QLOCAL", "coupling_facility_structure", 12),
    "CLUSTER": ("QLOCAL", "cluster_name", 48),
    "CLUSNL": ("QLOCAL", "cluster_namelist", 48),
    "INITQ": ("QLOCAL", "initiation_queue_name", 48),
    "PROCESS": ("QLOCAL", "process_name", 48),
    "DESCR": ("QLOCAL", "queue_description", 64),
    "RQMNAME": ("QREMOTE", "remote_queue_manager_name", 48),
    "RNAME": ("QREMOTE", "remote_queue_name", 48),
    "STGCLASS": ("QLOCAL", "storage_class", 8),
    "STREAMQ": ("QLOCAL", "stream_queue", 48),
    "TRIGDATA": ("QLOCAL", "trigger_data", 64),
    "XMITQ": ("QREMOTE", "xmit_queue_name", 48),
    "CLCHNAME": ("QLOCAL(A) USAGE(XMITQ)", "cluster_channel_name", 20),
}


@pytest.mark.parametrize("keyword", TEXTS)
def test_the_maximum_length(keyword: str) -> None:
    queue, attribute, most = TEXTS[keyword]
    queue = queue if "(" in queue else f"{queue}(A)"
    assert _errors(f"DEFINE {queue} {keyword}('{'X' * most}')") == []
    assert _errors(f"DEFINE {queue} {keyword}('{'X' * (most + 1)}')") == [("length", attribute)]
    assert _errors(f"DEFINE {queue} {keyword}(' ')") == []


CASES: list[tuple[str, Platform | None, list[tuple[str, str | None]]]] = [
    (f"DEFINE QLOCAL('{'Q' * 48}')", None, []),
    (f"DEFINE QLOCAL('{'Q' * 49}')", None, [("length", "name")]),
    ("DEFINE QLOCAL('A B')", None, [("syntax", "name")]),
    ("DEFINE QLOCAL(' ')", None, [("missing", "name")]),
    ("DEFINE QLOCAL", None, [("missing", "name")]),
    ("DEF QL(A)", None, []),
    ("DEFINE QLOCAL(A) MAXDEPTH(1) MAXDEPTH(2)", None, [("repeated", "max_queue_depth")]),
    ("DEFINE QALIAS(A) TARGQ(B) TARGET(C)", None, [("repeated", "base_object_name")]),
    ("DEFINE QLOCAL(A) MAXDEPHT(5)", None, [("unknown-attribute", "MAXDEPHT")]),
    ("DEFINE QLOCAL(A) REPLACE", None, []),
    ("DEFINE QLOCAL(A) NOREPLACE LIKE(B)", None, []),
    # Change Queue (PCF) Replace: not valid on a Change Queue command.
    ("ALTER QLOCAL(A) REPLACE", None, [("not-allowed", "Replace")]),
    ("ALTER QLOCAL(A) NOREPLACE", None, [("not-allowed", "Replace")]),
    ("ALTER QLOCAL(A) LIKE(B)", None, [("not-allowed", "Like")]),
    # Change Queue (PCF) Force.
    ("ALTER QLOCAL(A) FORCE USAGE(NORMAL)", None, []),
    ("ALTER QALIAS(A) FORCE TARGET(B)", None, []),
    ("ALTER QREMOTE(A) FORCE RNAME(B)", None, []),
    ("ALTER QMODEL(A) FORCE", None, [("force-model", "Force")]),
    ("DEFINE QLOCAL(A) FORCE", None, []),
    ("DELETE QLOCAL(A) PURGE", None, []),
    ("DELETE QALIAS(A) PURGE", None, [("purge-local", "Purge")]),
    # Clusters.
    ("DEFINE QLOCAL(A) CLUSTER(C) CLUSNL(N)", None, [("cluster-exclusive", "cluster_name")]),
    ("DEFINE QLOCAL(A) CLUSTER(C) CLUSNL(' ')", None, []),
    ("ALTER QREMOTE(A) CLUSTER(C) CLUSNL(N)", None, [("cluster-exclusive", "cluster_name")]),
    (
        "DEFINE QLOCAL(A) CLUSTER(C) USAGE(XMITQ)",
        None,
        [("cluster-restricted", "cluster_name")],
    ),
    ("DEFINE QLOCAL(SYSTEM.CLUSTER.A) CLUSTER(C)", None, [("cluster-restricted", "cluster_name")]),
    ("ALTER QALIAS(SYSTEM.COMMAND.A) CLUSTER(C)", None, [("cluster-restricted", "cluster_name")]),
    ("DEFINE QLOCAL(SYSTEM.DEFAULT.A) CLUSTER(C)", None, []),
    ("DEFINE QMODEL(A) CLUSTER(C)", None, [("wrong-kind", "cluster_name")]),
    ("DEFINE QLOCAL(A) CLCHNAME('A*')", None, [("transmission-only", "cluster_channel_name")]),
    ("ALTER QLOCAL(A) CLCHNAME('A*')", None, []),
    ("DEFINE QLOCAL(A) CLCHNAME('*A*B*') USAGE(XMITQ)", None, []),
    ("DEFINE QLOCAL(A) CLCHNAME('A-B') USAGE(XMITQ)", None, [("syntax", "cluster_channel_name")]),
    ("DEFINE QLOCAL(A) CUSTOM('capexpry(5)')", None, []),
    ("DEFINE QLOCAL(A) CUSTOM('CAPEXPRY(-1)')", None, []),
    ("DEFINE QLOCAL(A) CUSTOM('CAPEXPRY')", None, [("syntax", "custom")]),
    (
        "DEFINE QMODEL(A) DEFTYPE(TEMPDYN) DEFPSIST(YES)",
        None,
        [("temporary-persistent", "definition_type")],
    ),
    ("DEFINE QMODEL(A) DEFTYPE(PERMDYN) DEFPSIST(YES)", None, []),
    ("DEFINE QMODEL(A) DEFTYPE(SHAREDYN) CFSTRUCT(S)", ZOS, []),
    ("DEFINE QMODEL(A) DEFTYPE(SHAREDYN)", ZOS, [("structure-missing", "definition_type")]),
    ("ALTER QMODEL(A) DEFTYPE(SHAREDYN)", ZOS, []),
    (
        "ALTER QMODEL(A) DEFTYPE(SHAREDYN) CFSTRUCT(' ')",
        ZOS,
        [("structure-missing", "definition_type")],
    ),
    ("DEFINE QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S)", ZOS, []),
    (
        "DEFINE QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S) INDXTYPE(MSGTOKEN)",
        ZOS,
        [("shared-index", "index_type")],
    ),
    (
        "DEFINE QALIAS(A) QSGDISP(SHARED)",
        ZOS,
        [("shared-local-only", "queue_sharing_group_disposition")],
    ),
    (
        "DEFINE QLOCAL(A) QSGDISP(PRIVATE)",
        ZOS,
        [("disposition-private", "queue_sharing_group_disposition")],
    ),
    ("ALTER QLOCAL(A) QSGDISP(PRIVATE)", ZOS, []),
    ("DEFINE QLOCAL(A) CFSTRUCT('s')", ZOS, [("syntax", "coupling_facility_structure")]),
    ("DEFINE QLOCAL(A) CFSTRUCT(S)", LINUX, [("platform", "coupling_facility_structure")]),
    ("DEFINE QLOCAL(A) STGCLASS(S)", IBMI, [("platform", "storage_class")]),
    ("DEFINE QLOCAL(A) INDXTYPE(NONE)", LINUX, [("platform", "index_type")]),
    ("DEFINE QLOCAL(A) CMDSCOPE(QM1)", LINUX, [("platform", "command_scope")]),
    ("DEFINE QLOCAL(A) CMDSCOPE('*')", ZOS, []),
    ("DEFINE QLOCAL(A) NPMCLASS(HIGH)", ZOS, [("platform", "non_persistent_message_class")]),
    ("DEFINE QLOCAL(A) STATQ(ON)", ZOS, [("platform", "queue_statistics")]),
    ("DEFINE QLOCAL(A) STATQ(ON)", Platform.OTHER_UNIX, [("platform", "queue_statistics")]),
    ("DEFINE QLOCAL(A) STATQ(ON)", IBMI, []),
    ("DEFINE QLOCAL(A) SCOPE(CELL)", IBMI, [("platform", "scope")]),
    ("DEFINE QLOCAL(A) SCOPE(CELL)", LINUX, []),
    ("DEFINE QLOCAL(A) SCOPE(QMGR)", ZOS, [("platform", "scope")]),
    ("DEFINE QLOCAL(A) MAXFSIZE(20)", ZOS, [("platform", "max_queue_file_size")]),
    ("DEFINE QLOCAL(A) STREAMQ(S)", ZOS, [("platform", "stream_queue")]),
    ("DEFINE QLOCAL(A) IMGRCOVQ(YES)", ZOS, [("platform", "image_recover_queue")]),
    ("DEFINE QLOCAL(A) MAXMSGL(4194305)", Platform.OTHER_UNIX, [("range", "max_message_length")]),
    ("DEFINE QREMOTE(A) RNAME('A B*')", None, []),
    ("DEFINE QREMOTE(A) RQMNAME('A B')", None, [("syntax", "remote_queue_manager_name")]),
    ("DEFINE QREMOTE(A)", None, []),
    ("DEFINE QALIAS(A)", None, []),
    ("DEFINE QLOCAL(A) QDEPTHLO(90) QDEPTHHI(10)", None, []),
]


@pytest.mark.parametrize(
    ("text", "platform", "expected"), CASES, ids=[f"{case[1]}-{case[0]}" for case in CASES]
)
def test_case(text: str, platform: Platform | None, expected: list[tuple[str, str | None]]) -> None:
    assert sorted(_errors(text, platform), key=str) == sorted(expected, key=str)


def test_force_on_define_has_no_effect_and_is_reported() -> None:
    (diagnostic,) = _troubles("DEFINE QLOCAL(A) FORCE")
    assert (diagnostic.code, diagnostic.severity) == ("force-ignored", Severity.WARNING)


def test_a_few_through_the_command(tmp_path: Path) -> None:
    script = tmp_path / "a.mqsc"
    script.write_text("DEFINE QLOCAL(A)\nDEFINE QALIAS(A) MAXDEPTH(1)\nALTER QMODEL(A) FORCE\n")
    result = CliRunner().invoke(app, ["validate", str(script), "--json"])
    entries = [json.loads(line) for line in result.stdout.splitlines()]
    assert [entry["ok"] for entry in entries] == [True, False, False]
    assert entries[1]["errors"][0]["attribute"] == "max_queue_depth"
    assert [source["section"] for source in entries[1]["errors"][0]["sources"]] == [
        "MaxQDepth",
        "MAXDEPTH",
    ]
    assert result.exit_code == 1
