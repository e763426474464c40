"""The text of a source as the operators see it: bytes are characters, so that offsets are those of the compiler."""
import re
import sys
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "style"))
from sources import Source  # noqa: E402

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: opening for opening, close in OPENING.items()}


class Text:
    def __init__(self, name: str, data: bytes):
        self.name = name
        self.text = data.decode("latin-1")

    @cached_property
    def code(self) -> str:
        """With comments and strings blanked; everything stays where it is."""
        return Source(self.name, self.text).code()

    def line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def close_of(self, opening: int) -> int | None:
        """Where the bracket is closed that opens there."""
        depth = 0
        for at in range(opening, len(self.code)):
            depth += (self.code[at] in OPENING) - (self.code[at] in CLOSING)
            if depth == 0:
                return at
        return None

    def is_sound(self, begin: int, end: int) -> bool:
        """Whether the range is whole: brackets match, and no word is cut. What macros do to ranges may break this."""
        if begin >= end or self.text[begin].isspace() or self.text[end - 1].isspace():
            return False
        if re.match(r"\w\w", self.code[max(begin - 1, 0):begin + 1]) or re.match(r"\w\w", self.code[end - 1:end + 1]):
            return False
        depth: list[str] = []
        for char in self.code[begin:end]:
            if char in OPENING:
                depth.append(char)
            elif char in CLOSING and (not depth or depth.pop() != CLOSING[char]):
                return False
        return not depth

    def is_movable(self, begin: int, end: int) -> bool:
        """Whether the text can stand a second time on one line: no comment to the end of the line, no directive, no raw
        string."""
        piece = self.text[begin:end]
        return "//" not in piece and not re.search(r"^[ \t]*#", piece, re.MULTILINE) and 'R"' not in piece

    def on_one_line(self, begin: int, end: int) -> str:
        return re.sub(r"\s*\n\s*", " ", self.text[begin:end])

    def trimmed(self, begin: int, end: int) -> tuple[int, int]:
        """The range without the spaces and comments around it."""
        code = self.code[begin:end]
        left = len(code) - len(code.lstrip())
        right = len(code.rstrip())
        return begin + left, begin + max(left, right)

    def split(self, begin: int, end: int, separator: str) -> list[tuple[int, int]]:
        """The parts of a range between separators outside of brackets."""
        out, depth, start = [], 0, begin
        for at in range(begin, end):
            char = self.code[at]
            depth += (char in OPENING) - (char in CLOSING)
            if char == separator and depth == 0:
                out.append((start, at))
                start = at + 1
        return [*out, (start, end)]
