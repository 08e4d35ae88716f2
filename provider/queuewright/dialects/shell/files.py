"""The files that a shell script writes, as they are where something reads them. Pure.

Source: POSIX, Shell Command Language: 2.7.2 Redirecting Output, 2.7.3 Appending Redirected Output.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .words import HereDocument, Path, Printed, ShellWord, SimpleCommand


@dataclass(frozen=True, slots=True)
class _Write:
    """One write. branch: that it stands in; is_new: whether the file has nothing else then."""

    printed: Printed
    branch: Path
    is_new: bool


class WrittenFiles:
    """By name, as the script has it."""

    def __init__(self) -> None:
        self._writes: dict[str, list[_Write]] = {}

    def write(self, name: str, printed: Printed, by: SimpleCommand, *, is_new: bool) -> None:
        """by: the command that writes it."""
        own = Printed([*printed.texts], [*printed.files])
        own.unknown = [replace(word, into=word.into or name) for word in printed.unknown]
        self._writes.setdefault(name, []).append(_Write(own, by.branch, is_new))

    def content(self, names: Iterable[ShellWord], by: SimpleCommand) -> Printed:
        """The text that a command reads; files that nobody has written so far stay files."""
        content = Printed()
        for word in names:
            writes = self._writes.get(word.text)
            if writes is None:
                content.files.append(word)
            else:
                for each in reversed([*_seen(writes, by.branch)]):
                    content.add(each.printed)
        return content

    def documents(self) -> Iterator[tuple[str, HereDocument, bool]]:
        """Every text with the name of its file, and whether the file was written anew behind it."""
        for name, writes in self._writes.items():
            anew: set[Path] = set()
            found: list[tuple[_Write, bool]] = []
            for write in reversed(writes):
                outer = (write.branch[:length] for length in range(len(write.branch) + 1))
                found.append((write, not anew.isdisjoint(outer)))
                if write.is_new:
                    anew.add(write.branch)
            for write, is_replaced in reversed(found):
                for document in write.printed.texts:
                    yield name, document, is_replaced


def _seen(writes: list[_Write], branch: Path) -> Iterator[_Write]:
    """The content of the file for a reader in a branch, the last first."""
    for write in reversed(writes):
        if _excludes(write.branch, branch):
            continue
        yield write
        if write.is_new and _is_inside(branch, write.branch):
            return


def _is_inside(branch: Path, outer: Path) -> bool:
    return branch[: len(outer)] == outer


def _excludes(one: Path, other: Path) -> bool:
    """Whether they are arms of one `if` or `case`."""
    first = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), None)
    return first is not None and first[0][0] == first[1][0]
