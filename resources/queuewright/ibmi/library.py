"""ibmi:Library. Sources: IBM i, CRTLIB, CHGLIB, DLTLIB; LIBRARY_INFO of the SQL services."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Change, Ref, Sql, Strength, Value
from queuewright.catalogue.commands import ClCommands
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CRTLIB
from queuewright.catalogue.spec import Spec

from .common_attributes import (
    AUTHORITY,
    AUTHORIZATION_LIST,
    IBMI_NAME,
    SYSTEM_LIBRARIES,
    TEXT_DESCRIPTION,
    ibmi_attribute,
    name_attribute,
    public_by_list,
    special,
)
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users

SERVICE = "LIBRARY_INFO"
# Where libraries are, and whose CRTAUT *LIBCRTAUT of a new library means.
PLACE = "QSYS"


def library_attribute(title: str, section: str, column: str, **facts: Any) -> Attribute:
    """An attribute of CRTLIB, and the column of LIBRARY_INFO that tells it."""
    return ibmi_attribute(title, CRTLIB.at(section), sql=Sql(SERVICE, column), **facts)


def _of_qsys(facts: SystemFacts, name: str) -> Value | None:
    return (facts.libraries or {}).get(PLACE) or None


NAME = name_attribute("Library name", CRTLIB.at("LIB"))
LIBRARY_TYPE = library_attribute(
    "Library type",
    "TYPE",
    "LIBRARY_TYPE",
    choices=(special("*PROD"), special("*TEST")),
    default="prod",
)
LIBRARY_TEXT = TEXT_DESCRIPTION.but(
    sources=(CRTLIB.at("TEXT"),), sql=Sql(SERVICE, "TEXT_DESCRIPTION")
)
LIBRARY_AUTHORITY = AUTHORITY.but(
    sources=(CRTLIB.at("AUT"),),
    choices=(special("*LIBCRTAUT", resolved=_of_qsys), *AUTHORITY.choices[1:]),
)
AUXILIARY_STORAGE_POOL = library_attribute(
    "Auxiliary storage pool number",
    "ASP",
    "IASP_NUMBER",
    minimum=1,
    maximum=32,
    default=1,
    change=Change.REPLACE,
)
CREATE_AUTHORITY = library_attribute(
    "Create authority",
    "CRTAUT",
    "CREATE_AUTHORITY",
    **IBMI_NAME,
    choices=tuple(map(special, ("*SYSVAL", "*CHANGE", "*ALL", "*USE", "*EXCLUDE"))),
    default="sysval",
    reference=Ref((Role.AUTHORIZATION_LIST,), Strength.HARD),
)
CREATE_OBJECT_AUDITING = library_attribute(
    "Create object auditing",
    "CRTOBJAUD",
    "OBJECT_AUDIT_CREATE",
    choices=tuple(map(special, ("*SYSVAL", "*NONE", "*USRPRF", "*CHANGE", "*ALL"))),
    default="sysval",
)


OF_IBM = Rule(
    "library-of-ibm",
    "A library with a name that IBM keeps for its own",
    "begins with Q: the system takes such a library for one of its own",
    "use another name",
    (CRTLIB.at("LIB"),),
    "name",
    Severity.WARNING,
)


@joint(OF_IBM, of=("name",))
def _of_users(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if str(values.get("name", "")).startswith("Q"):
        yield OF_IBM()


class LibrarySpec(Spec):
    """A library of an IBM i partition.

    `create_authority` is what *PUBLIC gets to objects that are created in it without an authority
    of their own, or the authorization list that secures those.
    """

    kind: ClassVar[str] = "ibmi:Library"
    is_optional: ClassVar[bool] = True  # the service came late, and columns of it later
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTLIB",
        change="CHGLIB",
        delete="DLTLIB",
        name="LIB",
        positions={"CRTLIB": "LIB TYPE", "CHGLIB": "LIB TYPE", "DLTLIB": "LIB"},
    )
    namespace: ClassVar[str] = "*LIB"
    roles: ClassVar[tuple[Role, ...]] = (Role.LIBRARY,)
    of_every_system: ClassVar[frozenset[str]] = frozenset(SYSTEM_LIBRARIES)
    may_be_there: ClassVar[bool] = True
    module: ClassVar[tuple[str, str]] = ("libraries", "Libraries")
    checks: ClassVar[tuple[JointCheck, ...]] = (_of_users, public_by_list, granted_to_users)

    name: Annotated[str, NAME]
    library_type: Annotated[str | None, LIBRARY_TYPE] = None
    text_description: Annotated[str | None, LIBRARY_TEXT] = None
    authority: Annotated[str | None, LIBRARY_AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None
    auxiliary_storage_pool: Annotated[int | None, AUXILIARY_STORAGE_POOL] = None
    create_authority: Annotated[str | None, CREATE_AUTHORITY] = None
    create_object_auditing: Annotated[str | None, CREATE_OBJECT_AUDITING] = None
