"""Run by a Python that has pymqrest: a client of IBM MQ's REST API that others wrote.

Arguments: URL, the authority's certificate, user, password. Prints what it saw as JSON.
"""

import json
import sys
from collections.abc import Callable

import pymqrest


def refusal(command: Callable[[], object]) -> str:
    """What the queue manager says to a command that it refuses."""
    try:
        command()
    except pymqrest.MQRESTCommandError as error:
        return json.dumps(error.payload)
    return ""


def main() -> None:
    url, authority, user, password = sys.argv[1:]
    session = pymqrest.MQRESTSession(
        f"{url}/ibmmq/rest/v3",
        "QM1",
        credentials=pymqrest.LTPAAuth(user, password),
        verify_tls=authority,
        map_attributes=False,
    )
    seen: dict[str, object] = {}
    session.define_qlocal(name="PY.LOCAL", request_parameters={"MAXDEPTH": "50"})
    session.alter_qlocal(name="PY.LOCAL", request_parameters={"MAXDEPTH": "60"})
    session.define_qalias(name="PY.ALIAS", request_parameters={"TARGET": "PY.LOCAL"})
    session.define_qremote(
        name="PY.REMOTE",
        request_parameters={"RNAME": "R", "RQMNAME": "QM2"},
    )
    session.define_qmodel(name="PY.MODEL")
    session.define_namelist(name="PY.LIST", request_parameters={"NAMES": ["A", "B"]})
    session.define_channel(
        name="TO.PY",
        request_parameters={
            "CHLTYPE": "CLUSRCVR",
            "CONNAME": "mq1(1414)",
            "CLUSTER": "PY",
        },
    )
    seen["queues"] = session.display_queue(name="PY.*")
    seen["namelist"] = session.display_namelist(name="PY.LIST")
    seen["channel"] = session.display_channel(name="TO.PY")
    seen["qmgr"] = session.display_qmgr()
    seen["status"] = session.display_qstatus(name="USED")
    seen["connections"] = session.display_conn(name="*", request_parameters={"TYPE": "HANDLE"})
    for spec in ("qalias", "qremote", "qmodel", "namelist", "channel", "qlocal"):
        name = {"namelist": "PY.LIST", "channel": "TO.PY"}.get(spec, f"PY.{spec[1:].upper()}")
        getattr(session, f"delete_{spec}")(name=name)
    seen["after"] = refusal(lambda: session.display_queue(name="PY.*"))
    seen["refused"] = refusal(lambda: session.define_qlocal(name="USED"))
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
