"""Parameters whose values are lists of elements, both ways: CRTOUTQ MAXPAGES and USRDFNOBJ."""

from typing import Any

import pytest

from queuewright.dialects import cl
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import KINDS

OUTPUT = "ibmi:OutputQueue"


def read(parameters: str, command: str = "CRTOUTQ") -> Definition:
    [definition] = cl.definitions(cl.read_program(f"{command} OUTQ(L/Q) {parameters}"))
    return definition


@pytest.mark.parametrize(
    ("parameters", "values"),
    [
        (
            "MAXPAGES((40 0800 1600) (10 1200 1300))",
            {"maximum_spooled_file_size": ("40 08:00 16:00", "10 12:00 13:00")},
        ),
        ("MAXPAGES((40 0800 1600))", {"maximum_spooled_file_size": ("40 08:00 16:00",)}),
        ("MAXPAGES((40 080030 160000))", {"maximum_spooled_file_size": ("40 08:00:30 16:00",)}),
        ("MAXPAGES((40 '08:00:00' '16.00'))", {"maximum_spooled_file_size": ("40 08:00 16:00",)}),
        ("MAXPAGES(*NONE)", {"maximum_spooled_file_size": ()}),
        ("USRDFNOBJ(QGPL/PDF *PSFCFG)", {"user_defined_object": "QGPL/PDF psfcfg"}),
        ("USRDFNOBJ((QGPL/PDF) *PSFCFG)", {"user_defined_object": "QGPL/PDF psfcfg"}),
        ("USRDFNOBJ((QGPL/PDF *PSFCFG))", {"user_defined_object": "QGPL/PDF psfcfg"}),
        ("USRDFNOBJ(*LIBL/PDF *USRSPC)", {"user_defined_object": "PDF usrspc"}),
        ("USRDFNOBJ(*NONE)", {"user_defined_object": "none"}),
        ("USRDFNOPT(*NONE)", {"user_defined_option": ()}),
        ("USRDFNOPT(A 'b c')", {"user_defined_option": ("A", "b c")}),
        ("CLASS(3) FCB(*USRDTA)", {"vm_mvs_class": "3", "forms_control_buffer": "usrdta"}),
        ("FCB(STD8)", {"forms_control_buffer": "STD8"}),
        ("USRDTATFM(*LIBL/TFM)", {"user_data_transform": "TFM"}),
        ("USRDRVPGM(QGPL/DRV)", {"user_driver_program": "QGPL/DRV"}),
        ("USRDFNDTA('tray=2')", {"user_defined_data": "tray=2"}),
    ],
)
def test_read_and_written_again(parameters: str, values: dict[str, Any]) -> None:
    for command in ("CRTOUTQ", "CHGOUTQ"):
        definition = read(parameters, command)
        assert (definition.values, definition.problems) == (values, ())
        named = {"name": "Q", "library": "L", **values}
        assert not KINDS[OUTPUT].validate_values(named, None)[1]
    made = Definition(OUTPUT, "L/Q", Action.CREATE, values)
    [written] = DIALECT.write(made)
    [again] = cl.definitions(cl.read_program(written))
    assert again.values == values


def test_as_it_is_written() -> None:
    values = {
        "maximum_spooled_file_size": ("40 08:00 16:00", "10 12:00:30 13:00"),
        "user_defined_object": "QGPL/PDF psfcfg",
        "user_defined_option": ("A", "b c"),
    }
    [written] = DIALECT.write(Definition(OUTPUT, "L/Q", Action.CHANGE, values))
    assert written == (
        "CHGOUTQ OUTQ(L/Q) MAXPAGES((40 0800 1600) (10 120030 1300)) USRDFNOPT(A 'b c')"
        " USRDFNOBJ(QGPL/PDF *PSFCFG)"
    )


@pytest.mark.parametrize(
    "parameters",
    [
        "MAXPAGES(40 0800 1600)",  # one list has its parentheses, too
        "MAXPAGES((40 0800))",
        "MAXPAGES((0 0800 1600))",
        "MAXPAGES((40 2400 1600))",
        "MAXPAGES((1 0800 1600) (2 0800 1600) (3 0800 1600) (4 0800 1600) (5 0800 1600) (6 0800"
        " 1600))",
        "USRDFNOBJ(QGPL/PDF)",
        "USRDFNOBJ(QGPL/PDF *PGM)",
        "USRDFNOPT(A B C D E)",
        "USRDFNOPT(TENLETTERSX)",
        "CLASS(AA)",
        "FCB(TOOLONGFCB)",
    ],
)
def test_mistakes(parameters: str) -> None:
    definition = read(parameters)
    values = {"name": "Q", "library": "L", **definition.values}
    assert definition.problems or KINDS[OUTPUT].validate_values(values, None)[1]


def test_an_element_that_is_not_known() -> None:
    definition = read("MAXPAGES((&PAGES 0800 1600))")
    assert [problem.code for problem in definition.problems] == ["not-literal"]
    assert definition.unknown == {"maximum_spooled_file_size"}


@pytest.mark.parametrize(
    "values",
    [
        {"maximum_spooled_file_size": ("40) DLTOUTQ (1",)},
        {"user_defined_object": "QGPL/PDF) psfcfg"},
        {"user_defined_object": "QGPL/PDF"},
    ],
)
def test_nothing_leaves_its_place(values: dict[str, Any]) -> None:
    with pytest.raises(CannotWrite):
        DIALECT.write(Definition(OUTPUT, "L/Q", Action.CREATE, values))
