"""ADDRDBDIRE, CHGRDBDIRE and RMVRDBDIRE, whose first parameter has the name and the alias."""

import pytest

from queuewright.dialects import cl
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.definition import Action, Definition

ENTRY = "ibmi:RelationalDatabaseEntry"


def read(text: str) -> Definition:
    [definition] = cl.definitions(cl.read_program(text))
    return definition


def test_a_name_with_its_alias() -> None:
    values = {
        "database_alias": "NEAR",
        "remote_location": "far.example.com",
        "remote_location_type": "ip",
        "port": "5000",
    }
    text = "ADDRDBDIRE RDB(FAR NEAR) RMTLOCNAME('far.example.com' *IP) PORT('5000')"
    definition = Definition(ENTRY, "FAR", Action.CREATE, values)
    [written] = DIALECT.write(definition)
    assert (written, read(written).values, read(written).name) == (text, values, "FAR")
    assert read(text.replace("'5000'", "5000")).values == values


@pytest.mark.parametrize(
    ("text", "name", "action", "values"),
    [
        ("ADDRDBDIRE RDB(HERE) RMTLOCNAME(*LOCAL)", "HERE", "create", {"remote_location": "local"}),
        (
            "ADDRDBDIRE FAR ('10.1.2.3' *IP) RMTAUTMTH(*KERBEROS *NOALWLOWER)",
            "FAR",
            "create",
            {
                "remote_location": "10.1.2.3",
                "remote_location_type": "ip",
                "preferred_authentication_method": "kerberos",
                "allow_lower_authentication": "noalwlower",
            },
        ),
        (
            "CHGRDBDIRE RDB(FAR) RMTLOCNAME(*SAME *IP) RMTAUTMTH(*SAME *ALWLOWER) ENCALG(*SAME)",
            "FAR",
            "change",
            {"remote_location_type": "ip", "allow_lower_authentication": "alwlower"},
        ),
        ("RMVRDBDIRE RDB(FAR)", "FAR", "delete", {}),
    ],
)
def test_as_programs_write_it(text: str, name: str, action: str, values: dict[str, str]) -> None:
    definition = read(text)
    assert definition.problems == ()
    assert (definition.name, definition.action, definition.values) == (name, action, values)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "ADDRDBDIRE RDB(FAR) RMTLOCNAME(NEWYORK) DEV(APPCDEV) LCLLOCNAME(*NETATR)"
            " RMTNETID(*NONE) MODE(M) TNSPGM('x')",
            {
                "remote_location": "NEWYORK",
                "device": "APPCDEV",
                "local_location": "netatr",
                "remote_network_identifier": "none",
                "mode": "M",
                "transaction_program": "x",
            },
        ),
        (
            "ADDRDBDIRE RDB(FAR) RMTLOCNAME(*ARDPGM) ARDPGM(QGPL/DRIVER)",
            {"remote_location": "ardpgm", "application_requester_driver": "QGPL/DRIVER"},
        ),
        (
            "ADDRDBDIRE RDB(FAR) RMTLOCNAME(*ARDPGM) ARDPGM(*LIBL/DRIVER) TNSPGM(*DRDA)",
            {
                "remote_location": "ardpgm",
                "transaction_program": "drda",
                "application_requester_driver": "DRIVER",
            },
        ),
    ],
)
def test_what_is_of_sna_and_of_drivers(text: str, values: dict[str, str]) -> None:
    definition = read(text)
    assert (definition.values, definition.problems) == (values, ())
    [written] = DIALECT.write(Definition(ENTRY, "FAR", Action.CREATE, values))
    assert read(written).values == values
    changed = {name: value for name, value in values.items() if name != "remote_location"}
    [written] = DIALECT.write(Definition(ENTRY, "FAR", Action.CHANGE, changed))
    assert written.startswith("CHGRDBDIRE RDB(FAR) ")
    assert read(written).values == changed


def test_a_transaction_program_in_hexadecimal_is_not_read() -> None:
    definition = read("ADDRDBDIRE RDB(FAR) RMTLOCNAME(NEWYORK) TNSPGM(X'07F6C4C2')")
    assert [problem.code for problem in definition.problems] == ["not-literal"]
    assert definition.unknown == {"transaction_program"}
