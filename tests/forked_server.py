"""Forks a process for each request, which runs `queuewright`: see forked.py."""

import array
import gc
import io
import os
import pkgutil
import selectors
import signal
import socket
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module

import typer.main

import queuewright.engine
import queuewright.sandbox
from queuewright.cli.commands import whole_app
from queuewright.cli.main import main


class Child(BaseException):
    """This process is the child; what was asked of it has yet to run."""


def serve(address: str) -> None:
    """Until standard input ends. Raises Child in each child."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(address)
    listening.listen(64)
    ended, ends = socket.socketpair()
    ends.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(ends.fileno(), warn_on_full_buffer=False)
    ready = selectors.DefaultSelector()
    for source in (0, listening, ended):
        ready.register(source, selectors.EVENT_READ)
    children: dict[int, socket.socket] = {}
    print("ready", flush=True)
    os.dup2(2, 1)
    while True:
        for key, _ in ready.select():
            if key.fileobj == 0:  # nobody is left who could end them
                for child in children:
                    os.kill(child, signal.SIGKILL)
                return
            if key.fileobj is ended:
                ended.recv(4096)
                _told(children, ready)
            elif key.fileobj is listening:
                client, _ = listening.accept()
                words, streams = _asked(client)
                child = os.fork()
                if child == 0:
                    signal.set_wakeup_fd(-1)
                    ready.close()
                    for each in (listening, ended, ends, client, *children.values()):
                        each.close()
                    _become(words, streams)
                for stream in streams:
                    os.close(stream)
                client.sendall(child.to_bytes(8, "big"))
                children[child] = client
                ready.register(client, selectors.EVENT_READ, child)
            elif key.data in children:  # the client was killed
                with suppress(ProcessLookupError):
                    os.kill(key.data, signal.SIGKILL)
                ready.unregister(key.fileobj)


def _told(children: dict[int, socket.socket], ready: selectors.BaseSelector) -> None:
    """Whose child has ended is told how."""
    while children:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        client = children.pop(child)
        with suppress(KeyError):
            ready.unregister(client)
        with suppress(OSError):
            client.sendall(status.to_bytes(8, "big"))
        client.close()


def _asked(client: socket.socket) -> tuple[list[str], list[int]]:
    streams = array.array("i")
    length, rights, *_ = client.recvmsg(8, socket.CMSG_SPACE(3 * streams.itemsize))
    for _, _, data in rights:
        streams.frombytes(data[: 3 * streams.itemsize])
    request = b""
    while len(request) < int.from_bytes(length, "big"):
        request += client.recv(1 << 16)
    return os.fsdecode(request).split("\0"), list(streams)


def _become(fields: list[str], streams: list[int]) -> None:
    """The command that was asked for: its streams, folder, arguments and environment."""
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    count, folder, *rest = fields
    words, environment = rest[: int(count)], rest[int(count) :]
    os.environ.clear()
    os.environ.update(zip(environment[::2], environment[1::2], strict=True))
    os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(
            os.fdopen(number, mode, buffering=-1 if number < 2 else 0),
            encoding="utf-8",
            errors="strict" if number < 2 else "backslashreplace",
            line_buffering=number == 2 or os.isatty(number),
            write_through=number == 2,
        )
        for number, mode in ((0, "rb"), (1, "wb"), (2, "wb"))
    )
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # It is ignored where the tests run in the background of a shell.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["queuewright", *words]
    raise Child


# What commands import when they run, and what typer makes of the application for each.
for package in (queuewright.sandbox, queuewright.engine):
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
typer.main.get_command = cache(typer.main.get_command)
typer.main.get_command(whole_app())
gc.collect()
gc.freeze()
try:
    serve(sys.argv[1])
except Child:
    pass
else:
    sys.exit()
main()
