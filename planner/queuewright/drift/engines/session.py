"""The Spark session: the active one, else a local one that is ours to stop."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OWN = "spark.queuewright.own"  # set in a session that was made here, and ends with the command

_JAVA_NEEDED = 17
# Java's error when a class is not as the one that calls it was compiled against.
_LINKAGE = tuple(
    f"java.lang.{name}"
    for name in ("NoSuchMethodError", "NoSuchFieldError", "NoClassDefFoundError",
                 "AbstractMethodError", "IncompatibleClassChangeError")
)  # fmt: skip
_JAVA_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS")
_FEW = 2_000  # environments
_OF_FEW = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "2",
}
_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|NotFound)\b.*: ")  # how a traceback ends
_LOGGING = Path(__file__).with_name("log4j2.properties")


class SparkUnavailable(QueuewrightError):
    """pyspark or Java is missing; the text says how to get it."""


class SparkFailed(QueuewrightError):
    """Spark cannot do what was asked; its own words, in one line."""


def require_pyarrow() -> None:
    """Raises SparkUnavailable, in one line, when pyarrow is missing."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise SparkUnavailable(
            "drift needs pyarrow, which is missing; pip install 'queuewright[drift]'"
        ) from None


def require_pyspark() -> None:
    """Raises SparkUnavailable, in one line, when pyspark or pyarrow is missing."""
    try:
        import pyarrow  # noqa: F401
        import pyspark.sql  # noqa: F401
    except ImportError:
        raise SparkUnavailable(
            "drift needs pyspark and pyarrow, which are missing; pip install 'queuewright[drift]'"
        ) from None


@contextmanager
def spark_session(
    *,
    master: str | None = None,
    remote: str | None = None,
    name: str = "queuewright drift",
    environments: int | None = None,
) -> Iterator["SparkSession"]:
    """The active session, never stopped; else one made here and stopped at the end.

    master: as spark-submit has it, default local[*]. remote: a Spark Connect URL. In local mode
    the workers' Python is this interpreter, without the user setting anything. environments: how
    many it is for; what Spark does to be fast on many costs more than it saves on a few.
    """
    require_pyspark()
    from pyspark.sql import SparkSession

    with _one_line(), ExitStack() as stack:
        active = _active()
        if active is not None:
            yield active
            return
        remote = remote or os.environ.get("SPARK_REMOTE")
        few = environments is not None and environments <= _FEW
        if remote:
            session = SparkSession.builder.remote(remote).appName(name).getOrCreate()
        else:
            session = _local(name, master, stack, few=few)
        stack.callback(session.stop)
        if few:
            _set_where_nobody_did(session, _OF_FEW)
        yield session


def reaches_files_as_the_driver(spark: "SparkSession", root: str) -> bool:
    """Whether a path means the same files to Spark's tasks and to this process: not on a cluster,
    whose driver may have the folder mounted or not, and not through Spark Connect."""
    context = getattr(spark, "_sc", None)
    if context is None or not re.fullmatch(r"local(\[[\d*, ]+\])?", context.master):
        return False
    if "://" in root or root.startswith("file:"):
        return root.startswith("file:///")
    return str(context._jsc.hadoopConfiguration().get("fs.defaultFS")).startswith("file:")


def _active() -> "SparkSession | None":
    """The session that is there: this thread's, or the default one that other threads share."""
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    try:
        session = SparkSession.active()
    except PySparkRuntimeError:  # neither
        return None
    context = getattr(session, "_sc", None)
    stopped = context is not None and context._jsc is None
    return None if stopped else session


@contextmanager
def _one_line() -> Iterator[None]:
    """Spark's error for a lake that cannot be written, a server that is not there, and so on."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        if "No space left on device" in str(error):
            raise SparkFailed(
                "no space is left on a disk that Spark writes to, for its own files "
                "(spark.local.dir, else /tmp) or the lake; free some and run again: the runs that "
                "ended are as they were"
            ) from error
        raise SparkFailed(one_line(f"Spark: {reason_of(error)}")) from error


def reason_of(error: Exception) -> str:
    """The innermost cause that Spark tells, without its stack."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # py4j says only that something happened; the line after it says what.
    plain = [line.removeprefix(": ") for line in lines if not line.startswith("An error occurred")]
    reasons = [line for line in lines if line.startswith("Caused by:")] or plain[:1]
    if not reasons:
        return type(error).__name__
    if reasons[-1].endswith("Traceback (most recent call last):"):  # of a worker's Python
        raised = [line for line in lines if _RAISED.match(line)]
        return raised[-1] if raised else reasons[-1]
    reason = reasons[-1].removeprefix("Caused by:").strip()
    if reason.startswith(_LINKAGE):
        return f"a jar on the class path is made for another version of Spark: {reason}"
    return reason


def _set_where_nobody_did(session: "SparkSession", settings: Mapping[str, str]) -> None:
    """Options that are left at Spark's default, of a session on somebody's cluster too."""
    chosen = session.conf.getAll
    for key, value in settings.items():
        if key not in chosen:
            session.conf.set(key, value)


def _local(name: str, master: str | None, stack: ExitStack, *, few: bool = False) -> "SparkSession":
    """stack: takes what has to go when the session has ended."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName(name).config(OWN, "true")
    if "SPARK_ENV_LOADED" in os.environ:  # under spark-submit, which decided all of this already
        return builder.getOrCreate()
    require_java()
    chosen = master or os.environ.get("MASTER") or "local[*]"
    builder = builder.master(chosen).config("spark.ui.showConsoleProgress", "false")
    if not chosen.startswith("local"):
        return builder.getOrCreate()
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": (
            f"{collector()}{compiler() if few else ''}-Dlog4j2.configurationFile={_LOGGING}"
        ),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": os.environ.get("QUEUEWRIGHT_SPARK_MEMORY", "4g"),
        "spark.log.level": "OFF",
        "spark.ui.enabled": "false",
    }
    if not _configured("spark.sql.warehouse.dir", "spark.sql.catalogImplementation"):
        # Spark makes this folder even for those who have no tables, where the command is given.
        settings["spark.sql.warehouse.dir"] = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="queuewright-", ignore_cleanup_errors=True)
        )
    if not few:
        settings["spark.sql.shuffle.partitions"] = str(4 * (os.cpu_count() or 1))
    for key, value in settings.items():
        builder = builder.config(key, value)
    with _quiet_launch():
        return builder.getOrCreate()


def collector() -> str:
    """For two cores or a few, the garbage collector that stops for the shortest time in all: a job
    takes a tenth less. Java starts with no two of them, so that a user's own choice is kept."""
    chosen = "".join(os.environ.get(name, "") for name in _JAVA_OPTIONS)
    return "" if re.search(r"-XX:[+]Use\w*GC\b", chosen) else "-XX:+UseParallelGC "


def compiler() -> str:
    """A job of a minute is over before the better compiled code pays: the job takes a third less.
    The code cache stays as large as it is otherwise."""
    chosen = "".join(os.environ.get(name, "") for name in _JAVA_OPTIONS)
    few = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m "
    return "" if "TieredStopAtLevel" in chosen or "CodeCacheSize" in chosen else few


def _configured(*settings: str) -> bool:
    """Whether the user's own configuration of Spark, which ours would go before, has one."""
    import pyspark

    home = os.environ.get("SPARK_HOME") or str(Path(pyspark.__file__).parent)
    file = Path(os.environ.get("SPARK_CONF_DIR") or f"{home}/conf") / "spark-defaults.conf"
    text = os.environ.get("PYSPARK_SUBMIT_ARGS", "")
    if file.is_file():
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        text += "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return any(setting in text for setting in settings)


@contextmanager
def _quiet_launch() -> Iterator[None]:
    """The standard error of a JVM that is started inside goes to a temporary file."""
    try:
        own = os.dup(2)
    except OSError:  # no standard error at all
        yield
        return
    with tempfile.TemporaryFile() as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except Exception as error:
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines()
            last = f" ({lines[-1]})" if lines else ""
            raise SparkFailed(one_line(f"Spark does not start: {error}{last}")) from error
        finally:
            os.dup2(own, 2)
            os.close(own)


def require_java() -> None:
    """Raises SparkUnavailable, in one line, when Java 17 or newer is missing."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which(f"{home}/bin/java" if home else "java")
    present = ", and none was found"
    if java is not None:
        asked = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
        version = re.search(r'version "(\d+)', asked.stderr)
        if version is not None and int(version.group(1)) >= _JAVA_NEEDED:
            return
        present = f", found {version.group(1) if version else 'an unknown version'}"
    raise SparkUnavailable(
        f"Spark needs Java {_JAVA_NEEDED} or newer{present}; install Java 17 or newer and put it "
        "on the PATH or in JAVA_HOME, or give --engine local"
    )
