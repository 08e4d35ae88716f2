"""A fleet of 200 environments, from its files to its report: `make demo-drift`.

Makes the fleet in a temporary directory: every environment is a dump of a queue manager of 63
objects; in every tenth some were changed, removed and added by hand, and two dumps are damaged.
Runs `queuewright drift run`, puts one environment right, runs it again, and checks that both
found exactly what was planted. Ends with 1 when not. Keeps the report: drift-report.html here.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet as pq
from seeded import Seeds, make_fleet

ENVIRONMENTS = 200
REPORT = Path("drift-report.html")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="queuewright-drift-") as place:
        return demo(Path(place))


def demo(place: Path) -> int:
    fleet = place / "fleet"
    planted = make_fleet(fleet, definition(), Seeds(environments=ENVIRONMENTS, drifted=0.1))
    drifted = sorted({difference.environment for difference in planted})
    clean = [f"env-{n:03}" for n in range(ENVIRONMENTS) if f"env-{n:03}" not in drifted]
    # Links to the same file as the other clean environments: a new file, not a change of theirs.
    damage(fleet / "dumps" / f"{clean[0]}.mqsc", cut=True)
    damage(fleet / "dumps" / f"{clean[1]}.mqsc", cut=False)
    (place / "policy.yaml").write_text(
        "severities:\n"
        "  - {attribute: queue_description, severity: low}\n"
        "ignore:\n"
        f"  - {{environment: {drifted[0]}, drift: unexpected, owner: payments, "
        "reason: trial until spring, expires: 2999-12-31}\n"
        "  - {name: 'OLD.*', owner: payments, reason: over long ago, expires: 2020-12-31}\n"
    )
    hidden = {p for p in planted if p.environment == drifted[0] and p.drift == "unexpected"}
    first = run(place, "first")
    check(first, len(planted) - len(hidden), new=len(planted) - len(hidden), resolved=0)

    print(f"\n$ cp program/definition.mqsc dumps/{drifted[1]}.mqsc   # put right by hand")
    right = {p for p in planted if p.environment == drifted[1]}
    shutil.copy(fleet / "program" / "definition.mqsc", fleet / "dumps" / f"{drifted[1]}.mqsc")
    second = run(place, "second", "--html", str(REPORT.absolute()))
    left = len(planted) - len(hidden) - len(right)
    check(second, left, new=0, resolved=len(right))
    command(place, "drift", "plan", drifted[2], "--fleet", "fleet/fleet.yaml", codes=(2,))
    print(f"\nThe report: {REPORT.absolute()}")
    return 0


def definition() -> str:
    """What all of them should be: a shop's queues."""
    lines = ["* Queue manager name: QM1", "* Queue manager platform: UNIX"]
    for number in range(20):
        lines += [
            f"DEFINE QLOCAL('ORDERS.{number:02}.IN') DESCR('Orders of region {number}') "
            f"MAXDEPTH({5000 + number}) DEFPSIST(YES) SHARE",
            f"DEFINE QALIAS('ORDERS.{number:02}') TARGET('ORDERS.{number:02}.IN') DEFPRTY(4)",
            f"DEFINE QREMOTE('STOCK.{number:02}') RNAME('STOCK') RQMNAME('WORKS') "
            "XMITQ('WORKS.XMIT')",
        ]
    lines += [
        "DEFINE QLOCAL('WORKS.XMIT') USAGE(XMITQ) MAXMSGL(4194304)",
        "DEFINE QMODEL('REPLY') DEFTYPE(TEMPDYN)",
        "DEFINE NAMELIST('REGIONS') NAMES('EMEA','APAC')",
    ]
    return "\n".join(lines) + "\n"


def damage(dump: Path, *, cut: bool) -> None:
    text = dump.read_text()
    dump.unlink()
    dump.write_text(text[: len(text) // 2] if cut else text.replace("QM1", "OTHER"))


def run(place: Path, name: str, *more: str) -> dict[str, dict[str, int]]:
    arguments = ["drift", "run", "--fleet", "fleet/fleet.yaml", "--lake", "lake"]
    arguments += ["--policy", "policy.yaml", "--unmanaged", "--run", name]
    command(place, *arguments, *more, codes=(4,))
    row = pq.read_table(place / "lake" / "runs" / f"run={name}").to_pylist()[0]
    summary: dict[str, dict[str, int]] = json.loads(row["summary"])
    return summary


def command(place: Path, *arguments: str, codes: tuple[int, ...]) -> None:
    print(f"\n$ queuewright {' '.join(arguments)}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "queuewright.cli.main", *arguments],
        cwd=place,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout, end="", flush=True)
    if done.returncode not in codes:
        raise SystemExit(f"it ended with {done.returncode}, not with {codes[0]}")


def check(summary: dict[str, dict[str, int]], drift: int, *, new: int, resolved: int) -> None:
    planted = {"drift": drift, "new": new, "resolved": resolved, "failed": 2, "ignored": 1}
    counted = {name: summary["counts"][name] for name in planted}
    if counted != planted:
        raise SystemExit(f"found {counted}, planted {planted}")
    print(f"found what was planted: {counted}")


if __name__ == "__main__":
    sys.exit(main())
