"""Queues, channels, queue managers and installations as resources of the REST API.

Bodies are re-typed from public material: chughts/IBM's sample "mq-dotnet-administration-with-
mqrestapi" README (`queue/Q1`, `queue/Q1?attributes=*`, `channel/SYSTEM.DEF.SENDER` of a real
mqweb); what amigoer/mq-studio (driver ibmmq, destinations.go) and the parsers of the MQRestAPI
classes (Parser.parse_queue_response, parse_qmgr_response) read of answers; IBM MQ, REST API error
handling, for MQWB0037E; REST API and PCF equivalents for queues, for words; that queues and
channels are resources "only in version 1": IBM MQ 9.1 and 10.0, queue GET, POST, PATCH, DELETE;
the replica's answer in public notes on native HA for MQWB0004E of type pcf.
"""

from pathlib import Path
from typing import Any

import httpx2
import pytest

from carriers import PASSWORD, machine, served
from clock import Clock, in_zone
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.keywords import keywords
from queuewright.dialects.mqweb.resource_tables import CHANNEL, QUEUE, RestAttribute
from queuewright.kinds import QUEUE_KINDS
from queuewright.mq.channels import ClusterReceiverChannelSpec, ClusterSenderChannelSpec
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.mqsc_commands import run
from queuewright.servers.mqweb.server import MqwebServer
from sandbox_files import sandbox_with

from .conftest import CSRF, connected
from .test_mqweb_server import error

V1 = "/ibmmq/rest/v1/admin"
QUEUES = f"{V1}/qmgr/QM1/queue"
CHANNELS = f"{V1}/qmgr/QM1/channel"


def queue(client: httpx2.Client, name: str, ask: str = "") -> dict[str, Any]:
    response = client.get(f"{QUEUES}/{name}{ask}")
    assert response.status_code == 200, response.text
    [only] = response.json()["queue"]
    found: dict[str, Any] = only
    return found


def names(client: httpx2.Client, ask: str = "") -> list[str]:
    response = client.get(f"{QUEUES}{ask}")
    assert response.status_code == 200, response.text
    return [each["name"] for each in response.json()["queue"]]


def made(client: httpx2.Client, body: dict[str, Any], ask: str = "") -> httpx2.Response:
    response = client.post(f"{QUEUES}{ask}", json=body)
    assert response.status_code == 201, response.text
    assert response.text == ""
    return response


class TestQueue:
    def test_a_local_queue_as_a_real_server_shows_it(self, client: httpx2.Client) -> None:
        made(client, {"name": "Q1"})
        assert queue(client, "Q1") == {"name": "Q1", "type": "local"}
        shown = queue(client, "Q1", "?attributes=*")
        # Of the transcript.
        times = shown.pop("timestamps")
        assert {**shown, "extended": None} == {
            "cluster": {
                "namelist": "", "name": "", "workloadQueueUse": "asQmgr", "workloadPriority": 0,
                "workloadRank": 0, "transmissionQueueForChannelName": "",
            },
            "storage": {
                "maximumDepth": 5000, "maximumMessageLength": 4194304,
                "messageDeliverySequence": "priority", "nonPersistentMessageClass": "normal",
            },
            "trigger": {
                "initiationQueueName": "", "depth": 1, "data": "", "processName": "",
                "messagePriority": 0, "type": "first", "enabled": False,
            },
            "type": "local",
            "extended": None,
            "general": {
                "inhibitPut": False, "inhibitGet": False, "isTransmissionQueue": False,
                "description": "",
            },
            "applicationDefaults": {
                "putResponse": "synchronous", "messagePriority": 0,
                "messagePersistence": "nonPersistent", "clusterBind": "onOpen",
                "sharedInput": True, "readAhead": "no", "messagePropertyControl": "compatible",
            },
            "name": "Q1",
            "events": {
                "serviceInterval": {
                    "duration": 999999999, "okEnabled": False, "highEnabled": False,
                },
                "depth": {
                    "lowPercentage": 20, "highPercentage": 80, "lowEnabled": False,
                    "fullEnabled": True, "highEnabled": False,
                },
            },
            "dataCollection": {
                "accounting": "asQmgr", "monitoring": "asQmgr", "statistics": "asQmgr",
            },
        }  # fmt: skip
        assert times.keys() == {"altered", "created"}
        assert shown["extended"].items() >= {
            "allowSharedInput": True, "enableMediaImageOperations": "asQmgr",
            "backoutRequeueQueueName": "", "custom": "", "supportDistributionLists": False,
            "backoutThreshold": 0,
        }.items()  # fmt: skip

    def test_created_changed_and_deleted(
        self, client: httpx2.Client, embedded: EmbeddedSystem
    ) -> None:
        body = {
            "name": "A/B", "storage": {"maximumDepth": 7},
            "trigger": {"enabled": True, "type": "every"},
            "events": {"serviceInterval": {"highEnabled": True, "okEnabled": False}},
            "general": {"description": "it's {\"x\"}", "inhibitPut": True},
        }  # fmt: skip
        location = made(client, body).headers["location"]
        assert location.endswith(f"{QUEUES}/A%2FB")
        [known] = embedded.observe(["mq:LocalQueue"], ["A/B"])
        assert known.attributes.items() >= {
            "max_queue_depth": 7, "trigger_control": "on", "trigger_type": "every",
            "queue_service_interval_event": "high", "queue_description": 'it\'s {"x"}',
            "inhibit_put": "put_inhibited",
        }.items()  # fmt: skip
        change = {"storage": {"maximumDepth": 9}, "trigger": {"enabled": False}}
        assert client.patch(location, json=change).status_code == 204
        shown = client.get(location + "?attributes=storage.maximumDepth,trigger").json()["queue"][0]
        assert set(shown) == {"name", "type", "storage", "trigger"}
        assert shown["storage"] == {"maximumDepth": 9}
        assert (shown["trigger"]["enabled"], shown["trigger"]["type"]) == (False, "every")
        gone = client.delete(location)
        assert (gone.status_code, gone.text) == (204, "")
        assert error(client.get(location)) == (404, "MQWB0037E")

    @pytest.mark.parametrize("name", ["queue", "channel", "A/queue", "queue/queue", "%25"])
    def test_any_name(self, client: httpx2.Client, name: str) -> None:
        location = made(client, {"name": name}).headers["location"]
        assert client.get(location).json() == {"queue": [{"name": name, "type": "local"}]}
        assert client.delete(location).status_code == 204

    def test_each_type(self, client: httpx2.Client) -> None:
        made(client, {"name": "XMIT", "general": {"isTransmissionQueue": True}})
        remote = {"queueName": "R", "qmgrName": "QM2", "transmissionQueueName": "XMIT"}
        made(client, {"name": "REM", "type": "remote", "remote": remote})
        made(client, {"name": "ALI", "type": "alias", "alias": {"targetName": "XMIT"}})
        made(client, {"name": "MOD", "type": "model", "model": {"type": "permanentDynamic"}})
        assert queue(client, "REM") == {"name": "REM", "type": "remote", "remote": remote}
        assert queue(client, "ALI")["alias"]["targetName"] == "XMIT"
        assert queue(client, "MOD")["model"] == {"type": "permanentDynamic"}
        assert queue(client, "ALI", "?attributes=alias")["alias"]["targetType"] == "queue"
        assert names(client, "?type=alias") == ["ALI", "SYSTEM.DEFAULT.ALIAS.QUEUE"]
        assert {"XMIT", "REM", "ALI", "MOD"} <= set(names(client))
        assert names(client, "?type=cluster") == []
        change = {"type": "remote", "remote": {"queueName": "S"}}
        assert client.patch(f"{QUEUES}/REM", json=change).status_code == 204
        assert queue(client, "REM")["remote"]["queueName"] == "S"
        for name in ("REM", "ALI", "MOD"):
            assert client.delete(f"{QUEUES}/{name}").status_code == 204

    def test_replaced_unless_it_must_not_be(self, client: httpx2.Client) -> None:
        made(client, {"name": "A", "storage": {"maximumDepth": 7}})
        again = client.post(f"{QUEUES}?noReplace", json={"name": "A"})
        assert error(again) == (500, "MQWB0004E")
        assert again.json()["error"][0]["reasonCode"] == 4001
        assert queue(client, "A", "?attributes=storage.maximumDepth")["storage"] == {
            "maximumDepth": 7
        }
        made(client, {"name": "A"})
        assert queue(client, "A", "?attributes=*")["storage"]["maximumDepth"] == 5000

    def test_like_another(self, client: httpx2.Client) -> None:
        made(client, {"name": "A", "storage": {"maximumDepth": 7}})
        made(client, {"name": "B", "general": {"description": "b"}}, "?like=A&noReplace")
        shown = queue(client, "B", "?attributes=*")
        assert (shown["storage"]["maximumDepth"], shown["general"]["description"]) == (7, "b")
        missing = client.post(f"{QUEUES}?like=NONE", json={"name": "C"})
        assert error(missing)[0] == 404

    def test_what_is_in_use_needs_force_and_messages_need_purge(
        self, client: httpx2.Client, embedded: EmbeddedSystem
    ) -> None:
        made(client, {"name": "A"})
        made(client, {"name": "B", "type": "alias", "alias": {"targetName": "A"}})
        handle = embedded.open("B", [OpenFor.OUTPUT])
        change = {"type": "alias", "alias": {"targetName": "OTHER"}}
        refused = client.patch(f"{QUEUES}/B", json=change)
        assert error(refused) == (500, "MQWB0004E")
        assert refused.json()["error"][0]["reasonCode"] == 4004  # MQRCCF_OBJECT_OPEN
        assert client.patch(f"{QUEUES}/B?force", json=change).status_code == 204
        embedded.close_handle(handle.id)
        embedded.put("A", count=2)
        run_all(embedded, "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)")
        refused = client.delete(f"{QUEUES}/A")
        assert (error(refused)[0], refused.json()["error"][0]["reasonCode"]) == (500, 2055)
        assert client.delete(f"{QUEUES}/A?purge&keepAuthorityRecords").status_code == 204
        [kept] = run(embedded, "DISPLAY AUTHREC PROFILE(A)")
        assert [row["ENTITY"] for row in kept.objects] == ["g"]

    def test_status_and_handles(self, client: httpx2.Client, embedded: EmbeddedSystem) -> None:
        made(client, {"name": "A"})
        made(client, {"name": "ALI", "type": "alias", "alias": {"targetName": "A"}})
        embedded.put("A", count=2)
        embedded.put("A", uncommitted=True)
        embedded.open("A", [OpenFor.OUTPUT], application="orders")
        ask = "?attributes=storage.maximumDepth&status=status.currentDepth,status.openOutputCount"
        shown = queue(client, "A", f"{ask},status.uncommittedMessages,status.lastGet")
        assert shown["status"] == {
            "currentDepth": 3, "openOutputCount": 1, "uncommittedMessages": 1, "lastGet": "",
        }  # fmt: skip
        everything = queue(client, "A", "?status=*")["status"]
        assert everything["oldestMessageAge"] == -1  # as without monitoring
        assert everything["onQueueTime"] == {"longSampleDuration": -1, "shortSampleDuration": -1}
        assert "status" not in queue(client, "ALI", "?status=*")
        assert names(client, "?status=*&filter=status.currentDepth:greaterThan:0") == ["A"]
        [handle] = queue(client, "A", "?applicationHandle=*")["applicationHandle"]
        assert (handle["tag"], handle["openOptions"]) == ("orders", ["MQOO_OUTPUT"])

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("storage.maximumDepth:greaterThan:10", ["DEV.B"]),
            ("storage.maximumDepth:lessThanOrEqualTo:10", ["DEV.A"]),
            ("general.inhibitPut:equalTo:true", ["DEV.A"]),
            ("general.inhibitPut:notEqualTo:true", ["DEV.B"]),
            ("general.description:equalTo:or*", ["DEV.B"]),
            ("applicationDefaults.clusterBind:equalTo:onOpen", ["DEV.A", "DEV.B"]),
        ],
    )
    def test_filters(self, client: httpx2.Client, text: str, expected: list[str]) -> None:
        body = {"storage": {"maximumDepth": 10}, "general": {"inhibitPut": True}}
        made(client, {"name": "DEV.A", **body})
        made(client, {"name": "DEV.B", "general": {"description": "orders"}})
        assert names(client, f"?name=DEV.*&filter={text}") == expected
        assert names(client, "?name=NONE*") == []

    @pytest.mark.parametrize(
        "ask",
        [
            "?filter=storage.maximumDepth:greaterThan", "?filter=name:equalTo:A",
            "?filter=storage.maximumDepth:greaterThan:x", "?filter=general.inhibitPut:equalTo:1",
            "?filter=general.description:lessThan:x", "?attributes=nothing",
            "?attributes=storage.nothing", "?status=status.nothing", "?type=other", "?more=1",
            "/A?name=B", "/A?type=local",
        ],
    )  # fmt: skip
    def test_a_query_that_is_none(self, client: httpx2.Client, ask: str) -> None:
        made(client, {"name": "A"})
        assert error(client.get(f"{QUEUES}{ask}"))[0] == 400

    @pytest.mark.parametrize(
        ("body", "reported"),
        [
            ([], "must be a JSON object"), ({}, "name"), ({"name": 1}, "name"),
            ({"name": "A", "type": "other"}, "type"), ({"name": "A", "type": []}, "type"),
            ({"name": "A", "maxdepth": 1}, "maxdepth"),
            ({"name": "A", "storage": {"depth": 1}}, "storage.depth"),
            ({"name": "A", "storage": {"maximumDepth": "7"}}, "storage.maximumDepth"),
            ({"name": "A", "storage": {"maximumDepth": True}}, "storage.maximumDepth"),
            ({"name": "A", "storage": {"maximumDepth": -1}}, "max_queue_depth"),
            ({"name": "A", "general": {"inhibitPut": 1}}, "general.inhibitPut"),
            ({"name": "A", "general": {"description": 1}}, "general.description"),
            ({"name": "A", "trigger": {"type": "often"}}, "trigger.type"),
            ({"name": "A", "trigger": {"type": {"a": {"b": {}}}}}, "trigger.type"),
            ({"name": "A", "remote": {"queueName": "B"}}, "remote is for"),
            ({"name": "A", "type": "alias", "storage": {"maximumDepth": 1}}, "maxdepth"),
            ({"name": "A B"}, "A B"), ({"name": "A" * 49}, "48"),
            ({"name": "A", "events": {"serviceInterval": {"highEnabled": True,
              "okEnabled": True}}}, "serviceInterval"),
        ],
    )  # fmt: skip
    def test_a_body_that_is_none(
        self, client: httpx2.Client, embedded: EmbeddedSystem, body: Any, reported: str
    ) -> None:
        refused = client.post(QUEUES, json=body)
        assert error(refused)[0] == 400
        assert reported in refused.text
        assert embedded.observe(["mq:LocalQueue"], ["A"]) == []

    def test_what_is_not_there(self, client: httpx2.Client) -> None:
        for refused in (
            client.get(f"{QUEUES}/missingQueue"),
            client.get(f"{QUEUES}/SYSTEM*"),
            client.patch(f"{QUEUES}/missingQueue", json={}),
            client.delete(f"{QUEUES}/missingQueue"),
        ):
            assert error(refused) == (404, "MQWB0037E")
        message = client.get(f"{QUEUES}/missingQueue").json()["error"][0]["message"]
        expected = "MQWB0037E: Could not find the queue 'missingQueue' - the queue manager reason"
        assert message == f"{expected} code is 2085 : 'MQRC_UNKNOWN_OBJECT_NAME'."
        other = client.get(QUEUES.replace("QM1", "QM9"))
        assert error(other) == (404, "MQWB0009E")

    def test_queues_are_resources_of_version_1_alone(self, client: httpx2.Client) -> None:
        for version in ("v2", "v3"):
            for path in (QUEUES, f"{QUEUES}/A", CHANNELS):
                assert error(client.get(path.replace("v1", version))) == (404, "MQWB0116E")
            refused = client.post(QUEUES.replace("v1", version), json={"name": "A"})
            assert error(refused) == (404, "MQWB0116E")
        assert client.put(f"{QUEUES}/A", json={}).status_code == 405
        assert client.post(f"{QUEUES}/A", json={}).status_code == 405
        for method in (client.delete, client.patch):
            assert [method(f"{QUEUES}{end}").status_code for end in ("", "/")] == [405, 405]
        assert client.post(CHANNELS, json={}).status_code == 405

    def test_who_may(self, server: MqwebServer, embedded: EmbeddedSystem) -> None:
        with connected(server, auth=("ann", PASSWORD)) as client:
            assert error(client.post(QUEUES, json={"name": "A"})) == (403, "MQWB0100E")
            assert client.get(QUEUES).status_code == 200  # reading needs no header
        with connected(server, auth=("reader", PASSWORD), headers=CSRF) as client:
            assert client.get(QUEUES).status_code == 200
            for method in ("post", "patch", "delete"):
                path = QUEUES if method == "post" else f"{QUEUES}/SYSTEM.DEFAULT.LOCAL.QUEUE"
                body = {} if method == "delete" else {"json": {"name": "A"}}
                refused = getattr(client, method)(path, **body)
                assert error(refused) == (403, "MQWB0103E")
        with connected(server) as client:
            assert error(client.get(QUEUES)) == (401, "MQWB0104E")
        assert embedded.observe(["mq:LocalQueue"], ["A"]) == []

    def test_the_gateways_name_comes_back(self, client: httpx2.Client) -> None:
        answer = client.get(QUEUES, headers={"ibm-mq-rest-gateway-qmgr": "GW"})
        assert answer.headers["ibm-mq-rest-gateway-qmgr"] == "GW"

    def test_platform_rules_hold(self, tmp_path: Path) -> None:
        zos = machine(tmp_path / "zos", "CSQ1", Platform.ZOS)
        linux = {"name": "A", "extended": {"supportDistributionLists": True}}
        with served(zos.sandbox) as server:
            options: dict[str, Any] = {"auth": ("ann", PASSWORD), "headers": CSRF}
            with connected(server, **options) as client:
                queues = QUEUES.replace("QM1", "CSQ1")
                assert error(client.post(queues, json=linux))[0] == 400
                made_there = {"name": "A", "storage": {"indexType": "messageId"}}
                assert client.post(queues, json=made_there).status_code == 201
                shown = client.get(f"{queues}/A?attributes=storage").json()["queue"][0]
                assert shown["storage"]["indexType"] == "messageId"
                assert "nonPersistentMessageClass" not in shown["storage"]

    def test_a_shared_queue_on_another_queue_manager_of_the_group(self, tmp_path: Path) -> None:
        settings = {"platform": Platform.ZOS, "queue_sharing_group": "QSG1"}
        members = dict.fromkeys(("CSQ1", "CSQ2"), settings)
        one = sandbox_with(tmp_path / "sandbox.db", members).system("CSQ1")
        structure = {"coupling_facility_structure": "APP1"}
        one.create("mq:LocalQueue", "A", {"queue_sharing_group_disposition": "shared", **structure})
        one.put("A", count=2)
        with (
            served(one.sandbox) as server,
            connected(server, auth=("ann", PASSWORD)) as client,
        ):
            found = client.get(f"{QUEUES.replace('QM1', 'CSQ2')}/A?status=status")
            [queue] = found.json()["queue"]
            assert queue["status"]["currentDepth"] == 2


class TestChannel:
    def test_as_a_real_server_shows_it(self, client: httpx2.Client) -> None:
        assert client.get(f"{CHANNELS}/SYSTEM.DEF.SENDER").json() == {
            "channel": [
                {
                    "sender": {"transmissionQueueName": "", "connection": []},
                    "name": "SYSTEM.DEF.SENDER",
                    "type": "sender",
                }
            ]
        }

    def test_types_filters_and_attributes(
        self, client: httpx2.Client, embedded: EmbeddedSystem
    ) -> None:
        run_all(
            embedded,
            "DEF CHL(A) CHLTYPE(SDR) CONNAME('h1(1414),h2') XMITQ(X) DESCR('d') NPMSPEED(NORMAL)",
            "DEF CHL(B) CHLTYPE(CLUSRCVR) CONNAME('h(1415)') CLUSTER(C) CLWLRANK(3)",
            "DEF CHL(D) CHLTYPE(SVRCONN)",
            "DEF CHL(E) CHLTYPE(RCVR) TRPTYPE(LU62)",
        )
        found = client.get(f"{CHANNELS}?attributes=*&status=*").json()["channel"]
        shown = {channel["name"]: channel for channel in found}
        assert not {"D", "E"} & shown.keys()  # no type of the REST API, not over TCP
        sender = {"connection": [{"host": "h1", "port": 1414}, {"host": "h2"}]}
        assert shown["A"]["sender"] == {**sender, "transmissionQueueName": "X"}
        assert shown["A"]["batch"]["nonPersistentMessageSpeedFast"] is False
        assert shown["A"]["general"]["description"] == "d"
        assert shown["A"]["currentStatus"] == []
        receiver = shown["B"]["clusterReceiver"]
        assert receiver["clusterName"] == "C"
        assert receiver["connection"] == [{"host": "h", "port": 1415}]
        assert shown["B"]["clusterRouting"]["workloadRank"] == 3
        only = client.get(f"{CHANNELS}?type=clusterReceiver&name=B*").json()["channel"]
        assert [channel["name"] for channel in only] == ["B"]
        text = "clusterRouting.workloadRank:greaterThan:2"
        only = client.get(f"{CHANNELS}?filter={text}").json()["channel"]
        assert [channel["name"] for channel in only] == ["B"]

    def test_refusals(self, client: httpx2.Client) -> None:
        for name in ("NONE", "SYSTEM.DEF.SVRCONN", "SYSTEM*"):
            assert error(client.get(f"{CHANNELS}/{name}")) == (404, "MQWB0037E")
        for ask in ("?type=serverConnection", "?attributes=none", "?filter=x", "?force"):
            assert error(client.get(f"{CHANNELS}{ask}"))[0] == 400


class TestTimestamps:
    """YYYY-MM-DDTHH:mm:ss.sssZ, in UTC (IBM MQ, REST API time stamps); a filter takes any portion
    of one with an asterisk, and equalTo and notEqualTo alone (queue GET, filter). The MQRestAPI
    classes (Parser.parse_queue_response) read `created` of local queues, `altered` of every one."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def embedded(self, tmp_path: Path, clock: Clock) -> EmbeddedSystem:
        return Sandbox(tmp_path / "sandbox.db", clock).create_system("QM1")

    def test_of_queues(self, client: httpx2.Client, clock: Clock) -> None:
        made(client, {"name": "A"})
        made(client, {"name": "B", "type": "alias", "alias": {"targetName": "A"}})
        clock.move("2027-07-02T03:04:05Z")
        assert client.patch(f"{QUEUES}/A", json={"storage": {"maximumDepth": 5000}}).is_success
        times = {"altered": "2027-07-02T03:04:05.000Z", "created": "2026-11-22T18:05:12.000Z"}
        for ask in ("timestamps", "*", "timestamps.altered,timestamps.created"):
            assert queue(client, "A", f"?attributes={ask}")["timestamps"] == times
        asked = queue(client, "A", "?attributes=timestamps.created")
        assert asked == {"name": "A", "type": "local", "timestamps": {"created": times["created"]}}
        assert "timestamps" not in queue(client, "A")
        alias = queue(client, "B", "?attributes=timestamps")
        assert alias["timestamps"] == {"altered": "2026-11-22T18:05:12.000Z"}

    @pytest.mark.parametrize("zone", ["EST5EDT", "Asia/Kolkata"])
    def test_in_the_time_of_the_queue_manager(
        self, client: httpx2.Client, clock: Clock, zone: str
    ) -> None:
        with in_zone(zone):
            for moment in ("2026-12-31T23:30:01Z", "2027-07-01T01:30:02Z"):
                clock.move(moment)
                made(client, {"name": "A"})
                times = queue(client, "A", "?attributes=timestamps")["timestamps"]
                assert times["altered"] == moment.replace("Z", ".000Z")

    def test_of_channels(
        self, client: httpx2.Client, clock: Clock, embedded: EmbeddedSystem
    ) -> None:
        clock.move("2027-07-02T03:04:05Z")
        list(run(embedded, "DEF CHL(TO.A) CHLTYPE(RCVR)"))
        [channel] = client.get(f"{CHANNELS}/TO.A?attributes=timestamps").json()["channel"]
        assert channel == {
            "name": "TO.A", "type": "receiver",
            "timestamps": {"altered": "2027-07-02T03:04:05.000Z"},
        }  # fmt: skip
        ask = f"{CHANNELS}?filter=timestamps.altered:equalTo:2027-07-02T03*"
        assert [each["name"] for each in client.get(ask).json()["channel"]] == ["TO.A"]

    def test_filters(self, client: httpx2.Client, clock: Clock) -> None:
        made(client, {"name": "A"})
        clock.move("2027-07-02T03:04:05Z")
        made(client, {"name": "B"})
        for text in ("2027*", "2027-07-02T03:04:05", "2027-07-02T03:04:05.000Z"):
            for group in ("altered", "created"):
                assert names(client, f"?filter=timestamps.{group}:equalTo:{text}") == ["B"]
        others = names(client, "?filter=timestamps.altered:notEqualTo:2027-07*&type=local")
        assert ("A" in others, "B" in others) == (True, False)
        bad = client.get(f"{QUEUES}?filter=timestamps.altered:lessThan:2027*")
        assert error(bad) == (400, "MQWB0120E")
        assert error(client.get(f"{QUEUES}?attributes=timestamps.read")) == (400, "MQWB0120E")

    def test_no_request_sets_them(self, client: httpx2.Client) -> None:
        refused = client.post(QUEUES, json={"name": "A", "timestamps": {"altered": "2027"}})
        assert error(refused) == (400, "MQWB0120E")
        assert "timestamps.altered" in refused.text
        assert client.get(f"{QUEUES}/A").status_code == 404


class TestQueueManager:
    def test_groups_that_are_asked_for(
        self, client: httpx2.Client, embedded: EmbeddedSystem
    ) -> None:
        embedded.create("mq:LocalQueue", "A", {})
        embedded.open("A", [OpenFor.OUTPUT])
        plain = {"name": "QM1", "state": "running"}
        for version in ("v1", "v2", "v3"):
            base = f"/ibmmq/rest/{version}/admin/qmgr"
            assert client.get(base).json() == {"qmgr": [plain]}
            [shown] = client.get(f"{base}/QM1?attributes=*&status=*").json()["qmgr"]
            assert shown["extended"] == {
                "installationName": "queuewright-sandbox", "isDefaultQmgr": True,
                "permitStandby": "notPermitted",
            }  # fmt: skip
            assert shown["status"]["connectionCount"] == 1
            assert shown["status"]["channelInitiatorState"] == "running"
            assert shown["status"]["started"].endswith(".000Z")
            [shown] = client.get(f"{base}?status=status.connectionCount").json()["qmgr"]
            assert shown == {**plain, "status": {"connectionCount": 1}}
        assert client.get(f"{V1}/qmgr?state=ended").json() == {"qmgr": []}

    def test_refusals(self, client: httpx2.Client) -> None:
        for ask in (
            "?state=other",
            "?attributes=x",
            "?status=status.x",
            "?x=1",
            "/QM1?state=ended",
        ):
            assert error(client.get(f"{V1}/qmgr{ask}"))[0] == 400
        assert error(client.get(f"{V1}/qmgr/QM9?attributes=*")) == (404, "MQWB0009E")

    def test_installation(self, client: httpx2.Client) -> None:
        [shown] = client.get(f"{V1}/installation").json()["installation"]
        assert set(shown) == {"name", "platform", "version"}
        path = f"{V1}/installation/{shown['name']}?attributes=extended.primary"
        [named] = client.get(path).json()["installation"]
        assert named == {**shown, "extended": {"primary": True}}
        assert error(client.get(f"{V1}/installation/other")) == (404, "MQWB0001E")


class TestTables:
    """The tables name every keyword of the catalogue that the resources have, with every word."""

    # "Unsupported PCF attributes", what came after version 1, and what only commands take.
    UNSUPPORTED = {"CMDSCOPE", "MAXFSIZE", "RETINTVL", "SCOPE", "STREAMQ", "STRMQOS"}
    # Groups whose values are texts that are taken apart.
    OF_CHANNELS = {"KAINT", "TRPTYPE", "CMDSCOPE", "QSGDISP", "LOCLADDR"}
    # The groups compression and exits, which the sandbox leaves out; LU 6.2, and z/OS.
    OF_CHANNELS |= {"COMPHDR", "COMPMSG", "SCYEXIT", "SCYDATA", "SENDEXIT", "SENDDATA", "RCVEXIT"}
    OF_CHANNELS |= {"RCVDATA", "MSGEXIT", "MSGDATA", "MREXIT", "MRDATA", "MODENAME", "TPNAME"}
    OF_CHANNELS |= {"MCANAME", "USERID", "PASSWORD", "DEFCDISP", "SPLPROT"}

    def test_queues(self) -> None:
        for kind in QUEUE_KINDS:
            self._complete(kind, QUEUE, self.UNSUPPORTED)

    def test_channels(self) -> None:
        message = ("mq:SenderChannel", "mq:ServerChannel", "mq:ReceiverChannel")
        cluster = (ClusterReceiverChannelSpec.kind, ClusterSenderChannelSpec.kind)
        for kind in (*cluster, *message, "mq:RequesterChannel"):
            self._complete(kind, CHANNEL, self.OF_CHANNELS)

    def _complete(self, kind: str, table: tuple[RestAttribute, ...], left_out: set[str]) -> None:
        words: dict[str, set[str]] = {}
        for attribute in table:
            named = words.setdefault(attribute.keyword, set())
            named.update(attribute.words.values())
        for word, keyword in keywords(kind).items():
            if word in left_out:
                continue
            if keyword.value is not None:
                assert word in words[""], (kind, word)
                continue
            assert word in words, (kind, word)
            spelled = {choice.mqsc for choice in keyword.metadata.choices if choice.mqsc}
            assert not spelled or spelled <= words[word], (kind, word)


def run_all(system: EmbeddedSystem, *commands: str) -> None:
    for answer in run(system, "\n".join(commands)):
        assert answer.ok, answer.message
