"""A program run against the SDK's own mocks."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from google.protobuf import json_format
from pulumi.runtime import mocks, settings
from pulumi.runtime.stack import run_in_stack


@dataclass
class Ran:
    """What a program registered, in the order of registration."""

    order: list[str] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    needs: dict[str, set[str]] = field(default_factory=dict)


class _Mocks(mocks.Mocks):
    def call(self, args: mocks.MockCallArgs) -> Any:
        return {}

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        reported = {"default_priority": 7.0} if "LocalQueue" in args.typ else {}
        return f"id-{args.name}", {**reported, **args.inputs}


class _Monitor(mocks.MockMonitor):
    def __init__(self, ran: Ran) -> None:
        super().__init__(_Mocks())
        self.ran = ran

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        if request.type != "pulumi:pulumi:Stack":
            self.ran.order.append(request.name)
            self.ran.types[request.name] = request.type
            self.ran.inputs[request.name] = json_format.MessageToDict(request.object)
            self.ran.needs[request.name] = {urn.split("::")[-1] for urn in request.dependencies}
        return super().RegisterResource(request)


@pytest.fixture
def run_program() -> Iterator[Callable[..., Ran]]:
    """Runs a function as a Pulumi program; what it raises is raised here."""
    loops = []

    def run(program: Callable[[], None], *, preview: bool = False) -> Ran:
        ran = Ran()
        loop = asyncio.new_event_loop()
        loop.set_exception_handler(lambda *_: None)  # Outputs of a failed program stay unread
        loops.append(loop)
        asyncio.set_event_loop(loop)
        settings.SETTINGS.outputs.clear()
        settings.set_root_resource(None)
        mocks.set_mocks(_Mocks(), preview=preview, monitor=_Monitor(ran))
        settings.set_root_resource(None)
        loop.run_until_complete(asyncio.wait_for(run_in_stack(program), 30))
        return ran

    yield run
    for loop in loops:
        pending = asyncio.all_tasks(loop)
        for task in pending:
            task.cancel()
        asyncio.set_event_loop(loop)
        loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
    asyncio.set_event_loop(None)
    settings.SETTINGS.outputs.clear()
    settings.set_root_resource(None)
    gc.collect()
