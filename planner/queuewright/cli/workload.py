"""`queuewright workload`: where a put to a queue of a cluster goes, as the systems report it."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, plain_console, print_json, say, system_of
from .options import FormatOptions, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright.render.workload import Workload
    from queuewright.world.world import World


class _Bind(StrEnum):
    OPEN, NOT_FIXED, GROUP = "open", "not-fixed", "group"


@app.command("workload", help=help_of("workload"))
@expanded
def workload(
    queue: Annotated[str, typer.Argument(help="The queue's name.")],
    stack: StackOptions,
    output: FormatOptions,
    cluster: Annotated[
        str | None, typer.Option("--cluster", help="The cluster.", show_default="the only one")
    ] = None,
    putting: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="The queue manager that the application is connected to.",
            autocompletion=completion.systems,
            show_default="one without an instance",
        ),
    ] = None,
    bind: Annotated[
        _Bind | None,
        typer.Option("--bind", help="How it is opened.", show_default="the queue's default_bind"),
    ] = None,
) -> None:
    """Every system of the stack is read; the program is not run and nothing is sent."""
    from queuewright.render.table import print_table
    from queuewright.render.workload import (
        DESTINATIONS,
        heading,
        remarks,
        rows,
        without_secrets,
        workload_json,
        workload_markdown,
    )

    workspace = stack.workspace()
    if putting is not None:
        system_of(workspace, putting)
    world = workspace.world(declared=False, with_secrets=True)
    chosen = "" if bind is None else f"bind_{'on_' if bind is not _Bind.NOT_FIXED else ''}{bind}"
    named = _cluster(queue, cluster, world)
    found = _workload(queue, named, putting or "", chosen.replace("-", "_"), world)
    found = without_secrets(found, world.hide)
    if output.as_json:
        print_json(workload_json(found))
    elif output.markdown:
        typer.echo(workload_markdown(found), nl=False)
    else:
        console = plain_console()
        console.print(heading(found))
        print_table(DESTINATIONS, rows(found), console)
        for text in remarks(found):
            console.print(text)
    for line in world.unread.values():
        say(f"error: {line}")
    raise typer.Exit(1 if world.unread else 0)


def _cluster(queue: str, cluster: str | None, world: "World") -> str:
    """The cluster that is meant. Raises UsageProblem where the queue is in none, or in several."""
    clusters = sorted({each for key in world.clustered(queue) for each in world.clusters_of(key)})
    if not clusters:
        raise UsageProblem(f"{shown(queue)} is in no cluster on any system; correct its name")
    if cluster is None and clusters[1:]:
        there = world.hide(", ".join(clusters))
        raise UsageProblem(f"{queue} is in {there}; choose one with --cluster")
    if cluster is not None and cluster not in clusters:
        raise UsageProblem(
            f"{queue} is not in cluster {shown(cluster)}, but in "
            f"{world.hide(', '.join(clusters))}; correct --cluster"
        )
    return cluster or clusters[0]


def _workload(queue: str, cluster: str, putting: str, bind: str, world: "World") -> "Workload":
    from queuewright.impact.routing import choice_of, destinations
    from queuewright.render.workload import Workload

    choice = choice_of(world, queue, cluster, putting)
    notes = list(choice.notes)
    binds = sorted({row.record.default_bind for row in choice.chosen or choice.rows})
    if not bind and binds[1:]:
        notes.append(f"default_bind differs between the instances: {', '.join(binds)}")
    if putting:
        own = [key for key in world.clustered(queue) if key.system == putting]
        if not own and world.queues_at(putting, queue):
            notes.append(
                f"{putting} has a queue of this name that is in no cluster: an application there "
                "opens that one, unless it names another queue manager"
            )
        if own and world.facts(putting).cluster_workload_use_queue is None:
            notes.append(f"the CLWLUSEQ of {putting} is not known: LOCAL, as IBM ships it")
    notes.append(
        "not considered, because no definition contains it: the state of channels (each "
        "counts as running), "
        "suspended queue managers, a cluster workload exit, instances on systems that are not in "
        "queuewright:systems"
    )
    used = bind or (binds[0] if len(binds) == 1 else "")
    return Workload(
        queue, cluster, putting, used, destinations(choice), choice.failure, tuple(notes)
    )
