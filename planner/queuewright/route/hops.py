"""The hops of a way as it is found."""

from dataclasses import replace
from typing import NamedTuple

from queuewright.catalogue.key import Key

from .model import Hop, HopKind, Verdict, Way
from .network import Network
from .putting import LengthLimit


class Hops(NamedTuple):
    """The hops so far. A tuple, because plans make very many.

    length: of the message, None where it does not count. stuck: what becomes of a message where
    the first thing breaks, "" where nothing has. longest, narrowest: as of a `Way`.
    """

    network: Network
    length: int | None = None
    found: tuple[Hop, ...] = ()
    stuck: str = ""
    longest: int | None = None
    narrowest: str = ""

    def then(self, *hops: Hop) -> "Hops":
        """With these at the end."""
        return self._replace(found=(*self.found, *map(self._as_known, hops)))

    def _as_known(self, hop: Hop) -> Hop:
        """A hop of an object with secret values breaks nothing: they are not known here."""
        hidden = () if hop.key is None else self.network.world.hidden.get(hop.key, ())
        if not hidden or hop.kind is HopKind.DEAD_LETTER:
            return hop
        unknown = f"{', '.join(sorted(hidden))} of {hop.kind} {hop.name}, because of a secret"
        kept = tuple(problem for problem in hop.problems if not problem.is_error)
        return replace(hop, problems=kept, unknown=(*hop.unknown, unknown))

    def through(self, hop: Hop, limit: LengthLimit | None = None, stuck: str = "") -> "Hops":
        """With a hop that takes messages up to a limit, and what becomes of a message there if it
        breaks."""
        hops = self
        if limit is not None and (longest := limit.longest) is not None:
            if self.length is not None and self.length > longest:
                problem = limit.problem(hop.key or hop.name, self.length)
                hop = replace(hop, problems=(*hop.problems, problem))
            if self.longest is None or longest < self.longest:
                name = f"queue manager {hop.system}"
                if limit.manager is None:
                    name = f"{hop.kind} {hop.name} of {hop.system}"
                hops = self._replace(longest=longest, narrowest=name)
        hop = hops._as_known(hop)
        if stuck and hop.verdict is Verdict.BREAKS and not hops.stuck:
            hops = hops._replace(stuck=stuck)
        return hops._replace(found=(*hops.found, hop))

    def joined(self, leg: "Hops") -> "Hops":
        """With the hops of a leg that begins here."""
        narrower = leg.longest is not None and (self.longest is None or leg.longest < self.longest)
        limits = leg if narrower else self
        return self._replace(
            found=(*self.found, *leg.found),
            stuck=self.stuck or ("" if self.is_broken else leg.stuck),
            longest=limits.longest,
            narrowest=limits.narrowest,
        )

    @property
    def is_broken(self) -> bool:
        return any(hop.verdict is Verdict.BREAKS for hop in self.found)

    def failed_at(self, system: str) -> bool:
        """Whether it breaks at a system and nowhere before it gets there."""
        broken = [hop for hop in self.found if hop.verdict is Verdict.BREAKS]
        return bool(broken) and not self.stuck and broken[0].system == system

    def ends_with(self, kind: HopKind) -> bool:
        return bool(self.found) and self.found[-1].kind is kind

    @property
    def last_object(self) -> Key | None:
        """The object of the last hop."""
        return self.found[-1].key if self.found else None

    def way(self, end: str, share: float) -> Way:
        """The way that these hops make."""
        return Way(self.found, end, share, self.longest, self.narrowest)
