"""The base of every spec: a frozen pydantic model whose fields are the catalogue.

An attribute that a spec leaves out (None) is unmanaged: the system's default at creation, left
alone afterwards.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Self, cast
from urllib.parse import unquote

from pydantic import BaseModel, ConfigDict, ValidationError

from .about import AuthorityProfile, NamedObject
from .attribute import Attribute, Change, Value, python_types
from .commands import ClCommands, MqscCommands, PcfCommands, RunCommands, SqlService
from .diagnostic import Diagnostic, InvalidDeclaration
from .elsewhere import Elsewhere, not_there
from .facts import SystemFacts
from .hiding import SECRET
from .joint_check import JointCheck
from .key import Key
from .platform import Platform
from .references import Role
from .rule import Rule
from .system_object import SystemObject


class Lifecycle(StrEnum):
    """How an object of a kind comes and goes.

    OBJECT: defined, altered, deleted. SINGLETON: a system has exactly one, which is altered and
    never made or deleted (the queue manager). RECORD: set, whether it is there or not, and removed
    (authority and channel authentication records). DERIVED: other objects make it; no command
    makes or deletes it by itself (membership in a cluster).
    """

    OBJECT = "object"
    SINGLETON = "singleton"
    RECORD = "record"
    DERIVED = "derived"
    LIMIT = "limit"


MISSING = Rule(
    "missing", "A required attribute is left out", "{attribute} is required", "give {attribute}"
)
TYPE = Rule("type", "A value is of another type", "{expected}", "give a value of that type")
WRONG_KIND = Rule(
    "wrong-kind",
    "An attribute of another kind",
    "{kind} has no such attribute; it belongs to {others}",
    "leave it out",
)
UNKNOWN_ATTRIBUTE = Rule(
    "unknown-attribute", "No kind has such an attribute", "{kind} has no such attribute", "{meant}"
)


class Spec(BaseModel):
    """Desired attributes of one object. A subclass is everything that is known of its kind.

    kind: its name. is_managed: programs declare it; the others are of scripts and the sandbox only.
    is_optional: not every queue manager answers for it: it needs a service, a licence or a group;
    it is read only where one is named, or where everything is, and then it may be refused.
    lifecycle: how its objects come and go. mqsc, pcf, cl: what the dialect calls it and its
    commands. sql: the service that has a row for each. default_object: the one that
    a creation takes its defaults from; default_since: the command level that has it.
    system_objects: those of the kind that a new system has beside it. namespace: two objects of
    one namespace cannot share a name on one system. roles: as what others may refer to it.
    other_end: as what an object of the same name on another system is expected.
    module: name and title of the module that an imported program declares it in. records: of a kind
    of records, those of a new system, with their name fields.
    grants: the attribute with the authorities that an object of the kind gives, "" for none;
    entities: the name fields of whom it gives them to.
    limits: of a LIMIT, the kind of the records, "" for all else. admits: whether its records decide
    who may use a channel. called_by: who connects to channels of the kind, "client" or
    "queue manager"; "" for what nobody connects to.
    holds_messages: deleting one can lose messages. emptied_by: the command that empties it, where
    only an empty one can be deleted. may_be_dynamic: the queue manager makes such objects from
    models. opened_as: the type of object that a program opens (OBJTYPE of DISPLAY CONN), "" for
    what nobody opens. runs: how its objects run, are stopped and started; None for what never runs.
    in_library: its name in a `Key` is `LIBRARY/NAME`. allocated_to_change: its change command needs
    it for itself.
    locked_to_change: attributes whose change needs a lock that nobody gets while a job has the
    object alone. of_every_system: names of objects that every system has, which a reading of
    everything leaves out. may_be_there: scripts use objects of the kind that they do not make.
    of_group: a queue-sharing group has its objects, and each of its queue managers shows them.
    guards: its records guard the objects that they name: those come after them, and go before.
    elsewhere: what sets its objects on a platform where no program declares them.
    checks: what joins fields.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    kind: ClassVar[str]
    is_managed: ClassVar[bool] = True
    is_optional: ClassVar[bool] = False
    lifecycle: ClassVar[Lifecycle] = Lifecycle.OBJECT
    mqsc: ClassVar[MqscCommands] = MqscCommands()
    pcf: ClassVar[PcfCommands] = PcfCommands()
    cl: ClassVar[ClCommands] = ClCommands()
    sql: ClassVar[SqlService | None] = None
    default_object: ClassVar[str | None] = None
    default_since: ClassVar[int] = 0
    system_objects: ClassVar[tuple[SystemObject, ...]] = ()
    namespace: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]] = ()
    other_end: ClassVar[Role | None] = None
    module: ClassVar[tuple[str, str]]
    records: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    grants: ClassVar[str] = ""
    entities: ClassVar[tuple[str, ...]] = ()
    limits: ClassVar[str] = ""
    admits: ClassVar[bool] = False
    called_by: ClassVar[str] = ""
    holds_messages: ClassVar[bool] = False
    emptied_by: ClassVar[str] = ""
    may_be_dynamic: ClassVar[bool] = False
    opened_as: ClassVar[str] = ""
    runs: ClassVar[RunCommands | None] = None
    in_library: ClassVar[bool] = False
    allocated_to_change: ClassVar[bool] = False
    locked_to_change: ClassVar[frozenset[str]] = frozenset()
    of_every_system: ClassVar[frozenset[str]] = frozenset()
    may_be_there: ClassVar[bool] = False
    of_group: ClassVar[bool] = False
    guards: ClassVar[bool] = False
    elsewhere: ClassVar[Mapping[Platform, Elsewhere]] = {}
    checks: ClassVar[tuple[JointCheck, ...]] = ()

    name: str

    @classmethod
    def every(cls) -> Iterator[type["Spec"]]:
        """Every spec class with a kind that is imported so far."""
        for child in cls.__subclasses__():
            if "kind" in child.__dict__:
                yield child
            yield from child.every()

    @classmethod
    @cache
    def attributes(cls) -> Mapping[str, Attribute]:
        """Field name -> metadata, in the order of the documents, without the name fields."""
        return {
            name: attribute
            for name, attribute in cls.fields_described().items()
            if name not in cls.identity()
        }

    @classmethod
    @cache
    def fields_described(cls) -> Mapping[str, Attribute]:
        """Every field's metadata, the name fields included."""
        described = {}
        for name, info in cls.model_fields.items():
            for metadata in info.metadata:
                if isinstance(metadata, Attribute):
                    described[name] = metadata
        return described

    @classmethod
    def unreported(cls, reads: Callable[[Attribute], bool]) -> frozenset[str]:
        """The attributes of an object that a way of reaching its system cannot read. reads:
        whether that way reads an attribute, by the names that it has."""
        attributes = cls.attributes().items()
        return frozenset(name for name, each in attributes if each.observable and not reads(each))

    @classmethod
    @cache
    def types(cls, name: str) -> tuple[type, ...]:
        """Which of int, str, tuple (of text) and dict (of text to lists of text) a field takes."""
        types = python_types(cls.model_fields[name].annotation)
        return tuple(python_type for python_type in (int, str, tuple, dict) if python_type in types)

    @classmethod
    @cache
    def shipped(
        cls, platform: Platform | None, command_level: int | None = None
    ) -> Mapping[str, Value]:
        """IBM's default of the kind there, canonical values.

        command_level None: of any. platform None: Linux's defaults, and of attributes that exist
        only elsewhere theirs.
        """
        return {
            name: value
            for name, attribute in cls.attributes().items()
            if (value := attribute.shipped_for(platform or Platform.LINUX)) is not None
            and (platform is None or platform in attribute.platforms)
            and (command_level is None or command_level >= (attribute.since or 0))
        }

    @classmethod
    @cache
    def given_anew(cls) -> frozenset[str]:
        """The attributes that a new object does not have from the default definition of its
        kind."""
        names = (name for check in cls.checks if check.are_given for name in check.attributes)
        return frozenset(names) & cls.attributes().keys()

    @classmethod
    @cache
    def can_force(cls) -> bool:
        """Whether a change takes FORCE: some attribute may need it (Change Queue (PCF) Force)."""
        return any(each.change is Change.MAY_FORCE for each in cls.attributes().values())

    @classmethod
    @cache
    def selecting(cls) -> tuple[str, ...]:
        """The attributes that a command which changes an object gives besides its name."""
        return tuple(name for name, each in cls.attributes().items() if each.selects)

    @classmethod
    @cache
    def is_secured(cls) -> bool:
        """Whether GRTOBJAUT and RVKOBJAUT say who may use an object: *PUBLIC, and those on the
        authorization list that secures it."""
        return "authorization_list" in cls.attributes()

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        """The fields that name the object, all of them texts; "name" is the first."""
        return ("name",)

    @classmethod
    @cache
    def has_one_name(cls) -> bool:
        """Whether a single field names the object, as in the commands of most kinds."""
        return cls.identity() == ("name",)

    @classmethod
    @cache
    def required_names(cls) -> frozenset[str]:
        """The name fields without which there is no object."""
        return frozenset(name for name in cls.identity() if cls.model_fields[name].is_required())

    @classmethod
    @cache
    def usual_names(cls) -> Mapping[str, str]:
        """Defaults of the name fields that have one."""
        defaults = {name: cls.model_fields[name].default for name in cls.identity()}
        return {name: text for name, text in defaults.items() if isinstance(text, str)}

    @classmethod
    def named(cls, names: Mapping[str, Any]) -> Mapping[str, Any]:
        """The name fields, each in the one form of several that mean the same."""
        return names

    @classmethod
    def in_full(cls, names: Mapping[str, Any], values: Mapping[str, Value]) -> Mapping[str, Value]:
        """The attributes of an object of these name fields, single items in place of words that
        stand for several (ALLMQI)."""
        return values

    @classmethod
    def lets_in(cls, names: Mapping[str, Any]) -> frozenset[str]:
        """The authorities of a record of these name fields without which nobody can connect."""
        return frozenset()

    @classmethod
    def removal(cls, names: Mapping[str, Any]) -> Mapping[str, str]:
        """The words that the command of MQSC that removes a record takes besides its names."""
        return dict(cls.mqsc.removal[1])

    @classmethod
    def names_object(cls, names: Mapping[str, Any]) -> NamedObject | None:
        """The object that a record of these name fields is about, None for none or several."""
        return None

    @classmethod
    def profile_of(cls, names: Mapping[str, Any]) -> AuthorityProfile | None:
        """The objects that an authority record of these name fields is about; None for others."""
        return None

    @classmethod
    def name_of(cls, values: Mapping[str, Any]) -> str:
        """The name in a `Key`, from the name fields; `names_in` is the way back.

        Of several fields: all of them in order, slashes between them, "" for one that is left out;
        a slash inside one is %2F, a percent sign %25.
        """
        if cls.has_one_name():
            return str(values["name"])
        names = cls.named(values)
        return "/".join(_escaped(names.get(name)) for name in cls.identity())

    @classmethod
    def names_in(cls, object_name: str) -> dict[str, str]:
        """The name fields of the name in a `Key`. One that is not of that form is taken for the
        first field: the others are missing then, which validation says. "name" is never."""
        if cls.has_one_name():
            return {"name": object_name}
        fields, parts = cls.identity(), object_name.split("/")
        if len(parts) != len(fields):
            return {"name": object_name}
        given = zip(fields, parts, strict=True)
        kept = ((n, part) for n, part in given if part or n == "name")
        return {n: unquote(part) if "%" in part else part for n, part in kept}

    @property
    def object_name(self) -> str:
        """The name in a `Key`."""
        return self.name_of(self.__dict__)

    def key(self, system: str) -> Key:
        """This object on `system`."""
        return Key(system, self.kind, self.object_name)

    @classmethod
    def key_of(cls, values: Mapping[str, Any], system: str) -> Key:
        """The object on `system` that the name fields name, without a spec of it."""
        return Key(system, cls.kind, cls.name_of(values))

    @classmethod
    def implied_by(cls, values: Mapping[str, Any]) -> str:
        """The maker of an object with these values, where no command of its own makes it, "" for
        nothing.

        Such an object is on its system as far as something else makes it; nothing is sent for it.
        """
        return ""

    @classmethod
    def hides_messages(cls, values: Mapping[str, Any]) -> str:
        """The messages that an object with these values may hold uncounted, "" for none."""
        return ""

    @classmethod
    def names_nothing(cls, values: Mapping[str, Any], system: str) -> tuple[str, ...]:
        """References that name no object where an object of `system` has these values."""
        return ()

    @classmethod
    def resolved(
        cls, name: str, values: Mapping[str, Value], facts: SystemFacts
    ) -> dict[str, Value]:
        """The values, with what the system will put in place of words such as APPLTYPE(DEF), as
        far as its facts tell."""
        given = dict(values)
        for attribute, value in values.items():
            choice = cls.attributes()[attribute].choice(value) if isinstance(value, str) else None
            known = choice.resolved(facts, name) if choice and choice.resolved else None
            given[attribute] = value if known is None else known
        return given

    @classmethod
    def module_of(cls, values: Mapping[str, Any]) -> tuple[str, str]:
        """`module`, or another one where an object with these values stands apart."""
        return cls.module

    @classmethod
    def as_of_now(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Attributes as programs and files of earlier releases have them, in today's words."""
        return values

    def created(self) -> dict[str, Value]:
        """`managed`, and what a creation has to give in any case, as it ships."""
        described = self.attributes()
        needed = {name: described[name].shipped for name in self.selecting()}
        return {name: value for name, value in needed.items() if value is not None} | self.managed()

    def managed(self) -> dict[str, Value]:
        """The attributes that this spec gives, canonical values, without the name fields."""
        given = self.__dict__
        return {name: given[name] for name in self.attributes() if given.get(name) is not None}

    @classmethod
    def observed(cls, values: Mapping[str, Any]) -> Self:
        """A spec of what a system reports: never validated, so that everything can be read."""
        return cls.model_construct(**dict(values))

    @classmethod
    def validate_values(
        cls,
        values: Mapping[str, Any],
        facts: SystemFacts | None = None,
        *,
        existing: Mapping[str, Any] | None = None,
    ) -> tuple[Self | None, list[Diagnostic]]:
        """Every problem of a declaration, and the spec when none of them is an error.

        values: name fields and attributes; None means left out. existing: what the system has,
        for rules about resultant values. Never raises for a bad value.
        """
        given = {name: value for name, value in values.items() if value is not None}
        where = f"{facts.name} {cls.kind} " if facts else f"{cls.kind} "
        where += str(given.get("name", "(no name)"))
        if facts is not None and facts.platform not in cls.platforms():
            return None, [cls._elsewhere(facts).on(where, None)]
        spec: Self | None = None
        findings: list[Diagnostic] = []
        try:
            spec = cls.model_validate(given, context={"facts": facts})
        except ValidationError as error:
            findings.extend(_findings_of(cls, error))
        broken = {finding.attribute for finding in findings}
        declared = {name: _canonical(v) for name, v in given.items() if name not in broken}
        joint = cls.joint_findings(declared, facts, existing)
        findings.extend(diagnostic for diagnostic in joint if diagnostic.attribute not in broken)
        hidden = {name for name, each in cls.attributes().items() if each.write_only}
        problems = [
            diagnostic.on(where, SECRET if name in hidden else given.get(name))
            for diagnostic in findings
            for name in (diagnostic.attribute or "",)
        ]
        failed = any(problem.is_error for problem in problems)
        return (None if failed else spec), problems

    @classmethod
    def platforms(cls) -> frozenset[Platform]:
        """Where objects of the kind exist: where their names do."""
        return cls.fields_described()["name"].platforms

    @classmethod
    def _elsewhere(cls, facts: SystemFacts) -> Diagnostic:
        sources = cls.fields_described()["name"].sources
        return not_there(cls.platforms(), facts, cls.elsewhere, sources)

    @classmethod
    def checked(cls, values: Mapping[str, Any], facts: SystemFacts | None = None) -> Self:
        """The spec. Raises InvalidDeclaration with every problem."""
        spec, problems = cls.validate_values(values, facts)
        if spec is None:
            raise InvalidDeclaration([problem for problem in problems if problem.is_error])
        return spec

    @classmethod
    def joint_findings(
        cls,
        declared: Mapping[str, Any],
        facts: SystemFacts | None,
        existing: Mapping[str, Any] | None,
    ) -> Iterator[Diagnostic]:
        """The broken rules that join fields; the rest: see `validate_values`."""
        resultant = {**existing, **declared} if existing else declared
        for check in cls.checks:
            if any(name in declared for name in check.attributes):
                yield from check.find(resultant, facts)


def _escaped(value: object) -> str:
    return "" if value is None else str(value).replace("%", "%25").replace("/", "%2F")


def _canonical(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _findings_of(cls: type[Spec], error: ValidationError) -> Iterator[Diagnostic]:
    described = cls.fields_described()
    for details in error.errors(include_url=False):
        name = str(details["loc"][0]) if details["loc"] else None
        if details["type"] == "queuewright":
            yield from cast(tuple[Diagnostic, ...], details["ctx"]["findings"])
            continue
        sources = described[name].sources if name and name in described else ()
        if details["type"] == "extra_forbidden":
            yield _unknown(cls, str(name))
        elif details["type"] == "missing":
            yield MISSING(attribute=name, sources=sources)
        else:
            yield TYPE(attribute=name, sources=sources, expected=details["msg"].lower())


def _unknown(cls: type[Spec], name: str) -> Diagnostic:
    elsewhere = {
        other.kind: other.fields_described()[name]
        for other in Spec.every()
        if other.is_managed and other is not cls and name in other.fields_described()
    }
    if elsewhere:
        sources = next(iter(elsewhere.values())).sources
        kinds = ", ".join(elsewhere)
        return WRONG_KIND(attribute=name, sources=sources, kind=cls.kind, others=kinds)
    near = ", ".join(sorted(n for n in cls.attributes() if n[:4] == name[:4])[:4])
    meant = f"did you mean {near}?" if near else f"see queuewright schema {cls.kind}"
    return UNKNOWN_ATTRIBUTE(attribute=name, kind=cls.kind, meant=meant)
