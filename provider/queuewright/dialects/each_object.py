"""Commands about the authorities of every object that there is: GRTMQMAUT and RVKMQMAUT with *ALL.

Source: GRTMQMAUT OBJ(*ALL): "All objects of the type specified by the value of the OBJTYPE
parameter at the time the command is issued. *ALL cannot represent a generic profile".
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from queuewright.kinds import kinds_in, spec_of
from queuewright.mq.authorities import authorities_of
from queuewright.mq.authority_record import (
    CLASS,
    AuthorityRecordSpec,
    is_generic,
    namespace_of,
    object_type_of,
)

from .definition import Action, Definition


@dataclass(frozen=True, slots=True)
class OnEachObject:
    """One such command. records: what it does to the record of each user, whose profile and type
    stand in place of each object's. kinds: of the objects; name: "" for those of any name."""

    records: tuple[Definition, ...]
    kinds: frozenset[str]
    name: str = ""

    def definitions(self, there: Iterable[Definition]) -> Iterator[Definition]:
        """The commands on the records of each object. there: the objects and records now; nothing
        is taken from a record that is not among them."""
        named = {(spec_of(d.kind).namespace, d.name): d for d in there}
        takes = any(record.action is not Action.CREATE for record in self.records)
        for object_type, name, system in dict.fromkeys(self._objects(named, of_records=takes)):
            for record in self.records:
                made = _record(record, name, object_type)
                place = spec_of(made.kind).namespace, made.name
                is_there = place in named if takes else any(made.values.values())
                if is_there and (record.system == system or not (record.system and system)):
                    yield made

    def _objects(
        self, named: Mapping[tuple[str, str], Definition], *, of_records: bool
    ) -> Iterator[tuple[str, str, str]]:
        """Type, name and queue manager of each object. of_records: and of those that only records
        name, where it is about all kinds that they may be."""
        for (space, name), known in named.items():
            if known.kind in self.kinds and self.name in ("", name):
                yield object_type_of(space), name, known.system
        records = (d for d in named.values() if d.kind == AuthorityRecordSpec.kind)
        fields = [(AuthorityRecordSpec.names_in(d.name), d.system) for d in records]
        for own, system in fields if of_records else ():
            name, space = own["name"], namespace_of(own["object_type"])
            is_meant = self.kinds.issuperset(kinds_in(space)) and self.name in ("", name)
            is_one = bool(space) and name != CLASS and not is_generic(name)
            if is_one and is_meant and (space, name) not in named:
                yield own["object_type"], name, system


def _record(record: Definition, name: str, object_type: str) -> Definition:
    """The same of one object, without authorities that its type does not have."""
    fields = AuthorityRecordSpec.names_in(record.name)
    own = {**fields, "name": name, "object_type": object_type}
    known = authorities_of(object_type)

    def left(words: Mapping[str, Any]) -> dict[str, Any]:
        return {n: tuple(word for word in each if word in known) for n, each in words.items()}

    values, removed = left(record.values), left(record.removed)
    return replace(record, name=AuthorityRecordSpec.name_of(own), values=values, removed=removed)
