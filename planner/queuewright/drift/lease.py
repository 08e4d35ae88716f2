"""One job a run: two that make the same run at once would write into each other's files.

A job leaves a token when it begins; the last one to do so holds the run's lease. Before it writes
and before it ends, a job checks that the token is still its own, and gives up when it is not.
"""

from dataclasses import dataclass, field
from random import random
from time import sleep
from uuid import uuid4

from queuewright.catalogue.diagnostic import one_line

from .lake import Lake
from .lake_tables import LakeError
from .session import reason_of
from .tables import LAKE


class RunTaken(LakeError):
    """Another job makes the same run now; the text names the run and the way out."""


@dataclass(frozen=True, slots=True)
class Lease:
    """This job's right to make one run of a lake."""

    lake: Lake
    run: str
    token: str = field(default_factory=lambda: uuid4().hex)

    def check(self) -> None:
        """Raises RunTaken."""
        tokens = [row["token"] for row in self.lake.read("leases", self.run).collect()]
        if tokens != [self.token]:
            raise RunTaken(
                f"lake {self.lake.name}: another job has begun to make run {self.run}; wait for "
                "it, or give --run another name"
            )

    def begin(self) -> None:
        """Before the first write: a run that ended before counts for nothing until it ends again.
        Raises RunTaken."""
        from pyspark.sql import functions as F

        self.check()
        ended = self.lake.read_all("runs", columns="format bigint")
        if ended is not None and ended.where(F.col("run") == self.run).first() is not None:
            nothing = self.lake.spark.createDataFrame([], LAKE["runs"])
            self.lake.write("runs", self.run, nothing.coalesce(1))


def lease(lake: Lake, run: str) -> Lease:
    """Take the lease of a run. Raises LakeError when nothing can be written."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    taken = Lease(lake, run)
    row = lake.spark.createDataFrame([(taken.token,)], LAKE["leases"]).coalesce(1)
    try:
        try:
            lake.write("leases", run, row)
        except (PySparkException, Py4JError):
            # Two that leave their tokens in the same moment: one of them has to come later.
            sleep(1 + 2 * random())
            lake.write("leases", run, row)
    except (PySparkException, Py4JError) as error:
        text = f"lake {lake.name} cannot be written: {reason_of(error)}; give a directory or tables"
        raise LakeError(one_line(f"{text} that can")) from error
    return taken
