"""Who owns an object. Source: IBM i, CHGOBJOWN; OWNER of the SQL services that tell authorities.

Whoever creates an object owns it, or its group profile (OWNER of CRTUSRPRF). CHGOBJOWN is sent with
CUROWNAUT(*REVOKE), its default: the owner before keeps no authority that nobody declared. One that
`private_authorities` names, or the users of a list, keeps what these say: CUROWNAUT(*SAME).
"""

from queuewright.catalogue.attribute import Attribute, Cl, Sql, Unit
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHGOBJOWN, GRTOBJAUT
from queuewright.catalogue.spec import Spec

from .common_attributes import IBMI, IBMI_NAME

OWNER = "owner"
# CUROWNAUT: the owner before loses its authorities, or keeps them.
REVOKED, KEPT = "*REVOKE", "*SAME"


def is_owned(spec: type[Spec]) -> bool:
    """Whether what a kind describes is an object of IBM i, which has an owner: not an entry."""
    return OWNER in spec.attributes()


# Nothing ships: a new object has the user that creates it.
OWNED_BY = Attribute(
    title="Owner",
    sources=(CHGOBJOWN.at("NEWOWN"),),
    cl=Cl("NEWOWN", command="CHGOBJOWN"),
    platforms=IBMI,
    **IBMI_NAME,
    unit=Unit.CHARACTERS,
    sql=Sql("OBJECT_PRIVILEGES", "OWNER"),
)

# Of a new object whose owner is only presumed this is a warning: see `diff.object_users`.
OWNER_LISTED = Rule(
    "owner-listed",
    "The owner of an object among the users with authorities of their own",
    "user {user} owns the object, and is not among those with authorities of their own",
    "leave it out, or give another owner",
    (GRTOBJAUT.at("USER, AUT"),),
    "private_authorities",
)
