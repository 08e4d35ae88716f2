"""Continuation, comments and columns, as IBM MQ, Building command scripts, has them."""

import pytest

from queuewright.dialects.mqsc.lines import Lines, joined


def lines(text: str, columns: int | None = None) -> Lines:
    return joined(text, "f", columns)


def texts(text: str, columns: int | None = None) -> list[str]:
    return [line.text for line in lines(text, columns).lines]


@pytest.mark.parametrize(
    ("text", "joins"),
    [
        ("'Fr+\n   ed'", ["'Fred'"]),
        ("'Fr-\ned'", ["'Fred'"]),
        ("'Fr-\n ed'", ["'Fr ed'"]),
        ("'Fr +\ned'", ["'Fr ed'"]),
        ("A +  \n  B -\t\n C", ["A B  C"]),
        ("A\nB", ["A", "B"]),
        ("A\r\nB\r\n", ["A", "B"]),
        ("A\rB", ["A", "B"]),
        ("A", ["A"]),
        ("", []),
        ("\ufeffA", ["A"]),
        ("\fA\n\f\nB\x1a", ["A", "B"]),
        ("A +\n\n  B", ["A B"]),
        ("A +\n* comment\n  B", ["A B"]),
        ("A '+\n* comment\n*B'", ["A '"]),
        ("* comment\n  * indented\nA", ["A"]),
        ("A--\nB", ["A-B"]),
        ("A\u0085B\nC", ["A\u0085B", "C"]),
        ("A\u0085B\u0085", ["A", "B"]),
        ("A\u2028B", ["A\u2028B"]),
    ],
)
def test_lines_are_joined(text: str, joins: list[str]) -> None:
    assert texts(text) == joins


def test_comments_are_recognized() -> None:
    split = lines("* one\nA +\n*  CURDEPTH(1) +\nB\n* two\n")
    assert split.comments == ["* one", "* two"]
    assert split.lines[0].comments == ["*  CURDEPTH(1) +"]


def test_a_place_is_the_file_s() -> None:
    line = lines("x\n\n  AB +\n* c\n   CD").lines[1]
    assert line.text == "AB CD"
    assert [line.place(n) for n in (0, 1, 3, 4)] == [(3, 3), (3, 4), (5, 4), (5, 5)]


def test_an_open_line_is_known() -> None:
    assert [line.open for line in lines("A\nB +\n").lines] == [False, True]


LISTING = "".join(
    f"{text:<72}{number:08d}\n"
    for number, text in enumerate(
        ["* a comment", "DEFINE QLOCAL('A') +", "  DESCR('" + "x" * 62 + "-", "y')"], 100
    )
)


def test_sequence_numbers_of_zos_are_left_out() -> None:
    assert texts(LISTING) == ["DEFINE QLOCAL('A') DESCR('" + "x" * 62 + "y')"]


def test_long_lines_without_sequence_numbers_are_whole() -> None:
    text = "DEFINE QLOCAL(A) DESCR('" + "x" * 48 + "12345678"
    assert len(text) == 80
    assert texts(f"A\nB\nC\n{text}") == ["A", "B", "C", text]
    assert texts(f"{text}9") == [f"{text}9"]


def test_columns_can_be_set() -> None:
    text = "A" * 72 + " REMARK"
    assert texts(text) == [text]
    assert texts(text, 72) == ["A" * 72]
    assert len(texts(LISTING, 0)[0]) == 80


def test_nul_bytes_are_reported_once() -> None:
    split = lines("A\nB\0\0C")
    assert [str(problem) for problem in split.problems] == [
        "f:2:2: expected text (is the file UTF-16?), found a NUL byte, the first of 2"
    ]
    assert [line.text for line in split.lines] == ["A", "B  C"]
