"""Runs every fuzz target of a folder, and every model of tests/model, for a while. Usage: fuzz.py FOLDER SECONDS"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run_fuzzer(target: Path, seconds: str) -> bool:
    with tempfile.TemporaryDirectory() as corpus:
        done = subprocess.run([str(target.resolve()), f"-max_total_time={seconds}", "-print_final_stats=1",
                               "-verbosity=0", corpus])
    return done.returncode == 0


def run_model(target: Path, seconds: str) -> bool:
    """A model plays from seeds of its own, and prints the seed of a failure."""
    environment = os.environ | {"DRYDOCK_MODEL_SECONDS": seconds}
    done = subprocess.run([str(target.resolve()), "--gtest_filter=*.RandomSequences"], env=environment)
    return done.returncode == 0


def main() -> int:
    folder, seconds = Path(sys.argv[1]), sys.argv[2]
    fuzzers, models = sorted(folder.glob("fuzz_*")), sorted(folder.glob("model_*_test"))
    if not fuzzers or not models:
        print(f"no fuzz targets or no models in {folder}")
        return 1
    for target in fuzzers + models:
        print(f"{target.name}: {seconds} seconds", flush=True)
        runs = run_fuzzer if target in fuzzers else run_model
        if not runs(target, seconds):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
