"""Whatever is asked of it, the sandbox stays a queue manager that can be: a state system."""

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.constants import REASONS
from queuewright.kinds import KINDS, QUEUE_KINDS
from sandbox_files import sandbox_with
from strategies import STATEFUL

NAMES = ("A", "B", "C", "QM2")
CHANGES: dict[str, dict[str, tuple[Any, ...]]] = {
    "mq:LocalQueue": {
        "usage": ("normal", "transmission"),
        "shareability": ("shareable", "not_shareable"),
        "max_queue_depth": (0, 3, 50),
        "inhibit_put": ("put_allowed", "put_inhibited"),
        "inhibit_get": ("get_allowed", "get_inhibited"),
        "cluster_name": ("", "C1"),
        "cluster_namelist": ("", "NL"),
        "cluster_channel_name": ("", "TO.*"),
        "scope": ("q_mgr", "cell"),
    },
    "mq:AliasQueue": {
        "base_object_name": ("", *NAMES),
        "target_type": ("q", "topic"),
        "cluster_name": ("", "C1"),
    },
    "mq:RemoteQueue": {
        "remote_queue_name": ("", "X"),
        "remote_queue_manager_name": ("", "QM1", "QM2"),
        "xmit_queue_name": ("", *NAMES),
    },
    "mq:ModelQueue": {
        "definition_type": ("temporary_dynamic", "permanent_dynamic"),
        "default_persistence": ("persistent", "not_persistent"),
    },
}
kinds = st.sampled_from(QUEUE_KINDS)
names = st.sampled_from(NAMES)


@st.composite
def definitions(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    kind = draw(kinds)
    chosen = draw(st.lists(st.sampled_from(list(CHANGES[kind])), unique=True, max_size=3))
    return kind, {name: draw(st.sampled_from(CHANGES[kind][name])) for name in chosen}


class AnySequence(RuleBasedStateMachine):
    """Commands in any order. Every refusal must leave everything as it was."""

    platform = Platform.LINUX

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        made = {"QM1": {"platform": self.platform}}
        self.sandbox = sandbox_with(Path(self.folder.name) / "sandbox.db", made)
        self.system = self.sandbox.system("QM1")

    def teardown(self) -> None:
        self.sandbox.close()
        self.folder.cleanup()

    def snapshot(self) -> tuple[object, ...]:
        with self.system.reading() as tx:
            return (
                [(queue, tx.depth(queue.name)) for queue in tx.objects(QUEUE_KINDS)],
                tx.handles(),
                tx.settings.get("dynamic_queues"),
            )

    def attempt(self, command: Any, *arguments: Any, **options: Any) -> Any:
        """The result, or the refusal, which has to be a known one without effect."""
        before = self.snapshot()
        try:
            return command(*arguments, **options)
        except CommandFailed as error:
            refusal = error
        assert self.snapshot() == before
        assert REASONS[refusal.reason_name] == refusal.reason
        assert refusal.completion == 2
        return refusal

    @rule(definition=definitions(), name=names, replace=st.booleans())
    def create(self, definition: tuple[str, dict[str, Any]], name: str, replace: bool) -> None:
        kind, values = definition
        existed = self.system.observe(QUEUE_KINDS, [name])
        done = self.attempt(self.system.create, kind, name, values, replace=replace)
        if existed and not isinstance(done, CommandFailed):
            assert replace
            assert existed[0].key.kind == kind
        if not isinstance(done, CommandFailed):
            default = self.system.defaults(kind)
            assert default is not None
            assert done.attributes == {**default.attributes, **values}

    @rule(definition=definitions(), name=names, force=st.booleans())
    def change(self, definition: tuple[str, dict[str, Any]], name: str, force: bool) -> None:
        kind, values = definition
        existed = self.system.observe(QUEUE_KINDS, [name])
        held = bool(self.system.open_handles())
        done = self.attempt(self.system.change, kind, name, values, force=force)
        if isinstance(done, CommandFailed):
            if done.reason == 4004:
                assert held
                assert not force
            return
        assert existed[0].key.kind == kind
        assert done.attributes == {**existed[0].attributes, **values}

    @rule(kind=kinds, name=names, purge=st.booleans())
    def delete(self, kind: str, name: str, purge: bool) -> None:
        with self.system.reading() as tx:
            depth = tx.depth(name)
            held = [h for h in tx.handles() if any(step.name == name for step in h.path)]
        done = self.attempt(self.system.delete, kind, name, purge=purge)
        if not isinstance(done, CommandFailed):
            assert not held
            assert not depth.uncommitted
            assert purge or not depth.depth
            assert self.system.observe(QUEUE_KINDS, [name]) == []

    @rule(
        name=names,
        uses=st.sets(st.sampled_from(list(OpenFor)), min_size=1, max_size=3),
        manager=st.sampled_from(("", "", "QM1", *NAMES)),
    )
    def open(self, name: str, uses: set[OpenFor], manager: str) -> None:
        if len(self.system.open_handles()) < 6:
            self.attempt(self.system.open, name, uses, queue_manager=manager)

    @precondition(lambda self: self.system.open_handles())
    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        handles = self.system.open_handles()
        chosen = data.draw(st.sampled_from(handles))
        self.system.close_handle(chosen.id)
        assert chosen.id not in {handle.id for handle in self.system.open_handles()}

    @rule(name=names, count=st.integers(1, 4), uncommitted=st.booleans())
    def put(self, name: str, count: int, uncommitted: bool) -> None:
        done = self.attempt(self.system.put, name, count=count, uncommitted=uncommitted)
        if isinstance(done, str):
            [queue] = self.system.observe(("mq:LocalQueue",), [done], status=True)
            assert queue.status is not None
            assert queue.status.depth is not None
            most = queue.attributes["max_queue_depth"]
            assert isinstance(most, int)
            assert count <= queue.status.depth <= most

    @rule(name=names, count=st.integers(1, 4), uncommitted=st.booleans())
    def get(self, name: str, count: int, uncommitted: bool) -> None:
        self.attempt(self.system.get, name, count=count, uncommitted=uncommitted)

    @rule(commit=st.booleans())
    def end_units_of_work(self, commit: bool) -> None:
        with self.system.reading() as tx:
            before = tx.depths()
        ended = self.system.commit() if commit else self.system.backout()
        assert ended == sum(depth.uncommitted for depth in before.values())
        with self.system.reading() as tx:
            for name, was in before.items():
                now = tx.depth(name)
                assert now.uncommitted == 0
                assert now.depth == was.committed + (was.put if commit else was.get)

    @invariant()
    def queue_names_are_unique(self) -> None:
        counts = Counter(queue.key.name for queue in self.system.observe(QUEUE_KINDS))
        assert set(counts.values()) == {1}

    @invariant()
    def every_queue_has_every_attribute_and_no_impossible_combination(self) -> None:
        facts = self.system.facts()
        for queue in self.system.observe(QUEUE_KINDS):
            values = queue.attributes
            expected = {
                name
                for name, attribute in KINDS[queue.key.kind].attributes().items()
                if attribute.observable and attribute.applies(facts)
            }
            if queue.definition_type == "predefined":
                assert set(values) == expected
            assert not (values.get("cluster_name") and values.get("cluster_namelist"))
            if values.get("usage") == "transmission":
                assert not values.get("cluster_name")
            elif queue.key.kind == "mq:LocalQueue":
                assert not values.get("cluster_channel_name")
            assert values.get("scope") in (None, "q_mgr")

    @invariant()
    def what_is_open_exists_and_exclusive_input_is_alone(self) -> None:
        queues = {queue.key.name: queue.key.kind for queue in self.system.observe(QUEUE_KINDS)}
        inputs: Counter[str] = Counter()
        exclusive = set()
        for handle in self.system.open_handles():
            assert handle.path
            for step in handle.path:
                assert step.name in queues
                if step.role in ("local", "transmission"):
                    assert queues[step.name] == "mq:LocalQueue"
            if handle.for_input and handle.path[-1].role == "local":
                inputs[handle.path[-1].name] += handle.count
                if OpenFor.INPUT_EXCLUSIVE in handle.open_for and not handle.changed:
                    exclusive.add(handle.path[-1].name)
        changed = any(handle.changed for handle in self.system.open_handles())
        for name in exclusive:
            assert inputs[name] == 1 or changed

    @invariant()
    def messages_are_on_queues_that_exist(self) -> None:
        with self.system.reading() as tx:
            for name in tx.depths():
                queue = tx.queue(name)
                assert queue is not None
                assert queue.kind == "mq:LocalQueue"

    @invariant()
    def status_counts_what_is_open(self) -> None:
        with_status = self.system.observe(QUEUE_KINDS, status=True)
        names = {queue.key.name: queue for queue in with_status}
        for handle in self.system.handles():
            if not handle.queue_manager and handle.object_name in names:
                status = names[handle.object_name].status
                assert status is not None
                assert handle in status.handles


class AnySequenceOnIbmi(AnySequence):
    platform = Platform.IBMI


TestAnySequence = AnySequence.TestCase
TestAnySequence.settings = STATEFUL
TestAnySequenceOnIbmi = AnySequenceOnIbmi.TestCase
TestAnySequenceOnIbmi.settings = STATEFUL
