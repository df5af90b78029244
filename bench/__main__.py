"""Run all benchmarks, or those named: ``python -m bench catalogs``.

A benchmark is a module with a function ``run()`` that prints its figures. Benchmarks are not tests: they
measure this machine at this moment.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    """Return the names of all benchmarks."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def main(wanted: list[str]) -> None:
    for name in wanted or names():
        module = import_module(f"bench.{name}")
        if not hasattr(module, "run"):
            continue
        print(f"{name}: {(module.__doc__ or '').strip().splitlines()[0]}")
        module.run()
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
