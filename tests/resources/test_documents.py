"""Every parameter of the documents is in the catalogue. The lists here are typed from them."""

import pytest

from queuewright.catalogue.schema import attribute_schema
from queuewright.kinds import KINDS, QUEUE_KINDS

# CRTMQMQ, table 1: keyword -> special values besides *SYSDFTQ and free text.
CRTMQMQ = """
QNAME TEXT PUTENBL DFTPTY DFTMSGPST PRCNAME TRGENBL GETENBL SHARE DFTSHARE MSGDLYSEQ HDNBKTCNT
TRGTYPE TRGDEPTH TRGMSGPTY TRGDATA RTNITV MAXDEPTH MAXMSGLEN BKTTHLD BKTQNAME INITQNAME USAGE
DFNTYPE TGTQNAME RMTQNAME RMTMQMNAME TMQNAME HIGHTHLD LOWTHLD FULLEVT HIGHEVT LOWEVT SRVITV SRVEVT
DISTLIST CLUSTER CLUSNL DEFBIND CLWLRANK CLWLPRTY CLWLUSEQ MONQ STATQ ACCTQ NPMCLASS MSGREADAHD
DFTPUTRESP PROPCTL TARGTYPE CUSTOM CLCHNAME IMGRCOVQ
""".split()
# Change Queue (PCF): attributes among its parameters (not Force, Replace; FromQName, ToQName name
# objects).
PCF = """
BackoutRequeueName BackoutThreshold BaseObjectName BaseQName CFStructure ClusterChannelName
ClusterName ClusterNamelist CLWLQueuePriority CLWLQueueRank CLWLUseQ CommandScope Custom
DefaultPutResponse DefBind DefinitionType DefInputOpenOption DefPersistence DefPriority
DefReadAhead DistLists HardenGetBackout ImageRecoverQueue IndexType InhibitGet InhibitPut
InitiationQName MaxMsgLength MaxQDepth MaxQFileSize MsgDeliverySequence NonPersistentMessageClass
ProcessName PropertyControl QDepthHighEvent QDepthHighLimit QDepthLowEvent QDepthLowLimit
QDepthMaxEvent QDesc QServiceInterval QServiceIntervalEvent QSGDisposition QueueAccounting
QueueMonitoring QueueStatistics RemoteQMgrName RemoteQName RetentionInterval Scope Shareability
StorageClass StreamQ StreamQService TargetType TriggerControl TriggerData TriggerDepth
TriggerMsgPriority TriggerType Usage XmitQName QName
""".split()
# AUTL and USER are parameters of GRTOBJAUT, NEWOWN of CHGOBJOWN, JRN of STRJRNOBJ.
_WHO = ["AUTL", "USER", "NEWOWN"]
CRTMSGQ = "MSGQ TEXT FORCE SIZE AUT ALWALR CCSID MSGQFULL DLVRY PGM SEV RESET".split() + _WHO
CRTDTAQ_STD = "DTAQ MAXLEN FORCE SEQ KEYLEN SENDERID SIZE AUTORCL TEXT AUT JRN".split() + _WHO
CRTDTAQ_DDM = "DTAQ RMTDTAQ RMTLOCNAME RDB DEV LCLLOCNAME MODE RMTNETID TEXT AUT".split() + _WHO
# IBM i, CRTLIB and CHGLIB without ASPDEV; CRTOUTQ and CHGOUTQ without NDSSVR and LDAPSVR;
# CRTJOBQ.
CRTLIB = "TYPE TEXT AUT ASP CRTAUT CRTOBJAUD".split() + _WHO
CRTOUTQ = (
    "OUTQ SEQ DSPDTA JOBSEP OPRCTL DTAQ AUTCHK TEXT AUT RMTSYS RMTPRTQ AUTOSTRWTR MSGQ CNNTYPE "
    "DESTTYPE TRANSFORM MFRTYPMDL WSCST IMGCFG INTNETADR DESTOPT SEPPAGE SPLFASP MAXPAGES "
    "USRDTATFM CLASS FCB USRDFNOPT USRDFNOBJ USRDFNDTA USRDRVPGM"
).split() + _WHO
CRTJOBQ = "JOBQ TEXT OPRCTL AUTCHK AUT".split() + _WHO
ADDRDBDIRE = (
    "RDB RMTLOCNAME PORT RMTAUTMTH ENCALG SECCNN TEXT DEV LCLLOCNAME RMTNETID MODE TNSPGM ARDPGM"
).split()
ADDJOBQE = ["SBSD", "JOBQ", "MAXACT", "SEQNBR", *(f"MAXPTY{number}" for number in range(1, 10))]
QUSCRTUQ = [  # without Replace and Error code, which are of the call
    *("Qualified user queue name", "Extended attribute", "Queue type", "Key length"),
    *("Maximum message size", "Initial number of messages", "Additional number of messages"),
    *("AUT", "TEXT", "Domain", "Pointers", "Number of queue extensions", "Reclaim storage"),
    *_WHO,
]


def _cl(*kinds: str) -> set[str]:
    return {
        attribute.cl.keyword
        for kind in kinds
        for attribute in KINDS[kind].fields_described().values()
        if attribute.cl and attribute.cl.keyword != "LIB"
    }


def test_every_keyword_of_crtmqmq_and_no_other() -> None:
    assert _cl(*QUEUE_KINDS) == set(CRTMQMQ)


def test_every_parameter_of_the_queue_commands_and_no_other() -> None:
    names = {
        name
        for kind in QUEUE_KINDS
        for attribute in KINDS[kind].fields_described().values()
        if attribute.pcf
        for name in (attribute.pcf.name, *(other.name for other in attribute.pcf.synonyms))
    }
    assert names == set(PCF)


@pytest.mark.parametrize(
    ("kind", "keywords"),
    [
        ("ibmi:MessageQueue", CRTMSGQ),
        ("ibmi:DataQueue", CRTDTAQ_STD),
        ("ibmi:DdmDataQueue", CRTDTAQ_DDM),
        ("ibmi:Library", CRTLIB),
        ("ibmi:OutputQueue", CRTOUTQ),
        ("ibmi:JobQueue", CRTJOBQ),
        ("ibmi:UserQueue", QUSCRTUQ),
        ("ibmi:JobQueueEntry", ADDJOBQE),
        ("ibmi:RelationalDatabaseEntry", ADDRDBDIRE),
    ],
)
def test_every_keyword_of_the_ibmi_commands_and_no_other(kind: str, keywords: list[str]) -> None:
    assert _cl(kind) == set(keywords)


# Change Queue (PCF) and IBM's public table: which attribute belongs to which queue types.
L, M, A, R = "mq:LocalQueue", "mq:ModelQueue", "mq:AliasQueue", "mq:RemoteQueue"


@pytest.mark.parametrize(
    ("parameter", "kinds"),
    [
        ("MaxQDepth", {L, M}),
        ("BaseObjectName", {A}),
        ("TargetType", {A}),
        ("RemoteQName", {R}),
        ("XmitQName", {R}),
        ("DefinitionType", {M}),
        ("ClusterName", {L, A, R}),
        ("ClusterNamelist", {L, A, R}),
        ("CLWLUseQ", {L}),
        ("DefBind", {L, A, R}),
        ("DefPersistence", {L, M, A, R}),
        ("InhibitGet", {L, M, A}),
        ("InhibitPut", {L, M, A, R}),
        ("PropertyControl", {L, M, A}),
        ("NonPersistentMessageClass", {L, M}),
        ("DefReadAhead", {L, M, A}),
        ("Scope", {L, A, R}),
        ("StreamQ", {L, M}),
        ("Usage", {L, M}),
        ("QDesc", {L, M, A, R}),
        ("QSGDisposition", {L, M, A, R}),
    ],
)
def test_queue_types_of_a_parameter(parameter: str, kinds: set[str]) -> None:
    having = {
        kind
        for kind in QUEUE_KINDS
        if any(a.pcf and a.pcf.name == parameter for a in KINDS[kind].attributes().values())
    }
    assert having == kinds


# Document ranges: attribute of a kind -> (minimum, maximum).
RANGES = {
    (L, "default_priority"): (0, 9),
    (L, "trigger_depth"): (1, 999_999_999),
    (L, "trigger_message_priority"): (0, 9),
    (L, "retention_interval"): (0, 999_999_999),
    (L, "max_queue_depth"): (0, 999_999_999),
    (L, "max_message_length"): (0, 104_857_600),
    (L, "backout_threshold"): (0, 999_999_999),
    (L, "queue_depth_high_limit"): (0, 100),
    (L, "queue_depth_low_limit"): (0, 100),
    (L, "queue_service_interval"): (0, 999_999_999),
    (L, "cluster_workload_queue_rank"): (0, 9),
    (L, "cluster_workload_queue_priority"): (0, 9),
    (L, "max_queue_file_size"): (20, 267_386_880),
    ("ibmi:DataQueue", "max_entry_length"): (1, 64512),
    ("ibmi:DataQueue", "key_length"): (1, 256),
    ("ibmi:DataQueue", "max_number_of_entries"): (1, None),
    ("ibmi:DataQueue", "initial_number_of_entries"): (1, None),
    ("ibmi:MessageQueue", "coded_character_set_id"): (1, 65535),
    ("ibmi:Library", "auxiliary_storage_pool"): (1, 32),
    ("ibmi:OutputQueue", "job_separators"): (0, 9),
    ("ibmi:OutputQueue", "writers_to_autostart"): (1, 10),
    ("ibmi:MessageQueue", "initial_storage_size"): (1, None),
    ("ibmi:MessageQueue", "max_increments"): (0, None),
}


@pytest.mark.parametrize(
    ("place", "limits"), RANGES.items(), ids=[".".join(place) for place in RANGES]
)
def test_ranges(place: tuple[str, str], limits: tuple[int, int | None]) -> None:
    kind, name = place
    attribute = KINDS[kind].attributes()[name]
    assert (attribute.minimum, attribute.maximum) == limits


# Special values of the CL tables, as the catalogue spells them back.
SPECIALS = {
    ("ibmi:DataQueue", "max_number_of_entries"): {"*MAX16MB", "*MAX2GB"},
    ("ibmi:DataQueue", "sequence"): {"*FIFO", "*LIFO", "*KEYED"},
    # GRTOBJAUT has *AUTL besides.
    ("ibmi:DataQueue", "authority"): {
        "*LIBCRTAUT",
        "*CHANGE",
        "*ALL",
        "*USE",
        "*EXCLUDE",
        "*AUTL",
    },
    ("ibmi:DataQueue", "authorization_list"): {"*NONE"},
    ("ibmi:DataQueue", "library"): {"*CURLIB"},
    ("ibmi:DdmDataQueue", "remote_data_queue_library"): {"*LIBL", "*CURLIB"},
    ("ibmi:DdmDataQueue", "remote_location"): {"*RDB"},
    ("ibmi:DdmDataQueue", "appc_device_description"): {"*LOC"},
    ("ibmi:DdmDataQueue", "local_location"): {"*LOC", "*NETATR"},
    ("ibmi:DdmDataQueue", "mode"): {"*NETATR"},
    ("ibmi:DdmDataQueue", "remote_network_identifier"): {"*LOC", "*NETATR", "*NONE"},
    ("ibmi:MessageQueue", "coded_character_set_id"): {"*MSG", "*HEX", "*JOB"},
    ("ibmi:MessageQueue", "message_queue_full_action"): {"*SNDMSG", "*WRAP"},
    ("ibmi:MessageQueue", "max_increments"): {"*NOMAX"},
    ("ibmi:Library", "library_type"): {"*PROD", "*TEST"},
    ("ibmi:Library", "create_authority"): {"*SYSVAL", "*CHANGE", "*ALL", "*USE", "*EXCLUDE"},
    ("ibmi:Library", "create_object_auditing"): {"*SYSVAL", "*NONE", "*USRPRF", "*CHANGE", "*ALL"},
    ("ibmi:OutputQueue", "order_of_files"): {"*FIFO", "*JOBNBR"},
    ("ibmi:OutputQueue", "display_any_file"): {"*NO", "*YES", "*OWNER"},
    ("ibmi:OutputQueue", "job_separators"): {"*MSG"},
    ("ibmi:OutputQueue", "data_queue"): {"*NONE"},
    ("ibmi:OutputQueue", "remote_system"): {"*NONE", "*INTNETADR", "*PASTHR", "*NWSA"},
    ("ibmi:OutputQueue", "remote_printer_queue"): {"*USER", "*SYSTEM"},
    ("ibmi:OutputQueue", "writers_to_autostart"): {"*NONE"},
    ("ibmi:OutputQueue", "connection_type"): {"*SNA", "*IP", "*USRDFN"},
    ("ibmi:OutputQueue", "destination_type"): {
        *("*OS400", "*OS400V2", "*PSF2", "*S390", "*NDS", "*OTHER")
    },
    ("ibmi:OutputQueue", "manufacturer_type_and_model"): {"*IBM42011", "*WSCST"},
    ("ibmi:OutputQueue", "workstation_customizing_object"): {"*NONE"},
    ("ibmi:OutputQueue", "image_configuration"): {"*NONE"},
    ("ibmi:OutputQueue", "authority_to_check"): {"*OWNER", "*DTAAUT"},
    ("ibmi:JobQueue", "operator_controlled"): {"*YES", "*NO"},
    (L, "trigger_type"): {"*FIRST", "*ALL", "*DEPTH", "*NONE"},
    (L, "usage"): {"*NORMAL", "*TMQ"},
    (L, "queue_monitoring"): {"*QMGR", "*OFF", "*LOW", "*MEDIUM", "*HIGH"},
    (L, "queue_service_interval_event"): {"*HIGH", "*OK", "*NONE"},
    (L, "property_control"): {"*COMPAT", "*NONE", "*ALL", "*FORCE", "*V6COMPAT"},
    (L, "image_recover_queue"): {"*NO", "*YES", "*QMGR"},
    (L, "default_bind"): {"*OPEN", "*NOTFIXED", "*GROUP"},
    (A, "target_type"): {"*QUEUE", "*TOPIC"},
    (M, "definition_type"): {"*TEMPDYN", "*PERMDYN"},
}


@pytest.mark.parametrize(
    ("place", "words"), SPECIALS.items(), ids=[".".join(place) for place in SPECIALS]
)
def test_special_values(place: tuple[str, str], words: set[str]) -> None:
    kind, name = place
    choices = KINDS[kind].fields_described()[name].choices
    assert {choice.cl for choice in choices if choice.cl} == words


def test_may_force_is_what_001_says_of_force() -> None:
    costly = {
        (kind, name)
        for kind in KINDS
        for name, attribute in KINDS[kind].attributes().items()
        if attribute.change == "may-force"
    }
    assert costly == {
        (L, "usage"),
        (L, "shareability"),
        (A, "base_object_name"),
        (R, "remote_queue_name"),
        (R, "remote_queue_manager_name"),
        (R, "xmit_queue_name"),
        ("mq:QueueManagerAttributes", "default_transmission_queue"),  # ALTER QMGR
    }


REQUIRED = {
    **{kind: {"name"} for kind in KINDS if KINDS[kind].required_names()},
    "ibmi:DdmDataQueue": {"name", "remote_data_queue", "remote_location"},
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in REQUIRED.items() for name in sorted(names)]
)
@pytest.mark.parametrize("blank", ["", "   "])
def test_a_required_name_cannot_be_blank(kind: str, name: str, blank: str) -> None:
    """Change Queue (PCF) QName; CRTMSGQ MSGQ; CRTDTAQ DTAQ, RMTDTAQ, RMTLOCNAME: required."""
    needed = {"remote_data_queue": "R", "remote_location": "L"} if "Ddm" in kind else {}
    entries = {"max_entry_length": 5} if kind == "ibmi:DataQueue" else {}
    values = {"name": "A", **needed, **entries, name: blank}
    spec, problems = KINDS[kind].validate_values(values)
    assert spec is None
    assert [problem.attribute for problem in problems if problem.code == "blank"] == [name]


@pytest.mark.parametrize("library", ["", "*ALL", "*USRLIBL", "*LIBL", "*FOO"])
@pytest.mark.parametrize("kind", ["ibmi:MessageQueue", "ibmi:DataQueue"])
def test_a_library_is_curlib_or_a_name(kind: str, library: str) -> None:
    """CRTMSGQ MSGQ and CRTDTAQ DTAQ, qualifier 2: Name, *CURLIB."""
    entries = {"max_entry_length": 5} if kind == "ibmi:DataQueue" else {}
    spec, problems = KINDS[kind].validate_values({"name": "A", "library": library, **entries})
    assert spec is None
    assert [problem.attribute for problem in problems] == ["library"]


def test_identifiers_that_differ_from_the_parameter_of_the_same_number() -> None:
    """Change Queue (PCF): BaseQName (parameter identifier: MQCA_BASE_Q_NAME)."""
    attribute = KINDS[A].attributes()["base_object_name"]
    assert attribute.pcf is not None
    assert (attribute.pcf.name, attribute.pcf.id) == ("BaseObjectName", "MQCA_BASE_OBJECT_NAME")
    assert attribute.pcf.synonyms == (("BaseQName", "MQCA_BASE_Q_NAME"),)
    shown = attribute_schema(KINDS[A], "base_object_name", attribute)
    assert shown["pcf"]["synonyms"] == [{"name": "BaseQName", "id": "MQCA_BASE_Q_NAME"}]


@pytest.mark.parametrize(
    "ccsid", [37, 273, 500, 819, 930, 1140, 1208, 1399, 5026, 5035, 13488, 28709, 61952, "hex"]
)
def test_ccsids_that_there_are(ccsid: int | str) -> None:
    values = {"name": "A", "coded_character_set_id": ccsid}
    assert KINDS["ibmi:MessageQueue"].validate_values(values)[1] == []


@pytest.mark.parametrize("ccsid", [1, 12345, 40000, 65000])
def test_ccsids_that_there_are_not(ccsid: int) -> None:
    """CRTMSGQ: CPF247E CCSID &1 is not valid."""
    values = {"name": "A", "coded_character_set_id": ccsid}
    (problem,) = KINDS["ibmi:MessageQueue"].validate_values(values)[1]
    assert (problem.code, problem.is_error) == ("ccsid-unknown", True)
