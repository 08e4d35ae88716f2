"""Rules that several dialects have, or a dialect and what runs its commands."""

from queuewright.catalogue.attribute import SYNTAX
from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE_MANAGER, CL

EXPECTED = SYNTAX.but(reason="expected {expected}, found {found}", remediation="")
UNKNOWN_COMMAND = EXPECTED.but(code="unknown-command", title="A command that is not known")
NOT_MANAGED = Rule(
    "not-managed",
    "A command, or a part of it, is about an object or attribute that is not managed",
    "{command} is not managed by Queuewright; it is passed over",
    severity=Severity.WARNING,
)
# A command like others by itself, and an error where what a script leaves is asked for.
ALTERS = Rule(
    "alters",
    "A command changes objects in a way that is not followed",
    "{command} changes which objects there are, and is not followed",
    "{instead}",
    severity=Severity.WARNING,
)
NOT_FOLLOWED = Rule(
    "program",
    "A program is not followed further",
    "{command}: {reason}; nothing of the program is taken that follows from a guess",
    sources=(CL.at("program"),),
)
NOT_LITERAL = Rule(
    "not-literal", "A value that only the running program knows", "not taken: {reason}", ""
)
NAME_UNKNOWN = NOT_LITERAL.but(code="name", title="The name of an object is not known")
NAME_MISSING = NOT_LITERAL.but(code="name-missing", title="A command does not name its object")
VALUE = Rule(
    "value",
    "A value that a parameter does not take",
    "{name} must be {words}, not {found}",
    "{meant}",
)
NOT_ALLOWED = Rule(
    "not-allowed",
    "A parameter that the command does not take",
    "{option} is not valid on {command}",
    "leave it out{instead}",
)
REPOSITORY_EXCLUSIVE = Rule(
    "repositories",
    "A queue manager names a repository and a namelist of them",
    "only one of REPOS and REPOSNL can be nonblank",
    "set the other one to blank",
    sources=(CHANGE_QUEUE_MANAGER.at("RepositoryNamelist"),),
)
NAMELIST_MISSING = Rule(
    "namelist-missing",
    "REPOSNL names a namelist that is not there",
    "REPOSNL names {namelist}, which no file defines: its clusters are not known",
    "add the namelist's definition",
    sources=REPOSITORY_EXCLUSIVE.sources,
)
