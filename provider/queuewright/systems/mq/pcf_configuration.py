"""The entry of a queue manager behind PCF; systems/pcf.py shows one."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from queuewright.dialects.pcf.events import QUEUE as EVENT_QUEUE
from queuewright.systems.credentials import Reference, UserName
from queuewright.systems.values import Seconds


class PcfConfiguration(BaseModel):
    """The keys of an entry."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    where: ClassVar[tuple[str, ...]] = ("queue_manager", "channel", "address")

    type: str
    queue_manager: str | None = None
    channel: str | None = None
    address: str | None = None
    user: UserName | None = None
    password: Reference | None = None
    groups: list[str] = []
    cipher: str | None = None
    key_repository: str | None = None
    timeout: Seconds = Field(30.0, gt=0, le=3600)
    command_queue: str | None = None
    model_queue: str = "SYSTEM.DEFAULT.MODEL.QUEUE"
    event_queue: str = EVENT_QUEUE

    @model_validator(mode="after")
    def _goes_together(self) -> "PcfConfiguration":
        if (self.channel is None) != (self.address is None):
            raise ValueError("channel and address belong together: a client needs both")
        if (self.user is None) != (self.password is None):
            raise ValueError("user and password belong together")
        if self.channel is None and (self.cipher or self.key_repository):
            raise ValueError("cipher and key_repository are of a client: give channel and address")
        return self
