"""The command server's reasons: what it answers to a command that `validate` finds wrong."""

from queuewright.catalogue.diagnostic import Diagnostic

from .constants import MQRCCF
from .forms import FORMS, NAMES
from .structures import MQCFIL, MQCFIN, MQCFSL, MQCFST, STRUCTURES, Message, Structure
from .vocabulary import vocabulary

_REASONS = {
    "no-command": MQRCCF.CFH_TYPE_ERROR,
    "header": MQRCCF.CFH_CONTROL_ERROR,
    "unknown-command": MQRCCF.CFH_COMMAND_ERROR,
    "missing": MQRCCF.PARM_COUNT_TOO_SMALL,
    "sequence": MQRCCF.PARM_SEQUENCE_ERROR,
    "structure": MQRCCF.STRUCTURE_TYPE_ERROR,
    "length": MQRCCF.CFST_STRING_LENGTH_ERR,
    "too-many": MQRCCF.CFSL_COUNT_ERROR,
    "cluster-exclusive": MQRCCF.CLUSTER_NAME_CONFLICT,
    "cluster-restricted": MQRCCF.CLUSTER_Q_USAGE_ERROR,
    "dynamic-scope": MQRCCF.DYNAMIC_Q_SCOPE_ERROR,
    "force-model": MQRCCF.FORCE_VALUE_ERROR,
    "purge-local": MQRCCF.CFIN_PARM_ID_ERROR,
}
_UNKNOWN: dict[type[Structure], MQRCCF] = {
    MQCFIN: MQRCCF.CFIN_PARM_ID_ERROR,
    MQCFST: MQRCCF.CFST_PARM_ID_ERROR,
    MQCFSL: MQRCCF.CFSL_PARM_ID_ERROR,
    MQCFIL: MQRCCF.CFIL_PARM_ID_ERROR,
}
_TWICE: dict[type[Structure], MQRCCF] = {
    MQCFIN: MQRCCF.CFIN_DUPLICATE_PARM,
    MQCFST: MQRCCF.CFST_DUPLICATE_PARM,
    MQCFSL: MQRCCF.CFSL_DUPLICATE_PARM,
}
_VALUES = {
    "QType": MQRCCF.Q_TYPE_ERROR,
    "ChannelType": MQRCCF.CHANNEL_TYPE_ERROR,
    "Force": MQRCCF.FORCE_VALUE_ERROR,
    "Replace": MQRCCF.REPLACE_VALUE_ERROR,
    "Purge": MQRCCF.PURGE_VALUE_ERROR,
}

# What a decoder finds wrong, by the field (PcfDecodeError.field).
_FIELDS = {
    f"{name}.StrucLength": MQRCCF[f"{name[2:].removesuffix('64')}_LENGTH_ERROR"]
    for name in ("MQCFH", *STRUCTURES)
} | {
    "CodedCharSetId": MQRCCF.CCSID_ERROR,
    "Type": MQRCCF.STRUCTURE_TYPE_ERROR,
    "MQCFH.Type": MQRCCF.CFH_TYPE_ERROR,
    "MQCFH.Version": MQRCCF.CFH_VERSION_ERROR,
    "MQCFH.ParameterCount": MQRCCF.CFH_PARM_COUNT_ERROR,
    "MQCFST.StringLength": MQRCCF.CFST_STRING_LENGTH_ERR,
    "MQCFSL.StringLength": MQRCCF.CFSL_STRING_LENGTH_ERR,
    "MQCFSL.Count": MQRCCF.CFSL_COUNT_ERROR,
    "MQCFIL.Count": MQRCCF.CFIL_COUNT_ERROR,
    "MQCFIL64.Count": MQRCCF.CFIL_COUNT_ERROR,
    "MQCFBS.StringLength": MQRCCF.CFBS_STRING_LENGTH_ERR,
    "MQCFGR.ParameterCount": MQRCCF.CFGR_PARM_COUNT_ERROR,
    "MQCFSF.FilterValueLength": MQRCCF.CFSF_FILTER_VAL_LEN_ERR,
    "MQCFBF.FilterValueLength": MQRCCF.CFBF_FILTER_VAL_LEN_ERR,
}


def reason_for(diagnostic: Diagnostic, message: Message | None = None) -> MQRCCF:
    """The reason for what `validate` found; message: the command, where it could be read."""
    structure = None if message is None else _structure(diagnostic, message)
    if diagnostic.code in ("unknown-parameter", "not-allowed", "wrong-kind", "platform"):
        return _UNKNOWN.get(type(structure), MQRCCF.CFIN_PARM_ID_ERROR)  # type: ignore[arg-type]
    if diagnostic.code == "duplicate":
        return _TWICE.get(type(structure), MQRCCF.CFIN_DUPLICATE_PARM)  # type: ignore[arg-type]
    if diagnostic.code == "decode":
        return _FIELDS.get(diagnostic.attribute or "", MQRCCF.MSG_LENGTH_ERROR)
    if diagnostic.code == "choice" and diagnostic.attribute in _VALUES:
        return _VALUES[diagnostic.attribute]
    if diagnostic.code == "syntax" and diagnostic.attribute == "name":
        return MQRCCF.OBJECT_NAME_ERROR
    return _REASONS.get(diagnostic.code, MQRCCF.ATTR_VALUE_ERROR)


def _structure(diagnostic: Diagnostic, message: Message) -> Structure | None:
    """The parameter that it is about, named by the catalogue, the documents or its number."""
    attribute = diagnostic.attribute or ""
    form = FORMS.get(message.header.command)
    numbers = {attribute: int(attribute)} if attribute.isascii() and attribute.isdigit() else {}
    if form is not None:
        known = vocabulary(form.object)
        for parameter in known.numbers.values():
            numbers |= dict.fromkeys((parameter.name, *parameter.fields.values()), parameter.id)
        base = NAMES[form.object][0] or "RepositoryName"
        if (name := known.names.get(f"To{base}" if form.copies else base)) is not None:
            numbers["name"] = name.id
    number = numbers.get(attribute)
    return next((p for p in message.parameters if p.parameter == number), None)
