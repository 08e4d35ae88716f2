"""Commands into definitions."""

import pytest

from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ
from queuewright.dialects.definition import Action, Definition, Inquiry
from queuewright.dialects.mqsc import definition, parse
from queuewright.dialects.mqsc.reading import inserts
from queuewright.dialects.mqsc.render import render
from queuewright.dialects.scripts import read_script, validate_entry
from queuewright.dialects.validation import validate
from queuewright.kinds import kinds_in


def read(text: str) -> Definition:
    only = definition(parse(text).commands[0])
    assert only is not None
    return only


def codes(text: str) -> list[tuple[str, str | None, str]]:
    return [
        (problem.code, problem.attribute, problem.severity.value) for problem in read(text).problems
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("MAXDEPTH(50) MAXMSGL( 4194304 )", {"max_queue_depth": 50, "max_message_length": 4194304}),
        ("SHARE TRIGGER NOHARDENBO", {
            "shareability": "shareable",
            "trigger_control": "on",
            "harden_get_backout": "backout_not_hardened",
        }),
        ("NOSHARE NOTRIGGER", {"shareability": "not_shareable", "trigger_control": "off"}),
        ("USAGE (xmitq) DEFSOPT(EXCL)", {
            "usage": "transmission", "default_input_open_option": "input_exclusive",
        }),
        ("DESCR(' ') INITQ(' ')", {"queue_description": "", "initiation_queue_name": ""}),
        ("DESCR('It''s a queue  ')", {"queue_description": "It's a queue"}),
        ("DESCR('  x')", {"queue_description": "  x"}),
        ("BOQNAME(a.b)", {"backout_requeue_name": "A.B"}),
        ("MAXFSIZE(DEFAULT)", {"max_queue_file_size": "default"}),
        ("MAXFSIZE(2000)", {"max_queue_file_size": 2000}),
        ("STGCLASS(FAST) QSGDISP(COPY) CMDSCOPE(QM2)", {
            "storage_class": "FAST",
            "queue_sharing_group_disposition": "copy",
            "command_scope": "QM2",
        }),
        ("SCOPE(CELL)", {"scope": "cell"}),
    ],
)  # fmt: skip
def test_values_of_a_local_queue(text: str, values: dict[str, object]) -> None:
    definition = read(f"DEFINE QLOCAL('A') {text}")
    assert definition.values == values
    assert definition.problems == ()
    assert set(definition.places) == {"name", *values}


def test_names_over_lines() -> None:
    definition = read("DEF NL(A) NAMES('B.C' +\n        ,'d',E)")
    assert definition.values == {"names": ("B.C", "d", "E")}
    assert read("DEF NL(A) NAMES(' ')").values == {"names": ()}
    assert read("DEF NL(A) NAMES()").values == {"names": ()}


def test_an_alias_by_either_keyword() -> None:
    assert read("DEF QA(A) TARGET(B)").values == read("DEF QA(A) TARGQ(B)").values


def test_options_of_the_commands() -> None:
    made = read("DEFINE QLOCAL(A) LIKE('b') REPLACE")
    assert (made.action, made.like, made.replace) == (Action.CREATE, "b", True)
    assert not read("DEFINE QLOCAL(A) NOREPLACE").replace
    changed = read("ALTER QLOCAL(A) FORCE PUT(DISABLED)")
    assert (changed.action, changed.force) == (Action.CHANGE, True)
    assert changed.values == {"inhibit_put": "put_inhibited"}
    deleted = read("DELETE QLOCAL(A) PURGE AUTHREC(NO)")
    assert (deleted.action, deleted.purge, deleted.given["AUTHREC"]) == (Action.DELETE, True, "NO")
    assert not read("DELETE QLOCAL(A) NOPURGE").purge
    assert not made.problems + changed.problems + deleted.problems


def test_display_asks_for_keywords() -> None:
    asked = read("DISPLAY QUEUE(A*) MAXDEPTH CURDEPTH WHERE(CURDEPTH GT 0)")
    assert asked.action is Action.INQUIRE
    assert asked.kinds == ("mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:ModelQueue")
    assert asked.values == {}
    assert asked.inquiry == Inquiry(("MAXDEPTH", "CURDEPTH"), ("CURDEPTH", "GT", "0"))
    assert asked.problems == ()


def test_channels_of_clusters_are_ours() -> None:
    channel = read("DEF CHL(A) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('h(1414)') KAINT(AUTO)")
    assert channel.kind == "mq:ClusterReceiverChannel"
    assert channel.kinds == ()
    assert channel.values == {
        "cluster_name": "C",
        "connection_name": "h(1414)",
        "keep_alive_interval": "auto",
    }
    assert definition(parse("DEF CHL(A) CHLTYPE(NEW)").commands[0]) is None


def test_a_channel_without_its_type() -> None:
    for verb in ("ALTER", "DEFINE"):
        assert ("missing", None, "error") in codes(f"{verb} CHL(A) DESCR('x')")
    deleted = read("DELETE CHANNEL(A)")
    assert {*deleted.kinds, "mq:MqttChannel"} == set(kinds_in("channel"))
    assert deleted.problems == ()


def test_a_channel_of_clients_is_deleted_from_their_table() -> None:
    """DELETE CHANNEL, CHLTABLE: QMGRTBL, the default value, has no such channels."""
    kind = "mq:ClientConnectionChannel"
    assert read("DELETE CHANNEL(A) CHLTABLE(CLNTTAB)").kind == kind
    assert kind not in read("DELETE CHANNEL(A) CHLTABLE(QMGRTBL)").kinds
    written = render(Definition(kind, "A", Action.DELETE), single_line=True)
    assert written == "DELETE CHANNEL('A') CHLTABLE(CLNTTAB)"


def test_compression_and_exits_are_lists() -> None:
    channel = read(
        "DEF CHL(A) CHLTYPE(SDR) COMPMSG(ZLIBFAST, RLE) SENDEXIT('/opt/a(B)','/opt/c(D)')"
        " SENDDATA(' ') RCVEXIT('/opt/it''s(X)')"
    )
    assert channel.values == {
        "message_compression": ("zlibfast", "rle"),
        "send_exit": ("/opt/a(B)", "/opt/c(D)"),
        "send_user_data": (),
        "receive_exit": ("/opt/it's(X)",),
    }
    assert read(render(channel)).values == channel.values
    assert codes("DEF CHL(A) CHLTYPE(SDR) COMPMSG(ZLIBFAST,NO)")


def test_an_attribute_of_another_type_of_channel_names_that_type() -> None:
    [problem] = read("DEF CHL(A) CHLTYPE(SVRCONN) XMITQ(X)").problems
    assert "mq:SenderChannel" in problem.text
    assert "mq:ServerConnectionChannel" in problem.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DEF QL(A) MAXDEPTH(many)", ("value", "max_queue_depth", "error")),
        ("DEF QL(A) MAXDEPTH", ("value", "max_queue_depth", "error")),
        ("DEF QL(A) MAXDEPTH(1 2)", ("value", "max_queue_depth", "error")),
        ("DEF QL(A) USAGE(FOO)", ("value", "usage", "error")),
        ("DEF QL(A) USAGE()", ("value", "usage", "error")),
        ("DEF QL(A) DESCR(two words)", ("value", "queue_description", "error")),
        ("DEF QL(A) SHARE(YES)", ("value", "shareability", "error")),
        ("DEF QL(A) TRIGGER NOTRIGGER", ("repeated", "trigger_control", "error")),
        ("DEF QL(A) NOTRIGGER TRIGGER", ("repeated", "trigger_control", "error")),
        ("DEF QL(A) TARGQ(B)", ("wrong-kind", "base_object_name", "error")),
        ("DEF QA(A) MAXDEPTH(3)", ("wrong-kind", "max_queue_depth", "error")),
        ("DEF QL(A) MAXDEPHT(3)", ("unknown-attribute", "MAXDEPHT", "error")),
        ("DEF QL(A) FUTURE(3)", ("unknown-attribute", "FUTURE", "warning")),
        ("DEF QL", ("missing", "name", "error")),
        ("DEF QL()", ("missing", "name", "error")),
        ("DEF QL(' ')", ("missing", "name", "error")),
        ("DEF QL(A B)", ("several-values", "name", "error")),
        ("DEF QL(A) DESCR('x", ("unbalanced-quote", None, "error")),
    ],
)
def test_what_cannot_be_read_is_reported(text: str, expected: tuple[str, str | None, str]) -> None:
    assert codes(text) == [expected]


def test_troubles_have_their_place_and_source() -> None:
    (diagnostic,) = read("DEF QL(A) +\n  SHARE +\n  USAGE(FOO)").problems
    assert (diagnostic.line, diagnostic.column) == (3, 3)
    assert diagnostic.sources == (CHANGE_QUEUE.at("Usage"), CRTMQMQ.at("USAGE"))
    assert diagnostic.text == 'USAGE must be NORMAL or XMITQ, not "FOO"'
    (typo,) = read("DEF QL(A) MAXDEPHT(3)").problems
    assert typo.message.endswith("did you mean MAXDEPTH?")


def test_a_password_is_never_shown() -> None:
    channel = read("DEF CHL(A) CHLTYPE(CLUSSDR) PASSWORD('s3cret')")
    assert "s3cret" not in str(channel.given) + str(channel.problems)
    assert channel.values["password"] == "s3cret"  # which convert writes
    long = read("DEF CHL(A) CHLTYPE(CLUSSDR) PASSWORD('s3cret and much too long')")
    assert "s3cret" not in "".join(map(str, validate(long)))


def test_inserts_are_no_values() -> None:
    channel = read("DEF CHL(U.+QMNAME+) CHLTYPE(CLUSRCVR) CLUSTER(+AUTOCL+) SHORTRTY(1)")
    assert channel.name == "U.+QMNAME+"
    assert channel.unknown == {"name", "cluster_name"}
    assert channel.values == {"short_retry_count": 1}
    assert channel.given["CLUSTER"] == "+AUTOCL+"
    assert [(problem.code, problem.attribute) for problem in channel.problems] == [
        ("insert", "name"),
        ("insert", "cluster_name"),
    ]


def test_inserts_in_quotes_are_no_values_either() -> None:
    text = (
        "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CONNAME('+CONNAME+') "
        "CLUSTER('+AUTOCL+') DESCR('of +QMNAME+') REPLACE"
    )
    channel = read(text)
    assert channel.unknown == {"name", "connection_name", "cluster_name"}
    assert channel.values == {"channel_description": "of +QMNAME+"}
    [entry] = read_script(text.encode(), "mqsc").entries
    # One answer each: none of them is a bad name besides.
    assert [(problem.attribute, problem.severity) for problem in validate_entry(entry, "mqsc")] == [
        ("name", Severity.ERROR),
        ("connection_name", Severity.ERROR),
        ("cluster_name", Severity.ERROR),
        ("channel_description", Severity.WARNING),
    ]


@pytest.mark.parametrize("keyword", ["REPOS", "REPOSNL", "DEADQ", "DEFXMITQ"])
def test_inserts_of_the_queue_manager(keyword: str) -> None:
    [entry] = read_script(f"ALTER QMGR {keyword}('+X+') MAXHANDS(5)".encode(), "mqsc").entries
    errors = [problem for problem in validate_entry(entry, "mqsc") if problem.is_error]
    assert [problem.code for problem in errors] == ["insert"]


def test_an_insert_in_a_text_is_a_warning() -> None:
    queue = read("DEF QL(A) DESCR('on +QMNAME+')")
    assert queue.values == {"queue_description": "on +QMNAME+"}
    assert [problem.severity for problem in queue.problems] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+QMNAME+", ("+QMNAME+",)),
        ("A.+B+.+C+", ("+B+", "+C+")),
        ("+A++B+", ("+A+", "+B+")),
        ("1+2", ()),
        ("a + b + c", ()),
        ("", ()),
    ],
)
def test_inserts(text: str, expected: tuple[str, ...]) -> None:
    assert inserts(text) == expected


def test_the_queue_manager_is_altered() -> None:
    manager = read("ALTER QMGR DESCR('x') REPOS('INVENTORY') SUITEB(128_BIT,192_BIT) FORCE")
    assert (manager.kind, manager.name, manager.action) == (
        "mq:QueueManagerAttributes",
        "QMGR",
        Action.CHANGE,
    )
    assert manager.values == {
        "description": "x",
        "repository": "INVENTORY",
        "suite_b_strength": ("128_BIT", "192_BIT"),
    }
    assert (manager.force, manager.problems) == (True, ())
    assert read("ALTER QMGR REPOS(' ')").values == {"repository": ""}
    for verb in ("DEFINE", "DELETE"):
        assert definition(parse(f"{verb} QMGR").commands[0]) is None


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("ALTER QMGR DEADQ(X)\nALTER QMGR CCSID(819)", (819, None)),
        ("ALTER QMGR CCSID(37)\nDEFINE QLOCAL(A)\nALTER QMGR CCSID(819) MAXMSGL(99)", (819, 99)),
        ("ALTER QMGR CCSID(37)\nALTER QMGR MAXMSGL(99)", (37, 99)),
        ("ALTER QMGR +\n*  CCSID(1208) +\n DEADQ(X)\nALTER QMGR CCSID(819)", (819, None)),
        ("ALTER QMGR +\n*  CCSID(1208) +\n DEADQ(X)\nALTER QMGR DESCR('x')", (1208, None)),
    ],
)
def test_facts_are_those_of_the_last_command_that_says_them(
    text: str, facts: tuple[int | None, ...]
) -> None:
    header = parse(text).header
    assert (header.ccsid, header.max_message_length) == facts


def test_facts_that_are_no_numbers() -> None:
    for text in ("CCSID(many)", "CCSID()", "MAXMSGL('4 MB')"):
        [entry] = read_script(f"ALTER QMGR {text}".encode(), "mqsc").entries
        assert [problem.code for problem in validate_entry(entry, "mqsc")] == ["value"]


@pytest.mark.parametrize("keyword", ["PUTAUT(DEF)", "SSLCAUTH(OPTIONAL)"])
def test_attributes_of_the_other_channel_are_said_to_be(keyword: str) -> None:
    sender = read(f"DEFINE CHANNEL(A) CHLTYPE(CLUSSDR) CONNAME('h') CLUSTER(C) {keyword}")
    [problem] = sender.problems
    word = keyword.partition("(")[0]
    belongs = "belongs to mq:ClusterReceiverChannel, not to mq:ClusterSenderChannel; leave it out"
    assert problem.text == f"{word} {belongs}"


def test_a_repository_that_is_filled_in() -> None:
    manager = read("ALTER QMGR REPOS(+AUTOCL+)")
    assert manager.unknown == {"repository"}
    assert [problem.code for problem in manager.problems] == ["insert"]


def test_queues_are_altered_by_their_type() -> None:
    assert definition(parse("DELETE QUEUE(A)").commands[0]) is None


def test_a_text_stands_in_apostrophes() -> None:
    for text in ('DESCR("double")', 'DESCR("two words")'):
        found = read(f"DEFINE QLOCAL(A) {text}")
        assert found.values == {}
        (problem,) = found.errors
        assert "must be in apostrophes: DESCR('" in problem.text
    assert read("DEFINE QLOCAL(A) DESCR('\"in\" it')").values == {"queue_description": '"in" it'}


@pytest.mark.parametrize(
    "command",
    [
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g1','g2') AUTHADD(GET)",
        "SET CHLAUTH('A') TYPE(SSLPEERMAP) SSLPEER(CN=a,O=b) MCAUSER('x')",
    ],
)
def test_a_name_of_several_values_is_refused(command: str) -> None:
    """SET AUTHREC GROUP: "You can specify one name only"."""
    [found] = [definition(each) for each in parse(command).commands]
    assert found is not None
    assert [problem.code for problem in found.errors] == ["value"]
    assert "takes one value" in found.errors[0].text
