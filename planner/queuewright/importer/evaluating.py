"""The declarations of a project with other files than its own: asked of the project itself, which
is run in a copy; of one as an import writes it, its text tells."""

import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from queuewright.catalogue.diagnostic import one_line
from queuewright.engine.declared import Declared
from queuewright.host.project import Project, load_project, load_stack

from .program import Estate
from .project import CannotWriteProject
from .recording import recorded, recorded_of

_NOT_COPIED = ("node_modules", "__pycache__")
_IMPORTED = ("queuewright", "functools", "importlib", "pkgutil")


@dataclass(frozen=True, slots=True)
class Evaluator:
    """texts: the program's files, by their path in its folder; main: the one that it begins with.
    others: files of the project that change besides, by their path in it."""

    project: Project
    stack: str
    main: str
    texts: Mapping[str, str]
    others: Mapping[str, str]

    def declared(
        self, changed: Mapping[str, str], removed: Collection[str] = ()
    ) -> tuple[Declared, ...]:
        """With these files of the program, by their path in its folder, in place of its own, and
        without others. Raises QueuewrightError where it cannot be run."""
        made = self._recorded(changed, removed)
        if made is not None:
            return made
        files = {in_project(self.project, name): text for name, text in changed.items()}
        gone = [in_project(self.project, name) for name in removed]
        return declared_with(self.project, self.stack, {**files, **self.others}, gone)

    def with_estate(
        self, estate: Estate, apart: Callable[[], Mapping[str, str]]
    ) -> tuple[Declared, ...]:
        """With a system that is added, as `apart` has it: the files of the program that change for
        that. Raises QueuewrightError where it cannot be run."""
        made = self._recorded({})
        own = recorded_of(estate) if made is not None else ()
        if made is None or not {d.urn for d in made}.isdisjoint(d.urn for d in own):
            return self.declared(apart())
        return (*made, *own)

    def _recorded(
        self, changed: Mapping[str, str], removed: Collection[str] = ()
    ) -> tuple[Declared, ...] | None:
        if self._is_shadowed():
            return None
        texts = {**self.texts, **changed}
        modules = (name for name in texts if name.endswith(".py") and name not in removed)
        return recorded(self.main, {name: texts[name] for name in modules})

    def _is_shadowed(self) -> bool:
        """Whether what a program imports could be the project's own."""
        folder = self.project.program_directory
        return any((folder / name).exists() for top in _IMPORTED for name in (top, f"{top}.py"))


def in_project(project: Project, name: str) -> str:
    """The path in the project of a file of the program's folder."""
    where = os.path.relpath(project.program_directory, project.directory)
    return os.path.normpath(os.path.join(where, name))  # noqa: PTH118 - no file


def declared_with(
    project: Project, stack: str, changed: Mapping[str, str], removed: Iterable[str] = ()
) -> tuple[Declared, ...]:
    """The declarations of the project with these files, by their path in it, in place of its own,
    and without others. Raises QueuewrightError where it cannot be run."""
    from queuewright.host.run import run  # with Pulumi's SDK, which no other import needs

    with tempfile.TemporaryDirectory(prefix="queuewright-import-") as folder:
        copy = Path(folder).resolve() / "project"
        try:
            copied(project, copy)
            for name, text in changed.items():
                path = copy / name
                if not path.resolve().is_relative_to(copy):
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            for name in removed:
                (copy / name).unlink()
        except OSError as error:
            raise CannotWriteProject(one_line(f"{copy}: {error}; make room for it")) from None
        there = load_project(copy)
        ran = run(there, load_stack(there, stack), answer=lambda made: dict(made.inputs))
    return ran.declared


def _not_copied(folder: str, names: list[str]) -> set[str]:
    """Files that no program imports: hidden folders, environments, caches."""
    return {
        name
        for name in names
        if name in _NOT_COPIED
        or (name.startswith(".") and Path(folder, name).is_dir())
        or Path(folder, name, "pyvenv.cfg").is_file()
    }


def copied(project: Project, to: Path) -> None:
    """A copy of the project's own files, with its environments. Raises CannotWriteProject."""
    try:
        shutil.copytree(project.directory, to, ignore=_not_copied, symlinks=True)
        for environment in project.directory.glob("*/pyvenv.cfg"):
            (to / environment.parent.name).symlink_to(environment.parent)
    except (OSError, shutil.Error) as error:
        raise CannotWriteProject(
            one_line(f"{project.directory}: it cannot be copied: {error}; make it readable")
        ) from None
