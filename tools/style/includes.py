"""Include directions, rooms and their sizes: the tree keeps to the table of house.toml.

As a program, `includes.py ROOT` prints how many includes lead from room to room, and which entries nothing uses.
"""
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

from house import House
from sources import Tree


def src_includes(tree: Tree):
    """Every include of a header of src by a source of src: both named from src."""
    for source in tree.under("src"):
        name = source.name.removeprefix("src/")
        for target in source.includes():
            if target.startswith("src/"):
                yield name, target.removeprefix("src/")


def check(tree: Tree, house: House):
    yield from house.faults(lambda header: (tree.root / "src" / header).is_file())
    yield from check_places(tree, house)
    yield from check_directions(tree, house)
    yield from check_ways(tree)
    yield from check_sizes(tree, house)


def check_places(tree: Tree, house: House):
    """Each source lies in a room, and each room has sources."""
    seen = set()
    for source in tree.under("src"):
        path = source.name.removeprefix("src/")
        room = house.room_of(path)
        seen.add(room)
        if room is None:
            yield f"{source.name}: src/{path.split('/')[0]} is not a room of house.toml"
        elif house.inner(room):
            parent = str(PurePosixPath(path).parent)
            yield (f"{source.name}: src/{room} has rooms, and this lies in none of them" if parent == room else
                   f"{source.name}: src/{parent} is not a room of house.toml")
    for room in house.leaves():
        if room not in seen:
            yield f"house.toml: {room} has no sources"


def check_directions(tree: Tree, house: House):
    for path, target in src_includes(tree):
        room = house.room_of(path)
        if room is not None and not house.may_include(room, target):
            yield f"src/{path}: src/{room} must not include src/{target}"


def check_ways(tree: Tree):
    """An include that the table cannot see: by a path from the source's own folder, or out of a public header."""
    for source in tree.under("src"):
        for target in source.includes():
            if (tree.root / source.name).parent.joinpath(target).is_file():
                yield f'{source.name}: include "{target}" by its path from the root'
    for source in tree.under("include"):
        for target in source.includes():
            if target.startswith("src/"):
                yield f"{source.name}: a public header must not include {target}"


def check_sizes(tree: Tree, house: House):
    files = Counter(str(PurePosixPath(s.name).parent) for s in tree.under("src") if s.is_c)
    limit = house.limit("files")
    for folder, count in sorted(files.items()):
        if count > limit:
            yield f"{folder}: {count} sources and headers, at most {limit}"


def is_in(room: str, folder: str) -> bool:
    return room == folder or room.startswith(folder + "/")


def print_table(tree: Tree, house: House) -> None:
    used = list(src_includes(tree))
    counts = Counter((house.room_of(path), house.room_of(target)) for path, target in used)
    for (room, other), count in sorted(counts.items(), key=str):
        if room != other:
            print(f"{count:5} {room} -> {other}")
    for room in house.rooms.values():
        targets = [target for path, target in used if is_in(house.room_of(path) or "", room.name)]
        for entry in room.may_include:
            if not any(target == entry or target.startswith(entry + "/") for target in targets):
                print(f"unused: {room.name} may include {entry}")


if __name__ == "__main__":
    place = Path(sys.argv[1])
    print_table(Tree(place), House.read(place))
