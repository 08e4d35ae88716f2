"""The objects that a record is about."""

from typing import NamedTuple


class NamedObject(NamedTuple):
    """The object that a record is about, by its name space and name. It need not be there."""

    namespace: str
    name: str


class AuthorityProfile(NamedTuple):
    """The objects that an authority record is about: their type, their name space ("" where they
    are no objects of a kind), and the pattern that their names fit."""

    object_type: str
    namespace: str
    pattern: str
