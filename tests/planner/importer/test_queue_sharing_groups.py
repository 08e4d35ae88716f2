"""Live queue managers of a queue-sharing group as one program: what they share is in it once."""

from pathlib import Path

import pytest
import yaml

from command_line import queuewright
from queuewright.catalogue.platform import Platform
from queuewright.importer.queue_sharing_groups import OfGroups
from queuewright.importer.run import ImportOptions, import_system
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.mqsc_commands import run
from queuewright.sandbox.system import SandboxSystem

OF_GROUP = """
DEFINE CFSTRUCT(APP1) CFLEVEL(5) OFFLOAD(DB2)
DEFINE QLOCAL(SHARED.Q) QSGDISP(SHARED) CFSTRUCT(APP1)
DEFINE QLOCAL(GROUP.Q) QSGDISP(GROUP) DESCR('of the group')
DEFINE QALIAS(GROUP.A) QSGDISP(GROUP) TARGQ(GROUP.Q)
DEFINE QLOCAL(OWN.Q)
"""
OF_OTHER = """
DEFINE QALIAS(TO.SHARED) TARGQ(SHARED.Q)
DEFINE QALIAS(TO.GROUP) TARGQ(GROUP.Q)
DEFINE QLOCAL(OWN.Q) DESCR('of QM2')
"""
ENTRIES = {
    name: {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03", "path": "live.db"}
    for name in ("QM1", "QM2")
}


@pytest.fixture
def machines(tmp_path: Path) -> dict[str, EmbeddedSystem]:
    sandbox = Sandbox(tmp_path / "live.db")
    machines = {
        name: sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="NY03")
        for name in ENTRIES
    }
    for name, commands in (("QM1", OF_GROUP), ("QM2", OF_OTHER)):
        assert [answer.message for answer in run(machines[name], commands) if not answer.ok] == []
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    config = {"config": {"queuewright:systems": ENTRIES}}
    (tmp_path / "Pulumi.dev.yaml").write_text(yaml.safe_dump(config))
    (tmp_path / "__main__.py").write_text("")
    return machines


def test_everything_is_adopted_as_it_is(
    machines: dict[str, EmbeddedSystem], tmp_path: Path
) -> None:
    imported = queuewright(
        tmp_path, "import", "--from-system", "QM1", "--from-system", "QM2", "--out", "out"
    )
    assert imported.code == 0, imported.err
    assert "neither there nor declared" not in imported.out
    preview = queuewright(tmp_path / "out", "preview")
    assert "BLOCKED" not in preview.out
    assert "leads nowhere" not in preview.out
    assert "10 to adopt" in preview.out
    assert queuewright(tmp_path / "out", "up", "--yes").code == 0
    assert queuewright(tmp_path / "out", "preview", "--detailed-exitcode").code == 0


def test_one_after_the_other(machines: dict[str, EmbeddedSystem], tmp_path: Path) -> None:
    """An import declares nothing again that the project has of the group."""
    first = queuewright(tmp_path, "import", "--from-system", "QM1", "--out", "out")
    assert first.code == 0, first.err
    second = queuewright(tmp_path, "import", "--from-system", "QM2", "--into", "out")
    assert second.code == 0, second.err
    assert "neither there nor declared" not in second.out
    preview = queuewright(tmp_path / "out", "preview")
    assert "BLOCKED" not in preview.out
    assert "10 to adopt" in preview.out


def test_it_makes_the_same_elsewhere(machines: dict[str, EmbeddedSystem], tmp_path: Path) -> None:
    """On queue managers of a new group: copies are made by their group objects."""
    words = ("import", "--from-system", "QM1", "--from-system", "QM2", "--out", "out")
    assert queuewright(tmp_path, *words).code == 0
    entries = {name: {k: v for k, v in e.items() if k != "path"} for name, e in ENTRIES.items()}
    config = {"config": {"queuewright:systems": entries}}
    (tmp_path / "out" / "Pulumi.dev.yaml").write_text(yaml.safe_dump(config))
    done = queuewright(tmp_path / "out", "up", "--yes")
    assert done.code == 0, done.out + done.err
    made = Sandbox(tmp_path / "out" / ".queuewright" / "sandbox-dev.db")
    for name, machine in machines.items():
        kinds = ("mq:LocalQueue", "mq:AliasQueue", "mq:CouplingFacilityStructure")
        here, there = (
            {one.key.name: (one.attributes, one.group) for one in each.observe(kinds)}
            for each in (made.system(name), machine)
        )
        assert here == there


def test_a_live_object_beside_a_group_object_of_its_name(
    machines: dict[str, EmbeddedSystem],
) -> None:
    """A program declares one object of a name on a system: the one that is used there."""
    commands = "DELETE QLOCAL(GROUP.Q) QSGDISP(COPY)\nDEFINE QLOCAL(GROUP.Q) DESCR('its own')"
    assert all(answer.ok for answer in run(machines["QM1"], commands))
    taken: OfGroups = {}
    texts = [
        "".join(import_system(SandboxSystem(machine), ImportOptions(name), taken).files.values())
        for name, machine in machines.items()
    ]
    assert "its own" in texts[0]
    assert "of the group" not in texts[0]
    assert "of the group" in texts[1]


def test_what_a_platform_does_not_set_is_passed_over(machines: dict[str, EmbeddedSystem]) -> None:
    """z/OS shows its CCSID, and no ALTER QMGR changes it there."""
    imported = import_system(SandboxSystem(machines["QM1"]), ImportOptions("QM1"))
    assert imported.report.problems == ()
