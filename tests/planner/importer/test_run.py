"""Imports from end to end."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright.catalogue.platform import Platform
from queuewright.importer.folding import note_line
from queuewright.importer.project import write_project
from queuewright.importer.reading import CannotImport, SourceFile, read
from queuewright.importer.run import Imported, ImportOptions, import_sources, read_files
from queuewright.kinds import KINDS, is_record
from queuewright.mq.authority_record import AuthorityRecordSpec

AUTHORITY = AuthorityRecordSpec.kind
Declarations = Callable[[Mapping[str, str]], list[Any]]


def imported(text: str, dialect: str = "mqsc", system: str = "QM1", **options: Any) -> Imported:
    source = read(dialect, "f.mqsc", text.encode())
    return import_sources([source], ImportOptions(system, dialect=dialect, **options))


def codes(result: Imported) -> list[str]:
    return [note.code for note in result.report.notes]


# A dump tells of the queue manager, and has the SYSTEM objects that this one has anyway.
DUMP = "* Queue manager platform: UNIX\n"

SMALL = """\
ALTER QMGR CCSID(819) REPOS(CLUS)
DEF QA(ORDERS.IN) TARGET(ORDERS) DESCR('It''s the \"way in\"')
DEF QL(ORDERS) MAXDEPTH(50000) BOQNAME(ORDERS.BACKOUT) CLUSTER(CLUS) USAGE(NORMAL)
DEF QL(ORDERS.BACKOUT)
DEF QL(QM2) USAGE(XMITQ)
DEF QR(ORDERS.OUT) RNAME(ORDERS) RQMNAME(QM2)
DEF QR(ORDERS.BY) RNAME(ORDERS) RQMNAME(QM3) XMITQ(QM2)
DEF NL(CLUS) NAMES(CLUS,OTHER)
DEF CHL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSTER(CLUS) CONNAME('qm1(1414)')
SET AUTHREC PROFILE(A)
"""


def test_the_character_set_is_told_wherever_it_stands() -> None:
    result = imported("ALTER QMGR DEADQ(D)\nDEF QL(A)\nALTER QMGR CCSID(819)\n")
    assert result.report.facts.ccsid == 819
    assert result.report.assumed == ("platform", "command_level")


def test_a_small_estate_is_one_file() -> None:
    result = imported(SMALL)
    assert sorted(result.files) == [".gitignore", "Pulumi.dev.yaml", "Pulumi.yaml", "__main__.py"]
    assert (
        result.files["__main__.py"]
        == '''\
"""Queues of QM1, imported from f.mqsc."""

from queuewright import mq

qm = mq.QueueManager("QM1")

# Clusters that the queue manager is a member of
clus = mq.Cluster("CLUS", system=qm, full_repository="yes")

# Namelists
mq.Namelist("CLUS-namelist", name="CLUS", system=qm, names=[clus, "OTHER"])

# Cluster channels
mq.ClusterReceiverChannel(
    "TO.QM1",
    system=qm,
    cluster_name=clus,
    connection_name="qm1(1414)",
)

# Transmission queues
qm2 = mq.LocalQueue("QM2", system=qm, usage="transmission")

# Local queues
orders_backout = mq.LocalQueue("ORDERS.BACKOUT", system=qm)
orders = mq.LocalQueue(
    "ORDERS",
    system=qm,
    max_queue_depth=50_000,
    backout_requeue_name=orders_backout,
    cluster_name=clus,
)

# Remote queues
mq.RemoteQueue(
    "ORDERS.BY",
    system=qm,
    remote_queue_name="ORDERS",
    remote_queue_manager_name="QM3",
    xmit_queue_name=qm2,
)
mq.RemoteQueue(
    "ORDERS.OUT",
    system=qm,
    remote_queue_name="ORDERS",
    remote_queue_manager_name="QM2",
)

# Alias queues
mq.AliasQueue(
    "ORDERS.IN",
    system=qm,
    queue_description='It\\'s the "way in"',
    base_object_name=orders,
)
'''
    )


def test_the_files_of_pulumi() -> None:
    result = imported(SMALL, system="QM.1", stack="test", platform=Platform.ZOS)
    assert yaml.safe_load(result.files["Pulumi.yaml"]) == {
        "name": "qm-1",
        "description": "Queues of QM.1, imported from f.mqsc.",
        "runtime": {"name": "python"},
    }
    assert yaml.safe_load(result.files["Pulumi.test.yaml"]) == {
        "config": {
            "queuewright:systems": {
                "QM.1": {
                    "type": "sandbox",
                    "platform": "zos",
                    "command_level": 930,
                    "ccsid": 819,
                }
            }
        }
    }
    assert result.report.assumed == ("command_level",)


@pytest.mark.parametrize(
    ("platform", "ccsid"), [(Platform.IBMI, 37), (Platform.ZOS, 500), (Platform.LINUX, 1208)]
)
def test_a_character_set_that_nobody_tells(platform: Platform, ccsid: int) -> None:
    report = imported("DEF QL(A)", platform=platform).report
    assert report.facts.ccsid == ccsid
    assert report.assumed == ("command_level", "ccsid")
    assert imported("DEF QL(A)", platform=platform, ccsid=819).report.facts.ccsid == 819


def test_defaults_are_left_out() -> None:
    text = f"""\
{DUMP}DEF QL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7) DEFPSIST(NO) REPLACE
DEF QL(A) MAXDEPTH(7) DEFPSIST(YES) GET(ENABLED)
DEF QL(B) MAXDEPTH(5000)
"""
    result = imported(text)
    program = result.files["__main__.py"]
    assert 'mq.LocalQueue("A", system=qm, default_persistence="persistent")\n' in program
    assert 'mq.LocalQueue("B", system=qm, max_queue_depth=5000)\n' in program
    assert [note_line(note) for note in result.report.notes] == [
        "f.mqsc:2: mq:LocalQueue SYSTEM.DEFAULT.LOCAL.QUEUE: max_queue_depth is 7 there, and IBM "
        "ships 5000: a new system needs it too, or import with --all-attributes"
    ]
    everything = imported(text, all_attributes=True)
    assert "max_queue_depth=7" in everything.files["__main__.py"]
    assert 'inhibit_get="get_allowed"' in everything.files["__main__.py"]
    assert codes(everything) == []


DIFFERING_DEFAULT = f"""\
{DUMP}DEF QL(FIRST) GET(ENABLED)
DEF QL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7) DEFPSIST(YES) REPLACE
DEF QL(A) DEFPSIST(YES) PUT(ENABLED)
DEF QL(B) LIKE(A) MAXMSGL(10)
DEF QL(C) MAXDEPTH(5000)
DEF QL(D) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE)
DEF QL(SYSTEM.OWN) REPLACE
"""


def test_all_attributes_have_what_differing_defaults_give() -> None:
    """On a new system, whose default objects are IBM's, each queue has the values it had."""
    program = imported(DIFFERING_DEFAULT, all_attributes=True).files["__main__.py"]
    given = {
        call.args[0].value: {word.arg: ast.literal_eval(word.value) for word in call.keywords[1:]}
        for call in ast.walk(ast.parse(program))
        if isinstance(call, ast.Call) and any(word.arg == "system" for word in call.keywords)
    }
    seven = {"max_queue_depth": 7, "default_persistence": "persistent"}
    assert given == {
        "FIRST": {"inhibit_get": "get_allowed"},
        "A": {"inhibit_put": "put_allowed", **seven},
        "B": {"inhibit_put": "put_allowed", **seven, "max_message_length": 10},
        "C": {"max_queue_depth": 5000, "default_persistence": "persistent"},
        "D": seven,
    }


def test_what_a_script_gives_explicitly_can_be_kept() -> None:
    plain = imported(DIFFERING_DEFAULT)
    kept = imported(DIFFERING_DEFAULT, keep_explicit=True)
    assert "inhibit_put" not in plain.files["__main__.py"]
    assert (
        'mq.LocalQueue("A", system=qm, inhibit_put="put_allowed", '
        'default_persistence="persistent")\n'
    ) in _joined(kept.files["__main__.py"])
    assert 'mq.LocalQueue("FIRST", system=qm, inhibit_get="get_allowed")' in _joined(
        kept.files["__main__.py"]
    )
    assert 'mq.LocalQueue("C", system=qm, max_queue_depth=5000)' in _joined(
        kept.files["__main__.py"]
    )
    assert codes(plain) == codes(kept) == ["changed-default", "changed-default"]


def _joined(program: str) -> str:
    """Each call on one line."""
    return re.sub(r"\(\n +", "(", re.sub(r",\n +", ", ", re.sub(r",\n\)", ")", program)))


def test_system_objects_are_left_out_unless_asked_for() -> None:
    text = f"""\
{DUMP}DEF QL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7) REPLACE
DEF QM(AMQ.MODEL)
DEF QL(SYSTEMATIC)
DEF QL(DYN) +
*  DEFTYPE(TEMPDYN) +
REPLACE
"""
    result = imported(text)
    assert result.report.declared == {"mq:LocalQueue": 1}
    assert result.report.left_out == {
        "system objects": {"mq:LocalQueue": 1, "mq:ModelQueue": 1},
        "dynamic queues": {"mq:LocalQueue": 1},
    }
    asked = imported(text, system_objects=True)
    assert asked.report.declared == {"mq:LocalQueue": 2, "mq:ModelQueue": 1}
    assert "max_queue_depth=7" in asked.files["__main__.py"]


OF_PEOPLE = """\
ALTER QL(SYSTEM.ADMIN.PERFM.EVENT) QDPHIEV(ENABLED)
ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) CHCKCLNT(OPTIONAL)
DEF CHL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('nobody') REPLACE
DEF CHL(SYSTEM.ADMIN.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('admin')
DEF TOPIC('SYSTEM.FTE') TOPICSTR('SYSTEM.FTE') REPLACE
DEF QL(SYSTEM.FTE) LIKE(SYSTEM.BROKER.DEFAULT.STREAM) REPLACE
ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) NAMES(SYSTEM.BROKER.DEFAULT.STREAM, SYSTEM.FTE)
"""


def test_a_script_means_the_system_objects_that_it_names() -> None:
    """Scripts harden the default channel, make the one for administrators, set up file transfer."""
    result = imported(OF_PEOPLE)
    assert result.report.left_out == {}
    assert codes(result) == []
    program = _joined(result.files["__main__.py"])
    for line in (
        'mq.LocalQueue("SYSTEM.ADMIN.PERFM.EVENT", system=qm, queue_depth_high_event="enabled")',
        'mq.LocalQueue("SYSTEM.FTE", system=qm, like="SYSTEM.BROKER.DEFAULT.STREAM")',
        'check_client_binding="optional"',
        'mq.ServerConnectionChannel("SYSTEM.ADMIN.SVRCONN", system=qm, '
        'mca_user_identifier="admin")',
        'mq.ServerConnectionChannel("SYSTEM.DEF.SVRCONN", system=qm, mca_user_identifier="nobody")',
        'names=["SYSTEM.BROKER.DEFAULT.STREAM", "SYSTEM.FTE"]',
    ):
        assert line in program, line


def test_a_dump_has_system_objects_that_only_an_alter_means() -> None:
    """Also one without its first comments: people redefine one or two of such objects."""
    defined = [f"DEF QL(SYSTEM.{name}) REPLACE" for name in (
        "DEFAULT.LOCAL.QUEUE", "DEAD.LETTER.QUEUE", "CHANNEL.INITQ", "CHANNEL.SYNCQ",
        "ADMIN.COMMAND.QUEUE", "BROKER.AUTH",
    )]  # fmt: skip
    altered = "ALTER QL(SYSTEM.DEAD.LETTER.QUEUE) MAXDEPTH(9)"
    for text in ("\n".join([*defined, altered]), "\n".join([DUMP, *defined[1:2], altered])):
        result = imported(f"{text}\nDEF QL(A)")
        assert result.report.declared == {"mq:LocalQueue": 2}
        assert "max_queue_depth=9" in result.files["__main__.py"]
    assert imported("\n".join(defined[1:])).report.declared == {"mq:LocalQueue": 5}
    with pytest.raises(CannotImport, match="nothing but 6 system objects"):
        imported("\n".join(defined))


def test_objects_say_what_a_default_object_of_the_program_has_otherwise() -> None:
    """Whichever of the two is changed first: nothing orders them."""
    text = """\
DEF QL(FIRST) PUT(DISABLED)
ALTER QL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7)
DEF QL(SECOND) PUT(DISABLED) GET(DISABLED)
DEF QL(THIRD) LIKE(SECOND) DEFPSIST(YES)
ALTER QL(SYSTEM.ADMIN.PERFM.EVENT) QDPHIEV(ENABLED)
"""
    program = _joined(imported(text).files["__main__.py"])
    for line in (
        '"FIRST", system=qm, inhibit_put="put_inhibited", max_queue_depth=5000)',
        '"SECOND", system=qm, inhibit_put="put_inhibited", inhibit_get="get_inhibited", '
        "max_queue_depth=7)",
        '"THIRD", system=qm, inhibit_put="put_inhibited", default_persistence="persistent", '
        'inhibit_get="get_inhibited", max_queue_depth=7)',
        '"SYSTEM.DEFAULT.LOCAL.QUEUE", system=qm, max_queue_depth=7)',
        '"SYSTEM.ADMIN.PERFM.EVENT", system=qm, queue_depth_high_event="enabled")',
    ):
        assert line in program, line


def test_a_value_that_other_queues_ship_with_is_kept_of_a_system_queue() -> None:
    """SYSTEM.ADMIN.PERFM.EVENT ships with MAXDEPTH(3000), other local queues with 5000."""
    text = """\
ALTER QL(SYSTEM.ADMIN.PERFM.EVENT) MAXDEPTH(5000) MAXMSGL(9000)
ALTER TOPIC(SYSTEM.BASE.TOPIC) PUB(DISABLED) SUB(ENABLED)
"""
    program = _joined(imported(text, system_objects=True).files["__main__.py"])
    assert "max_queue_depth=5000" in program
    assert "max_message_length" not in program
    assert 'publications="pub_inhibited"' in program
    assert "subscriptions=" not in program


def test_a_receiver_channel_makes_a_member() -> None:
    text = "DEF CHL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSTER(CLUS) CONNAME('h(1)')"
    program = imported(text).files["__main__.py"]
    assert 'clus = mq.Cluster("CLUS", system=qm)\n' in program


def test_what_breaks_rules_is_left_out_whole_and_told() -> None:
    result = imported(
        "DEF QL(A) MAXDEPTH(-5) USAGE(XMITQ)\nDEF QL('A B')\nDEF QL(B) STGCLASS(FAST)\n"
        "DEF QL(C) CLUSTER(X) CLUSNL(Y)\nDEF QR(D) RNAME(X) RQMNAME('$QM_NAME')\nDEF QL(OK)"
    )
    (statement,) = [
        line for line in result.files["__main__.py"].splitlines() if line.startswith("mq.")
    ]
    assert statement == 'mq.LocalQueue("OK", system=qm)'
    assert [problem.partition(" mq:")[0] for problem in result.report.problems] == [
        f"f.mqsc:{line}:" for line in (1, 2, 3, 4, 5)
    ]
    assert "an IBM MQ name has only" in result.report.problems[4]


def test_a_script_of_another_platform_is_one_line() -> None:
    text = "".join(f"DEF QL(Q{n}) STGCLASS(FAST) INDXTYPE(NONE)\n" for n in range(216))
    report = imported(f"{text}DEF QL(OK)\n").report
    assert len(report.problems) == 1
    assert "216 objects are not taken" in report.problems[0]
    assert "index_type, storage_class" in report.problems[0]
    assert "--platform" in report.problems[0]
    assert imported(text, platform=Platform.ZOS).report.problems == ()


def test_a_changed_default_counts_from_then_on() -> None:
    text = f"""\
{DUMP}DEF QL(BEFORE) MAXDEPTH(5000)
DEF QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100) REPLACE
DEF QL(A) MAXDEPTH(5000)
DEF QL(B) MAXDEPTH(100)
"""
    result = imported(text)
    program = result.files["__main__.py"]
    assert 'mq.LocalQueue("A", system=qm, max_queue_depth=5000)\n' in program
    assert 'mq.LocalQueue("BEFORE", system=qm, max_queue_depth=5000)\n' in program
    assert 'mq.LocalQueue("B", system=qm)\n' in program
    assert codes(result) == ["changed-default"]


def test_two_queue_managers_are_not_merged() -> None:
    first = read("mqsc", "a", b"* Queue manager name: QMA\nDEF QL(A)")
    second = read("mqsc", "b", b"* Queue manager name: QMB\nDEF QL(A)")
    with pytest.raises(CannotImport, match=r'several queue managers: "QMA" \(a\), "QMB" \(b\)'):
        import_sources([first, second], ImportOptions("QM1"))
    calls = "CRTMQMQ A *LCL MQMNAME(QMA)\nCRTMQMQ A *LCL MQMNAME(QMB)"
    with pytest.raises(CannotImport, match="several queue managers"):
        imported(calls, dialect="cl")


def test_files_that_disagree_about_the_system_are_refused() -> None:
    def source(file: str, platform: str, level: int) -> SourceFile:
        lines = f"* Queue manager platform: {platform}\n* Queue manager command level: {level}\n"
        return read("mqsc", file, f"{lines}DEF QL({file[0].upper()})".encode())

    a, b = source("a.mqsc", "UNIX", 930), source("b.mqsc", "WINDOWSNT", 930)
    reported = "platform of QM1: a.mqsc says UNIX, b.mqsc says WINDOWSNT; give --platform"
    with pytest.raises(CannotImport, match=reported):
        import_sources([a, b], ImportOptions("QM1"))
    with pytest.raises(CannotImport, match=r"level of QM1: a\.mqsc says 930, c\.mqsc says 940"):
        import_sources([a, source("c.mqsc", "UNIX", 940)], ImportOptions("QM1"))
    result = import_sources([a, b], ImportOptions("QM1", platform=Platform.LINUX))
    assert (result.report.facts.platform, result.report.problems) == (Platform.LINUX, ())


def test_a_platform_that_is_not_known_is_asked_for() -> None:
    text = "* Queue manager name: QM1\n* Queue manager platform: {}\nDEF QL(A)"
    with pytest.raises(CannotImport, match=r'its platform, "VMS", is not known here; give --plat'):
        imported(text.format("VMS"))
    assert imported(text.format("VMS"), platform=Platform.ZOS).report.facts.platform == "zos"
    assert imported(text.format("Appliance")).report.facts.platform == "linux"


def test_escapes_of_python_in_names_and_numbers_of_any_length() -> None:
    escaped = r"CRTMSGQ L/A TEXT('\N{DIGIT} \x \u12')"
    assert r"\\N{DIGIT}" in imported(escaped, dialect="cl").files["__main__.py"]
    with pytest.raises(CannotImport, match="TEXT"):
        imported("CRTMSGQ L/A TEXT('" + chr(92) + "N{' 'x')", dialect="cl")
    for digits in ("9223372036854775808", "9" * 30, "9" * 5000, "\u00b2"):
        report = imported(f"DEF QL(A) MAXDEPTH({digits})\nDEF QL(B)").report
        assert [problem[:9] for problem in report.problems] == ["f.mqsc:1:"]


def test_what_becomes_of_every_command_is_told() -> None:
    text = "CRTDTAQ DTAQ(&LIB/A) MAXLEN(1)\nCRTDTAQ DTAQ(&LIB/B) MAXLEN(1)\nWRKMQMQ\nWRKMQMQ\n"
    with pytest.raises(CannotImport) as caught:
        imported(text, dialect="cl")
    for words in ("2 commands that only the running program knows (&LIB)", "WRKMQMQ 2"):
        assert words in str(caught.value)


def test_a_cycle_of_soft_references_is_kept() -> None:
    result = imported("DEF QL(A) BOQNAME(B)\nDEF QL(B) BOQNAME(A)")
    program = result.files["__main__.py"]
    assert codes(result) == []
    assert program.index('a = mq.LocalQueue("A", system=qm, backout_requeue_name="B")') < (
        program.index('mq.LocalQueue("B", system=qm, backout_requeue_name=a)')
    )


def test_a_queue_that_names_itself_is_kept() -> None:
    result = imported("DEF QL(A) BOQNAME(A)")
    assert codes(result) == []
    assert 'mq.LocalQueue("A", system=qm, backout_requeue_name="A")' in result.files["__main__.py"]


def test_a_cycle_of_hard_references_is_broken_and_told() -> None:
    result = imported("DEF QL(A) STREAMQ(B)\nDEF QL(B) STREAMQ(C)\nDEF QL(C) STREAMQ(A)")
    program = result.files["__main__.py"]
    assert program.count("stream_queue=") == 2
    assert codes(result) == ["cycle"]
    assert "A -> B -> C -> A" in str(result.report.notes[0])


def test_what_leads_nowhere_is_told() -> None:
    result = imported(
        """\
DEF QA(DANGLING) TARGET(NOWHERE)
DEF QA(TOPICAL) TARGET(NOWHERE) TARGTYPE(TOPIC)
DEF QA(TWICE) TARGET(DANGLING)
DEF QR(NAMED) RNAME(X) RQMNAME(QM2) XMITQ(GONE)
DEF QR(BY.MANAGER) RNAME(X) RQMNAME(QM2)
DEF QL(QM3)
DEF QR(NORMAL) RNAME(X) RQMNAME(QM3)
DEF QR(HERE) RNAME(X) RQMNAME(QM1)
DEF QA(SYSTEMS) TARGET(SYSTEM.DEAD.LETTER.QUEUE)
DEF NL(ANY) NAMES(NOWHERE)
DEF QL(OF.SHIPPED) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE)
"""
    )
    assert [(note.code, note.object.partition(" ")[2]) for note in result.report.notes] == [
        ("dangling", "DANGLING"),
        ("dangling", "TOPICAL"),
        ("alias-of-alias", "TWICE"),
        ("dangling", "NAMED"),
        ("no-transmission-queue", "BY.MANAGER"),
        ("not-transmission", "NORMAL"),
    ]


def test_a_default_transmission_queue_serves_all() -> None:
    text = "ALTER QMGR DEFXMITQ(OUT)\nDEF QL(OUT) USAGE(XMITQ)\nDEF QR(A) RNAME(X) RQMNAME(QM2)"
    assert codes(imported(text)) == []


def test_names_and_texts_cannot_add_code() -> None:
    evil = '"""\\n" + __import__("os").abort() # \\'
    quoted = evil.replace("'", "''")
    result = imported(f"DEF QL(A) DESCR('{quoted}')\nDEF QR(B) RNAME('{quoted}')")
    tree = ast.parse(result.files["__main__.py"])
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert sorted(ast.unparse(call.func) for call in calls) == [
        "mq.LocalQueue", "mq.QueueManager", "mq.RemoteQueue",
    ]  # fmt: skip
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert texts.count(evil) == 2


def test_objects_of_an_ibm_i(declarations: Declarations) -> None:
    result = imported(
        "CRTDTAQ DTAQ(LIB/Q) MAXLEN(10) AUT(STAFF)\nCRTAUTL AUTL(STAFF)\nCRTMSGQ MSGQ(LIB/M)\n"
        "CRTMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH(9)\n",
        dialect="cl",
    )
    program = result.files["__main__.py"]
    assert 'system = ibmi.System("QM1")\nqm = mq.QueueManager("QM1")\n' in program
    queue = next(d for d in declarations(result.files) if d.kind == "ibmi:DataQueue")
    assert queue.resource == "LIB/Q"
    assert queue.arguments == {"name": "Q", "library": "LIB", "max_entry_length": 10,
                             "authority": "autl", "authorization_list": "STAFF"}  # fmt: skip
    assert "=staff" in program


def test_comments_of_the_source_are_kept() -> None:
    text = """* Owned by payments

* Ways in
DEF QL(B.IN)
DEF QL(A.IN) DESCR('x')
* What goes out
DEF QL(A.OUT)
"""
    assert (
        imported(text)
        .files["__main__.py"]
        .endswith(
            """
# Owned by payments

qm = mq.QueueManager("QM1")

# Ways in
mq.LocalQueue("A.IN", system=qm, queue_description="x")
mq.LocalQueue("B.IN", system=qm)

# What goes out
mq.LocalQueue("A.OUT", system=qm)
"""
        )
    )


def test_lists_that_are_long_have_an_item_a_line() -> None:
    names = ",".join(f"QUEUE.NUMBER.{n}" for n in range(9))
    program = imported(f"DEF NL(A) NAMES({names})").files["__main__.py"]
    assert '    names=[\n        "QUEUE.NUMBER.0",\n' in program


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {}, "no object in it can be declared"),
        ("DEF TOPIC(T)", {}, "no object in it can be declared"),
        (f"{DUMP}DEF QL(SYSTEM.A)", {}, "--system-objects"),
        ("garbage", {}, "1 not valid, the first is f.mqsc:1:1"),
        (
            "garbage\nDEF QL(A) INDXTYPE(MSGID)\nDEF QL(B) QSGDISP(QMGR)",
            {},
            "declared: f.mqsc:2.* 2 objects are not taken.* with --platform zos .*; 1 not valid,",
        ),
        ("DEF QL(A)", {"system": ""}, "--system"),
        ("DEF QL(A)", {"system": "A/B"}, "--system"),
        ("DEF QL(A)", {"system": "A\nB"}, "--system"),
        ("DEF QL(A)", {"system": "bad name!"}, "a system's name has only A-Z"),
        ("DEF QL(A)", {"ccsid": 1}, "CCSID 1 is not known"),
    ],
)
def test_what_cannot_be_imported_is_one_line(
    text: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(CannotImport, match=message) as caught:
        imported(text, **options)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(CannotImport, match="give a file that can be read"):
            import_sources(read_files([path], "mqsc"), ImportOptions("QM1"))


# Of what programs import, which takes mypy longer than they do.
TYPES = Path(__file__).resolve().parents[3] / ".cache" / "mypy"


def tool(folder: Path, *words: str) -> None:
    environment = {
        **os.environ,
        "MYPY_CACHE_DIR": str(TYPES / os.environ.get("PYTEST_XDIST_WORKER", "main")),
    }
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_is_formatted_and_typed(tmp_path: Path) -> None:
    write_project(imported(SMALL).files, tmp_path / "out")
    tool(tmp_path / "out", "ruff", "check", "--no-cache", ".")
    tool(tmp_path / "out", "ruff", "format", "--no-cache", "--check", ".")
    tool(tmp_path / "out", "mypy", "--strict", ".")


@pytest.mark.thorough
def test_production_estate(shared_mqsc: Path, tmp_path: Path, declarations: Declarations) -> None:
    result = import_sources(read_files([shared_mqsc / "ABKA.mqsc"], "mqsc"), ImportOptions("ABKA"))
    lines = {name: n for name, n in result.report.files.items() if name.endswith(".py")}
    assert sum(lines.values()) <= 5000
    assert max(lines.values()) <= 700
    source = read("mqsc", "ABKA.mqsc", (shared_mqsc / "ABKA.mqsc").read_bytes())
    dumped = {
        (definition.kind, definition.name): dict(definition.values)
        for definition in source.definitions
    }
    records = {key: values for key, values in dumped.items() if is_record(key[0])}
    ours = {
        key: values
        for key, values in dumped.items()
        if key not in records and not key[1].startswith("SYSTEM.")
    }
    # The CCSID is a fact of the system, which its configuration has.
    assert ours["mq:QueueManagerAttributes", "QMGR"].pop("coded_character_set_identifier") == 819
    every = declarations(result.files)
    assert len({(resource.kind, resource.resource) for resource in every}) == len(every)
    declared = [resource for resource in every if not is_record(resource.kind)]
    names = [(resource.kind, resource.arguments.pop("name")) for resource in declared]
    assert sorted(names) == sorted(ours)
    assert len(declared) == 1446
    for key, resource in zip(names, declared, strict=True):
        default = (resource.kind, KINDS[resource.kind].default_object or "")
        base = {**KINDS[resource.kind].shipped(Platform.AIX, 750), **dumped.get(default, {})}
        assert {**base, **resource.arguments} == {**base, **ours[key]}, key
        assert all(base.get(name) != value for name, value in resource.arguments.items()), key
    assert "SET AUTHREC" not in result.report.not_taken
    # Nothing of them is passed over: each group has what the dump gives it, in full.
    granted = [resource.arguments for resource in every if resource.kind == AUTHORITY]
    spec = KINDS[AUTHORITY]
    rights = {key[1]: set(spec.in_full(spec.names_in(key[1]), dumped[key])["authorities"])
              for key in records if key[0] == AUTHORITY}  # fmt: skip
    assert len(granted) == len(rights) == 4536
    assert rights == {
        spec.name_of(given): set(spec.in_full(given, given)["authorities"]) for given in granted
    }
    # SYSTEM.DEF.SVRCONN has SHARECNV(0) there.
    assert {note.code for note in result.report.notes} == {"dangling", "changed-default"}
    write_project(result.files, tmp_path / "out")
    tool(tmp_path / "out", "ruff", "check", "--no-cache", ".")
    tool(tmp_path / "out", "ruff", "format", "--no-cache", "--check", ".")
    tool(tmp_path / "out", "mypy", "--strict", ".")


def test_an_application_of_production_is_one_file(shared_mqsc: Path) -> None:
    """Both directions, and whatever its aliases are called."""
    files = import_sources(
        read_files([shared_mqsc / "ABKA.mqsc"], "mqsc"), ImportOptions("ABKA")
    ).files
    for application, names in {
        "imp": ("MQABNY.MQDADP.IMP.BMC.ACC_ACK_O", "MQDADP.MQABNY.BMC.IMP.ACC_INS_I",
                "BMC.IMP.ACC_ACK_O", "BNY_TO_AMH_ACKNAK"),
        "rpo": ("MQABNY.MQSBNY.RPO.BMC.CLMC_REQ_O_A", "BMC.RPO.CLMC_REQ_O_A"),
        "transmission_queues": ("ADPSYS0C_1", "I5ISYS0C"),
    }.items():  # fmt: skip
        for name in names:
            (where,) = [
                file for file, text in files.items()
                if re.search(rf'\(\s*"{re.escape(name)}",', text)
            ]  # fmt: skip
            assert where == f"topology/abka/{application}.py", name


@pytest.mark.thorough
def test_every_public_script_is_imported(shared_mqsc: Path) -> None:
    for path in sorted(shared_mqsc.glob("*.mqsc")):
        result = import_sources(read_files([path], "mqsc"), ImportOptions("QM1"))
        assert sum(result.report.declared.values()) > 0, path.name
        assert set(result.report.declared) <= set(KINDS)


def test_dumps_of_two_in_one_file_are_not_one() -> None:
    text = "".join(f"* Queue manager name: {n}\nDEFINE QLOCAL({n})\n" for n in ("QM1", "QM2"))
    with pytest.raises(CannotImport, match=r'f.mqsc: .* in one file: "QM1", "QM2"'):
        imported(text)


def test_what_follows_the_end_of_a_script_is_told() -> None:
    result = imported("DEFINE QLOCAL(A)\nEND\nDEFINE QLOCAL(B)\n")
    assert codes(result) == ["after-end"]


def test_what_memberships_keep_is_left_out() -> None:
    """The namelist that full repositories of several clusters have: no program declares it."""
    channels = "".join(
        f"DEF CHL({c}.QM1) CHLTYPE(CLUSRCVR) CLUSTER({c}) CONNAME('h')\n" for c in ("C1", "C2")
    )
    result = imported(
        "ALTER QMGR REPOSNL(QUEUEWRIGHT.REPOSITORIES)\n"
        f"DEF NL(QUEUEWRIGHT.REPOSITORIES) NAMES(C1,C2)\nDEF NL(OTHER) NAMES(C1)\n{channels}"
    )
    program = result.files["__main__.py"]
    assert program.count('full_repository="yes"') == 2
    assert "QUEUEWRIGHT" not in program
    assert '"OTHER"' in program
    why = "kept by the memberships of clusters"
    assert result.report.left_out[why] == {"mq:Namelist": 1}


def test_policies_of_zos(tmp_path: Path) -> None:
    """They are a line of the report; of a job that has nothing else, the reason."""
    job = tmp_path / "job.jcl"
    job.write_text("//RUN EXEC PGM=CSQ0UTIL\n//SYSIN DD *\nsetmqspl -m CSQ9 -p A -s SHA256\n/*\n")
    with pytest.raises(CannotImport, match="on zos CSQ0UTIL sets mq:SecurityPolicy"):
        import_sources(read_files([job], None), ImportOptions("CSQ9"))
    (tmp_path / "a.mqsc").write_text("DEF QL(A)\n")
    both = read_files([job, tmp_path / "a.mqsc"], None)
    report = import_sources(both, ImportOptions("CSQ9")).report
    assert report.left_out == {"not declared on zos": {"mq:SecurityPolicy": 1}}
    assert (report.problems, report.facts.platform) == ((), Platform.ZOS)


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
def test_a_default_that_only_another_platform_has_is_left_out(platform: Platform) -> None:
    text = "DEFINE CHANNEL(C) CHLTYPE(SVRCONN) PUTAUT(DEF) MAXINST(7)\n"
    options = ImportOptions("QM1", platform=platform)
    files = import_sources([read("mqsc", "q.mqsc", text.encode())], options).files
    program = "".join(text for name, text in files.items() if name.endswith(".py"))
    assert "max_instances=7" in program
    assert "put_authority" not in program
