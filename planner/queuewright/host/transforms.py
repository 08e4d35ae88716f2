"""Transforms: functions of the program that see every resource before it is registered.

Order as in Pulumi's engine: those of the resource, then of its parents, then of the stack.
"""

from collections.abc import Iterable
from typing import Any

from google.protobuf.message import Message

from queuewright.program.pulumi_internals import CallbackServicer, resource_pb2

from .values import camel_case

# TransformResourceOptions field -> RegisterResourceRequest field.
_OPTIONS = {
    "import": "importId",
    "depends_on": "dependencies",
    "plugin_download_url": "pluginDownloadURL",
    **{
        name: camel_case(name)
        for name in (
            "protect", "ignore_changes", "replace_on_changes", "version", "aliases", "provider",
            "providers", "custom_timeouts", "retain_on_delete", "deleted_with",
            "additional_secret_outputs",
        )
    },
}  # fmt: skip


class Callbacks(CallbackServicer):
    """Registers the program's own functions (transforms) as the SDK does, to be called directly
    instead of over a socket."""

    def __init__(self, monitor: Any) -> None:
        # The base class would open a port here; everything else of it is wanted.
        self._callbacks = {}
        self._transforms = {}
        self._state_migrations = {}
        self._monitor = monitor
        self._target = "in-process"

    async def serve(self) -> None:
        """There is nothing to start."""

    async def call(self, token: str, request: Message) -> Message:
        """The answer of the program's function. Its exceptions pass through."""
        return await self._callbacks[token](request.SerializeToString())


class Transforms:
    """Which transforms apply where."""

    def __init__(self) -> None:
        self._of_stack: list[str] = []
        self._of_resource: dict[str, tuple[str, ...]] = {}
        self._parents: dict[str, str] = {}

    def declare(self, urn: str, parent: str, callbacks: Iterable[Any]) -> None:
        """A resource and its own transforms, which its children have as well."""
        self._parents[urn] = parent
        tokens = tuple(callback.token for callback in callbacks)
        if tokens:
            self._of_resource[urn] = tokens

    def of_stack(self, callback: Any) -> None:
        """A transform for every resource registered from now on."""
        self._of_stack.append(callback.token)

    def of(self, urn: str) -> list[str]:
        """Those of a resource, in their order."""
        tokens: list[str] = []
        while urn:
            tokens += self._of_resource.get(urn, ())
            urn = self._parents.get(urn, "")
        return tokens + self._of_stack


async def transformed(request: Any, tokens: Iterable[str], callbacks: Callbacks) -> Any:
    """The request as the transforms leave it."""
    properties, options = request.object, _options(request)
    for token in tokens:
        given = resource_pb2.TransformRequest(
            type=request.type,
            name=request.name,
            custom=request.custom,
            parent=request.parent,
            properties=properties,
            options=options,
        )
        called = await callbacks.call(token, given)
        answer: Any = resource_pb2.TransformResponse.FromString(called.SerializeToString())
        properties = answer.properties
        if answer.HasField("options"):
            options = answer.options
    return _with(request, properties, options)


def _options(request: Any) -> Any:
    options = resource_pb2.TransformResourceOptions()
    for name, own in _OPTIONS.items():
        _copy(request, own, options, name)
    if request.deleteBeforeReplaceDefined:
        options.delete_before_replace = request.deleteBeforeReplace
    return options


def _with(request: Any, properties: Any, options: Any) -> Any:
    changed: Any = resource_pb2.RegisterResourceRequest()
    changed.CopyFrom(request)
    changed.object.CopyFrom(properties)
    for name, own in _OPTIONS.items():
        changed.ClearField(own)
        _copy(options, name, changed, own)
    changed.deleteBeforeReplaceDefined = options.HasField("delete_before_replace")
    changed.deleteBeforeReplace = options.delete_before_replace
    return changed


def _copy(source: Any, name: str, target: Any, own: str) -> None:
    """One field from one message to another of the same type; unset stays unset."""
    value = getattr(source, name)
    field = source.DESCRIPTOR.fields_by_name[name]
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        getattr(target, own).update(value)
    elif hasattr(value, "extend"):
        getattr(target, own).extend(value)
    elif field.has_presence and not source.HasField(name):
        return
    elif field.message_type is not None:
        getattr(target, own).CopyFrom(value)
    else:
        setattr(target, own, value)
