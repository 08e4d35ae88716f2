"""One MQSC command, as JSON or as text, and what mqweb answers to it.

Source: IBM MQ, POST /admin/action/qmgr/{qmgrName}/mqsc, JSON formatted and plain text command.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from queuewright.dialects.mqsc import MqscCommand, parse
from queuewright.dialects.mqweb import MqwebAnswer, command, displayed, response
from queuewright.dialects.pcf.constants import MQRCCF
from queuewright.sandbox import answers, mqsc_commands
from queuewright.sandbox.display import is_valid
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.runmqsc import messages

from .problems import bad_request

TEXT_COMMAND = "runCommand"
# Commands that change nothing: a read-only administrator may send it.
READING = ("DISPLAY", "PING")


def requested(body: Any) -> tuple[MqscCommand, bool]:
    """The command of a request, and whether it is answered as text. Raises Problem."""
    if isinstance(body, Mapping) and body.get("type") == TEXT_COMMAND:
        return _of_text(body.get("parameters")), True
    asked = command(body)
    if asked.problems:
        raise bad_request(asked.problems[0].text)
    if asked.verb == "DISPLAY":
        # mqweb itself knows what it can be asked to respond with: a parameter that is asked for
        # and that no object of the class has does not reach the queue manager.
        for parameter in asked.parameters.values():
            if not parameter.parenthesised and not is_valid(asked.object, parameter.keyword):
                raise bad_request(
                    f"{parameter.written} is not a response parameter of {asked.words.lower()}"
                )
    return asked, False


def run(system: EmbeddedSystem, asked: MqscCommand, *, as_text: bool) -> dict[str, Any]:
    """Run it; the body of the answer. Raises SystemUnavailable."""
    given = mqsc_commands.answer(system, 1, asked)
    if as_text:
        return _text_response(asked, given)
    if not given.ok or not given.objects:
        answer = response([MqwebAnswer(given.completion, given.reason)])
        answer["commandResponse"][0]["message"] = _messages(asked, given)
        return answer
    shown = [displayed(row) for row in given.objects]
    rows = _nested(shown) if asked.object == "CONN" else shown
    return response([MqwebAnswer(0, 0, row) for row in rows])


def _of_text(parameters: Any) -> MqscCommand:
    text = parameters.get("command") if isinstance(parameters, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        raise bad_request("parameters.command is not an MQSC command")
    script = parse(text)
    if len(script.commands) != 1 or script.of_file:
        raise bad_request(f"parameters.command has {len(script.commands)} commands, not one")
    return script.commands[0]


def _messages(asked: MqscCommand, given: answers.Answer) -> list[str]:
    """MQ's message; of a refusal also why the sandbox refuses it."""
    texts = [text for text in messages(asked, given) if text]
    return texts if given.ok else [*texts, given.message]


def _nested(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """DISPLAY CONN: what a connection has open stands in `objects` of it."""
    connections: dict[str, dict[str, Any]] = {}
    for row in rows:
        opened = {word: row.pop(word) for word in [*row] if word in _OF_HANDLES}
        connection = connections.setdefault(str(row.get("conn")), row)
        if opened:
            if isinstance(opened.get("openopts"), str):
                opened["openopts"] = opened["openopts"].split(",")
            connection.setdefault("objects", []).append(opened)
    yield from connections.values()


_OF_HANDLES = ("objname", "objtype", "openopts", "hstate", "reada", "count")


def _text_response(asked: MqscCommand, given: answers.Answer) -> dict[str, Any]:
    """One text a message: of a row its heading and its columns, without line ends."""
    texts: list[str] = []
    for text in messages(asked, given):
        if texts and text.startswith(" "):
            texts[-1] += text
        elif text:
            texts.append(text)
    codes = {"completionCode": given.completion, "reasonCode": given.reason}
    return {
        "commandResponse": [{**codes, "text": [text]} for text in texts],
        "overallCompletionCode": given.completion,
        "overallReasonCode": 0 if given.ok else int(MQRCCF.COMMAND_FAILED),
    }
