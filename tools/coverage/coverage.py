"""How much of the host the tests see: functions, lines, branches and exported routines, by room.

Builds the library with counters, runs the tests of build/dev against it, and prints a table, the functions that no test
enters and the exported routines that no test names. The whole report is written as HTML and JSON. Functions that nothing
can enter are listed in unreachable.txt with their reasons and left out. docs/testing-the-host.md says how to read this.

Exit: 0 when every room reaches its goals, 1 when not, 2 when nothing could be measured.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("suite", "mutate")]
import reasons  # noqa: E402
import table  # noqa: E402
from exports import exported, words_of  # noqa: E402
from host import ROOT, room_of  # noqa: E402
from listing import NotBuilt, Test, tests_of  # noqa: E402
from measured import sources_of  # noqa: E402
from running import Stopped, run, stop  # noqa: E402

LIMIT = 600.0  # seconds of one test: counters cost time
PROFILE = "%c%4m.profraw"  # counters live in the file, so that a crash loses none; up to four files take turns


class NotMeasured(Exception):
    """A step failed."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests", type=Path, default=ROOT / "build" / "dev", help="the build whose tests are run")
    parser.add_argument("--preset", default="coverage", help="the preset of the library with counters")
    parser.add_argument("--only", default="", help="only tests whose names have this in them")
    parser.add_argument("--again", action="store_true", help="only report what the last run measured")
    return parser.parse_args()


def command(*words, **more) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise NotMeasured(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


class Measurement:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.folder = ROOT / "build" / options.preset
        self.library = self.folder / "lib" / "libdrydock.so"
        self.profiles = self.folder / "profiles"
        self.merged = self.folder / "merged.profdata"
        self.exported = self.folder / "llvm-cov.json"

    def build(self) -> None:
        command("cmake", "--preset", self.options.preset, "--log-level=WARNING", cwd=ROOT)
        command("cmake", "--build", self.folder, "--target", "libdrydock", "--parallel", self.options.jobs)
        # The library looks for the drivers of the software GPU beside itself.
        share = self.folder / "share" / "drydock" / "drivers"
        share.parent.mkdir(parents=True, exist_ok=True)
        if not share.exists():
            share.symlink_to(self.options.tests / "share" / "drydock" / "drivers")

    def run_tests(self) -> None:
        tests = tests_of(self.options.tests, lambda name: self.options.only in name)
        self.profiles.mkdir(exist_ok=True)
        for old in self.profiles.iterdir():
            old.unlink()
        failed = 0
        pool = ThreadPoolExecutor(self.options.jobs)
        try:
            for test, passed in zip(tests, pool.map(self.passes, tests)):
                if not passed:
                    failed += 1
                    print(f"fails against the library with counters: {test.name}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
        print(f"{len(tests)} tests, {failed} failed", flush=True)

    def passes(self, test: Test) -> bool:
        return run(test, self.library.parent, LIMIT, {"LLVM_PROFILE_FILE": str(self.profiles / PROFILE)}).passed

    def merge(self) -> None:
        command("llvm-profdata-19", "merge", "--sparse", "-o", self.merged, *sorted(self.profiles.glob("*.profraw")))
        with self.exported.open("w") as file:
            done = subprocess.run(["llvm-cov-19", "export", self.library, f"--instr-profile={self.merged}",
                                   "--skip-expansions"], stdout=file)
        if done.returncode != 0:
            raise NotMeasured("llvm-cov-19 export failed")
        command("llvm-cov-19", "show", self.library, f"--instr-profile={self.merged}", "--format=html",
                "--show-branches=count", f"--output-dir={self.folder / 'html'}", ROOT / "src")

    def report(self) -> int:
        sources = sources_of(json.loads(self.exported.read_text()), ROOT, lambda name: room_of(name) is not None)
        exports, words = exported(self.library), words_of(ROOT / "tests")
        result = table.coverage(sources, readable(sources), reasons.read(reasons.PATH.read_text()), exports, words)
        (self.folder / "coverage.json").write_text(json.dumps(table.as_json(result), indent=1))
        for function, name in result.never:
            print(f"{function.file}:{function.line}: never entered: {name}")
        for name in result.unnamed:
            print(f"no test names {name}")
        for reason in result.stale:
            print(f"{reasons.PATH.name}:{reason.line}: {reason.function} is entered, or is not there")
        print(f"\n{table.as_text(result.rows)}\n")
        below = table.below_goal(result.rows)
        print("\n".join(below))
        print(f"{self.folder / 'html' / 'index.html'}\n{self.folder / 'coverage.json'}")
        return 1 if below or result.stale else 0


def readable(sources: list) -> dict[str, str]:
    """From the names of the linker to those of the source."""
    names = sorted({name for source in sources for function in source.functions for name in function.names})
    shown = command("llvm-cxxfilt-19", "--no-params", input="\n".join(names)).stdout.splitlines()
    return dict(zip(names, shown))


def interrupt(*_) -> None:
    stop()
    raise KeyboardInterrupt


def main() -> int:
    signal.signal(signal.SIGINT, interrupt)
    measurement = Measurement(arguments())
    try:
        if not measurement.options.again:
            measurement.build()
            measurement.run_tests()
            measurement.merge()
        return measurement.report()
    except (NotMeasured, NotBuilt, reasons.BadLine) as fault:
        print(fault, file=sys.stderr)
    except (KeyboardInterrupt, Stopped):
        print("interrupted", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
