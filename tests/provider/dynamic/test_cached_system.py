"""One cache of a system for many questions, kept true to what this process does."""

import threading
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dynamic.cached_system import LIFETIME, CachedSystem
from queuewright.dynamic.connections import Connections
from queuewright.dynamic.objects import Objects
from queuewright.dynamic.properties import read
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.system import SandboxSystem

ORDERS = Key("QM1", "mq:LocalQueue", "ORDERS")


class Counting(SandboxSystem):
    """A sandbox's system that counts what it is asked."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__(sandbox.system("QM1"))
        self.asked: list[str] = []

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        self.asked.append("everything" if names is None else "one")
        return super().observe(kinds, names, status=status)

    def handles(self) -> list[Handle]:
        self.asked.append("handles")
        return super().handles()

    def defaults(self, kind: str) -> Observed | None:
        self.asked.append("defaults")
        return super().defaults(kind)


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    made = Sandbox(tmp_path / "sandbox.db")
    made.create_system("QM1")
    made.system("QM1").create("mq:LocalQueue", "ORDERS", {})
    return made


@pytest.fixture
def system(sandbox: Sandbox) -> Counting:
    return Counting(sandbox)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_many_questions_are_one_cache(system: Counting) -> None:
    cached = CachedSystem(system, Clock())
    for _ in range(5):
        assert cached.find(ORDERS) is not None
        assert cached.find(Key("QM1", "mq:AliasQueue", "ORDERS")) is None
        assert cached.snapshot("mq:AliasQueue").get("mq:LocalQueue", "ORDERS") is not None
        assert cached.defaults("mq:LocalQueue")
    # The default queue is among everything; a cluster's defaults are nobody's object.
    assert system.asked == ["everything", "handles"]
    for _ in range(2):
        assert cached.defaults("mq:Cluster")
    assert system.asked == ["everything", "handles", "defaults"]


class Hiding(Counting):
    """Its user may not see ORDERS: a DISPLAY of several says nothing of it."""

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        if names is not None and ORDERS.name in names:
            raise CommandFailed("ORDERS: Not authorized")
        found = super().observe(kinds, names, status=status)
        return [each for each in found if each.key != ORDERS]


def test_what_a_state_has_and_nobody_may_see_is_not_gone(sandbox: Sandbox) -> None:
    cached, objects = CachedSystem(Hiding(sandbox), Clock()), Objects(ORDERS.kind)
    declared = read(ORDERS.kind, {"system": "QM1", "name": "ORDERS"})
    with pytest.raises(CommandFailed, match="Not authorized"):
        objects.owned(cached, ORDERS, declared, declared)
    plain = CachedSystem(Counting(sandbox), Clock())
    assert objects.owned(plain, ORDERS, declared, declared) is not None
    sandbox.system("QM1").delete(ORDERS.kind, "ORDERS")
    gone = CachedSystem(Counting(sandbox), Clock())
    assert objects.owned(gone, ORDERS, declared, declared) is None


def test_a_reading_grows_old(system: Counting) -> None:
    clock = Clock()
    cached = CachedSystem(system, clock)
    cached.find(ORDERS)
    clock.now = LIFETIME
    cached.find(ORDERS)
    assert system.asked.count("everything") == 1
    clock.now = LIFETIME + 1
    cached.find(ORDERS)
    assert system.asked.count("everything") == 2


def test_what_this_process_writes_is_known_without_reading_again(
    system: Counting, sandbox: Sandbox
) -> None:
    cached = CachedSystem(system, Clock())
    before = cached.snapshot("mq:LocalQueue")
    sandbox.system("QM1").create("mq:AliasQueue", "A", {"base_object_name": "ORDERS"})
    (made,) = sandbox.system("QM1").observe(["mq:AliasQueue"], ["A"])
    cached.note(made)
    after = cached.snapshot("mq:LocalQueue")
    assert before.get("mq:AliasQueue", "A") is None
    assert after.get("mq:AliasQueue", "A") is not None
    cached.forget(made.key)
    assert cached.find(made.key) is None
    assert system.asked.count("everything") == 1


def test_a_write_does_not_forget_the_status(system: Counting) -> None:
    cached = CachedSystem(system, Clock())
    known = cached.find(ORDERS)
    assert known is not None
    assert known.status is not None
    cached.note(Observed(ORDERS, {"max_queue_depth": 1}))
    changed = cached.find(ORDERS)
    assert changed is not None
    assert (changed.attributes, changed.status) == ({"max_queue_depth": 1}, known.status)


def test_a_look_sees_what_is_there_now(system: Counting, sandbox: Sandbox) -> None:
    cached = CachedSystem(system, Clock())
    assert cached.find(ORDERS) is not None
    machine = sandbox.system("QM1")
    machine.put("ORDERS", count=2)
    looked = cached.look(ORDERS)
    assert looked is not None
    assert looked.status is not None
    assert looked.status.depth == 2
    assert cached.find(ORDERS) == looked
    machine.delete("mq:LocalQueue", "ORDERS", purge=True)
    assert cached.look(ORDERS) is None
    assert cached.find(ORDERS) is None


def test_handles_are_read_again_when_asked(system: Counting, sandbox: Sandbox) -> None:
    cached = CachedSystem(system, Clock())
    assert cached.snapshot("mq:LocalQueue").uses_of("ORDERS") == ()
    sandbox.system("QM1").open("ORDERS", [OpenFor.OUTPUT], application="billing")
    assert cached.snapshot("mq:LocalQueue").uses_of("ORDERS") == ()
    cached.look_at_handles("mq:LocalQueue")
    (use,) = cached.snapshot("mq:LocalQueue").uses_of("ORDERS")
    assert use.application == "billing"


def test_another_kind_of_the_same_name_is_not_forgotten(system: Any) -> None:
    cached = CachedSystem(system, Clock())
    cached.forget(Key("QM1", "mq:AliasQueue", "ORDERS"))
    assert cached.find(ORDERS) is not None


def test_a_group_object_is_known_to_every_member_as_this_process_left_it(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    group, kind = "NY03", ORDERS.kind
    systems: dict[str, Any] = {}
    for name in ("QG1", "QG2", "QZ"):
        shared = {"queue_sharing_group": group} if name != "QZ" else {}
        machine = sandbox.create_system(name, platform=Platform.ZOS, **shared)
        systems[name] = CachedSystem(SandboxSystem(machine))
    Connections(systems)
    one, two, alone = (ORDERS._replace(system=name) for name in systems)
    assert [systems[name].find(ORDERS._replace(system=name)) for name in systems] == [None] * 3

    machine, grouped = sandbox.system("QG1"), {"queue_sharing_group_disposition": "group"}
    machine.create(kind, "ORDERS", grouped)
    systems["QG1"].look(one)
    copy = systems["QG2"].find(two)
    assert copy.attributes["queue_sharing_group_disposition"] == "copy"
    assert systems["QG2"].snapshot(kind).kinds_in_group(two) == {kind}
    assert systems["QZ"].find(alone) is None

    machine.delete(kind, "ORDERS", disposition="group")
    systems["QG1"].forget(one)
    assert systems["QG2"].find(two) is None
    for name, key in (("QG1", one), ("QG2", two)):
        assert systems[name].snapshot(kind).kinds_in_group(key) == frozenset()


class Refreshing(Counting):
    """Notes each REFRESH SECURITY when it begins, and ends one when it is allowed to."""

    def __init__(self, sandbox: Sandbox, *, fails: int = 0) -> None:
        super().__init__(sandbox)
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)
        self.sent: list[str] = []
        self.fails = fails

    def refresh_security(self, security: str) -> None:
        self.sent.append(security)
        fails = len(self.sent) <= self.fails
        self.begun.release()
        assert self.may_end.acquire(timeout=10)
        if fails:
            raise CommandFailed("too many channels")
        super().refresh_security(security)


def asked(cached: CachedSystem, security: str, count: int) -> None:
    """Wait until so many have asked for it."""
    for _ in range(1000):
        if cached._refreshes[security].asked == count:
            return
        threading.Event().wait(0.01)
    raise AssertionError(cached._refreshes)


@pytest.mark.parametrize("fails", [0, 1, 2])
def test_refresh_security_that_several_wait_for_is_sent_once(sandbox: Sandbox, fails: int) -> None:
    """Each returns after one that began after it asked; one that fails stands for nobody else."""
    system = Refreshing(sandbox, fails=fails)
    cached = CachedSystem(system)
    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(cached.refresh_security, "SSL")
        assert system.begun.acquire(timeout=10)
        others = [pool.submit(cached.refresh_security, "SSL") for _ in range(3)]
        asked(cached, "SSL", 4)
        system.may_end.release()
        assert system.begun.acquire(timeout=10)
        # One that is asked for from now on is not met by the one that is on its way.
        late = pool.submit(cached.refresh_security, "SSL")
        asked(cached, "SSL", 5)
        assert not any(each.done() for each in (*others, late))
        for _ in range(5):
            system.may_end.release()
        answers = [each.exception(timeout=10) for each in (first, *others, late)]
    assert [each is not None for each in answers].count(True) == fails
    assert (answers[0] is not None) is (fails > 0)
    assert system.sent == ["SSL"] * 3  # by five


def test_each_type_of_refresh_security_is_sent(sandbox: Sandbox) -> None:
    system = Refreshing(sandbox)
    cached = CachedSystem(system)
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(cached.refresh_security, each) for each in ("SSL", "CONNAUTH")]
        for _ in both:  # at the same time
            assert system.begun.acquire(timeout=10)
        for _ in both:
            system.may_end.release()
        assert [each.result(timeout=10) for each in both] == [None, None]
    for security in ("SSL", "CONNAUTH"):  # nobody waits: each one is sent
        system.may_end.release()
        cached.refresh_security(security)
    assert sorted(system.sent) == ["CONNAUTH", "CONNAUTH", "SSL", "SSL"]


def test_a_group_object_that_is_made_while_a_member_is_read(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "group.db")
    for name in ("QG1", "QG2"):
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="NY03")
    key = Key("QG1", "mq:LocalQueue", "GROUPED")
    first = CachedSystem(SandboxSystem(sandbox.system("QG1")))

    class Slow(SandboxSystem):
        def observe(
            self,
            kinds: Collection[str],
            names: Collection[str] | None = None,
            *,
            status: bool = False,
        ) -> list[Observed]:
            found = super().observe(kinds, names, status=status)
            if names is None and not sandbox.system("QG1").observe([key.kind], [key.name]):
                given = {"queue_sharing_group_disposition": "group"}
                sandbox.system("QG1").create(key.kind, key.name, given)
                [made] = sandbox.system("QG1").observe([key.kind], [key.name])
                first.note(made)
            return found

    second = CachedSystem(Slow(sandbox.system("QG2")))
    first.share([first, second])
    second.share([first, second])
    first.snapshot(key.kind)
    found = second.find(key._replace(system="QG2"))
    assert found is not None
    assert found.group is not None
    assert second.snapshot(key.kind).kinds_in_group(key._replace(system="QG2")) == {key.kind}


def test_who_has_a_shared_queue_open_on_a_member(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "group.db")
    for name in ("QG1", "QG2", "QG3", "QZ"):
        group = "NY03" if name != "QZ" else None
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group=group)
    machine, key = sandbox.system("QG1"), Key("QG1", "mq:LocalQueue", "SHARED")
    shared = {"queue_sharing_group_disposition": "shared", "coupling_facility_structure": "S1"}
    machine.create(key.kind, key.name, shared)

    class Silent(SandboxSystem):
        asked = 0

        @property
        def facts(self) -> SystemFacts:
            self.asked += 1
            raise SystemUnavailable("QG3: does not answer")

    silent = Silent(sandbox.system("QG3"))
    systems = {name: SandboxSystem(sandbox.system(name)) for name in ("QG1", "QG2", "QZ")}
    cached = {name: CachedSystem(each) for name, each in {**systems, "QG3": silent}.items()}
    Connections(cached)

    def users(found: Observed | None) -> list[tuple[str, str]]:
        assert found is not None
        assert found.status is not None
        return [(handle.application, handle.member) for handle in found.status.handles]

    assert users(cached["QG1"].find(key)) == []
    sandbox.system("QG2").open(key.name, [OpenFor.OUTPUT], application="billing")
    machine.open(key.name, [OpenFor.INPUT_SHARED], application="orders")
    both = [("orders", ""), ("billing", "QG2")]
    assert users(cached["QG1"].look(key)) == both
    assert users(cached["QG1"].find(key)) == both
    assert users(cached["QG1"].anew(key.kind).objects[key]) == both
    assert silent.asked == 1
