"""PCF: command messages in bytes and as JSON lines, their meaning, and answers to them.

spec, definition  --build-->  Message  --encode-->  bytes
bytes  --decode-->  Message  --read-->  Definition
JSON line  --from_text-->  Message  --to_text-->  JSON line
file (lines or raw messages)  --read_script-->  entries  --validate-->  diagnostics
kind, name  --inquire-->  Message
responses  --collect-->  Answer  --observed_of-->  observation
"""
