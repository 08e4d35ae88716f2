"""Authentication information: one kind for each AUTHTYPE, which says what an object has.

Source: IBM MQ, MQSC: DEFINE AUTHINFO.
"""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.spec import Spec

from .named import DESCRIPTION, NO_YES, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE AUTHINFO")
_CHECKED = constants(
    "MQCHK", NONE="NONE", OPTIONAL="OPTIONAL", REQUIRED="REQUIRED", REQUIRED_ADMIN="REQDADM"
)
_LINE = {**TEXT, "max_length": 1024}
_FIELD = {**TEXT, "max_length": 128}

AUTHENTICATION_INFORMATION_NAME = _attribute("Authentication information name", None, **OWN_NAME)
OBJECT_DESCRIPTION = _attribute("Description", "DESCR", **DESCRIPTION)
CONNECTION_NAME = _attribute("Host of the LDAP server", "CONNAME", **TEXT, max_length=264)
LDAP_USER_NAME = _attribute("User of the LDAP server", "LDAPUSER", **_LINE)
LDAP_PASSWORD = _attribute(
    "Password of that user", "LDAPPWD", **TEXT, max_length=256, write_only=True
)
CHECK_CLIENT_BINDING = _attribute(
    "Which clients give a password", "CHCKCLNT", choices=_CHECKED, shipped="required_admin"
)
CHECK_LOCAL_BINDING = _attribute(
    "Which local applications give a password", "CHCKLOCL", choices=_CHECKED, shipped="optional"
)
FAILURE_DELAY = _attribute(
    "Delay after a failure", "FAILDLAY", limits=(0, 60), quantity="seconds", shipped=1
)
ADOPT_CONTEXT = _attribute(
    "Whether the user that gave a password becomes the one of the application", "ADOPTCTX", **NO_YES
)
AUTHENTICATION_METHOD = _attribute(
    "How a password is checked",
    "AUTHENMD",
    choices=constants("MQAUTHENTICATE", OS="OS", PAM="PAM"),
    shipped="os",
    platforms=MULTIPLATFORMS,
)
AUTHORIZATION_METHOD = _attribute(
    "Where groups are looked up",
    "AUTHORMD",
    choices=constants(
        "MQLDAP_AUTHORMD", OS="OS", SEARCHGRP="SEARCHGRP", SEARCHUSR="SEARCHUSR",
        SRCHGRPSN="SRCHGRPSN",
    ),
    shipped="os",
)  # fmt: skip
CLASS_GROUP = _attribute("LDAP object class of groups", "CLASSGRP", **_FIELD)
CLASS_USER = _attribute("LDAP object class of users", "CLASSUSR", **_FIELD)
FIND_GROUP = _attribute("Attribute by which memberships are found", "FINDGRP", **_FIELD)
BASE_DN_GROUPS = _attribute("Base distinguished name of groups", "BASEDNG", **_LINE)
BASE_DN_USERS = _attribute("Base distinguished name of users", "BASEDNU", **_LINE)
SHORT_USER = _attribute("Attribute that is the short user name", "SHORTUSR", **_FIELD)
GROUP_FIELD = _attribute("Attribute that names a group", "GRPFIELD", **_FIELD)
USER_FIELD = _attribute("Attribute that names a user", "USRFIELD", **_FIELD)
NESTED_GROUPS = _attribute("Whether groups may be in groups", "NESTGRP", **NO_YES, shipped="no")
SECURE_COMMUNICATION = _attribute(
    "Whether the LDAP server is reached by TLS",
    "SECCOMM",
    choices=constants("MQSECCOMM", NO="NO", YES="YES", ANON="ANON"),
    shipped="no",
)
OCSP_RESPONDER_URL = _attribute("URL of the OCSP responder", "OCSPURL", **TEXT, max_length=256)


def _mqsc(word: str) -> MqscCommands:
    return MqscCommands("AUTHINFO", (("AUTHTYPE", word),))


class _AuthenticationInformationSpec(Spec):
    is_managed: ClassVar[bool] = False
    namespace: ClassVar[str] = "authinfo"
    module: ClassVar[tuple[str, str]] = ("authentication", "Authentication information")

    name: Annotated[str, AUTHENTICATION_INFORMATION_NAME]
    description: Annotated[str | None, OBJECT_DESCRIPTION] = None


class CrlAuthenticationSpec(_AuthenticationInformationSpec):
    """Certificate revocation lists on LDAP servers."""

    kind: ClassVar[str] = "mq:CrlAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("CRLLDAP")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.CRLLDAP"

    connection_name: Annotated[str | None, CONNECTION_NAME] = None
    ldap_user_name: Annotated[str | None, LDAP_USER_NAME] = None
    ldap_password: Annotated[str | None, LDAP_PASSWORD] = None


class LdapAuthenticationSpec(_AuthenticationInformationSpec):
    """Users and passwords of an LDAP server."""

    kind: ClassVar[str] = "mq:LdapAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("IDPWLDAP")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP"

    connection_name: Annotated[str | None, CONNECTION_NAME] = None
    check_client_binding: Annotated[str | None, CHECK_CLIENT_BINDING] = None
    check_local_binding: Annotated[str | None, CHECK_LOCAL_BINDING] = None
    class_group: Annotated[str | None, CLASS_GROUP] = None
    class_user: Annotated[str | None, CLASS_USER] = None
    failure_delay: Annotated[int | None, FAILURE_DELAY] = None
    find_group: Annotated[str | None, FIND_GROUP] = None
    base_dn_groups: Annotated[str | None, BASE_DN_GROUPS] = None
    base_dn_users: Annotated[str | None, BASE_DN_USERS] = None
    ldap_user_name: Annotated[str | None, LDAP_USER_NAME] = None
    ldap_password: Annotated[str | None, LDAP_PASSWORD] = None
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
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"

    adopt_context: Annotated[str | None, ADOPT_CONTEXT.but(shipped="yes")] = None
    check_client_binding: Annotated[str | None, CHECK_CLIENT_BINDING] = None
    check_local_binding: Annotated[str | None, CHECK_LOCAL_BINDING] = None
    failure_delay: Annotated[int | None, FAILURE_DELAY] = None
    authentication_method: Annotated[str | None, AUTHENTICATION_METHOD] = None


class OcspAuthenticationSpec(_AuthenticationInformationSpec):
    """Revocation of certificates as an OCSP responder says."""

    kind: ClassVar[str] = "mq:OcspAuthentication"
    mqsc: ClassVar[MqscCommands] = _mqsc("OCSP")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.AUTHINFO.OCSP"

    ocsp_responder_url: Annotated[str | None, OCSP_RESPONDER_URL] = None
