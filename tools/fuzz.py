"""Runs every fuzz target of a folder for a while. Usage: fuzz.py FOLDER SECONDS"""
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    folder, seconds = Path(sys.argv[1]), sys.argv[2]
    targets = sorted(folder.glob("fuzz_*"))
    if not targets:
        print(f"no fuzz targets in {folder}")
        return 1
    for target in targets:
        print(f"{target.name}: {seconds} seconds", flush=True)
        with tempfile.TemporaryDirectory() as corpus:
            done = subprocess.run([str(target.resolve()), f"-max_total_time={seconds}", "-print_final_stats=1",
                                   "-verbosity=0", corpus])
        if done.returncode != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
