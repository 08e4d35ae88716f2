"""What the shop says of lint: which rules, how bad, which silences."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from command_line import Ran, queuewright
from queuewright.lint.settings import Settings
from queuewright.policy.configuration import PolicyRules
from queuewright.pyproject import SETTINGS

ALIASES = "DEFINE QALIAS(OLD.A) TARGET(GONE)\nDEFINE QALIAS(NEW.A) TARGET(GONE)\n"
# Days of the test's own time: the last one that a silence holds, and the one before it.
TODAY, YESTERDAY = "@today", "@yesterday"


def lint(folder: Path, settings: str, script: str = ALIASES, *words: str) -> Ran:
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    (folder / "QM1.mqsc").write_text(script, encoding="utf-8")
    return queuewright(folder, "lint", "QM1.mqsc", "--json", *words)


def codes(ran: Ran) -> dict[str, int]:
    assert ran.out, ran.err
    found: dict[str, int] = json.loads(ran.out)["summary"]["codes"]
    return found


def table(text: str) -> str:
    return f"[tool.queuewright.lint]\n{text}\n"


def silence(**values: object) -> str:
    lines = (f"{name} = {value}" for name, value in values.items())
    return "[[tool.queuewright.lint.silences]]\n" + "\n".join(lines)


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ("", {"QW101": 2}),
        (table('select = ["QW3"]'), {}),
        (table('ignore = ["QW1"]'), {}),
        (table('select = ["QW101"]\nignore = ["QW1"]'), {"QW101": 2}),
        (table('select = ["QW1"]\nignore = ["QW101"]'), {}),
        (silence(code='"QW101"', object='"OLD.*"', reason='"r"'), {"QW101": 1}),
        (silence(code='"QW101"', object='"QM1/mq:AliasQueue/*"', reason='"r"'), {}),
        (
            silence(code='"QW101"', object='"QM1/*"', reason='"r"', expires=TODAY),
            {},  # the last day holds
        ),
        (
            silence(code='"QW101"', object='"*"', reason='"r"', expires=YESTERDAY),
            {"QW001": 1, "QW101": 2},
        ),
        (silence(code='"QW102"', object='"QM1/*"', reason='"r"'), {"QW002": 1, "QW101": 2}),
        # Of another system, which was not looked at: nobody knows whether it silences something.
        (silence(code='"QW102"', object='"QM2/*"', reason='"r"'), {"QW101": 2}),
    ],
)
def test_what_is_told(tmp_path: Path, settings: str, found: dict[str, int]) -> None:
    today = datetime.now(UTC).date()
    settings = settings.replace(TODAY, str(today))
    ran = lint(tmp_path, settings.replace(YESTERDAY, str(today - timedelta(days=1))))
    assert codes(ran) == found
    assert ran.code == (2 if "QW101" in found else 0)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        (silence(code='"QW101"', object='"A"'), "silences.0.reason: Field required"),
        (silence(code='"QW101"', object='"A"', reason='" "'), "silences.0.reason: String should"),
        (silence(code='"QW999"', object='"A"', reason='"r"'), 'silences: "QW999" is not a code'),
        (table('select = ["QX"]'), 'select: "QX" is not a code'),
        (table("select = 3"), "select: Input should be a valid list"),
        (table('severity = {QW101 = "bad"}'), "severity.QW101: 'bad' is not a valid"),
        (table('names = {"mq:Queue" = "A"}'), "kind 'mq:Queue' is not known"),
        (table('names = {"mq:LocalQueue" = "("}'), '"(" is not a regular expression'),
        (table("selected = []"), "selected: no such setting; did you mean select?"),
        (
            table("freez = []"),
            "lint.freez: no such setting; did you mean tool.queuewright.policy.freeze?",
        ),
        (table("xyz = []"), "lint.xyz: no such setting; use one of select, ignore, seve"),
        (
            "[tool.queuewright.freez]\na = 1\n",
            "queuewright.freez: no such setting; did you mean tool.queuewright.policy.",
        ),
        ("[tool.queuewright]\nlnt = 1\n", "queuewright.lnt: no such setting; did you mea"),
        ("[tool.queuewright", "is not TOML"),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, settings: str, error: str) -> None:
    ran = lint(tmp_path, settings)
    (line,) = ran.errors
    assert error in line
    assert ran.code == 1
    assert not ran.out


def test_severities_decide_what_fails(tmp_path: Path) -> None:
    settings = table('severity = {QW101 = "note"}')
    assert lint(tmp_path, settings).code == 0
    assert lint(tmp_path, settings, ALIASES, "--fail-on", "note").code == 2
    assert lint(tmp_path, settings, ALIASES, "--fail-on", "never").code == 0
    assert lint(tmp_path, "", ALIASES, "--fail-on", "error").code == 0


@pytest.mark.parametrize(
    "script",
    [
        "* queuewright: ignore QW101: why\nDEFINE QALIAS(A) TARGET(B)\n",
        "DEFINE QALIAS(A) +\n* queuewright: ignore QW101 until 2999-01-01: why\n  TARGET(B)\n",
        "* queuewright: ignore QW101, QW102: why\n* more\n\nDEFINE QALIAS(A) TARGET(B)\n",
    ],
)
def test_comments_of_mqsc(tmp_path: Path, script: str) -> None:
    before, after = (f"DEFINE QALIAS({name}) TARGET(B)\n" for name in ("C", "D"))
    assert codes(lint(tmp_path, "", script)) == {}
    assert codes(lint(tmp_path, "", before + script + after)) == {"QW101": 2}


def test_comments_of_cl(tmp_path: Path) -> None:
    script = (
        "CRTDTAQ DTAQ(SHOP/A) MAXLEN(9) AUT(X) /* queuewright: ignore QW602: why */\n"
        "/* queuewright: ignore QW602: why */\n"
        "CRTDTAQ DTAQ(SHOP/B) +\n  MAXLEN(9) AUT(X)\n"
        "CRTDTAQ DTAQ(SHOP/C) MAXLEN(9) AUT(X)\n"
    )
    (tmp_path / "a.clp").write_text(script)
    ran = queuewright(tmp_path, "lint", "a.clp")
    assert [line.split(": ")[2] for line in ran.out.splitlines()] == ["a ibmi:DataQueue SHOP/C"]


@pytest.mark.parametrize(
    ("comment", "error"),
    [
        ("ignore QW101", "a silence needs codes and a reason"),
        ("ignore QW101:", "a silence needs codes and a reason"),
        ("ignore: why", "a silence needs codes and a reason"),
        ("ignore QW101 until May: why", 'until "May" is not a day'),
        ("ignore QW777: why", '"QW777" is not a code of a rule'),
    ],
)
def test_a_comment_that_cannot_be_read_is_refused(tmp_path: Path, comment: str, error: str) -> None:
    ran = lint(tmp_path, "", f"* queuewright: {comment}\n{ALIASES}")
    (line,) = ran.errors
    assert line.startswith("error: QM1.mqsc:1: ")
    assert error in line
    assert ran.code == 1


def test_a_comment_that_silences_nothing_is_told(tmp_path: Path) -> None:
    ran = lint(tmp_path, "", "* queuewright: ignore QW101: why\nDEFINE QLOCAL(A)\n")
    (finding,) = json.loads(ran.out)["findings"]
    assert (finding["code"], finding["file"], finding["line"]) == ("QW002", "QM1.mqsc", 1)


def test_the_settings_that_are_proposed_are_those_that_there_are() -> None:
    for name, model in (("lint", Settings), ("policy", PolicyRules)):
        keys = [field.alias or key for key, field in model.model_fields.items()]
        assert list(SETTINGS[name]) == keys
