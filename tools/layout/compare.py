"""Compares measured layouts and words the differences."""
from dataclasses import dataclass, field

from excused import EXCUSED


@dataclass
class Differences:
    builds: int = 0  # structures that differ between our two builds
    theirs: int = 0  # structures that differ from mingw-w64's
    excused: set[str] = field(default_factory=set)  # structures set aside
    lines: list[str] = field(default_factory=list)


def keys_of(record):
    return ["sizeof", "alignof", *(member.path for member in record.members)]


def compare_builds(view, records, linux: dict, windows: dict, differences: Differences) -> None:
    for record in records:
        wrong = [k for k in keys_of(record) if linux[record.name, k] != windows[record.name, k]]
        differences.builds += bool(wrong)
        for key in wrong:
            differences.lines.append(f"{view.name}: {record.name}.{key}: {linux[record.name, key]} on Linux, "
                                     f"{windows[record.name, key]} on Windows")


def compare_with_theirs(view, records, theirs: dict, our_records: dict, ours: dict,
                        differences: Differences) -> set[str]:
    """Returns the names of the structures that were compared."""
    by_any_name = {name: record for record in our_records.values() for name in record.names}
    compared = set()
    for record in records:
        mine = next(by_any_name[name] for name in sorted(record.names) if name in by_any_name)
        wrong = []
        for key in keys_of(record):
            if ours.get((mine.name, key), "absent") != theirs[record.name, key]:
                wrong.append(f"{view.name}: {mine.name}.{key}: ours {ours.get((mine.name, key), 'absent')}, "
                             f"mingw-w64's {theirs[record.name, key]}")
        if wrong and mine.name in EXCUSED:
            differences.excused.add(mine.name)
            continue
        compared.add(mine.name)
        differences.theirs += bool(wrong)
        differences.lines += wrong
    return compared


def report_needless_excuses(differences: Differences) -> None:
    """An entry of the list that excuses nothing any more has to go."""
    for name in sorted(EXCUSED.keys() - differences.excused):
        differences.theirs += 1
        differences.lines.append(f"{name} is excused, but equals mingw-w64's declaration or is not declared")
