"""CRTMQMQ, CRTMSGQ and CRTDTAQ, sentence by sentence: what is right, and its
wrong neighbours. Each command is validated alone, as `queuewright validate --from cl` does."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CHGMSGQ,
    CRTDTAQ,
    CRTMQMQ,
    CRTMSGQ,
    READINGS,
    citations_text,
    cl_command,
)
from queuewright.dialects.scripts import Dialect, read_script, validate_entry
from refused_cl import ALS, DDM, LCL, MDL, MSGQ, Q48, REMOTE, RMT, STD, WRONG


def _errors(text: str) -> list[Diagnostic]:
    script = read_script(text.encode(), Dialect.CL)
    assert len(script.entries) == 1, text
    diagnostics = validate_entry(script.entries[0], Dialect.CL)
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]


# CRTMQMQ, table 1, in its order: keyword, a value of it. 56 is a position that it leaves out.
TABLE_1 = {
    "QNAME": "A",
    "QTYPE": "*LCL",
    "MQMNAME": "*DFT",
    "REPLACE": "*NO",
    "TEXT": "'Text'",
    "PUTENBL": "*YES",
    "DFTPTY": "5",
    "DFTMSGPST": "*NO",
    "PRCNAME": "P",
    "TRGENBL": "*YES",
    "GETENBL": "*YES",
    "SHARE": "*YES",
    "DFTSHARE": "*YES",
    "MSGDLYSEQ": "*PTY",
    "HDNBKTCNT": "*YES",
    "TRGTYPE": "*DEPTH",
    "TRGDEPTH": "100",
    "TRGMSGPTY": "3",
    "TRGDATA": "'data'",
    "RTNITV": "24",
    "MAXDEPTH": "5000",
    "MAXMSGLEN": "4096",
    "BKTTHLD": "3",
    "BKTQNAME": "B",
    "INITQNAME": "I",
    "USAGE": "*TMQ",
    "DFNTYPE": "*SYSDFTQ",
    "TGTQNAME": "*SYSDFTQ",
    "RMTQNAME": "*SYSDFTQ",
    "RMTMQMNAME": "*SYSDFTQ",
    "TMQNAME": "*SYSDFTQ",
    "HIGHTHLD": "90",
    "LOWTHLD": "10",
    "FULLEVT": "*YES",
    "HIGHEVT": "*YES",
    "LOWEVT": "*YES",
    "SRVITV": "1000",
    "SRVEVT": "*HIGH",
    "DISTLIST": "*YES",
    "CLUSTER": "*NONE",
    "CLUSNL": "*NONE",
    "DEFBIND": "*GROUP",
    "CLWLRANK": "1",
    "CLWLPRTY": "2",
    "CLWLUSEQ": "*ANY",
    "MONQ": "*LOW",
    "STATQ": "*ON",
    "ACCTQ": "*OFF",
    "NPMCLASS": "*HIGH",
    "MSGREADAHD": "*DISABLED",
    "DFTPUTRESP": "*ASYNC",
    "PROPCTL": "*V6COMPAT",
    "TARGTYPE": "*SYSDFTQ",
    "CUSTOM": "'CAPEXPRY(600)'",
    "CLCHNAME": "'TO.*'",
    "-": "*N",
    "IMGRCOVQ": "*QMGR",
}
_FIRST = ("QNAME", "QTYPE", "MQMNAME", "REPLACE")
_ATTRIBUTES = [keyword for keyword in TABLE_1 if keyword not in (*_FIRST, "-")]


def test_every_parameter_may_be_given_by_its_position() -> None:
    by_position = "CRTMQMQ " + " ".join(TABLE_1.values())
    by_keyword = "CRTMQMQ " + " ".join(f"{k}({v})" for k, v in TABLE_1.items() if k != "-")
    assert (_errors(by_position), _errors(by_keyword)) == ([], [])
    first, second = (
        read_script(text.encode(), Dialect.CL).definitions[0] for text in (by_position, by_keyword)
    )
    assert first.values == second.values
    assert first.values["image_recover_queue"] == "as_q_mgr"
    assert first.values["cluster_channel_name"] == "TO.*"


def test_nothing_stands_at_position_56_nor_after_57() -> None:
    values = list(TABLE_1.values())
    assert [error.code for error in _errors("CRTMQMQ " + " ".join([*values[:55], "*QMGR"]))] == [
        "wrong-position"
    ]
    more = _errors("CRTMQMQ " + " ".join([*values, "*YES"]))
    assert [error.code for error in more] == ["wrong-position"]


@pytest.mark.parametrize("keyword", _ATTRIBUTES)
def test_sysdftq_is_taken_by_every_attribute_but_imgrcovq_and_same_by_that_alone(
    keyword: str,
) -> None:
    owner = {
        "DFNTYPE": MDL, "TGTQNAME": ALS, "TARGTYPE": ALS,
        "RMTQNAME": RMT, "RMTMQMNAME": RMT, "TMQNAME": RMT,
    }.get(keyword, LCL)  # fmt: skip
    word, refused = ("*SAME", "*SYSDFTQ") if keyword == "IMGRCOVQ" else ("*SYSDFTQ", "*SAME")
    assert _errors(f"{owner} {keyword}({word})") == []
    (error,) = _errors(f"{owner} {keyword}({refused})")
    assert error.code == "special-value"
    assert citations_text(error.sources).endswith(keyword)


@pytest.mark.parametrize("keyword", ["QNAME", "QTYPE", "MQMNAME", "REPLACE"])
def test_what_names_the_queue_has_no_default(keyword: str) -> None:
    words = {"QNAME": "A", "QTYPE": "*LCL", keyword: "*SYSDFTQ"}
    assert _errors("CRTMQMQ " + " ".join(f"{k}({v})" for k, v in words.items()))


# CRTMQMQ: the attributes of each parameter that is not a special value, by its range.
NUMBERS = {
    "DFTPTY": ("default_priority", 0, 9),
    "TRGDEPTH": ("trigger_depth", 1, 999_999_999),
    "TRGMSGPTY": ("trigger_message_priority", 0, 9),
    "RTNITV": ("retention_interval", 0, 999_999_999),
    "MAXDEPTH": ("max_queue_depth", 0, 999_999_999),
    "MAXMSGLEN": ("max_message_length", 0, 104_857_600),
    "BKTTHLD": ("backout_threshold", 0, 999_999_999),
    "HIGHTHLD": ("queue_depth_high_limit", 0, 100),
    "LOWTHLD": ("queue_depth_low_limit", 0, 100),
    "SRVITV": ("queue_service_interval", 0, 999_999_999),
    "CLWLRANK": ("cluster_workload_queue_rank", 0, 9),
    "CLWLPRTY": ("cluster_workload_queue_priority", 0, 9),
}


@pytest.mark.parametrize(("keyword", "limits"), NUMBERS.items(), ids=list(NUMBERS))
def test_specify_a_value_ranging_from_through(keyword: str, limits: tuple[str, int, int]) -> None:
    attribute, least, most = limits
    for value in (least, most):
        assert _errors(f"{LCL} {keyword}({value})") == []
    for refused, code in (
        (least - 1, "range"),
        (most + 1, "range"),
        ("*MAX", "special-value"),
        ("*NONE", "special-value"),
        ("FIVE", "number"),
        ("1.5", "number"),
        ("'5 6'", "number"),
    ):
        (error,) = _errors(f"{LCL} {keyword}({refused})")
        assert (error.code, error.attribute) == (code, attribute)
        assert keyword in citations_text(error.sources)


WORDS = {
    "PUTENBL": ("inhibit_put", "*NO *YES"),
    "DFTMSGPST": ("default_persistence", "*NO *YES"),
    "TRGENBL": ("trigger_control", "*NO *YES"),
    "GETENBL": ("inhibit_get", "*NO *YES"),
    "SHARE": ("shareability", "*NO *YES"),
    "DFTSHARE": ("default_input_open_option", "*NO *YES"),
    "MSGDLYSEQ": ("message_delivery_sequence", "*PTY *FIFO"),
    "HDNBKTCNT": ("harden_get_backout", "*NO *YES"),
    "TRGTYPE": ("trigger_type", "*FIRST *ALL *DEPTH *NONE"),
    "USAGE": ("usage", "*NORMAL *TMQ"),
    "FULLEVT": ("queue_depth_max_event", "*NO *YES"),
    "HIGHEVT": ("queue_depth_high_event", "*NO *YES"),
    "LOWEVT": ("queue_depth_low_event", "*NO *YES"),
    "SRVEVT": ("queue_service_interval_event", "*HIGH *OK *NONE"),
    "DISTLIST": ("distribution_lists", "*NO *YES"),
    "DEFBIND": ("default_bind", "*OPEN *NOTFIXED *GROUP"),
    "CLWLUSEQ": ("cluster_workload_use_queue", "*QMGR *LOCAL *ANY"),
    "MONQ": ("queue_monitoring", "*QMGR *OFF *LOW *MEDIUM *HIGH"),
    "STATQ": ("queue_statistics", "*QMGR *OFF *ON"),
    "ACCTQ": ("queue_accounting", "*QMGR *OFF *ON"),
    "NPMCLASS": ("non_persistent_message_class", "*NORMAL *HIGH"),
    "MSGREADAHD": ("default_read_ahead", "*DISABLED *NO *YES"),
    "DFTPUTRESP": ("default_put_response", "*SYNC *ASYNC"),
    "PROPCTL": ("property_control", "*COMPAT *NONE *ALL *FORCE *V6COMPAT"),
    "IMGRCOVQ": ("image_recover_queue", "*NO *YES *QMGR"),
}
_EVERY_WORD = sorted({word for _, words in WORDS.values() for word in words.split()})


@pytest.mark.parametrize(("keyword", "listed"), WORDS.items(), ids=list(WORDS))
def test_the_possible_values_are(keyword: str, listed: tuple[str, str]) -> None:
    attribute, words = listed
    for word in (*words.split(), *words.lower().split()):
        assert _errors(f"{LCL} {keyword}({word})") == []
    for refused in (*_EVERY_WORD, "*BLANK", "YES", "1", "' '"):
        if refused in words.split():
            continue
        (error,) = _errors(f"{LCL} {keyword}({refused})")
        assert (error.code, error.attribute) == ("special-value", attribute), refused
        assert keyword in citations_text(error.sources)
    assert [error.code for error in _errors(f"{LCL} {keyword}({words})")] == ["too-many-values"]


# Names and texts: keyword -> command, attribute, bytes, special values.
TEXTS = {
    "TEXT": (LCL, "queue_description", 64, "*BLANK"),
    "PRCNAME": (LCL, "process_name", 48, "*NONE"),
    "TRGDATA": (LCL, "trigger_data", 64, "*NONE"),
    "BKTQNAME": (LCL, "backout_requeue_name", 48, "*NONE"),
    "INITQNAME": (LCL, "initiation_queue_name", 48, "*NONE"),
    "TGTQNAME": (ALS, "base_object_name", 48, ""),
    "RMTQNAME": (RMT, "remote_queue_name", 48, "*NONE"),
    "RMTMQMNAME": (RMT, "remote_queue_manager_name", 48, ""),
    "TMQNAME": (RMT, "xmit_queue_name", 48, "*NONE"),
    "CLUSTER": (LCL, "cluster_name", 48, "*NONE"),
    "CLUSNL": (LCL, "cluster_namelist", 48, "*NONE"),
    "CLCHNAME": (f"{LCL} USAGE(*TMQ)", "cluster_channel_name", 20, "*NONE"),
}


@pytest.mark.parametrize("keyword", TEXTS)
def test_no_more_than_so_many_bytes_and_no_other_special_value(keyword: str) -> None:
    command, attribute, most, special = TEXTS[keyword]
    assert _errors(f"{command} {keyword}('{'X' * most}')") == []
    (error,) = _errors(f"{command} {keyword}('{'X' * (most + 1)}')")
    assert (error.code, error.attribute) == ("length", attribute)
    assert keyword in citations_text(error.sources)
    for word in ("*NONE", "*BLANK"):
        expected = [] if word == special else ["special-value"]
        assert [error.code for error in _errors(f"{command} {keyword}({word})")] == expected
    if special:
        value = read_script(f"{command} {keyword}({special})".encode(), Dialect.CL).definitions[0]
        assert value.values[attribute] == ""


@pytest.mark.parametrize(
    "keyword", ["PRCNAME", "BKTQNAME", "INITQNAME", "TGTQNAME", "RMTMQMNAME", "TMQNAME", "CLUSTER"]
)
def test_names_have_the_characters_of_ibm_mq(keyword: str) -> None:
    command, attribute, _, _ = TEXTS[keyword]
    assert _errors(f"{command} {keyword}('a.B/c_D%9')") == []
    for refused in ("'A B'", "'A-B'", "'A*'", "'A&B'"):
        (error,) = _errors(f"{command} {keyword}({refused})")
        assert (error.code, error.attribute) == ("syntax", attribute)


def test_a_remote_queue_s_name_is_not_checked_for_its_characters() -> None:
    assert _errors(f"{RMT} RMTQNAME('A B-C&*')") == []


ONE_TYPE = {
    "DFNTYPE(*PERMDYN)": (MDL, "definition_type"),
    "TGTQNAME(T)": (ALS, "base_object_name"),
    "TARGTYPE(*TOPIC)": (ALS, "target_type"),
    "RMTQNAME(R)": (RMT, "remote_queue_name"),
    "RMTMQMNAME(QM2)": (RMT, "remote_queue_manager_name"),
    "TMQNAME(X)": (RMT, "xmit_queue_name"),
}


@pytest.mark.parametrize("parameter", ONE_TYPE)
def test_a_parameter_of_one_type_of_queue_only(parameter: str) -> None:
    owner, attribute = ONE_TYPE[parameter]
    for command in (LCL, MDL, ALS, RMT):
        errors = [(error.code, error.attribute) for error in _errors(f"{command} {parameter}")]
        assert errors == ([] if command == owner else [("wrong-type", attribute)])


@pytest.mark.parametrize(
    ("keyword", "types"),
    [
        ("MAXDEPTH", "LM"), ("MAXMSGLEN", "LM"), ("USAGE", "LM"), ("SHARE", "LM"),
        ("DFTSHARE", "LM"), ("MSGDLYSEQ", "LM"), ("HDNBKTCNT", "LM"), ("BKTTHLD", "LM"),
        ("BKTQNAME", "LM"), ("INITQNAME", "LM"), ("PRCNAME", "LM"), ("TRGENBL", "LM"),
        ("TRGTYPE", "LM"), ("TRGDEPTH", "LM"), ("TRGMSGPTY", "LM"), ("TRGDATA", "LM"),
        ("RTNITV", "LM"), ("HIGHTHLD", "LM"), ("LOWTHLD", "LM"), ("FULLEVT", "LM"),
        ("HIGHEVT", "LM"), ("LOWEVT", "LM"), ("SRVITV", "LM"), ("SRVEVT", "LM"),
        ("DISTLIST", "LM"), ("MONQ", "LM"), ("STATQ", "LM"), ("ACCTQ", "LM"),
        ("NPMCLASS", "LM"), ("IMGRCOVQ", "LM"), ("CLWLUSEQ", "L"), ("CLUSTER", "LAR"),
        ("CLUSNL", "LAR"), ("DEFBIND", "LAR"), ("CLWLRANK", "LAR"), ("CLWLPRTY", "LAR"),
        ("GETENBL", "LMA"), ("MSGREADAHD", "LMA"), ("PROPCTL", "LMA"), ("PUTENBL", "LMAR"),
        ("DFTPTY", "LMAR"), ("DFTMSGPST", "LMAR"), ("DFTPUTRESP", "LMAR"), ("TEXT", "LMAR"),
        ("CUSTOM", "LMAR"),
    ],
)  # fmt: skip
def test_queue_types_of_a_parameter(keyword: str, types: str) -> None:
    value = "*NONE" if keyword == "CLUSTER" else TABLE_1[keyword]
    value = "*NO" if keyword == "DFTMSGPST" else value
    value = "*NORMAL" if keyword == "USAGE" else value
    for letter, command in zip("LMAR", (LCL, MDL, ALS, RMT), strict=True):
        codes = [error.code for error in _errors(f"{command} {keyword}({value})")]
        assert codes == ([] if letter in types else ["wrong-type"]), (letter, keyword)


RIGHT = [
    f"CRTMQMQ QNAME({Q48}) QTYPE(*LCL)",
    "CRTMQMQ QNAME('lower.case') QTYPE(*LCL)",
    "crtmqmq qname(a) qtype(*lcl) maxdepth(5)",
    "CRTMQMQ A *LCL",
    "CRTMQMQ A *LCL MAXDEPTH(5)",
    "CRTMQMQ A *LCL *N *YES",
    f"{LCL} MQMNAME(QM1) REPLACE(*YES)",
    f"{LCL} TEXT('It''s')",
    f"{LCL} CLUSTER(C) CLUSNL(*NONE)",
    f"{LCL} CLUSTER(*NONE) CLUSNL(N)",
    f"{LCL} CLUSTER(*NONE) CLUSNL(*NONE)",
    f"{LCL} CLUSTER(*NONE) USAGE(*TMQ)",
    f"{LCL} CLUSTER(*SYSDFTQ) CLUSNL(N)",
    f"{LCL} USAGE(*TMQ) CLCHNAME('*')",
    f"{LCL} USAGE(*TMQ) CLCHNAME('*A*B*')",
    f"{LCL} USAGE(*TMQ) CLCHNAME(*NONE)",
    f"{LCL} USAGE(*TMQ) CLCHNAME(*)",
    f"{LCL} USAGE(*TMQ) CLCHNAME(*.TO.*)",
    f"{LCL} USAGE(*TMQ) CLCHNAME(TO.*)",
    f"{LCL} CLCHNAME(*NONE)",
    f"{LCL} CUSTOM(*BLANK)",
    f"{LCL} CUSTOM('CAPEXPRY(NOLIMIT)')",
    f"{LCL} CUSTOM('CAPEXPRY(0)')",  # a value that is not valid does not fail it
    f"{LCL} CUSTOM('CAPEXPRY(9999999999)')",
    f"{LCL} CUSTOM('CAPEXPRY(100)  OTHER(X)')",
    f"{LCL} LOWTHLD(90) HIGHTHLD(10)",  # docs/readings.md: odd combinations are never errors
    f"{LCL} SHARE(*NO) DFTSHARE(*YES)",
    f"{LCL} BKTTHLD(5)",
    f"{LCL} TRGENBL(*YES)",
    f"{ALS} TGTQNAME(T) TARGTYPE(*TOPIC)",
    f"{RMT} RMTQNAME(*NONE) RMTMQMNAME(QM2)",
    f"{MDL} DFNTYPE(*PERMDYN) DFTMSGPST(*YES)",
    f"{MDL} DFNTYPE(*TEMPDYN) DFTMSGPST(*NO)",
    f"{MSGQ}",
    "CRTMSGQ Q",
    "CRTMSGQ LIB/Q",
    "CRTMSGQ MSGQ(*CURLIB/Q)",
    f"{MSGQ} TEXT(*BLANK)",
    f"{MSGQ} TEXT('{'x' * 50}')",
    f"{MSGQ} FORCE(*YES)",
    f"{MSGQ} SIZE(1 1 0)",
    f"{MSGQ} SIZE(3)",
    f"{MSGQ} SIZE(3 3)",
    "CRTMSGQ   MSGQ(MYQ)  SIZE(3 3 *NOMAX) TEXT('Message queue for inventory transactions')"
    " AUT(*CHANGE)",
    *(f"{MSGQ} AUT({value})" for value in "*LIBCRTAUT *CHANGE *ALL *USE *EXCLUDE MYAUTL".split()),
    *(f"{MSGQ} CCSID({value})" for value in "37 65535 65534 1208 28709 *MSG *HEX *JOB".split()),
    *(f"{MSGQ} MSGQFULL({value})" for value in "*SNDMSG *WRAP".split()),
    f"{MSGQ} ALWALR(*YES)",
    f"CRTMSGQ MSGQ({'M' * 10})",
    f"CRTMSGQ MSGQ({'L' * 10}/{'M' * 10})",
    'CRTMSGQ MSGQ("ab")',
    "CRTMSGQ MSGQ($Q_1.A#@)",
    f"{STD}",
    "CRTDTAQ Q 80",
    "CRTDTAQ DTAQ(*CURLIB/Q) MAXLEN(1)",
    "CRTDTAQ DTAQ(L/Q) MAXLEN(64512) TYPE(*STD)",
    "CRTDTAQ DTAQ(DEPTADTA) MAXLEN(100) AUT(*EXCLUDE) TEXT('Special data + files for DEPTA')",
    "CRTDTAQ DTAQ(SOURCE/SALES) TYPE(*DDM) RMTDTAQ(REMOTE/SALES) RMTLOCNAME(NEWYORK)",
    "CRTDTAQ DTAQ(MYLIB/MYDTAQ) MAXLEN(80) SIZE(*MAX2GB 100) AUTORCL(*YES)",
    f"{STD} SEQ(*KEYED) KEYLEN(1)",
    f"{STD} SEQ(*KEYED) KEYLEN(256)",
    f"{STD} SEQ(*LIFO)",
    f"{STD} SENDERID(*YES) FORCE(*YES)",
    f"{STD} SIZE(*MAX16MB 16)",
    f"{STD} SIZE(1 1)",
    f"{STD} SIZE(*MAX2GB)",
    f"{STD} TEXT('{'x' * 50}')",
    f"{REMOTE}",
    f"{REMOTE} DEV(*LOC) LCLLOCNAME(*NETATR) MODE(*NETATR) RMTNETID(*NONE)",
    f"{REMOTE} DEV(D) LCLLOCNAME(*LOC) MODE(M) RMTNETID(*LOC)",
    f"{REMOTE} LCLLOCNAME(HERE) RMTNETID(*NETATR)",
    f"{REMOTE} RMTNETID(APPN)",
    f"{DDM} RMTDTAQ(*LIBL/R) RMTLOCNAME(NEWYORK)",
    f"{DDM} RMTDTAQ(*CURLIB/R) RMTLOCNAME(NEWYORK)",
    f"{DDM} RMTDTAQ(R) RMTLOCNAME(*RDB) RDB(SALES)",
    f"{DDM} RMTDTAQ(R) RMTLOCNAME(*RDB) RDB({'R' * 18})",
]


@pytest.mark.parametrize("text", RIGHT)
def test_right(text: str) -> None:
    assert [str(error) for error in _errors(text)] == []


# Command, code, attribute.
@pytest.mark.parametrize(("text", "code", "attribute"), WRONG, ids=[case[0] for case in WRONG])
def test_wrong(text: str, code: str, attribute: str | None) -> None:
    errors = _errors(text)
    assert [(error.code, error.attribute) for error in errors] == [(code, attribute)]
    documents = {"CRTMQMQ": (CRTMQMQ, CHANGE_QUEUE, READINGS)}
    command = text.split()[0]
    others = (CRTMSGQ, CRTDTAQ, CHGMSGQ, READINGS, cl_command(command))
    allowed = documents.get(command, others)
    assert errors[0].sources[0].document in allowed


def test_a_few_through_the_command(tmp_path: Path) -> None:
    script = tmp_path / "a.cl"
    script.write_text("\n".join([f"{LCL} HIGHTHLD(100)", f"{LCL} HIGHTHLD(101)", MSGQ]))
    result = CliRunner().invoke(app, ["validate", str(script), "--from", "cl", "--json"])
    entries = [json.loads(line) for line in result.stdout.splitlines()]
    assert [entry["ok"] for entry in entries] == [True, False, True]
    assert entries[1]["errors"][0]["attribute"] == "queue_depth_high_limit"
    assert [source["section"] for source in entries[1]["errors"][0]["sources"]] == [
        "QDepthHighLimit",
        "HIGHTHLD",
    ]
    assert result.exit_code == 1
