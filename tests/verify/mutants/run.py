"""The mutation proof: plants each bug of the lists beside this file into a copy of its reference driver, verifies the
driver with default options and the profile that its author would write, and says whether the bug was found under the right
rule.

A verification is played in parts, the cheap ones first: a bug that a part finds under the right rule needs no others,
because the whole has all runs of its parts.

Usage: run.py [--drydock PROGRAM] [--only GLOB]... [--compile-only] [--quick] [--jobs N] [--least PERCENT]
       [--keep FOLDER] [--objects FOLDER]
Exit: 0 when enough was found, none under a wrong rule only, and the drivers without a bug are silent; 1 otherwise; 2 when a
bug could not be planted and verified (it is told as "failed", and the others are played).
"""
import argparse
import fnmatch
import json
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# What `drydock cc` and `drydock verify` call the drivers of a list.
KINDS = {"miniport": "miniport", "display": "miniport", "user-mode": "umd", "minidriver": "avstream"}
# What the build calls the drivers, by the folders of their sources.
BUILT = {"kmd": "softgpu_kmd", "panel": "panel", "umd": "softgpu_umd", "vcam": "vcam", "vmix": "vmix"}
CLEAN = "no bug"
# The clean runs of a verification, and all of it.
QUICK = ["--faults", "none", "--runs", "1"]
WHOLE = []
# Scenarios that reach most places of a driver: their faults come before those of all.
BROAD = {
    "miniport": ["miniport.start-stop", "miniport.sleep-between-work"],
    "display": ["miniport.display-frames", "miniport.display-hidden"],
    "user-mode": ["user-mode.create", "user-mode.copies"],
    "minidriver": ["minidriver.frames"],
}


def stages(kind):
    """The parts of a verification of a kind of driver, as options; the last one is the whole."""
    broad = [["--faults", "each", "--runs", "1", "--scenario", each] for each in BROAD[kind]]
    return [QUICK, *broad, ["--faults", "none"], ["--faults", "each", "--runs", "1"], WHOLE]


@dataclass
class Mutant:
    kind: str
    driver: Path  # the folder of its sources
    name: str
    bug: str
    file: str = ""
    edits: list = field(default_factory=list)
    rules: list = field(default_factory=list)
    why: str = ""
    profile: str = ""  # beside the lists
    races: bool = False  # compiled with --races: nothing but two accesses that nothing orders shows it

    @property
    def full_name(self):
        return f"{self.kind}.{self.name}"

    @property
    def edits_by_file(self):
        """An edit is one of the mutant's file unless it names another."""
        out = {}
        for edit in self.edits:
            out.setdefault(edit.get("file", self.file), []).append(edit)
        return out


@dataclass
class Result:
    mutant: Mutant
    verdict: str  # "found", "wrong rule", "missed", "failed"; for a driver without a bug "silent" or "findings"
    rules: list
    seconds: float
    note: str = ""


class Misfit(Exception):
    """A list that does not fit the sources."""


def load():
    out = []
    for kind in KINDS:
        told = json.loads((HERE / f"{kind}.json").read_text())
        # A mutant of another driver than its list's says so.
        for each in told["mutants"]:
            driver = ROOT / each.pop("driver", told["driver"])
            out.append(Mutant(kind, driver, profile=told.get("profile", ""), **each))
    return out


def edited(mutant):
    """Its files with the bug in them, by name. Every old text is there exactly once, or the list is out of date."""
    out = {}
    for file, edits in mutant.edits_by_file.items():
        text = (mutant.driver / file).read_text()
        for edit in edits:
            if text.count(edit["old"]) != 1:
                raise Misfit(f"found {text.count(edit['old'])} times in {file}: {edit['old']!r}")
            text = text.replace(edit["old"], edit["new"])
        out[file] = text
    return out


def plant(mutant, folder):
    """A copy of the driver's sources with the bug in it."""
    shutil.copytree(mutant.driver.parent, folder, dirs_exist_ok=True)
    sources = folder / mutant.driver.name
    for file, text in edited(mutant).items():
        (sources / file).write_text(text)
    return sources


class Workshop:
    def __init__(self, drydock, folder, is_quick):
        self.drydock, self.folder, self.is_quick = drydock, folder, is_quick
        self.objects = {}  # of each driver, by the name of the source

    def cc(self, kind, *words):
        return subprocess.run([self.drydock, "cc", "--kind", KINDS[kind], *map(str, words)], capture_output=True, text=True)

    def take_objects(self, folder):
        """The files without a bug as the build has compiled them."""
        for driver, name in BUILT.items():
            objects = sorted((folder / f"{name}.dir").glob("*.o"))
            self.objects[driver] = {path.name.rpartition("-")[0] + ".cpp": path for path in objects}
            if not objects:
                raise Misfit(f"no objects of {name} in {folder}")

    def prepare(self, mutants, pool):
        """Compiles what most drivers share: the files without a bug."""
        jobs = []
        for kind, driver in {(each.kind, each.driver) for each in mutants}:
            (self.folder / driver.name).mkdir()
            self.objects[driver.name] = {}
            for source in sorted(driver.glob("*.cpp")):
                out = self.folder / driver.name / f"{source.stem}.o"
                self.objects[driver.name][source.name] = out
                jobs.append(pool.submit(self.cc, kind, "-c", source, "-o", out))
        for job in jobs:
            if job.result().returncode != 0:
                raise Misfit(job.result().stderr)

    def build(self, mutant, folder):
        sources = plant(mutant, folder)
        objects = self.objects[mutant.driver.name]
        files = mutant.edits_by_file
        is_whole = mutant.races or any(name.endswith(".h") for name in files)
        shared = {} if is_whole else {n: o for n, o in objects.items() if n not in files}
        own = [sources / name for name in objects if name not in shared]
        driver = folder / "driver.so"
        words = ["--races"] if mutant.races else []
        return driver, self.cc(mutant.kind, *words, *own, *shared.values(), "-o", driver)

    def verify(self, mutant, driver, folder, options):
        report = folder / "report.json"
        words = [self.drydock, "verify", f"--{KINDS[mutant.kind]}", str(driver), "--json", str(report), "-q", *options]
        if mutant.profile:
            words += ["--profile", str(HERE / mutant.profile)]
        with open(folder / "verify.log", "w") as log:
            code = subprocess.run(words, stdout=log, stderr=subprocess.STDOUT).returncode
        if code not in (0, 1) or not report.exists():
            return None, f"drydock verify ended with {code}"
        return sorted({each["rule"] for each in json.loads(report.read_text())["findings"]}), ""

    def run(self, mutant, compile_only):
        began = time.monotonic()
        folder = self.folder / mutant.full_name
        try:
            driver, built = self.build(mutant, folder)
        except (Misfit, OSError) as misfit:
            return Result(mutant, "failed", [], time.monotonic() - began, str(misfit))
        if built.returncode != 0:
            return Result(mutant, "failed", [], time.monotonic() - began, built.stderr)
        if compile_only:
            return Result(mutant, "compiled", [], time.monotonic() - began)
        # A driver without a bug is silent only when everything was done.
        parts = [QUICK] if self.is_quick else stages(mutant.kind) if mutant.bug != CLEAN else [WHOLE]
        for options in parts:
            rules, note = self.verify(mutant, driver, folder, options)
            verdict = verdict_of(mutant, rules)
            if verdict == "found":
                break
        return Result(mutant, verdict, rules or [], time.monotonic() - began, note)


def verdict_of(mutant, rules):
    if rules is None:
        return "failed"
    if mutant.bug == CLEAN:
        return "findings" if rules else "silent"
    if set(rules) & set(mutant.rules):
        return "found"
    return "wrong rule" if rules else "missed"


def tell(result, done, count):
    expected = "" if result.verdict in ("found", "silent", "compiled") else f", expected {' or '.join(result.mutant.rules) or 'none'}"
    rules = " ".join(result.rules[:8]) + (" …" if len(result.rules) > 8 else "")
    print(f"[{done}/{count}] {result.verdict:10} {result.mutant.full_name:45} {result.seconds:6.1f} s  {rules}{expected}"
          f"{result.note and ': ' + result.note}", flush=True)


def table(results):
    bugs = sorted({each.mutant.bug for each in results})
    width = max(map(len, bugs))
    print(f"\n{'bug':{width}}  " + "  ".join(f"{kind:>10}" for kind in KINDS))
    for bug in bugs:
        cells = []
        for kind in KINDS:
            those = [each for each in results if each.mutant.bug == bug and each.mutant.kind == kind]
            found = sum(each.verdict == "found" for each in those)
            cells.append(f"{found}/{len(those)}" if those else "-")
        print(f"{bug:{width}}  " + "  ".join(f"{cell:>10}" for cell in cells))


def verdicts(results):
    """How each kind of driver fared."""
    columns = ("found", "wrong rule", "missed", "failed")
    print(f"\n{'kind':10}  " + "  ".join(f"{column:>10}" for column in columns) + f"  {'%':>5}")
    for kind in (*KINDS, "all"):
        those = [each for each in results if kind in (each.mutant.kind, "all")]
        if those:
            counts = [sum(each.verdict == column for each in those) for column in columns]
            print(f"{kind:10}  " + "  ".join(f"{count:>10}" for count in counts) + f"  {100 * counts[0] / len(those):5.1f}")


def summary(results, least):
    """True when enough was found, no bug under a wrong rule only, and the drivers without a bug are silent."""
    clean = [each for each in results if each.mutant.bug == CLEAN]
    bugs = [each for each in results if each.mutant.bug != CLEAN]
    table(bugs)
    verdicts(bugs)
    found = sum(each.verdict == "found" for each in bugs)
    share = 100 * found / len(bugs)
    print(f"\n{found} of {len(bugs)} planted bugs found under the right rule ({share:.1f} %, at least {least} %)")
    for verdict in ("missed", "wrong rule", "failed"):
        for each in bugs:
            if each.verdict == verdict:
                print(f"  {verdict}: {each.mutant.full_name}: {each.note or each.mutant.why}")
    loud = [each for each in clean if each.verdict != "silent"]
    for each in loud:
        print(f"  not silent: {each.mutant.full_name}: {' '.join(each.rules)}{each.note}")
    misnamed = any(each.verdict == "wrong rule" for each in bugs)
    return share >= least and not misnamed and not loud


def arguments():
    parser = argparse.ArgumentParser(description="the mutation proof")
    parser.add_argument("--drydock", default=ROOT / "build/dev/bin/drydock", type=Path)
    parser.add_argument("--only", action="append", metavar="GLOB", help="of KIND.NAME")
    parser.add_argument("--compile-only", action="store_true", help="see that every list fits and compiles")
    parser.add_argument("--quick", action="store_true", help="only the runs without a fault")
    parser.add_argument("--jobs", default=2, type=int)
    parser.add_argument("--least", default=95, type=float, metavar="PERCENT")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave drivers, logs and reports there")
    parser.add_argument("--objects", type=Path, metavar="FOLDER", help="where the build has the reference drivers")
    return parser.parse_args()


def main():
    given = arguments()
    mutants = load()
    chosen = [m for m in mutants if not given.only or any(fnmatch.fnmatch(m.full_name, glob) for glob in given.only)]
    if not chosen:
        raise Misfit("no mutant has such a name")
    if not given.compile_only:
        drivers = {each.driver: each for each in chosen}
        clean = [Mutant(each.kind, driver, f"clean-{driver.name}", CLEAN, profile=each.profile)
                 for driver, each in drivers.items()]
        chosen = clean + chosen
    folder = given.keep or Path(tempfile.mkdtemp(prefix="drydock-mutants-"))
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    try:
        with ThreadPoolExecutor(given.jobs) as pool:
            workshop = Workshop(given.drydock, folder, given.quick)
            if given.objects:
                workshop.take_objects(given.objects)
            else:
                workshop.prepare(chosen, pool)
            for result in pool.map(lambda each: workshop.run(each, given.compile_only), chosen):
                results.append(result)
                tell(result, len(results), len(chosen))
    finally:
        if given.keep is None:
            shutil.rmtree(folder)
    is_enough = given.compile_only or summary(results, given.least)
    return 2 if any(each.verdict == "failed" for each in results) else 0 if is_enough else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Misfit as told:
        print(told, file=sys.stderr)
        sys.exit(2)
