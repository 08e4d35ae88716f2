"""An SDK that nobody tried is refused in one line; its private parts, of today and of before."""

import asyncio

import pulumi
import pytest

from queuewright.program import pulumi_internals
from queuewright.program.pulumi_internals import TESTED, Gate, UnsupportedPulumi, check_version


@pytest.mark.parametrize("installed", [*TESTED, "3.260.7", "3.999.0", "3.273.0a1"])
def test_what_was_tested_and_later_releases_are_taken(installed: str) -> None:
    check_version(installed)


@pytest.mark.parametrize("installed", ["3.259.0", "3.200.0", "2.300.0", "4.0.0"])
def test_others_are_refused_with_the_way_out(installed: str) -> None:
    with pytest.raises(UnsupportedPulumi, match=rf"{installed}.*pip install 'pulumi>=.*,<4'") as e:
        check_version(installed)
    assert "\n" not in str(e.value)


@pytest.mark.parametrize("is_older", [False, True])
def test_a_gate_is_an_output_that_waits_for_the_resources_it_comes_from(
    is_older: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an SDK keeps the parts of an Output in another way, it is made by its constructor."""
    if is_older:
        monkeypatch.setattr(pulumi_internals, "_OUTPUT_DATA", None)

    async def opened() -> None:
        gate = Gate("QM1")
        read = asyncio.ensure_future(gate.output.future())
        from_it = gate.output.apply(lambda name: f"{name}.XMIT")
        await asyncio.sleep(0.01)
        assert not gate.is_open()
        assert not read.done()
        source = object.__new__(pulumi.Resource)
        gate.open({source})
        assert gate.is_open()
        assert await read == "QM1"
        assert await gate.output.is_known()
        assert not await gate.output.is_secret()
        assert await gate.output.resources() == {source}
        assert await from_it.future() == "QM1.XMIT"
        assert await from_it.resources() == {source}

    async def failed() -> None:
        gate = Gate("QM1")
        gate.fail(ValueError("no"))
        assert gate.is_open()
        with pytest.raises(ValueError, match="no"):
            await gate.output.future()

    asyncio.run(opened())
    asyncio.run(failed())
