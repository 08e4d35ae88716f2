"""The host declares what Pulumi's own engine registers: the same program under both."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from queuewright.engine.declared import ENGINE_FIELDS, Declared
from queuewright.host.project import load_project, load_stack
from queuewright.host.run import run

pytestmark = [
    pytest.mark.pulumi_cli,
    pytest.mark.skipif(shutil.which("pulumi") is None, reason="no pulumi command on the PATH"),
]

SIGNATURE = "4dabf18193072939515e22adb298388d"
PROVIDER = """
from pulumi.dynamic import CreateResult, ResourceProvider

class Provider(ResourceProvider):
    serialize_as_secret_always = False

    def create(self, props):
        return CreateResult(props["name"], props)
"""
PROGRAM = """
import pulumi
from pulumi import Alias, ResourceOptions as Opts
from pulumi.dynamic import Resource
from provider import Provider

class Thing(Resource, module="x", name="Thing"):
    def __init__(self, title, opts=None, **given):
        super().__init__(Provider(), title, {"name": title, **given}, opts)

class Group(pulumi.ComponentResource):
    def __init__(self, title, opts=None):
        super().__init__("my:mod:Group", title, {}, opts)
        self.register_outputs({"title": title, "parts": [1, "x"]})

def own(args):
    args.props["added"] = "by " + args.name
    args.opts.ignore_changes = ["many"]
    return pulumi.ResourceTransformResult(args.props, args.opts)

def old(args):
    return pulumi.ResourceTransformationResult({**args.props, "old": 1}, args.opts)

def everywhere(args):
    if args.custom:
        args.props["wide"] = True
    return pulumi.ResourceTransformResult(args.props, args.opts)

config = pulumi.Config()
for key in ("object", "number", "flag"):
    pulumi.export(key, config.get(key))
first = Thing("first", secret=pulumi.Output.secret("hush"))
second = Thing("second", dep=first.urn, whole=5, half=1.5, many=[1, "x", {"k": first.name}])
group = Group("group", Opts(transforms=[own], retain_on_delete=True, protect=False,
                            aliases=[Alias(name="was")], depends_on=[first]))
Thing("group-child", opts=Opts(parent=group, aliases=[Alias(name="x", parent=None)]))
inner = Group("inner", Opts(parent=group))
Thing("deep", opts=Opts(parent=inner, replace_on_changes=["name"],
                        additional_secret_outputs=["name"]))
Thing("after", opts=Opts(depends_on=[group], transformations=[old]))
hook = pulumi.ResourceHook("look", lambda args: None)
Thing("tied", opts=Opts(deleted_with=first, replace_with=[second, first],
                        replacement_trigger={"v": [1]}, hide_diffs=["name"],
                        hooks=pulumi.ResourceHookBinding(before_delete=[hook]),
                        custom_timeouts=pulumi.CustomTimeouts(create="1h30m", update="90s")))
pulumi.runtime.register_resource_transform(everywhere)
Thing("last", opts=Opts(retain_on_delete=True), group=group.urn)
pulumi.export("names", [first.name, {"urn": second.urn}])
"""
CONFIG = """config:
  par:object: {b: [1, 2], a: {x: true, y: on}}
  par:number: 1.50
  par:flag: yes
"""


def plain(value: Any) -> Any:
    """A value of a state without Pulumi's marks."""
    if isinstance(value, dict):
        if SIGNATURE in value:
            return plain(json.loads(value["plaintext"]))
        return {name: plain(item) for name, item in value.items() if name != "__provider"}
    return [plain(item) for item in value] if isinstance(value, list) else value


def of_state(resource: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": resource["type"],
        "custom": resource["custom"],
        "inputs": plain(resource.get("inputs") or {}),
        "parent": resource.get("parent", ""),
        "dependencies": sorted(resource.get("dependencies") or []),
        "by property": {
            name: sorted(urns)
            for name, urns in (resource.get("propertyDependencies") or {}).items()
            if urns
        },
        "protect": bool(resource.get("protect")),
        "retain": bool(resource.get("retainOnDelete")),
        "ignore": resource.get("ignoreChanges") or [],
        "replace": resource.get("replaceOnChanges") or [],
        "secret outputs": resource.get("additionalSecretOutputs") or [],
        "engine": {n: plain(resource[n]) for n in ENGINE_FIELDS if n in resource},
        "outputs": {} if resource["custom"] else plain(resource.get("outputs") or {}),
    }


def of_host(resource: Declared) -> dict[str, Any]:
    return {
        "type": resource.type,
        "custom": resource.custom,
        "inputs": dict(resource.inputs),
        "parent": resource.parent,
        "dependencies": sorted(resource.dependencies),
        "by property": {n: sorted(urns) for n, urns in resource.property_dependencies.items()},
        "protect": resource.protect,
        "retain": resource.retain_on_delete,
        "ignore": list(resource.ignore_changes),
        "replace": list(resource.replace_on_changes),
        "secret outputs": list(resource.additional_secret_outputs),
        "engine": dict(resource.engine_fields),
        "outputs": dict(resource.outputs),
    }


def test_the_same_resources_and_outputs(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "Pulumi.yaml").write_text(
        "name: par\nruntime:\n  name: python\n"
        f"  options: {{toolchain: pip, virtualenv: {sys.prefix}}}\n"
    )
    (project / "Pulumi.dev.yaml").write_text(CONFIG)
    (project / "__main__.py").write_text(PROGRAM)
    (project / "provider.py").write_text(PROVIDER)
    state = tmp_path / "state"
    state.mkdir()
    environment = {
        **os.environ,
        "PULUMI_BACKEND_URL": state.as_uri(),
        "PULUMI_CONFIG_PASSPHRASE": "x",
        "PULUMI_HOME": str(tmp_path / "home"),
        "PULUMI_SKIP_UPDATE_CHECK": "1",
    }

    def pulumi(*arguments: str) -> str:
        done = subprocess.run(
            ["pulumi", *arguments, "--non-interactive"],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    loaded = load_project(project)
    program = run(
        loaded, load_stack(loaded), answer=lambda resource: resource.inputs, preview=False
    )
    pulumi("stack", "init", "dev")
    pulumi("up", "--yes", "--skip-preview")
    resources = json.loads(pulumi("stack", "export", "--show-secrets"))["deployment"]["resources"]
    engine = {
        resource["urn"]: resource
        for resource in resources
        if "pulumi:providers" not in resource["type"]
    }
    [root] = (resource for resource in engine.values() if resource["type"] == "pulumi:pulumi:Stack")
    assert plain(root["outputs"]) == program.outputs
    host = {resource.urn: of_host(resource) for resource in program.declared}
    state = {urn: of_state(resource) for urn, resource in engine.items()}
    state[root["urn"]]["outputs"] = {}
    for urn, of_engine in state.items():
        assert host[urn] == of_engine
    assert host.keys() == state.keys()
