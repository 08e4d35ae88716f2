"""The journal of a data queue. Sources: IBM i, STRJRNOBJ, ENDJRNOBJ; JOURNALED, JOURNAL_NAME and
JOURNAL_LIBRARY of OBJECT_STATISTICS.

STRJRNOBJ supports local data queues only: a DDM data queue has no journal. The journal itself, and
its receivers, are made by others.
"""

from queuewright.catalogue.attribute import Attribute, Cl, Sql, Unit
from queuewright.catalogue.sources import STRJRNOBJ

from .common_attributes import IBMI, QUALIFIED, special

JOURNAL = "journal"
JOURNALED_TO = Attribute(
    title="Journal",
    sources=(STRJRNOBJ.at("JRN"),),
    cl=Cl("JRN", command="STRJRNOBJ"),
    platforms=IBMI,
    **QUALIFIED,
    unit=Unit.CHARACTERS,
    choices=(special("*NONE"),),
    shipped="none",
    sql=Sql("OBJECT_STATISTICS", "JOURNAL_NAME", library="JOURNAL_LIBRARY", null="none"),
)
