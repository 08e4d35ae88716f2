"""Several systems in one import: the files are those of one import after the other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import queuewright

from .test_run import tool
from .test_sharing import DIFFERENT, agree_with_sandboxes, sources

HEAD = (
    "* Queue manager name: {}\n* Queue manager platform: UNIX\n* Queue manager command level: 930\n"
)


@pytest.fixture
def dumps(tmp_path: Path) -> list[str]:
    """Each says of which queue manager it is."""
    for system, text in DIFFERENT.items():
        (tmp_path / f"{system}.mqsc").write_text(HEAD.format(system) + text, encoding="utf-8")
    return [f"{system}.mqsc" for system in DIFFERENT]


def files_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def one_by_one(folder: Path, dumps: list[str]) -> None:
    for number, dump in enumerate(dumps):
        where = ("--into" if number else "--out", "apart")
        done = queuewright(folder, "import", dump, *where, "--system", dump.removesuffix(".mqsc"))
        assert done.code == 0, done.err


def test_the_same_files_as_one_after_the_other(tmp_path: Path, dumps: list[str]) -> None:
    done = queuewright(tmp_path, "import", *dumps, "--out", "together")
    assert done.code == 0, done.err
    assert re.findall(r"\d+ objects of (\w+) in", done.out) == ["QM1", "QM2", "QM3"]
    one_by_one(tmp_path, dumps)
    assert files_of(tmp_path / "together") == files_of(tmp_path / "apart")
    again = queuewright(tmp_path, "import", *(f"{d[:3]}={d}" for d in dumps), "--out", "named")
    assert again.code == 0
    assert files_of(tmp_path / "named") == files_of(tmp_path / "apart")


def test_into_a_project_that_people_have_changed(tmp_path: Path, dumps: list[str]) -> None:
    for name in ("apart", "together"):
        first = queuewright(tmp_path, "import", dumps[0], "--out", name)
        assert first.code == 0, first.err
        main = tmp_path / name / "__main__.py"
        main.write_text(main.read_text() + "\n# ours\n", encoding="utf-8")
        (tmp_path / name / ".ruff.toml").write_text("line-length = 140\n", encoding="utf-8")
    done = queuewright(tmp_path, "import", *dumps[1:], "--into", "together", "--json")
    assert done.code == 0, done.err
    assert '"systems"' in done.out
    for dump in dumps[1:]:
        assert queuewright(tmp_path, "import", dump, "--into", "apart").code == 0
    assert files_of(tmp_path / "together") == files_of(tmp_path / "apart")
    assert "# ours" in sources(tmp_path / "together")


def test_a_module_that_goes_on_the_way(tmp_path: Path) -> None:
    """The second system leaves nothing of a module of the first, which is on the disk."""
    many = "".join(f"DEF QL(APP{n % 4}.Q{n}) MAXDEPTH({n % 7 + 1})\n" for n in range(450))
    for system in ("QM1", "QM2", "QM3"):
        (tmp_path / f"{system}.mqsc").write_text(HEAD.format(system) + many, encoding="utf-8")
    assert queuewright(tmp_path, "import", "QM1.mqsc", "--out", "p").code == 0
    assert queuewright(tmp_path, "import", "QM2.mqsc", "QM3.mqsc", "--into", "p").code == 0
    assert [path.name for path in (tmp_path / "p/topology/qm1").iterdir()] == ["__init__.py"]


SCRIPT = """\
echo "DEFINE QLOCAL(A)" | runmqsc QM1
echo "DEFINE QREMOTE(TO.A) RNAME(A) RQMNAME(QM1) XMITQ(X)" | runmqsc QM2
echo "DEFINE QLOCAL(X) USAGE(XMITQ)" | runmqsc QM2
"""


def test_a_script_for_several_queue_managers(tmp_path: Path) -> None:
    (tmp_path / "set_up.sh").write_text(SCRIPT, encoding="utf-8")
    done = queuewright(tmp_path, "import", "set_up.sh", "--out", "all")
    assert done.code == 0, done.err
    assert re.findall(r"(\d+) objects of (\w+) in", done.out) == [("1", "QM1"), ("2", "QM2")]
    one = queuewright(tmp_path, "import", "QM2=set_up.sh", "--out", "one")
    assert re.findall(r"(\d+) objects of (\w+) in", one.out) == [("2", "QM2")]
    same = queuewright(tmp_path, "import", "set_up.sh", "--system", "QM2", "--out", "same")
    assert same.code == 0, same.err
    assert files_of(tmp_path / "one") == files_of(tmp_path / "same")
    other = queuewright(tmp_path, "import", "QM3=set_up.sh", "--out", "other")
    assert other.code == 1
    assert other.err == (
        'error: QM3=set_up.sh: it has commands of several queue managers, "QM1", "QM2"; give one '
        "of these, or none for all of them\n"
    )
    assert not (tmp_path / "other").exists()


def test_a_deletion_that_a_script_decides_is_looked_at(tmp_path: Path) -> None:
    text = (
        "echo 'DEFINE QLOCAL(A)' | runmqsc QM1\n"
        'if [ "$1" = clean ]; then\n  echo "DELETE QLOCAL(A)" | runmqsc QM1\nfi\n'
    )
    (tmp_path / "f.sh").write_text(text, encoding="utf-8")
    done = queuewright(tmp_path, "import", "f.sh", "--out", "made")
    assert done.code == 0, done.err
    assert "f.sh:3:1: DELETE QLOCAL is run only where line 2 of the script says so" in done.out
    assert '"A"' in (tmp_path / "made/__main__.py").read_text(encoding="utf-8")
    (tmp_path / "f.sh").write_text(text.partition("\n")[2], encoding="utf-8")
    done = queuewright(tmp_path, "import", "f.sh", "--system", "QM1", "--out", "none")
    assert done.code == 1
    assert "1 not taken, the first is f.sh:2:1: DELETE QLOCAL is run only where" in done.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["QM1.mqsc", "none.mqsc"], "none.mqsc: it does not say which queue manager it is of"),
        (["none.mqsc"], "none.mqsc: it does not say which queue manager it is of"),
        (["QM1.mqsc", "both.clp", "--from", "cl"], "both.clp: it is of several queue managers"),
        (["both.clp", "--system", "QMA"], "both.clp: it is of several queue managers"),
        (["QM1.mqsc", "QM2.mqsc", "--system", "QM1"], "leave --system out, so that each is a"),
        (["QM1=QM1.mqsc", "--system", "QM2"], "QM1=QM1.mqsc: --system QM2 names it too"),
        (["=QM1.mqsc"], "=QM1.mqsc: give a file, or SYSTEM=FILE"),
        (["QM1=absent.mqsc"], "absent.mqsc: No such file"),
        (["bad name!=QM1.mqsc"], "a system's name has only A-Z"),
        (["QM1.mqsc", "QM2.mqsc", "empty.mqsc"], "empty.mqsc: no object in it can be declared"),
        (["A=QM1.mqsc", "Q.1=QM2.mqsc", "Q_1=QM3.mqsc"], "topology/q_1 is there already"),
        (["--system", "", "QM1.mqsc"], "--system"),
        (["--from-system", "A", "--from-system", "B", "--system", "C"], "--system names one"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_apart_is_one_line_and_writes_nothing(
    tmp_path: Path, dumps: list[str], words: list[str], line: str
) -> None:
    (tmp_path / "none.mqsc").write_text("DEF QL(A)\n")
    (tmp_path / "empty.mqsc").write_text(HEAD.format("QM4") + "DEF TOPIC(T)\n")
    both = "CRTMQMQ A *LCL MQMNAME(QMA)\nCRTMQMQ A *LCL MQMNAME(QMB)\n"
    (tmp_path / "both.clp").write_text(both)
    if "cl" in words:
        words = words[1:]
    done = queuewright(tmp_path, "import", *words, "--out", "p")
    assert done.code == 1
    (error,) = done.errors
    assert line in error
    assert "queuewright-import-" not in error
    assert not (tmp_path / "p").exists()


def three_of(text: str) -> Iterator[tuple[str, str]]:
    """A dump as it is, and two more with other depths and texts, each without some queues."""
    commands = re.split(r"(?m)^(?=DEFINE )", text)
    yield "QM1", text
    for system, every, factor, words, left_out in (
        ("QM2", 7, 2, "as in Berlin", 50),
        ("QM3", 5, 3, "as in Paris", 61),
    ):
        changed = []
        queues = 0
        for command in commands:
            if re.match(r"DEFINE Q\w+\('(?!SYSTEM)", command):
                queues += 1
                if queues % left_out == 3:
                    continue
                if queues % every == 1:
                    depth = re.search(r"MAXDEPTH\((\d+)\)", command)
                    more = f"MAXDEPTH({int(depth[1]) * factor})" if depth else ""
                    command = command.replace(depth[0], more) if depth else command
                elif queues % every == 2:
                    command = re.sub(r"DESCR\('[^']*'\)", f"DESCR('{words} {queues}')", command)
            changed.append(command)
        yield system, "".join(changed)


@pytest.mark.thorough
def test_three_systems_of_a_production_estate(tmp_path: Path, shared_mqsc: Path) -> None:
    """The program of all three has not much more than that of one, and less than two apart; it
    adopts all of them."""
    # Tables of authorities are written for each system by itself.
    records = re.compile(r"^SET AUTHREC(?:.*\+\n)*.*\n", re.MULTILINE)
    texts = dict(three_of(records.sub("", (shared_mqsc / "ABKA.mqsc").read_text("utf-8"))))
    for system, text in texts.items():
        (tmp_path / f"{system}.mqsc").write_text(text, encoding="utf-8")
    named = [f"{system}={system}.mqsc" for system in texts]
    words = ("--platform", "linux")
    assert queuewright(tmp_path, "import", named[0], *words, "--out", "one").code == 0
    done = queuewright(tmp_path, "import", *named, *words, "--out", "p")
    assert done.code == 0, done.err
    assert "declared again" not in done.out
    one, three = (sources(tmp_path / name).count("\n") for name in ("one", "p"))
    assert one <= 4100
    assert three <= one * 1.6
    tool(tmp_path / "p", "ruff", "check", "--no-cache", ".")
    tool(tmp_path / "p", "ruff", "format", "--no-cache", "--check", ".")
    modules = [
        {path.name for path in (tmp_path / name).iterdir()}
        for name in ("one/topology/qm1", "p/topology/shared")
    ]
    assert modules[0] == modules[1]
    folders = {path.name for path in (tmp_path / "p/topology").iterdir() if path.is_dir()}
    assert folders == {"shared", "qm1", "qm2", "qm3", "qm1_qm2", "qm1_qm3"}
    agree_with_sandboxes(tmp_path / "p", texts)


def test_partitions_of_ibm_i(tmp_path: Path) -> None:
    """Objects in libraries, and queues of the queue managers there."""
    script = (
        "CRTLIB LIB(ORDERS)\n"
        "CRTAUTL AUTL(ORDAUTL) AUT(*EXCLUDE)\n"
        "CRTDTAQ DTAQ(ORDERS/PICK) MAXLEN({0}) SEQ(*KEYED) KEYLEN(16) AUT(ORDAUTL)\n"
        "CRTDTAQ DTAQ(ORDERS/PACK1) MAXLEN(100) TEXT('one')\n"
        "CRTDTAQ DTAQ(ORDERS/PACK2) MAXLEN({0}) TEXT('two')\n"
        "CRTDTAQ DTAQ(ORDERS/PACK3) MAXLEN(300) TEXT('three')\n"
        "CRTMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH({0})\n"
    )
    for number in (1, 2):
        text = script.format(number * 2048)
        (tmp_path / f"P{number}.clp").write_text(text, encoding="utf-8")
    names = [f"P{n}=P{n}.clp" for n in (1, 2)]
    done = queuewright(tmp_path, "import", *names, "--from", "cl", "--out", "p")
    assert done.code == 0, done.err
    assert "declared again" not in done.out
    written = sources(tmp_path / "p")
    for reported in (
        '("PACK2", 2048, {"P2": 4096}, "two"),',
        "max_entry_length_on.get(system.name, max_entry_length)",
        'max_queue_depth={"P2": 4096}.get(qm.name, 2048)',
        "authorization_list=ordautl",
    ):
        assert written.count(reported) == 1, reported
    tool(tmp_path / "p", "ruff", "format", "--no-cache", "--check", ".")
    tool(tmp_path / "p", "mypy", "--strict", ".")
    preview = queuewright(tmp_path / "p", "preview")
    assert "14 to create" in preview.out
