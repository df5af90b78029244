"""Photographs: made small and rid of metadata before they are stored."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from schemas.errors import HorahError
from schemas.limits import MAX_PICTURE_BYTES

MAX_PIXELS = 40_000_000  # pixels of a photograph as it comes in; larger ones would fill the memory
SIDES_PIXELS = (800, 560, 400, 280)  # the first that gives a file small enough is taken
QUALITIES = (75, 55, 35)  # of JPEG, the same
FORMATS = ("JPEG", "PNG", "WEBP")


def shrink_picture(data: bytes) -> bytes:
    """Return a photograph as a small JPEG that holds its pixels only: no place, no camera, no comment."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                raise HorahError("PICTURE.large", most=MAX_PIXELS // 1_000_000)
            opened.draft("RGB", (SIDES_PIXELS[0], SIDES_PIXELS[0]))  # decode a JPEG at a smaller scale
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise HorahError("PICTURE.kind") from None
    for side in SIDES_PIXELS:
        picture.thumbnail((side, side))
        bare = Image.frombytes("RGB", picture.size, picture.tobytes())
        for quality in QUALITIES:
            out = BytesIO()
            bare.save(out, "JPEG", quality=quality, optimize=True)
            if len(out.getvalue()) <= MAX_PICTURE_BYTES:
                return out.getvalue()
    raise HorahError("PICTURE.large", most=MAX_PIXELS // 1_000_000)
