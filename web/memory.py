"""What a server holds of the machine's memory beside what it needs: nearly nothing.

The C library gives every thread a heap of its own, and keeps what was freed there for the next who asks in
that thread: eight threads that each made a long page once hold eight such pages for good.
"""

from __future__ import annotations

import ctypes
import sys

# <malloc.h> of the GNU C library; the environment may say the same, as MALLOC_ARENA_MAX and its like.
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
ARENAS = 2
LARGE = 128 * 1024  # bytes; what is larger is given back as soon as it is freed


def hold_down() -> bool:
    """Let threads share their heaps and give back what is large; False where the C library is another."""
    if sys.platform != "linux":
        return False
    tune = getattr(ctypes.CDLL(None), "mallopt", None)
    wishes = ((ARENA_MAX, ARENAS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE))
    return tune is not None and all(tune(*wish) == 1 for wish in wishes)
