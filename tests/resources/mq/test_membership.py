"""A membership is derived in one place: every reader of a queue manager gives the same clusters."""

from pathlib import Path

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.dialects import mqweb
from queuewright.drift.dump import read_dump
from queuewright.importer.choosing import choose
from queuewright.importer.folding import fold
from queuewright.importer.reading import read
from queuewright.mq.membership import memberships
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load

CLUSTER, NAMELIST, RECEIVER = "mq:Cluster", "mq:Namelist", "mq:ClusterReceiverChannel"
NAMES = "DEFINE NAMELIST('NL') NAMES('C1','C2')\n"
HEADER = "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
SCRIPTS = {
    "CLUSTER": "DEFINE CHANNEL('TO') CHLTYPE(CLUSRCVR) CLUSTER('C1')\n",
    "CLUSNL": NAMES + "DEFINE CHANNEL('TO') CHLTYPE(CLUSRCVR) CLUSNL('NL')\n",
    "REPOS": "ALTER QMGR REPOS('C1')\nDEFINE QLOCAL('A')\n",
    "REPOSNL": "ALTER QMGR REPOSNL('NL')\n" + NAMES,
}
EXPECTED = {
    "CLUSTER": {"C1": "no"},
    "CLUSNL": {"C1": "no", "C2": "no"},
    "REPOS": {"C1": "yes"},
    "REPOSNL": {"C1": "yes", "C2": "yes"},
}
DISPLAYED = {
    "CLUSTER": [{"channel": "TO", "chltype": "clusrcvr", "cluster": "C1", "clusnl": ""}],
    "CLUSNL": [
        {"channel": "TO", "chltype": "clusrcvr", "cluster": "", "clusnl": "NL"},
        {"namelist": "NL", "names": ["C1", "C2"]},
    ],
    "REPOS": [{"qmname": "QM1", "repos": "C1", "reposnl": ""}],
    "REPOSNL": [
        {"qmname": "QM1", "repos": "", "reposnl": "NL"},
        {"namelist": "NL", "names": ["C1", "C2"]},
    ],
}
cases = pytest.mark.parametrize("case", EXPECTED)


@cases
def test_the_importer(case: str) -> None:
    facts = SystemFacts("QM1")
    folded = fold([read("mqsc", "f", SCRIPTS[case].encode())], facts)
    chosen = choose(folded, facts, "QM1", all_attributes=True)
    clusters = {key.name: values for key, values in chosen.full.items() if key.kind == CLUSTER}
    assert {name: v["full_repository"] for name, v in clusters.items()} == EXPECTED[case]


@cases
def test_drift(case: str) -> None:
    observed = read_dump("QM1", HEADER + SCRIPTS[case]).objects
    assert {
        one.key.name: one.attributes["full_repository"]
        for one in observed
        if one.key.kind == CLUSTER
    } == EXPECTED[case]


@cases
def test_mqweb(case: str) -> None:
    answers = [mqweb.MqwebAnswer(parameters=parameters) for parameters in DISPLAYED[case]]
    observed = mqweb.observed_from_responses("QM1", [mqweb.response(answers)])
    assert {
        one.key.name: one.attributes["full_repository"]
        for one in observed
        if one.key.kind == CLUSTER
    } == EXPECTED[case]


@cases
def test_the_sandbox(case: str, tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    load(sandbox, HEADER + SCRIPTS[case])
    observed = sandbox.system("QM1").observe([CLUSTER])
    assert {one.key.name: one.attributes["full_repository"] for one in observed} == EXPECTED[case]


def test_a_repository_is_no_mere_member() -> None:
    receiver = {(RECEIVER, "TO"): {"cluster_name": "C1", "cluster_namelist": ""}}
    assert memberships(receiver, repository="C1") == {"C1": "yes"}
    asked = {(CLUSTER, "C2"): {"full_repository": "no"}}
    assert memberships(receiver | asked) == {"C1": "no", "C2": "no"}
    assert memberships({}, repository_namelist="ABSENT") == {}
