"""Commands that a shell script's control flow decides about: nothing of it is guessed."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect


def read(text: str, only: str = "", **variables: str) -> Script:
    given = Given(variables, queue_manager=only)
    return dialect("shell").read(text.encode(), file="f.sh", given=given)


def names(script: Script) -> list[str]:
    return [d.name for d in script.definitions if not d.errors]


def reported(script: Script) -> list[str]:
    own = [(e.line, p) for e in script.entries for d in e.definitions for p in d.problems]
    every = [(p.line, p) for e in script.entries for p in e.problems] + own
    return sorted(f"{line} {p.code}: {p.text}" for line, p in every)


USE = 'echo "DEFINE QLOCAL($X)" | runmqsc QM1\n'


@pytest.mark.parametrize(
    "text",
    [
        'if [ "$E" = prod ]; then X=A; else X=B; fi',
        'case "$1" in prod) X=A;; test|dev) X=B;; (*) X=C; esac',
        '[ "$1" = x ] && X=A',
        "X=A\ntest -f y || X=B",
        "X=A\nwhile read line; do X=B; done < list",
        "X=A\nuntil [ -f y ]; do X=B; done",
        "X=A\nfor i in $(list); do X=$i; done",
        "X=1; (( X+=1 ))",
        "X=1; ((X++))",
        "X=1; let X=X+1",
        "X=A\nread X",
        "X=A\n. ./settings.sh",
        "X=A\nsource settings.sh",
        "X=A; unset X",
        "f() { X=A; }",
        "X=A\nf() { X=B; }\nif [ -f y ]; then f; fi",
        "for ((X=0; X<5; X++)); do echo; done",
        "X=A\nX=`list`",
        "f() { local X=A; }\nf",
    ],
)
def test_a_variable_that_the_running_script_decides(text: str) -> None:
    script = read(f"{text}\n{USE}")
    assert names(script) == []
    [problem] = reported(script)
    assert "not-literal: the value of $X is not known" in problem


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("X=A\n( X=B )", "A"),
        ("X=A\nf() { X=B; }", "A"),
        ("X=A\nY=$(X=B; list)", "A"),
        ("f() { X=A; }\nf", "A"),
        ("X=A\nf() { local X=B; }\nf", "A"),
        ("if true; then X=A\nY=1; fi\nX=B", "B"),
        ('X=A\nif [ -z "$Y" ]; then X=A; fi', "A"),
        ("X=A\n. /opt/mqm/bin/setmqenv -s", "A"),
        ("declare -r X=A", "A"),
        ("X=B\ntypeset -x X=A", "A"),
        ("export Y=B X=A", "A"),
        ("ENV X A", "A"),
        ('X=""\nX=${X:-A}', "A"),
        ("X=A\nX=${X:-B}", "A"),
        ("X=$'A'", "A"),
        ("set -- B; X=A; shift", "A"),
    ],
)
def test_a_variable_that_is_known(text: str, value: str) -> None:
    script = read(f"{text}\n{USE}")
    assert names(script) == [value]
    assert reported(script) == []


def test_a_variable_inside_a_branch() -> None:
    text = (
        'if [ "$E" = prod ]; then\n  X=A\n  echo "DEFINE QLOCAL($X)" | runmqsc QM1\n'
        'else\n  X=B\n  echo "DEFINE QLOCAL($X)" | runmqsc QM1\nfi\n'
    )
    assert names(read(text)) == ["A", "B"]
    assert names(read(f"{text}{USE}", X="C")) == ["C", "C", "C"]  # that is given


def test_a_counter_of_a_loop() -> None:
    text = 'i=0; while [ $i -lt 5 ]; do echo "DEFINE QLOCAL(Q$i)" | runmqsc QM1; i=$((i+1)); done'
    script = read(text)
    assert names(script) == []
    assert "the value of $i is not known" in reported(script)[0]


DELETE = 'echo "DELETE QLOCAL(B)" | runmqsc QM1'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'[ "$1" = clean ] && {DELETE}', 2),
        (f"list ||\n  {DELETE}", 2),
        (f"if false; then\n  {DELETE}\nfi", 2),
        (f"case $1 in\n  drop)\n    {DELETE}\n    ;;\nesac", 2),
        (f"while test -f x; do\n  {DELETE}\ndone", 2),
        (f"drop() {{\n  {DELETE}\n}}", 2),
        (f"drop() {{\n  {DELETE}\n}}\ncase $1 in drop) drop;; esac", 5),
        ("if false; then su - mqm -c \"echo 'DELETE QLOCAL(B)' | runmqsc QM1\"; fi", 2),
        ('{ [ -f x ] && echo "DELETE QLOCAL(B)"; } | runmqsc QM1', 2),
        ("if false; then echo 'DELETE QLOCAL(B)' > x; fi\nrunmqsc QM1 < x", 2),
    ],
)
def test_a_deletion_that_the_running_script_decides(text: str, line: int) -> None:
    script = read(f'echo "DEFINE QLOCAL(B)" | runmqsc QM1\n{text}\n')
    assert names(script) == ["B"]
    [problem] = reported(script)
    stated = f"decided-when-run: DELETE QLOCAL is run only where line {line} of the script says so"
    assert stated in problem


GRANT = "setmqaut -m QM1 -t q -n A -g app +put +get\n"


def test_records_that_the_running_script_decides_to_remove() -> None:
    text = "if false; then setmqaut -m QM1 -t q -n A -g app -remove; fi\n"
    assert "decided-when-run: DELETE AUTHREC" in reported(read(text))[0]
    revoked = read(f"{GRANT}[ -f x ] && setmqaut -m QM1 -t q -n A -g app -put\n")
    assert [problem.partition(":")[0] for problem in reported(revoked)] == ["2 decided-when-run"]
    [granted] = revoked.definitions
    assert "output" in granted.values["authorities"]
    blocked = "if false; then echo \"SET CHLAUTH('*') ACTION(REMOVEALL)\" | runmqsc QM1; fi\n"
    assert "decided-when-run: SET CHLAUTH" in reported(read(blocked))[0]
    [deletion] = read("setmqaut -m QM1 -t q -n A -g app -remove\n").definitions
    assert deletion.action.value == "delete"


def test_what_stands_behind_exit() -> None:
    script = read(f"X=A\n{USE}exit 0\n\n{DELETE}\n")
    assert names(script) == ["A"]
    assert [line.partition(",")[0] for line in reported(script)] == [
        '5 not-run-here: the text behind "exit" has runmqsc'
    ]
    script = read(f"X=A\nif false; then exit 1; fi\n[ -f x ] || exit 1\n{USE}")
    assert names(script) == ["A"]


@pytest.mark.parametrize(
    ("text", "queues"),
    [
        ('create() {\necho "DEFINE QLOCAL($1)" | runmqsc QM1\n}\ncreate A\ncreate B', "A B"),
        ('create() { echo "DEFINE QLOCAL($1)"; }\ncreate A | runmqsc QM1', "A"),
        ('function create { echo "$1" | runmqsc QM1; }\ncreate "DEFINE QLOCAL(A)"', "A"),
        ('function create() { runmqsc QM1; }\ncreate <<EOF\nDEFINE QLOCAL(A)\nEOF', "A"),
        ('create()\n{\nshift\necho "DEFINE QLOCAL($1)" | runmqsc QM1\n}\ncreate A B', "B"),
        ('f() { for q in A B; do g $q; done; }\ng() { echo "DEFINE QLOCAL($1)"; }\n'
         "f | runmqsc QM1", "A B"),
        ('main() { echo "DEFINE QLOCAL($1)" | runmqsc QM1; }\nmain "$@"', "IN.1"),
        ('echo "DEFINE QLOCAL($1)" | runmqsc QM1; shift; echo "DEFINE QLOCAL($1)" | runmqsc QM1',
         "IN.1 IN.2"),
        ('echo() { /bin/echo "$@"; }\necho "DEFINE QLOCAL(A)" | runmqsc QM1', "A"),
        ('run() { echo "$@" | runmqsc QM1; }\nrun "DEFINE QLOCAL(A)"', "A"),
        ('run() { n=$1; shift\nrunmqsc $n <<EOF\n$*\nEOF\n}\nrun QM1 DEFINE "QLOCAL(A)"', "A"),
        ('as_mqm() { su mqm -c "$*"; }\nas_mqm setmqaut -m QM1 -t qmgr -g $(id) +connect\n'
         "as_mqm setmqaut -m QM1 -t qmgr -g a +connect", "self/q_mgr/a/"),
        ('as_mqm() { sudo -u mqm "${@}"; }\nas_mqm setmqaut -m QM1 -t qmgr -g a +connect',
         "self/q_mgr/a/"),
        ('as_mqm() { $SUDO "${@:1}"; }\nas_mqm setmqaut -m QM1 -t qmgr -g a +connect',
         "self/q_mgr/a/"),
        ('all() { for q in "$@"; do echo "DEFINE QLOCAL($q)"; done | runmqsc QM1; }\nall A B',
         "A B"),
        ('if a; then f() { echo "DEFINE QLOCAL(A)" | runmqsc QM1; }\n'
         'else f() { echo "DEFINE QLOCAL(B)" | runmqsc QM1; }; fi\nf', "A B"),
        ('f() { return 0; echo "DEFINE QLOCAL(A)" | runmqsc QM1; }\nf', ""),
    ],
)  # fmt: skip
def test_functions_are_run_where_they_are_called(text: str, queues: str) -> None:
    script = read(text, **{"1": "IN.1", "2": "IN.2"})
    assert names(script) == queues.split()


def test_parameters_of_a_function_are_its_own() -> None:
    text = 'create() {\n  echo "DEFINE QLOCAL($1)" | runmqsc QM1\n}\n'
    script = read(text, **{"1": "QM1"})  # nobody calls it
    assert names(script) == []
    assert "the value of $1 is not known" in reported(script)[0]
    script = read(f"{text}create $(list)\n", **{"1": "QM1"})
    assert names(script) == []


def test_functions_that_call_themselves_or_each_other_end() -> None:
    text = 'a() { b; b; }\nb() { a; a; }\na\necho "DEFINE QLOCAL(A)" | runmqsc QM1\n'
    assert names(read(text)) == ["A"]
    deep = "".join(f"f{n}() {{ f{n + 1}; f{n + 1}; }}\n" for n in range(30))
    assert names(read(f'{deep}f0\necho "DEFINE QLOCAL(A)" | runmqsc QM1\n')) == ["A"]


def test_a_loop_gives_its_variable_whatever_is_given() -> None:
    text = "for q in a b; do echo \"DEFINE QLOCAL('ORDERS.$q')\" | runmqsc $QM; done\n"
    script = read(text, QM="QM1", Q="x")
    assert names(script) == ["ORDERS.a", "ORDERS.b"]
    assert script.unused == {"Q"}


def test_commands_are_in_the_order_in_which_they_are_run() -> None:
    text = (
        "cat > late.mqsc <<EOF\nDEFINE QLOCAL(B) REPLACE MAXDEPTH(99)\nEOF\n"
        "runmqsc QM1 <<EOF\nDEFINE QLOCAL(B) MAXDEPTH(5)\nEOF\n"
        "runmqsc QM1 < late.mqsc\n"
        "f() { setmqaut -m QM1 -t q -n B -g app +get; }\n"
        'echo "DEFINE QLOCAL(C)" | runmqsc QM1\nf\n'
    )
    script = read(text)
    found = [(d.name, d.line, d.values.get("max_queue_depth")) for d in script.definitions]
    assert found == [("B", 5, 5), ("B", 2, 99), ("C", 9, None), ("B/q/app/", 8, None)]
    assert [entry.index for entry in script.entries] == [1, 2, 3, 4]


def test_comments_stand_above_commands_that_are_run_later() -> None:
    text = (
        "# the first\nf() {\n# of f\necho 'DEFINE QLOCAL(A)' | runmqsc QM1\n}\n"
        "# the last\necho 'DEFINE QLOCAL(B)' | runmqsc QM1\nf\n"
    )
    script = read(text)
    assert [(d.name, d.line) for d in script.definitions] == [("B", 7), ("A", 4)]
    headings = {line: [*filter(None, stated)] for line, stated in script.headings.items()}
    assert headings == {4: ["* the first", "* of f"], 7: ["* the last"]}


FILES = [
    ("echo 'DEFINE QL(A)' > f\necho 'DEFINE QL(B)' >> f\necho 'DEFINE QL(C)' > f\n", "C"),
    ("echo 'DEFINE QL(A)' > f\necho 'DEFINE QL(B)' >> f\n", "A B"),
    ("echo 'DEFINE QL(A)' | tee f\necho 'DEFINE QL(B)' | tee -a f\n", "A B"),
    ("echo 'DEFINE QL(A)' | tee f\necho 'DEFINE QL(B)' | tee f\n", "B"),
    ("if x; then echo 'DEFINE QL(A)' > f\nelse echo 'DEFINE QL(B)' > f; fi\n", "A B"),
    ("echo 'DEFINE QL(A)' > f\n[ -f x ] && echo 'DEFINE QL(B)' > f\n", "A B"),
    ("echo 'DEFINE QL(A)' > g\ncat g > f\necho 'DEFINE QL(B)' > g\n", "A"),
]


@pytest.mark.parametrize(("text", "queues"), FILES)
def test_a_file_is_read_as_it_is_then(text: str, queues: str) -> None:
    script = read(f"{text}runmqsc QM1 < f\necho 'DEFINE QL(Z)' > f\n")
    assert names(script) == queues.split()


def test_a_file_that_is_written_anew_for_each() -> None:
    text = (
        "for QM in QM1 QM2; do cat > /tmp/s.mqsc <<EOF\n"
        "DEFINE QREMOTE(TO.$QM) RNAME(X) RQMNAME($QM)\nEOF\nrunmqsc $QM < /tmp/s.mqsc; done\n"
    )
    assert read(text).facts.named == ("QM1", "QM2")
    for name in ("QM1", "QM2"):
        script = read(text, only=name)
        assert names(script) == [f"TO.{name}"]
        assert reported(script) == []
    both = "echo 'DEFINE QL(A)' > f\nrunmqsc QM1 < f\nrunmqsc QM2 < f\n"
    assert names(read(both, only="QM2")) == ["A"]


@pytest.mark.parametrize(
    "text",
    [
        "runmqsc QM1 <<EOF\nDEFINE QL(A) DESCR('made on `hostname`')\nEOF",
        "echo \"DEFINE QL(A) DESCR('made by `whoami`')\" | runmqsc QM1",
        'setmqaut -m QM1 -t q -n A -g "`id -gn`" +get',
        'echo "$(cat defs.mqsc)" | runmqsc QM1',
        'setmqaut -m QM1 -t q -n A "`list`" +get',
    ],
)
def test_what_a_command_prints_is_not_known(text: str) -> None:
    script = read(text)
    assert names(script) == []
    assert reported(script) != []
    assert not any("\\ue00" in line or "\ue000" in line for line in reported(script))


def test_here_documents() -> None:
    text = "runmqsc QM1 <<\\EOF\nDEFINE QL(A) DESCR('$USD')\nEOF\n"
    [definition] = read(text).definitions
    assert definition.values == {"queue_description": "$USD"}
    text = "runmqsc QM1 <<EOF\nDEFINE QL(A) \\\n  DESCR('x')\nDEFINE QL(B)\nEOF\n"
    script = read(text)
    assert [(d.name, d.line) for d in script.definitions] == [("A", 2), ("B", 4)]
    text = "echo $'DEFINE QL(A)\\nDEFINE QL(B)' | runmqsc QM1\n"
    assert names(read(text)) == ["A", "B"]
