"""What groups and users may do: which record counts for an object."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_worlds import QUEUES, asked, may, world_of
from queuewright.access.report import Access, Question, access
from queuewright.access.rights import Rights
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.lint.scripts import of_files
from queuewright.mq.authority_record import (
    AuthorityRecordSpec,
    fits_profile,
    generic_pattern,
    specificity,
)
from queuewright.world.authority_records import AuthorityRecords, Entity, ProtectedObject, grant_of
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

KIND = AuthorityRecordSpec.kind


def grant(profile: str, group: str = "app", object_type: str = "q", *words: str) -> str:
    added = f" AUTHADD({','.join(words)})" if words else " AUTHADD(GET)"
    return f"SET AUTHREC PROFILE('{profile}') OBJTYPE({object_type}) GROUP('{group}'){added}\n"


def revoke(*words: str) -> str:
    return grant("STOCK", "app", "QUEUE", *words).replace("AUTHADD", "AUTHRMV")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("AB.C*", "AB.*"),  # the example of IBM's "Profile priorities"
        ("AB.CD", "AB.C?"),
        ("AB.C?", "AB.C*"),
        ("AB.*", "AB.**"),
        ("AB.?D", "AB.*D"),
        ("AB.**", "AB*"),
        ("AB.*", "AB.*.**"),
        ("AB.**", "**"),
        ("AB.C*", "A?.CD"),
        ("A*D", "A*"),
    ],
)
def test_the_more_specific_profile_comes_first(first: str, second: str) -> None:
    assert sorted([second, first], key=specificity) == [first, second]
    assert sorted([first, second], key=specificity) == [first, second]


def test_the_most_specific_profile_counts_for_each_group_by_itself() -> None:
    script = QUEUES + grant("ORDERS.**", "app", "QUEUE", "PUT", "GET")
    script += grant("ORDERS.*", "app", "QUEUE", "BROWSE") + grant("ORDERS.IN", "ops", "QUEUE")
    answer = asked(script)
    assert may(answer) == {
        ("ORDERS.EU.IN", "group app"): "input output",
        ("ORDERS.IN", "group app"): "browse",
        ("ORDERS.IN", "group ops"): "input",
        ("ORDERS.OUT", "group app"): "browse",
    }
    assert [r.through[0].profile.pattern for r in answer.rights] == [
        "ORDERS.**", "ORDERS.*", "ORDERS.IN", "ORDERS.*",
    ]  # fmt: skip
    assert (answer.entities, answer.records, answer.unused) == (2, 3, ())


def test_a_user_has_what_its_own_record_and_its_groups_give_together() -> None:
    script = QUEUES + grant("ORDERS.**", "app", "QUEUE", "GET") + grant("STOCK", "ops", "QUEUE")
    script += "SET AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(PUT)\n"
    script += grant("ORDERS.IN", "other", "QUEUE", "ALL")
    answer = asked(script, "app", "gone", user="bob")
    assert may(answer) == {
        ("ORDERS.EU.IN", "principal bob"): "input",
        ("ORDERS.IN", "principal bob"): "input output",
        ("ORDERS.OUT", "principal bob"): "input",
    }
    (both,) = (r for r in answer.rights if r.place.name == "ORDERS.IN")
    assert [str(g.entity) for g in both.through] == ["principal bob", "group app"]
    assert "output" not in may(asked(script, "app"))["ORDERS.IN", "group app"]


def test_records_of_nobody_count_for_those_without_others() -> None:
    script = QUEUES + grant("**", "nobody", "QUEUE", "INQ") + grant("STOCK", "app", "QUEUE", "GET")
    assert may(asked(script, "app", user="bob", named="STOCK")) == {
        ("STOCK", "principal bob"): "input"
    }
    answer = asked(script, "app", user="bob", named="ORDERS.IN")
    assert may(answer) == {("ORDERS.IN", "principal bob"): "inquire"}
    assert "records of nobody count where neither bob nor a group of it has one" in answer.notes


def test_a_record_with_nothing_takes_away_what_the_generic_one_gives() -> None:
    script = QUEUES + grant("ORDERS.**", "app", "QUEUE", "GET")
    script += grant("ORDERS.IN", "app", "QUEUE", "NONE")
    found = may(asked(script, "app", user="bob"))
    assert found["ORDERS.IN", "principal bob"] == ""
    assert found["ORDERS.OUT", "principal bob"] == "input"


def test_administrators_may_do_everything() -> None:
    script = QUEUES + grant("STOCK", "app", "QUEUE")
    answer = asked(script, "mqm", user="bob")
    assert answer.is_administrator
    assert answer.rights == ()
    assert answer.notes == (
        "group mqm administers the queue manager: bob may do everything with every object",
    )
    (right,) = asked(script, "mqm", user="bob", named="ORDERS.IN").rights
    assert {"input", "output", "delete"} <= set(right.authorities)
    assert not asked(script, "app", user="bob").is_administrator


def test_the_queue_manager_classes_and_remote_queue_managers() -> None:
    script = "SET AUTHREC PROFILE(QM1) OBJTYPE(QMGR) GROUP('app') AUTHADD(CONNECT)\n"
    script += grant("@class", "dev", "QUEUE", "CRT") + grant("QM9", "app", "RQMNAME", "PUT")
    script += grant("**", "all", "QUEUE", "GET")
    found = may(asked(script))
    assert found["self", "group app"] == "connect"
    assert found["@class", "group dev"] == "create"
    assert ("@class", "group all") not in found
    assert found["QM9", "group app"] == "output"
    for name in ("QM1", "QMGR", "self"):
        assert list(may(asked(script, named=name))) == [("self", "group app")]


def test_profiles_that_fit_nothing_are_named() -> None:
    script = QUEUES + grant("ORDERS.**", "app", "QUEUE") + grant("GONE.**", "app", "QUEUE")
    script += grant("ORDERS.IN", "app", "TOPIC", "PUB") + grant("LOST", "app", "QUEUE")
    unused = asked(script).unused
    assert [g.profile.pattern for g in unused] == ["GONE.**", "ORDERS.IN", "LOST"]


IN_CL = "GRTMQMAUT OBJ(STOCK) OBJTYPE(*Q) USER(BOB) AUT({})\n"
REVOKED = IN_CL.replace("GRT", "RVK")


@pytest.mark.parametrize(
    ("dialect", "commands", "authorities", "is_known"),
    [
        ("mqsc", [revoke("GET")], (), False),
        ("mqsc", [revoke("GET"), grant("STOCK", "app", "QUEUE", "PUT")], ("output",), False),
        ("mqsc", [grant("STOCK", "app", "QUEUE", "GET", "PUT"), revoke("GET")], ("output",), True),
        ("mqsc", [revoke("ALL")], (), True),
        ("mqsc", [revoke("ALL"), grant("STOCK", "app", "QUEUE", "PUT")], ("output",), True),
        ("clle", [REVOKED.format("*GET")], (), False),
        ("clle", [IN_CL.format("*GET *PUT"), REVOKED.format("*GET")], ("output",), True),
        ("clle", [REVOKED.format("*ALL")], (), True),
    ],
)
def test_what_a_record_had_before_a_script_takes_some_of_it_away(
    dialect: str, commands: list[str], authorities: tuple[str, ...], is_known: bool
) -> None:
    queue = "DEFINE QLOCAL(STOCK)\n" if dialect == "mqsc" else "CRTMQMQ QNAME(STOCK) QTYPE(*LCL)\n"
    script = (f"QM1.{dialect}", "".join((queue, *commands)).encode())
    answer = access(of_files([script]).world, "QM1", Question(), "a script")
    [right] = answer.rights
    assert (right.authorities, right.is_known) == (authorities, is_known)
    unknown = [note for note in answer.notes if "does not say what 1 record had before" in note]
    assert (len(unknown), "secret" in str(answer.notes)) == (not is_known, False)


def test_an_object_without_records() -> None:
    answer = asked(QUEUES + grant("STOCK", "app", "QUEUE"), named="ORDERS.IN")
    assert answer.rights == ()
    assert "nothing on QM1 is called ORDERS.IN" not in answer.notes
    assert "nothing on QM1 is called NOT.THERE" in asked(QUEUES, named="NOT.THERE").notes


def of_facts(question: Question, **facts: Any) -> Access:
    world = World({}, {"QM1": Snapshot.of((), None, SystemFacts("QM1", **facts))})
    return access(world, "QM1", question, "made")


def test_an_empty_system() -> None:
    assert asked("").rights == ()
    assert asked("", user="bob").notes[0] == "no --group is given: bob is taken to be in no group"
    assert access(World({}), "QM1", Question(), "made").rights == ()


def test_platforms_differ_in_who_is_everybody_and_who_may_do_everything() -> None:
    bob = Question("bob", ("app",))
    assert of_facts(bob, platform=Platform.ZOS).notes == (
        "QM1 is on z/OS, where the external security manager (RACF) decides: it has no authority "
        "records",
    )
    assert of_facts(bob, platform=Platform.WINDOWS).notes == ()
    assert of_facts(bob, platform=Platform.IBMI).notes == (
        "records of *PUBLIC count where neither bob nor a group of it has one",
    )
    assert of_facts(Question(), platform=Platform.WINDOWS).notes == (
        "who is in Administrators and mqm may do everything, whatever the records say",
    )
    assert not of_facts(Question("bob", ("mqm",)), platform=Platform.IBMI).is_administrator
    assert of_facts(Question("bob", ("QMQMADM",)), platform=Platform.IBMI).is_administrator


def test_records_that_cannot_be_read_are_not_taken_for_none() -> None:
    answer = of_facts(Question(), kinds=frozenset(("mq:LocalQueue",)))
    assert not answer.is_known
    assert answer.notes[0] == "authority records of QM1 cannot be read the way it is reached"
    assert of_facts(Question(), kinds=frozenset((KIND,))).is_known


def test_secret_authorities_are_said_to_be_left_out() -> None:
    key = AuthorityRecordSpec.key_of({"name": "A", "object_type": "q", "group": "app"}, "QM1")
    secret = {key: frozenset(("authorities",))}
    read = Snapshot.of([Observed(key, {"authorities": ("input",)})])
    world = World({key: {}}, {"QM1": read}, hidden=secret)
    answer = access(world, "QM1", Question(), "made")
    assert "the authorities of 1 record are secret, and left out" in answer.notes
    assert "input" not in repr(answer.rights)


_NAMES = st.text("AB.", min_size=1, max_size=6)
_PROFILES = st.text("AB.*?", min_size=1, max_size=6)


@given(st.lists(_PROFILES, max_size=12, unique=True), _NAMES)
def test_profiles_are_found_as_by_trying_each(profiles: list[str], name: str) -> None:
    keys = [
        AuthorityRecordSpec.key_of({"name": p, "object_type": "q", "group": "app"}, "QM1")
        for p in profiles
    ]
    records = AuthorityRecords(
        tuple(g for key in keys if (g := grant_of(key, ("input",))) is not None)
    )
    fit = [p for p in profiles if p == name or (generic_pattern(p).fullmatch(name))]
    place = ProtectedObject("q", name)
    assert records.profiles(place) == sorted(fit, key=specificity)
    found = records.grant(place, Entity("group", "app"))
    assert (found.profile.pattern if found else None) == (
        min(fit, key=specificity) if fit else None
    )
    assert records.effective(place).get(Entity("group", "app")) == found


def test_records_without_a_group_or_of_another_kind_are_none() -> None:
    assert grant_of(Key("QM1", KIND, "A/q//"), ("input",)) is None
    assert grant_of(Key("QM1", "mq:LocalQueue", "A"), ("input",)) is None
    rights = Rights(world_of(QUEUES), "QM2")
    assert (rights.places, rights.unused, dict(rights.entities)) == ((), (), {})


def texts(characters: str, longest: int) -> list[str]:
    lengths = range(longest + 1)
    return ["".join(each) for size in lengths for each in product(characters, repeat=size)]


def test_each_profile_fits_as_its_pattern_says() -> None:
    """All short ones: drawn profiles rarely fit a drawn name."""
    wrong = [
        (profile, name)
        for profile in texts("A.*?", 5)
        for name in texts("A.", 4)
        if fits_profile(profile, name) is not bool(generic_pattern(profile).fullmatch(name))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["ORDERS", "ORDERS.IN", "ORDERS.IN.BACK"])
def test_qualifiers_at_the_end_may_be_none(name: str) -> None:
    """`ORDERS.**` is about ORDERS too, and counts before `**` (IBM's "Using wildcard characters in
    OAM profiles": ** matches zero or more qualifiers)."""
    facts = {"object_type": "q", "group": "app"}
    keys = [AuthorityRecordSpec.key_of({"name": p, **facts}, "QM1") for p in ("**", "ORDERS.**")]
    grants = [grant_of(keys[0], ("input", "output")), grant_of(keys[1], ("none",))]
    records = AuthorityRecords(tuple(each for each in grants if each is not None))
    found = records.grant(ProtectedObject("q", name), Entity("group", "app"))
    assert found is not None
    assert (found.profile.pattern, found.authorities) == ("ORDERS.**", ())


TREE = """
DEFINE TOPIC(FRUIT) TOPICSTR('Price/Fruit')
DEFINE TOPIC(APPLES) TOPICSTR('Price/Fruit/Green/Apples')
DEFINE TOPIC(FRUITS) TOPICSTR('Price/Fruits')
"""


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (grant("FRUIT", "app", "TOPIC", "SUB", "PUB"), {"FRUIT": "publish subscribe",
                                                        "APPLES": "publish subscribe"}),
        # One object on the way up that gives it is enough; the rest is of the object by itself.
        (grant("FRUIT", "app", "TOPIC", "SUB", "RESUME", "DSP")
         + grant("APPLES", "app", "TOPIC", "PUB"),
         {"FRUIT": "subscribe resume display", "APPLES": "publish subscribe"}),
        (grant("APPLES", "app", "TOPIC", "SUB"), {"APPLES": "subscribe"}),
        (grant("FRUIT", "app", "TOPIC", "RESUME"), {"FRUIT": "resume"}),
        # Where the tree ends.
        (grant("SYSTEM.BASE.TOPIC", "app", "TOPIC", "SUB"),
         {"FRUIT": "subscribe", "APPLES": "subscribe", "FRUITS": "subscribe"}),
    ],
)  # fmt: skip
def test_the_check_goes_up_the_topic_tree(records: str, expected: dict[str, str]) -> None:
    """IBM's "Grant access to a user to subscribe to a topic deeper within the tree"."""
    topics = ("FRUIT", "APPLES", "FRUITS")
    for user, who in (("", "group app"), ("bob", "principal bob")):
        answer = asked(TREE + records, *(["app"] if user else []), user=user)
        rights = [r for r in answer.rights if str(r.who) == who and r.place.name in topics]
        found = {right.place.name: set(right.authorities) for right in rights}
        assert found == {name: set(words.split()) for name, words in expected.items()}


def test_a_record_of_what_each_queue_manager_has_fits_an_object() -> None:
    """Used by topics below it, or of an object that a script need not name."""
    own = grant("SYSTEM.DEFAULT.LOCAL.QUEUE", "app", "QUEUE", "GET")
    assert asked(TREE + grant("SYSTEM.BASE.TOPIC", "app", "TOPIC", "SUB") + own).unused == ()
    [unused] = asked(TREE + grant("SYSTEM.BASE.QUEUE", "app", "QUEUE", "GET")).unused
    assert unused.profile.pattern == "SYSTEM.BASE.QUEUE"


def test_the_record_above_is_named() -> None:
    [right] = asked(TREE + grant("FRUIT", "app", "TOPIC", "SUB"), named="APPLES").rights
    assert [each.profile.pattern for each in right.through] == ["FRUIT"]
