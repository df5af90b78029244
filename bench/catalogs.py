"""Start-up time of horah against a bare click program, cold load of every table, and full check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROUNDS = 15
LIMIT = 2.5  # maximum ratio of the start-up of horah to a bare click program

BARE = """
import click

@click.group()
@click.option("--lang")
def main(lang):
    pass

@main.command()
def catalog():
    pass

main()
"""
HORAH = "from web.cli import main\nmain()\n"
TABLES = """
from time import perf_counter
start = perf_counter()
from catalogs.games.combat_commander import load
catalog = load()
for name in dir(type(catalog)):
    if not name.startswith("_") and name != "version":
        getattr(catalog, name)
print((perf_counter() - start) * 1000)
"""
CHECK = """
from time import perf_counter
start = perf_counter()
from catalogs.checks import inspect
report = inspect("combat_commander", None)
assert report.sound, report.faults
print((perf_counter() - start) * 1000)
"""


def seconds(script: Path) -> float:
    """Return the time that a new process takes to print a program's help."""
    start = perf_counter()
    subprocess.run([sys.executable, str(script), "--help"], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def startup() -> tuple[float, float]:
    """Return the median start-up times, measured alternately so that other load affects both alike."""
    with TemporaryDirectory() as folder:
        bare, horah = Path(folder, "bare.py"), Path(folder, "start.py")
        bare.write_text(BARE, encoding="utf-8")
        horah.write_text(HORAH, encoding="utf-8")
        seconds(bare), seconds(horah)  # write the bytecode first
        pairs = [(seconds(bare), seconds(horah)) for _ in range(ROUNDS)]
    return median(one for one, _ in pairs), median(other for _, other in pairs)


def milliseconds(code: str) -> float:
    """Return the median of the times that new processes report."""
    command = [sys.executable, "-c", code]
    runs = (subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(5))
    return median(float(run.stdout) for run in runs)


def run() -> None:
    bare, horah = startup()
    ratio = horah / bare
    held = "held" if ratio <= LIMIT else "NOT HELD"
    print(f"  bare click --help   {bare * 1000:8.1f} ms")
    print(f"  horah --help        {horah * 1000:8.1f} ms  ratio {ratio:.2f}, limit {LIMIT}: {held}")
    print(f"  cold load           {milliseconds(TABLES):8.1f} ms  every table, imports included")
    print(f"  full check          {milliseconds(CHECK):8.1f} ms  schemas, references, mix, decks, holes")
