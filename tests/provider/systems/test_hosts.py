"""On which hosts systems are, by their entries."""

from queuewright.systems.registry import hosts_of


def test_hosts() -> None:
    configured = {
        "QM1": {"type": "mqweb", "url": "https://Host1:9443"},
        "QM2": {"type": "pcf", "address": "host2(1414),host3(1415)", "channel": "C"},
        "QM3": {"type": "ssh", "host": "host1"},
        "QM4": {"type": "mqweb", "url": "https://localhost:9443"},
        "QM5": {"type": "mqweb", "url": "https://gate:9443", "gateway": "QM1"},
        "QM6": {"type": "mqweb", "url": "https://[bad"},
        "QM7": {"type": "sandbox"},
        "QM8": "no mapping",
        "QM9": {"type": "mqweb", "url": {"secure": "x"}},
    }
    assert hosts_of(configured) == {
        "host1": frozenset({"QM1", "QM3"}),
        "host2": frozenset({"QM2"}),
        "host3": frozenset({"QM2"}),
    }
    assert hosts_of(None) == {}
