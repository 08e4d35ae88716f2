"""Targets of attributes: roles, that each kind declares for itself; and types of queues."""

from enum import StrEnum


class Role(StrEnum):
    """As what a kind may be referred to. An attribute's `Ref` names roles, never kinds."""

    LOCAL_QUEUE = "local queue"
    QUEUE = "queue"
    MODEL_QUEUE = "model queue"
    NAMELIST = "namelist"
    PROCESS = "process"
    TOPIC = "topic"
    SUBSCRIPTION = "subscription"
    STORAGE_CLASS = "storage class"
    COUPLING_FACILITY_STRUCTURE = "coupling facility structure"
    LISTENER = "listener"
    SERVICE = "service"
    AUTHENTICATION_INFORMATION = "authentication information"
    PASSWORD_CHECK = "authentication information that checks passwords"
    COMMUNICATION_INFORMATION = "communication information"
    CLUSTER = "cluster"
    SENDER_CHANNEL = "cluster-sender channel"
    SENDING_CHANNEL = "sending channel"
    RECEIVING_CHANNEL = "receiving channel"
    SERVER_CONNECTION_CHANNEL = "server-connection channel"
    CLIENT_CONNECTION_CHANNEL = "client-connection channel"
    CLUSTER_RECEIVING_CHANNEL = "cluster-receiver channel"
    AUTHORIZATION_LIST = "authorization list"
    DATA_QUEUE = "data queue"
    JOB_QUEUE = "job queue"
    RELATIONAL_DATABASE = "relational database"
    LIBRARY = "library"
    LIBRARY_OBJECT = "object in a library"


CHANNELS = (
    Role.SENDER_CHANNEL,
    Role.SENDING_CHANNEL,
    Role.RECEIVING_CHANNEL,
    Role.SERVER_CONNECTION_CHANNEL,
    Role.CLUSTER_RECEIVING_CHANNEL,
)


class QueueType(StrEnum):
    """Source: Change, Copy and Create Queue (PCF) QType."""

    LOCAL = "MQQT_LOCAL"
    ALIAS = "MQQT_ALIAS"
    REMOTE = "MQQT_REMOTE"
    MODEL = "MQQT_MODEL"
