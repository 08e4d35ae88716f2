"""Message queues, data queues and authorization lists of an IBM i partition.

Sources: CRTMSGQ, CRTDTAQ with their message identifiers (docs/readings.md: each command's own);
IBM's CHGMSGQ, DLTMSGQ, DLTDTAQ, CRTAUTL, ADDAUTLE, CHGAUTLE, RMVAUTLE, DLTAUTL, GRTOBJAUT.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.ccsid import is_registered
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.sources import citations_text
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.job_queue_entry import JobQueueEntrySpec
from queuewright.ibmi.library import PLACE, LibrarySpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.output_queue import OutputQueueSpec
from queuewright.ibmi.owner import is_owned
from queuewright.ibmi.private_authorities import WHO
from queuewright.ibmi.relational_database_entry import RelationalDatabaseEntrySpec
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.world.shipped import shipped

from .holders import describe
from .reasons import refused_on_ibmi
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_ibmi_name, checked_values

LIST, MESSAGE_QUEUE = AuthorizationListSpec.kind, MessageQueueSpec.kind
_LIBRARY = CLASS_OF[LibrarySpec.kind]
# Type -> library not found, object exists (docs/readings.md: CPF codes in pairs).
_ON_CREATE = {
    "*MSGQ": ("CPF2402", "CPF2112"),
    "*DTAQ": ("CPF9810", "CPF9870"),
    "*AUTL": ("", "CPF2112"),
    "*LIB": ("", "CPF2111"),
    "*OUTQ": ("CPF3354", "CPF3353"),
    "*JOBQ": ("CPF3354", "CPF3323"),
    "*USRQ": ("CPF9810", "CPF9870"),
    CLASS_OF[RelationalDatabaseEntrySpec.kind]: ("", "CPF3EC0"),
    CLASS_OF[JobQueueEntrySpec.kind]: ("", "CPF1697"),
}
_DELETED_EMPTY = ("*OUTQ", "*JOBQ")
# CRTMSGQ, examples: the system limit for objects, about 16,000 KB (16 MB).
LARGEST_MESSAGE_QUEUE = 16_384
# Who creates objects here: the sandbox itself has no users.
OWNER = "QSECOFR"
_GRANTS = "create_authority"
_SINGLE = frozenset({"change", "all", "use", "exclude"})
_SPECIFIC = frozenset(
    {"objalter", "objexist", "objmgt", "objopr", "objref"}
    | {"add", "dlt", "execute", "read", "upd", "autlmgt"}
)


def in_library(tx: Transaction, name: str) -> str:
    """`LIBRARY/NAME` with *CURLIB and an absent library made the current one."""
    library, slash, simple = name.rpartition("/")
    if not slash or library.upper() == "*CURLIB":
        return f"{tx.facts.current_library}/{simple}"
    return name


def create_object(
    tx: Transaction, kind: str, name: str, values: Mapping[str, Any], *, like: str | None
) -> Stored:
    """CRTMSGQ and the CHGMSGQ that follows it, CRTDTAQ, or CRTAUTL and its ADDAUTLE. With `like`,
    what is left out comes from that object. Raises CommandFailed."""
    key = _key(tx, kind, name)
    no_library, exists = _ON_CREATE[CLASS_OF[kind]]
    library = ""
    if _is_of_several(kind):
        _check_names(tx, key)
    elif not spec_of(kind).in_library:
        named = spec_of(kind).fields_described()["name"]
        checked_ibmi_name(key, key.name, named.title.lower(), named.max_length or 10)
    else:
        library, _, simple = key.name.partition("/")
        checked_ibmi_name(key, simple, "name")
        checked_ibmi_name(key, library, "library")
        if library not in tx.libraries():
            reason = f"library {library} does not exist"
            raise refused_on_ibmi(key, no_library, reason, "create the library first")
    existing = tx.get(CLASS_OF[kind], key.name)
    if existing is not None:
        reason = f"object of type {CLASS_OF[kind]} exists already"
        raise refused_on_ibmi(key, exists, reason, "change it, or delete it first")
    base = _base(tx, key, like)
    given = checked_values(key, values, tx.facts)
    owner = {"owner": OWNER} if is_owned(spec_of(kind)) else {}
    stored = Stored(kind, key.name, {**owner, **base, **given})
    _validate(key, stored)
    _settle(tx, key, stored, library)
    tx.put(stored)
    return stored


def change_object(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """CHGMSGQ, CHGOBJD TEXT, GRTOBJAUT, CHGAUTLE and the like. Raises CommandFailed for what none
    of them can change."""
    key = _key(tx, kind, name)
    existing = _existing(tx, key, "CPF2403" if kind == MESSAGE_QUEUE else "CPF2105")
    given = checked_values(key, values, tx.facts)
    attributes = spec_of(kind).attributes()
    for attribute in given:
        if attributes[attribute].change is Change.REPLACE:
            reason = f"no command changes {attribute}"
            raise refused_on_ibmi(key, "CPF0006", reason, "delete and create the object")
    if given.get("authority") == "libcrtaut":
        # *LIBCRTAUT is a value of the create commands; GRTOBJAUT does not accept it.
        reason = "*LIBCRTAUT is for objects that are created"
        raise refused_on_ibmi(key, "CPF0006", reason, "give the authority itself")
    if kind == MESSAGE_QUEUE and set(values) - WHO:
        # CHGMSGQ, not GRTOBJAUT or CHGOBJOWN: cannot be allocated by another job.
        holders = tx.holders(key.name, (CLASS_OF[kind],))
        if holders:
            reason = f"it is allocated to another job: {describe(holders)}"
            raise refused_on_ibmi(key, "CPF2451", reason, "end its use first")
    if "automatic_reclaim" in given:
        # QMHQCDQ takes a shared update lock, which no job gets beside an exclusive one.
        holders = tx.holders(key.name, (CLASS_OF[kind],))
        alone = [each for each in holders if OpenFor.INPUT_EXCLUSIVE in each.open_for]
        if alone:
            reason = f"it cannot be allocated: {describe(alone)}"
            raise refused_on_ibmi(key, "CPF9803", reason, "end its use first")
    stored = Stored(kind, key.name, {**existing.attributes, **given})
    is_freed = given.get("authorization_list") == "none" and "authority" not in given
    if is_freed and existing.attributes.get("authority") == "autl":
        # RVKOBJAUT AUTL: nobody says any more what *PUBLIC may do.
        stored.attributes["authority"] = "exclude"
    _validate(key, stored)
    _settle(tx, key, stored, key.name.partition("/")[0])
    tx.put(stored)
    return stored


def delete_object(tx: Transaction, kind: str, name: str) -> None:
    """DLTMSGQ and DLTDTAQ, which delete what is in the queue too, or DLTAUTL. Raises
    CommandFailed while it is in use, or while an authorization list secures objects."""
    key = _key(tx, kind, name)
    existing = _existing(tx, key, "CPF2105")
    holders = tx.holders(key.name, (CLASS_OF[kind],))
    if holders:
        reason = f"it cannot be allocated, it is in use: {describe(holders)}"
        raise refused_on_ibmi(key, "CPF2114", reason, "end its use first")
    if CLASS_OF[kind] == _LIBRARY:
        _check_removable(tx, key)
    object_type = CLASS_OF[kind]
    held = tx.depth(messages_of(existing)).depth
    if held and object_type in _DELETED_EMPTY:
        # DLTOUTQ and DLTJOBQ refuse a queue with entries; the others delete what is in them.
        reason = f"it has {held} entries"
        raise refused_on_ibmi(key, "CPF2125", reason, "end them, or clear it first")
    if kind == LIST:
        secured = [
            stored.name
            for stored in tx.objects(IBMI_KINDS)
            if key.name in (stored.attributes.get(n) for n in ("authorization_list", _GRANTS))
        ]
        if secured:
            more = f" and {len(secured) - 3} more" if len(secured) > 3 else ""
            reason = f"it secures {', '.join(secured[:3])}{more}"
            # The diagnostic that names the objects comes before it.
            raise refused_on_ibmi(key, "CPF2125", reason, "take it away from them first")
    tx.drop_messages(messages_of(existing))
    tx.drop(CLASS_OF[kind], key.name)


def _check_removable(tx: Transaction, key: Key) -> None:
    """DLTLIB deletes the objects in it first, as `libraries.rearrange` does; here it has to be
    empty. Raises CommandFailed."""
    if key.name in SYSTEM_LIBRARIES:
        raise refused_on_ibmi(key, "CPF2167", "it belongs to the system", "name another")
    held = [one.name for one in tx.objects(IBMI_KINDS) if one.name.startswith(f"{key.name}/")]
    if held:
        count = f"{len(held)} object{'s' * (len(held) > 1)}"
        reason = f"it holds {count}: {', '.join(held[:3])}"
        raise refused_on_ibmi(key, "CPF2161", reason, "delete them first")


def _is_of_several(kind: str) -> bool:
    """Whether several names name it: an entry of one object for another."""
    return len(spec_of(kind).identity()) > 1 and not spec_of(kind).in_library


def _check_names(tx: Transaction, key: Key) -> None:
    """Of an entry: each of its names is `LIBRARY/NAME`, and the first has to be in a library that
    exists. Raises CommandFailed."""
    names = spec_of(key.kind).names_in(key.name)
    if names.keys() != set(spec_of(key.kind).identity()):
        reason = f"it is named by {', '.join(spec_of(key.kind).identity())}"
        raise refused_on_ibmi(key, "CPF0006", reason, "give all of them")
    for field, text in names.items():
        library, _, simple = text.rpartition("/")
        checked_ibmi_name(key, simple, field)
        checked_ibmi_name(key, library, f"library of {field}")
        if field == "name" and library != PLACE and library not in tx.libraries():
            reason = f"library {library} does not exist"
            raise refused_on_ibmi(key, "CPF9810", reason, "name one that exists")


def existing_object(tx: Transaction, kind: str, name: str) -> Stored:
    """Raises CommandFailed where there is none of that kind."""
    return _existing(tx, _key(tx, kind, name), "CPF2105")


def change_entries(
    tx: Transaction, name: str, users: Mapping[str, Iterable[str]], *, add: bool
) -> Stored:
    """ADDAUTLE, or RMVAUTLE of the users that are named. Raises CommandFailed.

    "If the specified user is already on the list, a message is issued and the user's authorities
    on the list are not changed."
    """
    key = _key(tx, LIST, name)
    existing = _existing(tx, key, "CPF2283")
    listed = dict(existing.attributes.get("users", {}))
    owner = existing.attributes.get("owner", OWNER)
    for user, granted in users.items():
        if add and user in (*listed, owner):  # an owner is on it with *ALL and *AUTLMGT
            reason = f"user {user} is on the list already"
            raise refused_on_ibmi(key, "CPF2282", reason, "change the entry with CHGAUTLE")
        if not add and user not in listed:
            reason = f"user {user} is not on the list"
            raise refused_on_ibmi(key, "CPF2285", reason, "name a user that is")
        if add:
            _validate_entry(key, user, granted)
            listed[user] = tuple(granted)
        else:
            del listed[user]
    stored = Stored(LIST, key.name, {**existing.attributes, "users": listed})
    tx.put(stored)
    return stored


def owned(kind: str, attributes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The attributes with an owner, and with private authorities of others only. Sandboxes of
    before have no owners."""
    if not is_owned(spec_of(kind)):
        return attributes
    owner, users = attributes.get("owner", OWNER), attributes.get("private_authorities")
    seen = {**attributes, "owner": owner}
    if users and owner in users:
        others = {user: words for user, words in users.items() if user != owner}
        seen["private_authorities"] = others
    return seen


def messages_of(stored: Stored) -> str:
    """The name under which the messages of an object are counted; an MQ queue has its own."""
    return f"{CLASS_OF[stored.kind]} {stored.name}"


def _key(tx: Transaction, kind: str, name: str) -> Key:
    key = tx.key(kind, in_library(tx, name) if spec_of(kind).in_library else name)
    if not tx.on_ibmi:
        reason = f"{tx.name} is not an IBM i partition, its platform is {tx.facts.platform}"
        raise refused_on_ibmi(key, "CPF0001", reason, "use a system whose platform is ibmi")
    return key


def _existing(tx: Transaction, key: Key, missing: str) -> Stored:
    stored = tx.get(CLASS_OF[key.kind], key.name)
    if stored is None or stored.kind != key.kind:
        if _is_of_several(key.kind):
            _check_names(tx, key)
        library = key.name.partition("/")[0]
        if spec_of(key.kind).in_library and library not in tx.libraries():
            reason = f"library {library} does not exist"
            raise refused_on_ibmi(key, "CPF2110", reason, "name a library that exists")
        reason, remediation = "it does not exist", "create it first"
        if stored is not None:
            reason, remediation = f"it is an {stored.kind}", "use the command of its type"
        code = "CPF2283" if key.kind == LIST and missing != "CPF2105" else missing
        code = "CPF2110" if CLASS_OF[key.kind] == _LIBRARY else code
        code = _ON_CREATE[CLASS_OF[key.kind]][1] if _is_of_several(key.kind) else code
        raise refused_on_ibmi(key, code, reason, remediation)
    return stored


def _base(tx: Transaction, key: Key, like: str | None) -> dict[str, Any]:
    if like is None:
        return shipped(key.kind, tx.facts)
    name = in_library(tx, like) if spec_of(key.kind).in_library else like
    source = tx.get(CLASS_OF[key.kind], name)
    if source is None or source.kind != key.kind:
        reason = f"{name} is not an existing {key.kind}"
        raise refused_on_ibmi(key, "CPF2105", reason, "name one that exists")
    # The owner is not copied: whoever creates an object owns it.
    return {name: value for name, value in source.attributes.items() if name != "owner"}


def _validate(key: Key, stored: Stored) -> None:
    values = stored.attributes
    for name, attribute in spec_of(key.kind).attributes().items():
        if attribute.required and values.get(name) in (None, ""):
            remediation = f"give it [{citations_text(attribute.sources)}]"
            raise refused_on_ibmi(key, "CPF0006", f"{name} is required", remediation)
    if key.kind == MESSAGE_QUEUE and values["initial_storage_size"] > LARGEST_MESSAGE_QUEUE:
        reason = (
            f"initial_storage_size {values['initial_storage_size']} KB exceeds the machine limit"
        )
        raise refused_on_ibmi(key, "CPF2497", reason, f"give at most {LARGEST_MESSAGE_QUEUE}")
    ccsid = values.get("coded_character_set_id")
    if isinstance(ccsid, int) and not is_registered(ccsid):
        # CRTMSGQ CCSID: "a list of valid CCSID values" is in IBM's Globalization information.
        raise refused_on_ibmi(key, "CPF247E", f"CCSID {ccsid} is not valid", "use another")
    if "key_length" in spec_of(key.kind).attributes():
        keyed = "keyed" in (values.get("sequence"), values.get("queue_type"))
        if keyed != (values.get("key_length") is not None):
            # CRTDTAQ KEYLEN: valid only when SEQ(*KEYED); docs/readings.md: and then required.
            # QUSCRTUQ, Key length: 0 where the queue is not keyed.
            reason = "key_length belongs to a keyed queue, and that needs it"
            raise refused_on_ibmi(key, "CPF0006", reason, "give both or neither")
    if key.kind == DdmDataQueueSpec.kind:
        by_database = values.get("remote_location") == "rdb"
        if by_database != bool(values.get("relational_database")):
            # CRTDTAQ RDB: required with RMTLOCNAME(*RDB); docs/readings.md: refused otherwise.
            reason = "relational_database belongs to remote_location rdb, and that needs it"
            raise refused_on_ibmi(key, "CPF0006", reason, "give both or neither")
    if key.kind == OutputQueueSpec.kind:
        by_address = values.get("remote_system") == "intnetadr"
        if by_address != bool(values.get("internet_address")):
            # CRTOUTQ INTNETADR: of RMTSYS(*INTNETADR), and required with it.
            reason = "internet_address belongs to remote_system intnetadr, and that needs it"
            raise refused_on_ibmi(key, "CPF0006", reason, "give both or neither")
        by_object = values.get("manufacturer_type_and_model") == "wscst"
        if by_object and values.get("workstation_customizing_object") in (None, "none"):
            # CRTOUTQ MFRTYPMDL: *WSCST is the object that WSCST names.
            reason = "manufacturer_type_and_model wscst needs a workstation_customizing_object"
            raise refused_on_ibmi(key, "CPF0006", reason, "give it")
    if (owner := values.get("owner")) is not None:
        checked_ibmi_name(key, owner, "user profile")
    for user, granted in values.get("users", {}).items():
        _validate_entry(key, user, granted)
    for user, granted in (values.get("private_authorities") or {}).items():
        _validate_entry(key, user, granted)
        if "autlmgt" in granted:
            reason = f"user {user}: *AUTLMGT is an authority of lists"
            raise refused_on_ibmi(key, "CPF0006", reason, "leave it out")


def _validate_entry(key: Key, user: str, granted: Iterable[str]) -> None:
    checked_ibmi_name(key, user, "user profile")
    words = set(granted)
    single = words & _SINGLE
    if "exclude" in words and len(words) > 1:
        reason = f"user {user}: *EXCLUDE cannot be specified with another authority"
        raise refused_on_ibmi(key, "CPF2290", reason, "grant one of them")
    unknown = words - _SINGLE - _SPECIFIC
    mixed = len(single) > 1 or (single and words - single - {"autlmgt"})
    if unknown or mixed or not words:
        reason = f"user {user}: {shown(sorted(words))} is not an authority of a list"
        raise refused_on_ibmi(key, "CPF0006", reason, "see ADDAUTLE AUT")


def _settle(tx: Transaction, key: Key, stored: Stored, library: str) -> None:
    """Values that the system determines when the command runs."""
    values = stored.attributes
    if values.get("coded_character_set_id") == "job":
        # CRTMSGQ CCSID *JOB: the CCSID of the job running this command.
        values["coded_character_set_id"] = tx.facts.ccsid
    if key.kind == LIST:
        return
    if values.get("authority") == "libcrtaut":
        # CRTMSGQ AUT *LIBCRTAUT: determined by the library's Create authority (CRTAUT).
        granted = tx.libraries()[library or PLACE]
        values["authority"] = granted
        if granted not in _SINGLE:  # CRTLIB CRTAUT: a list secures what is created there
            values["authority"], values["authorization_list"] = "autl", granted
    queue = values.get("data_queue") or "none"
    if queue != "none" and tx.get("*DTAQ", in_library(tx, queue)) is None:
        # CRTOUTQ DTAQ, "Data queue: *READ": it has to be there.
        reason = f"data queue {shown(queue)} does not exist"
        raise refused_on_ibmi(key, "CPF9801", reason, "create it first")
    journal = values.get("journal") or "none"
    if journal != "none" and journal.partition("/")[0] not in tx.libraries():
        reason = f"library {journal.partition('/')[0]} does not exist"
        raise refused_on_ibmi(key, "CPF9810", reason, "name a library that exists")
    given = values.get(_GRANTS)
    if given not in (None, "sysval", *_SINGLE) and tx.get("*AUTL", str(given)) is None:
        reason = f"authorization list {shown(given)} does not exist"
        raise refused_on_ibmi(key, "CPF2283", reason, "create it first")
    listed = values.get("authorization_list") or "none"
    if listed == "none" and values.get("authority") == "autl":
        # GRTOBJAUT AUT *AUTL: the public authority of the list that secures the object.
        reason = "*AUTL cannot be specified: no authorization list secures the object"
        raise refused_on_ibmi(key, "CPF22A9", reason, "give a list first")
    if listed != "none" and tx.get("*AUTL", listed) is None:
        # CRTMSGQ, CRTDTAQ AUT: the authorization list must exist when the object is created.
        reason = f"authorization list {shown(listed)} does not exist"
        raise refused_on_ibmi(key, "CPF2283", reason, "create it first")
