"""Who reads whose output in a shell script: all that names a program is taken, or reported."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect


def read(text: str) -> Script:
    return dialect("shell").read(text.encode(), file="f.sh", given=Given({}))


def names(script: Script) -> list[str]:
    return [d.name for d in script.definitions if not d.errors]


def reported(script: Script) -> list[str]:
    own = [(e.line, p) for e in script.entries for d in e.definitions for p in d.problems]
    every = [(p.line, p) for e in script.entries for p in e.problems] + own
    return sorted(f"{line} {p.code}: {p.text}" for line, p in every)


@pytest.mark.parametrize(
    ("text", "queues"),
    [
        ('( echo "DEFINE QL(P1)"; echo "DEFINE QL(P2)" ) | runmqsc QM1', "P1 P2"),
        ('{ echo "DEFINE QL(P1)"\necho "DEFINE QL(P2)"; } 2>&1 | runmqsc QM1', "P1 P2"),
        ('(echo "DEFINE QL(P1)"; (echo "DEFINE QL(P2)")) | sudo -u mqm runmqsc QM1', "P1 P2"),
        ('if true; then\n echo "DEFINE QL(P1)"\nfi | runmqsc QM1', "P1"),
        ('MQ="runmqsc QM1"\n$MQ <<EOF\nDEFINE QL(P1)\nEOF', "P1"),
        ("MQ='runmqsc  -e'\nMQ+=' QM1'\nNEW=$MQ\n$NEW <<EOF\nDEFINE QL(P1)\nEOF", "P1"),
        ('for i in 1 2 3; do echo "DEFINE QL(L$i)"; done | runmqsc QM1', "L1 L2 L3"),
        ('{ [ -f x ] && echo "DEFINE QL(P1)"; } | runmqsc QM1', "P1"),
        ('while test -n "$1"; do echo "DEFINE QL(P1)"; shift; done | runmqsc QM1', "P1"),
        ("{ cat <<EOF\nDEFINE QL(P1)\nEOF\n} | runmqsc QM1", "P1"),
        ('echo "DEFINE QL(P1)" | docker exec -i mq bash -c "runmqsc QM1"', "P1"),
        ('echo "DEFINE QL(P1)" | su -c "runmqsc QM1" mqm', "P1"),
        ('echo "DEFINE QL(P1)" | su - mqm -c "/opt/mqm/bin/runmqsc QM1"', "P1"),
        ('su - mqm -c "runmqsc QM1" <<EOF\nDEFINE QL(P1)\nEOF', "P1"),
        ("ssh host 'runmqsc QM1' <<< 'DEFINE QL(P1)'", "P1"),
        ("ssh host <<EOF\necho 'DEFINE QL(P1)' | runmqsc QM1\nEOF", "P1"),
        ("echo \"echo 'DEFINE QL(P1)' | runmqsc QM1\" | sh", "P1"),
        ("tee x.in <<EOF\nDEFINE QL(P1)\nEOF\nrunmqsc QM1 < x.in", "P1"),
        ("echo 'DEFINE QL(P1)' | sudo tee x.in >/dev/null\ncat x.in | runmqsc QM1", "P1"),
        ("cat <<EOF > a.in\nDEFINE QL(P1)\nEOF\ncat a.in > b.in\nrunmqsc QM1 -f b.in", "P1"),
        ("run() {\n  runmqsc QM1 < $F.in\n}\necho 'DEFINE QL(P1)' > $F.in\nrun", "P1"),
        ("printf 'DEFINE QL(%s)\\n' P1 P2 | runmqsc QM1", "P1 P2"),
        ("echo 'DEFINE QL(P1)' | tee -a log | runmqsc QM1 | grep AMQ", "P1"),
        ("sudo -n -u mqm echo 'DEFINE QL(P1)' | runmqsc QM1", "P1"),
        ("sudo --user=mqm -- A=1 printf 'DEFINE QL(P1)' > $QM.in\nrunmqsc QM1 < $QM.in", "P1"),
        ("gosu mqm nohup /bin/echo 'DEFINE QL(P1)' | runmqsc QM1", "P1"),
        ("printf '\\x44EFINE QL(\\x27p1\\047)\\n' | runmqsc QM1", "p1"),
    ],
)
def test_what_comes_to_runmqsc(text: str, queues: str) -> None:
    script = read(text)
    assert names(script) == queues.split()
    assert [line for line in reported(script) if "not-" in line or "unknown" in line] == []
    assert script.facts.queue_manager == "QM1"
    assert script.facts.others == ()


def test_a_call_that_a_variable_holds() -> None:
    text = 'CMD="setmqaut -m QM1 -t qmgr -g app"\nNOTHING=""\n$CMD $NOTHING +connect\n'
    script = read(text)
    assert names(script) == ["self/q_mgr/app/"]
    assert reported(script) == []


UNKNOWN = "input-unknown: runmqsc reads"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\nsed s/A/B/ x.tmpl | runmqsc QM1", f'2 {UNKNOWN} what "sed" prints'),
        ("(echo 'DEFINE QL(A)'; list) | runmqsc QM1", f'1 {UNKNOWN} what "list" prints'),
        ("sed s/A/B/ x > y\nrunmqsc QM1 < y", f'1 {UNKNOWN} what "sed" writes to "y"'),
        ("\nrunmqsc QM1", f"2 {UNKNOWN} what the script itself is given"),
        ("list | su - mqm -c 'runmqsc QM1'", f'1 {UNKNOWN} what "list" prints'),
        ("printf 'DEFINE QL(%5s)' A | runmqsc QM1", f'1 {UNKNOWN} what "printf" prints'),
        ("\ncat file.mqsc | runmqsc QM1", '2 other-file: runmqsc reads "file.mqsc"'),
        ("runmqsc -f s.mqsc QM1", '1 other-file: runmqsc reads "s.mqsc"'),
        (
            'while read q; do echo "DEFINE QL($q)"; done < list | runmqsc QM1',
            "1 not-literal: the value of $q is not known",
        ),
        ("runmqsc QM1 < <(list)", f'1 {UNKNOWN} what "<(...)" prints'),
        ("\nMQ='runmqsc QM1'", "2 not-run-here: variable MQ has runmqsc"),
        ("find . -exec setmqaut -m QM1 -t q -n {} -g a +put ';'", "1 words-unknown: setmqaut gets"),
        ("runmqsc -v QM1 <<EOF\nDEFINE QL(A)\nEOF", "1 only-verified: runmqsc -v verifies"),
        (
            "X=xxxxxxxxxx\nfor i in " + "1 " * 40 + "; do X=$X$X; done\n$X runmqsc",
            "3 input-unknown",
        ),
        ("cat > x.sh <<EOF\nrunmqsc QM1\nEOF", '2 not-run-here: the text for "x.sh" has runmqsc'),
        ("python <<EOF\n\nrun('setmqaut')\nEOF", '3 not-run-here: the text for "python" has'),
        (
            "$MQ <<EOF\nDEFINE QL(A)\nEOF",
            '1 command-unknown: the command "$MQ" is not known, and it r',
        ),
        (
            "echo 'DEF QL(A)' | $MQ QM1",
            '1 command-unknown: the command "$MQ" is not known, and it r',
        ),
        ("${RUNMQSC} < x", '1 command-unknown: the command "${RUNMQSC}" is not known, and it may'),
        (
            "$SET -n A -t q -g a +put",
            '1 command-unknown: the command "$SET" is not known, and it has',
        ),
        ("echo 'runmqsc QM1' > x.sh", '1 not-run-here: the text for "x.sh" has runmqsc'),
        ("echo '0 * * * * runmqsc QM1' | crontab", '1 not-run-here: the text for "crontab" has'),
        (
            "mqsc <<EOF\nDEFINE QL(A)\nEOF",
            '2 not-run-here: the text for "mqsc" has commands of MQSC',
        ),
        ("log 'a runmqsc run'", '1 not-run-here: the text "a runmqsc run" has runmqsc'),
        (
            "cat list | xargs -I{} setmqaut -m QM1 -t q -n {} -g app +put",
            "1 words-unknown: setmqaut gets words from xargs",
        ),
    ],
)
def test_what_cannot_be_taken_is_reported_with_its_line(text: str, says: str) -> None:
    script = read(text)
    assert any(line.startswith(says) for line in reported(script)), reported(script)
    assert script.facts.others == ()


def severities(script: Script) -> dict[str, str]:
    return {p.code: p.severity.value for e in script.entries for p in e.problems}


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("my_ssh \"echo 'DEFINE QL(A)' | runmqsc QM1\"", "error"),
        ("my_ssh 'cat a.mqsc | runmqsc QM1'", "error"),
        ("mqsc <<EOF\nDEFINE QL(A)\nEOF", "error"),
        ("log 'a runmqsc run'", "warning"),
        ("log 'sudo setmqaut -m QM1 -t qmgr -g a +inq'", "warning"),
        ("echo 'echo \"DEFINE QL(A)\" | runmqsc QM1' > x.sh", "warning"),  # that nobody runs
    ],
)
def test_commands_that_are_lost_for_certain_are_an_error(text: str, severity: str) -> None:
    assert severities(read(text)) == {"not-run-here": severity}


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("runmqsc QM1 < a.mqsc", "error"),
        ("FROM mq\nCOPY a.mqsc /etc/mqm/", "error"),
        ("FROM mq\nCOPY config/ /etc/mqm/", "warning"),
        ("FROM mq\nCOPY *.mqsc /etc/mqm/", "warning"),
    ],
)
def test_another_file_has_commands(text: str, severity: str) -> None:
    assert severities(read(text)) == {"other-file": severity}


@pytest.mark.parametrize(
    "line",
    [
        "if [ -x /opt/mqm/bin/runmqsc ]; then echo 'runmqsc is there'; fi",
        "command -v runmqsc >/dev/null || exit 1",
        "runmqsc QM1 </dev/null",
        "echo 'DIS QMGR' | runmqsc QM1 | grep -c AMQ",
    ],
)
def test_what_needs_no_word(line: str) -> None:
    script = read(line)
    assert reported(script) == []
    assert script.facts.queue_manager in ("", "QM1")


def test_other_programs_of_mq_are_named() -> None:
    script = read(
        "crtmqm QM1\nsu - mqm -c 'strmqm QM1 && endmqm QM2'\necho crtmqm\n"
        "sudo -u mqm /opt/mqm/bin/rcrmqobj -m QM1 -t all X\nlog 'crtmqm is done'\n"
    )
    assert [(entry.line, entry.words) for entry in script.entries] == [
        (1, "crtmqm"), (2, "strmqm"), (2, "endmqm"), (4, "rcrmqobj"),
    ]  # fmt: skip
    assert {problem.code for entry in script.entries for problem in entry.problems} == {
        "not-managed"
    }


def test_a_command_is_given() -> None:
    text = "echo 'DEFINE QL(A)' | $MQ\n$SET -m QM1 -t qmgr -g app +connect\n"
    given = Given({"MQ": "runmqsc QM1", "SET": "/opt/mqm/bin/setmqaut"})
    script = dialect("shell").read(text.encode(), file="f.sh", given=given)
    assert names(script) == ["A", "self/q_mgr/app/"]
    assert reported(script) == []
