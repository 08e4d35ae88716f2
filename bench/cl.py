"""CL: 10,000 commands parsed, at most 3 s. Run: python -m bench.cl"""

import time

from queuewright.dialects import cl

COUNT = 10_000
LIMIT = 3.0  # seconds, from text to definitions


def source(count: int = COUNT) -> str:
    """A program of `count` creations: a dozen parameters over five lines, a comment in each."""
    return "PGM\n" + "".join(_command(number) for number in range(count)) + "ENDPGM\n"


def _command(number: int) -> str:
    return (
        f"             CRTMQMQ    QNAME('Orders.In.{number}') QTYPE(*LCL) MQMNAME(QM1) +\n"
        f"                          TEXT('Orders of region {number % 97}, don''t touch') +\n"
        "                          PUTENBL(*YES) DFTMSGPST(*YES) /* they survive */ +\n"
        f"                          MAXDEPTH({5000 + number}) MAXMSGLEN(4194304) BKTTHLD(3) +\n"
        f"                          BKTQNAME(ORDERS.BACKOUT.{number % 10}) USAGE(*NORMAL)\n"
    )


def measure(count: int = COUNT) -> tuple[float, float]:
    """Seconds to parse `count` commands, and to read definitions from them."""
    text = source(count)
    start = time.perf_counter()
    script = cl.parse(text)
    middle = time.perf_counter()
    read_back = cl.definitions(script)
    end = time.perf_counter()
    if len(read_back) != count or any(
        definition.problems or len(definition.values) != 8 for definition in read_back
    ):
        raise AssertionError("not every command came back")
    return middle - start, end - middle


def main() -> int:
    parsing, reading = measure()
    total = parsing + reading
    print(
        f"CL: {COUNT} commands: parse {parsing:.2f} s, read {reading:.2f} s,"
        f" together {total:.2f} s (at most {LIMIT} s)"
    )
    return 0 if total <= LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
