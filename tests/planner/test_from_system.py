"""A live system as the source of a program, and of a copy to rehearse on, however it is reached."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from carriers import CARRIERS, Reached
from command_line import queuewright
from ibmi_carriers import IBMI_CARRIERS
from ibmi_carriers import Reached as ReachedIbmi
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.importer.run import ImportOptions, import_system
from queuewright.kinds import KINDS
from queuewright.sandbox.copying import copy
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.mqsc_commands import run
from queuewright.systems.protocol import System
from queuewright.systems.registry import moved

SETUP = """
DEFINE QLOCAL(ORDERS) MAXDEPTH(77) DESCR('it''s (one)') CLUSTER(C1)
DEFINE QLOCAL(QM2) USAGE(XMITQ)
DEFINE QALIAS(A) TARGET(ORDERS)
DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(QM2)
DEFINE QMODEL(M) DEFTYPE(PERMDYN)
DEFINE NAMELIST(NL) NAMES(C1,C2)
DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSNL(NL) CONNAME('mq1(1414)')
DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSSDR) CLUSTER(C1) CONNAME('mq2(1414)')
ALTER QMGR DEFXMITQ(QM2)
"""


@pytest.fixture(params=list(CARRIERS))
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    with CARRIERS[request.param](tmp_path / "live", "QM1", Platform.AIX) as reached:
        assert all(answer.ok for answer in run(reached.machine, SETUP))
        yield reached


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()


def copied(system: System, folder: Path) -> EmbeddedSystem:
    sandbox = Sandbox(folder / "copy.db")
    observed = list(system.observe(tuple(KINDS), status=True))
    copy(sandbox, "COPY", system.facts, observed, list(system.handles()))
    return sandbox.system("COPY")


def reported(machine: EmbeddedSystem) -> dict[tuple[str, str], dict[str, Any]]:
    kinds = tuple(KINDS)
    return {(o.key.kind, o.key.name): dict(o.attributes) for o in machine.observe(kinds)}


@pytest.mark.parametrize("repositories", ["REPOS(C1)", "REPOSNL(NL)"])
def test_a_copy_has_objects_messages_and_handles(
    reached: Reached, tmp_path: Path, repositories: str
) -> None:
    machine = reached.machine
    assert all(answer.ok for answer in run(machine, f"ALTER QMGR {repositories}"))
    machine.put("ORDERS", count=5)
    machine.put("ORDERS", count=2, uncommitted=True)
    machine.open("A", {OpenFor.OUTPUT}, application="web", user="ann")
    machine.open("ORDERS", {OpenFor.INPUT_SHARED, OpenFor.BROWSE}, application="app")
    machine.open("M", {OpenFor.INPUT_SHARED}, application="tool")
    own = copied(reached.system, tmp_path)
    assert reported(own) == reported(machine)
    assert own.manager() == machine.manager() | {"max_message_length": 4_194_304}
    status, expected = (
        {
            o.key.name: o.status
            for o in each.observe(("mq:LocalQueue", "mq:AliasQueue"), status=True)
        }
        for each in (own, machine)
    )
    # How long messages are nobody tells.
    expected = {n: s and replace(s, longest_message=None) for n, s in expected.items()}
    assert status == expected
    # The same stands in the way of a change.
    for each in (own, machine):
        [answer] = run(each, "ALTER QALIAS(A) TARGET(QM2)")
        assert answer.reason_name == "MQRCCF_OBJECT_OPEN"


def test_a_copy_opens_a_namelist_and_not_a_queue_of_its_name(
    reached: Reached, tmp_path: Path
) -> None:
    reached.machine.open("NL", {OpenFor.INQUIRE}, application="lists")
    assert all(answer.ok for answer in run(reached.machine, "DEFINE QLOCAL(NL)"))
    own = copied(reached.system, tmp_path)
    found = own.observe(("mq:Namelist", "mq:LocalQueue"), ["NL"], status=True)
    used = {o.key.kind: o.status.handles for o in found if o.status is not None}
    assert [handle.application for handle in used["mq:Namelist"]] == ["lists"]
    assert used["mq:LocalQueue"] == ()


def test_a_copy_takes_the_place_of_the_one_before(reached: Reached, tmp_path: Path) -> None:
    copied(reached.system, tmp_path)
    reached.machine.delete("mq:AliasQueue", "A")
    assert ("mq:AliasQueue", "A") not in reported(copied(reached.system, tmp_path))


def test_the_program_of_a_live_system(reached: Reached) -> None:
    options = ImportOptions("QM1", entry={"type": "mqweb", "url": "https://mq1"})
    imported = import_system(reached.system, options)
    text = "\n".join(imported.files.values())
    declared = imported.report.declared
    assert (declared["mq:LocalQueue"], declared["mq:Namelist"], declared["mq:Cluster"]) == (2, 1, 2)
    assert "max_queue_depth=77" in text
    assert '"it\'s (one)"' in text
    assert imported.report.problems == ()
    assert imported.report.assumed == ()
    stack = yaml.safe_load(imported.files["Pulumi.dev.yaml"])
    assert stack["config"]["queuewright:systems"] == {"QM1": options.entry}


@pytest.mark.parametrize("others", [True, False])
def test_the_program_says_which_default_rules_are_gone(reached: Reached, others: bool) -> None:
    """Whether or not any record is left."""
    gone = ["'*') TYPE(BLOCKUSER)"]
    if not others:
        gone += ["SYSTEM.ADMIN.SVRCONN) TYPE(ADDRESSMAP)", "'SYSTEM.*') TYPE(ADDRESSMAP)"]
    for rule in gone:
        [answer] = run(reached.machine, f"SET CHLAUTH({rule} ACTION(REMOVEALL)")
        assert answer.ok
    imported = import_system(reached.system, ImportOptions("QM1", entry={"type": "sandbox"}))
    limit = "mq:ChannelAuthenticationRecordsExclusive"
    assert imported.report.declared[limit] == len(gone)


@pytest.fixture(params=list(IBMI_CARRIERS))
def ibmi(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReachedIbmi]:
    with IBMI_CARRIERS[request.param](tmp_path / "live", "AS1") as reached:
        yield reached


def test_an_ibm_i(ibmi: ReachedIbmi, tmp_path: Path) -> None:
    machine = ibmi.machine
    machine.create("ibmi:DataQueue", "QGPL/ORDERS", {"max_entry_length": 77})
    machine.create("ibmi:AuthorizationList", "CLERKS", {"text_description": "Clerks"})
    own = copied(ibmi.system, tmp_path)
    for kind, name in (("ibmi:DataQueue", "QGPL/ORDERS"), ("ibmi:AuthorizationList", "CLERKS")):
        [one], [other] = own.observe((kind,), (name,)), machine.observe((kind,), (name,))
        assert one.attributes == other.attributes
    imported = import_system(ibmi.system, ImportOptions("AS1"))
    assert imported.report.declared["ibmi:DataQueue"] >= 1
    assert not any(kind.startswith("mq:") for kind in imported.report.declared)
    assert "max_entry_length=77" in "\n".join(imported.files.values())


STACK = """
config:
  queuewright:systems:
    QM1: {type: sandbox, platform: linux, path: live.db}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "Pulumi.yaml": "name: shop\nruntime: python\n",
        "__main__.py": "",
        "Pulumi.dev.yaml": STACK,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    machine = Sandbox(tmp_path / "live.db").create_system("QM1")
    assert all(answer.ok for answer in run(machine, SETUP))
    machine.put("ORDERS", count=3)
    return tmp_path


def test_from_the_command_line(project: Path) -> None:
    """What is imported agrees with what it came from; a copy is rehearsed on."""
    done = queuewright(project, "import", "--from-system", "QM1", "--out", "new")
    assert (done.code, done.err) == (0, "")
    assert "path: ../live.db" in (project / "new" / "Pulumi.dev.yaml").read_text()
    again = queuewright(project / "new", "preview", "--detailed-exitcode")
    assert "to create" not in again.out
    assert "to adopt" in again.out
    loaded = queuewright(
        project, "sandbox", "load", "--from-system", "QM1", "--file", "copy.db", "--json"
    )
    assert loaded.code == 0
    assert '"messages": 3' in loaded.out
    assert queuewright(project, "import", "--from-system", "QM1", "--into", ".").code == 0
    stack = yaml.safe_load((project / "Pulumi.dev.yaml").read_text())
    reached = stack["config"]["queuewright:systems"]
    reached["QM2"] = {"type": "sandbox", "path": "second.db"}
    (project / "Pulumi.dev.yaml").write_text(yaml.safe_dump(stack))
    (project / "more.mqsc").write_text("DEFINE QLOCAL(ORDERS) MAXDEPTH(78)")
    where = ("--system", "QM2", "--file", "second.db", "--platform", "linux")
    assert queuewright(project, "sandbox", "load", "more.mqsc", *where).code == 0
    both = ("--from-system", "QM1", "--from-system", "QM2")
    done = queuewright(project, "import", *both, "--out", "both")
    assert done.code == 0, done.err
    written = (project / "both" / "topology" / "shared" / "queues.py").read_text()
    assert '{"QM2": 78}' in written
    stack = yaml.safe_load((project / "both" / "Pulumi.dev.yaml").read_text())
    for entry in reached.values():
        entry["path"] = f"../{entry['path']}"
    assert stack["config"]["queuewright:systems"] == reached


@pytest.mark.parametrize(
    ("entry", "there"),
    [
        (
            {"type": "mqweb", "ca": "ca.pem", "key": "/etc/key.pem", "password": {"file": "p"}},
            {"ca": "../ca.pem", "password": {"file": "../p"}},
        ),
        ({"type": "mqweb", "ca": "~/ca.pem", "password": {"env": "P"}}, {}),
        ({"type": "ssh", "known_hosts": "a/b", "key": "~/.ssh/id"}, {"known_hosts": "../a/b"}),
        ({"type": "sandbox", "platform": "linux"}, {"path": "../.queuewright/sandbox-dev.db"}),
        ({"type": "runmqsc", "command": ["ssh", "mq", "runmqsc", "QM1"]}, {}),
        ({"type": "no such type", "ca": "ca.pem"}, {}),
    ],
)  # fmt: skip
def test_an_entry_reaches_the_same_from_another_folder(
    tmp_path: Path, entry: dict[str, Any], there: dict[str, Any]
) -> None:
    new = tmp_path / "new"
    assert moved(entry, tmp_path, new, stack="dev") == entry | there
    assert moved(entry, new, new, stack="dev")["type"] == entry["type"]


def test_an_entry_whose_system_is_called_otherwise_still_reaches_it(tmp_path: Path) -> None:
    def called(**entry: Any) -> dict[str, Any]:
        return moved(entry, tmp_path, tmp_path, stack="dev", renamed="QM1")

    assert called(type="mqweb", url="https://mq1:9443")["queue_manager"] == "QM1"
    assert called(type="mqweb", queue_manager="QM7")["queue_manager"] == "QM7"
    assert called(type="sandbox", platform="linux") == {"type": "sandbox", "platform": "linux"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["import", "--out", "x"], "give files, or --from-system NAME of a system of the project"),
        (["import", "a", "--from-system", "QM1", "--out", "x"], "give files, or --from-system"),
        (["import", "a", "--out", "x"], "a: No such file or directory; give a file that can be"),
        (["import", "--from-system", "QM9", "--out", "x"],
         '"QM9" is not a system of stack dev (there: QM1); add it'),
        (["sandbox", "load"], "give a file, or --from-system NAME of a system of the stack"),
        (["sandbox", "load", "a", "--from-system", "QM1"], "give a file, or --from-system NAME"),
        (["sandbox", "load", "--from-system", "QM1", "--file", "live.db"], "another --file"),
        (["sandbox", "load", "--from-system", "QM9"], '"QM9" is not a system of stack dev'),
    ],
)  # fmt: skip
def test_mistakes_are_one_line(project: Path, words: list[str], line: str) -> None:
    done = queuewright(project, *words)
    assert done.code == 1
    assert [line in error for error in done.errors] == [True]
    assert not (project / "x").exists()
