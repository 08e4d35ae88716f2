"""Definitions as tests write them: what is created, changed or deleted, and how."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.interpreter.commands import changed


def creation(spec: Spec, *, like: str | None = None, replace: bool = False) -> Definition:
    values = spec.managed()
    return Definition(spec.kind, spec.object_name, values=values, like=like, replace=replace)


def change(kind: str, name: str, values: Mapping[str, Any], *, force: bool = False) -> Definition:
    return Definition(kind, name, Action.CHANGE, values, force=force)


def deletion(
    kind: str, name: str, *, purge: bool = False, keep_authorities: bool = False
) -> Definition:
    given = {"AUTHREC": "NO"} if keep_authorities else {}
    return Definition(kind, name, Action.DELETE, purge=purge, given=given)


def together(definitions: Iterable[Definition]) -> Definition:
    """A creation and what changes it afterwards, as one."""

    def after(before: Definition, change: Definition) -> Definition:
        found = changed(before, change, before.values)
        assert isinstance(found, Definition)
        return found

    return reduce(after, definitions)
