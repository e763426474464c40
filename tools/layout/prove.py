"""Proves that the structures of include/wdk have the layout of Windows x64.

(b) the same headers, compiled for Linux with the driver flags and for Windows by mingw-w64's compiler: identical.
(c) every structure that mingw-w64's own headers define too: equal to theirs.

Usage: prove.py DRYDOCK INCLUDE_WDK [--work FOLDER]
Exit: 0 proved, 1 a layout differs (each difference names the member).
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from compare import Differences, compare_builds, compare_with_theirs, report_needless_excuses
from driver_flags import driver_flags
from probe import Probe, measure
from records import parse, records_in
from views import OUR_VIEWS, THEIR_VIEWS, View

MINGW = "x86_64-w64-mingw32-gcc"
MINGW_HEADERS = "/usr/share/mingw-w64/include"
# What the Windows compiler defines by itself.
PREDEFINED = ("-D_WIN32", "-D_WIN64", "-DWIN32", "-DWINNT", "-D_M_AMD64", "-D_M_X64")


class Prover:
    def __init__(self, drydock: str, wdk: str, work: Path):
        self.drydock, self.wdk, self.work = drydock, str(Path(wdk).resolve()), work

    def driver_arguments(self, view: View) -> list[str]:
        return list(driver_flags(self.drydock, view.kind, ".c", tuple(view.defines)))

    def mingw_arguments(self, view: View) -> list[str]:
        driver = self.driver_arguments(view)
        defines = [w for w in driver if w.startswith("-D") and not w.startswith(PREDEFINED)]
        folders = [w for option, word in zip(driver, driver[1:]) if option == "-isystem" for w in ("-I", word)]
        return ["-std=gnu11", "-fms-extensions", "-mms-bitfields", "-w", *defines, *folders]

    def our_layouts(self, view: View) -> tuple[list, dict, dict]:
        arguments = self.driver_arguments(view)
        includes = [f"#include <{header}>" for header in view.headers]
        source = self.work / f"{view.name}-all.c"
        source.write_text("\n".join(includes) + "\n")
        under = str(Path(self.wdk)) + "/"
        unit = parse(str(source), [a.replace(self.linked(), self.wdk) for a in arguments])
        # What is ours alone, such as the frame of an exception, has no Windows layout.
        windows = [r for r in records_in(unit, under).values() if "drydock_" not in r.name]
        records = sorted(windows, key=lambda r: r.name)
        probe = Probe(includes, records)
        linux = measure(probe, self.work, f"{view.name}-linux", lambda s, o: [
            self.drydock, "cc", "--kind", view.kind, "-c", str(s), "-o", str(o), "-w", *view.defines], "objcopy")
        mingw = measure(probe, self.work, f"{view.name}-windows", lambda s, o: [
            MINGW, *self.mingw_arguments(view), "-c", str(s), "-o", str(o)], "x86_64-w64-mingw32-objcopy")
        return records, linux, mingw

    def linked(self) -> str:
        """The headers as the program names them: beside itself."""
        return str(Path(self.drydock).resolve().parent.parent / "include" / "wdk")

    def their_layouts(self, view: View) -> tuple[list, dict]:
        includes = [*view.prologue, *(f"#include <{header}>" for header in view.headers)]
        source = self.work / f"{view.name}-theirs.c"
        source.write_text("\n".join(includes) + "\n")
        resources = subprocess.run(["clang-19", "-print-resource-dir"], check=True, capture_output=True, text=True)
        folders = ["-isystem", f"{MINGW_HEADERS}/ddk", "-isystem", MINGW_HEADERS]
        unit = parse(str(source), ["-target", "x86_64-w64-mingw32", "-std=gnu11", "-fms-extensions", "-w",
                                   "-resource-dir", resources.stdout.strip(), *folders, *view.defines])
        ours = {name for record in self.records.values() for name in record.names}
        records = [r for r in records_in(unit, MINGW_HEADERS).values() if r.names & ours]
        records.sort(key=lambda r: r.name)
        layouts = measure(Probe(includes, records), self.work, f"{view.name}-theirs", lambda s, o: [
            MINGW, "-std=gnu11", "-fms-extensions", "-w", *folders, *view.defines, "-c", str(s), "-o", str(o)],
            "x86_64-w64-mingw32-objcopy")
        return records, layouts

    def run(self) -> Differences:
        differences = Differences()
        self.records, self.layouts = {}, {}
        for view in OUR_VIEWS:
            records, linux, mingw = self.our_layouts(view)
            compare_builds(view, records, linux, mingw, differences)
            if view.newest:
                for record in records:
                    self.records.setdefault(record.name, record)
                self.layouts = linux | self.layouts
        self.builds = len(self.records)
        compared = set()
        for view in THEIR_VIEWS:
            records, layouts = self.their_layouts(view)
            compared |= compare_with_theirs(view, records, layouts, self.records, self.layouts, differences)
        self.shared = len(compared)
        report_needless_excuses(differences)
        return differences


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("drydock")
    arguments.add_argument("wdk")
    arguments.add_argument("--work", type=Path, help="keep the probes here")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = given.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        prover = Prover(given.drydock, given.wdk, work)
        differences = prover.run()
    for line in differences.lines:
        print(line)
    print(f"(b) Linux against Windows build: {prover.builds} structures in {len(OUR_VIEWS)} views, "
          f"{differences.builds} different")
    print(f"(c) against mingw-w64's own headers: {prover.shared} structures, {differences.theirs} different, "
          f"{len(differences.excused)} set aside with a reason")
    return 1 if differences.builds or differences.theirs else 0


if __name__ == "__main__":
    sys.exit(main())
