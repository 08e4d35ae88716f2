"""Pages for everybody: axe, which checks the rules of web accessibility, finds nothing."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from browser import document_of, needs_chromium
from drift_run import OVER, ROWS, row, summary
from npm import file_of
from queuewright.drift.summary import Summary
from queuewright.render.drift.page import page
from queuewright.render.page import plan_page
from rehearsal import Rehearsal

from .test_plan_pages import plan_of

_RUN = """<script>{axe}</script><script>
axe.run(document).then(found => {{ document.title = JSON.stringify(
  found.violations.map(each => [each.id, each.nodes.map(node => node.html).slice(0, 3)])); }});
</script></body>"""


def violations(text: str, folder: Path, *, width: int, dark: bool) -> list[object]:
    axe = file_of("axe-core", "4.10.3", "axe.min.js").read_text(encoding="utf-8")
    text = text.replace("</body>", _RUN.format(axe=axe))
    document = document_of(text, folder, width=width, dark=dark)
    (title,) = re.findall(r"<title>(.*?)</title>", document, re.DOTALL)[:1]
    found: list[object] = json.loads(unescape(title))
    return found


def whole() -> Summary:
    """A summary with everything that a page can have."""
    at, place = "2026-11-20T12:00:00Z", {"environment": "env-3", "system": "QM1"}
    points = [*summary().trend, {**summary().trend[-1], "by_severity": {"critical": 2, "low": 3}}]
    return summary(trend=points, stale=[{**place, "last_read": at, "hours": 72.0}],
                   failures=[{**place, "error": "gone", "last_read": at}])  # fmt: skip


@needs_chromium
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(width: int, dark: bool, tmp_path: Path) -> None:
    plan = plan_page(plan_of(Rehearsal(tmp_path)))
    drift = page(whole(), ROWS, [OVER])
    assert violations(plan, tmp_path, width=width, dark=dark) == []
    assert violations(drift, tmp_path, width=width, dark=dark) == []


@needs_chromium
def test_axe_finds_what_is_wrong(tmp_path: Path) -> None:
    wrong = page(summary(), ROWS).replace("--soft: #57606a", "--soft: #e0e0e0")
    assert "color-contrast" in str(violations(wrong, tmp_path, width=1280, dark=False))


_BROKEN = """<script>{
document.querySelectorAll("details").forEach(each => { each.open = true; });
const broken = new Set(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const node = texts.currentNode, range = document.createRange();
  if (["SCRIPT", "STYLE"].includes(node.parentNode.nodeName)) continue;
  for (const word of node.data.matchAll(/[A-Za-z]{2,20}/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const tops = new Set([...range.getClientRects()].filter(r => r.width).map(r => r.top));
    if (tops.size > 1) broken.add(word[0]);
  }
}
document.title = JSON.stringify([...broken]);
}</script></body>"""


@needs_chromium
@pytest.mark.parametrize("width", [390, 700, 1000, 1280])
def test_no_word_is_broken_in_its_middle(width: int, tmp_path: Path) -> None:
    values = {"desired": "transmission", "observed": "normal", "status": "persisting"}
    long = "PAYMENTS.SETTLEMENT.REQUEST.EUROPE.BACKOUT.QUEUE"
    channel = {"kind": "mq:ClusterSenderChannel", "environment": "payments-frankfurt-production"}
    rows = [*ROWS, row(3, attribute="usage", **values), row(4, name=long, **channel)]
    for text in (plan_page(plan_of(Rehearsal(tmp_path))), page(whole(), rows, [OVER])):
        document = document_of(text.replace("</body>", _BROKEN), tmp_path, width=width)
        (title,) = re.findall(r"<title>(.*?)</title>", document, re.DOTALL)[:1]
        assert json.loads(unescape(title)) == []
