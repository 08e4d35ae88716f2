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


def test_what_is_of_sna_is_not_managed() -> None:
    definition = read("ADDRDBDIRE RDB(FAR) RMTLOCNAME(NEWYORK) MODE(M) TNSPGM('x')")
    assert [problem.code for problem in definition.problems] == ["not-managed", "not-managed"]
