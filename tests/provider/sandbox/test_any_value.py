"""Any value of any attribute: kept as it is, dumped as one command, loaded back the same."""

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc import parse
from queuewright.kinds import KINDS, MQ_KINDS
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.loading import load
from sandbox_files import sandbox_with
from strategies import specs

KEPT = [
    kind for kind in MQ_KINDS if kind != "mq:Cluster" and Platform.LINUX in KINDS[kind].platforms()
]
QUICK = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def _exists_on(facts: SystemFacts) -> Callable[[Attribute], bool]:
    return lambda attribute: attribute.applies(facts)


@pytest.mark.parametrize("kind", KEPT)
@given(data=st.data())
@QUICK
def test_no_value_leaves_its_place(kind: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        level = {"command_level": 940}
        sandbox = sandbox_with(Path(folder) / "sandbox.db", {"QM1": level, "COPY": level})
        machine = sandbox.system("QM1")
        facts = machine.facts()
        name, drawn = data.draw(specs(KINDS[kind], _exists_on(facts)))
        values: dict[str, Any] = {**drawn}
        before = len(machine.observe(MQ_KINDS))
        refused = ""
        try:
            made = machine.create(kind, name, values)
        except CommandFailed as error:
            refused = str(error)
        if refused:
            assert "\n" not in refused
            assert len(machine.observe(MQ_KINDS)) == before
            return
        described = KINDS[kind].attributes()
        for attribute, value in values.items():
            if described[attribute].write_only:
                assert made.attributes.get(attribute, "") in ("", "********")
                continue
            kept = made.attributes.get(attribute, value)
            # What stands for another value is kept as that.
            choice = next((c for c in described[attribute].choices if c.value == value), None)
            if choice is not None and choice.resolved is not None:
                value = choice.resolved(facts, name)
            assert kept == (value.rstrip(" ") if isinstance(value, str) else kept)
        text = "\n".join(dump(machine))
        commands = parse(text).commands
        defined = [c for c in commands if c.words == "ALTER QMGR" or c.verb in ("DEFINE", "SET")]
        with machine.reading() as tx:
            objects = len(list(tx.objects(KEPT)))
        assert len(defined) == objects
        loaded = load(sandbox, text, system="COPY")
        if values.get("repository_namelist"):
            assert ["which no file defines" in each for each in loaded.failed] == [True]
            return
        assert loaded.failed == []
        [copy] = [
            item for item in sandbox.system("COPY").observe([kind], [name]) if item.key.kind == kind
        ]
        assert copy.attributes == made.attributes
        sandbox.close()
