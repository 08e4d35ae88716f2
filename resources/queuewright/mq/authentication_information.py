"""Authentication information: one kind for each AUTHTYPE, which says what an object has.

Sources: IBM's Change, Copy and Create Authentication Information Object (PCF), DEFINE AUTHINFO,
CRTMQMAUTI.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_AUTHENTICATION_INFORMATION, CRTMQMAUTI, MQSC
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from .choices import choice, spelled_alike, yes_no
from .named import DESCRIPTION, OWN_NAME, TEXT, Names, documented
from .queue_rules import command_elsewhere, not_shared
from .security_refresh import CONNAUTH, SSL, refreshed

_AFTER_TLS_REFRESH, _AFTER_REFRESH = refreshed(SSL), refreshed(CONNAUTH)
_attribute = partial(documented, CHANGE_AUTHENTICATION_INFORMATION, CRTMQMAUTI)
# Of how passwords are checked.
_checked = partial(_attribute, **_AFTER_REFRESH)
_POSITIONS = (
    "TEXT USERNAME PASSWORD OCSPURL CHCKCLNT CHCKLOCL FAILDELAY BASEDNU ADOPTCTX CLASSUSR SHORTUSR"
    " USRFIELD SECCOMM AUTHORMD BASEDNG CLASSGRP FINDGRP GRPFIELD NESTGRP AUTHENMD"
)
_NONE = choice("MQCHK_NONE", 1, "NONE", "*NONE")
_OPTIONAL = choice("MQCHK_OPTIONAL", 0, "OPTIONAL", "*OPTIONAL")
_REQUIRED = choice("MQCHK_REQUIRED", 3, "REQUIRED", "*REQUIRED")
# "Connection authentication: Configuration": "This setting is not allowed on z/OS systems."
_ADMINISTRATORS = replace(
    choice("MQCHK_REQUIRED_ADMIN", 2, "REQDADM", "*REQADM"), platforms=MULTIPLATFORMS
)
# ALTER AUTHINFO: "PAM value can be set only on AIX and Linux", that of MQ 8.0: on UNIX.
_PAM = replace(
    choice("MQAUTHENTICATE_PAM", 1, "PAM", "*PAM"),
    platforms=frozenset({Platform.AIX, Platform.LINUX, Platform.OTHER_UNIX}),
)
_LINE = {**TEXT, "cl_blank": None, "max_length": 1024}
_FIELD = {**TEXT, "cl_blank": None, "max_length": 128}


def _ldap(constant: str, number: int) -> Choice:
    """MQLDAP_AUTHORMD_OS: the word of an attribute, AUTHORMD, is a part of the prefix."""
    word = constant.partition("_")[2]
    return Choice(word.lower(), word, f"MQLDAP_{constant}", number, f"*{word}")


AUTHENTICATION_INFORMATION_NAME = _attribute(
    "Authentication information name",
    Names("AuthInfoName", "MQCA_AUTH_INFO_NAME", 2045, None, "AINAME"),
    **OWN_NAME,
)
OBJECT_DESCRIPTION = _attribute(
    "Description",
    Names("AuthInfoDesc", "MQCA_AUTH_INFO_DESC", 2046, "DESCR", "TEXT"),
    **{**DESCRIPTION, "cl_blank": "*NONE"},
)
CONNECTION_NAME = _attribute(
    "Host of the LDAP server",
    Names("AuthInfoConnName", "MQCA_AUTH_INFO_CONN_NAME", 2053, "CONNAME", "CONNAME"),
    **{**TEXT, "cl_blank": None},
    max_length=264,
)
LDAP_USER_NAME = _attribute(
    "User of the LDAP server",
    Names("LDAPUserName", "MQCA_LDAP_USER_NAME", 2047, "LDAPUSER", "USERNAME"),
    **{**TEXT, "max_length": 1024},
)
LDAP_PASSWORD = _attribute(
    "Password of that user",
    Names("LDAPPassword", "MQCA_LDAP_PASSWORD", 2048, "LDAPPWD", "PASSWORD"),
    **{**TEXT, "max_length": 32},
    write_only=True,
)
CHECK_CLIENT_BINDING = _checked(
    "Which clients give a password",
    Names("CheckClientBinding", "MQIA_CHECK_CLIENT_BINDING", 258, "CHCKCLNT", "CHCKCLNT"),
    choices=(_NONE, _OPTIONAL, _REQUIRED, _ADMINISTRATORS),
    shipped="required_admin",
    shipped_on={Platform.ZOS: None},  # the documents at hand do not say
    since=800,
)
CHECK_LOCAL_BINDING = _checked(
    "Which local applications give a password",
    Names("CheckLocalBinding", "MQIA_CHECK_LOCAL_BINDING", 257, "CHCKLOCL", "CHCKLOCL"),
    choices=(_NONE, _OPTIONAL, _REQUIRED, _ADMINISTRATORS),
    shipped="optional",
    since=800,
)
FAILURE_DELAY = _checked(
    "Delay after a failure",
    Names("FailureDelay", "MQIA_AUTHENTICATION_FAIL_DELAY", 259, "FAILDLAY", "FAILDELAY"),
    limits=(0, 60),
    quantity="seconds",
    shipped=1,
    since=800,
)
ADOPT_CONTEXT = _checked(
    "Whether the user that gave a password becomes the one of the application",
    Names("AdoptContext", "MQIA_ADOPT_CONTEXT", 260, "ADOPTCTX", "ADOPTCTX"),
    choices=yes_no("MQADPCTX_NO", "MQADPCTX_YES"),
    since=800,
)
AUTHENTICATION_METHOD = _checked(
    "How a password is checked",
    Names("AuthenticationMethod", "MQIA_AUTHENTICATION_METHOD", 266, "AUTHENMD", "AUTHENMD"),
    choices=(
        choice("MQAUTHENTICATE_OS", 0, "OS", "*OS"),
        _PAM,
    ),
    shipped="os",
    platforms=MULTIPLATFORMS,
    since=800,
)
# Switching between OS and LDAP authorization models: Windows.
AUTHORIZATION_METHOD = _attribute(
    "Where groups are looked up",
    Names("AuthorizationMethod", "MQIA_LDAP_AUTHORMD", 263, "AUTHORMD", "AUTHORMD"),
    choices=(
        _ldap("AUTHORMD_OS", 0),
        _ldap("AUTHORMD_SEARCHGRP", 1),
        _ldap("AUTHORMD_SEARCHUSR", 2),
        _ldap("AUTHORMD_SRCHGRPSN", 3),
    ),
    shipped="os",
    since=800,
    **refreshed(CONNAUTH, "; between OS and LDAP on Windows after a restart of the queue manager"),
)
CLASS_GROUP = _checked(
    "LDAP object class of groups",
    Names("ClassGroup", "MQCA_LDAP_GROUP_OBJECT_CLASS", 2133, "CLASSGRP", "CLASSGRP"),
    **_FIELD,
)
CLASS_USER = _checked(
    "LDAP object class of users",
    Names("ClassUser", "MQCA_LDAP_USER_OBJECT_CLASS", 2128, "CLASSUSR", "CLASSUSR"),
    **_FIELD,
)
FIND_GROUP = _checked(
    "Attribute by which memberships are found",
    Names("FindGroup", "MQCA_LDAP_FIND_GROUP_FIELD", 2135, "FINDGRP", "FINDGRP"),
    **_FIELD,
)
BASE_DN_GROUPS = _checked(
    "Base distinguished name of groups",
    Names("BaseDNGroup", "MQCA_LDAP_BASE_DN_GROUPS", 2132, "BASEDNG", "BASEDNG"),
    **_LINE,
)
BASE_DN_USERS = _checked(
    "Base distinguished name of users",
    Names("BaseDNUser", "MQCA_LDAP_BASE_DN_USERS", 2126, "BASEDNU", "BASEDNU"),
    **_LINE,
)
SHORT_USER = _checked(
    "Attribute that is the short user name",
    Names("ShortUser", "MQCA_LDAP_SHORT_USER_FIELD", 2127, "SHORTUSR", "SHORTUSR"),
    **_FIELD,
)
GROUP_FIELD = _checked(
    "Attribute that names a group",
    Names("GroupField", "MQCA_LDAP_GROUP_ATTR_FIELD", 2134, "GRPFIELD", "GRPFIELD"),
    **_FIELD,
)
USER_FIELD = _checked(
    "Attribute that names a user",
    Names("UserField", "MQCA_LDAP_USER_ATTR_FIELD", 2129, "USRFIELD", "USRFIELD"),
    **_FIELD,
)
NESTED_GROUPS = _checked(
    "Whether groups may be in groups",
    Names("GroupNesting", "MQIA_LDAP_NESTGRP", 264, "NESTGRP", "NESTGRP"),
    choices=(_ldap("NESTGRP_NO", 0), _ldap("NESTGRP_YES", 1)),
    shipped="no",
)
SECURE_COMMUNICATION = _checked(
    "Whether the LDAP server is reached by TLS",
    Names("SecureComms", "MQIA_LDAP_SECURE_COMM", 261, "SECCOMM", "SECCOMM"),
    choices=spelled_alike("MQSECCOMM", NO=0, YES=1, ANON=2),
    shipped="no",
)
OCSP_RESPONDER_URL = _attribute(
    "URL of the OCSP responder",
    Names("OCSPResponderURL", "MQCA_AUTH_INFO_OCSP_URL", 2109, "OCSPURL", "OCSPURL"),
    **{**TEXT, "cl_blank": None},
    max_length=256,
)


def _mqsc(word: str) -> MqscCommands:
    return MqscCommands("AUTHINFO", (("AUTHTYPE", word),), keeps_authorities=False)


def _pcf(constant: str, number: int) -> PcfCommands:
    """Of a type: CRL_LDAP, MQAIT_CRL_LDAP 1."""
    return PcfCommands(
        object="AUTH_INFO",
        numbers={"CHANGE": 79, "COPY": 80, "CREATE": 81, "DELETE": 82, "INQUIRE": 83},
        name="AuthInfoName",
        title="Authentication Information Object",
        type_name="AuthInfoType",
        type_number=66,
        type=("MQIA_AUTH_INFO_TYPE", f"MQAIT_{constant}", number),
        copied=(3009, 3010),
        attributes=1019,
    )


def _cl(word: str) -> ClCommands:
    return ClCommands(
        create="CRTMQMAUTI",
        change="CHGMQMAUTI",
        copy="CPYMQMAUTI",
        delete="DLTMQMAUTI",
        name="AINAME",
        fixed=(("AUTHTYPE", f"*{word}"),),
        positions={
            "CRTMQMAUTI": f"AINAME MQMNAME AUTHTYPE CONNAME REPLACE {_POSITIONS}",
            "CHGMQMAUTI": f"AINAME MQMNAME AUTHTYPE CONNAME {_POSITIONS}",
            "CPYMQMAUTI": f"FROMAI TOAI MQMNAME REPLACE AUTHTYPE CONNAME {_POSITIONS}",
            "DLTMQMAUTI": "AINAME MQMNAME",
        },
        copied=("FROMAI", "TOAI"),
        default="*SYSDFTAI",
    )


SERVER_MISSING = Rule(
    "server-missing",
    "Authentication information without its server",
    "certificate revocation lists need the address of their LDAP server",
    'give it, such as "ldap.example.com(389)"',
    (MQSC.at("DEFINE AUTHINFO, CONNAME"), CHANGE_AUTHENTICATION_INFORMATION.at("AuthInfoConnName")),
    "connection_name",
)
LDAP_ADDRESS_MISSING = SERVER_MISSING.but(
    reason="is blank: no password can be checked without the address of the LDAP server",
    severity=Severity.WARNING,
)
RESPONDER_MISSING = SERVER_MISSING.but(
    reason="needs the address of the OCSP responder",
    remediation='give it, such as "http://ocsp.example.com"',
    sources=(
        MQSC.at("DEFINE AUTHINFO, OCSPURL"),
        CHANGE_AUTHENTICATION_INFORMATION.at("OCSPResponderURL"),
    ),
    attribute="ocsp_responder_url",
)


def _needs(rule: Rule) -> JointCheck:
    attribute = str(rule.attribute)

    @joint(rule, of=("name", attribute), are_given=rule.severity is Severity.ERROR)
    def check(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
        default = str(values.get("name", "")).startswith("SYSTEM.")
        if values.get(attribute) == "" and not default:
            yield rule()

    return check


# CONNAUTH: "You cannot specify any other type" (IBM's "Connection authentication: Configuration").
_CHECKS_PASSWORDS = (Role.AUTHENTICATION_INFORMATION, Role.PASSWORD_CHECK)


class _AuthenticationInformationSpec(Spec):
    namespace: ClassVar[str] = "authinfo"
    roles: ClassVar[tuple[Role, ...]] = (Role.AUTHENTICATION_INFORMATION,)
    module: ClassVar[tuple[str, str]] = ("authentication", "Authentication information")
    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, not_shared)

    name: Annotated[str, AUTHENTICATION_INFORMATION_NAME]
    description: Annotated[str | None, OBJECT_DESCRIPTION] = None
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None


class CrlAuthenticationSpec(_AuthenticationInformationSpec):
    """Certificate revocation lists on LDAP servers."""

    kind: ClassVar[str] = "mq:CrlAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("CRLLDAP")
    pcf: ClassVar[PcfCommands] = _pcf("CRL_LDAP", 1)
    cl: ClassVar[ClCommands] = _cl("CRLLDAP")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.CRLLDAP"
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_AuthenticationInformationSpec.checks,
        _needs(SERVER_MISSING),
    )

    connection_name: Annotated[str | None, CONNECTION_NAME.but(**_AFTER_TLS_REFRESH)] = None
    ldap_user_name: Annotated[str | None, LDAP_USER_NAME.but(**_AFTER_TLS_REFRESH)] = None
    ldap_password: Annotated[str | None, LDAP_PASSWORD.but(**_AFTER_TLS_REFRESH)] = None


class LdapAuthenticationSpec(_AuthenticationInformationSpec):
    """Users and passwords of an LDAP server."""

    kind: ClassVar[str] = "mq:LdapAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("IDPWLDAP")
    pcf: ClassVar[PcfCommands] = _pcf("IDPW_LDAP", 4)
    cl: ClassVar[ClCommands] = _cl("IDPWLDAP")
    roles: ClassVar[tuple[Role, ...]] = _CHECKS_PASSWORDS
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP"
    default_since: ClassVar[int] = 800
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_AuthenticationInformationSpec.checks,
        _needs(LDAP_ADDRESS_MISSING),
    )

    # DISPLAY AUTHINFO: AUTHTYPE(IDPWLDAP) is "not valid on IBM MQ for z/OS".
    name: Annotated[str, AUTHENTICATION_INFORMATION_NAME.but(platforms=MULTIPLATFORMS)]

    connection_name: Annotated[str | None, CONNECTION_NAME.but(**_AFTER_REFRESH)] = None
    check_client_binding: Annotated[str | None, CHECK_CLIENT_BINDING] = None
    check_local_binding: Annotated[str | None, CHECK_LOCAL_BINDING] = None
    class_group: Annotated[str | None, CLASS_GROUP] = None
    class_user: Annotated[str | None, CLASS_USER] = None
    failure_delay: Annotated[int | None, FAILURE_DELAY] = None
    find_group: Annotated[str | None, FIND_GROUP] = None
    base_dn_groups: Annotated[str | None, BASE_DN_GROUPS] = None
    base_dn_users: Annotated[str | None, BASE_DN_USERS] = None
    ldap_user_name: Annotated[str | None, LDAP_USER_NAME.but(**_AFTER_REFRESH)] = None
    ldap_password: Annotated[str | None, LDAP_PASSWORD.but(**_AFTER_REFRESH)] = None
    short_user: Annotated[str | None, SHORT_USER] = None
    group_field: Annotated[str | None, GROUP_FIELD] = None
    user_field: Annotated[str | None, USER_FIELD] = None
    authorization_method: Annotated[str | None, AUTHORIZATION_METHOD] = None
    nested_groups: Annotated[str | None, NESTED_GROUPS] = None
    secure_communication: Annotated[str | None, SECURE_COMMUNICATION] = None
    adopt_context: Annotated[str | None, ADOPT_CONTEXT.but(shipped="no")] = None


class OperatingSystemAuthenticationSpec(_AuthenticationInformationSpec):
    """Users and passwords of the operating system."""

    kind: ClassVar[str] = "mq:OperatingSystemAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("IDPWOS")
    pcf: ClassVar[PcfCommands] = _pcf("IDPW_OS", 3)
    cl: ClassVar[ClCommands] = _cl("IDPWOS")
    roles: ClassVar[tuple[Role, ...]] = _CHECKS_PASSWORDS
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"
    default_since: ClassVar[int] = 800

    adopt_context: Annotated[str | None, ADOPT_CONTEXT.but(shipped="yes")] = None
    check_client_binding: Annotated[str | None, CHECK_CLIENT_BINDING] = None
    check_local_binding: Annotated[str | None, CHECK_LOCAL_BINDING] = None
    failure_delay: Annotated[int | None, FAILURE_DELAY] = None
    authentication_method: Annotated[str | None, AUTHENTICATION_METHOD] = None


class OcspAuthenticationSpec(_AuthenticationInformationSpec):
    """Revocation of certificates as an OCSP responder says."""

    kind: ClassVar[str] = "mq:OcspAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("OCSP")
    pcf: ClassVar[PcfCommands] = _pcf("OCSP", 2)
    cl: ClassVar[ClCommands] = _cl("OCSP")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.OCSP"
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_AuthenticationInformationSpec.checks,
        _needs(RESPONDER_MISSING),
    )

    ocsp_responder_url: Annotated[str | None, OCSP_RESPONDER_URL.but(**_AFTER_TLS_REFRESH)] = None
