"""`queuewright sandbox`: queue managers and IBM i partitions in a file, to rehearse on."""

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.observed import TOPIC, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.scripts import read_script
from queuewright.kinds import KINDS, is_ibmi, spec_of
from queuewright.render.table import print_table

from . import completion, sandbox_runmqsc, sandbox_serve
from .common import UsageProblem, check_of_channel, print_json, say, system_of
from .given import CcsidOption, SetOption, given_of, require_used
from .options import JsonOption, expanded
from .sandbox_files import SandboxOptions, SystemOptions, group, script_bytes

if TYPE_CHECKING:
    from queuewright.api import Workspace
    from queuewright.sandbox.answers import Answer
    from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
    from queuewright.sandbox.loading import Loaded

# Modules that add commands of their own.
__all__ = ["group", "sandbox_runmqsc", "sandbox_serve"]

_USES = {"input": OpenFor.INPUT_SHARED, **{use.value: use for use in OpenFor}}
# Of a topic: MQOPEN for output, and MQSUB.
_TOPIC_USES = {"publish": OpenFor.OUTPUT, "subscribe": OpenFor.INPUT_SHARED}
_COUNTS = ("depth", "uncommitted", "open_input", "open_output")
_OPENER = ("queue_manager", "application", "user", "channel")
QueueArgument = Annotated[str, typer.Argument(metavar="QUEUE", help="The name to open.")]
OnlyOption = Annotated[str | None, typer.Option("--queue", help="Only what is on it.")]
CountOption = Annotated[int, typer.Option("--count", min=1, help="How many.")]
UncommittedOption = Annotated[
    bool, typer.Option("--uncommitted", help="In a unit of work: see commit, backout.")
]


def _platform(text: str) -> Platform:
    try:
        return Platform.parse(text)
    except ValueError as error:
        raise UsageProblem(f"--platform: {error}") from error


@group.command("create")
@expanded
def create(
    where: SystemOptions,
    platform: Annotated[
        str, typer.Option("--platform", help="aix, linux, windows, ibmi, zos, other-unix")
    ] = "linux",
    command_level: Annotated[int, typer.Option("--command-level", help="930 is 9.3.0.")] = 930,
    ccsid: Annotated[int | None, typer.Option("--ccsid", help="Its character set.")] = None,
    library: Annotated[
        list[str] | None, typer.Option("--library", help="A library (ibmi); repeat it for more.")
    ] = None,
    current_library: Annotated[str, typer.Option("--current-library")] = "QGPL",
    queue_sharing_group: Annotated[
        str, typer.Option("--queue-sharing-group", help="That it is in (zos).")
    ] = "",
) -> None:
    """Create a queue manager, with --platform ibmi also a partition."""
    chosen = _platform(platform)
    sandbox = where.sandbox(must_exist=False)
    sandbox.create_system(
        where.system,
        platform=chosen,
        command_level=command_level,
        ccsid=ccsid,
        libraries=tuple(library or ()),
        current_library=current_library,
        queue_sharing_group=queue_sharing_group,
    )
    say(f"{where.system} created in {sandbox.path}")


@group.command("load")
@expanded
def load(
    where: SandboxOptions,
    source: Annotated[
        str | None, typer.Argument(metavar="FILE", help="MQSC, or - for standard input.")
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            help="Load into this one, whatever the dump says.",
            autocompletion=completion.sandboxed,
        ),
    ] = None,
    from_system: Annotated[
        str | None,
        typer.Option(
            "--from-system",
            help="In place of a file: a copy of this one of the stack's.",
            autocompletion=completion.systems,
        ),
    ] = None,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Of a new one, where nothing says it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Load MQSC, such as production's dmpmqcfg output with its live counts, or a live system."""
    from queuewright.sandbox.loading import load as load_script

    if (source is None) == (from_system is None):
        raise UsageProblem("give a file, or --from-system NAME of a system of the stack")
    chosen = None if platform is None else _platform(platform)
    if source is None:
        show = print_json if as_json else _show_loaded
        show(_copied(where, str(from_system), system, chosen).plain())
        return
    sandbox, data = where.sandbox(must_exist=False), script_bytes(source)
    loaded = load_script(sandbox, data, file=source, system=system, platform=chosen)
    show = print_json if as_json else _show_loaded
    show(loaded.plain())
    say(f"the sandbox is {sandbox.path}")
    if loaded.failed:
        raise typer.Exit(1)


def _copied(
    where: SandboxOptions, name: str, target: str | None, platform: Platform | None
) -> "Loaded":
    """A copy of a live system. platform: of a queue manager that says UNIX, which may be Linux."""
    from queuewright import api
    from queuewright.sandbox.copying import copy

    workspace = api.Workspace(where.cwd, where.stack)
    live, sandbox = system_of(workspace, name), where.sandbox(must_exist=False)
    if _is_in(sandbox, workspace, name) and (target or name) == name:
        raise UsageProblem(f"{name} is in {sandbox.path} itself; give the copy another --file")
    # Everything is read before anything is written.
    observed, handles = list(live.observe(tuple(KINDS), status=True)), list(live.handles())
    facts = live.facts if platform is None else replace(live.facts, platform=platform)
    loaded = copy(sandbox, target or name, facts, observed, handles)
    for line in facts.unreported_lines(one.key.kind for one in observed):
        say(f"{line}: the copy has what a new object gets")
    say(f"the sandbox is {sandbox.path}")
    return loaded


def _is_in(sandbox: "Sandbox", workspace: "Workspace", name: str) -> bool:
    """Whether the system of that name is one of this very file."""
    from queuewright.sandbox.system import sandbox_file

    entry = workspace.stack.systems[name]
    base = workspace.project.directory
    own = sandbox_file(base, entry.get("path"), workspace.stack.name)
    return entry.get("type") == "sandbox" and own.resolve() == sandbox.path.resolve()


def _show_loaded(loaded: dict[str, Any]) -> None:
    verb = "created and loaded" if loaded["created"] else "loaded"
    typer.echo(f"{loaded['system']} {verb}")
    others = ("authority_records", "messages", "openers")
    counts = [(name.replace("_", " "), loaded[name]) for name in others]
    print_table(("taken", "objects"), (*loaded["taken"].items(), *counts))
    if loaded["kept"]:
        print_table(("kept as they are given", "objects"), loaded["kept"].items())
    if loaded["not_modelled"]:
        print_table(("not modelled by the sandbox", "commands"), loaded["not_modelled"].items())
    if loaded["left_out"]:
        typer.echo(f"parameters left out: {', '.join(loaded['left_out'])}")
    if loaded["removed"]:
        typer.echo(f"removed, as the dump lacks them: {', '.join(loaded['removed'])}")
    for warning in loaded["warnings"]:
        say(f"warning: {warning}")
    for failure in loaded["failed"]:
        say(f"error: {failure}")


@group.command("exec")
@expanded
def execute(
    where: SystemOptions,
    source: Annotated[str, typer.Argument(metavar="FILE", help="A script, - for input.")] = "-",
    dialect: Annotated[str, typer.Option("--from", help="mqsc, cl or pcf.")] = "mqsc",
    variables: SetOption = None,
    ccsid: CcsidOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run commands: one answer each, --json one line of JSON each; exit code 1 if one failed."""
    from queuewright.sandbox.command_servers import command_server, run_bytes

    command_server(dialect)  # told before anything is read
    given, data = given_of(variables, dialect, ccsid), script_bytes(source)
    if given.variables:
        require_used([read_script(data, dialect, file=source, given=given)])
    failed = False
    for answer in run_bytes(where.open(), dialect, data, file=source, given=given):
        failed = failed or not (answer.ok or answer.monitored)
        if as_json:
            typer.echo(json.dumps(answer.plain(), ensure_ascii=False))
        else:
            show_answer(answer)
    if failed:
        raise typer.Exit(1)


@group.command("status")
@expanded
def status(
    where: SandboxOptions,
    system: Annotated[
        str | None,
        typer.Argument(metavar="SYSTEM", help="One of them.", autocompletion=completion.sandboxed),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The contents: objects, messages, open handles."""
    sandbox = where.sandbox()
    names = [system] if system is not None else [facts.name for facts in sandbox.systems()]
    statuses = [system_status(sandbox.system(name)) for name in names]
    if as_json:
        print_json({"file": str(sandbox.path), "systems": statuses})
        return
    for each in statuses:
        show_status(each, with_details=system is not None)


@group.command("put")
@expanded
def put(
    where: SystemOptions,
    queue: QueueArgument,
    count: CountOption = 1,
    size: Annotated[int, typer.Option("--size", min=0, help="Bytes of each message.")] = 100,
    uncommitted: UncommittedOption = False,
    queue_manager: Annotated[str, typer.Option("--queue-manager", help="MQOPEN's.")] = "",
) -> None:
    """Put messages."""
    target = where.open().put(
        queue, count=count, size=size, uncommitted=uncommitted, queue_manager=queue_manager
    )
    say(f"{count} put on {target}" + (", uncommitted" if uncommitted else ""))


@group.command("get")
@expanded
def get(
    where: SystemOptions,
    queue: QueueArgument,
    count: CountOption = 1,
    uncommitted: UncommittedOption = False,
) -> None:
    """Get messages."""
    target = where.open().get(queue, count=count, uncommitted=uncommitted)
    say(f"{count} got from {target}" + (", uncommitted" if uncommitted else ""))


@group.command("commit")
@expanded
def commit(where: SystemOptions, queue: OnlyOption = None) -> None:
    """Commit every unit of work."""
    say(f"{where.open().commit(queue)} messages committed")


@group.command("backout")
@expanded
def backout(where: SystemOptions, queue: OnlyOption = None) -> None:
    """Back out every unit of work."""
    say(f"{where.open().backout(queue)} messages backed out")


@group.command("open")
@expanded
def open_(
    where: SystemOptions,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A queue, namelist or topic.")],
    uses: Annotated[
        list[str],
        typer.Option(
            "--for",
            help="input, input-exclusive, output, browse, inquire, set; repeat. "
            "Of a topic: publish or subscribe.",
        ),
    ],
    application: Annotated[str, typer.Option("--application")] = "queuewright",
    user: Annotated[str, typer.Option("--user")] = "sandbox",
    channel: Annotated[str, typer.Option("--channel")] = "",
    queue_manager: Annotated[
        str, typer.Option("--queue-manager", help="MQOPEN's ObjectQMgrName.")
    ] = "",
    dynamic_name: Annotated[
        str, typer.Option("--dynamic-name", help="Of the queue that a model queue makes.")
    ] = "AMQ.*",
    count: CountOption = 1,
    check_authority: Annotated[
        bool,
        typer.Option("--check-authority", help="Refuse what records do not let the user do."),
    ] = False,
    group: Annotated[
        list[str] | None,
        typer.Option("--group", help="A group of the user, for --check-authority; repeat it."),
    ] = None,
    address: Annotated[
        str, typer.Option("--address", help="Where the channel comes from, likewise.")
    ] = "",
    certificate: Annotated[
        str, typer.Option("--certificate", metavar="DN", help="Its certificate, likewise.")
    ] = "",
    issuer: Annotated[
        str, typer.Option("--issuer", metavar="DN", help="Who issued that, likewise.")
    ] = "",
    partner: Annotated[
        str, typer.Option("--partner", help="The queue manager that calls the channel, likewise.")
    ] = "",
    password: Annotated[
        bool, typer.Option("--password", help="It gives a right password, likewise.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Open an object as an application does; the handle stays until it is closed."""
    from queuewright.sandbox.authorization import Applicant

    asks = Applicant(tuple(group or ()), address, certificate, issuer, partner, password)
    applicant = asks if check_authority else None
    if applicant is None and asks != Applicant():
        raise UsageProblem(
            "--group, --address, --certificate, --issuer, --partner and --password: they need "
            "--check-authority"
        )
    check_of_channel(
        channel,
        {"address": address, "certificate": certificate, "issuer": issuer, "partner": partner,
         "password": password},
    )  # fmt: skip
    purposes, object_class = _uses(uses)
    handle = where.open().open(
        name,
        purposes,
        application=application,
        user=user,
        channel=channel,
        queue_manager=queue_manager,
        dynamic_name=dynamic_name,
        count=count,
        applicant=applicant,
        object_class=object_class,
    )
    if as_json:
        print_json({"handle": handle.id, "object": handle.object_name})
        return
    typer.echo(handle.id)
    close = f"queuewright sandbox close {where.system} {handle.id}"
    say(f"{handle.object_name} is open; end it with: {close}")


def _uses(options: list[str]) -> tuple[set[OpenFor], str]:
    """The purposes, and the class of object that is opened for them."""
    words = {word.strip() for option in options for word in option.split(",")}
    known = {**_USES, **_TOPIC_USES}
    for word in words:
        if word not in known:
            raise UsageProblem(f"--for {shown(word)} is not known; use one of {', '.join(known)}")
    of_topics = words & _TOPIC_USES.keys()
    if of_topics and len(words) > 1:
        raise UsageProblem("--for publish and --for subscribe go with no other --for")
    return {known[word] for word in words}, TOPIC if of_topics else "queue"


@group.command("close")
@expanded
def close(
    where: SystemOptions,
    handle: Annotated[int | None, typer.Argument(metavar="HANDLE", help="Its number.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every handle.")] = False,
) -> None:
    """Close a handle, or all of them."""
    if (handle is None) != everything:
        raise UsageProblem(
            "close needs the number of a handle, or --all; see queuewright sandbox status"
        )
    sandbox_system = where.open()
    if handle is None:
        say(f"{sandbox_system.close_all()} closed")
    else:
        sandbox_system.close_handle(handle)
        say(f"handle {handle} closed")


@group.command("dump")
@expanded
def dump(where: SystemOptions) -> None:
    """Print a queue manager as MQSC, with its live counts as comments."""
    from queuewright.sandbox.dumping import dump as dump_lines

    for line in dump_lines(where.open()):
        typer.echo(line)


@group.command("remove")
@expanded
def remove(where: SystemOptions) -> None:
    """Take a system and everything on it out of the sandbox."""
    where.sandbox().remove_system(where.system)
    say(f"{where.system} removed")


def system_status(machine: "EmbeddedSystem") -> dict[str, Any]:
    """`{"name", "platform", "command_level", "ccsid", "objects": {kind: count}, "queues": [...],
    "handles": [...]}`; queues are those with messages or openers."""
    facts = machine.facts()
    kinds = tuple(kind for kind in KINDS if not is_ibmi(kind) or facts.platform == "ibmi")
    objects = machine.observe(kinds, status=True)
    queues = []
    for observed in objects:
        status = observed.status
        if not spec_of(observed.key.kind).holds_messages or status is None:
            continue
        if status.depth or status.uncommitted or status.in_use:
            counts = {name: getattr(status, name) for name in _COUNTS}
            queues.append({"kind": observed.key.kind, "name": observed.key.name, **counts})
    handles = [
        {
            "handle": handle.id,
            "object": handle.object_name,
            **{name: getattr(handle, name) for name in _OPENER},
            "open_for": [use.value for use in OpenFor if use in handle.open_for],
            "count": handle.count,
            "resolved": [{"role": step.role, "name": step.name} for step in handle.path],
            "changed_by_force": handle.changed,
        }
        for handle in machine.open_handles()
    ]
    return {
        "name": facts.name,
        "platform": facts.platform.value,
        "command_level": facts.command_level,
        "ccsid": facts.ccsid,
        "objects": dict(Counter(observed.key.kind for observed in objects)),
        "queues": queues,
        "handles": handles,
    }


def show_status(status: dict[str, Any], *, with_details: bool) -> None:
    """One system for people: a line, and with `whole` what is in use on it."""
    count = sum(status["objects"].values())
    messages = sum(queue["depth"] for queue in status["queues"])
    typer.echo(
        f"{status['name']}: {status['platform']}, command level {status['command_level']}, "
        f"CCSID {status['ccsid']}, {count} objects, {messages} messages, "
        f"{sum(handle['count'] for handle in status['handles'])} open"
    )
    if with_details and status["queues"]:
        print_table(
            ("queue", "depth", "uncommitted", "input", "output"),
            ([queue[name] for name in ("name", *_COUNTS)] for queue in status["queues"]),
        )
    if with_details and status["handles"]:
        known = ("handle", "object", "application", "user")
        print_table(
            (*known, "open for", "count", "resolves to"),
            (
                (
                    *(handle[name] for name in known),
                    "+".join(handle["open_for"]),
                    handle["count"],
                    " > ".join(step["name"] for step in handle["resolved"]),
                )
                for handle in status["handles"]
            ),
        )


def show_answer(answer: "Answer") -> None:
    """One answer of `exec` for people; a refusal goes to standard error."""
    if not answer.ok:
        say(f"{answer.index}: {'monitored' if answer.monitored else 'error'}: {answer.message}")
        return
    typer.echo(f"{answer.index}: {answer.message}")
    for row in answer.objects:
        for word, value in row.items():
            shown = ",".join(value) if isinstance(value, list | tuple) else value
            typer.echo(f"   {word}" if value == "" and not _texts(word) else f"   {word}({shown})")


def _texts(word: str) -> bool:
    """Whether "" is a blank value of this keyword, and not that it stands alone (NOSHARE)."""
    return not any(
        choice.mqsc == word
        for spec in KINDS.values()
        for attribute in spec.attributes().values()
        if attribute.mqsc_toggle
        for choice in attribute.choices
    )
