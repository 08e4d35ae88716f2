"""Any sequence of commands means the same over a wire as in this process: two partitions that are
alike, one reached in each way, are compared after every command."""

from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from carriers import Reached
from ibmi_carriers import IBMI_CARRIERS
from queuewright.catalogue.attribute import Change
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.diff.compare import granted
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.systems.ibmi.services import reads
from strategies import STATEFUL, attribute_values
from two_sides import TwoSides

NAMES, LIBRARIES = ("A", "B"), ("ORDERS", "STOCK")
# Each command has its own words for an object that is not there.
_MISSING = {"CPF2283": "CPF2105", "CPF2403": "CPF2105"}
# Entries, which several names name, have tests of their own.
NAMED = [k for k in IBMI_KINDS if spec_of(k).in_library or spec_of(k).has_one_name()]
kinds, names, libraries = map(st.sampled_from, (NAMED, NAMES, LIBRARIES))


class OverAWire(TwoSides):
    carrier = "direct"

    def reached(self, carrier: str, folder: Path) -> AbstractContextManager[Reached]:
        return IBMI_CARRIERS[carrier](folder, "AS1")

    def both(self, command: str, *arguments: Any, **options: Any) -> None:
        """The same outcome: what is there then, or the same refusal."""
        outcomes: list[object] = []
        refusals = []
        for side in self.sides:
            try:
                done = getattr(side.system, command)(*arguments, **options)
                outcomes.append(None if done is None else reported(done))
            except CommandFailed as refusal:
                outcomes.append("refused")
                refusals.append(refusal)
        # Over a wire one change may send several commands, and the last one may be refused.
        assume(not any("was done before it" in str(refusal) for refusal in refusals))
        assert outcomes[0] == outcomes[1], (arguments, *map(str, refusals))
        reasons = {_MISSING.get(refusal.message_id, refusal.message_id) for refusal in refusals}
        # What CL has no words for is refused before anything is sent.
        assert len(reasons - {""}) < 2, [*map(str, refusals)]

    @rule(data=st.data(), kind=kinds, name=names, library=libraries)
    def create(self, data: st.DataObject, kind: str, name: str, library: str) -> None:
        self.both("create", self.spec(data, kind, name, library, changing=False))

    @rule(data=st.data(), kind=kinds, name=names, library=libraries)
    def change(self, data: st.DataObject, kind: str, name: str, library: str) -> None:
        spec = self.spec(data, kind, name, library, changing=True)
        if spec.managed():
            self.both("change", spec)

    @rule(kind=kinds, name=names, library=libraries, purge=st.booleans())
    def delete(self, kind: str, name: str, library: str, purge: bool) -> None:
        full = f"{library}/{name}" if spec_of(kind).in_library else name
        self.both("delete", Key("AS1", kind, full), purge=purge)

    @rule(name=names, library=libraries, count=st.integers(1, 3))
    def put(self, name: str, library: str, count: int) -> None:
        self.on_both("put", f"{library}/{name}", count=count, size=1)

    @rule(name=names, library=libraries)
    def open(self, name: str, library: str) -> None:
        self.on_both("open", f"{library}/{name}", {OpenFor.INPUT_SHARED}, application="app")

    @rule()
    def close(self) -> None:
        self.on_both("close_all")

    def on_both(self, command: str, *arguments: Any, **options: Any) -> None:
        for side in self.sides:
            with suppress(CommandFailed):  # of both alike, as `both_are_seen_alike` finds
                getattr(side.machine, command)(*arguments, **options)

    def spec(
        self, data: st.DataObject, kind: str, name: str, library: str, *, changing: bool
    ) -> Any:
        spec = spec_of(kind)
        usable = {
            word: attribute.required and not changing
            for word, attribute in spec.attributes().items()
            if not (changing and attribute.change is Change.REPLACE)
        }
        chosen = set(data.draw(st.lists(st.sampled_from(list(usable)), max_size=4)))
        chosen |= {word for word, required in usable.items() if required}
        values = {word: data.draw(attribute_values(spec, word)) for word in sorted(chosen)}
        place = {"library": library} if spec.in_library else {}
        return spec.model_construct(name=name, **place, **values)

    @invariant()
    def both_are_seen_alike(self) -> None:
        places = [f"{library}/{name}" for library in LIBRARIES for name in NAMES]
        direct, wired = (
            {
                o.key: (reported(o), status_of(o))
                for o in side.system.observe(IBMI_KINDS, [*places, *NAMES], status=True)
            }
            for side in self.sides
        )
        assert direct == wired


def reported(observed: Observed) -> object:
    """What anybody can read of it; blanks at the end of a text are padding."""
    hidden = spec_of(observed.key.kind).unreported(reads)
    # Each is owned by the user that its side works as.
    hidden = {*hidden, "owner"}
    values = {n: v for n, v in observed.attributes.items() if n not in hidden}
    text = values.get("text_description")
    values["text_description"] = text.rstrip() if isinstance(text, str) else text
    for name in ("users", "private_authorities"):
        if isinstance(users := values.get(name), dict):
            values[name] = {user: granted(words) for user, words in users.items()}
    return observed.key, values


def status_of(observed: Observed) -> object:
    status = observed.status
    assert status is not None
    depth = status.depth if spec_of(observed.key.kind).holds_messages else None
    return depth, sum(handle.count for handle in status.handles)


@pytest.mark.parametrize("carrier", [name for name in IBMI_CARRIERS if name != "sandbox"])
def test_any_sequence(carrier: str) -> None:
    machine = type("Machine", (OverAWire,), {"carrier": carrier})
    # Without a wire many stories are cheap; over one a few have to do.
    examples = 12 if carrier == "direct" else 3
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine, settings=settings(STATEFUL, max_examples=examples, stateful_step_count=12)
    )
