"""Objects that a command names by library, name and type: deleted, moved, copied.

Sources: IBM i, DLTLIB, RNMOBJ, MOVOBJ; CRTDUPOBJ: "The public and private authorities for the
duplicate object will be the same as the original object".
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from queuewright.catalogue.about import NamedObject
from queuewright.catalogue.attribute import Value
from queuewright.catalogue.references import Role
from queuewright.dialects.cl.rules import AS_THERE_ARE, ONLY_OF_SCRIPT
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry
from queuewright.dialects.rearrangement import Rearrangement, Rearranging
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.ibmi.owner import OWNER
from queuewright.kinds import KINDS, kinds_of

from .commands import NAME_TAKEN, UNDEFINED, Refused, refused
from .outcome import Existing
from .removing import Removes

_OF_THE_ORIGINAL = (OWNER, JOURNAL)
_DOES = {
    Rearranging.DELETE: "deletes",
    Rearranging.MOVE: "moves or renames",
    Rearranging.COPY: "copies",
    Rearranging.CHANGE: "changes",
}


class Rearranges(Removes):
    """The part of an interpreter that does it."""

    _broken: set[tuple[str, str]]
    _granted: dict[str, str]
    _file: str

    def _definition(self, definition: Definition) -> list[Refused]:
        raise NotImplementedError

    def _come_to(self, entry: Entry, definition: Definition) -> Definition:
        raise NotImplementedError

    def _stand(
        self, key: tuple[str, str], definition: Definition, attributes: Mapping[str, Value]
    ) -> None:
        raise NotImplementedError

    def _rearrange(self, entry: Entry, asked: Rearrangement) -> list[Refused]:
        """Delete, move or copy what the command names."""
        found = list(self._named(asked))
        self._rearrange_records(asked)
        about = partial(
            Definition, file=self._file, line=entry.line, column=entry.column, text=entry.text
        )
        if not found and not asked.is_generic:
            places = [(KINDS[kind].namespace, str(asked)) for kind in asked.kinds]
            if self._broken.intersection(places):  # which is told
                return []
            stub = about(asked.kinds[0], str(asked), Action.CHANGE)
            return [refused(UNDEFINED, stub, does=_DOES[asked.verb])]
        problems: list[Refused] = []
        for key, existing in found:
            kind = existing.kind
            if asked.verb is Rearranging.DELETE:
                self._remove(kind, key)
                continue
            if asked.verb is Rearranging.CHANGE:
                for change in asked.changes_of(kind, key[1]):
                    problems += self._definition(self._come_to(entry, change))
                continue
            target = asked.target(kind, key[1])
            taken = self._existing(kind, target)
            if taken is not None:
                stub = about(kind, target, Action.CREATE)
                problems.append(refused(NAME_TAKEN, stub, kind=taken.kind))
                continue
            known = self._standing.get(key)
            made = known.definition if known and known.definition.action is Action.CREATE else None
            made = made or about(kind, target, Action.CREATE, dict(existing.attributes))
            attributes = existing.attributes
            if asked.verb is Rearranging.MOVE:
                self._remove(kind, key)
                self._renamed_list(kind, key[1], target)
            else:  # whoever runs CRTDUPOBJ owns the duplicate, which has no journal
                attributes = {n: v for n, v in attributes.items() if n not in _OF_THE_ORIGINAL}
                values = {n: v for n, v in made.values.items() if n not in _OF_THE_ORIGINAL}
                made = replace(made, values=values)
            self._stand((key[0], target), replace(made, name=target), attributes)
        if asked.of_library:
            self._rearrange_library(asked)
        return problems

    def _rearrange_records(self, asked: Rearrangement) -> None:
        """Authorities of users to objects that no file defines go, or move, with these."""
        if asked.verb not in (Rearranging.DELETE, Rearranging.MOVE):
            return
        for about in list(self._granted_on):
            target = _target(asked, about)
            for record, known in self._revoke(about) if target else ():
                if asked.verb is Rearranging.MOVE:
                    user = KINDS[record].names_in(known.definition.name)["user"]
                    name = ObjectAuthoritySpec.name_on(about.namespace, target, user)
                    moved = replace(known.definition, name=name)
                    self._stand((KINDS[record].namespace, name), moved, known.attributes)

    def _of_each_object(self, entry: Entry) -> Entry:
        """The command, with its effect on the authorities of each object of the script."""
        if entry.on_each is None:
            return entry
        there = (known.definition for known in self._standing.values())
        found = tuple(entry.on_each.definitions(there))
        if not found:
            return entry
        if found[0].errors:  # which are reported once
            found = found[:1]
        note = ONLY_OF_SCRIPT(command=entry.words).at(entry.line, entry.column)
        problems = [p for p in entry.problems if p.code != AS_THERE_ARE.code]
        return replace(entry, definitions=found, problems=(*problems, note))

    def _named(self, asked: Rearrangement) -> Iterator[tuple[tuple[str, str], Existing]]:
        """The objects that a command names, with their places."""
        seen: set[tuple[str, str]] = set()
        there = [(known.definition.kind, name) for (_, name), known in self._standing.items()]
        names = self._listed(asked.kinds)
        if not asked.is_generic and asked.library and not asked.library.startswith("*"):
            names = [*names, *((kind, str(asked)) for kind in asked.kinds)]
        for kind, name in (*there, *names):
            place = KINDS[kind].namespace, name
            if place in seen or not asked.matches(kind, name):
                continue
            seen.add(place)
            existing = self._existing(kind, name)
            if existing is not None and existing.kind in asked.kinds:
                yield place, existing

    def _renamed_list(self, kind: str, before: str, after: str) -> None:
        """Objects that an authorization list secures are secured by it under its new name."""
        if KINDS[kind].in_library:
            return
        for key, known in list(self._standing.items()):
            if known.attributes.get("authorization_list") == before:
                listed = {"authorization_list": after}
                definition = replace(known.definition, values={**known.definition.values, **listed})
                self._stand(key, definition, {**known.attributes, **listed})

    def _rearrange_library(self, asked: Rearrangement) -> None:
        for kind in kinds_of(Role.LIBRARY):
            self._rearrange_itself(asked, kind)
        libraries, granted = self._outcome.libraries, self._granted.get(asked.library)
        if asked.verb is not Rearranging.COPY and asked.library in libraries:
            libraries.remove(asked.library)
            self._granted.pop(asked.library, None)
        if asked.to_library and asked.to_library not in libraries:
            libraries.append(asked.to_library)
            if granted is not None:
                self._granted[asked.to_library] = granted

    def _rearrange_itself(self, asked: Rearrangement, kind: str) -> None:
        """The library as an object: it goes, has another name, or has a copy."""
        space = KINDS[kind].namespace
        existing, known = self._existing(kind, asked.library), (space, asked.library)
        if existing is None:
            return
        stood = self._standing.get(known)
        made = stood.definition if stood else Definition(kind, asked.library, file=self._file)
        if asked.verb is not Rearranging.COPY:
            self._remove(kind, known)
        if asked.to_library and self._existing(kind, asked.to_library) is None:
            definition = replace(made, name=asked.to_library, action=Action.CREATE)
            self._stand((space, asked.to_library), definition, existing.attributes)


def _target(asked: Rearrangement, about: NamedObject) -> str:
    """The name afterwards of an object that users have authorities to, "" for one that the command
    is not about; of one that goes, any name."""
    kinds = (kind for kind in asked.kinds if KINDS[kind].namespace == about.namespace)
    kind = next((kind for kind in kinds if asked.matches(kind, about.name)), None)
    if kind is not None:
        return asked.target(kind, about.name)
    libraries = (KINDS[kind].namespace for kind in kinds_of(Role.LIBRARY))
    is_itself = asked.of_library and about.name == asked.library
    return (asked.to_library or about.name) if is_itself and about.namespace in libraries else ""
