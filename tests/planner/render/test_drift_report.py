"""Reports: what comes from outside stays text, and the page works offline in a real browser."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from browser import document_of, needs_chromium
from queuewright.drift.summary import Summary
from queuewright.render.drift.markdown import markdown
from queuewright.render.drift.page import page
from queuewright.render.drift.terminal import show

EVIL = "<script>alert(1)</script>|`*\n[red] @team ~~gone~~ &lt;b&gt; $x$ ^a^ =="


def row(number: int, **other: Any) -> dict[str, Any]:
    return {
        "environment": f"env-{number}", "system": "QM1", "kind": "mq:LocalQueue",
        "name": f"Q{number}", "drift": "changed", "attribute": "max_queue_depth",
        "desired": "100", "observed": str(number), "change": "in-place", "severity": "medium",
        "first_seen": "2026-11-21T12:00:00Z", "observed_before": None, "status": "new", **other,
    }  # fmt: skip


ROWS = [
    row(9, severity="critical", drift="missing", attribute="", desired=None, observed=None),
    row(10, severity="high"),
    row(2),
    row(1, name=EVIL, severity="low"),
]


def summary(**other: Any) -> Summary:
    counts = {"environments": 4, "objects": 40, "drift": 4, "new": 4, "persisting": 0,
              "resolved": 1, "ignored": 2, "failed": 1}  # fmt: skip
    heat = [
        {"environment": f"env-{n}", "attribute": a, "drift_count": n * k}
        for n in range(1, 5)
        for k, a in enumerate(("missing", "max_queue_depth"), 1)
    ]
    failures = [{"environment": "env-3", "system": "QM1", "error": EVIL}]
    trend = [
        {"run": f"r{n}", "at": f"2026-11-{20 + n}T12:00:00Z", "drift": n * n, "failed": 0}
        for n in range(4)
    ]
    slowest = [{"environment": "env-3", "system": "QM1", "seconds": 1.5, "objects": None}]
    return Summary(
        "r3", "2026-11-23T12:00:00Z", counts, {"critical": 1, "high": 1, "low": 1, "medium": 1},
        heat=heat, failures=failures, trend=trend, slowest=slowest, expired=[EVIL], problems=[EVIL],
        not_compared=[{"system": "QM1", "kind": "mq:LocalQueue", "name": EVIL,
                       "attribute": "custom", "environments": 3}],
        by_attribute=[{"kind": "mq:LocalQueue", "drift": "changed", "attribute": EVIL,
                       "drift_count": 3}],
        environments=[{"environment": EVIL, "drift": 4, "critical": 1}], **other,
    )  # fmt: skip


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_is_self_contained_and_names_stay_text() -> None:
    text = page(summary(), ROWS)
    tags = Tags()
    tags.feed(text)
    assert tags.scripts == 2  # the data and the program, no third
    assert tags.links
    assert all(link.startswith("#") for link in tags.links)
    assert "http" not in text.replace("http-equiv", "")
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text


def test_markdown_and_terminal_say_the_same_and_escape() -> None:
    text = markdown(summary(unfinished=["r2"]), ROWS)
    assert "**4** differences in 4 environments" in text
    assert "&lt;script&gt;" in text
    assert "<script>" not in text
    for markup in ("@team", "~~", "&lt;b&gt;", "$x$", "^a^", "=="):
        assert markup in EVIL
        assert markup not in text
    assert "| critical | env\\-9 |" in text
    assert "Runs that never ended" in text
    assert all(line.count("|") - line.count("\\|") in (0, 4, 6) for line in text.splitlines())
    out = StringIO()
    show(summary(unfinished=["r2"]), Console(file=out, width=200))
    output = out.getvalue()
    assert "4 differences: 4 new, 0 persisting, 1 resolved, 2 ignored" in output
    assert "failed: env-3 QM1: <script>" in output
    assert "[red]" in output  # names are not markup
    assert "run that never ended, ignored: r2" in output


def test_a_summary_survives_json_and_unknown_fields() -> None:
    original = summary()
    again = Summary.from_json(original.to_json().replace('{"run"', '{"later": 1, "run"', 1))
    assert again.to_json() == original.to_json()
    assert again.exit_code == 4


def test_the_documentation_has_every_field_of_the_summary() -> None:
    text = (Path(__file__).parents[3] / "docs" / "drift.md").read_text(encoding="utf-8")
    table = text.split("`--json` prints the summary", 1)[1].split("## The lake", 1)[0]
    named = set(re.findall(r"`(\w+)`", table))
    plain = summary().plain()
    assert set(plain) <= named
    assert set(plain["counts"]) <= named


def test_a_terminal_is_not_flooded_and_says_how_much_is_left_out() -> None:
    failures = [{"environment": f"e{n}", "system": "QM1", "error": "gone"} for n in range(25)]
    out = StringIO()
    many = replace(summary(), failures=failures, problems=["wrong"] * 23)
    show(many, Console(file=out, width=200))
    output = out.getvalue().splitlines()
    assert "1 environments failed" in output
    assert sum(line.startswith("failed: e") for line in output) == 20
    assert "failed: and 5 more, see --json" in output
    assert "fleet: and 3 more, see --json" in output


# Appended to the page: does what a person does, and leaves what is then seen in the document.
DRIVER = """<script>{
const seen = () => [...document.querySelectorAll("#drift tbody tr")].filter(r => !r.hidden)
  .map(r => r.cells[1].textContent).join(",");
const search = document.getElementById("search"), told = [];
const type = text => { search.value = text; search.dispatchEvent(new Event("input")); };
const click = heading => [...document.querySelectorAll("#drift th button")]
  .find(b => b.textContent === heading).click();
told.push("start " + seen());
type("Q10 medium"); told.push("none " + seen());
type("q10 HIGH"); told.push("found " + seen() + " " + document.getElementById("shown").textContent);
type("alert(1)"); told.push("evil " + seen());
type(""); click("observed"); told.push("numbers " + seen());
click("observed"); told.push("down " + seen());
click("severity"); told.push("severity " + seen());
const press = (text, within) => [...document.querySelectorAll(within + " [data-only]")]
  .find(b => b.textContent === text).click();
press("high", ".counts"); told.push("high " + seen()); all.click();
press("1", "#heat"); told.push("cell " + seen() + " " + all.textContent);
press("env-1", "#heat"); told.push("environment " + seen());
all.click(); told.push("all " + seen());
told.push("width " + (document.documentElement.scrollWidth <= innerWidth) + " "
  + (table.getBoundingClientRect().right <= innerWidth));
told.push("first " + (table.compareDocumentPosition(document.getElementById("heat"))
  === Node.DOCUMENT_POSITION_FOLLOWING));
document.documentElement.dataset.told = told.join(";");
document.documentElement.dataset.alerts = String(document.querySelectorAll("td script").length);
}</script>"""


@needs_chromium
@pytest.mark.parametrize("width", [390, 1000, 1280])
def test_the_page_works_offline_in_a_browser(width: int, tmp_path: Path) -> None:
    """Sorted, searched, followed from figures and heat map; nothing is cut off."""
    text = page(summary(), ROWS).replace("</body>", DRIVER + "</body>")
    dom = document_of(text, tmp_path, width=width)
    steps = dict(
        part.split(" ", 1) for part in dom.split('data-told="', 1)[1].split('"', 1)[0].split(";")
    )
    assert steps == {
        "start": "env-9,env-10,env-2,env-1",
        "none": "",
        "found": "env-10 1 of 4",
        "evil": "env-1",
        "numbers": "env-1,env-2,env-10,env-9",
        "down": "env-9,env-10,env-2,env-1",
        "severity": "env-9,env-10,env-2,env-1",
        "high": "env-10",
        "cell": " only environment env-1, difference missing \u2715",
        "environment": "env-1",
        "all": "env-9,env-10,env-2,env-1",
        "width": "true true",
        "first": "true",
    }
    assert 'data-alerts="0"' in dom


LINES = """<script>window.onload = () => {
  const told = [...document.querySelectorAll("#drift tbody tr")].map(row => {
    const range = document.createRange();
    range.selectNodeContents(row.cells[4]);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
  });
  document.documentElement.dataset.told = told.join(",");
};</script>"""


@needs_chromium
def test_a_name_of_usual_length_stands_on_one_line(tmp_path: Path) -> None:
    names = ("ORDERS.19.IN", "WORKS.XMIT", "STOCK.13")
    rows = [{**ROWS[0], "name": name, "attribute": "backout_requeue_name"} for name in names]
    text = page(summary(), rows).replace("</body>", LINES + "</body>")
    assert 'data-told="1,1,1"' in document_of(text, tmp_path)
