"""The journal of an update: one JSON object a line, appended as soon as something happened.

    {"journal": 2, "stack": "...", "continues": digest of the saved state}     first line
    {"begin": {resource}}                          written before an object is created; of one that
                                                   is replaced also when it is deleted, with "gone"
    {"stopped": {resource}}                        written before an object that runs is stopped to
                                                   be changed, and before one is changed after
                                                   which REFRESH SECURITY is sent
    {"done": {resource}, "replaces": [urn...]}     the resource as the state has it now; "open":
                                                   {resource}, where something is left to be done
    {"ended": "urn"}                               that was done
    {"gone": "urn", "id": "..."}                   the object, or only the resource, is no more
    {"failed": "urn"}                              what was begun did not happen
    {"saved": digest}                              the state that is saved next includes all of it

What was begun and neither done nor failed is a pending operation: the object may exist, and is
then this stack's own, until the object is recorded or deleted under whatever URN. So is what was
stopped: it is to be started again; and what REFRESH SECURITY is still to be sent for.

A journal belongs to one saved state, by its digest. Killed between saving and removing the journal,
an update leaves both: the journal's last word says that the state includes it.
"""

import json
import os
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from pydantic_core import to_json

from queuewright.catalogue.diagnostic import shown
from queuewright.private_files import open_private

from .deployment import CREATING, UPDATING, Deployment, Resource, check_resource
from .errors import StateError

_SYNC_EVERY = 0.2  # seconds: records outlive this process at once, a power cut after this long


class Journal:
    """Appends records, from any thread. Raises StateError when it cannot write."""

    def __init__(self, path: Path, stack: str, continues: str = "") -> None:
        """continues: digest of the saved state."""
        self._path = path
        self._continues = continues
        self._lock = threading.Lock()
        self._synced = time.monotonic()
        self._file: IO[bytes] | None = None
        self._stack = stack
        self._records: list[Mapping[str, Any]] = []

    @property
    def records(self) -> tuple[Mapping[str, Any], ...]:
        """The entries that this process has written."""
        return tuple(self._records)

    def begin(self, resource: Resource, instead_of: Resource | None = None) -> None:
        """An object is about to be created for this resource. instead_of: what it replaces, which
        is no more: one record, so that no crash comes between the two."""
        gone = {} if instead_of is None else {"gone": instead_of.urn, "id": instead_of.id}
        self._write({"begin": dict(resource.raw), **gone})

    def stopped(self, resource: Resource) -> None:
        """The object of this resource is about to be changed, and more is to be done after that:
        it runs, and is stopped and started, or REFRESH SECURITY is sent."""
        self._write({"stopped": dict(resource.raw)})

    def done(
        self, resource: Resource, replaces: Iterable[str] = (), left: Resource | None = None
    ) -> None:
        """The resource is now like this; `replaces` are former URNs that it had. left: what is
        still to be done, in the same record, so that no crash comes between the two."""
        still = {} if left is None else {"open": dict(left.raw)}
        self._write({"done": dict(resource.raw), "replaces": list(replaces), **still})

    def ended(self, urn: str) -> None:
        """Nothing is left to be done of it."""
        self._write({"ended": urn})

    def deleted(self, urn: str, resource_id: str) -> None:
        self._write({"gone": urn, "id": resource_id})

    def failed(self, urn: str) -> None:
        self._write({"failed": urn})

    def saved(self, digest: str) -> None:
        """A state that includes all of it is about to be saved."""
        self._write({"saved": digest})

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _write(self, record: Mapping[str, Any]) -> None:
        line = to_json(record) + b"\n"
        with self._lock:
            try:
                if self._file is None:
                    self._file = self._open()
                self._file.write(line)
                self._file.flush()
                self._records.append(record)
                if time.monotonic() - self._synced > _SYNC_EVERY:
                    os.fsync(self._file.fileno())
                    self._synced = time.monotonic()
            except OSError as error:
                raise StateError(
                    f"{self._path}: cannot write the journal: {error.strerror}; make room or give "
                    "access, and run again"
                ) from None

    def _open(self) -> IO[bytes]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            whole = self._path.read_bytes().rpartition(b"\n")[0]
            if whole:
                # A record that a crash cut off must not swallow the next one.
                os.truncate(self._path, len(whole) + 1)
                return open_private(self._path, append=True)
        header = {"journal": 2, "stack": self._stack, "continues": self._continues}
        file = open_private(self._path)
        file.write(json.dumps(header).encode() + b"\n")
        sync_directory(self._path.parent)
        return file


def read_journal(path: Path, stack: str, state: str = "") -> list[Mapping[str, Any]]:
    """The records, without the header and without a last one that a crash cut off; none where the
    saved state includes them. state: its digest, "" where there is none.

    Raises StateError when the file is damaged, is something else, or continues another state.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StateError(f"{path}: cannot be read: {error.strerror}; give access to it") from None
    lines.pop()  # empty, or cut off: what it would have said is found out by looking at the system
    records: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, 1):
        record: Any = None
        with suppress(ValueError, RecursionError):
            record = json.loads(line)
        if (
            not isinstance(record, dict)
            or not _known(record)
            or ("journal" in record) != (number == 1)
        ):
            raise StateError(
                f"{path}: line {number} is not a record of a journal that this version reads; use "
                "the version that wrote it, or move the file away and run queuewright refresh"
            )
        records.append(record)
    if not records:
        return []
    header, *rest = records
    if header["stack"] != stack:
        raise StateError(
            f"{path}: is the journal of stack {shown(header['stack'])}, not of {stack}; move it "
            "back to its stack, or away"
        )
    if state in [record["saved"] for record in rest if "saved" in record]:
        return []
    if header["continues"] != state:
        raise StateError(
            f"{path}: continues a different state than the one next to it; put that state back, "
            "or move the journal away and run queuewright refresh"
        )
    return [record for record in rest if "saved" not in record]


def _known(record: Mapping[str, Any]) -> bool:
    if "journal" in record:
        texts = isinstance(record.get("stack"), str) and isinstance(record.get("continues"), str)
        return bool(record["journal"] == 2) and texts
    if "saved" in record:
        return isinstance(record["saved"], str)
    resource = record.get("begin", record.get("stopped", record.get("done")))
    if resource is not None:
        try:
            check_resource(resource, "")
            check_resource(record.get("open", resource), "")
        except StateError:
            return False
        former = record.get("replaces", [])
        if not isinstance(record.get("gone", ""), str):
            return False
        return isinstance(former, list) and all(isinstance(urn, str) for urn in former)
    return isinstance(record.get("gone", record.get("failed", record.get("ended"))), str)


def replay(deployment: Deployment, records: Iterable[Mapping[str, Any]]) -> Deployment:
    """The state after what a journal says has happened, in Pulumi's order."""
    replayed = _Replay(deployment)
    for record in records:
        if "begin" in record:
            raw = record["begin"]
            if "gone" in record:
                replayed.deleted(record["gone"], str(record.get("id", "")))
            replayed.pending[raw["urn"]] = {"resource": raw, "type": CREATING}
        elif "stopped" in record:
            raw = record["stopped"]
            replayed.pending[raw["urn"]] = {"resource": raw, "type": UPDATING}
        elif "done" in record:
            replayed.done(Resource(record["done"]), record.get("replaces") or ())
            if "open" in record:
                raw = record["open"]
                replayed.pending[raw["urn"]] = {"resource": raw, "type": UPDATING}
        elif "gone" in record:
            replayed.deleted(record["gone"], str(record.get("id", "")))
        else:
            replayed.pending.pop(record.get("failed", record.get("ended")), None)
    return replayed.deployment(deployment.extra)


class _Replay:
    def __init__(self, before: Deployment) -> None:
        self._current = before.by_urn()
        self._features = before.features
        self._former = {
            (resource.urn, resource.id): resource
            for resource in before.resources
            if resource.deleting
        }
        self.pending = {str(entry["resource"]["urn"]): entry for entry in before.pending}

    def done(self, resource: Resource, replaces: Iterable[str]) -> None:
        """A resource as it is now. It takes its object over from former URNs; its own former
        object, when that is another one, waits for its delete as Pulumi has it."""
        self.pending.pop(resource.urn, None)
        self._settled(resource.id)
        for urn in replaces:
            if urn in self._current and self._current[urn].id == resource.id:
                del self._current[urn]
        before = self._current.get(resource.urn)
        if before is not None and before.custom and before.id != resource.id:
            self._former[before.urn, before.id] = before.but(delete=True)
        self._current[resource.urn] = resource

    def deleted(self, urn: str, identifier: str) -> None:
        self._settled(identifier)
        if self._former.pop((urn, identifier), None) is None:
            here = self._current.get(urn)
            if here is not None and here.id == identifier:
                del self._current[urn]

    def _settled(self, identifier: str) -> None:
        """The object is recorded or no more: nothing is pending of it, under whatever URN."""
        if identifier:
            self.pending = {
                urn: entry
                for urn, entry in self.pending.items()
                if entry["resource"].get("id") != identifier
            }

    def deployment(self, extra: Mapping[str, Any]) -> Deployment:
        alive = {resource.id for resource in self._current.values()}
        former = (resource for resource in self._former.values() if resource.id not in alive)
        resources = ordered((*self._current.values(), *former))
        return Deployment(resources, tuple(self.pending.values()), extra, self._features)


def ordered(resources: Iterable[Resource]) -> tuple[Resource, ...]:
    """The resources with nothing before what it needs, otherwise in the order given; what is
    needed and not there is taken out of the lists that name it. Linear."""
    listed = list(resources)
    places: dict[str, Resource] = {
        resource.urn: resource for resource in listed if not resource.deleting
    }
    done: dict[int, Resource] = {}
    placed: set[str] = set()
    for start in listed:
        waiting = [start]
        entered: set[str] = set()
        while waiting:
            resource = waiting[-1]
            if id(resource) in done:
                waiting.pop()
                continue
            open_needs = [
                places[urn]
                for urn in sorted(resource.needs())
                if urn in places and urn not in placed and urn not in entered
            ]
            entered.add(resource.urn)
            if open_needs:
                waiting.extend(open_needs)
                continue
            waiting.pop()
            done[id(resource)] = _only_known(resource, places)
            if not resource.deleting:
                placed.add(resource.urn)
    return tuple(done.values())


def _only_known(resource: Resource, known: Mapping[str, Resource]) -> Resource:
    # Not a difference with its keys: that looks at every one of them.
    missing = {urn for urn in resource.needs() if urn not in known}
    if not missing:
        return resource
    kept = [urn for urn in resource.dependencies if urn not in missing]
    others = [urn for urn in resource.raw.get("replaceWith") or () if urn not in missing]
    named = {
        name: [urn for urn in urns or () if urn not in missing]
        for name, urns in (resource.raw.get("propertyDependencies") or {}).items()
    }
    single = {name: resource.raw.get(name) for name in ("parent", "deletedWith")}
    return resource.but(
        dependencies=kept or None,
        replaceWith=others or None,
        propertyDependencies=named or None,
        **{name: None if urn in missing else urn for name, urn in single.items()},
    )


def sync_directory(folder: Path) -> None:
    """A new or renamed file survives a power cut only when its directory is written too."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
