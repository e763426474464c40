"""Which sources are the host, and to which room each belongs.

A room is a folder of src. The chapters of the catalogue are tables and have no mutants to plant.
"""
import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("sim", "rules", "trace", "nt", "win32", "bridge", "wdk", "vidmm", "sched", "display", "dxgk", "thunks", "d3d", "ks")
NOT_HOST = ("cc", "cli", "verify")  # what uses the host: the compiler of drivers, the program, the verifier
PLANTERS = ("cursors", "draw", "edits", "host", "operators", "place", "plant", "text", "units")  # of these tools
TABLES = ("rules/kernel", "rules/user_mode", "rules/streaming", "rules/executive", "rules/display")


def room_of(name: str) -> str | None:
    """The room of a source that is named from the root; None for what is not the host."""
    parts = name.split("/")
    if len(parts) < 3 or parts[0] != "src" or parts[1] not in ROOMS or "/".join(parts[1:3]) in TABLES:
        return None
    return parts[1]


def is_in(name: str, room: str) -> bool:
    """Whether a source lies in a room or in a room inside of one, such as nt/pool."""
    return not room or name.startswith(f"src/{room}/")


def sources(root: Path = ROOT) -> list[str]:
    paths = sorted((root / "src").rglob("*.cpp"))
    names = [path.relative_to(root).as_posix() for path in paths]
    return [name for name in names if room_of(name)]


def digest(paths: list[Path], *words: str) -> str:
    """Changes when a file does, its name or one of the words."""
    out = hashlib.sha256()
    for word in words:
        out.update(word.encode() + b"\0")
    for path in paths:
        out.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return out.hexdigest()[:20]


def tree_digest(root: Path = ROOT) -> str:
    """Of everything that decides which mutants there are and what they do."""
    texts = [path for folder in ("src", "include") for path in (root / folder).rglob("*")
             if path.suffix in (".cpp", ".h", ".c", ".txt") and path.is_file()]
    here = Path(__file__).parent
    tools = [here / f"{name}.py" for name in PLANTERS] + list((here / "runtime").iterdir())
    return digest(sorted(texts) + sorted(tools))
