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
from drift_run import EVIL, OVER, ROWS, clean, row, summary
from queuewright.drift.filters import Filters
from queuewright.drift.summary import Summary
from queuewright.render.drift.markdown import markdown
from queuewright.render.drift.page import breakable, page
from queuewright.render.drift.terminal import show


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


def test_no_value_turns_the_text_of_the_page_round() -> None:
    """A description that reads as another one, with characters that nobody sees."""
    text = page(summary(), [row(1, name="Q\x1b[2J", observed='"safe\u202e\x07exe.gnp\u2066"')])
    assert "Q\\x1b[2J" in text
    assert "safe\\u202e\\x07exe.gnp\\u2066" in text.replace("<wbr>", "")
    assert all(c.isprintable() or c in "\n\u200b\xa0" for c in text)


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
    assert all(line.count("|") - line.count("\\|") in (0, 5, 7) for line in text.splitlines())
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
    kept = row(7, name="PAYMENTS.SETTLEMENT.REQUEST.EUROPE.BACKOUT.QUEUE", status="resolved")
    text = page(summary(), ROWS, [OVER, kept]).replace("</body>", DRIVER + "</body>")
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


def test_what_is_over_is_listed_with_the_time_that_it_stood() -> None:
    text = page(summary(), ROWS, [OVER])
    assert "3 days 4 h" in text
    assert text.index('id="resolved"') < text.index("3 days 4 h")
    assert "| env\\-5 | QM1 mq\\:LocalQueue Q5 |" in markdown(summary(), ROWS, [OVER])
    assert 'id="resolved"' not in page(summary(), ROWS)


def bars(text: str) -> list[tuple[list[str], float]]:
    """Each run's parts of the picture, from the ground up, and how high they are together."""
    drawn = text.split('<svg id="trend"', 1)[1].split("</svg>", 1)[0]
    found = []
    for bar in drawn.split("<g>")[1:]:
        parts = re.findall(r'<rect class="(\w+)" x="[\d.]+" y="([\d.]+)" .* ?height="([\d.]+)"',
                           bar.replace("/>", "/>\n"))  # fmt: skip
        found.append(([name for name, _, _ in parts], sum(float(high) for _, _, high in parts)))
    return found


def test_the_trend_is_drawn_by_severity_and_older_runs_in_one_colour() -> None:
    points: list[dict[str, Any]] = [
        {"run": "r1", "at": "2026-11-21T12:00:00Z", "drift": 10, "failed": 0},
        {"run": "r2", "at": "2026-11-22T12:00:00Z", "drift": 5, "failed": 1,
         "by_severity": {"low": 3, "critical": 2}},
        {"run": "r3", "at": "2026-11-23T12:00:00Z", "drift": 0, "failed": 0, "by_severity": {}},
    ]  # fmt: skip
    text = page(clean(trend=points), [])
    assert bars(text) == [(["all"], 140.0), (["critical", "low"], 70.0), ([], 0)]
    assert "2026-11-22T12:00:00Z: 5 differences (2 critical, 3 low), 1 failed" in text
    assert bars(page(clean(), [])) == []  # of a lake without a run
    assert len(bars(page(clean(trend=points * 50), []))) == 60


def test_a_report_that_is_narrowed_says_by_what() -> None:
    filters = Filters(environments=["prod-*"], new=True)
    assert "Only --" in page(summary(), ROWS, [], filters).replace("<wbr>", "")
    assert "Nothing matches --" in page(clean(), [], [], filters).replace("<wbr>", "")
    assert "Nothing matches \\-\\-environment prod\\-\\* \\-\\-new" in markdown(
        clean(), [], [], filters
    )


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ORDERS.19.IN", ["ORDERS.", "19.", "IN"]),
        ("max_queue_depth", ["max_", "queue_", "depth"]),
        ("2026-11-21T12:00:00Z", ["2026-11-21", "T12:00:00Z"]),
        ("mq:LocalQueue", ["mq:", "LocalQueue"]),
        ("", []),
        ("a b", ["a", " ", "b"]),
        ("<b>", ["&lt;b&gt;"]),
        ("f" * 25, [f'<span class="long">{"f" * 25}</span>']),
    ],
)
def test_text_is_broken_between_its_pieces(text: str, pieces: list[str]) -> None:
    assert breakable(text).split("<wbr>") == (pieces or [""])
