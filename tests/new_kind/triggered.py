"""The kind of process.py beside queues that name one: `triggered.py PART FOLDER`."""

import sys
from pathlib import Path

from process import ProcessSpec

from queuewright import kinds

kinds.register(ProcessSpec)  # before anything else is imported

from queuewright.catalogue.key import Key  # noqa: E402
from queuewright.engine.steps import Plan  # noqa: E402

KIND, LOCAL = ProcessSpec.kind, "mq:LocalQueue"


def codes(plan: Plan) -> list[str]:
    found = [problem.code for step in plan.steps for problem in step.decision.problems]
    return [code for code in found if "process" in code]


def declared(folder: Path) -> None:
    """A process that the same program declares is there by then; it comes first."""
    from worlds import Rehearsed

    world = Rehearsed(folder)
    world.declare(LOCAL, "INIT")
    trigger = {"trigger_control": "on", "initiation_queue_name": "INIT"}
    queue = world.declare(LOCAL, "ORDERS", **trigger, process_name="ORDERS.JOB")
    assert codes(world.plan()) == ["process-missing"]
    process = world.declare(KIND, "ORDERS.JOB", application="/opt/orders")
    plan = world.plan()
    assert codes(plan) == []
    names = [step.key.name for step in plan.steps]
    assert names.index("ORDERS.JOB") < names.index("ORDERS")
    world.up()
    assert codes(world.plan()) == []
    world.declared.remove(process)  # and of another queue manager it says nothing
    world.declare(LOCAL, "ORDERS", "QM2", resource="other", **trigger, process_name="ORDERS.JOB")
    assert queue in world.declared
    assert codes(world.plan()) == ["process-missing"]


def provider(folder: Path) -> None:
    """Under Pulumi's own engine each resource is asked about by itself."""
    from queuewright.diff.normalise import read_inputs
    from queuewright.dynamic.cached_system import CachedSystem
    from queuewright.dynamic.connections import Connections, Objects
    from queuewright.sandbox.engine import Sandbox
    from queuewright.sandbox.system import SandboxSystem

    manager = Sandbox(folder / "sandbox.db").create_system("QM1")
    manager.create(LOCAL, "INIT", {})
    cached = CachedSystem(SandboxSystem(manager))
    trigger = {"trigger_control": "on", "initiation_queue_name": "INIT", "process_name": "JOB"}
    inputs = read_inputs(LOCAL, {"system": "QM1", "name": "ORDERS", **trigger})
    key, process = Key("QM1", LOCAL, "ORDERS"), Key("QM1", KIND, "JOB")
    for declared, expected in (((), ["process-missing"]), ((process,), [])):
        objects = Objects(
            LOCAL,
            Connections({"QM1": cached}),
            declared=lambda place, known=declared: [k for k in known if k.kind == place.kind],
        )
        decision = objects.decide(cached, key, inputs, None, None)
        assert [p.code for p in decision.problems if "process" in p.code] == expected


def linted(folder: Path) -> None:
    from command_line import queuewright

    script = folder / "qm1.mqsc"
    text = "DEFINE QLOCAL(Q) TRIGGER INITQ(I) PROCESS(JOB)\nDEFINE QLOCAL(I)\n"
    for process, found in (("JOB", False), ("JAB", True)):
        script.write_text(f"{text}DEFINE PROCESS({process}) APPLICID('x')\n")
        ran = queuewright(folder, "lint", str(script))
        assert ("QW105" in ran.out) is found, (process, ran.out)


def named(folder: Path) -> None:
    from queuewright.graph.references import edges

    process, queue = Key("QM1", KIND, "JOB"), Key("QM1", LOCAL, "Q")
    (edge,) = edges({process: {}, queue: {"process_name": "JOB"}})
    assert (edge.source, edge.target, edge.attribute) == (queue, process, "process_name")


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]))
