"""Functions of the SDK, replaced while a program runs in this process: one that marks secrets is
listened to, others are replaced by faster ones.

An object has up to seventy properties. The SDK makes four futures and a task for the Output of
each, looks whether a text has something unknown inside, evaluates the annotations of its class
again for every resource, takes whole stack traces for its engine, tells it what is debugged, makes
three Outputs and a task of what a resource waits for, and composes a URN that only tests without a
monitor use: a thousand queues take several times as long. Whenever one thing is finished it looks
at all that are not: in a chain of queues, the square of their number. The Outputs here resolve the
same way; an SDK that works differently inside is left as it is.
"""

import asyncio
import contextlib
import functools
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from pulumi import Output, log

from queuewright.program.pulumi_internals import (
    annotated_types,
    future_of,
    output_module,
    output_of,
    registration,
    resource_module,
    rpc,
    settings,
    stack,
)

from .monitor import texts_in
from .places import user_position
from .plain_registration import registering_plainly


def _takes(function: Any, *parameters: str) -> bool:
    return function is not None and tuple(inspect.signature(function).parameters) == parameters


def _starts(function: Any, *parameters: str) -> bool:
    return tuple(inspect.signature(function).parameters)[: len(parameters)] == parameters


_KNOWN_SHAPE = (
    hasattr(Output, "_from_data")
    and hasattr(output_module, "_OutputData")
    and hasattr(registration, "_get_stack_trace")
    and hasattr(annotated_types, "resource_types")
    and _starts(registration.create_urn, "name", "type_", "parent")
    and _takes(stack.wait_for_rpcs, "await_all_outstanding_tasks")
    and hasattr(settings.SETTINGS, "outputs")
    and _takes(rpc.transfer_properties, "res", "props", "custom")
    and _takes(rpc.contains_unknowns, "val")
    and _starts(rpc.serialize_property, "value", "deps", "property_key")
    and _starts(rpc.deserialize_property, "value")
    and _starts(rpc.translate_output_properties, "output", "output_transformer", "typ")
    and _starts(rpc.resolve_properties, "resolvers", "all_properties", "deps", "custom")
    and hasattr(rpc, "unwrap_rpc_secret")
    and _takes(getattr(rpc, "_expand_dependencies", None), "deps", "from_resource")
    and _takes(getattr(registration, "resource_output", None), "res")
    and _takes(
        getattr(registration, "_resolve_depends_on_urns", None), "depends_on", "from_resource"
    )
    and _takes(
        getattr(resource_module, "register_resource", None), "res", "ty", "name", "custom",
        "remote", "new_dependency", "props", "opts", "typ", "package_ref",
    )
)  # fmt: skip
_PLAIN = frozenset({str, int, float, bool, type(None)})


@contextlib.contextmanager
def patched_sdk(secrets: set[str], *, preview: bool) -> Iterator[None]:
    """Use it for every resource that is constructed meanwhile. secrets: where the texts go that
    the program marks secret, whether it uses them or not. preview: whether it is one."""
    mark = Output.secret

    def noted(val: Any) -> Output[Any]:
        secrets.update(texts_in(val))
        return mark(val)

    replaced = {(Output, "secret"): staticmethod(noted)}
    replaced |= _faster(preview) if _KNOWN_SHAPE else {}
    own = {(where, name): vars(where)[name] for where, name in replaced}
    for (where, name), function in replaced.items():
        setattr(where, name, function)
    try:
        yield
    finally:
        for (where, name), function in own.items():
            setattr(where, name, function)


def _faster(preview: bool) -> Mapping[tuple[Any, str], Any]:
    """The module and name of a function, and what takes its place."""
    types, create_urn = annotated_types.resource_types, registration.create_urn
    wait_for_rpcs, contains_unknowns = stack.wait_for_rpcs, rpc.contains_unknowns
    depends_on_urns: Callable[..., Awaitable[set[str]]]
    depends_on_urns = vars(registration)["_resolve_depends_on_urns"]

    serialize, deserialize = rpc.serialize_property, rpc.deserialize_property
    translate = rpc.translate_output_properties

    async def serialize_quickly(value: Any, *args: Any, **kwargs: Any) -> Any:
        if type(value) in _PLAIN and not kwargs:
            return value
        return await serialize(value, *args, **kwargs)

    def deserialize_quickly(value: Any, *args: Any, **kwargs: Any) -> Any:
        if type(value) in _PLAIN and value != rpc.UNKNOWN:
            return value
        return deserialize(value, *args, **kwargs)

    def translate_quickly(
        output: Any, by: Callable[[str], str], typ: Any = None, *args: Any, **kwargs: Any
    ) -> Any:
        if type(output) in _PLAIN and (typ is None or typ is type(output)):
            return output
        return translate(output, by, typ, *args, **kwargs)

    def resolve_properties(
        resolvers: Mapping[str, Callable[..., None]],
        properties: Mapping[str, Any],
        deps: Mapping[str, Any],
        custom: bool,
        missing_is_unknown: bool = False,
    ) -> None:
        for name, resolve in resolvers.items():
            value = properties.get(name)
            given = rpc.unwrap_rpc_secret(value)
            is_there = name in properties or not missing_is_unknown
            known = given is not None if preview else is_there
            resolve(given, known, given is not value, deps.get(name), None)

    def quick_urn(*args: Any, **kwargs: Any) -> Output[str]:
        if kwargs or len(args) != 3 or not all(type(arg) is str for arg in args):
            return create_urn(*args, **kwargs)
        return _resolved("")

    async def wait_at_once(await_all_outstanding_tasks: bool = True) -> None:
        if await_all_outstanding_tasks:
            await _finished()
        await wait_for_rpcs(await_all_outstanding_tasks)

    async def urns_of_gates(depends_on: Any, from_resource: Any = None) -> set[str]:
        if type(depends_on) is not list or not all(type(each) is Output for each in depends_on):
            return await depends_on_urns(depends_on, from_resource)
        found = [await future_of(each) for each in depends_on]
        if any(data.value is not None for data in found):
            return await depends_on_urns(depends_on, from_resource)
        resources = set().union(*(data.resources for data in found))
        return set(await rpc._expand_dependencies(resources, from_resource))

    register = vars(resource_module)["register_resource"]
    return {
        (resource_module, "register_resource"): registering_plainly(register, preview=preview),
        (rpc, "transfer_properties"): _transfer_properties,
        (rpc, "serialize_property"): serialize_quickly,
        (rpc, "deserialize_property"): deserialize_quickly,
        (rpc, "translate_output_properties"): translate_quickly,
        (rpc, "resolve_properties"): resolve_properties,
        (rpc, "contains_unknowns"): lambda val: type(val) not in _PLAIN and contains_unknowns(val),
        (registration, "_get_stack_trace"): user_position,
        (registration, "create_urn"): quick_urn,
        (registration, "resource_output"): _resource_output,
        (registration, "_resolve_depends_on_urns"): urns_of_gates,
        (annotated_types, "resource_types"): functools.cache(types),
        (stack, "wait_for_rpcs"): wait_at_once,
        (log, "debug"): lambda *args, **kwargs: None,
    }


async def _finished() -> None:
    """Wait until everything is that the SDK waits for, or something has failed; it says why."""
    manager = settings._get_rpc_manager()
    while manager.unhandled_exception is None:
        await asyncio.sleep(0)
        with settings.SETTINGS.lock:
            pending = [task for task in settings.SETTINGS.outputs if not task.done()]
        pending += [rpc for rpc in manager.rpcs if asyncio.isfuture(rpc) and not rpc.done()]
        if not pending:
            return
        done, _ = await asyncio.wait(pending, return_when=asyncio.FIRST_EXCEPTION)
        if any(task.cancelled() or task.exception() for task in done):
            return


def _resolved(value: str) -> "Output[str]":
    """For the one place that composes a URN from plain text and awaits it at once."""
    future = asyncio.get_event_loop().create_future()
    future.set_result(
        output_module._OutputData(resources=set(), value=value, is_known=True, is_secret=False)
    )
    return output_of(future)


def _resource_output(res: Any) -> tuple[Callable[..., None], "Output[Any]"]:
    """As the SDK's: an unresolved Output of `res`, and what resolves it. Not tracked: the
    registration that resolves it is itself waited for."""
    future = asyncio.get_event_loop().create_future()
    resolve = _resolver(res, future)

    def resolve_it(value: Any, known: bool, secret: bool, exn: Exception | None) -> None:
        resolve(value, known, secret, None, exn)

    return resolve_it, output_of(future)


def _transfer_properties(res: Any, props: Any, custom: bool) -> dict[str, Callable[..., None]]:
    """As the SDK's: an unresolved Output on `res` for each property, and what resolves it. Not
    tracked, as `_resource_output`."""
    loop = asyncio.get_event_loop()
    resolvers = {}
    for name in props:
        if name == "urn" or (name == "id" and custom):
            continue
        future = loop.create_future()
        res.__dict__[name] = output_of(future)
        resolvers[name] = _resolver(res, future)
    return resolvers


def _resolver(res: Any, future: "asyncio.Future[Any]") -> Callable[..., None]:
    def resolve(
        value: Any, is_known: bool, is_secret: bool, deps: Any, failed: Exception | None
    ) -> None:
        if failed is not None:
            future.set_exception(failed)
            return
        resources = {res, *deps} if deps else {res}
        future.set_result(
            output_module._OutputData(
                resources=resources, value=value, is_known=is_known, is_secret=is_secret
            )
        )

    return resolve
