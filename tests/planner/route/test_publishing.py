"""A message for an alias queue that stands for a topic."""

import pytest

from queuewright.route.model import Verdict

from .two_managers import QM1, QM2, codes, kinds, route

DEAD = "in dead-letter queue DEAD of QM2"
SUBSCRIBERS = "with the subscribers of topic PRICES"
TOPIC = "DEFINE TOPIC(PRICES) TOPICSTR('shop/prices'){}\n"
PUB = "SET AUTHREC PROFILE({}) OBJTYPE(TOPIC) PRINCIPAL('mover') AUTHADD(PUB)\n"
ALIAS = QM2.replace(
    "QLOCAL(ORDERS.IN)", "QALIAS(ORDERS.IN) TARGET(PRICES) TARGTYPE(TOPIC)"
) + PUB.format("PRICES")


def test_a_message_that_is_published() -> None:
    found = route("ORDERS", QM1, ALIAS + TOPIC.format(""), length=5000)
    assert (found.verdict, found.ways[0].end) == (Verdict.ARRIVES, SUBSCRIBERS)
    assert kinds(found)[-3:] == ["alias queue", "authority", "topic"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (TOPIC.format(" PUB(DISABLED)"), "route-publications-inhibited"),
        # What it says itself counts, else the next one above it in the tree.
        (TOPIC.format("") + "DEFINE TOPIC(SHOP) TOPICSTR('shop') PUB(DISABLED)\n",
         "route-publications-inhibited"),
        (TOPIC.format(" PUB(ENABLED)") + "DEFINE TOPIC(SHOP) TOPICSTR('shop') PUB(DISABLED)\n", ""),
        (TOPIC.format("") + "DEFINE TOPIC(SHOP) TOPICSTR('sho') PUB(DISABLED)\n", ""),
        ("", "route-no-topic"),
    ],
)  # fmt: skip
def test_a_topic_that_takes_nothing(more: str, code: str) -> None:
    found = route("ORDERS", QM1, ALIAS + more)
    assert codes(found) == ([code] if code else [])
    assert found.ways[0].end == (DEAD if code else SUBSCRIBERS)


def test_the_user_of_the_channel_needs_the_alias() -> None:
    lacks = ALIAS.replace("AUTHADD(PUT,SETALL)", "AUTHADD(GET)") + TOPIC.format("")
    found = route("ORDERS", QM1, lacks)
    assert (codes(found), found.ways[0].end) == (["route-may-not-put"], DEAD)


@pytest.mark.parametrize(
    ("profile", "verdict"),
    [("PRICES", Verdict.ARRIVES), ("SHOP", Verdict.ARRIVES), ("SYSTEM.BASE.TOPIC", Verdict.ARRIVES),
     ("OTHER", Verdict.UNKNOWN)],
)  # fmt: skip
def test_the_right_to_publish_is_never_missing_for_sure(profile: str, verdict: Verdict) -> None:
    tree = TOPIC.format("") + "DEFINE TOPIC(SHOP) TOPICSTR('shop')\n"
    found = route("ORDERS", QM1, ALIAS.replace(PUB.format("PRICES"), PUB.format(profile)) + tree)
    assert (found.verdict, codes(found)) == (verdict, [])


def test_a_publication_that_is_too_long_for_the_queue_manager() -> None:
    short = ALIAS.replace("DEADQ(DEAD)", "DEADQ(DEAD) MAXMSGL(40000)") + TOPIC.format("")
    assert codes(route("ORDERS", QM1, short, length=50_000)) == ["route-too-long-for-manager"]
