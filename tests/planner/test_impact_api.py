"""Blast radius and a preview of Pulumi's, from Python."""

from pathlib import Path

from pulumi_previews import kept, preview, state, step
from queuewright.api import Workspace
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.explain.preview import read_preview
from queuewright.impact.radius import impact_of

PROGRAM = """
from queuewright import mq
mq.LocalQueue("IN", system="QM1")
mq.AliasQueue("OUT", system="QM1", base_object_name="IN")
"""
STACK = "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"


def test_world_and_explain(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    (tmp_path / "__main__.py").write_text(PROGRAM)
    workspace = Workspace(tmp_path, "dev")
    queue = Key("QM1", "mq:LocalQueue", "IN")
    (alias,) = impact_of(queue, workspace.world()).dependents
    assert (alias.key.name, alias.declared, alias.observed) == ("OUT", True, False)
    assert not impact_of(queue, workspace.world(declared=False))
    plan = workspace.preview()
    assert plan.impacts[queue] == impact_of(queue, workspace.world())
    assert workspace.up(plan).ok

    reported = preview(step("delete", kept(state("mq:LocalQueue", "IN"))))
    (gone,) = workspace.explain(read_preview(reported.encode(), "preview.json")).changes
    assert gone.verb is Verb.DELETE
