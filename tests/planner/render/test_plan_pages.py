"""A plan as a page, as SARIF and as JUnit: complete, and safe whatever values there are."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from browser import document_of, needs_chromium
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan
from queuewright.render.junit import plan_junit
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.sarif import plan_sarif
from queuewright.render.text import plan_text
from queuewright.render.words import problems_of, shown_steps, target
from random_plans import random_plan
from rehearsal import ALIAS, LOCAL, Rehearsal, resource

EVIL = "</script><img src=x onerror=alert(1)>&\"'{{7*7}}"


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path)


def plan_of(world: Rehearsal) -> Plan:
    """Blocked, destructive, in use, and with a hostile value."""
    machine = world.system()
    world.up(resource(LOCAL, "OLD"), resource(LOCAL, "Q", max_queue_depth=5), resource(LOCAL, "S"))
    for _ in range(3):
        machine.put("OLD")
    return world.plan(
        resource(LOCAL, "Q", max_queue_depth=6, queue_description=EVIL),
        resource(ALIAS, "A", base_object_name="Q"),
        resource(LOCAL, "S"),
    )


def test_the_page_has_everything_that_the_text_has(world: Rehearsal) -> None:
    plan = plan_of(world)
    page = plan_page(plan)
    assert EVIL not in page
    assert page.count("<script") == 3
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    for step in shown_steps(plan, show_sames=True):
        assert target(step) in text
    assert "would lose 3 messages" in text
    assert "max_queue_depth" in text
    (blocked,) = re.findall(r'<details id="s0"([^>]*)>', page)
    assert "open" in blocked
    needs = json.loads(re.findall(r'type="application/json">(.*?)</script>', page)[0])
    assert len(needs) == len(plan.steps)
    assert sum(map(len, needs)) >= 1
    impacts = json.loads(re.findall(r'type="application/json">(.*?)</script>', page)[1])
    reported = [text for texts in impacts.values() for text in texts]
    assert any(text.startswith("depends on it: QM1 mq:AliasQueue A ") for text in reported), (
        reported
    )


@pytest.mark.parametrize("seed", range(12))
def test_every_form_of_any_plan(seed: int, tmp_path: Path) -> None:
    plan = random_plan(seed, tmp_path)
    if plan is None:
        return
    problems, risks = [problem for problem, _ in problems_of(plan)], risks_of(plan)
    results = plan_sarif(plan)["runs"][0]["results"]
    texts = [*(risk.text(50) for risk in risks), *map(str, problems)]
    assert [result["message"]["text"] for result in results] == texts
    suite = ET.fromstring(plan_junit(plan))[0]
    assert int(suite.get("failures", "")) == plan.blocked_count
    cases = len(risks) + len(shown_steps(plan, show_sames=False))
    assert int(suite.get("tests", "")) == cases
    page = unescape(plan_page(plan))
    for problem in problems:
        assert problem.remediation in page


def test_sarif_names_file_and_line(world: Rehearsal) -> None:
    world.system()
    plan = world.plan(resource(LOCAL, "Q", max_queue_depth=-1, opt_place="queues.py:12"))
    document = plan_sarif(plan)
    run: dict[str, Any] = document["runs"][0]
    (result,) = run["results"]
    assert (document["version"], result["level"]) == ("2.1.0", "error")
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] == "range"
    assert rule["helpUri"].startswith("https://www.ibm.com/")
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "queues.py"}, "region": {"startLine": 12}}


def test_junit_fails_what_is_blocked(world: Rehearsal) -> None:
    plan = plan_of(world)
    suite = ET.fromstring(plan_junit(plan))[0]
    (failure,) = suite.findall("testcase/failure")
    assert failure.get("type") == "QW501"
    assert "would lose 3 messages" in (failure.text or "")
    texts = [case.findtext("system-out") or "" for case in suite]
    assert any(json.dumps(EVIL) in text for text in texts)


def test_every_form_names_the_rule_of_lint(world: Rehearsal) -> None:
    """By its code a warning is looked up and silenced: docs/lint."""
    plan = plan_of(world)
    for form in (plan_text(plan).plain, plan_markdown(plan), unescape(plan_page(plan))):
        assert re.search(r"BLOCKED(\*\*|</strong>)? QW501 would lose 3 messages", form)


TRY = """<script>
const shown = () => steps.filter(step => !step.closest("[hidden]"));
const names = () => shown().map(step => step.querySelector("summary").textContent.trim());
const before = names().length;
search.value = "alias"; search.dispatchEvent(new Event("input"));
const after = names();
search.value = ""; search.dispatchEvent(new Event("input"));
sames.checked = true; sames.dispatchEvent(new Event("change"));
const all = names().length;
const link = document.querySelector("[data-around] a");
const impacts_shown = document.querySelectorAll(".inside > p.impact").length;
document.title = JSON.stringify([before, after.length, after[0].includes("AliasQueue A"), all,
  Boolean(link), document.documentElement.scrollWidth <= innerWidth, impacts_shown > 0]);
</script></body>"""


@needs_chromium
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_in_a_browser(world: Rehearsal, tmp_path: Path, width: int) -> None:
    """Searching, what stays the same, the way from one object to another; nothing is cut off."""
    text = plan_page(plan_of(world)).replace("</body>", TRY)
    document = document_of(text, tmp_path, width=width)
    (title,) = re.findall(r"<title>(.*?)</title>", document)
    assert json.loads(unescape(title)) == [3, 1, True, 4, True, True, True]
