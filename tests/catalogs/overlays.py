"""Helper that writes overlay files for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]


def lay(folder: Path, name: str, rows: Rows, **envelope: Any) -> Path:
    """Write one overlay file, ``orders_of_battle/club`` or ``maps``, and return the folder."""
    table = name.partition("/")[0]
    document = {
        "format": f"hora-h/catalog/{table}/1",
        "rule": "RS",
        "provenance": "house",
        **envelope,
        "rows": rows,
    }
    path = folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {key: value for key, value in document.items() if value is not None}
    path.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    return folder
