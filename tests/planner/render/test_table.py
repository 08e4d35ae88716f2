"""Tables of data."""

import io

import pytest
from rich.console import Console

from queuewright.render.table import print_table

LONG = "A.QUEUE.WITH.A.NAME.OF.FORTY.EIGHT.CHARACTERS.XX"
ROWS = [(LONG, "[/red] [bold]x[/bold] :warning:", 5), ("B\nC", "\u6f22", 1_000_000)]


def test_plain_columns_where_nobody_watches() -> None:
    out = io.StringIO()
    print_table(("name", "text", "depth"), ROWS, Console(file=out, width=40))
    assert out.getvalue().splitlines() == [
        f"{'name':<48}  {'text':<31}  depth",
        f"{LONG}  [/red] [bold]x[/bold] :warning:  5",
        f"{'B' + chr(92) + 'nC':<48}  \u6f22{' ' * 29}  1000000",
    ]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_nothing_is_cut_on_a_terminal(width: int) -> None:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    print_table(("name", "text"), [row[:2] for row in ROWS], console)
    cells = [line.split("\u2502")[1:-1] for line in out.getvalue().splitlines() if "\u2502" in line]
    whole = ["".join(part.strip() for part in column) for column in zip(*cells, strict=True)]
    assert LONG in whole[0]
    assert ROWS[0][1].replace(" ", "") in whole[1].replace(" ", "")


def test_no_rows_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name",), [])
    assert capsys.readouterr().out == ""
