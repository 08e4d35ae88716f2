"""Commands of CSQ0UTIL, as IBM's page "The message security policy utility" has them."""

import ebcdic  # noqa: F401 - registers cp1047
import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.platform import Platform
from queuewright.dialects.csq0util.records import commands, laid_out
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite, Script
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import dialect

KIND = "mq:SecurityPolicy"
LONG = "CN=orders of the shop,OU=" + "departments that sell," * 3 + "O=Shop,C=GB"
FIRST = f'setmqspl -m CSQ9 -p LONG.Q -s SHA256 -e AES256 -r "{LONG}" -c 0 -t 1'
JOB = f"""\
//CSQ40CFG JOB 1,CSQ0,CLASS=A,MSGCLASS=X
//* setmqspl -m CSQ9 -p COMMENT.Q -s SHA256
//CLEAN    EXEC PGM=IEFBR14
//SYSIN    DD *
setmqspl -m CSQ9 -p OTHER.Q -s SHA256
/*
//CSQ40CFG EXEC PGM=CSQ0UTIL,
//         PARM='ENVAR("_CEE_ENVFILE_S=DD:ENVARS") /'
//STEPLIB  DD DSN=MQ.SCSQANLE,DISP=SHR
//         DD DSN=MQ.SCSQAUTH,DISP=SHR
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
* in the data
{FIRST[:80]}
{FIRST[80:]}
setmqspl -m CSQ9 -p SIGNED.Q -s SHA512 -a "CN=John Smith,O=IBM,C=US"
//         DD DATA,DLM=@@
setmqspl -m CSQ9 -p OLD.Q -remove
dspmqspl -m CSQ9
@@
//SYSOUT   DD *
setmqspl -m CSQ9 -p NOT.READ -s SHA256
/*
"""
# With its parameters in records of their own.
EXPORT = """\
* Exported on Mon Mar 29 09:23:31 2021

setmqspl -m CSQ9
 -p SIGNED.Q
 -s SHA512
 -a "CN=John Smith,O=IBM,C=US"
setmqspl -m CSQ9
 -p SECRET.Q
 -e AES128
 -r "CN=a,O=b"
 -c *
"""


def read(text: str) -> Script:
    return dialect("csq0util").read(text.encode(), file="job.jcl")


def policies(script: Script) -> dict[str, dict[str, object]]:
    assert [p for entry in script.entries for p in entry.problems] == []
    return {d.name: dict(d.values) for d in script.definitions if d.action is not Action.INQUIRE}


def test_a_job() -> None:
    assert dialect_of("job.jcl", JOB.encode()) == "csq0util"
    script = read(JOB)
    assert policies(script) == {
        "LONG.Q": {
            "signature_algorithm": "sha256", "encryption_algorithm": "aes256",
            "recipients": (LONG,), "key_reuse": "disabled", "tolerate_unprotected": "yes",
        },
        "SIGNED.Q": {"signature_algorithm": "sha512", "signers": ("CN=John Smith,O=IBM,C=US",)},
        "OLD.Q": {},
    }  # fmt: skip
    assert [(str(d.action), d.line) for d in script.definitions] == [
        ("create", 14), ("create", 16), ("delete", 18), ("inquire", 19)
    ]  # fmt: skip
    assert (script.facts.queue_manager, script.facts.platform) == ("CSQ9", Platform.ZOS)


def test_an_export_in_ebcdic() -> None:
    assert dialect_of("export.txt", EXPORT.encode()) == "csq0util"
    data = "".join(f"{line:<80}" for line in EXPORT.splitlines()).encode("cp1047")
    assert dialect_of("export.txt", data) == "csq0util"
    found = policies(dialect("csq0util").read(data))
    assert found == policies(read(EXPORT))
    assert found["SECRET.Q"] == {
        "encryption_algorithm": "aes128", "recipients": ("CN=a,O=b",), "key_reuse": "unlimited"
    }  # fmt: skip


def test_blanks_up_to_the_end_of_a_record_count() -> None:
    """They are cut off where a member becomes a file of lines."""
    record = 'setmqspl -m CSQ9 -p Q -s SHA256 -a "CN=orders'
    (policy,) = policies(read(f'{record}\nof the shop,O=Shop"\n')).values()
    (signer,) = policy["signers"]  # type: ignore[misc]
    assert signer == "CN=orders" + " " * (80 - len(record)) + "of the shop,O=Shop"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('setmqspl -m CSQ9 -p Q -a "CN=x\n', "double quotes are not closed; close them"),
        ("setmqaut -m CSQ9 -n Q\n", '"setmqaut" is not a command of CSQ0UTIL; it takes'),
        ("setmqspl -m CSQ9 -s SHA256\n", "setmqspl: it names no policy; give -p"),
        ("setmqspl -m CSQ9 -p Q -t 2\n", '-t "2" is not 0 or 1'),
    ],
)
def test_what_cannot_be_read(text: str, problem: str) -> None:
    (reported,) = [p for entry in read(text).entries for p in entry.problems]
    assert problem in reported.text
    assert reported.line == 1


def test_policies_are_written_for_sysin() -> None:
    values = {
        "signature_algorithm": "sha256", "encryption_algorithm": "aes256",
        "recipients": (LONG, "CN=bob,O=Shop"), "signers": ("CN=John Smith,O=IBM",),
        "tolerate_unprotected": "no", "key_reuse": "disabled",
    }  # fmt: skip
    (text,) = dialect("csq0util").write(
        Definition(KIND, "ORDERS.IN", values=values, replace=True, system="CSQ9")
    )
    assert text.split("\n")[0] == (
        'setmqspl -m CSQ9 -s SHA256 -e AES256 -t 0 -c 0 -p "ORDERS.IN" -r "CN=orders of t'
    )
    assert {len(record) for record in text.split("\n")[:-1]} == {80}
    assert policies(read(text)) == {"ORDERS.IN": values}
    removal = Definition(KIND, "OLD.Q", Action.DELETE, system="CSQ9")
    (text,) = dialect("csq0util").write(removal)
    assert text == 'setmqspl -m CSQ9 -remove -p "OLD.Q"'
    reuse = {"encryption_algorithm": "aes256", "recipients": ("CN=a",), "key_reuse": 5}
    (text,) = dialect("csq0util").write(Definition(KIND, "Q", values=reuse, system="CSQ9"))
    assert "-c 5" in text


@pytest.mark.parametrize(
    ("definition", "problem"),
    [
        (Definition("mq:LocalQueue", "Q", system="CSQ9"), "sets security policies, and nothing"),
        (Definition(KIND, "Q", values={"signature_algorithm": "sha256"}), "give --system"),
        (Definition(KIND, "Q", Action.ADD, {"signers": ("CN=a",)}, system="Q"), "as a whole"),
        (Definition(KIND, "Q", values={"signers": ('CN="a"',)}, system="Q"), "a double quote"),
        (Definition(KIND, "Q", values={"signers": ("/" * 500,)}, system="Q"), "set it by hand"),
    ],
)
def test_what_cannot_be_written(definition: Definition, problem: str) -> None:
    with pytest.raises(CannotWrite, match=problem):
        dialect("csq0util").write(definition)


TEXTS = st.text(st.sampled_from("abC=, \\'"), min_size=1, max_size=200)


@given(st.integers(0, 40), st.lists(TEXTS, max_size=6))
def test_records_end_inside_of_quotes(length: int, texts: list[str]) -> None:
    """Which is the one place where the page lets a command go on."""
    plain, quoted = ["setmqspl", "-m", "x" * (1 + length)], [("-a", text) for text in texts]
    records = laid_out(plain, quoted)
    assert records is not None
    for number in range(1, len(records)):
        before = "".join(records[:number])
        assert len(before) == 80 * number
        assert before.count('"') % 2 == 1
    (command,) = commands(enumerate(records, 1))
    assert [word.text for word in command.words] == [
        *plain, *(part for text in texts for part in ("-a", text))
    ]  # fmt: skip
