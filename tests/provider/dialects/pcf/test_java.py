"""IBM's own Java client against this dialect: constants, bytes, and each reading the other's.

The client comes from Maven into .cache/ of the checkout; one JVM answers every question at once.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import definitions
from command_server import InMemory
from maven import jar
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.dialects.pcf.answers import Refusal, fail, succeed
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.constants import (
    MQBACF,
    MQCA,
    MQCACF,
    MQCACH,
    MQCC,
    MQCFC,
    MQCFOP,
    MQCFT,
    MQCMDI,
    MQEVO,
    MQEVR,
    MQIACF,
    MQOO,
    MQOT,
    MQQDT,
    MQRC,
    MQRCCF,
)
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import ByteOrder, encode
from queuewright.dialects.pcf.events import (
    COMMAND,
    ConfigurationEvent,
    EventMessage,
    is_reported,
    messages_of,
    read_events,
    type_of,
)
from queuewright.dialects.pcf.forms import FORMS
from queuewright.dialects.pcf.inquire import (
    inquire,
    inquire_connections,
    inquire_process_names,
    inquire_queue_manager,
    inquire_queue_status,
)
from queuewright.dialects.pcf.observe import (
    connection_parameters,
    observed_parameters,
    queue_handle_parameters,
    status_parameters,
)
from queuewright.dialects.pcf.responses import Responses
from queuewright.dialects.pcf.structures import (
    MQCFBF,
    MQCFBS,
    MQCFGR,
    MQCFH,
    MQCFIF,
    MQCFIL,
    MQCFIL64,
    MQCFIN,
    MQCFIN64,
    MQCFSF,
    MQCFSL,
    MQCFST,
    STRUCTURES,
    PcfMessage,
    Structure,
)
from queuewright.dialects.pcf.vocabulary import vocabulary
from queuewright.kinds import KINDS, MQ_KINDS, is_record, is_single
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.security_policy import SecurityPolicySpec
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.pcf_extended import several_sets
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.pcf import PcfCarrier

pytestmark = pytest.mark.java

CLIENT = "com.ibm.mq:com.ibm.mq.allclient:9.4.1.0"
SOURCE = Path(__file__).parent / "java" / "PcfCounterpart.java"
ENCODINGS: Mapping[ByteOrder, int] = {"big": 273, "little": 546}
CCSIDS = (437, 819, 1208, 37, 500, 1047)
LENGTHS = {
    "queue": ("MQ_Q_NAME_LENGTH", "mq:LocalQueue", "name"),
    "queue description": ("MQ_Q_DESC_LENGTH", "mq:LocalQueue", "queue_description"),
    "trigger data": ("MQ_TRIGGER_DATA_LENGTH", "mq:LocalQueue", "trigger_data"),
    "process": ("MQ_PROCESS_NAME_LENGTH", "mq:LocalQueue", "process_name"),
    "process definition": ("MQ_PROCESS_NAME_LENGTH", "mq:Process", "name"),
    "process description": ("MQ_PROCESS_DESC_LENGTH", "mq:Process", "process_description"),
    "application": ("MQ_PROCESS_APPL_ID_LENGTH", "mq:Process", "application_identifier"),
    "environment": ("MQ_PROCESS_ENV_DATA_LENGTH", "mq:Process", "environment_data"),
    "user data": ("MQ_PROCESS_USER_DATA_LENGTH", "mq:Process", "user_data"),
    "backout": ("MQ_Q_NAME_LENGTH", "mq:LocalQueue", "backout_requeue_name"),
    "initiation": ("MQ_Q_NAME_LENGTH", "mq:LocalQueue", "initiation_queue_name"),
    "stream": ("MQ_Q_NAME_LENGTH", "mq:LocalQueue", "stream_queue"),
    "custom": ("MQ_CUSTOM_LENGTH", "mq:LocalQueue", "custom"),
    "cluster": ("MQ_CLUSTER_NAME_LENGTH", "mq:LocalQueue", "cluster_name"),
    "cluster namelist": ("MQ_NAMELIST_NAME_LENGTH", "mq:LocalQueue", "cluster_namelist"),
    "cluster channel": ("MQ_CHANNEL_NAME_LENGTH", "mq:LocalQueue", "cluster_channel_name"),
    "structure": ("MQ_CF_STRUC_NAME_LENGTH", "mq:LocalQueue", "coupling_facility_structure"),
    "policy": ("MQ_OBJECT_NAME_LENGTH", "mq:SecurityPolicy", "name"),
    "recipient": ("MQ_DISTINGUISHED_NAME_LENGTH", "mq:SecurityPolicy", "recipients"),
    "structure name": ("MQ_CF_STRUC_NAME_LENGTH", "mq:CouplingFacilityStructure", "name"),
    "structure description": (
        "MQ_CF_STRUC_DESC_LENGTH", "mq:CouplingFacilityStructure", "structure_description",
    ),
    "storage class": ("MQ_STORAGE_CLASS_LENGTH", "mq:LocalQueue", "storage_class"),
    "scope": ("MQ_QSG_NAME_LENGTH", "mq:LocalQueue", "command_scope"),
    "base object": ("MQ_OBJECT_NAME_LENGTH", "mq:AliasQueue", "base_object_name"),
    "remote queue": ("MQ_Q_NAME_LENGTH", "mq:RemoteQueue", "remote_queue_name"),
    "remote manager": ("MQ_Q_MGR_NAME_LENGTH", "mq:RemoteQueue", "remote_queue_manager_name"),
    "transmission": ("MQ_Q_NAME_LENGTH", "mq:RemoteQueue", "xmit_queue_name"),
    "namelist": ("MQ_NAMELIST_NAME_LENGTH", "mq:Namelist", "name"),
    "names": ("MQ_OBJECT_NAME_LENGTH", "mq:Namelist", "names"),
    "namelist description": ("MQ_NAMELIST_DESC_LENGTH", "mq:Namelist", "namelist_description"),
    "repository": ("MQ_CLUSTER_NAME_LENGTH", "mq:QueueManagerAttributes", "repository"),
    "channel": ("MQ_CHANNEL_NAME_LENGTH", "mq:ClusterSenderChannel", "name"),
    "channel description": (
        "MQ_CHANNEL_DESC_LENGTH", "mq:ClusterSenderChannel", "channel_description",
    ),
    "connection": ("MQ_CONN_NAME_LENGTH", "mq:ClusterSenderChannel", "connection_name"),
    "address": ("MQ_LOCAL_ADDRESS_LENGTH", "mq:ClusterSenderChannel", "local_address"),
    "cipher": ("MQ_SSL_CIPHER_SPEC_LENGTH", "mq:ClusterSenderChannel",
               "ssl_cipher_specification"),
    "peer": ("MQ_SSL_PEER_NAME_LENGTH", "mq:ClusterSenderChannel", "ssl_peer_name"),
    "mode": ("MQ_MODE_NAME_LENGTH", "mq:SenderChannel", "mode_name"),
    "transaction program": ("MQ_TP_NAME_LENGTH", "mq:SenderChannel", "tp_name"),
    "task user": ("MQ_USER_ID_LENGTH", "mq:SenderChannel", "user_identifier"),
    "password": ("MQ_PASSWORD_LENGTH", "mq:SenderChannel", "password"),
    "agent": ("MQ_MCA_NAME_LENGTH", "mq:SenderChannel", "mca_name"),
    "transmission of a channel": ("MQ_Q_NAME_LENGTH", "mq:SenderChannel", "xmit_queue_name"),
    "exit": ("MQ_MAX_EXIT_NAME_LENGTH", "mq:SenderChannel", "security_exit"),
    "exit data": ("MQ_EXIT_DATA_LENGTH", "mq:SenderChannel", "security_user_data"),
    "client's queue manager": (
        "MQ_Q_MGR_NAME_LENGTH", "mq:ClientConnectionChannel", "queue_manager_name",
    ),
    "temporary prefix": (
        "MQ_TEMPORARY_Q_PREFIX_LENGTH", "mq:AmqpChannel", "temporary_queue_prefix",
    ),
    "label": ("MQ_CERT_LABEL_LENGTH", "mq:ClusterSenderChannel", "certificate_label"),
}  # fmt: skip


# --- what is asked -----------------------------------------------------------------------------


def described(structures: tuple[Structure, ...]) -> Iterator[str]:
    """The Java program's own words for structures."""

    def text(value: str) -> str:
        return value.encode().hex() or "-"

    for structure in structures:
        number = structure.parameter
        match structure:
            case MQCFIN():
                yield f"IN:{number}={structure.value}"
            case MQCFIN64():
                yield f"IN64:{number}={structure.value}"
            case MQCFST():
                yield f"ST:{number}={text(structure.value)}"
            case MQCFSL():
                yield f"SL:{number}={','.join(text(item) for item in structure.values)}"
            case MQCFIL():
                yield f"IL:{number}={','.join(map(str, structure.values))}"
            case MQCFIL64():
                yield f"IL64:{number}={','.join(map(str, structure.values))}"
            case MQCFBS():
                yield f"BS:{number}={structure.value.hex() or '-'}"
            case MQCFIF():
                yield f"IF:{number}:{structure.operator}={structure.value}"
            case MQCFSF():
                yield f"SF:{number}:{structure.operator}={text(structure.value)}"
            case MQCFBF():
                yield f"BF:{number}:{structure.operator}={structure.value.hex() or '-'}"
            case MQCFGR():
                yield f"GR:{number}("
                yield from described(structure.parameters)
                yield ")"


def build_request(message: PcfMessage, order: ByteOrder, ccsid: int) -> str:
    header = message.header
    numbers = (header.type, header.version, header.command, header.sequence, header.control,
               header.completion, header.reason)  # fmt: skip
    words = [*map(str, map(int, numbers)), *described(message.parameters)]
    return f"BUILD {ENCODINGS[order]} {ccsid} {' '.join(words)}"


def read_request(message: PcfMessage, order: ByteOrder, ccsid: int) -> str:
    return f"READ {ENCODINGS[order]} {ccsid} {encode(message, order, ccsid).hex()}"


def read_answer(message: PcfMessage) -> str:
    header = message.header
    numbers = (header.type, header.command, header.sequence, header.control, header.completion,
               header.reason)  # fmt: skip
    return " ".join([*map(str, map(int, numbers)), *described(message.parameters)])


def every_structure(word: str) -> PcfMessage:
    return PcfMessage(
        MQCFH(11, version=3),
        (
            MQCFST(2016, "ABCDE"),
            MQCFST(2013, word),
            MQCFST(2012, ""),
            MQCFIN(15, 5),
            MQCFIN(54, -1),
            MQCFSL(2020, ("A", word, "BBB")),
            MQCFSL(2020, ()),
            MQCFIL(1002, (1, -2, 2**31 - 1)),
            MQCFIL(1004, ()),
            MQCFIN64(9999, -(2**40)),
            MQCFIL64(9998, (1, -2, 2**62)),
            MQCFBS(7006, b"\1\2\3"),
            MQCFBS(7007, b""),
            MQCFIF(15, 4, 10),
            MQCFSF(2016, 18, word),
            MQCFBF(7006, 2, b"\t"),
            MQCFGR(8001, (MQCFIN(15, 1), MQCFGR(8002, (MQCFST(2016, "X"),)), MQCFGR(8003))),
        ),
    )


# Of records the sandbox writes no events.
_WITH_EVENTS = tuple(kind for kind in MQ_KINDS if not is_record(kind))


def commands() -> dict[str, PcfMessage]:
    """One message a command and kind, with every attribute that has a shipped value."""
    messages: dict[str, PcfMessage] = {
        "inquire queue status": inquire_queue_status(),
        "inquire connections": inquire_connections(),
        "inquire process names": inquire_process_names("A*"),
        "inquire queue manager": inquire_queue_manager(),
    }
    for kind in MQ_KINDS:
        spec = KINDS[kind]
        if kind == "mq:Cluster":
            continue
        values = {
            name: attribute.shipped
            for name, attribute in spec.attributes().items()
            if attribute.shipped is not None and attribute.pcf is not None
        }
        fields = spec.fields_described().items()
        words = {n: a.choices[0].value for n, a in fields if n in spec.identity() and a.choices}
        named = {**dict.fromkeys(spec.identity(), "A.B"), **words}
        if spec.grants:
            values[spec.grants] = ("input", "output")
        declared = spec.observed({**named, **values})
        name = declared.object_name
        written = {
            "create": definitions.creation(declared, replace=True),
            "copy": definitions.creation(declared, like="C"),
            "change": definitions.change(kind, name, values, force=True),
            "delete": definitions.deletion(kind, name, purge=True, keep_authorities=True),
        }
        if is_record(kind):
            del written["copy"]
        if is_single(kind):
            written = {"change": written["change"]}
        for verb, definition in written.items():
            messages[f"{verb} {kind}"] = message_of(definition)
        messages[f"inquire {kind}"] = inquire(kind, "A*")
    return messages


def responses() -> dict[str, PcfMessage]:
    handle = Handle("A", "app", "me", frozenset({OpenFor.OUTPUT, OpenFor.INPUT_SHARED}), "CH", "QM")
    observed = Observed(Key("S", "mq:LocalQueue", "A"), {"max_queue_depth": 5})
    sets = {
        13: [observed_parameters(observed)] * 2,
        41: [status_parameters("A", Status(1, 2, 3, 4)), queue_handle_parameters(handle)],
        85: connection_parameters([handle]),
    }
    messages = {}
    for command, parameters in sets.items():
        for place, message in enumerate(succeed(command, parameters)):
            messages[f"response {command} {place}"] = message
    refusal = Refusal(MQRCCF.CFIN_PARM_ID_ERROR, (MQCFIN(1012, 15), MQCFIN(1018, 36)))
    for place, message in enumerate(fail(11, [refusal])):
        messages[f"failure {place}"] = message
    return messages


@cache
def session() -> dict[str, PcfMessage]:
    """What a system of type pcf sends, and what the sandbox's command server answers, in order."""
    messages: dict[str, PcfMessage] = {}
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("queuewright.systems.mq.system.SETTLES", 0.0)
        # One time for all: answers that differ in it only would be other tests in each process.
        machine = Sandbox(Path(folder) / "sandbox.db", lambda: 1e9).create_system("QM1")
        answers: list[bytes] = []

        def kept(replies: list[bytes]) -> list[bytes]:
            answers.extend(replies)
            return replies

        connection = InMemory(machine, tamper=kept)
        system = MqSystem("QM1", PcfCarrier("QM1", "memory", lambda: connection, 10))
        queue = LocalQueueSpec(name="A", max_queue_depth=7)
        system.create(queue)
        system.create(NamelistSpec(name="NL", names=("C1", "C2")))
        receiver = ClusterReceiverChannelSpec(
            name="TO.QM1", cluster_namelist="NL", connection_name="mq1(1414)"
        )
        system.create(receiver)
        for cluster in ("C1", "C2"):
            system.create(ClusterSpec(name=cluster, full_repository="yes"))
        machine.open("A", [OpenFor.INPUT_SHARED], application="app")
        list(system.observe(MQ_KINDS, status=True))
        with pytest.raises(CommandFailed):
            system.create(queue)
        system.change(queue, force=True)
        machine.close_all()
        system.delete(Key("QM1", "mq:LocalQueue", "A"), purge=True, keep_authorities=True)
        machine.sandbox.close()
    for name, datas in (("sent", connection.requests), ("answered", answers)):
        for data in dict.fromkeys(datas):
            messages[f"{name} {len(messages)}"] = decode(data)
    return messages


def of_several_members() -> list[PcfMessage]:
    """Extended responses to a command that ran on two members of a queue sharing group."""
    handle = Handle("A", "app", "me", frozenset({OpenFor.OUTPUT}), "CH", "QM")
    refusal = Refusal(MQRCCF.OBJECT_ALREADY_EXISTS, (MQCFIN(1012, 15),))
    found = succeed(85, connection_parameters([handle]))
    return several_sets("MQ21", [("MQ21", found), ("MQ22", fail(85, [refusal]))])


@cache
def events() -> dict[str, ConfigurationEvent]:
    """Every reason for every kind, with every attribute that has a shipped value; and objects that
    are not managed."""
    made: dict[str, ConfigurationEvent] = {}
    for kind in _WITH_EVENTS:
        spec = KINDS[kind]
        if not spec.pcf.name or not is_reported(kind):
            continue
        word = type_of(kind)
        values = {
            name: attribute.shipped
            for name, attribute in spec.attributes().items()
            if attribute.shipped is not None
            and attribute.pcf is not None
            and attribute.observable
            and not attribute.write_only
        }
        after = {**values, "queue_description": "after"} if kind.endswith("Queue") else values
        for reason, states in {
            "create": (None, values), "change": (values, after), "delete": (values, None),
            "refresh": (None, values),
        }.items():  # fmt: skip
            made[f"{reason} {kind}"] = ConfigurationEvent(
                reason, word, "A.B", kind, *states, "QM1", "bob", "console"
            )
    known = (*_WITH_EVENTS, SecurityPolicySpec.kind)
    managed = {type_of(kind).upper() for kind in known if is_reported(kind)}
    for other in sorted(number for number in MQOT if number.name not in managed):
        word = other.name.lower()
        made[f"change {word}"] = ConfigurationEvent("change", word, "X", None, None, None, "QM1")
    return made


def event_messages() -> dict[str, PcfMessage]:
    return {
        f"event {name} {place}": message
        for name, event in events().items()
        for place, message in enumerate(messages_of(event))
    }


def answered_request(messages: Sequence[PcfMessage], order: ByteOrder) -> str:
    hexadecimal = ",".join(encode(message, order, 500).hex() for message in messages)
    return f"ANSWERED {ENCODINGS[order]} 500 {hexadecimal}"


@cache
def cases() -> dict[str, tuple[PcfMessage, int]]:
    in_character_sets = {
        f"every structure in {ccsid}": (every_structure("A[^]!|{}~\\"), ccsid) for ccsid in CCSIDS
    }
    extended = {f"extended {n}": message for n, message in enumerate(of_several_members())}
    written = commands() | responses() | extended | session() | event_messages()
    for name, message in written.items():
        in_character_sets[name] = (message, 819)
    return in_character_sets


def beyond_ascii() -> dict[int, PcfMessage]:
    """Messages that the client only reads: it writes a string's length as in UTF-8. Its older
    package, which does not, writes strings in their own character set below."""
    return {ccsid: every_structure("é½°" if ccsid == 437 else "Aé[½") for ccsid in CCSIDS}


def without_known_faults(message: PcfMessage) -> PcfMessage:
    """What the client writes rightly in little-endian order: it writes the numbers of MQCFIL,
    MQCFIN64 and MQCFIL64 big-endian there (and reads them rightly)."""
    kept = tuple(
        parameter
        for parameter in message.parameters
        if not isinstance(parameter, MQCFIL | MQCFIN64 | MQCFIL64)
    )
    return PcfMessage(message.header, kept)


def catalogue_constants() -> dict[str, int]:
    """Every number of the catalogue with IBM's name: identifiers, words, and object types."""
    constants: dict[str, int] = {}
    for kind in MQ_KINDS:
        spec = KINDS[kind]
        if spec.pcf.type is not None:
            _, word, number = spec.pcf.type
            constants[word] = number
        for field in spec.fields_described().values():
            if field.pcf is not None:
                constants[field.pcf.id] = field.pcf.value
            for choice in field.choices:
                if choice.constant is not None and choice.number is not None:
                    constants[choice.constant] = choice.number
    return constants


def dialect_constants() -> dict[str, int]:
    constants = {
        f"{table.__name__}_{name}": int(member)
        for table in (
            *(MQBACF, MQCA, MQCACF, MQCACH, MQCC, MQCFC, MQCFOP, MQCFT, MQCMDI, MQEVO, MQEVR),
            *(MQIACF, MQOO, MQOT, MQQDT, MQRC, MQRCCF),
        )
        for name, member in table.__members__.items()
    }
    constants |= {form.name: number for number, form in FORMS.items()}
    constants["MQCMD_CONFIG_EVENT"] = COMMAND
    types = {
        "MQCFIN": "INTEGER", "MQCFIN64": "INTEGER64", "MQCFST": "STRING", "MQCFSL": "STRING_LIST",
        "MQCFIL": "INTEGER_LIST", "MQCFIL64": "INTEGER64_LIST", "MQCFBS": "BYTE_STRING",
        "MQCFIF": "INTEGER_FILTER", "MQCFSF": "STRING_FILTER", "MQCFBF": "BYTE_STRING_FILTER",
        "MQCFGR": "GROUP",
    }  # fmt: skip
    for name, structure in STRUCTURES.items():
        constants[f"MQCFT_{types[name]}"] = structure.number
    for object_name in ("Q", "NAMELIST", "CHANNEL", "Q_MGR", "CONNECTION"):
        for parameter in vocabulary(object_name).numbers.values():
            constants[parameter.constant] = parameter.id
            constants |= parameter.words
            if parameter.length is not None and parameter.name in ("FromQName", "ToQName"):
                constants["MQ_Q_NAME_LENGTH"] = parameter.length
    return constants


def questions() -> list[str]:
    asked = [f"CONST {name}" for name in (catalogue_constants() | dialect_constants())]
    asked += [f"CONST {length}" for length, _, _ in LENGTHS.values()]
    for message, ccsid in cases().values():
        asked.append(build_request(message, "big", ccsid))
        asked.append(build_request(without_known_faults(message), "little", ccsid))
        asked += [read_request(message, order, ccsid) for order in ENCODINGS]
    asked += [answered_request(of_several_members(), order) for order in ENCODINGS]
    for ccsid, order in product(CCSIDS, ENCODINGS):
        asked.append(read_request(beyond_ascii()[ccsid], order, ccsid))
        number = ENCODINGS[order]
        asked.append(f"OWN {number} {ccsid} {ccsid} 2016 {'Aé['.encode().hex()}")
        asked.append(f"READOWN {number} 1208 {own_string(ccsid, order).hex()}")
    return list(dict.fromkeys(asked))


def own_string(ccsid: int, order: ByteOrder) -> bytes:
    return encode(PcfMessage.command(11, (MQCFST(2016, "Aé[", ccsid),)), order, 1208)


# --- the one JVM -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def java() -> Mapping[str, str]:
    """Question -> answer of the Java program."""
    launcher = shutil.which("java")
    if launcher is None:
        pytest.skip("Java 17 is not installed")
    version = subprocess.run([launcher, "-version"], capture_output=True, text=True, check=False)
    number = re.search(r'version "(\d+)', version.stderr)
    if number is None or int(number[1]) < 17:
        pytest.skip("Java 17 or newer is needed")
    asked = questions()
    done = subprocess.run(
        [launcher, "-XX:TieredStopAtLevel=1", "-cp", str(jar(CLIENT)), str(SOURCE)],
        input="\n".join(asked) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    answers = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert len(answers) == len(asked), done.stderr
    return dict(zip(asked, answers, strict=True))


# --- tests -------------------------------------------------------------------------------------


def test_every_constant_of_the_catalogue(java: Mapping[str, str]) -> None:
    ours = catalogue_constants()
    assert len(ours) > 150
    assert {name: java[f"CONST {name}"] for name in ours} == {k: str(v) for k, v in ours.items()}


def test_every_constant_of_the_dialect(java: Mapping[str, str]) -> None:
    ours = dialect_constants()
    assert {name: java[f"CONST {name}"] for name in ours} == {k: str(v) for k, v in ours.items()}


@pytest.mark.parametrize("constant", LENGTHS)
def test_every_length_of_the_catalogue(java: Mapping[str, str], constant: str) -> None:
    length, kind, field = LENGTHS[constant]
    assert java[f"CONST {length}"] == str(KINDS[kind].fields_described()[field].max_length)


def test_every_command_is_among_the_messages() -> None:
    sent = {message.header.command for message in commands().values()}
    assert sent == set(FORMS)


def kept_of(message: PcfMessage, order: ByteOrder) -> PcfMessage:
    return message if order == "big" else without_known_faults(message)


# One test for all messages: each takes less than what a test of its own would cost.
def test_our_bytes_are_its_bytes(java: Mapping[str, str]) -> None:
    assert [
        (name, order)
        for (name, (message, ccsid)), order in product(cases().items(), ENCODINGS)
        if java[build_request(kept_of(message, order), order, ccsid)]
        != encode(kept_of(message, order), order, ccsid).hex()
    ] == []


def test_we_read_its_bytes(java: Mapping[str, str]) -> None:
    for (name, (message, ccsid)), order in product(cases().items(), ENCODINGS):
        kept = kept_of(message, order)
        its = bytes.fromhex(java[build_request(kept, order, ccsid)])
        assert decode(its, ccsid=ccsid) == kept, (name, order)


def test_it_reads_our_bytes(java: Mapping[str, str]) -> None:
    assert [
        (name, order)
        for (name, (message, ccsid)), order in product(cases().items(), ENCODINGS)
        if java[read_request(message, order, ccsid)] != read_answer(message)
    ] == []


@pytest.mark.parametrize("order", ENCODINGS)
def test_it_waits_for_the_same_responses(java: Mapping[str, str], order: ByteOrder) -> None:
    """IBM's client knows when a command of z/OS is answered: after the same response as we do."""
    messages = of_several_members()
    responses, reported = Responses(), ""
    for message in messages:
        responses.take(message)
        reported += "y" if responses.whole else "n"
    assert java[answered_request(messages, order)] == reported
    assert reported.index("y") == len(messages) - 1


@pytest.mark.parametrize(("ccsid", "order"), list(product(CCSIDS, ENCODINGS)))
def test_it_reads_our_characters_beyond_ascii(
    java: Mapping[str, str], ccsid: int, order: ByteOrder
) -> None:
    message = beyond_ascii()[ccsid]
    assert java[read_request(message, order, ccsid)] == read_answer(message)


@pytest.mark.parametrize(("ccsid", "order"), list(product(CCSIDS, ENCODINGS)))
def test_strings_in_their_own_character_set(
    java: Mapping[str, str], ccsid: int, order: ByteOrder
) -> None:
    word = "Aé[".encode().hex()
    number = ENCODINGS[order]
    ours = encode(PcfMessage.command(11, (MQCFST(2016, "Aé[", ccsid),)), order, ccsid)
    assert java[f"OWN {number} {ccsid} {ccsid} 2016 {word}"] == ours.hex()
    read = java[f"READOWN {number} 1208 {own_string(ccsid, order).hex()}"]
    assert read == f"{word}@{ccsid}"


@pytest.mark.parametrize("order", ENCODINGS)
@pytest.mark.parametrize("name", events())
def test_its_event_messages_say_what_was_done(
    java: Mapping[str, str], name: str, order: ByteOrder
) -> None:
    """Messages that the client has made, as they stand on SYSTEM.ADMIN.CONFIG.EVENT."""
    event = events()[name]
    put = []
    for place, message in enumerate(messages_of(event)):
        made = message if order == "big" else without_known_faults(message)
        data = bytes.fromhex(java[build_request(made, order, 819)])
        put.append(EventMessage(bytes([place]), data, b"pair", 819))
    [(read, messages)] = list(read_events(put))
    assert isinstance(read, ConfigurationEvent)
    assert len(messages) == len(put)
    about = (read.reason, read.object_type, read.name, read.kind, read.user, read.queue_manager)
    assert about == (
        event.reason, event.object_type, event.name, event.kind, event.user, event.queue_manager
    )  # fmt: skip
    attributes = KINDS[event.kind].attributes() if event.kind else {}
    lists = {n for n, each in attributes.items() if each.max_items and order == "little"}
    # without_known_faults
    for found, wrote in ((read.before, event.before), (read.after, event.after)):
        wanted = {n: v for n, v in (wrote or {}).items() if n not in lists}
        assert {n: v for n, v in (found or {}).items() if n not in lists} == wanted
