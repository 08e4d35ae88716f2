"""`queuewright preview --script`: what `up` would send, for somebody else to run."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import typer

from queuewright.catalogue.diagnostic import one_line
from queuewright.script.dialect import ScriptDialect

from .common import UsageProblem, say
from .options import OutputOptions

if TYPE_CHECKING:
    from queuewright.api import Workspace
    from queuewright.engine.steps import Plan


def print_script(
    workspace: "Workspace",
    plan: "Plan",
    to: ScriptDialect,
    output: OutputOptions,
    out: Path | None,
    *,
    show_secrets: bool,
) -> None:
    """The script of the one system that is sent something, on standard output; a file a system in
    the folder `out`. Of a blocked plan none, and why. Raises UsageProblem and ScriptError, before
    anything is written."""
    from queuewright.script.commands import commands_of, not_adopted, secret_values
    from queuewright.script.text import script_text

    given = [name for name, is_given in output.formats.items() if is_given]
    if given:
        raise UsageProblem(f"--script and {given[0]}: choose one of them")
    if plan.blocked_count:
        for problem in plan.obstacles:
            say(f"error: BLOCKED {problem}")
        say("error: there is no script of a plan that is blocked")
        return
    sent = commands_of(plan, workspace.systems)
    secrets = [(each.step.key, names) for each in sent if (names := secret_values(each))]
    if secrets and not show_secrets:
        problems = [
            f"{key}: {', '.join(names)} is secret, and the script would show it; give "
            "--show-secrets, or leave the object out with --exclude"
            for key, names in secrets
        ]
        raise ScriptProblem("\n".join(problems))
    names = list(dict.fromkeys(each.step.key.system for each in sent if each.commands))
    if names[1:] and out is None:
        raise UsageProblem(
            f"--script: {', '.join(names)} are sent something, each its own; give --out DIR for a "
            "file each, or --target the objects of one"
        )
    scripts = {}
    for name in names or list(dict.fromkeys(step.key.system for step in plan.steps))[:1]:
        own = [each for each in sent if each.step.key.system == name]
        facts = workspace.systems[name].facts
        scripts[name] = script_text(plan, name, own, to, facts.platform)
    for line in not_adopted(sent, workspace.systems):
        say(f"warning: {one_line(line)}")
    if not scripts:
        say("nothing is declared, and nothing would be sent")
    if out is None:
        typer.echo("".join(scripts.values()), nl=False)
    else:
        _write(out, {f"{quote(name, safe='')}{to.suffix}": text for name, text in scripts.items()})


def _write(folder: Path, files: dict[str, str]) -> None:
    """Readable by their owner alone: they may have secrets."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageProblem(f"{folder}: is not empty; give --out another folder")
        for name, text in files.items():
            file = folder / name
            file.touch(mode=0o600)
            file.write_text(text, encoding="utf-8")
            say(str(file))
    except OSError as error:
        reason = error.strerror or error
        raise UsageProblem(f"{folder}: cannot be written: {reason}; give --out another") from None


class ScriptProblem(UsageProblem):
    """Why there is no script; one line a reason."""

    def __init__(self, text: str) -> None:
        Exception.__init__(self, "\n".join(map(one_line, text.splitlines())))
