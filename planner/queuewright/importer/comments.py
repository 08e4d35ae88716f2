"""Comments of people in a script: its head, and the headings of its sections."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

# Comments that dmpmqcfg writes itself.
_OF_A_DUMP = re.compile(
    r"Script (generated|ended)|Queue manager (name|platform|command level|description)"
    r"|Command issued|Number of Inquiry|QueueManager count"
)
_RULER = re.compile(r"[-*=#_~+\s]*\Z")


@dataclass(frozen=True, slots=True)
class Comments:
    """head: of the whole file, several lines. sections: (line, text) of each heading, in order."""

    head: str = ""
    sections: tuple[tuple[int, str], ...] = field(default=())

    def section_of(self, line: int) -> str:
        """The heading that a command stands under: the last one above it; "" for none."""
        index = bisect_right(self.sections, (line, "\U0010ffff")) - 1
        return self.sections[index][1] if index >= 0 else ""


def comments_of(headings: Mapping[int, Sequence[str]]) -> Comments:
    """headings: line of a command -> the comment lines above it, "" for blank ones. A comment at
    the front of the file that blank lines divide from its first command is its head."""
    head = ""
    sections: list[tuple[int, str]] = []
    for line, comments in sorted(headings.items()):
        blocks = [list(block) for written, block in groupby(comments, bool) if written]
        if not sections and not head:
            own = blocks[-1:] if comments[-1] else []
            head = _text(blocks[: len(blocks) - len(own)])
            blocks = own
        text = _text(blocks)
        if text:
            sections.append((line, text))
    return Comments(head, tuple(sections))


def _text(blocks: Sequence[Sequence[str]]) -> str:
    cleaned = ("\n".join(filter(None, map(_line, block))) for block in blocks)
    return "\n\n".join(filter(None, cleaned))


def _line(comment: str) -> str:
    """A line without what makes it a comment; "" for rulers and what a dump says of itself."""
    text = comment.strip("* \t")
    if _RULER.match(text) or _OF_A_DUMP.match(text):
        return ""
    return "".join(character if character.isprintable() else "?" for character in text)
