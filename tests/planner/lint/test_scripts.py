"""Scripts under lint: what their commands leave, and nothing that they do not say."""

import re
from pathlib import Path

import pytest

from queuewright.lint.check import Finding
from queuewright.lint.run import lint
from queuewright.lint.scripts import of_files
from queuewright.render.document import FindingDocument

ROOT = Path(__file__).parents[3]


def found(text: str, file: str = "QM1.mqsc") -> list[Finding]:
    linted = of_files([(file, text.encode())])
    return lint(linted.subjects, linted.systems, world=linted.world, reported=linted.problems)


def codes(text: str, file: str = "QM1.mqsc") -> list[str]:
    return [finding.code for finding in found(text, file)]


def test_a_finding_has_all_that_a_reader_needs() -> None:
    (finding,) = found("* heading\nDEFINE QALIAS(A) +\n  TARGET(B)\n")
    stated = finding.diagnostic
    assert (finding.code, finding.place, str(finding.key)) == (
        "QW101",
        ("QM1.mqsc", 2),
        "QM1 mq:AliasQueue A",
    )
    assert stated.reason == 'queue "B" is not declared here'
    assert stated.remediation == "declare it, or correct the name"
    assert [str(source) for source in stated.sources]
    assert FindingDocument.model_validate(finding).json_data()["value"] == "B"


@pytest.mark.parametrize(
    "script",
    [
        "ALTER QALIAS(A) TARGET(B)",  # what else is there nobody says
        "ALTER QLOCAL(X) MAXDEPTH(5)\nDEFINE QALIAS(A) TARGET(B)",  # a part of a whole
        "DEFINE QALIAS(A) TARGET(SYSTEM.ADMIN.COMMAND.QUEUE)",
        "DEFINE QALIAS(A) TARGET(B)\nDEFINE QLOCAL(B)",
        "DEFINE QALIAS(A) TARGTYPE(TOPIC) TARGET(T)\nDEFINE TOPIC(T) TOPICSTR('t')",
        "DEFINE QREMOTE(OTHER) RNAME(' ') RQMNAME(' ') XMITQ(X)\nDEFINE QLOCAL(X) USAGE(XMITQ)",
        "DEFINE QREMOTE(OWN) RNAME(' ') RQMNAME(QM1)",  # a queue manager alias
        "DELETE QLOCAL(X)",
        "DEFINE NAMELIST(N) NAMES(X)\nDEFINE QLOCAL(X)",  # for applications
        "DEFINE QLOCAL(X) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE)",
        "DEFINE CHANNEL(TO.+QMNAME+) CHLTYPE(CLUSRCVR) CLUSTER(+AUTOCL+) CONNAME(+CONNAME+)",
        # What fills them in is not known: Q's cluster may be that one.
        "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CONNAME('+CONNAME+') "
        "CLUSTER('+AUTOCL+')\nDEFINE QLOCAL(Q) CLUSTER(UNICLUS)\nDEFINE QLOCAL(R) CLUSNL(N)\n"
        "DEFINE NAMELIST(N) NAMES(A,B)",
        "ALTER QMGR REPOS('+AUTOCL+')\nDEFINE QLOCAL(Q) CLUSTER(UNICLUS)",
        "DEFINE QLOCAL('+QMNAME+.IN')\nDEFINE QALIAS(A) TARGET(QM1.IN)",
    ],
)
def test_no_finding(script: str) -> None:
    assert codes(script) == []


def test_a_channel_with_an_insert_in_its_name_hides_no_dangling_alias() -> None:
    channel = "DEFINE CHANNEL('+AUTOCL+_QM1') CHLTYPE(CLUSSDR) CONNAME('h') CLUSTER('+AUTOCL+')"
    assert codes(f"{channel}\nDEFINE QALIAS(A) TARGET(B)") == ["QW101"]


@pytest.mark.parametrize(
    "script",
    [
        "CHGAUTLE AUTL(CLERKS) USER(JOE) AUT(*USE)",
        "CHGMSGQ MSGQ(QSYSOPR) DLVRY(*BREAK)",
        "DLTDTAQ DTAQ(SHOP/OLD)",
        "CRTDTAQ DTAQ(&LIB/A) MAXLEN(9)",
        "CRTDTAQ DTAQ(SHOP/A) TYPE(*DDM) RMTDTAQ(FAR/A) RMTLOCNAME(OTHER)",
        "CHGMQMQ QNAME(A) QTYPE(*LCL) BKTTHLD(3)\nCRTMQMQ QNAME(B) QTYPE(*ALS) TGTQNAME(C)",
    ],
)
def test_no_finding_of_cl(script: str) -> None:
    assert codes(script, "PROD01.clp") == []


_SHIPPED_CHANNELS = ("SYSTEM.AUTO.SVRCONN", "SYSTEM.DEF.SVRCONN")


def of_a_dump(text: str, manager: str) -> dict[str, set[str]]:
    """What is wrong in a dump, by a few lines that know nothing of the parser: code -> names."""
    commands = re.sub(r"\+\n\s*", " ", re.sub(r"(?m)^\*.*\n", "", text)).splitlines()
    kinds: dict[str, dict[str, dict[str, str]]] = {}
    for command in commands:
        if match := re.match(r"DEFINE (\w+)\('?([^')]+)'?\)", command):
            values = dict(re.findall(r"(\w+)\('?([^']*?)\s*'?\)", command))
            values["TRIGGERED"] = "yes" if re.search(r"\bTRIGGER\b", command) else ""
            kinds.setdefault(match[1], {})[match[2]] = values
    local, aliases, remote = (kinds[kind] for kind in ("QLOCAL", "QALIAS", "QREMOTE"))
    stored = {**local, **kinds["QMODEL"]}
    queues = local.keys() | aliases.keys() | remote.keys()

    def nowhere(alias: dict[str, str]) -> bool:
        target = alias.get("TARGET") or alias.get("TARGQ")
        space = kinds["TOPIC"] if alias.get("TARGTYPE") == "TOPIC" else queues
        return bool(target) and target not in space

    def loses(alias: dict[str, str]) -> bool:
        base = local.get(alias["TARGET"], {})
        keeps = base.get("DEFPSIST") == "YES" and base["NPMCLASS"] == "NORMAL"
        return keeps and alias["DEFPSIST"] == "NO"

    channels = kinds["CHANNEL"]
    calls = {n: v for n, v in channels.items() if v["CHLTYPE"] == "SVRCONN"}
    is_off = "CHLAUTH(DISABLED)" in text
    wrong = {
        "QW901": {n for n, v in calls.items() if not v["SSLCIPH"]},
        "QW902": {n for n, v in calls.items() if is_off and v["MCAUSER"] in ("", "mqm")},
        "QW903": {
            n
            for n, v in channels.items()
            if (v.get("SSLCIPH") or "ANY").startswith(
                ("RC4", "TRIPLE", "TLS_RSA_WITH_AES_256_CBC_SHA")
            )
        },
        "QW101": {n for n, v in aliases.items() if nowhere(v)},
        "QW102": {
            n
            for n, v in remote.items()
            if (v["XMITQ"] or v["RQMNAME"]) and v["RQMNAME"] != manager
            if (v["XMITQ"] or v["RQMNAME"]) not in local
        },
        "QW105": {
            n
            for n, v in local.items()
            if v["TRIGGERED"] and v["PROCESS"] and v["PROCESS"] not in kinds["PROCESS"]
        },
        "QW203": {n for n, v in aliases.items() if not v["TARGET"]},
        "QW204": {n for n, v in remote.items() if v["RNAME"] and not v["RQMNAME"]},
        "QW302": {
            n
            for n, v in local.items()
            if v["BOQNAME"] in local and int(local[v["BOQNAME"]]["MAXMSGL"]) < int(v["MAXMSGL"])
        },
        "QW303": {n for n, v in stored.items() if v["BOTHRESH"] != "0" and not v["BOQNAME"]},
        "QW304": {n for n, v in stored.items() if v["TRIGGERED"] and not v["INITQ"]},
        "QW503": {n for n, v in aliases.items() if loses(v)},
    }
    if "CHLAUTH(DISABLED)" in text:
        wrong["QW807"] = {"QMGR"}
    # IBM makes these, but for channels that clients use which a shop made, or gave a user.
    shipped = {n for n, v in calls.items() if n in _SHIPPED_CHANNELS and not v["MCAUSER"]}
    made = {n for n in calls.keys() - shipped if n.startswith("SYSTEM.")}
    of_ibm = {name for names in wrong.values() for name in names if name.startswith("SYSTEM.")}
    return {code: names - (of_ibm - made) for code, names in wrong.items()}


@pytest.mark.thorough
def test_a_dump_has_every_finding_and_no_other(shared_mqsc: Path) -> None:
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    expected = of_a_dump(text, "ABKA")
    named: dict[str, set[str]] = {}
    for finding in found(text, "ABKA.mqsc"):
        assert finding.key is not None
        named.setdefault(finding.code, set()).add(finding.key.name)
    assert named == {code: names for code, names in expected.items() if names}
    assert (len(expected["QW101"]), len(expected["QW102"])) == (60, 10)
    assert [len(expected[f"QW90{number}"]) for number in (1, 2, 3)] == [19, 3, 16]


def test_changes_on_top_of_a_dump() -> None:
    """They are looked at as part of the queue manager that the dump is of."""
    dump = b"* Queue manager name: QM1\nDEFINE QLOCAL(ORDERS) REPLACE\n"
    changes = b"ALTER QLOCAL(ORDERS) BOQNAME(GONE)\nDEFINE QALIAS(IN) TARGET(ORDERS)\n"
    linted = of_files([("QM1.mqsc", dump), ("changes.mqsc", changes)], system="QM1")
    (finding,) = lint(linted.subjects, linted.systems, world=linted.world)
    assert (finding.code, str(finding.key)) == ("QW103", "QM1 mq:LocalQueue ORDERS")
    assert finding.diagnostic.reason == 'queue "GONE" is neither there nor declared'


def test_an_alias_of_a_model_queue() -> None:
    (finding,) = found("DEFINE QALIAS(A) TARGET(M)\nDEFINE QMODEL(M)")
    assert finding.code == "QW202"
    assert "M is itself a model queue" in finding.diagnostic.reason


def test_pcf_is_read_as_the_rest() -> None:
    parameters = '{"QName": "A", "QType": "MQQT_ALIAS", "BaseObjectName": "B"}'
    message = f'{{"command": "MQCMD_CREATE_Q", "parameters": {parameters}}}'
    assert codes(message, "a.pcf") == ["QW101"]


def test_clusters_over_several_queue_managers() -> None:
    """What a member shares is there for the others; who is not a member shares nothing."""
    join = "DEFINE CHANNEL(SHOP.{0}) CHLTYPE(CLUSRCVR) CLUSTER(SHOP) CONNAME('{0}(1414)')\n"
    member = join.format("QM1") + (
        "DEFINE CHANNEL(SHOP.QM2) CHLTYPE(CLUSSDR) CLUSTER(SHOP) CONNAME('QM2(1414)')\n"
        "DEFINE QALIAS(IN) TARGET(ORDERS)\n"
        "DEFINE QREMOTE(OUT) RNAME(ORDERS) RQMNAME(QM2)\n"
        "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME(SHOP.QM2)\n"
    )
    other = "DEFINE QLOCAL(ORDERS) CLUSTER(SHOP)\n"

    def found_codes(second: str) -> list[str]:
        linted = of_files([("QM1.mqsc", member.encode()), ("QM2.mqsc", second.encode())])
        return [f.code for f in lint(linted.subjects, linted.systems, world=linted.world)]

    assert found_codes(join.format("QM2") + other) == []
    assert found_codes(other) == ["QW101", "QW102", "QW401"]
    assert found_codes(join.format("QM2")) == ["QW101", "QW108"]


@pytest.mark.parametrize("others", [[], [("x.mqsc", b"DEFINE QLOCAL(X)\n")]])
def test_a_file_that_another_one_reads(others: list[tuple[str, bytes]]) -> None:
    """It is missed where it is not linted as well."""
    linted = of_files([("a.sh", b"runmqsc QM1 < /tmp/x.mqsc\n"), *others])
    missed = [] if others else ["import that file too"]
    assert [problem.remediation for _, problem in linted.problems] == missed


def test_files_of_one_system_are_one() -> None:
    one, two = b"DEFINE QALIAS(A) TARGET(B)", b"DEFINE QLOCAL(B)"
    for system, expected in (("QM1", []), ("", ["QW101"])):
        linted = of_files([("a.mqsc", one), ("b.mqsc", two)], system=system)
        found_codes = [f.code for f in lint(linted.subjects, linted.systems, world=linted.world)]
        assert found_codes == expected


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("dev-config", ["QW901", "QW901", "QW802", "QW811", "QW811", "QW811"]),
        ("receiver", ["QW807"]),
        ("sender", []),
        ("uniform-cluster", ["QW807", "QW901", "QW902"]),
        ("two-managers-qm2", ["QW807", "QW901", "QW902"]),
        ("two-managers-qm1", ["QW807", "QW503", "QW310", "QW901", "QW902"]),
    ],
)
def test_scripts_of_others(shared_mqsc: Path, file: str, expected: list[str]) -> None:
    text = (shared_mqsc / f"{file}.mqsc").read_text(encoding="utf-8")
    assert codes(text, f"{file}.mqsc") == expected


@pytest.mark.parametrize(
    ("queue", "expected"),
    [
        ("MAXLEN(127)", ["up to 127 bytes"]),
        ("MAXLEN(128)", []),
        ("MAXLEN(128) SEQ(*LIFO)", []),
        ("MAXLEN(200) SEQ(*KEYED) KEYLEN(4)", ["is keyed"]),
        ("MAXLEN(80) SEQ(*KEYED) KEYLEN(4)", ["up to 80 bytes", "is keyed"]),
    ],
)
def test_the_data_queue_of_an_output_queue(queue: str, expected: list[str]) -> None:
    """CRTDTAQ MAXLEN and SEQ, notes; of another library's queue nothing is known."""
    text = f"CRTDTAQ DTAQ(S/READY) {queue}\nCRTOUTQ OUTQ(S/PRINT) DTAQ({{}}/READY)\n"
    findings = found(text.format("S"), "a.clle")
    assert [finding.code for finding in findings] == ["QW603"] * len(expected)
    for finding, words in zip(findings, expected, strict=True):
        assert words in finding.diagnostic.reason
    assert not found("CRTOUTQ OUTQ(S/PRINT)\n", "a.clle")


def test_a_job_of_csq0util() -> None:
    """Its policies are right where it runs, though no program declares them there."""
    job = "//RUN EXEC PGM=CSQ0UTIL\n//SYSIN DD *\nsetmqspl -m CSQ9 -p A -s {}\n/*\n"
    assert codes(job.format("SHA256"), "job.jcl") == ["QW114"]  # there is no queue A
    assert codes(job.format("MD5"), "job.jcl") == ["QW810", "QW114"]


def test_records_that_say_too_little_are_errors() -> None:
    """Each line by itself; of an object that is there a script need not say all."""
    script = """\
SET AUTHREC PROFILE(Q1) GROUP('j') AUTHADD(PUT)
SET AUTHREC OBJTYPE(QUEUE) GROUP('k') AUTHADD(PUT)
SET CHLAUTH('APP.SVR') TYPE(ADDRESSMAP) USERSRC(NOACCESS)
SET CHLAUTH('APP.SVR') TYPE(USERMAP) CLNTUSER('bob') USERSRC(MAP)
SET CHLAUTH('APP.SVR') TYPE(BLOCKUSER)
SET CHLAUTH('APP.SVR') ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH('*') TYPE(BLOCKADDR)
SET CHLAUTH('*') TYPE(BLOCKADDR)
ALTER CHANNEL(TO.QM2) CHLTYPE(SDR) BATCHSZ(7)
"""
    errors = {each.place[1]: each for each in found(script) if each.code == "QW003"}
    assert list(errors) == [*range(1, 9)]
    texts = {line: error.diagnostic.text for line, error in errors.items()}
    assert texts[1] == "not taken: it needs PROFILE, OBJTYPE and GROUP or PRINCIPAL; give them"
    assert texts[6] == "not taken: it needs its name and TYPE; give them"


@pytest.mark.parametrize(
    "command", ["GRTMQMAUT OBJ(*ALL) OBJTYPE(*Q)", "RVKMQMAUT OBJ(A) OBJTYPE(*ALL)"]
)
def test_authorities_of_all_objects_are_said_to_be_missing(command: str) -> None:
    [finding] = found(f"{command} USER(BOB) AUT(*GET)\n", "a.clle")
    assert (finding.code, finding.place[1]) == ("QW003", 1)
    assert "about the objects that there are when it runs" in finding.diagnostic.reason
