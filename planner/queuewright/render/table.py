"""Tables of data: nothing is cut, and nothing in them is markup."""

import sys
from collections.abc import Iterable

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from queuewright.catalogue.diagnostic import one_line


def print_table(
    columns: Iterable[str], rows: Iterable[Iterable[object]], console: Console | None = None
) -> None:
    """With lines on a terminal, where cells that are too long go on below; plain columns
    elsewhere, a row a line. Nothing for no rows."""
    headings = list(columns)
    cells = [[one_line(str(cell)) for cell in row] for row in rows]
    if not cells:
        return
    console = console or Console(file=sys.stdout)
    if console.is_terminal:
        table = Table(box=box.ROUNDED, pad_edge=False, header_style="bold")
        for heading in headings:
            table.add_column(Text(heading), overflow="fold")
        for row in cells:
            table.add_row(*map(Text, row))
        console.print(table)
        return
    widths = [max(map(cell_len, column)) for column in zip(headings, *cells, strict=True)]
    for row in (headings, *cells):
        padded = (
            cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)
        )
        console.print(Text("  ".join(padded).rstrip()), soft_wrap=True)
