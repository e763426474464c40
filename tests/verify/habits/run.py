"""Correct drivers as different authors write them (tests/drivers/habits): compiles each as an author would and verifies it.
A violation or a fatal finding is a mistake in the driver, or a false finding of the host's.

Usage: run.py [--drydock PROGRAM] [--only GLOB] [--runs N] [--quick] [--jobs N]
  --runs   how many schedules scenarios with several actors are played under (1000); every call fails once
  --quick  the runs without a fault under five schedules, and the faults of a few scenarios
Exit: 0 when all are silent, 1 otherwise, 2 when one does not compile.
"""
import argparse
import fnmatch
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
DRIVERS = ROOT / "tests/drivers/habits"
# Each source is a driver of its kind. The habit is said at its beginning.
KINDS = {
    "counted.c": "miniport",
    "headed.cpp": "miniport",
    "lookaside.c": "miniport",
    "deferred.c": "miniport",
    "threaded.c": "miniport",
    "indexed.c": "miniport",
    "arena_umd.cpp": "umd",
    "keeper_umd.c": "umd",
    "shelf.cpp": "avstream",
    "pooled.c": "avstream",
}
FEW = {"miniport": "miniport.s*", "umd": "user-mode.*re*", "avstream": "minidriver.re*"}


def compile_driver(drydock, source, folder):
    made = folder / (Path(source).stem + ".so")
    subprocess.run([drydock, "cc", "--kind", KINDS[source], DRIVERS / source, "-o", made], check=True)
    return made


def verify(drydock, source, driver, options):
    kind = KINDS[source]
    command = [drydock, "verify", f"--{kind}", driver, *options]
    if kind == "miniport":
        command += ["--profile", DRIVERS / "commands.json"]
    return subprocess.run(command, capture_output=True, text=True)


def is_silent(drydock, source, driver, options):
    started = time.monotonic()
    done = verify(drydock, source, driver, options)
    summary = "; ".join(line for line in done.stdout.splitlines() if " scenarios, " in line or " fatal, " in line)
    print(f"{source}: {summary} ({time.monotonic() - started:.0f} s)", flush=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--drydock", default=ROOT / "build/dev/bin/drydock")
    parser.add_argument("--only", default="*")
    parser.add_argument("--runs", default="1000")
    parser.add_argument("--jobs")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    jobs = ["--jobs", asked.jobs] if asked.jobs else []
    silent = True
    with tempfile.TemporaryDirectory() as folder:
        for source in (each for each in KINDS if fnmatch.fnmatch(each, asked.only)):
            try:
                driver = compile_driver(asked.drydock, source, Path(folder))
            except subprocess.CalledProcessError:
                return 2
            plans = [["--faults", "each", "--runs", asked.runs]]
            if asked.quick:
                few = ["--faults", "each", "--runs", "2", "--scenario", FEW[KINDS[source]]]
                plans = [["--faults", "none", "--runs", "5"], few]
            for plan in plans:
                silent = is_silent(asked.drydock, source, driver, plan + jobs) and silent
    return 0 if silent else 1


if __name__ == "__main__":
    sys.exit(main())
