"""The documents that attributes and rules come from, each by its own name.

Code cites a document and a section of it, `CHANGE_QUEUE.at("MaxQDepth")`; people read
`IBM MQ, Change Queue (PCF): MaxQDepth`, machines get the URL as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import TypedDict

_MQ = "https://www.ibm.com/docs/en/SSFKSJ_9.2.0/com.ibm.mq.ref.adm.doc/"
_MQ_CL = "https://www.ibm.com/docs/en/SSFKSJ_9.3.0/refadmin/q083880_.html"
_PCF = (
    "https://www.ibm.com/docs/en/ibm-mq/9.4.x?topic="
    "reference-definitions-programmable-command-formats"
)
_IBMI = "https://www.ibm.com/docs/en/ssw_ibm_i_73/cl/"


@dataclass(frozen=True, slots=True)
class Document:
    """One document: what people call it, its own title, who publishes it, which version was read
    ("" where the copy does not say), and where it is."""

    name: str
    title: str
    publisher: str
    version: str
    url: str

    def at(self, section: str) -> "Citation":
        """A place in the document: a parameter, or a heading."""
        return Citation(self, section)


@dataclass(frozen=True, slots=True)
class Citation:
    """A section of a document. `str()` is what people read."""

    document: Document
    section: str

    def __str__(self) -> str:
        return f"{self.document.name}: {self.section}"


Sources = tuple[Citation, ...]


def citations_text(sources: Iterable[Citation]) -> str:
    """All of them in one line: each document once, with its sections."""
    sections: dict[str, list[str]] = {}
    for citation in sources:
        sections.setdefault(citation.document.name, []).append(citation.section)
    return "; ".join(f"{name}: {', '.join(places)}" for name, places in sections.items())


class Source(TypedDict):
    """Where a rule is written, as JSON says it."""

    document: str
    section: str
    url: str


def citation(source: Citation) -> Source:
    """One source as JSON says it."""
    document = source.document
    return {"document": document.name, "section": source.section, "url": document.url}


def cl_command(name: str) -> Document:
    """The document of a CL command."""
    known = globals().get(name)
    if isinstance(known, Document):
        return known
    return _ibm(f"IBM i, {name}", name, _MQ_CL if "MQM" in name else f"{_IBMI}{name.lower()}.htm")


def _ibm(name: str, title: str, url: str, version: str = "") -> Document:
    return Document(name, title, "IBM", version, url)


CHANGE_QUEUE = _ibm(
    "IBM MQ, Change Queue (PCF)",
    "Change, Copy, and Create Queue",
    "https://www.ibm.com/docs/en/ibm-mq/latest?topic=formats-change-copy-create-queue",
)
DELETE_QUEUE = _ibm(
    "IBM MQ, Delete Queue (PCF)",
    "MQCMD_DELETE_Q (Delete Queue)",
    "https://www.ibm.com/docs/en/ibm-mq/10.0.x?topic=formats-mqcmd-delete-q-delete-queue",
)
PCF_COMMANDS = _ibm("IBM MQ, PCF commands", "Definitions of the Programmable Command Formats", _PCF)
CHANGE_QUEUE_MANAGER = _ibm(
    "IBM MQ, Change Queue Manager (PCF)", "Change Queue Manager", f"{_MQ}q087000_.html"
)
CHANGE_NAMELIST = _ibm(
    "IBM MQ, Change Namelist (PCF)",
    "Change, Copy, and Create Namelist",
    _PCF,
)
CHANGE_PROCESS = _ibm(
    "IBM MQ, Change Process (PCF)",
    "Change, Copy, and Create Process",
    f"{_MQ}q086980_.html",
)
CHANGE_TOPIC = _ibm(
    "IBM MQ, Change Topic (PCF)", "Change, Copy, and Create Topic", f"{_MQ}q087060_.html"
)
DELETING_TOPICS = _ibm(
    "IBM MQ, Deleting an administrative topic definition",
    "Deleting an administrative topic definition",
    "https://www.ibm.com/docs/en/SSFKSJ_9.2.0/com.ibm.mq.adm.doc/q020890_.html",
)
CHANGE_SUBSCRIPTION = _ibm(
    "IBM MQ, Change Subscription (PCF)",
    "Change, Copy, and Create Subscription",
    f"{_MQ}q087050_.html",
)
CHANNEL_TYPES = _ibm(
    "IBM MQ, message channels",
    "Creating and connecting channels",
    "https://www.ibm.com/docs/en/ibm-mq/latest?topic=types-message-channels",
)
CIPHER_SPECS = _ibm(
    "IBM MQ, CipherSpecs",
    "Enabling CipherSpecs; Deprecated CipherSpecs",
    "https://www.ibm.com/docs/en/ibm-mq/9.3?topic=cipherspecs-deprecated",
)
NAME_RESOLUTION = _ibm(
    "IBM MQ, MQOPEN",
    "MQOPEN - Open object: Usage notes",
    "https://www.ibm.com/docs/en/ibm-mq/latest?topic=calls-mqopen-open-object",
)
DEAD_LETTERS = _ibm(
    "IBM MQ, dead-letter queues",
    "Working with dead-letter queues",
    "https://www.ibm.com/docs/en/ibm-mq/latest?topic=dead-letter-queues",
)
CHANGE_LISTENER = _ibm(
    "IBM MQ, Change Listener (PCF)",
    "Change, Copy, and Create Channel Listener",
    f"{_MQ}q086950_.html",
)
CHANGE_SERVICE = _ibm(
    "IBM MQ, Change Service (PCF)",
    "Change, Copy, and Create Service",
    "https://www.ibm.com/docs/en/ibm-mq/9.3?topic=formats-change-copy-create-service-multiplatforms",
)
CHANGE_AUTHENTICATION_INFORMATION = _ibm(
    "IBM MQ, Change AuthInfo (PCF)",
    "Change, Copy, and Create Authentication Information Object",
    f"{_MQ}q086910_.html",
)
CHANGE_COMMUNICATION_INFORMATION = _ibm(
    "IBM MQ, Change Comminfo (PCF)",
    "Change, Copy, and Create Communication Information Object",
    _PCF,
)
CHANGE_STORAGE_CLASS = _ibm(
    "IBM MQ, Change Storage Class (PCF)", "Change, Copy, and Create Storage Class", _PCF
)
CHANGE_CF_STRUCTURE = _ibm(
    "IBM MQ, Change CF Structure (PCF)",
    "Change, Copy, and Create CF Structure",
    f"{_MQ}q086920_.html",
)
CHANGE_CHANNEL = _ibm(
    "IBM MQ, Change Channel (PCF)", "Change, Copy, and Create Channel", f"{_MQ}q086930_.html"
)
SET_AUTHORITY_RECORD = _ibm(
    "IBM MQ, Set Authority Record (PCF)", "MQCMD_SET_AUTH_REC (Set Authority Record)", _PCF
)
SET_CHANNEL_AUTHENTICATION = _ibm(
    "IBM MQ, Set Channel Authentication Record (PCF)",
    "Set Channel Authentication Record",
    "https://www.ibm.com/docs/en/ibm-mq/9.1.x?topic=formats-set-channel-authentication-record",
)
SET_POLICY = _ibm("IBM MQ, Set Policy (PCF)", "Set Policy", f"{_MQ}q120830_.html")
SETMQSPL = _ibm("IBM MQ, setmqspl", "setmqspl (set security policy)", f"{_MQ}q083590_.html")
CSQ0UTIL = _ibm(
    "IBM MQ, CSQ0UTIL", "The message security policy utility (CSQ0UTIL)", f"{_MQ}q118900_.html"
)
SETMQAUT = _ibm("IBM MQ, setmqaut", "setmqaut (grant or revoke authority)", f"{_MQ}q083500_.html")
PRINCIPALS_AND_GROUPS = _ibm(
    "IBM MQ, Principals and groups",
    "Principals and groups on AIX, Linux, and Windows",
    "https://www.ibm.com/docs/en/SSFKSJ_9.2.0/com.ibm.mq.sec.doc/q014100_.html",
)
USER_BASED_PERMISSIONS = _ibm(
    "IBM MQ, User-based permissions",
    "OAM user-based permissions on AIX and Linux",
    "https://ibm.com/docs/SSFKSJ_9.2.0/com.ibm.mq.sec.doc/q118793_.html",
)
EXTERNAL_USERS = _ibm(
    "IBM MQ Appliance, External users",
    "Defining external users",
    "https://www.ibm.com/docs/en/mq-appliance/10.0.x?topic=users-defining-external",
)
PUT_AUTHORITY_PAGE = _ibm(
    "IBM MQ, PUTAUT",
    "PUT authority (PUTAUT)",
    "https://www.ibm.com/support/knowledgecenter/SSFKSJ_8.0.0/com.ibm.mq.ref.con.doc/q082120_.htm",
)
CSQUTIL = _ibm(
    "IBM MQ, CSQUTIL COMMAND", "Using the COMMAND function of CSQUTIL", f"{_MQ}q088790_.html"
)
RUNMQSC = _ibm("IBM MQ, runmqsc", "runmqsc (run MQSC commands)", f"{_MQ}q083460_.html")
DMPMQAUT = _ibm(
    "IBM MQ, dmpmqaut",
    "Dumping profile settings on UNIX, Linux, and Windows",
    "https://www.ibm.com/support/knowledgecenter/en/SSFKSJ_9.1.0/com.ibm.mq.sec.doc/q013530_.html",
)
GRTMQMAUT = _ibm("IBM i, GRTMQMAUT", "Grant MQ Object Authority (GRTMQMAUT)", f"{_MQ}q084630_.html")
RVKMQMAUT = _ibm(
    "IBM i, RVKMQMAUT", "Revoke MQ Object Authority (RVKMQMAUT)", f"{_MQ}q084760_.html"
)
MQWQR = _ibm(
    "IBM MQ, MQWQR",
    "Fields in MQWQR - Cluster workload queue record structure",
    "https://www.ibm.com/docs/en/SSFKSJ_9.3.0/refdev/q082650_.html",
)
_CLUSTERS = "https://www.ibm.com/docs/en/SSFKSJ_9.2.0/com.ibm.mq.ref.con.doc/"
WORKLOAD = _ibm(
    "IBM MQ, cluster workload",
    "The cluster workload management algorithm",
    f"{_CLUSTERS}q082390_.html",
)
WORKLOAD_QUEUES = _ibm(
    "IBM MQ, cluster workload of queues",
    "Cluster workload balancing - queue attributes",
    f"{_CLUSTERS}queclus.html",
)
WORKLOAD_CHANNELS = _ibm(
    "IBM MQ, cluster workload of channels",
    "Cluster workload balancing - channel attributes",
    f"{_CLUSTERS}chlclus.html",
)
WORKLOAD_MANAGERS = _ibm(
    "IBM MQ, cluster workload of queue managers",
    "Cluster workload balancing - queue manager attributes",
    f"{_CLUSTERS}qmclus.html",
)
CHGMQM = _ibm("IBM i, CHGMQM", "Change Message Queue Manager (CHGMQM)", f"{_MQ}q083920_.html")
CRTMQMQ = _ibm("IBM i, CRTMQMQ", "Create MQ Queue (CRTMQMQ)", _MQ_CL, "IBM MQ 9.1")
CRTMQMNL = _ibm("IBM i, CRTMQMNL", "Create MQ Namelist (CRTMQMNL)", f"{_MQ}q084190_.html")
CRTMQMCHL = _ibm("IBM i, CRTMQMCHL", "Create MQ Channel (CRTMQMCHL)", _MQ_CL)
CRTMQMPRC = _ibm("IBM i, CRTMQMPRC", "Create MQ Process (CRTMQMPRC)", f"{_MQ}q084200_.html")
CRTMQMTOP = _ibm("IBM i, CRTMQMTOP", "Create MQ Topic (CRTMQMTOP)", f"{_MQ}q084240_.html")
CRTMQMSUB = _ibm("IBM i, CRTMQMSUB", "Create MQ Subscription (CRTMQMSUB)", f"{_MQ}q084220_.html")
CRTMQMLSR = _ibm("IBM i, CRTMQMLSR", "Create MQ Listener (CRTMQMLSR)", f"{_MQ}q084180_.html")
CRTMQMSVC = _ibm("IBM i, CRTMQMSVC", "Create MQ Service (CRTMQMSVC)", f"{_MQ}q084230_.html")
CRTMQMAUTI = _ibm(
    "IBM i, CRTMQMAUTI", "Create MQ AuthInfo object (CRTMQMAUTI)", f"{_MQ}q084160_.html"
)
CRTMSGQ = _ibm("IBM i, CRTMSGQ", "Create Message Queue (CRTMSGQ)", f"{_IBMI}crtmsgq.htm")
CHGMSGQ = _ibm("IBM i, CHGMSGQ", "Change Message Queue (CHGMSGQ)", f"{_IBMI}chgmsgq.htm")
CRTDTAQ = _ibm("IBM i, CRTDTAQ", "Create Data Queue (CRTDTAQ)", f"{_IBMI}crtdtaq.htm")
QMHQCDQ = _ibm(
    "IBM i, QMHQCDQ",
    "Change Data Queue (QMHQCDQ) API",
    "https://www.ibm.com/docs/en/ssw_ibm_i_73/apis/qmhqcdq.htm",
)
QUSCRTUQ = _ibm(
    "IBM i, QUSCRTUQ",
    "Create User Queue (QUSCRTUQ) API",
    "https://www.ibm.com/docs/en/ssw_ibm_i_73/apis/quscrtuq.htm",
)
GRTOBJAUT = _ibm("IBM i, GRTOBJAUT", "Grant Object Authority (GRTOBJAUT)", f"{_IBMI}grtobjaut.htm")
CHGOBJOWN = _ibm("IBM i, CHGOBJOWN", "Change Object Owner (CHGOBJOWN)", f"{_IBMI}chgobjown.htm")
CRTJOBQ = _ibm("IBM i, CRTJOBQ", "Create Job Queue (CRTJOBQ)", f"{_IBMI}crtjobq.htm")
CRTOUTQ = _ibm("IBM i, CRTOUTQ", "Create Output Queue (CRTOUTQ)", f"{_IBMI}crtoutq.htm")
PRINT_ATTRIBUTES = _ibm(
    "IBM Toolbox for Java, print attributes",
    "Print attributes",
    "https://github.com/IBM/JTOpen/blob/main/src/main/javadoc/com/ibm/as400/vaccess/doc-files/PrintAttributes.html",
)
CRTLIB = _ibm("IBM i, CRTLIB", "Create Library (CRTLIB)", f"{_IBMI}crtlib.htm")
DLTLIB = _ibm("IBM i, DLTLIB", "Delete Library (DLTLIB)", f"{_IBMI}dltlib.htm")
CRTAUTL = _ibm("IBM i, CRTAUTL", "Create Authorization List (CRTAUTL)", f"{_IBMI}crtautl.htm")
ADDAUTLE = _ibm(
    "IBM i, ADDAUTLE", "Add Authorization List Entry (ADDAUTLE)", f"{_IBMI}addautle.htm"
)
ADDJOBQE = _ibm("IBM i, ADDJOBQE", "Add Job Queue Entry (ADDJOBQE)", f"{_IBMI}addjobqe.htm")
ADDRDBDIRE = _ibm(
    "IBM i, ADDRDBDIRE", "Add RDB Directory Entry (ADDRDBDIRE)", f"{_IBMI}addrdbdire.htm"
)
STRJRNOBJ = _ibm("IBM i, STRJRNOBJ", "Start Journal Object (STRJRNOBJ)", f"{_IBMI}strjrnobj.htm")
DLTAUTL = _ibm("IBM i, DLTAUTL", "Delete Authorization List (DLTAUTL)", f"{_IBMI}dltautl.htm")
CL = _ibm(
    "IBM i, CL",
    "Control language",
    "https://www.ibm.com/docs/en/i/7.5?topic=programming-control-language",
)
MQSC = _ibm(
    "IBM MQ, MQSC",
    "MQSC commands reference",
    "https://www.ibm.com/docs/en/ibm-mq/9.4.x?topic=reference-mqsc-commands",
)
MQWEB = _ibm(
    "IBM MQ, REST API",
    "Administrative REST API: /admin/action/qmgr/{qmgrName}/mqsc",
    "https://www.ibm.com/docs/en/ibm-mq/9.4.x?topic=adminactionqmgrqmgrnamemqsc-post-json-formatted-command",
)
PULUMI = Document(
    "Pulumi",
    "Resource options",
    "Pulumi",
    "",
    "https://www.pulumi.com/docs/iac/concepts/resources/options/",
)


def _own(name: str, title: str) -> Document:
    return Document(f"Queuewright, {name}", title, "Queuewright", "", f"docs/{name}.md")


READINGS = _own("readings", "How the documents are read where they are open or disagree")
PROGRAMS = _own("programs", "Writing a program")
DRIFT = _own("drift", "Drift")
LINT = Document("Queuewright, lint", "Lint codes", "Queuewright", "", "docs/lint/index.md")
