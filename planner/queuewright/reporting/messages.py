"""The message to a webhook, in the form that it takes.

Sources: Slack, Sending messages using incoming webhooks; Formatting message text.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.identity import IDENTITY, identity_of
from queuewright.render.drift.groups import grouped

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

MOST = 10_000  # differences of a run that are told apart
_LISTED = 100  # differences that a message names
_IN_CHAT = 15
_MESSAGE = ("severity", *IDENTITY, "desired", "observed", "change", "first_seen")

Row = Mapping[str, Any]


class MessageForm(StrEnum):
    """Whose form a message has."""

    SLACK = "slack"
    JSON = "json"


def key_of(rows: Sequence[Row]) -> str:
    """The same for the same differences."""
    texts = sorted(f"{identity_of(row)} {row['first_seen']}" for row in rows)
    return blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()


def plain(summary: "Summary", rows: Sequence[Row], key: str) -> dict[str, Any]:
    """The JSON form: the worst hundred, and how many there are."""
    listed = [{"id": identity_of(row), **{name: row[name] for name in _MESSAGE}} for row in rows]
    return {
        "event": "drift.new", "version": 1, "key": key, "run": summary.run, "at": summary.at,
        "count": len(rows), "differences": listed[:_LISTED],
        "counts": dict(summary.counts), "exit_code": summary.exit_code,
    }  # fmt: skip


def slack(summary: "Summary", rows: Sequence[Row], _: str) -> dict[str, Any]:
    """Slack's form, which others take, too: plain text, in which no name is markup or a mention."""
    groups = grouped(rows)
    count = f"{len(rows)}{' or more' if len(rows) >= MOST else ''}"
    lines = [f"{count} new differences in {_environments(rows)}, run {summary.run}"]
    lines += [f"{group.severity}: {group.text}" for group in groups[:_IN_CHAT]]
    if len(groups) > _IN_CHAT:
        lines.append(f"and {len(groups) - _IN_CHAT} more lines; queuewright drift report has them")
    return {"text": "\n".join(map(_chat_text, lines)), "mrkdwn": False}


def _environments(rows: Sequence[Row]) -> str:
    names = {row["environment"] for row in rows}
    return min(names) if len(names) == 1 else f"{len(names)} environments"


def _chat_text(text: str) -> str:
    """`<` would begin a link or mention; a space without width keeps `@here` from being one."""
    text = one_line(text)
    for sign, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("@", "@\u200b")):
        text = text.replace(sign, written)
    return text


MESSAGES = {MessageForm.SLACK: slack, MessageForm.JSON: plain}
