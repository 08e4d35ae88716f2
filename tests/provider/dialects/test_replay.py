"""What a whole script leaves of the objects that it creates."""

from queuewright.dialects import cl
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.replay import replayed, resolved


def _read(text: str) -> list[Definition]:
    return cl.definitions(cl.parse(text))


def _left(text: str) -> list[tuple[str, str, str, object]]:
    return [
        (definition.kind, definition.name, definition.action.value, definition.values)
        for definition in replayed(_read(text))[0]
    ]


def test_changes_are_folded_into_the_creation() -> None:
    text = (
        "CRTMSGQ L/A TEXT('x')\nCRTMQMQ Q *LCL MAXDEPTH(1)\nCHGMSGQ L/A SEV(40) TEXT('y')\n"
        "CHGMQMQ Q MAXDEPTH(2)\nCHGMQMQ OTHER QTYPE(*LCL) MAXDEPTH(3)"
    )
    assert _left(text) == [
        ("ibmi:MessageQueue", "L/A", "create",
         {"text_description": "y", "severity_code_filter": 40}),
        ("mq:LocalQueue", "Q", "create", {"max_queue_depth": 2}),
        ("mq:LocalQueue", "OTHER", "change", {"max_queue_depth": 3}),
    ]  # fmt: skip


def test_users_are_added_changed_and_removed() -> None:
    text = (
        "CRTAUTL A\nADDAUTLE A (TOM ANN) *USE\nCHGAUTLE A TOM *ALL\nRMVAUTLE A ANN\n"
        "CHGAUTLE A USER(*PUBLIC) AUT(*EXCLUDE)"
    )
    (definition,) = replayed(_read(text))[0]
    assert definition.values == {"users": {"TOM": ("all",)}, "authority": "exclude"}


def test_deletions_and_replacements() -> None:
    assert _left("CRTMSGQ L/A\nDLTMSGQ L/A") == []
    assert _left("CRTMSGQ L/A\nDLTMSGQ A\nCRTMSGQ L/A TEXT('x')") == [
        ("ibmi:MessageQueue", "L/A", "create", {"text_description": "x"})
    ]
    replaced = "CRTMQMQ Q *LCL MAXDEPTH(1)\nCRTMQMQ Q *LCL REPLACE(*YES) TEXT('x')"
    assert _left(replaced) == [("mq:LocalQueue", "Q", "create", {"queue_description": "x"})]
    twice = "CRTMQMQ Q *LCL MAXDEPTH(1)\nCRTMQMQ Q *LCL"
    assert _left(twice) == [("mq:LocalQueue", "Q", "create", {"max_queue_depth": 1})]
    (refused,) = replayed(_read(twice))[1]
    assert (refused.code, refused.line) == ("defined-twice", 2)


def test_a_value_that_is_known_later_is_no_longer_unknown() -> None:
    (definition,) = replayed(_read("CRTMSGQ L/A TEXT(&T)\nCHGMSGQ L/A TEXT('x')"))[0]
    assert (definition.values, definition.unknown) == ({"text_description": "x"}, frozenset())


def test_queue_managers_are_distinguished() -> None:
    text = "CRTMQMQ Q *LCL MQMNAME(QM1)\nCHGMQMQ Q MQMNAME(QM2) QTYPE(*LCL) MAXDEPTH(5)"
    assert [definition.action for definition in replayed(_read(text))[0]] == [
        Action.CREATE,
        Action.CHANGE,
    ]


def test_types_and_libraries_come_from_the_creation() -> None:
    text = (
        "CRTMQMQ Q *MDL\nCHGMQMQ Q MAXDEPTH(5)\nDLTMQMQ Q\nCRTDTAQ L/D TYPE(*DDM) +\n"
        "RMTDTAQ(D) RMTLOCNAME(FAR)\nCHGOBJD D *DTAQ 'x'\nDLTMQMQ OTHER"
    )
    definitions = resolved(_read(text))
    assert [
        (definition.kind, definition.name, len(definition.kinds)) for definition in definitions
    ] == [
        ("mq:ModelQueue", "Q", 1),
        ("mq:ModelQueue", "Q", 1),
        ("mq:ModelQueue", "Q", 1),
        ("ibmi:DdmDataQueue", "L/D", 1),
        ("ibmi:DdmDataQueue", "L/D", 1),
        ("mq:LocalQueue", "OTHER", 4),
    ]
