"""The pictures of README and docs/: what real commands print about the example. `make pictures`.

Terminals become SVG; the comment on a pull request, the page of a plan and the report of drift are
shown in Chromium, and left as they are where it is not installed, or Spark for drift.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from markdown_it import MarkdownIt
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WIDTH = 96  # columns of a terminal
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
COLOURS = {"FORCE_COLOR": "1", "NO_COLOR": "", "COLUMNS": str(WIDTH)}

# Runs `queuewright` in a folder with variables; what it printed on standard output.
Run = Callable[[Path, list[str], Mapping[str, str]], str]


def queuewright(folder: Path, words: list[str], variables: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "queuewright.cli.main", *words]
    outside = {"QUEUEWRIGHT_SANDBOX", "PULUMI_STACK", "PYTHONPATH", "GITHUB_ACTIONS"}
    environment = {name: value for name, value in os.environ.items() if name not in outside}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**environment, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.stdout


def project(folder: Path) -> None:
    """The example, to be run with the Python that runs this."""
    shutil.copytree(ROOT / "examples" / "orders", folder / "examples" / "orders")
    shutil.copy(ROOT / "Pulumi.dev.yaml", folder)
    text = (ROOT / "Pulumi.yaml").read_text()
    (folder / "Pulumi.yaml").write_text(text.replace("  options:\n    virtualenv: .venv\n", ""))


def changed(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text()
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    file.write_text(text)


def pictures(folder: Path, run: Run) -> Iterator[tuple[str, str]]:
    """Name and content of each: an SVG, or the HTML that is to be photographed."""
    project(folder)
    configuration = folder / "Pulumi.dev.yaml"
    program = folder / "examples" / "orders" / "__main__.py"
    run(folder, ["up", "--yes"], {})
    opened = "sandbox open QM1 ORDERS.IN --for output --application webshop --user shop"
    run(folder, opened.split(), {})
    run(folder, ["sandbox", "put", "QM2", "ORDERS.APAC", "--count", "3"], {})

    reviewed = ("intake: ORDERS.REGULAR", "intake: ORDERS.PRIORITY")
    changed(configuration, reviewed)
    yield "blocked.svg", terminal(run(folder, ["preview"], COLOURS), "queuewright preview")
    allowed = ("intake: ORDERS.PRIORITY", "intake: ORDERS.PRIORITY\n  orders:force: true")
    changed(configuration, allowed)
    yield "force.svg", terminal(run(folder, ["preview"], COLOURS), "queuewright preview")
    changed(configuration, (allowed[1], allowed[0]))

    changed(configuration, ("[EMEA, APAC]", "[EMEA, LATAM]"), ("depth: 50000", "depth: 80000"))
    changed(program, ("key_length=16", "key_length=24"))
    yield "comment.html", comment(run(folder, ["preview", "--markdown"], {}))
    yield "plan.html", run(folder, ["preview", "--html"], {})


def drift_report(folder: Path, run: Run) -> str:
    """The page of a fleet of 40 environments with drift in some of them: a minute of Spark."""
    sys.path.insert(0, str(ROOT / "examples" / "drift"))
    from demo import definition
    from seeded import Seeds, make_fleet

    make_fleet(folder / "fleet", definition(), Seeds(environments=40, drifted=0.15))
    words = "drift run --fleet fleet/fleet.yaml --lake lake --unmanaged --html report.html"
    run(folder, words.split(), {})
    return (folder / "report.html").read_text(encoding="utf-8")


def terminal(out: str, title: str) -> str:
    """What a command printed, in its colours."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(out.rstrip("\n")))
    svg = console.export_svg(title=f"$ {title}", unique_id="plan")
    # Whatever font is there: a picture fetches nothing.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "monospace")


STYLE = """
* { box-sizing: border-box; } body { margin: 0; padding: 24px; background: #fff; color: #1f2328;
  font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", Helvetica, sans-serif; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; max-width: 900px; }
.head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; color: #59636e; }
.head b { color: #1f2328; } .body { padding: 16px; } h3 { margin: 0 0 12px; font-size: 18px; }
.bot { border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 6px; font-size: 12px; }
p { margin: 0 0 12px; } table { border-collapse: collapse; margin: 0 0 14px; display: block; }
th, td { border: 1px solid #d1d9e0; padding: 5px 10px; text-align: left; vertical-align: top; }
tr:nth-child(2n) td { background: #f6f8fa; } td:nth-child(4) { overflow-wrap: anywhere; }
code { background: #818b981f; border-radius: 6px; padding: 2px 5px; white-space: pre;
  font: 12px ui-monospace, "Liberation Mono", monospace; }
blockquote { margin: 0 0 14px; padding: 0 12px; border-left: 4px solid #d1d9e0; color: #59636e; }
summary { cursor: pointer; margin-bottom: 8px; } a { color: #0969da; } sub { font-size: 12px; }
"""


def comment(markdown: str) -> str:
    """The comment that `queuewright comment` writes of it, as a forge shows it."""
    from queuewright.review.body import CommandOutput, body
    from queuewright.review.request import PipelineRun

    said = CommandOutput(("queuewright", "preview", "--markdown"), 1, markdown, "")
    run = PipelineRun(commit="6c647de0c4", log="https://ci.example.com/runs/99")
    text = body("orders/dev", said, run, 65_536)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    head = '<b>github-actions</b> <span class="bot">bot</span> commented'
    return (
        f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>'
        f'<div class="comment"><div class="head">{head}</div><div class="body">{html}</div></div>'
    )


# Picture -> width and height of the window; no height: as high as the page.
PHOTOGRAPHS = {"comment": (950, 0), "plan": (1000, 760), "drift": (1280, 800)}
MEASURE = "<script>document.title = document.documentElement.scrollHeight</script>"


def photograph(page: str, file: Path, size: tuple[int, int], folder: Path) -> None:
    """A page as Chromium shows it."""
    from PIL import Image

    width, height = size
    if not height:
        shown = chromium(page + MEASURE, folder, "--dump-dom", f"--window-size={width},100")
        height = int(re.findall(r"<title>(\d+)</title>", shown)[0])
    chromium(page, folder, f"--screenshot={file}", f"--window-size={width},{height}")
    with Image.open(file) as picture:  # a page has few colours: half the size, and looks the same
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)


def chromium(page: str, folder: Path, *options: str) -> str:
    """What Chromium prints of a page."""
    source = folder / "page.html"
    source.write_text(page, encoding="utf-8")
    always = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [str(CHROMIUM), *always, profile, *options, source.as_uri()]
    environment = {**os.environ, "TMPDIR": "/tmp"}  # where its sockets are: short paths
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=120, env=environment
    )
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="queuewright-pictures-") as name:
        folder = Path(name) / "orders"
        folder.mkdir()
        for file, content in pictures(folder, queuewright):
            if file.endswith(".svg"):
                (HERE / file).write_text(content, encoding="utf-8")
                continue
            picture = HERE / f"{Path(file).stem}.png"
            if CHROMIUM is None:
                print(f"{picture.name} stays as it is: there is no Chromium", file=sys.stderr)
            else:
                photograph(content, picture, PHOTOGRAPHS[picture.stem], Path(name))
        if CHROMIUM is None or find_spec("pyspark") is None or shutil.which("java") is None:
            print("drift.png stays as it is: it needs Chromium, Spark and Java", file=sys.stderr)
            return
        page = drift_report(Path(name), queuewright)
        photograph(page, HERE / "drift.png", PHOTOGRAPHS["drift"], Path(name))


if __name__ == "__main__":
    main()
