"""PCF: command messages in bytes and as JSON lines, their meaning, and answers to them.

spec, definition  --build-->  Message  --encode-->  bytes
bytes  --decode-->  Message  --read-->  Definition
JSON line  --from_text-->  Message  --to_text-->  JSON line
file (lines or raw messages)  --read_script-->  entries  --validate-->  diagnostics
response  --decode-->  Message  --observed_of-->  observation
"""

from .build import message_of
from .decode import decode
from .encode import ByteOrder, encode
from .errors import PcfDecodeError, PcfEncodeError, PcfError, PcfTextError
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
    "PcfDecodeError",
    "PcfEncodeError",
    "PcfError",
    "PcfTextError",
    "decode",
    "definition",
    "definition_of",
    "encode",
    "from_text",
    "message_of",
    "read_script",
    "to_text",
    "validate",
    "validate_message",
]
