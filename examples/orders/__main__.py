"""Orders of a shop: they come in at QM1, are worked on at QM2 and shipped by the IBM i PROD01.

Everything that differs between stacks is configuration (Pulumi.<stack>.yaml). Names resolve in any
order: queues refer to each other by variable where there is one, by name where there is none.
"""

import pulumi

from queuewright import ibmi, mq

config = pulumi.Config()
intake = config.get("intake") or "ORDERS.REGULAR"  # where the shop's orders go just now
force = "when-needed" if config.get_bool("force") else "never"
depth = config.get_int("depth") or 50_000
regions = config.get_object("regions") or []

shop = mq.QueueManager("QM1")
works = mq.QueueManager("QM2")
warehouse = ibmi.System("PROD01")

# Both queue managers are full repositories of the cluster ORDERS, each with its own channels.
cluster = mq.ClusterTopology(
    "ORDERS",
    full_repositories={shop: "qm1.example.com(1414)", works: "qm2.example.com(1414)"},
)

# --- QM1: the shop puts to one name, whichever queue stands behind it.
mq.AliasQueue(
    "ORDERS.IN",
    system=shop,
    base_object_name=intake,
    queue_description="Orders of the shop",
    default_persistence="persistent",  # what is put through it survives a restart
    default_bind="bind_not_fixed",
    force=force,
)
backout = mq.LocalQueue(
    "ORDERS.BACKOUT", system=shop, queue_description="Orders that could not be read"
)
regular = mq.LocalQueue(
    "ORDERS.REGULAR",
    system=shop,
    queue_description="Orders of the day",
    default_persistence="persistent",
    max_queue_depth=depth,
    max_message_length=1_048_576,
    backout_threshold=3,
    backout_requeue_name=backout,
    queue_depth_high_limit=80,
    queue_depth_high_event="enabled",
)
mq.LocalQueue(
    "ORDERS.PRIORITY",
    system=shop,
    queue_description="Orders that cannot wait",
    message_delivery_sequence="priority",
    like=regular,
)
mq.ModelQueue(
    "ORDERS.REPLY.MODEL",
    system=shop,
    queue_description="Replies to one session of the shop",
    definition_type="temporary_dynamic",
)

# --- From QM1 to QM2: a remote queue, and the transmission queue that it leaves by.
to_works = mq.LocalQueue(
    "QM2.XMIT",
    system=shop,
    usage="transmission",
    queue_description="To QM2",
    default_persistence="persistent",
)
mq.RemoteQueue(
    "ORDERS.TO.WORKS",
    system=shop,
    remote_queue_name="ORDERS.WORK",
    remote_queue_manager_name=works.name,
    xmit_queue_name=to_works,
    queue_description="Orders on their way",
)

# --- QM2: one queue to work on, and one a region that every member of the cluster can put to.
mq.LocalQueue(
    "ORDERS.WORK",
    system=works,
    queue_description="Orders being worked on",
    default_persistence="persistent",
    shareability="shareable",
    max_queue_depth=depth,
)
shared = mq.Namelist(
    "ORDERS.CLUSTERS",
    system=works,
    names=[cluster.memberships["QM2"]],
    namelist_description="Clusters that see the orders of the regions",
)
for region in regions:
    mq.LocalQueue(
        f"ORDERS.{region}",
        system=works,
        queue_description=f"Orders of region {region}",
        cluster_namelist=shared,
        default_bind="bind_not_fixed",
    )

# --- PROD01: the warehouse reads a data queue; only those on the list may.
users = ibmi.AuthorizationList(
    "ORDAUTL",
    system=warehouse,
    authority="exclude",
    text_description="Who may work with orders",
)
library = config.get("library") or "QGPL"
ibmi.MessageQueue(
    "ORDMSGQ",
    system=warehouse,
    library=library,
    text_description="Messages of the warehouse",
    authority="autl",
    authorization_list=users,
    severity_code_filter=20,
)
picking = ibmi.DataQueue(
    "ORDPICK",
    system=warehouse,
    library=library,
    max_entry_length=2_048,
    sequence="keyed",
    key_length=16,
    text_description="Orders to pick, by priority",
    authority="autl",
    authorization_list=users,
)
ibmi.DdmDataQueue(
    "ORDREMOTE",
    system=warehouse,
    library=library,
    remote_data_queue="ORDPICK",
    remote_data_queue_library=library,
    remote_location="PROD02",
    text_description="Orders that the other warehouse picks",
    authority="autl",
    authorization_list=users,
)

pulumi.export("intake", intake)
pulumi.export("depth", regular.max_queue_depth)
pulumi.export("regions", regions)
