"""Required attributes, those that stay once they were given, and CipherSpecs of later releases.

Sources: IBM MQ, MQSC: DEFINE CHANNEL (CONNAME, XMITQ), AUTHINFO (CONNAME, OCSPURL), LISTENER
(TRPTYPE), TOPIC (TOPICSTR), SUB (TOPICSTR or TOPICOBJ); ALTER of each, which takes no parameter
that only DEFINE sets; "CipherSpec order in TLS handshake" and "Relationship between alias
CipherSpec settings" (MQ 9.2.0), MQRCCF_SSL_CIPHER_SPEC_ERROR.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.kinds import EVERY
from queuewright.mq.cipher_specs import LATER, NONE_UP_TO

from .reasons import refused

HIDDEN = "********"  # in place of a password
_ONE_OF = {
    "SUB": (("topic_string", "topic_object"), ("destination", "destination_class")),
    "TOPIC": (("topic_string",),),
}
# DEFINE AUTHINFO: what has no default in its syntax diagrams.
_SERVERS = {"CRLLDAP": "connection_name", "OCSP": "ocsp_responder_url"}
_NONE_OF_ITS_OWN = {"destination_class": "provided"}  # values with which another one is needed
# DEFINE CHANNEL: "This parameter is required" of these types.
_ADDRESS = ("SDR", "RQSTR", "CLNTCONN", "CLUSSDR")
_TRANSMISSION = ("SDR", "SVR")


def require_complete(key: Key, values: Mapping[str, Any]) -> None:
    """Raise CommandFailed where the values, those that a command gives or that an object has then,
    lack what it needs. IBM's own objects have none."""
    if key.name.startswith("SYSTEM."):
        return
    attributes = EVERY[key.kind].attributes()
    needed = [(name,) for name, attribute in attributes.items() if attribute.required]
    types = {word for _, word in EVERY[key.kind].mqsc.fixed}
    needed += [("connection_name",)] if types & set(_ADDRESS) else []
    needed += [("xmit_queue_name",)] if types & set(_TRANSMISSION) else []
    needed += [(name,) for word, name in _SERVERS.items() if word in types]
    for names in (*needed, *_ONE_OF.get(EVERY[key.kind].mqsc.word, ())):
        if all(values.get(name, "") in ("", _NONE_OF_ITS_OWN.get(name)) for name in names):
            is_address = names == ("connection_name",) and types & set(_ADDRESS)
            reason = "MQRCCF_MISSING_CONN_NAME" if is_address else "MQRCCF_PARM_MISSING"
            raise refused(key, reason, f"it needs {' or '.join(names)}", "give it")


def require_unchanged(key: Key, before: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Raise CommandFailed where a change gives something else for what only a creation sets."""
    attributes = EVERY[key.kind].attributes()
    for name, value in given.items():
        if attributes[name].change is Change.FIXED and value != before.get(name):
            text, remediation = f"{name} cannot be altered", "delete and define it"
            raise refused(key, "MQRCCF_ATTR_VALUE_FIXED", text, remediation)


def without_secrets(kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with HIDDEN in place of what is never shown."""
    attributes = EVERY[kind].attributes()
    return {n: HIDDEN if v and attributes[n].write_only else v for n, v in values.items()}


def require_cipher(key: Key, given: Mapping[str, Any], facts: SystemFacts) -> None:
    """Raise CommandFailed for a CipherSpec that came after MQ 9.1.0 on a queue manager of it or
    before. Other names are taken: a later release may have more of them."""
    name = given.get("ssl_cipher_specification")
    if facts.command_level <= NONE_UP_TO and name in LATER:
        text = f"SSLCIPH({shown(name)}) is not known at command level {facts.command_level}"
        raise refused(key, "MQRCCF_SSL_CIPHER_SPEC_ERROR", text, "name another")
