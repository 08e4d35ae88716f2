"""Comments of a script."""

from queuewright.dialects.mqsc import parse
from queuewright.importer.comments import comments_of
from queuewright.importer.reading import read

SCRIPT = """\
* Owner: payments

* Ways in
*********
DEF QL(A) +
* not a heading +
 MAXDEPTH(5)
DEF QL(B)

*   Ways out,
* all of them

DEF QL(C)
"""


def test_a_heading_holds_until_the_next() -> None:
    comments = comments_of(parse(SCRIPT).headings)
    assert comments.head == "Owner: payments"
    assert comments.sections == ((5, "Ways in"), (13, "Ways out,\nall of them"))
    assert [comments.section_of(line) for line in (1, 5, 8, 13, 99)] == [
        "", "Ways in", "Ways in", "Ways out,\nall of them", "Ways out,\nall of them",
    ]  # fmt: skip


def test_a_comment_beside_the_first_command_is_a_heading() -> None:
    assert comments_of(parse("* Ways in\nDEF QL(A)").headings).sections == ((2, "Ways in"),)


def test_a_comment_away_from_the_first_command_is_the_head() -> None:
    comments = comments_of(parse("* Owner\n\nDEF QL(A)").headings)
    assert (comments.head, comments.sections) == ("Owner", ())


def test_what_a_dump_says_of_itself_is_no_comment() -> None:
    text = "*****\n* Script generated on 2026-01-01\n* Queue manager name: QM1\n****\nDEF QL(A)"
    comments = comments_of(parse(text).headings)
    assert (comments.head, comments.sections) == ("", ())


def test_a_comment_stays_one() -> None:
    comments = comments_of(parse("* x\x0b\u2028import os\nDEF QL(A)").headings)
    assert comments.sections == ((2, "x??import os"),)


PROGRAM = """\
/*--------------------------*/
/* ORDERS: of the warehouse */
/*--------------------------*/
             PGM
             /* Ways in,
                all of them */
             CRTDTAQ DTAQ(ORDERS/WEB) +
                     MAXLEN(512)      /* the shop */
             CRTDTAQ DTAQ(ORDERS/PHONE) MAXLEN(512)

             /* Messages */
             CRTMSGQ MSGQ(ORDERS/OPER)
             ENDPGM
"""


def test_comments_of_a_cl_program() -> None:
    comments = comments_of(read("cl", "orders.cl", PROGRAM.encode()).script.headings)
    assert comments.head == "ORDERS: of the warehouse"
    assert comments.sections == ((7, "Ways in,\nall of them"), (12, "Messages"))


def test_comments_of_cl_source_with_sequence_numbers() -> None:
    lines = [f"{n * 100:06}{line}" for n, line in enumerate(PROGRAM.splitlines(), 1)]
    comments = comments_of(read("cl", "orders.cl", "\n".join(lines).encode()).script.headings)
    assert comments.head == "ORDERS: of the warehouse"
    assert comments.section_of(12) == "Messages"
