"""The pages of the project point at what exists.

Links of README.md, CONTRIBUTING.md and docs lead to files, and to headings where they name one; sources that they name are in
the tree. The README links to every page of docs, and CONTRIBUTING says what each target of the Makefile does. The pages of
the objects have one form, their rules exist under the titles that docs/rules.md gives them, and folders that they name are
there. With --write the titles are written anew.

Usage: documents_test.py ROOT [--write]
"""
import re
import sys
import tempfile
import unittest
from pathlib import Path

FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
RULE = re.compile(r"\b[KUSND]-\d{3}\b")
RULE_ROW = re.compile(r"^\| ([KUSND]-\d{3}) (?:\|[^|]*){3}\| (.*?) \|", re.MULTILINE)
RULE_LINE = re.compile(r"^- ([KUSND]-\d{3}): (.*)$", re.MULTILINE)
FILE = re.compile(r"`([\w./-]+\.(?:h|cpp|toml))`")
FOREIGN = {"compiling-drivers.md", "glossary.md", "rules.md"}  # they name files of other projects, or of former times
PLACE = re.compile(r"`((?:src|tests|include|drivers|tools|docs)/[\w./-]*)`")
FORM = ["States", "What creates it", "What destroys it, and in which order", "What may happen at the same time", "Rules",
        "Where it is"]
TARGET = re.compile(r"^([a-z]+):.*## ", re.MULTILINE)
TARGET_ROW = re.compile(r"^\| (`make [^|]*) \|", re.MULTILINE)
NAMES = ["Windows names", "parent", "owner", "handle or name"]


def slug(heading):
    """The anchor that GitHub gives a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


class Pages:
    def __init__(self, root):
        self.root = root
        self.paths = [path for path in (root / "README.md", root / "CONTRIBUTING.md") if path.exists()]
        self.paths += sorted((root / "docs").rglob("*.md"))
        self.objects = [path for path in sorted((root / "docs" / "objects").glob("*.md")) if path.name != "README.md"]
        self.with_rules = [*self.objects, root / "docs" / "objects" / "README.md", root / "docs" / "doors.md"]
        self.rules = dict(RULE_ROW.findall((root / "docs" / "rules.md").read_text()))

    def name(self, path):
        return path.relative_to(self.root)

    def anchors(self, path):
        text = FENCE.sub("", path.read_text())
        return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}

    def broken_links(self):
        for page in self.paths:
            text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))
            for link in LINK.findall(text):
                if re.match(r"[a-z]+:", link):
                    continue
                file, _, anchor = link.partition("#")
                target = page.parent / file if file else page
                if not target.exists():
                    yield f"{self.name(page)}: {link} is no file"
                elif anchor and anchor not in self.anchors(target):
                    yield f"{self.name(page)}: {link} is no heading"

    def unlinked_pages(self):
        """Pages of docs that the README does not link to. The objects have an index of their own."""
        text = FENCE.sub("", (self.root / "README.md").read_text())
        linked = {link.partition("#")[0] for link in LINK.findall(text)}
        for page in sorted((self.root / "docs").glob("*.md")):
            if str(self.name(page)) not in linked:
                yield f"README.md: {self.name(page)} is not linked"

    def wrong_targets(self):
        """Targets of the Makefile that CONTRIBUTING's table does not have, and rows of it without a target."""
        targets = set(TARGET.findall((self.root / "Makefile").read_text()))
        rows = TARGET_ROW.findall((self.root / "CONTRIBUTING.md").read_text())
        described = {target for row in rows for target in re.findall(r"`make ([a-z]+)", row)}
        for target in sorted(targets - described):
            yield f"CONTRIBUTING.md: the table lacks make {target}"
        for target in sorted(described - targets):
            yield f"CONTRIBUTING.md: the Makefile has no target {target}"

    def absent_files(self):
        """Sources that a page names, by their whole path or the end of it, and that no folder has."""
        folders = ("src", "include", "tests", "drivers", "tools", "bench", "fuzz", "cmake")
        there = ["/" + str(self.name(path)) for folder in folders for path in (self.root / folder).rglob("*.*")]
        ends = {path[at:] for path in there for at in range(len(path)) if path[at] == "/"}
        for page in self.paths:
            if page.name in FOREIGN:
                continue
            for file in FILE.findall(FENCE.sub("", page.read_text())):
                if "/" + file not in ends:
                    yield f"{self.name(page)}: there is no {file}"

    def bad_rules(self):
        for page in self.with_rules:
            text = page.read_text()
            for number in sorted(set(RULE.findall(text)) - self.rules.keys()):
                yield f"{self.name(page)}: {number} is no rule"
            for number, title in RULE_LINE.findall(text):
                if title != self.rules.get(number, title):
                    yield f"{self.name(page)}: {number} has the title {self.rules[number]!r} (make docs)"

    def absent_places(self):
        for page in self.with_rules:
            for place in PLACE.findall(page.read_text()):
                if not (self.root / place).exists():
                    yield f"{self.name(page)}: {place} does not exist"

    def misfits(self):
        """Pages of objects that are not in the one form, or that the index does not name."""
        index = (self.root / "docs" / "objects" / "README.md").read_text()
        for page in self.objects:
            text = page.read_text()
            if re.findall(r"^## (.*)$", text, re.MULTILINE) != FORM:
                yield f"{self.name(page)}: the headings are not {FORM}"
            if re.findall(r"^\| ([\w ]+?) \| .+ \|$", text, re.MULTILINE) != NAMES:
                yield f"{self.name(page)}: the table does not say {NAMES}"
            if "```mermaid\nstateDiagram-v2\n" not in text:
                yield f"{self.name(page)}: there is no diagram of its states"
            if not RULE_LINE.search(text):
                yield f"{self.name(page)}: there is no rule"
            if f"]({page.name})" not in index:
                yield f"docs/objects/README.md: {page.name} is not listed"

    def write(self):
        for page in self.with_rules:
            page.write_text(RULE_LINE.sub(lambda row: f"- {row[1]}: {self.rules.get(row[1], row[2])}", page.read_text()))


class Documents(unittest.TestCase):
    pages = None

    def expect_none(self, faults):
        self.assertEqual("\n".join(faults), "")

    def test_there_are_pages(self):
        self.assertGreater(len(self.pages.paths), 20)
        self.assertGreater(len(self.pages.objects), 20)
        self.assertGreater(len(self.pages.rules), 1000)

    def test_every_link_leads_somewhere(self):
        self.expect_none(self.pages.broken_links())

    def test_the_readme_links_to_every_page(self):
        self.expect_none(self.pages.unlinked_pages())

    def test_every_target_is_described(self):
        self.expect_none(self.pages.wrong_targets())

    def test_every_source_that_a_page_names_is_in_the_tree(self):
        self.expect_none(self.pages.absent_files())

    def test_every_rule_of_objects_and_doors_is_in_the_catalogue(self):
        self.expect_none(self.pages.bad_rules())

    def test_every_folder_of_objects_and_doors_is_there(self):
        self.expect_none(self.pages.absent_places())

    def test_pages_of_objects_have_one_form(self):
        self.expect_none(self.pages.misfits())


GOOD_PAGE = """# Thing

| | |
|---|---|
| Windows names | x |
| parent | x |
| owner | x |
| handle or name | x |

## States

```mermaid
stateDiagram-v2
  [*] --> A
```

## What creates it

## What destroys it, and in which order

## What may happen at the same time

## Rules

- K-001: First rule

## Where it is

- Source: `src/here`
"""


README = """[page](docs/objects/thing.md#states) [away](https://example.org)
[doors](docs/doors.md) [rules](docs/rules.md)
"""


class Faults(unittest.TestCase):
    """Each test plants a fault in a small tree and expects it to be found."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("README.md", README)
        self.write("Makefile", "help: ## this list\n\nbuild: help ## everything\n\n# no target of users\nhidden:\n")
        self.write("CONTRIBUTING.md", "| `make help` / `make build JOBS=2` | both |\n")
        self.write("docs/rules.md", "| K-001 | client | lint | checked | First rule | source | tests |\n")
        self.write("docs/doors.md", "# Doors\n\nK-001\n")
        self.write("docs/objects/README.md", "# Objects\n\n[thing](thing.md)\n")
        self.write("docs/objects/thing.md", GOOD_PAGE)
        (self.root / "src" / "here").mkdir(parents=True)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def found(self):
        pages = Pages(self.root)
        return [*pages.broken_links(), *pages.unlinked_pages(), *pages.wrong_targets(), *pages.absent_files(),
                *pages.bad_rules(), *pages.absent_places(), *pages.misfits()]

    def test_a_good_tree_is_silent(self):
        self.assertEqual(self.found(), [])

    def test_a_link_to_no_file(self):
        self.write("docs/doors.md", "[gone](gone.md)\n")
        self.assertEqual(self.found(), ["docs/doors.md: gone.md is no file"])

    def test_a_link_to_no_heading(self):
        self.write("README.md", README.replace("#states", "#end"))
        self.assertEqual(self.found(), ["README.md: docs/objects/thing.md#end is no heading"])

    def test_links_in_code_are_none(self):
        self.write("README.md", README + "`[a](b.md)`\n\n```\n[a](b.md)\n```\n")
        self.assertEqual(self.found(), [])

    def test_a_page_that_the_readme_does_not_link(self):
        self.write("docs/new.md", "# New\n")
        self.assertEqual(self.found(), ["README.md: docs/new.md is not linked"])

    def test_a_page_that_is_linked_in_code_only(self):
        self.write("README.md", README.replace("[doors](docs/doors.md)", "\n```\n[doors](docs/doors.md)\n```\n"))
        self.assertEqual(self.found(), ["README.md: docs/doors.md is not linked"])

    def test_a_target_that_nobody_describes(self):
        self.write("Makefile", "help: ## this list\nbuild: help ## everything\nclean: ## remove\n")
        self.assertEqual(self.found(), ["CONTRIBUTING.md: the table lacks make clean"])

    def test_a_target_that_was_removed(self):
        self.write("Makefile", "help: ## this list\n")
        self.assertEqual(self.found(), ["CONTRIBUTING.md: the Makefile has no target build"])

    def test_a_source_that_does_not_exist(self):
        self.write("src/here/there.h", "")
        self.write("README.md", README + "`there.h` `here/there.h` `gone.h` `elsewhere/there.h`\n")
        self.assertEqual(self.found(), ["README.md: there is no gone.h", "README.md: there is no elsewhere/there.h"])

    def test_a_rule_that_does_not_exist(self):
        self.write("docs/doors.md", "K-002\n")
        self.assertEqual(self.found(), ["docs/doors.md: K-002 is no rule"])

    def test_a_title_that_changed_is_found_and_written(self):
        self.write("docs/objects/thing.md", GOOD_PAGE.replace("First rule", "Old title"))
        self.assertEqual(self.found(), ["docs/objects/thing.md: K-001 has the title 'First rule' (make docs)"])
        Pages(self.root).write()
        self.assertEqual(self.found(), [])

    def test_a_folder_that_moved(self):
        (self.root / "src" / "here").rmdir()
        self.assertEqual(self.found(), ["docs/objects/thing.md: src/here does not exist"])

    def test_a_page_of_another_form(self):
        self.write("docs/objects/thing.md", GOOD_PAGE.replace("## What creates it\n", ""))
        self.assertEqual(len(self.found()), 1)

    def test_a_page_that_is_not_listed(self):
        self.write("docs/objects/README.md", "# Objects\n")
        self.assertEqual(self.found(), ["docs/objects/README.md: thing.md is not listed"])

    def test_anchors_are_those_of_the_forge(self):
        self.assertEqual(slug("1. `D3DKMTDestroyAllocation2`"), "1-d3dkmtdestroyallocation2")
        self.assertEqual(slug("4. `DestroyResource`, `pfnRenderCb`, `pfnDeallocateCb`"),
                         "4-destroyresource-pfnrendercb-pfndeallocatecb")
        self.assertEqual(slug("5. `KSALLOCATOR_DISPATCH.DeleteAllocator`"), "5-ksallocator_dispatchdeleteallocator")


if __name__ == "__main__":
    Documents.pages = Pages(Path(sys.argv[1]).resolve())
    if "--write" in sys.argv:
        Documents.pages.write()
    else:
        del sys.argv[1:]
        unittest.main()
