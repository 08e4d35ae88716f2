"""How one attribute is described: the metadata that every field of a spec carries.

Everything else is derived from it: dialects, validation, diff, graph, schema, documentation.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from queuewright.catalogue.sources import Sources, citations_text

from .ccsid import byte_length
from .diagnostic import Diagnostic
from .facts import SystemFacts
from .names import Syntax
from .platform import ALL, Platform
from .references import Role
from .rule import Rule

# The canonical value of an attribute: what specs, observations, state and plans hold.
Value = str | int | tuple[str, ...] | Mapping[str, tuple[str, ...]]


# Rules of single attributes; each diagnostic has the sources of its attribute.
TOO_MANY = Rule("too-many", "A list is too long", "must have at most {most} items", "shorten it")
PLATFORM = Rule(
    "platform",
    "It does not exist on this platform",
    "exists only on {where}, and {system} is {platform}",
    "leave it out for this system",
)
PLATFORM_OF_VALUE = PLATFORM.but(
    reason="this value exists only on {where}", remediation="choose another"
)
COMMAND_LEVEL = Rule(
    "command-level",
    "The attribute came later than the queue manager",
    "needs command level {level}, and {system} is at {own}",
    "leave it out, or correct command_level in queuewright:systems",
)
RANGE = Rule(
    "range",
    "A number is beyond what the parameter takes",
    "must be {limits}",
    "give a value in that range",
)
BLANK = Rule("blank", "A required value is blank", "must not be blank", "give it")
CHOICE = Rule("choice", "A word is not one of the choices", "must be {words}", "{meant}")
SYNTAX = Rule("syntax", "A value, or a script, is not well formed", "{form}", "{remediation}")
CCSID = Rule(
    "ccsid",
    "A character is not in the system's character set",
    "has a character that CCSID {ccsid} of {system} does not have",
    "use characters of that CCSID",
)
LENGTH = Rule(
    "length", "A value is too long", "must have at most {limit}, not {length}", "shorten it"
)


class Change(StrEnum):
    """The cost of changing an attribute of an existing object.

    IN_PLACE: never more than a command. MAY_FORCE: needs FORCE when the object is in use.
    NEEDS_STOPPED: a channel, listener or service that runs works with it from its next start.
    REPLACE: only by delete and create. FIXED: given at creation, never changed afterwards.
    """

    IN_PLACE = "in-place"
    MAY_FORCE = "may-force"
    NEEDS_STOPPED = "needs-stopped"
    REPLACE = "replace"
    FIXED = "fixed"


class Strength(StrEnum):
    """HARD: the target must exist before. SOFT: it need not, say the documents."""

    HARD = "hard"
    SOFT = "soft"


class Unit(StrEnum):
    """The unit of `max_length`: bytes in the system's CCSID, or characters."""

    BYTES = "bytes"
    CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class Ref:
    """The value names another object: one of a kind that has such a role, on the same system.

    The first role that any object of that name has counts. is_remote: it is on another system,
    whichever that is. where: other roles that count instead where another attribute of the object
    has a value. queue_manager: the attribute that names the queue manager it is on, where one does;
    no value there means the object's own.
    """

    to: tuple[Role, ...]
    strength: Strength = Strength.HARD
    is_remote: bool = False
    where: "Elsewise | None" = None
    queue_manager: str = ""

    @property
    def every(self) -> tuple[Role, ...]:
        """The roles that it may have, whatever the values of other attributes."""
        return (*self.to, *self.where.to) if self.where else self.to


class Elsewise(NamedTuple):
    """The roles `to` of a reference where the object's `attribute` has this value: TARGTYPE(TOPIC)
    of an alias."""

    attribute: str
    value: str
    to: tuple[Role, ...]


class PcfSynonym(NamedTuple):
    """Another name of the documents for a parameter, and the identifier that they give it."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Pcf:
    """A PCF parameter: its name in the documents, identifier, number and structure; `synonyms`
    have the same number. one_apart: a list of one item, or of none, stands as a string
    (Change Channel (PCF), SendExit)."""

    name: str
    id: str
    value: int
    type: str
    synonyms: tuple[PcfSynonym, ...] = ()
    one_apart: bool = False


@dataclass(frozen=True, slots=True)
class Cl:
    """A CL keyword; `element` counts from 1 inside a list value; `command` where it is not the
    kind's create command that sets it."""

    keyword: str
    element: int | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Sql:
    """The column of an SQL service that tells an attribute. words: what stands for one of its
    choices, besides the word. starred: its words are special values, with an asterisk. library: of
    a qualified name, the column with the library. null: the choice that the null value means."""

    service: str
    column: str
    words: Mapping[int | str, str] = field(default_factory=dict)
    starred: bool = False
    library: str = ""
    null: str = ""


@dataclass(frozen=True, slots=True)
class Rest:
    """Where the resources of version 1 of mqweb's REST API have an attribute:
    `storage.maximumDepth`; TYPE stands for the object's own type. words: the JSON value, and its
    word in MQSC; none for a number or a text as it is. always: returned unless it has no value,
    also where nobody asks for it."""

    path: str
    words: Mapping[Any, str] = field(default_factory=dict)
    always: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One allowed word and its spelling in each dialect; None where the dialect has none.

    `resolved`: the system puts something else in its place when the command runs (CRTMSGQ CCSID
    *JOB becomes the job's CCSID), and keeps that. It is a function of the facts and the object's
    name; None where they do not tell.
    """

    value: str
    mqsc: str | None = None
    constant: str | None = None
    number: int | None = None
    cl: str | None = None
    platforms: frozenset[Platform] = ALL
    resolved: Callable[[SystemFacts, str], Value | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """Metadata of a field, written `field: Annotated[type | None, Attribute(...)] = None`.

    title: IBM's words for it. sources: where the documents describe it.
    minimum, maximum: inclusive, in `quantity` (a unit such as "bytes", "ms", "%"). max_length:
    counted in `unit`, for each item of a list. choices: for a text, the only values; for an
    integer or a name, words allowed besides. default: where a document gives one. shipped: what
    IBM ships in the SYSTEM.DEFAULT object (`shipped_on` where a platform differs). since: the
    command level that introduced it. observable: a system reports it; False for what only says
    how a command is run, of which an object keeps nothing. write_only: a system takes it and
    never reports it (a password). selects: a command that changes the object needs its value too
    (TRPTYPE of ALTER LISTENER). keeps_inserts: the object keeps inserts such as +QMNAME+, and they
    are filled in when it starts. mqsc_removed: of a set, whose items commands add and remove one
    by one, the keyword that removes, and pcf_removed the parameter; nothing: the item that stands
    for no others. mqsc_shown, pcf_shown: what answers call it, where that differs. is_set: of a
    list whose order does not count. repeated: of a list, each item is a parameter of its own.
    caution: what the documents warn of where it is changed, None for nothing. self_changing: says
    who changes it without an administrator (Change Queue (PCF): MQSET, events, channel agents),
    else None. afterwards: what people may have to do when it was changed, None for nothing.
    refreshed_by: the TYPE of REFRESH SECURITY after which a change of it counts, "" for none.
    inherited: the value that counts where the object, and all above it, leave it to what is above
    (ASPARENT); None for attributes that are not inherited.
    decided_by: the declaration that decides it instead of its own object's, which may not give it;
    "" for none.
    admits: of a channel that others connect to, it decides who is let in, and as whom.
    """

    title: str
    sources: Sources
    mqsc: str | None = None
    mqsc_synonyms: tuple[str, ...] = ()
    mqsc_toggle: bool = False
    mqsc_removed: str | None = None
    mqsc_shown: str | None = None
    pcf: Pcf | None = None
    pcf_removed: Pcf | None = None
    pcf_shown: Pcf | None = None
    nothing: str = ""
    is_set: bool = False
    repeated: bool = False
    cl: Cl | None = None
    sql: Sql | None = None
    rest: tuple[Rest, ...] = ()
    cl_blank: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    quantity: str | None = None
    max_length: int | None = None
    unit: Unit = Unit.BYTES
    max_items: int | None = None
    choices: tuple[Choice, ...] = ()
    default: Value | None = None
    shipped: Value | None = None
    shipped_on: Mapping[Platform, Value | None] = field(default_factory=dict)
    platforms: frozenset[Platform] = ALL
    since: int | None = None
    reference: Ref | None = None
    change: Change = Change.IN_PLACE
    syntax: Syntax | None = None
    required: bool = False
    observable: bool = True
    write_only: bool = False
    selects: bool = False
    keeps_inserts: bool = False
    caution: str | None = None
    self_changing: str | None = None
    afterwards: str | None = None
    refreshed_by: str = ""
    inherited: Value | None = None
    decided_by: str = ""
    admits: bool = False

    def but(self, **changes: Any) -> "Attribute":
        """This attribute as another kind has it, differing in `changes`."""
        return replace(self, **changes)

    @property
    def is_unordered(self) -> bool:
        """Whether it is a set: the order of its items does not count."""
        return self.is_set or self.mqsc_removed is not None

    def choice(self, value: str) -> Choice | None:
        """The choice whose value this is."""
        return next((choice for choice in self.choices if choice.value == value), None)

    def shipped_for(self, platform: Platform) -> Value | None:
        """The value in the SYSTEM.DEFAULT object of a new system; None: it has no such
        attribute."""
        return self.shipped_on.get(platform, self.shipped)

    def applies(self, facts: SystemFacts) -> bool:
        """Whether the attribute exists on such a system."""
        return facts.platform in self.platforms and (
            self.since is None or facts.command_level >= self.since
        )

    def findings(self, name: str, value: Any, facts: SystemFacts | None) -> Iterator[Diagnostic]:
        """Everything that this attribute alone has against `value`; `facts` None: any system."""
        if facts is not None and not self.applies(facts):
            yield self._not_there(name, facts)
            return
        if isinstance(value, bool):
            return
        if isinstance(value, int):
            yield from self._number(name, value)
        elif isinstance(value, str):
            yield from self._text(name, value, facts)
        elif isinstance(value, tuple):
            if self.max_items is not None and len(value) > self.max_items:
                yield self._broken(TOO_MANY, name, most=self.max_items)
            for item in value:
                yield from self._text(name, item, facts)

    def _broken(self, rule: Rule, name: str, **words: Any) -> Diagnostic:
        return rule(attribute=name, sources=self.sources, **words)

    def _not_there(self, name: str, facts: SystemFacts) -> Diagnostic:
        if facts.platform not in self.platforms:
            where, platform = ", ".join(sorted(self.platforms)), facts.platform
            return self._broken(PLATFORM, name, where=where, system=facts.name, platform=platform)
        level, own = self.since, facts.command_level
        return self._broken(COMMAND_LEVEL, name, level=level, system=facts.name, own=own)

    def _number(self, name: str, value: int) -> Iterator[Diagnostic]:
        low, high = self.minimum, self.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            quantity = f" {self.quantity}" if self.quantity else ""
            limits = f"{low} to {high}" if high is not None else f"at least {low}"
            words = "".join(f" or {choice.value!r}" for choice in self.choices)
            yield self._broken(RANGE, name, limits=f"{limits}{quantity}{words}")

    def _text(self, name: str, value: str, facts: SystemFacts | None) -> Iterator[Diagnostic]:
        if self.required and not value.strip(" "):
            yield self._broken(BLANK, name)
            return
        if self.choices:
            chosen = self.choice(value)
            if chosen is not None:
                if facts is not None and facts.platform not in chosen.platforms:
                    where = ", ".join(sorted(chosen.platforms))
                    yield self._broken(PLATFORM_OF_VALUE, name, where=where)
                return
            if self.syntax is None:
                words = ", ".join(repr(choice.value) for choice in self.choices)
                numbers = f" or a number {self.minimum} to {self.maximum}"
                or_number = "" if self.minimum is None else numbers
                meant = self._nearest(value)
                yield self._broken(CHOICE, name, words=f"{words}{or_number}", meant=meant)
                return
        if self.syntax is not None:
            words = "".join(f' or use "{choice.value}"' for choice in self.choices)
            for reason, remediation in self.syntax(value):
                yield self._broken(SYNTAX, name, form=reason, remediation=f"{remediation}{words}")
        yield from self._length(name, value, facts)

    def _nearest(self, value: str) -> str:
        """The remediation for a value that is none: a dialect's own word, or one misspelt."""
        for choice in self.choices:
            spellings = {choice.mqsc, choice.cl, choice.constant}
            if value.casefold() in {s.casefold() for s in spellings if isinstance(s, str)}:
                return f'use "{choice.value}", which {value} is here'
        words = [choice.value for choice in self.choices]
        near = get_close_matches(value.casefold(), words, 1)
        return f'did you mean "{near[0]}"?' if near else "use one of these"

    def _length(self, name: str, value: str, facts: SystemFacts | None) -> Iterator[Diagnostic]:
        count, unit = len(value), "characters"
        if facts is not None and (self.unit is Unit.BYTES or facts.substitutes):
            length = byte_length(value, facts.ccsid)
            if length is None:
                yield self._broken(CCSID, name, ccsid=facts.ccsid, system=facts.name)
                return
            if self.unit is Unit.BYTES:
                count, unit = length, f"bytes in CCSID {facts.ccsid}"
        if self.max_length is not None and count > self.max_length:
            limit = f"{self.max_length} {unit}"
            yield self._broken(LENGTH, name, limit=limit, length=count)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def check(value: Any, info: core_schema.ValidationInfo) -> Any:
            if value is None:
                return None
            facts = info.context.get("facts") if info.context else None
            diagnostics = tuple(self.findings(info.field_name or "", value, facts))
            if diagnostics:
                text = "; ".join(
                    f"{diagnostic.reason} [{citations_text(diagnostic.sources)}]"
                    for diagnostic in diagnostics
                )
                raise PydanticCustomError(
                    "queuewright", "{text}", {"text": text, "findings": diagnostics}
                )
            return value

        return core_schema.with_info_after_validator_function(check, handler(source))


def python_types(annotation: Any) -> set[Any]:
    """The types that the annotation of a field allows."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return python_types(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return set().union(*map(python_types, get_args(annotation)))
    return {origin or annotation}
