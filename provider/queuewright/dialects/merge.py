"""What a whole script leaves: later changes of an object folded into its creation."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from .definition import Action, Definition

__all__ = ["merged", "resolved"]


def merged(definitions: Iterable[Definition]) -> list[Definition]:
    """Creations with what the script changes afterwards, at the place of the creation.

    CHGMSGQ after CRTMSGQ, ADDAUTLE after CRTAUTL, ALTER after DEFINE. A second creation with
    replace starts anew; a deletion takes the creation away. What concerns an object that the
    script does not create stays as it is.
    """
    kept: list[Definition | None] = []
    created: dict[tuple[str, str], int] = {}
    for one in definitions:
        key, index = _created(created, one)
        if index is None:
            if one.action is Action.CREATE:
                created[key] = len(kept)
            kept.append(one)
            continue
        before = kept[index]
        assert before is not None
        if one.action in (Action.CHANGE, Action.ADD, Action.REMOVE):
            kept[index] = _folded(before, one)
        elif one.action is Action.DELETE:
            kept[index] = None
            del created[key]
        elif one.action is Action.CREATE and one.replace and one.kind == before.kind:
            kept[index] = one
        else:
            kept.append(one)
    return [one for one in kept if one is not None]


def resolved(definitions: Iterable[Definition]) -> list[Definition]:
    """The same commands; one that does not say the type or library of an object that the script
    created before (CHGMQMQ without QTYPE, *LIBL) gets them from there."""
    found: list[Definition] = []
    created: dict[tuple[str, str], int] = {}
    for one in definitions:
        key, index = _created(created, one)
        if one.action is Action.CREATE:
            created[key] = len(found)
        elif index is not None:
            before = found[index]
            one = replace(one, kind=before.kind, name=before.name, kinds=(before.kind,))
        found.append(one)
    return found


def _created(
    created: Mapping[tuple[str, str], int], one: Definition
) -> tuple[tuple[str, str], int | None]:
    """The key of the object, and the place of its creation. IBM i's *LIBL is any library."""
    kinds = one.kinds or (one.kind,)
    for kind in kinds:
        key = kind, f"{one.system} {one.name}"
        if key in created:
            return key, created[key]
    if one.name.startswith("*LIBL/"):
        wanted = one.name.removeprefix("*LIBL/")
        for key, index in created.items():
            if key[0] in kinds and key[1].rpartition("/")[2] == wanted:
                return key, index
    return (kinds[0], f"{one.system} {one.name}"), None


def _folded(before: Definition, change: Definition) -> Definition:
    values: dict[str, Any] = {**before.values, **change.values}
    users = change.values.get("users")
    if isinstance(users, Mapping):
        known = before.values.get("users")
        together = dict(known) if isinstance(known, Mapping) else {}
        for user, granted in users.items():
            if change.action is Action.REMOVE:
                together.pop(user, None)
            else:
                together[user] = granted
        values["users"] = together
    return replace(
        before,
        values=values,
        given={**before.given, **change.given},
        problems=before.problems + change.problems,
        unknown=(before.unknown - set(change.values)) | change.unknown,
        places={**before.places, **change.places},
    )
