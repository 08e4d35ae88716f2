"""Attributes that the IBM i kinds share. Sources: CRTMSGQ; CRTDTAQ.

Attribute names are the words of the CL prompts; values are CL's special values without the
asterisk, in lower case.
"""

from collections.abc import Callable, Iterator, Mapping
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
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.names import ibmi_name, no_control_characters
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHGMSGQ, CRTDTAQ, CRTMSGQ, GRTOBJAUT, Citation

IBMI = frozenset({Platform.IBMI})
SYSTEM_LIBRARIES = ("QSYS", "QGPL", "QTEMP")  # that every IBM i has
# Of attributes that the command that creates does not set.
_COMMANDS = {CHGMSGQ: "CHGMSGQ", GRTOBJAUT: "GRTOBJAUT"}


def special(
    word: str,
    number: int | None = None,
    *,
    resolved: Callable[[SystemFacts, str], Value | None] | None = None,
) -> Choice:
    """`*NOMAX` gives the value "nomax"."""
    return Choice(word.removeprefix("*").lower(), cl=word, number=number, resolved=resolved)


def special_values(*words: str) -> dict[str, Any]:
    """Facts of an attribute that has these special values; the first is the default."""
    choices = tuple(map(special, words))
    return {"choices": choices, "default": choices[0].value}


def ibmi_attribute(title: str, *sources: Citation, **facts: Any) -> Attribute:
    """An attribute that the keyword of its last source sets: `SIZE, element 2` is the second of
    SIZE's values, and a source in CHGMSGQ or GRTOBJAUT makes that the command. facts: of
    `Attribute`; a default of the document is what IBM ships, and lengths are in characters."""
    document, section = sources[-1].document, sources[-1].section
    keyword, _, part = section.partition(", ")
    element = int(part.removeprefix("element ")) if part.startswith("element") else None
    command = _COMMANDS.get(document)
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
    """The name of an object."""
    return ibmi_attribute(title, source, **IBMI_NAME, change=Change.REPLACE, required=True)


def _of_library(facts: SystemFacts, name: str) -> Value | None:
    """*LIBCRTAUT: the CRTAUT of "the library containing the object to be created"."""
    return (facts.libraries or {}).get(name.rpartition("/")[0]) or None


def _qualified(text: str) -> Iterator[tuple[str, str]]:
    """The library is always named: which one a list of libraries gives would be seen as a
    difference ever after."""
    library, slash, name = text.partition("/")
    if not slash or library.startswith("*"):
        yield "must be a name with its library, LIBRARY/NAME", "give the library"
        return
    yield from ibmi_name(library)
    yield from ibmi_name(name)


def described(text: str) -> Iterator[tuple[str, str]]:
    """Text of TEXT. CL takes a special value for one, in apostrophes too."""
    yield from no_control_characters(text)
    if text.strip(" ") in ("*BLANK", "*SAME", "*N"):
        yield "must not be a special value of CL", 'write another text, or ""'


IBMI_NAME: dict[str, Any] = {"max_length": 10, "syntax": ibmi_name}
QUALIFIED: dict[str, Any] = {"max_length": 21, "syntax": _qualified}
YES_NO: dict[str, Any] = {"choices": (special("*NO"), special("*YES")), "default": "no"}
LIBRARY = Attribute(
    title="Library",
    sources=(CRTMSGQ.at("MSGQ"), CRTDTAQ.at("DTAQ")),
    cl=Cl("LIB"),
    **IBMI_NAME,
    unit=Unit.CHARACTERS,
    choices=(special("*CURLIB"),),
    default="curlib",
    reference=Ref((Role.LIBRARY,), Strength.HARD),
    platforms=IBMI,
    change=Change.REPLACE,
)
TEXT_DESCRIPTION = ibmi_attribute(
    "Text 'description'",
    CRTMSGQ.at("TEXT"),
    CRTDTAQ.at("TEXT"),
    cl_blank="*BLANK",
    max_length=50,
    syntax=described,
    default="",
    sql=Sql("OBJECT_STATISTICS", "OBJTEXT"),
)
_PRIVILEGES = "OBJECT_PRIVILEGES"
# The authority of *PUBLIC; "autl": that of the list that secures the object says. AUT(LIST) of a
# command that creates sets both attributes.
AUTHORITY = ibmi_attribute(
    "Authority",
    CRTMSGQ.at("AUT"),
    CRTDTAQ.at("AUT"),
    choices=(
        special("*LIBCRTAUT", resolved=_of_library),
        *map(special, ("*CHANGE", "*ALL", "*USE", "*EXCLUDE", "*AUTL")),
    ),
    default="libcrtaut",
    sql=Sql(_PRIVILEGES, "OBJECT_AUTHORITY"),
)
AUTHORIZATION_LIST = ibmi_attribute(
    "Authorization list",
    CRTMSGQ.at("AUT"),
    CRTDTAQ.at("AUT"),
    GRTOBJAUT.at("AUTL"),
    **IBMI_NAME,
    choices=(special("*NONE"),),
    default="none",
    reference=Ref((Role.AUTHORIZATION_LIST,), Strength.HARD),
    sql=Sql(_PRIVILEGES, "AUTHORIZATION_LIST"),
)
AUTHORITIES = frozenset({"authority", "authorization_list"})
"""The attributes that GRTOBJAUT and RVKOBJAUT change."""

LIST_MISSING = Rule(
    "list-missing",
    "The authority of *PUBLIC comes from a list, and none secures the object",
    'is required with authority "autl"',
    'give authorization_list, or another authority ("exclude", ...)',
    (CRTDTAQ.at("AUT"), GRTOBJAUT.at("AUT")),
    "authorization_list",
)


OF_JOB = Rule(
    "of-a-job",
    "An object that goes with a job",
    "is QTEMP, which each job has for itself and which goes with the job",
    "name a library that stays",
    (CRTMSGQ.at("MSGQ"), CRTDTAQ.at("DTAQ")),
    "library",
)


@joint(OF_JOB, of=("library",))
def stays(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """Of programs: a CL program may well have objects in QTEMP while it runs."""
    if values.get("library") == "QTEMP":
        yield OF_JOB()


@joint(LIST_MISSING, of=("authority", "authorization_list"))
def public_by_list(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("authority") == "autl" and values.get("authorization_list") in (None, "none"):
        yield LIST_MISSING()
