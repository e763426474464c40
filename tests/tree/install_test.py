"""What `make install` puts in place works from there, outside the tree: drivers by command and by CMake, a program that
links the library by CMake and by pkg-config.

Usage: install_test.py SOURCE_DIRECTORY BUILD_DIRECTORY
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
del sys.argv[1:]

DRIVERS = {
    "miniport_c": ("miniport", ["Driver.c", "allocation.c"]),
    "miniport_cxx": ("miniport", ["adapter.cxx", "memory.cxx"]),
    "umd": ("umd", ["umd.cpp"]),
    "avstream": ("avstream", ["capture.cpp"]),
}
# The test program that the README shows.
EXAMPLE = re.search(r"```cpp\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL)[1]
# With a shift by too much and a write behind a block of pool, or with a read of a freed one.
SANITIZED = """#include <wdm.h>
#include <windef.h>
#include <ks.h>
#include <ksmedia.h>
static const KSDEVICE_DESCRIPTOR Device;
static volatile ULONG zero, kept;
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  PULONG block = ExAllocatePool2(POOL_FLAG_NON_PAGED, 20, 'tinS');
  if (block == NULL) return STATUS_NO_MEMORY;
#if USE == 1
  kept = 1u << (zero + 33);  // SHIFT
  block[zero + 5] = 1;  // OVERFLOW
#endif
  ExFreePoolWithTag(block, 'tinS');
#if USE == 2
  kept = block[zero + 1];  // FREED
#endif
  return KsInitializeDriver(driver, path, &Device);
}
"""
PROGRAM = '#include <drydock/rules.h>\nint main() { return drydock::rules::find("K-001").id == "K-001" ? 0 : 1; }\n'


def run(*command, cwd=None, env=None) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        cls.prefix = cls.root / "prefix"
        done = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        assert done.returncode == 0, done.stderr
        shutil.copytree(SOURCE / "tests" / "drivers", cls.root / "drivers")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def succeed(self, *command, **options) -> str:
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_contents(self):
        for name in ("bin/drydock", "lib/libdrydock.so", "include/wdk/km/wdm.h", "include/drydock/rules.h",
                     "lib/cmake/drydock/drydock-config.cmake", "lib/pkgconfig/drydock.pc", "include/drydock/dock.h",
                     "share/drydock/drivers/softgpu_kmd.so", "share/drydock/drivers/softgpu_umd.so",
                     "share/drydock/sources/softgpu/kmd/driver.cpp", "share/drydock/rules/K-010.html",
                     "share/man/man1/drydock.1", "share/bash-completion/completions/drydock"):
            self.assertTrue((self.prefix / name).exists(), name)

    def test_no_link_of_the_documents_is_dead(self):
        documents = self.prefix / "share/doc/drydock"
        links = 0
        for page in documents.rglob("*.md"):
            for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
                if "://" not in link:
                    links += 1
                    self.assertTrue((page.parent / link).exists(), f"{page.name}: {link}")
        self.assertGreater(links, 50)

    def test_sarif_leads_to_the_installed_pages(self):
        source, driver, report = (self.root / name for name in ("leaks.c", "leaks.so", "leaks.sarif"))
        source.write_text(SANITIZED.replace("ExFreePoolWithTag", "(void)"))
        drydock = self.prefix / "bin" / "drydock"
        self.succeed(drydock, "cc", "--kind", "avstream", source, "-o", driver)
        run(drydock, "verify", "-q", "--avstream", driver, "--scenario", "load.*", "--faults", "none", "--sarif", report)
        rules = json.loads(report.read_text())["runs"][0]["tool"]["driver"]["rules"]
        self.assertEqual([rule["helpUri"] for rule in rules], [f"file://{self.prefix}/share/drydock/rules/N-008.html"])
        self.assertEqual({page.suffix for page in (self.prefix / "share/drydock/rules").iterdir()}, {".html"})

    def test_command(self):
        for folder, (kind, sources) in DRIVERS.items():
            driver = self.root / f"{folder}.so"
            paths = [self.root / "drivers" / folder / name for name in sources]
            self.succeed(self.prefix / "bin" / "drydock", "cc", "--kind", kind, *paths, "-o", driver)
            self.assertTrue(driver.exists())

    def test_cmake_package(self):
        project = self.root / "project"
        project.mkdir()
        lines = ["cmake_minimum_required(VERSION 3.25)", "project(drivers LANGUAGES CXX)",
                 "find_package(drydock REQUIRED)", "add_executable(host host.cpp)",
                 "add_executable(example example.cpp)",
                 "target_link_libraries(host PRIVATE drydock::drydock)",
                 "target_link_libraries(example PRIVATE drydock::drydock)"]
        for folder, (kind, sources) in DRIVERS.items():
            paths = " ".join(f"../drivers/{folder}/{name}" for name in sources)
            lines.append(f"drydock_add_driver({folder} KIND {kind} SOURCES {paths} DEFINITIONS EXTRA=1)")
        # A driver of another's objects.
        lines += ["get_target_property(objects miniport_c DRYDOCK_OBJECTS)",
                  "drydock_add_driver(relinked KIND miniport SOURCES ${objects})", "add_dependencies(relinked miniport_c)"]
        (project / "CMakeLists.txt").write_text("\n".join(lines) + "\n")
        (project / "host.cpp").write_text(PROGRAM)
        (project / "example.cpp").write_text(EXAMPLE)
        build = project / "build"
        self.succeed("cmake", "-S", project, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.succeed("cmake", "--build", build)
        for name in (*DRIVERS, "relinked"):
            self.assertTrue((build / f"{name}.so").exists(), name)
        self.assertFalse(any((build / "relinked.dir").iterdir()), "objects are not compiled again")
        self.succeed(build / "host")
        self.succeed(build / "example")
        self.assertIn("no work to do", self.succeed("cmake", "--build", build))
        header = self.root / "drivers" / "miniport_c" / "inc" / "Shared.h"
        os.utime(header)
        rebuilt = self.succeed("cmake", "--build", build)
        self.assertIn("miniport_c", rebuilt)
        self.assertNotIn("avstream", rebuilt)

    def test_sanitizers(self):
        drydock = self.prefix / "bin" / "drydock"
        fresh = {name: value for name, value in os.environ.items()
                 if name not in ("LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS")}
        source = self.root / "sanitized.c"
        source.write_text(SANITIZED)
        built = [drydock, "cc", "--kind", "avstream", "--sanitize=address,undefined", source]
        lines = {mark: SANITIZED[:SANITIZED.index(mark)].count("\n") + 1 for mark in ("SHIFT", "OVERFLOW", "FREED")}
        for use, found in ((0, ()), (1, (("N-061", "SHIFT"), ("N-004", "OVERFLOW"))), (2, (("N-005", "FREED"),))):
            driver = self.root / f"sanitized{use}.so"
            self.succeed(*built, f"-DUSE={use}", "-o", driver, env=fresh)
            report = self.root / f"sanitized{use}.json"
            done = run(drydock, "verify", "--avstream", driver, "--scenario", "load.*", "--faults", "none", "--json",
                       report, env=fresh)
            findings = json.loads(report.read_text())["findings"]
            places = {(each["rule"], frame["line"]) for each in findings for frame in each["stack"][:1]}
            self.assertEqual(places, {(rule, lines[mark]) for rule, mark in found}, done.stdout + done.stderr)
            self.assertEqual(done.returncode == 1, bool(found), done.stdout + done.stderr)

    def test_cmake_refuses_wrong_use(self):
        for arguments, sentence in (("x KIND ndis SOURCES a.c", "KIND must be"), ("x KIND umd", "no SOURCES"),
                                    ("x EXTRA KIND umd SOURCES a.c", "unknown arguments"),
                                    ("x KIND umd SOURCES a.c INCLUDE_DIRECTORIES b COMPILE_DEFINITIONS C=1",
                                     "unknown argument COMPILE_DEFINITIONS")):
            project = Path(tempfile.mkdtemp(dir=self.root))
            (project / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX)\nfind_package(drydock REQUIRED)\n"
                f"drydock_add_driver({arguments})\n")
            done = run("cmake", "-S", project, "-B", project / "b", "-G", "Ninja",
                       f"-DCMAKE_PREFIX_PATH={self.prefix}")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(sentence, done.stderr)

    def test_pkg_config(self):
        source = self.root / "host.cpp"
        environment = os.environ | {"PKG_CONFIG_PATH": str(self.prefix / "lib" / "pkgconfig")}
        flags = self.succeed("pkg-config", "--cflags", "--libs", "drydock", env=environment).split()
        built = self.root / "host"
        for text in (PROGRAM, EXAMPLE):
            source.write_text(text)
            self.succeed("g++", "-std=c++20", source, *flags, f"-Wl,-rpath,{self.prefix}/lib", "-o", built)
            self.succeed(built)

    def test_the_example_is_short_and_finds_a_leak(self):
        self.assertLessEqual(sum(bool(line.strip()) for line in EXAMPLE.splitlines()), 20)
        leaking = re.sub(r".*D3DKMTCloseAdapter.*\n", "", EXAMPLE)
        self.assertNotEqual(leaking, EXAMPLE)
        self.assertEqual(self.run_host(leaking), (1, True))
        misspelt = EXAMPLE.replace("{gpu.low, gpu.high}", "{gpu.low + 1, gpu.high}")
        self.assertEqual(self.run_host(misspelt), (1, False))

    def run_host(self, text: str) -> tuple[int, bool]:
        """The exit code of a host program, and whether it says that an adapter was never closed."""
        source, built = self.root / "leaking.cpp", self.root / "leaking"
        environment = os.environ | {"PKG_CONFIG_PATH": str(self.prefix / "lib" / "pkgconfig")}
        flags = self.succeed("pkg-config", "--cflags", "--libs", "drydock", env=environment).split()
        source.write_text(text)
        self.succeed("g++", "-std=c++20", source, *flags, f"-Wl,-rpath,{self.prefix}/lib", "-o", built)
        done = run(built)
        return done.returncode, "K-066" in done.stderr


if __name__ == "__main__":
    unittest.main()
