"""Whether a user may run a CL command, where a rehearsal asks for that.

First the command itself (*USE), then the library that an object is in, then the object, as IBM i
looks at them; of IBM MQ's commands what the same command of MQSC needs. Sources: `command_needs`;
IBM MQ, "Access authorities for IBM MQ objects on IBM i": commands of group 1 are for QMQMADM and
*ALLOBJ, those of group 2 need authority to the command and to the objects.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.dialects.cl import OtherGrant
from queuewright.dialects.cl.tables import GRANT, REVOKE, commands, is_program
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.rearrangement import Rearrangement, Rearranging
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.library import PLACE, LibrarySpec
from queuewright.ibmi.owner import OWNER as OWNED_BY
from queuewright.ibmi.private_authorities import PRIVATE, WORDS, each_of
from queuewright.kinds import is_ibmi, spec_of

from .authorization import Operator, is_administrator
from .command_authority import require_definition
from .command_needs import (
    COMMANDS,
    COPIED,
    COPIED_FROM,
    DELETING,
    EMPTIED,
    MOVED,
    OWNED_LIBRARY,
    RENAMED,
    RENAMED_LIBRARY,
    Moves,
    Needs,
)
from .held_authorities import COMMAND, MQ_LIBRARY, PROFILE, held
from .held_authorities import TYPES as HELD_TYPES
from .partition import OWNER, in_library
from .reasons import refused, refused_on_ibmi
from .rows import CLASS_OF, Stored, Transaction
from .user_authority import ALL, has_all_objects, object_type, rights_to

_LIST, _LIBRARY = AuthorizationListSpec.kind, LibrarySpec.kind
_NO_OBJECT, _NOT_IN_LIBRARY = "CPF9802", "CPF9820"  # CHKOBJ's
_IN_SYSTEM = (CLASS_OF[_LIST], CLASS_OF[_LIBRARY])
_ONLY_ADMINISTRATORS = (GRANT, REVOKE)
_ORDER = (*WORDS, "autlmgt")


def administers_mq(tx: Transaction, who: Operator) -> bool:
    """Whether the user may run every command of IBM MQ: QMQMADM, or *ALLOBJ."""
    return has_all_objects(who) or is_administrator(tx, who.user, who.groups)


def require(tx: Transaction, who: Operator, command: str, definition: Definition) -> None:
    """Raises CommandFailed where the user lacks an authority to the objects of a command that it
    may use. definition: with the library that the object is in."""
    if has_all_objects(who):
        return
    if not is_ibmi(definition.kind):
        _require_of_mq(tx, who, command, definition)
        return
    kind = _kind(tx, definition)
    needs = _needs(command, kind)
    if needs is None:
        return
    name = in_library(tx, definition.name) if spec_of(kind).in_library else definition.name
    key, existing = tx.key(kind, name), tx.get(CLASS_OF[kind], name)
    _Check(tx, who, key, needs.no_object, needs.no_library).run(needs, definition, existing)


def lacking(
    tx: Transaction, who: Operator, of_type: str, name: str, words: Collection[str]
) -> str | None:
    """CHKOBJ: the identifier that says what the user lacks of `LIBRARY/NAME`, None for nothing.
    words: as AUT has them."""
    library, _, simple = name.partition("/")
    if not _may_search(tx, who, library):
        return _NOT_IN_LIBRARY
    if of_type == COMMAND:
        of_mq = simple in commands() and not is_ibmi(commands()[simple].kinds[0])
        secured: Stored | None = held(tx, COMMAND, f"{MQ_LIBRARY if of_mq else library}/{simple}")
    elif of_type in HELD_TYPES:
        secured = held(tx, of_type, name)
    else:
        secured = tx.get(of_type, simple if of_type in _IN_SYSTEM else name)
    asked = {word.removeprefix("*").lower() for word in words} - {"none"}
    if secured is None or each_of(asked) <= rights_to(tx, who, secured).words:
        return None
    return _NO_OBJECT


def may_read(
    tx: Transaction, who: Operator, of_type: str, name: str, words: Collection[str]
) -> bool:
    """Whether a service shows the user the object `LIBRARY/NAME`: *EXECUTE to the library, and
    words, of an object that is there, to the object."""
    if has_all_objects(who):
        return True
    if not _may_search(tx, who, name.partition("/")[0]):
        return False
    secured = tx.get(of_type, name) if words else None
    return secured is None or rights_to(tx, who, secured).words.issuperset(words)


def _may_search(tx: Transaction, who: Operator, library: str) -> bool:
    in_one = tx.get(CLASS_OF[_LIBRARY], library)
    return in_one is None or "execute" in rights_to(tx, who, in_one).words


def require_use(tx: Transaction, who: Operator, command: str, *, of_mq: bool = False) -> None:
    """*USE of the command itself. Raises CommandFailed."""
    if administers_mq(tx, who) if of_mq else has_all_objects(who):
        return
    if command in commands() and is_program(command):  # an API, which anybody may call
        return
    library = MQ_LIBRARY if of_mq else PLACE
    rights = rights_to(tx, who, held(tx, COMMAND, f"{library}/{command}"))
    if not each_of(("use",)) <= rights.words:
        text = f"user {who.user} is not authorized to command {command} ({rights.through})"
        grant = f"GRTOBJAUT OBJ({library}/{command}) OBJTYPE(*CMD) USER({who.user}) AUT(*USE)"
        key = Key(tx.name, COMMAND, f"{library}/{command}")
        raise refused_on_ibmi(key, "CPF0006", text, f"grant it: {grant}")


def _require_of_mq(tx: Transaction, who: Operator, command: str, definition: Definition) -> None:
    if administers_mq(tx, who):
        return
    if command in _ONLY_ADMINISTRATORS:
        where = tx.key(definition.kind, definition.name)
        text = f"user {who.user} is not in QMQMADM, whose members run {command}"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "let one of them run it")
    require_definition(tx, who, definition)


def _kind(tx: Transaction, definition: Definition) -> str:
    """Of those that a command may mean, the kind of the object that is there."""
    kinds = definition.kinds or (definition.kind,)
    for kind in kinds if len(kinds) > 1 else ():
        name = in_library(tx, definition.name) if spec_of(kind).in_library else definition.name
        existing = tx.get(CLASS_OF[kind], name)
        if existing is not None:
            return existing.kind
    return definition.kind


def _needs(command: str, kind: str) -> Needs | None:
    if command == "DLTOBJ":
        command = DELETING[spec_of(kind).namespace]
    if command == "CHGOBJOWN" and kind == _LIBRARY:
        return OWNED_LIBRARY
    if command == "CHGOBJOWN" and kind == _LIST:
        return replace(COMMANDS[command], on_object=(), owner_only=True)
    return COMMANDS.get(command)


def require_rearranged(
    tx: Transaction, who: Operator, asked: Rearrangement, stored: Stored
) -> None:
    """As `require`, for a command on several objects, of one of them. Raises CommandFailed."""
    if has_all_objects(who) or (asked.of_library and asked.verb is Rearranging.MOVE):
        return
    key = tx.key(stored.kind, stored.name)
    if asked.verb is Rearranging.DELETE:
        needs = COMMANDS[DELETING[object_type(stored)]]
        _Check(tx, who, key, needs.no_object, needs.no_library).of_object(needs, stored)
        return
    check, moves = _Check(tx, who, key, "CPF2189", "CPF2182"), _moves(asked)
    is_list = stored.kind == _LIST
    check.library(moves.on_list_in_library if is_list else moves.in_library)
    check.words(stored, moves.on_list if is_list else moves.on_object)
    target = asked.target(stored.kind, stored.name).partition("/")[0]
    if moves.to_library and spec_of(stored.kind).in_library:
        check.words_of_library(target, moves.to_library)


def require_library(tx: Transaction, who: Operator, asked: Rearrangement, command: str) -> None:
    """As `require`, for a command on a whole library, before its objects. Raises
    CommandFailed."""
    library = tx.get(CLASS_OF[_LIBRARY], asked.library)
    if has_all_objects(who) or library is None:
        return
    check = _Check(tx, who, tx.key(_LIBRARY, library.name), "CPF2182", "CPF2182")
    if command in ("RNMLIB", "RNMOBJ"):
        check.library(RENAMED_LIBRARY.in_library)
        check.words(library, RENAMED_LIBRARY.on_object)
    elif command == "CPYLIB":
        check.words(library, COPIED_FROM)
    else:
        check.words(library, EMPTIED if command == "CLRLIB" else COMMANDS["DLTLIB"].on_object)


def _moves(asked: Rearrangement) -> Moves:
    if asked.verb is Rearranging.COPY:
        return COPIED
    return MOVED if asked.to_library else RENAMED


def require_other_grant(tx: Transaction, who: Operator, grant: OtherGrant) -> None:
    """GRTOBJAUT and RVKOBJAUT of an object that the sandbox does not have. Raises
    CommandFailed."""
    if has_all_objects(who):
        return
    of_mq = grant.object_type == COMMAND and grant.name.startswith(f"{MQ_LIBRARY}/")
    if of_mq and administers_mq(tx, who):  # "An IBM MQ administrator sets this using GRTOBJAUT"
        return
    secured = held(tx, grant.object_type, grant.name)
    key = Key(tx.name, grant.object_type, grant.name)
    needs = COMMANDS["GRTOBJAUT"]
    check = _Check(tx, who, key, needs.no_object, needs.no_library)
    check.may_grant(secured, each_of(grant.authorities), takes=grant.revokes)


def _entered(definition: Definition, listed: Stored) -> Iterator[str]:
    """The authorities that users of a list are given by a command, or lose by RMVAUTLE."""
    users = definition.values.get("users")
    if isinstance(users, Mapping):
        removes = definition.action is Action.REMOVE
        words = (listed.attributes.get("users") or {}) if removes else users
        yield from (word for user in users for word in words.get(user, ()))
    if (public := definition.values.get("authority")) is not None:
        yield str(public)


class _Check:
    """A command of a user on one object, and the identifiers that refuse it."""

    def __init__(
        self, tx: Transaction, who: Operator, key: Key, no_object: str, no_library: str
    ) -> None:
        self.tx, self.who, self.key = tx, who, key
        self.no_object, self.no_library = no_object, no_library

    def run(self, needs: Needs, definition: Definition, existing: Stored | None) -> None:
        """The library first. An object that is not there is not found, by whomever."""
        self.library(needs.in_library)
        if existing is not None and definition.action is not Action.CREATE:
            self.of_object(needs, existing)
            self._what_changes(definition, existing)
        for attribute, (of_type, words) in needs.others.items():
            value = definition.values.get(attribute)
            if attribute == "name":
                value = spec_of(self.key.kind).names_in(self.key.name)["name"]
            if attribute == JOURNAL and value == "none" and existing is not None:  # it had one
                value = existing.attributes.get(attribute)
            if isinstance(value, str) and "/" in value:
                self._other(of_type, value, words)

    def library(self, words: Collection[str]) -> None:
        """Of the library that the object is in: a library, and a list, are in QSYS."""
        in_one = spec_of(self.key.kind).in_library
        self.words_of_library(self.key.name.partition("/")[0] if in_one else PLACE, words)

    def words_of_library(self, name: str, words: Collection[str]) -> None:
        library = self.tx.get(CLASS_OF[_LIBRARY], name)
        if library is not None:
            self._require(library, words, self.no_library, f"library {name}")

    def of_object(self, needs: Needs, stored: Stored) -> None:
        self.library(needs.in_library)
        rights = rights_to(self.tx, self.who, stored)
        by_data = stored.attributes.get("authority_to_check") == "dtaaut"
        if needs.owner_only or (needs.checks and not by_data):
            if not rights.is_owner:
                owner = stored.attributes.get(OWNED_BY, OWNER)
                text = f"user {self.who.user} is not the owner, who is {owner}"
                raise refused_on_ibmi(self.key, self.no_object, text, "let the owner run it")
            return
        self.words(stored, needs.on_object)

    def words(self, stored: Stored, words: Collection[str]) -> None:
        what = f"library {stored.name}" if stored.kind == _LIBRARY else "it"
        self._require(stored, words, self.no_object, what)

    def _what_changes(self, definition: Definition, stored: Stored) -> None:
        """Needs that follow from the values of the command: grants, entries of a list, owners."""
        values, takes = definition.values, definition.action is Action.REMOVE
        if stored.kind == _LIST and OWNED_BY not in values:
            self._as_much(stored, each_of(_entered(definition, stored)), takes=takes)
        elif OWNED_BY in values:
            self._profile(str(stored.attributes.get(OWNED_BY, OWNER)), "dlt")
            self._profile(str(values[OWNED_BY]), "add")
        elif "authorization_list" in values:
            self.may_grant(stored, ALL, takes=True)  # whoever has *ALL may set or take a list
        elif isinstance(own := values.get(PRIVATE), Mapping):
            words = each_of(word for words in own.values() for word in words)
            self.may_grant(stored, words, takes=takes)
        elif "authority" in values:
            self.may_grant(stored, each_of((str(values["authority"]),)), takes=takes)

    def may_grant(self, secured: Stored, granted: frozenset[str], *, takes: bool = False) -> None:
        """The owner may grant everything; whoever has *OBJMGT may grant what it has itself but
        *OBJMGT, and take what it has. takes: RVKOBJAUT."""
        if rights_to(self.tx, self.who, secured).is_owner:
            return
        self._require(secured, ("objmgt",), self.no_object, "it")
        if "objmgt" in granted and not takes:
            self._only_owner("*OBJMGT")
        self._as_much(secured, granted, takes=takes)

    def _as_much(self, secured: Stored, granted: frozenset[str], *, takes: bool) -> None:
        """Nobody but an owner gives, or takes, what it does not have."""
        if rights_to(self.tx, self.who, secured).is_owner:
            return
        if "autlmgt" in granted and not takes:
            self._only_owner("*AUTLMGT")
        self._require(secured, granted - {"autl"}, self.no_object, "it")

    def _only_owner(self, word: str) -> None:
        text = f"user {self.who.user} is not the owner, and only the owner grants {word}"
        raise refused_on_ibmi(self.key, self.no_object, text, "let the owner grant it")

    def _profile(self, profile: str, word: str) -> None:
        """Everybody has these authorities to its own profile, and to that of a group of it."""
        secured = held(self.tx, PROFILE, f"{PLACE}/{profile}")
        self._require(secured, (word,), "CPF2217", f"user profile {profile}")

    def _other(self, of_type: str, name: str, words: Collection[str]) -> None:
        """An object that the command names besides: *EXECUTE to its library too."""
        self.words_of_library(name.partition("/")[0], ("execute",))
        secured = self.tx.get(of_type, name)
        if secured is None and of_type in ("*JRN", "*SBSD"):
            secured = held(self.tx, of_type, name)
        if secured is not None:
            self._require(secured, words, self.no_object, f"{of_type} {name}")

    def _require(self, secured: Stored, words: Collection[str], identifier: str, what: str) -> None:
        rights = rights_to(self.tx, self.who, secured)
        lacking = [word for word in _ORDER if word in words and word not in rights.words]
        if not lacking:
            return
        shown = " ".join(f"*{word.upper()}" for word in lacking)
        text = f"user {self.who.user} has no {shown} to {what} ({rights.through})"
        raise refused_on_ibmi(
            self.key, identifier, text, f"grant it: {self._grant(secured, shown)}"
        )

    def _grant(self, secured: Stored, words: str) -> str:
        if secured.kind == _LIST:
            return f"ADDAUTLE AUTL({secured.name}) USER({self.who.user}) AUT({words})"
        name = secured.name if "/" in secured.name else f"{PLACE}/{secured.name}"
        of_type = object_type(secured)
        return f"GRTOBJAUT OBJ({name}) OBJTYPE({of_type}) USER({self.who.user}) AUT({words})"
