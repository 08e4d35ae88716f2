"""Attributes of queue managers that z/OS alone has. Source: IBM MQ, MQSC: ALTER QMGR."""

from typing import Annotated

from queuewright.catalogue.spec import Spec

from .named import constants
from .queue_manager_attributes import ZOS as _ZOS
from .queue_manager_attributes import attribute as _attribute
from .queue_manager_attributes import text as _text
from .queue_manager_attributes import words as _words

# fmt: off


class ZosQueueManagerSpec(Spec):
    """Attributes that only queue managers of z/OS have."""

    active_channels: Annotated[int | None, _attribute(
        "Active channels at most", "ACTCHL", limits=(1, 9999), platforms=_ZOS,
    )] = None
    adopt_new_mca_check: Annotated[str | None, _words(
        "Attributes compared before a channel is adopted", "ADOPTCHK", constants("MQADOPT",
        CHECK_ALL="ALL", CHECK_NET_ADDR="NETADDR", CHECK_NONE="NONE", CHECK_Q_MGR_NAME="QMNAME"),
        platforms=_ZOS,
    )] = None
    adopt_new_mca_type: Annotated[str | None, _words(
        "Whether orphaned channels are adopted", "ADOPTMCA", constants("MQADOPT", TYPE_ALL="ALL",
        TYPE_NO="NO"), platforms=_ZOS,
    )] = None
    bridge_event: Annotated[str | None, _words(
        "Bridge events", "BRIDGEEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        platforms=_ZOS,
    )] = None
    certificate_queue_sharing_group_label: Annotated[str | None, _text(
        "Certificate label of the queue sharing group", "CERTQSGL", 64, platforms=_ZOS,
        shipped=None,
    )] = None
    coupling_facility_connection_loss: Annotated[str | None, _words(
        "Effect of losing the coupling facility", "CFCONLOS", constants("MQCFCONLOS",
        TERMINATE="TERMINATE", TOLERATE="TOLERATE"), platforms=_ZOS,
    )] = None
    channel_initiator_adapters: Annotated[int | None, _attribute(
        "Adapter subtasks", "CHIADAPS", limits=(0, 9999), platforms=_ZOS,
    )] = None
    channel_initiator_dispatchers: Annotated[int | None, _attribute(
        "Dispatchers", "CHIDISPS", limits=(1, 9999), platforms=_ZOS,
    )] = None
    channel_initiator_service_parameter: Annotated[str | None, _text(
        "Reserved for IBM", "CHISERVP", 32, platforms=_ZOS, shipped=None,
    )] = None
    dns_group: Annotated[str | None, _text(
        "Group of Workload Manager DNS", "DNSGROUP", 18, platforms=_ZOS, shipped=None,
    )] = None
    dns_workload_manager: Annotated[str | None, _words(
        "Registration with Workload Manager DNS", "DNSWLM", constants("MQDNSWLM", NO="NO",
        YES="YES"), platforms=_ZOS,
    )] = None
    expiry_interval: Annotated[int | str | None, _attribute(
        "Scan for expired messages", "EXPRYINT", limits=(1, 99_999_999), choices=constants("MQEXPI",
        OFF="OFF"), quantity="seconds", platforms=_ZOS,
    )] = None
    group_unit_of_recovery: Annotated[str | None, _words(
        "Group units of recovery", "GROUPUR", constants("MQGUR", ENABLED="ENABLED",
        DISABLED="DISABLED"), platforms=_ZOS,
    )] = None
    intra_group_queuing: Annotated[str | None, _words(
        "Intra-group queuing", "IGQ", constants("MQIGQ", ENABLED="ENABLED", DISABLED="DISABLED"),
        platforms=_ZOS,
    )] = None
    intra_group_put_authority: Annotated[str | None, _words(
        "Authority of the intra-group queuing agent", "IGQAUT", constants("MQIGQPA", DEFAULT="DEF",
        CONTEXT="CTX", ONLY_IGQ="ONLYIGQ", ALTERNATE_OR_IGQ="ALTIGQ"), platforms=_ZOS,
    )] = None
    intra_group_user: Annotated[str | None, _text(
        "User of the intra-group queuing agent", "IGQUSER", 12, platforms=_ZOS, shipped=None,
    )] = None
    listener_timer: Annotated[int | None, _attribute(
        "Time until a listener starts again", "LSTRTMR", limits=(5, 9999), quantity="seconds",
        platforms=_ZOS,
    )] = None
    lu62_arm_suffix: Annotated[str | None, _text(
        "Suffix of SYS1.PARMLIB member APPCPM", "LU62ARM", 2, platforms=_ZOS, shipped=None,
    )] = None
    lu62_channels: Annotated[int | None, _attribute(
        "Channels of LU 6.2 at most", "LU62CHL", limits=(0, 9999), platforms=_ZOS,
    )] = None
    lu_group_name: Annotated[str | None, _text(
        "Generic LU name", "LUGROUP", 8, platforms=_ZOS, shipped=None,
    )] = None
    lu_name: Annotated[str | None, _text(
        "LU name", "LUNAME", 8, platforms=_ZOS, shipped=None,
    )] = None
    max_channels: Annotated[int | None, _attribute(
        "Channels at most", "MAXCHL", limits=(1, 9999), platforms=_ZOS,
    )] = None
    outbound_port_maximum: Annotated[int | None, _attribute(
        "Highest outbound port", "OPORTMAX", limits=(0, 65_535), platforms=_ZOS,
    )] = None
    outbound_port_minimum: Annotated[int | None, _attribute(
        "Lowest outbound port", "OPORTMIN", limits=(0, 65_535), platforms=_ZOS,
    )] = None
    receive_timeout: Annotated[int | None, _attribute(
        "Time that a channel waits for data", "RCVTIME", limits=(0, 999_999), platforms=_ZOS,
    )] = None
    receive_timeout_minimum: Annotated[int | None, _attribute(
        "Shortest time that a channel waits for data", "RCVTMIN", limits=(0, 999_999),
        platforms=_ZOS,
    )] = None
    receive_timeout_type: Annotated[str | None, _words(
        "How the receive timeout counts", "RCVTTYPE", constants("MQRCVTIME", MULTIPLY="MULTIPLY",
        ADD="ADD", EQUAL="EQUAL"), platforms=_ZOS,
    )] = None
    security_case: Annotated[str | None, _words(
        "Case of security profiles", "SCYCASE", constants("MQSCYC", UPPER="UPPER", MIXED="MIXED"),
        platforms=_ZOS,
    )] = None
    shared_queue_queue_manager_name: Annotated[str | None, _words(
        "Whether the queue manager name of a shared queue counts", "SQQMNAME", constants("MQSQQM",
        USE="USE", IGNORE="IGNORE"), platforms=_ZOS,
    )] = None
    ssl_tasks: Annotated[int | None, _attribute(
        "TLS subtasks", "SSLTASKS", limits=(0, 9999), platforms=_ZOS,
    )] = None
    tcp_channels: Annotated[int | None, _attribute(
        "Channels of TCP at most", "TCPCHL", limits=(0, 9999), platforms=_ZOS,
    )] = None
    tcp_keep_alive: Annotated[str | None, _words(
        "KEEPALIVE of TCP", "TCPKEEP", constants("MQTCPKEEP", NO="NO", YES="YES"), platforms=_ZOS,
    )] = None
    tcp_name: Annotated[str | None, _text(
        "Name of the TCP system", "TCPNAME", 8, platforms=_ZOS, shipped=None,
    )] = None
    tcp_stack_type: Annotated[str | None, _words(
        "Stacks of TCP", "TCPSTACK", constants("MQTCPSTACK", SINGLE="SINGLE", MULTIPLE="MULTIPLE"),
        platforms=_ZOS,
    )] = None
    trace_auto_start: Annotated[str | None, _words(
        "Whether the channel initiator traces from its start", "TRAXSTR", constants("MQTRAXSTR",
        YES="YES", NO="NO"), platforms=_ZOS,
    )] = None
    trace_table_size: Annotated[int | None, _attribute(
        "Size of the trace data space", "TRAXTBL", limits=(2, 2048), quantity="megabytes",
        platforms=_ZOS,
    )] = None
