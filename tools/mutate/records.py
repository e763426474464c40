"""What a run has found out so far, a JSON object on each line: a run that was interrupted goes on where it was."""
import json
import threading
from pathlib import Path


class Records:
    def __init__(self, path: Path):
        self.path = path
        self.lock = threading.Lock()

    def rows(self) -> list[dict]:
        if not self.path.is_file():
            return []
        out = []
        for line in self.path.read_text().splitlines():
            try:
                out.append(json.loads(line))
            except json.JSONDecodeError:
                pass  # the line that was being written
        return out

    def add(self, row: dict) -> None:
        with self.lock, self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")

    def replace(self, rows: list[dict]) -> None:
        beside = self.path.with_suffix(".new")
        beside.write_text("".join(json.dumps(row) + "\n" for row in rows))
        beside.rename(self.path)
