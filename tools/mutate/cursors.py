"""What the operators ask of libclang: where a cursor stands, and whether a macro made it."""
import re
from ctypes import byref, c_uint

from clang.cindex import Cursor, CursorKind, SourceLocation, conf

from text import Text

INVOCATION = re.compile(r"\w+\s*\(")
WRAPPERS = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR)


def spelled_at(location: SourceLocation) -> int:
    """The offset at which the token itself is written, in whichever file."""
    offset = c_uint()
    conf.lib.clang_getSpellingLocation(location, None, None, None, byref(offset))
    return offset.value


def span(cursor: Cursor) -> tuple[int, int]:
    return cursor.extent.start.offset, cursor.extent.end.offset


def is_macro(cursor: Cursor, text: Text) -> bool:
    """Whether the cursor is what a macro expands to, whole or in part. One that only begins with a macro is not."""
    start = cursor.extent.start
    if spelled_at(start) == start.offset:
        return False
    begin, end = span(cursor)
    if re.fullmatch(r"\w+", text.code[begin:end]):
        return True
    call = INVOCATION.match(text.code, begin)
    close = text.close_of(call.end() - 1) if call else None
    return close is not None and close >= end - 1


def unwrapped(cursor: Cursor) -> Cursor:
    """Without what the compiler puts around an expression, and without parentheses."""
    while cursor.kind in WRAPPERS:
        children = list(cursor.get_children())
        if len(children) != 1:
            return cursor
        cursor = children[0]
    return cursor


def full_name(cursor: Cursor) -> str:
    """The name of a function with the classes around it."""
    names = [cursor.spelling]
    parent = cursor.semantic_parent
    while parent is not None and parent.kind in (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE):
        if parent.spelling:
            names.append(parent.spelling)
        parent = parent.semantic_parent
    return "::".join(reversed(names))
