"""Every call by which a driver asks the system, and which can fail on Windows, has a fault point.

The calls are the exports of the executive and of the streaming class driver, those of Win32, which user-mode drivers call, and
the callbacks that the graphics kernel, the Direct3D runtime and a DMA adapter hand out. Those that answer by an NTSTATUS, an
HRESULT, a pointer, a handle or an address can fail; of Win32 also those that answer by a BOOL or an error code. The library's machine code says which of them reach a fault point. fault_points.txt says of every other one, in a line,
why it never fails here.

Usage: fault_points_test.py LIBRARY ROOT
"""
import re
import subprocess
import sys
import unittest
from collections import defaultdict
from pathlib import Path

FAULT_POINT = "drydock::sim::fail_here("
# What lies behind these fails for its own sake, and not as the answer to the call: paging, the scheduler, the adapter that is
# plugged in when a client asks for the first time.
BARRIERS = ("drydock::sched::", "drydock::vidmm::", "drydock::dxgk::Dock::standard()")
EXPORTS = ("src/nt", "src/ks/exports", "src/win32")
WIN32 = "src/win32"
WIN32_TYPES = {"LOGICAL", "LONG"}  # BOOL, and LSTATUS or HRESULT
TABLES = {"src/dxgk/callbacks": "dxgk", "src/d3d/callbacks": "d3d", "src/nt/bus": "nt"}
VALUES = {"PHYSICAL_ADDRESS", "POWER_STATE"}  # they begin as pointers do
REASONS = ("cannot fail", "refuses", "passes on", "through a pointer")

DEFINITION = re.compile(r'^(?:extern "C" )?([A-Z]\w*(?: APIENTRY)?(?:\s*\*)*)\s*\b(\w+)\(', re.MULTILINE)
SLOT = re.compile(r"\b(?:callbacks|table|out|operations)\.(\w+) = (\w+|\[)")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
REFERENCE = re.compile(r"\b(?:call|jmp|lea)\b[^<]*<(.*?)(?:\+0x[0-9a-f]+)?>$")


def can_fail(type_name, folder=""):
    """Whether a value of this type can say that a call in this folder failed."""
    name = type_name.replace("APIENTRY", "").strip()
    if name in VALUES:
        return False
    if folder == WIN32 and name in WIN32_TYPES:
        return True
    return name in ("NTSTATUS", "HRESULT", "HANDLE", "D3DGPU_VIRTUAL_ADDRESS") or name.endswith("*") or \
        re.fullmatch(r"P[A-Z]\w*", name) is not None


def call_graph(lines):
    """Which functions refer to which, from a disassembly."""
    graph, current = defaultdict(set), None
    for line in lines:
        head = FUNCTION.match(line)
        if head:
            current = head[1]
            graph[current]
        elif current is not None:
            reference = REFERENCE.search(line)
            if reference:
                graph[current].add(reference[1].removesuffix("@plt"))
    return graph


def reaching(graph):
    """The functions from which a fault point can be reached."""
    callers = defaultdict(set)
    for caller, callees in graph.items():
        for callee in callees:
            callers[callee].add(caller)
    found = {name for name in callers if name.startswith(FAULT_POINT)}
    todo = list(found)
    while todo:
        for caller in callers[todo.pop()]:
            if caller not in found and not caller.startswith(BARRIERS):
                found.add(caller)
                todo.append(caller)
    return found


def base_name(symbol):
    """The last part of a function's name: map of ns::(anonymous namespace)::map(int)."""
    return re.split(r"[(<]", symbol.replace("(anonymous namespace)", ""))[0].split("::")[-1]


def read(root, folder):
    return [path.read_text() for path in sorted((root / folder).rglob("*.cpp"))]


def exports(root, graph):
    """The exports that can fail, each with the functions that serve it: itself."""
    out = {}
    for folder in EXPORTS:
        for text in read(root, folder):
            for type_name, name in DEFINITION.findall(text):
                if name in graph and can_fail(type_name, folder):
                    out[name] = [name]
    return out


def callbacks(root, graph):
    """The callbacks that can fail, each with the functions that may serve it."""
    out = {}
    for folder, room in TABLES.items():
        functions = defaultdict(list)
        for symbol in graph:
            if symbol.startswith(f"drydock::{room}::"):
                functions[base_name(symbol)].append(symbol)
        for text in read(root, folder):
            types = {name: type_name for type_name, name in DEFINITION.findall(text)}
            for slot, name in SLOT.findall(text):
                if name == "nullptr" or (name != "[" and not can_fail(types.get(name, "VOID"))):
                    continue
                out[slot] = functions[name]
    return out


def read_reasons(text):
    """The lines of fault_points.txt by their calls, and what is wrong with them."""
    reasons, wrong, last = {}, [], ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            last = ""
            continue
        name, _, reason = line.partition(": ")
        kind, _, why = reason.partition(": ")
        if kind not in REASONS or not why:
            wrong.append(f"{line}: after the call comes one of {', '.join(REASONS)}, a colon and why")
        if name in reasons or name < last:
            wrong.append(f"{name} stands twice or not in order")
        reasons[name] = why
        last = name
    return reasons, wrong


def compare(calls, found, reasons):
    """Calls without a fault point and without a reason, and reasons of nothing."""
    missed = {name for name, functions in calls.items() if not found.intersection(functions)}
    for name in sorted(missed - reasons.keys()):
        yield f"{name} can fail on Windows and has no fault point here: give it one, or say in fault_points.txt why not"
    for name in sorted(reasons.keys() - missed):
        yield f"{name} in fault_points.txt " + ("has a fault point" if name in calls else "is no call that can fail")


class Tests(unittest.TestCase):
    DISASSEMBLY = ["0000000000001000 <IoOpen>:", "    1000: call   2000 <drydock::nt::(anonymous namespace)::make(int)>",
                   "0000000000002000 <drydock::nt::(anonymous namespace)::make(int)>:",
                   "    2004: jmp    3000 <drydock::sim::fail_here(drydock::sim::FaultKind, unsigned long)@plt>",
                   "0000000000004000 <IoAsk>:", "    4000: call   5000 <drydock::vidmm::page(int)+0x10>",
                   "0000000000005000 <drydock::vidmm::page(int)>:", "    5000: call   1000 <IoOpen@plt>",
                   "0000000000006000 <IoLend>:", "    6000: lea    0x10(%rip),%rax        # 1000 <IoOpen>"]

    def test_calls_and_addresses_lead_to_fault_points(self):
        self.assertEqual({"IoOpen", "IoLend"}, {name for name in reaching(call_graph(self.DISASSEMBLY)) if name.startswith("Io")})

    def test_types_that_can_fail(self):
        for name in ("NTSTATUS", "HRESULT APIENTRY", "PVOID", "HANDLE", "DXGK_ADL*", "PMDL"):
            self.assertTrue(can_fail(name), name)
        for name in ("VOID", "BOOLEAN", "ULONG", "PHYSICAL_ADDRESS", "KIRQL"):
            self.assertFalse(can_fail(name), name)
        self.assertTrue(can_fail("LOGICAL", WIN32))
        self.assertFalse(can_fail("LOGICAL"))

    def test_what_is_missing_is_named(self):
        calls = {"IoOpen": ["IoOpen"], "IoAsk": ["IoAsk"], "IoClose": ["IoClose"]}
        found = reaching(call_graph(self.DISASSEMBLY))
        self.assertEqual(["IoAsk", "IoClose"], [line.split()[0] for line in compare(calls, found, {})])
        self.assertEqual([], list(compare(calls, found, {"IoAsk": "x", "IoClose": "x"})))
        stale = list(compare(calls, found, {"IoAsk": "", "IoClose": "", "IoGone": "", "IoOpen": ""}))
        self.assertEqual(["IoGone in fault_points.txt is no call that can fail",
                          "IoOpen in fault_points.txt has a fault point"], stale)

    def test_reasons_have_a_form(self):
        self.assertEqual([], read_reasons("# x\n\nIoA: cannot fail: it counts\nIoB: refuses: there is none\n")[1])
        self.assertEqual(2, len(read_reasons("IoB: never mind\nIoA: cannot fail: it counts\n")[1]))


def main():
    library, root = sys.argv[1], Path(sys.argv[2])
    disassembly = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", library], stdout=subprocess.PIPE, text=True,
                                 check=True).stdout
    graph = call_graph(disassembly.splitlines())
    found = reaching(graph)
    calls = exports(root, graph) | callbacks(root, graph)
    reasons, wrong = read_reasons((root / "tests/tree/fault_points.txt").read_text())
    wrong += compare(calls, found, reasons)
    if len(calls) < 400:
        wrong.append(f"only {len(calls)} calls were found: the test does not see what the library exports")
    for line in wrong:
        print(line)
    print(f"{len(calls)} calls can fail: {len(calls) - len(reasons)} have a fault point, {len(reasons)} a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    if not unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result.wasSuccessful():
        sys.exit(1)
    sys.exit(main())
