"""CLWLUSEQ and CLWLMRUC of a queue manager, as each dialect tells them."""

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.dialects.pcf.observe import queue_manager_parameters
from queuewright.sandbox.engine import Sandbox
from queuewright.systems.mq.commands import Display
from queuewright.systems.mq.pcf import _rows
from queuewright.systems.mq.reading import manager_facts


@pytest.mark.parametrize("use", ["useq_local", "useq_any", None])
def test_pcf_and_words_tell_the_same(use: str | None) -> None:
    own = {"cluster_workload_channels": 7} | ({"cluster_workload_use_queue": use} if use else {})
    (row,) = _rows(Display("QMGR"), [queue_manager_parameters(SystemFacts("QM1"), own)])
    facts = manager_facts("QM1", row)
    assert (facts.cluster_workload_use_queue, facts.cluster_workload_channels) == (use, 7)
    assert manager_facts("QM1", {"CLWLUSEQ": "ANY "}).cluster_workload_use_queue == "useq_any"
    assert manager_facts("QM1", {}).cluster_workload_channels is None


def test_the_sandbox_has_them(tmp_path: object) -> None:
    manager = Sandbox(f"{tmp_path}/s.db").create_system("QM1")
    facts = manager.facts()
    assert facts.cluster_workload_use_queue == "useq_local"
    assert facts.cluster_workload_channels == 999_999_999
    manager.set_manager({"cluster_workload_use_queue": "useq_any", "cluster_workload_channels": 2})
    facts = manager.facts()
    assert (facts.cluster_workload_use_queue, facts.cluster_workload_channels) == ("useq_any", 2)
    for wrong in ({"cluster_workload_use_queue": "BOTH"}, {"cluster_workload_channels": 0}):
        with pytest.raises(CommandFailed):
            manager.set_manager(wrong)
