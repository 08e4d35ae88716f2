"""Commands on a partition's objects by library, name and type, and on its libraries.

Sources: IBM i, DLTLIB, CLRLIB, CPYLIB, RNMOBJ, MOVOBJ, DLTDTAQ with a generic name; CRTDUPOBJ: "The
public and private authorities for the duplicate object will be the same as the original object",
and no entries are copied.
"""

from dataclasses import replace

from queuewright.catalogue.errors import CommandFailed
from queuewright.dialects.rearrangement import Rearrangement, Rearranging
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.kinds import IBMI_KINDS, spec_of

from . import cl_authority
from .engine import EmbeddedSystem
from .holders import describe
from .partition import LIST, OWNER, delete_object, messages_of
from .reasons import refused_on_ibmi
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_ibmi_name

_CURRENT = "*CURLIB"


def rearrange(
    system: EmbeddedSystem, asked: Rearrangement, command: str = "", user: str = ""
) -> str:
    """Delete, move or copy what is named. user: who owns copies, "" for the sandbox's own user.
    Raises CommandFailed: what was deleted before the one that is refused stays deleted."""
    who = system.operator
    with system.writing() as tx:
        if asked.library == _CURRENT:
            asked = replace(asked, library=tx.facts.current_library)
        if asked.of_library or (asked.library and not asked.library.startswith("*")):
            _existing_library(tx, asked.library)
        if asked.to_library and not asked.of_library:
            _existing_library(tx, asked.to_library)
        found = [one for one in tx.objects(IBMI_KINDS) if asked.matches(one.kind, one.name)]
        if not found and not asked.of_library:
            key = tx.key(asked.kinds[0], str(asked))
            raise refused_on_ibmi(key, "CPF2105", "it does not exist", "name one that does")
        if who is not None:
            cl_authority.require_use(tx, who, command)
            if asked.of_library or command == "CLRLIB":
                cl_authority.require_library(tx, who, asked, command)
        refusal: CommandFailed | None = None
        if asked.verb is not Rearranging.DELETE:
            for stored in found:
                if who is not None:
                    cl_authority.require_rearranged(tx, who, asked, stored)
                _moved(tx, asked, stored, user or OWNER)
        else:
            for stored in found:
                try:
                    if who is not None:
                        cl_authority.require_rearranged(tx, who, asked, stored)
                    delete_object(tx, stored.kind, stored.name)
                except CommandFailed as error:
                    refusal = error
        if asked.of_library and refusal is None:
            _library(tx, asked, user or OWNER)
    if refusal is not None:
        raise refusal
    return f"{system.name} {asked.kinds[0]} {asked}: {len(found)} objects, {asked.verb}"


def _moved(tx: Transaction, asked: Rearrangement, stored: Stored, user: str) -> None:
    """A new place, or a copy."""
    kind, target = stored.kind, asked.target(stored.kind, stored.name)
    key = tx.key(kind, target)
    for name in spec_of(kind).names_in(target).values():
        checked_ibmi_name(key, name, "name")
    if tx.get(CLASS_OF[kind], target) is not None:
        text = f"object of type {CLASS_OF[kind]} exists already"
        raise refused_on_ibmi(key, "CPF2112", text, "give another name")
    moves = asked.verb is Rearranging.MOVE
    holders = tx.holders(stored.name, (CLASS_OF[kind],))
    if moves and holders:
        text = f"it cannot be allocated, it is in use: {describe(holders)}"
        raise refused_on_ibmi(key, "CPF2114", text, "end its use first")
    new = replace(stored, name=target, attributes=dict(stored.attributes))
    if not moves:  # whoever runs CRTDUPOBJ owns the duplicate
        new.attributes["owner"] = user
        if "journal" in new.attributes:  # journaling is of an object, and not copied
            new.attributes["journal"] = "none"
    tx.put(new)
    if not moves:
        return
    tx.drop(CLASS_OF[kind], stored.name)
    tx.rename_messages(messages_of(stored), messages_of(new))
    if kind == LIST:
        for secured in list(tx.objects(IBMI_KINDS)):
            if secured.attributes.get("authorization_list") == stored.name:
                secured.attributes["authorization_list"] = target
                tx.put(secured)


def _library(tx: Transaction, asked: Rearrangement, user: str) -> None:
    """The library itself is deleted, renamed or copied."""
    library = tx.get("*LIB", asked.library)
    is_new = bool(asked.to_library) and asked.to_library not in tx.libraries()
    if is_new and library is not None:
        copied = asked.verb is Rearranging.COPY
        owned = {**library.attributes, "owner": user} if copied else library.attributes
        tx.put(replace(library, name=asked.to_library, attributes=owned))
    if asked.verb is not Rearranging.COPY:
        if asked.library in SYSTEM_LIBRARIES:
            key = tx.key("library", asked.library)
            raise refused_on_ibmi(key, "CPF2167", "it belongs to the system", "name another")
        tx.drop_library(asked.library)


def _existing_library(tx: Transaction, name: str) -> None:
    if name != "QSYS" and name not in tx.libraries():
        key = tx.key("library", name)
        raise refused_on_ibmi(key, "CPF2110", "it does not exist", "name a library that exists")
