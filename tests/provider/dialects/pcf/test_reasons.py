"""The command server's reasons for what is wrong with a command."""

import pytest

from queuewright.dialects.pcf.constants import MQRCCF
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.reasons import reason_for
from queuewright.dialects.pcf.script import read_script
from queuewright.dialects.pcf.structures import MQCFIN, MQCFST, Message
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.dialects.pcf.validation import validate_message


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ('{"QName":"A","QType":"MQQT_LOCAL","MaxQDepth":-1}', "ATTR_VALUE_ERROR"),
        ('{"QName":"A","QType":99}', "Q_TYPE_ERROR"),
        ('{"QName":"A"}', "PARM_COUNT_TOO_SMALL"),
        ('[{"QName":"A"},{"MaxQDepth":1},{"QType":1}]', "PARM_SEQUENCE_ERROR"),
        ('{"QName":"A","QType":1,"2999":5}', "CFIN_PARM_ID_ERROR"),
        ('{"QName":"A","QType":1,"2999":"x"}', "CFST_PARM_ID_ERROR"),
        ('{"QName":"A","QType":1,"BaseQName":"x"}', "CFST_PARM_ID_ERROR"),
        ('[{"QName":"A"},{"QType":1},{"QType":1}]', "CFIN_DUPLICATE_PARM"),
        ('[{"QName":"A"},{"QName":"A"},{"QType":1}]', "PARM_SEQUENCE_ERROR"),
        ('{"QName":"A","QType":1,"Replace":7}', "REPLACE_VALUE_ERROR"),
        ('{"QName":"A","QType":1,"15":{"type":"MQCFST","value":""}}', "STRUCTURE_TYPE_ERROR"),
        (
            '{"QName":"A","QType":1,"ClusterName":"C","ClusterNamelist":"N"}',
            "CLUSTER_NAME_CONFLICT",
        ),
        ('{"QName":"A","QType":1,"ClusterName":"C","Usage":1}', "CLUSTER_Q_USAGE_ERROR"),
        ('{"QName":"A B","QType":1}', "OBJECT_NAME_ERROR"),
        ('{"QName":"A","QType":1,"QDesc":"' + "x" * 65 + '"}', "CFST_STRING_LENGTH_ERR"),
    ],
)
def test_what_validate_finds_has_a_reason(parameters: str, reason: str) -> None:
    message = from_text(f'{{"command":"MQCMD_CREATE_Q","parameters":{parameters}}}')
    assert reason_for(validate_message(message)[0], message) is MQRCCF[reason]


def test_a_queue_manager_refuses_too() -> None:
    message = from_text('{"command":"MQCMD_CHANGE_Q_MGR","parameters":{"RepositoryName":"A B"}}')
    (diagnostic,) = validate_message(message)
    assert reason_for(diagnostic, message) is MQRCCF.OBJECT_NAME_ERROR


def test_what_cannot_be_read_has_a_reason() -> None:
    data = bytearray(encode(Message.command(11, (MQCFST(2016, "AB"),))))
    data[55] = 99  # StringLength
    (entry,) = read_script(bytes(data))
    (diagnostic,) = entry.problems
    assert diagnostic.offset == 52
    assert reason_for(diagnostic) is MQRCCF.CFST_STRING_LENGTH_ERR


def test_every_trouble_has_a_reason() -> None:
    message = Message.command(11, (MQCFIN(20, 5), MQCFIN(20, 5), MQCFST(9999, "x")))
    for diagnostic in validate_message(message):
        assert reason_for(diagnostic) in MQRCCF
