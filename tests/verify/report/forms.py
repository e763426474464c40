"""What the reports of `drydock verify` have to be: SARIF by its schema, JUnit by what its readers rely on, JSON that is
whole.

Usage: forms.py REPORT...
Exit: 0 all are, 1 with one line for each that is not.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema

HERE = Path(__file__).resolve().parent
SARIF = jsonschema.Draft7Validator(json.loads((HERE / "sarif.schema.json").read_text()))
JUNIT = HERE / "junit.xsd"
PAGE = HERE.parents[2] / "docs/verify-your-driver.md"


def fault_of_sarif(path: Path) -> str | None:
    fault = jsonschema.exceptions.best_match(SARIF.iter_errors(json.loads(path.read_text())))
    return fault and f"{fault.json_path}: {fault.message}"


def fault_of_junit(path: Path) -> str | None:
    done = subprocess.run(["xmllint", "--noout", "--schema", JUNIT, path], capture_output=True, text=True)
    return done.stderr.splitlines()[0] if done.returncode else None


def documented_members() -> set[str]:
    """What the page of `verify` names, such as "findings[].stack[].line" and "coverage.rules_need.*"."""
    table = PAGE.read_text().split("\n| member of the report |")[1].split("\n\n")[0]
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def members_of(value, named: set[str], path: str = "") -> set[str]:
    """The members of a value, as the page names them. One that is empty or null has none of its own."""
    if path + ".*" in named:
        return {path + ".*"}
    inner = [(path + "[]", each) for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    if isinstance(value, dict):
        inner = [(f"{path}.{name}" if path else name, each) for name, each in value.items()]
    if inner:
        return set().union(*(members_of(each, named, at) for at, each in inner))
    is_empty = value in (None, [], {})
    return set() if is_empty and any(name.startswith((path + ".", path + "[]")) for name in named) else {path}


def fault_of_json(path: Path) -> str | None:
    named = documented_members()
    report = json.loads(path.read_text())
    unknown = members_of(report, named) - named
    missing = {name for name in named if "." not in name and "[]" not in name} - set(report)
    faults = [f"the page does not name {name}" for name in sorted(unknown)]
    return "; ".join(faults + [f"without {name}" for name in sorted(missing)]) or None


FORMS = {".sarif": fault_of_sarif, ".xml": fault_of_junit, ".json": fault_of_json}


def fault_of(path: Path) -> str | None:
    try:
        return FORMS[path.suffix](path)
    except ValueError as fault:  # what is no JSON
        return str(fault)


if __name__ == "__main__":
    faults = [f"{path}: {fault}" for path in map(Path, sys.argv[1:]) if (fault := fault_of(path))]
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(1 if faults else 0)
