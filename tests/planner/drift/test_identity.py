"""What makes a difference the same one in two runs."""

from hashlib import blake2b

from drift_run import row
from queuewright.drift.identity import IDENTITY, identity_of


def test_it_is_twelve_digits_of_the_identity_and_of_nothing_else() -> None:
    one = row(1)
    text = "env-1\nQM1\nmq:LocalQueue\nQ1\nchanged\nmax_queue_depth"
    assert identity_of(one) == blake2b(text.encode()).hexdigest()[:12]
    later = {"status": "persisting", "observed": "7", "severity": "low", "first_seen": "then"}
    assert identity_of({**one, **later}) == identity_of(one)
    others = {identity_of({**one, name: "other"}) for name in IDENTITY}
    assert len(others | {identity_of(one)}) == len(IDENTITY) + 1


def test_no_attribute_is_as_an_empty_one() -> None:
    assert identity_of(row(1, attribute=None)) == identity_of(row(1, attribute=""))
