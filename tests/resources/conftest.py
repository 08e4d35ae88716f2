"""A program run against the SDK's own mocks."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from google.protobuf import json_format, struct_pb2
from pulumi.runtime import mocks, settings
from pulumi.runtime.proto import resource_pb2
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
        raise NotImplementedError("the monitor below answers without it")


class _Monitor(mocks.MockMonitor):
    """The SDK's, without the event loops that it opens in every thread and never closes."""

    def __init__(self, ran: Ran) -> None:
        super().__init__(_Mocks())
        self.ran = ran
        self.states: dict[str, struct_pb2.Struct] = {}

    def RegisterResource(self, request: Any) -> Any:
        urn = self.make_urn(request.parent, request.type, request.name)
        if request.type == "pulumi:pulumi:Stack":
            return resource_pb2.RegisterResourceResponse(urn=urn)
        self.ran.order.append(request.name)
        self.ran.types[request.name] = request.type
        self.ran.inputs[request.name] = json_format.MessageToDict(request.object)
        self.ran.needs[request.name] = {urn.split("::")[-1] for urn in request.dependencies}
        state = struct_pb2.Struct()
        state.CopyFrom(request.object)
        if request.type.endswith("LocalQueue"):
            state["default_priority"] = 7.0
        self.states[urn] = state
        return resource_pb2.RegisterResourceResponse(urn=urn, id=f"id-{request.name}", object=state)

    def Invoke(self, request: Any) -> Any:
        assert request.tok == "pulumi:pulumi:getResource"
        urn = request.args["urn"]
        struct = struct_pb2.Struct()
        struct.update({"urn": urn})
        struct.get_or_create_struct("state").CopyFrom(self.states[urn])
        return resource_pb2.ResourceInvokeResponse(**{"return": struct})


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
