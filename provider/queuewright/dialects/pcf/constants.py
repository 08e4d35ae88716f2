"""IBM's constants that PCF needs and the catalogue does not have. Source: cmqc.h, cmqcfc.h.

The member's full name is the class's, an underscore and its own: MQCMD.CHANGE_Q is MQCMD_CHANGE_Q.
"""

from enum import IntEnum


class MQCMD(IntEnum):
    """Commands."""

    CHANGE_Q_MGR = 1
    INQUIRE_Q_MGR = 2
    CHANGE_Q = 8
    COPY_Q = 10
    CREATE_Q = 11
    DELETE_Q = 12
    INQUIRE_Q = 13
    CHANGE_CHANNEL = 21
    COPY_CHANNEL = 22
    CREATE_CHANNEL = 23
    DELETE_CHANNEL = 24
    INQUIRE_CHANNEL = 25
    CHANGE_NAMELIST = 32
    COPY_NAMELIST = 33
    CREATE_NAMELIST = 34
    DELETE_NAMELIST = 35
    INQUIRE_NAMELIST = 36
    INQUIRE_Q_STATUS = 41
    INQUIRE_CONNECTION = 85


class MQCFT(IntEnum):
    """Types of messages and structures."""

    COMMAND = 1
    RESPONSE = 2
    INTEGER = 3
    STRING = 4
    INTEGER_LIST = 5
    STRING_LIST = 6
    EVENT = 7
    BYTE_STRING = 9
    INTEGER_FILTER = 13
    STRING_FILTER = 14
    BYTE_STRING_FILTER = 15
    COMMAND_XR = 16
    GROUP = 20
    INTEGER64 = 23
    INTEGER64_LIST = 25


class MQCFC(IntEnum):
    """Control: whether more messages follow."""

    NOT_LAST = 0
    LAST = 1


class MQCC(IntEnum):
    """Completion codes."""

    OK = 0
    WARNING = 1
    FAILED = 2


class MQRC(IntEnum):
    """Reasons of the queue manager that answers give."""

    NONE = 0
    NOT_AUTHORIZED = 2035
    OBJECT_IN_USE = 2042
    Q_NOT_EMPTY = 2055
    UNKNOWN_OBJECT_NAME = 2085


class MQRCCF(IntEnum):
    """Reasons of the command server."""

    CFH_TYPE_ERROR = 3001
    CFH_LENGTH_ERROR = 3002
    CFH_VERSION_ERROR = 3003
    CFH_MSG_SEQ_NUMBER_ERR = 3004
    CFH_CONTROL_ERROR = 3005
    CFH_PARM_COUNT_ERROR = 3006
    CFH_COMMAND_ERROR = 3007
    COMMAND_FAILED = 3008
    CFIN_LENGTH_ERROR = 3009
    CFST_LENGTH_ERROR = 3010
    CFST_STRING_LENGTH_ERR = 3011
    FORCE_VALUE_ERROR = 3012
    STRUCTURE_TYPE_ERROR = 3013
    CFIN_PARM_ID_ERROR = 3014
    CFST_PARM_ID_ERROR = 3015
    MSG_LENGTH_ERROR = 3016
    CFIN_DUPLICATE_PARM = 3017
    CFST_DUPLICATE_PARM = 3018
    PARM_COUNT_TOO_SMALL = 3019
    PARM_COUNT_TOO_BIG = 3020
    Q_ALREADY_IN_CELL = 3021
    Q_TYPE_ERROR = 3022
    CFSL_LENGTH_ERROR = 3024
    REPLACE_VALUE_ERROR = 3025
    CFIL_COUNT_ERROR = 3027
    CFIL_LENGTH_ERROR = 3028
    CFSL_PARM_ID_ERROR = 3033
    CHANNEL_TYPE_ERROR = 3034
    PARM_SEQUENCE_ERROR = 3035
    PURGE_VALUE_ERROR = 3046
    CFIL_PARM_ID_ERROR = 3047
    CCSID_ERROR = 3049
    CFSL_DUPLICATE_PARM = 3066
    CFSL_COUNT_ERROR = 3068
    CFSL_STRING_LENGTH_ERR = 3069
    CLUSTER_NAME_CONFLICT = 3088
    CLUSTER_Q_USAGE_ERROR = 3090
    PARM_CONFLICT = 3203
    PARM_MISSING = 3228
    PARM_VALUE_ERROR = 3229
    CFIF_LENGTH_ERROR = 3241
    CFIF_PARM_ID_ERROR = 3243
    CFSF_FILTER_VAL_LEN_ERR = 3244
    CFSF_LENGTH_ERROR = 3245
    CFSF_PARM_ID_ERROR = 3247
    CFBS_LENGTH_ERROR = 3255
    CFBS_PARM_ID_ERROR = 3256
    CFBS_STRING_LENGTH_ERR = 3257
    CFGR_LENGTH_ERROR = 3258
    CFGR_PARM_COUNT_ERROR = 3259
    CFBF_LENGTH_ERROR = 3264
    CFBF_FILTER_VAL_LEN_ERR = 3267
    OBJECT_ALREADY_EXISTS = 4001
    OBJECT_WRONG_TYPE = 4002
    LIKE_OBJECT_WRONG_TYPE = 4003
    OBJECT_OPEN = 4004
    ATTR_VALUE_ERROR = 4005
    Q_WRONG_TYPE = 4007
    OBJECT_NAME_ERROR = 4008
    CHANNEL_NOT_FOUND = 4032
    CHANNEL_ALREADY_EXISTS = 4042
    CHANNEL_NAME_ERROR = 4044
    DYNAMIC_Q_SCOPE_ERROR = 4067
    CELL_DIR_NOT_AVAILABLE = 4068
    Q_STATUS_NOT_FOUND = 4091


class MQCFOP(IntEnum):
    """Operators of filters."""

    LESS = 1
    EQUAL = 2
    NOT_GREATER = 3
    GREATER = 4
    NOT_EQUAL = 5
    NOT_LESS = 6
    CONTAINS = 10
    EXCLUDES = 13
    LIKE = 18
    NOT_LIKE = 21
    CONTAINS_GEN = 26
    EXCLUDES_GEN = 29


class MQFC(IntEnum):
    """Change Queue (PCF) Force."""

    NO = 0
    YES = 1


class MQRP(IntEnum):
    """Change Queue (PCF) Replace."""

    NO = 0
    YES = 1


class MQPO(IntEnum):
    """Purge, of Delete Queue."""

    NO = 0
    YES = 1


class MQRAR(IntEnum):
    """Whether Delete removes authority records."""

    NO = 0
    YES = 1


class MQQT(IntEnum):
    """Queue types that an inquiry knows; those of definitions are the catalogue's too."""

    LOCAL = 1
    MODEL = 2
    ALIAS = 3
    REMOTE = 6
    CLUSTER = 7
    ALL = 1001


class MQQDT(IntEnum):
    """Definition types."""

    PREDEFINED = 1
    PERMANENT_DYNAMIC = 2
    TEMPORARY_DYNAMIC = 3
    SHARED_DYNAMIC = 4


class MQCHT(IntEnum):
    """Channel types."""

    SENDER = 1
    SERVER = 2
    RECEIVER = 3
    REQUESTER = 4
    ALL = 5
    CLNTCONN = 6
    SVRCONN = 7
    CLUSRCVR = 8
    CLUSSDR = 9
    MQTT = 10
    AMQP = 11


class MQCHTAB(IntEnum):
    """Channel tables, of Delete Channel."""

    Q_MGR = 1
    CLNTCONN = 2


class MQQSOT(IntEnum):
    """Which handles a queue status shows."""

    ALL = 1
    INPUT = 2
    OUTPUT = 3


class MQQSO(IntEnum):
    """How a handle has a queue open; SHARED is IBM's other name of 1, for input."""

    NO = 0
    YES = 1
    SHARED = 1
    EXCLUSIVE = 2


class MQHSTATE(IntEnum):
    """Handle states."""

    INACTIVE = 0
    ACTIVE = 1


class MQOT(IntEnum):
    """Object types."""

    Q = 1
    NAMELIST = 2
    PROCESS = 3
    Q_MGR = 5
    CHANNEL = 6
    TOPIC = 8


class MQOO(IntEnum):
    """Options of MQOPEN that say what an object is open for."""

    INPUT_AS_Q_DEF = 1
    INPUT_SHARED = 2
    INPUT_EXCLUSIVE = 4
    BROWSE = 8
    OUTPUT = 16
    INQUIRE = 32
    SET = 64


class MQPL(IntEnum):
    """Platforms; UNIX is IBM's name for Linux too."""

    ZOS = 1
    UNIX = 3
    OS400 = 4
    WINDOWS_NT = 11
    NSK = 13
    APPLIANCE = 28


class MQCLXQ(IntEnum):
    """Default transmission queues of cluster-sender channels."""

    SCTQ = 0
    CHANNEL = 1


class MQIA(IntEnum):
    """Integer attributes that the catalogue does not manage."""

    APPL_TYPE = 1
    CODED_CHAR_SET_ID = 2
    CURRENT_Q_DEPTH = 3
    DEFINITION_TYPE = 7
    MAX_MSG_LENGTH = 13
    OPEN_INPUT_COUNT = 17
    OPEN_OUTPUT_COUNT = 18
    NAME_COUNT = 19
    Q_TYPE = 20
    COMMAND_LEVEL = 31
    PLATFORM = 32
    PAGESET_ID = 62
    CLWL_MRU_CHANNELS = 97
    CLWL_USEQ = 98
    DEF_CLUSTER_XMIT_Q_TYPE = 250


class MQCA(IntEnum):
    """String attributes that the catalogue does not manage."""

    CREATION_DATE = 2004
    CREATION_TIME = 2005
    DEAD_LETTER_Q_NAME = 2006
    NAMELIST_NAME = 2010
    Q_MGR_DESC = 2014
    Q_MGR_NAME = 2015
    Q_NAME = 2016
    DEF_XMIT_Q_NAME = 2025
    ALTERATION_DATE = 2027
    ALTERATION_TIME = 2028
    Q_MGR_IDENTIFIER = 2032
    REPOSITORY_NAME = 2035
    REPOSITORY_NAMELIST = 2036


class MQIACF(IntEnum):
    """Integer parameters of commands."""

    Q_MGR_ATTRS = 1001
    Q_ATTRS = 1002
    NAMELIST_ATTRS = 1004
    FORCE = 1005
    REPLACE = 1006
    PURGE = 1007
    ALL = 1009
    PARAMETER_ID = 1012
    ERROR_ID = 1013
    CHANNEL_ATTRS = 1015
    OBJECT_TYPE = 1016
    ERROR_OFFSET = 1018
    REASON_QUALIFIER = 1020
    OPEN_OPTIONS = 1022
    OPEN_TYPE = 1023
    PROCESS_ID = 1024
    THREAD_ID = 1025
    Q_STATUS_ATTRS = 1026
    UNCOMMITTED_MSGS = 1027
    HANDLE_STATE = 1028
    CLUSTER_INFO = 1083
    OPEN_INPUT_TYPE = 1098
    OPEN_OUTPUT = 1099
    OPEN_SET = 1100
    OPEN_INQUIRE = 1101
    OPEN_BROWSE = 1102
    Q_STATUS_TYPE = 1103
    Q_HANDLE = 1104
    Q_STATUS = 1105
    CONNECTION_ATTRS = 1107
    CONN_INFO_TYPE = 1110
    CONN_INFO_CONN = 1111
    CONN_INFO_HANDLE = 1112
    CONN_INFO_ALL = 1113
    OLDEST_MSG_AGE = 1227
    REMOVE_AUTHREC = 1398
    IGNORE_STATE = 1423


class MQCACF(IntEnum):
    """String parameters of commands."""

    FROM_Q_NAME = 3001
    TO_Q_NAME = 3002
    FROM_NAMELIST_NAME = 3005
    TO_NAMELIST_NAME = 3006
    FROM_CHANNEL_NAME = 3007
    TO_CHANNEL_NAME = 3008
    OBJECT_Q_MGR_NAME = 3023
    USER_IDENTIFIER = 3025
    OBJECT_NAME = 3046
    APPL_TAG = 3058
    RESPONSE_Q_MGR_NAME = 3070
    COMMAND_SCOPE = 3080


class MQIACH(IntEnum):
    """Integer parameters of channels."""

    CHANNEL_TYPE = 1511
    CHANNEL_TABLE = 1526


class MQCACH(IntEnum):
    """String parameters of channels."""

    CHANNEL_NAME = 3501
    CONNECTION_NAME = 3506


class MQBACF(IntEnum):
    """Byte string parameters."""

    CONNECTION_ID = 7006
    GENERIC_CONNECTION_ID = 7007


TABLES: tuple[type[IntEnum], ...] = (
    MQCMD, MQCFT, MQCFC, MQCC, MQRC, MQRCCF, MQCFOP, MQFC, MQRP, MQPO, MQRAR, MQQT, MQQDT, MQCHT,
    MQCHTAB, MQQSOT, MQQSO, MQHSTATE, MQOT, MQOO, MQPL, MQCLXQ, MQIA, MQCA, MQIACF, MQCACF, MQIACH,
    MQCACH, MQBACF,
)  # fmt: skip


def full_name(member: IntEnum) -> str:
    """IBM's name of a constant: `MQCMD_CREATE_Q`."""
    return f"{type(member).__name__}_{member.name}"
