"""Scripts under lint: what their commands leave, and nothing that they do not say."""

import re
from pathlib import Path

import pytest

from queuewright.lint.plugins import every_rule
from queuewright.lint.rule import Finding
from queuewright.lint.run import lint
from queuewright.lint.scripts import of_files

ROOT = Path(__file__).parents[3]


def found(text: str, file: str = "QM1.mqsc") -> list[Finding]:
    linted = of_files([(file, text.encode())])
    return lint(linted.subjects, linted.systems, world=linted.world, said=linted.said)


def codes(text: str, file: str = "QM1.mqsc") -> list[str]:
    return [finding.code for finding in found(text, file)]


def test_a_finding_has_all_that_a_reader_needs() -> None:
    (finding,) = found("* heading\nDEFINE QALIAS(A) +\n  TARGET(B)\n")
    said = finding.diagnostic
    assert (finding.code, finding.place, str(finding.key)) == (
        "QW101",
        ("QM1.mqsc", 2),
        "QM1 mq:AliasQueue A",
    )
    assert said.rule == 'queue "B" is not declared here'
    assert said.remediation == "declare it, or correct the name"
    assert [str(source) for source in said.sources]
    assert finding.as_json()["value"] == "B"


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
    ],
)
def test_no_finding(script: str) -> None:
    assert codes(script) == []


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


def test_every_alias_and_remote_queue_that_leads_nowhere_in_a_dump(shared_mqsc: Path) -> None:
    """Beside a script of a few lines that knows nothing of the parser."""
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    commands = re.sub(r"\+\n\s*", " ", re.sub(r"(?m)^\*.*\n", "", text)).splitlines()
    defined = {}
    for command in commands:
        if match := re.match(r"DEFINE (Q\w+|TOPIC)\('?([^')]+)'?\)", command):
            values = dict(re.findall(r"(\w+)\('?([^')]*?)\s*'?\)", command))
            defined[match[1].replace("QMODEL", "Q"), match[2]] = values
    queues = {name for kind, name in defined if kind != "TOPIC"}
    aliases, remote_queues = set(), set()
    for (kind, name), values in defined.items():
        target = values.get("TARGET") or values.get("TARGQ")
        space = (
            {n for k, n in defined if k == "TOPIC"} if values.get("TARGTYPE") == "TOPIC" else queues
        )
        if kind == "QALIAS" and target and target not in space:
            aliases.add(name)
        manager = values.get("RQMNAME")
        transmission = values.get("XMITQ") or manager
        needs = kind == "QREMOTE" and transmission and manager != "ABKA"
        if needs and ("QLOCAL", transmission) not in defined:
            remote_queues.add(name)
    findings = found(text, "ABKA.mqsc")
    assert {f.key.name for f in findings if f.key and f.code == "QW101"} == aliases
    assert {f.key.name for f in findings if f.key and f.code == "QW102"} == remote_queues
    assert (len(aliases), len(remote_queues)) == (60, 10)


def test_every_rule_has_a_code_of_its_own() -> None:
    rules = every_rule()
    assert all(re.fullmatch(r"QW[0-7]\d\d", code) for code in rules)
    facts = [fact for rule in rules.values() for fact in rule.facts]
    assert len(facts) == len(set(facts))


def test_every_warning_of_a_kind_has_a_code() -> None:
    """A rule of a kind that is added needs a line in the table."""
    source = "".join(
        path.read_text() for path in (ROOT / "resources/queuewright").glob("*/*rules*.py")
    )
    warned = re.findall(r'_warn\(\s*"([\w-]+)"', source)
    assert len(warned) > 10
    facts = {fact.partition(":")[0] for rule in every_rule().values() for fact in rule.facts}
    assert set(warned) - facts == set()


def test_an_alias_of_a_model_queue() -> None:
    (finding,) = found("DEFINE QALIAS(A) TARGET(M)\nDEFINE QMODEL(M)")
    assert finding.code == "QW202"
    assert "M is itself a model queue" in finding.diagnostic.rule


def test_pcf_is_read_as_the_rest() -> None:
    parameters = '{"QName": "A", "QType": "MQQT_ALIAS", "BaseObjectName": "B"}'
    message = f'{{"command": "MQCMD_CREATE_Q", "parameters": {parameters}}}'
    assert codes(message, "a.pcf") == ["QW101"]


def test_clusters_over_several_queue_managers() -> None:
    """What a member shares is there for the others; who is no member shares nothing."""
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


def test_files_of_one_system_are_one() -> None:
    one, two = b"DEFINE QALIAS(A) TARGET(B)", b"DEFINE QLOCAL(B)"
    for system, expected in (("QM1", []), ("", ["QW101"])):
        linted = of_files([("a.mqsc", one), ("b.mqsc", two)], system=system)
        found_codes = [f.code for f in lint(linted.subjects, linted.systems, world=linted.world)]
        assert found_codes == expected


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("dev-config", []),
        ("receiver", []),
        ("sender", []),
        ("uniform-cluster", []),
        ("two-managers-qm2", []),
        ("two-managers-qm1", ["QW503", "QW310"]),
    ],
)
def test_scripts_of_others(shared_mqsc: Path, file: str, expected: list[str]) -> None:
    text = (shared_mqsc / f"{file}.mqsc").read_text(encoding="utf-8")
    assert codes(text, f"{file}.mqsc") == expected
