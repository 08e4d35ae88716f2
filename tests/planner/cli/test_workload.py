"""`queuewright workload`: today's choice, explained from what the systems report."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

Cli = Callable[..., Ran]
STACK = "config:\n  queuewright:systems:\n" + "".join(
    f"    QM{n}: {{type: sandbox, platform: linux}}\n" for n in (1, 2, 3)
)


@pytest.fixture
def managers(project: Path) -> dict[str, EmbeddedSystem]:
    """ORDERS on QM1 and QM2, of which QM2's has the higher rank; QM3 is in the cluster too."""
    (project / "Pulumi.dev.yaml").write_text(STACK)
    file = project / ".queuewright" / "sandbox-dev.db"
    file.parent.mkdir()
    made = {
        name: Sandbox(file).create_system(name, platform=Platform.LINUX)
        for name in ("QM1", "QM2", "QM3")
    }
    for name, manager in made.items():
        values = {"cluster_name": "C", "connection_name": "host(1414)"}
        manager.create("mq:ClusterReceiverChannel", f"C.{name}", values)
    made["QM1"].create("mq:LocalQueue", "ORDERS", {"cluster_name": "C"})
    rank = {"cluster_workload_queue_rank": 1, "default_bind": "bind_not_fixed"}
    made["QM2"].create("mq:LocalQueue", "ORDERS", {"cluster_name": "C", **rank})
    made["QM3"].create("mq:LocalQueue", "ORDERS", {})
    return made


def test_the_choice_is_a_table_with_the_rules(
    managers: dict[str, EmbeddedSystem], cli: Cli
) -> None:
    ran = cli("workload", "ORDERS")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Puts to ORDERS in cluster C"
    assert [line.split("  ")[0] for line in lines[1:4]] == ["queue manager", "QM1", "QM2"]
    assert "local ORDERS" in lines[2]
    assert lines[2].endswith("none   queue rank 0, and another one has 1 (rule 4)")
    assert lines[3].endswith("100 %")
    assert lines[4] == "chosen for every message that is put (bind_not_fixed)"
    assert "rule 4: the highest CLWLRANK of queues [IBM MQ, cluster workload" in lines[-1]
    assert "not considered, because no definition contains it: the state of channels" in ran.out


def test_from_a_queue_manager_and_bound_otherwise(
    managers: dict[str, EmbeddedSystem], cli: Cli
) -> None:
    managers["QM2"].change("mq:LocalQueue", "ORDERS", {"cluster_workload_queue_rank": 0})
    out = cli("workload", "ORDERS", "--from", "QM1", "--bind", "not-fixed").out
    assert out.startswith("Puts to ORDERS in cluster C, from QM1\n")
    assert "QM1 has an instance of its own, and its CLWLUSEQ is LOCAL (rule 6)" in out
    assert "chosen for every message that is put (bind_not_fixed)" in out
    managers["QM1"].change("mq:LocalQueue", "ORDERS", {"cluster_workload_use_queue": "useq_any"})
    document = json.loads(cli("workload", "ORDERS", "--from", "QM1", "--json").out)
    ways = [(way["system"], way["share"], way["rule"]) for way in document["destinations"]]
    assert ways == [("QM1", 0.5, 0), ("QM2", 0.5, 0)]
    assert (document["format"], document["from"], document["bind"]) == (2, "QM1", "")
    assert "default_bind differs between the instances" in " ".join(document["notes"])
    assert [rule["rule"] for rule in document["rules"]] == [11]
    other = cli("workload", "ORDERS", "--from", "QM3").out
    assert "QM3 has a queue of this name that is in no cluster" in other


def test_the_queue_manager_says_what_its_queues_leave_to_it(
    managers: dict[str, EmbeddedSystem], project: Path, cli: Cli
) -> None:
    managers["QM2"].change("mq:LocalQueue", "ORDERS", {"cluster_workload_queue_rank": 0})
    managers["QM1"].set_manager({"cluster_workload_use_queue": "useq_any"})
    out = cli("workload", "ORDERS", "--from", "QM1").out
    assert "rule 6" not in out
    assert out.count("50 %") == 2
    managers["QM3"].set_manager({"cluster_workload_channels": 1})
    out = cli("workload", "ORDERS", "--from", "QM3").out
    assert "CLWLMRUC is 1: of these 2 channels only the 1 that were chosen last are used" in out


def test_markdown_of_the_choice(managers: dict[str, EmbeddedSystem], cli: Cli) -> None:
    text = cli("workload", "ORDERS", "--cluster", "C", "--markdown").out
    assert text.startswith("### Puts to ORDERS in cluster C\n\n| queue manager | queue |")
    assert "| QM2 | local ORDERS | C\\.QM2 | 100 % |  |" in text


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("NOTHING",), 'error: "NOTHING" is in no cluster on any system; correct its name'),
        (
            ("ORDERS", "--cluster", "D"),
            'error: ORDERS is not in cluster "D", but in C; correct --cluster',
        ),
        (("ORDERS", "--from", "QM9"), 'error: "QM9" is not a system of stack dev (there: QM1, QM2'),
    ],
)
def test_what_there_is_not_is_one_line(
    managers: dict[str, EmbeddedSystem], cli: Cli, words: tuple[str, ...], line: str
) -> None:
    ran = cli("workload", *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith(line)


def test_a_queue_of_several_clusters_has_to_say_which(
    managers: dict[str, EmbeddedSystem], cli: Cli
) -> None:
    managers["QM3"].change("mq:LocalQueue", "ORDERS", {"cluster_name": "D"})
    ran = cli("workload", "ORDERS")
    assert ran.err == "error: ORDERS is in C, D; choose one with --cluster\n"
    ran = cli("workload", "ORDERS", "--cluster", "D")
    assert "QM3 is not in the cluster (rule 1)" in ran.out
    assert "nowhere to go: applications get MQRC_UNKNOWN_OBJECT_NAME (2085)" in ran.out
