"""Completions of arguments: stacks, systems, kinds, objects, codes, rules.

Nothing is run and no system is asked; where something cannot be read, nothing is proposed.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from queuewright.host.project import Project

Proposed = list[tuple[str, str]]  # what is typed, and what it is
_MOST = 2_000  # objects: more do not help


def _quiet(propose: Callable[[typer.Context], Iterable[tuple[str, str]]]) -> Any:
    """A shell that asks is told nothing of errors: they come with the command."""

    @wraps(propose)
    def proposed(ctx: typer.Context) -> Proposed:
        try:
            return list(propose(ctx))
        except Exception:
            return []

    return proposed


@_quiet
def stacks(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    from queuewright.host.project import stack_names
    from queuewright.state.store import stored_stacks

    project = _project(ctx)
    configured = stack_names(project)
    for name in sorted({*configured, *stored_stacks(project.directory, project.name)}):
        yield name, f"Pulumi.{name}.yaml" if name in configured else "has a state only"


@_quiet
def systems(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    """Those of the stack, or of all stacks where none is chosen yet."""
    from queuewright.host.project import load_stack, select_stack, stack_names

    project = _project(ctx)
    try:
        names = [select_stack(project, ctx.params.get("stack"))]
    except Exception:
        names = stack_names(project)
    found: dict[str, str] = {}
    for name in names:
        configured = load_stack(project, name).configured_systems
        for system, entry in configured.items() if isinstance(configured, Mapping) else ():
            found.setdefault(str(system), str(entry.get("type", "")))
    yield from sorted(found.items())


@_quiet
def sandboxed(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    """The systems of a sandbox's file."""
    from .sandbox_path import opened_sandbox

    given = {name: ctx.params.get(name) for name in ("file", "stack")}
    file = Path(given["file"]) if given["file"] else None
    sandbox = opened_sandbox(file, _folder(ctx), given["stack"])
    for facts in sandbox.systems():
        yield facts.name, facts.platform.value


@_quiet
def kinds(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    from queuewright.kinds import KINDS

    for kind, spec in KINDS.items():
        words = " ".join(cleandoc(spec.__doc__ or "").split())
        yield kind, words.partition(". ")[0].rstrip(".")  # more would not fit beside it
    yield "plan", "the JSON Schema of preview --json"
    yield "lint", "the JSON Schema of lint --json"


@_quiet
def codes(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    from queuewright.lint.plugins import every_rule

    for code, page in every_rule().pages.items():
        yield code, page.title


@_quiet
def policy_rules(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    from queuewright.policy.judging import RULES

    return [(rule, "of tool.queuewright.policy") for rule in RULES]


@_quiet
def objects(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    """SYSTEM/KIND/NAME of what the stack owns, as its state says."""
    from queuewright.catalogue.key import Key
    from queuewright.host.project import select_stack
    from queuewright.state.store import StackStore

    project = _project(ctx)
    stack = select_stack(project, ctx.params.get("stack"))
    state = StackStore(project.directory, project.name, stack).load()
    owned = (resource for resource in state.resources if Key.parse(resource.id) is not None)
    for resource in list(owned)[:_MOST]:
        yield resource.id, resource.name


@_quiet
def owned_systems(ctx: typer.Context) -> Iterable[tuple[str, str]]:
    """The systems that the stack has something on."""
    ids = [id_ for id_, _ in objects(ctx)]
    for system in sorted({id_.partition("/")[0] for id_ in ids}):
        count = sum(id_.startswith(f"{system}/") for id_ in ids)
        yield system, f"{count} objects"


def _folder(ctx: typer.Context) -> Path:
    above = ctx.find_root().params.get("cwd") or "."
    return Path(above) / str(ctx.params.get("cwd") or ".")


def _project(ctx: typer.Context) -> "Project":
    from queuewright.host.project import load_project

    return load_project(_folder(ctx))
