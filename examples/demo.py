"""The main example from its first preview to a change that needs FORCE: `make demo`.

Works on a copy of the project in a temporary directory, with a sandbox of its own. Prints each
command that it runs and what the command prints, checks every outcome, and ends with 1 when one
differs from what it should be.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Differs(Exception):
    """An outcome is not what it should be."""


class Demo:
    """Runs commands in one directory and checks what they do."""

    command = (sys.executable, "-m", "queuewright.cli.main")

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        outside = {"QUEUEWRIGHT_SANDBOX", "PULUMI_STACK", "PYTHONPATH"}
        self._environment = {n: v for n, v in os.environ.items() if n not in outside}

    def title(self, text: str) -> None:
        print(f"\n=== {text}")

    def run(self, *arguments: str, code: int = 0, says: tuple[str, ...] = ()) -> None:
        """Run `queuewright`; it must end with `code` and print every text of `says`."""
        shown = " ".join(arguments)
        print(f"\n$ queuewright {shown}", flush=True)
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=self.directory,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        print(done.stdout, end="", flush=True)
        if done.returncode != code:
            raise Differs(f"queuewright {shown} ended with {done.returncode}, not with {code}")
        for text in says:
            if text.casefold() not in " ".join(done.stdout.split()).casefold():
                raise Differs(f"queuewright {shown} does not say {text!r}")

    def change(self, file: str, before: str, after: str) -> None:
        """Replace a line of a file, as an editor would."""
        path = self.directory / file
        text = path.read_text()
        if before not in text:
            raise Differs(f"{file} has no {before!r}")
        path.write_text(text.replace(before, after))
        print(f"\n# {file}")
        for line in unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm=""):
            if not line.startswith(("---", "+++", "@@")):
                print(line, flush=True)


def demo(directory: Path) -> None:
    """Every step of the demonstration. Raises Differs."""
    run = Demo(directory)
    run.title("A topology in Python, and nothing on the systems yet")
    run.run("preview", says=("21 to create", "ORDERS.IN", "ORDPICK"))
    run.title("Apply it: what others need comes first")
    run.run("up", "--yes", says=("21 created",))
    run.title("Nothing to do any more")
    run.run("preview", "--expect-no-changes", says=("no changes",))
    run.title("The shop opens its queue, and keeps it open")
    run.run("sandbox", "open", "QM1", "ORDERS.IN", "--for", "output", "--application", "webshop")
    run.title("Orders shall go to another queue, and a description changes as well")
    run.change(
        "Pulumi.dev.yaml", "  orders:intake: ORDERS.REGULAR", "  orders:intake: ORDERS.PRIORITY"
    )
    run.change(
        "examples/orders/__main__.py",
        '    queue_description="Orders of the day",',
        '    queue_description="Orders of every day",',
    )
    run.title("The preview says that FORCE is needed, and because of whom")
    run.run("preview", "--detailed-exitcode", code=3, says=("force", "webshop", "1 blocked"))
    run.title("Nothing is sent while a step is blocked")
    run.run("up", "--yes", code=1, says=("blocked", "nothing was sent"))
    run.run("preview", "--detailed-exitcode", code=3, says=("webshop",))
    run.title("Allow FORCE where it is needed, and there alone")
    run.change(
        "Pulumi.dev.yaml",
        "  orders:intake: ORDERS.PRIORITY",
        "  orders:intake: ORDERS.PRIORITY\n  orders:force: true",
    )
    run.run("preview", says=("force", "2 to update"))
    run.run("up", "--yes", says=("2 updated",))
    run.run("preview", "--expect-no-changes", says=("no changes",))
    run.run("sandbox", "status", "QM1")


def main() -> int:
    """Run the demonstration on a copy; the exit code."""
    with tempfile.TemporaryDirectory(prefix="queuewright-demo-") as folder:
        directory = Path(folder)
        for name in ("Pulumi.yaml", "Pulumi.dev.yaml"):
            shutil.copy(ROOT / name, directory)
        # The copy runs with the Python that runs this.
        project = directory / "Pulumi.yaml"
        project.write_text(project.read_text().replace("  options:\n    virtualenv: .venv\n", ""))
        shutil.copytree(
            ROOT / "examples" / "orders",
            directory / "examples" / "orders",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        try:
            demo(directory)
        except Differs as error:
            print(f"\nThe demo is not what it should be: {error}", file=sys.stderr)
            return 1
    print("\nEverything as it should be.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
