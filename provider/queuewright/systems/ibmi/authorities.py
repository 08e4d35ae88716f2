"""In which order the authorities of an object change: the list that secures it and what *PUBLIC
may do; its users, and its owner.

The list and *PUBLIC are a command each. Between the two nobody has more than before and afterwards,
whoever is on either list; a run that ends between them leaves a difference that the next one finds.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Action, Definition
from queuewright.diff.compare import same
from queuewright.ibmi.owner import KEPT, OWNER
from queuewright.ibmi.private_authorities import (
    PRIVATE,
    each_of,
    in_words,
    users_attribute,
    whole_of,
)
from queuewright.kinds import spec_of

Users = Mapping[str, tuple[str, ...]]
# Each has what those before it have (CRTMSGQ AUT).
_WIDER = ("exclude", "use", "change", "all")
# That only an owner grants: whoever has it may still revoke others.
_MANAGES = "objmgt"


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


def owner_before(
    values: Mapping[str, Value], has: Mapping[str, Value], user: Callable[[], str]
) -> str | None:
    """The owner that an object is taken from, None where it keeps its owner. user: who owns what
    does not show its owner."""
    owner, had = values.get(OWNER), has.get(OWNER)
    return None if owner is None or owner == had else str(had or user())


def users_in(key: Key, values: Mapping[str, Value]) -> tuple[str, Users]:
    """The attribute that has the users of an object or a list, and these; {} for not given."""
    name = users_attribute(spec_of(key.kind))
    users = values.get(name)
    return name, users if isinstance(users, Mapping) else {}


def entries(
    key: Key,
    name: str,
    users: Users,
    has: Mapping[str, Value],
    before: str | None = None,
) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
    """The commands that leave these users on a list or with an object, and no others, and the
    object's values then. Whatever somebody loses comes last. before: the owner that the object is
    taken from, of whom `owned` says more."""
    listed = has.get(name)
    known = {u: w for u, w in listed.items() if u != before} if isinstance(listed, Mapping) else {}
    users = {user: words for user, words in users.items() if user != before}
    attribute = spec_of(key.kind).attributes()[name]
    added: dict[str, tuple[str, ...]] = {}
    changed: dict[str, tuple[str, ...]] = {}
    removed = {str(u): whole_of(known[u]) for u in known if u not in users}
    for user, granted in users.items():
        if user not in known:
            added[user] = granted
        elif not same(attribute, {user: known[user]}, {user: granted}):
            surplus = _surplus(known[user], granted) if name == PRIVATE else ()
            if surplus and _MANAGES in granted:
                removed[user] = surplus
            else:
                changed[user] = granted
    for action, some in (
        (Action.ADD, added),
        (Action.CHANGE, changed),
        (Action.REMOVE, removed),
    ):
        if some:
            yield Definition(key.kind, key.name, action, {name: some}), {name: users}


def _surplus(had: tuple[str, ...], granted: tuple[str, ...]) -> tuple[str, ...]:
    """The authorities to revoke from a user who is to keep some of them, () where it gets others
    too."""
    more, fewer = each_of(had), each_of(granted)
    return in_words(more - fewer) if fewer < more else ()


def owned(
    key: Key, values: Mapping[str, Value], has: Mapping[str, Value], before: str
) -> Iterator[tuple[Definition, Mapping[str, Value]]]:
    """The commands that give an object to its owner, and the object's values then. The owner
    before keeps what it is declared to have, and nothing else.

    CHGOBJOWN needs *OBJEXIST, which most of these have not: the owner before keeps everything, and
    the rest is revoked then, as whoever has *OBJMGT may revoke what it has. A list takes its
    ownership only, and who is on it is for the owner to say.
    """
    name, users = users_in(key, values)
    kept = users.get(before, ())
    # An owner with less than everything is among the users of a list.
    keeps = bool(kept) or (name not in values and before in users_in(key, has)[1])
    if kept and name != PRIVATE:
        yield Definition(key.kind, key.name, Action.CHANGE, {name: {before: kept}}), {}
    new = {OWNER: values[OWNER]}
    given = {"CUROWNAUT": KEPT} if keeps else {}
    yield Definition(key.kind, key.name, Action.CHANGE, new, given=given), new
    if not kept or name != PRIVATE:
        return
    if kept == ("exclude",):
        yield Definition(key.kind, key.name, Action.CHANGE, {name: {before: kept}}), {name: users}
    elif surplus := _surplus(("all",), kept):
        taken = {name: {before: surplus}}
        yield Definition(key.kind, key.name, Action.REMOVE, taken), {name: users}
