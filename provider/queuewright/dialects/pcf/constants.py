"""IBM's constants that the code names; parameters and their words are in `vocabulary`.

The member's full name is the class's, an underscore and its own: MQOO.INPUT_SHARED is
MQOO_INPUT_SHARED. Source: cmqc.h, cmqcfc.h.
"""

from enum import IntEnum


class MQCFT(IntEnum):
    """Types of messages; those of structures are the structures' own."""

    COMMAND = 1
    RESPONSE = 2
    COMMAND_XR = 16


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


class MQIACF(IntEnum):
    """Values of parameters that are identifiers themselves, and the parameters of an error."""

    ALL = 1009
    PARAMETER_ID = 1012
    ERROR_OFFSET = 1018
    Q_HANDLE = 1104
    Q_STATUS = 1105


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
