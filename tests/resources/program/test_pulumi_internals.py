"""An SDK that nobody tried is refused in one line."""

import pytest

from queuewright.program.pulumi_internals import TESTED, UnsupportedPulumi, check_version


@pytest.mark.parametrize("installed", [*TESTED, "3.260.7", "3.999.0", "3.273.0a1"])
def test_what_was_tested_and_later_releases_are_taken(installed: str) -> None:
    check_version(installed)


@pytest.mark.parametrize("installed", ["3.259.0", "3.200.0", "2.300.0", "4.0.0"])
def test_others_are_refused_with_the_way_out(installed: str) -> None:
    with pytest.raises(UnsupportedPulumi, match=rf"{installed}.*pip install 'pulumi>=.*,<4'") as e:
        check_version(installed)
    assert "\n" not in str(e.value)
