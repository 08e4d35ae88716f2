"""Scripts that have commands for several queue managers: each command counts for its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran

Cli = Callable[..., Ran]
SCRIPT = """\
setmqaut -m QM1 -t qmgr -g app +connect
setmqaut -m QM2 -t qmgr -g ops +connect
echo "DEFINE QLOCAL(A.QM1)" | runmqsc QM1
echo "DEFINE QALIAS(B) TARGET(A.QM1)" | runmqsc QM1
echo "DEFINE QALIAS(B) TARGET(A.QM1)" | runmqsc QM2
"""
DUMPS = """\
* Queue manager name: QM1
DEFINE QLOCAL(A)
* Queue manager name: QM2
DEFINE QLOCAL(B)
"""


@pytest.fixture
def both(project: Path) -> Path:
    """A folder with a script and two dumps in one file."""
    (project / "both.sh").write_text(SCRIPT, encoding="utf-8")
    (project / "both.mqsc").write_text(DUMPS, encoding="utf-8")
    return project


@pytest.mark.parametrize(
    ("words", "code", "says", "says_not"),
    [
        ("access QM1 --dump both.sh", 0, "group app  CONNECT", "ops"),
        ("access QM2 --dump both.sh", 0, "group ops  CONNECT", "app"),
        ("access --dump both.sh", 1, "it is of QM1, QM2; name one of them", "app"),
        ("lint both.sh", 2, "both.sh:5: warning QW101: QM2 mq:AliasQueue B", "sh:4"),
        ("route QM2 B --dump QM2=both.sh", 2, "QM2 has no queue A.QM1", "QM1 has"),
        ("route QM1 B --dump QM1=both.sh", 0, "ends in queue A.QM1 of QM1", "BREAKS"),
        ("route QM3 B --dump QM3=both.sh", 1, "it is a dump of QM1, QM2; correct NAME", "BREAKS"),
        ("convert both.sh --from shell --to mqsc --system QM2", 0, "GROUP('ops')", "app"),
        ("convert both.sh --from shell --to python --system QM1", 0, "LocalQueue(", "ops"),
        ("convert both.sh --from shell --to pcf", 1, "choose one, --system NAME", "ops"),
        ("validate both.sh --from shell", 0, "5 commands, 0 with errors", "twice"),
        ("lint both.mqsc", 1, "commands of several queue managers in one file", "QW"),
    ],
)  # fmt: skip
def test_each_command_is_for_its_queue_manager(
    both: Path, cli: Cli, words: str, code: int, says: str, says_not: str
) -> None:
    ran = cli(*words.split())
    assert says in ran.out + ran.err
    assert says_not not in ran.out + ran.err
    assert ran.code == code
