"""What the IBM i kinds share. Sources: CRTMSGQ; CRTDTAQ.

Attribute names are the words of the CL prompts; values are CL's special values without the
asterisk, in lower case.
"""

from queuewright.catalogue.attribute import Attribute, Change, Choice, Cl, Ref, Strength, Unit
from queuewright.catalogue.names import ibmi_name, no_control_characters
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CRTDTAQ, CRTMSGQ

__all__ = ["AUTHORITY", "IBMI", "LIBRARY", "TEXT_DESCRIPTION", "special", "yes_no"]

IBMI = frozenset({Platform.IBMI})


def special(word: str, number: int | None = None, *, resolved: bool = False) -> Choice:
    """`*NOMAX` gives the value "nomax"."""
    return Choice(word.removeprefix("*").lower(), cl=word, number=number, resolved=resolved)


def yes_no() -> tuple[Choice, ...]:
    return special("*NO"), special("*YES")


LIBRARY = Attribute(
    title="Library",
    sources=(CRTMSGQ.at("MSGQ"), CRTDTAQ.at("DTAQ")),
    cl=Cl("LIB"),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    choices=(special("*CURLIB"),),
    default="curlib",
    platforms=IBMI,
    change=Change.REPLACE,
)
TEXT_DESCRIPTION = Attribute(
    title="Text 'description'",
    sources=(CRTMSGQ.at("TEXT"), CRTDTAQ.at("TEXT")),
    cl=Cl("TEXT"),
    cl_blank="*BLANK",
    max_length=50,
    unit=Unit.CHARACTERS,
    syntax=no_control_characters,
    default="",
    shipped="",
    platforms=IBMI,
)
AUTHORITY = Attribute(
    title="Authority",
    sources=(CRTMSGQ.at("AUT"), CRTDTAQ.at("AUT")),
    cl=Cl("AUT"),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    choices=(
        special("*LIBCRTAUT", resolved=True),
        special("*CHANGE"),
        special("*ALL"),
        special("*USE"),
        special("*EXCLUDE"),
    ),
    default="libcrtaut",
    shipped="libcrtaut",
    platforms=IBMI,
    reference=Ref((Role.AUTHORIZATION_LIST,), Strength.HARD),
)
