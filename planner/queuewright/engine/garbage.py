"""Python's garbage collector, which what makes many objects at once can do without."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 100_000  # new objects of Python: those of a few thousand declarations
_PROGRAM = 2_000_000  # those of some ten thousand declarations that a program makes


@contextmanager
def without_collector() -> Iterator[None]:
    """A plan or an import makes many objects and no garbage: the collector would go through all of
    them again and again, which costs more the more there are. Once it is on again it takes many as
    old."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _take_as_old()
            gc.enable()


@contextmanager
def rarely_collected() -> Iterator[None]:
    """As `without_collector`, for a user's program, which may make garbage of its own: it is looked
    for after so many new objects, a few hundred megabytes at most."""
    threshold = gc.get_threshold()
    gc.set_threshold(_PROGRAM, 50, 100)
    try:
        yield
    finally:
        _take_as_old()
        gc.set_threshold(*threshold)


def _take_as_old() -> None:
    many = gc.get_count()[0] > _MANY
    if many and not gc.get_freeze_count():  # what a program has frozen stays frozen
        gc.freeze()
        gc.unfreeze()  # into the oldest generation, without a look at them
