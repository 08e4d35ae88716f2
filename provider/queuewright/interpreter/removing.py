"""Objects that a command takes away, and what is noted of those that were there before."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from queuewright.catalogue.about import NamedObject
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.kinds import KINDS

from .outcome import Base, Existing, ScriptOutcome, Standing

# Kinds -> kind and name of every object of them that is there before.
Listed = Callable[[Collection[str]], Iterable[tuple[str, str]]]
GROUP = "group "  # before the name space of what is in the shared repository


class Removes:
    """The part of an interpreter that does it."""

    _standing: dict[tuple[str, str], Standing]
    _gone: set[tuple[str, str]]
    _outcome: ScriptOutcome
    _base: Base
    _listed: Listed
    _granted_on: dict[NamedObject, dict[tuple[str, str], str]]  # places of records, their kinds

    def _existing(self, kind: str, name: str) -> Existing | None:
        raise NotImplementedError

    def _remove(self, kind: str, key: tuple[str, str], by: Definition | None = None) -> None:
        """Take an object away. by: the command about it, where there is one."""
        stood = self._standing.pop(key, None)
        if key[0].startswith(GROUP):
            return
        if stood is None or self._base(kind, key[1]):
            self._gone.add(key)
            self._outcome.deleted.append((kind, key[1]))
            if by is not None:
                self._outcome.removed[kind, key[1]] = by

    def _note_record(
        self, key: tuple[str, str], spec: type[Spec], names: Mapping[str, Any]
    ) -> None:
        """Where a record of authorities stands, and which object it is about. names: its fields."""
        about = spec.names_object(names) if spec.grants else None
        if about is not None:
            self._granted_on.setdefault(about, {})[key] = spec.kind

    def _revoked_by(self, kind: str, name: str, by: Definition) -> None:
        """Take away the authorities to an object that a command deletes, unless it leaves them
        (AUTHREC(NO), which is a parameter of some DELETE commands only)."""
        spec = KINDS[kind]
        is_left = by.keeps_authorities and spec.mqsc.keeps_authorities
        if by.action is Action.DELETE and not is_left:
            self._revoke(NamedObject(spec.namespace, name))

    def _revoke(self, about: NamedObject) -> list[tuple[str, Standing]]:
        """Take away the authorities to an object: the kind of each record, and what it said."""
        taken = []
        for key, record in self._granted_on.pop(about, {}).items():
            if (known := self._standing.get(key)) is not None:
                self._remove(record, key)
                taken.append((record, known))
        return taken

    def _remove_records(self, by: Definition) -> bool:
        """Take away every record of a profile and a type: ACTION(REMOVEALL) of SET CHLAUTH, which
        need not say what they match. False where there is none."""
        spec, found = KINDS[by.kind], False
        self._outcome.cleared[by.kind, by.name] = by
        about = spec.names_in(by.name)
        listed = [name for _, name in self._listed((by.kind,))]
        listed += [spec.name_of(fields) for fields in spec.records]
        names = [name for space, name in self._standing if space == spec.namespace]
        for name in dict.fromkeys((*names, *listed)):
            own = spec.names_in(name)
            is_one = all(own.get(field) == about.get(field) for field in ("name", "type"))
            if is_one and self._existing(by.kind, name) is not None:
                self._remove(by.kind, (spec.namespace, name), by)
                found = True
        return found


def removes_records(definition: Definition) -> bool:
    """Whether a command takes away all records of a profile and a type."""
    action = definition.given.get("ACTION") or definition.given.get("Action")
    return str(action).upper() in ("REMOVEALL", "MQACT_REMOVEALL")
