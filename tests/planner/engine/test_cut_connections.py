"""An IBM i whose connection is cut at any byte: the next run ends as declared, nothing is lost."""

import random
import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ibmi_carriers import (
    IBMI_CARRIERS,
    QUEUE_MANAGERS,
    known_hosts,
    mapepire_entry,
    ssh_entry,
)
from queuewright.engine.apply import apply
from queuewright.kinds import IBMI_KINDS
from queuewright.systems.ibmi.with_queue_manager import IbmiWithQueueManager
from queuewright.systems.registry import systems_from
from worlds import World

ENTRIES = {"mapepire": mapepire_entry, "ssh": ssh_entry}
SEEDS = 3


class CuttingProxy:
    """Hands bytes on until `budget` of them have passed in both directions, then cuts all."""

    def __init__(self, port: int, budget: int) -> None:
        self._port, self._budget = port, budget
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.05)
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self.port = int(self._listening.getsockname()[1])

    def __enter__(self) -> "CuttingProxy":
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._listening.close()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                client, _ = self._listening.accept()
            except TimeoutError:
                continue
            thread = threading.Thread(target=self._pass_on, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _pass_on(self, client: socket.socket) -> None:
        waiting = selectors.DefaultSelector()  # which takes any file descriptor
        with waiting, client, socket.create_connection(("127.0.0.1", self._port)) as server:
            other = {client: server, server: client}
            for each in other:
                waiting.register(each, selectors.EVENT_READ)
            while not self._over.is_set() and self._budget > 0:
                for ready, _ in waiting.select(0.05):
                    each = client if ready.fileobj is client else server
                    left = min(65_536, self._budget)
                    if left <= 0:  # spent by another connection meanwhile
                        return
                    try:
                        data = each.recv(left)
                        if not data:
                            return
                        self._budget -= len(data)
                        other[each].sendall(data)
                    except OSError:
                        return


@contextmanager
def world_with(kind: str, folder: Path) -> Iterator[tuple[World, int, Path]]:
    with IBMI_CARRIERS[kind](folder, "PROD01") as reached:
        world = World(folder)
        world.declare(
            "ibmi:MessageQueue",
            "NIGHT",
            "PROD01",
            library="ORDERS",
            delivery="break",
            severity_code_filter=40,
            text_description="Night",
        )
        world.declare("ibmi:DataQueue", "IN", "PROD01", library="ORDERS", max_entry_length=5)
        users = {"BOB": ["use"], "AMY": ["all"]}
        world.declare("ibmi:AuthorizationList", "ORDAUT", "PROD01", users=users)
        world.systems["PROD01"] = reached.system  # type: ignore[assignment]
        port = int(reached.system._carrier.address.rpartition(":")[2])  # type: ignore[attr-defined]
        yield world, port, folder


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_connection_that_is_cut_anywhere(kind: str, seed: int, tmp_path: Path) -> None:
    with world_with(kind, tmp_path) as (world, port, folder):
        straight = world.systems["PROD01"]
        assert straight.facts.name == "PROD01"
        budget = random.Random(seed).randrange(4_000, 32_000)
        with CuttingProxy(port, budget) as proxy:
            entry = dict(ENTRIES[kind](folder, proxy.port, timeout=5))
            if kind == "ssh":
                entry["known_hosts"] = known_hosts(folder, proxy.port)
            cut = systems_from({"PROD01": entry}, base=folder)["PROD01"]
            plan = world.plan()
            world.systems["PROD01"] = cut  # type: ignore[assignment]
            applied = apply(plan, world.systems, world.store, parallel=2)
            assert all("\n" not in event.text for event in applied.failed)
        world.systems["PROD01"] = straight
        for _ in range(2):  # what was sent may still be running there when the next run reads
            again = world.up()
            if again.ok:
                break
        assert again.ok, [event.text for event in again.failed]
        assert [step.verb for step in world.plan().changes] == []
        own = {o.key.kind: o for o in list(straight.observe(tuple(IBMI_KINDS)))}
        assert len(own) == 3 + len(("ibmi:Library",))  # those that the partition has


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_connection_to_a_queue_manager_there_that_is_cut(
    kind: str, seed: int, tmp_path: Path
) -> None:
    """Of what CL creates, and of what goes by MQSC (STREAMQ, the queue manager's own)."""
    with QUEUE_MANAGERS[f"{kind} by CL"](tmp_path, "PROD01") as reached:
        world = World(tmp_path)
        world.declare("mq:LocalQueue", "A", "PROD01", max_queue_depth=5)
        world.declare("mq:LocalQueue", "B", "PROD01", stream_queue="A")
        world.declare("mq:Namelist", "N", "PROD01", names=["A"])
        world.declare("mq:Process", "P", "PROD01", application_identifier="x")
        world.declare("ibmi:DataQueue", "IN", "PROD01", library="ORDERS", max_entry_length=5)
        straight = reached.system
        assert isinstance(straight, IbmiWithQueueManager)
        assert straight.facts.name == "PROD01"
        world.systems["PROD01"] = straight  # type: ignore[assignment]
        port = int(straight._partition._carrier.address.rpartition(":")[2])
        with CuttingProxy(port, random.Random(seed).randrange(4_000, 60_000)) as proxy:
            entry = dict(ENTRIES[kind](tmp_path, proxy.port, timeout=5, queue_manager="PROD01"))
            if kind == "ssh":
                entry["known_hosts"] = known_hosts(tmp_path, proxy.port)
            cut = systems_from({"PROD01": entry}, base=tmp_path)["PROD01"]
            plan = world.plan()
            world.systems["PROD01"] = cut  # type: ignore[assignment]
            applied = apply(plan, world.systems, world.store, parallel=2)
            assert all("\n" not in event.text for event in applied.failed)
        world.systems["PROD01"] = straight  # type: ignore[assignment]
        for _ in range(2):
            again = world.up()
            if again.ok:
                break
        assert again.ok, [event.text for event in again.failed]
        assert [step.verb for step in world.plan().changes] == []
        names = {each.key.name for each in reached.machine.observe(["mq:LocalQueue"])}
        assert {"A", "B"} <= names
