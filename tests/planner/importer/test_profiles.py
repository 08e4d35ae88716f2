"""Profiles: what many declarations share."""

from typing import Any

from queuewright.importer.profiles import Profile, fitting, profiles_of

STANDARD = {"default_persistence": "persistent", "backout_threshold": 3, "trigger_type": "none",
            "queue_depth_high_limit": 10}  # fmt: skip


def found(*uses: dict[str, Any], known: tuple[Profile, ...] = ()) -> list[Profile]:
    return profiles_of([("mq:LocalQueue", use) for use in uses], set(), known)


def test_what_three_share_is_a_profile() -> None:
    (profile,) = found(*[{**STANDARD, "queue_description": f"d{n}"} for n in range(4)])
    assert profile.items == STANDARD
    assert profile.name == "persistent_queue"
    assert profile.statement() == (
        "persistent_queue = partial(\n    mq.LocalQueue,\n"
        '    default_persistence="persistent",\n    backout_threshold=3,\n'
        '    trigger_type="none",\n    queue_depth_high_limit=10,\n)\n'
    )


def test_what_two_share_is_none() -> None:
    assert found(STANDARD, STANDARD) == []


def test_what_is_there_is_not_made_again() -> None:
    known = Profile("mq:LocalQueue", "standard", STANDARD)
    assert found(*[STANDARD] * 5, known=(known,)) == []


def test_a_profile_that_says_too_much_does_not_fit() -> None:
    known = [Profile("mq:LocalQueue", "standard", STANDARD)]
    assert fitting(known, "mq:LocalQueue", {"default_persistence": "persistent"}) is None
    assert fitting(known, "mq:AliasQueue", STANDARD) is None
    nearly = {**STANDARD, "backout_threshold": 4}
    assert fitting(known, "mq:LocalQueue", nearly) == known[0]


def test_names_tell_profiles_apart() -> None:
    alias = {"default_persistence": "persistent"}
    uses = [{**alias, f"inhibit_{w}": f"{w}_inhibited"} for w in ("put", "get") for _ in range(9)]
    names = [p.name for p in profiles_of([("mq:AliasQueue", use) for use in uses], set())]
    assert sorted(names) == ["get_inhibited_alias", "put_inhibited_alias"]
