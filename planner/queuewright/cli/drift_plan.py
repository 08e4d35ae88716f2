"""`queuewright drift plan ENV...`: what it takes to put environments right."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError

from .common import print_json, say
from .drift import group
from .options import FleetOption, JsonOption, OutputOptions

if TYPE_CHECKING:
    from queuewright.drift.fleet import Environment, Fleet
    from queuewright.drift.remediation import Accepted
    from queuewright.drift.sources import LastReading

    Readings = Mapping[str, LastReading]

_DIFFERENCE = ("attribute", "desired", "observed")


@group.command("plan", help="Plan what brings environments back, or accept them.")
def plan(
    environments: Annotated[list[str], typer.Argument(metavar="ENV", help="Their names.")],
    fleet: FleetOption,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept", help="Find the configuration under which the systems are as declared."
        ),
    ] = False,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds for one system or program.")
    ] = 120.0,
    lake: Annotated[
        str | None,
        typer.Option("--lake", help="The lake that knows how dumps ended when they were good."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Nothing is sent and no file is written. Ends with 0 when there is nothing to do, 2 when
    there is, 4 when an environment could not be planned."""
    from queuewright.drift.fleet import chosen_of, load_fleet

    loaded = load_fleet(fleet)
    chosen = {each.name: each for each in chosen_of(loaded, environments).environments}
    last = _last_readings(lake)
    documents: dict[str, Any] = {}
    codes = [0]
    for environment in map(chosen.__getitem__, dict.fromkeys(environments)):
        try:
            planned = _accept if accept else _back
            own = partial(planned, last=last.get(environment.name, {}))
            code, documents[environment.name] = own(loaded, environment, as_json, timeout)
        except QueuewrightError as error:
            for line in str(error).splitlines():
                say(f"error: {environment.name}: {line}")
            documents[environment.name] = {"error": one_line(str(error))}
            code = 4
        codes.append(code)
    if as_json:
        print_json(documents)
    raise typer.Exit(max(codes))


def _last_readings(root: str | None) -> "Mapping[str, Readings]":
    """Environment -> system -> how it was last read; nothing where no lake says it."""
    if root is None:
        return {}
    from queuewright.drift.engines.session import require_pyarrow

    require_pyarrow()
    from queuewright.drift.lake import Lake
    from queuewright.drift.sources import LastReading

    lake = Lake(None, root)
    found: dict[str, dict[str, LastReading]] = {}
    for row in lake.last_readings([run["run"] for run in lake.runs()]).to_pylist():
        reading = LastReading(row["objects"], row["ended"])
        found.setdefault(row["environment"], {})[row["system"]] = reading
    return found


def _back(
    fleet: "Fleet", environment: "Environment", quiet: bool, timeout: float, last: "Readings"
) -> tuple[int, Any]:
    from queuewright.drift.remediation import plan_remediation

    from .showing import document, show

    steps, program = plan_remediation(fleet, environment, timeout=timeout, last=last)
    if not quiet:
        typer.echo(f"Environment {environment.name}:")
        show(steps, OutputOptions(), program)
    return (2 if steps.changes or steps.blocked else 0), document(steps, OutputOptions(), program)


def _accept(
    fleet: "Fleet", environment: "Environment", quiet: bool, timeout: float, last: "Readings"
) -> tuple[int, Any]:
    from queuewright.drift.remediation import accept

    accepted = accept(fleet, environment, timeout=timeout, last=last)
    if not quiet:
        typer.echo("\n".join([f"Environment {environment.name}:", *_accepted_lines(accepted)]))
    document = {
        "config": dict(accepted.config),
        "left": [
            {"object": str(d.key), **{name: getattr(d, name) for name in _DIFFERENCE}}
            for d in accepted.left
        ],
        "missing": [str(key) for key in accepted.missing],
    }
    return (2 if any(document.values()) else 0), document


def _accepted_lines(accepted: "Accepted") -> Iterator[str]:
    import yaml

    if not (accepted.config or accepted.left or accepted.missing):
        yield "  nothing differs"
    if accepted.config:
        yield (
            "  add to config of this environment in the fleet file (tried: the program then "
            "defines what is there):"
        )
        text = yaml.safe_dump(
            dict(accepted.config), allow_unicode=True, width=10**6, sort_keys=False
        )
        yield from (f"    {line}" for line in text.splitlines())
    if accepted.left or accepted.missing:
        yield "  change in the program (no single configuration value decides it):"
    for difference in accepted.left:
        yield (
            f"    {one_line(str(difference.key))}: {difference.attribute} = "
            f"{shown(difference.observed)}, not {shown(difference.desired)}"
        )
    for absent in accepted.missing:
        yield f"    {one_line(str(absent))}: is not there; stop declaring it"
