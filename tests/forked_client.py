"""Stands for a command that a server forks: see forked.py. It imports little: it starts often."""

import array
import os
import signal
import socket
import sys


def main() -> None:
    address, *words = sys.argv[1:]
    passed_on = (signal.SIGINT, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, passed_on)  # until it is known to whom
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.connect(address)
    environment = [text for pair in os.environ.items() for text in pair]
    here = os.getcwd()  # noqa: PTH109 - pathlib would take longer than all the rest
    fields = [str(len(words)), here, *words, *environment]
    request = os.fsencode("\0".join(fields))
    streams = array.array("i", (0, 1, 2))
    rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)
    server.sendmsg([len(request).to_bytes(8, "big")], [rights])
    server.sendall(request)
    child = int.from_bytes(_received(server), "big")
    for number in passed_on:
        signal.signal(number, lambda number, _: os.kill(child, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, passed_on)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    status = int.from_bytes(_received(server), "big")
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def _received(server: socket.socket) -> bytes:
    number = b""
    while len(number) < 8:
        part = server.recv(8 - len(number))
        if not part:
            os._exit(125)
        number += part
    return number


main()
