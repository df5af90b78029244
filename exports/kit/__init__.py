"""Building blocks of every game's sheets: pages, blocks, shapes, text and files."""
