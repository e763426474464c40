"""The reports of real drivers are what their formats say: SARIF by a schema, with a line for every result, and JUnit by
what its readers rely on.

Usage: forms_test.py DRYDOCK
"""
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import jsonschema

DRYDOCK = Path(sys.argv.pop(1)).resolve()
HERE = Path(__file__).resolve().parent
SCHEMA = json.loads((HERE / "sarif.schema.json").read_text())
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
    def run_in(cls, *command, status=0):
        done = subprocess.run([str(word) for word in command], cwd=cls.root, capture_output=True, text=True)
        assert done.returncode == status, done.stdout + done.stderr

    def read(self, name: str) -> dict:
        return json.loads((self.root / name).read_text())

    def results(self, name: str) -> list[dict]:
        report = self.read(f"{name}.sarif")
        jsonschema.Draft7Validator(SCHEMA).validate(report)
        run = report["runs"][0]
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
        validator = jsonschema.Draft7Validator(SCHEMA)
        for spoil in (lambda run: run["results"][0]["locations"][0]["physicalLocation"].pop("region"),
                      lambda run: run["results"][0].pop("message"),
                      lambda run: run["results"][0].update(level="fatal"),
                      lambda run: run["results"][0].update(line=3),
                      lambda run: run["results"][0]["stacks"].append(run["results"][0]["stacks"][0]),
                      lambda run: run["tool"]["driver"].pop("name")):
            report = self.read("faulty.sarif")
            spoil(report["runs"][0])
            self.assertFalse(validator.is_valid(report))

    def test_junit_keeps_its_schema(self):
        schema = HERE / "junit.xsd"
        self.run_in("xmllint", "--noout", "--schema", schema, "faulty.xml", "bare.xml")
        text = (self.root / "faulty.xml").read_text()
        self.assertIn("<failure", text)
        for old, new in (('time="', 'times="'), (' name="load.miniport"', ""), ("</failure>", "</failure><failure/>"),
                         ('errors="0"', 'errors="none"')):
            (self.root / "spoilt.xml").write_text(text.replace(old, new, 1))
            self.run_in("xmllint", "--noout", "--schema", schema, "spoilt.xml", status=3)

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
