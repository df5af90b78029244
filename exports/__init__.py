"""Documents in; PDF, SVG, text, Markdown and JSON out. What is made of a document is its game's business."""
