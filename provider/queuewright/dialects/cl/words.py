"""Words of the CL language, apart from the commands that are about objects of the catalogue."""

# Commands that run another one, given in parentheses or after their other parameters.
CARRIERS = frozenset(["IF", "ELSE", "WHEN", "OTHERWISE", "MONMSG", "SBMJOB"])
OPENS = frozenset(["DOWHILE", "DOUNTIL", "DOFOR", "SELECT", "DO"])
CLOSES = frozenset(("ENDDO", "ENDSELECT"))
# Commands that are read beside those of objects: it decides which of the others run.
FLOW = frozenset(("GOTO", "RETURN", "CHGVAR", "CALLSUBR", "IF", "DO"))
# Declarations before the first command: a MONMSG there is for all of them.
DECLARES = frozenset(["PGM", "DCL", "DCLF", "DCLPRCOPT", "COPYRIGHT", "INCLUDE"])

CREATE_LIBRARY = "CRTLIB"
CALL, RUNS_COMMAND = "CALL", "QCMDEXC"  # a program, and the one that runs a command
CURRENT_LIBRARY = frozenset(("CHGCURLIB", "CHGLIBL"))  # commands that change it
CHANGES_DEFAULTS = "CHGCMDDFT"
CHANGES_LIBRARY = "CHGLIB"
# Those on objects by library, name and type: see rearranging.py.
REARRANGING = frozenset(("CLRLIB", "CPYLIB", "CRTDUPOBJ", "DLTLIB", "MOVOBJ", "RNMLIB", "RNMOBJ"))
# Those that change what a program leaves, though they are about no kind: see altering.py.
ALTERING = CURRENT_LIBRARY | REARRANGING
ALTERING |= frozenset((CHANGES_DEFAULTS, CHANGES_LIBRARY, "RSTLIB", "RSTOBJ"))
# Commands for variables and messages: nothing of it is left when it has run.
LANGUAGE = CARRIERS | OPENS | CLOSES | DECLARES
LANGUAGE |= frozenset(
    """
    CALLSUBR CHGVAR ENDPGM ENDSUBR GOTO ITERATE LEAVE RCVMSG RETURN RMVMSG RTVJOBA RTVMSG RTVOBJD
    RTNSUBR RTVSYSVAL SNDMSG SNDPGMMSG SNDUSRMSG SUBR WAIT
    """.split()  # noqa: SIM905 - a table of words
)
# Of these nobody needs to know that they are passed over; a job that is submitted does something.
FRAME = LANGUAGE - {"SBMJOB"}
