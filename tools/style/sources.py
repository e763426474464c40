"""The tree as the checks see it: which files there are, and their code, comments and text."""
import io
import re
import tokenize
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

CODE = {".h", ".cpp", ".c", ".py"}
C_FAMILY = {".h", ".cpp", ".c"}

# In C and C++: comments, raw strings, strings, characters (a digit before the quote is a separator of digits).
PIECE = re.compile(
    r'(?P<comment>//(?:[^\n\\]|\\.)*|/\*.*?\*/)'
    r'|R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)


@dataclass(frozen=True)
class Piece:
    """A comment or a string."""

    line: int  # of its first line, from 1
    text: str


@dataclass(frozen=True)
class Source:
    name: str  # from the root, with slashes
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def is_c(self) -> bool:
        return Path(self.name).suffix in C_FAMILY

    def code(self) -> str:
        """The text with comments, strings and characters blanked: offsets and lines stay."""
        def blank(piece: re.Match) -> str:
            spaces = re.sub(r"[^\n]", " ", piece[0])
            return spaces if piece["comment"] else '"' + spaces[1:-1] + '"'
        return PIECE.sub(blank, self.text)

    def pieces(self, are_comments: bool) -> list[Piece]:
        """Of C or C++."""
        found = (m for m in PIECE.finditer(self.text) if (m["comment"] is not None) == are_comments)
        return [Piece(self.text.count("\n", 0, m.start()) + 1, m[0]) for m in found]

    @cached_property
    def comments(self) -> list[Piece]:
        if self.is_c:
            return self.pieces(are_comments=True)
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return [Piece(t.start[0], t.string) for t in tokens if t.type == tokenize.COMMENT]

    def includes(self) -> list[str]:
        return re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', self.text, re.MULTILINE) if self.is_c else []


class Tree:
    """Reads each file once. `root` is the repository."""

    def __init__(self, root: Path):
        self.root = root

    @cache
    def under(self, folder: str) -> list[Source]:
        """Sources of a folder of the repository, sorted by name."""
        paths = sorted(p for p in (self.root / folder).rglob("*") if p.suffix in CODE and p.is_file())
        return [Source(p.relative_to(self.root).as_posix(), p.read_text()) for p in paths]

    def of(self, *folders: str) -> list[Source]:
        return [source for folder in folders for source in self.under(folder)]

    @cache
    def all_files(self) -> list[str]:
        """Every file of the repository, of any kind, without what is built."""
        skipped = {".git", "build", "__pycache__"}
        return sorted(
            path.relative_to(self.root).as_posix()
            for top in self.root.iterdir() if top.name not in skipped
            for path in ([top] if top.is_file() else top.rglob("*"))
            if path.is_file() and not skipped & set(path.relative_to(self.root).parts)
        )


def matching(names: list[str], entry: str) -> list[str]:
    """The names that an entry of a list of exceptions means: it is a name or the end of one, from a slash on."""
    return [name for name in names if name == entry or name.endswith("/" + entry)]


def excepted(found: dict[str, list[str]], entries: list[str], list_name: str):
    """Faults of `found` (by file or thing) that no entry excepts, and a fault for each entry that is wrong."""
    allowed = set()
    for entry in entries:
        meant = matching(list(found), entry)
        if not meant:
            yield f"house.toml: {list_name}: {entry} is no longer needed"
        if len(meant) > 1:
            yield f"house.toml: {list_name}: {entry} means {' and '.join(meant)}"
        allowed |= set(meant)
    for name, faults in found.items():
        if name not in allowed:
            yield from faults
