"""Private authorities: what single users may do with an object. Sources: IBM i, GRTOBJAUT (USER,
AUT) and RVKOBJAUT; OBJECT_PRIVILEGES of the SQL services."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import Attribute, Cl, Sql
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import GRTOBJAUT
from queuewright.catalogue.spec import Spec

from .authorization_list import SINGLE, SPECIFIC, STANDS_FOR
from .common_attributes import AUTHORITIES, IBMI
from .owner import OWNER, OWNER_LISTED

PRIVATE = "private_authorities"
WORDS = (*SINGLE, *SPECIFIC, "read", "upd")
# The attributes that say who may use an object.
WHO = AUTHORITIES | {PRIVATE, OWNER}

# Of the owner, who has *ALL from the start, nothing is said here.
PRIVATE_AUTHORITIES = Attribute(
    title="Users with authorities of their own, and these",
    sources=(GRTOBJAUT.at("USER, AUT"),),
    cl=Cl("USER", command="GRTOBJAUT"),
    platforms=IBMI,
    shipped={},
    sql=Sql("OBJECT_PRIVILEGES", "AUTHORIZATION_NAME"),
)

PRIVATE_AUTHORITY = Rule(
    "private-authority",
    "A user with authorities of its own, or what it is granted",
    f"user {{user}} needs authorities among {', '.join(WORDS)}",
    "correct that entry",
    (GRTOBJAUT.at("USER, AUT"),),
    PRIVATE,
)
PRIVATE_MIXED = PRIVATE_AUTHORITY.but(
    reason="user {user} has {single} together with others, which nobody can have"
)
PRIVATE_NAME = PRIVATE_AUTHORITY.but(
    reason="user {user} is not an IBM i user profile name; *PUBLIC has the attribute authority"
)


@joint(PRIVATE_AUTHORITY, PRIVATE_MIXED, PRIVATE_NAME, OWNER_LISTED, of=(PRIVATE,))
def granted_to_users(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for user, granted in (values.get(PRIVATE) or {}).items():
        single = [word for word in granted if word in SINGLE]
        if not granted or any(word not in WORDS for word in granted):
            yield PRIVATE_AUTHORITY(user=shown(user, 40))
        elif single and len(granted) > 1:
            yield PRIVATE_MIXED(user=shown(user, 40), single=single[0])
        elif len(user) > 10 or any(True for _ in ibmi_name(user)):
            yield PRIVATE_NAME(user=shown(user, 40))
        elif user == values.get(OWNER):
            yield OWNER_LISTED(user=shown(user, 40))


def in_words(authorities: Iterable[str]) -> tuple[str, ...]:
    """Single authorities as the word that stands for exactly these, if one does."""
    single = frozenset(authorities)
    for word, stands_for in STANDS_FOR.items():
        if single == frozenset(stands_for):
            return (word,)
    return tuple(word for word in WORDS if word in single)


def together(had: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    """The authorities of a user after a grant that replaces nothing: *EXCLUDE takes everything, all
    else is added."""
    had, given = tuple(had), tuple(given)
    if "exclude" in given or not had:
        return given
    return in_words(each_of(had) | each_of(given))


def without(had: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    """The authorities that a user keeps after some are taken away, () for nothing."""
    left = frozenset(had) - {"exclude"} if "exclude" in set(taken) else frozenset(had)
    if "exclude" in left:
        return ("exclude",)
    return in_words(each_of(left) - each_of(taken))


def users_attribute(spec: type[Spec]) -> str:
    """The attribute that has the users of an object, or of an authorization list."""
    return PRIVATE if spec.is_secured() else "users"


def whole_of(had: Iterable[str]) -> tuple[str, ...]:
    """The authorities to revoke from a user who is to keep none. *ALL is every authority, whatever
    the user has by then; that somebody is kept out is not one of them."""
    return ("exclude",) if tuple(had) == ("exclude",) else ("all",)


def each_of(words: Iterable[str]) -> frozenset[str]:
    """The single authorities that words stand for: *EXCLUDE for none."""
    every = (one for word in words for one in STANDS_FOR.get(word, (word,)))
    return frozenset(every) - {"exclude"}
