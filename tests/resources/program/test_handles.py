"""Handles of systems."""

import pytest

from queuewright import ibmi, mq
from queuewright.program.handles import system_name


def test_a_handle_and_its_name_mean_the_same() -> None:
    assert system_name(mq.QueueManager("QM1")) == system_name("QM1") == "QM1"
    assert system_name(ibmi.System("PROD01")) == str(ibmi.System("PROD01")) == "PROD01"


@pytest.mark.parametrize("name", ["", "A" * 49, "QM1/X", "QM\n1"])
def test_a_name_that_no_system_can_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="queuewright:systems"):
        mq.QueueManager(name)
    with pytest.raises(ValueError, match="queuewright:systems"):
        ibmi.System(name)


@pytest.mark.parametrize("name", [None, 5, ["QM1"]])
def test_a_name_must_be_plain_text(name: object) -> None:
    with pytest.raises(TypeError, match="plain text"):
        system_name(name)
