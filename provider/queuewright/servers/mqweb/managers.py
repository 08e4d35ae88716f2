"""The resources admin/qmgr and admin/installation.

Sources: IBM MQ, /admin/qmgr GET and /admin/installation GET (attributes, status, state), REST API
and PCF equivalents for queue managers.
"""

import platform
import socket
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from queuewright import __version__
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.runmqsc import default_queue_manager

from .problems import bad_request, known_query, no_installation, no_queue_manager

Query = Mapping[str, str]
INSTALLATION = "queuewright-sandbox"
_STATES = (
    "running", "ended", "endedImmediately", "endedPreemptively", "endedUnexpectedly", "starting",
    "quiescing", "endingImmediately", "endingPreemptively", "beingDeleted", "stateNotAvailable",
    "runningAsStandby", "runningElsewhere",
)  # fmt: skip


def queue_managers(sandbox: Sandbox, name: str, query: Query, started: datetime) -> dict[str, Any]:
    """name: "" for all. started: when the server began, and its queue managers with it. Raises
    Problem."""
    known_query(query, ("attributes", "status") if name else ("attributes", "status", "state"))
    state = query.get("state", "running")
    if state not in _STATES:
        raise bad_request(f"state={shown(state, 40)} is not one of {', '.join(_STATES)}")
    if name and not sandbox.has(name):
        raise no_queue_manager(name)
    found = []
    for facts in sandbox.systems() if state == "running" else ():
        if name in ("", facts.name):
            one: dict[str, Any] = {"name": facts.name, "state": "running"}
            # attributes are available "on the IBM MQ Appliance, UNIX, Linux and Windows" alone.
            if facts.platform not in (Platform.ZOS, Platform.IBMI):
                one |= _groups({"extended": _extended(sandbox, facts)}, query.get("attributes"))
            one |= _groups({"status": _status(sandbox, facts, started)}, query.get("status"))
            found.append(one)
    return {"qmgr": found}


def installations(sandbox: Sandbox, name: str, query: Query) -> dict[str, Any]:
    """name: "" for all, which are one. Raises Problem."""
    known_query(query, ("attributes",))
    if name not in ("", INSTALLATION):
        raise no_installation(name)
    levels = [facts.command_level for facts in sandbox.systems()]
    on = {"Windows": "windows"}.get(platform.system(), "unix")
    extended = {
        "description": "Queuewright sandbox",
        "hostName": socket.gethostname(),
        "level": __version__,
        "maximumCommandLevel": max(levels, default=0),
        "operatingSystem": platform.platform(),
        "primary": True,
    }
    one: dict[str, Any] = {"name": INSTALLATION, "platform": on, "version": __version__}
    return {"installation": [one | _groups({"extended": extended}, query.get("attributes"))]}


def _extended(sandbox: Sandbox, facts: SystemFacts) -> dict[str, Any]:
    return {
        "installationName": INSTALLATION,
        "isDefaultQmgr": default_queue_manager(sandbox) == facts.name,
        "permitStandby": "notPermitted",
    }


def _status(sandbox: Sandbox, facts: SystemFacts, started: datetime) -> dict[str, Any]:
    """Each handle has a connection of its own, as in DISPLAY CONN."""
    return {
        "channelInitiatorState": "running",
        "connectionCount": len(sandbox.system(facts.name).open_handles()),
        "ldapConnectionState": "disconnected",
        "publishSubscribeState": "running",
        "started": f"{started.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z",
    }


def _groups(groups: Mapping[str, Mapping[str, Any]], asked: str | None) -> dict[str, Any]:
    """Those of the groups that are asked for: `*`, a group, `group.name`, by commas. Raises
    Problem."""
    chosen: dict[str, dict[str, Any]] = {}
    for word in (asked or "").split(","):
        for group, values in groups.items():
            _, _, name = word.partition(".")
            if word in ("*", group):
                chosen[group] = dict(values)
            elif word == f"{group}.{name}" and name in values:
                chosen.setdefault(group, {})[name] = values[name]
            elif word:
                raise bad_request(f"{shown(word, 60)} is not an attribute of the resource")
    return chosen
