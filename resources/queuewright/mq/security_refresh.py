"""REFRESH SECURITY: which of its types a change of an attribute waits for.

Sources: IBM MQ, REFRESH SECURITY: "Usage notes" (what happens to TLS channels); Switching between
OS and LDAP authorization models (CONNAUTH, and Windows); RFRMQMAUT (what TYPE(*SSL) reads anew).
"""

from typing import TypedDict

CONNAUTH, SSL = "CONNAUTH", "SSL"
# Type -> what people notice of it.
_NOTICED = {
    CONNAUTH: "",
    SSL: ", which stops TLS channels that run: clients lose their connection",
}


class RefreshFields(TypedDict):
    """Fields of an attribute that waits for it."""

    afterwards: str
    refreshed_by: str


def command(security: str) -> str:
    """The command of one type, in MQSC."""
    return f"REFRESH SECURITY TYPE({security})"


def noticed(security: str) -> str:
    """The command, and what people notice of it."""
    return f"{command(security)}{_NOTICED[security]}"


def refreshed(security: str, besides: str = "") -> RefreshFields:
    """Of an attribute that counts after such a refresh. besides: what else it may need."""
    return RefreshFields(
        afterwards=f"works after {noticed(security)}{besides}", refreshed_by=security
    )
