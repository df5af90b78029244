"""Writing files so that none is ever half-written: a temporary file beside the target, then one rename."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exports.kit.errors import ExportError


def write(path: Path, content: bytes) -> Path:
    """Put content where it belongs, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as fault:
        raise _unwritable(path, fault) from None
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as fault:
        _forget(name)
        raise _unwritable(path, fault) from None
    except BaseException:
        _forget(name)
        raise
    return path


def _forget(name: str) -> None:
    Path(name).unlink(missing_ok=True)


def _unwritable(path: Path, fault: OSError) -> ExportError:
    return ExportError("UNWRITABLE", path=str(path), why=fault.strerror or str(fault))


def as_json(document: Mapping[str, Any]) -> str:
    """A document as canonical JSON: sorted keys, two spaces, UTF-8, one newline at the end."""
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
