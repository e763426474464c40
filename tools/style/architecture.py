"""The generated part of docs/architecture.md: drawings and a table of the rooms, from house.toml.

`architecture.py ROOT` writes it (make docs); check() finds a page that is stale.
"""
import sys
from pathlib import Path

from house import House, levels, without_shortcuts
from sources import Tree

PAGE = "docs/architecture.md"
BEGIN = "<!-- house: begin -->"
END = "<!-- house: end -->"

READING = """\
An arrow points at what a folder may include, and so may each room of it. An arrow is left out when others lead to the same
place: the drawing says who stands above whom, and the table below says exactly what may be included. A dotted arrow opens
the named headers and nothing else. `tools/style/house.toml` holds the table; the style test fails when a source breaks it or
when it has a circle."""


def generated(house: House) -> str:
    parts = [READING, folders_drawing(house)]
    parts.append(table(house))
    for folder in house.folders():
        if len(house.inner(folder)) > 1:
            parts.append(f"### The rooms of `src/{folder}`\n\n" + rooms_drawing(house, folder))
    return "\n\n".join(parts)


def folders_drawing(house: House) -> str:
    return drawing(house.folder_arrows(), {(f, t): house_headers(house, f, t) for f in house.folders()
                                           for t in house.folders()}, str)


def rooms_drawing(house: House, folder: str) -> str:
    inside = house.inner(folder)
    arrows = {room: targets & set(inside) for room, targets in house.room_arrows().items() if room in inside}
    return drawing(arrows, {(f, t): house_headers(house, f, t) for f in inside for t in inside},
                   lambda room: room.removeprefix(folder + "/"))


def house_headers(house: House, start: str, target: str) -> list[str]:
    """The single headers of `target` by which alone the rooms of `start` see it; none when they may see whole rooms."""
    rooms = [room for room in house.leaves() if room == start or room.startswith(start + "/")]
    entries = [entry for room in rooms for entry in house.allowed(room)
               if any(t == target or t.startswith(target + "/") for t in house.targets(entry))]
    is_narrow = entries and all(entry.endswith(".h") for entry in entries)
    return sorted({entry.rsplit("/", 1)[-1] for entry in entries}) if is_narrow else []


def drawing(arrows: dict[str, set[str]], headers: dict, label) -> str:
    """From the top level down. Arrows for single headers are always drawn: they say more than that one stands above."""
    lines = ["```mermaid", "flowchart TD"]
    for level in reversed(levels(arrows)):
        lines += [f'  {identity(name)}["{label(name)}"]' for name in level]
    short = without_shortcuts(arrows)
    for name in (n for level in reversed(levels(arrows)) for n in level):
        for target in sorted(arrows[name]):
            if narrow := headers.get((name, target)):
                lines.append(f'  {identity(name)} -. "{", ".join(narrow)}" .-> {identity(target)}')
            elif target in short[name]:
                lines.append(f"  {identity(name)} --> {identity(target)}")
    return "\n".join([*lines, "```"])


def identity(name: str) -> str:
    return "room_" + name.replace("/", "_")


def table(house: House) -> str:
    """Folders from the top down, each followed by its rooms from the top down."""
    lines = ["| room | job | may include |", "|---|---|---|"]
    rooms = [n for level in reversed(levels(house.room_arrows())) for n in level]
    for folder in (f for level in reversed(levels(house.folder_arrows())) for f in level):
        for name in [folder, *(room for room in rooms if room.startswith(folder + "/"))]:
            entries = ", ".join(f"`{e}`" for e in house.rooms[name].may_include)
            if not entries:
                entries = "see its rooms" if house.inner(name) else "nothing else" if name == folder else "no other room"
            lines.append(f"| `src/{name}` | {house.rooms[name].job.rstrip('.')} | {entries} |")
    return "\n".join(lines)


def page_with(text: str, part: str) -> str:
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return text[:begin] + "\n" + part + "\n" + text[end:]


def check(tree: Tree, house: House):
    page = tree.root / PAGE
    text = page.read_text() if page.is_file() else ""
    if BEGIN not in text or END not in text:
        yield f"{PAGE}: has no part for the house ({BEGIN} … {END})"
    elif not house.faults(lambda _: True) and page_with(text, generated(house)) != text:
        yield f"{PAGE}: stale (make docs)"


if __name__ == "__main__":
    place = Path(sys.argv[1])
    (place / PAGE).write_text(page_with((place / PAGE).read_text(), generated(House.read(place))))
