"""The tree of errors in the docstring is that of the code, over the whole product."""

import importlib
import pkgutil

import queuewright
from queuewright.catalogue import errors
from queuewright.catalogue.errors import QueuewrightError


def tree(error: type[Exception], depth: int) -> list[str]:
    """One line a class, with its module, those of one parent by name."""
    where = error.__module__.removeprefix("queuewright.")
    lines = [f"{'    ' * depth}{error.__name__}  {where}"]
    for child in sorted(error.__subclasses__(), key=lambda c: (c.__name__, c.__module__)):
        if child.__module__.startswith("queuewright."):
            lines += tree(child, depth + 1)
    return lines


def test_the_docstring_draws_every_error() -> None:
    for module in pkgutil.walk_packages(queuewright.__path__, "queuewright."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    expected = tree(QueuewrightError, 1)
    drawn = [line for line in (errors.__doc__ or "").splitlines() if line.startswith("    ")]
    assert [" ".join(line.split()) for line in drawn] == [" ".join(e.split()) for e in expected], (
        "draw it so:\n" + "\n".join(expected)
    )
    indents = [len(line) - len(line.lstrip()) for line in drawn]
    assert indents == [len(line) - len(line.lstrip()) for line in expected]
