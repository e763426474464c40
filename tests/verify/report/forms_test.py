"""The reports of real drivers are what their formats say: SARIF by a schema, with a line for every result, and JUnit by
what its readers rely on.

Usage: forms_test.py DRYDOCK
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import forms

DRYDOCK = Path(sys.argv.pop(1)).resolve()
HERE = Path(__file__).resolve().parent
HABITS = HERE.parents[1] / "drivers/habits"

# Returns from a call at another level, which no frame of it tells: the call is over.
MINIPORT = """#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM2_0
#include <ntddk.h>
#include <dispmprt.h>
#include "render_only.h"
static NTSTATUS APIENTRY GpuAddDevice(IN_CONST_PDEVICE_OBJECT Pdo, OUT_PPVOID Context) {
  *Context = (PVOID)Pdo;
  return STATUS_SUCCESS;
}
static NTSTATUS APIENTRY GpuStartDevice(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Info, /* start */
                                        IN_PDXGKRNL_INTERFACE Interface, OUT_PULONG Sources, OUT_PULONG Children) {
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  *Sources = *Children = 0;
  return STATUS_SUCCESS;
}
static NTSTATUS APIENTRY GpuStopDevice(IN_CONST_PVOID Context) { return STATUS_SUCCESS; }
static NTSTATUS APIENTRY GpuRemoveDevice(IN_CONST_PVOID Context) { return STATUS_SUCCESS; }
static VOID APIENTRY GpuUnload(VOID) {}
static NTSTATUS APIENTRY GpuQuery(IN_CONST_HANDLE Adapter, IN_CONST_PDXGKARG_QUERYADAPTERINFO Info) {
  return STATUS_NOT_SUPPORTED;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
  DRIVER_INITIALIZATION_DATA Table;
  (void)ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'tfeL'); /* left */
  RtlZeroMemory(&Table, sizeof(Table));
  Table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&Table);
  Table.DxgkDdiAddDevice = GpuAddDevice;
  Table.DxgkDdiStartDevice = GpuStartDevice;
  Table.DxgkDdiStopDevice = GpuStopDevice;
  Table.DxgkDdiRemoveDevice = GpuRemoveDevice;
  Table.DxgkDdiUnload = GpuUnload;
  Table.DxgkDdiQueryAdapterInfo = GpuQuery;
  return DxgkInitialize(Driver, Path, &Table);
}
"""
# Its findings have a field, a history and a second stack.
MINIDRIVER = """#include <ntddk.h>
#include <ks.h>
static KSPIN_LOCK Lock;
static const KSDEVICE_DESCRIPTOR Descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
  KIRQL old;
  KeInitializeSpinLock(&Lock);
  (void)ZwClose((HANDLE)(LONG_PTR)(LONG)0x80001234);
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  KeAcquireSpinLockAtDpcLevel(&Lock);
  KeLowerIrql(old);
  return KsInitializeDriver(Driver, Path, &Descriptor);
}
"""
SCENARIOS = "[lm]*.[ms]*"  # some that fail, and some that are skipped


def line_of(mark: str) -> int:
    return MINIPORT[:MINIPORT.index(mark)].count("\n") + 1


class Forms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        (cls.root / "a driver.c").write_text(MINIPORT)
        cls.run_in(DRYDOCK, "cc", "--kind", "miniport", "-I", HABITS, "a driver.c", "-o", "faulty.so")
        (cls.root / "bare.so").write_bytes((cls.root / "faulty.so").read_bytes())
        cls.run_in("strip", "--strip-debug", "bare.so")
        for name in ("faulty", "bare"):
            cls.run_in(DRYDOCK, "verify", "-q", "--miniport", f"{name}.so", "--faults", "none", "--runs", "1",
                       "--scenario", SCENARIOS, "--sarif", f"{name}.sarif", "--junit", f"{name}.xml", "--json",
                       f"{name}.json", status=1)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_in(cls, *command, status=0, env=None):
        done = subprocess.run([str(word) for word in command], cwd=cls.root, capture_output=True, text=True, env=env)
        assert done.returncode == status, done.stdout + done.stderr

    def read(self, name: str) -> dict:
        return json.loads((self.root / name).read_text())

    def results(self, name: str) -> list[dict]:
        self.assertIsNone(forms.fault_of(self.root / f"{name}.sarif"))
        run = self.read(f"{name}.sarif")["runs"][0]
        for result in run["results"]:
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        return run["results"]

    def places(self, name: str) -> dict:
        places = {}
        for result in self.results(name):
            where = result["locations"][0]["physicalLocation"]
            places[result["ruleId"]] = (where["artifactLocation"]["uri"], where["region"]["startLine"])
        return places

    def test_every_result_has_a_line(self):
        # One by the frames of the allocation, whose group the rule of miniports leads, one by the entry point that the finding speaks of.
        self.assertEqual(self.places("faulty"), {"K-058": ("a%20driver.c", line_of("/* left */")),
                                                 "N-017": ("a%20driver.c", line_of("/* start */"))})

    def test_without_debug_information_the_driver_is_the_place(self):
        self.assertEqual(self.places("bare"), {"K-058": ("bare.so", 1), "N-017": ("bare.so", 1)})

    def test_a_result_for_each_group(self):
        for name in ("faulty", "bare"):
            headlines = [group["headline"] for group in self.read(f"{name}.json")["groups"]]
            self.assertEqual(len(self.results(name)), len(headlines))

    def test_rules_lead_to_their_pages(self):
        for rule in self.read("faulty.sarif")["runs"][0]["tool"]["driver"]["rules"]:
            page = Path(rule["helpUri"].removeprefix("file://"))
            self.assertIn(rule["shortDescription"]["text"].split()[0], page.read_text())
            self.assertEqual(page.name, rule["id"] + ".html")

    def test_another_place_of_the_pages_is_given(self):
        self.run_in(DRYDOCK, "verify", "-q", "--miniport", "faulty.so", "--faults", "none", "--scenario",
                    "load.miniport", "--sarif", "based.sarif", "--help-base", "https://pages.test/rules/", status=1)
        rules = self.read("based.sarif")["runs"][0]["tool"]["driver"]["rules"]
        self.assertEqual([rule["helpUri"] for rule in rules],
                         [f"https://pages.test/rules/{rule}.html" for rule in ("K-058", "N-008")])

    def test_the_schema_refuses(self):
        for spoil in (lambda run: run["results"][0]["locations"][0]["physicalLocation"].pop("region"),
                      lambda run: run["results"][0].pop("message"),
                      lambda run: run["results"][0].update(level="fatal"),
                      lambda run: run["results"][0].update(line=3),
                      lambda run: run["results"][0]["stacks"].append(run["results"][0]["stacks"][0]),
                      lambda run: run["tool"]["driver"].pop("name")):
            report = self.read("faulty.sarif")
            spoil(report["runs"][0])
            (self.root / "spoilt.sarif").write_text(json.dumps(report))
            self.assertIsNotNone(forms.fault_of(self.root / "spoilt.sarif"))

    def test_junit_keeps_its_schema(self):
        for name in ("faulty.xml", "bare.xml"):
            self.assertIsNone(forms.fault_of(self.root / name))
        text = (self.root / "faulty.xml").read_text()
        self.assertIn("<failure", text)
        for old, new in (('time="', 'times="'), (' name="load.miniport"', ""), ("</failure>", "</failure><failure/>"),
                         ('errors="0"', 'errors="none"')):
            (self.root / "spoilt.xml").write_text(text.replace(old, new, 1))
            self.assertIsNotNone(forms.fault_of(self.root / "spoilt.xml"))

    def test_json_has_the_members_that_the_page_names(self):
        (self.root / "locking.c").write_text(MINIDRIVER)
        self.run_in(DRYDOCK, "cc", "--kind", "avstream", "locking.c", "-o", "locking.so")
        self.run_in(DRYDOCK, "verify", "-q", "--avstream", "locking.so", "--faults", "none", "--scenario",
                    "load.minidriver", "--json", "locking.json", status=1)
        tools = self.root / "tools"
        tools.mkdir()
        self.run_in(DRYDOCK, "cc", "--coverage", "--kind", "miniport", "-I", HABITS, "a driver.c", "-o", "counted.so")
        broken = tools / "llvm-profdata-19"
        broken.write_text("#!/bin/sh\nexit 1\n")
        broken.chmod(0o755)
        for name, folder in (("lines", None), ("unknown", tools)):
            path = ":".join(filter(None, (folder and str(folder), os.environ["PATH"])))
            self.run_in(DRYDOCK, "verify", "-q", "--miniport", "counted.so", "--faults", "none", "--scenario",
                        "load.miniport", "--json", f"{name}.json", status=1, env={**os.environ, "PATH": path})
        named = forms.documented_members()
        found = set()
        for name in ("faulty", "lines", "unknown", "locking"):
            self.assertIsNone(forms.fault_of(self.root / f"{name}.json"))
            found |= forms.members_of(self.read(f"{name}.json"), named)
        self.assertEqual(named - found, set(), "no report has these members, which the page names")

    def test_a_member_that_the_page_does_not_name_is_a_fault(self):
        report = self.read("faulty.json")
        report["findings"][0]["colour"] = "red"
        (self.root / "other.json").write_text(json.dumps(report))
        self.assertIn("findings[].colour", forms.fault_of(self.root / "other.json"))

    def test_half_a_report_is_none(self):
        for name in ("faulty.json", "faulty.sarif", "faulty.xml"):
            text = (self.root / name).read_text()
            half = self.root / ("half" + Path(name).suffix)
            for part in ("", text[:len(text) // 2], text[:-3]):
                half.write_text(part)
                self.assertIsNotNone(forms.fault_of(half), name)

    def test_junit(self):
        suites = xml.parse(self.root / "faulty.xml").getroot()
        self.assertEqual((suites.tag, len(suites)), ("testsuites", 1))
        suite = suites[0]
        self.assertEqual(set(suite.attrib), {"name", "tests", "failures", "skipped", "errors", "time"})
        cases = suite.findall("testcase")
        self.assertEqual([part.tag for part in suite], ["properties"] + ["testcase"] * len(cases))
        self.assertEqual([each.attrib for each in suite[0]],
                         [{"name": "cut_short", "value": str(self.read("faulty.json")["summary"]["cut_short"])}])
        self.assertEqual(int(suite.get("tests")), len(cases))
        self.assertEqual(int(suite.get("failures")), sum(case.find("failure") is not None for case in cases))
        self.assertEqual(int(suite.get("skipped")), sum(case.find("skipped") is not None for case in cases))
        self.assertEqual(suite.get("errors"), "0")
        self.assertAlmostEqual(float(suite.get("time")), sum(float(case.get("time")) for case in cases), delta=0.1)
        for case in cases:
            self.assertEqual(set(case.attrib), {"classname", "name", "time"})
            self.assertLessEqual({part.tag for part in case}, {"failure", "skipped", "system-out"})
            self.assertLessEqual(sum(part.tag in ("failure", "skipped") for part in case), 1, case.get("name"))
            for failure in case.findall("failure"):
                self.assertEqual(set(failure.attrib), {"type", "message"})
                self.assertTrue(failure.text.strip())
        self.assertEqual(len({case.get("name") for case in cases}), len(cases))

    def test_junit_fails_each_scenario_that_showed_a_finding(self):
        report = self.read("faulty.json")
        shown = {scenario["name"] for scenario in report["scenarios"] if scenario["status"] == "findings"}
        cases = xml.parse(self.root / "faulty.xml").getroot()[0].findall("testcase")
        self.assertEqual({case.get("name") for case in cases if case.find("failure") is not None}, shown)
        self.assertGreater(len(shown), 1)


if __name__ == "__main__":
    unittest.main()
