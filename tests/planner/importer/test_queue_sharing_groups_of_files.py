"""Dumps of queue managers of a queue-sharing group: one of them declares what they share."""

import json
from pathlib import Path

import ebcdic  # noqa: F401 - registers cp1047
import pytest
import yaml

from command_line import Ran, queuewright
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.mqsc_commands import run

from .test_several import files_of

HEAD = (
    "* Queue manager name: {}\n* Queue manager platform: MVS\n* Queue manager command level: 930\n"
)
OF_GROUP = """\
DEFINE CFSTRUCT(APP1) CFLEVEL(5) OFFLOAD(DB2)
DEFINE QLOCAL(SHARED.Q) QSGDISP(SHARED) CFSTRUCT(APP1) MAXDEPTH(70)
DEFINE QLOCAL(GROUP.Q) QSGDISP(GROUP) DESCR('of the group')
DEFINE QLOCAL(GROUP.Q) QSGDISP(COPY) DESCR('of the group')
DEFINE CHANNEL(GROUP.APP) CHLTYPE(SVRCONN) QSGDISP(GROUP) MAXINST(7)
DEFINE CHANNEL(GROUP.APP) CHLTYPE(SVRCONN) QSGDISP(COPY) MAXINST(7)
"""
OWN = {
    "QM1": "DEFINE QLOCAL(OWN.Q)\n",
    "QM2": "DEFINE QLOCAL(OWN.Q) DESCR('of QM2')\nDEFINE QALIAS(TO.SHARED) TARGQ(SHARED.Q)\n",
    "QM3": "DEFINE QLOCAL(OWN.3)\nDEFINE QALIAS(TO.GROUP) TARGQ(GROUP.Q)\n",
}


def dumps(folder: Path, systems: tuple[str, ...] = ("QM1", "QM2")) -> list[str]:
    """As each queue manager shows everything that it has."""
    return [dump(folder, system, OF_GROUP + OWN[system]) for system in systems]


def dump(folder: Path, system: str, text: str) -> str:
    (folder / f"{system}.mqsc").write_text(HEAD.format(system) + text, encoding="utf-8")
    return f"{system}.mqsc"


def in_group(folder: Path, *files: str, group: str = "NY03", to: str = "out") -> Ran:
    return queuewright(folder, "import", *files, "--queue-sharing-group", group, "--out", to)


def sandboxes(folder: Path, systems: tuple[str, ...], of_group: str = OF_GROUP) -> None:
    """Queue managers that have what the dumps say, where the stack of the import looks."""
    sandbox = Sandbox(folder / ".queuewright" / "sandbox-dev.db")
    for number, name in enumerate(systems):
        machine = sandbox.create_system(
            name, platform=Platform.ZOS, command_level=930, queue_sharing_group="NY03"
        )
        once = "".join(line for line in of_group.splitlines(keepends=True) if "COPY" not in line)
        text = (once if number == 0 else "") + OWN[name]
        assert [answer.message for answer in run(machine, text) if not answer.ok] == []


def plans_nothing(folder: Path) -> None:
    """Everything is adopted as it is, and nothing is left to do then."""
    preview = queuewright(folder, "preview")
    for word in ("BLOCKED", "leads nowhere", "to create", "to update", "to replace"):
        assert word not in preview.out, preview.out
    assert queuewright(folder, "up", "--yes").code == 0
    assert queuewright(folder, "preview", "--detailed-exitcode").code == 0


def text_of(folder: Path) -> str:
    return "".join(text for name, text in files_of(folder).items() if name.endswith(".py"))


@pytest.mark.parametrize("systems", [("QM1", "QM2"), ("QM1", "QM2", "QM3")])
def test_what_members_share_is_declared_once(tmp_path: Path, systems: tuple[str, ...]) -> None:
    done = in_group(tmp_path, *dumps(tmp_path, systems))
    assert done.code == 0, done.err
    assert "neither there nor declared" not in done.out
    assert "declared by another queue manager of its group" in done.out
    text = text_of(tmp_path / "out")
    assert text.count("mq.CouplingFacilityStructure(") == 1
    for name in ("SHARED.Q", "GROUP.Q", "GROUP.APP"):
        assert text.count(f'"{name}",\n') == 1
    assert '"copy"' not in text
    entries = yaml.safe_load((tmp_path / "out/Pulumi.dev.yaml").read_text())["config"]
    groups = [each["queue_sharing_group"] for each in entries["queuewright:systems"].values()]
    assert groups == ["NY03"] * len(systems)
    sandboxes(tmp_path / "out", systems)
    plans_nothing(tmp_path / "out")


def test_it_makes_the_same_on_a_new_group(tmp_path: Path) -> None:
    assert in_group(tmp_path, *dumps(tmp_path)).code == 0
    done = queuewright(tmp_path / "out", "up", "--yes")
    assert done.code == 0, done.out + done.err
    assert queuewright(tmp_path / "out", "preview", "--detailed-exitcode").code == 0


def test_a_member_has_what_others_do_not(tmp_path: Path) -> None:
    """A group object that the first file has no more of than the copy, and a shared queue that only
    the second has."""
    first = "DEFINE QLOCAL(GROUP.Q) QSGDISP(COPY)\nDEFINE QALIAS(TO.LATER) TARGQ(LATER.Q)\n"
    second = (
        "DEFINE CFSTRUCT(APP1) CFLEVEL(5) OFFLOAD(DB2)\n"
        "DEFINE QLOCAL(LATER.Q) QSGDISP(SHARED) CFSTRUCT(APP1)\n"
        "DEFINE QLOCAL(GROUP.Q) QSGDISP(GROUP)\n"
    )
    files = dump(tmp_path, "QM1", first), dump(tmp_path, "QM2", second)
    done = in_group(tmp_path, *files, group="NY03=QM1,QM2")
    assert done.code == 0, done.err
    assert "neither there nor declared" not in done.out
    assert '"copy"' not in text_of(tmp_path / "out")
    assert queuewright(tmp_path / "out", "up", "--yes").code == 0
    assert queuewright(tmp_path / "out", "preview", "--detailed-exitcode").code == 0


@pytest.mark.parametrize(
    ("other", "reported"),
    [
        (
            OF_GROUP.replace("MAXDEPTH(70)", "MAXDEPTH(71)"),
            "QM2.mqsc:5: mq:LocalQueue SHARED.Q: it differs from QM1.mqsc:5, and it is one "
            "object in NY03: max_queue_depth is 70 there and 71 here; ",
        ),
        (
            OF_GROUP.replace("of the group", "another"),
            "QM2.mqsc:6: mq:LocalQueue GROUP.Q: it differs from QM1.mqsc:6, and it is one "
            'object in NY03: queue_description is "of the group" there and "another" here; ',
        ),
        (
            OF_GROUP.replace("CFLEVEL(5) OFFLOAD(DB2)", "CFLEVEL(4)"),
            "QM2.mqsc:4: mq:CouplingFacilityStructure APP1: it differs from QM1.mqsc:4",
        ),
    ],
)
def test_one_object_has_one_value(tmp_path: Path, other: str, reported: str) -> None:
    files = *dumps(tmp_path, ("QM1",)), dump(tmp_path, "QM2", other)
    done = in_group(tmp_path, *files)
    assert done.code == 1
    assert done.errors == [line for line in done.errors if reported in line] != []
    assert not (tmp_path / "out").exists()


def test_a_password_that_differs_is_not_printed(tmp_path: Path) -> None:
    text = (
        "DEFINE AUTHINFO(LDAP) AUTHTYPE(CRLLDAP) CONNAME('h') QSGDISP(GROUP)"
        " LDAPUSER('u') LDAPPWD('{}')\n"
    )
    files = [dump(tmp_path, f"QM{n}", text.format(f"secret{n}")) for n in (1, 2)]
    done = in_group(tmp_path, *files)
    assert "and it is one object in NY03: ldap_password; " in done.err
    assert "secret" not in done.out + done.err


def test_a_dump_in_ebcdic(tmp_path: Path) -> None:
    """As it comes from z/OS: records of 80 characters, in CCSID 1047."""
    files = dumps(tmp_path)
    for name in files:
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        data = "".join(f"{line:<80}" for line in lines).encode("cp1047")
        (tmp_path / name).write_bytes(data)
    done = in_group(tmp_path, *files)
    assert done.code == 0, done.err
    sandboxes(tmp_path / "out", ("QM1", "QM2"))
    plans_nothing(tmp_path / "out")


def test_members_that_come_one_after_the_other(tmp_path: Path) -> None:
    """The project says what the group has already, and its stack who is in it."""
    first, second, third = dumps(tmp_path, ("QM1", "QM2", "QM3"))
    assert in_group(tmp_path, first, second, third, to="together").code == 0
    assert in_group(tmp_path, first, to="apart").code == 0
    into = ("--queue-sharing-group", "NY03", "--into", "apart")
    assert queuewright(tmp_path, "import", second, *into).code == 0
    file = tmp_path / "apart" / "Pulumi.dev.yaml"
    config = yaml.safe_load(file.read_text())
    entries = config["config"]["queuewright:systems"]
    entries["QM3"] = entries["QM1"]
    file.write_text(yaml.safe_dump(config), encoding="utf-8")
    assert queuewright(tmp_path, "import", third, "--into", "apart").code == 0
    assert text_of(tmp_path / "apart") == text_of(tmp_path / "together")
    sandboxes(tmp_path / "apart", ("QM1", "QM2", "QM3"))
    plans_nothing(tmp_path / "apart")
    dump(tmp_path, "QM4", OF_GROUP.replace("(70)", "(71)"))
    done = queuewright(tmp_path, "import", "QM4.mqsc", *into)
    assert "and it is one object in NY03: max_queue_depth is 70 there" in done.err
    assert "SHARED.Q: it differs from __main__.py:" in done.err


def test_files_that_look_like_one_group(tmp_path: Path) -> None:
    done = queuewright(tmp_path, "import", *dumps(tmp_path), "--out", "out")
    assert done.code == 0, done.err
    reported = [line.strip() for line in done.out.splitlines() if "queue-sharing group" in line]
    assert reported == [
        "QM2.mqsc:4: mq:CouplingFacilityStructure APP1: QM1.mqsc:4 defines it too: it is one object"
        " where the two are in one queue-sharing group, and is declared twice now; import them with"
        " --queue-sharing-group NAME=QM1,QM2"
    ]
    report = queuewright(tmp_path, "import", "QM1.mqsc", "QM2.mqsc", "--out", "again", "--json")
    notes = [note["code"] for each in json.loads(report.out)["systems"] for note in each["notes"]]
    assert notes.count("may-be-one-group") == 1
    other = dump(tmp_path, "QM3", OWN["QM3"])
    alone = queuewright(tmp_path, "import", "QM1.mqsc", other, "--out", "alone")
    assert "queue-sharing group" not in alone.out


@pytest.mark.parametrize(
    ("group", "reported"),
    [
        ("NY03=QM1,QM9", 'no file is of "QM9"; the files are of QM1, QM2'),
        ("3NY", '"3NY" must be 1 to 4 characters A-Z 0-9 $ # @, no digit first; give NAME, or'),
        ("NY03=", 'no file is of ""'),
    ],
)
def test_a_group_that_cannot_be(tmp_path: Path, group: str, reported: str) -> None:
    done = in_group(tmp_path, *dumps(tmp_path), group=group)
    assert done.code == 1
    assert [reported in line for line in done.errors] == [True]


def test_a_queue_manager_is_in_one_group(tmp_path: Path) -> None:
    words = ("--queue-sharing-group", "NY03", "--queue-sharing-group", "NY04=QM2", "--out", "out")
    done = queuewright(tmp_path, "import", *dumps(tmp_path), *words)
    assert "NY04=QM2: QM2 is in NY03; a queue manager is in one queue-sharing group" in done.err


def test_only_zos_has_groups(tmp_path: Path) -> None:
    text = HEAD.format("QM1").replace("MVS", "UNIX") + "DEFINE QLOCAL(Q)\n"
    (tmp_path / "QM1.mqsc").write_text(text, encoding="utf-8")
    done = in_group(tmp_path, "QM1.mqsc")
    assert "QM1 is on aix, and only z/OS has queue-sharing groups; name the members" in done.err
    live = queuewright(
        tmp_path, "import", "--from-system", "QM1", "--queue-sharing-group", "NY03", "--out", "o"
    )
    assert "--queue-sharing-group is of files: a live system says its own" in live.err


def test_a_member_with_nothing_of_its_own(tmp_path: Path) -> None:
    files = *dumps(tmp_path, ("QM1",)), dump(tmp_path, "QM2", OF_GROUP)
    done = in_group(tmp_path, *files)
    assert "nothing but 4 objects that others of its group declare; leave it out" in done.err
