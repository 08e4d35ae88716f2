"""Commands that nothing is declared for, each as what it is."""

import pytest

from queuewright.dialects.passed_over import what_it_does


@pytest.mark.parametrize(
    ("command", "does"),
    [
        ("REFRESH SECURITY", "it acts once"),
        ("DISPLAY QMGR", "it only shows"),
        ("DEFINE BUFFPOOL", "not managed"),
        ("STRMQMLSR", "it acts once"),
        ("RFRMQMAUT", "it acts once"),
        ("RSVMQMTRN", "it acts once"),
        ("WRKMQMQ", "it only shows"),
        ("CRTMQM", "not managed"),
        ("STRMQMMQSC", "not managed"),
        ("GRTMQMAUT", "not managed"),
        ("crtmqm", "not managed"),
        ("dltmqm", "not managed"),
        ("strmqm", "it acts once"),
        ("rcrmqobj", "it acts once"),
        ("runmqlsr", "it acts once"),
        ("dspmq", "it only shows"),
    ],
)
def test_what_it_does(command: str, does: str) -> None:
    assert what_it_does(command) == does
