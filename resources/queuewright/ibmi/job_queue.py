"""ibmi:JobQueue. Sources: IBM i, CRTJOBQ, DLTJOBQ; JOB_QUEUE_INFO of the SQL services."""

from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Change, Sql
from queuewright.catalogue.commands import ClCommands, SqlService
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CRTJOBQ

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORIZATION_LIST,
    TEXT_DESCRIPTION,
    name_attribute,
    public_by_list,
    stays,
)
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users
from .spooled_queues import authority, authority_to_check, operator_controlled

SERVICE = "JOB_QUEUE_INFO"
NAME = name_attribute("Job queue", CRTJOBQ.at("JOBQ"))
JOB_QUEUE_TEXT = TEXT_DESCRIPTION.but(
    sources=(CRTJOBQ.at("TEXT"),), sql=Sql(SERVICE, "TEXT_DESCRIPTION")
)
# No command changes a job queue.
OPERATOR_CONTROLLED = operator_controlled(CRTJOBQ, SERVICE, change=Change.REPLACE)
AUTHORITY_TO_CHECK = authority_to_check(CRTJOBQ, SERVICE, change=Change.REPLACE)
JOB_QUEUE_AUTHORITY = authority(CRTJOBQ)


class JobQueueSpec(LibraryObjectSpec):
    """A job queue of an IBM i partition. Which subsystem takes jobs from it, an entry of the
    subsystem's description says: `ibmi:JobQueueEntry`."""

    kind: ClassVar[str] = "ibmi:JobQueue"
    is_optional: ClassVar[bool] = True  # the service came late, and columns of it later
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTJOBQ",
        delete="DLTJOBQ",
        name="JOBQ",
        positions={"CRTJOBQ": "JOBQ OPRCTL", "DLTJOBQ": "JOBQ"},
    )
    sql: ClassVar[SqlService | None] = SqlService(
        SERVICE, "JOB_QUEUE_LIBRARY", "JOB_QUEUE_NAME", "NUMBER_OF_JOBS"
    )
    namespace: ClassVar[str] = "*JOBQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.JOB_QUEUE, Role.LIBRARY_OBJECT)
    module: ClassVar[tuple[str, str]] = ("job_queues", "Job queues")
    holds_messages: ClassVar[bool] = True
    emptied_by: ClassVar[str] = "CLRJOBQ"
    checks: ClassVar[tuple[JointCheck, ...]] = (public_by_list, granted_to_users, stays)

    name: Annotated[str, NAME]
    text_description: Annotated[str | None, JOB_QUEUE_TEXT] = None
    operator_controlled: Annotated[str | None, OPERATOR_CONTROLLED] = None
    authority_to_check: Annotated[str | None, AUTHORITY_TO_CHECK] = None
    authority: Annotated[str | None, JOB_QUEUE_AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None
