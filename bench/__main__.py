"""Every measurement, one after the other. Ends with 1 when a limit is missed."""

from importlib import import_module

NAMES = [
    "plan",
    "host",
    "imports",
    "pcf",
    "cl",
    "runmqsc",
    "pages",
    "lint",
    "access",
    "mqweb",
    "whole",
    "drift",
    "drift_job",
    "drift_small",
    "drift_shape",
]


def main() -> int:
    missed = [name for name in NAMES if import_module(f"bench.{name}").main()]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
