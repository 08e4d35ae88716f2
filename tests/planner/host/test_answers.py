"""What a program sees of objects, before and after an update."""

from collections.abc import Collection, Iterable
from typing import Any, cast

import pytest
from pulumi import RunError

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.host.answers import from_state, from_systems
from queuewright.state.deployment import SECRET_KEY, SECRET_VALUE
from queuewright.systems.protocol import System


class FakeSystem:
    """Objects by name, and how often it was asked."""

    def __init__(self, **objects: dict[str, Any]) -> None:
        self.objects = objects
        self.asked: list[str] = []

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        self.asked += kinds
        for name, attributes in self.objects.items():
            yield Observed(Key("QM1", "mq:LocalQueue", name), attributes)

    def defaults(self, kind: str) -> Observed | None:
        values = {"max_queue_depth": 5000, "usage": "normal"}
        return (
            Observed(Key("QM1", kind, "SYSTEM.DEFAULT"), values) if kind.startswith("mq") else None
        )


def declared(name: str = "IN", **inputs: Any) -> Declared:
    options = {n: inputs.pop(n) for n in ("ignore_changes", "import_id", "unknown_inputs", "custom")
               if n in inputs}  # fmt: skip
    given = {"system": "QM1", "name": name, **inputs}
    return Declared(
        urn=f"urn:pulumi:dev::shop::x::{name}",
        type=f"{TYPE_PREFIX}mq:LocalQueue",
        name=name,
        inputs={} if options.get("import_id") and not inputs else given,
        **options,
    )


@pytest.fixture
def fake() -> FakeSystem:
    return FakeSystem(
        IN={"max_queue_depth": 7, "usage": "transmission", "depth_counter": 3},
        MODEL={"max_queue_depth": 9},
    )


def answer(fake: FakeSystem, resource: Declared) -> Any:
    return from_systems({"QM1": cast(System, fake)})(resource)


def test_what_is_declared_over_what_is_there(fake: FakeSystem) -> None:
    answered = answer(fake, declared(max_queue_depth=8))
    assert answered["max_queue_depth"] == 8
    assert answered["usage"] == "transmission"
    assert "depth_counter" not in answered, "not an attribute of the kind"


def test_what_is_ignored_stays_as_it_is(fake: FakeSystem) -> None:
    for ignored in (("max_queue_depth",), ("*",)):
        answered = answer(fake, declared(max_queue_depth=8, ignore_changes=ignored))
        assert answered["max_queue_depth"] == 7
    new = answer(fake, declared("NEW", max_queue_depth=8, custom=True))
    assert new["max_queue_depth"] == 8


def test_a_new_object_has_the_defaults_or_its_models_values(fake: FakeSystem) -> None:
    assert answer(fake, declared("NEW"))["max_queue_depth"] == 5000
    assert answer(fake, declared("NEW", like="MODEL"))["max_queue_depth"] == 9
    assert answer(fake, declared("NEW", like="MISSING"))["max_queue_depth"] == 5000


def test_a_system_is_asked_once_a_kind(fake: FakeSystem) -> None:
    ask = from_systems({"QM1": cast(System, fake)})
    for name in ("A", "B", "C"):
        ask(declared(name))
    assert fake.asked == ["mq:LocalQueue"]


def test_what_cannot_be_known(fake: FakeSystem) -> None:
    assert answer(fake, declared(unknown_inputs=frozenset({"name"}))) is None
    assert answer(fake, declared(custom=False)) is None
    assert from_systems({})(declared()) is None


def test_what_an_id_names(fake: FakeSystem) -> None:
    assert answer(fake, declared(import_id="QM1/mq:LocalQueue/IN"))["max_queue_depth"] == 7
    assert answer(fake, declared(import_id="nonsense")) is None


@pytest.mark.parametrize(
    ("object_id", "text"),
    [
        ("QM1/mq:LocalQueue/GONE", "QM1 mq:LocalQueue GONE: does not exist; only an existing"),
        ("QM9/mq:LocalQueue/IN", "system QM9 is not in queuewright:systems; add it there"),
    ],
)
def test_what_is_only_read_has_to_be_there(fake: FakeSystem, object_id: str, text: str) -> None:
    with pytest.raises(RunError, match=text):
        answer(fake, declared("there", import_id=object_id))


def test_after_an_update_the_state_says_it() -> None:
    resource = declared()
    outputs = {resource.urn: {"usage": "normal", "__provider": "x", "force": "never"}}
    ask = from_state(outputs, lambda read: {"usage": f"of {read.import_id}"})
    assert ask(resource) == {"usage": "normal"}
    assert ask(declared("OTHER")) is None
    # What is only read is in no state.
    assert ask(declared("READ", import_id="QM1/mq:LocalQueue/R")) == {
        "usage": "of QM1/mq:LocalQueue/R"
    }


def test_what_pulumi_wrote_as_ciphertext_is_known_where_the_program_gives_it() -> None:
    ciphertext = {SECRET_KEY: SECRET_VALUE, "ciphertext": "v1:x"}
    outputs = {"q": {"queue_description": ciphertext, "custom": ciphertext, "usage": "normal"}}
    ask = from_state(outputs, lambda read: {})
    declared = Declared("q", "pulumi-python:dynamic/mq:LocalQueue", "q",
                        inputs={"queue_description": "hush"})  # fmt: skip
    assert ask(declared) == {"queue_description": "hush", "usage": "normal"}
