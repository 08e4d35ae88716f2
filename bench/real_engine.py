"""Random scenarios through the plan engine, and through the pulumi command. Run, where that is on
the PATH: python -m bench.real_engine

    python -m bench.real_engine --scenarios 50 --first 0 --processes 2

The scenarios are those of `bench.parity`, each update a process of Pulumi's: what it refuses in a
preview or leaves behind is compared with the plan. After each update a preview has to find nothing
to do, and at the end `pulumi destroy` has to leave behind what a plan to destroy does.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from queuewright.engine.apply import apply

from .fidelity import counted
from .parity import Engine, Refused, did, differing, run
from .world import Program, World

PROGRAM = """
import json
import pulumi
from queuewright import ibmi, mq

for each in json.load(open("program.json")):
    package, name = each["kind"].split(":")
    made = getattr({"mq": mq, "ibmi": ibmi}[package], name)
    options = pulumi.ResourceOptions(**each["options"])
    known = made.__signature__.parameters  # not every kind has every option
    inputs = {name: value for name, value in each["inputs"].items() if name in known}
    made(each["name"], **inputs, opts=options)
"""


class Pulumi(Engine):
    """The real engine over the systems of a world's folder, a process for each update."""

    def __init__(self, world: World, folder: Path) -> None:
        super().__init__(world, folder)
        self.world = world
        project = {
            "name": "shop",
            "runtime": "python",
            "config": {"queuewright:systems": {"value": self.systems}},
        }
        (folder / "Pulumi.yaml").write_text(json.dumps(project))
        (folder / "__main__.py").write_text(PROGRAM)
        (folder / "state").mkdir()
        self.environment = {
            **os.environ,
            "PULUMI_HOME": str(folder / "home"),
            "PULUMI_BACKEND_URL": (folder / "state").as_uri(),
            "PULUMI_CONFIG_PASSPHRASE": "none",
            "PULUMI_SKIP_UPDATE_CHECK": "1",
            "PULUMI_PYTHON_CMD": sys.executable,
        }
        self.command("stack", "init", "dev")

    def command(self, *arguments: str) -> str:
        """What it prints. Raises Refused."""
        done = subprocess.run(
            ["pulumi", *arguments, "--non-interactive", "--color", "never"],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        output = done.stdout + done.stderr
        if "Traceback" in output:
            raise AssertionError(f"a traceback: {output}")
        if done.returncode:
            raise Refused(output)
        return output

    def up(self, program: Program, order: list[str], gone: list[str]) -> None:
        """Raises Refused."""
        resources = [
            {
                "kind": declared.kind,
                "name": declared.name,
                "inputs": dict(declared.inputs),
                "options": {
                    "ignore_changes": list(declared.ignore_changes),
                    "replace_on_changes": list(declared.replace_on_changes),
                },
            }
            for declared in program.values()
        ]
        (self.folder / "program.json").write_text(json.dumps(resources))
        self.command("up", "--yes")

    def left_to_do(self) -> str:
        try:
            self.command("preview", "--expect-no-changes")
        except Refused as refused:
            return str(refused)
        return ""

    def differences_at_the_end(self, planned: World) -> Iterator[str]:
        """Everything is destroyed, in both worlds."""
        planned.reach()
        plan = planned.plan({})
        try:
            self.command("destroy", "--yes")
        except Refused as refused:
            if not plan.blocked:
                yield f"not destroyed, and planned: {did(plan)} {refused}"
            return
        if plan.blocked:
            yield f"destroyed, and blocked: {[str(p) for s in plan.blocked for p in s.blocked]}"
        elif apply(plan, planned.systems, planned.store, parallel=1).ok:
            yield from differing(planned, self.world, did(plan))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Random scenarios through the pulumi command.")
    parser.add_argument("--scenarios", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    if shutil.which("pulumi") is None:
        print("real_engine: the pulumi command is not on the PATH; nothing was run")
        return 0
    os.environ.pop("QUEUEWRIGHT_SANDBOX", None)
    seeds = range(options.first, options.first + options.scenarios)
    with ProcessPoolExecutor(options.processes) as pool:
        return counted(
            pool.map(partial(run, engine=Pulumi), seeds),
            f"real engine: {options.scenarios} scenarios",
        )


if __name__ == "__main__":
    raise SystemExit(main())
