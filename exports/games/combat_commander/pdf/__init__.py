"""PDF: the card, a side's own sheet, the log, the pull list; many cards may go into one file."""

from .sheets import SHEETS, Printer, render_pdf

__all__ = ["SHEETS", "Printer", "render_pdf"]
