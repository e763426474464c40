"""The routines that the library exports by their Windows names, and those of them that the tests name."""
import re
import subprocess
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
# What the compiler puts there for the measurement.
OWN = ("__llvm_", "_Z", "_init", "_fini")


def exported(library: Path) -> set[str]:
    shown = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in shown.splitlines()]
    return {row[2].split("@")[0] for row in rows if row[1] in "TW" and not row[2].startswith(OWN)}


def words_of(folder: Path) -> set[str]:
    """Every word in the sources of a folder."""
    texts = (path.read_text(errors="replace") for path in folder.rglob("*") if path.suffix in (".cpp", ".c", ".h"))
    return {word for text in texts for word in WORD.findall(text)}
