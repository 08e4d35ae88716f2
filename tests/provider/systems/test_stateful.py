"""Any sequence of commands means the same over a wire as in this process: two queue managers that
are alike, one reached in each way, are compared after every command."""

from collections import Counter
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from carriers import CARRIERS, Reached
from ibmi_carriers import QUEUE_MANAGERS
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.constants import MQRC, MQRCCF
from queuewright.kinds import MQ_KINDS, is_record, is_single, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.membership import MEMBERSHIP_KINDS
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.sandbox.reasons import OF_THE_COMMAND
from strategies import STATEFUL, attribute_values
from two_sides import TwoSides

NAMES = ("A", "B", "TO.C")
# Records are named by several fields: tests/planner/test_authority_record.py and its like.
KINDS = tuple(
    kind
    for kind in MQ_KINDS
    if kind not in MEMBERSHIP_KINDS[:1] and not is_single(kind) and not is_record(kind)
)
# AMQ8147E says both: PCF has a reason of its own for channels, MQSC's ALTER and DELETE have not.
IN_USE = (MQRC.OBJECT_IN_USE, MQRCCF.OBJECT_OPEN)  # AMQ8148
NOT_FOUND = (MQRC.UNKNOWN_OBJECT_NAME, MQRCCF.CHANNEL_NOT_FOUND)
SAYS_ONE = ("runmqsc", *QUEUE_MANAGERS)
FORCED = (LocalQueueSpec.kind, AliasQueueSpec.kind, RemoteQueueSpec.kind)
kinds, names = st.sampled_from(KINDS), st.sampled_from(NAMES)


class OverAWire(TwoSides):
    carrier = "mqsc"
    platform = Platform.LINUX

    def reached(self, carrier: str, folder: Path) -> AbstractContextManager[Reached]:
        every = {**CARRIERS, **QUEUE_MANAGERS}
        return every[carrier](folder, "QM1", self.platform)

    def has(self, kind: str) -> bool:
        """Whether the platform has such objects: of others only what a DELETE of MQSC says of a
        type differs, as it names no type of channel."""
        return self.platform in spec_of(kind).platforms()

    def both(self, command: str, *arguments: Any, **options: Any) -> None:
        """The same outcome: what is there then, or the same refusal."""
        outcomes = []
        for side in self.sides:
            try:
                outcomes.append(getattr(side.system, command)(*arguments, **options))
            except CommandFailed as refusal:
                missing = refusal.reason in NOT_FOUND and self.carrier in SAYS_ONE
                reported = (refusal.reason, refusal.reason_name)
                in_use = refusal.reason in IN_USE and self.carrier in QUEUE_MANAGERS
                reported = IN_USE if in_use else reported
                if self.carrier in QUEUE_MANAGERS:
                    # What IBM i's command analyzer finds it says with a message of its own.
                    reported = (0, "") if refusal.message_id == "CPF0006" else reported
                    reported = (0, "") if refusal.reason_name in OF_THE_COMMAND else reported
                outcomes.append((refusal.completion, *(NOT_FOUND if missing else reported)))
        assert outcomes[0] == outcomes[1]

    @rule(data=st.data(), kind=kinds, name=names, like=st.sampled_from((None, None, *NAMES)))
    def create(self, data: st.DataObject, kind: str, name: str, like: str | None) -> None:
        if self.has(kind):
            self.both("create", self.spec(data, kind, name), like=like)

    @rule(data=st.data(), kind=kinds, name=names, force=st.booleans())
    def change(self, data: st.DataObject, kind: str, name: str, force: bool) -> None:
        # Change Queue (PCF) Force: not for model queues.
        forced = force and kind in FORCED
        if self.has(kind):
            self.both("change", self.spec(data, kind, name), force=forced)

    @rule(kind=kinds, name=names, purge=st.booleans(), keep=st.booleans())
    def delete(self, kind: str, name: str, purge: bool, keep: bool) -> None:
        key = Key("QM1", kind, name)
        if self.has(kind):
            self.both("delete", key, purge=purge, keep_authorities=keep)

    @rule(name=names, count=st.integers(1, 3), uncommitted=st.booleans())
    def put(self, name: str, count: int, uncommitted: bool) -> None:
        self.on_both("put", name, count=count, uncommitted=uncommitted)

    @rule(name=names, use=st.sampled_from(list(OpenFor)))
    def open(self, name: str, use: OpenFor) -> None:
        self.on_both("open", name, {use}, application="app")

    @rule()
    def close(self) -> None:
        self.on_both("close_all")

    def on_both(self, command: str, *arguments: Any, **options: Any) -> None:
        for side in self.sides:
            with suppress(CommandFailed):  # of both alike, as `both_are_seen_alike` finds
                getattr(side.machine, command)(*arguments, **options)

    def reported(self, observed: Observed) -> object:
        """What a queue manager tells of it: not what a name resolved to when it was opened;
        and handles alike are counted."""
        status = observed.status
        assert status is not None
        handles: Counter[Handle] = Counter()
        for handle in status.handles:
            handles[replace(handle, path=None, count=1)] += handle.count
        # DISPLAY QSTATUS UNCOM is YES or NO on z/OS.
        work = bool(status.uncommitted) if self.platform is Platform.ZOS else status.uncommitted
        counts = status.depth, work, status.open_input, status.open_output
        return dict(observed.attributes), observed.definition_type, counts, handles

    def spec(self, data: st.DataObject, kind: str, name: str) -> Any:
        spec = spec_of(kind)
        usable = {
            word: attribute.required
            for word, attribute in spec.attributes().items()
            if attribute.applies(self.sides[0].machine.facts())
        }
        chosen = set(data.draw(st.lists(st.sampled_from(list(usable)), max_size=3)))
        chosen |= {word for word, required in usable.items() if required}
        values = {word: data.draw(attribute_values(spec, word)) for word in sorted(chosen)}
        return spec.model_construct(_fields_set={"name", *values}, name=name, **values)

    @invariant()
    def both_are_seen_alike(self) -> None:
        direct, wired = (
            {o.key: self.reported(o) for o in side.system.observe(KINDS, NAMES, status=True)}
            for side in self.sides
        )
        assert direct == wired


OVER = [
    (name, platform)
    for name in CARRIERS
    for platform in (Platform.LINUX, Platform.ZOS)
    if name != "sandbox"
]
OVER += [(name, Platform.IBMI) for name in QUEUE_MANAGERS]


@pytest.mark.parametrize(("carrier", "platform"), OVER)
def test_any_sequence(carrier: str, platform: Platform) -> None:
    machine = type("Machine", (OverAWire,), {"carrier": carrier, "platform": platform})
    # Without a wire many stories are cheap; over one a few have to do.
    examples = 4 if carrier == "mqsc" else 2
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine, settings=settings(STATEFUL, max_examples=examples, stateful_step_count=9)
    )
