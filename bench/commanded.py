"""Systems of the sandbox that are reached by its commands, in this process: MQSC for a queue
manager, CL and SQL for an IBM i. All that a wire has but the wire."""

from collections.abc import Sequence

from queuewright.catalogue.attribute import Attribute
from queuewright.dialects.mqweb import displayed
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers import ibmi_cl, ibmi_sql
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, QueryRefused, Row
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.commands import Command, in_mqsc
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.protocol import System

__all__ = ["CommandCarrier", "MqscCarrier", "commanded"]


class MqscCarrier:
    """The sandbox's own MQSC, and what was sent."""

    address = "in this process"

    def __init__(self, embedded: EmbeddedSystem) -> None:
        self._embedded = embedded
        self.sent: list[str] = []

    def reads(self, attribute: Attribute) -> bool:
        return attribute.mqsc is not None

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        return [self._reply(in_mqsc(command)) for command in commands]

    def _reply(self, command: str) -> MqReply:
        self.sent.append(command)
        [answer] = mqsc_commands.run(self._embedded, command)
        rows = [displayed(shown) for shown in answer.objects]
        return MqReply(answer.completion, answer.reason, "", answer.message, rows)


class CommandCarrier:
    """The sandbox's own CL and SQL, and what was sent and asked."""

    address = "in this process"

    def __init__(self, embedded: EmbeddedSystem) -> None:
        self._embedded = embedded
        self.sent: list[str] = []
        self.asked: list[Query] = []

    def run(self, command: str) -> IbmiReply:
        self.sent.append(command)
        done = ibmi_cl.run(self._embedded, command)
        return IbmiReply(
            done.ok, [IbmiMessage(message.id, message.text) for message in done.messages]
        )

    def rows(self, query: Query) -> Sequence[Row]:
        self.asked.append(query)
        try:
            result = ibmi_sql.select(self._embedded, query.named)
        except ibmi_sql.SqlError as error:
            raise QueryRefused(str(error), error.state) from None
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def commanded(machine: EmbeddedSystem, *, is_partition: bool) -> System:
    """A machine of a sandbox, by its commands."""
    if is_partition:
        return IbmiSystem(machine.name, CommandCarrier(machine))
    return MqSystem(machine.name, MqscCarrier(machine), attempts=1)
