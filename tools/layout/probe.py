"""Measures layouts with a compiler: a source of constants, compiled to an object, whose data section is the answer.

Nothing is run, so a compiler for another system serves as well. Bit-fields have no offsetof: each is set to all ones in
an otherwise empty object, and its place is read off the bytes.
"""
import struct
import subprocess
from pathlib import Path

from records import Record

WORD = 8


class Probe:
    """One source, its compiler, and where each answer stands in the section."""

    def __init__(self, includes: list[str], records: list[Record]):
        self.records = records
        self.source = self._write(includes)

    def _write(self, includes: list[str]) -> str:
        words, fields, values = [], [], []
        for index, record in enumerate(self.records):
            words += [f"sizeof({record.name})", f"_Alignof({record.name})"]
            bits = [m for m in record.members if m.bit_field]
            for member in record.members:
                if not member.bit_field:
                    words.append(f"__builtin_offsetof({record.name}, {member.path})")
            if bits:
                words.append(f"__builtin_offsetof(struct drydock_layout, bits_{index})")
                fields.append(f"  {record.name} bits_{index}[{len(bits)}];")
                values.append("  {" + ", ".join(f"{{.{m.path} = -1}}" for m in bits) + "},")
        lines = includes + ["struct drydock_layout {", f"  unsigned long long words[{len(words)}];", *fields, "};"]
        lines.append('__attribute__((section(".layout"), used)) const struct drydock_layout drydock_layout = {')
        lines.append("  {" + ",\n   ".join(words) + "},")
        return "\n".join(lines + values + ["};", ""])

    def read(self, section: bytes) -> dict[str, tuple]:
        """(record, member) → what was measured: sizes and offsets as numbers, bit-fields as bytes."""
        answers = {}
        at = 0

        def word() -> int:
            nonlocal at
            at += WORD
            return struct.unpack_from("<Q", section, at - WORD)[0]

        for record in self.records:
            size = word()
            answers[record.name, "sizeof"] = size
            answers[record.name, "alignof"] = word()
            bits = [m for m in record.members if m.bit_field]
            for member in record.members:
                if not member.bit_field:
                    answers[record.name, member.path] = word()
            if bits:
                base = word()
                for member in bits:
                    answers[record.name, member.path] = section[base : base + size].hex()
                    base += size
        return answers


def measure(probe: Probe, folder: Path, name: str, compile_command, objcopy: str) -> dict:
    """`compile_command(source, object)` gives the words of the compiler's command line."""
    source, built, section = (folder / f"{name}{suffix}" for suffix in (".c", ".o", ".bin"))
    source.write_text(probe.source)
    done = subprocess.run(compile_command(source, built), capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{name} does not compile:\n{done.stderr[:4000]}")
    subprocess.run([objcopy, "-O", "binary", "-j", ".layout", str(built), str(section)], check=True)
    return probe.read(section.read_bytes())
