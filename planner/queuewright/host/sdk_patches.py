"""Functions of the SDK, replaced while a program runs in this process: one that marks secrets is
listened to, five are replaced by faster ones.

An object has up to seventy properties. The SDK makes four futures and a task for the Output of
each, evaluates the annotations of its class again for every resource, takes whole stack traces for
its engine and composes a URN that only tests without a monitor use: a thousand queues take several
times as long. Whenever one thing is finished it looks at all that are not: in a chain of queues,
the square of their number. The Outputs here resolve the same way; an SDK that works differently
inside is left as it is.
"""

import asyncio
import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from pulumi import Output

from queuewright.program.pulumi_internals import (
    annotated_types,
    output_module,
    output_of,
    registration,
    rpc,
    settings,
    stack,
)

from .monitor import texts_in
from .places import user_position

_KNOWN_SHAPE = (
    hasattr(Output, "_from_data")
    and hasattr(output_module, "_OutputData")
    and hasattr(registration, "_get_stack_trace")
    and hasattr(annotated_types, "resource_types")
    and list(inspect.signature(registration.create_urn).parameters)[:3]
    == ["name", "type_", "parent"]
    and list(inspect.signature(stack.wait_for_rpcs).parameters) == ["await_all_outstanding_tasks"]
    and hasattr(settings.SETTINGS, "outputs")
    and list(inspect.signature(rpc.transfer_properties).parameters) == ["res", "props", "custom"]
)


@contextlib.contextmanager
def patched_sdk(secrets: set[str]) -> Iterator[None]:
    """Use it for every resource that is constructed meanwhile. secrets: where the texts go that
    the program marks secret, whether it uses them or not."""
    mark = Output.secret

    def noted(val: Any) -> Output[Any]:
        secrets.update(texts_in(val))
        return mark(val)

    setattr(Output, "secret", staticmethod(noted))  # noqa: B010 - mypy knows it as a method
    try:
        with _quick():
            yield
    finally:
        setattr(Output, "secret", staticmethod(mark))  # noqa: B010


@contextlib.contextmanager
def _quick() -> Iterator[None]:
    if not _KNOWN_SHAPE:
        yield
        return
    transfer, trace = rpc.transfer_properties, registration._get_stack_trace
    types, create_urn = annotated_types.resource_types, registration.create_urn
    wait_for_rpcs = stack.wait_for_rpcs

    def quick_urn(*args: Any, **kwargs: Any) -> Output[str]:
        if kwargs or len(args) != 3 or not all(type(arg) is str for arg in args):
            return create_urn(*args, **kwargs)
        return _resolved("")

    rpc.transfer_properties = _transfer_properties
    registration._get_stack_trace = user_position
    annotated_types.resource_types = functools.cache(types)

    async def wait_at_once(await_all_outstanding_tasks: bool = True) -> None:
        if await_all_outstanding_tasks:
            await _finished()
        await wait_for_rpcs(await_all_outstanding_tasks)

    registration.create_urn = quick_urn
    stack.wait_for_rpcs = wait_at_once
    try:
        yield
    finally:
        rpc.transfer_properties, registration._get_stack_trace = transfer, trace
        annotated_types.resource_types, registration.create_urn = types, create_urn
        stack.wait_for_rpcs = wait_for_rpcs


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


def _transfer_properties(res: Any, props: Any, custom: bool) -> dict[str, Callable[..., None]]:
    """As the SDK's: an unresolved Output on `res` for each property, and what resolves it."""
    loop = asyncio.get_event_loop()
    resolvers = {}
    for name in props:
        if name == "urn" or (name == "id" and custom):
            continue
        future = loop.create_future()
        # Not tracked: the registration that resolves it is itself waited for.
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
