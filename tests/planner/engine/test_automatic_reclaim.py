"""Automatic reclaim of a data queue changes in place, over every wire; entries stay."""

from pathlib import Path

import pytest

from ibmi_carriers import machine
from ibmi_offline import PLAN_WIRES
from queuewright.catalogue.observed import OpenFor
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.state.store import StackStore
from queuewright.systems.registry import systems_from
from rehearsal import DATA, Rehearsal, codes, resource


def queue(reclaim: str) -> Declared:
    return resource(DATA, "ORDERS/IN", max_entry_length=10, automatic_reclaim=reclaim)


@pytest.mark.parametrize("wire", list(PLAN_WIRES))
def test_it_changes_in_place(wire: str, tmp_path: Path) -> None:
    embedded = machine(tmp_path, "IBM1")
    store = StackStore(tmp_path, "shop", "dev")
    with PLAN_WIRES[wire](embedded.sandbox, ["IBM1"]) as config:
        systems = systems_from(config, base=tmp_path)

        def plan(reclaim: str) -> Plan:
            program = [queue(reclaim)]
            return make_plan(program, store.load(), systems, project="shop", stack="dev")

        assert apply(plan("no"), systems, store).ok
        embedded.put("ORDERS/IN", size=5)
        for reclaim in ("yes", "no"):
            [step] = plan(reclaim).changes
            assert (step.verb, step.blocked) == (Verb.UPDATE, ())
            assert apply(plan(reclaim), systems, store).ok
            assert not plan(reclaim).changes
            [own] = embedded.observe([DATA], status=True)
            assert own.attributes["automatic_reclaim"] == reclaim
            assert own.status is not None
            assert own.status.depth == 1


@pytest.mark.parametrize("use", [{OpenFor.INPUT_EXCLUSIVE}, {OpenFor.INPUT_SHARED}])
def test_a_job_that_has_it_alone(tmp_path: Path, use: set[OpenFor]) -> None:
    """QMHQCDQ takes a shared update lock."""
    world = Rehearsal(tmp_path)
    embedded = world.system("IBM1", "ibmi", libraries=["ORDERS"])
    world.up(queue("no"))
    embedded.open("ORDERS/IN", use)
    plan = world.plan(queue("yes"))
    if use == {OpenFor.INPUT_EXCLUSIVE}:
        assert codes(plan) == {"ORDERS/IN": ["in-use"]}
    else:
        world.up(queue("yes"))
