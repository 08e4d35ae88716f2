"""The base of every resource class: what they do alike, so that generated classes only list."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, Signature, isawaitable, signature
from types import new_class
from typing import Any, ClassVar, Self

import pulumi
import pulumi.dynamic

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import (
    DELETE_FIRST,
    IMPORT_ID,
    LISTED_IN,
    OPTION_WORDS,
    RETAIN,
    SECRET_INPUTS,
    option_word,
)
from queuewright.catalogue.spec import Spec
from queuewright.diff.normalise import identity_of, property_names, within
from queuewright.kinds import KINDS, kinds_of, options_of, spec_of
from queuewright.provider_reference import provider_reference

from .attribute_types import ArgumentType, argument_types
from .handed_over import as_transformed, handed_over, inputs_of, without_everything
from .handles import system_name
from .program import Placeholders, Program, Reference, in_clear
from .pulumi_internals import UNKNOWN, Gate, invoke_output, is_dry_run, transforming_last
from .refusal import RefusedDeclaration, WrongType, WrongValue

_PULUMI_OPTIONS = signature(pulumi.ResourceOptions).parameters.keys()


class QueueResource(pulumi.dynamic.Resource):
    """An object on a queue manager or an IBM i, declared by a program.

    Wrong Python types raise WrongType (a TypeError) and wrong options WrongValue (a ValueError)
    where they are written; what the documents demand of values is checked by the provider,
    everything at once.
    """

    kind: ClassVar[str]
    __signature__: ClassVar[Signature]
    _required: ClassVar[frozenset[str]]
    system: pulumi.Output[str]
    name: pulumi.Output[str]

    def __init_subclass__(cls, kind: str = "") -> None:
        """A class that a program derives is of its base's type: it declares the same objects."""
        inherited = getattr(cls, "_resource_type_name", "")
        module, _, name = kind.partition(":")
        super().__init_subclass__(module=module, name=name)
        if kind:
            cls.kind = kind
            cls._required, cls.__signature__ = _keywords(kind)
        else:
            cls._resource_type_name = inherited

    @classmethod
    def get(
        cls, resource_name: str, id: pulumi.Input[str], opts: pulumi.ResourceOptions | None = None
    ) -> Self:
        """An object that exists, to read: this program does not manage it.

        id: `SYSTEM/KIND/NAME`, as the state has it. Raises WrongValue for one of another kind.
        """
        key = Key.parse(id) if isinstance(id, str) else None
        if key is None or key.kind != cls.kind:
            where = f"{cls.kind} {resource_name!r}"
            raise WrongValue(f"{where}: id {shown(id)} is not SYSTEM/{cls.kind}/NAME")
        arguments: dict[str, Any] = dict.fromkeys(cls._required)
        arguments |= {"system": key.system, **identity_of(cls.kind, key.name)}
        arguments["opts"] = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(id=id))
        return cls(resource_name, **arguments)

    def __init__(self, resource_name: str = "", *more: object, **arguments: Any) -> None:
        """arguments: the keywords that the generated class has typed, None as if left out. more: is
        refused, as the signature of the generated class has none."""
        if not isinstance(resource_name, str) or not resource_name.strip():
            text = f"{self.kind}: the first argument is {shown(resource_name)}, and must be a name"
            example = f'{type(self).__name__}("ORDERS.IN", ...)'
            raise (WrongValue if isinstance(resource_name, str) else WrongType)(
                f"{text}: give that of the object, as in {example}"
            )
        self._where = f"{self.kind} {resource_name!r}"
        if more:
            text = f"{shown(more[0])} stands without a keyword"
            raise self._error(WrongType, f"{text}; write which argument it is, as in system=...")
        if not self._required <= arguments.keys() <= self.__signature__.parameters.keys():
            known = self.__signature__.parameters.keys() - {"resource_name"}
            for name in sorted(arguments.keys() - known):
                remediation = _meant_argument(spec_of(self.kind), name, known)
                raise self._error(WrongType, f"there is no argument {name}; {remediation}")
            missing = ", ".join(sorted(self._required - arguments.keys()))
            raise self._error(WrongType, f"{missing} must be given")
        opts = self._resource_options(arguments.get("opts"))
        self._secret_outputs = frozenset(opts.additional_secret_outputs or () if opts else ())
        self._on = on = system_name(arguments["system"], f"{self._where}: ")
        spec = spec_of(self.kind)
        given = {name: self._in_name(name, arguments.get(name)) for name in spec.identity()}
        names: dict[str, Any] = {"name": resource_name, **spec.usual_names()}
        names |= {name: value for name, value in given.items() if value is not None}
        for field, value in names.items():
            if not _later(value) and not isinstance(value, str):
                raise self._error(WrongType, f"{field} must be text, not {value!r}")
            if value == "" and field != "name":  # a name that is blank is told with the plan
                raise self._error(WrongValue, f'{field}="" must be a name, or left out')
            if _later(value):
                text = f"{field} is secret, and names are shown in plans and kept as id"
                names[field] = in_clear(
                    value, self._error(RefusedDeclaration, f"{text}; give it in clear")
                )
        self._check_library(names)
        inputs: dict[str, Any] = {"system": on, **names}
        today = spec.as_of_now(arguments)
        opts = _with_options(opts, [n for n in today if today[n] is not arguments.get(n)])
        for attribute, argument in argument_types(spec).items():
            value = today.get(attribute)
            if value is not None:
                inputs[attribute] = self._value(attribute, argument, value)
                if argument.attribute.write_only:  # whether the program says so or not
                    inputs[attribute] = pulumi.Output.secret(inputs[attribute])
        remote = arguments.get("remote_data_queue")
        if isinstance(remote, QueueResource) and not inputs.get("remote_data_queue_library"):
            inputs["remote_data_queue_library"] = remote.__dict__["library"]
        inputs |= self._options(arguments)
        program = Program.current()
        key = None if any(map(_later, names.values())) else spec.key_of(names, on)
        if key is not None:
            program.reserve(key, resource_name)
        self._own_key, self._own_name = key, names["name"]
        references = [item for value in inputs.values() for item in _references(value)]
        by_name = {name: _with(value, lambda item: item.name) for name, value in inputs.items()}
        props = {**inputs, "__provider": provider_reference(self.kind)}
        props |= handed_over(opts)
        if opts is not None and opts.import_:
            # The engine has no way to import a dynamic resource: the provider adopts it instead.
            if key is not None and opts.import_ != key.id:
                text = f"import_={shown(opts.import_)} must be {key.id!r}"
                raise self._error(WrongValue, text)
            props[IMPORT_ID] = opts.import_
        gate = Gate(None)
        try:
            if references:
                props = {name: _with(value, Reference.output) for name, value in props.items()}
            merged = _waiting_too(opts, gate.output)
            merged.import_ = None
            without_everything(merged, self.kind)
            self._retains = program.retains(merged)
            if merged.delete_before_replace is None:
                merged.delete_before_replace = True  # two objects cannot have one name
            elif merged.delete_before_replace:
                props[DELETE_FIRST] = True
            if program.listed_in and merged.id is None:  # `get` has no check
                props[LISTED_IN] = program.listed_in
                if self._retains:  # the engine tells no provider
                    props[RETAIN] = True
                if later := _given_later(inputs):
                    props[SECRET_INPUTS] = pulumi.Output.from_input(_secret_among(later))
            # Not dynamic.Resource's own constructor: it would pickle the provider once a
            # resource, in a form that depends on the version of Python.
            token = f"pulumi-python:{self._resource_type_name}"
            transforming_last(merged.parent, as_transformed)
            pulumi.CustomResource.__init__(self, token, resource_name, props, merged)
        except BaseException:
            gate.open(set())  # or the program would wait for it for ever
            for reference in references:
                reference.settle(Placeholders(), first=False)
            raise
        for attribute, argument in argument_types(spec).items():
            if int in argument.types and attribute in inputs:  # the engine's numbers are floats
                self.__dict__[attribute] = self.__dict__[attribute].apply(_integral)
        program.declare(self, key, by_name, opts, gate, references)

    def __getattr__(self, name: str) -> pulumi.Output[Any]:
        """An attribute that the program leaves to the system: its value there, when it is asked
        for. (An Output a resource for each of them would double the time of every program.)"""
        if name.startswith("_") or name not in argument_types(spec_of(self.kind)):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        output = self.urn.apply(lambda urn: _reported(urn, name))
        if name not in self._secret_outputs:
            # A resource's whole answer is secret when one of its values is; this one is not.
            output = pulumi.Output.unsecret(output)
        self.__dict__[name] = output
        return output

    @property
    def object_name(self) -> pulumi.Output[str]:
        """The object's name as `like` and references take it: `NAME`, or `LIBRARY/NAME`."""
        return self.name

    @property
    def known_name(self) -> object:
        """The name that the program gives, which may be an Output."""
        return self._own_name

    def _check_library(self, names: Mapping[str, Any]) -> None:
        """LIBRARY/NAME is how CL writes it, and here one argument each."""
        name = names["name"]
        if (
            "library" in names
            and isinstance(name, str)
            and name.count("/") == 1
            and '"' not in name
        ):
            library, _, simple = name.partition("/")
            text = f"name={shown(name)} has the library in it"
            remediation = f"give name={shown(simple)} and library={shown(library)}"
            raise self._error(WrongValue, f"{text}; {remediation}")

    def _resource_options(self, opts: Any) -> pulumi.ResourceOptions | None:
        if opts is None:
            return None
        if not isinstance(opts, pulumi.ResourceOptions):
            raise self._error(WrongType, f"opts={shown(opts)} must be pulumi.ResourceOptions(...)")
        for option in ("protect", "retain_on_delete", "delete_before_replace"):
            switch = getattr(opts, option)
            if switch is not None and not isinstance(switch, bool):
                rule = f"opts: {option}={shown(switch)} must be True or False"
                raise self._error(WrongType, rule)
        spec = spec_of(self.kind)
        known = {*inputs_of(self.kind), "*"}
        for option in ("ignore_changes", "replace_on_changes"):
            given = getattr(opts, option) or ()
            if isinstance(given, str):
                rule = f"opts: {option}={shown(given)} must be a list of names"
                raise self._error(WrongType, rule)
            named = property_names(map(str, given))
            for name in sorted(name for name in named - known if not name.startswith("__")):
                remediation = _meant_argument(spec, name, known)
                rule = f"opts: {option}={shown(name)}: there is no such attribute"
                raise self._error(WrongValue, f"{rule}; {remediation}")
            # No command changes a part of an attribute, and what is around it would go unsaid.
            for path in sorted(set(map(str, given)) - named):
                (whole,) = property_names([path])
                rule = f"opts: {option}={shown(path)} is a part of an attribute"
                raise self._error(WrongValue, f"{rule}; name all of it, {shown(whole)}")
        return opts

    def _error(self, error: type[RefusedDeclaration], text: str) -> RefusedDeclaration:
        return error(f"{self._where}: {text}")

    def _value(self, attribute: str, argument: ArgumentType, value: Any) -> Any:
        """The value given to an attribute, with resources replaced by their names."""
        if _later(value):
            return value
        if isinstance(value, QueueResource):
            return self._referred(attribute, argument, value)
        complaint = argument.complaint(value)
        if complaint is not None:
            raise self._error(WrongType, f"{attribute} {complaint}")
        if isinstance(value, list | tuple):
            return [self._item(attribute, argument, item) for item in value]
        if isinstance(value, Mapping):
            return {str(k): self._listed(attribute, argument, k, v) for k, v in value.items()}
        return value

    def _listed(self, attribute: str, argument: ArgumentType, name: Any, value: Any) -> Any:
        """The list that a mapping has under a name."""
        if _later(value):
            return value
        if not isinstance(value, list | tuple | set | frozenset):
            must = f"must have a list under {shown(name)}, not {shown(value)}"
            raise self._error(WrongType, f"{attribute} {must}")
        return [self._item(attribute, argument, item) for item in value]

    def _item(self, attribute: str, argument: ArgumentType, item: Any) -> Any:
        if isinstance(item, QueueResource):
            return self._referred(attribute, argument, item)
        if not _later(item) and not isinstance(item, str):
            raise self._error(WrongType, f"{attribute} must hold text, not {item!r}")
        return item

    def _referred(self, attribute: str, argument: ArgumentType, other: "QueueResource") -> Any:
        reference = argument.attribute.reference
        if reference is None:
            raise self._error(WrongType, f"{attribute} takes a value, not a resource")
        if other.kind not in kinds_of(*reference.every):
            kinds = ", ".join(kinds_of(*reference.every))
            raise self._error(WrongType, f"{attribute} refers to {kinds}, not to {other._where}")
        if attribute != "remote_data_queue":
            self._check_system(attribute, other)
        known = other._own_key
        if known is None or other._on != self._on:
            return other.name
        # In another library there may be one of that name too.
        qualified = spec_of(other.kind).in_library and not reference.is_remote
        name = known.name if qualified else other._own_name
        return Reference(attribute, reference.strength, other, known, name)

    def _check_system(self, attribute: str, other: "QueueResource") -> None:
        if other._on != self._on:
            raise self._error(
                WrongValue,
                f"{attribute} refers to {other._where} of {other._on}, but this is on {self._on}; "
                "refer to an object of the same system",
            )

    def _in_name(self, field: str, value: Any) -> Any:
        """The value of a name field: of a resource that it may refer to, its name, with the library
        where it is in one."""
        reference = spec_of(self.kind).fields_described()[field].reference
        if reference is None or not isinstance(value, QueueResource):
            return value
        if value.kind not in kinds_of(*reference.to):
            return value
        self._check_system(field, value)
        if isinstance(value, LibraryResource) and value._own_key is not None:
            return value._own_key.name
        return value._own_name

    def _options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        for option, words in OPTION_WORDS.items():
            value = options.get(option)
            if value is None:
                continue
            word = option_word(option, value)
            if word is None:
                allowed = ", ".join(repr(str(word)) for word in words)
                raise self._error(WrongValue, f"{option}={shown(value)} must be {allowed}")
            chosen[option] = str(word)
        like = options.get("like")
        if isinstance(like, QueueResource):
            if like.kind != self.kind or like._on != self._on:
                raise self._error(
                    WrongValue,
                    f"like must be a {self.kind} of {self._on}, not {like._where} of {like._on}",
                )
            like = like.object_name
        elif like is not None and not _later(like) and not isinstance(like, str):
            raise self._error(WrongType, f"like must be a name or a resource, not {like!r}")
        if like is not None:
            chosen["like"] = like
        return chosen


class LibraryResource(QueueResource):
    """An object in a library of an IBM i."""

    library: pulumi.Output[str]

    @property
    def object_name(self) -> pulumi.Output[str]:
        return pulumi.Output.concat(self.library, "/", self.name)


def _waiting_too(
    opts: pulumi.ResourceOptions | None, output: pulumi.Output[Any]
) -> pulumi.ResourceOptions:
    """The options with one thing more that is waited for."""
    own = opts or pulumi.ResourceOptions()
    if own.depends_on is None or isinstance(own.depends_on, list):
        merged = copy(own)  # `merge` copies every option by itself, which takes ten times as long
        merged.depends_on = [*(own.depends_on or ()), output]
        return merged
    return pulumi.ResourceOptions.merge(own, pulumi.ResourceOptions(depends_on=[output]))


def _with_options(
    opts: pulumi.ResourceOptions | None, together: Collection[str]
) -> pulumi.ResourceOptions | None:
    """The options of a program of an earlier release, in which one attribute was what several are
    today (together): what it says of the one is about all."""
    for option in ("ignore_changes", "replace_on_changes"):
        named = getattr(opts, option, None) or ()
        if not property_names(map(str, named)).isdisjoint(together):
            more: dict[str, Any] = {option: [name for name in together if name not in named]}
            opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(**more))
    return opts


@cache
def resource_class(kind: str) -> type[QueueResource]:
    """A class for a kind that was registered and has no generated one. Raises AttributeError."""
    spec, (module, _, name) = KINDS.get(kind), kind.partition(":")
    if spec is None:
        raise AttributeError(f"module 'queuewright.{module}' has no attribute {name!r}")
    base = LibraryResource if spec.in_library else QueueResource
    space = {"__doc__": spec.__doc__, "__module__": f"queuewright.{module}"}
    return new_class(name, (base,), {"kind": kind}, lambda body: body.update(space))


def _keywords(kind: str) -> tuple[frozenset[str], Signature]:
    """The keywords that a class needs, and all that it takes. Its typed ones are for editors."""
    spec = spec_of(kind)
    fields = spec.model_fields
    required = {"system", *spec.required_names() - {"name"}}
    required |= {name for name in spec.attributes() if fields[name].is_required()}
    names = ("system", *spec.identity(), *spec.attributes(), *options_of(kind), "opts")
    keywords = [
        Parameter(
            name, Parameter.KEYWORD_ONLY, default=Parameter.empty if name in required else None
        )
        for name in names
    ]
    first = Parameter("resource_name", Parameter.POSITIONAL_OR_KEYWORD)
    return frozenset(required), Signature([first, *keywords])


def _later(value: Any) -> bool:
    """An Output or another awaitable: its value is known only while the engine runs."""
    if isinstance(value, str | int | None):  # nearly every one
        return False
    return isinstance(value, pulumi.Output) or isawaitable(value)


def _given_later(inputs: Mapping[str, Any]) -> dict[str, "list[pulumi.Output[Any]]"]:
    """The Outputs of each input that has any."""
    found = {
        name: [item for item in within(value) if isinstance(item, pulumi.Output)]
        for name, value in inputs.items()
        if not isinstance(value, str | int)
    }
    return {name: outputs for name, outputs in found.items() if outputs}


async def _secret_among(given: Mapping[str, "list[pulumi.Output[Any]]"]) -> list[str]:
    """The names of the inputs that the program marks secret: no engine tells a dynamic provider."""
    marked = {name: [await each.is_secret() for each in given[name]] for name in given}
    return sorted(name for name, marks in marked.items() if any(marks))


def _references(value: Any) -> Iterator[Reference]:
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, Reference):
            yield item


def _with(value: Any, change: Callable[[Reference], Any]) -> Any:
    """The value with something in the place of each reference."""
    if isinstance(value, list):
        return [change(item) if isinstance(item, Reference) else item for item in value]
    return change(value) if isinstance(value, Reference) else value


def _integral(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _reported(urn: str, name: str) -> pulumi.Output[Any]:
    """The engine's value of an attribute; not known while a preview would create it."""
    reply = invoke_output("pulumi:pulumi:getResource", {"urn": urn})

    def value(answer: Mapping[str, Any]) -> Any:
        state = answer.get("state") or {}
        if name not in state and is_dry_run():
            return UNKNOWN
        return _integral(state.get(name))

    return reply.apply(value)


@cache
def _other_names(spec: type[Spec]) -> Mapping[str, str]:
    """The names of attributes in MQSC, PCF and CL, in lower case -> their names here."""
    names: dict[str, str] = {}
    for name, attribute in spec.attributes().items():
        cl = attribute.cl.keyword if attribute.cl is not None else None
        pcf = attribute.pcf.name if attribute.pcf is not None else None
        for other in (attribute.mqsc, pcf, cl):
            if isinstance(other, str):
                names.setdefault(other.casefold(), name)
    return names


def _meant_argument(spec: type[Spec], given: str, arguments: Iterable[str]) -> str:
    """The way out: the argument that `given` stands for in a document, that another kind or Pulumi
    has, or that is spelt like it."""
    if given in _PULUMI_OPTIONS:
        remediation = f"write opts=pulumi.ResourceOptions({given}=...)"
        return f"it is an option of Pulumi: {remediation}"
    others = [kind for kind, other in KINDS.items() if given in other.attributes()]
    if others:
        kinds = ", ".join(others)
        return f"it is an attribute of {kinds}, not of {spec.kind}: give it there, or leave it out"
    known = _other_names(spec).get(given.casefold().replace("_", ""))
    near = [known] if known else get_close_matches(given.casefold(), sorted(arguments), 1, 0.6)
    return f"did you mean {near[0]}?" if near else f"see queuewright schema {spec.kind}"
