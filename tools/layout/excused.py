"""Structures that mingw-w64 10 declares otherwise than Windows does, with the reason. The list only shrinks."""

EXCUSED: dict[str, str] = {
}
