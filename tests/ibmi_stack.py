"""A stack over one partition, by each way of reaching it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ibmi_carriers import machine
from ibmi_offline import PLAN_WIRES
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore
from queuewright.systems.registry import systems_from
from rehearsal import codes

WAYS = ("embedded", *PLAN_WIRES)


class Stack:
    def __init__(self, embedded: EmbeddedSystem, systems: dict[str, object], folder: Path) -> None:
        self.embedded, self.systems = embedded, systems
        self.store = StackStore(folder, "shop", "dev")

    def plan(self, *program: Declared, destroy: bool = False) -> Plan:
        given = [replace(each, index=place) for place, each in enumerate(program)]
        state, systems = self.store.load(), self.systems
        return make_plan(
            given,
            state,
            systems,  # type: ignore[arg-type]
            project="shop",
            stack="dev",
            destroy=destroy,
        )

    def up(self, *program: Declared, destroy: bool = False) -> Plan:
        plan = self.plan(*program, destroy=destroy)
        assert codes(plan) == {}
        applied = apply(plan, self.systems, self.store)  # type: ignore[arg-type]
        assert [failure.text for failure in (*applied.failed, *applied.skipped)] == []
        return plan


@contextmanager
def stack_over(way: str, folder: Path, **options: object) -> Iterator[Stack]:
    """options: of the system's entry in the configuration."""
    embedded = machine(folder, "IBM1")
    if way == "embedded":
        yield Stack(embedded, {"IBM1": SandboxSystem(embedded)}, folder)
        return
    with PLAN_WIRES[way](embedded.sandbox, ["IBM1"]) as config:
        entry = {**config["IBM1"], "libraries": ["ORDERS"], **options}
        yield Stack(embedded, dict(systems_from({"IBM1": entry}, base=folder)), folder)
