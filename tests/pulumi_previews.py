"""What `pulumi preview --json` prints, typed after the real thing: as much of it as is read."""

import json
from typing import Any

PROJECT, STACK = "shop", "dev"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
ROOT = f"urn:pulumi:{STACK}::{PROJECT}::pulumi:pulumi:Stack::{PROJECT}-{STACK}"


def urn(kind: str, name: str) -> str:
    return f"urn:pulumi:{STACK}::{PROJECT}::pulumi-python:dynamic/{kind}::{name}"


def state(kind: str, name: str, **given: Any) -> dict[str, Any]:
    """A resource as Pulumi has it; `raw_` keywords are fields of it, others inputs."""
    fields = {k.removeprefix("raw_"): v for k, v in given.items() if k.startswith("raw_")}
    inputs = {k: v for k, v in given.items() if not k.startswith("raw_")}
    return {
        "urn": urn(kind, name),
        "custom": True,
        "type": f"pulumi-python:dynamic/{kind}",
        "inputs": {"__provider": "gASV", "name": name, "system": "QM1", **inputs},
        "parent": ROOT,
        "provider": f"urn:pulumi:{STACK}::{PROJECT}::pulumi:providers:pulumi-python::default::"
        f"{UNKNOWN}",
        **fields,
    }


def kept(made: dict[str, Any]) -> dict[str, Any]:
    """The same as the state has it once it was made."""
    kind = made["type"].removeprefix("pulumi-python:dynamic/")
    place = f"{made['inputs']['system']}/{kind}/{made['inputs']['name']}"
    return {**made, "id": place, "outputs": made["inputs"]}


def step(
    op: str, old: dict[str, Any] | None = None, new: dict[str, Any] | None = None
) -> dict[str, Any]:
    shown = {"oldState": old, "newState": new}
    given = {name: value for name, value in shown.items() if value is not None}
    return {"op": op, "urn": (new or old or {})["urn"], **given, "detailedDiff": None}


def preview(*steps: dict[str, Any], **fields: Any) -> str:
    """The document, with the stack's own step before the others."""
    root = {"urn": ROOT, "custom": False, "type": "pulumi:pulumi:Stack"}
    counts: dict[str, int] = {"same": 1}
    for each in steps:
        counts[each["op"]] = counts.get(each["op"], 0) + 1
    document = {
        "config": {"queuewright:systems": '{"QM1":{"type":"sandbox"}}'},
        "steps": [step("same", root, root), *steps],
        "duration": 5675114891,
        "changeSummary": counts,
        **fields,
    }
    return json.dumps(document, indent=4)


def export(*resources: dict[str, Any]) -> str:
    """What `pulumi stack export` prints."""
    root = {"urn": ROOT, "custom": False, "type": "pulumi:pulumi:Stack"}
    provider = {
        "urn": f"urn:pulumi:{STACK}::{PROJECT}::pulumi:providers:pulumi-python::default",
        "custom": True,
        "id": UNKNOWN,
        "type": "pulumi:providers:pulumi-python",
    }
    return json.dumps({"version": 3, "deployment": {"resources": [root, provider, *resources]}})
