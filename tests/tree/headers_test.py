"""Every header stands alone, in each language and mode in which sources may include it.

Usage: headers_test.py DRYDOCK INCLUDE_WDK
"""
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "layout"))
from driver_flags import driver_flags  # noqa: E402

DRYDOCK, WDK = sys.argv[1], Path(sys.argv[2])
# Headers that a Linux client of the D3DKMT interface includes, next to Debian's Direct3D headers.
CLIENT = ("d3dkmthk.h", "d3dukmdt.h", "d3dkmdt.h", "windef.h", "ntstatus.h")
# dxcore.h wants the adapter in front of itself.
NEIGHBOURS = ("wsl/winadapter.h", "directx/d3d12.h", "wsl/winadapter.h>\n#include <directx/dxcore.h")
# These only open or close what another header continues.
FRAGMENTS = {"poppack.h", "pshpack1.h", "pshpack2.h", "pshpack4.h", "pshpack8.h", "pshpack16.h"}


def driver_checks(header: str, kind: str):
    yield f"{kind} C11", ["clang-19", *driver_flags(DRYDOCK, kind, ".c"), "-std=c11"], "c", header
    for standard in ("c++17", "c++20"):
        flags = [*driver_flags(DRYDOCK, kind, ".cpp"), f"-std=gnu++{standard[3:]}"]
        yield f"{kind} {standard}", ["clang-19", *flags], "c++", header


def client_checks(header: str):
    command = ["clang++-19", "-Wall", "-Wextra", "-Werror", "-I", str(WDK / "shared"), "-I", "/usr/include/wsl/stubs"]
    for standard in ("c++17", "c++20"):
        flags = [*command, f"-std={standard}"]
        yield f"client {standard}", flags, "c++", header
        for neighbour in NEIGHBOURS:
            yield f"client {standard} after {neighbour}", flags, "c++", f"{neighbour}>\n#include <{header}"
            yield f"client {standard} before {neighbour}", flags, "c++", f"{header}>\n#include <{neighbour}"
    yield "client C11", ["clang-19", "-Wall", "-Wextra", "-Werror", "-std=c11", "-I", str(WDK / "shared")], "c", header


def host_checks(header: str, folders: list[str]):
    include = [word for folder in folders for word in ("-isystem", str(WDK / folder))]
    for compiler in ("g++", "clang++-19"):
        command = [compiler, "-std=c++20", "-DDRYDOCK_HOST=1", "-mms-bitfields", "-Wall", "-Wextra", "-Werror", *include]
        yield f"host {compiler}", command, "c++", header


def checks():
    for folder in ("shared", "km", "um"):
        for path in sorted((WDK / folder).glob("*.h")):
            if path.name in FRAGMENTS:
                continue
            if folder != "um":
                yield from driver_checks(path.name, "miniport")
                yield from host_checks(path.name, ["km", "shared", "um"])
            if folder != "km":
                yield from driver_checks(path.name, "umd")
    for name in CLIENT:
        yield from client_checks(name)


def run(check) -> str | None:
    what, command, language, header = check
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / ("alone.c" if language == "c" else "alone.cpp")
        source.write_text(f"#include <{header}>\n")
        done = subprocess.run([*command, "-x", language, "-fsyntax-only", str(source)], capture_output=True, text=True)
    if done.returncode == 0:
        return None
    first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[:200])
    return f"{header.replace('>', '').replace(chr(10), ' + ')} ({what}): {first}"


def main() -> int:
    everything = list(checks())
    with ThreadPoolExecutor(cpu_count()) as pool:
        failures = [failure for failure in pool.map(run, everything) if failure]
    print("\n".join(failures))
    print(f"{len(everything) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or len(everything) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
