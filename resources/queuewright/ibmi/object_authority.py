"""ibmi:ObjectAuthority. Sources: IBM i, GRTOBJAUT, RVKOBJAUT; OBJECT_PRIVILEGES of the SQL
services.

A record says what one user may do with one object, whoever manages the object. The object's own
`private_authorities` are all such users together: a program gives one or the other.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.about import NamedObject
from queuewright.catalogue.attribute import Change, Ref, Sql, Strength, Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import GRTOBJAUT
from queuewright.catalogue.spec import Lifecycle

from .authorization_list import SINGLE
from .base import CompositeNameSpec
from .common_attributes import IBMI_NAME, QUALIFIED, ibmi_attribute, special
from .library import PLACE
from .private_authorities import WORDS, in_words

# Types of objects that have authorities of their own, as OBJTYPE has them.
OBJECT_TYPES = ("*MSGQ", "*DTAQ", "*OUTQ", "*JOBQ", "*USRQ", "*LIB")
_LIBRARY = "*LIB"


def _user_profile(text: str) -> Iterator[tuple[str, str]]:
    if text.startswith("*"):
        yield "must be a user profile", "give what *PUBLIC may do as authority of the object"
    else:
        yield from ibmi_name(text)


NAME = ibmi_attribute(
    "Object",
    GRTOBJAUT.at("OBJ"),
    **QUALIFIED,
    reference=Ref((Role.LIBRARY_OBJECT,), Strength.HARD),
    required=True,
)
OBJECT_TYPE = ibmi_attribute(
    "Object type",
    GRTOBJAUT.at("OBJTYPE"),
    choices=tuple(map(special, OBJECT_TYPES)),
    change=Change.REPLACE,
    required=True,
)
USER = ibmi_attribute(
    "User",
    GRTOBJAUT.at("USER"),
    **{**IBMI_NAME, "syntax": _user_profile},
    change=Change.REPLACE,
    required=True,
)
AUTHORITIES = ibmi_attribute(
    "Authorities",
    GRTOBJAUT.at("AUT"),
    choices=tuple(special(f"*{word.upper()}") for word in WORDS),
    max_items=len(WORDS),
    is_set=True,
    required=True,
    sql=Sql("OBJECT_PRIVILEGES", "OBJECT_AUTHORITY"),
)

NO_AUTHORITIES = Rule(
    "no-authorities",
    "A record without authorities",
    "must have at least one",
    'leave the record out, or give "exclude" to keep the user out',
    (GRTOBJAUT.at("AUT"),),
    "authorities",
)
MIXED = NO_AUTHORITIES.but(
    code="mixed-authorities",
    title="An authority that goes with no other",
    reason="has {single} together with others, which nobody can have",
    remediation="give one of them",
)

OF_SYSTEM = Rule(
    "library-place",
    "A library is an object of the system's library",
    f"must be {PLACE}/NAME, as a library is in {PLACE}",
    f"write {PLACE} before the library's name",
    (GRTOBJAUT.at("OBJ"),),
    "name",
)


@joint(OF_SYSTEM, of=("name", "object_type"))
def _placed(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    is_library = f"*{str(values.get('object_type')).upper()}" == _LIBRARY
    if is_library and not str(values.get("name")).startswith(f"{PLACE}/"):
        yield OF_SYSTEM()


@joint(NO_AUTHORITIES, MIXED, of=("authorities",))
def _authorities(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    words = values.get("authorities")
    if not isinstance(words, tuple):
        return
    single = [word for word in words if word in SINGLE]
    if not words:
        yield NO_AUTHORITIES()
    elif single and len(words) > 1:
        yield MIXED(single=single[0])


class ObjectAuthoritySpec(CompositeNameSpec):
    """The authorities of one user to an object of an IBM i partition: exactly these.

    `name` is `LIBRARY/NAME`, that of a library `QSYS/NAME`. The object has to be there, or in the
    program; one whose `private_authorities` the program gives has no such records.
    """

    kind: ClassVar[str] = "ibmi:ObjectAuthority"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    is_optional: ClassVar[bool] = True  # objects show all of their users
    namespace: ClassVar[str] = "object authority"
    module: ClassVar[tuple[str, str]] = ("object_authorities", "Authorities to objects")
    grants: ClassVar[str] = "authorities"
    entities: ClassVar[tuple[str, ...]] = ("user",)
    checks: ClassVar[tuple[JointCheck, ...]] = (_placed, _authorities)

    name: Annotated[str, NAME]
    object_type: Annotated[str, OBJECT_TYPE]
    user: Annotated[str, USER]
    authorities: Annotated[Annotated[tuple[str, ...], Field(strict=False)], AUTHORITIES]

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "object_type", "user")

    @classmethod
    def in_full(cls, names: Mapping[str, Any], values: Mapping[str, Value]) -> Mapping[str, Value]:
        """*OBJOPR *READ *EXECUTE is *USE."""
        words = values.get("authorities")
        if not isinstance(words, list | tuple) or not set(words).issubset(WORDS):
            return values
        return {**values, "authorities": in_words(words)}

    @classmethod
    def name_on(cls, object_type: str, name: str, user: str) -> str:
        """The name of a user's record on an object: `names_object` the other way round."""
        place = name if "/" in name else f"{PLACE}/{name}"
        of_type = object_type.removeprefix("*").lower()
        return cls.name_of({"name": place, "object_type": of_type, "user": user})

    @classmethod
    def names_object(cls, names: Mapping[str, Any]) -> NamedObject | None:
        name, object_type = names.get("name"), f"*{str(names.get('object_type')).upper()}"
        if not isinstance(name, str) or object_type not in OBJECT_TYPES:
            return None
        if object_type == _LIBRARY:
            name = name.removeprefix(f"{PLACE}/")
        return NamedObject(object_type, name)
