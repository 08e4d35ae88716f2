"""Maps that `kubectl create` and `oc create` make of words and files."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

RUN = 'echo "DEFINE QLOCAL(Z)" | runmqsc QM1\n'


def read(text: str, only: str = "") -> Script:
    return dialect("shell").read(text.encode(), given=Given({}, queue_manager=only))


def taken(script: Script) -> list[tuple[int, str]]:
    return [(entry.line, d.name) for entry in script.entries for d in entry.definitions]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("oc create configmap x --from-literal=b.mqsc='DEFINE QLOCAL(B)'", [(2, "B")]),
        ("kubectl -n mq create cm x --from-literal b.mqsc='* by us\nDEF QL(B)'", [(3, "B")]),
        ("oc create cm x --from-literal=first='DEFINE QLOCAL(B)' --from-literal=y=1", [(2, "B")]),
        ("kubectl create secret generic x --from-literal=b.mqsc='DEFINE QLOCAL(B)'", [(2, "B")]),
        (
            "oc create cm x \\\n  --from-literal=a.mqsc='DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)'",
            [(3, "A"), (4, "B")],
        ),
        ("oc create secret generic x --from-literal=user=DEFINE", []),
        ("oc get cm x --from-literal=b.mqsc='DEFINE QLOCAL(B)'", []),
        ("other create cm x --from-literal=b.mqsc='DEFINE QLOCAL(B)'", []),
    ],
)
def test_texts(words: str, found: list[tuple[int, str]]) -> None:
    assert taken(read(f"{RUN}{words}\n")) == [(1, "Z"), *found]


def test_files_that_the_script_writes_are_taken_once_and_others_named() -> None:
    script = read(
        "cat > /tmp/a.mqsc <<E\nDEFINE QLOCAL(A)\nE\n"
        "cat > /tmp/b <<E\nDEFINE QLOCAL(B)\nE\n"
        "oc create cm x --from-file=/tmp/a.mqsc --from-file=b.mqsc=/tmp/b --from-file=c.mqsc "
        "--from-file=d.txt\n"
    )
    assert taken(script) == [(2, "A"), (5, "B")]
    others = [(e.line, e.words) for e in script.entries if not e.definitions]
    assert others == [(7, "runmqsc < c.mqsc")]


def test_what_a_condition_decides_about() -> None:
    text = "if false; then oc create cm x --from-literal=b.mqsc='DELETE QLOCAL(Z)'; fi\n"
    script = read(f"{RUN}{text}")
    assert taken(script) == [(1, "Z")]
    codes = [problem.code for entry in script.entries for problem in entry.problems]
    assert codes == ["decided-when-run"]


def test_a_map_says_nothing_of_its_queue_manager() -> None:
    text = f"{RUN}echo 'DEFINE QLOCAL(Y)' | runmqsc QM2\n"
    text += "oc create cm x --from-literal=b.mqsc='DEFINE QLOCAL(B)'\n"
    script = read(text, only="QM2")
    assert taken(script) == [(2, "Y")]
    [problem] = [problem for entry in script.entries for problem in entry.problems]
    assert problem.line == 3
    assert "no queue manager" in problem.reason
