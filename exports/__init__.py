"""Documents in; PDF, SVG, text, Markdown and JSON out. What is made of a document is its game's business."""

import os

# ReportLab would hold every value of every shape against a list of what may be, a fifth of a card's time. It
# asks for this when it defines its shapes, so it is said before anything here is imported.
os.environ.setdefault("RL_shapeChecking", "0")
