"""Words: names of files that exist, citations of what is in the repository, names that mean something, no unfinished work.

As a program, `words.py ROOT` prints every such fault of the tree, whether its file is excepted or not.
"""
import re
import sys
from pathlib import Path

from house import House
from sources import Piece, Source, Tree, excepted

FOLDERS = ("src", "include/drydock", "tests", "drivers", "bench", "fuzz")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")

FILE = re.compile(r"(?<![\w/.$%-])((?:[\w-]+/)*[\w-]+\.(?:h|hpp|c|cc|cpp|py|toml|cmake))\b(?![\w(])")
PLACE = re.compile(r"(?<![\w/.])((?:src|include|tests|drivers|bench|fuzz|tools|docs|cmake)/[\w/-]*\w(?:\.md)?)(?![\w*/-]|\.\w)")
# A number of another document: A-17, D18, b.6, seed 004, section 6 of the rules. What Windows has of the form is no
# citation: states of power (D0, S5) and sizes of a format (I64). A mark of one, too: [S], [W for both], [sample].
NUMBERED = re.compile(
    r"(?<![\w.-])(?P<rule>(?P<letter>[A-Z])-\d+)\b(?!-)"
    r"|(?<![\w.-])(?!D[0-3]\b|S[0-5]\b|I8\b|I16\b|I32\b|I64\b)[A-Z]\d{1,2}\b(?![.-]\d)"
    r"|(?<![\w./-])[a-h]\.\d+\b"
    r"|\bseed \d{3}\b|\bsection \d+ of the rules\b"
    r"|(?<![\w)\]])\[(?:[A-Z](?:[: ][^\]]*)?|sample)\]"
    r"|\b(?:rulebook|harness)\b"
)
RULE = re.compile(r'"([A-Z])-(\d{3})"')
NAME = re.compile(r"\b[A-Za-z_]\w*")
PART_OF_NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Known:
    """The files and rules that a comment may name."""

    def __init__(self, tree: Tree, house: House):
        self.paths = {name.lower() for name in tree.all_files()}
        self.names = {name.rsplit("/", 1)[-1] for name in self.paths}
        for source in tree.of("src", "include", "tests", "drivers", "bench", "fuzz"):
            for included in source.includes():
                self.names |= {included.lower(), included.lower().rsplit("/", 1)[-1]}
        self.names |= {name.lower() for name in house.setting("example_files")}
        self.ends = {"/".join(parts[at:]) for path in self.paths if (parts := path.split("/"))
                     for at in range(len(parts))}
        self.places = {path.rsplit(".", 1)[0] for path in self.paths}
        self.places |= {str(parent) for path in self.paths for parent in Path(path).parents}
        self.rules = {f"{letter}-{number}" for source in tree.under("src/rules")
                      for letter, number in RULE.findall(source.text)}
        self.letters = {rule[0] for rule in self.rules}

    def is_file(self, name: str) -> bool:
        name = name.lower()
        return name in self.names or name in self.ends

    def is_place(self, name: str) -> bool:
        return name.lower() in self.places or name.lower() in self.paths


def check(tree: Tree, house: House):
    for source in tree.of(*FOLDERS):
        for number, line in enumerate(source.lines, 1):
            if UNFINISHED.search(line):
                yield f"{source.name}:{number}: unfinished work belongs into the tracker"
    known = Known(tree, house)
    unclean: dict[str, list[str]] = {}
    for source in tree.of(*FOLDERS):
        if faults := [*unknown_files(source, known), *citations(source, known)]:
            unclean.setdefault(part_of(source, house), []).extend(faults)
    yield from excepted(unclean, house.exceptions("unclean_words"), "unclean_words")
    unclear = {source.name: faults for source in named_by_us(tree, house)
               if (faults := list(unclear_names(source, house)))}
    yield from excepted(unclear, house.exceptions("unclear_names"), "unclear_names")
    yield from check_settings(tree, house)


def part_of(source: Source, house: House) -> str:
    """The folder of the list of exceptions that a source lies in, or else the source itself."""
    return next((f for f in house.exceptions("unclean_words") if source.name.startswith(f + "/")), source.name)


def check_settings(tree: Tree, house: House):
    text = "\n".join(comment.text for source in tree.of(*FOLDERS) for comment in source.comments)
    for folder in house.setting("drivers_of_others"):
        if not tree.under(folder):
            yield f"house.toml: drivers_of_others: {folder} has no sources"
    for name in house.setting("example_files"):
        if not re.search(rf"(?<![\w.]){re.escape(name)}\b", text):
            yield f"house.toml: example_files: no comment names {name} any more"


def unknown_files(source: Source, known: Known):
    for number, line in lines_of(source.comments):
        for name in FILE.findall(line):
            if not known.is_file(name):
                yield f"{source.name}:{number}: there is no file {name}"
        for place in PLACE.findall(line):
            if not known.is_place(place):
                yield f"{source.name}:{number}: there is no {place}"


def named_by_us(tree: Tree, house: House):
    """C and C++ sources but those that play the drivers of others, in the words of others."""
    others = tuple(folder + "/" for folder in house.setting("drivers_of_others"))
    return (source for source in tree.of(*FOLDERS) if source.is_c and not source.name.startswith(others))


def unclear_names(source: Source, house: House):
    """Identifiers, and the name of the file itself, with a word that the glossary replaces."""
    instead = house.data.get("words", {}).get("unclear", {})
    named = [(0, [Path(source.name).stem])]
    named += [(number, NAME.findall(line)) for number, line in enumerate(source.code().splitlines(), 1)]
    for number, names in named:
        for name in names:
            for part in PART_OF_NAME.findall(name):
                if part.lower() in instead:
                    yield f"{source.name}:{number}: {name}: instead of {part.lower()} say {instead[part.lower()]}"


def citations(source: Source, known: Known):
    """In comments, and in what src says to its users."""
    strings = source.pieces(are_comments=False) if source.name.startswith("src/") else []
    for number, line in lines_of([*source.comments, *strings]):
        for cited in NUMBERED.finditer(line):
            if cited["rule"] is None or cited["letter"] not in known.letters:
                yield f"{source.name}:{number}: {cited[0]} is of no document that is here: write out what it says"
            elif cited["rule"] not in known.rules:
                yield f"{source.name}:{number}: there is no rule {cited[0]}"


def lines_of(pieces: list[Piece]):
    for piece in pieces:
        for offset, line in enumerate(piece.text.splitlines()):
            yield piece.line + offset, line


def print_all(tree: Tree, house: House) -> None:
    known = Known(tree, house)
    for source in tree.of(*FOLDERS):
        for fault in (*unknown_files(source, known), *citations(source, known)):
            print(fault)
    for source in named_by_us(tree, house):
        for fault in unclear_names(source, house):
            print(fault)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    print_all(Tree(place), House.read(place))
