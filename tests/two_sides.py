"""The same commands over two ways of reaching a system: the base of stateful tests."""

import tempfile
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine

from carriers import Reached


class TwoSides(RuleBasedStateMachine):
    """The sandbox in this process, and another one behind `carrier`."""

    carrier: str

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.sides: list[Reached] = []
        for number, carrier in enumerate(("sandbox", self.carrier)):
            own = folder / str(number)
            own.mkdir()
            self.sides.append(self.stack.enter_context(self.reached(carrier, own)))

    def reached(self, carrier: str, folder: Path) -> AbstractContextManager[Reached]:
        raise NotImplementedError

    def teardown(self) -> None:
        for side in self.sides:
            side.machine.sandbox.close()
        self.stack.close()
