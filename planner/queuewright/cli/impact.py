"""`queuewright impact`: the blast radius of one object."""

from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, print_json, run_program, say, system_of
from .options import FormatOptions, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright.world.world import World

ObjectArgument = Annotated[
    str,
    typer.Argument(
        metavar="SYSTEM/KIND/NAME",
        help="Such as QM1/mq:LocalQueue/ORDERS.",
        autocompletion=completion.objects,
    ),
]


@app.command("impact", help=help_of("impact"))
@expanded
def impact(named: ObjectArgument, stack: StackOptions, output: FormatOptions) -> None:
    """The program is run and every system of the stack is read; nothing is sent."""
    from queuewright.impact.radius import impact_of
    from queuewright.render.impact import impact_json, impact_markdown, impact_text

    key = _key(named)
    workspace = stack.workspace()
    system_of(workspace, key.system)
    run_program(workspace)
    world = workspace.world(key)
    key = _there(key, world)
    found = impact_of(key, world)
    if output.as_json:
        print_json(impact_json(key, found, world))
    else:
        render = impact_markdown if output.markdown else impact_text
        typer.echo(render(key, found, world), nl=False)
    for line in world.unread.values():
        say(f"error: {line}")
    raise typer.Exit(1 if world.unread else 0)


def _key(named: str) -> Key:
    from queuewright.kinds import managed_spec_of

    key = Key.parse(named)
    if key is None:
        raise UsageProblem(f"{shown(named)} names no object; give it as SYSTEM/KIND/NAME")
    managed_spec_of(key.kind)  # raises UnknownKind
    return key


def _there(key: Key, world: "World") -> Key:
    """The object. Raises UsageProblem where it is neither declared nor on its system."""
    if key in world or key.system in world.unread:
        return key
    others = sorted(other.kind for other in world.keys if other == key._replace(kind=other.kind))
    other = f"; there is {others[0]} {key.name}" if others else ""
    raise UsageProblem(
        f"{key} is neither declared nor on {key.system}{other}; correct system, kind or name"
    )
