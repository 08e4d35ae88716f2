"""Pulumi's deployment format: read, refused, and written back as it was."""

import contextlib
import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.state.deployment import SECRET_KEY, Deployment, Resource, is_secret
from queuewright.state.errors import StateError
from queuewright.state.journal import ordered, replay
from queuewright.state.store import StackStore

ROOT = "urn:pulumi:dev::tiny::pulumi:pulumi:Stack::tiny-dev"
PROVIDER = "urn:pulumi:dev::tiny::pulumi:providers:pulumi-python::default"
A = "urn:pulumi:dev::tiny::pulumi-python:dynamic/mq:LocalQueue::a"
B = "urn:pulumi:dev::tiny::my:index:Comp$pulumi-python:dynamic/mq:LocalQueue::b"
COMPONENT = "urn:pulumi:dev::tiny::my:index:Comp::comp"
# As Pulumi 3 wrote it for a component, two dynamic resources and a secret; shortened.
EXPORTED: dict[str, Any] = {
    "version": 3,
    "deployment": {
        "manifest": {"time": "2026-11-21T09:55:08.2406217Z", "magic": "", "version": ""},
        "secrets_providers": {"type": "passphrase", "state": {"salt": "v1:7SiFJsMUGdk=:v1:umk3"}},
        "resources": [
            {
                "urn": ROOT,
                "custom": False,
                "type": "pulumi:pulumi:Stack",
                "outputs": {
                    "out": A,
                    "sec": {
                        SECRET_KEY: "1b47061264138c4ac30d75fd1eb44270",
                        "ciphertext": "v1:/AMfVrOe/o7CAtzf:/0bXsuMxq6rpiQeWzyrVhvX2bdk=",
                    },
                },
                "created": "2026-11-21T09:55:07.938046174Z",
                "stackTrace": [{"sourcePosition": "project:///stack.py#235"}, {}],
            },
            {"urn": COMPONENT, "custom": False, "type": "my:index:Comp", "parent": ROOT},
            {
                "urn": PROVIDER,
                "custom": True,
                "id": "c95664b0-09ce-4dc6-8bb7-a553eacc326f",
                "type": "pulumi:providers:pulumi-python",
            },
            {
                "urn": A,
                "custom": True,
                "id": "QM1/mq:LocalQueue/A",
                "type": "pulumi-python:dynamic/mq:LocalQueue",
                "inputs": {"__provider": "gASV", "max_queue_depth": 5, "m": {"k": ["v"]}},
                "outputs": {"__provider": "gASV", "max_queue_depth": 5, "observed_extra": 7},
                "parent": ROOT,
                "provider": f"{PROVIDER}::c95664b0-09ce-4dc6-8bb7-a553eacc326f",
                "propertyDependencies": {"__provider": [], "max_queue_depth": []},
            },
            {
                "urn": B,
                "custom": True,
                "id": "QM1/mq:LocalQueue/B",
                "type": "pulumi-python:dynamic/mq:LocalQueue",
                "parent": COMPONENT,
                "protect": True,
                "dependencies": [A],
                "provider": f"{PROVIDER}::c95664b0-09ce-4dc6-8bb7-a553eacc326f",
                "propertyDependencies": {"ref": [A]},
                "additionalSecretOutputs": ["name"],
                "retainOnDelete": True,
                "unknownToUs": {"deep": [1.5, None]},
            },
        ],
        "metadata": {},
    },
}


def test_it_is_written_back_as_it_was_read() -> None:
    written = Deployment.read(EXPORTED).write()
    assert written == EXPORTED
    assert json.dumps(written) == json.dumps(EXPORTED)


def test_what_resources_say() -> None:
    state = Deployment.read(EXPORTED)
    b = state.by_urn()[B]
    assert (b.name, b.type, b.id) == (
        "b",
        "pulumi-python:dynamic/mq:LocalQueue",
        "QM1/mq:LocalQueue/B",
    )
    assert (b.custom, b.protect, b.retain_on_delete, b.external) == (True, True, True, False)
    assert b.needs() == {A, COMPONENT, PROVIDER}
    root = state.stack()
    assert root is not None
    assert is_secret(root.outputs["sec"])
    assert not is_secret(root.outputs["out"])


def test_a_stack_that_was_never_updated_is_empty() -> None:
    assert Deployment.read({"version": 3, "deployment": None}) == Deployment()
    assert Deployment.read({"version": 3}).resources == ()


def changed(path: str, value: Any) -> Any:
    data = copy.deepcopy(EXPORTED)
    place: Any = data
    *above, last = path.split(".")
    for name in above:
        place = place[int(name)] if isinstance(place, list) else place[name]
    place[int(last) if isinstance(place, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"is \[\] and not an object"),
        ({}, r"version is null and must be 3"),
        ({"version": 5}, r"deployment format 5 is newer than 4.*use a newer queuewright"),
        ({"version": 4, "features": 5}, "features must be a list"),
        ({"version": "3"}, r'version is "3" and must be 3'),
        ({"version": True}, r"version is true and must be 3"),
        (changed("deployment", 7), r"deployment is not an object"),
        (changed("deployment.resources", {}), r"resources and pending_operations must be lists"),
        (changed("deployment.resources.3", 5), r"resource 3: is not an object"),
        (changed("deployment.resources.3.urn", ""), r"resource 3: has no urn"),
        (changed("deployment.resources.3.urn", "x\ny"), r'urn "x\\ny" is not a URN'),
        (changed("deployment.resources.3.type", None), r"resource 3: has no type"),
        (changed("deployment.resources.3.id", 5), r"id is not text"),
        (changed("deployment.resources.3.inputs", []), r"inputs is not an object"),
        (changed("deployment.resources.4.dependencies", A), r"must be lists of URNs"),
        (changed("deployment.resources.4.propertyDependencies", {"x": 1}), r"must be lists of"),
        (changed("deployment.resources.4.urn", A), r"stands in it twice"),
        (changed("deployment.resources.4.parent", B + "x"), r"which does not stand before"),
        (changed("deployment.pending_operations", [{}]), r"pending operation 0: has no type"),
    ],
)
def test_what_is_malformed_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(StateError, match=message) as caught:
        Deployment.read(data, "dev.json")
    assert str(caught.value).startswith("dev.json")
    assert "\n" not in str(caught.value)


PLACES = (
    "version",
    "deployment.resources.3",
    "deployment.resources.3.inputs",
    "deployment.resources.3.dependencies",
    "deployment.pending_operations",
)


@given(
    st.sampled_from(PLACES),
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5),
)
def test_anything_is_refused_or_read_never_a_crash(place: str, value: Any) -> None:
    data = changed(place, value)
    with contextlib.suppress(StateError):
        assert Deployment.read(data).write()["version"] == 3


@given(st.permutations(range(5)))
def test_resources_are_put_in_an_order_that_pulumi_takes(places: list[int]) -> None:
    listed = [Resource(EXPORTED["deployment"]["resources"][place]) for place in places]
    after = ordered(listed)
    assert sorted(resource.urn for resource in after) == sorted(resource.urn for resource in listed)
    earlier: set[str] = set()
    for resource in after:
        assert resource.needs() <= earlier
        earlier.add(resource.urn)


def test_what_is_needed_and_gone_is_taken_out() -> None:
    state = Deployment.read(EXPORTED)
    left = [resource for resource in state.resources if resource.urn not in (A, COMPONENT)]
    b = next(resource for resource in ordered(left) if resource.urn == B)
    assert "dependencies" not in b.raw
    assert "parent" not in b.raw
    assert b.raw["propertyDependencies"] == {"ref": []}
    assert b.raw["unknownToUs"] == {"deep": [1.5, None]}


def test_a_cycle_in_a_state_is_still_written() -> None:
    resource = Resource({"urn": A, "type": "t", "dependencies": [B]})
    other = Resource({"urn": B, "type": "t", "dependencies": [A]})
    assert {r.urn for r in ordered([resource, other])} == {A, B}


def test_ordering_a_chain_is_linear() -> None:
    names = [f"urn:pulumi:dev::tiny::t::{number}" for number in range(40_000)]
    chain = [
        Resource({"urn": name, "type": "t", "dependencies": [after]})
        for name, after in zip(names, [*names[1:], names[0] + "x"], strict=True)
    ]
    started = time.process_time()
    assert [resource.urn for resource in ordered(chain)] == names[::-1]
    assert time.process_time() - started < 10  # 0.5; a minute when each looks at all the others


PLACES = ("version", "deployment", *EXPORTED["deployment"], *EXPORTED["deployment"]["resources"][4])
STRANGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=4,
)


@given(data=st.data())
def test_anything_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    """A state that is read can be written, replayed onto and put in order."""
    state = copy.deepcopy(EXPORTED)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(PLACES))
        deployment = state.get("deployment")
        resources = deployment.get("resources") if isinstance(deployment, dict) else None
        holders = [state, deployment, *(resources if isinstance(resources, list) else ())]
        holder = data.draw(st.sampled_from([h for h in holders if isinstance(h, dict)]))
        holder[place] = data.draw(STRANGE)
    store = StackStore(Path("nowhere"), "tiny", "dev")
    try:
        deployment = store.parse(json.dumps(state), "here")
    except StateError:
        return
    json.dumps(deployment.write(), ensure_ascii=False).encode()
    ordered(deployment.resources)
    records = [{"done": dict(resource.raw), "replaces": []} for resource in deployment.resources]
    replay(deployment, records)


def test_format_4_names_the_features_that_a_state_has() -> None:
    """Written so when something uses one, read and written back with those that are not ours."""
    state = copy.deepcopy(EXPORTED)
    state["deployment"]["resources"][3]["taint"] = True
    state["deployment"]["resources"][4]["resourceHooks"] = {"BeforeDelete": ["look"]}
    newer = {
        "version": 4,
        "features": ["byteString", "hooks", "taint"],
        "deployment": state["deployment"],
    }
    read = Deployment.read(newer)
    assert read.write() == newer
    assert Deployment.read(state).write()["features"] == ["hooks", "taint"]
    plain = tuple(r.but(taint=None, resourceHooks=None) for r in read.resources)
    assert read.with_resources(plain).write()["features"] == ["byteString"]
    assert "features" not in Deployment.read(EXPORTED).write()
    assert replay(read, []).features == read.features
