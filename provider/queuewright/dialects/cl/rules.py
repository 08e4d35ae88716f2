"""Rules of CL: its text, and the parameters of one command."""

from queuewright.catalogue.attribute import BLANK, LENGTH
from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CL, GRTMQMAUT
from queuewright.catalogue.spec import MISSING
from queuewright.dialects.rules import EXPECTED, NOT_LITERAL, NOT_MANAGED

_CLOSE = "close it, or continue the line with +"
_TEXT = EXPECTED.but(sources=(CL.at("source"),))
_SYNTAX = EXPECTED.but(sources=(CL.at("syntax"),))

# The text
COMMENT_OPEN = _TEXT.but(code="comment-open", title="A comment is not closed", remediation=_CLOSE)
QUOTE_OPEN = _TEXT.but(code="quote-open", title="A quoted text is not closed", remediation=_CLOSE)
CONTINUATION_END = _TEXT.but(
    code="continuation-end", title="No line follows a continuation character"
)
CONTINUATION_MISSING = _TEXT.but(
    code="continuation-missing",
    title="A command goes on without a continuation character",
    reason="expected a continuation character + at the end of the line before; read as in IBM's "
    "manuals, as part of the command before",
    severity=Severity.WARNING,
)
CONTINUATION_PLACE = _SYNTAX.but(
    code="continuation-place", title="A continuation character is not the last of its line"
)
COMMAND_NAME = _SYNTAX.but(code="command-name", title="A statement does not begin with a command")
KEYWORD = _SYNTAX.but(code="keyword", title="A name before a parenthesis is not a keyword")
PAREN_EXTRA = _SYNTAX.but(code="paren-extra", title="A parenthesis closes nothing")
PAREN_OPEN = _SYNTAX.but(code="paren-open", title="A parenthesis is not closed", remediation=_CLOSE)
LIST_DEPTH = _SYNTAX.but(code="list-depth", title="Lists are nested too deeply")
CHARACTER = _SYNTAX.but(code="character", title="A character that CL does not have")

# Parameters of a command
CONDITIONAL = Rule(
    "conditional",
    "A command that runs only if the program decides so",
    "runs only when the program decides so; validated as if it did",
    severity=Severity.WARNING,
)
NEEDED = MISSING.but(reason="{command} needs {keyword}", remediation="give {keyword}(...)")
UNKNOWN_KEYWORD = Rule(
    "unknown-keyword",
    "A parameter that the command does not have",
    "{command} has no parameter {written}",
    "{meant}",
)
DUPLICATE_KEYWORD = Rule(
    "duplicate-keyword",
    "A parameter is given twice",
    "{command} has {keyword} twice",
    "leave one out",
)
NO_VALUE = Rule(
    "no-value",
    "A parameter without a value",
    "{keyword} has no value",
    "give one, or leave {keyword} out",
)
WRONG_POSITION = Rule(
    "wrong-position",
    "A value without keyword is at a wrong position",
    "a value without keyword cannot stand after a parameter with one",
    "give its keyword",
)
TOO_MANY_POSITIONS = WRONG_POSITION.but(
    reason="{command} takes only {keywords} without keyword, found more values"
)
NO_POSITION = WRONG_POSITION.but(reason="{command} has no parameter at position {position}")

# Values of a parameter
NESTED_LIST = Rule(
    "nested-list", "A list inside a list", "{keyword} does not take a list inside a list"
)
NOT_VALIDATED = NOT_LITERAL.but(
    reason="{keyword} is the {kind} {found}, not a literal value; it is not validated",
    remediation="{instead}",
    severity=Severity.WARNING,
)
TOO_MANY_VALUES = Rule(
    "too-many-values",
    "A parameter has more values than it takes",
    "{keyword} takes {most}, found {count}",
    "{instead}",
)
SPECIAL_VALUE = Rule(
    "special-value",
    "A special value that a parameter does not take",
    "{keyword} must be {words}, not {found}",
)
OF_PUBLIC = SPECIAL_VALUE.but(reason="USER(*PUBLIC) is changed with CHGAUTLE, not with {command}")
NUMBER = SPECIAL_VALUE.but(code="number", title="A number that a parameter does not take")
QUALIFIED_NAME = SPECIAL_VALUE.but(code="qualified-name", title="A qualified name lacks a part")
BLANK_NAME = BLANK.but(reason="{keyword} must not be blank", remediation="give a name")
GENERIC_NAME = Rule(
    "generic-name",
    "A name that may stand for several objects",
    "{keyword}({name}) may name several objects",
    "give each in a command of its own",
)
UNQUOTED_SLASH = Rule(
    "unquoted-slash",
    "A qualified name where there is no library",
    "{keyword} has {found}, which is a qualified name",
    "write it in apostrophes",
)
UPPER_CASE = Rule(
    "upper-case",
    "A text that must be in upper case in CL",
    "{keyword} must be in upper case in CL, not {found}",
)
TOO_LONG = LENGTH.but(reason=f"{{keyword}}={{found}}: {LENGTH.reason}")
WRONG_TYPE = Rule(
    "wrong-type",
    "A parameter of another type of object",
    "{keyword} is valid only with {type}({types}), and this is {type}({own})",
    "leave it out",
)

# Not managed
PARAMETER_NOT_MANAGED = NOT_MANAGED.but(
    reason="{keyword} is not managed by Queuewright; it is not validated"
)
OBJECT_NOT_MANAGED = NOT_MANAGED.but(
    reason="{command} is about an object that is not managed here; it is passed over"
)
EVERY_OBJECT = "*ALL"  # of OBJ and OBJTYPE
# A name of its own: people have to know of each one.
AS_THERE_ARE = OBJECT_NOT_MANAGED.but(
    code="objects-there",
    title="A command is about the objects that there are when it runs",
    reason="{command} with *ALL is about the objects that there are when it runs, which no "
    "authority record says: nothing of it is taken",
    remediation="give a profile and a type",
    sources=(GRTMQMAUT.at("OBJ"),),
)
ONLY_OF_SCRIPT = AS_THERE_ARE.but(
    code="objects-of-script",
    reason="{command} with *ALL is about the objects that there are when it runs: only the records "
    "of those that the script has made are taken",
)
SEVERAL_AUTHORITIES = NOT_MANAGED.but(
    reason="USER(*PUBLIC) takes one of *CHANGE, *ALL, *USE, *EXCLUDE here", severity=Severity.ERROR
)
REVOKED = NOT_MANAGED.but(
    reason="RVKOBJAUT is followed for AUTL, *PUBLIC and users by their names only",
    remediation="name the users",
    severity=Severity.ERROR,
)
OTHER_GRANT = NOT_MANAGED.but(
    reason="GRTOBJAUT is followed for AUTL, *PUBLIC and users by their names only",
    remediation="give USER and AUT",
    severity=Severity.ERROR,
)
