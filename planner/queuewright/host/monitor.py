"""The resource monitor that a program registers with: what Pulumi's engine is to the SDK.

It has the methods of the gRPC servicer and is called directly. It decides nothing: it composes
URNs, runs transforms, resolves aliases and notes what was declared.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from google.protobuf import empty_pb2, struct_pb2
from pulumi import RunError

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.hiding import Hiding
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import DELETE_FIRST, IMPORT_ID
from queuewright.engine.declared import Declared, kind_of
from queuewright.program.pulumi_internals import engine_pb2, resource_pb2

from . import urns
from .answers import Answer
from .engine_fields import engine_fields
from .places import place_of
from .transforms import Callbacks, Transforms, transformed
from .values import Properties, camel_case, decode, encode, encode_into

_STACK_REFERENCE = "pulumi:pulumi:StackReference"
# The features of this monitor, by the names of the protocol; older ones are in camel case.
_FEATURES = (
    "SECRETS", "RESOURCE_REFERENCES", "ALIAS_SPECS", "DELETED_WITH", "REPLACE_WITH",
    "REPLACEMENT_TRIGGER", "TRANSFORMS", "INVOKE_TRANSFORMS", "PARAMETERIZATION",
    "RESOURCE_HOOKS", "ERROR_HOOKS",
)  # fmt: skip
MessageSeverity = Literal["info", "warning", "error"]
_SEVERITIES: Mapping[Any, MessageSeverity] = {
    engine_pb2.INFO: "info",
    engine_pb2.WARNING: "warning",
    engine_pb2.ERROR: "error",
}
_SHORTEST_SECRET = 4  # shorter texts stand in too many innocent places to be taken out


@dataclass(eq=False)
class Monitor:
    """Collects what one run of a program declares.

    `outputs` are the stack's. `secrets` are texts that must not appear in anything shown.
    `asked`: whether the program has looked at anything that an update may change: attributes that
    it does not declare, what other providers make, other stacks.
    """

    _project: str
    _stack: str
    _answer: Answer
    _preview: bool
    _stack_outputs: Callable[[str], Mapping[str, Any] | None] | None = None

    def __post_init__(self) -> None:
        self.callbacks: Callbacks | None = None
        self.outputs = Properties()
        self.output_names: list[str] = []
        self.secrets: set[str] = set()
        self.asked = False
        self.only_read: set[Key] = set()
        self._hiding = Hiding(least=_SHORTEST_SECRET)
        self._root = urns.root_urn(self._stack, self._project)
        self._declared: dict[str, Declared] = {}
        self._results: dict[str, Any] = {}  # the answer to each registration or reading
        self._unasked: dict[str, tuple[Declared, set[str]]] = {}
        self._transforms = Transforms()
        self._constructed = 1  # the stack's own resource has place 0
        self._order: defaultdict[tuple[str, str], deque[int]] = defaultdict(deque)

    # Requests of the host.

    def constructed(self, args: Any) -> None:
        """A stack transformation that changes nothing: it sees resources in the program's order,
        where registrations arrive as their inputs become known."""
        self._order[args.type_, args.name].append(self._constructed)
        self._constructed += 1

    def declared(self) -> tuple[Declared, ...]:
        """Everything registered, in the program's order; the stack's own resource first."""
        return tuple(sorted(self._declared.values(), key=lambda resource: resource.index))

    def names_of_outputs(self) -> list[str]:
        """Those that have a value, in the program's order."""
        values = self.outputs.values
        first = [name for name in self.output_names if name in values]
        return list(dict.fromkeys((*first, *values)))

    def waiting(self) -> list[str]:
        """Names of the resources that were constructed and never registered."""
        return [name for (_, name), left in self._order.items() for _ in left]

    def redact(self, text: str) -> str:
        self._hiding.add(self.secrets - self._hiding.values)
        return self._hiding(text)

    # The servicer's methods. Names, requests and answers are those of resource.proto.

    def GetDeploymentInfo(self, request: Any) -> Any:
        numbers = (
            getattr(resource_pb2, f"RESOURCE_MONITOR_FEATURE_{name}", None) for name in _FEATURES
        )
        return resource_pb2.DeploymentInfo(
            supportedFeatures=[number for number in numbers if number is not None]
        )

    def SupportsFeature(self, request: Any) -> Any:
        has = request.id in map(camel_case, _FEATURES)
        return resource_pb2.SupportsFeatureResponse(hasSupport=has)

    def RegisterResource(self, request: Any) -> Any:
        """The answer; a coroutine where there are transforms, which may await Outputs."""
        parent = request.parent
        if request.type == urns.ROOT_STACK:
            self._transforms.declare(self._root, "", ())
            self._declared[self._root] = Declared(
                self._root, request.type, request.name, custom=False
            )
            return resource_pb2.RegisterResourceResponse(urn=self._root)
        urn = self._new_urn(request.type, request.name, parent)
        self._transforms.declare(urn, parent, request.transforms)
        tokens = self._transforms.of(urn)
        if tokens and self.callbacks is not None:
            return self._transformed(request, urn, tokens, self.callbacks)
        return self._register(request, urn)

    def RegisterResourceOutputs(self, request: Any) -> Any:
        outputs = decode(request.outputs)
        self._note_secrets(outputs)
        if request.urn == self._root:
            self.outputs = outputs
        elif request.urn in self._declared:
            shown = {n: v for n, v in outputs.values.items() if n not in outputs.secret}
            declared = self._declared[request.urn]
            self._declared[request.urn] = replace(declared, outputs=shown)
        return empty_pb2.Empty()

    def ReadResource(self, request: Any) -> Any:
        """`SomeResource.get(...)`: what exists, without managing it."""
        self.asked = True
        self._take_index(request.type, request.name)
        urn = urns.compose(self._stack, self._project, request.type, request.name, request.parent)
        properties = decode(request.properties)
        values: Mapping[str, Any] | None = None
        if request.type == _STACK_REFERENCE:
            values = self._other_stack(request)
        elif kind_of(request.type):
            values = self._existing(request, urn)
        response: Any = resource_pb2.ReadResourceResponse(urn=urn)
        if "id" in response.DESCRIPTOR.fields_by_name:
            response.id = request.id
        if values is not None:
            secret = properties.secret | set(request.additionalSecretOutputs)
            response.properties.CopyFrom(encode({**properties.values, **values}, secret))
        elif "unknown" in response.DESCRIPTOR.fields_by_name:
            response.unknown = True
        self._results[urn] = response
        return response

    def Invoke(self, request: Any) -> Any:
        self.asked = True
        if request.tok == "pulumi:pulumi:getResource":
            urn = request.args["urn"]
            if urn not in self._results and urn not in self._unasked:
                raise RunError(f"resource {urn} is not declared; use the URN of one that is")
            return _resource(self._complete_answer(urn))
        raise RunError(
            f"the program calls {one_line(request.tok)}, a function of another provider, which "
            "only pulumi can run; put its result into the configuration, or use pulumi preview"
        )

    def Call(self, request: Any) -> Any:
        raise RunError(
            f"the program calls the method {one_line(request.tok)} of another provider's resource, "
            "which only pulumi can run; use pulumi preview"
        )

    def RegisterStackTransform(self, callback: Any) -> Any:
        self._transforms.of_stack(callback)
        return empty_pb2.Empty()

    def RegisterStackInvokeTransform(self, request: Any) -> Any:
        """There is nothing to transform, for invokes are refused; nor anything to wait for."""
        return empty_pb2.Empty()

    SignalAndWaitForShutdown = RegisterStackInvokeTransform

    def RegisterResourceHook(self, request: Any) -> Any:
        """Hooks are recorded with their resources; what runs them is Pulumi's engine."""
        return empty_pb2.Empty()

    RegisterErrorHook = RegisterResourceHook

    def RegisterPackage(self, request: Any) -> Any:
        return resource_pb2.RegisterPackageResponse(ref=request.name)

    # The same for resources of ours that have nothing but plain inputs, without messages.

    def register_plain(
        self,
        type_: str,
        name: str,
        inputs: dict[str, Any],
        parent: str,
        dependencies: Sequence[str],
        opts: Any,
        place: str,
    ) -> Declared | None:
        """None for a resource with transforms, which get a message. parent: its URN, "" for none;
        opts: `ResourceOptions`. Raises RunError where two have the name."""
        parent = parent or self._root
        urn = self._new_urn(type_, name, parent)
        self._transforms.declare(urn, parent, ())
        if self._transforms.of(urn):
            return None
        above = self._declared.get(parent)  # None: one that is only read
        protect, retain = _guards(above, opts.protect, opts.retain_on_delete)
        declared = Declared(
            urn=urn,
            type=type_,
            name=name,
            inputs=inputs,
            parent=parent,
            dependencies=tuple(dependencies),
            protect=protect,
            retain_on_delete=retain,
            delete_before_replace=_before(type_, inputs, opts.delete_before_replace),
            aliases=urns.aliases(urn, parent, (), above.aliases if above else ()),
            index=self._take_index(type_, name),
            place=place,
        )
        self._declared[urn] = declared
        self._unasked[urn] = (declared, set())
        return declared

    # How they do it.

    def _new_urn(self, type_: str, name: str, parent: str) -> str:
        urn = urns.compose(self._stack, self._project, type_, name, parent)
        if urn in self._declared:
            raise RunError(f"two resources have the URN {urn}; give one of them another name")
        return urn

    async def _transformed(
        self, request: Any, urn: str, tokens: Sequence[str], callbacks: Callbacks
    ) -> Any:
        return self._register(await transformed(request, tokens, callbacks), urn)

    def _register(self, request: Any, urn: str) -> Any:
        properties = decode(request.object)
        self._note_secrets(properties)
        declared = self._declaration(request, urn, properties)
        self._declared[urn] = declared
        return self._registered(declared, request, properties)

    def _take_index(self, type_: str, name: str) -> int:
        if left := self._order.get((type_, name)):
            return left.popleft()
        self._constructed += 1
        return self._constructed - 1

    def _note_secrets(self, properties: Properties) -> None:
        for name in properties.secret:
            self.secrets.update(texts_in(properties.values.get(name)))

    def _declaration(self, request: Any, urn: str, properties: Properties) -> Declared:
        parent = request.parent or self._root
        above = self._declared.get(request.parent)
        protect = request.protect if request.HasField("protect") else None
        retain = request.retainOnDelete if request.HasField("retainOnDelete") else None
        protect, retain = _guards(above, protect, retain)
        aliases = [urns.alias_of(alias) for alias in request.aliases]
        aliases += [urns.Alias(urn=alias) for alias in request.aliasURNs]
        before = request.deleteBeforeReplace if request.deleteBeforeReplaceDefined else None
        return Declared(
            urn=urn,
            type=request.type,
            name=request.name,
            # A remote component is built by its provider's process: left to Pulumi as a whole.
            custom=request.custom or request.remote,
            inputs=properties.values,
            parent=parent,
            dependencies=tuple(sorted(request.dependencies)),
            property_dependencies={
                name: tuple(sorted(sources.urns))
                for name, sources in request.propertyDependencies.items()
                if sources.urns
            },
            protect=protect,
            retain_on_delete=retain,
            ignore_changes=tuple(request.ignoreChanges),
            replace_on_changes=tuple(request.replaceOnChanges),
            delete_before_replace=_before(request.type, properties.values, before),
            aliases=urns.aliases(urn, parent, aliases, above.aliases if above else ()),
            provider=request.provider,
            additional_secret_outputs=tuple(request.additionalSecretOutputs),
            secret_inputs=frozenset(properties.secret),
            unknown_inputs=frozenset(properties.unknown),
            # A dynamic resource tells its provider what to import: Pulumi has no way for it.
            import_id=request.importId or str(properties.values.get(IMPORT_ID, "")),
            engine_fields=engine_fields(request),
            index=self._take_index(request.type, request.name),
            place=place_of(request.sourcePosition),
        )

    def _registered(self, declared: Declared, request: Any, properties: Properties) -> Any:
        """The answer to a registration: the inputs, and of ours what else the object has, where
        that may differ from them. The rest follows when the program asks (`getResource`)."""
        response: Any = resource_pb2.RegisterResourceResponse(urn=declared.urn)
        values: dict[str, Any] = {
            name: value for name, value in declared.inputs.items() if name not in properties.unknown
        }
        secret = properties.secret | set(declared.additional_secret_outputs)
        if declared.kind is None:
            response.unknown = declared.custom and not self._preview
            self.asked |= declared.custom
        else:
            response.id = id_of(declared)
            if declared.ignore_changes or declared.import_id:
                self.asked = True
                values.update(self._answer(declared) or {})
            else:
                self._unasked[declared.urn] = (declared, secret)
        encode_into(response.object, values, secret)
        self._results[declared.urn] = response
        return response

    def _complete_answer(self, urn: str) -> Any:
        """The answer to a registration with everything that its object has."""
        if urn not in self._results:  # it was registered without messages
            declared, secret = self._unasked[urn]
            answer: Any = resource_pb2.RegisterResourceResponse(urn=urn, id=id_of(declared))
            encode_into(answer.object, declared.inputs, secret)
            self._results[urn] = answer
        response = self._results[urn]
        if urn in self._unasked:
            declared, secret = self._unasked.pop(urn)
            attributes = self._answer(declared)
            if attributes is None:
                response.unknown = not self._preview
            else:
                # `response` was given out already; the SDK has taken what it needs from it.
                response.object.MergeFrom(encode(attributes, secret))
        return response

    def _existing(self, request: Any, urn: str) -> Mapping[str, Any] | None:
        key = Key.parse(request.id)
        if key is None or key.kind != kind_of(request.type):
            raise RunError(
                f"{one_line(request.name)}: id {shown(request.id)} does not name a "
                f"{kind_of(request.type)}; write it as SYSTEM/{kind_of(request.type)}/NAME"
            )
        self.only_read.add(key)
        return self._answer(Declared(urn, request.type, request.name, import_id=request.id))

    def _other_stack(self, request: Any) -> Mapping[str, Any]:
        outputs = self._stack_outputs(request.id) if self._stack_outputs else None
        parts = request.id.split("/")
        if outputs is None and len(parts) > 1 and parts[-2] != self._project:
            raise RunError(
                f"StackReference {shown(request.id)}: a stack of another project has its state "
                "there; give its outputs in the configuration, or use pulumi preview"
            )
        if outputs is None:
            raise RunError(
                f"StackReference {shown(request.id)}: that stack has no state here; run "
                "queuewright up for it first, or import its state with queuewright stack import"
            )
        return {"name": request.id, "outputs": dict(outputs), "secretOutputNames": []}


def _guards(above: Declared | None, protect: bool | None, retain: bool | None) -> tuple[bool, bool]:
    """Both options, None for one that is not given: it is then that of the resource above."""
    if above is not None:
        protect = above.protect if protect is None else protect
        retain = above.retain_on_delete if retain is None else retain
    return bool(protect), bool(retain)


def _before(type_: str, inputs: Mapping[str, Any], before: bool | None) -> bool | None:
    """Whether the program says that the old object goes first: every resource of ours does, for
    Pulumi's engine."""
    return None if before and kind_of(type_) and not inputs.get(DELETE_FIRST) else before


def id_of(declared: Declared) -> str:
    """The id of an object of ours, "" where its name is not known."""
    return declared.key.id if declared.key else ""


def _resource(result: Any) -> Any:
    """The answer of the builtin function getResource about a registered resource."""
    answered = struct_pb2.Struct()
    answered.update({"urn": result.urn, "id": getattr(result, "id", "")})
    state = result.object if hasattr(result, "object") else result.properties
    answered.fields["state"].struct_value.CopyFrom(state)
    response: Any = resource_pb2.ResourceInvokeResponse()
    getattr(response, "return").CopyFrom(answered)
    if getattr(result, "unknown", False):
        response.unknown = True
    return response


def texts_in(value: Any) -> "set[str]":
    """The value as text, and each of what is inside it."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return set().union(*map(texts_in, value))
    plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return {str(value)} if plain else set()


@dataclass(frozen=True, slots=True)
class LogMessage:
    """One `pulumi.log` message; `urn` "" for none."""

    severity: MessageSeverity
    text: str
    urn: str = ""


class Engine:
    """Takes the place of the SDK's EngineStub. Secrets are taken out of messages by `redact`,
    when they are asked for: what is a secret may become known after it was logged."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        self._messages: list[LogMessage] = []
        self._redact = redact

    @property
    def messages(self) -> tuple[LogMessage, ...]:
        return tuple(
            replace(message, text=self._redact(message.text)) for message in self._messages
        )

    def Log(self, request: Any) -> empty_pb2.Empty:
        severity = _SEVERITIES.get(request.severity)  # debug messages are the SDK's own
        if severity is not None:
            self._messages.append(LogMessage(severity, request.message, request.urn))
        return empty_pb2.Empty()

    def RequirePulumiVersion(self, request: Any) -> empty_pb2.Empty:
        """Any version will do: there is no Pulumi CLI here to be too old."""
        return empty_pb2.Empty()
