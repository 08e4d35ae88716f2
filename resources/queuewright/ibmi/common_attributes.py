"""What the IBM i kinds share. Sources: CRTMSGQ; CRTDTAQ.

Attribute names are the words of the CL prompts; values are CL's special values without the
asterisk, in lower case.
"""

from collections.abc import Callable
from typing import Any

from queuewright.catalogue.attribute import (
    Attribute,
    Change,
    Choice,
    Cl,
    Ref,
    Sql,
    Strength,
    Unit,
    Value,
)
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import ibmi_name, no_control_characters
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHGMSGQ, CRTDTAQ, CRTMSGQ, Citation

IBMI = frozenset({Platform.IBMI})


def special(
    word: str,
    number: int | None = None,
    *,
    resolved: Callable[[SystemFacts, str], Value | None] | None = None,
) -> Choice:
    """`*NOMAX` gives the value "nomax"."""
    return Choice(word.removeprefix("*").lower(), cl=word, number=number, resolved=resolved)


def ibmi_attribute(title: str, *sources: Citation, **facts: Any) -> Attribute:
    """An attribute that the keyword of its last source sets: `SIZE, element 2` is the second of
    SIZE's values, and a source in CHGMSGQ makes that the command. facts: of `Attribute`; a default
    of the document is what IBM ships, and lengths are in characters."""
    document, section = sources[-1].document, sources[-1].section
    keyword, _, part = section.partition(", ")
    element = int(part.removeprefix("element ")) if part.startswith("element") else None
    command = "CHGMSGQ" if document is CHGMSGQ else None
    facts = {"shipped": facts.get("default"), "unit": Unit.CHARACTERS} | facts
    if "max_length" not in facts:
        del facts["unit"]
    return Attribute(
        title=title,
        sources=sources,
        cl=Cl(keyword, element, command),
        platforms=IBMI,
        **facts,
    )


def name_attribute(title: str, source: Citation) -> Attribute:
    """What an object is called."""
    return ibmi_attribute(title, source, **IBMI_NAME, change=Change.REPLACE, required=True)


def _of_library(facts: SystemFacts, name: str) -> Value | None:
    """*LIBCRTAUT: the CRTAUT of "the library containing the object to be created"."""
    return (facts.libraries or {}).get(name.rpartition("/")[0]) or None


IBMI_NAME: dict[str, Any] = {"max_length": 10, "syntax": ibmi_name}
YES_NO: dict[str, Any] = {"choices": (special("*NO"), special("*YES")), "default": "no"}
LIBRARY = Attribute(
    title="Library",
    sources=(CRTMSGQ.at("MSGQ"), CRTDTAQ.at("DTAQ")),
    cl=Cl("LIB"),
    **IBMI_NAME,
    unit=Unit.CHARACTERS,
    choices=(special("*CURLIB"),),
    default="curlib",
    platforms=IBMI,
    change=Change.REPLACE,
)
TEXT_DESCRIPTION = ibmi_attribute(
    "Text 'description'",
    CRTMSGQ.at("TEXT"),
    CRTDTAQ.at("TEXT"),
    cl_blank="*BLANK",
    max_length=50,
    syntax=no_control_characters,
    default="",
    sql=Sql("OBJECT_STATISTICS", "OBJTEXT"),
)
AUTHORITY = ibmi_attribute(
    "Authority",
    CRTMSGQ.at("AUT"),
    CRTDTAQ.at("AUT"),
    **IBMI_NAME,
    choices=(
        special("*LIBCRTAUT", resolved=_of_library),
        *map(special, ("*CHANGE", "*ALL", "*USE", "*EXCLUDE")),
    ),
    default="libcrtaut",
    reference=Ref((Role.AUTHORIZATION_LIST,), Strength.HARD),
    sql=Sql("OBJECT_PRIVILEGES", "OBJECT_AUTHORITY"),
)
