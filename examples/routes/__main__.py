"""Orders of QM1 are worked on at QM2, and answers come back: two channels with TLS between them.

Each queue manager lets in only the channel of the other one, as a user that may put to the queues
that messages are for, and to nothing else. `queuewright route QM1 ORDERS` shows a message's way.
"""

import pulumi

from queuewright import mq

config = pulumi.Config()
CIPHER = config.get("cipher") or "ANY_TLS12_OR_HIGHER"
MOVER = "qmmove"  # whom channels put messages as
LONGEST = 4_194_304  # bytes, of a message of the applications
HEADER = 4000  # which a transmission queue adds

hosts = {
    "QM1": (config.get("host1") or "qm1.example.com", 1414),
    "QM2": (config.get("host2") or "qm2.example.com", 1415),
}

for name, (_, port) in hosts.items():
    manager = mq.QueueManager(name)
    dead = mq.LocalQueue(
        f"{name}-dead-letters",
        system=manager,
        name="DEAD.LETTERS",
        max_message_length=LONGEST + HEADER,
    )
    mq.QueueManagerAttributes(
        name,
        system=manager,
        dead_letter_queue=dead.name,
        max_message_length=LONGEST + HEADER,
    )
    mq.Listener(
        f"{name}-listener",
        system=manager,
        name="PARTNERS",
        transport_type="tcp",
        port=port,
        start_mode="control_q_mgr",
    )
    # Nobody comes in over a channel that no other record is about.
    mq.ChannelAuthenticationRecord(
        f"{name}-backstop",
        system=manager,
        name="*",
        type="addressmap",
        address="*",
        user_source="noaccess",
    )


def connect(sending: str, receiving: str) -> None:
    """The channel from one queue manager to the other, and who may use it."""
    host, port = hosts[receiving]
    channel = f"{sending}.{receiving}"
    queue = mq.LocalQueue(
        f"{channel}-queue",
        system=sending,
        name=receiving,
        usage="transmission",
        trigger_control="on",
        trigger_type="first",
        trigger_data=channel,
        initiation_queue_name="SYSTEM.CHANNEL.INITQ",
        max_message_length=LONGEST + HEADER,
    )
    mq.SenderChannel(
        f"{channel}-sender",
        system=sending,
        name=channel,
        connection_name=f"{host}({port})",
        xmit_queue_name=queue,
        ssl_cipher_specification=CIPHER,
        restart="when-running",
    )
    mq.ReceiverChannel(
        f"{channel}-receiver",
        system=receiving,
        name=channel,
        ssl_cipher_specification=CIPHER,
    )
    mq.ChannelAuthenticationRecord(
        f"{channel}-record",
        system=receiving,
        name=channel,
        type="qmgrmap",
        remote_queue_manager=sending,
        mca_user_identifier=MOVER,
    )
    # queuewright: ignore QW811: MOVER is a user, and qm.ini has SecurityPolicy=user
    mq.AuthorityRecord(
        f"{channel}-manager",
        system=receiving,
        name="self",
        object_type="q_mgr",
        principal=MOVER,
        authorities=["connect", "inquire", "set_all_context"],
    )
    # What it cannot deliver goes there; else the channel would stop.
    # queuewright: ignore QW811: MOVER is a user, and qm.ini has SecurityPolicy=user
    mq.AuthorityRecord(
        f"{channel}-dead-letters",
        system=receiving,
        name="DEAD.LETTERS",
        object_type="q",
        principal=MOVER,
        authorities=["output", "set_all_context"],
    )


connect("QM1", "QM2")
connect("QM2", "QM1")

# --- Orders go to QM2, answers come back to QM1.
for sending, receiving, queue in (("QM1", "QM2", "ORDERS"), ("QM2", "QM1", "ANSWERS")):
    mq.RemoteQueue(
        f"{queue}-away",
        system=sending,
        name=queue,
        remote_queue_name=f"{queue}.IN",
        remote_queue_manager_name=receiving,
    )
    mq.LocalQueue(
        f"{queue}-here",
        system=receiving,
        name=f"{queue}.IN",
        max_message_length=LONGEST,
        default_persistence="persistent",
    )
    # queuewright: ignore QW811: MOVER is a user, and qm.ini has SecurityPolicy=user
    mq.AuthorityRecord(
        f"{queue}-put",
        system=receiving,
        name=f"{queue}.**",
        object_type="q",
        principal=MOVER,
        authorities=["output", "set_all_context"],
    )
