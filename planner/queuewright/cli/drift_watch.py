"""`queuewright drift watch`: read again only what configuration events name, and say what differs
now and did not before.

Exit codes of --once: 0 nothing differs, 2 something does, 4 some systems failed, 1 error. Without
it the command runs until it is interrupted.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from . import drift_plan  # noqa: F401 - the commands of the group that it adds
from .common import UsageProblem, say
from .drift import group
from .options import EnvironmentOption, FleetOption, JsonOption

if TYPE_CHECKING:
    from queuewright.drift.desired import DefinitionGroup
    from queuewright.drift.watch.stream import Apply, Stream
    from queuewright.drift.watch.watching import WatchedChange


@group.command("watch", help="Follow configuration events; read again only what they name.")
def watch(
    fleet: FleetOption,
    lake: Annotated[str, typer.Option("--lake", help="Directory or URI of the lake.")],
    once: Annotated[
        bool, typer.Option("--once", help="Carry out what there is now, and end.")
    ] = False,
    every: Annotated[
        float, typer.Option("--every", min=1.0, help="Seconds between two looks for events.")
    ] = 10.0,
    whole: Annotated[
        float,
        typer.Option("--whole", min=0.0, help="Hours after which a system is read whole again."),
    ] = 24.0,
    environments: EnvironmentOption = None,
    policy: Annotated[
        Path | None, typer.Option("--policy", help="Severities and ignore rules, YAML.")
    ] = None,
    unmanaged: Annotated[
        bool, typer.Option("--unmanaged", help="Report what nobody declared, too.")
    ] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, help="Seconds for one system or program.")
    ] = 120.0,
    connections: Annotated[
        int, typer.Option("--connections", min=1, max=256, help="Systems read at once.")
    ] = 8,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, help="Processes that evaluate programs.")
    ] = 2,
    master: Annotated[str | None, typer.Option("--master", help="Spark master.")] = None,
    as_json: JsonOption = False,
) -> None:
    """A line a change goes to standard output; what went wrong goes to standard error."""
    from queuewright.drift.engines.session import require_pyspark

    require_pyspark()
    from queuewright.drift.desired import definition_groups
    from queuewright.drift.evaluate import evaluate_fleet
    from queuewright.drift.fleet import chosen_of, load_fleet
    from queuewright.drift.policy import load_policy
    from queuewright.drift.watch.comparing import desired_by
    from queuewright.drift.watch.places import members_of, places, sharing
    from queuewright.drift.watch.records import Records
    from queuewright.drift.watch.source import EventSource
    from queuewright.drift.watch.watching import Watch, WatchOptions
    from queuewright.drift.workers import Workers

    if os.environ.get("SPARK_REMOTE"):
        raise UsageProblem(
            "drift watch keeps its records on the machine that runs it, and SPARK_REMOTE is a "
            "session "
            "elsewhere (Spark Connect); unset it"
        )
    whole_fleet = load_fleet(fleet)
    chosen = chosen_of(whole_fleet, environments or ())
    rules = load_policy(policy)
    found, problems = places(chosen)
    for problem in (*chosen.problems, *problems):
        say(f"warning: {problem}")
    if not found:
        raise UsageProblem(
            f"{fleet}: none of its systems reports events; watch queue managers of type pcf, "
            "mqweb, runmqsc or sandbox, and read the others with drift run"
        )
    records = Records(lake)
    with records.locked():
        with Workers(workers) as pool:
            groups = definition_groups(chosen, evaluate_fleet(chosen, pool, timeout=timeout))
        desired, watched = desired_by(groups), set(members_of(found))
        desired = {member: one for member, one in desired.items() if member in watched}
        options = WatchOptions(rules, unmanaged, timeout, connections, whole)
        made = Watch(
            chosen, desired, records, options, _printer(as_json=as_json),
            lambda text: say(f"warning: {text}"),
            beside=set(sharing(whole_fleet, found)) - watched,
        )  # fmt: skip
        counts = f"{len(found)}; for systems of the fleet: {len(desired)}"
        say(f"queue managers that are watched: {counts}")
        made.begin()
        source = {
            "fleet": str(chosen.path),
            "environments": ",".join(environment.name for environment in chosen.environments),
            "timeout": str(timeout),
            "particulars": _particulars(groups),
        }
        with _streaming(made.apply, source, records.checkpoint, master) as stream:
            if once:
                stream.drain(EventSource(found).commit)
            else:
                stream.follow(every, made.retry)
        if once:
            _end(made.open, made.failed)


@contextmanager
def _streaming(
    apply: "Apply", source: dict[str, str], checkpoint: str, master: str | None
) -> Iterator["Stream"]:
    from queuewright.drift.engines.session import spark_session
    from queuewright.drift.progress import quietly_interrupted
    from queuewright.drift.watch.stream import Stream

    with (
        quietly_interrupted() as take_over,
        spark_session(master=master, name="queuewright drift watch", environments=1) as spark,
    ):
        take_over()
        yield Stream(spark, source, checkpoint, apply)


def _printer(*, as_json: bool) -> Callable[["WatchedChange"], None]:
    from queuewright.drift.watch.watching import in_words

    def tell(change: "WatchedChange") -> None:
        if as_json:
            typer.echo(json.dumps(dict(change.row), ensure_ascii=False))
        elif not change.ignored:
            typer.echo(in_words(change))

    return tell


def _particulars(groups: Sequence["DefinitionGroup"]) -> str:
    """The option of the data source that leaves parts out."""
    return json.dumps([[group.environments, group.particulars] for group in groups])


def _end(differing: Sequence[Mapping[str, Any]], failed: Sequence[str]) -> NoReturn:
    for line in failed:
        say(f"failed: {line}")
    say(f"differences now: {len(differing)}; systems or programs that failed: {len(failed)}")
    raise typer.Exit(4 if failed else 2 if differing else 0)
