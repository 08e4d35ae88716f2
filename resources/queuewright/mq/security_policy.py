"""mq:SecurityPolicy, of Advanced Message Security. Sources: IBM's Set Policy (PCF), SET POLICY,
setmqspl; IBM i, SETMQMSPL."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.about import NamedObject
from queuewright.catalogue.attribute import Attribute, Choice, Cl, Pcf
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.elsewhere import Elsewhere
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, SET_POLICY, SETMQSPL, cl_command
from queuewright.catalogue.spec import MISSING, Lifecycle, Spec

from .named import OWN_NAME

_CONFIDENTIALITY = 900  # the command level that encrypts without signing, and reuses keys
_IN_CL = cl_command("SETMQMSPL")
_LIST = Annotated[tuple[str, ...], Field(strict=False)]
# A comma that stands neither in quotation marks nor behind a backslash.
_PART = re.compile(r'(?:[^,"\\]|\\.|"[^"]*")+')


def certificate_name(text: str) -> Iterator[tuple[str, str]]:
    """SET POLICY RECIP, SIGNER: "attributes names for DNs must be provided in capital letters",
    "commas must be used as a name separator"."""
    yield from no_control_characters(text)
    for part in _PART.findall(text):
        name, equals, _ = part.partition("=")
        if not equals or name.strip() != name.strip().upper() or not name.strip():
            yield (
                "a distinguished name is NAME=value, names in capital letters, with commas between",
                "write it as the certificate has it, such as CN=orders,O=Shop,C=GB",
            )
            return


def _attribute(title: str, mqsc: str, pcf: tuple[str, str, int, str], **facts: Any) -> Attribute:
    # SETMQMSPL has the keywords of SET POLICY.
    sources = (SET_POLICY.at(pcf[0]), MQSC.at(f"SET POLICY {mqsc}"), _IN_CL.at(mqsc))
    return Attribute(title=title, sources=sources, mqsc=mqsc, pcf=Pcf(*pcf), cl=Cl(mqsc), **facts)


def _algorithms(prefix: str, *words: str, **numbers: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            word.lower(), word, f"{prefix}_{word}", numbers.get(word, n), _CL.get(word, f"*{word}")
        )
        for n, word in enumerate(words)
    )


_CL = {"3DES": "*TRIPLEDES"}
_OTHER_PROTECTION = (
    "messages that were put with another protection go to SYSTEM.PROTECTION.ERROR.QUEUE when they "
    "are got"
)
_NAMES: dict[str, Any] = {
    "shipped": (), "max_length": 1024, "syntax": certificate_name, "is_set": True,
    "repeated": True, "cl_blank": "*NONE",
}  # fmt: skip
POLICY_NAME = Attribute(
    title="Policy name",
    sources=(SET_POLICY.at("PolicyName"), MQSC.at("SET POLICY"), _IN_CL.at("POLICY")),
    pcf=Pcf("PolicyName", "MQCA_POLICY_NAME", 2112, "MQCFST"),
    platforms=MULTIPLATFORMS,
    **{**OWN_NAME, "syntax": mq_name},
)
SIGNATURE_ALGORITHM = _attribute(
    "Signature algorithm", "SIGNALG", ("SignAlg", "MQIA_SIGNATURE_ALGORITHM", 236, "MQCFIN"),
    choices=_algorithms("MQMLP_SIGN_ALG", "NONE", "MD5", "SHA1", "SHA256", "SHA384", "SHA512",
                        SHA256=4, SHA384=5, SHA512=6),
    shipped="none", caution=_OTHER_PROTECTION,
)  # fmt: skip
ENCRYPTION_ALGORITHM = _attribute(
    "Encryption algorithm", "ENCALG", ("EncAlg", "MQIA_ENCRYPTION_ALGORITHM", 237, "MQCFIN"),
    choices=_algorithms("MQMLP_ENCRYPTION_ALG", "NONE", "RC2", "DES", "3DES", "AES128", "AES256"),
    shipped="none", caution=_OTHER_PROTECTION,
)  # fmt: skip
SIGNERS = _attribute(
    "Authorized signers", "SIGNER", ("Signer", "MQCA_SIGNER_DN", 2113, "MQCFST"), **_NAMES,
)  # fmt: skip
RECIPIENTS = _attribute(
    "Intended recipients", "RECIP", ("Recipient", "MQCA_RECIPIENT_DN", 2114, "MQCFST"), **_NAMES,
)  # fmt: skip
TOLERATE_UNPROTECTED = _attribute(
    "Whether messages that are not protected are tolerated", "TOLERATE",
    ("Tolerate", "MQIA_TOLERATE_UNPROTECTED", 235, "MQCFIN"),
    choices=(
        Choice("no", "ENFORCE", "MQMLP_TOLERATE_UNPROTECTED_NO", 0, "*NO"),
        Choice("yes", "TOLERATE", "MQMLP_TOLERATE_UNPROTECTED_YES", 1, "*YES"),
    ),
    mqsc_toggle=True, shipped="no",
)  # fmt: skip
KEY_REUSE = _attribute(
    "How often an encryption key is used again", "KEYREUSE",
    ("KeyReuse", "MQIA_KEY_REUSE_COUNT", 267, "MQCFIN"),
    choices=(
        Choice("disabled", "DISABLED", "MQKEY_REUSE_DISABLED", 0, "*DISABLED"),
        Choice("unlimited", "UNLIMITED", "MQKEY_REUSE_UNLIMITED", -1, "*UNLIMITED"),
    ),
    minimum=1, maximum=9_999_999, shipped="disabled", since=_CONFIDENTIALITY,
)  # fmt: skip

NEEDS_RECIPIENTS = MISSING.but(
    reason='encryption_algorithm="{value}" needs recipients: nobody could read the messages',
    remediation="give the distinguished name of each recipient",
    sources=(MQSC.at("SET POLICY RECIP"), SETMQSPL.at("-r")),
    attribute="recipients",
)
RECIPIENTS_OF_NOTHING = Rule(
    "recipients-of-nothing",
    "Recipients of messages that are not encrypted",
    "recipients are of messages that are encrypted, and encryption_algorithm is none",
    "leave them out, or give encryption_algorithm",
    (SETMQSPL.at("-r"),),
    "recipients",
)
SIGNERS_OF_NOTHING = Rule(
    "signers-of-nothing",
    "Signers of messages that are not signed",
    "signers are of messages that are signed, and signature_algorithm is none",
    "leave them out, or give signature_algorithm",
    (MQSC.at("SET POLICY SIGNER"), SETMQSPL.at("-a")),
    "signers",
)
KEYS_NOT_REUSED = Rule(
    "keys-not-reused",
    "Only messages that are encrypted and not signed can reuse keys",
    "only a policy that encrypts and does not sign reuses keys",
    'use "disabled", or signature_algorithm="none"',
    (MQSC.at("SET POLICY KEYREUSE"), SETMQSPL.at("-c")),
    "key_reuse",
)
NEEDS_SIGNATURE = Rule(
    "needs-signature",
    "Encryption without a signature came later than the queue manager",
    "a policy that encrypts signs too before command level {level}, and {system} is at {own}",
    "give signature_algorithm",
    (SETMQSPL.at("-s"),),
    "signature_algorithm",
)
DEPRECATED = Rule(
    "deprecated-algorithm",
    "A deprecated algorithm of a security policy",
    '"{value}" is deprecated',
    "use {instead}",
    (MQSC.at("SET POLICY SIGNALG, ENCALG"), SETMQSPL.at("-s, -e")),
    severity=Severity.WARNING,
    page="QW810",
)
_DEPRECATED: Mapping[str, tuple[tuple[str, ...], str]] = {
    "signature_algorithm": (("md5", "sha1"), '"sha256" or longer'),
    "encryption_algorithm": (("rc2", "des", "3des"), '"aes256"'),
}
_FIELDS = (
    "name", "signature_algorithm", "encryption_algorithm", "signers", "recipients", "key_reuse",
)  # fmt: skip


@joint(
    NEEDS_RECIPIENTS, RECIPIENTS_OF_NOTHING, SIGNERS_OF_NOTHING, KEYS_NOT_REUSED, NEEDS_SIGNATURE,
    of=_FIELDS,
)  # fmt: skip
def fits_its_protection(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    """SET POLICY: integrity signs, confidentiality encrypts, privacy does both."""
    signs = values.get("signature_algorithm") or "none"
    encrypts = values.get("encryption_algorithm") or "none"
    if encrypts != "none" and not values.get("recipients"):
        yield NEEDS_RECIPIENTS(value=encrypts)
    if encrypts == "none" and values.get("recipients"):
        yield RECIPIENTS_OF_NOTHING()
    if signs == "none" and values.get("signers"):
        yield SIGNERS_OF_NOTHING()
    is_confidential = encrypts != "none" and signs == "none"
    if values.get("key_reuse") not in (None, "disabled") and not is_confidential:
        yield KEYS_NOT_REUSED()
    if is_confidential and facts is not None and facts.command_level < _CONFIDENTIALITY:
        own = facts.command_level
        yield NEEDS_SIGNATURE(level=_CONFIDENTIALITY, system=facts.name, own=own)


@joint(DEPRECATED, of=tuple(_DEPRECATED))
def is_current(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """The algorithms that SET POLICY marks as deprecated."""
    for name, (words, instead) in _DEPRECATED.items():
        if values.get(name) in words:
            yield DEPRECATED(attribute=name, value=values[name], instead=instead)


class SecurityPolicySpec(Spec):
    """How the messages of the queue that it is named after are signed and encrypted."""

    kind: ClassVar[str] = "mq:SecurityPolicy"
    is_optional: ClassVar[bool] = True  # it takes a licence of Advanced Message Security
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands(
        "POLICY",
        keeps_authorities=False,
        set_anew=("ACTION", "REPLACE"),
        anew_by_default=True,
        dumped=False,
    )
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="PROT_POLICY",
        numbers={"SET": 208, "DELETE": 207, "INQUIRE": 205},
        name="PolicyName",
        title="Policy",
        set_name="MQCMD_CHANGE_PROT_POLICY",
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="SETMQMSPL",
        change="SETMQMSPL",
        delete="SETMQMSPL",
        name="POLICY",
        positions={
            "SETMQMSPL": "POLICY MQMNAME SIGNALG ENCALG SIGNER RECIP TOLERATE REMOVE KEYREUSE"
        },
        removal=(("REMOVE", "*YES"),),
    )
    namespace: ClassVar[str] = "policy"
    module: ClassVar[tuple[str, str]] = ("security_policies", "Security policies")
    guards: ClassVar[bool] = True
    elsewhere: ClassVar[Mapping[Platform, Elsewhere]] = {
        Platform.ZOS: Elsewhere("CSQ0UTIL", "csq0util")
    }
    checks: ClassVar[tuple[JointCheck, ...]] = (fits_its_protection, is_current)

    name: Annotated[str, POLICY_NAME]
    signature_algorithm: Annotated[str | None, SIGNATURE_ALGORITHM] = None
    encryption_algorithm: Annotated[str | None, ENCRYPTION_ALGORITHM] = None
    signers: Annotated[_LIST | None, SIGNERS] = None
    recipients: Annotated[_LIST | None, RECIPIENTS] = None
    tolerate_unprotected: Annotated[str | None, TOLERATE_UNPROTECTED] = None
    key_reuse: Annotated[int | str | None, KEY_REUSE] = None

    @classmethod
    def names_object(cls, names: Mapping[str, Any]) -> NamedObject | None:
        """The queue that the policy is named after, of whatever type."""
        name = names.get("name")
        return NamedObject("queue", name) if isinstance(name, str) else None
