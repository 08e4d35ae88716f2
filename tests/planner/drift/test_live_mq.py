"""Live queue managers as sources of drift, by `runmqsc` and by PCF: collected as what they hold."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import forked
from command_server import InMemory, failing
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.drift.collect import CollectOptions, CollectTarget, collect
from queuewright.drift.fingerprint import canonical_json, compare_pair
from queuewright.drift.fleet import Fleet, load_fleet
from queuewright.kinds import IBMI_KINDS
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.mq import ibmmq_connection

RUNMQSC = """
defaults:
  program: ../orders
  labels: {folder: live}
  systems:
    QM1:
      type: runmqsc
      command: [%s, "{system}", --file, "{folder}/{environment}.db"]
environments:
"""
PCF = """
defaults:
  program: ../orders
  systems:
    QM1: {type: pcf, channel: DRIFT.SVRCONN, address: "{environment}(1414)", user: drift,
          password: {file: "secrets/{environment}"}}
environments:
"""
Rows = list[dict[str, Any]]


def machine(folder: Path, environment: str, platform: Platform = Platform.LINUX) -> EmbeddedSystem:
    live = folder / "live"
    live.mkdir(exist_ok=True)
    made = Sandbox(live / f"{environment}.db").create_system("QM1", platform=platform)
    made.create(
        "mq:LocalQueue", "ORDERS", {"max_queue_depth": 7, "queue_description": "it's ('a')"}
    )
    made.create("mq:AliasQueue", "IN", {"base_object_name": "ORDERS"})
    made.create("mq:Namelist", "LIST", {"names": ("A", "B")})
    made.create("mq:Cluster", "C1", {"full_repository": "yes"})
    made.put("ORDERS", count=3)
    made.open("ORDERS", {OpenFor.INPUT_SHARED}, application="app")
    return made


def fleet(folder: Path, text: str, *environments: str) -> Fleet:
    path = folder / "fleet.yaml"
    path.write_text(text + "".join(f"  - name: {name}\n" for name in environments))
    read = load_fleet(path)
    assert read.problems == ()
    return read


def collected(given: Fleet) -> Rows:
    """As Spark's workers collect them: what travels is JSON."""
    targets = [
        CollectTarget(each.name, name, source.model_dump())
        for each in given.environments
        for name, source in each.systems.items()
    ]
    batches = collect(targets, CollectOptions(str(given.base), timeout=60))
    return [row for batch in batches for row in batch.to_pylist()]


def in_memory(monkeypatch: pytest.MonkeyPatch, connect: Callable[[str], object]) -> list[object]:
    """IBM's client is not there: `connect` makes a connection to an address in its place. The
    passwords that were read."""
    read = []

    def connection(name: str, configuration: Any, password: Callable[[], str | None]) -> object:
        read.append(password())
        return connect(configuration.address)

    monkeypatch.setattr(ibmmq_connection, "IbmmqConnection", connection)
    return read


def holds(rows: Rows, made: EmbeddedSystem) -> None:
    """Rows of one system are what the queue manager has, attribute by attribute."""
    kinds = sorted({row["kind"] for row in rows if row["kind"]})
    assert not set(kinds) & set(IBMI_KINDS)
    definitions = {row["fingerprint"]: row["attributes"] for row in rows if row["attributes"]}
    found = {(r["kind"], r["name"]): definitions[r["fingerprint"]] for r in rows if r["kind"]}
    own = {(o.key.kind, o.key.name): o.attributes for o in made.observe(kinds)}
    assert found.keys() == own.keys()
    for (kind, name), attributes in own.items():
        shown = {n: v for n, v in attributes.items() if n != "suite_b_strength"}  # not over PCF
        read = {n: v for n, v in json.loads(found[kind, name]).items() if n in shown}
        assert json.loads(canonical_json(shown)) == read, name
    [orders] = [row for row in rows if row["name"] == "ORDERS"]
    assert (orders["depth"], orders["open_input"], orders["open_output"]) == (3, 1, 0)
    [system] = [row for row in rows if row["kind"] is None]
    assert (system["objects"], system["error"]) == (len(own), None)
    wanted = canonical_json({"max_queue_depth": 5, "queue_description": "it's ('a')"})
    [change] = compare_pair("mq:LocalQueue", wanted, found["mq:LocalQueue", "ORDERS"])
    assert change[0] == "max_queue_depth"


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
def test_queue_managers_by_runmqsc(platform: Platform, tmp_path: Path) -> None:
    """One command for the whole fleet, with the names filled in; relative to no directory."""
    made = machine(tmp_path, "one", platform)
    command = json.dumps(forked.command("sandbox", "runmqsc"))
    text = RUNMQSC.replace("%s", command[1:-1]).replace(
        "folder: live", f"folder: '{tmp_path / 'live'}'"
    )
    rows = collected(fleet(tmp_path, text, "one", "two"))
    holds([row for row in rows if row["environment"] == "one"], made)
    [failed] = [row for row in rows if row["environment"] == "two"]
    assert "there is no sandbox at" in failed["error"]
    assert "\n" not in failed["error"]


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
def test_queue_managers_by_pcf(
    platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines = {name: machine(tmp_path, name, platform) for name in ("one", "two")}
    machines["two"].change("mq:AliasQueue", "IN", {"queue_description": "by hand"})
    (tmp_path / "secrets").mkdir()
    for name in machines:
        (tmp_path / "secrets" / name).write_text(f"of {name}\n")
    read = in_memory(monkeypatch, lambda address: InMemory(machines[address.partition("(")[0]]))
    rows = collected(fleet(tmp_path, PCF, "one", "two"))
    one, two = ([row for row in rows if row["environment"] == name] for name in machines)
    assert sorted(map(str, read)) == ["of one", "of two"]
    # A definition travels once a partition: what is alike is in the rows of either.
    for own, name in ((one, "one"), (two, "two")):
        known = {row["fingerprint"]: row["attributes"] for row in rows if row["attributes"]}
        holds([{**row, "attributes": known.get(row["fingerprint"])} for row in own], machines[name])
    differing = {row["name"] for row in two} - {
        row["name"] for row in two if row["fingerprint"] in {r["fingerprint"] for r in one}
    }
    assert differing == {"IN"}


def test_what_cannot_be_read_by_pcf_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = machine(tmp_path, "one")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "one").write_text("hunter2")
    refused = InMemory(made, fail=failing("MQCONNX", 2035, times=9))
    in_memory(monkeypatch, lambda address: refused)
    [row, other] = collected(fleet(tmp_path, PCF, "one", "two"))
    errors = {each["environment"]: each["error"] for each in (row, other)}
    assert errors["one"].startswith("QM1: the default queue manager at one(1414): MQCONNX failed:")
    assert "secrets/two" in errors["two"]  # there is no such file
    assert "hunter2" not in str(errors)
    assert "\n" not in str(errors)


def test_without_ibms_client_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ibmmq", None)
    text = "environments:\n  - {name: one, systems: {QM1: {type: pcf}}}\n"
    (tmp_path / "fleet.yaml").write_text(text)
    [row] = collected(load_fleet(tmp_path / "fleet.yaml"))
    assert "pip install 'queuewright[pcf]'" in row["error"]
