"""ibmi:UserQueue. Sources: IBM i, Create User Queue (QUSCRTUQ) API, DLTUSRQ; OBJECT_STATISTICS of
the SQL services.

No command creates a user queue, an API does; no service tells what is on one, or its attributes but
the extended attribute and the text.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Change, Choice, Sql
from queuewright.catalogue.commands import CallParameter, ClCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import QUSCRTUQ

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORITY,
    AUTHORIZATION_LIST,
    TEXT_DESCRIPTION,
    ibmi_attribute,
    name_attribute,
    public_by_list,
    special,
    stays,
)
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users


def _user_queue_attribute(parameter: str, **facts: Any) -> Attribute:
    """A parameter of the API. "To decrease the size of a user queue, a user must delete the queue
    and create it again": nothing changes it afterwards."""
    return ibmi_attribute(parameter, QUSCRTUQ.at(parameter), change=Change.REPLACE, **facts)


def _blank_or_name(text: str) -> Iterator[tuple[str, str]]:
    yield from ibmi_name(text) if text else ()


NAME = name_attribute("User queue", QUSCRTUQ.at("Qualified user queue name"))
EXTENDED_ATTRIBUTE = _user_queue_attribute(
    "Extended attribute",
    max_length=10,
    syntax=_blank_or_name,
    cl_blank="*BLANK",
    default="",
    sql=Sql("OBJECT_STATISTICS", "OBJATTRIBUTE"),
)
QUEUE_TYPE = _user_queue_attribute(
    "Queue type",
    choices=(Choice("fifo", cl="F"), Choice("keyed", cl="K"), Choice("lifo", cl="L")),
    required=True,
)
KEY_LENGTH = _user_queue_attribute("Key length", minimum=1, maximum=256, quantity="bytes")
MAXIMUM_MESSAGE_SIZE = _user_queue_attribute(
    "Maximum message size", minimum=1, maximum=64000, quantity="bytes", required=True
)
INITIAL_NUMBER_OF_MESSAGES = _user_queue_attribute(
    "Initial number of messages", minimum=1, maximum=2**31 - 1, required=True
)
ADDITIONAL_NUMBER_OF_MESSAGES = _user_queue_attribute(
    "Additional number of messages", minimum=0, maximum=2**31 - 1, required=True
)
DOMAIN = _user_queue_attribute(
    "Domain",
    choices=(special("*DEFAULT"), special("*SYSTEM"), special("*USER")),
    default="default",
)
POINTERS = _user_queue_attribute(
    "Pointers", choices=(special("*NO"), special("*YES")), default="no"
)
NUMBER_OF_QUEUE_EXTENSIONS = _user_queue_attribute(
    "Number of queue extensions", minimum=0, maximum=2**31 - 1, default=0
)
RECLAIM_STORAGE = _user_queue_attribute(
    "Reclaim storage", choices=(Choice("no", cl="0"), Choice("yes", cl="1")), default="no"
)
USER_QUEUE_TEXT = TEXT_DESCRIPTION.but(sources=(QUSCRTUQ.at("Text description"),))
USER_QUEUE_AUTHORITY = AUTHORITY.but(sources=(QUSCRTUQ.at("Public authority"),))

KEY_OF_KEYED = Rule(
    "key-of-keyed",
    "The length of a key and a queue that is not keyed",
    'belongs to queue_type "keyed", and is required there',
    'set queue_type="keyed" and key_length, or leave key_length out',
    (QUSCRTUQ.at("Key length"),),
    "key_length",
)


@joint(KEY_OF_KEYED, of=("queue_type", "key_length"))
def _key(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """ "If you specify that the queue is not a keyed queue, the value must be 0"."""
    is_keyed = values.get("queue_type") == "keyed"
    if values.get("queue_type") is not None and is_keyed is not bool(values.get("key_length")):
        yield KEY_OF_KEYED()


class UserQueueSpec(LibraryObjectSpec):
    """A user queue of an IBM i partition (*USRQ).

    Programs use it by machine instructions, and no command does. Nobody can count what is on it: it
    is deleted, or made anew, only with on_delete="purge".
    """

    kind: ClassVar[str] = "ibmi:UserQueue"
    cl: ClassVar[ClCommands] = ClCommands(
        create="QUSCRTUQ",
        delete="DLTUSRQ",
        name="USRQ",
        positions={"QUSCRTUQ": "USRQ", "DLTUSRQ": "USRQ"},
        called=(
            CallParameter("USRQ", 20),
            CallParameter("Extended attribute", 10),
            CallParameter("Queue type", 1),
            CallParameter("Key length", 4, is_number=True, given="0"),
            CallParameter("Maximum message size", 4, is_number=True),
            CallParameter("Initial number of messages", 4, is_number=True),
            CallParameter("Additional number of messages", 4, is_number=True),
            CallParameter("AUT", 10, given="*LIBCRTAUT"),
            CallParameter("TEXT", 50),
            CallParameter("REPLACE", 10, given="*NO"),
            CallParameter("Error code", 4, is_number=True, given="0"),
            CallParameter("Domain", 10, given="*DEFAULT"),
            CallParameter("Pointers", 10, given="*NO"),
            CallParameter("Number of queue extensions", 4, is_number=True, given="0"),
            CallParameter("Reclaim storage", 1, given="0"),
        ),
        called_with=9,
    )
    namespace: ClassVar[str] = "*USRQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.LIBRARY_OBJECT,)
    module: ClassVar[tuple[str, str]] = ("user_queues", "User queues")
    checks: ClassVar[tuple[JointCheck, ...]] = (_key, public_by_list, granted_to_users, stays)

    name: Annotated[str, NAME]
    extended_attribute: Annotated[str | None, EXTENDED_ATTRIBUTE] = None
    queue_type: Annotated[str, QUEUE_TYPE]
    key_length: Annotated[int | None, KEY_LENGTH] = None
    maximum_message_size: Annotated[int, MAXIMUM_MESSAGE_SIZE]
    initial_number_of_messages: Annotated[int, INITIAL_NUMBER_OF_MESSAGES]
    additional_number_of_messages: Annotated[int, ADDITIONAL_NUMBER_OF_MESSAGES]
    domain: Annotated[str | None, DOMAIN] = None
    pointers: Annotated[str | None, POINTERS] = None
    number_of_queue_extensions: Annotated[int | None, NUMBER_OF_QUEUE_EXTENSIONS] = None
    reclaim_storage: Annotated[str | None, RECLAIM_STORAGE] = None
    text_description: Annotated[str | None, USER_QUEUE_TEXT] = None
    authority: Annotated[str | None, USER_QUEUE_AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None

    @classmethod
    def hides_messages(cls, values: Mapping[str, Any]) -> str:
        """No service counts the messages of a user queue."""
        return "its messages, which no service counts,"
