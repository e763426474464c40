"""What a test reaches by name, from its sources: the words of its body, of what the body names in the same file, and of drivers.

A driver is source in a raw string. Of a driver with deeds (tests/win32/work.h) those count that the test names. Of one whose
variable Switch chooses its way, a case counts when the test names its label."""
import re
from dataclasses import dataclass, field
from pathlib import Path

RAW = r'R"(?P<tag>\w*)\((?P<raw>.*?)\)(?P=tag)"'
COMMENT = r"//[^\n]*|/\*.*?\*/"
TEXT = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\''
LEXEME = re.compile(f"{RAW}|(?P<comment>{COMMENT})|(?P<text>{TEXT})", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE | re.DOTALL)
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")
WORD = re.compile(r"\w+")
TEST = re.compile(r"\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)")
MACRO_HEAD = re.compile(r"\s*([A-Z_0-9]+)\(([^()]*)\)\s*$")
TYPE_HEAD = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:\w+\s*\([^()]*\)\s*)?(\w+)")
NAMESPACE = re.compile(r'(?:\bnamespace\b[\w:\s]*|\bextern\s*"[^"]*"\s*)$')
INCLUDE = re.compile(r'^#include "(tests/[^"]+)"', re.MULTILINE)


def words_in(text: str) -> set[str]:
    """Names and numbers, these without their suffixes."""
    return {re.sub(r"^(\d+)[uUlL]+$", r"\1", word) for word in WORD.findall(text)}


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


@dataclass
class Definition:
    names: set[str]
    words: set[str]
    text: str  # without comments and without raw strings
    texts: set[str]  # its literals
    raws: list[str]
    is_function: bool
    macro: str = ""  # by which it is introduced, such as DEED


class Definitions:
    """A source, taken apart at its outermost definitions."""

    def __init__(self, source: str):
        self.all: list[Definition] = []
        self.raws: list[tuple[int, str]] = []
        spoken, shape, at = [], [], 0
        for lexeme in LEXEME.finditer(source):
            between = source[at:lexeme.start()]
            spoken.append(between)
            shape.append(between)
            quoted = lexeme[0]
            if lexeme["raw"] is not None:
                self.raws.append((lexeme.start(), lexeme["raw"]))
            spoken.append(quoted if lexeme["text"] else blank(quoted))
            shape.append('"' + blank(quoted[1:-1]) + '"' if lexeme["text"] else blank(quoted))
            at = lexeme.end()
        spoken.append(source[at:])
        shape.append(source[at:])
        self.spoken = "".join(spoken)
        self._take_apart("".join(shape))

    def _take_apart(self, shape: str):
        for directive in reversed(list(DIRECTIVE.finditer(shape))):
            name = DEFINE.match(directive[0])
            if name:
                self._add(directive.start(), directive.end(), {name[1]}, False)
            shape = shape[:directive.start()] + blank(directive[0]) + shape[directive.end():]
        begin, depth, parens, head = 0, 0, 0, None
        for mark in re.finditer(r"[{}();]", shape):
            at, what = mark.start(), mark[0]
            if what in "()":
                parens += 1 if what == "(" else -1
            elif what == "{":
                if depth == 0 and parens == 0:
                    before = shape[begin:at]
                    if NAMESPACE.search(before):
                        begin = at + 1
                        continue
                    head = before if head is None else head
                depth += 1
            elif what == "}":
                if depth == 0:
                    begin, head = at + 1, None
                    continue
                depth -= 1
                if depth == 0 and parens == 0 and is_function(head or ""):
                    self._finish(shape, begin, at + 1, head, True)
                    begin, head = at + 1, None
            elif depth == 0 and parens == 0:
                self._finish(shape, begin, at + 1, head if head is not None else shape[begin:at], False)
                begin, head = at + 1, None
        if shape[begin:].strip():
            self._finish(shape, begin, len(shape), shape[begin:], False)

    def _finish(self, shape: str, begin: int, end: int, head: str, function: bool):
        self._add(begin, end, names_of(head, shape[begin:end], function), function, head)

    def _add(self, begin: int, end: int, names: set[str], function: bool, head: str = ""):
        text = self.spoken[begin:end]
        macro = MACRO_HEAD.match(head)
        raws = [raw for at, raw in self.raws if begin <= at < end]
        texts = {quoted[1:-1] for quoted in re.findall(TEXT, text)}
        self.all.append(Definition(names, words_in(text), text, texts, raws, function, macro[1] if macro else ""))


def is_function(head: str) -> bool:
    bare = re.sub(r"\([^()]*\)", "()", re.sub(r"\([^()]*\)", "", head))
    return "(" in head and "=" not in bare and not re.match(r"\s*(?:typedef\s+)?(?:struct|class|union|enum)\b", bare)


def names_of(head: str, text: str, function: bool) -> set[str]:
    test = TEST.match(head)
    if test:
        return {f"{test[1]}.{test[2]}"}
    macro = MACRO_HEAD.match(head.rstrip(";"))
    if macro:  # DEED(Name) { … }, TYPED_TEST_SUITE(Suite, Types);
        return set(WORD.findall(macro[2]))
    names = set()
    kind = TYPE_HEAD.search(head)
    if kind and not function:
        names.add(kind[1])
        names.update(re.findall(r"(\w+)\s*(?:,|;)", text[text.rfind("}"):]))
        return names
    called = re.search(r"(?:(\w+)::)?(~?\w+)\s*\(", re.sub(r"\b(?:alignas|__attribute__|decltype)\s*\(+[^()]*\)+", "", head))
    if function and called:
        return {name for name in called.groups() if name}
    if called and "=" not in head:  # declared, or an object made with arguments
        names.add(called[2])
    left = head.split("=")[0]
    names.update(re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", left.rstrip("; \n{")))
    return names


def chosen(text: str, named: set[str]) -> str:
    """The text without the ways that nobody named."""
    if "Switch" not in text:
        return text
    lines = []
    for line in text.split("\n"):
        ways = re.findall(r"\bSwitch == (\w+)", line)
        lines.append(line if not ways or named.intersection(ways) else "")
    text = "\n".join(lines)
    for begin in [match.end() for match in re.finditer(r"\bswitch \(Switch\) \{", text)]:
        depth, end = 1, begin
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[:begin] + chosen_cases(text[begin:end], named) + text[end:]
    return text


def chosen_cases(body: str, named: set[str]) -> str:
    """The same of the body of a switch; its length stays."""
    parts = re.split(r"(\bcase [^:;{}]+:|\bdefault:)", body)
    out, labels, ended = [blank(parts[0])], set(), True
    for label, rest in zip(parts[1::2], parts[2::2]):
        if ended:
            labels = set()
        labels.update(WORD.findall(label))
        is_wanted = "default" in labels or labels & (named - {"case"})
        out.append((label + rest) if is_wanted else blank(label + rest))
        ended = bool(re.search(r"\bbreak;|\breturn\b", rest))
    return "".join(out)


@dataclass
class Reached:
    named: set[str] = field(default_factory=set)  # by the test and what it names
    texts: set[str] = field(default_factory=set)  # the literals there
    drivers: set[str] = field(default_factory=set)  # words of the drivers that it has
    definitions: list[Definition] = field(default_factory=list)  # the body and what it names


class Sources:
    """The tests below a folder and what they reach."""

    def __init__(self, root: Path):
        self.root = root
        self.parsed: dict[str, Definitions] = {}
        self.reached: dict[tuple[str, str, bool], Reached] = {}
        self.driver_files = {path for folder in ("tests/drivers", "drivers") for path in (root / folder).rglob("*")
                             if path.suffix in (".c", ".cpp", ".h")}

    def definitions(self, file: str) -> Definitions:
        if file not in self.parsed:
            self.parsed[file] = Definitions((self.root / file).read_text(errors="replace"))
        return self.parsed[file]

    def with_includes(self, file: str) -> list[str]:
        files = [file]
        for each in files:
            for other in INCLUDE.findall((self.root / each).read_text(errors="replace")):
                for name in (other, re.sub(r"\.h$", ".cpp", other)):
                    if name not in files and (self.root / name).exists():
                        files.append(name)
        return files

    def reach(self, file: str, test: str, across: bool) -> Reached:
        """With `across`, through the files of tests/ that the test's file includes, and to the drivers that they name."""
        key = (file, test, across)
        if key not in self.reached:
            files = self.with_includes(file) if across else [file]
            self.reached[key] = follow(test, [self.definitions(each) for each in files])
            if across:
                self._add_named_drivers(self.reached[key])
        return self.reached[key]

    def is_more_than_refused(self, file: str, test: str, routine: str, across: bool) -> bool:
        """Whether something that the test reaches does more with the routine than to compare its answer with a failure."""
        self.reach(file, test, across)
        call, refused = re.compile(rf"\b{routine}\b\s*[(,]"), re.compile(
            rf"_EQ\(\s*{routine}\([^;]*?,\s*STATUS_(?!SUCCESS|PENDING)")
        return any(len(call.findall(each.text)) > len(refused.findall(each.text))
                   for each in self.reached[file, test, across].definitions if routine in each.words)

    def _add_named_drivers(self, reached: Reached):
        for path in self.driver_files:
            if {path.name, path.parent.name} & reached.texts:
                reached.drivers.update(Words.of(path))


class Words:
    cache: dict[Path, set[str]] = {}

    @classmethod
    def of(cls, path: Path) -> set[str]:
        if path not in cls.cache:
            cls.cache[path] = set(WORD.findall(re.sub(COMMENT, "", path.read_text(errors="replace"), flags=re.DOTALL)))
        return cls.cache[path]


def by_name(definitions) -> dict[str, list[Definition]]:
    out: dict[str, list[Definition]] = {}
    for definition in definitions:
        for name in definition.names:
            out.setdefault(name, []).append(definition)
    return out


def follow(test: str, sources: list[Definitions]) -> Reached:
    index = by_name(each for source in sources for each in source.all)
    out, raws, seen = Reached(), [], set()
    todo = index.get(test, []) + index.get(test.split(".")[0], [])
    while todo:
        definition = todo.pop()
        if id(definition) in seen:
            continue
        seen.add(id(definition))
        out.definitions.append(definition)
        out.named |= definition.words
        out.texts |= definition.texts
        raws += definition.raws
        for word in definition.words:
            todo += index.get(word, [])
    out.drivers = words_of_drivers(raws, out.named)
    return out


def words_of_drivers(raws: list[str], named: set[str]) -> set[str]:
    parsed = [Definitions(raw) for raw in raws]
    index = by_name(each for source in parsed for each in source.all)
    todo, seen, words = [], set(), set()
    for source in parsed:
        has_deeds = any(each.macro == "DEED" for each in source.all)
        for each in source.all:
            is_root = not each.is_function or each.names & ({"DriverEntry", "DllMain"} | named)
            if each.macro == "DEED" or has_deeds:
                is_root = each.macro == "DEED" and each.names & named
            if is_root:
                todo.append(each)
    while todo:
        definition = todo.pop()
        if id(definition) in seen:
            continue
        seen.add(id(definition))
        found = words_in(chosen(definition.text, named))
        words |= found
        for word in found:
            todo += index.get(word, [])
    return words
