"""The order of GRTOBJAUT and RVKOBJAUT: nobody has more in between than before and afterwards."""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from queuewright.dialects.definition import Action
from queuewright.systems.ibmi.authorities import ObjectAuthorities, steps

WIDER = ["exclude", "use", "change", "all"]
# What a list says of *PUBLIC and of somebody who may be on it.
LISTS = [(public, user) for public in WIDER for user in ("", *WIDER)]


def applied(had: ObjectAuthorities, values: Mapping[str, object]) -> Iterator[ObjectAuthorities]:
    """What the object has before the first command, and after each."""
    yield had
    for step in steps(had, {name: str(value) for name, value in values.items()}):
        public, listed = had.public, had.listed
        if step.action is Action.REMOVE:
            assert step.values == {"authorization_list": listed}
            public, listed = "exclude" if public == "autl" else public, "none"
        else:
            public = str(step.values.get("authority", public))
            listed = str(step.values.get("authorization_list", listed))
        had = ObjectAuthorities(public, listed)
        assert step.leaves.items() <= had._asdict().items() | {
            ("authority", public), ("authorization_list", listed)
        }  # fmt: skip
        yield had


def may(has: ObjectAuthorities, lists: Mapping[str | None, tuple[str, str]]) -> int:
    """What somebody may do, as a place in WIDER."""
    public, user = lists.get(has.listed, ("", ""))
    return WIDER.index(user or (public if has.public == "autl" else str(has.public)))


BEFORE = [ObjectAuthorities(p, "none") for p in WIDER] + [
    ObjectAuthorities(p, "OLD") for p in (*WIDER, "autl")
]


@pytest.mark.parametrize("had", BEFORE, ids=str)
def test_nobody_has_more_in_between(had: ObjectAuthorities) -> None:
    for public, listed in product((None, *WIDER, "autl"), (None, "none", "OLD", "NEW")):
        after = (public or had.public, listed or had.listed)
        if after[0] == "autl" and after[1] == "none":
            continue  # which no program may say
        given = {"authority": public, "authorization_list": listed}
        values = {name: value for name, value in given.items() if value is not None}
        states = list(applied(had, values))
        assert states[-1] == after
        assert all(each.public != "autl" or each.listed != "none" for each in states)
        for old, new in product(LISTS, LISTS):
            lists: dict[str | None, tuple[str, str]] = {"OLD": old, "NEW": new}
            most = max(may(had, lists), may(states[-1], lists))
            assert all(may(each, lists) <= most for each in states), (values, lists)


def test_what_cannot_be_read_is_taken_away_whatever_it_is() -> None:
    (own, taken) = steps(ObjectAuthorities(), {"authority": "use", "authorization_list": "none"})
    assert (own.action, own.values) == (Action.CHANGE, {"authority": "use"})
    assert (taken.action, taken.values) == (Action.CHANGE, {"authorization_list": "none"})
    assert list(steps(ObjectAuthorities("use", "none"), {"authorization_list": "none"})) == []
