"""IBM's constants that the code names; parameters and their words are in `vocabulary`.

The member's full name is the class's, an underscore and its own: MQOO.INPUT_SHARED is
MQOO_INPUT_SHARED. Source: cmqc.h, cmqcfc.h.
"""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class MQCFT(IntEnum):
    """Types of messages; those of structures are the structures' own."""

    COMMAND = 1
    RESPONSE = 2
    EVENT = 7
    COMMAND_XR = 16
    XR_MSG = 17
    XR_ITEM = 18
    XR_SUMMARY = 19


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
    ALIAS_BASE_Q_TYPE_ERROR = 2001
    CONNECTION_BROKEN = 2009
    DYNAMIC_Q_NAME_ERROR = 2011
    GET_INHIBITED = 2016
    HOBJ_ERROR = 2019
    MSG_TOO_BIG_FOR_Q = 2030
    MSG_TOO_BIG_FOR_Q_MGR = 2031
    NO_MSG_AVAILABLE = 2033
    NOT_AUTHORIZED = 2035
    NOT_OPEN_FOR_INPUT = 2037
    NOT_OPEN_FOR_OUTPUT = 2039
    OBJECT_CHANGED = 2041
    OBJECT_IN_USE = 2042
    OPTION_NOT_VALID_FOR_TYPE = 2045
    OPTIONS_ERROR = 2046
    PUT_INHIBITED = 2051
    Q_FULL = 2053
    Q_NOT_EMPTY = 2055
    Q_TYPE_ERROR = 2057
    Q_MGR_NAME_ERROR = 2058
    Q_MGR_NOT_AVAILABLE = 2059
    UNKNOWN_ALIAS_BASE_Q = 2082
    UNKNOWN_OBJECT_NAME = 2085
    UNKNOWN_OBJECT_Q_MGR = 2086
    UNKNOWN_REMOTE_Q_MGR = 2087
    XMIT_Q_TYPE_ERROR = 2091
    XMIT_Q_USAGE_ERROR = 2092
    OBJECT_ALREADY_EXISTS = 2100
    Q_MGR_QUIESCING = 2161
    Q_MGR_STOPPING = 2162
    REMOTE_Q_NAME_ERROR = 2184
    UNKNOWN_XMIT_Q = 2196
    UNKNOWN_DEF_XMIT_Q = 2197
    DEF_XMIT_Q_TYPE_ERROR = 2198
    DEF_XMIT_Q_USAGE_ERROR = 2199
    FUNCTION_NOT_SUPPORTED = 2298
    CF_STRUC_IN_USE = 2346
    CONFIG_CREATE_OBJECT = 2367
    CONFIG_CHANGE_OBJECT = 2368
    CONFIG_DELETE_OBJECT = 2369
    CONFIG_REFRESH_OBJECT = 2370


class MQIACF(IntEnum):
    """Values of parameters that are identifiers themselves, and the parameters of an error and of
    an event."""

    ALL = 1009
    EVENT_ORIGIN = 1011
    PARAMETER_ID = 1012
    OBJECT_TYPE = 1016
    ERROR_OFFSET = 1018
    Q_HANDLE = 1104
    Q_STATUS = 1105
    COMMAND_INFO = 1120
    CMDSCOPE_Q_MGR_COUNT = 1121


class MQBACF(IntEnum):
    """Parameters of extended responses that are bytes."""

    RESPONSE_SET = 7003
    RESPONSE_ID = 7004


class MQCACF(IntEnum):
    """Parameters of extended responses and of events that are strings."""

    EVENT_USER_ID = 3045
    OBJECT_NAME = 3046
    EVENT_Q_MGR = 3047
    AUTH_PROFILE_NAME = 3067
    RESPONSE_Q_MGR_NAME = 3070


class MQCMDI(IntEnum):
    """The kinds of information in an extended response (MQIACF_COMMAND_INFO)."""

    CMDSCOPE_ACCEPTED = 1
    CMDSCOPE_GENERATED = 2
    CMDSCOPE_COMPLETED = 3


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
    CHL_STATUS_NOT_FOUND = 3065
    CFSL_DUPLICATE_PARM = 3066
    CFSL_COUNT_ERROR = 3068
    CFSL_STRING_LENGTH_ERR = 3069
    CLUSTER_NAME_CONFLICT = 3088
    REPOS_NAME_CONFLICT = 3089
    CLUSTER_Q_USAGE_ERROR = 3090
    PARM_SYNTAX_ERROR = 3097
    CONNECTION_ID_ERROR = 3174
    NONE_FOUND = 3200
    PARM_CONFLICT = 3203
    OBJECT_NAME_RESTRICTED = 3208
    DISPOSITION_CONFLICT = 3211
    Q_MGR_NOT_IN_QSG = 3212
    ATTR_VALUE_FIXED = 3213
    Q_ATTR_CONFLICT = 3223
    ENTITY_NAME_MISSING = 3169
    AUTH_VALUE_ERROR = 3171
    EVENTS_DISABLED = 3224
    PARM_MISSING = 3228
    PARM_VALUE_ERROR = 3229
    CFIF_LENGTH_ERROR = 3241
    CFIF_OPERATOR_ERROR = 3242
    CFIF_PARM_ID_ERROR = 3243
    CFSF_FILTER_VAL_LEN_ERR = 3244
    CFSF_LENGTH_ERROR = 3245
    CFSF_OPERATOR_ERROR = 3246
    CFSF_PARM_ID_ERROR = 3247
    LISTENER_RUNNING = 3249
    LSTR_STATUS_NOT_FOUND = 3250
    SERVICE_RUNNING = 3251
    SERV_STATUS_NOT_FOUND = 3252
    SERVICE_STOPPED = 3253
    CFBS_LENGTH_ERROR = 3255
    CFBS_PARM_ID_ERROR = 3256
    CFBS_STRING_LENGTH_ERR = 3257
    CFGR_LENGTH_ERROR = 3258
    CFGR_PARM_COUNT_ERROR = 3259
    CFBF_LENGTH_ERROR = 3264
    CFBF_FILTER_VAL_LEN_ERR = 3267
    DEF_XMIT_Q_CLUS_ERROR = 3269
    TOPICSTR_ALREADY_EXISTS = 3300
    POLICY_NOT_FOUND = 3328
    RECIPIENT_DN_MISSING = 3333
    CHLAUTH_ALREADY_EXISTS = 3337
    CHLAUTH_NOT_FOUND = 3338
    WRONG_CHLAUTH_USERSRC = 3340
    CHLAUTH_WARN_ERROR = 3341
    CHLAUTH_NAME_ERROR = 3349
    CUSTOM_ERROR = 3355
    SMDS_REQUIRES_DSGROUP = 3358
    CLUS_XMIT_Q_USAGE_ERROR = 3363
    STREAMQ_DEST_NOT_SUPP = 3384
    STREAMQ_CONFLICT = 3387
    OBJECT_ALREADY_EXISTS = 4001
    OBJECT_WRONG_TYPE = 4002
    LIKE_OBJECT_WRONG_TYPE = 4003
    OBJECT_OPEN = 4004
    ATTR_VALUE_ERROR = 4005
    Q_WRONG_TYPE = 4007
    OBJECT_NAME_ERROR = 4008
    CHANNEL_IN_USE = 4031
    CHANNEL_NOT_FOUND = 4032
    WRONG_CHANNEL_TYPE = 4041
    CHANNEL_ALREADY_EXISTS = 4042
    CHANNEL_NAME_ERROR = 4044
    MISSING_CONN_NAME = 4061
    CHANNEL_NOT_ACTIVE = 4064
    DYNAMIC_Q_SCOPE_ERROR = 4067
    CELL_DIR_NOT_AVAILABLE = 4068
    Q_STATUS_NOT_FOUND = 4091
    SSL_CIPHER_SPEC_ERROR = 4092


# Full name -> number.
REASONS: Mapping[str, int] = MappingProxyType(
    {f"MQRC_{reason.name}": int(reason) for reason in MQRC}
    | {f"MQRCCF_{reason.name}": int(reason) for reason in MQRCCF}
)
_NAMES = {number: name for name, number in REASONS.items()}


def reason_name(number: int) -> str:
    """MQRC_ or MQRCCF_ and its name; "" for one that is not known here."""
    return _NAMES.get(number, "")


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


class MQQDT(IntEnum):
    """Definition types."""

    PREDEFINED = 1
    PERMANENT_DYNAMIC = 2
    TEMPORARY_DYNAMIC = 3
    SHARED_DYNAMIC = 4


class MQOO(IntEnum):
    """Options of MQOPEN that say what an object is open for."""

    INPUT_AS_Q_DEF = 1
    INPUT_SHARED = 2
    INPUT_EXCLUSIVE = 4
    BROWSE = 8
    OUTPUT = 16
    INQUIRE = 32
    SET = 64


class MQQSGD(IntEnum):
    """QSGDisposition, by the words of MQSC. ALL and LIVE only ask."""

    ALL = -1
    QMGR = 0
    COPY = 1
    SHARED = 2
    GROUP = 3
    PRIVATE = 4
    LIVE = 6


class MQDOPT(IntEnum):
    """DisplayType of Inquire Subscription, by the words of MQSC."""

    RESOLVED = 0
    DEFINED = 1


class MQEVR(IntEnum):
    """Whether a queue manager writes events of a sort."""

    DISABLED = 0
    ENABLED = 1


class MQEVO(IntEnum):
    """The origin of an event: EventOrigin."""

    OTHER = 0
    CONSOLE = 1
    INIT = 2
    MSG = 3
    MQSET = 4
    INTERNAL = 5
    MQSUB = 6
    CTLMSG = 7
    REST = 8


class MQOT(IntEnum):
    """Types of objects in events: ObjectType."""

    NONE = 0
    Q = 1
    NAMELIST = 2
    PROCESS = 3
    STORAGE_CLASS = 4
    Q_MGR = 5
    CHANNEL = 6
    AUTH_INFO = 7
    TOPIC = 8
    COMM_INFO = 9
    CF_STRUC = 10
    LISTENER = 11
    SERVICE = 12
    CHLAUTH = 1016
    PROT_POLICY = 1019
    AUTH_REC = 1022


class MQCA(IntEnum):
    """Names of objects in events."""

    NAMELIST_NAME = 2010
    PROCESS_NAME = 2012
    Q_MGR_NAME = 2015
    Q_NAME = 2016
    STORAGE_CLASS = 2022
    CF_STRUC_NAME = 2039
    AUTH_INFO_NAME = 2045
    SERVICE_NAME = 2077
    TOPIC_NAME = 2092
    COMM_INFO_NAME = 2110
    POLICY_NAME = 2112


class MQCACH(IntEnum):
    """The same, of channels and listeners."""

    CHANNEL_NAME = 3501
    LISTENER_NAME = 3554
