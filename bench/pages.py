"""A plan of many changes in each format, and its page in a browser. Run: python -m bench.pages

Limits: 1,000 changes in each format in at most 1 s; the page of 10,000 objects first paints within
2 s and searches within 100 ms in headless Chromium (skipped where there is none).
"""

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bench.plan import snapshot
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.render.document import plan_document
from queuewright.render.junit import plan_junit
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.sarif import plan_sarif
from queuewright.render.text import plan_text

SECONDS, PAINT, SEARCH = 1.0, 2_000, 100
FORMATS: Mapping[str, Callable[[Plan], Any]] = {
    "text": lambda plan: plan_text(plan).plain,
    "markdown": plan_markdown,
    "json": lambda plan: json.dumps(plan_document(plan)),
    "html": plan_page,
    "sarif": lambda plan: json.dumps(plan_sarif(plan)),
    "junit": plan_junit,
}
_SEARCH = """<script>
let slowest = 0;
for (const words of ["work.0012", "in.0", "x", "alias 77"]) {
  const started = performance.now();
  search.value = words; search.dispatchEvent(new Event("input"));
  document.body.offsetHeight;
  slowest = Math.max(slowest, performance.now() - started);
}
document.title = slowest;
</script></body>"""


def main() -> int:
    missed = 0
    plan = make_plan(*snapshot(1_000, "all"))
    for name, render in FORMATS.items():
        started = time.process_time()
        size = len(render(plan))
        seconds = time.process_time() - started
        missed += seconds > SECONDS
        print(f"pages: 1000 changes as {name}: {seconds:.2f} s (at most {SECONDS:g}), {size} bytes")
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("pages: skipped in a browser: there is no Chromium")
        return int(missed > 0)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        page = plan_page(make_plan(*snapshot(10_000, "all")))
        searched = _browse(browser, folder, page.replace("</body>", _SEARCH), "--dump-dom")
        empty = page[: page.index("<main>")]
        paint = 1000 * (_painted(browser, folder, page) - _painted(browser, folder, empty))
    (title,) = re.findall(r"<title>(.*?)</title>", searched)
    search = float(title)
    print(f"pages: 10000 objects: painted {paint:.0f} ms after an empty page (at most {PAINT}), "
          f"slowest search {search:.0f} ms (at most {SEARCH})")  # fmt: skip
    missed += paint > PAINT or search > SEARCH
    return int(missed > 0)


def _browse(browser: str, folder: Path, page: str, *options: str) -> str:
    file = folder / "plan.html"
    file.write_text(page, encoding="utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", *options]
    profile = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run(
        [*command, profile, file.as_uri()], capture_output=True, text=True, check=True
    )
    return done.stdout


def _painted(browser: str, folder: Path, page: str) -> float:
    """Seconds until a picture of the page is there, the start of the browser included; the best of
    three."""
    best = float("inf")
    for _ in range(3):
        started = time.perf_counter()
        _browse(browser, folder, page, f"--screenshot={folder / 'page.png'}")
        best = min(best, time.perf_counter() - started)
    return best


if __name__ == "__main__":
    raise SystemExit(main())
