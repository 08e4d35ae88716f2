"""Definitions as tests write them: what is created, changed or deleted, and how."""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition


def creation(spec: Spec, *, like: str | None = None, replace: bool = False) -> Definition:
    return Definition(spec.kind, spec.name, values=spec.managed(), like=like, replace=replace)


def change(kind: str, name: str, values: Mapping[str, Any], *, force: bool = False) -> Definition:
    return Definition(kind, name, Action.CHANGE, values, force=force)


def deletion(
    kind: str, name: str, *, purge: bool = False, keep_authorities: bool = False
) -> Definition:
    given = {"AUTHREC": "NO"} if keep_authorities else {}
    return Definition(kind, name, Action.DELETE, purge=purge, given=given)
