"""Fixtures for every test."""

import asyncio
import atexit
import gc
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from plan_documents import documents_validated

pytest.register_assert_rewrite("ibmi_stack")

# Sandboxes and states are written so that they outlast a crash: with thousands of them tests would
# wait for the disk for more than a minute. Processes that tests start find it in the environment.
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30


def _takes_all(folder: Path) -> bool:
    """Whether there is room, and tests may run the programs that they write there."""
    if not folder.is_dir():
        return False
    is_executable = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    return is_executable and shutil.disk_usage(folder).free > ENOUGH


IN_MEMORY = ""
if "TMPDIR" not in os.environ and os.name == "posix" and _takes_all(MEMORY):
    IN_MEMORY = tempfile.mkdtemp(prefix="qw-", dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = IN_MEMORY


def pytest_sessionfinish(exitstatus: int) -> None:
    """Nothing stays in memory, unless somebody may want to see why a test failed."""
    if IN_MEMORY and exitstatus == 0:
        atexit.register(shutil.rmtree, IN_MEMORY, ignore_errors=True)


# A busy machine is not a failure, and each run tries the same examples: a failure that only chance
# finds would stop people who did not cause it. `HYPOTHESIS_PROFILE=search` looks for more.
settings.register_profile("suite", deadline=None, max_examples=20, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

# Files whose tests share what takes long to make, such as a Spark session: one process for each
# group. (The marks of xdist for groups do nothing with pytest 9.2.)
GROUPS = {
    f"tests/{file}": group
    for group, files in {
        "spark": (
            "planner/drift/compare/test_differences.py", "planner/drift/lake/test_conditions.py",
            "planner/drift/lake/test_leases.py", "planner/drift/test_cli_drift.py",
            "planner/drift/test_far_files.py", "planner/drift/test_group_objects.py",
            "planner/drift/test_job.py", "planner/drift/test_mixed_fleet.py",
            "planner/drift/test_planted.py", "planner/drift/test_session.py",
            "planner/drift/test_tables.py", "planner/drift/test_watch_stream.py",
        ),
        "production dump": ("planner/test_dump_end_to_end.py",),
        "new kinds": ("test_new_kind.py",),
        "layers": ("test_layers.py",),
        "parameters": ("test_ibmi_parameters.py",),
        "Java": ("provider/dialects/pcf/test_java.py",),
    }.items()
    for file in files
}  # fmt: skip


class _GroupScheduling(LoadScopeScheduling):
    """A process gets the cases of a test function together: to hand out each of 15,000 by itself
    would take longer than many of them."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if self.config.option.markexpr == "deploy":  # their sessions are small beside their jobs
            return file
        return GROUPS.get(file, nodeid.partition("[")[0])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return _GroupScheduling(config, log)


def pytest_collection_finish() -> None:
    """Objects that exist before the first test stay, and later collections need not look at them.
    Tests make many objects and few cycles, so that collections can be rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.fixture(autouse=True, scope="module")
def _what_is_kept_is_looked_at_once() -> Iterator[None]:
    """What tests keep for later ones (parsed dumps, sessions) would be gone through again by every
    collection: after thousands of tests a failing program, which ends with one, took seconds."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _every_document_is_as_its_schema_says() -> Iterator[None]:
    """Whoever makes a plan or lints, the document has the published fields and no others."""
    with documents_validated():
        yield


@pytest.fixture(autouse=True, scope="session")
def _nobody_waits_for_others() -> Iterator[None]:
    """No other client sets the repositories of a test's queue manager, and what does not answer
    in a test need not be given time before it is asked again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("queuewright.systems.mq.system.SETTLES", 0.0)
        patch.setattr("queuewright.systems.sending._FIRST_WAIT", 0.01)
        yield


SHARED_MQSC = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc"


@pytest.fixture(autouse=True)
def _no_loop_is_left() -> Iterator[None]:
    """Pulumi's SDK makes an event loop where there is none and leaves it open: closed here, with
    what waits on it, it cannot be found by the garbage collector in the middle of another test."""
    yield
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            loop = asyncio.get_event_loop_policy().get_event_loop()
    except RuntimeError:  # there is none
        return
    if not loop.is_running():
        waiting = () if loop.is_closed() else asyncio.all_tasks(loop)
        for task in waiting:
            task.cancel()
        if waiting:
            loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))
        loop.close()
        asyncio.set_event_loop(None)


@pytest.fixture(scope="session")
def shared_mqsc() -> Path:
    """The folder of public MQSC scripts beside the checkout; skips where it is absent."""
    if not SHARED_MQSC.is_dir():
        pytest.skip(f"the public MQSC scripts are not at {SHARED_MQSC}")
    return SHARED_MQSC
