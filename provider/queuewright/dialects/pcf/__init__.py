"""PCF: command messages in bytes and as JSON lines, their meaning, and answers to them.

spec, definition  --build-->  Message  --encode-->  bytes
bytes  --decode-->  Message  --read-->  Definition
JSON line  --from_text-->  Message  --to_text-->  JSON line
file (lines or raw messages)  --read_script-->  entries  --validate-->  diagnostics
responses  --collect-->  Answer  --observe-->  observations
"""

from .build import change, create, delete, message_of
from .decode import decode
from .encode import ByteOrder, encode
from .errors import PcfAnswerError, PcfDecodeError, PcfEncodeError, PcfError, PcfTextError
from .read import definition
from .script import Entry, definition_of, read_script
from .structures import Message
from .text import to_text
from .text_parse import from_text
from .validation import validate, validate_message

__all__ = [
    "ByteOrder",
    "Entry",
    "Message",
    "PcfAnswerError",
    "PcfDecodeError",
    "PcfEncodeError",
    "PcfError",
    "PcfTextError",
    "change",
    "create",
    "decode",
    "definition",
    "definition_of",
    "delete",
    "encode",
    "from_text",
    "message_of",
    "read_script",
    "to_text",
    "validate",
    "validate_message",
]
