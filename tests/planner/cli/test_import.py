"""`queuewright import`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.errors import QueuewrightError


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["import", *words])
    if isinstance(result.exception, QueuewrightError):
        return 1, str(result.exception)
    return result.exit_code, result.output


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "qm1.mqsc"
    path.write_text(
        "DEF QA(A) TARGET(NOWHERE)\nDEF QL(B) MAXDEPTH(9)\n"
        "DEF QL(AMQ.1) +\n*  DEFTYPE(TEMPDYN) +\nREPLACE\n"
        "DEF BUFFPOOL(3) BUFFERS(5)\n"
        "DEF CHL(C) CHLTYPE(CLUSSDR) CONNAME(H) RESETSEQ(NO)\n"
    )
    return path


def test_what_is_not_taken_shows_in_the_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "qm1.mqsc"
    path.write_text("DEF QL(A)\nDEF QL(D\nDEF QL(E) MAXDEPTH(x)\n")
    code, text = run(str(path), "--system", "QM1", "--out", str(tmp_path / "out"))
    assert code == 1
    for words in ("1 objects of QM1", "Not valid: 2", "qm1.mqsc:2:7: expected a closing paren",
                  "qm1.mqsc:3:11: mq:LocalQueue E: MAXDEPTH must be a whole number"):  # fmt: skip
        assert words in text, words
    assert (tmp_path / "out" / "__main__.py").is_file()


def test_the_report_names_everything(script: Path, tmp_path: Path) -> None:
    code, text = run(str(script), "--system", "QM1", "--out", str(tmp_path / "out"))
    assert code == 0
    for words in (
        "3 objects of QM1 in 4 files",
        "linux, command level 930, CCSID 1208",
        "assumed, because no file says it: platform, command_level, ccsid",
        "no: dynamic queues",
        "DEFINE BUFFPOOL",
        "mq:ClusterSenderChannel RESETSEQ",
        "Look at: 1",
        '"NOWHERE" is neither there nor declared',
    ):
        assert words in text, words
    assert (tmp_path / "out" / "__main__.py").is_file()


def test_all_lines_name_what_is_passed_over(script: Path, tmp_path: Path) -> None:
    with script.open("a") as file:
        file.write("DISPLAY QMGR ALL\nREFRESH SECURITY\nSET SYSTEM LOGLOAD(5000)\n")
    _, text = run(str(script), "--system", "QM1", "--out", str(tmp_path / "out"), "--full")
    for words in (
        "Passed over: 4",
        "qm1.mqsc:6: DEFINE BUFFPOOL: not managed",
        "qm1.mqsc:8: DISPLAY QMGR: it only shows",
        "qm1.mqsc:9: REFRESH SECURITY: it acts once",
        "qm1.mqsc:10: SET SYSTEM: not managed",
    ):
        assert words in text, words


def test_json(script: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, text = run(str(script), "--system", "QM1", "--out", str(out), "--json",
                     "--platform", "UNIX", "--command-level", "750", "--ccsid", "819")  # fmt: skip
    assert code == 0
    report = json.loads(text)
    assert report["system"] == {
        "name": "QM1", "platform": "aix", "command_level": 750, "ccsid": 819, "assumed": [],
    }  # fmt: skip
    assert report["declared"] == {
        "mq:AliasQueue": 1, "mq:LocalQueue": 1, "mq:ClusterSenderChannel": 1,
    }  # fmt: skip
    assert report["left_out"] == {"dynamic queues": {"mq:LocalQueue": 1}}
    assert report["not_taken"] == [
        {"command": "DEFINE BUFFPOOL", "count": 1, "names": ["3"], "places": ["qm1.mqsc:6"]}
    ]
    assert report["unmanaged"] == {"mq:ClusterSenderChannel RESETSEQ": 1}
    assert [note["code"] for note in report["notes"]] == ["dangling"]
    assert {path.name for path in out.iterdir()} == set(report["files"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--system", "QM1", "--platform", "PDP11"], "--platform: platform 'PDP11' is not known"),
        (["--system", "QM1", "--from", "cobol"], "is not known; use one of mqsc, cl, pcf"),
        (["--system", ""], "--system"),
        (["--system", "QM1", "--stack", "a b"], "choose such a name"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    script: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    code, text = run(str(script), "--out", str(tmp_path / "out"), *words)
    assert code == 1
    assert message in text
    assert "\n" not in text
    assert not (tmp_path / "out").exists()


def test_a_second_import_keeps_the_first(script: Path, tmp_path: Path) -> None:
    words = (str(script), "--system", "QM1", "--out", str(tmp_path / "out"))
    assert run(*words)[0] == 0
    (tmp_path / "out" / "__main__.py").write_text("mine")
    assert run(*words)[0] == 1
    assert (tmp_path / "out" / "__main__.py").read_text() == "mine"


def test_long_lists_are_cut_unless_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "many.mqsc"
    path.write_text("".join(f"DEF QA(A{n}) TARGET(NOWHERE)\n" for n in range(30)))
    text = run(str(path), "--system", "QM1", "--out", str(tmp_path / "one"))[1]
    assert "and 10 more; print them with --full" in text
    text = run(str(path), "--system", "QM1", "--out", str(tmp_path / "two"), "--full")[1]
    assert "more; print" not in text
    assert text.count('="NOWHERE"') == 30
