"""Queue managers over mqweb, beside the same in this process. Run: python -m bench.mqweb

The sandbox's server has a process of its own, behind TLS on a loopback address. Limits: 1,000
creates take at most 3 times as long as in this process; against a server that takes 50 ms for each
request at most 10 s; 10,000 queues are observed in one request, in at most 3 s and 300 MB; 200
queue managers are read by a preview in at most twice the time of the slowest one alone.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.rows import Stored
from queuewright.servers.certificate import Authority
from queuewright.servers.mqweb import application
from queuewright.servers.mqweb.server import MqwebServer
from queuewright.servers.mqweb.sessions import Sessions
from queuewright.servers.serving import Address, serve
from queuewright.servers.users import User, Users, password_hash
from queuewright.state.store import StackStore
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from

CREATES, QUEUES, MANAGERS = 1_000, 10_000, 200
TIMES, SECONDS, OBSERVED, MEGABYTES, READ = 3.0, 10.0, 3.0, 300, 2.0
DELAY, SLOW = 0.05, 0.4  # seconds for each request; of the server of many queue managers
PASSWORD = "not a secret"


def declared(systems: Sequence[str], each: int) -> list[Declared]:
    """Local queues, as a program declares them."""
    names = [(system, f"ORDERS.{number:05}") for system in systems for number in range(each)]
    return [
        Declared(
            urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}mq:LocalQueue::{system}.{name}",
            type=f"{TYPE_PREFIX}mq:LocalQueue",
            name=f"{system}.{name}",
            inputs={"system": system, "name": name, "max_queue_depth": 500},
            index=place,
        )
        for place, (system, name) in enumerate(names)
    ]


@contextmanager
def served(folder: Path, delay: float = 0.0) -> Iterator[dict[str, Any]]:
    """An entry that reaches the sandbox of the folder through a server in another process."""
    command = [sys.executable, "-m", "bench.mqweb", "serve", str(folder), str(delay)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().split()[1].removesuffix("/ibmmq/rest/v3")
    os.environ["BENCH_PASSWORD"] = PASSWORD
    ca, password = str(folder / "authority" / "ca.pem"), {"env": "BENCH_PASSWORD"}
    try:
        yield {
            "type": "mqweb", "url": url, "ca": ca, "user": "ann", "password": password,
            "login": "ltpa",
        }  # fmt: skip
    finally:
        server.terminate()
        server.wait()


def be_served(folder: Path, delay: float) -> None:
    """The server's own process."""
    handle = application.Application._mqsc

    async def slowly(self: application.Application, request: Any) -> Any:
        await asyncio.sleep(delay)
        return await handle(self, request)

    if delay:
        setattr(application.Application, "_mqsc", slowly)  # noqa: B010
    authority = Authority(folder / "authority")
    users = Users({"ann": User(password=password_hash(PASSWORD))})
    address, sandbox = Address("127.0.0.1", 0), Sandbox(folder / "sandbox.db")
    server = MqwebServer(sandbox, Sessions(users), address, tls=authority.server(()))
    asyncio.run(serve([server], lambda line: print(line, flush=True)))


def creates(systems: Mapping[str, System], folder: Path) -> float:
    """Seconds that an update takes to create them."""
    store = StackStore(folder, "shop", "dev")
    plan = make_plan(declared(["QM1"], CREATES), store.load(), systems, project="shop", stack="dev")
    started = time.perf_counter()
    applied = apply(plan, systems, store)
    seconds = time.perf_counter() - started
    assert applied.ok, applied.failed[:1]
    assert len(applied.done) == CREATES
    return seconds


def in_process() -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Sandbox(folder / "sandbox.db").create_system("QM1")
        entry = {"type": "sandbox", "path": str(folder / "sandbox.db")}
        return creates(systems_from({"QM1": entry}, base=folder), folder)


def over_mqweb(delay: float) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Sandbox(folder / "sandbox.db").create_system("QM1")
        with served(folder, delay) as entry:
            return creates(systems_from({"QM1": entry}, base=folder), folder)


def observing() -> tuple[float, int]:
    """Seconds, and megabytes that this process has at most."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        embedded = Sandbox(folder / "sandbox.db").create_system("QM1")
        default = embedded.defaults("mq:LocalQueue")
        assert default is not None
        with embedded.writing() as tx:
            for number in range(QUEUES):
                tx.put(Stored("mq:LocalQueue", f"ORDERS.{number:05}", dict(default.attributes)))
        with served(folder) as entry:
            system = systems_from({"QM1": entry}, base=folder)["QM1"]
            _ = system.facts
            started = time.perf_counter()
            found = sum(1 for _ in system.observe(["mq:LocalQueue"], status=False))
            seconds = time.perf_counter() - started
    assert found > QUEUES
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def reading() -> tuple[float, float]:
    """Seconds of a preview of one queue manager, and of all of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sandbox = Sandbox(folder / "sandbox.db")
        names = [f"QM{number:03}" for number in range(MANAGERS)]
        for manager in names:
            sandbox.create_system(manager)
        with served(folder, SLOW) as entry:
            config = dict.fromkeys(names, entry)
            times = []
            for count in (1, MANAGERS):
                store = StackStore(folder, "shop", f"dev{count}")
                systems = systems_from(config, base=folder)
                program = declared(names[:count], 1)
                started = time.perf_counter()
                plan = make_plan(program, store.load(), systems, project="shop", stack="dev")
                times.append(time.perf_counter() - started)
                assert len(plan.changes) == count, plan.unreachable
    return times[0], times[1]


def main(measures: Sequence[str] = ("creates", "slow", "observe", "read")) -> int:
    results: list[tuple[str, bool]] = []
    if "creates" in measures:
        direct, wired = in_process(), over_mqweb(0.0)
        text = f"{CREATES} creates: {direct:.2f} s in this process, {wired:.2f} s over mqweb"
        results.append((f"{text} ({wired / direct:.1f} times)", wired <= TIMES * direct))
    if "slow" in measures:
        slow = over_mqweb(DELAY)
        text = f"{CREATES} creates, {DELAY * 1000:.0f} ms a request: {slow:.2f} s"
        results.append((text, slow <= SECONDS))
    if "observe" in measures:
        seconds, megabytes = _apart()
        text = f"{QUEUES} queues in one request: {seconds:.2f} s, {megabytes} MB"
        results.append((text, seconds <= OBSERVED and megabytes <= MEGABYTES))
    if "read" in measures:
        one, many = reading()
        text = f"{MANAGERS} queue managers: {many:.2f} s, one alone {one:.2f} s"
        results.append((f"{text} ({many / one:.1f} times)", many <= READ * one))
    for text, kept in results:
        print(f"{'ok    ' if kept else 'MISSED'} {text}")
    return 0 if all(kept for _, kept in results) else 1


def _apart() -> tuple[float, int]:
    """`observing` in a process of its own: what others have kept is not counted."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.mqweb", "observe"], capture_output=True, text=True, check=True
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds), int(megabytes)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["serve"]:
        be_served(Path(words[1]), float(words[2]))
    elif words == ["observe"]:
        print(*observing())
    else:
        raise SystemExit(main(words or ("creates", "slow", "observe", "read")))
