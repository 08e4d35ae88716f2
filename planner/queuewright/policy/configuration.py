"""The table `[tool.queuewright.policy]` of the pyproject.toml beside Pulumi.yaml.

[tool.queuewright.policy]
deletes = {percent = 30, floor = 10}       # what holds when nothing is said
changes = {objects = 50}
names = ["ORDERS.*", "ORDLIB/*"]           # what this stack may touch
approval = ["mq:ClusterReceiverChannel"]   # kinds
armed = "approval"                         # purge, force and protect=False; or "allowed"
workload = "blocked"                       # no instance left of a queue of a cluster; or "allowed"
freeze = [{from = 2026-12-20, until = 2027-01-03, reason = "year end"}]
"""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from queuewright.catalogue.errors import QueuewrightError
from queuewright.kinds import managed_spec_of
from queuewright.pyproject import read_table

TABLE = "tool.queuewright.policy"
_LAST_DAY = datetime(9999, 12, 30, tzinfo=UTC)


class InvalidPolicy(QueuewrightError, ValueError):
    """The policy cannot be used; one line that names the file and the key."""


class _PolicyModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Limit(_PolicyModel):
    """objects, percent: how many of the stack's objects on one system, in one run; None for any
    number. floor: fewer than this are never too many in percent."""

    objects: Annotated[int | None, Field(ge=0)] = None
    percent: Annotated[float | None, Field(ge=0, le=100, strict=False)] = None
    floor: Annotated[int, Field(ge=0)] = 10


def _moment(value: Any) -> Any:
    """A day is one in UTC; a time has to say its zone."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("a time needs a zone, such as 2026-12-20T18:00:00Z")
        return value.astimezone(UTC)
    return datetime.combine(value, time(), UTC) if isinstance(value, date) else value


def _last(value: Any) -> Any:
    """The last day is a whole one."""
    moment = _moment(value)
    whole = isinstance(value, date) and not isinstance(value, datetime)
    # Whoever writes 9999-12-31 means for ever.
    return min(moment, _LAST_DAY) + timedelta(days=1) if whole else moment


class Freeze(_PolicyModel):
    """Nothing is changed from `begin` until `end`, which is later."""

    begin: Annotated[datetime, BeforeValidator(_moment), Field(alias="from")]
    end: Annotated[datetime, BeforeValidator(_last), Field(alias="until")]
    reason: str

    @model_validator(mode="after")
    def _lasts(self) -> Self:
        if self.end <= self.begin:
            raise ValueError(
                f"until is before from, {self.begin:%Y-%m-%d}: it would freeze nothing; give a "
                "later day"
            )
        return self


def _kind(kind: str) -> str:
    managed_spec_of(kind)  # raises UnknownKind
    return kind


class PolicyRules(_PolicyModel):
    """The settings of the shop. Without a table the limit of deletes holds, and that puts to queues
    of clusters have somewhere to go."""

    deletes: Limit = Limit(percent=30)
    changes: Limit = Limit()
    names: list[str] = []
    approval: list[Annotated[str, BeforeValidator(_kind)]] = []
    armed: Literal["allowed", "approval"] = "allowed"
    workload: Literal["allowed", "blocked"] = "blocked"
    freeze: list[Freeze] = []


def load_policy(directory: Path) -> PolicyRules:
    """The rules of the project in `directory`. Raises InvalidPolicy."""
    return read_table(directory, TABLE, PolicyRules, InvalidPolicy)
