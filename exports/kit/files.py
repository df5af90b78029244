"""Atomic file writes: a temporary file beside the target, then a rename."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exports.kit.errors import ExportError


def write_file(path: Path, content: bytes) -> Path:
    """Write a file completely or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as fault:
        raise _unwritable_error(path, fault) from None
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as fault:
        _remove(name)
        raise _unwritable_error(path, fault) from None
    except BaseException:
        _remove(name)
        raise
    return path


def _remove(name: str) -> None:
    Path(name).unlink(missing_ok=True)


def _unwritable_error(path: Path, fault: OSError) -> ExportError:
    return ExportError("UNWRITABLE", path=str(path), why=fault.strerror or str(fault))


def as_json(document: Mapping[str, Any]) -> str:
    """Return a document as canonical JSON: sorted keys, two spaces, UTF-8, one newline at the end."""
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
