"""A copy of the tree with the mutants planted, and the library that is built of it.

The copy shares everything with the tree but its sources. Files that are as they should be are not written again, so that
the next run with other mutants compiles what differs only.
"""
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from edits import with_switches
from place import Place

RUNTIME = Path(__file__).with_name("runtime")
COPIED = {"src"}
OMITTED = {"build", ".git"}
ROUNDS = 12  # of builds, each without the mutants that the one before could not compile
MESSAGE = re.compile(r"^(?P<file>/[^:\n]+):(?P<line>\d+):\d+: (?P<kind>fatal error|error|note|warning):", re.MULTILINE)


class NotPlanted(Exception):
    """The library cannot be built."""


@dataclass
class Workshop:
    root: Path    # the tree
    folder: Path  # everything that is made
    jobs: int
    preset: str = "dev"
    target: str = "libdrydock"

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    @property
    def build(self) -> Path:
        return self.folder / "build"

    @property
    def library(self) -> Path:
        """The folder of the library."""
        return self.build / "lib"

    def make(self, numbered: dict[int, Place]) -> dict[int, str]:
        """Builds the library with these mutants; returns those that do not compile, each with the compiler's words."""
        self.copy_tree()
        skipped: dict[int, str] = {}
        for turn in range(ROUNDS):
            self.write({number: place for number, place in numbered.items() if number not in skipped})
            if turn == 0:
                self.configure()
            output = self.compile()
            if output is None:
                return skipped
            blamed = self.blame(output, {n: p for n, p in numbered.items() if n not in skipped})
            if not blamed:
                break
            skipped |= blamed
        raise NotPlanted(f"the library does not build, and no mutant is to blame:\n{output[-4000:]}")

    def copy_tree(self) -> None:
        self.tree.mkdir(parents=True, exist_ok=True)
        for path in self.root.iterdir():
            there = self.tree / path.name
            if path.name not in COPIED | OMITTED and not there.exists():
                there.symlink_to(path)
        wanted = {"sim/mutation.cpp": (RUNTIME / "mutation.cpp").read_bytes()}
        for path in (self.root / "src").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wanted[path.relative_to(self.root / "src").as_posix()] = path.read_bytes()
        for path in [path for path in (self.tree / "src").rglob("*") if path.is_file()]:
            if path.relative_to(self.tree / "src").as_posix() not in wanted:
                path.unlink()
        self.originals = {f"src/{name}": data for name, data in wanted.items()}
        write_if_new(self.folder / "mutation.h", (RUNTIME / "mutation.h").read_bytes())

    def write(self, numbered: dict[int, Place]) -> None:
        by_file: dict[str, dict[int, Place]] = defaultdict(dict)
        for number, place in numbered.items():
            by_file[place.file][number] = place
        for name, data in self.originals.items():
            write_if_new(self.tree / name, with_switches(data, by_file.get(name, {})))

    def configure(self) -> None:
        # A mutant may leave a variable unused or a lock held: warnings say nothing here.
        flags = f"-w -include {self.folder / 'mutation.h'}"
        self.run("cmake", "--preset", self.preset, "-S", str(self.tree), "-B", str(self.build), "--log-level=WARNING",
                 "-DBUILD_TESTING=OFF", "-DDRYDOCK_DRIVERS=OFF", f"-DCMAKE_CXX_FLAGS={flags}")
        # The library looks for the drivers of the software GPU beside itself.
        share = self.build / "share" / "drydock" / "drivers"
        share.parent.mkdir(parents=True, exist_ok=True)
        if not share.exists():
            share.symlink_to(self.root / "build" / self.preset / "share" / "drydock" / "drivers")

    def run(self, *words: str) -> None:
        done = subprocess.run(words, cwd=self.tree, capture_output=True, text=True)
        if done.returncode != 0:
            raise NotPlanted(f"{' '.join(words)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")

    def compile(self) -> str | None:
        """What the compiler says; None when the library is built."""
        done = subprocess.run(["cmake", "--build", str(self.build), "--target", self.target, "--parallel", str(self.jobs),
                               "--", "-k", "0"], cwd=self.tree, capture_output=True, text=True)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def blame(self, output: str, numbered: dict[int, Place]) -> dict[int, str]:
        """The mutants on the lines of which errors speak, or else all mutants of the files."""
        spots = [(self.name_of(m["file"]), int(m["line"]), m["kind"]) for m in MESSAGE.finditer(output)]
        texts = {(self.name_of(m["file"]), int(m["line"])): output[m.end():].split("\n", 1)[0].strip()
                 for m in MESSAGE.finditer(output) if "error" in m["kind"]}
        errors = [spot[:2] for spot in spots if "error" in spot[2]]
        blamed: dict[int, str] = {}
        for number, place in numbered.items():
            last = place.line + place.planted.count("\n")
            for file, line in errors:
                if file == place.file and place.line <= line <= last:
                    blamed[number] = texts[file, line]
        if blamed:
            return blamed
        # The error is elsewhere: in a template that a mutant uses, which the notes lead to, or behind a broken text.
        for kinds in (("note",), ("error", "fatal error", "note")):
            for number, place in numbered.items():
                near = [line for file, line, kind in spots if kind in kinds and file == place.file]
                if kinds != ("note",) and near or any(place.line <= line <= place.line + 1 for line in near):
                    blamed[number] = "the file does not compile with it, or with another mutant of it"
            if blamed:
                return blamed
        return {}

    def name_of(self, path: str) -> str:
        return Path(path).relative_to(self.tree).as_posix() if Path(path).is_relative_to(self.tree) else path


def write_if_new(path: Path, data: bytes) -> None:
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
