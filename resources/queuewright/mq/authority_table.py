"""Authorities: the authority records of several profiles and entities, as one component."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import pulumi

from queuewright.catalogue.diagnostic import shown
from queuewright.program.handles import QueueManager, system_name
from queuewright.program.refusal import WrongType, WrongValue
from queuewright.program.resource import QueueResource

from .authorities import OBJECT_TYPES, authorities_of
from .resources import AuthorityRecord, AuthorityRecordsExclusive

_Adopt = Literal["never", "matching", "any"]
_OnDelete = Literal["refuse-if-in-use", "purge", "retain"]


class Authorities(pulumi.ComponentResource):
    """Authority records as a table: each of the profiles gives each group and each principal its
    authorities.

        mq.Authorities(
            "orders",
            system=QM1,
            profiles=["ORDERS.IN", "ORDERS.OUT.**"],
            groups={"app": ["input", "output"], "mqmon": ["browse", "display", "inquire"]},
        )

    With `exclusive=True` nobody else has a record on these profiles: records of others are removed.
    """

    records: Mapping[tuple[str, str], AuthorityRecord]
    limits: dict[str, AuthorityRecordsExclusive]

    def __init__(
        self,
        resource_name: str,
        *,
        system: str | QueueManager,
        profiles: Sequence[str | QueueResource],
        object_type: str = "q",
        groups: Mapping[str, Sequence[str]] | None = None,
        principals: Mapping[str, Sequence[str]] | None = None,
        adopt: _Adopt | None = None,
        on_delete: _OnDelete | None = None,
        exclusive: bool = False,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare the records.

        Args:
            resource_name: Its name in this program; the records' names begin with it.
            system: Queue manager.
            profiles: Objects, their names, or generic profiles.
            object_type: Type of the objects, as in AuthorityRecord.
            groups: Authorities by group: the exact set of each.
            principals: Authorities by principal.
            adopt: How records that exist already are treated.
            on_delete: Whether records that are no longer declared stay.
            exclusive: Whether the records of all other groups and principals on these profiles
                are removed; administrators' are left alone.
            opts: Pulumi's own options.

        Raises WrongValue when no profile or nobody to authorize is given, when two profiles have
        one name, or when objects of the type do not have an authority.
        """
        super().__init__("queuewright:mq:Authorities", resource_name, {}, opts)
        entities = {
            **{("group", name): words for name, words in (groups or {}).items()},
            **{("principal", name): words for name, words in (principals or {}).items()},
        }
        named = {_name_of(each): each for each in profiles}
        names = profiles if isinstance(profiles, str) else [_name_of(each) for each in profiles]
        for problem in _problems(names, object_type, entities):
            raise WrongValue(f"mq.Authorities {resource_name!r}: {problem}")
        on, child = system_name(system), pulumi.ResourceOptions(parent=self)
        records: dict[tuple[str, str], AuthorityRecord] = {}
        for profile, of_profile in named.items():
            for (field, entity), words in entities.items():
                kind = "" if field == "group" else f"{field} "
                records[profile, f"{kind}{entity}"] = AuthorityRecord(
                    f"{resource_name}/{profile}/{kind}{entity}",
                    system=on,
                    name=of_profile,  # type: ignore[arg-type]
                    object_type=object_type,
                    group=entity if field == "group" else None,
                    principal=entity if field == "principal" else None,
                    authorities=list(words),
                    adopt=adopt,
                    on_delete=on_delete,
                    opts=child,
                )
        self.records, self.limits = records, {}
        for profile in named if exclusive else ():
            granted = [record for (on_it, _), record in records.items() if on_it == profile]
            self.limits[profile] = AuthorityRecordsExclusive(
                f"{resource_name}/{profile}",
                system=on,
                name=profile,
                object_type=object_type,
                groups=[name for field, name in entities if field == "group"],
                principals=[name for field, name in entities if field == "principal"],
                # Who is to have a right has it before somebody else loses one.
                opts=pulumi.ResourceOptions(parent=self, depends_on=granted),
            )
        self.register_outputs({})


def _name_of(profile: str | QueueResource) -> str:
    """Raises WrongType for an object whose name is known only while the engine runs."""
    name = profile.known_name if isinstance(profile, QueueResource) else profile
    if not isinstance(name, str):
        raise WrongType(f"profiles: {shown(name)} must be a name or an object with a literal name")
    return name


def _problems(
    profiles: Sequence[str],
    object_type: str,
    entities: Mapping[tuple[str, str], Sequence[str]],
) -> Iterator[str]:
    known = authorities_of(object_type)
    if not known:
        types = ", ".join(each.value for each in OBJECT_TYPES)
        yield f"object_type={shown(object_type)} must be one of {types}"
    if isinstance(profiles, str) or not profiles:
        yield f"profiles={shown(profiles)} must be a list of names that is not empty"
    if len(profiles) > len(set(profiles)):
        twice = next(name for name, count in Counter(profiles).items() if count > 1)
        yield f"profile {shown(twice)} is named twice; name it once"
    if not entities:
        yield "it authorizes nobody; give groups or principals"
    for (field, name), words in entities.items():
        if isinstance(words, str):
            yield f"{field} {shown(name)} has {shown(words)}, which must be a list of authorities"
        for word in words:
            if known and word not in known:
                have = ", ".join(sorted(known))
                yield (
                    f"{field} {shown(name)}: objects of type {object_type} have no authority "
                    f"{shown(word)}; they have {have}"
                )
