"""A place in a source where a mutant can be planted."""
from dataclasses import asdict, dataclass

# Stands for the question whether the mutant is on, in the text that is planted.
ON = "@ON@"


@dataclass(frozen=True)
class Place:
    file: str      # named from the root
    line: int      # where the text begins, from 1
    function: str
    operator: str
    begin: int     # the text that is replaced, in bytes of the file
    end: int
    planted: str   # what stands there with the switch, on as many lines as before
    mutated: str   # what stands there when the mutant is written down plainly

    def as_row(self) -> dict:
        return asdict(self)

    def overlaps(self, other: "Place") -> bool:
        return self.file == other.file and self.begin < other.end and other.begin < self.end


OPERATORS = {
    "negate": "a condition is negated",
    "boundary": "a comparison takes its boundary in or leaves it out, or says equal for unequal",
    "term": "a term of a conjunction or disjunction is dropped",
    "call": "a call whose result nobody wants is dropped",
    "status": "an error becomes success, success an error, true false, a pointer null",
    "arguments": "two neighbouring arguments of one type are swapped",
    "sum": "plus becomes minus, or minus plus",
    "count": "a step of a counter is dropped, or goes the other way",
    "member": "an assignment to a member is dropped",
}
