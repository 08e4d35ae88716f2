"""ibmi:AuthorizationList. Source: CRTMSGQ and CRTDTAQ AUT; IBM's CRTAUTL, ADDAUTLE, CHGAUTLE,
RMVAUTLE."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Cl, Sql
from queuewright.catalogue.commands import ClCommands
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import ADDAUTLE, CRTAUTL
from queuewright.catalogue.spec import Spec

from .common_attributes import IBMI, TEXT_DESCRIPTION, ibmi_attribute, name_attribute, special
from .owner import OWNED_BY, OWNER, OWNER_LISTED

# ADDAUTLE AUT: one of the first, or any of the rest together; *AUTLMGT goes with either.
SINGLE = ("change", "all", "use", "exclude")
SPECIFIC = ("objalter", "objexist", "objmgt", "objopr", "objref", "add", "dlt", "execute")
AUTHORITIES = (*SINGLE, *SPECIFIC, "read", "upd", "autlmgt")
# The authorities behind a word of the first, which a system may report in its place.
DATA = ("read", "add", "upd", "dlt", "execute")
STANDS_FOR: Mapping[str, tuple[str, ...]] = {
    "use": ("objopr", "read", "execute"),
    "change": ("objopr", *DATA),
    "all": ("objalter", "objexist", "objmgt", "objopr", "objref", *DATA),
}

_SERVICE = "AUTHORIZATION_LIST_USER_INFO"
NAME = name_attribute("Authorization list", CRTAUTL.at("AUTL"))
AUTHORITY = ibmi_attribute(
    "Authority of users who are not on the list",
    CRTAUTL.at("AUT"),
    choices=tuple(special(f"*{word.upper()}") for word in SINGLE),
    default="change",
    sql=Sql(_SERVICE, "OBJECT_AUTHORITY"),
)
USERS = Attribute(
    title="Users and their authority",
    sources=(ADDAUTLE.at("USER, AUT"),),
    cl=Cl("USER", command="ADDAUTLE"),
    platforms=IBMI,
    shipped={},
    sql=Sql(_SERVICE, "AUTHORIZATION_NAME"),
)


USER_AUTHORITY = Rule(
    "user-authority",
    "A user of an authorization list, or what it is granted",
    f"user {{user}} needs authorities among {', '.join(AUTHORITIES)}",
    "correct that entry",
    (ADDAUTLE.at("USER, AUT"),),
    "users",
)
USER_MIXED = USER_AUTHORITY.but(
    reason="user {user} has {single} together with others; only autlmgt goes with it"
)
USER_NAME = USER_AUTHORITY.but(reason="user {user} is not an IBM i user profile name")


OWNER_ON_LIST = OWNER_LISTED.but(
    reason="user {user} owns the list, and has every authority to it",
    sources=USER_AUTHORITY.sources,
    attribute="users",
)


@joint(USER_AUTHORITY, USER_MIXED, USER_NAME, OWNER_ON_LIST, of=("users",))
def _users(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for user, granted in (values.get("users") or {}).items():
        unknown = [word for word in granted if word not in AUTHORITIES]
        single = [word for word in granted if word in SINGLE]
        mixed = single and any(w not in (*SINGLE, "autlmgt") for w in granted)
        if unknown or not granted:
            yield USER_AUTHORITY(user=shown(user, 40))
        elif len(single) > 1 or mixed:
            yield USER_MIXED(user=shown(user, 40), single=single[0])
        elif len(user) > 10 or any(True for _ in ibmi_name(user)) or user == "*PUBLIC":
            yield USER_NAME(user=shown(user, 40))
        elif user == values.get(OWNER):
            yield OWNER_ON_LIST(user=shown(user, 40))


class AuthorizationListSpec(Spec):
    """An authorization list and the users on it. `users` maps a user profile to authorities."""

    kind: ClassVar[str] = "ibmi:AuthorizationList"
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTAUTL",
        delete="DLTAUTL",
        name="AUTL",
        positions={
            "CRTAUTL": "AUTL AUT",
            "ADDAUTLE": "AUTL USER AUT",
            "CHGAUTLE": "AUTL USER AUT",
            "RMVAUTLE": "AUTL USER",
            "DLTAUTL": "AUTL",
        },
    )
    namespace: ClassVar[str] = "*AUTL"
    roles: ClassVar[tuple[Role, ...]] = (Role.AUTHORIZATION_LIST,)
    module: ClassVar[tuple[str, str]] = ("authorization_lists", "Authorization lists")
    checks: ClassVar[tuple[JointCheck, ...]] = (_users,)

    name: Annotated[str, NAME]
    text_description: Annotated[str | None, TEXT_DESCRIPTION] = None
    authority: Annotated[str | None, AUTHORITY] = None
    owner: Annotated[str | None, OWNED_BY.but(sql=Sql(_SERVICE, "OWNER"))] = None
    users: Annotated[dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, USERS] = (
        None
    )
