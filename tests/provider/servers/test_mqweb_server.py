"""The sandbox as mqweb: who may, what is answered, how it refuses.

Bodies are re-typed from public material: IBM MQ, REST API error handling and REST API messages;
KEDA's scaler tests (kedacore/keda, ibmmq_scaler_test.go) for 2085 and MQWB0009E; IBM's instructions
for cloud paks for MQWB0112E; ibm-messaging/mq-container, issue 450, for MQWB0116E and admin/qmgr.
"""

import ssl
import time
from typing import Any

import httpx2
import pytest

from carriers import PASSWORD, authority, served
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.mqweb.server import MqwebServer

from .conftest import CSRF, connected

MQSC = "/ibmmq/rest/v3/admin/action/qmgr/QM1/mqsc"
LOGIN = "/ibmmq/rest/v3/login"
PING = {"type": "runCommandJSON", "command": "ping", "qualifier": "qmgr"}


def error(response: httpx2.Response) -> tuple[int, str]:
    [only] = response.json()["error"]
    assert only["type"] == ("pcf" if only["msgId"] == "MQWB0004E" else "rest")
    assert only["message"].startswith(only["msgId"] + ": ")
    assert {"explanation", "action", "completionCode", "reasonCode"} < set(only)
    return response.status_code, only["msgId"]


def run(client: httpx2.Client, body: dict[str, Any]) -> dict[str, Any]:
    response = client.post(MQSC, json={"type": "runCommandJSON", **body})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_queue_managers_are_listed(client: httpx2.Client) -> None:
    running = [{"name": "QM1", "state": "running"}]
    for path in ("v1/admin/qmgr", "v2/admin/qmgr", "v3/admin/qmgr", "v3/admin/qmgr/QM1"):
        assert client.get(f"/ibmmq/rest/{path}").json() == {"qmgr": running}
    assert client.get("/ibmmq/rest/v3/admin/installation").json()["installation"]
    assert error(client.get("/ibmmq/rest/v3/admin/qmgr/QM9")) == (404, "MQWB0009E")


def test_what_is_not_there_is_no_resource(client: httpx2.Client) -> None:
    for path in ("/ibmmq/rest/v4/admin/qmgr", "/ibmmq/rest/v3/admin/nothing", "/"):
        assert error(client.get(path)) == (404, "MQWB0116E")
    assert error(client.put(MQSC, json=PING))[0] == 405


def test_who_asks_has_to_be_known(server: MqwebServer) -> None:
    with connected(server, headers=CSRF) as client:
        assert error(client.post(MQSC, json=PING)) == (401, "MQWB0104E")
        for user, password in (("ann", "wrong"), ("nobody", PASSWORD), ("certified", "")):
            refused = client.post(MQSC, json=PING, auth=(user, password))
            assert error(refused) == (401, "MQWB0104E")
        bearer = {"Authorization": f"Bearer {PASSWORD}"}
        assert client.post(MQSC, json=PING, headers=bearer).status_code == 200
        bearer = {"Authorization": "Bearer other"}
        assert error(client.post(MQSC, json=PING, headers=bearer)) == (401, "MQWB0104E")


def test_a_client_certificate_says_who_asks(server: MqwebServer) -> None:
    context = ssl.create_default_context(cafile=str(authority().certificate))
    shown = authority().client("certified")
    context.load_cert_chain(str(shown.certificate), str(shown.key))
    with httpx2.Client(base_url=server.url, verify=context, trust_env=False) as client:
        assert client.get(LOGIN).json()["user"][0]["name"] == "certified"
        assert client.post(MQSC, json=PING, headers=CSRF).status_code == 200


def test_log_in_and_out_and_expiry(server: MqwebServer) -> None:
    with connected(server, headers=CSRF) as client:
        wrong = {"username": "ann", "password": "wrong"}
        assert error(client.post(LOGIN, json=wrong)) == (401, "MQWB0104E")
        assert error(client.post(LOGIN, json=["ann"]))[0] == 400
        made = client.post(LOGIN, json={"username": "ann", "password": PASSWORD})
        assert made.status_code == 204
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("LtpaToken2")
        assert "HttpOnly" in cookie
        assert "Secure" in cookie
        assert client.get(LOGIN).json() == {"user": [{"name": "ann", "role": ["MQWebAdmin"]}]}
        assert client.post(MQSC, json=PING).status_code == 200
        kept = dict(client.cookies)
        assert client.delete(LOGIN).status_code == 204
        client.cookies.update(kept)
        assert error(client.post(MQSC, json=PING)) == (401, "MQWB0112E")


def test_a_token_is_over_after_its_time(embedded: EmbeddedSystem) -> None:
    with served(embedded.sandbox, lifetime=0.2) as server, connected(server) as client:
        client.post(LOGIN, json={"username": "ann", "password": PASSWORD})
        assert client.get(LOGIN).status_code == 200
        time.sleep(0.25)
        assert error(client.get(LOGIN)) == (401, "MQWB0112E")


def test_a_change_needs_the_csrf_header(server: MqwebServer) -> None:
    with connected(server, auth=("ann", PASSWORD)) as client:
        assert error(client.post(MQSC, json=PING)) == (403, "MQWB0100E")


def test_who_may_read_may_not_change(server: MqwebServer, embedded: EmbeddedSystem) -> None:
    with connected(server, auth=("reader", PASSWORD), headers=CSRF) as client:
        display = {"command": "display", "qualifier": "qmgr"}
        assert run(client, display)["overallCompletionCode"] == 0
        define = {"command": "define", "qualifier": "qlocal", "name": "A"}
        refused = client.post(MQSC, json={"type": "runCommandJSON", **define})
        assert error(refused) == (403, "MQWB0103E")
    assert embedded.observe(["mq:LocalQueue"], ["A"]) == []


def test_an_unknown_queue_manager(client: httpx2.Client) -> None:
    response = client.post(MQSC.replace("QM1", "testqmgR"), json=PING)
    assert error(response) == (404, "MQWB0009E")
    [only] = response.json()["error"]
    assert only["message"] == "MQWB0009E: Could not query the queue manager 'testqmgR'."
    assert (only["completionCode"], only["reasonCode"]) == (2, 2058)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'"x"', b'{"type": "other"}', b'{"type": "runCommand"}',
        b'{"type": "runCommandJSON"}', b'{"type": "runCommandJSON", "command": 1}',
        b'{"type": "runCommand", "parameters": {"command": ""}}',
        b'{"type": "runCommand", "parameters": {"command": "PING QMGR\\nPING QMGR"}}',
        b'{"type": "runCommandJSON", "command": "display", "qualifier": "qlocal", "more": 1}',
        b"[" * 5000, b'{"type": "' + b"x" * 2_000_000 + b'"}',
    ],
    ids=range(13),
)  # fmt: skip
def test_a_body_that_is_no_command(client: httpx2.Client, body: bytes) -> None:
    assert error(client.post(MQSC, content=body))[0] == 400


def test_not_found_comes_with_http_200(client: httpx2.Client) -> None:
    answer = run(client, {"command": "display", "qualifier": "qlocal", "name": "FAKE.QUEUE"})
    [result] = answer["commandResponse"]
    assert (result["completionCode"], result["reasonCode"]) == (2, 2085)
    assert result["message"][0] == "AMQ8147E: IBM MQ object FAKE.QUEUE not found."
    assert (answer["overallCompletionCode"], answer["overallReasonCode"]) == (2, 3008)


def test_a_queue_is_defined_shown_altered_and_deleted(client: httpx2.Client) -> None:
    about = {"qualifier": "qlocal", "name": "DEV.QUEUE.1"}
    made = run(client, {"command": "define", **about, "parameters": {"share": "yes"}})
    assert made["commandResponse"][0]["message"] == ["AMQ8006I: IBM MQ queue created."]
    run(client, {"command": "ALTER", **about, "parameters": {"MAXDEPTH": "10"}})
    asked = {"responseParameters": ["maxdepth", "share", "curdepth"]}
    [shown] = run(client, {"command": "display", **about, **asked})["commandResponse"]
    expected = {"queue": "DEV.QUEUE.1", "type": "QLOCAL", "maxdepth": 10, "share": "yes"}
    assert shown["parameters"] == {**expected, "curdepth": 0}
    gone = run(client, {"command": "delete", **about})
    assert gone["commandResponse"][0]["message"] == ["AMQ8007I: IBM MQ queue deleted."]
    assert run(client, {"command": "display", **about})["overallCompletionCode"] == 2


def test_what_a_response_can_have(client: httpx2.Client) -> None:
    """mqweb itself refuses a response parameter that no object of the class has: MQWB0120E (found
    with a client's tests against IBM MQ 9.4.5: maxmsglen of a queue)."""

    def asked(qualifier: str, name: str, *words: str) -> httpx2.Response:
        body = {"type": "runCommandJSON", "command": "display", "qualifier": qualifier}
        return client.post(MQSC, json={**body, "name": name, "responseParameters": list(words)})

    refused = asked("qlocal", "SYSTEM.DEFAULT.LOCAL.QUEUE", "maxmsglen")
    assert refused.status_code == 400
    assert refused.json()["error"][0]["msgId"] == "MQWB0120E"
    in_vain = asked("channel", "SYSTEM.DEF.CLUSSDR", "sharecnv", "trptype").json()
    [parameters] = [row["parameters"] for row in in_vain["commandResponse"]]
    assert parameters == {
        "channel": "SYSTEM.DEF.CLUSSDR", "chltype": "CLUSSDR", "trptype": "TCP"
    }  # fmt: skip
    alias = {"qualifier": "qalias", "name": "A", "parameters": {"targq": "B"}}
    done = client.post(MQSC, json={"type": "runCommandJSON", "command": "define", **alias})
    assert done.json()["overallCompletionCode"] == 0
    [row] = asked("qalias", "A", "targq").json()["commandResponse"]
    assert row["parameters"] == {"queue": "A", "type": "QALIAS", "target": "B"}


def test_handles_are_nested_in_objects(client: httpx2.Client, embedded: EmbeddedSystem) -> None:
    embedded.create("mq:LocalQueue", "A", {})
    embedded.open("A", [OpenFor.OUTPUT, OpenFor.BROWSE])
    asked = {"command": "display", "qualifier": "conn", "name": "*"}
    answer = run(client, {**asked, "parameters": {"type": "handle"}, "responseParameters": ["all"]})
    [result] = answer["commandResponse"]
    [handle] = result["parameters"]["objects"]
    assert (handle["objname"], handle["objtype"]) == ("A", "QUEUE")
    assert handle["openopts"] == ["MQOO_OUTPUT", "MQOO_BROWSE"]
    assert result["parameters"]["conn"]


def test_a_command_of_plain_text_is_answered_in_text(client: httpx2.Client) -> None:
    def text(command: str) -> dict[str, Any]:
        body = {"type": "runCommand", "parameters": {"command": command}}
        answer: dict[str, Any] = client.post(MQSC, json=body).json()
        return answer

    made = text("DEFINE QLOCAL(A) DESCR('it''s')")
    assert made["commandResponse"] == [
        {"completionCode": 0, "reasonCode": 0, "text": ["AMQ8006I: IBM MQ queue created."]}
    ]
    [shown] = text("DISPLAY QLOCAL(A) DESCR")["commandResponse"]
    assert shown["text"][0].startswith("AMQ8409I: Display Queue details.   QUEUE(A)  ")
    assert "DESCR(it's)" in shown["text"][0]
    refused = text("DEFINE QLOCAL(A)")
    assert refused["commandResponse"][0]["reasonCode"] == 4001
    assert refused["overallReasonCode"] == 3008


def test_the_gateways_name_comes_back(client: httpx2.Client) -> None:
    header = {"ibm-mq-rest-gateway-qmgr": "QMGW"}
    response = client.post(MQSC, json=PING, headers=header)
    assert response.headers["ibm-mq-rest-gateway-qmgr"] == "QMGW"


def test_a_server_connection_channel_by_json(client: httpx2.Client) -> None:
    channel = {"qualifier": "channel", "name": "APP.SVRCONN"}
    given = {"chltype": "svrconn", "trptype": "tcp", "mcauser": "app", "maxinst": 50}
    made = run(client, {"command": "define", **channel, "parameters": given})
    assert made["overallReasonCode"] == 0
    asked = {"command": "display", **channel, "parameters": {"chltype": "svrconn"}}
    (answer,) = run(client, {**asked, "responseParameters": ["all"]})["commandResponse"]
    expected = {"channel": "APP.SVRCONN", "chltype": "SVRCONN", "mcauser": "app", "maxinst": 50}
    assert answer["parameters"].items() >= expected.items()
    assert run(client, {"command": "delete", **channel})["overallReasonCode"] == 0


def test_a_user_works_with_its_own_authorities(
    server: MqwebServer, client: httpx2.Client, embedded: EmbeddedSystem
) -> None:
    run(client, {"command": "define", "qualifier": "qlocal", "name": "A"})
    alter = {"command": "alter", "qualifier": "qlocal", "name": "A", "parameters": {"maxdepth": 7}}
    resource = "/ibmmq/rest/v1/admin/qmgr/QM1/queue/A"
    with connected(server, auth=("deploy", PASSWORD), headers=CSRF) as deploy:
        [refused] = run(deploy, alter)["commandResponse"]
        assert (refused["completionCode"], refused["reasonCode"]) == (2, 2035)
        assert "AMQ8135E: Not authorized." in refused["message"]
        assert "user deploy in ops has no connect" in refused["message"][-1]
        assert error(deploy.delete(resource))[1] == "MQWB0004E"
        for line in (
            "OBJTYPE(QMGR) GROUP('ops') AUTHADD(CONNECT,DSP)",
            "PROFILE('A') OBJTYPE(QUEUE) GROUP('ops') AUTHADD(CHG,DSP)",
        ):
            [answer] = mqsc_commands.run(embedded, f"SET AUTHREC {line}")
            assert answer.ok
        assert run(deploy, alter)["commandResponse"][0]["completionCode"] == 0
        assert deploy.get(resource).json()["queue"][0]["name"] == "A"
        shown = run(deploy, {"command": "display", "qualifier": "qlocal", "name": "*"})
        assert [each["parameters"]["queue"] for each in shown["commandResponse"]] == ["A"]
        assert error(deploy.delete(resource))[1] == "MQWB0004E"
        assert deploy.get(LOGIN).json()["user"][0]["role"] == ["MQWebUser"]
    assert run(client, alter)["commandResponse"][0]["completionCode"] == 0
