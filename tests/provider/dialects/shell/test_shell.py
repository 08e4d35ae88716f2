"""Shell scripts: setmqaut, and what runmqsc reads. The scripts are of the shapes that public
repositories have."""

import shlex
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects.mqsc.render import quoted
from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import dialect
from queuewright.dialects.scripts import validate_entry
from queuewright.dialects.shell.scanner import pipelines
from queuewright.dialects.shell.words import Variables


def read(text: str, **variables: str) -> Script:
    return dialect("shell").read(text.encode(), file="f.sh", given=Given(variables))


def objects(text: str, **variables: str) -> dict[str, dict[str, Any]]:
    """Of what can be read: kind and name -> values."""
    script = read(text, **variables)
    assert problems(script) == []
    return {f"{d.kind} {d.name}": dict(d.values) for d in script.definitions}


def problems(script: Script) -> list[str]:
    of_entries = [(e.line, p.text) for e in script.entries for p in e.problems]
    own = [(e.line, p.text) for e in script.entries for d in e.definitions for p in d.problems]
    return [f"{line}: {text}" for line, text in sorted(of_entries + own)]


def grants(text: str, **variables: str) -> dict[str, Any]:
    """Profile, type and entity -> authorities."""
    found = objects(text, **variables)
    return {name.partition(" ")[2]: values["authorities"] for name, values in found.items()}


@pytest.mark.parametrize(
    ("type_", "full"),
    [
        ("q", "q"), ("queue", "q"), ("nl", "namelist"), ("namelist", "namelist"),
        ("prcs", "process"), ("process", "process"), ("topic", "topic"), ("top", "topic"),
        ("authinfo", "auth_info"), ("chl", "channel"), ("channel", "channel"),
        ("clcn", "clntconn_channel"), ("clntconn", "clntconn_channel"), ("listener", "listener"),
        ("lstr", "listener"), ("service", "service"), ("srvc", "service"),
        ("rqmname", "remote_q_mgr_name"), ("rqmn", "remote_q_mgr_name"),
        ("comminfo", "comm_info"), ("Queue", "q"),
    ],
)  # fmt: skip
def test_types_of_objects(type_: str, full: str) -> None:
    word = "put" if full == "remote_q_mgr_name" else "dsp"
    value = "output" if word == "put" else "display"
    text = f"setmqaut -m QM1 -n A -t {type_} -g app +{word}"
    assert grants(text) == {f"A/{full}/app/": (value,)}


def test_the_queue_manager_has_no_profile_name() -> None:
    assert grants("setmqaut -m QM1 -t qmgr -g app +connect +inq") == {
        "self/q_mgr/app/": ("connect", "inquire")
    }
    assert read("setmqaut -m QM1 -t qmgr -g app +connect").facts.queue_manager == "QM1"


def test_every_principal_and_group_has_a_record() -> None:
    text = "setmqaut -m QM1 -t q -n 'A.**' -g one -g \"two three\" -p bob +get"
    assert grants(text) == {
        "A.**/q/one/": ("input",),
        "A.**/q/two three/": ("input",),
        "A.**/q//bob": ("input",),
    }


def test_additions_and_removals() -> None:
    text = "setmqaut -m QM1 -t q -n A -g app -all +get +browse -put"
    [definition] = read(text).definitions
    assert definition.values == {"authorities": ("browse", "input")}
    assert definition.removed == {"authorities": ("output", "all")}
    [removal] = read("setmqaut -m QM1 -t q -n A -g app -remove").definitions
    assert (removal.action.value, removal.name) == ("delete", "A/q/app/")


@pytest.mark.parametrize(
    "line",
    [
        "/opt/mqm/bin/setmqaut -m QM1 -n A -t q -g app +put",
        "sudo -u mqm setmqaut -m QM1 -n A -t q -g app +put >/dev/null 2>&1",
        "docker exec -u 0 mq setmqaut -m QM1 -n A -t q -g app +put",
        "if ! setmqaut -m QM1 -n A -t q -g app +put; then exit 1; fi",
        'su - mqm -c "setmqaut -m QM1 -n A -t q -g app +put"',
        "true && setmqaut -m QM1 \\\n  -n A -t q \\\n  -g app +put || exit 1",
        "OUT=$(setmqaut -m QM1 -n A -t q -g app +put)",
        "OUT=`setmqaut -m QM1 -n A -t q -g app +put`",
        r"C:\IBM\MQ\bin\setmqaut.exe -m QM1 -n A -t q -g app +put".replace("\\", "\\\\"),
        "setmqaut -mQM1 -nA -tq -gapp +put",
        "setmqaut -m QM1 -n A -t q -g app +PUT  # readers",
    ],
)
def test_however_it_is_called(line: str) -> None:
    assert grants(line) == {"A/q/app/": ("output",)}


@pytest.mark.parametrize(
    "line",
    [
        "echo setmqaut -m QM1 -n A -t q -g app +put >> log",
        "# setmqaut -m QM1 -n A -t q -g app +put",
        "grep setmqaut -r .",
        "echo 'DEFINE QLOCAL(A)' > notes.txt",
        "dspmqaut -m QM1 -n A -t q -g app",
        "cat <<EOF > notes.txt\nDEFINE QLOCAL(A)\nEOF",
    ],
)
def test_what_says_nothing(line: str) -> None:
    assert read(line).entries == ()


CALL = "setmqaut -m QM1 -n A -t q -g app +put"
REFUSED = [
    (CALL.replace("+put", "+putt"), '"+putt" is not an authority; did you mean PUT?'),
    (CALL.replace("-t q", "-t que"), '-t "que" is not a type of object; it takes queue,'),
    (CALL.replace("-g app", ""), "it names no principal and no group; give -p or -g"),
    (CALL.replace("-n A", ""), "it names no profile of type queue; give -n"),
    (CALL.replace("-n A", "-n A B"), '"B" is not a parameter; leave it out, or quote it'),
]


@pytest.mark.parametrize(("line", "says"), REFUSED)
def test_a_call_that_cannot_be_read(line: str, says: str) -> None:
    [problem] = problems(read(f"\n{line}"))
    assert problem.startswith(f"2: setmqaut: {says}")


def test_a_value_that_only_a_running_script_knows() -> None:
    text = "for q in $(list); do\n  setmqaut -m QM1 -n $q.IN -t q -g app +put\ndone"
    assert problems(read(text)) == [
        "2: the value of $q is not known, and the command is not taken; give it with --set "
        "NAME=VALUE, or put it into the script"
    ]


def test_authorities_that_the_type_has_not() -> None:
    [entry] = read(CALL.replace("-t q", "-t process")).entries
    [problem] = validate_entry(entry, "shell")
    assert "objects of type process have no output; they have" in problem.text


def test_a_file_that_is_elsewhere() -> None:
    [entry] = read("runmqsc QM1 < other.mqsc").entries
    assert entry.words == "runmqsc < other.mqsc"
    [problem] = entry.problems
    assert (problem.code, problem.line) == ("other-file", 1)


@pytest.mark.parametrize(
    "text",
    [
        "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) +\n  MAXDEPTH(7)\nEOF",
        "runmqsc -e QM1 << 'EOF'\nDEFINE QLOCAL(A) MAXDEPTH(7)\nEND\nEOF\n",
        "docker exec -i mq runmqsc QM1 <<-END\n\tDEFINE QLOCAL(A) MAXDEPTH(7)\n\tEND\n",
        'echo "DEFINE QLOCAL(A) MAXDEPTH(7)" | runmqsc QM1',
        "printf 'DEFINE QLOCAL(A) +\\n MAXDEPTH(7)\\n' | runmqsc QM1",
        "cat <<EOF | /opt/mqm/bin/runmqsc QM1\nDEFINE QLOCAL(A) MAXDEPTH(7)\nEOF",
        "runmqsc QM1 <<< 'DEFINE QLOCAL(A) MAXDEPTH(7)'",
        "cat > /tmp/a.mqsc <<EOF\nDEFINE QLOCAL(A) MAXDEPTH(7)\nEOF\nrunmqsc QM1 < /tmp/a.mqsc",
        "echo 'DEFINE QLOCAL(A) MAXDEPTH(7)' > a.tst\nrunmqsc QM1 < a.tst",
        "DEPTH=7\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A) MAXDEPTH(${DEPTH})\nEOF",
        "export NAME=A\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL($NAME) MAXDEPTH(${MAX:-7})\nEOF",
        "runmqsc QM1 <<EOF; echo done\nDEFINE QLOCAL(A) MAXDEPTH(7)\nEOF\n",
        "su mqm -c \"echo 'DEFINE QLOCAL(A) MAXDEPTH(7)' | runmqsc QM1\"",
        "sudo bash - <<EOF\necho 'DEFINE QLOCAL(A) MAXDEPTH(7)' | runmqsc QM1\nEOF\n",
    ],
)
def test_what_runmqsc_reads(text: str) -> None:
    assert objects(text) == {"mq:LocalQueue A": {"max_queue_depth": 7}}
    assert read(text).facts.queue_manager == "QM1"


CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: qm1}
data:
  qm1.mqsc: |
    * the orders
    DEFINE QLOCAL(A) +
      MAXDEPTH(7)
"""


@pytest.mark.parametrize(
    "text",
    [
        "cat > $out/a.mqsc <<EOF\nDEFINE QLOCAL(A) MAXDEPTH(7)\nEOF",
        f"cat > a.yaml <<EOF\n{CONFIG_MAP}EOF\n",
        f"kubectl apply -f - <<EOF\n{CONFIG_MAP}EOF\n",
    ],
)
def test_what_becomes_a_script_elsewhere(text: str) -> None:
    assert objects(text) == {"mq:LocalQueue A": {"max_queue_depth": 7}}
    [entry] = read(text).entries
    assert "DEFINE QLOCAL(A)" in text.split("\n")[entry.line - 1]


def test_end_ends_runmqsc_and_not_the_script() -> None:
    text = "".join(f"runmqsc QM1 <<EOF\nDEFINE QLOCAL({name})\nEND\nEOF\n" for name in "AB")
    assert list(objects(text)) == ["mq:LocalQueue A", "mq:LocalQueue B"]


def test_variables_are_given_and_counted() -> None:
    text = "setmqaut -m $QM -n A -t q -g ${group} +put"
    assert grants(text, QM="QM7", GROUP="app") == {"A/q/app/": ("output",)}
    script = read(text, QM="QM7", GROUP="app", NOT_THERE="x")
    assert script.unused == {"NOT_THERE"}
    assert script.facts.queue_manager == "QM7"


def test_a_quoted_delimiter_keeps_what_it_has() -> None:
    text = "runmqsc QM1 <<'EOF'\nDEFINE QLOCAL(A) DESCR('$HOME \\$5')\nEOF\n"
    assert objects(text) == {"mq:LocalQueue A": {"queue_description": "$HOME \\$5"}}
    text = "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) DESCR('\\$5')\nEOF\n"
    assert objects(text) == {"mq:LocalQueue A": {"queue_description": "$5"}}


def test_places_and_comments_are_those_of_the_script() -> None:
    text = "#!/bin/sh\n# of orders\nrunmqsc QM1 <<EOF\n* the first\nDEFINE QLOCAL(A)\nEOF\n"
    text += "# who reads\nsetmqaut -m QM1 -n A -t q -g app +get\n"
    script = read(text)
    assert [(e.line, e.text[:15]) for e in script.entries] == [
        (5, "DEFINE QLOCAL(A"), (8, "SET AUTHREC PRO")
    ]  # fmt: skip
    assert script.headings[5] == ["* of orders", "", "* the first"]
    assert [each for each in script.headings[8] if each] == ["* who reads"]


def test_several_queue_managers_are_named() -> None:
    text = "setmqaut -m A -t qmgr -g x +inq\nsetmqaut -m B -t qmgr -g x +inq\n"
    assert read(text).facts.others == ("B",)
    assert "several queue managers in one file" in read(text).facts.several


SEVERAL = """\
#!/bin/sh
QM=B
echo "DEFINE QLOCAL(OF.A)" | runmqsc A
echo "DEFINE QLOCAL(OF.B)" | runmqsc $QM
for q in A B C; do
runmqsc $q <<EOF
DEFINE QLOCAL(EACH.$q)
EOF
done
echo "DEFINE QLOCAL(IN.FILE)" > f.mqsc
runmqsc C < f.mqsc
echo "DEFINE QLOCAL(ONCE)" > both.mqsc
runmqsc A < both.mqsc
runmqsc C < both.mqsc
setmqaut -m A -t q -n OF.A -g app +put
setmqspl -m B -p OF.B -s SHA256
"""


@pytest.mark.parametrize(
    ("manager", "expected"),
    [
        ("A", ["OF.A", "EACH.A", "ONCE", "OF.A/q/app/"]),
        ("B", ["OF.B", "EACH.B", "OF.B"]),
        ("C", ["EACH.C", "IN.FILE", "ONCE"]),
    ],
)
def test_the_commands_of_one_of_several(manager: str, expected: list[str]) -> None:
    whole = read(SEVERAL)
    assert whole.facts.named == ("A", "B", "C")
    script = dialect("shell").read(SEVERAL.encode(), given=Given(queue_manager=manager))
    assert sorted(d.name for d in script.definitions) == sorted(expected)
    assert (script.facts.queue_manager, script.facts.others) == (manager, ())
    assert problems(script) == []


def test_a_command_of_several_that_does_not_say_which() -> None:
    text = SEVERAL + "echo 'DEFINE QLOCAL(X)' | runmqsc\nsetmqaut -m $Z -t qmgr -g x +inq\n"
    text += "echo 'DEFINE QLOCAL(Y)' > y.mqsc\n"
    script = dialect("shell").read(text.encode(), given=Given(queue_manager="B"))
    assert {d.name for d in script.definitions} == {"OF.B", "EACH.B"}
    assert [line.partition(";")[0] for line in problems(script)] == [
        "17: runmqsc names no queue manager, in a script of several: nothing of it is taken for B",
        '18: setmqaut names "$Z", in a script of several: nothing of it is taken for B',
        "19: y.mqsc names no queue manager, in a script of several: nothing of it is taken for B",
    ]


def test_a_queue_manager_that_is_not_known_beside_one_that_is() -> None:
    text = (
        "setmqaut -m $BACKUP -t queue -n SECRET -g app +get\n"
        "setmqaut -m QM1 -t queue -n A -g app +get\n"
        "runmqsc $BACKUP <<EOF\nDEFINE QLOCAL(BK)\nEOF\n"
    )
    script = read(text)
    assert [d.name for d in script.definitions] == ["A/q/app/"]
    assert [line.partition(",")[0] for line in problems(script)] == [
        '1: setmqaut names "$BACKUP"', '3: runmqsc names "$BACKUP"',
    ]  # fmt: skip
    script = read(text, BACKUP="QM1")
    assert [d.name for d in script.definitions] == ["SECRET/q/app/", "A/q/app/", "BK"]


def test_queue_managers_that_are_all_not_known() -> None:
    one = "runmqsc $1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n"
    assert list(objects(one)) == ["mq:LocalQueue A"]
    two = read(f"{one}runmqsc $2 <<EOF\nDEFINE QLOCAL(B)\nEOF\n")
    assert [d.name for d in two.definitions] == ["A", "B"]
    assert next(line.partition(":")[2] for line in problems(two)).startswith(
        ' runmqsc names "$1", and others "$2": all is taken for one queue manager'
    )


def test_parameters_of_the_script() -> None:
    text = "echo \"DEFINE QLOCAL('$1.IN') DESCR('${2:-x}')\" | runmqsc ${3}\n"
    assert objects(text, **{"1": "EU", "3": "QM1"}) == {
        "mq:LocalQueue EU.IN": {"queue_description": "x"}
    }
    assert "the value of $1 is not known" in problems(read(text))[0]


def test_a_name_in_a_text_within_a_text_is_named_once() -> None:
    text = "su -l mqm -c 'echo \"delete topic('\\'t_$1\\'')\" | runmqsc QM1'\n"
    assert "the value of $1 is not known" in problems(read(text))[0]


IMAGE = """\
FROM ibm/mq
ARG Q=ORDERS
RUN echo -e "\\
DEFINE QLOCAL('A') DEFPSIST(YES)\\n\\
ALTER QMGR DEADQ('A')" > /etc/mqm/a.mqsc
COPY --chown=mqm <<EOF /etc/mqm/20.mqsc
DEFINE QLOCAL($Q)
EOF
RUN --mount=type=cache,target=/x su mqm -c "setmqaut -m QM1 -t qmgr -g app +connect"
RUN <<EOF
setmqaut -m QM1 -t q -n A -g app +put
EOF
COPY x.mqsc b.ini /etc/mqm/
CMD ["runmqdevserver"]
COPY
RUN
"""


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.qm1", "Containerfile", "a.dockerfile"])
def test_an_image(name: str) -> None:
    assert dialect_of(name) == "shell"
    script = read(IMAGE)
    assert [(d.name, d.line) for d in script.definitions] == [
        ("A", 3), ("QMGR", 4), ("ORDERS", 7), ("self/q_mgr/app/", 9), ("A/q/app/", 11),
    ]  # fmt: skip
    assert [line.partition(",")[0] for line in problems(script)] == ['13: runmqsc reads "x.mqsc"']


WORDS = st.text(st.sampled_from("ab '\"\\$`#;|&<>()\n\t*?.!é"), min_size=1, max_size=12)


@given(st.lists(WORDS, min_size=1, max_size=5))
def test_words_that_are_quoted_come_back(words: list[str]) -> None:
    """As `shlex.quote` writes them."""
    line = "run " + " ".join(map(shlex.quote, words))
    [[command]] = list(pipelines(line, Variables()))
    assert [word.text for word in command.words[1:]] == words


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on the PATH")
@pytest.mark.parametrize(
    "line",
    [
        r"""say 'a b' "c \"d\" \$e \\ \x" f\ g '$h'""",
        "X=1; say $X ${X} ${Y:-z} \"$X $X\" '$X'",
        'X="a b"\nsay "$X" "x${X}y"',
        "say a#b 'c' # d",
        "say a \\\n  b\\\nc",
        "say \"a\nb\" 'c\nd'",
    ],
)
def test_words_are_those_of_bash(line: str) -> None:
    reported = subprocess.run(
        ["bash", "-c", f"say() {{ printf '%s\\0' \"$@\"; }}\n{line}"],
        capture_output=True, text=True, check=True,
    ).stdout.split("\0")[:-1]  # fmt: skip
    found = [c for pipeline in pipelines(line, Variables()) for c in pipeline]
    [own] = [c.words[1:] for c in found if c.words[:1] and c.words[0].text == "say"]
    assert [word.text for word in own] == reported


PROFILES = st.text(st.sampled_from("ABC.*?%_/ $'\"\\"), min_size=1, max_size=20).map(str.strip)


@given(PROFILES.filter(bool), st.sampled_from(["app", "my group", "o'hara", "$x"]))
def test_a_call_is_the_command_that_says_the_same(profile: str, group: str) -> None:
    text = f"setmqaut -m QM1 -n {shlex.quote(profile)} -t q -g {shlex.quote(group)} +get +inq"
    mqsc = f"SET AUTHREC PROFILE({quoted(profile)}) OBJTYPE(QUEUE) GROUP({quoted(group)})"
    [own] = read(text).definitions
    [same] = dialect("mqsc").read(f"{mqsc} AUTHADD(GET,INQ)".encode()).definitions
    assert (own.kind, own.name, own.values) == (same.kind, same.name, same.values)


def test_a_dump_of_thousands_is_read_in_linear_time() -> None:
    lines = [f"setmqaut -m QM1 -n 'APP.{n}.**' -t queue -g app +get +put" for n in range(3000)]
    assert len(read("\n".join(lines)).definitions) == 3000


def test_security_policies() -> None:
    """`dspmqspl -export` writes such a script, for AIX, Linux and Windows."""
    text = """DN="CN=bob, O=Shop,C=GB"
setmqspl -m QM1 -p PRIVATE.Q -s SHA512 -e AES256 -r "CN=it's,C=GB" -r "$DN" -c 0 -t 1
/opt/mqm/bin/setmqspl -m QM1 -p SIGNED.Q -s SHA256 -a "$DN"
setmqspl -m QM1 -p SECRET.Q -e AES128 -r "$DN" -c '*'
setmqspl -m QM1 -p OLD.Q -remove
"""
    script = read(text)
    assert problems(script) == []
    assert script.facts.queue_manager == "QM1"
    found = {d.name: dict(d.values) for d in script.definitions}
    assert found == {
        "PRIVATE.Q": {
            "signature_algorithm": "sha512", "encryption_algorithm": "aes256",
            "recipients": ("CN=it's,C=GB", "CN=bob, O=Shop,C=GB"), "key_reuse": "disabled",
            "tolerate_unprotected": "yes",
        },
        "SIGNED.Q": {"signature_algorithm": "sha256", "signers": ("CN=bob, O=Shop,C=GB",)},
        "SECRET.Q": {
            "encryption_algorithm": "aes128", "recipients": ("CN=bob, O=Shop,C=GB",),
            "key_reuse": "unlimited",
        },
        "OLD.Q": {},
    }  # fmt: skip
    assert [str(d.action) for d in script.definitions] == ["create"] * 3 + ["delete"]
    for line, reported in (
        ("setmqspl -m QM1 -s SHA256", "it names no policy"),
        ("setmqspl -m QM1 -p Q -t 2", "is not 0 or 1"),
        ("setmqspl -m QM1 -p Q -x 2", "is not a parameter"),
        ("setmqspl -m QM1 -p Q -s SHA999", "must be NONE or MD5"),
    ):
        (problem,) = problems(read(line))
        assert reported in problem


def looped(text: str) -> list[tuple[str, int]]:
    """The commands of a script that can be read, with their lines."""
    return [(d.name, d.line) for d in read(text).definitions if not d.errors]


def test_a_loop_over_words_is_run_for_each() -> None:
    text = (
        "#!/bin/sh\nREST='C D'\n"
        'for q in A "B" $REST; do\n'
        '  echo "DEFINE QLOCAL($q) MAXDEPTH(5)" | runmqsc QM1\n'
        "done\n"
        'echo "DEFINE QLOCAL(LAST.$q)" | runmqsc QM1\n'
    )
    assert looped(text) == [("A", 4), ("B", 4), ("C", 4), ("D", 4), ("LAST.D", 6)]


def test_loops_inside_each_other() -> None:
    text = (
        "for team in RED BLUE\ndo\n"
        "  for way in IN OUT; do\n"
        "runmqsc QM1 <<EOF\nDEFINE QLOCAL($team.$way)\nEOF\n"
        "  done\n"
        "  setmqaut -m QM1 -n $team.IN -t queue -g app +put\n"
        "done\n"
    )
    names = [name for name, _ in looped(text)]
    queues = [name for name in names if "/" not in name]
    assert queues == ["RED.IN", "RED.OUT", "BLUE.IN", "BLUE.OUT"]
    assert [name for name in names if "/" in name] == ["RED.IN/q/app/", "BLUE.IN/q/app/"]


@pytest.mark.parametrize(
    "words", ["$(cat queues)", "$UNKNOWN", "*.txt", "A{1,2}", "`list`", "A $1"]
)
def test_a_loop_over_what_is_not_known_is_named(words: str) -> None:
    text = f'for q in {words}; do\n  echo "DEFINE QLOCAL($q)" | runmqsc QM1\ndone\n'
    assert any("$q" in str(problem) for problem in problems(read(text)))


def test_a_loop_without_its_end_is_read_once() -> None:
    assert looped('for q in A B; do\n  echo "DEFINE QLOCAL(X)" | runmqsc QM1\n') == [("X", 2)]


def test_done_inside_a_text_is_not_the_end() -> None:
    text = (
        "for q in A B; do\n"
        "runmqsc QM1 <<EOF\nDEFINE QLOCAL($q) DESCR('all +\ndone')\nEOF\n"
        "echo done; echo 'done'\n"
        "done\n"
    )
    assert {name: values["queue_description"] for name, values in objects(text).items()} == {
        "mq:LocalQueue A": "all done",
        "mq:LocalQueue B": "all done",
    }
