"""Commands run one after the other on what is there, as a queue manager or an IBM i job runs them.

A command that cannot be read, breaks a rule of the documents, or is about what is not there, is not
taken: nothing of it. Sources: Change, Copy and Create Queue (PCF); CRTMQMQ REPLACE; CRTMSGQ,
CRTDTAQ; IBM's ADDAUTLE, CHGAUTLE, RMVAUTLE.
"""

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.spec import Lifecycle
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Script
from queuewright.dialects.registry import dialect
from queuewright.dialects.rules import ALTERS
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.kinds import KINDS, is_ibmi, is_single
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.shipped import record

from .commands import (
    DEFINED_TWICE,
    EXISTS,
    LIKE_MISSING,
    LIKE_TYPE,
    NAME_TAKEN,
    OF_THE_FILE,
    OTHER_TYPE,
    UNDEFINED,
    Refused,
    broken_rules,
    changed,
    changed_set,
    emptied,
    in_full,
    is_unknown,
    kept_authority,
    not_readable,
    not_taken,
    notes_of,
    refused,
    without_both,
)
from .control import Control, come_to
from .deciding import changed_by_decision
from .granting import granted_by_library, is_about_users, records_left
from .outcome import Base, Existing, ScriptOutcome, Standing
from .rearranging import Rearranges
from .removing import GROUP, Listed, removes_records
from .repositories import REPOSITORIES, Place, Repositories
from .resolving import LibraryNames, kinds_of

Shipped = Callable[[str], Mapping[str, Value]]
_IN_QTEMP = "QTEMP/"
_DISPOSITION = "queue_sharing_group_disposition"

OF_THE_JOB = Rule(
    "job",
    "An object that goes with the job",
    "QTEMP goes with the job, and the object with it: not taken",
    severity=Severity.WARNING,
)


def interpreted(
    scripts: Iterable[tuple[str, Script]],
    facts: SystemFacts | None = None,
    base: Base | None = None,
    shipped: Shipped | None = None,
) -> ScriptOutcome:
    """The result of scripts that run one after the other, each with the name of its file; the rest:
    see `Interpreter`. base: by default that of a new system."""
    shipped = shipped or _shipped(facts)
    interpreter = Interpreter(facts, base or new_system(shipped), shipped)
    for file, script in scripts:
        interpreter.run(script, file)
    return interpreter.outcome()


def new_system(shipped: Shipped) -> Base:
    """A system with nothing but the objects that creations take their defaults from."""
    there = {
        (spec.namespace, spec.default_object): Existing(kind, shipped(kind), True)
        for kind, spec in KINDS.items()
        if spec.default_object is not None
    }
    for kind, spec in KINDS.items():
        for fields in spec.records:
            name, values = record(kind, fields)
            there[spec.namespace, name] = Existing(kind, values, True)
    for kind in filter(is_single, KINDS):
        there[KINDS[kind].namespace, KINDS[kind].usual_names()["name"]] = Existing(
            kind, shipped(kind), True
        )
    return lambda kind, name: there.get((KINDS[kind].namespace, name))


def _shipped(facts: SystemFacts | None) -> Shipped:
    platform, level = (facts.platform, facts.command_level) if facts else (None, None)
    return lambda kind: KINDS[kind].shipped(platform, level)


class Interpreter(Rearranges):
    """Runs scripts; see `run` and `outcome`.

    facts: of the system that they run on, None where nothing is known of it: then lengths count
    characters, and any platform may have anything. base: what is there before. shipped: what a
    creation takes its defaults from where the kind has no default object. listed: the names of what
    is there before, where somebody knows them: generic deletions and commands on libraries need it.
    """

    def __init__(
        self,
        facts: SystemFacts | None,
        base: Base,
        shipped: Shipped | None = None,
        listed: Listed = lambda kinds: (),
    ) -> None:
        self._facts = facts
        self._listed = listed
        self._granted: dict[str, str] = {}  # library -> what *PUBLIC gets to what is created there
        self._base = base
        self._shipped = shipped or _shipped(facts)
        own = base(QueueManagerSpec.kind, QMGR)
        there = {n: str(v) for n, v in (own.attributes if own else {}).items() if n in REPOSITORIES}
        self._repositories = Repositories(there)
        self._standing: dict[tuple[str, str], Standing] = {}  # by namespace and name
        self._names = LibraryNames()
        self._gone: set[tuple[str, str]] = set()
        self._granted_on = {}
        self._broken: set[tuple[str, str]] = set()  # whose creation is refused, which is told
        self._outcome = ScriptOutcome()
        self._file = ""
        self._is_dump = False
        self._dialect = ""
        self._problems: Callable[[Entry], list[Diagnostic]] = lambda entry: list(entry.problems)

    def run(self, script: Script, file: str) -> None:
        """Run every command that the script comes to. A dump was written by a queue manager: what
        it leaves out are the values of its default objects, wherever these stand, and a keyword
        that is not known here is one of a later release."""
        self._file, self._is_dump = file, bool(script.facts.queue_manager)
        self._outcome.files.add(file)
        self._dialect = script.dialect
        platform = self._facts.platform if self._facts else None
        self._problems = partial(dialect(script.dialect).validate, platform=platform)
        entries: Iterable[Entry] = script.entries
        if self._is_dump:
            entries = sorted(entries, key=lambda entry: not _defines_default(entry))
        if stopped := come_to(script)[1]:  # nothing of it: what it leaves would be a guess
            self._outcome.refused.append(replace(stopped, file=file))
            return
        control = Control(script.monitors)
        for entry in entries:
            if not control.runs(entry):
                continue
            refused = self._entry(entry)
            messages = {message for one in refused for message in one.messages}
            is_monitored = control.ended(entry, messages)
            self._outcome.refused += [
                one.diagnostic for one in refused if not (is_monitored and one.messages)
            ]
        control.finish(script.ending)
        if control.stopped is not None:
            self._outcome.refused.append(replace(control.stopped, file=file))
        self._outcome.not_managed.update(script.skipped)
        for words, lines in script.skipped_at.items():
            places = self._outcome.not_managed_places.setdefault(words, [])
            places += (f"{file}:{line}" for line in lines)

    def outcome(self, files: Iterable[str] = ()) -> ScriptOutcome:
        """The objects now, clusters among it: they follow from the queue manager's repositories and
        from cluster-receiver channels. files: others that are read too, of whichever system."""
        outcome = self._outcome
        outcome.leave_out_read(files)
        outcome.objects.clear()
        outcome.in_repository.clear()
        for (space, name), known in self._standing.items():
            definition = known.definition
            if space.startswith(GROUP) and (space.removeprefix(GROUP), name) in self._standing:
                outcome.in_repository[definition.kind, definition.name] = known
            elif is_ibmi(definition.kind) and definition.name.startswith(_IN_QTEMP):
                outcome.notes.append(not_taken(OF_THE_JOB, definition))
            else:
                outcome.objects[definition.kind, definition.name] = known
        found, missing = self._repositories.clusters(outcome.objects, self._existing)
        outcome.objects.update(found)
        outcome.refused += missing
        place = next((key for key in outcome.objects if is_single(key[0])), None)
        given: Mapping[str, Value] = {}
        if place is not None:
            own = outcome.objects[place]
            has = {**own.attributes, **self._repositories.named}
            outcome.objects[place], given = replace(own, attributes=has), own.definition.values
        outcome.queue_manager = {**self._repositories.given, **given}
        return outcome

    def _entry(self, entry: Entry) -> list[Refused]:
        """Run a command; what is refused of it."""
        outcome = self._outcome
        if errors := [problem for problem in self._problems(entry) if self._is_wrong(problem)]:
            return self._unreadable(entry, errors)
        if entry.grants:
            self._granted[entry.grants[0]] = entry.grants[1]
        if entry.rearranged is not None:
            return self._rearrange(entry, entry.rearranged)
        entry = self._of_each_object(entry)
        if entry.library and entry.library not in outcome.libraries:
            outcome.libraries.append(entry.library)
        if not entry.definitions and (entry.library or entry.grants):
            return []
        asks = all(each.action is Action.INQUIRE for each in entry.definitions)
        if asks and entry.words and entry.words != "END":
            outcome.pass_over(entry.words, entry.name, f"{self._file}:{entry.line}")
        passed_over = (p for p in entry.problems if p.code in OF_THE_FILE)
        outcome.notes += [self._placed(problem, entry) for problem in passed_over]
        refused: list[Refused] = []
        definitions = [self._come_to(entry, definition) for definition in entry.definitions]
        if len(definitions) > 1:  # all of a command, or nothing
            for definition in definitions:
                refused += not_readable(definition, is_dump=self._is_dump)
        if not refused:
            for definition in definitions:
                refused += self._definition_in_branch(definition, entry.decided)
        return refused

    def _come_to(self, entry: Entry, definition: Definition) -> Definition:
        """The definition of a command that the program has come to, with the name of its file."""
        if definition.file != self._file:
            definition = replace(definition, file=self._file)
        if entry.runs_on:
            kept = (problem for problem in definition.problems if problem.code != "conditional")
            definition = replace(definition, problems=tuple(kept))
        return definition

    def _unreadable(self, entry: Entry, errors: Iterable[Diagnostic]) -> list[Refused]:
        """The problems of a command that its dialect finds, reported once."""
        for definition in entry.definitions:
            if definition.action is Action.CREATE:
                self._broken.add((KINDS[definition.kind].namespace, definition.name))
        return [self._wrong(problem, entry) for problem in errors]

    def _wrong(self, problem: Diagnostic, entry: Entry) -> Refused:
        return Refused(replace(self._placed(problem, entry), severity=Severity.ERROR))

    def _placed(self, problem: Diagnostic, entry: Entry) -> Diagnostic:
        return replace(problem, file=self._file, line=problem.line or entry.line)

    def _is_wrong(self, problem: Diagnostic) -> bool:
        is_unseen = problem.code == ALTERS.code or (not self._is_dump and is_unknown(problem))
        return problem.is_error or is_unseen

    # Objects

    def _definition(self, definition: Definition) -> list[Refused]:
        """Run a command on one object."""
        if definition.action is Action.INQUIRE:
            return []
        if is_single(definition.kind):
            return self._of_the_system(definition)
        definition, both = without_both(in_full(definition))
        key = self._key(definition)
        if refused := not_readable(definition, is_dump=self._is_dump):
            if definition.action is Action.CREATE:
                self._broken.add(key)
            return refused
        self._outcome.notes += [*notes_of(definition), *([both] if both else [])]
        match definition.action:
            case Action.CREATE:
                refused = self._create(definition, key)
                if refused and key not in self._standing:
                    self._broken.add(key)
                return refused
            case _:
                return self._change(definition)

    def _definition_in_branch(self, definition: Definition, decided: int) -> list[Refused]:
        """The same, with a note of what it changes. decided: the line of what decides whether it is
        run, 0 where nothing does."""
        if not decided:
            return self._definition(definition)
        key, kind = self._key(definition), definition.kind
        before = self._at(key, kind)
        refused = self._definition(definition)
        after = self._at(key, kind)
        if before is not None and after is not None:
            own = before.attributes, after.attributes
            self._outcome.notes += changed_by_decision(decided, definition, *own)
        return refused

    def _of_the_system(self, definition: Definition) -> list[Refused]:
        """ALTER QMGR: all of it, or nothing. Memberships of clusters have its repositories."""
        if refused := not_readable(definition, is_dump=self._is_dump):
            return refused
        self._outcome.notes += notes_of(definition)
        named = {n: str(v) for n, v in definition.values.items() if n in REPOSITORIES}
        place = Place(definition.file, definition.line, definition.column)
        if named and (problem := self._repositories.conflict(named, place)):
            return [Refused(problem)]
        values = {n: v for n, v in definition.values.items() if n not in named}
        if values and (refused := self._change(replace(definition, values=values))):
            return refused
        if named:
            self._repositories.alter(named, place)
        return []

    def _create(self, definition: Definition, key: tuple[str, str]) -> list[Refused]:
        """Create, or Copy. A creation with Replace starts anew; a record is set."""
        kind = definition.kind
        before, space = self._at(key, kind), KINDS[kind].namespace
        if before is not None and KINDS[kind].lifecycle is Lifecycle.RECORD:
            sets = (n for n, each in KINDS[kind].attributes().items() if each.is_set)
            adds = not definition.replace and not definition.values.keys().isdisjoint(sets)
            if adds or KINDS[kind].mqsc.set_anew is None:
                return self._change(definition)
        if before is not None and before.kind != kind:
            return [self._refused(NAME_TAKEN, definition, kind=before.kind)]
        # z/OS has its default objects because scripts like this one define them (CSQ4INSG).
        defined_here = self._is_dump or (self._facts and self._facts.platform is Platform.ZOS)
        ships = before is not None and before.ships and defined_here
        if before is not None and not definition.replace and not ships:
            if is_ibmi(kind):  # which fails there, however alike: no command replaces one
                return [self._refused(EXISTS, definition)]
            defaults = self._defaults(kind)
            if before.attributes == {**before.attributes, **defaults, **definition.values}:
                return []  # nothing would be otherwise
            return [self._refused(DEFINED_TWICE, definition)]
        if before is not None and definition.kept:
            known = before.attributes
            values = {name: known[name] for name in definition.kept & known.keys()}
            definition = replace(definition, values={**values, **definition.values})
        like = definition.like
        source = None if like is None else self._existing(kind, like)
        if like is not None and source is None:
            if (space, like) in self._broken:  # which is told
                self._broken.add(key)
                return []
            return [self._refused(LIKE_MISSING, definition, like=shown(like))]
        if like is not None and source is not None and source.kind != kind:
            return [self._refused(LIKE_TYPE, definition, like=shown(like), kind=source.kind)]
        defaults = source.attributes if source else self._defaults(kind)
        definition = granted_by_library(definition, self._granted)
        if refused := broken_rules(definition, defaults, self._facts, self._dialect):
            return refused
        copied = None if like is None else self._standing.get((space, like))
        if copied is not None:
            # Values that the source has by commands of the script are the copy's own.
            values = {**copied.definition.values, **definition.values}
            was_there = None if self._was_created(copied) else like
            definition = replace(
                definition, values=values, like=copied.definition.like or was_there
            )
        # Shipped values are kept once, however many objects take it.
        own = ChainMap(dict(definition.values), cast(dict[str, Value], defaults))
        self._stand(key, definition, own if source is None else dict(own))
        return []

    def _defaults(self, kind: str) -> Mapping[str, Value]:
        """The values of a creation that gives none."""
        default = self._existing(kind, KINDS[kind].default_object or "")
        return default.attributes if default and default.kind == kind else self._shipped(kind)

    def _change(self, definition: Definition) -> list[Refused]:
        """Change, Delete, and the entries of an authorization list."""
        if removes_records(definition) and self._remove_records(definition):
            return []
        found = self._meant(definition)
        if isinstance(found, Refused):
            if found.diagnostic.code != UNDEFINED.code:
                return [found]
            if is_about_users(definition):
                return self._grant(definition)
            if is_ibmi(definition.kind):  # where nobody has authorities to what is not there
                self._revoked_by(definition.kind, definition.name, definition)
            empty = emptied(definition)
            return [found] if empty is None else self._create(empty, self._key(empty))
        if found is None:
            return []
        key, before = found
        definition = replace(definition, kind=before.kind, name=key[1])
        if definition.values.get(_DISPOSITION) == "private":  # selects the object, sets nothing
            own = {n: value for n, value in definition.values.items() if n != _DISPOSITION}
            definition = replace(definition, values=own)
        left = changed_set(definition, before.attributes)
        if definition.action is Action.DELETE or left == ():
            self._remove(before.kind, key, definition)
            self._revoked_by(before.kind, key[1], definition)
            return []
        if refused := broken_rules(definition, before.attributes, self._facts, self._dialect):
            return refused
        known = self._standing.get(key)
        # Of an object that was there the script says no more than what it changes.
        so_far = known.definition if known else replace(definition, values={}, problems=())
        after = changed(so_far, definition, before.attributes)
        if isinstance(after, Refused):
            return [after]
        if note := kept_authority(definition, before.attributes):
            self._outcome.notes.append(note)
        self._stand(key, after, {**before.attributes, **after.values})
        return []

    def _grant(self, definition: Definition) -> list[Refused]:
        """Take a command about users of an object that no file defines."""
        for key, after in records_left(definition, self._standing):
            if after:
                self._stand(key, after, after.values)
            elif key in self._standing:
                self._remove(ObjectAuthoritySpec.kind, key)
        return []

    def _meant(self, definition: Definition) -> "tuple[tuple[str, str], Existing] | Refused | None":
        """The object that a command is about: a command need not say its type or library. None
        where that was refused before, which is told."""
        kinds = kinds_of(definition)
        other: Existing | None = None
        for name in self._names.meant(definition):
            for kind in kinds:
                key = self._where(kind, name, definition)
                existing = self._at(key, kind)
                if existing is not None and existing.kind in kinds:
                    return key, existing
                if key in self._broken:
                    return None
                other = other or existing
        was_removed = bool(definition.removed) and self._key(definition) in self._gone
        deletes = definition.action is Action.DELETE or was_removed
        if other is not None:
            return self._refused(OTHER_TYPE, definition, kind=other.kind)
        does = "deletes" if deletes else "changes"
        refused = self._refused(UNDEFINED, definition, does=does)
        # After a deletion nothing is there either way; and a script may use objects of others.
        if deletes or KINDS[definition.kind].may_be_there:
            warning = replace(refused.diagnostic, severity=Severity.WARNING)
            return refused._replace(diagnostic=warning)
        return refused

    def _existing(self, kind: str, name: str) -> Existing | None:
        """The object of that name now."""
        key = KINDS[kind].namespace, name
        known = self._standing.get(key)
        if known is not None:
            return Existing(known.definition.kind, known.attributes)
        found = None if key in self._gone else self._base(kind, name)
        return Existing(kind, {}, True) if not found and is_single(kind) else found

    def _key(self, definition: Definition) -> tuple[str, str]:
        return self._where(definition.kind, definition.name, definition)

    def _where(self, kind: str, name: str, definition: Definition) -> tuple[str, str]:
        """Where the object of a command stands: one of the shared repository of a queue-sharing
        group is another than the queue manager's own of its name."""
        space = KINDS[kind].namespace
        return f"{GROUP}{space}" if definition.disposition == "group" else space, name

    def _at(self, key: tuple[str, str], kind: str) -> Existing | None:
        """The object in a place now."""
        if not key[0].startswith(GROUP):
            return self._existing(kind, key[1])
        known = self._standing.get(key)
        return None if known is None else Existing(known.definition.kind, known.attributes)

    def _was_created(self, known: Standing) -> bool:
        return known.definition.action is Action.CREATE

    def _stand(
        self, key: tuple[str, str], definition: Definition, attributes: Mapping[str, Value]
    ) -> None:
        self._names.add(definition)
        self._broken.discard(key)
        self._gone.discard(key)
        spec = KINDS[definition.kind]
        if not spec.has_one_name():
            names = spec.names_in(definition.name)
            attributes = spec.in_full(names, attributes)
            self._note_record(key, spec, names)
        self._standing[key] = Standing(definition, attributes)

    def _refused(self, rule: Rule, definition: Definition, **words: Any) -> Refused:
        # A command that the program may never come to is not a mistake: one of two branches, say.
        is_certain = all(problem.code != "conditional" for problem in definition.problems)
        severity = Severity.ERROR if is_certain else Severity.WARNING
        return refused(rule, definition, severity=severity, **words)


def _defines_default(entry: Entry) -> bool:
    return any(
        definition.action is Action.CREATE
        and definition.name == KINDS[definition.kind].default_object
        for definition in entry.definitions
    )
