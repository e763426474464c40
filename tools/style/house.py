"""The include table of house.toml: rooms, what they may include, and whether that is acyclic."""
import tomllib
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

TABLE = "tools/style/house.toml"


@dataclass(frozen=True)
class Room:
    name: str
    job: str
    may_include: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        return self.name.split("/")[0]


@dataclass
class House:
    rooms: dict[str, Room]
    data: dict = field(default_factory=dict)  # the rest of house.toml

    @staticmethod
    def read(root: Path) -> "House":
        data = tomllib.loads((root / TABLE).read_text())
        rooms = {name: Room(name, row.get("job", ""), tuple(row.get("may_include", ())))
                 for name, row in data.get("room", {}).items()}
        return House(rooms, data)

    def limit(self, name: str) -> int:
        return self.data["limits"][name]

    def exceptions(self, name: str) -> list[str]:
        return self.data.get("exceptions", {}).get(name, [])

    def setting(self, name: str) -> list[str]:
        return self.data.get("words", {}).get(name, [])

    def inner(self, name: str) -> list[str]:
        """The rooms inside a folder; none when the folder is a room itself."""
        return [room for room in self.rooms if room.startswith(name + "/")]

    def leaves(self) -> list[str]:
        """The rooms that hold sources: all but folders with rooms."""
        return [name for name in self.rooms if not self.inner(name)]

    def folders(self) -> list[str]:
        return sorted({room.folder for room in self.rooms.values()})

    def room_of(self, path: str) -> str | None:
        """The innermost room of a file, named from src ("nt/pool/tag.h"); None when there is none at all."""
        pure = PurePosixPath(path)
        for place in (pure.with_suffix(""), *pure.parents):
            if str(place) in self.rooms:
                return str(place)
        return None

    def allowed(self, room: str) -> list[str]:
        """The entries that count for a room: its own and those of the folders around it."""
        outer = [str(p) for p in PurePosixPath(room).parents]
        return [entry for name in (room, *outer) if name in self.rooms for entry in self.rooms[name].may_include]

    def may_include(self, room: str, path: str) -> bool:
        """Whether a source of `room` may include the header `path`, named from src."""
        target = self.room_of(path)
        return target == room or any(entry in (path, target) or (target or "").startswith(entry + "/")
                                     for entry in self.allowed(room))

    def targets(self, entry: str) -> list[str]:
        """The rooms with sources that an entry opens, wholly or by a header."""
        if entry.endswith(".h"):
            room = self.room_of(entry)
            return [room] if room else []
        return self.inner(entry) or ([entry] if entry in self.rooms else [])

    def room_arrows(self) -> dict[str, set[str]]:
        leaves = self.leaves()
        return {room: {t for entry in self.allowed(room) for t in self.targets(entry) if t in leaves} for room in leaves}

    def folder_arrows(self) -> dict[str, set[str]]:
        arrows = {folder: set() for folder in self.folders()}
        for room, targets in self.room_arrows().items():
            folder = self.rooms[room].folder
            arrows[folder] |= {self.rooms[t].folder for t in targets} - {folder}
        return arrows

    def faults(self, is_file) -> list[str]:
        """What is wrong with the table itself. `is_file` says whether a header exists, named from src."""
        found = []
        for room in self.rooms.values():
            if not room.job.endswith("."):
                found.append(f"house.toml: {room.name}: its job is one sentence, with a full stop")
            if room.folder not in self.rooms:
                found.append(f"house.toml: {room.name}: its folder {room.folder} has no job")
            for entry in room.may_include:
                if entry.endswith(".h") and not is_file(entry):
                    found.append(f"house.toml: {room.name}: there is no src/{entry}")
                elif not self.targets(entry):
                    found.append(f"house.toml: {room.name}: {entry} is no room")
        for arrows in (self.room_arrows(), self.folder_arrows()):
            if cycle := find_cycle(arrows):
                found.append("house.toml: includes in a circle: " + " -> ".join(cycle))
                break
        return found


def find_cycle(arrows: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))  # the sorter lists it from the included to the including
    return []


def levels(arrows: dict[str, set[str]]) -> list[list[str]]:
    """From the bottom: what includes nothing, then what includes only what stands below, and so on."""
    sorter = TopologicalSorter(arrows)
    sorter.prepare()
    out = []
    while ready := sorter.get_ready():
        out.append(sorted(ready))
        sorter.done(*ready)
    return out


def without_shortcuts(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Leaves out each arrow to a place that another arrow leads to by way of others."""
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(arrows).static_order():
        below[name] = set().union(*(below[t] | {t} for t in arrows.get(name, ())))
    return {name: {t for t in targets if not any(t in below[other] for other in targets)}
            for name, targets in arrows.items()}
