"""Locks and waits: every lock of src is annotated, and every wait is the schedule's."""
import re

from house import House
from sources import Tree, excepted

# Only the executive and the schedule may do these at all.
BLOCKING = re.compile(
    r"std::(condition_variable(?:_any)?|thread|jthread|this_thread|async|barrier|latch|counting_semaphore)\b"
    r"|\bpthread_(?:cond|create)|\b(?:u|nano)?sleep\s*\("
)
# Locks that the analysis of threads cannot see.
BARE = re.compile(
    r"std::(?:(?:recursive_|shared_)?(?:timed_)?mutex|lock_guard|unique_lock|scoped_lock|shared_lock)\b|\bpthread_(?:mutex|rwlock)"
)


def check(tree: Tree, house: House):
    locks = house.data.get("locks", {})
    may_block = set(locks.get("may_block", []))
    bare: dict[str, list[str]] = {}
    for source in tree.under("src"):
        if not source.is_c:
            continue
        folder = source.name.split("/")[1]
        for number, line in enumerate(source.code().splitlines(), 1):
            if folder not in may_block and BLOCKING.search(line):
                yield f"{source.name}:{number}: only {' and '.join(sorted(may_block))} may sleep or start threads"
            if found := BARE.search(line):
                bare.setdefault(source.name, []).append(f"{source.name}:{number}: {found[0]}: take the annotated lock")
    yield from excepted(bare, [*locks.get("defined_in", []), *house.exceptions("bare_locks")], "bare_locks")
