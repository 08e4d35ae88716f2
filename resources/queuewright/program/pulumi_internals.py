"""Everything that Queuewright uses of Pulumi's SDK beyond its documented interface.

Nothing else imports `pulumi.runtime` or reads an attribute of the SDK that starts with "_". The
oldest and the newest release of `TESTED` are those that the tests were run with.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import Any

import pulumi
from pulumi import _types as annotated_types
from pulumi import output as output_module
from pulumi import resource as resource_module
from pulumi.output import UNKNOWN, Unknown
from pulumi.resource import DependencyResource
from pulumi.runtime import (
    get_root_resource,
    invoke_output,
    is_dry_run,
    register_stack_transformation,
    rpc,
    settings,
    stack,
)
from pulumi.runtime import resource as registration
from pulumi.runtime._callbacks import _CallbackServicer as CallbackServicer
from pulumi.runtime.config import _SECRET_KEYS as SECRET_KEYS
from pulumi.runtime.config import CONFIG, get_config_env_key
from pulumi.runtime.mocks import MockMonitor
from pulumi.runtime.proto import engine_pb2, resource_pb2, resource_pb2_grpc, source_pb2
from pulumi.runtime.stack import run_in_stack

from queuewright.catalogue.errors import QueuewrightError

TESTED = ("3.260.0", "3.272.0")
"""Older ones lack messages that the host answers with, and drop properties that start with "__"."""


class UnsupportedPulumi(QueuewrightError):
    """The installed SDK is older than any that was tested, or of another major version."""


def check_version(installed: str) -> None:
    """Raises UnsupportedPulumi. A newer release of the same major version is taken as it is."""
    oldest, newest = (tuple(map(int, release.split("."))) for release in TESTED)
    release = tuple(int(part) for part in installed.split(".")[:2] if part.isdigit())
    if release < oldest[:2] or release[:1] > newest[:1]:
        requirement = f"pulumi>={TESTED[0]},<{newest[0] + 1}"
        raise UnsupportedPulumi(
            f"Pulumi's SDK {installed} is not supported: Queuewright was tested with {TESTED[0]} "
            f"to {TESTED[1]}; run pip install '{requirement}'"
        )


check_version(version("pulumi"))
_OUTPUT_DATA = getattr(output_module, "_OutputData", None)


def is_mocked() -> bool:
    """Whether the program runs with the SDK's mocks, in a test."""
    return isinstance(settings.get_monitor(), MockMonitor)


def has_engine() -> bool:
    """Whether Pulumi's own engine runs the program: not our host, and no mocks."""
    return isinstance(settings.get_monitor(), resource_pb2_grpc.ResourceMonitorStub)


def child_resources(resource: pulumi.Resource) -> Iterable[pulumi.Resource]:
    children: Iterable[pulumi.Resource] = getattr(resource, "_childResources", ())
    return children


def transforming_last(
    parent: pulumi.Resource | None,
    transformation: Callable[
        [pulumi.ResourceTransformationArgs], pulumi.ResourceTransformationResult | None
    ],
) -> None:
    """Has what is made below the resource (the stack for None) transformed by it after all that
    the program has said so far."""
    known = getattr(parent or get_root_resource(), "_transformations", None)
    if known and known[-1] is not transformation:
        known[:] = [each for each in known if each is not transformation] + [transformation]


def has_aliases(resource: pulumi.Resource) -> bool:
    """Whether it had other names, which its children follow."""
    return bool(getattr(resource, "_aliases", ()))


def future_of(output: "pulumi.Output[Any]") -> Any:
    """The future behind an Output."""
    # In its own attributes: an Output lifts every other access. `_future` is that of older SDKs.
    held = vars(output)
    return held["_data"] if "_data" in held else held["_future"]


def output_of(future: Any) -> "pulumi.Output[Any]":
    """An Output that is what `future` resolves to, an `_OutputData`. It is not tracked: the
    program does not wait for it."""
    output: pulumi.Output[Any] = object.__new__(pulumi.Output)
    output._data = future
    return output


def when_body_ends(root: pulumi.Resource, note: Callable[[BaseException | None], None]) -> None:
    """Calls `note` when the program's body has ended, before anything else runs: with the exception
    that ended it, None where it ended by itself.

    root: the stack, which registers its outputs in a `finally`.
    """
    register: Callable[[Any], None] = root.register_outputs  # type: ignore[attr-defined]

    def ended(outputs: Any) -> None:
        note(sys.exc_info()[1])
        register(outputs)

    root.register_outputs = ended  # type: ignore[attr-defined]


class Gate:
    """A value that is known, as an Output that waits until somebody says which resources it comes
    from: of what is given the Output, or has it among its `depends_on`."""

    def __init__(self, value: Any) -> None:
        self._value = value
        loop = asyncio.get_event_loop()
        self._opened: asyncio.Future[Any] = loop.create_future()
        self.output: pulumi.Output[Any]
        if _OUTPUT_DATA is not None:
            self.output = output_of(self._opened)
            return
        known_value, is_known = loop.create_future(), loop.create_future()
        known_value.set_result(value)
        is_known.set_result(True)
        self.output = pulumi.Output(self._opened, known_value, is_known)

    def is_open(self) -> bool:
        """Whether it was opened, or has failed."""
        return self._opened.done()

    def open(self, resources: set[pulumi.Resource]) -> None:
        if _OUTPUT_DATA is None:
            self._opened.set_result(resources)
            return
        data = _OUTPUT_DATA(resources=resources, value=self._value, is_known=True, is_secret=False)
        self._opened.set_result(data)

    def fail(self, error: Exception) -> None:
        """Fails everything that waits for it."""
        self._opened.set_exception(error)
        self._opened.exception()  # nobody may wait for it: that is no news


def awaited(future: Any) -> Iterator[Any]:
    """A future and what it waits for, as far as asyncio shows it: a task its future, a gathering
    its members."""
    known: set[int] = set()
    waiting = [future]
    while waiting:
        future = waiting.pop()
        if future is None or id(future) in known:
            continue
        known.add(id(future))
        yield future
        waiting.append(getattr(future, "_fut_waiter", None))
        waiting.extend(getattr(future, "_children", None) or ())
