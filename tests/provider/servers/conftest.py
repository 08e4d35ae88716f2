"""Queue manager QM1 of a sandbox, its server of the REST API, and a client of that."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from carriers import PASSWORD, authority, machine, served
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.mqweb.server import MqwebServer

CSRF = {"ibm-mq-rest-csrf-token": ""}


def connected(server: MqwebServer, **more: Any) -> httpx2.Client:
    context = ssl.create_default_context(cafile=str(authority().certificate))
    return httpx2.Client(base_url=server.url, verify=context, trust_env=False, **more)


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedSystem:
    return machine(tmp_path, "QM1", Platform.LINUX)


@pytest.fixture
def server(embedded: EmbeddedSystem) -> Iterator[MqwebServer]:
    with served(embedded.sandbox) as server:
        yield server


@pytest.fixture
def client(server: MqwebServer) -> Iterator[httpx2.Client]:
    with connected(server, auth=("ann", PASSWORD), headers=CSRF) as client:
        yield client
