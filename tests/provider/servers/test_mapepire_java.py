"""Mapepire's Java client against the sandbox's IBM i. It comes from Maven; one JVM asks all."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ibmi_carriers import PASSWORD, certified, machine, users
from maven import jar
from queuewright.servers.mapepire import MapepireServer
from queuewright.servers.serving import Address, in_thread

pytestmark = pytest.mark.java

SOURCE = Path(__file__).parent / "java" / "MapepireCounterpart.java"
JARS = (
    "io.github.mapepire-ibmi:mapepire-sdk:0.1.0",
    "org.java-websocket:Java-WebSocket:1.5.7",
    "com.fasterxml.jackson.core:jackson-annotations:2.17.2",
    "com.fasterxml.jackson.core:jackson-core:2.17.2",
    "com.fasterxml.jackson.core:jackson-databind:2.17.2",
    "org.slf4j:slf4j-api:2.0.6",
)


def test_mapepires_java_client(tmp_path: Path) -> None:
    launcher = shutil.which("java")
    if launcher is None:
        pytest.skip("Java is not installed")
    jars = os.pathsep.join(str(jar(artifact)) for artifact in JARS)
    embedded = machine(tmp_path, "AS1")
    embedded.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    server = MapepireServer(embedded, Address("127.0.0.1", 0), users(), certified())
    with in_thread([server]):
        done = subprocess.run(
            [
                *(launcher, "-XX:TieredStopAtLevel=1", "-cp", jars),
                *(str(SOURCE), str(server.port), PASSWORD),
            ],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    answers = dict(line.split("\t") for line in done.stdout.splitlines())
    one = "[{NAME=IN}]"
    counted = "The number of parameter values set or registered does not match the number of"
    exists = "[CPF9870] Object J1 type *DTAQ already exists in library ORDERS., 38501, -443"
    assert answers | {"cl": ""} == {
        **dict.fromkeys(("select", "one", "three", "number", "text"), one),
        "terse": "[[IN]]",
        "null": "[]",
        "few": f"thrown: {counted} parameters., 07001, -99999",
        "many": "thrown: Descriptor index not valid. (2>1), 07009, -99999",
        "empty": "thrown: A string parameter value with zero length was detected., 43617, -99999",
        "blocks": answers["blocks"],
        **dict.fromkeys(("call", "length", "named", "braces"), "[]"),
        "again": f"thrown: {exists}",
        "cl": "",
    }
    assert int(answers["blocks"]) > 3
    assert "MESSAGE_ID=CPC9801" in answers["cl"]
    made = {found.key.name for found in embedded.observe(["ibmi:DataQueue"])}
    assert made == {"ORDERS/IN", *(f"ORDERS/J{number}" for number in range(1, 6))}
