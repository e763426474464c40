"""What the kernel headers declare is exported, or the list says why not: exports_test.py LIBRARY HEADERS LIST.

A driver that calls a routine which is declared and not exported compiles and does not load. Each line of LIST names a
routine, or a family by its beginning and an asterisk, and gives the reason. A line that excuses nothing fails too, so that
the list only shrinks."""
import re
import subprocess
import sys
from pathlib import Path

NO_ROUTINES = {"if", "while", "for", "switch", "return", "sizeof", "defined", "__attribute__", "__declspec", "DECLSPEC_ALIGN"}
DEFINES = re.compile(r"\b(typedef|FORCEINLINE|static|__inline|inline|DRYDOCK_VARIADIC|template|using|operator)\b")


def statements(text: str):
    """The statements outside of braces, without comments and directives of the preprocessor."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", " ", text, flags=re.M)
    text = re.sub(r"\b(EXTERN_C_START|EXTERN_C_END)\b", " ", text)
    text = re.sub(r'extern\s+"C"\s*(\{?)', lambda match: " " if match[1] else "extern ", text)
    depth, statement = 0, ""
    for char in text:
        if char == "{":
            depth += 1
            if depth == 1:
                statement += "{"
        elif char == "}":
            depth -= 1
            if depth == 0 and DEFINES.search(statement) and "(" in statement and "typedef" not in statement:
                statement = ""  # the body of a function ends without a semicolon
            depth = max(depth, 0)
        elif depth == 0 and char == ";":
            yield " ".join(statement.split())
            statement = ""
        elif depth == 0:
            statement += char


def declared(text: str):
    """The names of the routines and variables that a header declares and does not define."""
    for statement in statements(text):
        if DEFINES.search(statement) or "{" in statement or "=" in statement:
            continue
        routine = re.match(r"^[A-Za-z_][\w\s*]*?\b([A-Za-z_]\w*)\s*\((?!\s*\*)", statement)
        variable = re.match(r"^(?:[A-Z_]+ )?extern [\w\s*]+?\b([A-Za-z_]\w*)(?:\[\])?$", statement)
        name = (routine or variable)
        if name and name[1] not in NO_ROUTINES and (variable or len(statement.split("(")[0].split()) > 1):
            yield name[1]


def exported(library: str):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in lines.splitlines()}


def reasons(path: Path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split(None, 1) for line in lines)


def main(library: str, headers: Path, listed: Path) -> int:
    have = exported(library)
    missing = {}
    for header in sorted(headers.rglob("*.h")):
        for name in declared(header.read_text()):
            if name not in have:
                missing.setdefault(name, header.relative_to(headers))
    excuses = reasons(listed)
    families = {name[:-1] for name in excuses if name.endswith("*")}
    used = set()
    faults = []
    for name, header in missing.items():
        family = next((one for one in families if name.startswith(one)), None)
        used.add(name if name in excuses else f"{family}*")
        if name not in excuses and family is None:
            faults.append(f"{header}: {name} is declared and not exported")
    faults += [f"{listed.name}: {name} excuses nothing" for name in excuses if name not in used]
    print("\n".join(faults) or f"exports: {len(missing)} of the declared names are excused")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
