"""A kind on a platform where no program declares its objects."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from .attribute import PLATFORM
from .diagnostic import Diagnostic
from .facts import SystemFacts
from .platform import Platform
from .sources import Sources

PLATFORM_OF_KIND = PLATFORM.but(
    reason="this kind exists only on {where}, and {system} is {platform}",
    remediation="give it a system of that sort, or correct platform in queuewright:systems",
)
SET_OTHERWISE = PLATFORM_OF_KIND.but(
    remediation="{utility} sets it there: leave it out of the program; its command is written by "
    "queuewright convert --to {dialect}"
)


class Elsewhere(NamedTuple):
    """utility: of the platform, which sets objects of a kind; dialect: of its commands."""

    utility: str
    dialect: str


def not_there(
    platforms: Collection[Platform],
    facts: SystemFacts,
    elsewhere: Mapping[Platform, Elsewhere],
    sources: Sources,
) -> Diagnostic:
    """The diagnostic of an object of a kind on a system that has none. platforms: that have the
    kind; elsewhere: what sets its objects on others; sources: of its name."""
    where = ", ".join(sorted(platforms))
    instead = elsewhere.get(facts.platform)
    about: dict[str, Any] = {"where": where, "system": facts.name, "platform": facts.platform}
    if instead is None:
        return PLATFORM_OF_KIND(sources=sources, **about)
    words = about | instead._asdict()
    return SET_OTHERWISE(sources=sources, **words)
