"""Dockerfiles: what they run, copy and write."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

GRANT = "setmqaut -m QM1 -t queue -n C -g app +get"
EXEC = '["setmqaut", "-m", "QM1", "-t", "queue", "-n", "C", "-g", "app", "+get"]'


def read(text: str) -> Script:
    image = f"FROM icr.io/ibm-messaging/mq\n{text}\n"
    return dialect("shell").read(image.encode(), file="Dockerfile", given=Given({}))


def taken(script: Script) -> list[tuple[str, int]]:
    return [(d.name, d.line) for d in script.definitions if not d.errors]


def reported(script: Script) -> list[str]:
    return [p.text.partition(",")[0] for entry in script.entries for p in entry.problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"RUN {EXEC}", [("C/q/app/", 2)]),
        (f"RUN --network=none {EXEC}\nRUN {GRANT.replace('-n C', '-n D')}",
         [("C/q/app/", 2), ("D/q/app/", 3)]),
        ('RUN ["/bin/bash", "-c", "setmqaut -m QM1 -t qmgr -g app +connect"]',
         [("self/q_mgr/app/", 2)]),
        ('RUN ["/bin/bash", \\\n  "-c", \\\n  "setmqaut -m QM1 -t qmgr -g app +connect"]',
         [("self/q_mgr/app/", 2)]),
        (f"ONBUILD RUN {GRANT}", [("C/q/app/", 2)]),
        (f"ENTRYPOINT {EXEC}", [("C/q/app/", 2)]),
        (f"MAINTAINER Jim O'Brien\nRUN {GRANT}\n# don't forget\nLABEL a=\"b\nRUN {GRANT}",
         [("C/q/app/", 3), ("C/q/app/", 6)]),
        ("MAINTAINER Jim O'Brien\nRUN echo \"DEFINE QLOCAL(PAY)\" > /etc/mqm/10.mqsc\n"
         f"# don't forget\nRUN {GRANT}", [("PAY", 3), ("C/q/app/", 5)]),
        (f"RUN true && \\\n# it's next\n\n  {GRANT}", [("C/q/app/", 5)]),
        (f"ENV A it's\nENV Q C\nRUN {GRANT.replace('-n C', '-n $Q')}", [("C/q/app/", 4)]),
        ("COPY <<10-a.mqsc <<11-b.mqsc /etc/mqm/\nDEFINE QLOCAL(A)\n10-a.mqsc\n"
         "DEFINE QLOCAL(B)\n11-b.mqsc\n" f"RUN {GRANT}",
         [("A", 3), ("B", 5), ("C/q/app/", 7)]),
        (f"RUN echo $((1<<3)) \"a << b\"\nRUN {GRANT}", [("C/q/app/", 3)]),
        ("COPY <<-'EOF' /etc/mqm/a.mqsc\n\tDEFINE QLOCAL(A) DESCR('it is $5')\n\tEOF\n"
         "USER mqm", [("A", 3)]),
    ],
)  # fmt: skip
def test_what_is_run(text: str, expected: list[tuple[str, int]]) -> None:
    script = read(text)
    assert taken(script) == expected
    assert reported(script) == []


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ('COPY ["20-config.mqsc", "/etc/mqm/"]', "20-config.mqsc"),
        ("COPY mqsc/ /etc/mqm/", "mqsc/"),
        ("ADD --chown=mqm config/* /etc/mqm/", "config/*"),
        ("COPY 99.mqsc.tpl /etc/mqm/99.mqsc", "99.mqsc.tpl"),
    ],
)
def test_what_is_copied_is_named(text: str, file: str) -> None:
    assert reported(read(text)) == [f'runmqsc reads "{file}"']


@pytest.mark.parametrize("text", ["COPY mqs.ini /etc/mqm/", "COPY src/ /opt/app/", "COPY [1]"])
def test_what_is_no_script(text: str) -> None:
    assert read(text).entries == ()
