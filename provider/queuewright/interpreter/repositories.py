"""The queue manager's repositories, and the clusters that follow from them.

Source: IBM's Change Queue Manager (PCF) RepositoryName and RepositoryNamelist.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Definition
from queuewright.dialects.rules import NAMELIST_MISSING, REPOSITORY_EXCLUSIVE
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.membership import memberships_of
from queuewright.mq.namelist import NamelistSpec

from .outcome import Existing, Standing

REPOSITORIES = ("repository", "repository_namelist")
Objects = Mapping[tuple[str, str], Standing]


class Place(NamedTuple):
    """File, line and column of a command."""

    file: str = ""
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Repositories:
    """REPOS and REPOSNL as they are now, by their names here; given: what scripts say of them, and
    named_at: where the last one does."""

    named: Mapping[str, str]
    named_at: Place = field(default_factory=Place)
    given: dict[str, str] = field(default_factory=dict)

    def conflict(self, named: Mapping[str, str], place: Place) -> Diagnostic | None:
        """The problem that keeps a queue manager from changing them so, None where nothing does."""
        together = {**self.named, **named}
        if all(together.get(word, "").strip() for word in REPOSITORIES):
            return _placed(REPOSITORY_EXCLUSIVE(), place)
        return None

    def alter(self, named: Mapping[str, str], place: Place) -> None:
        self.named, self.named_at = {**self.named, **named}, place
        self.given.update(named)

    def clusters(
        self, objects: Objects, existing: Callable[[str, str], Existing | None]
    ) -> tuple[dict[tuple[str, str], Standing], list[Diagnostic]]:
        """The memberships that follow from them and from cluster-receiver channels, and what is
        wrong: a namelist that is nowhere has no clusters. existing: what has a name."""
        deciding = {key: known.attributes for key, known in objects.items()}
        repository, namelist = (self.named.get(word, "").strip() for word in REPOSITORIES)
        problems: list[Diagnostic] = []
        if namelist and (NamelistSpec.kind, namelist) not in deciding:
            there = existing(NamelistSpec.kind, namelist)
            if there is not None:
                deciding[NamelistSpec.kind, namelist] = there.attributes
            elif self.named_at.line:
                problems.append(_placed(NAMELIST_MISSING(namelist=shown(namelist)), self.named_at))
        named = {"repository": repository, "repository_namelist": namelist}
        channels = _channels(objects)
        return {
            (found.key.kind, found.key.name): self._standing(found, channels)
            for found in memberships_of("", deciding, **named)
        }, problems

    def _standing(self, found: Observed, channels: Mapping[object, Place]) -> Standing:
        """A cluster, at the place of what makes the queue manager a member: the channel that names
        it, or else the first, which has it in a namelist."""
        _, kind, name = found.key
        place, is_full = self.named_at, found.attributes["full_repository"] == "yes"
        if not is_full or not place.line:
            place = channels.get(name) or next(iter(channels.values()), place)
        values = found.attributes if is_full else {}
        file, line, column = place
        cluster = Definition(kind, name, values=values, file=file, line=line, column=column)
        return Standing(cluster, found.attributes)


def _channels(objects: Objects) -> dict[object, Place]:
    """Where each cluster is first named by a cluster-receiver channel, in their order."""
    places: dict[object, Place] = {}
    for (kind, _), known in objects.items():
        if kind == ClusterReceiverChannelSpec.kind:
            place = Place(known.definition.file, known.definition.line)
            places.setdefault(known.attributes.get("cluster_name"), place)
    return places


def _placed(diagnostic: Diagnostic, place: Place) -> Diagnostic:
    file, line, column = place
    return replace(diagnostic, file=file, line=line, column=column)
