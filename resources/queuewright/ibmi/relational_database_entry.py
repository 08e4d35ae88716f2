"""ibmi:RelationalDatabaseEntry. Sources: IBM i, ADDRDBDIRE, CHGRDBDIRE, RMVRDBDIRE; RDB_ENTRY_INFO
of the SQL services.

An entry of the relational database directory says where a database is; a DDM data queue with
RMTLOCNAME(*RDB) reaches its database through one. An entry has no owner and no authorities, as it
is not an object. No column of the service is known for what is of SNA, or for the application
requester driver (docs/readings.md).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Attribute, Change, Sql
from queuewright.catalogue.commands import ClCommands, SqlService
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import no_control_characters, relational_database
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import ADDRDBDIRE
from queuewright.catalogue.spec import Spec

from .common_attributes import TEXT_DESCRIPTION, ibmi_attribute, special, special_values
from .ddm_data_queue import (
    APPC_DEVICE_DESCRIPTION,
    LOCAL_LOCATION,
    MODE,
    REMOTE_NETWORK_IDENTIFIER,
)
from .remote_writers import searched

SERVICE = "RDB_ENTRY_INFO"
_DATABASE: dict[str, Any] = {"max_length": 18, "syntax": relational_database}
_WITHOUT_NAME = frozenset({"local", "loopback", "ardpgm"})
_PORT = re.compile(r"[0-9]{1,5}")
_SERVICE_NAME = re.compile(r"[A-Za-z0-9_.+*-]{1,14}")
_LOCATION = re.compile(r"[A-Za-z0-9$#@_.:-]+")
_USUAL_PORT = "446"  # of DRDA


def service_name(text: str) -> Iterator[tuple[str, str]]:
    """PORT: "Specify a port number", 1 to 65535, or the name of a service."""
    if not _SERVICE_NAME.fullmatch(text):
        yield "must be a port, or the name of a service", "write 446, or as-drda"
    elif _PORT.fullmatch(text) and not 1 <= int(text) <= 65535:
        yield "must be a port from 1 to 65535", "give one, or drda"


def location(text: str) -> Iterator[tuple[str, str]]:
    """RMTLOCNAME: a name of SNA, with its network, a host name, or an internet address."""
    if not _LOCATION.fullmatch(text):
        yield "must be the name of a location or host, or an address", "write far.example.com"


def _entry_attribute(title: str, section: str, column: str, **facts: Any) -> Attribute:
    """A parameter of ADDRDBDIRE, and the column of RDB_ENTRY_INFO that tells it."""
    sql = Sql(SERVICE, column, starred=True, **facts.pop("sql", {}))
    return ibmi_attribute(title, ADDRDBDIRE.at(section), sql=sql, **facts)


NAME = ibmi_attribute(
    "Relational database",
    ADDRDBDIRE.at("RDB, element 1"),
    **_DATABASE,
    change=Change.REPLACE,
    required=True,
)
DATABASE_ALIAS = _entry_attribute(
    "Relational database alias",
    "RDB, element 2",
    "RDB_ALIAS",
    **_DATABASE,
    choices=(special("*NONE"),),
    default="none",
    change=Change.REPLACE,
    sql={"null": "none"},
)
REMOTE_LOCATION = _entry_attribute(
    "Remote location",
    "RMTLOCNAME, element 1",
    "REMOTE_LOCATION",
    max_length=254,
    syntax=location,
    choices=(special("*LOCAL"), special("*LOOPBACK"), special("*ARDPGM")),
    required=True,
)
REMOTE_LOCATION_TYPE = _entry_attribute(
    "Type of remote location",
    "RMTLOCNAME, element 2",
    "REMOTE_LOCATION_TYPE",
    **special_values("*SNA", "*IP"),
)
PORT = _entry_attribute(
    "Port number or service program",
    "PORT",
    "REMOTE_PORT_OR_SERVICE",
    max_length=14,
    syntax=service_name,
    **special_values("*DRDA"),
    sql={"words": {_USUAL_PORT: "drda"}},
)
PREFERRED_METHOD = _entry_attribute(
    "Preferred method of authentication",
    "RMTAUTMTH, element 1",
    "PREFERRED_AUTHENTICATION",
    **special_values("*USRENCPWD", "*USRID", "*USRIDPWD", "*ENCUSRPWD", "*KERBEROS", "*ENCRYPTED"),
)
ALLOW_LOWER_AUTHENTICATION = _entry_attribute(
    "Allow lower authentication",
    "RMTAUTMTH, element 2",
    "LOWER_AUTHENTICATION",
    **special_values("*ALWLOWER", "*NOALWLOWER"),
)
ENCRYPTION_ALGORITHM = _entry_attribute(
    "Encryption algorithm", "ENCALG", "ENCRYPTION_ALGORITHM", **special_values("*DES", "*AES")
)
SECURE_CONNECTION = _entry_attribute(
    "Secure connection", "SECCNN", "SECURE_CONNECTION", **special_values("*NONE", "*SSL")
)


def _of_conversation(attribute: Attribute, keyword: str, **facts: Any) -> Attribute:
    """As a DDM data queue has it, which names its remote location itself (CRTDTAQ)."""
    sources = (ADDRDBDIRE.at(keyword),)
    return attribute.but(sources=sources, sql=None, change=Change.IN_PLACE, **facts)


DEVICE = _of_conversation(APPC_DEVICE_DESCRIPTION, "DEV", title="Device")
ENTRY_LOCAL_LOCATION = _of_conversation(LOCAL_LOCATION, "LCLLOCNAME")
ENTRY_NETWORK = _of_conversation(REMOTE_NETWORK_IDENTIFIER, "RMTNETID")
ENTRY_MODE = _of_conversation(MODE, "MODE")
TRANSACTION_PROGRAM = ibmi_attribute(
    "Transaction program",
    ADDRDBDIRE.at("TNSPGM"),
    max_length=64,  # of SNA
    syntax=no_control_characters,
    **special_values("*DRDA"),
)
REQUESTER_DRIVER = ibmi_attribute(
    "Application requester driver", ADDRDBDIRE.at("ARDPGM"), max_length=21, syntax=searched
)
ENTRY_TEXT = TEXT_DESCRIPTION.but(
    sources=(ADDRDBDIRE.at("TEXT"),), sql=Sql(SERVICE, "TEXT_DESCRIPTION")
)

OF_TCP_IP = Rule(
    "of-tcp-ip",
    "A parameter of TCP/IP, of an entry that uses SNA",
    "is of TCP/IP, which the entry does not use: it has no effect",
    'set remote_location_type="ip", or leave it out',
    (ADDRDBDIRE.at("PORT"),),
    "port",
    Severity.WARNING,
)
OF_SNA = OF_TCP_IP.but(
    code="of-sna",
    title="A parameter of SNA, of an entry that uses TCP/IP",
    reason="is of SNA, which the entry does not use: it has no effect",
    remediation='set remote_location_type="sna", or leave it out',
    sources=(ADDRDBDIRE.at("DEV"),),
    attribute="device",
)
OF_DRIVER = OF_TCP_IP.but(
    code="of-requester-driver",
    title="An application requester driver, and a remote location of another sort",
    reason='belongs to remote_location "ardpgm" only: it has no effect',
    remediation='set remote_location="ardpgm", or leave it out',
    sources=(ADDRDBDIRE.at("ARDPGM"),),
    attribute="application_requester_driver",
)
_OF_TCP_IP = (
    "port",
    "preferred_authentication_method",
    "allow_lower_authentication",
    "encryption_algorithm",
    "secure_connection",
)


_OF_SNA = (
    "device",
    "local_location",
    "remote_network_identifier",
    "mode",
    "transaction_program",
)


@joint(OF_TCP_IP, OF_SNA, OF_DRIVER, of=(*_OF_TCP_IP, *_OF_SNA, "application_requester_driver"))
def _of_the_protocol(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """ "If *LOOPBACK is specified, the communications type is forced to TCP/IP"."""
    location, kind = values.get("remote_location"), values.get("remote_location_type")
    uses_tcp_ip = location == "loopback" or (location not in _WITHOUT_NAME and kind == "ip")
    rule, names = (OF_SNA, _OF_SNA) if uses_tcp_ip else (OF_TCP_IP, _OF_TCP_IP)
    for name in names:
        attribute = RelationalDatabaseEntrySpec.attributes()[name]
        if values.get(name) not in (None, attribute.default):
            yield rule(attribute=name, sources=attribute.sources)
    if location != "ardpgm" and values.get("application_requester_driver") is not None:
        yield OF_DRIVER()


class RelationalDatabaseEntrySpec(Spec):
    """An entry of the relational database directory: where the database `name` is.

    Port "446" is "drda", the port of DRDA. A remote location that is "local", "loopback" or
    "ardpgm" has no type.
    """

    kind: ClassVar[str] = "ibmi:RelationalDatabaseEntry"
    is_optional: ClassVar[bool] = True  # the service came late
    cl: ClassVar[ClCommands] = ClCommands(
        create="ADDRDBDIRE",
        change="CHGRDBDIRE",
        delete="RMVRDBDIRE",
        name="RDB",
        positions={
            "ADDRDBDIRE": "RDB RMTLOCNAME",
            "CHGRDBDIRE": "RDB RMTLOCNAME",
            "RMVRDBDIRE": "RDB",
        },
    )
    sql: ClassVar[SqlService | None] = SqlService(SERVICE, "", "RDB_NAME")
    namespace: ClassVar[str] = "RDB directory entry"
    roles: ClassVar[tuple[Role, ...]] = (Role.RELATIONAL_DATABASE,)
    module: ClassVar[tuple[str, str]] = ("databases", "Relational database directory")
    checks: ClassVar[tuple[JointCheck, ...]] = (_of_the_protocol,)

    name: Annotated[str, NAME]
    database_alias: Annotated[str | None, DATABASE_ALIAS] = None
    remote_location: Annotated[str, REMOTE_LOCATION]
    remote_location_type: Annotated[str | None, REMOTE_LOCATION_TYPE] = None
    port: Annotated[str | None, PORT] = None
    preferred_authentication_method: Annotated[str | None, PREFERRED_METHOD] = None
    allow_lower_authentication: Annotated[str | None, ALLOW_LOWER_AUTHENTICATION] = None
    encryption_algorithm: Annotated[str | None, ENCRYPTION_ALGORITHM] = None
    secure_connection: Annotated[str | None, SECURE_CONNECTION] = None
    device: Annotated[str | None, DEVICE] = None
    local_location: Annotated[str | None, ENTRY_LOCAL_LOCATION] = None
    remote_network_identifier: Annotated[str | None, ENTRY_NETWORK] = None
    mode: Annotated[str | None, ENTRY_MODE] = None
    transaction_program: Annotated[str | None, TRANSACTION_PROGRAM] = None
    application_requester_driver: Annotated[str | None, REQUESTER_DRIVER] = None
    text_description: Annotated[str | None, ENTRY_TEXT] = None

    @classmethod
    def as_of_now(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The service may report the port that *DRDA means, so that one word has to do; *LOCAL and
        the like are the whole of RMTLOCNAME."""
        changed = dict(values)
        if changed.get("port") == _USUAL_PORT:
            changed["port"] = "drda"
        if changed.get("remote_location") in _WITHOUT_NAME:
            changed.pop("remote_location_type", None)
        return values if changed == values else changed
