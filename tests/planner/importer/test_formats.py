"""The same queue manager in every form that IBM's tools write of it: each imports to the same."""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.parse import parse
from queuewright.dialects.protocol import Given
from queuewright.dialects.recognising import dialect_of
from queuewright.importer.reading import CannotImport, read
from queuewright.importer.run import (
    ImportOptions,
    import_sources,
    read_files,
)

DUMP = """\
* Queue manager name: QM1
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
DEFINE QLOCAL('ORDERS.IN') +
   DESCR('it''s (EU) * of +') +
*  CRDATE(2024-01-01) +
   MAXDEPTH(7) +
   REPLACE
DEFINE QALIAS('ORDERS') +
   TARGET('ORDERS.IN') +
   REPLACE
SET AUTHREC +
   PROFILE('ORDERS.**') +
   GROUP('app') +
   OBJTYPE(QUEUE) +
   AUTHADD(BROWSE,GET)
SET AUTHREC +
   PROFILE('self') +
   PRINCIPAL('bob') +
   OBJTYPE(QMGR) +
   AUTHADD(CONNECT,INQ)
"""


def in_one_line(dump: str) -> str:
    """As `dmpmqcfg -o 1line` writes it."""
    lines = [line for line in dump.split("\n") if not re.match(r"\*  [A-Z]", line)]
    return "\n".join(lines).replace("+\n   ", "")


def on_zos(script: str, *, in_front: bool, sign: str) -> str:
    """As CSQUTIL's MAKEDEF or SDEFS may write it: DEFINE NOREPLACE, in records of 80 characters of
    which 72 count. in_front: NOREPLACE stands before the object;
    sign: by which commands go on, + or -."""
    shape = r"DEFINE NOREPLACE +\n   \1" if in_front else r"DEFINE \1 +\n   NOREPLACE"
    text = re.sub(r"DEFINE (\w+\('[^']+'\))", shape, script)
    if sign == "-":  # goes on in column 1
        text = text.replace(" +\n   ", " -\n")
    numbered = enumerate(text.split("\n"), 10)
    return "\n".join(f"{line:<72}{number:08}" for number, line in numbered)


def setmqaut(dump: str) -> str:
    """The authority records as `dmpmqcfg -o setmqaut` writes them."""
    return "".join(_calls(dump))


def _calls(dump: str) -> Iterable[str]:
    for command in parse(dump).commands:
        if command.object == "AUTHREC":
            given = {word: p.values for word, p in command.parameters.items()}
            entity = "-g" if "GROUP" in given else "-p"
            who = (given.get("GROUP") or given["PRINCIPAL"])[0]
            words = ["setmqaut", "-m", "QM1", "-n", given["PROFILE"][0], "-t",
                     given["OBJTYPE"][0].lower(), entity, who]  # fmt: skip
            yield f"{shlex.join(words)} {' '.join(f'+{w.lower()}' for w in given['AUTHADD'])}\n"


def only(dump: str, *objects: str) -> str:
    """The commands about these objects."""
    return "\n".join(c.text for c in parse(dump).commands if c.object in objects)


def declared(
    files: dict[str, str], folder: Path, platform: Platform | None = None
) -> dict[str, str]:
    """The program of files, without what it says of where it comes from."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    options = ImportOptions("QM1", platform=platform, command_level=930, ccsid=1208)
    imported = import_sources(read_files([folder / n for n in files], None), options)
    assert imported.report.problems == ()
    assert imported.report.not_taken == {}
    return {
        name: re.sub(r'\A""".*?"""\n', "", text)
        for name, text in imported.files.items()
        if name.endswith(".py")
    }


# MAKEDEF alters the queue manager and sets channel authentication records, and z/OS has no AUTHREC.
ON_ZOS = """\
* of the shop

ALTER QMGR +
   DEADQ('DEAD.LETTERS') +
   MAXHANDS(300)
DEFINE QLOCAL('DEAD.LETTERS')
DEFINE QLOCAL('ORDERS.IN') +
   QSGDISP(QMGR) +
   DESCR('it''s (EU) * of +') +
   MAXDEPTH(7)
DEFINE QALIAS('ORDERS') +
   TARGET('ORDERS.IN')
SET CHLAUTH('TO.QM1') +
   TYPE(ADDRESSMAP) +
   ADDRESS('10.*') +
   USERSRC(NOACCESS)
"""


@pytest.mark.parametrize("sign", ["+", "-"])
@pytest.mark.parametrize("in_front", [True, False])
def test_definitions_that_csqutil_writes(tmp_path: Path, in_front: bool, sign: str) -> None:
    """IBM MQ, CSQUTIL COMMAND MAKEDEF: "DEFINE NOREPLACE", of the queue manager ALTER, of channel
    authentication records SET. How the records look is open: docs/readings.md."""
    wanted = declared({"a.mqsc": ON_ZOS}, tmp_path / "script", Platform.ZOS)
    made = {"a.txt": on_zos(ON_ZOS, in_front=in_front, sign=sign)}
    assert declared(made, tmp_path / "made", Platform.ZOS) == wanted
    program = wanted["__main__.py"]
    for kind in ("QueueManagerAttributes", "LocalQueue", "AliasQueue"):
        assert f"mq.{kind}(" in program, kind
    assert "mq.ChannelAuthenticationRecord(" in program


def test_every_form_is_the_same_program(tmp_path: Path) -> None:
    wanted = declared({"a.mqsc": DUMP}, tmp_path / "dump")
    assert "ORDERS.**" in "".join(wanted.values())
    forms = {
        "one line": {"a.txt": in_one_line(DUMP)},
        "setmqaut": {"a.mqsc": only(DUMP, "QLOCAL", "QALIAS"), "b.txt": setmqaut(DUMP)},
        "shell": {
            "setup.sh": f"runmqsc QM1 <<'EOF'\n{only(DUMP, 'QLOCAL', 'QALIAS')}\nEOF\n"
            + setmqaut(DUMP)
        },
    }
    for name, files in forms.items():
        found = declared(files, tmp_path / name)
        assert found == wanted, name


@pytest.mark.parametrize(
    ("file", "text", "dialect"),
    [
        ("a.sh", "", "shell"),
        ("a.clle", "", "cl"),
        ("A.JSON", "", "pcf"),
        ("a.mqsc", "DEFINE QLOCAL(A)", "mqsc"),
        ("a", "", "mqsc"),
        ("a.txt", "setmqaut -m QM1 -t qmgr -g a +inq", "shell"),
        ("a.txt", "#!/usr/bin/ksh\n", "shell"),
        ("a.bat", "@echo off\n\"x\" \nC:\\MQ\\bin\\setmqaut -m Q -t qmgr -g a +inq", "shell"),
        ("a.yml", "", "yaml"),
        ("a.log", "5724-H72 (C) Copyright IBM Corp. 1994, 2024.", "runmqsc"),
        ("a.log", "AMQ8409I: Display Queue details.", "runmqsc"),
        ("a.log", "banner\n     1 : dis ql(*) all\n", "runmqsc"),
        ("a.mqsc", "* setmqaut -m QM1 -t qmgr -g a +inq\nDEFINE QLOCAL(A)", "mqsc"),
        ("a.mqsc", "DEFINE QLOCAL(A) DESCR('5724-H72')", "mqsc"),
    ],
)  # fmt: skip
def test_a_file_says_what_it_is(file: str, text: str, dialect: str) -> None:
    assert dialect_of(file, text.encode()) == dialect
    assert dialect_of(file, text.encode("utf-16")) == dialect


@pytest.mark.parametrize(
    ("others", "missed"), [([], ['a.sh:2:15: runmqsc reads "/tmp/x.mqsc"']), (["x.mqsc"], [])]
)
def test_another_file_that_runmqsc_reads(
    tmp_path: Path, others: list[str], missed: list[str]
) -> None:
    """It is missed where it is not imported as well."""
    (tmp_path / "a.sh").write_text("setmqaut -m QM1 -t qmgr -g a +inq\nrunmqsc QM1 < /tmp/x.mqsc\n")
    (tmp_path / "x.mqsc").write_text("DEFINE QLOCAL(X)\n")
    files = read_files([tmp_path / name for name in ("a.sh", *others)], None)
    found = import_sources(files, ImportOptions("QM1")).report
    assert [line.partition(",")[0] for line in found.problems] == missed
    assert found.notes == ()


def test_variables_of_a_shell_script(tmp_path: Path) -> None:
    path = tmp_path / "a.sh"
    path.write_text("setmqaut -m $QMGR_NAME -n A -t q -g $app_group +put\n")
    given = Given({"QMGR_NAME": "QM1", "APP_GROUP": "app"})
    [source] = read_files([path], None, given)
    assert source.queue_managers == {"QM1"}
    assert [d.name for d in source.definitions] == ["A/q/app/"]
    with pytest.raises(CannotImport, match="--set WHO: no script has a variable WHO"):
        read_files([path], None, Given({"WHO": "x"}))
    (tmp_path / "b.jsonl").write_text("")
    with pytest.raises(CannotImport, match="--set WHO: only CL, MQSC, shell scripts and YAML"):
        read_files([tmp_path / "b.jsonl"], None, Given({"WHO": "x"}))


def test_a_script_of_values_that_nobody_knows(tmp_path: Path) -> None:
    path = tmp_path / "a.sh"
    path.write_text("runmqsc QM1 <<EOF\nDEFINE QLOCAL(${APP}.IN)\nEOF\n")
    with pytest.raises(CannotImport, match=r"\(APP\): give values with --set APP=VALUE"):
        import_sources(read_files([path], None), ImportOptions("QM1"))
    path.write_text("setmqaut -m QM1 -n $(hostname) -t q -g a +put\n")
    with pytest.raises(CannotImport, match=r"only the running program knows \(\$\(\.\.\.\)\)$"):
        import_sources(read_files([path], None), ImportOptions("QM1"))


@pytest.mark.thorough
def test_the_authorities_of_the_production_dump(shared_mqsc: Path) -> None:
    """4,536 records, as setmqaut."""
    dump = (shared_mqsc / "ABKA.mqsc").read_bytes()
    records = {d.name: d.values for d in read("mqsc", "f", dump).definitions if _is_record(d)}
    calls = setmqaut(dump.decode("latin-1"))
    source = read(None, "authorities.txt", calls.encode())
    found = {d.name: d.values for d in source.definitions}
    assert len(found) > 4_000
    assert found == records


def _is_record(definition: Any) -> bool:
    return definition.kind == "mq:AuthorityRecord"
