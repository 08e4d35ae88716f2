"""A project with a sandbox, and the provider's process as the engine drives it."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from google.protobuf import json_format, struct_pb2
from pulumi.dynamic import Config, ConfigureRequest
from pulumi.output import UNKNOWN, Unknown
from pulumi.runtime import rpc
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc

from queuewright.catalogue.errors import CommandFailed, QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import LISTED_IN
from queuewright.catalogue.platform import Platform
from queuewright.dynamic import connections
from queuewright.dynamic.provider import QueueProvider
from queuewright.program.declared_list import listing
from queuewright.provider_reference import provider_reference
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

SYSTEMS = {
    "QM1": {"type": "sandbox", "platform": "linux", "command_level": 930, "ccsid": 1208},
    "QM2": {"type": "sandbox", "platform": "zos", "command_level": 930},
    "PROD": {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDLIB"]},
}


def program(folder: Path, declared: Mapping[Key, Mapping[str, Any]]) -> dict[str, str]:
    """The input of every resource of a program: the file that lists what it declares."""
    file = folder / "declared.json"
    file.write_text(listing(declared))
    return {LISTED_IN: str(file)}


def refusing_once() -> Callable[..., Any]:
    """A `create` of the sandbox that refuses the first object."""
    create, refused = EmbeddedSystem.create, iter([True])

    def refuses(machine: EmbeddedSystem, *given: Any, **more: Any) -> Any:
        if next(refused, False):
            raise CommandFailed("no")
        return create(machine, *given, **more)

    return refuses


@dataclass
class Project:
    """The folder of Pulumi.yaml and its sandbox."""

    folder: Path

    def machine(self, name: str) -> EmbeddedSystem:
        """As the stack's configuration makes it, where nothing has changed it yet."""
        settings = {key: value for key, value in SYSTEMS[name].items() if key != "type"}
        settings["platform"] = Platform(str(settings["platform"]))
        sandbox = Sandbox(self.folder / ".queuewright" / "sandbox.db")
        return sandbox.create_system(name, **settings, exist_ok=True)  # type: ignore[arg-type]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.delenv("QUEUEWRIGHT_SANDBOX", raising=False)
    (tmp_path / "Pulumi.yaml").write_text("name: test\nruntime: python\n", encoding="utf-8")
    return Project(tmp_path)


class Answer(Exception):
    """What the provider failed with."""


@dataclass
class Plugin:
    """The requests that the engine sends, with plain values."""

    stub: Any
    kind: str = "mq:LocalQueue"

    def of(self, kind: str) -> "Plugin":
        return Plugin(self.stub, kind)

    def check(self, news: dict[str, Any], olds: dict[str, Any] | None = None) -> Any:
        """Inputs and the reasons of the failures."""
        reply = self._ask(
            "Check", provider_pb2.CheckRequest(olds=self._struct(olds), news=self._struct(news))
        )
        return plain(reply.inputs), [failure.reason for failure in reply.failures]

    def diff(self, id_: str, olds: dict[str, Any], news: dict[str, Any]) -> Any:
        return self._ask(
            "Diff",
            provider_pb2.DiffRequest(id=id_, olds=self._struct(olds), news=self._struct(news)),
        )

    def create(self, props: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        reply = self._ask("Create", provider_pb2.CreateRequest(properties=self._struct(props)))
        return reply.id, plain(reply.properties)

    def read(self, id_: str, props: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        reply = self._ask("Read", provider_pb2.ReadRequest(id=id_, properties=self._struct(props)))
        return reply.id, plain(reply.properties)

    def update(self, id_: str, olds: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
        reply = self._ask(
            "Update",
            provider_pb2.UpdateRequest(id=id_, olds=self._struct(olds), news=self._struct(news)),
        )
        return plain(reply.properties)

    def delete(self, id_: str, props: dict[str, Any]) -> None:
        self._ask("Delete", provider_pb2.DeleteRequest(id=id_, properties=self._struct(props)))

    def _struct(self, values: dict[str, Any] | None) -> struct_pb2.Struct:
        struct = struct_pb2.Struct()
        if values is not None:
            struct.update({**values, "__provider": provider_reference(self.kind)})
        return struct

    def _ask(self, method: str, request: Any) -> Any:
        try:
            return getattr(self.stub, method)(request, timeout=30)
        except grpc.RpcError as error:
            raise Answer(error.details()) from None


def plain(properties: struct_pb2.Struct) -> dict[str, Any]:
    values = json_format.MessageToDict(properties)
    values.pop("__provider", None)
    return values


class Direct:
    """The provider in this process, asked as Pulumi's plugin asks it."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.providers: dict[str, QueueProvider] = {}
        self.kind = "mq:LocalQueue"
        self.lock = threading.Lock()

    def of(self, kind: str) -> "Direct":
        other = Direct(self.config)
        other.providers, other.kind = self.providers, kind
        return other

    def check(self, news: dict[str, Any], olds: dict[str, Any] | None = None) -> Any:
        result = self._ask("check", _plain(olds or {}), _plain(news))
        return _sent(result.inputs), [failure.reason for failure in result.failures]

    def diff(self, id_: str, olds: dict[str, Any], news: dict[str, Any]) -> Any:
        result = self._ask("diff", id_, _plain(olds), _plain(news))
        return SimpleNamespace(
            changes=provider_pb2.DiffResponse.DIFF_SOME
            if result.changes
            else provider_pb2.DiffResponse.DIFF_NONE,
            replaces=result.replaces or [],
            deleteBeforeReplace=result.delete_before_replace or False,
        )

    def create(self, props: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        result = self._ask("create", _plain(props))
        return result.id, _sent(result.outs)

    def read(self, id_: str, props: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        result = self._ask("read", id_, _plain(props))
        return result.id or "", _sent(result.outs)

    def update(self, id_: str, olds: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
        return _sent(self._ask("update", id_, _plain(olds), _plain(news)).outs)

    def delete(self, id_: str, props: dict[str, Any]) -> None:
        self._ask("delete", id_, _plain(props))

    def _ask(self, method: str, *arguments: Any) -> Any:
        with self.lock:  # as the plugin makes and configures a provider once
            if self.kind not in self.providers:
                self.providers[self.kind] = QueueProvider(self.kind)
                self.providers[self.kind].configure(ConfigureRequest(self.config))
        try:
            return getattr(self.providers[self.kind], method)(*arguments)
        except QueuewrightError as error:
            raise Answer(str(error)) from None


def _plain(value: Any) -> Any:
    """As the plugin hands values over: whole numbers as floats, unknowns as objects."""
    if value == rpc.UNKNOWN:
        return UNKNOWN
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, int) else value


def _sent(value: Any) -> Any:
    if isinstance(value, Unknown):
        return rpc.UNKNOWN
    if isinstance(value, dict):
        return {name: _sent(item) for name, item in value.items()}
    assert not isinstance(value, tuple), "an engine knows lists only"
    return [_sent(item) for item in value] if isinstance(value, list) else value


Start = Callable[..., Any]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test asks the provider in this process; those marked `process` ask it through the
    plugin too: each sort of request, and what only the wire can change."""
    if "start_plugin" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("process") is not None
        ways = ["process", "direct"] if marked else ["direct"]
        metafunc.parametrize("start_plugin", ways, indirect=True)


@pytest.fixture
def start_plugin(
    request: pytest.FixtureRequest, project: Project, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """Starts the provider, in its own process as Pulumi's script does or in this one, configured
    for a stack; each start knows nothing of those before."""
    if request.param == "direct":
        monkeypatch.chdir(project.folder)

        def here(systems: Any = SYSTEMS, *, configured: bool = True) -> Direct:
            monkeypatch.setattr(connections, "_connected", {})
            return Direct(Config({"queuewright:systems": systems} if configured else {}, "test"))

        yield here
        return
    running: list[tuple[subprocess.Popen[bytes], Any]] = []

    def start(systems: Any = SYSTEMS, *, configured: bool = True) -> Plugin:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "pulumi.dynamic", "127.0.0.1:0"],
            cwd=project.folder,
            stdout=subprocess.PIPE,
            env={**os.environ, "PULUMI_PROJECT": "test"},
        )
        assert process.stdout is not None
        port = int(process.stdout.readline())
        channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        running.append((process, channel))
        stub = provider_pb2_grpc.ResourceProviderStub(channel)
        arguments = struct_pb2.Struct()
        if configured:
            text = systems if isinstance(systems, str) else json.dumps(systems)
            arguments.update({"queuewright:systems": text})
        stub.Configure(provider_pb2.ConfigureRequest(args=arguments), timeout=30)
        return Plugin(stub)

    yield start
    for process, channel in running:
        channel.close()
        process.terminate()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def plugin(start_plugin: Start) -> Any:
    return start_plugin()
