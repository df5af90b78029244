"""PDF sheets: the card, a side's own sheet, the log, the pull list; many cards may share a file."""

from .sheets import PACK_SHEETS, SHEETS, Printer, render_pack, render_pdf

__all__ = ["PACK_SHEETS", "SHEETS", "Printer", "render_pack", "render_pdf"]
