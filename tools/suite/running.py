"""Runs a test against another library than the one it was built with, and ends everything that it started.

The other library comes first on LD_LIBRARY_PATH, which wins over the path in the program; programs that the test starts
find it in the same way. A run has a folder of its own, which is removed, and limits: a library that was broken on purpose
may fill the memory or never end.
"""
import os
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from listing import Test

MEMORY = 6 << 30   # bytes that a test and what it started may have in memory
LOOK = 0.25        # seconds between two looks at the memory
OUTPUT = 8 << 20   # bytes that are read of what a test wrote


# Set once, when the user wants no more: see stop().
stopping = threading.Event()
live: set[int] = set()


class Stopped(Exception):
    """The run was ended from outside and says nothing."""


def stop() -> None:
    """Ends all runs of this process; they raise Stopped, and so do those that would begin."""
    stopping.set()
    for process in list(live):
        end(process)


@dataclass(frozen=True)
class Outcome:
    code: int | None  # None: it did not end in time; negative: the signal that ended it
    seconds: float
    output: str

    @property
    def passed(self) -> bool:
        return self.code == 0

    @property
    def how(self) -> str:
        if self.code is None:
            return "timed out"
        return "passed" if self.code == 0 else "crashed" if self.code < 0 or self.code >= 128 else "failed"


def run(test: Test, library: Path, limit: float, environment: dict[str, str] | None = None) -> Outcome:
    """`library` is the folder of the library; `limit` is in seconds."""
    if stopping.is_set():
        raise Stopped
    folder = tempfile.mkdtemp(prefix="drydock-run-")
    try:
        values = {**os.environ, **test.environment, **(environment or {}),
                  "LD_LIBRARY_PATH": str(library), "TMPDIR": folder}
        return started(test, folder, values, limit)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def started(test: Test, folder: str, environment: dict[str, str], limit: float) -> Outcome:
    begin = time.monotonic()
    reading, writing = os.pipe()
    try:
        process = subprocess.Popen(test.command, env=environment, cwd=test.folder or folder, stdin=subprocess.DEVNULL,
                                   stdout=writing, stderr=subprocess.STDOUT, start_new_session=True)
    finally:
        os.close(writing)
    live.add(process.pid)
    try:
        restrict(process.pid)
        in_time, output = watched(process.pid, reading, begin + limit)
    finally:
        end(process.pid)
        live.discard(process.pid)
        process.wait()
        os.close(reading)
    if stopping.is_set():
        raise Stopped
    return Outcome(process.returncode if in_time else None, time.monotonic() - begin, output.decode(errors="replace"))


def restrict(process: int) -> None:
    """No core file, and the first to go when the machine has no memory left."""
    try:
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
        Path(f"/proc/{process}/oom_score_adj").write_text("1000")
    except OSError:
        pass  # it has ended


def watched(process: int, reading: int, deadline: float) -> tuple[bool, bytes]:
    """Whether it ended in time, and what it wrote. Does not reap it: until then its number, which is also that of its
    group, stays its own."""
    output, pipes = bytearray(), [reading]
    os.set_blocking(reading, False)
    watch = os.pidfd_open(process)
    try:
        while True:
            left = deadline - time.monotonic()
            ready = select.select([watch, *pipes], [], [], max(0.0, min(left, LOOK)))[0]
            if reading in ready and not read_more(reading, output):
                pipes = []
            if watch in ready:
                while len(output) < OUTPUT and read_more(reading, output):
                    pass
                return True, bytes(output)
            if left <= 0:
                return False, bytes(output)
            if not ready and memory_of(process) > MEMORY:
                os.kill(process, signal.SIGKILL)
    finally:
        os.close(watch)


def read_more(reading: int, output: bytearray) -> bool:
    """False when there is nothing more. What is too much is thrown away."""
    try:
        data = os.read(reading, 1 << 16)
    except BlockingIOError:
        return False
    output += data[:max(0, OUTPUT - len(output))]
    return bool(data)


def memory_of(process: int) -> int:
    pages = 0
    for each in [process, *descendants(process)]:
        try:
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except (OSError, IndexError):
            pass
    return pages * resource.getpagesize()


def end(process: int) -> None:
    """Ends the process, its descendants and what is left of its group."""
    family = descendants(process)
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for each in family:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass


def descendants(process: int) -> list[int]:
    found, at = [process], 0
    while at < len(found):
        try:
            tasks = os.listdir(f"/proc/{found[at]}/task")
            for task in tasks:
                found += map(int, Path(f"/proc/{found[at]}/task/{task}/children").read_text().split())
        except OSError:
            pass
        at += 1
    return found[1:]
