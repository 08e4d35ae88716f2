"""A warehouse on IBM i: its library, queues of jobs and of people, and who may use them. Packed
orders go to a data queue of a second partition."""

from queuewright import ibmi, mq

warehouse, harbour = ibmi.System("WAREHOUSE"), ibmi.System("HARBOUR")

# Who may use it: an authorization list secures the library, and all that is made in it.
staff = ibmi.AuthorizationList(
    "STAFF", system=warehouse, authority="exclude", users={"PICKERS": ["change"], "OPS": ["all"]}
)
orders = ibmi.Library(
    "ORDERS",
    system=warehouse,
    text_description="Orders of the warehouse",
    authority="use",
    create_authority=staff,
)

# Jobs take work from a keyed data queue; one user may send to it and no more.
ibmi.DataQueue(
    "PICK",
    system=warehouse,
    library=orders,
    max_entry_length=2048,
    sequence="keyed",
    key_length=16,
    private_authorities={"WEBSHOP": ["objopr", "add"]},
)
ibmi.MessageQueue(
    "NIGHT",
    system=warehouse,
    library=orders,
    text_description="What the night shift has to see",
    delivery="hold",
)

# Labels: an entry for each that is ready to print. The printers' own program takes them; whoever
# else may do so is the business of others.
labels = ibmi.DataQueue("LABELS", system=warehouse, library=orders, max_entry_length=128)
ibmi.OutputQueue("PRINT", system=warehouse, library=orders, data_queue=labels)
ibmi.ObjectAuthority(
    "printers-take-labels",
    name=labels,
    object_type="dtaq",
    user="PRINTERS",
    system=warehouse,
    authorities=["objopr", "read", "dlt"],
)
# The subsystem QBATCH takes jobs from the queue, three at a time.
batch = ibmi.JobQueue("BATCH", system=warehouse, library=orders, operator_controlled="no")
ibmi.JobQueueEntry(
    "QGPL/QBATCH", system=warehouse, job_queue=batch, maximum_active_jobs=3, sequence_number=50
)

# Packed orders go to the harbour: the queue there comes first, on the other partition, and so does
# the directory entry that says where the harbour is.
shipping = ibmi.Library("SHIPPING", system=harbour)
packed = ibmi.DataQueue("PACKED", system=harbour, library=shipping, max_entry_length=512)
directions = ibmi.RelationalDatabaseEntry(
    "HARBOUR",
    system=warehouse,
    remote_location="harbour.example.com",
    remote_location_type="ip",
    secure_connection="ssl",
)
ibmi.DdmDataQueue(
    "PACKED",
    system=warehouse,
    library=orders,
    remote_data_queue=packed,
    remote_location="rdb",
    relational_database=directions,
)

# The queue manager of the partition, by its CL commands where that is how it is reached.
qm = mq.QueueManager("WAREHOUSE")
backout = mq.LocalQueue("ORDERS.BACKOUT", system=qm)
mq.LocalQueue(
    "ORDERS.IN",
    system=qm,
    default_persistence="persistent",
    backout_threshold=3,
    backout_requeue_name=backout,
)
