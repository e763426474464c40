"""Finds the structures and unions that a set of headers defines, with the path of every member."""
from dataclasses import dataclass, field

from clang import cindex

RECORDS = (cindex.CursorKind.STRUCT_DECL, cindex.CursorKind.UNION_DECL)


@dataclass(frozen=True)
class Member:
    path: str  # as offsetof takes it
    bit_field: bool


@dataclass
class Record:
    name: str  # how C spells the type
    names: set[str] = field(default_factory=set)  # every name it goes by, for matching with other headers
    members: list[Member] = field(default_factory=list)


def parse(source: str, arguments: list[str]) -> cindex.TranslationUnit:
    unit = cindex.Index.create().parse(source, args=arguments)
    errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if errors:
        raise SystemExit("\n".join(str(e) for e in errors[:20]))
    return unit


def is_nameless(cursor: cindex.Cursor) -> bool:
    return not cursor.spelling or cursor.is_anonymous() or "(unnamed" in cursor.spelling


def members_of(record: cindex.Type, prefix: str = "") -> list[Member]:
    found = []
    for member in record.get_canonical().get_fields():
        kind = member.type.get_canonical()
        array = ""
        while kind.kind == cindex.TypeKind.CONSTANTARRAY and kind.element_count > 0:
            kind = kind.element_type.get_canonical()
            array += "[0]"
        declaration = kind.get_declaration()
        nested = declaration.kind in RECORDS and is_nameless(declaration)
        if not member.spelling or "(anonymous" in member.spelling or "(unnamed" in member.spelling:
            if nested:
                found += members_of(kind, prefix)
            continue
        path = prefix + member.spelling
        found.append(Member(path, member.is_bitfield()))
        if nested:
            found += members_of(kind, path + array + ".")
    return found


def records_in(unit: cindex.TranslationUnit, under: str) -> dict[str, Record]:
    """The records whose definition stands below the folder `under`, by spelling."""
    by_definition: dict[int, Record] = {}

    def add(declaration: cindex.Cursor, name: str, alias: str) -> None:
        record = by_definition.get(declaration.hash)
        if record is None:
            record = by_definition[declaration.hash] = Record(name, set(), members_of(declaration.type))
        record.names.add(alias)
        if not name.startswith(("struct ", "union ")):
            record.name = name

    def visit(cursor: cindex.Cursor) -> None:
        for child in cursor.get_children():
            place = child.location.file
            if place is None or not place.name.startswith(under):
                continue
            if child.kind in RECORDS and child.is_definition() and not is_nameless(child):
                keyword = "struct " if child.kind == cindex.CursorKind.STRUCT_DECL else "union "
                add(child, keyword + child.spelling, child.spelling)
            elif child.kind == cindex.CursorKind.TYPEDEF_DECL:
                declaration = child.underlying_typedef_type.get_canonical().get_declaration().get_definition()
                plain = child.underlying_typedef_type.get_canonical().kind == cindex.TypeKind.RECORD
                if plain and declaration is not None and declaration.kind in RECORDS:
                    add(declaration, child.spelling, child.spelling)

    visit(unit.cursor)
    return {record.name: record for record in by_definition.values()}
