"""ibmi:JobQueueEntry. Sources: IBM i, ADDJOBQE, CHGJOBQE, RMVJOBQE; JOB_QUEUE_INFO and
SUBSYSTEM_INFO of the SQL services.

An entry of a subsystem description says that the subsystem takes jobs from a job queue. The
services have those of active subsystems only: whether one of a subsystem that has ended is there,
and what it says, is not known.
"""

from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Attribute, Ref, Sql, Strength
from queuewright.catalogue.commands import ClCommands, SqlService
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import ADDJOBQE

from .base import CompositeNameSpec
from .common_attributes import QUALIFIED, ibmi_attribute, special
from .job_queue import SERVICE

SUBSYSTEM_DESCRIPTION = ibmi_attribute(
    "Subsystem description", ADDJOBQE.at("SBSD"), **QUALIFIED, required=True
)
JOB_QUEUE = ibmi_attribute(
    "Job queue",
    ADDJOBQE.at("JOBQ"),
    **QUALIFIED,
    reference=Ref((Role.JOB_QUEUE,), Strength.SOFT),
    required=True,
)
MAXIMUM_ACTIVE_JOBS = ibmi_attribute(
    "Maximum active jobs",
    ADDJOBQE.at("MAXACT"),
    minimum=0,
    maximum=32000,
    choices=(special("*NOMAX"),),
    default=1,
    sql=Sql(SERVICE, "MAXIMUM_ACTIVE_JOBS", {-1: "nomax"}, null="nomax"),
)
SEQUENCE_NUMBER = ibmi_attribute(
    "Sequence number",
    ADDJOBQE.at("SEQNBR"),
    minimum=1,
    maximum=9999,
    default=10,
    sql=Sql(SERVICE, "SEQUENCE_NUMBER"),
)


def _of_priority(number: int) -> Attribute:
    """No document at hand has a column of it."""
    return ibmi_attribute(
        f"Maximum active jobs of priority {number}",
        ADDJOBQE.at(f"MAXPTY{number}"),
        minimum=0,
        maximum=99,
        choices=(special("*NOMAX"),),
        default="nomax",
    )


class JobQueueEntrySpec(CompositeNameSpec):
    """An entry of a subsystem description for the job queue that it takes jobs from.

    Both are named `LIBRARY/NAME`.
    """

    kind: ClassVar[str] = "ibmi:JobQueueEntry"
    is_optional: ClassVar[bool] = True  # the services came late
    cl: ClassVar[ClCommands] = ClCommands(
        create="ADDJOBQE",
        change="CHGJOBQE",
        delete="RMVJOBQE",
        name="SBSD",
        positions=dict.fromkeys(("ADDJOBQE", "CHGJOBQE", "RMVJOBQE"), "SBSD JOBQ"),
    )
    sql: ClassVar[SqlService | None] = SqlService(
        SERVICE, "", "SUBSYSTEM_NAME", of_active="SUBSYSTEM_INFO"
    )
    namespace: ClassVar[str] = "job queue entry"
    module: ClassVar[tuple[str, str]] = ("job_queue_entries", "Job queue entries of subsystems")

    name: Annotated[str, SUBSYSTEM_DESCRIPTION]
    job_queue: Annotated[str, JOB_QUEUE]
    maximum_active_jobs: Annotated[int | str | None, MAXIMUM_ACTIVE_JOBS] = None
    sequence_number: Annotated[int | None, SEQUENCE_NUMBER] = None
    maximum_active_priority_1: Annotated[int | str | None, _of_priority(1)] = None
    maximum_active_priority_2: Annotated[int | str | None, _of_priority(2)] = None
    maximum_active_priority_3: Annotated[int | str | None, _of_priority(3)] = None
    maximum_active_priority_4: Annotated[int | str | None, _of_priority(4)] = None
    maximum_active_priority_5: Annotated[int | str | None, _of_priority(5)] = None
    maximum_active_priority_6: Annotated[int | str | None, _of_priority(6)] = None
    maximum_active_priority_7: Annotated[int | str | None, _of_priority(7)] = None
    maximum_active_priority_8: Annotated[int | str | None, _of_priority(8)] = None
    maximum_active_priority_9: Annotated[int | str | None, _of_priority(9)] = None

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "job_queue")
