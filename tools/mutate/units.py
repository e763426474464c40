"""Parses the host as the build compiles it, and keeps what was found until a source changes.

The build compiles several sources as one, so a unit has several sources. Its flags and its precompiled header are the
build's.
"""
import json
import os
import re
import shlex
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from clang.cindex import Cursor, Index

from host import digest, room_of
from operators import places_of
from place import Place
from text import Text

FINDERS = ("cursors", "operators", "place", "text", "units")  # what decides which places are found
INCLUDED = re.compile(r'^#include "(.+\.cpp)"', re.MULTILINE)


@dataclass(frozen=True)
class Unit:
    root: str
    file: str
    flags: tuple[str, ...]
    sources: tuple[str, ...]  # of the host, named from the root

    def digest(self) -> str:
        tools = [Path(__file__).with_name(f"{name}.py") for name in FINDERS]
        return digest([Path(self.root, name) for name in self.sources] + tools, *self.flags)


def units_of(build: Path, root: Path) -> list[Unit]:
    units = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        batch = path.suffix == ".cxx" and path.is_file() and "Unity" in path.parts
        members = INCLUDED.findall(path.read_text()) if batch else [str(path)]
        names = [Path(name).relative_to(root).as_posix() for name in members if Path(name).is_relative_to(root)]
        hosts = tuple(name for name in names if room_of(name))
        if hosts:
            units.append(Unit(str(root), str(path), flags_of(entry["command"]), hosts))
    return units


def flags_of(command: str) -> tuple[str, ...]:
    words = shlex.split(command)
    return tuple(words[1:words.index("-o")])


def declarations_by_file(top: Cursor, names: Iterable[str]) -> dict[str, list[Cursor]]:
    found: dict[str, list[Cursor]] = {name: [] for name in names}
    for child in top.get_children():
        if child.location.file is not None and child.location.file.name in found:
            found[child.location.file.name].append(child)
    return found


class Unparsed(Exception):
    """The compiler does not take a source."""


def parse(unit: Unit) -> list[Place]:
    tree = Index.create().parse(unit.file, list(unit.flags))
    if faults := [str(each) for each in tree.diagnostics if each.severity >= 3]:
        raise Unparsed(f"{unit.file}: {faults[0]}")
    paths = {str(Path(unit.root, name)): name for name in unit.sources}
    out = []
    for path, declarations in declarations_by_file(tree.cursor, paths).items():
        out += places_of(Text(paths[path], Path(path).read_bytes()), declarations)
    return out


def parse_kept(unit: Unit, folder: Path) -> list[Place]:
    kept = folder / f"{unit.digest()}.json"
    if kept.is_file():
        return [Place(**row) for row in json.loads(kept.read_text())]
    places = parse(unit)
    beside = kept.with_suffix(f".{os.getpid()}")
    beside.write_text(json.dumps([place.as_row() for place in places]))
    beside.rename(kept)
    return places


def all_places(build: Path, root: Path, folder: Path, jobs: int) -> list[Place]:
    """Every place of the host, sorted. `folder` keeps them."""
    folder.mkdir(parents=True, exist_ok=True)
    units = units_of(build, root)
    pool = ProcessPoolExecutor(jobs)
    try:
        places = [place for each in pool.map(parse_kept, units, [folder] * len(units)) for place in each]
    finally:
        pool.shutdown(cancel_futures=True)
    current = {f"{unit.digest()}.json" for unit in units}
    for old in folder.glob("*.json"):
        if old.name not in current:
            old.unlink()
    return sorted(places, key=lambda place: (place.file, place.begin, place.end, place.operator))
