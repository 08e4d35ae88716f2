"""PCF: 10,000 Create Queue messages encoded and decoded, at most 2 s. Run: python -m bench.pcf"""

import time

from queuewright.dialects.definition import Definition
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.read import definition
from queuewright.mq.local_queue import LocalQueueSpec

COUNT = 10_000
LIMIT = 2.0  # seconds, encode and decode together


def specs(count: int = COUNT) -> list[LocalQueueSpec]:
    """Local queues with 20 attributes each, all names and some values different."""
    return [
        LocalQueueSpec.observed(
            {
                "name": f"ORDERS.IN.{number}",
                "queue_description": f"Orders of region {number % 97}",
                "max_queue_depth": 5000 + number,
                "max_message_length": 4_194_304,
                "backout_threshold": 3,
                "backout_requeue_name": f"ORDERS.BACKOUT.{number % 10}",
                "default_persistence": "persistent",
                "default_priority": number % 10,
                "inhibit_get": "get_allowed",
                "inhibit_put": "put_allowed",
                "shareability": "shareable",
                "default_input_open_option": "input_shared",
                "message_delivery_sequence": "priority",
                "usage": "normal",
                "trigger_control": "on",
                "trigger_type": "first",
                "initiation_queue_name": "SYSTEM.DEFAULT.INITIATION.QUEUE",
                "cluster_name": "EUROPE",
                "default_bind": "bind_not_fixed",
                "queue_monitoring": "q_mgr",
                "custom": "CAPEXPRY(600)",
            }
        )
        for number in range(count)
    ]


def measure(count: int = COUNT) -> tuple[float, float]:
    """Seconds to encode `count` specs to bytes, and to decode them to definitions."""
    declared = specs(count)
    start = time.perf_counter()
    created = [Definition(spec.kind, spec.name, values=spec.managed()) for spec in declared]
    messages = [encode(message_of(definition), "little") for definition in created]
    middle = time.perf_counter()
    definitions = [definition(decode(message)) for message in messages]
    end = time.perf_counter()
    for spec, read_back in zip(declared, definitions, strict=True):
        if read_back is None or read_back.values != spec.managed() or read_back.problems:
            raise AssertionError(f"{spec.name} did not come back")
    return middle - start, end - middle


def main() -> int:
    encoding, decoding = measure()
    total = encoding + decoding
    print(
        f"PCF: {COUNT} Create Queue messages: encode {encoding:.2f} s, decode {decoding:.2f} s,"
        f" together {total:.2f} s (at most {LIMIT} s)"
    )
    return 0 if total <= LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
