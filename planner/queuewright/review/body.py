"""The text of a comment: what a command printed and what went wrong, within a limit.

It begins with a line that nobody sees, by which the next run finds it again.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.hiding import Hiding
from queuewright.render.escape import markdown_text

from .comments import fence_of
from .request import PipelineRun

_LINES = 40  # of what a command said on standard error
_SCRIPT = 200  # characters of a shell's script
_WIDTH = 1_000  # characters of such a line, and of a heading
_ERRORS = 15_000  # characters of all of them, of a command that failed
_BESIDE = 5_000  # the same where there is a plan, which is what the comment is for
_LONG = 2_000  # characters of a line that is left out by itself where it does not fit
_ENDED = {2: "changes", 3: "blocked"}  # with --detailed-exitcode


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """The result of a command: its words, exit code, standard output and standard error."""

    command: Sequence[str]
    code: int
    out: str
    err: str


def marker(name: str) -> str:
    """The first line of a comment. name: PROJECT/STACK, or what tells it apart."""
    # Two hyphens would end a comment of HTML.
    return f"<!-- queuewright: {quote(name, safe='/ ._').replace('--', '%2D%2D')} -->"


def body(
    name: str, output: CommandOutput, run: PipelineRun, limit: int, *, hidden: Sequence[str] = ()
) -> str:
    """The comment. limit: characters. hidden: texts that are in no comment."""
    problems, page, end = (
        _without(text, hidden)
        for text in (_problems(output), _page(name, output), _end(output, run))
    )
    heading, _, rest = page.partition("\n")
    top = "\n".join([marker(name), heading[:_WIDTH], "", *([problems, ""] if problems else [])])
    room = limit - len(top) - len(end) - 4
    return f"{top}\n{shortened(rest.strip(), room, run.log)}\n\n{end}\n"


def shortened(text: str, room: int, log: str = "") -> str:
    """As many of its lines as there is room for, with what they open closed, and how many are left
    out."""
    if len(text) <= room:
        return text
    lines = text.split("\n")
    where = f"; the whole is in [the log]({log})" if log else "; the whole is in the job's log"
    room -= len(f"Left out, because it does not fit in here: {len(lines)} lines{where}.") + 2
    kept: list[str] = []
    left = 0
    open_: list[str] = []  # what closes it, the innermost last
    for number, line in enumerate(lines):
        now = _open_after(line, open_)
        needed = len(line) + 1 + sum(len(close) + 2 for close in now)
        if needed > room:
            if len(line) > _LONG:
                left += 1
                continue
            left += len(lines) - number
            break
        kept.append(line)
        room -= len(line) + 1
        open_ = now
    kept += [line for close in reversed(open_) for line in (close, "")]
    note = f"Left out, because it does not fit in here: {left} line{'s' * (left != 1)}{where}."
    return "\n".join([*kept, "", note])


def _open_after(line: str, open_: Sequence[str]) -> list[str]:
    """The fences that close the blocks that are open after a line."""
    fence = fence_of(line)
    if open_ and not open_[-1].startswith("<"):
        ends = fence.startswith(open_[-1]) and line.strip() == fence
        return list(open_[:-1]) if ends else list(open_)
    if fence:
        return [*open_, fence]
    if line.startswith("<details"):
        return [*open_, "</details>"]
    return list(open_[:-1]) if open_ and line.startswith("</details>") else list(open_)


def _page(name: str, output: CommandOutput) -> str:
    """The output: Markdown as it is, anything else as code."""
    out = output.out.strip("\n")
    if out.lstrip().startswith("#"):
        return out
    heading = f"### {markdown_text(name)}"
    return f"{heading}\n\n{_code(out)}" if out.strip() else heading


def _problems(output: CommandOutput) -> str:
    """Notes beside the plan; "" for nothing."""
    lines = [one_line(line)[:_WIDTH] for line in output.err.splitlines() if line.strip()]
    failed = output.code != 0 and not _meaning(output)
    if failed:
        kept, rest = _last(lines, _LINES, _ERRORS), "before these"
    else:  # errors before warnings, of which the first are kept
        lines = [line for line in lines if line.startswith(("error:", "warning:"))]
        warnings = [line for line in lines if line.startswith("warning:")]
        errors = _last([line for line in lines if line not in warnings], _LINES, _BESIDE)
        few, room = _LINES - len(errors), _BESIDE - sum(map(len, errors))
        kept, rest = [*errors, *_last(warnings[::-1], few, room)[::-1]], "more"
    parts = []
    if failed and (lines or not output.out.strip()):  # a plan that is blocked says so itself
        parts += [f"> **{_command(output)} failed**: it ended with exit code {output.code}.", ""]
    if len(kept) < len(lines):
        note = f"... {len(lines) - len(kept)} lines {rest}"
        kept = [note, *kept] if failed else [*kept, note]
    if kept:
        parts.append(_code("\n".join(kept)))
    return "\n".join(parts)


def _last(lines: Sequence[str], count: int, room: int) -> list[str]:
    """At most so many of the last lines, with so many characters."""
    kept = list(lines[-count:]) if count else []
    while sum(map(len, kept)) > room:
        kept.pop(0)
    return kept


def _end(output: CommandOutput, run: PipelineRun) -> str:
    words = [f"{_command(output)}, exit code {output.code}"]
    if _meaning(output):
        words[0] += f" ({_meaning(output)})"
    if re.fullmatch("[0-9a-fA-F]{7,64}", run.commit):
        words.append(f"commit {run.commit[:10]}")
    if urlsplit(run.log).scheme in ("http", "https") and not re.search(r"[\s()<>]", run.log):
        words.append(f"[log]({run.log})")
    return f"<sub>{'; '.join(words)}</sub>"


def _meaning(output: CommandOutput) -> str:
    """The meaning of an exit code that is not a failure, also of a shell's script: the last command
    of a pipeline gives it."""
    words = [word for text in output.command for word in text.split()]
    return _ENDED.get(output.code, "") if "--detailed-exitcode" in words else ""


def _command(output: CommandOutput) -> str:
    """The words of the command, without its options; of a shell its script."""
    if len(output.command) > 2 and output.command[1] == "-c":
        return markdown_text(shown(output.command[2], _SCRIPT))
    words: list[str] = []
    for word in output.command:
        if word.startswith("-"):
            break
        words.append(word)
    return markdown_text(shlex.join(words[:3]) or "the command")


def _code(text: str) -> str:
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _without(text: str, hidden: Sequence[str]) -> str:
    return Hiding([*hidden, *map(markdown_text, hidden)])(text)
