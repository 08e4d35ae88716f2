"""A user's program, as an editor sees it: `make check` runs pyright on it, in strict mode.

`editor.py` beside it asks the language server for completion and hover at the marked places.
"""

from typing import assert_type

import pulumi

from queuewright import ibmi, mq
from queuewright.api import PlanOptions, Workspace
from queuewright.engine.steps import Plan

manager = mq.QueueManager("QM1")
cluster = mq.Cluster("ORDERS", system=manager, full_repository="yes")
queue = mq.LocalQueue(
    "ORDERS.IN",
    system=manager,
    max_queue_depth=50_000,  # hover: max_queue_depth
    usage="normal",
    max_queue_file_size="default",
    cluster_name=cluster,
    force="when-needed",
    opts=pulumi.ResourceOptions(protect=True),
)
mq.AliasQueue("ORDERS", system=manager, base_object_name=queue)
mq.Namelist("LIST", system=manager, names=[cluster, "OTHER"])
assert_type(queue.max_queue_depth, pulumi.Output[int])
assert_type(queue.name, pulumi.Output[str])

partition = ibmi.System("PROD01")
local = ibmi.DataQueue("DQ", system=partition, library="LIB", max_entry_length=100)
ibmi.DdmDataQueue("DD", system=partition, remote_data_queue=local, remote_location="rdb")
ibmi.AuthorizationList("USERS", system="PROD01", users={"ANNA": ["use"]})


def blocked(folder: str) -> bool:
    """Plan and apply from Python."""
    workspace = Workspace(folder, stack="dev")
    plan = workspace.preview(PlanOptions(targets=["ORDERS.IN"]))
    assert_type(plan, Plan)
    if plan.blocked:
        return True
    return not workspace.up(plan).ok
