"""Finds the places of one source: walks its functions and asks each operator.

Left out are what the compiler evaluates (constexpr, static_assert, sizeof, labels, arguments of templates), assertions and
everything else inside of a macro, and the steps of for loops, which without them only hang.
"""
import re
from collections.abc import Iterator

from clang.cindex import BinaryOperator, Cursor, CursorKind, TypeKind

from cursors import full_name, is_macro, span, unwrapped
from place import ON, Place
from text import Text

K = CursorKind
FUNCTIONS = (K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION, K.FUNCTION_TEMPLATE)
CLASSES = (K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL, K.CLASS_TEMPLATE)
CONSTANT = (K.STATIC_ASSERT, K.CXX_UNARY_EXPR, K.ENUM_DECL, K.PARM_DECL, K.DECL_REF_EXPR, K.TYPE_REF, K.TEMPLATE_REF,
            K.TYPE_ALIAS_DECL, K.TYPEDEF_DECL, K.CONCEPT_DECL, K.REQUIRES_EXPR)
CASTS = (K.CXX_STATIC_CAST_EXPR, K.CSTYLE_CAST_EXPR)
AT_COMPILE_TIME = re.compile(r"\b(constexpr|consteval|constinit)\b")

LIMITS = {BinaryOperator.LT: "<=", BinaryOperator.LE: "<", BinaryOperator.GT: ">=", BinaryOperator.GE: ">"}
EQUALITY = {BinaryOperator.EQ: "!=", BinaryOperator.NE: "=="}
SUMS = {BinaryOperator.Add: "-", BinaryOperator.Sub: "+"}
STEPS = {BinaryOperator.AddAssign: "-=", BinaryOperator.SubAssign: "+="}
SPELLED = {BinaryOperator.LT: "<", BinaryOperator.LE: "<=", BinaryOperator.GT: ">", BinaryOperator.GE: ">=",
           BinaryOperator.EQ: "==", BinaryOperator.NE: "!=", BinaryOperator.Add: "+", BinaryOperator.Sub: "-",
           BinaryOperator.AddAssign: "+=", BinaryOperator.SubAssign: "-="}
LOGICAL = {BinaryOperator.LAnd: ("({} || ({}))", "true"), BinaryOperator.LOr: ("(!{} && ({}))", "false")}

STATUS = re.compile(r"STATUS_[A-Z0-9_]+|S_OK|S_FALSE|E_[A-Z]+|D3D\w*ERR_\w+|DXGI\w*_ERROR_\w+|ERROR_[A-Z_]+")
TRUTH = {"true": "false", "false": "true", "TRUE": "FALSE", "FALSE": "TRUE"}
# Calls that change nothing but the time that others take.
SILENT = {"reserve", "shrink_to_fit"}
# Functions to which the order of their arguments is the same.
SYMMETRIC = {"min", "max", "swap", "equal", "operator==", "operator!="}


def other_status(text: str) -> str | None:
    if text in TRUTH:
        return TRUTH[text]
    if not STATUS.fullmatch(text):
        return None
    success = {"STATUS_SUCCESS": "STATUS_UNSUCCESSFUL", "S_OK": "E_FAIL", "ERROR_SUCCESS": "ERROR_INVALID_PARAMETER"}
    if text in success:
        return success[text]
    return "STATUS_SUCCESS" if text.startswith("STATUS_") else "ERROR_SUCCESS" if text.startswith("ERROR_") else "S_OK"


class Reader:
    def __init__(self, text: Text):
        self.text = text
        self.function = ""
        self.places: list[Place] = []
        self.negated: set[tuple[int, int]] = set()

    def read(self, declaration: Cursor) -> None:
        """A declaration outside of functions: what it has of functions is read."""
        if declaration.kind in FUNCTIONS:
            self.read_function(declaration)
        elif declaration.kind == K.LAMBDA_EXPR:
            self.function = self.function or "a lambda"
            self.visit_children(declaration)
        else:
            for child in declaration.get_children():
                if declaration.kind == K.VAR_DECL:
                    self.function = declaration.spelling
                self.read(child)
        self.function = "" if declaration.kind in (*FUNCTIONS, K.VAR_DECL) else self.function

    def read_function(self, cursor: Cursor) -> None:
        outer, self.function = self.function, full_name(cursor)
        begin, end = span(cursor)
        head = self.text.code[begin:end].split("{", 1)[0]
        if not AT_COMPILE_TIME.search(head) and not is_macro(cursor, self.text):
            self.visit_children(cursor)
        self.function = outer

    def add(self, operator: str, begin: int, end: int, planted: str, mutated: str) -> None:
        if self.text.is_sound(begin, end) and planted.count("\n") == self.text.text.count("\n", begin, end):
            self.places.append(Place(self.text.name, self.text.line(begin), self.function, operator, begin, end, planted,
                                     mutated))

    def add_choice(self, operator: str, begin: int, end: int, mutated: str) -> None:
        """The mutated text or the old one, as an expression. The old one keeps its lines."""
        if self.text.is_movable(begin, end):
            mutated = re.sub(r"\s*\n\s*", " ", mutated)
            self.add(operator, begin, end, f"({ON} ? {mutated} : {self.at(begin, end)})", mutated)

    def add_dropped(self, operator: str, begin: int, end: int) -> None:
        """A statement; the semicolon stays."""
        if re.match(r"\s*;", self.text.code[end:]):
            self.add(operator, begin, end, f"({ON} ? void() : void({self.at(begin, end)}))", "")

    def at(self, begin: int, end: int) -> str:
        return self.text.text[begin:end]

    def visit_children(self, cursor: Cursor, is_statement: bool = False) -> None:
        for child in cursor.get_children():
            self.visit(child, cursor, is_statement)

    def visit(self, cursor: Cursor, parent: Cursor, is_statement: bool) -> None:
        """`is_statement`: the cursor stands where a statement does, so nobody wants its value."""
        kind, (begin, end) = cursor.kind, span(cursor)
        if self.add_status(begin, end, parent):
            return
        if kind in CONSTANT or is_macro(cursor, self.text):
            return
        if kind in FUNCTIONS or kind in CLASSES:
            self.read(cursor)
            return
        if kind == K.VAR_DECL and AT_COMPILE_TIME.search(re.split(r"[={(]", self.text.code[begin:end], maxsplit=1)[0]):
            return
        if kind in VISITS:
            VISITS[kind](self, cursor, is_statement)
        elif kind in (K.UNEXPOSED_EXPR, K.PAREN_EXPR):
            for child in cursor.get_children():
                self.visit(child, parent if span(child) == (begin, end) else cursor, is_statement)
        else:
            self.visit_children(cursor, kind in (K.COMPOUND_STMT, K.DEFAULT_STMT, K.LABEL_STMT, K.UNEXPOSED_STMT))

    def add_status(self, begin: int, end: int, parent: Cursor) -> bool:
        """A constant that is returned, stored or handed on as a result."""
        text = self.at(begin, end)
        other = other_status(text)
        if other is None:
            return False
        is_result = parent.kind in (K.RETURN_STMT, K.CONDITIONAL_OPERATOR, K.VAR_DECL) or (
            parent.kind == K.BINARY_OPERATOR and parent.binary_operator == BinaryOperator.Assign) or (
            parent.kind == K.CALL_EXPR and text not in TRUTH)
        if is_result:
            self.add("status", begin, end, f"({ON} ? {other} : {text})", other)
        return True

    # Conditions.

    def add_negation(self, begin: int, end: int, wrap: str = "{}") -> None:
        begin, end = self.text.trimmed(begin, end)
        condition = self.at(begin, end)
        if condition in ("", "true", "false", "0", "1"):
            return
        self.negated.add((begin, end))
        self.add("negate", begin, end, wrap.format(f"{ON} != static_cast<bool>({condition})"), f"!({condition})")

    def header_of(self, cursor: Cursor, word: str) -> tuple[int, int] | None:
        """What stands in the parentheses after the word."""
        begin, end = span(cursor)
        found = re.compile(rf"{word}\s*(constexpr\s*)?\(").match(self.text.code, begin, end)
        close = self.text.close_of(found.end() - 1) if found else None
        return (found.end(), close) if close else None

    def visit_if(self, cursor: Cursor, _: bool) -> None:
        header = self.header_of(cursor, "if")
        children = list(cursor.get_children())
        if header and AT_COMPILE_TIME.search(self.text.code[span(cursor)[0]:header[0]]):
            children = [child for child in children if span(child)[0] > header[1]]
        elif header:
            parts = self.text.split(*header, ";")
            variable = next((child for child in children if child.kind == K.VAR_DECL), None)
            if variable is None:
                self.add_negation(*parts[-1])
            elif len(parts) == 1 and variable.spelling:
                begin, end = self.text.trimmed(*header)
                name, declared = variable.spelling, self.at(begin, end)
                self.add("negate", begin, end, f"{declared}; {ON} != static_cast<bool>({name})", f"{declared}; !{name}")
        self.visit_parts(cursor, children, header)

    def visit_while(self, cursor: Cursor, _: bool) -> None:
        header = self.header_of(cursor, "while")
        children = list(cursor.get_children())
        if header and all(child.kind != K.VAR_DECL for child in children):
            self.add_negation(*header)
        self.visit_parts(cursor, children, header)

    def visit_for(self, cursor: Cursor, _: bool) -> None:
        header = self.header_of(cursor, "for")
        parts = self.text.split(*header, ";") if header else []
        children = list(cursor.get_children())
        if len(parts) == 3:
            self.add_negation(*parts[1])
            children = [child for child in children if not parts[2][0] <= span(child)[0] < parts[2][1]]
        self.visit_parts(cursor, children, header)

    def visit_range_for(self, cursor: Cursor, _: bool) -> None:
        self.visit_parts(cursor, list(cursor.get_children()), self.header_of(cursor, "for"))

    def visit_switch(self, cursor: Cursor, _: bool) -> None:
        self.visit_parts(cursor, list(cursor.get_children()), self.header_of(cursor, "switch"))

    def visit_parts(self, cursor: Cursor, children: list[Cursor], header: tuple[int, int] | None) -> None:
        """What stands behind the header are statements."""
        for child in children:
            self.visit(child, cursor, header is not None and span(child)[0] > header[1])

    def visit_do(self, cursor: Cursor, _: bool) -> None:
        *body, condition = cursor.get_children()
        if not is_macro(condition, self.text):
            self.add_negation(*span(condition))
        for child in body:
            self.visit(child, cursor, True)
        self.visit(condition, cursor, False)

    def visit_case(self, cursor: Cursor, _: bool) -> None:
        for child in list(cursor.get_children())[1:]:
            self.visit(child, cursor, True)

    def visit_choice(self, cursor: Cursor, _: bool) -> None:
        condition, *branches = cursor.get_children()
        self.add_negation(*span(condition), "({})")
        self.visit(condition, condition, False)
        for branch in branches:
            self.visit(branch, cursor, False)

    # Operators of the language.

    def operands(self, left: Cursor, right: Cursor, operator: str) -> bool:
        """Whether the operator stands between them as it is written; a macro may have made it."""
        return self.text.code[span(left)[1]:span(right)[0]].strip() == operator

    def visit_binary(self, cursor: Cursor, is_statement: bool) -> None:
        children, operator = list(cursor.get_children()), cursor.binary_operator
        if len(children) == 2:
            if operator in LOGICAL:
                self.add_terms(operator, children)
            elif operator == BinaryOperator.Assign:
                self.add_assignment(cursor, children[0], is_statement)
            else:
                self.add_exchange(cursor, operator, *children)
        self.visit_children(cursor)

    def add_terms(self, operator: BinaryOperator, children: list[Cursor]) -> None:
        planted, mutated = LOGICAL[operator]
        for child in children:
            begin, end = span(child)
            is_chain = child.kind == K.BINARY_OPERATOR and child.binary_operator == operator
            if not is_chain and self.operands(*children, "&&" if mutated == "true" else "||"):
                self.add("term", begin, end, planted.format(ON, self.at(begin, end)), mutated)

    def add_exchange(self, cursor: Cursor, operator: BinaryOperator, left: Cursor, right: Cursor) -> None:
        begin, end = span(cursor)
        if operator not in SPELLED or not self.operands(left, right, SPELLED[operator]):
            return
        other = {**LIMITS, **EQUALITY, **SUMS, **STEPS}[operator]
        mutated = f"{self.at(begin, span(left)[1])} {other} {self.at(span(right)[0], end)}"
        if operator in EQUALITY:
            self.add_inequality(begin, end, mutated)
        elif operator in LIMITS:
            self.add_choice("boundary", begin, end, mutated)
        elif operator in STEPS:
            self.add_choice("count", begin, end, mutated)
        elif right.type.get_canonical().kind != TypeKind.POINTER:
            self.add_choice("sum", begin, end, mutated)

    def add_inequality(self, begin: int, end: int, mutated: str) -> None:
        if (begin, end) not in self.negated:
            self.add("boundary", begin, end, f"({ON} != ({self.at(begin, end)}))", re.sub(r"\s*\n\s*", " ", mutated))

    def add_assignment(self, cursor: Cursor, left: Cursor, is_statement: bool) -> None:
        target = unwrapped(left)
        is_outside = target.kind == K.MEMBER_REF_EXPR or (
            target.kind == K.UNARY_OPERATOR and self.at(*span(target)).startswith("*"))
        if is_statement and is_outside:
            self.add_dropped("member", *span(cursor))

    def visit_compound_assignment(self, cursor: Cursor, is_statement: bool) -> None:
        children = list(cursor.get_children())
        if cursor.binary_operator in STEPS and len(children) == 2:
            self.add_exchange(cursor, cursor.binary_operator, *children)
        elif len(children) == 2:
            self.add_assignment(cursor, children[0], is_statement)
        self.visit_children(cursor)

    def visit_unary(self, cursor: Cursor, _: bool) -> None:
        (begin, end), children = span(cursor), list(cursor.get_children())
        text = self.at(begin, end)
        if len(children) == 1 and (text.startswith(("++", "--")) or text.endswith(("++", "--"))):
            self.add_choice("count", begin, end, self.at(*span(children[0])))
        self.visit_children(cursor)

    # Calls, and operators that are calls.

    def visit_call(self, cursor: Cursor, is_statement: bool) -> None:
        (begin, end), name = span(cursor), cursor.spelling
        arguments = [argument for argument in cursor.get_arguments() if argument is not None]
        if is_statement and name in ("operator++", "operator--"):
            self.add_dropped("count", begin, end)
        elif is_statement and name == "operator=" and arguments:
            self.add_assignment(cursor, arguments[0], is_statement)
        elif is_statement and name not in SILENT and (not name.startswith("operator") or name == "operator()"):
            self.add_dropped("call", begin, end)
        elif name in ("operator==", "operator!=") and len(arguments) == 2:
            if cursor.type.get_canonical().kind == TypeKind.BOOL and self.operands(*arguments, name[8:]):
                other = "!=" if name == "operator==" else "=="
                left, right = self.at(begin, span(arguments[0])[1]), self.at(span(arguments[1])[0], end)
                self.add_inequality(begin, end, f"{left} {other} {right}")
        if name not in SYMMETRIC:
            for first, second in zip(arguments, arguments[1:]):
                self.add_swap(first, second)
        self.visit_children(cursor)

    def add_swap(self, first: Cursor, second: Cursor) -> None:
        (begin, middle), (start, end) = span(first), span(second)
        left, right = self.at(begin, middle), self.at(start, end)
        if not self.operands(first, second, ",") or left == right or left[:1] in "[{" or right[:1] in "[{":
            return
        if plain_type(first) != plain_type(second) or not self.text.is_movable(begin, end):
            return
        once_left, once_right = self.text.on_one_line(begin, middle), self.text.on_one_line(start, end)
        planted = f"({ON} ? ({once_right}) : ({left})){self.at(middle, start)}({ON} ? ({once_left}) : ({right}))"
        self.add("arguments", begin, end, planted, f"{once_right}, {once_left}")

    def visit_cast(self, cursor: Cursor, is_statement: bool) -> None:
        """A call whose result is thrown away on purpose."""
        children = list(cursor.get_children())
        if is_statement and cursor.type.kind == TypeKind.VOID and children and unwrapped(children[-1]).kind == K.CALL_EXPR:
            self.add_dropped("call", *span(cursor))
        self.visit_children(cursor)

    def visit_return(self, cursor: Cursor, _: bool) -> None:
        for value in cursor.get_children():
            begin, end = span(value)
            is_pointer = value.type.get_canonical().kind == TypeKind.POINTER
            text = self.at(begin, end)
            if is_pointer and text not in ("nullptr", "NULL") and other_status(text) is None and not text.startswith("{"):
                self.add("status", begin, end, f"({ON} ? nullptr : ({text}))", "nullptr")
            self.visit(value, cursor, False)


def plain_type(argument: Cursor) -> str:
    """The type by which two arguments are compared; of its own kind each when it is not known yet."""
    spelled = argument.type.get_canonical().spelling
    return str(span(argument)) if "dependent" in spelled or not spelled else spelled.replace("const ", "").rstrip("& ")


VISITS = {
    K.IF_STMT: Reader.visit_if,
    K.WHILE_STMT: Reader.visit_while,
    K.FOR_STMT: Reader.visit_for,
    K.CXX_FOR_RANGE_STMT: Reader.visit_range_for,
    K.SWITCH_STMT: Reader.visit_switch,
    K.DO_STMT: Reader.visit_do,
    K.CASE_STMT: Reader.visit_case,
    K.CONDITIONAL_OPERATOR: Reader.visit_choice,
    K.BINARY_OPERATOR: Reader.visit_binary,
    K.COMPOUND_ASSIGNMENT_OPERATOR: Reader.visit_compound_assignment,
    K.UNARY_OPERATOR: Reader.visit_unary,
    K.CALL_EXPR: Reader.visit_call,
    K.CXX_STATIC_CAST_EXPR: Reader.visit_cast,
    K.CSTYLE_CAST_EXPR: Reader.visit_cast,
    K.RETURN_STMT: Reader.visit_return,
}


def places_of(text: Text, declarations: Iterator[Cursor]) -> list[Place]:
    """`declarations` are those of the file at the outermost level."""
    reader = Reader(text)
    for declaration in declarations:
        reader.read(declaration)
    unique = {(p.begin, p.end, p.operator, p.mutated): p for p in reader.places}
    return sorted(unique.values(), key=lambda place: (place.begin, place.end, place.operator))
