"""The compiler arguments of `drydock cc`, read off the command that it shows."""
import shlex
import subprocess
import tempfile
from functools import cache
from pathlib import Path


@cache
def driver_flags(drydock: str, kind: str, suffix: str = ".c", extra: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Everything between the compiler's name and the language option, for a source with this suffix."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"empty{suffix}"
        source.write_text("")
        command = [drydock, "cc", "-v", "--kind", kind, "-c", str(source), "-o", str(source.with_suffix(".o")), *extra]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    words = shlex.split(shown.splitlines()[0])
    return tuple(words[1 : words.index("-x")])
