"""The commands of one system as a script: a comment for what each is for, the command as it is
sent."""

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote

from queuewright import __version__
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.registry import dialect
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan
from queuewright.render.words import lines, target, verb
from queuewright.systems.mq.commands import Command, ControlCommand, in_lines
from queuewright.systems.scripted import Written

from .commands import ScriptError, Sent, secret_values
from .dialect import ScriptDialect

_HOW = {
    ScriptDialect.MQSC: "runmqsc {} < this file",
    ScriptDialect.CL: "on {}: each command as it is, or as a source member for CRTBNDCL",
    ScriptDialect.PCF: "for the command server of {}: each line is a message",
    ScriptDialect.REST: "POST each line to https://.../ibmmq/rest/v3/admin/action/qmgr/{}/mqsc",
}
_WIDTH = 90  # columns of a comment
_NAMED = 20  # objects that a risk names


def script_text(
    plan: Plan, system: str, sent: Sequence[Sent], to: ScriptDialect, platform: Platform
) -> str:
    """The script. sent: what the system is sent. platform: of the system.

    Raises ScriptError where the dialect has no words for a command.
    """
    own = tuple(step for step in plan.steps if step.key.system == system)
    named = (c.system for each in sent for c in each.commands if isinstance(c, Definition))
    manager = next(filter(None, named), system)
    where = system if to is ScriptDialect.CL else manager
    comments = [
        f"Commands of queuewright {__version__} up for {system}: {plan.project}/{plan.stack}",
        _HOW[to].format(quote(where)),
        "Stop where a command is refused: what follows may need it. Afterwards queuewright up",
        "finds everything as it is declared, and sends nothing.",
    ]
    comments += [f"! {risk.text(_NAMED)}" for risk in risks_of(replace(plan, steps=own))]
    blocks = ["\n".join(_comment(to, comments))]
    for each in sent:
        step = each.step
        about = [f"{target(step)} {verb(step)}"]
        about += [_line(line.topic, line.text) for line in lines(step)]
        if each.afterwards:
            about = ["when every change above is made"]
        elif not each.commands:
            about.append("nothing is sent")
        elif hidden := secret_values(each):
            about.append(f"SECRET in the next lines: {', '.join(hidden)}")
        written = [_written(command, to, platform, each) for command in each.commands]
        blocks.append("\n".join([*_comment(to, about), *written]))
    if not sent:
        blocks.append("\n".join(_comment(to, ["Nothing is sent."])))
    return "\n\n".join(blocks) + "\n"


def _line(topic: str, text: str) -> str:
    return f"  {topic} {text}" if topic in ("warning", "LOSS", "drift") else f"  {text}"


def _comment(to: ScriptDialect, comments: Sequence[str]) -> Iterator[str]:
    """Lines that say it and do nothing, whatever names and values there are."""
    for text in comments:
        indent = " " * (len(text) - len(text.lstrip()))
        folded = textwrap.wrap(
            one_line(text), _WIDTH, subsequent_indent=f"{indent}  ", break_long_words=True
        )
        for line in folded or [""]:
            if to is ScriptDialect.CL:
                harmless = line.replace("*/", "* /").replace("/*", "/ *")
                yield f"/* {harmless} */"
            elif to is ScriptDialect.MQSC:
                # At the end of a line they would join the next one to it.
                yield f"* {line}{' .' * line.endswith(('+', '-'))}"
            else:
                yield f"# {line}"


def _written(command: Written, to: ScriptDialect, platform: Platform, sent: Sent) -> str:
    where = sent.step.key
    if isinstance(command, str):
        if to is not ScriptDialect.CL:
            raise ScriptError(
                f"{where}: {command.partition(' ')[0]} is a command in CL; give --script cl, or "
                "leave the object out with --exclude"
            )
        return command
    if to is ScriptDialect.CL and platform is not Platform.IBMI:
        raise ScriptError(
            f"{where}: {where.system} runs on {platform}, and CL on IBM i only; give --script mqsc"
        )
    try:
        return _IN[to](command)
    except QueuewrightError as error:
        raise ScriptError(one_line(f"{error}; give another dialect than {to}")) from None


def _in_cl(command: Command) -> str:
    if isinstance(command, ControlCommand):
        raise CannotWrite(f"{command.name}: its stop and start are not written in CL here")
    if not isinstance(command, Definition):
        raise CannotWrite("a queue manager's own attributes are not set in CL here")
    return "\n".join(dialect("cl").write(command))


def _in_pcf(command: Command) -> str:
    from queuewright.dialects.pcf.text import to_text
    from queuewright.systems.mq.pcf import message

    return to_text(message(command))


def _in_rest(command: Command) -> str:
    from queuewright.systems.mq.rest import in_json

    return json.dumps(in_json(command), ensure_ascii=False)


_IN: Mapping[ScriptDialect, Callable[[Command], str]] = {
    ScriptDialect.MQSC: in_lines,
    ScriptDialect.CL: _in_cl,
    ScriptDialect.PCF: _in_pcf,
    ScriptDialect.REST: _in_rest,
}
