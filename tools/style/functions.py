"""Where functions of C and C++ begin and end, and what they are called, by matching brackets."""
import re
from bisect import bisect_right
from dataclasses import dataclass

from sources import Source

TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|==|<=|>=|!=|<<|&&|[-+*/%|&^]=|[^\s\w]|\d[\w.']*")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.MULTILINE | re.DOTALL)
TYPES = {"class", "struct", "union", "enum"}
BEFORE_TYPES = {"typedef", "static", "const", "constexpr", "inline", "extern"}
AFTER_PARAMETERS = {")", "const", "noexcept", "override", "final", "mutable", "&", "&&"}
NO_NAME = re.compile(r"__attribute__|__declspec|alignas|_\w+_")  # what has parentheses before a function's name
OPENING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Function:
    name: str
    line: int   # where its signature begins
    lines: int  # from the line that opens the body to the one that closes it


def functions(source: Source) -> list[Function]:
    return Reader(source).read()


class Reader:
    """Finds bodies of functions by matching brackets, and by what stands before a brace.

    Functions inside of functions, lambdas above all, belong to the one around them. A lambda in a table or variable
    outside of functions is a function by itself.
    """

    def __init__(self, source: Source):
        code = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), source.code())
        self.starts = [0] + [m.end() for m in re.finditer("\n", code)]
        self.tokens = [(m[0], m.start()) for m in TOKEN.finditer(code)]
        self.found: list[Function] = []

    def line(self, index: int) -> int:
        return bisect_right(self.starts, self.tokens[index][1])

    def text(self, index: int) -> str:
        return self.tokens[index][0]

    def close_of(self, index: int) -> int:
        """The index of the bracket that closes this one, of any kind."""
        depth = 0
        for at in range(index, len(self.tokens)):
            depth += (self.text(at) in OPENING) - (self.text(at) in OPENING.values())
            if depth == 0:
                return at
        return len(self.tokens) - 1

    def read(self) -> list[Function]:
        self.read_scope(0, len(self.tokens))
        return self.found

    def read_scope(self, begin: int, end: int) -> None:
        """A namespace, type or initializer: everything that is not inside of a function."""
        head: list[int] = []  # the tokens since the last declaration, without what is in brackets
        at = begin
        while at < end:
            token = self.text(at)
            if token == "{":
                at = self.read_brace(head, at)
            elif token in OPENING:
                close = self.close_of(at)
                self.read_scope(at + 1, close)  # a lambda may be an argument
                head += [at, close]
                at = close
            elif token in ";," or (token == ":" and head and self.text(head[-1]) in ("public", "private", "protected")):
                head = [] if token != "," or not self.has_parameters(head) else [*head, at]
            elif token == "template" and at + 1 < end and self.text(at + 1) == "<":
                at = self.close_of_template(at + 1)
            else:
                head.append(at)
            at += 1

    def close_of_template(self, index: int) -> int:
        depth = 0
        for at in range(index, len(self.tokens)):
            token = self.text(at)
            if token in OPENING or token == ";":
                if token == ";":
                    return index
                continue
            depth += (token == "<") - (token == ">")
            if depth == 0:
                return at
        return index

    def read_brace(self, head: list[int], at: int) -> int:
        """Reads what the brace opens; returns the index of its end and changes the head to what follows it."""
        close = self.close_of(at)
        if self.is_function(head):
            lines = self.line(close) - self.line(at)
            self.found.append(Function(self.name_of(head), self.line(head[0]), lines))
            head.clear()
            return close
        self.read_scope(at + 1, close)
        if self.has_parameters(head) or self.is_value(head):
            head += [at, close]  # a member's or variable's initializer
        else:
            head.clear()
        return close

    def words_of(self, head: list[int]) -> list[str]:
        words = [self.text(i) for i in head]
        return [w if w != "=" or not at or words[at - 1] != "operator" else "assign" for at, w in enumerate(words)]

    def is_value(self, head: list[int]) -> bool:
        return "=" in self.words_of(head)

    def is_lambda(self, words: list[str]) -> bool:
        """The brackets of a capture begin what is left since the last operator."""
        while words and words[-1] in ("mutable", "noexcept", "const"):
            words = words[:-1]
        if "->" in words:
            words = words[:len(words) - 1 - words[::-1].index("->")]
        if words[-2:] == ["(", ")"]:
            words = words[:-2]
        return "operator" not in words and words[-2:] == ["[", "]"]

    def has_parameters(self, head: list[int]) -> bool:
        words = self.words_of(head)
        return "(" in words[1:] and not self.is_type(words) and "=" not in words[:words.index("(")]

    @staticmethod
    def is_type(words: list[str]) -> bool:
        first = next((w for w in words if w not in BEFORE_TYPES), "")
        return first == "namespace" or (first in TYPES and words[-1] not in AFTER_PARAMETERS)

    def is_function(self, head: list[int]) -> bool:
        words = self.words_of(head)
        if self.is_lambda(words):
            return True
        if not self.has_parameters(head):
            return False
        # After the colon of a constructor a brace behind a name begins a member's value.
        parameters_end = words.index(")")
        if ":" in words[parameters_end:]:
            return words[-1] in (")", "}")
        return "=" not in words[parameters_end:] or words[-1] != "="

    def name_of(self, head: list[int]) -> str:
        words = self.words_of(head)
        if self.is_lambda(words):
            before = [w for w in words if re.match(r"[A-Za-z_]", w)]
            return " ".join([*before[-1:], "lambda"])
        calls = [i for i in range(1, len(words)) if words[i] == "("]
        end = next((i for i in calls if not NO_NAME.fullmatch(words[i - 1])), calls[0])
        if words[end - 1].startswith("TEST"):
            return "".join(self.text(i) for i in range(head[end] + 1, head[end + 1])).replace(",", ".")
        if "operator" in words[:end]:
            end = words.index("operator") + 1
        begin = end - 1
        while begin > 0 and (words[begin - 1] in ("::", "~") or words[begin] in ("::", "~")):
            begin -= 1
        if words[end - 1] == "operator":
            return "".join(words[begin:end]) + ("()" if self.text(head[end]) == "(" else self.text(head[end]))
        return "".join(words[begin:end])
