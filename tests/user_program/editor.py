"""What an editor shows of a user's program: completion of attributes, and their hover text.

Asks pyright's language server over its standard streams, as an editor does. Run by `make check`;
ends with 1 and a line for each thing that is missing.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).with_name("program.py")
URI = PROGRAM.as_uri()
ROOT = PROGRAM.parents[2]


class LanguageServer:
    """A language server and one open document."""

    def __init__(self, text: str) -> None:
        command = [str(Path(sys.executable).with_name("basedpyright-langserver")), "--stdio"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROGRAM.parent
        )
        self._last = 0
        folder = {"uri": PROGRAM.parent.as_uri(), "name": "program"}
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder["uri"],
                "workspaceFolders": [folder],
                "capabilities": {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}},
            },
        )
        self._send({"method": "initialized", "params": {}})
        document = {"uri": URI, "languageId": "python", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The answer to a request; requests of the server are answered with nothing."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self._last and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
            if "id" in message and "method" in message:
                count = len(message.get("params", {}).get("items", [])) or 1
                self._send({"id": message["id"], "result": [None] * count})

    def at(self, method: str, line: int, character: int) -> Any:
        position = {"line": line, "character": character}
        return self.ask(method, {"textDocument": {"uri": URI}, "position": position})

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise RuntimeError("the language server has ended")
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message


def missing() -> list[str]:
    """What an editor should show and does not."""
    text = PROGRAM.read_text(encoding="utf-8")
    lines = text.splitlines()
    hover_line = next(n for n, line in enumerate(lines) if "# hover: max_queue_depth" in line)
    half_written = text + '\nmq.LocalQueue("X", system=manager, max_queue_)\nqueue.max_queue_\n'
    server = LanguageServer(half_written)
    try:
        call, access = half_written.splitlines()[-2:]
        completion_line = len(lines) + 1
        arguments = server.at("textDocument/completion", completion_line, call.index("_)") + 1)
        outputs = server.at("textDocument/completion", completion_line + 1, len(access))
        class_line = next(n for n, line in enumerate(lines) if "mq.LocalQueue(" in line)
        column = lines[class_line].index("LocalQueue(") + len("LocalQueue(")
        signature = server.at("textDocument/signatureHelp", class_line, column)
        hover = server.at("textDocument/hover", hover_line, 8)
    finally:
        server.close()
    problems = []
    if "max_queue_depth=" not in _labels(arguments):
        problems.append("completion of mq.LocalQueue( does not offer max_queue_depth=")
    if "max_queue_depth" not in _labels(outputs):
        problems.append("completion of queue. does not offer max_queue_depth")
    shown = json.dumps(hover)
    for part in ("max_queue_depth", "Maximum queue depth", "0 to 999999999", "MaxQDepth"):
        if part not in shown:
            problems.append(f"hover of max_queue_depth= does not show {part!r}")
    if "max_queue_depth: " not in json.dumps(signature):
        problems.append("the signature of mq.LocalQueue( does not show max_queue_depth")
    return problems


def _labels(completion: Any) -> set[str]:
    items = completion["items"] if isinstance(completion, dict) else completion or []
    return {item["label"] for item in items}


if __name__ == "__main__":
    not_shown = missing()
    for line in not_shown:
        print(f"{PROGRAM.relative_to(ROOT)}: {line}")
    sys.exit(1 if not_shown else 0)
