"""In which order the two authorities of an object change: the list that secures it, and what
*PUBLIC may do.

Each is a command of its own. Between the two nobody has more than before and afterwards, whoever is
on either list; a run that ends between them leaves a difference that the next one finds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Action, Definition
from queuewright.diff.compare import same
from queuewright.kinds import spec_of

# Each has what those before it have (CRTMSGQ AUT).
_WIDER = ("exclude", "use", "change", "all")


class ObjectAuthorities(NamedTuple):
    """The authorities of an object: of *PUBLIC, and its list ("none" for no list); None: not
    known."""

    public: str | None = None
    listed: str | None = None


def authorities_in(attributes: Mapping[str, Value]) -> ObjectAuthorities:
    """Those of an object that was read."""
    public, listed = attributes.get("authority"), attributes.get("authorization_list")
    return ObjectAuthorities(
        None if public is None else str(public), None if listed is None else str(listed)
    )


class AuthorityStep(NamedTuple):
    """A command on an object that is there, and what the object has after it."""

    action: Action
    values: Mapping[str, Value]
    leaves: Mapping[str, Value]


def steps(had: ObjectAuthorities, values: Mapping[str, Value]) -> Iterator[AuthorityStep]:
    """values: those of "authority" and "authorization_list" that are to change."""
    public, listed = values.get("authority"), values.get("authorization_list")
    grant = [] if public is None else [_set("authority", public)]
    secure = [] if listed is None else list(_secured(had, listed))
    if not grant or not secure:
        yield from (*grant, *secure)
    elif listed == "none":
        # While the list secures the object, those that are on it have what it says.
        yield from (*grant, *secure)
    elif had.listed == "none":
        yield from (*secure, *grant)
    elif public == "exclude" or _narrows(had.public, public):
        yield from (*grant, *secure)
    elif had.public == "exclude" or _narrows(public, had.public):
        yield from (*secure, *grant)
    else:
        # One list for another, and one of them says what *PUBLIC may do: nobody knows which order
        # gives less.
        yield from (_set("authority", "exclude"), *secure, *grant)


def _set(name: str, value: Value) -> AuthorityStep:
    return AuthorityStep(Action.CHANGE, {name: value}, {name: value})


def _secured(had: ObjectAuthorities, listed: Value) -> Iterator[AuthorityStep]:
    if listed != "none" or had.listed is None:
        yield _set("authorization_list", listed)
    elif had.listed != "none":
        taken = {"authorization_list": had.listed}
        yield AuthorityStep(Action.REMOVE, taken, {"authorization_list": "none"})


def _narrows(before: object, after: object) -> bool:
    known = before in _WIDER and after in _WIDER
    return known and _WIDER.index(str(after)) <= _WIDER.index(str(before))


def entries(
    key: Key, name: str, users: Mapping[str, Sequence[str]], has: Mapping[str, Value]
) -> Iterator[Definition]:
    """The commands that leave these users on a list or with an object, and no others. What
    somebody loses comes last."""
    listed = has.get(name)
    known = dict(listed) if isinstance(listed, Mapping) else {}
    attribute = spec_of(key.kind).attributes()[name]
    added: dict[str, tuple[str, ...]] = {}
    changed: dict[str, tuple[str, ...]] = {}
    for user, granted in users.items():
        if user not in known:
            added[user] = tuple(granted)
        elif not same(attribute, {user: known[user]}, {user: tuple(granted)}):
            changed[user] = tuple(granted)
    removed = {str(user): tuple(known[user]) for user in known if user not in users}
    for action, some in (
        (Action.ADD, added),
        (Action.CHANGE, changed),
        (Action.REMOVE, removed),
    ):
        if some:
            yield Definition(key.kind, key.name, action, {name: some})
