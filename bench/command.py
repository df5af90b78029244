"""Time of ``horah battle --out`` from start to finish, against importing its libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

FLOOR = "import flask, jsonschema, reportlab, click"
COMMAND = "from web.cli import main; main()"
ROUNDS = 7
MAX_RATIO = 6


def run() -> None:
    """Print the best of several alternating runs of both, with bytecode already written."""
    with TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        battle = [COMMAND, "battle", "--seed", "1", "--out", str(Path(folder) / "battle")]
        floor = ours = float("inf")
        for number in range(ROUNDS + 1):
            times = _seconds([FLOOR], environment), _seconds(battle, environment)
            if number:  # the first round writes the bytecode
                floor, ours = min(floor, times[0]), min(ours, times[1])
    print(f"import of libraries     {floor * 1e3:9.0f} ms")
    print(f"horah battle --out      {ours * 1e3:9.0f} ms   {ours / floor:6.1f} x (limit {MAX_RATIO})")


def _seconds(code: list[str], environment: dict[str, str]) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", *code], check=True, capture_output=True, env=environment)
    return perf_counter() - start
