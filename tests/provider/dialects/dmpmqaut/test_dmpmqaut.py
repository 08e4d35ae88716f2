"""The output of dmpmqaut, as IBM's "Dumping profile settings" shows it."""

from queuewright.catalogue.platform import Platform
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import dialect
from queuewright.dialects.scripts import validate_entry

APART = "- - - - - - - - - - - - - - - - -\n"
DUMP = (
    "profile:     a.b.c\n"
    "object type: queue\n"
    "entity:      Administrator\n"
    "type:        principal\n"
    "authority:   all\n" + APART + "profile:     a.b.*\n"
    "object type: queue\n"
    "entity:      user's\n"
    "type:        group\n"
    "authority:   get, browse, put, inq\n"
    "             dsp\n" + APART + "profile:     self\n"
    "object type: qmgr\n"
    "entity:      app\n"
    "entity type: group\n"
    "authority:   connect inq\n"
    "profile:     X\n"
    "object type: rqmname\n"
    "entity:      app\n"
    "type:        group\n"
    "authority:\n"
)


def test_records() -> None:
    for text in (DUMP, DUMP.replace("\n", "\r\n"), f"some line before\n{DUMP}"):
        assert dialect_of("authorities.txt", text.encode()) == "dmpmqaut"
        script = dialect("dmpmqaut").read(text.encode(), file="a.txt")
        found = {d.name: d.values["authorities"] for d in script.definitions}
        assert found == {
            "a.b.c/q//Administrator": ("all",),
            "a.b.*/q/user's/": ("browse", "display", "input", "inquire", "output"),
            "self/q_mgr/app/": ("connect", "inquire"),
            "X/remote_q_mgr_name/app/": ("none",),
        }
        for entry in script.entries:
            assert validate_entry(entry, "dmpmqaut", Platform.LINUX) == []
    assert [entry.line for entry in script.entries] == [2, 8, 15, 20]


def test_a_record_that_is_not_whole_is_told_with_its_line() -> None:
    """`dmpmqaut -l` says only which profiles there are; others are read all the same."""
    whole = "profile: Q\nobject type: queue\nentity: a\ntype: group\nauthority: put\n"
    for bad, reason in (
        ("profile: Q\nobject type: queue\n", "a record has no entity, type, authority"),
        (whole.replace("queue", "card"), 'object type "card" is not known'),
        (whole.replace("group", "role"), 'type "role" must be group or principal'),
        (whole.replace("put", "put,steal"), '"steal" is not an authority'),
    ):
        script = dialect("dmpmqaut").read(f"{bad}{APART}{whole}".encode())
        assert [d.name for d in script.definitions] == ["Q/q/a/"]
        [problem] = [p for entry in script.entries for p in entry.problems]
        assert (problem.code, problem.line, problem.reason) == ("not-a-record", 1, reason)


def test_other_texts_are_not_taken_for_it() -> None:
    for text in ("", "profile: x\n", "* profile: x\nDEFINE QLOCAL(A)\n", "object type: queue\n"):
        assert dialect_of("f", text.encode()) == "mqsc"
