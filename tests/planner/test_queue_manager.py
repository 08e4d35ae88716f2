"""mq:QueueManagerAttributes in every part of the product: altered, and never made or deleted."""

from pathlib import Path

import pytest

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.schema import attribute_schema
from queuewright.diff.types import Verb
from queuewright.importer.project import write_project
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.kinds import spec_of
from queuewright.program.generate import describe
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load
from worlds import LOCAL, Rehearsed

KIND = "mq:QueueManagerAttributes"


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def test_it_is_altered_and_what_is_not_declared_stays(world: Rehearsed) -> None:
    machine = world.machine
    machine.set_manager({"description": "mine", "max_handles": 99})
    world.declare(LOCAL, "DLQ")
    declared = world.declare(KIND, "QMGR", dead_letter_queue="DLQ", queue_monitoring="low")
    assert world.verbs()["QMGR"] is Verb.ADOPT
    world.up()
    assert set(world.verbs().values()) == {Verb.SAME}
    own = machine.manager()
    assert (own["dead_letter_queue"], own["queue_monitoring"]) == ("DLQ", "low")
    assert (own["description"], own["max_handles"]) == ("mine", 99)
    machine.set_manager({"queue_monitoring": "off"})
    assert world.verbs()["QMGR"] is Verb.UPDATE
    world.up()
    assert machine.manager()["queue_monitoring"] == "low"
    world.declared.remove(declared)
    [step] = [step for step in world.plan().steps if step.key.name == "QMGR"]
    assert (step.verb, step.decision.keep) == (Verb.DELETE, True)
    world.up()
    assert machine.manager()["queue_monitoring"] == "low"


def test_repositories_are_those_of_clusters(world: Rehearsed) -> None:
    world.declare(KIND, "QMGR", repository="C1")
    [step] = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["decided-by-clusters"]
    assert "mq.Cluster" in step.blocked[0].remediation


@pytest.mark.parametrize("attribute", ["repository", "repository_namelist"])
def test_the_schema_says_that_clusters_decide_the_repositories(attribute: str) -> None:
    shown = attribute_schema(spec_of(KIND), attribute, spec_of(KIND).attributes()[attribute])
    assert "mq.Cluster" in shown["decided_by"]
    assert f"{shown['decided_by']} decides it" in describe(spec_of(KIND).attributes()[attribute])


@pytest.mark.parametrize(
    ("attribute", "code"),
    [("dead_letter_queue", "dead-letter-missing"), ("default_transmission_queue", "dangling")],
)
def test_a_queue_that_it_names_is_made_before(world: Rehearsed, attribute: str, code: str) -> None:
    world.declare(KIND, "QMGR", **{attribute: "ZQ"})
    [step] = world.plan().steps
    assert [(reported.code, reported.attribute) for reported in step.decision.problems] == [
        (code, attribute)
    ]
    world.declare(LOCAL, "ZQ", usage="transmission" if code == "dangling" else "normal")
    found = [(step.key.name, step.decision.problems) for step in world.plan().steps]
    assert found == [("ZQ", ()), ("QMGR", ())]
    assert world.up().ok
    assert world.machine.manager()[attribute] == "ZQ"


@pytest.mark.parametrize("kind", ["mq:CrlAuthentication", "mq:OperatingSystemAuthentication"])
def test_only_what_checks_passwords_is_named_for_connections(world: Rehearsed, kind: str) -> None:
    """IBM's "Connection authentication: Configuration"."""
    world.declare(kind, "CHECKS", **({"connection_name": "h"} if "Crl" in kind else {}))
    world.declare(KIND, "QMGR", connection_authentication="CHECKS")
    [step] = [step for step in world.plan().steps if step.key.name == "QMGR"]
    reported = [str(problem) for problem in step.decision.problems]
    assert ["is an mq:CrlAuthentication" in text for text in reported] == [True] * ("Crl" in kind)


def test_a_value_out_of_range_is_blocked(world: Rehearsed) -> None:
    world.declare(KIND, "QMGR", max_message_length=7)
    [step] = world.plan().steps
    assert [problem.attribute for problem in step.blocked] == ["max_message_length"]


SCRIPT = """\
* Queue manager name: QM1
* Queue manager platform: UNIX
ALTER QMGR DEADQ('DLQ') MAXHANDS(256) KEYRPWD('s3cret') REPOS('C1') STATINT(60)
ALTER QMGR STATINT(30) DESCR('it''s')
DEFINE QLOCAL('DLQ')
"""


def test_import_declares_what_differs_from_what_ships(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    script.write_text(SCRIPT)
    imported = import_sources(
        read_files([script], "mqsc"), ImportOptions("QM1", platform=Platform.LINUX)
    )
    write_project(imported.files, tmp_path / "out")
    program = "".join(path.read_text() for path in (tmp_path / "out").rglob("*.py"))
    assert "mq.QueueManagerAttributes(" in program
    assert "statistics_interval=30" in program
    assert "dead_letter_queue" in program
    assert "max_handles" not in program
    assert "s3cret" not in program
    assert " repository=" not in program


def test_a_sandbox_loads_and_dumps_it(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    loaded = load(sandbox, SCRIPT)
    assert loaded.failed == []
    machine = sandbox.system("QM1")
    [seen] = machine.observe([KIND])
    assert seen.key == Key("QM1", KIND, "QMGR")
    assert (seen.attributes["statistics_interval"], seen.attributes["repository"]) == (30, "C1")
    assert "key_repository_password" not in seen.attributes
    text = "\n".join(dump(machine))
    assert "s3cret" not in text
    copy = load(sandbox, text, system=sandbox.create_system("COPY").name)
    assert copy.failed == []
    [again] = sandbox.system("COPY").observe([KIND])
    assert again.attributes == seen.attributes
    sandbox.close()


def test_every_attribute_has_a_keyword_and_most_a_parameter() -> None:
    attributes = spec_of(KIND).attributes()
    assert all(each.mqsc for each in attributes.values())
    assert sum(each.pcf is not None for each in attributes.values()) > 75


def test_what_needs_a_refresh_of_security_is_said(world: Rehearsed) -> None:
    checks = "mq:OperatingSystemAuthentication"
    object_ = world.declare(checks, "CHECKS", check_client_binding="required")
    manager = world.declare(KIND, "QMGR", ssl_key_repository="/a/key", certificate_label="a")
    assert world.up().ok
    world.again(object_, inputs={"check_client_binding": "optional", "description": "new"})
    tls = {
        "ssl_key_repository": "/b/key",
        "certificate_label": "b",
        "ssl_fips_required": "fips_yes",
    }
    world.again(manager, inputs={"connection_authentication": "CHECKS", "max_handles": 9, **tls})
    reported = {
        step.key.name: sorted(r for r in step.decision.reasons if "REFRESH SECURITY" in r)
        for step in world.plan().steps
    }
    refresh = "works after REFRESH SECURITY TYPE(CONNAUTH)"
    stops = (
        "works after REFRESH SECURITY TYPE(SSL), which stops TLS channels that run: clients lose "
        "their connection"
    )
    assert reported == {
        "CHECKS": [f"check_client_binding: {refresh}"],
        "QMGR": sorted(
            (f"connection_authentication: {refresh}", *(f"{name}: {stops}" for name in tls))
        ),
    }
