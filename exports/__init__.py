"""Render documents as PDF, SVG, text, Markdown and JSON; each game brings its own renderer."""

import os

# ReportLab checks every attribute of every shape, which takes a fifth of the time of a card. It reads this
# variable when it defines its shapes, so it must be set before any module here is imported.
os.environ.setdefault("RL_shapeChecking", "0")
