"""The authorities that a library gives to what is created there; GRTOBJAUT and RVKOBJAUT for users
of an object that no file defines: what they say is a record of each."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Value
from queuewright.dialects.definition import Action, Definition
from queuewright.ibmi.common_attributes import AUTHORITY
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.ibmi.private_authorities import PRIVATE, together, without
from queuewright.kinds import is_ibmi, spec_of

from .outcome import Standing

_KIND, _WORDS = ObjectAuthoritySpec.kind, ObjectAuthoritySpec.grants


def is_about_users(definition: Definition) -> bool:
    """Whether a command says what users may do with an object whose library is known."""
    library, slash, _ = definition.name.partition("/")
    is_placed = not spec_of(definition.kind).in_library or (slash and not library.startswith("*"))
    return is_ibmi(definition.kind) and definition.values.keys() == {PRIVATE} and bool(is_placed)


def granted_by_library(definition: Definition, granted: Mapping[str, str]) -> Definition:
    """A creation without AUT, or with *LIBCRTAUT: the library's CRTAUT decides, where the script
    gives that. granted: library -> what *PUBLIC gets to what is created there."""
    spec, values = spec_of(definition.kind), definition.values
    if not spec.in_library or values.get("authority", "libcrtaut") != "libcrtaut":
        return definition
    word = granted.get(spec.names_in(definition.name).get("library", ""))
    if word is None or (word == "change" and "authority" not in values):
        return definition
    own = {"authority": word}
    if AUTHORITY.choice(word) is None:
        own = {"authority": "autl", "authorization_list": word}
    return replace(definition, values={**values, **own})


def records_left(
    definition: Definition, standing: Mapping[tuple[str, str], Standing]
) -> Iterator[tuple[tuple[str, str], Definition | None]]:
    """The record of each user after the command, by its key in `standing`; None where the command
    takes away the last of what the user had."""
    for command in _record_commands(definition):
        key = spec_of(command.kind).namespace, command.name
        known = standing.get(key)
        words = _left(command, known.attributes if known else {})
        made = replace(command, action=Action.CREATE, values={_WORDS: words})
        yield key, made if words else None


def _record_commands(definition: Definition) -> Iterator[Definition]:
    """The command as one about the record of each user."""
    users = definition.values[PRIVATE]
    spec = spec_of(definition.kind)
    for user, words in users.items() if isinstance(users, Mapping) else ():
        name = ObjectAuthoritySpec.name_on(spec.namespace, definition.name, user)
        yield replace(definition, kind=_KIND, name=name, kinds=(_KIND,), values={_WORDS: words})


def _left(command: Definition, has: Mapping[str, Value]) -> tuple[str, ...]:
    """The authorities of a record after a command about it, () for none."""
    had, given = (values.get(_WORDS) or () for values in (has, command.values))
    assert isinstance(had, tuple)
    assert isinstance(given, tuple)
    if command.action is Action.REMOVE:
        return without(had, given)
    return together(had if command.action is Action.ADD else (), given)
