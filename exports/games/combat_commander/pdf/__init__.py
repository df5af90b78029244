"""PDF: the card, a side's own sheet, the log, the pull list; many cards may go into one file."""

from .sheets import PACK, SHEETS, Printer, render_pack, render_pdf

__all__ = ["PACK", "SHEETS", "Printer", "render_pack", "render_pdf"]
